"""What an owner asks for and gets at once: files unlocked, a record taken back."""

import uuid
from dataclasses import replace

from packager.rehearse.messages import Answer, Request, json_answer
from packager.rehearse.records.drafts import body_of
from packager.rehearse.records.files import BROKEN
from packager.rehearse.records.reading import public_of
from packager.rehearse.records.state import InvenioState, Version, refusal


def unlock(state: InvenioState, request: Request, version_id: str) -> Answer:
    """Let an owner change the files of a published version, under the same DOI."""
    version, draft = state.drafted(request, version_id)
    if not request.content:
        raise refusal(500, BROKEN)
    state.keep(replace(version, draft=replace(draft, is_unlocked=True)))
    return _granted(state, version, "file-modification", {})


def take_back(state: InvenioState, request: Request, version_id: str) -> Answer:
    """Deletion by the owner; a tombstone stays."""
    version = state.owned(request, version_id)
    public_of(state, version_id)
    reason = str(body_of(request).get("reason") or "")
    state.keep(replace(version, tombstone=(state.clock.stamp(), reason)))
    return _granted(state, version, "record-deletion", {"reason": reason})


def _granted(
    state: InvenioState, version: Version, kind: str, payload: dict[str, object]
) -> Answer:
    number, now = str(uuid.uuid4()), state.clock.stamp()
    title = version.public.metadata.get("title") if version.public else ""
    told = {
        "created": now,
        "created_by": {"user": version.owner},
        "expires_at": None,
        "files": {"enabled": True},
        "id": number,
        "is_closed": True,
        "is_expired": False,
        "is_open": False,
        "last_activity_at": now,
        "last_reply": None,
        "links": {
            "self": f"{state.url}/api/requests/{number}",
            "self_html": f"{state.url}/me/requests/{number}",
        },
        "number": "1",
        "payload": {"policy_id": "grace-period-v1", **payload},
        "receiver": None,
        "revision_id": 1,
        "status": "accepted",
        "title": f'{kind} for "{title}"',
        "topic": {"record": version.id},
        "type": kind,
        "updated": now,
    }
    return json_answer(told)
