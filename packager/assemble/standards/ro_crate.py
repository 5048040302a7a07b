"""RO-Crate 1.2: the tree as a research object, every file with size and digest.

Written last, before the list of digests, which is named and neither measured nor hashed here.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import quote, unquote

from packager.assemble.resources import Written
from packager.assemble.standards.bibliography import apa
from packager.assemble.standards.claims import Claims, bare_doi, found, items, names, word
from packager.assemble.standards.data_package import filled
from packager.assemble.standards.ro_crate_context import (
    PUBLISHER,
    Entity,
    cited,
    context,
    creator_id,
    reference_id,
    source_id,
)
from packager.domain.citation import Work, doi_url
from packager.domain.package import Resource

FILE, ROOT = "ro-crate-metadata.json", "./"
SPECIFICATION = "https://w3id.org/ro/crate/1.2"
CONTEXT = [f"{SPECIFICATION}/context", {"sha256": "http://schema.org/sha256"}]
SUMS = "SHA256SUMS"
LANGUAGE = "en"
MEDIA_TYPES = {
    "cff": "application/yaml",
    "csv": "text/csv",
    "json": "application/json",
    "md": "text/markdown",
    "parquet": "application/vnd.apache.parquet",
    "png": "image/png",
    "svg": "image/svg+xml",
}
PLAIN = "text/plain"
WORDS = {
    "CITATION.cff": ("Citation", "How to cite this release, in the Citation File Format."),
    "NOTICE.md": ("Notice", "Where the data come from, source by source, and their terms."),
    "README.md": ("Data card", "What the data set is, how to read it, where its limits are."),
    "croissant.json": ("Croissant", "Files and tables for machine learning tools."),
    "datapackage.json": ("Data package", "Every document with its digest, types and keys."),
    "figures.json": ("Figures", "Every printed number with its exact value, unit and source."),
    SUMS: ("Digests", "The sha256 of every other file."),
}


def ro_crate(
    work: Work, files: Mapping[str, Written], resources: Mapping[str, Resource]
) -> dict[str, object]:
    """ro-crate-metadata.json of a release.

    Args:
        work: the release.
        files: size and digest by path of every file written so far.
        resources: by path, what the package says of its documents.
    """
    parts = [file(path, files[path], resources.get(path)) for path in sorted(files)]
    last = file(SUMS, None, None)
    return {
        "@context": CONTEXT,
        "@graph": [
            descriptor(),
            root(work, [*parts, last]),
            *parts,
            last,
            *context(work),
        ],
    }


def descriptor() -> Entity:
    """The file itself."""
    return {
        "@id": FILE,
        "@type": "CreativeWork",
        "about": {"@id": ROOT},
        "conformsTo": {"@id": SPECIFICATION},
    }


def root(work: Work, parts: list[Entity]) -> Entity:
    """The release as a whole."""
    citation, identity = work.citation, work.identity
    return filled(
        {
            "@id": ROOT,
            "@type": "Dataset",
            "name": citation.title,
            "description": citation.abstract,
            "version": identity.version,
            "datePublished": identity.date,
            "license": {"@id": work.rights.path},
            "identifier": {"@id": doi_url(identity.doi)} if identity.doi else None,
            "isPartOf": {"@id": doi_url(identity.concept_doi)} if identity.concept_doi else None,
            "url": citation.url,
            "creditText": apa(work),
            "inLanguage": LANGUAGE,
            "keywords": single(citation.keywords),
            "author": single([{"@id": creator_id(n)} for n, _ in enumerate(citation.creators)]),
            "publisher": {"@id": PUBLISHER},
            "isBasedOn": single([{"@id": source_id(one)} for one in work.sources]),
            "citation": single([{"@id": reference_id(one)} for one in cited(work)]),
            "hasPart": single([{"@id": part["@id"]} for part in parts]),
        }
    )


def single(things: Sequence[object]) -> object:
    """One thing stands without a list, as the specification recommends."""
    return things[0] if len(things) == 1 else list(things)


def file(path: str, written: Written | None, resource: Resource | None) -> Entity:
    """One file; its address is its path, escaped as addresses are."""
    title, description = WORDS.get(path, (path, f"The file {path}."))
    if resource is not None:
        title, description = resource.title, resource.description
    return filled(
        {
            "@id": quote(path),
            "@type": "File",
            "name": title,
            "description": description,
            "encodingFormat": resource.mediatype if resource else media_type(path),
            "contentSize": str(written.bytes) if written else "",
            "sha256": written.sha256 if written else "",
        }
    )


def media_type(path: str) -> str:
    """Media type by suffix."""
    return MEDIA_TYPES.get(path.rpartition(".")[2], PLAIN)


def claims(document: object) -> Claims:
    """What an RO-Crate says the release is."""
    graph = {word(one, "@id"): one for one in items(document, "@graph")}
    whole = graph.get(ROOT)
    parts = {
        unquote(word(one, "@id")): graph.get(word(one, "@id")) for one in items(whole, "hasPart")
    }
    return Claims(
        version=word(whole, "version"),
        date=word(whole, "datePublished"),
        doi=bare_doi(word(whole, "identifier", "@id")),
        concept_doi=bare_doi(word(whole, "isPartOf", "@id")),
        title=word(whole, "name"),
        rights=word(whole, "license", "@id"),
        creators=names([graph.get(word(one, "@id")) for one in items(whole, "author")]),
        publisher=word(graph.get(word(found(whole, "publisher"), "@id")), "name"),
        files={
            path: (word(one, "contentSize"), word(one, "sha256"))
            for path, one in parts.items()
            if path != SUMS
        },
    )
