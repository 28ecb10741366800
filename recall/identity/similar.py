"""How similar two notes are, and which of many belong together. The only import of rapidfuzz.

Similarity is the normalised indel similarity of two texts, 2·LCS / (|a| + |b|), from 0 to 1: the
share of characters that stay when one is edited into the other by insertions and deletions.
rapidfuzz is imported where it is used: most compiles have nothing to search for.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Generic, TypeVar

SIMILAR = 0.75
"""From this similarity on, a note that disappeared is taken for one that appeared."""

MOST_PAIRS = 400_000
"""Up to so many pairs all are compared; above, only those that share rare words."""
CANDIDATES = 12
"""How many texts with the most rare words in common are compared with each text."""
_COMMON = 60
"""A word in more texts than that says nothing about which text it is."""

_WORD = re.compile(r"[^\W_]+")
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")

K = TypeVar("K")
Q = TypeVar("Q")


def similarity(one: str, other: str) -> float:
    """From 0 (nothing in common) to 1 (equal)."""
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_similarity(one, other))


def similar_pairs(
    wanted: Mapping[Q, str], choices: Mapping[K, str], *, least: float = SIMILAR
) -> Iterator[tuple[Q, K, float]]:
    """Pairs at least that similar, in no order, with their similarity.

    All of them among few texts. Among many, each text is compared with those that share the most
    rare words with it, so that the time grows with the number of texts and not with its square.
    """
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import extract_iter

    if not wanted or not choices:
        return
    if len(wanted) * len(choices) <= MOST_PAIRS:
        keys, texts = list(choices), list(choices.values())
        for query, text in wanted.items():
            for _, score, at in extract_iter(
                text, texts, scorer=Indel.normalized_similarity, score_cutoff=least
            ):
                yield query, keys[at], float(score)
        return
    index = _Index(choices)
    for query, text in wanted.items():
        for key in index.nearest(text):
            score = Indel.normalized_similarity(text, choices[key], score_cutoff=least)
            if score >= least:
                yield query, key, float(score)


def best_pairs(pairs: Iterable[tuple[Q, K, float, int]]) -> list[tuple[Q, K]]:
    """Each query and each choice at most once, the most similar pairs first.

    The last value of a pair orders equally similar ones, the smaller first; then both names do.
    """
    found: list[tuple[Q, K]] = []
    queries: set[Q] = set()
    keys: set[K] = set()
    for query, key, _, _ in sorted(pairs, key=lambda p: (-p[2], p[3], str(p[0]), str(p[1]))):
        if query not in queries and key not in keys:
            found.append((query, key))
            queries.add(query)
            keys.add(key)
    return found


class _Index(Generic[K]):
    """Which texts hold a rare word."""

    def __init__(self, texts: Mapping[K, str]) -> None:
        self._keys = list(texts)
        self._holders: dict[str, list[int]] = {}
        for at, text in enumerate(texts.values()):
            for word in words(text):
                self._holders.setdefault(word, []).append(at)

    def nearest(self, text: str) -> list[K]:
        """The keys of the texts that have the most rare words in common with this one."""
        shared: Counter[int] = Counter()
        for word in words(text):
            holders = self._holders.get(word, ())
            if len(holders) <= _COMMON:
                shared.update(holders)
        return [self._keys[at] for at, _ in shared.most_common(CANDIDATES)]


def words(text: str) -> frozenset[str]:
    """The words of a text and each two neighbouring ones; of Chinese each two characters."""
    found: list[str] = []
    for word in _WORD.findall(text.casefold()):
        if _WIDE.search(word):
            found += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
        else:
            found.append(word)
    return frozenset((*found, *(f"{a} {b}" for a, b in pairwise(found))))
