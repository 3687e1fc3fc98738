==== store uses pathlib instead of os.path.join
kind: api-migration
--- snapkeep/config.py
"""Reading and checking ``snapkeep.toml``."""

import os
import tomllib
from dataclasses import dataclass, field

DEFAULT_CONFIG = os.path.join(os.path.expanduser("~"), ".config", "snapkeep.toml")


class ConfigError(Exception):
    """The configuration file is missing or makes no sense."""


@dataclass
class Config:
    repository: str
    sources: list[str]
    exclude: list[str] = field(default_factory=list)
    keep: int = 14
    compression: str = "zstd"
    timeout: float = 30.0

    @classmethod
    def from_dict(cls, data: dict) -> "Config":
        try:
            return cls(
                repository=data["repository"],
                sources=list(data["sources"]),
                exclude=list(data.get("exclude", [])),
                keep=int(data.get("keep", 14)),
                compression=data.get("compression", "zstd"),
                timeout=float(data.get("timeout", 30.0)),
            )
        except KeyError as exc:
            raise ConfigError(f"missing key: {exc.args[0]}") from exc


def load(path: str = DEFAULT_CONFIG) -> Config:
    if not os.path.exists(path):
        raise ConfigError(f"no configuration at {path}")
    with open(path, "rb") as fh:
        return Config.from_dict(tomllib.load(fh))
--- snapkeep/store.py
"""Snapshots on disk. One directory per snapshot, and an index."""

import json
import logging
‹import os
→¦?›import shutil
import time
from dataclasses import asdict, dataclass
‹→from pathlib import Path
›
log = logging.getLogger(__name__)


class StoreError(Exception):
    pass


class SnapshotNotFound(StoreError):
    def __init__(self, name: str):
        super().__init__(f"no snapshot named {name!r}")
        self.name = name


@dataclass
class Snapshot:
    name: str
    created: float
    size: int
    host: str = ""

    @property
    def age(self) -> float:
        return time.time() - self.created


class Store:
    def __init__(self, root: str):
        self.root = root
        self.snapshots: list[Snapshot] = []

    def read_index(self) -> None:
        index = «os.path.join(self.root, "index.json")→Path(self.root) / "index.json"»
        if not ‹os.path.exists(index)→index.exists()¦index.is_file()¦?›:
            log.debug("no index in %s", self.root)
            return
        with ‹open(index)→index.open()¦?› as fh:
            self.snapshots = [Snapshot(**item) for item in json.load(fh)]

    def write_index(self) -> None:
        index = ‹os.path.join(self.root, "index.json")→Path(self.root) / "index.json"›
        with ‹open(index, "w")→index.open("w")¦?› as fh:
            json.dump([asdict(s) for s in self.snapshots], fh, indent=2)

    def data_dir(self, snapshot: Snapshot) -> ‹str→Path¦?›:
        return ‹os.path.join(self.root, "data", snapshot.name)→Path(self.root) / "data" / snapshot.name›

    def find(self, name: str) -> Snapshot | None:
        for snapshot in self.snapshots:
            if snapshot.name == name:
                return snapshot
        return None

    def latest(self) -> Snapshot | None:
        return max(self.snapshots, key=lambda s: s.created, default=None)

    def remove(self, snapshot: Snapshot) -> None:
        shutil.rmtree(self.data_dir(snapshot), ignore_errors=True)
        self.snapshots.remove(snapshot)
        log.info("removed snapshot %s (%d bytes)", snapshot.name, snapshot.size)

    def prune(self, keep: int, dry_run: bool = False) -> list[Snapshot]:
        """Remove all but the newest ``keep`` snapshots; returns what went."""
        by_age = sorted(self.snapshots, key=lambda s: s.created, reverse=True)
        victims = by_age[keep:]
        if not dry_run:
            for snapshot in victims:
                self.remove(snapshot)
            self.write_index()
        return victims
--- snapkeep/cli.py
"""The command line of snapkeep."""

import argparse
import sys

from . import config as configuration
from .store import Store, StoreError


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="snapkeep")
    parser.add_argument("-c", "--config", default=configuration.DEFAULT_CONFIG)
    commands = parser.add_subparsers(dest="command", required=True)

    listing = commands.add_parser("list", help="list snapshots")
    listing.add_argument("--json", action="store_true", help="print JSON")

    show = commands.add_parser("show", help="details of one snapshot")
    show.add_argument("name")

    prune = commands.add_parser("prune", help="remove old snapshots")
    prune.add_argument("--keep", type=int, help="how many to keep")
    return parser


def cmd_list(store: Store, args, cfg) -> int:
    for snapshot in store.snapshots:
        print(f"{snapshot.name:30} {snapshot.size:>12} {snapshot.host}")
    return 0


def cmd_show(store: Store, args, cfg) -> int:
    snapshot = store.find(args.name)
    if snapshot is None:
        print(f"no snapshot named {args.name!r}", file=sys.stderr)
        return 1
    print(f"name: {snapshot.name}")
    print(f"size: {snapshot.size}")
    print(f"age:  {snapshot.age / 3600:.1f} h")
    return 0


def cmd_prune(store: Store, args, cfg) -> int:
    removed = store.prune(args.keep or cfg.keep)
    for snapshot in removed:
        print(f"pruned {snapshot.name}")
    return 0


COMMANDS = {"list": cmd_list, "show": cmd_show, "prune": cmd_prune}


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        cfg = configuration.load(args.config)
        store = Store(cfg.repository)
        store.read_index()
        return COMMANDS[args.command](store, args, cfg)
    except (configuration.ConfigError, StoreError) as exc:
        print(f"snapkeep: {exc}", file=sys.stderr)
        return 2
--- README.md
# snapkeep

Small, boring snapshots of your home directory.

```toml
repository = "/mnt/backup/snapkeep"
sources = ["/home/ann", "/etc"]
exclude = ["*.tmp", ".cache"]
keep = 14
compression = "zstd"
timeout = 30.0
```

`snapkeep prune` removes everything but the newest `keep` snapshots.
Compression is done with `zstd`; anything else is an error.

==== dry-run option is passed to prune
kind: add-option
open: snapkeep/store.py
--- snapkeep/config.py
"""Reading and checking ``snapkeep.toml``."""

import os
import tomllib
from dataclasses import dataclass, field

DEFAULT_CONFIG = os.path.join(os.path.expanduser("~"), ".config", "snapkeep.toml")


class ConfigError(Exception):
    """The configuration file is missing or makes no sense."""


@dataclass
class Config:
    repository: str
    sources: list[str]
    exclude: list[str] = field(default_factory=list)
    keep: int = 14
    compression: str = "zstd"
    timeout: float = 30.0

    @classmethod
    def from_dict(cls, data: dict) -> "Config":
        try:
            return cls(
                repository=data["repository"],
                sources=list(data["sources"]),
                exclude=list(data.get("exclude", [])),
                keep=int(data.get("keep", 14)),
                compression=data.get("compression", "zstd"),
                timeout=float(data.get("timeout", 30.0)),
            )
        except KeyError as exc:
            raise ConfigError(f"missing key: {exc.args[0]}") from exc


def load(path: str = DEFAULT_CONFIG) -> Config:
    if not os.path.exists(path):
        raise ConfigError(f"no configuration at {path}")
    with open(path, "rb") as fh:
        return Config.from_dict(tomllib.load(fh))
--- snapkeep/store.py
"""Snapshots on disk. One directory per snapshot, and an index."""

import json
import logging
import os
import shutil
import time
from dataclasses import asdict, dataclass

log = logging.getLogger(__name__)


class StoreError(Exception):
    pass


class SnapshotNotFound(StoreError):
    def __init__(self, name: str):
        super().__init__(f"no snapshot named {name!r}")
        self.name = name


@dataclass
class Snapshot:
    name: str
    created: float
    size: int
    host: str = ""

    @property
    def age(self) -> float:
        return time.time() - self.created


class Store:
    def __init__(self, root: str):
        self.root = root
        self.snapshots: list[Snapshot] = []

    def read_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        if not os.path.exists(index):
            log.debug("no index in %s", self.root)
            return
        with open(index) as fh:
            self.snapshots = [Snapshot(**item) for item in json.load(fh)]

    def write_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        with open(index, "w") as fh:
            json.dump([asdict(s) for s in self.snapshots], fh, indent=2)

    def data_dir(self, snapshot: Snapshot) -> str:
        return os.path.join(self.root, "data", snapshot.name)

    def find(self, name: str) -> Snapshot | None:
        for snapshot in self.snapshots:
            if snapshot.name == name:
                return snapshot
        return None

    def latest(self) -> Snapshot | None:
        return max(self.snapshots, key=lambda s: s.created, default=None)

    def remove(self, snapshot: Snapshot) -> None:
        shutil.rmtree(self.data_dir(snapshot), ignore_errors=True)
        self.snapshots.remove(snapshot)
        log.info("removed snapshot %s (%d bytes)", snapshot.name, snapshot.size)

    def prune(self, keep: int, dry_run: bool = False) -> list[Snapshot]:
        """Remove all but the newest ``keep`` snapshots; returns what went."""
        by_age = sorted(self.snapshots, key=lambda s: s.created, reverse=True)
        victims = by_age[keep:]
        if not dry_run:
            for snapshot in victims:
                self.remove(snapshot)
            self.write_index()
        return victims
--- snapkeep/cli.py
"""The command line of snapkeep."""

import argparse
import sys

from . import config as configuration
from .store import Store, StoreError


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="snapkeep")
    parser.add_argument("-c", "--config", default=configuration.DEFAULT_CONFIG)
    commands = parser.add_subparsers(dest="command", required=True)

    listing = commands.add_parser("list", help="list snapshots")
    listing.add_argument("--json", action="store_true", help="print JSON")

    show = commands.add_parser("show", help="details of one snapshot")
    show.add_argument("name")

    prune = commands.add_parser("prune", help="remove old snapshots")
    prune.add_argument("--keep", type=int, help="how many to keep")
«→    prune.add_argument("--dry-run", action="store_true", help="only say what would go")
»    return parser


def cmd_list(store: Store, args, cfg) -> int:
    for snapshot in store.snapshots:
        print(f"{snapshot.name:30} {snapshot.size:>12} {snapshot.host}")
    return 0


def cmd_show(store: Store, args, cfg) -> int:
    snapshot = store.find(args.name)
    if snapshot is None:
        print(f"no snapshot named {args.name!r}", file=sys.stderr)
        return 1
    print(f"name: {snapshot.name}")
    print(f"size: {snapshot.size}")
    print(f"age:  {snapshot.age / 3600:.1f} h")
    return 0


def cmd_prune(store: Store, args, cfg) -> int:
    removed = store.prune(args.keep or cfg.keep‹→, dry_run=args.dry_run¦, args.dry_run›)
    for snapshot in removed:
        print(f"pruned {snapshot.name}")
    return 0


COMMANDS = {"list": cmd_list, "show": cmd_show, "prune": cmd_prune}


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        cfg = configuration.load(args.config)
        store = Store(cfg.repository)
        store.read_index()
        return COMMANDS[args.command](store, args, cfg)
    except (configuration.ConfigError, StoreError) as exc:
        print(f"snapkeep: {exc}", file=sys.stderr)
        return 2
--- README.md
# snapkeep

Small, boring snapshots of your home directory.

```toml
repository = "/mnt/backup/snapkeep"
sources = ["/home/ann", "/etc"]
exclude = ["*.tmp", ".cache"]
keep = 14
compression = "zstd"
timeout = 30.0
```

`snapkeep prune` removes everything but the newest `keep` snapshots.
Compression is done with `zstd`; anything else is an error.

==== config field keep becomes keep_last
kind: rename-field
--- snapkeep/config.py
"""Reading and checking ``snapkeep.toml``."""

import os
import tomllib
from dataclasses import dataclass, field

DEFAULT_CONFIG = os.path.join(os.path.expanduser("~"), ".config", "snapkeep.toml")


class ConfigError(Exception):
    """The configuration file is missing or makes no sense."""


@dataclass
class Config:
    repository: str
    sources: list[str]
    exclude: list[str] = field(default_factory=list)
    «keep→keep_last»: int = 14
    compression: str = "zstd"
    timeout: float = 30.0

    @classmethod
    def from_dict(cls, data: dict) -> "Config":
        try:
            return cls(
                repository=data["repository"],
                sources=list(data["sources"]),
                exclude=list(data.get("exclude", [])),
                ‹keep→keep_last›=int(data.get("‹keep→keep_last¦?›", 14)),
                compression=data.get("compression", "zstd"),
                timeout=float(data.get("timeout", 30.0)),
            )
        except KeyError as exc:
            raise ConfigError(f"missing key: {exc.args[0]}") from exc


def load(path: str = DEFAULT_CONFIG) -> Config:
    if not os.path.exists(path):
        raise ConfigError(f"no configuration at {path}")
    with open(path, "rb") as fh:
        return Config.from_dict(tomllib.load(fh))
--- snapkeep/store.py
"""Snapshots on disk. One directory per snapshot, and an index."""

import json
import logging
import os
import shutil
import time
from dataclasses import asdict, dataclass

log = logging.getLogger(__name__)


class StoreError(Exception):
    pass


class SnapshotNotFound(StoreError):
    def __init__(self, name: str):
        super().__init__(f"no snapshot named {name!r}")
        self.name = name


@dataclass
class Snapshot:
    name: str
    created: float
    size: int
    host: str = ""

    @property
    def age(self) -> float:
        return time.time() - self.created


class Store:
    def __init__(self, root: str):
        self.root = root
        self.snapshots: list[Snapshot] = []

    def read_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        if not os.path.exists(index):
            log.debug("no index in %s", self.root)
            return
        with open(index) as fh:
            self.snapshots = [Snapshot(**item) for item in json.load(fh)]

    def write_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        with open(index, "w") as fh:
            json.dump([asdict(s) for s in self.snapshots], fh, indent=2)

    def data_dir(self, snapshot: Snapshot) -> str:
        return os.path.join(self.root, "data", snapshot.name)

    def find(self, name: str) -> Snapshot | None:
        for snapshot in self.snapshots:
            if snapshot.name == name:
                return snapshot
        return None

    def latest(self) -> Snapshot | None:
        return max(self.snapshots, key=lambda s: s.created, default=None)

    def remove(self, snapshot: Snapshot) -> None:
        shutil.rmtree(self.data_dir(snapshot), ignore_errors=True)
        self.snapshots.remove(snapshot)
        log.info("removed snapshot %s (%d bytes)", snapshot.name, snapshot.size)

    def prune(self, keep: int, dry_run: bool = False) -> list[Snapshot]:
        """Remove all but the newest ``keep`` snapshots; returns what went."""
        by_age = sorted(self.snapshots, key=lambda s: s.created, reverse=True)
        victims = by_age[keep:]
        if not dry_run:
            for snapshot in victims:
                self.remove(snapshot)
            self.write_index()
        return victims
--- snapkeep/cli.py
"""The command line of snapkeep."""

import argparse
import sys

from . import config as configuration
from .store import Store, StoreError


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="snapkeep")
    parser.add_argument("-c", "--config", default=configuration.DEFAULT_CONFIG)
    commands = parser.add_subparsers(dest="command", required=True)

    listing = commands.add_parser("list", help="list snapshots")
    listing.add_argument("--json", action="store_true", help="print JSON")

    show = commands.add_parser("show", help="details of one snapshot")
    show.add_argument("name")

    prune = commands.add_parser("prune", help="remove old snapshots")
    prune.add_argument("--keep", type=int, help="how many to keep")
    return parser


def cmd_list(store: Store, args, cfg) -> int:
    for snapshot in store.snapshots:
        print(f"{snapshot.name:30} {snapshot.size:>12} {snapshot.host}")
    return 0


def cmd_show(store: Store, args, cfg) -> int:
    snapshot = store.find(args.name)
    if snapshot is None:
        print(f"no snapshot named {args.name!r}", file=sys.stderr)
        return 1
    print(f"name: {snapshot.name}")
    print(f"size: {snapshot.size}")
    print(f"age:  {snapshot.age / 3600:.1f} h")
    return 0


