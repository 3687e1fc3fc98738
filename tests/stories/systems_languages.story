==== the highest tide has its own name
kind: rename-local
--- tide/gauge.go
package tide

import "fmt"

// Gauge is a pole in the harbour; its readings are in centimetres.
type Gauge struct {
	Name   string
	levels []int
}

// Add notes a reading.
func (g *Gauge) Add(level int) {
	g.levels = append(g.levels, level)
}

// Summary describes the readings of a gauge.
func (g *Gauge) Summary() string {
	if len(g.levels) == 0 {
		return g.Name + ": no level"
	}
	«level→highest» := g.levels[0]
	for _, next := range g.levels[1:] {
		if next > ‹level→highest› {
			‹level→highest› = next
		}
	}
	flooded := func(level int) bool { return level > 400 }
	if flooded(‹level→highest›) {
		return g.Name + ": flood level"
	}
	return fmt.Sprintf("%s: %d cm", g.Name, ‹level→highest›)
}

// Last returns the newest reading, or -1.
func (g *Gauge) Last() int {
	level := -1
	if n := len(g.levels); n > 0 {
		level = g.levels[n-1]
	}
	return level
}

==== frames around glyphs are gone
kind: change-signature
keys: backspace
--- raster/draw.go
package raster

import "log"

// Draw paints a glyph with its upper left corner at a point.
func Draw(canvas *Canvas, glyph Glyph, at Point«, debug bool→») {
	for y, row := range glyph.Rows {
		for x, ink := range row {
			if ink {
				canvas.Set(at.X+x, at.Y+y)
			}
		}
	}
«	if debug {
		canvas.Frame(at, len(glyph.Rows))
	}
→»}

// DrawText paints the glyphs of a text side by side.
func DrawText(canvas *Canvas, font Font, text string, at Point, debug bool) {
	if debug {
		log.Printf("text %q at %v", text, at)
	}
	for _, letter := range text {
		glyph := font[letter]
		Draw(canvas, glyph, at‹, debug→›)
		at.X += glyph.Width
	}
}
--- raster/types.go
package raster

import "image"

type Point struct{ X, Y int }

type Glyph struct {
	Rows  [][]bool
	Width int
}

type Font map[rune]Glyph

// Canvas is a picture of ink or no ink.
type Canvas struct {
	ink map[image.Point]bool
}

func NewCanvas() *Canvas {
	return &Canvas{ink: map[image.Point]bool{}}
}

func (c *Canvas) Set(x, y int) {
	c.ink[image.Pt(x, y)] = true
}

// Frame paints the left edge of a box.
func (c *Canvas) Frame(at Point, height int) {
	for y := range height {
		c.Set(at.X, at.Y+y)
	}
}
--- raster/label.go
package raster

const labelGap = 4

// Label paints a mark and a text beside it.
func Label(canvas *Canvas, font Font, mark Glyph, text string) {
	at := Point{X: labelGap, Y: labelGap}
	Draw(canvas, mark, at‹, false→›)
	canvas.Frame(at, len(mark.Rows))
	at.X += mark.Width + labelGap
	DrawText(canvas, font, text, at, false)
}

==== beacons have no radio any more
kind: field-removed
--- coast/beacon.go
package coast

// Beacon is a fixed light of the coast.
type Beacon struct {
	Name   string
	Metres float64
	Color  string
«	Radio  string
→»}

// Buoy floats.
type Buoy struct {
	Name  string
	Radio string
}

// Visible tells if the light reaches a ship.
func (b Beacon) Visible(distance float64) bool {
	return distance < 3.57*b.Metres
}

func (b Buoy) Call() string {
	return b.Name + " on " + b.Radio
}
--- coast/list.go
package coast

// Beacons are the lights from west to east.
var Beacons = []Beacon{
	{Name: "Old Mole", Metres: 12, Color: "red"‹, Radio: "VHF 16"→›},
	{Name: "Skerry", Metres: 31, Color: "white"‹, Radio: "VHF 12"→›},
	{Name: "South Head", Metres: 44, Color: "white"},
}

var Buoys = []Buoy{
	{Name: "Bell", Radio: "VHF 9"},
	{Name: "Fairway", Radio: "VHF 16"},
}

==== looms have a beaming phase
kind: enum-member
--- loom/phase.go
package loom

import "fmt"

// Phase is what a loom does at the moment.
type Phase uint8

const (
	PhaseIdle Phase = iota
	PhaseWarping
	PhaseWeaving«→
	PhaseBeaming»
)

var phaseNames = [...]string{
	PhaseIdle:    "idle",
	PhaseWarping: "warping",
	PhaseWeaving: "weaving",‹→
	PhaseBeaming: "beaming",¦re:\n\tPhaseBeaming: +"beaming",›
}

func (p Phase) String() string {
	if int(p) >= len(phaseNames) {
		return fmt.Sprintf("phase %d", p)
	}
	return phaseNames[p]
}
--- loom/panel.go
package loom

// Lamp is a light of the control panel.
type Lamp string

const (
	Green  Lamp = "green"
	Yellow Lamp = "yellow"
	Off    Lamp = "off"
)

// LampFor returns the lamp that is lit in a phase.
func LampFor(phase Phase) Lamp {
	switch phase {
	case PhaseIdle:
		return Off
	case PhaseWarping:
		return Yellow
	case PhaseWeaving:
		return Green‹→
	case PhaseBeaming:
		return Yellow¦@¦re:\n\tcase PhaseBeaming:\n\t\treturn \w+›
	default:
		panic("no such phase")
	}
}

// Busy tells if the loom must not be opened.
func Busy(phase Phase) bool {
	return phase != PhaseIdle
}

==== errors of the archive may be wrapped
kind: error-handling
--- archive/serve.go
package archive

import (
	"errors"
	"io"
	"net/http"
)

var (
	ErrMissing = errors.New("no such box")
	ErrSealed  = errors.New("box is sealed")
	ErrDamaged = errors.New("box is damaged")
)

// Opener finds the boxes of an archive.
type Opener interface {
	Open(shelf, box string) (io.ReadCloser, error)
}

func status(err error) int {
	switch {
	case err == nil:
		return http.StatusOK
	case «err == ErrMissing→errors.Is(err, ErrMissing)»:
		return http.StatusNotFound
	case ‹err == ErrSealed→errors.Is(err, ErrSealed)›:
		return http.StatusForbidden
	case ‹err == ErrDamaged→errors.Is(err, ErrDamaged)›:
		return http.StatusGone
	}
	return http.StatusInternalServerError
}

