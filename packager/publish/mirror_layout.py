"""How a mirror lies, in a folder or at an address: what stands beside the tree of a version.

VERSION/                the tree, as published
VERSION.seal.json …     what the ledger keeps of it, where who copied it had a ledger
VERSION.record.json     comes last: where it is, the version is whole
"""

from packager.domain.release import Record
from packager.domain.version import Version
from packager.publish.papers import record_document
from packager.publish.targets.directory import DirectoryTarget

RECORD = "record.json"


def beside(version: Version, name: str) -> str:
    """What a paper of a version is called beside its tree."""
    return f"{version}.{name}"


def own_record(version: Version) -> bytes:
    """The record of a version in a mirror, as the directory target writes it."""
    return record_document(Record(DirectoryTarget.name, version, version, version))
