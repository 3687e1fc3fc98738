"""A method of an interface in Go gets a parameter: a jump to the calls through the interface."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

OLD = "\tRefund(id string) error"


def called(call: str, *expected: str, new: str = "\tRefund(id string, cents int) error") -> RuleCase:
    """A package that calls the method, in line 5, counted from 0."""
    files = {
        "pay/pay.go": f"package pay\n\ntype Gateway interface {{\n\tCharge(id string) error\n{OLD}\n}}\n",
        "shop/shop.go": (
            'package shop\n\nimport "example.org/app/pay"\n\n'
            f"func f(g pay.Gateway, x Other) {{\n\t{call}\n}}\n"
        ),
    }
    return RuleCase(files, ((OLD, new),), list(expected))


ROWS = {
    "a call": called('g.Refund("a")', "shop/shop.go 5:13"),
    "a call that has it": called('g.Refund("a", 1)'),
    "another method": called('g.Charge("a")'),
    "the method of another type": called('x.Refund("a")'),
    "as many parameters": called('g.Refund("a")', new="\tRefund(id int) error"),
    "another result": called('g.Refund("a")', new="\tRefund(id string) int"),
}


@pytest.mark.parametrize("name", ROWS)
def test_calls_through_an_interface(name: str) -> None:
    assert run(ROWS[name], "signature-argument") == ROWS[name].expected
