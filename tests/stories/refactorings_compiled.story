==== a cancelled job state gets its name in String
kind: enum-member
--- internal/job/state.go
package job

// State is where a job is in its life.
type State int

const (
	Queued State = iota
	Running
	Succeeded
	Failed«→
	Cancelled»
)

func (s State) String() string {
	switch s {
	case Queued:
		return "queued"
	case Running:
		return "running"
	case Succeeded:
		return "succeeded"
	case Failed:
		return "failed"‹→
	case Cancelled:
		return "cancelled"¦
	case Cancelled:
		return "canceled"›
	}
	return "unknown"
}

// Terminal reports whether the job will never run again.
func (s State) Terminal() bool {
	return s == Succeeded || s == Failed‹→ || s == Cancelled¦?›
}
--- internal/job/badge.go
package job

// badgeColour is the colour of the dot in the job list.
func badgeColour(s State) string {
	switch s {
	case Running:
		return "blue"
	case Succeeded:
		return "green"
	default:
		return "grey"
	}
}
==== the stores implement the new Size method of their interface
kind: interface-method
open: blob/memory.go, blob/disk.go
--- blob/store.go
package blob

import "errors"

// ErrNotFound is returned for keys that were never written.
var ErrNotFound = errors.New("blob: not found")

// Store keeps opaque values under string keys.
type Store interface {
	Get(key string) ([]byte, error)
	Put(key string, value []byte) error
	Delete(key string) error«→
	Size(key string) (int64, error)»
}
--- blob/memory.go
package blob

import "sync"

type memoryStore struct {
	mu    sync.RWMutex
	items map[string][]byte
}

func NewMemory() Store {
	return &memoryStore{items: make(map[string][]byte)}
}

func (m *memoryStore) Get(key string) ([]byte, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	v, ok := m.items[key]
	if !ok {
		return nil, ErrNotFound
	}
	return v, nil
}

func (m *memoryStore) Put(key string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.items[key] = append([]byte(nil), value...)
	return nil
}

func (m *memoryStore) Delete(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.items, key)
	return nil
}‹→

func (m *memoryStore) Size(key string) (int64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	v, ok := m.items[key]
	if !ok {
		return 0, ErrNotFound
	}
	return int64(len(v)), nil
}¦re:\s*func \(m \*memoryStore\) Size\(key string\) \(int64, error\) \{[\s\S]*\}\s*¦@›
--- blob/disk.go
package blob

import (
	"os"
	"path/filepath"
)

type diskStore struct {
	dir string
}

func NewDisk(dir string) Store {
	return &diskStore{dir: dir}
}

func (d *diskStore) path(key string) string {
	return filepath.Join(d.dir, filepath.Base(key))
}

func (d *diskStore) Get(key string) ([]byte, error) {
	b, err := os.ReadFile(d.path(key))
	if os.IsNotExist(err) {
		return nil, ErrNotFound
	}
	return b, err
}

func (d *diskStore) Put(key string, value []byte) error {
	return os.WriteFile(d.path(key), value, 0o644)
}

func (d *diskStore) Delete(key string) error {
	return os.Remove(d.path(key))
}‹→

func (d *diskStore) Size(key string) (int64, error) {
	fi, err := os.Stat(d.path(key))
	if os.IsNotExist(err) {
		return 0, ErrNotFound
	}
	if err != nil {
		return 0, err
	}
	return fi.Size(), nil
}¦re:\s*func \(d \*diskStore\) Size\(key string\) \(int64, error\) \{[\s\S]*\}\s*¦@›
==== wind gusts are added to a reading and its wire format
kind: field-added
--- weather/reading.go
package weather

import "time"

// Reading is one measurement of one station.
type Reading struct {
	Station string
	TakenAt time.Time
	Celsius float64
	WindKmh float64«→
	GustKmh float64»
}

// Freezing reports whether water outside turns to ice.
func (r Reading) Freezing() bool {
	return r.Celsius < 0
}

type readingJSON struct {
	Station string    `json:"station"`
	TakenAt time.Time `json:"taken_at"`
	Celsius float64   `json:"celsius"`
	WindKmh float64   `json:"wind_kmh"`‹→
	GustKmh float64   `json:"gust_kmh"`¦
	GustKmh float64   `json:"gust_kmh,omitempty"`›
}

func toJSON(r Reading) readingJSON {
	return readingJSON{
		Station: r.Station,
		TakenAt: r.TakenAt.UTC(),
		Celsius: r.Celsius,
		WindKmh: r.WindKmh,‹→
		GustKmh: r.GustKmh,›
	}
}

func fromJSON(j readingJSON) Reading {
	return Reading{
		Station: j.Station,
		TakenAt: j.TakenAt,
		Celsius: j.Celsius,
		WindKmh: j.WindKmh,‹→
		GustKmh: j.GustKmh,›
	}
}
==== a timeout in seconds becomes a duration
kind: field-retyped
open: relay/server.go
--- relay/options.go
package relay

import (
	"flag"
	"time"
)

// Options of the relay, usually from the command line.
type Options struct {
	Addr      string
	MaxConns  int
	KeepAlive time.Duration
	Timeout   «int→time.Duration»
}

// Defaults are good for a small office.
func Defaults() Options {
	return Options{
		Addr:      ":7070",
		MaxConns:  64,
		KeepAlive: 15 * time.Second,
		Timeout:   30‹→ * time.Second›,
	}
}

// Register adds a flag for every option.
func (o *Options) Register(fs *flag.FlagSet) {
	fs.StringVar(&o.Addr, "addr", o.Addr, "listen address")
	fs.IntVar(&o.MaxConns, "max-conns", o.MaxConns, "most connections at once")
	fs.DurationVar(&o.KeepAlive, "keep-alive", o.KeepAlive, "keep-alive period")
	fs.‹IntVar→DurationVar›(&o.Timeout, "timeout", o.Timeout, "read timeout")
}
--- relay/server.go
package relay

import (
	"net/http"
	"time"
)

func newServer(o Options, h http.Handler) *http.Server {
	return &http.Server{
		Addr:              o.Addr,
		Handler:           h,
		IdleTimeout:       o.KeepAlive,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       ‹time.Duration(o.Timeout) * time.Second→o.Timeout›,
	}
}
==== comment and readme follow the number of attempts
kind: docs-follow-code
open: README.md
--- mirror/fetch.go
package mirror

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	maxAttempts = «3→5»
	pause       = 2 * time.Second
	chunkSize   = 3 << 20
)

// Fetch downloads one package index. It makes up to ‹3→5› attempts with a
// pause of 2 seconds between them, and gives up on a 404 at once.
func Fetch(url string) ([]byte, error) {
	var last error
	for i := 0; i < maxAttempts; i++ {
		resp, err := http.Get(url)
		if err != nil {
			last = err
			time.Sleep(pause)
			continue
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusNotFound {
			return nil, fmt.Errorf("%s: not found", url)
		}
		return io.ReadAll(io.LimitReader(resp.Body, chunkSize))
	}
	return nil, fmt.Errorf("%s: %w", url, last)
}
--- README.md
# mirror

Keeps a local copy of the package indexes of up to 3 distributions.

- Downloads are retried: a fetch makes up to ‹3→5› attempts.
- Indexes larger than 3 MiB are cut off.
- Runs on Go 1.21 or newer.
==== printf logging is replaced by structured logging
kind: log-statements
--- wal/segment.go
package wal

import (
	«"log"→"log/slog"»
	"os"
	"path/filepath"
)

type segment struct {
	file *os.File
	name string
}

func openSegment(dir, name string) (*segment, error) {
	path := filepath.Join(dir, name)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		«log.Printf("open segment %s: %v", name, err)→slog.Error("open segment", "name", name, "err", err)»
		return nil, err
	}
	return &segment{file: f, name: name}, nil
}

func (s *segment) append(rec []byte) error {
	if _, err := s.file.Write(rec); err != nil {
		«log.Printf("append to segment %s: %v", s.name, err)→slog.Error("append to segment", "name", s.name, "err", err)»
		return err
	}
	return nil
}

func (s *segment) sync() error {
	if err := s.file.Sync(); err != nil {
		‹log.Printf("sync segment %s: %v", s.name, err)→slog.Error("sync segment", "name", s.name, "err", err)›
		return err
	}
	return nil
}

