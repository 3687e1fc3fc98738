==== a function gets a limit and so does its prototype
kind: signature-add
--- src/strbuf.c
#include "strbuf.h"

#include <stdlib.h>
#include <string.h>

void strbuf_init(struct strbuf *buf)
{
    buf->text = calloc(1, 1);
    buf->len = 0;
}

void strbuf_free(struct strbuf *buf)
{
    free(buf->text);
    buf->text = NULL;
}

int strbuf_add(struct strbuf *buf, const char *text«→, size_t len»)
{
    «size_t len = strlen(text);
    →»char *grown = realloc(buf->text, buf->len + len + 1);

    if (grown == NULL)
        return -1;
    memcpy(grown + buf->len, text, len);
    buf->text = grown;
    buf->len += len;
    buf->text[buf->len] = '\0';
    return 0;
}

int strbuf_add_char(struct strbuf *buf, char c)
{
    return strbuf_add(buf, &c‹→, 1¦, sizeof c¦, sizeof(c)›);
}
--- src/strbuf.h
#ifndef STRBUF_H
#define STRBUF_H

#include <stddef.h>

struct strbuf {
    char *text;
    size_t len;
};

void strbuf_init(struct strbuf *buf);
void strbuf_free(struct strbuf *buf);
int strbuf_add(struct strbuf *buf, const char *text‹→, size_t len›);
int strbuf_add_char(struct strbuf *buf, char c);

#endif
--- src/join.c
#include <string.h>

#include "strbuf.h"

int join(struct strbuf *out, const char **words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && strbuf_add_char(out, ' ') < 0)
            return -1;
        if (strbuf_add(out, words[i]‹→, strlen(words[i])›) < 0)
            return -1;
    }
    return 0;
}

==== a member of a struct gets a longer name
kind: rename-field
--- src/ring.c
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* A queue of numbers in a ring. */
struct ring {
    int *items;
    size_t «cap→capacity»;
    size_t first;
    size_t count;
};

struct arena {
    char *memory;
    size_t cap;
    size_t used;
};

bool ring_init(struct ring *ring, size_t slots)
{
    ring->items = calloc(slots, sizeof *ring->items);
    ring->‹cap→capacity› = slots;
    ring->first = 0;
    ring->count = 0;
    return ring->items != NULL;
}

bool ring_push(struct ring *ring, int item)
{
    if (ring->count == ring->‹cap→capacity›)
        return false;
    ring->items[(ring->first + ring->count++) % ring->‹cap→capacity›] = item;
    return true;
}

bool ring_pop(struct ring *ring, int *item)
{
    if (ring->count == 0)
        return false;
    *item = ring->items[ring->first];
    ring->first = (ring->first + 1) % ring->‹cap→capacity›;
    ring->count--;
    return true;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (arena->cap - arena->used < size)
        return NULL;
    arena->used += size;
    return arena->memory + arena->used - size;
}

==== a new kind of event has a name
kind: enum-member
--- src/event.hpp
#pragma once

#include <string_view>

namespace input {

enum class EventKind {
    KeyPress,
    KeyRelease,
    Motion,«→
    Scroll,»
};

enum class Button { Left, Middle, Right };

struct Event {
    EventKind kind;
    int x = 0;
    int y = 0;
};

std::string_view name_of(EventKind kind);
bool moves_pointer(EventKind kind);

}  // namespace input
--- src/event.cpp
#include "event.hpp"

namespace input {

std::string_view name_of(EventKind kind) {
    switch (kind) {
    case EventKind::KeyPress:
        return "key-press";
    case EventKind::KeyRelease:
        return "key-release";
    case EventKind::Motion:
        return "motion";‹→
    case EventKind::Scroll:
        return "scroll";›
    }
    return "unknown";
}

bool moves_pointer(EventKind kind) {
    switch (kind) {
    case EventKind::Motion:
        return true;
    default:
        return false;
    }
}

std::string_view name_of(Button button) {
    switch (button) {
    case Button::Left:
        return "left";
    case Button::Middle:
        return "middle";
    case Button::Right:
        return "right";
    }
    return "unknown";
}

}  // namespace input

==== one pointer is checked
kind: null-check
expect: silence
--- src/player.cpp
#include "player.hpp"

#include <algorithm>
#include <cmath>

Player::Player(std::string name) : name_(std::move(name)) {}

void Player::equip(Weapon& weapon) {
    weapon_ = &weapon;
    weapon_->set_owner(this);
}

void Player::drop_weapon() {
    weapon_ = nullptr;
}

void Player::wear(Armor& armor) {
    armor_ = &armor;
    armor_->set_owner(this);
}

int Player::attack(Enemy& enemy) {
    const int damage = strength_ + «weapon_->damage()→(weapon_ ? weapon_->damage() : 0)»;
    enemy.hurt(damage);
    return damage;
}

void Player::hurt(int damage) {
    health_ = std::max(0, health_ - damage);
    if (health_ == 0) {
        die();
    }
}

void Player::move(double angle, double distance) {
    x_ += std::cos(angle) * distance;
    y_ += std::sin(angle) * distance;
}
==== a struct field is renamed but not its JSON name
kind: rename-field
--- release/asset.go
package release

import (
	"encoding/json"
	"fmt"
	"io"
)

// Asset is a file of a release.
type Asset struct {
	Name string `json:"name"`
	«Size→Bytes» int64  `json:"size"`
	URL  string `json:"url"`
}

// Chunk is a part of a download.
type Chunk struct {
	Offset int64
	Size   int64
}

func (a Asset) String() string {
	return fmt.Sprintf("%s (%d bytes)", a.Name, a.‹Size→Bytes›)
}

// Chunks splits the asset into parts of the same size.
func (a Asset) Chunks(size int64) []Chunk {
	var chunks []Chunk
	for offset := int64(0); offset < a.‹Size→Bytes›; offset += size {
		chunk := Chunk{Offset: offset, Size: size}
		if rest := a.‹Size→Bytes› - offset; rest < size {
			chunk.Size = rest
		}
		chunks = append(chunks, chunk)
	}
	return chunks
}

// Decode reads the assets of a release.
func Decode(r io.Reader) ([]Asset, error) {
	var assets []Asset
	err := json.NewDecoder(r).Decode(&assets)
	return assets, err
}

==== the context is passed on to a helper
kind: signature-add
--- store/store.go
package store

import (
	"context"
	"database/sql"
)

// Store keeps documents in a database.
type Store struct {
	db    *sql.DB
	cache map[string]string
}

