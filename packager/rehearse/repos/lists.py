"""What a reader asks of a repository: information, trees, history."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qs, urlencode

from packager.rehearse.clock import iso
from packager.rehearse.messages import Answer, Request, json_answer
from packager.rehearse.repos.card import front_matter, licences, members
from packager.rehearse.repos.commits import json_of
from packager.rehearse.repos.objects import Commit, tree_ids
from packager.rehearse.repos.state import HubState, no_entry, refusal

EXPANDED_PAGE: Final = 50


def info(state: HubState, request: Request, kind: str, repo_id: str, revision: str) -> Answer:
    repo = state.readable(request, kind, repo_id)
    commit = state.commit(repo, revision or "main")
    card = _card(state, commit)
    told: dict[str, object] = {
        "_id": repo.hub_id,
        "id": repo.id,
        "author": repo.namespace,
        "sha": commit.oid,
        "lastModified": iso(commit.seconds),
        "createdAt": iso(repo.created),
        "private": repo.is_private,
        "gated": repo.gated,
        "disabled": False,
        "tags": [f"license:{each}" for each in licences(card)],
        "description": "",
        "downloads": 0,
        "likes": 0,
        "cardData": members(card),
        "siblings": [
            _sibling(state, path, oid, with_blobs=request.is_flagged("blobs"))
            for path, oid in sorted(commit.files.items())
        ],
        "usedStorage": sum(state.objects.content[oid].blob.bytes for oid in commit.files.values()),
    }
    wanted = request.query.get("expand") or request.query.get("expand[]")
    if wanted:
        told = {key: value for key, value in told.items() if key in {"_id", "id", *wanted}}
    return json_answer(told)


def _card(state: HubState, commit: Commit) -> str:
    if "README.md" not in commit.files:
        return ""
    text = state.objects.read(commit.files["README.md"]).decode("utf-8", "replace")
    return front_matter(text)


def _sibling(state: HubState, path: str, oid: str, *, with_blobs: bool) -> dict[str, object]:
    if not with_blobs:
        return {"rfilename": path}
    stored = state.objects.content[oid]
    told: dict[str, object] = {"rfilename": path, "size": stored.blob.bytes, "blobId": oid}
    if stored.lfs:
        told["lfs"] = {
            "sha256": stored.lfs,
            "size": stored.blob.bytes,
            "pointerSize": stored.pointer_bytes,
        }
    return told


def tree(  # noqa: PLR0913, PLR0917 -- one for each part of the path
    state: HubState, request: Request, kind: str, repo_id: str, revision: str, folder: str
) -> Answer:
    repo = state.readable(request, kind, repo_id)
    commit = state.commit(repo, revision)
    listed = _listed(state, commit, folder.strip("/"), recursive=request.is_flagged("recursive"))
    page = state.options.page
    if request.is_flagged("expand"):
        page = min(EXPANDED_PAGE, page)
        listed = [_expanded(state, commit, each) for each in listed]
    return _page(state, request, listed, page, {"X-Repo-Commit": commit.oid})


def _listed(
    state: HubState, commit: Commit, folder: str, *, recursive: bool
) -> list[dict[str, object]]:
    start = f"{folder}/" if folder else ""
    inside = [path for path in commit.files if path.startswith(start)]
    if folder and not inside:
        raise no_entry(f'{folder} does not exist on "{commit.oid}"')
    folders = tree_ids(commit.files)
    found = {}
    for path in inside:
        parts = path.removeprefix(start).split("/")
        for depth in range(1, len(parts) if recursive else min(2, len(parts))):
            name = start + "/".join(parts[:depth])
            found[name] = _folder(name, folders[name])
        if recursive or len(parts) == 1:
            found[path] = _file(state, path, commit.files[path])
    return [found[name] for name in sorted(found)]


def _folder(path: str, oid: str) -> dict[str, object]:
    return {"type": "directory", "oid": oid, "size": 0, "path": path}


def _file(state: HubState, path: str, oid: str) -> dict[str, object]:
    stored = state.objects.content[oid]
    told: dict[str, object] = {
        "type": "file",
        "oid": oid,
        "size": stored.blob.bytes,
        "path": path,
    }
    if stored.lfs:
        told["lfs"] = {
            "oid": stored.lfs,
            "size": stored.blob.bytes,
            "pointerSize": stored.pointer_bytes,
        }
    return told


def _expanded(state: HubState, commit: Commit, entry: dict[str, object]) -> dict[str, object]:
    path, last = str(entry["path"]), commit
    for each in state.objects.history(commit.oid):
        if _part(each, path) != _part(commit, path):
            break
        last = each
    told = {"id": last.oid, "title": last.title, "date": iso(last.seconds)}
    safe = {"status": "safe", "avScan": None, "pickleImportScan": None}
    more = {"securityFileStatus": safe} if entry["type"] == "file" else {}
    return {**entry, "lastCommit": told, **more}


def _part(commit: Commit, path: str) -> dict[str, str]:
    return {
        each: oid
        for each, oid in commit.files.items()
        if each == path or each.startswith(f"{path}/")
    }


def paths_info(state: HubState, request: Request, kind: str, repo_id: str, revision: str) -> Answer:
    repo = state.readable(request, kind, repo_id)
    commit = state.commit(repo, revision)
    asked = _asked(request)
    paths = asked.get("paths") or []
    paths = [paths] if isinstance(paths, str) else paths
    if not isinstance(paths, list):
        raise refusal(400, "paths must be a list")
    if len(paths) > state.options.most_paths:
        raise refusal(413, "too many parameters")
    folders = tree_ids(commit.files)
    found = []
    for path in dict.fromkeys(str(each).strip("/") for each in paths):
        if path in commit.files:
            found.append(_file(state, path, commit.files[path]))
        elif path in folders:
            found.append(_folder(path, folders[path]))
    if str(asked.get("expand")).lower() == "true":
        found = [_expanded(state, commit, each) for each in found]
    return json_answer(found)


def _asked(request: Request) -> Mapping[str, object]:
    if "json" in request.header("Content-Type"):
        return json_of(request)
    form = parse_qs(request.content.decode("utf-8", "replace"))
    return {"paths": form.get("paths"), "expand": (form.get("expand") or [""])[0]}


def commits(state: HubState, request: Request, kind: str, repo_id: str, revision: str) -> Answer:
    repo = state.readable(request, kind, repo_id)
    history = list(state.objects.history(state.commit(repo, revision).oid))
    told: list[dict[str, object]] = [
        {
            "id": each.oid,
            "title": each.title,
            "message": each.message.partition("\n\n")[2],
            "authors": [{"user": each.author}],
            "date": iso(each.seconds),
        }
        for each in history
    ]
    total = {"X-Total-Count": str(len(history))}
    return _page(state, request, told, min(EXPANDED_PAGE, state.options.page), total)


def _page(
    state: HubState,
    request: Request,
    entries: Sequence[dict[str, object]],
    most: int,
    headers: dict[str, str],
) -> Answer:
    size = min(int(request.asked("limit", str(most))), most)
    start = int(request.asked("cursor", "0"))
    if start + size < len(entries):
        query = {**request.query, "cursor": [str(start + size)]}
        following = f"{state.url}{request.raw_path}?{urlencode(query, doseq=True)}"
        headers = {**headers, "Link": f'<{following}>; rel="next"'}
    return json_answer(entries[start : start + size], headers=headers)
