"""Every card's answers as analytics want them, from the file alone where there is one."""

from itertools import groupby

from recall.app.reviewing import Desk
from recall.scheduling.bulk import pack
from recall.scheduling.replay import histories


def packed_histories(desk: Desk) -> list[list[int]]:
    """The learner's histories as `scheduling.bulk` packs them, in the order of their first days."""
    learner, path = desk.workspace.learner, desk.store.path
    if path is not None:
        from recall.store.bulk import packed_histories as read

        found = read(path, learner=learner)
        if found is not None:
            return sorted(found)
    with desk.store.read() as tx:
        by_card = groupby(tx.stream(learner), key=lambda entry: entry.card)
        return sorted(pack(history) for _, entries in by_card for history in histories(entries))
