"""What builds a release: where its parts lie, and the commit that sealed one."""

import subprocess
from pathlib import Path

import packager
from packager.assemble.columnar import WRITER as COLUMNS
from packager.assemble.plotting import WRITER as PLOTS
from packager.assemble.seal import Seal, maker_of, seal
from packager.cli.project import CITATION, Project
from packager.domain.release import Identity

LOCK = "requirements.lock"
WRITERS = COLUMNS | PLOTS
"""Libraries whose version decides bytes of a tree."""


def tool_parts(project: Project) -> dict[str, Path]:
    """Where each part of the tool lies on this machine."""
    root = project.config.root
    return {
        "packager": Path(packager.__file__).parent,
        "dataset_card": project.config.dataset_card,
        CITATION: root / CITATION,
        LOCK: root / LOCK,
    }


def seal_tree(project: Project, identity: Identity, tree: Path, bundle: Path) -> Seal:
    """Seal a finished tree by this tool; its archive is written to `bundle`."""
    return seal(tree, identity, bundle=bundle, maker=maker_of(tool_parts(project), WRITERS))


def sealing_commit(project: Project, path: Path) -> str:
    """The commit that brought a file of the memory, "" where git does not know one."""
    words = ["git", "log", "-1", "--format=%h", "--", str(path)]
    try:
        done = subprocess.run(
            words, cwd=project.config.root, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
