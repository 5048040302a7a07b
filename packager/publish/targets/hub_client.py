"""The Hub by its own client: each call made once, each failure in our words. Its door.

The library reads HF_HUB_DISABLE_XET, HF_HOME, HF_TOKEN and HF_HUB_OFFLINE from the environment
when one of its names is first used: in the first call here, not when this module is imported.
"""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from time import monotonic
from types import ModuleType

import huggingface_hub

from packager import __version__
from packager.domain.errors import ConfigError
from packager.publish.target import HostFile
from packager.publish.targets.hub_answers import (
    Account,
    Commit,
    Progress,
    Refs,
    Repository,
    groups,
    require_id,
)
from packager.publish.targets.hub_failures import FAILURES, failure, no_token, unwell
from packager.publish.targets.hub_guard import Guard
from packager.publish.targets.hub_sending import Sending, told_by_xet

DATASET, VISITOR = "dataset", ""
CHUNK, PARTIAL, BAD = 1 << 20, 206, 400
GUARD = Guard(monotonic, patience=120.0)


class HubClient:
    """One repository on one Hub, for whoever the token says; see the protocol `Hub`.

    Args:
        endpoint: address of the Hub.
        repo_id: "owner/name".
        token: None for the one that the client's own login keeps; "" for a visitor.
    """

    def __init__(self, endpoint: str, repo_id: str, token: str | None) -> None:
        GUARD.trust(endpoint)
        self._endpoint, self._repo_id, self._token = endpoint.rstrip("/"), repo_id, token

    @property
    def address(self) -> str:
        return f"{self._endpoint}/datasets/{self._repo_id}"

    def account(self) -> Account:
        with self._asked("who the token belongs to"):
            said = self._api.whoami()
            names = tuple(str(one["name"]) for one in said.get("orgs", ()))
            role = said.get("auth", {}).get("accessToken", {}).get("role", "")
            return Account(str(said["name"]), names, str(role))

    def require_writer(self) -> None:
        with self._asked("whether the token may write"):
            self._api.auth_check(self._repo_id, repo_type=DATASET, write=True)

    def find_repository(self) -> Repository | None:
        with self._asked("for the repository"):
            try:
                info = self._api.dataset_info(self._repo_id)
            except huggingface_hub.errors.GatedRepoError:
                return Repository(self._repo_id, is_gated=True)
            except huggingface_hub.errors.DisabledRepoError:
                return Repository(self._repo_id, is_disabled=True)
            except huggingface_hub.errors.RepositoryNotFoundError:
                return None
            return Repository(str(info.id), *map(bool, (info.private, info.gated, info.disabled)))

    def refs(self) -> Refs:
        with self._asked("for branches and tags"):
            refs = self._api.list_repo_refs(self._repo_id, repo_type=DATASET)
            return Refs(
                {one.name: require_id(one.target_commit) for one in refs.branches},
                {one.name: require_id(one.target_commit) for one in refs.tags},
            )

    def files(self, revision: str) -> tuple[HostFile, ...]:
        with self._asked(f"for the files of {revision}"):
            entries = self._api.list_repo_tree(
                self._repo_id, recursive=True, revision=revision, repo_type=DATASET
            )
            found = (one for one in entries if isinstance(one, huggingface_hub.hf_api.RepoFile))
            return tuple(sorted(map(host_file, found), key=lambda file: file.path))

    def commits(self, revision: str) -> tuple[str, ...]:
        with self._asked(f"for the commits of {revision}"):
            told = self._api.list_repo_commits(self._repo_id, revision=revision, repo_type=DATASET)
            return tuple(require_id(one.commit_id) for one in told)

    def card_keys(self, revision: str) -> tuple[str, ...]:
        with self._asked("for the card"):
            info = self._api.dataset_info(self._repo_id, revision=revision)
            card = vars(info.card_data) if info.card_data else {}
            return tuple(key for key, value in card.items() if value is not None)

    def stream(self, revision: str, path: str, start: int) -> Iterator[tuple[int, bytes]]:
        url = huggingface_hub.hf_hub_url(
            self._repo_id, path, repo_type=DATASET, revision=revision, endpoint=self._endpoint
        )
        headers = {"Range": f"bytes={start}-"} if start else {}
        with self._asked(f"for {path}"):
            _ = self._api  # sets the library up
            with huggingface_hub.get_session().stream("GET", url, headers=headers) as answer:
                answer.raise_for_status()
                at = start if answer.status_code == PARTIAL else 0
                for piece in answer.iter_bytes(CHUNK):
                    yield at, piece
                    at += len(piece)

    def require_card(self, card: str) -> None:
        with self._asked("whether the card is well"):
            url, said = f"{self._endpoint}/api/validate-yaml", {"content": card}
            _ = self._api  # sets the library up
            answer = huggingface_hub.get_session().post(url, json=said | {"repoType": DATASET})
            if answer.status_code == BAD:
                raise unwell([str(one["message"]) for one in answer.json()["errors"]])
            answer.raise_for_status()

    def create_repository(self) -> None:
        with self._asked("to create the repository"):
            self._api.create_repo(self._repo_id, repo_type=DATASET, private=True, exist_ok=False)

    def create_branch(self, name: str, commit: str) -> None:
        with self._asked(f"to create the branch {name}"):
            self._api.create_branch(
                self._repo_id, branch=name, revision=commit, repo_type=DATASET, exist_ok=False
            )

    def commit(self, wanted: Commit, progress: Progress) -> str:
        with self._asked(f"for a commit on {wanted.branch}"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the library's, about itself and the card
            added = additions(wanted)
            sending = Sending(sum(one.bytes for one in wanted.added.values()), progress)
            for part, done in groups([one.upload_info.size for one in added]):
                with (
                    GUARD.counting(sending.add),
                    told_by_xet(huggingface_hub, xet_bars(), sending),
                    sending.part(done),
                ):
                    GUARD.begin()
                    self._api.preupload_lfs_files(
                        self._repo_id,
                        added[part],
                        revision=wanted.branch,
                        repo_type=DATASET,
                        free_memory=False,
                    )
            GUARD.begin()
            made = self._api.create_commit(
                self._repo_id,
                [*added, *unsent(wanted)],
                commit_message=wanted.message,
                revision=wanted.branch,
                repo_type=DATASET,
                parent_commit=wanted.parent,
            )
            return require_id(made.oid)

    def create_tag(self, name: str, commit: str) -> None:
        with self._asked(f"to create the tag {name}"):
            self._api.create_tag(
                self._repo_id, tag=name, revision=commit, repo_type=DATASET, exist_ok=False
            )

    def make_public(self) -> None:
        with self._asked("to make the repository public"):
            self._api.update_repo_settings(self._repo_id, private=False, repo_type=DATASET)

    def delete_branch(self, name: str) -> None:
        with self._asked(f"to delete the branch {name}"):
            self._api.delete_branch(self._repo_id, branch=name, repo_type=DATASET)

    @cached_property
    def _api(self) -> huggingface_hub.HfApi:
        set_up()
        try:
            token = huggingface_hub.get_token() if self._token is None else self._token
        except (*FAILURES, huggingface_hub.errors.OIDCError) as error:
            raise no_token(error) from error
        return huggingface_hub.HfApi(
            self._endpoint, token or False, library_name="packager", library_version=__version__
        )

    @contextmanager
    def _asked(self, doing: str) -> Iterator[None]:
        GUARD.begin()
        try:
            yield
        except FAILURES as error:
            raise failure(error, doing=doing, where=self.address, token=self._api.token) from error


def set_up() -> None:
    """Bring the library to our rules: its client guarded, its bars and its story off."""
    if huggingface_hub.constants.is_offline_mode():
        raise ConfigError(
            "the Hub's client is told to stay offline",
            where="HF_HUB_OFFLINE",
            mend="unset it, then run the same command again",
        )
    huggingface_hub.utils.disable_progress_bars()  # type: ignore[attr-defined]  # it is lazy
    for name in ("huggingface_hub", "httpx2"):
        logging.getLogger(name).setLevel(logging.ERROR)
    set_guard()


@cache
def set_guard() -> None:
    """Guard the library's one client; set anew it would cut off the calls that are under way."""
    huggingface_hub.set_client_factory(GUARD.client)


def xet_bars() -> ModuleType | None:
    """The library's module with the bars for Xet, imported when it is needed; None without."""
    with suppress(ImportError):
        from huggingface_hub.utils import (  # noqa: PLC0415 - it reads the environment when imported
            _xet_progress_reporting as bars,
        )

        return bars
    return None


def additions(wanted: Commit) -> list[huggingface_hub.CommitOperationAdd]:
    """Files to send, each read and found as sealed."""
    added = [
        huggingface_hub.CommitOperationAdd(path, upload.place)
        for path, upload in sorted(wanted.added.items())
    ]
    for one in added:
        wanted.added[one.path_in_repo].require_same(one.upload_info.sha256.hex())
    return added


def unsent(
    wanted: Commit,
) -> list["huggingface_hub.CommitOperationCopy | huggingface_hub.CommitOperationDelete"]:
    """Files that the repository holds in another commit, and files that go."""
    copy, delete = huggingface_hub.CommitOperationCopy, huggingface_hub.CommitOperationDelete
    return [
        *(copy(path, path, src_revision=wanted.source) for path in wanted.copied),
        *(delete(path, is_folder=False) for path in wanted.removed),
    ]


def host_file(found: huggingface_hub.hf_api.RepoFile) -> HostFile:
    """A file as the Hub lists it: by sha256 if its content lies beside git, else by git's id."""
    if found.lfs is not None:
        return HostFile(str(found.path), int(found.lfs.size), {"sha256": str(found.lfs.sha256)})
    return HostFile(str(found.path), int(found.size), {"git_blob": str(found.blob_id)})
