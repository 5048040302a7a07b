"""A rebuilt tree against its seal: the same bytes, the same content, or something else."""

from dataclasses import dataclass
from pathlib import Path

from packager.assemble.same_content import differing
from packager.assemble.seal import Seal, compare, tool_digest
from packager.assemble.tree import files_of
from packager.cli.making import TREE
from packager.cli.project import Project
from packager.cli.tooling import WRITERS, sealing_commit, tool_parts
from packager.domain.errors import IntegrityError, listed


@dataclass(frozen=True, slots=True)
class Proof:
    """What a comparison found.

    Attributes:
        same_bytes: every file is the sealed one, byte for byte.
        same_content: the files say the same; Parquet was written by another version.
        faults: files that are something else, a line each.
        other_tool: the seal was made by another state of this tool.
        other_writers: libraries of another version than the seal's, in words.
    """

    same_bytes: bool
    same_content: bool
    faults: tuple[str, ...]
    other_tool: bool
    other_writers: tuple[str, ...]


def prove(project: Project, seal: Seal, tree: Path) -> Proof:
    """Compare a tree with a seal, and with the sealed tree where a library is another."""
    found = compare(seal, files_of(tree))
    writers = tuple(
        f"{name} {seal.writers.get(name, 'none')}, here {version}"
        for name, version in WRITERS.items()
        if seal.writers.get(name) != version
    )
    faults = found.lines()
    if writers and found.changed and not (found.missing or found.extra):
        sealed = project.config.releases / seal.version / TREE
        faults = [f"changed: {path}" for path in differing(sealed, tree, found.changed)]
    return Proof(
        same_bytes=not found.lines(),
        same_content=not faults,
        faults=tuple(faults),
        other_tool=seal.tool != tool_digest(tool_parts(project)),
        other_writers=writers,
    )


def told(proof: Proof, seal: Seal) -> str:
    """A proof that held, in words."""
    if proof.same_bytes:
        return f"{seal.version} is equal to its seal: {len(seal.files)} files, byte for byte"
    return f"{seal.version}: equal content, other writer ({'; '.join(proof.other_writers)})"


def require_proved(project: Project, seal: Seal, proof: Proof, *, where: Path) -> None:
    """Raise IntegrityError unless the tree says what was sealed.

    Raises:
        IntegrityError: names the files, and the commit to take where the tool is another.
    """
    if proof.same_content:
        return
    place = project.config.releases / seal.version / "seal.json"
    commit = sealing_commit(project, place)
    if proof.other_tool:
        mend = (
            f"take the commit that sealed it, `git checkout {commit or 'COMMIT'}`, and rebuild;"
            " while nothing is published, `packager ledger relay` seals it anew"
        )
    else:
        mend = "take sources, prose and settings back from version control, then rebuild"
    raise IntegrityError(
        listed([f"release {seal.version} rebuilt is not what was sealed", *proof.faults]),
        where=str(where),
        mend=mend,
    )