def cmd_prune(store: Store, args, cfg) -> int:
    removed = store.prune(args.keep or cfg.‹keep→keep_last›)
    for snapshot in removed:
        print(f"pruned {snapshot.name}")
    return 0


COMMANDS = {"list": cmd_list, "show": cmd_show, "prune": cmd_prune}


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        cfg = configuration.load(args.config)
        store = Store(cfg.repository)
        store.read_index()
        return COMMANDS[args.command](store, args, cfg)
    except (configuration.ConfigError, StoreError) as exc:
        print(f"snapkeep: {exc}", file=sys.stderr)
        return 2
--- README.md
# snapkeep

Small, boring snapshots of your home directory.

```toml
repository = "/mnt/backup/snapkeep"
sources = ["/home/ann", "/etc"]
exclude = ["*.tmp", ".cache"]
‹keep→keep_last¦?› = 14
compression = "zstd"
timeout = 30.0
```

`snapkeep prune` removes everything but the newest `‹keep→keep_last¦?›` snapshots.
Compression is done with `zstd`; anything else is an error.

==== find raises SnapshotNotFound instead of returning None
kind: error-handling
--- snapkeep/config.py
"""Reading and checking ``snapkeep.toml``."""

import os
import tomllib
from dataclasses import dataclass, field

DEFAULT_CONFIG = os.path.join(os.path.expanduser("~"), ".config", "snapkeep.toml")


class ConfigError(Exception):
    """The configuration file is missing or makes no sense."""


@dataclass
class Config:
    repository: str
    sources: list[str]
    exclude: list[str] = field(default_factory=list)
    keep: int = 14
    compression: str = "zstd"
    timeout: float = 30.0

    @classmethod
    def from_dict(cls, data: dict) -> "Config":
        try:
            return cls(
                repository=data["repository"],
                sources=list(data["sources"]),
                exclude=list(data.get("exclude", [])),
                keep=int(data.get("keep", 14)),
                compression=data.get("compression", "zstd"),
                timeout=float(data.get("timeout", 30.0)),
            )
        except KeyError as exc:
            raise ConfigError(f"missing key: {exc.args[0]}") from exc


def load(path: str = DEFAULT_CONFIG) -> Config:
    if not os.path.exists(path):
        raise ConfigError(f"no configuration at {path}")
    with open(path, "rb") as fh:
        return Config.from_dict(tomllib.load(fh))
--- snapkeep/store.py
"""Snapshots on disk. One directory per snapshot, and an index."""

import json
import logging
import os
import shutil
import time
from dataclasses import asdict, dataclass

log = logging.getLogger(__name__)


class StoreError(Exception):
    pass


class SnapshotNotFound(StoreError):
    def __init__(self, name: str):
        super().__init__(f"no snapshot named {name!r}")
        self.name = name


@dataclass
class Snapshot:
    name: str
    created: float
    size: int
    host: str = ""

    @property
    def age(self) -> float:
        return time.time() - self.created


class Store:
    def __init__(self, root: str):
        self.root = root
        self.snapshots: list[Snapshot] = []

    def read_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        if not os.path.exists(index):
            log.debug("no index in %s", self.root)
            return
        with open(index) as fh:
            self.snapshots = [Snapshot(**item) for item in json.load(fh)]

    def write_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        with open(index, "w") as fh:
            json.dump([asdict(s) for s in self.snapshots], fh, indent=2)

    def data_dir(self, snapshot: Snapshot) -> str:
        return os.path.join(self.root, "data", snapshot.name)

    def find(self, name: str) -> Snapshot‹ | None→›:
        for snapshot in self.snapshots:
            if snapshot.name == name:
                return snapshot
        «return None→raise SnapshotNotFound(name)»

    def latest(self) -> Snapshot | None:
        return max(self.snapshots, key=lambda s: s.created, default=None)

    def remove(self, snapshot: Snapshot) -> None:
        shutil.rmtree(self.data_dir(snapshot), ignore_errors=True)
        self.snapshots.remove(snapshot)
        log.info("removed snapshot %s (%d bytes)", snapshot.name, snapshot.size)

    def prune(self, keep: int, dry_run: bool = False) -> list[Snapshot]:
        """Remove all but the newest ``keep`` snapshots; returns what went."""
        by_age = sorted(self.snapshots, key=lambda s: s.created, reverse=True)
        victims = by_age[keep:]
        if not dry_run:
            for snapshot in victims:
                self.remove(snapshot)
            self.write_index()
        return victims
--- snapkeep/cli.py
"""The command line of snapkeep."""

import argparse
import sys

from . import config as configuration
from .store import Store, StoreError


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="snapkeep")
    parser.add_argument("-c", "--config", default=configuration.DEFAULT_CONFIG)
    commands = parser.add_subparsers(dest="command", required=True)

    listing = commands.add_parser("list", help="list snapshots")
    listing.add_argument("--json", action="store_true", help="print JSON")

    show = commands.add_parser("show", help="details of one snapshot")
    show.add_argument("name")

    prune = commands.add_parser("prune", help="remove old snapshots")
    prune.add_argument("--keep", type=int, help="how many to keep")
    return parser


def cmd_list(store: Store, args, cfg) -> int:
    for snapshot in store.snapshots:
        print(f"{snapshot.name:30} {snapshot.size:>12} {snapshot.host}")
    return 0


def cmd_show(store: Store, args, cfg) -> int:
    snapshot = store.find(args.name)
‹    if snapshot is None:
        print(f"no snapshot named {args.name!r}", file=sys.stderr)
        return 1
→¦@›    print(f"name: {snapshot.name}")
    print(f"size: {snapshot.size}")
    print(f"age:  {snapshot.age / 3600:.1f} h")
    return 0


def cmd_prune(store: Store, args, cfg) -> int:
    removed = store.prune(args.keep or cfg.keep)
    for snapshot in removed:
        print(f"pruned {snapshot.name}")
    return 0


COMMANDS = {"list": cmd_list, "show": cmd_show, "prune": cmd_prune}


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        cfg = configuration.load(args.config)
        store = Store(cfg.repository)
        store.read_index()
        return COMMANDS[args.command](store, args, cfg)
    except (configuration.ConfigError, StoreError) as exc:
        print(f"snapkeep: {exc}", file=sys.stderr)
        return 2
--- README.md
# snapkeep

Small, boring snapshots of your home directory.

```toml
repository = "/mnt/backup/snapkeep"
sources = ["/home/ann", "/etc"]
exclude = ["*.tmp", ".cache"]
keep = 14
compression = "zstd"
timeout = 30.0
```

`snapkeep prune` removes everything but the newest `keep` snapshots.
Compression is done with `zstd`; anything else is an error.

==== retries field is added to the config
kind: add-field
--- snapkeep/config.py
"""Reading and checking ``snapkeep.toml``."""

import os
import tomllib
from dataclasses import dataclass, field

DEFAULT_CONFIG = os.path.join(os.path.expanduser("~"), ".config", "snapkeep.toml")


class ConfigError(Exception):
    """The configuration file is missing or makes no sense."""


@dataclass
class Config:
    repository: str
    sources: list[str]
    exclude: list[str] = field(default_factory=list)
    keep: int = 14
    compression: str = "zstd"
    timeout: float = 30.0
«→    retries: int = 3
»
    @classmethod
    def from_dict(cls, data: dict) -> "Config":
        try:
            return cls(
                repository=data["repository"],
                sources=list(data["sources"]),
                exclude=list(data.get("exclude", [])),
                keep=int(data.get("keep", 14)),
                compression=data.get("compression", "zstd"),
                timeout=float(data.get("timeout", 30.0)),
‹→                retries=int(data.get("retries", 3)),
¦                retries=data.get("retries", 3),
›            )
        except KeyError as exc:
            raise ConfigError(f"missing key: {exc.args[0]}") from exc


def load(path: str = DEFAULT_CONFIG) -> Config:
    if not os.path.exists(path):
        raise ConfigError(f"no configuration at {path}")
    with open(path, "rb") as fh:
        return Config.from_dict(tomllib.load(fh))
--- snapkeep/store.py
"""Snapshots on disk. One directory per snapshot, and an index."""

import json
import logging
import os
import shutil
import time
from dataclasses import asdict, dataclass

log = logging.getLogger(__name__)


class StoreError(Exception):
    pass


class SnapshotNotFound(StoreError):
    def __init__(self, name: str):
        super().__init__(f"no snapshot named {name!r}")
        self.name = name


@dataclass
class Snapshot:
    name: str
    created: float
    size: int
    host: str = ""

    @property
    def age(self) -> float:
        return time.time() - self.created


class Store:
    def __init__(self, root: str):
        self.root = root
        self.snapshots: list[Snapshot] = []

    def read_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        if not os.path.exists(index):
            log.debug("no index in %s", self.root)
            return
        with open(index) as fh:
            self.snapshots = [Snapshot(**item) for item in json.load(fh)]

    def write_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        with open(index, "w") as fh:
            json.dump([asdict(s) for s in self.snapshots], fh, indent=2)

    def data_dir(self, snapshot: Snapshot) -> str:
        return os.path.join(self.root, "data", snapshot.name)

    def find(self, name: str) -> Snapshot | None:
        for snapshot in self.snapshots:
            if snapshot.name == name:
                return snapshot
        return None

    def latest(self) -> Snapshot | None:
        return max(self.snapshots, key=lambda s: s.created, default=None)

    def remove(self, snapshot: Snapshot) -> None:
        shutil.rmtree(self.data_dir(snapshot), ignore_errors=True)
        self.snapshots.remove(snapshot)
        log.info("removed snapshot %s (%d bytes)", snapshot.name, snapshot.size)

    def prune(self, keep: int, dry_run: bool = False) -> list[Snapshot]:
        """Remove all but the newest ``keep`` snapshots; returns what went."""
        by_age = sorted(self.snapshots, key=lambda s: s.created, reverse=True)
        victims = by_age[keep:]
        if not dry_run:
            for snapshot in victims:
                self.remove(snapshot)
            self.write_index()
        return victims
--- snapkeep/cli.py
"""The command line of snapkeep."""

import argparse
import sys

from . import config as configuration
from .store import Store, StoreError


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="snapkeep")
    parser.add_argument("-c", "--config", default=configuration.DEFAULT_CONFIG)
    commands = parser.add_subparsers(dest="command", required=True)

    listing = commands.add_parser("list", help="list snapshots")
    listing.add_argument("--json", action="store_true", help="print JSON")

    show = commands.add_parser("show", help="details of one snapshot")
    show.add_argument("name")

    prune = commands.add_parser("prune", help="remove old snapshots")
    prune.add_argument("--keep", type=int, help="how many to keep")
    return parser


def cmd_list(store: Store, args, cfg) -> int:
    for snapshot in store.snapshots:
        print(f"{snapshot.name:30} {snapshot.size:>12} {snapshot.host}")
    return 0


def cmd_show(store: Store, args, cfg) -> int:
    snapshot = store.find(args.name)
    if snapshot is None:
        print(f"no snapshot named {args.name!r}", file=sys.stderr)
        return 1
    print(f"name: {snapshot.name}")
    print(f"size: {snapshot.size}")
    print(f"age:  {snapshot.age / 3600:.1f} h")
    return 0


def cmd_prune(store: Store, args, cfg) -> int:
    removed = store.prune(args.keep or cfg.keep)
    for snapshot in removed:
        print(f"pruned {snapshot.name}")
    return 0


COMMANDS = {"list": cmd_list, "show": cmd_show, "prune": cmd_prune}


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        cfg = configuration.load(args.config)
        store = Store(cfg.repository)
        store.read_index()
        return COMMANDS[args.command](store, args, cfg)
    except (configuration.ConfigError, StoreError) as exc:
        print(f"snapkeep: {exc}", file=sys.stderr)
        return 2
--- README.md
# snapkeep

Small, boring snapshots of your home directory.

```toml
repository = "/mnt/backup/snapkeep"
sources = ["/home/ann", "/etc"]
exclude = ["*.tmp", ".cache"]
keep = 14
compression = "zstd"
timeout = 30.0
‹→retries = 3
¦?›```

`snapkeep prune` removes everything but the newest `keep` snapshots.
Compression is done with `zstd`; anything else is an error.

==== log message of a removed snapshot is reworded
kind: silence-string
expect: silence
--- snapkeep/config.py
"""Reading and checking ``snapkeep.toml``."""

import os
import tomllib
from dataclasses import dataclass, field

DEFAULT_CONFIG = os.path.join(os.path.expanduser("~"), ".config", "snapkeep.toml")


class ConfigError(Exception):
    """The configuration file is missing or makes no sense."""


@dataclass
class Config:
    repository: str
    sources: list[str]
    exclude: list[str] = field(default_factory=list)
    keep: int = 14
    compression: str = "zstd"
    timeout: float = 30.0

    @classmethod
    def from_dict(cls, data: dict) -> "Config":
        try:
            return cls(
                repository=data["repository"],
                sources=list(data["sources"]),
                exclude=list(data.get("exclude", [])),
                keep=int(data.get("keep", 14)),
                compression=data.get("compression", "zstd"),
                timeout=float(data.get("timeout", 30.0)),
            )
        except KeyError as exc:
            raise ConfigError(f"missing key: {exc.args[0]}") from exc


def load(path: str = DEFAULT_CONFIG) -> Config:
    if not os.path.exists(path):
        raise ConfigError(f"no configuration at {path}")
    with open(path, "rb") as fh:
        return Config.from_dict(tomllib.load(fh))
--- snapkeep/store.py
"""Snapshots on disk. One directory per snapshot, and an index."""

import json
import logging
import os
import shutil
import time
from dataclasses import asdict, dataclass

log = logging.getLogger(__name__)


class StoreError(Exception):
    pass


class SnapshotNotFound(StoreError):
    def __init__(self, name: str):
        super().__init__(f"no snapshot named {name!r}")
        self.name = name


@dataclass
class Snapshot:
    name: str
    created: float
    size: int
    host: str = ""

    @property
    def age(self) -> float:
        return time.time() - self.created


class Store:
    def __init__(self, root: str):
        self.root = root
        self.snapshots: list[Snapshot] = []

    def read_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        if not os.path.exists(index):
            log.debug("no index in %s", self.root)
            return
        with open(index) as fh:
            self.snapshots = [Snapshot(**item) for item in json.load(fh)]

    def write_index(self) -> None:
        index = os.path.join(self.root, "index.json")
        with open(index, "w") as fh:
            json.dump([asdict(s) for s in self.snapshots], fh, indent=2)

    def data_dir(self, snapshot: Snapshot) -> str:
        return os.path.join(self.root, "data", snapshot.name)

    def find(self, name: str) -> Snapshot | None:
        for snapshot in self.snapshots:
            if snapshot.name == name:
                return snapshot
        return None

    def latest(self) -> Snapshot | None:
        return max(self.snapshots, key=lambda s: s.created, default=None)

    def remove(self, snapshot: Snapshot) -> None:
        shutil.rmtree(self.data_dir(snapshot), ignore_errors=True)
        self.snapshots.remove(snapshot)
        log.info("removed snapshot %s (%d bytes«→ freed»)", snapshot.name, snapshot.size)

    def prune(self, keep: int, dry_run: bool = False) -> list[Snapshot]:
        """Remove all but the newest ``keep`` snapshots; returns what went."""
        by_age = sorted(self.snapshots, key=lambda s: s.created, reverse=True)
        victims = by_age[keep:]
        if not dry_run:
            for snapshot in victims:
                self.remove(snapshot)
            self.write_index()
        return victims
--- snapkeep/cli.py
"""The command line of snapkeep."""

import argparse
import sys

from . import config as configuration
from .store import Store, StoreError


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="snapkeep")
    parser.add_argument("-c", "--config", default=configuration.DEFAULT_CONFIG)
    commands = parser.add_subparsers(dest="command", required=True)

    listing = commands.add_parser("list", help="list snapshots")
    listing.add_argument("--json", action="store_true", help="print JSON")

    show = commands.add_parser("show", help="details of one snapshot")
    show.add_argument("name")

    prune = commands.add_parser("prune", help="remove old snapshots")
    prune.add_argument("--keep", type=int, help="how many to keep")
    return parser


