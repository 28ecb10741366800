"""TeX of decks against what Anki's MathJax can do."""

import re
from functools import cache
from importlib.resources import files

from recall.export.codes import FORBIDDEN_COMMAND, UNKNOWN_COMMAND
from recall.export.pictures import Fault

_WORD = re.compile(r"\\(?:([A-Za-z]+)|.)", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{\s*([A-Za-z]+\*?)\s*\}")
_FORBIDDEN = re.compile(
    r"(?:re|provide)?newcommand|providecommand|[gex]?def|let|(?:re)?newenvironment|require"
    r"|Declare[A-Za-z]+|(?:re)?newtagform|usetagform|definecolor|mathtoolsset|mmlToken"
    r"|href|class|style|cssId|label|ref|eqref|refeq|unicode|data|toggle|mathtip|texttip"
)


@cache
def _known() -> tuple[frozenset[str], frozenset[str]]:
    text = files("recall.export.anki").joinpath("commands.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    commands, environments = "\n".join(lines).split("---")
    return frozenset(commands.split()), frozenset(environments.split())


def is_forbidden(tex: str) -> bool:
    """True if a command would act outside the formula: define, link, load or style."""
    return any(match[1] and _FORBIDDEN.fullmatch(match[1]) for match in _WORD.finditer(tex))


def faults(tex: str) -> tuple[Fault, ...]:
    """What Anki would not typeset, each name once."""
    commands, environments = _known()
    found: dict[str, Fault] = {}
    for match in _WORD.finditer(tex):
        name = match[1]
        if not name or f"\\{name}" in found:
            continue
        if _FORBIDDEN.fullmatch(name):
            message = f"\\{name} acts outside its formula, which is shown as code"
            found[f"\\{name}"] = Fault(FORBIDDEN_COMMAND, message, f"\\{name}")
        elif name not in commands:
            message = f"Anki cannot typeset \\{name}"
            found[f"\\{name}"] = Fault(UNKNOWN_COMMAND, message, f"\\{name}")
    for match in _ENVIRONMENT.finditer(tex):
        name = match[1]
        if name not in environments:
            message = f"Anki cannot typeset the environment {name}"
            found.setdefault(name, Fault(UNKNOWN_COMMAND, message, match[0]))
    return tuple(found.values())
