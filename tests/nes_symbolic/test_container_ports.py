"""A renamed port of a container: its probes and the Services of its pod follow, other ports of that name do not."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences.explained import drop_explained
from understudy.nes.symbolic.consequences.rule_context import RuleContext

DEPLOYMENT = """kind: Deployment
metadata:
  labels: {app: other}
spec:
  template:
    metadata:
      labels:
        app: shop
        tier: "web"
    spec:
      containers:
        - name: shop
          ports:
            - name: http
              containerPort: 80
PROBES
        - name: side
          livenessProbe:
            httpGet: {path: /, port: http}
          ports:
            - name: metrics
"""
PORT = "            - name: http"
RENAMED = (PORT, "            - name: web")
SERVICE = """kind: Service
metadata:
  name: shop
spec:
  selector: SELECTOR
  ports:
    - name: http
      port: 80
      targetPort: http
"""
FOLLOWS = "s.yaml\n@9\n-      targetPort: http\n+      targetPort: web"


def probe(lines: str, *expected: str, deployment: str = DEPLOYMENT) -> RuleCase:
    text = deployment.replace("PROBES", lines)
    return RuleCase({"d.yaml": text}, (RENAMED,), [f"d.yaml\n{one}" for one in expected])


def service(selector: str, *expected: str, deployment: str = DEPLOYMENT, path: str = "s.yaml") -> RuleCase:
    text = deployment.replace("PROBES", "          image: x")
    files = {"d.yaml": text, path: SERVICE.replace("SELECTOR", selector)}
    return RuleCase(files, (RENAMED,), list(expected))


def other_edit(old: str, new: str) -> RuleCase:
    case = service("{app: shop}")
    return case._replace(edits=((old, new),))


LIVENESS = "          livenessProbe:\n            httpGet:\n              port: http"
ROWS = {
    "a probe": probe(LIVENESS, "@18\n-              port: http\n+              port: web"),
    "a probe in one line": probe(
        "          readinessProbe:\n            httpGet: {path: /, port: http}",
        "@17\n-            httpGet: {path: /, port: http}\n+            httpGet: {path: /, port: web}",
    ),
    "a quoted port of a probe": probe(
        '          startupProbe:\n            tcpSocket:\n              port: "http"',
        '@18\n-              port: "http"\n+              port: "web"',
    ),
    "a scheme of a probe": probe(
        "          livenessProbe:\n            httpGet:\n              scheme: http"
    ),
    "another port of a probe": probe(LIVENESS.replace("port: http", "port: https")),
    "a variable": probe("          env:\n            - name: port\n              value: http"),
    "the Service of the pod": service("{app: shop}", FOLLOWS),
    "a selector of several lines": service("\n    app: shop\n    tier: web", FOLLOWS.replace("@9", "@11")),
    "the Service of another pod": service("{app: mail}"),
    "a selector of another label, too": service("{app: shop, role: db}"),
    "a selector of the labels of the Deployment": service("{app: other}"),
    "a Service without a selector": service("{}"),
    "a text that is no YAML": service("{app: shop}", path="s.txt"),
    "labels that are computed": service(
        "{app: shop}", deployment=DEPLOYMENT.replace("app: shop", "app: {{ x }}")
    ),
    "the port of an init container": service(
        "{app: shop}", FOLLOWS, deployment=DEPLOYMENT.replace("containers:", "initContainers:")
    ),
    "a pod": RuleCase(
        {
            "d.yaml": "kind: Pod\nmetadata:\n  labels: {app: shop}\nspec:\n  containers:\n  - ports:\n"
            "    - name: http\n  volumes:\n  - name: http\n---\n" + SERVICE.replace("SELECTOR", "{app: shop}")
        },
        (("    - name: http\n  volumes:", "    - name: web\n  volumes:"),),
        ["d.yaml\n@19\n-      targetPort: http\n+      targetPort: web"],
    ),
    "the name of a container": other_edit("        - name: side", "        - name: car"),
    "another value": other_edit("              containerPort: 80", "              containerPort: 81"),
    "the port of a Service": RuleCase(
        {"s.yaml": SERVICE.replace("SELECTOR", "{app: shop}")},
        (("    - name: http", "    - name: web"),),
        [],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_refers_to_the_port_of_a_container_follows(name: str) -> None:
    assert run(ROWS[name], "port-name") == ROWS[name].expected


@pytest.mark.parametrize(("old", "is_kept"), [(PORT, False), ("        - name: side", True)])
def test_ports_of_other_objects_are_no_repetition(old: str, is_kept: bool) -> None:
    harness = RuleHarness(d__yaml=DEPLOYMENT, s__yaml=SERVICE)
    new = old.replace("http", "web").replace("side", "web")
    harness.edit("d.yaml", old, new)
    context = RuleContext(harness.situation("d.yaml"))
    snapshot = harness.workspace.snapshot("file:///project/s.yaml")
    assert snapshot is not None
    candidate = Line(snapshot, 6, 1, ("    - name: web",))
    assert bool(drop_explained(context, [candidate])) is is_kept
