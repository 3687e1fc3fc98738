==== a valve state that is stuck needs a label and a colour
kind: enum-member
--- irrigation/states.py
from enum import Enum


class ValveState(Enum):
    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"«→
    STUCK = "stuck"»


LABELS = {
    ValveState.CLOSED: "Closed",
    ValveState.OPENING: "Opening",
    ValveState.OPEN: "Open",‹→
    ValveState.STUCK: "Stuck",›
}


def label(state):
    return LABELS[state]
--- irrigation/panel.py
"""Draws the control panel of the greenhouse."""
from irrigation.states import ValveState, label

COLOURS = {
    ValveState.CLOSED: "grey",
    ValveState.OPENING: "yellow",
    ValveState.OPEN: "green",‹→
    ValveState.STUCK: "red",¦re:\n    ValveState\.STUCK: "\w+",¦@›
}


def draw_valve(canvas, valve, x, y):
    canvas.circle(x, y, 12, fill=COLOURS[valve.state])
    canvas.text(x + 20, y, f"{valve.name}: {label(valve.state)}")


def open_valves(valves):
    return [v for v in valves if v.state is ValveState.OPEN]

==== every storage backend must be able to copy a blob
kind: interface-method
open: blobs/memory.py
--- blobs/base.py
from abc import ABC, abstractmethod


class BlobStore(ABC):
    """Where attachments of tickets are kept."""

    @abstractmethod
    def read(self, key: str) -> bytes:
        ...

    @abstractmethod
    def write(self, key: str, data: bytes) -> None:
        ...«→

    @abstractmethod
    def exists(self, key: str) -> bool:
        ...»
--- blobs/memory.py
from blobs.base import BlobStore


class MemoryBlobStore(BlobStore):
    def __init__(self):
        self._blobs = {}

    def read(self, key: str) -> bytes:
        return self._blobs[key]

    def write(self, key: str, data: bytes) -> None:
        self._blobs[key] = data‹→

    def exists(self, key: str) -> bool:
        return key in self._blobs¦re:\n\n    def exists\(self, key: str\) -> bool:\n(        .*\n?)+¦@›
--- blobs/disk.py
from pathlib import Path

from blobs.base import BlobStore


class DiskBlobStore(BlobStore):
    def __init__(self, root: Path):
        self._root = root

    def _path(self, key: str) -> Path:
        return self._root / key[:2] / key

    def read(self, key: str) -> bytes:
        return self._path(key).read_bytes()

    def write(self, key: str, data: bytes) -> None:
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)‹→

    def exists(self, key: str) -> bool:
        return self._path(key).exists()¦re:\n\n    def exists\(self, key: str\) -> bool:\n(        .*\n?)+¦@›

==== a weather station has an elevation
kind: field-added
--- stations.py
import csv
from dataclasses import dataclass


@dataclass
class Station:
    code: str
    name: str
    latitude: float
    longitude: float«→
    elevation: float»

    @classmethod
    def from_row(cls, row):
        return cls(
            code=row["code"],
            name=row["name"].strip(),
            latitude=float(row["latitude"]),
            longitude=float(row["longitude"]),‹→
            elevation=float(row["elevation"]),›
        )

    def to_dict(self):
        return {
            "code": self.code,
            "name": self.name,
            "latitude": self.latitude,
            "longitude": self.longitude,‹→
            "elevation": self.elevation,›
        }


def read_stations(path):
    with open(path, newline="") as file:
        return [Station.from_row(row) for row in csv.DictReader(file)]


def bounding_box(stations):
    latitudes = [s.latitude for s in stations]
    longitudes = [s.longitude for s in stations]
    return min(latitudes), min(longitudes), max(latitudes), max(longitudes)
--- test_stations.py
from stations import Station, bounding_box


def test_bounding_box():
    a = Station("ZRH", "Zürich", 47.38, 8.57‹→, 408.0¦re:, [\d.]+¦@›)
    b = Station("GVA", "Genève", 46.24, 6.11‹→, 420.0¦re:, [\d.]+¦@›)
    assert bounding_box([a, b]) == (46.24, 6.11, 47.38, 8.57)

==== premiums become decimals
kind: field-retyped
--- policy.py
from dataclasses import dataclass
from datetime import date
‹→from decimal import Decimal
›

@dataclass(frozen=True)
class Policy:
    number: str
    holder: str
    start: date
    premium: «float→Decimal»
    risk_score: float


def parse_policy(record: dict) -> Policy:
    return Policy(
        number=record["number"],
        holder=record["holder"],
        start=date.fromisoformat(record["start"]),
        premium=‹float(record["premium"])→Decimal(record["premium"])¦Decimal(str(record["premium"]))›,
        risk_score=float(record["risk_score"]),
    )


def yearly_premium(policy: Policy) -> ‹float→Decimal›:
    return policy.premium * 12


def risk_band(policy: Policy) -> str:
    if policy.risk_score < 0.3:
        return "low"
    return "high" if policy.risk_score > 0.7 else "medium"

==== the default timeout in the docstring follows
kind: docs-follow-code
--- probe.py
import socket
import time


def wait_for_port(host, port, timeout=«30→60», interval=0.5):
    """Wait until a TCP port accepts connections.

    :param host: name or address of the machine
    :param port: the port, for example 5432
    :param timeout: how many seconds to wait at most (default: ‹30→60›)
    :param interval: pause between two attempts, in seconds (default: 0.5)
    :raises TimeoutError: if nothing listens in time
    """
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        try:
            with socket.create_connection((host, port), timeout=1):
                return
        except OSError:
            time.sleep(interval)
    raise TimeoutError(f"{host}:{port} did not answer within {timeout} s")


def port_is_free(port):
    with socket.socket() as s:
        s.settimeout(30)
        return s.connect_ex(("127.0.0.1", port)) != 0

==== the readme names the option as the parser does
kind: docs-follow-code
open: README.md
--- tilecut/cli.py
import argparse
import sys

from tilecut.cutter import cut_tiles


def build_parser():
    parser = argparse.ArgumentParser(prog="tilecut")
    parser.add_argument("image", help="the image to cut")
    parser.add_argument("--tile-size", type=int, default=256)
    parser.add_argument("--«max-zoom→zoom-levels»", type=int, default=6)
    parser.add_argument("--quiet", action="store_true")
    return parser


def main(argv=None):
    args = build_parser().parse_args(argv)
    count = cut_tiles(args.image, args.tile_size, args.‹max_zoom→zoom_levels›)
    if not args.quiet:
        print(f"{count} tiles written", file=sys.stderr)
--- tilecut/cutter.py
def cut_tiles(image, tile_size, ‹max_zoom→zoom_levels¦?›):
    count = 0
    for zoom in range(‹max_zoom→zoom_levels¦?›):
        count += 4 ** zoom
    return count
--- README.md
# tilecut

Cuts a large image into square tiles for a slippy map.

    tilecut --tile-size 512 --‹max-zoom→zoom-levels› 4 plan.png

