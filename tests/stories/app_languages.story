==== the flag of a rising tide has another name
kind: rename-local
--- tides/turning.py
"""Finds high and low water in the readings of one gauge."""

import itertools
from dataclasses import dataclass


@dataclass(frozen=True)
class Reading:
    minute: int
    level: float


def label(rising):
    """Name the turning point that ends a phase."""
    return "high water" if rising else "low water"


def turning_points(readings):
    """Return (minute, label) wherever the tide turns."""
    points = []
    «rising→flooding» = True
    for earlier, later in itertools.pairwise(readings):
        if later.level == earlier.level:
            continue
        if (later.level > earlier.level) != ‹rising→flooding›:
            points.append((earlier.minute, label(‹rising→flooding›)))
            ‹rising→flooding› = not ‹rising→flooding›
    return points


def rising_share(readings):
    """Return the share of the steps in which the water is rising."""
    steps = list(itertools.pairwise(readings))
    rising = [later for earlier, later in steps if later.level > earlier.level]
    return len(rising) / len(steps) if steps else 0.0

==== a kiln ramp needs its rate
kind: change-signature
--- kiln/program.py
from kiln.oven import Oven


def ramp(oven: Oven, target: float«→, rate: float») -> float:
    """Heat or cool the oven to a target, and return the minutes it takes."""
    minutes = abs(target - oven.celsius) / «oven.max_rate→rate»
    oven.celsius = target
    return minutes


def soak(oven: Oven, minutes: float) -> float:
    """Hold the temperature."""
    oven.heat_work += oven.celsius * minutes
    return minutes


def ramp_limit(oven: Oven, target: float) -> float:
    return min(target, oven.rated_celsius)
--- kiln/glazes.py
from kiln.oven import Oven
from kiln.program import ramp, ramp_limit, soak


def bisque(oven: Oven) -> float:
    """Run the first firing; returns its length in minutes."""
    total = ramp(oven, 600.0‹→, 100.0¦re:, (?:rate=)?[\w.]+¦@›)
    total += soak(oven, 20.0)
    top = ramp_limit(oven, 1000.0)
    return total + ramp(oven, top‹→, 100.0¦re:, (?:rate=)?[\w.]+¦@›)
--- kiln/oven.py
from dataclasses import dataclass


@dataclass
class Oven:
    celsius: float = 20.0
    heat_work: float = 0.0
    max_rate: float = 150.0
    rated_celsius: float = 1280.0

==== lift descriptions drop the locale
kind: change-signature
--- src/lifts/describe.ts
import type { Lift } from "./types";

const seats = (lift: Lift): string => `${lift.seats} seats`;

/** One line of text for the board at the valley station. */
export function describeLift(lift: Lift, «locale: string, →»short = false): string {
  if (short) {
    return lift.name;
  }
  return `${lift.name}, ${seats(lift)}, ${lift.metresOfClimb} m`;
}

export function describeQueue(lift: Lift, locale: string): string {
  const minutes = new Intl.NumberFormat(locale).format(lift.queueMinutes);
  return `${lift.name}: ${minutes} min`;
}
--- src/lifts/types.ts
export interface Lift {
  name: string;
  seats: number;
  metresOfClimb: number;
  queueMinutes: number;
  open: boolean;
}
--- src/board.ts
import { describeLift, describeQueue } from "./lifts/describe";
import type { Lift } from "./lifts/types";

export function boardLines(lifts: Lift[]): string[] {
  const lines = ["Lifts of today"];
  for (const lift of lifts) {
    if (lift.open) {
      lines.push(describeLift(lift, ‹"de-AT", →›false));
      lines.push(describeQueue(lift, "de-AT"));
    }
  }
  return lines;
}

export function closedLine(lifts: Lift[]): string {
  const names = lifts.filter((lift) => !lift.open).map((lift) => describeLift(lift, ‹"de-AT", →›true));
  return names.length > 0 ? `Closed: ${names.join(", ")}` : "";
}

==== the weight comes first when colours are mixed
kind: change-signature
--- lib/mix.js
/** Blends two inks, each an array of four shares. */
export function mix(«from, to, weight→weight, from, to») {
  return from.map((share, i) => share + (to[i] - share) * weight);
}

export function darken(ink, weight) {
  return mix(‹ink, [0, 0, 0, 1], weight→weight, ink, [0, 0, 0, 1]›);
}

export function coverage(ink) {
  return ink.reduce((sum, share) => sum + share, 0);
}
--- lib/proof.js
import { coverage, darken, mix } from './mix.js';

const PAPER = [0, 0, 0.04, 0];

/** The steps of a gradient from bare paper to full ink. */
export function gradient(ink, steps) {
  const result = [];
  for (let i = 0; i <= steps; i += 1) {
    result.push(mix(‹PAPER, ink, i / steps→i / steps, PAPER, ink›));
  }
  return result;
}

export function shadow(ink) {
  return darken(ink, 0.3);
}

export function isTooWet(ink, limit = 2.8) {
  return coverage(ink) > limit;
}

==== herbarium sheets have no default width
kind: change-signature
--- herbarium/labels.py
import textwrap


def heading(specimen):
    return f"{specimen['family']}: {specimen['species']}"


def label_lines(specimen, width«=40→»):
    """Wrap the label of a specimen to the width of its sheet."""
    lines = [heading(specimen)]
    lines += textwrap.wrap(specimen["habitat"], width)
    lines.append(f"leg. {specimen['collector']}".rjust(width))
    return lines


def frame(lines, width=40):
    border = "-" * width
    return [border, *lines, border]
--- herbarium/printer.py
from herbarium.labels import frame, label_lines

SHEET_WIDTH = 48


def print_folder(specimens, out):
    """Print the labels of a folder, one after another."""
    for specimen in specimens:
        for line in frame(label_lines(specimen‹→, SHEET_WIDTH¦, 40¦re:, (?:width=)?\w+¦@›)):
            out.write(line + "\n")


