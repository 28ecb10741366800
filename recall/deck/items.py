"""Items of top-level lists, dedented, with the exact place of every line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recall.deck.markdown import Token, blocks_of
from recall.deck.syntax import Item
from recall.source import Excerpt

_LIST = re.compile(r"^ {0,3}(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]|$)", re.M)
_MARKER = re.compile(r"([ \t]*)([-+*]|[0-9]{1,9}[.)])([ \t]*)")
_TASK = re.compile(r"\[([ xX])\](?:[ \t]+|$)")
_NEAR_TASK = re.compile(r"\[(?:|[xX]|[ \t]+[xX]?[ \t]*|[xX][ \t]+|[✓✔√])\](?![(\[:])|［[ xX　]?］")
_TAB, _DEEP = 4, 4
_LISTS = ("bullet_list_open", "ordered_list_open")

_Line = tuple[str, int, int]  # text, line and column of its first character


@dataclass(frozen=True, slots=True)
class TopList:
    """A top-level list: its items, and the lines of the excerpt (from 0, end exclusive) it takes.

    `near_tasks` are the indices of items that begin with nearly a task box.
    """

    items: tuple[Item, ...]
    first: int
    last: int
    near_tasks: tuple[int, ...] = ()

    @property
    def has_tasks(self) -> bool:
        """True if an item is a task."""
        return any(item.checked is not None for item in self.items)


@dataclass(frozen=True, slots=True)
class Lists:
    """The top-level lists of an excerpt; `loose` is True if it holds anything else but comments."""

    lists: tuple[TopList, ...] = ()
    loose: bool = False

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of all lists."""
        return tuple(item for each in self.lists for item in each.items)


def read_lists(excerpt: Excerpt, *, tasks: bool = False) -> Lists:
    """The top-level lists of an excerpt. Only with `tasks` are task boxes read and taken off."""
    if _LIST.search(excerpt.text) is None:
        return Lists(loose=excerpt.text.strip() != "")
    lines = _lines(excerpt)
    tokens = blocks_of(excerpt.text).tokens
    found: list[TopList] = []
    loose = False
    index = 0
    while index < len(tokens):
        token = tokens[index]
        end = _close(tokens, index)
        if token.type in _LISTS and token.map is not None:
            items = list(_items(tokens[index + 1 : end], lines, excerpt.path, tasks=tasks))
            near = [i for i, item in enumerate(items) if tasks and _is_near_task(item)]
            first, last = token.map
            found.append(TopList(tuple(items), first, last, tuple(near)))
        elif not _is_comment(token):
            loose = True
        index = end + 1
    return Lists(tuple(found), loose)


def without(excerpt: Excerpt, taken: TopList) -> Excerpt:
    """The excerpt without the lines of a list."""
    lines = _lines(excerpt)
    before, after = _trimmed(lines[: taken.first]), _trimmed(lines[taken.last :])
    gap = [("", *lines[taken.first][1:])] if before and after else []
    kept = [*before, *gap, *after] or [("", *excerpt.place(0))]
    return _excerpt(kept, excerpt.path)


def _lines(excerpt: Excerpt) -> list[_Line]:
    texts = excerpt.text.split("\n")
    return [(text, *start) for text, start in zip(texts, excerpt.starts, strict=True)]


def _excerpt(lines: Sequence[_Line], path: str) -> Excerpt:
    starts = tuple((line, column) for _, line, column in lines)
    return Excerpt("\n".join(text for text, _, _ in lines), path, starts)


def _trimmed(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without blank ones around them."""
    first, last = 0, len(lines)
    while first < last and not lines[first][0].strip():
        first += 1
    while last > first and not lines[last - 1][0].strip():
        last -= 1
    return list(lines[first:last])


def _close(tokens: Sequence[Token], index: int) -> int:
    """The index of the token that closes the one at `index`."""
    if tokens[index].nesting != 1:
        return index
    level = tokens[index].level
    index += 1
    while tokens[index].level != level:
        index += 1
    return index


def _is_comment(token: Token) -> bool:
    return token.type == "html_block" and token.content.lstrip().startswith("<!--")


def _items(
    tokens: Sequence[Token], lines: Sequence[_Line], path: str, *, tasks: bool
) -> Iterator[Item]:
    index = 0
    while index < len(tokens):
        end = _close(tokens, index)
        token = tokens[index]
        if token.type == "list_item_open" and token.map is not None:
            child = tokens[index + 1]
            split = child.map[1] if child.type == "paragraph_open" and child.map else token.map[0]
            yield _item(lines[token.map[0] : token.map[1]], split - token.map[0], path, tasks=tasks)
        index = end + 1


def _item(lines: Sequence[_Line], split: int, path: str, *, tasks: bool) -> Item:
    """One item; its first paragraph takes the first `split` lines."""
    inner = list(_dedented(lines))
    if split == 0:
        _, line, column = inner[0]
        text = Excerpt("", path, ((line, column),))
    else:
        text = _excerpt(inner[:split], path).strip()
    rest = _trimmed(inner[split:])
    box = _TASK.match(text.text) if tasks else None
    if box is not None:
        text = text.slice(box.end(), len(text.text))
    checked = None if box is None else box.group(1) != " "
    return Item(text, _excerpt(rest, path) if rest else None, checked)


def _dedented(lines: Sequence[_Line]) -> Iterator[_Line]:
    """The lines without the marker and the indent that belong to the item."""
    text, line, column = lines[0]
    marker = _MARKER.match(text)
    if marker is None:
        yield from lines
        return
    stop = _width(text[: marker.end(2)], 0)
    space = _width(marker.group(3), stop) - stop
    blank = marker.end() == len(text)
    taken = marker.end(2) + 1 if space > _DEEP and not blank else marker.end()
    indent = stop + 1 if blank or space > _DEEP else stop + space
    yield text[taken:], line, column + taken
    for text, line, column in lines[1:]:
        taken = _take(text, indent)
        yield text[taken:], line, column + taken


def _width(text: str, column: int) -> int:
    """The column after the text, with tab stops of four."""
    for character in text:
        column += _TAB - column % _TAB if character == "\t" else 1
    return column


def _take(text: str, indent: int) -> int:
    """How many white-space characters make up the indent (fewer on lazy lines)."""
    taken = column = 0
    while column < indent and taken < len(text) and text[taken] in " \t":
        column = _width(text[taken], column)
        taken += 1
    return taken


def _is_near_task(item: Item) -> bool:
    return item.checked is None and _NEAR_TASK.match(item.text.text) is not None
