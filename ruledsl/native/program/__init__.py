"""The small language that programs are written in: its tree, its names, its text, and a function in the making."""
