"""A plan of faults: what it matches, when it acts, how it is told."""

import pytest

from packager.rehearse.catalogue import CALLS, KINDS, NAMES, named
from packager.rehearse.faults import ACTIONS, Fault, FaultPlan, fault_of


def acted(plan: FaultPlan, *requests: tuple[str, str]) -> list[str]:
    found = [plan.find(method, path) for method, path in requests]
    return [each.fault.action if each else "" for each in found]


def test_a_fault_acts_on_the_nth_matching_request_only() -> None:
    plan = FaultPlan([Fault("drop", method="PUT", path="/content$", nth=2)])

    requests = [("PUT", "/a/content"), ("GET", "/b/content"), ("PUT", "/b"), ("PUT", "/b/content")]

    assert acted(plan, *requests, requests[0]) == ["", "", "", "drop", ""]


def test_a_fault_acts_as_often_as_it_says() -> None:
    assert acted(FaultPlan([Fault("drop", times=2)]), *[("GET", "/")] * 3) == ["drop", "drop", ""]
    assert acted(FaultPlan([Fault("drop", nth=2, times=-1)]), *[("GET", "/")] * 4) == [
        "",
        *["drop"] * 3,
    ]


def test_the_method_must_match_as_a_whole() -> None:
    assert acted(FaultPlan([Fault("drop", method="GET|HEAD")]), ("GETS", "/"), ("HEAD", "/")) == [
        "",
        "drop",
    ]


def test_every_fault_counts_a_request_though_only_the_first_acts() -> None:
    plan = FaultPlan([Fault("drop"), Fault("truncate", nth=2)])

    assert acted(plan, *[("GET", "/")] * 3) == ["drop", "truncate", ""]
    assert [(each["met"], each["acted"]) for each in plan.told()] == [(3, 1), (3, 1)]


def test_a_cleared_plan_holds_nothing() -> None:
    plan = FaultPlan([Fault("drop")])
    plan.clear()

    assert acted(plan, ("GET", "/")) == [""]
    assert plan.told() == []


@pytest.mark.parametrize(
    ("told", "what"),
    [
        (["drop"], "JSON object"),
        ({"action": "explode"}, "explode"),
        ({"action": "drop", "often": 2}, "often"),
        ({"action": "drop", "path": "("}, "no fault"),
        ({}, "action"),
    ],
)
def test_a_fault_that_makes_no_sense_is_refused(told: object, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        fault_of(told)


def test_a_name_is_a_call_and_a_kind() -> None:
    host, fault = named("publish:dropped-after", nth=2)

    assert (host, fault.action, fault.after, fault.nth) == ("zenodo", "drop", True, 2)
    assert fault.is_for("POST", "/api/records/12/draft/actions/publish")
    assert not fault.is_for("POST", "/api/records/12/draft")


def test_every_call_can_be_hit_by_every_kind_that_makes_sense_for_it() -> None:
    everywhere = set(KINDS) - {"stale", "corrupted", "overtaken"}

    assert {f"{call}:{kind}" for call in CALLS for kind in everywhere} <= set(NAMES)
    assert {name.partition(":")[2] for name in NAMES} == set(KINDS)
    assert {KINDS[kind].action for kind in KINDS} == set(ACTIONS) - {
        *("call", "kill"),
        *("drip", "flood"),
    }


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="publish:stale"):
        named("publish:stale")


@pytest.mark.parametrize("record_id", ["7000219", "s1sbq-ccm26"])
def test_a_record_of_any_inveniordm_is_recognised_by_its_place(record_id: str) -> None:
    _, fault = named("read-draft:429")

    assert fault.is_for("GET", f"/api/records/{record_id}/draft")
    assert not fault.is_for("GET", f"/api/records/{record_id}/draft/files")
