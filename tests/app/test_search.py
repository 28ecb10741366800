"""Finding cards by text."""

from pathlib import Path

import pytest

from recall.app.search import Found, search
from tests.app.desk import open_desk, write_deck

DECK = """\
---
tags: [memory]
sources:
  V2: DeepSeek-V2
---
## Why a KV cache?
<!-- id: why-cache -->

Keys and values of the ＰＡＳＴ never change. "Quoted\\frac" text.

**Source:** V2 §2.1.3

## Latent attention
<!-- id: latent -->

It caches one ==vector== per token, not a KV cache of heads.

**Terms:** MLA | 多头潜在注意力

## Bytes
<!-- id: bytes -->

How many bytes are {{n}} words?

**Given**

- `n` from 1..20: words

**Steps**

1. Two each: `answer = 2 * n` B

## MLA
<!-- id: named -->

An abbreviation.
"""
CHINESE = """\
## 为什么需要缓存？
<!-- id: why-cache -->

过去的键和值不会改变。
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    write_deck(tmp_path, DECK)
    write_deck(tmp_path, CHINESE, "p/small.zh.md")
    write_deck(tmp_path, "## Other pillar\n<!-- id: other -->\n\nA cache.\n", "q/other.md")
    return tmp_path


def find(folder: Path, query: str, pillars: tuple[str, ...] = (), lang: str | None = None) -> Found:
    with open_desk(folder) as desk, desk.store.read() as tx:
        return search(tx.texts(), query, pillars=pillars, lang=lang)


def ids(found: Found) -> list[str]:
    return [hit.id for hit in found.hits]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("past NEVER", ["why-cache"]),
        ("ｐａｓｔ", ["why-cache"]),
        ("键和值", ["why-cache"]),
        ("需要　cache", ["why-cache"]),
        ("潜在注意", ["latent/c1"]),
        ("vector", ["latent/c1"]),
        ("2.1.3", ["why-cache"]),
        ("bytes words", ["bytes"]),
        ("two each", ["bytes"]),
        ('"quoted\\frac"', ["why-cache"]),
        ("why-ca", ["why-cache"]),
        ("cache zebra", []),
        ("front", []),
        ("null", []),
        ("", []),
    ],
)
def test_a_query_finds(folder: Path, query: str, wanted: list[str]) -> None:
    assert ids(find(folder, query)) == wanted


def test_titles_and_terms_come_before_text(folder: Path) -> None:
    assert ids(find(folder, "cache")) == ["why-cache", "latent/c1", "other"]


def test_a_title_that_is_the_query_comes_first(folder: Path) -> None:
    assert ids(find(folder, "mla")) == ["latent/c1", "named"]
    assert ids(find(folder, "latent attention"))[0] == "latent/c1"


def test_tags_are_searched(folder: Path) -> None:
    assert len(ids(find(folder, "memory"))) == 4


def test_a_pillar_limits_the_search(folder: Path) -> None:
    assert ids(find(folder, "cache", ("q",))) == ["other"]


def test_a_title_is_shown_in_the_language_asked_for(folder: Path) -> None:
    assert find(folder, "keys", lang="zh").hits[0].title == "为什么需要缓存？"


def test_a_snippet_shows_the_word_where_it_stands(folder: Path) -> None:
    assert "never change" in find(folder, "never").hits[0].snippet
    assert "键和值" in find(folder, "键和值").hits[0].snippet


def test_a_snippet_of_a_long_paragraph_is_cut_around_the_word(tmp_path: Path) -> None:
    text = "word " * 60 + "needle " + "word " * 60
    write_deck(tmp_path, f"## Q\n<!-- id: hay -->\n\n{text}\n")
    snippet = find(tmp_path, "needle").hits[0].snippet
    assert "needle" in snippet
    assert snippet.startswith("…") and snippet.endswith("…")
    assert len(snippet) < 120


def test_a_limit_says_how_many_there_are(folder: Path) -> None:
    with open_desk(folder) as desk, desk.store.read() as tx:
        found = search(tx.texts(), "cache", limit=1)
    assert (found.total, len(found.hits)) == (3, 1)
