"""The page for authors says what grading does."""

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from recall.numeric.arithmetic import CONSTANTS, FUNCTIONS
from recall.numeric.problem import Problem
from recall.numeric.proof import prove

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "numeric.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def forms() -> ModuleType:
    spec = importlib.util.spec_from_file_location("numeric_forms", DOCS / "numeric_forms.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_answer_forms_is_current(forms: ModuleType) -> None:
    assert forms.page() == PAGE, "regenerate with: python docs/numeric_forms.py"


def test_the_first_problem_has_no_diagnostics(problem: Callable[[str], Problem]) -> None:
    example = re.search(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    body = example[1].split("-->\n", 1)[1]
    assert prove(problem(body)) == ()


@pytest.mark.parametrize("name", [*FUNCTIONS, *CONSTANTS])
def test_every_function_and_constant_is_on_the_page(name: str) -> None:
    assert re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", PAGE)