def print_wide(specimen, out):
    out.write("\n".join(label_lines(specimen, 72)))


def count_lines(specimens):
    return sum(len(label_lines(specimen‹→, SHEET_WIDTH¦, 40¦re:, (?:width=)?\w+¦@›)) for specimen in specimens)

==== lighthouses have a height
kind: field-added
--- src/lights/model.ts
export type Characteristic = "fixed" | "flashing" | "occulting";

export interface Lighthouse {
  name: string;
  characteristic: Characteristic;
  periodSeconds: number;«→
  heightMetres: number;»
}

export interface Buoy {
  name: string;
  periodSeconds: number;
}
--- src/lights/catalogue.ts
import type { Buoy, Lighthouse } from "./model";

export const north: Lighthouse = {
  name: "Kirkholm",
  characteristic: "flashing",
  periodSeconds: 5,‹→
  heightMetres: 30,¦re:\n  heightMetres: [\d.]+,¦@›
};

export const harbour: Lighthouse = {
  name: "Mole head",
  characteristic: "fixed",
  periodSeconds: 0,‹→
  heightMetres: 30,¦re:\n  heightMetres: [\d.]+,¦@›
};

export const fairway: Buoy = {
  name: "Fairway 3",
  periodSeconds: 4,
};

export const byName = (lights: Lighthouse[], name: string): Lighthouse | undefined =>
  lights.find((light) => light.name === name);

==== a hive inspection loses its mood
kind: field-removed
--- apiary/inspection.py
from dataclasses import dataclass
from datetime import date


@dataclass
class Inspection:
    hive: str
    day: date
    frames_of_brood: int
«    mood: str
→»    queen_seen: bool = False

    def as_row(self):
        return [self.hive, self.day.isoformat(), self.frames_of_brood, ‹self.mood, →›self.queen_seen]


@dataclass
class Keeper:
    name: str
    mood: str
--- apiary/journal.py
from datetime import date

from apiary.inspection import Inspection, Keeper


def read(row):
    """Make an inspection from a row of the journal."""
    return Inspection(
        hive=row["hive"],
        day=date.fromisoformat(row["day"]),
        frames_of_brood=int(row["brood"]),
‹        mood=row["mood"],
→›        queen_seen=row["queen"] == "yes",
    )


def signature(keeper: Keeper):
    return f"{keeper.name} ({keeper.mood})"

==== depths of a cave survey are numbers
kind: field-retyped
--- src/survey/station.ts
export interface Station {
  id: string;
  depth: «string→number»;
  note: string;
}

export function deepest(stations: Station[]): number {
  return Math.max(...stations.map((station) => ‹Number(station.depth)→station.depth›));
}

export function below(stations: Station[], limit: string): Station[] {
  return stations.filter((station) => ‹Number(station.depth)→station.depth› > Number(limit));
}

export function title(station: Station): string {
  return station.note === "" ? station.id : `${station.id} (${station.note})`;
}
--- src/survey/fixtures.ts
import type { Station } from "./station";

export const entrance: Station = { id: "A0", depth: ‹"0"→0›, note: "entrance" };
export const shaft: Station = { id: "A1", depth: ‹"42"→42›, note: "" };

export const rope = { length: "60", anchor: "A0" };

==== a bell method can be doubles
kind: enum-member
--- ringing/stage.py
import enum


class Stage(enum.Enum):
    MINIMUS = 4«→
    DOUBLES = 5»
    MINOR = 6
    TRIPLES = 7


TITLES = {
    Stage.MINIMUS: "Minimus",‹→
    Stage.DOUBLES: "Doubles",›
    Stage.MINOR: "Minor",
    Stage.TRIPLES: "Triples",
}


def has_cover(stage: Stage) -> bool:
    """Odd stages are rung with the tenor behind."""
    return stage.value % 2 == 1


def rounds(stage: Stage) -> str:
    return "1234567"[: stage.value]
--- ringing/lengths.py
from ringing.stage import Stage


def extent(stage: Stage) -> int:
    """Return how many changes an extent has."""
    match stage:
        case Stage.MINIMUS:
            return 24‹→
        case Stage.DOUBLES:
            return 120¦re:\n        case Stage\.DOUBLES:\n            return \d+¦@›
        case Stage.MINOR:
            return 720
        case Stage.TRIPLES:
            return 5040


def minutes(changes: int, bells: int) -> float:
    return changes * bells * 0.21 / 60

==== a ferry can be delayed
kind: union-member
--- src/ferry/state.ts
export type FerryState = "boarding" | "sailing" | "moored"«→ | "delayed"»;

export type QuayState = "free" | "taken";

export interface Ferry {
  name: string;
  state: FerryState;
}
--- src/ferry/Badge.tsx
import type { Ferry, FerryState, QuayState } from "./state";

const colours: Record<FerryState, string> = {
  boarding: "green",
  sailing: "blue",
  moored: "grey",‹→
  delayed: "red",¦re:\n  delayed: "\w+",¦@›
};

const quayColours: Record<QuayState, string> = {
  free: "green",
  taken: "grey",
};

function label(state: FerryState): string {
  switch (state) {
    case "boarding":
      return "Boarding now";
    case "sailing":
      return "At sea";
    case "moored":
      return "In port";‹→
    case "delayed":
      return "Delayed";¦re:\n    case "delayed":\n      return "[^"]*";¦@›
  }
}

export function FerryBadge({ ferry }: { ferry: Ferry }) {
  return (
    <span className="badge" style={{ background: colours[ferry.state] }}>
      {ferry.name}: {label(ferry.state)}
    </span>
  );
}

export function QuayDot({ state }: { state: QuayState }) {
  return <i className="dot" style={{ background: quayColours[state] }} />;
}

