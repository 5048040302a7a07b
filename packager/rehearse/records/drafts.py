"""Drafts: made, read, saved, given a DOI, published, followed by the next version."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from packager.rehearse.clock import iso
from packager.rehearse.messages import Answer, Request
from packager.rehearse.records.links import doi_of
from packager.rehearse.records.metadata import NO_PUBLISHER, checked, faults_of_publication
from packager.rehearse.records.negotiation import record_answer
from packager.rehearse.records.shapes import draft_json, record_json
from packager.rehearse.records.state import (
    FIRST_REVISION,
    InvenioState,
    Side,
    Version,
    fault,
    invalid,
    refusal,
)

OPEN: Final = {"record": "public", "files": "public"}
NO_FILES: Final = "Missing uploaded files."
NO_FILES_AT_ALL: Final = (
    f"{NO_FILES} To disable files for this record please mark it as metadata-only."
)
PENDING: Final = "One or more files have not completed their transfer, please wait."


def body_of(request: Request) -> dict[str, object]:
    try:
        value = request.json()
    except ValueError as error:
        raise refusal(400, "Unable to decode JSON data in request body.") from error
    if not isinstance(value, dict):
        raise refusal(400, "Unable to decode JSON data in request body.")
    return value


def _blank(state: InvenioState) -> Side:
    now = state.clock.stamp()
    return Side({}, OPEN, {}, now, now, bucket=_new_id(), revision=FIRST_REVISION + 1)


def _new_id() -> str:
    return str(uuid.uuid4())


def _filled(draft: Side, body: Mapping[str, object]) -> tuple[Side, list[dict[str, object]]]:
    """A draft with what a body says, and what it says wrongly."""
    faults: list[dict[str, object]] = []
    metadata: Mapping[str, object] = {}
    if "metadata" in body:
        found = checked(body["metadata"])
        if found.unknown:
            raise refusal(400, f"Invalid value {found.unknown[0]}.")
        metadata, faults = found.kept, list(found.faults)
    custom = body.get("custom_fields")
    for key in custom if isinstance(custom, dict) else ():
        faults.append(fault(f"custom_fields.{key}", "Unknown field."))
    access, files, pids = body.get("access"), body.get("files"), body.get("pids")
    if isinstance(access, dict):
        draft = replace(draft, access={**OPEN, **access})
    if isinstance(files, dict):
        draft = replace(draft, preview=str(files.get("default_preview") or ""))
        if files.get("enabled") is False:
            told = "You don't have permissions to manage files options."
            faults.append(fault("files.enabled", told))
    if isinstance(pids, dict):
        doi = pids.get("doi")
        given = str(doi.get("identifier") or "") if isinstance(doi, dict) else ""
        draft = replace(draft, doi=given)
    return replace(draft, metadata=metadata), faults


def _with_errors(
    told: dict[str, object],
    draft: Side,
    faults: list[dict[str, object]],
    *,
    needs_files: bool = True,
) -> dict[str, object]:
    listed = list(faults)
    if needs_files and not draft.files:
        listed.append(fault("files.enabled", NO_FILES))
    if not draft.metadata.get("publisher"):
        listed.append(NO_PUBLISHER)
    return told | ({"errors": listed} if listed else {})


_NO_EMBARGO: Final = {"active": False, "reason": None}


def create(state: InvenioState, request: Request) -> Answer:
    owner = state.user(request)
    if not owner:
        raise refusal(403, "Permission denied.")
    draft, faults = _filled(_blank(state), body_of(request))
    parent = state.next_id()
    state.parents[parent] = False
    version = state.keep(Version(state.next_id(), parent, owner, 1, draft))
    told = draft_json(state, version, draft)
    told["access"] = {**draft.access, "embargo": _NO_EMBARGO, "status": "metadata-only"}
    listed = _with_errors(told, draft, faults, needs_files=False)
    return record_answer(state, request, listed, 201)


def read(state: InvenioState, request: Request, version_id: str) -> Answer:
    version = state.owned(request, version_id)
    if version.draft is None:
        raise refusal(404, "The persistent identifier does not exist.")
    return record_answer(state, request, draft_json(state, version, version.draft))


def save(state: InvenioState, request: Request, version_id: str) -> Answer:
    version, draft = state.drafted(request, version_id)
    body = body_of(request)
    _require_revision(request, draft)
    draft, faults = _filled(draft, body)
    if version.public:
        draft = replace(draft, doi=version.public.doi)
    version = state.update(version, draft)
    kept = version.draft or draft
    told = _with_errors(draft_json(state, version, kept), kept, faults)
    return record_answer(state, request, told)


def _require_revision(request: Request, draft: Side) -> None:
    wanted = request.header("If-Match")
    if wanted and not wanted.isdigit():
        raise invalid([fault("if_match", "Not a valid integer.")])
    if wanted and int(wanted) != draft.revision:
        message = f"Revision id provided({wanted}) doesn't match record's one({draft.revision})"
        raise refusal(412, message)


def discard(state: InvenioState, request: Request, version_id: str) -> Answer:
    """Delete a draft; of a published version, its edits only."""
    version = state.owned(request, version_id)
    if version.draft is None:
        raise refusal(404, "The persistent identifier does not exist.")
    if version.public:
        state.keep(replace(version, draft=None))
    else:
        state.drop(version)
    return Answer(204, headers={"Content-Type": "application/json"})


def reserve(state: InvenioState, request: Request, version_id: str) -> Answer:
    version, draft = state.drafted(request, version_id)
    if draft.doi:
        raise invalid([fault("pids.doi", "A PID already exists for type doi")])
    version = state.update(version, replace(draft, doi=doi_of(state, version.id)))
    return record_answer(state, request, draft_json(state, version, version.draft or draft), 201)


def release(state: InvenioState, request: Request, version_id: str) -> Answer:
    version, draft = state.drafted(request, version_id)
    if version.public:
        told = "Cannot discard a reserved or registered persistent identifier."
        raise invalid([fault("pids.doi", told)])
    if not draft.doi:
        raise refusal(404, "The persistent identifier does not exist.")
    version = state.update(version, replace(draft, doi=""))
    return record_answer(state, request, draft_json(state, version, version.draft or draft))


def publish(state: InvenioState, request: Request, version_id: str) -> Answer:
    version, draft = state.drafted(request, version_id)
    state.require_may_publish(request)
    _require_publishable(draft)
    now, before = state.clock.stamp(), version.public
    public = replace(
        draft,
        created=before.created if before else now,
        updated=now,
        doi=draft.doi or doi_of(state, version.id),
        revision=before.revision + 2 if before else FIRST_REVISION,
        is_unlocked=False,
    )
    version = state.keep(replace(version, draft=None, public=public))
    state.parents[version.parent] = True
    for each in state.series(version.parent):
        state.index.note(each.id, each)
    return record_answer(state, request, record_json(state, version, public), 202)


def _require_publishable(draft: Side) -> None:
    if faults := faults_of_publication(draft.metadata):
        raise invalid(faults)
    if not draft.files:
        raise invalid([fault("files.enabled", NO_FILES_AT_ALL)])
    if not all(each.is_finished for each in draft.files.values()):
        raise invalid([fault("files", PENDING)])


def edit(state: InvenioState, request: Request, version_id: str) -> Answer:
    """Open a draft of what is published; the one that is open, if there is one."""
    version = state.owned(request, version_id)
    if version.public is None and version.draft is None:
        raise refusal(404, "Not found.")
    is_again = version.draft is not None
    if version.draft is None and version.public is not None:
        version = state.keep(replace(version, draft=version.public))
    draft = version.draft
    if draft is None:
        raise refusal(404, "Not found.")
    told = draft_json(state, version, draft, is_bare=is_again)
    return record_answer(state, request, told, 201)


def next_version(state: InvenioState, request: Request, version_id: str) -> Answer:
    """The open draft of the next version, or a new one: the same metadata, no files, no DOI."""
    version = state.owned(request, version_id)
    if version.public is None:
        raise refusal(404, "The persistent identifier is not registered.")
    started = [
        each
        for each in state.series(version.parent)
        if each.public is None and each.id not in state.raced
    ]
    opened = started[-1] if started else open_version(state, version)
    if opened.draft is None:
        raise refusal(404, "Not found.")
    told = draft_json(state, opened, opened.draft, is_bare=bool(started))
    return record_answer(state, request, told, 201)


def open_version(state: InvenioState, version: Version) -> Version:
    latest = state.latest(version.parent) or version
    today = iso(state.clock.tick(), "%Y-%m-%d")
    metadata = dict(latest.public.metadata) if latest.public else {}
    metadata.pop("version", None)
    draft = replace(_blank(state), metadata={**metadata, "publication_date": today})
    opened = Version(state.next_id(), version.parent, version.owner, latest.index + 1, draft)
    return state.keep(opened)
