"""One note of each kind, as questions: what the exporter sees of a collection."""

from dataclasses import dataclass, replace

from recall.model.card import Card, Collection, DeckInfo, Json, Pillar, Words
from recall.model.ids import CardId, DeckId, NoteId, card_id
from recall.model.question import (
    Choose,
    NumberPart,
    Option,
    Question,
    Response,
    Reveal,
    Tick,
    TypeNumbers,
    TypeText,
    Verdict,
    VerdictKind,
)
from recall.source import Span

CHANGED = 1_767_600_000_000
"""When every sample changed last, in milliseconds since 1970."""

FENCE = "```python\ndef f(x: dict[str, int]) -> bool:\n    return x['a'] < 3 && '}}' in y\n```"


@dataclass(frozen=True, slots=True)
class Asking:
    """A card body that only asks."""

    asked: Question

    def draw(self, card: CardId, reviews: int) -> int | None:
        return None

    def question(self, variant: int | None = None) -> Question:
        return self.asked

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        return Verdict(VerdictKind.UNGRADED, "")

    def dump(self) -> Json:
        return {}


def card(note: str, question: Question, *, facet: str = "", position: int = 0) -> Card:
    """A card of the deck `attention/mla`."""
    return Card(
        id=card_id(NoteId(note), facet),
        note=NoteId(note),
        facet=facet,
        deck=DeckId("attention/mla"),
        pillar="attention",
        type="any",
        digest="",
        position=position,
        span=Span("attention/mla.md", 1, 1, 1, 1),
        lang="en",
        title=note,
        body=Asking(question),
        source="DeepSeek-V2, arXiv 2405.04434 §2.1 & Table 1",
        tags=("kv cache", "inference"),
    )


def asking(card: Card, **changes: object) -> Card:
    """The card with another question."""
    question = card.body.question()
    return replace(card, body=Asking(replace(question, **changes)))  # type: ignore[arg-type]


BASIC = Question(
    front="Why does MLA cache a separate key besides the latent, if $d_h^R<d_c$?",
    back="Because RoPE puts a *position-dependent* matrix between $W^Q$ and $W^{UK}$.\n\n"
    "$$\n\\mathrm{softmax}\\left(\\frac{qk^\\top}{\\sqrt{d}}\\right) v, "
    "\\quad \\begin{aligned} a&<b \\\\ &>c \\end{aligned}\n$$\n\n"
    "| part | size |\n|---|---:|\n| latent | 512 |\n| key | 64 |\n\n"
    f"{FENCE}\n\n> [!NOTE]\n> The cache is small.\n\n- [x] done\n- [ ] open",
    input=Reveal(),
    context="# Multi-head latent attention\n\nAll figures are for *one* layer.",
    hints=("Think of $W^{UK}$.", "What does RoPE depend on?"),
    why="The cache is therefore $d_c + d_h^R = 512 + 64 = 576$ elements, not 512.",
)
REVERSED = Question(front="Latent attention", back="潜在注意力 (MLA)", input=Reveal())
CLOZE = Question(
    front="",
    back="",
    input=Reveal(),
    cloze="Per token V3 caches {{c1::$\\frac{1}{\\sqrt{x}}$::how *many*?}} and "
    "{{c2::`std::vector<{{int}}>`}}, a {set: {{c3::of **{1::2}**}}}.",
    why="Every mark counts.",
)
CHOICE = Question(
    front="Press sentence: “MLA can represent everything.” What is the verdict?",
    back="",
    input=Choose(
        (
            Option("Right", False, "The map can have rank up to $r\\le 7168$."),
            Option("Loose", False, "- The ranks differ *fourteenfold*."),
            Option("Wrong, since `a<b`", True),
        )
    ),
    why="Against full MHA the latent is a low-rank restriction.",
)
TYPED = Question(
    front="What is the name of attention with one shared latent?",
    back="**MLA**, for *latent attention*.",
    input=TypeText(("MLA", "multi-head latent attention", "a <b> | c")),
)
POINTS = Question(
    front="DeepSeek chose MLA where Llama 3 chose GQA. Defend the choice.",
    back="",
    input=Tick(("Constraint: decode reads the *whole* cache.", "Cost: $3.4\\times$ the FLOPs.")),
)
NUMERIC = Question(
    front="KV cache of one decode batch\n\nA decoder has 32 layers. How many **GiB** for 12 users?",
    back="**160 GiB**\n\n1. A token: `2 * L * n_kv = 2 * 32 * 8` B\n2. In all: $512 \\cdot 12$",
    input=TypeNumbers(
        (
            NumberPart("per_token", "Bytes of one token?", "B", "exact"),
            NumberPart("answer", "", "GiB", "± 1%"),
        )
    ),
    hints=("Start with one token.",),
    variant=0,
)


def cards() -> tuple[Card, ...]:
    """All samples, each at its position."""
    backward = replace(REVERSED, front=REVERSED.back, back=REVERSED.front)
    listed = (
        card("mla-rope", BASIC),
        card("mla-name", REVERSED, facet="forward"),
        card("mla-name", backward, facet="backward"),
        card("mla-size", CLOZE, facet="c1"),
        card("mla-size", CLOZE, facet="c2"),
        card("mla-size", CLOZE, facet="c3"),
        card("mla-claim", CHOICE),
        card("mla-term", TYPED),
        card("mla-choice", POINTS),
        card("mla-cache", NUMERIC),
        chinese(card("mla-why", replace(BASIC, back="Because.", hints=("Think.",)))),
    )
    return tuple(replace(one, position=index) for index, one in enumerate(listed))


def chinese(one: Card) -> Card:
    """The card with Chinese words."""
    question = Question(
        front="MLA 为什么要在潜在向量之外再缓存一个 64 维的 key？",
        back="因为 RoPE 会插入一个随位置变化的矩阵。有它在，\n**矩阵**就无法吸收进 query 一侧。",
        input=Reveal(),
        hints=("想想 $W^{UK}$。",),
        why="缓存的是 $512 + 64 = 576$ 个元素。",
    )
    return replace(one, translations={"zh": Words("MLA", Asking(question))})


def collection(*listed: Card) -> Collection:
    """A collection of one deck that holds these cards (default: all samples)."""
    return Collection(
        pillars=(Pillar("attention", 0, {"en": "Attention & the KV cache", "zh": "注意力"}),),
        decks=(
            DeckInfo(
                DeckId("attention/mla"), "attention", 0, {"en": "What MLA caches", "zh": "MLA 缓存"}
            ),
        ),
        cards=listed or cards(),
    )


def changed(*listed: Card, at: int = CHANGED) -> dict[CardId, int]:
    """The same time of change for each card (default: all samples)."""
    return {one.id: at for one in listed or cards()}
