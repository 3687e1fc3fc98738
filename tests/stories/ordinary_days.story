==== the configuration says what it binds
kind: rename-field
--- config/config.go
package config

import "os"

// Config is read from the environment.
type Config struct {
	«Addr→Bind» string
	Root string
}

// FromEnv returns the configuration of this process.
func FromEnv() Config {
	c := Config{
		‹Addr→Bind›: os.Getenv("APP_ADDR"),
		Root: os.Getenv("APP_ROOT"),
	}
	if c.‹Addr→Bind› == "" {
		c.‹Addr→Bind› = ":8080"
	}
	return c
}
--- main.go
package main

import (
	"log"
	"net/http"

	"example.org/files/config"
)

func main() {
	cfg := config.FromEnv()
	server := &http.Server{
		Addr:    cfg.‹Addr→Bind›,
		Handler: http.FileServer(http.Dir(cfg.Root)),
	}
	log.Fatal(server.ListenAndServe())
}

==== rules are loaded with an error
kind: return-type
--- rules/load.go
package rules

import (
	"fmt"
	"os"
	"strings"
)

// Rule blocks the requests of a host.
type Rule struct {
	Host string
	Path string
}

// Load reads a file with one rule per line.
func Load(path string) «[]Rule→([]Rule, error)» {
	data, err := os.ReadFile(path)
	if err != nil {
		«panic(err)→return nil, err»
	}
	var rules []Rule
	for _, line := range strings.Split(string(data), "\n") {
		host, rest, found := strings.Cut(line, " ")
		if found {
			rules = append(rules, Rule{Host: host, Path: rest})
		}
	}
	return rules‹→, nil›
}

func (r Rule) String() string {
	return fmt.Sprintf("%s %s", r.Host, r.Path)
}
--- cmd/blocker/main.go
package main

import (
	"log"
	"os"

	"example.org/blocker/rules"
)

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: blocker RULES")
	}
	‹loaded := rules.Load(os.Args[1])→loaded, err := rules.Load(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}¦@¦re:loaded, err := rules\.Load\(os\.Args\[1\]\)(?:\n\s+if err != nil \{\n(?:[^\n{}]+\n)+\s+\})?›
	for _, rule := range loaded {
		log.Println("blocking", rule)
	}
}

==== finding a user takes a context
kind: add-parameter
--- store/users.go
package store

import (
	"context"
	"database/sql"
)

type User struct {
	ID   int64
	Name string
}

type Users struct {
	db *sql.DB
}

// Find returns the user with an id.
func (u *Users) Find(«→ctx context.Context, »id int64) (User, error) {
	var user User
	err := u.db.«QueryRow(→QueryRowContext(ctx, »"SELECT id, name FROM users WHERE id = $1", id).Scan(&user.ID, &user.Name)
	return user, err
}

// Delete removes the user with an id.
func (u *Users) Delete(ctx context.Context, id int64) error {
	_, err := u.db.ExecContext(ctx, "DELETE FROM users WHERE id = $1", id)
	return err
}
--- service/users.go
package service

import (
	"context"
	"fmt"

	"example.org/crm/store"
)

type Service struct {
	users *store.Users
}

func (s *Service) Greeting(ctx context.Context, id int64) (string, error) {
	user, err := s.users.Find(‹→ctx, ›id)
	if err != nil {
		return "", fmt.Errorf("greet %d: %w", id, err)
	}
	return "Hello " + user.Name, nil
}

func (s *Service) Remove(ctx context.Context, id int64) error {
	if _, err := s.users.Find(‹→ctx, ›id); err != nil {
		return err
	}
	return s.users.Delete(ctx, id)
}

==== a download can be paused
kind: enum-member
--- download/state.go
package download

import "fmt"

// State is what a download does right now.
type State int

const (
	Queued State = iota
	Running
	Done«→
	Paused»
)

func (s State) String() string {
	switch s {
	case Queued:
		return "queued"
	case Running:
		return "running"
	case Done:
		return "done"‹→
	case Paused:
		return "paused"›
	default:
		return fmt.Sprintf("State(%d)", int(s))
	}
}

// Parse is the reverse of String.
func Parse(text string) (State, error) {
	switch text {
	case "queued":
		return Queued, nil
	case "running":
		return Running, nil
	case "done":
		return Done, nil‹→
	case "paused":
		return Paused, nil›
	}
	return 0, fmt.Errorf("unknown state %q", text)
}

==== the failed request is returned
kind: half-typed
--- weather/client.go
package weather

import (
	"encoding/json"
	"fmt"
	"net/http"
)

type Forecast struct {
	City    string  `json:"city"`
	Celsius float64 `json:"celsius"`
}

type Client struct {
	base string
	http *http.Client
}

// Today returns the forecast for a city.
func (c *Client) Today(city string) (*Forecast, error) {
	req, err := http.NewRequest(http.MethodGet, c.base+"/today/"+city, nil)
	if err != nil {
		return nil, fmt.Errorf("build request: %w", err)
	}
	resp, err := c.http.Do(req)«→
	if err != nil {»‹→
		return nil, fmt.Errorf("send request: %w", err)
	}¦re:\n\s+return nil, (?:err|fmt\.Errorf\("[^"\n]*%w", (?:city, )?err\))\n\s+\}›
	defer resp.Body.Close()

	var forecast Forecast
	if err := json.NewDecoder(resp.Body).Decode(&forecast); err != nil {
		return nil, fmt.Errorf("decode forecast: %w", err)
	}
	return &forecast, nil
}

==== events are published, not sent
kind: rename-interface-method
--- events/bus.go
package events

import "sync"

type Event struct {
	Topic string
	Body  []byte
}

// Bus delivers events to their subscribers.
type Bus interface {
	«Send→Publish»(event Event) error
	Close() error
}

type memoryBus struct {
	mu     sync.Mutex
	events []Event
}

func NewMemoryBus() Bus {
	return &memoryBus{}
}

func (b *memoryBus) ‹Send→Publish›(event Event) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, event)
	return nil
}

func (b *memoryBus) Close() error {
	return nil
}
--- orders/service.go
package orders

import (
	"example.org/shop/events"
	"example.org/shop/mail"
)

type Service struct {
	bus  events.Bus
	mail *mail.Sender
}

func (s *Service) Place(id string) error {
	if err := s.bus.‹Send→Publish›(events.Event{Topic: "placed", Body: []byte(id)}); err != nil {
		return err
	}
	return s.mail.Send("orders@example.org", "New order "+id)
}

