"""A changed label of a pod: what selects the pod by it follows, other labels of that value do not."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

DEPLOYMENT = """kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
        tier: front
    spec:
      containers:
        - name: web
"""
POD = ("        app: web", "        app: shop")
MATCHED = ("      app: web", "      app: shop")
OWN = "d.yaml\n@9\n-      app: web\n+      app: shop"
TEMPLATE = "d.yaml\n@13\n-        app: web\n+        app: shop"
SERVICE = "kind: Service\nmetadata:\n  name: web\nspec:\n  selector:\n    app: web\n"
SERVED = "\n@6\n-    app: web\n+    app: shop"
INLINE = "kind: Service\nspec:\n  selector: {app: web, tier: front}\n"
POLICY = "kind: NetworkPolicy\nspec:\n  podSelector:\n    matchLabels:\n      app: web\n"
BUDGET = "kind: PodDisruptionBudget\nspec:\n  selector:\n    matchLabels:\n      app: 'web'\n"
SINGLE = "kind: Pod\nmetadata:\n  labels:\n        app: web\n"
CRON = """kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        metadata:
          labels:
            app: web
"""
OTHER = DEPLOYMENT.replace("name: web", "name: other")


def labels(edit: tuple[str, str], *expected: str, own: str = DEPLOYMENT, other: str = "") -> RuleCase:
    files = {"d.yaml": own, **({"s.yaml": other} if other else {})}
    return RuleCase(files, (edit,), list(expected))


def other(text: str, *expected: str) -> RuleCase:
    return labels(POD, OWN, *expected, other=text)


CASES: dict[str, RuleCase] = {
    "the workload matches its template": labels(POD, OWN),
    "the template has what the workload matches": labels(MATCHED, TEMPLATE),
    "a Service": other(SERVICE, f"s.yaml{SERVED}"),
    "a Service in the same text": labels(
        POD,
        OWN,
        "d.yaml\n@24\n-    app: web\n+    app: shop",
        own=f"{DEPLOYMENT}---\n{SERVICE}",
    ),
    "a selector in one line": other(
        INLINE,
        "s.yaml\n@3\n-  selector: {app: web, tier: front}\n+  selector: {app: shop, tier: front}",
    ),
    "a selector with another label": other(INLINE.replace("front", "back")),
    "a selector by another label": other(SERVICE.replace("app: web", "tier: front")),
    "a longer value": other(SERVICE.replace("app: web", "app: web-admin")),
    "a network policy": other(POLICY, "s.yaml\n@5\n-      app: web\n+      app: shop"),
    "a disruption budget": other(BUDGET, "s.yaml\n@5\n-      app: 'web'\n+      app: 'shop'"),
    "another kind of object": other(SERVICE.replace("Service", "ServiceMonitor")),
    "another pod has the label": other(f"{SERVICE}---\n{OTHER}"),
    "a text that is no manifest": labels(POD, own=f"a:\n{POD[0]}"),
    "the label of the workload": labels(("    app: web", "    app: shop"), other=SERVICE),
    "a pod": labels(POD, f"s.yaml{SERVED}", own=SINGLE, other=SERVICE),
    "a job": labels(
        ("            app: web", "            app: shop"), f"s.yaml{SERVED}", own=CRON, other=SERVICE
    ),
    "a Service that selects something else now": labels(
        ("    app: web", "    app: shop"), own=SERVICE, other=DEPLOYMENT
    ),
    "another key": labels(("        app: web", "        name: web")),
}


@pytest.mark.parametrize("name", CASES)
def test_what_selects_the_pod_follows_its_label(name: str) -> None:
    one = CASES[name]
    assert run(one, "pod-label") == one.expected


def test_a_file_of_another_name_is_no_manifest() -> None:
    assert run(RuleCase({"d.txt": DEPLOYMENT}, (POD,), []), "pod-label") == []
