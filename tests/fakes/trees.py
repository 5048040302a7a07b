"""Small trees and releases of any content: carrying them asks nothing about what they mean."""

import hashlib
from pathlib import Path

from packager.assemble.seal import Maker
from packager.assemble.tree import write_tree

VERSION = "2026-11-30"
FILES = {
    "README.md": b"# Rain\n",
    "datapackage.json": b"{}\n",
    "models/m.json": b'{"rain": 1}\n',
    "rain.csv": b"day,mm\n2026-11-30,4\n",
}
MAKER = Maker({"pyarrow": "26.0.1"}, hashlib.sha256(b"lock").hexdigest(), "ab" * 32)


def tree(root: Path, **more: bytes) -> Path:
    """A tree of four small files; keywords add files with a .txt ending."""
    added = {f"{name}.txt": content for name, content in more.items()}
    write_tree((FILES | added).items(), root)
    return root