func (s *Service) Cancel(id string) error {
	return s.bus.‹Send→Publish›(events.Event{Topic: "cancelled", Body: []byte(id)})
}

==== the pool limit is named in full
kind: rename-constant
keys: backspace
--- pool/pool.go
package pool

import (
	"errors"
	"fmt"
	"net"
)

const «maxConns→maxConnections» = 64

var errFull = errors.New("the pool is full")

// Pool keeps connections to one host open.
type Pool struct {
	host  string
	conns []net.Conn
}

func New(host string) *Pool {
	return &Pool{host: host, conns: make([]net.Conn, 0, ‹maxConns→maxConnections›)}
}

func (p *Pool) Open() (net.Conn, error) {
	if len(p.conns) >= ‹maxConns→maxConnections› {
		return nil, fmt.Errorf("%s: %w", p.host, errFull)
	}
	conn, err := net.Dial("tcp", p.host)
	if err != nil {
		return nil, err
	}
	p.conns = append(p.conns, conn)
	return conn, nil
}

==== slow clients may send their headers longer
kind: tuned-number
expect: silence
--- cmd/api/main.go
package main

import (
	"log"
	"net/http"
	"time"
)

func health(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusNoContent)
}

func version(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte("5.1\n"))
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/health", health)
	mux.HandleFunc("/version", version)

	server := &http.Server{
		Addr:              ":8080",
		Handler:           mux,
		ReadHeaderTimeout: «5→8» * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       120 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
==== the balance of an account is available
kind: rename-method
--- src/main/java/bank/Account.java
package bank;

import java.math.BigDecimal;

public class Account {
    private final String iban;
    private BigDecimal balance = BigDecimal.ZERO;
    private BigDecimal blocked = BigDecimal.ZERO;

    public Account(String iban) {
        this.iban = iban;
    }

    public BigDecimal «getRest→getAvailable»() {
        return balance.subtract(blocked);
    }

    public boolean canPay(BigDecimal amount) {
        return ‹getRest→getAvailable›().compareTo(amount) >= 0;
    }

    public void deposit(BigDecimal amount) {
        balance = balance.add(amount);
    }

    public String getIban() {
        return iban;
    }
}
--- src/main/java/bank/Statement.java
package bank;

import java.util.List;

public class Statement {
    private final Account account;
    private final Installment installment;

    public Statement(Account account, Installment installment) {
        this.account = account;
        this.installment = installment;
    }

    public List<String> lines() {
        return List.of(
                "Account: " + account.getIban(),
                "Available: " + account.‹getRest→getAvailable›(),
                "Open installment: " + installment.getRest());
    }
}

==== tokens expire by a clock
kind: add-parameter
--- src/main/java/auth/TokenService.java
package auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

public class TokenService {
    private final TokenRepository repository;
    private final Duration lifetime;«→
    private final Clock clock;»

    public TokenService(TokenRepository repository, Duration lifetime«→, Clock clock») {
        this.repository = repository;
        this.lifetime = lifetime;‹→
        this.clock = clock;›
    }

    public Token issue(String user) {
        Instant now = ‹Instant.now()→Instant.now(clock)¦clock.instant()›;
        Token token = new Token(UUID.randomUUID(), user, now.plus(lifetime));
        repository.save(token);
        return token;
    }
}
--- src/main/java/auth/AuthModule.java
package auth;

import java.time.Clock;
import java.time.Duration;

public final class AuthModule {
    private final Clock clock = Clock.systemUTC();

    public TokenService tokenService(TokenRepository repository) {
        return new TokenService(repository, Duration.ofHours(8)‹→, clock¦, Clock.systemUTC()›);
    }

    public LoginLog loginLog() {
        return new LoginLog(clock);
    }
}

==== parcels travel by bike too
kind: enum-member
--- src/main/java/delivery/Vehicle.java
package delivery;

/** How a parcel gets from the depot to the door. */
public enum Vehicle {
    VAN,
    TRUCK,
    DRONE«→,
    BIKE»
}
--- src/main/java/delivery/Rates.java
package delivery;

public final class Rates {
    private Rates() {}

    /** Returns how many kilograms fit. */
    public static int capacity(Vehicle vehicle) {
        return switch (vehicle) {
            case VAN -> 800;
            case TRUCK -> 7500;
            case DRONE -> 5;‹→
            case BIKE -> 40;¦@¦re:\n            case BIKE -> \d+;›
        };
    }

    public static String label(Vehicle vehicle) {
        return switch (vehicle) {
            case VAN -> "Van";
            case TRUCK -> "Truck";
            case DRONE -> "Drone";‹→
            case BIKE -> "Bike";›
        };
    }

    public static boolean isLong(int kilometers) {
        return kilometers > 100;
    }
}

==== the queue is named after its messages
kind: rename-constant
--- src/main/java/mail/Queues.java
package mail;

public final class Queues {
    public static final String «MAIN→OUTGOING_MAIL» = "mail.out";
    public static final String BOUNCES = "mail.bounces";

    private static final String PREFIX = "mail.";

    private Queues() {}

    /** Tells whether a queue is one of ours. */
    public static boolean isMail(String queue) {
        return queue.startsWith(PREFIX);
    }
}
--- src/main/java/mail/MailSender.java
package mail;

import broker.Broker;

public class MailSender {
    private final Broker broker;

    public MailSender(Broker broker) {
        this.broker = broker;
        broker.declare(Queues.‹MAIN→OUTGOING_MAIL›);
        broker.declare(Queues.BOUNCES);
    }

    public void send(String receiver, String text) {
        broker.put(Queues.‹MAIN→OUTGOING_MAIL›, receiver + "\n" + text);
    }

    public int waiting() {
        return broker.size(Queues.‹MAIN→OUTGOING_MAIL›) + broker.size(Queues.BOUNCES);
    }
}
--- src/main/java/mail/Layout.java
package mail;

/** The templates of a message. */
public enum Layout {
    MAIN,
    PLAIN;

    String template() {
        return name().toLowerCase() + ".ftl";
    }

    static Layout of(boolean html) {
        return html ? Layout.MAIN : Layout.PLAIN;
    }
}

==== children under six travel for free
kind: fix-one-branch
expect: silence
--- src/main/java/rail/Fares.java
package rail;

public final class Fares {
    private static final int BASE = 250;
    private static final int PER_KILOMETER = 18;

    private Fares() {}

    /** Returns the price of a journey in cents. */
    public static int price(int kilometers, int age, boolean railcard) {
        int price = BASE + kilometers * PER_KILOMETER;
        if (age < 6) {
            return «BASE→0»;
        }
        if (age < 15) {
            return price / 2;
        }
        if (railcard) {
            return price * 3 / 4;
        }
        return price;
    }

    public static int bicycle(int kilometers) {
        return Math.max(BASE, kilometers * 5);
    }

    public static boolean isShort(int kilometers) {
        return kilometers <= 50;
    }
}
==== slugs are made by slugify
kind: rename-function
--- lib/text.js
'use strict';

const STOP_WORDS = new Set(['a', 'an', 'the']);

function «clean→slugify»(title) {
  return title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !STOP_WORDS.has(word))
    .join('-');
}

