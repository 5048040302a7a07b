"""`packager rehearse`: a whole publication against hosts of this process, faults included."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import packager
from packager.cli.project import CITATION, SOURCES, Project, project_of
from packager.cli.tooling import LOCK
from packager.cli.world import World
from packager.domain.errors import ConfigError, TargetError
from packager.domain.version import version_key
from packager.rehearse.catalogue import NAMES, named
from packager.rehearse.faults import Fault
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer

TRIES = 4
KEPT = ("PATH", "LANG", "TMPDIR")
TOKENS = {"ZENODO_TOKEN": "zenodo_own", "HF_TOKEN": "hf_write"}
"""Of the bundled hosts, which no other host knows."""
HOSTS = ("--to", "zenodo", "--to", "huggingface")


def rehearse_command(args: argparse.Namespace, world: World) -> int:
    """Reserve, cut, publish and verify a version against hosts of this process; nothing is kept."""
    if args.list:
        world.say("\n".join(NAMES))
        return 0
    if not args.version:
        raise ConfigError("no version", where="VERSION", mend="name one, such as 2026-12-31")
    version_key(args.version)
    project = project_of(args, world)
    host, fault = planned(args.fault) if args.fault else ("", None)
    zenodo, hub = InvenioServer(), HubServer()
    with zenodo, hub, tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        stage = Stage(Path(folder), world)
        stage.build(project, zenodo.url, hub.url)
        if fault is not None:
            (zenodo if host == "zenodo" else hub).plan.add(fault)
            world.tell(f"fault to come, once: {args.fault}")
        version = args.version
        stage.play("reserve", version, "--first")
        stage.play("cut", version)
        stage.play("publish", version, *HOSTS, "--dry-run")
        stage.play("publish", version, *HOSTS)
        stage.play("verify", version, "--deep")
        sent = len(zenodo.log) + len(hub.log)
        stage.play("publish", version, *HOSTS)
        again = len(zenodo.log) + len(hub.log) - sent
    world.say(f"{version}\tpublished once on both hosts, verified\t{again} reads on the last run")
    return 0


def planned(name: str) -> tuple[str, Fault]:
    """A fault by name, and the host it happens on.

    Raises:
        ConfigError: there is no such name.
    """
    try:
        return named(name)
    except ValueError as error:
        raise ConfigError(
            str(error), where="--fault", mend="see `packager rehearse --list` for the names"
        ) from error


@dataclass(frozen=True, slots=True)
class Stage:
    """A project of its own in a folder that goes, with hosts on loopback."""

    root: Path
    world: World

    def build(self, project: Project, zenodo: str, hub: str) -> None:
        """The project's prose, citation and sources; a memory that is empty."""
        config = project.config
        shutil.copytree(config.dataset_card, self.root / "dataset_card")
        shutil.copytree(project.sources, self.root / "releases" / SOURCES)
        for name in (CITATION, LOCK):
            shutil.copyfile(config.root / name, self.root / name)
        lines = (
            "[tool.packager]",
            f'repo_id = "{config.repo_id or "leadgreen/rehearsal"}"',
            f'zenodo = "{zenodo}"',
            f'hub = "{hub}"',
        )
        (self.root / "pyproject.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def play(self, *words: str) -> None:
        """Run one command as a person would: the same again until it ends well.

        Raises:
            TargetError: it did not end well in a few tries.
        """
        for _ in range(TRIES):
            self.world.tell(f"$ packager {' '.join(words)}")
            code = self.run(words)
            if not code:
                return
            self.world.tell(f"  (stopped with exit code {code}; the same command again)")
        raise TargetError(
            f"`packager {words[0]}` did not end well in {TRIES} tries",
            where="the rehearsal",
            mend="read what it said above",
        )

    def run(self, words: Sequence[str]) -> int:
        """One child; the Hub's client reads its surroundings when it is imported."""
        kept = {name: self.world.environ[name] for name in KEPT if name in self.world.environ}
        environ = {
            **kept,
            **TOKENS,
            "HOME": str(self.root / "home"),
            "HF_HOME": str(self.root / "home" / "hub"),
            "HF_HUB_DISABLE_XET": "1",
            "PYTHONPATH": str(Path(packager.__file__).parents[1]),
        }
        (self.root / "home").mkdir(exist_ok=True)
        done = subprocess.run(
            [sys.executable, "-P", "-W", "ignore", "-m", "packager", *words],
            cwd=self.root,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        for line in done.stdout.replace(f"{self.root}{os.sep}", "").splitlines():
            self.world.tell(f"  {line}")
        return done.returncode
