"""Which type an answer has: what the client accepts, and Zenodo's own shape where it says JSON."""

from collections.abc import Mapping, Sequence
from typing import Final

from packager.rehearse.messages import JSON, Answer, Request, json_answer
from packager.rehearse.records.state import InvenioState, refusal

INVENIO: Final = "application/vnd.inveniordm.v1+json"
OF_RECORDS: Final = (
    JSON,
    "application/ld+json",
    "application/vnd.inveniordm.v1.full+csv",
    "application/vnd.inveniordm.v1.simple+csv",
    "application/marcxml+xml",
    INVENIO,
    "application/vnd.citationstyles.csl+json",
    "application/vnd.datacite.datacite+json",
    "application/vnd.geo+json",
    "application/vnd.datacite.datacite+xml",
    'application/ld+json;profile="https://datapackage.org/profiles/2.0/datapackage.json"',
    "application/x-dc+xml",
    "text/x-bibliography",
    "application/x-bibtex",
    "application/dcat+xml",
    "application/linkset+json",
)
OF_DRAFT_FILES: Final = (JSON, INVENIO)
OF_FILES: Final = (JSON,)


def accepted(request: Request, offers: Sequence[str]) -> str:
    """The offer that the client likes best.

    Raises:
        Refused: with 406, if it likes none.
    """
    wanted = _wanted(request.header("Accept") or "*/*")
    liking = {
        offer: max((q for like, q in wanted if _fits(offer, like)), default=0.0) for offer in offers
    }
    best = max(offers, key=lambda offer: liking[offer])
    if liking[best] <= 0:
        raise refusal(406, f"Invalid 'Accept' header. Expected one of: {', '.join(offers)}")
    return best


def _wanted(header: str) -> list[tuple[str, float]]:
    found = []
    for part in header.split(","):
        like, *parameters = (piece.strip() for piece in part.split(";"))
        quality = [piece[2:] for piece in parameters if piece.startswith("q=")]
        found.append((like, float(quality[0]) if quality else 1.0))
    return found


def _fits(offer: str, like: str) -> bool:
    return like in {offer, "*/*"} or like == offer.partition("/")[0] + "/*"


def record_answer(
    state: InvenioState, request: Request, told: Mapping[str, object], status: int = 200
) -> Answer:
    """A draft or a record, in the shape that the client asked for, with its revision as ETag."""
    kind = accepted(request, OF_RECORDS)
    revision = told["revision_id"]
    body = zenodo_shape(told) if kind == JSON and state.options.zenodo_json else dict(told)
    if kind == INVENIO:
        body["ui"] = {"is_draft": told["is_draft"]}
    return json_answer(body, status, {"Content-Type": kind, "ETag": f'"{revision}"'})


def list_answer(
    state: InvenioState, request: Request, told: Mapping[str, object], hits: list[dict[str, object]]
) -> Answer:
    kind = accepted(request, OF_RECORDS)
    if kind == JSON and state.options.zenodo_json:
        hits = [zenodo_shape(each) for each in hits]
    body = {**told, "hits": {"hits": hits, "total": told["total"]}}
    del body["total"]
    return json_answer(body, headers={"Content-Type": kind})


def zenodo_shape(told: Mapping[str, object]) -> dict[str, object]:
    """Roughly what Zenodo says to a client that only asks for JSON: no errors, pids, versions."""
    metadata, links, parent = _part(told, "metadata"), _part(told, "links"), _part(told, "parent")
    doi = _part(_part(told, "pids"), "doi").get("identifier")
    files = _part(_part(told, "files"), "entries")
    is_published = told["is_published"]
    shaped = {
        "created": told["created"],
        "modified": told["updated"],
        "id": int(str(told["id"])),
        "recid": told["id"],
        "conceptrecid": parent["id"],
        "doi": doi,
        "conceptdoi": _part(_part(parent, "pids"), "doi").get("identifier"),
        "doi_url": links.get("doi"),
        "metadata": _zenodo_metadata(metadata, doi),
        "title": metadata.get("title", ""),
        "links": links,
        "revision": told["revision_id"],
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


def _zenodo_metadata(metadata: Mapping[str, object], doi: object) -> dict[str, object]:
    plain = ("title", "publication_date", "description", "version")
    creators, rights = metadata.get("creators"), metadata.get("rights")
    shaped = {
        **{key: metadata[key] for key in plain if key in metadata},
        "doi": doi,
        "access_right": "open",
        "creators": [
            {"name": _part(each, "person_or_org").get("name")}
            for each in (creators if isinstance(creators, list) else [])
        ],
        "license": rights[0] if isinstance(rights, list) and rights else None,
    }
    return {key: value for key, value in shaped.items() if value not in (None, [])}


def _part(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    part = value.get(key)
    return part if isinstance(part, dict) else {}
