"""The formula language."""

import ast
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import recall
from recall.numeric.arithmetic import EvaluationError
from recall.numeric.expression import compile_condition, compile_number
from recall.numeric.grammar import _CLEAN, Refused, Scope, Value, _scan
from tests.timing import cpu_seconds

SCOPE = Scope(frozenset({"a", "b", "T"}), {"dtype": frozenset({"BF16", "FP8"})})
ENV: dict[str, Value] = {"a": 3, "b": Fraction(1, 2), "T": 7, "dtype": "BF16"}


def value(source: str) -> Value:
    return compile_number(source, SCOPE).value(ENV)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("1 + 2 * 3", 7), ("2 ** 10", 1024), ("2e9", 2 * 10**9), ("1/3", Fraction(1, 3)),
        ("0.1 + 0.2", Fraction(3, 10)), ("7 // 2", 3), ("7 % 4", 3), ("-a", -3), ("+a", 3),
        ("a * b", Fraction(3, 2)), ("6 / 3", 2), ("2 ** -1", Fraction(1, 2)), ("1_000", 1000),
        ("min(a, b, 7)", Fraction(1, 2)), ("max(a, 5)", 5), ("abs(-a)", 3), ("round(2.5)", 3),
        ("round(-2.5)", -3), ("round(2.345, 2)", Fraction(235, 100)), ("floor(-1/2)", -1),
        ("ceil(1/2)", 1), ("sqrt(16)", 4.0), ("log2(1024)", 10.0), ("log10(1000)", 3.0),
        ("comb(5, 2)", 10), ("comb(2, 5)", 0), ("gcd(12, 18)", 6), ("lcm(4, 6)", 12),
        ("Gi", 2**30), ("G", 10**9), ("T", 7), ("2 if dtype == BF16 else 1", 2),
        ("2 if BF16 == dtype else 1", 2), ("2 if dtype != BF16 else 1", 1),
        ("1 if 1 < a <= 3 else 0", 1), ("1 if a > 5 or b < 1 else 0", 1),
        ("1 if not (a > 5) and b < 1 else 0", 1), ("(-1) ** 5", -1), ("1 ** (2 ** 500)", 1),
        ("0 ** 0", 1), ("4 ** (1/2)", 2.0),
    ],
)  # fmt: skip
def test_value(source: str, expected: Value) -> None:
    assert value(source) == expected


def test_decimals_stay_exact_until_a_root_makes_a_float() -> None:
    assert isinstance(value("0.1 * 3"), Fraction)
    assert isinstance(value("sqrt(2) * 3"), float)


def test_a_rounded_float_is_exact_again() -> None:
    assert isinstance(value("ceil(log2(1000))"), int)


def test_names_shadow_constants() -> None:
    assert value("T + 1") == 8


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("2 ^ 3", "“^”"),
        ("a.b", "“.”"),
        ("a[0]", "“[”"),
        ("'x'", "“'”"),
        ("a = 2", "“=”"),
        ("2a", "“2a”"),
        ("a × 2", "“×”"),
        ("", "there is no formula"),
        ("1 +", "does not parse"),
        ("(1", "does not parse"),
        ("c + 1", "`c` is not defined here"),
        ("A", "`A` is not"),
        ("foo(1)", "no such function"),
        ("min(1)", "`min` takes 2 to 20"),
        ("sqrt(1, 2)", "`sqrt` takes 1"),
        ("min", "`min` is a function"),
        ("a > 1", "a condition"),
        ("not a", "a condition"),
        ("1 if a else 2", "a number stands where a condition"),
        ("dtype + 1", "`dtype` holds words"),
        ("1 if dtype == FP4 else 2", "“FP4” is not listed"),
        ("1 if dtype < BF16 else 2", "`dtype` holds words"),
        ("1 if dtype == 3 else 2", "compared with a number"),
        ("True", "not part"),
        ("None", "not part"),
        ("1e301", "exponent"),
        ("lambda: 1", "“:”"),
        ("(a, b)", "not part"),
        ("a if b > 1", "does not parse"),
        ("a is b", "a condition"),
        ("1 if a is b else 2", "not part"),
        ("1 if a in b else 2", "not part"),
        ("min(*a)", "does not parse|not part|takes"),
        ("1j", "neither a number"),
        ("0x10", "neither a number"),
        ("~a", "“~”"),
        ("a @ b", "“@”"),
        ("a << 2", "does not parse|not part"),
        ("__import__(1)", "no such function"),
        ("(a := 2)", "“:”"),
        ("a; b", "“;”"),
        ("min(1, key=2)", "“=”"),
        ("007", "does not parse"),
        ("...", "“.”"),
    ],
)
def test_everything_else_is_refused(source: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        compile_number(source, SCOPE)
    assert any(part in caught.value.message for part in message.split("|"))


def test_a_power_sign_gets_its_hint() -> None:
    with pytest.raises(Refused) as caught:
        compile_number("2 ^ 3", SCOPE)
    assert (caught.value.start, caught.value.hint) == (2, "write ** for a power")


def test_a_misspelt_name_gets_a_suggestion() -> None:
    with pytest.raises(Refused) as caught:
        compile_number("per_toke + 1", SCOPE.with_number("per_token"))
    assert "per_token" in caught.value.hint


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0", "division by zero"),
        ("1 // 0", "division by zero"),
        ("1 % 0", "division by zero"),
        ("0 ** -1", "division by zero"),
        ("9 ** 9 ** 9", "1024 bits"),
        ("2 ** 1025", "1024 bits"),
        ("3999999 ** 3999999", "1024 bits"),
        ("comb(5000, 2500)", "1024 bits"),
        ("comb(2 ** 1000, 2 ** 900)", "1024 bits"),
        ("sqrt(-1)", "sqrt of a negative"),
        ("log(0)", "log of a number"),
        ("exp(1e6)", "too large"),
        ("(-8) ** (1/3)", "a root of"),
        ("2 ** 900 * 2 ** 900", "1024 bits"),
        ("comb(1/2, 1)", "whole numbers"),
        ("round(1, 99)", "at most 30"),
        ("10.0 ** 400 * sqrt(2)", "1024 bits"),
        ("exp(700) * exp(700)", "finite"),
        ("lcm(2**1000-1, 2**999-1)", "1024 bits"),
    ],
)
def test_what_has_no_value_says_why(source: str, message: str) -> None:
    with pytest.raises(EvaluationError, match=message.replace("(", r"\(")):
        compile_number(source, SCOPE).value(ENV)


