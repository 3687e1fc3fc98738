==== member of the ring buffer is renamed
kind: rename-field
keys: backspace
--- src/ring.h
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>

#define RING_SIZE 64

struct ring {
    unsigned char data[RING_SIZE];
    size_t head;
    size_t «len→count»;
};

bool ring_put(struct ring *ring, unsigned char byte);
size_t ring_write(struct ring *ring, const unsigned char *bytes, size_t len);

#endif
--- src/ring.c
#include "ring.h"

bool ring_put(struct ring *ring, unsigned char byte)
{
    if (ring->‹len→count› == RING_SIZE)
        return false;
    ring->data[(ring->head + ring->‹len→count›) % RING_SIZE] = byte;
    ring->‹len→count›++;
    return true;
}

size_t ring_write(struct ring *ring, const unsigned char *bytes, size_t len)
{
    size_t written = 0;
    while (written < len && ring_put(ring, bytes[written]))
        written++;
    return written;
}

==== declaration of the draw call gets a scale
kind: add-parameter
--- src/renderer.hpp
#pragma once

#include <string>

struct Texture {
    int width;
    int height;
};

class Renderer {
public:
    void clear();
    void draw(const Texture& texture, int x, int y«→, float scale»);
    void drawText(const std::string& text, int x, int y);

private:
    void blit(const Texture& texture, int x, int y, int width, int height);
};
--- src/renderer.cpp
#include "renderer.hpp"

void Renderer::draw(const Texture& texture, int x, int y‹→, float scale›)
{
    blit(texture, x, y, ‹texture.width, texture.height→static_cast<int>(texture.width * scale), static_cast<int>(texture.height * scale)¦re:.*texture\.width.*scale.*texture\.height.*scale.*¦@›);
}

void Renderer::drawText(const std::string& text, int x, int y)
{
    static const Texture glyphs{128, 64};
    for (char letter : text) {
        blit(glyphs, x, y, 8, 8);
        x += letter == ' ' ? 4 : 8;
    }
}
--- src/hud.cpp
#include "renderer.hpp"

void drawHearts(Renderer& renderer, const Texture& heart, int count)
{
    for (int i = 0; i < count; ++i) {
        renderer.draw(heart, 10 + i * 20, 10‹→, 1.0f¦re:, \d+(?:\.\d*)?f?¦@›);
    }
    renderer.drawText("Health", 10, 30);
}

==== gravity of the platform game is tuned
kind: tuned-number
expect: silence
--- src/physics.c
#include "physics.h"

#include <math.h>

static const float GRAVITY = «9.8f→14.5f»;
static const float JUMP_SPEED = 6.0f;
static const float FRICTION = 0.85f;

void body_step(struct body *body, float dt)
{
    if (!body->on_ground)
        body->vy -= GRAVITY * dt;
    body->x += body->vx * dt;
    body->y += body->vy * dt;
    if (body->on_ground)
        body->vx *= FRICTION;
}

void body_jump(struct body *body)
{
    if (!body->on_ground)
        return;
    body->vy = JUMP_SPEED;
    body->on_ground = 0;
}

float body_speed(const struct body *body)
{
    return sqrtf(body->vx * body->vx + body->vy * body->vy);
}
==== struct field of the job is renamed
kind: rename-field
--- queue/job.go
package queue

import "time"

type Job struct {
	ID      string
	Payload []byte
	RunAt   time.Time

	// How often it was run without success.
	«Tries→Attempts» int
}

const MaxTries = 5

func (j *Job) Exhausted() bool {
	return j.‹Tries→Attempts› >= MaxTries
}
--- queue/worker.go
package queue

import (
	"log"
	"time"
)

type Handler func(payload []byte) error

type Worker struct {
	handle Handler
	queue  chan *Job
}

func (w *Worker) Run() {
	for job := range w.queue {
		if err := w.handle(job.Payload); err != nil {
			job.‹Tries→Attempts›++
			if job.Exhausted() {
				log.Printf("job %s failed: %v", job.ID, err)
				continue
			}
			job.RunAt = time.Now().Add(time.Duration(job.‹Tries→Attempts›) * time.Minute)
			w.queue <- job
		}
	}
}

==== store interface gains a delete method
kind: interface-method
--- store/store.go
package store

import "errors"

var ErrNotFound = errors.New("not found")

type Store interface {
	Get(key string) (string, error)
	Put(key, value string) error«→
	Delete(key string) error»
}
--- store/memory.go
package store

import "sync"

var _ Store = (*Memory)(nil)

type Memory struct {
	mu     sync.Mutex
	values map[string]string
}

func NewMemory() *Memory {
	return &Memory{values: map[string]string{}}
}

func (m *Memory) Get(key string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.values[key]
	if !ok {
		return "", ErrNotFound
	}
	return value, nil
}

func (m *Memory) Put(key, value string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[key] = value
	return nil
}‹→

func (m *Memory) Delete(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.values, key)
	return nil
}¦re:\n\nfunc \(m \*Memory\) Delete\(key string\) error \{\n(?:\t.*\n|\n)+\}¦@›

==== lookup takes a context and callers hand theirs on
kind: add-parameter
--- geo/lookup.go
package geo

import (
	"context"
	"database/sql"
)

type Finder struct {
	db *sql.DB
}

