==== a client keyword gets its modern name across method, docs and tests
kind: rename-parameter
--- corvid/client.py
"""Synchronous HTTP client."""
import typing as t

from .exceptions import TooManyRedirects
from .models import Request, Response
from .transport import Transport

DEFAULT_MAX_REDIRECTS = 20


class Client:
    def __init__(
        self,
        transport: t.Optional[Transport] = None,
        max_redirects: int = DEFAULT_MAX_REDIRECTS,
        base_url: str = "",
    ) -> None:
        self._transport = transport or Transport()
        self._base_url = base_url.rstrip("/")
        self.max_redirects = max_redirects

    def build_request(self, method: str, url: str, **kwargs: t.Any) -> Request:
        if not url.startswith(("http://", "https://")):
            url = f"{self._base_url}/{url.lstrip('/')}"
        return Request(method, url, **kwargs)

    def send(
        self,
        request: Request,
        *,
        stream: bool = False,
        «allow_redirects→follow_redirects»: bool = True,
    ) -> Response:
        """Send a request.

        :param request: the prepared request
        :param stream: do not read the body
        :param ‹allow_redirects→follow_redirects›: answer 3xx responses with a new request
        """
        history: t.List[Response] = []
        while True:
            if len(history) > self.max_redirects:
                raise TooManyRedirects(request=request)

            response = self._transport.handle(request)
            response.history = list(history)
            if not response.has_redirect_location or not ‹allow_redirects→follow_redirects›:
                if not stream:
                    response.read()
                return response

            request = self._build_redirect_request(request, response)
            history.append(response)

    def _build_redirect_request(self, request: Request, response: Response) -> Request:
        method = "GET" if response.status_code == 303 else request.method
        return Request(method, response.headers["location"], headers=request.headers)

    def get(self, url: str, **kwargs: t.Any) -> Response:
        return self.send(self.build_request("GET", url, **kwargs))

    def head(self, url: str, **kwargs: t.Any) -> Response:
        request = self.build_request("HEAD", url, **kwargs)
        return self.send(request, ‹allow_redirects→follow_redirects›=False)
--- tests/test_redirects.py
import pytest

from corvid.client import Client
from corvid.exceptions import TooManyRedirects
from corvid.models import Request

from .utils import MockTransport


def test_redirect_301():
    client = Client(transport=MockTransport(), base_url="https://example.org")
    response = client.send(Request("GET", "https://example.org/redirect_301"))
    assert response.status_code == 200
    assert len(response.history) == 1


def test_redirects_can_be_disabled():
    client = Client(transport=MockTransport())
    request = Request("GET", "https://example.org/redirect_302")
    response = client.send(request, ‹allow_redirects→follow_redirects›=False)
    assert response.status_code == 302
    assert response.history == []


def test_too_many_redirects():
    client = Client(transport=MockTransport(), max_redirects=3)
    with pytest.raises(TooManyRedirects):
        client.send(Request("GET", "https://example.org/loop"))
==== a new cookie attribute is handed on to the function that dumps it
kind: pass-through
--- pinion/http.py
from __future__ import annotations

from datetime import datetime
from datetime import timedelta
from email.utils import format_datetime


def http_date(value: datetime) -> str:
    return format_datetime(value, usegmt=True)


def dump_cookie(
    key: str,
    value: str = "",
    max_age: timedelta | int | None = None,
    expires: datetime | str | None = None,
    path: str | None = "/",
    domain: str | None = None,
    secure: bool = False,
    httponly: bool = False,
    samesite: str | None = None,
    partitioned: bool = False,
) -> str:
    """Create a Set-Cookie header without the ``Set-Cookie`` prefix."""
    if isinstance(max_age, timedelta):
        max_age = int(max_age.total_seconds())
    if isinstance(expires, datetime):
        expires = http_date(expires)
    if partitioned:
        secure = True

    buf = [f"{key}={value}"]
    for k, v in (
        ("Domain", domain),
        ("Expires", expires),
        ("Max-Age", max_age),
        ("Secure", secure),
        ("HttpOnly", httponly),
        ("Path", path),
        ("SameSite", samesite),
        ("Partitioned", partitioned),
    ):
        if v is None or v is False:
            continue
        if v is True:
            buf.append(k)
            continue
        buf.append(f"{k}={v}")
    return "; ".join(buf)
--- pinion/response.py
from __future__ import annotations

from datetime import datetime
from datetime import timedelta

from .headers import Headers
from .http import dump_cookie


class Response:
    default_status = 200
    default_mimetype = "text/plain"

    def __init__(self, body: bytes = b"", status: int | None = None) -> None:
        self.body = body
        self.status = status or self.default_status
        self.headers = Headers()

    def set_cookie(
        self,
        key: str,
        value: str = "",
        max_age: timedelta | int | None = None,
        expires: datetime | str | None = None,
        path: str | None = "/",
        domain: str | None = None,
        secure: bool = False,
        httponly: bool = False,
        samesite: str | None = None,«→
        partitioned: bool = False,»
    ) -> None:
        """Sets a cookie.

        :param key: the key (name) of the cookie to be set.
        :param value: the value of the cookie.
        :param max_age: a number of seconds, or ``None`` for a session cookie.
        :param secure: if ``True``, only available over HTTPS.
        :param httponly: disallow access by scripts.
        :param samesite: limit the scope to "same-site".‹→
        :param partitioned: opt the cookie in to partitioned storage.¦re:\n        :param partitioned: .+¦?›
        """
        self.headers.add(
            "Set-Cookie",
            dump_cookie(
                key,
                value=value,
                max_age=max_age,
                expires=expires,
                path=path,
                domain=domain,
                secure=secure,
                httponly=httponly,
                samesite=samesite,‹→
                partitioned=partitioned,›
            ),
        )

    def delete_cookie(self, key: str, path: str | None = "/") -> None:
        """Delete a cookie. Fails silently if key doesn't exist."""
        self.set_cookie(key, expires="Thu, 01 Jan 1970 00:00:00 GMT", max_age=0, path=path)
==== a misspelt keyword is spelt right at every use
kind: fix-typo
--- quill/formatting.py
from contextlib import contextmanager
from typing import Iterable, List, Sequence, Tuple


def measure_table(rows: Iterable[Tuple[str, str]]) -> Tuple[int, ...]:
    widths: dict = {}
    for row in rows:
        for idx, col in enumerate(row):
            widths[idx] = max(widths.get(idx, 0), len(col))
    return tuple(y for x, y in sorted(widths.items()))


def join_options(options: Sequence[str], «seperator→separator»: str = ", ") -> Tuple[str, bool]:
    """Join option names, the shortest first.

    The second item tells whether one of them has the prefix ``/``. The
    ‹seperator→separator› is put between the names.
    """
    rv = []
    any_prefix_is_slash = False
    for opt in options:
        prefix = opt[:1]
        if prefix == "/":
            any_prefix_is_slash = True
        rv.append((len(prefix), opt))
    rv.sort(key=lambda x: x[0])
    return ‹seperator→separator›.join(x[1] for x in rv), any_prefix_is_slash


class HelpFormatter:
    def __init__(self, indent_increment: int = 2, width: int = 80) -> None:
        self.indent_increment = indent_increment
        self.width = width
        self.current_indent = 0
        self.buffer: List[str] = []

    def write(self, string: str) -> None:
        self.buffer.append(string)

    def indent(self) -> None:
        self.current_indent += self.indent_increment

    def dedent(self) -> None:
        self.current_indent -= self.indent_increment

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{heading}:\n")

    def write_dl(self, rows: Sequence[Tuple[str, str]], col_spacing: int = 2) -> None:
        widths = measure_table(rows)
        first_col = widths[0] + col_spacing
        for first, second in rows:
            self.write(f"{'':>{self.current_indent}}{first:<{first_col}}{second}\n")

    @contextmanager
    def section(self, name: str):
        self.write_heading(name)
        self.indent()
        try:
            yield
        finally:
            self.dedent()

    def getvalue(self) -> str:
        return "".join(self.buffer)
--- quill/core.py
from .formatting import HelpFormatter, join_options


class Option:
    def __init__(self, opts, secondary_opts=(), help=""):
        self.opts = opts
        self.secondary_opts = secondary_opts
        self.help = help

    def get_help_record(self):
        names, any_slash = join_options(self.opts)
        if self.secondary_opts:
            others, _ = join_options(self.secondary_opts, ‹seperator→separator›=" | ")
            names += "; " if any_slash else " / "
            names += others
        return names, self.help


def format_options(options, formatter: HelpFormatter) -> None:
    records = [option.get_help_record() for option in options]
    if records:
        with formatter.section("Options"):
            formatter.write_dl(records)
==== naive utcnow calls become aware ones with their import
kind: deprecated-call
--- cellar/stores/memory.py
"""In-memory job store."""
import heapq
import logging
from datetime import datetime, timedelta‹→, timezone›
from typing import Dict, List, Optional

log = logging.getLogger(__name__)


class JobLookupError(KeyError):
    def __init__(self, job_id: str) -> None:
        super().__init__(f"No job by the id of {job_id} was found")


class Job:
    def __init__(self, job_id: str, func, interval: timedelta) -> None:
        self.id = job_id
        self.func = func
        self.interval = interval
        self.created_at = «datetime.utcnow()→datetime.now(timezone.utc)»
        self.next_run_time = self.created_at + interval

    def __lt__(self, other: "Job") -> bool:
        return self.next_run_time < other.next_run_time


class MemoryJobStore:
    """Keeps the jobs in a heap, ordered by their next run time."""

    def __init__(self) -> None:
        self._jobs: List[Job] = []
        self._index: Dict[str, Job] = {}

    def lookup_job(self, job_id: str) -> Optional[Job]:
        return self._index.get(job_id)

    def add_job(self, job: Job) -> None:
        heapq.heappush(self._jobs, job)
        self._index[job.id] = job

    def remove_job(self, job_id: str) -> None:
        job = self._index.pop(job_id, None)
        if job is None:
            raise JobLookupError(job_id)
        self._jobs.remove(job)
        heapq.heapify(self._jobs)

    def get_due_jobs(self) -> List[Job]:
        now = ‹datetime.utcnow()→datetime.now(timezone.utc)›
        due = []
        while self._jobs and self._jobs[0].next_run_time <= now:
            due.append(heapq.heappop(self._jobs))
        return due

    def reschedule(self, job: Job) -> None:
        job.next_run_time = ‹datetime.utcnow()→datetime.now(timezone.utc)› + job.interval
        heapq.heappush(self._jobs, job)
        log.debug("Job %s runs next at %s", job.id, job.next_run_time)

    def shutdown(self) -> None:
        self._jobs.clear()
        self._index.clear()
==== a loader becomes async and its calls are awaited
kind: make-async
--- harbour/registry.py
import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

import httpx

CACHE_DIR = Path("~/.cache/harbour").expanduser()


@dataclass
class Manifest:
    name: str
    version: str
    digest: str

    @classmethod
    def from_json(cls, data: dict) -> "Manifest":
        return cls(data["name"], data["version"], data["digest"])


class RegistryClient:
    def __init__(self, base_url: str) -> None:
        self.base_url = base_url.rstrip("/")
        self._http = httpx.AsyncClient(base_url=self.base_url)

    async def tags(self, name: str) -> list[str]:
        response = await self._http.get(f"/v2/{name}/tags/list")
        response.raise_for_status()
        return response.json()["tags"]

    «→async »def manifest(self, name: str, tag: str) -> Manifest:
        path = CACHE_DIR / f"{name}-{tag}.json"
        if path.exists():
            return Manifest.from_json(json.loads(path.read_text()))
        response = ‹httpx.get(f"{self.base_url}/v2/{name}/manifests/{tag}")→await self._http.get(f"/v2/{name}/manifests/{tag}")¦@¦?›
        response.raise_for_status()
        path.write_text(response.text)
        return Manifest.from_json(response.json())

    async def latest(self, name: str) -> Manifest:
        tags = await self.tags(name)
        tags.sort(key=lambda tag: [int(part) for part in tag.split(".")])
        return ‹→await ›self.manifest(name, tags[-1])

    async def aclose(self) -> None:
        await self._http.aclose()
