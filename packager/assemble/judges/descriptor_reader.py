"""Reader of descriptors: datapackage.json by dplib's models and its copy of the v2 profile.

Its own check of a profile fetches it from the network (version 1.1.0 does not find the copy it
brings), so the copy is judged here.
"""

import sys
from importlib import resources
from pathlib import Path

import dplib
from dplib.error import Error
from dplib.models.package.package import Package

from packager.assemble.json_schema import any_draft
from packager.assemble.judges.readers import answer
from packager.assemble.standards.data_package import PROFILE
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding
from packager.domain.strict import decode, parse_json

NAME, PACKAGE = "dplib", "datapackage.json"
PROFILE_COPY = "profiles/2.0/datapackage.json"
MEND = "mend what the recipe or the settings say of the package"


def findings(place: Path) -> list[Finding]:
    """Faults of the descriptor by the standard's profile, then by typed models."""
    content = decode((place / PACKAGE).read_bytes(), where=PACKAGE)
    try:
        document = parse_json(content, where=PACKAGE)
    except PackagerError as error:
        return [finding(error.what)]
    profile = parse_json(
        resources.files(dplib).joinpath(PROFILE_COPY).read_text(encoding="utf-8"), where=PROFILE
    )
    if not isinstance(profile, dict) or not isinstance(document, dict):
        return [finding("no JSON object")]
    said = [finding(fault) for fault in any_draft(profile)(document)]
    if document.get("$schema") != PROFILE:
        said.append(finding(f"$schema is not {PROFILE}"))
    return said or models(content, document)


def models(content: str, document: dict[str, object]) -> list[Finding]:
    """What the library's typed models make of the descriptor, against the descriptor."""
    try:
        package = Package.from_text(content, format="json")
    except (Error, ValueError) as error:
        return [finding(" ".join(str(error).split()))]
    return [
        finding(f"{key} is read as {str(getattr(package, key))[:80]!r}")
        for key in ("name", "version", "created", "title")
        if getattr(package, key) != document.get(key)
    ]


def finding(what: str) -> Finding:
    """A finding of this reader."""
    return Finding(judge=NAME, path=PACKAGE, what=what, mend=MEND)


if __name__ == "__main__":
    answer(findings, sys.argv[1:])
