"""Versions and files as InvenioRDM's JSON tells them."""

import mimetypes
from collections.abc import Mapping
from typing import Final

from packager.rehearse.records.links import doi_of, draft_links, record_links
from packager.rehearse.records.state import File, InvenioState, Side, Version

PERSON: Final = "person_or_org"
TYPES: Final = {"md": "text/markdown", "csv": "text/csv", "json": "application/json"}
TERMS: Final = ("resource_type", "type", "relation_type", "role")


def draft_json(
    state: InvenioState, version: Version, draft: Side, *, is_bare: bool = False
) -> dict[str, object]:
    """A draft; bare of its terms' titles where the host looked it up instead of making it."""
    if version.public:
        status = "published"
    else:
        status = "draft" if version.index == 1 else "new_version_draft"
    told = _told(state, version, draft)
    return {
        **told,
        "metadata": _named(draft.metadata) if is_bare else told["metadata"],
        "links": draft_links(state, version, draft),
        "is_published": version.public is not None,
        "is_draft": True,
        "expires_at": draft.created.replace("T", " "),
        "status": status,
    }


def linked(state: InvenioState, told: dict[str, object]) -> dict[str, object]:
    """A record with the links of its files, which only its own address tells."""
    at = f"{state.url}/api/records/{told['id']}/files"
    files = {**_mapping(told["files"])}
    files["entries"] = {
        key: {**_mapping(one), "links": {"self": f"{at}/{key}", "content": f"{at}/{key}/content"}}
        for key, one in _mapping(files["entries"]).items()
    }
    return {**told, "files": files}


def for_strangers(told: dict[str, object]) -> dict[str, object]:
    """A record without what only its owner is told."""
    parent = {**_mapping(told["parent"])}
    access = _mapping(parent["access"])
    parent["access"] = {key: access[key] for key in access if key not in {"grants", "links"}}
    return {**told, "parent": parent}


def record_json(state: InvenioState, version: Version, public: Side) -> dict[str, object]:
    none = {"views": 0, "unique_views": 0, "downloads": 0, "unique_downloads": 0}
    return {
        **_told(state, version, public),
        "links": record_links(state, version, public),
        "is_published": True,
        "is_draft": False,
        "status": "published",
        "deletion_status": {"is_deleted": False, "status": "P"},
        "stats": {"this_version": none, "all_versions": none},
    }


def _told(state: InvenioState, version: Version, side: Side) -> dict[str, object]:
    """What a draft and a record have in common."""
    pids: dict[str, object] = {}
    if side.doi:
        pids["doi"] = _pid(side.doi)
    if version.public:
        pids["oai"] = {"identifier": f"oai:rehearsal.invalid:{version.id}", "provider": "oai"}
    series = state.series(version.parent)
    latest = state.latest(version.parent)
    return {
        "id": version.id,
        "created": side.created,
        "updated": side.updated,
        "revision_id": side.revision,
        "parent": _parent(state, version),
        "versions": {
            "is_latest": latest is not None and latest.id == version.id,
            "is_latest_draft": series[-1].id == version.id,
            "index": version.index,
        },
        "pids": pids,
        "metadata": _metadata(side.metadata),
        "custom_fields": dict(side.custom_fields),
        "access": {**side.access, "embargo": {"active": False, "reason": None}, "status": "open"},
        "files": _files(side),
        "media_files": {
            "enabled": False,
            "order": [],
            "count": 0,
            "total_bytes": 0,
            "entries": {},
        },
    }


def _pid(doi: str) -> dict[str, str]:
    return {"identifier": doi, "provider": "datacite", "client": "datacite"}


def _parent(state: InvenioState, version: Version) -> dict[str, object]:
    settings = {
        "allow_user_requests": False,
        "allow_guest_requests": False,
        "accept_conditions_text": None,
        "secret_link_expiration": 0,
    }
    is_public = state.parents.get(version.parent, False)
    return {
        "id": version.parent,
        "access": {
            "grants": [],
            "owned_by": {"user": version.owner},
            "links": [],
            "settings": settings,
        },
        "communities": {},
        "pids": {"doi": _pid(doi_of(state, version.parent))} if is_public else {},
    }


