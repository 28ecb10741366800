"""Blocks of deck Markdown as lines of styled text, none wider than asked for.

Everything is laid out here and not by rich: its wrapping leaves Chinese ragged, its Markdown crops
what follows an image, and its tables cut words that have no spaces.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from recall.deck.markdown import Token
from recall.render.cells import cell_len
from recall.render.inline import DIM, Display, one_text, wrapped, write
from recall.render.safe import clean
from recall.render.wrap import chop

_TASK = re.compile(r"\[([ xX])\](?:[ \t]+|$)")
_CALLOUT = re.compile(r"\[!([A-Za-z]+)\][+-]?[ \t]*")
_CALLOUT_STYLES = {
    "note": "blue", "tip": "green", "important": "magenta", "warning": "yellow", "caution": "red",
}  # fmt: skip
_INDENT = 2
_WIDE = 60
"""Cells from which on formulas stand further in."""
_NARROWEST = 12
"""Cells below which nothing is indented any more: nothing is ever cut off."""
_BULLETS = "•◦▪"


@dataclass(frozen=True, slots=True)
class Page:
    """How a page is laid out: ASCII only, with highlighted code or without."""

    ascii: bool = False
    highlight: bool = True

    def lines(self, stream: Sequence[Token], width: int, *, depth: int = 0) -> list[Text]:
        """The blocks of one level, with blank lines between them where there are some in print."""
        lines: list[Text] = []
        index, tight = 0, False
        while index < len(stream):
            token = stream[index]
            after = _end(stream, index)
            block = self._block(token, stream[index + 1 : after - 1], width, depth)
            if block:
                lines += [*([Text()] if lines and not tight else []), *block]
                tight = token.hidden
            index = after
        return lines

    def _block(self, token: Token, inner: Sequence[Token], width: int, depth: int) -> list[Text]:
        match token.type:
            case "paragraph_open":
                return self._paragraph(inner[0], width)
            case "heading_open":
                return self._heading(inner[0], int(token.tag[1:]), width)
            case "bullet_list_open" | "ordered_list_open":
                return self._list(token, inner, width, depth)
            case "blockquote_open":
                return self._quote(inner, width, depth)
            case "table_open":
                return self._table(inner, width)
            case "fence" | "code_block":
                return self._code(token, width)
            case "math_block":
                return self._formula(token.content, width)
            case "hr":
                return [Text(("-" if self.ascii else "─") * width, DIM)]
            case "inline":
                return self._paragraph(token, width)
            case _ if token.nesting == 1:
                return self.lines(inner, width, depth=depth)
            case _:
                return wrapped(Text(clean(token.content).strip()), width) if token.content else []

    def _paragraph(self, inline: Token, width: int) -> list[Text]:
        lines: list[Text] = []
        for piece in write(inline.children or [], ascii_only=self.ascii, alone=True):
            if isinstance(piece, Display):
                gap = [Text()] if lines else []
                lines += [*gap, *self._formula(piece.tex, width), Text()]
            else:
                lines += wrapped(piece, width)
        while lines and not lines[-1].plain:
            lines.pop()
        return lines

    def _heading(self, inline: Token, level: int, width: int) -> list[Text]:
        text = one_text(inline.children or [], ascii_only=self.ascii)
        text.stylize("bold")
        lines = wrapped(text, width)
        if level > 3 or not text.plain:
            return lines
        bar = {1: "=", 2: "-", 3: "-"} if self.ascii else {1: "═", 2: "─", 3: "─"}
        return [*lines, Text(bar[level] * max(cell_len(line.plain) for line in lines), DIM)]

    def _table(self, inner: Sequence[Token], width: int) -> list[Text]:
        from recall.render import tables

        read = tables.read(inner, ascii_only=self.ascii)
        return tables.lay_out(read, width, ascii_only=self.ascii)

    def _formula(self, tex: str, width: int) -> list[Text]:
        from recall.render.box import display_math, math_problem

        indent = min(width // 4, 2 * _INDENT if width >= _WIDE else _INDENT)
        style = DIM if math_problem(tex) is not None else ""
        rows = display_math(tex, width=width - indent, ascii=self.ascii)
        return [Text(" " * indent + row.rstrip(), style) for row in rows]

    def _list(self, token: Token, inner: Sequence[Token], width: int, depth: int) -> list[Text]:
        items = [inner[start + 1 : end - 1] for start, end in _children(inner)]
        number = int(token.attrs.get("start", 1)) if token.type.startswith("ordered") else None
        room = 0 if number is None else len(str(number + len(items) - 1)) + 1
        loose = any(t.type == "paragraph_open" and not t.hidden for item in items for t in item[:1])
        lines: list[Text] = []
        for position, item in enumerate(items):
            bullet = "-" if self.ascii else _BULLETS[min(depth, len(_BULLETS) - 1)]
            marker = bullet if number is None else f"{number + position}.".rjust(room)
            marker, item = _task(marker, item)
            inside = _inside(width, len(marker) + 1)
            body = self.lines(item, inside, depth=depth + 1)
            body = _hung(body, f"{marker} ") if inside < width else [Text(marker), *body]
            lines += [*([Text()] if lines and loose else []), *body]
        return lines

    def _quote(self, inner: Sequence[Token], width: int, depth: int) -> list[Text]:
        kind, title, inner = _callout(inner)
        style = _CALLOUT_STYLES.get(kind.lower(), "cyan") if kind else DIM
        inside = _inside(width, _INDENT)
        body = self.lines(inner, inside, depth=depth)
        if kind:
            name = one_text(title, ascii_only=self.ascii)
            head = Text(kind.upper()).append(": " if name.plain else "").append_text(name)
            head.stylize(f"bold {style}")
            body = [*wrapped(head, inside), *body]
        if inside == width:
            return body
        bar = "| " if self.ascii else "│ "
        return [Text().append(bar, style).append_text(line) for line in body]

    def _code(self, token: Token, width: int) -> list[Text]:
        code = clean(token.content).rstrip("\n")
        words = token.info.split()
        text = _highlighted(code, words[0]) if self.highlight and words else Text(code)
        mark = "+ " if self.ascii else "↪ "
        lines: list[Text] = []
        for row in text.split("\n", allow_blank=True):
            spans = chop(row.plain, width - 2 * _INDENT, first=width - _INDENT)
            for number, (start, end) in enumerate(spans):
                lead = Text(" " * _INDENT).append(mark if number else "", DIM)
                lines.append(lead.append_text(row[start:end]) if row.plain else Text())
        return lines


def _inside(width: int, room: int) -> int:
    """The width inside a container; where there is none to spare, the container goes without."""
    return width - room if width - room >= _NARROWEST else width


def _end(stream: Sequence[Token], start: int) -> int:
    """The index after the block that begins at `start`."""
    depth = 0
    for index in range(start, len(stream)):
        depth += stream[index].nesting
        if depth <= 0:
            return index + 1
    return len(stream)


def _children(stream: Sequence[Token]) -> list[tuple[int, int]]:
    spans, index = [], 0
    while index < len(stream):
        spans.append((index, _end(stream, index)))
        index = spans[-1][1]
    return spans


def _hung(lines: list[Text], marker: str) -> list[Text]:
    """The lines behind a marker; a marker without lines stands alone."""
    first, *rest = lines or [Text()]
    room = " " * cell_len(marker)
    return [Text(marker).append_text(first), *(Text(room).append_text(line) for line in rest)]


def _without(inner: Sequence[Token], length: int) -> list[Token]:
    """The blocks without the first characters of their first text."""
    inline = inner[1]
    children = list(inline.children or [])
    children[0] = children[0].copy(content=children[0].content[length:])
    return [inner[0], inline.copy(children=children), *inner[2:]]


def _leading(inner: Sequence[Token]) -> str:
    """The first text of the first paragraph."""
    if len(inner) < 2 or inner[0].type != "paragraph_open" or not inner[1].children:
        return ""
    first = inner[1].children[0]
    return first.content if first.type == "text" else ""


def _task(marker: str, item: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    """The marker and the item of a task, whose box takes the place of the bullet."""
    box = _TASK.match(_leading(item))
    if box is None:
        return marker, item
    drawn = "[ ]" if box.group(1) == " " else "[x]"
    number = f"{marker} " if marker.strip()[:1].isdigit() else ""
    return number + drawn, _without(item, box.end())


def _callout(inner: Sequence[Token]) -> tuple[str, Sequence[Token], Sequence[Token]]:
    """Kind and title of a callout (`[!NOTE] Title`), and the blocks below its first line.

    The kind of a plain quotation is empty.
    """
    found = _CALLOUT.match(_leading(inner))
    if found is None:
        return "", (), inner
    rest = _without(inner, found.end())
    children = rest[1].children or []
    breaks = (i for i, token in enumerate(children) if token.type in {"softbreak", "hardbreak"})
    end = next(breaks, len(children))
    body = rest[1].copy(children=children[end + 1 :])
    return found.group(1), children[:end], [rest[0], body, *rest[2:]]


def _highlighted(code: str, language: str) -> Text:
    from rich.syntax import Syntax

    syntax = Syntax(code, language, theme="ansi_dark", background_color="default")
    if syntax.lexer is None:
        return Text(code)
    text = syntax.highlight(code)
    text.right_crop(len(text.plain) - len(text.plain.rstrip("\n")))
    return text if text.plain == code else Text(code)
