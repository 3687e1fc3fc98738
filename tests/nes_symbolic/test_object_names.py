"""A renamed object of Kubernetes: what refers to one of its kind follows, equal names of other kinds do not."""

from contextlib import closing

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.scenes import Scene


def document(kind: str, rest: str = "", name: str = "web-main") -> str:
    return f"apiVersion: v1\nkind: {kind}\nmetadata:\n  name: {name}\n{rest}"


RENAMED = ("  name: web-main", "  name: web-base")
POD = """apiVersion: v1
kind: Pod
spec:
  imagePullSecrets:
    - name: web-main
  serviceAccountName: web-main
  containers:
    - name: web-main
      envFrom:
        - configMapRef:
            name: web-main
        - secretRef: { name: web-main, optional: true }
      env:
        - name: web-main
          value: "http://web-main:80/a"
        - name: HOST
          value: "http://web-main-old/"
          valueFrom:
            secretKeyRef:
              key: web-main
              name: "web-main"
      volumeMounts:
        - mountPath: /etc/web-main
          name: web-main
  volumes:
    - name: web-main
      configMap:
        name: web-main
    - name: web-data
      persistentVolumeClaim:
        claimName: web-main
    - name: web-keys
      secret:
        secretName: web-main
"""
SCALER = """apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web-main
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web-main
"""
BINDING = """apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: web-main
subjects:
  - name: web-main
    kind: ServiceAccount
  - kind: User
    name: web-main
roleRef: {kind: Role, name: web-main}
"""
CLAIMS = """apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  serviceName: web-main
  template:
    spec:
      containers:
        - volumeMounts:
            - name: web-data
  volumeClaimTemplates:
    - metadata:
        name: web-data
"""
KUSTOMIZATION = """apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
configMapGenerator:
  - name: web-main
"""


def renamed(kind: str, other: str, *expected: int, path: str = "b.yaml", rest: str = "") -> RuleCase:
    return RuleCase(
        {"a.yaml": document(kind, rest), path: other}, (RENAMED,), changes(other, *expected, path=path)
    )


def own(text: str, old: str, new: str, *expected: int) -> RuleCase:
    return RuleCase(
        {"a.yaml": text}, ((old, new),), changes(text, *expected, path="a.yaml", new=new.split()[-1])
    )


def changes(text: str, *lines: int, path: str, new: str = "web-base") -> list[str]:
    found: list[str] = []
    for number in lines:
        line = text.split("\n")[number - 1]
        old = "web-data" if "web-data" in line else "web-main"
        found.append(f"{path}\n@{number}\n-{line}\n+{line.replace(old, new)}")
    return found


CASES: dict[str, RuleCase] = {
    "a config map": renamed("ConfigMap", POD, 11, 28),
    "a secret": renamed("Secret", POD, 5, 12, 21, 34),
    "a claim": renamed("PersistentVolumeClaim", POD, 31),
    "a service account": renamed("ServiceAccount", POD, 6),
    "a service in an address": renamed("Service", POD, 15),
    "a service by a key": renamed("Service", CLAIMS, 6),
    "a kind beside the name": renamed("Deployment", SCALER, 9),
    "a kind of another object": renamed("StatefulSet", SCALER),
    "a kind below the name": renamed("ServiceAccount", BINDING, 6),
    "a kind in one line": renamed("Role", BINDING, 10),
    "a subject of another kind": renamed("User", BINDING, 9),
    "nothing has it for a pod": renamed("Pod", POD),
    "a namesake in the same text": renamed("ConfigMap", POD, rest=f"---\n{document('ConfigMap')}"),
    "a namesake in the same folder": renamed("ConfigMap", f"{POD}---\n{document('ConfigMap')}"),
    "a namesake in another folder": renamed(
        "ConfigMap", f"{POD}---\n{document('ConfigMap')}", path="prod/b.yaml"
    ),
    "a namesake of Kustomize": renamed("ConfigMap", f"{POD}---\n{KUSTOMIZATION}", path="prod/b.yaml"),
    "a pod in another folder": renamed("ConfigMap", POD, 11, 28, path="pods/b.yaml"),
    "another namespace": RuleCase(
        {
            "a.yaml": document("Role", "  namespace: one\n"),
            "b.yaml": BINDING.replace("subjects", "  namespace: two\nsubjects"),
        },
        (RENAMED,),
        [],
    ),
    "a namesake of another namespace": RuleCase(
        {
            "a.yaml": document("Role", "  namespace: one\n"),
            "c.yaml": document("Role", "  namespace: two\n"),
            "b.yaml": BINDING,
        },
        (RENAMED,),
        changes(BINDING, 10, path="b.yaml"),
    ),
    "a volume": own(POD, "    - name: web-main\n      configMap:", "    - name: web-base\n      configMap:"),
    "a text that is no manifest": renamed("ConfigMap", POD.replace("apiVersion", "version")),
}
CASES["a volume"] = CASES["a volume"]._replace(expected=changes(POD, 24, path="a.yaml"))
CASES["a volume of a claim"] = own(CLAIMS, "        name: web-data", "        name: web-base", 11)
CASES["a volume of another document"] = own(
    f"{CLAIMS}---\n{CLAIMS}", "        name: web-data", "        name: web-base", 11
)
CASES["what Kustomize makes"] = RuleCase(
    {"k.yaml": KUSTOMIZATION, "b.yaml": POD},
    (("  - name: web-main", "  - name: web-base"),),
    changes(POD, 11, 28, path="b.yaml"),
)
CASES["a reference"] = own(POD, "            name: web-main", "            name: web-base")


