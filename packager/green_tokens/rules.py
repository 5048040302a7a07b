"""The rules of the index: which configuration becomes a row, and in which order."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from packager.green_tokens.rows import Configuration, Measurement

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows of the index, and the pairs left out for want of a row under the ceiling."""

    rows: tuple[Configuration, ...]
    omitted: tuple[Pair, ...]


def number_configurations(measured: Iterable[Measurement]) -> tuple[Configuration, ...]:
    """Give each measurement its row id, in the order of the configurations table.

    Where model, GPU, cards and cap repeat, every row stays: the key gets an ordinal by
    ascending energy, the first without a mark.
    """
    seen: Counter[tuple[str, str, int, int]] = Counter()
    rows = []
    for one in sorted(measured, key=by_key_then_energy):
        seen[one.key] += 1
        rows.append(Configuration.of(one, ordinal=seen[one.key]))
    return tuple(rows)


def by_key_then_energy(one: Measurement) -> tuple[object, ...]:
    """A total order: key, energy, then every other value that can tell two rows apart."""
    return (
        *one.key,
        one.energy_per_token_joules,
        one.median_itl_ms,
        one.avg_power_watts,
        one.avg_batch_size,
        one.output_throughput_tokens_per_sec,
    )


def select_index_rows(
    configurations: Iterable[Configuration], *, itl_deadline_ms: Decimal
) -> Selection:
    """Per model and GPU, the configuration with the least energy per output token.

    Args:
        configurations: n measured configurations, in any order.
        itl_deadline_ms: ceiling on median inter-token latency, ms, inclusive.

    Returns:
        The rows, m <= n, ascending in Wh per million output tokens, one per (slug, gpu);
        and the pairs left out because nothing of theirs is under the ceiling.
        A tie goes to fewer GPUs, then to the lower max_num_seqs.

    Source: the index's published selection rule; ceiling as ML.ENERGY Leaderboard v3.0.
    """
    by_energy = sorted(configurations, key=least_energy_first)
    best: dict[Pair, Configuration] = {}
    for one in by_energy:
        if one.median_itl_ms <= itl_deadline_ms:
            best.setdefault(one.pair, one)
    omitted = {one.pair for one in by_energy} - best.keys()
    return Selection(tuple(best.values()), tuple(sorted(omitted)))


def least_energy_first(one: Configuration) -> tuple[Decimal, int, int, str]:
    """Order of selection and of the published index."""
    return one.joules_per_output_token, one.num_gpus, one.max_num_seqs, one.row_id
