"""Diagnostics about card types (4xx) and translations of their words (7xx)."""

from recall.diagnostics import Code

TWO_TYPES = Code(
    "E401",
    title="a note fits two card types",
    why="The type decides what is asked and how it is graded; guessing could ask the wrong thing.",
    fix="Add a `**Type:** …` line that names the one you mean, or split the note in two.",
)
NO_ANSWER = Code(
    "E402",
    title="a note has no answer",
    why="A card without an answer cannot be reviewed.",
    fix="Write the answer under the heading, or add **Answer**, **Points** or a task list.",
)
UNKNOWN_TYPE = Code(
    "E403",
    title="an unknown card type",
    why="The `Type` line names a type that does not exist.",
    fix="Use one of: basic, reversed, cloze, choice, typed, points, numeric.",
)
TYPE_NEEDS = Code(
    "E404",
    title="a note lacks what its type needs",
    why="The `Type` line asks for a card that the note has no material for.",
    fix="Add what the message names, or remove the `Type` line.",
)
UNUSED_PART = Code(
    "W405",
    title="a part that this card type does not use",
    why="It would be written for nothing: the type of the note never shows it.",
    fix="Remove the part, or change the type of the note.",
)
ONE_OPTION = Code(
    "E406",
    title="a choice with fewer than two options",
    why="There is nothing to choose.",
    fix="Add options people really confuse, each with its feedback.",
)
NO_POINTS = Code(
    "E407",
    title="a points note without a list of points",
    why="The learner ticks points; without items there is nothing to tick.",
    fix="Write the points as a list under **Points**.",
)
BAD_ORDER = Code(
    "E408",
    title="an unknown order of options",
    why="Only `fixed` keeps the order of the file; nothing else is known.",
    fix="Write `**Order:** fixed`, or remove the line to have the options shuffled.",
)
REPEATED_OPTION = Code(
    "W410",
    title="two options with the same text",
    why="The learner could not tell them apart.",
    fix="Change or remove one of them.",
)
TOO_MANY = Code(
    "E411",
    title="more than nine options or points",
    why="They are chosen with the keys 1 to 9, and nobody weighs ten at once.",
    fix="Split the note, or leave out what nobody would choose.",
)
COUNTS_DIFFER = Code(
    "E703",
    title="a translation with another number of items",
    why="Options, points, steps and marks are matched by position; a missing one shifts the rest.",
    fix="Translate every item of the primary, in its order, and add none.",
)
CODES = (
    TWO_TYPES, NO_ANSWER, UNKNOWN_TYPE, TYPE_NEEDS, UNUSED_PART, ONE_OPTION, NO_POINTS, BAD_ORDER,
    REPEATED_OPTION, TOO_MANY, COUNTS_DIFFER,
)  # fmt: skip
