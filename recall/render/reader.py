"""From MathML to the tree of a formula.

Colours, sizes and other looks are dropped. An element that is not known shows what it holds.
"""

from functools import lru_cache
from xml.etree.ElementTree import Element

from recall.render.formula import (
    Accent,
    Atom,
    Brace,
    Fence,
    Fraction,
    Frame,
    Grid,
    Hidden,
    Limits,
    Node,
    Root,
    Row,
    Script,
    Space,
    items_of,
)
from recall.render.mathml import MathError, to_mathml
from recall.render.symbols import ACCENTS, BARS, FENCES, Kind, kind_of, visible


@lru_cache(maxsize=512)
def parse(tex: str, *, display: bool) -> Node | MathError:
    """The tree of a formula, or why there is none. Never raises."""
    element = to_mathml(tex, display=display)
    return element if isinstance(element, MathError) else _row(list(element))


def _row(elements: list[Element]) -> Node:
    items: list[Node] = []
    for element in elements:
        items += items_of(_node(element))
    items = _pair_fences(_join_dots(items))
    return items[0] if len(items) == 1 else Row(tuple(items))


def _node(element: Element) -> Node:
    children = list(element)
    match element.tag:
        case "mi" | "mn" | "ms":
            return _identifier(visible("".join(element.itertext())))
        case "mtext":
            text = visible("".join(element.itertext()))
            return Space(1) if text.isspace() else Atom(text, Kind.TEXT)
        case "mo":
            return _operator(element)
        case "mspace":
            return _space(element)
        case "mtable":
            return _grid(children)
        case "mphantom":
            return Hidden(_row(children))
        case "menclose":
            return _enclosed(element, children)
        case _:
            return _structure(element, [child for child in children if child.tag != "annotation"])


def _structure(element: Element, children: list[Element]) -> Node:
    match element.tag, len(children):
        case "mfrac", 2:
            line = element.get("linethickness") not in {"0", "0em", "0px"}
            return Fraction(_node(children[0]), _node(children[1]), line)
        case "msqrt", _:
            return Root(_row(children))
        case "mroot", 2:
            return Root(_node(children[0]), _node(children[1]))
        case "msub", 2:
            return Script(_node(children[0]), sub=_node(children[1]))
        case "msup", 2:
            return Script(_node(children[0]), sup=_node(children[1]))
        case "msubsup", 3:
            return Script(*(_node(child) for child in children))
        case (("munder" | "mover"), 2):
            return _stacked(element, *(_node(child) for child in children))
        case "munderover", 3:
            return Limits(*(_node(child) for child in children))
        case _:
            return _fenced(children)


def _identifier(text: str) -> Node:
    letters = sum(character.isalpha() for character in text)
    return Atom(text, Kind.WORD if letters > 1 else Kind.ORDINARY)


def _operator(element: Element) -> Node:
    text = visible("".join(element.itertext()))
    kind = Kind.WORD if len(text) > 1 and text.isalpha() else kind_of(text)
    if text in BARS:
        form = element.get("form")
        kind = {"prefix": Kind.OPEN, "postfix": Kind.CLOSE}.get(form or "", Kind.ORDINARY)
        if element.get("stretchy") == "true":
            kind = Kind.MIDDLE
    if kind is Kind.PUNCTUATION and element.get("rspace") == "0":
        kind = Kind.ORDINARY
    return Atom(text, kind, element.get("minsize") is not None)


def _space(element: Element) -> Node:
    width = element.get("width", "")
    try:
        size = float(width.removesuffix("em")) if width.endswith("em") else 0.0
    except ValueError:
        size = 0.0
    if size < 0.15:
        return Row()
    return Space(1 if size < 0.6 else min(round(3 * size), 12))


def _stacked(element: Element, base: Node, mark: Node) -> Node:
    if isinstance(mark, Space):
        # The converter lengthens an arrow with empty room above its label.
        return Row(tuple(item for item in items_of(base) if not isinstance(item, Space)))
    under = element.tag == "munder"
    symbol = mark.text if isinstance(mark, Atom) else ""
    accented = element.get("accent") == "true" or element.get("accentunder") == "true"
    if accented and under and symbol == "\u0332":
        return Accent(base, "\u0332")
    if accented and not under and symbol in ACCENTS and not (symbol == "→" and _long(base)):
        return Accent(base, ACCENTS[symbol])
    if accented and symbol:
        return Brace(base, symbol, under)
    return Limits(base, under=mark) if under else Limits(base, over=mark)


def _long(node: Node) -> bool:
    return len(items_of(node)) > 1


def _enclosed(element: Element, children: list[Element]) -> Node:
    body = _row([child for child in children if len(child) or child.text])
    return Accent(body, "\u0336") if "strike" in element.get("notation", "") else Frame(body)


def _grid(lines: list[Element]) -> Node:
    rows = [[cell for cell in line if cell.tag == "mtd"] for line in lines]
    styles = [cell.get("style", "") for cell in max(rows, key=len, default=[])]
    # Numbered equations: an empty cell as wide as half the page stands first.
    first = 1 if styles and styles[0] == "width: 50%" else 0
    cells = tuple(tuple(_row(list(cell)) for cell in row[first:]) for row in rows)
    aligns = "".join(_align(style) for style in styles[first:])
    glued = (i for i, style in enumerate(styles[first:]) if "padding-left: 0" in style)
    return Grid(cells, aligns, frozenset(glued), numbered=first == 1)


def _align(style: str) -> str:
    if "text-align: left" in style:
        return "l"
    return "r" if "text-align: right" in style else "c"


def _fenced(children: list[Element]) -> Node:
    if len(children) < 2 or not (_stretches(children[0]) and _stretches(children[-1])):
        return _row(children)
    left, right = (visible(child.text or "") for child in (children[0], children[-1]))
    return Fence(left, _row(children[1:-1]), right)


def _stretches(element: Element) -> bool:
    text = element.text or ""
    fence = text == "\N{INVISIBLE SEPARATOR}" or text in FENCES
    return element.tag == "mo" and fence and element.get("stretchy") != "false"


def _join_dots(items: list[Node]) -> list[Node]:
    """Three full stops in a row are an ellipsis."""
    joined: list[Node] = []
    for item in items:
        joined.append(item)
        if joined[-3:] == [Atom(".")] * 3:
            joined[-3:] = [Atom("…")]
    return joined


def _pair_fences(items: list[Node]) -> list[Node]:
    """Fences that were enlarged by hand (`\\big`) grow with their content instead."""
    out: list[Node] = []
    opened: list[int] = []
    for item in items:
        if isinstance(item, Atom) and item.big and item.kind is Kind.CLOSE and opened:
            start = opened.pop()
            left = out[start]
            body = Row(tuple(out[start + 1 :]))
            out[start:] = [Fence(left.text if isinstance(left, Atom) else "", body, item.text)]
            continue
        if isinstance(item, Atom) and item.big and item.kind is Kind.OPEN:
            opened.append(len(out))
        out.append(item)
    return out
