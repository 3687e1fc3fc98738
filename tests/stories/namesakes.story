==== tide gauge: the local of a function, and of a comprehension
kind: rename-local
--- tides/gauge.py
"""High and low water at a gauge."""

from dataclasses import dataclass
from datetime import datetime, timedelta

HALF_DAY = timedelta(hours=12, minutes=25)


@dataclass(frozen=True)
class Reading:
    time: datetime
    height: float


def turning_points(readings):
    points = []
    for before, peak, after in zip(readings, readings[1:], readings[2:]):
        if before.height < peak.height > after.height:
            points.append(peak)
    return points


def next_high_water(readings, moment):
    """Return the highest reading of the half day after a moment, and how far it is above the usual."""
    «peak→crest» = None
    for reading in readings:
        if not moment < reading.time <= moment + HALF_DAY:
            continue
        if ‹peak→crest› is None or reading.height > ‹peak→crest›.height:
            ‹peak→crest› = reading
    usual = [peak.height for peak in turning_points(readings)]
    if ‹peak→crest› is None or not usual:
        return None, 0.0
    return ‹peak→crest›, ‹peak→crest›.height - sum(usual) / len(usual)


def low_water(readings):
    return min(readings, key=lambda reading: reading.height)

==== bridges: a field which a tunnel and a file format have too
kind: rename-field
--- survey/structures.py
from dataclasses import dataclass


@dataclass
class Bridge:
    name: str
    «span→length_m»: float
    lanes: int = 2


@dataclass
class Tunnel:
    name: str
    span: float
    tubes: int = 1


def load_bridge(record: dict) -> Bridge:
    return Bridge(
        name=record["name"],
        ‹span→length_m›=float(record["span"]),
        lanes=record.get("lanes", 2),
    )


def load_tunnel(record: dict) -> Tunnel:
    return Tunnel(name=record["name"], span=float(record["span"]))
--- survey/summary.py
import re

from survey.structures import Bridge, Tunnel

NUMBER = re.compile(r"\d+")


def longest(bridges: list[Bridge]) -> Bridge:
    return max(bridges, key=lambda bridge: bridge.‹span→length_m›)


def bore_length(tunnel: Tunnel) -> float:
    return tunnel.span * tunnel.tubes


def without_number(name: str) -> str:
    match = NUMBER.search(name)
    if match is None:
        return name
    start, stop = match.span()
    return name[:start] + name[stop:]

==== outbox: a method which streams have too
kind: rename-function
--- relay/outbox.py
"""Messages that wait for the uplink."""

import json
import sys
from collections import deque

BATCH = 32


def encode(message):
    return json.dumps(message).encode() + b"\n"


class Outbox:
    def __init__(self, sink):
        self._sink = sink
        self._waiting = deque()

    def push(self, message):
        self._waiting.append(message)
        if len(self._waiting) >= BATCH:
            self.‹flush→drain›()

    def «flush→drain»(self):
        while self._waiting:
            self._sink.write(encode(self._waiting.popleft()))
        self._sink.flush()

    def __len__(self):
        return len(self._waiting)


def report(outbox):
    print(f"{len(outbox)} waiting", file=sys.stderr)
    sys.stderr.flush()
--- relay/main.py
import sys

from relay.outbox import Outbox, report


def main(lines):
    outbox = Outbox(sys.stdout.buffer)
    for line in lines:
        outbox.push({"line": line.rstrip("\n")})
    report(outbox)
    outbox.‹flush→drain›()
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.stdin)

==== map tiles: one pool gets a single worker for the debugger
kind: constants
expect: silence
--- tiles/render.py
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

ZOOM_LEVELS = 8


def render_tile(job):
    source, target = job
    target.write_bytes(source.draw())
    return target


def fetch_tile(url):
    with urlopen(url, timeout=8) as answer:
        return answer.read()


def render_all(jobs):
    with ProcessPoolExecutor(max_workers=«8→1») as pool:
        return list(pool.map(render_tile, jobs))


def fetch_all(urls):
    with ThreadPoolExecutor(max_workers=8) as pool:
        return list(pool.map(fetch_tile, urls))


def shrink_all(jobs):
    with ProcessPoolExecutor(max_workers=8) as pool:
        return list(pool.map(render_tile, jobs))


def folders(root):
    return [Path(root) / str(level) for level in range(ZOOM_LEVELS)]

==== rainfall: a function takes the separator, a method of its name does not
kind: change-signature
--- climate/records.py
"""Reads the files of weather stations."""


def split_record(line«→, separator»):
    fields = line.rstrip("\n").split(«";"→separator»)
    return [field.strip() for field in fields]


class LegacyReader:
    """The format of 1987: three characters per field."""

    width = 3

    def split_record(self, line):
        line = line.rstrip("\n")
        return [line[at : at + self.width] for at in range(0, len(line), self.width)]

    def comment(self, line):
        return line.split(";")[-1]


def read_stations(path):
    stations = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            number, name, height = split_record(line‹→, ";"¦re:, .+¦@›)
            stations[number] = (name, int(height))
    return stations


def read_legacy(path, reader: LegacyReader):
    with open(path, encoding="latin-1") as file:
        return [reader.split_record(line) for line in file]


def read_rainfall(path):
    with open(path, encoding="utf-8") as file:
        header = split_record(next(file)‹→, ";"¦re:, .+¦@›)
        return [dict(zip(header, split_record(line‹→, ";"¦re:, .+¦@›))) for line in file]

==== video: a frame of the decoder, and one of the window
kind: rename-class
open: src/ui/preview.ts
--- src/codec/frame.ts
/** A decoded picture. */
export interface «Frame→Picture» {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}

export function blank(width: number, height: number): ‹Frame→Picture› {
  return { width, height, pixels: new Uint8ClampedArray(width * height * 4) };
}
--- src/codec/decode.ts
import { blank, type ‹Frame→Picture› } from "./frame";

const HEADER_BYTES = 12;

export function decode(chunk: DataView): ‹Frame→Picture› {
  const picture = blank(chunk.getUint16(0), chunk.getUint16(2));
  for (let at = HEADER_BYTES; at < chunk.byteLength; at++) {
    picture.pixels[at - HEADER_BYTES] = chunk.getUint8(at);
  }
  return picture;
}
--- src/ui/frame.ts
/** The border around a view. */
export class Frame {
  constructor(
    readonly title: string,
    readonly width = 2,
  ) {}
}
--- src/ui/preview.ts
import { decode } from "../codec/decode";
import { Frame } from "./frame";

