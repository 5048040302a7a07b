"""Which type an answer has: what the client accepts, and Zenodo's own shape where it says JSON."""

from collections.abc import Mapping, Sequence
from typing import Final

from packager.rehearse.messages import JSON, Answer, Request, json_answer
from packager.rehearse.records.legacy_shape import zenodo_shape
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
