"""A record in the shape that Zenodo kept for clients older than InvenioRDM."""

from collections.abc import Mapping


def zenodo_shape(told: Mapping[str, object]) -> dict[str, object]:
    """Roughly what Zenodo says to a client that only asks for JSON: no errors, pids, versions."""
    metadata, links, parent = _part(told, "metadata"), _part(told, "links"), _part(told, "parent")
    doi = _part(_part(told, "pids"), "doi").get("identifier")
    files = _part(_part(told, "files"), "entries")
    is_published = told["is_published"]
    shaped = {
        "created": told["created"],
        "modified": told["updated"],
        "updated": told["updated"],
        "id": int(str(told["id"])),
        "recid": told["id"],
        "conceptrecid": parent["id"],
        "doi": doi,
        "conceptdoi": _part(_part(parent, "pids"), "doi").get("identifier"),
        "doi_url": links.get("doi"),
        "metadata": _metadata(told, metadata, doi),
        "title": metadata.get("title", ""),
        "links": links,
        "revision": told["revision_id"],
        "owners": [{"id": _part(_part(parent, "access"), "owned_by").get("user")}],
        "files": [
            {
                "id": _part(files, key).get("id"),
                "key": key,
                "size": _part(files, key).get("size"),
                "checksum": _part(files, key).get("checksum"),
                "links": {"self": f"{links.get('files')}/{key}/content"},
            }
            for key in files
        ],
        "status": "draft" if told["is_draft"] else "published",
        "state": ("inprogress" if told["is_draft"] else "done") if is_published else "unsubmitted",
        "submitted": is_published,
    }
    return {key: value for key, value in shaped.items() if value is not None}


def _metadata(
    told: Mapping[str, object], metadata: Mapping[str, object], doi: object
) -> dict[str, object]:
    plain = ("title", "publication_date", "description", "version")
    rights, versions = _list(metadata, "rights"), _part(told, "versions")
    kind, _, subtype = str(_part(metadata, "resource_type").get("id", "")).partition("-")
    relation = {
        "index": int(str(versions["index"])) - 1,
        "is_last": versions["is_latest"],
        "parent": {"pid_type": "recid", "pid_value": _part(told, "parent")["id"]},
    }
    shaped = {
        **{key: metadata[key] for key in plain if key in metadata},
        "doi": doi,
        "access_right": "open",
        "creators": [_creator(each) for each in _list(metadata, "creators")],
        "keywords": [each["subject"] for each in _list(metadata, "subjects") if "subject" in each],
        "license": {"id": rights[0]["id"]} if rights and "id" in rights[0] else None,
        "resource_type": {"type": kind, "subtype": subtype or None} if kind else None,
        "relations": {"version": [relation]},
    }
    return {key: value for key, value in shaped.items() if value not in (None, [])}


def _creator(creator: Mapping[str, object]) -> dict[str, object]:
    person, affiliations = _part(creator, "person_or_org"), _list(creator, "affiliations")
    identifiers = _list(person, "identifiers")
    return {
        "name": person.get("name"),
        "affiliation": affiliations[0].get("name") if affiliations else None,
        **{str(each["scheme"]): each["identifier"] for each in identifiers if "scheme" in each},
    }


def _list(value: Mapping[str, object], key: str) -> list[dict[str, object]]:
    part = value.get(key)
    return [each for each in part if isinstance(each, dict)] if isinstance(part, list) else []


def _part(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    part = value.get(key)
    return part if isinstance(part, dict) else {}