export class Preview {
  private readonly border = new Frame("Preview");

  constructor(private readonly context: CanvasRenderingContext2D) {}

  show(chunk: DataView): void {
    const picture = decode(chunk);
    const image = new ImageData(picture.pixels, picture.width, picture.height);
    this.context.putImageData(image, this.border.width, this.border.width);
  }

  replace(border: Frame): Preview {
    console.debug(`Frame ${this.border.title} becomes ${border.title}`);
    return new Preview(this.context);
  }
}

==== audio player: the parameter of one overload
kind: rename-parameter
expect: silence
--- src/player.ts
export class Player {
  private position = 0;
  private readonly marks = new Map<string, number>();

  constructor(private readonly element: HTMLAudioElement) {}

  /** Moves to a time. */
  seek(«position→seconds»: number): void;
  /** Moves to a mark, or to the start. */
  seek(mark: string): void;
  seek(target: number | string): void {
    const position = typeof target === "number" ? target : (this.marks.get(target) ?? 0);
    this.position = Math.max(0, position);
    this.element.currentTime = this.position;
  }

  mark(name: string, position: number): void {
    this.marks.set(name, position);
  }

  resume(position = this.position): Promise<void> {
    this.element.currentTime = position;
    return this.element.play();
  }
}

==== soundings: a depth may be missing, but not that of a trench
kind: return-type
--- src/chart/types.ts
export interface Sounding {
  latitude: number;
  longitude: number;
  depth«→?»: number;
}

export interface Trench {
  name: string;
  depth: number;
}

export interface Label {
  text: string;
  depth?: number;
}
--- src/chart/labels.ts
import type { Label, Sounding, Trench } from "./types";

export function soundingText(sounding: Sounding): string {
  return ‹sounding.depth.toFixed(1)→sounding.depth?.toFixed(1) ?? ""¦re:.*sounding\.depth(?:\?|!| \?\?| ===| !==| ==| !=).*¦@›;
}

export function trenchText(trench: Trench): string {
  return `${trench.name} (${trench.depth.toFixed(0)} m)`;
}

export function labelText(label: Label): string {
  return label.depth === undefined ? label.text : `${label.text} ${label.depth.toFixed(1)}`;
}

export function shallow(soundings: Sounding[], draught: number): Sounding[] {
  return soundings.filter(({ depth }) => depth !== undefined && depth < draught);
}

==== path editor: a kind of segment, and a tool of the same name
kind: enum-member
--- src/path.ts
export interface Line {
  kind: "line";
  dx: number;
  dy: number;
}

export interface Arc {
  kind: «"arc"→"curve"»;
  radius: number;
  angle: number;
}

export type Segment = Line | Arc;
export type Tool = "pen" | "arc" | "hand";

export function arc(radius: number, degrees: number): Segment {
  return { kind: ‹"arc"→"curve"›, radius, angle: (degrees * Math.PI) / 180 };
}

export function lengthOf(segment: Segment): number {
  switch (segment.kind) {
    case "line":
      return Math.hypot(segment.dx, segment.dy);
    case ‹"arc"→"curve"›:
      return segment.radius * segment.angle;
  }
}

export function cursorOf(tool: Tool): string {
  switch (tool) {
    case "hand":
      return "grab";
    case "arc":
    case "pen":
      return "crosshair";
  }
}

export function draw(context: CanvasRenderingContext2D, segment: Segment): void {
  if (segment.kind === "line") {
    context.lineTo(segment.dx, segment.dy);
  } else {
    context.arc(0, 0, segment.radius, 0, segment.angle);
  }
}

==== notices: only texts wait for the morning
kind: error-handling
expect: silence
--- src/notices/quiet.ts
import type { Contact } from "../contacts";

const MORNING = 8;
const EVENING = 21;

export function maySendText(contact: Contact, hour: number): boolean {«→
  if (hour < MORNING) {
    return false;
  }»
  if (contact.phone === undefined) {
    return false;
  }
  return hour < EVENING;
}

export function mayCall(contact: Contact, hour: number): boolean {
  if (contact.phone === undefined) {
    return false;
  }
  return contact.urgent || hour < EVENING;
}

export function mayMail(contact: Contact): boolean {
  if (contact.mail === undefined) {
    return false;
  }
  return !contact.unsubscribed;
}

export function mayPush(contact: Contact, hour: number): boolean {
  if (contact.device === undefined) {
    return false;
  }
  return hour >= MORNING && hour < EVENING;
}

==== feed reader: errors go to the log, except in the log
kind: log-statements
--- src/log.js
const threshold = process.env.LOG_LEVEL ?? "info";

function write(level, message, details) {
  console.error(JSON.stringify({ level, message, ...details }));
}

export const log = {
  error: (message, details) => write("error", message, details),
  debug: (message, details) => threshold === "debug" && write("debug", message, details),
};
--- src/sync.js
import { log } from "./log.js";
import { parseFeed } from "./parse.js";

export async function sync(feeds, store) {
  const rows = [];
  for (const feed of feeds) {
    const answer = await fetch(feed.url);
    if (!answer.ok) {
      «console→log».error("the feed is not available", { url: feed.url, status: answer.status });
      continue;
    }
    const entries = parseFeed(await answer.text());
    if (entries.length === 0) {
      «console→log».error("the feed is empty", { url: feed.url });
    }
    for (const entry of entries) {
      if (!store.add(feed.id, entry)) {
        ‹console→log›.error("the entry was refused", { url: feed.url, id: entry.id });
      }
    }
    rows.push({ feed: feed.title, entries: entries.length });
    log.debug("synced", { url: feed.url });
  }
  console.table(rows);
}

export function list(store) {
  for (const entry of store.newest(20)) {
    console.log(`${entry.date}  ${entry.title}`);
  }
}

==== search index: reading waits, but the cache answers at once
kind: async
--- lib/index-file.js
const { «readFileSync→readFile» } = require("node:fs«→/promises»");
const path = require("node:path");

«→async »function readIndex(folder) {
  const text = «readFileSync→await readFile»(path.join(folder, "index.json"), "utf8");
  return JSON.parse(text);
}

