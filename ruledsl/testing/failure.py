"""What an expectation that does not hold has to say."""

from __future__ import annotations


class Failure(Exception):  # noqa: N818 - a failed expectation is no fault of the program
    """An expectation that does not hold; ``details`` are further lines: what is the case instead."""

    def __init__(self, message: str, *details: str) -> None:
        super().__init__(message)
        self.details = details
