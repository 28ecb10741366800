"""Images that decks show: where they are written, and which file each one is.

A deck may come from a stranger. An image is a file in the folder of its deck or below it, never
one outside, whatever `..`, links and absolute paths say; `http` and `https` addresses are left
alone and never fetched.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from urllib.parse import unquote

from recall.deck.markdown import regions, tokens
from recall.deck.region import Kind
from recall.source import SourceFile, Span

KINDS = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
    ".webp": "image/webp", ".avif": "image/avif", ".svg": "image/svg+xml",
}  # fmt: skip
"""The kinds of images that are shown, with their media types."""
MOST_BYTES = 10_000_000
"""Size of the largest image that is shown."""

_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:.*$", re.MULTILINE)
_REMOTE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_WEB = re.compile(r"https?://", re.IGNORECASE)
_ACTIVE = re.compile(
    rb"""<\s*(?:\w+:)?(?:script|foreignObject|iframe|embed|object|handler)\b
    |\son\w+\s*=
    |(?:href|src)\s*=\s*["']?\s*(?!\#|data:image/(?:png|jpe?g|gif|webp))[^\s"'>]
    |url\(\s*["']?\s*(?!\#|["'])[a-z/]
    |<!ENTITY|<\?xml-stylesheet|@import""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Image:
    """An image as a deck writes it."""

    source: str
    span: Span


class Trouble(Enum):
    """Why a source names no image that can be shown."""

    MISSING = "missing"
    OUTSIDE = "outside"
    UNFIT = "unfit"


@dataclass(frozen=True, slots=True)
class NoImage:
    """A source that cannot be shown, and why."""

    trouble: Trouble
    message: str


def images_in(source: SourceFile) -> tuple[Image, ...]:
    """The images of a deck file outside of code, formulas and comments."""
    if "![" not in source.text:
        return ()
    found = []
    definitions = "\n".join(_DEFINITION.findall(source.text))
    for region in regions(source.text):
        if region.kind is Kind.LINK and source.text.startswith("![", region.start):
            # `![text][name]` has its address in a line of its own elsewhere in the file.
            name = _source(f"{region.inner}\n\n{definitions}")
            if name:
                found.append(Image(name, source.span(region.start, region.end)))
    return tuple(found)


def _source(markdown: str) -> str:
    for block in tokens(markdown):
        for token in block.children or ():
            if token.type == "image":
                return str(token.attrs.get("src", ""))
    return ""


def is_web(source: str) -> bool:
    """True for an address that a browser would fetch; this program never does."""
    return _WEB.match(source) is not None


def locate(folder: Path | None, source: str) -> Path | NoImage:
    """The file of an image in the folder of a deck, or why there is none. Reads no content."""
    place = unquote(re.split(r"[?#]", source)[0])
    if _REMOTE.match(place):
        return NoImage(Trouble.MISSING, f"the image {source} is not a file of the deck")
    if folder is None or not place or "\0" in place:
        return NoImage(Trouble.MISSING, f"there is no image {place}")
    try:
        base, path = folder.resolve(), (folder / place).resolve()
        # Resolved first: neither `..` nor a symbolic link may lead out.
        if not path.is_relative_to(base):
            return NoImage(Trouble.OUTSIDE, f"the image {place} is outside the folder of the deck")
        if not path.is_file():
            return NoImage(Trouble.MISSING, f"there is no image {place}")
        if path.suffix.lower() not in KINDS or path.stat().st_size > MOST_BYTES:
            return NoImage(Trouble.UNFIT, f"{place} is no image of a known kind and size")
    except (OSError, RuntimeError, ValueError):
        return NoImage(Trouble.MISSING, f"the image {place} cannot be read")
    return path


def other_case(folder: Path, source: str) -> str | None:
    """The name that a file really has, if it differs from the source in case only.

    Some disks find such a file, others do not; so the names in the folders are compared.
    """
    at, real = folder, []
    for part in unquote(re.split(r"[?#]", source)[0]).split("/"):
        if part in ("", ".", ".."):
            real.append(part)
            at = at / part
            continue
        try:
            names = [entry.name for entry in at.iterdir()]
        except OSError:
            return None
        match = next((name for name in names if _nfc(name) == _nfc(part)), None)
        folded = _nfc(part).casefold()
        match = match or next((name for name in names if _nfc(name).casefold() == folded), None)
        if match is None:
            return None
        real.append(_nfc(match) if _nfc(match) != _nfc(part) else part)
        at = at / match
    name = "/".join(real)
    return name if name != unquote(re.split(r"[?#]", source)[0]) else None


def is_active(svg: Path) -> bool:
    """True if an SVG file holds scripts, foreign content, or references to other files."""
    try:
        return _ACTIVE.search(svg.read_bytes()) is not None
    except OSError:
        return False


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)