func (f *Finder) «City(ip string)→City(ctx context.Context, ip string)» (string, error) {
	var city string
	row := f.db.«QueryRow(→QueryRowContext(ctx, »"SELECT city FROM ranges WHERE $1 <<= net", ip)
	if err := row.Scan(&city); err != nil {
		return "", err
	}
	return city, nil
}

func (f *Finder) Ping(ctx context.Context) error {
	return f.db.PingContext(ctx)
}
--- geo/handler.go
package geo

import (
	"context"
	"fmt"
	"net/http"
)

func (f *Finder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if err := f.Ping(ctx); err != nil {
		http.Error(w, "database is down", http.StatusServiceUnavailable)
		return
	}
	city, err := f.City(‹→ctx, ¦r.Context(), ›r.URL.Query().Get("ip"))
	if err != nil {
		http.Error(w, "unknown address", http.StatusNotFound)
		return
	}
	fmt.Fprintln(w, city)
}

func (f *Finder) Cities(ctx context.Context, ips []string) []string {
	cities := make([]string, 0, len(ips))
	for _, ip := range ips {
		if city, err := f.City(‹→ctx, ›ip); err == nil {
			cities = append(cities, city)
		}
	}
	return cities
}

==== port parser returns an error as well
kind: error-handling
--- config/port.go
package config

import (
	"fmt"
	"strconv"
	"strings"
)

const defaultPort = 8080

func ParsePort(addr string) «int→(int, error)» {
	_, port, found := strings.Cut(addr, ":")
	if !found {
		return ‹defaultPort→defaultPort, nil›
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return ‹0→0, err¦re:0, fmt\.Errorf\(".*"(?:, .*)?\)›
	}
	return ‹number→number, nil›
}

func Host(addr string) string {
	host, _, _ := strings.Cut(addr, ":")
	if host == "" {
		return "localhost"
	}
	return host
}

func Describe(host string, number int) string {
	return fmt.Sprintf("%s on port %d", host, number)
}

==== constant for the page size is renamed
kind: rename-constant
--- api/paging.go
package api

import (
	"net/url"
	"strconv"
)

const «PageSize→DefaultPageSize» = 25

const MaxPageSize = 200

type Page struct {
	Offset   int
	PageSize int
}

func ParsePage(query url.Values) Page {
	page := Page{PageSize: ‹PageSize→DefaultPageSize›}
	if size, err := strconv.Atoi(query.Get("size")); err == nil && size > 0 {
		page.PageSize = min(size, MaxPageSize)
	}
	if offset, err := strconv.Atoi(query.Get("offset")); err == nil && offset > 0 {
		page.Offset = offset
	}
	return page
}
--- api/paging_test.go
package api

import (
	"net/url"
	"testing"
)

func TestParsePageWithoutSize(t *testing.T) {
	page := ParsePage(url.Values{})
	if page.PageSize != ‹PageSize→DefaultPageSize› {
		t.Errorf("got %d", page.PageSize)
	}
}

func TestParsePageIsLimited(t *testing.T) {
	page := ParsePage(url.Values{"size": {"5000"}})
	if page.PageSize != MaxPageSize {
		t.Errorf("got %d", page.PageSize)
	}
}

==== printf logging moves to structured logging
kind: api-migration
--- mail/sender.go
package mail

import (
	"log/slog"
	"net/smtp"

	"example.org/shop/log"
)

type Sender struct {
	addr string
	from string
}

func (s *Sender) Send(to string, body []byte) error {
	client, err := smtp.Dial(s.addr)
	if err != nil {
		«log.Errorf("dial failed: %v", err)→slog.Error("dial failed", "err", err)»
		return err
	}
	defer client.Close()
	slog.Debug("connected", "addr", s.addr)
	if err := client.Mail(s.from); err != nil {
		‹log.Errorf("sender refused: %v", err)→slog.Error("sender refused", "err", err)›
		return err
	}
	if err := client.Rcpt(to); err != nil {
		‹log.Errorf("recipient refused: %v", err)→slog.Error("recipient refused", "err", err)¦slog.Error("recipient refused", "to", to, "err", err)›
		return err
	}
	return s.write(client, body)
}

func (s *Sender) write(client *smtp.Client, body []byte) error {
	data, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := data.Write(body); err != nil {
		return err
	}
	log.Flush()
	return data.Close()
}

==== receiver gets another name in one method
kind: rename-parameter
--- game/board.go
package game

type Cell int

const (
	Empty Cell = iota
	Cross
	Nought
)

type Board struct {
	cells [9]Cell
	turn  Cell
}

func NewBoard() *Board {
	return &Board{turn: Cross}
}

func (board *Board) At(x, y int) Cell {
	return board.cells[y*3+x]
}

func («b→board» *Board) Play(x, y int) bool {
	cell := &‹b→board›.cells[y*3+x]
	if *cell != Empty {
		return false
	}
	*cell = ‹b→board›.turn
	‹b→board›.turn = other(*cell)
	return true
}

func other(c Cell) Cell {
	if c == Cross {
		return Nought
	}
	return Cross
}

==== a debug print goes into the cache
kind: debug-print
expect: silence
--- cache/lru.go
package cache

import (
	"container/list"
	"fmt"
)

type entry struct {
	key   string
	value any
}

type LRU struct {
	size  int
	order *list.List
	items map[string]*list.Element
}

func New(size int) *LRU {
	return &LRU{size: size, order: list.New(), items: map[string]*list.Element{}}
}

func (c *LRU) Get(key string) (any, bool) {
	element, ok := c.items[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(element)
	return element.Value.(*entry).value, true
}

func (c *LRU) Put(key string, value any) {
	if element, ok := c.items[key]; ok {
		element.Value.(*entry).value = value
		c.order.MoveToFront(element)
		return
	}
	c.items[key] = c.order.PushFront(&entry{key, value})
	if c.order.Len() > c.size {
		last := c.order.Back()«→
		fmt.Println("evict", last.Value.(*entry).key)»
		c.order.Remove(last)
		delete(c.items, last.Value.(*entry).key)
	}
}

func (c *LRU) String() string {
	return fmt.Sprintf("LRU(%d of %d)", c.order.Len(), c.size)
}
==== getter of the invoice is renamed
kind: rename-method
--- src/main/java/org/example/billing/Invoice.java
package org.example.billing;

import java.math.BigDecimal;
import java.time.LocalDate;

public class Invoice {
    private final String number;
    private final BigDecimal amount;
    private final LocalDate dueDate;

    public Invoice(String number, BigDecimal amount, LocalDate dueDate) {
        this.number = number;
        this.amount = amount;
        this.dueDate = dueDate;
    }

    public String getNumber() {
        return number;
    }

    public BigDecimal getAmount() {
        return amount;
    }

    public LocalDate «getDue→getDueDate»() {
        return dueDate;
    }
}
--- src/main/java/org/example/billing/Dunning.java
package org.example.billing;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

public class Dunning {
    /** Invoices that are due, oldest first. */
    public List<Invoice> overdue(List<Invoice> invoices, LocalDate today) {
        return invoices.stream()
                .filter(invoice -> invoice.‹getDue→getDueDate›().isBefore(today))
                .toList();
    }

    public long daysLate(Invoice invoice, LocalDate today) {
        return ChronoUnit.DAYS.between(invoice.‹getDue→getDueDate›(), today);
    }

    public boolean isLoanDue(Loan loan, LocalDate today) {
        return !loan.getDue().isAfter(today);
    }

    public interface Loan {
        LocalDate getDue();
    }
}

==== service gets a clock in its constructor
kind: add-parameter
--- src/main/java/org/example/shop/VoucherService.java
package org.example.shop;

import java.time.Clock;
‹import java.time.Instant;
→¦?›import java.util.Optional;

public class VoucherService {
    private final VoucherRepository repository;
    private final Mailer mailer;«→
    private final Clock clock;»

    public VoucherService(VoucherRepository repository, Mailer mailer‹→, Clock clock›) {
        this.repository = repository;
        this.mailer = mailer;
‹→        this.clock = clock;
›    }

    public boolean redeem(String code) {
        Optional<Voucher> voucher = repository.find(code);
        if (voucher.isEmpty() || voucher.get().isExpired(‹Instant.now()→Instant.now(clock)¦clock.instant()¦?›)) {
            return false;
        }
        repository.delete(voucher.get());
        return true;
    }

    public void send(String code, String address) {
        repository.find(code).ifPresent(voucher -> mailer.send(address, voucher.text()));
    }
}

==== express delivery is a new kind of shipping
kind: enum-member
--- src/main/java/org/example/shipping/Shipping.java
package org.example.shipping;

public enum Shipping {
    STANDARD,
    PICKUP«→,
    EXPRESS»
}
--- src/main/java/org/example/shipping/ShippingTexts.java
package org.example.shipping;

public final class ShippingTexts {
    private ShippingTexts() {
    }

    public static String label(Shipping shipping) {
        return switch (shipping) {
            case STANDARD -> "Standard delivery";
            case PICKUP -> "Pick up in the shop";
‹→            case EXPRESS -> "Express delivery";
¦re:            case EXPRESS -> "[^"]*[Ee]xpress[^"]*";\n¦@›        };
    }

    public static int maxDays(Shipping shipping) {
        return switch (shipping) {
            case STANDARD -> 5;
            case PICKUP -> 2;
‹→            case EXPRESS -> 1;
¦re:            case EXPRESS -> \d+;\n¦@›        };
    }

    public static String hint(boolean late) {
        return late ? "Express is no longer possible today." : "";
    }
}

==== publisher interface takes a key as well
kind: change-signature
--- src/main/java/org/example/events/Publisher.java
package org.example.events;

public interface Publisher {
    void publish(String topic, «→String key, »byte[] payload);

    void close();
}
--- src/main/java/org/example/events/LogPublisher.java
package org.example.events;

import java.util.logging.Logger;

public class LogPublisher implements Publisher {
    private static final Logger LOG = Logger.getLogger(LogPublisher.class.getName());

    @Override
    public void publish(String topic, ‹→String key, ›byte[] payload) {
        LOG.info("published " + payload.length + " bytes to " + topic);
    }

    @Override
    public void close() {
        LOG.info("closed");
    }
}
--- src/main/java/org/example/orders/OrderEvents.java
package org.example.orders;

import java.nio.charset.StandardCharsets;
import org.example.events.Publisher;

public class OrderEvents {
    private final Publisher publisher;

    public OrderEvents(Publisher publisher) {
        this.publisher = publisher;
    }

    public void created(String orderId, String json) {
        publisher.publish("orders", ‹→orderId, ¦@›json.getBytes(StandardCharsets.UTF_8));
    }
}

==== nickname of the account is deleted
kind: remove-field
--- src/main/java/org/example/accounts/Account.java
package org.example.accounts;

public class Account {
    private final long id;
    private final String email;
«    private final String nickname;
→»
    public Account(long id, String email‹, String nickname→›) {
        this.id = id;
        this.email = email;
‹        this.nickname = nickname;
→›    }

    public long getId() {
        return id;
    }

    public String getEmail() {
        return email;
    }
‹
    public String getNickname() {
        return nickname;
    }
→›
    @Override
    public String toString() {
        return "Account " + id + " <" + email + ">";
    }
}

==== guard against empty baskets
kind: guard-clause
expect: silence
--- src/main/java/org/example/shop/Checkout.java
package org.example.shop;

import java.math.BigDecimal;
import java.util.List;

public class Checkout {
    private static final BigDecimal FREE_SHIPPING = new BigDecimal("50.00");
    private static final BigDecimal SHIPPING = new BigDecimal("4.90");

    public BigDecimal total(List<Item> items) {«→
        if (items.isEmpty()) {
            return BigDecimal.ZERO;
        }»
        BigDecimal sum = subtotal(items);
        return sum.compareTo(FREE_SHIPPING) >= 0 ? sum : sum.add(SHIPPING);
    }

    public BigDecimal subtotal(List<Item> items) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Item item : items) {
            sum = sum.add(item.price().multiply(BigDecimal.valueOf(item.quantity())));
        }
        return sum;
    }

    public record Item(String sku, BigDecimal price, int quantity) {
    }
}
==== exported helper is renamed where it is required
kind: rename-function
--- lib/slug.js
function «slug→slugify»(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function isSlug(text) {
  return /^[a-z0-9-]+$/.test(text);
}

module.exports = { ‹slug→slugify›, isSlug };
--- routes/posts.js
const express = require("express");
const { ‹slug→slugify›, isSlug } = require("../lib/slug");
const posts = require("../db/posts");

const router = express.Router();

router.get("/:slug", async (req, res) => {
  if (!isSlug(req.params.slug)) {
    return res.status(404).end();
  }
  res.json(await posts.findBySlug(req.params.slug));
});

router.post("/", async (req, res) => {
  const { title, body } = req.body;
  const post = await posts.insert({ title, body, slug: ‹slug→slugify›(title) });
  res.status(201).json(post);
});

module.exports = router;

==== requests of the admin page send the cookies
kind: same-option
--- public/admin.js
const list = document.querySelector("#users");

async function loadUsers() {
  const response = await fetch("/api/users", { method: "GET"«→, credentials: "include"» });
  render(await response.json());
}

async function blockUser(id) {
  await fetch(`/api/users/${id}/block`, { method: "POST"‹→, credentials: "include"› });
  await loadUsers();
}

async function removeUser(id) {
  await fetch(`/api/users/${id}`, { method: "DELETE"‹→, credentials: "include"› });
  await loadUsers();
}

function render(users) {
  list.replaceChildren(
    ...users.map((user) => {
      const item = document.createElement("li");
      item.textContent = user.name;
      item.addEventListener("click", () => blockUser(user.id));
      item.addEventListener("dblclick", () => removeUser(user.id));
      return item;
    }),
  );
}

loadUsers();

==== option of the debounce helper is renamed
kind: rename-option
--- src/debounce.js
/** Calls `action` only after it was not wanted for a while. */
export function debounce(action, { «wait→delayMs» = 200, leading = false } = {}) {
  let timer = null;
  return (...args) => {
    if (leading && timer === null) {
      action(...args);
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      if (!leading) {
        action(...args);
      }
    }, ‹wait→delayMs›);
  };
}

