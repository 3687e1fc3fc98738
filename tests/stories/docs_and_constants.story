==== a renamed function in the README
kind: docs-follow-code
--- textkit/core.py
"""Text helpers."""


def «clean→normalize»(text: str) -> str:
    return " ".join(text.split()).lower()
--- textkit/__init__.py
from textkit.core import ‹clean→normalize›

__all__ = ["‹clean→normalize›"]
--- README.md
# textkit

Install it into a clean environment with `pip install textkit`, then:

```python
from textkit import ‹clean→normalize›

‹clean→normalize›("  Some   Text ")
```

==== a renamed option and its help
kind: docs-follow-code
--- cli.py
import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("«--out→--output»", help="where to write")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    run(options.‹out→output›, options.verbose)
--- README.md
# convert

    convert input.csv ‹--out→--output› result.json

Use `‹--out→--output› -` to print the result. Without it nothing is written out.

==== a parameter in a JSDoc comment
kind: docs-follow-code
--- src/resize.js
/**
 * Resizes an image.
 * @param {Image} image
 * @param {number} ‹w→width› the new width
 */
export function resize(image, «w→width») {
  const ratio = ‹w→width› / image.width;
  return image.scale(ratio);
}

==== a doc comment that begins with the Go name
kind: docs-follow-code
--- hash/hash.go
package hash

import "crypto/sha256"

// ‹Sum→Digest› returns the hash of a text.
func «Sum→Digest»(text string) [32]byte {
	return sha256.Sum256([]byte(text))
}
--- hash/hash_test.go
package hash

import "testing"

func Test‹Sum→Digest¦?›(t *testing.T) {
	if ‹Sum→Digest›("a") == ‹Sum→Digest›("b") {
		t.Fatal("equal")
	}
}

==== an argument in a docstring
kind: docs-follow-code
--- interest.py
def grow(capital, «rate→percent», years):
    """Return the capital after some years.

    Args:
        capital: at the start
        ‹rate→percent›: per year
        years: how many
    """
    for _ in range(years):
        capital *= 1 + ‹rate→percent› / 100
    return capital

==== the link of a renamed heading
kind: docs-follow-code
--- guide.md
# Guide

