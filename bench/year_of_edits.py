"""A scripted year of edits to decks without ids: does every note keep its journal?

    python -m bench.year_of_edits [seed]

Decks are written, compiled and reviewed through the real store; then, for a year, they are edited
as people edit: typos, new answers, renamed headings, files and folders, notes moved, shuffled,
split, taken out and put back, a week reverted, clozes added in front, a translation, a copy of a
deck. After every compile each note that is still there must have the id, and each cloze mark the
card that it had when it was first reviewed. Prints kept and lost per month; exits 1 if any is lost.
"""

import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.make_decks import WORDS, sentence
from recall.app.compiling import compile_decks
from recall.app.workspace import Workspace, find_workspace
from recall.cardtypes.cloze import hidden_text
from recall.model.card import Card
from recall.model.ids import CardId, EntryId, NoteId
from recall.model.journal import Entry, Review
from recall.model.memory import NEW
from recall.model.rating import Rating

MONTHS, COMPILES, EDITS = 12, 12, 3
DAY_MS = 86_400_000
SEEN = replace(NEW, reps=1)


@dataclass(slots=True)
class Note:
    """A note as its author thinks of it: `soul` stays the same whatever happens to the words."""

    soul: int
    heading: str
    body: list[str]
    marks: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The note as Markdown, without an id."""
        marked = " ".join(f"The =={mark}== matters." for mark in self.marks)
        return f"## {self.heading}\n\n{' '.join([*([marked] if marked else []), *self.body])}\n"


Decks = dict[str, list[Note]]


@dataclass(slots=True)
class Tally:
    """How many times a note or mark kept its history at a compile, and which lost it."""

    kept: int = 0
    lost: list[str] = field(default_factory=list)


class Author:
    """Edits decks, with dice."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.souls = 0
        self.decks: Decks = {}
        self.before: Decks = {}
        self.aside: list[tuple[str, Note]] = []
        self.extra: dict[str, str] = {}
        for name in ("a/one", "a/two", "b/three", "c/four"):
            self.decks[name] = [self.note() for _ in range(8)]

    def note(self) -> Note:
        """A new note; every third has cloze marks."""
        self.souls += 1
        heading = f"Why does the {self.dice.choice(WORDS)} {self.dice.choice(WORDS)} {self.souls}?"
        body = [sentence(self.dice, 10) for _ in range(self.dice.randint(1, 4))]
        marks = [f"{self.dice.choice(WORDS)} {self.souls} {i}" for i in range(2)]
        return Note(self.souls, heading, body, marks if self.souls % 3 == 0 else [])

    def edit(self) -> str:
        """Make one edit; its name."""
        edits: list[Callable[[], None]] = [
            self.typo, self.typo, self.typo, self.heading_typo, self.rename_heading, self.add_text,
            self.drop_text, self.move, self.move, self.rename_file, self.rename_folder,
            self.shuffle, self.split, self.take_out, self.put_back, self.cloze_in_front,
            self.translate, self.add, self.tag,
        ]  # fmt: skip
        made = self.dice.choice(edits)
        made()
        return made.__name__

    def revert(self) -> None:
        """Take the edits since the last compile but one back."""
        self.decks = deepcopy(self.before)
        there = {note.soul for notes in self.decks.values() for note in notes}
        self.aside = [(deck, note) for deck, note in self.aside if note.soul not in there]

    def _deck(self) -> str:
        return self.dice.choice([name for name, notes in self.decks.items() if notes])

    def _one(self) -> Note:
        return self.dice.choice(self.decks[self._deck()])

    def typo(self) -> None:
        note = self._one()
        at = self.dice.randrange(len(note.body))
        note.body[at] = self._slip(note.body[at])

    def heading_typo(self) -> None:
        note = self._one()
        note.heading = self._slip(note.heading)

    def _slip(self, text: str) -> str:
        at = self.dice.randrange(1, max(2, len(text) - 1))
        return text[:at] + self.dice.choice("aeiou ") + text[at + self.dice.randint(0, 1) :]

    def rename_heading(self) -> None:
        note = self._one()
        note.heading = f"{note.heading.rstrip('?')} in practice?"

    def add_text(self) -> None:
        self._one().body.append(sentence(self.dice, 6))

    def drop_text(self) -> None:
        note = self._one()
        if len(note.body) > 2:
            note.body.pop()

    def tag(self) -> None:
        note = self._one()
        if "**Tags:**" not in note.body[-1]:
            note.body[-1] += f"\n\n**Tags:** t{note.soul}"

    def move(self) -> None:
        source, target = self._deck(), self._deck()
        notes = self.decks[source]
        note = notes.pop(self.dice.randrange(len(notes)))
        self.decks[target].insert(0, note)

    def rename_file(self) -> None:
        old = self._deck()
        self.decks[f"{old.split('/')[0]}/d{self.dice.randrange(10**6)}"] = self.decks.pop(old)

    def rename_folder(self) -> None:
        old, new = self._deck().split("/")[0], f"p{self.dice.randrange(10**6)}"
        for name in [name for name in self.decks if name.startswith(f"{old}/")]:
            self.decks[f"{new}/{name.split('/')[1]}"] = self.decks.pop(name)

    def shuffle(self) -> None:
        self.dice.shuffle(self.decks[self._deck()])

    def split(self) -> None:
        deck = self._deck()
        note = self.dice.choice(self.decks[deck])
        if len(note.body) > 2 and "**" not in note.body[-1]:
            new = self.note()
            new.marks, new.body = [], [note.body.pop()]
            self.decks[deck].insert(self.decks[deck].index(note) + 1, new)

    def take_out(self) -> None:
        deck = self._deck()
        if len(self.decks[deck]) > 5:
            note = self.decks[deck].pop(self.dice.randrange(len(self.decks[deck])))
            self.aside.append((deck, note))

    def put_back(self) -> None:
        if self.aside:
            _, note = self.aside.pop(0)
            self.decks[self._deck()].append(note)

    def cloze_in_front(self) -> None:
        note = self._one()
        if note.marks:
            note.marks.insert(0, f"{self.dice.choice(WORDS)} {note.soul} {len(note.marks)}")

    def translate(self) -> None:
        self.extra[f"{self._deck()}.zh"] = "## 为什么？\n\n因为。\n"

    def add(self) -> None:
        self.decks[self._deck()].append(self.note())

    def copy_deck(self) -> None:
        deck = self._deck()
        self.extra[f"{deck.split('/')[0]}/0-copy"] = _deck_text(self.decks[deck])


