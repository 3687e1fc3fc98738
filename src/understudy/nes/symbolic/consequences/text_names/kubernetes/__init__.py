"""Consequences of renamed things of Kubernetes: labels of pods, ports of containers, objects and volumes."""

from understudy.nes.symbolic.consequences.text_names.kubernetes.container_ports import (
    find_renamed_port,
    propose_port_names,
)
from understudy.nes.symbolic.consequences.text_names.kubernetes.object_names import (
    find_renamed_object,
    propose_object_names,
)
from understudy.nes.symbolic.consequences.text_names.kubernetes.pod_labels import propose_pod_labels

__all__ = [
    "find_renamed_object",
    "find_renamed_port",
    "propose_object_names",
    "propose_pod_labels",
    "propose_port_names",
]
