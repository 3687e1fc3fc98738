==== a field of one record, and the export of another
kind: field-added
--- parts.py
from dataclasses import dataclass


@dataclass
class Engine:
    code: str
    power: int
    weight: int«→
    torque: int»

    def row(self):
        return {
            "code": self.code,
            "power": self.power,
            "weight": self.weight,‹→
            "torque": self.torque,›
        }


@dataclass
class Gearbox:
    code: str
    power: int
    weight: int

    def row(self):
        return {"code": self.code, "power": self.power, "weight": self.weight}

==== a field of a Go struct, and the method of another
kind: field-added
--- parts.go
package parts

type Engine struct {
	Code   string
	Power  int
	Weight int«→
	Torque int»
}

type Gearbox struct {
	Code   string
	Power  int
	Weight int
}

func (g Gearbox) Row() map[string]any {
	return map[string]any{"code": g.Code, "power": g.Power, "weight": g.Weight}
}

func (e Engine) Row() map[string]any {
	return map[string]any{"code": e.Code, "power": e.Power, "weight": e.Weight‹→, "torque": e.Torque›}
}

==== a member of one union, and of another
kind: enum-member
--- keys.ts
export type Direction = "up" | "down"«→ | "left"»;

export type Scroll = "up" | "down" | "page";

export function isScroll(value: string): boolean {
  return value === "up" || value === "down" || value === "page";
}

export function delta(direction: Direction): number {
  switch (direction) {
    case "up":
      return -1;
    case "down":
      return 1;‹→
    case "left":
      return 0;¦@›
  }
}

==== the default of one option
kind: docs-follow-code
--- cli.py
import click


@click.command()
@click.option(
    "--retries",
    default=«2500→3000»,
    help="how many retries (default: ‹2500→3000›)",
)
@click.option(
    "--width", default=2500, help="in pixels (default: 2500)"
)
def main(retries, width):
    print(retries, width)

==== a timeout that is no port
kind: constants
expect: silence
--- clients.ts
export const reports = new Client({
  url: "https://reports.example.org:4500",
  timeout: «4500→9000»,
});

export const files = new Client({
  url: "https://files.example.org:4500",
});

==== a word that is a call in code
kind: log-statements
--- job.py
import logging

log = logging.getLogger(__name__)


def run(steps):
    # we print nothing about the steps here
    for step in steps:
        «print→log.debug»("step", step)
        step()
    «print→log.debug»("stopped")
    ‹print→log.debug›("ready", len(steps))

==== a method that is no function
kind: api-migration
--- store.py
def save(shape, meta):
    data = shape.«dict→as_map»()
    write(data)


def copy(shape, other, meta):
    write(shape.«dict→as_map»(), other.‹dict→as_map›())
    write(other.‹dict→as_map›(), dict(meta))

==== a custom property with a longer sibling
kind: rename-constant
--- theme.css
:root {
  --«pad→space-s»: 8px;
  --pad-wide: 24px;
}

.box {
  padding: var(--‹pad→space-s›);
}

.hero {
  padding: var(--pad-wide);
}

==== a class with a longer sibling
kind: rename-class
--- menu.css
.«menu-link→menu-entry» {
  color: #246;
}

.‹menu-link→menu-entry›:hover {
  color: #135;
}

.menu-link-icon {
  width: 12px;
}

==== the size of one rule
kind: unrelated
expect: silence
--- page.css
.aside {
  width: «220px→260px»;
}

.photo {
  width: 220px;
  height: 220px;
}

==== another unit of the sizes
kind: parallel-lines
--- page.css
.aside {
  margin: «16px→1rem»;
}

.photo {
  margin: ‹16px→1rem›;
}

==== the second of three equal lines
kind: unrelated
expect: silence
--- compose.yaml
services:
  web:
    environment:
      MODE: fast
  queue:
    environment:
      MODE: «fast→safe»
  mail:
    environment:
      MODE: fast

==== the second of three like calls
kind: unrelated
expect: silence
--- src/load.rs
use std::fs;

fn users() -> String {
    fs::read_to_string("users.csv").unwrap()
}

fn notes() -> String {
    fs::read_to_string("notes.txt").«unwrap()→unwrap_or_default()»
}

fn rates() -> String {
    fs::read_to_string("rates.csv").unwrap()
}

==== two of four like calls
kind: api-migration
--- src/load.rs
use std::fs;

fn users() -> String {
    fs::read_to_string("users.csv").‹unwrap()→unwrap_or_default()¦?›
}

fn notes() -> String {
    fs::read_to_string("notes.txt").«unwrap()→unwrap_or_default()»
}

