"""A sealed version on the disk: laid in a folder beside, then moved in, the seal last."""

from collections.abc import Mapping
from pathlib import Path

from packager.assemble.seal import Seal, require_sealed, seal_document
from packager.assemble.tree import (
    copy_tree,
    files_of,
    make_folder,
    paths_of,
    remove_tree,
    settle,
    write_whole,
)
from packager.domain.errors import IntegrityError, listed
from packager.publish.memory import WORK
from packager.publish.papers import identity_document
from packager.publish.refusal import refused

TREE = "tree"
LAST = "seal.json"


def papers_of_cut(seal: Seal, *, inputs: bytes, change: bytes) -> dict[str, bytes]:
    """The files that lie beside a sealed tree, by name; the seal is the last."""
    return {
        "identity.json": identity_document(seal.identity),
        "inputs.json": inputs,
        "change.json": change,
        LAST: seal_document(seal),
    }


def lay(place: Path, tree: Path, seal: Seal, papers: Mapping[str, bytes]) -> None:
    """Bring a version's folder to hold the tree and the papers, whole.

    A folder with seal.json is whole, because that file is moved in last. What an earlier run left
    without one is taken away.

    Raises:
        IntegrityError: the tree is not what the seal says, or a whole version with another seal
            is there already.
    """
    if (place / LAST).exists():
        _require_equal(place, seal, papers)
        return
    work = place.with_name(f"{WORK}{place.name}")
    with refused("lay the release", place):
        remove_tree(work)
        _require_listed(tree, seal)
        try:
            _fill(work, tree, seal, papers)
            _move_in(work, place, papers)
        finally:
            remove_tree(work)


def _fill(work: Path, tree: Path, seal: Seal, papers: Mapping[str, bytes]) -> None:
    copy_tree(seal.files, tree, work / TREE)
    require_sealed(
        seal, files_of(work / TREE), where=str(tree), mend="build the tree and its seal again"
    )
    for name, content in papers.items():
        write_whole(work / name, content)


def _move_in(work: Path, place: Path, papers: Mapping[str, bytes]) -> None:
    make_folder(place)
    remove_tree(place / TREE)
    (work / TREE).rename(place / TREE)
    for name in papers:
        if name == LAST:
            settle(place)
        (work / name).replace(place / name)
    settle(place)
    settle(place.parent)


def _require_listed(tree: Path, seal: Seal) -> None:
    odd = sorted(set(paths_of(tree)) ^ {entry.path for entry in seal.files})
    if odd:
        raise IntegrityError(
            listed([f"the tree or its seal alone has {path}" for path in odd]),
            where=str(tree),
            mend="build the tree and its seal again",
        )


def _require_equal(place: Path, seal: Seal, papers: Mapping[str, bytes]) -> None:
    mend = (
        "cut it from the same sources with the same tool to finish it, or remove"
        f" {place / LAST} to cut it anew"
    )
    for name, content in papers.items():
        if not (place / name).is_file() or (place / name).read_bytes() != content:
            raise IntegrityError(
                f"{name} of a cut that was not finished is another",
                where=str(place / name),
                mend=mend,
            )
    require_sealed(seal, files_of(place / TREE), where=str(place / TREE), mend=mend)
