==== a blinking light has a period
kind: add-parameter
--- src/led.c
#include "led.h"

#include "board.h"
#include "timer.h"

#define LED_PORT 2

void led_init(void)
{
	board_output(LED_PORT, LED_GREEN);
	board_output(LED_PORT, LED_RED);
}

void led_set(uint8_t led, bool on)
{
	board_write(LED_PORT, led, on);
}

void led_blink(uint8_t led, uint8_t times«→, uint16_t period_ms»)
{
	for (uint8_t i = 0; i < times; i++) {
		led_set(led, true);
		timer_wait(«250→period_ms / 2»);
		led_set(led, false);
		timer_wait(«250→period_ms / 2»);
	}
}
--- src/led.h
#ifndef LED_H
#define LED_H

#include <stdbool.h>
#include <stdint.h>

enum { LED_GREEN = 3, LED_RED = 5 };

void led_init(void);
void led_set(uint8_t led, bool on);
void led_blink(uint8_t led, uint8_t times‹→, uint16_t period_ms›);

#endif
--- src/main.c
#include "buzzer.h"
#include "led.h"
#include "sensor.h"
#include "timer.h"

/* The boiler controller: reads a sensor and shows what it finds. */
int main(void)
{
	led_init();
	buzzer_init();
	led_blink(LED_GREEN, 3‹→, 500¦re:, \w+¦@›);
	for (;;) {
		int16_t celsius = sensor_read();
		if (celsius > 90) {
			buzzer_beep(2);
			led_blink(LED_RED, 10‹→, 500¦re:, \w+¦@›);
		} else {
			led_set(LED_GREEN, true);
		}
		timer_wait(250);
	}
}

==== the lexer names a new token
kind: enum-member
--- src/token.h
#ifndef TOKEN_H
#define TOKEN_H

#include <stdbool.h>
#include <stdio.h>

enum token_kind {
	TOKEN_EOF,
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,«→
	TOKEN_COMMA,»
	TOKEN_KINDS
};

struct token {
	enum token_kind kind;
	const char *start;
	int length;
	int line;
};

const char *token_name(enum token_kind kind);
bool token_is_value(enum token_kind kind);
void token_print(const struct token *token, FILE *out);

#endif
--- src/token.c
#include "token.h"

static const char *const names[TOKEN_KINDS] = {
	[TOKEN_EOF] = "end of file",
	[TOKEN_NAME] = "name",
	[TOKEN_NUMBER] = "number",
	[TOKEN_STRING] = "string",‹→
	[TOKEN_COMMA] = "comma",¦re:\n\t\[TOKEN_COMMA\] = "[^"]+",›
};

static const char *const colors[] = {
	"end of file", "name", "number", "string",
};

const char *token_name(enum token_kind kind)
{
	return names[kind];
}

/* The palette of the editor; commas have no color. */
const char *palette_entry(unsigned index)
{
	return index < sizeof colors / sizeof *colors ? colors[index] : "none";
}

/* Whether an expression can consist of the token alone. */
bool token_is_value(enum token_kind kind)
{
	switch (kind) {
	case TOKEN_NAME:
	case TOKEN_NUMBER:
	case TOKEN_STRING:
		return true;
	default:
		return false;
	}
}

void token_print(const struct token *token, FILE *out)
{
	fprintf(out, "line %d: ", token->line);
	fprintf(out, "%s ", token_name(token->kind));
	fprintf(out, "'%.*s'\n", token->length, token->start);
}

==== a member of a ring buffer is renamed
kind: rename-field
--- src/ring.hpp
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>

/// A queue of fixed capacity.
template <typename T, std::size_t Capacity>
class Ring {
public:
    bool empty() const { return ‹count_→used_› == 0; }
    bool full() const { return ‹count_→used_› == Capacity; }

    void push(const T& value) {
        if (full()) {
            throw std::length_error("ring: count exceeds capacity");
        }
        items_[next_] = value;
        next_ = (next_ + 1) % Capacity;
        ++‹count_→used_›;
    }

    T pop() {
        if (empty()) {
            throw std::out_of_range("ring: empty");
        }
        const std::size_t first = (next_ + Capacity - ‹count_→used_›--) % Capacity;
        return items_[first];
    }

private:
    std::array<T, Capacity> items_{};
    std::size_t next_ = 0;
    std::size_t «count_→used_» = 0;
};

/// Counts how often something happened.
class Counter {
public:
    void hit() { ++count_; }
    std::size_t count() const { return count_; }

private:
    std::size_t count_ = 0;
};

==== copies of names are bounded
kind: replace-api
--- src/user.c
#include <bsd/string.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct user {
	char login[32];
	char name[64];
	char shell[64];
	char home[128];
	int id;
};

/* An account as it is read from the directory. */
struct entry {
	const char *login;
	const char *name;
	const char *shell;
	const char *home;
	int id;
};

