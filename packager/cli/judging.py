"""What judges say of a tree, and what a command makes of it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from packager.assemble.judges.evidence import Evidence
from packager.assemble.judges.run import Case, Verdict, called, judge
from packager.assemble.standards.hub_front_matter import config_name
from packager.cli.project import Project
from packager.domain.errors import IntegrityError, listed
from packager.domain.finding import Finding

LOADS = ("datasets", "frictionless")
PARQUET = ".parquet"


@contextmanager
def to_be_sound(project: Project, tree: Path) -> Iterator[Callable[[], None]]:
    """Call the readers before a tree is built; within, the built tree is judged.

    Yields:
        What raises IntegrityError unless no judge finds a fault in the tree.
    """
    case = Case(tree, project.recipe.agreement)
    with called(case) as panel:
        yield lambda: require_clean(judge(case, panel=panel), where=tree)


def load_back(project: Project, tree: Path) -> dict[str, int]:
    """Rows by table, as the readers people use found them in a tree, equal to the documents.

    Raises:
        IntegrityError: a table does not load, or not as the documents say.
    """
    require_clean(judge(Case(tree, project.recipe.agreement, only=LOADS)), where=tree)
    evidence = Evidence(tree)
    tables = {
        config_name(one.path): evidence.table(one.path)
        for one in evidence.resources
        if one.path.endswith(PARQUET)
    }
    return {name: len(rows.cells) for name, rows in tables.items() if rows is not None}


def require_clean(verdict: Verdict, *, where: Path) -> None:
    """Raise IntegrityError that lists the findings, the first of each judge."""
    if verdict.findings:
        raise IntegrityError(
            f"{counted(len(verdict.findings))} in the tree:\n" + "\n".join(told(verdict.findings)),
            where=str(where),
            mend=verdict.findings[0].mend,
        )


def told(findings: tuple[Finding, ...]) -> list[str]:
    """The first ten findings of each judge, a line each, then a count of its rest."""
    return [listed([one.line() for one in said]) for said in by_judge(findings).values()]


def by_judge(findings: tuple[Finding, ...]) -> Mapping[str, list[Finding]]:
    """Findings by who found them."""
    found: dict[str, list[Finding]] = {}
    for one in findings:
        found.setdefault(one.judge, []).append(one)
    return found


def counted(number: int) -> str:
    """A number of faults in words."""
    return "1 fault" if number == 1 else f"{number} faults"
