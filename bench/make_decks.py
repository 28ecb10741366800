"""Generated decks for benches: mixed notes of every card type, the same for the same seed."""

import random
from pathlib import Path

WORDS = """
latent expert router token cache query key value head layer gradient optimizer batch sequence
precision throughput bandwidth memory pipeline bubble schedule attention rotary embedding residual
norm activation sparsity balance loss reward policy sample entropy critic rollout distillation
scaling compute budget quantization kernel fusion shard
""".split()  # noqa: SIM905
FANCY = ("$W_{q}x_{t}$", "`n_heads`", "**only**", "$d_h = 128$", "*here*", "[V2](https://a.b/c)")


def sentence(dice: random.Random, length: int = 14) -> str:
    """A sentence of that many words."""
    words = [dice.choice(WORDS) for _ in range(length)]
    return f"{' '.join(words).capitalize()}."


def rich(dice: random.Random, length: int = 14) -> str:
    """A sentence with a formula, code or emphasis in it, as notes have."""
    return f"{sentence(dice, length)[:-1]} {dice.choice(FANCY)} {sentence(dice, 4).lower()}"


def note(dice: random.Random, number: int, *, stamped: bool = True) -> str:
    """One note; its kind follows from its number, two of a hundred are numeric."""
    topic = f"{dice.choice(WORDS)} {dice.choice(WORDS)} {number}"
    kind = number % 50
    body, title = f"{rich(dice, 12)} {rich(dice, 8)}", f"What does the {topic} do?"
    if kind == 0:
        title = f"How large is the {topic}?"
        body = (
            f"A layer has {{{{h}}}} heads of dimension {{{{d}}}}.\n\n**Given**\n\n"
            f"- `h` from 8, 16, 32, 64: heads\n- `d` from 64, 96, 128, {130 + number}: dimension\n"
            "\n**Steps**\n\n1. Both: `answer = 2 * h * d` B ± 1%"
        )
    elif kind % 5 == 1:
        body = (
            f"The =={dice.choice(WORDS)}== of $d_{{{number}}}$ is =={number} bytes== here. {body}"
        )
    elif kind % 5 == 2:
        options = "\n".join(f"- [{'x' if i == 1 else ' '}] {sentence(dice, 6)}" for i in range(4))
        body = f"{body}\n\n{options}"
    elif kind % 5 == 3:
        body = (
            f"{body}\n\n```python\nx = {number}  # ## no note\n```\n\n"
            f"**Why**\n\n{sentence(dice)}\n\n**Source:** V2 §{number}\n**Tags:** a, b"
        )
    elif kind % 5 == 4:
        body = f"**Accept:** {dice.choice(WORDS)} | {dice.choice(WORDS)} {number}"
    name = f"<!-- id: note-{number} -->\n" if stamped else ""
    return f"## {title}\n{name}\n{body}\n"


def make_decks(folder: Path, *, notes: int, files: int, stamped: bool = True) -> list[Path]:
    """Write decks below a folder; the files in order."""
    dice = random.Random(6)
    each = notes // files
    written = []
    for index in range(files):
        path = folder / f"p{index // 20}" / f"deck-{index:03}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        first = index * each
        # From 1 on: a deck begins with words, as decks do, and not with a problem.
        texts = [note(dice, first + i, stamped=stamped) for i in range(1, each + 1)]
        head = f"---\ntitle: Deck {index}\nsources:\n  V2: A report\n---\n# Section {index}\n\n"
        path.write_text(head + "\n".join(texts), encoding="utf-8")
        written.append(path)
    return written