- `--tile-size`: the edge of a tile in pixels (256)
- `--‹max-zoom→zoom-levels›`: how many levels are cut (6)
- `--quiet`: print nothing

==== loading a tide table becomes asynchronous
kind: async-propagation
--- tides/client.py
import httpx

BASE = "https://tides.example.org/v2"


«→async »def load_table(harbour: str, day: str) -> list[dict]:
    «response = httpx.get(f"{BASE}/{harbour}/{day}")→async with httpx.AsyncClient() as client:
        response = await client.get(f"{BASE}/{harbour}/{day}")»
    response.raise_for_status()
    return response.json()["entries"]


def high_water(entries: list[dict]) -> list[dict]:
    return [entry for entry in entries if entry["kind"] == "high"]
--- tides/report.py
from tides.client import high_water, load_table


async def daily_report(harbour: str, day: str) -> str:
    entries = ‹→await ›load_table(harbour, day)
    lines = [f"{e['time']}  {e['height']:.1f} m" for e in high_water(entries)]
    return "\n".join(lines)


async def highest(harbour: str, days: list[str]) -> float:
    best = 0.0
    for day in days:
        table = ‹→await ›load_table(harbour, day)
        best = max(best, max(entry["height"] for entry in table))
    return best

==== the other prints of the importer become log calls
kind: log-statements
--- importer/run.py
import logging
from pathlib import Path

from importer.parse import parse_herbarium_sheet

logger = logging.getLogger(__name__)


def import_folder(folder: Path, database):
    sheets = sorted(folder.glob("*.xml"))
    «print(f"importing {len(sheets)} sheets from {folder}")→logger.info("importing %d sheets from %s", len(sheets), folder)»
    imported = 0
    for path in sheets:
        sheet = parse_herbarium_sheet(path)
        if sheet is None:
            «print(f"skipping {path.name}")→logger.info("skipping %s", path.name)»
            continue
        database.insert(sheet)
        imported += 1
        ‹print(f"imported {sheet.number}")→logger.info("imported %s", sheet.number)¦re:logger\.(info|debug)\(.*sheet\.number.*\)›
    ‹print(f"done: {imported} sheets")→logger.info("done: %d sheets", imported)¦re:logger\.info\("done: %[sd] sheets", imported\)¦logger.info(f"done: {imported} sheets")›
    return imported


def fingerprint(sheet):
    return f"{sheet.number}-{sheet.collector}"

==== the constructor stores its last argument
kind: half-typed-line
--- ratelimit.py
import time


class TokenBucket:
    """Lets through `rate` calls a second, and `burst` at once."""

    def __init__(self, rate, burst, clock=time.monotonic):
        self.rate = rate
        self.burst = burst
        «→self.cl»‹→ock = clock›
        self.tokens = burst
        self.updated = clock()

    def take(self, count=1):
        now = self.clock()
        self.tokens = min(self.burst, self.tokens + (now - self.updated) * self.rate)
        self.updated = now
        if self.tokens < count:
            return False
        self.tokens -= count
        return True

    def __repr__(self):
        return f"TokenBucket(rate={self.rate}, burst={self.burst})"

==== the counter also returns how many were rejected
kind: return-type
--- qc/filters.py
MIN_LENGTH = 50


def mean_quality(read):
    return sum(read.qualities) / len(read.qualities)


def keep_good_reads(reads, min_quality):
    kept = []
    rejected = 0
    for read in reads:
        if len(read.sequence) < MIN_LENGTH or mean_quality(read) < min_quality:
            rejected += 1
        else:
            kept.append(read)
    return «kept→kept, rejected»
--- qc/pipeline.py
from qc.filters import keep_good_reads
from qc.io import load_fastq, write_fastq


def clean(source, target, min_quality=20):
    reads = load_fastq(source)
    ‹kept→kept, rejected¦re:kept, \w+› = keep_good_reads(reads, min_quality)
    write_fastq(target, kept)
    return len(kept)


def preview(source):
    reads = load_fastq(source, limit=1000)
    ‹good→good, rejected¦re:good, \w+› = keep_good_reads(reads, min_quality=20)
    return len(good) / len(reads)
--- qc/io.py
def load_fastq(path, limit=None):
    raise NotImplementedError


def write_fastq(path, kept):
    raise NotImplementedError

==== the import of a deleted debugging dump goes
kind: code-deleted
--- solver.py
‹import json
→›import math
import random


def cooling(step, steps, start, end):
    return start * math.pow(end / start, step / steps)


def anneal(state, steps=10_000, start=10.0, end=0.01, seed=None):
    rng = random.Random(seed)
    best = current = state
    for step in range(steps):
        temperature = cooling(step, steps, start, end)
        candidate = current.neighbour(rng)
        delta = candidate.cost() - current.cost()
        if delta < 0 or rng.random() < math.exp(-delta / temperature):
            current = candidate
        if current.cost() < best.cost():
            best = current
«    with open("/tmp/anneal.json", "w") as dump:
        json.dump(best.as_dict(), dump)
→»    return best

==== the port moves everywhere
kind: constants-in-files
open: Dockerfile, docker-compose.yml
--- gateway/settings.py
import os

HOST = "0.0.0.0"
PORT = «8080→8095»
METRICS_PORT = 9090
DATABASE_URL = os.environ.get("DATABASE_URL", "postgresql://db:5432/gateway")
MAX_BODY = 8 * 1024 * 1024
--- Dockerfile
FROM python:3.12-slim
WORKDIR /app
COPY requirements.txt .
RUN pip install -r requirements.txt
COPY gateway gateway
EXPOSE ‹8080→8095›
EXPOSE 9090
CMD ["python", "-m", "gateway"]
--- docker-compose.yml
services:
  gateway:
    build: .
    ports:
      - "‹8080:8080→8095:8095¦8080:8095›"
    depends_on: [db]
  db:
    image: postgres:16
    ports:
      - "5432:5432"

==== the running total is renamed, not the parameter of the inner function
kind: rename-local
--- energy.py
class Meter:
    def __init__(self, readings):
        self.readings = readings
        self.total = 0


def summarise(meter, threshold):
    """Return the total, the mean and the peaks of a meter."""
    «total→consumed» = 0.0
    peaks = []
    for reading in meter.readings:
        ‹total→consumed› += reading.kwh
        if reading.kwh > threshold:
            peaks.append(reading)

    def share(total):
        return 100.0 * total / len(meter.readings)

    meter.total = ‹total→consumed›
    return {
        "total": ‹total→consumed›,
        "mean": ‹total→consumed› / len(meter.readings),
        "peaks": share(len(peaks)),
    }


def grand_total(meters):
    total = 0.0
    for meter in meters:
        total += meter.total
    return total

==== the parameter of the crop function and its keyword
kind: rename-parameter
--- scanner/crop.py
from PIL import Image


