"""Exports of the collection."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from recall.app.reviewing import Choice, Desk, choose_cards
from recall.model.card import Collection

if TYPE_CHECKING:
    from recall.export.anki import ExportReport


def to_anki(
    desk: Desk, path: Path, *, lang: str | None, pillars: Sequence[str], force: bool
) -> "ExportReport":
    """Write an Anki package of all cards, or of those of some pillars."""
    from recall.export.anki import export_anki

    with desk.store.read() as tx:
        collection = tx.collection()
        changed_at = tx.changed_at()
        scheduled = tx.scheduled(desk.workspace.learner)
    chosen = {card.card for card in choose_cards(scheduled, Choice(pillars=tuple(pillars)))}
    kept = tuple(card for card in collection.cards if card.id in chosen)
    only: Collection = replace(collection, cards=kept)
    return export_anki(only, path=path, lang=lang, changed_at=changed_at, force=force)