function excerpt(text, length) {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

module.exports = { ‹clean→slugify›, excerpt };
--- lib/posts.js
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { ‹clean→slugify›, excerpt } = require('./text');

function writePost(folder, post) {
  const file = path.join(folder, `${‹clean→slugify›(post.title)}.html`);
  fs.writeFileSync(file, `<h1>${post.title}</h1>\n${post.body}`);
  return { file, teaser: excerpt(post.body, 120) };
}

// Start from a clean folder.
function resetFolder(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
}

module.exports = { writePost, resetFolder };

==== cookies go with every request
kind: same-option
--- public/js/api.js
const BASE = '/api/v2';

async function json(response) {
  if (!response.ok) {
    throw new Error(`The server answered ${response.status}`);
  }
  return response.json();
}

export async function saveNote(note) {
  return json(await fetch(`${BASE}/notes`, { method: 'POST', «→credentials: 'include', »body: JSON.stringify(note) }));
}

export async function updateNote(note) {
  return json(await fetch(`${BASE}/notes/${note.id}`, { method: 'PUT', «→credentials: 'include', »body: JSON.stringify(note) }));
}

export async function shareNote(note, people) {
  return json(await fetch(`${BASE}/notes/${note.id}/shares`, { method: 'POST', ‹→credentials: 'include', ›body: JSON.stringify(people) }));
}

export async function saveProfile(profile) {
  return json(await fetch(`${BASE}/profile`, { method: 'PUT', ‹→credentials: 'include', ›body: JSON.stringify(profile) }));
}

export function noteUrl(note) {
  return `${location.origin}/notes/${note.id}`;
}

==== the banner stays a little longer
kind: tuned-number
expect: silence
--- public/js/banner.js
const FADE_MS = 300;

let timer = 0;

function hide(element) {
  element.classList.add('fading');
  setTimeout(() => element.remove(), FADE_MS);
}

export function showBanner(text) {
  const element = document.createElement('div');
  element.className = 'banner';
  element.textContent = text;
  document.body.append(element);
  clearTimeout(timer);
  timer = setTimeout(() => hide(element), «4000→6000»);
  return element;
}

export function showError(error) {
  const element = showBanner(error.message);
  element.classList.add('banner-error');
  clearTimeout(timer);
  element.addEventListener('click', () => hide(element));
}
==== the ring buffer reads no more than fits
kind: add-parameter
--- ring.h
#ifndef RING_H
#define RING_H

#include <stddef.h>

struct ring {
    unsigned char data[256];
    size_t head;
    size_t tail;
};

void ring_init(struct ring *ring);
int ring_put(struct ring *ring, unsigned char byte);
size_t ring_read(struct ring *ring, unsigned char *out«→, size_t limit»);

#endif
--- ring.c
#include "ring.h"

void ring_init(struct ring *ring)
{
    ring->head = 0;
    ring->tail = 0;
}

int ring_put(struct ring *ring, unsigned char byte)
{
    size_t next = (ring->head + 1) % sizeof ring->data;

    if (next == ring->tail)
        return -1;
    ring->data[ring->head] = byte;
    ring->head = next;
    return 0;
}

size_t ring_read(struct ring *ring, unsigned char *out‹→, size_t limit›)
{
    size_t count = 0;

    while (‹ring->tail != ring->head→count < limit && ring->tail != ring->head¦ring->tail != ring->head && count < limit¦@›) {
        out[count++] = ring->data[ring->tail];
        ring->tail = (ring->tail + 1) % sizeof ring->data;
    }
    return count;
}
--- uart.c
#include <stdio.h>

#include "ring.h"

static struct ring received;

void uart_interrupt(unsigned char byte)
{
    if (ring_put(&received, byte) < 0)
        fputs("overrun\n", stderr);
}

size_t uart_poll(void)
{
    unsigned char buffer[64];
    size_t count = ring_read(&received, buffer‹→, sizeof buffer¦, sizeof(buffer)¦, 64¦@›);

    fwrite(buffer, 1, count, stdout);
    return count;
}

==== the histogram names its samples
kind: rename-field
--- src/histogram.cpp
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

class Histogram {
public:
    explicit Histogram(std::size_t bins) : bins_(bins, 0) {}

    void add(double value) {
        const auto last = bins_.size() - 1;
        const auto bin = static_cast<std::size_t>(value * static_cast<double>(bins_.size()));
        ++bins_[bin > last ? last : bin];
        ++‹n_→samples_›;
    }

    double share(std::size_t bin) const {
        return ‹n_→samples_› == 0 ? 0.0 : static_cast<double>(bins_[bin]) / static_cast<double>(‹n_→samples_›);
    }

private:
    std::vector<std::size_t> bins_;
    std::size_t «n_→samples_» = 0;
};

class Label {
public:
    explicit Label(int n) : n_(n) {}

    std::string text() const { return "bin " + std::to_string(n_); }

private:
    int n_;
};
==== energy report names its running sum
kind: rename-local
--- reports/energy.py
"""Monthly energy reports for the meters of a building."""

from dataclasses import dataclass


@dataclass
class Reading:
    meter: str
    kwh: float
    estimated: bool = False


def monthly_usage(readings: list[Reading]) -> float:
    """Return the usage of all meters, without the estimates."""
    «s→total_kwh» = 0.0
    for reading in readings:
        if reading.estimated:
            continue
        ‹s→total_kwh› += reading.kwh
    return round(‹s→total_kwh›, 2)


def usage_by_meter(readings: list[Reading]) -> dict[str, float]:
    s: dict[str, float] = {}
    for reading in readings:
        s[reading.meter] = s.get(reading.meter, 0.0) + reading.kwh
    return s

==== catalog client renames its paging method
kind: rename-method
--- catalog/client.py
import httpx


class CatalogClient:
    """Reads the product catalog of the shop."""

    def __init__(self, base_url: str) -> None:
        self._http = httpx.Client(base_url=base_url, timeout=15)

    def «fetch→fetch_page»(self, number: int) -> list[dict]:
        response = self._http.get("/products", params={"page": number})
        response.raise_for_status()
        return response.json()["items"]

    def count(self) -> int:
        response = self._http.get("/products/count")
        response.raise_for_status()
        return response.json()["count"]


class ImageStore:
    def __init__(self, bucket: str) -> None:
        self.bucket = bucket

    def fetch(self, key: str) -> bytes:
        return httpx.get(f"https://{self.bucket}.example.net/{key}").content
--- catalog/sync.py
from catalog.client import CatalogClient, ImageStore


def sync_products(client: CatalogClient, images: ImageStore) -> int:
    """Fetch all the pages and the image of each product."""
    page, seen = 1, 0
    while items := client.‹fetch→fetch_page›(page):
        for item in items:
            item["image"] = images.fetch(item["image_key"])
            seen += 1
        page += 1
    return seen


def first_product(client: CatalogClient) -> dict | None:
    items = client.‹fetch→fetch_page›(1)
    return items[0] if items else None

==== stock line spells out its quantity
kind: rename-field
keys: backspace
--- warehouse/models.py
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class StockLine:
    sku: str
    «qty→quantity»: int
    unit_price: Decimal

    @property
    def value(self) -> Decimal:
        return self.‹qty→quantity› * self.unit_price

    @property
    def is_empty(self) -> bool:
        return self.‹qty→quantity› == 0


@dataclass(frozen=True)
class Pick:
    sku: str
    qty: int
    bin: str
--- warehouse/importer.py
import csv
from decimal import Decimal
from pathlib import Path

from warehouse.models import Pick, StockLine


def read_stock(path: Path) -> list[StockLine]:
    """Read the export of the ERP, whose columns are sku, qty and price."""
    with path.open(newline="") as file:
        return [
            StockLine(sku=row["sku"], ‹qty→quantity›=int(row["qty"]), unit_price=Decimal(row["price"]))
            for row in csv.DictReader(file)
        ]


def describe(pick: Pick) -> str:
    return f"{pick.qty} x {pick.sku} from {pick.bin}"

==== invoices are rendered in any currency
kind: add-parameter
--- billing/render.py
from dataclasses import dataclass


@dataclass
class Order:
    number: str
    total: float
    customer: str


def render_invoice(order: Order«→, currency: str») -> str:
    lines = [
        f"Invoice {order.number}",
        f"To: {order.customer}",
        f"Total: {order.total:.2f} ‹EUR→{currency}›",
    ]
    return "\n".join(lines)


def render_reminder(order: Order, days: int) -> str:
    return f"Invoice {order.number} has been due for {days} days."
--- billing/jobs.py
from billing.render import Order, render_invoice, render_reminder
from billing.settings import Settings


def send_invoice(order: Order, settings: Settings) -> None:
    body = render_invoice(order‹→, settings.currency¦@¦re:, [^()\n]+›)
    settings.mailer.send(order.customer, body)


def send_reminder(order: Order, days: int, settings: Settings) -> None:
    settings.mailer.send(order.customer, render_reminder(order, days))


def send_reminders(overdue: dict[int, list[Order]], settings: Settings) -> int:
    """Remind the customers of orders, which are grouped by days."""
    for days, orders in overdue.items():
        for order in orders:
            send_reminder(order, days, settings)
    return sum(map(len, overdue.values()))
--- billing/settings.py
from dataclasses import dataclass

from billing.mail import Mailer


@dataclass
class Settings:
    mailer: Mailer
    currency: str = "EUR"

==== ticket state gains on-hold
kind: enum-member
--- helpdesk/states.py
from enum import Enum


class TicketState(Enum):
    OPEN = "open"
    ANSWERED = "answered"
    CLOSED = "closed"«→
    ON_HOLD = "on_hold"»


class Priority(Enum):
    LOW = 1
    NORMAL = 2
    HIGH = 3


def most_urgent(priorities: list[Priority]) -> Priority:
    return max(priorities, key=lambda priority: priority.value)
--- helpdesk/labels.py
from helpdesk.states import Priority, TicketState

STATE_LABELS = {
    TicketState.OPEN: "Open",
    TicketState.ANSWERED: "Answered",
    TicketState.CLOSED: "Closed",‹→
    TicketState.ON_HOLD: "On hold",¦re:\n    TicketState\.ON_HOLD: "On[ -][hH]old",›
}

PRIORITY_LABELS = {
    Priority.LOW: "Low",
    Priority.NORMAL: "Normal",
    Priority.HIGH: "High",
}


def label(state: TicketState, priority: Priority) -> str:
    return f"{STATE_LABELS[state]} ({PRIORITY_LABELS[priority]})"

==== profile service becomes asynchronous
kind: async
--- accounts/profiles.py
import httpx


class ProfileService:
    """Profiles live in another service."""

    def __init__(self, base_url: str) -> None:
        self._client = httpx.«Client→AsyncClient»(base_url=base_url)

    «→async »def load(self, user_id: int) -> dict:
        response = «→await »self._client.get(f"/profiles/{user_id}")
        response.raise_for_status()
        return response.json()


def initials(profile: dict) -> str:
    """Return what is shown for people without a picture."""
    return "".join(part[0].upper() for part in profile["name"].split()[:2])
--- accounts/views.py
from accounts.profiles import ProfileService
from accounts.templates import templates

service = ProfileService("http://profiles.internal")


async def show_profile(user_id: int) -> str:
    profile = ‹→await ›service.load(user_id)
    template = templates.load("profile.html")
    return template.render(profile=profile)


async def compare(left_id: int, right_id: int) -> dict:
    left = ‹→await ›service.load(left_id)
    right = ‹→await ›service.load(right_id)
    return {key: (left[key], right[key]) for key in left if left[key] != right.get(key)}

==== a timeout for each call of the tracker
kind: same-option
do: edit, pause 1.5, edit
--- tracker/api.py
"""A thin wrapper around the API of the issue tracker."""

import os

import requests

BASE = "https://tracker.example.com/api"
HEADERS = {"Authorization": f"Bearer {os.environ['TRACKER_TOKEN']}"}


def list_projects() -> list[dict]:
    response = requests.get(f"{BASE}/projects", headers=HEADERS«→, timeout=10»)
    response.raise_for_status()
    return response.json()


def get_issue(key: str) -> dict:
    response = requests.get(f"{BASE}/issues/{key}", headers=HEADERS«→, timeout=10»)
    response.raise_for_status()
    return response.json()


def list_comments(key: str) -> list[dict]:
    response = requests.get(f"{BASE}/issues/{key}/comments", headers=HEADERS‹→, timeout=10›)
    response.raise_for_status()
    return response.json()


def list_users() -> list[dict]:
    response = requests.get(f"{BASE}/users", headers=HEADERS‹→, timeout=10›)
    response.raise_for_status()
    return response.json()


def issue_url(key: str) -> str:
    return f"https://tracker.example.com/browse/{key}"

==== backoff keeps its jitter
kind: half-typed
--- jobs/backoff.py
import random
import time


class Backoff:
    """Waits longer after every failure."""

    def __init__(self, base: float = 0.5, limit: float = 30.0, jitter: float = 0.1) -> None:
        self.base = base
        self.limit = limit«→
        self.ji»‹→tter = jitter›
        self._failures = 0

    def reset(self) -> None:
        self._failures = 0

    def wait(self) -> None:
        delay = min(self.base * 2**self._failures, self.limit)
        self._failures += 1
        time.sleep(delay + random.random() * self.jitter)

==== uploads may be twice as large
kind: constant-in-docs
--- uploads/limits.py
"""The limits of uploads; docs/uploads.md tells users about them."""

MAX_UPLOAD_MB = «25→50»
MAX_FILES = 10
ALLOWED_SUFFIXES = frozenset({".png", ".jpg", ".pdf"})


def check_upload(name: str, size: int) -> None:
    suffix = name[name.rfind(".") :].lower()
    if suffix not in ALLOWED_SUFFIXES:
        raise ValueError(f"{suffix} files cannot be uploaded")
    if size > MAX_UPLOAD_MB * 1024 * 1024:
        raise ValueError(f"{name} is larger than {MAX_UPLOAD_MB} MB")


def check_count(names: list[str]) -> None:
    if len(names) > MAX_FILES:
        raise ValueError(f"A case has at most {MAX_FILES} files")
--- docs/uploads.md
# Uploads

Attach files to a case by dragging them onto the page.

- Images (PNG, JPEG) and PDF documents are accepted.
- A file may have up to ‹25→50› MB.
- A case may have up to 10 files.

Uploads are scanned for viruses. The scan takes about 25 seconds.

## Deleting a file

Only the owner of a case can delete its files. They stay in the backups for
another 30 days.
--- tests/test_limits.py
import pytest

from uploads.limits import MAX_UPLOAD_MB, check_upload


def test_the_documented_limit():
    assert MAX_UPLOAD_MB == ‹25→50›


def test_a_large_file_is_refused():
    with pytest.raises(ValueError, match="larger"):
        check_upload("scan.pdf", 200 * 1024 * 1024)


def test_a_program_is_refused():
    with pytest.raises(ValueError, match="cannot be uploaded"):
        check_upload("setup.exe", 25)

==== the cleaner logs what it removes
kind: import
--- maintenance/clean.py
"""Removes old exports."""

import argparse‹→
import logging¦#1›
import time‹→
import logging¦#1›
from pathlib import Path

MAX_AGE_DAYS = 14

«→logger = logging.getLogger(__name__)

»
def old_exports(folder: Path) -> list[Path]:
    limit = time.time() - MAX_AGE_DAYS * 86400
    return [path for path in folder.glob("*.zip") if path.stat().st_mtime < limit]


def clean(folder: Path, dry_run: bool) -> int:
    paths = old_exports(folder)
    for path in paths:
        if not dry_run:
            path.unlink()
    return len(paths)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    print(clean(options.folder, options.dry_run), "exports removed")

==== the importer loses its verbose flag
kind: remove-parameter
--- contacts/importer.py
from collections.abc import Iterable

from contacts.models import Contact


def import_contacts(rows: Iterable[dict], owner: str«, verbose: bool = False→») -> list[Contact]:
    contacts = []
    for row in rows:
        contact = Contact(name=row["name"].strip(), email=row["email"].lower(), owner=owner)«
        if verbose:
            print(contact)→»
        contacts.append(contact)
    return contacts


def export_contacts(contacts: Iterable[Contact], verbose: bool = False) -> list[dict]:
    if verbose:
        print("exporting")
    return [{"name": contact.name, "email": contact.email} for contact in contacts]
--- contacts/cli.py
import csv
import sys

from contacts.importer import export_contacts, import_contacts


def run_import(path: str, owner: str) -> int:
    with open(path, newline="") as file:
        contacts = import_contacts(csv.DictReader(file), owner‹, verbose=True→›)
    return len(contacts)


def run_copy(path: str, owner: str) -> None:
    with open(path, newline="") as file:
        contacts = import_contacts(csv.DictReader(file), owner=owner‹, verbose=False→›)
    writer = csv.DictWriter(sys.stdout, ["name", "email"])
    writer.writerows(export_contacts(contacts, verbose=True))

==== a match needs a little less similarity
kind: tuned-number
expect: silence
--- dedupe/matching.py
"""Finds people who were entered twice."""

from difflib import SequenceMatcher

from dedupe.models import Person


def similarity(left: str, right: str) -> float:
    return SequenceMatcher(None, left.lower(), right.lower()).ratio()


def is_duplicate(left: Person, right: Person) -> bool:
    if left.email and left.email == right.email:
        return True
    score = 0.8 * similarity(left.name, right.name)
    if left.city == right.city:
        score += 0.2
    return score > «0.8→0.75»


def duplicates(people: list[Person]) -> list[tuple[Person, Person]]:
    return [
        (left, right)
        for index, left in enumerate(people)
        for right in people[index + 1 :]
        if is_duplicate(left, right)
    ]

==== an average of nothing is zero
kind: guard-clause
expect: silence
--- stats/summary.py
"""Summaries of response times."""

from collections import Counter


def average(times: list[float]) -> float:
    """Return the mean of the response times."""«→
    if not times:
        return 0.0»
    return sum(times) / len(times)


def slow_share(times: list[float], limit: float = 1.0) -> str:
    slow = sum(1 for time in times if time > limit)
    return f"{slow} of {len(times)} requests were slow"


def histogram(times: list[float]) -> dict[int, int]:
    counts = Counter(int(time * 10) for time in times)
    return dict(sorted(counts.items()))
==== a watched file may be renamed
kind: enum-member
--- src/event.rs
use std::path::PathBuf;

/// How closely a folder is watched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Depth {
    Folder,
    Tree,
}

