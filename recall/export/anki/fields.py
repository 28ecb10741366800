"""Deck Markdown as the HTML of an Anki field.

Anki gives a meaning to more than HTML does: `{{…}}`, `[sound:…]`, `[latex]`, `[$]`, and in cloze
fields `}}` and `::` wherever they stand, code and math included. Entities keep text apart from all
of these. In TeX a space between two braces does, and it changes nothing that is printed.
"""

import re

from recall.render.html import Escapes, escape_code, escape_math, escape_text, to_html
from recall.render.html import to_inline_html as _to_inline_html

_COMMANDS = re.compile(r"\[(?=sound:|anki:|/?latex\]|/?\${1,2}\])", re.IGNORECASE)
_OPENER = re.compile(r"\{\{c(\d+)::")
_SYNTAX = re.compile(r"\{\{c\d+::|::|\{|\}\}|\}")
_OPENED = re.compile(r"\{\{c(\d+)::|\}\}")


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


_FIELD = Escapes(_text, _code, _math)


def field(markdown: str) -> str:
    """The HTML of a field that holds no clozes."""
    return to_html(markdown, escapes=_FIELD) if markdown.strip() else ""


def inline_field(markdown: str) -> str:
    """As `field`; a lone paragraph comes without its element."""
    return _to_inline_html(markdown, escapes=_FIELD) if markdown.strip() else ""


def plain_field(text: str) -> str:
    """The HTML of a text that is no Markdown."""
    return _text(text)


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


def cloze_field(markdown: str, numbers: frozenset[int]) -> str:
    """The HTML of a cloze field with the clozes of these numbers.

    Their `{{cN::mark::hint}}` stays, and everything that looks like it is shielded.
    """
    marks = _ClozeText(numbers)
    escapes = Escapes(
        marks.text,
        lambda code: _shielded(_code(code)),
        lambda tex: _math(tex).replace("::", "&#58;&#58;"),
    )
    return to_html(markdown, escapes=escapes)


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
