==== theme: a custom property is renamed
kind: rename-property
--- styles/theme.css
:root {
  --text: #1c1c1e;
  «--muted→--text-muted»: #6e6e73;
  --accent: #0a66c2;
  --radius: 6px;
}

body {
  color: var(--text);
  font-family: system-ui, sans-serif;
}

a {
  color: var(--accent);
}

.muted {
  color: var(‹--muted→--text-muted›);
}

.card {
  border: 1px solid var(--accent);
  border-radius: var(--radius);
}

/* The caption of a card is muted. */
.card figcaption {
  color: var(‹--muted→--text-muted›);
  font-size: 0.875rem;
}

input::placeholder {
  color: var(‹--muted→--text-muted›);
}

video.is-muted {
  outline: 2px solid var(--accent);
}

==== shop: a class in the style sheet and in the page
kind: rename-css-class
open: index.html
--- shop.css
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr));
  gap: 1rem;
}

.«card→product» {
  padding: 1rem;
  border: 1px solid #d0d0d0;
}

.‹card→product›:hover {
  border-color: #777;
}

.‹card→product› h2 {
  margin: 0;
  font-size: 1.1rem;
}

.postcard {
  background: #fff8e1;
}
--- index.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Paper shop</title>
    <link rel="stylesheet" href="shop.css" />
  </head>
  <body>
    <h1>Every card is printed by hand</h1>
    <main class="cards">
      <article class="‹card→product›">
        <h2>Birthday card</h2>
        <p>3.50 €</p>
      </article>
      <article class="‹card→product› postcard">
        <h2>Greetings from the sea</h2>
        <p>1.20 €</p>
      </article>
    </main>
  </body>
</html>

==== booking form: the id of an input
kind: rename-id
--- booking.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Book a table</title>
  </head>
  <body>
    <h1>Book a table</h1>
    <form action="/bookings" method="post">
      <label for="name">Your name</label>
      <input id="name" name="customer_name" required />

      <label for="‹count→guest-count›">How many guests do you count on?</label>
      <input id="«count→guest-count»" name="guests" type="number" min="1" max="12" value="2" />

      <label for="day">Day</label>
      <input id="day" name="day" type="date" required />

      <p class="count">We have 12 seats.</p>
      <button type="submit">Book</button>
    </form>
    <script>
      const guests = document.getElementById("‹count→guest-count›");
      const button = document.querySelector("button");

      guests.addEventListener("input", () => {
        const count = Number(guests.value);
        button.textContent = count === 1 ? "Book for one" : `Book for ${count}`;
      });
    </script>
  </body>
</html>

==== article styles: one margin is too small
kind: silent-css
expect: silence
--- article.css
.article {
  max-width: 42rem;
  margin: 0 auto;
  padding: 1rem;
}

.article h1 {
  margin: 0 0 1rem;
  font-size: 2rem;
}

.article h2 {
  margin: 2rem 0 1rem;
  font-size: 1.5rem;
}

.article blockquote {
  margin: «1rem→1.75rem» 0;
  padding-left: 1rem;
  border-left: 3px solid #bbb;
  font-style: italic;
}

.article pre {
  margin: 1rem 0;
  padding: 0.75rem;
  overflow-x: auto;
}

.article table {
  margin: 1rem 0;
  border-collapse: collapse;
}
==== workflow: a job is renamed
kind: rename-key
--- .github/workflows/ci.yml
name: CI
on:
  push:
    branches: [main]

jobs:
  «build→compile»:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - run: npm run build
      - uses: actions/upload-artifact@v4
        with:
          name: build
          path: build/

  test:
    needs: ‹build→compile›
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm test

  deploy:
    needs: [‹build→compile›, test]
    runs-on: ubuntu-latest
    steps:
      - uses: actions/download-artifact@v4
        with:
          name: build
          path: build/
      - run: ./scripts/deploy.sh build/

==== compose file: a service is renamed
kind: rename-key
--- compose.yaml
services:
  web:
    build: .
    ports:
      - "8000:8000"
    environment:
      DATABASE_URL: postgresql://shop:secret@‹db→database›:5432/shop
      CACHE_URL: redis://cache:6379/0
    depends_on:
      - ‹db→database›
      - cache

  worker:
    build: .
    command: python -m shop.worker
    environment:
      DATABASE_URL: postgresql://shop:secret@‹db→database›:5432/shop
    depends_on:
      - ‹db→database›

  «db→database»:
    image: postgres:16
    environment:
      POSTGRES_USER: shop
      POSTGRES_PASSWORD: secret
      POSTGRES_DB: shop
    volumes:
      - pgdata:/var/lib/postgresql/data
      - ./db/init.sql:/docker-entrypoint-initdb.d/init.sql

  cache:
    image: redis:7

volumes:
  pgdata:

==== package scripts: a script and where it is run
kind: rename-key
open: CONTRIBUTING.md
--- package.json
{
  "name": "tide-tables",
  "version": "2.3.0",
  "private": true,
  "type": "module",
  "scripts": {
    "start": "node src/server.js",
    "«lint→check»": "eslint src && prettier --check src",
    "test": "vitest run",
    "prepublishOnly": "npm run ‹lint→check› && npm test"
  },
  "lint-staged": {
    "*.js": "eslint --fix"
  },
  "dependencies": {
    "fastify": "^5.0.0"
  },
  "devDependencies": {
    "eslint": "^9.10.0",
    "lint-staged": "^15.2.0",
    "prettier": "^3.3.0",
    "vitest": "^2.1.0"
  }
}
--- CONTRIBUTING.md
# Contributing

Thank you for your help! Please open an issue before you begin with something large.

Run this before you push:

```sh
npm run ‹lint→check›
npm test
```

We lint with ESLint. The rules are in `eslint.config.js`, and lint-staged fixes what it can
when you commit.

==== quests: one reward changes
kind: silent-table
expect: silence
--- data/quests.json
{
  "version": 4,
  "quests": [
    {
      "id": "rats",
      "title": "Rats in the cellar",
      "level": 1,
      "reward": { "gold": 50, "xp": 100 }
    },
    {
      "id": "ferry",
      "title": "The missing ferryman",
      "level": 3,
      "reward": { "gold": «50→120», "xp": 250 }
    },
    {
      "id": "mill",
      "title": "A haunted mill",
      "level": 4,
      "reward": { "gold": 50, "xp": 300 }
    },
    {
      "id": "bridge",
      "title": "Toll on the bridge",
      "level": 4,
      "reward": { "gold": 80, "xp": 300 }
    }
  ]
}
==== order routes: an exported handler is renamed
kind: rename-function
--- src/handlers/orders.js
import { db } from "../db.js";

export async function «list→listOrders»(req, res) {
  const status = req.query.status ?? "open";
  const orders = await db.query("SELECT * FROM orders WHERE status = $1", [status]);
  res.json({ list: orders });
}

export async function show(req, res) {
  const order = await db.one("SELECT * FROM orders WHERE id = $1", [req.params.id]);
  if (!order) {
    res.status(404).json({ error: "not in the list of orders" });
    return;
  }
  res.json(order);
}
--- src/handlers/invoices.js
import { db } from "../db.js";

export async function list(req, res) {
  res.json({ list: await db.query("SELECT * FROM invoices") });
}
--- src/routes.js
import { Router } from "express";
import * as invoices from "./handlers/invoices.js";
import { ‹list→listOrders¦list as listOrders›, show } from "./handlers/orders.js";
import { requireLogin } from "./auth.js";

export const router = Router();

router.use(requireLogin);
router.get("/orders", ‹list→listOrders›);
router.get("/orders/list", ‹list→listOrders›);
router.get("/orders/:id", show);
router.get("/invoices", invoices.list);

==== bundler: an option is renamed
kind: rename-option
--- build/bundle.mjs
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "./transform.mjs";

/** Bundles one entry, and writes it out. */
export async function bundle({ entry, «out→outDir», minify = false }) {
  await mkdir(‹out→outDir›, { recursive: true });
  const { code, map } = await transform(entry, { minify });
  await writeFile(join(‹out→outDir›, "bundle.js"), code);
  if (!minify) {
    await writeFile(join(‹out→outDir›, "bundle.js.map"), JSON.stringify(map));
  }
  return code.length;
}

export async function copyAssets({ from, out, filter }) {
  const names = from.filter((name) => filter.test(name));
  for (const name of names) {
    await writeFile(join(out, name), "");
  }
  return names.length;
}
--- build/main.mjs
import { bundle, copyAssets } from "./bundle.mjs";

