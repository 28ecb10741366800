"""Images of decks: found beside the deck, named by what is in them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from urllib.parse import unquote

from recall.diagnostics import Code
from recall.export.codes import BAD_IMAGE, FAR_IMAGE, NO_IMAGE

KINDS = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
    ".webp": "image/webp", ".avif": "image/avif", ".svg": "image/svg+xml",
}  # fmt: skip
"""The kinds of images that are exported, with their media types."""

MOST_BYTES = 10_000_000
"""Size of the largest image that is exported."""

_REMOTE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


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
    place = unquote(re.split(r"[?#]", source)[0])
    if _REMOTE.match(place):
        return Fault(NO_IMAGE, f"the image {source} is not a file of the deck", source)
    if folder is None or not place or "\0" in place:
        return Fault(NO_IMAGE, f"there is no image {place}", source)
    base, path = folder.resolve(), (folder / place).resolve()
    # Resolved first: neither `..` nor a symbolic link may lead out.
    if not path.is_relative_to(base):
        return Fault(FAR_IMAGE, f"the image {place} is outside the folder of the deck", source)
    try:
        if not path.is_file():
            return Fault(NO_IMAGE, f"there is no image {place}", source)
        kind = KINDS.get(path.suffix.lower())
        if kind is None or path.stat().st_size > MOST_BYTES:
            return Fault(BAD_IMAGE, f"{place} is no image of a known kind and size", source)
        content = path.read_bytes()
    except OSError as error:
        return Fault(NO_IMAGE, f"the image {place} cannot be read ({error.strerror})", source)
    return Picture(_name(path, content), kind, content)


def _name(path: Path, content: bytes) -> str:
    """`<stem>-<hash>.<kind>` of plain characters.

    Anki never overwrites a file whose name begins with an underscore, so none does.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40] or "image"
    digest = sha1(content, usedforsecurity=False).hexdigest()[:10]
    return f"{stem}-{digest}{path.suffix.lower()}"
