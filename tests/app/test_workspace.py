"""Where decks, store and settings come from."""

import tomllib
from pathlib import Path

import pytest

from recall.app.config import KEYS, ConfigError, Key, changed_text, in_toml
from recall.app.workspace import find_workspace
from recall.errors import RecallError, UsageError

NO_HOME = {"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent", "RECALL_ZONE": "UTC"}


def test_the_nearest_recall_toml_upwards_is_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "recall.toml").write_text("")
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert find_workspace(cwd=deep, environment=NO_HOME).folder == tmp_path


def test_a_folder_with_decks_is_a_workspace(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    workspace = find_workspace(cwd=tmp_path, environment=NO_HOME)
    assert workspace.folder == tmp_path
    assert [root.shown for root in workspace.roots] == ["decks"]
    assert workspace.store_path == tmp_path / ".recall" / "recall.db"


def test_without_decks_the_shipped_ones_are_used(tmp_path: Path) -> None:
    workspace = find_workspace(cwd=tmp_path, environment=NO_HOME, folder=str(tmp_path))
    (root,) = workspace.roots
    assert root.shipped
    assert (root.path / "attention" / "kv-cache.md").is_file()


def test_a_workspace_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a folder"):
        find_workspace(cwd=tmp_path, environment=NO_HOME, folder="nothing-here")


def test_settings_come_from_flag_environment_and_file_in_that_order(tmp_path: Path) -> None:
    (tmp_path / "recall.toml").write_text(
        'new_per_day = 5\nlearner = "file"\nday_start = "03:30"\n'
    )
    environment = NO_HOME | {"RECALL_NEW_PER_DAY": "7", "RECALL_LEARNER": "env"}
    workspace = find_workspace(cwd=tmp_path, environment=environment, learner="flag")
    assert workspace.settings.new_per_day == 7
    assert workspace.settings.day_start == 210
    assert workspace.learner == "flag"


def test_the_users_file_is_the_last_word_before_the_defaults(tmp_path: Path) -> None:
    own = tmp_path / "config.toml"
    own.write_text('lang = "zh"\nnew_per_day = 3\n')
    (tmp_path / "recall.toml").write_text("new_per_day = 5\n")
    settings = find_workspace(cwd=tmp_path, environment=NO_HOME, user_config=own).settings
    assert (settings.lang, settings.new_per_day) == ("zh", 5)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("new_per_dya = 5", "Did you mean “new_per_day”"),
        ("new_per_day = -1", "whole number"),
        ("new_per_day = true", "whole number"),
        ("desired_retention = 1.5", r"from 0\.7 to 0\.99"),
        ('day_start = "25:00"', "time of day"),
        ('zone = "Europe/Zurch"', "Europe/Zurich"),
        ('learning_steps = ["soon"]', "duration"),
        ("lang = 3", "a text"),
        ("this is not toml", "not TOML"),
    ],
)
def test_a_bad_setting_says_what_is_wanted(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "recall.toml").write_text(line + "\n")
    with pytest.raises(ConfigError, match=message):
        find_workspace(cwd=tmp_path, environment=NO_HOME)


def test_steps_are_durations(tmp_path: Path) -> None:
    (tmp_path / "recall.toml").write_text('learning_steps = ["90s", "1h"]\nlearn_ahead = "5m"\n')
    settings = find_workspace(cwd=tmp_path, environment=NO_HOME).settings
    assert settings.learning_steps == (90, 3600)
    assert settings.learn_ahead == 300


def test_the_database_may_be_a_url_or_a_path(tmp_path: Path) -> None:
    (tmp_path / "recall.toml").write_text("")
    url = "postgresql://localhost/recall"
    server = find_workspace(cwd=tmp_path, environment=NO_HOME | {"RECALL_DATABASE_URL": url})
    assert (server.database, server.store_path) == (url, None)
    file = find_workspace(cwd=tmp_path, environment=NO_HOME, database="mine.db")
    assert file.store_path == tmp_path / "mine.db"


def test_a_fixed_clock_moves_a_millisecond_at_each_reading(tmp_path: Path) -> None:
    environment = NO_HOME | {"RECALL_NOW": "2026-03-01T10:00:00+01:00"}
    clock = find_workspace(cwd=tmp_path, environment=environment).clock
    first, second = clock(), clock()
    assert first == 1_772_355_600_000
    assert second == first + 1


def test_a_clock_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ISO 8601"):
        find_workspace(cwd=tmp_path, environment=NO_HOME | {"RECALL_NOW": "yesterday"})


def test_the_moment_is_on_the_learners_calendar(tmp_path: Path) -> None:
    environment = NO_HOME | {
        "RECALL_NOW": "2026-03-01T18:00:00Z",
        "RECALL_ZONE": "Asia/Shanghai",
    }
    moment = find_workspace(cwd=tmp_path, environment=environment).now()
    assert moment.utc_offset == 480
    assert moment.day == 20513  # 02:00 on 2 March there is still the study day of 1 March


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "new_per_day = 7\n"),
        ("# mine\nnew_per_day = 5 # why\n", "# mine\nnew_per_day = 7\n"),
        ('lang = "zh"', 'lang = "zh"\nnew_per_day = 7\n'),
        ('lang = "zh"\n\n[table]\nnew_per_day = 1\n', None),
    ],
)
def test_setting_a_value_changes_nothing_else(before: str, after: str | None) -> None:
    changed = changed_text(before, "new_per_day", 7)
    assert tomllib.loads(changed)["new_per_day"] == 7
    if after is not None:
        assert changed == after


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_example_is_read_and_written_back(key: Key) -> None:
    (value,) = tomllib.loads(key.example).values()
    read = key.kind.read(value)
    again = tomllib.loads(f"x = {in_toml(key.name, read)}")["x"]
    assert key.kind.read(again) == read


def test_settings_that_cannot_schedule_are_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "recall.toml").write_text('learning_steps = ["0s"]\n')
    with pytest.raises(RecallError, match="learning_steps"):
        find_workspace(cwd=tmp_path, environment=NO_HOME)


def test_a_deck_folder_may_lie_in_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home" / "notes").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    (tmp_path / "recall.toml").write_text('decks = ["~/notes"]')
    workspace = find_workspace(cwd=tmp_path, environment={"RECALL_ZONE": "UTC"})
    assert [root.path for root in workspace.roots] == [tmp_path / "home" / "notes"]