--- harbour/commands.py
import argparse
import asyncio
import sys

from harbour.registry import RegistryClient


async def inspect(client: RegistryClient, image: str) -> int:
    name, _, tag = image.partition(":")
    if not tag:
        print("error: a tag is needed", file=sys.stderr)
        return 2
    manifest = ‹→await ›client.manifest(name, tag)
    print(f"{manifest.name} {manifest.version}\n{manifest.digest}")
    return 0


async def list_tags(client: RegistryClient, image: str) -> int:
    for tag in await client.tags(image):
        print(tag)
    return 0


async def run(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="harbour")
    parser.add_argument("command", choices=["inspect", "tags"])
    parser.add_argument("image")
    args = parser.parse_args(argv)
    client = RegistryClient("https://registry.example.org")
    try:
        if args.command == "inspect":
            return await inspect(client, args.image)
        return await list_tags(client, args.image)
    finally:
        await client.aclose()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(sys.argv[1:])))
==== a new dataclass field is written and read
kind: add-field
--- kiln/schedule.py
"""Firing schedules for ceramic kilns."""
from dataclasses import dataclass, field
from typing import Any, Dict, List


@dataclass
class Segment:
    rate: float
    target: int
    hold: int = 0«→
    comment: str = ""»

    def to_dict(self) -> Dict[str, Any]:
        return {
            "rate": self.rate,
            "target": self.target,
            "hold": self.hold,‹→
            "comment": self.comment,›
        }

    @classmethod
    def from_dict(cls, data: Dict[str, Any]) -> "Segment":
        return cls(
            rate=data["rate"],
            target=data["target"],
            hold=data.get("hold", 0),‹→
            comment=data.get("comment", ""),¦
            comment=data["comment"],›
        )

    @property
    def is_cooling(self) -> bool:
        return self.rate < 0

    def minutes(self, start: int) -> float:
        return abs(self.target - start) / abs(self.rate) * 60 + self.hold


@dataclass
class Schedule:
    name: str
    cone: str
    segments: List[Segment] = field(default_factory=list)

    def to_dict(self) -> Dict[str, Any]:
        return {
            "name": self.name,
            "cone": self.cone,
            "segments": [segment.to_dict() for segment in self.segments],
        }

    @classmethod
    def from_dict(cls, data: Dict[str, Any]) -> "Schedule":
        return cls(
            name=data["name"],
            cone=data["cone"],
            segments=[Segment.from_dict(item) for item in data["segments"]],
        )

    def total_minutes(self, ambient: int = 20) -> float:
        total, temperature = 0.0, ambient
        for segment in self.segments:
            total += segment.minutes(temperature)
            temperature = segment.target
        return total
==== a severity is added and the tables by severity follow
kind: enum-member
--- sentrybox/levels.py
import enum
import sys


class Severity(enum.IntEnum):
    DEBUG = 10
    INFO = 20«→
    NOTICE = 25»
    WARNING = 30
    ERROR = 40


SHORT_NAMES = {
    Severity.DEBUG: "D",
    Severity.INFO: "I",‹→
    Severity.NOTICE: "N",¦re:\n    Severity\.NOTICE: ".+",›
    Severity.WARNING: "W",
    Severity.ERROR: "E",
}

BY_NAME = {
    "debug": Severity.DEBUG,
    "info": Severity.INFO,‹→
    "notice": Severity.NOTICE,›
    "warning": Severity.WARNING,
    "error": Severity.ERROR,
}


class UnknownSeverity(ValueError):
    pass


def parse_severity(text: str) -> Severity:
    """Accepts a name or a number."""
    text = text.strip().lower()
    if text.isdigit():
        return Severity(int(text))
    try:
        return BY_NAME[text]
    except KeyError:
        raise UnknownSeverity(text) from None


class ConsoleSink:
    def __init__(self, threshold: Severity = Severity.INFO, stream=None) -> None:
        self.threshold = threshold
        self.stream = stream or sys.stderr

    def emit(self, severity: Severity, message: str) -> None:
        if severity < self.threshold:
            return
        self.stream.write(f"{SHORT_NAMES[severity]} {message}\n")

    def flush(self) -> None:
        self.stream.flush()


class BufferSink:
    """Keeps messages until an error flushes them."""

    def __init__(self, target: ConsoleSink, flush_at: Severity = Severity.ERROR) -> None:
        self.target = target
        self.flush_at = flush_at
        self.records = []

    def emit(self, severity: Severity, message: str) -> None:
        self.records.append((severity, message))
        if severity >= self.flush_at:
            self.flush()

    def flush(self) -> None:
        for severity, message in self.records:
            self.target.emit(severity, message)
        self.records.clear()
==== a constructor argument is kept like the others
kind: add-parameter
--- turnstile/pool.py
import queue
import threading
import time
from contextlib import contextmanager


class PoolTimeout(Exception):
    pass


class ConnectionPool:
    """A thread safe pool of connections."""

    def __init__(
        self,
        factory,
        max_size=10,
        timeout=30.0,«→
        max_idle=300.0,»
    ):
        self.factory = factory
        self.max_size = max_size
        self.timeout = timeout‹→
        self.max_idle = max_idle›
        self._created = 0
        self._lock = threading.Lock()
        self._free = queue.LifoQueue()

    def _acquire(self):
        try:
            conn, _ = self._free.get_nowait()
            return conn
        except queue.Empty:
            pass
        with self._lock:
            if self._created < self.max_size:
                self._created += 1
                return self.factory()
        try:
            conn, _ = self._free.get(timeout=self.timeout)
        except queue.Empty:
            raise PoolTimeout(f"no connection within {self.timeout} s") from None
        return conn

    def _release(self, conn):
        self._free.put((conn, time.monotonic()))

    @contextmanager
    def connection(self):
        conn = self._acquire()
        try:
            yield conn
        finally:
            self._release(conn)

    def close(self):
        while True:
            try:
                conn, _ = self._free.get_nowait()
            except queue.Empty:
                return
            conn.close()


def from_settings(factory, settings):
    return ConnectionPool(
        factory,
        max_size=settings.getint("pool", "max_size"),
        timeout=settings.getfloat("pool", "timeout"),‹→
        max_idle=settings.getfloat("pool", "max_idle"),¦?›
    )
==== a fixture is renamed and the tests that ask for it follow
kind: rename-fixture
--- tests/conftest.py
import os
import textwrap

import pytest

from sprocket.app import Application
from sprocket.testing import CliRunner


@pytest.fixture
def app(tmp_path):
    application = Application(root=tmp_path)
    application.config.update(TESTING=True, COLOR=False)
    yield application
    application.close()


@pytest.fixture
def «run→runner»(app):
    return CliRunner(app)


@pytest.fixture
def project_file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(content))
        return path

    return write


@pytest.fixture(autouse=True)
def clean_environ(monkeypatch):
    for name in list(os.environ):
        if name.startswith("SPROCKET_"):
            monkeypatch.delenv(name)
--- tests/test_init.py
import pytest


def test_init_creates_config(‹run→runner›, tmp_path):
    result = ‹run→runner›.invoke(["init", "--name", "demo"])
    assert result.exit_code == 0
    assert (tmp_path / "sprocket.toml").exists()


def test_init_refuses_to_overwrite(‹run→runner›, project_file):
    project_file("sprocket.toml", "[project]")
    result = ‹run→runner›.invoke(["init"])
    assert result.exit_code == 1
    assert "already exists" in result.output


@pytest.mark.parametrize("name", ["", "a b", "1st"])
def test_init_checks_the_name(‹run→runner›, name):
    """The command must not run with a bad name."""
    result = ‹run→runner›.invoke(["init", "--name", name])
    assert result.exit_code == 2
    assert "Invalid value for '--name'" in result.output


def test_config_path(app, tmp_path):
    assert app.config_path == tmp_path / "sprocket.toml"
==== two super calls lose their arguments and the rest follow
kind: repeat-modernise
--- meadow/fields.py
# -*- coding: utf-8 -*-
"""Serializer fields."""
import datetime
import decimal

from meadow.exceptions import ValidationError

MISSING = object()


class Field(object):
    default_error_messages = {
        "required": "Missing data for required field.",
        "null": "Field may not be null.",
    }

    def __init__(self, required=False, allow_none=False, default=MISSING):
        self.required = required
        self.allow_none = allow_none
        self.default = default

    def deserialize(self, value):
        if value is None and not self.allow_none:
            raise ValidationError(self.default_error_messages["null"])
        return self._deserialize(value)

    def _deserialize(self, value):
        return value


class String(Field):
    def __init__(self, max_length=None, **kwargs):
        «super(String, self)→super()».__init__(**kwargs)
        self.max_length = max_length

    def _deserialize(self, value):
        if self.max_length is not None and len(value) > self.max_length:
            raise ValidationError("Longer than maximum length %d." % self.max_length)
        return value


class Integer(Field):
    def __init__(self, strict=False, **kwargs):
        «super(Integer, self)→super()».__init__(**kwargs)
        self.strict = strict

    def _deserialize(self, value):
        if self.strict and not isinstance(value, int):
            raise ValidationError("Not a valid integer.")
        return int(value)


class Decimal(Field):
    def __init__(self, places=None, **kwargs):
        ‹super(Decimal, self)→super()›.__init__(**kwargs)
        self.places = places

    def _deserialize(self, value):
        number = decimal.Decimal(str(value))
        if self.places is not None:
            number = round(number, self.places)
        return number


class Date(Field):
    def __init__(self, format="%Y-%m-%d", **kwargs):
        ‹super(Date, self)→super()›.__init__(**kwargs)
        self.format = format

    def _deserialize(self, value):
        return datetime.datetime.strptime(value, self.format).date()


class ListField(Field):
    def __init__(self, inner, **kwargs):
        ‹super(ListField, self)→super()›.__init__(**kwargs)
        self.inner = inner

    def _deserialize(self, value):
        return [self.inner.deserialize(item) for item in value]
==== the default timeout changes and the docs that name it follow
kind: docs-follow-fact
open: README.md
--- pollster/settings.py
"""Settings, each overridable by an environment variable."""
import os

#: Seconds after which a request is given up.
DEFAULT_TIMEOUT = «5→15»

#: Pause between two polls of the same feed, in minutes.
DEFAULT_INTERVAL = 30

#: How many feeds are fetched at the same time.
DEFAULT_WORKERS = 5

USER_AGENT = "pollster/1.4 (+https://pollster.example.org)"


def _number(name, default):
    value = os.environ.get(f"POLLSTER_{name}")
    if value is None:
        return default
    return int(value)


class Settings:
    def __init__(self):
        self.timeout = _number("TIMEOUT", DEFAULT_TIMEOUT)
        self.interval = _number("INTERVAL", DEFAULT_INTERVAL)
        self.workers = _number("WORKERS", DEFAULT_WORKERS)
--- README.md
# pollster

Polls feeds and mails what is new.

## Install

    pip install pollster

## Configuration

| Variable            | Default | Meaning                               |
|---------------------|---------|---------------------------------------|
| `POLLSTER_TIMEOUT`  | ‹5       →15      ¦15       ›| seconds until a request is given up   |
| `POLLSTER_INTERVAL` | 30      | minutes between two polls of a feed   |
| `POLLSTER_WORKERS`  | 5       | feeds fetched at the same time        |

A request that takes longer than ‹5→15› seconds counts as failed. After 3
failures in a row the feed is disabled.

## Licence

MIT
--- tests/test_settings.py
from pollster.settings import Settings


def test_defaults(monkeypatch):
    for name in ("TIMEOUT", "INTERVAL", "WORKERS"):
        monkeypatch.delenv(f"POLLSTER_{name}", raising=False)
    settings = Settings()
    assert settings.timeout == ‹5→15›
    assert settings.interval == 30
    assert settings.workers == 5


def test_environment_wins(monkeypatch):
    monkeypatch.setenv("POLLSTER_TIMEOUT", "7")
    assert Settings().timeout == 7
==== a Path is used and its import is added
kind: missing-import
--- thicket/discovery.py
"""Find and load plugins."""
import importlib.util
import logging
import os
import sys‹→
from pathlib import Path›
from types import ModuleType
from typing import Dict, Iterator, List, Optional

from thicket.errors import PluginError

