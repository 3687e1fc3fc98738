==== a dataclass field used in another file
kind: rename-field
--- shop/product.py
from dataclasses import dataclass


@dataclass
class Product:
    code: str
    «cost→price»: int
    stock: int = 0

    def label(self) -> str:
        return f"{self.code}: {self.‹cost→price› / 100:.2f}"


@dataclass
class Shipment:
    cost: int
    weight: float
--- shop/basket.py
from shop.product import Product, Shipment


def total(products: list[Product], shipment: Shipment) -> int:
    goods = sum(product.‹cost→price› for product in products)
    return goods + shipment.cost


def sample() -> Product:
    return Product(code="A1", ‹cost→price›=1200)

==== an attribute that is set in the constructor
kind: rename-field
--- pool.py
import threading


class Pool:
    def __init__(self, size):
        self.«free→idle» = list(range(size))
        self.lock = threading.Lock()

    def take(self):
        with self.lock:
            return self.‹free→idle›.pop()

    def give(self, worker):
        with self.lock:
            self.‹free→idle›.append(worker)

    def __repr__(self):
        return f"<Pool, {len(self.‹free→idle›)} free>"

==== a field of one of two Go structs
kind: rename-field
--- model/model.go
package model

type Article struct {
	«Title→Headline» string
	Body‹  →     ¦?›string
}

type Book struct {
	Title  string
	Author string
}

func (a Article) Short() string {
	return a.‹Title→Headline›
}

func (b Book) Short() string {
	return b.Title + " by " + b.Author
}

func Sample() Article {
	return Article{‹Title→Headline›: "News", Body: "…"}
}

==== an interface property in TypeScript
kind: rename-field
--- src/api/types.ts
export interface Invoice {
  id: string;
  «sum→amount»: number;
  due: string;
}

export interface Report {
  sum: number;
}
--- src/api/invoices.ts
import type { Invoice, Report } from "./types";

export function overdue(invoices: Invoice[], today: string): Report {
  const late = invoices.filter((invoice) => invoice.due < today);
  return { sum: late.reduce((acc, invoice) => acc + invoice.‹sum→amount›, 0) };
}

export function sample(): Invoice {
  return { id: "1", ‹sum→amount›: 990, due: "2024-01-31" };
}

==== a field of a Rust struct
kind: rename-field
--- src/options.rs
pub struct Options {
    pub «quiet→silent»: bool,
    pub depth: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { ‹quiet→silent›: false, depth: 3 }
    }
}
--- src/search.rs
use crate::options::Options;

pub struct Logger {
    pub quiet: bool,
}

pub fn search(options: &Options, logger: &Logger) {
    if !options.‹quiet→silent› && !logger.quiet {
        println!("depth {}", options.depth);
    }
}

==== a private field in Java
kind: rename-field
--- src/Account.java
package bank;

public class Account {
    private long «sum→balance»;
    private final String owner;

    public Account(String owner, long start) {
        this.owner = owner;
        this.‹sum→balance› = start;
    }

    public void deposit(long cents) {
        ‹sum→balance› += cents;
    }

    public long balance() {
        return ‹sum→balance›;
    }

