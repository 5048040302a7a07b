"""The series on the host: its newest record, what is ours in it, and what was left over."""

from collections.abc import Iterator

from packager.domain.errors import ConfigError, IntegrityError, TargetError
from packager.domain.version import Version, release_date
from packager.publish.targets.zenodo_api import Deposits
from packager.publish.targets.zenodo_state import IDENTIFIER, State
from packager.publish.targets.zenodo_trail import LEFTOVER, SWEEP, Trail, mark, nonce_in

SETTLING = (1.0, 2.0, 4.0, 8.0, 15.0)
PUBLIC = {"access": {"record": "public", "files": "public"}, "files": {"enabled": True}}
ANEW = {"publication_date", "version"}


def ids_in(doi: str) -> Iterator[str]:
    """Under which ids a host may know a DOI; whether it does, only the host can say."""
    suffix = doi.partition("/")[2]
    for candidate in (suffix.rpartition(".")[2], suffix):
        if IDENTIFIER.fullmatch(candidate):
            yield candidate


def newest_of(deposits: Deposits, concept_doi: str) -> State:
    """The newest published record of a series.

    Raises:
        ConfigError: the host has no such series.
    """
    for seconds in (0.0, *SETTLING[:2]):
        if seconds:
            deposits.host.pause(seconds, "the host does not show the series")
        for candidate in dict.fromkeys(ids_in(concept_doi)):
            found = deposits.find_record(candidate, public=False)
            if found is not None and found.concept_doi == concept_doi:
                return found
    raise ConfigError(
        f"the host has no series {concept_doi}",
        where=f"{deposits.host.base}, concept_doi in the settings",
        mend="write the concept DOI of the series as the host shows it",
    )


def require_ours(draft: State, newest: State, nonce: str) -> None:
    """Raise IntegrityError unless a draft is our own, or new and nobody's yet."""
    maker, _ = nonce_in(draft.metadata)
    if maker != nonce and (maker or not is_untouched(draft, newest)):
        raise stranger(draft.id, draft.url)


def stranger(which: str, where: str) -> IntegrityError:
    """What to say of a draft that is not ours."""
    return IntegrityError(
        f"somebody else's draft of the next version is open: {which}",
        where=where,
        mend="publish it or delete it on the host, whoever made it, then run this again",
    )


def is_untouched(draft: State, newest: State) -> bool:
    """Whether a draft is as the host makes one: a copy of the newest record, and empty."""
    return not draft.doi and not draft.files and _copied(draft) == _copied(newest)


def sweep(deposits: Deposits, trail: Trail, keep: State) -> None:
    """Delete the drafts that unanswered creations, and two at once, have left; looked for once.

    Raises:
        TargetError: as `Host.call`; the next run sweeps again.
    """
    if trail.is_swept:
        return
    nonce, base = trail.opening.get("nonce", ""), trail.opening.get("base", "")
    older = deposits.find_record(base, public=False) if base else None
    with trail.step(SWEEP):
        for seen in deposits.own_drafts():
            draft = deposits.find_draft(seen.id) if seen.id != keep.id else None
            if draft is not None and _is_leftover(draft, keep, nonce, older):
                with trail.step(LEFTOVER, draft=draft.id):
                    deposits.discard(draft.id)


def _is_leftover(draft: State, keep: State, nonce: str, older: State | None) -> bool:
    """Ours by its nonce, or nobody's: empty, and of the same place in the series as ours."""
    if draft.is_published:
        return False
    if nonce and nonce_in(draft.metadata)[0] == nonce:
        return True
    is_twin = (draft.parent, draft.index) == (keep.parent, keep.index)
    return is_twin and older is not None and is_untouched(draft, older)


def _copied(state: State) -> dict[str, object]:
    return {name: _bare(value) for name, value in state.metadata.items() if name not in ANEW}


def _bare(value: object) -> object:
    """Without what the host adds to an id, in some answers and not in others."""
    if isinstance(value, dict):
        kept = {"id": value["id"]} if "id" in value else value
        return {name: _bare(part) for name, part in kept.items()}
    return [_bare(part) for part in value] if isinstance(value, list) else value


def reservation(version: Version, nonce: str) -> dict[str, object]:
    """What a draft says until its release is there."""
    return PUBLIC | {
        "metadata": {
            "title": f"Reserved for version {version}",
            "resource_type": {"id": "dataset"},
            "publication_date": release_date(version).isoformat(),
            "version": version,
            "additional_descriptions": [mark(nonce)],
        }
    }


def vanished(identifier: str, version: Version, where: str) -> TargetError:
    """What to say of a draft of ours that the host no longer has."""
    return TargetError(
        f"draft {identifier} of version {version} is gone from the host, and its DOI with it",
        where=where,
        mend=f"run `packager abandon {version}`, then reserve and cut a later version",
    )
