"""The one font that plots are set in: a packaged one, under a name that no machine has.

The library that draws prefers a machine's own font of a name to any other. A copy whose name is
nobody else's is the only one it can find, so pictures are the same everywhere.
"""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import font_source_sans_pro

PACKAGED, FAMILY = "Source Sans Pro", "Packager Prints"
FACES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf", "SourceSansPro-Bold.ttf")
ENCODINGS = ("utf-16-be", "mac-roman")
"""How a font file writes its names."""


@cache
def font_folder() -> Path:
    """A folder with the renamed faces; it goes with the process."""
    folder = Path(tempfile.mkdtemp(prefix="packager-fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    files = Path(font_source_sans_pro.__file__).parent / "files"
    for face in FACES:
        (folder / face).write_bytes(renamed((files / face).read_bytes()))
    return folder


def renamed(font: bytes) -> bytes:
    """The font under our name, which is as long as its own, so that nothing else moves."""
    for encoding in ENCODINGS:
        font = font.replace(PACKAGED.encode(encoding), FAMILY.encode(encoding))
    return font