export function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
--- src/search.js
import { debounce, wait } from "./debounce.js";

const input = document.querySelector("#query");
const results = document.querySelector("#results");

async function search() {
  results.textContent = "…";
  await wait(50);
  const response = await fetch(`/search?q=${encodeURIComponent(input.value)}`);
  results.innerHTML = await response.text();
}

input.addEventListener("input", debounce(search, { ‹wait→delayMs›: 300 }));
window.addEventListener("resize", debounce(search, { ‹wait→delayMs›: 1000, leading: true }));
==== importer class gets a more exact name
kind: rename-class
--- pipeline/importers.py
import csv
import json
from pathlib import Path
from typing import Any


class «Importer→CsvImporter»:
    """Reads the rows of a file with a header line."""

    def __init__(self, delimiter: str = ",") -> None:
        self.delimiter = delimiter

    def rows(self, path: Path) -> list[dict[str, str]]:
        with path.open(newline="") as handle:
            return list(csv.DictReader(handle, delimiter=self.delimiter))


class JsonImporter:
    def rows(self, path: Path) -> list[dict[str, Any]]:
        return json.loads(path.read_text())
--- pipeline/nightly.py
from pathlib import Path

from pipeline.importers import ‹Importer→CsvImporter›, JsonImporter

INBOX = Path("/var/spool/inbox")