==== every signal can be dimmed
kind: interface-method
--- src/railway/signals.ts
export interface Signal {
  readonly id: string;
  show(aspect: string): void;«→
  dim(level: number): void;»
}

interface Sleeper {
  sleep(): void;
}

export class ColourLight implements Signal {
  private aspect = "red";

  constructor(readonly id: string) {}

  show(aspect: string): void {
    this.aspect = aspect;
  }‹→

  dim(level: number): void {
    throw new Error("not implemented");
  }¦@¦re:\n+  dim\(level: number\): void \{[\s\S]*\}¦#1›

  current(): string {
    return this.aspect;
  }‹→

  dim(level: number): void {
    throw new Error("not implemented");
  }¦@¦re:\n+  dim\(level: number\): void \{[\s\S]*\}¦#1›
}

export class Crossing implements Sleeper {
  private awake = true;

  sleep(): void {
    this.awake = false;
  }

  isAwake(): boolean {
    return this.awake;
  }
}

==== samples are pushed to a decoder
kind: interface-method
--- radio/decoder.py
from abc import ABC, abstractmethod


class Decoder(ABC):
    """Turns samples of a receiver into text."""

    @abstractmethod
    def «feed→push»(self, samples):
        """Take the next samples."""

    @abstractmethod
    def text(self):
        """Return what was decoded so far."""


class MorseDecoder(Decoder):
    def __init__(self, dit_length):
        self.dit_length = dit_length
        self.marks = []

    def ‹feed→push›(self, samples):
        self.marks.extend(sample > 0.5 for sample in samples)

    def text(self):
        return "".join("-" if mark else " " for mark in self.marks)


class LineFeeder:
    def feed(self, paper):
        paper.advance(1)
--- radio/station.py
from radio.decoder import Decoder, LineFeeder


def listen(decoder: Decoder, chunks):
    """Decode everything that the receiver has."""
    for chunk in chunks:
        decoder.‹feed→push›(chunk)
    return decoder.text()


def print_out(feeder: LineFeeder, paper, lines):
    for line in lines:
        paper.write(line)
        feeder.feed(paper)

==== the tempo arithmetic moves to its own module
kind: imports
--- score/timing.py
"""Times of a score."""


«def beats_to_seconds(beats, tempo):
    return beats * 60 / tempo


→»def bar_count(score):
    return len(score.bars)


def upbeat(score):
    """Return the beats before the first bar line."""
    return score.bars[0].beats if score.bars[0].is_partial else 0
--- score/tempo.py
"""Arithmetic with tempo marks."""

MARKS = {"largo": 50, "andante": 84, "presto": 180}


def tempo_of(mark):
    return MARKS.get(mark.lower(), 100)«→


def beats_to_seconds(beats, tempo):
    return beats * 60 / tempo»
--- score/report.py
from score.tempo import ‹tempo_of→beats_to_seconds, tempo_of¦tempo_of, beats_to_seconds›
from score.timing import bar_count‹, beats_to_seconds→›


def report(score):
    """Describe a score in one line."""
    beats = sum(bar.beats for bar in score.bars)
    seconds = beats_to_seconds(beats, tempo_of(score.mark))
    return f"{score.title}: {bar_count(score)} bars, {seconds:.0f} s"
--- score/metronome.py
from score.‹timing→tempo› import beats_to_seconds


def clicks(tempo, bars, beats_per_bar):
    """Yield the time of each click, and whether it is accented."""
    for beat in range(bars * beats_per_bar):
        yield beats_to_seconds(beat, tempo), beat % beats_per_bar == 0

==== geometry comes from the shared package
kind: imports
--- src/views/CompassRose.tsx
import { bearing } from "«../util/geometry→@atlas/geometry»";
import { palette } from "../util/palette";

export function CompassRose({ from, to }: { from: [number, number]; to: [number, number] }) {
  const angle = bearing(from, to);
  return (
    <svg viewBox="-10 -10 20 20">
      <path d="M0 -9 L2 0 L-2 0 Z" fill={palette.needle} transform={`rotate(${angle})`} />
    </svg>
  );
}
--- src/views/ScaleBar.tsx
import { useMemo } from "react";
import { distance } from "«../util/geometry→@atlas/geometry»";
import { formatLength } from "../util/format";

export function ScaleBar({ west, east }: { west: [number, number]; east: [number, number] }) {
  const metres = useMemo(() => distance(west, east), [west, east]);
  return <div className="scale-bar">{formatLength(metres / 4)}</div>;
}
--- src/views/RouteLength.tsx
import { distance } from "‹../util/geometry→@atlas/geometry›";
import { formatLength } from "../util/format";

type Point = [number, number];

export function RouteLength({ points }: { points: Point[] }) {
  let metres = 0;
  for (let i = 1; i < points.length; i += 1) {
    metres += distance(points[i - 1], points[i]);
  }
  return <output>{formatLength(metres)}</output>;
}

==== a chart is loaded from the disk without blocking
kind: async
--- lib/charts.js
import { readFile«Sync→» } from 'node:fs«→/promises»';
import path from 'node:path';

const ROOT = process.env.CHART_DIR ?? 'charts';

export const chartPath = (number) => path.join(ROOT, `${number}.json`);

export «→async »function loadChart(number) {
  const text = «readFileSync→await readFile»(chartPath(number), 'utf8');
  return JSON.parse(text);
}

export function scaleOf(chart) {
  return `1:${chart.scale}`;
}
--- lib/passage.js
import { loadChart, scaleOf } from './charts.js';

/** The soundings along a passage, shallowest first. */
export async function soundings(passage) {
  const chart = ‹→await ›loadChart(passage.chart);
  return chart.soundings
    .filter((sounding) => passage.area.contains(sounding.position))
    .sort((a, b) => a.depth - b.depth);
}