def crop_margins(page, «border→margin», *, background=255):
    """Cut the white margins of a page.

    Args:
        page: the scanned page
        ‹border→margin›: how many pixels stay around the text
        background: the grey value of the paper
    """
    box = find_text(page, background)
    left, top, right, bottom = box
    return page.crop((
        max(0, left - ‹border→margin›),
        max(0, top - ‹border→margin›),
        min(page.width, right + ‹border→margin›),
        min(page.height, bottom + ‹border→margin›),
    ))


def find_text(page, background):
    mask = page.convert("L").point(lambda value: 255 if value < background else 0)
    return mask.getbbox() or (0, 0, page.width, page.height)


def draw_border(page, border):
    framed = Image.new("L", (page.width + 2 * border, page.height + 2 * border), 0)
    framed.paste(page, (border, border))
    return framed
--- scanner/batch.py
from scanner.crop import crop_margins, draw_border


def prepare(pages):
    for page in pages:
        yield draw_border(crop_margins(page, ‹border→margin›=12), border=1)


def thumbnail(page):
    small = crop_margins(page, 0, background=240)
    small.thumbnail((200, 200))
    return small

==== a helper for genome intervals gets a clearer name
kind: rename-function
--- intervals/__init__.py
from intervals.core import ‹merge→merge_overlapping›, subtract

__all__ = ["‹merge→merge_overlapping›", "subtract"]
--- intervals/core.py
def «merge→merge_overlapping»(intervals):
    """Merge the intervals that overlap or touch."""
    result = []
    for start, end in sorted(intervals):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return result


def subtract(intervals, holes):
    pieces = ‹merge→merge_overlapping›(intervals)
    for low, high in ‹merge→merge_overlapping›(holes):
        pieces = [p for s, e in pieces for p in ((s, min(e, low)), (max(s, high), e)) if p[0] < p[1]]
    return pieces
--- coverage.py
import pandas as pd

from intervals import ‹merge→merge_overlapping›


def covered_bases(frame: pd.DataFrame) -> int:
    joined = frame.merge(pd.read_csv("chromosomes.csv"), on="chromosome")
    spans = zip(joined["start"], joined["end"])
    return sum(end - start for start, end in ‹merge→merge_overlapping›(spans))

==== a scheduler class is named after what it does
kind: rename-class
--- shifts/planner.py
from datetime import timedelta


class «Planner→ShiftPlanner»:
    """Assigns nurses to shifts."""

    def __init__(self, nurses, rest=timedelta(hours=11)):
        self.nurses = nurses
        self.rest = rest

    def assign(self, shift):
        for nurse in self.nurses:
            if nurse.free_from + self.rest <= shift.start:
                return nurse
        return None


class NightPlanner(‹Planner→ShiftPlanner›):
    def assign(self, shift):
        if not shift.at_night:
            return None
        return super().assign(shift)


def default_planner(nurses):
    return ‹Planner→ShiftPlanner›(nurses)
--- shifts/app.py
import logging

from shifts.planner import NightPlanner, ‹Planner→ShiftPlanner›

log = logging.getLogger("Planner")


def plan_week(nurses, shifts):
    planner: ‹Planner→ShiftPlanner› = ‹Planner→ShiftPlanner›(nurses)
    nights = NightPlanner(nurses)
    plan = {}
    for shift in shifts:
        plan[shift] = nights.assign(shift) or planner.assign(shift)
    log.info("planned %d shifts", len(plan))
    return plan

==== the audit function needs the connection of its callers
kind: change-signature
--- library/audit.py
from datetime import datetime
‹
from library.database import open_database
→¦
›

def record(«→connection, »action, detail):
    «db = open_database()
    db→connection».execute(
        "INSERT INTO audit (at, action, detail) VALUES (?, ?, ?)",
        (datetime.now().isoformat(), action, detail),
    )
--- library/loans.py
from library import audit


def lend(connection, copy_id, member_id):
    connection.execute(
        "UPDATE copies SET member = ? WHERE id = ?", (member_id, copy_id)
    )
    audit.record(‹→connection, ›"lend", f"{copy_id} to {member_id}")


def give_back(connection, copy_id):
    connection.execute("UPDATE copies SET member = NULL WHERE id = ?", (copy_id,))
    audit.record(‹→connection, ›"return", str(copy_id))


def overdue(connection, today):
    rows = connection.execute("SELECT id FROM copies WHERE due < ?", (today,))
    return [row[0] for row in rows]
--- library/members.py
from library import audit


def block(db, member_id, reason):
    db.execute("UPDATE members SET blocked = 1 WHERE id = ?", (member_id,))
    audit.record(‹→db, ›"block", f"{member_id}: {reason}")

==== the three axes of an accelerometer are scaled
kind: parallel-lines
--- imu/accelerometer.py
import struct

SCALE = 9.80665 / 16384


class Accelerometer:
    def __init__(self, bus, address=0x68):
        self.bus = bus
        self.address = address

    def read(self):
        raw = self.bus.read_block(self.address, 0x3B, 6)
        x, y, z = struct.unpack(">hhh", raw)
        return {
            "x": «x→x * SCALE»,
            "y": ‹y→y * SCALE›,
            "z": ‹z→z * SCALE›,
        }

    def self_test(self):
        before = self.read()
        self.bus.write(self.address, 0x1C, 0xE0)
        after = self.read()
        return {axis: after[axis] - before[axis] for axis in "xyz"}

==== unittest assertions become plain asserts
kind: api-migration
--- tests/test_roman.py
import unittest

from roman import from_roman, to_roman


class RomanTest(unittest.TestCase):
    def test_small_numbers(self):
        «self.assertEqual(to_roman(1), "I")→assert to_roman(1) == "I"»
        «self.assertEqual(to_roman(4), "IV")→assert to_roman(4) == "IV"»
        ‹self.assertEqual(to_roman(9), "IX")→assert to_roman(9) == "IX"›
        ‹self.assertEqual(to_roman(14), "XIV")→assert to_roman(14) == "XIV"›

    def test_large_numbers(self):
        ‹self.assertEqual(to_roman(1990), "MCMXC")→assert to_roman(1990) == "MCMXC"›
        ‹self.assertEqual(len(to_roman(3888)), 15)→assert len(to_roman(3888)) == 15›

    def test_round_trip(self):
        for number in range(1, 4000):
            assert from_roman(to_roman(number)) == number

    def test_zero(self):
        with self.assertRaises(ValueError):
            to_roman(0)

==== naive utc times become aware ones
kind: api-migration
--- telescope/exposures.py
from datetime import datetime, timedelta‹→, timezone›


class Exposure:
    def __init__(self, target, seconds):
        self.target = target
        self.seconds = seconds
        self.started = None
        self.finished = None

    def start(self):
        self.started = «datetime.utcnow()→datetime.now(timezone.utc)»

    def finish(self):
        self.finished = ‹datetime.utcnow()→datetime.now(timezone.utc)›

    def remaining(self):
        elapsed = ‹datetime.utcnow()→datetime.now(timezone.utc)› - self.started
        return timedelta(seconds=self.seconds) - elapsed


def log_line(exposure):
    local = datetime.now()
    return f"[{local:%H:%M}] {exposure.target}: {exposure.seconds} s"