/// What happened to a file below a watched folder.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Created { path: PathBuf },
    Removed { path: PathBuf },
    Changed { path: PathBuf, size: u64 },«→
    Renamed { from: PathBuf, to: PathBuf },»
}

pub struct Watch {
    pub folder: PathBuf,
    pub depth: Depth,
}
--- src/log.rs
use crate::event::Event;

pub fn icon(event: &Event) -> char {
    match event {
        Event::Created { .. } => '+',
        Event::Removed { .. } => '-',
        Event::Changed { .. } => '~',‹→
        Event::Renamed { .. } => '>',¦@¦re:\n        Event::Renamed \{ \.\. \} => '[^'\n]+',›
    }
}

pub fn describe(event: &Event) -> String {
    match event {
        Event::Created { path } => format!("created {}", path.display()),
        Event::Removed { path } => format!("removed {}", path.display()),
        Event::Changed { path, size } => format!("changed {} ({size} bytes)", path.display()),‹→
        Event::Renamed { from, to } => format!("renamed {} to {}", from.display(), to.display()),¦@¦re:\n        Event::Renamed \{ from, to \} => (?:\{\n\s+)?format!\([^\n]*from\.display\(\)[^\n]*to\.display\(\)[^\n]*\)(?:,|\n\s+\})›
    }
}