func (s *segment) remove() error {
	if err := s.file.Close(); err != nil {
		‹log.Printf("close segment %s: %v", s.name, err)→slog.Error("close segment", "name", s.name, "err", err)›
	}
	return os.Remove(s.file.Name())
}
==== the longitude is parsed like the latitude
kind: half-typed-line
--- gpx/nmea.go
package gpx

import (
	"fmt"
	"strconv"
	"strings"
)

// Fix is a position as the receiver reports it.
type Fix struct {
	Time     string
	Lat, Lon float64
	Altitude float64
}

// ParseFix reads "time,lat,lon,altitude".
func ParseFix(line string) (Fix, error) {
	fields := strings.Split(line, ",")
	if len(fields) != 4 {
		return Fix{}, fmt.Errorf("want 4 fields, have %d", len(fields))
	}
	lat, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return Fix{}, fmt.Errorf("latitude: %w", err)
	}
«→	lon, e»‹→rr := strconv.ParseFloat(fields[2], 64)›‹→
	if err != nil {
		return Fix{}, fmt.Errorf("longitude: %w", err)
	}›
	alt, err := strconv.ParseFloat(fields[3], 64)
	if err != nil {
		return Fix{}, fmt.Errorf("altitude: %w", err)
	}
	return Fix{Time: fields[0], Lat: lat, Lon: lon, Altitude: alt}, nil
}
==== without the debug print its import goes
kind: code-deleted
--- solver/propagate.go
package solver

import (
‹	"fmt"
→›	"sort"
	"strings"
)

type clause struct {
	lits []int
}

// propagate applies unit clauses until nothing changes.
func (s *state) propagate() bool {
	for len(s.queue) > 0 {
		lit := s.queue[0]
		s.queue = s.queue[1:]
«		fmt.Println("propagate", lit, len(s.queue))
→»		for _, c := range s.watch[-lit] {
			if !s.visit(c) {
				return false
			}
		}
	}
	return true
}

// trail formats the decisions in the order of their variables.
func (s *state) trail(names map[int]string) string {
	vars := make([]int, 0, len(s.values))
	for v := range s.values {
		vars = append(vars, v)
	}
	sort.Ints(vars)
	var b strings.Builder
	for _, v := range vars {
		b.WriteString(names[v])
		b.WriteByte(' ')
	}
	return b.String()
}
--- solver/state.go
package solver

type state struct {
	queue  []int
	watch  map[int][]*clause
	values map[int]bool
}

func (s *state) visit(c *clause) bool {
	for _, l := range c.lits {
		v, ok := s.values[l]
		if !ok || v {
			return true
		}
	}
	return false
}
==== the default port changes in compose file and readme
kind: constants-in-files
open: deploy/docker-compose.yml, README.md
--- cmd/tiled/main.go
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
)

const (
	defaultPort  = «8420→8480»
	defaultCache = 512 // MiB
)

func main() {
	port := flag.Int("port", defaultPort, "port to listen on")
	cache := flag.Int("cache", defaultCache, "tile cache in MiB")
	flag.Parse()
	log.Printf("cache of %d MiB", *cache)
	log.Fatal(http.ListenAndServe(fmt.Sprintf(":%d", *port), nil))
}
--- deploy/docker-compose.yml
services:
  tiled:
    image: registry.example.org/tiled:2.4
    ports:
      - "‹8420:8420→8480:8480¦8420:8480›"
    volumes:
      - tiles:/var/lib/tiled
  metrics:
    image: prom/prometheus:v2.50.1
    ports:
      - "9090:9090"
volumes:
  tiles:
--- README.md
# tiled

Serves map tiles from an MBTiles file.

    tiled -cache 1024 &
    curl http://localhost:‹8420→8480›/6/33/21.png

The cache is 512 MiB unless told otherwise.
==== res is renamed in one function with a shadowed res
kind: rename-local
--- search/index.go
package search

import "sort"

type posting struct {
	doc   int
	count int
}

type Hit struct {
	Doc   int
	Score float64
}

type Index struct {
	postings map[string][]posting
	cache    map[string][]Hit
	docs     int
}

// Lookup returns the best documents for a term; res may come from the cache.
func (ix *Index) Lookup(term string, limit int) []Hit {
	«res→hits» := make([]Hit, 0, limit)
	if res, ok := ix.cache[term]; ok {
		return res
	}
	for _, p := range ix.postings[term] {
		‹res→hits› = append(‹res→hits›, Hit{Doc: p.doc, Score: ix.score(p)})
	}
	sort.Slice(‹res→hits›, func(i, j int) bool {
		return ‹res→hits›[i].Score > ‹res→hits›[j].Score
	})
	if len(‹res→hits›) > limit {
		‹res→hits› = ‹res→hits›[:limit]
	}
	return ‹res→hits›
}

func (ix *Index) score(p posting) float64 {
	return float64(p.count) / float64(ix.docs)
}

// Terms lists what has been indexed.
func (ix *Index) Terms() []string {
	res := make([]string, 0, len(ix.postings))
	for t := range ix.postings {
		res = append(res, t)
	}
	sort.Strings(res)
	return res
}
==== callers hand their context to the tile client
kind: change-signature
open: proxy/handler.go
--- proxy/client.go
package proxy

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// Client talks to the upstream tile server.
type Client struct {
	base string
	http *http.Client
}

// Ping checks that the upstream is there.
func (c *Client) Ping(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, "GET", c.base+"/healthz", nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Tile fetches one tile.
func (c *Client) Tile(«→ctx context.Context, »z, x, y int) ([]byte, error) {
	url := fmt.Sprintf("%s/%d/%d/%d.png", c.base, z, x, y)
	req, err := http.‹NewRequest(→NewRequestWithContext(ctx, ›"GET", url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
--- proxy/handler.go
package proxy

import (
	"context"
	"fmt"
	"log"
	"net/http"
)

func (c *Client) serveTile(w http.ResponseWriter, r *http.Request) {
	var z, x, y int
	if _, err := fmt.Sscanf(r.URL.Path, "/%d/%d/%d.png", &z, &x, &y); err != nil {
		http.NotFound(w, r)
		return
	}
	png, err := c.Tile(‹→r.Context(), ›z, x, y)
	if err != nil {
		http.Error(w, "upstream failed", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(png)
}

// warm loads the tiles of the whole world at a low zoom.
func (c *Client) warm(ctx context.Context, zoom int) {
	for x := 0; x < 1<<zoom; x++ {
		for y := 0; y < 1<<zoom; y++ {
			if _, err := c.Tile(‹→ctx, ›zoom, x, y); err != nil {
				log.Printf("warm %d/%d/%d: %v", zoom, x, y, err)
			}
		}
	}
}
==== the steps of loading a scene wrap their errors
kind: error-handling
--- scene/load.go
package scene

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

type header struct {
	Magic  uint32
	Meshes uint32
	Lights uint32
}

const magic = 0x53434e31

func readHeader(r io.Reader) (header, error) {
	var h header
	if err := binary.Read(r, binary.LittleEndian, &h); err != nil {
		return h, err
	}
	if h.Magic != magic {
		return h, fmt.Errorf("bad magic %#x", h.Magic)
	}
	return h, nil
}

// Load reads a scene with its meshes and lights.
func Load(path string) (*Scene, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, «err→fmt.Errorf("open scene: %w", err)»
	}
	defer f.Close()

	hdr, err := readHeader(f)
	if err != nil {
		return nil, «err→fmt.Errorf("read header: %w", err)»
	}
	meshes, err := readMeshes(f, hdr.Meshes)
	if err != nil {
		return nil, ‹err→fmt.Errorf("read meshes: %w", err)¦re:fmt\.Errorf\("[^"]*mesh[^"]*: %w", err\)›
	}
	lights, err := readLights(f, hdr.Lights)
	if err != nil {
		return nil, ‹err→fmt.Errorf("read lights: %w", err)¦re:fmt\.Errorf\("[^"]*light[^"]*: %w", err\)›
	}
	return &Scene{Meshes: meshes, Lights: lights}, nil
}
--- scene/scene.go
package scene

import (
	"encoding/binary"
	"io"
)

type Mesh struct{ First, Count uint32 }
type Light struct{ X, Y, Z, Power float32 }

type Scene struct {
	Meshes []Mesh
	Lights []Light
}

func readMeshes(r io.Reader, n uint32) ([]Mesh, error) {
	ms := make([]Mesh, n)
	return ms, binary.Read(r, binary.LittleEndian, ms)
}

func readLights(r io.Reader, n uint32) ([]Light, error) {
	ls := make([]Light, n)
	return ls, binary.Read(r, binary.LittleEndian, ls)
}
==== one region gets a higher limit
kind: parallel-lines
expect: silence
--- quota/limits.go
package quota

// perMinute is how many uploads a region accepts.
var perMinute = map[string]int{
	"eu-west":  200,
	"eu-north": 200,
	"us-east":  «200→350»,
	"us-west":  200,
	"ap-south": 120,
}

// fallback is used for regions without an entry.
const fallback = 60

// Limit returns the uploads a minute that a region accepts.
func Limit(region string) int {
	if n, ok := perMinute[region]; ok {
		return n
	}
	return fallback
}

// Burst is what may come at once after a quiet time.
func Burst(region string) int {
	return Limit(region) / 4
}
==== a remark is added to a doc comment
kind: docs-follow-code
expect: silence
--- ring/ring.go
// Package ring implements consistent hashing over a set of nodes.
package ring

import (
	"hash/fnv"
	"sort"
)

// Ring maps keys to nodes. «→It is not safe for concurrent use.»
type Ring struct {
	points []uint64
	owner  map[uint64]string
}

// New returns a ring without nodes.
func New() *Ring {
	return &Ring{owner: make(map[uint64]string)}
}

// Add places a node on the ring.
func (r *Ring) Add(node string) {
	h := sum(node)
	r.points = append(r.points, h)
	r.owner[h] = node
	sort.Slice(r.points, func(i, j int) bool { return r.points[i] < r.points[j] })
}

// Owner returns the node that is responsible for a key.
func (r *Ring) Owner(key string) string {
	h := sum(key)
	i := sort.Search(len(r.points), func(i int) bool { return r.points[i] >= h })
	if i == len(r.points) {
		i = 0
	}
	return r.owner[r.points[i]]
}

func sum(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}
==== knots are a new speed unit
kind: enum-member
--- src/units.rs
use std::fmt;

/// Speed units that the anemometer can be switched to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeedUnit {
    MetresPerSecond,
    KilometresPerHour,
    MilesPerHour,«→
    Knots,»
}

impl SpeedUnit {
    /// How many metres per second one of this unit is.
    pub fn factor(self) -> f64 {
        match self {
            SpeedUnit::MetresPerSecond => 1.0,
            SpeedUnit::KilometresPerHour => 0.277_778,
            SpeedUnit::MilesPerHour => 0.447_04,‹→
            SpeedUnit::Knots => 0.514_444,¦re:\s*SpeedUnit::Knots => (0\.51_?4[\d_]*|1_?852\.0 / 3_?600\.0),¦@›
        }
    }
}

impl fmt::Display for SpeedUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SpeedUnit::MetresPerSecond => "m/s",
            SpeedUnit::KilometresPerHour => "km/h",
            SpeedUnit::MilesPerHour => "mph",‹→
            SpeedUnit::Knots => "kn",¦re:\s*SpeedUnit::Knots => "(kt|kts|knots)",¦@›
        })
    }
}