// Handler serves /{shelf}/{box}.
func Handler(boxes Opener) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		box, err := boxes.Open(r.PathValue("shelf"), r.PathValue("box"))
		if err != nil {
			http.Error(w, err.Error(), status(err))
			return
		}
		defer box.Close()
		if _, err := io.Copy(w, box); err != nil {
			w.WriteHeader(status(err))
		}
	}
}

==== quakes are returned by pointer
kind: return-type
--- seismo/parse.go
package seismo

import (
	"fmt"
	"strconv"
	"strings"
)

// Quake is a line of the bulletin.
type Quake struct {
	Region    string
	Magnitude float64
}

// Station is a line of the list of stations.
type Station struct {
	Code string
}

// ParseQuake reads "region;magnitude".
func ParseQuake(line string) («Quake→*Quake», error) {
	region, rest, ok := strings.Cut(line, ";")
	if !ok {
		return ‹Quake{}→nil›, fmt.Errorf("no magnitude in %q", line)
	}
	magnitude, err := strconv.ParseFloat(rest, 64)
	if err != nil {
		return ‹Quake{}→nil›, fmt.Errorf("magnitude of %s: %w", region, err)
	}
	return ‹Quake{→&Quake{›Region: region, Magnitude: magnitude}, nil
}

// ParseStation reads a code of four letters.
func ParseStation(line string) (Station, error) {
	if len(line) != 4 {
		return Station{}, fmt.Errorf("bad code %q", line)
	}
	return Station{Code: line}, nil
}

==== the ferry logs with slog
kind: log-statements
--- ferry/dock.go
package ferry

import (
	"«log→log/slog»"
	"time"
)

// Dock is where ferries load.
type Dock struct {
	Name     string
	capacity int
	loaded   int
}

// Load takes cars until the deck is full; it returns how many were left behind.
func (d *Dock) Load(cars int) int {
	«log.Printf("loading %d", cars)→slog.Info("loading", "cars", cars)»
	free := d.capacity - d.loaded
	if cars > free {
		left := cars - free
		d.loaded = d.capacity
		‹log.Printf("leaving %d", left)→slog.Info("leaving", "left", left)¦slog.Info("leaving", "cars", left)¦slog.Warn("leaving", "left", left)›
		return left
	}
	d.loaded += cars
	return 0
}

// Depart empties the dock.
func (d *Dock) Depart(delay time.Duration) {
	if delay > 0 {
		‹log.Printf("waiting %s", delay)→slog.Info("waiting", "delay", delay)›
		time.Sleep(delay)
	}
	d.loaded = 0
}

==== sinks publish their readings
kind: interface-method
--- hive/sink.go
// Package hive reports how bee hives are doing.
package hive

import (
	"encoding/json"
	"io"
	"sync"
)

// Reading is what the scale and the thermometer of a hive say.
type Reading struct {
	Hive    int
	Grams   int
	Celsius float64
}

// Sink takes readings.
type Sink interface {
	«Emit→Publish»(reading Reading) error
}

// JSONSink writes a line for each reading.
type JSONSink struct {
	out io.Writer
}

func (s *JSONSink) ‹Emit→Publish›(reading Reading) error {
	return json.NewEncoder(s.out).Encode(reading)
}

// MemorySink keeps readings for tests.
type MemorySink struct {
	mu       sync.Mutex
	readings []Reading
}

func (s *MemorySink) ‹Emit→Publish›(reading Reading) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readings = append(s.readings, reading)
	return nil
}

// Smoke is the signal of the keeper; it is no sink.
type Smoke struct {
	puffs int
}

func (s *Smoke) Emit(puffs int) {
	s.puffs += puffs
}
--- hive/poll.go
package hive

import "fmt"

// Scale weighs one hive.
type Scale func() (Reading, error)

// Poll asks every scale once.
func Poll(scales []Scale, sink Sink, smoke *Smoke) error {
	smoke.Emit(len(scales))
	for number, scale := range scales {
		reading, err := scale()
		if err != nil {
			return fmt.Errorf("scale %d: %w", number, err)
		}
		if err := sink.‹Emit→Publish›(reading); err != nil {
			return fmt.Errorf("‹emit→publish¦?› %d: %w", number, err)
		}
	}
	return nil
}

==== the last setting of a serial line is merged
kind: half-typed
--- serial/config.go
package serial

// Config of a port; zero values are not set.
type Config struct {
	Device string
	Baud   int
	Parity string
}

// Default is what most meters speak.
func Default() Config {
	return Config{Device: "/dev/ttyS0", Baud: 9600, Parity: "even"}
}

// Merge returns c with everything that other sets.
func (c Config) Merge(other Config) Config {
	if other.Device != "" {
		c.Device = other.Device
	}
	if other.Baud != 0 {
		c.Baud = other.Baud
	}«→
	if other.Parity != "" {
		»‹→c.Parity = other.Parity
	}¦c.Parity = other.Parity›
	return c
}

// Equal tells if both configure the same line.
func (c Config) Equal(other Config) bool {
	return c.Device == other.Device && c.Baud == other.Baud && c.Parity == other.Parity
}

==== only one alarm waits longer
kind: constants
expect: silence
--- mine/air.go
package mine

import "time"

const (
	methaneDelay  = 2 * time.Second
	monoxideDelay = «2→5» * time.Second
	oxygenDelay   = 2 * time.Second
)

// Gas is what a sensor of the shaft measures.
type Gas int

const (
	Methane Gas = iota
	Monoxide
	Oxygen
)

// Delay is how long a value must be bad before the siren is heard.
func Delay(gas Gas) time.Duration {
	switch gas {
	case Methane:
		return methaneDelay
	case Monoxide:
		return monoxideDelay
	default:
		return oxygenDelay
	}
}

// Limit is the bad value in parts per million.
func Limit(gas Gas) int {
	switch gas {
	case Methane:
		return 10_000
	case Monoxide:
		return 30
	default:
		return 190_000
	}
}

==== the thermometer of a kiln measures kelvin
kind: rename-field
--- src/lib.rs
//! Firing programs of a pottery kiln.

pub mod probe;

use probe::Probe;

/// A step of a firing program.
pub struct Step {
    pub temp: f32,
    pub minutes: u32,
}

/// Whether a step has reached its temperature.
pub fn reached(step: &Step, probe: &Probe) -> bool {
    probe.‹temp→kelvin› >= step.temp
}

