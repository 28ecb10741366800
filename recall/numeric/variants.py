"""Variants: a problem with its numbers, drawn or given by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from recall.errors import did_you_mean
from recall.model.card import UnknownVariant
from recall.numeric.arithmetic import EvaluationError
from recall.numeric.given import Parameter
from recall.numeric.grammar import Env, Value
from recall.numeric.number import read_plain
from recall.numeric.printing import Number, show
from recall.numeric.program import NoValue, ProblemError, Program
from recall.numeric.solution import SolvedStep, solve


@dataclass(frozen=True)
class Variant:
    """A problem with numbers.

    `number` is the index in the full product of the parameters, None for values that the lists do
    not hold. `values` are parameters and derived numbers, `shown` how they print, `results` the
    value of each step in its unit.
    """

    number: int | None
    values: Mapping[str, Value]
    shown: Mapping[str, str]
    results: Mapping[str, Number]
    program: Program

    @property
    def env(self) -> Env:
        """Every name and its value."""
        return {**self.values, **self.results}

    @cached_property
    def solved(self) -> tuple[SolvedStep, ...]:
        """The worked solution, step by step."""
        return solve(self.program.steps, self.env, self.shown)

    @property
    def truth(self) -> Number:
        """The answer, in the unit of the last step."""
        return self.results[self.program.answer.name]


def variant_at(program: Program, number: int) -> Variant:
    """The variant with that number, whether `keep` refuses it or not. Raises UnknownVariant."""
    if not 0 <= number < program.count:
        raise UnknownVariant(
            f"There is no variant {number}: the problem now has {program.count:,}, "
            f"from 0 to {program.count - 1}.",
            "A number that the journal holds was asked before the problem was edited.",
        )
    return _variant(program, program.rows_of(number))


def _variant(program: Program, rows: tuple[int, ...]) -> Variant:
    values: dict[str, Value] = {}
    shown: dict[str, str] = {}
    for parameter, row in zip(program.parameters, rows, strict=True):
        values.update(zip(parameter.names, parameter.rows[row], strict=True))
        shown.update(zip(parameter.names, parameter.shown[row], strict=True))
    return _complete(program, program.number_of(rows), values, shown)


def _complete(
    program: Program, number: int | None, values: dict[str, Value], shown: dict[str, str]
) -> Variant:
    try:
        env = program.results(values)
    except EvaluationError as error:
        raise NoValue(
            f"The problem has no value for these numbers: {error}.", "Choose other numbers."
        ) from None
    steps = {step.name for step in program.steps}
    own = {name: value for name, value in env.items() if name not in steps}
    results = {n: v for n, v in env.items() if n in steps and not isinstance(v, str)}
    for derived in program.derived:
        value = env[derived.name]
        shown[derived.name] = value if isinstance(value, str) else show(value)
    return Variant(number, own, shown, results, program)


def variant_with(program: Program, values: Mapping[str, str], base: Mapping[str, str]) -> Variant:
    """The variant with typed values; parameters not named take theirs from `base`.

    Values may leave the lists, and `keep` is ignored. Raises ProblemError.
    """
    _known_names(program, values)
    chosen: dict[str, Value] = {}
    shown: dict[str, str] = {}
    rows: list[int] = []
    for parameter in program.parameters:
        named = {name: values[name].strip() for name in parameter.names if name in values}
        named = named or {name: base[name] for name in parameter.names if name in base}
        if not named:
            raise ProblemError(
                f"A value for {_either(parameter)} is missing.",
                "Name every parameter, for example: " + _example(program),
            )
        row = _row(parameter, named)
        rows.append(-1 if row is None else row)
        if row is not None:
            chosen.update(zip(parameter.names, parameter.rows[row], strict=True))
            shown.update(zip(parameter.names, parameter.shown[row], strict=True))
        else:
            name, text = next(iter(named.items()))
            chosen[name], shown[name] = _off_list(parameter, text), text
    number = None if -1 in rows else program.number_of(tuple(rows))
    return _complete(program, number, chosen, shown)


def _known_names(program: Program, values: Mapping[str, str]) -> None:
    free = [name for parameter in program.parameters for name in parameter.names]
    for name in values:
        if name in free:
            continue
        if any(d.name == name for d in program.derived) or program.step(name):
            raise ProblemError(
                f"“{name}” is calculated, not given.", "The free parameters: " + ", ".join(free)
            )
        near = did_you_mean(name, free)
        known = ", ".join(free) or "none"
        raise ProblemError(
            f"The problem has no parameter “{name[:40]}”.{near}", f"The parameters: {known}"
        )


def _either(parameter: Parameter) -> str:
    return " or ".join(f"“{name}”" for name in parameter.names)


def _example(program: Program) -> str:
    return " ".join(f"{p.names[0]}={p.shown[0][0]}" for p in program.parameters)


def _row(parameter: Parameter, named: Mapping[str, str]) -> int | None:
    """The row that the typed values pick; None if a lone parameter leaves its list."""
    wanted = {parameter.names.index(name): (text, read_plain(text)) for name, text in named.items()}
    fits = [
        index
        for index, row in enumerate(parameter.rows)
        if all(
            row[i] == (text if isinstance(row[i], str) else number)
            for i, (text, number) in wanted.items()
        )
    ]
    if len(parameter.names) == 1:
        return fits[0] if fits else None
    asked = " ".join(f"{name}={text[:40]}" for name, text in named.items())
    listed = ", ".join("(" + ", ".join(row) + ")" for row in parameter.shown[:12])
    if not fits:
        raise ProblemError(f"No row of {_either(parameter)} fits {asked}.", f"The rows: {listed}")
    if len({parameter.rows[i] for i in fits}) > 1:
        raise ProblemError(
            f"{asked} fits several rows.", f"Name another member, to pick one of {listed}"
        )
    return fits[0]


def _off_list(parameter: Parameter, text: str) -> Value:
    """A value that is not listed: any number for a number, but no new word."""
    words = [row[0] for row in parameter.rows if isinstance(row[0], str)]
    name = parameter.names[0]
    if words:
        near = did_you_mean(text, words)
        raise ProblemError(
            f"“{text[:40]}” is not a value of “{name}”.{near}", "Choose " + ", ".join(words[:12])
        )
    number = read_plain(text)
    if number is None:
        raise ProblemError(
            f"“{text[:40]}” is not a number for “{name}”.",
            "Write it without unit and without a comma, for example 131072 or 1.5.",
        )
    return number.numerator if number.denominator == 1 else number
