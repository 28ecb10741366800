"""Notes without an id in their file, found again among the notes that were there before.

From the strongest evidence to the weakest, each note linked once:

1. the same text in the same deck, then in another one, of notes present at the last compile;
2. the same heading in the same deck;
3. the same text, then the same heading, of a note with a history that had vanished before;
4. the most similar of the notes that disappeared in this compile;
5. the same heading in another deck, if only one note has it;
6. the most similar of the notes that had vanished before, if it is very similar;
7. what is left of the same text.

A note that vanished without ever being reviewed, such as that of a copy that was removed again,
comes last: it must not take the place of one with a history.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from recall.deck.syntax import Note
from recall.identity.similar import SIMILAR, best_pairs, similar_pairs, similarity
from recall.model.card import NoteInfo
from recall.model.ids import NoteId

Place = tuple[str, int]
"""The path of a file and the index of a note in it."""

BACK = 0.85
"""How similar a note must be to one that had vanished before, to be that note come back."""
_MOST_ALIKE = 200
"""Most notes with one heading in one deck that are compared with each other."""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A note without an id in its file."""

    place: Place
    deck: str
    note: Note
    text: str
    digest: str


def relink(
    unnamed: Sequence[Unnamed],
    free: Sequence[tuple[NoteInfo, bool]],
    *,
    reviewed: frozenset[NoteId] | None = None,
) -> dict[Place, NoteId]:
    """The ids of the notes that were there before.

    `free` are known notes whose id no note of the files claims; True for those present at the last
    compile. `reviewed` are those with a history (None: all).
    """
    infos = [info for info, _ in free]
    valued = {info.id for info in infos if reviewed is None or info.id in reviewed}
    infos.sort(key=lambda info: info.id not in valued)
    present = {info.id for info, is_present in free if is_present}
    vanished = {info.id for info in infos if info.id in valued} - present
    search = _Search({item.place: item for item in unnamed}, {info.id: info for info in infos})
    search.by_digest(present)
    search.by_heading(present)
    search.by_digest(vanished)
    search.by_heading(vanished)
    search.by_similarity(present, least=SIMILAR)
    search.by_heading_anywhere(present)
    search.by_similarity(vanished, least=BACK)
    search.by_digest(search.left.keys())
    return search.ids


@dataclass(slots=True)
class _Search:
    """What is left on both sides, and what was found. Each step looks `among` some known notes."""

    unnamed: dict[Place, Unnamed]
    left: dict[NoteId, NoteInfo]
    ids: dict[Place, NoteId] = field(default_factory=dict)

    def _link(self, place: Place, note: NoteId) -> None:
        self.ids[place] = note
        del self.left[note], self.unnamed[place]

    def _among(self, ids: Collection[NoteId]) -> list[NoteInfo]:
        return [info for info in self.left.values() if info.id in ids]

    def by_digest(self, among: Collection[NoteId]) -> None:
        """The same text: first in its own deck, so that a copy elsewhere never takes a history."""
        for own_deck in (True, False):
            known: dict[tuple[str, str], list[NoteId]] = {}
            for info in self._among(among) if self.unnamed else ():
                key = (info.deck if own_deck else "", info.digest)
                known.setdefault(key, []).append(info.id)
            for place, item in list(self.unnamed.items()):
                same = known.get((item.deck if own_deck else "", item.digest))
                if same:
                    self._link(place, same.pop(0))

    def by_heading(self, among: Collection[NoteId]) -> None:
        """The same heading in the same deck; of several notes the most similar ones."""
        known: dict[tuple[str, str], list[NoteInfo]] = {}
        for info in self._among(among):
            known.setdefault((info.deck, _heading_of(info.text)), []).append(info)
        wanted: dict[tuple[str, str], list[Unnamed]] = {}
        for item in self.unnamed.values():
            wanted.setdefault((item.deck, _heading_of(item.text)), []).append(item)
        for key, items in wanted.items():
            self._pair(items, known.get(key, ()))

    def _pair(self, items: Sequence[Unnamed], infos: Sequence[NoteInfo]) -> None:
        if len(items) == len(infos) == 1:
            self._link(items[0].place, infos[0].id)
            return
        scored = [
            (item.place, info.id, similarity(item.text, info.text), 0)
            for item in items[:_MOST_ALIKE]
            for info in infos[:_MOST_ALIKE]
        ]
        for place, note in best_pairs(scored):
            self._link(place, note)

    def by_similarity(self, among: Collection[NoteId], *, least: float) -> None:
        """The most similar note; of equally similar ones that of the same deck."""
        gone = {info.id: info.text for info in self._among(among)}
        texts = {place: item.text for place, item in self.unnamed.items()}
        pairs = [
            (place, note, score, int(self.left[note].deck != self.unnamed[place].deck))
            for place, note, score in similar_pairs(texts, gone, least=least)
        ]
        for place, note in best_pairs(pairs):
            self._link(place, note)

    def by_heading_anywhere(self, among: Collection[NoteId]) -> None:
        """A note that was moved and rewritten, if its heading is the only such on either side."""
        known: dict[str, list[NoteInfo]] = {}
        for info in self._among(among):
            known.setdefault(_heading_of(info.text), []).append(info)
        wanted: dict[str, list[Unnamed]] = {}
        for item in self.unnamed.values():
            wanted.setdefault(_heading_of(item.text), []).append(item)
        for heading, items in wanted.items():
            infos = known.get(heading, ())
            if len(items) == len(infos) == 1:
                self._link(items[0].place, infos[0].id)


def _heading_of(text: str) -> str:
    return text.partition("\n")[0]