- [Install](#install)
- [‹Usage→Examples›](#‹usage→examples›)

## Install

Download the archive and unpack it.

## «Usage→Examples»

Run `tool file.txt`.

==== a renamed make target
kind: docs-follow-code
language: markdown
--- CONTRIBUTING.md
# Contributing

1. Run `«make check→make test»` before you commit.
2. Open a pull request. The robot runs `‹make check→make test›` as well.
3. Ask for a review, and check the comments.

==== an environment variable in code, script and docs
kind: docs-follow-code
--- settings.py
import os

TOKEN = os.environ["«API_KEY→SERVICE_TOKEN»"]
--- run.sh
#!/bin/sh
: "${‹API_KEY→SERVICE_TOKEN›:?is needed}"
exec python -m service
--- README.md
Set `‹API_KEY→SERVICE_TOKEN›` before you start the service.

==== a port in compose, code and README
kind: constants
--- docker-compose.yml
services:
  web:
    build: .
    ports:
      - "‹8080→9000¦?›:«8080→9000»"
    environment:
      PORT: ‹8080→9000›
--- server.py
import os

PORT = int(os.environ.get("PORT", "‹8080→9000¦?›"))

==== the default port in a script
kind: constants
--- app/main.py
from http.server import HTTPServer

from app.handler import Handler

PORT = «8000→8600»


def main():
    HTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
--- README.md
# app

Start it with `python -m app.main` and open http://127.0.0.1:‹8000→8600›/.
--- check.sh
#!/bin/sh
curl --fail http://127.0.0.1:‹8000→8600›/health

==== a version in two files
kind: constants
--- pyproject.toml
[project]
name = "parcel"
version = "«1.4.0→1.5.0»"
requires-python = ">=3.11"
--- parcel/__init__.py
"""Tracks parcels."""

__version__ = "‹1.4.0→1.5.0›"

==== the image tag of three services
kind: constants
--- deploy.yaml
services:
  api:
    image: registry.example.org/api:«2.3→2.4»
  worker:
    image: registry.example.org/api:‹2.3→2.4›
    command: worker
  cron:
    image: registry.example.org/api:‹2.3→2.4›
    command: cron

==== a URL that is repeated
kind: constants
--- src/api.ts
const BASE = "https://«api.example.org→api.example.net»/v1";

export const users = () => fetch(`${BASE}/users`);
--- test/api.test.ts
import { expect, test } from "vitest";
import { users } from "../src/api";

test("asks the API", async () => {
  await users();
  expect(fetch).toHaveBeenCalledWith("https://‹api.example.org→api.example.net›/v1/users");
});
--- README.md
The client talks to `https://‹api.example.org→api.example.net›`.

==== a limit in a test
kind: constants
--- limits.go
package upload

// MaxNameLength is checked before a file is stored.
const MaxNameLength = «64→128»
--- limits_test.go
package upload

import (
	"strings"
	"testing"
)

func TestLongNames(t *testing.T) {
	if Valid(strings.Repeat("x", ‹64→128›+1)) {
		t.Fatal("too long")
	}
}

==== a color of the design
kind: constants
--- styles.css
.header {
  background: «#20304a→#16324f»;
}

.footer {
  background: ‹#20304a→#16324f›;
  color: #fff;
}

a {
  color: ‹#20304a→#16324f›;
}

==== the Node version in three workflows
kind: constants
--- .github/workflows/ci.yml
name: ci
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/setup-node@v4
        with:
          node-version: «20→22»
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/setup-node@v4
        with:
          node-version: ‹20→22›

==== the name of a table in a script
kind: constants
--- etl.sh
#!/bin/sh
set -eu
psql -c "TRUNCATE «staging_orders→stage_orders»"
psql -c "\copy ‹staging_orders→stage_orders› FROM orders.csv CSV"
psql -c "INSERT INTO orders SELECT * FROM ‹staging_orders→stage_orders›"

==== a number that happens to be the same
kind: constants
expect: silence
--- game.py
LIVES = «3→5»
COLUMNS = 8


def start():
    return {"lives": LIVES, "x": 3, "y": 3, "speed": 3}

==== node version in the workflow and package file
kind: constants
--- .github/workflows/ci.yml
name: ci
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: «20.11.1→22.2.0»
      - run: npm ci
      - run: npm test
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ‹20.11.1→22.2.0›
      - run: npm run build
--- Dockerfile
FROM node:‹20.11.1→22.2.0›-slim
WORKDIR /app
COPY . .
RUN npm ci
CMD ["node", "server.js"]
--- .nvmrc
‹20.11.1→22.2.0›

==== command line flag in the script, help text and manual
kind: docs-follow-code
--- tools/backup.sh
#!/bin/sh
# usage: backup.sh [‹--quick→--fast›] DIR

fast=0
for arg in "$@"; do
    case $arg in
    «--quick→--fast») fast=1 ;;
    --help)
        echo "usage: backup.sh [‹--quick→--fast›] DIR"
        exit 0
        ;;
    *) dir=$arg ;;
    esac
done

[ "$fast" = 1 ] && level=1 || level=9
tar cf - "$dir" | gzip "-$level" >"$dir.tar.gz"
--- README.md
# Backup

Run `tools/backup.sh DIR`. With `‹--quick→--fast›` the archive is larger, but done sooner.

A quick look at the log shows what was saved.

==== docstring of a renamed parameter
kind: docs-follow-code
--- geo/distance.py
"""Distances on a sphere."""

import math

EARTH_RADIUS_KM = 6371.0


def haversine(start, «end→target», radius=EARTH_RADIUS_KM):
    """Return the great circle distance of two points.

    :param start: latitude and longitude in degrees
    :param ‹end→target›: latitude and longitude in degrees
    :param radius: of the sphere, in kilometres
    """
    lat1, lon1 = map(math.radians, start)
    lat2, lon2 = map(math.radians, ‹end→target›)
    a = math.sin((lat2 - lat1) / 2) ** 2
    b = math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * radius * math.asin(math.sqrt(a + b))


