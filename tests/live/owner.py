"""What the owner of a published record can do to it for some weeks, through the API."""

from io import BytesIO
from urllib.parse import quote

from packager.publish.targets.calls import Call
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import Deposits


def change_a_file(host: Host, identifier: str, key: str, content: bytes) -> None:
    """Put other bytes under the key of a published record; its DOI stays."""
    deposits = Deposits(host)
    open_edit(host, identifier)
    host.call(Call("POST", f"/records/{quote(identifier)}/file-modification", body={}))
    deposits.remove_file(identifier, key)
    deposits.start_files(identifier, [key])
    assert deposits.send_file(identifier, key, BytesIO(content), len(content))
    deposits.finish_file(identifier, key)
    deposits.publish(identifier)


def open_edit(host: Host, identifier: str) -> None:
    """Begin an edit of a published record, and leave it open."""
    host.call(Call("POST", f"/records/{quote(identifier)}/draft"))


def delete_record(host: Host, identifier: str) -> None:
    """Take a published record back; a tombstone stays."""
    path = f"/records/{quote(identifier)}/request-deletion"
    host.call(Call("POST", path, body={"reason": "test-record"}))
