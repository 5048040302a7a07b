"""A sealed card with what was said since above its first words; its header stays byte for byte."""

import re
from collections.abc import Sequence

from packager.card.escaping import escaped

HEADER = re.compile(rb"\A---\r?\n.*?^---[ \t]*\r?\n", re.DOTALL | re.MULTILINE)


def noted_card(card: bytes, sentences: Sequence[str]) -> bytes:
    """The card of a data set with notices.

    Args:
        card: README.md as it was sealed.
        sentences: what was said since, in order; () for the sealed card itself.
    """
    if not sentences:
        return card
    header = HEADER.match(card)
    end = header.end() if header else 0
    said = "\n>\n".join(f"> **{escaped(one)}**" for one in sentences)
    return card[:end] + f"{said}\n\n".encode() + card[end:]