func (s *Store) load(«→ctx context.Context, »id string) (string, error) {
	var text string
	row := s.db.«QueryRow(→QueryRowContext(ctx, »"SELECT text FROM documents WHERE id = $1", id)
	err := row.Scan(&text)
	return text, err
}

func (s *Store) loadCached(id string) (string, bool) {
	text, ok := s.cache[id]
	return text, ok
}

// Get returns the text of a document.
func (s *Store) Get(ctx context.Context, id string) (string, error) {
	if text, ok := s.loadCached(id); ok {
		return text, nil
	}
	text, err := s.load(‹→ctx, ›id)
	if err != nil {
		return "", err
	}
	s.cache[id] = text
	return text, nil
}

// Append adds a line to a document.
func (s *Store) Append(ctx context.Context, id, line string) error {
	text, err := s.load(‹→ctx, ›id)
	if err != nil {
		return err
	}
	delete(s.cache, id)
	_, err = s.db.ExecContext(ctx, "UPDATE documents SET text = $1 WHERE id = $2", text+line+"\n", id)
	return err
}

==== an interface gets a method that both backends need
kind: interface-method
--- blob/blob.go
package blob

import "errors"

// ErrNotFound says that there is no such blob.
var ErrNotFound = errors.New("blob: not found")

// Backend stores blobs by key.
type Backend interface {
	Put(key string, data []byte) error
	Get(key string) ([]byte, error)«→
	Delete(key string) error»
}

// Copy copies one blob between backends.
func Copy(to, from Backend, key string) error {
	data, err := from.Get(key)
	if err != nil {
		return err
	}
	return to.Put(key, data)
}
--- blob/memory.go
package blob

// Memory is a backend for tests.
type Memory struct {
	blobs map[string][]byte
}

var _ Backend = (*Memory)(nil)

func NewMemory() *Memory {
	return &Memory{blobs: map[string][]byte{}}
}

func (m *Memory) Put(key string, data []byte) error {
	m.blobs[key] = data
	return nil
}

func (m *Memory) Get(key string) ([]byte, error) {
	data, ok := m.blobs[key]
	if !ok {
		return nil, ErrNotFound
	}
	return data, nil
}‹→

func (m *Memory) Delete(key string) error {
	delete(m.blobs, key)
	return nil
}¦re:\n+(// .*\n)?func \(\w+ \*Memory\) Delete\((key|_) string\) error \{\n(\t.*\n)+\}\n?¦@›
--- blob/folder.go
package blob

import (
	"os"
	"path/filepath"
)

// Folder keeps each blob in a file.
type Folder struct {
	root string
}

var _ Backend = (*Folder)(nil)

func NewFolder(root string) *Folder {
	return &Folder{root: root}
}

func (f *Folder) Put(key string, data []byte) error {
	return os.WriteFile(filepath.Join(f.root, key), data, 0o644)
}

func (f *Folder) Get(key string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(f.root, key))
	if os.IsNotExist(err) {
		return nil, ErrNotFound
	}
	return data, err
}‹→

func (f *Folder) Delete(key string) error {
	return os.Remove(filepath.Join(f.root, key))
}¦re:\n+(// .*\n)?func \(\w+ \*Folder\) Delete\((key|_) string\) error \{\n(\t.*\n)+\}\n?¦@›

==== a parser reports its error instead of zero
kind: return-type
--- quota/size.go
package quota

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// parseSize reads a size such as 512 or 64k.
func parseSize(text string) «int64→(int64, error)» {
	factor := int64(1)
	if rest, found := strings.CutSuffix(text, "k"); found {
		text, factor = rest, 1024
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return ‹0→0, err¦re:0, .+›
	}
	return ‹n * factor→n * factor, nil›
}

// parsePercent reads a share such as 80%.
func parsePercent(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSuffix(text, "%"), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Check fails if the file is larger than the limit allows.
func Check(path, limit, share string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	‹allowed := parseSize(limit)→allowed, err := parseSize(limit)
	if err != nil {
		return err
	}¦re:(allowed, (err|_)|limit\w+, err) := parseSize\(limit\)(\n\tif err != nil \{\n\t\treturn .+\n\t\})?¦@›
	if info.Size() > allowed*parsePercent(share)/100 {
		return fmt.Errorf("%s is larger than %s of %s", path, share, limit)
	}
	return nil
}

==== a new level has a name
kind: enum-member
--- logx/level.go
package logx

import "fmt"

// Level says how important a message is.
type Level int

const (
	Debug Level = iota
	Info
	Warn
	Error«→
	Fatal»
)

func (l Level) String() string {
	switch l {
	case Debug:
		return "debug"
	case Info:
		return "info"
	case Warn:
		return "warn"
	case Error:
		return "error"‹→
	case Fatal:
		return "fatal"›
	}
	return fmt.Sprintf("Level(%d)", int(l))
}

var colors = map[Level]string{
	Debug: "\x1b[90m",
	Info:  "\x1b[36m",
	Warn:  "\x1b[33m",
	Error: "\x1b[31m",‹→
	Fatal: "\x1b[35m",¦re:\n\tFatal: +".*",¦@›
}

// Line returns the text in the color of the level.
func (l Level) Line(text string) string {
	return colors[l] + text + "\x1b[0m"
}

// Muted says whether a level is hidden unless asked for.
func (l Level) Muted() bool {
	switch l {
	case Debug:
		return true
	default:
		return false
	}
}

==== ioutil is replaced by os
kind: api-migration
--- conf/files.go
package conf

import (
	"encoding/json"
	"fmt"
	«"io/ioutil"→"os"»
	"path/filepath"
)

// Config is what config.json holds.
type Config struct {
	Name    string   `json:"name"`
	Include []string `json:"include"`
}

// ReadFile reads a config and what it includes.
func ReadFile(path string) (*Config, error) {
	data, err := «ioutil→os».ReadFile(path)
	if err != nil {
		return nil, err
	}
	config := &Config{}
	if err := json.Unmarshal(data, config); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, name := range config.Include {
		extra, err := ‹ioutil→os›.ReadFile(filepath.Join(filepath.Dir(path), name))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(extra, config); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return config, nil
}

// WriteFile writes a config.
func WriteFile(path string, config *Config) error {
	data, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		return err
	}
	return ‹ioutil→os›.WriteFile(path, data, 0o644)
}

// Scratch returns a new folder below base.
func Scratch(base string) (string, error) {
	return ‹ioutil.TempDir→os.MkdirTemp›(base, "conf")
}

==== an exported constant is renamed
kind: rename-constant
--- limits/limits.go
package limits

// ‹MaxItems→MaxBatch› is how many items a batch may have.
const «MaxItems→MaxBatch» = 500

// MaxItemBytes is how large an item may be.
const MaxItemBytes = 64 << 10

// MaxItemsPerUser is how many items a user may keep.
const MaxItemsPerUser = 20_000
--- batch/batch.go
package batch

import (
	"errors"
	"fmt"

	"example.org/queue/limits"
)

var errTooLarge = errors.New("the item is too large")

// Batch collects items until they are sent.
type Batch struct {
	items [][]byte
}

// Add adds an item, or fails if the batch is full.
func (b *Batch) Add(item []byte) error {
	if len(item) > limits.MaxItemBytes {
		return errTooLarge
	}
	if len(b.items) == limits.‹MaxItems→MaxBatch› {
		return fmt.Errorf("a batch has at most %d items", limits.‹MaxItems→MaxBatch›)
	}
	b.items = append(b.items, item)
	return nil
}

// Room says how many items a user may still add.
func Room(kept int) int {
	return max(0, limits.MaxItemsPerUser-kept)
}

==== a constructor fills the new field
kind: half-typed
--- poll/poller.go
package poll

import (
	"context"
	"net/http"
	"time"
)

// Poller asks a server again and again.
type Poller struct {
	client   *http.Client
	url      string
	interval time.Duration
	header   http.Header
}

// New returns a poller for the address.
func New(url string, interval time.Duration, header http.Header) *Poller {
	return &Poller{
		client:   http.DefaultClient,
		url:      url,
		interval: interval,«→
		header:   he»‹→ader,›
	}
}

// Run polls until the context ends.
func (p *Poller) Run(ctx context.Context, handle func(*http.Response)) error {
	ticker := time.NewTicker(p.interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
		if err != nil {
			return err
		}
		request.Header = p.header
		response, err := p.client.Do(request)
		if err != nil {
			return err
		}
		handle(response)
		response.Body.Close()
	}
}

==== one entry of a table gets another value
kind: table-value
expect: silence
--- price/discount.go
package price

import "strings"

// discounts are in percent.
var discounts = map[string]int{
	"bronze":   5,
	"silver":   «10→12»,
	"gold":     15,
	"platinum": 20,
}

// shipping is in cents.
var shipping = map[string]int{
	"bronze": 490,
	"silver": 290,
	"gold":   0,
}

// Discount returns the discount of a tier in percent.
func Discount(tier string) int {
	return discounts[strings.ToLower(tier)]
}

// Total returns what is to be paid, in cents.
func Total(cents int, tier string) int {
	total := cents - cents*Discount(tier)/100
	if total > 10_000 {
		return total
	}
	return total + shipping[strings.ToLower(tier)]
}

// Installments splits a total into parts of the same size.
func Installments(total, count int) []int {
	parts := make([]int, count)
	for i := range parts {
		parts[i] = total / count
	}
	parts[0] += total % count
	return parts
}

==== one handler refuses other methods
kind: guard-clause
expect: silence
--- server/handlers.go
package server

import (
	"encoding/json"
	"net/http"
	"runtime"
	"sync/atomic"
)

var (
	served atomic.Int64
	paused atomic.Bool
)

func handlePause(w http.ResponseWriter, r *http.Request) {«→
	if r.Method != http.MethodPost {
		http.Error(w, "use POST", http.StatusMethodNotAllowed)
		return
	}»
	paused.Store(r.FormValue("paused") == "true")
	w.WriteHeader(http.StatusNoContent)
}

func handleStatus(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{
		"served": served.Load(),
		"paused": paused.Load(),
		"user":   r.Header.Get("X-User"),
	})
}

func handleVersion(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept")
	if r.Header.Get("Accept") == "text/plain" {
		w.Write([]byte(runtime.Version()))
		return
	}
	json.NewEncoder(w).Encode(map[string]string{"go": runtime.Version()})
}

// Register adds the handlers to the mux.
func Register(mux *http.ServeMux) {
	mux.HandleFunc("/pause", handlePause)
	mux.HandleFunc("/status", handleStatus)
	mux.HandleFunc("/version", handleVersion)
}
==== a clock is injected into the service
kind: field-add
--- src/main/java/org/example/billing/InvoiceService.java
package org.example.billing;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;

public final class InvoiceService {
    private final InvoiceRepository repository;
    private final Mailer mailer;«→
    private final Clock clock;»

    public InvoiceService(InvoiceRepository repository, Mailer mailer‹→, Clock clock›) {
        this.repository = repository;
        this.mailer = mailer;‹→
        this.clock = clock;›
    }

    public List<Invoice> overdue() {
        LocalDate today = LocalDate.now(«→clock»);
        return repository.findOpen().stream().filter(invoice -> invoice.due().isBefore(today)).toList();
    }

    public void remind() {
        for (Invoice invoice : overdue()) {
            mailer.send(invoice.customer(), "Invoice " + invoice.number() + " is overdue");
        }
    }

    interface InvoiceRepository {
        List<Invoice> findOpen();
    }

    interface Mailer {
        void send(String receiver, String text);
    }

    record Invoice(String number, String customer, LocalDate due) {}
}
--- src/main/java/org/example/billing/Main.java
package org.example.billing;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;

public final class Main {
    private static final Clock CLOCK = Clock.systemDefaultZone();

    public static void main(String[] arguments) {
        LocalDate due = LocalDate.now(CLOCK).minusDays(1);
        var invoice = new InvoiceService.Invoice("2024-17", "ann@example.org", due);
        var service = new InvoiceService(
                () -> List.of(invoice),
                (receiver, text) -> System.out.println(receiver + ": " + text)‹→,
                CLOCK¦, CLOCK¦re:,\s+[\w.()]+¦@›);
        service.remind();
    }
}

==== a method of an interface is renamed
kind: rename-method
--- src/main/java/org/example/search/Index.java
package org.example.search;

import java.util.List;

public interface Index {
    void add(String id, String text);

    List<String> «find→search»(String query);
}
--- src/main/java/org/example/search/MemoryIndex.java
package org.example.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

public final class MemoryIndex implements Index {
    private final Map<String, String> texts = new LinkedHashMap<>();

    @Override
    public void add(String id, String text) {
        texts.put(id, text);
    }

    @Override
    public List<String> ‹find→search›(String query) {
        Pattern pattern = Pattern.compile(Pattern.quote(query), Pattern.CASE_INSENSITIVE);
        return texts.keySet().stream().filter(id -> pattern.matcher(texts.get(id)).find()).toList();
    }
}
--- src/main/java/org/example/search/SearchPage.java
package org.example.search;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class SearchPage {
    private static final Pattern TAG = Pattern.compile("#(\\w+)");
    private final Index index;

    SearchPage(Index index) {
        this.index = index;
    }

    String show(String query) {
        List<String> found = index.‹find→search›(query);
        return found.isEmpty() ? "Nothing to find for " + query : String.join("\n", found);
    }

    Optional<String> firstTagged(String text) {
        Matcher matcher = TAG.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        return index.‹find→search›(matcher.group(1)).stream().findFirst();
    }
}

==== a new payment method has a fee and a label
kind: enum-member
--- src/main/java/org/example/shop/Payment.java
package org.example.shop;

public enum Payment {
    CARD,
    TRANSFER,
    INVOICE«→,
    WALLET»
}
--- src/main/java/org/example/shop/Checkout.java
package org.example.shop;

import java.util.EnumSet;
import java.util.Set;

final class Checkout {
    private static final Set<Payment> NEEDS_ADDRESS = EnumSet.of(Payment.INVOICE);

    int feeInCents(Payment payment, int total) {
        return switch (payment) {
            case CARD -> total / 100;
            case TRANSFER -> 0;
            case INVOICE -> 250;‹→
            case WALLET -> 0;¦re:\n            case WALLET -> .*;¦@›
        };
    }

    String label(Payment payment) {
        return switch (payment) {
            case CARD -> "Credit card";
            case TRANSFER -> "Bank transfer";
            case INVOICE -> "Invoice";‹→
            case WALLET -> "Wallet";¦re:\n            case WALLET -> ".*";›
        };
    }

    boolean isImmediate(Payment payment) {
        return switch (payment) {
            case TRANSFER -> false;
            case INVOICE -> false;
            default -> true;
        };
    }

    boolean needsAddress(Payment payment) {
        return NEEDS_ADDRESS.contains(payment);
    }
}

==== a getter returns its field
kind: half-typed
--- src/main/java/org/example/contacts/Address.java
package org.example.contacts;

import java.util.Objects;

public class Address {
    private final String street;
    private final String zip;
    private final String city;

    public Address(String street, String zip, String city) {
        this.street = Objects.requireNonNull(street, "street");
        this.zip = Objects.requireNonNull(zip, "zip");
        this.city = Objects.requireNonNull(city, "city");
    }

    public String getStreet() {
        return street;
    }

    public String getZip() {
        return zip;
    }

    public String getCity() {«→
        ret»‹→urn city;›
    }

    public String toLine() {
        return street + ", " + zip + " " + city;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address address && toLine().equals(address.toLine());
    }

    @Override
    public int hashCode() {
        return Objects.hash(street, zip, city);
    }
}

==== a record gets a component and its calls an argument
kind: signature-add
--- src/main/java/org/example/depot/Shipment.java
package org.example.depot;

public record Shipment(String number, double weight«→, String carrier») {
    public Shipment {
        if (weight <= 0) {
            throw new IllegalArgumentException("weight: " + weight);
        }
    }

    public boolean isHeavy() {
        return weight > 20;
    }
}
--- src/main/java/org/example/depot/Item.java
package org.example.depot;

public record Item(String name, double weight) {}
--- src/test/java/org/example/depot/ShipmentTest.java
package org.example.depot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShipmentTest {
    @Test
    void heavyAboveTwentyKilos() {
        assertTrue(new Shipment("S-1", 20.5‹→, "DHL"¦re:, \w+|, ".*"|, null¦@›).isHeavy());
        assertFalse(new Shipment("S-2", 20‹→, "DHL"¦re:, \w+|, ".*"|, null¦@›).isHeavy());
    }

    @Test
    void weightIsPositive() {
        assertThrows(IllegalArgumentException.class, () -> new Shipment("S-3", 0‹→, "DHL"¦re:, \w+|, ".*"|, null¦@›));
    }

    @Test
    void itemsMayWeighNothing() {
        assertEquals(0, new Item("voucher", 0).weight());
    }
}

==== log messages get placeholders
kind: api-migration
--- src/main/java/org/example/sync/Synchronizer.java
package org.example.sync;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class Synchronizer {
    private static final Logger log = LoggerFactory.getLogger(Synchronizer.class);
    private final Path target;

    Synchronizer(Path target) {
        this.target = target;
    }

    void synchronize(List<Path> files) {
        log.info(«"Copying " + files.size() + " files"→"Copying {} files", files.size()»);
        for (Path file : files) {
            if (!Files.isReadable(file)) {
                log.warn(«"Skipped " + file→"Skipped {}", file»);
                continue;
            }
            copy(file);
        }
        log.info(‹"Copied the files to " + target→"Copied the files to {}", target›);
    }

    private void copy(Path file) {
        log.debug(‹"Copying " + file + " to " + target→"Copying {} to {}", file, target›);
        try {
            Files.copy(file, target.resolve(file.getFileName()));
        } catch (java.io.IOException error) {
            log.error("A file was not copied", error);
            throw new IllegalStateException("Not copied: " + file, error);
        }
    }

    @Override
    public String toString() {
        return "Synchronizer to " + target;
    }
}

==== one exception says more
kind: reworded-message
expect: silence
--- src/main/java/org/example/auth/PasswordPolicy.java
package org.example.auth;

public final class PasswordPolicy {
    private static final int MIN_LENGTH = 12;
    private static final int MAX_LENGTH = 128;

    private PasswordPolicy() {}

    /** Throws an exception if the password cannot be accepted. */
    public static void check(String password, String user) {
        if (password.length() < MIN_LENGTH) {
            throw new IllegalArgumentException("The password is too short");
        }
        if (password.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("The password is too long");
        }
        if (password.toLowerCase().contains(user.toLowerCase())) {
            throw new IllegalArgumentException("The password contains the name«→ of the user»");
        }
        if (password.chars().distinct().count() < 4) {
            throw new IllegalArgumentException("The password repeats itself");
        }
    }

    /** Returns how good a password is, from 0 to 3. */
    public static int score(String password) {
        int score = 0;
        if (password.length() > 2 * MIN_LENGTH) {
            score++;
        }
        if (password.chars().anyMatch(Character::isDigit)) {
            score++;
        }
        if (password.chars().anyMatch(Character::isUpperCase)) {
            score++;
        }
        return score;
    }
}
==== an exported function is renamed where it is required
kind: rename-function
--- lib/parse.js
"use strict";

const QUOTES = /^"(.*)"$/;

function unquote(text) {
  const match = QUOTES.exec(text);
  return match ? match[1] : text;
}

function «parse→parseIni»(text) {
  const sections = { "": {} };
  let current = sections[""];
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith(";")) continue;
    if (trimmed.startsWith("[")) {
      current = sections[trimmed.slice(1, -1)] = {};
      continue;
    }
    const [key, ...rest] = trimmed.split("=");
    current[key.trim()] = unquote(rest.join("=").trim());
  }
  return sections;
}

