"""Real hosts, named by the environment, each behind a proxy through which the faults come."""

import json
import os
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from urllib.parse import urlsplit

import huggingface_hub
import pytest

from packager.rehearse.faults import FaultPlan
from packager.rehearse.proxy import Proxy
from tests.faults.road import Hosts
from tests.live import hub_worlds, zenodo_worlds

LONGEST_WAIT = 0.3
LFS = "application/vnd.git-lfs+json"
DATASET = "dataset"


@contextmanager
def proxied_hosts() -> Iterator[Hosts]:
    """The proxies before the hosts that the environment names; the test is skipped if it does not.

    Pauses are cut to less than a second.
    """
    names = (zenodo_worlds.URL, zenodo_worlds.TOKEN, hub_worlds.URL, hub_worlds.TOKEN)
    zenodo, zenodo_token, hub, hub_token = (os.environ.get(name, "") for name in names)
    if not (zenodo and zenodo_token and hub and hub_token):
        pytest.skip(f"{', '.join(names)} name no hosts")
    plan, sleep = FaultPlan(), time.sleep
    owner = hub_worlds.owner_of(hub, hub_token)
    storage = storage_of(hub, hub_token, owner)
    with (
        Proxy(zenodo, plan=plan) as first,
        Proxy(storage, plan=plan) as third,
        Proxy(hub, plan=plan, also={storage: third.url}) as second,
    ):
        yield Hosts(
            *(first, second, third, plan, zenodo_token, hub_token, owner),
            is_live=True,
            wait=lambda seconds: sleep(min(seconds, LONGEST_WAIT)),
        )


def storage_of(hub: str, token: str, owner: str) -> str:
    """Where a Hub has large files sent to: it says so when it is asked for an upload."""
    api = huggingface_hub.HfApi(hub, token)
    repo_id = f"{owner}/where-{token_hex(6)}"
    api.create_repo(repo_id, repo_type=DATASET, private=True)
    try:
        said = {
            "operation": "upload",
            "transfers": ["basic"],
            "hash_algo": "sha_256",
            "objects": [{"oid": "ab" * 32, "size": 4}],
        }
        request = urllib.request.Request(
            f"{hub.rstrip('/')}/datasets/{repo_id}.git/info/lfs/objects/batch",
            json.dumps(said).encode(),
            {"Authorization": f"Bearer {token}", "Accept": LFS, "Content-Type": LFS},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            (told,) = json.loads(answer.read())["objects"]
        place = urlsplit(told["actions"]["upload"]["href"])
        return f"{place.scheme}://{place.netloc}"
    finally:
        api.delete_repo(repo_id, repo_type=DATASET)
