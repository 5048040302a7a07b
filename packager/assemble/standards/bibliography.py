"""A release as bibliographies take it: BibTeX, RIS, APA and CSL-JSON.

The forms are written here and not converted from CITATION.cff: the converters at hand know no data
sets, drop the version, and take a comma in an organisation's name for the end of a family name.
"""

import re
import unicodedata
from urllib.parse import quote

from packager.assemble.standards.data_package import filled
from packager.domain.citation import Creator, Work

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
KIND = "Data set"
LANGUAGE = "en"
LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{char: f"\\{char}" for char in "&%$#_"},
    }
)
IN_ADDRESSES = "/:?#[]@!$&'()*+,;=-._~"
MOST_AUTHORS = 20


def key(work: Work) -> str:
    """Citation key: first creator and version, so that two versions can be cited side by side.

    ASCII letters, digits, dots and hyphens, such as LeadGreen2026-11-30.
    """
    first = work.citation.creators[0]
    name = unicodedata.normalize("NFKD", first.family_name or first.name)
    return (re.sub(r"[^A-Za-z0-9]", "", name) or "Dataset") + work.identity.version


def bibtex(work: Work) -> str:
    """One entry; @misc, which every style knows, with all that BibLaTeX can use."""
    citation, identity = work.citation, work.identity
    fields = {
        "author": " and ".join(map(bibtex_name, citation.creators)),
        "title": braced(braced(latex(citation.title))),
        "year": braced(identity.date[:4]),
        "month": MONTHS[int(identity.date[5:7]) - 1],
        "day": braced(str(int(identity.date[8:]))),
        "howpublished": braced(f"{KIND}, version {identity.version}"),
        "version": braced(identity.version),
        "publisher": braced(braced(latex(citation.publisher.name))),
        "doi": braced(address(identity.doi)) if identity.doi else "",
        "url": braced(address(work.url)),
        "note": braced(latex(" ".join(work.notices))) if work.notices else "",
    }
    fields["author"] = braced(fields["author"])
    lines = [f"  {name:<12} = {value}" for name, value in fields.items() if value]
    return f"@misc{{{key(work)},\n" + ",\n".join(lines) + "\n}\n"


def bibtex_name(one: Creator) -> str:
    """A name in braces is not taken apart: an organisation whole, a person in two parts."""
    parts = [one.family_name, one.given_name] if one.family_name else [one.name]
    return ", ".join(braced(latex(part)) for part in parts if part)


def braced(text: str) -> str:
    return "{" + text + "}"


def latex(text: str) -> str:
    """Text that means itself to BibTeX and LaTeX; letters beyond ASCII stay as they are.

    Braces go by name: BibTeX counts even those behind a backslash.
    """
    return line(text).translate(LATEX)


def line(text: str) -> str:
    """The text on one line, without control characters."""
    shown = "".join(char if unicodedata.category(char) != "Cc" else " " for char in text)
    return " ".join(shown.split())


def address(text: str) -> str:
    """A DOI or URL with nothing in it that ends a field: braces, blanks, backslashes, quotes."""
    return quote(text, safe=f"{IN_ADDRESSES}%")


def ris(work: Work) -> str:
    """One record of type DATA, a tag a line; a person's family name first, then a comma."""
    citation, identity = work.citation, work.identity
    tags = (
        ("TY", "DATA"),
        ("ID", key(work)),
        *(("AU", one.name) for one in citation.creators),
        ("TI", citation.title),
        ("PY", identity.date[:4]),
        ("DA", f"{identity.date.replace('-', '/')}/"),
        ("ET", identity.version),
        ("PB", citation.publisher.name),
        ("M3", KIND),
        ("DO", identity.doi),
        ("UR", work.url),
        ("AB", citation.abstract),
        *(("KW", one) for one in citation.keywords),
        *(("N1", one) for one in work.notices),
        ("LA", LANGUAGE),
    )
    return "".join(f"{tag}  - {line(value)}\n" for tag, value in tags if value) + "ER  - \n"


def apa(work: Work) -> str:
    """A reference of APA's seventh edition: data set with version and publisher; one line.

    Notices follow in brackets, behind all that the style asks for.
    """
    citation, identity = work.citation, work.identity
    authors = apa_authors(citation.creators)
    published = line(citation.publisher.name)
    return " ".join(
        (
            authors if authors.endswith(".") else f"{authors}.",
            f"({identity.date[:4]}).",
            f"{line(citation.title)} (Version {identity.version}) [{KIND}].",
            published if published.endswith(".") else f"{published}.",
            work.url,
            *(f"[{line(one)}]" for one in work.notices),
        )
    )


def apa_authors(creators: tuple[Creator, ...]) -> str:
    """Names with initials, the last behind an ampersand; beyond twenty an ellipsis."""
    said = [apa_name(one) for one in creators]
    if len(said) == 1:
        return said[0]
    if len(said) > MOST_AUTHORS:
        return f"{', '.join(said[: MOST_AUTHORS - 1])}, . . . {said[-1]}"
    return f"{', '.join(said[:-1])}, & {said[-1]}"


def apa_name(one: Creator) -> str:
    """A person's family name and initials; an organisation whole."""
    initials = " ".join(map(initial, line(one.given_name).split()))
    return f"{line(one.family_name)}, {initials}" if initials else line(one.name)


def initial(given: str) -> str:
    """The initial of one given name, of each part of a hyphenated one."""
    return "-".join(f"{part[0].rstrip('.')}." for part in given.split("-") if part)


def csl_json(work: Work) -> list[dict[str, object]]:
    """One item of CSL-JSON, in the list that its readers expect."""
    citation, identity = work.citation, work.identity
    year, month, day = map(int, identity.date.split("-"))
    item = {
        "id": key(work),
        "type": "dataset",
        "title": line(citation.title),
        "author": [csl_name(one) for one in citation.creators],
        "issued": {"date-parts": [[year, month, day]]},
        "version": identity.version,
        "publisher": line(citation.publisher.name),
        "DOI": identity.doi,
        "URL": work.url,
        "abstract": line(citation.abstract),
        "language": LANGUAGE,
        "note": line(" ".join(work.notices)),
    }
    return [filled(item)]


def csl_name(one: Creator) -> dict[str, object]:
    """A name: an organisation literally, a person in two parts."""
    if not one.family_name:
        return {"literal": line(one.name)}
    return filled({"family": line(one.family_name), "given": line(one.given_name)})
