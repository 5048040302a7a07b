"""The scripts that the release workflow calls, each on a clone of its own, as its jobs run them."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fakes.issuer import issuer
from tests.fakes.projects import ROOT, copy
from tests.fakes.publications import HUB, PUBLISH, REPO, UPLOAD, VERSION, Stage, sealed_version
from tests.fakes.strangers import git

BRANCH = f"refs/heads/records/{VERSION}"
TAG = f"refs/tags/{VERSION}"


@dataclass(frozen=True, slots=True)
class Site:
    """A remote repository that holds a sealed version, and the folders of jobs that clone it."""

    stage: Stage
    remote: Path
    jobs: Path

    def job(self, name: str) -> Path:
        """A clone that no job has used."""
        place = self.jobs / name
        git("clone", "--quiet", str(self.remote), str(place), cwd=self.jobs)
        return place

    def run(
        self, job: Path, step: str, environ: dict[str, str]
    ) -> "subprocess.CompletedProcess[str]":
        """One step, with no more in its environment than a runner has."""
        given = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.jobs),
            "HF_HOME": str(self.jobs / "hub"),
            "HF_HUB_DISABLE_XET": "1",
            "PYTHONPATH": str(ROOT),
            "PACKAGER_COMMAND": f"{sys.executable} -P -W ignore -m packager",
            "HF_COMMAND": str(Path(sys.executable).with_name("hf")),
            "GITHUB_STEP_SUMMARY": str(self.jobs / "summary.md"),
        }
        return subprocess.run(
            ["bash", ".ci/release", step, VERSION],
            cwd=job,
            env=given | environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def refs(self) -> dict[str, str]:
        """What the remote holds, by name."""
        told = git("ls-remote", str(self.remote), cwd=self.jobs)
        return {name: oid for oid, _, name in (line.partition("\t") for line in told.splitlines())}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("workflow")
    with sealed_version(folder) as stage:
        root = stage.project.root
        copy(ROOT / ".ci" / "release", root / ".ci" / "release")
        (root / ".gitignore").write_text("/dist/\n")
        git("init", "--quiet", "--initial-branch", "main", cwd=root)
        git("add", "--all", cwd=root)
        git("commit", "--quiet", "--message", f"Release {VERSION}", cwd=root)
        git("clone", "--quiet", "--bare", str(root), str(folder / "remote.git"), cwd=folder)
        (folder / "jobs").mkdir()
        yield Site(stage, folder / "remote.git", folder / "jobs")


@pytest.fixture(scope="module")
def planned(site: Site) -> Path:
    """The job that plans; its only secret writes drafts."""
    job = site.job("plan")
    done = site.run(job, "plan", {"ZENODO_UPLOAD_TOKEN": UPLOAD})
    assert done.returncode == 0, done.stderr
    return job


@pytest.fixture(scope="module")
def published(site: Site, planned: Path) -> Path:
    """The job that publishes, as it is run again after a first one that stopped between drafts."""
    del planned
    tokens = {"ZENODO_UPLOAD_TOKEN": UPLOAD, "HF_TOKEN": HUB}
    stopped = site.run(site.job("stopped"), "publish", tokens | {"ZENODO_PUBLISH_TOKEN": UPLOAD})
    assert "403" in stopped.stderr
    job = site.job("publish")
    with issuer(HUB) as trusted:
        environ = tokens | trusted.environ | {"ZENODO_PUBLISH_TOKEN": PUBLISH, "HF_TOKEN": ""}
        done = site.run(job, "publish", environ)
    assert done.returncode == 0, done.stderr
    assert [one["resource"] for one in trusted.asked] == [f"datasets/{REPO}"]
    assert trusted.audiences == [trusted.url]
    assert UPLOAD not in done.stdout + done.stderr
    (masked,) = [line for line in done.stdout.splitlines() if HUB in line]
    assert masked == f"::add-mask::{HUB}"
    assert site.run(job, "pack", {}).returncode == 0
    return job


def test_the_plan_is_an_artifact_and_a_summary_and_changes_nothing(
    site: Site, planned: Path
) -> None:
    plans = json.loads((planned / "dist/plan/plan.json").read_bytes())
    summary = (site.jobs / "summary.md").read_text()

    assert [one["target"] for one in plans] == ["zenodo", "huggingface"]
    assert "becomes public with DOI 10." in summary
    assert (planned / "dist/plan/plan.txt").read_text() in summary
    assert git("status", "--porcelain", cwd=planned) == ""


def test_the_proved_bytes_are_the_sealed_ones(site: Site) -> None:
    job = site.job("build")

    done = site.run(job, "build", {})

    assert done.returncode == 0, done.stderr
    proved = {path.name: path.read_bytes() for path in (job / "dist/proved").iterdir()}
    sealed = site.stage.project.releases / VERSION / "seal.json"
    assert proved.pop("seal.json") == sealed.read_bytes()
    ((name, content),) = proved.items()
    told = json.loads(sealed.read_bytes())["archive"]
    assert (name, hashlib.sha256(content).hexdigest()) == (told["path"], told["sha256"])
    assert git("status", "--porcelain", cwd=job) == ""


def test_a_job_run_again_on_a_new_clone_publishes_once(site: Site, published: Path) -> None:
    versions = list(site.stage.zenodo.state.versions.values())
    record = json.loads((published / f"releases/{VERSION}/record.zenodo.json").read_bytes())

    assert [(one.id, one.draft, one.public is not None) for one in versions] == [
        (record["id"], None, True)
    ]


def test_records_and_tag_are_pushed_and_a_second_push_adds_nothing(
    site: Site, published: Path
) -> None:
    job = site.job("record")
    shutil.copytree(published / "dist" / "records", job / "dist" / "records")
    before = site.refs()

    first = site.run(job, "push", {})
    after = site.refs()
    second = site.run(job, "push", {})

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert set(after) - set(before) == {BRANCH, TAG, f"{TAG}^{{}}"}
    assert after[f"{TAG}^{{}}"] == before["refs/heads/main"]
    changed = git("diff", "--name-only", "HEAD", after[BRANCH], cwd=job).split()
    assert changed == [
        f"releases/{VERSION}/journal.jsonl",
        f"releases/{VERSION}/record.huggingface.json",
        f"releases/{VERSION}/record.zenodo.json",
        "releases/index.json",
        "releases/ledger.jsonl",
    ]
    assert site.refs() == after


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (f"releases/{VERSION}/tree/index.csv", "index.csv is no record"),
        (".ci/release", ".ci/release is no record"),
        ("releases/ledger.jsonl", "a line of the ledger is not what it was"),
    ],
)
def test_what_is_no_record_is_not_pushed(
    site: Site, published: Path, tmp_path: Path, path: str, said: str
) -> None:
    job = tmp_path / "job"
    git("clone", "--quiet", str(site.remote), str(job), cwd=tmp_path)
    base = git("rev-parse", "HEAD", cwd=job)
    changed = job / path
    changed.write_bytes(changed.read_bytes().replace(b"e", b"f", 1))
    git("commit", "--quiet", "--all", "--message", "x", cwd=job)
    git("update-ref", BRANCH, "HEAD", cwd=job)
    records = job / "dist" / "records"
    records.mkdir(parents=True)
    git("bundle", "create", "--quiet", str(records / "records.bundle"), BRANCH, cwd=job)
    git("reset", "--quiet", "--hard", base.strip(), cwd=job)
    (records / "base").write_text(base)
    before = site.refs()

    done = site.run(job, "push", {})

    assert done.returncode == 5
    assert said in done.stderr
    assert site.refs() == before


def test_a_hub_that_trusts_another_job_stops_it_before_anything_is_asked(
    site: Site, tmp_path: Path
) -> None:
    with issuer("") as distrusting:
        done = site.run(site.job("distrusted"), "publish", distrusting.environ)

    assert done.returncode == 1
    assert "see its trusted publishers" in done.stderr


def test_a_word_that_is_no_version_reaches_no_command(site: Site) -> None:
    done = subprocess.run(
        ["bash", ".ci/release", "plan", "$(touch x)"],
        cwd=site.remote.parent / "project",
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "is no version" in done.stderr
