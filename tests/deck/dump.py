"""Case files and a compact print of what the parser makes of a text."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from recall.deck.parser import parse
from recall.deck.syntax import Deck, Item, Note
from recall.diagnostics import Checked
from recall.source import Excerpt, SourceFile

CASES = Path(__file__).parents[1] / "cases"


@dataclass(frozen=True, slots=True)
class Case:
    """One case: `file:line` of its title, the input, and the dump that is expected."""

    place: str
    title: str
    text: str
    expected: str


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file: title, input and expectation, each closed by a line with a dot.

    Lines before a title that begin with # are remarks. `␉` is a tab, `␠` a space.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    at = 0
    while True:
        while at < len(lines) and (not lines[at] or lines[at].startswith("# ")):
            at += 1
        if at == len(lines):
            return
        first = lines.index(".", at)
        second = lines.index(".", first + 1)
        third = lines.index(".", second + 1)
        text = "\n".join(lines[first + 1 : second]).replace("␉", "\t").replace("␠", " ")
        expected = "\n".join(lines[second + 1 : third])
        yield Case(f"{path.name}:{at + 1}", lines[at], text, expected)
        at = third + 1


def read(text: str | bytes, *, translation: bool = False, path: str = "d.md") -> Checked[Deck]:
    """Parse a text as the deck `p/d`."""
    raw = text if isinstance(text, bytes) else text.encode()
    source = SourceFile.from_bytes(path, raw)
    return parse(source, deck="p/d", pillar="p", lang="en", translation=translation)


def codes(text: str | bytes, *, translation: bool = False) -> list[str]:
    """The codes of a text's diagnostics, in file order."""
    return [found.code.id for found in read(text, translation=translation).diagnostics]


def one(text: str) -> Note:
    """The only note of a text that has no errors."""
    checked = read(text)
    assert checked.ok, checked.diagnostics
    (note,) = checked.value.notes
    return note


def dump(checked: Checked[Deck]) -> str:
    """Diagnostics as `line:column code`, then settings, then notes with the place of every text."""
    return "\n".join([*_problems(checked), *_settings(checked.value), *_notes(checked.value)])


def _problems(checked: Checked[Deck]) -> Iterator[str]:
    for found in checked.diagnostics:
        yield f"{found.span.line}:{found.span.column} {found.code.id}"


def _settings(deck: Deck) -> Iterator[str]:
    settings = {
        "title": deck.title if deck.title != "d" else None,
        "pillar": deck.pillar if deck.pillar != "p" else None,
        "lang": deck.lang if deck.lang != "en" else None,
        "order": deck.order,
        "requires": ", ".join(deck.requires),
        "tags": ", ".join(deck.tags),
        "sources": "; ".join(f"{key} = {text}" for key, text in deck.sources.items()),
    }
    yield from (f"{key}: {value}" for key, value in settings.items() if value not in (None, ""))
    if deck.intro:
        yield f"intro {_text(deck.intro)}"


def _notes(deck: Deck) -> Iterator[str]:
    context = None
    for note in deck.notes:
        if note.context != context and note.context:
            yield f"context {_text(note.context)}"
        context = note.context
        names = " ".join(name for name in (note.id, note.of and f"of {note.of}") if name)
        yield f"note {names or '-'} {_text(note.heading)}"
        if note.body.text:
            yield f"  body {_text(note.body)}"
        if note.stem is not None:
            yield f"  stem {_text(note.stem)}"
        for item in note.options:
            yield f"  {'[x]' if item.checked else '[ ]'} {_item(item)}"
        for part in note.parts:
            loose = " loose" if part.loose else ""
            yield f"  {part.label.value}{loose} {_text(part.content)}"
            yield from (f"    - {_item(item)}" for item in part.items)


def _item(item: Item) -> str:
    rest = f" + {_text(item.rest)}" if item.rest else ""
    return _text(item.text) + rest


def _text(excerpt: Excerpt) -> str:
    line, column = excerpt.place(0)
    return f"{line}:{column} {excerpt.text!r}"
