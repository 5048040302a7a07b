"""By source: how a publisher's file becomes source tables."""

from collections.abc import Mapping

from packager.domain.imports import Importer
from packager.green_tokens.sources.ai_energy_score import import_ai_energy_score
from packager.green_tokens.sources.ember import import_ember
from packager.green_tokens.sources.measurements import import_measurements
from packager.green_tokens.sources.ml_energy import import_ml_energy
from packager.green_tokens.sources.nvidia import import_nvidia

IMPORTERS: Mapping[str, Importer] = {
    "ml-energy": import_ml_energy,
    "ember": import_ember,
    "ai-energy-score": import_ai_energy_score,
    "nvidia": import_nvidia,
    "measurements": import_measurements,
}
