"""The learning path: how far each note, deck and pillar is known, and what is locked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from recall.app.choosing import Choice, choose_cards
from recall.app.reviewing import Desk
from recall.model.memory import Phase, Scheduled
from recall.scheduling.path import locks
from recall.scheduling.statistics import MATURE_DAYS


class Standing(StrEnum):
    """How far a note is, by the weakest of its cards."""

    LOCKED = "locked"
    OPEN = "open"
    LEARNING = "learning"
    YOUNG = "young"
    MATURE = "mature"
    """Every card has a stability above 21 days."""


@dataclass(frozen=True, slots=True)
class NoteStep:
    """A note: its mastery (mean recall of its cards today, 0 to 1) and what it waits for."""

    note: str
    title: str
    standing: Standing
    mastery: float
    waits_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckStep:
    """A deck on the path, with its notes in order."""

    deck: str
    title: str
    notes: tuple[NoteStep, ...]

    def count(self, standing: Standing) -> int:
        """How many notes stand there."""
        return sum(note.standing is standing for note in self.notes)

    @property
    def mastery(self) -> float:
        """The sum of the notes' recall over the number of notes, 0 to 1."""
        return _mean([note.mastery for note in self.notes])


@dataclass(frozen=True, slots=True)
class PillarStep:
    """A pillar on the path, with its decks in order."""

    pillar: str
    title: str
    decks: tuple[DeckStep, ...]

    @property
    def notes(self) -> tuple[NoteStep, ...]:
        """The notes of all its decks."""
        return tuple(note for deck in self.decks for note in deck.notes)

    @property
    def mastery(self) -> float:
        """As of a deck, over all notes of the pillar."""
        return _mean([note.mastery for note in self.notes])


def pathway(desk: Desk, choice: Choice) -> tuple[PillarStep, ...]:
    """The path through the chosen decks and pillars. Raises UsageError for one that is not there.

    Mastery is Σ R / number of notes: what could be recalled today; new notes count as 0.
    """
    with desk.store.read() as tx:
        cards = tx.scheduled(desk.workspace.learner)
        chosen = choose_cards(cards, choice)
        titles = {
            id_: card.words(desk.lang).title
            for id_, card in tx.cards(
                {one.note: one.card for one in reversed(chosen)}.values()
            ).items()
        }
        decks = {str(deck.id): deck.title(desk.lang) for deck in tx.decks()}
    locked = locks(cards, [one for one in chosen if one.state.phase is Phase.NEW], desk.settings)
    waits = {one.note: locked[one.card] for one in chosen if one.card in locked}
    day = desk.workspace.now().day
    notes: defaultdict[str, list[Scheduled]] = defaultdict(list)
    for one in chosen:
        notes[one.note].append(one)
    steps = {
        note: _note(desk, held, titles.get(held[0].card, note), waits.get(note, ()), day=day)
        for note, held in notes.items()
    }
    return _pillars(chosen, steps, decks, desk.pillar_titles())


def _note(
    desk: Desk, cards: Sequence[Scheduled], title: str, waits_for: tuple[str, ...], *, day: int
) -> NoteStep:
    recalls = [desk.scheduler.retrievability(one.state, day=day) or 0.0 for one in cards]
    return NoteStep(
        cards[0].note, title, _standing(cards, bool(waits_for)), _mean(recalls), waits_for
    )


def _standing(cards: Iterable[Scheduled], is_locked: bool) -> Standing:
    states = [one.state for one in cards]
    if all(state.phase is Phase.NEW for state in states):
        return Standing.LOCKED if is_locked else Standing.OPEN
    if any(state.phase is not Phase.REVIEW for state in states):
        return Standing.LEARNING
    mature = all((state.stability or 0) > MATURE_DAYS for state in states)
    return Standing.MATURE if mature else Standing.YOUNG


def _pillars(
    cards: Iterable[Scheduled],
    steps: Mapping[str, NoteStep],
    decks: Mapping[str, str],
    pillars: Mapping[str, str],
) -> tuple[PillarStep, ...]:
    tree: dict[str, dict[str, dict[str, NoteStep]]] = {}
    for one in cards:
        deck = tree.setdefault(one.pillar, {}).setdefault(one.deck, {})
        deck.setdefault(one.note, steps[one.note])
    return tuple(
        PillarStep(
            pillar,
            pillars.get(pillar, pillar),
            tuple(
                DeckStep(deck, decks.get(deck, deck), tuple(notes.values()))
                for deck, notes in held.items()
            ),
        )
        for pillar, held in tree.items()
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