export async function caption(passage) {
  const chart = ‹→await ›loadChart(passage.chart);
  return `${passage.name}, ${scaleOf(chart)}`;
}

export function isTidal(passage) {
  return passage.area.tidal;
}

==== weighing a truck is awaited
kind: async
--- weighbridge/scale.py
import asyncio


class Scale:
    """A weighbridge behind a serial line."""

    def __init__(self, line):
        self.line = line
        self.offset = 0

    «→async »def weigh(self):
        """Return the weight in kilograms."""
        self.line.write(b"W\r")
        «→await asyncio.sleep(0.2)
        »return int(self.line.readline()) - self.offset

    async def tare(self):
        """Make the present weight the zero point."""
        await asyncio.sleep(1)
        self.offset += ‹→await ›self.weigh()

    def close(self):
        self.line.close()
--- weighbridge/gate.py
import logging

log = logging.getLogger(__name__)


async def check_in(scale, gate, truck):
    """Weigh a truck on its way in."""
    await gate.open()
    truck.gross = ‹→await ›scale.weigh()
    log.info("%s in with %d kg", truck.plate, truck.gross)
    await gate.shut()


async def check_out(scale, gate, truck):
    net = truck.gross - ‹→await ›scale.weigh()
    log.info("%s leaves %d kg here", truck.plate, net)
    await gate.open()
    return net

==== a seed lot may be missing
kind: return-type
--- seedbank/vault.py
from dataclasses import dataclass


@dataclass(frozen=True)
class Lot:
    number: int
    species: str
    grams: float


class Vault:
    def __init__(self, lots):
        self._lots = {lot.number: lot for lot in lots}

    def find(self, number: int) -> «Lot→Lot | None»:
        """Look a lot up by its number."""
        return self._lots‹[number]→.get(number)¦@›

    def heaviest(self) -> Lot:
        return max(self._lots.values(), key=lambda lot: lot.grams)

    def species(self) -> set[str]:
        return {lot.species for lot in self._lots.values()}

==== a bake schedule returns its total as well
kind: return-type
--- src/schedule.ts
export interface Step {
  name: string;
  minutes: number;
}

/** When to begin, so that the bread is done in time. */
export function startOf(steps: Step[], done: Date): «Date→{ start: Date; total: number }» {
  const total = steps.reduce((sum, step) => sum + step.minutes, 0);
  «return new Date(done.getTime() - total * 60_000)→return { start: new Date(done.getTime() - total * 60_000), total }»;
}

export function longest(steps: Step[]): Step {
  return steps.reduce((a, b) => (b.minutes > a.minutes ? b : a));
}
--- src/plan.ts
import { longest, startOf, type Step } from "./schedule";

const clock = (date: Date): string => date.toISOString().slice(11, 16);

export function alarm(steps: Step[], done: Date): number {
  const ‹start→{ start }¦@› = startOf(steps, done);
  return start.getTime() - Date.now();
}

export function headline(steps: Step[], done: Date): string {
  const ‹start→{ start }¦@› = startOf(steps, done);
  return `Start at ${clock(start)}; ${longest(steps).name} takes longest`;
}

==== dates of sightings are written by another library
kind: api-migration
--- src/sightings/dates.js
import { DateTime } from 'luxon';
‹import moment from 'moment';
→›
export function dayOf(sighting) {
  return «moment(sighting.seenAt).format('YYYY-MM-DD')→DateTime.fromISO(sighting.seenAt).toFormat('yyyy-MM-dd')»;
}

export function lastEdit(sighting) {
  return «moment(sighting.editedAt).format('YYYY-MM-DD')→DateTime.fromISO(sighting.editedAt).toFormat('yyyy-MM-dd')»;
}

export function ringDay(bird) {
  return ‹moment(bird.ringedAt).format('YYYY-MM-DD')→DateTime.fromISO(bird.ringedAt).toFormat('yyyy-MM-dd')›;
}

export function nestLine(nest) {
  const found = ‹moment(nest.foundAt).format('YYYY-MM-DD')→DateTime.fromISO(nest.foundAt).toFormat('yyyy-MM-dd')›;
  return `${nest.species}, found ${found}, ${nest.eggs} eggs`;
}

export const PLACEHOLDER = 'YYYY-MM-DD';

==== plot folders become path objects
kind: api-migration
--- forestry/plots.py
"""Where the measurements of a plot are kept."""

import os
from pathlib import Path

ROOT = Path("plots")


def tally_file(plot):
    return «os.path.join(ROOT, plot.code, "tally.csv")→ROOT / plot.code / "tally.csv"»


def photo_file(plot, number):
    return «os.path.join(ROOT, plot.code, f"photo-{number}.jpg")→ROOT / plot.code / f"photo-{number}.jpg"»


def map_file(plot):
    """Return the path of the stem map."""
    return ‹os.path.join(ROOT, plot.code, "stems.svg")→ROOT / plot.code / "stems.svg"›


def core_file(plot, tree):
    return ‹os.path.join(ROOT, plot.code, f"core-{tree}.tif")→ROOT / plot.code / f"core-{tree}.tif"›


def title(plot):
    return ", ".join([plot.code, plot.county, "plots"])


def free_space():
    stats = os.statvfs(ROOT)
    return stats.f_bavail * stats.f_frsize

==== the greenhouse logs instead of printing
kind: log-statements
--- greenhouse/control.py
import logging

log = logging.getLogger(__name__)


def open_vents(house, share):
    «print(f"vents of {house.name} to {share}")→log.info("vents of %s to %s", house.name, share)»
    for vent in house.vents:
        vent.move(share)


def water(house, litres):
    «print(f"watering {house.name} with {litres}")→log.info("watering %s with %s", house.name, litres)»
    house.valve.release(litres)