module.exports = { readIndex };
--- lib/index-cache.js
class IndexCache {
  constructor() {
    this.indexes = new Map();
  }

  readIndex(folder) {
    return this.indexes.get(folder);
  }

  keep(folder, index) {
    this.indexes.set(folder, index);
  }
}

module.exports = { IndexCache };
--- lib/search.js
const { IndexCache } = require("./index-cache");
const { readIndex } = require("./index-file");

const cache = new IndexCache();

async function search(folder, word) {
  let index = cache.readIndex(folder);
  if (index === undefined) {
    index = ‹→await ›readIndex(folder);
    cache.keep(folder, index);
  }
  return index.words[word] ?? [];
}

function isKnown(folder) {
  return cache.readIndex(folder) !== undefined;
}

module.exports = { search, isKnown };

==== mixer: the local of a strip, and the property it is returned as
kind: rename-local
--- mixer/strip.js
export const SILENCE_DB = -96;

/** Returns how much louder or softer a channel gets. */
export function strip(channel, db) {
  const «gain→factor» = db <= SILENCE_DB ? 0 : 10 ** (db / 20);
  const peak = Math.max(...channel.samples.map((sample) => Math.abs(sample * ‹gain→factor›)));
  return { name: channel.name, ‹gain→gain: factor›, clips: peak > 1 };
}

export function mix(strips, at) {
  let sum = 0;
  for (const { samples, gain } of strips) {
    sum += (samples[at] ?? 0) * gain;
  }
  return sum;
}

export function label({ name, gain }) {
  return `${name}: gain ${gain.toFixed(2)}`;
}

==== sequencer: a step in time, and the steps of a pattern
kind: rename-local
--- src/sequencer.js
import { envelope } from "./envelope.js";

export function schedule(pattern, tempo) {
  const «step→stepMs» = 60_000 / tempo / 4;
  const hits = pattern.steps.filter((step) => step.velocity > 0);
  const events = hits.map(({ index, velocity }) => ({ at: index * ‹step→stepMs›, velocity }));
  for (const step of pattern.steps) {
    if (step.accent) {
      events.push({ at: step.index * pattern.swing, velocity: 127 });
    }
  }
  return { events, length: pattern.steps.length * ‹step→stepMs› };
}

export function transpose(pattern, semitones) {
  return {
    ...pattern,
    steps: pattern.steps.map((step) => ({ ...step, note: step.note + semitones })),
  };
}

export function loudness(pattern) {
  return pattern.steps.reduce((sum, step) => sum + envelope(step.velocity), 0);
}

==== ferry times: today is a fixed day for a moment
kind: unrelated
expect: silence
--- web/timetable.js
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Which timetable holds: the winter one from November to March. */
export function season(day = new Date()) {
  const month = day.getMonth();
  return month < 3 || month > 9 ? "winter" : "summer";
}

export function nextDepartures(timetable, count = 3) {
  const now = «new Date()→new Date("2024-02-29T06:10:00")»;
  const today = WEEKDAYS[now.getDay()];
  const minutes = now.getHours() * 60 + now.getMinutes();
  return timetable[season(now)]
    .filter((trip) => trip.days.includes(today) && trip.minutes > minutes)
    .slice(0, count);
}

export function stamp(element) {
  const now = new Date();
  element.textContent = `As of ${now.toLocaleTimeString()}`;
}

export function isOutdated(timetable) {
  return new Date() > new Date(timetable.validUntil);
}

==== irrigation: a pump stops, files are closed
kind: rename-function
--- irrigation/pump.go
package irrigation

import (
	"fmt"
	"os"
	"time"
)

// Pump is a pump at a serial port.
type Pump struct {
	port string
	log  *os.File
}

// Open starts the pump.
func Open(port string) (*Pump, error) {
	log, err := os.Create(port + ".log")
	if err != nil {
		return nil, err
	}
	return &Pump{port: port, log: log}, nil
}

// Run lets water flow for some time.
func (p *Pump) Run(duration time.Duration) {
	fmt.Fprintf(p.log, "%s runs for %s\n", p.port, duration)
	time.Sleep(duration)
}

// ‹Close→Stop› halts the motor; Close of the log follows.
func (p *Pump) «Close→Stop»() error {
	fmt.Fprintf(p.log, "%s stops\n", p.port)
	return p.log.Close()
}
--- cmd/water/main.go
package main

import (
	"bufio"
	"log"
	"os"
	"time"

	"example.org/garden/irrigation"
)