def build_importer(german: bool) -> ‹Importer→CsvImporter›:
    return ‹Importer→CsvImporter›(";" if german else ",")


def run(german: bool = False) -> int:
    importer = build_importer(german)
    count = 0
    for path in sorted(INBOX.glob("*.csv")):
        count += len(importer.rows(path))
    for path in sorted(INBOX.glob("*.json")):
        count += len(JsonImporter().rows(path))
    return count

==== local in the row parser gets a better name
kind: rename-local
keys: backspace
--- pipeline/rows.py
import csv
from collections.abc import Iterator
from pathlib import Path


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(newline="") as handle:
        yield from csv.DictReader(handle)


def daily_sums(path: Path) -> dict[str, float]:
    «res→sums»: dict[str, float] = {}
    for row in read_rows(path):
        day = row["timestamp"][:10]
        ‹res→sums›[day] = ‹res→sums›.get(day, 0.0) + float(row["amount"])
    return ‹res→sums›


def stations(path: Path) -> list[str]:
    res = []
    for row in read_rows(path):
        if row["station"] not in res:
            res.append(row["station"])
    return res

==== shipping cost needs the weight too
kind: add-parameter
--- shipping.py
from dataclasses import dataclass

RATES = {"DE": 4.9, "AT": 7.5, "CH": 12.0}
HEAVY = 10.0


@dataclass
class Parcel:
    country: str
    weight: float


def shipping_cost(country: str«→, weight: float») -> float:
    cost = RATES[country]
    «→if weight > HEAVY:
        cost *= 2
    »return cost


def quote(parcel: Parcel) -> str:
    cost = shipping_cost(parcel.country‹→, parcel.weight¦, weight=parcel.weight›)
    return f"Shipping to {parcel.country}: {cost:.2f} EUR"


def total_shipping(parcels: list[Parcel]) -> float:
    return sum(shipping_cost(p.country‹→, p.weight¦, weight=p.weight›) for p in parcels)


def heaviest(parcels: list[Parcel]) -> Parcel:
    return max(parcels, key=lambda p: p.weight)