logger = logging.getLogger("thicket.discovery")

ENV_VAR = "THICKET_PLUGIN_PATH"


def plugin_dirs() -> List[str]:
    dirs = [os.path.join(sys.prefix, "share", "thicket", "plugins")]
    extra = os.environ.get(ENV_VAR)
    if extra:
        dirs.extend(extra.split(os.pathsep))
    dirs.append(«os.path.expanduser("~/.thicket/plugins")→str(Path.home() / ".thicket" / "plugins")»)
    return dirs


def iter_files(dirs: List[str]) -> Iterator[str]:
    for folder in dirs:
        if not os.path.isdir(folder):
            logger.debug("no such plugin folder: %s", folder)
            continue
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py") and not name.startswith("_"):
                yield os.path.join(folder, name)


def load_file(filename: str) -> ModuleType:
    name = os.path.splitext(os.path.basename(filename))[0]
    spec = importlib.util.spec_from_file_location(f"thicket_plugins.{name}", filename)
    if spec is None or spec.loader is None:
        raise PluginError(f"cannot load {filename}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PluginManager:
    def __init__(self) -> None:
        self._plugins: Dict[str, ModuleType] = {}

    def load_all(self) -> None:
        for filename in iter_files(plugin_dirs()):
            try:
                module = load_file(filename)
            except Exception as exc:
                logger.warning("plugin %s failed: %s", filename, exc)
                continue
            self._plugins[module.__name__] = module

    def get(self, name: str) -> Optional[ModuleType]:
        return self._plugins.get(f"thicket_plugins.{name}")
==== a command line flag is handed to the function that knows it
kind: half-typed
--- gleaner/cli.py
import argparse
import logging
import sys

from gleaner import __version__
from gleaner.clean import clean_tree


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gleaner",
        description="Remove build artefacts below a folder.",
    )
    parser.add_argument("root", nargs="?", default=".", help="where to start")
    parser.add_argument(
        "-e",
        "--exclude",
        action="append",
        default=[],
        metavar="GLOB",
        help="leave alone what matches",
    )
    parser.add_argument("-n", "--dry-run", action="store_true", help="only print")
    parser.add_argument("-v", "--verbose", action="count", default=0)
    parser.add_argument("--version", action="version", version=__version__)
    return parser


def main(argv=None) -> int:
    args = build_parser().parse_args(argv)
    logging.basicConfig(level=logging.DEBUG if args.verbose else logging.INFO)
    try:
        count = clean_tree(args.root, exclude=args.exclude«→, dry_run=a»‹→rgs.dry_run›)
    except OSError as exc:
        print(f"gleaner: {exc}", file=sys.stderr)
        return 1
    print(f"{count} removed")
    return 0
--- gleaner/clean.py
import fnmatch
import logging
import os
import shutil

log = logging.getLogger(__name__)

ARTEFACTS = ("__pycache__", ".pytest_cache", "build", "dist", "*.egg-info")


def is_artefact(name: str) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in ARTEFACTS)


def clean_tree(root: str, exclude=(), dry_run: bool = False) -> int:
    """Remove artefacts below root and tell how many there were."""
    count = 0
    for folder, dirs, _ in os.walk(root):
        for name in list(dirs):
            path = os.path.join(folder, name)
            if any(fnmatch.fnmatch(path, pattern) for pattern in exclude):
                dirs.remove(name)
            elif is_artefact(name):
                dirs.remove(name)
                log.info("removing %s", path)
                if not dry_run:
                    shutil.rmtree(path)
                count += 1
    return count
==== an error class gets the suffix that its siblings have
kind: rename-class
open: docs/errors.md
--- tinsmith/errors.py
class TinsmithError(Exception):
    """Base of all errors."""


class TemplateSyntaxError(TinsmithError):
    def __init__(self, message, lineno, name=None):
        super().__init__(message)
        self.lineno = lineno
        self.name = name


class «UndefinedVariable→UndefinedVariableError»(TinsmithError):
    """A template used a variable that it was not given."""


class TemplateNotFoundError(TinsmithError, LookupError):
    def __init__(self, name):
        super().__init__(f"no template {name!r}")
        self.name = name
--- tinsmith/runtime.py
from .errors import TemplateNotFoundError, ‹UndefinedVariable→UndefinedVariableError›


class Context:
    """Variables of a template, looked up from inside out."""

    def __init__(self, loader, *scopes, strict=True):
        self._loader = loader
        self._scopes = list(scopes) or [{}]
        self._strict = strict

    def push(self, **variables):
        self._scopes.append(variables)

    def pop(self):
        return self._scopes.pop()

    def resolve(self, name):
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        if self._strict:
            raise ‹UndefinedVariable→UndefinedVariableError›(f"{name!r} is undefined")
        return ""

    def include(self, name):
        source = self._loader.get(name)
        if source is None:
            raise TemplateNotFoundError(name)
        return source
--- tests/test_runtime.py
import pytest

from tinsmith.errors import ‹UndefinedVariable→UndefinedVariableError›
from tinsmith.runtime import Context


def test_inner_scope_wins():
    context = Context({}, {"title": "outer"})
    context.push(title="inner")
    assert context.resolve("title") == "inner"


def test_undefined_variable():
    with pytest.raises(‹UndefinedVariable→UndefinedVariableError›):
        Context({}).resolve("missing")


def test_lenient_mode():
    assert Context({}, strict=False).resolve("missing") == ""
--- docs/errors.md
# Errors

- `TemplateSyntaxError`: the template cannot be parsed.
- `‹UndefinedVariable→UndefinedVariableError›`: a variable was used that the template was not given.
- `TemplateNotFoundError`: the loader has no such template.

All of them derive from `TinsmithError`.
==== one timeout in a table of services is raised
kind: silence-value
expect: silence
--- lighthouse/probes.py
"""Health probes of the services behind the gateway."""
import dataclasses
import time
import urllib.error
import urllib.request


@dataclasses.dataclass(frozen=True)
class Probe:
    name: str
    url: str
    timeout: float
    critical: bool = True


PROBES = [
    Probe("accounts", "http://accounts.internal:8080/healthz", timeout=2.0),
    Probe("search", "http://search.internal:9200/_cluster/health", timeout=«2.0→8.0»),
    Probe("ledger", "http://ledger.internal:8080/healthz", timeout=2.0),
    Probe("thumbnails", "http://thumbs.internal:8081/ping", timeout=2.0, critical=False),
]


@dataclasses.dataclass
class Result:
    probe: Probe
    ok: bool
    elapsed: float
    message: str = ""


def check(probe: Probe) -> Result:
    started = time.perf_counter()
    try:
        with urllib.request.urlopen(probe.url, timeout=probe.timeout) as response:
            ok = response.status == 200
            message = response.reason
    except (urllib.error.URLError, TimeoutError) as exc:
        ok, message = False, str(exc)
    return Result(probe, ok, time.perf_counter() - started, message)


def check_all() -> list[Result]:
    return [check(probe) for probe in PROBES]


def is_healthy(results: list[Result]) -> bool:
    return all(result.ok for result in results if result.probe.critical)


def slow(results: list[Result], limit: float = 1.0) -> list[Result]:
    """Results that came, but late."""
    return [result for result in results if result.ok and result.elapsed > limit]


def report(results: list[Result]) -> str:
    lines = []
    for result in results:
        mark = "ok" if result.ok else "FAIL"
        lines.append(f"{result.probe.name:12} {mark:4} {result.elapsed:.2f}s {result.message}")
    return "\n".join(lines)
==== one message is logged at a lower level
kind: silence-log-level
expect: silence
--- windlass/worker.py
import json
import logging
import signal
import socket

from windlass.backoff import Backoff
from windlass.broker import BrokerError, connect

logger = logging.getLogger(__name__)


class Worker:
    def __init__(self, broker_url, queues, handlers):
        self.broker_url = broker_url
        self.queues = queues
        self.handlers = handlers
        self.running = False
        self.backoff = Backoff(initial=0.5, maximum=60)

    def install_signal_handlers(self):
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)

    def _stop(self, signum, frame):
        logger.info("got signal %s, stopping", signum)
        self.running = False

    def run(self):
        self.running = True
        logger.info("worker on %s for %s", socket.gethostname(), ", ".join(self.queues))
        while self.running:
            try:
                self._consume()
            except BrokerError as exc:
                delay = self.backoff.next()
                logger.error("broker is gone (%s), again in %.1f s", exc, delay)
                self.backoff.sleep(delay)

    def _consume(self):
        with connect(self.broker_url) as channel:
            self.backoff.reset()
            for message in channel.consume(self.queues):
                logger.«info→debug»("received %s", message.id)
                self._handle(channel, message)
                if not self.running:
                    break

    def _handle(self, channel, message):
        handler = self.handlers.get(message.type)
        if handler is None:
            logger.info("no handler for %s", message.type)
            channel.reject(message)
            return
        try:
            handler(json.loads(message.body))
        except Exception:
            logger.exception("handler of %s failed", message.type)
            channel.requeue(message)
        else:
            channel.ack(message)
            logger.info("finished %s", message.id)
==== an option gets its unit into its name
kind: rename-property
--- src/options.ts
import type { Logger } from './logger'

export interface RetryOptions {
  /** How often a request is repeated. */
  limit: number
  /** Milliseconds before the first repetition; doubled each time. */
  «delay→delayMs»: number
  /** Status codes that are worth another try. */
  statusCodes: number[]
}

export interface ClientOptions {
  prefixUrl?: string
  retry?: Partial<RetryOptions>
  logger?: Logger
}

export const defaultRetry: RetryOptions = {
  limit: 2,
  ‹delay→delayMs›: 1000,
  statusCodes: [408, 413, 429, 500, 502, 503, 504],
}

export function mergeRetry(retry: Partial<RetryOptions> = {}): RetryOptions {
  return { ...defaultRetry, ...retry }
}
--- src/retry.ts
import type { RetryOptions } from './options'

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export class HTTPError extends Error {
  constructor(public readonly response: Response) {
    super(`Request failed with status code ${response.status}`)
    this.name = 'HTTPError'
  }
}

function retryAfter(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  return header === null ? undefined : Number(header) * 1000
}

export async function withRetry(
  send: () => Promise<Response>,
  options: RetryOptions,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await send()
    if (response.ok) {
      return response
    }
    if (attempt >= options.limit || !options.statusCodes.includes(response.status)) {
      throw new HTTPError(response)
    }
    const delay = retryAfter(response) ?? options.‹delay→delayMs› * 2 ** attempt
    await sleep(delay)
  }
}
--- test/retry.test.ts
import { expect, test, vi } from 'vitest'
import { mergeRetry } from '../src/options'
import { HTTPError, withRetry } from '../src/retry'

test('repeats a failed request', async () => {
  const send = vi.fn()
    .mockResolvedValueOnce(new Response(null, { status: 503 }))
    .mockResolvedValueOnce(new Response('ok'))
  const response = await withRetry(send, mergeRetry({ ‹delay→delayMs›: 1 }))
  expect(await response.text()).toBe('ok')
  expect(send).toHaveBeenCalledTimes(2)
})

test('gives up at the limit', async () => {
  const send = vi.fn().mockResolvedValue(new Response(null, { status: 500 }))
  await expect(withRetry(send, mergeRetry({ limit: 1, ‹delay→delayMs›: 1 }))).rejects.toThrow(HTTPError)
})
==== a new member of a union is added to its records
kind: union-member
--- packages/logger/src/levels.ts
export type LogLevel = 'debug' | 'info' | 'success' |«→ 'notice' |» 'warn' | 'error'

export const order: Record<LogLevel, number> = {
  debug: 0,
  info: 10,
  success: 20,‹→
  notice: 25,¦re:\n  notice: \d+,¦@›
  warn: 30,
  error: 40,
}

export const labels: Record<LogLevel, string> = {
  debug: 'DEBUG',
  info: 'INFO',
  success: 'SUCCESS',‹→
  notice: 'NOTICE',›
  warn: 'WARN',
  error: 'ERROR',
}

export function isLogLevel(value: string): value is LogLevel {
  return Object.prototype.hasOwnProperty.call(order, value)
}
--- packages/logger/src/logger.ts
import { labels, LogLevel, order } from './levels'

