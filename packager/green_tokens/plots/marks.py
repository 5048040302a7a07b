"""Parts that several pictures share: lines of models, looks of kinds, words beside marks."""

from collections.abc import Iterable, Mapping, Sequence

from packager.domain.plot import is_drawable

BROADEST_NAME, BROAD = 44, "MWmw@%ЖШЩЮ"

Look = tuple[str, str]
"""Colour and shape; always both, so that a reader may miss either."""


def model_lines(names: Iterable[str]) -> dict[str, object]:
    """One line a model, in the order given."""
    return {
        "field": "model",
        "type": "nominal",
        "scale": {"domain": list(names)},
        "axis": {"title": None, "grid": False, "ticks": False, "domain": False},
    }


def looks(field: str, kinds: Mapping[str, Look]) -> dict[str, dict[str, object]]:
    """Colour and shape of each kind, and one legend for both."""
    return {
        channel: {
            "field": field,
            "type": "nominal",
            "scale": {"domain": list(kinds), "range": [look[number] for look in kinds.values()]},
            "legend": {"title": None},
        }
        for number, channel in enumerate(("color", "shape"))
    }


def words(
    points: Sequence[Mapping[str, object]],
    place: Mapping[str, object],
    field: str,
    **mark: object,
) -> dict[str, object]:
    """A text beside each mark."""
    return {
        "data": {"values": list(points)},
        "mark": {"type": "text", **mark},
        "encoding": {**place, "text": {"field": field, "type": "nominal"}},
    }


def shown_names(models: Mapping[str, str]) -> dict[str, str]:
    """Names by slug as a picture shows them; where two would look alike, the slugs."""
    shown = {slug: shown_name(model, slug) for slug, model in models.items()}
    names = list(shown.values())
    return {
        slug: name if names.count(name) == 1 else shortened(slug) for slug, name in shown.items()
    }


def shown_name(model: str, slug: str) -> str:
    """A model's name; its slug where the font lacks a sign of the name."""
    return shortened(model if is_drawable(model) else slug)


def shortened(name: str) -> str:
    """A long name without its middle, since its end tells it from others."""
    half = len(name) // 2
    head, tail = name[:half], name[half:]
    while breadth(head) + breadth(tail) > BROADEST_NAME:
        head, tail = head[:-1], tail[1:]
    return name if head + tail == name else f"{head}…{tail}"


def breadth(text: str) -> int:
    """About how many signs of middling width are as wide."""
    return len(text) + sum(text.count(sign) for sign in BROAD)
