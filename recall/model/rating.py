"""The four ratings of a review."""

from enum import IntEnum


class Rating(IntEnum):
    """How well a card was remembered, numbered as in FSRS and Anki."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4
