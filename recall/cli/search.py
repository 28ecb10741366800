"""`recall search`."""

import click

from recall.app.search import Hit, Shelf, search, shelf_at_hand
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json, talk, tell_compiled
from recall.errors import UsageError, did_you_mean
from recall.model.card import Json

SHOWN = 20


@click.command("search")
@click.argument("query", nargs=-1, required=True)
@click.option("--pillar", "pillars", multiple=True, metavar="P", help="Only cards of this pillar.")
@click.option("--lang", help="Language of the titles, such as zh.")
@click.option(
    "-n", "--limit", type=click.IntRange(1), default=SHOWN, show_default=True, help="Most cards."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (search/1).")
@pass_context
def search_(
    context: Context,
    query: tuple[str, ...],
    *,
    pillars: tuple[str, ...],
    lang: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Find cards by text: id, title, question, answer, terms, tags and source, in all languages.

    Every word of QUERY must occur, also as a part of another word; upper and lower case are the
    same. Titles and terms come first.
    """
    shelf = shelf_at_hand(context.workspace) or _shelf(context)
    known = sorted(shelf.pillars)
    for pillar in pillars:
        if pillar not in known:
            message = f"there is no pillar “{pillar}”.{did_you_mean(pillar, known)}"
            raise UsageError(message, f"Known: {', '.join(known) or 'none'}.")
    text = " ".join(query)
    shown = lang or context.workspace.settings.lang
    found = search(shelf.cards, text, pillars=pillars, lang=shown, limit=limit)
    if as_json:
        cards_json: list[Json] = [_json(hit) for hit in found.hits]
        echo_json("search/1", {"query": text, "total": found.total, "cards": cards_json})
        return
    for hit in found.hits:
        click.echo(f"{hit.id}  [{hit.pillar}]  {hit.title}")
        if hit.snippet:
            click.echo(f"    {hit.snippet}")
    if found.total > len(found.hits):
        talk(f"{found.total - len(found.hits)} more: `-n {found.total}` shows all.")
    elif not found.total:
        talk(f"No card holds “{text}”.")


def _shelf(context: Context) -> Shelf:
    """The shelf from any store, compiled if the decks changed."""
    from recall.app.compiling import compile_if_changed

    with context.store() as store:
        tell_compiled(compile_if_changed(context.workspace, store))
        with store.read() as tx:
            return Shelf(tx.texts(), frozenset(pillar.id for pillar in tx.pillars()))


def _json(hit: Hit) -> Json:
    return {
        "id": hit.id,
        "deck": hit.deck,
        "pillar": hit.pillar,
        "type": hit.type,
        "lang": hit.lang,
        "title": hit.title,
        "snippet": hit.snippet,
        "score": hit.score,
    }
