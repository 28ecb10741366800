"""The cache of card states, and what else belongs to a learner."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, delete, select

from recall.model.ids import CardId, LearnerId
from recall.model.memory import NEW, CardState, Scheduled
from recall.store.rows import insert_missing, select_columns, upsert
from recall.store.tables import card, card_state, learner
from recall.store.translate import (
    SCHEDULED_COLUMNS,
    STATE_COLUMNS,
    scheduled_from,
    state_from,
    state_row,
)


def ensure_learner(connection: Connection, who: LearnerId, *, now: int) -> None:
    """Make the learner known, if they are not yet."""
    insert_missing(connection, learner, [{"id": who, "created_at": now}])


def load_learners(connection: Connection) -> tuple[LearnerId, ...]:
    """All learners, by name."""
    query = select(learner.c.id).order_by(learner.c.id)
    return tuple(LearnerId(who) for (who,) in connection.execute(query))


def load_states(connection: Connection, who: LearnerId) -> dict[CardId, CardState]:
    """The states of all cards that have one, vanished and unknown cards too."""
    query = select_columns(card_state, ("card", *STATE_COLUMNS)).where(card_state.c.learner == who)
    rows = connection.execute(query.order_by(card_state.c.card))
    return {CardId(row[0]): state_from(row[1:]) for row in rows}


def load_state(connection: Connection, who: LearnerId, card_id: CardId) -> CardState:
    """The state of one card; NEW where there is none."""
    query = select_columns(card_state, STATE_COLUMNS)
    query = query.where(card_state.c.learner == who, card_state.c.card == card_id)
    row = connection.execute(query).first()
    return NEW if row is None else state_from(row)


def load_reviewed(connection: Connection) -> frozenset[CardId]:
    """The cards that any learner has reviewed, vanished ones too."""
    query = select(card_state.c.card).where(card_state.c.reps > 0).distinct()
    return frozenset(CardId(id_) for (id_,) in connection.execute(query))


def put_states(connection: Connection, who: LearnerId, states: Mapping[CardId, CardState]) -> None:
    """Write states over the ones that were there."""
    upsert(connection, card_state, [state_row(who, id_, state) for id_, state in states.items()])


def clear_states(connection: Connection, who: LearnerId) -> None:
    """Throw a learner's cache away, before it is computed again."""
    connection.execute(delete(card_state).where(card_state.c.learner == who))


def load_scheduled(
    connection: Connection, who: LearnerId, *, pillars: Sequence[str], decks: Sequence[str]
) -> list[Scheduled]:
    """The present cards with their states, in deck order; empty filters let everything through."""
    query = select_columns(card, SCHEDULED_COLUMNS).where(card.c.present == 1)
    query = query.order_by(card.c.position, card.c.id)
    if pillars:
        query = query.where(card.c.pillar.in_(pillars))
    if decks:
        query = query.where(card.c.deck.in_(decks))
    states = load_states(connection, who)
    return [scheduled_from(row, states) for row in connection.execute(query)]
