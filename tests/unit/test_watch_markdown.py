"""A watch as an issue: what hosts wrote stays text, and it fits."""

from dataclasses import replace
from datetime import date

from packager.card.watch_markdown import MARKER, verdict, watch_markdown
from packager.domain.watch import Code, HostFinding, Seen, Unseen, Watch

CHANGED = Code("zenodo.file-changed", "error", "A file has other bytes.", "put it back")
OPEN = Code("zenodo.edit-open", "warning", "An edit is open.", "discard it")
ADDRESS = "https://example.org/records/1"
QUIET = Watch(
    as_of=date(2027, 1, 2),
    findings=(),
    seen=(Seen("zenodo", "2026-11-30", ADDRESS, "every file compared"),),
    unseen=(),
)
LONGEST_ISSUE = 65_536


def test_a_quiet_report_says_so_and_carries_the_marker_a_workflow_looks_for() -> None:
    lines = watch_markdown(QUIET).splitlines()

    assert lines[0] == MARKER == "<!-- packager watch -->"
    assert lines[1] == "## Published releases on 2027-01-02: all is as it was published"
    assert not any(line.startswith("### Err") for line in lines)


def test_errors_stand_before_warnings_and_say_how_to_mend_them() -> None:
    found = (
        HostFinding(OPEN, "2026-11-30", "an edit is open", ADDRESS),
        HostFinding(CHANGED, "2026-11-30", "1 file", ADDRESS, ("index.csv",)),
    )
    watch = replace(QUIET, findings=found)

    text = watch_markdown(watch)

    assert verdict(watch) == "1 error, 1 warning"
    assert text.index("### Errors") < text.index("index.csv") < text.index("### Warnings")
    assert "    - Mend: put it back\n" in text


def test_what_a_host_wrote_makes_no_mention_no_tag_and_no_second_marker() -> None:
    nasty = f"@maintainer [x](http://y) | <img src=x> {MARKER}\n# heading"
    found = (HostFinding(CHANGED, "", nasty, ADDRESS, (nasty,)),)
    unseen = (Unseen("zenodo", nasty, nasty, is_failure=True),)

    text = watch_markdown(replace(QUIET, findings=found, unseen=unseen))

    assert text.count(MARKER) == 1
    assert "@maintainer" not in text
    assert "<img" not in text
    assert "[x](" not in text
    assert not any(line.startswith("# heading") for line in text.splitlines())
    (row,) = [line for line in text.splitlines() if line.startswith("| zenodo | &#64;")]
    assert row.count(" | ") == 2


def test_a_thousand_findings_fit_into_an_issue_and_the_rest_is_counted() -> None:
    one = HostFinding(CHANGED, "2026-11-30", "w" * 500, ADDRESS, tuple(map(str, range(300))))

    text = watch_markdown(replace(QUIET, findings=(one,) * 1000))

    assert len(text) < LONGEST_ISSUE
    assert "- and 960 errors more; `--json` has all" in text
    assert "    - and 290 more\n" in text


def test_a_look_that_failed_is_told_in_the_title() -> None:
    gap = Unseen("zenodo", "record of 2026-11-30", "no answer", is_failure=True)
    skipped = Unseen("zenodo", "open drafts", "no token", is_failure=False)

    assert verdict(replace(QUIET, unseen=(gap, skipped))) == "1 look failed"
