"""A problem as a table and a chart over one parameter."""

import json
from pathlib import Path

import pytest

from tests.cli.program import recall

REST = "L=80 n_q=64 n_kv=8 d=128 B=1 dtype=BF16"
SOLVE = ("solve", "kv-cache-batch", "--set", REST)


def lines(folder: Path, *arguments: str, more: dict[str, str] | None = None) -> list[str]:
    ran = recall(folder, *SOLVE, *arguments, more=more)
    assert ran.code == 0, ran.err
    return ran.out.splitlines()


def test_a_row_has_the_parameter_the_answer_and_both_systems(compiled: Path) -> None:
    assert lines(compiled, "--table", "S=65536,131072") == [
        "L = 80, n_q = 64, n_kv = 8, d = 128, B = 1, dtype = BF16, w = 2",
        "",
        "     S  answer (GiB)   that is",
        " 65536            20  21.47 GB",
        "131072            40  42.95 GB",
    ]


def test_a_range_is_written_as_in_a_deck_and_may_leave_its_lists(compiled: Path) -> None:
    shown = lines(compiled, "--table", "S=65536..1000000 step ×2")
    assert [line.split()[0] for line in shown[3:]] == ["65536", "131072", "262144", "524288"]


def test_asked_steps_have_a_column(compiled: Path) -> None:
    ran = recall(compiled, "solve", "moe-capacity-drop", "--table", "k=1,2")
    assert ran.out.splitlines()[2].split("  ") == ["k", "C (token)", "answer (%)"]


def test_words_can_be_tabulated(compiled: Path) -> None:
    rest = "L=80 n_q=64 n_kv=8 d=128 B=1 S=131072"
    ran = recall(compiled, "solve", "kv-cache-batch", "--set", rest, "--table", "dtype=BF16,FP8")
    rows = [line.split()[:2] for line in ran.out.splitlines()[3:]]
    assert rows == [["BF16", "40"], ["FP8", "20"]]


def test_a_value_without_an_answer_is_a_row_that_says_why(compiled: Path) -> None:
    ran = recall(compiled, "solve", "moe-capacity-drop", "--table", "load=0,200", "--plot")
    assert ran.code == 0
    assert ran.out.count("—") == 3
    assert "load = 0: The problem has no value for these numbers: division by zero." in ran.out


def test_the_chart_has_a_line_for_each_value(compiled: Path) -> None:
    shown = lines(compiled, "--table", "S=65536,131072", "--plot", more={"COLUMNS": "44"})
    assert shown[-3:] == [
        "answer (GiB) over S",
        " 65536 " + "█" * 16 + "▌" + " " * 18 + "20",
        "131072 " + "█" * 33 + "  40",
    ]


def test_a_wide_span_has_a_log_axis_and_a_dumb_terminal_ascii(compiled: Path) -> None:
    more = {"COLUMNS": "44", "TERM": "dumb"}
    shown = lines(compiled, "--table", "S=1024,131072,1048576", "--plot", more=more)
    assert shown[-4] == "answer (GiB) over S · logarithmic axis"
    assert "".join(shown[-3:]).isascii()


@pytest.mark.parametrize("columns", ["44", "80"])
def test_everything_fits_the_terminal(compiled: Path, columns: str) -> None:
    shown = lines(
        compiled, "--table", "S=1..100 step 9", "--plot", "--lang", "zh", more={"COLUMNS": columns}
    )
    assert max(map(len, shown[1:])) <= int(columns)


def test_a_table_is_also_data(compiled: Path) -> None:
    ran = recall(compiled, *SOLVE, "--table", "S=131072", "--json")
    data = json.loads(ran.out)
    assert (data["schema"], data["id"]) == ("recall.solve-table/1", "kv-cache-batch")
    assert data["fixed"]["L"] == "80"
    (row,) = data["rows"]
    assert row["value"] == "131072"
    assert row["results"][0]["value"] == 40.0
    assert row["also"] == ["42.95 GB"]
    assert row["problem"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--table", "n_k=8"), "Did you mean “n_kv”?"),
        (("--table", "S"), "not NAME=VALUES"),
        (("--table", "S=1..9999"), "more than 500"),
        (("--table", "S=9..1"), "ends before it begins"),
        (("--table", "L=80"), "both set and tabulated"),
        (("--plot",), "--table"),
    ],
)
def test_what_cannot_be_tabulated_is_refused(
    compiled: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = recall(compiled, *SOLVE, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
