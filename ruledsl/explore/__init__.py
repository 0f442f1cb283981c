"""Playing rules to find out what is wrong with them, with a short game that shows it."""