def bearing(start, end):
    """Return the initial bearing from start to end, in degrees."""
    lat1, lon1 = map(math.radians, start)
    lat2, lon2 = map(math.radians, end)
    y = math.sin(lon2 - lon1) * math.cos(lat2)
    x = math.cos(lat1) * math.sin(lat2) - math.sin(lat1) * math.cos(lat2) * math.cos(lon2 - lon1)
    return math.degrees(math.atan2(y, x)) % 360
--- geo/route.py
from geo.distance import haversine


def length(points):
    return sum(haversine(a, ‹→¦?›b) for a, b in zip(points, points[1:]))


def detour(points, stop):
    return haversine(points[-1], ‹end→target›=stop)

==== default port in code, compose file and manual
kind: constants
--- gateway/settings.py
import os

HOST = os.environ.get("GATEWAY_HOST", "127.0.0.1")
PORT = int(os.environ.get("GATEWAY_PORT", "«8600→9100»"))
WORKERS = 4
LOG_LEVEL = "info"
--- docker-compose.yml
services:
  gateway:
    build: .
    ports:
      - "‹8600→9100›:‹8600→9100›"
    environment:
      GATEWAY_HOST: 0.0.0.0
  redis:
    image: redis:7
    ports:
      - "6379:6379"
--- README.md
# Gateway

Start it with `make run` and open <http://localhost:‹8600→9100›/>.

Set `GATEWAY_PORT` to use another port than ‹8600→9100›.

==== doc comment and intra doc link follow
kind: docs-follow-code
--- src/rate.rs
//! Limits how often something is done, see [`‹Limiter→RateLimiter›`].

use std::time::{Duration, Instant};

/// Allows a number of calls per period.
pub struct «Limiter→RateLimiter» {
    period: Duration,
    allowed: u32,
    used: u32,
    since: Instant,
}

impl ‹Limiter→RateLimiter› {
    pub fn new(allowed: u32, period: Duration) -> Self {
        ‹Limiter→RateLimiter› { period, allowed, used: 0, since: Instant::now() }
    }

    pub fn allow(&mut self) -> bool {
        if self.since.elapsed() > self.period {
            self.since = Instant::now();
            self.used = 0;
        }
        self.used += 1;
        self.used <= self.allowed
    }
}
--- src/lib.rs
mod rate;

pub use rate::‹Limiter→RateLimiter›;

==== JSDoc follows a renamed parameter
kind: docs-follow-code
--- src/text/wrap.ts
/**
 * Breaks a text into lines.
 *
 * @param text - what is broken
 * @param ‹width→columns› - the longest line that is allowed
 * @returns the lines, without line breaks
 */
export function wrap(text: string, «width→columns»: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length + 1 > ‹width→columns›) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

/** Fills a line with spaces up to the width. */
export function pad(line: string, width: number): string {
  return line + " ".repeat(Math.max(0, width - line.length));
}

==== API address in several files
kind: constants
--- src/config.ts
export const API_URL = "https://«api.acme.test/v1→api.acme.test/v2»";
export const TIMEOUT_MS = 5000;
--- .env.example
API_URL=https://‹api.acme.test/v1→api.acme.test/v2›
TIMEOUT_MS=5000
--- README.md
# Acme client

Requests go to `https://‹api.acme.test/v1→api.acme.test/v2›` unless `API_URL` says otherwise.

```sh
curl https://‹api.acme.test/v1→api.acme.test/v2›/status
```

==== expected text of the test follows the message
kind: test-follows
--- src/auth/password.ts
export function checkPassword(password: string): string[] {
  const problems: string[] = [];
  if (password.length < 12) problems.push("«too short→must have 12 characters»");
  if (!/\d/.test(password)) problems.push("needs a digit");
  if (!/[A-Z]/.test(password)) problems.push("needs a capital letter");
  return problems;
}
--- src/auth/password.test.ts
import { checkPassword } from "./password";

