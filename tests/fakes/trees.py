"""Small trees and releases of any content: carrying them asks nothing about what they mean."""

import hashlib
from pathlib import Path

from packager.assemble.seal import Maker, Seal, seal
from packager.assemble.tree import write_tree
from packager.domain.release import Identity
from packager.publish.ledger import Ledger

VERSION = "2026-11-30"
FILES = {
    "README.md": b"# Rain\n",
    "datapackage.json": b"{}\n",
    "models/m.json": b'{"rain": 1}\n',
    "rain.csv": b"day,mm\n2026-11-30,4\n",
}
PAPERS = {"inputs": b'{"inputs": 1}\n', "change": b'{"change": 1}\n'}
MAKER = Maker({"pyarrow": "26.0.1"}, hashlib.sha256(b"lock").hexdigest(), "ab" * 32)


def tree(root: Path, **more: bytes) -> Path:
    """A tree of four small files; keywords add files with a .txt ending."""
    added = {f"{name}.txt": content for name, content in more.items()}
    write_tree((FILES | added).items(), root)
    return root


def sealed(place: Path, identity: Identity, **more: bytes) -> tuple[Seal, Path]:
    """A new tree below `place`, and its seal."""
    root = tree(place / identity.version, **more)
    bundle = place / f"{identity.version}.zip"
    return seal(root, identity, bundle=bundle, maker=MAKER), root


def cut(ledger: Ledger, place: Path, version: str = VERSION, **more: bytes) -> Seal:
    """Build a tree below `place` and keep it in the ledger, under its reserved identity if any."""
    seal_of_it, root = sealed(place, ledger.find_identity(version) or Identity(version), **more)
    ledger.add_release(seal_of_it, root, **PAPERS)
    return seal_of_it