==== a bad recipe raises an error of its own
kind: error-handling
open: brewery/main.py
--- brewery/recipes.py
import tomllib


class RecipeError(Exception):
    """A recipe that cannot be brewed."""


def load_recipe(path):
    with open(path, "rb") as file:
        recipe = tomllib.load(file)
    if "malts" not in recipe:
        raise «ValueError→RecipeError»(f"{path}: no malts")
    if recipe.get("batch", 0) <= 0:
        raise ‹ValueError→RecipeError›(f"{path}: the batch must be positive")
    for malt in recipe["malts"]:
        if malt["kg"] <= 0:
            raise ‹ValueError→RecipeError›(f"{path}: {malt['name']} weighs nothing")
    return recipe
--- brewery/main.py
import sys

from brewery.recipes import ‹load_recipe→RecipeError, load_recipe¦load_recipe, RecipeError›


def parse_degrees(text):
    try:
        return float(text)
    except ValueError:
        return None


def main(paths):
    for path in paths:
        try:
            recipe = load_recipe(path)
        except ‹ValueError→RecipeError› as error:
            print(error, file=sys.stderr)
            continue
        print(recipe["name"], sum(malt["kg"] for malt in recipe["malts"]))

==== a Counter of collections is used before it is imported
kind: imports
--- corpus/stats.py
import re
‹→from collections import Counter
›from pathlib import Path

WORD = re.compile(r"[^\W\d_]+")


def words(path: Path):
    for line in path.read_text(encoding="utf-8").splitlines():
        yield from (word.lower() for word in WORD.findall(line))


def frequencies(folder: Path):
    counts = «{}→Counter()»
    for path in sorted(folder.glob("*.txt")):
        counts.update(words(path))
    return counts


def hapaxes(counts):
    return sorted(word for word, count in counts.items() if count == 1)

==== an attribute was misspelt
kind: typo
--- lab/centrifuge.py
class Centrifuge:
    max_rpm = 14_000

    def __init__(self, rotor_radius_mm):
        self.rotor_radius_mm = rotor_radius_mm
        self.«accelaration→acceleration» = 9
        self.rpm = 0

    def set_speed(self, rpm):
        if rpm > self.max_rpm:
            raise ValueError(f"at most {self.max_rpm} rpm")
        self.rpm = rpm

    def rcf(self):
        return 1.118e-6 * self.rotor_radius_mm * self.rpm ** 2

    def seconds_to_speed(self):
        return self.rpm / (100 * self.‹accelaration→acceleration›)

    def describe(self):
        return f"{self.rpm} rpm, {self.rcf():.0f} g, ramp {self.‹accelaration→acceleration›}"
--- lab/protocol.py
from lab.centrifuge import Centrifuge


def pellet_cells(sample):
    spin = Centrifuge(rotor_radius_mm=84)
    spin.‹accelaration→acceleration› = 5
    spin.set_speed(3000)
    return sample.after(spin.seconds_to_speed() + 300)

==== a rename that is taken back leaves nothing to do
kind: undo
expect: silence
do: edit, pause 2, undo
--- choir/seating.py
def seat_rows(«singers→voices», per_row):
    """Place the tallest singers in the last row."""
    ordered = sorted(singers, key=lambda singer: singer.height)
    rows = []
    for start in range(0, len(singers), per_row):
        rows.append(ordered[start:start + per_row])
    return rows


def count_by_part(singers):
    parts = {}
    for singer in singers:
        parts[singer.part] = parts.get(singer.part, 0) + 1
    return parts

==== a new helper function has nothing to do with the others
kind: unrelated
expect: silence
--- hydrology/units.py
"""Conversions between the units of gauges."""

CUBIC_FEET = 0.0283168


def cfs_to_cumecs(value):
    return value * CUBIC_FEET


def cumecs_to_cfs(value):
    return value / CUBIC_FEET«→


def is_plausible(level):
    return -5 < level < 40»


def feet_to_metres(value):
    return value * 0.3048
--- hydrology/report.py
from hydrology.units import cfs_to_cumecs, feet_to_metres


def describe(gauge):
    flow = cfs_to_cumecs(gauge.flow)
    level = feet_to_metres(gauge.level)
    return f"{gauge.name}: {flow:.1f} m³/s at {level:.2f} m"

==== only one of several limits is raised
kind: one-off
expect: silence
--- portal/limits.py
"""What a plan may use in a month."""

LIMITS = {
    "free": {"projects": 3, "members": 5, "storage_gb": 1},
    "team": {"projects": 20, "members": «25→40», "storage_gb": 50},
    "campus": {"projects": 100, "members": 500, "storage_gb": 500},
}

GRACE_DAYS = 25


def within(plan, usage):
    limits = LIMITS[plan]
    return all(usage[name] <= limit for name, limit in limits.items())


def warn_at(plan, name):
    return int(LIMITS[plan][name] * 0.9)

==== the next branch of a conversion is obvious
kind: half-typed-line
--- kitchen/convert.py
GRAMS_PER_OUNCE = 28.3495
GRAMS_PER_POUND = 453.592
GRAMS_PER_KILO = 1000.0


def to_grams(amount, unit):
    if unit == "oz":
        return amount * GRAMS_PER_OUNCE
    if unit == "lb":
        return amount * GRAMS_PER_POUND
    if unit == "kg":
        return amount * GRAMS_PER_KILO
    raise ValueError(unit)


def from_grams(grams, unit):
    if unit == "oz":
        return grams / GRAMS_PER_OUNCE
    if unit == "lb":
        return grams / GRAMS_PER_POUND
    if unit == "kg":
        «→ret»‹→urn grams / GRAMS_PER_KILO›
    raise ValueError(unit)

==== a parser for coordinates gets a spelled-out loop variable
kind: rename-local
--- gpx/parse.py
import xml.etree.ElementTree as ET

NS = {"g": "http://www.topografix.com/GPX/1/1"}


def read_track(path):
    root = ET.parse(path).getroot()
    points = []
    for «p→point» in root.findall(".//g:trkpt", NS):
        time = ‹p→point›.find("g:time", NS)
        points.append((
            float(‹p→point›.get("lat")),
            float(‹p→point›.get("lon")),
            time.text if time is not None else None,
        ))
    return [p for p in points if p[2] is not None]


def bounds(points):
    lats = [p[0] for p in points]
    lons = [p[1] for p in points]
    return min(lats), max(lats), min(lons), max(lons)

==== the cache no longer takes a folder
kind: code-deleted
--- atlas/cache.py
import time


class TileCache:
    def __init__(self, «folder, →»size, max_age=3600):
        ‹self.folder = folder
        →›self.size = size
        self.max_age = max_age
        self._tiles = {}

    def get(self, key):
        stored, tile = self._tiles.get(key, (0, None))
        if time.time() - stored > self.max_age:
            return None
        return tile

    def put(self, key, tile):
        while len(self._tiles) >= self.size:
            self._tiles.pop(next(iter(self._tiles)))
        self._tiles[key] = (time.time(), tile)
