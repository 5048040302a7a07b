"""A look at the published releases as the text of an issue, the same whenever nothing changed."""

from collections import Counter
from collections.abc import Iterator, Sequence

from packager.card.difference_markdown import words
from packager.card.plain_text import counted
from packager.domain.watch import HostFinding, Severity, Watch

MARKER = "<!-- packager watch -->"
"""The first line; a workflow finds its issue by it."""
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "notice")
FINDINGS, DETAILS = 40, 10


def watch_markdown(watch: Watch) -> str:
    """The whole report; what is too much for an issue is counted, and `--json` has it."""
    return "\n".join([MARKER, *_lines(watch)]) + "\n"


def verdict(watch: Watch) -> str:
    """What was found, in a few words."""
    numbers = Counter(one.code.severity for one in watch.findings)
    told = [counted(numbers[kind], kind) for kind in SEVERITIES if numbers[kind]]
    failures = sum(one.is_failure for one in watch.unseen)
    told += [f"{counted(failures, 'look')} failed"] if failures else []
    return ", ".join(told) or "all is as it was published"


def _lines(watch: Watch) -> Iterator[str]:
    yield f"## Published releases on {watch.as_of.isoformat()}: {verdict(watch)}"
    for severity in SEVERITIES:
        found = [one for one in watch.findings if one.code.severity == severity]
        yield from _section(severity, found)
    yield from _table(
        "Looked at",
        ("Host", "Release", "What was seen", "Where"),
        [(one.host, one.version or "all", one.said, one.where) for one in watch.seen],
    )
    yield from _table(
        "Not looked at",
        ("Host", "What", "Why"),
        [(one.host, one.about, one.why) for one in watch.unseen],
    )


def _section(severity: Severity, found: Sequence[HostFinding]) -> Iterator[str]:
    if found:
        yield from ("", f"### {severity.capitalize()}s", "")
    for one in found[:FINDINGS]:
        about = words(one.version or "all releases")
        yield f"- `{one.code.name}` {about}: {words(one.what)}, at {words(one.where)}"
        yield from (f"    - {words(detail)}" for detail in one.details[:DETAILS])
        if len(one.details) > DETAILS:
            yield f"    - and {len(one.details) - DETAILS} more"
        yield f"    - Mend: {words(one.code.mend)}"
    if len(found) > FINDINGS:
        yield f"- and {counted(len(found) - FINDINGS, severity)} more; `--json` has all"


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if rows:
        yield from ("", f"### {title}", "", f"| {' | '.join(heads)} |")
        yield f"|{' --- |' * len(heads)}"
        yield from (f"| {' | '.join(map(words, row))} |" for row in rows[:FINDINGS])
    if len(rows) > FINDINGS:
        yield from ("", f"and {counted(len(rows) - FINDINGS, 'line')} more; `--json` has all")
