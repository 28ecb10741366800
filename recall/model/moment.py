"""When something happened, on the clock and on the learner's calendar."""

from dataclasses import dataclass

from recall.model.ids import EntryId


@dataclass(frozen=True, slots=True)
class Moment:
    """When an event happened, and the id its journal entry would have.

    `at` is UTC in ms, `utc_offset` in minutes, `day` the study day.
    """

    at: int
    utc_offset: int
    day: int
    id: EntryId