    public static long total(long... values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}

==== a member of a C struct
kind: rename-field
--- src/ring.c
#include <stddef.h>

struct ring {
    char *data;
    size_t «len→used»;
    size_t size;
};

int ring_put(struct ring *ring, char c)
{
    if (ring->‹len→used› == ring->size)
        return -1;
    ring->data[ring->‹len→used›++] = c;
    return 0;
}

size_t text_length(const char *text)
{
    size_t len = 0;

    while (text[len])
        len++;
    return len;
}

==== a constant in the same file
kind: rename-constant
--- limits.py
import time

«LIMIT→MAX_TRIES» = 5
DELAY = 0.2


def retry(call):
    """Call up to ‹LIMIT→MAX_TRIES¦?› times."""
    for attempt in range(‹LIMIT→MAX_TRIES›):
        try:
            return call()
        except OSError:
            if attempt == ‹LIMIT→MAX_TRIES› - 1:
                raise
            time.sleep(DELAY)

==== an exported constant in TypeScript
kind: rename-constant
--- src/config.ts
export const «TIMEOUT→REQUEST_TIMEOUT_MS» = 5_000;
export const RETRIES = 3;
--- src/http.ts
import { RETRIES, ‹TIMEOUT→REQUEST_TIMEOUT_MS› } from "./config";

export async function get(url: string): Promise<Response> {
  for (let i = 0; ; i++) {
    try {
      return await fetch(url, { signal: AbortSignal.timeout(‹TIMEOUT→REQUEST_TIMEOUT_MS›) });
    } catch (error) {
      if (i >= RETRIES) throw new Error("TIMEOUT", { cause: error });
    }
  }
}

==== a macro in C
kind: rename-constant
--- src/buffer.h
#pragma once

#define «SIZE→BUFFER_SIZE» 4096

struct buffer {
    char bytes[‹SIZE→BUFFER_SIZE›];
    int used;
};
--- src/buffer.c
#include "buffer.h"

int buffer_put(struct buffer *b, char c)
{
    if (b->used == ‹SIZE→BUFFER_SIZE›)
        return 0;
    b->bytes[b->used++] = c;
    return 1;
}

==== a Go constant
kind: rename-constant
--- server/limits.go
package server

const (
	«maxBody→maxBodyBytes»‹   → ¦?›= 1 << 20
	maxHeader‹ →    ¦?›= 1 << 14
)
--- server/read.go
package server

import (
	"io"
	"net/http"
)

func readBody(r *http.Request) ([]byte, error) {
	limited := io.LimitReader(r.Body, ‹maxBody→maxBodyBytes›+1)
	data, err := io.ReadAll(limited)
	if err == nil && len(data) > ‹maxBody→maxBodyBytes› {
		err = errTooLarge
	}
	return data, err
}

==== a constant of a Java class
kind: rename-constant
--- src/Grid.java
package game;

public final class Grid {
    public static final int «N→SIDE» = 9;

    private final int[][] cells = new int[‹N→SIDE›][‹N→SIDE›];

    public boolean contains(int row, int column) {
        return row >= 0 && row < ‹N→SIDE› && column >= 0 && column < ‹N→SIDE›;
    }
}

==== a Rust const
kind: rename-constant
--- src/crypto.rs
const «ROUNDS→KDF_ROUNDS»: u32 = 100_000;
const SALT_BYTES: usize = 16;

pub fn derive(password: &str, salt: &[u8; SALT_BYTES]) -> [u8; 32] {
    let mut key = [0u8; 32];
    pbkdf2(password.as_bytes(), salt, ‹ROUNDS→KDF_ROUNDS›, &mut key);
    key
}

pub fn describe() -> String {
    format!("{} rounds", ‹ROUNDS→KDF_ROUNDS›)
}

==== struct member renamed behind arrows and dots
kind: rename-field
--- src/buffer.h
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>

struct buffer {
    char *data;
    size_t «len→used»;
    size_t cap;
};

void buffer_add(struct buffer *b, const char *text, size_t len);

static inline int buffer_empty(const struct buffer *b)
{
    return b->‹len→used› == 0;
}

#endif
--- src/buffer.c
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

void buffer_add(struct buffer *b, const char *text, size_t len)
{
    if (b->‹len→used› + len > b->cap) {
        b->cap = 2 * (b->‹len→used› + len);
        b->data = realloc(b->data, b->cap);
    }
    memcpy(b->data + b->‹len→used›, text, len);
    b->‹len→used› += len;
}
--- src/main.c
#include <stdio.h>
#include <string.h>

#include "buffer.h"

int main(void)
{
    struct buffer line = {0};

    buffer_add(&line, "hello", strlen("hello"));
    fwrite(line.data, 1, line.‹len→used›, stdout);
    return buffer_empty(&line);
}

==== macro renamed
kind: rename-constant
--- include/proto.h
#pragma once

#define PROTO_VERSION 3
#define «MAX_PACKET→PROTO_MAX_PACKET» 1400

struct packet {
    unsigned char bytes[‹MAX_PACKET→PROTO_MAX_PACKET›];
    int size;
};
--- src/net.c
#include "proto.h"

#include <string.h>
#include <sys/socket.h>

int packet_send(int fd, const void *data, int size)
{
    if (size > ‹MAX_PACKET→PROTO_MAX_PACKET›)
        return -1;
    return send(fd, data, size, 0);
}

int packet_receive(int fd, struct packet *p)
{
    memset(p->bytes, 0, ‹MAX_PACKET→PROTO_MAX_PACKET›);
    p->size = recv(fd, p->bytes, ‹MAX_PACKET→PROTO_MAX_PACKET›, 0);
    return p->size;
}

==== struct field renamed in methods and literals
kind: rename-field
--- pool/pool.go
package pool

import "sync"

type Pool struct {
	mu    sync.Mutex
	«free→idle»  []*Conn
	limit int
}

func New(limit int) *Pool {
	return &Pool{‹free→idle›: make([]*Conn, 0, limit), limit: limit}
}

func (p *Pool) Take() *Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.‹free→idle›); n > 0 {
		conn := p.‹free→idle›[n-1]
		p.‹free→idle› = p.‹free→idle›[:n-1]
		return conn
	}
	return &Conn{}
}

