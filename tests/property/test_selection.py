from decimal import Decimal
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from packager.domain.table import Table
from packager.green_tokens.columns import CONFIGURATIONS, INDEX
from packager.green_tokens.rows import Measurement
from packager.green_tokens.rules import number_configurations, select_index_rows
from tests.unit.green_tokens.measured import measured

CEILING_MS = Decimal(500)
MEASUREMENTS = st.lists(
    st.builds(
        measured,
        st.decimals("0.01", "5", places=4).map(str),
        st.decimals("1", "900", places=1).map(str),
        cards=st.sampled_from([1, 2, 4, 8]),
        cap=st.sampled_from([8, 64, 512]),
        gpu=st.sampled_from(["A100", "B200", "H100"]),
    ),
    min_size=1,
    max_size=30,
)


@given(MEASUREMENTS)
def test_no_configuration_under_the_ceiling_beats_its_row(many: list[Measurement]) -> None:
    rows = number_configurations(many)

    selection = select_index_rows(rows, itl_deadline_ms=CEILING_MS)

    best = {row.gpu: row.joules_per_output_token for row in selection.rows}
    for one in many:
        if one.median_itl_ms <= CEILING_MS:
            assert best[one.gpu_model] <= one.energy_per_token_joules
    assert {gpu for _, gpu in selection.omitted} == {one.gpu_model for one in many} - best.keys()


@given(MEASUREMENTS, st.randoms())
def test_the_order_in_which_rows_come_changes_nothing(
    many: list[Measurement], chance: Random
) -> None:
    shuffled = list(many)
    chance.shuffle(shuffled)

    assert number_configurations(many) == number_configurations(shuffled)


@given(MEASUREMENTS)
def test_every_row_keeps_an_id_of_its_own(many: list[Measurement]) -> None:
    ids = [row.row_id for row in number_configurations(many)]

    assert len(set(ids)) == len(many)


@given(MEASUREMENTS, st.integers(2, 9))
def test_energy_times_k_is_every_watt_hour_times_k_and_no_other_value_moves(
    many: list[Measurement], k: int
) -> None:
    times = [measured_again(one, k) for one in many]

    before, after = number_configurations(many), number_configurations(times)

    for one, other in zip(before, after, strict=True):
        was, now = (Fraction(row.wh_per_million_output_tokens) for row in (one, other))
        assert abs(now - was * k) < Fraction(1, 10**50)
        assert (other.row_id, other.median_itl_ms) == (one.row_id, one.median_itl_ms)


@given(MEASUREMENTS)
def test_each_printed_number_is_the_one_nearest_the_exact_value(many: list[Measurement]) -> None:
    rows = number_configurations(many)
    for schema in (INDEX, CONFIGURATIONS):
        names = schema.names
        at = names.index("wh_per_million_output_tokens")
        places = schema.fields[at].places
        assert places is not None
        printed = [row[at] for row in Table.of("rows", schema, rows).printed()]
        for row, text in zip(rows, printed, strict=True):
            exact = Fraction(row.joules_per_output_token) * 1_000_000 / 3600
            assert abs(Fraction(str(text)) - exact) * 2 <= Fraction(1, 10**places)


def measured_again(one: Measurement, k: int) -> Measurement:
    return measured(
        str(one.energy_per_token_joules * k),
        str(one.median_itl_ms),
        cards=one.num_gpus,
        cap=one.max_num_seqs,
        gpu=one.gpu_model,
    )
