"""A service of compose was renamed: the commands that name it follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

COMPOSE = "services:\n  db:\n    image: postgres:16\n  web:\n    image: web\n    depends_on:\n      - db\n"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("docker compose up -d db", "docker compose up -d store"),
        ("docker-compose -f a.yml up web db", "docker-compose -f a.yml up web store"),
        ("docker compose exec -T db psql -U db db", "docker compose exec -T store psql -U db db"),
        ("docker compose exec -u root db sh", "docker compose exec -u root store sh"),
        ("docker compose run --rm web ping db", ""),
        ("docker compose logs db | grep db", "docker compose logs store | grep db"),
        ("Use `docker compose stop db`, then db.", "Use `docker compose stop store`, then db."),
        ("docker compose up db-data", ""),
        ("docker compose is for the db", ""),
        ("docker stop db", ""),
        ("psql db # docker compose", ""),
    ],
)
@pytest.mark.parametrize("path", ["README.md", "run.sh", "Makefile"])
def test_commands_follow(command: str, expected: str, path: str) -> None:
    one = RuleCase({"compose.yaml": COMPOSE, path: f"    {command}\n"}, (("  db:", "  store:"),), [])
    found = [change for change in run(one, "key-reference") if change.startswith(path)]
    assert found == ([f"{path}\n@1\n-    {command}\n+    {expected}"] if expected else [])


def test_the_key_of_another_mapping_is_no_service() -> None:
    text = COMPOSE.replace("services:", "volumes:")
    one = RuleCase({"compose.yaml": text, "run.sh": "docker compose up db\n"}, (("  db:", "  store:"),), [])
    assert not any(change.startswith("run.sh") for change in run(one, "key-reference"))
