"""How an InvenioRDM keeps a text: quotes straight, ligatures and widths plain, invisible signs out.

Seen on a running InvenioRDM, which mends texts as it thinks they were meant.
"""

import re
import unicodedata

WIDE = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (0x3000, *range(0xFF01, 0xFFEF))
    if unicodedata.east_asian_width(chr(code)) in "FH"
}
LIGATURES = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (0x132, 0x133, 0x149, *range(0x1C4, 0x1CD), *range(0x1F1, 0x1F4))
} | {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl"}
LIGATURES |= {0xFB05: "\u017ft", 0xFB06: "st"}
QUOTES = dict.fromkeys((0x2BC, *range(0x2018, 0x201C)), "'") | dict.fromkeys(
    range(0x201C, 0x2020), '"'
)
INVISIBLE = re.compile("[\0-\x08\x0b\x0e-\x1f\x7f\u200b\u206a-\u206f\ufeff\ufff9-\ufffc]")


def as_kept(text: str) -> str:
    """What the host is expected to show of a text that it was sent."""
    plain = text.translate(LIGATURES).translate(WIDE).translate(QUOTES)
    return unicodedata.normalize("NFC", INVISIBLE.sub("", plain)).strip()