void user_fill(struct user *user, const struct entry *entry)
{
	memset(user, 0, sizeof *user);
	«strcpy(user->login, entry->login→strlcpy(user->login, entry->login, sizeof user->login»);
	«strcpy(user->name, entry->name→strlcpy(user->name, entry->name, sizeof user->name»);
	‹strcpy(user->shell, entry->shell→strlcpy(user->shell, entry->shell, sizeof user->shell¦strlcpy(user->shell, entry->shell, sizeof(user->shell)›);
	‹strcpy(user->home, entry->home→strlcpy(user->home, entry->home, sizeof user->home¦strlcpy(user->home, entry->home, sizeof(user->home)›);
	user->id = entry->id;
}

int user_is(const struct user *user, const char *login)
{
	return strcmp(user->login, login) == 0;
}

char *user_mailbox(const struct user *user)
{
	static const char folder[] = "/Mailbox";
	char *path = malloc(strlen(user->home) + sizeof folder);

	if (path != NULL) {
		memcpy(path, user->home, strlen(user->home));
		memcpy(path + strlen(user->home), folder, sizeof folder);
	}
	return path;
}

void user_print(const struct user *user, FILE *out)
{
	fprintf(out, "%d %s (%s)\n", user->id, user->login, user->name);
}

==== the buffer of a serial port is its receive buffer
kind: rename-constant
--- src/serial.h
#ifndef SERIAL_H
#define SERIAL_H

#include <stdint.h>

#define «SERIAL_BUF_SIZE→SERIAL_RX_SIZE» 128
#define SERIAL_TX_SIZE 64
#define SERIAL_BUF_SIZE_USB 512

struct serial {
	uint8_t rx[‹SERIAL_BUF_SIZE→SERIAL_RX_SIZE›];
	uint8_t tx[SERIAL_TX_SIZE];
	uint8_t usb[SERIAL_BUF_SIZE_USB];
	uint16_t head;
	uint16_t tail;
};

int serial_read(struct serial *port);
void serial_on_byte(struct serial *port, uint8_t byte);

#endif
--- src/serial.c
#include "serial.h"

/* Called by the interrupt; bytes are lost if the buffer is full. */
void serial_on_byte(struct serial *port, uint8_t byte)
{
	uint16_t next = (port->head + 1) % ‹SERIAL_BUF_SIZE→SERIAL_RX_SIZE›;

	if (next != port->tail) {
		port->rx[port->head] = byte;
		port->head = next;
	}
}

/* Returns the oldest byte, or -1. */
int serial_read(struct serial *port)
{
	uint8_t byte;

	if (port->head == port->tail) {
		return -1;
	}
	byte = port->rx[port->tail];
	port->tail = (port->tail + 1) % ‹SERIAL_BUF_SIZE→SERIAL_RX_SIZE›;
	return byte;
}

==== lookups take a string view
kind: change-parameter-type
--- src/catalog.hpp
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The books of a library.
class Catalog {
public:
    struct Book {
        std::string title;
        std::string author;
        int year = 0;
    };

    void add(const std::string& isbn, Book book);
    const Book* find(«const std::string&→std::string_view» isbn) const;
    bool remove(const std::string& isbn);
    int count(«const std::string&→std::string_view» author) const;

private:
    std::map<std::string, Book, std::less<>> books_;
};
--- src/catalog.cpp
#include "catalog.hpp"

#include <algorithm>
#include <utility>

namespace {

bool valid(const std::string& isbn) {
    return isbn.size() == 13 && isbn.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

void Catalog::add(const std::string& isbn, Book book) {
    if (valid(isbn)) {
        books_[isbn] = std::move(book);
    }
}

const Catalog::Book* Catalog::find(‹const std::string&→std::string_view› isbn) const {
    const auto found = books_.find(isbn);
    return found == books_.end() ? nullptr : &found->second;
}

bool Catalog::remove(const std::string& isbn) {
    return books_.erase(isbn) > 0;
}

int Catalog::count(‹const std::string&→std::string_view› author) const {
    const auto is_by = [&](const auto& entry) { return entry.second.author == author; };
    return static_cast<int>(std::count_if(books_.begin(), books_.end(), is_by));
}

==== one pin gets a pull-up
kind: table-value
expect: silence
--- src/pins.c
#include "pins.h"

enum pull { PULL_NONE, PULL_UP, PULL_DOWN };
enum mode { MODE_INPUT, MODE_OUTPUT, MODE_ANALOG };

struct pin {
	uint8_t port;
	uint8_t number;
	enum mode mode;
	enum pull pull;
};

static const struct pin pins[] = {
	[PIN_DOOR] = { 0, 4, MODE_INPUT, «PULL_NONE→PULL_UP» },
	[PIN_WINDOW] = { 0, 5, MODE_INPUT, PULL_NONE },
	[PIN_MOTION] = { 0, 6, MODE_INPUT, PULL_DOWN },
	[PIN_SIREN] = { 1, 0, MODE_OUTPUT, PULL_NONE },
	[PIN_LAMP] = { 1, 1, MODE_OUTPUT, PULL_NONE },
	[PIN_BATTERY] = { 2, 3, MODE_ANALOG, PULL_NONE },
};

void pins_init(void)
{
	for (unsigned i = 0; i < sizeof pins / sizeof *pins; i++) {
		const struct pin *pin = &pins[i];

		port_mode(pin->port, pin->number, pin->mode);
		if (pin->pull != PULL_NONE) {
			port_pull(pin->port, pin->number, pin->pull == PULL_UP);
		}
	}
}

bool pins_read(enum pin_id id)
{
	return port_read(pins[id].port, pins[id].number);
}

==== a bullet also hits at the edge
kind: fix-condition
expect: silence
--- src/world.cpp
#include "world.hpp"

#include <algorithm>
#include <cmath>

namespace {

constexpr float kBulletRadius = 2.0f;
constexpr float kPickupRadius = 12.0f;

float distance(const Point& a, const Point& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

void World::moveBullets(float seconds) {
    for (Bullet& bullet : bullets_) {
        bullet.at.x += bullet.speed.x * seconds;
        bullet.at.y += bullet.speed.y * seconds;
        for (Enemy& enemy : enemies_) {
            if (distance(bullet.at, enemy.at) «<→<=» enemy.radius + kBulletRadius) {
                enemy.health -= bullet.damage;
                bullet.spent = true;
                break;
            }
        }
    }
    std::erase_if(bullets_, [](const Bullet& bullet) { return bullet.spent; });
    std::erase_if(enemies_, [](const Enemy& enemy) { return enemy.health <= 0; });
}

void World::collect(Player& player) {
    for (Pickup& pickup : pickups_) {
        if (distance(player.at, pickup.at) < kPickupRadius) {
            player.score += pickup.value;
            pickup.taken = true;
        }
    }
    std::erase_if(pickups_, [](const Pickup& pickup) { return pickup.taken; });
}

bool World::isThreatened(const Player& player) const {
    return std::any_of(enemies_.begin(), enemies_.end(), [&](const Enemy& enemy) {
        return distance(player.at, enemy.at) < enemy.sight;
    });
}
==== a retry count says that it is a maximum
kind: rename-field
--- delivery/policy.go
package delivery

import "time"

// Policy says how often a webhook is delivered.
type Policy struct {
	«Retries→MaxRetries» int           `yaml:"‹retries→max_retries¦?›"`
	Backoff‹→   ¦?› time.Duration `yaml:"backoff"`
}

// Stats counts what happened to one webhook.
type Stats struct {
	Sent    int
	Retries int
}

// Exhausted reports whether no further attempt is allowed.
func (p Policy) Exhausted(s Stats) bool {
	return s.Retries >= p.‹Retries→MaxRetries›
}

// Wait is the pause before the next attempt.
func (p Policy) Wait(s Stats) time.Duration {
	wait := p.Backoff
	for i := 0; i < s.Retries; i++ {
		wait *= 2
	}
	return wait
}

// DefaultPolicy is used if the settings say nothing about retries.
func DefaultPolicy() Policy {
	return Policy{‹Retries→MaxRetries›: 5, Backoff: time.Second}
}
--- delivery/worker.go
package delivery

import (
	"errors"
	"log"
	"time"
)

var errGaveUp = errors.New("delivery: retries are used up")

type worker struct {
	policy Policy
	send   func(url string, body []byte) error
}

func (w *worker) deliver(url string, body []byte) (Stats, error) {
	var stats Stats
	for {
		err := w.send(url, body)
		stats.Sent++
		if err == nil {
			return stats, nil
		}
		if w.policy.Exhausted(stats) {
			return stats, errGaveUp
		}
		stats.Retries++
		log.Printf("%s: retry %d of %d: %v", url, stats.Retries, w.policy.‹Retries→MaxRetries›, err)
		time.Sleep(w.policy.Wait(stats))
	}
}

==== a local of the frame encoder gets a better name
kind: rename-local
--- wire/frame.go
package wire

import (
	"encoding/binary"
	"errors"
	"io"
)

var errShort = errors.New("wire: short buf")

const headerSize = 6

// Frame is a message on the wire.
type Frame struct {
	Kind    uint16
	Payload []byte
}

// WriteTo writes the frame with its header.
func (f *Frame) WriteTo(w io.Writer) (int64, error) {
	«buf→header» := make([]byte, headerSize)
	binary.BigEndian.PutUint16(‹buf→header›, f.Kind)
	binary.BigEndian.PutUint32(‹buf→header›[2:], uint32(len(f.Payload)))
	n, err := w.Write(‹buf→header›)
	if err != nil {
		return int64(n), err
	}
	m, err := w.Write(f.Payload)
	return int64(n + m), err
}

// Parse reads a frame from a buf that holds exactly one.
func Parse(buf []byte) (*Frame, error) {
	if len(buf) < headerSize {
		return nil, errShort
	}
	size := binary.BigEndian.Uint32(buf[2:])
	if uint32(len(buf)-headerSize) != size {
		return nil, errShort
	}
	return &Frame{Kind: binary.BigEndian.Uint16(buf), Payload: buf[headerSize:]}, nil
}

// Checksum adds the bytes of the payload.
func (f *Frame) Checksum() byte {
	var sum byte
	for _, b := range f.Payload {
		sum += b
	}
	return sum
}

==== the span of a calendar is an interval
kind: rename-type
--- calendar/free.go
package calendar

import (
	"sort"
	"time"
)

// «span→interval» is a time from start to end, without the end.
type «span→interval» struct {
	start, end time.Time
}

// overlaps reports whether both have some time in common.
func (s ‹span→interval›) overlaps(other ‹span→interval›) bool {
	return s.start.Before(other.end) && other.start.Before(s.end)
}

// Slot is what a visitor can book; it may span midnight.
type Slot struct {
	Start, End time.Time
	Room       string
}

const spanLimit = 14 * 24 * time.Hour

// free returns the gaps between the busy times of a room.
func free(room string, busy []‹span→interval›, from, until time.Time) []Slot {
	if until.Sub(from) > spanLimit {
		until = from.Add(spanLimit)
	}
	sort.Slice(busy, func(i, j int) bool { return busy[i].start.Before(busy[j].start) })
	var slots []Slot
	at := from
	for _, b := range busy {
		if at.Before(b.start) {
			slots = append(slots, Slot{Start: at, End: b.start, Room: room})
		}
		if b.end.After(at) {
			at = b.end
		}
	}
	if at.Before(until) {
		slots = append(slots, Slot{Start: at, End: until, Room: room})
	}
	return slots
}

// clash reports whether a booking is on a busy time.
func clash(slot Slot, busy []‹span→interval›) bool {
	for _, b := range busy {
		if b.start.Before(slot.End) && slot.Start.Before(b.end) {
			return true
		}
	}
	return false
}

==== the sentinel error of a cache gets a clearer name
kind: rename-variable
--- cache/cache.go
package cache

import (
	"database/sql"
	"errors"
	"sync"
)

var (
	// ErrClosed is returned after Close.
	ErrClosed = errors.New("cache: closed")

	«// ErrMissing→// ErrNoEntry» is returned for a key that is missing.
	«ErrMissing→ErrNoEntry» = errors.New("cache: entry is missing")
)

// Cache maps keys to values.
type Cache struct {
	mu      sync.Mutex
	entries map[string][]byte
}

// Get returns the value of a key.
func (c *Cache) Get(key string) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		return nil, ErrClosed
	}
	value, ok := c.entries[key]
	if !ok {
		return nil, ‹ErrMissing→ErrNoEntry›
	}
	return value, nil
}

// fromRow translates the errors of the backing table.
func fromRow(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ‹ErrMissing→ErrNoEntry›
	}
	return err
}
--- api/sessions.go
package api

import (
	"errors"
	"net/http"

	"example.org/portal/cache"
	"example.org/portal/form"
)

type sessions struct {
	cache *cache.Cache
}

func (s *sessions) show(w http.ResponseWriter, r *http.Request) {
	token, err := form.Required(r, "token")
	if errors.Is(err, form.ErrMissing) {
		http.Error(w, "the token is missing", http.StatusBadRequest)
		return
	}
	data, err := s.cache.Get(token)
	switch {
	case errors.Is(err, cache.‹ErrMissing→ErrNoEntry›):
		http.Error(w, "no such session", http.StatusNotFound)
	case err != nil:
		http.Error(w, "try again", http.StatusInternalServerError)
	default:
		_, _ = w.Write(data)
	}
}
==== a job can be cancelled
kind: enum-member
--- queue/state.go
package queue

import "fmt"

// State of a job.
type State int

const (
	StateQueued State = iota
	StateRunning
	StateDone«→
	StateCancelled»
)

// String is how a state is stored.
func (s State) String() string {
	switch s {
	case StateQueued:
		return "queued"
	case StateRunning:
		return "running"
	case StateDone:
		return "done"‹→
	case StateCancelled:
		return "cancelled"¦re:\n\tcase StateCancelled:\n\t\treturn "cancell?ed"›
	}
	return fmt.Sprintf("State(%d)", int(s))
}

// ParseState is the inverse of String.
func ParseState(text string) (State, error) {
	switch text {
	case "queued":
		return StateQueued, nil
	case "running":
		return StateRunning, nil
	case "done":
		return StateDone, nil‹→
	case "cancelled":
		return StateCancelled, nil¦re:\n\tcase "cancell?ed":\n\t\treturn StateCancelled, nil›
	}
	return 0, fmt.Errorf("queue: unknown state %q", text)
}

// Lane of a job.
type Lane int

const (
	LaneFast Lane = iota
	LaneSlow
)

func (l Lane) String() string {
	switch l {
	case LaneFast:
		return "fast"
	case LaneSlow:
		return "slow"
	}
	return "none"
}

==== the poller logs with its own logger
kind: change-log-calls
--- poller/poller.go
package poller

import (
	"log"
	"net/http"
	"time"
)

// Poller asks the sensors for their values.
type Poller struct {
	client *http.Client
	logger *log.Logger
	urls   []string
	failed map[string]int
}

// Run polls until stop is closed.
func (p *Poller) Run(stop <-chan struct{}) {
	«log→p.logger».Printf("polling %d sensors", len(p.urls))
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			«log→p.logger».Print("poller stopped")
			return
		case <-ticker.C:
			p.pollAll()
		}
	}
}

func (p *Poller) pollAll() {
	for _, url := range p.urls {
		start := time.Now()
		resp, err := p.client.Get(url)
		if err != nil {
			p.failed[url]++
			‹log→p.logger›.Printf("%s: %v (failed %d times)", url, err, p.failed[url])
			continue
		}
		resp.Body.Close()
		if took := time.Since(start); took > time.Second {
			‹log→p.logger›.Printf("%s is slow: %s", url, took)
		}
		delete(p.failed, url)
	}
}

// MustNew is New for tests and examples.
func MustNew(urls ...string) *Poller {
	if len(urls) == 0 {
		log.Fatal("poller: no sensors")
	}
	return &Poller{
		client: http.DefaultClient,
		logger: log.Default(),
		urls:   urls,
		failed: map[string]int{},
	}
}

==== ioutil is deprecated
kind: replace-api
--- fetch/client.go
package fetch

import (
	"fmt"
	"‹io/ioutil→io›"
	"net/http"
	"os"
)

// Client downloads packages. CHANGES.md tells why ioutil has to go.
type Client struct {
	base string
	http *http.Client
}

// Index returns the list of packages.
func (c *Client) Index() ([]byte, error) {
	resp, err := c.http.Get(c.base + "/index.json")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return «ioutil→io».ReadAll(resp.Body)
}

// Package returns an archive.
func (c *Client) Package(name string) ([]byte, error) {
	resp, err := c.http.Get(c.base + "/pkg/" + name)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := ‹ioutil→io›.ReadAll(resp.Body)
		return nil, fmt.Errorf("%s: %s: %s", name, resp.Status, text)
	}
	return ‹ioutil→io›.ReadAll(resp.Body)
}

// Cached returns an archive that was downloaded before.
func (c *Client) Cached(name string) ([]byte, error) {
	return os.ReadFile("cache/" + name)
}

==== a copied field is typed halfway
kind: half-typed
--- export/order.go
package export

import "example.org/shop/model"

type orderRow struct {
	Number         string
	CustomerName   string
	CustomerEmail  string
	ShippingStreet string
	ShippingCity   string
	ShippingZip    string
	BillingCity    string
	Total          int64
}

func newOrderRow(order *model.Order) orderRow {
	var row orderRow
	row.Number = order.Number
	row.CustomerName = order.CustomerName
	row.CustomerEmail = order.CustomerEmail
	row.ShippingStreet = order.ShippingStreet«→
	row.ShippingCi»‹→ty = order.ShippingCity›
	row.ShippingZip = order.ShippingZip
	row.BillingCity = order.BillingCity
	row.Total = order.Total
	return row
}

func (r orderRow) columns() []string {
	return []string{
		r.Number,
		r.CustomerName,
		r.CustomerEmail,
		r.ShippingStreet,
		r.ShippingCity,
		r.ShippingZip,
		r.BillingCity,
	}
}

==== larger uploads are allowed
kind: change-constant
--- upload/limit.go
package upload

import (
	"errors"
	"net/http"
)

// maxMegabytes is the size of the largest upload.
const maxMegabytes = «25→40»

const pageSize = 25

var errTooLarge = errors.New("upload: larger than ‹25→40› MB")

// Check refuses a request that is too large.
func Check(r *http.Request) error {
	if r.ContentLength > maxMegabytes<<20 {
		return errTooLarge
	}
	return nil
}

// Page returns one page of the names of uploads.
func Page(names []string, number int) []string {
	start := min(number*pageSize, len(names))
	end := min(start+pageSize, len(names))
	return names[start:end]
}
--- upload/limit_test.go
package upload

import (
	"net/http"
	"testing"
)

func TestCheckTooLarge(t *testing.T) {
	r := &http.Request{ContentLength: 200 << 20}
	err := Check(r)
	if err == nil || err.Error() != "upload: larger than ‹25→40› MB" {
		t.Fatalf("unexpected error %v", err)
	}
}

func TestPage(t *testing.T) {
	names := make([]string, 30)
	if n := len(Page(names, 0)); n != 25 {
		t.Errorf("got %d names, want 25", n)
	}
	if n := len(Page(names, 1)); n != 5 {
		t.Errorf("got %d names, want 5", n)
	}
}
--- README.md
# upload

Receives files of customers and keeps them for 25 days.

- An upload may have up to ‹25→40› MB.
- The list of uploads has pages of 25 names.

==== one host gets more time
kind: table-value
expect: silence
--- probe/targets.go
package probe

import "time"

type target struct {
	name    string
	url     string
	timeout time.Duration
	retries int
}

var targets = []target{
	{name: "shop", url: "https://shop.example.org/health", timeout: 2 * time.Second, retries: 1},
	{name: "search", url: "https://search.example.org/health", timeout: 2 * time.Second, retries: 1},
	{name: "billing", url: "https://billing.example.org/health", timeout: «2→8» * time.Second, retries: 1},
	{name: "images", url: "https://images.example.org/health", timeout: 2 * time.Second, retries: 3},
	{name: "mail", url: "https://mail.example.org/health", timeout: 5 * time.Second, retries: 1},
}

const interval = 2 * time.Minute

func byName(name string) (target, bool) {
	for _, t := range targets {
		if t.name == name {
			return t, true
		}
	}
	return target{}, false
}

func slowest() time.Duration {
	var longest time.Duration
	for _, t := range targets {
		if t.timeout > longest {
			longest = t.timeout
		}
	}
	return longest
}

==== one expectation of a table test
kind: test-expectation
expect: silence
--- text/slug_test.go
package text

import "testing"

func TestSlug(t *testing.T) {
	tests := []struct {
		name  string
		title string
		want  string
	}{
		{name: "plain", title: "Hello World", want: "hello-world"},
		{name: "punctuation", title: "What's new?", want: "«what-s-new→whats-new»"},
		{name: "spaces", title: "  a   b ", want: "a-b"},
		{name: "umlaut", title: "Über uns", want: "uber-uns"},
		{name: "dash", title: "a - b", want: "a-b"},
		{name: "empty", title: "", want: "untitled"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Slug(test.title); got != test.want {
				t.Errorf("Slug(%q) = %q, want %q", test.title, got, test.want)
			}
		})
	}
}

func TestSlugIsStable(t *testing.T) {
	for _, title := range []string{"What's new?", "Hello World", "a-b"} {
		once := Slug(title)
		if twice := Slug(once); twice != once {
			t.Errorf("Slug(%q) = %q, want %q", once, twice, once)
		}
	}
}

==== a debug line while hunting a bug
kind: debug-statement
expect: silence
--- scheduler/heap.go
package scheduler

import (
	"container/heap"
	"time"
)

type item struct {
	name string
	due  time.Time
}

type items []item

func (h items) Len() int           { return len(h) }
func (h items) Less(i, j int) bool { return h[i].due.Before(h[j].due) }
func (h items) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *items) Push(x any)        { *h = append(*h, x.(item)) }

func (h *items) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

// Scheduler starts tasks when they are due.
type Scheduler struct {
	pending items
}

// Add plans a task.
func (s *Scheduler) Add(name string, due time.Time) {
	heap.Push(&s.pending, item{name: name, due: due})
}

// Next removes the first task that is due.
func (s *Scheduler) Next(now time.Time) (string, bool) {
	if len(s.pending) == 0 || s.pending[0].due.After(now) {
		return "", false
	}
	next := heap.Pop(&s.pending).(item)«→
	println("XXX next", next.name, next.due.String())»
	return next.name, true
}

// Drop removes every task of this name.
func (s *Scheduler) Drop(name string) {
	kept := s.pending[:0]
	for _, it := range s.pending {
		if it.name != name {
			kept = append(kept, it)
		}
	}
	s.pending = kept
	heap.Init(&s.pending)
}

==== a token bucket was off by one
kind: fix-condition
expect: silence
--- limit/bucket.go
package limit

import "time"

// Bucket allows a burst of requests and then a steady rate.
type Bucket struct {
	size   int
	tokens int
	every  time.Duration
	last   time.Time
}

// Window allows a number of requests per window.
type Window struct {
	size  int
	count int
	since time.Time
}

// Take reports whether a request is allowed.
func (b *Bucket) Take(now time.Time) bool {
	gained := int(now.Sub(b.last) / b.every)
	if gained > 0 {
		b.tokens = min(b.size, b.tokens+gained)
		b.last = b.last.Add(time.Duration(gained) * b.every)
	}
	if b.tokens «<→<=» 0 {
		return false
	}
	b.tokens--
	return true
}

// Give returns tokens that were taken for nothing.
func (b *Bucket) Give(n int) {
	if n < 0 {
		return
	}
	b.tokens = min(b.size, b.tokens+n)
}

// Take reports whether a request is allowed.
func (w *Window) Take(now time.Time) bool {
	if now.Sub(w.since) > time.Minute {
		w.since, w.count = now, 0
	}
	if w.count >= w.size {
		return false
	}
	w.count++
	return true
}
==== a config loader gets an error result
kind: change-return-type
--- config/config.go
package config

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// Config holds the settings of the relay.
type Config struct {
	Listen   string        `json:"listen"`
	Upstream string        `json:"upstream"`
	Timeout  time.Duration `json:"timeout"`
}

// Load reads the settings from a JSON file.
func Load(path string) «*Config→(*Config, error)» {
	data, err := os.ReadFile(path)
	if err != nil {
		return ‹nil→nil, err¦re:nil, fmt\.Errorf\(.*err\)›
	}
	cfg := &Config{Listen: ":8080", Timeout: 5 * time.Second}
	if err := json.Unmarshal(data, cfg); err != nil {
		return ‹nil→nil, err¦re:nil, fmt\.Errorf\(.*err\)›
	}
	return ‹cfg→cfg, nil›
}

// Validate reports the first problem of the settings.
func (c *Config) Validate() error {
	if c.Upstream == "" {
		return fmt.Errorf("config: upstream is missing")
	}
	if c.Timeout <= 0 {
		return fmt.Errorf("config: timeout %s is not positive", c.Timeout)
	}
	return nil
}

// Lookup returns the environment's override of a setting, or nil.
func Lookup(name string) *string {
	value, ok := os.LookupEnv("RELAY_" + name)
	if !ok {
		return nil
	}
	return &value
}
--- cmd/relay/main.go
package main

import (
	"flag"
	"log"
	"net/http"

	"example.org/relay/config"
)

func main() {
	path := flag.String("config", "relay.json", "the settings")
	flag.Parse()

	‹cfg := config.Load(*path)
	if cfg == nil {
		log.Fatalf("cannot load %s", *path)
	}→cfg, err := config.Load(*path)
	if err != nil {
		log.Fatalf("cannot load %s: %v", *path, err)
	}¦re:cfg, err := config\.Load\(\*path\)[\s\S]*¦@›
	if err := cfg.Validate(); err != nil {
		log.Fatal(err)
	}
	log.Printf("relay listens on %s", cfg.Listen)
	log.Fatal(http.ListenAndServe(cfg.Listen, nil))
}

==== a store method takes a context
kind: add-parameter
--- store/widgets.go
package store

import (
	"context"
	"database/sql"
)

// Widget is a row of the table widgets.
type Widget struct {
	ID    string
	Label string
	Price int64
}

// Store keeps widgets in a database.
type Store struct {
	db *sql.DB
}

// Save inserts or replaces a widget.
func (s *Store) Save(ctx context.Context, w *Widget) error {
	_, err := s.db.ExecContext(ctx,
		"REPLACE INTO widgets (id, label, price) VALUES (?, ?, ?)", w.ID, w.Label, w.Price)
	return err
}

// Find returns the widget with this id.
func (s *Store) Find(«→ctx context.Context, »id string) (*Widget, error) {
	row := s.db.‹QueryRow(→QueryRowContext(ctx, ›"SELECT id, label, price FROM widgets WHERE id = ?", id)
	var w Widget
	if err := row.Scan(&w.ID, &w.Label, &w.Price); err != nil {
		return nil, err
	}
	return &w, nil
}

// Version returns the version of the schema.
func (s *Store) Version() (int, error) {
	var version int
	err := s.db.QueryRow("SELECT version FROM meta").Scan(&version)
	return version, err
}
--- web/widgets.go
package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"example.org/shop/store"
)

type finder interface {
	Find(text string) []string
}

type handler struct {
	store *store.Store
	index finder
}

func (h *handler) showWidget(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/widgets/")
	widget, err := h.store.Find(‹→r.Context(), ›id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(widget)
}

func (h *handler) search(w http.ResponseWriter, r *http.Request) {
	ids := h.index.Find(r.FormValue("q"))
	_ = json.NewEncoder(w).Encode(ids)
}

func (h *handler) raisePrice(ctx context.Context, id string, cents int64) error {
	widget, err := h.store.Find(‹→ctx, ›id)
	if err != nil {
		return err
	}
	widget.Price += cents
	return h.store.Save(ctx, widget)
}

==== the value comes first
kind: reorder-parameters
--- audio/mixer.go
package audio

import "math"

// Clamp keeps a value between two limits.
func Clamp(«lo, hi, v→v, lo, hi» float64) float64 {
	if v < lo {
		return lo
	}
	if v > hi {
		return hi
	}
	return v
}

// Lerp is the point between a and b.
func Lerp(a, b, t float64) float64 {
	return a + (b-a)*t
}

// Channel is one input of the mixer.
type Channel struct {
	Gain, Pan float64
	Muted     bool
}

// SetGain sets the gain in decibels.
func (c *Channel) SetGain(db float64) {
	c.Gain = math.Pow(10, Clamp(‹-60, 12, db→db, -60, 12›)/20)
}

// SetPan sets the place between left and right.
func (c *Channel) SetPan(pan float64) {
	c.Pan = Clamp(‹-1, 1, pan→pan, -1, 1›)
}

// Fade moves the gain towards a target.
func (c *Channel) Fade(target, t float64) {
	c.Gain = Lerp(c.Gain, target, t)
}

// Mix adds the samples of a channel.
func Mix(out, in []float64, c *Channel) {
	if c.Muted {
		return
	}
	for i, sample := range in {
		out[i] = Clamp(‹-1, 1, out[i]+sample*c.Gain→out[i]+sample*c.Gain, -1, 1›)
	}
}

==== the verbose flag is dropped
kind: delete-parameter
--- internal/mirror/mirror.go
package mirror

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Options of a run.
type Options struct {
	Verbose bool
	DryRun  bool
}

func copyFile(src, dst string«, verbose bool→») error {
	in, err := os.Open(src)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(dst)
	if err != nil {
		return err
	}
	defer out.Close()
«	if verbose {
		fmt.Printf("%s -> %s\n", src, dst)
	}
→»	_, err = io.Copy(out, in)
	return err
}

func removeFile(path string, verbose bool) error {
	if verbose {
		fmt.Printf("remove %s\n", path)
	}
	return os.Remove(path)
}

// Mirror copies the files to the target and removes those that are stale.
func Mirror(source, target string, files, stale []string, opts Options) error {
	for _, name := range files {
		from, to := filepath.Join(source, name), filepath.Join(target, name)
		if err := copyFile(from, to‹, opts.Verbose→›); err != nil {
			return err
		}
	}
	for _, name := range stale {
		if err := removeFile(filepath.Join(target, name), opts.Verbose); err != nil {
			return err
		}
	}
	return copyFile(filepath.Join(source, ".mirror"), filepath.Join(target, ".mirror")‹, false→›)
}

==== errors say what failed
kind: wrap-error
--- importer/importer.go
package importer

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
)

var errEmpty = errors.New("the file has no rows")

type table interface {
	Truncate() error
	Insert(rows [][]string) error
}

// Importer loads price lists.
type Importer struct {
	target table
}

// Run replaces the prices by those of a file.
func (i *Importer) Run(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return «err→fmt.Errorf("open price list: %w", err)»
	}
	defer file.Close()

	rows, err := readRows(file)
	if err != nil {
		return «err→fmt.Errorf("read rows: %w", err)»
	}
	if err := i.target.Truncate(); err != nil {
		return ‹err→fmt.Errorf("truncate table: %w", err)¦re:fmt\.Errorf\("[^"]+: %w", .*err\)¦@›
	}
	if err := i.target.Insert(rows); err != nil {
		return ‹err→fmt.Errorf("insert rows: %w", err)¦re:fmt\.Errorf\("[^"]+: %w", .*err\)¦@›
	}
	return nil
}

func readRows(r io.Reader) ([][]string, error) {
	reader := csv.NewReader(r)
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	if err == nil && len(rows) == 0 {
		return nil, fmt.Errorf("price list: %w", errEmpty)
	}
	return rows, err
}

func ignoreEmpty(err error) error {
	if errors.Is(err, errEmpty) {
		return nil
	}
	return err
}
==== parcels can be returned
kind: enum-member
--- src/parcel/Status.java
package parcel;

/** Where a parcel is. */
public enum Status {
    ANNOUNCED,
    IN_TRANSIT,
    DELIVERED«→,
    RETURNED»
}
--- src/parcel/Labels.java
package parcel;

/** Texts for the customers. */
public final class Labels {
    /** Who pays. */
    public enum Payer {
        SENDER,
        RECEIVER
    }

    private Labels() {}

    public static String title(Status status) {
        return switch (status) {
            case ANNOUNCED -> "Announced";
            case IN_TRANSIT -> "On its way";
            case DELIVERED -> "Delivered";‹→
            case RETURNED -> "Returned";¦re:\n            case RETURNED -> "[^"]+";›
        };
    }

    public static String color(Status status) {
        return switch (status) {
            case ANNOUNCED -> "#888888";
            case IN_TRANSIT -> "#0060c0";
            case DELIVERED -> "#008040";‹→
            case RETURNED -> "#c03000";¦re:\n            case RETURNED -> "#\w+";¦@›
        };
    }

    public static String title(Payer payer) {
        return switch (payer) {
            case SENDER -> "The sender pays";
            case RECEIVER -> "The receiver pays";
        };
    }
}

