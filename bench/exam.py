"""The exam date against a constant desired retention that meets the same target, by simulation.

    python -m bench.exam [seeds]

For each learner (cards, new cards a day, days to the exam) and target: reviews until the exam and
recall on the day, as always at 90 %, with cards brought forward, and at the lowest constant
retention (to a hundredth) that meets the target. The last column is the ratio of reviews.
"""

import sys
from statistics import mean

from recall.model.settings import Settings
from recall.scheduling.exam import Exam
from recall.scheduling.simulation import Habits, Scenario, constant_retention, simulate

DAY = 20_000
LEARNERS = ((300, 10, 60), (1000, 20, 120), (1000, 10, 120), (2000, 20, 200), (3000, 25, 300))
TARGETS = (0.93, 0.95, 0.96, 0.97, 0.98)
RETENTION = 0.9


def run(
    learner: tuple[int, int, int], retention: float, *, target: float | None, seed: int
) -> tuple[int, float]:
    """Reviews until the exam, and mean recall on the day."""
    cards, new, days = learner
    exam = None if target is None else Exam(DAY + days, target, retention)
    scenario = Scenario(days, new, retention, seed, exam)
    settings = Settings(reviews_per_day=9999)
    done = simulate([], cards, scenario, settings, day=DAY, habits=Habits())
    return sum(done.reviews), done.known[days] / done.met[days]


def main() -> None:
    """Print the table."""
    seeds = range(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
    print("cards new/day days  target | usual        | planned      | constant          | ratio")
    for learner in LEARNERS:
        for target in TARGETS:
            usual = [run(learner, RETENTION, target=None, seed=s) for s in seeds]
            planned = [run(learner, RETENTION, target=target, seed=s) for s in seeds]
            lowest = constant_retention(
                lambda r, who=learner: mean(run(who, r, target=None, seed=s)[1] for s in seeds),
                target,
            )
            constant = [run(learner, lowest, target=None, seed=s) for s in seeds]
            cells = [
                f"{mean(n for n, _ in rows):6.0f} {mean(r for _, r in rows):.3f}"
                for rows in (usual, planned, constant)
            ]
            ratio = mean(n for n, _ in planned) / mean(n for n, _ in constant)
            print(
                f"{learner[0]:5d} {learner[1]:7d} {learner[2]:4d}  {target:6.2f} | "
                f"{cells[0]} | {cells[1]} | {cells[2]} ({lowest:.2f}) | {ratio:.2f}"
            )


if __name__ == "__main__":
    main()
