"""The glossary: what the words of the index mean."""

from dataclasses import dataclass

from packager.domain.page import SitePage
from packager.domain.recipe import Material
from packager.domain.values import Figure
from packager.green_tokens.card_fields import range_fields
from packager.green_tokens.documents.data import SELECTION, index_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryFigures:
    """What the glossary prints."""

    version: str
    grid_year: str
    selection: str
    deadline: Figure


def glossary_page(material: Material) -> SitePage:
    index = index_of(material)
    return SitePage(
        address="glossary",
        template="glossary.md.j2",
        label="Glossary",
        figures=GlossaryFigures(
            version=material.identity.version,
            grid_year=str(index.settings.grid_year),
            selection=SELECTION,
            deadline=range_fields(index)["deadline"],
        ),
    )