pub fn print(event: &Event) {
    println!("{} {}", icon(event), describe(event));
}

==== cache entries name their age limit
kind: rename-field
--- src/cache.rs
use std::collections::HashMap;
use std::time::{Duration, Instant};

pub struct Cache {
    entries: HashMap<String, Entry>,
    «ttl→max_age»: Duration,
}

struct Entry {
    value: Vec<u8>,
    stored: Instant,
}

impl Cache {
    pub fn with_seconds(seconds: u64) -> Self {
        Self {
            entries: HashMap::new(),
            ‹ttl→max_age›: Duration::from_secs(seconds),
        }
    }

    pub fn put(&mut self, key: &str, value: Vec<u8>) {
        let entry = Entry { value, stored: Instant::now() };
        self.entries.insert(key.to_owned(), entry);
    }

    pub fn get(&self, key: &str) -> Option<&[u8]> {
        let entry = self.entries.get(key)?;
        (entry.stored.elapsed() < self.‹ttl→max_age›).then_some(entry.value.as_slice())
    }

    pub fn prune(&mut self) {
        let limit = self.‹ttl→max_age›;
        self.entries.retain(|_, entry| entry.stored.elapsed() < limit);
    }
}

pub struct DnsRecord {
    pub name: String,
    pub ttl: u32,
}