==== the abbreviation of a quantity is spelled out
kind: rename-field
--- src/stock/Item.java
package stock;

import java.util.Objects;

/** An article on a shelf. */
public final class Item {
    private final String sku;
    private int «qty→quantity»;

    public Item(String sku, int initial) {
        this.sku = Objects.requireNonNull(sku, "sku");
        this.‹qty→quantity› = initial;
    }

    /** Puts some pieces on the shelf. */
    public void add(int pieces) {
        if (pieces <= 0) {
            throw new IllegalArgumentException("‹qty→quantity¦?› must be positive");
        }
        ‹qty→quantity› += pieces;
    }

    /** Moves pieces to another shelf. */
    public static void move(Item from, Item to, int qty) {
        from.remove(qty);
        to.add(qty);
    }

    public void remove(int pieces) {
        if (pieces > ‹qty→quantity›) {
            throw new IllegalStateException("too few of " + sku);
        }
        ‹qty→quantity› -= pieces;
    }

    /** The columns of the export. */
    public static String header() {
        return "sku;qty";
    }
}

==== invalid settings have their own exception
kind: change-error-type
--- src/mail/MailSettings.java
package mail;

import java.util.Properties;

/** The settings of the mail server. */
public record MailSettings(String host, int port, String sender, int retries) {
    /** A setting is wrong. */
    public static final class SettingsException extends RuntimeException {
        public SettingsException(String message) {
            super(message);
        }
    }

