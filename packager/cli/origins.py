"""Where a copy is taken from: the words of --from, for people with a project and for strangers."""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from packager.cli.mirroring import MIRROR
from packager.cli.world import World
from packager.config import Config, read_config, strangers_config
from packager.domain.errors import ConfigError
from packager.domain.version import Version
from packager.publish.ledger import Ledger
from packager.publish.mirror_folder import FolderSource
from packager.publish.mirror_hub import HubSource
from packager.publish.mirror_remote import Remote
from packager.publish.mirror_source import Source
from packager.publish.mirror_url import RemoteSource
from packager.publish.mirror_web import WebSource
from packager.publish.mirror_zenodo import ZenodoSource
from packager.publish.targets.addresses import require_safe
from packager.publish.targets.calls import Patience
from packager.publish.targets.http import Host
from packager.publish.targets.hub_client import VISITOR, HubClient
from packager.publish.targets.hub_patience import Patience as HubPatience
from packager.publish.targets.zenodo_api import ACCEPT

ZENODO = "https://zenodo.org"
WEB = {"http", "https"}
HOSTS = "huggingface, zenodo, directory, a path or an address"


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody who reads releases without a token, in a project or outside of any."""

    config: Config
    ledger: Ledger
    world: World

    def sources(self, words: list[str]) -> tuple[Source, ...]:
        """What --from names, each once.

        Raises:
            ConfigError: nothing is named, or no address is known for it.
        """
        if not words:
            raise ConfigError("no source", where="--from", mend=f"name {HOSTS}")
        return tuple(self.source(word) for word in dict.fromkeys(words))

    def source(self, word: str) -> Source:
        """What one word names."""
        name, _, rest = word.partition(":")
        if name == "huggingface":
            return self._hub(rest or self.config.repo_id)
        if name == "zenodo":
            series = rest or self.config.concept_doi or self._any_record()
            return ZenodoSource(self._opener(self._zenodo + "/api"), series, self._record)
        if word == "directory":
            return FolderSource(self.config.dist / MIRROR)
        place = self.place(word)
        if isinstance(place, Remote):
            return RemoteSource(place)
        if isinstance(place, str):
            return WebSource(place, self._opener(place))
        if not place.exists():
            raise ConfigError(
                "there is no such path", where=str(place), mend=f"name {HOSTS} that is there"
            )
        return FolderSource(place)

    def place(self, word: str) -> "Path | Remote | str":
        """A path of this machine, an address that can be listed, or one of the web."""
        scheme = urlsplit(word).scheme if "://" in word else ""
        if scheme in WEB:
            require_safe(word)
            return word
        if scheme == "file":
            return Path(unquote(urlsplit(word).path))
        return Remote(word) if scheme else self.world.cwd / word

    def _hub(self, repo_id: str) -> Source:
        if not repo_id:
            raise ConfigError(
                "no repository on the Hub", where="--from", mend="write huggingface:owner/name"
            )
        hub = HubClient(self.config.hub, repo_id, VISITOR)
        return HubSource(hub, HubPatience(time.sleep))

    @property
    def _zenodo(self) -> str:
        return (self.config.zenodo or ZENODO).rstrip("/")

    def _opener(self, address: str) -> Callable[[], Host]:
        patience = Patience(wait=time.sleep, tell=self.world.tell)
        return lambda: Host(address, accept=ACCEPT, patience=patience)

    def _any_record(self) -> str:
        """Id of some record of the series, where the settings do not know the series yet."""
        known = map(self._record, reversed(self.ledger.versions()))
        return next(filter(None, known), "")

    def _record(self, version: Version) -> str:
        record = self.ledger.find_record(version, "zenodo")
        return record.id if record else ""


def onlooker_of(args: argparse.Namespace, world: World) -> Onlooker:
    """Who looks: the project of the folder or of --settings, else somebody who has none."""
    settings = world.cwd / args.settings if args.settings else None
    config = strangers_config(world.cwd) if settings is None else None
    config = config or read_config(world.cwd, settings)
    return Onlooker(config, Ledger(config.releases), world)