def _named(metadata: Mapping[str, object]) -> dict[str, object]:
    """With the name of every person made of its parts."""
    told = dict(metadata)
    for group in ("creators", "contributors"):
        people = metadata.get(group)
        if isinstance(people, list):
            told[group] = [_with_name(each) for each in people]
    return told


def _metadata(metadata: Mapping[str, object]) -> dict[str, object]:
    told = {key: _with_titles(key, value) for key, value in _named(metadata).items()}
    for group in ("languages", "rights"):
        terms = metadata.get(group)
        if isinstance(terms, list):
            told[group] = [_term(each) for each in terms]
    return told


def _with_titles(key: str, value: object) -> object:
    """The same value, with the title that the vocabulary has for each of its terms."""
    if key in TERMS:
        return _term(value)
    if isinstance(value, dict):
        return {name: _with_titles(name, part) for name, part in value.items()}
    if isinstance(value, list):
        return [_with_titles("", part) for part in value]
    return value


def _term(value: object) -> object:
    if isinstance(value, dict) and "id" in value:
        return {**value, "title": {"en": str(value["id"])}}
    return value


def _with_name(creator: object) -> object:
    if not isinstance(creator, dict) or not isinstance(creator.get(PERSON), dict):
        return creator
    person = creator[PERSON]
    if person.get("type") == "personal" and person.get("family_name"):
        parts = [person["family_name"], person.get("given_name")]
        person = {**person, "name": ", ".join(part for part in parts if part)}
    return {**creator, PERSON: person}


def _files(side: Side) -> dict[str, object]:
    finished = [each.blob.bytes for each in side.files.values() if each.blob and each.is_finished]
    told: dict[str, object] = {
        "enabled": True,
        "order": [],
        "count": len(side.files),
        "total_bytes": sum(finished),
        "entries": {key: _entry(each) for key, each in side.files.items()},
    }
    return told | ({"default_preview": side.preview} if side.preview else {})


def _entry(file: File) -> dict[str, object]:
    told: dict[str, object] = {"key": file.key, "metadata": None, "access": {"hidden": False}}
    if file.blob is None or not file.is_finished:
        return told
    return {
        **told,
        "metadata": {},
        "id": file.id,
        "checksum": f"md5:{file.blob.md5}",
        "ext": _extension(file.key),
        "size": file.blob.bytes,
        "mimetype": media_type(file.key),
        "storage_class": "L",
    }


def _extension(key: str) -> str:
    return key.rpartition(".")[2] if "." in key else ""


def media_type(key: str) -> str:
    guessed = mimetypes.MimeTypes().guess_type(key, strict=False)[0]
    return TYPES.get(_extension(key), guessed or "application/octet-stream")


def file_json(
    state: InvenioState, version: Version, side: Side, file: File, *, is_new: bool = False
) -> dict[str, object]:
    """A file; the answer that finishes it is the last in which its metadata are null."""
    is_draft = side is version.draft
    draft = "/draft" if is_draft else ""
    at = f"{state.url}/api/records/{version.id}{draft}/files/{file.key}"
    links = {"self": at, "content": f"{at}/content"}
    told: dict[str, object] = {
        "created": file.created,
        "updated": file.updated,
        "metadata": None,
        "access": {"hidden": False},
        "links": links | ({"commit": f"{at}/commit"} if is_draft else {}),
        "key": file.key,
        "transfer": {"type": "L"},
        "status": "pending",
    }
    if file.blob is None or not file.is_finished:
        return told | dict(file.declared)
    return {
        **told,
        "metadata": None if is_new else {},
        "mimetype": media_type(file.key),
        "version_id": file.id,
        "file_id": file.id,
        "bucket_id": side.bucket,
        "status": "completed",
        "checksum": f"md5:{file.blob.md5}",
        "size": file.blob.bytes,
        "storage_class": "L",
    }


def files_json(state: InvenioState, version: Version, side: Side) -> dict[str, object]:
    draft = "/draft" if side is version.draft else ""
    at = f"{state.url}/api/records/{version.id}{draft}"
    return {
        "enabled": True,
        "links": {"self": f"{at}/files", "archive": f"{at}/files-archive"},
        "entries": [file_json(state, version, side, each) for each in side.files.values()],
        "default_preview": side.preview or None,
        "order": [],
    }


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
