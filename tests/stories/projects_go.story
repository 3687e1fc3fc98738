==== jobs can be paused
kind: enum-member
--- job/state.go
package job

type State int

const (
	Queued State = iota
	Running«→
	Paused»
	Done
)

func (s State) String() string {
	switch s {
	case Queued:
		return "queued"
	case Running:
		return "running"‹→
	case Paused:
		return "paused"›
	case Done:
		return "done"
	}
	return "unknown"
}

type Priority int

const (
	Low Priority = iota
	High
)

func (p Priority) String() string {
	switch p {
	case Low:
		return "low"
	case High:
		return "high"
	}
	return "unknown"
}

==== sessions can be deleted
kind: interface-method
--- session/store.go
package session

import "context"

type Store interface {
	Get(ctx context.Context, id string) (*Session, error)
	Put(ctx context.Context, s *Session) error«→
	Delete(ctx context.Context, id string) error»
}

type Session struct {
	ID   string
	User string
}
--- session/memory.go
package session

import (
	"context"
	"errors"
	"sync"
)

var ErrNotFound = errors.New("session not found")

type MemoryStore struct {
	mu       sync.Mutex
	sessions map[string]*Session
}

var _ Store = (*MemoryStore)(nil)

func (m *MemoryStore) Get(ctx context.Context, id string) (*Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[id]
	if !ok {
		return nil, ErrNotFound
	}
	return s, nil
}

func (m *MemoryStore) Put(ctx context.Context, s *Session) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sessions[s.ID] = s
	return nil
}‹→

func (m *MemoryStore) Delete(ctx context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, id)
	return nil
}¦re:\n\nfunc \(m \*MemoryStore\) Delete\(ctx context\.Context, id string\) error \{[\s\S]*\}¦@›

==== listen address of our config, not of http.Server
kind: rename-field
--- config/config.go
package config

import "os"

type Config struct {
	«Addr→ListenAddr» string
	DSN string
}

func FromEnv() Config {
	return Config{
		‹Addr→ListenAddr›: os.Getenv("ADDR"),
		DSN: os.Getenv("DSN"),
	}
}
--- main.go
package main

import (
	"log"
	"net/http"

	"example.org/app/config"
)

func main() {
	cfg := config.FromEnv()
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	srv := &http.Server{
		Addr:    cfg.‹Addr→ListenAddr›,
		Handler: mux,
	}
	log.Printf("listening on %s", cfg.‹Addr→ListenAddr›)
	log.Fatal(srv.ListenAndServe())
}

==== templates may fail to load
kind: error-handling
--- mail/template.go
package mail

import (
	"fmt"
	"html/template"
)

func loadTemplate(name string) «*template.Template→(*template.Template, error)» {
	t, err := template.ParseFiles("templates/" + name + ".html")
	if err != nil {
		‹panic(err)→return nil, err¦return nil, fmt.Errorf("load template %s: %w", name, err)¦re:return nil, .*¦@›
	}
	return t‹→, nil›
}

func subject(name string) string {
	t := map[string]string{"welcome": "Welcome!", "reset": "Reset your password"}[name]
	if t == "" {
		panic(fmt.Sprintf("no subject for %s", name))
	}
	return t
}

==== the usual error check
kind: half-typed-line
--- store/load.go
package store

import (
	"encoding/json"
	"fmt"
	"os"
)

type Index struct {
	Entries map[string]string `json:"entries"`
}

func Load(path string) (*Index, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	var idx Index
	err = json.Unmarshal(data, &idx)«→
	if err !»‹→= nil {
		return nil, fmt.Errorf("parse index: %w", err)
	}¦re:= nil \{?(\n\t\treturn nil, .*(\n\t\})?)?›
	return &idx, nil
}

==== trimming needs the strings package
kind: imports
--- tags/tags.go
package tags

import (
	"errors"
	"sort"‹→
	"strings"›
)

var ErrEmpty = errors.New("empty tag")

func Clean(raw []string) ([]string, error) {
	var out []string
	for _, tag := range raw {
		«→tag = strings.TrimSpace(tag)
		»if tag == "" {
			return nil, ErrEmpty
		}
		out = append(out, tag)
	}
	sort.Strings(out)
	return out, nil
}

==== a log message is made clearer
kind: silence
expect: silence
--- worker/worker.go
package worker

import (
	"context"
	"log"
	"time"
)

func Run(ctx context.Context, poll func() error) {
	ticker := time.NewTicker(5 * time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			log.Println("worker «done→stopped: context is done»")
			return
		case <-ticker.C:
			if err := poll(); err != nil {
				log.Printf("poll failed: %v", err)
			}
		}
	}
}

==== local slice of an orchard report renamed
kind: rename-local
--- orchard/report.go
package orchard

import (
	"fmt"
	"sort"
	"strings"
)

type Tree struct {
	Row   int
	Sort  string
	items []string
}

func (t *Tree) Tags() string {
	items := append([]string{}, t.items...)
	sort.Strings(items)
	return strings.Join(items, ",")
}