    /** Reads the settings and checks them. */
    public static MailSettings read(Properties properties) {
        String host = properties.getProperty("host", "");
        if (host.isBlank()) {
            throw new «IllegalArgumentException→SettingsException»("the host is missing");
        }
        int port = number(properties, "port", 25);
        if (port < 1 || port > 65535) {
            throw new «IllegalArgumentException→SettingsException»("no such port: " + port);
        }
        String sender = properties.getProperty("sender", "");
        if (!sender.contains("@")) {
            throw new ‹IllegalArgumentException→SettingsException›("the sender is no address");
        }
        int retries = number(properties, "retries", 3);
        if (retries < 0) {
            throw new ‹IllegalArgumentException→SettingsException›("retries are negative");
        }
        return new MailSettings(host, port, sender, retries);
    }

    private static int number(Properties properties, String key, int standard) {
        String text = properties.getProperty(key);
        try {
            return text == null ? standard : Integer.parseInt(text);
        } catch (IllegalArgumentException error) {
            return standard;
        }
    }
}

==== the importer uses its logger
kind: change-log-calls
--- src/imports/CsvImporter.java
package imports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads customers from files. */
public final class CsvImporter {
    private static final Logger log = LoggerFactory.getLogger(CsvImporter.class);

    private final List<String[]> rows = new ArrayList<>();

