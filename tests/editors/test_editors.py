"""The files for editors say what the program says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from recall.deck.front_matter import KEYS, is_lang, read_front_matter
from recall.deck.templates import NOTES, deck_template, note_template
from recall.source import SourceFile

EDITORS = Path(__file__).parents[2] / "editors"
SNIPPETS: dict[str, Any] = json.loads((EDITORS / "vscode/recall.code-snippets").read_text("utf-8"))
SCHEMA: dict[str, Any] = json.loads((EDITORS / "front-matter.schema.json").read_text("utf-8"))

_STOP = re.compile(r"\$\{\d+:((?:\\.|[^\\}])*)\}|\$\d")


def expanded(name: str) -> str:
    """A snippet with every tab stop left as it is."""
    text = "\n".join(SNIPPETS[name]["body"])
    filled = _STOP.sub(lambda stop: stop.group(1) or "", text)
    return re.sub(r"\\([\\$}])", r"\1", filled)


@pytest.mark.parametrize("kind", NOTES)
def test_a_snippet_is_the_template_of_its_note_type(kind: str) -> None:
    assert expanded(f"recall: {kind} note") == note_template(kind)
    assert SNIPPETS[f"recall: {kind} note"]["prefix"] == f"recall-{kind}"


def test_the_deck_snippet_is_the_template_of_a_deck() -> None:
    assert expanded("recall: deck") == deck_template("A new deck")


def test_there_is_a_snippet_for_every_note_type_and_no_other() -> None:
    assert set(SNIPPETS) == {"recall: deck", *(f"recall: {kind} note" for kind in NOTES)}


def test_tab_stops_are_numbered_in_order() -> None:
    for snippet in SNIPPETS.values():
        text = "\n".join(snippet["body"])
        stops = [int(n) for n in re.findall(r"\$\{?(\d+)", text)]
        assert stops == [*range(1, len(stops)), 0]


def test_the_schema_knows_the_keys_of_the_parser_and_no_others() -> None:
    assert tuple(SCHEMA["properties"]) == KEYS
    assert SCHEMA["additionalProperties"] is False


def read(key: str, value: object) -> list[str]:
    """The codes of a front matter with one setting."""
    text = yaml.safe_dump({key: value}, allow_unicode=True)
    source = SourceFile.from_bytes("d.md", f"---\n{text}---\n".encode())
    return [found.code.id for found in read_front_matter(source).diagnostics]


def types(key: str) -> set[str]:
    """The JSON types that the schema allows for a key."""
    rule = SCHEMA["properties"][key]
    rules = SCHEMA["$defs"]["words"]["oneOf"] if "$ref" in rule else [rule]
    found = [
        kind
        for each in rules
        for kind in ([each["type"]] if isinstance(each["type"], str) else each["type"])
    ]
    return set(found)


SAMPLES: dict[str, object] = {
    "string": "en",
    "integer": 3,
    "number": 2.5,
    "boolean": True,
    "array": ["en"],
    "object": {"a": "b"},
    "null": None,
}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", SAMPLES)
def test_the_schema_allows_the_types_that_the_parser_reads(key: str, kind: str) -> None:
    assert (read(key, SAMPLES[kind]) == []) == (kind in types(key))


@pytest.mark.parametrize("key", KEYS)
def test_the_examples_of_the_schema_are_read_without_complaint(key: str) -> None:
    for example in SCHEMA["properties"][key]["examples"]:
        assert read(key, example) == []


@pytest.mark.parametrize("tag", ["en", "zh-Hant", "pt-BR", "x", "en_US", "", "e1", "en-"])
def test_the_pattern_of_languages_is_that_of_the_parser(tag: str) -> None:
    assert bool(re.search(SCHEMA["properties"]["lang"]["pattern"], tag)) == is_lang(tag)


@pytest.mark.parametrize(("number", "is_read"), [(999999999, True), (1000000000, False)])
def test_the_bounds_of_order_are_those_of_the_parser(*, number: int, is_read: bool) -> None:
    order = SCHEMA["properties"]["order"]
    assert (order["minimum"] <= number <= order["maximum"]) == is_read
    assert (read("order", number) == []) == is_read