def cmd_list(store: Store, args, cfg) -> int:
    for snapshot in store.snapshots:
        print(f"{snapshot.name:30} {snapshot.size:>12} {snapshot.host}")
    return 0


def cmd_show(store: Store, args, cfg) -> int:
    snapshot = store.find(args.name)
    if snapshot is None:
        print(f"no snapshot named {args.name!r}", file=sys.stderr)
        return 1
    print(f"name: {snapshot.name}")
    print(f"size: {snapshot.size}")
    print(f"age:  {snapshot.age / 3600:.1f} h")
    return 0


def cmd_prune(store: Store, args, cfg) -> int:
    removed = store.prune(args.keep or cfg.keep)
    for snapshot in removed:
        print(f"pruned {snapshot.name}")
    return 0


COMMANDS = {"list": cmd_list, "show": cmd_show, "prune": cmd_prune}


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        cfg = configuration.load(args.config)
        store = Store(cfg.repository)
        store.read_index()
        return COMMANDS[args.command](store, args, cfg)
    except (configuration.ConfigError, StoreError) as exc:
        print(f"snapkeep: {exc}", file=sys.stderr)
        return 2
--- README.md
# snapkeep

Small, boring snapshots of your home directory.

```toml
repository = "/mnt/backup/snapkeep"
sources = ["/home/ann", "/etc"]
exclude = ["*.tmp", ".cache"]
keep = 14
compression = "zstd"
timeout = 30.0
```

`snapkeep prune` removes everything but the newest `keep` snapshots.
Compression is done with `zstd`; anything else is an error.

==== job status gets the case cancelled
kind: enum-member
--- src/types.ts
export type JobStatus = 'queued' | 'running' | 'done' | 'failed'«→ | 'cancelled'»;

export interface Job<T = unknown> {
  id: string;
  kind: string;
  payload: T;
  status: JobStatus;
  attempts: number;
  createdAt: number;
}

export interface QueueOptions {
  concurrency: number;
  maxAttempts: number;
  pollInterval: number;
}

export interface Storage {
  load(id: string): Promise<Job | undefined>;
  save(job: Job): Promise<void>;
  list(status: JobStatus): Promise<Job[]>;
}

export type Handler<T> = (payload: T, signal: AbortSignal) => Promise<void>;
--- src/queue.ts
import { randomUUID } from 'node:crypto';
import type { Handler, Job, JobStatus, QueueOptions, Storage } from './types';
import { formatDuration, statusIcon } from './format';

const DEFAULTS: QueueOptions = {
  concurrency: 4,
  maxAttempts: 3,
  pollInterval: 1000,
};

export class Queue {
  private readonly options: QueueOptions;
  private readonly handlers = new Map<string, Handler<any>>();
  private running = 0;

  constructor(private readonly storage: Storage, options: Partial<QueueOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  register<T>(kind: string, handler: Handler<T>): this {
    if (this.handlers.has(kind)) throw new Error(`handler for ${kind} already registered`);
    this.handlers.set(kind, handler);
    return this;
  }

  async add<T>(kind: string, payload: T): Promise<Job<T>> {
    const job: Job<T> = {
      id: randomUUID(),
      kind,
      payload,
      status: 'queued',
      attempts: 0,
      createdAt: Date.now(),
    };
    await this.storage.save(job);
    return job;
  }

  isIdle(): boolean {
    return this.running === 0;
  }

  async counts(): Promise<Record<JobStatus, number>> {
    return {
      queued: (await this.storage.list('queued')).length,
      running: (await this.storage.list('running')).length,
      done: (await this.storage.list('done')).length,
      failed: (await this.storage.list('failed')).length,
‹→      cancelled: (await this.storage.list('cancelled')).length,
›    };
  }

  async tick(signal: AbortSignal): Promise<void> {
    const jobs = await this.storage.list('queued');
    for (const job of jobs.slice(0, this.options.concurrency - this.running)) {
      void this.execute(job, signal);
    }
  }

  private async execute(job: Job, signal: AbortSignal): Promise<void> {
    const handler = this.handlers.get(job.kind);
    if (!handler) return this.finish(job, 'failed');
    this.running += 1;
    const started = Date.now();
    try {
      job.attempts += 1;
      await handler(job.payload, signal);
      await this.finish(job, 'done');
      console.info(`${statusIcon(job.status)} ${job.kind} took ${formatDuration(Date.now() - started)}`);
    } catch (error) {
      const retry = job.attempts < this.options.maxAttempts;
      await this.finish(job, retry ? 'queued' : 'failed');
      console.warn(`${statusIcon(job.status)} ${job.kind} failed`, error);
    } finally {
      this.running -= 1;
    }
  }

  private async finish(job: Job, status: JobStatus): Promise<void> {
    job.status = status;
    await this.storage.save(job);
  }
}
--- src/format.ts
import type { JobStatus } from './types';

export function statusIcon(status: JobStatus): string {
  switch (status) {
    case 'queued':
      return '…';
    case 'running':
      return '▶';
    case 'done':
      return '✔';
    case 'failed':
      return '✘';
‹→    case 'cancelled':
      return '⊘';
¦re:    case 'cancelled':\n      return '[^']*';\n¦@›  }
}

export const STATUS_LABELS: Record<JobStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
‹→  cancelled: 'Cancelled',
¦  cancelled: 'Canceled',
›};

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min`;
}
--- src/main.ts
import { Queue } from './queue';
import { FileStorage } from './file-storage';
import { STATUS_LABELS, formatDuration } from './format';
import type { JobStatus } from './types';

const storage = new FileStorage(process.env.QUEUE_DIR ?? './jobs');
const queue = new Queue(storage, { concurrency: 2, pollInterval: 500 });
const startedAt = Date.now();

queue.register<{ url: string }>('thumbnail', async ({ url }, signal) => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
});

async function report(): Promise<void> {
  const counts = await queue.counts();
  for (const [status, count] of Object.entries(counts)) {
    console.log(`${STATUS_LABELS[status as JobStatus]}: ${count}`);
  }
  console.log(`up ${formatDuration(Date.now() - startedAt)}`);
}

async function main(): Promise<void> {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  while (!controller.signal.aborted) {
    await queue.tick(controller.signal);
    if (queue.isIdle()) await report();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

void main();

==== isIdle becomes async
kind: make-async
--- src/types.ts
export type JobStatus = 'queued' | 'running' | 'done' | 'failed';

export interface Job<T = unknown> {
  id: string;
  kind: string;
  payload: T;
  status: JobStatus;
  attempts: number;
  createdAt: number;
}

export interface QueueOptions {
  concurrency: number;
  maxAttempts: number;
  pollInterval: number;
}

export interface Storage {
  load(id: string): Promise<Job | undefined>;
  save(job: Job): Promise<void>;
  list(status: JobStatus): Promise<Job[]>;
}

export type Handler<T> = (payload: T, signal: AbortSignal) => Promise<void>;
--- src/queue.ts
import { randomUUID } from 'node:crypto';
import type { Handler, Job, JobStatus, QueueOptions, Storage } from './types';
import { formatDuration, statusIcon } from './format';

const DEFAULTS: QueueOptions = {
  concurrency: 4,
  maxAttempts: 3,
  pollInterval: 1000,
};

export class Queue {
  private readonly options: QueueOptions;
  private readonly handlers = new Map<string, Handler<any>>();
  private running = 0;

  constructor(private readonly storage: Storage, options: Partial<QueueOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  register<T>(kind: string, handler: Handler<T>): this {
    if (this.handlers.has(kind)) throw new Error(`handler for ${kind} already registered`);
    this.handlers.set(kind, handler);
    return this;
  }

  async add<T>(kind: string, payload: T): Promise<Job<T>> {
    const job: Job<T> = {
      id: randomUUID(),
      kind,
      payload,
      status: 'queued',
      attempts: 0,
      createdAt: Date.now(),
    };
    await this.storage.save(job);
    return job;
  }

  «→async »isIdle(): ‹boolean→Promise<boolean>› {
    return this.running === 0;
  }

  async counts(): Promise<Record<JobStatus, number>> {
    return {
      queued: (await this.storage.list('queued')).length,
      running: (await this.storage.list('running')).length,
      done: (await this.storage.list('done')).length,
      failed: (await this.storage.list('failed')).length,
    };
  }

  async tick(signal: AbortSignal): Promise<void> {
    const jobs = await this.storage.list('queued');
    for (const job of jobs.slice(0, this.options.concurrency - this.running)) {
      void this.execute(job, signal);
    }
  }

  private async execute(job: Job, signal: AbortSignal): Promise<void> {
    const handler = this.handlers.get(job.kind);
    if (!handler) return this.finish(job, 'failed');
    this.running += 1;
    const started = Date.now();
    try {
      job.attempts += 1;
      await handler(job.payload, signal);
      await this.finish(job, 'done');
      console.info(`${statusIcon(job.status)} ${job.kind} took ${formatDuration(Date.now() - started)}`);
    } catch (error) {
      const retry = job.attempts < this.options.maxAttempts;
      await this.finish(job, retry ? 'queued' : 'failed');
      console.warn(`${statusIcon(job.status)} ${job.kind} failed`, error);
    } finally {
      this.running -= 1;
    }
  }

  private async finish(job: Job, status: JobStatus): Promise<void> {
    job.status = status;
    await this.storage.save(job);
  }
}
--- src/format.ts
import type { JobStatus } from './types';

export function statusIcon(status: JobStatus): string {
  switch (status) {
    case 'queued':
      return '…';
    case 'running':
      return '▶';
    case 'done':
      return '✔';
    case 'failed':
      return '✘';
  }
}

export const STATUS_LABELS: Record<JobStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min`;
}
--- src/main.ts
import { Queue } from './queue';
import { FileStorage } from './file-storage';
import { STATUS_LABELS, formatDuration } from './format';
import type { JobStatus } from './types';

const storage = new FileStorage(process.env.QUEUE_DIR ?? './jobs');
const queue = new Queue(storage, { concurrency: 2, pollInterval: 500 });
const startedAt = Date.now();

queue.register<{ url: string }>('thumbnail', async ({ url }, signal) => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
});

async function report(): Promise<void> {
  const counts = await queue.counts();
  for (const [status, count] of Object.entries(counts)) {
    console.log(`${STATUS_LABELS[status as JobStatus]}: ${count}`);
  }
  console.log(`up ${formatDuration(Date.now() - startedAt)}`);
}

