"""Texts of others on a line of ours: nothing in them moves a cursor, ends a line or runs on."""

from packager.domain.difference import Text

MISSING = "(missing)"
EMPTY = '""'
LONGEST = 60


def shown(text: Text, longest: int = LONGEST) -> str:
    """A cell as a person reads it: what cannot be printed is spelled out, what is long is cut."""
    if text is None:
        return MISSING
    clean = visible(text[: longest + 1])
    return (clean if len(clean) <= longest else f"{clean[: longest - 1]}…") or EMPTY


def visible(text: str, kept: str = "") -> str:
    """The text with what cannot be printed spelled out, but for the characters that are kept."""
    return "".join(one if one.isprintable() or one in kept else spelled(one) for one in text)


def spelled(character: str) -> str:
    r"""A character that cannot be printed, such as \x1b."""
    return character.encode("unicode_escape").decode("ascii")


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things in words: 1 row, 2 rows, 1,000,000 rows."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
