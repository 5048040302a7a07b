"""Somebody who has the page for strangers, a plain shell, and nothing of ours."""

import hashlib
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from packager.rehearse.repos.attributes import PATTERNS, is_like
from tests.fakes.projects import ROOT, FakeProject, contents, copy

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETTINGS, *STEPS = BLOCK.findall((ROOT / "docs" / "verify.md").read_text(encoding="utf-8"))
PROVED = re.compile(r"^proved: .+$", re.MULTILINE)
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize {}\n"
HUB_GIT = "hub.git"


def git(*words: str, cwd: Path) -> str:
    """One command of git, by somebody."""
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    command = ["git", *who, *words]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@dataclass(slots=True)
class Stranger:
    """Somebody in an empty folder, who knows a DOI and some addresses.

    Attributes:
        home: an empty folder.
        told: the variables that the page begins with.
        ended: what each block printed.
    """

    home: Path
    told: dict[str, str]
    ended: list[str] = field(default_factory=list)

    def clone_from(self, place: Path, address: str) -> None:
        """Let git find an address in a folder of this machine, by its own settings."""
        (self.home / ".gitconfig").write_text(f'[url "{place}"]\n\tinsteadOf = {address}\n')

    def follow(self, *, up_to: int = len(STEPS)) -> list[bool]:
        """Type the blocks one after another, and say which of them proved something."""
        environ = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "de_DE.UTF-8"}
        place = self.home / "empty"
        place.mkdir()
        for block in STEPS[:up_to]:
            done = subprocess.run(
                ["sh", "-c", SETTINGS + block],
                cwd=place,
                env=environ | self.told,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                timeout=120,
            )
            self.ended.append(done.stdout)
        return [PROVED.search(printed) is not None for printed in self.ended]


def publish(project: FakeProject, version: str, folder: Path) -> str:
    """Commit a sealed version, publish it, commit the records; the DOI.

    What the Hub keeps of it in git is put into a folder as `HUB_GIT`.
    """
    root = project.root
    git("init", "--quiet", "--initial-branch", "main", cwd=root)
    git("add", "releases", "pyproject.toml", cwd=root)
    git("commit", "--quiet", "--message", f"Release {version}", cwd=root)
    said = project.call("publish", version, "--to", "zenodo", "--to", "huggingface")
    assert said.code == 0, said
    git("add", "releases", cwd=root)
    git("commit", "--quiet", "--message", "Records", cwd=root)
    make_hub_git(project.releases / version / "tree", version, folder)
    return said.out.split("\t")[2]


def make_hub_git(tree: Path, version: str, folder: Path) -> None:
    """The repository behind the Hub's page, as git has it: what is large is a pointer."""
    work = folder / "hub-work"
    copy(tree, work)
    for path, content in contents(work).items():
        if any(is_like(path, pattern) for pattern in PATTERNS):
            digest = hashlib.sha256(content).hexdigest()
            (work / path).write_text(POINTER.format(digest, len(content)))
    git("init", "--quiet", cwd=work)
    git("add", "--all", cwd=work)
    git("commit", "--quiet", "--message", version, cwd=work)
    git("tag", version, cwd=work)
    git("clone", "--quiet", "--bare", str(work), str(folder / HUB_GIT), cwd=folder)