// Harvest lists the trees of a row that carry the given tag, one item per line.
func Harvest(trees []*Tree, row int, tag string) string {
	«items→ripe» := make([]string, 0, len(trees))
	for _, t := range trees {
		if t.Row != row {
			continue
		}
		for _, name := range t.items {
			if name == tag {
				‹items→ripe› = append(‹items→ripe›, t.Sort)
			}
		}
	}
	if len(‹items→ripe›) == 0 {
		return "no items"
	}
	sort.Strings(‹items→ripe›)
	return fmt.Sprintf("%d items:\n%s", len(‹items→ripe›), strings.Join(‹items→ripe›, "\n"))
}

==== error of the seed file is no longer ignored
kind: error-handling
--- lottery/draw.go
package lottery

import (
	"encoding/json"
	"fmt"
	"os"
)

type Ticket struct {
	Number int    `json:"number"`
	Owner  string `json:"owner"`
}

func readSeed(path string) ([]byte, error) {
	return os.ReadFile(path)
}

func LoadTickets(path string) ([]Ticket, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load tickets: %w", err)
	}
	var tickets []Ticket
	if err := json.Unmarshal(raw, &tickets); err != nil {
		return nil, fmt.Errorf("parse tickets: %w", err)
	}
	return tickets, nil
}

func Draw(tickets []Ticket, seedPath string) (*Ticket, error) {
	if len(tickets) == 0 {
		return nil, fmt.Errorf("no tickets")
	}
	seed, «_→err» := readSeed(seedPath)‹→
	if err != nil {
		return nil, fmt.Errorf("read seed: %w", err)
	}¦re:\s*if err != nil \{\s*return nil, .*err\)?\s*\}¦@›
	sum := 0
	for _, b := range seed {
		sum += int(b)
	}
	return &tickets[sum%len(tickets)], nil
}

==== method of the sink interface renamed
kind: interface-method
--- metrics/sink.go
package metrics

import (
	"fmt"
	"io"
)

type Sample struct {
	Name  string
	Value float64
}

type Sink interface {
	«Push→Publish»(s Sample) error
	Close() error
}

type WriterSink struct {
	w io.Writer
}

func (k *WriterSink) ‹Push→Publish›(s Sample) error {
	_, err := fmt.Fprintf(k.w, "%s=%g\n", s.Name, s.Value)
	return err
}

func (k *WriterSink) Close() error { return nil }

type Stack struct {
	items []Sample
}

func (st *Stack) Push(s Sample) {
	st.items = append(st.items, s)
}
--- metrics/collect.go
package metrics

import "log"

func Collect(sink Sink, samples []Sample) int {
	failed := &Stack{}
	for _, s := range samples {
		if err := sink.‹Push→Publish›(s); err != nil {
			log.Printf("cannot push %s: %v", s.Name, err)
			failed.Push(s)
		}
	}
	return len(failed.items)
}

func Heartbeat(sink Sink) error {
	return sink.‹Push→Publish›(Sample{Name: "heartbeat", Value: 1})
}

==== counting hives can fail
kind: return-type
--- apiary/store.go
package apiary

import "errors"

var errClosed = errors.New("store closed")

type Store struct {
	hives  map[string]int
	closed bool
}

func (s *Store) CountFrames(yard string) «int→(int, error)» {
	if s.closed {
		return «0→0, errClosed»
	}
	total := 0
	for name, frames := range s.hives {
		if name[:1] == yard {
			total += frames
		}
	}
	return total‹→, nil›
}

func (s *Store) CountHives() int {
	total := len(s.hives)
	return total
}
--- apiary/report.go
package apiary

import "fmt"

func Report(s *Store, yard string) (string, error) {
	hives := s.CountHives()
	if hives == 0 {
		return "", fmt.Errorf("yard %s is empty", yard)
	}
	frames‹→, err› := s.CountFrames(yard)‹→
	if err != nil {
		return "", err
	}¦re:\s*if err != nil \{\s*return "", .*\s*\}¦@›
	return fmt.Sprintf("%d hives, %d frames", hives, frames), nil
}

==== the gateway listens on another port
kind: constants-in-files
--- cmd/gateway/main.go
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
)

const defaultPort = «8085→9085»

const maxBody = 8085000

func main() {
	port := flag.Int("port", defaultPort, "port to listen on")
	flag.Parse()

	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	log.Printf("listening on %d", *port)
	log.Fatal(http.ListenAndServe(fmt.Sprintf(":%d", *port), http.MaxBytesHandler(mux, maxBody)))
}
--- Dockerfile
FROM golang:1.22 AS build
WORKDIR /src
COPY . .
RUN go build -o /gateway ./cmd/gateway

FROM gcr.io/distroless/base
COPY --from=build /gateway /gateway
EXPOSE ‹8085→9085›
ENTRYPOINT ["/gateway"]
--- README.md
# gateway

Run it with `docker run -p ‹8085→9085›:‹8085→9085› gateway`, then try
`curl http://localhost:‹8085→9085›/healthz`. The fix for ticket 80851 is included.

==== retry limit renamed
kind: rename-constant
--- courier/limits.go
package courier

import "time"

const (
	«MaxRetries→MaxAttempts» = 4
	RetryDelay = 2 * time.Second
)

type Config struct {
	MaxRetries int
	Endpoint   string
}

