"""Parts and MIG profiles of the transcribed file, a row for each figure or profile."""

import re
from collections.abc import Iterator

from packager.green_tokens.sources.transcript import Entry

PARTS = (
    *("part_id", "name", "architecture", "form_factor", "kind", "gpus", "mig_part", "listed"),
    *("scope_of", "figure", "value", "unit", "scope", "configurable", "configurable_from"),
    *("document", "also", "verification", "unverified", "note"),
)
PROFILES = (
    *("part", "profile", "listed", "sm_slices", "sm_slices_of", "memory_slices"),
    *("memory_slices_of", "sm_fraction_printed", "memory_fraction_printed", "nominal_memory_gb"),
    *("max_instances", "document", "verification", "unverified", "test_memory_mib"),
    *("test_sm_count", "test_document", "test_verification", "note"),
)
FIGURES = ("power_ceiling", "memory", "mig_max_instances")
SLICES = ("sm_slices", "sm_slices_of", "memory_slices", "memory_slices_of")
FRACTION = re.compile(r"Full|[1-9]\d?/[1-9]\d?", re.ASCII)


def part_rows(root: Entry) -> Iterator[tuple[str, ...]]:
    """Every figure of every part, first of those the index lists, then of the others."""
    for listed, key in (("yes", "parts"), ("no", "other_parts")):
        for part in root.entries(key):
            own = (
                part.text("id"),
                part.text("name"),
                *(part.text(k, required=False) for k in ("architecture", "form_factor", "kind")),
                part.number("gpus", required=False),
                part.text("mig_part", required=False),
                listed,
            )
            yield from figure_rows(part, own, "part")
            if part.has("per_gpu"):
                inner = part.entry("per_gpu")
                yield from figure_rows(inner, own, "gpu")
                inner.done()
            part.done()


def figure_rows(part: Entry, own: tuple[str, ...], scope_of: str) -> Iterator[tuple[str, ...]]:
    """The figures of a part, or of one of its GPUs.

    `configurable` is "no" where the document does not say that the value can be set lower.
    """
    for name in FIGURES:
        if not part.has(name):
            continue
        one = part.entry(name)
        yield (
            *own,
            scope_of,
            name,
            one.number("value"),
            one.text("unit"),
            one.text("scope", required=False),
            one.text("configurable", required=False) or "no",
            one.number("configurable_from", required=False),
            one.text("document"),
            one.texts("also", between=" "),
            one.text("verification"),
            one.text("unverified"),
            one.text("note", required=False),
        )
        one.done()


def profile_rows(root: Entry) -> Iterator[tuple[str, ...]]:
    """Every MIG profile, first of those the index lists, then of the others."""
    for listed, key in (("yes", "mig_profiles"), ("no", "other_mig_profiles")):
        for one in root.entries(key):
            yield (
                one.text("part"),
                one.text("profile"),
                listed,
                *(one.number(name) for name in SLICES),
                *printed(one),
                *(one.number(name) for name in ("nominal_memory_gb", "max_instances")),
                *(one.text(name) for name in ("document", "verification", "unverified")),
                *test_table(one),
                one.text("note", required=False),
            )
            one.done()


def printed(one: Entry) -> tuple[str, str]:
    """The fractions as the guide prints them: 1/7, or Full."""
    if not one.has("as_printed"):
        return "", ""
    entry = one.entry("as_printed")
    found = entry.text("sm_fraction"), entry.text("memory_fraction")
    for text in found:
        if text and not FRACTION.fullmatch(text):
            entry.faults.add(entry.place, f"{text!r} is no fraction", mend="print 1/7 or Full")
    entry.done()
    return found


def test_table(one: Entry) -> tuple[str, str, str, str]:
    """What NVIDIA's own test tables say of the profile."""
    if not one.has("test_table"):
        return "", "", "", ""
    entry = one.entry("test_table")
    found = (
        entry.number("memory_mib"),
        entry.number("sm_count"),
        entry.text("document"),
        entry.text("verification"),
    )
    entry.done()
    return found
