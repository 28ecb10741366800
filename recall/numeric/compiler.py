"""Checks the tree of a formula against what is allowed and turns it into closures."""

import ast
from collections.abc import Callable
from fractions import Fraction
from operator import eq, ge, gt, itemgetter, le, lt, ne
from typing import cast

from recall.errors import did_you_mean
from recall.numeric import arithmetic
from recall.numeric.arithmetic import CONSTANTS, FUNCTIONS, EvaluationError
from recall.numeric.grammar import (
    MAX_DEPTH,
    MAX_EXPONENT,
    MAX_NODES,
    Condition,
    Env,
    NumberRun,
    Refused,
    Scope,
    Value,
)
from recall.numeric.printing import Number

_BINARY: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: arithmetic.add, ast.Sub: arithmetic.subtract, ast.Mult: arithmetic.multiply,
    ast.Div: arithmetic.divide, ast.FloorDiv: arithmetic.floor_divide, ast.Mod: arithmetic.modulo,
    ast.Pow: arithmetic.power,
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], Callable[[Value, Value], bool]] = {
    ast.Eq: eq, ast.NotEq: ne, ast.Lt: lt, ast.LtE: le, ast.Gt: gt, ast.GtE: ge,
}  # fmt: skip


class Compiler:
    """Turns one tree into closures.

    `used` are the names it found, `tests` the conditions of `x if c else y`, `nodes` counts parts.
    """

    def __init__(self, source: str, scope: Scope) -> None:
        self.source, self.scope = source, scope
        self.used: set[str] = set()
        self.tests: dict[ast.expr, Condition] = {}
        self.nodes = self.depth = 0

    def _refuse(
        self, node: ast.AST, message: str, hint: str = "", *, unknown: bool = False
    ) -> Refused:
        start = getattr(node, "col_offset", 0)
        end = getattr(node, "end_col_offset", len(self.source))
        return Refused(message, start, end, hint, unknown=unknown)

    def _enter(self, node: ast.AST) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self._refuse(node, f"the formula has more than {MAX_NODES} parts")
        if self.depth >= MAX_DEPTH:
            raise self._refuse(node, f"the formula is nested more than {MAX_DEPTH} deep")

    def number(self, node: ast.expr) -> NumberRun:
        """The closure of a tree whose value is a number. Raises Refused."""
        self._enter(node)
        self.depth += 1
        try:
            return self._number(node)
        finally:
            self.depth -= 1

    def _number(self, node: ast.expr) -> NumberRun:
        match node:
            case ast.Constant():
                return _constant(self._literal(node))
            case ast.Name():
                return self._name(node)
            case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=operand):
                inner = self.number(operand)
                return (lambda env: -inner(env)) if isinstance(sign, ast.USub) else inner
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return _binary(_BINARY[type(op)], self.number(left), self.number(right))
            case ast.Call():
                return self._call(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                holds, then, other = self.condition(test), self.number(body), self.number(orelse)
                self.tests[node] = holds
                return lambda env: then(env) if holds(env) else other(env)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp():
                raise self._refuse(node, "a condition stands where a number is needed",
                                  "write `x if condition else y`")  # fmt: skip
            case _:
                raise self._refuse(node, "this is not part of the formula language")

    def _literal(self, node: ast.Constant) -> Number:
        text = self.source[node.col_offset : node.end_col_offset].replace("_", "")
        if type(node.value) not in (int, float):
            raise self._refuse(node, "this is not part of the formula language")
        _, _, exponent = text.lower().partition("e")
        if exponent and abs(int(exponent)) > MAX_EXPONENT:
            raise self._refuse(node, f"an exponent is beyond {MAX_EXPONENT}")
        try:
            return arithmetic.bounded(Fraction(text))
        except (EvaluationError, ValueError):
            raise self._refuse(node, "the number is too large") from None

    def _name(self, node: ast.Name) -> NumberRun:
        name = node.id
        if name in self.scope.words:
            raise self._refuse(node, f"`{name}` holds words, not numbers",
                              "compare it: `2 if dtype == BF16 else 1`")  # fmt: skip
        if name in self.scope.numbers:
            self.used.add(name)
            return cast(NumberRun, itemgetter(name))
        if name in CONSTANTS:
            return _constant(CONSTANTS[name][0])
        if name in FUNCTIONS:
            raise self._refuse(node, f"`{name}` is a function", f"write `{name}(…)`")
        known = [*self.scope.numbers, *self.scope.words, *CONSTANTS, *FUNCTIONS]
        hint = did_you_mean(name, known).strip() or "define it above, under Given or in a step"
        raise self._refuse(node, f"`{name[:60]}` is not defined here", hint, unknown=True)

    def _call(self, node: ast.Call) -> NumberRun:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            known = ", ".join(FUNCTIONS)
            raise self._refuse(node.func, "no such function", f"the functions are {known}")
        function, fewest, most = FUNCTIONS[node.func.id]
        if node.keywords or not fewest <= len(node.args) <= most:
            count = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise self._refuse(node, f"`{node.func.id}` takes {count} numbers")
        runs = tuple(self.number(argument) for argument in node.args)
        if len(runs) == 1:
            only = runs[0]
            return lambda env: function(only(env))
        return lambda env: function(*(run(env) for run in runs))

    def condition(self, node: ast.expr) -> Condition:
        """The closure of a tree that is true or false. Raises Refused."""
        self._enter(node)
        self.depth += 1
        try:
            return self._condition(node)
        finally:
            self.depth -= 1

    def _condition(self, node: ast.expr) -> Condition:
        match node:
            case ast.Compare():
                return self._compare(node)
            case ast.BoolOp(op=op, values=values):
                runs = tuple(self.condition(value) for value in values)
                if isinstance(op, ast.And):
                    return lambda env: all(run(env) for run in runs)
                return lambda env: any(run(env) for run in runs)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.condition(operand)
                return lambda env: not inner(env)
            case _:
                raise self._refuse(node, "a number stands where a condition is needed",
                                  "compare it, as in `answer >= 1`")  # fmt: skip

    def _compare(self, node: ast.Compare) -> Condition:
        sides = [node.left, *node.comparators]
        about = [s.id for s in sides if isinstance(s, ast.Name) and s.id in self.scope.words]
        if about:
            return self._compare_words(node, about)
        links = []
        runs = [self.number(side) for side in sides]
        for op, left, right in zip(node.ops, runs, runs[1:], strict=False):
            if type(op) not in _COMPARE:
                raise self._refuse(node, "this is not part of the formula language")
            links.append((_COMPARE[type(op)], left, right))
        if len(links) == 1:
            test, one, two = links[0]
            return lambda env: test(one(env), two(env))
        return lambda env: all(test(one(env), two(env)) for test, one, two in links)

    def _compare_words(self, node: ast.Compare, about: list[str]) -> Condition:
        """`dtype == BF16`: a name that is nothing else is a word of the compared parameter."""
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            raise self._refuse(node, f"`{about[0]}` holds words", "compare words with == or !=")
        one, two = (self._word(side, about[0]) for side in (node.left, node.comparators[0]))
        test = _COMPARE[type(node.ops[0])]
        return lambda env: test(one(env), two(env))

    def _word(self, side: ast.expr, about: str) -> Callable[[Env], Value]:
        self._enter(side)
        listed = self.scope.words[about]
        if not isinstance(side, ast.Name):
            raise self._refuse(side, f"`{about}` holds words and is compared with a number")
        if side.id in self.scope.words:
            self.used.add(side.id)
            return itemgetter(side.id)
        if side.id not in listed:
            hint = did_you_mean(side.id, listed).strip() or f"`{about}` is one of " + ", ".join(
                sorted(listed)
            )
            raise self._refuse(side, f"“{side.id}” is not listed for `{about}`", hint, unknown=True)
        word = side.id
        return lambda _: word


def _constant(value: Number) -> NumberRun:
    return lambda _: value


def _binary(
    function: Callable[[Number, Number], Number], left: NumberRun, right: NumberRun
) -> NumberRun:
    return lambda env: function(left(env), right(env))