async function main(): Promise<void> {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  while (!controller.signal.aborted) {
    await queue.tick(controller.signal);
    if (‹→await ›queue.isIdle()) await report();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

void main();

==== job gets a priority
kind: add-field
--- src/types.ts
export type JobStatus = 'queued' | 'running' | 'done' | 'failed';

export interface Job<T = unknown> {
  id: string;
  kind: string;
  payload: T;
  status: JobStatus;
  attempts: number;
«→  priority: number;
»  createdAt: number;
}

export interface QueueOptions {
  concurrency: number;
  maxAttempts: number;
  pollInterval: number;
}

export interface Storage {
  load(id: string): Promise<Job | undefined>;
  save(job: Job): Promise<void>;
  list(status: JobStatus): Promise<Job[]>;
}

export type Handler<T> = (payload: T, signal: AbortSignal) => Promise<void>;
--- src/queue.ts
import { randomUUID } from 'node:crypto';
import type { Handler, Job, JobStatus, QueueOptions, Storage } from './types';
import { formatDuration, statusIcon } from './format';

const DEFAULTS: QueueOptions = {
  concurrency: 4,
  maxAttempts: 3,
  pollInterval: 1000,
};

export class Queue {
  private readonly options: QueueOptions;
  private readonly handlers = new Map<string, Handler<any>>();
  private running = 0;

  constructor(private readonly storage: Storage, options: Partial<QueueOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  register<T>(kind: string, handler: Handler<T>): this {
    if (this.handlers.has(kind)) throw new Error(`handler for ${kind} already registered`);
    this.handlers.set(kind, handler);
    return this;
  }

  async add<T>(kind: string, payload: T): Promise<Job<T>> {
    const job: Job<T> = {
      id: randomUUID(),
      kind,
      payload,
      status: 'queued',
      attempts: 0,
‹→      priority: 0,
¦re:      priority(: \w+)?,\n¦@›      createdAt: Date.now(),
    };
    await this.storage.save(job);
    return job;
  }

  isIdle(): boolean {
    return this.running === 0;
  }

  async counts(): Promise<Record<JobStatus, number>> {
    return {
      queued: (await this.storage.list('queued')).length,
      running: (await this.storage.list('running')).length,
      done: (await this.storage.list('done')).length,
      failed: (await this.storage.list('failed')).length,
    };
  }

  async tick(signal: AbortSignal): Promise<void> {
    const jobs = await this.storage.list('queued');
    for (const job of jobs.slice(0, this.options.concurrency - this.running)) {
      void this.execute(job, signal);
    }
  }

  private async execute(job: Job, signal: AbortSignal): Promise<void> {
    const handler = this.handlers.get(job.kind);
    if (!handler) return this.finish(job, 'failed');
    this.running += 1;
    const started = Date.now();
    try {
      job.attempts += 1;
      await handler(job.payload, signal);
      await this.finish(job, 'done');
      console.info(`${statusIcon(job.status)} ${job.kind} took ${formatDuration(Date.now() - started)}`);
    } catch (error) {
      const retry = job.attempts < this.options.maxAttempts;
      await this.finish(job, retry ? 'queued' : 'failed');
      console.warn(`${statusIcon(job.status)} ${job.kind} failed`, error);
    } finally {
      this.running -= 1;
    }
  }

  private async finish(job: Job, status: JobStatus): Promise<void> {
    job.status = status;
    await this.storage.save(job);
  }
}
--- src/format.ts
import type { JobStatus } from './types';

export function statusIcon(status: JobStatus): string {
  switch (status) {
    case 'queued':
      return '…';
    case 'running':
      return '▶';
    case 'done':
      return '✔';
    case 'failed':
      return '✘';
  }
}

export const STATUS_LABELS: Record<JobStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min`;
}
--- src/main.ts
import { Queue } from './queue';
import { FileStorage } from './file-storage';
import { STATUS_LABELS, formatDuration } from './format';
import type { JobStatus } from './types';

const storage = new FileStorage(process.env.QUEUE_DIR ?? './jobs');
const queue = new Queue(storage, { concurrency: 2, pollInterval: 500 });
const startedAt = Date.now();

queue.register<{ url: string }>('thumbnail', async ({ url }, signal) => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
});

async function report(): Promise<void> {
  const counts = await queue.counts();
  for (const [status, count] of Object.entries(counts)) {
    console.log(`${STATUS_LABELS[status as JobStatus]}: ${count}`);
  }
  console.log(`up ${formatDuration(Date.now() - startedAt)}`);
}

async function main(): Promise<void> {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  while (!controller.signal.aborted) {
    await queue.tick(controller.signal);
    if (queue.isIdle()) await report();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

void main();

==== pollInterval is renamed to pollIntervalMs
kind: rename-field
--- src/types.ts
export type JobStatus = 'queued' | 'running' | 'done' | 'failed';

export interface Job<T = unknown> {
  id: string;
  kind: string;
  payload: T;
  status: JobStatus;
  attempts: number;
  createdAt: number;
}

export interface QueueOptions {
  concurrency: number;
  maxAttempts: number;
  «pollInterval→pollIntervalMs»: number;
}

export interface Storage {
  load(id: string): Promise<Job | undefined>;
  save(job: Job): Promise<void>;
  list(status: JobStatus): Promise<Job[]>;
}

export type Handler<T> = (payload: T, signal: AbortSignal) => Promise<void>;
--- src/queue.ts
import { randomUUID } from 'node:crypto';
import type { Handler, Job, JobStatus, QueueOptions, Storage } from './types';
import { formatDuration, statusIcon } from './format';

const DEFAULTS: QueueOptions = {
  concurrency: 4,
  maxAttempts: 3,
  ‹pollInterval→pollIntervalMs›: 1000,
};

export class Queue {
  private readonly options: QueueOptions;
  private readonly handlers = new Map<string, Handler<any>>();
  private running = 0;

  constructor(private readonly storage: Storage, options: Partial<QueueOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  register<T>(kind: string, handler: Handler<T>): this {
    if (this.handlers.has(kind)) throw new Error(`handler for ${kind} already registered`);
    this.handlers.set(kind, handler);
    return this;
  }

  async add<T>(kind: string, payload: T): Promise<Job<T>> {
    const job: Job<T> = {
      id: randomUUID(),
      kind,
      payload,
      status: 'queued',
      attempts: 0,
      createdAt: Date.now(),
    };
    await this.storage.save(job);
    return job;
  }

  isIdle(): boolean {
    return this.running === 0;
  }

  async counts(): Promise<Record<JobStatus, number>> {
    return {
      queued: (await this.storage.list('queued')).length,
      running: (await this.storage.list('running')).length,
      done: (await this.storage.list('done')).length,
      failed: (await this.storage.list('failed')).length,
    };
  }

  async tick(signal: AbortSignal): Promise<void> {
    const jobs = await this.storage.list('queued');
    for (const job of jobs.slice(0, this.options.concurrency - this.running)) {
      void this.execute(job, signal);
    }
  }

  private async execute(job: Job, signal: AbortSignal): Promise<void> {
    const handler = this.handlers.get(job.kind);
    if (!handler) return this.finish(job, 'failed');
    this.running += 1;
    const started = Date.now();
    try {
      job.attempts += 1;
      await handler(job.payload, signal);
      await this.finish(job, 'done');
      console.info(`${statusIcon(job.status)} ${job.kind} took ${formatDuration(Date.now() - started)}`);
    } catch (error) {
      const retry = job.attempts < this.options.maxAttempts;
      await this.finish(job, retry ? 'queued' : 'failed');
      console.warn(`${statusIcon(job.status)} ${job.kind} failed`, error);
    } finally {
      this.running -= 1;
    }
  }

  private async finish(job: Job, status: JobStatus): Promise<void> {
    job.status = status;
    await this.storage.save(job);
  }
}
--- src/format.ts
import type { JobStatus } from './types';

export function statusIcon(status: JobStatus): string {
  switch (status) {
    case 'queued':
      return '…';
    case 'running':
      return '▶';
    case 'done':
      return '✔';
    case 'failed':
      return '✘';
  }
}

export const STATUS_LABELS: Record<JobStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min`;
}
--- src/main.ts
import { Queue } from './queue';
import { FileStorage } from './file-storage';
import { STATUS_LABELS, formatDuration } from './format';
import type { JobStatus } from './types';

const storage = new FileStorage(process.env.QUEUE_DIR ?? './jobs');
const queue = new Queue(storage, { concurrency: 2, ‹pollInterval→pollIntervalMs›: 500 });
const startedAt = Date.now();

queue.register<{ url: string }>('thumbnail', async ({ url }, signal) => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
});

async function report(): Promise<void> {
  const counts = await queue.counts();
  for (const [status, count] of Object.entries(counts)) {
    console.log(`${STATUS_LABELS[status as JobStatus]}: ${count}`);
  }
  console.log(`up ${formatDuration(Date.now() - startedAt)}`);
}

async function main(): Promise<void> {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  while (!controller.signal.aborted) {
    await queue.tick(controller.signal);
    if (queue.isIdle()) await report();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

void main();

==== formatDuration is renamed in its module
kind: rename-function
--- src/types.ts
export type JobStatus = 'queued' | 'running' | 'done' | 'failed';

export interface Job<T = unknown> {
  id: string;
  kind: string;
  payload: T;
  status: JobStatus;
  attempts: number;
  createdAt: number;
}

export interface QueueOptions {
  concurrency: number;
  maxAttempts: number;
  pollInterval: number;
}

export interface Storage {
  load(id: string): Promise<Job | undefined>;
  save(job: Job): Promise<void>;
  list(status: JobStatus): Promise<Job[]>;
}

export type Handler<T> = (payload: T, signal: AbortSignal) => Promise<void>;
--- src/queue.ts
import { randomUUID } from 'node:crypto';
import type { Handler, Job, JobStatus, QueueOptions, Storage } from './types';
import { ‹formatDuration→humanizeDuration›, statusIcon } from './format';

const DEFAULTS: QueueOptions = {
  concurrency: 4,
  maxAttempts: 3,
  pollInterval: 1000,
};

export class Queue {
  private readonly options: QueueOptions;
  private readonly handlers = new Map<string, Handler<any>>();
  private running = 0;

  constructor(private readonly storage: Storage, options: Partial<QueueOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  register<T>(kind: string, handler: Handler<T>): this {
    if (this.handlers.has(kind)) throw new Error(`handler for ${kind} already registered`);
    this.handlers.set(kind, handler);
    return this;
  }

  async add<T>(kind: string, payload: T): Promise<Job<T>> {
    const job: Job<T> = {
      id: randomUUID(),
      kind,
      payload,
      status: 'queued',
      attempts: 0,
      createdAt: Date.now(),
    };
    await this.storage.save(job);
    return job;
  }

  isIdle(): boolean {
    return this.running === 0;
  }

  async counts(): Promise<Record<JobStatus, number>> {
    return {
      queued: (await this.storage.list('queued')).length,
      running: (await this.storage.list('running')).length,
      done: (await this.storage.list('done')).length,
      failed: (await this.storage.list('failed')).length,
    };
  }

  async tick(signal: AbortSignal): Promise<void> {
    const jobs = await this.storage.list('queued');
    for (const job of jobs.slice(0, this.options.concurrency - this.running)) {
      void this.execute(job, signal);
    }
  }

  private async execute(job: Job, signal: AbortSignal): Promise<void> {
    const handler = this.handlers.get(job.kind);
    if (!handler) return this.finish(job, 'failed');
    this.running += 1;
    const started = Date.now();
    try {
      job.attempts += 1;
      await handler(job.payload, signal);
      await this.finish(job, 'done');
      console.info(`${statusIcon(job.status)} ${job.kind} took ${‹formatDuration→humanizeDuration›(Date.now() - started)}`);
    } catch (error) {
      const retry = job.attempts < this.options.maxAttempts;
      await this.finish(job, retry ? 'queued' : 'failed');
      console.warn(`${statusIcon(job.status)} ${job.kind} failed`, error);
    } finally {
      this.running -= 1;
    }
  }

  private async finish(job: Job, status: JobStatus): Promise<void> {
    job.status = status;
    await this.storage.save(job);
  }
}
--- src/format.ts
import type { JobStatus } from './types';

export function statusIcon(status: JobStatus): string {
  switch (status) {
    case 'queued':
      return '…';
    case 'running':
      return '▶';
    case 'done':
      return '✔';
    case 'failed':
      return '✘';
  }
}

export const STATUS_LABELS: Record<JobStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};

export function «formatDuration→humanizeDuration»(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min`;
}
--- src/main.ts
import { Queue } from './queue';
import { FileStorage } from './file-storage';
import { STATUS_LABELS, ‹formatDuration→humanizeDuration› } from './format';
import type { JobStatus } from './types';

const storage = new FileStorage(process.env.QUEUE_DIR ?? './jobs');
const queue = new Queue(storage, { concurrency: 2, pollInterval: 500 });
const startedAt = Date.now();

queue.register<{ url: string }>('thumbnail', async ({ url }, signal) => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
});

async function report(): Promise<void> {
  const counts = await queue.counts();
  for (const [status, count] of Object.entries(counts)) {
    console.log(`${STATUS_LABELS[status as JobStatus]}: ${count}`);
  }
  console.log(`up ${‹formatDuration→humanizeDuration›(Date.now() - startedAt)}`);
}

async function main(): Promise<void> {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  while (!controller.signal.aborted) {
    await queue.tick(controller.signal);
    if (queue.isIdle()) await report();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

void main();

==== prop initialKey becomes defaultKey
kind: rename-prop
--- src/components/Tabs.tsx
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface TabItem {
  key: string;
  title: string;
  content: ReactNode;
}

export interface TabsProps {
  items: TabItem[];
  «initialKey→defaultKey»?: string;
  onChange?: (key: string) => void;
  label: string;
}

export function Tabs({ items, ‹initialKey→defaultKey›, onChange, label }: TabsProps) {
  const [active, setActive] = useState(‹initialKey→defaultKey› ?? items[0]?.key);
  const baseId = useId();

  function select(key: string) {
    setActive(key);
    onChange?.(key);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.key === active);
    if (event.key === 'ArrowRight') select(items[(index + 1) % items.length].key);
    if (event.key === 'ArrowLeft') select(items[(index + items.length - 1) % items.length].key);
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            role="tab"
            id={`${baseId}-${item.key}`}
            aria-selected={item.key === active}
            className={item.key === active ? styles.active : styles.tab}
            onClick={() => select(item.key)}
          >
            {item.title}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div key={item.key} role="tabpanel" aria-labelledby={`${baseId}-${item.key}`} hidden={item.key !== active}>
          {item.content}
        </div>
      ))}
    </div>
  );
}
--- src/components/Tabs.module.css
.tabs { display: flex; flex-direction: column; gap: 0.5rem; }

.tab,
.active {
  border: 0;
  padding: 0.25rem 0.75rem;
  background: none;
  cursor: pointer;
}

.active { border-bottom: 2px solid currentcolor; font-weight: 600; }
--- src/pages/PlantPage.tsx
import { Tabs } from '../components/Tabs';
import { usePlant } from '../hooks/usePlant';

interface Props {
  plantId: string;
}

export function PlantPage({ plantId }: Props) {
  const { plant, error } = usePlant(plantId);
  if (error) return <p role="alert">{error.message}</p>;
  if (!plant) return <p>Loading…</p>;
  return (
    <article>
      <h1>{plant.name}</h1>
      <p title={plant.latinName}>{plant.family}</p>
      <Tabs
        label="Plant details"
        ‹initialKey→defaultKey›="care"
        items={[
          { key: 'care', title: 'Care', content: <p>{plant.care}</p> },
          { key: 'soil', title: 'Soil', content: <p>{plant.soil}</p> },
        ]}
      />
    </article>
  );
}
--- src/pages/SettingsPage.tsx
import { useState } from 'react';
import { Tabs, type TabItem } from '../components/Tabs';

const SECTIONS: TabItem[] = [
  { key: 'profile', title: 'Profile', content: <p>Your name and picture.</p> },
  { key: 'alerts', title: 'Alerts', content: <p>When to remind you of watering.</p> },
  { key: 'export', title: 'Export', content: <p>Take your data with you.</p> },
];

export function SettingsPage() {
  const [section, setSection] = useState('profile');
  return (
    <main>
      <h1 title="Settings">Settings: {section}</h1>
      <Tabs label="Settings" ‹initialKey→defaultKey›={section} onChange={setSection} items={SECTIONS} />
    </main>
  );
}
--- src/hooks/usePlant.ts
import { useEffect, useState } from 'react';

export interface Plant {
  id: string;
  name: string;
  latinName: string;
  family: string;
  care: string;
  soil: string;
}

export function usePlant(id: string) {
  const [plant, setPlant] = useState<Plant>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    const controller = new AbortController();
    fetch(`/api/plants/${id}`, { signal: controller.signal })
      .then((response) => response.json())
      .then(setPlant)
      .catch((reason) => {
        if (!controller.signal.aborted) setError(reason);
      });
    return () => controller.abort();
  }, [id]);

  return { plant, error };
}

==== tabs can be disabled
kind: add-field
--- src/components/Tabs.tsx
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface TabItem {
  key: string;
  title: string;
  content: ReactNode;
«→  disabled?: boolean;
»}

export interface TabsProps {
  items: TabItem[];
  initialKey?: string;
  onChange?: (key: string) => void;
  label: string;
}

export function Tabs({ items, initialKey, onChange, label }: TabsProps) {
  const [active, setActive] = useState(initialKey ?? items[0]?.key);
  const baseId = useId();

  function select(key: string) {
    setActive(key);
    onChange?.(key);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.key === active);
    if (event.key === 'ArrowRight') select(items[(index + 1) % items.length].key);
    if (event.key === 'ArrowLeft') select(items[(index + items.length - 1) % items.length].key);
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            role="tab"
            id={`${baseId}-${item.key}`}
            aria-selected={item.key === active}
‹→            disabled={item.disabled}
¦            disabled={item.disabled ?? false}
¦@›            className={item.key === active ? styles.active : styles.tab}
            onClick={() => select(item.key)}
          >
            {item.title}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div key={item.key} role="tabpanel" aria-labelledby={`${baseId}-${item.key}`} hidden={item.key !== active}>
          {item.content}
        </div>
      ))}
    </div>
  );
}
--- src/components/Tabs.module.css
.tabs { display: flex; flex-direction: column; gap: 0.5rem; }

.tab,
.active {
  border: 0;
  padding: 0.25rem 0.75rem;
  background: none;
  cursor: pointer;
}

.active { border-bottom: 2px solid currentcolor; font-weight: 600; }
--- src/pages/PlantPage.tsx
import { Tabs } from '../components/Tabs';
import { usePlant } from '../hooks/usePlant';

interface Props {
  plantId: string;
}

export function PlantPage({ plantId }: Props) {
  const { plant, error } = usePlant(plantId);
  if (error) return <p role="alert">{error.message}</p>;
  if (!plant) return <p>Loading…</p>;
  return (
    <article>
      <h1>{plant.name}</h1>
      <p title={plant.latinName}>{plant.family}</p>
      <Tabs
        label="Plant details"
        initialKey="care"
        items={[
          { key: 'care', title: 'Care', content: <p>{plant.care}</p> },
          { key: 'soil', title: 'Soil', content: <p>{plant.soil}</p> },
        ]}
      />
    </article>
  );
}
--- src/pages/SettingsPage.tsx
import { useState } from 'react';
import { Tabs, type TabItem } from '../components/Tabs';

const SECTIONS: TabItem[] = [
  { key: 'profile', title: 'Profile', content: <p>Your name and picture.</p> },
  { key: 'alerts', title: 'Alerts', content: <p>When to remind you of watering.</p> },
  { key: 'export', title: 'Export', content: <p>Take your data with you.</p> },
];

export function SettingsPage() {
  const [section, setSection] = useState('profile');
  return (
    <main>
      <h1 title="Settings">Settings: {section}</h1>
      <Tabs label="Settings" initialKey={section} onChange={setSection} items={SECTIONS} />
    </main>
  );
}
--- src/hooks/usePlant.ts
import { useEffect, useState } from 'react';

export interface Plant {
  id: string;
  name: string;
  latinName: string;
  family: string;
  care: string;
  soil: string;
}

export function usePlant(id: string) {
  const [plant, setPlant] = useState<Plant>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    const controller = new AbortController();
    fetch(`/api/plants/${id}`, { signal: controller.signal })
      .then((response) => response.json())
      .then(setPlant)
      .catch((reason) => {
        if (!controller.signal.aborted) setError(reason);
      });
    return () => controller.abort();
  }, [id]);

  return { plant, error };
}

==== title of a tab becomes label
kind: rename-field
--- src/components/Tabs.tsx
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface TabItem {
  key: string;
  «title→label»: string;
  content: ReactNode;
}

export interface TabsProps {
  items: TabItem[];
  initialKey?: string;
  onChange?: (key: string) => void;
  label: string;
}

export function Tabs({ items, initialKey, onChange, label }: TabsProps) {
  const [active, setActive] = useState(initialKey ?? items[0]?.key);
  const baseId = useId();

  function select(key: string) {
    setActive(key);
    onChange?.(key);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.key === active);
    if (event.key === 'ArrowRight') select(items[(index + 1) % items.length].key);
    if (event.key === 'ArrowLeft') select(items[(index + items.length - 1) % items.length].key);
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            role="tab"
            id={`${baseId}-${item.key}`}
            aria-selected={item.key === active}
            className={item.key === active ? styles.active : styles.tab}
            onClick={() => select(item.key)}
          >
            {item.‹title→label›}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div key={item.key} role="tabpanel" aria-labelledby={`${baseId}-${item.key}`} hidden={item.key !== active}>
          {item.content}
        </div>
      ))}
    </div>
  );
}
--- src/components/Tabs.module.css
.tabs { display: flex; flex-direction: column; gap: 0.5rem; }

.tab,
.active {
  border: 0;
  padding: 0.25rem 0.75rem;
  background: none;
  cursor: pointer;
}

.active { border-bottom: 2px solid currentcolor; font-weight: 600; }
--- src/pages/PlantPage.tsx
import { Tabs } from '../components/Tabs';
import { usePlant } from '../hooks/usePlant';

interface Props {
  plantId: string;
}

export function PlantPage({ plantId }: Props) {
  const { plant, error } = usePlant(plantId);
  if (error) return <p role="alert">{error.message}</p>;
  if (!plant) return <p>Loading…</p>;
  return (
    <article>
      <h1>{plant.name}</h1>
      <p title={plant.latinName}>{plant.family}</p>
      <Tabs
        label="Plant details"
        initialKey="care"
        items={[
          { key: 'care', ‹title→label›: 'Care', content: <p>{plant.care}</p> },
          { key: 'soil', ‹title→label›: 'Soil', content: <p>{plant.soil}</p> },
        ]}
      />
    </article>
  );
}
--- src/pages/SettingsPage.tsx
import { useState } from 'react';
import { Tabs, type TabItem } from '../components/Tabs';

const SECTIONS: TabItem[] = [
  { key: 'profile', ‹title→label›: 'Profile', content: <p>Your name and picture.</p> },
  { key: 'alerts', ‹title→label›: 'Alerts', content: <p>When to remind you of watering.</p> },
  { key: 'export', ‹title→label›: 'Export', content: <p>Take your data with you.</p> },
];

export function SettingsPage() {
  const [section, setSection] = useState('profile');
  return (
    <main>
      <h1 title="Settings">Settings: {section}</h1>
      <Tabs label="Settings" initialKey={section} onChange={setSection} items={SECTIONS} />
    </main>
  );
}
--- src/hooks/usePlant.ts
import { useEffect, useState } from 'react';

export interface Plant {
  id: string;
  name: string;
  latinName: string;
  family: string;
  care: string;
  soil: string;
}

export function usePlant(id: string) {
  const [plant, setPlant] = useState<Plant>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    const controller = new AbortController();
    fetch(`/api/plants/${id}`, { signal: controller.signal })
      .then((response) => response.json())
      .then(setPlant)
      .catch((reason) => {
        if (!controller.signal.aborted) setError(reason);
      });
    return () => controller.abort();
  }, [id]);

  return { plant, error };
}

==== css class active becomes activeTab
kind: rename-css-class
--- src/components/Tabs.tsx
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface TabItem {
  key: string;
  title: string;
  content: ReactNode;
}

export interface TabsProps {
  items: TabItem[];
  initialKey?: string;
  onChange?: (key: string) => void;
  label: string;
}

export function Tabs({ items, initialKey, onChange, label }: TabsProps) {
  const [active, setActive] = useState(initialKey ?? items[0]?.key);
  const baseId = useId();

  function select(key: string) {
    setActive(key);
    onChange?.(key);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.key === active);
    if (event.key === 'ArrowRight') select(items[(index + 1) % items.length].key);
    if (event.key === 'ArrowLeft') select(items[(index + items.length - 1) % items.length].key);
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            role="tab"
            id={`${baseId}-${item.key}`}
            aria-selected={item.key === active}
            className={item.key === active ? styles.‹active→activeTab› : styles.tab}
            onClick={() => select(item.key)}
          >
            {item.title}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div key={item.key} role="tabpanel" aria-labelledby={`${baseId}-${item.key}`} hidden={item.key !== active}>
          {item.content}
        </div>
      ))}
    </div>
  );
}
--- src/components/Tabs.module.css
.tabs { display: flex; flex-direction: column; gap: 0.5rem; }

.tab,
.«active→activeTab» {
  border: 0;
  padding: 0.25rem 0.75rem;
  background: none;
  cursor: pointer;
}

.‹active→activeTab› { border-bottom: 2px solid currentcolor; font-weight: 600; }
--- src/pages/PlantPage.tsx
import { Tabs } from '../components/Tabs';
import { usePlant } from '../hooks/usePlant';

interface Props {
  plantId: string;
}

export function PlantPage({ plantId }: Props) {
  const { plant, error } = usePlant(plantId);
  if (error) return <p role="alert">{error.message}</p>;
  if (!plant) return <p>Loading…</p>;
  return (
    <article>
      <h1>{plant.name}</h1>
      <p title={plant.latinName}>{plant.family}</p>
      <Tabs
        label="Plant details"
        initialKey="care"
        items={[
          { key: 'care', title: 'Care', content: <p>{plant.care}</p> },
          { key: 'soil', title: 'Soil', content: <p>{plant.soil}</p> },
        ]}
      />
    </article>
  );
}
--- src/pages/SettingsPage.tsx
import { useState } from 'react';
import { Tabs, type TabItem } from '../components/Tabs';

const SECTIONS: TabItem[] = [
  { key: 'profile', title: 'Profile', content: <p>Your name and picture.</p> },
  { key: 'alerts', title: 'Alerts', content: <p>When to remind you of watering.</p> },
  { key: 'export', title: 'Export', content: <p>Take your data with you.</p> },
];

export function SettingsPage() {
  const [section, setSection] = useState('profile');
  return (
    <main>
      <h1 title="Settings">Settings: {section}</h1>
      <Tabs label="Settings" initialKey={section} onChange={setSection} items={SECTIONS} />
    </main>
  );
}
--- src/hooks/usePlant.ts
import { useEffect, useState } from 'react';

export interface Plant {
  id: string;
  name: string;
  latinName: string;
  family: string;
  care: string;
  soil: string;
}

export function usePlant(id: string) {
  const [plant, setPlant] = useState<Plant>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    const controller = new AbortController();
    fetch(`/api/plants/${id}`, { signal: controller.signal })
      .then((response) => response.json())
      .then(setPlant)
      .catch((reason) => {
        if (!controller.signal.aborted) setError(reason);
      });
    return () => controller.abort();
  }, [id]);

  return { plant, error };
}

==== usePlant reports that it is loading
kind: add-return-value
--- src/components/Tabs.tsx
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface TabItem {
  key: string;
  title: string;
  content: ReactNode;
}

export interface TabsProps {
  items: TabItem[];
  initialKey?: string;
  onChange?: (key: string) => void;
  label: string;
}

export function Tabs({ items, initialKey, onChange, label }: TabsProps) {
  const [active, setActive] = useState(initialKey ?? items[0]?.key);
  const baseId = useId();

  function select(key: string) {
    setActive(key);
    onChange?.(key);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.key === active);
    if (event.key === 'ArrowRight') select(items[(index + 1) % items.length].key);
    if (event.key === 'ArrowLeft') select(items[(index + items.length - 1) % items.length].key);
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            role="tab"
            id={`${baseId}-${item.key}`}
            aria-selected={item.key === active}
            className={item.key === active ? styles.active : styles.tab}
            onClick={() => select(item.key)}
          >
            {item.title}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div key={item.key} role="tabpanel" aria-labelledby={`${baseId}-${item.key}`} hidden={item.key !== active}>
          {item.content}
        </div>
      ))}
    </div>
  );
}
--- src/components/Tabs.module.css
.tabs { display: flex; flex-direction: column; gap: 0.5rem; }

.tab,
.active {
  border: 0;
  padding: 0.25rem 0.75rem;
  background: none;
  cursor: pointer;
}

.active { border-bottom: 2px solid currentcolor; font-weight: 600; }
--- src/pages/PlantPage.tsx
import { Tabs } from '../components/Tabs';
import { usePlant } from '../hooks/usePlant';

interface Props {
  plantId: string;
}

export function PlantPage({ plantId }: Props) {
  const { plant, error‹→, loading¦?› } = usePlant(plantId);
  if (error) return <p role="alert">{error.message}</p>;
  if (‹!plant→loading || !plant¦loading¦?›) return <p>Loading…</p>;
  return (
    <article>
      <h1>{plant.name}</h1>
      <p title={plant.latinName}>{plant.family}</p>
      <Tabs
        label="Plant details"
        initialKey="care"
        items={[
          { key: 'care', title: 'Care', content: <p>{plant.care}</p> },
          { key: 'soil', title: 'Soil', content: <p>{plant.soil}</p> },
        ]}
      />
    </article>
  );
}
--- src/pages/SettingsPage.tsx
import { useState } from 'react';
import { Tabs, type TabItem } from '../components/Tabs';

const SECTIONS: TabItem[] = [
  { key: 'profile', title: 'Profile', content: <p>Your name and picture.</p> },
  { key: 'alerts', title: 'Alerts', content: <p>When to remind you of watering.</p> },
  { key: 'export', title: 'Export', content: <p>Take your data with you.</p> },
];

export function SettingsPage() {
  const [section, setSection] = useState('profile');
  return (
    <main>
      <h1 title="Settings">Settings: {section}</h1>
      <Tabs label="Settings" initialKey={section} onChange={setSection} items={SECTIONS} />
    </main>
  );
}
--- src/hooks/usePlant.ts
import { useEffect, useState } from 'react';

export interface Plant {
  id: string;
  name: string;
  latinName: string;
  family: string;
  care: string;
  soil: string;
}

export function usePlant(id: string) {
  const [plant, setPlant] = useState<Plant>();
  const [error, setError] = useState<Error>();
«→  const [loading, setLoading] = useState(true);
»
  useEffect(() => {
    const controller = new AbortController();
‹→    setLoading(true);
¦?›    fetch(`/api/plants/${id}`, { signal: controller.signal })
      .then((response) => response.json())
      .then(setPlant)
      .catch((reason) => {
        if (!controller.signal.aborted) setError(reason);
      })‹→
      .finally(() => setLoading(false))¦
      .finally(() => {
        setLoading(false);
      })¦
      .finally(() => {
        if (!controller.signal.aborted) setLoading(false);
      })¦@›;
    return () => controller.abort();
  }, [id]);

  return { plant, error‹→, loading› };
}

==== loading message is reworded
kind: silence-string
expect: silence
--- src/components/Tabs.tsx
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface TabItem {
  key: string;
  title: string;
  content: ReactNode;
}

export interface TabsProps {
  items: TabItem[];
  initialKey?: string;
  onChange?: (key: string) => void;
  label: string;
}

export function Tabs({ items, initialKey, onChange, label }: TabsProps) {
  const [active, setActive] = useState(initialKey ?? items[0]?.key);
  const baseId = useId();

  function select(key: string) {
    setActive(key);
    onChange?.(key);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.key === active);
    if (event.key === 'ArrowRight') select(items[(index + 1) % items.length].key);
    if (event.key === 'ArrowLeft') select(items[(index + items.length - 1) % items.length].key);
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            role="tab"
            id={`${baseId}-${item.key}`}
            aria-selected={item.key === active}
            className={item.key === active ? styles.active : styles.tab}
            onClick={() => select(item.key)}
          >
            {item.title}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div key={item.key} role="tabpanel" aria-labelledby={`${baseId}-${item.key}`} hidden={item.key !== active}>
          {item.content}
        </div>
      ))}
    </div>
  );
}
--- src/components/Tabs.module.css
.tabs { display: flex; flex-direction: column; gap: 0.5rem; }

.tab,
.active {
  border: 0;
  padding: 0.25rem 0.75rem;
  background: none;
  cursor: pointer;
}

.active { border-bottom: 2px solid currentcolor; font-weight: 600; }
--- src/pages/PlantPage.tsx
import { Tabs } from '../components/Tabs';
import { usePlant } from '../hooks/usePlant';

interface Props {
  plantId: string;
}

export function PlantPage({ plantId }: Props) {
  const { plant, error } = usePlant(plantId);
  if (error) return <p role="alert">{error.message}</p>;
  if (!plant) return <p>Loading«→ the plant»…</p>;
  return (
    <article>
      <h1>{plant.name}</h1>
      <p title={plant.latinName}>{plant.family}</p>
      <Tabs
        label="Plant details"
        initialKey="care"
        items={[
          { key: 'care', title: 'Care', content: <p>{plant.care}</p> },
          { key: 'soil', title: 'Soil', content: <p>{plant.soil}</p> },
        ]}
      />
    </article>
  );
}
--- src/pages/SettingsPage.tsx
import { useState } from 'react';
import { Tabs, type TabItem } from '../components/Tabs';

const SECTIONS: TabItem[] = [
  { key: 'profile', title: 'Profile', content: <p>Your name and picture.</p> },
  { key: 'alerts', title: 'Alerts', content: <p>When to remind you of watering.</p> },
  { key: 'export', title: 'Export', content: <p>Take your data with you.</p> },
];

export function SettingsPage() {
  const [section, setSection] = useState('profile');
  return (
    <main>
      <h1 title="Settings">Settings: {section}</h1>
      <Tabs label="Settings" initialKey={section} onChange={setSection} items={SECTIONS} />
    </main>
  );
}
--- src/hooks/usePlant.ts
import { useEffect, useState } from 'react';

export interface Plant {
  id: string;
  name: string;
  latinName: string;
  family: string;
  care: string;
  soil: string;
}

export function usePlant(id: string) {
  const [plant, setPlant] = useState<Plant>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    const controller = new AbortController();
    fetch(`/api/plants/${id}`, { signal: controller.signal })
      .then((response) => response.json())
      .then(setPlant)
      .catch((reason) => {
        if (!controller.signal.aborted) setError(reason);
      });
    return () => controller.abort();
  }, [id]);

  return { plant, error };
}

==== context is passed through Check
kind: add-parameter
--- probe/probe.go
// Package probe checks endpoints and remembers the results.
package probe

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Kind says how a target is checked.
type Kind int

const (
	KindHTTP Kind = iota
	KindTCP
	KindDNS
)

func (k Kind) String() string {
	switch k {
	case KindHTTP:
		return "http"
	case KindTCP:
		return "tcp"
	case KindDNS:
		return "dns"
	}
	return "unknown"
}

// Target is one endpoint to check.
type Target struct {
	Name    string        `yaml:"name"`
	Address string        `yaml:"address"`
	Kind    Kind          `yaml:"kind"`
	Timeout time.Duration `yaml:"timeout"`
}

// Result is the outcome of one check.
type Result struct {
	Target  Target
	Latency time.Duration
	Err     error
	At      time.Time
}

// Prober checks targets. It is safe for concurrent use.
type Prober struct {
	mu      sync.Mutex
	client  *http.Client
	results map[string]Result
}

// New returns a Prober that uses the given client.
func New(client *http.Client) *Prober {
	return &Prober{client: client, results: make(map[string]Result)}
}

// Check runs one check and records its result.
func (p *Prober) Check(«→ctx context.Context, »target Target) Result {
	start := time.Now()
	var err error
	switch target.Kind {
	case KindHTTP:
		err = p.checkHTTP(‹→ctx, ¦@›target)
	case KindTCP:
		err = p.checkTCP(‹→ctx, ¦?›target)
	case KindDNS:
		err = p.checkDNS(‹→ctx, ¦@›target)
	default:
		err = fmt.Errorf("unsupported kind %v", target.Kind)
	}
	res := Result{Target: target, Latency: time.Since(start), Err: err, At: start}
	p.record(res)
	return res
}

func (p *Prober) checkHTTP(‹→ctx context.Context, ›target Target) error {
	req, err := http.‹NewRequest(→NewRequestWithContext(ctx, ›http.MethodGet, target.Address, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("unexpected status %s", resp.Status)
	}
	return nil
}

func (p *Prober) checkTCP(‹→ctx context.Context, ¦?›target Target) error {
	‹conn, err := net.DialTimeout("tcp", target.Address, target.Timeout)→dialer := net.Dialer{Timeout: target.Timeout}
	conn, err := dialer.DialContext(ctx, "tcp", target.Address)¦d := net.Dialer{Timeout: target.Timeout}
	conn, err := d.DialContext(ctx, "tcp", target.Address)¦conn, err := (&net.Dialer{Timeout: target.Timeout}).DialContext(ctx, "tcp", target.Address)¦?›
	if err != nil {
		return err
	}
	return conn.Close()
}

func (p *Prober) checkDNS(‹→ctx context.Context, ›target Target) error {
	_, err := net.DefaultResolver.LookupHost(‹context.Background()→ctx›, target.Address)
	return err
}

func (p *Prober) record(res Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.results[res.Target.Name] = res
	if res.Err != nil {
		log.Printf("check %s failed: %v", res.Target.Name, res.Err)
	}
}

// Last returns the last result of a target.
func (p *Prober) Last(name string) (Result, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	res, ok := p.results[name]
	return res, ok
}
--- cmd/probed/main.go
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"example.org/probed/probe"
)

var (
	listen   = flag.String("listen", ":9115", "address to listen on")
	interval = flag.Duration("interval", 15*time.Second, "time between checks")
)

var targets = []probe.Target{
	{Name: "www", Address: "https://www.example.org", Kind: probe.KindHTTP, Timeout: 5 * time.Second},
	{Name: "ssh", Address: "bastion.example.org:22", Kind: probe.KindTCP, Timeout: 2 * time.Second},
}

func loop(ctx context.Context, p *probe.Prober) {
	ticker := time.NewTicker(*interval)
	defer ticker.Stop()
	for {
		for _, target := range targets {
			p.Check(‹→ctx, ›target)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func metrics(p *probe.Prober) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, target := range targets {
			res, ok := p.Last(target.Name)
			if !ok {
				continue
			}
			up := 1
			if res.Err != nil {
				up = 0
			}
			fmt.Fprintf(w, "probe_up{name=%q,kind=%q} %d\n", target.Name, target.Kind, up)
			fmt.Fprintf(w, "probe_latency_seconds{name=%q} %f\n", target.Name, res.Latency.Seconds())
		}
	}
}

func loadTargets(path string) []probe.Target {
	if path == "" {
		return targets
	}
	parsed, err := parseFile(path)
	if err != nil {
		log.Printf("cannot read %s: %v", path, err)
		return nil
	}
	return parsed
}

func main() {
	flag.Parse()
	targets = loadTargets(flag.Arg(0))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	p := probe.New(&http.Client{})
	go loop(ctx, p)
	http.HandleFunc("/metrics", metrics(p))
	log.Printf("listening on %s", *listen)
	log.Fatal(http.ListenAndServe(*listen, nil))
}

==== probe gets a kind for gRPC
kind: enum-member
--- probe/probe.go
// Package probe checks endpoints and remembers the results.
package probe

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Kind says how a target is checked.
type Kind int

const (
	KindHTTP Kind = iota
	KindTCP
	KindDNS
«→	KindGRPC
»)

func (k Kind) String() string {
	switch k {
	case KindHTTP:
		return "http"
	case KindTCP:
		return "tcp"
	case KindDNS:
		return "dns"
‹→	case KindGRPC:
		return "grpc"
›	}
	return "unknown"
}

// Target is one endpoint to check.
type Target struct {
	Name    string        `yaml:"name"`
	Address string        `yaml:"address"`
	Kind    Kind          `yaml:"kind"`
	Timeout time.Duration `yaml:"timeout"`
}

// Result is the outcome of one check.
type Result struct {
	Target  Target
	Latency time.Duration
	Err     error
	At      time.Time
}

// Prober checks targets. It is safe for concurrent use.
type Prober struct {
	mu      sync.Mutex
	client  *http.Client
	results map[string]Result
}

// New returns a Prober that uses the given client.
func New(client *http.Client) *Prober {
	return &Prober{client: client, results: make(map[string]Result)}
}

// Check runs one check and records its result.
func (p *Prober) Check(target Target) Result {
	start := time.Now()
	var err error
	switch target.Kind {
	case KindHTTP:
		err = p.checkHTTP(target)
	case KindTCP:
		err = p.checkTCP(target)
	case KindDNS:
		err = p.checkDNS(target)
‹→	case KindGRPC:
		err = p.checkGRPC(target)
¦re:	case KindGRPC:
		err = .*
¦@›	default:
		err = fmt.Errorf("unsupported kind %v", target.Kind)
	}
	res := Result{Target: target, Latency: time.Since(start), Err: err, At: start}
	p.record(res)
	return res
}

func (p *Prober) checkHTTP(target Target) error {
	req, err := http.NewRequest(http.MethodGet, target.Address, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("unexpected status %s", resp.Status)
	}
	return nil
}

func (p *Prober) checkTCP(target Target) error {
	conn, err := net.DialTimeout("tcp", target.Address, target.Timeout)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (p *Prober) checkDNS(target Target) error {
	_, err := net.DefaultResolver.LookupHost(context.Background(), target.Address)
	return err
}

‹→func (p *Prober) checkGRPC(target Target) error {
	conn, err := net.DialTimeout("tcp", target.Address, target.Timeout)
	if err != nil {
		return err
	}
	return conn.Close()
}

¦?›func (p *Prober) record(res Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.results[res.Target.Name] = res
	if res.Err != nil {
		log.Printf("check %s failed: %v", res.Target.Name, res.Err)
	}
}

// Last returns the last result of a target.
func (p *Prober) Last(name string) (Result, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	res, ok := p.results[name]
	return res, ok
}
--- cmd/probed/main.go
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"example.org/probed/probe"
)

var (
	listen   = flag.String("listen", ":9115", "address to listen on")
	interval = flag.Duration("interval", 15*time.Second, "time between checks")
)

var targets = []probe.Target{
	{Name: "www", Address: "https://www.example.org", Kind: probe.KindHTTP, Timeout: 5 * time.Second},
	{Name: "ssh", Address: "bastion.example.org:22", Kind: probe.KindTCP, Timeout: 2 * time.Second},
}

func loop(ctx context.Context, p *probe.Prober) {
	ticker := time.NewTicker(*interval)
	defer ticker.Stop()
	for {
		for _, target := range targets {
			p.Check(target)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func metrics(p *probe.Prober) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, target := range targets {
			res, ok := p.Last(target.Name)
			if !ok {
				continue
			}
			up := 1
			if res.Err != nil {
				up = 0
			}
			fmt.Fprintf(w, "probe_up{name=%q,kind=%q} %d\n", target.Name, target.Kind, up)
			fmt.Fprintf(w, "probe_latency_seconds{name=%q} %f\n", target.Name, res.Latency.Seconds())
		}
	}
}

func loadTargets(path string) []probe.Target {
	if path == "" {
		return targets
	}
	parsed, err := parseFile(path)
	if err != nil {
		log.Printf("cannot read %s: %v", path, err)
		return nil
	}
	return parsed
}

func main() {
	flag.Parse()
	targets = loadTargets(flag.Arg(0))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	p := probe.New(&http.Client{})
	go loop(ctx, p)
	http.HandleFunc("/metrics", metrics(p))
	log.Printf("listening on %s", *listen)
	log.Fatal(http.ListenAndServe(*listen, nil))
}

==== loadTargets returns an error instead of nil
kind: error-handling
--- probe/probe.go
// Package probe checks endpoints and remembers the results.
package probe

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Kind says how a target is checked.
type Kind int

const (
	KindHTTP Kind = iota
	KindTCP
	KindDNS
)

func (k Kind) String() string {
	switch k {
	case KindHTTP:
		return "http"
	case KindTCP:
		return "tcp"
	case KindDNS:
		return "dns"
	}
	return "unknown"
}

// Target is one endpoint to check.
type Target struct {
	Name    string        `yaml:"name"`
	Address string        `yaml:"address"`
	Kind    Kind          `yaml:"kind"`
	Timeout time.Duration `yaml:"timeout"`
}

// Result is the outcome of one check.
type Result struct {
	Target  Target
	Latency time.Duration
	Err     error
	At      time.Time
}

// Prober checks targets. It is safe for concurrent use.
type Prober struct {
	mu      sync.Mutex
	client  *http.Client
	results map[string]Result
}

// New returns a Prober that uses the given client.
func New(client *http.Client) *Prober {
	return &Prober{client: client, results: make(map[string]Result)}
}

// Check runs one check and records its result.
func (p *Prober) Check(target Target) Result {
	start := time.Now()
	var err error
	switch target.Kind {
	case KindHTTP:
		err = p.checkHTTP(target)
	case KindTCP:
		err = p.checkTCP(target)
	case KindDNS:
		err = p.checkDNS(target)
	default:
		err = fmt.Errorf("unsupported kind %v", target.Kind)
	}
	res := Result{Target: target, Latency: time.Since(start), Err: err, At: start}
	p.record(res)
	return res
}

func (p *Prober) checkHTTP(target Target) error {
	req, err := http.NewRequest(http.MethodGet, target.Address, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("unexpected status %s", resp.Status)
	}
	return nil
}

func (p *Prober) checkTCP(target Target) error {
	conn, err := net.DialTimeout("tcp", target.Address, target.Timeout)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (p *Prober) checkDNS(target Target) error {
	_, err := net.DefaultResolver.LookupHost(context.Background(), target.Address)
	return err
}

func (p *Prober) record(res Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.results[res.Target.Name] = res
	if res.Err != nil {
		log.Printf("check %s failed: %v", res.Target.Name, res.Err)
	}
}

// Last returns the last result of a target.
func (p *Prober) Last(name string) (Result, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	res, ok := p.results[name]
	return res, ok
}
--- cmd/probed/main.go
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"example.org/probed/probe"
)

var (
	listen   = flag.String("listen", ":9115", "address to listen on")
	interval = flag.Duration("interval", 15*time.Second, "time between checks")
)

var targets = []probe.Target{
	{Name: "www", Address: "https://www.example.org", Kind: probe.KindHTTP, Timeout: 5 * time.Second},
	{Name: "ssh", Address: "bastion.example.org:22", Kind: probe.KindTCP, Timeout: 2 * time.Second},
}

func loop(ctx context.Context, p *probe.Prober) {
	ticker := time.NewTicker(*interval)
	defer ticker.Stop()
	for {
		for _, target := range targets {
			p.Check(target)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func metrics(p *probe.Prober) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, target := range targets {
			res, ok := p.Last(target.Name)
			if !ok {
				continue
			}
			up := 1
			if res.Err != nil {
				up = 0
			}
			fmt.Fprintf(w, "probe_up{name=%q,kind=%q} %d\n", target.Name, target.Kind, up)
			fmt.Fprintf(w, "probe_latency_seconds{name=%q} %f\n", target.Name, res.Latency.Seconds())
		}
	}
}

func loadTargets(path string) «[]probe.Target→([]probe.Target, error)» {
	if path == "" {
		return targets‹→, nil›
	}
	parsed, err := parseFile(path)
	if err != nil {
		‹log.Printf("cannot read %s: %v", path, err)
		return nil→return nil, fmt.Errorf("cannot read %s: %w", path, err)¦return nil, err¦re:return nil, fmt\.Errorf\("[^"]*", path, err\)›
	}
	return parsed‹→, nil›
}

func main() {
	flag.Parse()
	‹targets = loadTargets(flag.Arg(0))→var err error
	if targets, err = loadTargets(flag.Arg(0)); err != nil {
		log.Fatal(err)
	}¦@›
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	p := probe.New(&http.Client{})
	go loop(ctx, p)
	http.HandleFunc("/metrics", metrics(p))
	log.Printf("listening on %s", *listen)
	log.Fatal(http.ListenAndServe(*listen, nil))
}
--- cmd/probed/parse.go
package main

import (
	"os"

	"gopkg.in/yaml.v3"

	"example.org/probed/probe"
)

func parseFile(path string) ([]probe.Target, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []probe.Target
	if err := yaml.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	return list, nil
}

==== Latency of a result becomes Duration
kind: rename-field
--- probe/probe.go
// Package probe checks endpoints and remembers the results.
package probe

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Kind says how a target is checked.
type Kind int

const (
	KindHTTP Kind = iota
	KindTCP
	KindDNS
)

func (k Kind) String() string {
	switch k {
	case KindHTTP:
		return "http"
	case KindTCP:
		return "tcp"
	case KindDNS:
		return "dns"
	}
	return "unknown"
}

// Target is one endpoint to check.
type Target struct {
	Name    string        `yaml:"name"`
	Address string        `yaml:"address"`
	Kind    Kind          `yaml:"kind"`
	Timeout time.Duration `yaml:"timeout"`
}

// Result is the outcome of one check.
type Result struct {
	Target  Target
	«Latency→Duration» time.Duration
	Err     error
	At      time.Time
}

// Prober checks targets. It is safe for concurrent use.
type Prober struct {
	mu      sync.Mutex
	client  *http.Client
	results map[string]Result
}

// New returns a Prober that uses the given client.
func New(client *http.Client) *Prober {
	return &Prober{client: client, results: make(map[string]Result)}
}

// Check runs one check and records its result.
func (p *Prober) Check(target Target) Result {
	start := time.Now()
	var err error
	switch target.Kind {
	case KindHTTP:
		err = p.checkHTTP(target)
	case KindTCP:
		err = p.checkTCP(target)
	case KindDNS:
		err = p.checkDNS(target)
	default:
		err = fmt.Errorf("unsupported kind %v", target.Kind)
	}
	res := Result{Target: target, ‹Latency→Duration›: time.Since(start), Err: err, At: start}
	p.record(res)
	return res
}

func (p *Prober) checkHTTP(target Target) error {
	req, err := http.NewRequest(http.MethodGet, target.Address, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("unexpected status %s", resp.Status)
	}
	return nil
}

func (p *Prober) checkTCP(target Target) error {
	conn, err := net.DialTimeout("tcp", target.Address, target.Timeout)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (p *Prober) checkDNS(target Target) error {
	_, err := net.DefaultResolver.LookupHost(context.Background(), target.Address)
	return err
}

func (p *Prober) record(res Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.results[res.Target.Name] = res
	if res.Err != nil {
		log.Printf("check %s failed: %v", res.Target.Name, res.Err)
	}
}

// Last returns the last result of a target.
func (p *Prober) Last(name string) (Result, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	res, ok := p.results[name]
	return res, ok
}
--- cmd/probed/main.go
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"example.org/probed/probe"
)

var (
	listen   = flag.String("listen", ":9115", "address to listen on")
	interval = flag.Duration("interval", 15*time.Second, "time between checks")
)

var targets = []probe.Target{
	{Name: "www", Address: "https://www.example.org", Kind: probe.KindHTTP, Timeout: 5 * time.Second},
	{Name: "ssh", Address: "bastion.example.org:22", Kind: probe.KindTCP, Timeout: 2 * time.Second},
}

func loop(ctx context.Context, p *probe.Prober) {
	ticker := time.NewTicker(*interval)
	defer ticker.Stop()
	for {
		for _, target := range targets {
			p.Check(target)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func metrics(p *probe.Prober) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, target := range targets {
			res, ok := p.Last(target.Name)
			if !ok {
				continue
			}
			up := 1
			if res.Err != nil {
				up = 0
			}
			fmt.Fprintf(w, "probe_up{name=%q,kind=%q} %d\n", target.Name, target.Kind, up)
			fmt.Fprintf(w, "probe_‹latency→duration¦?›_seconds{name=%q} %f\n", target.Name, res.‹Latency→Duration›.Seconds())
		}
	}
}

func loadTargets(path string) []probe.Target {
	if path == "" {
		return targets
	}
	parsed, err := parseFile(path)
	if err != nil {
		log.Printf("cannot read %s: %v", path, err)
		return nil
	}
	return parsed
}

func main() {
	flag.Parse()
	targets = loadTargets(flag.Arg(0))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	p := probe.New(&http.Client{})
	go loop(ctx, p)
	http.HandleFunc("/metrics", metrics(p))
	log.Printf("listening on %s", *listen)
	log.Fatal(http.ListenAndServe(*listen, nil))
}

==== default interval is raised
kind: silence-constant
expect: silence
--- probe/probe.go
// Package probe checks endpoints and remembers the results.
package probe

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Kind says how a target is checked.
type Kind int

const (
	KindHTTP Kind = iota
	KindTCP
	KindDNS
)

func (k Kind) String() string {
	switch k {
	case KindHTTP:
		return "http"
	case KindTCP:
		return "tcp"
	case KindDNS:
		return "dns"
	}
	return "unknown"
}

// Target is one endpoint to check.
type Target struct {
	Name    string        `yaml:"name"`
	Address string        `yaml:"address"`
	Kind    Kind          `yaml:"kind"`
	Timeout time.Duration `yaml:"timeout"`
}

// Result is the outcome of one check.
type Result struct {
	Target  Target
	Latency time.Duration
	Err     error
	At      time.Time
}

// Prober checks targets. It is safe for concurrent use.
type Prober struct {
	mu      sync.Mutex
	client  *http.Client
	results map[string]Result
}

// New returns a Prober that uses the given client.
func New(client *http.Client) *Prober {
	return &Prober{client: client, results: make(map[string]Result)}
}

// Check runs one check and records its result.
func (p *Prober) Check(target Target) Result {
	start := time.Now()
	var err error
	switch target.Kind {
	case KindHTTP:
		err = p.checkHTTP(target)
	case KindTCP:
		err = p.checkTCP(target)
	case KindDNS:
		err = p.checkDNS(target)
	default:
		err = fmt.Errorf("unsupported kind %v", target.Kind)
	}
	res := Result{Target: target, Latency: time.Since(start), Err: err, At: start}
	p.record(res)
	return res
}

func (p *Prober) checkHTTP(target Target) error {
	req, err := http.NewRequest(http.MethodGet, target.Address, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("unexpected status %s", resp.Status)
	}
	return nil
}

func (p *Prober) checkTCP(target Target) error {
	conn, err := net.DialTimeout("tcp", target.Address, target.Timeout)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (p *Prober) checkDNS(target Target) error {
	_, err := net.DefaultResolver.LookupHost(context.Background(), target.Address)
	return err
}

func (p *Prober) record(res Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.results[res.Target.Name] = res
	if res.Err != nil {
		log.Printf("check %s failed: %v", res.Target.Name, res.Err)
	}
}

// Last returns the last result of a target.
func (p *Prober) Last(name string) (Result, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	res, ok := p.results[name]
	return res, ok
}
--- cmd/probed/main.go
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"example.org/probed/probe"
)

var (
	listen   = flag.String("listen", ":9115", "address to listen on")
	interval = flag.Duration("interval", «15→30»*time.Second, "time between checks")
)

var targets = []probe.Target{
	{Name: "www", Address: "https://www.example.org", Kind: probe.KindHTTP, Timeout: 5 * time.Second},
	{Name: "ssh", Address: "bastion.example.org:22", Kind: probe.KindTCP, Timeout: 2 * time.Second},
}

func loop(ctx context.Context, p *probe.Prober) {
	ticker := time.NewTicker(*interval)
	defer ticker.Stop()
	for {
		for _, target := range targets {
			p.Check(target)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func metrics(p *probe.Prober) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, target := range targets {
			res, ok := p.Last(target.Name)
			if !ok {
				continue
			}
			up := 1
			if res.Err != nil {
				up = 0
			}
			fmt.Fprintf(w, "probe_up{name=%q,kind=%q} %d\n", target.Name, target.Kind, up)
			fmt.Fprintf(w, "probe_latency_seconds{name=%q} %f\n", target.Name, res.Latency.Seconds())
		}
	}
}

func loadTargets(path string) []probe.Target {
	if path == "" {
		return targets
	}
	parsed, err := parseFile(path)
	if err != nil {
		log.Printf("cannot read %s: %v", path, err)
		return nil
	}
	return parsed
}

func main() {
	flag.Parse()
	targets = loadTargets(flag.Arg(0))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	p := probe.New(&http.Client{})
	go loop(ctx, p)
	http.HandleFunc("/metrics", metrics(p))
	log.Printf("listening on %s", *listen)
	log.Fatal(http.ListenAndServe(*listen, nil))
}
--- cmd/probed/parse.go
package main

import (
	"os"

	"gopkg.in/yaml.v3"

	"example.org/probed/probe"
)

func parseFile(path string) ([]probe.Target, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []probe.Target
	if err := yaml.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	return list, nil
}

==== category gets the variant Security
kind: enum-member
--- src/entry.rs
//! Entries of a changelog.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    Added,
    Changed,
    Fixed,
    Removed,
«→    Security,
»}

impl Category {
    pub const ALL: &'static [Category] = &[
        Category::Added,
        Category::Changed,
        Category::Fixed,
        Category::Removed,
‹→        Category::Security,
›    ];

    pub fn emoji(self) -> &'static str {
        match self {
            Category::Added => "+",
            Category::Changed => "~",
            Category::Fixed => "!",
            Category::Removed => "-",
‹→            Category::Security => "*",
¦re:            Category::Security => "[^"]*",\n¦@›        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Category::Added => "Added",
            Category::Changed => "Changed",
            Category::Fixed => "Fixed",
            Category::Removed => "Removed",
‹→            Category::Security => "Security",
›        };
        f.pad(name)
    }
}

impl FromStr for Category {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.trim().to_ascii_lowercase().as_str() {
            "added" => Ok(Category::Added),
            "changed" => Ok(Category::Changed),
            "fixed" => Ok(Category::Fixed),
            "removed" => Ok(Category::Removed),
‹→            "security" => Ok(Category::Security),
›            other => Err(ParseError::UnknownCategory(other.to_string())),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub category: Category,
    pub text: String,
    pub line: usize,
}

impl Entry {
    pub fn new(category: Category, text: impl Into<String>, number: usize) -> Self {
        Entry {
            category,
            text: text.into(),
            line: number,
        }
    }
}
--- src/error.rs
use std::fmt;

#[derive(Debug, PartialEq)]
pub enum ParseError {
    UnknownCategory(String),
    MissingCategory { line: usize },
    BadVersion(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::UnknownCategory(name) => write!(f, "unknown category {name:?}"),
            ParseError::MissingCategory { line } => write!(f, "line {line}: entry without category"),
            ParseError::BadVersion(text) => write!(f, "not a version: {text:?}"),
        }
    }
}

impl std::error::Error for ParseError {}
--- src/parse.rs
use crate::entry::{Category, Entry};
use crate::error::ParseError;

/// One release: a heading and its entries.
#[derive(Debug, Default)]
pub struct Release {
    pub version: String,
    pub date: Option<String>,
    pub entries: Vec<Entry>,
}

/// Splits `## [1.2.0] - 2024-05-01` into version and date.
fn parse_heading(line: &str) -> Option<(String, Option<String>)> {
    let rest = line.strip_prefix("## ")?;
    let (version, date) = match rest.split_once(" - ") {
        Some((version, date)) => (version, Some(date.trim().to_string())),
        None => (rest, None),
    };
    let version = version.trim_matches(|c| c == '[' || c == ']');
    Some((version.to_string(), date))
}

pub fn parse(source: &str) -> Result<Vec<Release>, ParseError> {
    let mut releases: Vec<Release> = Vec::new();
    let mut category: Option<Category> = None;
    for (index, line) in source.lines().enumerate() {
        if let Some((version, date)) = parse_heading(line) {
            releases.push(Release { version, date, entries: Vec::new() });
            category = None;
        } else if let Some(name) = line.strip_prefix("### ") {
            category = Some(name.parse()?);
        } else if let Some(text) = line.strip_prefix("- ") {
            let category = category.ok_or(ParseError::MissingCategory { line: index + 1 })?;
            if let Some(release) = releases.last_mut() {
                release.entries.push(Entry::new(category, text, index + 1));
            }
        }
    }
    Ok(releases)
}

pub fn find_release(releases: &[Release], version: &str) -> Option<usize> {
    releases.iter().position(|release| release.version == version)
}
--- src/main.rs
mod entry;
mod error;
mod parse;

use std::process::ExitCode;

use entry::Category;
use parse::{find_release, parse, Release};

fn print_release(release: &Release) {
    println!("{} ({})", release.version, release.date.as_deref().unwrap_or("unreleased"));
    for &category in Category::ALL {
        for entry in release.entries.iter().filter(|e| e.category == category) {
            println!("  {} {:<8} {} (line {})", category.emoji(), category, entry.text, entry.line);
        }
    }
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "CHANGELOG.md".to_string());
    let source = match std::fs::read_to_string(&path) {
        Ok(source) => source,
        Err(err) => {
            eprintln!("{path}: {err}");
            return ExitCode::FAILURE;
        }
    };
    match parse(&source) {
        Ok(releases) => {
            let wanted = std::env::args().nth(2);
            match wanted.and_then(|v| find_release(&releases, &v)) {
                Some(index) => print_release(&releases[index]),
                None => releases.iter().for_each(print_release),
            }
            ExitCode::SUCCESS
        }
        Err(err) => {
            eprintln!("{path}: {err}");
            ExitCode::FAILURE
        }
    }
}

==== entry field line becomes line_number
kind: rename-field
--- src/entry.rs
//! Entries of a changelog.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    Added,
    Changed,
    Fixed,
    Removed,
}

impl Category {
    pub const ALL: &'static [Category] = &[
        Category::Added,
        Category::Changed,
        Category::Fixed,
        Category::Removed,
    ];

    pub fn emoji(self) -> &'static str {
        match self {
            Category::Added => "+",
            Category::Changed => "~",
            Category::Fixed => "!",
            Category::Removed => "-",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Category::Added => "Added",
            Category::Changed => "Changed",
            Category::Fixed => "Fixed",
            Category::Removed => "Removed",
        };
        f.pad(name)
    }
}

