"""All pages of the site, in the order they are written."""

from collections.abc import Iterator

from packager.domain.page import SitePage
from packager.domain.recipe import SiteMaterial
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.pages.compare import compare_pages
from packager.green_tokens.pages.compare_list import compare_list
from packager.green_tokens.pages.index_page import home_page, index_page
from packager.green_tokens.pages.models import model_pages
from packager.green_tokens.pages.pairs import Pairs


def site_pages(site: SiteMaterial) -> Iterator[SitePage]:
    """Every page, made when it is asked for."""
    material = site.material
    pairs = Pairs(index_of(material))
    yield home_page(material)
    yield index_page(material)
    yield from model_pages(material, pairs)
    yield compare_list(material, pairs)
    yield from compare_pages(material, pairs)
