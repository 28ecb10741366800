"""Deck Markdown as the HTML of an Anki field.

Anki gives a meaning to more than HTML does: `{{…}}`, `[sound:…]`, `[latex]`, `[$]`, and in cloze
fields `}}` and `::` wherever they stand, code and math included. Entities keep text apart from all
of these. In TeX a space between two braces does, and it changes nothing that is printed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from recall.export.anki import tex as texts
from recall.export.codes import UNBALANCED
from recall.export.pictures import Fault, Find, Picture, gallery
from recall.render.html import (
    Escapes,
    escape_code,
    escape_math,
    escape_text,
    named_image,
    to_html,
    without_paragraph,
)

_COMMANDS = re.compile(r"\[(?=sound:|anki:|/?latex\]|/?\${1,2}\])", re.IGNORECASE)
_OPENER = re.compile(r"\{\{c(\d+)::")
_SYNTAX = re.compile(r"\{\{c\d+::|::|\{|\}\}|\}")
_OPENED = re.compile(r"\{\{c(\d+)::|\}\}")
_SIMPLE = re.compile(r"[A-Za-z](?:[A-Za-z0-9,;?!'()%/-]| (?! )|\.(?![A-Za-z]))*[A-Za-z0-9?.!)]")
"""Text of one line that no rule of Markdown touches: most answers are that, and need no parser."""


def _plain(html: str) -> str:
    shielded = _COMMANDS.sub("&#91;", html)
    return shielded.replace("{{", "&#123;&#123;").replace("}}", "&#125;&#125;")


def _text(text: str) -> str:
    return _plain(escape_text(text))


def _code(text: str) -> str:
    return _plain(escape_code(text))


def _math(tex: str) -> str:
    spaced = re.sub(r"\{(?=\{)", "{ ", tex)
    spaced = re.sub(r"(?<!\\)\}(?=\})", "} ", spaced)
    return _COMMANDS.sub("&#91;", escape_math(spaced)).replace("}}", "&#125;&#125;")


@dataclass(frozen=True, slots=True)
class _Written:
    """A piece of HTML with what it shows and what was wrong with its source."""

    html: str
    pictures: tuple[Picture, ...] = ()
    faults: tuple[Fault, ...] = ()


class Page:
    """Writes the fields of the cards of one deck.

    `pictures` and `faults` collect, in order and each once, what was met since `take` was called
    last.
    """

    def __init__(self, find: Find | None = None) -> None:
        self._find = find or gallery(None)
        self._known: dict[str, _Written] = {}
        self._pictures: dict[str, Picture] = {}
        self._faults: dict[Fault, None] = {}

    def field(self, markdown: str) -> str:
        """The HTML of a field that holds no clozes."""
        if _SIMPLE.fullmatch(markdown):
            return f"<p>{markdown}</p>"
        if not markdown.strip():
            return ""
        done = self._known.get(markdown)
        if done is None:
            done = self._known[markdown] = self._write(markdown, _text, _code, _math)
        return self._use(done)

    def inline(self, markdown: str) -> str:
        """As `field`; a lone paragraph comes without its element."""
        return without_paragraph(self.field(markdown))

    def plain(self, text: str) -> str:
        """The HTML of a text that is no Markdown."""
        return _text(text)

    def cloze(self, markdown: str, numbers: frozenset[int]) -> str:
        """The HTML of a cloze field with the clozes of these numbers.

        Their `{{cN::mark::hint}}` stays, and everything that looks like it is shielded.
        """
        marks = _ClozeText(numbers)
        return self._use(
            self._write(
                markdown,
                marks.text,
                lambda code: _shielded(_code(code)),
                lambda tex: _math(tex).replace("::", "&#58;&#58;"),
            )
        )

    def take(self) -> tuple[tuple[Picture, ...], tuple[Fault, ...]]:
        """What was met since the last call."""
        met = tuple(self._pictures.values()), tuple(self._faults)
        self._pictures, self._faults = {}, {}
        return met

    def _use(self, written: _Written) -> str:
        self._pictures.update((picture.name, picture) for picture in written.pictures)
        self._faults.update(dict.fromkeys(written.faults))
        return written.html

    def _write(
        self,
        markdown: str,
        text: Callable[[str], str],
        code: Callable[[str], str],
        math: Callable[[str], str],
    ) -> _Written:
        pictures: list[Picture] = []
        faults: list[Fault] = []

        def as_code(tex: str) -> str:
            return f"<code>{code(tex)}</code>"

        def formula(tex: str, display: bool) -> str:
            faults.extend(texts.faults(tex))
            if texts.is_forbidden(tex):
                return as_code(tex)
            start, end = (r"\[", r"\]") if display else (r"\(", r"\)")
            return start + math(tex) + end

        def broken(tex: str) -> str:
            first = tex.splitlines()[0] if tex else tex
            faults.append(Fault(UNBALANCED, f"the braces of {first[:60]} do not balance", first))
            return as_code(tex)

        def image(source: str, alt: str) -> str:
            found = self._find(source)
            if isinstance(found, Fault):
                faults.append(found)
                return _plain(named_image(source, alt)).replace("::", "&#58;&#58;")
            pictures.append(found)
            words = _plain(escape(alt)).replace("::", "&#58;&#58;")
            return f'<img src="{found.name}" alt="{words}">'

        escapes = Escapes(text, code, formula=formula, broken=broken, image=image)
        return _Written(to_html(markdown, escapes=escapes), tuple(pictures), tuple(faults))


class _ClozeText:
    """Tells apart, in running text, the syntax of clozes from braces and colons that mean nothing.

    A mark may hold code, math and emphasis, so it may begin in one piece of text and end in
    another: `open` holds, for each mark that is open, how many plain braces are open inside it.
    """

    def __init__(self, numbers: frozenset[int]) -> None:
        self.numbers = numbers
        self.open: list[int] = []
        self.hinted: list[bool] = []

    def text(self, text: str) -> str:
        """A piece of running text, in document order."""
        parts, at = [], 0
        while found := _SYNTAX.search(text, at):
            parts.append(_shielded(_text(text[at : found.start()])))
            written, length = self._syntax(found[0])
            parts.append(written)
            at = found.start() + length
        return "".join((*parts, _shielded(_text(text[at:]))))

    def _syntax(self, piece: str) -> tuple[str, int]:
        """What is written for a piece of syntax, and how many of its characters that covers."""
        opener = _OPENER.fullmatch(piece)
        if opener and int(opener[1]) in self.numbers:
            self.open.append(0)
            self.hinted.append(False)
            return piece, len(piece)
        if opener:
            return self._syntax("{")
        if not self.open:
            return _shielded(_text(piece)), len(piece)
        if piece == "::" and not self.open[-1] and not self.hinted[-1]:
            self.hinted[-1] = True
            return piece, len(piece)
        if piece == "{":
            self.open[-1] += 1
            return "&#123;", 1
        if piece.startswith("}") and self.open[-1]:
            self.open[-1] -= 1
            return "&#125;", 1
        if piece == "}}":
            self.open.pop()
            self.hinted.pop()
            return piece, 2
        return _shielded(_text(piece)), len(piece)


def _shielded(html: str) -> str:
    """Colons and braces that do not belong to a cloze."""
    return html.replace("::", "&#58;&#58;").replace("{", "&#123;").replace("}", "&#125;")


def cloze_numbers(html: str) -> frozenset[int]:
    """The numbers of a cloze field for which Anki makes a card: a cloze counts when it closes."""
    open_marks: list[int] = []
    closed: set[int] = set()
    for found in _OPENED.finditer(html):
        if found[1]:
            open_marks.append(int(found[1]))
        elif open_marks:
            closed.add(open_marks.pop())
    return frozenset(closed - {0})