==== unused verbose flag is dropped
kind: remove-parameter
--- loader.py
import json
from pathlib import Path
from typing import Any


def load_config(path: Path«, verbose: bool = False→») -> dict[str, Any]:
    with path.open(encoding="utf-8") as file:
        return json.load(file)


def run_job(name: str, verbose: bool = False) -> int:
    if verbose:
        print(f"running {name}")
    return 0
--- main.py
import argparse
from pathlib import Path

from loader import load_config, run_job


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", type=Path, default=Path("jobs.json"))
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    config = load_config(args.config‹, verbose=args.verbose→›)
    status = 0
    for name in config["jobs"]:
        status |= run_job(name, verbose=args.verbose)
    return status


def check(path: Path) -> bool:
    return "jobs" in load_config(path‹, verbose=True→›)

==== dataclass field is renamed and read elsewhere
kind: rename-field
--- models.py
from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Session:
    user_id: int
    «expires→expires_at»: datetime
    scopes: list[str] = field(default_factory=list)

    def is_active(self, now: datetime) -> bool:
        return now < self.‹expires→expires_at›


@dataclass
class Voucher:
    code: str
    expires: datetime
--- auth.py
from datetime import UTC, datetime, timedelta

from models import Session, Voucher

LIFETIME = timedelta(hours=8)


def open_session(user_id: int) -> Session:
    now = datetime.now(UTC)
    return Session(user_id=user_id, ‹expires→expires_at›=now + LIFETIME)


def extend(session: Session) -> None:
    session.‹expires→expires_at› += LIFETIME


def is_valid(voucher: Voucher) -> bool:
    return datetime.now(UTC) < voucher.expires

==== profile loader becomes a coroutine
kind: async
--- profiles.py
from typing import Any

from client import ApiClient


class Profiles:
    def __init__(self, client: ApiClient) -> None:
        self._client = client
        self._cache: dict[int, dict[str, Any]] = {}

    «def load→async def load»(self, user_id: int) -> dict[str, Any]:
        if user_id not in self._cache:
            self._cache[user_id] = «→await »self._client.get_json(f"/users/{user_id}")
        return self._cache[user_id]

    async def display_name(self, user_id: int) -> str:
        profile = ‹→await ›self.load(user_id)
        return profile["nickname"] or profile["name"]

    async def avatar(self, user_id: int) -> str:
        profile = ‹→await ›self.load(user_id)
        return profile["avatar_url"]

    def forget(self, user_id: int) -> None:
        self._cache.pop(user_id, None)
--- client.py
from typing import Any

import httpx


class ApiClient:
    def __init__(self, base_url: str) -> None:
        self._http = httpx.AsyncClient(base_url=base_url)

    async def get_json(self, path: str) -> Any:
        response = await self._http.get(path)
        response.raise_for_status()
        return response.json()

==== new payment method needs its label and fee
kind: enum-member
--- payments.py
from enum import Enum


class Method(Enum):
    CARD = "card"
    INVOICE = "invoice"
    PAYPAL = "paypal"«→
    KLARNA = "klarna"»


LABELS = {
    Method.CARD: "Credit card",
    Method.INVOICE: "Invoice",
    Method.PAYPAL: "PayPal",
‹→    Method.KLARNA: "Klarna",
¦@›}

FEES = {
    Method.CARD: 0.014,
    Method.INVOICE: 0.0,
    Method.PAYPAL: 0.0249,
‹→    Method.KLARNA: 0.0299,
¦re:    Method\.KLARNA: \d+\.\d+,\n¦@›}


def fee(method: Method, amount: float) -> float:
    return round(amount * FEES[method], 2)


def label(method: Method) -> str:
    return LABELS[method]

==== log calls move from warn to lazy warning
kind: api-migration
--- importer.py
import logging
from pathlib import Path

log = logging.getLogger(__name__)


def import_file(path: Path, seen: set[str]) -> int:
    count = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        key, _, value = line.partition("=")
        if not value:
            log.«warn("%s has no value" % key)→warning("%s has no value", key)»
            continue
        if key in seen:
            log.‹warn("%s is repeated" % key)→warning("%s is repeated", key)›
            continue
        if len(value) > 500:
            log.‹warn("line %d is too long" % number)→warning("line %d is too long", number)›
            continue
        seen.add(key)
        count += 1
    log.info("imported %d values", count)
    return count


def summary(count: int) -> str:
    return "%d values" % count

==== every request of the client gets a timeout
kind: same-option
--- inventory_client.py
import requests

TIMEOUT = 10


class InventoryClient:
    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self.headers = {"Authorization": f"Bearer {token}"}

    def stock(self, sku: str) -> int:
        response = requests.get(f"{self.base}/stock/{sku}", headers=self.headers«→, timeout=TIMEOUT»)
        response.raise_for_status()
        return response.json()["count"]

    def warehouses(self) -> list[str]:
        response = requests.get(f"{self.base}/warehouses", headers=self.headers‹→, timeout=TIMEOUT›)
        response.raise_for_status()
        return [item["name"] for item in response.json()]

    def release(self, reservation: str) -> None:
        response = requests.delete(f"{self.base}/reservations/{reservation}", headers=self.headers‹→, timeout=TIMEOUT›)
        response.raise_for_status()

    def url(self, sku: str) -> str:
        return f"{self.base}/stock/{sku}"

==== backoff of the retry is tuned
kind: tuned-number
expect: silence
--- retry.py
import random
import time
from collections.abc import Callable

ATTEMPTS = 5


def retry(action: Callable[[], bytes]) -> bytes:
    delay = «0.5→0.2»
    for attempt in range(ATTEMPTS):
        try:
            return action()
        except ConnectionError:
            if attempt == ATTEMPTS - 1:
                raise
            time.sleep(delay + random.uniform(0, 0.5))
            delay *= 2
    raise AssertionError("unreachable")


