==== sending takes a timeout
kind: add-parameter
--- src/net.h
#ifndef NET_H
#define NET_H

#include <stddef.h>

/* Connects to a host; returns a socket, or -1. */
int net_connect(const char *host, int port);

/* Sends all bytes; returns 0, or -1. */
int net_send(int sock, const char *data, size_t size«→, int timeout_ms»);

void net_close(int sock);

#endif
--- src/net.c
#include "net.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define DEFAULT_TIMEOUT_MS 5000

static int wait_writable(int sock, int timeout_ms)
{
    struct pollfd entry = {.fd = sock, .events = POLLOUT};
    return poll(&entry, 1, timeout_ms) == 1 ? 0 : -1;
}

int net_send(int sock, const char *data, size_t size‹→, int timeout_ms›)
{
    while (size > 0) {
        if (wait_writable(sock, ‹DEFAULT_TIMEOUT_MS→timeout_ms›) < 0)
            return -1;
        ssize_t sent = send(sock, data, size, 0);
        if (sent < 0)
            return -1;
        data += sent;
        size -= (size_t)sent;
    }
    return 0;
}

void net_close(int sock)
{
    wait_writable(sock, DEFAULT_TIMEOUT_MS);
    close(sock);
}
--- src/client.c
#include "net.h"

#include <stdio.h>
#include <string.h>

static void log_send(const char *data, size_t size)
{
    fprintf(stderr, "net_send: %zu bytes of %s\n", size, data);
}

int ask(int sock, const char *question)
{
    size_t size = strlen(question);

    log_send(question, size);
    return net_send(sock, question, size‹→, 5000¦@¦re:, \w+›);
}

==== a sensor measures in degrees
kind: rename-field
--- include/sensor.h
#pragma once

#include <stdint.h>

struct sensor {
    uint8_t id;
    float «value→celsius»;
    float humidity;
};

struct setting {
    char name[16];
    int value;
};

float sensor_average(const struct sensor *sensors, int count);
int sensor_alarm(const struct sensor *sensor, const struct setting *limit);
--- src/sensor.c
#include "sensor.h"

#include <stdio.h>

/* The average of all sensors. */
float sensor_average(const struct sensor *sensors, int count)
{
    float value = 0;
    for (int i = 0; i < count; i++)
        value += sensors[i].‹value→celsius›;
    return count > 0 ? value / count : 0;
}

int sensor_alarm(const struct sensor *sensor, const struct setting *limit)
{
    return sensor->‹value→celsius› > limit->value;
}

void sensor_print(const struct sensor *sensor)
{
    printf("%d: temperature %.1f, %.0f %%\n", sensor->id, sensor->‹value→celsius›, sensor->humidity);
}

void setting_print(const struct setting *setting)
{
    printf("%s=%d\n", setting->name, setting->value);
}

==== logs have a trace level
kind: enum-member
--- src/log.hpp
#pragma once

#include <string>
#include <string_view>

namespace app {

enum class Level {«→
    Trace,»
    Debug,
    Info,
    Error,
};

enum class Target {
    Console,
    File,
};

std::string_view to_string(Level level);
std::string_view to_string(Target target);
Level parse_level(const std::string& text);

}  // namespace app
--- src/log.cpp
#include "log.hpp"

#include <map>
#include <stdexcept>

namespace app {

std::string_view to_string(Level level) {
    switch (level) {‹→
        case Level::Trace: return "trace";¦#1›
        case Level::Debug: return "debug";
        case Level::Info: return "info";
        case Level::Error: return "error";‹→
        case Level::Trace: return "trace";¦#1›
    }
    throw std::logic_error("no such level");
}

std::string_view to_string(Target target) {
    switch (target) {
        case Target::Console: return "console";
        case Target::File: return "file";
    }
    throw std::logic_error("no such target");
}

Level parse_level(const std::string& text) {
    static const std::map<std::string, Level> levels{‹→
        {"trace", Level::Trace},¦#2›
        {"debug", Level::Debug},
        {"info", Level::Info},
        {"error", Level::Error},‹→
        {"trace", Level::Trace},¦#2›
    };
    return levels.at(text);
}

}  // namespace app

==== one pointer may be null
kind: null-check
expect: silence
--- src/scene.cpp
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Node {
    std::string name;
    Node* parent = nullptr;
    std::vector<std::unique_ptr<Node>> children;
};

// Returns the path from the root.
std::string path(const Node& node) {
    std::string result = node.name;
    for (const Node* up = node.parent; up != nullptr; up = up->parent) {
        result = up->name + "/" + result;
    }
    return result;
}

// The parent owns the child.
Node& add(Node& parent, std::string name) {
    auto child = std::make_unique<Node>();
    child->name = std::move(name);
    child->parent = &parent;
    parent.children.push_back(std::move(child));
    return *parent.children.back();
}

void remove(Node& node) {
    Node* parent = node.parent;«→
    if (parent == nullptr) {
        return;
    }»
    std::erase_if(parent->children, [&](const auto& child) { return child.get() == &node; });
}

int depth(const Node& node) {
    int result = 0;
    for (const Node* up = node.parent; up != nullptr; up = up->parent) {
        ++result;
    }
    return result;
}

bool is_leaf(const Node& node) {
    return node.children.empty();
}
==== a limit that cannot be parsed is an error
kind: return-type
--- api/params.go
package api

import (
	"net/url"
	"strconv"
)

const (
	defaultLimit = 20
	maxLimit     = 100
)

// parseLimit returns how many entries a page has.
func parseLimit(query url.Values) «int→(int, error)» {
	text := query.Get("limit")
	if text == "" {
		return defaultLimit‹→, nil›
	}
	limit, err := strconv.Atoi(text)
	if err != nil {
		return «defaultLimit→0, err»
	}
	return min(limit, maxLimit)‹→, nil›
}

// parseOffset returns the first entry of a page, 0 if it cannot be parsed.
func parseOffset(query url.Values) int {
	offset, err := strconv.Atoi(query.Get("offset"))
	if err != nil {
		return 0
	}
	return offset
}
--- api/orders.go
package api

import (
	"encoding/json"
	"net/http"
)

type OrderHandler struct {
	numbers []string
}

func (h *OrderHandler) List(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	offset := parseOffset(query)
‹	limit := parseLimit(query)
→	limit, err := parseLimit(query)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
¦@¦re:\tlimit, err := parseLimit\(query\)\n(?:\tif err != nil \{\n(?:\t\t.*\n)+\t\}\n)?›	last := min(offset+limit, len(h.numbers))
	if offset > last {
		offset = last
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(h.numbers[offset:last]); err != nil {
		http.Error(w, "encoding failed", http.StatusInternalServerError)
	}
}

==== reading a product takes a context
kind: add-parameter
--- store/products.go
package store

import (
	"context"
	"database/sql"
)

type Product struct {
	SKU  string
	Name string
}

type Store struct {
	db *sql.DB
}

func New(db *sql.DB) *Store {
	return &Store{db: db}
}

// Product reads a product.
func (s *Store) Product(«→ctx context.Context, »sku string) (Product, error) {
	var product Product
	row := s.db.‹QueryRow(→QueryRowContext(ctx, ›"SELECT sku, name FROM products WHERE sku = $1", sku)
	err := row.Scan(&product.SKU, &product.Name)
	return product, err
}

func (s *Store) Ping(ctx context.Context) error {
	return s.db.PingContext(ctx)
}

func (s *Store) Close() error {
	return s.db.Close()
}
--- api/products.go
package api

import (
	"fmt"
	"net/http"

	"example.com/shop/store"
)

type ProductHandler struct {
	store *store.Store
	names map[string]string
}

func (h *ProductHandler) Show(w http.ResponseWriter, r *http.Request) {
	product, err := h.store.Product(‹→r.Context(), ›r.PathValue("sku"))
	if err != nil {
		http.Error(w, "no such product", http.StatusNotFound)
		return
	}
	fmt.Fprintln(w, product.Name)
}

func (h *ProductHandler) Redirect(w http.ResponseWriter, r *http.Request) {
	sku := r.URL.Query().Get("sku")
	if _, err := h.store.Product(‹→r.Context(), ›sku); err != nil {
		http.Error(w, "no such product", http.StatusNotFound)
		return
	}
	http.Redirect(w, r, "/products/"+sku, http.StatusFound)
}

func (h *ProductHandler) Product(sku string) string {
	return h.names[sku]
}

func (h *ProductHandler) Name(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, h.Product(r.PathValue("sku")))
}

==== caches can forget a key
kind: interface-method
--- cache/cache.go
// Package cache keeps the answers of slow services.
package cache

import "time"

// Cache is implemented by Memory and Redis.
type Cache interface {
	Get(key string) (string, bool)
	Set(key, value string, ttl time.Duration)«→
	Delete(key string)»
}

// Clock tells the time; tests have their own.
type Clock interface {
	Now() time.Time
}
--- cache/memory.go
package cache

import (
	"sync"
	"time"
)

type entry struct {
	value   string
	expires time.Time
}

// Memory is a cache of one process.
type Memory struct {
	mu      sync.Mutex
	entries map[string]entry
	clock   Clock
}

var _ Cache = (*Memory)(nil)

func NewMemory(clock Clock) *Memory {
	return &Memory{entries: map[string]entry{}, clock: clock}
}

func (m *Memory) Get(key string) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, ok := m.entries[key]
	if !ok || found.expires.Before(m.clock.Now()) {
		return "", false
	}
	return found.value, true
}

func (m *Memory) Set(key, value string, ttl time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries[key] = entry{value: value, expires: m.clock.Now().Add(ttl)}
}‹→

func (m *Memory) Delete(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.entries, key)
}¦@¦re:\n\nfunc \(m \*Memory\) Delete\(key string\) \{\n(?:\t.*\n)+\}›
--- cache/redis.go
package cache

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Redis is a cache that all processes share.
type Redis struct {
	client *redis.Client
}

var _ Cache = (*Redis)(nil)

func (r *Redis) Get(key string) (string, bool) {
	value, err := r.client.Get(context.Background(), key).Result()
	return value, err == nil
}

func (r *Redis) Set(key, value string, ttl time.Duration) {
	r.client.Set(context.Background(), key, value, ttl)
}‹→

func (r *Redis) Delete(key string) {
	r.client.Del(context.Background(), key)
}¦@¦re:\n\nfunc \(r \*Redis\) Delete\(key string\) \{\n(?:\t.*\n)+\}¦#1›

func (r *Redis) Close() error {
	return r.client.Close()
}‹→

func (r *Redis) Delete(key string) {
	r.client.Del(context.Background(), key)
}¦@¦re:\n\nfunc \(r \*Redis\) Delete\(key string\) \{\n(?:\t.*\n)+\}¦#1›

==== a number of pieces is a quantity
kind: rename-field
--- cart/cart.go
// Package cart adds up what customers buy.
package cart

type Line struct {
	SKU   string `json:"sku"`
	«Num→Qty»   int    `json:"qty"`
	Cents int    `json:"cents"`
}

type Stock struct {
	SKU string
	Num int
}

// Total returns the price of all lines.
func Total(lines []Line) int {
	total := 0
	for _, line := range lines {
		total += line.‹Num→Qty› * line.Cents
	}
	return total
}

// Available tells if the stock suffices for a line.
func Available(stock Stock, line Line) bool {
	return stock.SKU == line.SKU && stock.Num >= line.‹Num→Qty›
}
--- cart/cart_test.go
package cart

