"""Words of others on a page of ours: text, unless somebody here says that it is markup."""

import re
from functools import lru_cache
from urllib.parse import quote

MARKS = re.compile(r"[\\`*{}\[\]|~$]|(?<![^\W_])_|_(?![^\W_])")
STARTS = re.compile(r"\d{1,9}(?=[.)](?:\s|$))|(?=[#+=-])")
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
ENDS_ADDRESS = re.compile(r"[\s()<>\[\]|\\`]")


class Markdown(str):
    """Markup that was written here, or made from escaped words: it is printed as it stands."""

    __slots__ = ()


@lru_cache(maxsize=4096)
def markdown_text(text: str) -> str:
    """Text that is nothing but text on a line of Markdown or in a cell: no tag, link, code, list.

    An ampersand and angle brackets go by name, so that no HTML is found either; what means itself
    stays as it is.
    """
    escaped = MARKS.sub(r"\\\g<0>", " ".join(text.split())).translate(ENTITIES)
    start = STARTS.match(escaped)
    return f"{start[0]}\\{escaped[start.end() :]}" if start else escaped


def printable(value: object) -> object:
    """What a page prints of a value: plain words escaped, everything else as it writes itself."""
    return markdown_text(value) if type(value) is str else value


def link(text: str, url: str) -> Markdown:
    """A link, whatever words and address hold."""
    return Markdown(f"[{markdown_text(text)}]({address(url)})")


def address(url: str) -> str:
    """An address in which nothing ends a link."""
    return ENDS_ADDRESS.sub(lambda found: quote(found[0], safe=""), url)
