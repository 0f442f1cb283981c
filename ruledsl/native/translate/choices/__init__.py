"""Legal moves in a program: listing them, and beginning the one that is chosen."""