func main() {
	schedule, err := os.Open("schedule.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer schedule.Close()

	pump, err := irrigation.Open("ttyUSB0")
	if err != nil {
		log.Fatal(err)
	}
	defer pump.‹Close→Stop›()

	lines := bufio.NewScanner(schedule)
	for lines.Scan() {
		duration, err := time.ParseDuration(lines.Text())
		if err != nil {
			log.Print(err)
			continue
		}
		pump.Run(duration)
	}
}

==== assets: a parameter hides a package
kind: rename-parameter
keys: backspace
--- assets/store.go
package assets

import (
	"log"
	"path"
	"strings"
)

// Store keeps files in memory.
type Store struct {
	entries map[string][]byte
}

func clean(name string) string {
	return strings.TrimPrefix(path.Clean("/"+name), "/")
}

// Put adds a file to a folder.
func (s *Store) Put(folder, name string, data []byte) {
	s.entries[clean(path.Join(folder, name))] = data
}

// Get returns a file, or nil.
func (s *Store) Get(«path→key» string) []byte {
	data, ok := s.entries[clean(‹path→key›)]
	if !ok {
		log.Printf("assets: no file at path %q", ‹path→key›)
	}
	return data
}

// Images returns the names of all pictures.
func (s *Store) Images() []string {
	var names []string
	for name := range s.entries {
		switch path.Ext(name) {
		case ".png", ".webp":
			names = append(names, name)
		}
	}
	return names
}

==== print jobs: a state that has a name, next to the priorities
kind: enum-member
--- spool/state.go
package spool

// State is what a job does.
type State int

const (
	Queued State = iota
	Printing«→
	Paused»
	Finished
)

// Priority is how urgent a job is.
type Priority int

const (
	Low Priority = iota
	Normal
	High
)

var stateNames = [...]string{"queued", "printing"‹→, "paused"¦#1›, ‹→"paused", ¦#1›"finished"}

var priorityNames = [...]string{"low", "normal", "high"}

func (s State) String() string { return stateNames[s] }

func (p Priority) String() string { return priorityNames[p] }

// ParseState is the inverse of String.
func ParseState(text string) (State, bool) {
	for state, name := range stateNames {
		if name == text {
			return State(state), true
		}
	}
	return Queued, false
}

// Removable tells whether a job can be deleted without asking.
func (s State) Removable() bool {
	switch s {
	case Queued, Finished:
		return true
	default:
		return false
	}
}

==== journal: saving it can fail, saving the settings may
kind: error-handling
--- journal/save.go
package journal

import (
	"encoding/json"
	"log"
	"os"
)

type Journal struct {
	path    string
	entries []string
}

type Settings struct {
	path string
	Size int
}

func (j *Journal) Add(entry string) {
	j.entries = append(j.entries, entry)
}

// Save writes all entries.
func (j *Journal) Save() «→error »{
	data, err := json.Marshal(j.entries)
	if err != nil {
		«log.Print(err)
		return→return err»
	}
	if err := os.WriteFile(j.path+".new", data, 0o600); err != nil {
		‹log.Print(err)
		return→return err›
	}
	if err := os.Rename(j.path+".new", j.path); err != nil {
		‹log.Print(err)
		return→return err›
	}‹→
	return nil›
}

// Save writes the settings. They are a convenience: a failure is no error.
func (s *Settings) Save() {
	data, err := json.Marshal(s)
	if err != nil {
		log.Print(err)
		return
	}
	if err := os.WriteFile(s.path, data, 0o600); err != nil {
		log.Print(err)
		return
	}
}

==== glaze calculator: the second row of a table test
kind: constants
expect: silence
--- glaze/cone_test.go
package glaze

import "testing"

func TestCone(t *testing.T) {
	tests := []struct {
		name    string
		celsius int
		want    int
	}{
		{name: "bisque", celsius: 1000, want: 6},
		{name: "earthenware", celsius: 1060, want: «6→4»},
		{name: "slow", celsius: 1005, want: 6},
		{name: "midfire", celsius: 1222, want: 6},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Cone(test.celsius); got != test.want {
				t.Errorf("Cone(%d) = %d, want %d", test.celsius, got, test.want)
			}
		})
	}
}

func TestRampLength(t *testing.T) {
	ramp := NewRamp(6)
	if got := ramp.Len(); got != 6 {
		t.Errorf("Len() = %d, want 6", got)
	}
}

==== door monitor: a variant, and the same word of a valve
kind: enum-member
--- src/event.rs
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    «Open→Opened» { door: u8 },
    Closed { door: u8 },
    Alarm(String),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Valve {
    Open,
    Shut,
}

impl Valve {
    pub fn flow(self) -> f32 {
        match self {
            Valve::Open => 1.0,
            Valve::Shut => 0.0,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::‹Open→Opened› { door } => write!(f, "Open door {door}"),
            Self::Closed { door } => write!(f, "door {door} is closed"),
            Self::Alarm(cause) => write!(f, "alarm: {cause}"),
        }
    }
}
--- src/monitor.rs
use crate::event::{Event, Valve};

pub struct Monitor {
    contacts: [bool; 8],
    sprinkler: Valve,
}

impl Monitor {
    pub fn poll(&mut self, inputs: u8) -> Vec<Event> {
        let mut events = Vec::new();
        for door in 0..8u8 {
            let open = inputs & (1 << door) != 0;
            if open != self.contacts[door as usize] {
                self.contacts[door as usize] = open;
                events.push(if open { Event::‹Open→Opened› { door } } else { Event::Closed { door } });
            }
        }
        events
    }

    pub fn extinguish(&mut self) -> Event {
        self.sprinkler = Valve::Open;
        Event::Alarm("sprinkler is Open".to_string())
    }
}

==== weather: a field with a local of its name
kind: rename-field
--- src/reading.rs
/// What a station measures.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub station: String,
    pub «temp→celsius»: f32,
}

/// What a model expects.
#[derive(Debug, Clone)]
pub struct Forecast {
    pub region: String,
    pub temp: f32,
}

impl Reading {
    /// Parses a line such as `hill 12.5`.
    pub fn parse(line: &str) -> Option<Reading> {
        let (station, temp) = line.split_once(' ')?;
        let station = station.to_string();
        let temp = temp.trim().parse().ok()?;
        Some(Reading { station, ‹temp→celsius: temp› })
    }

    pub fn is_frost(&self) -> bool {
        self.‹temp→celsius› < 0.0
    }
}

impl Forecast {
    pub fn is_frost(&self) -> bool {
        self.temp < 0.5
    }
}

/// How far a forecast is off.
pub fn error(reading: &Reading, forecast: &Forecast) -> f32 {
    (reading.‹temp→celsius› - forecast.temp).abs()
}

pub fn cache_file() -> std::path::PathBuf {
    std::env::temp_dir().join("forecast.json")
}

==== plots: drawing knows a layer, the legend has none
kind: interface-method
--- src/plot.rs
use crate::canvas::Canvas;

pub trait Plot {
    fn title(&self) -> &str;
    fn draw(&self, canvas: &mut Canvas«→, layer: u8»);
}

pub struct Bars {
    title: String,
    values: Vec<f64>,
}

pub struct Curve {
    title: String,
    points: Vec<(f64, f64)>,
}

pub struct Legend {
    lines: Vec<String>,
}

impl Plot for Bars {
    fn title(&self) -> &str {
        &self.title
    }

    fn draw(&self, canvas: &mut Canvas‹→, layer: u8¦, _layer: u8›) {
        for (index, value) in self.values.iter().enumerate() {
            canvas.rectangle(index as f64, 0.0, 0.8, *value);
        }
    }
}

impl Legend {
    pub fn draw(&self, canvas: &mut Canvas) {
        for (row, line) in self.lines.iter().enumerate() {
            canvas.text(1.0, row as f64, line);
        }
    }
}

impl Plot for Curve {
    fn title(&self) -> &str {
        &self.title
    }

    fn draw(&self, canvas: &mut Canvas‹→, layer: u8¦, _layer: u8›) {
        for pair in self.points.windows(2) {
            canvas.line(pair[0], pair[1]);
        }
    }
}
--- src/sheet.rs
use crate::canvas::Canvas;
use crate::plot::{Legend, Plot};

