"""Which note of a translation stands for which note of the primary."""

from collections.abc import Mapping

from recall.deck import codes
from recall.deck.syntax import Deck, Note
from recall.diagnostics import Checked, Diagnostic
from recall.source import Span


def match(primary: Deck, translation: Deck) -> Checked[Mapping[str, Note]]:
    """The translated notes by the primary's ids. Whether they are stale is not checked here."""
    known = {note.id for note in primary.notes if note.id is not None}
    matched: dict[str, Note] = {}
    problems: list[Diagnostic] = []
    for note in translation.notes:
        span = note.id_span or note.heading.span()
        if note.id is None:
            problems.append(codes.W703.at(span, "this note has no id"))
        elif note.id in matched:
            message = f"“{note.id}” is translated twice in this file"
            problems.append(codes.E704.at(span, message))
        elif note.id not in known:
            message = f"{primary.path} has no note “{note.id}” without an error"
            problems.append(codes.W701.at(span, message))
        else:
            matched[note.id] = note
    top = Span(translation.path, 1, 1, 1, 1)
    for note in primary.notes:
        if note.id is not None and note.id not in matched:
            message = f"“{note.id}” is not translated to {translation.lang}"
            problems.append(codes.I702.at(top, message))
    return Checked(matched, tuple(problems))