fn rates() -> String {
    fs::read_to_string("rates.csv").«unwrap()→unwrap_or_default()»
}

fn names() -> String {
    fs::read_to_string("names.csv").‹unwrap()→unwrap_or_default()›
}

==== the version of one package
kind: unrelated
expect: silence
--- package.json
{
  "dependencies": {
    "chalk": "^5.2.0",
    "yargs": "«^6.4.1→6.4.7»",
    "pino": "^6.4.1"
  }
}

==== a version in a longer one
kind: unrelated
expect: silence
--- .github/workflows/test.yml
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        python: ["«3.11→3.13»"]
    steps:
      - run: pip install black==24.3.11

==== a number of one element
kind: unrelated
expect: silence
--- Panel.tsx
export function Panel() {
  return (
    <section>
      <Title className="«mb-2→mb-6» wide">Weather</Title>
      <p className="mb-2 small">Sunny</p>
    </section>
  );
}

==== the errors of one function
kind: unrelated
expect: silence
--- client.py
def read(path):
    try:
        return open(path).read()
    except «Exception→OSError»:
        return ""


def ask(url):
    try:
        return fetch(url)
    except Exception:
        return None

==== positional arguments of one function become an object
kind: change-signature
--- views.ts
import { area, scale } from "./shapes";

export function total(a: number, b: number) {
  return area(«a, b→{ width: a, height: b }») + scale(a, 2);
}

export function twice(c: number, d: number) {
  return 2 * area(‹c, d→{ width: c, height: d }›) + scale(c, 4);
}

==== a word of one comment
kind: unrelated
expect: silence
--- Ring.java
class Ring {
    /** Moves the elements to the «start→finish» of the ring. */
    void rotate() {}

    /** Copies the elements from the start of the list. */
    void copy() {}
}

==== the comment of another method with the old name
kind: rename-function
--- grid.go
package grid

func «Count→CountCells»(rows [][]int) int {
	total := 0
	for _, row := range rows {
		total += len(row)
	}
	return total
}

type Pool struct {
	free int
}

// Count returns the free entries.
func (p *Pool) Count() int {
	return p.free
}

func Empty(rows [][]int) bool {
	return ‹Count→CountCells›(rows) == 0
}

==== a column of one table
kind: sql
--- schema.sql
CREATE TABLE authors (
  id INTEGER PRIMARY KEY,
  «label→pen_name» TEXT NOT NULL
);

CREATE TABLE genres (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL
);

SELECT ‹label→pen_name› FROM authors;

==== a standard name that is not imported
kind: imports
--- files.py
import sys‹→
from pathlib import Path›


def main():
    print(«sys.argv[1]→Path(sys.argv[1]).stem»)

==== a hook that is not imported
kind: imports
--- Search.tsx
import { ‹→useMemo, ›useState } from "react";

export function Search({ rows }: { rows: string[] }) {
  const [query, setQuery] = useState("");
  const found = «rows→useMemo(() => rows.filter((row) => row.includes(query)), [rows, query])»;
  return <ul>{found}</ul>;
}

==== a type that is not imported
kind: imports
--- Names.java
package names;

‹→import java.util.List;
›import java.util.Map;

class Names {
    Map<String, String> aliases = Map.of();

    «String→List<String>» all() {
        return null;
    }
}

==== a name that a wildcard import may define
kind: imports
expect: silence
--- files.py
import sys

from drawing import *


def main():
    print(«sys.argv[1]→Path(sys.argv[1])»)

==== two words of a line that are accepted together
kind: rename-field
--- lines.ts
export interface Line {
  «cnt→count»: number;
}

export interface Filter {
  cnt: number;
}

export function more(line: Line): Line {
  return { ...line, ‹cnt→count›: line.‹cnt→count› + 1 };
}

==== a standard name joins the import
kind: imports
--- groups.py
from collections import Counter‹→, defaultdict›


def by_letter(words):
    groups = «{}→defaultdict(list)»
    for word in words:
        groups[word[0]].append(word)
    return groups, Counter(words)

==== a decorator that is not imported
kind: imports
--- report.py
import csv‹→
from functools import lru_cache›


«→@lru_cache
»def rates(path):
    with open(path) as file:
        return {row[0]: float(row[1]) for row in csv.reader(file)}

==== a Java class of the standard library is not imported
kind: imports
--- Find.java
package find;

import java.util.List;
‹→import java.util.Optional;
›
class Find {
    «String→Optional<String>» first(List<String> names) {
        return ‹null→Optional.empty()›;
    }
}