module.exports = { ‹parse→parseIni›, unquote };
--- lib/load.js
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ‹parse→parseIni› } = require("./parse");

function load(file) {
  const text = fs.readFileSync(file, "utf8");
  switch (path.parse(file).ext) {
    case ".json":
      return JSON.parse(text);
    case ".ini":
      return ‹parse→parseIni›(text);
    default:
      throw new Error(`cannot parse ${file}`);
  }
}

module.exports = { load };

==== two flags become an options object
kind: signature-change
--- src/queue.js
/** A queue of tasks that are done one after the other. */
export class Queue {
  constructor(name, options) {
    this.name = name;
    this.options = options;
    this.tasks = [];
  }

  push(task) {
    this.tasks.push(task);
  }
}

export function createQueue(name, «retries, durable→{ retries, durable }») {
  return new Queue(name, { retries, durable, created: Date.now() });
}

export function createTopic(name, retries, durable) {
  return { name, retries, durable, listeners: new Set() };
}
--- src/app.js
import { createQueue, createTopic } from "./queue.js";

export const mails = createQueue("mails", ‹5, true→{ retries: 5, durable: true }›);
export const thumbnails = createQueue("thumbnails", ‹1, false→{ retries: 1, durable: false }›);
export const changes = createTopic("changes", 3, true);

const searches = new Map();

export function searchQueue(tenant) {
  let queue = searches.get(tenant);
  if (!queue) {
    queue = createQueue(`search-${tenant}`, ‹3, true→{ retries: 3, durable: true }›);
    searches.set(tenant, queue);
  }
  return queue;
}

export function publish(change) {
  for (const listener of changes.listeners) {
    listener(change);
  }
  searchQueue(change.tenant).push(change);
}

==== routes that write ask for a login
kind: option-add
--- src/routes/articles.js
import { Router } from "express";
import * as articles from "../models/articles.js";
import { requireLogin } from "../middleware/login.js";

export const router = Router();

router.get("/articles", async (request, response) => {
  response.json(await articles.list(request.query));
});

router.get("/articles/:id", async (request, response) => {
  response.json(await articles.get(request.params.id));
});

router.post("/articles", «→requireLogin, »async (request, response) => {
  response.status(201).json(await articles.create(request.body));
});

router.put("/articles/:id", «→requireLogin, »async (request, response) => {
  response.json(await articles.replace(request.params.id, request.body));
});

router.patch("/articles/:id", ‹→requireLogin, ›async (request, response) => {
  response.json(await articles.update(request.params.id, request.body));
});

router.delete("/articles/:id", ‹→requireLogin, ›async (request, response) => {
  await articles.remove(request.params.id);
  response.status(204).end();
});
--- src/middleware/login.js
export function requireLogin(request, response, next) {
  if (!request.session.user) {
    response.status(401).json({ error: "Please log in." });
    return;
  }
  next();
}

==== a new helper has nothing to do with the rest
kind: new-function
keys: paste
expect: silence
--- src/dates.js
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export function startOfDay(date) {
  const start = new Date(date);
  start.setHours(0, 0, 0, 0);
  return start;
}

export function addDays(date, count) {
  const result = new Date(date);
  result.setDate(result.getDate() + count);
  return result;
}

export function ago(date, now = Date.now()) {
  const difference = date.getTime() - now;
  if (Math.abs(difference) < HOUR) {
    return relative.format(Math.round(difference / MINUTE), "minute");
  }
  if (Math.abs(difference) < DAY) {
    return relative.format(Math.round(difference / HOUR), "hour");
  }
  return relative.format(Math.round(difference / DAY), "day");
}«→

