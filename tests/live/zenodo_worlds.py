"""InvenioRDMs to publish to: the bundled one, always, and one that the environment names."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
import requests

from packager.publish.ledger import Ledger
from packager.publish.targets.answers import Answer
from packager.publish.targets.calls import Call, Patience, Request
from packager.publish.targets.http import Host
from packager.publish.targets.wire import Wire
from packager.publish.targets.zenodo import ZenodoTarget
from packager.publish.targets.zenodo_api import ACCEPT, API, Deposits
from packager.publish.targets.zenodo_mint import ZenodoMint
from packager.rehearse.invenio import InvenioServer

WORLDS = [pytest.param("rehearsal"), pytest.param("live", marks=pytest.mark.live)]
URL, TOKEN = "PACKAGER_LIVE_ZENODO_URL", "PACKAGER_LIVE_ZENODO_TOKEN"
LONGEST_WAIT = 0.3
INDEX_TRIES, INDEX_SECONDS = 12, 0.5


class Killed(BaseException):
    """The process is gone, in the middle of a call."""


@dataclass(slots=True)
class Trouble:
    """One fault at the n-th request of a run, and what was asked until then.

    Attributes:
        at: the request, from 1; 0 for none.
        kind: "kill" ends the run; "lose" breaks the connection.
        after: the host has done what was asked.
    """

    at: int = 0
    kind: str = "kill"
    after: bool = False
    asked: list[str] = field(default_factory=list)

    def strike(self) -> None:
        if self.kind == "kill":
            raise Killed
        raise requests.ConnectionError("made up")


class ShakyWire(Wire):
    """The real wire, with one fault."""

    trouble: Trouble

    def _send(self, request: Request) -> requests.Response:
        trouble = self.trouble
        trouble.asked.append(f"{request.method} {kind_of(request.url)}")
        is_now = len(trouble.asked) == trouble.at
        if is_now and not trouble.after:
            trouble.strike()
        response = super()._send(request)
        if is_now:
            assert response.content is not None  # the host has done it
            trouble.strike()
        return response


def kind_of(url: str) -> str:
    """A request's address without what differs from one record, file or word to the next."""
    path = urlsplit(url).path.partition(API)[2]
    path = re.sub(r"(?<=/records/)[^/]+", "ID", path)
    return re.sub(r"(?<=/files/)[^/]+|(?<=/vocabularies/).+", "KEY", path)


@dataclass(frozen=True, slots=True)
class ZenodoWorld:
    """A host, and an account on it."""

    url: str
    token: str
    name: str
    longest_wait: float
    told: list[str] = field(default_factory=list)

    def host(self, trouble: Trouble | None = None, token: str | None = None) -> Host:
        patience = Patience(
            wait=lambda seconds: time.sleep(min(seconds, self.longest_wait)), tell=self.told.append
        )
        shown = self.token if token is None else token
        host = Host(self.url + API, token=shown, accept=ACCEPT, patience=patience)
        if trouble is not None:
            wire = ShakyWire(patience, host.base)
            wire.trouble = trouble
            host._wire = wire
        return host

    def mint(
        self, ledger: Ledger, concept_doi: str = "", trouble: Trouble | None = None
    ) -> ZenodoMint:
        return ZenodoMint(self.host(trouble), ledger=ledger, concept_doi=concept_doi)

    def target(
        self, ledger: Ledger, concept_doi: str = "", trouble: Trouble | None = None
    ) -> ZenodoTarget:
        return ZenodoTarget(self.host(trouble), ledger=ledger, concept_doi=concept_doi)

    def deposits(self) -> Deposits:
        return Deposits(self.host())

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Something done behind the tool's back, by the same account."""
        return self.host().call(Call(method, path, body=body, also=range(400, 500)))

    def drafts(self) -> set[str]:
        return {draft.id for draft in self.deposits().own_drafts()}

    def has_drafts(self, expected: set[str]) -> bool:
        """Whether these are all drafts, once the host's index has caught up."""
        for _ in range(INDEX_TRIES):
            if self.drafts() == expected:
                return True
            time.sleep(INDEX_SECONDS)
        return False

    def versions(self, identifier: str) -> list[str]:
        """Versions of the series that are public, newest first."""
        hits = self.ask("GET", f"/records/{identifier}/versions").said().inner("hits")
        return [hit.inner("metadata").text("version") for hit in hits.inners("hits")]


@contextmanager
def zenodo_world(name: str) -> Iterator[ZenodoWorld]:
    """A host by its name in WORLDS."""
    if name == "live":
        url, token = os.environ.get(URL), os.environ.get(TOKEN)
        if not url or not token:
            pytest.skip(f"{URL} and {TOKEN} name no InvenioRDM")
        yield ZenodoWorld(url.rstrip("/"), token, name, LONGEST_WAIT)
    else:
        with InvenioServer() as server:
            yield ZenodoWorld(server.url, "zenodo_own", name, 0.0)
