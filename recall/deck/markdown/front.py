"""Parsers put together, and what the rest of the project asks of them."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from recall.deck.markdown import blocks, inline
from recall.deck.markdown.blocks import LINES, RECOVERY, LineRange, Recovery
from recall.deck.markdown.inline import ATOMS, Atom
from recall.deck.region import Kind, Region, comments, without_comments

_CELL = re.compile(r"(?:\\.|[^|\\\n])+|\\(?=$)")
_BREAK = re.compile(r"<br\s*/?>", re.I)
_BLOCK_KINDS = {
    "fence": Kind.CODE,
    "code_block": Kind.CODE,
    "math_block": Kind.MATH,
    "html_block": Kind.HTML,
}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A block of inline text: its lines as ranges of the source, without container marks.

    `table` is True for a whole table (all of its rows).
    """

    lines: tuple[LineRange, ...]
    table: bool = False


@dataclass(frozen=True, slots=True)
class Structure:
    """The blocks of a text. `tokens` of level 0 have line maps (from 0) into the text.

    `unclosed` lists (offset of the opener, what it is) of spans that are never closed.
    """

    text: str
    tokens: tuple[Token, ...]
    unclosed: tuple[tuple[int, str], ...] = ()

    def leaves(self) -> Iterator[Leaf]:
        """The blocks of inline text in order; a table is one leaf."""
        rows: list[LineRange] = []
        in_table = 0
        for token in self.tokens:
            if token.type == "table_open":
                in_table, rows = in_table + 1, []
            elif token.type == "table_close":
                in_table -= 1
                yield Leaf(tuple(dict.fromkeys(rows)), table=True)
            elif token.type == "inline" and in_table:
                rows += token.meta[LINES]
            elif token.type == "inline":
                yield Leaf(token.meta[LINES])


def _parser(*, labels: bool) -> MarkdownIt:
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    blocks.install(md)
    inline.install(md)
    if labels:
        from recall.deck.markdown import label_rule  # for the parser of decks, not for renderers

        label_rule.install(md)
    return md


@cache
def _plain() -> MarkdownIt:
    return _parser(labels=False)


@cache
def _labelled() -> MarkdownIt:
    return _parser(labels=True)


def structure(text: str) -> Structure:
    """The blocks of a deck file: labels at column 0 end the block above them, and a span that is
    never closed ends before the next note."""
    recovery = Recovery.of(text)
    found: list[Token] = []
    md = _labelled()
    md.block.parse(text, md, {RECOVERY: recovery}, found)
    return Structure(text, tuple(found), tuple(recovery.unclosed))


def blocks_of(text: str) -> Structure:
    """The blocks of a piece of a deck file, without labels and without recovery."""
    return _blocks(text, {})


def _blocks(text: str, env: EnvType) -> Structure:
    found: list[Token] = []
    md = _plain()
    md.block.parse(text, md, env, found)
    return Structure(text, tuple(found))


# A note's texts are asked for several times in a row: by its type, its cards and its digest.
@lru_cache(maxsize=64)
def regions(text: str) -> tuple[Region, ...]:
    """What is opaque in a piece of deck Markdown, and its marks, in order of their beginnings."""
    env: EnvType = {}
    parsed = _blocks(text, env)
    found = list(_block_regions(parsed))
    for leaf in parsed.leaves():
        for part in _cells(text, leaf) if leaf.table else (leaf,):
            found += leaf_regions(text, part, env)
    return tuple(sorted(found, key=lambda region: (region.start, -region.end)))


def _block_regions(parsed: Structure) -> Iterator[Region]:
    text = parsed.text
    starts = [0, *(found.end() for found in re.finditer("\n", text)), len(text)]
    for token in parsed.tokens:
        kind = _BLOCK_KINDS.get(token.type)
        if kind is None or token.map is None:
            continue
        start, end = starts[token.map[0]], starts[min(token.map[1], len(starts) - 1)]
        yield Region(start, end, kind)
        if kind is Kind.HTML:
            for begin, stop in comments(text, start, end):
                yield Region(begin, stop, Kind.COMMENT)


def _cells(text: str, table: Leaf) -> Iterator[Leaf]:
    for begin, end in table.lines:
        for cell in _CELL.finditer(text, begin, end):
            yield Leaf((cell.span(),))


def leaf_regions(text: str, leaf: Leaf, env: EnvType | None = None) -> tuple[Region, ...]:
    """The regions of one block of inline text. `env` holds the link definitions of the text."""
    atoms: list[Atom] = []
    source = "\n".join(text[begin:end] for begin, end in leaf.lines)
    md = _plain()
    md.inline.parse(source, md, {**(env or {}), ATOMS: atoms}, [])
    bases = [0, *accumulate(end - begin + 1 for begin, end in leaf.lines)]

    def place(offset: int) -> int:
        line = min(bisect_right(bases, offset) - 1, len(leaf.lines) - 1)
        return leaf.lines[line][0] + offset - bases[line]

    return tuple(
        Region(place(start), place(end - 1) + 1, kind, source[start:end])
        for kind, start, end in atoms
    )


def tokens(markdown: str) -> list[Token]:
    """The markdown-it tokens of deck Markdown, for renderers.

    Beyond CommonMark and tables: `math_inline` (`$…$`), `math_inline_double` (`$$…$$` inside a
    paragraph) and `math_block`, whose content is the TeX; `mark_open` and `mark_close`; `s_open`
    and `s_close` for `~~…~~`; bare addresses are links. HTML is text, except that comments are
    dropped and `<br>` is a hard break.
    """
    found: list[Token] = []
    for token in _plain().parse(markdown):
        if token.type == "html_block":
            found += _html_as_text(token)
            continue
        if token.children:
            token.children = [c for child in token.children for c in _inline_html(child)]
        found.append(token)
    return found


def _inline_html(token: Token) -> Iterator[Token]:
    if token.type == "html_inline":
        if token.content.startswith("<!--"):
            return
        if _BREAK.fullmatch(token.content):
            token.type, token.tag, token.content = "hardbreak", "br", ""
        else:
            token.type = "text"
    if token.children:
        token.children = [c for child in token.children for c in _inline_html(child)]
    yield token


def _html_as_text(block: Token) -> Iterator[Token]:
    content = without_comments(block.content).strip()
    if not content:
        return
    text = Token("text", "", 0, content=content)
    opened = Token("paragraph_open", "p", 1, map=block.map, level=block.level, block=True)
    inline_ = Token("inline", "", 0, map=block.map, level=block.level + 1, block=True)
    inline_.content, inline_.children = content, [text]
    closed = Token("paragraph_close", "p", -1, level=block.level, block=True)
    yield from (opened, inline_, closed)