export function isWeekend(date) {
  const day = date.getDay();
  return day === 0 || day === 6;
}»

export function daysBetween(first, last) {
  return Math.round((startOfDay(last) - startOfDay(first)) / DAY);
}
==== a renamed accumulator stays inside its function
kind: rename-local
keys: backspace
--- tallybook/report.py
"""Monthly figures for the ledger report."""

from collections import defaultdict
from decimal import Decimal


def monthly_totals(entries, *, include_pending=False):
    """Return the total per month, oldest month first."""
    «sums→per_month» = defaultdict(Decimal)
    for entry in entries:
        if entry.pending and not include_pending:
            continue
        month = entry.day.strftime("%Y-%m")
        ‹sums→per_month›[month] += entry.amount
    return dict(sorted(‹sums→per_month›.items()))


def category_totals(entries):
    """Return the total per category, largest first."""
    sums = defaultdict(Decimal)
    for entry in entries:
        sums[entry.category] += entry.amount
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))


def print_report(entries):
    print("monthly sums")
    for month, total in monthly_totals(entries).items():
        print(f"{month}  {total:>12}")
    print("category sums")
    for category, total in category_totals(entries).items():
        print(f"{category:<20}{total:>12}")

==== a renamed registry method leaves the other lookup alone
kind: rename-method
--- plugkit/registry.py
"""Keeps the plugins by name."""

from plugkit.errors import UnknownPlugin


class Registry:
    def __init__(self):
        self._plugins = {}

    def register(self, name, plugin):
        self._plugins[name] = plugin

    def «lookup→resolve»(self, name):
        try:
            return self._plugins[name]
        except KeyError:
            raise UnknownPlugin(name) from None

    def run(self, name, *args):
        plugin = self.‹lookup→resolve›(name)
        return plugin.run(*args)


class AliasTable:
    """Maps short names to full ones."""

    def __init__(self, aliases):
        self._aliases = dict(aliases)

    def lookup(self, name):
        return self._aliases.get(name, name)
--- plugkit/errors.py
class UnknownPlugin(Exception):
    """No plugin has this name."""
--- plugkit/cli.py
import sys

from plugkit.registry import AliasTable, Registry

registry = Registry()
aliases = AliasTable({"ls": "list", "rm": "remove"})


def describe(name):
    plugin = registry.‹lookup→resolve›(name)
    return f"{name}: {plugin.summary}"