    public void load(Path path) throws IOException {
        «System.out.println→log.info»("loading " + path);
        List<String> lines = Files.readAllLines(path);
        if (lines.isEmpty()) {
            «System.out.println→log.info»("nothing in " + path);
            return;
        }
        for (String line : lines.subList(1, lines.size())) {
            rows.add(line.split(";", -1));
        }
        ‹System.out.println→log.info›(rows.size() + " customers after " + path);
    }

    public void clear() {
        ‹System.out.println→log.info›("forgetting " + rows.size() + " customers");
        rows.clear();
    }

    /** The report is piped to other programs. */
    public void printReport() {
        for (String[] row : rows) {
            System.out.printf("%-20s %s%n", row[0], row[1]);
        }
    }

    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.err.println("usage: CsvImporter FILE...");
            System.exit(2);
        }
        CsvImporter importer = new CsvImporter();
        for (String arg : args) {
            importer.load(Path.of(arg));
        }
        importer.printReport();
    }
}

==== the auction asks its clock
kind: replace-api
--- src/auction/Auction.java
package auction;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/** Something that is sold to the highest bidder. */
public final class Auction {
    /** A bid; it is stamped when it is made. */
    public record Bid(String bidder, long cents, Instant at) {
        public static Bid of(String bidder, long cents) {
            return new Bid(bidder, cents, Instant.now());
        }
    }

    private final Clock clock;
    private Instant end;
    private Bid best;

    public Auction(Clock clock, Duration duration) {
        this.clock = clock;
        this.end = «Instant.now()→clock.instant()».plus(duration);
    }

    public boolean bid(Bid bid) {
        if («Instant.now()→clock.instant()».isAfter(end) || best != null && bid.cents() <= best.cents()) {
            return false;
        }
        best = bid;
        if (Duration.between(‹Instant.now()→clock.instant()›, end).toMinutes() < 1) {
            end = end.plusSeconds(60);
        }
        return true;
    }

    public boolean isOver() {
        return !‹Instant.now()→clock.instant()›.isBefore(end);
    }

    public Bid winner() {
        return isOver() ? best : null;
    }

    /** The name of the file of today's protocol. */
    public static String protocolName() {
        return "auctions-" + LocalDate.now() + ".txt";
    }
}

==== every request has a timeout
kind: add-option
--- src/weather/WeatherClient.java
package weather;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks the weather service. */
public final class WeatherClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    private final URI base;

    public WeatherClient(URI base) {
        this.base = base;
    }

    public String current(String place) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("current/" + place))
                .header("Accept", "application/json")«→
                .timeout(TIMEOUT)»
                .build();
        return send(request);
    }

    public String forecast(String place) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("forecast/" + place))
                .header("Accept", "application/json")«→
                .timeout(TIMEOUT)»
                .build();
        return send(request);
    }

    public String warnings() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("warnings"))
                .header("Accept", "application/json")‹→
                .timeout(TIMEOUT)›
                .build();
        return send(request);
    }

    public String history(String place, int year) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("history/" + place + "/" + year))
                .header("Accept", "application/json")‹→
                .timeout(TIMEOUT)›
                .build();
        return send(request);
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode());
        }
        return response.body();
    }
}

==== one column is longer
kind: table-value
expect: silence
--- src/crm/Customer.java
package crm;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/** A customer as it is stored. */
@Entity
public class Customer {
    @Id
    private long id;

    @NotBlank
    @Size(max = 80)
    private String name;

    @Size(max = 80)
    private String company;

    @NotBlank
    @Size(max = «80→254»)
    private String email;

    @Size(max = 20)
    private String phone;

    @Size(max = 80)
    private String street;

    @Column(name = "zip")
    @Size(max = 10)
    private String postalCode;

    @Size(max = 80)
    private String city;

    public String getName() {
        return name;
    }

    public String getEmail() {
        return email;
    }

    public String address() {
        return street + ", " + postalCode + " " + city;
    }
}

==== one expected rounding changes
kind: test-expectation
expect: silence
--- test/tax/VatTest.java
package tax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class VatTest {
    private final Vat vat = new Vat(19);

    @Test
    void addsTax() {
        assertEquals(119, vat.gross(100));
        assertEquals(238, vat.gross(200));
    }

    @Test
    void roundsHalfUp() {
        assertEquals(«59→60», vat.gross(50));
        assertEquals(36, vat.gross(30));
    }

    @Test
    void removesTax() {
        assertEquals(100, vat.net(119));
        assertEquals(50, vat.net(59));
    }

    @Test
    void zeroStaysZero() {
        assertEquals(0, vat.gross(0));
        assertEquals(0, vat.net(0));
    }

    @Test
    void refusesNegativeAmounts() {
        assertThrows(IllegalArgumentException.class, () -> vat.gross(-1));
        assertThrows(IllegalArgumentException.class, () -> vat.net(-1));
    }
}

==== one message is too loud
kind: change-log-calls
expect: silence
--- src/sync/Replicator.java
package sync;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies changes to the other data centres. */
public final class Replicator {
    private static final Logger log = LoggerFactory.getLogger(Replicator.class);

    /** One of the other data centres. */
    public interface Peer {
        String name();

        boolean isReachable();

        int send(List<String> changes);
    }

    private final List<Peer> peers;

    public Replicator(List<Peer> peers) {
        this.peers = peers;
        log.info("replicating to {} peers", peers.size());
    }

    public void replicate(List<String> changes) {
        if (changes.isEmpty()) {
            log.«info→debug»("no changes since the last round");
            return;
        }
        log.info("replicating {} changes", changes.size());
        for (Peer peer : peers) {
            if (!peer.isReachable()) {
                log.warn("{} cannot be reached", peer.name());
                continue;
            }
            int sent = peer.send(changes);
            if (sent < changes.size()) {
                log.warn("{} took {} of {} changes", peer.name(), sent, changes.size());
            } else {
                log.info("{} is up to date", peer.name());
            }
        }
    }

    public void stop() {
        log.info("replication stopped");
    }
}
==== the price is that of one unit
kind: rename-method
--- src/shop/PriceSource.java
package shop;

import java.math.BigDecimal;

/** Knows what articles cost. */
public interface PriceSource {
    /** The price of one piece, without tax. */
    BigDecimal «price→unitPrice»(String sku);

    default boolean knows(String sku) {
        return ‹price→unitPrice›(sku) != null;
    }
}
--- src/shop/ListPrices.java
package shop;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** Prices from a list. */
public final class ListPrices implements PriceSource {
    private final Map<String, BigDecimal> prices = new HashMap<>();

    public void put(String sku, BigDecimal price) {
        prices.put(sku, price);
    }

    @Override
    public BigDecimal ‹price→unitPrice›(String sku) {
        return prices.get(sku);
    }
}
--- src/shop/Basket.java
package shop;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What a customer wants to buy. */
public final class Basket {
    /** Some pieces of one article. */
    public record Line(String sku, int pieces, Voucher voucher) {}

    private final PriceSource source;
    private final List<Line> lines = new ArrayList<>();

    public Basket(PriceSource source) {
        this.source = source;
    }

    public void add(Line line) {
        lines.add(line);
    }

    public BigDecimal total() {
        BigDecimal total = BigDecimal.ZERO;
        for (Line line : lines) {
            BigDecimal price = source.‹price→unitPrice›(line.sku());
            total = total.add(price.multiply(BigDecimal.valueOf(line.pieces())));
            if (line.voucher() != null) {
                total = total.subtract(line.voucher().price());
            }
        }
        return total;
    }
}
--- src/shop/Voucher.java
package shop;

import java.math.BigDecimal;

public record Voucher(String code, BigDecimal price) {}

==== the session store needs a clock
kind: add-parameter
--- src/auth/SessionStore.java
package auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sessions that end after some time. */
public final class SessionStore {
    private record Session(String user, Instant end) {}

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final Duration lifetime;
    private final Clock clock;

    public SessionStore(Duration lifetime«→, Clock clock») {
        this.lifetime = lifetime;
        this.clock = «Clock.systemUTC()→clock»;
    }

    public void open(String token, String user) {
        sessions.put(token, new Session(user, clock.instant().plus(lifetime)));
    }

    public String userOf(String token) {
        Session session = sessions.get(token);
        if (session == null || session.end().isBefore(clock.instant())) {
            return null;
        }
        return session.user();
    }
}
--- src/auth/AuthModule.java
package auth;

import java.time.Clock;
import java.time.Duration;

