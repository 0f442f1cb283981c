"""Games that are kept: the journal of a sitting, going on with one, save files.

    from ruledsl.store.sitting import begin
    sitting = begin(game, seed, {1: Seat("human", "Ann"), 2: Seat("random")})   # journalled from here on
    sitting.play(move, "person")                # also: undo, redo, next_game, new, sit, leave
    sitting.notice()                            # CannotKeep or KeptAgain, once, where there is news
    sitting = sitting.again()                   # after a KeyboardInterrupt in the midst of one of these

    from ruledsl.store.shelf import shelf
    from ruledsl.store.resuming import resume
    sitting = resume(shelf().latest().path)     # or shelf().choose("2"), shelf().choose("nim")

    from ruledsl.store.saves import rebuild, save_of, seat_save_of
    from ruledsl.store.savefiles import load, save
    save("evening.save", save_of(sitting))      # for one who may see everything
    save("ann.save", seat_save_of(sitting, 1))  # for one player: nothing that seat 1 has not seen
    sitting = rebuild(load("evening.save"), game)

Nothing here prints or asks. That a journal cannot be written is a value, `CannotKeep`, and play goes on;
all else that goes wrong raises a `StoreError` with a text for people.
"""
