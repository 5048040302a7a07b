"""The rules of the standards, written from their documentation: a second opinion on each writer."""

import re
from collections.abc import Iterator, Mapping

TEXT = {"type": "string", "minLength": 1}
ADDRESS = {"type": "string", "format": "uri"}
DAY = {"type": "string", "format": "date"}
NAME = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": TEXT,
        "nameType": {"enum": ["Organizational", "Personal"]},
        "givenName": TEXT,
        "familyName": TEXT,
        "affiliation": {
            "type": "array",
            "items": {"type": "object", "required": ["name"], "properties": {"name": TEXT}},
        },
        "contributorType": {
            "enum": ["ContactPerson", "Distributor", "HostingInstitution", "RightsHolder"]
        },
    },
}


def many(item: Mapping[str, object], least: int = 1) -> dict[str, object]:
    return {"type": "array", "items": item, "minItems": least, "uniqueItems": True}


def members(required: list[str], **properties: object) -> dict[str, object]:
    return {
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": properties,
    }


DATACITE = members(
    ["creators", "titles", "publisher", "publicationYear", "types", "schemaVersion"],
    doi={"type": "string", "pattern": r"^10\.[0-9]{4,9}/[^\s]+$"},
    url=ADDRESS,
    types=members(
        ["resourceTypeGeneral"], resourceTypeGeneral={"const": "Dataset"}, resourceType=TEXT
    ),
    creators=many(NAME),
    titles=many(members(["title"], title=TEXT, lang=TEXT)),
    publisher=members(["name"], name=TEXT),
    publicationYear={"type": "string", "pattern": "^[0-9]{4}$"},
    subjects=many(members(["subject"], subject=TEXT)),
    contributors=many({**NAME, "required": ["name", "contributorType"]}),
    dates=many(
        members(
            ["date", "dateType"],
            date=DAY,
            dateType={"enum": ["Available", "Collected", "Created", "Issued", "Updated", "Valid"]},
        )
    ),
    language={"type": "string", "pattern": "^[a-z]{2}(-[A-Za-z0-9]+)*$"},
    version=TEXT,
    rightsList=many(
        members(
            [],
            rights=TEXT,
            rightsUri=ADDRESS,
            rightsIdentifier=TEXT,
            rightsIdentifierScheme={"const": "SPDX"},
            schemeUri=ADDRESS,
        )
    ),
    descriptions=many(
        members(
            ["description", "descriptionType"],
            description=TEXT,
            descriptionType={"enum": ["Abstract", "Methods", "TechnicalInfo", "Other"]},
            lang=TEXT,
        )
    ),
    relatedIdentifiers=many(
        members(
            ["relatedIdentifier", "relatedIdentifierType", "relationType"],
            relatedIdentifier=TEXT,
            relatedIdentifierType={"enum": ["DOI", "URL", "arXiv"]},
            relationType={
                "enum": [
                    *("IsVersionOf", "IsNewVersionOf", "IsDocumentedBy", "IsIdenticalTo"),
                    *("IsCompiledBy", "IsDerivedFrom", "References", "Cites", "IsObsoletedBy"),
                ]
            },
            resourceTypeGeneral={"enum": ["Dataset", "Software", "Text"]},
        )
    ),
    schemaVersion={"const": "http://datacite.org/schema/kernel-4"},
)
"""DataCite Metadata Schema 4: obligations and vocabularies, of these only what we may use."""

CSL_NAME = {
    "oneOf": [
        members(["literal"], literal=TEXT),
        members(["family"], family=TEXT, given=TEXT),
    ]
}
CSL = {
    "type": "array",
    "minItems": 1,
    "items": members(
        ["id", "type"],
        id=TEXT,
        type={"const": "dataset"},
        title=TEXT,
        author=many(CSL_NAME),
        issued=members(
            ["date-parts"],
            **{
                "date-parts": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 2,
                    "items": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": 3,
                        "items": {"type": "integer"},
                    },
                }
            },
        ),
        version=TEXT,
        publisher=TEXT,
        DOI=TEXT,
        URL=ADDRESS,
        abstract=TEXT,
        language=TEXT,
        note=TEXT,
    ),
}
"""CSL-JSON 1.0: an item, its names and its dates."""

CROISSANT_REQUIRED = (
    *("@context", "@type", "conformsTo", "name", "description", "license", "url", "creator"),
    *("datePublished", "distribution"),
)
SEMVER = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
)
"""Semantic Versioning 2.0.0."""

RIS_LINE = re.compile(r"[A-Z][A-Z0-9]  - (\S(.*\S)?)?")
LATEX_NAMES = {
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textasciitilde": "~",
    "textasciicircum": "^",
}
LATEX_PIECE = re.compile(r"\\(?:([a-z]+)\{\}|([&%$#_]))|([^\\{}&%$#_~^])", re.DOTALL)


def ris_tags(text: str) -> list[tuple[str, str]]:
    """A RIS record as tags and values; an error where a line is none."""
    *lines, last = text.split("\n")
    assert last == ""
    assert all(RIS_LINE.fullmatch(line.rstrip()) or line == "ER  - " for line in lines), lines
    return [(line[:2], line[6:]) for line in lines]


def bibtex_entry(text: str) -> tuple[str, str, dict[str, str]]:
    """Kind, key and fields of one entry, read as BibTeX reads: by counting braces."""
    start = re.match(r"@(\w+)\{([^\s,{}%#\\\"'()=~]+),", text)
    assert start is not None, text
    fields: dict[str, str] = {}
    rest = text[start.end() :]
    while (match := re.match(r"\s*([a-z]+)\s*=\s*", rest)) is not None:
        rest = rest[match.end() :]
        value = group(rest) if rest[0] == "{" else rest.partition(",")[0]
        fields[match[1]] = value
        rest = rest[len(value) :].removeprefix(",")
    assert rest == "\n}\n", rest
    return start[1], start[2], fields


def group(text: str) -> str:
    """The braces at the start of a text with all between them."""
    depth = 0
    for at, char in enumerate(text):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if depth == 0:
            return text[: at + 1]
    raise AssertionError(f"unbalanced: {text}")


def names(author: str) -> list[list[str]]:
    """The names of an author field, each as its braced parts."""
    inner = author[1:-1]
    found: list[list[str]] = [[]]
    while inner:
        if inner.startswith("{"):
            found[-1].append(group(inner))
            inner = inner[len(found[-1][-1]) :]
        elif inner.startswith(", "):
            inner = inner[2:]
        else:
            assert inner.startswith(" and "), inner
            found.append([])
            inner = inner[5:]
    return found


def meant(latex: str) -> str:
    """What LaTeX prints; an error where a character would not mean itself."""
    while latex.startswith("{") and group(latex) == latex:
        latex = latex[1:-1]
    return "".join(pieces(latex))


def pieces(latex: str) -> Iterator[str]:
    at = 0
    while at < len(latex):
        match = LATEX_PIECE.match(latex, at)
        assert match is not None, latex[at:]
        yield LATEX_NAMES[match[1]] if match[1] else match[2] or match[3]
        at = match.end()