@pytest.mark.parametrize(
    "source",
    [
        "9**9**9**9",
        "2**2**2**2**2**2",
        "(" * 199 + "1" + ")" * 199,
        "-" * 399 + "1",
        "1" + "+1" * 199,
        "max(" * 60 + "1" + ",1)" * 60,
        "comb(10**300, 5*10**299)",
        "(2**1000)**(2**1000)",
        "1/(1/(1/(1/3)))" * 20,
        "__import__('os').system('true')",
        "().__class__.__bases__[0]",
        "[x for x in a]",
        "f'{a:>1000000000}'",
        "'a'*10**9",
        "a" * 10_000_000,
        "1" * 10_000_000,
        "not " * 99 + "a",
        "lcm(2**1023, 3**645)" * 5,
        "\0",
        "a\n+b\n",
        "\ud800",
        "1e99999999",
        "a if a else " * 33 + "a",
        "abs(" * 79 + "1" + ")" * 79,
    ],
)
def test_hostile_formulas_end_at_once(source: str) -> None:
    def evaluate() -> None:
        with suppress(Refused, EvaluationError):
            compile_number(source, SCOPE).value(ENV)

    assert cpu_seconds(evaluate) < 0.25


@pytest.mark.parametrize(
    ("source", "message"),
    [("max(" + ",".join(["min(" + ",".join("1" * 19) + ")"] * 7) + ")", "120 parts"),
      ("abs(" * 25 + "1" + ")" * 25, "24 deep"), ("1+" * 200 + "1", "400")],
)  # fmt: skip
def test_size_and_depth_are_bounded(source: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        compile_number(source, SCOPE)


def test_conditions_may_chain() -> None:
    assert compile_condition("1/4 <= a <= 640 and dtype == BF16", SCOPE).holds(ENV)


def test_a_number_is_no_condition() -> None:
    with pytest.raises(Refused, match="a number stands"):
        compile_condition("a", SCOPE)


def test_nothing_in_the_package_calls_eval_or_exec() -> None:
    forbidden = {"eval", "exec", "compile", "__import__"}
    found = [
        (path.name, node.lineno)
        for path in Path(recall.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in forbidden
    ]
    assert found == []


@pytest.mark.parametrize("source", ["a" * 400, "0x" + "f" * 300, "\x00", "a \u202e b"])
def test_a_message_is_short_and_has_no_control_characters(source: str) -> None:
    with pytest.raises(Refused) as caught:
        compile_number(source, Scope())
    assert len(caught.value.message) < 100
    assert caught.value.message.isprintable()


@given(st.text("12.e+-_aX *(/<=!^\u00b2", max_size=24))
def test_the_quick_scan_passes_exactly_what_the_slow_one_does(source: str) -> None:
    try:
        _scan(source)
        slow = True
    except Refused:
        slow = False
    assert (_CLEAN.fullmatch(source) is not None) is slow