--- atlas/server.py
from atlas.cache import TileCache
from atlas.render import render_tile

streets = TileCache(‹"/var/cache/streets", →›2000)
relief = TileCache(‹"/var/cache/relief", →›500, max_age=86400)


def tile(cache, z, x, y):
    key = (z, x, y)
    image = cache.get(key)
    if image is None:
        image = render_tile(z, x, y)
        cache.put(key, image)
    return image

==== an elevator can be in maintenance
kind: enum-member
open: src/lift/LiftBadge.tsx
--- src/lift/state.ts
export type LiftState = 'idle' | 'moving' | 'blocked'« | →| 'maintenance'»;

export interface Lift {
  id: string;
  floor: number;
  state: LiftState;
}

export const stateLabels: Record<LiftState, string> = {
  idle: 'Idle',
  moving: 'Moving',
  blocked: 'Blocked',‹→
  maintenance: 'Maintenance',¦re:\n  maintenance: '[^'\n]+',›
};

export function canBeCalled(lift: Lift): boolean {
  return lift.state === 'idle' || lift.state === 'moving';
}
--- src/lift/LiftBadge.tsx
import { Lift, LiftState, stateLabels } from './state';

const colors: Record<LiftState, string> = {
  idle: '#6b7280',
  moving: '#2563eb',
  blocked: '#dc2626',‹→
  maintenance: '#f59e0b',¦re:\n  maintenance: '#\w+',¦@›
};

export function LiftBadge({ lift }: { lift: Lift }) {
  return (
    <span className="badge" style={{ background: colors[lift.state] }}>
      {stateLabels[lift.state]} · floor {lift.floor}
    </span>
  );
}

==== both map providers must be able to fit bounds
kind: interface-method
open: src/map/leaflet.ts, src/map/static.ts
--- src/map/provider.ts
export type LatLng = [number, number];

export interface MapProvider {
  setCenter(center: LatLng, zoom: number): void;
  addMarker(position: LatLng, label: string): void;«→
  fitBounds(southWest: LatLng, northEast: LatLng): void;»
}

export function middle(a: LatLng, b: LatLng): LatLng {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
--- src/map/leaflet.ts
import L from 'leaflet';
import type { LatLng, MapProvider } from './provider';

export class LeafletProvider implements MapProvider {
  constructor(private readonly map: L.Map) {}

  setCenter(center: LatLng, zoom: number): void {
    this.map.setView(center, zoom);
  }

  addMarker(position: LatLng, label: string): void {
    L.marker(position).bindPopup(label).addTo(this.map);
  }‹→

  fitBounds(southWest: LatLng, northEast: LatLng): void {
    this.map.fitBounds([southWest, northEast]);
  }¦re:\n\n  fitBounds\(southWest: LatLng, northEast: LatLng\): void \{\n(    .*\n)*  \}¦@›
}
--- src/map/static.ts
import type { LatLng, MapProvider } from './provider';

/** Draws nothing; for tests and for printing. */
export class RecordingProvider implements MapProvider {
  readonly calls: string[] = [];

  setCenter(center: LatLng, zoom: number): void {
    this.calls.push(`setCenter ${center} ${zoom}`);
  }

  addMarker(position: LatLng, label: string): void {
    this.calls.push(`addMarker ${position} ${label}`);
  }‹→

  fitBounds(southWest: LatLng, northEast: LatLng): void {
    this.calls.push(`fitBounds ${southWest} ${northEast}`);
  }¦re:\n\n  fitBounds\(southWest: LatLng, northEast: LatLng\): void \{\n(    .*\n)*  \}¦@›
}

==== a podcast episode carries its season
kind: field-added
open: src/episodes/fromFeed.ts
--- src/episodes/types.ts
export interface Episode {
  guid: string;
  title: string;
  duration: number;
  «→season: number;
  »publishedAt: Date;
}

export interface Chapter {
  title: string;
  start: number;
}
--- src/episodes/fromFeed.ts
import type { Episode } from './types';

interface FeedItem {
  guid: string;
  title: string;
  'itunes:duration': string;
  'itunes:season': string;
  pubDate: string;
}

export function toEpisode(item: FeedItem): Episode {
  return {
    guid: item.guid,
    title: item.title.trim(),
    duration: Number(item['itunes:duration']),
    ‹→season: Number(item['itunes:season']),
    ¦@›publishedAt: new Date(item.pubDate),
  };
}

export function newestFirst(episodes: Episode[]): Episode[] {
  return [...episodes].sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
}
--- src/episodes/fromFeed.test.ts
import { newestFirst } from './fromFeed';
import type { Episode } from './types';

const pilot: Episode = {
  guid: 'e1',
  title: 'Pilot',
  duration: 1810,
  ‹→season: 1,
  ¦re:season: \d+,\n  ¦@›publishedAt: new Date('2023-01-09'),
};

test('newest first', () => {
  const later = { ...pilot, guid: 'e2', publishedAt: new Date('2023-02-06') };
  expect(newestFirst([pilot, later])[0].guid).toBe('e2');
});

==== the ids of a parcel become strings
kind: field-retyped
--- src/parcels/repository.ts
export interface Parcel {
  id: «number→string»;
  weight: number;
  destination: string;
  parentId: number | null;
}

export class ParcelRepository {
  private readonly parcels = new Map<‹number→string›, Parcel>();

  add(parcel: Parcel): void {
    this.parcels.set(parcel.id, parcel);
  }

  find(id: ‹number→string›): Parcel | undefined {
    return this.parcels.get(id);
  }

  remove(id: ‹number→string›): boolean {
    return this.parcels.delete(id);
  }

  heavierThan(weight: number): Parcel[] {
    return [...this.parcels.values()].filter((parcel) => parcel.weight > weight);
  }

  count(): number {
    return this.parcels.size;
  }
}

==== reading the thermostat becomes asynchronous
kind: async-propagation
open: src/rules.ts
--- src/thermostat.ts
import { bus } from './bus';

export interface Reading {
  celsius: number;
  humidity: number;
}

export «→async »function readThermostat(room: string): «Reading→Promise<Reading>» {
  const frame = «→await »bus.request(room, 0x21);
  return { celsius: frame[0] / 2, humidity: frame[1] };
}

export function describe(reading: Reading): string {
  return `${reading.celsius.toFixed(1)} °C, ${reading.humidity} %`;
}
--- src/rules.ts
import { describe, readThermostat } from './thermostat';
import { heating, window } from './actuators';

export async function nightRule(room: string): Promise<void> {
  const reading = ‹→await ›readThermostat(room);
  if (reading.celsius < 17) {
    await heating.on(room);
  }
}

export async function airingRule(room: string): Promise<void> {
  const { humidity } = ‹→await ›readThermostat(room);
  if (humidity > 65) {
    await window.tilt(room);
  }
}

export async function report(rooms: string[]): Promise<string> {
  let text = '';
  for (const room of rooms) {
    text += `${room}: ${describe(‹→await ›readThermostat(room))}\n`;
  }
  return text;
}

==== the setter of a state is named after the state
kind: half-typed-line
--- src/components/GlossaryFilter.tsx
import { useMemo, useState } from 'react';
import type { Term } from '../types';

interface Props {
  terms: Term[];
}

export function GlossaryFilter({ terms }: Props) {
  const [query, setQuery] = useState('');
  «→const [language, se»‹→tLanguage] = useState('');¦re:tLanguage\] = useState(<[^>]+>)?\(.*\);?›

  const visible = useMemo(
    () => terms.filter((t) => t.word.includes(query) && (!language || t.language === language)),
    [terms, query, language],
  );

  return (
    <section>
      <input value={query} onChange={(e) => setQuery(e.target.value)} />
      <select value={language} onChange={(e) => setLanguage(e.target.value)}>
        <option value="">All</option>
        <option value="de">German</option>
        <option value="rm">Romansh</option>
      </select>
      <ul>
        {visible.map((t) => <li key={t.id}>{t.word}</li>)}
      </ul>
    </section>
  );
}

