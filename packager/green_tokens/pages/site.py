"""All pages of the site, in the order they are written."""

from collections.abc import Iterator

from packager.domain.page import SitePage
from packager.domain.recipe import SiteMaterial
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.pages.compare import compare_pages
from packager.green_tokens.pages.compare_list import compare_list
from packager.green_tokens.pages.contribute import contribute_page
from packager.green_tokens.pages.glossary import glossary_page
from packager.green_tokens.pages.grids import grid_pages
from packager.green_tokens.pages.history import changes_page, release_pages
from packager.green_tokens.pages.index_page import home_page, index_page
from packager.green_tokens.pages.lost import lost_page
from packager.green_tokens.pages.models import model_pages
from packager.green_tokens.pages.pairs import Pairs
from packager.green_tokens.pages.per_query import per_query_page


def site_pages(site: SiteMaterial) -> Iterator[SitePage]:
    """Every page, made when it is asked for."""
    material = site.material
    pairs = Pairs(index_of(material))
    yield home_page(material)
    yield index_page(material)
    yield from model_pages(material, pairs)
    yield compare_list(material, pairs)
    yield from compare_pages(material, pairs)
    yield from grid_pages(material)
    yield per_query_page(material)
    yield glossary_page(material)
    yield contribute_page(material)
    yield changes_page(site)
    yield from release_pages(site)
    yield lost_page(material)
