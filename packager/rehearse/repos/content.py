"""Bytes up and down: LFS, and what `resolve` answers."""

import hashlib
from urllib.parse import quote

from packager.rehearse.blobs import Blob
from packager.rehearse.messages import Answer, Request, json_answer
from packager.rehearse.repos.commits import json_of
from packager.rehearse.repos.state import VISITOR, HubState, no_entry, refusal


def batch(state: HubState, request: Request, kind: str, repo_id: str) -> Answer:
    """Where the bytes of large files go to, or come from; no word of those already there."""
    repo = state.readable(request, kind or "models", repo_id)
    asked = json_of(request)
    is_upload = asked.get("operation") == "upload"
    if is_upload and state.account(request) is VISITOR:
        raise refusal(401, "Invalid username or password.")
    objects = asked.get("objects")
    if not isinstance(objects, list):
        raise refusal(400, "objects must be a list")
    transfers = asked.get("transfers")
    in_parts = isinstance(transfers, list) and "multipart" in transfers
    told, large = [], state.objects.large_of(repo.path)
    for each in objects:
        oid, size = str(each["oid"]), int(each["size"])
        one: dict[str, object] = {"oid": oid, "size": size}
        if is_upload and oid not in large:
            verify = f"{state.url}/{repo.path}.git/info/lfs/objects/verify"
            upload = _upload(state, repo.path, oid, size if in_parts else 0)
            one["actions"] = {"upload": upload, "verify": {"href": verify}}
        elif not is_upload and oid in large:
            one["actions"] = {"download": {"href": f"{state.cdn_url}/cdn/{repo.path}/{oid}"}}
        elif not is_upload:
            one["error"] = {"code": 404, "message": "Object does not exist"}
        told.append(one)
    many = in_parts and state.options.part_bytes > 0
    headers = {"Content-Type": "application/vnd.git-lfs+json"}
    transfer = "multipart" if many else "basic"
    return json_answer({"transfer": transfer, "objects": told}, headers=headers)


def _upload(state: HubState, repo: str, oid: str, size: int) -> dict[str, object]:
    at, part = f"{state.cdn_url}/lfs/{repo}/{oid}", state.options.part_bytes
    if not 0 < part < size:
        return {"href": at}
    count = -(-size // part)
    header = {"chunk_size": str(part)}
    header |= {f"{number:05d}": f"{at}?part={number}" for number in range(1, count + 1)}
    return {"href": f"{state.url}/api/complete-multipart/{repo}/{oid}", "header": header}


def receive(state: HubState, request: Request, repo: str, oid: str) -> Answer:
    """The storage's side of an upload: whole, or one part."""
    if "part" in request.query and request.blob is not None:
        content = state.objects.blobs.path(request.blob).read_bytes()
        state.parts.setdefault(f"{repo}/{oid}", {})[int(request.asked("part"))] = content
        return Answer(200, headers={"ETag": f'"{request.blob.md5}"'})
    _store(state, repo, oid, request.blob)
    return Answer(200, headers={"ETag": f'"{oid}"'})


def complete(state: HubState, request: Request, repo: str, oid: str) -> Answer:
    parts, asked = state.parts.pop(f"{repo}/{oid}", {}), json_of(request).get("parts")
    for each in asked if isinstance(asked, list) else []:
        content = parts.get(int(each["partNumber"]), b"")
        digest = hashlib.md5(content, usedforsecurity=False).hexdigest()
        if str(each["etag"]).strip('"') != digest:
            raise refusal(400, f"Part {each['partNumber']} has another ETag")
    blob = state.objects.blobs.receive(parts[number] for number in sorted(parts))
    _store(state, repo, oid, blob)
    return json_answer({})


def _store(state: HubState, repo: str, oid: str, blob: Blob | None) -> None:
    if blob is None or blob.sha256 != oid:
        raise refusal(400, f"sha256 of the upload is {blob and blob.sha256}, not {oid}")
    state.objects.large_of(repo)[oid] = blob


def verify(state: HubState, request: Request, kind: str, repo_id: str) -> Answer:
    repo = state.readable(request, kind or "models", repo_id)
    asked = json_of(request)
    blob = state.objects.large_of(repo.path).get(str(asked.get("oid")))
    if blob is None or blob.bytes != asked.get("size"):
        raise refusal(404, "Object does not exist or has another size")
    return json_answer({})


def stored(state: HubState, _: Request, repo: str, oid: str) -> Answer:
    """The storage's side of a download; it knows no accounts."""
    blob = state.objects.large_of(repo).get(oid)
    if blob is None:
        raise refusal(404, "no such object")
    headers = {"Content-Type": "application/octet-stream", "ETag": f'"{oid}"'}
    return Answer(200, state.objects.blobs.path(blob), headers, takes_ranges=True)


def resolve(  # noqa: PLR0913, PLR0917 -- one for each part of the path
    state: HubState, request: Request, kind: str, repo_id: str, revision: str, path: str
) -> Answer:
    repo = state.readable(request, kind or "models", repo_id)
    commit = state.commit(repo, revision)
    if path not in commit.files:
        raise no_entry(commit=commit.oid)
    found = state.objects.content[commit.files[path]]
    name = quote(path.rpartition("/")[2])
    headers = {
        "X-Repo-Commit": commit.oid,
        "Access-Control-Expose-Headers": "X-Repo-Commit,X-Linked-Size,X-Linked-ETag",
        "Content-Disposition": f"inline; filename*=UTF-8''{name}",
    }
    if found.lfs:
        place = f"{state.cdn_url}/cdn/{repo.path}/{found.lfs}"
        headers["X-Linked-Size"] = str(found.blob.bytes)
        headers["X-Linked-ETag"] = f'"{found.lfs}"'
        return Answer(
            302, f"Found. Redirecting to {place}".encode(), {**headers, "Location": place}
        )
    headers |= {"Content-Type": "text/plain; charset=utf-8", "ETag": f'"{found.oid}"'}
    return Answer(200, state.objects.blobs.path(found.blob), headers, takes_ranges=True)


def page(state: HubState, request: Request, kind: str, repo_id: str) -> Answer:
    """A repository's page: its card, as plain text."""
    repo = state.readable(request, kind or "models", repo_id)
    files = state.commit(repo, "main").files
    text = state.objects.read(files["README.md"]) if "README.md" in files else b"(no card)\n"
    return Answer(200, text, {"Content-Type": "text/plain; charset=utf-8"})