def poll(ready: Callable[[], bool], limit: float = 30.0) -> bool:
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        if ready():
            return True
        time.sleep(0.5)
    return False

==== average gets a guard for the empty list
kind: guard-clause
expect: silence
--- stats.py
import math
from collections.abc import Sequence


def mean(values: Sequence[float]) -> float:
    «→if not values:
        return 0.0
    »return sum(values) / len(values)


def spread(values: Sequence[float]) -> float:
    middle = mean(values)
    squares = sum((value - middle) ** 2 for value in values)
    return math.sqrt(squares / max(len(values) - 1, 1))


def clamp(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


def report(name: str, values: Sequence[float]) -> str:
    return f"{name}: {mean(values):.2f} ± {spread(values):.2f}"
==== lexer learns a new kind of token
kind: enum-member
--- src/token.rs
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Number(f64),
    Ident(String),
    Plus,
    Minus,«→
    Star,»
    LeftParen,
    RightParen,
}

impl Token {
    pub fn text(&self) -> String {
        match self {
            Token::Number(value) => value.to_string(),
            Token::Ident(name) => name.clone(),
            Token::Plus => "+".to_string(),
            Token::Minus => "-".to_string(),
‹→            Token::Star => "*".to_string(),
¦@›            Token::LeftParen => "(".to_string(),
            Token::RightParen => ")".to_string(),
        }
    }

    pub fn precedence(&self) -> Option<u8> {
        match self {
            Token::Plus | Token::Minus => Some(1),
‹→            Token::Star => Some(2),
¦re:            Token::Star => Some\(\d\),\n¦@¦?›            _ => None,
        }
    }
}

==== gravity step scales every axis by the time
kind: parallel-lines
--- src/vector.rs
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

impl Vec3 {
    pub const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    pub fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
}

pub struct Body {
    pub position: Vec3,
    pub velocity: Vec3,
}

impl Body {
    pub fn at(position: Vec3) -> Self {
        Body { position, velocity: Vec3::ZERO }
    }

    pub fn step(&mut self, dt: f32) {
        self.position.x += self.velocity.x«→ * dt»;
        self.position.y += self.velocity.y‹→ * dt›;
        self.position.z += self.velocity.z‹→ * dt›;
    }

    pub fn push(&mut self, force: Vec3) {
        self.velocity.x += force.x;
        self.velocity.y += force.y;
        self.velocity.z += force.z;
    }
}

==== header parser returns a result instead of an option
kind: return-type
--- src/header.rs
use std::fmt;

#[derive(Debug)]
pub enum HeaderError {
    TooShort,
    BadMagic,
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::TooShort => write!(f, "the file is too short"),
            HeaderError::BadMagic => write!(f, "this is no archive"),
        }
    }
}

pub struct Header {
    pub version: u8,
    pub flags: u8,
}

pub fn parse_header(data: &[u8]) -> «Option<Header>→Result<Header, HeaderError>» {
    if data.len() < 6 {
        return ‹None→Err(HeaderError::TooShort)›;
    }
    if &data[..4] != b"ARC1" {
        return ‹None→Err(HeaderError::BadMagic)›;
    }
    ‹Some→Ok›(Header {
        version: data[4],
        flags: data[5],
    })
}

pub fn first_flag(flags: u8) -> Option<u8> {
    if flags == 0 {
        return None;
    }
    Some(flags.trailing_zeros() as u8)
}

==== enemy gets a cooldown that both spawners set
kind: add-field
--- src/enemy.rs
#[derive(Debug, Clone)]
pub struct Enemy {
    pub x: f32,
    pub y: f32,
    pub health: i32,«→
    pub cooldown: f32,»
}

impl Enemy {
    pub fn grunt(x: f32, y: f32) -> Self {
        Enemy {
            x,
            y,
            health: 20,
‹→            cooldown: 0.0,
¦re:            cooldown: \d+\.\d+,\n¦@›        }
    }

    pub fn boss(x: f32, y: f32) -> Self {
        Enemy {
            x,
            y,
            health: 400,
‹→            cooldown: 0.0,
¦re:            cooldown: \d+\.\d+,\n¦@›        }
    }

    pub fn hit(&mut self, points: i32) -> bool {
        self.health -= points;
        self.health <= 0
    }

    pub fn distance(&self, x: f32, y: f32) -> f32 {
        ((self.x - x).powi(2) + (self.y - y).powi(2)).sqrt()
    }
}

==== trait method is renamed and its implementations follow
kind: rename-method
--- src/sink.rs
pub trait Sink {
    fn «push→write_line»(&mut self, line: &str);
    fn flush(&mut self) {}
}

#[derive(Default)]
pub struct MemorySink {
    lines: Vec<String>,
}

impl Sink for MemorySink {
    fn ‹push→write_line›(&mut self, line: &str) {
        self.lines.push(line.to_string());
    }
}

pub struct StdoutSink;

impl Sink for StdoutSink {
    fn ‹push→write_line›(&mut self, line: &str) {
        println!("{line}");
    }
}
--- src/export.rs
use crate::sink::Sink;

pub fn export(rows: &[Vec<String>], sink: &mut dyn Sink) -> usize {
    let mut widths = Vec::new();
    for row in rows {
        widths.push(row.len());
        sink.‹push→write_line›(&row.join(";"));
    }
    sink.flush();
    widths.into_iter().max().unwrap_or(0)
}

==== comparison in one branch is fixed
kind: branch-fix
expect: silence
--- src/level.rs
#[derive(Debug, PartialEq)]
pub enum Medal {
    Gold,
    Silver,
    Bronze,
}

