"""What the journal of a version knows of its draft on one host."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from packager.domain.errors import ConfigError
from packager.publish.journal import Entry, Journal
from packager.publish.targets.answers import DoubtfulError

PREFIX = "zenodo."
OPEN, NAME, DOI, DESCRIBE = "open", "name", "doi", "describe"
START, SEND, FINISH, REMOVE = "start", "send", "finish", "remove"
PUBLISH, DISCARD, SWEEP, LEFTOVER = "publish", "discard", "sweep", "leftover"
EDIT, NOTE, TELL, CLEAR = "edit", "note", "tell", "clear"
"""Steps of a notice, which is an edit of a published record."""
MARK = "packager draft"
LOG = logging.getLogger(__name__)
TOLD = {
    OPEN: "opening a draft",
    NAME: "naming draft {draft} ours",
    DOI: "reserving the DOI of draft {draft}",
    DESCRIBE: "describing draft {draft}",
    START: "announcing {files} files",
    SEND: "sending {path}",
    REMOVE: "removing {path}, which is not of this release",
    PUBLISH: "publishing draft {draft}",
    DISCARD: "giving up draft {draft}",
    LEFTOVER: "giving up draft {draft}, a leftover of ours",
    EDIT: "opening an edit of record {draft}",
    NOTE: "writing the notices into the edit of record {draft}",
    TELL: "publishing the edit of record {draft}",
    CLEAR: "discarding an edit of record {draft} that is not needed any more",
}
"""What people are told of a step; of those that are not here, nothing."""


class Trail:
    """Steps of all runs so far, whichever machine made them; only those of this host count."""

    def __init__(self, journal: Journal, host: str) -> None:
        self._journal, self._host = journal, host

    @contextmanager
    def step(self, name: str, **facts: str) -> Iterator[dict[str, str]]:
        """A line before the block and one after it, with the facts the block has added."""
        found = dict(facts)
        if name in TOLD:
            LOG.info("zenodo: %s", TOLD[name].format(**facts))
        self._journal.intend(PREFIX + name, host=self._host, **facts)
        try:
            yield found
        except DoubtfulError as error:
            LOG.info("zenodo: %s; looking what is there", error.what)
            raise
        self._journal.done(PREFIX + name, host=self._host, **found)

    @property
    def draft(self) -> str:
        """Id of the draft that was opened and not discarded, "" for none.

        Raises:
            ConfigError: it lies on another host than the settings name.
        """
        found: dict[str, str] = {}
        for entry in self._entries():
            if (entry.step, entry.state) == (OPEN, "done"):
                found[entry.facts["host"]] = entry.facts["draft"]
            elif (entry.step, entry.state) == (DISCARD, "done"):
                found.pop(entry.facts["host"], None)
        elsewhere = sorted(host for host in found if host != self._host)
        if elsewhere and self._host not in found:
            raise ConfigError(
                f"the version was reserved on {elsewhere[0]}",
                where=self._host,
                mend="use the settings it was reserved with, or abandon it there first",
            )
        return found.get(self._host, "")

    @property
    def opening(self) -> Mapping[str, str]:
        """Facts of the newest attempt to open a draft, none after it was discarded."""
        found: Mapping[str, str] = {}
        for entry in self._own():
            if (entry.step, entry.state) == (OPEN, "intend"):
                found = entry.facts
            elif (entry.step, entry.state) == (DISCARD, "done"):
                found = {}
        return found

    @property
    def is_swept(self) -> bool:
        """Whether leftovers were looked for since a draft was last asked for."""
        last = [entry for entry in self._own() if entry.step in {OPEN, SWEEP}][-1:]
        return bool(last) and (last[0].step, last[0].state) == (SWEEP, "done")

    def has(self, step: str, **facts: str) -> bool:
        """Whether a step was begun, in whatever run."""
        return any(
            entry.step == step and facts.items() <= entry.facts.items() for entry in self._own()
        )

    def unfinished(self, *steps: str) -> tuple[Entry, ...]:
        """Those of the steps that were begun and not ended."""
        names = {PREFIX + step for step in steps}
        return tuple(
            entry
            for entry in self._journal.unfinished()
            if entry.step in names and entry.facts["host"] == self._host
        )

    def close(self, *steps: str) -> None:
        """End what earlier runs began and could not end; to be called when all is found done."""
        for entry in self.unfinished(*steps):
            self._journal.done(entry.step, **entry.facts | {"result": "found done"})

    def _own(self) -> Iterator[Entry]:
        return (entry for entry in self._entries() if entry.facts["host"] == self._host)

    def _entries(self) -> Iterator[Entry]:
        for entry in self._journal.entries():
            if entry.step.startswith(PREFIX):
                yield Entry(entry.step.removeprefix(PREFIX), entry.state, entry.facts)


def mark(nonce: str, run: str = "") -> dict[str, object]:
    """A description that tells whose draft it is; it never becomes public."""
    return {"description": f"{MARK} {nonce} {run}".strip(), "type": {"id": "other"}}


def nonce_in(metadata: Mapping[str, object]) -> tuple[str, str]:
    """Nonces of the draft's maker and of the run that had it last; "" where there is none."""
    notes = metadata.get("additional_descriptions")
    for note in notes if isinstance(notes, list) else []:
        text = note.get("description") if isinstance(note, dict) else None
        if isinstance(text, str) and text.startswith(f"{MARK} "):
            maker, _, run = text.removeprefix(f"{MARK} ").partition(" ")
            return maker, run
    return "", ""
