"""Files of drafts and records: announced, filled, finished, in three calls each."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from packager.rehearse.blobs import Blobs
from packager.rehearse.messages import Answer, Request, json_answer
from packager.rehearse.records.negotiation import OF_DRAFT_FILES, OF_FILES, accepted
from packager.rehearse.records.reading import public_of
from packager.rehearse.records.schema import MISSING
from packager.rehearse.records.shapes import file_json, files_json, media_type
from packager.rehearse.records.state import (
    File,
    InvenioState,
    Side,
    Version,
    fault,
    invalid,
    refusal,
)

OCTETS: Final = "application/octet-stream"
BROKEN: Final = (
    "The server encountered an internal error and was unable to complete your request."
    " Either the server is overloaded or there is an error in the application."
)


def listed(state: InvenioState, request: Request, version_id: str) -> Answer:
    version, draft = _drafted(state, request, version_id)
    kind = accepted(request, OF_DRAFT_FILES)
    told = files_json(state, version, draft)
    return json_answer(told, headers={"Content-Type": kind})


def _drafted(state: InvenioState, request: Request, version_id: str) -> tuple[Version, Side]:
    return state.drafted(request, version_id)


def _told(
    state: InvenioState, request: Request, version: Version, file: File, *, is_new: bool = False
) -> Answer:
    draft = version.draft
    if draft is None:
        raise refusal(404, "Not found.")
    kind = accepted(request, OF_DRAFT_FILES)
    told = file_json(state, version, draft, file, is_new=is_new)
    return json_answer(told, headers={"Content-Type": kind})


def _file(version: Version, side: Side, key: str) -> File:
    if key not in side.files:
        raise refusal(404, f"Record '{version.id}' has no file '{key}'.")
    return side.files[key]


def _require_unlocked(version: Version, draft: Side) -> None:
    if version.public and not draft.is_unlocked:
        raise refusal(403, "Bucket is locked for modifications.")


def _kept(state: InvenioState, version: Version, draft: Side, files: Mapping[str, File]) -> Version:
    """Files change without a new revision of the draft."""
    return state.keep(replace(version, draft=replace(draft, files=files)))


def start(state: InvenioState, request: Request, version_id: str) -> Answer:
    """Announce files, all or none. The sizes and checksums a client declares are not looked at."""
    version, draft = _drafted(state, request, version_id)
    declared = {str(each["key"]): each for each in _announced(request)}
    if len(draft.files) + len(declared) > state.options.most_files:
        told = "Uploading selected files will result in exceeding the max amount per record."
        raise refusal(400, told)
    files = dict(draft.files)
    for key, said in declared.items():
        if key in files:
            raise refusal(400, f"File with key {key} already exists.")
        now = state.clock.stamp()
        shown = {name: value for name, value in said.items() if name in {"size", "checksum"}}
        files[key] = File(key, str(uuid.uuid4()), now, now, shown)
    version = _kept(state, version, draft, files)
    kind = accepted(request, OF_DRAFT_FILES)
    told_files = files_json(state, version, version.draft or draft)
    return json_answer(told_files, 201, {"Content-Type": kind})


def _announced(request: Request) -> list[dict[str, object]]:
    try:
        value = request.json()
    except ValueError as error:
        raise refusal(400, "Unable to decode JSON data in request body.") from error
    if not isinstance(value, list):
        raise invalid([fault("0._schema", "Invalid input type.")])
    told = []
    for at, each in enumerate(value):
        if not isinstance(each, dict):
            told.append(fault(f"{at}._schema", "Invalid input type."))
        elif "key" not in each:
            told.append(fault(f"{at}.key", MISSING))
    if told:
        raise invalid(told)
    return value


def one(state: InvenioState, request: Request, version_id: str, key: str) -> Answer:
    version, draft = _drafted(state, request, version_id)
    return _told(state, request, version, _file(version, draft, key))


def send(state: InvenioState, request: Request, version_id: str, key: str) -> Answer:
    """Fill an announced file; one that is finished is destroyed, with status 200."""
    version, draft = _drafted(state, request, version_id)
    kind = request.header("Content-Type")
    if kind and kind != OCTETS:
        raise refusal(415, f"Invalid 'Content-Type' header. Expected one of: {OCTETS}")
    file = _file(version, draft, key)
    _require_unlocked(version, draft)
    if len(key) > state.options.longest_key:
        raise refusal(400, "Filename is too long.")
    if file.is_finished:
        answer = file_json(state, version, draft, file)
        left = {name: each for name, each in draft.files.items() if name != key}
        _kept(state, version, draft, left)
        told = {**answer, "errors": "File upload transfer failed."}
        return json_answer(told, headers={"Content-Type": accepted(request, OF_DRAFT_FILES)})
    held = sum(each.blob.bytes for each in draft.files.values() if each.blob and each.key != key)
    if request.blob is None or held + request.blob.bytes > state.options.quota_bytes:
        raise refusal(400, "Bucket quota exceeded.")
    filled = replace(file, blob=request.blob)
    version = _kept(state, version, draft, {**draft.files, key: filled})
    return _told(state, request, version, filled)


def finish(state: InvenioState, request: Request, version_id: str, key: str) -> Answer:
    version, draft = _drafted(state, request, version_id)
    file = _file(version, draft, key)
    if file.blob is None:
        raise refusal(500, BROKEN)
    if not file.blob.bytes:
        raise refusal(400, "Empty files are not accepted.")
    finished = replace(file, is_finished=True, updated=state.clock.stamp())
    others = {name: each for name, each in draft.files.items() if name != key}
    version = _kept(state, version, draft, {**others, key: finished})
    return _told(state, request, version, finished, is_new=not file.is_finished)


def delete(state: InvenioState, request: Request, version_id: str, key: str) -> Answer:
    version, draft = _drafted(state, request, version_id)
    if _file(version, draft, key).is_finished:
        _require_unlocked(version, draft)
    left = {name: each for name, each in draft.files.items() if name != key}
    _kept(state, version, draft, left)
    return Answer(204, headers={"Content-Type": "application/json"})


def delete_all(state: InvenioState, request: Request, version_id: str) -> Answer:
    version, draft = _drafted(state, request, version_id)
    _require_unlocked(version, draft)
    _kept(state, version, draft, {})
    return Answer(204, headers={"Content-Type": "application/json"})


def take_over(state: InvenioState, request: Request, version_id: str) -> Answer:
    """Take the files of the latest published version into an empty draft."""
    version, draft = _drafted(state, request, version_id)
    if draft.files:
        raise invalid([fault("files.enabled", "Please remove all files first.")])
    latest = state.latest(version.parent)
    if latest is None or latest.public is None:
        raise refusal(404, "Not found.")
    draft = replace(draft, preview=latest.public.preview)
    version = _kept(state, version, draft, latest.public.files)
    kind = accepted(request, OF_DRAFT_FILES)
    told = files_json(state, version, version.draft or draft)
    return json_answer(told, 201, {"Content-Type": kind})


def content(
    state: InvenioState, request: Request, version_id: str, key: str, blobs: Blobs
) -> Answer:
    version, draft = _drafted(state, request, version_id)
    return _bytes(_file(version, draft, key), blobs)


def public_list(state: InvenioState, request: Request, version_id: str) -> Answer:
    version, public = public_of(state, version_id)
    accepted(request, OF_FILES)
    return json_answer(files_json(state, version, public))


def public_one(state: InvenioState, request: Request, version_id: str, key: str) -> Answer:
    version, public = public_of(state, version_id)
    accepted(request, OF_FILES)
    return json_answer(file_json(state, version, public, _file(version, public, key)))


def public_content(
    state: InvenioState, request: Request, version_id: str, key: str, blobs: Blobs
) -> Answer:
    version, public = public_of(state, version_id)
    accepted(request, OF_FILES)
    return _bytes(_file(version, public, key), blobs)


def _bytes(file: File, blobs: Blobs) -> Answer:
    if file.blob is None or not file.is_finished:
        raise refusal(500, BROKEN)
    kind = media_type(file.key)
    told = {
        "Content-MD5": file.blob.md5,
        "Content-Type": "text/plain; charset=utf-8" if kind.startswith("text/") else kind,
        "ETag": f'"md5:{file.blob.md5}"',
        "Cache-Control": "no-cache",
    }
    return Answer(200, blobs.path(file.blob), told)