func (p *Pool) Put(conn *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.‹free→idle›) < p.limit {
		p.‹free→idle› = append(p.‹free→idle›, conn)
	}
}
--- pool/conn.go
package pool

type Conn struct {
	free bool
}

func (c *Conn) Release() { c.free = true }

==== exported constant renamed
kind: rename-constant
--- limits/limits.go
package limits

const (
	«MaxUpload→MaxUploadBytes» = 10 << 20
	MaxFiles  = 20
)
--- upload/upload.go
package upload

import (
	"errors"
	"io"

	"example.org/drop/limits"
)

var ErrTooLarge = errors.New("file is too large")

func Read(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limits.‹MaxUpload→MaxUploadBytes›+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limits.‹MaxUpload→MaxUploadBytes› {
		return nil, ErrTooLarge
	}
	return data, nil
}
--- upload/upload_test.go
package upload

import (
	"bytes"
	"testing"

	"example.org/drop/limits"
)

func TestTooLarge(t *testing.T) {
	_, err := Read(bytes.NewReader(make([]byte, limits.‹MaxUpload→MaxUploadBytes›+1)))
	if err != ErrTooLarge {
		t.Fatal(err)
	}
}

==== private field renamed, getter keeps its name
kind: rename-field
--- src/main/java/org/example/garden/Plant.java
package org.example.garden;

import java.time.LocalDate;

public class Plant {
    private final String name;
    private LocalDate «date→watered»;

    public Plant(String name, LocalDate date) {
        this.name = name;
        this.‹date→watered› = date;
    }

    public String getName() {
        return name;
    }

    public LocalDate getLastWatered() {
        return ‹date→watered›;
    }

    public void water(LocalDate date) {
        if (date.isAfter(this.‹date→watered›)) {
            this.‹date→watered› = date;
        }
    }

    public boolean isThirsty(LocalDate today) {
        return ‹date→watered›.plusDays(3).isBefore(today);
    }
}

==== renamed dataclass field in its methods, callers and tests
kind: rename-field
--- billing/invoice.py
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass
class Line:
    text: str
    amount: Decimal


@dataclass
class Invoice:
    number: str
    «customer→client»: str
    lines: list[Line] = field(default_factory=list)

    def total(self) -> Decimal:
        return sum((line.amount for line in self.lines), Decimal(0))

    def header(self) -> str:
        return f"Invoice {self.number} for {self.‹customer→client›}"

    def as_row(self) -> dict[str, str]:
        return {
            "number": self.number,
            "customer": self.‹customer→client›,
            "total": str(self.total()),
        }
