"""Running a program, and which way to."""
