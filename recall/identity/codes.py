"""Diagnostics about identity (60x)."""

from recall.diagnostics import Code

DUPLICATE_ID = Code(
    "E601",
    title="two notes with one id",
    why="The id carries the review history; two notes cannot share it.",
    fix="Give the second note an id of its own, or remove its id comment.",
)
CODES = (DUPLICATE_ID,)
