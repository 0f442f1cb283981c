"""What can surely not go wrong in a machine: abstract interpretation of its states, place by place."""
