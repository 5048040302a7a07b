"""Kinds of requests of a whole publication, and of faults that are tried at them."""

from dataclasses import replace

from packager.rehearse.catalogue import CALLS, CARRYING, named
from packager.rehearse.faults import FaultPlan, Planned
from tests.faults.road import Hosts

FIRST_ROAD = {
    *("create-draft", "reserve-doi", "read-record", "read-draft", "list-files", "own-records"),
    *("vocabulary", "save-draft", "start-files", "send-file", "finish-file", "publish"),
    *("record-files", "record-bytes", "whoami", "repo-info", "validate-card", "create-repo"),
    *("repo-refs", "repo-tree", "create-branch", "preupload", "lfs-batch", "lfs-send"),
    *("lfs-verify", "commit", "repo-paths", "commit-main", "create-tag", "repo-settings"),
    *("delete-branch", "resolve", "lfs-bytes"),
}
NEXT_ROAD = FIRST_ROAD - {"create-draft", "whoami", "create-repo", "repo-settings"} | {
    *("next-version", "auth-check"),
}
READS = {call for call in FIRST_ROAD | NEXT_ROAD if CALLS[call].is_read} | {
    *("validate-card", "repo-paths", "preupload", "lfs-batch"),
}
WRITES = (FIRST_ROAD | NEXT_ROAD) - READS
FAULTS = (
    *("refused", "reset", "dropped-before", "dropped-after", "truncated", "429", "429-wait"),
    *("500-before", "500-after", "502-before", "502-after", "504-before", "504-after"),
)
NO_EFFECT = (
    *("refused", "dropped-before", "truncated", "429", "429-wait"),
    *("500-before", "502-before", "504-before"),
)
LASTING = ("reset", "dropped-after", "504-before", "504-after", "429", "truncated")


def names(calls: set[str], faults: tuple[str, ...]) -> list[str]:
    return [f"{call}:{fault}" for call in CALLS if call in calls for fault in faults]


def stale(calls: set[str]) -> list[str]:
    return [f"{call}:stale" for call in CALLS if call in calls and is_a_look(call)]


def is_a_look(call: str) -> bool:
    return CALLS[call].is_read and call not in CARRYING


def planned(plan: FaultPlan, name: str, *, lasts: bool = False) -> Planned:
    """A fault by its name, once, or until the command gives up."""
    _, fault = named(name)
    return plan.add(replace(fault, times=-1) if lasts else fault)


def kinds(hosts: Hosts) -> set[str]:
    """The calls that the log shows; each request is of exactly one kind."""
    found: set[str] = set()
    for server in hosts.servers:
        host = "zenodo" if server is hosts.zenodo else "huggingface"
        for one in server.log:
            fitting = [
                name
                for name, call in CALLS.items()
                if call.host == host and named(f"{name}:429")[1].is_for(one.method, one.path)
            ]
            assert len(fitting) == 1, (one.method, one.path, fitting)
            found.update(fitting)
    return found
