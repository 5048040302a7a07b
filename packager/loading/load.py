"""`packager.load`: from what is asked to a table, wherever the release is."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from packager.loading.folders import load_local
from packager.loading.loaded import Loaded
from packager.loading.places import cache_folder, hub_address
from packager.loading.shelf import Shelf
from packager.loading.shelved import Host, load_shelved
from packager.loading.wanted import LATEST, require_wanted

Connect = Callable[[str, str], Host]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a release is looked for.

    Attributes:
        source: path of a mirror, a tree, an archive or a folder of releases; "" for the Hub.
        repo_id: repository on the Hub.
        hub: its address, "" for the one the environment names.
        cache: folder of the cache, "" for the one the environment names.
    """

    source: str
    repo_id: str
    hub: str
    cache: str


def load(table: str, version: str, sha256: str, place: Place, connect: Connect) -> Loaded:
    """See `packager.load`.

    Args:
        table: its name.
        version: of the release, or "latest".
        sha256: what it has to be, "" where that is not known.
        place: where it is looked for.
        connect: makes a connection from the address of a Hub and a repository there.
    """
    wanted = require_wanted(table, version, sha256)
    if place.source:
        loaded = load_local(Path(place.source).expanduser(), wanted)
    else:
        hub = (place.hub or hub_address()).rstrip("/")
        shelf = Shelf(Path(place.cache).expanduser() if place.cache else cache_folder())
        address = f"{hub}/datasets/{place.repo_id}"
        loaded = load_shelved(shelf, address, lambda: connect(hub, place.repo_id), wanted)
    if wanted.version == LATEST:
        release = loaded.release
        warnings.warn(
            f"the latest release is {release.version} now and another one later; pin it:"
            f' version="{release.version}", sha256="{release.sha256}"',
            stacklevel=3,
        )
    return loaded
