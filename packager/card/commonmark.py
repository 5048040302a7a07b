"""Markdown becomes HTML, by the reference implementation of CommonMark; markup in it is text."""

import re
from html import unescape

from cmarkgfm import markdown_to_html

HEADING = re.compile(r"<h([2-4])>(.*?)</h\1>")
TAG = re.compile(r"<[^>]*>")


def html_of(markdown: str) -> str:
    """HTML whose headings below the first level can be linked to.

    What looks like HTML in the text is left out, and so are addresses that would run a script.
    """
    made: str = markdown_to_html(markdown)
    taken: set[str] = set()
    return HEADING.sub(lambda found: anchored(found, taken), made)


def anchored(found: re.Match[str], taken: set[str]) -> str:
    """A heading with an id made of its words, the second of a name with a number."""
    level, inner = found.groups()
    name = re.sub(r"[^a-z0-9]+", "-", words(inner).lower()).strip("-") or "section"
    number = 1
    while (own := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    taken.add(own)
    return f'<h{level} id="{own}">{inner}</h{level}>'


def words(html: str) -> str:
    """The text of a piece of HTML, on one line."""
    return " ".join(unescape(TAG.sub("", html)).split())
