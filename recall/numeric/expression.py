"""Compiled formulas."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import cast

from recall.numeric.arithmetic import EvaluationError
from recall.numeric.compiler import Compiler
from recall.numeric.grammar import Condition, Env, NumberRun, Scope, parse
from recall.numeric.printing import Number


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled formula. Equal if the sources are.

    `names` are the parameters, derived numbers and steps it uses; `size` counts its parts.
    """

    source: str
    names: frozenset[str] = field(compare=False)
    tree: ast.expr = field(compare=False, repr=False)
    tests: Mapping[ast.expr, Condition] = field(compare=False, repr=False)
    _run: NumberRun | None = field(compare=False, repr=False)
    _holds: Condition | None = field(compare=False, repr=False)
    word: str | None = field(default=None, compare=False)
    size: int = field(default=1, compare=False)

    def value(self, env: Env) -> Number:
        """Its number. Raises EvaluationError."""
        assert self._run is not None
        try:
            return self._run(env)
        except OverflowError:
            raise EvaluationError("a number is too large for a float") from None

    def holds(self, env: Env) -> bool:
        """Whether the condition is true. Raises EvaluationError."""
        assert self._holds is not None
        try:
            return self._holds(env)
        except OverflowError:
            raise EvaluationError("a number is too large for a float") from None


def compile_number(source: str, scope: Scope) -> Expression:
    """A formula whose value is a number. Raises Refused."""
    source = source.strip()
    tree, compiler = parse(source), Compiler(source, scope)
    run = compiler.number(tree)
    return Expression(
        source, frozenset(compiler.used), tree, compiler.tests, run, None, size=compiler.nodes
    )


def compile_condition(source: str, scope: Scope) -> Expression:
    """A formula that is true or false. Raises Refused."""
    source = source.strip()
    tree, compiler = parse(source), Compiler(source, scope)
    holds = compiler.condition(tree)
    return Expression(
        source, frozenset(compiler.used), tree, compiler.tests, None, holds, size=compiler.nodes
    )


def compile_shown(source: str, scope: Scope) -> Expression:
    """A formula in a text: a number, or the name of a parameter that holds words.

    Raises Refused.
    """
    name = source.strip()
    if name in scope.words:
        tree = ast.Name(name)
        return Expression(name, frozenset({name}), tree, {}, None, None, word=name)
    if name in scope.numbers:
        # Most placeholders are a name alone: no need to parse it.
        run = cast(NumberRun, itemgetter(name))
        return Expression(name, frozenset({name}), ast.Name(name), {}, run, None)
    return compile_number(source, scope)