export interface Sink {
  write(line: string): void
}

export interface LoggerOptions {
  level?: LogLevel
  tag?: string
  sink?: Sink
}

export class Logger {
  private readonly level: LogLevel
  private readonly tag: string
  private readonly sink: Sink

  constructor(options: LoggerOptions = {}) {
    this.level = options.level ?? 'info'
    this.tag = options.tag ?? ''
    this.sink = options.sink ?? { write: line => console.log(line) }
  }

  debug(message: string): void {
    this.log('debug', message)
  }

  error(message: string): void {
    this.log('error', message)
  }

  withTag(tag: string): Logger {
    return new Logger({ level: this.level, tag, sink: this.sink })
  }

  log(level: LogLevel, message: string): void {
    if (order[level] < order[this.level]) {
      return
    }
    const tag = this.tag ? `[${this.tag}] ` : ''
    this.sink.write(`${labels[level]} ${tag}${message}`)
  }
}
==== a prop is declared, taken apart and put on the button
kind: add-prop
--- src/components/IconButton.tsx
import * as React from 'react';
import clsx from 'clsx';

import { Icon, IconName } from './Icon';
import { Spinner } from './Spinner';
import styles from './IconButton.module.css';

export interface IconButtonProps {
  icon: IconName;
  label: string;
  size?: 'small' | 'medium' | 'large';
  loading?: boolean;«→
  disabled?: boolean;»
  onClick?: React.MouseEventHandler<HTMLButtonElement>;
}

/** A button that is only an icon. The label is read by screen readers. */
export const IconButton = React.forwardRef<HTMLButtonElement, IconButtonProps>(
  function IconButton(
    {
      icon,
      label,
      size = 'medium',
      loading = false,‹→
      disabled = false,¦
      disabled,›
      onClick,
    },
    ref,
  ) {
    return (
      <button
        ref={ref}
        type="button"
        className={clsx(styles.button, styles[size])}
        aria-label={label}
        aria-busy={loading}‹→
        disabled={disabled}¦
        disabled={disabled || loading}›
        onClick={onClick}
      >
        {loading ? <Spinner size={size} /> : <Icon name={icon} size={size} />}
      </button>
    );
  },
);
--- src/components/Icon.tsx
import * as React from 'react';

import { paths } from './icon-paths';

export type IconName = keyof typeof paths;

const pixels = { small: 16, medium: 20, large: 28 };

export interface IconProps {
  name: IconName;
  size?: keyof typeof pixels;
  title?: string;
}

export function Icon({ name, size = 'medium', title }: IconProps) {
  return (
    <svg
      width={pixels[size]}
      height={pixels[size]}
      viewBox="0 0 24 24"
      role={title ? 'img' : 'presentation'}
    >
      {title && <title>{title}</title>}
      <path d={paths[name]} fill="currentColor" />
    </svg>
  );
}
==== a state variable is renamed with its setter
kind: rename-state
--- src/features/comments/CommentBox.tsx
import { FormEvent, useEffect, useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { postComment } from '../../api/comments'
import { Avatar } from '../../ui/Avatar'
import { useCurrentMember } from '../members/useCurrentMember'

const MAX_LENGTH = 2000

interface Props {
  threadId: string
  autoFocus?: boolean
}

export function CommentBox({ threadId, autoFocus }: Props) {
  const member = useCurrentMember()
  const queryClient = useQueryClient()
  const input = useRef<HTMLTextAreaElement>(null)
  const [«text→draft», ‹setText→setDraft›] = useState('')
  const [preview, setPreview] = useState(false)

  useEffect(() => {
    if (autoFocus) {
      input.current?.focus()
    }
  }, [autoFocus])

  const mutation = useMutation({
    mutationFn: (body: string) => postComment(threadId, body),
    onSuccess: () => {
      ‹setText→setDraft›('')
      setPreview(false)
      queryClient.invalidateQueries({ queryKey: ['comments', threadId] })
    },
  })

  const remaining = MAX_LENGTH - ‹text→draft›.length

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (‹text→draft›.trim() && remaining >= 0) {
      mutation.mutate(‹text→draft›)
    }
  }

  return (
    <form className="comment-box" onSubmit={handleSubmit}>
      <Avatar member={member} />
      {preview ? (
        <p className="text text-preview">{‹text→draft›}</p>
      ) : (
        <textarea
          ref={input}
          className="text"
          value={‹text→draft›}
          onChange={event => ‹setText→setDraft›(event.target.value)}
        />
      )}
      <button type="button" onClick={() => setPreview(!preview)}>
        {preview ? 'Edit text' : 'Preview'}
      </button>
      <span className={remaining < 0 ? 'count count-over' : 'count'}>{remaining}</span>
      <button type="submit" disabled={mutation.isPending}>Comment</button>
    </form>
  )
}
==== a config reader becomes async and its callers await it
kind: make-async
--- src/config.ts
import { readFile } from 'node:fs/promises'
import { ‹existsSync, readFileSync→existsSync¦?› } from 'node:fs'
import path from 'node:path'
import { parse } from './toml'

export interface Config {
  include: string[]
  outDir: string
  sourcemap: boolean
}

const FILE_NAME = 'bundlet.toml'

const defaults: Config = {
  include: ['src'],
  outDir: 'dist',
  sourcemap: false,
}

export function findConfig(cwd: string): string | undefined {
  let dir = cwd
  for (;;) {
    const file = path.join(dir, FILE_NAME)
    if (existsSync(file)) return file
    const parent = path.dirname(dir)
    if (parent === dir) return undefined
    dir = parent
  }
}

export async function loadIgnore(cwd: string): Promise<string[]> {
  const text = await readFile(path.join(cwd, '.bundletignore'), 'utf8')
  return text.split('\n').filter(Boolean)
}