==== a bad port is an error
kind: return-type
--- src/endpoint.rs
use std::num::ParseIntError;

#[derive(Debug, PartialEq)]
pub struct Endpoint {
    pub host: String,
    pub port: u16,
    pub fallback: Option<u16>,
}

fn parse_port(text: &str) -> «u16→Result<u16, ParseIntError>» {
    text.trim().parse()«.unwrap()→»
}

pub fn parse_endpoint(host: &str, port: &str) -> Result<Endpoint, ParseIntError> {
    let port = parse_port(port)‹→?›;
    Ok(Endpoint { host: host.to_lowercase(), port, fallback: None })
}

pub fn parse_pair(host: &str, first: &str, second: &str) -> Result<Endpoint, ParseIntError> {
    let mut endpoint = parse_endpoint(host, first)?;
    let fallback = parse_port(second)‹→?›;
    endpoint.fallback = Some(fallback);
    Ok(endpoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_ignored() {
        assert_eq!(‹parse_port(" 80 "), 80→parse_port(" 80 "), Ok(80)¦parse_port(" 80 ").unwrap(), 80¦re:parse_port\(" 80 "\)\.expect\("[^"\n]*"\), 80›);
    }
}

==== exporters write instead of run
kind: rename-trait-method
--- src/export.rs
use std::io::{self, Write};

pub struct Row {
    pub name: String,
    pub amount: i64,
}

pub trait Exporter {
    fn «run→write_rows»(&self, rows: &[Row], out: &mut dyn Write) -> io::Result<()>;
}

pub struct Csv;

impl Exporter for Csv {
    fn ‹run→write_rows›(&self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        for row in rows {
            writeln!(out, "{},{}", row.name, row.amount)?;
        }
        Ok(())
    }
}

pub struct Markdown;

impl Exporter for Markdown {
    fn ‹run→write_rows›(&self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "| name | amount |\n|---|---|")?;
        for row in rows {
            writeln!(out, "| {} | {} |", row.name, row.amount)?;
        }
        Ok(())
    }
}
--- src/main.rs
mod export;

use export::{Csv, Exporter, Markdown, Row};
use std::io;

fn run() -> io::Result<()> {
    let rows = vec![Row { name: "rent".into(), amount: -900 }];
    let exporter: Box<dyn Exporter> = match std::env::args().nth(1).as_deref() {
        Some("md") => Box::new(Markdown),
        _ => Box::new(Csv),
    };
    exporter.‹run→write_rows›(&rows, &mut io::stdout())
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
    }
}

==== the word counter counts words
kind: rename-local
--- src/count.rs
use std::fs;
use std::io;
use std::path::Path;

/// Returns how many words and lines a file has, as a text.
pub fn summary(path: &Path) -> io::Result<String> {
    let text = fs::read_to_string(path)?;
    let mut «n→words» = 0;
    let mut lines = 0;
    for line in text.lines() {
        lines += 1;
        ‹n→words› += line.split_whitespace().count();
    }
    Ok(format!("{}: {‹n→words›} in {lines} lines", path.display()))
}

/// Returns the n longest lines of a file.
pub fn longest(path: &Path, n: usize) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(path)?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
    lines.truncate(n);
    Ok(lines)
}