func DefaultConfig() Config {
	return Config{MaxRetries: ‹MaxRetries→MaxAttempts›, Endpoint: "https://courier.example"}
}
--- courier/send.go
package courier

import (
	"errors"
	"log"
	"time"
)

var ErrGivenUp = errors.New("courier: ‹MaxRetries→MaxAttempts¦?› reached")

func Send(post func() error) error {
	for i := 0; i < ‹MaxRetries→MaxAttempts›; i++ {
		if err := post(); err == nil {
			return nil
		}
		log.Printf("attempt %d of %d failed", i+1, ‹MaxRetries→MaxAttempts›)
		time.Sleep(RetryDelay)
	}
	return ErrGivenUp
}

func SendWith(cfg Config, post func() error) error {
	for i := 0; i < cfg.MaxRetries; i++ {
		if post() == nil {
			return nil
		}
	}
	return ErrGivenUp
}

==== one threshold is tuned
kind: silence
expect: silence
--- glacier/melt.go
package glacier

import "math"

const density = 917.0

// Melt estimates the melt in millimetres for one day.
func Melt(temp, factor float64) float64 {
	if temp < 0.5 {
		return 0
	}
	return factor * temp
}

func Snow(temp, rain float64) float64 {
	if temp < «0.5→1.2» {
		return rain
	}
	return 0
}

func Mass(area, depth float64) float64 {
	return math.Round(area * depth * density * 0.5)
}

func Albedo(age float64) float64 {
	return 0.5 + 0.4*math.Exp(-age/20)
}

==== the struct field is spelled out, its tag stays
kind: rename-field
--- internal/config/config.go
package config

import (
	"encoding/json"
	"fmt"
	"os"
)

type Server struct {
	«Addr→Address» string `json:"addr"`
	TLS  bool   `json:"tls"`
}

type Proxy struct {
	Addr string `json:"addr"`
}

func Load(path string) (*Server, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	srv := &Server{‹Addr→Address›: ":8080"}
	if err := json.Unmarshal(data, srv); err != nil {
		return nil, fmt.Errorf("parse %s: %w", path, err)
	}
	return srv, nil
}

func (s *Server) URL() string {
	if s.TLS {
		return "https://" + s.‹Addr→Address›
	}
	return "http://" + s.‹Addr→Address›
}

func (p *Proxy) URL() string {
	return "http://" + p.Addr
}

==== the queue interface learns to report its length
kind: interface-method
--- queue/queue.go
package queue

import "context"

type Message struct {
	ID   string
	Body []byte
}

type Queue interface {
	Push(ctx context.Context, msg Message) error
	Pop(ctx context.Context) (Message, error)«→
	Len(ctx context.Context) (int, error)»
}
--- queue/memory.go
package queue

import (
	"context"
	"errors"
	"sync"
)

var ErrEmpty = errors.New("queue is empty")

type Memory struct {
	mu       sync.Mutex
	messages []Message
}

var _ Queue = (*Memory)(nil)

func (m *Memory) Push(ctx context.Context, msg Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.messages = append(m.messages, msg)
	return nil
}

func (m *Memory) Pop(ctx context.Context) (Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.messages) == 0 {
		return Message{}, ErrEmpty
	}
	msg := m.messages[0]
	m.messages = m.messages[1:]
	return msg, nil
}‹→

func (m *Memory) Len(ctx context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.messages), nil
}¦re:\s+func \(m \*Memory\) Len\(\w+ context\.Context\) \(int, error\) \{[\s\S]*\}¦@›

==== reading an order takes the context
kind: change-signature
--- store/orders.go
package store

import (
	"context"
	"database/sql"
)

type Order struct {
	ID    string
	Total int64
}

type Store struct {
	db *sql.DB
}

func (s *Store) Order(«→ctx context.Context, »id string) (Order, error) {
	var o Order
	row := s.db.«QueryRow(→QueryRowContext(ctx, »"SELECT id, total FROM orders WHERE id = $1", id)
	err := row.Scan(&o.ID, &o.Total)
	return o, err
}

func (s *Store) Delete(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM orders WHERE id = $1", id)
	return err
}
--- api/orders.go
package api

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/shop/store"
)

type Handler struct {
	store *store.Store
}

