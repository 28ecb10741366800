"""Running text: inline tokens become styled text, with formulas that stand alone between."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from recall.deck.markdown import Token
from recall.render.cells import cell_len
from recall.render.safe import clean
from recall.render.wrap import GLUE, breaks

CODE = "cyan"
DIM = "dim"
MARK = "bold reverse"
_STYLES = {"em": "italic", "strong": "bold", "s": "strike", "link": "underline", "mark": MARK}
_UNBROKEN = 24
"""Cells up to which a formula stays on one line."""


@dataclass(frozen=True, slots=True)
class Display:
    """A formula that stands alone."""

    tex: str


def write(
    children: Sequence[Token], *, ascii_only: bool, alone: bool = False
) -> list[Text | Display]:
    """Styled text; `alone` lets `$$…$$` leave the line. Line breaks are LF in the text."""
    writer = _Writer(ascii_only=ascii_only, alone=alone)
    for index, token in enumerate(children):
        writer.put(token, children[index + 1 :])
    return writer.pieces()


def one_text(children: Sequence[Token], *, ascii_only: bool) -> Text:
    """The same as one text: what stands alone elsewhere stays in the line."""
    pieces = write(children, ascii_only=ascii_only)
    return next((piece for piece in pieces if isinstance(piece, Text)), Text())


def wrapped(text: Text, width: int, *, align: str = "l", hang: int = 0) -> list[Text]:
    """The text in lines of at most that many cells; `hang` indents all but the first."""
    lines: list[Text] = []
    for paragraph in text.split("\n", allow_blank=True):
        first = width if not lines else width - hang
        spans = breaks(paragraph.plain, width - hang, first=first)
        for line in paragraph.divide([offset for span in spans for offset in span])[1::2]:
            line.plain = line.plain.replace(GLUE, " ")
            room = max(0, width - cell_len(line.plain))
            line.pad_left({"l": hang if lines else 0, "c": room // 2, "r": room}[align])
            lines.append(line)
    return lines


def _joins(left: str, right: str) -> bool:
    """True if a line break in the source between the two is no space, as in Chinese."""
    wide = [c for c in (left, right) if cell_len(c) == 2]
    return len(wide) == 2 or any(unicodedata.category(c).startswith("P") for c in wide)


class _Writer:
    """Collects text; `styles` are the inline containers that are open."""

    def __init__(self, *, ascii_only: bool, alone: bool) -> None:
        self.ascii = ascii_only
        self.alone = alone
        self.done: list[Text | Display] = []
        self.text = Text()
        self.styles: list[str] = []
        self.links: list[tuple[str, int]] = []
        self.brackets: list[bool] = []
        self.soft = False

    def pieces(self) -> list[Text | Display]:
        """Everything that was put."""
        self._flush()
        return self.done

    def put(self, token: Token, rest: Sequence[Token]) -> None:
        """Add one token; `rest` is what follows it."""
        match token.type:
            case "text" | "text_special" | "html_inline":
                self._add(clean(token.content))
            case "code_inline":
                self._code(clean(token.content))
            case "softbreak":
                self.soft = True
            case "hardbreak":
                self._add("\n")
            case "math_inline" | "math_inline_double":
                self._math(token)
            case "image":
                self._image(token)
            case kind if kind.endswith("_open"):
                self._open(kind.removesuffix("_open"), token, rest)
            case kind if kind.endswith("_close"):
                self._close(kind.removesuffix("_close"))
            case _:
                self._add(clean(token.content))

    def _add(self, text: str, *styles: str) -> None:
        if self.soft and text:
            self.soft = False
            last = self.text.plain[-1:]
            if last not in ("", "\n", " ") and not _joins(last, text[0]):
                self.text.append(" ")
        after_display = bool(self.done) and not self.text.plain
        if after_display or self.text.plain.endswith("\n"):
            text = text.lstrip(" ")
        self.text.append(text, " ".join([*self.styles, *styles]) or None)

    def _code(self, code: str) -> None:
        tick = "``" if "`" in code else "`"
        self._add(tick, DIM)
        self._add(code.replace("\n", " "), CODE)
        self._add(tick, DIM)

    def _math(self, token: Token) -> None:
        tex = token.content
        if token.type == "math_inline_double" and self.alone and not self.styles:
            self._flush()
            self.done.append(Display(tex))
            return
        from recall.render.box import inline_math, math_problem

        shown = inline_math(tex, ascii=self.ascii)
        if math_problem(tex) is not None:
            self._add(shown, DIM)
        elif cell_len(shown) <= _UNBROKEN:
            self._add(shown.replace(" ", GLUE))
        else:
            self._add(shown)

    def _image(self, token: Token) -> None:
        alt = one_text(token.children or [], ascii_only=self.ascii).plain
        source = str(token.attrs.get("src", ""))
        self._add(f"[image: {alt or clean(source) or '?'}]", DIM)

    def _open(self, kind: str, token: Token, rest: Sequence[Token]) -> None:
        self._add("")
        if kind == "mark":
            self.styles.append(MARK)
            self._mark_begins(rest)
        elif kind == "s":
            self._add("~~", DIM)
            self.styles.append(_STYLES[kind])
        elif kind == "link":
            self.links.append((clean(str(token.attrs.get("href", ""))), len(self.text.plain)))
            self.styles.append(_STYLES[kind])
        else:
            self.styles.append(_STYLES.get(kind, "none"))

    def _mark_begins(self, rest: Sequence[Token]) -> None:
        # What is hidden comes in brackets of its own: […].
        hidden = bool(rest) and rest[0].type == "text" and rest[0].content.startswith("[")
        self.brackets.append(not hidden)
        if not hidden:
            self._add("[" if self.ascii else "«")

    def _close(self, kind: str) -> None:
        if kind == "mark" and self.brackets and self.brackets.pop():
            self._add("]" if self.ascii else "»")
        if self.styles:
            self.styles.pop()
        if kind == "s":
            self._add("~~", DIM)
        elif kind == "link" and self.links:
            target, start = self.links.pop()
            label = self.text.plain[start:]
            if target and label not in (target, target.removeprefix("mailto:")):
                self._add(f" ({target})", DIM)

    def _flush(self) -> None:
        text = self.text
        text.plain = text.plain.rstrip(" \n")
        if text.plain.strip():
            self.done.append(text)
        self.text = Text()
        self.soft = False