pub fn medal(score: u32, par: u32) -> Option<Medal> {
    if score >= par * 2 {
        Some(Medal::Gold)
    } else if score «>→>=» par {
        Some(Medal::Silver)
    } else if score >= par / 2 {
        Some(Medal::Bronze)
    } else {
        None
    }
}

pub fn bonus(seconds_left: u32) -> u32 {
    if seconds_left > 60 {
        500
    } else if seconds_left > 30 {
        200
    } else {
        0
    }
}

pub fn total(score: u32, seconds_left: u32) -> u32 {
    score + bonus(seconds_left)
}
==== column of the new table is renamed
kind: rename-column
--- migrations/0007_shipments.sql
CREATE TABLE carriers (
    id bigserial PRIMARY KEY,
    name text NOT NULL,
    code text NOT NULL UNIQUE
);

CREATE TABLE shipments (
    id bigserial PRIMARY KEY,
    order_id bigint NOT NULL REFERENCES orders (id),
    carrier_id bigint NOT NULL REFERENCES carriers (id),
    «code→tracking_code» text NOT NULL,
    sent_at timestamptz
);

CREATE UNIQUE INDEX shipments_tracking_idx ON shipments (carrier_id, ‹code→tracking_code›);

CREATE VIEW open_shipments AS
SELECT s.id, s.‹code→tracking_code›, c.code AS carrier
FROM shipments s
JOIN carriers c ON c.id = s.carrier_id
WHERE s.sent_at IS NULL;
==== badge prop is renamed and the list follows
kind: rename-prop
--- src/components/Badge.tsx
import type { ReactNode } from "react";

interface BadgeProps {
  «kind→tone»: "info" | "danger";
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ ‹kind→tone›, icon, children }: BadgeProps) {
  return (
    <span className={`badge badge-${‹kind→tone›}`}>
      {icon}
      {children}
    </span>
  );
}
--- src/components/StockCell.tsx
import { Badge } from "./Badge";

interface Stock {
  sku: string;
  kind: "physical" | "digital";
  count: number;
}

export function StockCell({ stock }: { stock: Stock }) {
  if (stock.kind === "digital") {
    return <span>unlimited</span>;
  }
  return (
    <td>
      <Badge ‹kind→tone›={stock.count === 0 ? "danger" : "info"}>{stock.count} left</Badge>
    </td>
  );
}

==== every widget gets a required refresh interval
kind: add-field
--- src/widgets/registry.ts
export interface WidgetSpec {
  id: string;
  title: string;
  columns: number;«→
  refreshSeconds: number;»
}

const specs: WidgetSpec[] = [
  {
    id: "revenue",
    title: "Revenue",
    columns: 2,
‹→    refreshSeconds: 60,
¦re:    refreshSeconds: \d+,\n¦@›  },
  {
    id: "visitors",
    title: "Visitors",
    columns: 1,
‹→    refreshSeconds: 60,
¦re:    refreshSeconds: \d+,\n¦@›  },
];

export function findSpec(id: string): WidgetSpec | undefined {
  return specs.find((spec) => spec.id === id);
}

export function totalColumns(): number {
  return specs.reduce((sum, spec) => sum + spec.columns, 0);
}

==== upload status gains a paused state
kind: enum-member
--- src/uploads/status.ts
export type UploadStatus = "queued" | "running" | "done"«→ | "paused"»;

export const statusLabels: Record<UploadStatus, string> = {
  queued: "Queued",
  running: "Uploading",
  done: "Finished",
‹→  paused: "Paused",
¦@›};

const statusIcons: Record<UploadStatus, string> = {
  queued: "clock",
  running: "arrow-up",
  done: "check",
‹→  paused: "pause",
¦re:  paused: "[\w-]+",\n¦@›};

export interface Upload {
  name: string;
  status: UploadStatus;
  bytesSent: number;
}

export function iconOf(upload: Upload): string {
  return statusIcons[upload.status];
}

export function describe(upload: Upload): string {
  return `${upload.name}: ${statusLabels[upload.status]}`;
}

==== memo hook is used and has to be imported
kind: import
--- src/components/OrderTable.tsx
import { ‹useState→useMemo, useState¦useState, useMemo› } from "react";
import { formatPrice } from "../format";

interface Order {
  id: string;
  customer: string;
  total: number;
}

type SortKey = "customer" | "total";