impl FromStr for Category {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.trim().to_ascii_lowercase().as_str() {
            "added" => Ok(Category::Added),
            "changed" => Ok(Category::Changed),
            "fixed" => Ok(Category::Fixed),
            "removed" => Ok(Category::Removed),
            other => Err(ParseError::UnknownCategory(other.to_string())),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub category: Category,
    pub text: String,
    pub «line→line_number»: usize,
}

impl Entry {
    pub fn new(category: Category, text: impl Into<String>, number: usize) -> Self {
        Entry {
            category,
            text: text.into(),
            ‹line→line_number›: number,
        }
    }
}
--- src/error.rs
use std::fmt;

#[derive(Debug, PartialEq)]
pub enum ParseError {
    UnknownCategory(String),
    MissingCategory { line: usize },
    BadVersion(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::UnknownCategory(name) => write!(f, "unknown category {name:?}"),
            ParseError::MissingCategory { line } => write!(f, "line {line}: entry without category"),
            ParseError::BadVersion(text) => write!(f, "not a version: {text:?}"),
        }
    }
}

impl std::error::Error for ParseError {}
--- src/parse.rs
use crate::entry::{Category, Entry};
use crate::error::ParseError;

/// One release: a heading and its entries.
#[derive(Debug, Default)]
pub struct Release {
    pub version: String,
    pub date: Option<String>,
    pub entries: Vec<Entry>,
}

