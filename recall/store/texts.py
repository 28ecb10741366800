"""The words of the cards, for search: read without making cards of them."""

from sqlalchemy import Connection

from recall.store import tables
from recall.store.card_text import COLUMNS, CardText
from recall.store.rows import select_columns


def load_texts(connection: Connection) -> tuple[CardText, ...]:
    """The present cards in deck order."""
    query = select_columns(tables.card, COLUMNS).where(tables.card.c.present == 1)
    query = query.order_by(tables.card.c.position, tables.card.c.id)
    return tuple(CardText(*row) for row in connection.execute(query))