export function OrderTable({ orders }: { orders: Order[] }) {
  const [sortKey, setSortKey] = useState<SortKey>("customer");

  const sorted = «[...orders].sort((a, b) => (a[sortKey] < b[sortKey] ? -1 : 1));→useMemo(
    () => [...orders].sort((a, b) => (a[sortKey] < b[sortKey] ? -1 : 1)),
    [orders, sortKey],
  );»

  return (
    <table>
      <thead>
        <tr>
          <th onClick={() => setSortKey("customer")}>Customer</th>
          <th onClick={() => setSortKey("total")}>Total</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((order) => (
          <tr key={order.id}>
            <td>{order.customer}</td>
            <td>{formatPrice(order.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

==== token lookup becomes asynchronous
kind: async
--- src/auth/tokens.ts
import { storage } from "./storage";

export interface Token {
  value: string;
  expiresAt: number;
}

export «function currentToken(): Token | null→async function currentToken(): Promise<Token | null>» {
  const raw = «→await »storage.read("token");
  return raw ? (JSON.parse(raw) as Token) : null;
}

export function isExpired(token: Token): boolean {
  return token.expiresAt < Date.now();
}
--- src/auth/storage.ts
export const storage = {
  async read(key: string): Promise<string | null> {
    return window.localStorage.getItem(key);
  },
};
--- src/api/request.ts
import { currentToken, isExpired } from "../auth/tokens";

export async function authHeaders(): Promise<Record<string, string>> {
  const token = ‹→await ›currentToken();
  if (token === null || isExpired(token)) {
    return {};
  }
  return { Authorization: `Bearer ${token.value}` };
}

export async function isSignedIn(): Promise<boolean> {
  const token = ‹→await ›currentToken();
  return token !== null && !isExpired(token);
}

==== unused tooltip prop is removed
kind: remove-prop
--- src/components/Meter.tsx
interface MeterProps {
  value: number;
  max: number;
«  tooltip?: string;
→»  unit: string;
}

export function Meter({ value, max, ‹tooltip, →›unit }: MeterProps) {
  const percent = Math.min(100, (value / max) * 100);
  return (
    <div className="meter">
      <div className="meter-bar" style={{ width: `${percent}%` }} />
      <span>
        {value} {unit}
      </span>
    </div>
  );
}
--- src/pages/Disks.tsx
import { Meter } from "../components/Meter";
import { HelpIcon } from "../components/HelpIcon";

interface Disk {
  name: string;
  used: number;
  size: number;
}

export function Disks({ disks }: { disks: Disk[] }) {
  return (
    <ul>
      {disks.map((disk) => (
        <li key={disk.name}>
          <HelpIcon tooltip="Used space of the disk" />
          <Meter value={disk.used} max={disk.size}‹ tooltip={disk.name}→› unit="GB" />
        </li>
      ))}
    </ul>
  );
}
--- src/components/HelpIcon.tsx
export function HelpIcon({ tooltip }: { tooltip: string }) {
  return <i className="icon icon-help" title={tooltip} />;
}

==== height is half typed after the width
kind: half-typed
--- src/canvas/bounds.ts
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

export function union(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

export function sizeOf(rect: Rect): Size {
  const width = rect.right - rect.left;
  «→const height = rect.bot»‹→tom - rect.top;›
  return { width, height };
}

export function area(rect: Rect): number {
  const { width, height } = sizeOf(rect);
  return width * height;
}

==== upload limit is raised and the docs follow
kind: repeated-constant
open: src/uploads/limits.test.ts
--- src/uploads/limits.ts
export const MAX_ATTACHMENT_MB = «10→25»;
export const MAX_ATTACHMENTS = 10;

export function checkAttachment(file: File): string | null {
  if (file.size > MAX_ATTACHMENT_MB * 1024 * 1024) {
    return `${file.name} is larger than ${MAX_ATTACHMENT_MB} MB.`;
  }
  return null;
}

export function checkCount(count: number): string | null {
  return count > MAX_ATTACHMENTS ? "There are too many files." : null;
}
--- src/uploads/limits.test.ts
import { expect, test } from "vitest";
import { MAX_ATTACHMENT_MB, MAX_ATTACHMENTS } from "./limits";

test("attachments have a limit", () => {
  expect(MAX_ATTACHMENT_MB).toBe(‹10→25›);
});

test("only so many files are allowed", () => {
  expect(MAX_ATTACHMENTS).toBe(10);
});
--- docs/uploads.md
# Uploads

| constant | default |
|---|---|
| `MAX_ATTACHMENT_MB` | ‹10→25› |
| `MAX_ATTACHMENTS` | 10 |

Files are checked in the browser, and again on the server.

==== clamp of a game takes the value first
kind: reorder-parameters
--- src/math.ts
export function clamp(«min: number, max: number, value: number→value: number, min: number, max: number»): number {
  return Math.min(max, Math.max(min, value));
}

export function lerp(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}
--- src/player.ts
import { clamp, lerp } from "./math";

const MAX_SPEED = 12;

export class Player {
  x = 0;
  speed = 0;
  health = 100;

  accelerate(amount: number): void {
    this.speed = clamp(‹0, MAX_SPEED, this.speed + amount→this.speed + amount, 0, MAX_SPEED›);
  }

  damage(points: number): void {
    this.health = clamp(‹0, 100, this.health - points→this.health - points, 0, 100›);
  }

  move(target: number, dt: number): void {
    this.x = lerp(this.x, target, dt * this.speed);
  }
}

==== member of a string union is spelled out
kind: rename-literal
--- src/alerts/types.ts
export type Severity = "info" | "«warn→warning»" | "error";

export interface Alert {
  severity: Severity;
  message: string;
}

export const severityOrder: Severity[] = ["error", "‹warn→warning›", "info"];
--- src/alerts/AlertRow.tsx
import type { Alert } from "./types";

export function AlertRow({ alert }: { alert: Alert }) {
  switch (alert.severity) {
    case "error":
      return <li className="row row-red">{alert.message}</li>;
    case "‹warn→warning›":
      console.warn(alert.message);
      return <li className="row row-yellow">{alert.message}</li>;
    default:
      return <li className="row">{alert.message}</li>;
  }
}

==== message of the toast is reworded
kind: reworded-message
expect: silence
--- src/pages/Profile.tsx
import { useState } from "react";
import { saveProfile, type ProfileData } from "../api/profile";
import { toast } from "../toast";

export function Profile({ initial }: { initial: ProfileData }) {
  const [data, setData] = useState(initial);
  const [busy, setBusy] = useState(false);

  async function submit() {
    setBusy(true);
    try {
      await saveProfile(data);
      toast.success("«Profile saved→Your changes were saved»");
    } catch {
      toast.error("The server did not answer");
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit}>
      <h1>Profile</h1>
      <input value={data.name} onChange={(event) => setData({ ...data, name: event.target.value })} />
      <button disabled={busy}>Save</button>
    </form>
  );
}

==== a formatter for durations is added
kind: new-function
expect: silence
--- src/format.ts
export function formatBytes(bytes: number): string {
  if (bytes < 1024) {
    return `${bytes} B`;
  }
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
«→
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
»
export function formatPercent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}

export function formatCount(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