pub fn hottest(program: &[Step]) -> f32 {
    program.iter().map(|step| step.temp).fold(0.0, f32::max)
}
--- src/probe.rs
use std::fmt;

/// What a thermocouple says.
#[derive(Clone, Copy)]
pub struct Probe {
    pub «temp→kelvin»: f32,
    pub volts: f32,
}

impl Probe {
    pub fn from_volts(volts: f32) -> Self {
        let temp = 293.0 + volts * 24_390.0;
        Probe { ‹temp→kelvin: temp›, volts }
    }

    /// Whether the wire is broken.
    pub fn broken(&self) -> bool {
        self.‹temp→kelvin› < 200.0 || self.volts < 0.0
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "‹temp→kelvin¦?› {:.0} K", self.‹temp→kelvin›)
    }
}

==== bells can be muffled
kind: enum-member
--- src/lib.rs
//! Change ringing.

mod stroke;
mod tower;

pub use stroke::Stroke;
pub use tower::Tower;
--- src/stroke.rs
/// How a bell is rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    Hand,
    Back,«→
    Muffled,»
}

impl Stroke {
    pub fn symbol(self) -> char {
        match self {
            Stroke::Hand => 'h',
            Stroke::Back => 'b',‹→
            Stroke::Muffled => 'm',¦@¦re:\n            Stroke::Muffled => '.',›
        }
    }

    pub fn from_symbol(symbol: char) -> Option<Stroke> {
        match symbol {
            'h' => Some(Stroke::Hand),
            'b' => Some(Stroke::Back),‹→
            'm' => Some(Stroke::Muffled),¦@¦re:\n            '.' => Some\(Stroke::Muffled\),›
            _ => None,
        }
    }
}
--- src/tower.rs
use crate::Stroke;

/// The bells of a church, the treble first.
pub struct Tower {
    pub bells: Vec<u32>,
}

impl Tower {
    /// How far the sound of a bell carries, in metres.
    pub fn reach(&self, bell: usize, stroke: Stroke) -> u32 {
        let weight = self.bells[bell];
        match stroke {
            Stroke::Hand => weight * 2,
            Stroke::Back => weight * 3,‹→
            Stroke::Muffled => weight,¦@¦re:\n            Stroke::Muffled => [\w *]+,›
        }
    }

    pub fn is_light(&self, bell: usize) -> bool {
        self.bells[bell] < 300
    }
}

==== plotters may change while they draw
kind: interface-method
--- src/plot.rs
use std::fmt::Write;

/// A machine that moves a pen.
pub trait Plotter {
    fn name(&self) -> String;
    fn line_to(«&self→&mut self», x: i32, y: i32) -> bool;
    fn is_down(&self) -> bool;
}

/// A plotter that accepts HPGL.
pub struct Hpgl {
    commands: String,
    down: bool,
}

impl Plotter for Hpgl {
    fn name(&self) -> String {
        "hpgl".to_string()
    }

    fn line_to(‹&self→&mut self›, x: i32, y: i32) -> bool {
        let command = format!("PA{x},{y};");
        self.down && command.len() < 80
    }

    fn is_down(&self) -> bool {
        self.down
    }
}

/// A plotter of tests.
pub struct Dummy;

impl Plotter for Dummy {
    fn name(&self) -> String {
        "dummy".to_string()
    }

    fn line_to(‹&self→&mut self›, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0
    }

    fn is_down(&self) -> bool {
        true
    }
}

impl Hpgl {
    pub fn select(&mut self, pen: u8) {
        write!(self.commands, "SP{pen};").expect("a string can be written");
        self.down = pen > 0;
    }
}

==== the stations of a railway are sorted
kind: api-migration
--- src/rail.rs
use std::collections::{«HashMap→BTreeMap», HashSet, VecDeque};

/// The tracks between stations.
#[derive(Default)]
pub struct Network {
    tracks: ‹HashMap→BTreeMap›<String, Vec<String>>,
}

impl Network {
    pub fn connect(&mut self, from: &str, to: &str) {
        self.tracks.entry(from.to_string()).or_default().push(to.to_string());
    }

    /// How many tracks lead from a station to every other station.
    pub fn distances(&self, start: &str) -> ‹HashMap→BTreeMap›<String, u32> {
        let mut found = ‹HashMap→BTreeMap›::new();
        let mut seen = HashSet::new();
        let mut queue = VecDeque::from([(start.to_string(), 0)]);
        while let Some((name, distance)) = queue.pop_front() {
            if !seen.insert(name.clone()) {
                continue;
            }
            for next in self.tracks.get(&name).into_iter().flatten() {
                queue.push_back((next.clone(), distance + 1));
            }
            found.insert(name, distance);
        }
        found
    }
}

==== a bulletin that is broken is an error
kind: error-handling
--- src/snow.rs
use std::error::Error;
use std::fs;
use std::path::Path;

/// A line of the avalanche bulletin.
pub struct Slope {
    pub name: String,
    pub height: u32,
    pub danger: u8,
    pub fresh: f32,
}

pub fn parse(line: &str) -> Result<Slope, Box<dyn Error>> {
    let mut cells = line.split('\t');
    let mut next = || cells.next().ok_or("a cell is missing");
    Ok(Slope {
        name: next()«.unwrap()→?».to_string(),
        height: next()«.unwrap()→?».parse()‹.unwrap()→?›,
        danger: next()‹.unwrap()→?›.parse()‹.unwrap()→?›,
        fresh: next()‹.unwrap()→?›.parse()‹.unwrap()→?›,
    })
}

pub fn load(path: &Path) -> Result<Vec<Slope>, Box<dyn Error>> {
    fs::read_to_string(path)?.lines().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_line_has_four_cells() {
        let slope = parse("Nordhang\t2100\t3\t0.4").unwrap();
        assert_eq!(slope.height, 2100);
        assert!(parse("Nordhang\t2100").is_err());
    }
}

==== thread counts are called ends
kind: docs-follow-code
--- src/weave.rs
/// Returns the width of a cloth in millimetres.
///
/// # Arguments
///
/// * `‹threads→ends›` - how many ‹threads→ends¦?› the warp has
/// * `density` - threads per centimetre
///
/// # Panics
///
/// Panics if `‹threads→ends›` is zero.
pub fn width(«threads→ends»: u32, density: u32) -> u32 {
    assert!(‹threads→ends› > 0, "no ‹threads→ends¦?›");
    ‹threads→ends› * 10 / density
}

