"""What a session may do without asking: the whole table of modes, kinds, protected places and grants."""

import itertools

import pytest

from understudy.chat.permissions import (
    MODES_BY_PERMISSIVENESS,
    SESSION_MODES,
    ActionKind,
    Decision,
    Mode,
    PermissionRequest,
    Permissions,
)

READ, EDIT, RUN, MCP = ActionKind.READ, ActionKind.EDIT, ActionKind.RUN, ActionKind.MCP_TOOL
ALLOW, ASK, REJECT = Decision.ALLOW, Decision.ASK, Decision.REJECT

TABLE = {
    # mode: read, edit, protected edit, command, MCP tool, MCP tool that its server calls read-only
    Mode.READ_ONLY: (ALLOW, REJECT, REJECT, REJECT, REJECT, ASK),
    Mode.ASK: (ALLOW, ASK, ASK, ASK, ASK, ASK),
    Mode.EDIT: (ALLOW, ALLOW, ASK, ASK, ASK, ASK),
    Mode.FULL: (ALLOW, ALLOW, ALLOW, ALLOW, ALLOW, ALLOW),
}
REQUESTS = (
    PermissionRequest(READ),
    PermissionRequest(EDIT),
    PermissionRequest(EDIT, protected_reason="git configuration"),
    PermissionRequest(RUN, "ls"),
    PermissionRequest(MCP, "tool"),
    PermissionRequest(MCP, "tool", read_only_hint=True),
)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("number", range(len(REQUESTS)))
def test_the_decision_for_every_mode_and_kind_of_request(mode: Mode, number: int) -> None:
    assert Permissions(mode).decide(REQUESTS[number]) is TABLE[mode][number]


def test_every_mode_is_listed_and_each_allows_at_least_what_the_one_before_it_allows() -> None:
    assert set(MODES_BY_PERMISSIVENESS) == set(Mode) == {Mode(mode.id) for mode in SESSION_MODES}
    order = [REJECT, ASK, ALLOW]
    for stricter, freer in itertools.pairwise(MODES_BY_PERMISSIVENESS):
        for one, other in zip(TABLE[stricter], TABLE[freer], strict=True):
            assert order.index(one) <= order.index(other)


def test_a_read_only_hint_counts_for_mcp_tools_alone() -> None:
    assert Permissions(Mode.READ_ONLY).decide(PermissionRequest(RUN, read_only_hint=True)) is REJECT
    assert Permissions(Mode.READ_ONLY).decide(PermissionRequest(EDIT, read_only_hint=True)) is REJECT


@pytest.mark.parametrize(
    "granted", [PermissionRequest(EDIT), PermissionRequest(RUN, "ls"), PermissionRequest(MCP, "t")]
)
@pytest.mark.parametrize("mode", Mode)
def test_always_holds_for_the_same_kind_and_key_and_for_nothing_else(
    granted: PermissionRequest, mode: Mode
) -> None:
    permissions = Permissions(Mode.ASK)
    assert permissions.apply_answer(granted, "always", permissions.answer_options(granted))
    permissions.mode = mode
    expected = REJECT if mode is Mode.READ_ONLY else ALLOW
    assert permissions.decide(granted) is expected
    for other in (PermissionRequest(RUN, "rm"), PermissionRequest(MCP, "other"), REQUESTS[2]):
        assert permissions.decide(other) is Permissions(mode).decide(other)
    key = "rm" if granted.kind is EDIT else granted.grant_key
    other_kind = RUN if granted.kind is not RUN else MCP
    request = PermissionRequest(other_kind, key)
    assert permissions.decide(request) is Permissions(mode).decide(request)


def test_always_for_a_file_never_covers_a_protected_place() -> None:
    permissions = Permissions(Mode.ASK)
    assert permissions.apply_answer(REQUESTS[1], "always", permissions.answer_options(REQUESTS[1]))
    assert permissions.decide(REQUESTS[1]) is ALLOW
    assert permissions.decide(REQUESTS[2]) is ASK


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("request_", REQUESTS[1:])
def test_which_answers_are_offered(mode: Mode, request_: PermissionRequest) -> None:
    offered = [option.option_id for option in Permissions(mode).answer_options(request_)]
    remembers = request_.protected_reason is None and mode is not Mode.READ_ONLY
    assert offered == (["allow", "always", "reject"] if remembers else ["allow", "reject"])


@pytest.mark.parametrize(
    ("option", "allowed", "remembered"),
    [
        ("allow", True, False),
        ("always", True, True),
        ("reject", False, False),
        ("", False, False),
        ("ALLOW", False, False),
    ],
)
def test_what_an_answer_is_good_for(option: str, allowed: bool, remembered: bool) -> None:
    permissions = Permissions(Mode.ASK)
    request = PermissionRequest(RUN, "ls")
    assert permissions.apply_answer(request, option, permissions.answer_options(request)) is allowed
    assert (permissions.decide(request) is ALLOW) is remembered


def test_an_answer_that_was_not_offered_is_a_rejection() -> None:
    permissions = Permissions(Mode.ASK)
    protected = REQUESTS[2]
    assert not permissions.apply_answer(protected, "always", permissions.answer_options(protected))
    assert permissions.decide(PermissionRequest(EDIT)) is ASK
    assert not permissions.apply_answer(protected, "allow", [])
