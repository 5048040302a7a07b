"""The page for an address that is none."""

from dataclasses import dataclass

from packager.domain.page import SitePage
from packager.domain.recipe import Material


@dataclass(frozen=True, slots=True, kw_only=True)
class LostFigures:
    """What the page prints."""

    version: str


def lost_page(material: Material) -> SitePage:
    return SitePage(
        address="404.html",
        template="lost.md.j2",
        label="No such page",
        figures=LostFigures(version=material.identity.version),
    )