pub struct Sheet {
    plot: Box<dyn Plot>,
    legend: Legend,
}

impl Sheet {
    pub fn render(&self, canvas: &mut Canvas) {
        canvas.text(0.0, 0.0, self.plot.title());
        self.plot.draw(canvas‹→, 0¦re:, \w+¦@›);
        self.legend.draw(canvas);
    }
}

==== tracks: errors are passed on, but a lock has none
kind: error-handling
--- src/tracks.rs
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Mutex;

static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Copies all tracks of a folder; returns how many there were.
pub fn import(from: &Path, to: &Path) -> io::Result<usize> {
    let mut count = 0;
    fs::create_dir_all(to)«.unwrap()→?»;
    for entry in fs::read_dir(from)«.unwrap()→?» {
        let path = entry‹.unwrap()→?›.path();
        let Some(name) = path.file_name() else {
            continue;
        };
        fs::copy(&path, to.join(name))‹.unwrap()→?›;
        *LAST.lock().unwrap() = Some(name.to_string_lossy().into_owned());
        count += 1;
    }
    Ok(count)
}

pub fn last_imported() -> Option<String> {
    LAST.lock().unwrap().clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_folder_has_no_tracks() {
        let folder = std::env::temp_dir().join("tracks-empty");
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(import(&folder, &folder.join("out")).unwrap(), 0);
    }
}

==== cells: one of the records can be copied
kind: annotations
expect: silence
--- src/cells.rs
use std::ops::Add;

/// A place on the board.
#[derive(Debug, Clone«→, Copy», PartialEq)]
pub struct Place {
    pub row: i16,
    pub column: i16,
}

/// What is written in a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    pub place: Place,
    pub text: String,
}

/// Cells which have to hold different numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    pub name: String,
    pub places: Vec<Place>,
}

impl Add for Place {
    type Output = Place;

    fn add(self, other: Place) -> Place {
        Place { row: self.row + other.row, column: self.column + other.column }
    }
}

impl Region {
    pub fn moved(&self, by: Place) -> Region {
        let shift = |place: &Place| Place { row: place.row + by.row, column: place.column + by.column };
        let places = self.places.iter().map(shift).collect();
        Region { name: self.name.clone(), places }
    }
}

==== scales: one overload gets a name of its own
kind: rename-function
--- src/main/java/post/Scale.java
package post;

/** Weights in kilograms. */
public final class Scale {
    private final double offset;

    public Scale(double offset) {
        this.offset = offset;
    }

    public double «weigh→weighSingle»(Parcel parcel) {
        return parcel.grams() / 1000.0 - offset;
    }

    public double weigh(Pallet pallet) {
        double sum = pallet.tare();
        for (Parcel parcel : pallet.parcels()) {
            sum += ‹weigh→weighSingle›(parcel);
        }
        return sum;
    }
}
--- src/main/java/post/Tariff.java
package post;

public final class Tariff {
    private static final double PER_KILOGRAM = 0.85;

    private final Scale scale;

    public Tariff(Scale scale) {
        this.scale = scale;
    }

    public double postage(Parcel parcel) {
        return 3.2 + scale.‹weigh→weighSingle›(parcel) * PER_KILOGRAM;
    }

    public double freight(Pallet pallet) {
        double weight = scale.weigh(pallet);
        if (weight > 700) {
            throw new IllegalArgumentException("pallets weigh 700 kg at most");
        }
        return weight * PER_KILOGRAM / 2;
    }
}

==== harbour: a record component, and the length of everything else
kind: rename-field
--- src/main/java/harbour/Berth.java
package harbour;

/** A place at the quay. */
public record Berth(String name, int «length→meters», int depth) {
    public Berth {
        if (name.length() > 4) {
            throw new IllegalArgumentException("the name " + name + " is too long");
        }
        if (‹length→meters› <= 0) {
            throw new IllegalArgumentException("a berth has a length");
        }
    }
}
--- src/main/java/harbour/Ship.java
package harbour;

public record Ship(String callSign, int length, int draught) {
    public boolean isLong() {
        return length > 180;
    }
}
--- src/main/java/harbour/Planner.java
package harbour;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

public final class Planner {
    private static final int CLEARANCE = 10;

    private final Berth[] berths;

    public Planner(List<Berth> berths) {
        this.berths = berths.toArray(new Berth[0]);
    }

    public Optional<Berth> find(Ship ship) {
        return List.of(berths).stream()
                .filter(berth -> berth.‹length→meters›() >= ship.length() + CLEARANCE)
                .filter(berth -> berth.depth() > ship.draught())
                .min(Comparator.comparingInt(Berth::‹length→meters›));
    }

    public int count() {
        return berths.length;
    }
}

==== tea shop: a grade is dropped, the filter for dust stays
kind: code-deleted
--- src/main/java/tea/Grade.java
package tea;

public enum Grade {
    WHOLE,
    BROKEN,
«    DUST,
→»    POWDER;

    public int seconds() {
        return switch (this) {
            case WHOLE -> 240;
            case BROKEN -> 180;
‹            case DUST -> 90;
→›            case POWDER -> 60;
        };
    }
}
--- src/main/java/tea/Filter.java
package tea;

/** What a filter holds back. */
public enum Filter {
    LEAF,
    DUST,
    NOTHING;

    public double millimeters() {
        return switch (this) {
            case LEAF -> 1.5;
            case DUST -> 0.2;
            case NOTHING -> 0;
        };
    }
}
--- src/main/java/tea/Label.java
package tea;

public final class Label {
    private Label() {}

    static String text(Grade grade) {
        return switch (grade) {
            case WHOLE -> "whole leaf";
            case BROKEN -> "broken leaf";
‹            case DUST -> "dust";
→›            case POWDER -> "powder";
        };
    }

    static String text(Filter filter) {
        return switch (filter) {
            case LEAF -> "for leaves";
            case DUST -> "for dust";
            case NOTHING -> "none";
        };
    }
}

