"""Texts of others inside Markdown: whatever they hold, they are read as they were written."""

import re

from packager.card import markdown
from packager.card.markdown import markdown_text
from packager.domain.page import Code, Link

BLANK = re.compile("[\0-\x1f\x7f\x85\u2028\u2029\ue000\ue001]+")
SCHEMES = ("https://", "http://", "/", "mailto:")


def escaped(text: str) -> str:
    """A text as Markdown that means the text, on one line."""
    return markdown_text(BLANK.sub(" ", text))


def code(one: Code) -> str:
    """Code, in as many backticks as it takes; nothing for nothing."""
    text = BLANK.sub(" ", one.text).strip()
    if not text:
        return ""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"


def link(one: Link) -> str:
    """A link; the words alone where the address is none that may be followed."""
    if not one.to.startswith(SCHEMES) or one.to.startswith("//"):
        return escaped(one.text)
    return markdown.link(BLANK.sub(" ", one.text), BLANK.sub("", one.to))
