"""The images of decks: whether each is there, and may be shown."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from recall.deck.codes import W161, W162
from recall.deck.media import Image, NoImage, Trouble, is_active, is_web, locate, other_case
from recall.diagnostics import Diagnostic
from recall.export.codes import BAD_IMAGE, FAR_IMAGE, NO_IMAGE

_CODES = {Trouble.MISSING: NO_IMAGE, Trouble.OUTSIDE: FAR_IMAGE, Trouble.UNFIT: BAD_IMAGE}


def check_images(images: Iterable[Image], folders: Mapping[str, Path]) -> tuple[Diagnostic, ...]:
    """What is wrong with images; `folders` gives the folder of each deck file by its shown path.

    Every time anew, since an image can change while no deck does.
    """
    found = []
    for image in images:
        folder = folders.get(image.span.path)
        problem = None if folder is None or is_web(image.source) else _check(image, folder)
        if problem is not None:
            found.append(problem)
    return tuple(found)


def _check(image: Image, folder: Path) -> Diagnostic | None:
    located = locate(folder, image.source)
    missing = isinstance(located, NoImage) and located.trouble is Trouble.MISSING
    if missing or isinstance(located, Path):
        real = other_case(folder, image.source)
        if real is not None:
            return W161.at(image.span, f"{image.source} is written {real} on the disk")
    if isinstance(located, NoImage):
        return _CODES[located.trouble].at(image.span, located.message)
    if located.suffix.lower() == ".svg" and is_active(located):
        message = f"{image.source} holds a script, foreign content or a reference"
        return W162.at(image.span, message)
    return None
