"""Reader of citations: CITATION.cff by cffconvert's schema, read back. Its door."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from cffconvert import Citation
from cffconvert.behavior_1_2_x import citation as behaviour
from ruamel.yaml.error import YAMLError

from packager.assemble.judges.readers import answer
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding
from packager.domain.strict import decode, parse_json

NAME, CITED, PACKAGE = "cffconvert", "CITATION.cff", "datapackage.json"
MIDNIGHT, DOI_ADDRESS = "T00:00:00Z", "https://doi.org/"
MEND = "mend CITATION.cff at the root of the project, and build the tree again"
Invalid = behaviour.jsonschema.ValidationError  # what it raises, by the name it knows it under


def findings(place: Path) -> list[Finding]:
    """Why the citation is not valid, or names another release than the package."""
    try:
        citation = Citation(decode((place / CITED).read_bytes(), where=CITED))
        citation.validate()
    except Invalid as error:
        at = "/".join(map(str, error.absolute_path))
        return [finding(f"{at or 'the file'}: {error.message}")]
    except (PackagerError, OSError, ValueError, YAMLError) as error:
        return [finding(f"cannot be read: {' '.join(str(error).split())}")]
    return list(unlike(citation.cffobj, place)) + list(unusable(citation))


def unlike(cited: Mapping[str, object], place: Path) -> Iterator[Finding]:
    """Names of the release that are not the package's."""
    try:
        package = parse_json(decode((place / PACKAGE).read_bytes(), where=PACKAGE), where=PACKAGE)
    except (PackagerError, OSError):
        return
    if not isinstance(package, dict):
        return
    names = {
        "version": package.get("version"),
        "date-released": str(package.get("created")).removesuffix(MIDNIGHT),
        "doi": str(package.get("id", "")).removeprefix(DOI_ADDRESS) or None,
    }
    for key, value in names.items():
        if cited.get(key) != value:
            yield finding(f"{key} is read as {cited.get(key)!r}, where {PACKAGE} says {value!r}")


def unusable(citation: Citation) -> Iterator[Finding]:
    """Forms of the citation that lack its title."""
    title = str(citation.cffobj.get("title", ""))
    for form, text in (("BibTeX", citation.as_bibtex()), ("APA", citation.as_apalike())):
        if title not in text:
            yield finding(f"the citation as {form} lacks the title")


def finding(what: str) -> Finding:
    """A finding of this reader."""
    return Finding(judge=NAME, path=CITED, what=what, mend=MEND)


if __name__ == "__main__":
    answer(findings, sys.argv[1:])