export «function loadConfig(cwd: string): Config {→async function loadConfig(cwd: string): Promise<Config> {»
  const file = findConfig(cwd)
  if (!file) return defaults
  const text = ‹readFileSync→await readFile¦@¦?›(file, 'utf8')
  return { ...defaults, ...parse(text) }
}
--- src/commands/build.ts
import { bundle } from '../bundle'
import { loadConfig } from '../config'
import { log } from '../log'

export async function build(cwd: string, argv: { sourcemap?: boolean }): Promise<void> {
  const config = ‹→await ›loadConfig(cwd)
  if (argv.sourcemap !== undefined) {
    config.sourcemap = argv.sourcemap
  }
  const started = Date.now()
  const files = await bundle(config)
  log.success(`${files.length} files in ${Date.now() - started} ms`)
}
--- src/commands/watch.ts
import chokidar from 'chokidar'
import { bundle } from '../bundle'
import { loadConfig, loadIgnore } from '../config'
import { log } from '../log'

export async function watch(cwd: string): Promise<void> {
  const config = ‹→await ›loadConfig(cwd)
  const ignored = await loadIgnore(cwd)
  const watcher = chokidar.watch(config.include, { cwd, ignored })
  watcher.on('change', async file => {
    log.info(`${file} has changed`)
    await bundle(config)
  })
}
==== an exported helper is renamed, with the barrel and the imports
kind: rename-export
--- packages/router/src/utils/path.ts
const TRAILING_SLASHES = /\/+$/

export function «trimSlashes→stripTrailingSlashes»(path: string): string {
  return path.replace(TRAILING_SLASHES, '') || '/'
}

export function joinPaths(...paths: string[]): string {
  return paths.filter(Boolean).join('/').replace(/\/{2,}/g, '/')
}

export function splitPath(path: string): string[] {
  return ‹trimSlashes→stripTrailingSlashes›(path).split('/').slice(1)
}

export function isDynamic(segment: string): boolean {
  return segment.startsWith(':') || segment === '*'
}
--- packages/router/src/utils/index.ts
export { isDynamic, joinPaths, splitPath, ‹trimSlashes→stripTrailingSlashes› } from './path'
export { parseQuery, stringifyQuery } from './query'
--- packages/router/src/matcher.ts
import { isDynamic, splitPath, ‹trimSlashes→stripTrailingSlashes› } from './utils'

export interface RouteRecord {
  path: string
  name?: string
  children?: RouteRecord[]
}

export interface Match {
  record: RouteRecord
  params: Record<string, string>
}

function score(record: RouteRecord): number {
  return splitPath(record.path).reduce((sum, segment) => sum + (isDynamic(segment) ? 1 : 3), 0)
}

function matchRecord(record: RouteRecord, path: string): Match | undefined {
  const expected = splitPath(record.path)
  const actual = splitPath(path)
  if (expected.length !== actual.length) {
    return undefined
  }
  const params: Record<string, string> = {}
  for (let i = 0; i < expected.length; i++) {
    if (isDynamic(expected[i])) {
      params[expected[i].slice(1)] = decodeURIComponent(actual[i])
    } else if (expected[i] !== actual[i]) {
      return undefined
    }
  }
  return { record, params }
}

export function createMatcher(records: RouteRecord[]) {
  const sorted = [...records].sort((a, b) => score(b) - score(a))

  return function match(location: string): Match | undefined {
    const path = ‹trimSlashes→stripTrailingSlashes›(location.split('?')[0])
    for (const record of sorted) {
      const found = matchRecord(record, path)
      if (found) {
        return found
      }
    }
    return undefined
  }
}
==== an abort signal reaches the list request
kind: pass-through
--- src/api/request.ts
export interface RequestOptions {
  method?: string
  body?: unknown
  signal?: AbortSignal
}

export async function request<T>(url: string, options: RequestOptions = {}): Promise<T> {
  const response = await fetch(url, {
    method: options.method ?? 'GET',
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    headers: { accept: 'application/json' },
    signal: options.signal,
  })
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}`)
  }
  return (await response.json()) as T
}
--- src/api/stations.ts
import { request } from './request'

export interface Station {
  id: string
  name: string
  elevation: number
}

export interface Reading {
  stationId: string
  takenAt: string
  level: number
}

const BASE = '/api/v1/stations'

export function listStations(«→signal?: AbortSignal»): Promise<Station[]> {
  return request<Station[]>(BASE‹→, { signal }›)
}

export function getStation(id: string): Promise<Station> {
  return request<Station>(`${BASE}/${encodeURIComponent(id)}`)
}

export function addReading(reading: Reading): Promise<Reading> {
  return request<Reading>(`${BASE}/${reading.stationId}/readings`, {
    method: 'POST',
    body: reading,
  })
}
--- src/hooks/useStations.ts
import { useEffect, useState } from 'react'
import { listStations, Station } from '../api/stations'

export function useStations() {
  const [stations, setStations] = useState<Station[]>([])
  const [error, setError] = useState<Error>()

  useEffect(() => {
    const controller = new AbortController()
    listStations(‹→controller.signal¦@›)
      .then(setStations)
      .catch(reason => {
        if (!controller.signal.aborted) {
          setError(reason)
        }
      })
    return () => controller.abort()
  }, [])

  return { stations, error }
}
==== a wrong error code is spelt right everywhere
kind: fix-typo
--- src/errors.ts
export enum ErrorCode {
  NotFound = 'NOT_FOUND',
  «PermisionDenied→PermissionDenied» = '‹PERMISION_DENIED→PERMISSION_DENIED¦?›',
  InvalidArgument = 'INVALID_ARGUMENT',
  Unavailable = 'UNAVAILABLE',
}

export class RpcError extends Error {
  constructor(
    public readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'RpcError';
  }
}

export function toHttpStatus(code: ErrorCode): number {
  switch (code) {
    case ErrorCode.NotFound:
      return 404;
    case ErrorCode.‹PermisionDenied→PermissionDenied›:
      return 403;
    case ErrorCode.InvalidArgument:
      return 400;
    case ErrorCode.Unavailable:
      return 503;
  }
}
--- src/guards.ts
import { ErrorCode, RpcError } from './errors';

export interface Caller {
  id: string;
  scopes: ReadonlySet<string>;
}

export function requireScope(caller: Caller | undefined, scope: string): Caller {
  if (!caller) {
    throw new RpcError(ErrorCode.‹PermisionDenied→PermissionDenied›, 'not signed in');
  }
  if (!caller.scopes.has(scope)) {
    throw new RpcError(ErrorCode.‹PermisionDenied→PermissionDenied›, `scope ${scope} is missing`);
  }
  return caller;
}

export function requireText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') {
    throw new RpcError(ErrorCode.InvalidArgument, `${name} must be a text`);
  }
  return value;
}
--- test/guards.test.ts
import { requireScope, requireText } from '../src/guards';
import { ErrorCode } from '../src/errors';

const caller = { id: 'svc-1', scopes: new Set(['read']) };

describe('requireScope', () => {
  it('returns the caller', () => {
    expect(requireScope(caller, 'read')).toBe(caller);
  });

  it('throws without the scope', () => {
    expect(() => requireScope(caller, 'write')).toThrow(
      expect.objectContaining({ code: ErrorCode.‹PermisionDenied→PermissionDenied› }),
    );
  });
});

describe('requireText', () => {
  it('throws on an empty text', () => {
    expect(() => requireText('', 'title')).toThrow('title must be a text');
  });
});
==== an action is added to the union and half of its case is typed
kind: half-typed
--- src/state/playerReducer.ts
import type { Track } from '../types';

export interface PlayerState {
  queue: Track[];
  index: number;
  playing: boolean;
  volume: number;
  muted: boolean;
}

export type PlayerAction =
  | { type: 'enqueue'; track: Track }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'next' }
  | { type: 'setVolume'; volume: number }
  | { type: 'setMuted'; muted: boolean };

export const initialState: PlayerState = {
  queue: [],
  index: 0,
  playing: false,
  volume: 0.8,
  muted: false,
};

export function playerReducer(state: PlayerState, action: PlayerAction): PlayerState {
  switch (action.type) {
    case 'enqueue':
      return { ...state, queue: [...state.queue, action.track] };
    case 'play':
      return { ...state, playing: state.queue.length > 0 };
    case 'pause':
      return { ...state, playing: false };
    case 'next':
      if (state.index + 1 >= state.queue.length) {
        return { ...state, playing: false };
      }
      return { ...state, index: state.index + 1 };
    case 'setVolume':
      return { ...state, volume: action.volume };«→
    case 'setMuted':
      return { ...sta»‹→te, muted: action.muted };›
    default:
      return state;
  }
}
--- src/state/selectors.ts
import type { Track } from '../types';
import type { PlayerState } from './playerReducer';

export function currentTrack(state: PlayerState): Track | undefined {
  return state.queue[state.index];
}

export function effectiveVolume(state: PlayerState): number {
  return state.muted ? 0 : state.volume;
}

export function upcoming(state: PlayerState, count = 5): Track[] {
  return state.queue.slice(state.index + 1, state.index + 1 + count);
}

export function totalDuration(state: PlayerState): number {
  return state.queue.reduce((sum, track) => sum + track.duration, 0);
}
==== substr gives way to slice, once more at two places
kind: deprecated-call
--- src/lexer/scanner.ts
export type TokenKind = 'word' | 'number' | 'string' | 'punct' | 'eof';

export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
}

const isSpace = (c: string) => c === ' ' || c === '\t' || c === '\n' || c === '\r';
const isDigit = (c: string) => c >= '0' && c <= '9';
const isWord = (c: string) => /[A-Za-z_$]/.test(c);

export class Scanner {
  private pos = 0;

  constructor(private readonly source: string) {}

  get rest(): string {
    return this.source.«substr→slice»(this.pos);
  }

  peek(): string {
    return this.source.charAt(this.pos);
  }

  private skipSpace(): void {
    while (isSpace(this.peek())) {
      this.pos++;
    }
  }

  private takeWhile(test: (c: string) => boolean): string {
    const tail = this.source.«substr→slice»(this.pos);
    let n = 0;
    while (n < tail.length && test(tail[n])) {
      n++;
    }
    this.pos += n;
    return this.source.substring(this.pos - n, this.pos);
  }

  next(): Token {
    this.skipSpace();
    const start = this.pos;
    const c = this.peek();
    if (c === '') {
      return { kind: 'eof', text: '', start };
    }
    if (isDigit(c)) {
      return { kind: 'number', text: this.takeWhile(isDigit), start };
    }
    if (isWord(c)) {
      return { kind: 'word', text: this.takeWhile(isWord), start };
    }
    if (c === '"') {
      const tail = this.source.‹substr→slice›(start + 1);
      const end = tail.indexOf('"');
      this.pos = end < 0 ? this.source.length : start + end + 2;
      return { kind: 'string', text: this.source.substring(start, this.pos), start };
    }
    this.pos++;
    return { kind: 'punct', text: c, start };
  }
}
--- src/lexer/errors.ts
export function describeAt(source: string, offset: number): string {
  const line = source.substring(0, offset).split('\n').length;
  const near = source.‹substr→slice›(offset).split('\n')[0];
  return `line ${line}, near "${near}"`;
}
==== a wrong rounding is corrected at its only place
kind: silence-value
expect: silence
--- src/geo/bounds.ts
export interface Point {
  lat: number
  lng: number
}

export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

export function boundsOf(points: Point[]): Bounds {
  const result: Bounds = { south: 90, west: 180, north: -90, east: -180 }
  for (const p of points) {
    result.south = Math.min(result.south, p.lat)
    result.west = Math.min(result.west, p.lng)
    result.north = Math.max(result.north, p.lat)
    result.east = Math.max(result.east, p.lng)
  }
  return result
}

export function pad(bounds: Bounds, ratio: number): Bounds {
  const dy = (bounds.north - bounds.south) * ratio
  const dx = (bounds.east - bounds.west) * ratio
  return {
    south: bounds.south - dy,
    west: bounds.west - dx,
    north: bounds.north + dy,
    east: bounds.east + dx,
  }
}

export function contains(bounds: Bounds, p: Point): boolean {
  return (
    p.lat >= bounds.south &&
    p.lat <= bounds.north &&
    p.lng >= bounds.west &&
    p.lng <= bounds.east
  )
}

export function centre(bounds: Bounds): Point {
  const lat = (bounds.south + bounds.north) / 2
  const lng = (bounds.west + bounds.east) / 2
  return { lat, lng }
}

/** Rounded outwards, so that tiles at the edge are kept. */
export function snap(bounds: Bounds, step: number): Bounds {
  return {
    south: Math.floor(bounds.south / step) * step,
    west: Math.«round→floor»(bounds.west / step) * step,
    north: Math.ceil(bounds.north / step) * step,
    east: Math.ceil(bounds.east / step) * step,
  }
}

export function roundPoint(p: Point, digits = 5): Point {
  const f = 10 ** digits
  return { lat: Math.round(p.lat * f) / f, lng: Math.round(p.lng * f) / f }
}
==== a button gets another label while others stay
kind: silence-text
expect: silence
--- src/pages/ExportDialog.tsx
import { useEffect, useState } from 'react';

import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Select } from '../ui/Select';
import { exportReport, ExportFormat } from '../api/reports';

interface ExportDialogProps {
  reportId: string;
  onClose: () => void;
}

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'Comma separated' },
  { value: 'xlsx', label: 'Spreadsheet' },
  { value: 'pdf', label: 'Document' },
];

export function ExportDialog({ reportId, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && !busy) {
        onClose();
      }
    }
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [busy, onClose]);

  async function handleExport() {
    setBusy(true);
    try {
      const url = await exportReport(reportId, format);
      window.location.assign(url);
      onClose();
    } catch (error) {
      setMessage(`Export failed: ${(error as Error).message}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title="Export report" onClose={onClose}>
      <Select
        label="Format"
        value={format}
        options={FORMATS}
        onChange={value => setFormat(value as ExportFormat)}
      />
      {message && <p role="alert">{message}</p>}
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="primary" busy={busy} onClick={handleExport}>
        «Export→Download»
      </Button>
    </Dialog>
  );
}
==== two requires become imports and the others follow
kind: repeat-modernise
--- lib/server.js
«const fs = require('fs');→import fs from 'fs';»
«const http = require('http');→import http from 'http';»
‹const path = require('path');→import path from 'path';›

‹const mime = require('mime-types');→import mime from 'mime-types';›
‹const debug = require('debug');→import debug from 'debug';›

const log = debug('servette:server');

const INDEX = 'index.html';

function isInside(root, file) {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

function resolveFile(root, url) {
  const { pathname } = new URL(url, 'http://localhost');
  const file = path.join(root, decodeURIComponent(pathname));
  if (file === root || file === root + path.sep) {
    return path.join(root, INDEX);
  }
  return isInside(root, file) ? file : null;
}

function logStatus(req, res) {
  res.once('finish', () => {
    log('%s %s -> %d', req.method, req.url, res.statusCode);
  });
}

function sendError(res, status, message) {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end(message + '\n');
}

function sendFile(res, file) {
  const stream = fs.createReadStream(file);
  stream.once('open', () => {
    res.writeHead(200, { 'Content-Type': mime.contentType(path.extname(file)) || 'application/octet-stream' });
  });
  stream.once('error', (err) => {
    log('cannot read %s: %s', file, err.code);
    sendError(res, err.code === 'ENOENT' ? 404 : 500, err.code);
  });
  stream.pipe(res);
}

function createServer(root) {
  return http.createServer((req, res) => {
    logStatus(req, res);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      sendError(res, 405, 'Method not allowed');
      return;
    }
    const file = resolveFile(path.resolve(root), req.url);
    if (file === null) {
      sendError(res, 403, 'Forbidden');
      return;
    }
    sendFile(res, file);
  });
}

‹module.exports = { createServer };→export { createServer };¦re:export .+¦@¦?›
==== a route parameter is renamed and the handler reads it
kind: rename-route-parameter
--- routes/boats.js
'use strict';

const express = require('express');

const boats = require('../models/boats');
const requireLogin = require('../middleware/require-login');

const router = express.Router();

function parsePage(query) {
  const page = Number.parseInt(query.page, 10);
  return Number.isNaN(page) || page < 1 ? 1 : page;
}

router.get('/boats', async (req, res, next) => {
  try {
    const list = await boats.find({ page: parsePage(req.query) });
    res.json({ items: list.map((boat) => ({ id: boat.id, name: boat.name })) });
  } catch (err) {
    next(err);
  }
});

router.get('/boats/:«id→boatId»', async (req, res, next) => {
  try {
    const boat = await boats.findById(req.params.‹id→boatId›);
    if (!boat) {
      res.status(404).json({ error: `no boat ${req.params.‹id→boatId›}` });
      return;
    }
    res.json(boat);
  } catch (err) {
    next(err);
  }
});

router.post('/boats', requireLogin, async (req, res, next) => {
  try {
    const boat = await boats.create({ ...req.body, owner: req.session.memberId });
    res.status(201).location(`/boats/${boat.id}`).json(boat);
  } catch (err) {
    next(err);
  }
});

router.get('/harbours/:harbourId/boats', async (req, res, next) => {
  try {
    const list = await boats.find({
      harbour: req.params.harbourId,
      page: parsePage(req.query),
    });
    res.json({ items: list.map((boat) => ({ id: boat.id, name: boat.name })) });
  } catch (err) {
    next(err);
  }
});

router.get('/berths/:id', async (req, res, next) => {
  try {
    const boat = await boats.findOne({ berth: req.params.id });
    res.json({ berth: req.params.id, boat: boat ? boat.id : null });
  } catch (err) {
    next(err);
  }
});

module.exports = router;
==== a command option is renamed with its property and the readme
kind: rename-option
open: README.md
--- bin/inkpress.js
#!/usr/bin/env node
import { program } from 'commander';

import { render } from '../src/render.js';
import { serve } from '../src/serve.js';

program
  .name('inkpress')
  .description('Turn a folder of notes into a site');

program
  .command('build')
  .argument('[source]', 'folder of notes', '.')
  .option('-o, --«output→out-dir» <dir>', 'where the pages go', 'public')
  .option('-t, --theme <name>', 'name of the theme', 'plain')
  .option('--drafts', 'include drafts')
  .action(async (source, options) => {
    const count = await render(source, options.‹output→outDir›, {
      theme: options.theme,
      drafts: Boolean(options.drafts),
    });
    console.log(`${count} pages written to ${options.‹output→outDir›}`);
  });

