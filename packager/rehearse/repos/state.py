"""What the Hub knows: accounts, repositories, where their branches and tags point."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from packager.rehearse.clock import Clock
from packager.rehearse.messages import Answer, Refused, Request, json_answer
from packager.rehearse.repos.objects import Commit, Objects

KINDS: Final = {"models": "model", "datasets": "dataset", "spaces": "space"}
MAIN: Final = "refs/heads/main"


@dataclass(frozen=True, slots=True)
class Account:
    user: str
    may_write: bool = True
    organisations: tuple[str, ...] = ()

    def owns(self, namespace: str) -> bool:
        return namespace in {self.user, *self.organisations}


VISITOR: Final = Account("", may_write=False)


@dataclass(frozen=True, slots=True)
class Repo:
    """A repository; `refs` maps full names of branches and tags to commit ids."""

    kind: str
    id: str
    created: int
    is_private: bool
    gated: object
    refs: Mapping[str, str]

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.id.lower()

    @property
    def namespace(self) -> str:
        return self.id.partition("/")[0]

    @property
    def path(self) -> str:
        """Its path on the Hub, which has no prefix for models."""
        return self.id if self.kind == "model" else f"{self.kind}s/{self.id}"

    @property
    def hub_id(self) -> str:
        return hashlib.sha256(self.path.encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class HubOptions:
    """What differs from one Hub to another.

    Attributes:
        accounts: by token.
        page: most entries of one answer of a list.
        regular_bytes: larger files must go through LFS.
        part_bytes: parts of a large upload; 0 for one PUT.
        most_paths: most paths in one question.
    """

    accounts: Mapping[str, Account]
    page: int = 1000
    regular_bytes: int = 10 << 20
    part_bytes: int = 0
    most_paths: int = 1000


class HubState:
    """Repositories by kind and id, whatever the id's case; objects are shared by all copies."""

    def __init__(self, options: HubOptions, objects: Objects, clock: Clock) -> None:
        self.options, self.objects, self.clock = options, objects, clock
        self.url = self.cdn_url = ""
        self.repos: dict[tuple[str, str], Repo] = {}
        self.parts: dict[str, dict[int, bytes]] = {}

    def copy(self) -> Self:
        made = type(self)(self.options, self.objects, self.clock)
        made.url, made.cdn_url = self.url, self.cdn_url
        made.repos, made.parts = dict(self.repos), self.parts
        return made

    def account(self, request: Request) -> Account:
        """Who asks: VISITOR without a token; refused with a token that nobody has."""
        if not request.header("Authorization"):
            return VISITOR
        account = self.options.accounts.get(request.token)
        if account is None:
            raise refusal(401, "Invalid credentials in Authorization header")
        return account

    def readable(self, request: Request, kind: str, repo_id: str) -> Repo:
        account = self.account(request)
        repo = self.repos.get((KINDS[kind], repo_id.lower()))
        if repo is None or (repo.is_private and not account.owns(repo.namespace)):
            raise no_repo(account)
        return repo

    def writable(self, request: Request, kind: str, repo_id: str) -> Repo:
        account = self.account(request)
        if account is VISITOR:
            raise refusal(401, "Invalid username or password.")
        repo = self.readable(request, kind, repo_id)
        require_rights(account, repo.namespace)
        return repo

    def keep(self, repo: Repo) -> None:
        self.repos[repo.key] = repo

    def point(self, repo: Repo, ref: str, commit: str) -> None:
        self.keep(replace(repo, refs={**repo.refs, ref: commit}))

    def drop_ref(self, repo: Repo, ref: str) -> None:
        self.keep(replace(repo, refs={name: at for name, at in repo.refs.items() if name != ref}))

    def commit(self, repo: Repo, revision: str) -> Commit:
        """The commit that a branch, a tag, a full ref or a commit id (or its beginning) names."""
        revision = "main" if revision == "HEAD" else revision
        for ref in (f"refs/heads/{revision}", f"refs/tags/{revision}", revision):
            if ref in repo.refs:
                return self.objects.commits[repo.refs[ref]]
        if re.fullmatch(r"[0-9a-f]{7,40}", revision):
            found = [each for oid, each in self.objects.commits.items() if oid.startswith(revision)]
            if len(found) == 1:
                return found[0]
        raise no_revision(revision)

    def branch(self, repo: Repo, revision: str) -> str:
        for ref in (f"refs/heads/{revision}", revision):
            if ref in repo.refs and ref.startswith("refs/heads/"):
                return ref
        raise no_revision(revision)


def require_rights(account: Account, namespace: str, what: str = "this repo") -> None:
    if not account.may_write:
        raise refusal(
            403, "Forbidden: this token has no write permission: use a token with the 'write' role"
        )
    if not account.owns(namespace):
        told = f"You don't have the rights to write to {what} under the namespace"
        raise refusal(403, f'{told} "{namespace}"')


def refusal(
    status: int, message: str, code: str = "", more: Mapping[str, object] | None = None
) -> Refused:
    """An error as the Hub sends one: JSON, and the same in headers, where its client looks."""
    headers = {"X-Error-Message": message.replace("\n", " ").encode("ascii", "replace").decode()}
    if code:
        headers["X-Error-Code"] = code
    return Refused(json_answer({"error": message, **(more or {})}, status, headers))


def no_repo(account: Account) -> Refused:
    """404 with a token, 401 to a visitor; the code says the same either way.

    The real Hub leaves the code out of its 401, which its client understands over https only.
    """
    if account is VISITOR:
        return refusal(401, "Invalid username or password.", "RepoNotFound")
    return refusal(404, "Repository not found", "RepoNotFound")


def no_revision(revision: str) -> Refused:
    return refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")


def no_entry(message: str = "Entry not found", commit: str = "") -> Refused:
    refused = refusal(404, message, "EntryNotFound")
    if commit:
        answer = refused.answer
        headers = {**answer.headers, "X-Repo-Commit": commit}
        return Refused(Answer(answer.status, answer.body, headers))
    return refused