const production = process.argv.includes("--production");

const size = await bundle({ entry: "src/main.js", ‹out→outDir›: "dist", minify: production });
const copied = await copyAssets({ from: ["logo.svg", "readme.txt"], out: "dist", filter: /\.svg$/ });
console.log(`wrote out ${size} bytes and ${copied} assets`);

==== lives: a constant of the game and its test
kind: change-constant
open: test/state.test.js
--- src/game/state.js
export const START_LIVES = «3→5»;
export const LEVELS = 3;
export const BONUS_EVERY = 10_000;

export function newGame() {
  return { lives: START_LIVES, level: 1, score: 0 };
}

export function addScore(game, points) {
  const before = Math.floor(game.score / BONUS_EVERY);
  const score = game.score + points;
  const bonus = Math.floor(score / BONUS_EVERY) - before;
  return { ...game, score, lives: game.lives + bonus };
}

export function nextLevel(game) {
  return { ...game, level: Math.min(LEVELS, game.level + 1) };
}
--- test/state.test.js
import { expect, test } from "vitest";
import { addScore, newGame, nextLevel } from "../src/game/state.js";

test("a new game has ‹3→5› lives", () => {
  expect(newGame().lives).toBe(‹3→5›);
});

test("a bonus life is added", () => {
  expect(addScore({ lives: 2, level: 1, score: 9_990 }, 20).lives).toBe(3);
});

test("the last level is 3", () => {
  let game = newGame();
  for (let i = 0; i < 5; i += 1) {
    game = nextLevel(game);
  }
  expect(game.level).toBe(3);
});

==== vector tests: strict comparisons
kind: replace-api
--- test/vector.test.js
import assert from "node:assert";
import { test } from "node:test";
import { Vector } from "../src/vector.js";

test("the length of a vector", () => {
  assert.«equal→strictEqual»(new Vector(3, 4).length, 5);
  assert.«equal→strictEqual»(new Vector(0, 0).length, 0);
});

test("vectors are compared by their coordinates", () => {
  const a = new Vector(1, 2);
  const b = new Vector(1, 2);
  assert.ok(a.equal(b));
  assert.ok(!a.equal(a.scale(2)));
});

test("vectors are scaled", () => {
  const scaled = new Vector(1, 2).scale(3);
  assert.‹equal→strictEqual›(scaled.x, 3);
  assert.‹equal→strictEqual›(scaled.y, 6);
});

test("the zero vector has no direction", () => {
  assert.throws(() => new Vector(0, 0).normalize(), /equal to zero/);
});

test("vectors are printed", () => {
  assert.‹equal→strictEqual›(String(new Vector(1, 2)), "(1, 2)");
});

==== password hashes: a function is deleted
kind: delete-function
--- lib/passwords/hash.js
const crypto = require("node:crypto");

const ROUNDS = 210_000;

function hash(password, salt = crypto.randomBytes(16).toString("hex")) {
  const key = crypto.pbkdf2Sync(password, salt, ROUNDS, 32, "sha256");
  return `${salt}:${key.toString("hex")}`;
}

«function legacyHash(password) {
  return crypto.createHash("md5").update(password).digest("hex");
}

→»function verify(password, stored) {
  const [salt] = stored.split(":");
  return crypto.timingSafeEqual(Buffer.from(hash(password, salt)), Buffer.from(stored));
}

module.exports = { hash, ‹legacyHash, →›verify };
--- lib/passwords/index.js
const { hash, ‹legacyHash, →›verify } = require("./hash");
const { strength } = require("./strength");

const MIN_STRENGTH = 3;

function check(password) {
  if (strength(password) < MIN_STRENGTH) {
    throw new RangeError("the password is too weak");
  }
}

module.exports = { check, hash, ‹legacyHash, →›verify, strength };

==== snake: only the border gets thicker
kind: silent-number
expect: silence
--- src/snake/draw.js
const CELL = 16;

export function drawBoard(context, width, height) {
  context.fillStyle = "#10241b";
  context.fillRect(0, 0, width * CELL, height * CELL);
  context.strokeStyle = "#4caf50";
  context.lineWidth = «2→6»;
  context.strokeRect(0, 0, width * CELL, height * CELL);
}

export function drawSnake(context, cells) {
  context.fillStyle = "#8bc34a";
  context.strokeStyle = "#10241b";
  context.lineWidth = 2;
  for (const { x, y } of cells) {
    context.fillRect(x * CELL, y * CELL, CELL, CELL);
    context.strokeRect(x * CELL, y * CELL, CELL, CELL);
  }
}

