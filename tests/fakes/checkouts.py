"""Clones of a project, each with a git of its own."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from packager.publish.ledger import Ledger

PERSON = ("-c", "user.name=A. Person", "-c", "user.email=a@example.org")


@dataclass(frozen=True, slots=True)
class Checkout:
    """A working tree of git, and the environment it is used in."""

    root: Path
    environ: Mapping[str, str]

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.root / "releases")

    def git(self, *words: str) -> str:
        return subprocess.run(
            ["git", *words],
            cwd=self.root,
            env={**self.environ, "GIT_CONFIG_NOSYSTEM": "1"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def commit(self, message: str = "more") -> str:
        """Commit all there is."""
        self.git("add", "--all")
        return self.commit_staged(message)

    def commit_staged(self, message: str = "more") -> str:
        self.git(*PERSON, "commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")


def new_checkout(place: Path) -> Checkout:
    """An empty working tree, and a home without settings, in a folder."""
    (place / "home").mkdir()
    (place / "project").mkdir()
    environ = {"PATH": os.environ["PATH"], "HOME": str(place / "home")}
    checkout = Checkout(place / "project", environ)
    checkout.git("init", "--quiet", "--initial-branch=main")
    return checkout
