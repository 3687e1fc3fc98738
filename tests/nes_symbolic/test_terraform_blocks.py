"""A renamed block of Terraform: references of its module follow, attributes of that name do not."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences.explained import drop_explained
from understudy.nes.symbolic.consequences.rule_context import RuleContext

VARIABLE = 'variable "region" {', 'variable "place" {'
RESOURCE = 'resource "aws_vpc" "main" {', 'resource "aws_vpc" "core" {'
DATA = 'data "aws_ami" "main" {', 'data "aws_ami" "core" {'
MODULE = 'module "net" {', 'module "lan" {'


def use(edit: tuple[str, str], line: str, expected: str = "", path: str = "main.tf") -> RuleCase:
    found = [f"{path}\n@1\n-{line}\n+{expected}"] if expected else []
    return RuleCase({"a.tf": f"{edit[0]}\n}}\n", path: f"{line}\n"}, (edit,), found)


ROWS = {
    "a variable": use(VARIABLE, "  region = var.region", "  region = var.place"),
    "a variable in a string": use(VARIABLE, '  x = "${var.region}-region"', '  x = "${var.place}-region"'),
    "a longer variable": use(VARIABLE, "  x = var.region_name + var.region-a"),
    "a local value": use(VARIABLE, "  x = local.region"),
    "an attribute of a variable": use(VARIABLE, "  x = var.a.region"),
    "a value of the variable": use(VARIABLE, 'region = "a"', 'place = "a"', "prod.tfvars"),
    "a value in a value": use(VARIABLE, 'x = { y = "region = 1" }', path="prod.tfvars"),
    "another folder": use(VARIABLE, "  x = var.region", path="other/main.tf"),
    "another format": use(VARIABLE, "  x = var.region", path="main.txt"),
    "a resource": use(RESOURCE, "  x = aws_vpc.main.id", "  x = aws_vpc.core.id"),
    "a resource of another type": use(RESOURCE, "  x = aws_subnet.main.id"),
    "a data source with the type of the resource": use(RESOURCE, "  x = data.aws_vpc.main.id"),
    "a data source": use(DATA, "  x = data.aws_ami.main.id", "  x = data.aws_ami.core.id"),
    "a resource with the type of the data source": use(DATA, "  x = aws_ami.main.id"),
    "a module": use(MODULE, "  x = module.net.id", "  x = module.lan.id"),
    "a value of a resource": use(RESOURCE, "main = 1", path="prod.tfvars"),
    "the same file": case(
        'variable "region" {\n}\nx = var.region\n',
        *VARIABLE,
        "a.tf\n@3\n-x = var.region\n+x = var.place",
        path="a.tf",
    ),
    "another type of a resource": use((RESOURCE[0], 'resource "aws_net" "main" {'), "  x = aws_vpc.main.id"),
    "an output": use(('output "a" {', 'output "b" {'), "  x = var.a"),
}


@pytest.mark.parametrize("name", ROWS)
def test_references_to_a_block_follow(name: str) -> None:
    assert run(ROWS[name], "terraform-block") == ROWS[name].expected


def test_an_attribute_of_that_name_is_no_repetition() -> None:
    harness = RuleHarness(a__tf=f"{VARIABLE[0]}\n}}\nregion = local.region\n")
    harness.edit("a.tf", *VARIABLE)
    context = RuleContext(harness.situation("a.tf"))
    assert (
        drop_explained(context, [Line(context.current_text.snapshot, 2, 1, ("region = local.place",))]) == []
    )
