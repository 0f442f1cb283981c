"""Who knows what: what each seat sees of a game, and what it knows from that.

    happenings ──project──▶ what a seat has seen ──fold──▶ what it knows ──▶ observation
                                    └──────▶ information state

`project` alone decides who sees what. Everything after it works on what a seat has seen and
has no way to the state of the game: nothing that a seat did not see can get into what it
is shown.
"""
