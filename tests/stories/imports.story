==== a module that is not imported yet
kind: missing-import
--- jobs.py
import json
‹→import os
¦#1›import sys‹→
import os¦#1›
from pathlib import Path


def save(path: Path, rows):
    path.write_text(json.dumps(rows))«→
    os.sync()»
    print("saved", file=sys.stderr)

==== a name that other files import
kind: missing-import
--- app/report.py
from decimal import Decimal
‹→from pathlib import Path
›

def total(lines):
    return sum((Decimal(line.price) for line in lines), Decimal(0))


def write(lines, name):«→
    target = Path("reports") / name»
    text = f"{total(lines)}\n"
    return text
--- app/archive.py
from pathlib import Path


def archive(name):
    return Path("archive") / name

==== a React hook that is not imported
kind: missing-import
language: typescript
--- src/Counter.tsx
import { ‹useState→useState, useEffect¦useEffect, useState› } from "react";

export function Counter() {
  const [count, setCount] = useState(0);«→
  useEffect(() => {
    document.title = String(count);
  }, [count]);»
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
--- src/Clock.tsx
import { useEffect, useState } from "react";

export function Clock() {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <time>{now}</time>;
}

==== a Go package that is not imported
kind: missing-import
--- words/words.go
package words

import (
	"sort"‹→
	"strings"›
)

func Unique(text string) []string {
	seen := map[string]bool{}
	var words []string
	for _, word := range «splitWords(text)→strings.Fields(text)» {
		if !seen[word] {
			seen[word] = true
			words = append(words, word)
		}
	}
	sort.Strings(words)
	return words
}

==== a Java class of java.util
kind: missing-import
--- src/Names.java
package people;

import java.util.ArrayList;
import java.util.List;‹→
import java.util.Map;›

public class Names {
    private final List<String> names = new ArrayList<>();«→
    private Map<String, Integer> counts = null;»

    public void add(String name) {
        names.add(name);
    }
}

==== the last use of an import is removed
kind: unused-import
--- notes.py
‹import os
→›import sys


def read_notes(path):
    «if not os.path.exists(path):
        return []
    →»with open(path) as file:
        return file.read().splitlines()


def main():
    for note in read_notes(sys.argv[1]):
        print(note)

==== one of two imported names is not used any more
kind: unused-import
--- src/price.ts
import { round‹, format→› } from "./numbers";

export function gross(net: number, rate: number): number {
  return round(net * (1 + rate), 2);
}

export function label(net: number): string {
  return «format(net)→`${net} EUR`»;
}

==== another use remains
kind: unused-import
expect: silence
--- clean.py
import re
import shutil


def slug(text):
    «text = re.sub(r"\s+", "-", text)
    →»return re.sub(r"[^a-z-]", "", text.lower())


def remove(folder):
    shutil.rmtree(folder)

==== a moved module
kind: moved-import
--- src/app.ts
import { parse } from "«./util/parse→./text/parse»";

export function main(text: string): number {
  return parse(text).length;
}
--- src/cli.ts
import { parse } from "‹./util/parse→./text/parse›";

for (const line of process.argv.slice(2)) {
  console.log(parse(line));
}
--- src/text/parse.ts
export function parse(text: string): string[] {
  return text.split(",");
}

==== a Python module that moved
kind: moved-import
--- web/routes.py
from «core.helpers→core.text» import slugify, titlecase


def route(title):
    return "/" + slugify(titlecase(title))
--- web/feeds.py
from ‹core.helpers→core.text› import slugify


def feed(title):
    return f"/feeds/{slugify(title)}.xml"
--- core/text.py
def slugify(text):
    return text.lower().replace(" ", "-")


def titlecase(text):
    return text.title()

==== a new function is exported
kind: export-index
--- src/dates/index.ts
export { addDays } from "./addDays";
export { isWeekend } from "./isWeekend";‹→
export { startOfWeek } from "./startOfWeek";¦@›
--- src/dates/startOfWeek.ts
import { addDays } from "./addDays";

«→export »function startOfWeek(day: Date): Date {
  return addDays(day, -((day.getDay() + 6) % 7));
}
--- src/dates/addDays.ts
export function addDays(day: Date, count: number): Date {
  return new Date(day.getTime() + count * 86_400_000);
}

==== a name in __all__
kind: export-index
--- tools/text.py
__all__ = ["indent", "wrap"‹→, "dedent"¦#1›]


def indent(text):
    return "    " + text


def wrap(text, width):
    return [text[at : at + width] for at in range(0, len(text), width)]«→


def dedent(text):
    return text.removeprefix("    ")»

==== a package facade imports a renamed class
kind: export-index
--- shop/__init__.py
"""A small shop."""

from shop.cart import ‹Basket→Cart›

__all__ = ["‹Basket→Cart›"]
--- shop/cart.py
class «Basket→Cart»:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

==== require becomes import, again
kind: moved-import
--- src/server.js
«const express = require("express");→import express from "express";»
‹const cors = require("cors");→import cors from "cors";›
‹const morgan = require("morgan");→import morgan from "morgan";›
‹const router = require("./router.js");→import router from "./router.js";›

const app = express();

app.use(cors());
app.use(morgan("tiny"));
app.use("/api", router);
app.listen(3000);

==== function moved, imports follow
kind: moved-import
language: python
--- web/views.py
from web.«helpers→formatting» import money, plural


def cart(items):
    total = sum(item.price for item in items)
    return f"{plural(len(items), 'item')}: {money(total)}"
--- web/mail.py
from web.‹helpers→formatting› import money


def receipt(order):
    return f"You paid {money(order.total)}."
--- web/formatting.py
def money(cents):
    return f"{cents / 100:.2f} €"


def plural(n, word):
    return f"{n} {word}" if n == 1 else f"{n} {word}s"

==== the last use of an import goes with an accepted suggestion
kind: imports
--- src/report.ts
import { format } from "./format";
import ‹{ legacyFormat } from "./legacy";
import →›{ Row } from "./rows";

export function head(row: Row): string {
  return «legacyFormat→format»(row.title);
}

export function cell(row: Row): string {
  return ‹legacyFormat→format›(row.value);
}

==== the last uses of an import in one function
kind: imports
--- jobs/clean.py
import logging
‹import warnings
→›
log = logging.getLogger(__name__)


def clean(rows):
    if not rows:
        «warnings.warn→log.warning»("no rows to clean")
    for row in rows:
        if row.broken:
            ‹warnings.warn→log.warning›("a broken row")

==== an import that another function still uses
kind: imports
expect: silence
--- jobs/sort.py
import logging
import warnings

log = logging.getLogger(__name__)


def sort(rows):
    if not rows:
        «warnings.warn→log.warning»("no rows to sort")
    return sorted(rows)


def quiet(function):
    with warnings.catch_warnings():
        return function()