/// Returns how much yarn the weft needs, in metres.
///
/// * `threads` - how many threads are woven in
pub fn weft(threads: u32, width: u32) -> u32 {
    threads * width / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_cloth() {
        let threads = 120;
        assert_eq!(width(threads, 12), 100);
        assert_eq!(weft(threads, 100), 12);
    }
}

==== packets make a bounded number of hops
kind: constants
--- src/mesh.rs
//! Packets of a radio mesh.

«→const MAX_HOPS: u8 = 7;
»const PREAMBLE: [u8; 2] = [0xaa, 0x2d];

#[derive(Clone, Debug, PartialEq)]
pub struct Packet {
    pub sender: u16,
    pub hops: u8,
    pub body: Vec<u8>,
}

impl Packet {
    pub fn new(sender: u16, body: &[u8]) -> Self {
        Packet { sender, hops: «7→MAX_HOPS», body: body.to_vec() }
    }

    /// The packet that is sent on, if it may still travel.
    pub fn relay(&self) -> Option<Packet> {
        if self.hops == 0 || self.hops > ‹7→MAX_HOPS› {
            return None;
        }
        Some(Packet { hops: self.hops - 1, ..self.clone() })
    }

    /// How many relays have had the packet.
    pub fn travelled(&self) -> u8 {
        ‹7→MAX_HOPS› - self.hops
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = PREAMBLE.to_vec();
        bytes.extend(self.sender.to_be_bytes());
        bytes.push(self.hops << 4);
        bytes.extend(&self.body);
        bytes.push(bytes.iter().fold(0, |sum, byte| sum ^ byte.rotate_left(3)));
        bytes
    }
}

==== visited squares are not collected any more
kind: code-deleted
--- src/knight.rs
use std::collections::‹{BTreeMap, HashSet}→BTreeMap¦{BTreeMap}›;

type Square = (i8, i8);

const JUMPS: [Square; 4] = [(1, 2), (2, 1), (-1, 2), (-2, 1)];

/// The squares that a knight reaches with a jump to the right or up.
pub fn jumps(from: Square) -> Vec<Square> {
    JUMPS
        .iter()
        .map(|jump| (from.0 + jump.0, from.1 + jump.1))
        .filter(|to| (0..8).contains(&to.0) && (0..8).contains(&to.1))
        .collect()
}

«/// The squares of a tour, without order.
pub fn visited(tour: &[Square]) -> HashSet<Square> {
    tour.iter().copied().collect()
}

→»/// How often the squares of a tour are visited.
pub fn visits(tour: &[Square]) -> BTreeMap<Square, usize> {
    let mut counts = BTreeMap::new();
    for square in tour {
        *counts.entry(*square).or_insert(0) += 1;
    }
    counts
}

==== a symbol of a chart tells its depth
kind: half-typed
--- src/chart.rs
/// A symbol of a sea chart.
pub struct Symbol {
    code: u16,
    label: String,
    depth: f32,
}

impl Symbol {
    pub fn new(code: u16, label: &str, depth: f32) -> Self {
        Symbol { code, label: label.to_string(), depth }
    }

    pub fn code(&self) -> u16 {
        self.code
    }

    pub fn label(&self) -> &str {
        &self.label
    }«→

    pub fn depth(&self) -> f32 {
        sel»‹→f.depth
    }¦f.depth›
}

==== a clock gets its old name back
kind: undo
expect: silence
do: edit, pause 1, undo
--- src/blitz.rs
use std::time::Duration;

/// The two clocks of a game of chess.
pub struct Clocks {
    left: [Duration; 2],
    turn: usize,
}

impl Clocks {
    pub fn new(«minutes→limit»: u64) -> Self {
        let each = Duration::from_secs(minutes * 60);
        Clocks { left: [each, each], turn: 0 }
    }

    /// Ends a move that took some time; false if the flag has fallen.
    pub fn press(&mut self, used: Duration) -> bool {
        let left = &mut self.left[self.turn];
        *left = left.saturating_sub(used);
        let alive = !left.is_zero();
        self.turn = 1 - self.turn;
        alive
    }

    pub fn minutes(&self, player: usize) -> u64 {
        self.left[player].as_secs() / 60
    }
}

==== a sluice is a lock chamber
kind: rename-class
--- src/canal/Canal.java
package canal;

import java.util.ArrayList;
import java.util.List;

/** A waterway with locks from sea to hill. */
public class Canal {
    private final List<‹Sluice→Chamber›> steps = new ArrayList<>();

    public void add(double rise) {
        steps.add(new ‹Sluice→Chamber›(rise));
    }

    public double height() {
        return steps.stream().mapToDouble(‹Sluice→Chamber›::rise).sum();
    }

    public String describe() {
        return "‹Sluice→Chamber¦?› steps: " + steps.size();
    }
}

/** One step. */
class «Sluice→Chamber» {
    private final double rise;

    ‹Sluice→Chamber›(double rise) {
        this.rise = rise;
    }

    double rise() {
        return rise;
    }
}

/** A gate that only holds the flood back. */
class SluiceGate {
    boolean open;
}

==== the moment of a recording comes first
kind: change-signature
--- src/scope/Dome.java
package scope;

import java.time.Instant;

/** Plans the nights of a telescope. */
public class Dome {
    private final Schedule schedule;

    public Dome(Schedule schedule) {
        this.schedule = schedule;
    }

    public void openFor(Target target, Instant dusk) {
        schedule.expose(‹target, dusk→dusk, target›, 30);
        for (int shot = 1; shot <= 3; shot++) {
            Instant start = dusk.plusSeconds(shot * 60L);
            schedule.expose(‹target, start→start, target›, 45);
        }
        schedule.park(target, dusk.plusSeconds(600));
    }

    public void calibrate(Instant noon) {
        schedule.expose(‹Target.FLAT, noon→noon, Target.FLAT›, 5);
    }
}
--- src/scope/Schedule.java
package scope;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

public class Schedule {
    private final Map<Instant, String> entries = new TreeMap<>();

    public void expose(«Target target, Instant at→Instant at, Target target», int seconds) {
        entries.put(at, target.name() + " for " + seconds + " s");
    }

    public void park(Target target, Instant at) {
        entries.put(at, "park after " + target.name());
    }

    public Map<Instant, String> entries() {
        return entries;
    }
}
--- src/scope/Target.java
package scope;