/// Splits `## [1.2.0] - 2024-05-01` into version and date.
fn parse_heading(line: &str) -> Option<(String, Option<String>)> {
    let rest = line.strip_prefix("## ")?;
    let (version, date) = match rest.split_once(" - ") {
        Some((version, date)) => (version, Some(date.trim().to_string())),
        None => (rest, None),
    };
    let version = version.trim_matches(|c| c == '[' || c == ']');
    Some((version.to_string(), date))
}

pub fn parse(source: &str) -> Result<Vec<Release>, ParseError> {
    let mut releases: Vec<Release> = Vec::new();
    let mut category: Option<Category> = None;
    for (index, line) in source.lines().enumerate() {
        if let Some((version, date)) = parse_heading(line) {
            releases.push(Release { version, date, entries: Vec::new() });
            category = None;
        } else if let Some(name) = line.strip_prefix("### ") {
            category = Some(name.parse()?);
        } else if let Some(text) = line.strip_prefix("- ") {
            let category = category.ok_or(ParseError::MissingCategory { line: index + 1 })?;
            if let Some(release) = releases.last_mut() {
                release.entries.push(Entry::new(category, text, index + 1));
            }
        }
    }
    Ok(releases)
}

pub fn find_release(releases: &[Release], version: &str) -> Option<usize> {
    releases.iter().position(|release| release.version == version)
}
--- src/main.rs
mod entry;
mod error;
mod parse;

