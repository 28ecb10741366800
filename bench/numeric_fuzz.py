"""200,000 generated formulas and as many generated answers: no foreign error, none above 50 ms.

python bench/numeric_fuzz.py [COUNT]
"""

import importlib.util
import random
import sys
import time
from pathlib import Path
from types import ModuleType

from recall.numeric.typed import read_answer
from recall.numeric.units import Unit, parse_unit

LIMIT = 0.05
SIGNS = "0123456789.,eE×^*/ -+()%GMKiBbxs$·²³½µ亿"


def generator() -> ModuleType:
    """The formulas of the test-suite."""
    path = Path(__file__).parents[1] / "tests" / "numeric" / "test_fuzz.py"
    spec = importlib.util.spec_from_file_location("test_fuzz", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answer_seconds(text: str, asked: Unit) -> float:
    """How long reading a typed answer takes."""
    began = time.perf_counter()
    read_answer(text, asked)
    return time.perf_counter() - began


def main() -> int:
    """Run both; exit code 1 if anything took longer than the limit."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    fuzz, random_ = generator(), random.Random(count)
    asked = parse_unit("GiB")
    assert isinstance(asked, Unit)
    slowest_formula, slowest_answer = (0.0, ""), (0.0, "")
    for _ in range(count):
        source = fuzz.formula(random_, random_.randint(1, 7))
        slowest_formula = max(slowest_formula, (fuzz.seconds(source), source))
        text = "".join(random_.choices(SIGNS, k=random_.randint(0, 30)))
        slowest_answer = max(slowest_answer, (answer_seconds(text, asked), text))
    for what, (seconds, text) in (("formula", slowest_formula), ("answer", slowest_answer)):
        print(f"{count:,} {what}s, slowest {seconds * 1e3:.2f} ms: {text[:80]}")
    return int(max(slowest_formula[0], slowest_answer[0]) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