/** Something in the sky, or on the wall of the dome. */
public record Target(String name, double rightAscension, double declination) {
    public static final Target FLAT = new Target("flat", 0, 0);
}

==== stamps have a perforation
kind: field-added
--- src/philately/Stamp.java
package philately;

/** A stamp of the catalogue. */
public record Stamp(String country, int year, String motif«→, double perforation») {
    public boolean isClassic() {
        return year < 1900;
    }

    public Stamp reissued(int newYear) {
        return new Stamp(country, newYear, motif‹→, perforation›);
    }
}
--- src/philately/Catalogue.java
package philately;

import java.util.List;

public final class Catalogue {
    /** Postmarks are no stamps. */
    public record Postmark(String country, int year, String town) {}

    private static final List<Stamp> STAMPS = List.of(
            new Stamp("GB", 1840, "Queen"‹→, 0.0¦@¦re:, [\d.]+›),
            new Stamp("CH", 1854, "Helvetia"‹→, 0.0¦@¦re:, [\d.]+›));

    private static final List<Postmark> POSTMARKS = List.of(
            new Postmark("CH", 1861, "Bern"));

    private Catalogue() {}

    public static List<Stamp> stamps() {
        return STAMPS;
    }

    public static List<Postmark> postmarks() {
        return POSTMARKS;
    }
}

==== sheet music knows sixteenth notes
kind: enum-member
--- src/score/Note.java
package score;

/** How long a note is. */
public enum Note {
    WHOLE,
    HALF,
    QUARTER,
    EIGHTH,«→
    SIXTEENTH,»
}
--- src/score/Engraver.java
package score;

public class Engraver {
    private final StringBuilder page = new StringBuilder();

    /** The flags of a note's stem. */
    static int flags(Note note) {
        return switch (note) {
            case WHOLE, HALF, QUARTER -> 0;
            case EIGHTH -> 1;‹→
            case SIXTEENTH -> 2;¦@¦re:\n            case SIXTEENTH -> \d+;›
        };
    }

    static double beats(Note note) {
        return switch (note) {
            case WHOLE -> 4;
            case HALF -> 2;
            case QUARTER -> 1;
            case EIGHTH -> 0.5;‹→
            case SIXTEENTH -> 0.25;¦@¦re:\n            case SIXTEENTH -> [\d.]+;›
        };
    }

    public void draw(Note note) {
        page.append(note == Note.WHOLE ? 'o' : 'd');
        page.append("~".repeat(flags(note)));
    }

    public String page() {
        return page.toString();
    }
}

==== feeders know the weight of a bird
kind: interface-method
--- src/aviary/Feeder.java
package aviary;

/** Gives food to birds. */
public interface Feeder {
    int portion(String species«→, int grams»);

    boolean isEmpty();
}
--- src/aviary/SeedFeeder.java
package aviary;

public class SeedFeeder implements Feeder {
    private int seeds = 500;

    @Override
    public int portion(String species‹→, int grams›) {
        int wanted = species.equals("finch") ? 4 : 9;
        int given = Math.min(wanted, seeds);
        seeds -= given;
        return given;
    }

    @Override
    public boolean isEmpty() {
        return seeds == 0;
    }

    int portion(char size) {
        return size == 'L' ? 9 : 4;
    }
}
--- src/aviary/Keeper.java
package aviary;

import java.util.List;

public class Keeper {
    private final Feeder feeder;
    private final SeedFeeder spare = new SeedFeeder();

    public Keeper(Feeder feeder) {
        this.feeder = feeder;
    }

    /** Feeds all birds of a cage. */
    public int feed(List<String> cage, int grams) {
        int total = spare.portion('L');
        for (String species : cage) {
            if (!feeder.isEmpty()) {
                total += feeder.portion(species‹→, grams›);
            }
        }
        return total;
    }
}

==== copies of lists are immutable
kind: api-migration
--- src/crossword/Grid.java
package crossword;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The words of a crossword. */
public class Grid {
    private final List<String> across = new ArrayList<>();
    private final List<String> down = new ArrayList<>();
    private final List<String> hints = new ArrayList<>();
    private final List<Integer> blocks = new ArrayList<>();

    public void addAcross(String word, String hint) {
        across.add(word);
        hints.add(hint);
        Collections.sort(across);
    }

    public void addDown(String word, String hint) {
        down.add(word);
        hints.add(hint);
    }

    public List<String> across() {
        return «Collections.unmodifiableList(across)→List.copyOf(across)»;
    }

    public List<String> down() {
        return «Collections.unmodifiableList(down)→List.copyOf(down)»;
    }

    public List<String> hints() {
        return ‹Collections.unmodifiableList(hints)→List.copyOf(hints)›;
    }

    public List<Integer> blocks() {
        return ‹Collections.unmodifiableList(blocks)→List.copyOf(blocks)›;
    }
}

