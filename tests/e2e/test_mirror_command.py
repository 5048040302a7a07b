"""`packager mirror` and `restore`, as a maintainer and as a stranger call them, from real hosts."""

import functools
import hashlib
import http.server
import io
import json
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from packager.assemble.tree import files_of
from packager.cli.project import Project
from packager.cli.rehearsing import HOSTS, Stage
from packager.cli.world import World
from packager.config import read_config
from packager.domain.release import FileEntry
from packager.green_tokens.recipe import RECIPE
from packager.rehearse.faults import Fault
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from tests.e2e.trees import ROOT
from tests.fakes.projects import contents

VERSION = "2026-12-31"
ARCHIVE = f"green-tokens-{VERSION}.zip"
LOAD = """
import sys
from datasets import load_dataset
print(load_dataset(sys.argv[1], "index", split="train").num_rows)
"""


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody in a folder, and what commands said so far."""

    stage: Stage
    told: io.StringIO

    @property
    def root(self) -> Path:
        return self.stage.root

    def call(self, *words: str) -> tuple[int, str]:
        """Exit code, and all that was said."""
        self.told.seek(0)
        self.told.truncate()
        code = self.stage.run(words)
        return code, self.told.getvalue()


def caller(root: Path) -> Caller:
    root.mkdir(exist_ok=True)
    told = io.StringIO()
    world = World(date(2001, 1, 1), {"PATH": "/usr/bin:/bin"}, root, io.StringIO(), told)
    return Caller(Stage(root, world), told)


@dataclass(frozen=True, slots=True)
class Published:
    """Both hosts with one version on them, and who published it."""

    owner: Caller
    zenodo: InvenioServer
    hub: HubServer

    @property
    def tree(self) -> Path:
        return self.owner.root / "releases" / VERSION / "tree"

    @property
    def archive_sha256(self) -> str:
        seal = json.loads((self.tree.parent / "seal.json").read_bytes())
        return str(seal["archive"]["sha256"])


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    owner = caller(tmp_path_factory.mktemp("owner"))
    project = Project(read_config(ROOT, None), RECIPE)
    with InvenioServer() as zenodo, HubServer() as hub:
        owner.stage.build(project, zenodo.url, hub.url)
        owner.stage.play("reserve", VERSION, "--first")
        owner.stage.play("cut", VERSION)
        owner.stage.play("publish", VERSION, *HOSTS)
        yield Published(owner, zenodo, hub)


@pytest.fixture
def stranger(published: Published, tmp_path: Path) -> Caller:
    """Somebody with no ledger, and four lines of settings."""
    found = caller(tmp_path / "stranger")
    record = json.loads((published.tree.parent / "record.zenodo.json").read_bytes())
    lines = (
        'repo_id = "leadgreen/green-tokens"',
        f'zenodo = "{published.zenodo.url}"',
        f'hub = "{published.hub.url}"',
        f'concept_doi = "{record["concept_doi"]}"',
    )
    (found.root / "green.toml").write_text("\n".join(lines) + "\n")
    (found.root / "mirror").mkdir()
    return found


SETTINGS = ("--settings", "green.toml")


@pytest.mark.parametrize("host", ["huggingface", "zenodo"])
def test_who_has_the_ledger_mirrors_by_the_seal_and_restores_from_the_mirror(
    published: Published, tmp_path: Path, host: str
) -> None:
    mirror, out = tmp_path / "mirror", tmp_path / "back"
    mirror.mkdir()

    code, said = published.owner.call("mirror", "--all", str(mirror), "--from", host)
    restored = published.owner.call("restore", VERSION, "--from", str(mirror), "--out", str(out))

    assert code == 0, said
    assert f"{VERSION}\tcopied\tproved by: the seal of this project\t" in said
    assert files_of(mirror / VERSION) == files_of(published.tree)
    assert restored[0] == 0, restored
    assert files_of(out / VERSION / "tree") == files_of(published.tree)
    assert hashlib.sha256((out / ARCHIVE).read_bytes()).hexdigest() == published.archive_sha256
    for name in ("identity.json", "inputs.json", "change.json", "seal.json"):
        assert (out / VERSION / name).read_bytes() == (published.tree.parent / name).read_bytes()


def test_a_stranger_gets_nothing_unproved_unless_asked_for(
    published: Published, stranger: Caller
) -> None:
    words = ("mirror", VERSION, "mirror", "--from", "huggingface", *SETTINGS)

    refused = stranger.call(*words)
    kept = list((stranger.root / "mirror").iterdir())
    taken = stranger.call(*words, "--unproved")

    assert refused[0] == 1
    assert "name its digest with --sha256" in refused[1]
    assert kept == []
    assert taken[0] == 0, taken
    assert "proved by: nothing: unproved" in taken[1]


def test_a_stranger_proves_a_copy_by_the_digest_that_people_named(
    published: Published, stranger: Caller
) -> None:
    words = ("mirror", VERSION, "mirror", "--from", "zenodo", *SETTINGS, "--sha256")

    wrong = stranger.call(*words, "ab" * 32)
    kept = list((stranger.root / "mirror").iterdir())
    right = stranger.call(*words, published.archive_sha256)

    assert wrong[0] == 5, wrong
    assert published.archive_sha256 in wrong[1]
    assert kept == []
    assert right[0] == 0, right
    assert "proved by: the digest you named" in right[1]


def test_a_stranger_proves_a_copy_by_both_hosts_and_loads_it(
    published: Published, stranger: Caller
) -> None:
    both = ("--from", "zenodo", "--from", "huggingface")

    code, said = stranger.call("mirror", "--all", "mirror", *both, *SETTINGS, "--json")
    place = stranger.root / "mirror" / VERSION
    environ = {"HOME": str(stranger.root), "HF_HUB_OFFLINE": "1", "PATH": "/usr/bin:/bin"}
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", LOAD, str(place)],
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )

    assert code == 0, said
    (one,) = json.loads(said[said.index("[\n") : said.rindex("]") + 1].replace("\n  ", "\n"))
    assert (one["version"], one["proofs"]) == (VERSION, ["Zenodo and the Hub agree"])
    assert loaded.stdout == "32\n"


def test_a_lost_tree_and_a_lost_seal_come_back_from_a_mirror_where_the_ledger_names_them(
    published: Published, tmp_path: Path
) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    assert published.owner.call("mirror", VERSION, str(mirror), "--from", "huggingface")[0] == 0
    loser = caller(tmp_path / "loser")
    shutil.copytree(published.owner.root, loser.root, dirs_exist_ok=True)
    shutil.rmtree(loser.root / "releases" / VERSION / "tree")
    (loser.root / "releases" / VERSION / "seal.json").unlink()
    shutil.rmtree(loser.root / "dist", ignore_errors=True)

    first = loser.call("restore", VERSION, "--from", str(mirror))
    second = loser.call("restore", VERSION, "--from", str(mirror))
    verified = loser.call("ledger", "verify")

    assert first[0] == 0, first
    assert f"{VERSION}\trestored\tproved by: the seal of this project" in first[1]
    assert second[0] == 0, second
    assert "there already, and equal" in second[1]
    assert verified[0] == 0, verified
    assert contents(loser.root / "releases") == contents(published.owner.root / "releases")
    assert (loser.root / "dist" / ARCHIVE).is_file()


@pytest.mark.parametrize("host", ["huggingface", "zenodo"])
def test_a_lost_tree_comes_back_from_one_host_alone(
    published: Published, tmp_path: Path, host: str
) -> None:
    loser = caller(tmp_path / "loser")
    shutil.copytree(published.owner.root, loser.root, dirs_exist_ok=True)
    shutil.rmtree(loser.root / "releases" / VERSION / "tree")

    code, said = loser.call("restore", VERSION, "--from", host)

    assert code == 0, said
    assert contents(loser.root / "releases") == contents(published.owner.root / "releases")


def test_a_tree_with_other_bytes_is_never_written_over(
    published: Published, tmp_path: Path
) -> None:
    other = caller(tmp_path / "other")
    shutil.copytree(published.owner.root, other.root, dirs_exist_ok=True)
    index = other.root / "releases" / VERSION / "tree" / "index.csv"
    index.write_bytes(index.read_bytes() + b"\n")
    before = contents(other.root / "releases")

    code, said = other.call("restore", VERSION, "--from", "zenodo")

    assert code == 5, said
    assert "changed: index.csv" in said
    assert contents(other.root / "releases") == before


def test_a_version_that_no_ledger_has_needs_a_folder_of_its_own(stranger: Caller) -> None:
    code, said = stranger.call(
        "restore", VERSION, "--from", "zenodo", "--from", "huggingface", *SETTINGS
    )
    named = stranger.call(
        *("restore", VERSION, "--from", "zenodo", "--from", "huggingface", *SETTINGS),
        *("--out", "back"),
    )

    assert (code, "name a folder for it with --out" in said) == (1, True)
    assert named[0] == 0, named
    assert "proved by: Zenodo and the Hub agree" in named[1]
    assert (stranger.root / "back" / ARCHIVE).is_file()


def test_outside_of_any_project_a_mirror_behind_a_web_server_is_copied(
    published: Published, tmp_path: Path
) -> None:
    shown, nobody = tmp_path / "shown", caller(tmp_path / "nobody")
    for place in (shown, nobody.root / "copy"):
        place.mkdir()
    assert published.owner.call("mirror", VERSION, str(shown), "--from", "zenodo")[0] == 0

    with web(shown) as address:
        words = ("mirror", VERSION, "copy", "--from", address)
        code, said = nobody.call(*words, "--sha256", published.archive_sha256)
        listed = nobody.call("mirror", "--all", "copy", "--from", address, "--unproved")

    assert code == 0, said
    assert "proved by: the digest you named" in said
    assert files_of(nobody.root / "copy" / VERSION) == files_of(published.tree)
    assert listed[0] == 1
    assert "name the versions" in listed[1]


def test_killed_among_many_files_the_same_command_fetches_the_rest_alone(
    published: Published, tmp_path: Path
) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    words = ("mirror", VERSION, str(mirror), "--from", "huggingface", "--jobs", "2")
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    begun = subprocess.Popen(
        [sys.executable, "-P", "-W", "ignore", "-m", "packager", *words],
        cwd=published.owner.root,
        env=environ,
        stderr=subprocess.DEVNULL,
    )
    fault = Fault("kill", method="GET", path="/resolve/", nth=30)
    published.hub.plan.add(fault, begun.kill)
    assert begun.wait(60) == -signal.SIGKILL
    kept = list(mirror.glob("[!.]*"))
    whole = [one for one in files_of(published.tree) if is_whole(mirror, one)]
    published.hub.plan.clear()
    published.hub.hub.forget()

    code, said = published.owner.call(*words)

    asked = [one.path for one in published.hub.log if "/resolve/" in one.path]
    assert code == 0, said
    assert kept == []
    assert len(whole) > 20
    assert len(asked) == len(files_of(published.tree)) - len(whole)
    assert files_of(mirror / VERSION) == files_of(published.tree)


def is_whole(mirror: Path, entry: FileEntry) -> bool:
    """Whether all of a file has come, under its own name or not yet."""
    folder, _, name = entry.path.rpartition("/")
    places = (Path(folder, one) for one in (name, f".{name}.part"))
    found = (one for place in places for one in mirror.glob(f".draft-{VERSION}/{place}"))
    return any(one.stat().st_size == entry.bytes for one in found)


@contextmanager
def web(root: Path) -> Iterator[str]:
    """The files of a folder, as any web server shows them."""
    handler = functools.partial(Quiet, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's word
        pass