--- billing/export.py
import csv

from billing.invoice import Invoice


def write(invoices: list[Invoice], out) -> None:
    writer = csv.writer(out)
    for invoice in invoices:
        writer.writerow([invoice.number, invoice.‹customer→client›, invoice.total()])


def greet(customer: str) -> str:
    return f"Dear {customer}"
--- tests/test_invoice.py
from decimal import Decimal

from billing.invoice import Invoice, Line


def test_total():
    invoice = Invoice(number="7", ‹customer→client›="Ann", lines=[Line("a", Decimal(2)), Line("b", Decimal(3))])
    assert invoice.total() == 5


def test_header():
    assert Invoice("8", "Bob").header() == "Invoice 8 for Bob"

==== struct field renamed, another struct has the same one
kind: rename-field
--- src/grid.rs
pub struct Grid {
    pub «w→width»: usize,
    pub h: usize,
    cells: Vec<u8>,
}

pub struct Window {
    pub w: usize,
    pub h: usize,
}

impl Grid {
    pub fn new(w: usize, h: usize) -> Grid {
        Grid { ‹w→width: w›, h, cells: vec![0; w * h] }
    }

    pub fn at(&self, x: usize, y: usize) -> u8 {
        self.cells[y * self.‹w→width› + x]
    }

    pub fn fits(&self, window: &Window) -> bool {
        window.w <= self.‹w→width› && window.h <= self.h
    }
}
--- src/draw.rs
use crate::grid::{Grid, Window};

pub fn draw(grid: &Grid, window: &Window) -> String {
    let mut out = String::new();
    for y in 0..grid.h.min(window.h) {
        for x in 0..grid.‹w→width›.min(window.w) {
            out.push(if grid.at(x, y) > 0 { '#' } else { ' ' });
        }
        out.push('\n');
    }
    out
}

==== prop renamed in a component and where it is used
kind: rename-field
--- src/ui/Dialog.tsx
import type { ReactNode } from "react";

interface DialogProps {
  title: string;
  «onClose→onDismiss»: () => void;
  children: ReactNode;
}

export function Dialog({ title, ‹onClose→onDismiss: onClose¦onDismiss›, children }: DialogProps) {
  return (
    <div role="dialog" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button onClick={‹onClose→onDismiss¦?›}>×</button>
      </header>
      {children}
    </div>
  );
}
--- src/ui/SettingsDialog.tsx
import { Dialog } from "./Dialog";

export function SettingsDialog({ close }: { close: () => void }) {
  return (
    <Dialog title="Settings" ‹onClose→onDismiss›={close}>
      <label>
        Name <input name="name" />
      </label>
    </Dialog>
  );
}
--- src/ui/Drawer.tsx
interface DrawerProps {
  onClose: () => void;
}

export function Drawer({ onClose }: DrawerProps) {
  return <aside onClick={onClose} />;
}

==== a field of a struct in closures of iterators
kind: rename-field
--- src/jobs.rs
pub struct Job {
    pub id: u32,
    pub «prio→priority»: u8,
}

pub struct Worker {
    pub prio: u8,
}

pub fn urgent(jobs: &[Job]) -> Vec<&Job> {
    jobs.iter().filter(|job| job.‹prio→priority› > 5).collect()
}

pub fn sort(jobs: &mut Vec<Job>) {
    jobs.sort_by_key(|job| job.‹prio→priority›);
}

pub fn idle(workers: &[Worker]) -> usize {
    workers.iter().filter(|worker| worker.prio == 0).count()
}

==== a misspelt default of a class with options
kind: typo
open: b.js
--- a.js
const defaults = {
  width: 600,
  «treshold→threshold»: null,
};

export class Chart {
  constructor(element, options) {
    this.options = { ...defaults, ...options };
  }

  draw(values) {
    return values.filter((value) => value > this.options.‹treshold→threshold›);
  }
}
--- b.js
import { Chart } from './a.js';

const chart = new Chart(document.body, {
  ‹treshold→threshold›: 80,
});