==== a matrix knows its trace
kind: new-function
keys: paste
expect: silence
--- src/matrix.rs
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Matrix {
    pub fn zero(rows: usize, columns: usize) -> Self {
        Self { rows, columns, values: vec![0.0; rows * columns] }
    }

    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.columns + column]
    }

    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.columns + column] = value;
    }

    pub fn is_square(&self) -> bool {
        self.rows == self.columns
    }«→

    pub fn trace(&self) -> f64 {
        (0..self.rows.min(self.columns)).map(|index| self.get(index, index)).sum()
    }»
}

pub fn identity(size: usize) -> Matrix {
    let mut matrix = Matrix::zero(size, size);
    for index in 0..size {
        matrix.set(index, index, 1.0);
    }
    matrix
}
==== the brand color is the accent
kind: rename-css-variable
--- styles/theme.css
:root {
  «--brand→--accent»: #2a6f97;
  --text: #1d1d1f;
  --gap: 12px;
}

body {
  color: var(--text);
  font-family: system-ui, sans-serif;
}

a {
  color: var(‹--brand→--accent›);
}

.brand {
  display: flex;
  gap: var(--gap);
  border-bottom: 2px solid var(‹--brand→--accent›);
}
--- styles/buttons.css
.button {
  padding: calc(var(--gap) / 2) var(--gap);
  border: 1px solid currentColor;
  border-radius: 4px;
  background: transparent;
}

.button-primary {
  border-color: var(‹--brand→--accent›);
  background: var(‹--brand→--accent›);
  color: #ffffff;
}

.button:disabled {
  opacity: 0.5;
}
==== the submit button says loading
kind: rename-prop
--- src/components/SubmitButton.tsx
import type { ReactNode } from "react";
import { Spinner } from "./Spinner";

interface SubmitButtonProps {
  children: ReactNode;
  «isBusy→loading»: boolean;
  onSubmit: () => void;
}

export function SubmitButton({ children, ‹isBusy→loading›, onSubmit }: SubmitButtonProps) {
  return (
    <button type="button" disabled={‹isBusy→loading›} onClick={onSubmit}>
      {‹isBusy→loading› ? <Spinner size={16} /> : children}
    </button>
  );
}
--- src/pages/ContactPage.tsx
import { useState } from "react";
import { SubmitButton } from "../components/SubmitButton";
import { useSendMessage } from "../hooks/useSendMessage";

export function ContactPage() {
  const [text, setText] = useState("");
  const { send, isBusy } = useSendMessage();

  return (
    <main>
      <h1>Contact us</h1>
      <textarea value={text} onChange={(event) => setText(event.target.value)} />
      <SubmitButton ‹isBusy→loading›={isBusy} onSubmit={() => send(text)}>
        Send
      </SubmitButton>
    </main>
  );
}

==== a device may be offline
kind: union-member
--- src/devices/types.ts
export type DeviceState = "idle" | "running" | "error"«→ | "offline"»;

export type Room = "kitchen" | "office" | "garage";

export interface Device {
  id: string;
  name: string;
  room: Room;
  state: DeviceState;
  lastSeen: number;
}

export function inRoom(devices: Device[], room: Room): Device[] {
  return devices.filter((device) => device.room === room);
}
--- src/devices/labels.ts
import type { Device, DeviceState } from "./types";

export const STATE_LABELS: Record<DeviceState, string> = {
  idle: "Idle",
  running: "Running",
  error: "Error",‹→
  offline: "Offline",›
};

export const STATE_COLORS: Record<DeviceState, string> = {
  idle: "#888888",
  running: "#2a9d3c",
  error: "#c0392b",‹→
  offline: "#444444",¦@¦re:\n  offline: "[^"\n]+",›
};

export function describe(device: Device): string {
  return `${device.name} (${STATE_LABELS[device.state]})`;
}

==== the session store looks up instead of reads
kind: rename-interface-method
--- src/sessions/store.ts
export interface Session {
  id: string;
  userId: number;
  expires: number;
}

export interface SessionStore {
  «read→find»(id: string): Promise<Session | undefined>;
  write(session: Session): Promise<void>;
}

export class MemorySessionStore implements SessionStore {
  private readonly sessions = new Map<string, Session>();

  async ‹read→find›(id: string): Promise<Session | undefined> {
    return this.sessions.get(id);
  }

  async write(session: Session): Promise<void> {
    this.sessions.set(session.id, session);
  }
}
--- src/sessions/middleware.ts
import type { Session, SessionStore } from "./store";
import { FlagReader } from "../flags";

export async function currentSession(
  store: SessionStore,
  flags: FlagReader,
  id: string,
): Promise<Session | undefined> {
  if (await flags.read("maintenance")) {
    return undefined;
  }
  const session = await store.‹read→find›(id);
  return session && session.expires > Date.now() ? session : undefined;
}

==== settings are read without blocking
kind: async
--- src/settings.ts
import { «readFileSync } from "node:fs→readFile } from "node:fs/promises»";
import { join } from "node:path";

export interface Settings {
  theme: "light" | "dark";
  language: string;
}

export «→async »function loadSettings(dir: string): «Settings→Promise<Settings>» {
  const text = «readFileSync→await readFile»(join(dir, "settings.json"), "utf8");
  return { theme: "light", language: "en", ...JSON.parse(text) };
}

export function isDark(settings: Settings): boolean {
  return settings.theme === "dark";
}
--- src/server.ts
import express from "express";
import { loadSettings } from "./settings";

const app = express();
const dir = process.env.CONFIG_DIR ?? "config";

app.get("/settings", async (_request, response) => {
  const settings = ‹→await ›loadSettings(dir);
  response.json(settings);
});

app.get("/theme.css", async (_request, response) => {
  const { theme } = ‹→await ›loadSettings(dir);
  response.redirect(`/static/${theme}.css`);
});

app.listen(3000);

==== form fields are trimmed
kind: parallel-lines
do: edit, edit, save
--- src/routes/signup.ts
import { createAccount } from "../accounts";
import { redirect } from "../http";

interface Signup {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  newsletter: boolean;
}

function readSignup(form: FormData): Signup {
  return {
    firstName: String(form.get("firstName") ?? "")«→.trim()»,
    lastName: String(form.get("lastName") ?? "")«→.trim()»,
    email: String(form.get("email") ?? "")‹→.trim()›,
    company: String(form.get("company") ?? "")‹→.trim()›,
    newsletter: form.get("newsletter") === "on",
  };
}

export async function signup(request: Request): Promise<Response> {
  const account = await createAccount(readSignup(await request.formData()));
  return redirect(`/accounts/${account.id}`);
}

