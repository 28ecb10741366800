"""Block rules of deck Markdown: `$$` blocks, and spans that recover when never closed.

Every rule has markdown-it's signature `(state, start, end, silent) -> matched`. Rules whose blocks
hold inline text note down where each of its lines begins and ends in the source.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_block import (
    StateBlock,
    fence,
    heading,
    html_block,
    lheading,
    paragraph,
    table,
)
from markdown_it.token import Token

BlockRule: TypeAlias = Callable[[StateBlock, int, int, bool], bool]
LineRange: TypeAlias = tuple[int, int]

RECOVERY = "recall_recovery"
"""The environment's key for a Recovery; where it is missing, spans end as CommonMark says."""
LINES = "lines"
"""The key in a token's meta for the source ranges of its lines."""

INTERRUPT = ["paragraph", "reference", "blockquote", "list"]
"""The blocks that a rule ends which may stand right under text."""

_NOTE = re.compile(r"^##[ \t][^\n]*(?:\n[ \t]*)*?(?:\n(<!--\s*id\s*[:：])|$)", re.M | re.I)
_CLOSERS = (
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.I | re.M),
        re.compile(r"</(?:script|pre|style|textarea)>", re.I),
    ),
)


@dataclass(slots=True)
class Recovery:
    """Where spans that are never closed end, and which of them were met.

    `notes` are the lines (from 0) of `## ` at column 0, `stamped` those with an id comment under
    them; `unclosed` collects (offset of the opener, what it is).
    """

    notes: list[int]
    stamped: list[int]
    unclosed: list[tuple[int, str]] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, text: str) -> "Recovery":
        """The lines of a text that end an unclosed span."""
        notes, stamped = [], []
        line = offset = 0
        for found in _NOTE.finditer(text):
            line += text.count("\n", offset, found.start())
            offset = found.start()
            notes.append(line)
            if found.group(1):
                stamped.append(line)
        return cls(notes, stamped)

    def next_note(self, line: int, end: int) -> int:
        """The next line after `line` that begins a note, at most `end`."""
        return _next(self.notes, line, end)

    def next_stamped(self, line: int, end: int) -> int:
        """The next line after `line` that begins a note with an id, at most `end`."""
        return _next(self.stamped, line, end)


def _next(lines: list[int], line: int, end: int) -> int:
    index = bisect_right(lines, line)
    return min(lines[index], end) if index < len(lines) else end