==== instruments: only names are compared without case
kind: parallel-lines
expect: silence
--- src/main/java/lab/Inventory.java
package lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class Inventory {
    private final List<Instrument> instruments = new ArrayList<>();

    public void add(Instrument instrument) {
        instruments.add(instrument);
    }

    public Optional<Instrument> byName(String name) {
        return instruments.stream()
                .filter(one -> one.name().«equals→equalsIgnoreCase»(name))
                .findFirst();
    }

    /** Serials are unique only with their case. */
    public Optional<Instrument> bySerial(String serial) {
        return instruments.stream()
                .filter(one -> one.serial().equals(serial))
                .findFirst();
    }

    public Optional<Instrument> byKey(byte room, Integer number) {
        return instruments.stream()
                .filter(one -> one.room() == room && number.equals(one.number()))
                .findFirst();
    }

    public boolean contains(Instrument instrument) {
        return instruments.stream().anyMatch(one -> one.equals(instrument));
    }
}

==== firmware: a static function has a namesake in another file
kind: rename-function
open: drivers/scale.c
--- drivers/encoder.c
#include "device.h"
#include "gpio.h"

#define PIN_A 6
#define PIN_B 7

static int position;
static unsigned char last;

static void «reset→set_to_zero»(void)
{
	position = 0;
	last = 0;
}

static void encoder_init(void)
{
	gpio_input(PIN_A);
	gpio_input(PIN_B);
	/* after a reset of the board the position is unknown */
	‹reset→set_to_zero›();
}

static int encoder_read(void)
{
	unsigned char now = gpio_get(PIN_A) << 1 | gpio_get(PIN_B);

	if (now != last)
		position += (now ^ last) == 1 ? 1 : -1;
	last = now;
	return position;
}

const struct device encoder = {
	.name = "encoder",
	.init = encoder_init,
	.read = encoder_read,
	.reset = ‹reset→set_to_zero›,
};
--- drivers/scale.c
#include "adc.h"
#include "device.h"

static int zero;

static void reset(void)
{
	zero = adc_read();
}

static void scale_init(void)
{
	adc_enable();
	reset();
}

static int scale_read(void)
{
	return adc_read() - zero;
}

const struct device scale = {
	.name = "scale",
	.init = scale_init,
	.read = scale_read,
	.reset = reset,
};

==== text statistics: one of the figures has another type
kind: return-type
--- src/tally.h
#ifndef TALLY_H
#define TALLY_H

#include <stdio.h>

struct tally {
	int lines;
	«int→size_t» words;
	int longest;
};

struct page {
	int number;
	int words;
};

void tally_print(const struct tally *tally);
void tally_csv(const struct tally *tally, const char *file, FILE *out);
void page_print(const struct page *page);

#endif
--- src/tally.c
#include "tally.h"

void tally_print(const struct tally *tally)
{
	printf("%d lines\n", tally->lines);
	printf("%‹d→zu› words\n", tally->words);
	printf("%d characters in the longest word\n", tally->longest);
}

void tally_csv(const struct tally *tally, const char *file, FILE *out)
{
	fprintf(out, "%s;%d;%‹d→zu›\n", file, tally->lines, tally->words);
}

void page_print(const struct page *page)
{
	printf("page %d: ", page->number);
	printf("%d words\n", page->words);
}

==== sensor lines: a longer prefix than the others
kind: constants
--- src/parse.c
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

#define MAX_FIELDS 4

static bool number(const char *text, float *value)
{
	char *end;

	errno = 0;
	*value = strtof(text, &end);
	return errno == 0 && end != text;
}

/* Parses a line such as "hum 41.5"; returns whether it is known. */
bool parse_line(const char *line, struct sample *sample)
{
	if (strncmp(line, "hum ", 4) == 0)
		return number(line + 4, &sample->humidity);
	if (strncmp(line, "«tmp→temp» ", ‹4→5›) == 0)
		return number(line + ‹4→5›, &sample->temperature);
	if (strncmp(line, "lux ", 4) == 0)
		return number(line + 4, &sample->light);
	return false;
}

bool parse_complete(const struct sample *sample)
{
	return sample->fields == MAX_FIELDS;
}

==== cellular automaton: one method is const, its namesake fills a cache
kind: change-signature
--- src/grid.hpp
#pragma once

#include <map>
#include <utility>
#include <vector>

class Grid {
public:
    Grid(int width, int height);

    char& at(int x, int y);
    const char& at(int x, int y) const;
    int neighbours(int x, int y)«→ const»;

private:
    int width_;
    std::vector<char> cells_;
};

class SparseGrid {
public:
    void set(int x, int y);
    int neighbours(int x, int y);

private:
    std::map<std::pair<int, int>, char> cells_;
    std::map<std::pair<int, int>, int> known_;
};
--- src/grid.cpp
#include "grid.hpp"

Grid::Grid(int width, int height) : width_(width), cells_(width * height) {}

char& Grid::at(int x, int y) {
    return cells_[y * width_ + x];
}

const char& Grid::at(int x, int y) const {
    return cells_[y * width_ + x];
}

int SparseGrid::neighbours(int x, int y) {
    auto [entry, fresh] = known_.try_emplace({x, y}, 0);
    if (fresh) {
        for (int dx = -1; dx <= 1; ++dx) {
            entry->second += static_cast<int>(cells_.count({x + dx, y}));
        }
    }
    return entry->second;
}

void SparseGrid::set(int x, int y) {
    cells_[{x, y}] = 1;
    known_.clear();
}

int Grid::neighbours(int x, int y)‹→ const› {
    int count = 0;
    for (int dx = -1; dx <= 1; ++dx) {
        count += at(x + dx, y) != 0;
    }
    return count;
}

==== bus driver: the trace of one part is switched on
kind: config
expect: silence
--- src/config.h
#ifndef CONFIG_H
#define CONFIG_H

/* 1 while hunting an error; always 0 in a release */
#define TRACE_BUS «0→1»
#define TRACE_TIMER 0
#define TRACE_FLASH 0

#define BUS_FIRST_CHANNEL 0
#define BUS_CHANNELS 6

#endif
--- src/bus.c
#include <stdio.h>

#include "bus.h"
#include "config.h"

static unsigned sent[BUS_CHANNELS];

void bus_send(int channel, unsigned char byte)
{
#if TRACE_BUS
	printf("bus %d: %02x\n", channel, byte);
#endif
	bus_write_register(channel, byte);
	sent[channel]++;
}

void bus_start(void)
{
	for (int channel = BUS_FIRST_CHANNEL; channel < BUS_CHANNELS; channel++)
		sent[channel] = 0;
#if TRACE_TIMER
	printf("bus starts at 0\n");
#endif
}

