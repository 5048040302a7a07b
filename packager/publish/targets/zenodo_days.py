"""Until when an owner can change the files of a published record, under the same DOI.

Source: Zenodo's help, "Manage files": an edit of files may begin within 30 days of publication,
and must be published within 45.
"""

from datetime import date, timedelta

BEGIN_DAYS, END_DAYS = 30, 45


def last_days(published: date) -> tuple[date, date]:
    """The last day on which an edit of files may begin, and the last on which it may end."""
    return published + timedelta(days=BEGIN_DAYS), published + timedelta(days=END_DAYS)


def is_fixed(published: date, as_of: date) -> bool:
    """Whether the files can no longer change without a new DOI."""
    return as_of > last_days(published)[1]


def changeable(published: date, as_of: date) -> str:
    """What that means on a day, as a sentence."""
    begin, end = last_days(published)
    if as_of <= begin:
        return f"its files can change until {begin}, and by an edit begun by then until {end}"
    if not is_fixed(published, as_of):
        return f"its files can change by an edit begun until {begin}, until {end}"
    return f"its files cannot change since {end + timedelta(days=1)}"