#[derive(Debug, Clone, Copy)]
pub enum TempUnit {
    Celsius,
    Fahrenheit,
}

impl TempUnit {
    pub fn symbol(self) -> &'static str {
        match self {
            TempUnit::Celsius => "°C",
            TempUnit::Fahrenheit => "°F",
        }
    }
}
==== the codecs tell their file extension
kind: interface-method
--- src/codec.rs
use crate::frame::Frame;

pub trait Encoder {
    fn name(&self) -> &'static str;
«→    fn extension(&self) -> &'static str;
»    fn encode(&mut self, frame: &Frame) -> Vec<u8>;
}

pub struct Flac {
    level: u8,
}

impl Flac {
    pub fn new(level: u8) -> Self {
        Flac { level: level.min(8) }
    }
}

impl Encoder for Flac {
    fn name(&self) -> &'static str {
        "FLAC"
    }
‹→
    fn extension(&self) -> &'static str {
        "flac"
    }
¦
    fn extension(&self) -> &'static str {
        ".flac"
    }
›
    fn encode(&mut self, frame: &Frame) -> Vec<u8> {
        frame.predict(self.level as usize * 4)
    }
}

pub struct Wav;

impl Encoder for Wav {
    fn name(&self) -> &'static str {
        "WAV"
    }
‹→
    fn extension(&self) -> &'static str {
        "wav"
    }
¦
    fn extension(&self) -> &'static str {
        ".wav"
    }
›
    fn encode(&mut self, frame: &Frame) -> Vec<u8> {
        frame.samples.iter().flat_map(|s| s.to_le_bytes()).collect()
    }
}
--- src/frame.rs
pub struct Frame {
    pub samples: Vec<i16>,
    pub rate: u32,
}

impl Frame {
    pub fn predict(&self, order: usize) -> Vec<u8> {
        self.samples
            .windows(order.max(2))
            .map(|w| (w[1].wrapping_sub(w[0])) as u8)
            .collect()
    }
}
==== a new track starts unmuted
kind: field-added
--- src/mixer/track.rs
/// One channel strip of the mixer.
#[derive(Debug, Clone)]
pub struct Track {
    pub name: String,
    pub gain_db: f32,
    pub pan: f32,
    pub solo: bool,«→
    pub muted: bool,»
}

impl Track {
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            gain_db: 0.0,
            pan: 0.0,
            solo: false,‹→
            muted: false,›
        }
    }

    /// A bus takes the sum of other tracks.
    pub fn bus(name: &str, gain_db: f32) -> Self {
        Self {
            gain_db,
            ..Self::new(name)
        }
    }

    /// Left and right factor for this track.
    pub fn factors(&self) -> (f32, f32) {
        let amp = 10f32.powf(self.gain_db / 20.0);
        let angle = (self.pan + 1.0) * std::f32::consts::FRAC_PI_4;
        (amp * angle.cos(), amp * angle.sin())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centre_is_equal() {
        let t = Track {
            name: "kick".into(),
            gain_db: -6.0,
            pan: 0.0,
            solo: false,‹→
            muted: false,›
        };
        let (l, r) = t.factors();
        assert!((l - r).abs() < 1e-6);
    }
}
==== the remark of a specimen becomes optional
kind: field-retyped
--- src/specimen.rs
use chrono::NaiveDate;

#[derive(Debug, Clone)]
pub struct Specimen {
    pub accession: u64,
    pub species: String,
    pub remark: «String→Option<String>»,
    pub collected: NaiveDate,
}

impl Specimen {
    pub fn new(accession: u64, species: &str, collected: NaiveDate) -> Self {
        Specimen {
            accession,
            species: species.to_string(),
            remark: ‹String::new()→None›,
            collected,
        }
    }

    pub fn with_remark(mut self, remark: &str) -> Self {
        self.remark = ‹remark.to_string()→Some(remark.to_string())›;
        self
    }

    /// The text on the printed label.
    pub fn label(&self) -> String {
        format!("#{} {} ({})", self.accession, self.species, self.collected)
    }

    pub fn has_remark(&self) -> bool {
        ‹!self.remark.is_empty()→self.remark.is_some()¦re:!?self\.remark\.(as_ref|as_deref)\(\)\.(is_some_and|map_or|is_none_or|unwrap_or_default)\(.*\)(\.is_empty\(\))?›
    }
}

/// A drawer of the herbarium.
pub struct Drawer {
    pub code: String,
    pub remark: String,
    pub specimens: Vec<Specimen>,
}

impl Drawer {
    pub fn new(code: &str) -> Self {
        Drawer {
            code: code.to_string(),
            remark: String::new(),
            specimens: Vec::new(),
        }
    }
}
==== parsing a header returns a result
kind: return-type
--- src/header.rs
use std::fmt;

#[derive(Debug, PartialEq)]
pub struct Header {
    pub version: u8,
    pub flags: u8,
    pub length: u16,
}

#[derive(Debug, PartialEq)]
pub enum HeaderError {
    TooShort,
    BadMagic,
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::TooShort => write!(f, "header is too short"),
            HeaderError::BadMagic => write!(f, "bad magic number"),
        }
    }
}

