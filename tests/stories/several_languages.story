==== a Go function returns an error, too
kind: return-type
--- bounds.go
package geo

type Box struct {
	MinX, MinY, MaxX, MaxY float64
}

func Center(b Box) (float64, float64«→, error») {
	return (b.MinX + b.MaxX) / 2, (b.MinY + b.MaxY) / 2‹→, nil›
}
--- draw.go
package geo

import "fmt"

func Describe(b Box) string {
	x, y‹→, err¦, _¦@› := Center(b)
	return fmt.Sprintf("%.1f %.1f", x, y)
}

==== a new prop is destructured and used
kind: field-added
--- Badge.tsx
type BadgeProps = {
  label: string;
  color: string;
«→  size: number;
»};

export function Badge({ label, color‹→, size› }: BadgeProps) {
  return <span style={{ color }}>{label}</span>;
}

==== a reducer gets a case for the new action
kind: enum-member
--- actions.ts
export type Action =
  | { type: "add"; id: string }
  | { type: "remove"; id: string }«→
  | { type: "clear" }»;
--- reducer.ts
import type { Action } from "./actions";

export function reducer(state: string[], action: Action): string[] {
  switch (action.type) {
    case "add":
      return [...state, action.id];
    case "remove":
      return state.filter((id) => id !== action.id);‹→⏎    case "clear":⏎      return [];¦@›
  }
}

==== the settings class follows the environment variable
kind: constants-in-files
--- settings.py
import os

DATABASE_URL = os.environ["«DATABASE_URL→APP_DATABASE_URL»"]
DEBUG = os.environ.get("APP_DEBUG") == "1"
--- docker-compose.yml
services:
  web:
    build: .
    environment:
      ‹DATABASE_URL→APP_DATABASE_URL›: postgres://db/app
      APP_DEBUG: "0"
--- README.md
# App

Set `‹DATABASE_URL→APP_DATABASE_URL›` and run `docker compose up`.

==== a logger call becomes structured in the siblings
kind: log-statements
--- worker.go
package worker

import "log/slog"

func run(id string, n int) {
	slog.Info(«"started job " + id→"started job", "id", id»)
	work(n)
	slog.Info(‹"finished job " + id→"finished job", "id", id›)
}

func retry(id string) {
	slog.Info(‹"retrying job " + id→"retrying job", "id", id›)
}

==== an argument gets a type annotation, as the others need it
kind: parallel-lines
--- shapes.py
def area(width«→: float», height‹→: float›):
    return width * height

==== print statements become logger calls
kind: log-statements
--- sync.py
import logging

logger = logging.getLogger(__name__)


def sync(items):
    «print(→logger.info(»"starting sync")
    for item in items:
        ‹print(→logger.info(›"item", item)
    ‹print(→logger.info(›"done")

==== a Rust field is added to a struct with constructor
kind: field-added
--- src/config.rs
pub struct Config {
    pub host: String,
    pub port: u16,
«→    pub timeout_ms: u64,
»}

impl Config {
    pub fn new(host: String, port: u16‹→, timeout_ms: u64›) -> Self {
        Self { host, port‹→, timeout_ms› }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            host: "localhost".into(),
            port: 8080,
‹→            timeout_ms: 0,
¦re:            timeout_ms: .*,\n¦@›        }
    }
}

==== a Java method is renamed in the interface
kind: rename-method
--- Store.java
public interface Store {
    void «put→save»(String key, byte[] value);

    byte[] get(String key);
}
--- MemoryStore.java
import java.util.HashMap;
import java.util.Map;

public class MemoryStore implements Store {
    private final Map<String, byte[]> entries = new HashMap<>();

    @Override
    public void ‹put→save›(String key, byte[] value) {
        entries.put(key, value);
    }

    @Override
    public byte[] get(String key) {
        return entries.get(key);
    }
}
--- Cache.java
public class Cache {
    private final Store store;

    public Cache(Store store) {
        this.store = store;
    }

    public void remember(String key, byte[] value) {
        store.‹put→save›(key, value);
    }
}

==== a C struct member is renamed
kind: rename-field
--- ring.h
struct ring {
    unsigned char *buf;
    size_t «len→capacity»;
    size_t head;
};

size_t ring_free(const struct ring *r);
--- ring.c
#include "ring.h"

static size_t distance(size_t len, size_t at) {
    return len - at;
}

size_t ring_free(const struct ring *r) {
    return distance(r->‹len→capacity›, r->head);
}

==== a pytest fixture is renamed
kind: rename-function
--- conftest.py
import pytest


@pytest.fixture
def «db→database»():
    return connect("sqlite://")
--- test_users.py
def test_insert(‹db→database›):
    ‹db→database›.insert("users", name="ann")
    assert ‹db→database›.count("users") == 1

==== an express handler becomes async
kind: async-propagation
--- users.js
«→async »function loadUser(id) {
  const row = ‹→await ¦?›db.get("select * from users where id = ?", id);
  return toUser(row);
}

app.get("/users/:id", ‹→async ›(req, res) => {
  const user = ‹→await ›loadUser(req.params.id);
  res.json(user);
});

==== the second half of a guard is typed in the same way
kind: error-handling
--- parse.rs
use std::fs;

pub fn load(path: &str) -> Result<String, Error> {
    let text = fs::read_to_string(path)«.unwrap()→.map_err(Error::Io)?»;
    Ok(text)
}

pub fn load_all(paths: &[&str]) -> Result<Vec<String>, Error> {
    let first = fs::read_to_string(paths[0])‹.unwrap()→.map_err(Error::Io)?›;
    let second = fs::read_to_string(paths[1])‹.unwrap()→.map_err(Error::Io)?›;
    Ok(vec![first, second])
}

==== the dataclass field is renamed in keyword arguments and attributes
kind: rename-field
--- models.py
from dataclasses import dataclass


@dataclass
class Invoice:
    number: str
    «total→amount»: float


def total(invoices):
    return sum(one.‹total→amount› for one in invoices)
--- billing.py
from models import Invoice

invoice = Invoice(number="1", ‹total→amount›=9.5)
print(f"{invoice.number}: {invoice.‹total→amount›}")

==== an accent color is renamed
kind: rename-constant
--- theme.css
:root {
  --«accent→brand»: #0af;
  --text: #222;
}

a {
  color: var(--‹accent→brand›);
}

.button {
  border: 1px solid var(--‹accent→brand›);
  background: color-mix(in srgb, var(--‹accent→brand›) 20%, white);
}