func (h *Handler) show(w http.ResponseWriter, r *http.Request) {
	order, err := h.store.Order(‹→r.Context(), ›r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(order)
}

func (h *Handler) remove(w http.ResponseWriter, r *http.Request) {
	if err := h.store.Delete(r.Context(), r.PathValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (h *Handler) total(ctx context.Context, id string) (int64, error) {
	order, err := h.store.Order(‹→ctx, ›id)
	return order.Total, err
}

==== the loader returns its errors
kind: return-type
--- internal/rules/load.go
package rules

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
)

type Set struct {
	Name  string   `json:"name"`
	Rules []string `json:"rules"`
}

func Load(path string) «*Set→(*Set, error)» {
	data, err := os.ReadFile(path)
	if err != nil {
		«log.Fatalf("read %s: %v", path, err)→return nil, fmt.Errorf("read %s: %w", path, err)»
	}
	var set Set
	if err := json.Unmarshal(data, &set); err != nil {
		‹log.Fatalf("parse %s: %v", path, err)→return nil, fmt.Errorf("parse %s: %w", path, err)›
	}
	log.Printf("%d rules in %s", len(set.Rules), path)
	return &set‹→, nil›
}
--- cmd/check/main.go
package main

import (
	"flag"
	"fmt"
	"log"

	"example.com/check/internal/rules"
)

func main() {
	path := flag.String("rules", "rules.json", "file with the rules")
	flag.Parse()

	set‹→, err› := rules.Load(*path)‹→
	if err != nil {
		log.Fatal(err)
	}¦re:\s+if err != nil \{\s+[^\n]+(\s+[^\n]+)?\s+\}¦@›
	for _, rule := range set.Rules {
		fmt.Println(set.Name, rule)
	}
	log.Print("done")
}

==== errors.Is needs its package
kind: imports
--- internal/cache/read.go
package cache

import (
	"encoding/json"‹→
	"errors"›
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

type Entry struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

func Read(dir, key string) (*Entry, error) {
	data, err := os.ReadFile(filepath.Join(dir, key+".json"))
	if «os.IsNotExist(err)→errors.Is(err, fs.ErrNotExist)» {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entry Entry
	if err := json.Unmarshal(data, &entry); err != nil {
		return nil, fmt.Errorf("cache entry %s: %w", key, err)
	}
	return &entry, nil
}

func writable(mode fs.FileMode) bool {
	return mode.Perm()&0o200 != 0
}

==== every rpc is observed
kind: log-statements
--- internal/rpc/users.go
package rpc

import (
	"context"
	"time"

	"example.com/users/internal/store"
)

type Server struct {
	users *store.Users
}

func (s *Server) GetUser(ctx context.Context, req *GetUserRequest) (*User, error) {«→
	defer observe("GetUser", time.Now())»
	return s.users.Get(ctx, req.ID)
}

func (s *Server) ListUsers(ctx context.Context, req *ListUsersRequest) ([]*User, error) {«→
	defer observe("ListUsers", time.Now())»
	return s.users.List(ctx, req.PageSize)
}

func (s *Server) CreateUser(ctx context.Context, req *CreateUserRequest) (*User, error) {‹→
	defer observe("CreateUser", time.Now())›
	return s.users.Create(ctx, req.Email, req.Name)
}

func (s *Server) DeleteUser(ctx context.Context, req *DeleteUserRequest) error {‹→
	defer observe("DeleteUser", time.Now())›
	return s.users.Delete(ctx, req.ID)
}

func observe(method string, start time.Time) {
	latency.WithLabelValues(method).Observe(time.Since(start).Seconds())
}

==== a paused state has a name
kind: enum-member
--- worker/state.go
package worker

import "fmt"

type State int

const (
	Idle State = iota
	Running«→
	Paused»
	Stopped
)

func (s State) String() string {
	switch s {
	case Idle:
		return "idle"
	case Running:
		return "running"‹→
	case Paused:
		return "paused"›
	case Stopped:
		return "stopped"
	default:
		return fmt.Sprintf("State(%d)", int(s))
	}
}

func (s State) Active() bool {
	return s == Running
}

==== only the write timeout grows
kind: silence
expect: silence
--- cmd/api/server.go
package main

import (
	"net/http"
	"time"
)

const shutdownTimeout = 10 * time.Second

func newServer(addr string, handler http.Handler) *http.Server {
	return &http.Server{
		Addr:              addr,
		Handler:           handler,
		ReadTimeout:       10 * time.Second,
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      «10→45» * time.Second,
		IdleTimeout:       60 * time.Second,
	}
}

func newClient() *http.Client {
	return &http.Client{Timeout: 10 * time.Second}
}

==== errors of the manifest loader get context
kind: error-handling
--- deploy/manifest.go
package deploy

import (
	"encoding/json"
	"fmt"
	"os"
)

type Manifest struct {
	Service string `json:"service"`
	Image   string `json:"image"`
}

func LoadManifest(path string) (*Manifest, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, «err→fmt.Errorf("read manifest: %w", err)»
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, ‹err→fmt.Errorf("unmarshal manifest: %w", err)¦re:fmt\.Errorf\("[^"]*%w", (\w+, )?err\)¦@›
	}
	return &m, nil
}

func (m *Manifest) Save(path string) error {
	data, err := json.Marshal(m)
	if err != nil {
		return ‹err→fmt.Errorf("marshal manifest: %w", err)¦re:fmt\.Errorf\("[^"]*%w", (\w+, )?err\)¦@›
	}
	return os.WriteFile(path, data, 0o644)
}

==== parsing a port can fail
kind: return-type
--- proxy/addr.go
package proxy

import (
	"strconv"
	"strings"
)

func parsePort(text string) «int→(int, error)» {
	text = strings.TrimPrefix(text, ":")
	port, err := strconv.Atoi(text)
	if err != nil {
		return ‹0→0, err¦re:0, fmt\.Errorf\(.*\)›
	}
	return ‹port→port, nil›
}

func parseWeight(text string) int {
	weight, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return weight
}

func listenPort(flag string) (int, error) {
	‹port→port, err› := parsePort(flag)‹→
	if err != nil {
		return 0, err
	}›
	return port + 1, nil
}

==== the blob store interface takes a content type
kind: interface-method
--- storage/store.go
package storage

type Store interface {
	Put(key string, data []byte«→, contentType string») error
	Get(key string) ([]byte, error)
}

type object struct {
	data        []byte
	contentType string
}
--- storage/memory.go
package storage

import "errors"

type MemoryStore struct {
	objects map[string]object
}

func (s *MemoryStore) Put(key string, data []byte‹→, contentType string›) error {
	s.objects[key] = object{data: data‹→, contentType: contentType›}
	return nil
}

func (s *MemoryStore) Get(key string) ([]byte, error) {
	o, ok := s.objects[key]
	if !ok {
		return nil, errors.New("not found: " + key)
	}
	return o.data, nil
}
--- storage/upload.go
package storage

func Upload(s Store, name, contentType string, data []byte) error {
	return s.Put("uploads/"+name, data‹→, contentType›)
}

==== rename a struct field of the lease
kind: rename-field
--- lease/lease.go
package lease

import "time"

type Lease struct {
	Holder string
	«TTL→Duration»    time.Duration
	Start  time.Time
}

func (l *Lease) Expired(now time.Time) bool {
	return now.Sub(l.Start) > l.‹TTL→Duration›
}

func (l *Lease) Renew(now time.Time) {
	l.Start = now
}
--- lease/manager.go
package lease

import "time"

type Record struct {
	Name string
	TTL  int
}

// Grant gives out a lease; a TTL of zero means the default.
func Grant(holder string, ttl time.Duration) *Lease {
	if ttl == 0 {
		ttl = time.Minute
	}
	return &Lease{Holder: holder, ‹TTL→Duration›: ttl, Start: time.Now()}
}

func dnsRecord(l *Lease) Record {
	return Record{Name: l.Holder, TTL: int(l.‹TTL→Duration›.Seconds())}
}

==== load takes a context
kind: change-signature
--- wiki/store.go
package wiki

import (
	"context"
	"database/sql"
)

type Store struct {
	db *sql.DB
}

func (s *Store) LoadPage(«→ctx context.Context, »slug string) (string, error) {
	var body string
	row := s.db.«QueryRow(→QueryRowContext(ctx, »"SELECT body FROM pages WHERE slug = ?", slug)
	return body, row.Scan(&body)
}

func (s *Store) LoadUser(id int64) (string, error) {
	var name string
	row := s.db.QueryRow("SELECT name FROM users WHERE id = ?", id)
	return name, row.Scan(&name)
}

func (s *Store) Ping(ctx context.Context) error {
	return s.db.PingContext(ctx)
}
--- wiki/http.go
package wiki

import (
	"fmt"
	"net/http"
)

func (s *Store) ServePage(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if err := s.Ping(ctx); err != nil {
		http.Error(w, "database is down", http.StatusServiceUnavailable)
		return
	}
	body, err := s.LoadPage(‹→ctx, ¦r.Context(), ›r.URL.Path)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	fmt.Fprint(w, body)
}

func (s *Store) ServeUser(w http.ResponseWriter, id int64) {
	name, _ := s.LoadUser(id)
	fmt.Fprint(w, name)
}

==== an enterprise plan
kind: enum-member
--- billing/plan.go
package billing

import "fmt"

type Plan int

const (
	PlanFree Plan = iota
	PlanTeam«→
	PlanEnterprise»
)

func (p Plan) String() string {
	switch p {
	case PlanFree:
		return "free"
	case PlanTeam:
		return "team"‹→
	case PlanEnterprise:
		return "enterprise"›
	}
	return fmt.Sprintf("Plan(%d)", int(p))
}

func ParsePlan(text string) (Plan, error) {
	switch text {
	case "free":
		return PlanFree, nil
	case "team":
		return PlanTeam, nil‹→
	case "enterprise":
		return PlanEnterprise, nil›
	}
	return PlanFree, fmt.Errorf("unknown plan %q", text)
}

==== structured logging in the queue worker
kind: log-statements
--- queue/worker.go
package queue

import (
	‹"log"→"log/slog"›
	"time"
)

type Worker struct {
	conn Conn
}

func (w *Worker) Run() {
	if err := w.conn.Open(); err != nil {
		«log.Printf("queue: open failed: %v", err)→slog.Error("queue: open failed", "err", err)»
		return
	}
	for msg := range w.conn.Messages() {
		if err := w.handle(msg); err != nil {
			‹log.Printf("queue: handle failed: %v", err)→slog.Error("queue: handle failed", "err", err)›
			time.Sleep(time.Second)
		}
	}
	if err := w.conn.Close(); err != nil {
		‹log.Printf("queue: close failed: %v", err)→slog.Error("queue: close failed", "err", err)›
	}
}

func (w *Worker) handle(msg Message) error {
	defer w.conn.Ack(msg.ID)
	return msg.Apply()
}

==== a comment at an exported function
kind: silence
expect: silence
--- geo/distance.go
package geo

import "math"

const earthRadius = 6371.0

«→// Distance returns the great-circle distance of two points in kilometres.
»func Distance(a, b Point) float64 {
	dLat := rad(b.Lat - a.Lat)
	dLng := rad(b.Lng - a.Lng)
	h := math.Pow(math.Sin(dLat/2), 2) +
		math.Cos(rad(a.Lat))*math.Cos(rad(b.Lat))*math.Pow(math.Sin(dLng/2), 2)
	return 2 * earthRadius * math.Asin(math.Sqrt(h))
}

func rad(degrees float64) float64 {
	return degrees * math.Pi / 180
}

type Point struct {
	Lat, Lng float64
}

==== a fatal level has a name
kind: enum-member
--- level.go
package logging

type Level int

const (
	Debug Level = iota
	Info
	Warning
	Error«→
	Fatal»
)

func (l Level) String() string {
	switch l {
	case Debug:
		return "debug"
	case Info:
		return "info"
	case Warning:
		return "warning"
	case Error:
		return "error"‹→
	case Fatal:
		return "fatal"›
	}
	return "unknown"
}
--- color.go
package logging

var colors = map[Level]string{
	Debug:   "\x1b[90m",
	Info:    "\x1b[37m",
	Warning: "\x1b[33m",
	Error:   "\x1b[31m",‹→
	Fatal:   "\x1b[35m",¦re:\n\s+Fatal:\s+"\\x1b\[[\d;]+m",¦@›
}

func colored(l Level, text string) string {
	return colors[l] + text + "\x1b[0m"
}

==== stores can delete keys
kind: interface-method
--- store.go
package kv

import "errors"

var ErrMissing = errors.New("missing key")

type Store interface {
	Get(key string) (string, error)
	Put(key, value string) error«→
	Delete(key string) error»
}
--- memory.go
package kv

type memoryStore struct {
	items map[string]string
}

func (m *memoryStore) Get(key string) (string, error) {
	value, ok := m.items[key]
	if !ok {
		return "", ErrMissing
	}
	return value, nil
}

func (m *memoryStore) Put(key, value string) error {
	m.items[key] = value
	return nil
}‹→

func (m *memoryStore) Delete(key string) error {
	delete(m.items, key)
	return nil
}¦re:\n\nfunc \(m \*memoryStore\) Delete\(key string\) error \{\n(.|\n)*\n\}¦@›
--- file.go
package kv

import (
	"os"
	"path/filepath"
)

type fileStore struct {
	dir string
}

func (f *fileStore) Get(key string) (string, error) {
	data, err := os.ReadFile(filepath.Join(f.dir, key))
	return string(data), err
}

func (f *fileStore) Put(key, value string) error {
	return os.WriteFile(filepath.Join(f.dir, key), []byte(value), 0o644)
}‹→

func (f *fileStore) Delete(key string) error {
	return os.Remove(filepath.Join(f.dir, key))
}¦re:\n\nfunc \(f \*fileStore\) Delete\(key string\) error \{\n(.|\n)*\n\}¦@›

==== points get a third dimension
kind: field-added
--- point.go
package geo

type Point struct {
	X float64
	Y float64«→
	Z float64»
}

type Offset struct {
	X float64
	Y float64
}

func (p Point) Add(q Point) Point {
	return Point{X: p.X + q.X, Y: p.Y + q.Y‹→, Z: p.Z + q.Z›}
}

func (p Point) Equal(q Point) bool {
	return p.X == q.X && p.Y == q.Y‹→ && p.Z == q.Z›
}

func (o Offset) Equal(other Offset) bool {
	return o.X == other.X && o.Y == other.Y
}

==== the port may be wrong
kind: return-type
--- config.go
package config

import "strconv"

type Config struct {
	Host string
	Port int
}

func parsePort(text string) «int→(int, error)» {
	port, err := strconv.Atoi(text)
	if err != nil {
		return ‹0→0, err›
	}
	return ‹port→port, nil›
}

func parseHost(text string) string {
	if text == "" {
		return "localhost"
	}
	return text
}

func Load(env map[string]string) (*Config, error) {
	host := parseHost(env["HOST"])
	port‹→, err› := parsePort(env["PORT"])‹→
	if err != nil {
		return nil, err
	}¦re:\n\s+if err != nil \{\n\s+return nil, .*err\)?\n\s+\}›
	return &Config{Host: host, Port: port}, nil
}

==== the store takes a context
kind: change-signature
--- store.go
package users

import (
	"context"
	"database/sql"
)

type User struct {
	ID   int
	Name string
}

type Store struct {
	db *sql.DB
}

func (s *Store) Find(«→ctx context.Context, »id int) (*User, error) {
	row := s.db.QueryRowContext(«context.Background()→ctx», "SELECT id, name FROM users WHERE id = ?", id)
	var u User
	err := row.Scan(&u.ID, &u.Name)
	return &u, err
}
--- service.go
package users

import (
	"context"
	"strings"
)

type Catalog interface {
	Find(id int) (string, error)
}

type Service struct {
	store   *Store
	catalog Catalog
}

func (s *Service) Greeting(ctx context.Context, id int) (string, error) {
	user, err := s.store.Find(‹→ctx, ›id)
	if err != nil {
		return "", err
	}
	return "Hello " + user.Name, nil
}

func (s *Service) Initial(ctx context.Context, id int) (string, error) {
	user, err := s.store.Find(‹→ctx, ›id)
	if err != nil {
		return "", err
	}
	return strings.ToUpper(user.Name[:1]), nil
}

func (s *Service) Title(id int) (string, error) {
	return s.catalog.Find(id)
}

==== the third file is read
kind: error-handling
--- load.go
package shop

import "fmt"

type Shop struct {
	users  []User
	orders []Order
	stock  map[string]int
}

func Load(dir string) (*Shop, error) {
	users, err := readUsers(dir)
	if err != nil {
		return nil, fmt.Errorf("read users: %w", err)
	}
	orders, err := readOrders(dir)
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}«→
	stock, err := readStock(dir)»‹→
	if err != nil {
		return nil, fmt.Errorf("read stock: %w", err)
	}›
	return &Shop{users: users, orders: orders, stock: stock}, nil
}

==== a short name is spelled out
kind: rename-local
--- stats.go
package stats

import "fmt"

func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	«s→sum» := 0.0
	for _, v := range values {
		‹s→sum› += v
	}
	return ‹s→sum› / float64(len(values))
}

func Print(names []string) {
	s := ""
	for _, name := range names {
		s += name + "'s\n"
	}
	fmt.Print(s)
}

==== one row of a test table
kind: silence
expect: silence
--- round_test.go
package money

import "testing"

func TestRound(t *testing.T) {
	tests := []struct {
		in   float64
		want float64
	}{
		{1.234, 1.23},
		{1.235, «1.23→1.24»},
		{2.5, 2.5},
		{0, 0},
	}
	for _, test := range tests {
		if got := Round(test.in); got != test.want {
			t.Errorf("Round(%v) = %v, want %v", test.in, got, test.want)
		}
	}
}

==== a peer's addr becomes its host
kind: rename-field
--- cluster/peer.go
package cluster

import (
	"fmt"
	"net"
	"time"
)

type Peer struct {
	Name string `json:"name"`
	«Addr→Host» string `json:"addr"`
	Port int    `json:"port"`
}

type Listener struct {
	Addr string
	Idle time.Duration
}

func (p Peer) String() string {
	return fmt.Sprintf("%s (%s:%d)", p.Name, p.‹Addr→Host›, p.Port)
}

func (p Peer) Dial() (net.Conn, error) {
	return net.Dial("tcp", fmt.Sprintf("%s:%d", p.‹Addr→Host›, p.Port))
}

func (l Listener) Listen() (net.Listener, error) {
	return net.Listen("tcp", l.Addr)
}
--- cluster/static.go
package cluster

// Static returns the peers of the test cluster.
func Static() []Peer {
	return []Peer{
		{Name: "a", ‹Addr→Host›: "10.0.0.1", Port: 7000},
		{Name: "b", ‹Addr→Host›: "10.0.0.2", Port: 7000},
	}
}

func Local() Listener {
	return Listener{Addr: "127.0.0.1:7000"}
}

func Find(peers []Peer, addr string) (Peer, bool) {
	for _, peer := range peers {
		if peer.‹Addr→Host› == addr {
			return peer, true
		}
	}
	return Peer{}, false
}

==== an ignored error is handled
kind: error-handling
--- recipes/load.go
package recipes

import (
	"encoding/json"
	"fmt"
	"os"
)

type Recipe struct {
	Title string
	Steps []string
}

func Load(path string) (*Recipe, error) {
	data, «_→err» := os.ReadFile(path)‹→
	if err != nil {
		return nil, err
	}¦re:\n\s+if err != nil \{\n\s+return nil, (err|fmt\.Errorf\(.*\))\n\s+\}›
	var recipe Recipe
	if err := json.Unmarshal(data, &recipe); err != nil {
		return nil, fmt.Errorf("parse %s: %w", path, err)
	}
	return &recipe, nil
}

func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

==== loading a ticket takes a context
kind: change-signature
--- tickets/store.go
package tickets

import (
	"context"
	"database/sql"
)

type Store struct {
	db *sql.DB
}

func (s *Store) Load(«→ctx context.Context, »id int64) (*Ticket, error) {
	row := s.db.QueryRowContext(‹context.Background()→ctx›, "select id, title from tickets where id = ?", id)
	var t Ticket
	if err := row.Scan(&t.ID, &t.Title); err != nil {
		return nil, err
	}
	return &t, nil
}

func (s *Store) Close() error {
	return s.db.Close()
}
--- tickets/service.go
package tickets

import "context"

type Service struct {
	store    *Store
	settings *Settings
}

func (s *Service) Assign(ctx context.Context, id int64, user string) error {
	ticket, err := s.store.Load(‹→ctx, ›id)
	if err != nil {
		return err
	}
	ticket.Assignee = user
	return s.notify(ctx, ticket)
}

func (s *Service) Title(ctx context.Context, id int64) (string, error) {
	ticket, err := s.store.Load(‹→ctx, ›id)
	if err != nil {
		return "", err
	}
	return s.settings.Load("prefix") + ticket.Title, nil
}

==== every notifier has a name
kind: interface-method
--- alerts/notifier.go
package alerts

type Notifier interface {
	Notify(subject, text string) error«→
	Name() string»
}
--- alerts/email.go
package alerts

import "net/smtp"

type Email struct {
	server string
	from   string
	to     []string
}

func (e *Email) Notify(subject, text string) error {
	message := "Subject: " + subject + "\r\n\r\n" + text
	return smtp.SendMail(e.server, nil, e.from, e.to, []byte(message))
}‹→

func (e *Email) Name() string {
	return "email"
}¦re:\n\nfunc \(e \*Email\) Name\(\) string \{\n\s+return .+\n\}¦@›
--- alerts/pager.go
package alerts

import (
	"net/http"
	"strings"
)

type Pager struct {
	url string
}

func (p *Pager) Notify(subject, text string) error {
	response, err := http.Post(p.url, "text/plain", strings.NewReader(subject+"\n"+text))
	if err != nil {
		return err
	}
	return response.Body.Close()
}‹→

func (p *Pager) Name() string {
	return "pager"
}¦re:\n\nfunc \(p \*Pager\) Name\(\) string \{\n\s+return .+\n\}¦@›

==== parsing a size can fail
kind: return-type
--- quota/size.go
package quota

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseSize reads sizes such as 512K or 20M.
func ParseSize(text string) «int64→(int64, error)» {
	factor := int64(1)
	switch {
	case strings.HasSuffix(text, "K"):
		factor = 1 << 10
	case strings.HasSuffix(text, "M"):
		factor = 1 << 20
	}
	number, err := strconv.ParseInt(strings.TrimRight(text, "KM"), 10, 64)
	if err != nil {
		return 0‹→, err¦re:, (err|fmt\.Errorf\(.*\))›
	}
	return number * factor‹→, nil›
}

func Percent(used, size int64) int64 {
	if size == 0 {
		return 0
	}
	return used * 100 / size
}

func Describe(used, size int64) string {
	return fmt.Sprintf("%d%% of %d bytes", Percent(used, size), size)
}

==== the port of the gateway, in code and deployment
kind: constants-in-files
--- gateway/main.go
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
)

