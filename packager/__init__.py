"""Assemble, seal and publish releases of an open data index; and load their tables, pinned."""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from packager.loading.loaded import Loaded
    from packager.loading.shelved import Host

__all__ = ["__version__", "load"]
__version__ = "0.1.0"


def load(  # noqa: PLR0913 - one call that says where from and how pinned reads best whole
    table: str,
    *,
    version: str = "",
    sha256: str = "",
    source: "str | PathLike[str]" = "",
    repo_id: str = "leadgreen/green-tokens",
    hub: str = "",
    cache: "str | PathLike[str]" = "",
) -> "Loaded":
    """Load one table of one release, proved to the last byte; from the Hub it comes but once.

    >>> import packager
    >>> index = packager.load("index", version="2026-12-01.2")  # doctest: +SKIP
    >>> index.pandas(), index.release.doi, index.release.sha256  # doctest: +SKIP

    Args:
        table: index, configurations, models, grid, …; for an unknown one all are told.
        version: of the release. "latest" works and warns, because it changes.
        sha256: the strongest pin: `.release.sha256` of an earlier load, or the table's `.sha256`.
        source: path of a mirror, of a release's folder or archive, or of a clone's folder
            `releases`, whose seals are then the proof. Left out: the Hub.
        repo_id: repository on the Hub.
        hub: its address. Left out: HF_ENDPOINT, else https://huggingface.co.
        cache: folder. Left out: PACKAGER_CACHE, else below XDG_CACHE_HOME, else below ~/.cache.

    Raises:
        ConfigError: no version is named, or there is no such version or table.
        IntegrityError: bytes are not the promised ones, or those of another release, or the tag
            was moved; nothing of it is kept.
        TargetError: the Hub cannot be reached, and the cache lacks something.
    """
    loading = import_module("packager.loading.load")
    place = loading.Place(source=str(source), repo_id=repo_id, hub=hub, cache=str(cache))
    loaded: Loaded = loading.load(table, version, sha256, place, _connect)
    return loaded


def _connect(hub: str, repo_id: str) -> "Host":
    """A connection to a Hub, whose client takes time to import and is mostly not needed."""
    host: Host = import_module("packager.loading.hub").HubHost(hub, repo_id)
    return host
