"""Texts of others inside Markdown: whatever they hold, they are read as they were written."""

import re

from packager.domain.page import Code, Link

MARKS = re.compile(r"[\\`*\[\]<>&|~$!]|(?<![^\W_])_|_(?![^\W_])")
OPENING = re.compile(
    r"^(#(?=#{0,5}(?: |$))|[+-](?= |$)|=(?==*$)|-(?=[ -]*$)|\d{1,9}(?=[.)](?: |$)))"
)
BLANK = re.compile("[\0-\x1f\x7f\x85\u2028\u2029\ue000\ue001]+")
SCHEMES = ("https://", "http://", "/", "mailto:")
UNSAFE = re.compile(r"[\s<>()\[\]\\\"'`|]")


def escaped(text: str) -> str:
    """A text as Markdown that means the text, on one line."""
    line = BLANK.sub(" ", text)
    marked = MARKS.sub(lambda found: f"\\{found[0]}", line)
    return OPENING.sub(opened, marked)


def opened(found: re.Match[str]) -> str:
    """What would begin a heading, a list or a rule, were it first on its line, begins none."""
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"


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
    return f"[{escaped(one.text)}]({UNSAFE.sub(quoted, one.to)})"


def quoted(found: re.Match[str]) -> str:
    """A sign as an address spells it."""
    return "".join(f"%{byte:02X}" for byte in found[0].encode())
