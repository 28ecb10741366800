"""What reads differently on GitHub than an author meant, found in blocks and in inline text."""

import re
import unicodedata
from collections.abc import Iterator

from recall.deck import note_codes as codes
from recall.deck.dollar import is_escaped, math_at, run_end
from recall.deck.markdown import Leaf, Structure, Token, leaf_regions
from recall.deck.opaque import Cover, clozes
from recall.deck.region import Kind, Region
from recall.diagnostics import Diagnostic
from recall.source import SourceFile

_WIDE = r"\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”‘’…—·"
_CJK_BOLD = re.compile(rf"[{_WIDE}]\*\*|\*\*[{_WIDE}]")
_WORTH_READING = re.compile(rf"~|<!--|\$\$|\{{\{{c[0-9]|[{_WIDE}]\*\*|\*\*[{_WIDE}]")
_TILDES = re.compile(r"~+")
_COMMENT = re.compile(r"<!--")
_DOLLARS = re.compile(r"\$+")
_BOLD_RUN = re.compile(r"\*+")
_NUMBERED = re.compile(r"\{\{c[0-9]+::")
_ALIGN_ROW = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_DASHES = re.compile(r" {0,3}-+[ \t]*")
_HEADING = re.compile(r" {0,3}#+(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*")
_WIDE_CHARACTER = re.compile(f"[{_WIDE}]")


def unclosed(source: SourceFile, found: Structure) -> Iterator[Diagnostic]:
    """Spans that never close, from the block structure."""
    kinds = {"comment": codes.E201, "$$ block": codes.E202, "code fence": codes.E203}
    for offset, what in found.unclosed:
        end = source.text.find("\n", offset)
        span = source.span(offset, len(source.text) if end == -1 else end)
        yield kinds.get(what, codes.E204).at(span, f"unclosed {what} opened here")


def headings(source: SourceFile, found: Structure) -> Iterator[Diagnostic]:
    """Headings that begin no note or section though they look like it, and rules under text."""
    lines = source.lines
    label_end = -1
    for token in found.tokens:
        if token.map is None:
            continue
        first, last = token.map
        if token.type == "label":
            label_end = last
        elif token.type == "heading_open" and token.markup in ("-", "="):
            yield _underlined(source, token.markup, last)
        elif token.type == "heading_open" and token.level == 0:
            yield from _atx(source, token, lines[first], first + 1)
        elif token.type == "hr" and first == label_end and _DASHES.fullmatch(lines[first]):
            yield _underlined(source, "-", last)


def _underlined(source: SourceFile, markup: str, line: int) -> Diagnostic:
    span = source.line_span(line)
    if markup == "-":
        return codes.W205.at(span, "this rule makes a heading of the line above it")
    return codes.W206.at(span, "this line makes a heading of the line above it")


def _atx(source: SourceFile, token: Token, text: str, line: int) -> Iterator[Diagnostic]:
    if token.tag not in ("h1", "h2"):
        return
    what = "a note" if token.tag == "h2" else "a section"
    if not text.startswith("#"):
        yield codes.W207.at(source.line_span(line), f"an indented heading begins no {what[2:]}")
    elif not heading_text(text).strip():
        yield codes.W208.at(source.line_span(line), f"an empty heading begins no {what[2:]}")


def heading_text(line: str) -> str:
    """The text of an ATX heading's line without the number signs around it, spaces kept."""
    found = _HEADING.fullmatch(line)
    return (found.group(1) or "") if found else ""


def inline(source: SourceFile, found: Structure) -> Iterator[Diagnostic]:
    """What is wrong inside blocks of text."""
    text = source.text
    for leaf in found.leaves():
        begin, end = leaf.lines[0][0], leaf.lines[-1][1]
        if leaf.table or _is_broken_table(text, leaf):
            yield from _bars(source, leaf)
        if _WORTH_READING.search(text, begin, end) is None:
            continue
        for part in _parts(leaf):
            yield from _leaf(source, part)
    for token in found.tokens:
        if token.type == "html_block" and token.map is not None:
            yield from _html(source, token)


def _parts(leaf: Leaf) -> Iterator[Leaf]:
    if leaf.table:
        yield from (Leaf((row,)) for row in leaf.lines)
    else:
        yield leaf


