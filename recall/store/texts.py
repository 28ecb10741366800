"""The words of the cards, for search: read without making cards of them."""

from dataclasses import dataclass

from sqlalchemy import Connection

from recall.model.card import Json
from recall.store import tables
from recall.store.rows import select_columns
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


def load_texts(connection: Connection) -> tuple[CardText, ...]:
    """The present cards in deck order."""
    query = select_columns(tables.card, COLUMNS).where(tables.card.c.present == 1)
    query = query.order_by(tables.card.c.position, tables.card.c.id)
    return tuple(CardText(*row) for row in connection.execute(query))
