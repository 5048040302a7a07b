"""Walks the Hub's own client and `datasets` through a publication; started as a process of its own.

Both read their environment when they are imported: one process, one endpoint. Prints JSON.
"""

import json
import sys
from pathlib import Path

from datasets import load_dataset
from huggingface_hub import (
    CommitOperationAdd,
    CommitOperationDelete,
    HfApi,
    hf_hub_download,
    snapshot_download,
)
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError

CARD = """---
license: cc-by-4.0
configs:
- config_name: index
  default: true
  data_files:
  - split: train
    path: data/index.parquet
---
# A data set
"""


def walk(repo: str, parquet: bytes) -> dict[str, object]:
    api, seen = HfApi(), dict[str, object]()
    try:
        api.dataset_info(repo)
    except RepositoryNotFoundError:
        seen["missing"] = "RepositoryNotFoundError"
    api.create_repo(repo, repo_type="dataset", private=True)
    head = str(api.dataset_info(repo).sha)
    added = [
        CommitOperationAdd("README.md", CARD.encode()),
        CommitOperationAdd("data/index.parquet", parquet),
        CommitOperationAdd("old.txt", b"old"),
    ]
    api.create_branch(repo, branch="release/1", repo_type="dataset")
    drafted = api.create_commit(
        repo, added, commit_message="1", repo_type="dataset", revision="release/1"
    )
    seen["draft"] = _listed(api, repo, "release/1")
    seen["main before"] = _listed(api, repo, "main")
    done = api.create_commit(
        repo, _fresh(added), commit_message="1", repo_type="dataset", parent_commit=head
    )
    seen["same again"] = done.oid == _again(api, repo, added)
    try:
        late = [CommitOperationAdd("late.txt", b"late")]
        api.create_commit(
            repo, late, commit_message="x", repo_type="dataset", parent_commit=drafted.oid
        )
    except HfHubHTTPError as error:
        seen["moved"] = error.response.status_code
    gone = [CommitOperationDelete("old.txt")]
    last = api.create_commit(repo, gone, commit_message="2", repo_type="dataset")
    api.delete_branch(repo, branch="release/1", repo_type="dataset")
    api.create_tag(repo, tag="v1", revision=last.oid, repo_type="dataset")
    refs = api.list_repo_refs(repo, repo_type="dataset")
    seen["tag"] = [each.target_commit == last.oid for each in refs.tags]
    seen["branches"] = [each.name for each in refs.branches]
    api.update_repo_settings(repo, repo_type="dataset", private=False)
    path = hf_hub_download(repo, "data/index.parquet", repo_type="dataset", revision="v1")
    seen["same bytes"] = Path(path).read_bytes() == parquet
    folder = Path(snapshot_download(repo, repo_type="dataset", revision=last.oid))
    seen["snapshot"] = sorted(
        str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()
    )
    rows = load_dataset(repo, "index", revision="v1", split="train")
    seen["rows"] = rows.to_dict()
    seen["commits"] = [each.title for each in api.list_repo_commits(repo, repo_type="dataset")]
    return seen


def _listed(api: HfApi, repo: str, revision: str) -> list[str]:
    tree = api.list_repo_tree(repo, repo_type="dataset", revision=revision, recursive=True)
    return sorted(each.path for each in tree)


def _again(api: HfApi, repo: str, added: list[CommitOperationAdd]) -> str:
    return str(api.create_commit(repo, _fresh(added), commit_message="1", repo_type="dataset").oid)


def _fresh(added: list[CommitOperationAdd]) -> list[CommitOperationAdd]:
    """The client takes an operation once only."""
    return [CommitOperationAdd(each.path_in_repo, each.path_or_fileobj) for each in added]


if __name__ == "__main__":
    print(json.dumps(walk(sys.argv[1], Path(sys.argv[2]).read_bytes())))
