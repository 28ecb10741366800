"""Full text over the cards: every word of a query somewhere in a card, in any language.

Texts are compared after NFKC and case folding, as substrings, so that Chinese needs no words.
"""

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recall.model.card import Json

if TYPE_CHECKING:
    from recall.app.workspace import Workspace
    from recall.store.card_text import CardText

AROUND = 32
"""Characters that a snippet shows before the word it was found by."""
SNIPPET = 96

_SKIPPED = frozenset({"lang", "context", "cloze", "checks"})
_WEIGHTS = {"title": 8, "terms": 8, "id": 6, "tags": 4, "source": 2, "text": 1}
_EXACT = 8
"""Added where a title or a term is the whole query."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A card that a query found. `snippet` is text around the first word outside the title."""

    id: str
    deck: str
    pillar: str
    type: str
    lang: str
    title: str
    snippet: str
    score: int


@dataclass(frozen=True, slots=True)
class _Field:
    kind: str
    text: str
    lang: str


def fold(text: str) -> str:
    """How texts are compared."""
    # Asking is nine times faster than doing, and most texts need nothing.
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return text.casefold()


@dataclass(frozen=True, slots=True)
class Found:
    """How many cards hold the words, and the best of them."""

    total: int
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """What can be searched: the words of all cards, and the ids of the pillars."""

    cards: "tuple[CardText, ...]"
    pillars: frozenset[str]


def shelf_at_hand(workspace: "Workspace") -> Shelf | None:
    """The shelf from the SQLite file alone, without SQLAlchemy.

    None if that cannot be done: another database, no store yet, or decks that changed since the
    last compile.
    """
    from recall.app.freshness import is_fresh
    from recall.store.quick import Glance, Unanswered, deck_files

    path = workspace.store_path
    files = None if path is None else deck_files(path)
    if path is None or files is None or not is_fresh(workspace.roots, files):
        return None
    glance = Glance(path)
    try:
        return Shelf(glance.texts(), frozenset(pillar.id for pillar in glance.pillars()))
    except Unanswered:
        return None


def search(
    cards: "Sequence[CardText]",
    query: str,
    *,
    pillars: Sequence[str] = (),
    lang: str | None = None,
    limit: int | None = None,
) -> Found:
    """The cards that hold every word of the query, the best first, then in deck order.

    An empty query finds nothing. Titles are shown in `lang` where there is one in it. At most
    `limit` hits are given (None: all).
    """
    words = tuple(dict.fromkeys(fold(query).split()))
    if not words:
        return Found(0, ())
    scored = [
        (_score(card, words), card) for card in cards if not pillars or card.pillar in pillars
    ]
    best = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])
    hits = tuple(_hit(card, words, lang, score=score) for score, card in best[:limit])
    return Found(len(best), hits)


def _score(card: "CardText", words: Sequence[str]) -> int:
    """The sum over the words of the best place each stands in; 0 if one is missing.

    Bodies are long: they are folded only for words that stand nowhere else, and read only where
    they may hold one.
    """
    named = {
        "title": fold(card.title),
        "terms": fold("\n".join(card.read_list(card.terms))),
        "id": card.id,
        "tags": fold("\n".join(card.read_list(card.tags))),
        "source": fold(card.source),
    }
    found = {
        word: max((_WEIGHTS[kind] for kind, text in named.items() if word in text), default=0)
        for word in words
    }
    open_words = [word for word, weight in found.items() if not weight]
    if open_words:
        stored = fold(card.bodies)
        if not all(_in_json(word) in stored for word in open_words):
            return 0
        texts: dict[str, list[str]] = {"title": [], "text": []}
        for field in _body_fields(card):
            texts[field.kind].append(field.text)
        joined = {kind: fold("\n".join(parts)) for kind, parts in texts.items()}
        for word in open_words:
            found[word] = max(
                (_WEIGHTS[k] for k, text in joined.items() if word in text), default=0
            )
        if not all(found.values()):
            return 0
    return sum(found.values()) + (_EXACT if _is_named(card, " ".join(words)) else 0)


