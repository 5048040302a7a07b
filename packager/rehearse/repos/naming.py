"""Accounts, repositories, branches, tags: what has a name."""

import re
from dataclasses import replace
from typing import Final

from packager.rehearse.messages import Answer, Request, json_answer
from packager.rehearse.repos.attributes import ATTRIBUTES
from packager.rehearse.repos.commits import json_of
from packager.rehearse.repos.state import (
    KINDS,
    MAIN,
    VISITOR,
    HubState,
    Repo,
    no_revision,
    refusal,
    require_rights,
)

REPO_NAME: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9])?")
REF_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/+-]*")


def whoami(state: HubState, request: Request) -> Answer:
    account = state.account(request)
    if account is VISITOR:
        raise refusal(401, "Invalid username or password.")
    role = "write" if account.may_write else "read"
    return json_answer(
        {
            "type": "user",
            "id": account.user.encode().hex().ljust(24, "0")[:24],
            "name": account.user,
            "fullname": account.user.title(),
            "email": None,
            "isPro": False,
            "canPay": False,
            "avatarUrl": "",
            "orgs": [
                {"type": "org", "name": name, "fullname": name.title(), "roleInOrg": role}
                for name in account.organisations
            ],
            "auth": {
                "type": "access_token",
                "accessToken": {"displayName": "rehearsal", "role": role},
            },
        }
    )


def create(state: HubState, request: Request) -> Answer:
    asked, account = json_of(request), state.account(request)
    if account is VISITOR:
        raise refusal(401, "Invalid username or password.")
    kind, name = str(asked.get("type") or "model"), str(asked.get("name") or "")
    namespace = str(asked.get("organization") or account.user)
    if kind not in KINDS.values() or not _is_repo_name(name):
        raise refusal(400, f"Invalid repo name: {namespace}/{name}")
    require_rights(account, namespace, f"a {kind}")
    is_private = asked.get("visibility") == "private" or asked.get("private") is True
    repo = Repo(kind, f"{namespace}/{name}", state.clock.tick(), is_private, gated=False, refs={})
    if repo.key in state.repos:
        there = state.repos[repo.key]
        told: dict[str, object] = {"url": f"{state.url}/{there.path}", "name": there.id}
        raise refusal(409, f"You already created this {kind} repo", more=told)
    first = state.objects.commit(
        {".gitattributes": state.objects.keep(ATTRIBUTES.encode())},
        parent="",
        author=account.user,
        message="initial commit",
        seconds=state.clock.tick(),
    )
    state.point(repo, MAIN, first.oid)
    return json_answer(
        {
            "url": f"{state.url}/{repo.path}",
            "name": repo.id,
            "id": repo.hub_id,
            "private": is_private,
        }
    )


def _is_repo_name(name: str) -> bool:
    return bool(REPO_NAME.fullmatch(name)) and ".." not in name and "--" not in name


def delete(state: HubState, request: Request) -> Answer:
    asked = json_of(request)
    namespace = asked.get("organization") or state.account(request).user
    kind = f"{asked.get('type') or 'model'}s"
    repo = state.writable(request, kind, f"{namespace}/{asked.get('name')}")
    del state.repos[repo.key]
    state.objects.large.pop(repo.path.lower(), None)
    return json_answer({})


def settings(state: HubState, request: Request, kind: str, repo_id: str) -> Answer:
    repo, asked = state.writable(request, kind, repo_id), json_of(request)
    if "visibility" in asked or "private" in asked:
        is_private = asked.get("visibility") == "private" or asked.get("private") is True
        repo = replace(repo, is_private=is_private)
    if "gated" in asked:
        repo = replace(repo, gated=asked["gated"])
    state.keep(repo)
    return json_answer({"private": repo.is_private, "gated": repo.gated})


def auth_check(state: HubState, request: Request, kind: str, repo_id: str, what: str) -> Answer:
    (state.writable if what == "write" else state.readable)(request, kind, repo_id)
    return json_answer({})


def refs(state: HubState, request: Request, kind: str, repo_id: str) -> Answer:
    repo = state.readable(request, kind, repo_id)
    found: dict[str, list[object]] = {"branches": [], "converts": [], "tags": []}
    for ref, commit in sorted(repo.refs.items()):
        group = "tags" if ref.startswith("refs/tags/") else "branches"
        name = ref.split("/", 2)[2]
        found[group].append({"name": name, "ref": ref, "targetCommit": commit})
    if request.is_flagged("include_prs"):
        found["pullRequests"] = []
    return json_answer(found)


def create_branch(
    state: HubState, request: Request, kind: str, repo_id: str, branch: str
) -> Answer:
    repo, ref = state.writable(request, kind, repo_id), f"refs/heads/{branch}"
    _require_ref_name("branch", branch)
    if ref in repo.refs:
        raise refusal(409, f"Reference {ref} already exists")
    start = state.commit(repo, str(json_of(request).get("startingPoint") or "main"))
    state.point(repo, ref, start.oid)
    return json_answer({})


def delete_branch(
    state: HubState, request: Request, kind: str, repo_id: str, branch: str
) -> Answer:
    repo, ref = state.writable(request, kind, repo_id), f"refs/heads/{branch}"
    if ref == MAIN:
        raise refusal(403, f"Cannot delete {ref}")
    if ref not in repo.refs:
        raise no_revision(branch)
    state.drop_ref(repo, ref)
    return json_answer({})


def create_tag(state: HubState, request: Request, kind: str, repo_id: str, revision: str) -> Answer:
    repo = state.writable(request, kind, repo_id)
    tag = str(json_of(request).get("tag") or "")
    commit = state.commit(repo, revision)
    _require_ref_name("tag", tag)
    ref = f"refs/tags/{tag}"
    if ref in repo.refs:
        raise refusal(409, f"Tag reference exists already: {tag}")
    state.point(repo, ref, commit.oid)
    return json_answer({"name": tag, "ref": ref, "targetCommit": commit.oid})


def delete_tag(state: HubState, request: Request, kind: str, repo_id: str, tag: str) -> Answer:
    repo, ref = state.writable(request, kind, repo_id), f"refs/tags/{tag}"
    if ref not in repo.refs:
        raise no_revision(tag)
    state.drop_ref(repo, ref)
    return json_answer({})


def _require_ref_name(what: str, name: str) -> None:
    if not REF_NAME.fullmatch(name) or name.endswith((".lock", "/", ".")) or ".." in name:
        raise refusal(400, f"Invalid {what} name: {name!r}")
