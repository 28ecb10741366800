"""How well the placement test tells what a learner knows, on learners that are made up.

    python -m bench.diagnose [LEARNERS]

The notes, decks and prerequisites are those of the shipped decks. A learner knows a share of each
pillar, drawn anew, and knows a note only with what it requires; right answers slip (10 %), wrong
ones are lucky (the chance of their kind). Printed for tests of 10, 20 and 30 questions: the share
of the notes taken for known that are (precision), the share of the known notes that were found
(recall), beside those of asking as many notes at random and taking the right ones.
"""

import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from recall.app.choosing import Choice
from recall.app.placing import Placing
from recall.app.reviewing import Desk
from recall.app.workspace import find_workspace, shipped_decks
from recall.session.placement import SLIP, Placement, Subject


def shipped() -> tuple[list[Subject], dict[str, tuple[str, ...]]]:
    """The notes of the shipped decks as subjects, and what each deck requires."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "recall.toml").write_text(f"decks = [{str(shipped_decks())!r}]\n")
        workspace = find_workspace(cwd=home, environment=dict(os.environ), folder=folder)
        store = workspace.open_store()
        try:
            desk = Desk(workspace, store)
            desk.refresh()
            test = Placing(desk, Choice(), seed=0).test
            with store.read() as tx:
                decks = {str(deck.id): deck.prerequisites for deck in tx.decks()}
        finally:
            store.close()
    return list(test.subjects.values()), decks


def learner(dice: random.Random, subjects: Sequence[Subject]) -> set[str]:
    """What somebody knows: a share of each pillar, each note with all that it requires."""
    share: dict[str, float] = {}
    known: set[str] = set()
    names = {subject.note for subject in subjects}
    for subject in subjects:
        pillar = subject.deck.partition("/")[0]
        ability = share.setdefault(pillar, dice.choice((0.0, 0.3, 0.6, 0.8, 0.95)))
        if set(subject.requires) & names <= known and dice.random() < ability**0.4:
            known.add(subject.note)
    return known


def answer(dice: random.Random, subject: Subject, known: set[str]) -> bool:
    """Whether the answer is right, slips and luck in."""
    return dice.random() < (1 - SLIP if subject.note in known else subject.guess)


def found(
    subjects: Sequence[Subject], decks: dict[str, tuple[str, ...]], seed: int, questions: int
) -> tuple[set[str], set[str], set[str]]:
    """What a learner knows, what the test finds, and what random questions would find."""
    dice = random.Random(seed)
    known = learner(dice, subjects)
    test = Placement.of(subjects, decks=decks)
    for _ in range(questions):
        note = test.next()
        if note is None:
            break
        test.answered(note, right=answer(dice, test.subjects[note], known))
    picked = dice.sample(list(subjects), questions)
    return known, set(test.known()), {s.note for s in picked if answer(dice, s, known)}


def shares(pairs: Sequence[tuple[set[str], set[str]]]) -> tuple[float, float]:
    """Precision and recall over all learners together."""
    both = sum(len(known & told) for known, told in pairs)
    told, known = sum(len(t) for _, t in pairs), sum(len(k) for k, _ in pairs)
    return both / max(1, told), both / max(1, known)


def main() -> None:
    """Print the table."""
    learners = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    subjects, decks = shipped()
    print(f"{len(subjects)} notes, {learners} learners    precision  recall   (random)")
    for questions in (10, 20, 30):
        runs = [found(subjects, decks, seed, questions) for seed in range(learners)]
        ours = shares([(known, told) for known, told, _ in runs])
        random_ = shares([(known, told) for known, _, told in runs])
        print(
            f"{questions} questions{'':24} {ours[0]:8.1%} {ours[1]:7.1%}"
            f"   ({random_[0]:.1%}, {random_[1]:.1%})"
        )


if __name__ == "__main__":
    main()
