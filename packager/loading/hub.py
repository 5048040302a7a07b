"""Releases on the Hugging Face Hub, as a visitor gets them; no token is shown to anybody."""

import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from packager.domain.errors import ConfigError
from packager.publish.target import HostFile
from packager.publish.targets.hub_client import VISITOR, HubClient
from packager.publish.targets.hub_download import download
from packager.publish.targets.hub_patience import Patience

TRIES = 3


class HubHost:
    """One data set repository.

    Args:
        endpoint: address of the Hub.
        repo_id: "owner/name".
    """

    def __init__(self, endpoint: str, repo_id: str) -> None:
        self._hub = HubClient(endpoint, repo_id, VISITOR)
        self._patience = Patience(time.sleep, tries=TRIES)
        self._files = cache(self._listed)

    def versions(self) -> Mapping[str, str]:
        """Commit ids by tag."""
        return self._patience.read(self._hub.refs).tags

    def fetch(self, revision: str, path: str, folder: Path) -> None:
        """Bring one file of a commit, proved by what the Hub lists.

        Raises:
            ConfigError: the commit has no such file.
            IntegrityError: other bytes came.
            TargetError: the Hub failed.
        """
        files = self._files(revision)
        if path not in files:
            raise ConfigError(
                f"commit {revision} has no {path}, so it is no release that can be proved",
                where=self._hub.address,
                mend="name another version; the oldest ones may have another form",
            )
        download(self._hub, self._patience, revision, [files[path]], folder)

    def _listed(self, revision: str) -> Mapping[str, HostFile]:
        return {one.path: one for one in self._patience.read(lambda: self._hub.files(revision))}
