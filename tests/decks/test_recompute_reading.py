"""Every figure of the reading deck, computed again with plain fractions."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction as F

import pytest

Notes = Callable[[str], dict[str, str]]

DECK = "reading/three-passes"
V3_PER_GPU = F(6 * 37 * 10**9) * 148 * 10**11 / (2664 * 10**3 * 3600)

PROSE: list[tuple[str, str, str, F]] = [
    ("claim-k3-four-pillars", "69 of the 93 layers", "93", F(69 + 24)),
    ("claim-k3-four-pillars", "about three to one", "3", F(69, 24)),
    ("claim-k3-four-pillars", "(7168 → 3584)", "3584", F(7168, 2)),
    ("claim-k3-four-pillars", "distillation from nine experts", "9", F(3 * 3)),
    ("claim-all-to-all-hard-to-hide", "20 of 132 SMs, 15 %", "15", F(2000, 132)),
    ("claim-optimizer-two-to-three", "$12 / 2 = 6$", "6", F(4 + 4 + 4, 2)),
    ("claim-optimizer-two-to-three", "16 bytes over 2", "8", F(16, 2)),
    ("claim-optimizer-two-to-three", "hides 6–8 TB", "6", F(12 - 3 * 2)),
    ("claim-optimizer-two-to-three", "hides 6–8 TB", "8", F(12 - 2 * 2)),
    ("claim-optimizer-two-to-three", "Four times - That is", "4", F(4 + 4, 2)),
    ("claim-optimizer-two-to-three", "BF16 moments with an FP32 master", "4", F(4 + 2 + 2, 2)),
    ("implied-mfu-v3", "343 TFLOP/s per GPU", "343", V3_PER_GPU / 10**12),
    ("implied-mfu-v3", "that is 34.6 %", "34.6", 100 * V3_PER_GPU / (989 * 10**12)),
    ("implied-mfu-v3", "halves it to 17.3 %", "17.3", 100 * V3_PER_GPU / (1979 * 10**12)),
    ("claim-v3-cost", "5.576M cover", "5.576", F(2788, 1000) * 2),
    ("claim-v3-cost", "2.664M hours", "2.664", F(180, 1000) * F(148, 10)),
    ("claim-v3-cost", "5.328M USD", "5.328", F(2664, 1000) * 2),
    ("claim-v3-cost", "147K GPU-hours", "147", F(101 + 5 + 41)),
    ("claim-v3-cost", "294K USD", "294", F(147 * 2)),
    ("paper-versions", "16,384 GPUs", "16384", F(8 * 16 * 16 * 8)),
    ("paper-versions", "only for DP 8", "8", F(16384, 8 * 16 * 16)),
    ("what-is-undisclosed", "about 35 %", "35", 100 * V3_PER_GPU / (989 * 10**12)),
    ("what-is-undisclosed", "about $3.0", "3.0", F(6 * 326 * 155, 100) * 10**21 / 10**24),
]


@pytest.mark.parametrize(("note", "phrase", "printed", "value"), PROSE)
def test_figures_in_prose_are_rounded_truths(
    deck_notes: Notes, note: str, phrase: str, printed: str, value: F
) -> None:
    assert phrase in " ".join(deck_notes(DECK)[note].split())
    last_place = F(10) ** int(Decimal(printed).as_tuple().exponent)
    assert abs(F(printed) - value) <= last_place / 2