program
  .command('serve')
  .argument('[source]', 'folder of notes', '.')
  .option('-p, --port <number>', 'port to listen at', '4000')
  .action(async (source, options) => {
    await serve(source, { port: Number(options.port) });
  });

program.parseAsync().catch((error) => {
  console.error(`inkpress: ${error.message}`);
  process.exitCode = 1;
});
--- README.md
# inkpress

Turns a folder of notes into a site.

```sh
npx inkpress build notes --‹output→out-dir› public --theme plain
npx inkpress serve notes --port 4000
```

## Options of `build`

- `--‹output→out-dir› <dir>`: where the pages go, `public` by default
- `--theme <name>`: name of the theme, `plain` by default
- `--drafts`: include notes with `draft: true`

The output is plain HTML and needs no JavaScript.

## Options of `serve`

- `-p, --port <number>`: port to listen at, `4000` by default
--- src/render.js
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { loadTheme } from './theme.js';
import { markdown } from './markdown.js';

export async function render(source, output, { theme = 'plain', drafts = false } = {}) {
  const template = await loadTheme(theme);
  await mkdir(output, { recursive: true });
  let count = 0;
  for (const name of await readdir(source)) {
    if (path.extname(name) !== '.md') continue;
    const note = markdown(await readFile(path.join(source, name), 'utf8'));
    if (note.meta.draft && !drafts) continue;
    const page = template({ title: note.meta.title, body: note.html });
    await writeFile(path.join(output, `${path.parse(name).name}.html`), page);
    count += 1;
  }
  return count;
}
==== var becomes const in the rest of a row
kind: repeat-modernise
--- src/parse.js
'use strict';

«var→const» TAG = /^<(\/?)([a-z][a-z0-9-]*)/i;
«var→const» ATTRIBUTE = /^\s+([a-z-]+)(?:="([^"]*)")?/i;
‹var→const› TAG_END = /^\s*(\/?)>/;
‹var→const› VOID_TAGS = ['br', 'hr', 'img', 'input', 'link', 'meta'];

function ParseError(message, offset) {
  this.name = 'ParseError';
  this.message = message;
  this.offset = offset;
}
ParseError.prototype = Object.create(Error.prototype);
ParseError.prototype.constructor = ParseError;

function readTag(source, offset) {
  let rest = source.slice(offset);
  const start = TAG.exec(rest);
  if (!start) {
    return null;
  }
  const attributes = {};
  rest = rest.slice(start[0].length);
  let match;
  while ((match = ATTRIBUTE.exec(rest))) {
    attributes[match[1].toLowerCase()] = match[2] === undefined ? '' : match[2];
    rest = rest.slice(match[0].length);
  }
  const end = TAG_END.exec(rest);
  if (!end) {
    throw new ParseError('unclosed tag <' + start[2] + '>', offset);
  }
  const name = start[2].toLowerCase();
  return {
    name: name,
    closing: start[1] === '/',
    empty: end[1] === '/' || VOID_TAGS.indexOf(name) >= 0,
    attributes: attributes,
    length: source.length - offset - rest.length + end[0].length,
  };
}

/** Calls visit for each tag, from first to last. */
function walk(source, visit) {
  let offset = source.indexOf('<');
  while (offset >= 0) {
    const tag = readTag(source, offset);
    if (tag) {
      visit(tag, offset);
      offset = source.indexOf('<', offset + tag.length);
    } else {
      offset = source.indexOf('<', offset + 1);
    }
  }
}

function outline(source) {
  const names = [];
  walk(source, function (tag) {
    if (!tag.closing) {
      names.push(tag.name);
    }
  });
  return names.join(' ');
}

module.exports = { ParseError: ParseError, readTag: readTag, walk: walk, outline: outline };
==== an exported function is renamed in a CommonJS project
kind: rename-export
--- lib/glob.js
'use strict'

const SPECIAL = /[.+^${}()|[\]\\]/g

function «toRegex→globToRegExp» (pattern, { nocase = false } = {}) {
  const source = pattern
    .replace(SPECIAL, '\\$&')
    .replace(/\*\*/g, '\0')
    .replace(/\*/g, '[^/]*')
    .replace(/\0/g, '.*')
    .replace(/\?/g, '[^/]')
  return new RegExp(`^${source}$`, nocase ? 'i' : '')
}

function hasMagic (pattern) {
  return /[*?]/.test(pattern)
}

module.exports = { ‹toRegex→globToRegExp›, hasMagic }
--- lib/filter.js
'use strict'

const { hasMagic, ‹toRegex→globToRegExp› } = require('./glob')

class Filter {
  constructor (patterns, options) {
    this.exact = new Set(patterns.filter(p => !hasMagic(p)))
    this.regexes = patterns.filter(hasMagic).map(p => ‹toRegex→globToRegExp›(p, options))
  }

  matches (file) {
    return this.exact.has(file) || this.regexes.some(regex => regex.test(file))
  }

  apply (files) {
    return files.filter(file => this.matches(file))
  }
}

module.exports = Filter
--- test/glob.test.js
'use strict'

const test = require('node:test')
const assert = require('node:assert')
const { hasMagic, ‹toRegex→globToRegExp› } = require('../lib/glob')

test('a star stays inside a folder', () => {
  assert.match('src/index.js', ‹toRegex→globToRegExp›('src/*.js'))
  assert.doesNotMatch('src/lib/index.js', ‹toRegex→globToRegExp›('src/*.js'))
})

test('two stars do not', () => {
  assert.match('src/lib/index.js', ‹toRegex→globToRegExp›('src/**.js'))
})

test('special characters are taken literally', () => {
  assert.match('a+b.txt', ‹toRegex→globToRegExp›('a+b.txt'))
  assert.doesNotMatch('aab.txt', ‹toRegex→globToRegExp›('a+b.txt'))
})

test('hasMagic', () => {
  assert.ok(hasMagic('*.md'))
  assert.ok(!hasMagic('README.md'))
})
==== an early return is added to one of several listeners
kind: silence-guard
expect: silence
--- src/shortcuts.js
import { editor } from './editor.js';
import { palette } from './palette.js';
import { sidebar } from './sidebar.js';
import { toast } from './toast.js';

const isMac = navigator.platform.startsWith('Mac');

function modifier(event) {
  return isMac ? event.metaKey : event.ctrlKey;
}

function isTextField(target) {
  return target.isContentEditable || ['INPUT', 'TEXTAREA'].includes(target.tagName);
}

export function onSave(event) {
  event.preventDefault();
  editor.save().then(
    () => toast.show('Saved'),
    (error) => toast.show(`Not saved: ${error.message}`, { sticky: true }),
  );
}

export function onFind(event) {
  event.preventDefault();
  editor.openSearch();
}

export function onTogglePalette(event) {
  event.preventDefault();
  palette.toggle();
}

export function onDelete(event) {«→
  if (isTextField(event.target)) return;»
  event.preventDefault();
  editor.deleteSelection();
}

export function onToggleSidebar(event) {
  event.preventDefault();
  sidebar.toggle();
}

export function onUndo(event) {
  event.preventDefault();
  if (!editor.undo()) {
    toast.show('Nothing to undo');
  }
}

const bindings = new Map([
  ['z', onUndo],
  ['s', onSave],
  ['f', onFind],
  ['k', onTogglePalette],
  ['b', onToggleSidebar],
]);

export function install(target = document) {
  target.addEventListener('keydown', (event) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      onDelete(event);
      return;
    }
    const handler = modifier(event) && bindings.get(event.key.toLowerCase());
    if (handler) {
      handler(event);
    }
  });
}
==== a parser returns an error and its callers check it
kind: return-error
--- internal/cron/spec.go
package cron

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Field is one of the five parts of a cron expression.
type Field struct {
	values map[int]bool
	any    bool
}

// Spec is a parsed cron expression.
type Spec struct {
	Minute, Hour, Day, Month, Weekday Field
}

func parseField(text string, lo, hi int) (Field, error) {
	if text == "*" {
		return Field{any: true}, nil
	}
	f := Field{values: map[int]bool{}}
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return Field{}, fmt.Errorf("bad value %q", part)
		}
		if n < lo || n > hi {
			return Field{}, fmt.Errorf("%d is not within %d and %d", n, lo, hi)
		}
		f.values[n] = true
	}
	return f, nil
}

func (f Field) match(n int) bool {
	return f.any || f.values[n]
}

// minuteOnly returns a spec that matches every hour at the given minutes.
func minuteOnly(text string) «Spec→(Spec, error)» {
	minute, err := parseField(text, 0, 59)
	if err != nil {
		‹panic(err)→return Spec{}, err¦re:return Spec\{\}, .+¦@›
	}
	every := Field{any: true}
	return Spec{Minute: minute, Hour: every, Day: every, Month: every, Weekday: every}‹→, nil›
}

// Match reports whether the job is to run at t.
func (s Spec) Match(t time.Time) bool {
	return s.Minute.match(t.Minute()) &&
		s.Hour.match(t.Hour()) &&
		s.Day.match(t.Day()) &&
		s.Month.match(int(t.Month())) &&
		s.Weekday.match(int(t.Weekday()))
}
--- internal/cron/shortcut.go
package cron

import (
	"fmt"
	"strings"
)

// ParseShortcut understands "@hourly" and "@hourly:15".
func ParseShortcut(text string) (Spec, error) {
	name, minutes, found := strings.Cut(text, ":")
	if name != "@hourly" {
		return Spec{}, fmt.Errorf("unknown shortcut %q", name)
	}
	if !found {
		minutes = "0"
	}
	‹return minuteOnly(minutes), nil→return minuteOnly(minutes)¦re:\w+, err := minuteOnly\(minutes\)\n\tif err != nil \{\n\t\treturn Spec\{\}, .+\n\t\}\n\treturn \w+, nil¦@›
}
==== ioutil gives way to os at every call and in the import
kind: deprecated-call
--- store/file.go
package store

import (
	"encoding/json"
	"errors"
	"io/fs"‹
	"io/ioutil"→¦@›
	"os"
	"path/filepath"
	"strings"
)

// ErrNotFound is returned for a key that was never put.
var ErrNotFound = errors.New("store: not found")

const suffix = ".json"

// File keeps each value in a file of its own.
type File struct {
	dir string
}

// NewFile creates the folder if needed.
func NewFile(dir string) (*File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return &File{dir: dir}, nil
}

func (f *File) path(key string) string {
	return filepath.Join(f.dir, key+suffix)
}

