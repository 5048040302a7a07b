"""The last steps of a draft: its final words, and the one call that cannot be undone."""

from collections.abc import Iterable, Mapping

from packager.domain.errors import ConfigError, TargetError, listed
from packager.publish.target import HostFile
from packager.publish.targets.answers import DoubtfulError, RefusedError
from packager.publish.targets.calls import AGAIN
from packager.publish.targets.zenodo_api import Deposits
from packager.publish.targets.zenodo_compare import unlike
from packager.publish.targets.zenodo_series import SETTLING
from packager.publish.targets.zenodo_state import Kept, State
from packager.publish.targets.zenodo_trail import DESCRIBE, PUBLISH, Trail

LONG_SETTLING = (0.0, *SETTLING, 30.0)


def describe_onto(
    deposits: Deposits, draft: State, body: Mapping[str, object], trail: Trail, step: str = DESCRIBE
) -> State:
    """Replace a draft's metadata, unless somebody has changed it since it was read.

    Raises:
        TargetError: another run has changed the draft, or the host does not do it.
    """
    metadata = body["metadata"]
    wanted = metadata if isinstance(metadata, dict) else {}
    for seconds in SETTLING:
        try:
            with trail.step(step, draft=draft.id):
                return deposits.describe(draft.id, body, draft.revision)
        except (DoubtfulError, RefusedError) as error:
            now = deposits.find_draft(draft.id)
            if now is not None and now.revision != draft.revision:
                if unlike(wanted, now.metadata):
                    raise taken_over(now) from error
                return now
            if now is None or isinstance(error, RefusedError):
                raise
            deposits.host.pause(seconds, error.what)
    raise DoubtfulError("the draft is not described", where=f"draft {draft.id}", mend=AGAIN)


def taken_over(draft: State) -> TargetError:
    """What to say when another run is at the same draft."""
    return TargetError(
        "another run has taken the draft over",
        where=f"draft {draft.id}",
        mend="let it end, then run the same command again",
    )


def require_understood(told: State, sent: Mapping[str, object]) -> None:
    """Raise ConfigError unless the draft says all that it was told, and the host is content."""
    faults = [*told.errors, *unlike(sent, told.metadata)]
    if faults:
        raise ConfigError(
            listed(["the host does not take all of the metadata", *faults]),
            where=f"draft {told.id}",
            mend="mend what CITATION.cff or the sources say, then cut a later version",
        )


def publish_once(deposits: Deposits, draft: State, trail: Trail) -> State:
    """The record: its publication is asked for once, and whether it is there is read.

    Raises:
        TargetError: it is not public, or not yet; the next run reads again before it asks.
    """
    why: TargetError = DoubtfulError("not published", where=f"draft {draft.id}", mend=AGAIN)
    waits: tuple[float, ...] = LONG_SETTLING
    try:
        with trail.step(PUBLISH, draft=draft.id):
            deposits.publish(draft.id)
    except DoubtfulError as error:
        why = error
    except RefusedError as error:
        why, waits = error, (0.0, 1.0)
    for seconds in waits:
        if seconds:
            deposits.host.pause(seconds, f"reading whether record {draft.id} is public")
        record = deposits.find_record(draft.id)
        if record is not None:
            return record
    raise why


def host_files(files: Iterable[Kept]) -> tuple[HostFile, ...]:
    """Files as the promises of a target speak of them."""
    return tuple(
        HostFile(file.key, file.bytes, {"md5": file.md5} if file.is_whole else {}) for file in files
    )
