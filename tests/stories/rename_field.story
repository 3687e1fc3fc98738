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
