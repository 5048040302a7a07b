"""Hubs to publish to: the bundled one, always, and one that the environment names."""

import json
import os
import secrets
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import huggingface_hub
import pytest

from packager.publish.ledger import Ledger
from packager.publish.target import HostFile
from packager.publish.targets.hub_answers import Progress
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.huggingface import HubPlace, HuggingFaceTarget, place_at
from packager.rehearse.hub import HubServer

URL, TOKEN, XET = "PACKAGER_LIVE_HUB_URL", "PACKAGER_LIVE_HUB_TOKEN", "PACKAGER_LIVE_HUB_XET"
LIVE = pytest.param("live", marks=pytest.mark.live)
WORLDS = [LIVE] if os.environ.get(XET) else [pytest.param("rehearsal"), LIVE]
"""The bundled one has no Xet."""
DATASET = "dataset"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request the Hub has seen."""

    method: str
    path: str


@dataclass(frozen=True, slots=True)
class HubWorld:
    """A Hub, and a repository name on it that nobody has used."""

    url: str
    token: str
    repo_id: str
    waits: list[float] = field(default_factory=list)

    @property
    def api(self) -> huggingface_hub.HfApi:
        """The publisher's account, used behind the tool's back."""
        return huggingface_hub.HfApi(self.url, self.token)

    def place(self) -> HubPlace:
        return place_at(self.url, self.repo_id, token=self.token)

    def target(
        self, ledger: Ledger, place: HubPlace | None = None, progress: Progress = lambda *_: None
    ) -> HuggingFaceTarget:
        return HuggingFaceTarget(
            place or self.place(),
            patience=Patience(self.waits.append),
            journal=ledger.journal,
            locks=ledger.root.parent / "locks",
            progress=progress,
        )

    def fault(self, **rule: object) -> None:
        self._control("/__fault", rule)

    def forget(self) -> None:
        for path in ("/__fault", "/__log"):
            self._control(path, method="DELETE")

    def log(self) -> list[Asked]:
        return [Asked(one["method"], one["path"]) for one in self._control("/__log")]

    def faults_that_acted(self) -> int:
        """How often a fault did what it was planned for."""
        return sum(
            int(one.get("acted") or one.get("fired") or 0) for one in self._control("/__fault")
        )

    def refs(self) -> tuple[dict[str, str], dict[str, str]]:
        """Branches and tags."""
        refs = self.api.list_repo_refs(self.repo_id, repo_type=DATASET)
        branches, tags = (
            {one.name: one.target_commit for one in group} for group in (refs.branches, refs.tags)
        )
        return branches, tags

    def files(self, revision: str) -> tuple[HostFile, ...]:
        return self.place().public.files(revision)

    def titles(self) -> list[str]:
        """Titles of the commits on main, newest first."""
        return [one.title for one in self.api.list_repo_commits(self.repo_id, repo_type=DATASET)]

    def is_private(self) -> bool:
        return bool(self.api.dataset_info(self.repo_id).private)

    def create(self) -> None:
        self.api.create_repo(self.repo_id, repo_type=DATASET)

    def write(self, branch: str = "main", **contents: bytes) -> str:
        """Somebody else's commit; names stand for files with a .txt ending, README for the card."""
        made = self.api.create_commit(
            self.repo_id,
            [
                huggingface_hub.CommitOperationAdd(
                    "README.md" if name == "README" else f"{name}.txt", content
                )
                for name, content in contents.items()
            ],
            commit_message="somebody else's",
            repo_type=DATASET,
            revision=branch,
        )
        return str(made.oid)

    def tag(self, name: str, revision: str) -> None:
        self.api.create_tag(self.repo_id, tag=name, revision=revision, repo_type=DATASET)

    def move_tag(self, name: str, revision: str) -> None:
        self.api.delete_tag(self.repo_id, tag=name, repo_type=DATASET)
        self.tag(name, revision)

    def _control(self, path: str, body: object = None, method: str = "") -> list[dict[str, str]]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data, method=method or ("POST" if data else "GET")
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            told: list[dict[str, str]] = json.loads(answer.read() or b"[]")
            return told


@contextmanager
def hub_world(name: str) -> Iterator[HubWorld]:
    """A Hub by its name in WORLDS."""
    if name == "live":
        url, token = os.environ.get(URL), os.environ.get(TOKEN)
        if not url or not token:
            pytest.skip(f"{URL} and {TOKEN} name no Hub")
        owner = owner_of(url, token)
        world = HubWorld(url.rstrip("/"), token, f"{owner}/rain-{secrets.token_hex(6)}")
        world.forget()
        yield world
        world.forget()
    else:
        with HubServer() as hub:
            world = HubWorld(hub.url, "hf_write", f"alice/rain-{secrets.token_hex(6)}")
            world.place()  # as above
            yield world


def owner_of(url: str, token: str) -> str:
    """Whose token it is; from now on this process may send it to that Hub."""
    HubWorld(url.rstrip("/"), token, "nobody/none").place()
    return str(huggingface_hub.HfApi(url, token).whoami()["name"])


def without_waiting(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the library's own retries pass at once, and let it send without Xet unless told."""
    sleep = time.sleep
    monkeypatch.setattr(time, "sleep", lambda seconds: sleep(min(seconds, 0.01)))
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", not with_xet(name))


def with_xet(name: str) -> bool:
    """Whether content goes to a world by Xet."""
    return name == "live" and bool(os.environ.get(XET))
