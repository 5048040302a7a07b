"""The hosts of a project as targets: their addresses from settings, tokens from the environment."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from packager.cli.mirroring import own_mirror
from packager.cli.progress import Progress
from packager.cli.project import Project
from packager.cli.telling import known_cards
from packager.cli.tokens import HUB, PUBLISH, UPLOAD, ZENODO, find_token, require_token
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.publish.ledger import Ledger
from packager.publish.target import Target
from packager.publish.targets.calls import Patience
from packager.publish.targets.directory import DirectoryTarget
from packager.publish.targets.http import Host
from packager.publish.targets.hub_patience import Patience as HubPatience
from packager.publish.targets.huggingface import HuggingFaceTarget, place_at, visited_at
from packager.publish.targets.zenodo import ZenodoTarget
from packager.publish.targets.zenodo_api import ACCEPT
from packager.publish.targets.zenodo_layout import Layout
from packager.publish.targets.zenodo_mint import ZenodoMint

ORDER = ("zenodo", "huggingface", "directory")
"""In which releases become public: the DOI first, because it cannot be taken back."""
PAGE = "description.html"
LOCKS = ".locks"


def targets_named(
    names: Sequence[str], project: Project, ledger: Ledger, world: World, mirror: Path | None
) -> tuple[Target, ...]:
    """The targets by name, each once, in the order in which they become public.

    Raises:
        ConfigError: none is named, or one lacks its address or its token.
    """
    if not names:
        raise ConfigError(
            "no target is named", where="--to", mend=f"add --to with one of {', '.join(ORDER)}"
        )
    return tuple(
        one_target(name, project, ledger, world, mirror) for name in ORDER if name in names
    )


def one_target(
    name: str, project: Project, ledger: Ledger, world: World, mirror: Path | None
) -> Target:
    """One target of the project."""
    if name == "zenodo":
        return ZenodoTarget(
            own_zenodo(project, world),
            ledger=ledger,
            concept_doi=project.config.concept_doi,
            layout=Layout(page=PAGE),
            progress=Progress(world).of_file,
        )
    if name == "huggingface":
        return hub_target(project, ledger, world)
    return DirectoryTarget(mirror or own_mirror(project))


def hub_target(
    project: Project, ledger: Ledger, world: World, *, is_visit: bool = False
) -> HuggingFaceTarget:
    """The data set repository on the Hub, as everybody sees it if it is a visit."""
    config = project.config
    if not config.repo_id:
        raise ConfigError(
            "no repository on the Hub", where="settings", mend='set repo_id = "owner/name"'
        )
    place = (
        visited_at(config.hub, config.repo_id, given_up=config.given_up)
        if is_visit
        else place_at(
            config.hub,
            config.repo_id,
            token=find_token(world.environ, HUB) or None,
            given_up=config.given_up,
        )
    )
    return HuggingFaceTarget(
        replace(place, cards=known_cards(ledger)),
        patience=HubPatience(time.sleep),
        journal=ledger.journal,
        locks=config.dist / LOCKS,
        progress=Progress(world).of_all,
    )


def own_zenodo(project: Project, world: World) -> Host:
    """The API of the InvenioRDM with the right to write drafts, and to publish where it is given.

    Raises:
        ConfigError: no token is there that may write.
    """
    token = require_token(world.environ, UPLOAD, ZENODO)
    return zenodo_host(
        project,
        world,
        token=token,
        final_token=find_token(world.environ, PUBLISH) or find_token(world.environ, ZENODO),
    )


def require_may_publish(names: Sequence[str], world: World) -> None:
    """Raise ConfigError if Zenodo is among the targets and no token there is may publish."""
    if "zenodo" in names:
        require_token(world.environ, PUBLISH, ZENODO)


def zenodo_host(
    project: Project,
    world: World,
    *,
    token: str,
    final_token: str = "",
    patience: Patience | None = None,
) -> Host:
    """The API of the InvenioRDM in the settings; without a token it is read as a visitor."""
    address = project.config.zenodo
    if not address:
        raise ConfigError(
            "no Zenodo", where="settings", mend='set zenodo = "https://zenodo.org", or its sandbox'
        )
    return Host(
        f"{address.rstrip('/')}/api",
        token=token,
        final_token=final_token,
        accept=ACCEPT,
        patience=patience or Patience(wait=time.sleep, tell=world.tell),
    )


def mint(project: Project, ledger: Ledger, world: World) -> ZenodoMint:
    """Who reserves DOIs for the project."""
    host = own_zenodo(project, world)
    return ZenodoMint(host, ledger=ledger, concept_doi=project.config.concept_doi)
