"""Problems whose answers cover what a card can grade: units, tolerances, mistakes."""

from functools import cache

from recall.cardtypes.bodies.numeric import NumericBody
from tests.cardtypes.notes import drafts

PROBLEMS = {
    "memory": """\
## KV cache

Of {{n}} tokens, in **GiB**?

**Given**

- `n` from 1024, 4096, 65536

**Steps**

1. Each takes 160 KiB: `answer = n * 160 * Ki / Gi` GiB ± 1%

**Mistakes**

- `answer / 2`: you counted the keys but not the values.
- `answer * 8`: you used the `query` heads of $n$.
""",
    "share": """\
## Share of {{a}} in 8

**Given**

- `a` from 3, 5

**Steps**

1. `answer = 100 * a / 8` % ± 0.5 pp
""",
    "third": """\
## One of {{n}}

**Given**

- `n` from 3, 7

**Steps**

1. `answer = 1 / n` exact
""",
    "flops": """\
## Work of {{p}} billion parameters

**Given**

- `p` from 7, 70

**Steps**

1. `answer = 2 * p * G` FLOP ± 2%
""",
    "price": """\
## Price of {{h}} hours

**Given**

- `h` from 3, 12

**Steps**

1. `answer = 2.5 * h` USD ± 1%
""",
    "speed": """\
## Bandwidth over {{n}} links

**Given**

- `n` from 2, 18

**Steps**

1. `answer = 25 * n` GB/s ± 1% or 1 GB/s
""",
    "order": """\
## Tokens for {{p}} parameters

**Given**

- `p` from 1, 3

**Steps**

1. `answer = 20 * p * G` token within ×2
""",
    "root": """\
## Standard deviation of {{d}} terms

**Given**

- `d` from 2, 3

**Steps**

1. `answer = sqrt(d)` ± 1%

**Mistakes**

- `d`: you forgot the root.
""",
    "time": """\
## How long do {{n}} tokens take?

**Given**

- `n` from 30, 50

**Steps**

1. How many per second? `rate = 1000 / n` token/s ± 1%
2. `answer = n * 100` ms ± 1%
""",
    "rent": """\
## Rent of {{n}} GPUs for a day

**Given**

- `n` from 8, 64

**Steps**

1. `answer = n * 24` GPU·h exact
""",
}


@cache
def body(name: str) -> NumericBody:
    """The problem as a card body."""
    (draft,) = drafts(PROBLEMS[name])
    assert isinstance(draft.body, NumericBody)
    return draft.body