/// Reads the eight bytes in front of every packet.
pub fn parse_header(buf: &[u8]) -> «Option<Header>→Result<Header, HeaderError>» {
    if buf.len() < 8 {
        return ‹None→Err(HeaderError::TooShort)›;
    }
    if &buf[..4] != b"LWP1" {
        return ‹None→Err(HeaderError::BadMagic)›;
    }
    ‹Some→Ok›(Header {
        version: buf[4],
        flags: buf[5],
        length: u16::from_be_bytes([buf[6], buf[7]]),
    })
}

/// The position of the next packet, if there is one.
pub fn find_magic(buf: &[u8]) -> Option<usize> {
    if buf.len() < 4 {
        return None;
    }
    buf.windows(4).position(|w| w == b"LWP1")
}
==== the arms of a deleted command go
kind: code-deleted
--- src/deck.rs
/// What the remote control may ask for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    Play,
    Pause,
    Stop,
«    Rewind,
→»    Eject,
}

impl Command {
    pub fn code(self) -> u8 {
        match self {
            Command::Play => 0x10,
            Command::Pause => 0x11,
            Command::Stop => 0x12,
‹            Command::Rewind => 0x14,
→›            Command::Eject => 0x1f,
        }
    }
}

pub struct Deck {
    pub position: u64,
    pub running: bool,
    pub tray_open: bool,
}

impl Deck {
    pub fn handle(&mut self, command: Command) {
        match command {
            Command::Play => self.running = true,
            Command::Pause => self.running = false,
            Command::Stop => {
                self.running = false;
                self.position = 0;
            }
‹            Command::Rewind => self.position = self.position.saturating_sub(10),
→›            Command::Eject => {
                self.running = false;
                self.tray_open = true;
            }
        }
    }
}
==== count becomes total up to where it is shadowed
kind: rename-local
--- src/census.rs
use std::collections::BTreeMap;

pub struct Row {
    pub district: String,
    pub count: u32,
}

/// Prints the count of every district and the sum.
pub fn report(rows: &[Row]) -> String {
    let mut «count→total» = 0;
    let mut out = String::new();
    for row in rows {
        ‹count→total› += row.count;
        out.push_str(&format!("{:<20}{:>8}\n", row.district, row.count));
    }
    for (letter, count) in by_letter(rows) {
        out.push_str(&format!("districts with {letter}: {count}\n"));
    }
    out.push_str(&format!("all districts: {‹count→total›}\n"));
    out
}

fn by_letter(rows: &[Row]) -> BTreeMap<char, usize> {
    let mut map = BTreeMap::new();
    for row in rows {
        if let Some(letter) = row.district.chars().next() {
            let count = map.entry(letter).or_insert(0);
            *count += 1;
        }
    }
    map
}
==== a function is renamed and its callers follow
kind: rename-function
open: src/main.rs, src/export.rs
--- src/geo.rs
const EARTH_RADIUS_KM: f64 = 6371.0;

#[derive(Debug, Clone, Copy)]
pub struct Point {
    pub lat: f64,
    pub lon: f64,
}

/// Great-circle distance in kilometres.
pub fn «distance→haversine_km»(a: Point, b: Point) -> f64 {
    let dlat = (b.lat - a.lat).to_radians();
    let dlon = (b.lon - a.lon).to_radians();
    let h = (dlat / 2.0).sin().powi(2)
        + a.lat.to_radians().cos() * b.lat.to_radians().cos() * (dlon / 2.0).sin().powi(2);
    2.0 * EARTH_RADIUS_KM * h.sqrt().asin()
}

/// Length of a track: the distance from point to point.
pub fn length(track: &[Point]) -> f64 {
    track.windows(2).map(|w| ‹distance→haversine_km›(w[0], w[1])).sum()
}
--- src/main.rs
mod export;
mod geo;

use geo::{‹distance→haversine_km›, Point};

fn main() {
    let track = vec![
        Point { lat: 47.37, lon: 8.54 },
        Point { lat: 46.95, lon: 7.45 },
        Point { lat: 46.20, lon: 6.14 },
    ];
    let direct = ‹distance→haversine_km›(track[0], track[2]);
    println!("distance: {direct:.1} km");
    println!("{}", export::csv(&track));
}
--- src/export.rs
use crate::geo::{self, Point};

/// One line for every leg with its distance.
pub fn csv(track: &[Point]) -> String {
    let mut out = String::from("from,to,distance\n");
    for (i, leg) in track.windows(2).enumerate() {
        let distance = geo::‹distance→haversine_km›(leg[0], leg[1]);
        out.push_str(&format!("{},{},{:.3}\n", i, i + 1, distance));
    }
    out.push_str(&format!("length,,{:.3}\n", geo::length(track)));
    out
}
==== unwraps become question marks
kind: error-handling
--- src/config.rs
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;

#[derive(Debug)]
pub struct Config {
    pub baud: u32,
    pub slave: u8,
    pub interval_ms: u64,
    pub registers: Vec<u16>,
}

fn pairs(text: &str) -> HashMap<&str, &str> {
    text.lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split_once('='))
        .map(|(k, v)| (k.trim(), v.trim()))
        .collect()
}

/// Reads the settings of the modbus poller.
pub fn load(path: &Path) -> Result<Config, Box<dyn Error>> {
    let text = fs::read_to_string(path)«.unwrap()→?»;
    let map = pairs(&text);
    let mut registers = Vec::new();
    for part in map["registers"].split(',') {
        registers.push(part.trim().parse()‹.unwrap()→?›);
    }
    Ok(Config {
        baud: map["baud"].parse()‹.unwrap()→?›,
        slave: map["slave"].parse()‹.unwrap()→?›,
        interval_ms: map.get("interval").map_or(Ok(1000), |v| v.parse())‹.unwrap()→?›,
        registers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_skipped() {
        let map = pairs("# serial\nbaud = 9600\n");
        assert_eq!(map.get("baud").unwrap(), &"9600");
    }
}
==== the hash map of a symbol table becomes a btree map
kind: imports
--- src/symbols.rs
use std::collections::«HashMap→BTreeMap»;
use std::collections::HashSet;

/// Addresses of the labels of an assembler source.
#[derive(Debug, Default)]
pub struct SymbolTable {
    labels: ‹HashMap→BTreeMap›<String, u16>,
    exported: HashSet<String>,
}

impl SymbolTable {
    pub fn new() -> Self {
        SymbolTable {
            labels: ‹HashMap→BTreeMap›::new(),
            exported: HashSet::new(),
        }
    }

    pub fn define(&mut self, label: &str, address: u16) -> Result<(), String> {
        if self.labels.insert(label.to_string(), address).is_some() {
            return Err(format!("label {label} is defined twice"));
        }
        Ok(())
    }

    pub fn export(&mut self, label: &str) {
        self.exported.insert(label.to_string());
    }

    /// All exported labels.
    pub fn public(&self) -> ‹HashMap→BTreeMap›<&str, u16> {
        self.labels
            .iter()
            .filter(|(l, _)| self.exported.contains(*l))
            .map(|(l, a)| (l.as_str(), *a))
            .collect()
    }
}
==== the last compass direction is parsed like the others
kind: half-typed-line
--- src/compass.rs
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    pub fn degrees(self) -> u16 {
        match self {
            Direction::North => 0,
            Direction::East => 90,
            Direction::South => 180,
            Direction::West => 270,
        }
    }
}

impl FromStr for Direction {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.to_ascii_lowercase().as_str() {
            "n" | "north" => Ok(Direction::North),
            "e" | "east" => Ok(Direction::East),
            "s" | "south" => Ok(Direction::South),
«→            "w" |»‹→ "west" => Ok(Direction::West),›
            other => Err(format!("no direction: {other}")),
        }
    }
}
==== the margin of one test is loosened
kind: parallel-lines
expect: silence
--- tests/filter.rs
use dsp::biquad::{Biquad, Kind};

fn response(kind: Kind, freq: f64) -> f64 {
    let mut filter = Biquad::new(kind, 1_000.0, 48_000.0);
    filter.magnitude(freq)
}

fn close(a: f64, b: f64, eps: f64) -> bool {
    (a - b).abs() < eps
}

#[test]
fn lowpass_keeps_low_tones() {
    assert!(close(response(Kind::LowPass, 20.0), 1.0, 0.001));
}

#[test]
fn lowpass_removes_high_tones() {
    assert!(close(response(Kind::LowPass, 20_000.0), 0.0, «0.001→0.005»));
}

#[test]
fn highpass_keeps_high_tones() {
    assert!(close(response(Kind::HighPass, 20_000.0), 1.0, 0.001));
}

