"""Inline rules of deck Markdown: math, marks, bare addresses; and a record of what is opaque.

Every rule has markdown-it's signature `(state, silent) -> matched`. Where the environment holds a
list under ATOMS, the rules that make something opaque (and the marks) note down their ranges.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link

from recall.deck.dollar import math_at, run_end
from recall.deck.region import Kind

InlineRule: TypeAlias = Callable[[StateInline, bool], bool]
Atom: TypeAlias = tuple[Kind, int, int]

ATOMS = "recall_atoms"
"""The environment's key for the list of atoms; nothing is recorded where it is missing."""

_ADDRESS = re.compile(r"://[^\s<>`\"|\[\]，。；：、！？（）【】《》「」“”]+")
_SCHEME = re.compile(r"(?:^|(?<=[^A-Za-z0-9]))(?:https?|ftp)$", re.IGNORECASE)
_SCHEME_MAX = 5


def install(md: MarkdownIt) -> None:
    """Put the rules into a parser."""
    ruler = md.inline.ruler
    ruler.before("backticks", "math", math)
    ruler.after("emphasis", "mark", mark)
    ruler.before("newline", "address", address)
    ruler.at("backticks", _code)
    ruler.at("link", _link)
    ruler.at("image", _image)
    ruler.at("autolink", _recorded(Kind.ADDRESS, autolink))
    ruler.at("html_inline", _html)


def math(state: StateInline, silent: bool) -> bool:
    """`$…$` and `$$…$$`; a run of dollars that opens nothing is text."""
    start = state.pos
    if state.src[start] != "$":
        return False
    found = math_at(state.src, start, state.posMax)
    if found is None or _code_begins_in(state, start, found.end):
        end = run_end(state.src, start, state.posMax)
        if not silent:
            state.append_pending(state.src[start:end])
        state.pos = end
        return True
    if not silent:
        token = state.push("math_inline_double" if found.double else "math_inline", "math", 0)
        token.content = state.src[found.content]
        token.markup = "$$" if found.double else "$"
        _record(state, Kind.MATH, start, found.end)
    state.pos = found.end
    return True


def _code_begins_in(state: StateInline, start: int, end: int) -> bool:
    """True if a code span begins inside: code binds tighter than math."""
    position = state.src.find("`", start, end)
    saved, begun = state.pos, False
    while position != -1 and not begun:
        run = run_end(state.src, position, state.posMax)
        state.pos = position
        begun = backtick(state, True) and state.pos > run
        position = state.src.find("`", run, end)
    state.pos = saved
    return begun


def mark(state: StateInline, silent: bool) -> bool:
    """`==marked==`, with no white space just inside."""
    start = state.pos
    if state.src[start] != "=":
        return False
    run = run_end(state.src, start, state.posMax)
    if run - start != 2:
        if not silent:
            state.append_pending(state.src[start:run])
        state.pos = run
        return True
    close = _closing_mark(state, run)
    if close is None:
        return False
    if not silent:
        limit = state.posMax
        state.push("mark_open", "mark", 1).markup = "=="
        state.pos, state.posMax = run, close
        state.md.inline.tokenize(state)
        state.posMax = limit
        state.push("mark_close", "mark", -1).markup = "=="
        _record(state, Kind.MARK, start, close + 2)
    state.pos = close + 2
    return True


def _closing_mark(state: StateInline, begin: int) -> int | None:
    limit, saved = state.posMax, state.pos
    if begin >= limit or state.src[begin].isspace():
        return None
    # A search that failed once fails for every later opener of the same stretch. The cache of
    # skipped tokens has keys from 0 on; negative ones are free for this.
    if state.cache.get(-1 - limit, limit) <= begin:
        return None
    state.pos = begin
    found = None
    while found is None and (at := state.src.find("==", state.pos, limit)) != -1:
        while state.pos < at:
            state.md.inline.skipToken(state)
        if state.pos > at:
            continue
        run = run_end(state.src, at, limit)
        if run - at == 2 and at > begin and not state.src[at - 1].isspace():
            found = at
        state.pos = run
    state.pos = saved
    if found is None:
        state.cache[-1 - limit] = begin
    return found


def address(state: StateInline, silent: bool) -> bool:
    """A bare `https://…`; the scheme was read as text before the colon."""
    start = state.pos
    if not state.src.startswith("://", start):
        return False
    scheme = _SCHEME.search(state.src[max(0, start - _SCHEME_MAX - 1) : start])
    found = _ADDRESS.match(state.src, start, state.posMax)
    if scheme is None or found is None:
        return False
    tail = trim_address(found.group())
    if len(tail) <= len("://"):
        return False
    if silent:
        state.pos = start + len(tail)
        return True
    word = scheme.group()
    if not state.pending.endswith(word):
        return False
    _record(state, Kind.ADDRESS, start - len(word), start + len(tail))
    if state.linkLevel > 0:
        state.append_pending(tail)
    else:
        state.pending = state.pending[: -len(word)]
        _push_address(state, word + tail)
    state.pos = start + len(tail)
    return True


def trim_address(text: str) -> str:
    """The address without the punctuation and emphasis that belong to the sentence around it."""
    while True:
        cut = text.rstrip("?!.,:;*_~'")
        if cut.endswith(("==", "}}")):
            cut = cut[:-2]
        if cut.endswith(")") and cut.count(")") > cut.count("("):
            cut = cut[:-1]
        if cut == text:
            return text
        text = cut


def _push_address(state: StateInline, url: str) -> None:
    opened = state.push("link_open", "a", 1)
    opened.attrs = {"href": state.md.normalizeLink(url)}
    opened.markup, opened.info = "linkify", "auto"
    state.push("text", "", 0).content = url
    closed = state.push("link_close", "a", -1)
    closed.markup, closed.info = "linkify", "auto"


def _record(state: StateInline, kind: Kind, start: int, end: int) -> None:
    atoms: list[Atom] | None = state.env.get(ATOMS)
    if atoms is not None:
        atoms.append((kind, start, end))


def _recorded(kind: Kind, rule: InlineRule) -> InlineRule:
    def recorded(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if not rule(state, silent):
            return False
        if not silent:
            _record(state, kind, start, state.pos)
        return True

    return recorded


def _code(state: StateInline, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    # A run of backticks without its like is matched too, as text.
    if not silent and len(state.tokens) > count:
        _record(state, Kind.CODE_SPAN, start, state.pos)
    return True


def _html(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not html_inline(state, silent):
        return False
    if not silent:
        comment = state.src.startswith("<!--", start)
        _record(state, Kind.COMMENT if comment else Kind.HTML, start, state.pos)
    return True


def _link(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if state.src[start] != "[" or not _bracket_ahead(state) or not link(state, silent):
        return False
    if not silent and ATOMS in state.env:
        label_end = parseLinkLabel(state, start) + 1
        # `[text]` alone, with a definition elsewhere, has nothing after the label.
        if label_end < state.pos:
            _record(state, Kind.LINK, label_end, state.pos)
    return True


def _bracket_ahead(state: StateInline) -> bool:
    """True if a closing bracket comes later: without one, each `[` would be followed to the end."""
    return state.html_terminator_last("]") > state.pos


def _image(state: StateInline, silent: bool) -> bool:
    # The alternative text is parsed on its own: what it records has offsets of another string.
    atoms: list[Atom] = state.env.get(ATOMS, [])
    start, count = state.pos, len(atoms)
    if state.src[start] != "!" or not _bracket_ahead(state) or not image(state, silent):
        return False
    if not silent:
        del atoms[count:]
        _record(state, Kind.LINK, start, state.pos)
    return True
