"""What Anki recognises things by: GUIDs of notes, ids and names of decks, tags."""

import re
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256

from recall.export.anki.kinds import Kind

RETIRED_TAG = "recall::retired"
"""What notes carry that the decks no longer hold: Anki never deletes a note by itself."""

DRAFT_TAG = "draft"
"""A tag of decks: the cards of such a note are suspended in the package."""

DIRECTIONS = ("forward", "backward")
"""The facets of two cards that swap sides, in the order of the templates."""

_ROOT = "Recall"

RETIRED_DECK = f"{_ROOT}::Retired"
"""Where retired notes would be put that Anki does not know yet; known ones stay where they are."""


def guid(kind: Kind, name: str) -> str:
    """The GUID of a note: it depends on the id in the deck and the kind, never on the content."""
    digest = sha256("\x1f".join(("recall", kind, name)).encode()).digest()
    return urlsafe_b64encode(digest[:12]).decode()


def cloze_number(facet: str) -> int:
    """Which cloze of its note a facet is, from 1 (Anki's ordinal is one less); 0 for others."""
    return int(facet[1:]) if re.fullmatch(r"c[1-9]\d*", facet) else 0


def deck_name(pillar: str, deck: str) -> str:
    """`Recall::<pillar>::<deck>` with titles as Anki can hold them."""
    return "::".join((_ROOT, _component(pillar), _component(deck)))


def _component(title: str) -> str:
    clean = "".join(c for c in title if unicodedata.category(c) != "Cc" or c.isspace())
    clean = re.sub(r":{2,}", ":", clean.replace('"', "”"))
    return " ".join(clean.split()).strip(":") or "–"


def deck_id(name: str, taken: Iterable[int]) -> int:
    """An id from 2³⁰ to 2³¹ − 1 that no other deck of the package has.

    Anki matches decks by name and gives them ids of its own.
    """
    used = set(taken)
    number = int.from_bytes(sha256(name.encode()).digest()[:8], "big")
    while (candidate := (1 << 30) + number % (1 << 30)) in used:
        number += 1
    return candidate


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as Anki can hold them: no white space, no empty parts, each once whatever its case."""
    found: dict[str, str] = {}
    for tag in tags:
        visible = "".join(c for c in tag if unicodedata.category(c) != "Cc" or c.isspace())
        words = "-".join(unicodedata.normalize("NFC", visible).split())
        clean = "::".join(part for part in re.split(r":{2,}", words) if part)
        if clean:
            found.setdefault(clean.casefold(), clean)
    return tuple(found[key] for key in sorted(found))
