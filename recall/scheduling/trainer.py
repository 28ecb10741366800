"""FSRS parameters fitted to reviews. The only module that imports fsrs-rs-python.

Training holds Python's lock for seconds and cannot be interrupted, so it runs in a process of its
own (`python -m recall.scheduling.trainer`), which Ctrl-C ends with this one.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from recall.errors import RecallError
from recall.model.settings import FSRS6_DEFAULT
from recall.scheduling.evaluation import History, Usable


class NoTrainer(RecallError):
    """The optimiser is an extra that is not installed, or it failed."""


PRIOR = 3000
"""The default parameters count as so many reviews: see `shrunk`."""


def shrunk(numbers: Sequence[float], *, reviews: int) -> tuple[float, ...]:
    """Fitted parameters drawn towards the defaults, the more the fewer reviews they rest on.

    w = default + n / (n + 3000) × (fitted − default). A few hundred reviews fit noise as well as
    memory; on simulated learners this turned every second adopted set that was worse than the
    defaults on fresh reviews into none (`bench/optimise.py`), and at 20,000 reviews it costs 3 %
    of the gain.
    """
    share = reviews / (reviews + PRIOR)
    return tuple(d + share * (w - d) for d, w in zip(FSRS6_DEFAULT, numbers, strict=True))


def fit(
    histories: Sequence[History], reviews: Sequence[Usable], *, relearning_steps: int
) -> tuple[float, ...]:
    """The 21 parameters of FSRS-6 that fit the reviews, each seen with all answers before it.

    `reviews` are in the order of time: later ones weigh more. The fit is
    `shrunk`. Raises NoTrainer.
    """
    if find_spec("fsrs_rs_python") is None:
        message = "the optimiser is not installed"
        raise NoTrainer(message, "Install it: pip install 'recall-srs[optimise]'")
    task = {
        "histories": [[(int(a.rating), a.elapsed) for a in history] for history in histories],
        "reviews": [(review.history, review.place) for review in reviews],
        "relearning_steps": relearning_steps,
    }
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise NoTrainer(f"the optimiser failed: {lines[-1]}", "Nothing was changed.")
    return shrunk([float(number) for number in json.loads(done.stdout)], reviews=len(reviews))


def _main() -> None:
    """Read a task from standard input and write the parameters to standard output."""
    from fsrs_rs_python import FSRS, FSRSItem, FSRSReview

    task = json.load(sys.stdin)
    answers = [
        [FSRSReview(rating, elapsed) for rating, elapsed in history]
        for history in task["histories"]
    ]
    items = [FSRSItem(answers[number][: place + 1]) for number, place in task["reviews"]]
    numbers = FSRS([]).compute_parameters(
        items,
        card_ids=[number for number, _ in task["reviews"]],
        enable_short_term=True,
        num_relearning_steps=task["relearning_steps"],
    )
    json.dump(list(numbers), sys.stdout)


if __name__ == "__main__":
    _main()