def _deck_text(notes: list[Note]) -> str:
    return "\n".join(note.text() for note in notes)


class Year:
    """The decks, the store, and what each note and mark was first known as."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.author = Author(seed)
        self.notes: dict[int, NoteId] = {}
        self.marks: dict[tuple[int, str], CardId] = {}
        self.day = 20_000
        self.workspace: Workspace = self._workspace()

    def _workspace(self) -> Workspace:
        (self.folder / "decks").mkdir(parents=True, exist_ok=True)
        environment = {"RECALL_NOW": "2026-03-01T10:00:00Z", "RECALL_ZONE": "UTC"}
        return find_workspace(cwd=self.folder, environment=environment, folder=str(self.folder))

    def write(self) -> dict[tuple[str, int], Note]:
        """Write the decks anew; the note that begins at each (path, line)."""
        root = self.folder / "decks"
        shutil.rmtree(root, ignore_errors=True)
        places: dict[tuple[str, int], Note] = {}
        for name, notes in self.author.decks.items():
            line = 1
            for note in notes:
                places[f"decks/{name}.md", line] = note
                line += note.text().count("\n") + 1
            self._put(f"{name}.md", _deck_text(notes))
        for name, text in self.author.extra.items():
            self._put(f"{name}.md", text)
        return places

    def _put(self, name: str, text: str) -> None:
        path = self.folder / "decks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def compile(self, tally: Tally, why: str) -> None:
        """Write, compile, compare with what was known, and review what is new."""
        places = self.write()
        store = self.workspace.open_store()
        try:
            compile_decks(self.workspace, store, confirmed=True)
            with store.begin() as tx:
                tx.ensure_learner(self.workspace.learner, now=0)
                cards = tx.collection().cards
                mine = {path for path, _ in places}
                reviewed = {entry.card for entry in tx.entries(self.workspace.learner)}
                for card in cards:
                    note = places.get((card.span.path, card.span.line))
                    if note is not None:
                        self._compare(note, card, reviewed, tally, why)
                new = [
                    card.id for card in cards if card.id not in reviewed and card.span.path in mine
                ]
                tx.append([self._review(card) for card in new])
                tx.put_states(self.workspace.learner, dict.fromkeys(new, SEEN))
        finally:
            store.close()
        self.author.extra.clear()

    def _compare(
        self, note: Note, card: Card, reviewed: set[CardId], tally: Tally, why: str
    ) -> None:
        known = self.notes.setdefault(note.soul, card.note)
        mark = hidden_text(card.body, card.facet)
        expected = self.marks.get((note.soul, mark)) if mark else None
        if known != card.note:
            tally.lost.append(f"note {known} became {card.note} ({why})")
            self.notes[note.soul] = card.note
        elif mark and expected is None:
            self.marks[note.soul, mark] = card.id
        elif mark and expected != card.id:
            tally.lost.append(f"mark {mark} of {expected} became {card.id} ({why})")
            self.marks[note.soul, mark] = card.id
        elif card.id in reviewed:
            tally.kept += 1

    def _review(self, card: CardId) -> Entry:
        self.day += 1
        at = self.day * DAY_MS
        learner = self.workspace.learner
        review = Review(Rating.GOOD, 1000)
        return Entry(EntryId(f"{self.day:032x}"), learner, card, at, 0, self.day, review)

    def month(self, *, compiles: int = COMPILES) -> Tally:
        """Edits and compiles of a month; one of them takes the last edits back."""
        tally = Tally()
        for step in range(compiles):
            if step == compiles // 2:
                self.author.revert()
                made = ["revert"]
            elif step == compiles // 3:
                # Nothing but the copy: of two equal texts that are both new, either may be the old.
                self.author.copy_deck()
                self.compile(tally, "a copy of a deck")
                made = ["the copy is gone"]
            else:
                self.author.before = deepcopy(self.author.decks)
                made = [self.author.edit() for _ in range(EDITS)]
            self.compile(tally, ", ".join(made))
        return tally


def main() -> int:
    """Run the year; 1 if a history was lost."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    lost = kept = 0
    with tempfile.TemporaryDirectory() as folder:
        year = Year(Path(folder), seed)
        year.compile(Tally(), "the first compile")
        for month in range(1, MONTHS + 1):
            tally = year.month()
            print(
                f"month {month:>2}: kept {len(year.notes):>4} notes, {tally.kept:>5} times;"
                f" lost {len(tally.lost)}"
            )
            for each in tally.lost:
                print(f"          {each}")
            lost, kept = lost + len(tally.lost), kept + tally.kept
    print(f"kept {kept}, lost {lost}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