def shade(house, lux):
    if lux > house.max_lux:
        ‹print(f"shading {house.name} at {lux}")→log.info("shading %s at %s", house.name, lux)›
        house.screen.close()
    else:
        house.screen.open()


def heat(house, target):
    missing = target - house.celsius
    if missing > 0:
        ‹print(f"heating {house.name} by {missing}")→log.info("heating %s by %s", house.name, missing)›
        house.boiler.run(missing * house.volume)


def sheet(house):
    """Return the text for the door."""
    return f"{house.name}: {house.celsius} degrees"

==== a survey error replaces the bare value error
kind: error-handling
--- survey/errors.py
class SurveyError(Exception):
    """Raised when the field book of a survey makes no sense."""
--- survey/traverse.py
import math

from survey.errors import SurveyError


def close(legs):
    """Return the misclosure of a traverse."""
    if len(legs) < 3:
        raise «ValueError→SurveyError»("a closed traverse has three legs or more")
    east = sum(leg.length * math.sin(leg.azimuth) for leg in legs)
    north = sum(leg.length * math.cos(leg.azimuth) for leg in legs)
    return math.hypot(east, north)


def parse_angle(text):
    """Parse degrees and minutes, such as 123-45."""
    degrees, _, minutes = text.partition("-")
    return math.radians(int(degrees) + int(minutes or 0) / 60)
--- tests/test_traverse.py
import pytest

from survey.errors import SurveyError
from survey.traverse import close, parse_angle


def test_two_legs_do_not_close(leg):
    with pytest.raises(‹ValueError→SurveyError›, match="three legs"):
        close([leg(0, 10), leg(180, 10)])


def test_there_and_back(leg):
    assert close([leg(0, 10), leg(120, 10), leg(240, 10)]) < 1e-9


def test_angle_without_a_number():
    with pytest.raises(ValueError):
        parse_angle("north")


def test_errors_have_a_text():
    assert str(SurveyError("leg 4")) == "leg 4"

==== failures of the turnstiles are reported
kind: error-handling
--- src/turnstiles.ts
import { report } from "./report";
import type { Bus } from "./bus";

export function connect(bus: Bus): void {
  bus.open("turnstile/1").catch(«() => {}→(error) => report("connect", error)»);
}

export function unlockAll(bus: Bus): void {
  bus.send("turnstile/all", "unlock").catch(«() => {}→(error) => report("unlockAll", error)»);
}

export function lockAll(bus: Bus): void {
  bus.send("turnstile/all", "lock").catch(‹() => {}→(error) => report("lockAll", error)¦re:\(error\) => report\("\w+", error\)›);
}

export function blink(bus: Bus, gate: number): void {
  bus.send(`turnstile/${gate}`, "blink").catch(‹() => {}→(error) => report("blink", error)¦re:\(error\) => report\("\w+", error\)›);
}

export function listen(bus: Bus, onPass: (gate: number) => void = () => {}): void {
  bus.on("pass", (message) => onPass(Number(message)));
}

==== an unused rounding helper is deleted
kind: code-deleted
--- brewery/units.py
"""Units of the brew house."""

__all__ = ["litres", "plato", ‹"round_half", →›"sg"]


def litres(hectolitres):
    return hectolitres * 100


def plato(gravity):
    """Convert specific gravity to degrees Plato."""
    return 259 - 259 / gravity


«def round_half(value):
    return round(value * 2) / 2


→»def sg(degrees):
    return 259 / (259 - degrees)
--- tests/test_units.py
import pytest

from brewery.units import litres, plato, ‹round_half, →›sg


def test_litres():
    assert litres(3) == 300


‹def test_round_half():
    assert round_half(1.3) == 1.5
    assert round_half(1.2) == 1.0


→›@pytest.mark.parametrize("gravity", [1.040, 1.060])
def test_plato_and_back(gravity):
    assert sg(plato(gravity)) == pytest.approx(gravity)

==== the longest train in the yard
kind: constants
--- web/src/yard.ts
/** The longest train that fits the arrival track. */
export const MAX_WAGONS = «12→14»;

export const MAX_ENGINES = 3;

export const TRACKS = 12;

export function fits(wagons: number, engines: number): boolean {
  return wagons <= MAX_WAGONS && engines <= MAX_ENGINES;
}
--- simulator/yard.py
"""The shunting yard, as the web page shows it."""

MAX_WAGONS = ‹12→14›
TRACKS = 12


class Track:
    def __init__(self, number):
        self.number = number
        self.wagons = []

    def push(self, wagon):
        if len(self.wagons) == MAX_WAGONS:
            raise OverflowError(f"track {self.number} is full")
        self.wagons.append(wagon)


def build():
    return [Track(number + 1) for number in range(TRACKS)]
--- docs/yard.md
# The yard

| constant | value | meaning |
|---|---|---|
| `MAX_WAGONS` | ‹12→14› | wagons of the longest train |
| `MAX_ENGINES` | 3 | engines of the longest train |
| `TRACKS` | 12 | tracks behind the hump |

==== the settling time of a pipette gets a name
kind: constants
--- src/pipette.js
import { setTimeout as sleep } from 'node:timers/promises';
«→
/** How long the liquid takes to come to rest. */
const SETTLE_MS = 400;
»
const STROKE = 60;

export class Pipette {
  constructor(motor, volume = 400) {
    this.motor = motor;
    this.volume = volume;
  }

  async aspirate(share) {
    await this.motor.up(share * STROKE);
    await sleep(«400→SETTLE_MS»);
  }

  async dispense(share) {
    await this.motor.down(share * STROKE);
    await sleep(‹400→SETTLE_MS›);
  }

  async rinse(times) {
    for (let i = 0; i < times; i += 1) {
      await this.motor.up(STROKE);
      await sleep(‹400→SETTLE_MS›);
      await this.motor.down(STROKE);
    }
  }
}