describe("checkPassword", () => {
  it("refuses short passwords", () => {
    expect(checkPassword("Abc1")).toEqual(["‹too short→must have 12 characters›"]);
  });

  it("refuses passwords without digits", () => {
    expect(checkPassword("Abcdefghijklm")).toEqual(["needs a digit"]);
  });

  it("reports everything", () => {
    expect(checkPassword("abc")).toEqual(["‹too short→must have 12 characters›", "needs a digit", "needs a capital letter"]);
  });
});

==== breakpoint in every media query
kind: constants
--- css/layout.css
.grid {
  display: grid;
  grid-template-columns: 1fr 3fr;
}

@media (max-width: «720px→800px») {
  .grid {
    grid-template-columns: 1fr;
  }
}

.sidebar {
  width: 240px;
}

@media (max-width: ‹720px→800px›) {
  .sidebar {
    display: none;
  }
}

@media (max-width: ‹720px→800px›) {
  .toolbar {
    position: fixed;
  }
}

==== status text follows in tests
kind: test-follows
language: go
--- greet/greet.go
package greet

import "fmt"

func Hello(name string) string {
	if name == "" {
		return "«Hello, stranger→Hello there»"
	}
	return fmt.Sprintf("Hello, %s", name)
}
--- greet/greet_test.go
package greet

import "testing"

func TestHello(t *testing.T) {
	if got := Hello(""); got != "‹Hello, stranger→Hello there›" {
		t.Error(got)
	}
	if got := Hello("Ann"); got != "Hello, Ann" {
		t.Error(got)
	}
}

==== constructor of the tested class gets a parameter
kind: test-follows
language: typescript
--- src/stack.ts
export class Stack<T> {
  private items: T[] = [];

  constructor(private readonly limit: number«→, private readonly name: string») {}

  push(item: T): void {
    if (this.items.length >= this.limit) throw new Error("full");
    this.items.push(item);
  }

  pop(): T | undefined {
    return this.items.pop();
  }
}
--- src/stack.test.ts
import { Stack } from "./stack";

test("pops what was pushed", () => {
  const stack = new Stack<number>(2‹→, "test"¦re:, .+¦@›);
  stack.push(1);
  expect(stack.pop()).toBe(1);
});

test("is limited", () => {
  const stack = new Stack<string>(1‹→, "test"¦re:, .+¦@›);
  stack.push("a");
  expect(() => stack.push("b")).toThrow("full");
});

==== README command follows the renamed script
kind: docs-follow-code
language: json
--- package.json
{
  "name": "docs-site",
  "scripts": {
    "«dev→start»": "vite",
    "build": "vite build",
    "preview": "vite preview"
  }
}
--- README.md
# Docs site

Run `npm run ‹dev→start›` while you write, and `npm run build` before you publish.

For dev questions ask the team.

==== version in several manifests
kind: constants
language: json
--- package.json
{
  "name": "clock",
  "version": "«2.3.1→2.4.0»",
  "dependencies": {
    "left-pad": "1.3.0"
  }
}
--- src/version.ts
export const VERSION = "‹2.3.1→2.4.0›";
--- README.md
# Clock 

Version ‹2.3.1→2.4.0›. See the change log.
--- CHANGELOG.md
# Changes

## 2.3.1

- Fixes the alarm.

==== CSS variable value reused
kind: constants
language: css
--- css/colours.css
.button {
  background: «#1a73e8→#1558b0»;
}

.link {
  color: ‹#1a73e8→#1558b0›;
}

.border {
  border-color: ‹#1a73e8→#1558b0›;
}

==== the version of node in a tag and a workflow
kind: constants-in-files
language: yaml
--- .nvmrc
«18→20»
--- web/Dockerfile
FROM node:‹18→20›-slim AS build
RUN npm ci --fetch-timeout 18

FROM nginx:1.18
--- .github/workflows/web.yml
jobs:
  build:
    timeout-minutes: 18
    steps:
      - uses: actions/setup-node@v4
        with:
          node-version: ‹18→20›

