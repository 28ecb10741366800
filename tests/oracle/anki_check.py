"""Anki itself as the oracle of a package: what the real backend makes of it.

A `Profile` is a fresh collection without a window. It imports packages as a learner would, answers
cards through Anki's scheduler, and names what would look wrong on a card.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

from anki.collection import (  # not from anki.cards: that module must not be imported first
    Card,
    Collection,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
    ImportCsvRequest,
)

__all__ = [
    "ExportAnkiPackageOptions",
    "ImportCsvRequest",
    "Imported",
    "Profile",
    "Progress",
    "profile",
    "side_problems",
]

_SCHEDULE = "c.type, queue, due, ivl, factor, reps, lapses, left, c.data"
_MATH = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", re.DOTALL)
_OPAQUE = re.compile(r"<(script|style|code|pre)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL)
_VOID = frozenset({"br", "hr", "img", "input"})
_LEFT_OVER = {
    "bold": r"(?<![*\w])\*\*[^\s*][^*\n]*\*\*",
    "code": r"`[^`\n]+`",
    "heading": r"(?m)^#{1,6} ",
    "link": r"\[[^\]\n]+\]\([^)]*\)",
    "math": r"\$\$|(?<![\\$\w])\$(?=[^\s$\d])[^$\n]{1,80}[^\s$\\]\$(?![\d$])",
    "table": r"(?m)^\s*\|?\s*:?-{3,}:?\s*\|",
    "entity": r"&(?:lt|gt|amp|quot|nbsp|#\d+);",
}
"""Markdown that was not rendered, in what a learner reads."""


@dataclass(frozen=True)
class Imported:
    """What an import did to the notes of a package."""

    new: int
    updated: int
    unchanged: int
    conflicting: int


@dataclass(frozen=True)
class Progress:
    """What Anki knows of a card: its schedule, and how often it was answered."""

    schedule: tuple[object, ...]
    answers: int


class Profile:
    """A learner's collection."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection

    def take(self, package: Path, *, progress: bool = False) -> Imported:
        """Import a package with the options of a fresh installation.

        With `progress` also with “Import any learning progress” and the presets.
        """
        options = ImportAnkiPackageOptions(
            with_scheduling=progress, with_deck_configs=progress, merge_notetypes=False
        )
        request = ImportAnkiPackageRequest(package_path=str(package), options=options)
        log = self.collection.import_anki_package(request).log
        return Imported(len(log.new), len(log.updated), len(log.duplicate), len(log.conflicting))

    def answer(self, count: int) -> None:
        """Answer the next cards, with ratings that differ."""
        scheduler = self.collection.sched
        for done in range(count):
            queued = scheduler.get_queued_cards().cards[0]
            card = Card(self.collection, backend_card=queued.card)
            card.start_timer()
            rating = (2, 3, 0, 1)[done % 4]
            answer = scheduler.build_answer(card=card, states=queued.states, rating=rating)
            scheduler.answer_card(answer)

    def open_deck(self, name: str) -> None:
        """Make a deck, and its subdecks, the one that is studied."""
        self.collection.decks.select(self.collection.decks.id_for_name(name))

    def progress(self) -> dict[tuple[str, int], Progress]:
        """The progress of every card, by the GUID of its note and its ordinal."""
        rows = self.collection.db.all(
            f"select n.guid, c.ord, (select count() from revlog r where r.cid = c.id), {_SCHEDULE} "
            "from cards c join notes n on n.id = c.nid"
        )
        return {(row[0], row[1]): Progress(tuple(row[3:]), row[2]) for row in rows}

    def sides(self) -> list[tuple[str, str]]:
        """Both sides of every card as Anki renders them, in the order of their positions."""
        ids = self.collection.db.list("select id from cards order by due, id")
        cards = [self.collection.get_card(number) for number in ids]
        return [(card.question(), card.answer()) for card in cards]

    def field_texts(self) -> str:
        """All fields of all notes."""
        return "\n".join(self.collection.db.list("select flds from notes"))

    def note_types(self) -> list[str]:
        """The names of the note types that have notes."""
        used = set(self.collection.db.list("select distinct mid from notes"))
        return sorted(m.name for m in self.collection.models.all_names_and_ids() if m.id in used)

    def decks(self) -> dict[str, int]:
        """How many cards each deck holds itself, without its subdecks."""
        query = "select count() from cards where did = ?"
        named = self.collection.decks.all_names_and_ids(skip_empty_default=True)
        return {deck.name: self.collection.db.scalar(query, deck.id) for deck in named}

    def problems(self) -> list[str]:
        """Everything that is wrong with the collection or would look wrong on a card."""
        found = [f"{len(note.card_ids)} empty" for note in self.collection.get_empty_cards().notes]
        for question, answer in self.sides():
            found += [f"front: {problem}" for problem in side_problems(question)]
            found += [f"back: {problem}" for problem in side_problems(answer)]
        before = self.collection.card_count()
        _, fine = self.collection.fix_integrity()
        found += [] if fine else ["the database needed repair"]
        made = self.collection.card_count() - before
        return found + ([f"{made} cards were missing from the package"] if made else [])


@contextmanager
def profile(folder: Path) -> Iterator[Profile]:
    """A fresh collection in a folder, with FSRS on."""
    collection = Collection(str(folder / "collection.anki2"))
    collection.set_config("fsrs", True)
    try:
        yield Profile(collection)
    finally:
        collection.close()


class _Nesting(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.crossed: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID and (not self.open or self.open.pop() != tag):
            self.crossed.append(tag)


def side_problems(html: str) -> list[str]:
    """What would look wrong on one side of a card."""
    html = re.sub(r"(?s)<style>.*?</style>", "", html)
    visible = _OPAQUE.sub(" ", html)
    bare = _MATH.sub(" ", visible)
    found = ["braces of a template"] if re.search(r"\{\{|\}\}", bare) else []
    found += ["math without its partner"] if re.search(r"\\[()\[\]]", bare) else []
    found += ["a blank card"] if re.search(r"card is blank|No cloze \d+ found", bare) else []
    for math in _MATH.finditer(visible):
        found += math_problems(math[1] or math[2] or "")
    text = unescape(re.sub(r"<[^>]+>", "\n", bare))
    found += ["nothing to see"] if not re.sub(r"<[^>]+>", "", html).strip() else []
    found += [f"raw {name}" for name, shape in _LEFT_OVER.items() if re.search(shape, text)]
    nesting = _Nesting()
    nesting.feed(_MATH.sub("", html))
    unclosed = nesting.crossed + nesting.open
    return found + ([f"tags that do not nest: {unclosed}"] if unclosed else [])


def math_problems(body: str) -> list[str]:
    """What would keep MathJax from typesetting a formula."""
    tex = unescape(body)
    depth, lowest = 0, 0
    for brace in re.findall(r"(?s)\\.|[{}]", tex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        lowest = min(lowest, depth)
    found = ["braces of math"] if depth or lowest else []
    found += ["a tag in math"] if re.search(r"<", body) else []
    found += ["an entity in math"] if re.search(r"&(?:lt|gt|amp|quot|#\d+);", tex) else []
    return found + (["a delimiter in math"] if re.search(r"\\[(\[]", tex) else [])