#[test]
fn highpass_removes_low_tones() {
    assert!(close(response(Kind::HighPass, 20.0), 0.0, 0.001));
}

#[test]
fn cutoff_is_minus_three_decibels() {
    assert!(close(response(Kind::LowPass, 1_000.0), 0.7071, 0.001));
}
==== the text of a panic is made clearer
kind: log-statements
expect: silence
--- src/arena.rs
/// Indices into an arena; they stay valid until it is cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

pub struct Arena<T> {
    nodes: Vec<T>,
    limit: usize,
}

impl<T> Arena<T> {
    pub fn with_limit(limit: usize) -> Self {
        Arena { nodes: Vec::new(), limit }
    }

    pub fn push(&mut self, node: T) -> NodeId {
        assert!(self.nodes.len() < self.limit, "arena is full«→, raise the limit»");
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn get(&self, id: NodeId) -> &T {
        self.nodes.get(id.0 as usize).expect("node is from another arena")
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
==== the parameter of a setter is renamed with its javadoc
kind: rename-parameter
--- src/main/java/org/irrigo/valve/Schedule.java
package org.irrigo.valve;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.Set;

/** When a valve opens, and for how long. */
public class Schedule {

    private final Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    private LocalTime time = LocalTime.of(6, 0);
    private int minutes = 10;

    /**
     * Sets the time of day at which the valve opens.
     *
     * @param ‹time→start› local time, between 04:00 and 22:00
     * @throws IllegalArgumentException outside of these hours
     */
    public void setTime(LocalTime «time→start») {
        if (‹time→start›.getHour() < 4 || ‹time→start›.getHour() >= 22) {
            throw new IllegalArgumentException("no watering at this time: " + ‹time→start›);
        }
        this.time = ‹time→start›;
    }

    /**
     * Sets how long the valve stays open.
     *
     * @param minutes time in minutes
     */
    public void setMinutes(int minutes) {
        this.minutes = minutes;
    }

    public void addDay(DayOfWeek day) {
        days.add(day);
    }

    public boolean isOpen(DayOfWeek day, LocalTime now) {
        return days.contains(day)
                && !now.isBefore(time)
                && now.isBefore(time.plusMinutes(minutes));
    }
}
==== a method of an interface is renamed in its implementations
kind: rename-method
open: src/fs/BlockPricing.java, src/fs/PeakPricing.java, src/fs/Invoice.java
--- src/fs/Pricing.java
package fs;

/** How the energy of a meter is charged. */
public interface Pricing {

    /** Price in cents for one hour of a day. */
    long «calc→centsFor»(int hour, double kwh);

    String title();
}
--- src/fs/BlockPricing.java
package fs;

final class BlockPricing implements Pricing {

    private final double centsPerKwh;

    BlockPricing(double centsPerKwh) {
        this.centsPerKwh = centsPerKwh;
    }

    @Override
    public long ‹calc→centsFor›(int hour, double kwh) {
        return Math.round(kwh * centsPerKwh);
    }

    @Override
    public String title() {
        return "block tariff";
    }
}
--- src/fs/PeakPricing.java
package fs;

final class PeakPricing implements Pricing {

    private final Pricing base;
    private final Calc surcharge = new Calc();

    PeakPricing(Pricing base) {
        this.base = base;
    }

    @Override
    public long ‹calc→centsFor›(int hour, double kwh) {
        long cents = base.‹calc→centsFor›(hour, kwh);
        return hour >= 17 && hour < 21 ? surcharge.calc(cents) : cents;
    }

    @Override
    public String title() {
        return "peak tariff on " + base.title();
    }

    private static final class Calc {
        long calc(long cents) {
            return cents * 5 / 4;
        }
    }
}
--- src/fs/Invoice.java
package fs;

final class Invoice {

    private final Pricing pricing;

    Invoice(Pricing pricing) {
        this.pricing = pricing;
    }

    long total(double[] kwhByHour) {
        long sum = 0;
        for (int hour = 0; hour < kwhByHour.length; hour++) {
            sum += pricing.‹calc→centsFor›(hour % 24, kwhByHour[hour]);
        }
        return sum;
    }
}
==== the nested class of a cache is renamed
kind: rename-class
--- src/main/java/io/tessera/cache/LruCache.java
package io.tessera.cache;

import java.util.HashMap;
import java.util.Map;

/**
 * A small cache that forgets what was not used for longest.
 *
 * <p>Each node of a cluster has one of its own.
 */
public final class LruCache<K, V> {

    private final Map<K, ‹Node→Slot›<K, V>> byKey = new HashMap<>();
    private final int capacity;
    private ‹Node→Slot›<K, V> newest;
    private ‹Node→Slot›<K, V> oldest;

    public LruCache(int capacity) {
        this.capacity = capacity;
    }

    public V get(K key) {
        ‹Node→Slot›<K, V> found = byKey.get(key);
        if (found == null) {
            return null;
        }
        unlink(found);
        pushFront(found);
        return found.value;
    }

    public void put(K key, V value) {
        if (byKey.containsKey(key)) {
            unlink(byKey.remove(key));
        } else if (byKey.size() == capacity) {
            byKey.remove(oldest.key);
            unlink(oldest);
        }
        ‹Node→Slot›<K, V> added = new ‹Node→Slot›<>(key, value);
        byKey.put(key, added);
        pushFront(added);
    }

    private void pushFront(‹Node→Slot›<K, V> slot) {
        slot.next = newest;
        slot.prev = null;
        if (newest != null) {
            newest.prev = slot;
        }
        newest = slot;
        if (oldest == null) {
            oldest = slot;
        }
    }

    private void unlink(‹Node→Slot›<K, V> slot) {
        if (slot.prev == null) {
            newest = slot.next;
        } else {
            slot.prev.next = slot.next;
        }
        if (slot.next == null) {
            oldest = slot.prev;
        } else {
            slot.next.prev = slot.prev;
        }
    }

    private static final class «Node→Slot»<K, V> {
        final K key;
        final V value;
        ‹Node→Slot›<K, V> prev;
        ‹Node→Slot›<K, V> next;

        ‹Node→Slot›(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }
}
==== the message of an assertion moves to the end
kind: api-migration
--- src/test/java/net/orrery/JulianDateTest.java
package net.orrery;

import static «org.junit.Assert→org.junit.jupiter.api.Assertions».assertEquals;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class JulianDateTest {

    private static final double EPS = 1e-9;

    @Test
    void epochOfTheJulianPeriod() {
        assertEquals(«"J2000", 2451545.0, JulianDate.of(2000, 1, 1, 12), EPS→2451545.0, JulianDate.of(2000, 1, 1, 12), EPS, "J2000"»);
        assertEquals(«"Unix", 2440587.5, JulianDate.of(1970, 1, 1, 0), EPS→2440587.5, JulianDate.of(1970, 1, 1, 0), EPS, "Unix"»);
        assertEquals(‹"MJD", 2400000.5, JulianDate.of(1858, 11, 17, 0), EPS→2400000.5, JulianDate.of(1858, 11, 17, 0), EPS, "MJD"›);
    }

    @Test
    void dayOfTheWeek() {
        assertEquals(‹"Saturday", 6, JulianDate.weekday(2451545.0)→6, JulianDate.weekday(2451545.0), "Saturday"›);
        assertEquals(‹"Thursday", 4, JulianDate.weekday(2440587.5)→4, JulianDate.weekday(2440587.5), "Thursday"›);
    }

    @Test
    void backToTheCalendar() {
        assertEquals(LocalDate.of(2000, 1, 1), JulianDate.toLocalDate(2451545.0));
    }
}
==== a duration is used and must be imported
kind: imports
--- app/src/main/java/ch/ferrate/poll/Poller.java
package ch.ferrate.poll;

import java.time.Clock;‹→
import java.time.Duration;›
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks every signal box for its state. */
public class Poller {

    private final ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
    private final List<SignalBox> boxes;
    private final Clock clock;
    private Instant last = Instant.EPOCH;

    public Poller(List<SignalBox> boxes, Clock clock) {
        this.boxes = List.copyOf(boxes);
        this.clock = clock;
    }

    public void start() {
        pool.scheduleAtFixedRate(this::pollAll, 0, 5, TimeUnit.SECONDS);
    }

    private void pollAll() {
        boxes.forEach(SignalBox::refresh);
        last = clock.instant();
    }

    public boolean isStale() {
        return «last.isBefore(clock.instant().minusSeconds(30))→Duration.between(last, clock.instant()).toSeconds() > 30»;
    }

    public void stop() {
        pool.shutdown();
    }
}
--- app/src/main/java/ch/ferrate/poll/SignalBox.java
package ch.ferrate.poll;

public interface SignalBox {
    String name();

    void refresh();
}
==== the javadoc names the exception that is thrown now
kind: docs-follow-code
--- src/org/brewlab/Fermenter.java
package org.brewlab;

/** One tank with a heater and a probe. */
public class Fermenter {
    private final String name;
    private Probe probe;
    private double target = 20.0;

    /**
     * @param name what is written on the tank
     * @throws IllegalArgumentException if the name is blank
     */
    public Fermenter(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a tank needs a name");
        }
        this.name = name;
    }

    /**
     * Reads the temperature of the tank.
     *
     * @return degrees Celsius
     * @throws ‹IllegalArgumentException→IllegalStateException› if no probe is attached
     */
    public double temperature() {
        if (probe == null) {
            throw new «IllegalArgumentException→IllegalStateException»("no probe in " + name);
        }
        return probe.read();
    }

    /**
     * Changes what the heater aims at.
     *
     * @param target degrees Celsius
     * @throws IllegalArgumentException if this would kill the yeast
     */
    public void setTarget(double target) {
        if (target > 38) {
            throw new IllegalArgumentException("too hot: " + target);
        }
        this.target = target;
    }

    public void attach(Probe probe) {
        this.probe = probe;
    }

    public boolean heating() {
        return temperature() < target - 0.3;
    }

    /** A thermometer. */
    public interface Probe {
        double read();
    }
}
==== the search for a berth returns an optional
kind: return-type
--- marina/src/Harbour.java
package marina;

import java.util.ArrayList;
import java.util.List;‹→
import java.util.Optional;›

class Harbour {
    private final List<Berth> berths = new ArrayList<>();
    private final List<String> waiting = new ArrayList<>();

    void add(Berth berth) {
        berths.add(berth);
    }

    /** The first free berth that is long enough. */
    private «Berth→Optional<Berth>» findFree(double metres) {
        for (Berth berth : berths) {
            if (!berth.taken && berth.metres >= metres) {
                return ‹berth→Optional.of(berth)›;
            }
        }
        return ‹null→Optional.empty()›;
    }

    /** Whether a boat of this length could moor now. */
    boolean hasRoom(double metres) {
        return findFree(metres)‹ != null→.isPresent()›;
    }

    String next() {
        if (waiting.isEmpty()) {
            return null;
        }
        return waiting.remove(0);
    }

    static final class Berth {
        final String pier;
        final double metres;
        boolean taken;

        Berth(String pier, double metres) {
            this.pier = pier;
            this.metres = metres;
        }
    }
}
==== a misspelled field is corrected where it is used
kind: typo
--- src/main/java/de/funkraum/Transceiver.java
package de.funkraum;

import java.util.ArrayDeque;
import java.util.Deque;

public class Transceiver {

    private final Deque<byte[]> outgoing = new ArrayDeque<>();
    private final int frequencyKhz;
    private long «lastRecieved→lastReceived»;
    private long lastSent;
    private int dropped;

    public Transceiver(int frequencyKhz) {
        this.frequencyKhz = frequencyKhz;
    }

    public void onFrame(byte[] frame, long now) {
        if (frame.length < 4) {
            dropped++;
            return;
        }
        ‹lastRecieved→lastReceived› = now;
    }

    public void send(byte[] frame, long now) {
        outgoing.addLast(frame.clone());
        lastSent = now;
    }

    public boolean isQuiet(long now) {
        return now - Math.max(‹lastRecieved→lastReceived›, lastSent) > 60_000;
    }

    @Override
    public String toString() {
        return frequencyKhz + " kHz, last received " + ‹lastRecieved→lastReceived› + ", dropped " + dropped;
    }
}
==== an aircraft gets more seats and angles stay
kind: constants-in-files
expect: silence
open: src/aero/Bearing.java
--- src/aero/Fleet.java
package aero;

import java.util.List;

final class Fleet {
    static final int SEATS_A320 = «180→186»;
    static final int SEATS_A319 = 150;
    static final int SEATS_E195 = 124;

    private final List<String> registrations;

    Fleet(List<String> registrations) {
        this.registrations = registrations;
    }

    int size() {
        return registrations.size();
    }

    static int seats(String type) {
        switch (type) {
            case "A319":
                return SEATS_A319;
            case "A320":
                return SEATS_A320;
            case "E195":
                return SEATS_E195;
            default:
                throw new IllegalArgumentException("unknown type " + type);
        }
    }
}
--- src/aero/Bearing.java
package aero;

final class Bearing {
    static final int HALF_TURN = 180;

    private Bearing() {}

    static double toRadians(double degrees) {
        return degrees * Math.PI / 180;
    }

    static int opposite(int degrees) {
        return (degrees + HALF_TURN) % 360;
    }

    static int runway(int degrees) {
        int n = Math.round(degrees / 10f) % 36;
        return n == 0 ? 36 : n;
    }
}
==== a new paper size needs nothing else
kind: enum-member
expect: silence
--- print/Paper.java
package print;

import java.util.Locale;

/** Sizes that the trays take. */
public enum Paper {
    A3(297, 420),
    A4(210, 297),
    A5(148, 210),«→
    LEGAL(216, 356),»
    LETTER(216, 279);

    private final int width;
    private final int height;

    Paper(int width, int height) {
        this.width = width;
        this.height = height;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    public double areaSquareMetres() {
        return width * height / 1e6;
    }

    public static Paper parse(String text) {
        return valueOf(text.trim().toUpperCase(Locale.ROOT));
    }
}
--- print/Tray.java
package print;

public final class Tray {
    private final Paper paper;
    private int sheets;

    public Tray(Paper paper, int sheets) {
        this.paper = paper;
        this.sheets = sheets;
    }

    public boolean take(Paper wanted) {
        if (wanted != paper || sheets == 0) {
            return false;
        }
        sheets--;
        return true;
    }

    public static Tray standard() {
        return new Tray(Paper.A4, 500);
    }
}
==== the prototype follows a renamed parameter
kind: rename-parameter
open: src/ring.h
--- src/ring.c
#include "ring.h"

void ring_init(struct ring *r, uint8_t *mem, size_t len)
{
	r->mem = mem;
	r->len = len;
	r->head = r->tail = 0;
}

static size_t next(const struct ring *r, size_t i)
{
	return i + 1 == r->len ? 0 : i + 1;
}

bool ring_put(struct ring *r, uint8_t «c→byte»)
{
	size_t n = next(r, r->head);

	if (n == r->tail)
		return false;
	r->mem[r->head] = ‹c→byte›;
	r->head = n;
	return true;
}

bool ring_get(struct ring *r, uint8_t *c)
{
	if (r->head == r->tail)
		return false;
	*c = r->mem[r->tail];
	r->tail = next(r, r->tail);
	return true;
}
--- src/ring.h
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes between an interrupt and the main loop. */
struct ring {
	uint8_t *mem;
	size_t len;
	volatile size_t head, tail;
};

void ring_init(struct ring *r, uint8_t *mem, size_t len);

/* Appends a byte; false when full. */
bool ring_put(struct ring *r, uint8_t ‹c→byte›);

/* Takes the oldest byte; false when empty. */
bool ring_get(struct ring *r, uint8_t *c);

#endif
==== erasing a flash sector tells whether it worked
kind: return-type
open: drivers/flash.c
--- drivers/flash.h
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define FLASH_SECTORS 32
#define FLASH_SECTOR_SIZE 4096u

void flash_init(void);
«void→bool» flash_erase(unsigned sector);
bool flash_write(uint32_t addr, const uint8_t *data, uint32_t len);
--- drivers/flash.c
#include "flash.h"
#include "spi.h"

#define CMD_WRITE_ENABLE 0x06
#define CMD_SECTOR_ERASE 0x20
#define CMD_PAGE_PROGRAM 0x02

static void command(uint8_t cmd, uint32_t addr)
{
    spi_select(true);
    spi_xfer(cmd);
    spi_xfer(addr >> 16);
    spi_xfer(addr >> 8);
    spi_xfer(addr);
}

void flash_init(void)
{
    spi_init(8000000);
}

‹void→bool› flash_erase(unsigned sector)
{
    if (sector >= FLASH_SECTORS)
        return‹→ false›;
    spi_select(true);
    spi_xfer(CMD_WRITE_ENABLE);
    spi_select(false);
    command(CMD_SECTOR_ERASE, sector * FLASH_SECTOR_SIZE);
    spi_select(false);‹→
    return true;¦

    return true;›
}

bool flash_write(uint32_t addr, const uint8_t *data, uint32_t len)
{
    if (addr + len > FLASH_SECTORS * FLASH_SECTOR_SIZE)
        return false;
    command(CMD_PAGE_PROGRAM, addr);
    while (len--)
        spi_xfer(*data++);
    spi_select(false);
    return true;
}
==== the version is raised in header, makefile and man page
kind: constants-in-files
open: Makefile, hexcat.1
--- version.h
#ifndef VERSION_H
#define VERSION_H

#define PROGRAM "hexcat"
#define VERSION "«2.3.1→2.4.0»"
#define COPYRIGHT "2009-2024 the hexcat authors"

#endif
--- Makefile
VERSION = ‹2.3.1→2.4.0›
PREFIX ?= /usr/local
CFLAGS ?= -O2 -Wall -Wextra -std=c99

OBJS = main.o dump.o colour.o

hexcat: $(OBJS)
	$(CC) $(LDFLAGS) -o $@ $(OBJS)

$(OBJS): version.h

dist:
	git archive --prefix=hexcat-$(VERSION)/ -o hexcat-$(VERSION).tar.gz HEAD

install: hexcat
	install -D -m 755 hexcat $(DESTDIR)$(PREFIX)/bin/hexcat
	install -D -m 644 hexcat.1 $(DESTDIR)$(PREFIX)/share/man/man1/hexcat.1

.PHONY: dist install
--- hexcat.1
.TH HEXCAT 1 "" "hexcat ‹2.3.1→2.4.0›" "User Commands"
.SH NAME
hexcat \- show a file in hexadecimal
.SH SYNOPSIS
.B hexcat
[\fB\-c\fR]
.RI [ file ...]
.SH HISTORY
Colours were added in 2.3.0. The option \fB\-c\fR was fixed in 2.3.1.
==== the other colour channels get 16 bits as well
kind: parallel-lines
--- src/dmx.h
#ifndef DMX_H
#define DMX_H

#include <stdint.h>

#define DMX_UNIVERSE 512

/* What a fixture shows now. */
struct dmx_colour {
    «uint8_t→uint16_t» red;
    «uint8_t→uint16_t» green;
    ‹uint8_t→uint16_t› blue;
    ‹uint8_t→uint16_t› white;
};

/* One lamp on the bus. */
struct dmx_fixture {
    const char *name;
    uint16_t address;
    uint8_t universe;
    uint8_t channels;
    struct dmx_colour colour;
};

int dmx_open(const char *tty);
int dmx_send(int fd, const uint8_t frame[DMX_UNIVERSE]);
void dmx_close(int fd);

#endif
==== a static handler is renamed in the table of commands
kind: rename-function
--- shell/commands.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sensor.h"

typedef int (*handler_t)(int argc, char **argv);

static int cmd_read(int argc, char **argv)
{
    int ch = argc > 1 ? atoi(argv[1]) : 0;
    printf("%d: %d\n", ch, sensor_read(ch));
    return 0;
}

/* Prints all channels, one a line. */
static int «cmd_all→cmd_dump»(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    for (int ch = 0; ch < sensor_count(); ch++)
        printf("%d: %d\n", ch, sensor_read(ch));
    return 0;
}

static int cmd_calibrate(int argc, char **argv)
{
    if (argc < 2)
        return -1;
    if (strcmp(argv[1], "all") == 0) {
        sensor_calibrate_all();
        return ‹cmd_all→cmd_dump›(argc, argv);
    }
    return sensor_calibrate(atoi(argv[1]));
}

static const struct {
    const char *name;
    handler_t run;
} commands[] = {
    {"read", cmd_read},
    {"all", ‹cmd_all→cmd_dump›},
    {"calibrate", cmd_calibrate},
};

int shell_run(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, argv[0]) == 0)
            return commands[i].run(argc, argv);
    fprintf(stderr, "no such command: %s\n", argv[0]);
    return -1;
}
==== a slip in a comment is corrected once
kind: typo
expect: silence
--- lib/crc16.c
#include "crc16.h"

/*
 * CRC-16/CCITT with the polynomial 0x1021, as the bootloader computes it.
 * The table has one entry «fro→for» every nibble, which is a good compromise
 * between size and speed on small controllers.
 */
static const uint16_t table[16] = {
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef,
};

uint16_t crc16_update(uint16_t crc, uint8_t byte)
{
    crc = (uint16_t)(crc << 4) ^ table[(crc >> 12) ^ (byte >> 4)];
    crc = (uint16_t)(crc << 4) ^ table[(crc >> 12) ^ (byte & 0x0f)];
    return crc;
}

uint16_t crc16(const uint8_t *data, size_t len)
{
    uint16_t crc = 0xffff;

    for (size_t i = 0; i < len; i++)
        crc = crc16_update(crc, data[i]);
    return crc;
}
--- lib/crc16.h
#ifndef CRC16_H
#define CRC16_H

#include <stddef.h>
#include <stdint.h>

uint16_t crc16_update(uint16_t crc, uint8_t byte);
uint16_t crc16(const uint8_t *data, size_t len);

#endif
==== a class is renamed in header and source
kind: rename-class
open: src/curve.cpp, src/camera_path.h
--- src/curve.h
#pragma once

#include <cstddef>
#include <vector>

struct Knot {
    double t;
    double value;
};

/// A natural spline through any number of knots.
class «Spline→CubicSpline» {
public:
    explicit ‹Spline→CubicSpline›(std::vector<Knot> knots);
    ~‹Spline→CubicSpline›();

    double at(double t) const;
    std::size_t size() const { return knots_.size(); }

private:
    std::vector<Knot> knots_;
    std::vector<double> second_;
};
--- src/curve.cpp
#include "curve.h"

#include <algorithm>
#include <stdexcept>

‹Spline→CubicSpline›::‹Spline→CubicSpline›(std::vector<Knot> knots)
    : knots_(std::move(knots)), second_(knots_.size(), 0.0) {
    if (knots_.size() < 2)
        throw std::invalid_argument("‹Spline→CubicSpline¦?› needs two knots");
}

‹Spline→CubicSpline›::~‹Spline→CubicSpline›() = default;

double ‹Spline→CubicSpline›::at(double t) const {
    auto hi = std::lower_bound(knots_.begin() + 1, knots_.end() - 1, t,
                               [](const Knot& k, double x) { return k.t < x; });
    auto lo = hi - 1;
    double u = (t - lo->t) / (hi->t - lo->t);
    return lo->value + u * (hi->value - lo->value);
}
--- src/camera_path.h
#pragma once

#include "curve.h"

/// Moves the camera along one spline for every axis.
class CameraPath {
public:
    CameraPath(‹Spline→CubicSpline› x, ‹Spline→CubicSpline› y) : x_(std::move(x)), y_(std::move(y)) {}

    double x(double t) const { return x_.at(t); }
    double y(double t) const { return y_.at(t); }

private:
    ‹Spline→CubicSpline› x_;
    ‹Spline→CubicSpline› y_;
};
==== overrides and calls follow a renamed virtual method
kind: rename-method
open: synth/voice.hpp, synth/engine.cpp
--- synth/generator.hpp
#pragma once

namespace synth {

class Generator {
public:
    virtual ~Generator() = default;

    // Writes n samples to out.
    virtual void «process→render»(float* out, int n) = 0;
    virtual void reset() {}
};

// Applied after all voices have been mixed.
class Effect {
public:
    virtual ~Effect() = default;
    virtual void process(float* inout, int n) = 0;
};

}  // namespace synth
--- synth/voice.hpp
#pragma once

#include <cmath>

#include "generator.hpp"

namespace synth {

class SineVoice : public Generator {
public:
    explicit SineVoice(float step) : step_(step) {}

    void ‹process→render›(float* out, int n) override {
        for (int i = 0; i < n; ++i, phase_ += step_) out[i] += std::sin(phase_);
    }

    void reset() override { phase_ = 0.0f; }

private:
    float step_;
    float phase_ = 0.0f;
};

class Clip : public Effect {
public:
    void process(float* inout, int n) override {
        for (int i = 0; i < n; ++i) inout[i] = std::fmax(-1.0f, std::fmin(1.0f, inout[i]));
    }
};

}  // namespace synth
--- synth/engine.cpp
#include <algorithm>
#include <memory>
#include <vector>

#include "generator.hpp"

namespace synth {

class Engine {
public:
    void add(std::unique_ptr<Generator> voice) { voices_.push_back(std::move(voice)); }
    void set(std::unique_ptr<Effect> effect) { effect_ = std::move(effect); }

    void fill(float* out, int n) {
        std::fill(out, out + n, 0.0f);
        for (auto& voice : voices_) voice->‹process→render›(out, n);
        if (effect_) effect_->process(out, n);
    }

private:
    std::vector<std::unique_ptr<Generator>> voices_;
    std::unique_ptr<Effect> effect_;
};

}  // namespace synth
==== the definition gets the parameter that was declared
kind: change-signature
open: raster/path.cc
--- raster/path.h
#ifndef RASTER_PATH_H_
#define RASTER_PATH_H_

#include <vector>

namespace raster {

struct Point {
  float x;
  float y;
};

class Path {
 public:
  void MoveTo(Point p);
  void LineTo(Point p);
  void CurveTo(Point control, Point p«→, float tolerance = 0.25f»);
  void Close();

  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;
  Point start_{0, 0};
};

}  // namespace raster

#endif  // RASTER_PATH_H_
--- raster/path.cc
#include "raster/path.h"

#include <algorithm>
#include <cmath>

namespace raster {

void Path::MoveTo(Point p) {
  start_ = p;
  points_.push_back(p);
}

void Path::LineTo(Point p) { points_.push_back(p); }

void Path::CurveTo(Point control, Point p‹→, float tolerance›) {
  const Point from = points_.empty() ? start_ : points_.back();
  const float dx = from.x - 2 * control.x + p.x;
  const float dy = from.y - 2 * control.y + p.y;
  const int steps = std::max(1, static_cast<int>(std::sqrt(std::hypot(dx, dy) / (4 * ‹0.25f→tolerance¦@›))));
  for (int i = 1; i <= steps; ++i) {
    const float t = static_cast<float>(i) / steps;
    const float u = 1 - t;
    points_.push_back({u * u * from.x + 2 * u * t * control.x + t * t * p.x,
                       u * u * from.y + 2 * u * t * control.y + t * t * p.y});
  }
}

void Path::Close() { points_.push_back(start_); }

}  // namespace raster
==== the lines of a gauge are drawn between points
kind: api-migration
--- ui/gauge.cpp
#include "gauge.h"

#include <cmath>

#include "canvas.h"

static const Colour kInk{20, 20, 20};
static const Colour kRed{200, 30, 30};

void Gauge::drawFrame(Canvas& canvas) const {
    canvas.line(«left_, top_, right_, top_→{left_, top_}, {right_, top_}», kInk);
    canvas.line(«right_, top_, right_, bottom_→{right_, top_}, {right_, bottom_}», kInk);
    canvas.line(‹right_, bottom_, left_, bottom_→{right_, bottom_}, {left_, bottom_}›, kInk);
    canvas.line(‹left_, bottom_, left_, top_→{left_, bottom_}, {left_, top_}›, kInk);
}

void Gauge::drawNeedle(Canvas& canvas, double value) const {
    const double angle = M_PI * (1.0 - value / max_);
    const int x = cx_ + static_cast<int>(radius_ * std::cos(angle));
    const int y = cy_ - static_cast<int>(radius_ * std::sin(angle));
    canvas.line(‹cx_, cy_, x, y→{cx_, cy_}, {x, y}›, kRed);
}

void Gauge::drawTitle(Canvas& canvas) const {
    canvas.text({left_ + 4, top_ + 12}, title_, kInk);
}
--- ui/canvas.h
#pragma once

#include <string>

struct Colour {
    unsigned char r, g, b;
};

struct Pos {
    int x, y;
};

class Canvas {
public:
    void line(Pos from, Pos to, const Colour& colour);
    void text(Pos at, const std::string& text, const Colour& colour);
    void clear(const Colour& colour);
};
==== an assertion is added to one function
kind: error-handling
expect: silence
--- src/board/bitboard.cpp
#include "bitboard.h"

#include <cassert>

namespace board {

static constexpr Bits kFileA = 0x0101010101010101ULL;
static constexpr Bits kFileH = kFileA << 7;

int popcount(Bits b) {
    int n = 0;
    for (; b; b &= b - 1)
        ++n;
    return n;
}

int lowest(Bits b) {
«→    assert(b != 0);
»    int i = 0;
    while (!(b & 1)) {
        b >>= 1;
        ++i;
    }
    return i;
}

Bits north(Bits b) {
    return b << 8;
}

Bits south(Bits b) {
    return b >> 8;
}

Bits east(Bits b) {
    return (b & ~kFileH) << 1;
}

Bits west(Bits b) {
    return (b & ~kFileA) >> 1;
}

}  // namespace board
--- src/board/bitboard.h
#pragma once

#include <cstdint>

namespace board {

using Bits = std::uint64_t;

int popcount(Bits b);
int lowest(Bits b);  // b must not be empty

Bits north(Bits b);
Bits south(Bits b);
Bits east(Bits b);
Bits west(Bits b);

}  // namespace board
==== keyword arguments follow the renamed keyword
kind: rename-parameter
open: lib/almanac/cli.rb, spec/tide_spec.rb
--- lib/almanac/tide.rb
# frozen_string_literal: true

module Almanac
  # Heights of the tide at one gauge.
  class Tide
    Constituent = Struct.new(:amplitude, :speed, :phase)

    def initialize(constituents, datum: 0.0)
      @constituents = constituents
      @datum = datum
    end

    # Height in metres, some hours after the epoch.
    def height(hours, «offset→zone»: 0)
      @datum + @constituents.sum do |c|
        c.amplitude * Math.cos((c.speed * (hours - ‹offset→zone›) - c.phase) * Math::PI / 180)
      end
    end

    def highest(range, offset: 0)
      range.max_by { |h| height(h + offset) }
    end
  end
end
--- lib/almanac/cli.rb
# frozen_string_literal: true

require "optparse"
require "almanac/tide"

module Almanac
  class CLI
    def run(argv, tide)
      options = { offset: 0 }
      OptionParser.new do |o|
        o.on("--offset HOURS", Integer) { |v| options[:offset] = v }
      end.parse!(argv)

      24.times do |hour|
        metres = tide.height(hour, ‹offset→zone›: options[:offset])
        puts format("%02d:00 %5.2f m", hour, metres)
      end
      puts "highest at #{tide.highest(0...24, offset: 0)}:00"
    end
  end
end
--- spec/tide_spec.rb
# frozen_string_literal: true

require "almanac/tide"

RSpec.describe Almanac::Tide do
  let(:m2) { described_class::Constituent.new(1.5, 28.984, 0.0) }
  subject(:tide) { described_class.new([m2], datum: 2.0) }

  it "is highest at the phase" do
    expect(tide.height(0)).to be_within(0.01).of(3.5)
  end

  it "moves with the zone" do
    expect(tide.height(1, ‹offset→zone›: 1)).to be_within(0.01).of(3.5)
  end
end
==== a misspelled accessor is corrected in its users
kind: typo
open: app/presenters/csv_table.rb
--- app/models/table_layout.rb
class TableLayout
  attr_reader :«seperator→separator», :quote, :headers

  def initialize(‹seperator→separator›: ";", quote: '"', headers: true)
    @‹seperator→separator› = ‹seperator→separator›
    @quote = quote
    @headers = headers
  end

  def self.for(locale)
    locale == :en ? new(‹seperator→separator›: ",") : new
  end

  def headers?
    headers
  end
end
--- app/presenters/csv_table.rb
class CsvTable
  def initialize(rows, layout)
    @rows = rows
    @layout = layout
  end

  def to_s
    lines = @rows.map { |row| join(row.values) }
    lines.unshift(join(@rows.first.keys)) if @layout.headers? && @rows.any?
    lines.join("\n")
  end

  private

  def join(cells)
    cells.map { |cell| quote(cell.to_s) }.join(@layout.‹seperator→separator›)
  end

  def quote(text)
    return text unless text.include?(@layout.‹seperator→separator›)

    "#{@layout.quote}#{text}#{@layout.quote}"
  end
end
