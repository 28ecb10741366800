"""Generated formulas: nothing but our own errors, and never for long."""

import random
import time

from recall.numeric.arithmetic import CONSTANTS, FUNCTIONS, EvaluationError
from recall.numeric.expression import compile_condition, compile_number
from recall.numeric.grammar import Refused, Scope, Value

SCOPE = Scope(frozenset({"a", "b"}), {"w": frozenset({"X", "Y"})})
ENV: dict[str, Value] = {"a": 12345, "b": -7, "w": "X"}
ATOMS = (
    *CONSTANTS, "a", "b", "w", "X", "c", "0", "1", "2", "9", "999999999", "1e300", "0.1", "1e-300",
    "True", "'s'", "x.y", "[1]", "(",
)  # fmt: skip
OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "**", "<", "==", "and", "or", "^", ",", "if")


def formula(random_: random.Random, depth: int) -> str:
    """A formula that is usually well formed, often huge in value, sometimes nonsense."""
    kind = random_.random()
    if depth == 0 or kind < 0.2:
        return random_.choice(ATOMS)
    if kind < 0.65:
        left, right = formula(random_, depth - 1), formula(random_, depth - 1)
        return f"({left} {random_.choice(OPERATORS)} {right})"
    if kind < 0.85:
        arguments = [formula(random_, depth - 1) for _ in range(random_.randint(1, 3))]
        return f"{random_.choice([*FUNCTIONS, 'print'])}({', '.join(arguments)})"
    if kind < 0.95:
        one, test, two = (formula(random_, depth - 1) for _ in range(3))
        return f"({one} if {test} else {two})"
    return "-" + formula(random_, depth - 1)


def seconds(source: str) -> float:
    """How long compiling and evaluating takes; our own errors are as good as a value."""
    began = time.process_time()
    for compile_ in (compile_number, compile_condition):
        try:
            compiled = compile_(source, SCOPE)
            if compile_ is compile_number:
                compiled.value(ENV)
            else:
                compiled.holds(ENV)
        except (Refused, EvaluationError):
            continue
    return time.process_time() - began


def test_no_formula_raises_anything_foreign_or_takes_long() -> None:
    random_ = random.Random(20_260_101)
    slowest = max((seconds(f), f) for f in (formula(random_, 6) for _ in range(2_000)))
    assert slowest[0] < 0.5, slowest
