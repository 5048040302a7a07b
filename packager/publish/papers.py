"""The small documents of the memory: an identity, a host's record."""

from dataclasses import asdict

from packager.domain.errors import IntegrityError
from packager.domain.release import Identity, Record
from packager.domain.statement import MEND, document, read_statement


def identity_document(identity: Identity) -> bytes:
    """identity.json of a release."""
    return document(asdict(identity))


def read_identity(content: bytes, where: str) -> Identity:
    """An identity from the bytes of identity.json; IntegrityError if they are no such thing."""
    said = read_statement(content, where)
    said.require_keys(*Identity.__dataclass_fields__)
    identity = Identity(**said.texts())
    _require_canonical(identity_document(identity), content, where)
    return identity


def record_document(record: Record) -> bytes:
    """What a host says of a published release."""
    return document(asdict(record))


def read_record(content: bytes, where: str) -> Record:
    """A record from its bytes; IntegrityError if they are no such thing."""
    said = read_statement(content, where)
    said.require_keys(*Record.__dataclass_fields__)
    record = Record(**said.texts())
    _require_canonical(record_document(record), content, where)
    return record


def _require_canonical(ours: bytes, content: bytes, where: str) -> None:
    if ours != content:
        raise IntegrityError("it is not written as the tool writes it", where=where, mend=MEND)