==== the date helper says what it formats
kind: rename-function
keys: backspace
--- src/lib/dates.ts
const DAY = 24 * 60 * 60 * 1000;

/** Formats a date such as 2024-03-31. */
export function «format→formatIsoDay»(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY);
}

export function daysBetween(start: Date, end: Date): number {
  return Math.round((end.getTime() - start.getTime()) / DAY);
}
--- src/views/invoice.ts
import { addDays, ‹format→formatIsoDay› } from "../lib/dates";
import { Money } from "../lib/money";

export interface Invoice {
  number: string;
  issued: Date;
  total: Money;
}

export function invoiceHeader(invoice: Invoice): string[] {
  const due = addDays(invoice.issued, 30);
  return [
    `Invoice ${invoice.number}`,
    `Issued on ${‹format→formatIsoDay›(invoice.issued)}, due on ${‹format→formatIsoDay›(due)}`,
    `Total: ${invoice.total.format()}`,
  ];
}

==== a cheap sum needs no memo
kind: unused-import
--- src/components/CartSummary.tsx
import { ‹useMemo, →›useState } from "react";
import { formatMoney } from "../lib/money";

export interface CartLine {
  sku: string;
  price: number;
  quantity: number;
}

interface CartSummaryProps {
  lines: CartLine[];
}

export function CartSummary({ lines }: CartSummaryProps) {
  const [open, setOpen] = useState(false);
  const total = «useMemo(() => →»lines.reduce((sum, line) => sum + line.price * line.quantity, 0)«, [lines])→»;

  return (
    <section>
      <button type="button" onClick={() => setOpen(!open)}>
        {lines.length} items, {formatMoney(total)}
      </button>
      {open && (
        <ul>
          {lines.map((line) => (
            <li key={line.sku}>{line.sku}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

==== from moment to date-fns
kind: api-migration
--- src/reports/columns.ts
import { format } from "date-fns";
import moment from "moment";
import type { Shipment } from "../shipments";

export interface Column {
  title: string;
  value: (shipment: Shipment) => string;
}

export const columns: Column[] = [
  { title: "Number", value: (shipment) => shipment.number },
  {
    title: "Ordered",
    value: (shipment) => «moment(shipment.orderedAt).format("YYYY-MM-DD")→format(shipment.orderedAt, "yyyy-MM-dd")»,
  },
  {
    title: "Packed",
    value: (shipment) => «moment(shipment.packedAt).format("YYYY-MM-DD")→format(shipment.packedAt, "yyyy-MM-dd")»,
  },
  {
    title: "Sent",
    value: (shipment) => ‹moment(shipment.sentAt).format("YYYY-MM-DD")→format(shipment.sentAt, "yyyy-MM-dd")›,
  },
  {
    title: "Delivered",
    value: (shipment) => ‹moment(shipment.deliveredAt).format("YYYY-MM-DD")→format(shipment.deliveredAt, "yyyy-MM-dd")›,
  },
  { title: "Carrier", value: (shipment) => shipment.carrier },
];

export function travelTime(shipment: Shipment): string {
  return moment.duration(shipment.travelMinutes, "minutes").humanize();
}

==== a plan has a seat limit
kind: interface-field
--- src/plans/types.ts
export interface Plan {
  id: string;
  title: string;
  pricePerMonth: number;«→
  maxSeats: number;»
}

export interface Subscription {
  planId: Plan["id"];
  since: string;
}

export interface Invoice {
  subscription: Subscription;
  month: string;
  total: number;
}
--- src/plans/catalog.ts
import type { Plan } from "./types";

const FREE: Plan = {
  id: "free",
  title: "Free",
  pricePerMonth: 0,‹→
  maxSeats: 1,¦@¦re:\n  maxSeats: [\w.]+,›
};

const TEAM: Plan = {
  id: "team",
  title: "Team",
  pricePerMonth: 19,‹→
  maxSeats: 10,¦@¦re:\n  maxSeats: [\w.]+,›
};

export const PLANS: readonly Plan[] = [FREE, TEAM];

export function findPlan(id: string): Plan {
  return PLANS.find((plan) => plan.id === id) ?? FREE;
}

==== the currency comes first
kind: reorder-parameters
--- src/lib/price.ts
const LOCALE = "en-GB";

export function formatPrice(«amount: number, currency: string→currency: string, amount: number»): string {
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency }).format(amount);
}

export function formatPercent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)} %`;
}

/** Prices are stored in cents. */
export function fromCents(cents: number): number {
  return cents / 100;
}
--- src/components/PriceTag.tsx
import { formatPercent, formatPrice } from "../lib/price";
import type { Product } from "../products";

interface PriceTagProps {
  product: Product;
  discount?: number;
}

export function PriceTag({ product, discount = 0 }: PriceTagProps) {
  const reduced = product.price * (1 - discount);
  return (
    <span className="price">
      {discount > 0 && <del>{formatPrice(‹product.price, product.currency→product.currency, product.price›)}</del>}
      <strong>{formatPrice(‹reduced, product.currency→product.currency, reduced›)}</strong>
      {discount > 0 && <small>-{formatPercent(discount, 0)}</small>}
    </span>
  );
}

==== a friendlier message for a full room
kind: reworded-message
expect: silence
--- src/rooms/booking.ts
import type { Room } from "./types";

export class BookingError extends Error {}

export interface Booking {
  room: string;
  guests: number;
  nights: number;
}

export function book(room: Room, guests: number, nights: number): Booking {
  if (guests > room.beds) {
    throw new BookingError(`«Too many guests for room ${room.name}→Room ${room.name} has beds for ${room.beds} guests only»`);
  }
  if (nights < 1) {
    throw new BookingError("At least one night must be booked");
  }
  if (room.closed) {
    throw new BookingError(`Room ${room.name} is closed`);
  }
  return { room: room.name, guests, nights };
}

==== what does the socket send
kind: debug-print
expect: silence
--- src/live/socket.ts
export interface Tick {
  symbol: string;
  price: number;
}

type Listener = (tick: Tick) => void;

export class TickSocket {
  private readonly listeners = new Set<Listener>();
  private socket?: WebSocket;

  connect(url: string): void {
    this.socket = new WebSocket(url);
    this.socket.addEventListener("message", (event) => {«→
      console.log("tick", event.data);»
      const tick: Tick = JSON.parse(event.data);
      for (const listener of this.listeners) {
        listener(tick);
      }
    });
    this.socket.addEventListener("close", () => {
      this.socket = undefined;
    });
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
