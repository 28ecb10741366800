"""What every body carries besides its question, and the readers of stored bodies."""

from dataclasses import dataclass

from recall.model.card import Json
from recall.model.question import InputSpec, Question


@dataclass(frozen=True, slots=True)
class Frame:
    """What every question carries besides what is asked."""

    lang: str
    context: str
    hints: tuple[str, ...]
    why: str

    def ask(self, front: str, back: str, spec: InputSpec, *, cloze: str = "") -> Question:
        """A question in this frame."""
        return Question(front, back, spec, self.context, self.hints, self.why, cloze)

    def dump(self) -> dict[str, Json]:
        """The frame as JSON."""
        return {
            "lang": self.lang,
            "context": self.context,
            "hints": list(self.hints),
            "why": self.why,
        }

    @classmethod
    def load(cls, data: Json) -> "Frame":
        """The frame that `dump` wrote."""
        return cls(
            text(data, "lang"), text(data, "context"), texts(data, "hints"), text(data, "why")
        )


def member(data: Json, key: str) -> Json:
    """A member of a JSON object."""
    if not isinstance(data, dict):
        raise TypeError(f"a card body is a JSON object, not {type(data).__name__}")
    return data[key]


def text(data: Json, key: str) -> str:
    """A string member of a JSON object."""
    value = member(data, key)
    if not isinstance(value, str):
        raise TypeError(f"{key} is a string")
    return value


def texts(data: Json, key: str) -> tuple[str, ...]:
    """A member that is a list of strings."""
    return tuple(str(value) for value in members(data, key))


def members(data: Json, key: str) -> list[Json]:
    """A member that is a list."""
    value = member(data, key)
    if not isinstance(value, list):
        raise TypeError(f"{key} is a list")
    return value
