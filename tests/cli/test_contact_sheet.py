"""`recall check --contact-sheet`."""

import json
from pathlib import Path

from tests.cli.program import recall


def test_the_sheet_is_a_file_and_the_check_goes_on(compiled: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    ran = recall(compiled, "check", "--format", "json", "--contact-sheet", str(sheet))
    assert ran.code == 0
    assert json.loads(ran.out)["schema"] == "recall.check/1"
    assert str(sheet) in ran.err
    page = sheet.read_text(encoding="utf-8")
    assert page.count("<article>") == 4 * page.count("<section>") >= 4 * 20
    assert '<div lang="zh">' in page


def test_variants_seed_and_paths_choose(compiled: Path, tmp_path: Path) -> None:
    pages = []
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        sheet = tmp_path / name
        options = ("--contact-sheet", str(sheet), "--variants", "1", "--seed", seed)
        assert recall(compiled, "check", str(compiled / "decks" / "moe"), *options).code == 0
        pages.append(sheet.read_text(encoding="utf-8"))
    assert pages[0] == pages[1] != pages[2]
    assert "kv-cache-batch" not in pages[0]


def test_a_place_that_cannot_be_written_is_told(compiled: Path, tmp_path: Path) -> None:
    ran = recall(compiled, "check", "--contact-sheet", str(tmp_path / "none" / "s.html"))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be written" in ran.err
