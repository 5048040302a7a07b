"""Plots as bytes: the same on every machine, safe to show, and readable without seeing them."""

import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import vl_convert

from packager.assemble.plot_font import FACES, FAMILY, font_folder
from packager.assemble.plotting import WRITER, png, svg
from packager.assemble.small_png import PIXELS, SIGNATURE, chunks_of, small_png
from packager.domain.errors import RuleError
from packager.domain.plot import DRAWABLE, Plot, is_drawable
from tests.fakes.children import surroundings

SVG = "{http://www.w3.org/2000/svg}"
LIMIT = 150_000
DRAW = """
import sys
from hashlib import sha256
from packager.assemble.plotting import png, svg
from tests.unit.test_plotting import plot

drawn = svg(plot())
print(sha256(drawn).hexdigest(), sha256(png(drawn)).hexdigest())
"""


def plot(
    text: str = "Llama 3.1 8B → 12.9 Ж é", title: str = "A <title> & more", alt: str = 'An "alt"'
) -> Plot:
    """A small picture with marks, an axis, and text in two weights."""
    place = {
        "x": {"field": "x", "type": "quantitative"},
        "y": {"field": "y", "type": "nominal", "axis": {"title": None}},
    }
    spec: dict[str, object] = {
        "background": "#ffffff",
        "width": 400,
        "title": {"text": "In bold", "subtitle": ["and not"]},
        "data": {"values": [{"x": 1.5, "y": text}, {"x": 3, "y": "another"}]},
        "layer": [
            {"mark": "point", "encoding": place},
            {"mark": "text", "encoding": {**place, "text": {"field": "y"}}},
        ],
        "config": {"aria": False},
    }
    return Plot("small", title, alt, spec, {})


def drawn_elsewhere(changes: Mapping[str, str]) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", DRAW],
        env=surroundings(**changes),
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = done.stdout.split()
    return first, second


def environments(folder: Path) -> Iterator[Mapping[str, str]]:
    """Another place, language and home; a machine without any font."""
    yield {"TZ": "Asia/Tokyo", "LANG": "tr_TR.UTF-8", "LC_ALL": "C", "HOME": str(folder)}
    (folder / "fonts.conf").write_text(f"<fontconfig><dir>{folder}</dir></fontconfig>")
    yield {"FONTCONFIG_FILE": str(folder / "fonts.conf")}


@pytest.mark.slow
def test_bytes_are_the_same_in_any_place_language_and_home_and_without_fonts(
    tmp_path: Path,
) -> None:
    picture = svg(plot())
    here = sha256(picture).hexdigest(), sha256(png(picture)).hexdigest()

    elsewhere = [drawn_elsewhere(changes) for changes in environments(tmp_path)]

    assert elsewhere == [here, here]


def test_an_svg_is_well_formed_and_says_what_it_shows() -> None:
    picture = svg(plot())

    root = ET.fromstring(picture.decode())  # noqa: S314  # ours

    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "A <title> & more"
    assert root.findtext(f"{SVG}desc") == 'An "alt"'
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "small-title small-alt"
    assert root.get("width") is not None
    assert b"\r" not in picture
    assert picture.endswith(b"\n")


def test_an_svg_has_no_script_and_refers_to_nothing_outside() -> None:
    root = ET.fromstring(svg(plot(title="javascript:")).decode())  # noqa: S314  # ours

    attributes = [pair for element in root.iter() for pair in element.attrib.items()]

    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "path", "rect", "line", "text"}
    assert not [name for name, _ in attributes if "href" in name or name.startswith("on")]
    assert not [value for _, value in attributes if "url(" in value or "//" in value]


def test_text_is_set_in_our_font_first() -> None:
    root = ET.fromstring(svg(plot()).decode())  # noqa: S314  # ours

    families = {element.get("font-family") for element in root.iter(f"{SVG}text")}

    assert len(families) == 1
    assert str(families.pop()).startswith(f"{FAMILY}, ")