==== failures of a gramophone keep their cause
kind: error-handling
--- src/gramophone/Loader.java
package gramophone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class Loader {
    /** A record cannot be played. */
    public static class RecordException extends Exception {
        private static final long serialVersionUID = 1;

        public RecordException(String message) {
            super(message);
        }

        public RecordException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private final Path folder;

    public Loader(Path folder) {
        this.folder = folder;
    }

    public byte[] sound(String title) throws RecordException {
        try {
            return Files.readAllBytes(folder.resolve(title + ".wav"));
        } catch (IOException e) {
            throw new RecordException("no sound of " + title«→, e»);
        }
    }

    public int speed(String title) throws RecordException {
        try {
            return Integer.parseInt(text(title).strip());
        } catch (NumberFormatException e) {
            throw new RecordException("no speed of " + title‹→, e›);
        }
    }

    public String text(String title) throws RecordException {
        if (title.isBlank()) {
            throw new RecordException("no title");
        }
        try {
            return Files.readString(folder.resolve(title + ".txt"));
        } catch (IOException e) {
            throw new RecordException("no text of " + title‹→, e›);
        }
    }
}

==== a glacier may have no stake
kind: return-type
--- src/ice/Stakes.java
package ice;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The stakes that show how a glacier moves. */
public class Stakes {
    /** Where a stake was seen. */
    public record Stake(String id, double east, double north) {}

    private final Map<String, Stake> stakes = new HashMap<>();
    private final Map<String, Double> heights = new HashMap<>();

    public Optional<Double> height(String id) {
        return Optional.ofNullable(heights.get(id));
    }

    /** The stake that is nearest to a point. */
    public «Stake→Optional<Stake>» nearest(double east, double north) {
        if (stakes.isEmpty()) {
            return ‹null→Optional.empty()›;
        }
        Stake best = stakes.values().iterator().next();
        for (Stake stake : stakes.values()) {
            if (distance(stake, east, north) < distance(best, east, north)) {
                best = stake;
            }
        }
        return ‹best→Optional.of(best)¦Optional.ofNullable(best)›;
    }

    public void put(Stake stake, double height) {
        stakes.put(stake.id(), stake);
        heights.put(stake.id(), height);
    }

    private static double distance(Stake stake, double east, double north) {
        return Math.hypot(stake.east() - east, stake.north() - north);
    }
}

==== one sentence of a lift is friendlier
kind: unrelated
expect: silence
--- src/lift/Announcer.java
package lift;

import java.util.List;

/** What the loudspeaker of a lift says. */
public class Announcer {
    private final List<String> floors;

    public Announcer(List<String> floors) {
        this.floors = floors;
    }

    public String arriving(int floor) {
        return "Floor " + floors.get(floor);
    }

    public String overloaded() {
        return "«Too many people→Please let someone get off»";
    }

    public String closing() {
        return "Doors close";
    }

    public String stuck() {
        return "Please wait for help";
    }

    /** Says nothing if the lift did not move. */
    public String between(int from, int to) {
        if (from == to) {
            return "";
        }
        return from < to ? "Going up" : "Going down";
    }
}

==== the spool of a tape is wound
kind: rename-function
--- src/tape.c
#include "tape.h"

#include "motor.h"

#define TICKS_PER_TURN 48

static void «turn→wind»(struct tape *tape, int ticks);

void tape_rewind(struct tape *tape)
{
    ‹turn→wind›(tape, -tape->position);
}

void tape_seek(struct tape *tape, int number)
{
    int target = number * TICKS_PER_TURN;

    ‹turn→wind›(tape, target - tape->position);
}

int tape_turn(const struct tape *tape)
{
    int turn = tape->position / TICKS_PER_TURN;

    return turn < 0 ? 0 : turn;
}

/* Moves the spool by some ticks; the motor may slip. */
static void ‹turn→wind›(struct tape *tape, int ticks)
{
    tape->position += motor_turn(tape->motor, ticks);
}
--- src/tape.h
#ifndef TAPE_H
#define TAPE_H

struct tape {
    int motor;
    int position;
};

void tape_rewind(struct tape *tape);
void tape_seek(struct tape *tape, int number);
int tape_turn(const struct tape *tape);

#endif
--- src/motor.h
#ifndef MOTOR_H
#define MOTOR_H

/* Turns a motor; returns how many ticks it has turned. */
int motor_turn(int motor, int ticks);

#endif

==== a barcode is checked with its length
kind: change-signature
keys: paste
--- lib/barcode.h
#ifndef BARCODE_H
#define BARCODE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the last digit is the right one. */
bool barcode_valid(const char *digits‹→, size_t length›);

/* The check digit of the first digits. */
int barcode_check_digit(const char *digits, size_t length);

#endif
--- lib/barcode.c
#include "barcode.h"

int barcode_check_digit(const char *digits, size_t length)
{
    int sum = 0;

    for (size_t i = 0; i < length; i++) {
        int weight = (length - i) % 2 ? 3 : 1;
        sum += weight * (digits[i] - '0');
    }
    return (10 - sum % 10) % 10;
}

bool barcode_valid(const char *digits«→, size_t length»)
{
«    size_t length = 0;

    while (digits[length] >= '0' && digits[length] <= '9')
        length++;
→»    if (length < 8)
        return false;
    return barcode_check_digit(digits, length - 1) == digits[length - 1] - '0';
}
--- app/scan.c
#include "barcode.h"

#include <stdio.h>
#include <string.h>

/* Reads codes from a scanner, one in each line. */
int scan(FILE *scanner)
{
    char line[32];
    int good = 0;

    while (fgets(line, sizeof line, scanner) != NULL) {
        size_t used = strcspn(line, "\r\n");

        line[used] = '\0';
        if (barcode_valid(line‹→, used¦, strlen(line)¦@›))
            good++;
        else
            fprintf(stderr, "bad code: %s\n", line);
    }
    return good;
}

==== laps of a slot car are not whole seconds
kind: field-retyped
--- slot/lap.h
#ifndef LAP_H
#define LAP_H

struct lap {
    int lane;
    «long→double» seconds;
};

struct pause {
    int lane;
    long seconds;
};

«long→double» lap_total(const struct lap *laps, int count);
long pause_total(const struct pause *pauses, int count);
void lap_print(const struct lap *lap);
void pause_print(const struct pause *pause);

#endif
--- slot/lap.c
#include "lap.h"

#include <stdio.h>

‹long→double› lap_total(const struct lap *laps, int count)
{
    ‹long→double› total = 0;

    for (int i = 0; i < count; i++)
        total += laps[i].seconds;
    return total;
}

long pause_total(const struct pause *pauses, int count)
{
    long total = 0;

    for (int i = 0; i < count; i++)
        total += pauses[i].seconds;
    return total;
}

void lap_print(const struct lap *lap)
{
    printf("lane %d: ‹%ld→%.2f¦re:%[\d.]*[fg]› s\n", lap->lane, lap->seconds);
}

void pause_print(const struct pause *pause)
{
    printf("lane %d: pause of %ld s\n", pause->lane, pause->seconds);
}

==== a font is closed when it is broken
kind: error-handling
--- src/font.c
#include "font.h"

#include <stdlib.h>
#include <string.h>

/* Reads the header of a bitmap font; returns NULL if it is broken. */
struct font *font_read(const char *path)
{
    unsigned char head[8];
    struct font *font;
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        return NULL;
    font = calloc(1, sizeof *font);
    if (font == NULL)
        goto fail;
    if (fread(head, 1, sizeof head, file) != sizeof head)
        «return NULL→goto fail»;
    if (memcmp(head, "BFNT", 4) != 0)
        «return NULL→goto fail»;
    font->height = head[4];
    font->count = head[5];
    if (font->height == 0 || font->count == 0)
        ‹return NULL→goto fail›;
    font->bits = malloc((size_t)font->height * font->count);
    if (font->bits == NULL)
        ‹return NULL→goto fail›;
    font->file = file;
    return font;

fail:
    free(font);
    fclose(file);
    return NULL;
}

/* Returns the first byte of a glyph. */
const unsigned char *font_glyph(const struct font *font, int code)
{
    if (code < 0 || code >= font->count)
        return NULL;
    return font->bits + (size_t)code * font->height;
}
--- src/font.h
#ifndef FONT_H
#define FONT_H

#include <stdio.h>

struct font {
    FILE *file;
    int height;
    int count;
    unsigned char *bits;
};

struct font *font_read(const char *path);
const unsigned char *font_glyph(const struct font *font, int code);

#endif

==== complaints of a pump go to the log
kind: log-statements
--- src/pump.c
#include "log.h"

#include <stdio.h>

enum { DRY = -20, HOT = 85 };

struct pump {
    int id;
    int celsius;
    int pressure;
    int running;
};

int pump_start(struct pump *pump)
{
    if (pump->running) {
        «fprintf(stderr, "pump %d runs already\n", pump->id);→log_error("pump %d runs already", pump->id);»
        return -1;
    }
    if (pump->celsius > HOT) {
        «fprintf(stderr, "pump %d is hot\n", pump->id);→log_error("pump %d is hot", pump->id);»
        return -1;
    }
    if (pump->pressure < DRY) {
        ‹fprintf(stderr, "pump %d is dry\n", pump->id);→log_error("pump %d is dry", pump->id);›
        return -1;
    }
    pump->running = 1;
    return 0;
}

void pump_report(const struct pump *pump, FILE *out)
{
    fprintf(out, "pump %d: %d C\n", pump->id, pump->celsius);
}

void pump_stop(struct pump *pump)
{
    if (!pump->running)
        ‹fprintf(stderr, "pump %d is off\n", pump->id);→log_error("pump %d is off", pump->id);›
    pump->running = 0;
}
--- src/log.h
#ifndef LOG_H
#define LOG_H

/* Writes a line with the time; no newline is needed. */
void log_error(const char *format, ...);
void log_info(const char *format, ...);

#endif

==== a barrel has no capcity
kind: typo
--- cellar/barrel.h
#ifndef BARREL_H
#define BARREL_H

#define «BARREL_CAPCITY→BARREL_CAPACITY» 225
#define CASK_CAPACITY 60

struct barrel {
    int litres;
    int year;
};

int barrel_fill(struct barrel *barrel, int litres);
int barrel_percent(const struct barrel *barrel);

#endif
--- cellar/barrel.c
#include "barrel.h"

/* Returns what does not fit. */
int barrel_fill(struct barrel *barrel, int litres)
{
    int left = 0;

    barrel->litres += litres;
    if (barrel->litres > ‹BARREL_CAPCITY→BARREL_CAPACITY›) {
        left = barrel->litres - ‹BARREL_CAPCITY→BARREL_CAPACITY›;
        barrel->litres -= left;
    }
    return left;
}

int barrel_percent(const struct barrel *barrel)
{
    return 100 * barrel->litres / ‹BARREL_CAPCITY→BARREL_CAPACITY›;
}

==== one error of a modem is printed while debugging
kind: unrelated
expect: silence
--- src/modem.c
#include <stdio.h>
#include <string.h>

struct modem {
    FILE *line;
    char answer[64];
};

static int expect(struct modem *modem, const char *wanted)
{
    if (fgets(modem->answer, sizeof modem->answer, modem->line) == NULL)
        return -1;
    return strncmp(modem->answer, wanted, strlen(wanted)) == 0 ? 0 : -1;
}

int modem_dial(struct modem *modem, const char *number)
{
    fprintf(modem->line, "ATD%s\r", number);
    if (expect(modem, "CONNECT") < 0) {
«→        printf("dial %s: %s\n", number, modem->answer);
»        return -1;
    }
    return 0;
}

int modem_hang_up(struct modem *modem)
{
    fprintf(modem->line, "ATH\r");
    if (expect(modem, "OK") < 0) {
        return -1;
    }
    return 0;
}

int modem_reset(struct modem *modem)
{
    fprintf(modem->line, "ATZ\r");
    if (expect(modem, "OK") < 0) {
        return -1;
    }
    return 0;
}

==== one piece of a puzzle is worth more
kind: table-value
expect: silence
--- src/pieces.c
#include "pieces.h"

/* Width, height, points and the first color of the pieces. */
static const struct piece pieces[PIECE_COUNT] = {
    { 1, 1, 10, 'r' },
    { 2, 1, 20, 'g' },
    { 2, 2, «20→45», 'b' },
    { 3, 1, 20, 'y' },
    { 3, 2, 30, 'r' },
};

const struct piece *piece_at(int index)
{
    return index >= 0 && index < PIECE_COUNT ? &pieces[index] : 0;
}

int piece_points(const int *counts)
{
    int points = 0;

    for (int i = 0; i < PIECE_COUNT; i++)
        points += counts[i] * pieces[i].points;
    return points >= 20 ? points + 5 : points;
}
--- src/pieces.h
#ifndef PIECES_H
#define PIECES_H

#define PIECE_COUNT 5

struct piece {
    int width;
    int height;
    int points;
    char color;
};

const struct piece *piece_at(int index);
int piece_points(const int *counts);

#endif

==== a dive has a water temperature
kind: field-added
--- src/dive.hpp
#pragma once

#include <ostream>
#include <string>

/// An entry of a diver's log.
struct Dive {
    std::string site;
    double depth = 0;
    int minutes = 0;«→
    double celsius = 0;»

    bool operator==(const Dive& other) const {
        return site == other.site && depth == other.depth && minutes == other.minutes‹→ && celsius == other.celsius›;
    }
};

/// Writes a dive as a line of CSV.
inline std::ostream& operator<<(std::ostream& out, const Dive& dive) {
    return out << dive.site << ',' << dive.depth << ',' << dive.minutes‹→ << ',' << dive.celsius›;
}
--- src/buddy.hpp
#pragma once

#include <string>

struct Buddy {
    std::string name;
    int minutes = 0;

    bool operator==(const Buddy& other) const {
        return name == other.name && minutes == other.minutes;
    }
};

==== organ pipes sound at a pressure
kind: interface-method
--- src/pipe.hpp
#pragma once

#include <cmath>

/// A pipe of an organ.
class Pipe {
public:
    virtual ~Pipe() = default;
    virtual double pitch() const = 0;
    virtual double loudness(«→double pressure») const = 0;
};

/// Has no lid.
class OpenPipe : public Pipe {
public:
    explicit OpenPipe(double metres) : metres_(metres) {}

    double pitch() const override { return 343 / (2 * metres_); }
    double loudness(‹→double pressure›) const override;

private:
    double metres_;
};

/// Sounds an octave lower.
class StoppedPipe : public Pipe {
public:
    explicit StoppedPipe(double metres) : metres_(metres) {}

    double pitch() const override { return 343 / (4 * metres_); }
    double loudness(‹→double pressure›) const override;

private:
    double metres_;
};

/// The speaker of the practice room.
class Speaker {
public:
    double loudness() const { return 60; }
};
--- src/pipe.cpp
#include "pipe.hpp"

double OpenPipe::loudness(‹→double pressure›) const {
    return 60 + 20 * std::log10(metres_);
}

double StoppedPipe::loudness(‹→double pressure›) const {
    return 57 + 20 * std::log10(metres_);
}

==== the slow mode of a printer is a fine mode
kind: rename-enum-member
--- src/plan.hpp
#pragma once

namespace print {

enum class Speed { Draft, Normal, «Slow→Fine» };
enum class Fan { Off, Slow, Full };

/// How fast the head moves, in mm/s.
constexpr int velocity(Speed speed) {
    switch (speed) {
    case Speed::Draft: return 120;
    case Speed::Normal: return 80;
    case Speed::‹Slow→Fine›: return 35;
    }
    return 0;
}

Fan fan_for(Speed speed, int layer);

}  // namespace print
--- src/plan.cpp
#include "plan.hpp"

namespace print {

Fan fan_for(Speed speed, int layer) {
    if (layer == 0) {
        return Fan::Off;
    }
    if (speed == Speed::‹Slow→Fine› || layer < 3) {
        return Fan::Slow;
    }
    return Fan::Full;
}

static_assert(velocity(Speed::‹Slow→Fine›) < velocity(Speed::Draft));

}  // namespace print

==== an ancestor may be unknown
kind: imports
--- src/tree.hpp
#pragma once

‹→#include <optional>
¦#1›#include <map>
‹→#include <optional>
¦#1›#include <string>
‹→#include <optional>
¦#1›
/// Who descends from whom.
class Tree {
public:
    void add(const std::string& child, const std::string& mother);
    «std::string→std::optional<std::string>» mother_of(const std::string& child) const;
    std::string describe(const std::string& child) const;

private:
    std::map<std::string, std::string> mothers_;
};
--- src/tree.cpp
#include "tree.hpp"

void Tree::add(const std::string& child, const std::string& mother) {
    mothers_[child] = mother;
}

‹std::string→std::optional<std::string>› Tree::mother_of(const std::string& child) const {
    const auto found = mothers_.find(child);
    if (found == mothers_.end()) {
        return ‹""→std::nullopt¦{}›;
    }
    return found->second;
}

std::string Tree::describe(const std::string& child) const {
    if (child.empty()) {
        return "";
    }
    return child + (mothers_.count(child) > 0 ? " has a mother" : " is an ancestor");
}

==== a kite does not dive any more
kind: code-deleted
--- src/kite.hpp
#pragma once

/// A kite with two lines.
class Kite {
public:
    void pull(double left, double right);
«    void dive(double metres);
→»    void climb(double metres);
    double height() const;

private:
    double height_ = 0;
    double roll_ = 0;
};
--- src/kite.cpp
#include "kite.hpp"

#include <algorithm>

void Kite::pull(double left, double right) {
    roll_ = std::clamp(roll_ + left - right, -90.0, 90.0);
}

‹void Kite::dive(double metres) {
    height_ = std::max(0.0, height_ - metres);
}

→›void Kite::climb(double metres) {
    height_ = std::min(60.0, height_ + metres);
}

double Kite::height() const {
    return height_;
}

==== aliases of a synthesizer are modern
kind: style
--- src/types.hpp
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace synth {

«typedef float Sample;→using Sample = float;»
«typedef std::uint8_t Key;→using Key = std::uint8_t;»
‹typedef std::vector<Sample> Buffer;→using Buffer = std::vector<Sample>;›

/// Moves a wave on by one sample.
struct Phase {
    ‹typedef double Value;→using Value = double;›

    Value now = 0;
    Value step = 0;
};

‹typedef std::map<Key, Phase> Voices;→using Voices = std::map<Key, Phase>;›
using Wave = std::function<Sample(Phase::Value)>;

inline void mix(const Voices& voices, const Wave& wave, Buffer& out) {
    for (Sample& sample : out) {
        sample = 0;
        for (const auto& [key, phase] : voices) {
            sample += wave(phase.now) / static_cast<Sample>(key + 1);
        }
    }
}

}  // namespace synth

==== a tram stop is not express after all
kind: undo
expect: silence
do: edit, pause 1.5, undo
--- src/line.hpp
#pragma once

#include <string>
#include <vector>

/// A line of trams.
class Line {
public:
    void add_stop(const std::string& name, int minute«→, bool express»);
    int ride(const std::string& from, const std::string& to) const;

private:
    struct Stop {
        std::string name;
        int minute;
    };
    std::vector<Stop> stops_;
};
--- src/line.cpp
#include "line.hpp"

#include <cstdlib>

void Line::add_stop(const std::string& name, int minute) {
    stops_.push_back({name, minute});
}

int Line::ride(const std::string& from, const std::string& to) const {
    int begin = 0;
    int end = 0;
    for (const Stop& stop : stops_) {
        if (stop.name == from) {
            begin = stop.minute;
        }
        if (stop.name == to) {
            end = stop.minute;
        }
    }
    return std::abs(end - begin);
}

==== the shadow of a sundial is rounded once
kind: unrelated
expect: silence
--- src/sundial.cpp
#include <cmath>
#include <numbers>

namespace sundial {

constexpr double degree = std::numbers::pi / 180;

/// The length of the shadow of a rod, in millimetres.
double shadow(double rod, double elevation) {
    if (elevation <= 0) {
        return 0;
    }
    return «rod / std::tan(elevation * degree)→std::round(rod / std::tan(elevation * degree))»;
}

/// The length of the rod that has a shadow.
double rod(double shadow, double elevation) {
    if (elevation <= 0) {
        return 0;
    }
    return shadow * std::tan(elevation * degree);
}

/// The angle of the line of an hour.
double hour_line(int hour, double latitude) {
    const double turn = (hour - 12) * 15 * degree;
    return std::atan(std::sin(latitude * degree) * std::tan(turn)) / degree;
}

}  // namespace sundial