// defaultPort is also in the Dockerfile and in compose.yaml.
const defaultPort = "«8080→8090»"

func main() {
	port := os.Getenv("GATEWAY_PORT")
	if port == "" {
		port = defaultPort
	}
	log.Printf("gateway listens on %s", port)
	http.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "ok")
	})
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
--- gateway/Dockerfile
FROM golang:1.22 AS build
WORKDIR /src
COPY . .
RUN go build -o /gateway ./gateway

FROM gcr.io/distroless/base
COPY --from=build /gateway /gateway
EXPOSE ‹8080→8090›
CMD ["/gateway"]
--- compose.yaml
services:
  gateway:
    build: gateway
    environment:
      GATEWAY_PORT: "‹8080→8090›"
  search:
    image: example/search:2.4
    environment:
      SEARCH_HEAP_MB: "8080"

==== form values lose their blanks
kind: parallel-lines
--- visitors/handler.go
package visitors

import (
	"net/http"
	"strings"
)

type Visitor struct {
	Name    string
	Company string
	Host    string
	Plate   string
}

func fromForm(r *http.Request) Visitor {
	var v Visitor
	v.Name = «r.FormValue("name")→strings.TrimSpace(r.FormValue("name"))»
	v.Company = «r.FormValue("company")→strings.TrimSpace(r.FormValue("company"))»
	v.Host = ‹r.FormValue("host")→strings.TrimSpace(r.FormValue("host"))›
	v.Plate = ‹r.FormValue("plate")→strings.TrimSpace(r.FormValue("plate"))›
	return v
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("token") != s.token {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	s.visitors.Add(fromForm(r))
	http.Redirect(w, r, "/visitors", http.StatusSeeOther)
}

==== a comparison includes its limit
kind: silence
expect: silence
--- turbine/guard.go
package turbine

import "time"

type Reading struct {
	Speed float64
	Wind  float64
	Taken time.Time
}

const (
	maxSpeed = 18.5
	maxWind  = 25.0
)

func mustBrake(r Reading) bool {
	return r.Speed «>→>=» maxSpeed
}

func mustTurn(r Reading) bool {
	return r.Wind > maxWind
}

func isFresh(r Reading, now time.Time) bool {
	return now.Sub(r.Taken) < 5*time.Second
}

func average(readings []Reading) float64 {
	if len(readings) == 0 {
		return 0
	}
	sum := 0.0
	for _, r := range readings {
		sum += r.Speed
	}
	return sum / float64(len(readings))
}

==== a field of the options is called differently beside a parameter of that name
kind: rename-field
--- bench.go
package bench

func run(cmd string, «ignoreFailure→failureAction» bool) error {
	if ‹ignoreFailure→failureAction› {
		return start(cmd)
	}
	return check(start(cmd))
}

func all(commands []string, options *Options) error {
	if err := run(commands[0], options.«ignoreFailure→failureAction»); err != nil {
		return err
	}
	for _, cmd := range commands[1:] {
		if err := run(cmd, options.‹ignoreFailure→failureAction›); err != nil {
			return err
		}
	}
	return nil
}