@pytest.mark.parametrize("one", CASES.values(), ids=CASES)
def test_references_follow(one: RuleCase) -> None:
    assert run(one, "object-name") == one.expected


@pytest.mark.parametrize(
    ("path", "text", "edit", "expected"),
    [
        pytest.param("a.yaml", document("Secret"), RENAMED, [], id="an object"),
        pytest.param(
            "a.yaml",
            POD,
            ("  serviceAccountName: web-main", "  serviceAccountName: web-base"),
            [],
            id="a use",
        ),
        pytest.param(
            "a.yaml",
            "image: web-main\n",
            ("image: web-main", "image: web-base"),
            ["p.yaml", "r.md"],
            id="another value",
        ),
        pytest.param(
            "a.toml",
            "name: web-main\n",
            ("name: web-main", "name: web-base"),
            ["p.yaml", "r.md"],
            id="a text",
        ),
    ],
)
def test_an_equal_name_in_a_manifest_says_nothing(
    path: str, text: str, edit: tuple[str, str], expected: list[str]
) -> None:
    files = {path: text, "r.md": "kubectl get secret web-main\n", "p.yaml": document("Pod", "x: web-main\n")}
    found = [one.partition("\n")[0] for one in run(RuleCase(files, (edit,), []), "value-changed")]
    assert list(dict.fromkeys(found)) == (expected or ["r.md"])


def test_a_part_of_the_name_is_not_repeated_in_other_names() -> None:
    with closing(Scene("a.yaml", document("Lease", f"---\n{POD}"))) as scene:
        scene.edit("main", "base")
        scene.silent()
        assert not scene.offers("-     - name: web-main", "+     - name: web-base")


@pytest.mark.parametrize(
    ("address", "namespace", "is_meant"),
    [
        ("http://web-main", "", True),
        ("http://web-main/a", "", True),
        ("postgres://me:x@web-main:5432/a", "", True),
        ("http://web-main.svc.cluster.local:80", "", True),
        ("http://web-main.shop.svc", "", True),
        ("http://web-main.default:80", "", True),
        ("http://web-main.shop:80", "shop", True),
        ("http://web-main.shop.svc.cluster.local", "shop", True),
        ("http://web-main.other.svc", "shop", False),
        ("https://web-main.stripe.com/v1", "", False),
        ("https://web-main.stripe.com/v1", "stripe", False),
        ("https://web-main.shop.example.org", "shop", False),
        ("https://web-main.example", "", False),
    ],
)
def test_the_host_of_an_address(address: str, namespace: str, is_meant: bool) -> None:
    rest = f"  namespace: {namespace}\n" if namespace else ""
    files = {"a.yaml": document("Service", rest), "b.yaml": document("Pod", f"{rest}x: {address}\n", "web")}
    assert bool(run(RuleCase(files, (RENAMED,), []), "object-name")) is is_meant
