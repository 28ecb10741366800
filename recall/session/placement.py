"""A placement test: which notes to ask, so that few answers tell what a learner already knows.

Belief is held for each note as log-odds of being known, and moved by every answer (ADR 13):

- the note itself by ln((1-s)/g) if right, by ln(s/(1-g)) if wrong, with s the chance of a slip and
  g that of a right answer without knowing;
- what a right answer builds on (the notes it requires, d steps down) by the same times NEAR^d;
- what a wrong answer undermines (the notes that require it) likewise;
- the other notes of its deck by SAME_DECK of it, and by OTHER_DECK those of the decks that its deck
  requires (right) or that require its deck (wrong): a deck is about one thing.

The next question is the one whose answer is expected to take away the most entropy.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log

SLIP = 0.1
NEAR, SAME_DECK, OTHER_DECK = 0.7, 0.25, 0.05
ONE_THING = 60
"""A larger deck is not about one thing: its notes tell nothing of each other."""

LEAST_WEIGHT = 0.05
"""What moves less is left alone."""

KNOWN = log(9)
"""Log-odds from which on a note counts as known (a chance of 0.9), or unknown if negative."""

LEAST_GAIN = 0.02
"""Expected entropy (nats) below which no further question is worth asking."""

MOST_CANDIDATES = 250
"""So many notes are weighed for each question: those about which least is known."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A note that may be asked: its deck, what it requires, and the chance of a lucky guess."""

    note: str
    deck: str
    requires: tuple[str, ...] = ()
    guess: float = 0.1


@dataclass(frozen=True, slots=True)
class Ties:
    """What an answer to a note tells of others. Worked out for a note when it is asked for."""

    decks_of: Mapping[str, str]
    members: Mapping[str, Sequence[str]]
    notes: tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]
    decks: tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]
    known: dict[tuple[str, bool], dict[str, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, subjects: Mapping[str, Subject], decks: Mapping[str, Sequence[str]]) -> "Ties":
        """The ties of these notes; `decks` gives what each deck requires."""
        members: defaultdict[str, list[str]] = defaultdict(list)
        for subject in subjects.values():
            members[subject.deck].append(subject.note)
        small = {deck: notes for deck, notes in members.items() if len(notes) <= ONE_THING}
        down = {s.note: [r for r in s.requires if r in subjects] for s in subjects.values()}
        decks_of = {subject.note: subject.deck for subject in subjects.values()}
        return cls(decks_of, small, (_turned(down), down), (_turned(decks), decks))

    def weights(self, note: str, *, right: bool) -> Mapping[str, float]:
        """By note: the share of the evidence of such an answer that it takes over."""
        found = self.known.get((note, right))
        if found is None:
            deck = self.decks_of[note]
            found = dict.fromkeys(self.members.get(deck, ()), SAME_DECK)
            for other in self.decks[right].get(deck, ()):
                found |= dict.fromkeys(self.members.get(other, ()), OTHER_DECK)
            for other, distance in _distances(note, self.notes[right]).items():
                weight = NEAR**distance
                if weight >= max(LEAST_WEIGHT, found.get(other, 0.0)):
                    found[other] = weight
            self.known[note, right] = found
        return found


@dataclass(slots=True)
class Placement:
    """A test in progress."""

    subjects: Mapping[str, Subject]
    belief: dict[str, float]
    ties: Ties
    right: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls,
        subjects: Sequence[Subject],
        *,
        known: Iterable[str] = (),
        decks: Mapping[str, Sequence[str]] | None = None,
    ) -> "Placement":
        """A test over these notes; `known` are settled, `decks` gives what each deck requires."""
        by_note = {subject.note: subject for subject in subjects}
        belief = dict.fromkeys(by_note, 0.0) | dict.fromkeys(set(known) & set(by_note), 2 * KNOWN)
        test = cls(by_note, belief, Ties.of(by_note, decks or {}))
        test.asked |= set(known)
        return test

    def next(self) -> str | None:
        """The note to ask; None when nothing worth asking is left."""
        open_ = [note for note in self.subjects if note not in self.asked]
        open_ = [note for note in open_ if abs(self.belief[note]) < KNOWN]
        open_.sort(key=lambda note: abs(self.belief[note]))
        best, most = None, LEAST_GAIN
        for note in open_[:MOST_CANDIDATES]:
            gain = self._gain(note)
            if gain > most:
                best, most = note, gain
        return best

    def answered(self, note: str, *, right: bool) -> None:
        """Learn from an answer."""
        self.asked.add(note)
        if right:
            self.right.add(note)
        evidence = _evidence(self.subjects[note].guess, right=right)
        for other, weight in self.ties.weights(note, right=right).items():
            self.belief[other] += weight * evidence

    def known(self) -> list[str]:
        """The notes taken for known, in the order of the subjects: answered right, or inferred."""
        wrong = self.asked - self.right
        return [
            note
            for note in self.subjects
            if note in self.right or (note not in wrong and self.belief[note] >= KNOWN)
        ]

    def _gain(self, note: str) -> float:
        """The entropy that an answer is expected to take away, in nats."""
        guess, p = self.subjects[note].guess, _chance(self.belief[note])
        chance = p * (1 - SLIP) + (1 - p) * guess
        return chance * self._drop(note, guess, right=True) + (1 - chance) * self._drop(
            note, guess, right=False
        )

    def _drop(self, note: str, guess: float, *, right: bool) -> float:
        evidence = _evidence(guess, right=right)
        return sum(
            _entropy(self.belief[other]) - _entropy(self.belief[other] + weight * evidence)
            for other, weight in self.ties.weights(note, right=right).items()
        )


def _evidence(guess: float, *, right: bool) -> float:
    return log((1 - SLIP) / guess) if right else log(SLIP / (1 - guess))


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _entropy(odds: float) -> float:
    p = _chance(odds)
    return -sum(q * log(q) for q in (p, 1 - p) if q > 0)


def _turned(arrows: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    turned: defaultdict[str, list[str]] = defaultdict(list)
    for source, targets in arrows.items():
        for target in targets:
            turned[target].append(source)
    return turned


def _distances(start: str, arrows: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """How many steps each note is away, the start itself being 0."""
    distances, line = {start: 0}, [start]
    for note in line:  # grows while it is read
        for other in arrows.get(note, ()):
            if other not in distances:
                distances[other] = distances[note] + 1
                line.append(other)
    return distances
