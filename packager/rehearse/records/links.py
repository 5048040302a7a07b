"""Where a draft or a record points to: its parts, its DOIs, its neighbours."""

from typing import Final

from packager.rehearse.records.state import InvenioState, Side, Version

RESOLVER: Final = "https://handle.test.datacite.org"


def doi_of(state: InvenioState, number: str) -> str:
    return f"{state.options.prefix}/zenodo.{number}"


def draft_links(state: InvenioState, version: Version, draft: Side) -> dict[str, str]:
    at = f"{state.url}/api/records/{version.id}"
    draft_at = f"{at}/draft"
    links = {
        "self": draft_at,
        "self_html": f"{state.url}/uploads/{version.id}",
        "reserve_doi": f"{draft_at}/pids/doi",
        "files": f"{draft_at}/files",
        "versions": f"{at}/versions",
        "record": at,
        "record_html": f"{state.url}/records/{version.id}",
        "publish": f"{draft_at}/actions/publish",
    }
    if draft.doi:
        links["doi"] = links["self_doi"] = f"{RESOLVER}/{draft.doi}"
    if state.parents.get(version.parent):
        concept = doi_of(state, version.parent)
        links["parent_doi"] = f"{RESOLVER}/{concept}"
        links["parent_doi_html"] = f"{state.url}/doi/{concept}"
    return links


def record_links(state: InvenioState, version: Version, public: Side) -> dict[str, str]:
    at, concept = f"{state.url}/api/records/{version.id}", doi_of(state, version.parent)
    page = f"{state.url}/records/{version.id}"
    return {
        "self": at,
        "self_html": page,
        "doi": f"{RESOLVER}/{public.doi}",
        "self_doi": f"{RESOLVER}/{public.doi}",
        "self_doi_html": f"{state.url}/doi/{public.doi}",
        "reserve_doi": f"{at}/draft/pids/doi",
        "parent": f"{state.url}/api/records/{version.parent}",
        "parent_html": f"{state.url}/records/{version.parent}",
        "parent_doi": f"{RESOLVER}/{concept}",
        "parent_doi_html": f"{state.url}/doi/{concept}",
        "files": f"{at}/files",
        "latest": f"{at}/versions/latest",
        "latest_html": f"{page}/latest",
        "versions": f"{at}/versions",
        "draft": f"{at}/draft",
    }
