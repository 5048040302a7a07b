"""What each host is to say of published releases since: their records, and the card on main."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from packager.assemble.digests import entry_of
from packager.card.noted import noted_card
from packager.domain.release import Release
from packager.domain.version import Version
from packager.publish.ledger import Ledger
from packager.publish.said import states_of, states_since
from packager.publish.targets.hub_front import Card
from packager.publish.targets.hub_standing import CARD
from packager.publish.watch import Published

HUB = "huggingface"


def sealed(ledger: Ledger) -> dict[Version, Release]:
    """Every sealed release, its tree proved, oldest first."""
    return {version: ledger.release(version) for version in ledger.versions()}


def published_on(
    ledger: Ledger, host: str, releases: Mapping[Version, Release]
) -> tuple[list[Published], list[Release]]:
    """Releases with a record of a host, and those without, each oldest first."""
    withdrawn = {one.version for one in ledger.events() if one.event == "withdraw"}
    there, pending = [], []
    for version, release in releases.items():
        record = ledger.find_record(version, host)
        if record is None:
            pending.append(release)
            continue
        said = states_of(ledger, version)
        there.append(Published(release, record, is_withdrawn=version in withdrawn, said=said))
    return there, pending


def cards_of(ledger: Ledger, release: Release) -> tuple[Card, ...]:
    """The card of a release as it was to be after each notice, the newest first."""
    place = Path(release.root, CARD)
    if not place.is_file():
        return ()
    sealed = place.read_bytes()
    return tuple(
        written(noted_card(sealed, state.sentences), state.sentences)
        for state in states_since(ledger, release.version)
    )


def written(content: bytes, sentences: tuple[str, ...]) -> Card:
    """A card as the Hub lists it."""
    with TemporaryDirectory(prefix="packager-") as folder:
        place = Path(folder, CARD)
        place.write_bytes(content)
        return Card(content, entry_of(place, CARD), sentences)


def known_cards(ledger: Ledger) -> frozenset[str]:
    """Git blob ids of the cards that main of the Hub may have from this tool."""
    there = [one for one in ledger.versions() if ledger.find_record(one, HUB)]
    cards = cards_of(ledger, ledger.release(there[-1])) if there else ()
    return frozenset(card.entry.git_blob for card in cards)