==== marina: a column of one table, and of its neighbour
kind: sql
--- db/schema.sql
create table boats (
    id integer primary key,
    name text not null,
    owner text not null,
    len integer not null,
    draught integer not null
);

create table moorings (
    id integer primary key,
    name text not null unique,
    «len→max_len» integer not null,
    boat_id integer references boats (id)
);

create index boats_by_len on boats (len);
create index moorings_by_size on moorings (‹len→max_len›);

create view free_moorings as
select m.id, m.name, m.‹len→max_len›
from moorings m
where m.boat_id is null;
--- db/too_long.sql
-- boats that are longer than their mooring allows; the bowsprit counts as len of a boat
select b.name, b.owner, b.len - m.‹len→max_len› as excess
from boats b
join moorings m on m.boat_id = b.id
where b.len > m.‹len→max_len›
order by b.len desc;

==== allotments: an alias, and two others of the same letter
kind: sql
--- reports/plots.sql
-- Plots without a tenant, with what grew on any of them.
select
    ‹p→plot›.number,
    ‹p→plot›.area,
    (select max(p.height) from plants p) as highest_plant,
    s.name as section
from plots «p→plot»
join sections s on s.id = ‹p→plot›.section_id
left join tenants t on t.plot_id = ‹p→plot›.id
where t.id is null;

-- Payments of this year.
select p.day, p.amount, t.name
from payments p
join tenants t on t.id = p.tenant_id
where p.day >= date('now', 'start of year')
order by p.day;

==== meters: readings have a tariff, the archive has none
kind: field-added
--- sql/tables.sql
create table meters (
    number text primary key,
    flat text not null
);

create table readings (
    meter text not null references meters (number),
    day date not null,
    kwh numeric(9, 1) not null«→,
    tariff text not null»
);

create table readings_archive (
    meter text not null,
    day date not null,
    kwh numeric(9, 1) not null
);
--- sql/import.sql
create temporary table raw (meter text, day text, kwh text);

copy raw from '/srv/import/readings.csv' (format csv, header);

insert into readings (meter, day, kwh‹→, tariff›)
select meter, day::date, kwh::numeric‹→, 'standard'¦re:, .+¦@›
from raw
where meter in (select number from meters);
--- sql/cleanup.sql
begin;

insert into readings_archive (meter, day, kwh)
select meter, day, kwh
from readings
where day < now() - interval '3 years';

delete from readings
where day < now() - interval '3 years';

commit;

==== key register: one index is unique
kind: sql
expect: silence
--- migrations/0007_indexes.sql
-- Every key has a serial of its own; doors and loans do not.
create «→unique »index keys_by_serial on keys (serial);
create index keys_by_door on keys (door_id);
create index doors_by_floor on doors (floor);
create index doors_by_serial on doors (lock_series);
create index loans_by_person on loans (person);
create index loans_by_key on loans (key_id);

alter table loans add column returned date;

update loans
set returned = due
where closed;

create view open_loans as
select l.person, k.serial, l.due
from loans l
join keys k on k.id = l.key_id
where l.returned is null;

==== pipeline: an anchor, and a key of the same name
kind: config
keys: paste
open: ci/docs.yml
--- ci/firmware.yml
defaults:
  timeout: 20 minutes

.template: &«defaults→board»
  image: registry.example.org/toolchain:12
  tags: [arm]
  interruptible: true

build:
  <<: *‹defaults→board›
  stage: build
  script:
    - make defaults
    - make firmware.bin

flash:
  <<: *‹defaults→board›
  stage: hardware
  script:
    - ./flash.sh --defaults firmware.bin
  resource_group: bench
--- ci/docs.yml
.template: &defaults
  image: registry.example.org/sphinx:7
  interruptible: true

manual:
  <<: *defaults
  stage: build
  script:
    - make -C manual html

links:
  <<: *defaults
  stage: test
  script:
    - make -C manual linkcheck

==== cluster: a config map, a secret and a volume with one name
kind: config
--- deploy/relay.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: «relay-config→relay-settings»
data:
  RELAY_PORT: "5671"
  relay.toml: |
    # mounted as /etc/relay-config/relay.toml
    queue = "events"
---
apiVersion: v1
kind: Secret
metadata:
  name: relay-config
stringData:
  RELAY_TOKEN: change-me
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: relay
spec:
  selector:
    matchLabels:
      app: relay
  template:
    metadata:
      labels:
        app: relay
    spec:
      containers:
        - name: relay
          image: registry.example.org/relay:3
          envFrom:
            - configMapRef:
                name: ‹relay-config→relay-settings›
            - secretRef:
                name: relay-config
          volumeMounts:
            - name: relay-config
              mountPath: /etc/relay-config
      volumes:
        - name: relay-config
          configMap:
            name: ‹relay-config→relay-settings›

==== observatory: one health check is more patient
kind: config
expect: silence
--- compose.yaml
services:
  dome:
    image: registry.example.org/dome:2
    restart: on-failure:3
    healthcheck:
      test: ["CMD", "domectl", "ping"]
      interval: 10s
      retries: 3

  camera:
    image: registry.example.org/camera:5
    # cools down first, which takes minutes
    healthcheck:
      test: ["CMD", "camctl", "temperature"]
      interval: 10s
      retries: «3→30»
    devices:
      - /dev/video3:/dev/video0

  archive:
    image: registry.example.org/archive:5
    deploy:
      replicas: 3
    healthcheck:
      test: ["CMD", "curl", "-f", "http://localhost:3000/"]
      interval: 10s
      retries: 3

==== travel api: a schema, a tag and a parameter
kind: markup
--- openapi.yaml
openapi: 3.1.0
info:
  title: Travel expenses
  version: "2.4"
tags:
  - name: Trip
paths:
  /trips:
    get:
      tags: [Trip]
      operationId: listTrips
      responses:
        "200":
          description: Trip after Trip, newest first
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: "#/components/schemas/‹Trip→Journey›"
  /trips/{trip}/receipts:
    post:
      tags: [Trip]
      parameters:
        - $ref: "#/components/parameters/Trip"
      operationId: addReceipt
      responses:
        "201":
          description: the trip with the new receipt
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/‹Trip→Journey›"
components:
  parameters:
    Trip:
      name: trip
      in: path
      required: true
      schema:
        type: string
  schemas:
    «Trip→Journey»:
      type: object
      properties:
        from: { type: string }
        to: { type: string }

