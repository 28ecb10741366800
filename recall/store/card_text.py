"""The words of a card as they are stored, for search. Imports no database library."""

from dataclasses import dataclass

from recall.model.card import Json
from recall.store.translate import from_json

COLUMNS = (
    "id", "deck", "pillar", "type", "lang", "title", "source", "tags", "terms", "body",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardText:
    """A present card as it is stored. `tags`, `terms` and `bodies` are JSON texts.

    `bodies` holds `body`, and `translations` with `title` and `body` for each language.
    """

    id: str
    deck: str
    pillar: str
    type: str
    lang: str
    title: str
    source: str
    tags: str
    terms: str
    bodies: str

    def read_bodies(self) -> Json:
        """The bodies as JSON."""
        found: Json = from_json(self.bodies)
        return found

    def read_list(self, text: str) -> tuple[str, ...]:
        """The tags or the terms as words."""
        return () if text == "[]" else tuple(from_json(text))
