"""Plots become pictures: SVG and PNG, the same bytes on any machine."""

import json
import re
from functools import cache
from itertools import takewhile
from xml.sax.saxutils import escape

import vl_convert

from packager.assemble.plot_font import FAMILY, PACKAGED, font_folder
from packager.assemble.small_png import small_png
from packager.domain.errors import RuleError
from packager.domain.plot import Plot, is_drawable

WRITER = {"vl-convert-python": str(vars(vl_convert)["__version__"])}
VEGA_LITE = "6.4"
FAMILIES = f"{FAMILY}, {PACKAGED}, Helvetica, Arial, sans-serif"
"""The font that only this process has, then the closest ones for browsers."""
SCALE = 2.0
PLACES = ("at ", "Stack backtrace")
NO_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(plot: Plot) -> bytes:
    """Draw a plot, with title and alternative text inside.

    Raises:
        RuleError: the specification draws nothing, or holds text that no XML or not every
            machine can show.
    """
    load_fonts()
    try:
        spec = json.dumps(in_our_font(plot), ensure_ascii=False, allow_nan=False)
        drawn: str = vl_convert.vegalite_to_svg(
            spec, vl_version=VEGA_LITE, allowed_base_urls=[], format_locale="en-US"
        )
    except (ValueError, RuntimeError) as error:
        raise fault(plot, f"cannot be drawn: {reason(error)}") from error
    if not is_drawable(drawn.replace("\n", " ")):
        raise fault(plot, "shows a character that its font does not have")
    return f"{described(drawn, plot)}\n".encode()


def png(picture: bytes, *, scale: float = SCALE) -> bytes:
    """The pixels of an SVG that `svg` drew; `scale` pixels for each of its units.

    Raises:
        RuleError: the bytes are no SVG.
    """
    load_fonts()
    try:
        pixels: bytes = vl_convert.svg_to_png(picture.decode(), scale=scale)
    except (ValueError, RuntimeError) as error:
        raise RuleError(
            f"a picture has no pixels: {reason(error)}",
            where="an SVG",
            mend="hand over what was drawn",
        ) from error
    return small_png(pixels)


@cache
def load_fonts() -> None:
    """Make our font known to the library, once a process."""
    vl_convert.register_font_directory(str(font_folder()))


def in_our_font(plot: Plot) -> dict[str, object]:
    """The specification, every text in our font."""
    config = plot.spec.get("config", {})
    if not isinstance(config, dict):
        raise fault(plot, "has a config that is no mapping")
    return {**plot.spec, "config": {**config, "font": FAMILIES}}


def described(drawn: str, plot: Plot) -> str:
    """The SVG with title and alternative text, which it is labelled by."""
    if NO_XML.search(plot.title + plot.alt):
        raise fault(plot, "has a control character in title or alternative text")
    opening, rest = drawn.split(">", 1)
    title, alt = f"{plot.name}-title", f"{plot.name}-alt"
    words = (
        f'<title id="{title}">{escape(plot.title)}</title>'
        f'<desc id="{alt}">{escape(plot.alt)}</desc>'
    )
    return f'{opening} role="img" aria-labelledby="{title} {alt}">{words}{rest}'


def reason(error: Exception) -> str:
    """What the library says, without the places in its own code."""
    lines = (line.strip() for line in str(error).splitlines())
    return " ".join(takewhile(lambda line: not line.startswith(PLACES), lines)) or "no reason given"


def fault(plot: Plot, what: str) -> RuleError:
    """An error about one plot."""
    return RuleError(
        f"plot {plot.name} {what}",
        where=f"plots/{plot.name}.svg",
        mend="mend the specification of the plot, or leave the plot out",
    )
