"""The sets of FSRS parameters that a learner ever had; a set is added and never changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from recall.model.ids import LearnerId
from recall.store.tables import parameters
from recall.store.translate import from_json, to_json


@dataclass(frozen=True, slots=True)
class ParameterSet:
    """A set, when it was added (UTC ms), what it was trained on, and the losses compared then."""

    at: int
    numbers: tuple[float, ...]
    trained_on: str
    losses: Mapping[str, float]


def load_parameters(connection: Connection, who: LearnerId) -> tuple[float, ...] | None:
    """The newest FSRS parameters of a learner; None if there are none."""
    query = select(parameters.c.numbers).where(parameters.c.learner == who)
    text = connection.execute(query.order_by(parameters.c.id.desc()).limit(1)).scalar()
    return None if text is None else _numbers(text)


def load_parameter_sets(connection: Connection, who: LearnerId) -> tuple[ParameterSet, ...]:
    """All sets of a learner, the oldest first."""
    p = parameters.c
    query = select(p.at, p.numbers, p.trained_on, p.losses).where(p.learner == who).order_by(p.id)
    return tuple(
        ParameterSet(at, _numbers(numbers), trained_on, from_json(losses))
        for at, numbers, trained_on, losses in connection.execute(query)
    )


def add_parameters(
    connection: Connection,
    who: LearnerId,
    numbers: Sequence[float],
    *,
    now: int,
    algorithm: str,
    desired_retention: float,
    trained_on: str,
    losses: Mapping[str, float],
) -> None:
    """Add a set of parameters, which becomes the newest."""
    row = {
        "learner": who,
        "at": now,
        "algorithm": algorithm,
        "numbers": to_json([float(number) for number in numbers]),
        "desired_retention": desired_retention,
        "trained_on": trained_on,
        "losses": to_json(dict(losses)),
    }
    connection.execute(insert(parameters).values(row))


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in from_json(text))
