"""The faults by name: every kind of fault at every kind of request of a publication."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from packager.rehearse.faults import Fault

REFUSED_SECONDS: Final = 0.3
SLOW_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Call:
    """A kind of request: to which host, how, where."""

    host: str
    method: str
    path: str

    @property
    def is_read(self) -> bool:
        return self.method in {"GET", "HEAD"}

    def names(self, path: str) -> bool:
        """Whether a request's decoded path is of this kind."""
        return re.search(self.path, path) is not None


def _zenodo(method: str, rest: str) -> Call:
    return Call("zenodo", method, f"^/api/{rest}$")


def _hub(method: str, rest: str) -> Call:
    return Call("huggingface", method, rest)


_REPO: Final = "^/api/datasets/[^/]+/[^/]+"
CALLS: Final[Mapping[str, Call]] = {
    "own-records": _zenodo("GET", "user/records"),
    "create-draft": _zenodo("POST", "records"),
    "read-draft": _zenodo("GET", r"records/[^/]+/draft"),
    "save-draft": _zenodo("PUT", r"records/[^/]+/draft"),
    "edit-record": _zenodo("POST", r"records/[^/]+/draft"),
    "discard-draft": _zenodo("DELETE", r"records/[^/]+/draft"),
    "reserve-doi": _zenodo("POST", r"records/[^/]+/draft/pids/doi"),
    "release-doi": _zenodo("DELETE", r"records/[^/]+/draft/pids/doi"),
    "list-files": _zenodo("GET", r"records/[^/]+/draft/files"),
    "start-files": _zenodo("POST", r"records/[^/]+/draft/files"),
    "send-file": _zenodo("PUT", r"records/[^/]+/draft/files/.+/content"),
    "finish-file": _zenodo("POST", r"records/[^/]+/draft/files/.+/commit"),
    "delete-file": _zenodo("DELETE", r"records/[^/]+/draft/files(/.+)?"),
    "import-files": _zenodo("POST", r"records/[^/]+/draft/actions/files-import"),
    "publish": _zenodo("POST", r"records/[^/]+/draft/actions/publish"),
    "read-record": _zenodo("GET", r"records/[^/]+"),
    "next-version": _zenodo("POST", r"records/[^/]+/versions"),
    "list-versions": _zenodo("GET", r"records/[^/]+/versions"),
    "latest-version": _zenodo("GET", r"records/[^/]+/versions/latest"),
    "record-files": _zenodo("GET", r"records/[^/]+/files"),
    "record-bytes": _zenodo("GET", r"records/[^/]+/files/.+/content"),
    "vocabulary": _zenodo("GET", "vocabularies/.+"),
    "whoami": _hub("GET", "^/api/whoami-v2$"),
    "auth-check": _hub("GET", f"{_REPO}/auth-check"),
    "create-repo": _hub("POST", "^/api/repos/create$"),
    "repo-settings": _hub("PUT", f"{_REPO}/settings$"),
    "repo-info": _hub("GET", f"{_REPO}(/revision/.+)?$"),
    "repo-refs": _hub("GET", f"{_REPO}/refs$"),
    "repo-tree": _hub("GET", f"{_REPO}/tree/"),
    "repo-paths": _hub("POST", f"{_REPO}/paths-info/"),
    "repo-commits": _hub("GET", f"{_REPO}/commits/"),
    "validate-card": _hub("POST", "^/api/validate-yaml$"),
    "preupload": _hub("POST", f"{_REPO}/preupload/"),
    "lfs-batch": _hub("POST", r"\.git/info/lfs/objects/batch$"),
    "lfs-send": _hub("PUT", "^/lfs"),
    "lfs-verify": _hub("POST", r"\.git/info/lfs/objects/verify$"),
    "commit": _hub("POST", f"{_REPO}/commit/(?!main$)"),
    "commit-main": _hub("POST", f"{_REPO}/commit/main$"),
    "create-branch": _hub("POST", f"{_REPO}/branch/"),
    "delete-branch": _hub("DELETE", f"{_REPO}/branch/"),
    "create-tag": _hub("POST", f"{_REPO}/tag/"),
    "resolve-head": _hub("HEAD", "/resolve/"),
    "resolve": _hub("GET", "/resolve/"),
    "lfs-bytes": _hub("GET", "^/cdn/"),
}
KINDS: Final[Mapping[str, Fault]] = {
    "refused": Fault("refuse", seconds=REFUSED_SECONDS),
    "reset": Fault("refuse"),
    "dropped-before": Fault("drop"),
    "dropped-after": Fault("drop", after=True),
    **{
        f"{status}-{'after' if after else 'before'}": Fault("status", status=status, after=after)
        for status in (500, 502, 504)
        for after in (False, True)
    },
    "429": Fault("status", status=429),
    "429-wait": Fault("status", status=429, headers={"Retry-After": "1"}),
    "truncated": Fault("truncate"),
    "stale": Fault("stale"),
    "slow": Fault("delay", seconds=SLOW_SECONDS),
    "corrupted": Fault("corrupt"),
    "overtaken": Fault("race"),
}
CARRYING: Final = {"send-file", "record-bytes", "lfs-send", "lfs-bytes", "resolve"}
OVERTAKEN: Final = {"next-version", "save-draft", "commit", "commit-main"}


def _is_possible(call: str, kind: str) -> bool:
    match kind:
        case "stale":
            return CALLS[call].is_read and call not in CARRYING
        case "corrupted":
            return call in CARRYING
        case "overtaken":
            return call in OVERTAKEN
        case _:
            return True


NAMES: Final = tuple(
    f"{call}:{kind}" for call in CALLS for kind in KINDS if _is_possible(call, kind)
)


def named(name: str, nth: int = 1) -> tuple[str, Fault]:
    """The host and the fault that a name of NAMES stands for.

    Raises:
        ValueError: a name that is not among them.
    """
    if name not in NAMES:
        raise ValueError(f"no fault {name!r}; a name is a call and a kind, such as {NAMES[0]}")
    call, _, kind = name.partition(":")
    where = CALLS[call]
    return where.host, replace(KINDS[kind], method=where.method, path=where.path, nth=nth)
