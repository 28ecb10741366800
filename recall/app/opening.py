"""The card that is asked now, as a page for a browser: pictures, and math as browsers set it."""

from dataclasses import dataclass, replace
from pathlib import Path

from recall.app.reviewing import Desk
from recall.model.card import Collection, Json
from recall.model.ids import CardId
from recall.model.question import Question, Response, Verdict, VerdictKind
from recall.session.deal import Deal


@dataclass(frozen=True, slots=True)
class _Shown:
    """A body that asks one question: the one that was dealt, with its numbers."""

    dealt: Question

    def draw(self, card: CardId, reviews: int) -> int | None:
        """The question never changes."""
        return None

    def question(self, variant: int | None = None) -> Question:
        """What is asked."""
        return self.dealt

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        """A page grades nothing."""
        return Verdict(VerdictKind.UNGRADED, "")

    def dump(self) -> Json:
        """Nothing is stored."""
        return None


def write_page(desk: Desk, deal: Deal) -> Path:
    """Write the dealt card as a page of its own, the answer folded; where it is.

    There is one such page for each user, in their cache: the last card that was opened. Raises
    CannotWrite.
    """
    from recall.export.files import CannotWrite, write_whole
    from recall.export.page import as_page
    from recall.export.pictures import gallery

    spoken = deal.lang if deal.lang in deal.card.translations else None
    body, lang = _Shown(deal.question), spoken or deal.card.lang
    alone = replace(deal.card, lang=lang, body=body, translations={})
    with desk.store.read() as tx:
        decks = tuple(deck for deck in tx.decks() if deck.id == deal.card.deck)
    source = desk.deck_path(deal.card.span.path)
    find = gallery(source.parent if source else None)
    content, _ = as_page(Collection(decks=decks, cards=(alone,)), galleries=lambda _: find)
    path = _place()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"cannot make {path.parent}: {error.strerror or error}") from error
    write_whole(path, content)
    return path


def _place() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("recall", appauthor=False) / "card.html"