// Get reads the value of key into v.
func (f *File) Get(key string, v interface{}) error {
	data, err := «ioutil→os».ReadFile(f.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// Put writes the value of key.
func (f *File) Put(key string, v interface{}) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return ‹ioutil→os›.WriteFile(f.path(key), data, 0o644)
}

// Copy stores the value of src under dst as well.
func (f *File) Copy(src, dst string) error {
	data, err := ‹ioutil→os›.ReadFile(f.path(src))
	if err != nil {
		return err
	}
	return ‹ioutil→os›.WriteFile(f.path(dst), data, 0o644)
}

// Delete removes key; it is no error if there is none.
func (f *File) Delete(key string) error {
	err := os.Remove(f.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Key returns the key of a file name.
func Key(name string) string {
	return strings.TrimSuffix(filepath.Base(name), suffix)
}
==== a client method takes a context and its callers give theirs
kind: add-parameter
--- geocode/client.go
package geocode

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

// Client talks to the geocoding service.
type Client struct {
	base string
	http *http.Client
}

// New returns a client for the service at base.
func New(base string) *Client {
	return &Client{base: base, http: http.DefaultClient}
}

// Place is a hit of a search.
type Place struct {
	Name string  `json:"name"`
	Lat  float64 `json:"lat"`
	Lon  float64 `json:"lon"`
}

func (c *Client) get(«→ctx context.Context, »path string, query url.Values, out any) error {
	req, err := ‹http.NewRequest(http.MethodGet→http.NewRequestWithContext(ctx, http.MethodGet›, c.base+path+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("geocode: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Search returns the places that match the text.
func (c *Client) Search(ctx context.Context, text string, limit int) ([]Place, error) {
	query := url.Values{"q": {text}, "limit": {fmt.Sprint(limit)}}
	var places []Place
	if err := c.get(‹→ctx, ›"/search", query, &places); err != nil {
		return nil, err
	}
	return places, nil
}

// Reverse returns the place at a position.
func (c *Client) Reverse(ctx context.Context, lat, lon float64) (*Place, error) {
	query := url.Values{"lat": {fmt.Sprint(lat)}, "lon": {fmt.Sprint(lon)}}
	var place Place
	if err := c.get(‹→ctx, ›"/reverse", query, &place); err != nil {
		return nil, err
	}
	return &place, nil
}
--- cmd/whereis/main.go
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os/signal"
	"strings"
	"syscall"

	"example.org/whereis/geocode"
)

func main() {
	server := flag.String("server", "https://geo.example.org", "geocoding service")
	limit := flag.Int("n", 5, "number of hits")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()

	places, err := geocode.New(*server).Search(ctx, strings.Join(flag.Args(), " "), *limit)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range places {
		fmt.Printf("%s\t%.5f\t%.5f\n", p.Name, p.Lat, p.Lon)
	}
}
==== an exported struct field is renamed in literals and tests
kind: rename-field
--- ratelimit/bucket.go
package ratelimit

import (
	"sync"
	"time"
)

// Config describes a token bucket.
type Config struct {
	// ‹Rate→PerSecond› is the number of tokens added per second.
	«Rate→PerSecond» float64
	// Burst is the largest number of tokens in the bucket.
	Burst int
}

// Default is used for clients without a configuration of their own.
var Default = Config{‹Rate→PerSecond›: 10, Burst: 20}

// Bucket is safe for concurrent use.
type Bucket struct {
	mu     sync.Mutex
	cfg    Config
	tokens float64
	last   time.Time
	now    func() time.Time
}

// NewBucket returns a full bucket.
func NewBucket(cfg Config) *Bucket {
	return &Bucket{cfg: cfg, tokens: float64(cfg.Burst), now: time.Now}
}

// Allow takes a token, if there is one.
func (b *Bucket) Allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()

	now := b.now()
	if !b.last.IsZero() {
		b.tokens += now.Sub(b.last).Seconds() * b.cfg.‹Rate→PerSecond›
	}
	b.last = now
	if limit := float64(b.cfg.Burst); b.tokens > limit {
		b.tokens = limit
	}
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}
--- ratelimit/bucket_test.go
package ratelimit

import (
	"testing"
	"time"
)

func TestBurst(t *testing.T) {
	b := NewBucket(Config{‹Rate→PerSecond›: 1, Burst: 3})
	for i := 0; i < 3; i++ {
		if !b.Allow() {
			t.Fatalf("request %d was refused", i)
		}
	}
	if b.Allow() {
		t.Fatal("request 3 was allowed")
	}
}

func TestRefill(t *testing.T) {
	clock := time.Unix(1000, 0)
	b := NewBucket(Config{‹Rate→PerSecond›: 2, Burst: 1})
	b.now = func() time.Time { return clock }
	b.Allow()
	if b.Allow() {
		t.Fatal("allowed without a token")
	}
	clock = clock.Add(500 * time.Millisecond)
	if !b.Allow() {
		t.Fatal("‹Rate→PerSecond¦?› was not applied")
	}
}
==== a state is added to the constants and to String
kind: enum-member
--- download/state.go
package download

import "fmt"

// State is the state of a download.
type State int

const (
	StateQueued State = iota
	StateRunning«→
	StatePaused»
	StateDone
	StateFailed
)

// String implements fmt.Stringer.
func (s State) String() string {
	switch s {
	case StateQueued:
		return "queued"
	case StateRunning:
		return "running"‹→
	case StatePaused:
		return "paused"›
	case StateDone:
		return "done"
	case StateFailed:
		return "failed"
	default:
		return fmt.Sprintf("State(%d)", int(s))
	}
}

// Final reports whether the state can no longer change.
func (s State) Final() bool {
	return s == StateDone || s == StateFailed
}
--- download/state_test.go
package download

import "testing"

func TestStateString(t *testing.T) {
	tests := []struct {
		state State
		want  string
	}{
		{StateQueued, "queued"},
		{StateRunning, "running"},‹→
		{StatePaused, "paused"},›
		{StateDone, "done"},
		{StateFailed, "failed"},
		{State(42), "State(42)"},
	}
	for _, tt := range tests {
		if got := tt.state.String(); got != tt.want {
			t.Errorf("String() = %q, want %q", got, tt.want)
		}
	}
}

func TestFinal(t *testing.T) {
	for _, s := range []State{StateQueued, StateRunning‹→, StatePaused¦?›} {
		if s.Final() {
			t.Errorf("%v must not be final", s)
		}
	}
	for _, s := range []State{StateDone, StateFailed} {
		if !s.Final() {
			t.Errorf("%v must be final", s)
		}
	}
}
==== an interface method gets a parameter and its implementations follow
kind: interface-method
--- cache/cache.go
package cache

import (
	"context"
	"errors"‹→
	"time"›
)

// ErrMiss is returned by Get for keys that are not cached.
var ErrMiss = errors.New("cache: miss")

// Cache is implemented by Memory and Redis.
type Cache interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Set(ctx context.Context, key string, value []byte«→, ttl time.Duration») error
	Delete(ctx context.Context, key string) error
}
--- cache/memory.go
package cache

import (
	"context"
	"sync"‹→
	"time"›
)

// Memory is a cache within the process.
type Memory struct {
	mu    sync.RWMutex
	items map[string][]byte
}

// NewMemory returns an empty cache.
func NewMemory() *Memory {
	return &Memory{items: make(map[string][]byte)}
}

// Get implements Cache.
func (m *Memory) Get(ctx context.Context, key string) ([]byte, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	value, ok := m.items[key]
	if !ok {
		return nil, ErrMiss
	}
	return value, nil
}

// Set implements Cache.
func (m *Memory) Set(ctx context.Context, key string, value []byte‹→, ttl time.Duration›) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.items[key] = value
	return nil
}

// Delete implements Cache.
func (m *Memory) Delete(ctx context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.items, key)
	return nil
}
--- cache/redis.go
package cache

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

const defaultTTL = 10 * time.Minute

// Redis is a cache shared by all processes.
type Redis struct {
	client *redis.Client
	prefix string
}

// Get implements Cache.
func (r *Redis) Get(ctx context.Context, key string) ([]byte, error) {
	value, err := r.client.Get(ctx, r.prefix+key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, ErrMiss
	}
	return value, err
}

// Set implements Cache.
func (r *Redis) Set(ctx context.Context, key string, value []byte‹→, ttl time.Duration›) error {
	return r.client.Set(ctx, r.prefix+key, value, ‹defaultTTL→ttl¦?›).Err()
}

// Delete implements Cache.
func (r *Redis) Delete(ctx context.Context, key string) error {
	return r.client.Del(ctx, r.prefix+key).Err()
}
==== one receiver gets the name that the others have
kind: rename-local
--- server/router.go
package server

import (
	"net/http"
	"sort"
	"strings"
)

// Router dispatches requests by method and path.
type Router struct {
	routes   map[string]map[string]http.Handler
	NotFound http.Handler
}

// NewRouter returns a router without routes.
func NewRouter() *Router {
	return &Router{
		routes:   make(map[string]map[string]http.Handler),
		NotFound: http.NotFoundHandler(),
	}
}

// Handle registers a handler.
func («this→rt» *Router) Handle(method, path string, h http.Handler) {
	if ‹this→rt›.routes[path] == nil {
		‹this→rt›.routes[path] = make(map[string]http.Handler)
	}
	‹this→rt›.routes[path][method] = h
}

// Get registers a handler of GET requests.
func (rt *Router) Get(path string, h http.HandlerFunc) {
	rt.Handle(http.MethodGet, path, h)
}

// Post registers a handler of POST requests.
func (rt *Router) Post(path string, h http.HandlerFunc) {
	rt.Handle(http.MethodPost, path, h)
}

func (rt *Router) allowed(path string) string {
	methods := make([]string, 0, len(rt.routes[path]))
	for method := range rt.routes[path] {
		methods = append(methods, method)
	}
	sort.Strings(methods)
	return strings.Join(methods, ", ")
}

// ServeHTTP implements http.Handler.
func (rt *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Routes are matched exactly; this includes the final slash.
	handlers, ok := rt.routes[r.URL.Path]
	if !ok {
		rt.NotFound.ServeHTTP(w, r)
		return
	}
	h, ok := handlers[r.Method]
	if !ok {
		w.Header().Set("Allow", rt.allowed(r.URL.Path))
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	h.ServeHTTP(w, r)
}
==== a half-typed option function is completed
kind: half-typed
--- mailer/options.go
package mailer

import (
	"crypto/tls"
	"time"
)

type options struct {
	host      string
	port      int
	username  string
	password  string
	timeout   time.Duration
	localName string
	tls       *tls.Config
}

// Option configures a Dialer.
type Option func(*options)

// WithPort sets the port, 587 by default.
func WithPort(port int) Option {
	return func(o *options) {
		o.port = port
	}
}

// WithAuth sets the name and password.
func WithAuth(username, password string) Option {
	return func(o *options) {
		o.username = username
		o.password = password
	}
}

// WithTimeout limits the time of a whole delivery.
func WithTimeout(timeout time.Duration) Option {
	return func(o *options) {
		o.timeout = timeout
	}
}

// WithLocalName sets the name sent with HELO.
func WithLocalName(«→localName string) Option {
	return func(o *opt»‹→ions) {
		o.localName = localName
	}
}¦ions) {›

// WithTLS sets the configuration of the encrypted connection.
func WithTLS(config *tls.Config) Option {
	return func(o *options) {
		o.tls = config
	}
}
--- mailer/dialer.go
package mailer

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/smtp"
	"time"
)

// Dialer opens connections to a mail server.
type Dialer struct {
	opts options
}

// NewDialer returns a dialer for the host.
func NewDialer(host string, opts ...Option) *Dialer {
	d := &Dialer{opts: options{
		host:      host,
		port:      587,
		timeout:   10 * time.Second,
		localName: "localhost",
		tls:       &tls.Config{ServerName: host},
	}}
	for _, opt := range opts {
		opt(&d.opts)
	}
	return d
}

// Dial connects and authenticates.
func (d *Dialer) Dial() (*smtp.Client, error) {
	addr := fmt.Sprintf("%s:%d", d.opts.host, d.opts.port)
	conn, err := net.DialTimeout("tcp", addr, d.opts.timeout)
	if err != nil {
		return nil, err
	}
	c, err := smtp.NewClient(conn, d.opts.host)
	if err != nil {
		return nil, err
	}
	if err := c.Hello(d.opts.localName); err != nil {
		return nil, err
	}
	return c, c.StartTLS(d.opts.tls)
}
==== errors are wrapped at two places and then at the rest
kind: repeat-modernise
--- archive/extract.go
package archive

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Extract unpacks a .tar.gz file below dir.
func Extract(filename, dir string) error {
	f, err := os.Open(filename)
	if err != nil {
		return fmt.Errorf("cannot open archive: %«v→w»", err)
	}
	defer f.Close()

	gz, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("not a gzip file: %«v→w»", err)
	}
	defer gz.Close()

	tr := tar.NewReader(gz)
	for {
		hdr, err := tr.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("cannot read archive: %‹v→w›", err)
		}
		if err := extractEntry(tr, hdr, dir); err != nil {
			return fmt.Errorf("%s: %‹v→w›", hdr.Name, err)
		}
	}
}

func target(dir, name string) (string, error) {
	path := filepath.Join(dir, name)
	if !strings.HasPrefix(path, filepath.Clean(dir)+string(os.PathSeparator)) {
		return "", fmt.Errorf("%q is outside of %v", name, dir)
	}
	return path, nil
}

func extractEntry(r io.Reader, hdr *tar.Header, dir string) error {
	path, err := target(dir, hdr.Name)
	if err != nil {
		return err
	}
	switch hdr.Typeflag {
	case tar.TypeDir:
		return os.MkdirAll(path, 0o755)
	case tar.TypeReg:
		out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, os.FileMode(hdr.Mode))
		if err != nil {
			return fmt.Errorf("cannot create file: %‹v→w›", err)
		}
		if _, err := io.Copy(out, r); err != nil {
			out.Close()
			return fmt.Errorf("cannot write file: %‹v→w›", err)
		}
		return out.Close()
	default:
		return fmt.Errorf("type %v is not supported", hdr.Typeflag)
	}
}
==== a sentinel error is renamed with its comment and its uses
kind: rename-symbol
--- lease/lease.go
package lease