def _is_named(card: "CardText", phrase: str) -> bool:
    """True if the title or one of the terms is just that."""
    return phrase in fold(f"{card.title}\n{card.terms}") and any(
        fold(name) == phrase for name in (card.title, *card.read_list(card.terms))
    )


def _in_json(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)[1:-1]


def _hit(card: "CardText", words: Sequence[str], lang: str | None, *, score: int) -> Hit:
    folded = [(field, fold(field.text)) for field in _fields(card)]
    titles = {field.lang: field.text for field, _ in folded if field.kind == "title"}
    shown = lang if lang in titles else card.lang
    title = titles[shown]
    snippet = _snippet(folded, words, fold(title))
    return Hit(card.id, card.deck, card.pillar, card.type, shown, title, snippet, score)


def _fields(card: "CardText") -> Iterator[_Field]:
    yield _Field("title", card.title, card.lang)
    yield _Field("id", card.id, "")
    yield from (_Field("terms", term, "") for term in card.read_list(card.terms))
    yield from (_Field("tags", tag, "") for tag in card.read_list(card.tags))
    yield _Field("source", card.source, "")
    yield from _body_fields(card)


def _body_fields(card: "CardText") -> Iterator[_Field]:
    """The texts of a card's body in every language, and its translated titles."""
    bodies = card.read_bodies()
    if not isinstance(bodies, dict):
        return
    yield from _texts(bodies.get("body"), card.lang)
    translations = bodies.get("translations")
    for lang, words in translations.items() if isinstance(translations, dict) else ():
        if isinstance(words, dict):
            yield _Field("title", str(words.get("title", "")), lang)
            yield from _texts(words.get("body"), lang)


def _texts(data: Json, lang: str) -> Iterator[_Field]:
    """The texts in a stored body, whatever its type."""
    match data:
        case str():
            yield _Field("text", data, lang)
        case [str() as text, [*_], [*_]]:
            # A passage: its text, then the places of its code spans and holes.
            yield _Field("text", text, lang)
        case list():
            for each in data:
                yield from _texts(each, lang)
        case dict():
            # The front of a cloze is its back with a gap.
            skipped = _SKIPPED | {"front"} if data.get("cloze") else _SKIPPED
            for key, value in data.items():
                if key not in skipped:
                    yield from _texts(value, lang)
        case _:
            pass


def _snippet(folded: Sequence[tuple[_Field, str]], words: Sequence[str], title: str) -> str:
    """Text around a word, from a field that says more than the (folded) title."""
    bodies = [pair for pair in folded if pair[0].kind == "text"]
    named = [pair for pair in folded if pair[0].kind in ("terms", "title", "source")]
    for field, text in (*bodies, *named):
        for word in words:
            if word in text and text != title:
                return _around(field.text, word, title)
    return _cut(next((field.text for field, text in bodies if text != title), ""), 0)


def _around(text: str, word: str, title: str) -> str:
    """The paragraph that holds the word, cut around it; not the title, if another does."""
    blocks = [" ".join(block.split()) for block in text.split("\n\n")]
    holding = [block for block in blocks if word in fold(block)]
    best = next((block for block in holding if fold(block) != title), holding[0] if holding else "")
    return _cut(best, max(0, _place(best, word) - AROUND) if len(best) > SNIPPET else 0)


def _place(line: str, word: str) -> int:
    """Where in the line a folded word begins."""
    wanted, seen = fold(line).find(word), 0
    for index, character in enumerate(line):
        if seen >= wanted:
            return index
        seen += len(fold(character))
    return len(line)


def _cut(text: str, begin: int) -> str:
    line = " ".join(text.split())
    lead = "… " if begin else ""
    tail = " …" if len(line) > begin + SNIPPET else ""
    return f"{lead}{line[begin : begin + SNIPPET].strip()}{tail}"
