"""The questions of Green Tokens, with the words that a program reads before it asks."""

from functools import partial

from packager.domain.answer import Speaker, Tool
from packager.domain.recipe import Dialogue, Material
from packager.green_tokens.answers.areas import list_areas
from packager.green_tokens.answers.comparing import compare_models
from packager.green_tokens.answers.desk import Desk
from packager.green_tokens.answers.pricing import price_workload
from packager.green_tokens.answers.rows import index_rows, list_models
from packager.green_tokens.documents.data import index_of

INSTRUCTIONS = """\
Green Tokens is an index of the GPU energy that large language models take to write a million
output tokens (Wh/M), by model and GPU, with the carbon intensity of electricity by area.
Every number is GPU only: a floor for what a service takes. Say so with each number you pass on,
and name the release. Ask for a price with price_workload, for a comparison with compare_models:
both compute from exact values, so do not compute from rounded ones yourself.
Every answer has `about`: version, unit, boundary, sources, caveats, and notices that were given
after the release was sealed. Pass notices and caveats on. Cite with cite_release."""


def tools(material: Material, speaker: Speaker) -> tuple[Tool, ...]:
    """The questions about one release."""
    desk = Desk(index_of(material), speaker)
    return (
        Tool(
            "list_models",
            "Models of the index",
            "Every model with slug, size, precision, architecture, GPUs and number of index rows;"
            " with a GPU only those measured on it. Ask it first to learn the names.",
            partial(list_models, desk),
        ),
        Tool(
            "get_index_rows",
            "Rows of the index",
            "Rows of index.csv, cell for cell, the least energy first: per model and GPU the most"
            " energy-efficient configuration under the latency ceiling.",
            partial(index_rows, desk),
        ),
        Tool(
            "compare_models",
            "Two models on the GPUs they share",
            "Per shared GPU: both rows, the ratio (second over first) and the difference of their"
            " energy. Where they share no GPU the answer says so.",
            partial(compare_models, desk),
        ),
        Tool(
            "price_workload",
            "Energy and emissions of a workload",
            "What a number of output tokens takes (Wh, kWh) and emits (kg CO2e) on the grid of an"
            " area, with every term of the conversion.",
            partial(price_workload, desk),
        ),
        Tool(
            "list_areas",
            "Areas and their grids",
            "Carbon intensity of electricity by area, for the names and codes that price_workload"
            " takes.",
            partial(list_areas, desk),
        ),
    )


DIALOGUE = Dialogue(tools=tools, instructions=INSTRUCTIONS)
