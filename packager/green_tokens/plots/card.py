"""The plots of the card, in its order."""

from packager.domain.plot import Plot, SkippedPlot
from packager.domain.release import Identity
from packager.green_tokens.index import Index
from packager.green_tokens.plots.energy_by_model import energy_by_model
from packager.green_tokens.plots.gpu_pair import gpu_pair
from packager.green_tokens.plots.load_ladder import load_ladder


def card_plots(index: Index, identity: Identity) -> tuple[Plot | SkippedPlot, ...]:
    """Energy by model, the two GPUs, the load ladder; what cannot be drawn says why."""
    return (
        energy_by_model(index, identity),
        gpu_pair(index, identity),
        load_ladder(index, identity),
    )