import "testing"

func TestTotal(t *testing.T) {
	lines := []Line{{SKU: "A1", ‹Num→Qty›: 2, Cents: 150}}
	if got := Total(lines); got != 300 {
		t.Errorf("Total() = %d, want 300", got)
	}
}

func TestAvailable(t *testing.T) {
	stock := Stock{SKU: "A1", Num: 3}
	line := Line{SKU: "A1", ‹Num→Qty›: 4}
	if Available(stock, line) {
		t.Error("4 pieces are not available")
	}
}

==== subscriptions can be paused
kind: enum-member
--- billing/subscription.go
package billing

import "time"

type State int

const (
	StateTrial State = iota
	StateActive
	StateCancelled«→
	StatePaused»
)

type Interval int

const (
	IntervalMonth Interval = iota
	IntervalYear
)

// String returns the name of the state in the API.
func (s State) String() string {
	switch s {
	case StateTrial:
		return "trial"
	case StateActive:
		return "active"
	case StateCancelled:
		return "cancelled"‹→
	case StatePaused:
		return "paused"›
	}
	return "unknown"
}

func (i Interval) String() string {
	switch i {
	case IntervalMonth:
		return "month"
	case IntervalYear:
		return "year"
	}
	return "unknown"
}

type Subscription struct {
	State    State
	Interval Interval
	Until    time.Time
}

// Billed tells if the customer pays at the moment.
func (s Subscription) Billed() bool {
	return s.State == StateActive
}
--- billing/parse.go
package billing

import "fmt"

var states = map[string]State{
	"trial":     StateTrial,
	"active":    StateActive,
	"cancelled": StateCancelled,‹→
	"paused":    StatePaused,¦re:\n\t"paused": +StatePaused,›
}

var intervals = map[string]Interval{
	"month": IntervalMonth,
	"year":  IntervalYear,
}

func ParseState(text string) (State, error) {
	state, ok := states[text]
	if !ok {
		return 0, fmt.Errorf("unknown state %q", text)
	}
	return state, nil
}
==== errors of the week are wrapped
kind: api-migration
--- importer/importer.go
// Package importer reads the price lists of suppliers.
package importer

import (
	"encoding/csv"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
)

type Price struct {
	SKU   string
	Cents int
}

func Import(path string) ([]Price, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: «%v→%w»", path, err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			log.Printf("close %s: %v", path, err)
		}
	}()
	return read(file)
}

func read(input io.Reader) ([]Price, error) {
	reader := csv.NewReader(input)
	rows, err := reader.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read prices: «%v→%w»", err)
	}
	prices := make([]Price, 0, len(rows))
	for number, row := range rows {
		if len(row) != 2 {
			return nil, fmt.Errorf("row %d: %v has no price", number, row)
		}
		cents, err := strconv.Atoi(row[1])
		if err != nil {
			return nil, fmt.Errorf("price of %s: ‹%v→%w›", row[0], err)
		}
		prices = append(prices, Price{SKU: row[0], Cents: cents})
	}
	return prices, nil
}

func Write(path string, prices []Price) error {
	text := fmt.Sprintf("%v\n", prices)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write %s: ‹%v→%w›", path, err)
	}
	return nil
}

==== the last field of a copied address
kind: half-typed-line
--- api/address.go
package api

import "strings"

// Address is an address in the database.
type Address struct {
	ID         int
	Street     string
	City       string
	PostalCode string
}

// AddressDTO is an address in the API.
type AddressDTO struct {
	Street     string `json:"street"`
	City       string `json:"city"`
	PostalCode string `json:"postalCode"`
}

func toDTO(address Address) AddressDTO {
	var dto AddressDTO
	dto.Street = address.Street
	dto.City = address.City«→
	dto.Pos»‹→talCode = address.PostalCode›
	return dto
}

func fromDTO(id int, dto AddressDTO) Address {
	address := Address{ID: id}
	address.Street = strings.TrimSpace(dto.Street)
	address.City = strings.TrimSpace(dto.City)
	address.PostalCode = strings.ToUpper(strings.TrimSpace(dto.PostalCode))
	return address
}

// oneLine is printed on parcels.
func oneLine(address Address) string {
	return address.Street + ", " + address.PostalCode + " " + address.City
}

==== a deprecated package is left
kind: api-migration
--- backup/backup.go
// Package backup copies the files of a shop.
package backup

import (
	"fmt"
‹	"io/ioutil"
→›	"os"
	"path/filepath"
	"strings"
)

// Copy copies one file.
func Copy(from, to string) error {
	data, err := «ioutil→os».ReadFile(from)
	if err != nil {
		return fmt.Errorf("ioutil: %w", err)
	}
	return «ioutil→os».WriteFile(to, data, 0o600)
}

// Append adds a line to the log of backups.
func Append(path, line string) error {
	data, err := ‹ioutil→os›.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	lines := strings.Split(string(data), "\n")
	lines = append(lines, line)
	return ‹ioutil→os›.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600)
}

// Remove deletes the backups that match a pattern.
func Remove(folder, pattern string) (int, error) {
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		return 0, err
	}
	for number, path := range paths {
		if err := os.Remove(path); err != nil {
			return number, err
		}
	}
	return len(paths), nil
}

==== one timeout is longer
kind: tuned-number
expect: silence
--- cmd/server/main.go
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

