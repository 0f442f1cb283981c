"""The one interpreter for every game: state, moves, chance, and what each seat sees."""
