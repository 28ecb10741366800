"""A transaction on a store: everything that can be read and written, in domain values."""

from collections.abc import Collection as Collected
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy import Connection

from recall.model.card import Card, Collection, DeckFile, DeckInfo, NoteInfo, Pillar
from recall.model.ids import CardId, DeckId, LearnerId, NoteId
from recall.model.journal import Entry
from recall.model.memory import CardState, Scheduled
from recall.scheduling.done import Done
from recall.store import collection, journal, parameters, revision, states, texts
from recall.store.card_text import CardText
from recall.store.parameters import ParameterSet


class Transaction:
    """Reads and writes of one transaction. It never commits itself; `Store.begin` does."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # The collection

    def save_collection(self, value: Collection, *, now: int) -> None:
        """Make the store say what the decks say, touching only rows that differ.

        Cards and notes that vanished stay, marked, and come back with their history. `now` (UTC ms)
        becomes `changed_at` of the cards whose content is new.
        """
        collection.save_collection(self._connection, value, now=now)

    def save_revision(self, value: revision.Revision, *, now: int) -> None:
        """`save_collection` for a compile of some decks: the others are not looked at."""
        revision.save_revision(self._connection, value, now=now)

    def collection(self) -> Collection:
        """Everything present, in order."""
        return collection.load_collection(self._connection)

    def cards(self, ids: Iterable[CardId]) -> dict[CardId, Card]:
        """The cards of those ids that there are, vanished ones too."""
        return collection.load_cards(self._connection, ids)

    def card(self, id_: CardId) -> Card | None:
        """One card, also if it vanished."""
        return collection.load_cards(self._connection, (id_,)).get(id_)

    def vanished(self) -> tuple[Card, ...]:
        """The cards that the decks no longer hold, as they were last, in deck order."""
        return collection.load_vanished(self._connection)

    def card_ids(self) -> tuple[CardId, ...]:
        """The ids of the present cards, in deck order."""
        return collection.load_card_ids(self._connection)

    def texts(self) -> tuple[CardText, ...]:
        """The words of the present cards, in deck order, for search."""
        return texts.load_texts(self._connection)

    def notes(self) -> tuple[tuple[NoteInfo, bool], ...]:
        """All notes in order; True says that a note is present, False that it vanished."""
        return collection.load_notes(self._connection)

    def notes_outside(self, decks: Collected[DeckId]) -> tuple[tuple[NoteInfo, bool], ...]:
        """As `notes`, without those that are present in the given decks."""
        return revision.load_notes_outside(self._connection, decks)

    def cards_of(self, notes: Iterable[NoteId]) -> dict[CardId, tuple[Card, bool]]:
        """The cards that the notes have or had; True says that a card is present."""
        return revision.load_cards_of(self._connection, notes)

    def pillars(self) -> tuple[Pillar, ...]:
        """The pillars in order."""
        return collection.load_pillars(self._connection)

    def decks(self) -> tuple[DeckInfo, ...]:
        """The decks in order, each with its files."""
        return collection.load_decks(self._connection)

    def deck_files(self) -> dict[str, DeckFile]:
        """The files as they were when last compiled, by path."""
        return collection.load_deck_files(self._connection)

    def changed_at(self) -> dict[CardId, int]:
        """When each card last changed, vanished or came back (UTC ms)."""
        return collection.load_changed_at(self._connection)

    # The journal

    def append(self, entries: Sequence[Entry]) -> None:
        """Add new entries. Raises JournalConflict if one of their ids is taken."""
        journal.append(self._connection, entries)

    def merge(self, entries: Iterable[Entry]) -> int:
        """Add the entries whose ids are new; return how many they were.

        Raises JournalConflict if an id is there with other content.
        """
        return journal.merge(self._connection, entries)

    def entries(self, learner: LearnerId, *, card: CardId | None = None) -> tuple[Entry, ...]:
        """A learner's entries, of all cards or of one, ordered by (`at`, `id`)."""
        return journal.load_entries(self._connection, learner, card=card)

    def stream(self, learner: LearnerId | None, *, in_time: bool = False) -> Iterator[Entry]:
        """The journal of one learner, or of all: learner by learner, card by card, in order.

        With `in_time` as it happened, whatever the card. Read it within the transaction; it is
        never in memory as a whole.
        """
        return journal.stream(self._connection, learner, in_time=in_time)

    def last_entries(self, learner: LearnerId, *, limit: int) -> tuple[Entry, ...]:
        """A learner's newest entries, the newest first."""
        return journal.last_entries(self._connection, learner, limit=limit)

    def done_on(self, learner: LearnerId, day: int) -> Done:
        """What a study day already had, by pillar; what was undone never counts."""
        return journal.done_on(self._connection, learner, day=day)

    def activity(self, learner: LearnerId) -> dict[int, int]:
        """Answers by study day, in order; what was undone never counts."""
        return journal.activity(self._connection, learner)

    def introduced_on(self, learner: LearnerId, day: int) -> dict[str, int]:
        """By pillar: the cards that were new on that study day and were reviewed."""
        by_pillar = self.done_on(learner, day).by_pillar
        return {pillar: tally.new for pillar, tally in by_pillar.items() if tally.new}

    def reviewed_on(self, learner: LearnerId, day: int) -> dict[str, int]:
        """By pillar: the cards that were reviewed on that study day and were not new on it."""
        by_pillar = self.done_on(learner, day).by_pillar
        return {pillar: tally.reviews for pillar, tally in by_pillar.items() if tally.reviews}

    # The state cache

    def states(self, learner: LearnerId) -> dict[CardId, CardState]:
        """The states of all cards that have one, also of vanished and unknown cards."""
        return states.load_states(self._connection, learner)

    def state(self, learner: LearnerId, card: CardId) -> CardState:
        """The state of one card; NEW where there is none."""
        return states.load_state(self._connection, learner, card)

    def reviewed(self) -> frozenset[CardId]:
        """The cards that any learner has reviewed, vanished ones too."""
        return states.load_reviewed(self._connection)

    def put_states(self, learner: LearnerId, values: Mapping[CardId, CardState]) -> None:
        """Write states over the ones that were there. The learner must be known."""
        states.put_states(self._connection, learner, values)

    def clear_states(self, learner: LearnerId) -> None:
        """Throw a learner's cache away, before it is computed again."""
        states.clear_states(self._connection, learner)

    def scheduled(
        self, learner: LearnerId, *, pillars: Sequence[str] = (), decks: Sequence[str] = ()
    ) -> list[Scheduled]:
        """The present cards with their states (NEW where there is none), in deck order.

        An empty filter lets everything through.
        """
        return states.load_scheduled(self._connection, learner, pillars=pillars, decks=decks)

    # Learners and their parameters

    def ensure_learner(self, learner: LearnerId, *, now: int) -> None:
        """Make the learner known, if they are not yet; `now` in UTC ms."""
        states.ensure_learner(self._connection, learner, now=now)

    def learners(self) -> tuple[LearnerId, ...]:
        """All learners, by name."""
        return states.load_learners(self._connection)

    def parameters(self, learner: LearnerId) -> tuple[float, ...] | None:
        """The newest FSRS parameters of a learner; None if there are none."""
        return parameters.load_parameters(self._connection, learner)

    def parameter_sets(self, learner: LearnerId) -> tuple[ParameterSet, ...]:
        """All sets of parameters that a learner ever had, the oldest first."""
        return parameters.load_parameter_sets(self._connection, learner)

    def add_parameters(
        self,
        learner: LearnerId,
        numbers: Sequence[float],
        *,
        now: int,
        desired_retention: float,
        trained_on: str,
        losses: Mapping[str, float],
        algorithm: str = "FSRS-6",
    ) -> None:
        """Add a set of parameters, which becomes the newest; earlier sets stay.

        `trained_on` says what it was computed from, `losses` the log losses that were compared.
        """
        parameters.add_parameters(
            self._connection,
            learner,
            numbers,
            now=now,
            algorithm=algorithm,
            desired_retention=desired_retention,
            trained_on=trained_on,
            losses=losses,
        )
