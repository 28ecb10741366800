"""Examples to begin with: a deck, and a note of every type, in English and Chinese.

Each compiles as it stands.
"""

import json
import re
from importlib.resources import files

NOTES = ("basic", "reversed", "cloze", "choice", "typed", "points", "numeric")
"""The types there is a note for, in the order of the deck language."""

_HEADING = re.compile(r"\A## [^\n]*")
_TITLE = re.compile(r"^title: .*$", re.M)


def note_template(kind: str, *, heading: str | None = None, lang: str = "en") -> str:
    """The example note of a type, under its own heading or another one. Ends with a line end.

    It is in English unless `lang` is Chinese.
    """
    text = _read(kind, lang)
    return text if heading is None else _HEADING.sub(lambda _: f"## {heading}", text)


def deck_template(title: str, *, lang: str = "en") -> str:
    """A deck with a title and one note, in English unless `lang` is Chinese."""
    # A JSON string is a YAML string, whatever the title holds.
    line = f"title: {json.dumps(title, ensure_ascii=False)}"
    return _TITLE.sub(lambda _: line, _read("deck", lang), count=1)


def _read(name: str, lang: str) -> str:
    folder = "zh/" if lang.partition("-")[0] == "zh" else ""
    return files(__name__).joinpath(f"{folder}{name}.md").read_text(encoding="utf-8")
