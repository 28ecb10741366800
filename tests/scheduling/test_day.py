"""Study days against the clocks of the world."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.scheduling.day import (
    UnknownZone,
    day_span,
    study_day,
    study_day_at_offset,
    utc_offset,
)

HOUR = 3_600_000
FOUR = 240

# Zones whose clocks change in the night, by half an hour, to odd offsets, or skipped a date.
ZONES = (
    "UTC",
    "America/New_York",
    "America/Los_Angeles",
    "America/St_Johns",
    "America/Havana",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Africa/Monrovia",
    "Europe/Berlin",
    "Europe/Dublin",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Asia/Gaza",
    "Asia/Shanghai",
    "Asia/Pyongyang",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Pacific/Kwajalein",
    "Antarctica/Troll",
)


def ms(text: str, zone: str = "UTC", fold: int = 0) -> int:
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(local.timestamp() * 1000)


def number(date: str) -> int:
    return (
        datetime.fromisoformat(date).replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    ).days


def day(text: str, zone: str = "UTC", *, day_start: int = FOUR, fold: int = 0) -> int:
    return study_day(ms(text, zone, fold), zone=zone, day_start=day_start)


def test_days_count_from_1970() -> None:
    assert study_day(0, zone="UTC", day_start=0) == 0


def test_the_last_minute_before_day_start_belongs_to_the_evening_before() -> None:
    assert day("2026-03-02T03:59:59.999") == number("2026-03-01")


def test_the_day_begins_at_day_start() -> None:
    assert day("2026-03-02T04:00") == number("2026-03-02")


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        ("2026-03-02T22:00", "2026-03-03T09:00", 1),
        ("2026-03-02T05:00", "2026-03-02T23:00", 0),
        ("2026-03-02T01:00", "2026-03-02T05:00", 1),
    ],
)
def test_elapsed_days_count_study_days_not_blocks_of_24_hours(
    first: str, second: str, apart: int
) -> None:
    assert day(second, "Asia/Shanghai") - day(first, "Asia/Shanghai") == apart


def test_the_zone_decides_the_date() -> None:
    noon_in_auckland = ms("2026-07-01T12:00", "Pacific/Auckland")
    assert study_day(noon_in_auckland, zone="America/Los_Angeles", day_start=FOUR) == number(
        "2026-06-30"
    )


def test_the_offset_of_the_instant_counts_not_todays() -> None:
    assert day("2026-01-15T04:00", "Europe/Berlin") == number("2026-01-15")
    assert day("2026-07-15T04:00", "Europe/Berlin") == number("2026-07-15")


@pytest.mark.parametrize(
    ("date", "hours"), [("2026-03-28", 23), ("2026-10-24", 25), ("2026-06-01", 24)]
)
def test_a_day_is_as_long_as_its_changes_of_the_clock_make_it(date: str, hours: int) -> None:
    start, end = day_span(number(date), zone="Europe/Berlin", day_start=FOUR)
    assert end - start == hours * HOUR


def test_a_day_start_in_the_skipped_hour_is_the_change_itself() -> None:
    start, _ = day_span(number("2026-03-29"), zone="Europe/Berlin", day_start=150)
    assert start == ms("2026-03-29T01:00")


def test_a_day_start_in_the_repeated_hour_is_its_first_pass() -> None:
    start, _ = day_span(number("2026-10-25"), zone="Europe/Berlin", day_start=150)
    assert start == ms("2026-10-25T02:30", "Europe/Berlin", fold=0)


def test_setting_the_clock_back_does_not_return_to_the_day_before() -> None:
    # 02:15 for the second time: the day began at 02:30, half an hour after 02:00 for the first.
    again = day("2026-10-25T02:15", "Europe/Berlin", day_start=150, fold=1)
    assert again == number("2026-10-25")


def test_a_date_that_the_zone_skipped_is_empty() -> None:
    start, end = day_span(number("2011-12-30"), zone="Pacific/Apia", day_start=0)
    assert start == end


def test_a_flight_nine_hours_east_and_back_keeps_the_days_in_step() -> None:
    evening_in_berlin = ms("2026-03-02T21:00", "Europe/Berlin")
    assert study_day(evening_in_berlin, zone="Asia/Tokyo", day_start=FOUR) == number("2026-03-03")
    assert study_day(evening_in_berlin, zone="Europe/Berlin", day_start=FOUR) == number(
        "2026-03-02"
    )


@given(
    zone=st.sampled_from(ZONES),
    at=st.integers(ms("1970-01-02T00:00"), ms("2037-12-30T00:00")),
    day_start=st.integers(0, 1439),
)
def test_every_instant_lies_in_the_span_of_its_day(zone: str, at: int, day_start: int) -> None:
    today = study_day(at, zone=zone, day_start=day_start)
    start, end = day_span(today, zone=zone, day_start=day_start)
    assert start <= at < end


@given(
    zone=st.sampled_from(ZONES),
    number=st.integers(1, 24_800),
    day_start=st.integers(0, 1439),
)
def test_days_tile_the_time_line(zone: str, number: int, day_start: int) -> None:
    start, end = day_span(number, zone=zone, day_start=day_start)
    assert start <= end
    assert day_span(number + 1, zone=zone, day_start=day_start)[0] == end
    if start < end:
        days = {study_day(at, zone=zone, day_start=day_start) for at in (start, end - 1)}
        assert days == {number}
    assert study_day(start - 1, zone=zone, day_start=day_start) < number


@pytest.mark.parametrize("zone", ZONES)
def test_days_never_run_backwards_around_changes_of_the_clock(zone: str) -> None:
    quarter = 15 * 60_000
    for year in (1993, 2011, 2026):
        for day_start in (0, 90, 150):
            begin = ms(f"{year}-01-01T00:00")
            changes = [
                at
                for at in range(begin, begin + 366 * 24 * HOUR, 6 * HOUR)
                if utc_offset(at, zone=zone) != utc_offset(at + 6 * HOUR, zone=zone)
            ]
            for change in changes:
                days = [
                    study_day(at, zone=zone, day_start=day_start)
                    for at in range(change - 3 * HOUR, change + 9 * HOUR, quarter)
                ]
                assert days == sorted(days)


@pytest.mark.parametrize(
    ("zone", "minutes"),
    [("UTC", 0), ("Asia/Kathmandu", 345), ("America/St_Johns", -210), ("Asia/Shanghai", 480)],
)
def test_offsets_are_minutes_east(zone: str, minutes: int) -> None:
    assert utc_offset(ms("2026-01-15T00:00"), zone=zone) == minutes


@given(zone=st.sampled_from(ZONES), at=st.integers(ms("1973-01-02T00:00"), 2_000_000_000_000))
def test_the_recorded_offset_gives_the_same_day_as_the_zone(zone: str, at: int) -> None:
    offset = utc_offset(at, zone=zone)
    by_offset = study_day_at_offset(at, utc_offset=offset, day_start=FOUR)
    assert by_offset == study_day(at, zone=zone, day_start=FOUR)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "/etc/localtime", "Europe"])
def test_an_unknown_zone_is_named(zone: str) -> None:
    with pytest.raises(UnknownZone, match="There is no time zone"):
        study_day(0, zone=zone, day_start=FOUR)
