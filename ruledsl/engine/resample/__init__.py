"""Another history in which a seat would have seen just the same.

    what a seat has seen ──rehearse──▶ a plan of all that is hidden ──build──▶ an ordinary state

`search` lets `rehearsal` play the game from its start, along the events of the seat, with hidden
things drawn by `dice`; where the play would show the seat something else, `table` exchanges cards that
nobody could have told apart, `mending` looks for hands that make a move legal, and `rehearsal` goes
back to earlier hidden choices. A plan is good when a rehearsal goes through it without a change.
`sampling` leads: it redraws histories that were found, mostly by `renaming` their hidden cards alone.
Nothing here is given the state that was sampled from: only what the seat has seen.
"""
