"""The columns of the hardware tables: parts, MIG profiles, figures and their documents."""

from packager.domain.package import Schema
from packager.green_tokens.columns import YES_NO, choice, number, text, whole

VERIFICATION = ("primary", "mirror", "quoted", "derived")

HARDWARE = Schema(
    fields=(
        text("part_id", "Short name of the part."),
        text("name", "Name of the part."),
        text("architecture", "Generation of the GPU."),
        text("form_factor", "How it is built in."),
        choice("kind", "One GPU, or a system of several.", ("gpu", "system")),
        whole("gpus", "GPUs in it.", unit="GPU"),
        number("power_ceiling_watts", "W", "Most power it may draw."),
        choice("power_configurable", "Whether the ceiling can be set lower.", YES_NO),
        text("power_scope", "What the power stands for, where not one GPU.", required=False),
        text("power_document", "Document the power was read in."),
        choice("power_verification", "How that document was read.", VERIFICATION),
        number("memory_gb", "GB", "Memory of its GPUs."),
        text("memory_document", "Document the memory was read in."),
        choice("memory_verification", "How that document was read.", VERIFICATION),
        number("power_ceiling_watts_per_gpu", "W", "Most power of one GPU.", required=False),
        number("memory_gb_per_gpu", "GB", "Memory of one GPU.", required=False),
        whole("mig_max_instances_per_gpu", "Most MIG instances of one GPU."),
        text("mig_part", "Part whose MIG profiles hold for it."),
        choice("unverified", "Whether any figure of the row is unverified.", YES_NO),
    ),
    primary_key=("part_id",),
)

MIG_PROFILES = Schema(
    fields=(
        text("part", "Part the profile belongs to."),
        text("profile", "Name of the profile, as printed."),
        whole("sm_slices", "Compute slices of an instance."),
        whole("sm_slices_of", "Compute slices of the GPU."),
        whole("memory_slices", "Memory slices of an instance."),
        whole("memory_slices_of", "Memory slices of the GPU."),
        number(
            "sm_fraction", "", "Compute slices of an instance over those of the GPU.", places=12
        ),
        number(
            "memory_fraction", "", "Memory slices of an instance over those of the GPU.", places=12
        ),
        text("sm_fraction_printed", "The fraction as the guide prints it.", required=False),
        text("memory_fraction_printed", "The fraction as the guide prints it.", required=False),
        number("nominal_memory_gb", "GB", "Memory in the profile's name."),
        whole("max_instances", "Most instances on one GPU."),
        text("document", "Document it was read in."),
        choice("verification", "How that document was read.", VERIFICATION),
        choice("unverified", "Whether the row is unverified.", YES_NO),
        text("note", "What the guide leaves open.", required=False),
    ),
    primary_key=("part", "profile"),
)

HARDWARE_FIGURES = Schema(
    fields=(
        text("part_id", "Short name of the part."),
        text("name", "Name of the part."),
        choice("listed", "Whether the part is one of the parts above.", YES_NO),
        choice("scope_of", "Whether it is the part's figure or one GPU's of it.", ("part", "gpu")),
        text("figure", "What is measured or promised."),
        number("value", "", "The number, in the row's unit."),
        text("unit", "Unit of the number."),
        text("scope", "What the number stands for, where that is said.", required=False),
        choice("configurable", "Whether the value can be set lower.", YES_NO),
        number("configurable_from", "", "Least value it can be set to.", required=False),
        text("document", "Document the number was read in."),
        text("also", "Other documents that say the same, a blank between two.", required=False),
        choice("verification", "How the document was read.", VERIFICATION),
        choice("unverified", "Whether the figure is unverified.", YES_NO),
        text("note", "What the document leaves open.", required=False),
    ),
    primary_key=("part_id", "scope_of", "figure"),
)

EMBODIED_CARBON = Schema(
    fields=(
        text("product", "What was assessed."),
        text("figure", "What the number is."),
        number("value", "", "The number, in the row's unit."),
        text("unit", "Unit of the number."),
        text("boundary", "What is counted.", required=False),
        text("per", "What one unit is.", required=False),
        text("document", "Document the number was read in."),
        choice("verification", "How the document was read.", VERIFICATION),
        choice("unverified", "Whether the figure is unverified.", YES_NO),
    ),
    primary_key=("product", "figure"),
)

HARDWARE_DOCUMENTS = Schema(
    fields=(
        text("id", "Short name of the document."),
        text("title", "Title of the document."),
        text("publisher", "Who published it."),
        text("edition", "Edition or day, where one is printed.", required=False),
        text("commit", "Revision of a repository.", required=False),
        text("stored_as", "In which form it was read."),
        text("family", "Row of the sources ledger it belongs to."),
    ),
    primary_key=("id",),
)

CONFLICTS = Schema(
    fields=(
        text("figure", "Figure on which documents differ."),
        text("values", "What they say, a bar between two."),
        text("note", "Which one is used, and why."),
    ),
    primary_key=("figure",),
)
