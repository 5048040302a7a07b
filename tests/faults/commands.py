"""`packager` in a process of its own, which can be killed."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.faults.road import Road

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("--to", "zenodo", "--to", "huggingface")
LONGEST = 120


@dataclass(frozen=True, slots=True)
class Ended:
    """Exit code, and what was said."""

    code: int
    out: str
    err: str


def start(road: Road, verb: str) -> "subprocess.Popen[str]":
    """Start a command of the road, in its folder, as a person would."""
    return subprocess.Popen(
        words_of(road, verb),
        cwd=road.root,
        env=surroundings_of(road),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def words_of(road: Road, verb: str) -> list[str]:
    """The command line, once the settings are written."""
    words = {
        "reserve": ["reserve", road.version, *([] if road.concept_doi else ["--first"])],
        "announce": ["announce"],
        "publish": ["publish", road.version, *TARGETS],
    }[verb]
    write_settings(road)
    return [sys.executable, "-P", "-m", "packager", *words]


def surroundings_of(road: Road, *, with_xet: bool = False) -> dict[str, str]:
    """A home of its own, and the tokens."""
    home = road.root.parent / "home"
    home.mkdir(exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "HOME": str(home),
        "TMPDIR": str(home),
        "HF_HUB_DISABLE_XET": str(int(not with_xet)),
        "ZENODO_TOKEN": road.hosts.zenodo_token,
        "HF_TOKEN": road.hosts.hub_token,
    }


def ended(command: "subprocess.Popen[str]") -> Ended:
    """Wait for the end."""
    try:
        out, err = command.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        command.kill()
        command.communicate()
        raise
    return Ended(command.returncode, out, err)


def write_settings(road: Road) -> None:
    """The project's settings name both hosts."""
    said = {
        "repo_id": road.repo_id,
        "zenodo": road.hosts.zenodo.url,
        "hub": road.hosts.hub.url,
        "concept_doi": road.concept_doi,
    }
    lines = [f'{key} = "{value}"' for key, value in said.items() if value]
    road.root.mkdir(parents=True, exist_ok=True)
    (road.root / "pyproject.toml").write_text("\n".join(["[tool.packager]", *lines, ""]))