==== a lookup that finds nothing says so
kind: return-type
open: src/catalog/labels.ts
--- src/catalog/taxa.ts
export interface Taxon {
  code: string;
  latin: string;
  common: string;
}

const taxa: Taxon[] = [];

export function load(rows: Taxon[]) {
  taxa.push(...rows);
}

export function findTaxon(code: string): «Taxon→Taxon | undefined» {
  return taxa.find((taxon) => taxon.code === code)‹!→›;
}
--- src/catalog/labels.ts
import { findTaxon } from './taxa';

export function latinName(code: string): string {
  const taxon = findTaxon(code);
  ‹return taxon.latin;→if (!taxon) {
    return code;
  }
  return taxon.latin;¦return taxon?.latin ?? code;¦re:return taxon\?\.latin \?\? .*;¦re:if \(!taxon\)( \{\s*)?\s*(return|throw) .*;\s*(\}\s*)?return taxon\.latin;¦@›
}

export function sortLabels(labels: string[]): string[] {
  return [...labels].sort((a, b) => a.localeCompare(b));
}

==== the expanded state is removed from the card
kind: code-deleted
--- src/cards/SpecimenCard.tsx
import {‹ useState,→› useEffect, useRef } from 'react';
import type { Specimen } from '../types';

interface SpecimenCardProps {
  specimen: Specimen;
  onOpen: (id: string) => void;
}

export function SpecimenCard({ specimen, onOpen }: SpecimenCardProps) {
  const ref = useRef<HTMLDivElement>(null);
«  const [expanded, setExpanded] = useState(false);
→»
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [specimen.id]);

  return (
    <div ref={ref} className="card" onClick={() => onOpen(specimen.id)}>
      <h3>{specimen.name}</h3>
      <p>{specimen.locality}</p>
‹      <button onClick={() => setExpanded(!expanded)}>{expanded ? 'Less' : 'More'}</button>
→¦@›‹      {expanded && <pre>{specimen.notes}</pre>}
→¦@›    </div>
  );
}

==== a local list is renamed but not the property
kind: rename-local
--- src/routing/isochrone.ts
import { PriorityQueue } from './queue';
import type { Graph, Reached } from './types';

export function isochrone(graph: Graph, start: string, limit: number): Reached {
  const «nodes→settled» = new Set<string>();
  const queue = new PriorityQueue<string>();
  queue.push(start, 0);

  while (queue.size > 0) {
    const [id, cost] = queue.pop();
    if (‹nodes→settled›.has(id) || cost > limit) continue;
    ‹nodes→settled›.add(id);
    for (const edge of graph.nodes[id].edges) {
      queue.push(edge.to, cost + edge.seconds);
    }
  }

  const isolated = Object.keys(graph.nodes).filter((id) => !‹nodes→settled›.has(id));
  return { nodes: [...‹nodes→settled›], isolated };
}

export function countEdges(graph: Graph): number {
  const nodes = Object.values(graph.nodes);
  return nodes.reduce((sum, node) => sum + node.edges.length, 0);
}

==== a documented parameter says what it counts
kind: rename-parameter
--- src/print/paginate.ts
export interface Page {
  lines: string[];
  number: number;
}

/**
 * Splits a text into pages.
 *
 * @param text - the text, with line breaks
 * @param ‹size→linesPerPage› - how many lines fit on a page
 * @param first - the number of the first page
 */
export function paginate(text: string, «size→linesPerPage»: number, first = 1): Page[] {
  const lines = text.split('\n');
  const pages: Page[] = [];
  for (let i = 0; i < lines.length; i += ‹size→linesPerPage›) {
    pages.push({
      lines: lines.slice(i, i + ‹size→linesPerPage›),
      number: first + i / ‹size→linesPerPage›,
    });
  }
  return pages;
}

/**
 * @param page - the page to measure
 * @param size - the font size in points
 */
export function heightOf(page: Page, size: number): number {
  return page.lines.length * size * 1.2;
}

==== a websocket client class is named after what it carries
kind: rename-class
--- src/net/client.ts
type Listener = (message: string) => void;

export interface ClientOptions {
  retries: number;
}

export class «Client→TelemetryClient» {
  private listeners: Listener[] = [];

  constructor(private readonly url: string, private readonly options: ClientOptions) {}

  static local(): ‹Client→TelemetryClient› {
    return new ‹Client→TelemetryClient›('ws://localhost:7070', { retries: 1 });
  }

  onMessage(listener: Listener): void {
    this.listeners.push(listener);
  }

  toString(): string {
    return `‹Client→TelemetryClient¦?›(${this.url}, ${this.options.retries})`;
  }
}
--- src/dashboard.ts
import { ‹Client→TelemetryClient›, type ClientOptions } from './net/client';
import { HttpClient } from './net/http';

const options: ClientOptions = { retries: 5 };

export class Dashboard {
  private readonly client: ‹Client→TelemetryClient›;
  private readonly http = new HttpClient('/api');

  constructor(url: string) {
    this.client = new ‹Client→TelemetryClient›(url, options);
    this.client.onMessage((message) => this.draw(message));
  }

  private draw(message: string): void {
    document.title = `Client: ${message}`;
  }
}

==== the translate helper takes the locale first
kind: change-signature
open: src/exhibits/Label.tsx
--- src/i18n.ts
export type Locale = 'en' | 'fr' | 'it';

const messages: Record<Locale, Record<string, string>> = {
  en: { painter: 'Painter', year: 'Year', loan: 'On loan' },
  fr: { painter: 'Peintre', year: 'Année', loan: 'En prêt' },
  it: { painter: 'Pittore', year: 'Anno', loan: 'In prestito' },
};

export function translate(«key: string, locale: Locale→locale: Locale, key: string»): string {
  return messages[locale][key] ?? key;
}

export function isLocale(value: string): value is Locale {
  return value in messages;
}
--- src/exhibits/Label.tsx
import { translate, type Locale } from '../i18n';
import type { Exhibit } from './types';

