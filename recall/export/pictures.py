"""Images of decks: found beside the deck, named by what is in them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from recall.deck.media import KINDS, NoImage, Trouble, locate
from recall.diagnostics import Code
from recall.export.codes import BAD_IMAGE, FAR_IMAGE, NO_IMAGE

_CODES = {Trouble.MISSING: NO_IMAGE, Trouble.OUTSIDE: FAR_IMAGE, Trouble.UNFIT: BAD_IMAGE}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a piece of a card. `needle` is how it is written in the deck."""

    code: Code
    message: str
    needle: str


@dataclass(frozen=True, slots=True)
class Picture:
    """An image. `name` depends on the content, so a new version never hides behind an old name."""

    name: str
    media_type: str
    content: bytes


Find = Callable[[str], Picture | Fault]
"""Finds an image by its source as the deck writes it."""


def gallery(folder: Path | None) -> Find:
    """The images in the folder of a deck and below it; None: there are none to be had."""
    found: dict[str, Picture | Fault] = {}

    def find(source: str) -> Picture | Fault:
        if source not in found:
            found[source] = _look(folder, source)
        return found[source]

    return find


def _look(folder: Path | None, source: str) -> Picture | Fault:
    found = locate(folder, source)
    if isinstance(found, NoImage):
        return Fault(_CODES[found.trouble], found.message, source)
    try:
        content = found.read_bytes()
    except OSError as error:
        return Fault(NO_IMAGE, f"the image {source} cannot be read ({error.strerror})", source)
    return Picture(_name(found, content), KINDS[found.suffix.lower()], content)


def _name(path: Path, content: bytes) -> str:
    """`<stem>-<hash>.<kind>` of plain characters.

    Anki never overwrites a file whose name begins with an underscore, so none does.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40] or "image"
    digest = sha1(content, usedforsecurity=False).hexdigest()[:10]
    return f"{stem}-{digest}{path.suffix.lower()}"