/** Puts the parts together. */
public final class AuthModule {
    private final Clock clock = Clock.systemUTC();
    private final SessionStore sessions = new SessionStore(Duration.ofHours(8)‹→, clock¦, Clock.systemUTC()›);
    private final SessionStore kiosk = new SessionStore(Duration.ofMinutes(5)‹→, clock¦, Clock.systemUTC()›);
    private final LoginThrottle throttle = new LoginThrottle(Duration.ofMinutes(5));

    public SessionStore sessions(boolean isKiosk) {
        return isKiosk ? kiosk : sessions;
    }

    public long now() {
        return clock.millis();
    }

    public LoginThrottle throttle() {
        return throttle;
    }
}
--- src/auth/LoginThrottle.java
package auth;

import java.time.Duration;

public record LoginThrottle(Duration pause) {}

==== a journey has a platform
kind: record-component
--- src/timetable/Timetable.java
package timetable;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The departures of a station. */
public final class Timetable {
    /** A train that leaves. */
    public record Departure(String train, String target, LocalTime time«→, String platform») {}

    /** A train that comes. */
    public record Arrival(String train, String origin, LocalTime time) {}

    private final List<Departure> departures = new ArrayList<>();
    private final List<Arrival> arrivals = new ArrayList<>();

    /** Reads a line such as {@code D;ICE 571;Stuttgart;10:51;7}. */
    public void read(String line) {
        String[] cells = line.split(";");
        LocalTime time = LocalTime.parse(cells[3]);
        if (cells[0].equals("D")) {
            departures.add(new Departure(cells[1], cells[2], time‹→, cells[4]›));
        } else {
            arrivals.add(new Arrival(cells[1], cells[2], time));
        }
    }

    /** The next departure after a time. */
    public Departure next(LocalTime after) {
        return departures.stream()
                .filter(departure -> departure.time().isAfter(after))
                .min(Comparator.comparing(Departure::time))
                .orElse(new Departure("", "no train", LocalTime.MAX‹→, ""¦, null¦re:, "[^"]*"›));
    }

    /** The same departure, some minutes later. */
    public static Departure delayed(Departure departure, int minutes) {
        LocalTime time = departure.time().plusMinutes(minutes);
        return new Departure(departure.train(), departure.target(), time‹→, departure.platform()›);
    }

    public List<Arrival> arrivals() {
        return arrivals;
    }
}

==== a member may be missing
kind: change-return-type
--- src/club/Members.java
package club;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The members of a club. */
public final class Members {
    public record Member(int number, String email, boolean paid) {}

    private final List<Member> members;

    public Members(List<Member> members) {
        this.members = List.copyOf(members);
    }

    /** The member with this address. */
    public «Member→Optional<Member>» byEmail(String email) {
        String wanted = email.toLowerCase(Locale.ROOT);
        for (Member member : members) {
            if (member.email().equals(wanted)) {
                return ‹member→Optional.of(member)›;
            }
        }
        return ‹null→Optional.empty()›;
    }

    /** The member with the highest number. */
    public Member newest() {
        Member newest = null;
        for (Member member : members) {
            if (newest == null || member.number() > newest.number()) {
                newest = member;
            }
        }
        return newest;
    }

    /** The domain of an address, or null. */
    public static String domain(String email) {
        int at = email.indexOf('@');
        if (at < 0) {
            return null;
        }
        return email.substring(at + 1);
    }
}

==== reports are always sorted
kind: delete-parameter
--- src/report/Reports.java
package report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists for the night shift. */
public final class Reports {
    private final PrintStream out;

    public Reports(PrintStream out) {
        this.out = out;
    }

    private void section(String title, List<String> lines«, boolean sorted→») {
        out.println(title);
        List<String> copy = new ArrayList<>(lines);
«        if (sorted) {
            Collections.sort(copy);
        }
→        Collections.sort(copy);
»        for (String line : copy) {
            out.println("  " + line);
        }
    }

    private void table(String title, List<String[]> rows, boolean sorted) {
        out.println(title);
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            lines.add(String.join("\t", row));
        }
        if (sorted) {
            Collections.sort(lines);
        }
        lines.forEach(out::println);
    }

    /** Prints everything for the next shift. */
    public void print(List<String> alarms, List<String> visits, List<String[]> stock) {
        section("Alarms", alarms‹, true→›);
        section("Visits", visits‹, false→›);
        table("Stock", stock, true);
        section("Remarks", List.of("none")‹, false→›);
    }
}
==== a keyword argument of the invoice is renamed
kind: rename-parameter
--- lib/billing/invoice.rb
# frozen_string_literal: true

module Billing
  # What a customer has to pay.
  class Invoice
    Line = Struct.new(:text, :cents)

    attr_reader :customer, :lines

    def initialize(customer, «due→due_on»:)
      @customer = customer
      @lines = []
      @due_on = ‹due→due_on›
    end

    def add(text, cents)
      lines << Line.new(text, cents)
    end

    def total
      lines.sum(&:cents)
    end

    def overdue?(today)
      today > @due_on
    end
  end
end
--- lib/billing/monthly_run.rb
# frozen_string_literal: true

require "date"

require_relative "invoice"
require_relative "reminder"

module Billing
  # Writes the invoices of a month.
  class MonthlyRun
    def initialize(contracts)
      @contracts = contracts
    end

    def invoices(month)
      @contracts.map do |contract|
        invoice = Invoice.new(contract.customer, ‹due→due_on›: month + 14)
        invoice.add("Rent, due monthly", contract.rent)
        invoice
      end
    end

    def final_invoice(contract, last_day)
      invoice = Invoice.new(contract.customer, ‹due→due_on›: last_day)
      invoice.add("Cleaning", 12_000)
      invoice
    end

    def reminders(invoices, today)
      late = invoices.select { |invoice| invoice.overdue?(today) }
      late.map { |invoice| Reminder.new(invoice, due: today + 7) }
    end
  end
end
--- lib/billing/reminder.rb
# frozen_string_literal: true

module Billing
  # A letter about an invoice that is due.
  class Reminder
    attr_reader :invoice, :due

    def initialize(invoice, due:)
      @invoice = invoice
      @due = due
    end

    def text
      "Please pay #{invoice.total / 100.0} until #{due}."
    end
  end
end

==== the feed prunes its entries
kind: rename-method
--- lib/feed.rb
# frozen_string_literal: true

require "json"
require "net/http"

# Keeps the entries of a news feed.
class Feed
  Entry = Struct.new(:id, :title, :read)

  def initialize(url)
    @url = url
    @entries = {}
  end

  def refresh
    JSON.parse(Net::HTTP.get(URI(@url))).each do |item|
      @entries[item["id"]] ||= Entry.new(item["id"], item["title"], false)
    end
    ‹cleanup→prune›
  end

  def mark_read(id)
    @entries.fetch(id).read = true
    ‹cleanup→prune›
  end

  def unread
    @entries.values.reject(&:read)
  end

  private

  def «cleanup→prune»
    @entries.shift while @entries.size > 500
  end
end

# Files of attachments; a cleanup happens every night.
class Attachments
  def initialize(folder)
    @folder = folder
  end

  def nightly
    cleanup
  end

  private

  def cleanup
    Dir.glob(File.join(@folder, "*.tmp")).each { |path| File.delete(path) }
  end
end

==== one notice is friendlier
kind: reword
expect: silence
--- app/controllers/bookings_controller.rb
# frozen_string_literal: true

class BookingsController < ApplicationController
  before_action :require_login
  before_action :load_booking, only: %i[show update destroy]

  def index
    @bookings = current_user.bookings.order(:starts_at)
  end

  def show; end

  def create
    @booking = current_user.bookings.new(booking_params)
    if @booking.save
      redirect_to @booking, notice: "«Booking created→Your table is reserved. See you soon!»"
    else
      render :new, status: :unprocessable_entity
    end
  end

  def update
    if @booking.update(booking_params)
      redirect_to @booking, notice: "Booking changed"
    else
      render :edit, status: :unprocessable_entity
    end
  end

  def destroy
    @booking.destroy
    redirect_to bookings_path, notice: "Booking deleted"
  end

  private

  def load_booking
    @booking = current_user.bookings.find(params[:id])
  end

  def booking_params
    params.require(:booking).permit(:starts_at, :guests, :remark)
  end
end

==== a column of the schema is renamed
kind: rename-column
--- db/schema.sql
-- Readings of the meters of a building.

CREATE TABLE meters (
    id          INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL,
    flat        INTEGER NOT NULL,
    created     TEXT NOT NULL
);

CREATE TABLE readings (
    id          INTEGER PRIMARY KEY,
    meter_id    INTEGER NOT NULL REFERENCES meters (id),
    «created→read_at»     TEXT NOT NULL,
    value       REAL NOT NULL CHECK (value >= 0)
);

CREATE INDEX meters_by_flat ON meters (flat, created);

CREATE UNIQUE INDEX readings_by_time ON readings (meter_id, ‹created→read_at›);

-- The newest reading of each meter.
CREATE VIEW latest_readings AS
SELECT r.meter_id, r.value, r.‹created→read_at›
FROM readings AS r
WHERE r.‹created→read_at› = (
    SELECT max(newer.‹created→read_at›)
    FROM readings AS newer
    WHERE newer.meter_id = r.meter_id
);

-- Meters that were created and never read.
CREATE VIEW silent_meters AS
SELECT m.id, m.flat, m.created
FROM meters AS m
WHERE NOT EXISTS (
    SELECT 1 FROM readings AS r WHERE r.meter_id = m.id
);

==== a variable of the backup script is renamed
kind: rename-variable
language: shellscript
--- scripts/backup.sh
#!/usr/bin/env bash
# Dumps the database and keeps the newest dumps.
set -euo pipefail

database=${DATABASE:-shop}
«dir→backup_dir»=${BACKUP_DIR:-/var/backups/shop}
keep=14

usage() {
    echo "usage: backup.sh [--keep N]" >&2
    echo "The dir for temporary files is TMPDIR." >&2
    exit 2
}