export function Label({ exhibit, locale }: { exhibit: Exhibit; locale: Locale }) {
  return (
    <dl>
      <dt>{translate(‹'painter', locale→locale, 'painter'›)}</dt>
      <dd>{exhibit.painter}</dd>
      <dt>{translate(‹'year', locale→locale, 'year'›)}</dt>
      <dd>{exhibit.year}</dd>
      {exhibit.onLoan && <p>{translate(‹'loan', locale→locale, 'loan'›)}</p>}
    </dl>
  );
}

==== four sides of a margin are rounded
kind: parallel-lines
--- src/layout/box.ts
export interface Box {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const EMPTY: Box = { top: 0, right: 0, bottom: 0, left: 0 };

export function scaleBox(box: Box, factor: number): Box {
  return {
    top: «box.top * factor→Math.round(box.top * factor)»,
    right: «box.right * factor→Math.round(box.right * factor)»,
    bottom: ‹box.bottom * factor→Math.round(box.bottom * factor)›,
    left: ‹box.left * factor→Math.round(box.left * factor)›,
  };
}

export function width(box: Box): number {
  return box.right - box.left;
}

export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom &&
    outer.left <= inner.left
  );
}

==== the caught value gets another name
kind: error-handling
--- src/sync/upload.ts
import { api } from './api';
import { queue } from './queue';
import { ApiError } from './errors';

export async function uploadObservation(id: string): Promise<boolean> {
  const observation = await queue.get(id);
  try {
    await api.post('/observations', observation);
    await queue.remove(id);
    return true;
  } catch («e→error») {
    if (‹e→error› instanceof ApiError && ‹e→error›.status === 409) {
      await queue.remove(id);
      return true;
    }
    console.warn(`upload of ${id} failed`, ‹e→error›);
    return false;
  }
}

export function onOnline(handler: () => void): void {
  window.addEventListener('online', (e) => {
    e.preventDefault();
    handler();
  });
}

==== the date helper lives in a module of its own now
kind: imports
open: src/calendar/MonthView.tsx
--- src/calendar/WeekView.tsx
import { Cell } from './Cell';
import { addDays, startOfWeek } from '«../utils→../dates»';
import type { Rehearsal } from './types';

export function WeekView({ day, rehearsals }: { day: Date; rehearsals: Rehearsal[] }) {
  const monday = startOfWeek(day);
  const days = [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(monday, n));
  return (
    <div className="week">
      {days.map((d) => <Cell key={+d} day={d} rehearsals={rehearsals} />)}
    </div>
  );
}
--- src/calendar/MonthView.tsx
import { Cell } from './Cell';
import { addDays, startOfWeek } from '‹../utils→../dates›';
import { classNames } from '../utils';
import type { Rehearsal } from './types';

export function MonthView({ first, rehearsals }: { first: Date; rehearsals: Rehearsal[] }) {
  const start = startOfWeek(first);
  const days = Array.from({ length: 42 }, (_, n) => addDays(start, n));
  return (
    <div className={classNames('month', rehearsals.length === 0 && 'empty')}>
      {days.map((d) => <Cell key={+d} day={d} rehearsals={rehearsals} />)}
    </div>
  );
}
--- src/dates.ts
export function addDays(day: Date, count: number): Date {
  const result = new Date(day);
  result.setDate(result.getDate() + count);
  return result;
}

export function startOfWeek(day: Date): Date {
  return addDays(day, -((day.getDay() + 6) % 7));
}
--- src/utils.ts
export function classNames(...names: (string | false)[]): string {
  return names.filter(Boolean).join(' ');
}

==== a class name on one button is a matter of taste
kind: one-off
expect: silence
--- src/player/Controls.tsx
import { Icon } from '../ui/Icon';

interface ControlsProps {
  playing: boolean;
  onToggle: () => void;
  onSkip: (seconds: number) => void;
}

export function Controls({ playing, onToggle, onSkip }: ControlsProps) {
  return (
    <div className="controls">
      <button className="btn btn-small" onClick={() => onSkip(-15)}>
        <Icon name="back" />
      </button>
      <button className="btn btn-«small→large»" onClick={onToggle}>
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button className="btn btn-small" onClick={() => onSkip(30)}>
        <Icon name="forward" />
      </button>
    </div>
  );
}

==== a method name is changed and changed back
kind: undo
expect: silence
do: edit, pause 2, undo
open: src/game/loop.ts
--- src/game/board.ts
export class Board {
  private readonly cells: number[];

  constructor(readonly size: number) {
    this.cells = new Array(size * size).fill(0);
  }

  «place→drop»(x: number, y: number, player: number): boolean {
    const index = y * this.size + x;
    if (this.cells[index] !== 0) return false;
    this.cells[index] = player;
    return true;
  }

  isFull(): boolean {
    return this.cells.every((cell) => cell !== 0);
  }
}
--- src/game/loop.ts
import { Board } from './board';

export function play(moves: [number, number][]): Board {
  const board = new Board(9);
  moves.forEach(([x, y], turn) => {
    if (!board.place(x, y, (turn % 2) + 1)) {
      throw new Error(`cannot place a stone at ${x}, ${y}`);
    }
  });
  return board;
}

==== an explanation is added above a constant
kind: unrelated
expect: silence
--- src/signal/window.ts
const TWO_PI = 2 * Math.PI;

export function hann(n: number, length: number): number {
  return 0.5 * (1 - Math.cos((TWO_PI * n) / (length - 1)));
}

«→// The classic coefficients, not the exact ones.
»export function hamming(n: number, length: number): number {
  return 0.54 - 0.46 * Math.cos((TWO_PI * n) / (length - 1));
}

export function applyWindow(
  samples: Float32Array,
  shape: (n: number, length: number) => number,
): Float32Array {
  return samples.map((sample, n) => sample * shape(n, samples.length));
}

==== a new release of the plugin
kind: constants-in-files
open: manifest.json, src/version.js
--- package.json
{
  "name": "reading-ruler",
  "version": "«1.8.2→1.9.0»",
  "description": "Highlights the line you are reading",
  "main": "src/index.js",
  "scripts": {
    "test": "mocha",
    "build": "rollup -c"
  },
  "devDependencies": {
    "mocha": "^10.2.0",
    "rollup": "^4.1.0"
  }
}
--- manifest.json
{
  "manifest_version": 3,
  "name": "Reading Ruler",
  "version": "‹1.8.2→1.9.0›",
  "minimum_chrome_version": "102",
  "permissions": ["activeTab", "storage"]
}
--- src/version.js
'use strict';

// Keep in step with package.json.
exports.VERSION = '‹1.8.2→1.9.0›';
exports.STORAGE_VERSION = 3;

==== an exported helper of a static site generator is renamed
kind: rename-function
open: lib/feed.js
--- lib/slug.js
'use strict';

const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

