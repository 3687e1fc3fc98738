"""Package facades that import a module only when one of its names is first used.

Code outside a package imports from the package, not from its modules. Importing every module of a package for one
of its names would cost the start of `understudy acp`, and packages that use each other would form import cycles.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazy_getattr"]


def lazy_getattr(package: str, exports: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """Return a module-level `__getattr__` for `package`; `exports` maps its modules to the names they export."""
    module_of = {name: module for module, names in exports.items() for name in names}

    def load(name: str) -> object:
        module = module_of.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{module}"), name)
        setattr(sys.modules[package], name, value)  # the next access does not come here
        return value

    return load
