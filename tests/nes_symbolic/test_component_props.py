"""A property that must be given was added to a component: a jump to the elements that lack it."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

FUNCTION = "export function Box({ name, url }: BoxProps) {\n  return <i title={name}>{url}</i>;\n}\n"


def added(element: str, *expected: str, component: str = FUNCTION, field: str = "size: number;") -> RuleCase:
    """A field is added to the properties, which another text gives in line 2."""
    files = {
        "Box.tsx": f"interface BoxProps {{\n  name: string;\n  url: string;\n}}\n\n{component}",
        "App.tsx": f'import {{ Box }} from "./Box";\n\nconst a = {element};\n',
    }
    return RuleCase(files, (("  url: string;", f"  url: string;\n  {field}"),), list(expected))


BOX = "<Box name={n} url={u} />"
ROWS = {
    "an element": added(BOX, "App.tsx 2:31"),
    "an element with content": added("<Box name={n} url={u}>x</Box>", "App.tsx 2:31"),
    "an element without properties": added("<Box />", "App.tsx 2:14"),
    "an element that has it": added("<Box name={n} size={3} />"),
    "an element that gives all of an object": added("<Box {...all} />"),
    "an element of another component": added("<BoxList name={n} />"),
    "a property that need not be given": added(BOX, field="size?: number;"),
    "a component that is an arrow function": added(
        BOX, "App.tsx 2:31", component="export const Box = ({ name, url }: BoxProps) => <i>{name}{url}</i>;\n"
    ),
    "a component with its type": added(
        BOX, "App.tsx 2:31", component="export const Box: React.FC<BoxProps> = (props) => null;\n"
    ),
    "a function that is no component": added(
        BOX, component="export function draw({ name, url }: BoxProps) {\n  return name + url;\n}\n"
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_elements_of_a_component(name: str) -> None:
    found = [one for one in run(ROWS[name], "member-added") if one.startswith("App.tsx")]
    assert found == ROWS[name].expected
