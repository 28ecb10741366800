"""What can stand beside a slash, or carry an exponent, without parentheses."""

import re
import unicodedata

from recall.render.formula import Accent, Atom, Fence, Node, Root, Script, items_of

_BARE = frozenset("_^√∂∇∞ℓℏ%!′″‴*.")
_CALLED = frozenset("PpQqFfgπ")


def is_product(text: str) -> bool:
    """True if the text, read after or before a slash, cannot come apart."""
    depth = 0
    for character in text:
        depth -= character in ")]}"
        plain = character.isalnum() or character in _BARE or unicodedata.combining(character)
        if depth == 0 and not plain and character not in "([{)]}":
            return False
        depth += character in "([{"
    return bool(text) and depth == 0


def is_factor(node: Node) -> bool:
    """True if the node is one thing: a symbol, with or without scripts, a root, a fenced whole."""
    items = items_of(node)
    if len(items) == 2 and items[0] in {Atom("d"), Atom("∂")}:
        return is_factor(items[1])
    if len(items) != 1:
        return False
    match items[0]:
        case Script(base):
            return is_factor(base)
        case Atom() | Accent() | Root():
            return True
        case Fence(left, _, right):
            return bool(left and right)
        case _:
            return False


def is_call(text: str) -> bool:
    """True for `p(…)`: a name that is never a factor, and one pair of parentheses."""
    name, bracket, rest = text.partition("(")
    if not bracket or not rest.endswith(")") or not is_product(text):
        return False
    word = re.match(r"\w*", name)
    named = name[:1] in _CALLED or (word is not None and len(word.group()) > 2)
    depth = 1
    for position, character in enumerate(rest):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return named and position == len(rest) - 1
    return False


def grouped(node: Node, text: str) -> str:
    """The text of a node, in parentheses unless it is one factor."""
    return text if is_factor(node) or not text else f"({text})"
