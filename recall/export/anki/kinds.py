"""The note types of the export: their names, fields and ids, which are frozen for ever.

Anki merges a package into what a learner already has only while a note type keeps its id, its
fields and its templates. What may change are templates' texts, the style sheet, and what a spare
field holds; a field that needs a better name keeps its id. `TEMPLATES_CHANGED` says when templates
or style changed last: Anki takes the new ones only if it is later than before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

TEMPLATES_CHANGED = 1796083200
"""Seconds since 1970 (2026-12-01): raise it with every change to templates or style sheet."""

RENDERING = 2
"""Raise it by one when the same deck text begins to make other fields.

It is added, in seconds, to when a note's content changed last. A date would not do: it would hide
edits made on a machine whose clock is behind it.
"""


class Kind(StrEnum):
    """A note type, named by what the learner does. The value is part of every GUID: frozen."""

    BASIC = "basic"
    REVERSED = "reversed"
    CLOZE = "cloze"
    CHOICE = "choice"
    TYPED = "typed"
    POINTS = "points"
    NUMERIC = "numeric"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a note type; `number` is its identity and never given to another field."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class NoteType:
    """A note type. Field and template ids are `base` plus their number (templates from 500).

    The ids were drawn at random once, so that no other deck's note type is taken for ours.
    """

    kind: Kind
    name: str
    id: int
    base: int
    fields: tuple[Field, ...]
    templates: tuple[str, ...] = ("Card",)

    def field_id(self, field: Field) -> int:
        """The id by which Anki recognises the field after a renaming."""
        return self.base + field.number

    def template_id(self, index: int) -> int:
        """The id by which Anki recognises the template after a renaming."""
        return self.base + 500 + index


_COMMON = (
    Field("Context", 101),
    Field("Hints", 102),
    Field("Why", 103),
    Field("Source", 104),
    Field("Language", 105),
    Field("Id", 106),
    Field("Spare 1", 107),
    Field("Spare 2", 108),
    Field("Spare 3", 109),
)


def _note_type(kind: Kind, ids: tuple[int, int], *names: str, **more: tuple[str, ...]) -> NoteType:
    own = tuple(Field(name, number) for number, name in enumerate(names, start=1))
    return NoteType(kind, f"Recall {kind}", ids[0], ids[1], own + _COMMON, **more)


NOTE_TYPES: Mapping[Kind, NoteType] = MappingProxyType({
    note_type.kind: note_type
    for note_type in (
        _note_type(Kind.BASIC, (1896771224, 691566134409266), "Front", "Back"),
        _note_type(
            Kind.REVERSED, (1992943179, 2867771568095568), "Front", "Back",
            templates=("Forward", "Backward"),
        ),
        _note_type(Kind.CLOZE, (1536660754, 2392491796051402), "Text", templates=("Cloze",)),
        _note_type(
            Kind.CHOICE, (1515143581, 298183513824176),
            "Front", "Options", "Verdicts", "Right", "Back",
        ),
        _note_type(Kind.TYPED, (2062649610, 3656547118353430), "Front", "Accepted", "Back"),
        _note_type(Kind.POINTS, (2068189070, 968512616199942), "Front", "Points", "Back"),
        _note_type(Kind.NUMERIC, (2071260815, 1123778905007355), "Front", "Asked", "Back", "Data"),
    )
})  # fmt: skip
"""`Right` holds the indices of the right options, for templates of one's own; `Data`
holds the further variants of a problem, for the script. Neither is shown."""

HIDDEN = frozenset({"Right", "Data", "Spare 1", "Spare 2", "Spare 3"})
"""Fields that Anki's editor shows closed and its search leaves out."""
