"""A desk over a small collection of its own, with a fixed clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recall.app.choosing import Choice
from recall.app.reviewing import Desk
from recall.app.workspace import find_workspace
from recall.model.memory import Phase
from recall.model.rating import Rating
from recall.session import effects, events
from recall.session.machine import step

DECK = """\
---
title: Small
---

## One?
<!-- id: one -->

1

## Two?
<!-- id: two -->

2

## Cloze of ==three== and ==four==
<!-- id: three -->

## Five?
<!-- id: five -->

- [ ] no
- [x] yes
"""


def write_deck(folder: Path, text: str = DECK, name: str = "p/small.md") -> Path:
    """Write a deck file of a workspace."""
    path = folder / "decks" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@contextmanager
def open_desk(folder: Path, now: str = "2026-03-01T10:00:00Z", **more: str) -> Iterator[Desk]:
    """The desk of the workspace in a folder, compiled."""
    environment = {"RECALL_NOW": now, "RECALL_ZONE": "UTC", **more}
    workspace = find_workspace(cwd=folder, environment=environment, folder=str(folder))
    store = workspace.open_store()
    try:
        desk = Desk(workspace, store)
        desk.refresh()
        yield desk
    finally:
        store.close()


def answer(desk: Desk, *ratings: int) -> list[str]:
    """Reveal and rate that many cards; the ids in the order they were asked."""
    session, _ = desk.start(Choice())
    asked = []
    for rating in ratings:
        assert session.deal is not None
        asked.append(session.deal.card.id)
        session, _ = step(session, events.Reveal(desk.workspace.now()))
        session, todo = step(session, events.Rate(Rating(rating), desk.workspace.now()))
        for effect in todo:
            if isinstance(effect, effects.Append):
                desk.append(effect.entry)
    return asked


def states(desk: Desk) -> dict[str, Phase]:
    with desk.store.read() as tx:
        return {c: s.phase for c, s in tx.states(desk.workspace.learner).items()}
