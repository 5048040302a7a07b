"""Releases that describe themselves, and a ledger that has them: what a record is made from."""

import json
from pathlib import Path

from packager.assemble.seal import seal
from packager.assemble.tree import write_tree
from packager.domain.release import Identity, Release
from packager.publish.ledger import Ledger
from tests.fakes.trees import FILES, MAKER, PAPERS


def paper(identity: Identity) -> dict[str, object]:
    """DataCite JSON with everything that a record has a place for."""
    related = [
        ("https://example.org/rain/source", "URL", "IsDerivedFrom", "Dataset"),
        ("https://example.org/rain", "URL", "IsDocumentedBy", "Text"),
        ("arXiv:2505.06371", "arXiv", "Cites", ""),
        ("10.5281/zenodo.1234567", "DOI", "References", ""),
        *(
            [(identity.concept_doi, "DOI", "IsVersionOf", "Dataset")]
            if identity.concept_doi
            else []
        ),
    ]
    return {
        "doi": identity.doi,
        "url": f"https://doi.org/{identity.doi}",
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Data package"},
        "creators": [
            {"name": "Rain Watchers", "nameType": "Organizational"},
            {
                "name": "Lovelace, Ada",
                "nameType": "Personal",
                "familyName": "Lovelace",
                "givenName": "Ada",
                "affiliation": [{"name": "Rain Watchers"}],
                "nameIdentifiers": [
                    {
                        "nameIdentifier": "https://orcid.org/0000-0002-1825-0097",
                        "nameIdentifierScheme": "ORCID",
                    }
                ],
            },
        ],
        "titles": [{"title": "Rain & wind: <an index>", "lang": "en"}],
        "publisher": {"name": "Rain Watchers"},
        "publicationYear": identity.date[:4],
        "subjects": [{"subject": "rain"}, {"subject": "open data"}],
        "contributors": [
            {
                "name": "Weather Ltd",
                "nameType": "Organizational",
                "contributorType": "RightsHolder",
            }
        ],
        "dates": [
            {"date": identity.date, "dateType": "Issued"},
            {"date": identity.date, "dateType": "Created"},
        ],
        "language": "en",
        "version": identity.version,
        "rightsList": [
            {
                "rights": "Creative Commons Attribution 4.0 International",
                "rightsUri": "https://creativecommons.org/licenses/by/4.0/",
                "rightsIdentifier": "CC-BY-4.0",
                "rightsIdentifierScheme": "SPDX",
            },
            {"rights": "Terms of the gauge", "rightsUri": "https://example.org/terms"},
        ],
        "descriptions": [
            {
                "description": "How much it rains & blows.\n\nSecond paragraph: 1 < 2.",
                "descriptionType": "Abstract",
            },
            {"description": "Measured with a gauge.", "descriptionType": "Methods"},
        ],
        "relatedIdentifiers": [
            {
                "relatedIdentifier": value,
                "relatedIdentifierType": kind,
                "relationType": relation,
                **({"resourceTypeGeneral": general} if general else {}),
            }
            for value, kind, relation, general in related
        ],
        "schemaVersion": "http://datacite.org/schema/kernel-4",
    }


def cut_with_paper(ledger: Ledger, place: Path, identity: Identity, rain: bytes = b"") -> Release:
    """A sealed release in the ledger that names its DOI in its own paper."""
    files = FILES | {"datacite.json": json.dumps(paper(identity)).encode(), "index.csv": b"a\n1\n"}
    files |= {"rain.csv": FILES["rain.csv"] + rain}
    root = place / identity.version
    write_tree(files.items(), root)
    bundle = place / f"{identity.version}.zip"
    made = seal(root, identity, bundle=bundle, maker=MAKER)
    ledger.add_release(made, root, **PAPERS)
    bundle.unlink()
    return ledger.release(identity.version)
