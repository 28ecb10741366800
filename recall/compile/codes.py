"""Diagnostics about the collection as a whole (62x) and about translations (72x)."""

from recall.diagnostics import Code

UNKNOWN_REQUIREMENT = Code(
    "E621",
    title="a requirement that does not exist",
    why="The learning path cannot put a note after one that is not there.",
    fix="Name a note id or a deck id (`<pillar>/<deck>`) of this collection.",
)
REQUIRES_CYCLE = Code(
    "E622",
    title="requirements that go round in a circle",
    why="Each of the notes would wait for the others, and none would ever be asked.",
    fix="Remove one of the requirements that the message lists.",
)
UNKNOWN_SOURCE = Code(
    "W623",
    title="a source key that the front matter does not define",
    why="A reader cannot find the paper behind the claim.",
    fix="Add the key under `sources:` in the front matter, or correct it.",
)
STALE_TRANSLATION = Code(
    "W721",
    title="a translation of an older text",
    why="The primary has changed since this translation was written; it may say something else.",
    fix="Bring the words up to date, delete `, of: …`, then run `recall stamp --translations`.",
)
NO_PRIMARY = Code(
    "E722",
    title="a translation without its primary deck",
    why="A translation holds words only; formulas and right options come from the primary.",
    fix="Add the primary deck file beside it, or rename the file without the language tag.",
)
CODES = (UNKNOWN_REQUIREMENT, REQUIRES_CYCLE, UNKNOWN_SOURCE, STALE_TRANSLATION, NO_PRIMARY)