/** The status of a request for a rack that is not there. */
export const statusOf = (rack) => (rack === undefined ? 400 : 200);

==== the noise meter tool asks for a meter
kind: docs-follow-code
--- tools/noise.py
"""Prints how loud it was."""

import argparse

from noise.archive import load

station_names = {"n1": "North gate", "s4": "Runway 4"}


def parse(argv):
    parser = argparse.ArgumentParser(prog="noise")
    parser.add_argument("--«station→meter»", required=True, help="such as n1")
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--night", action="store_true", help="only 22 to 6 h")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    levels = load(args.‹station→meter›, args.hours)
    if args.night:
        levels = [level for level in levels if level.hour >= 22 or level.hour < 6]
    peak = max(level.decibel for level in levels)
    print(f"{station_names[args.‹station→meter›]}: {peak:.1f} dB(A)")
--- README.md
# Noise around the airport

To see how loud the last two nights were:

```sh
python -m tools.noise --‹station→meter› n1 --hours 48 --night
```

Each station is calibrated once a year. Without `--hours`, the last day is shown.

==== a knitting row is what is counted
kind: rename-parameter
--- src/stitches.js
const WIDTHS = { k: 1, p: 1, yo: 1, k2tog: 1, m1: 1 };

/**
 * Splits the text of a pattern into its rows.
 *
 * @param {string} text such as "k4 p2; k6"
 */
export function rows(text) {
  return text.split(';').map((part) => part.trim());
}

/**
 * Counts the stitches that a row leaves on the needle.
 *
 * @param {string} ‹text→row› such as "k4 p2 yo"
 * @param {number} repeat how often it is worked
 */
export function stitchCount(«text→row», repeat = 1) {
  let count = 0;
  for (const token of ‹text→row›.split(' ')) {
    const [, name, digits] = /^([a-z0-9]*[a-z])(\d*)$/.exec(token) ?? [];
    if (name === undefined) {
      throw new Error(`no stitch: ${token} in ${‹text→row›}`);
    }
    count += (WIDTHS[name] ?? 1) * Number(digits || 1);
  }
  return count * repeat;
}

export const widest = (text) => Math.max(...rows(text).map((line) => stitchCount(line)));

==== the beam of a vessel is read
kind: half-typed
--- canal/register.py
import csv
from dataclasses import dataclass


@dataclass
class Vessel:
    name: str
    length: float
    draught: float
    beam: float


def read_vessels(path):
    """Read the register of vessels."""
    vessels = []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            vessel = Vessel(
                name=row["name"],
                length=float(row["length"]),
                draught=float(row["draught"]),«→
                beam=»‹→float(row["beam"]),¦float(row["beam"])›
            )
            vessels.append(vessel)
    return vessels


def passes(vessel, lock):
    return vessel.length <= lock.length and vessel.draught <= lock.depth

==== tare units go up to the long ton
kind: half-typed
--- src/tare.ts
const STONE = 6.35029;
const HUNDREDWEIGHT = 50.8023;
const LONG_TON = 1016.05;

export type Unit = "stone" | "hundredweight" | "longTon";