function «slug→slugify»(title) {
  return title
    .toLowerCase()
    .replace(/[äöüß]/g, (c) => UMLAUTS[c])
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function permalink(post) {
  return post.slug || `/${post.date.slice(0, 4)}/${‹slug→slugify›(post.title)}/`;
}

module.exports = { ‹slug→slugify›, permalink };
--- lib/feed.js
'use strict';

const { ‹slug→slugify›, permalink } = require('./slug');

function tagLink(tag) {
  return `/tags/${‹slug→slugify›(tag)}/`;
}

function feedItem(post) {
  return {
    id: post.slug,
    link: permalink(post),
    categories: post.tags.map((tag) => ({ name: tag, link: tagLink(tag) })),
  };
}

module.exports = { tagLink, feedItem };

==== loose assertions become strict ones
kind: api-migration
--- test/moon.test.js
var assert = require('assert');
var moon = require('../lib/moon');

describe('moon', function () {
  it('knows the phases', function () {
    assert.«equal→strictEqual»(moon.phase(new Date('2024-01-11')), 'new');
    assert.«equal→strictEqual»(moon.phase(new Date('2024-01-25')), 'full');
    assert.‹equal→strictEqual›(moon.phase(new Date('2024-02-02')), 'last quarter');
  });

  it('counts the days to the next full moon', function () {
    assert.‹equal→strictEqual›(moon.daysToFull(new Date('2024-01-20')), 5);
    assert.ok(moon.daysToFull(new Date()) < 30);
  });

  it('lists the full moons of a year', function () {
    var dates = moon.fullMoons(2024);
    assert.‹equal→strictEqual›(dates.length, 12);
    assert.deepEqual(dates[0], { month: 1, day: 25 });
  });
});

==== a misspelt option of a chart
kind: typo
open: public/js/rainfall.js
--- public/js/chart.js
(function (window) {
  'use strict';

  var defaults = {
    width: 600,
    height: 300,
    «treshold→threshold»: null,
    color: '#369'
  };

  function BarChart(element, options) {
    this.context = element.getContext('2d');
    this.options = Object.assign({}, defaults, options);
  }

  BarChart.prototype.draw = function (values) {
    var step = this.options.width / values.length;
    values.forEach(function (value, i) {
      var high = this.options.‹treshold→threshold› !== null && value > this.options.‹treshold→threshold›;
      this.context.fillStyle = high ? '#c33' : this.options.color;
      this.context.fillRect(i * step, this.options.height - value, step - 1, value);
    }, this);
  };

  window.BarChart = BarChart;
})(window);
--- public/js/rainfall.js
/* global BarChart */
document.addEventListener('DOMContentLoaded', function () {
  var chart = new BarChart(document.getElementById('rain'), {
    height: 200,
    ‹treshold→threshold›: 80
  });

  fetch('/api/rain?days=30')
    .then(function (response) { return response.json(); })
    .then(function (rain) { chart.draw(rain.millimetres); });
});

==== the console gives way to the logger
kind: log-statements
--- worker/transcode.js
import { spawn } from 'node:child_process';
import { logger } from './logger.js';

const PRESETS = { small: '480', medium: '720', large: '1080' };

export function transcode(source, target, preset) {
  «console.log→logger.info»('transcoding', source, 'as', preset);
  const child = spawn('ffmpeg', ['-i', source, '-vf', `scale=-2:${PRESETS[preset]}`, target]);

  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      «console.error→logger.error»('could not start ffmpeg', error);
      reject(error);
    });
    child.on('exit', (code) => {
      if (code !== 0) {
        ‹console.error→logger.error›('ffmpeg failed with code', code);
        reject(new Error(`exit code ${code}`));
        return;
      }
      ‹console.log→logger.info›('finished', target);
      resolve(target);
    });
  });
}

export function presets() {
  return Object.keys(PRESETS);
}

==== reading the settings no longer blocks
kind: async-propagation
open: src/main.js
--- src/settings.js
import { «readFileSync } from 'node:fs→readFile } from 'node:fs/promises»';

const DEFAULTS = { tempo: 96, metronome: true };

export «→async »function loadSettings(path) {
  const text = «readFileSync→await readFile»(path, 'utf8');
  return { ...DEFAULTS, ...JSON.parse(text) };
}

export function clampTempo(tempo) {
  return Math.min(240, Math.max(30, tempo));
}
--- src/main.js
import { loadSettings, clampTempo } from './settings.js';
import { openScore } from './score.js';
import { Player } from './player.js';

export async function start(scorePath, settingsPath) {
  const settings = ‹→await ›loadSettings(settingsPath);
  const score = await openScore(scorePath);
  const player = new Player(score, clampTempo(settings.tempo));
  player.metronome = settings.metronome;
  return player;
}

export async function changeSettings(player, path) {
  const { tempo } = ‹→await ›loadSettings(path);
  player.tempo = clampTempo(tempo);
}

==== one message of a form is reworded
kind: one-off
expect: silence
--- static/booking.js
const form = document.querySelector('#booking');
const output = form.querySelector('.message');

function show(text, isError) {
  output.textContent = text;
  output.classList.toggle('error', isError);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  if (!data.get('berth')) {
    show('Please choose a berth', true);
    return;
  }
  if (!data.get('arrival')) {
    show('Please «choose→enter» an arrival date', true);
    return;
  }
  const response = await fetch('/berths', { method: 'POST', body: data });
  if (response.ok) {
    show('Your berth is booked', false);
  } else {
    show('Please choose another date', true);
  }
});

==== the escape key closes a dialog only if there is one
kind: one-off
expect: silence
--- client/keyboard.js
import { editor } from './editor.js';

export function onKeyDown(event) {
  if (event.key === 'ArrowUp') {
    editor.moveCursor(0, -1);
  }
  if (event.key === 'ArrowDown') {
    editor.moveCursor(0, 1);
  }
  if (event.key === 'Escape'«→ && editor.dialog») {
    editor.closeDialog();
  }
  if (event.key === 'Enter') {
    editor.commit();
  }
}

export function onKeyUp(event) {
  if (event.key === 'Shift') {
    editor.endSelection();
  }
}

==== a knitting pattern keeps the gauge it is given
kind: field-added
open: src/library.js
--- src/pattern.js
export class Pattern {
  constructor(name, stitches, rows«→, gauge») {
    this.name = name;
    this.stitches = stitches;
    this.rows = rows;‹→
    this.gauge = gauge;›
  }

  area() {
    return this.stitches * this.rows;
  }

  toJSON() {
    return {
      name: this.name,
      stitches: this.stitches,
      rows: this.rows,‹→
      gauge: this.gauge,›
    };
  }

  static fromJSON(data) {
    return new Pattern(data.name, data.stitches, data.rows‹→, data.gauge›);
  }
}
--- src/library.js
import { Pattern } from './pattern.js';

const KEY = 'patterns';

export function loadPatterns(storage) {
  return JSON.parse(storage.getItem(KEY) ?? '[]').map(Pattern.fromJSON);
}

export function savePatterns(storage, patterns) {
  storage.setItem(KEY, JSON.stringify(patterns));
}

export function largest(patterns) {
  return patterns.reduce((a, b) => (a.area() > b.area() ? a : b));
}
