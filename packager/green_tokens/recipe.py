"""The Green Tokens index: what is read, what is written, and every page about it."""

from collections.abc import Mapping, Sequence

from packager.domain.plot import Plot, SkippedPlot
from packager.domain.recipe import Document, Headline, Material, Page, Recipe
from packager.green_tokens.agreement import agreement
from packager.green_tokens.documents.api import ABOUT, TITLE, openapi_document
from packager.green_tokens.documents.data import data_documents, index_of
from packager.green_tokens.documents.envelope import BOUNDARY, UNIT
from packager.green_tokens.documents.listings import (
    change_documents,
    figures_document,
    manifest_documents,
)
from packager.green_tokens.documents.schemas import measurement_schema, schema_documents
from packager.green_tokens.figures import page_figures
from packager.green_tokens.importers import IMPORTERS
from packager.green_tokens.plots.card import card_plots
from packager.green_tokens.published import read_published
from packager.green_tokens.read import REQUIRED, read_index


def listings(material: Material, data: Sequence[Document]) -> tuple[Document, ...]:
    """Changes and schemas; the manifest, which names the API; the API, which serves them all."""
    told = (*change_documents(material), *schema_documents())
    ids = tuple(one.id for one in material.sources)
    api = Document("openapi.json", TITLE, ABOUT, {}, sources=ids)
    manifest = manifest_documents(material, (*data, *told, api))
    return (*told, *manifest, openapi_document(material, (*data, *told, *manifest)))


def plots(material: Material) -> tuple[Plot | SkippedPlot, ...]:
    """The pictures of the card."""
    return card_plots(index_of(material), material.identity)


def package_extras(material: Material) -> Mapping[str, object]:
    """What every document of a release says, said once for the package."""
    return {
        "boundary": BOUNDARY,
        "unit": UNIT,
        "conceptDoi": material.identity.concept_doi or None,
    }


SOURCE_KEYS = {
    "ml-energy": (("workload", "model_id", "gpu_model", "num_gpus", "max_num_seqs"),),
    "ember": (("area", "year"),),
    "ai-energy-score": (("model_id",),),
    "nvidia": (
        ("part_id", "figure", "scope"),
        ("part", "profile"),
        ("product", "figure"),
        ("id",),
        ("figure",),
    ),
}
FIGURES_OF_CHANGE = (
    "change_documents",
    "files/changes.json/Rows",
    "files/data/changes.parquet/Rows",
)


RECIPE = Recipe(
    name="green-tokens",
    importers=IMPORTERS,
    required=REQUIRED,
    read=read_index,
    documents=data_documents,
    listings=listings,
    plots=plots,
    figures=page_figures,
    extras=package_extras,
    pages=(
        Page("README.md", "README.md.j2"),
        Page("NOTICE.md", "NOTICE.md.j2"),
        Page("description.html", "zenodo.html.j2"),
    ),
    book=figures_document,
    contributed_schema=measurement_schema,
    agreement=agreement,
    headline=Headline(
        title="Green Tokens",
        path="index.csv",
        config="index",
        label=("num_gpus", "gpu", "model"),
        value="wh_per_million_output_tokens",
        unit="Wh/M",
    ),
    source_keys=SOURCE_KEYS,
    figures_of_change=FIGURES_OF_CHANGE,
    published=read_published,
    dialogue="packager.green_tokens.answers.tools:DIALOGUE",
    site="packager.green_tokens.pages.site:site_pages",
)
