"""Publications to an InvenioRDM: the bundled one, and the one that the environment names."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, IntegrityError, SealedError, TargetError
from packager.domain.release import Identity, Record
from packager.publish.ledger import Ledger
from packager.publish.run import plan, publish
from packager.publish.targets.zenodo import ZenodoTarget
from packager.publish.targets.zenodo_compare import unlike
from packager.publish.targets.zenodo_layout import Layout
from packager.publish.targets.zenodo_trail import MARK
from packager.publish.verify import verify_record
from tests.fakes.deposits import cut_with_paper
from tests.live.zenodo_worlds import WORLDS, Killed, Trouble, ZenodoWorld, zenodo_world

FIRST, SECOND = "2026-11-30", "2026-12-01"
Road = Callable[..., Record]


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest) -> Iterator[ZenodoWorld]:
    with zenodo_world(request.param) as world:
        yield world


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "releases")


def reserve(
    world: ZenodoWorld,
    ledger: Ledger,
    version: str,
    concept: str = "",
    trouble: Trouble | None = None,
) -> Identity:
    """What `packager reserve` does."""
    mint = world.mint(ledger, concept, trouble)
    return ledger.reserve(mint.reserve(version, first=not concept))


def road(
    world: ZenodoWorld,
    ledger: Ledger,
    version: str,
    concept: str = "",
    trouble: Trouble | None = None,
) -> Record:
    """All that a maintainer does for one version; whatever is done already is not done again."""
    if version not in ledger.versions():
        identity = reserve(world, ledger, version, concept, trouble)
        cut_with_paper(ledger, ledger.root.parent / "dist", identity, version.encode())
    release = ledger.release(version)
    (record,) = publish(release, [world.target(ledger, concept, trouble)], ledger)
    return record


def reserved(identity: Identity) -> str:
    """Id of the draft that has the DOI, as both flavours of hosts form it."""
    return identity.doi.rpartition("/")[2].removeprefix("zenodo.")


def assert_whole(world: ZenodoWorld, ledger: Ledger, record: Record, drafts: set[str]) -> None:
    """One record of the version, the sealed bytes and words in it, and nothing left over."""
    release = ledger.release(record.version)
    identity = ledger.find_identity(record.version)
    assert identity is not None
    target = world.target(ledger)
    verify_record(release, target, record)
    state = world.deposits().find_record(record.id)
    assert state is not None
    assert unlike(Layout().metadata(release, identity), state.metadata) == []
    assert MARK not in str(state.metadata)
    assert (state.doi, state.id) == (identity.doi, record.id)
    assert identity.concept_doi in {"", record.concept_doi}
    assert record.concept_doi not in {"", record.doi}
    assert world.has_drafts(drafts)
    assert world.versions(record.id).count(record.version) == 1
    assert ledger.journal(record.version).entries()
    assert ledger.find_record(record.version, "zenodo") == record
    assert ledger.faults() == []


def test_a_first_series_becomes_one_record_with_the_reserved_doi(
    world: ZenodoWorld, ledger: Ledger
) -> None:
    drafts = world.drafts()

    identity = reserve(world, ledger, FIRST)
    record = road(world, ledger, FIRST)

    assert identity.doi == record.doi != ""
    assert identity.concept_doi == ""
    assert_whole(world, ledger, record, drafts)


def test_a_next_version_is_added_to_the_series(world: ZenodoWorld, ledger: Ledger) -> None:
    drafts = world.drafts()
    first = road(world, ledger, FIRST)

    second = road(world, ledger, SECOND, first.concept_doi)

    assert (second.parent, second.concept_doi) == (first.parent, first.concept_doi)
    assert world.versions(first.id) == [SECOND, FIRST]
    assert_whole(world, ledger, second, drafts)
    assert_whole(world, ledger, first, drafts)


def test_reserving_twice_gives_the_same_identity(world: ZenodoWorld, ledger: Ledger) -> None:
    drafts = world.drafts()
    first = road(world, ledger, FIRST)

    one = reserve(world, ledger, SECOND, first.concept_doi)
    other = reserve(world, ledger, SECOND, first.concept_doi)

    assert one == other
    assert one.concept_doi == first.concept_doi
    assert world.has_drafts({*drafts, reserved(one)})
    world.mint(ledger, first.concept_doi).abandon(SECOND)
    assert world.has_drafts(drafts)


def test_drafting_and_publishing_twice_sends_nothing_twice(
    world: ZenodoWorld, ledger: Ledger
) -> None:
    identity = reserve(world, ledger, FIRST)
    release = cut_with_paper(ledger, ledger.root.parent / "dist", identity)
    draft = world.target(ledger).draft(release)
    watched = Trouble()
    target = world.target(ledger, trouble=watched)

    assert target.draft(release) == draft
    assert [one for one in watched.asked if not one.startswith("GET ")] == ["PUT /records/ID/draft"]
    (planned,) = plan(release, [target])
    assert (planned.sent, planned.bytes, planned.removed) == ((), 0, ())
    record = target.publish(draft, release)
    again = Trouble()
    repeated = world.target(ledger, trouble=again)
    assert repeated.publish(repeated.draft(release), release) == record
    assert all(one.startswith("GET ") for one in again.asked)
    (planned,) = plan(release, [repeated])
    assert (planned.record, planned.irreversible, planned.calls) == (record, (), 0)


def test_a_file_that_is_not_ours_or_not_sealed_is_taken_out_of_the_draft(
    world: ZenodoWorld, ledger: Ledger
) -> None:
    drafts = world.drafts()
    identity = reserve(world, ledger, FIRST)
    release = cut_with_paper(ledger, ledger.root.parent / "dist", identity)
    draft = world.target(ledger).draft(release)
    files = f"/records/{draft.id}/draft/files"
    world.ask("DELETE", f"{files}/index.csv")
    world.ask("POST", files, [{"key": "index.csv"}, {"key": "stray.txt"}, {"key": "half.txt"}])
    for key in ("index.csv", "stray.txt"):
        deposits = world.deposits()
        path = ledger.root / "wrong"
        path.write_bytes(b"wrong")
        with path.open("rb") as stream:
            deposits.send_file(draft.id, key, stream, 5)
        deposits.finish_file(draft.id, key)
        path.unlink()

    (planned,) = plan(release, [world.target(ledger)])
    record = road(world, ledger, FIRST)

    assert planned.sent == ("index.csv",)
    assert planned.removed == ("half.txt", "stray.txt")
    assert_whole(world, ledger, record, drafts)


def test_a_strangers_draft_stops_a_reservation_and_stays(
    world: ZenodoWorld, ledger: Ledger
) -> None:
    first = road(world, ledger, FIRST)
    theirs = world.deposits().open_version(first.id)

    with pytest.raises(IntegrityError, match="somebody else's draft"):
        reserve(world, ledger, SECOND, first.concept_doi)

    assert world.deposits().find_draft(theirs.id)
    world.deposits().discard(theirs.id)


def test_a_draft_that_vanished_is_told_with_the_way_on(world: ZenodoWorld, ledger: Ledger) -> None:
    identity = reserve(world, ledger, FIRST)
    release = cut_with_paper(ledger, ledger.root.parent / "dist", identity)
    world.deposits().discard(reserved(identity))

    for call in (world.target(ledger).preflight, world.target(ledger).draft):
        with pytest.raises(TargetError, match="is gone from the host") as error:
            call(release)
        assert "packager abandon" in error.value.mend
    with pytest.raises(TargetError, match="is gone from the host"):
        reserve(world, ledger, FIRST)


def test_a_published_version_cannot_be_abandoned(world: ZenodoWorld, ledger: Ledger) -> None:
    road(world, ledger, FIRST)

    with pytest.raises(SealedError, match="is published"):
        world.mint(ledger).abandon(FIRST)


def test_a_series_is_never_begun_by_accident(world: ZenodoWorld, ledger: Ledger) -> None:
    with pytest.raises(ConfigError, match="no series is known"):
        world.mint(ledger).reserve(FIRST, first=False)
    with pytest.raises(ConfigError, match="has begun already"):
        world.mint(ledger, "10.5072/zenodo.1").reserve(FIRST, first=True)
    with pytest.raises(ConfigError, match="the host has no series"):
        world.mint(ledger, "10.5072/zenodo.1").reserve(FIRST, first=False)


def test_a_wrong_token_is_refused_at_once_and_never_printed(
    world: ZenodoWorld, ledger: Ledger
) -> None:
    identity = reserve(world, ledger, FIRST)
    release = cut_with_paper(ledger, ledger.root.parent / "dist", identity)
    target = world.target(ledger)
    target._host._token = "wrong-token"

    with pytest.raises((ConfigError, TargetError)) as error:
        target.preflight(release)

    assert "wrong-token" not in str(error.value)
    assert world.told == []
    world.mint(ledger).abandon(FIRST)


def test_without_a_token_nothing_begins_and_what_is_public_is_read(
    world: ZenodoWorld, ledger: Ledger
) -> None:
    identity = reserve(world, ledger, FIRST)
    release = cut_with_paper(ledger, ledger.root.parent / "dist", identity)
    public = ZenodoTarget(world.host(token=""), ledger=ledger)

    for call in (public.preflight, public.draft):
        with pytest.raises(ConfigError, match="there is no token"):
            call(release)
    assert public.find_record(FIRST) is None

    record = road(world, ledger, FIRST)
    assert public.find_record(FIRST) == record
    assert public.preflight(release).record == record
    verify_record(release, public, record)


def test_an_earlier_file_does_not_come_back_in_the_next_version(
    world: ZenodoWorld, ledger: Ledger
) -> None:
    first = road(world, ledger, FIRST)
    second = road(world, ledger, SECOND, first.concept_doi)

    kept = {file.key for file in world.deposits().record_files(second.id)}
    assert f"{FIRST}.zip" not in kept
    assert f"{SECOND}.zip" in kept


def moments(world: ZenodoWorld, asked: list[str]) -> list[int]:
    """Requests to strike at: every effect and the first read of each kind.

    On a real host the first effect of each kind, and the last words: that takes long enough.
    """
    first = [number for number, one in enumerate(asked, 1) if asked.index(one) == number - 1]
    effects = [number for number, one in enumerate(asked, 1) if not one.startswith("GET ")]
    if world.name == "live":
        return sorted({*effects[-2:], *(set(first) & set(effects))})
    return sorted({*first, *effects})


STRIKES = [("kill", False), ("kill", True), ("lose", False), ("lose", True)]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "after"), STRIKES)
def test_a_next_version_struck_at_any_moment_ends_in_one_record(
    world: ZenodoWorld, tmp_path: Path, kind: str, *, after: bool
) -> None:
    drafts, day, watched = world.drafts(), date.fromisoformat(SECOND), Trouble()
    first = road(world, Ledger(tmp_path / "first" / "releases"), FIRST)
    road(world, Ledger(tmp_path / "next" / "releases"), SECOND, first.concept_doi, watched)

    for number in moments(world, watched.asked):
        day += timedelta(days=1)
        ledger = Ledger(tmp_path / day.isoformat() / "releases")
        trouble = Trouble(number, kind, after)
        with suppress(Killed, TargetError):
            road(world, ledger, day.isoformat(), first.concept_doi, trouble)
        assert len(trouble.asked) >= number
        record = road(world, ledger, day.isoformat(), first.concept_doi)
        assert_whole(world, ledger, record, drafts)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "after"), STRIKES)
def test_a_first_reservation_struck_at_any_moment_ends_in_one_record(
    world: ZenodoWorld, tmp_path: Path, kind: str, *, after: bool
) -> None:
    drafts, watched = world.drafts(), Trouble()
    reserve(world, Ledger(tmp_path / "0" / "releases"), FIRST, trouble=watched)
    world.mint(Ledger(tmp_path / "0" / "releases")).abandon(FIRST)

    for number in moments(world, watched.asked):
        ledger = Ledger(tmp_path / str(number) / "releases")
        with suppress(Killed, TargetError):
            reserve(world, ledger, FIRST, trouble=Trouble(number, kind, after))
        record = road(world, ledger, FIRST)
        assert_whole(world, ledger, record, drafts)