==== a tag of one of two images
kind: constants-in-files
language: yaml
expect: silence
--- compose.yaml
services:
  db:
    image: postgres:«15.2→16.1»
  exporter:
    image: pgexporter:15.2

==== honey shop: the oldest Ruby is dropped
kind: drop-version
--- honey.gemspec
Gem::Specification.new do |spec|
  spec.name = "honey"
  spec.version = "3.1.0"
  spec.required_ruby_version = ">= «3.1→3.2»"
  spec.add_dependency "rack", ">= 3.1"
end
--- .github/workflows/test.yml
name: test
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        ruby: [‹"3.1", →›"3.2", "3.3"]
    steps:
      - uses: actions/checkout@v4
      - uses: ruby/setup-ruby@v1
        with:
          ruby-version: ${{ matrix.ruby }}
      - run: bundle exec rake test
--- README.md
# Honey

Needs Ruby ‹3.1→3.2› or newer, and rack 3.1.

==== an almanac: the documents are built with a newer Python
kind: pinned-version
expect: silence
--- .github/workflows/docs.yml
name: docs
on: [push]
jobs:
  docs:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "«3.10→3.13»"
      - run: pip install mkdocs
      - run: mkdocs build
--- pyproject.toml
[project]
name = "almanac"
requires-python = ">=3.10"
classifiers = [
    "Programming Language :: Python :: 3.10",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
]

[tool.mypy]
python_version = "3.10"

==== allotments: a migration adds the depth of a well
kind: add-column
--- migrations/004_depth.sql
-- Wells are measured now.
«→ALTER TABLE wells ADD COLUMN depth REAL NOT NULL DEFAULT 0;
»
--- migrations/001_wells.sql
CREATE TABLE wells (
    id INTEGER PRIMARY KEY,
    plot TEXT NOT NULL,
    diameter REAL NOT NULL
);

CREATE TABLE sheds (
    id INTEGER PRIMARY KEY,
    plot TEXT NOT NULL,
    width REAL NOT NULL
);
--- src/wells.ts
export interface Well {
  id: number;
  plot: string;
  diameter: number;
‹→  depth: number;
›}

export interface Shed {
  id: number;
  plot: string;
  width: number;
}

export async function wellsOf(db: Database, plot: string): Promise<Well[]> {
  return db.all("SELECT id, plot, diameter‹→, depth› FROM wells WHERE plot = ?", [plot]);
}

export async function shedsOf(db: Database, plot: string): Promise<Shed[]> {
  return db.all("SELECT id, plot, width FROM sheds WHERE plot = ?", [plot]);
}

==== seed bank: packets are inserted with their origin
kind: add-column
--- schema.sql
CREATE TABLE packets (
    id INTEGER PRIMARY KEY,
    species TEXT NOT NULL,
    grams INTEGER NOT NULL,
    origin TEXT NOT NULL
);
--- seedbank/packets.py
import sqlite3


class Packets:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def add(self, species: str, grams: int‹→, origin: str›) -> None:
        self.db.execute(
            "INSERT INTO packets (species, grams«→, origin») VALUES (?, ?‹→, ?›)",
            (species, grams‹→, origin›),
        )

    def remove(self, species: str, grams: int) -> None:
        self.db.execute("DELETE FROM packets WHERE species = ? AND grams = ?", (species, grams))

==== bakery: the script of the ovens gets an option
kind: add-option
--- bin/ovens.sh
#!/usr/bin/env bash
# Usage: ovens.sh [--all] [--cold]‹→ [--quiet]› NAME
set -euo pipefail

while [[ $# -gt 1 ]]; do
  case "$1" in
    --all) all=1 ;;
    --cold) cold=1 ;;
«→    --quiet) quiet=1 ;;
»    *) exit 2 ;;
  esac
  shift
done
curl --silent "http://oven.example.org/$1"
--- README.md
# Ovens

The door of an oven is opened with `bin/door [--all] [--cold]`.

    bin/ovens.sh [--all] [--cold]‹→ [--quiet]› rye