==== magazine: an area of the grid, and the element in it
kind: style
--- styles/layout.css
.page {
  display: grid;
  grid-template-columns: 1fr 18rem;
  grid-template-areas:
    "header header"
    "main «aside→notes»";
}

.page > header {
  grid-area: header;
}

.page > main {
  grid-area: main;
}

.page > aside {
  grid-area: ‹aside→notes›;
  border-left: 1px solid silver;
}

.aside {
  font-style: italic;
}

@media (max-width: 40rem) {
  .page {
    grid-template-columns: 1fr;
    grid-template-areas:
      "header"
      "main"
      "‹aside→notes›";
  }

  .page > aside {
    border-left: none;
  }
}

==== printed recipe: the gap on the screen
kind: style
expect: silence
--- css/recipe.css
:root {
  --gap: «8px→12px»;
  --ink: #222;
  --radius: 8px;
}

.steps {
  display: grid;
  gap: var(--gap);
  padding: 8px;
  border-radius: var(--radius);
}

.steps > li {
  margin-bottom: var(--gap);
  color: var(--ink);
}

.timer {
  width: 8ch;
  border: 1px solid var(--ink);
}

/* Paper is small. */
@media print {
  :root {
    --gap: 8px;
    --ink: #000;
  }

  .timer {
    display: none;
  }
}

==== museum guide: a class and an id
kind: rename-class
--- guide/guide.css
body {
  display: flex;
}

.«panel→drawer» {
  width: 20rem;
  overflow: auto;
}

.‹panel→drawer› > h2 {
  font-size: 1.1rem;
}

#panel {
  background: ivory;
}

.panel-open .map {
  opacity: 0.4;
}

@media (max-width: 30rem) {
  .‹panel→drawer› {
    width: 100%;
  }
}
--- guide/index.html
<!DOCTYPE html>
<html lang="en">
  <head>
    <title>Guide</title>
    <link rel="stylesheet" href="guide.css">
  </head>
  <body class="panel-open">
    <button aria-controls="panel" type="button">Hide the panel</button>
    <section id="panel" class="‹panel→drawer›">
      <h2>Room 4</h2>
      <p>The altar panel was painted in 1480.</p>
    </section>
    <div class="map" data-role="panel"></div>
  </body>
</html>

==== phrase book: sides follow the direction of the text, except arrows
kind: style
--- src/phrases.css
.phrase {
  «margin-left→margin-inline-start»: 1rem;
  text-transform: none;
}

.phrase > .translation {
  «margin-left→margin-inline-start»: 2.5rem;
  color: dimgray;
}

.speaker {
  width: 1.5rem;
  ‹margin-left→margin-inline-start›: 0.25rem;
}

.chapter > .number {
  min-width: 2ch;
  ‹margin-left→margin-inline-start›: 0.5rem;
}

/* Drawn for one direction each. */
[dir="ltr"] .arrow {
  margin-left: 4px;
  transform: none;
}

[dir="rtl"] .arrow {
  margin-right: 4px;
  transform: scaleX(-1);
}

==== seismograph: the local of one function of a script
kind: rename-local
--- bin/pack.sh
#!/usr/bin/env bash
set -euo pipefail

spool=/var/spool/seismo
out=$spool/out

checksum() {
	local out=$1.sha256
	sha256sum "$1" >"$out"
	chmod 440 "$out"
}

pack() {
	local day=$1
	local «out→archive»=$spool/$day.tar.zst
	if [[ -e $‹out→archive› ]]; then
		echo "pack: $day is out already" >&2
		return 0
	fi
	tar --create --zstd --file "$‹out→archive›" -C "$spool" "$day"
	checksum "$‹out→archive›"
}

mkdir -p "$out"
for day in "$@"; do
	pack "$day"
	mv "$spool/$day".tar.zst* "$out"
done

==== scans: files are quoted, the flags are several words
kind: shell
--- bin/scans.sh
#!/bin/sh
set -eu

inbox=/srv/scans/in
store=/srv/scans/store

# several words, to be split
flags="-strip -colorspace gray"

store_scan() {
	file=$1
	name=$(basename «$file→"$file"» .tif)
	if [ ! -s «$file→"$file"» ]; then
		echo "scans: $file is empty" >&2
		return
	fi
	convert $flags ‹$file→"$file"› "$store/$name.png"
	rm ‹$file→"$file"›
}

for scan in "$inbox"/*.tif; do
	[ -e "$scan" ] || continue
	store_scan "$scan"
done

case $flags in
*gray*) echo "scans: in gray" ;;
esac

==== backups: no host has a status of its own
kind: error-handling
expect: silence
--- bin/backup.sh
#!/bin/bash
# Exits with 1 if a backup failed.
set -u

host=${1:-}
target=/backup/$host
keep=1

if [[ -z $host ]]; then
	echo "usage: backup.sh HOST" >&2
	exit «1→64»
fi

if ! mountpoint --quiet /backup; then
	echo "backup: the disk is not mounted" >&2
	exit 1
fi

mkdir -p "$target" || exit 1

if ! borg create "$target::{now}" "ssh://$host/etc"; then
	echo "backup: $host failed" >&2
	exit 1
fi

borg prune --keep-weekly "$keep" "$target"
exit 0

==== mirror: an option of the script, and one of rsync
kind: shell
keys: backspace
--- mirror.sh
#!/usr/bin/env bash
# Copies the packages to another host.
set -euo pipefail

usage() {
	echo "usage: mirror.sh [‹--dry-run→--simulate›] [--delete] HOST" >&2
	exit 2
}

options=(--archive --compress)
while (($# > 1)); do
	case $1 in
	«--dry-run→--simulate»)
		options+=(--dry-run)
		;;
	--delete)
		options+=(--delete-after)
		;;
	*)
		usage
		;;
	esac
	shift
done

(($# == 1)) || usage
rsync "${options[@]}" packages/ "$1:/srv/packages/"
--- README.md
# mirror

Copies all packages to a host:

    ./mirror.sh mirror1.example.org

With `‹--dry-run→--simulate›` nothing is copied; the names of the files are printed, as `rsync --dry-run` does it.
With `--delete`, packages that are gone here are removed there too.