export function kilograms(value: number, unit: Unit): number {
  switch (unit) {
    case "stone":
      return value * STONE;
    case "hundredweight":
      return value * HUNDREDWEIGHT;«→
    case "longTon":
      return val»‹→ue * LONG_TON;¦ue * LONG_TON›
  }
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

==== filling a lock is exported as well
kind: half-typed
--- lib/lock.js
const FILL_RATE = 0.4;

function openGate(lock, side) {
  if (lock.level !== lock.levels[side]) {
    throw new Error(`the ${side} gate holds back water`);
  }
  lock.open = side;
}

function closeGate(lock) {
  lock.open = null;
}

function fillChamber(lock, minutes) {
  lock.level = Math.min(lock.levels.upper, lock.level + minutes * FILL_RATE);
}

export { openGate, closeGate«→, fil»‹→lChamber› };

==== the engine gauges warn
kind: parallel-lines
--- src/bridge/EnginePanel.tsx
import { Gauge } from "./Gauge";
import { limits } from "./limits";
import type { Engine } from "./types";

interface Props {
  engine: Engine;
  onReset: () => void;
}

export function EnginePanel({ engine, onReset }: Props) {
  return (
    <section className="engine-panel">
      <h2>Main engine</h2>
      <Gauge label="Oil" unit="bar" value={engine.oil} «→warn={limits.oil} »/>
      <Gauge label="Coolant" unit="K" value={engine.coolant} «→warn={limits.coolant} »/>
      <Gauge label="Shaft" unit="rpm" value={engine.shaft} ‹→warn={limits.shaft} ›/>
      <Gauge label="Exhaust" unit="K" value={engine.exhaust} ‹→warn={limits.exhaust} ›/>
      <button onClick={onReset}>Reset</button>
    </section>
  );
}
--- src/bridge/limits.ts
export const limits = {
  oil: 2.5,
  coolant: 368,
  shaft: 780,
  exhaust: 720,
};
--- src/bridge/types.ts
export interface Engine {
  oil: number;
  coolant: number;
  shaft: number;
  exhaust: number;
}

==== joints of a robot arm say low and high
kind: parallel-lines
--- arm/joints.py
"""How far each joint of the arm may turn, in degrees."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Joint:
    name: str
    low: float
    high: float


JOINTS = [
    Joint("base", «-170→low=-170», «170→high=170»),
    Joint("shoulder", «-35→low=-35», «110→high=110»),
    Joint("elbow", ‹-120→low=-120›, ‹135→high=135›),
    Joint("wrist", ‹-90→low=-90›, ‹95→high=95›),
    Joint("flange", ‹-350→low=-350›, ‹350→high=350›),
]

HOME = (0, -20, 90, 0, 0)


def allowed(angles):
    return all(joint.low <= angle <= joint.high for joint, angle in zip(JOINTS, angles, strict=True))

==== calibrate was misspelt
kind: typo
--- balance/device.py
class Balance:
    """A laboratory balance."""

    def __init__(self, port):
        self.port = port
        self.factor = 1.0

    def «calibarte→calibrate»(self, mass):
        """Set the factor by a known mass."""
        self.factor = mass / self.raw()

    def raw(self):
        self.port.write(b"R?")
        return float(self.port.readline())

    def grams(self):
        return self.raw() * self.factor
--- balance/routine.py
from balance.device import Balance

MASSES = (50.0, 200.0)


def morning(port):
    """Do what has to be done before the first sample."""
    balance = Balance(port)
    for mass in MASSES:
        input(f"Put {mass} g on the pan")
        balance.‹calibarte→calibrate›(mass)
    return balance
--- tests/test_device.py
from balance.device import Balance


def test_factor(fake_port):
    balance = Balance(fake_port(raw=98.0))
    balance.‹calibarte→calibrate›(100.0)
    assert round(balance.grams(), 6) == 100.0


def test_raw(fake_port):
    assert Balance(fake_port(raw=3.5)).raw() == 3.5

==== looms become jacquard looms
kind: rename-class
--- src/weaving/loom.ts
import type { Thread } from "./thread";

export interface LoomSettings {
  reed: number;
}

/** Lifts each warp thread on its own. */
export class «Loom→JacquardLoom» {
  private readonly rows: boolean[][] = [];

  constructor(
    readonly warp: Thread[],
    readonly settings: LoomSettings,
  ) {}

  static plain(warp: Thread[]): ‹Loom→JacquardLoom› {
    return new ‹Loom→JacquardLoom›(warp, { reed: 10 });
  }

  throwShuttle(lifted: boolean[]): void {
    this.rows.push(lifted);
  }

  get length(): number {
    return this.rows.length;
  }
}
--- src/weaving/weave.ts
import { ‹Loom→JacquardLoom›, type LoomSettings } from "./loom";
import type { Thread } from "./thread";

export function twill(warp: Thread[], settings: LoomSettings, picks: number): ‹Loom→JacquardLoom› {
  const loom = new ‹Loom→JacquardLoom›(warp, settings);
  for (let pick = 0; pick < picks; pick += 1) {
    loom.throwShuttle(warp.map((_, i) => (i + pick) % 4 < 2));
  }
  return loom;
}

export const caption = (settings: LoomSettings): string => `Loom, reed ${settings.reed}`;
--- src/weaving/thread.ts
export interface Thread {
  colour: string;
  tex: number;
}

==== the pitch of an organ pipe names its unit
kind: rename-field
--- src/organ/pipe.ts
export interface Pipe {
  rank: string;
  «pitch→pitchHz»: number;
  feet: number;
}

export interface Screw {
  pitch: number;
  turns: number;
}

export const travel = (screw: Screw): number => screw.pitch * screw.turns;

export function makePipe(rank: string, feet: number): Pipe {
  return { rank, feet, ‹pitch→pitchHz›: 523.25 / feet };
}
--- src/organ/tuning.ts
import type { Pipe } from "./pipe";

export function cents(pipe: Pipe, measured: number): number {
  return 1200 * Math.log2(measured / pipe.‹pitch→pitchHz›);
}

export function highest(pipes: Pipe[]): Pipe {
  return pipes.reduce((a, b) => (b.‹pitch→pitchHz› > a.‹pitch→pitchHz› ? b : a));
}

export function describe(pipe: Pipe): string {
  return `${pipe.rank} ${pipe.feet}', pitch by ear`;
}

==== spectra are recorded, not fetched
kind: rename-function
--- spectro/device.py
"""The spectrometer on the roof."""

DARK = 12


def «fetch_spectrum→record_spectrum»(port, seconds):
    """Expose the sensor, and return the counts of its pixels."""
    port.write(f"E{seconds}\n".encode())
    return [max(0, byte - DARK) for byte in port.read(256)]


def fetch_spectrum_list(archive):
    return archive.names("*.spc")
--- spectro/session.py
from spectro.device import ‹fetch_spectrum→record_spectrum›, fetch_spectrum_list


def average(port, seconds, times):
    """Average some exposures."""
    spectra = [‹fetch_spectrum→record_spectrum›(port, seconds) for _ in range(times)]
    return [sum(pixels) / times for pixels in zip(*spectra)]


def catalogue(archive):
    return sorted(fetch_spectrum_list(archive))
--- tests/test_session.py
from unittest import mock

from spectro import session


def test_average():
    with mock.patch("spectro.session.‹fetch_spectrum→record_spectrum›", side_effect=[[2, 4], [4, 8]]):
        assert session.average(None, 1, 2) == [3, 6]


def test_catalogue():
    archive = mock.Mock()
    archive.names.return_value = ["b.spc", "a.spc"]
    assert session.catalogue(archive) == ["a.spc", "b.spc"]

==== boxes of an archive come over the network
kind: async
--- src/archive/box.ts
import { remote } from "./remote";
import { parseBox, type Box } from "./parse";

export «→async »function openBox(id: string): «Box→Promise<Box>» {
  return parseBox(«remote.cached(id)→await remote.fetch(id)»);
}

export ‹→async ›function boxTitle(id: string): ‹string→Promise<string>› {
  const box = ‹→await ›openBox(id);
  return `${box.shelf}/${box.number}: ${box.title}`;
}

export function shelfOf(box: Box): string {
  return box.shelf;
}
--- src/archive/label.ts
import { boxTitle, openBox, shelfOf } from "./box";
import type { Printer } from "./printer";

/** Prints the label for the back of a box. */
export async function printLabel(printer: Printer, id: string): Promise<void> {
  const box = ‹→await ›openBox(id);
  await printer.feed(2);
  await printer.line(shelfOf(box).toUpperCase());
  await printer.line(‹→await ›boxTitle(id));
}

==== a detune spread is tried and taken back
kind: undo
expect: silence
do: edit, pause 2, undo
--- synth/voices.py
import math


def detune(frequency, cents«→, spread»):
    """Shift a frequency by some hundredths of a semitone."""
    return frequency * 2 ** (cents / 1200)


def unison(frequency, voices, spread):
    """Return the frequencies of voices around the middle."""
    step = 2 * spread / max(1, voices - 1)
    return [detune(frequency, index * step - spread) for index in range(voices)]


def beat_rate(frequency, cents):
    return abs(detune(frequency, cents) - frequency)


def decibels(gain):
    return 20 * math.log10(gain)

==== a remark about the door sensor
kind: unrelated
expect: silence
--- src/doors.js
const DEBOUNCE_MS = 80;

export function watchDoor(sensor, onChange) {
  let last = sensor.read();
  let changedAt = 0;
  «→// The door sensor bounces when the train starts, so short changes are dropped.
  »return sensor.on('edge', (value, at) => {
    if (value === last || at - changedAt < DEBOUNCE_MS) {
      return;
    }
    last = value;
    changedAt = at;
    onChange(value);
  });
}

export function watchStep(sensor, onChange) {
  let last = sensor.read();
  return sensor.on('edge', (value) => {
    if (value !== last) {
      last = value;
      onChange(value);
    }
  });
}

==== one more measure of a snow profile
kind: unrelated
expect: silence
--- avalanche/profile.py
"""Layers of a snow pit, from the surface down."""


def depth(layers):
    return sum(layer.thickness for layer in layers)


def water_equivalent(layers):
    """Return the height of the water in the snow, in millimetres."""
    return sum(layer.thickness * layer.density / 100 for layer in layers)


«→def weakest(layers):
    """Return the layer with the least hardness."""
    return min(layers, key=lambda layer: layer.hardness)


»def interfaces(layers):
    return list(zip(layers, layers[1:]))


def jumps(layers):
    """Return the differences of hardness at the interfaces."""
    return [abs(upper.hardness - lower.hardness) for upper, lower in interfaces(layers)]

==== the inner row of a crossword gets out of the way
kind: rename-local
expect: silence
--- src/crossword/grid.ts
export type Cell = string | null;

/** Numbers the squares where a word begins. */
export function numbers(grid: Cell[][]): Map<string, number> {
  const result = new Map<string, number>();
  let next = 1;
  grid.forEach((row, y) => {
    row.forEach((cell, x) => {
      const across = cell !== null && row[x - 1] == null && row[x + 1] != null;
      const above = grid.filter((_, i) => i === y - 1).map((«row→line») => «row→line»[x])[0];
      const below = grid[y + 1]?.[x];
      if (across || (cell !== null && above == null && below != null)) {
        result.set(`${x},${y}`, next);
        next += 1;
      }
    });
  });
  return result;
}

export function width(grid: Cell[][]): number {
  return Math.max(0, ...grid.map((row) => row.length));
}

==== a fossil may have a nickname
kind: field-added
expect: silence
--- src/fossils/model.ts
export interface Fossil {
  inventory: string;
  species: string;«→
  nickname?: string;»
  formation: string;
}

export interface Drawer {
  cabinet: number;
  fossils: Fossil[];
}
--- src/fossils/samples.ts
import type { Drawer, Fossil } from "./model";

export const skull: Fossil = {
  inventory: "V-1021",
  species: "Plateosaurus trossingensis",
  formation: "Trossingen",
};

export const fern: Fossil = {
  inventory: "P-0007",
  species: "Neuropteris ovata",
  formation: "Saarbrücken",
};

export const drawer: Drawer = { cabinet: 4, fossils: [skull, fern] };

export const count = (drawers: Drawer[]): number =>
  drawers.reduce((sum, { fossils }) => sum + fossils.length, 0);

==== a chess clock can begin late
kind: change-signature
expect: silence
--- chess/clock.py
import time


class Clock:
    """Two clocks, of which one runs."""

    def __init__(self, minutes, increment=0«→, *, delay=0»):
        self.left = [minutes * 60.0] * 2
        self.increment = increment
        «→self.delay = delay
        »self.running = None
        self.since = 0.0

    def press(self, side):
        now = time.monotonic()
        if self.running == side:
            self.left[side] -= «now - self.since→max(0.0, now - self.since - self.delay)»
            self.left[side] += self.increment
        self.running = 1 - side
        self.since = now
--- chess/hall.py
from chess.clock import Clock


def blitz():
    return Clock(3, 2)


def rapid():
    return Clock(15, increment=10)


def clocks(boards):
    return [Clock(90, 30) for _ in range(boards)]

==== more rows on the departure board
kind: constants
expect: silence
--- src/DepartureBoard.tsx
import type { Departure } from "./departures";

const MAX_ROWS = «24→32»;
const HOURS_PER_DAY = 24;

export function DepartureBoard({ departures, now }: { departures: Departure[]; now: number }) {
  const today = departures.filter((departure) => departure.hour - now < HOURS_PER_DAY);
  return (
    <table className="board">
      <tbody>
        {today.slice(0, MAX_ROWS).map((departure) => (
          <tr key={departure.id}>
            <td>{departure.line}</td>
            <td>{departure.destination}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
--- src/PlatformSign.tsx
import type { Departure } from "./departures";

const FONT_SIZE = 24;

export function PlatformSign({ departure }: { departure: Departure }) {
  return <strong style={{ fontSize: FONT_SIZE }}>{departure.destination}</strong>;
}
--- src/departures.ts
export interface Departure {
  id: string;
  line: string;
  destination: string;
  hour: number;
}
