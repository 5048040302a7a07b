"""Every kind of finding there is, by host and name."""

from collections.abc import Iterable, Iterator

from packager.domain.release import FileEntry
from packager.domain.version import Version
from packager.domain.watch import Code, HostFinding, Severity
from packager.publish.target import HostFile
from packager.publish.verify import unlike

ASK_OWNERS = "find out which owner did it; tell the readers of the release"
EDIT_BACK = "edit the record's metadata back on the host; files and DOI stay as they are"
ANNOUNCE = "tell it: `packager announce`"
TAG_BACK = "tag the recorded commit again, and find out who changed the tag"

ZENODO: tuple[tuple[str, Severity, str, str], ...] = (
    ("record-gone", "error", "The record is not there.", "ask the host what became of it"),
    ("record-deleted", "error", "The record was taken back; a tombstone is left.", ASK_OWNERS),
    (
        "withdrawn-deleted",
        "notice",
        "A version that the ledger withdrew was taken back as well.",
        "leave it, if that was meant",
    ),
    (
        "record-closed",
        "error",
        "The record or its files are no longer open to everybody.",
        "open it again on the host",
    ),
    ("doi-changed", "error", "The record has another DOI than was recorded.", ASK_OWNERS),
    (
        "concept-changed",
        "error",
        "The record belongs to another series than was recorded.",
        ASK_OWNERS,
    ),
    (
        "file-changed",
        "error",
        "A file has other bytes than were sealed.",
        "put the sealed file back while the host allows it; tell the readers of the release",
    ),
    (
        "file-missing",
        "error",
        "A sealed file is gone.",
        "put the sealed file back while the host allows it",
    ),
    ("file-added", "error", "There is a file that was not sealed.", ASK_OWNERS),
    ("download-differs", "error", "A download is not what was sealed.", "tell the host"),
    ("metadata-changed", "error", "A field that was sent says something else.", EDIT_BACK),
    (
        "notice-missing",
        "warning",
        "The ledger has a notice of the release that its record does not show, or no longer has.",
        ANNOUNCE,
    ),
    (
        "foreign-version",
        "error",
        "The series has a published version that the ledger does not know.",
        "find out which owner published it; only the host can take it out of the series",
    ),
    (
        "not-latest",
        "error",
        "The concept DOI leads to another record than the newest release.",
        "find out what was published last in the series",
    ),
    (
        "concept-lost",
        "error",
        "The concept DOI leads to no record.",
        "ask the host what became of the series",
    ),
    (
        "order-changed",
        "warning",
        "The host orders the versions otherwise than the ledger.",
        "find out what happened to the series; readers see the host's order",
    ),
    (
        "unlisted",
        "warning",
        "A version is there, but the list of the series does not show it.",
        "look again later; if it stays so, ask the host to index the record",
    ),
    (
        "edit-open",
        "warning",
        "An edit of a published record is open; it may be published any time.",
        "publish or discard it on the host",
    ),
    (
        "draft-left",
        "warning",
        "A draft in the series is open that no reserved version explains.",
        "discard it on the host, if it is nobody's",
    ),
)
HUB: tuple[tuple[str, Severity, str, str], ...] = (
    (
        "repository-gone",
        "error",
        "There is no such repository, as far as anybody can see.",
        "find out who deleted, moved or closed it",
    ),
    (
        "repository-private",
        "error",
        "The repository is private: its owners see it, its readers do not.",
        "make it public again in its settings",
    ),
    (
        "repository-disabled",
        "error",
        "The Hub has disabled the repository.",
        "ask the Hub why; the releases stay on the other host",
    ),
    (
        "repository-gated",
        "error",
        "Readers have to ask for access.",
        "turn gating off in the repository's settings",
    ),
    (
        "repository-renamed",
        "error",
        "The Hub calls the repository otherwise than was recorded.",
        "give it its name back; addresses in published texts name the old one",
    ),
    ("tag-gone", "error", "The tag of a release is gone.", TAG_BACK),
    ("tag-moved", "error", "The tag of a release is on another commit.", TAG_BACK),
    (
        "commit-gone",
        "error",
        "The recorded commit is no longer there: history was written anew.",
        "tag a commit with the sealed files again; tell the readers who pinned the commit",
    ),
    ("file-changed", "error", "At the tag a file has other bytes than were sealed.", TAG_BACK),
    ("file-missing", "error", "At the tag a sealed file is gone.", TAG_BACK),
    ("file-added", "error", "At the tag there is a file that was not sealed.", TAG_BACK),
    ("download-differs", "error", "A download is not what was sealed.", "tell the Hub"),
    (
        "main-differs",
        "error",
        "Main is not the newest release.",
        "take the commits back that no release made",
    ),
    (
        "card-changed",
        "error",
        "On main the header of the card is not the published one.",
        "take the header back; what should stay goes into the next release",
    ),
    (
        "notice-missing",
        "warning",
        "The ledger has a notice that the card on main does not show, or no longer has.",
        ANNOUNCE,
    ),
    (
        "foreign-version",
        "error",
        "There is a tag that looks like a version and is none of ours.",
        "find out who tagged it; delete the tag",
    ),
    (
        "branch-left",
        "warning",
        "The draft branch of a published release is still there.",
        "delete the branch",
    ),
)
CODES = {
    f"{host}.{name}": Code(f"{host}.{name}", severity, means, mend)
    for host, rows in (("zenodo", ZENODO), ("huggingface", HUB))
    for name, severity, means, mend in rows
}


def found(
    name: str, version: Version, what: str, where: str, details: Iterable[str] = ()
) -> HostFinding:
    """A finding of the kind that has this name."""
    return HostFinding(CODES[name], version, what, where, tuple(details))


def file_findings(
    host: str,
    version: Version,
    expected: Iterable[FileEntry],
    there: Iterable[HostFile],
    where: str,
) -> Iterator[HostFinding]:
    """A finding for each way in which a host's files are not the sealed ones."""
    odd = unlike(expected, there)
    for kind, words, paths in (
        ("file-changed", "with other bytes than were sealed", odd.changed),
        ("file-missing", "gone", odd.missing),
        ("file-added", "that nobody sealed", odd.extra),
    ):
        if paths:
            what = f"{files_counted(len(paths))} {words}"
            yield found(f"{host}.{kind}", version, what, where, paths)


def files_counted(number: int) -> str:
    """A number of files in words."""
    return f"{number} file" if number == 1 else f"{number} files"
