"""Commits: what a client is told to send, and what becomes of what it sent."""

import base64
import binascii
import json
from collections.abc import Callable
from typing import Final

from packager.rehearse.messages import Answer, Request, json_answer
from packager.rehearse.repos.attributes import is_like, large_patterns
from packager.rehearse.repos.card import card_faults
from packager.rehearse.repos.state import KINDS, HubState, Repo, no_entry, refusal

NEVER: Final = {"", ".", "..", ".git"}


def json_of(request: Request) -> dict[str, object]:
    try:
        value = request.json()
    except ValueError as error:
        raise refusal(400, "The body is not JSON") from error
    if not isinstance(value, dict):
        raise refusal(400, "The body is no JSON object")
    return value


def validate_card(state: HubState, request: Request) -> Answer:
    state.account(request)
    asked = json_of(request)
    kind = str(asked.get("repoType") or "model")
    errors, warnings = card_faults(str(asked.get("content") or ""), kind)
    told = {
        "errors": [{"message": each} for each in errors],
        "warnings": [{"message": each} for each in warnings],
    }
    return json_answer(told, 400 if errors else 200)


def preupload(state: HubState, request: Request, kind: str, repo_id: str, revision: str) -> Answer:
    repo = state.writable(request, kind, repo_id)
    commit = state.commit(repo, revision)
    asked = json_of(request).get("files")
    if not isinstance(asked, list):
        raise refusal(400, "files must be a list")
    if len(asked) > state.options.most_paths:
        raise refusal(413, "too many files")
    patterns = _patterns(state, commit.files)
    told = [_told(state, commit.files, patterns, each) for each in asked]
    return json_answer({"files": told, "commitOid": commit.oid})


def _patterns(state: HubState, files: object) -> list[str]:
    oid = files.get(".gitattributes") if isinstance(files, dict) else None
    text = state.objects.read(oid).decode("utf-8", "replace") if oid else ""
    return list(large_patterns(text))


def _told(
    state: HubState, files: object, patterns: list[str], one: dict[str, object]
) -> dict[str, object]:
    path, size = str(one["path"]), int(str(one["size"]))
    sample = base64.b64decode(str(one.get("sample") or ""))
    is_large = size > state.options.regular_bytes or b"\0" in sample
    is_large = is_large or any(is_like(path, each) for each in patterns)
    told: dict[str, object] = {
        "path": path,
        "uploadMode": "lfs" if is_large else "regular",
        "shouldIgnore": False,
    }
    if isinstance(files, dict) and path in files:
        stored = state.objects.content[files[path]]
        told["oid"] = stored.lfs or stored.oid
    return told


def commit(state: HubState, request: Request, kind: str, repo_id: str, revision: str) -> Answer:
    """One commit, whole or not at all: a header line, then one line a change."""
    repo = state.writable(request, kind, repo_id)
    lines = _lines(request)
    header = lines[0][1]
    if lines[0][0] != "header" or not header.get("summary"):
        raise refusal(400, "The first line of a commit must be its header, with a summary")
    ref = state.branch(repo, revision)
    head = state.objects.commits[repo.refs[ref]]
    parent = str(header.get("parentCommit") or "")
    if parent and not head.oid.startswith(parent):
        raise refusal(
            412,
            "The branch was updated since you opened this page. Please refresh and try again.",
        )
    files = dict(head.files)
    for key, value in lines[1:]:
        _change(state, repo, files, key, value)
    text = "\n\n".join(str(header[k]) for k in ("summary", "description") if header.get(k))
    made = state.objects.commit(
        files,
        parent=head.oid,
        author=state.account(request).user,
        message=text,
        seconds=state.clock.tick(),
    )
    state.point(repo, ref, made.oid)
    url = f"{state.url}/{repo.path}/commit/{made.oid}"
    return json_answer({"success": True, "commitOid": made.oid, "commitUrl": url, "hookOutput": ""})


def _lines(request: Request) -> list[tuple[str, dict[str, object]]]:
    try:
        read = [json.loads(line) for line in request.content.splitlines() if line.strip()]
        return [(str(line["key"]), dict(line["value"])) for line in read] or [("", {})]
    except (ValueError, KeyError, TypeError) as error:
        raise refusal(400, f"Malformed commit: {error}") from error


def _change(
    state: HubState, repo: Repo, files: dict[str, str], key: str, value: dict[str, object]
) -> None:
    path = str(value.get("path") or "")
    if key == "deletedFolder":
        path = path.rstrip("/")
    if NEVER & set(path.split("/")) or "\\" in path or "\0" in path:
        raise refusal(422, f"Invalid path in repo: {path!r}")
    if key in {"deletedFile", "deletedFolder"}:
        _delete(files, key, path)
        return
    if key not in {"file", "lfsFile"}:
        raise refusal(400, f"Unknown operation: {key}")
    parents = path.split("/")
    above = {"/".join(parents[:depth]) for depth in range(1, len(parents))}
    if above & files.keys() or any(each.startswith(f"{path}/") for each in files):
        raise refusal(400, f"{path} is both a file and a folder")
    add: Callable[[HubState, Repo, str, dict[str, object]], str]
    add = _regular if key == "file" else _large
    files[path] = add(state, repo, path, value)


def _delete(files: dict[str, str], key: str, path: str) -> None:
    gone = [each for each in files if each.startswith(f"{path}/")]
    gone += [path] if key == "deletedFile" and path in files else []
    if not gone:
        what = key.removeprefix("deleted").lower()
        raise no_entry(f"A {what} with this name doesn't exist: {path}")
    for each in gone:
        del files[each]


def _regular(state: HubState, repo: Repo, path: str, value: dict[str, object]) -> str:
    text = str(value.get("content") or "")
    try:
        is_plain = value.get("encoding") == "utf-8"
        content = text.encode() if is_plain else base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise refusal(400, f"{path} is not base64") from error
    if len(content) > state.options.regular_bytes:
        raise refusal(400, f"{path} is larger than {state.options.regular_bytes} bytes: use LFS")
    if path == "README.md":
        errors, _ = card_faults(content.decode("utf-8", "replace"), repo.kind)
        if errors:
            raise refusal(400, "Invalid metadata in README.md: " + "; ".join(errors))
    return state.objects.keep(content)


def _large(state: HubState, repo: Repo, path: str, value: dict[str, object]) -> str:
    oid = str(value.get("oid"))
    if oid not in state.objects.large_of(repo.path):
        raise refusal(
            400,
            "Your push was rejected because an LFS pointer pointed to a file that does not exist."
            f" Offending file: - {path}",
        )
    return state.objects.keep_pointer(repo.path, oid)


def interfere(state: HubState, request: Request) -> None:
    """Somebody else commits to the branch that this request names, or to main."""
    parts = request.raw_path.strip("/").split("/")
    for repo in list(state.repos.values()):
        if "/".join(parts[2:4]).lower() == repo.id.lower() and parts[1] in KINDS:
            ref = f"refs/heads/{parts[5]}" if len(parts) > 5 else "refs/heads/main"  # noqa: PLR2004 -- api/KIND/OWNER/NAME/commit/BRANCH
            ref = ref if ref in repo.refs else "refs/heads/main"
            head = state.objects.commits[repo.refs[ref]]
            foreign = state.objects.keep(f"not ours, {state.clock.tick()}\n".encode())
            made = state.objects.commit(
                {**head.files, "interloper.txt": foreign},
                parent=head.oid,
                author="interloper",
                message="a commit by someone else",
                seconds=state.clock.tick(),
            )
            state.point(repo, ref, made.oid)