while [[ $# -gt 0 ]]; do
    case $1 in
        --keep)
            [[ $# -ge 2 ]] || usage
            keep=$2
            shift 2
            ;;
        *) usage ;;
    esac
done

mkdir -p "$‹dir→backup_dir›"

tmp_dir=$(mktemp --directory)
trap 'rm -rf "$tmp_dir"' EXIT

dump="$tmp_dir/$database.sql"
pg_dump --no-owner "$database" >"$dump"
gzip --best "$dump"

stamp=$(date +%Y%m%d-%H%M%S)
mv "$dump.gz" "$‹dir→backup_dir›/$database-$stamp.sql.gz"

find "$‹dir→backup_dir›" -name "$database-*.sql.gz" -printf '%T@ %p\n' |
    sort -rn |
    tail -n "+$((keep + 1))" |
    cut -d' ' -f2- |
    xargs --no-run-if-empty rm --

echo "dump $stamp written"

==== failing downloads end the script
kind: add-option
language: shellscript
--- scripts/fetch-tools.sh
#!/usr/bin/env bash
# Downloads the tools of the build into ./tools.
set -euo pipefail

protoc_version=25.1
buf_version=1.28.1
lint_version=1.55.2
mirror=https://mirror.example.org

mkdir -p tools

# curl is needed for all of them
command -v curl >/dev/null || {
    echo "curl is missing" >&2
    exit 1
}

fetch_protoc() {
    curl --silent --location «→--fail »--output tools/protoc.zip "$mirror/protoc/$protoc_version/protoc.zip"
    unzip -q -o tools/protoc.zip -d tools/protoc
    rm tools/protoc.zip
}

fetch_buf() {
    curl --silent --location «→--fail »--output tools/buf "$mirror/buf/$buf_version/buf"
    chmod +x tools/buf
}

fetch_lint() {
    curl --silent --location ‹→--fail ›--output tools/lint.tar.gz "$mirror/lint/$lint_version/lint.tar.gz"
    tar -xzf tools/lint.tar.gz -C tools
    rm tools/lint.tar.gz
}

fetch_certificates() {
    curl --silent --location ‹→--fail ›--output tools/ca.pem "$mirror/ca.pem"
}

show_versions() {
    tools/protoc/bin/protoc --version
    tools/buf --version
    curl --version | head -n 1
}

fetch_protoc
fetch_buf
fetch_lint
fetch_certificates
show_versions
==== events are published
kind: rename-method
--- src/events.rs
use std::cell::RefCell;

/// Where events go.
pub trait Sink {
    fn «emit→publish»(&self, topic: &str, payload: &str);

    fn flush(&self) {}
}

/// Prints events.
pub struct Console;

impl Sink for Console {
    fn ‹emit→publish›(&self, topic: &str, payload: &str) {
        println!("{topic}: {payload}");
    }
}

/// Keeps events, for tests.
#[derive(Default)]
pub struct Memory {
    events: RefCell<Vec<String>>,
}

impl Sink for Memory {
    fn ‹emit→publish›(&self, topic: &str, payload: &str) {
        self.events.borrow_mut().push(format!("{topic} {payload}"));
    }

    fn flush(&self) {
        self.events.borrow_mut().clear();
    }
}

/// Writes source code, line by line.
pub struct Codegen {
    lines: Vec<String>,
}

impl Codegen {
    pub fn emit(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    pub fn header(&mut self) {
        self.emit("// generated");
        self.emit("");
    }
}

/// Announces that a user signed in.
pub fn signed_in(sink: &dyn Sink, user: &str) {
    sink.‹emit→publish›("auth.login", user);
    sink.flush();
}

==== the width of a wrapped text is a number of columns
kind: rename-parameter
--- src/wrap.rs
/// Wraps a text at spaces.
pub fn wrap(text: &str, «width→columns»: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > ‹width→columns› {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    assert!(‹width→columns› > 0, "a line has room for a letter");
    lines
}

/// Fills a text with spaces to a width.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

/// A box on the screen.
pub struct Panel {
    pub width: usize,
    pub text: String,
}

impl Panel {
    /// The lines of the panel, each of the same width.
    pub fn lines(&self) -> Vec<String> {
        wrap(&self.text, self.width)
            .iter()
            .map(|line| pad(line, self.width))
            .collect()
    }
}

==== the limit of a frame says what it limits
kind: rename-constant
--- src/codec.rs
use std::io::{self, Read, Write};

/// The longest payload in bytes.
pub const «MAX_FRAME→MAX_PAYLOAD»: usize = 1 << 20;

/// The most frames that may be waiting.
pub const MAX_FRAMES: usize = 64;

pub fn read_frame(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut header = [0; 4];
    input.read_exact(&mut header)?;
    let length = u32::from_be_bytes(header) as usize;
    if length > ‹MAX_FRAME→MAX_PAYLOAD› {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "frame too long"));
    }
    let mut payload = vec![0; length];
    input.read_exact(&mut payload)?;
    Ok(payload)
}

pub fn write_frame(output: &mut impl Write, payload: &[u8]) -> io::Result<()> {
    assert!(payload.len() <= ‹MAX_FRAME→MAX_PAYLOAD›);
    output.write_all(&(payload.len() as u32).to_be_bytes())?;
    output.write_all(payload)
}
--- src/session.rs
use std::collections::VecDeque;
use std::env;

use crate::codec::{MAX_FRAMES, ‹MAX_FRAME→MAX_PAYLOAD›};

/// Frames that wait for the network.
#[derive(Default)]
pub struct Outbox {
    frames: VecDeque<Vec<u8>>,
}

impl Outbox {
    pub fn push(&mut self, payload: &[u8]) -> bool {
        if self.frames.len() == MAX_FRAMES {
            return false;
        }
        for chunk in payload.chunks(‹MAX_FRAME→MAX_PAYLOAD›) {
            self.frames.push_back(chunk.to_vec());
        }
        true
    }
}

/// The override for tests.
pub fn max_from_env() -> Option<usize> {
    env::var("MAX_FRAME").ok()?.parse().ok()
}

==== a variant of the client error is renamed
kind: rename-variant
--- src/client.rs
use std::fmt;
use std::io;

#[derive(Debug)]
pub enum ClientError {
    «Timeout→DeadlineExceeded»,
    Refused(String),
    Io(io::Error),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::‹Timeout→DeadlineExceeded› => write!(f, "Timeout"),
            ClientError::Refused(reason) => write!(f, "refused: {reason}"),
            ClientError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut => ClientError::‹Timeout→DeadlineExceeded›,
            _ => ClientError::Io(error),
        }
    }
}

/// What a server can answer.
#[derive(Debug, PartialEq)]
pub enum Answer {
    Done,
    Timeout,
}

/// Whether the request should be sent again.
pub fn is_transient(error: &ClientError) -> bool {
    matches!(error, ClientError::‹Timeout→DeadlineExceeded›)
}

pub fn is_final(answer: &Answer) -> bool {
    *answer != Answer::Timeout
}

==== the daemon logs instead of printing
kind: change-log-calls
--- src/daemon.rs
use std::path::Path;
use std::time::Instant;

use log::{info, warn};

const USAGE: &str = "usage: thumbd FOLDER";

/// The help of the command; it goes to the terminal.
pub fn print_usage() {
    println!("{USAGE}");
}

fn make_thumbnail(path: &Path) -> Result<u64, String> {
    path.metadata()
        .map(|data| data.len() / 10)
        .map_err(|error| error.to_string())
}

/// Makes thumbnails of all pictures.
pub fn run(paths: &[&Path]) {
    let started = Instant::now();
    «println!→info!»("{} pictures", paths.len());
    let mut bytes = 0;
    for path in paths {
        match make_thumbnail(path) {
            Ok(size) => {
                «println!→info!»("{}: {size} bytes", path.display());
                bytes += size;
            }
            Err(error) => warn!("{}: {error}", path.display()),
        }
    }
    ‹println!→info!›("{bytes} bytes written");
    ‹println!→info!›("took {:?}", started.elapsed());
}

/// The version as the option --version shows it.
pub fn print_version() {
    println!("thumbd {}", env!("CARGO_PKG_VERSION"));
}
==== one vector of a checksum test was wrong
kind: test-expectation
expect: silence
--- src/crc.rs
/// The CRC-16 of Modbus.
pub fn crc16(data: &[u8]) -> u16 {
    let mut crc = 0xffff_u16;
    for &byte in data {
        crc ^= u16::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xa001
            } else {
                crc >> 1
            };
        }
    }
    crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty() {
        assert_eq!(crc16(b""), 0xffff);
    }

    #[test]
    fn digits() {
        assert_eq!(crc16(b"123456789"), «0x4b73→0x4b37»);
    }

    #[test]
    fn request() {
        assert_eq!(crc16(&[0x01, 0x03, 0x00, 0x00, 0x00, 0x0a]), 0xcdc5);
    }

    #[test]
    fn appended_sum_is_zero() {
        let mut message = b"123456789".to_vec();
        message.extend(crc16(&message).to_le_bytes());
        assert_eq!(crc16(&message), 0);
    }
}

==== an unrelated helper is added
kind: new-function
expect: silence
--- src/grid.rs
/// A board of cells, row by row.
#[derive(Debug, Clone)]
pub struct Grid {
    width: usize,
    cells: Vec<bool>,
}

