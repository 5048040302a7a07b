"""What a publication costs: memory for a large file, and what a second run sends."""

import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from secrets import token_hex

from packager.rehearse.invenio import InvenioServer
from packager.rehearse.proxy import Proxy
from tests.bench.measure import Bar, Process, run
from tests.faults.commands import surroundings_of, words_of
from tests.faults.large import LARGE, MIB, MOST_MB, write_large
from tests.faults.road import Hosts, Road, fake_hosts

LARGE_BYTES = 2048 * MIB
XET = "PACKAGER_LIVE_HUB_XET_URL"
SAME = 1.1
"""Two runs of one size differ by some MB."""
PEER = """
import sys
import huggingface_hub
hub, large, token = sys.argv[1:]
place = {"repo_id": "alice/peer", "repo_type": "dataset"}
api = huggingface_hub.HfApi(hub, token)
api.create_repo(**place)
api.upload_file(path_or_fileobj=large, path_in_repo="large.parquet", **place)
"""


def publication(work: Path) -> Iterator[Bar]:
    """One file of 2 GiB to both hosts and again, against its plain upload by the same clients."""
    with fake_hosts() as hosts:
        road = Road(hosts, work / "project", "alice/rain", more=partial(write_it, LARGE_BYTES))
        road.reserve()
        road.cut()
        carry = partial(run, words_of(road, "publish"), cwd=road.root)
        ours = carry(environ=surroundings_of(road))
        before = received(hosts)
        again = carry(environ=surroundings_of(road))
        sent = received(hosts) - before
        theirs = peer(road)
    shutil.rmtree(road.root)
    yield Bar(
        "publish 2 GiB, both hosts, MB of memory",
        ours.peak_mb,
        "its plain upload to the Hub",
        theirs.peak_mb,
        f"≤ {MOST_MB} MB",
        ours.peak_mb <= MOST_MB,
        ours.peak_mb,
    )
    yield Bar(
        "publish again, bytes of content sent",
        sent,
        "the first run",
        before,
        "0",
        sent == 0,
        again.peak_mb,
    )


def by_xet(work: Path) -> Iterator[Bar]:
    """The same by Xet, 1 GiB and 2 GiB; on the Hub that the environment names, if it does."""
    address = os.environ.get(XET)
    if not address:
        print(f"not run without a Hub in {XET}: memory by Xet", file=sys.stderr, flush=True)
        return
    peaks_mb: list[float] = []
    with InvenioServer() as zenodo, Proxy(address) as hub:
        hosts = Hosts(zenodo, hub, hub, hub.plan)
        for size in (LARGE_BYTES // 2, LARGE_BYTES):
            place = work / f"xet-{size}"
            repo_id = f"alice/rain-{token_hex(6)}"
            road = Road(hosts, place / "project", repo_id, more=partial(write_it, size))
            road.reserve()
            road.cut()
            environ = surroundings_of(road, with_xet=True)
            peaks_mb.append(run(words_of(road, "publish"), cwd=road.root, environ=environ).peak_mb)
            shutil.rmtree(place)
    half, whole = peaks_mb
    yield Bar(
        "publish 2 GiB by Xet, MB of memory",
        whole,
        "1 GiB",
        half,
        "no growth",
        whole <= half * SAME,
        whole,
    )


def write_it(size: int, tree: Path) -> None:
    """The large file."""
    write_large(tree / LARGE, size)


def peer(road: Road) -> Process:
    """The same file by the Hub's own client, nothing proved."""
    large = road.ledger.root / road.version / "tree" / LARGE
    words = [sys.executable, "-c", PEER, road.hosts.hub.url, str(large), road.hosts.hub_token]
    return run(words, cwd=road.root, environ=surroundings_of(road))


def received(hosts: Hosts) -> int:
    """Bytes that the hosts were sent as content of files."""
    return sum(one.received for one in hosts.log if is_content(one.method, one.path))


def is_content(method: str, path: str) -> bool:
    """Whether a request carries what is in files: alone, or small ones in a commit."""
    return (method == "PUT" and not path.endswith("/draft")) or "/commit/" in path
