"""Until when the files of a record can change: days counted by hand on a calendar."""

from datetime import date

import pytest

from packager.publish.targets.zenodo_days import changeable, is_fixed, last_days


@pytest.mark.parametrize(
    ("published", "begin", "end"),
    [
        ("2026-11-30", "2026-12-30", "2027-01-14"),
        ("2027-01-31", "2027-03-02", "2027-03-17"),
        ("2028-01-31", "2028-03-01", "2028-03-16"),  # a leap year has 29 February
        ("2028-02-29", "2028-03-30", "2028-04-14"),
    ],
)
def test_an_edit_begins_within_30_days_and_ends_within_45(
    published: str, begin: str, end: str
) -> None:
    assert last_days(day(published)) == (day(begin), day(end))


@pytest.mark.parametrize(
    ("as_of", "said"),
    [
        ("2026-11-29", "can change until 2026-12-30, and by an edit begun by then"),
        ("2026-12-30", "can change until 2026-12-30, and by an edit begun by then"),
        ("2026-12-31", "can change by an edit begun until 2026-12-30, until 2027-01-14"),
        ("2027-01-14", "can change by an edit begun until 2026-12-30, until 2027-01-14"),
        ("2027-01-15", "cannot change since 2027-01-15"),
        ("2036-01-15", "cannot change since 2027-01-15"),
    ],
    ids=["before", "day 30", "day 31", "day 45", "day 46", "years later"],
)
def test_the_last_day_still_counts_and_the_next_does_not(as_of: str, said: str) -> None:
    published = day("2026-11-30")

    assert said in changeable(published, day(as_of))
    assert is_fixed(published, day(as_of)) == ("cannot" in said)


def day(text: str) -> date:
    return date.fromisoformat(text)
