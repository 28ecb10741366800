"""The block rule for labels: a bold label at column 0 ends the block above it.

A label inside a code span, a formula or a comment that is wrapped over lines is opaque. Only the
paragraph that would be cut can know, so it notes down where it began.
"""

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, paragraph

from recall.deck.labels import read_label
from recall.deck.markdown.blocks import INTERRUPT, LINES, line_ranges, with_lines
from recall.deck.markdown.inline import ATOMS, Atom
from recall.deck.region import Kind
from recall.deck.syntax import BLOCK_LABELS

_BEGUN = "recall_paragraph"
_OPAQUE = "recall_opaque_lines"
_OPENERS = ("`", "$", "<", "[")


def install(md: MarkdownIt) -> None:
    """Put the rule into a parser."""
    md.block.ruler.before("list", "label", _label, {"alt": INTERRUPT})
    md.block.ruler.at("paragraph", with_lines(_paragraph))


def _paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    state.env[_BEGUN] = start
    return paragraph(state, start, end, silent)


def _label(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    begin = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith(("**", "__"), begin):
        return False
    if begin > 0 and state.src[begin - 1] != "\n":
        return False
    found = read_label(state.src[begin : state.eMarks[start]])
    if found is None:
        return False
    if silent:
        return state.parentType != "paragraph" or start not in _opaque_lines(state, end)
    label, after = found
    wraps = begin + after < state.eMarks[start] or label not in BLOCK_LABELS
    state.env[_BEGUN] = start
    state.line = _paragraph_end(state, start, end, labels=True) if wraps else start + 1
    token = state.push("label", "", 0)
    token.map, token.info = [start, state.line], label.value
    token.meta["after"] = begin + after
    if wraps:
        text = state.push("inline", "", 0)
        text.map, text.children = [start, state.line], []
        first, *rest = line_ranges(state, token)
        text.meta[LINES] = ((begin + after, first[1]), *rest)
    return True


def _paragraph_end(state: StateBlock, start: int, end: int, *, labels: bool) -> int:
    """The line after the paragraph that goes on from `start`, as the paragraph rule finds it."""
    rules = state.md.block.ruler.getRules("paragraph")
    terminators = [rule for rule in rules if labels or rule is not _label]
    before, state.parentType = state.parentType, "paragraph"
    line = start + 1
    while line < end and not state.isEmpty(line):
        indented = state.sCount[line] - state.blkIndent > 3
        if not indented and any(rule(state, line, end, True) for rule in terminators):
            break
        line += 1
    state.parentType = before
    return line


def _opaque_lines(state: StateBlock, end: int) -> frozenset[int]:
    """The lines of the current paragraph whose beginnings lie in opaque text, labels ignored.

    What is found for a paragraph also holds for the paragraphs that its labels make of it: code,
    formulas and comments are read from left to right, and no label stands inside one.
    """
    start: int = state.env.get(_BEGUN, 0)
    known: tuple[int, int, frozenset[int]] | None = state.env.get(_OPAQUE)
    if known is None or not known[0] <= start < known[1]:
        stop = _paragraph_end(state, start, end, labels=False)
        known = (start, stop, _find_opaque(state, start, stop))
        state.env[_OPAQUE] = known
    return known[2]


def _find_opaque(state: StateBlock, start: int, stop: int) -> frozenset[int]:
    lines = [
        state.src[state.bMarks[i] + state.tShift[i] : state.eMarks[i]] for i in range(start, stop)
    ]
    source = "\n".join(lines)
    if not any(opener in source for opener in _OPENERS):
        return frozenset()
    atoms: list[Atom] = []
    state.md.inline.parse(source, state.md, {ATOMS: atoms}, [])
    inside: set[int] = set()
    for kind, first, last in atoms:
        if kind is not Kind.MARK:
            line = start + source.count("\n", 0, first)
            inside.update(range(line + 1, line + 1 + source.count("\n", first, last)))
    return frozenset(inside)