use std::process::ExitCode;

use entry::Category;
use parse::{find_release, parse, Release};

fn print_release(release: &Release) {
    println!("{} ({})", release.version, release.date.as_deref().unwrap_or("unreleased"));
    for &category in Category::ALL {
        for entry in release.entries.iter().filter(|e| e.category == category) {
            println!("  {} {:<8} {} (line {})", category.emoji(), category, entry.text, entry.‹line→line_number›);
        }
    }
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "CHANGELOG.md".to_string());
    let source = match std::fs::read_to_string(&path) {
        Ok(source) => source,
        Err(err) => {
            eprintln!("{path}: {err}");
            return ExitCode::FAILURE;
        }
    };
    match parse(&source) {
        Ok(releases) => {
            let wanted = std::env::args().nth(2);
            match wanted.and_then(|v| find_release(&releases, &v)) {
                Some(index) => print_release(&releases[index]),
                None => releases.iter().for_each(print_release),
            }
            ExitCode::SUCCESS
        }
        Err(err) => {
            eprintln!("{path}: {err}");
            ExitCode::FAILURE
        }
    }
}

==== parse error gets an orphan entry variant
kind: enum-member
open: src/parse.rs
--- src/entry.rs
//! Entries of a changelog.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    Added,
    Changed,
    Fixed,
    Removed,
}

impl Category {
    pub const ALL: &'static [Category] = &[
        Category::Added,
        Category::Changed,
        Category::Fixed,
        Category::Removed,
    ];

    pub fn emoji(self) -> &'static str {
        match self {
            Category::Added => "+",
            Category::Changed => "~",
            Category::Fixed => "!",
            Category::Removed => "-",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Category::Added => "Added",
            Category::Changed => "Changed",
            Category::Fixed => "Fixed",
            Category::Removed => "Removed",
        };
        f.pad(name)
    }
}

impl FromStr for Category {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.trim().to_ascii_lowercase().as_str() {
            "added" => Ok(Category::Added),
            "changed" => Ok(Category::Changed),
            "fixed" => Ok(Category::Fixed),
            "removed" => Ok(Category::Removed),
            other => Err(ParseError::UnknownCategory(other.to_string())),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub category: Category,
    pub text: String,
    pub line: usize,
}

impl Entry {
    pub fn new(category: Category, text: impl Into<String>, number: usize) -> Self {
        Entry {
            category,
            text: text.into(),
            line: number,
        }
    }
}
--- src/error.rs
use std::fmt;

#[derive(Debug, PartialEq)]
pub enum ParseError {
    UnknownCategory(String),
    MissingCategory { line: usize },
    BadVersion(String),
«→    OrphanEntry { line: usize },
»}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::UnknownCategory(name) => write!(f, "unknown category {name:?}"),
            ParseError::MissingCategory { line } => write!(f, "line {line}: entry without category"),
            ParseError::BadVersion(text) => write!(f, "not a version: {text:?}"),
‹→            ParseError::OrphanEntry { line } => write!(f, "line {line}: entry outside of a release"),
¦re:            ParseError::OrphanEntry \{ line \} => write!\(f, "[^"]*\{line\}[^"]*"\),\n¦@›        }
    }
}

impl std::error::Error for ParseError {}
--- src/parse.rs
use crate::entry::{Category, Entry};
use crate::error::ParseError;

/// One release: a heading and its entries.
#[derive(Debug, Default)]
pub struct Release {
    pub version: String,
    pub date: Option<String>,
    pub entries: Vec<Entry>,
}

