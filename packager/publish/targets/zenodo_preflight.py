"""Refusals that a host would only utter late, found before anything is sent."""

from collections.abc import Mapping

from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.domain.version import Version
from packager.publish.targets.answers import RefusedError
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import Deposits
from packager.publish.targets.zenodo_series import newest_of
from packager.publish.targets.zenodo_vocabulary import ids_of, nearest
from packager.publish.watch import Published


def require_may_write(deposits: Deposits) -> None:
    """Raise ConfigError unless the host knows the token.

    What it may do shows when its own draft is read; hosts do not tell scopes.
    """
    require_token(deposits.host)
    try:
        deposits.own_drafts()
    except RefusedError as error:
        raise ConfigError(
            f"the token is refused: {error.what}",
            where=deposits.host.base,
            mend="make a new one on the host, with the right to write and to publish",
        ) from error


def require_token(host: Host) -> None:
    """Raise ConfigError unless there is a token to show."""
    if not host.has_token:
        raise ConfigError("there is no token", where=host.base, mend="set ZENODO_TOKEN to one")


def require_recorded(one: Published, base: str) -> None:
    """Raise ConfigError unless a release was published on this host."""
    site = base.removesuffix("/api")
    if not one.record.url.startswith(f"{site}/"):
        raise ConfigError(
            f"the record lies at {one.record.url}, the settings name {site}",
            where="settings",
            mend="use the settings that it was published with",
        )


def require_new_in_series(deposits: Deposits, concept_doi: str, version: Version) -> None:
    """Raise IntegrityError if the newest record of the series is another one of this version."""
    newest = newest_of(deposits, concept_doi)
    if newest.metadata.get("version") == version:
        raise IntegrityError(
            f"the series has another record of {version}: {newest.id}",
            where=newest.url,
            mend="find out who published it; a version is published once",
        )


def require_known(deposits: Deposits, metadata: Mapping[str, object]) -> None:
    """Raise ConfigError unless this very host knows every id in the metadata."""
    asked = dict.fromkeys((vocabulary, wanted) for vocabulary, wanted, _ in ids_of(metadata))
    faults = [
        f"{vocabulary} have no {wanted!r} on this host{nearest(wanted, vocabulary)}"
        for vocabulary, wanted in asked
        if not deposits.has_id(vocabulary, wanted)
    ]
    if faults:
        raise ConfigError(
            listed(faults), where=deposits.host.base, mend="mend CITATION.cff, cut a later version"
        )
