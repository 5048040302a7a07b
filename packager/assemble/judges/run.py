"""All judges over one tree or archive: our own first, the readers of others beside them."""

import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from packager.assemble.archive import unpack
from packager.assemble.judges import (
    citation_pack,
    documents,
    equality,
    figures,
    files,
    hub,
    identity,
    listings,
    rows,
)
from packager.assemble.judges.evidence import REBUILD, Evidence
from packager.assemble.judges.readers import Child, Reader, ask
from packager.assemble.seal import compare, read_seal
from packager.assemble.tree import files_of
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding
from packager.domain.recipe import Agreement

OWN: tuple[tuple[str, Callable[[Evidence], Iterator[Finding]]], ...] = (
    ("files", files.judge),
    ("rows", rows.judge),
    ("documents", documents.judge),
    ("identity", identity.judge),
    ("equality", equality.judge),
    ("listings", listings.judge),
    ("hub", hub.judge),
    ("figures", figures.judge),
    ("citation", citation_pack.judge),
)
RULES, SEAL = "rules", "seal"
DOORS = "packager.assemble.judges"
TABLES, PAPERS = f"{DOORS}.all_tables", f"{DOORS}.all_papers"
READERS = (  # those that take longest are asked first
    Reader("mlcroissant", f"{DOORS}.croissant_reader", beside="PACKAGER_MLCROISSANT"),
    Reader("datasets", f"{DOORS}.loading", program=TABLES),
    Reader("pandas", f"{DOORS}.table_readers", program=TABLES),
    Reader("pyarrow", f"{DOORS}.table_readers", program=TABLES),
    Reader("csv", f"{DOORS}.table_readers", program=TABLES),
    Reader("polars", f"{DOORS}.table_readers", program=TABLES),
    Reader("duckdb", f"{DOORS}.table_readers", program=TABLES),
    Reader("frictionless", f"{DOORS}.package_reader", archives=True, program=PAPERS),
    Reader("dplib", f"{DOORS}.descriptor_reader", program=PAPERS),
    Reader("cffconvert", f"{DOORS}.citation_reader", program=PAPERS),
)
SKIPPED, MISSING = "left out on request", "not installed"


@dataclass(frozen=True, slots=True)
class Case:
    """What is judged, and by whom.

    Attributes:
        place: folder of a tree, or an archive.
        agreement: the recipe's own rules.
        environ: environment of the readers' processes; secrets in it are not handed on.
        seal: seal.json of the release that the place must be, if it is sealed.
        fast: leave the readers of others out.
        only: names of judges and readers to hear; () for all.
    """

    place: Path
    agreement: Agreement
    environ: Mapping[str, str] = field(default_factory=dict)
    seal: Path | None = None
    fast: bool = False
    only: Collection[str] = ()

    def hears(self, name: str) -> bool:
        """Whether a judge is to be heard."""
        return not self.only or name in self.only


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judges said.

    Attributes:
        findings: in order of place; () for a sound tree.
        ran: judges and readers that were heard, in their order.
        not_run: those that were not, and why.
    """

    findings: tuple[Finding, ...]
    ran: tuple[str, ...]
    not_run: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Panel:
    """Readers that were called and import their libraries, and those that were not, and why."""

    children: tuple[Child, ...]
    not_run: Mapping[str, str]


Told = Callable[[str, int], None]
"""Called when a judge has ended, with its name and how many faults it found."""


@contextmanager
def called(case: Case) -> Iterator[Panel]:
    """Call the readers of a case, before what it is about is there if need be."""
    processes, not_run = readers(case)
    with ExitStack() as ending:
        children = [ending.enter_context(Child(one, case.environ)) for one in processes]
        yield Panel(tuple(children), not_run)


def judge(
    case: Case, told: Told = lambda _name, _count: None, panel: Panel | None = None
) -> Verdict:
    """Hear every judge about a tree or an archive.

    Args:
        case: what is judged, and by whom.
        told: hears of each judge that has ended.
        panel: readers that were called for this case already; called now if there are none.

    Raises:
        IntegrityError: the place is neither; what is wrong within it is a finding.
    """
    with ExitStack() as ending:
        panel = panel or ending.enter_context(called(case))
        if case.place.is_dir():
            return heard(case, case.place, told, panel)
        folder = ending.enter_context(tempfile.TemporaryDirectory(prefix="packager-"))
        root = Path(folder) / "tree"
        unpack(case.place, root)
        return heard(case, root, told, panel)


def heard(case: Case, root: Path, told: Told, panel: Panel) -> Verdict:
    """Hear every judge about a tree whose archive, if there is one, was unpacked."""
    findings: list[Finding] = []
    ran: list[str] = []

    def note(name: str, found: Iterable[Finding]) -> None:
        new = list(found)
        findings.extend(new)
        ran.append(name)
        told(name, len(new))

    with ThreadPoolExecutor(max(1, len(panel.children))) as pool:
        asked = [pool.submit(ask_both, child, root, case) for child in panel.children]
        for name, found in own(case, root):
            note(name, found)
        for future in asked:
            for name, found in future.result().items():
                note(name, found)
    ordered = sorted(dict.fromkeys(findings), key=lambda one: one.order)
    return Verdict(tuple(ordered), tuple(ran), panel.not_run)


def own(case: Case, root: Path) -> Iterator[tuple[str, list[Finding]]]:
    """Our own judges in their order; what could not be read counts for the one who met it."""
    evidence = Evidence(root)
    if case.seal is not None and case.hears(SEAL):
        yield SEAL, sealed(case.seal, root)
    for name, one in OWN:
        if case.hears(name):
            yield name, [*one(evidence), *evidence.drain()]
    if case.hears(RULES):
        fit = {k: v for k, v in evidence.documents().items() if k not in evidence.unfit}
        yield RULES, [*case.agreement(fit), *evidence.drain()]


def sealed(path: Path, root: Path) -> list[Finding]:
    """In which files a tree is not the one that was sealed."""
    try:
        faults = compare(read_seal(path.read_bytes(), path.name), files_of(root))
    except PackagerError as error:
        return [of_the_seal("", f"{error.what} ({error.where})")]
    kinds = (
        (faults.missing, "was sealed and is not there"),
        (faults.extra, "is there and was not sealed"),
        (faults.changed, "has other bytes than were sealed"),
    )
    return [of_the_seal(one, what) for paths, what in kinds for one in paths]


def of_the_seal(path: str, what: str) -> Finding:
    """A finding about the seal."""
    return Finding(judge=SEAL, path=path, what=what, mend=REBUILD)


def readers(case: Case) -> tuple[list[list[Reader]], dict[str, str]]:
    """Readers to ask, those that share a process together; and why the others are not."""
    waiting: dict[str, list[Reader]] = {}
    not_run = {}
    for one in READERS:
        if case.fast or not case.hears(one.library):
            not_run[one.library] = SKIPPED
        elif not one.is_installed(case.environ):
            not_run[one.library] = MISSING
        else:
            waiting.setdefault(one.process, []).append(one)
    return list(waiting.values()), not_run


def ask_both(child: Child, root: Path, case: Case) -> dict[str, list[Finding]]:
    """Readers about the tree, and about the archive it came in where they read archives."""
    found = child.show(root)
    archives = [one for one in child.readers if one.archives and case.place != root]
    if archives:
        for name, more in ask(archives, case.place, case.environ).items():
            found[name] += more
    return found
