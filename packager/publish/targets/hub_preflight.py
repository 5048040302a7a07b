"""Refusals that can be known before anything is sent to a Hub, and the plan when there is none."""

from pathlib import Path

from packager.domain.errors import ConfigError, listed
from packager.domain.release import Record, Release
from packager.publish.target import Plan
from packager.publish.targets.hub_answers import Account
from packager.publish.targets.hub_changes import limits
from packager.publish.targets.hub_standing import CARD, Standing

READ_ONLY = "read"
READS, CALLS_OF_STEP = 10, 4
TOKENS = "take a token that may write there: https://huggingface.co/settings/tokens"


def require_fits(release: Release, repo_id: str, *, where: str) -> None:
    """Raise ConfigError, naming each fault, unless the Hub's limits and names allow a release."""
    faults = list(limits(release.files, repo_id))
    if not Path(release.root, CARD).is_file():
        faults.append(f"no {CARD}, which the Hub shows as the card")
    if faults:
        raise ConfigError(listed(faults), where=where, mend="change it, and cut a new version")


def require_owner(account: Account, repo_id: str, *, where: str) -> None:
    """Raise ConfigError if an account cannot create the repository."""
    owner = repo_id.partition("/")[0]
    if account.role == READ_ONLY:
        raise ConfigError(f"the token of {account.name} may only read", where=where, mend=TOKENS)
    if owner.lower() not in {one.lower() for one in (account.name, *account.organisations)}:
        raise ConfigError(
            f"{account.name} is not {owner}, and in no organisation of that name",
            where=where,
            mend=TOKENS,
        )


def card_of(release: Release) -> str:
    """The sealed card."""
    return Path(release.root, CARD).read_text(encoding="utf-8")


def plan_of(release: Release, standing: Standing, repo_id: str, record: Record | None) -> Plan:
    """What is left to do for a release.

    Args:
        release: the release.
        standing: what the Hub holds of it.
        repo_id: for the sentences.
        record: of the release, if it is published.
    """
    change = standing.change
    is_new = standing.repository is None
    is_hidden = standing.repository is None or standing.repository.is_private
    steps = (
        (is_new, ""),
        (not standing.is_on_main and not standing.branch, ""),
        (not standing.is_on_main, f"main of {repo_id} becomes this release"),
        (not standing.tagged, f"the tag {release.version} becomes public, and is never moved"),
        (is_hidden, f"{repo_id} becomes public"),
        (bool(standing.branch) or not standing.is_on_main, ""),
    )
    left = [sentence for is_to_do, sentence in steps if is_to_do]
    sizes = {entry.path: entry.bytes for entry in release.files}
    return Plan(
        target="huggingface",
        version=release.version,
        sent=change.sent,
        kept=change.kept,
        removed=change.removed,
        bytes=sum(sizes[path] for path in change.sent),
        calls=CALLS_OF_STEP * len(left) + (READS if left else 0),
        irreversible=tuple(sentence for sentence in left if sentence),
        record=record,
        notes=standing.notes,
    )