def test_a_png_has_two_pixels_for_each_unit_of_the_svg() -> None:
    picture = svg(plot())
    root = ET.fromstring(picture.decode())  # noqa: S314  # ours

    pixels = png(picture)

    assert pixels[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", pixels[16:24])
    assert (width, height) == (2 * int(root.attrib["width"]), 2 * int(root.attrib["height"]))
    assert len(png(picture, scale=1)) < len(pixels) < LIMIT


def test_a_small_png_holds_the_rows_of_the_large_one() -> None:
    large: bytes = vl_convert.svg_to_png(svg(plot()).decode(), scale=2)

    small = small_png(large)

    assert rows(small) == rows(large)
    assert len(small) < len(large) / 2
    assert small_png(small) == small
    for name, content in chunks_of(small):
        framed = struct.pack(">I", len(content)) + name + content
        assert framed + struct.pack(">I", zlib.crc32(name + content)) in small


def rows(picture: bytes) -> bytes:
    assert picture.startswith(SIGNATURE)
    return zlib.decompress(b"".join(c for name, c in chunks_of(picture) if name == PIXELS))


def test_a_sign_that_the_font_lacks_is_refused() -> None:
    with pytest.raises(RuleError, match="a character that its font does not have"):
        svg(plot(text="通义"))


def test_title_and_alternative_text_may_hold_any_sign_that_xml_can() -> None:
    root = ET.fromstring(svg(plot(alt="通义千问")).decode())  # noqa: S314  # ours

    assert root.findtext(f"{SVG}desc") == "通义千问"
    with pytest.raises(RuleError, match="control character"):
        svg(plot(alt="a\x00b"))


def test_a_specification_that_draws_nothing_is_told() -> None:
    broken = Plot("broken", "T", "A", {"mark": "no such mark"}, {})

    with pytest.raises(RuleError, match="plot broken cannot be drawn") as told:
        svg(broken)

    assert told.value.where == "plots/broken.svg"


def test_bytes_that_are_no_svg_have_no_pixels() -> None:
    with pytest.raises(RuleError, match="has no pixels"):
        png(b"<html/>")


def test_data_are_never_fetched() -> None:
    spec = {"mark": "point", "data": {"url": "https://example.org/a.csv"}, "encoding": {}}

    with pytest.raises(RuleError, match="data url not allowed"):
        svg(Plot("far", "T", "A", spec, {}))


def test_the_writer_is_named_with_its_version() -> None:
    assert list(WRITER) == ["vl-convert-python"]
    assert WRITER["vl-convert-python"].count(".") >= 2


@pytest.mark.parametrize("face", FACES)
def test_the_font_has_every_sign_that_may_be_drawn_and_a_name_of_its_own(face: str) -> None:
    font = (font_folder() / face).read_bytes()

    there = signs_of(table(font, b"cmap"))

    assert {n for low, high in DRAWABLE for n in range(low, high + 1)} <= there
    assert FAMILY.encode("utf-16be") in table(font, b"name")
    assert "Source Sans Pro".encode("utf-16be") not in table(font, b"name")
    assert is_drawable("Qwen 3 30B A3B → é Ж")
    assert not is_drawable("a\tb")


def table(font: bytes, wanted: bytes) -> bytes:
    """One table of a TrueType font."""
    (count,) = struct.unpack_from(">H", font, 4)
    for number in range(count):
        tag, _, offset, size = struct.unpack_from(">4sIII", font, 12 + 16 * number)
        if tag == wanted:
            return font[offset : offset + size]
    raise AssertionError(wanted)


def signs_of(cmap: bytes) -> set[int]:
    """Characters of a format 4 character map, by the OpenType specification."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    offsets = [struct.unpack_from(">HHI", cmap, 4 + 8 * n)[2] for n in range(count)]
    start = next(at for at in offsets if struct.unpack_from(">H", cmap, at) == (4,))
    segments = struct.unpack_from(">H", cmap, start + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", cmap, start + 14)
    starts = struct.unpack_from(f">{segments}H", cmap, start + 16 + 2 * segments)
    return {
        sign
        for low, high in zip(starts, ends, strict=True)
        for sign in range(low, high + 1)
        if sign != 0xFFFF
    }
