"""Every report about other tools has a test, or a reason.

The keys are issues and pull requests of their trackers, or the tool whose source shows it; the
values are tests anywhere in this folder's parent.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS_ROOT = Path(__file__).parent.parent

PARSING = {
    "obsidian-sr 382": ("test_markers_inside_code_spans_are_text",),
    "obsidian-sr 1258, 973": (
        "test_a_one_line_triple_backtick_span_hides_no_later_note",
        "test_an_unclosed_fence_is_named_at_its_opener",
    ),
    "obsidian-sr 148": ("test_a_fence_with_a_blank_line_is_one_atom",),
    "sr-recall 77": ("test_a_comparison_in_code_is_no_cloze",),
    "obsidian-sr 922": ("test_a_note_needs_no_blank_line_after_the_front_matter",),
    "flashcards-obsidian 185": ("test_front_matter_reaches_no_note",),
    "hashcards 29": ("test_punctuation_beside_the_signs_of_a_mark_is_plain",),
    "hashcards 48, 96, 109, 119": ("test_brackets_make_no_cloze",),
    "org-fc 113, orbit 181": ("test_braces_of_a_formula_neither_end_nor_begin_a_cloze",),
    "flashcards-obsidian 161": ("test_braces_in_an_address_make_no_cloze",),
    "obsidian-sr 816": ("test_nested_braces_stay_in_their_cloze",),
    "hashcards 192": ("test_text_between_notes_is_context_or_an_error",),
    "org-fc 128": ("test_a_file_without_notes_says_so",),
    "obsidian-sr 970": ("test_a_thematic_break_hides_nothing",),
    "obsidian-sr 1113": ("test_nested_lists_are_dedented",),
    "obsidian-sr 691": ("test_tags_of_two_notes_stay_apart",),
    "obsidian-to-anki 168": ("test_the_id_comment_reaches_no_text",),
    "repeater": ("test_text_in_a_fence_holds_no_notes",),
}
IDENTITY = {
    "hashcards 87": ("test_no_edit_changes_memory_or_due_date",),
    "coding-flashcards 15": ("test_a_guid_does_not_depend_on_the_content",),
    "awesome-flashcard 1": (
        "test_a_note_without_an_id_is_found_again",
        "test_the_report_names_each_note_once",
    ),
    "mdanki 8": ("test_the_decks_arrive_sound_and_a_second_import_adds_nothing",),
    "2anki 2447, 4346": ("test_the_notes_of_the_samples_are_the_golden_ones",),
    "genanki 61": ("test_rows_have_guids_of_their_own",),
    "open-anki-jlpt 13, obsidian-to-anki 236": ("test_an_id_in_the_file_is_the_notes_id",),
    "obsidian-to-anki 383, 460": (
        "test_a_note_moved_to_another_deck_is_the_same_note",
        "test_a_note_that_moves_between_decks_is_the_same",
    ),
    "obsidian-to-anki 294, 621": (
        "test_an_unknown_id_is_a_new_note_and_a_vanished_one_blocks_nothing",
    ),
    "yanki-obsidian 14": ("test_a_deck_that_loses_more_than_a_fifth_is_named",),
    "obsidian-sr 1575, 1646": (
        "test_reviewing_writes_to_no_deck",
        "test_a_mark_put_in_front_moves_no_number",
    ),
    "mnemosyne 211": ("test_all_cards_of_a_collection_have_ids_of_their_own",),
    "ankitum 12": ("test_one_note_id_in_two_collections_is_refused_with_both_places",),
}
UNICODE = {
    "obsidian-to-anki 551, flashcards-obsidian 31": (
        "test_chinese_tags_in_the_front_matter_are_whole",
    ),
    "obsidian-to-anki 68, 100": (
        "test_bytes_that_are_not_utf_8_never_crash",
        "test_another_encoding_is_an_error_at_the_byte",
    ),
    "yanki-obsidian 11": ("test_file_names_that_differ_in_normalisation_are_one_deck",),
    "anki-plugins 111": ("test_an_invisible_space_does_not_make_a_typed_answer_wrong",),
    "anki 3422": ("test_combining_marks_case_and_width_do_not_make_an_answer_wrong",),
    "termaid 2, termina 320": ("test_cells_without_spaces_are_folded_not_cut",),
}
PERFORMANCE = {
    "obsidian-sr 914, 1111, 1115, 1298": ("test_a_large_vault_is_compiled_in_seconds",),
    "obsidian-sr 1580": (
        "test_nothing_is_parsed_where_nothing_changed",
        "test_only_a_changed_file_is_parsed",
    ),
    "obsidian-to-anki 294": (
        "test_many_edited_texts_are_found_in_time_that_grows_with_their_number",
        "test_only_cards_that_differ_are_written",
    ),
    "note-synchronizer 39": ("test_nothing_opens_a_connection",),
}
DATA_LOSS = {
    "hashcards, anymemo 250, languages 87": ("test_a_killed_program_loses_nothing_it_confirmed",),
    "obsidian-sr 784, learnkit 145": (
        "test_stamping_only_inserts",
        "test_stamping_keeps_permissions_links_and_bytes",
    ),
    "obsidian-sr 1293, sr-recall 11, 14": ("test_an_upgrade_keeps_what_was_written",),
    "apy 42, 126, ankidroid 6057": ("test_a_store_held_by_another_writer_is_called_locked",),
    "ankiops 33": (
        "test_a_damaged_store_is_not_upgraded",
        "test_a_backup_from_before_lies_beside_an_upgraded_store",
    ),
    "repeater": ("test_another_file_is_not_overwritten",),
}
LEARNING = {
    "obsidian-sr 407, 1034, 1179, 1249": (
        "test_a_typed_answer_can_be_edited_with_arrow_keys",
        "test_a_double_space_does_not_rate_a_card_unseen",
    ),
    "mkdocs-quiz 63": ("test_tolerance_is_a_share_of_the_truth",),
    "oli-torus 1203": ("test_five_accepts_neither_fifty_nor_its_tenth",),
    "isle-editor 1144": ("test_percent_and_fraction_are_both_accepted",),
    "prairielearn 14203, 14873": ("test_more_digits_than_needed_and_any_form_are_right",),
    "org-srs 56": (
        "test_a_problem_shows_another_variant_every_day",
        "test_a_question_says_its_variant_and_is_replayed_from_it",
    ),
    "hashcards 92": ("test_a_cloze_note_hides_one_mark_and_shows_the_others",),
    "hashcards 118": ("test_a_killed_terminal_session_can_be_resumed",),
    "neuracache 4": ("test_an_edit_shows_the_new_text",),
}
SCHEDULING = {
    "obsidian-sr 1568": ("test_a_card_rated_again_comes_back_in_the_session",),
    "obsidian-sr 33, 237, 503": ("test_a_new_card_rated_again_starts_at_the_first_step",),
    "obsidian-sr 759, 1175, sr-recall 45": (
        "test_siblings_wait_for_another_day",
        "test_a_buried_card_is_back_on_the_next_day",
    ),
    "hashcards 193": ("test_a_buried_sibling_costs_no_place",),
    "leetsrs 37": (
        "test_the_daily_limit_counts_what_earlier_runs_did",
        "test_limits_hold_across_runs",
    ),
    "obsidian-sr 174, 505, 894": ("test_new_cards_are_limited_to_what_is_left_of_the_day",),
    "py-fsrs 63": ("test_the_scheduled_interval_is_that_of_anki",),
    "anki 3648": ("test_memory_moves_at_every_rating_also_in_steps",),
    "fsrs4anki-helper 255, 547": ("test_undo_asks_the_card_again",),
    "remnote 278, 344, 460": ("test_a_review_card_is_due_after_today",),
    "remnote 933": ("test_an_overdue_card_is_scheduled_from_the_days_that_passed",),
    "org-fc 0.8": ("test_a_review_due_tomorrow_is_not_in",),
}
DAYS = {
    "hashcards 95": ("test_the_day_begins_at_day_start",),
    "obsidian-sr 1390, 1404, 1423": ("test_the_moment_is_on_the_learners_calendar",),
    "anki 2801": ("test_the_offset_of_the_instant_counts_not_todays",),
    "ankidroid 1559, 2611": ("test_a_step_after_a_flight_westwards_is_due_on_the_day_that_counts",),
    "simple-note-review 29, roamsr 23": ("test_the_zone_decides_the_date",),
    "py-fsrs 31": ("test_impossible_values_are_refused_at_the_import",),
}
EXPORT = {
    "obsidian-to-anki 219, 293": ("test_markdown_becomes",),
    "obsidian-to-anki 292, 313, anki 1012, 1268": (
        "test_only_clozes_that_close_keep_their_braces",
    ),
    "jasonwilliams 102, inka 23": ("test_markdown_becomes",),
    "genanki 28, 77, 105": (
        "test_whatever_is_written_only_known_tags_come_out_and_they_nest",
        "test_text_is_shown_as_it_was_written",
    ),
    "markdown-anki-decks 15": ("test_what_anki_cannot_show_is_reported",),
    "obsidian-to-anki 365, 641": ("test_rows_have_guids_of_their_own",),
    "ki 28": ("test_what_is_required_comes_first",),
    "anki-hierarchy 5, ki 57": ("test_tags_are_what_anki_can_hold",),
    "anydoc 120, fsnotes 799": ("test_markdown_becomes",),
    "obsidian-sr 106": ("test_text_that_is_no_markdown_stays_as_it_is",),
}
NOT_HERE = {
    "decks 30": "a budget of its own for each pillar is not built yet; the global one is",
    "fsrs-rs 211, anki 3094": "there is no optimiser yet that would have to say what it used",
    "flashcard-wui 11": "leeches are not flagged yet",
    "apy 93": "help texts list examples as rows of their own, which click never wraps",
    "hashcards 92, hide all": "a wish for an option; the default is documented and tested above",
    "alix": "its tracker is empty; what its documents say is in the language reference",
}
ROWS = {
    f"{section}: {row}": tests
    for section, rows in (
        ("parsing", PARSING),
        ("identity", IDENTITY),
        ("unicode", UNICODE),
        ("performance", PERFORMANCE),
        ("data loss", DATA_LOSS),
        ("learning", LEARNING),
        ("scheduling", SCHEDULING),
        ("days", DAYS),
        ("export", EXPORT),
    )
    for row, tests in rows.items()
}


@cache
def defined() -> frozenset[str]:
    """The names of all tests."""
    trees = (ast.parse(p.read_text(encoding="utf-8")) for p in TESTS_ROOT.rglob("test_*.py"))
    return frozenset(
        node.name
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("row", ROWS)
def test_the_tests_of_a_row_exist(row: str) -> None:
    assert ROWS[row]
    assert set(ROWS[row]) <= defined()


def test_what_has_no_test_has_a_reason() -> None:
    assert all(NOT_HERE.values())
    assert not set(NOT_HERE) & {row.partition(": ")[2] for row in ROWS}