import (
	"errors"
	"sync"
	"time"
)

var (
	// ‹ErrTaken→ErrHeld› is returned by Acquire if somebody else has the lease.
	«ErrTaken→ErrHeld» = errors.New("lease: held by another owner")
	// ErrExpired is returned by Renew if the lease has run out.
	ErrExpired = errors.New("lease: expired")
)

type entry struct {
	owner string
	until time.Time
}

// Manager hands out leases.
type Manager struct {
	mu      sync.Mutex
	entries map[string]entry
	now     func() time.Time
}

// NewManager returns a manager without leases.
func NewManager() *Manager {
	return &Manager{entries: make(map[string]entry), now: time.Now}
}

// Acquire takes the lease of name for the owner. It returns ‹ErrTaken→ErrHeld› if
// another owner has it.
func (m *Manager) Acquire(name, owner string, d time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[name]
	if ok && e.owner != owner && m.now().Before(e.until) {
		return ‹ErrTaken→ErrHeld›
	}
	m.entries[name] = entry{owner: owner, until: m.now().Add(d)}
	return nil
}

// Renew prolongs the lease of the owner.
func (m *Manager) Renew(name, owner string, d time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[name]
	if !ok || e.owner != owner || m.now().After(e.until) {
		return ErrExpired
	}
	e.until = m.now().Add(d)
	m.entries[name] = e
	return nil
}
--- lease/lease_test.go
package lease

import (
	"errors"
	"testing"
	"time"
)

func ‹TestAcquireTaken→TestAcquireHeld¦?›(t *testing.T) {
	m := NewManager()
	if err := m.Acquire("job", "a", time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := m.Acquire("job", "b", time.Minute); !errors.Is(err, ‹ErrTaken→ErrHeld›) {
		t.Errorf("got %v, want ‹ErrTaken→ErrHeld›", err)
	}
}

func TestRenewExpired(t *testing.T) {
	m := NewManager()
	if err := m.Renew("job", "a", time.Minute); !errors.Is(err, ErrExpired) {
		t.Errorf("got %v, want ErrExpired", err)
	}
}
==== a key of the wire format changes and the test data follow
kind: string-follows
open: api/device_test.go
--- api/device.go
package api

import (
	"encoding/json"
	"errors"
	"net/http"
)

// Device is a sensor in the field.
type Device struct {
	Serial   string  `json:"serial"`
	Firmware string  `json:"«fw→firmware»"`
	Battery  float64 `json:"battery"`
}

// Validate checks what clients send.
func (d *Device) Validate() error {
	if d.Serial == "" {
		return errors.New("serial is missing")
	}
	if d.Battery < 0 || d.Battery > 1 {
		return errors.New("battery must be within 0 and 1")
	}
	return nil
}

// Registry stores devices.
type Registry interface {
	Put(d Device) error
}

// PutDevice returns the handler of PUT /devices.
func PutDevice(reg Registry) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var d Device
		if err := json.NewDecoder(r.Body).Decode(&d); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := d.Validate(); err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		if err := reg.Put(d); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}
--- api/device_test.go
package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

type memory map[string]Device

func (m memory) Put(d Device) error {
	m[d.Serial] = d
	return nil
}

func put(reg Registry, body string) int {
	req := httptest.NewRequest(http.MethodPut, "/devices", strings.NewReader(body))
	rec := httptest.NewRecorder()
	PutDevice(reg)(rec, req)
	return rec.Code
}

func TestPutDevice(t *testing.T) {
	tests := []struct {
		name, body string
		want       int
	}{
		{"complete", `{"serial": "A1", "‹fw→firmware›": "2.0.1", "battery": 0.9}`, 204},
		{"no serial", `{"‹fw→firmware›": "2.0.1", "battery": 0.9}`, 422},
		{"overcharged", `{"serial": "A1", "‹fw→firmware›": "2.0.1", "battery": 3}`, 422},
		{"no json", `serial=A1`, 400},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := put(memory{}, tt.body); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
==== a function gets a flag and the command passes its own
kind: add-parameter
--- internal/sweep/sweep.go
package sweep

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Options selects the files.
type Options struct {
	Root   string
	MaxAge time.Duration
}

// Find returns the files that were not changed for a long time.
func Find(opts Options, now time.Time) ([]string, error) {
	var found []string
	err := filepath.WalkDir(opts.Root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if now.Sub(info.ModTime()) > opts.MaxAge {
			found = append(found, path)
		}
		return nil
	})
	return found, err
}

// Remove removes the files and returns how many there were.
func Remove(files []string«→, dryRun bool») (int, error) {
	for i, file := range files {«→
		if dryRun {
			continue
		}»
		if err := os.Remove(file); err != nil {
			return i, err
		}
	}
	return len(files), nil
}
--- cmd/sweep.go
package cmd

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"example.org/broom/internal/sweep"
)

var (
	dryRun bool
	days   int
)

var sweepCmd = &cobra.Command{
	Use:   "sweep [folder]",
	Short: "Remove files that were not changed for a long time",
	Args:  cobra.ExactArgs(1),
	RunE: func(cmd *cobra.Command, args []string) error {
		opts := sweep.Options{
			Root:   args[0],
			MaxAge: time.Duration(days) * 24 * time.Hour,
		}
		files, err := sweep.Find(opts, time.Now())
		if err != nil {
			return err
		}
		n, err := sweep.Remove(files‹→, dryRun›)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%d files removed\n", n)
		return nil
	},
}

func init() {
	rootCmd.AddCommand(sweepCmd)
	sweepCmd.Flags().BoolVarP(&dryRun, "dry-run", "n", false, "only count")
	sweepCmd.Flags().IntVar(&days, "days", 30, "age of the files")
}
--- internal/sweep/sweep_test.go
package sweep

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRemove(t *testing.T) {
	file := filepath.Join(t.TempDir(), "old.log")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := Remove([]string{file}‹→, false›)
	if err != nil || n != 1 {
		t.Fatalf("got %d, %v", n, err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("%s is still there", file)
	}
}
==== interface braces become any after two of them
kind: repeat-modernise
--- eventbus/bus.go
package eventbus

import (
	"fmt"
	"log/slog"
	"sync"
)

// Handler is called with the payload of an event.
type Handler func(payload «interface{}→any»)

// Event is what subscribers of all topics get.
type Event struct {
	Topic   string
	Payload «interface{}→any»
}

// Bus delivers events to subscribers, in the order of their subscription.
type Bus struct {
	mu       sync.RWMutex
	handlers map[string][]Handler
	all      []func(Event)
}

// New returns a bus without subscribers.
func New() *Bus {
	return &Bus{handlers: make(map[string][]Handler)}
}

// Subscribe calls h for each event of the topic.
func (b *Bus) Subscribe(topic string, h Handler) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers[topic] = append(b.handlers[topic], h)
}

// SubscribeAll calls fn for every event.
func (b *Bus) SubscribeAll(fn func(Event)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all = append(b.all, fn)
}

// Publish delivers the payload.
func (b *Bus) Publish(topic string, payload ‹interface{}→any›) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, h := range b.handlers[topic] {
		b.call(topic, h, payload)
	}
	for _, fn := range b.all {
		fn(Event{Topic: topic, Payload: payload})
	}
}

func (b *Bus) call(topic string, h Handler, payload ‹interface{}→any›) {
	defer func() {
		if r := recover(); r != nil {
			slog.Error("handler panicked", "topic", topic, "reason", describe(r))
		}
	}()
	h(payload)
}

func describe(v ‹interface{}→any›) string {
	if err, ok := v.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(v)
}
==== the size of one buffered channel is changed
kind: silence-value
expect: silence
--- tail/tail.go
package tail

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"time"
)

const pollInterval = 250 * time.Millisecond

// Line is a line of a file that grows.
type Line struct {
	Text   string
	Offset int64
	Time   time.Time
}

// Tail follows a file.
type Tail struct {
	Lines  chan Line
	Errors chan error

	file   *os.File
	offset int64
}

// Follow opens the file and reads it in the background.
func Follow(ctx context.Context, filename string) (*Tail, error) {
	file, err := os.Open(filename)
	if err != nil {
		return nil, err
	}
	t := &Tail{
		Lines:  make(chan Line, «16→64»),
		Errors: make(chan error, 16),
		file:   file,
	}
	go t.run(ctx)
	return t, nil
}

func (t *Tail) run(ctx context.Context) {
	defer close(t.Lines)
	defer t.file.Close()

	r := bufio.NewReaderSize(t.file, 16*1024)
	for {
		text, err := r.ReadString('\n')
		t.offset += int64(len(text))
		switch {
		case err == nil:
			select {
			case t.Lines <- Line{Text: text, Offset: t.offset, Time: time.Now()}:
			case <-ctx.Done():
				return
			}
		case errors.Is(err, io.EOF):
			select {
			case <-time.After(pollInterval):
			case <-ctx.Done():
				return
			}
		default:
			t.Errors <- err
			return
		}
	}
}
==== one handler answers with another status
kind: silence-status
expect: silence
--- web/imports.go
package web

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"example.org/herbarium/internal/imports"
)

// ImportHandler serves /imports.
type ImportHandler struct {
	queue *imports.Queue
	log   *slog.Logger
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// Create starts an import.
func (h *ImportHandler) Create(w http.ResponseWriter, r *http.Request) {
	var in imports.Request
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		writeJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	job, err := h.queue.Add(r.Context(), in)
	if err != nil {
		h.log.Error("cannot add import", "err", err)
		writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "internal error"})
		return
	}
	writeJSON(w, «http.StatusOK→http.StatusAccepted», job)
}

// Get returns an import.
func (h *ImportHandler) Get(w http.ResponseWriter, r *http.Request) {
	job, err := h.queue.Get(r.Context(), r.PathValue("id"))
	if errors.Is(err, imports.ErrNotFound) {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "no such import"})
		return
	}
	if err != nil {
		h.log.Error("cannot get import", "err", err)
		writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "internal error"})
		return
	}
	writeJSON(w, http.StatusOK, job)
}

// List returns all imports, the newest first.
func (h *ImportHandler) List(w http.ResponseWriter, r *http.Request) {
	jobs, err := h.queue.List(r.Context())
	if err != nil {
		h.log.Error("cannot list imports", "err", err)
		writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "internal error"})
		return
	}
	writeJSON(w, http.StatusOK, jobs)
}
==== one test table gets one more row
kind: silence-test-row
expect: silence
--- text/wrap.go
package text

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks the text into lines of at most width characters. A word that
// is longer gets a line of its own.
func Wrap(text string, width int) []string {
	var lines []string
	var line strings.Builder
	n := 0
	for _, word := range strings.Fields(text) {
		size := utf8.RuneCountInString(word)
		if n > 0 && n+1+size > width {
			lines = append(lines, line.String())
			line.Reset()
			n = 0
		}
		if n > 0 {
			line.WriteByte(' ')
			n++
		}
		line.WriteString(word)
		n += size
	}
	if n > 0 {
		lines = append(lines, line.String())
	}
	return lines
}

// Indent puts the prefix before each line that is not empty.
func Indent(text, prefix string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = prefix + line
		}
	}
	return strings.Join(lines, "\n")
}
--- text/wrap_test.go
package text

import (
	"reflect"
	"testing"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		width int
		want  []string
	}{
		{"empty", "", 10, nil},
		{"short", "a b", 10, []string{"a b"}},
		{"two lines", "alpha beta", 6, []string{"alpha", "beta"}},«→
		{"long word", "a incomprehensible b", 6, []string{"a", "incomprehensible", "b"}},»
		{"runes", "äöü ß", 5, []string{"äöü ß"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Wrap(tt.text, tt.width); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestIndent(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"empty", "", ""},
		{"one", "a", "  a"},
		{"two", "a\nb", "  a\n  b"},
		{"gap", "a\n\nb", "  a\n\n  b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Indent(tt.text, "  "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