func main() {
	server := &http.Server{
		Addr:              ":8080",
		Handler:           routes(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      «10→45» * time.Second,
		IdleTimeout:       2 * time.Minute,
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go func() {
		if err := server.ListenAndServe(); err != http.ErrServerClosed {
			log.Fatal(err)
		}
	}()
	<-ctx.Done()

	shutdown, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := server.Shutdown(shutdown); err != nil {
		log.Print(err)
	}
}

==== vouchers are masked in lists
kind: new-function
expect: silence
--- voucher/redeem.go
package voucher

import (
	"errors"
	"time"
)

var (
	ErrExpired = errors.New("the voucher has expired")
	ErrUsed    = errors.New("the voucher was used")
	ErrOwn     = errors.New("vouchers are for others")
)

type Voucher struct {
	Code    string
	Creator int
	Cents   int
	Expires time.Time
	Used    bool
}

// Redeem returns how many cents a customer gets.
func (v *Voucher) Redeem(customer int, now time.Time) (int, error) {
	if v.Used {
		return 0, ErrUsed
	}
	if v.Creator == customer {
		return 0, ErrOwn
	}
	if now.After(v.Expires) {
		return 0, ErrExpired
	}
	v.Used = true
	return v.Cents, nil
}

// Prolong gives a customer more time.
func (v *Voucher) Prolong(by time.Duration) error {
	if v.Used {
		return ErrUsed
	}
	v.Expires = v.Expires.Add(by)
	return nil
}«→

// Masked returns the code as it is shown in lists.
func (v *Voucher) Masked() string {
	return "****" + v.Code[max(0, len(v.Code)-4):]
}»

// Cancel returns what is refunded to the creator.
func (v *Voucher) Cancel() (int, error) {
	if v.Used {
		return 0, ErrUsed
	}
	v.Used = true
	return v.Cents, nil
}
==== addresses have a postal code
kind: new-field
--- src/main/java/shop/Address.java
package shop;

import java.util.Objects;

/** Where a parcel goes. */
public record Address(String street, String city«→, String postalCode») {

    public Address {
        Objects.requireNonNull(street);
        Objects.requireNonNull(city);‹→
        Objects.requireNonNull(postalCode);›
    }

    public boolean isIn(String otherCity) {
        return city.equalsIgnoreCase(otherCity);
    }
}
--- src/main/java/shop/AddressForm.java
package shop;

import java.util.Map;

/** What a customer has typed. */
public class AddressForm {
    private final String street;
    private final String city;
    private final String postalCode;

    public AddressForm(Map<String, String> values) {
        this.street = values.getOrDefault("street", "");
        this.city = values.getOrDefault("city", "");
        this.postalCode = values.getOrDefault("postalCode", "");
    }

    public boolean isComplete() {
        return !street.isBlank() && !city.isBlank() && !postalCode.isBlank();
    }

    public Address toAddress() {
        return new Address(street, city‹→, postalCode›);
    }
}
--- src/test/java/shop/AddressTest.java
package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AddressTest {
    private final Address address = new Address("Main Street 1", "Berlin"‹→, "10115"¦@¦re:, "\w+"›);

    @Test
    void cityIgnoresCase() {
        assertTrue(address.isIn("BERLIN"));
    }

    @Test
    void otherCity() {
        assertFalse(address.isIn("Hamburg"));
    }
}

==== the name of a customer is the full one
kind: rename-method
--- src/main/java/shop/Customer.java
package shop;

public class Customer {
    private final String first;
    private final String last;

    public Customer(String first, String last) {
        this.first = first;
        this.last = last;
    }

    public String «getName→getFullName»() {
        return first + " " + last;
    }

    public String getInitials() {
        return first.substring(0, 1) + last.substring(0, 1);
    }

    @Override
    public String toString() {
        return "Customer(" + ‹getName→getFullName›() + ")";
    }
}
--- src/main/java/shop/Product.java
package shop;

public class Product {
    private final String name;

    public Product(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
--- src/main/java/shop/Confirmation.java
package shop;

import java.util.List;

/** The text of a mail after an order. */
public class Confirmation {
    private final Customer customer;
    private final List<Product> products;

    public Confirmation(Customer customer, List<Product> products) {
        this.customer = customer;
        this.products = products;
    }

    public String subject() {
        return "Thank you, " + customer.‹getName→getFullName›();
    }

    public String text() {
        StringBuilder text = new StringBuilder("Dear " + customer.‹getName→getFullName›() + ",\n\n");
        for (Product product : products) {
            text.append("- ").append(product.getName()).append('\n');
        }
        return text.toString();
    }
}

==== parcels of the week can be returned
kind: enum-member
--- src/main/java/parcel/State.java
package parcel;

/** Where a parcel is. */
public enum State {
    PACKED,
    SENT,
    DELIVERED,«→
    RETURNED,»
    LOST
}
--- src/main/java/parcel/Labels.java
package parcel;

/** The texts of the parcel page. */
public final class Labels {
    private Labels() {
    }

    public static String label(State state) {
        return switch (state) {
            case PACKED -> "Packed";
            case SENT -> "Sent";
            case DELIVERED -> "Delivered";‹→
            case RETURNED -> "Returned";¦#1›
            case LOST -> "Lost";‹→
            case RETURNED -> "Returned";¦#1›
        };
    }

    public static int step(State state) {
        return switch (state) {
            case PACKED -> 1;
            case SENT -> 2;
            case DELIVERED -> 3;‹→
            case RETURNED -> 4;¦#2¦@¦re:\n            case RETURNED -> -?\d+;›
            case LOST -> 0;‹→
            case RETURNED -> 4;¦#2¦@¦re:\n            case RETURNED -> -?\d+;›
        };
    }

    public static String priority(boolean express) {
        return express ? "Express" : "Standard";
    }

    public static boolean isOpen(State state) {
        return state == State.PACKED || state == State.SENT;
    }
}

==== reading templates may fail
kind: error-handling
--- src/main/java/mail/Templates.java
package mail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The templates of all mails. */
public class Templates {
    private final Path folder;

    public Templates(Path folder) {
        this.folder = folder;
    }

    String read(String name) «→throws IOException »{
«        try {
            return Files.readString(folder.resolve(name + ".txt"));
        } catch (IOException error) {
            return "";
        }→        return Files.readString(folder.resolve(name + ".txt"));»
    }

    public String fill(String name, Map<String, String> values) ‹→throws IOException ¦@¦#1›{
        ‹String text = read(name);→String text;
        try {
            text = read(name);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }¦@¦#1›
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("{" + value.getKey() + "}", value.getValue());
        }
        return text;
    }

    public String subject(String name) ‹→throws IOException ¦@¦#2›{
        ‹String text = read(name);→String text;
        try {
            text = read(name);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }¦@¦#2›
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    public boolean exists(String name) {
        return Files.exists(folder.resolve(name + ".txt"));
    }
}

==== payments can be cancelled
kind: interface-method
--- src/main/java/pay/Provider.java
package pay;

/** A service that takes payments. */
public interface Provider {
    String start(long cents, String currency);

    boolean isPaid(String id);«→

    void cancel(String id);»
}
--- src/main/java/pay/CardProvider.java
package pay;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

public class CardProvider implements Provider {
    private final Map<String, Boolean> payments = new HashMap<>();

    @Override
    public String start(long cents, String currency) {
        String id = UUID.randomUUID().toString();
        payments.put(id, false);
        return id;
    }

    @Override
    public boolean isPaid(String id) {
        return payments.getOrDefault(id, false);
    }‹→

    @Override
    public void cancel(String id) {
        payments.remove(id);
    }¦@¦re:\n\n    @Override\n    public void cancel\(String id\) \{\n(?:        .*\n)*    \}›
}
--- src/main/java/pay/FakeProvider.java
package pay;

/** Every payment succeeds; for tests. */
public class FakeProvider implements Provider {
    private int started;

    @Override
    public String start(long cents, String currency) {
        started++;
        return "fake-" + started;
    }

    @Override
    public boolean isPaid(String id) {
        return id.startsWith("fake-");
    }‹→

    @Override
    public void cancel(String id) {
    }¦@¦re:\n\n    @Override\n    public void cancel\(String id\) \{\n(?:        .*\n)*    \}¦#1›

    public int started() {
        return started;
    }‹→

    @Override
    public void cancel(String id) {
    }¦@¦#1¦re:\n\n    @Override\n    public void cancel\(String id\) \{\n(?:        .*\n)*    \}›
}

==== messages go to the log
kind: api-migration
--- src/main/java/sync/StockSync.java
package sync;

import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies the stock of the warehouse into the shop. */
public class StockSync {
    private static final Logger log = LoggerFactory.getLogger(StockSync.class);

    private final Map<String, Integer> shop = new TreeMap<>();

    public int run(String warehouse, Map<String, Integer> stock) {
        «System.out.println("Syncing " + warehouse)→log.info("Syncing {}", warehouse)»;
        int changed = 0;
        for (Map.Entry<String, Integer> entry : stock.entrySet()) {
            Integer before = shop.put(entry.getKey(), entry.getValue());
            if (!entry.getValue().equals(before)) {
                «System.out.println("Changed " + entry.getKey())→log.info("Changed {}", entry.getKey())»;
                changed++;
            }
        }
        ‹System.out.println("Products changed: " + changed)→log.info("Products changed: {}", changed)›;
        return changed;
    }

    public void remove(String sku) {
        if (shop.remove(sku) != null) {
            ‹System.out.println("Removed " + sku)→log.info("Removed {}", sku)›;
        }
    }

    /** Prints the stock as a table. */
    public String table() {
        StringBuilder table = new StringBuilder("Stock:\n");
        shop.forEach((sku, count) -> table.append(sku + " " + count + "\n"));
        return table.toString();
    }
}

==== express parcels cost a bit more
kind: table-entry
expect: silence
--- src/main/java/parcel/Fees.java
package parcel;

import java.util.Map;

/** What sending a parcel costs, in cents. */
public final class Fees {
    private static final Map<String, Integer> FEES = Map.of(
        "letter", 180,
        "small", 490,
        "medium", 690,
        "large", 990,
        "express", «1490→1590»
    );

    private static final Map<String, Integer> MAX_GRAMS = Map.of(
        "letter", 500,
        "small", 2000,
        "medium", 5000,
        "large", 31500,
        "express", 5000
    );

    private Fees() {
    }

    public static int fee(String kind) {
        Integer fee = FEES.get(kind);
        if (fee == null) {
            throw new IllegalArgumentException("There is no parcel of the kind " + kind);
        }
        return fee;
    }

    public static boolean fits(String kind, int grams) {
        return grams <= MAX_GRAMS.getOrDefault(kind, 0);
    }
}
==== requests send the cookies
kind: add-option
--- public/js/api.js
const BASE = "/api/v2";

async function check(response) {
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}`);
  }
  return response.json();
}

export async function listOrders() {
  const response = await fetch(`${BASE}/orders`, { headers: { Accept: "application/json" }«→, credentials: "include"» });
  return check(response);
}

export async function readOrder(id) {
  const response = await fetch(`${BASE}/orders/${id}`, { headers: { Accept: "application/json" }«→, credentials: "include"» });
  return check(response);
}

export async function listInvoices(year) {
  const response = await fetch(`${BASE}/invoices?year=${year}`, { headers: { Accept: "application/json" }‹→, credentials: "include"› });
  return check(response);
}

export async function readProfile() {
  const response = await fetch(`${BASE}/profile`, { headers: { Accept: "application/json" }‹→, credentials: "include"› });
  return check(response);
}

/** The catalog is public, on another host. */
export async function loadCatalog() {
  const response = await fetch("https://cdn.example.com/catalog.json");
  return check(response);
}

export function request(path) {
  return new Request(BASE + path);
}

==== a helper says what it escapes
kind: rename-function
--- lib/html.js
"use strict";

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Makes a text safe inside of an element. */
function «escape→escapeHtml»(text) {
  return String(text).replace(/[&<>"]/g, (character) => ENTITIES[character]);
}

function link(href, text) {
  return `<a href="${encodeURI(href)}">${‹escape→escapeHtml›(text)}</a>`;
}

module.exports = { ‹escape→escapeHtml›, link };
--- lib/page.js
"use strict";

const { ‹escape→escapeHtml›, link } = require("./html");
const { escape: escapeSql } = require("mysql2");

function page(title, items) {
  const rows = items.map((item) => `<li>${link(item.href, item.name)}</li>`);
  return `<h1>${‹escape→escapeHtml›(title)}</h1><ul>${rows.join("")}</ul>`;
}

function search(text) {
  return `SELECT name, href FROM items WHERE name = ${escapeSql(text)}`;
}

/** Closes the dialog on escape. */
function script() {
  return '<script>onkeydown = (event) => event.key === "Escape" && history.back();</script>';
}

module.exports = { page, search, script };

==== the parameter of one route gets a name
kind: rename-route-parameter
--- routes/shop.js
import { Router } from "express";
import { customers, orders } from "../data.js";

export const router = Router();

router.get("/orders", (req, res) => {
  res.json(orders.filter((order) => !order.deleted));
});

router.post("/orders/:«id→orderId»/items", (req, res) => {
  const order = orders.find((order) => order.id === req.params.‹id→orderId›);
  if (!order) {
    return res.status(404).json({ error: `no order ${req.params.‹id→orderId›}` });
  }
  order.items.push(req.body.id);
  res.status(201).json({ id: order.id, items: order.items });
});

router.get("/customers/:id", (req, res) => {
  const customer = customers.find((customer) => customer.id === req.params.id);
  if (!customer) {
    return res.status(404).json({ error: `no customer ${req.params.id}` });
  }
  res.json(customer);
});

router.delete("/customers/:id", (req, res) => {
  const index = customers.findIndex((customer) => customer.id === req.params.id);
  if (index >= 0) customers.splice(index, 1);
  res.status(204).end();
});
--- data.js
export const orders = [{ id: "1", items: [], deleted: false }];
export const customers = [{ id: "7", name: "Ann" }];

==== one country has another tax
kind: table-entry
expect: silence
--- src/tax.js
/** The taxes of countries, in percent. */
export const TAXES = {
  AT: { standard: 20, reduced: 10 },
  DE: { standard: 19, reduced: 7 },
  EE: { standard: «20→22», reduced: 9 },
  FR: { standard: 20, reduced: 5.5 },
  NL: { standard: 21, reduced: 9 },
  SK: { standard: 20, reduced: 10 },
};

const REDUCED = new Set(["book", "food"]);

export function taxOf(country, kind) {
  const taxes = TAXES[country];
  if (!taxes) {
    throw new RangeError(`There is no tax for ${country}.`);
  }
  return REDUCED.has(kind) ? taxes.reduced : taxes.standard;
}

export function gross(net, country, kind) {
  return Math.round(net * (1 + taxOf(country, kind) / 100));
}

export function discounted(net, percent = 20) {
  return Math.round((net * (100 - percent)) / 100);
}
==== the due date of an invoice gets a clearer field name
kind: rename-field
--- billing/models.py
"""Invoices and the reminders that are sent for them."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass
class Reminder:
    invoice_id: int
    due: date
    level: int = 1


@dataclass
class Invoice:
    id: int
    customer: str
    total_cents: int
    «due→due_on»: date
    paid: bool = False

    def is_overdue(self, today: date) -> bool:
        return not self.paid and self.‹due→due_on› < today

    def first_reminder(self) -> Reminder:
        return Reminder(invoice_id=self.id, due=self.‹due→due_on› + timedelta(days=7))
--- billing/importer.py
"""Reads the export of the bank."""

from datetime import date

from billing.models import Invoice, Reminder


def parse_invoice(row: dict[str, str]) -> Invoice:
    """Build an invoice from a row; the bank names its columns, such as "due"."""
    return Invoice(
        id=int(row["id"]),
        customer=row["customer"].strip(),
        total_cents=round(float(row["total"]) * 100),
        ‹due→due_on›=date.fromisoformat(row["due"]),
    )


def oldest_first(invoices: list[Invoice]) -> list[Invoice]:
    return sorted(invoices, key=lambda invoice: invoice.‹due→due_on›)


def upcoming(reminders: list[Reminder], today: date) -> list[Reminder]:
    return [reminder for reminder in reminders if reminder.due >= today]

==== amounts are formatted in the currency of the order
kind: add-parameter
--- shop/money.py
"""Amounts are kept in cents."""

SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}


def format_amount(cents: int«→, currency: str») -> str:
    """Return an amount as it is printed on receipts."""
    symbol = SYMBOLS[‹"EUR"→currency›]
    return f"{cents / 100:,.2f} {symbol}"


def parse_amount(text: str) -> int:
    for symbol in SYMBOLS.values():
        text = text.replace(symbol, "")
    return round(float(text.replace(",", "")) * 100)


def currency_of(country: str) -> str:
    return {"US": "USD", "GB": "GBP"}.get(country, "EUR")
--- shop/receipts.py
from dataclasses import dataclass, field

from shop.money import format_amount, parse_amount


@dataclass
class Item:
    name: str
    price_cents: int


@dataclass
class Order:
    number: str
    currency: str
    items: list[Item] = field(default_factory=list)

    @property
    def total_cents(self) -> int:
        return sum(item.price_cents for item in self.items)


def receipt(order: Order) -> str:
    lines = [f"Receipt for order {order.number}", ""]
    for item in order.items:
        price = format_amount(item.price_cents‹→, order.currency¦, currency=order.currency›)
        lines.append(f"{item.name:<30}{price:>12}")
    total = format_amount(order.total_cents‹→, order.currency¦, currency=order.currency›)
    lines.append(f"{'Total':<30}{total:>12}")
    return "\n".join(lines)


def is_paid(order: Order, paid: str) -> bool:
    return parse_amount(paid) >= order.total_cents

==== loading a profile becomes a coroutine
kind: async
--- accounts/profiles.py
"""Profiles of users, read from the database."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import asyncpg

QUERY = "SELECT id, name, avatar FROM profiles WHERE id = $1"


@dataclass
class Profile:
    id: int
    name: str
    avatar: str


«def→async def» load_profile(pool: asyncpg.Pool, user_id: int) -> Profile:
    row = «asyncio.run(pool.fetchrow(QUERY, user_id))→await pool.fetchrow(QUERY, user_id)»
    return Profile(id=row["id"], name=row["name"], avatar=row["avatar"])


def load_avatar(folder: Path, profile: Profile) -> bytes:
    return (folder / profile.avatar).read_bytes()


async def warm_up(pool: asyncpg.Pool) -> None:
    await asyncio.sleep(0)
    await pool.fetchval("SELECT 1")
--- accounts/handlers.py
from pathlib import Path

from aiohttp import web

from accounts.profiles import load_avatar, load_profile

AVATARS = Path("/srv/avatars")


async def show_profile(request: web.Request) -> web.Response:
    profile = ‹→await ›load_profile(request.app["pool"], int(request.match_info["id"]))
    return web.json_response({"id": profile.id, "name": profile.name})


async def show_avatar(request: web.Request) -> web.Response:
    profile = ‹→await ›load_profile(request.app["pool"], int(request.match_info["id"]))
    image = load_avatar(AVATARS, profile)
    return web.Response(body=image, content_type="image/png")


async def show_own_name(request: web.Request) -> web.Response:
    user_id = request["session"].user_id
    profile = ‹→await ›load_profile(request.app["pool"], user_id)
    return web.Response(text=profile.name)


async def health(request: web.Request) -> web.Response:
    return web.Response(text="ok")

==== an exception says what was not found
kind: rename-class
--- orders/errors.py
"""The errors of the order service."""


class OrderError(Exception):
    """The base of all errors of orders."""


class «NotFound→OrderNotFound»(OrderError):
    def __init__(self, number: str) -> None:
        super().__init__(f"‹NotFound→OrderNotFound¦?›: order {number}")
        self.number = number


class OutOfStock(OrderError):
    def __init__(self, sku: str) -> None:
        super().__init__(f"{sku} is out of stock")
        self.sku = sku
--- orders/service.py
from http import HTTPStatus

from orders.errors import ‹NotFound→OrderNotFound›, OutOfStock

_ORDERS: dict[str, list[str]] = {}
_STOCK: dict[str, int] = {}


class CustomerNotFound(Exception):
    pass


def items_of(number: str) -> list[str]:
    """Return the items of an order."""
    if number not in _ORDERS:
        raise ‹NotFound→OrderNotFound›(number)
    return _ORDERS[number]


def reserve(number: str) -> None:
    for sku in items_of(number):
        if _STOCK.get(sku, 0) < 1:
            raise OutOfStock(sku)
        _STOCK[sku] -= 1


def respond(number: str) -> tuple[int, str]:
    try:
        reserve(number)
    except ‹NotFound→OrderNotFound› as error:
        return HTTPStatus.NOT_FOUND, str(error)
    except OutOfStock as error:
        return HTTPStatus.CONFLICT, str(error)
    return HTTPStatus.OK, "reserved"


def customer_of(number: str, customers: dict[str, str]) -> str:
    if number not in customers:
        raise CustomerNotFound(number)
    return customers[number]

==== orders can be refunded
kind: enum-member
--- orders/status.py
"""The states of an order and how an order is paid."""

from enum import StrEnum


class Status(StrEnum):
    PENDING = "pending"
    PAID = "paid"
    SHIPPED = "shipped"«→
    REFUNDED = "refunded"»


class Method(StrEnum):
    CARD = "card"
    INVOICE = "invoice"
    VOUCHER = "voucher"


STATUS_LABELS = {
    Status.PENDING: "Pending",
    Status.PAID: "Paid",
    Status.SHIPPED: "Shipped",‹→
    Status.REFUNDED: "Refunded",›
}

METHOD_LABELS = {
    Method.CARD: "Credit card",
    Method.INVOICE: "Invoice",
    Method.VOUCHER: "Voucher",
}
--- orders/badges.py
from orders.status import METHOD_LABELS, STATUS_LABELS, Method, Status

COLORS = {
    Status.PENDING: "yellow",
    Status.PAID: "blue",
    Status.SHIPPED: "green",‹→
    Status.REFUNDED: "gray",¦@¦re:\n    Status\.REFUNDED: "[\w-]+",›
}

ICONS = {
    Method.CARD: "credit-card",
    Method.INVOICE: "file-text",
    Method.VOUCHER: "gift",
}

FINAL = {Status.SHIPPED‹→, Status.REFUNDED¦?›}


def status_badge(status: Status) -> str:
    return f'<span class="badge badge-{COLORS[status]}">{STATUS_LABELS[status]}</span>'


def method_badge(method: Method) -> str:
    return f'<span class="icon-{ICONS[method]}">{METHOD_LABELS[method]}</span>'

==== times become aware of their time zone
kind: api-migration
--- auth/tokens.py
"""Tokens of sessions. Times are in UTC."""

import secrets
from dataclasses import dataclass
from datetime import datetime, ‹timedelta→timedelta, timezone¦timezone, timedelta›

LIFETIME = timedelta(hours=12)


@dataclass
class Token:
    value: str
    user_id: int
    created: datetime
    expires: datetime
    used: datetime | None = None


def create_token(user_id: int) -> Token:
    now = datetime.«utcnow()→now(timezone.utc)»
    return Token(secrets.token_urlsafe(32), user_id, now, now + LIFETIME)


def is_expired(token: Token) -> bool:
    return token.expires <= datetime.«utcnow()→now(timezone.utc)»


def touch(token: Token) -> None:
    token.used = datetime.‹utcnow()→now(timezone.utc)›


def prolong(token: Token, by: timedelta = LIFETIME) -> None:
    token.expires = max(token.expires, datetime.‹utcnow()→now(timezone.utc)› + by)


def backup_name() -> str:
    """Return a file name with the date of the local clock."""
    return f"tokens-{datetime.now():%Y-%m-%d}.json"


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text)

==== commands of git get a timeout
kind: add-option
--- deploy/git.py
"""Runs git for deployments."""

import shutil
import subprocess
from pathlib import Path


def clone(url: str, folder: Path) -> None:
    subprocess.run(["git", "clone", "--mirror", url, str(folder)], check=True, timeout=900)


def fetch(folder: Path) -> None:
    subprocess.run(["git", "fetch", "--prune"], cwd=folder, check=True«→, timeout=60»)


def checkout(folder: Path, branch: str) -> None:
    subprocess.run(["git", "checkout", "--force", branch], cwd=folder, check=True«→, timeout=60»)


def clean(folder: Path) -> None:
    subprocess.run(["git", "clean", "-fdx"], cwd=folder, check=True‹→, timeout=60›)
    shutil.rmtree(folder / "build", ignore_errors=True)


def tag(folder: Path, name: str, message: str) -> None:
    subprocess.run(["git", "tag", "-a", name, "-m", message], cwd=folder, check=True‹→, timeout=60›)


def follow_log(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(["git", "log", "--follow"], cwd=folder, stdout=subprocess.PIPE, text=True)


def set_up(url: str, folder: Path, branch: str) -> None:
    if not folder.exists():
        clone(url, folder)
    fetch(folder)
    checkout(folder, branch)

==== the sum of a basket gets its own name
kind: rename-local
--- shop/basket.py
"""Prices of a basket, with vouchers and shipping."""

from dataclasses import dataclass


@dataclass
class Line:
    sku: str
    price: int
    count: int


def subtotal(lines: list[Line]) -> int:
    result = 0
    for line in lines:
        result += line.price * line.count
    return result


def shipping(lines: list[Line], country: str) -> int:
    """Return the costs of shipping; the result is in cents."""
    «result→costs» = 490 if country == "DE" else 1290
    for line in lines:
        if line.sku.startswith("BULKY-"):
            ‹result→costs› += 1500 * line.count
    if subtotal(lines) > 10_000:
        ‹result→costs› = 0
    return ‹result→costs›


def discount(lines: list[Line], voucher: str | None) -> int:
    result = 0
    if voucher == "SPRING":
        result = subtotal(lines) // 10
    elif voucher == "WELCOME":
        result = 500
    return min(result, subtotal(lines))


def total(lines: list[Line], country: str, voucher: str | None = None) -> int:
    result = subtotal(lines) - discount(lines, voucher)
    return result + shipping(lines, country)

==== mails have no copy any more
kind: remove-parameter
--- notify/mail.py
"""Sends mails over SMTP."""

import smtplib
from email.message import EmailMessage

SENDER = "shop@example.com"


def send_mail(to: str, subject: str, text: str«, cc: str | None = None→») -> None:
    message = EmailMessage()
    message["From"] = SENDER
    message["To"] = to
‹    if cc:
        message["Cc"] = cc
→¦@›    message["Subject"] = subject
    message.set_content(text)
    with smtplib.SMTP("localhost") as server:
        server.send_message(message)


def send_letter(to: str, text: str, cc: str | None = None) -> None:
    """Print a letter, and a second one for cc."""
    for name in filter(None, [to, cc]):
        print(f"{name}\n\n{text}")
--- notify/orders.py
from notify.mail import send_letter, send_mail

OFFICE = "office@example.com"


def order_received(address: str, number: str) -> None:
    send_mail(address, f"Order {number}", "We have received your order."‹, cc=OFFICE→›)


def order_shipped(address: str, number: str) -> None:
    send_mail(address, f"Order {number}", "Your order is on its way.")


def order_cancelled(address: str, number: str, reason: str) -> None:
    send_mail(address, f"Order {number} was cancelled", reason‹, cc=OFFICE→›)


def payment_overdue(name: str, number: str) -> None:
    send_letter(name, f"Please pay order {number}.", cc=OFFICE)

==== uploads may be larger
kind: constant-in-docs
--- uploads/limits.py
"""Limits of uploads."""

MAX_UPLOAD_MB = «10→25»
MAX_FILES = 10
CHUNK_KB = 512


class TooLarge(ValueError):
    """An upload has more than MAX_UPLOAD_MB."""


def check_size(size: int) -> None:
    if size > MAX_UPLOAD_MB * 1024 * 1024:
        raise TooLarge(f"The file has more than {MAX_UPLOAD_MB} MB.")


def check_count(count: int) -> None:
    if count > MAX_FILES:
        raise ValueError("At most 10 files can be uploaded at once.")
--- docs/uploads.md
# Uploads

Users add pictures and documents to an order.

- A file may have up to ‹10→25› MB.
- Up to 10 files can be uploaded at once.
- Previews are made within 10 seconds.

A larger file is refused with the status 413. Set `client_max_body_size` of nginx to `‹10m→25m›` or more, so that the
proxy does not refuse uploads first.
--- tests/test_limits.py
import pytest

from uploads.limits import TooLarge, check_count, check_size

MB = 1024 * 1024


def test_the_largest_file_is_accepted():
    check_size(‹10→25› * MB)


def test_a_larger_file_is_refused():
    with pytest.raises(TooLarge):
        check_size(‹10→25› * MB + 1)


def test_ten_files_are_accepted():
    check_count(10)
==== the last attribute of a constructor
kind: half-typed-line
--- mail/config.py
"""How mails are sent."""

import smtplib
import ssl


class MailConfig:
    def __init__(
        self,
        host: str,
        port: int,
        username: str,
        password: str,
        use_tls: bool = True,
    ) -> None:
        self.host = host
        self.port = port
        self.username = username
        self.password = password«→
        self.use»‹→_tls = use_tls›

    def connect(self) -> smtplib.SMTP:
        server = smtplib.SMTP(self.host, self.port)
        if self.use_tls:
            server.starttls(context=ssl.create_default_context())
        server.login(self.username, self.password)
        return server

    def describe(self) -> str:
        tls = "with" if self.use_tls else "without"
        return f"{self.username}@{self.host}:{self.port} {tls} TLS"

==== larger batches of events
kind: tuned-number
expect: silence
--- analytics/export.py
"""Sends events to the warehouse."""

import time
from collections.abc import Iterable, Iterator
from itertools import islice

import requests

BATCH_SIZE = «200→500»
MAX_ATTEMPTS = 3
TIMEOUT = 20


def batches(events: Iterable[dict]) -> Iterator[list[dict]]:
    iterator = iter(events)
    while batch := list(islice(iterator, BATCH_SIZE)):
        yield batch


def send(url: str, batch: list[dict]) -> None:
    for attempt in range(MAX_ATTEMPTS):
        response = requests.post(url, json=batch, timeout=TIMEOUT)
        if response.status_code == 200:
            return
        if response.status_code < 500:
            raise ValueError(f"The warehouse refused a batch: {response.status_code}")
        time.sleep(2**attempt)
    raise TimeoutError("The warehouse does not answer.")


def preview(events: Iterable[dict], width: int = 200) -> list[str]:
    return [str(event)[:width] for event in islice(events, 10)]


def export(url: str, events: Iterable[dict]) -> int:
    sent = 0
    for batch in batches(events):
        send(url, batch)
        sent += len(batch)
    return sent

==== one message is worded better
kind: reworded-message
expect: silence
--- auth/passwords.py
"""Rules for passwords."""

import re

MIN_LENGTH = 12


def check_password(password: str, name: str) -> list[str]:
    """Return what is wrong with a password."""
    problems = []
    if len(password) < MIN_LENGTH:
        problems.append(f"The password must have at least {MIN_LENGTH} characters.")
    if not re.search(r"\d", password):
        problems.append("The password must have a digit.")
    if not re.search(r"[A-Z]", password):
        problems.append("The password must have a capital letter.")
    if name.lower() in password.lower():
        problems.append("«The password must not have the name.→Please choose a password without your name in it.»")
    return problems


def check_pin(pin: str) -> list[str]:
    if not pin.isdigit():
        return ["The PIN must have digits only."]
    if len(pin) != 6:
        return ["The PIN must have six digits."]
    return []
--- tests/test_passwords.py
from auth.passwords import check_password, check_pin


def test_a_good_password_has_no_problems():
    assert check_password("Correct-Horse-7", "ann") == []


def test_the_name_is_no_part_of_a_password():
    assert len(check_password("Ann-Correct-Horse-7", "ann")) == 1


def test_a_pin_has_digits_only():
    assert check_pin("12a456") == ["The PIN must have digits only."]

==== carts without items have no report
kind: guard-clause
expect: silence
--- reports/carts.py
"""Reports about the carts of a day."""

from collections import Counter
from dataclasses import dataclass


@dataclass
class Cart:
    customer: str
    skus: list[str]
    cents: int


def average_value(carts: list[Cart]) -> float:«→
    if not carts:
        return 0.0»
    return sum(cart.cents for cart in carts) / len(carts) / 100


def popular(carts: list[Cart], count: int = 5) -> list[tuple[str, int]]:
    counter = Counter(sku for cart in carts for sku in cart.skus)
    return counter.most_common(count)


def customers(carts: list[Cart]) -> list[str]:
    return sorted({cart.customer for cart in carts})


def total_value(carts: list[Cart]) -> float:
    return sum(cart.cents for cart in carts) / 100


def report(carts: list[Cart]) -> str:
    lines = [f"{len(carts)} carts of {len(customers(carts))} customers"]
    lines.append(f"Total: {total_value(carts):.2f}, average: {average_value(carts):.2f}")
    lines += [f"{count} x {sku}" for sku, count in popular(carts)]
    return "\n".join(lines)

==== the size of a page gets a default
kind: default-value
expect: silence
--- catalog/pages.py
"""Splits lists of products into pages."""

from dataclasses import dataclass


@dataclass
class Page:
    items: list[str]
    number: int
    last: int


def paginate(items: list[str], number: int, size: int«→ = 20») -> Page:
    """Return a page of the items; the first has the number 0."""
    last = max(0, (len(items) - 1) // size)
    number = min(max(number, 0), last)
    start = number * size
    return Page(items[start : start + size], number, last)


def split_columns(items: list[str], count: int, size: int) -> list[list[str]]:
    return [items[column * size : (column + 1) * size] for column in range(count)]
--- catalog/views.py
from catalog.pages import paginate, split_columns


def search_page(names: list[str], text: str, number: int) -> dict[str, object]:
    page = paginate([name for name in names if text in name], number, 50)
    return {"names": page.items, "number": page.number, "last": page.last}


def admin_page(names: list[str], number: int, size: int) -> dict[str, object]:
    page = paginate(sorted(names), number, size)
    return {"names": page.items, "more": page.number < page.last}


def footer(names: list[str]) -> list[list[str]]:
    return split_columns(sorted(names), 4, 5)

==== an old report is deleted
kind: deleted-function
--- reports/sales.py
"""Reports about sales."""

import csv
import io
from collections.abc import Iterable

__all__ = ["monthly_totals", ‹"sales_as_xml", →›"sales_as_csv", "sales_as_text"]


def monthly_totals(rows: Iterable[tuple[str, int]]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for day, cents in rows:
        month = day[:7]
        totals[month] = totals.get(month, 0) + cents
    return totals


«def sales_as_xml(rows: Iterable[tuple[str, int]]) -> str:
    lines = [f'<sale day="{day}" cents="{cents}"/>' for day, cents in rows]
    return "<sales>" + "".join(lines) + "</sales>"


→»def sales_as_csv(rows: Iterable[tuple[str, int]]) -> str:
    output = io.StringIO()
    writer = csv.writer(output)
    writer.writerow(["day", "cents"])
    writer.writerows(rows)
    return output.getvalue()


def sales_as_text(rows: Iterable[tuple[str, int]]) -> str:
    return "\n".join(f"{day}: {cents / 100:.2f}" for day, cents in rows)
--- reports/formats.py
from collections.abc import Callable, Iterable

from reports.sales import sales_as_csv, sales_as_text‹, sales_as_xml→›
from reports.stock import stock_as_csv, stock_as_xml

Writer = Callable[[Iterable[tuple[str, int]]], str]

SALES: dict[str, Writer] = {
    "csv": sales_as_csv,
    "text": sales_as_text,
‹    "xml": sales_as_xml,
→›}

STOCK: dict[str, Writer] = {
    "csv": stock_as_csv,
    "xml": stock_as_xml,
}


def write(kind: str, form: str, rows: Iterable[tuple[str, int]]) -> str:
    writers = SALES if kind == "sales" else STOCK
    return writers[form](rows)
--- reports/stock.py
from collections.abc import Iterable


def stock_as_csv(rows: Iterable[tuple[str, int]]) -> str:
    return "\n".join(f"{sku},{count}" for sku, count in rows)


def stock_as_xml(rows: Iterable[tuple[str, int]]) -> str:
    return "".join(f'<stock sku="{sku}" count="{count}"/>' for sku, count in rows)

==== a slow lookup is cached
kind: import
--- geo/regions.py
"""Regions of postal codes."""

import json
from functools import ‹wraps→cache, wraps¦wraps, cache›
from pathlib import Path

REGIONS = Path(__file__).with_name("regions.json")


def logged(function):
    @wraps(function)
    def wrapper(*args):
        print(f"{function.__name__}{args}")
        return function(*args)

    return wrapper


«→@cache
»def load_regions() -> dict[str, str]:
    """Read the file of all regions. The cache of the web server does not help here."""
    return json.loads(REGIONS.read_text())


@logged
def region_of(postal_code: str) -> str:
    regions = load_regions()
    return regions.get(postal_code[:2], "unknown")


def codes_of(region: str) -> list[str]:
    return sorted(code for code, name in load_regions().items() if name == region)


def clear(cache: dict[str, str]) -> None:
    cache.clear()

==== storages can delete a key
kind: interface-method
--- storage/base.py
"""Where files of customers are kept."""

from abc import ABC, abstractmethod


class Storage(ABC):
    @abstractmethod
    def read(self, key: str) -> bytes: ...

    @abstractmethod
    def write(self, key: str, data: bytes) -> None: ...«→

    @abstractmethod
    def delete(self, key: str) -> None: ...»
--- storage/local.py
from pathlib import Path

from storage.base import Storage


class LocalStorage(Storage):
    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, key: str) -> bytes:
        return (self._root / key).read_bytes()

    def write(self, key: str, data: bytes) -> None:
        path = self._root / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)‹→

    def delete(self, key: str) -> None:
        (self._root / key).unlink()¦@¦re:\n\n    def delete\(self, key: str\) -> None:(?:\n        .+)+›


def total_size(root: Path) -> int:
    return sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
--- storage/memory.py
from storage.base import Storage


class MemoryStorage(Storage):
    """For tests."""

    def __init__(self) -> None:
        self._data: dict[str, bytes] = {}

    def read(self, key: str) -> bytes:
        return self._data[key]

    def write(self, key: str, data: bytes) -> None:
        self._data[key] = data‹→

    def delete(self, key: str) -> None:
        del self._data[key]¦@¦re:\n\n    def delete\(self, key: str\) -> None:(?:\n        .+)+›


class ReadLog:
    """Counts what is read; it is no storage."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def read(self, key: str) -> None:
        self.counts[key] = self.counts.get(key, 0) + 1

    def write(self, key: str, data: bytes) -> None:
        self.counts[key] = 0

==== a search also returns how many there are
kind: return-type
--- users/search.py
"""Finds users by their name or their mail address."""

from dataclasses import dataclass

PAGE = 20


@dataclass
class User:
    name: str
    mail: str
    active: bool = True


def find_users(users: list[User], text: str, page: int = 0) -> «list[User]→tuple[list[User], int]»:
    """Return a page of the users that match."""
    found = [user for user in users if text in user.name or text in user.mail]
    found.sort(key=lambda user: user.name)
    return «found[page * PAGE : (page + 1) * PAGE]→found[page * PAGE : (page + 1) * PAGE], len(found)»


def find_active(users: list[User]) -> list[User]:
    return [user for user in users if user.active]
--- users/views.py
from users.search import PAGE, User, find_active, find_users


def list_view(users: list[User], query: dict[str, str]) -> dict[str, object]:
    page = int(query.get("page", 0))
    ‹found→found, total¦re:found, \w+› = find_users(users, query.get("q", ""), page)
    return {
        "page": page,
        "size": PAGE,‹→
        "total": total,¦?¦re:
        "\w+": \w+,›
        "users": [user.name for user in found],
    }


def active_view(users: list[User]) -> dict[str, object]:
    found = find_active(users)
    return {"users": [user.name for user in found]}


def first_mail(users: list[User], text: str) -> str | None:
    ‹found = find_users(users, text)→found, _ = find_users(users, text)¦found = find_users(users, text)[0]¦re:found, \w+ = find_users\(users, text\)›
    return found[0].mail if found else None

==== a setting is named as everywhere else
kind: rename-setting
--- app/settings.py
"""The settings, read from the environment, such as SMTP_PORT."""

from pydantic_settings import BaseSettings


class Settings(BaseSettings):
    database_url: str = "sqlite:///app.db"
    redis_server: str = "localhost"
    «smtp_server→smtp_host»: str = "localhost"
    smtp_port: int = 25
    debug: bool = False


settings = Settings()
--- app/mailer.py
import smtplib
from email.message import EmailMessage

from app.settings import settings


def open_server() -> smtplib.SMTP:
    smtp_server = smtplib.SMTP(settings.‹smtp_server→smtp_host›, settings.smtp_port)
    smtp_server.ehlo()
    return smtp_server


def deliver(message: EmailMessage) -> None:
    with open_server() as smtp_server:
        smtp_server.send_message(message)


def describe() -> str:
    return f"mail over {settings.‹smtp_server→smtp_host›}:{settings.smtp_port}, cache on {settings.redis_server}"
--- .env.example
# Copy to .env
DATABASE_URL=postgresql://app@localhost/app
REDIS_SERVER=localhost
‹SMTP_SERVER→SMTP_HOST›=mail.example.com
SMTP_PORT=587
DEBUG=false
==== events have one more kind
kind: enum-variant
--- src/event.rs
use std::fmt;

/// What happened to a parcel.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Created,
    Scanned { depot: String },
    Delivered,«→
    Lost,»
}

#[derive(Debug, Clone, Copy)]
pub enum Carrier {
    Post,
    Courier,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Created => write!(f, "created"),
            Event::Scanned { depot } => write!(f, "scanned in {depot}"),
            Event::Delivered => write!(f, "delivered"),‹→
            Event::Lost => write!(f, "lost"),›
        }
    }
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Carrier::Post => write!(f, "post"),
            Carrier::Courier => write!(f, "courier"),
        }
    }
}
--- src/notify.rs
use crate::event::{Carrier, Event};

/// The text that the customer gets, if any.
pub fn message(event: &Event) -> Option<String> {
    match event {
        Event::Created => None,
        Event::Scanned { depot } => Some(format!("Your parcel is in {depot}.")),
        Event::Delivered => Some("Your parcel was delivered.".to_string()),‹→
        Event::Lost => Some("Your parcel was lost.".to_string()),¦@¦re:\n        Event::Lost => .+,›
    }
}

pub fn is_delivered(event: &Event) -> bool {
    matches!(event, Event::Delivered)
}

pub fn days(carrier: Carrier) -> u32 {
    match carrier {
        Carrier::Post => 3,
        Carrier::Courier => 1,
    }
}

==== workers have a name
kind: new-field
--- src/worker.rs
use std::time::Duration;

/// How a worker takes jobs from the queue.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    pub queue: String,
    pub threads: usize,
    pub poll: Duration,«→
    pub name: String,»
}

#[derive(Debug, Clone)]
pub struct QueueConfig {
    pub url: String,
    pub threads: usize,
    pub poll: Duration,
}

impl Default for WorkerConfig {
    fn default() -> Self {
        Self {
            queue: "default".to_string(),
            threads: 4,
            poll: Duration::from_secs(1),‹→
            name: "worker".to_string(),¦@¦re:\n            name: .+,›
        }
    }
}

impl Default for QueueConfig {
    fn default() -> Self {
        Self {
            url: "redis://localhost".to_string(),
            threads: 1,
            poll: Duration::from_secs(1),
        }
    }
}
--- src/main.rs
mod worker;

use std::time::Duration;

use worker::{QueueConfig, WorkerConfig};

fn mail_worker() -> WorkerConfig {
    WorkerConfig {
        queue: "mail".to_string(),
        threads: 2,
        poll: Duration::from_millis(500),‹→
        name: "mail".to_string(),¦@¦re:\n        name: .+,›
    }
}

fn quick_worker() -> WorkerConfig {
    WorkerConfig {
        poll: Duration::from_millis(50),
        ..WorkerConfig::default()
    }
}

fn main() {
    let queue = QueueConfig::default();
    println!("{} with {} threads", queue.url, queue.threads);
    for config in [mail_worker(), quick_worker()] {
        println!("{}: {} threads, {:?}", config.queue, config.threads, config.poll);
    }
}

==== a file that cannot be read is an error
kind: error-handling
--- src/rates.rs
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

pub type Rates = BTreeMap<String, f64>;

/// Reads the exchange rates, one in every line.
pub fn load_rates(path: &Path) -> «Rates→io::Result<Rates>» {
    let text = fs::read_to_string(path)«.unwrap()→?»;
    let mut rates = Rates::new();
    for line in text.lines() {
        if let Some((code, rate)) = line.split_once(' ') {
            rates.insert(code.to_string(), rate.parse().unwrap_or(1.0));
        }
    }
    ‹rates→Ok(rates)›
}

pub fn default_rates() -> Rates {
    let mut rates = Rates::new();
    rates.insert("EUR".to_string(), 1.0);
    rates
}
--- src/main.rs
mod rates;

use std::io;
use std::path::Path;

use rates::{default_rates, load_rates};

fn convert(path: &Path, code: &str, cents: i64) -> io::Result<i64> {
    let rates = load_rates(path)‹→?›;
    let rate = rates.get(code).copied().unwrap_or(1.0);
    Ok((cents as f64 * rate).round() as i64)
}

fn main() -> io::Result<()> {
    let path = Path::new("rates.txt");
    println!("{}", convert(path, "USD", 1250)?);
    for (code, rate) in load_rates(path)‹→?› {
        println!("{code}: {rate}");
    }
    println!("{} known by default", default_rates().len());
    Ok(())
}

==== a hash is a digest
kind: rename-function
--- src/digest.rs
//! Digests of files, to find those that are there twice.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Returns the digest of some bytes.
pub fn «hash→digest»(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Returns the digest as it is stored.
pub fn hex(bytes: &[u8]) -> String {
    format!("{:016x}", ‹hash→digest›(bytes))
}
--- src/scan.rs
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use crate::digest::‹hash→digest›;

#[derive(Debug)]
pub struct Entry {
    pub path: PathBuf,
    pub hash: u64,
}

pub fn scan(paths: Vec<PathBuf>) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for path in paths {
        let bytes = fs::read(&path)?;
        entries.push(Entry { path, hash: ‹hash→digest›(&bytes) });
    }
    Ok(entries)
}

/// Groups the entries by their hash.
pub fn twins(entries: &[Entry]) -> Vec<Vec<&Entry>> {
    let mut groups: HashMap<u64, Vec<&Entry>> = HashMap::new();
    for entry in entries {
        groups.entry(entry.hash).or_default().push(entry);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

==== a name is borrowed
kind: parameter-type
--- src/greeting.rs
//! Texts for customers.

pub fn greet(name: «String→&str», formal: bool) -> String {
    if formal {
        format!("Dear {name},")
    } else {
        format!("Hi {name}!")
    }
}

pub fn sign(team: String) -> String {
    format!("Yours, {team}")
}
--- src/main.rs
mod greeting;

use greeting::{greet, sign};

struct Customer {
    name: String,
    city: String,
}

fn letter(customer: &Customer, text: &str) -> String {
    let head = greet(‹customer.name.clone()→&customer.name¦customer.name.as_str()›, true);
    let foot = sign("the shop team".to_string());
    format!("{head}\n\n{text}\n\n{foot}")
}

fn label(customer: &Customer) -> String {
    let mut label = customer.name.clone();
    label.push_str(", ");
    label.push_str(&customer.city);
    label
}

fn main() {
    let ann = Customer { name: "Ann".to_string(), city: "Berlin".to_string() };
    println!("{}", greet(‹"everyone".to_string()→"everyone"›, false));
    println!("{}", letter(&ann, "Your parcel has arrived."));
    println!("{}", label(&ann));
}

==== the index is sorted
kind: api-migration
--- src/index.rs
//! An index of the words of all documents.

use std::collections::{‹HashMap→BTreeMap¦HashMap, BTreeMap¦BTreeMap, HashMap›, HashSet};

#[derive(Debug, Default)]
pub struct Document {
    pub id: u32,
    pub text: String,
}

/// Where every word is; printed in the order of the words.
pub struct Index {
    words: «HashMap→BTreeMap»<String, Vec<u32>>,
    seen: HashSet<u32>,
}

impl Index {
    pub fn new() -> Self {
        Self { words: ‹HashMap→BTreeMap›::new(), seen: HashSet::new() }
    }

    pub fn add(&mut self, document: &Document) {
        if !self.seen.insert(document.id) {
            return;
        }
        for word in document.text.split_whitespace() {
            self.words.entry(word.to_lowercase()).or_default().push(document.id);
        }
    }

    pub fn find(&self, word: &str) -> &[u32] {
        self.words.get(word).map_or(&[], Vec::as_slice)
    }

    /// Not a HashMap: the pairs have an order.
    pub fn counts(&self) -> Vec<(&str, usize)> {
        self.words.iter().map(|(word, ids)| (word.as_str(), ids.len())).collect()
    }
}

==== a busy service is printed
kind: debug-print
expect: silence
--- src/retry.rs
use std::thread;
use std::time::Duration;

/// Why a call failed.
#[derive(Debug)]
pub enum Failure {
    Busy,
    Refused(String),
}

pub fn retry<T>(
    attempts: u32,
    mut call: impl FnMut() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut delay = Duration::from_millis(100);
    for _ in 1..attempts {
        match call() {
            Err(Failure::Busy) => thread::sleep(delay),
            other => return other,
        }«→
        eprintln!("busy, waited {delay:?}");»
        delay *= 2;
    }
    call()
}

pub fn once<T>(call: impl FnOnce() -> Result<T, Failure>) -> Option<T> {
    match call() {
        Ok(value) => Some(value),
        Err(Failure::Busy) => None,
        Err(Failure::Refused(reason)) => {
            eprintln!("refused: {reason}");
            None
        }
    }
}
==== a dialog is dismissed rather than closed
kind: rename-prop
--- src/components/Dialog.tsx
import { useEffect, type ReactNode } from "react";

interface DialogProps {
  title: string;
  open: boolean;
  «onClose→onDismiss»: () => void;
  children: ReactNode;
}

/** A modal dialog. Escape and a click on the backdrop close it. */
export function Dialog({ title, open, ‹onClose→onDismiss›, children }: DialogProps) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") ‹onClose→onDismiss›();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  });

  if (!open) return null;
  return (
    <div className="backdrop">
      <div className="dialog" role="dialog" aria-label={title}>
        <h2>{title}</h2>
        {children}
        <button type="button" onClick={‹onClose→onDismiss›}>
          Close
        </button>
      </div>
    </div>
  );
}
--- src/pages/Orders.tsx
import { useState } from "react";
import { Dialog } from "../components/Dialog";
import { Drawer } from "../components/Drawer";

export function Orders({ numbers }: { numbers: string[] }) {
  const [selected, setSelected] = useState<string | null>(null);
  const [filtering, setFiltering] = useState(false);

  return (
    <main>
      <button type="button" onClick={() => setFiltering(true)}>
        Filter
      </button>
      <Drawer open={filtering} onClose={() => setFiltering(false)} />
      {numbers.map((number) => (
        <button type="button" key={number} onClick={() => setSelected(number)}>
          {number}
        </button>
      ))}
      <Dialog title="Order" open={selected !== null} ‹onClose→onDismiss›={() => setSelected(null)}>
        <p>{selected}</p>
      </Dialog>
    </main>
  );
}
--- src/components/Drawer.tsx
interface DrawerProps {
  open: boolean;
  onClose: () => void;
}

export function Drawer({ open, onClose }: DrawerProps) {
  if (!open) return null;
  return (
    <aside>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </aside>
  );
}

==== projects can be archived
kind: union-member
--- src/projects/state.ts
/** The states of a project, as the API names them. */
export type ProjectState = "draft" | "active" | "done"«→ | "archived"»;

export type Role = "owner" | "editor" | "viewer";

export const STATE_LABELS: Record<ProjectState, string> = {
  draft: "Draft",
  active: "Active",
  done: "Done",‹→
  archived: "Archived",›
};

export const ROLE_LABELS: Record<Role, string> = {
  owner: "Owner",
  editor: "Editor",
  viewer: "Viewer",
};

const EDITORS: Role[] = ["owner", "editor"];

export function canEdit(role: Role): boolean {
  return EDITORS.includes(role);
}
--- src/projects/StateBadge.tsx
import { ROLE_LABELS, STATE_LABELS, type ProjectState, type Role } from "./state";

function colorOf(state: ProjectState): string {
  switch (state) {
    case "draft":
      return "gray";
    case "active":
      return "green";
    case "done":
      return "blue";‹→
    case "archived":
      return "brown";¦@¦re:\n    case "archived":\n      return "[\w-]+";›
  }
}

function iconOf(role: Role): string {
  switch (role) {
    case "owner":
      return "crown";
    case "editor":
      return "pen";
    case "viewer":
      return "eye";
  }
}

export function StateBadge({ state }: { state: ProjectState }) {
  return <span style={{ color: colorOf(state) }}>{STATE_LABELS[state]}</span>;
}

export function RoleBadge({ role }: { role: Role }) {
  return <span className={iconOf(role)}>{ROLE_LABELS[role]}</span>;
}

==== text fields have a name
kind: new-prop
--- src/forms/TextField.tsx
import type { ChangeEvent } from "react";

interface TextFieldProps {
  label: string;«→
  name: string;»
  value: string;
  onChange: (value: string) => void;
}

export function TextField({ label, ‹→name, ¦#1›value, onChange‹→, name¦#1› }: TextFieldProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value);
  return (
    <label className="text-field">
      <span>{label}</span>
      <input type="text"‹→ name={name}¦@› value={value} onChange={handleChange} />
    </label>
  );
}
--- src/forms/AddressForm.tsx
import { useState } from "react";
import { CheckBox } from "./CheckBox";
import { TextField } from "./TextField";

export function AddressForm() {
  const [street, setStreet] = useState("");
  const [city, setCity] = useState("");
  const [isDefault, setDefault] = useState(false);

  return (
    <form method="post" action="/addresses">
      <h2>Your address</h2>
      <TextField label="Street"‹→ name="street"¦@› value={street} onChange={setStreet} />
      <TextField label="City"‹→ name="city"¦@› value={city} onChange={setCity} />
      <CheckBox label="Use it for all orders" checked={isDefault} onChange={setDefault} />
      <button type="submit">Save</button>
    </form>
  );
}
--- src/forms/CheckBox.tsx
interface CheckBoxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckBox({ label, checked, onChange }: CheckBoxProps) {
  return (
    <label className="check-box">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

==== the session is read asynchronously
kind: async
--- src/server/session.ts
import { cookies } from "next/headers";

export interface Session {
  userId: string;
  expires: number;
}

const COOKIE = "session";

/** Returns the session of the request, or null. */
export «function getSession(): Session | null→async function getSession(): Promise<Session | null>» {
  const store = «cookies()→await cookies()»;
  const value = store.get(COOKIE)?.value;
  return value ? parseSession(value) : null;
}

export function parseSession(value: string): Session | null {
  const [userId, expires] = value.split(".");
  const session = { userId, expires: Number(expires) };
  return session.expires > Date.now() ? session : null;
}
--- src/server/orders.ts
import { getSession, parseSession } from "./session";
import { db } from "./db";

export async function listOrders() {
  const session = ‹→await ›getSession();
  if (!session) return [];
  return db.order.findMany({ where: { userId: session.userId } });
}

export async function cancelOrder(id: string) {
  const session = ‹→await ›getSession();
  if (!session) throw new Error("Please sign in.");
  await db.order.update({ where: { id, userId: session.userId }, data: { state: "cancelled" } });
}

export async function resumeOrders(cookie: string) {
  const session = parseSession(cookie);
  if (!session) return 0;
  return db.order.count({ where: { userId: session.userId, state: "paused" } });
}
--- src/server/db.ts
import { PrismaClient } from "@prisma/client";

export const db = new PrismaClient();

==== queries take an object
kind: api-migration
--- src/api/hooks.ts
import { useMutation, useQuery } from "@tanstack/react-query";
import { fetchCustomer, fetchInvoices, fetchOrder, fetchOrders, payInvoice } from "./client";

/** The hooks of the API. Every hook has its own key. */

export function useOrders() {
  return useQuery(«["orders"], fetchOrders→{ queryKey: ["orders"], queryFn: fetchOrders }»);
}

export function useOrder(id: string) {
  return useQuery(«["orders", id], () => fetchOrder(id)→{ queryKey: ["orders", id], queryFn: () => fetchOrder(id) }»);
}

export function useCustomer(id: string) {
  return useQuery(‹["customers", id], () => fetchCustomer(id)→{ queryKey: ["customers", id], queryFn: () => fetchCustomer(id) }›);
}

export function useInvoices(year: number) {
  return useQuery(‹["invoices", year], () => fetchInvoices(year)→{ queryKey: ["invoices", year], queryFn: () => fetchInvoices(year) }›);
}

export function usePayment() {
  return useMutation({ mutationFn: payInvoice });
}

export function orderKey(id: string) {
  return ["orders", id];
}
--- src/api/client.ts
const BASE = "/api";

async function get<T>(path: string): Promise<T> {
  const response = await fetch(BASE + path);
  if (!response.ok) throw new Error(`${response.status} for ${path}`);
  return (await response.json()) as T;
}

export const fetchOrders = () => get<string[]>("/orders");
export const fetchOrder = (id: string) => get<{ id: string }>(`/orders/${id}`);
export const fetchCustomer = (id: string) => get<{ name: string }>(`/customers/${id}`);
export const fetchInvoices = (year: number) => get<string[]>(`/invoices?year=${year}`);

export async function payInvoice(id: string): Promise<void> {
  await fetch(`${BASE}/invoices/${id}/pay`, { method: "POST" });
}

==== customers have a time of their creation
kind: new-field
--- src/customers/types.ts
/** A customer as the pages show it. */
export interface Customer {
  id: string;
  fullName: string;
  mail: string;«→
  createdAt: Date;»
}

export interface CustomerRow {
  id: number;
  full_name: string;
  mail: string;
  created_at: string;
  deleted_at: string | null;
}

export interface Supplier {
  id: string;
  companyName: string;
}
--- src/customers/mapper.ts
import type { Customer, CustomerRow, Supplier } from "./types";

export function toCustomer(row: CustomerRow): Customer {
  return {
    id: String(row.id),
    fullName: row.full_name,
    mail: row.mail.toLowerCase(),‹→
    createdAt: new Date(row.created_at),¦@›
  };
}

export function toSupplier(row: { id: number; company_name: string }): Supplier {
  return {
    id: String(row.id),
    companyName: row.company_name,
  };
}

export function isDeleted(row: CustomerRow): boolean {
  return row.deleted_at !== null;
}
--- src/customers/fixtures.ts
import type { Customer, Supplier } from "./types";

export const ann: Customer = {
  id: "1",
  fullName: "Ann Miller",
  mail: "ann@example.org",‹→
  createdAt: new Date("2024-01-01"),¦@¦re:\n  createdAt: new Date\(.*\),›
};

export const acme: Supplier = {
  id: "7",
  companyName: "Acme",
};

==== a filtered list is kept between renders
kind: import
--- src/pages/ProductList.tsx
import { ‹useEffect, useState→useEffect, useMemo, useState¦useMemo, useEffect, useState¦useEffect, useState, useMemo› } from "react";
import { loadProducts, type Product } from "../api/products";

export function ProductList({ shop }: { shop: string }) {
  const [products, setProducts] = useState<Product[]>([]);
  const [text, setText] = useState("");

  useEffect(() => {
    let cancelled = false;
    void loadProducts(shop).then((loaded) => {
      if (!cancelled) setProducts(loaded);
    });
    return () => {
      cancelled = true;
    };
  }, [shop]);

  const visible = «products.filter((product) => product.name.includes(text))→useMemo(() => products.filter((product) => product.name.includes(text)), [products, text])»;
  const cheapest = visible.length > 0 ? Math.min(...visible.map((product) => product.cents)) : null;

  return (
    <section>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      {cheapest !== null && <p>From {(cheapest / 100).toFixed(2)}</p>}
      <ul>
        {visible.map((product) => (
          <li key={product.id}>{product.name}</li>
        ))}
      </ul>
    </section>
  );
}
--- src/api/products.ts
export interface Product {
  id: string;
  name: string;
  cents: number;
}

export async function loadProducts(shop: string): Promise<Product[]> {
  const response = await fetch(`/api/shops/${shop}/products`);
  return response.json();
}
==== the state of one more form field
kind: half-typed-line
--- src/pages/SignUp.tsx
import { useState, type FormEvent } from "react";
import { register } from "../api/accounts";

export function SignUp() {
  const [name, setName] = useState("");
  const [mail, setMail] = useState("");«→
  const [phone, set»‹→Phone] = useState("");›
  const [error, setError] = useState<string | null>(null);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setError(null);
    try {
      await register({ name, mail, phone });
    } catch {
      setError("Please try again later.");
    }
  }

  return (
    <form onSubmit={handleSubmit}>
      <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      <input name="mail" value={mail} onChange={(event) => setMail(event.target.value)} />
      <input name="phone" value={phone} onChange={(event) => setPhone(event.target.value)} />
      {error && <p role="alert">{error}</p>}
      <button type="submit">Sign up</button>
    </form>
  );
}
--- src/api/accounts.ts
export interface Registration {
  name: string;
  mail: string;
  phone: string;
}

export async function register(data: Registration): Promise<void> {
  const response = await fetch("/api/accounts", { method: "POST", body: JSON.stringify(data) });
  if (!response.ok) throw new Error(`${response.status}`);
}

==== the amount comes before the currency
kind: reorder-parameters
--- src/money/format.ts
/** Formats money for the pages and the mails. */

export function formatPrice(«currency: string, amount: number→amount: number, currency: string»): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);
}

export function formatRate(currency: string, rate: number): string {
  return `1 EUR = ${rate.toFixed(4)} ${currency}`;
}

export function formatDiscount(percent: number): string {
  return `-${percent} %`;
}
--- src/money/invoice.ts
import { formatDiscount, formatPrice, formatRate } from "./format";

interface Line {
  name: string;
  cents: number;
}

interface Invoice {
  currency: string;
  lines: Line[];
  discount: number;
}

export function invoiceLines(invoice: Invoice): string[] {
  return invoice.lines.map((line) => `${line.name}: ${formatPrice(‹invoice.currency, line.cents→line.cents, invoice.currency›)}`);
}

export function invoiceTotal(invoice: Invoice): string {
  const total = invoice.lines.reduce((sum, line) => sum + line.cents, 0);
  const reduced = Math.round((total * (100 - invoice.discount)) / 100);
  return `${formatPrice(‹invoice.currency, reduced→reduced, invoice.currency›)} (${formatDiscount(invoice.discount)})`;
}

export function shippingNote(currency: string, rate: number): string {
  const free = formatPrice(‹"EUR", 5000→5000, "EUR"›);
  return `Shipping is free from ${free}. ${formatRate(currency, rate)}`;
}

==== a notification is created from named arguments
kind: change-signature
--- src/notifications/notify.ts
export interface Notification {
  userId: string;
  text: string;
  urgent: boolean;
}

const queue: Notification[] = [];

/** Queues a notification. */
export function notify(«userId: string, text: string, urgent: boolean→{ userId, text, urgent }: Notification»): void {
  queue.push({ userId, text, urgent });
}

export function logText(userId: string, text: string, visible: boolean): void {
  console.log(visible ? `${userId}: ${text}` : userId);
}

export function takeNotifications(): Notification[] {
  return queue.splice(0, queue.length);
}
--- src/orders/events.ts
import { logText, notify } from "../notifications/notify";

interface Order {
  number: string;
  userId: string;
}

export function orderPaid(order: Order): void {
  logText(order.userId, "paid", true);
  notify(‹order.userId, `We have received your payment of order ${order.number}.`, false→{ userId: order.userId, text: `We have received your payment of order ${order.number}.`, urgent: false }¦re:\{\s*userId: order\.userId,\s*text: `We have received your payment of order \$\{order\.number\}\.`,\s*urgent: false,?\s*\}›);
}

export function orderDelayed(order: Order, days: number): void {
  logText(order.userId, "delayed", false);
  notify(‹order.userId, `Your order is ${days} days late.`, true→{ userId: order.userId, text: `Your order is ${days} days late.`, urgent: true }¦re:\{\s*userId: order\.userId,\s*text: `Your order is \$\{days\} days late\.`,\s*urgent: true,?\s*\}›);
}

export function orderReturned(order: Order): void {
  logText(order.userId, `returned ${order.number}`, true);
}

==== the type of an item is named after its cart
kind: rename-type
--- src/cart/types.ts
/** An item of the cart. */
export interface «Item→CartItem» {
  sku: string;
  count: number;
  cents: number;
}

export interface MenuItem {
  label: string;
  href: string;
}

export interface Cart {
  id: string;
  items: ‹Item→CartItem›[];
}
--- src/cart/total.ts
import type { Cart, ‹Item→CartItem› } from "./types";

export function lineTotal(item: ‹Item→CartItem›): number {
  return item.count * item.cents;
}

export function cartTotal(cart: Cart): number {
  return cart.items.map(lineTotal).reduce((sum, cents) => sum + cents, 0);
}

export function describeCart(cart: Cart): string {
  const count = cart.items.reduce((sum, { count }) => sum + count, 0);
  return count === 1 ? "Item: 1" : `Items: ${count}`;
}
--- src/menu/Menu.tsx
import type { MenuItem } from "../cart/types";

function Item({ item }: { item: MenuItem }) {
  return (
    <li>
      <a href={item.href}>{item.label}</a>
    </li>
  );
}

export function Menu({ items }: { items: MenuItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <Item key={item.href} item={item} />
      ))}
    </ul>
  );
}

==== one address may be missing
kind: null-check
expect: silence
--- src/orders/Summary.tsx
interface Address {
  street: string;
  city: string;
}

interface Order {
  number: string;
  billing: Address;
  shipping?: Address;
  contact: { name: string; mail: string };
}

/** Shows the addresses of an order; downloads have no shipping address. */
export function Summary({ order }: { order: Order }) {
  return (
    <section>
      <h2>Order {order.number}</h2>
      <h3>Contact</h3>
      <p>{order.contact.name}</p>
      <p>{order.contact.mail}</p>
      <h3>Billing</h3>
      <p>{order.billing.street}</p>
      <p>{order.billing.city}</p>
      <h3>Shipping</h3>
      <p>{order.shipping«!→?».city}</p>
    </section>
  );
}

export function Contact({ order }: { order: Order }) {
  return <a href={`mailto:${order.contact.mail}`}>{order.contact.name}</a>;
}

==== a return costs its fee
kind: branch-fix
expect: silence
--- src/orders/refund.ts
export type OrderState = "open" | "paid" | "shipped" | "returned" | "cancelled";

export interface Order {
  number: string;
  state: OrderState;
  total: number;
  shipping: number;
  returnFee: number;
}

/** Returns how many cents the customer gets back. */
export function refund(order: Order): number {
  switch (order.state) {
    case "open":
      return 0;
    case "paid":
      return order.total;
    case "shipped":
      return order.total - order.shipping;
    case "returned":
      return «order.total - order.shipping→order.total - order.shipping - order.returnFee»;
    case "cancelled":
      return order.total;
  }
}

export function isRefundable(order: Order): boolean {
  return refund(order) > 0;
}

export function describeRefund(order: Order): string {
  const cents = refund(order);
  return cents === 0 ? "Nothing is refunded." : `${(cents / 100).toFixed(2)} are refunded.`;
}

==== one test expects another status
kind: test-expectation
expect: silence
--- src/server/orders.test.ts
import { describe, expect, it } from "vitest";
import { createApp } from "./app";

const app = createApp();

describe("orders", () => {
  it("creates an order", async () => {
    const response = await app.request("/orders", { method: "POST", body: '{"sku": "A1"}' });
    expect(response.status).toBe(«200→201»);
  });

  it("reads an order", async () => {
    const response = await app.request("/orders/1");
    expect(response.status).toBe(200);
  });

  it("lists orders", async () => {
    const response = await app.request("/orders");
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(1);
  });

  it("refuses an order without a product", async () => {
    const response = await app.request("/orders", { method: "POST", body: "{}" });
    expect(response.status).toBe(400);
  });
});
--- src/server/app.ts
import { Hono } from "hono";

export function createApp() {
  const app = new Hono();
  const orders: { id: number; sku: string }[] = [];

  app.post("/orders", async (context) => {
    const { sku } = await context.req.json();
    if (!sku) return context.json({ error: "no sku" }, 400);
    orders.push({ id: orders.length + 1, sku });
    return context.json(orders[orders.length - 1], 201);
  });
  app.get("/orders", (context) => context.json(orders, 200));
  app.get("/orders/:id", (context) => {
    const order = orders.find(({ id }) => id === Number(context.req.param("id")));
    return order ? context.json(order, 200) : context.notFound();
  });
  return app;
}
==== the title of a card is a heading
kind: rename-class
--- css/cards.css
.card {
  border: 1px solid #ddd;
  border-radius: 8px;
  padding: 16px;
}

.«card-title→card-heading» {
  font-size: 1.25rem;
  margin: 0 0 8px;
}

.card:hover .‹card-title→card-heading› {
  text-decoration: underline;
}

.menu-card-title {
  letter-spacing: 1px;
}

.card-text {
  color: #444;
}

.page-title {
  font-size: 2rem;
}
--- index.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Our shop</title>
    <link rel="stylesheet" href="css/cards.css">
  </head>
  <body>
    <h1 class="page-title">Our shop</h1>
    <nav class="menu-card">
      <h2 class="menu-card-title">Menu</h2>
      <a href="about.html">About us</a>
    </nav>
    <!-- every card has a title -->
    <div class="card">
      <h2 class="‹card-title→card-heading›">Tea</h2>
      <p class="card-text">From the mountains.</p>
    </div>
    <div class="card">
      <h2 class="‹card-title→card-heading›">Cups</h2>
      <p class="card-text">Made by hand.</p>
    </div>
  </body>
</html>

==== one button has more room
kind: style-value
expect: silence
--- css/buttons.css
.button {
  border: 0;
  border-radius: 4px;
  cursor: pointer;
  padding: 8px 16px;
}

.button-primary {
  background: #0a5;
  color: #fff;
  padding: 8px «16px→24px»;
}

.button-danger {
  background: #c22;
  color: #fff;
  padding: 8px 16px;
}

.button-link {
  background: none;
  color: #06c;
  padding: 8px 0;
}

.button:disabled {
  cursor: default;
  opacity: 0.5;
}

.toolbar {
  display: flex;
  gap: 16px;
  padding: 8px 16px;
}

==== jobs keep their packages
kind: add-option
--- .github/workflows/check.yml
name: check
on:
  push:
    branches: [main]
  pull_request:

jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22«→
          cache: npm»
      - run: npm ci
      - run: npm run lint

  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22«→
          cache: npm»
      - run: npm ci
      - run: npm test

  build:
    runs-on: ubuntu-latest
    needs: [lint, test]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22‹→
          cache: npm›
      - run: npm ci
      - run: npm run build

  end-to-end:
    runs-on: ubuntu-latest
    needs: [build]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - uses: actions/setup-node@v4
        with:
          node-version: 22‹→
          cache: npm›
      - run: npm ci
      - run: npx playwright test

==== a text of the page gets another key
kind: rename-key
--- locales/en.json
{
  "app.title": "Shop",
  "cart.title": "Your cart",
  "cart.empty": "There is nothing in your cart.",
  "«cart.buy→cart.checkout»": "Buy now",
  "cart.remove": "Remove",
  "product.buy": "Buy",
  "product.sold_out": "Sold out"
}
--- locales/de.json
{
  "app.title": "Laden",
  "cart.title": "Dein Warenkorb",
  "cart.empty": "Dein Warenkorb ist leer.",
  "‹cart.buy→cart.checkout›": "Jetzt kaufen",
  "cart.remove": "Entfernen",
  "product.buy": "Kaufen",
  "product.sold_out": "Ausverkauft"
}
--- src/Cart.jsx
import { useTranslation } from "react-i18next";

export function Cart({ items, onBuy, onRemove }) {
  const { t } = useTranslation();
  if (items.length === 0) {
    return <p>{t("cart.empty")}</p>;
  }
  return (
    <section>
      <h1>{t("cart.title")}</h1>
      <ul>
        {items.map((item) => (
          <li key={item.sku}>
            {item.name}
            <button type="button" onClick={() => onRemove(item)}>
              {t("cart.remove")}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onBuy}>
        {t("‹cart.buy→cart.checkout›")}
      </button>
    </section>
  );
}
