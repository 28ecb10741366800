"""Formulas and typed answers: this engine beside simpleeval and pint.

    pip install 'recall-srs[bench]'
    python bench/numeric.py

Prints microseconds per evaluation of one formula, and of 200 typed answers how many each library
reads as the person meant them. Medians of several rounds; ratios are to this engine.
"""

import logging
import statistics
import time
import warnings
from collections.abc import Callable
from fractions import Fraction

import pint
import simpleeval

from recall.numeric.expression import compile_number
from recall.numeric.grammar import Scope
from recall.numeric.typed import Answer, read_answer
from recall.numeric.units import PLAIN, parse_unit

FORMULA = "2 * L * S * B * hkv * d * w / Gi"
VALUES = {"L": 80, "S": 131072, "B": 4, "hkv": 8, "d": 128, "w": 2}
ROUNDS, TIMES = 7, 2_000
Reader = Callable[[str, str], "float | None"]


def microseconds(run: Callable[[], object], times: int = TIMES) -> float:
    """The median over rounds of the mean time of one call."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(times):
            run()
        rounds.append((time.perf_counter() - began) / times * 1e6)
    return statistics.median(rounds)


def answers() -> list[tuple[str, str, Fraction | None]]:
    """200 typed answers: text, asked unit, and the value meant in it (None: must be asked back)."""
    made: list[tuple[str, str, Fraction | None]] = []
    for n in (40, 96, 160, 320, 512, 7, 12, 25, 64, 128):
        gib, half = Fraction(n), Fraction(2 * n + 1, 2)
        made += [
            (f"{n}", "GiB", gib), (f"{n} GiB", "GiB", gib), (f"{n}GiB", "GiB", gib),
            (f"{n * 1024} MiB", "GiB", gib), (f"{n * 2**30} B", "GiB", gib),
            (f"{n * 2**30:,} bytes", "GiB", gib), (f"{n * 8} Gib", "GiB", gib),
            (f"{n},5 GiB", "GiB", half), (f"{n}.5 gibibytes", "GiB", half),
            (f"{n} gib", "GiB", None),
            (f"{n} 000 kB", "GB", Fraction(n, 1000)), (f"{n} Gb", "GB", Fraction(n, 8)),
            (f"{n} KB", "kB", gib), (f"{n} G", "FLOP", gib * 10**9),
            (f"{n}.5·10⁹", "FLOP", half * 10**9), (f"{n} TFLOPS", "FLOP/s", gib * 10**12),
            (f"{n} tokens per second", "token/s", gib), (f"−{n} %", "", Fraction(-n, 100)),
            (f"{n}/8", "", Fraction(n, 8)), (f"{n}B", "param", None),
        ]  # fmt: skip
    return made


def ours(text: str, asked: str) -> float | None:
    """What this engine reads, in the asked unit; None where it asks back."""
    unit = parse_unit(asked)
    answer = read_answer(text, unit if not hasattr(unit, "word") else PLAIN)
    if not isinstance(answer, Answer) or len(answer.readings) > 1:
        return None
    return float(answer.readings[0])


def with_pint(registry: pint.UnitRegistry) -> Reader:
    """The same with pint; where no unit was typed, the asked one."""

    def reader(text: str, asked: str) -> float | None:
        # Pint's own failures are of many kinds; each means that it read nothing.
        try:
            quantity = registry.Quantity(text)
            if quantity.dimensionless and quantity.units == registry.dimensionless:
                return float(quantity.magnitude)
            return float(quantity.to(asked or "dimensionless").magnitude)
        except Exception:  # noqa: BLE001
            return None

    return reader


def with_simpleeval(text: str, _: str) -> float | None:
    """The same with simpleeval, which knows no units."""
    try:
        return float(simpleeval.simple_eval(text))
    except Exception:  # noqa: BLE001
        return None


def right(reader: Reader) -> int:
    """How many of the answers are read as meant."""
    count = 0
    for text, asked, meant in answers():
        value = reader(text, asked)
        if meant is None or value is None:
            count += value is None and meant is None
        else:
            count += abs(value - float(meant)) <= 1e-9 * abs(float(meant))
    return count


def evaluations() -> dict[str, float]:
    """Microseconds for one evaluation of the formula, by way of doing it."""
    names = {**VALUES, "Gi": 2**30}
    scope = Scope(frozenset(VALUES))
    compiled = compile_number(FORMULA, scope)
    parser = simpleeval.SimpleEval(names=names)
    tree = parser.parse(FORMULA)
    registry = pint.UnitRegistry()
    byte = registry.byte
    quantities = {**{k: registry.Quantity(v) for k, v in names.items()}, "w": 2 * byte}
    q = quantities
    return {
        "recall, compiled": microseconds(lambda: compiled.value(VALUES)),
        "recall, from text": microseconds(lambda: compile_number(FORMULA, scope).value(VALUES)),
        "simpleeval, parsed": microseconds(lambda: parser.eval(FORMULA, tree)),
        "simpleeval, from text": microseconds(lambda: parser.eval(FORMULA)),
        "pint quantities": microseconds(
            lambda: 2 * q["L"] * q["S"] * q["B"] * q["hkv"] * q["d"] * q["w"] / q["Gi"], 300
        ),
    }


def main() -> None:
    """Print both tables."""
    warnings.simplefilter("ignore")
    logging.disable()
    timed = evaluations()
    base = timed["recall, compiled"]
    print(f"{FORMULA}\n")
    for name, value in timed.items():
        print(f"  {name:24}{value:9.1f} µs   ×{value / base:.1f}")
    readers: dict[str, Reader] = {
        "recall": ours, "pint": with_pint(pint.UnitRegistry()), "simpleeval": with_simpleeval,
    }  # fmt: skip
    texts = answers()
    print(f"\n{len(texts)} typed answers\n")
    first = 0.0
    for name, reader in readers.items():

        def all_of_them(reader: Reader = reader) -> None:
            for text, asked, _ in texts:
                reader(text, asked)

        each = microseconds(all_of_them, 1) / len(texts)
        first = first or each
        print(f"  {name:24}{right(reader):4} read right {each:9.1f} µs each   ×{each / first:.1f}")


if __name__ == "__main__":
    main()
