"""Where a typed text differs from what was expected, character by character."""

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

LEAST = 0.6
"""Below this similarity a comparison shows noise, and there is none."""

_SYNTAX = re.compile(r"([\\`*_\[\]<>$=~|{}#!&])")

Letter = tuple[str, str, str]
"""A character, how it is compared, and what follows it that is not compared."""


def compared(
    typed: str, accepted: Sequence[str], *, fold: Callable[[str], str]
) -> tuple[str, str] | None:
    """The typed and the nearest accepted text as Markdown, what differs between `==` marks.

    Characters are compared as `fold` gives them; those it drops count for nothing. None where no
    accepted text is near.
    """
    yours = _letters(typed, fold)
    found = [(SequenceMatcher(None, _keys(yours), _keys(form), autojunk=False), form)
             for form in (_letters(text, fold) for text in accepted)]  # fmt: skip
    match, nearest = max(found, key=lambda pair: pair[0].ratio())
    if match.ratio() < LEAST:
        return None
    left, right = "", ""
    for tag, i, j, k, m in match.get_opcodes():
        left += _written(yours[i:j], marked=tag != "equal")
        right += _written(nearest[k:m], marked=tag != "equal")
    return left, right


def _letters(text: str, fold: Callable[[str], str]) -> list[Letter]:
    letters: list[Letter] = []
    for character in text.strip():
        key = fold(character)
        if key or not letters:
            letters.append((character, key, ""))
        else:
            before = letters[-1]
            letters[-1] = (before[0], before[1], before[2] + character)
    return letters


def _keys(letters: list[Letter]) -> list[str]:
    return [key for _, key, _ in letters]


def _written(letters: list[Letter], *, marked: bool) -> str:
    if not letters:
        return ""
    if not marked:
        return _plain("".join(character + after for character, _, after in letters))
    *inner, (last, _, after) = letters
    text = "".join(character + between for character, _, between in inner) + last
    return f"=={_plain(text)}=={_plain(after)}"


def _plain(text: str) -> str:
    return _SYNTAX.sub(r"\\\1", text)
