"""Where everything lies in the cells of a program, how a move is one number, and what its faults mean."""
