"""What must be told beside the game: of the journal, and of bots that could not think."""

from __future__ import annotations

from ruledsl.phrase import phrase, seat_named
from ruledsl.store.errors import CannotKeep
from ruledsl.table import Table


def notices(table: Table) -> tuple[str, ...]:
    """What has come up since this was asked last; each is told once."""
    told: list[str] = []
    notice = table.sitting.notice()
    if isinstance(notice, CannotKeep):
        told.append(
            phrase("this game is not kept: {reason}; it is tried again", reason=notice.reason)
            if notice.retried
            else phrase("this game is not kept: {reason}", reason=notice.reason)
        )
    elif notice is not None:
        told.append(phrase("this game is kept again, and nothing is missing"))
    told += (
        phrase(
            "the bot of {seat} finds no way in which all that is hidden from it could be;"
            " where that is so it plays any move",
            seat=seat_named(seat),
        )
        for seat in table.blind()
    )
    return tuple(told)
