"""Texts of others on a line of ours: nothing in them moves a cursor, ends a line or runs on."""

from packager.domain.difference import Text

MISSING = "(missing)"
EMPTY = '""'
LONGEST = 60


def shown(text: Text, longest: int = LONGEST) -> str:
    """A cell as a person reads it: what cannot be printed is spelled out, what is long is cut."""
    if text is None:
        return MISSING
    start = text[: longest + 1]
    clean = "".join(one if one.isprintable() else spelled(one) for one in start)
    return (clean if len(clean) <= longest else f"{clean[: longest - 1]}…") or EMPTY


def spelled(character: str) -> str:
    r"""A character that cannot be printed, such as \x1b."""
    return character.encode("unicode_escape").decode("ascii")


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things in words: 1 row, 2 rows, 1,000,000 rows."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
