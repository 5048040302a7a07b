"""What the world reads: records, their versions, searches, vocabularies; and what is taken back."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlencode

from packager.rehearse.messages import Answer, Request, html_answer, json_answer
from packager.rehearse.records.negotiation import (
    INVENIO,
    OF_RECORDS,
    accepted,
    list_answer,
    record_answer,
)
from packager.rehearse.records.shapes import draft_json, for_strangers, linked, record_json
from packager.rehearse.records.state import InvenioState, Side, Version, refusal
from packager.rehearse.records.vocabularies import VOCABULARIES

PAGE: Final = 25
MOST: Final = 100
TERM: Final = re.compile(r'(?:([\w.]+):)?(?:"([^"]*)"|(\S+))')


def public_of(state: InvenioState, version_id: str) -> tuple[Version, Side]:
    """A published version, by its id."""
    version = state.versions.get(version_id)
    if version is None:
        raise refusal(404, "The persistent identifier does not exist.")
    if version.public is None:
        raise refusal(404, "The persistent identifier is not registered.")
    if version.tombstone:
        day, reason = version.tombstone
        refused = refusal(410, "Record deleted")
        told: dict[str, object] = {
            "status": 410,
            "message": "Record deleted",
            "tombstone": {
                "note": "",
                "removed_by": {"user": version.owner},
                "removal_date": day,
                "citation_text": str(version.public.metadata.get("title")),
                "is_visible": True,
                "removal_reason": {"id": reason},
                "deletion_policy": {"id": "grace-period-v1"},
            },
        }
        refused.answer = json_answer(told, 410)
        raise refused
    return version, version.public


def record(state: InvenioState, request: Request, version_id: str) -> Answer:
    """A record; by the id of its series, the way to the latest one."""
    if version_id in state.parents and (latest := state.latest(version_id)):
        headers = {"Location": f"/api/records/{latest.id}"}
        return html_answer(302, {**headers, "Content-Type": "text/html; charset=utf-8"})
    version, public = public_of(state, version_id)
    told = linked(state, record_json(state, version, public))
    if state.user(request) != version.owner:
        told = for_strangers(told)
    return record_answer(state, request, told)


def latest(state: InvenioState, _: Request, version_id: str) -> Answer:
    version = state.versions.get(version_id)
    found = state.latest(version.parent) if version else None
    if found is None:
        raise refusal(404, "The persistent identifier does not exist.")
    place = f"{state.url}/api/records/{found.id}"
    told = {"status": 301, "message": "Redirecting...", "location": place}
    return json_answer(told, 301, {"Location": place})


def versions(state: InvenioState, request: Request, version_id: str) -> Answer:
    """The published versions of a series, newest first, as the index knows them."""
    if version_id in state.parents:
        raise refusal(404, "Not found.")
    version = state.versions.get(version_id)
    if version is None:
        raise refusal(404, "The persistent identifier does not exist.")
    if version.public is None and state.user(request) != version.owner:
        raise refusal(403, "Permission denied.")
    found = [each for each in state.index.versions() if each.parent == version.parent]
    found = [each for each in found if each.public and not each.tombstone]
    found.sort(key=lambda each: -each.index)
    return _page(state, request, found, "version")


def search(state: InvenioState, request: Request) -> Answer:
    """Published records; of each series the latest only, unless all are asked for."""
    found = [each for each in state.index.versions() if each.public and not each.tombstone]
    found = [each for each in found if _is_found(state, request, each)]
    return _page(state, request, list(_last_of_each(request, found)), "bestmatch")


def own(state: InvenioState, request: Request) -> Answer:
    """Drafts and records of who asks, the last written first."""
    owner = state.user(request)
    if not owner:
        raise refusal(403, "Permission denied.")
    found = [each for each in state.index.versions() if each.owner == owner and not each.tombstone]
    found = [each for each in reversed(found) if _is_found(state, request, each)]
    return _page(state, request, list(_last_of_each(request, found)), "updated-desc")


def _last_of_each(request: Request, found: list[Version]) -> Iterator[Version]:
    if request.is_flagged("allversions"):
        yield from found
        return
    last = {each.parent: each.index for each in sorted(found, key=lambda each: each.index)}
    yield from (each for each in found if each.index == last[each.parent])


def _is_found(state: InvenioState, request: Request, version: Version) -> bool:
    """Whether every term of the query is in the record: in its field, or anywhere."""
    told = _hit(state, version)
    for name, quoted, plain in TERM.findall(request.asked("q")):
        wanted = (quoted or plain).lower()
        if wanted in {"and", "*"}:
            continue
        value: object = told
        for step in name.split(".") if name else ():
            value = value.get(step) if isinstance(value, dict) else None
        if wanted.strip("*") not in str(value).lower():
            return False
    return True


def _hit(state: InvenioState, version: Version) -> dict[str, object]:
    """A version as the index keeps it, which knows no files of drafts."""
    if version.draft:
        told = draft_json(state, version, version.draft)
        none = {"enabled": True, "order": [], "count": 0, "total_bytes": 0, "entries": {}}
        return {**told, "files": none}
    return record_json(state, version, version.public) if version.public else {}


def _page(state: InvenioState, request: Request, found: list[Version], sort: str) -> Answer:
    size, page = int(request.asked("size", str(PAGE))), int(request.asked("page", "1"))
    if size > MOST:
        raise refusal(400, "A validation error occurred.")
    sort = request.asked("sort", sort)
    links = {"self": _page_link(state, request, page, size=size, sort=sort)}
    if page * size < len(found):
        links["next"] = _page_link(state, request, page + 1, size=size, sort=sort)
    shown, user = found[(page - 1) * size : page * size], state.user(request)
    hits = [
        _hit(state, each) if each.owner == user else for_strangers(_hit(state, each))
        for each in shown
    ]
    return list_answer(state, request, {"links": links, "sortBy": sort, "total": len(found)}, hits)


def _page_link(state: InvenioState, request: Request, page: int, **rest: object) -> str:
    """A page of the same question."""
    query = {**request.query, "page": [str(page)]}
    query |= {name: [str(value)] for name, value in rest.items()}
    return f"{state.url}{request.raw_path}?{urlencode(sorted(query.items()), doseq=True)}"


def vocabulary(state: InvenioState, request: Request, name: str) -> Answer:
    if name not in VOCABULARIES:
        raise refusal(404, "Not found.")
    kind = accepted(request, (OF_RECORDS[0], INVENIO))
    size, page = int(request.asked("size", str(PAGE))), int(request.asked("page", "1"))
    ids = sorted(each for each in VOCABULARIES[name] if request.asked("q").lower() in each)
    links = {"self": _page_link(state, request, page, size=size, sort="title")}
    if page * size < len(ids):
        links["next"] = _page_link(state, request, page + 1, size=size, sort="title")
    hits = [_term(name, each, kind) for each in ids[(page - 1) * size : page * size]]
    told = {"hits": {"hits": hits, "total": len(ids)}, "links": links, "sortBy": "title"}
    return json_answer(told, headers={"Content-Type": kind})


def term(_: InvenioState, request: Request, name: str, term_id: str) -> Answer:
    if term_id not in VOCABULARIES.get(name, ()):
        raise refusal(404, "The persistent identifier does not exist.")
    kind = accepted(request, (OF_RECORDS[0], INVENIO))
    told = _term(name, term_id, kind)
    return json_answer(told, headers={"Content-Type": kind, "ETag": '"1"'})


def _term(name: str, term_id: str, kind: str) -> dict[str, object]:
    if kind == INVENIO:
        told = {"description_l10n": ""} if name == "licenses" else {}
        return {"id": term_id, "title_l10n": term_id, "props": {}, "tags": [], **told}
    return {"id": term_id, "title": {"en": term_id}, "props": {}, "tags": []}