export function drawFood(context, { x, y }) {
  context.fillStyle = "#e53935";
  context.lineWidth = 2;
  context.beginPath();
  context.arc((x + 0.5) * CELL, (y + 0.5) * CELL, CELL / 2 - 2, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
==== reorder plan: the local gets a clearer name
kind: rename-local
--- inventory/reorder.py
"""Works out what has to be ordered from which supplier."""

from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Stock:
    sku: str
    supplier: str
    on_hand: int
    minimum: int


def count_by_supplier(stocks: list[Stock]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for stock in stocks:
        count = 1 if stock.on_hand else 0
        counts[stock.supplier] += count
    return dict(counts)


def plan_orders(stocks: list[Stock], pack_size: int) -> dict[str, list[tuple[str, int]]]:
    """Return the (sku, count) pairs to order from each supplier."""
    orders: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for stock in stocks:
        «count→shortage» = stock.minimum - stock.on_hand
        if ‹count→shortage› <= 0:
            continue
        packs = -(-‹count→shortage› // pack_size)
        orders[stock.supplier].append((stock.sku, packs * pack_size))
    return dict(orders)


def summarize(orders: dict[str, list[tuple[str, int]]]) -> str:
    lines = []
    for supplier, pairs in sorted(orders.items()):
        count = sum(pieces for _, pieces in pairs)
        lines.append(f"{supplier}: {count} pieces")
    return "\n".join(lines)

==== thumbnails: a parameter and the keyword argument in another file
kind: rename-parameter
--- imaging/resize.py
"""Resizing of uploaded pictures."""

from PIL import Image


def make_thumbnail(source: str, «size→max_edge»: int, quality: int = 85) -> Image.Image:
    """Shrink the picture until its longer edge has `‹size→max_edge›` pixels."""
    image = Image.open(source)
    scale = ‹size→max_edge› / max(image.size)
    if scale < 1:
        width, height = image.size
        image = image.resize((round(width * scale), round(height * scale)))
    image.info["quality"] = quality
    return image


def crop_square(source: str, size: int) -> Image.Image:
    image = Image.open(source)
    width, height = image.size
    edge = min(width, height)
    left, top = (width - edge) // 2, (height - edge) // 2
    square = image.crop((left, top, left + edge, top + edge))
    return square.resize((size, size))
--- imaging/upload.py
from pathlib import Path

from imaging.resize import crop_square, make_thumbnail

MAX_BYTES = 8 * 1024 * 1024


def store_upload(path: Path, target: Path) -> None:
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"{path.name} has a size of more than {MAX_BYTES} bytes")
    preview = make_thumbnail(str(path), ‹size→max_edge›=640)
    preview.save(target / f"{path.stem}-preview.jpg")
    avatar = crop_square(str(path), size=96)
    avatar.save(target / f"{path.stem}-avatar.jpg")

==== rate limiter: a method with a namesake in another class
kind: rename-method
--- gateway/limits.py
import time


class RateLimiter:
    """A token bucket for each client."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def «check→try_acquire»(self, client: str) -> bool:
        now = time.monotonic()
        tokens, last = self._buckets.get(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - last) * self._rate)
        allowed = tokens >= 1
        self._buckets[client] = (tokens - 1 if allowed else tokens, now)
        return allowed


class HealthMonitor:
    def __init__(self) -> None:
        self.failures = 0

    def check(self) -> bool:
        return self.failures < 3
--- gateway/server.py
from gateway.limits import HealthMonitor, RateLimiter

limiter = RateLimiter(rate=5.0, burst=20)
health = HealthMonitor()


def handle(client: str, path: str) -> tuple[int, str]:
    if path == "/healthz":
        return (200, "ok") if health.check() else (503, "check the logs")
    if not limiter.‹check→try_acquire›(client):
        return 429, "too many requests"
    return 200, f"hello {client}"


def handle_batch(client: str, paths: list[str]) -> list[tuple[int, str]]:
    answers = []
    for path in paths:
        if not limiter.‹check→try_acquire›(f"{client}/batch"):
            break
        answers.append(handle(client, path))
    return answers

==== shipments: a field of one dataclass gets its unit
kind: rename-field
--- shipping/models.py
from dataclasses import dataclass, field


@dataclass
class Parcel:
    code: str
    weight: int
    """In grams, as the scales report it."""


@dataclass
class Shipment:
    destination: str
    «weight→weight_kg»: float = 0.0
    parcels: list[Parcel] = field(default_factory=list)

    def add(self, parcel: Parcel) -> None:
        self.parcels.append(parcel)
        self.‹weight→weight_kg› += parcel.weight / 1000

    @property
    def is_heavy(self) -> bool:
        return self.‹weight→weight_kg› > 31.5
--- shipping/tariff.py
from decimal import Decimal

from shipping.models import Shipment

BASE_PRICE = Decimal("4.90")
PRICE_PER_KG = Decimal("0.75")


def price_of(shipment: Shipment) -> Decimal:
    """The price depends on the weight and not on the volume."""
    price = BASE_PRICE + PRICE_PER_KG * Decimal(str(shipment.‹weight→weight_kg›))
    if shipment.is_heavy:
        price += Decimal("12.00")
    return price


def heaviest_parcel(shipment: Shipment) -> int:
    return max((parcel.weight for parcel in shipment.parcels), default=0)

==== cache settings: a constant and its imports
kind: rename-constant
--- weather/settings.py
"""Settings of the weather service."""

import os

API_URL = os.environ.get("WEATHER_API_URL", "https://api.example.org/v2")
«CACHE_TTL→CACHE_TTL_FORECAST» = 900
CACHE_TTL_LOCATIONS = 86_400
USER_AGENT = "weather-service/1.4"
--- weather/forecast.py
import time
from typing import Any

import requests

from weather.settings import API_URL, ‹CACHE_TTL→CACHE_TTL_FORECAST›, CACHE_TTL_LOCATIONS, USER_AGENT

_cache: dict[str, tuple[float, Any]] = {}


def _cached(key: str, ttl: int) -> Any | None:
    entry = _cache.get(key)
    if entry is None or time.time() - entry[0] > ttl:
        return None
    return entry[1]


def _fetch(path: str) -> Any:
    response = requests.get(f"{API_URL}/{path}", headers={"User-Agent": USER_AGENT}, timeout=10)
    response.raise_for_status()
    _cache[path] = (time.time(), response.json())
    return _cache[path][1]


def forecast(location: str) -> Any:
    path = f"forecast/{location}"
    return _cached(path, ‹CACHE_TTL→CACHE_TTL_FORECAST›) or _fetch(path)


def locations(country: str) -> Any:
    path = f"locations/{country}"
    return _cached(path, CACHE_TTL_LOCATIONS) or _fetch(path)

==== tracker client: a class with a namesake in a library
kind: rename-class
--- tracker/client.py
"""Talks to the issue tracker."""

from typing import Any

import httpx


class «Client→TrackerClient»:
    def __init__(self, base_url: str, token: str) -> None:
        self._http = httpx.Client(base_url=base_url, headers={"Authorization": f"Bearer {token}"})

    def issue(self, number: int) -> dict[str, Any]:
        response = self._http.get(f"/issues/{number}")
        response.raise_for_status()
        return response.json()

    def close_issue(self, number: int) -> None:
        self._http.patch(f"/issues/{number}", json={"state": "closed"}).raise_for_status()
--- tracker/cli.py
import argparse
import os

from tracker.client import ‹Client→TrackerClient›


def print_issue(client: ‹Client→TrackerClient›, number: int) -> None:
    issue = client.issue(number)
    print(f"#{number} {issue['title']} ({issue['state']})")


def main() -> None:
    parser = argparse.ArgumentParser(description="Client of the issue tracker")
    parser.add_argument("number", type=int)
    parser.add_argument("--close", action="store_true")
    args = parser.parse_args()
    client = ‹Client→TrackerClient›(os.environ["TRACKER_URL"], os.environ["TRACKER_TOKEN"])
    if args.close:
        client.close_issue(args.number)
    print_issue(client, args.number)


if __name__ == "__main__":
    main()

==== invoices: a new parameter which both callers have
kind: add-parameter
open: billing/jobs.py
--- billing/queries.py
from sqlalchemy import select
from sqlalchemy.orm import Session

from billing.models import Customer, Invoice


def find_customer(session: Session, number: str) -> Customer | None:
    return session.scalar(select(Customer).where(Customer.number == number))


def find_invoice(session: Session, «→tenant_id: str, »number: str) -> Invoice | None:
    query = select(Invoice).where(Invoice.number == number)«→.where(Invoice.tenant_id == tenant_id)»
    return session.scalar(query)
--- billing/jobs.py
from dataclasses import dataclass

from sqlalchemy.orm import Session

from billing.mail import send_reminder
from billing.queries import find_customer, find_invoice


@dataclass
class ReminderJob:
    customer_number: str
    invoice_number: str


def run_reminder(session: Session, tenant_id: str, job: ReminderJob) -> bool:
    customer = find_customer(session, job.customer_number)
    invoice = find_invoice(session, ‹→tenant_id, ›job.invoice_number)
    if customer is None or invoice is None:
        return False
    send_reminder(customer.email, invoice.number)
    return True


def is_paid(session: Session, tenant_id: str, number: str) -> bool:
    invoice = find_invoice(session, ‹→tenant_id, ›number)
    return invoice is not None and invoice.paid_at is not None

==== text tables: a parameter is removed
kind: remove-parameter
--- report/tables.py
"""Tables for terminals."""

from collections.abc import Iterable, Sequence


def render_table(rows: Iterable[Sequence[str]], headers: Sequence[str]«, border: bool→») -> str:
    table = [list(headers), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(headers))]
    lines = []
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def render_list(items: Iterable[str], border: bool) -> str:
    mark = "| " if border else "- "
    return "\n".join(mark + item for item in items)
--- report/commands.py
from report.tables import render_list, render_table

PEOPLE_HEADERS = ("name", "team", "city")
LOAD_HEADERS = ("host", "load")


def show_people(people: list[dict[str, str]]) -> None:
    rows = [(person["name"], person["team"], person["city"]) for person in people]
    print(render_table(rows, PEOPLE_HEADERS‹, True→›))


def show_load(load: dict[str, float]) -> None:
    rows = [(host, f"{value:.2f}") for host, value in load.items()]
    print(render_table(rows, LOAD_HEADERS‹, False→›))


def show_teams(people: list[dict[str, str]]) -> None:
    teams = sorted({person["team"] for person in people})
    print(render_list(teams, True))

==== kanban board: a function becomes async
kind: make-async
--- kanban/loader.py
from pathlib import Path
from typing import Any
import json

import httpx

THEMES = Path(__file__).parent / "themes"


«→async »def load_board(board_id: str) -> dict[str, Any]:
    «response = httpx.get(f"https://boards.example.org/{board_id}.json", timeout=5)→async with httpx.AsyncClient(timeout=5) as client:
        response = await client.get(f"https://boards.example.org/{board_id}.json")»
    response.raise_for_status()
    return response.json()


def load_theme(name: str) -> dict[str, Any]:
    return json.loads((THEMES / f"{name}.json").read_text())
--- kanban/views.py
from typing import Any

from kanban.loader import load_board, load_theme
from kanban.store import save_board


async def show_board(board_id: str, theme: str = "light") -> dict[str, Any]:
    board = ‹→await ›load_board(board_id)
    colors = load_theme(theme)
    for column in board["columns"]:
        column["color"] = colors.get(column["name"], colors["default"])
    return board


async def move_card(board_id: str, card: str, target: str) -> None:
    board = ‹→await ›load_board(board_id)
    for column in board["columns"]:
        if card in column["cards"]:
            column["cards"].remove(card)
        if column["name"] == target:
            column["cards"].append(card)
    await save_board(board_id, board)

==== build states: an enum member and its tables
kind: enum-member
--- ci/states.py
"""States of a build, and how they are shown."""

from enum import Enum


class BuildState(Enum):
    QUEUED = "queued"
    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"«→
    CANCELED = "canceled"»


class Trigger(Enum):
    PUSH = "push"
    SCHEDULE = "schedule"
    MANUAL = "manual"


LABELS = {
    BuildState.QUEUED: "waiting for a runner",
    BuildState.RUNNING: "is being built",
    BuildState.PASSED: "passed",
    BuildState.FAILED: "failed",
‹→    BuildState.CANCELED: "canceled",
¦re:    BuildState\.CANCELED: ".*",\n¦@›}

COLORS = {
    BuildState.QUEUED: "gray",
    BuildState.RUNNING: "blue",
    BuildState.PASSED: "green",
    BuildState.FAILED: "red",
‹→    BuildState.CANCELED: "gray",
¦re:    BuildState\.CANCELED: ".*",\n¦@›}

TRIGGER_LABELS = {
    Trigger.PUSH: "by a push",
    Trigger.SCHEDULE: "by the schedule",
    Trigger.MANUAL: "by hand",
}


def badge(state: BuildState, trigger: Trigger) -> str:
    return f'<span style="color:{COLORS[state]}">{LABELS[state]}, {TRIGGER_LABELS[trigger]}</span>'

==== exchange rates: the function returns a date too
kind: return-type
--- finance/rates.py
import csv
from datetime import date
from decimal import Decimal
from pathlib import Path


def load_rates(path: Path) -> «dict[str, Decimal]→tuple[dict[str, Decimal], date]»:
    rates: dict[str, Decimal] = {}
    with path.open(newline="") as file:
        reader = csv.reader(file)
        published = date.fromisoformat(next(reader)[0])
        for currency, rate in reader:
            rates[currency] = Decimal(rate)
    return «rates→rates, published»


def load_fees(path: Path) -> dict[str, Decimal]:
    with path.open(newline="") as file:
        return {name: Decimal(fee) for name, fee in csv.reader(file)}
--- finance/convert.py
import argparse
from decimal import Decimal
from pathlib import Path

from finance.rates import load_fees, load_rates

DATA = Path("data")


def convert(amount: Decimal, source: str, target: str) -> Decimal:
    ‹rates→rates, _¦re:rates, \w+¦@› = load_rates(DATA / "rates.csv")
    fees = load_fees(DATA / "fees.csv")
    value = amount / rates[source] * rates[target]
    return (value - fees.get(target, Decimal(0))).quantize(Decimal("0.01"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("amount", type=Decimal)
    parser.add_argument("source")
    parser.add_argument("target")
    args = parser.parse_args()
    print(convert(args.amount, args.source, args.target))


if __name__ == "__main__":
    main()

==== config file: another exception is raised
kind: error-type
--- backup/config.py
"""Reads the configuration of the backup."""

from dataclasses import dataclass
from pathlib import Path

from backup.files import read_pairs


class ConfigError(Exception):
    """The configuration is wrong."""


@dataclass(frozen=True)
class Config:
    source: Path
    target: Path


def load_config(path: Path) -> Config:
    """Return the configuration. Raises ‹ValueError→ConfigError› if an entry is missing."""
    data = read_pairs(path)
    for name in ("source", "target"):
        if name not in data:
            raise «ValueError→ConfigError»(f"{path}: the entry {name!r} is missing")
    return Config(Path(data["source"]), Path(data["target"]))


def parse_age(text: str) -> int:
    """Return the number of days. Raises ValueError."""
    units = {"d": 1, "w": 7, "m": 30}
    if text[-1:] not in units:
        raise ValueError(f"{text!r} is no age")
    return int(text[:-1]) * units[text[-1]]
--- backup/main.py
import sys
from pathlib import Path

from backup.config import ‹→ConfigError, ¦#1¦@›load_config, parse_age‹→, ConfigError¦#1¦@›
from backup.copy import copy_tree, delete_old


def main(argv: list[str]) -> int:
    try:
        config = load_config(Path(argv[1]))
    except ‹ValueError→ConfigError› as error:
        print(error, file=sys.stderr)
        return 2
    copy_tree(config.source, config.target)
    try:
        age = parse_age(argv[2])
    except ValueError:
        age = 30
    delete_old(config.target, age)
    return 0
==== sessions: naive times are replaced
kind: replace-api
--- accounts/sessions.py
"""Sessions of users who are logged in."""

import secrets
from dataclasses import dataclass
from datetime import «datetime, timedelta→UTC, datetime, timedelta»

LIFETIME = timedelta(hours=12)


@dataclass
class UserSession:
    user_id: int
    token: str
    created: datetime
    last_seen: datetime


def start_session(user_id: int) -> UserSession:
    now = «datetime.utcnow()→datetime.now(UTC)»
    return UserSession(user_id, secrets.token_urlsafe(32), now, now)


def touch(session: UserSession) -> None:
    session.last_seen = ‹datetime.utcnow()→datetime.now(UTC)›


def is_expired(session: UserSession) -> bool:
    return ‹datetime.utcnow()→datetime.now(UTC)› - session.last_seen > LIFETIME


def expires_at(session: UserSession) -> str:
    return (session.last_seen + LIFETIME).isoformat()


def purge(sessions: dict[str, UserSession]) -> int:
    """Delete what was not seen since utcnow minus the lifetime."""
    limit = ‹datetime.utcnow()→datetime.now(UTC)› - LIFETIME
    old = [token for token, session in sessions.items() if session.last_seen < limit]
    for token in old:
        del sessions[token]
    return len(old)

==== word lists: the encoding is given for every text file
kind: add-option
--- corpus/files.py
"""Reads and writes the files of a corpus."""

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any


def read_words(path: Path) -> list[str]:
    with open(path«→, encoding="utf-8"») as file:
        return [line.strip() for line in file if line.strip()]


def read_index(path: Path) -> dict[str, list[int]]:
    with open(path, "rb") as file:
        return pickle.load(file)


def write_words(path: Path, words: list[str]) -> None:
    with open(path, "w"«→, encoding="utf-8"») as file:
        file.writelines(word + "\n" for word in words)


def write_index(path: Path, index: dict[str, list[int]]) -> None:
    with open(path, "wb") as file:
        pickle.dump(index, file)


def read_metadata(path: Path) -> dict[str, Any]:
    with open(path‹→, encoding="utf-8"›) as file:
        return json.load(file)


def append_log(path: Path, message: str) -> None:
    with open(path, "a"‹→, encoding="utf-8"›) as file:
        file.write(message + "\n")


def most_common(words: list[str], number: int) -> list[tuple[str, int]]:
    return Counter(words).most_common(number)

==== pixels: all channels are limited
kind: parallel-fix
--- paint/filters.py
"""Filters for pictures. A pixel is (red, green, blue, alpha)."""

Pixel = tuple[int, int, int, int]


def brighten(pixel: Pixel, factor: float) -> Pixel:
    red, green, blue, alpha = pixel
    red = «int(red * factor)→min(255, int(red * factor))»
    green = ‹int(green * factor)→min(255, int(green * factor))›
    blue = ‹int(blue * factor)→min(255, int(blue * factor))›
    return red, green, blue, alpha


def darken(pixel: Pixel, amount: float) -> Pixel:
    """Amount is between 0 (black) and 1 (unchanged)."""
    red, green, blue, alpha = pixel
    red = int(red * amount)
    green = int(green * amount)
    blue = int(blue * amount)
    return red, green, blue, alpha


def gray(pixel: Pixel) -> Pixel:
    red, green, blue, alpha = pixel
    value = int(0.299 * red + 0.587 * green + 0.114 * blue)
    return value, value, value, alpha


def apply_to_row(row: list[Pixel], factor: float) -> list[Pixel]:
    if factor >= 1:
        return [brighten(pixel, factor) for pixel in row]
    return [darken(pixel, factor) for pixel in row]

==== book list: what comes from users is escaped
kind: wrap-expression
--- library/pages.py
"""The pages of the library as HTML."""

from dataclasses import dataclass«→
from html import escape»


@dataclass
class Book:
    id: int
    title: str
    author: str
    copies: int


def book_row(book: Book) -> str:
    return (
        "<tr>"
        f"<td>{book.id}</td>"
        f"<td>{«book.title→escape(book.title)»}</td>"
        f"<td>{‹book.author→escape(book.author)›}</td>"
        f"<td>{book.copies}</td>"
        "</tr>"
    )


def book_page(book: Book) -> str:
    return (
        f"<h1>{‹book.title→escape(book.title)›}</h1>"
        f"<p>by {‹book.author→escape(book.author)›}, {book.copies} copies</p>"
        f'<a href="/books/{book.id}/lend">Lend</a>'
    )


def search_books(books: list[Book], text: str) -> list[Book]:
    wanted = text.casefold()
    return [book for book in books if wanted in book.title.casefold() or wanted in book.author.casefold()]


def sort_key(book: Book) -> tuple[str, str]:
    return book.author, book.title

==== photo import: prints to stderr become log calls
kind: log-calls
--- photos/importer.py
"""Copies the photos of a memory card."""

import logging
import shutil
import sys
from pathlib import Path

log = logging.getLogger(__name__)

SUFFIXES = {".jpg", ".jpeg", ".raw"}


def import_card(card: Path, target: Path) -> int:
    copied = 0
    for path in sorted(card.rglob("*")):
        if path.suffix.lower() not in SUFFIXES:
            «print(f"skipped {path.name}", file=sys.stderr)→log.warning("skipped %s", path.name)»
            continue
        destination = target / path.name
        if destination.exists():
            «print(f"already there: {path.name}", file=sys.stderr)→log.warning("already there: %s", path.name)»
            continue
        try:
            shutil.copy2(path, destination)
        except OSError:
            ‹print(f"cannot copy {path.name}", file=sys.stderr)→log.warning("cannot copy %s", path.name)¦re:log\.(warning|error|exception)\("cannot copy %s", path\.name\)¦re:log\.(warning|error|exception)\(f"cannot copy \{path\.name\}"\)¦@›
            continue
        copied += 1
    return copied


def main() -> None:
    card, target = Path(sys.argv[1]), Path(sys.argv[2])
    if not card.is_dir():
        sys.exit(f"{card} is no folder")
    copied = import_card(card, target)
    print(f"{copied} photos copied to {target}")


if __name__ == "__main__":
    main()

==== uploads: a limit which the documentation repeats
kind: change-constant
open: docs/uploads.md
--- uploads/limits.py
"""Limits of uploads."""

MAX_UPLOAD_MB = «20→50»
MAX_FILES_PER_FOLDER = 20
PAGE_SIZE = 20


class TooLargeError(Exception):
    pass


def check_upload(size: int) -> None:
    """Raise TooLargeError if a file has more than ‹20→50› MB."""
    if size > MAX_UPLOAD_MB * 1024 * 1024:
        raise TooLargeError(f"at most {MAX_UPLOAD_MB} MB are allowed")


def page_count(files: int) -> int:
    return -(-files // PAGE_SIZE)
--- docs/uploads.md
# Uploads

Files are uploaded with `POST /files`. A file may have up to ‹20→50› MB; larger ones are
answered with the status 413.

A folder holds 20 files, and lists show 20 of them on a page:

| Parameter | Default |
|-----------|---------|
| `page`    | 1       |
| `size`    | 20      |
--- tests/test_limits.py
import pytest

from uploads.limits import TooLargeError, check_upload, page_count


def test_upload_of_a_small_file() -> None:
    check_upload(1024)


def test_upload_of_a_huge_file() -> None:
    with pytest.raises(TooLargeError):
        check_upload(2_000_000_000)


def test_page_count() -> None:
    assert page_count(20) == 1

==== game box: the last attribute is half typed
kind: half-typed
--- game/volumes.py
"""Volumes in which things happen in the game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    z: float


class Box:
    """A box along the axes. Its origin is the corner with the smallest coordinates."""

    def __init__(self, origin: Point, width: float, height: float, depth: float) -> None:
        self.origin = origin
        self.width = width
        self.height = height«→
        self.depth»‹→ = depth›

    def contains(self, point: Point) -> bool:
        return (
            0 <= point.x - self.origin.x <= self.width
            and 0 <= point.y - self.origin.y <= self.height
            and 0 <= point.z - self.origin.z <= self.depth
        )

    @property
    def volume(self) -> float:
        return self.width * self.height * self.depth


class Ball:
    def __init__(self, center: Point, radius: float) -> None:
        self.center = center
        self.radius = radius

    def contains(self, point: Point) -> bool:
        dx, dy, dz = point.x - self.center.x, point.y - self.center.y, point.z - self.center.z
        return dx * dx + dy * dy + dz * dz <= self.radius * self.radius

==== label printer: one pause becomes longer
kind: silent-number
expect: silence
--- labels/printer.py
"""Prints labels on the printer in the warehouse."""

import time
from typing import Protocol


class Port(Protocol):
    def write(self, data: bytes) -> None: ...
    def read(self) -> bytes: ...


class LabelPrinter:
    def __init__(self, port: Port) -> None:
        self._port = port

    def wake(self) -> None:
        # The printer is slow to come out of its sleep.
        self._port.write(b"\x00")
        time.sleep(«0.5→2»)

    def print_label(self, text: str) -> None:
        self._port.write(text.encode("ascii", "replace") + b"\n")
        time.sleep(0.5)

    def cut(self) -> None:
        self._port.write(b"\x1bC")
        time.sleep(0.5)

    def status(self) -> str:
        self._port.write(b"\x1bS")
        return self._port.read().decode("ascii")


def print_all(printer: LabelPrinter, labels: list[str]) -> None:
    printer.wake()
    for label in labels:
        printer.print_label(label)
    printer.cut()

==== route planner: a print while debugging
kind: silent-debug
expect: silence
--- routes/planner.py
"""The shortest way through a network of roads."""

import heapq

Graph = dict[str, dict[str, float]]


def shortest_path(graph: Graph, start: str, goal: str) -> list[str]:
    queue = [(0.0, start)]
    distances = {start: 0.0}
    previous: dict[str, str] = {}
    while queue:
        distance, node = heapq.heappop(queue)«→
        print("visit", node, distance)»
        if node == goal:
            break
        if distance > distances[node]:
            continue
        for neighbor, length in graph[node].items():
            candidate = distance + length
            if candidate < distances.get(neighbor, float("inf")):
                distances[neighbor] = candidate
                previous[neighbor] = node
                heapq.heappush(queue, (candidate, neighbor))
    return _walk_back(previous, start, goal)


def _walk_back(previous: dict[str, str], start: str, goal: str) -> list[str]:
    path = [goal]
    while path[-1] != start:
        node = path[-1]
        if node not in previous:
            return []
        path.append(previous[node])
    return path[::-1]

==== durations: one expectation of the tests changes
kind: silent-test
expect: silence
--- tests/test_durations.py
import pytest

from timetable.durations import format_duration, parse_duration


def test_parse_minutes() -> None:
    assert parse_duration("90m") == 90


def test_parse_hours() -> None:
    assert parse_duration("1h30") == 90


def test_parse_half_hours() -> None:
    assert parse_duration("1.5h") == 90


def test_parse_rounds_up() -> None:
    assert parse_duration("89.2m") == «89→90»


def test_parse_of_nonsense() -> None:
    with pytest.raises(ValueError, match="no duration"):
        parse_duration("soon")


def test_format_minutes() -> None:
    assert format_duration(89) == "1 h 29 min"


def test_format_hours() -> None:
    assert format_duration(120) == "2 h"


@pytest.mark.parametrize("minutes", [1, 59, 60, 89, 90])
def test_round_trip(minutes: int) -> None:
    assert parse_duration(f"{minutes}m") == minutes

==== discounts: a condition is fixed for one case
kind: silent-condition
expect: silence
--- shop/discounts.py
"""Discounts and surcharges of an order."""

from decimal import Decimal
from typing import NamedTuple


class Order(NamedTuple):
    pieces: int
    weight_kg: float
    total: Decimal
    is_member: bool


def quantity_discount(order: Order) -> Decimal:
    """Five percent from 100 pieces on."""
    if order.pieces «>→>=» 100:
        return order.total * Decimal("0.05")
    return Decimal(0)


def member_discount(order: Order) -> Decimal:
    """Two percent for members who order for more than 100."""
    if order.is_member and order.total > 100:
        return order.total * Decimal("0.02")
    return Decimal(0)


def freight_surcharge(order: Order) -> Decimal:
    """A fixed amount for everything heavier than 100 kg."""
    if order.weight_kg > 100:
        return Decimal("49.00")
    return Decimal(0)


def final_price(order: Order) -> Decimal:
    discount = max(quantity_discount(order), member_discount(order))
    return order.total - discount + freight_surcharge(order)

==== regions: one entry of a table changes
kind: silent-table
expect: silence
--- deploy/regions.py
"""Where the service runs, and how long we wait there."""

from dataclasses import dataclass

TIMEOUTS = {
    "eu-west": 10,
    "eu-north": 10,
    "us-east": 10,
    "us-west": 10,
    "ap-south": «10→25»,
    "sa-east": 10,
}

REPLICAS = {
    "eu-west": 4,
    "eu-north": 2,
    "us-east": 6,
    "us-west": 3,
    "ap-south": 2,
    "sa-east": 1,
}


@dataclass(frozen=True)
class Target:
    region: str
    timeout: int
    replicas: int


def targets(only: str | None = None) -> list[Target]:
    regions = [only] if only else sorted(TIMEOUTS)
    return [Target(region, TIMEOUTS[region], REPLICAS[region]) for region in regions]


def slowest() -> Target:
    return max(targets(), key=lambda target: target.timeout)
==== notice: a prop is renamed in its interface
kind: rename-prop
--- src/components/Notice.tsx
import type { ReactNode } from "react";

interface NoticeProps {
  «title→heading»: string;
  tone?: "info" | "warning" | "error";
  children: ReactNode;
}

const ICONS = { info: "i", warning: "!", error: "×" };

export function Notice({ ‹title→heading›, tone = "info", children }: NoticeProps) {
  return (
    <section className={`notice notice-${tone}`} title={tone}>
      <span aria-hidden="true">{ICONS[tone]}</span>
      <h3>{‹title→heading›}</h3>
      {children}
    </section>
  );
}
--- src/pages/Billing.tsx
import { Card } from "../components/Card";
import { Notice } from "../components/Notice";

interface BillingProps {
  overdue: boolean;
  amount: string;
}

export function Billing({ overdue, amount }: BillingProps) {
  return (
    <Card title="Billing">
      {overdue && (
        <Notice ‹title→heading›="Payment is overdue" tone="warning">
          Please pay {amount} within five days.
        </Notice>
      )}
      <Notice ‹title→heading›="New prices">From May on, storage costs less.</Notice>
    </Card>
  );
}

==== dialog: a new prop is taken and passed
kind: add-prop
--- src/ui/Dialog.tsx
import type { ReactNode } from "react";

export interface DialogProps {
  title: string;
  children: ReactNode;
«→  onClose: () => void;
»}

export interface PanelProps {
  title: string;
  children: ReactNode;
}

export function Dialog({ title, children‹→, onClose› }: DialogProps) {
  return (
    <div role="dialog" aria-label={title} className="dialog">
      <header>
        <h2>{title}</h2>
        <button type="button"«→ onClick={onClose}»>
          Close
        </button>
      </header>
      <div className="dialog-body">{children}</div>
    </div>
  );
}

export function Panel({ title, children }: PanelProps) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

==== parcels: a union gets one more member
kind: union-member
--- src/parcels/status.ts
export type ParcelStatus = "created" | "in_transit" | "delivered"«→ | "returned"»;

export type Carrier = "dhl" | "ups" | "post";

const STATUS_LABELS: Record<ParcelStatus, string> = {
  created: "Label printed",
  in_transit: "On its way",
  delivered: "Delivered",
‹→  returned: "Returned",
¦re:  returned: ".*",\n¦@›};

const CARRIER_LABELS: Record<Carrier, string> = {
  dhl: "DHL",
  ups: "UPS",
  post: "Post office",
};

export function statusColor(status: ParcelStatus): string {
  switch (status) {
    case "created":
      return "gray";
    case "in_transit":
      return "blue";
    case "delivered":
      return "green";
‹→    case "returned":
      return "orange";
¦re:    case "returned":\n      return ".*";\n¦@›  }
}

export function describe(status: ParcelStatus, carrier: Carrier): string {
  return `${STATUS_LABELS[status]} (${CARRIER_LABELS[carrier]})`;
}

export function isReturnable(purchased: Date, now: Date): boolean {
  const days = (now.getTime() - purchased.getTime()) / 86_400_000;
  return days <= 14;
}

==== recipes: a field of the interface, its mapper and a view
kind: rename-field
--- src/recipes/types.ts
export interface Recipe {
  id: string;
  name: string;
  «time→minutes»: number;
  servings: number;
}

export interface Reminder {
  recipeId: string;
  time: Date;
}
--- src/recipes/api.ts
import type { Recipe, Reminder } from "./types";

interface RecipeRow {
  id: string;
  name: string;
  time: number;
  servings: number;
}

export function toRecipe(row: RecipeRow): Recipe {
  return { id: row.id, name: row.name, ‹time→minutes›: row.time, servings: row.servings };
}

export function nextReminder(reminders: Reminder[]): Reminder | undefined {
  return [...reminders].sort((a, b) => a.time.getTime() - b.time.getTime())[0];
}
--- src/recipes/RecipeCard.tsx
import type { Recipe, Reminder } from "./types";

interface RecipeCardProps {
  recipe: Recipe;
  reminder?: Reminder;
}

export function RecipeCard({ recipe, reminder }: RecipeCardProps) {
  return (
    <article className="recipe-card">
      <h3>{recipe.name}</h3>
      <p>
        {recipe.‹time→minutes›} minutes, {recipe.servings} servings
      </p>
      {recipe.‹time→minutes› < 20 && <span className="tag">quick</span>}
      {reminder && <time>{reminder.time.toLocaleString()}</time>}
    </article>
  );
}

==== package manifests: reading becomes asynchronous
kind: make-async
--- src/manifest.ts
import { existsSync«, readFileSync→» } from "node:fs";
«→import { readFile } from "node:fs/promises";
»import { join } from "node:path";

export interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}

export function hasManifest(folder: string): boolean {
  return existsSync(join(folder, "package.json"));
}

export «→async »function readManifest(folder: string): «Manifest→Promise<Manifest>» {
  const text = «readFileSync→await readFile»(join(folder, "package.json"), "utf8");
  const { name, version, dependencies = {} } = JSON.parse(text);
  return { name, version, dependencies };
}
--- src/commands.ts
import { hasManifest, readManifest } from "./manifest";
import { latestVersion } from "./registry";

export async function listOutdated(folder: string): Promise<string[]> {
  if (!hasManifest(folder)) {
    return [];
  }
  const manifest = ‹→await ›readManifest(folder);
  const outdated: string[] = [];
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    if ((await latestVersion(name)) !== version) {
      outdated.push(name);
    }
  }
  return outdated;
}

export async function printVersion(folder: string): Promise<void> {
  const { name, version } = ‹→await ›readManifest(folder);
  const latest = await latestVersion(name);
  console.log(`${name} ${version}, latest is ${latest}`);
}

==== storage: a method of an interface and its implementations
kind: rename-method
--- src/storage/storage.ts
export interface BlobStorage {
  «save→put»(key: string, data: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
}

export class MemoryStorage implements BlobStorage {
  private readonly blobs = new Map<string, Uint8Array>();

  async ‹save→put›(key: string, data: Uint8Array): Promise<void> {
    this.blobs.set(key, data);
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.blobs.get(key);
  }
}
--- src/storage/fileStorage.ts
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BlobStorage } from "./storage";

export class FileStorage implements BlobStorage {
  constructor(private readonly folder: string) {}

  async ‹save→put›(key: string, data: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(join(this.folder, key), data);
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return readFile(join(this.folder, key)).catch(() => undefined);
  }
}
--- src/avatars.ts
import type { BlobStorage } from "./storage/storage";
import type { UserRepository } from "./users";

export class Avatars {
  constructor(
    private readonly storage: BlobStorage,
    private readonly users: UserRepository,
  ) {}

  async change(userId: string, image: Uint8Array): Promise<void> {
    const key = `avatar-${userId}`;
    await this.storage.‹save→put›(key, image);
    const user = await this.users.find(userId);
    user.avatar = key;
    await this.users.save(user);
  }
}

==== formatters: the interface asks for one more method
kind: interface-method
--- src/format/formatter.ts
export interface Formatter {
  header(title: string): string;
  item(text: string): string;
«→  link(text: string, url: string): string;
»}

export class MarkdownFormatter implements Formatter {
  header(title: string): string {
    return `# ${title}\n`;
  }

  item(text: string): string {
    return `- ${text}\n`;
  }
‹→
  link(text: string, url: string): string {
    return `[${text}](${url})`;
  }
¦re:\n  link\(text: string, url: string\): string \{\n.*\n  \}\n¦@›}

export class HtmlFormatter implements Formatter {
  header(title: string): string {
    return `<h1>${title}</h1>\n`;
  }

  item(text: string): string {
    return `<li>${text}</li>\n`;
  }
‹→
  link(text: string, url: string): string {
    return `<a href="${url}">${text}</a>`;
  }
¦re:\n  link\(text: string, url: string\): string \{\n.*\n  \}\n¦@›}

export class Escaper {
  constructor(private readonly characters: string) {}

  item(text: string): string {
    return [...text].map((c) => (this.characters.includes(c) ? `\\${c}` : c)).join("");
  }
}

==== song search: a local of a hook
kind: rename-local
--- src/hooks/useSongSearch.ts
import { useMemo, useState } from "react";
import type { Song } from "../types";

export interface SongSearch {
  query: string;
  setQuery: (query: string) => void;
  result: Song[];
}

function normalize(text: string): string {
  const list = text.normalize("NFD").toLowerCase().split(/\s+/);
  return list.join(" ");
}

export function useSongSearch(songs: Song[]): SongSearch {
  const [query, setQuery] = useState("");
  const result = useMemo(() => {
    const wanted = normalize(query);
    const «list→matches» = songs.filter((song) => normalize(song.title).includes(wanted));
    if (‹list→matches›.length === 0) {
      return songs.filter((song) => normalize(song.artist).includes(wanted));
    }
    ‹list→matches›.sort((a, b) => a.title.localeCompare(b.title));
    return ‹list→matches›;
  }, [songs, query]);
  return { query, setQuery, result };
}

export function useSongCount(songs: Song[]): string {
  return useMemo(() => {
    const list = new Set(songs.map((song) => song.title));
    return `${list.size} songs in this list`;
  }, [songs]);
}

==== menu: a state and its setter
kind: rename-state
--- src/components/UserMenu.tsx
import { useEffect, useRef, useState } from "react";

interface UserMenuProps {
  name: string;
  onLogout: () => void;
}

export function UserMenu({ name, onLogout }: UserMenuProps) {
  const [«open→expanded», ‹setOpen→setExpanded›] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    root.current?.scrollIntoView();
  }, []);

  return (
    <div ref={root} className="user-menu">
      <button type="button" aria-expanded={‹open→expanded›} onClick={() => ‹setOpen→setExpanded›((value) => !value)}>
        {name}
      </button>
      {‹open→expanded› && (
        <ul className="open">
          <li>
            <a href="/profile">Open profile</a>
          </li>
          <li>
            <button type="button" onClick={onLogout}>
              Log out
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}

export function openProfile(open: typeof window.open): void {
  open("/profile", "_blank");
}

==== date ranges: two parameters change places
kind: reorder-parameters
--- src/dates/range.ts
/** Formats dates for people. */

export function formatDay(day: Date, locale: string): string {
  return day.toLocaleDateString(locale, { day: "numeric", month: "short" });
}

export function formatRange(«locale: string, start: Date, end: Date→start: Date, end: Date, locale: string»): string {
  const first = formatDay(start, locale);
  const last = formatDay(end, locale);
  return first === last ? first : `${first} – ${last}`;
}

export function formatMonths(start: Date, end: Date, locale: string): string {
  const options = { month: "long" } as const;
  return `${start.toLocaleDateString(locale, options)} to ${end.toLocaleDateString(locale, options)}`;
}
--- src/trips/tripList.ts
import { formatDay, formatMonths, formatRange } from "../dates/range";

export interface Trip {
  place: string;
  from: Date;
  to: Date;
}

export function tripLine(trip: Trip, locale: string): string {
  return `${trip.place}: ${formatRange(‹locale, trip.from, trip.to→trip.from, trip.to, locale›)}`;
}

export function seasonLine(trips: Trip[], locale: string): string {
  const first = trips[0];
  const last = trips[trips.length - 1];
  return `${trips.length} trips, ${formatMonths(first.from, last.to, locale)}`;
}

export function subject(trip: Trip): string {
  return `Your trip (${formatRange(‹"en-GB", trip.from, trip.to→trip.from, trip.to, "en-GB"›)})`;
}

export function departure(trip: Trip, locale: string): string {
  return formatDay(trip.from, locale);
}

==== mail queue: a parameter nobody needs
kind: remove-parameter
--- src/mail/queue.ts
export interface Mail {
  to: string;
  subject: string;
  body: string;
}

const waiting: Mail[] = [];

/**
 * Puts a mail into the queue.
 *
 * @param mail what is sent
‹ * @param priority from 1 to 5
→› * @returns how many mails are waiting
 */
export function enqueue(mail: Mail«, priority: number→»): number {
  waiting.push(mail);
  return waiting.length;
}

export function dequeue(): Mail | undefined {
  return waiting.shift();
}
--- src/mail/senders.ts
import { enqueue } from "./queue";
import { schedule } from "../jobs";

export function sendWelcome(address: string, name: string): void {
  enqueue({ to: address, subject: `Welcome, ${name}`, body: "Nice to have you here." }‹, 3→›);
}

export function sendReset(address: string, link: string): void {
  const mail = { to: address, subject: "Your password", body: `Open ${link}` };
  enqueue(mail‹, 1→›);
  schedule("expire-reset", 1);
}

export function sendDigest(addresses: string[], body: string): void {
  schedule("digest", addresses.length);
  for (const to of addresses) {
    enqueue({ to, subject: "What happened this week", body }‹, 5→›);
  }
}
==== query strings: the radix is given in equal calls
kind: add-option
--- src/list/params.ts
export interface ListParams {
  page: number;
  size: number;
  year: number;
  accent: number;
  price: number;
}

const DEFAULTS = { page: "1", size: "25", year: "2024", accent: "ff8800", price: "9.99" };

/** Reads what parseInt and parseFloat understand from the query string. */
export function readParams(search: string): ListParams {
  const query = new URLSearchParams(search);
  return {
    page: parseInt(query.get("page") ?? DEFAULTS.page«→, 10»),
    size: parseInt(query.get("size") ?? DEFAULTS.size‹→, 10›),
    year: parseInt(query.get("year") ?? DEFAULTS.year‹→, 10›),
    accent: parseInt(query.get("accent") ?? DEFAULTS.accent, 16),
    price: parseFloat(query.get("price") ?? DEFAULTS.price),
  };
}

export function writeParams(params: ListParams): string {
  const query = new URLSearchParams();
  query.set("page", params.page.toString());
  query.set("size", params.size.toString());
  query.set("year", params.year.toString());
  query.set("accent", params.accent.toString(16));
  query.set("price", params.price.toFixed(2));
  return query.toString();
}

==== score board: the last use of an import goes away
kind: unused-import
--- src/game/ScoreBoard.tsx
import { useEffect, ‹useMemo, →›useState } from "react";
import { formatScore } from "./format";

interface Player {
  id: number;
  name: string;
  score: number;
}

interface ScoreBoardProps {
  players: Player[];
  /** In seconds. The board has no timers of its own. */
  elapsed: number;
}

export function ScoreBoard({ players, elapsed }: ScoreBoardProps) {
  const [leader, setLeader] = useState<string>();
  const sorted = «useMemo(() => [...players].sort((a, b) => b.score - a.score), [players])→[...players].sort((a, b) => b.score - a.score)»;
  const first = sorted[0]?.name;

  useEffect(() => {
    setLeader(first);
  }, [first]);

  return (
    <aside>
      <h2>{leader ? `${leader} leads` : "No players yet"}</h2>
      <p>{elapsed} s</p>
      <ol>
        {sorted.map((player) => (
          <li key={player.id}>
            {player.name}: {formatScore(player.score)}
          </li>
        ))}
      </ol>
    </aside>
  );
}

==== todo reducer: the rest of a case is clear
kind: half-typed
--- src/todos/reducer.ts
export interface Todo {
  id: number;
  text: string;
  done: boolean;
}

export interface TodoState {
  todos: Todo[];
  filter: "all" | "open" | "done";
  nextId: number;
}

export type TodoAction =
  | { type: "added"; text: string }
  | { type: "removed"; id: number }
  | { type: "filtered"; filter: TodoState["filter"] };

export const initialState: TodoState = { todos: [], filter: "all", nextId: 1 };

export function todoReducer(state: TodoState, action: TodoAction): TodoState {
  switch (action.type) {
    case "added": {
      const todo = { id: state.nextId, text: action.text, done: false };
      return { ...state, todos: [...state.todos, todo], nextId: state.nextId + 1 };
    }
    case "removed":
      return { ...state, todos: state.todos.filter((todo) => todo.id !== action.id) };
    case "filtered":
      return { ...state, «→filter: action»‹→.filter› };
  }
}

export function visibleTodos({ todos, filter }: TodoState): Todo[] {
  if (filter === "all") {
    return todos;
  }
  return todos.filter((todo) => todo.done === (filter === "done"));
}

==== user lookup: null becomes undefined
kind: return-type
--- src/users/lookup.ts
export interface User {
  id: number;
  email: string;
  deletedAt: Date | null;
}

const users: User[] = [];

export function findByEmail(email: string): User | «null→undefined» {
  const wanted = email.trim().toLowerCase();
  if (wanted === "") {
    return ‹null→undefined›;
  }
  for (const user of users) {
    if (user.email === wanted && user.deletedAt === null) {
      return user;
    }
  }
  return ‹null→undefined›;
}

export function lastDeleted(): Date | null {
  const dates = users.map((user) => user.deletedAt).filter((date) => date !== null);
  return dates.length === 0 ? null : dates.reduce((a, b) => (a > b ? a : b));
}
--- src/users/login.ts
import { findByEmail, lastDeleted } from "./lookup";
import { verify } from "./passwords";

export async function login(email: string, password: string): Promise<number> {
  const user = findByEmail(email);
  if (user === ‹null→undefined›) {
    throw new Error("unknown user or wrong password");
  }
  if (!(await verify(user.id, password))) {
    throw new Error("unknown user or wrong password");
  }
  return user.id;
}

export function auditNote(): string {
  const date = lastDeleted();
  return date === null ? "no user was deleted" : `last deletion: ${date.toISOString()}`;
}

==== wiki errors: a code gets another name
kind: rename-literal
--- src/wiki/errors.ts
export type WikiErrorCode = "«missing→page_not_found»" | "locked" | "conflict";

export class WikiError extends Error {
  constructor(
    readonly code: WikiErrorCode,
    message: string,
  ) {
    super(message);
  }
}
--- src/wiki/pages.ts
import { WikiError } from "./errors";

interface Page {
  title: string;
  text: string;
  lockedBy?: string;
}

const pages = new Map<string, Page>();

export function load(title: string): Page {
  const page = pages.get(title);
  if (!page) {
    throw new WikiError("‹missing→page_not_found›", `The page ${title} is missing.`);
  }
  return page;
}

export function store(title: string, text: string, user: string): void {
  const page = load(title);
  if (page.lockedBy && page.lockedBy !== user) {
    throw new WikiError("locked", `The page is locked by ${page.lockedBy}.`);
  }
  page.text = text || "(text is missing)";
}
--- src/wiki/http.ts
import { WikiError } from "./errors";

export function statusOf(error: unknown): number {
  if (!(error instanceof WikiError)) {
    return 500;
  }
  switch (error.code) {
    case "‹missing→page_not_found›":
      return 404;
    case "locked":
      return 423;
    case "conflict":
      return 409;
  }
}

export function requireHeader(headers: Headers, name: string): string {
  return headers.get(name) ?? "missing";
}

==== settings form: texts are translated
kind: wrap-expression
--- src/settings/SettingsForm.tsx
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";

interface SettingsFormProps {
  email: string;
  language: string;
  onSave: (data: FormData) => void;
}

export function SettingsForm({ email, language, onSave }: SettingsFormProps) {
  const { t } = useTranslation();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSave(new FormData(event.currentTarget));
  }

  return (
    <form onSubmit={submit}>
      <h2>{t("Settings")}</h2>
      <label>
        «Email address→{t("Email address")}»
        <input name="email" type="email" defaultValue={email} />
      </label>
      <label>
        «Language→{t("Language")}»
        <select name="language" defaultValue={language}>
          <option value="en">English</option>
          <option value="de">Deutsch</option>
        </select>
      </label>
      <label>
        ‹Time zone→{t("Time zone")}›
        <input name="zone" defaultValue="UTC" />
      </label>
      <button type="submit">‹Save→{t("Save")}›</button>
    </form>
  );
}

==== totals: a missing value counts as zero everywhere
kind: parallel-fix
--- src/orders/totals.ts
export interface OrderLine {
  sku: string;
  quantity: number;
  net?: number;
  tax?: number;
  shipping?: number;
}

export interface Totals {
  quantity: number;
  net: number;
  tax: number;
  shipping: number;
}

export function sumLines(lines: OrderLine[]): Totals {
  const totals: Totals = { quantity: 0, net: 0, tax: 0, shipping: 0 };
  for (const line of lines) {
    totals.quantity += line.quantity;
    totals.net += line.net«→ ?? 0»;
    totals.tax += line.tax‹→ ?? 0›;
    totals.shipping += line.shipping‹→ ?? 0›;
  }
  return totals;
}

export function addTotals(a: Totals, b: Totals): Totals {
  return {
    quantity: a.quantity + b.quantity,
    net: a.net + b.net,
    tax: a.tax + b.tax,
    shipping: a.shipping + b.shipping,
  };
}

export function gross(totals: Totals): number {
  return totals.net + totals.tax + totals.shipping;
}

==== playlists: one sort must not change its argument
kind: silent-local-reason
expect: silence
--- src/playlists/order.ts
import type { Track } from "./types";

const byTitle = (a: Track, b: Track) => a.title.localeCompare(b.title);
const byLength = (a: Track, b: Track) => a.seconds - b.seconds;

export function longest(tracks: Track[]): Track | undefined {
  const copy = tracks.slice();
  copy.sort(byLength);
  return copy.pop();
}

export function sortInPlace(tracks: Track[]): void {
  tracks.sort(byTitle);
}

export function preview(tracks: Track[]): string {
  // The player still uses this array, so its order must stay.
  const sorted = tracks.«sort→toSorted»(byTitle);
  return sorted
    .slice(0, 3)
    .map((track) => track.title)
    .join(", ");
}

export function albums(tracks: Track[]): string[] {
  const names = [...new Set(tracks.map((track) => track.album))];
  names.sort();
  return names;
}

export function totalLength(tracks: Track[]): number {
  return tracks.reduce((sum, track) => sum + track.seconds, 0);
}

==== empty state: a sentence is reworded
kind: silent-wording
expect: silence
--- src/inbox/EmptyInbox.tsx
interface EmptyInboxProps {
  folder: "inbox" | "sent" | "trash";
  onRefresh: () => void;
}

const MESSAGES = {
  inbox: "No new messages. «Enjoy your day!→You are all caught up.»",
  sent: "You have not sent any messages yet.",
  trash: "The trash is empty. Enjoy the tidiness!",
};

export function EmptyInbox({ folder, onRefresh }: EmptyInboxProps) {
  return (
    <div className="empty">
      <img src={`/images/empty-${folder}.svg`} alt="" />
      <p>{MESSAGES[folder]}</p>
      {folder === "inbox" && (
        <button type="button" onClick={onRefresh}>
          Look again
        </button>
      )}
    </div>
  );
}

export function EmptySearch({ query }: { query: string }) {
  return (
    <div className="empty">
      <p>No messages with “{query}”. Check the spelling, or search all folders.</p>
    </div>
  );
}

==== vehicle fixtures: one object gets an optional property
kind: silent-literal
expect: silence
--- src/rental/fixtures.ts
export interface Vehicle {
  plate: string;
  kind: "car" | "van" | "bike";
  seats: number;
  note?: string;
}

export const vehicles: Vehicle[] = [
  { plate: "B-AR 101", kind: "car", seats: 5 },
  { plate: "B-AR 102", kind: "car", seats: 5 },
  { plate: "B-AR 103", kind: "car", seats: 4«→, note: "scratch on the left door"» },
  { plate: "B-AR 201", kind: "van", seats: 9 },
  { plate: "B-AR 202", kind: "van", seats: 3 },
  { plate: "B-AR 301", kind: "bike", seats: 1 },
];

export function byKind(kind: Vehicle["kind"]): Vehicle[] {
  return vehicles.filter((vehicle) => vehicle.kind === kind);
}

export function describe(vehicle: Vehicle): string {
  const seats = vehicle.seats === 1 ? "1 seat" : `${vehicle.seats} seats`;
  return vehicle.note ? `${vehicle.plate}, ${seats} (${vehicle.note})` : `${vehicle.plate}, ${seats}`;
}

==== socket: a message is logged while debugging
kind: silent-debug
expect: silence
--- src/chat/socket.ts
type Listener = (text: string) => void;

export class ChatSocket {
  private socket?: WebSocket;
  private readonly listeners = new Set<Listener>();
  private retries = 0;

  constructor(private readonly url: string) {}

  connect(): void {
    const socket = new WebSocket(this.url);
    socket.addEventListener("open", () => {
      this.retries = 0;
    });
    socket.addEventListener("message", (event) => {
«→      console.log("message", event.data);
»      for (const listener of this.listeners) {
        listener(String(event.data));
      }
    });
    socket.addEventListener("close", (event) => {
      if (event.code !== 1000 && this.retries < 5) {
        this.retries += 1;
        setTimeout(() => this.connect(), 1000 * this.retries);
      }
    });
    this.socket = socket;
  }

  send(text: string): void {
    this.socket?.send(text);
  }

  onMessage(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