def main(argv):
    name = aliases.lookup(argv[0])
    plugin = registry.‹lookup→resolve›(name)
    if "--help" in argv:
        print(describe(name))
        return 0
    return plugin.run(*argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

==== a private attribute gets a better name
kind: rename-attribute
--- kvstore/sqlite_store.py
"""A key-value store in a SQLite file."""

import sqlite3

SCHEMA = "CREATE TABLE IF NOT EXISTS items (key TEXT PRIMARY KEY, value BLOB)"


def open_readonly(path):
    conn = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    conn.row_factory = sqlite3.Row
    return conn


class SqliteStore:
    def __init__(self, path):
        self.path = path
        self.«_conn→_db» = sqlite3.connect(path)
        self.‹_conn→_db›.execute(SCHEMA)

    def get(self, key, default=None):
        row = self.‹_conn→_db›.execute("SELECT value FROM items WHERE key = ?", (key,)).fetchone()
        return default if row is None else row[0]

    def set(self, key, value):
        with self.‹_conn→_db› as transaction:
            transaction.execute("REPLACE INTO items VALUES (?, ?)", (key, value))

    def close(self):
        self.‹_conn→_db›.close()


class RemoteStore:
    """Speaks to a store on another machine."""

    def __init__(self, conn):
        self._conn = conn

    def get(self, key, default=None):
        reply = self._conn.request("GET", key)
        return reply.body if reply.found else default

==== a rate depends on the zone from now on
kind: signature-add
--- shipping/rates.py
"""List prices of parcels."""

from bisect import bisect_left
from dataclasses import dataclass
from decimal import Decimal

BRACKETS = [1, 2, 5, 10, 20]
PRICES = {
    "domestic": ["3.90", "4.90", "6.50", "9.20", "14.00"],
    "europe": ["8.90", "10.90", "14.50", "19.20", "29.00"],
}


@dataclass
class Parcel:
    weight_kg: float
    zone: str
    insured: bool = False


def base_rate(weight_kg«→, zone»):
    """Return the list price before surcharges."""
    bracket = bisect_left(BRACKETS, weight_kg)
    return Decimal(PRICES[«"domestic"→zone»][bracket])


def insurance_rate(weight_kg):
    return Decimal("2.50") if weight_kg < 10 else Decimal("4.00")


def quote(parcel):
    price = base_rate(parcel.weight_kg‹→, parcel.zone¦re:, [^()\n]+¦@›)
    if parcel.insured:
        price += insurance_rate(parcel.weight_kg)
    return price


def cheapest(parcels):
    return min(parcels, key=lambda parcel: base_rate(parcel.weight_kg‹→, parcel.zone¦re:, [^()\n]+¦@›))

==== the strict flag of render is gone
kind: signature-remove
--- mailkit/templates.py
"""Renders the texts of mails."""

from string import Template


def load(name):
    with open(f"templates/{name}.txt", encoding="utf-8") as file:
        return Template(file.read())


def render(name, values«, strict→»):
    template = load(name)
    return template.«substitute(values) if strict else template.safe_substitute(values)→substitute(values)»


def subject_line(text, strict):
    line = " ".join(text.split())
    if strict and len(line) > 78:
        raise ValueError("the subject is too long")
    return line[:78]
--- mailkit/outbox.py
from mailkit.templates import render, subject_line


def welcome(user):
    body = render("welcome", {"name": user.name}‹, True→›)
    return subject_line(f"Welcome, {user.name}", True), body


def reminder(user, invoice):
    values = {"name": user.name, "due": invoice.due.isoformat()}
    body = render("reminder", values‹, True→›)
    return subject_line(f"Invoice {invoice.number}", False), body


def newsletter(user, issue):
    body = render("newsletter", {"name": user.name, **issue.values}‹, strict=False→›)
    return subject_line(issue.title, False), body

==== clamp takes the value first
kind: signature-reorder
--- pixels/levels.py
"""Brightness and contrast of 8-bit images."""

import numpy as np


def clamp(«low, value→value, low», high):
    """Return the value, but at least low and at most high."""
    return max(low, min(high, value))


def clamp_array(low, values, high):
    return np.clip(values, low, high)


def brighten(pixel, amount):
    return clamp(‹0, pixel + amount→pixel + amount, 0›, 255)


def contrast(pixel, factor):
    shifted = (pixel - 128) * factor + 128
    return round(clamp(‹0, shifted→shifted, 0›, 255))


def brighten_image(image, amount):
    return clamp_array(0, image.astype(int) + amount, 255).astype(np.uint8)


def opacity(percent):
    percent = clamp(low=0, value=percent, high=100)
    return percent / 100


def blend(below, above, percent):
    weight = opacity(percent)
    mixed = below * (1 - weight) + above * weight
    return clamp(‹0, mixed→mixed, 0›, 255)

==== a new field of a data class is saved and loaded
kind: field-add
--- podlist/episode.py
"""One episode of a podcast, as it is kept in episodes.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Episode:
    guid: str
    title: str
    duration: int«→
    played: bool = False»

    def to_dict(self) -> dict:
        return {
            "guid": self.guid,
            "title": self.title,
            "duration": self.duration,‹→
            "played": self.played,›
        }

    @classmethod
    def from_dict(cls, data: dict) -> Episode:
        return cls(
            guid=data["guid"],
            title=data["title"],
            duration=data["duration"],‹→
            played=data.get("played", False),¦
            played=data["played"],¦re:\n            played=.+,›
        )


@dataclass
class Chapter:
    title: str
    start: int

    def to_dict(self) -> dict:
        return {"title": self.title, "start": self.start}


def load(path: Path) -> list[Episode]:
    return [Episode.from_dict(item) for item in json.loads(path.read_text("utf-8"))]


def save(path: Path, episodes: list[Episode]) -> None:
    path.write_text(json.dumps([episode.to_dict() for episode in episodes]), "utf-8")

==== a function becomes a coroutine but gather stays as it is
kind: async
--- crawler/pages.py
"""Fetches pages and what they link to."""

import asyncio

from crawler.links import find_links, next_link

_cache = {}


def cached_page(url):
    """Return what was fetched before, or None."""
    return _cache.get(url)


«→async »def fetch_page(client, url):
    response = «→await »client.get(url)
    response.raise_for_status()
    _cache[url] = response.text
    return response.text


async def fetch_all(client, urls):
    return await asyncio.gather(*(fetch_page(client, url) for url in urls))


async def title_of(client, url):
    text = ‹→await ›fetch_page(client, url)
    return text.partition("<title>")[2].partition("</title>")[0]


async def walk(client, url):
    while url:
        text = cached_page(url)
        if text is None:
            text = ‹→await ›fetch_page(client, url)
        yield url, find_links(text)
        url = next_link(text)

==== an address is split into host and port
kind: return-type
--- netutil/address.py
"""Addresses such as example.org:8080."""

import socket

LOCAL = {"localhost", "127.0.0.1", "::1"}


def split_address(address: str) -> «str→tuple[str, int]»:
    host, _, port = address.rpartition(":")
    return «host→host, int(port)»


def split_path(path: str) -> str:
    head, _, tail = path.rpartition("/")
    return tail


def resolve(address: str) -> list[str]:
    ‹host→host, port¦host, _¦host, _port¦re:\w+, \w+¦@› = split_address(address)
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return sorted({entry[4][0] for entry in found})


def is_local(address: str) -> bool:
    ‹return split_address(address) in LOCAL→return split_address(address)[0] in LOCAL¦re:host, \w+ = split_address\(address\)\n    return host in LOCAL¦@›


def name_of(path: str) -> str:
    name = split_path(path)
    return name.removesuffix(".sock")

==== a check raises the error of the library
kind: error-handling
--- buildtool/config.py
"""Reads and checks the configuration of a project."""

import json
import sys
from pathlib import Path


class ConfigError(Exception):
    """The configuration cannot be used."""


def parse_jobs(text):
    try:
        return max(1, int(text))
    except ValueError:
        return 1


def check_config(config):
    """Check the types of the options. Raises ‹ValueError→ConfigError›."""
    if not isinstance(config.get("name"), str):
        raise «ValueError→ConfigError»("name: a string is wanted")
    if not isinstance(config.get("targets", []), list):
        raise ‹ValueError→ConfigError›("targets: a list is wanted")


def read_config(path):
    try:
        return json.loads(Path(path).read_text("utf-8"))
    except ValueError as error:
        sys.exit(f"{path} is not JSON: {error}")


def main(path, jobs):
    config = read_config(path)
    try:
        check_config(config)
    except ‹ValueError→ConfigError› as error:
        sys.exit(f"{path}: {error}")
    print(f"building {config['name']} with {parse_jobs(jobs)} jobs")
==== utcnow is replaced by aware times
kind: api-migration
do: edit, pause 2, edit
--- tokens/sessions.py
"""Sessions of users that are signed in."""

import secrets
from datetime import datetime, timedelta«→, timezone»

LIFETIME = timedelta(hours=12)


class Session:
    def __init__(self, user):
        self.user = user
        self.token = secrets.token_urlsafe(24)
        self.created = datetime.«utcnow()→now(timezone.utc)»
        self.last_seen = self.created

    def touch(self):
        self.last_seen = datetime.‹utcnow()→now(timezone.utc)›

    @property
    def expired(self):
        return datetime.‹utcnow()→now(timezone.utc)› - self.last_seen > LIFETIME

    def remaining(self):
        # the clock of the database is in UTC, too
        return self.last_seen + LIFETIME - datetime.‹utcnow()→now(timezone.utc)›


class SessionStore:
    def __init__(self):
        self._sessions = {}

    def start(self, user):
        session = Session(user)
        self._sessions[session.token] = session
        return session

    def sweep(self):
        self._sessions = {token: each for token, each in self._sessions.items() if not each.expired}

==== text files are opened with an encoding and binary ones are not
kind: option-add
--- notes/archive.py
"""Imports and exports notes."""

import csv
import json
import zipfile


def export_json(notes, path):
    with open(path, "w"«→, encoding="utf-8"») as file:
        json.dump([note.to_dict() for note in notes], file)


def import_json(path):
    with open(path«→, encoding="utf-8"») as file:
        return json.load(file)


def export_csv(notes, path):
    with open(path, "w"‹→, encoding="utf-8"¦#1›, newline=""‹→, encoding="utf-8"¦#1›) as file:
        writer = csv.writer(file)
        writer.writerow(["title", "text"])
        writer.writerows((note.title, note.text) for note in notes)


def import_csv(path):
    with open(path‹→, encoding="utf-8"¦#2›, newline=""‹→, encoding="utf-8"¦#2›) as file:
        return list(csv.DictReader(file))


def read_attachment(path):
    with open(path, "rb") as file:
        return file.read()


def pack(paths, target):
    with open(target, "wb") as file, zipfile.ZipFile(file, "w") as archive:
        for path in paths:
            archive.write(path)


def append_log(path, line):
    with open(path, "a"‹→, encoding="utf-8"›) as file:
        file.write(line + "\n")

==== a default port is repeated in the help and a test
kind: constant-repeated
--- devserver/settings.py
"""The settings of the development server."""

from dataclasses import dataclass

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = «8000→8600»
MAX_LINE = 8000


@dataclass(frozen=True)
class Settings:
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    max_line: int = MAX_LINE


def load(environ):
    return Settings(
        host=environ.get("DEV_HOST", DEFAULT_HOST),
        port=int(environ.get("DEV_PORT", DEFAULT_PORT)),
    )
--- README.md
# devserver

Serves a folder and reloads the page when a file changes.

    devserver site/

The server listens on port ‹8000→8600› of 127.0.0.1. Set `DEV_PORT` to use another one:

    DEV_PORT=9000 devserver site/

Lines of the log are cut after 8000 characters.
--- tests/test_settings.py
from devserver.settings import load


def test_defaults():
    settings = load({})
    assert settings.host == "127.0.0.1"
    assert settings.port == ‹8000→8600›


def test_environment():
    settings = load({"DEV_HOST": "0.0.0.0", "DEV_PORT": "9000"})
    assert settings.host == "0.0.0.0"
    assert settings.port == 9000


def test_lines_are_cut():
    assert load({}).max_line == 8000

==== a path object needs its import
kind: import-add
--- wordcount/cli.py
"""Counts the words of text files."""

import argparse
import json
import sys
‹→from pathlib import Path
¦#1›from collections import Counter
‹→from pathlib import Path
¦#1›

def count_words(lines):
    counter = Counter()
    for line in lines:
        counter.update(line.lower().split())
    return counter


def parse_arguments(argv):
    parser = argparse.ArgumentParser(prog="wordcount")
    parser.add_argument("--output", help="path of a JSON file")
    parser.add_argument("--top", type=int, default=10)
    return parser.parse_args(argv)


def main(argv=None):
    arguments = parse_arguments(argv)
    counter = count_words(sys.stdin)
    top = dict(counter.most_common(arguments.top))
    text = json.dumps(top, indent=2)
    if arguments.output:
        «with open(arguments.output, "w") as file:
            file.write(text)→Path(arguments.output).write_text(text, encoding="utf-8")»
    else:
        print(text)


if __name__ == "__main__":
    main()

==== the last use of a module is gone
kind: import-remove
--- sitegen/slugs.py
"""Addresses of pages, made from their titles."""

import itertools
‹import re
→›import unicodedata

RESERVED = {"index", "feed", "search"}


def to_ascii(text):
    decomposed = unicodedata.normalize("NFKD", text)
    return decomposed.encode("ascii", "ignore").decode()


def slugify(title):
    """Return the title in lower case with hyphens between the words."""
    words = to_ascii(title).lower()
    return «re.sub(r"\s+", "-", words.strip())→"-".join(words.split())»


def unique_slug(title, taken):
    slug = slugify(title)
    if slug not in taken and slug not in RESERVED:
        return slug
    for number in itertools.count(2):
        candidate = f"{slug}-{number}"
        if candidate not in taken:
            return candidate


def rename(pages, old, new):
    """Return the pages; those below old are below new."""
    return {path.replace(old, new, 1): page for path, page in pages.items()}

==== a constructor assigns its next argument
kind: half-typed
--- sensors/thermostat.py
"""Keeps a room at a temperature."""


class Thermostat:
    def __init__(self, room, target, tolerance, heater):
        self.room = room
        self.target = target
        self.tolerance = tolerance«→
        self.heater»‹→ = heater›
        self.log = []

    def update(self, temperature):
        if temperature < self.target - self.tolerance:
            self.heater.turn_on()
        elif temperature > self.target + self.tolerance:
            self.heater.turn_off()
        self.log.append((self.room, temperature))


class Heater:
    def __init__(self, pin, power):
        self.pin = pin
        self.power = power
        self.running = False

    def turn_on(self):
        self.running = True
        self.pin.write(self.power)

    def turn_off(self):
        self.running = False
        self.pin.write(0)

==== one timeout is tuned
kind: tuned-number
expect: silence
--- mirror/limits.py
"""Limits of the mirror, in one place."""

CONNECT_TIMEOUT = 10
READ_TIMEOUT = «30→45»
RETRY_DELAY = 30
MAX_RETRIES = 5
SWEEP_INTERVAL = 30
--- mirror/client.py
import time

import requests

from mirror.limits import CONNECT_TIMEOUT, MAX_RETRIES, READ_TIMEOUT, RETRY_DELAY


class MirrorClient:
    def __init__(self, base_url, pool_size=30):
        self.base_url = base_url
        self.session = requests.Session()
        adapter = requests.adapters.HTTPAdapter(pool_maxsize=pool_size)
        self.session.mount("https://", adapter)

    def get(self, path):
        for attempt in range(MAX_RETRIES):
            try:
                return self.session.get(self.base_url + path, timeout=(CONNECT_TIMEOUT, READ_TIMEOUT))
            except requests.ConnectionError:
                time.sleep(RETRY_DELAY * attempt)
        raise TimeoutError(path)

    def head(self, path):
        return self.session.head(self.base_url + path, timeout=CONNECT_TIMEOUT)

==== one message says what to do
kind: reworded-message
expect: silence
--- vault/unlock.py
"""Unlocks a vault by a password or a key file."""

import hashlib
import hmac
from pathlib import Path


class VaultError(Exception):
    pass


def derive(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


def unlock_with_password(vault, password):
    if not password:
        raise VaultError("The password is empty.")
    key = derive(password, vault.salt)
    if not hmac.compare_digest(hashlib.sha256(key).digest(), vault.check):
        raise VaultError("The password is wrong.«→ Try again, or use the key file.»")
    return key


def unlock_with_key_file(vault, path):
    key = Path(path).read_bytes()
    if not key:
        raise VaultError("The key file is empty.")
    if not hmac.compare_digest(hashlib.sha256(key).digest(), vault.check):
        raise VaultError("The key file is wrong.")
    return key


def change_password(vault, old, new):
    if len(new) < 12:
        raise VaultError("The password is too short.")
    vault.rewrap(unlock_with_password(vault, old), derive(new, vault.salt))

==== a print helps to find a bug
kind: debug-print
expect: silence
--- feeds/merge.py
"""Merges the items of several feeds."""

import heapq
from datetime import timedelta

WINDOW = timedelta(minutes=5)


def newest_first(items):
    return sorted(items, key=lambda item: item.published, reverse=True)


def is_duplicate(item, other):
    if item.link == other.link:
        return True
    same_title = item.title.casefold() == other.title.casefold()
    return same_title and abs(item.published - other.published) < WINDOW


def drop_duplicates(items):
    kept = []
    for item in items:
        if any(is_duplicate(item, other) for other in kept[-20:]):
            «→print("dropped", item.link, item.published)
            »continue
        kept.append(item)
    return kept


def merge(feeds, limit=100):
    streams = [newest_first(feed.items) for feed in feeds]
    merged = heapq.merge(*streams, key=lambda item: item.published, reverse=True)
    result = []
    for item in drop_duplicates(merged):
        if len(result) == limit:
            break
        result.append(item)
    return result

==== one option has another default
kind: changed-default
expect: silence
--- imagetool/arguments.py
"""The command line of imagetool."""

import argparse


def add_common(parser):
    parser.add_argument("files", nargs="+", help="the images")
    parser.add_argument("--jobs", type=int, default=«4→2», help="how many images at once")
    parser.add_argument("--verbose", action="store_true", help="say what is done")


def build_parser():
    parser = argparse.ArgumentParser(prog="imagetool")
    commands = parser.add_subparsers(dest="command", required=True)

    resize = commands.add_parser("resize", help="make images smaller")
    add_common(resize)
    resize.add_argument("--width", type=int, default=1600, help="in pixels")
    resize.add_argument("--factor", type=int, default=4, help="of the preview")

    convert = commands.add_parser("convert", help="write another format")
    add_common(convert)
    convert.add_argument("--format", default="webp", help="such as png or webp")
    convert.add_argument("--effort", type=int, default=4, help="more is slower and smaller")

    montage = commands.add_parser("montage", help="put images on one sheet")
    montage.add_argument("files", nargs="+", help="the images")
    montage.add_argument("--columns", type=int, default=4, help="of the sheet")
    return parser
==== a new kind of token is matched where all are listed
kind: enum-member
--- src/token.rs
//! Tokens of the expression language.

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token {
    Number(f64),
    Plus,
    Minus,
    Star,
    Slash«→,
    Percent»,
    End,
}

impl Token {
    /// The text of an operator, as in error messages.
    pub fn symbol(self) -> &'static str {
        match self {
            Token::Number(_) => "number",
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Star => "*",
            Token::Slash => "/",‹→
            Token::Percent => "%",›
            Token::End => "end",
        }
    }

    /// How strongly an operator binds.
    pub fn precedence(self) -> Option<u8> {
        match self {
            Token::Plus | Token::Minus => Some(1),
            Token::Star | Token::Slash‹→ | Token::Percent› => Some(2),
            Token::Number(_) | Token::End => None,
        }
    }

    pub fn is_sign(self) -> bool {
        match self {
            Token::Plus | Token::Minus => true,
            _ => false,
        }
    }
}

==== a struct field is renamed next to a local variable
kind: rename-field
keys: backspace
--- src/retry.rs
//! Decides whether and when to try again.

use std::time::Duration;

/// How often, and how long to wait in between.
pub struct RetryPolicy {
    pub «delay→base_delay»: Duration,
    pub max_attempts: u32,
}

pub struct Throttle {
    pub delay: Duration,
}

impl RetryPolicy {
    pub fn new(millis: u64, max_attempts: u32) -> Self {
        Self {
            ‹delay→base_delay›: Duration::from_millis(millis),
            max_attempts,
        }
    }

    /// The delay before an attempt, or None if it is the last one.
    pub fn delay_before(&self, attempt: u32) -> Option<Duration> {
        if attempt >= self.max_attempts {
            return None;
        }
        let delay = self.‹delay→base_delay› * 2u32.pow(attempt);
        Some(delay.min(self.‹delay→base_delay› * 60))
    }
}

impl Throttle {
    pub fn wait(&self) {
        std::thread::sleep(self.delay);
    }
}

==== a loader returns a result instead of panicking
kind: return-type
--- src/theme.rs
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

pub type Theme = HashMap<String, String>;

/// Reads lines such as `accent = #336699`.
pub fn load_theme(path: &Path) -> «Theme→io::Result<Theme>» {
    let text = fs::read_to_string(path)«.expect("the theme cannot be read")→?»;
    let mut theme = Theme::new();
    for line in text.lines() {
        if let Some((name, value)) = line.split_once('=') {
            theme.insert(name.trim().to_string(), value.trim().to_string());
        }
    }
    ‹theme→Ok(theme)›
}

pub fn builtin_theme() -> Theme {
    let mut theme = Theme::new();
    theme.insert("accent".into(), "#336699".into());
    theme
}

/// Returns the built-in theme, changed by that of the user.
pub fn user_theme(path: &Path) -> io::Result<Theme> {
    let mut theme = builtin_theme();
    if path.exists() {
        theme.extend(load_theme(path)‹→?›);
    }
    Ok(theme)
}

pub fn accent_of(path: &Path) -> io::Result<Option<String>> {
    let mut theme = load_theme(path)‹→?›;
    Ok(theme.remove("accent"))
}

==== a trait method is added to both shapes
kind: interface-method
--- src/shapes.rs
//! Shapes that can be drawn.

use std::f64::consts::PI;

pub trait Shape {
    fn name(&self) -> String;
    fn area(&self) -> f64;«→
    fn perimeter(&self) -> f64;»
}

pub struct Circle {
    pub radius: f64,
}

pub struct Rectangle {
    pub width: f64,
    pub height: f64,
}

impl Shape for Circle {
    fn name(&self) -> String {
        "circle".to_string()
    }

    fn area(&self) -> f64 {
        PI * self.radius * self.radius
    }‹→

    fn perimeter(&self) -> f64 {
        2.0 * PI * self.radius
    }¦re:\n\n?    fn perimeter\(&self\) -> f64 \{\n.*\n    \}›
}

impl Rectangle {
    pub fn square(side: f64) -> Self {
        Self { width: side, height: side }
    }
}

impl Shape for Rectangle {
    fn name(&self) -> String {
        let kind = if self.width == self.height { "square" } else { "rectangle" };
        kind.to_string()
    }

    fn area(&self) -> f64 {
        self.width * self.height
    }‹→

    fn perimeter(&self) -> f64 {
        2.0 * (self.width + self.height)
    }¦re:\n\n?    fn perimeter\(&self\) -> f64 \{\n.*\n    \}›
}

pub fn describe(shape: &dyn Shape) -> String {
    format!("{} with an area of {:.2}", shape.name(), shape.area())
}

==== a writer is passed to every line of the report
kind: signature-add
--- src/report.rs
use std::io::{self, Write};

use crate::stats::Stats;

fn write_row(«→out: &mut dyn Write, »label: &str, value: f64) -> io::Result<()> {
    «println!("{label:<12}{value:>10.2}");
    Ok(())→writeln!(out, "{label:<12}{value:>10.2}")»
}

fn write_rule(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", "-".repeat(22))
}

/// Writes the report of one run.
pub fn write_report(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    write_rule(out)?;
    write_row(‹→out, ›"minimum", stats.minimum)?;
    write_row(‹→out, ›"maximum", stats.maximum)?;
    write_rule(out)?;
    write_row(‹→out, ›"mean", stats.mean)?;
    write_rule(out)
}
--- src/stats.rs
/// What is known about the times of a run.
pub struct Stats {
    pub minimum: f64,
    pub maximum: f64,
    pub mean: f64,
}

impl Stats {
    pub fn of(times: &[f64]) -> Self {
        Self {
            minimum: times.iter().copied().fold(f64::INFINITY, f64::min),
            maximum: times.iter().copied().fold(0.0, f64::max),
            mean: times.iter().sum::<f64>() / times.len() as f64,
        }
    }
}

==== a builder method sets its field like the others
kind: half-typed
--- src/request.rs
//! Builds requests step by step.

use std::time::Duration;

#[derive(Default)]
pub struct RequestBuilder {
    url: String,
    agent: Option<String>,
    timeout: Option<Duration>,
    retries: Option<u32>,
}

impl RequestBuilder {
    pub fn new(url: &str) -> Self {
        Self { url: url.to_string(), ..Self::default() }
    }

    pub fn agent(mut self, agent: &str) -> Self {
        self.agent = Some(agent.to_string());
        self
    }

    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    pub fn retries(mut self, retries: u32) -> Self {«→
        self.ret»‹→ries = Some(retries);
        self¦ries = Some(retries);›
    }

    pub fn describe(&self) -> String {
        format!("{} as {:?}", self.url, self.agent)
    }

    pub fn limits(&self) -> (Option<Duration>, Option<u32>) {
        (self.timeout, self.retries)
    }
}

==== one branch of a parser is fixed
kind: branch-fix
expect: silence
--- src/duration.rs
//! Durations such as `90s`, `5m` or `2h`.

#[derive(Debug, PartialEq)]
pub enum DurationError {
    Empty,
    Number(String),
    Unit(char),
}

pub fn parse_seconds(text: &str) -> Result<u64, DurationError> {
    let unit = text.chars().last().ok_or(DurationError::Empty)?;
    let digits = text.trim_end_matches(|c: char| c.is_alphabetic());
    let number: u64 = digits
        .parse()
        .map_err(|_| DurationError::Number(digits.to_string()))?;
    match unit {
        's' => Ok(number),
        'm' => Ok(number * 60),
        'h' => Ok(number * «360→3600»),
        'd' => Ok(number * 86400),
        other => Err(DurationError::Unit(other)),
    }
}

pub fn format_seconds(seconds: u64) -> String {
    match seconds {
        0..=59 => format!("{seconds}s"),
        60..=3599 => format!("{}m", seconds / 60),
        3600..=86399 => format!("{}h", seconds / 3600),
        _ => format!("{}d", seconds / 86400),
    }
}

/// Turns the hand of a clock.
pub fn angle(seconds: u64) -> u64 {
    seconds % 60 * 6 % 360
}
==== a new prop is taken out of the props
kind: prop-add
--- src/components/Avatar.tsx
import { initialsOf } from "../text";

interface AvatarProps {
  name: string;
  imageUrl?: string;
  size?: number;«→
  onClick?: () => void;»
}

interface AvatarGroupProps {
  names: string[];
  size?: number;
}

export function Avatar({ name, imageUrl, size = 32‹→, onClick› }: AvatarProps) {
  return (
    <span className="avatar"‹→ onClick={onClick}¦#1› style={{ width: size, height: size }}‹→ onClick={onClick}¦#1›>
      {imageUrl ? <img src={imageUrl} alt={name} /> : initialsOf(name)}
    </span>
  );
}

export function AvatarGroup({ names, size = 24 }: AvatarGroupProps) {
  return (
    <div className="avatar-group">
      {names.map((name) => (
        <Avatar key={name} name={name} size={size} />
      ))}
    </div>
  );
}

==== a renamed prop is passed by its new name
kind: rename-prop
--- src/dialogs/ConfirmDialog.tsx
import { Button } from "../components/Button";
import { Modal } from "../components/Modal";

interface ConfirmDialogProps {
  question: string;
  onConfirm: () => void;
  «onClose→onCancel»: () => void;
}

export function ConfirmDialog({ question, onConfirm, ‹onClose→onCancel› }: ConfirmDialogProps) {
  return (
    <Modal title="Please confirm" onClose={‹onClose→onCancel›}>
      <p>{question}</p>
      <footer>
        <Button kind="danger" onClick={onConfirm}>
          Yes
        </Button>
        <Button onClick={‹onClose→onCancel›}>No</Button>
      </footer>
    </Modal>
  );
}
--- src/components/Modal.tsx
import type { ReactNode } from "react";

interface ModalProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function Modal({ title, onClose, children }: ModalProps) {
  return (
    <div role="dialog" aria-label={title}>
      <button aria-label="Close" onClick={onClose}>
        ×
      </button>
      {children}
    </div>
  );
}
--- src/pages/ProjectPage.tsx
import { useState } from "react";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";

export function ProjectPage({ remove }: { remove: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <main>
      <button onClick={() => setAsking(true)}>Delete the project</button>
      {asking && (
        <ConfirmDialog
          question="Delete this project and all of its files?"
          onConfirm={remove}
          ‹onClose→onCancel›={() => setAsking(false)}
        />
      )}
    </main>
  );
}

==== a new state of a job has a label and an icon
kind: union-member
--- src/jobs/status.ts
export type JobStatus = "queued" | "running" | "done" | "failed"«→ | "cancelled"»;

export const statusLabels: Record<JobStatus, string> = {
  queued: "Waiting",
  running: "Running",
  done: "Finished",
  failed: "Failed",‹→
  cancelled: "Cancelled",¦re:\n  cancelled: ".*",¦@›
};

const retryHints: Partial<Record<JobStatus, string>> = {
  failed: "The log says why. Try again when it is fixed.",
};

export function statusIcon(status: JobStatus): string {
  switch (status) {
    case "queued":
      return "clock";
    case "running":
      return "spinner";
    case "done":
      return "check";
    case "failed":
      return "cross";‹→
    case "cancelled":
      return "ban";¦re:\n    case "cancelled":\n      return ".*";¦@›
  }
}

export function hintFor(status: JobStatus): string | undefined {
  return retryHints[status];
}

export function isActive(status: JobStatus): boolean {
  return status === "queued" || status === "running";
}

==== an exported class is renamed
kind: rename-class
--- packages/queue/src/worker.ts
import { Logger } from "./logger";

export interface WorkerOptions {
  concurrency: number;
  logger?: Logger;
}

export class «Worker→QueueWorker» {
  private active = 0;

  constructor(private readonly options: WorkerOptions) {}

  async run(task: () => Promise<void>): Promise<void> {
    this.active += 1;
    try {
      await task();
    } catch (error) {
      this.options.logger?.error("‹Worker→QueueWorker¦?›: a task failed", error);
    } finally {
      this.active -= 1;
    }
  }

  get idle(): boolean {
    return this.active < this.options.concurrency;
  }
}
--- packages/queue/src/logger.ts
export interface Logger {
  error(message: string, cause: unknown): void;
}
--- packages/queue/src/pool.ts
import { Worker as Thread } from "node:worker_threads";
import { ‹Worker→QueueWorker› } from "./worker";

export class Pool {
  private readonly workers: ‹Worker→QueueWorker›[] = [];
  private readonly threads: Thread[] = [];

  constructor(size: number, script: URL) {
    for (let index = 0; index < size; index += 1) {
      this.workers.push(new ‹Worker→QueueWorker›({ concurrency: 4 }));
      this.threads.push(new Thread(script));
    }
  }

  async submit(task: () => Promise<void>): Promise<void> {
    const worker = this.workers.find((each) => each.idle) ?? this.workers[0];
    await worker.run(task);
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }
}

==== every storage needs the new method
kind: interface-method
--- src/storage/storage.ts
export interface Storage {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;«→
  delete(key: string): Promise<void>;»
}

export interface Clock {
  now(): number;
}

export class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>();

  async get(key: string): Promise<string | undefined> {
    return this.values.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    this.values.set(key, value);
  }‹→

  async delete(key: string): Promise<void> {
    this.values.delete(key);
  }¦re:\n\n?  (async )?delete\(key: string\)[^{}]*\{[^{}]*\}¦@›
}

export class PrefixedStorage implements Storage {
  constructor(
    private readonly inner: Storage,
    private readonly prefix: string,
  ) {}

  get(key: string): Promise<string | undefined> {
    return this.inner.get(this.prefix + key);
  }

  set(key: string, value: string): Promise<void> {
    return this.inner.set(this.prefix + key, value);
  }‹→

  delete(key: string): Promise<void> {
    return this.inner.delete(this.prefix + key);
  }¦re:\n\n?  (async )?delete\(key: string\)[^{}]*\{[^{}]*\}¦@›
}

export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}

==== reading the settings is asynchronous now
kind: async
--- src/settings.ts
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

export interface Settings {
  theme: string;
  plugins: string[];
}

const defaults: Settings = { theme: "light", plugins: [] };

export «→async »function readSettings(path: string): «Settings→Promise<Settings>» {
  const text = «readFileSync→await readFile»(path, "utf8");
  return { ...defaults, ...JSON.parse(text) };
}

export function readLicense(path: string): string {
  return readFileSync(path, "utf8").trim();
}
--- src/start.ts
import { loadPlugin } from "./plugins";
import { readLicense, readSettings } from "./settings";

export async function start(folder: string): Promise<void> {
  const license = readLicense(`${folder}/LICENSE`);
  const settings = ‹→await ›readSettings(`${folder}/settings.json`);
  console.log(license.split("\n")[0]);
  for (const name of settings.plugins) {
    await loadPlugin(name);
  }
}

export async function listPlugins(folder: string): Promise<string[]> {
  const settings = ‹→await ›readSettings(`${folder}/settings.json`);
  return [...settings.plugins].sort();
}

export async function watch(folder: string, changed: () => void): Promise<void> {
  const { watch: watchFolder } = await import("node:fs");
  watchFolder(folder, changed);
}
--- src/plugins.ts
export async function loadPlugin(name: string): Promise<void> {
  const plugin = await import(`./plugins/${name}.js`);
  plugin.activate();
}

==== an effect depends on what it uses
kind: dependency-list
--- src/pages/SearchPage.tsx
import { useEffect, useState } from "react";
import { fetchFacets, fetchResults, type Result } from "../api";

interface SearchPageProps {
  query: string;
  sort: string;
  language: string;
}

export function SearchPage({ query, sort, language }: SearchPageProps) {
  const [results, setResults] = useState<Result[]>([]);
  const [facets, setFacets] = useState<string[]>([]);

  useEffect(() => {
    let current = true;
    fetchResults(query, { sort«→, language» }).then((found) => {
      if (current) setResults(found);
    });
    return () => {
      current = false;
    };
  }, [query, sort‹→, language›]);

  useEffect(() => {
    fetchFacets(query).then(setFacets);
  }, [query]);

  useEffect(() => {
    document.title = `${query} – sorted by ${sort}`;
  }, [query, sort]);

  return (
    <section lang={language}>
      <ul>{facets.map((facet) => <li key={facet}>{facet}</li>)}</ul>
      <ol>{results.map((result) => <li key={result.id}>{result.title}</li>)}</ol>
    </section>
  );
}
--- src/api.ts
export interface Result {
  id: string;
  title: string;
}

export async function fetchResults(
  query: string,
  options: { sort: string; language?: string },
): Promise<Result[]> {
  const parameters = new URLSearchParams({ query, ...options });
  return (await fetch(`/api/search?${parameters}`)).json();
}

export async function fetchFacets(query: string): Promise<string[]> {
  return (await fetch(`/api/facets?query=${encodeURIComponent(query)}`)).json();
}
==== the fourth option is assigned like the others
kind: half-typed
--- src/smtp/connection.ts
import { connect, type Socket } from "node:net";

export interface ConnectionOptions {
  host: string;
  port: number;
  timeout: number;
  greeting: string;
}

export class Connection {
  private readonly host: string;
  private readonly port: number;
  private readonly timeout: number;
  private readonly greeting: string;
  private socket?: Socket;

  constructor(options: ConnectionOptions) {
    this.host = options.host;
    this.port = options.port;
    this.timeout = options.timeout;«→
    this.greeting = op»‹→tions.greeting;›
  }

  open(): void {
    this.socket = connect(this.port, this.host);
    this.socket.setTimeout(this.timeout);
    this.socket.write(`EHLO ${this.greeting}\r\n`);
  }

  close(): void {
    this.socket?.end("QUIT\r\n");
  }
}

export const localOptions: ConnectionOptions = {
  host: "localhost",
  port: 1025,
  timeout: 5000,
  greeting: "test.invalid",
};

==== requests move to the new client
kind: api-migration
--- src/users.ts
import { «request→api» } from "./http";

export interface User {
  id: string;
  name: string;
}

export function listUsers(): Promise<User[]> {
  return «request<User[]>("GET", "/users")→api.get<User[]>("/users")»;
}

export function createUser(name: string): Promise<User> {
  return «request<User>("POST", "/users", { name })→api.post<User>("/users", { name })»;
}

export function getUser(id: string): Promise<User> {
  return ‹request<User>("GET", `/users/${id}`)→api.get<User>(`/users/${id}`)›;
}

export function renameUser(id: string, name: string): Promise<User> {
  return ‹request<User>("PUT", `/users/${id}`, { name })→api.put<User>(`/users/${id}`, { name })›;
}

export function searchUsers(text: string): Promise<User[]> {
  return ‹request<User[]>("POST", "/users/search", { text })→api.post<User[]>("/users/search", { text })›;
}

export function describeRequest(user: User): string {
  return `request by ${user.name}`;
}
--- src/http.ts
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

export const api = {
  get: <T>(path: string) => request<T>("GET", path),
  post: <T>(path: string, body: unknown) => request<T>("POST", path, body),
  put: <T>(path: string, body: unknown) => request<T>("PUT", path, body),
};

==== prices no longer ask for the locale
kind: signature-remove
--- src/money.ts
const currencyFormats = new Map<string, Intl.NumberFormat>();

export function formatPrice(cents: number, currency: string«, locale: string→»): string {
  let format = currencyFormats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat(«locale→navigator.language», { style: "currency", currency });
    currencyFormats.set(currency, format);
  }
  return format.format(cents / 100);
}

export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count);
}

export function formatRange(low: number, high: number, currency: string): string {
  return `${formatPrice(low, currency‹, "en"→›)} – ${formatPrice(high, currency‹, "en"→›)}`;
}
--- src/ProductRow.tsx
import { formatCount, formatPrice } from "./money";

interface ProductRowProps {
  name: string;
  cents: number;
  stock: number;
  locale: string;
}

export function ProductRow({ name, cents, stock, locale }: ProductRowProps) {
  return (
    <tr lang={locale}>
      <td>{name}</td>
      <td>{formatPrice(cents, "EUR"‹, locale→›)}</td>
      <td>{formatCount(stock, locale)}</td>
    </tr>
  );
}

==== a hook returns a field with another name
kind: rename-field
--- src/hooks/usePage.ts
import { useMemo } from "react";

export interface Page<T> {
  rows: T[];
  «total→pageCount»: number;
}

export function usePage<T>(all: T[], page: number, size: number): Page<T> {
  return useMemo(() => {
    const first = page * size;
    return { rows: all.slice(first, first + size), ‹total→pageCount›: Math.ceil(all.length / size) };
  }, [all, page, size]);
}
--- src/OrderTable.tsx
import { useState } from "react";
import { usePage } from "./hooks/usePage";

interface Order {
  id: string;
  total: number;
}

export function OrderTable({ orders }: { orders: Order[] }) {
  const [number, setNumber] = useState(0);
  const page = usePage(orders, number, 20);
  const sum = orders.reduce((total, order) => total + order.total, 0);
  return (
    <section>
      <h2>Orders, total {sum}</h2>
      <ul>
        {page.rows.map((order) => (
          <li key={order.id}>{order.total}</li>
        ))}
      </ul>
      <button disabled={number + 1 >= page.‹total→pageCount›} onClick={() => setNumber(number + 1)}>
        Next of {page.‹total→pageCount›}
      </button>
    </section>
  );
}

==== one expectation of a test changes
kind: test-expectation
expect: silence
--- src/slug.test.ts
import { describe, expect, it } from "vitest";
import { slugify, uniqueSlug } from "./slug";

describe("slugify", () => {
  it("joins words by hyphens", () => {
    expect(slugify("Hello World")).toBe("hello-world");
  });

  it("drops punctuation", () => {
    expect(slugify("What's new?")).toBe("whats-new");
  });

  it("spells out an ampersand", () => {
    expect(slugify("Salt & Pepper")).toBe("salt-«→and-»pepper");
  });

  it("keeps digits", () => {
    expect(slugify("Top 10 Tips")).toBe("top-10-tips");
  });

  it("returns an empty text for symbols", () => {
    expect(slugify("!!!")).toBe("");
  });
});

describe("uniqueSlug", () => {
  it("appends a number", () => {
    expect(uniqueSlug("Salt Pepper", ["salt-pepper"])).toBe("salt-pepper-2");
  });

  it("counts on", () => {
    expect(uniqueSlug("Salt Pepper", ["salt-pepper", "salt-pepper-2"])).toBe("salt-pepper-3");
  });
});

==== one access allows for a missing author
kind: null-check
expect: silence
--- src/comments/CommentCard.tsx
interface Person {
  name: string;
  avatarUrl: string;
}

interface Comment {
  id: string;
  author: Person | null;
  editor: Person;
  reviewer: Person;
  text: string;
  likes: number;
}

interface CommentCardProps {
  comment: Comment;
  onLike: (id: string) => void;
}

export function CommentCard({ comment, onLike }: CommentCardProps) {
  return (
    <article id={`comment-${comment.id}`}>
      <header>{comment.author«→?».name}</header>
      <p>{comment.text}</p>
      <footer>
        <span>edited by {comment.editor.name}</span>
        <span>reviewed by {comment.reviewer.name}</span>
        <button onClick={() => onLike(comment.id)}>{comment.likes} likes</button>
      </footer>
    </article>
  );
}

export function CommentList({ comments, onLike }: { comments: Comment[]; onLike: (id: string) => void }) {
  return (
    <section>
      {comments.map((comment) => (
        <CommentCard key={comment.id} comment={comment} onLike={onLike} />
      ))}
    </section>
  );
}

==== one function returns early for an empty text
kind: guard-clause
expect: silence
--- src/highlight.ts
export interface Range {
  start: number;
  end: number;
}

/** Returns where the word occurs in the text. */
export function findRanges(text: string, word: string): Range[] {
  «→if (word === "") {
    return [];
  }
  »const ranges: Range[] = [];
  let start = text.indexOf(word);
  while (start >= 0) {
    ranges.push({ start, end: start + word.length });
    start = text.indexOf(word, start + word.length);
  }
  return ranges;
}

/** Returns the ranges without overlaps. */
export function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged[merged.length - 1];
    if (last && range.start <= last.end) {
      last.end = Math.max(last.end, range.end);
    } else {
      merged.push({ ...range });
    }
  }
  return merged;
}

/** Returns the text with the ranges in <mark>. */
export function markRanges(text: string, ranges: Range[]): string {
  let html = "";
  let end = 0;
  for (const range of mergeRanges(ranges)) {
    html += `${text.slice(end, range.start)}<mark>${text.slice(range.start, range.end)}</mark>`;
    end = range.end;
  }
  return html + text.slice(end);
}
==== a custom property is renamed in the whole sheet
kind: rename-property
--- styles/theme.css
:root {
  --«main→accent»: #2f6f8f;
  --main-width: 60rem;
  --muted: #777;
}

body {
  margin: 0;
  font: 1rem/1.5 system-ui, sans-serif;
}

main {
  max-width: var(--main-width);
  margin: 0 auto;
}

a {
  color: var(--‹main→accent›);
}

.button {
  background: var(--‹main→accent›);
  border: 1px solid transparent;
  color: white;
}

.button.quiet {
  background: none;
  color: var(--muted);
}

.main-menu a[aria-current] {
  border-bottom: 2px solid var(--‹main→accent›, currentColor);
}

==== one card gets more room
kind: tuned-number
expect: silence
--- styles/cards.css
.card {
  padding: 1rem;
  border-radius: 8px;
  background: #fff;
}

.card.compact {
  padding: 0.5rem;
}

.card.featured {
  padding: «1rem→1.5rem»;
  border: 2px solid gold;
}

.card-list {
  display: grid;
  gap: 1rem;
  padding: 1rem;
}

.sidebar {
  padding: 1rem;
  background: #f6f6f6;
}

.sidebar .card {
  margin-bottom: 1rem;
}

@media (max-width: 40rem) {
  .card-list {
    grid-template-columns: 1fr;
  }
}

==== a variable of a backup script is renamed
kind: rename-variable
--- bin/backup.sh
#!/bin/sh
# Copies a folder to the backup disk and keeps the last copies.
set -eu

source_dir=${1:?usage: backup.sh FOLDER}
«target→backup_root»=/mnt/backup/$(hostname)
keep=${KEEP:-7}

log() {
    printf '%s %s\n' "$(date +%H:%M:%S)" "$1"
}

if ! mountpoint -q /mnt/backup; then
    log "the target disk is not mounted"
    exit 1
fi

today="$‹target→backup_root›/$(date +%Y-%m-%d)"
mkdir -p "$today"
log "copying $source_dir"
rsync -a --delete "$source_dir/" "$today/"

# remove the oldest copies
find "${‹target→backup_root›}" -mindepth 1 -maxdepth 1 -type d | sort -r | tail -n "+$((keep + 1))" |
    while read -r old; do
        log "removing $old"
        rm -rf "$old"
    done

ln -sfn "$today" "$‹target→backup_root›/latest"
systemctl --user start backup-done.target
log "done"

==== a heading is renamed and the links to it follow
kind: rename-heading
--- docs/guide.md
# Guide

- [Installation](#installation)
- [‹First steps→Quick start›](#‹first-steps→quick-start›)
- [Configuration](#configuration)
- [Troubleshooting](#troubleshooting)

## Installation

Install the package with pip:

    pip install sheetgrep

## «First steps→Quick start»

Search all sheets of a file:

    sheetgrep total budget.ods

The first steps of a search are slow, because the file is unpacked.

## Configuration

Options are read from `~/.config/sheetgrep.toml`. See [above](#‹first-steps→quick-start›) for a search without any.

    ignore-case = true
    color = "auto"

## Troubleshooting

If nothing is found, take the steps below:

1. Check that the file can be read.
2. Run it again with `--verbose`.