def _leaf(source: SourceFile, leaf: Leaf) -> Iterator[Diagnostic]:
    text = source.text
    begin, end = leaf.lines[0][0], leaf.lines[-1][1]
    opaque = Cover(r for r in leaf_regions(text, leaf) if r.kind is not Kind.MARK)

    def outside(pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
        for match in pattern.finditer(text, begin, end):
            if opaque.end_at(match.start()) is None and not is_escaped(text, match.start()):
                yield match.span()

    for start, _ in outside(_COMMENT):
        yield codes.E201.at(source.span(start, start + 4), "unclosed comment opened here")
        break
    for start, stop in outside(_DOLLARS):
        if stop - start == 2:
            yield codes.E202.at(source.span(start, stop), "unclosed $$ opened here")
            break
    for start, stop in _struck(text, outside(_TILDES)):
        yield codes.W209.at(source.span(start, stop), "GitHub strikes this through")
    if _CJK_BOLD.search(text, begin, end):
        for start, stop in _open_bold(text, outside(_BOLD_RUN)):
            yield codes.W211.at(source.span(start, stop), "this ** neither opens nor closes bold")
    yield from _clozes(source, begin, end, outside(_NUMBERED))


def _struck(text: str, runs: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Text between two single tildes that GitHub takes for delimiters."""
    opened: int | None = None
    for start, stop in runs:
        before, after = _neighbours(text, start, stop)
        if stop - start != 1:
            continue
        if opened is not None and _flanks(before, after):
            yield opened, stop
            opened = None
        elif opened is None and _flanks(after, before):
            opened = start


def _neighbours(text: str, start: int, stop: int) -> tuple[str, str]:
    before = text[start - 1] if start else "\n"
    after = text[stop] if stop < len(text) else "\n"
    return before, after


def _clozes(
    source: SourceFile, begin: int, end: int, openers: Iterator[tuple[int, int]]
) -> Iterator[Diagnostic]:
    opened = list(openers)
    if not opened:
        return
    read = Cover(
        Region(cloze.start + begin, cloze.end + begin, Kind.MARK)
        for cloze in clozes(source.excerpt(begin, end))
    )
    for start, stop in opened:
        if read.end_at(start) is None:
            yield codes.W315.at(source.span(start, stop), "this cloze is never closed")


def _open_bold(text: str, runs: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Runs of ** next to CJK punctuation that CommonMark reads the wrong way round, or not at all.

    A run opens if it is left-flanking and closes if it is right-flanking (CommonMark 0.31, §6.2).
    """
    is_open = False
    for start, stop in runs:
        if stop - start < 2:
            continue
        before, after = _neighbours(text, start, stop)
        opens = _flanks(after, before)
        closes = _flanks(before, after)
        if is_open and closes:
            is_open = False
        elif is_open and _is_cjk_punctuation(before):
            yield start, stop
            is_open = False
        elif opens:
            is_open = True
        elif not is_open and _is_cjk_punctuation(after):
            yield start, stop
            is_open = True


def _flanks(inner: str, outer: str) -> bool:
    if inner.isspace():
        return False
    return not _is_punctuation(inner) or outer.isspace() or _is_punctuation(outer)


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_cjk_punctuation(character: str) -> bool:
    return _WIDE_CHARACTER.fullmatch(character) is not None


def _is_broken_table(text: str, leaf: Leaf) -> bool:
    """True for a paragraph with the row of dashes of a table: bars spoilt its first row."""
    if len(leaf.lines) < 2:
        return False
    start, end = leaf.lines[1]
    return text.startswith(("|", "-", ":"), start) and bool(_ALIGN_ROW.fullmatch(text, start, end))


def _bars(source: SourceFile, table: Leaf) -> Iterator[Diagnostic]:
    text = source.text
    for begin, end in table.lines:
        position = text.find("$", begin, end)
        while position != -1:
            found = None if is_escaped(text, position) else math_at(text, position, end)
            stop = found.end if found else run_end(text, position, end)
            bar = text.find("|", position, stop)
            while bar != -1 and is_escaped(text, bar):
                bar = text.find("|", bar + 1, stop)
            if bar != -1:
                yield codes.W210.at(source.span(bar, bar + 1), "this bar splits the formula")
            position = text.find("$", stop, end)


def _html(source: SourceFile, token: Token) -> Iterator[Diagnostic]:
    """A comment left open inside an HTML block."""
    opened = token.content.rfind("<!--")
    if opened == -1 or "-->" in token.content[opened + 2 :] or token.map is None:
        return
    if token.content.lstrip().startswith("<!--") and token.content.find("-->", 2) == -1:
        return  # reported as a span
    line = token.map[0] + 1 + token.content.count("\n", 0, opened)
    yield codes.E201.at(source.line_span(line), "unclosed comment opened here")
