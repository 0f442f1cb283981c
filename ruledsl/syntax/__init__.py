"""From rule text to a tree, with recovery from faults, and back again."""
