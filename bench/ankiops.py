"""What AnkiOps does to the same notes: read its deck files, and make HTML of every field.

AnkiOps has a format of its own, so each note is written as its questions and answers (`Q:`, `A:`)
with the Markdown of ours between them. It checks, links and stores nothing here.
"""

import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

_NOTE = re.compile(r"^## (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def is_installed() -> bool:
    """True if AnkiOps can be imported (`pip install ankiops`)."""
    return find_spec("ankiops") is not None


def ankiops(texts: Sequence[str], folder: Path) -> Callable[[], int]:
    """A run of AnkiOps over the notes of deck texts, written below a folder; it counts the notes.

    Raises ImportError if AnkiOps is not installed.
    """
    from ankiops.markdown import read_deck_file
    from ankiops.markdown_to_html import MarkdownToHTML
    from ankiops.note_types import eject_default_note_types, load_note_types

    eject_default_note_types(folder / "note_types")
    kinds = load_note_types(folder / "note_types")
    paths = [_written(folder / f"{number}.md", text) for number, text in enumerate(texts)]
    html = MarkdownToHTML()

    def run() -> int:
        count = 0
        for path in paths:
            for note in read_deck_file(path, note_types=kinds).notes:
                count += 1
                for field in note.fields.values():
                    html.convert(field)
        return count

    return run


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    notes = [
        f"Q: {heading}\nA: {_COMMENT.sub('', body).strip()}"
        for heading, body in _NOTE.findall(text)
    ]
    path.write_text("\n\n---\n\n".join(notes), encoding="utf-8")
    return path