def install(md: MarkdownIt) -> None:
    """Put the rules into a parser."""
    ruler = md.block.ruler
    ruler.at("fence", _fence, {"alt": INTERRUPT})
    ruler.after("fence", "math_block", _math_block, {"alt": INTERRUPT})
    ruler.after("math_block", "math_line", _math_line)
    ruler.at("html_block", _html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.at("table", with_lines(table), {"alt": ["paragraph", "reference"]})
    ruler.at("heading", with_lines(heading), {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.at("lheading", with_lines(lheading))
    ruler.at("paragraph", with_lines(paragraph))


def with_lines(rule: BlockRule) -> BlockRule:
    """The rule, noting down the lines of the inline text that its blocks hold."""

    def located(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        count = len(state.tokens)
        if not rule(state, start, end, silent):
            return False
        if not silent:
            for token in state.tokens[count:]:
                if token.type == "inline" and token.map is not None:
                    token.meta[LINES] = line_ranges(state, token)
        return True

    return located


def line_ranges(state: StateBlock, token: Token) -> tuple[LineRange, ...]:
    """Where each line of a token begins and ends in the source, without container marks."""
    first, last = token.map or (0, 0)
    return tuple(
        (state.bMarks[i] + state.tShift[i], max(state.eMarks[i], state.bMarks[i] + state.tShift[i]))
        for i in range(first, last)
    )


def _cut(state: StateBlock, start: int, end: int, what: str) -> int:
    """Note down a span that is never closed; the line before which it ends."""
    recovery: Recovery = state.env[RECOVERY]
    recovery.unclosed.append((state.bMarks[start] + state.tShift[start], what))
    return recovery.next_note(start, end)


def _fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    recovery: Recovery | None = state.env.get(RECOVERY)
    if silent or recovery is None:
        return fence(state, start, end, silent)
    count = len(state.tokens)
    begin = state.bMarks[start] + state.tShift[start]
    opener = re.compile(r"`{3,}|~{3,}").match(state.src, begin, state.eMarks[start])
    if opener is None:
        return False
    limit = recovery.next_stamped(start, end)
    known = opener.group() in recovery.dead and state.level == 0
    if not fence(state, start, start + 1 if known else limit, False):
        return False
    if not known and _is_fence_end(state, start, opener.group()):
        return True
    if not known and limit == state.lineMax and state.level == 0:
        recovery.dead.add(opener.group())
    del state.tokens[count:]
    state.line = start
    return fence(state, start, _cut(state, start, end, "code fence"), False)


def _is_fence_end(state: StateBlock, start: int, opener: str) -> bool:
    last = state.line - 1
    text = state.src[state.bMarks[last] + state.tShift[last] : state.eMarks[last]].rstrip(" \t")
    return last > start and len(text) >= len(opener) and text == opener[0] * len(text)


def _math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start) or not _is_dollars(state, start):
        return False
    if silent:
        return True
    recovery: Recovery | None = state.env.get(RECOVERY)
    limit = recovery.next_stamped(start, end) if recovery else end
    close = start + 1
    dead = recovery is not None and state.level == 0 and "$$" in recovery.dead
    while not dead and close < limit and not _ends_math(state, close):
        close += 1
    closed = not dead and close < limit and _is_dollars(state, close)
    if not closed and recovery is not None:
        if close == state.lineMax and state.level == 0:
            recovery.dead.add("$$")
        close = min(_cut(state, start, end, "$$ block"), end if dead else close)
    state.line = close + 1 if closed else max(close, start + 1)
    token = state.push("math_block", "math", 0)
    token.content = state.getLines(start + 1, close, state.sCount[start], True)
    token.markup, token.map = "$$", [start, state.line]
    return True


def _is_dollars(state: StateBlock, line: int) -> bool:
    begin = state.bMarks[line] + state.tShift[line]
    if not state.src.startswith("$$", begin):
        return False
    return state.src[begin : state.eMarks[line]].rstrip(" \t") == "$$"


def _ends_math(state: StateBlock, line: int) -> bool:
    """True for the closing line, and for text that is outside of the container."""
    outside = state.sCount[line] < state.blkIndent and not state.isEmpty(line)
    return outside or (_is_dollars(state, line) and not state.is_code_block(line))


def _math_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`$$…$$` that has a line, and the paragraph, to itself."""
    begin = state.bMarks[start] + state.tShift[start]
    if silent or state.is_code_block(start) or not state.src.startswith("$$", begin):
        return False
    text = state.src[begin : state.eMarks[start]].rstrip(" \t")
    alone = start + 1 >= end or state.isEmpty(start + 1)
    inner = text[2:-2]
    if not alone or len(text) < 5 or not text.endswith("$$") or not inner.strip() or "$" in inner:
        return False
    state.line = start + 1
    token = state.push("math_block", "math", 0)
    token.content = inner
    token.markup, token.map = "$$", [start, state.line]
    return True


def _html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    recovery: Recovery | None = state.env.get(RECOVERY)
    if silent or recovery is None:
        return html_block(state, start, end, silent)
    begin = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("<", begin):
        return False
    close = next((c for o, c in _CLOSERS if o.match(state.src, begin)), None)
    if close is None:
        return html_block(state, start, end, False)
    limit = recovery.next_stamped(start, end)
    if _html_is_closed(state, begin, close, limit, recovery):
        return html_block(state, start, limit, False)
    what = "comment" if close.pattern == "-->" else "HTML block"
    return html_block(state, start, _cut(state, start, end, what), False)


def _html_is_closed(
    state: StateBlock, begin: int, close: re.Pattern[str], limit: int, recovery: Recovery
) -> bool:
    stop = state.eMarks[limit - 1]
    at_end = state.level == 0 and limit == state.lineMax
    if close.pattern == "-->":
        inner = state.src.find("<!--", begin + 4, stop)
        stop, at_end = (inner, False) if inner != -1 else (stop, at_end)
    if close.pattern in recovery.dead:
        return False
    # `<!-->` is a whole comment, hence + 2.
    found = close.search(state.src, begin + 2, stop)
    if found is None and at_end:
        recovery.dead.add(close.pattern)
    if found is None:
        return False
    # In a list or a quote the block also ends where its container does.
    lines = state.src.count("\n", begin, found.start())
    first = bisect_right(state.bMarks, begin) - 1 if state.blkIndent else 0
    return state.blkIndent == 0 or all(
        state.isEmpty(i) or state.sCount[i] >= state.blkIndent
        for i in range(first + 1, min(first + lines + 1, state.lineMax))
    )
