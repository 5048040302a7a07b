"""All pages of the site, in the order they are written."""

from collections.abc import Iterator

from packager.domain.page import SitePage
from packager.domain.recipe import SiteMaterial
from packager.green_tokens.pages.compare import compare_pages


def site_pages(site: SiteMaterial) -> Iterator[SitePage]:
    """Every page, made when it is asked for."""
    yield from compare_pages(site.material)