impl Grid {
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            cells: vec![false; width * height],
        }
    }

    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    pub fn set(&mut self, x: usize, y: usize, alive: bool) {
        let at = y * self.width + x;
        self.cells[at] = alive;
    }

    pub fn get(&self, x: usize, y: usize) -> bool {
        self.cells[y * self.width + x]
    }«→

    pub fn population(&self) -> usize {
        self.cells.iter().filter(|&&alive| alive).count()
    }»

    /// How many of the eight cells around are alive; the board wraps.
    pub fn neighbours(&self, x: usize, y: usize) -> usize {
        let (width, height) = (self.width, self.height());
        let mut count = 0;
        for dy in [height - 1, 0, 1] {
            for dx in [width - 1, 0, 1] {
                if (dx, dy) != (0, 0) && self.get((x + dx) % width, (y + dy) % height) {
                    count += 1;
                }
            }
        }
        count
    }

    pub fn step(&self) -> Self {
        let mut next = self.clone();
        for y in 0..self.height() {
            for x in 0..self.width {
                let count = self.neighbours(x, y);
                next.set(x, y, count == 3 || count == 2 && self.get(x, y));
            }
        }
        next
    }
}

==== a message is reworded
kind: reword
expect: silence
--- src/args.rs
use std::fmt;

#[derive(Debug, PartialEq)]
pub enum ArgError {
    MissingInput,
    MissingOutput,
    BadLevel(String),
    Unknown(String),
}

impl fmt::Display for ArgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgError::MissingInput => write!(f, "the input is missing"),
            ArgError::MissingOutput => write!(f, "the output is missing"),
            ArgError::BadLevel(text) => write!(f, "«bad level {text}→{text} is no level from 1 to 9»"),
            ArgError::Unknown(text) => write!(f, "unknown option {text}"),
        }
    }
}

#[derive(Debug, PartialEq)]
pub struct Args {
    pub input: String,
    pub output: String,
    pub level: u8,
}

pub fn parse(words: &[&str]) -> Result<Args, ArgError> {
    let mut level = 6;
    let mut names = Vec::new();
    for word in words {
        if let Some(text) = word.strip_prefix("--level=") {
            level = match text.parse() {
                Ok(value @ 1..=9) => value,
                _ => return Err(ArgError::BadLevel(text.to_owned())),
            };
        } else if word.starts_with('-') {
            return Err(ArgError::Unknown((*word).to_owned()));
        } else {
            names.push((*word).to_owned());
        }
    }
    let mut names = names.into_iter();
    Ok(Args {
        input: names.next().ok_or(ArgError::MissingInput)?,
        output: names.next().ok_or(ArgError::MissingOutput)?,
        level,
    })
}
==== the calculator learns powers
kind: enum-member
--- src/token.rs
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Token {
    Number(f64),
    Plus,
    Minus,
    Star,
    Slash,«→
    Caret,»
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Number(value) => write!(f, "{value}"),
            Token::Plus => write!(f, "+"),
            Token::Minus => write!(f, "-"),
            Token::Star => write!(f, "*"),
            Token::Slash => write!(f, "/"),‹→
            Token::Caret => write!(f, "^"),›
        }
    }
}

impl Token {
    /// How strongly an operator binds.
    pub fn precedence(self) -> u8 {
        match self {
            Token::Number(_) => 0,
            Token::Plus => 1,
            Token::Minus => 1,
            Token::Star => 2,
            Token::Slash => 2,‹→
            Token::Caret => 3,¦re:\n            Token::Caret => \d+,¦@›
        }
    }

    pub fn from_char(c: char) -> Option<Token> {
        match c {
            '+' => Some(Token::Plus),
            '-' => Some(Token::Minus),
            '*' => Some(Token::Star),
            '/' => Some(Token::Slash),‹→
            '^' => Some(Token::Caret),›
            _ => None,
        }
    }
}

/// Marks in the margin of a listing.
#[derive(Clone, Copy)]
pub enum Mark {
    Star,
    Slash,
}

impl Mark {
    pub fn symbol(self) -> char {
        match self {
            Mark::Star => '*',
            Mark::Slash => '/',
        }
    }
}

==== the uploader has a chunk size
kind: struct-field
--- src/settings.rs
use std::time::Duration;

/// How backups are uploaded.
#[derive(Debug, Clone)]
pub struct UploadSettings {
    pub bucket: String,
    pub timeout: Duration,
    pub parallel: usize,«→
    pub chunk_size: usize,»
}

impl Default for UploadSettings {
    fn default() -> Self {
        Self {
            bucket: "backups".to_owned(),
            timeout: Duration::from_secs(30),
            parallel: 4,‹→
            chunk_size: 8 * 1024 * 1024,¦re:\n +chunk_size: [^,\n]+,¦@›
        }
    }
}

impl UploadSettings {
    /// Settings for a slow line.
    pub fn gentle(bucket: &str) -> Self {
        Self {
            bucket: bucket.to_owned(),
            timeout: Duration::from_secs(300),
            parallel: 1,‹→
            chunk_size: 1024 * 1024,¦re:\n +chunk_size: [^,\n]+,¦@›
        }
    }

    /// The same settings for another bucket.
    pub fn for_bucket(&self, bucket: &str) -> Self {
        Self {
            bucket: bucket.to_owned(),
            ..self.clone()
        }
    }
}

/// How backups are downloaded.
#[derive(Debug, Clone)]
pub struct DownloadSettings {
    pub timeout: Duration,
    pub parallel: usize,
}

impl Default for DownloadSettings {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            parallel: 4,
        }
    }
}

==== a station may be unknown
kind: change-return-type
--- src/network.rs
/// A weather station.
#[derive(Debug)]
pub struct Station {
    pub id: u32,
    pub height: f64,
    pub readings: Vec<f64>,
}

#[derive(Debug, Default)]
pub struct Network {
    stations: Vec<Station>,
}

impl Network {
    pub fn add(&mut self, station: Station) {
        self.stations.push(station);
    }

    /// The station with this id.
    pub fn station(&self, id: u32) -> «&Station→Option<&Station>» {
        self.stations.iter().find(|s| s.id == id)‹.expect("unknown station")→›
    }

    /// The highest station; a network has at least one.
    pub fn highest(&self) -> &Station {
        self.stations
            .iter()
            .max_by(|a, b| a.height.total_cmp(&b.height))
            .expect("a network has stations")
    }

    /// The last reading of a station.
    pub fn last_reading(&self, id: u32) -> Option<f64> {
        let station = self.station(id)‹→?›;
        station.readings.last().copied()
    }

    /// The last reading, reduced to sea level.
    pub fn reduced(&self, id: u32) -> Option<f64> {
        let last = self.last_reading(id)?;
        let height = self.station(id)‹→?›.height;
        Some(last + height / 8.3)
    }

    pub fn top_height(&self) -> f64 {
        self.highest().height
    }
}

==== the header parser returns its errors
kind: change-return-type
--- src/header.rs
use std::fmt;
use std::num::ParseIntError;
use std::sync::Mutex;

static SEEN: Mutex<Vec<u32>> = Mutex::new(Vec::new());

#[derive(Debug, PartialEq)]
pub struct Header {
    pub id: u32,
    pub width: u32,
    pub height: u32,
    pub depth: u8,
}

/// Parses a line such as `17 640 480 8`.
pub fn parse_header(line: &str) -> «Header→Result<Header, ParseIntError>» {
    let mut words = line.split_whitespace();
    let mut next = || words.next().unwrap_or_default();
    let id = next().parse()«.unwrap()→?»;
    let width = next().parse()‹.unwrap()→?›;
    let height = next().parse()‹.unwrap()→?›;
    let depth = next().parse()‹.unwrap()→?›;
    SEEN.lock().unwrap().push(id);
    ‹Header {
        id,
        width,
        height,
        depth,
    }→Ok(Header {
        id,
        width,
        height,
        depth,
    })¦re:Ok\(Header \{[\s\S]*\}\)›
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.id, self.width, self.height, self.depth)
    }
}

/// How many headers were read.
pub fn seen() -> usize {
    SEEN.lock().unwrap().len()
}

==== the tree printer knows the depth
kind: add-parameter
--- src/outline.rs
/// A heading of a document with those below it.
pub struct Heading {
    pub title: String,
    pub children: Vec<Heading>,
}

/// A figure; it has no depth.
pub struct Figure {
    pub caption: String,
}

fn write_heading(heading: &Heading, «→depth: usize, »out: &mut String) {«→
    out.push_str(&"  ".repeat(depth));»
    out.push_str(&heading.title);
    out.push('\n');
    for child in &heading.children {
        write_heading(child, ‹→depth + 1, ›out);
    }
}

fn write_figure(figure: &Figure, out: &mut String) {
    out.push_str("* ");
    out.push_str(&figure.caption);
    out.push('\n');
}

/// Renders the outline of a document.
pub fn render(headings: &[Heading], figures: &[Figure]) -> String {
    let mut out = String::new();
    for heading in headings {
        write_heading(heading, ‹→0, ›&mut out);
    }
    for figure in figures {
        write_figure(figure, &mut out);
    }
    out
}

/// How many headings there are.
pub fn count(headings: &[Heading]) -> usize {
    headings
        .iter()
        .map(|heading| 1 + count(&heading.children))
        .sum()
}

==== the ledger is printed in order
kind: replace-type
--- src/ledger.rs
use std::collections::{«HashMap→BTreeMap», HashSet};
use std::fmt;

/// The balances of all accounts, in cents.
#[derive(Debug, Default)]
pub struct Ledger {
    balances: ‹HashMap→BTreeMap›<String, i64>,
    frozen: HashSet<String>,
}

impl Ledger {
    /// An empty ledger.
    pub fn new() -> Self {
        Self {
            balances: ‹HashMap→BTreeMap›::new(),
            frozen: HashSet::new(),
        }
    }

    pub fn freeze(&mut self, account: &str) {
        self.frozen.insert(account.to_owned());
    }

    pub fn book(&mut self, account: &str, cents: i64) -> bool {
        if self.frozen.contains(account) {
            return false;
        }
        *self.balances.entry(account.to_owned()).or_insert(0) += cents;
        true
    }

    pub fn total(&self) -> i64 {
        self.balances.values().sum()
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (account, cents) in &self.balances {
            writeln!(f, "{account:<20} {cents:>12}")?;
        }
        Ok(())
    }
}
