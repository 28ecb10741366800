"""Diagnostics about identity (60x)."""

from recall.diagnostics import Code

DUPLICATE_ID = Code(
    "E601",
    title="two notes with one id",
    why="The id carries the review history; two notes cannot share it.",
    fix="Give the second note an id of its own, or remove its id comment.",
)
NEW_ID = Code(
    "W602",
    title="a new id for a note that had one already",
    why="History belongs to the id. The note had none in its file, so compile gave it one.",
    fix="Write the id that the message names, or accept that the note starts as new.",
)
CODES = (DUPLICATE_ID, NEW_ID)