/// Splits `## [1.2.0] - 2024-05-01` into version and date.
fn parse_heading(line: &str) -> Option<(String, Option<String>)> {
    let rest = line.strip_prefix("## ")?;
    let (version, date) = match rest.split_once(" - ") {
        Some((version, date)) => (version, Some(date.trim().to_string())),
        None => (rest, None),
    };
    let version = version.trim_matches(|c| c == '[' || c == ']');
    Some((version.to_string(), date))
}

pub fn parse(source: &str) -> Result<Vec<Release>, ParseError> {
    let mut releases: Vec<Release> = Vec::new();
    let mut category: Option<Category> = None;
    for (index, line) in source.lines().enumerate() {
        if let Some((version, date)) = parse_heading(line) {
            releases.push(Release { version, date, entries: Vec::new() });
            category = None;
        } else if let Some(name) = line.strip_prefix("### ") {
            category = Some(name.parse()?);
        } else if let Some(text) = line.strip_prefix("- ") {
            let category = category.ok_or(ParseError::MissingCategory { line: index + 1 })?;
            ‹if let Some(release) = releases.last_mut() {
                release.entries.push(Entry::new(category, text, index + 1));
            }→let release = releases.last_mut().ok_or(ParseError::OrphanEntry { line: index + 1 })?;
            release.entries.push(Entry::new(category, text, index + 1));¦?›
        }
    }
    Ok(releases)
}

pub fn find_release(releases: &[Release], version: &str) -> Option<usize> {
    releases.iter().position(|release| release.version == version)
}
--- src/main.rs
mod entry;
mod error;
mod parse;

use std::process::ExitCode;

use entry::Category;
use parse::{find_release, parse, Release};

fn print_release(release: &Release) {
    println!("{} ({})", release.version, release.date.as_deref().unwrap_or("unreleased"));
    for &category in Category::ALL {
        for entry in release.entries.iter().filter(|e| e.category == category) {
            println!("  {} {:<8} {} (line {})", category.emoji(), category, entry.text, entry.line);
        }
    }
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "CHANGELOG.md".to_string());
    let source = match std::fs::read_to_string(&path) {
        Ok(source) => source,
        Err(err) => {
            eprintln!("{path}: {err}");
            return ExitCode::FAILURE;
        }
    };
    match parse(&source) {
        Ok(releases) => {
            let wanted = std::env::args().nth(2);
            match wanted.and_then(|v| find_release(&releases, &v)) {
                Some(index) => print_release(&releases[index]),
                None => releases.iter().for_each(print_release),
            }
            ExitCode::SUCCESS
        }
        Err(err) => {
            eprintln!("{path}: {err}");
            ExitCode::FAILURE
        }
    }
}

==== find_release returns the release instead of an index
kind: change-return-type
--- src/entry.rs
//! Entries of a changelog.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    Added,
    Changed,
    Fixed,
    Removed,
}

impl Category {
    pub const ALL: &'static [Category] = &[
        Category::Added,
        Category::Changed,
        Category::Fixed,
        Category::Removed,
    ];

    pub fn emoji(self) -> &'static str {
        match self {
            Category::Added => "+",
            Category::Changed => "~",
            Category::Fixed => "!",
            Category::Removed => "-",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Category::Added => "Added",
            Category::Changed => "Changed",
            Category::Fixed => "Fixed",
            Category::Removed => "Removed",
        };
        f.pad(name)
    }
}

impl FromStr for Category {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.trim().to_ascii_lowercase().as_str() {
            "added" => Ok(Category::Added),
            "changed" => Ok(Category::Changed),
            "fixed" => Ok(Category::Fixed),
            "removed" => Ok(Category::Removed),
            other => Err(ParseError::UnknownCategory(other.to_string())),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub category: Category,
    pub text: String,
    pub line: usize,
}

impl Entry {
    pub fn new(category: Category, text: impl Into<String>, number: usize) -> Self {
        Entry {
            category,
            text: text.into(),
            line: number,
        }
    }
}
--- src/error.rs
use std::fmt;

#[derive(Debug, PartialEq)]
pub enum ParseError {
    UnknownCategory(String),
    MissingCategory { line: usize },
    BadVersion(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::UnknownCategory(name) => write!(f, "unknown category {name:?}"),
            ParseError::MissingCategory { line } => write!(f, "line {line}: entry without category"),
            ParseError::BadVersion(text) => write!(f, "not a version: {text:?}"),
        }
    }
}

impl std::error::Error for ParseError {}
--- src/parse.rs
use crate::entry::{Category, Entry};
use crate::error::ParseError;

/// One release: a heading and its entries.
#[derive(Debug, Default)]
pub struct Release {
    pub version: String,
    pub date: Option<String>,
    pub entries: Vec<Entry>,
}

/// Splits `## [1.2.0] - 2024-05-01` into version and date.
fn parse_heading(line: &str) -> Option<(String, Option<String>)> {
    let rest = line.strip_prefix("## ")?;
    let (version, date) = match rest.split_once(" - ") {
        Some((version, date)) => (version, Some(date.trim().to_string())),
        None => (rest, None),
    };
    let version = version.trim_matches(|c| c == '[' || c == ']');
    Some((version.to_string(), date))
}

pub fn parse(source: &str) -> Result<Vec<Release>, ParseError> {
    let mut releases: Vec<Release> = Vec::new();
    let mut category: Option<Category> = None;
    for (index, line) in source.lines().enumerate() {
        if let Some((version, date)) = parse_heading(line) {
            releases.push(Release { version, date, entries: Vec::new() });
            category = None;
        } else if let Some(name) = line.strip_prefix("### ") {
            category = Some(name.parse()?);
        } else if let Some(text) = line.strip_prefix("- ") {
            let category = category.ok_or(ParseError::MissingCategory { line: index + 1 })?;
            if let Some(release) = releases.last_mut() {
                release.entries.push(Entry::new(category, text, index + 1));
            }
        }
    }
    Ok(releases)
}

pub fn find_release‹→<'a>›(releases: &‹→'a ›[Release], version: &str) -> Option<«usize→&'a Release»> {
    releases.iter().‹position→find›(|release| release.version == version)
}
--- src/main.rs
mod entry;
mod error;
mod parse;

use std::process::ExitCode;

use entry::Category;
use parse::{find_release, parse, Release};

fn print_release(release: &Release) {
    println!("{} ({})", release.version, release.date.as_deref().unwrap_or("unreleased"));
    for &category in Category::ALL {
        for entry in release.entries.iter().filter(|e| e.category == category) {
            println!("  {} {:<8} {} (line {})", category.emoji(), category, entry.text, entry.line);
        }
    }
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "CHANGELOG.md".to_string());
    let source = match std::fs::read_to_string(&path) {
        Ok(source) => source,
        Err(err) => {
            eprintln!("{path}: {err}");
            return ExitCode::FAILURE;
        }
    };
    match parse(&source) {
        Ok(releases) => {
            let wanted = std::env::args().nth(2);
            match wanted.and_then(|v| find_release(&releases, &v)) {
                ‹Some(index) => print_release(&releases[index])→Some(release) => print_release(release)¦@›,
                None => releases.iter().for_each(print_release),
            }
            ExitCode::SUCCESS
        }
        Err(err) => {
            eprintln!("{path}: {err}");
            ExitCode::FAILURE
        }
    }
}

==== placeholder for a missing date is reworded
kind: silence-string
expect: silence
--- src/entry.rs
//! Entries of a changelog.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    Added,
    Changed,
    Fixed,
    Removed,
}

impl Category {
    pub const ALL: &'static [Category] = &[
        Category::Added,
        Category::Changed,
        Category::Fixed,
        Category::Removed,
    ];

    pub fn emoji(self) -> &'static str {
        match self {
            Category::Added => "+",
            Category::Changed => "~",
            Category::Fixed => "!",
            Category::Removed => "-",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Category::Added => "Added",
            Category::Changed => "Changed",
            Category::Fixed => "Fixed",
            Category::Removed => "Removed",
        };
        f.pad(name)
    }
}

impl FromStr for Category {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.trim().to_ascii_lowercase().as_str() {
            "added" => Ok(Category::Added),
            "changed" => Ok(Category::Changed),
            "fixed" => Ok(Category::Fixed),
            "removed" => Ok(Category::Removed),
            other => Err(ParseError::UnknownCategory(other.to_string())),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub category: Category,
    pub text: String,
    pub line: usize,
}

impl Entry {
    pub fn new(category: Category, text: impl Into<String>, number: usize) -> Self {
        Entry {
            category,
            text: text.into(),
            line: number,
        }
    }
}
--- src/error.rs
use std::fmt;

#[derive(Debug, PartialEq)]
pub enum ParseError {
    UnknownCategory(String),
    MissingCategory { line: usize },
    BadVersion(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::UnknownCategory(name) => write!(f, "unknown category {name:?}"),
            ParseError::MissingCategory { line } => write!(f, "line {line}: entry without category"),
            ParseError::BadVersion(text) => write!(f, "not a version: {text:?}"),
        }
    }
}

impl std::error::Error for ParseError {}
--- src/parse.rs
use crate::entry::{Category, Entry};
use crate::error::ParseError;

/// One release: a heading and its entries.
#[derive(Debug, Default)]
pub struct Release {
    pub version: String,
    pub date: Option<String>,
    pub entries: Vec<Entry>,
}

/// Splits `## [1.2.0] - 2024-05-01` into version and date.
fn parse_heading(line: &str) -> Option<(String, Option<String>)> {
    let rest = line.strip_prefix("## ")?;
    let (version, date) = match rest.split_once(" - ") {
        Some((version, date)) => (version, Some(date.trim().to_string())),
        None => (rest, None),
    };
    let version = version.trim_matches(|c| c == '[' || c == ']');
    Some((version.to_string(), date))
}

pub fn parse(source: &str) -> Result<Vec<Release>, ParseError> {
    let mut releases: Vec<Release> = Vec::new();
    let mut category: Option<Category> = None;
    for (index, line) in source.lines().enumerate() {
        if let Some((version, date)) = parse_heading(line) {
            releases.push(Release { version, date, entries: Vec::new() });
            category = None;
        } else if let Some(name) = line.strip_prefix("### ") {
            category = Some(name.parse()?);
        } else if let Some(text) = line.strip_prefix("- ") {
            let category = category.ok_or(ParseError::MissingCategory { line: index + 1 })?;
            if let Some(release) = releases.last_mut() {
                release.entries.push(Entry::new(category, text, index + 1));
            }
        }
    }
    Ok(releases)
}

pub fn find_release(releases: &[Release], version: &str) -> Option<usize> {
    releases.iter().position(|release| release.version == version)
}
--- src/main.rs
mod entry;
mod error;
mod parse;

use std::process::ExitCode;

use entry::Category;
use parse::{find_release, parse, Release};

fn print_release(release: &Release) {
    println!("{} ({})", release.version, release.date.as_deref().unwrap_or("«unreleased→not yet released»"));
    for &category in Category::ALL {
        for entry in release.entries.iter().filter(|e| e.category == category) {
            println!("  {} {:<8} {} (line {})", category.emoji(), category, entry.text, entry.line);
        }
    }
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "CHANGELOG.md".to_string());
    let source = match std::fs::read_to_string(&path) {
        Ok(source) => source,
        Err(err) => {
            eprintln!("{path}: {err}");
            return ExitCode::FAILURE;
        }
    };
    match parse(&source) {
        Ok(releases) => {
            let wanted = std::env::args().nth(2);
            match wanted.and_then(|v| find_release(&releases, &v)) {
                Some(index) => print_release(&releases[index]),
                None => releases.iter().for_each(print_release),
            }
            ExitCode::SUCCESS
        }
        Err(err) => {
            eprintln!("{path}: {err}");
            ExitCode::FAILURE
        }
    }
}

==== runner gets an attempt number
kind: add-parameter
--- src/main/java/org/tidepool/scheduling/Task.java
package org.tidepool.scheduling;

import java.util.Date;
import java.util.Objects;

/** A unit of work with a due date. */
public class Task implements Comparable<Task> {

    public enum Priority { LOW, NORMAL, HIGH }

    private final String id;
    private final String description;
    private final Priority priority;
    private final Date due;
    private int failures;

    public Task(String id, String description, Priority priority, Date due) {
        this.id = Objects.requireNonNull(id, "id");
        this.description = description;
        this.priority = priority;
        this.due = due;
    }

    public String getId() {
        return id;
    }

    public String getDescription() {
        return description;
    }

    public Priority getPriority() {
        return priority;
    }

    public Date getDue() {
        return due;
    }

    public int getFailures() {
        return failures;
    }

    void markFailed() {
        failures++;
    }

    public boolean isOverdue(Date now) {
        return due != null && due.before(now);
    }

    @Override
    public int compareTo(Task other) {
        return due.compareTo(other.due);
    }

    @Override
    public String toString() {
        return "Task{id=" + id + ", priority=" + priority + ", due=" + due + "}";
    }
}
--- src/main/java/org/tidepool/scheduling/Scheduler.java
package org.tidepool.scheduling;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.PriorityQueue;
import java.util.logging.Logger;

/** Runs tasks in the order of their due dates. */
public class Scheduler {

    private static final Logger LOG = Logger.getLogger(Scheduler.class.getName());
    private static final int MAX_FAILURES = 5;

    private final PriorityQueue<Task> queue = new PriorityQueue<>();
    private final TaskRunner runner;

    public Scheduler(TaskRunner runner) {
        this.runner = runner;
    }

    public void submit(Task task) {
        queue.add(task);
        LOG.fine("submitted " + task.getId());
    }

    /** Runs every task that is due, and returns how many have run. */
    public int runDue(Date now) {
        int count = 0;
        List<Task> retry = new ArrayList<>();
        while (!queue.isEmpty() && queue.peek().isOverdue(now)) {
            Task task = queue.poll();
            if (runner.run(task‹→, task.getFailures() + 1¦, task.getFailures()¦@›)) {
                count++;
            } else {
                task.markFailed();
                LOG.warning("task " + task.getId() + " failed " + task.getFailures() + " times");
                if (task.getFailures() < MAX_FAILURES) {
                    retry.add(task);
                }
            }
        }
        queue.addAll(retry);
        return count;
    }

    public Task findTask(String id) {
        for (Task task : queue) {
            if (task.getId().equals(id)) {
                return task;
            }
        }
        return null;
    }

    public int size() {
        return queue.size();
    }
}
--- src/main/java/org/tidepool/scheduling/TaskRunner.java
package org.tidepool.scheduling;

/** Does the work of a task. */
public interface TaskRunner {

    /** Returns whether the task has succeeded. */
    boolean run(Task task«→, int attempt»);
}
--- src/main/java/org/tidepool/scheduling/Main.java
package org.tidepool.scheduling;

import java.util.Date;

public final class Main {

    private Main() {
    }

    /** Prints what it is given, and never fails. */
    static class PrintingRunner implements TaskRunner {
        @Override
        public boolean run(Task task‹→, int attempt›) {
            System.out.println(label(task.getPriority()) + " " + task.getDescription());
            return true;
        }
    }

    static String label(Task.Priority priority) {
        switch (priority) {
            case LOW:
                return "[low]";
            case NORMAL:
                return "[normal]";
            case HIGH:
                return "[high]";
            default:
                throw new IllegalArgumentException("unknown priority " + priority);
        }
    }

    public static void main(String[] args) {
        Scheduler scheduler = new Scheduler(new PrintingRunner());
        Date now = new Date();
        scheduler.submit(new Task("t1", "rotate the logs", Task.Priority.LOW, now));
        scheduler.submit(new Task("t2", "send the digest", Task.Priority.NORMAL, now));
        int count = scheduler.runDue(new Date(now.getTime() + 1000));
        System.out.println(count + " tasks have run, " + scheduler.size() + " are left");
        Task task = scheduler.findTask("t2");
        if (task != null) {
            System.out.println("still waiting: " + task.getDescription());
        }
    }
}

