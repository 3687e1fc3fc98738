==== planetarium: the programme is an article
kind: markup
--- site/tonight.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tonight under the dome</title>
    <link rel="stylesheet" href="dome.css">
  </head>
  <body>
    <header>
      <h1>Planetarium Nordhaven</h1>
      <p>Doors open at seven.</p>
    </header>
    <section class="news">
      <h2>News</h2>
      <p>The projector has a new lamp.</p>
    </section>
    <«section→article» class="programme">
      <h2>Tonight</h2>
      <section>
        <h3>Saturn and its rings</h3>
        <p>A section of the sky in the south.</p>
      </section>
      <section>
        <h3>Comets</h3>
        <p>For children from six years.</p>
      </section>
    </‹section→article›>
    <footer>
      <p>Dome Road 4</p>
    </footer>
  </body>
</html>

==== pottery studio: a scss variable of the tokens
kind: style
--- scss/_tokens.scss
$clay: #a5553a;
$glaze: #2f6f73;
$paper: #faf6f0;

$space-s: 0.5rem;
«$space-m→$space-md»: 1rem;
$space-l: 2rem;

$radius: 3px;
$shadow: 0 1px ‹$space-m→$space-md› rgba(0, 0, 0, 0.12);
--- scss/kiln.scss
@use "tokens" as t;

.kiln {
  padding: t.‹$space-m→$space-md›;
  background: t.$paper;
  border-radius: t.$radius;
  box-shadow: t.$shadow;

  &__title {
    margin: 0 0 t.$space-s;
    color: t.$clay;
  }

  &__firing {
    display: grid;
    gap: t.$space-s t.‹$space-m→$space-md›;
    border-left: 4px solid t.$glaze;
  }

  @media (min-width: 48rem) {
    padding: t.$space-l;
  }
}

==== cave survey: the id of a section
kind: markup
open: js/survey.js
--- survey.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Survey of the Long Cave</title>
    <link rel="stylesheet" href="css/survey.css">
    <script src="js/survey.js" defer></script>
  </head>
  <body>
    <nav>
      <a href="#entrance">Entrance</a>
      <a href="#‹hall→great-hall›">The great hall</a>
      <a href="#sump">Sump</a>
    </nav>
    <section id="entrance">
      <h2>Entrance</h2>
      <p>Found in 1923 behind a barn.</p>
    </section>
    <section id="«hall→great-hall»" class="hall">
      <h2>The great hall</h2>
      <p>The hall is 40 m high and has a second, smaller hall behind it.</p>
    </section>
    <section id="sump">
      <h2>Sump</h2>
      <p>Seen from the <a href="#‹hall→great-hall›">hall</a>, it lies 12 m lower.</p>
    </section>
  </body>
</html>
--- css/survey.css
section {
  padding: 2rem;
}

.hall {
  background: #222;
  color: #eee;
}

#entrance {
  border-top: 2px solid #555;
}

#‹hall→great-hall› h2 {
  font-size: 2rem;
}
--- js/survey.js
const hall = document.getElementById("‹hall→great-hall›");
const sump = document.getElementById("sump");

function highlight(section) {
  section.classList.add("is-current");
}

window.addEventListener("hashchange", () => {
  for (const section of [hall, sump]) {
    section.classList.remove("is-current");
  }
  highlight(location.hash === "#sump" ? sump : hall);
});

==== lighthouse: a prop of the lamp
kind: rename-parameter
open: src/Harbour.jsx
--- src/Lamp.jsx
import "./lamp.css";

const COLORS = { white: "#fffbe0", red: "#d11", green: "#1a4" };

/** A lamp that blinks: on for a moment, then dark. */
export function Lamp({ color = "white", «interval→periodMs», label }) {
  const style = {
    backgroundColor: COLORS[color],
    animationDuration: `${‹interval→periodMs›}ms`,
  };
  return (
    <figure className="lamp">
      <div className="lamp-light" style={style} />
      <figcaption>
        {label}, every {‹interval→periodMs› / 1000} s
      </figcaption>
    </figure>
  );
}

/** A timetable row; its interval is in minutes. */
export function FerryRow({ name, interval }) {
  return (
    <tr>
      <td>{name}</td>
      <td>every {interval} min</td>
    </tr>
  );
}
--- src/Harbour.jsx
import { FerryRow, Lamp } from "./Lamp";

export function Harbour({ ferries }) {
  return (
    <main>
      <h1>Harbour of Skarvik</h1>
      <Lamp label="North mole" color="green" ‹interval→periodMs›={4000} />
      <Lamp label="South mole" color="red" ‹interval→periodMs›={2500} />
      <table>
        <tbody>
          {ferries.map((ferry) => (
            <FerryRow key={ferry.name} name={ferry.name} interval={ferry.interval} />
          ))}
        </tbody>
      </table>
    </main>
  );
}

==== a dial becomes a gauge, block and elements
kind: style
--- css/instruments.css
.panel {
  display: flex;
  flex-wrap: wrap;
  gap: 1rem;
}

.«dial→gauge» {
  position: relative;
  width: 9rem;
  height: 9rem;
  border-radius: 50%;
}

.«dial→gauge»__hand {
  position: absolute;
  left: 50%;
  width: 2px;
  height: 45%;
  background: crimson;
}

.‹dial→gauge›__label {
  font: 600 0.75rem/1 sans-serif;
}

.‹dial→gauge›--warning {
  outline: 3px solid orange;
}

.sundial {
  background: url("sundial.svg");
}
--- boiler.html
<!doctype html>
<title>Boiler room</title>
<link rel="stylesheet" href="css/instruments.css">
<div class="panel">
  <div class="‹dial→gauge›">
    <div class="‹dial→gauge›__label">bar</div>
  </div>
</div>
<p>Read the dial before you open the valve.</p>
<div class="sundial"></div>

==== aquarium: a custom property that a script sets
kind: style
--- tank.css
:root {
  --water: #0b4f6c;
  --water-light: #2a8fb3;
  --foam: #e8f6fa;
}

.tank {
  ‹--level→--fill›: 60%;
  position: relative;
  height: 20rem;
  background: var(--foam);
}

.tank::after {
  content: "";
  position: absolute;
  inset: auto 0 0;
  height: var(‹--level→--fill›, 50%);
  background: linear-gradient(var(--water-light), var(--water));
}

.tank.is-empty {
  «--level→--fill»: 0%;
}

.tank-scale {
  bottom: calc(var(‹--level→--fill›) - 1px);
}
--- tank.js
const tank = document.querySelector(".tank");

export function showLevel(level) {
  const percent = Math.max(0, Math.min(100, level));
  tank.style.setProperty("‹--level→--fill›", `${percent}%`);
  tank.classList.toggle("is-empty", percent === 0);
}

==== bee journal: one card gets more padding
kind: style
expect: silence
--- hive.css
.hive {
  padding: 12px;
  border: 1px solid #c9a227;
  border-radius: 6px;
}

.hive-header {
  padding: 12px;
  background: #fdf3cf;
}

.queen {
  padding: «12px→18px»;
  border: 2px solid #7a5c00;
}

.brood {
  padding: 12px;
  color: #5b4a1f;
}

.honey {
  margin: 12px 0;
  padding: 12px;
  background: #fff7dc;
}

.note {
  font-size: 12px;
}

==== the animation of a buoy gets its name
kind: style
--- buoys.scss
$sea: #134e6f;

.buoy {
  width: 2rem;
  transform-origin: bottom center;
  animation: ‹swing→buoy-swing› 3s ease-in-out infinite alternate;

  &--storm {
    animation-name: ‹swing→buoy-swing›;
    animation-duration: 900ms;
  }

  &--dry {
    animation: none;
  }
}

.anchor {
  color: $sea;
  animation: sink 2s both;
}

@keyframes «swing→buoy-swing» {
  from {
    transform: rotate(-8deg);
  }

  to {
    transform: rotate(8deg);
  }
}

@keyframes sink {
  to {
    transform: translateY(3rem);
  }
}

// The door of the boat house has a swing of its own in doors.scss.
.boat-house {
  background: $sea;
}

==== the fields of a permit form
kind: markup
--- permit.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Fishing permit</title>
  </head>
  <body>
    <form action="/permits" method="post">
      <p>
        <label for="angler">Name</label>
        <input id="angler" name="angler" required>
      </p>
      <p>
        <label for="«lake→water»">Lake or river</label>
        <input id="‹lake→water›" name="‹lake→water¦?›" list="lakes" aria-describedby="‹lake→water¦?›-hint">
        <small id="‹lake→water¦?›-hint">As on the map of the lake district.</small>
      </p>
      <p>
        <label for="from">From</label>
        <input id="from" name="from" type="date">
      </p>
      <datalist id="lakes">
        <option>Long lake</option>
        <option>Mill river</option>
      </datalist>
      <button>Send</button>
    </form>
  </body>
</html>

==== wind park: wide screens begin later
kind: parallel-lines
--- park.css
.turbines {
  display: grid;
  grid-template-columns: 1fr;
  max-width: 1200px;
}

.map {
  height: 600px;
}

@media (min-width: «600px→640px») {
  .turbines {
    grid-template-columns: 1fr 1fr;
  }
}

@media (min-width: «600px→640px») {
  .map {
    height: 400px;
  }
}

.legend {
  display: none;
}

@media (min-width: ‹600px→640px›) {
  .legend {
    display: block;
    max-height: 600px;
  }
}

@media (min-width: 900px) {
  .turbines {
    grid-template-columns: repeat(3, 1fr);
  }
}

@media (min-width: ‹600px→640px›) and (orientation: landscape) {
  .power {
    position: sticky;
  }
}

==== the fragment of a log book has a key
kind: markup
--- src/LogBook.jsx
import { Fragment } from "react";

function Crew({ names }) {
  return (
    <>
      <dt>Crew</dt>
      <dd>{names.join(", ")}</dd>
    </>
  );
}

export function LogBook({ days }) {
  return (
    <dl className="log-book">
      {days.map((day) => (
        <«→Fragment key={day.date}»>
          <dt>{day.date}</dt>
          <dd>
            Wind {day.wind}, {day.miles} nm
          </dd>
          <Crew names={day.crew} />
        </‹→Fragment›>
      ))}
    </dl>
  );
}

==== ci: a job that others need
kind: config
--- .github/workflows/check.yml
name: check

on:
  push:
    branches: [main]
  pull_request:

jobs:
  «lint→style»:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 20
      - run: npm ci
      - run: npm run lint

  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm test

  package:
    runs-on: ubuntu-latest
    needs: [‹lint→style›, test]
    steps:
      - uses: actions/checkout@v4
      - run: npm ci && npm run build

  announce:
    runs-on: ubuntu-latest
    if: failure()
    needs:
      - ‹lint→style›
      - test
      - package
    steps:
      - run: echo "The checks failed."
--- package.json
{
  "name": "tide-clock",
  "version": "2.3.0",
  "private": true,
  "scripts": {
    "build": "vite build",
    "lint": "eslint src",
    "test": "vitest run"
  }
}

==== ci: the outputs of a step
kind: config
--- .github/workflows/release.yml
name: release

on:
  push:
    tags: ["v*"]

env:
  IMAGE: ghcr.io/skarvik/tide-clock

jobs:
  image:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4

      - name: Find the meta data
        id: «meta→labels»
        uses: docker/metadata-action@v5
        with:
          images: ${{ env.IMAGE }}

      - name: Find the date
        id: date
        run: echo "today=$(date +%F)" >> "$GITHUB_OUTPUT"

      - name: Build and push
        uses: docker/build-push-action@v5
        with:
          context: .
          push: true
          tags: ${{ steps.‹meta→labels›.outputs.tags }}
          labels: ${{ steps.‹meta→labels›.outputs.labels }}
          build-args: BUILD_DATE=${{ steps.date.outputs.today }}

      - name: Report
        run: echo "meta is done, version ${{ steps.‹meta→labels›.outputs.version }}"

==== compose: the service of the database
kind: config
open: docs/setup.md
--- compose.yaml
services:
  archive:
    build: .
    ports:
      - "8000:8000"
    environment:
      DATABASE_URL: postgresql://archive:secret@‹db→postgres›:5432/archive
      CACHE_DIR: /var/cache/db
    depends_on:
      - ‹db→postgres›
      - queue

  «db→postgres»:
    image: postgres:16
    environment:
      POSTGRES_USER: archive
      POSTGRES_PASSWORD: secret
      POSTGRES_DB: archive
    volumes:
      - db-data:/var/lib/postgresql/data

  queue:
    image: redis:7
    command: redis-server --save "" --appendonly no

volumes:
  db-data:
--- docs/setup.md
# Setup

The archive scans letters and keeps them in a database.

1. Start the database:

   ```sh
   docker compose up -d ‹db→postgres›
   ```

2. Create the tables:

   ```sh
   docker compose exec ‹db→postgres› psql -U archive -f /schema.sql
   ```

3. Start everything else with `docker compose up`.

The data is in the volume `db-data`.

==== the port of a radio server
kind: constants
open: README.md, scripts/smoke.sh
--- config/server.toml
# The web radio of the village.

[server]
host = "0.0.0.0"
port = «8070→8090»
timeout = 30

[stream]
source = "icecast://studio:8000/live"
bitrate = 128
buffer = 8070

[playlist]
folder = "/srv/music"
shuffle = true
--- README.md
# Village radio

Start the server with `python -m radio config/server.toml` and open
<http://localhost:‹8070→8090›/> in a browser.

What is on air:

```sh
curl http://localhost:‹8070→8090›/now.json
```

The studio sends to port 8000.
--- scripts/smoke.sh
#!/bin/sh
set -eu

base="http://localhost:‹8070→8090›"

for page in / /now.json /playlist.json; do
    curl --fail --silent --output /dev/null "$base$page"
    echo "ok $page"
done

==== gauging stations have a datum
kind: parallel-lines
--- stations.yaml
# The gauges of the river Orra, from the source to the mouth.
river: Orra
interval: 15m

stations:
  - name: Spring
    km: 0
    unit: cm«→
    datum: NHN»
  - name: Old mill
    km: 14
    unit: cm«→
    datum: NHN»
  - name: Lock 2
    km: 31
    unit: cm‹→
    datum: NHN›
  - name: Harbour
    km: 58
    unit: cm‹→
    datum: NHN›

alarms:
  - station: Harbour
    above: 620
    unit: cm
    mail: harbour@orra.example

==== meteorites: coordinates are shorter
kind: rename-field
open: src/finds.js
--- data/finds.json
[
  {
    "name": "Elmsted",
    "year": 1907,
    "mass": 12.4,
    "lat": 54.31,
    "«longitude→lon»": 9.87
  },
  {
    "name": "Dry Creek",
    "year": 1954,
    "mass": 0.8,
    "lat": -31.02,
    "«longitude→lon»": 118.4
  },
  {
    "name": "Hallow Moor",
    "year": 1988,
    "mass": 3.1,
    "lat": 53.9,
    "‹longitude→lon›": -1.72
  }
]
--- src/finds.js
import finds from "../data/finds.json" with { type: "json" };

const KM_PER_DEGREE = 111.2;

/** The distance of two places in km; good enough for a map of finds. */
export function distance(a, b) {
  const north = (a.lat - b.lat) * KM_PER_DEGREE;
  const east = (a.‹longitude→lon› - b.‹longitude→lon›) * KM_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}

export function heaviest(count) {
  return [...finds].sort((a, b) => b.mass - a.mass).slice(0, count);
}

export function near(place, km) {
  return finds.filter((find) => distance(find, place) <= km);
}

==== the version of a release
kind: constants
--- pyproject.toml
[build-system]
requires = ["hatchling>=1.21.0"]
build-backend = "hatchling.build"

[project]
name = "moonphase"
version = "«1.4.0→1.5.0»"
description = "Phases of the moon on the command line"
requires-python = ">=3.10"
dependencies = [
  "rich>=13.4.0",
  "skytime>=1.4.1",
]

[project.scripts]
moonphase = "moonphase.cli:main"
--- src/moonphase/__init__.py
"""Phases of the moon."""

from moonphase.phase import phase_at, next_full_moon

__all__ = ["__version__", "next_full_moon", "phase_at"]

__version__ = "‹1.4.0→1.5.0›"
--- CHANGELOG.md
# Changelog

## 1.4.0

- `--json` prints the phase as JSON.

## 1.3.2

- The moon of the southern hemisphere is drawn the right way round.

==== a cargo feature is renamed
kind: config
open: src/lib.rs
--- Cargo.toml
[package]
name = "anemo"
version = "0.7.1"
edition = "2021"

[features]
default = ["‹usb→usb-serial›"]
«usb→usb-serial» = ["dep:serialport"]
mqtt = ["dep:rumqttc"]

[dependencies]
serialport = { version = "4", optional = true }
rumqttc = { version = "0.24", optional = true }

[[bin]]
name = "anemo-usb"
path = "src/bin/usb.rs"
required-features = ["‹usb→usb-serial›"]
--- src/lib.rs
//! Reads anemometers.

#[cfg(feature = "‹usb→usb-serial›")]
pub mod usb;

#[cfg(feature = "mqtt")]
pub mod mqtt;

/// Where the wind comes from, in degrees, and its speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wind {
    pub degrees: u16,
    pub metres_per_second: f32,
}

impl Wind {
    pub fn is_storm(&self) -> bool {
        self.metres_per_second > 24.5
    }
}
--- .github/workflows/ci.yml
name: ci
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: sudo apt-get install -y libudev-dev usbutils
      - run: cargo test --no-default-features --features ‹usb→usb-serial›
      - run: cargo test --no-default-features --features mqtt

==== ski lifts: a timeout that equals a port
kind: config
expect: silence
--- lifts.yaml
# The display boards of the valley station.

boards:
  entrance:
    host: board-1.valley.example
    port: 5000
    refresh_ms: «5000→2500»
    lines: 4
  ticket_office:
    host: board-2.valley.example
    port: 5000
    refresh_ms: 8000
    lines: 6
  restaurant:
    host: board-3.valley.example
    port: 5000
    refresh_ms: 15000
    lines: 8

logging:
  level: info
  keep_lines: 5000
--- boards.py
import socket

CHUNK = 5000


def send(host, port, text):
    with socket.create_connection((host, port), timeout=3) as connection:
        for start in range(0, len(text), CHUNK):
            connection.sendall(text[start : start + CHUNK].encode())


def pad(lines, count):
    return (lines + [""] * count)[:count]

==== an environment variable of a scale
kind: config
open: scale/settings.py, compose.yaml
--- .env.example
# Copy this file to .env.
SCALE_HOST=192.168.4.20
SCALE_PORT=4001
«SCALE_TOKEN→SCALE_API_KEY»=change-me
PRINTER_TOKEN=change-me-too
--- scale/settings.py
"""Settings of the truck scale, from the environment."""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    host: str
    port: int
    token: str
    printer_token: str


def load() -> Settings:
    return Settings(
        host=os.environ.get("SCALE_HOST", "localhost"),
        port=int(os.environ.get("SCALE_PORT", "4001")),
        token=os.environ["‹SCALE_TOKEN→SCALE_API_KEY›"],
        printer_token=os.environ["PRINTER_TOKEN"],
    )
--- compose.yaml
services:
  scale:
    build: .
    restart: unless-stopped
    environment:
      SCALE_HOST: ${SCALE_HOST}
      SCALE_PORT: ${SCALE_PORT}
      ‹SCALE_TOKEN→SCALE_API_KEY›: ${‹SCALE_TOKEN→SCALE_API_KEY›}
      PRINTER_TOKEN: ${PRINTER_TOKEN}

==== gitlab: an anchor with a better name
kind: config
--- .gitlab-ci.yml
stages:
  - build
  - check

«.setup: &setup→.tools: &tools»
  image: alpine:3.20
  before_script:
    - apk add --no-cache make gcc musl-dev
    - ./scripts/setup.sh

firmware:
  <<: *‹setup→tools›
  stage: build
  script:
    - make firmware.bin
  artifacts:
    paths:
      - firmware.bin

simulator:
  <<: *‹setup→tools›
  stage: build
  script:
    - make simulator
    - ./simulator --setup setup.ini --ticks 1000

spelling:
  stage: check
  image: python:3.12
  script:
    - pip install codespell
    - codespell docs

==== a heading of the manual and its links
kind: docs-follow-code
open: README.md
--- docs/manual.md
# Manual of the loom

- [Warping](#warping)
- [‹First threads→Threading the heddles›](‹#first-threads→#threading-the-heddles›)
- [Weaving](#weaving)

## Warping

Wind 240 threads on the warping board. Count them twice.

## «First threads→Threading the heddles»

Begin at the right. The first threads are the selvedge; they are doubled.

1. Take four threads.
2. Pull each through its heddle.
3. Tie them with a slip knot.

## Weaving

Throw the shuttle, beat, change the shed.
--- README.md
# Loom control

Drives the 24 shafts of a dobby loom from a pattern file.

New here? Read how to [put the first threads in](docs/manual.md‹#first-threads→#threading-the-heddles›), then
start the program:

```sh
loomctl --pattern twill.wif
```

Problems are described in [Weaving](docs/manual.md#weaving).

==== the table of pumps has a column
kind: parallel-lines
--- docs/pumps.md
# Pumps of the waterworks

All of them are serviced in May. The flow is given in cubic metres per hour, the head in metres.

| Pump | Flow | Head |«→ Built |»
|------|-----:|-----:|‹→------:|¦re: ?:?-+:? ?\|›
| P1   |   40 |   32 |‹→  1998 |¦re:[^|\n]*\|¦@›
| P2   |   40 |   32 |‹→  1998 |¦re:[^|\n]*\|¦@›
| P3   |   75 |   18 |‹→  2011 |¦re:[^|\n]*\|¦@›

## Valves

| Valve | Pump |
|-------|------|
| V1    | P1   |
| V2    | P3   |

==== a step before the bread is shaped
kind: docs-follow-code
--- recipes/rye.md
# Rye bread

Makes two loaves. The sourdough is set the evening before.

## Ingredients

1. Sourdough, 400 g
2. Rye flour, 600 g
3. Salt, 18 g

## Steps

1. Mix everything to a soft dough.
2. Let it rest for thirty minutes.«→
3. Wet your hands and the table.»
‹3→4›. Shape two loaves.
‹4→5›. Proof them for an hour in a warm place.
‹5→6›. Bake at 250 °C for ten minutes, then at 200 °C for fifty.

## Keeping

Wrapped in linen, the loaves keep for a week.

==== code blocks that name their language
kind: docs-follow-code
--- docs/install.md
# Installation of the seed bank

Get the sources:

```«→sh»
git clone https://git.example/seedbank
cd seedbank
```

Make an environment:

```«→sh»
python3 -m venv .venv
.venv/bin/pip install -e .
```

Create the database and load the list of families:

```‹→sh¦bash›
.venv/bin/seedbank init
.venv/bin/seedbank load families.csv
```

Then run the tests:

```‹→sh¦bash›
.venv/bin/pytest
```

The settings are in `seedbank.ini`; see [settings](settings.md).

==== a script of the package is renamed
kind: config
open: README.md
--- package.json
{
  "name": "bird-atlas",
  "version": "0.9.2",
  "private": true,
  "type": "module",
  "scripts": {
    "dev": "vite",
    "build": "npm run ‹tiles→build:tiles› && vite build",
    "«tiles→build:tiles»": "node tools/tiles.js --out public/tiles",
    "check": "eslint . && tsc --noEmit",
    "test": "vitest run"
  },
  "devDependencies": {
    "eslint": "^9.5.0",
    "typescript": "^5.5.2",
    "vite": "^5.3.1",
    "vitest": "^1.6.0"
  }
}
--- README.md
# Bird atlas

A map of breeding birds. The tiles of the map are made from the shape files of the survey.

- `npm run dev` serves the atlas.
- `npm run ‹tiles→build:tiles›` makes the tiles of the map.
- `npm test` runs the tests.
--- .github/workflows/pages.yml
name: pages
on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm run ‹tiles→build:tiles›
      - run: npx vite build
      - uses: actions/upload-pages-artifact@v3
        with:
          path: dist

==== a sentence of the guide is said better
kind: docs-follow-code
expect: silence
--- docs/guide.md
# Guide to the observatory

The dome opens at dusk. Visitors wait in the hall until the telescope is cool.

## Before you observe

«Please do not use torches→Use red torches only». White light spoils the adaptation of the eyes for half an hour.

- Switch off the phone.
- Do not touch the mirror.
- Please do not use torches with blue filters either.

## While you observe

The telescope follows the sky. Please do not lean on it.

## After you have observed

Write the object, the time and the weather in the book.

==== a misspelt word of the logs
kind: typo
open: tests/test_winch.py
--- winch/motor.py
"""The motor of the cable winch."""

import logging

log = logging.getLogger(__name__)

MAX_LOAD = 1200


class WinchError(Exception):
    pass


def check(load: float) -> None:
    if load > MAX_LOAD:
        log.error("load %s kg", load)
        raise WinchError("maximum load «exeeded→exceeded»")


def pull(load: float, metres: float) -> float:
    check(load)
    log.info("pulling %s m", metres)
    return metres * load
--- docs/errors.md
# Errors of the winch

- `maximum load ‹exeeded→exceeded›`: the cable carries more than 1200 kg. Let it down at once.
- `no cable`: the drum is empty.
--- tests/test_winch.py
import pytest

from winch.motor import WinchError, pull


def test_pull():
    assert pull(100, 2) == 200


def test_pull_too_much():
    with pytest.raises(WinchError, match="maximum load ‹exeeded→exceeded›"):
        pull(1300, 1)

==== archive: the column of a shelf mark
kind: sql
open: archive/store.py
--- schema.sql
CREATE TABLE boxes (
    id INTEGER PRIMARY KEY,
    «shelf→shelf_mark» TEXT NOT NULL,
    height_cm INTEGER NOT NULL
);

CREATE TABLE letters (
    id INTEGER PRIMARY KEY,
    box_id INTEGER NOT NULL REFERENCES boxes (id),
    sender TEXT NOT NULL,
    written_on DATE
);

CREATE INDEX boxes_by_shelf ON boxes (‹shelf→shelf_mark›);

CREATE VIEW letter_places AS
SELECT letters.id, letters.sender, boxes.‹shelf→shelf_mark›
FROM letters
JOIN boxes ON boxes.id = letters.box_id;
--- archive/store.py
"""Where the letters are."""

import sqlite3


def boxes_on(connection: sqlite3.Connection, shelf: str) -> list[int]:
    rows = connection.execute("SELECT id FROM boxes WHERE ‹shelf→shelf_mark› = ?", (shelf,))
    return [row[0] for row in rows]


def letters_of(connection: sqlite3.Connection, sender: str) -> list[int]:
    rows = connection.execute("SELECT id FROM letters WHERE sender = ?", (sender,))
    return [row[0] for row in rows]

==== an alias of the observations
kind: sql
--- queries/nightly.sql
-- Brightest objects of the last night.
SELECT
    ‹o→obs›.object,
    min(‹o→obs›.magnitude) AS brightest,
    t.name
FROM observations «o→obs»
JOIN telescopes t ON t.id = ‹o→obs›.telescope_id
WHERE t.open
GROUP BY ‹o→obs›.object, t.name;

-- Owners of telescopes that saw nothing.
SELECT o.name, o.mail
FROM owners o
WHERE NOT EXISTS (
    SELECT 1
    FROM telescopes t
    WHERE t.owner_id = o.id
);

==== sums of an empty month are zero
kind: sql
--- reports/month.sql
CREATE VIEW month_report AS
SELECT
    vessels.name,
    vessels.flag,
    count(calls.id) AS calls,
    «sum(calls.tons_in)→coalesce(sum(calls.tons_in), 0)» AS tons_in,
    «sum(calls.tons_out)→coalesce(sum(calls.tons_out), 0)» AS tons_out,
    ‹sum(calls.passengers)→coalesce(sum(calls.passengers), 0)› AS passengers,
    ‹sum(calls.fees)→coalesce(sum(calls.fees), 0)› AS fees,
    max(calls.left_at) AS last_seen
FROM vessels
LEFT JOIN calls ON calls.vessel_id = vessels.id
GROUP BY vessels.id, vessels.name, vessels.flag;

CREATE VIEW berths_used AS
SELECT berth, count(*) AS calls
FROM calls
GROUP BY berth;

==== a query is limited
kind: sql
expect: silence
--- queries/rain.sql
-- The wettest days.
SELECT day, millimetres
FROM rain
WHERE station = :station
ORDER BY millimetres DESC«→
LIMIT 10»;

-- The driest months.
SELECT month, sum(millimetres) AS total
FROM rain
WHERE station = :station
GROUP BY month
ORDER BY total;

-- The course of a year.
SELECT day, millimetres
FROM rain
WHERE station = :station AND day BETWEEN :first AND :last
ORDER BY day;

==== a column of the harvest is dropped
kind: field-removed
open: orchard/harvest.py
--- db/schema.sql
CREATE TABLE trees (
    id SERIAL PRIMARY KEY,
    variety TEXT NOT NULL,
    planted INTEGER NOT NULL
);

CREATE TABLE harvests (
    id SERIAL PRIMARY KEY,
    tree_id INTEGER NOT NULL REFERENCES trees (id),
    picked_on DATE NOT NULL,
    kilos NUMERIC(6, 1) NOT NULL«,
    picker TEXT NOT NULL→»
);
--- orchard/harvest.py
"""The harvest of the orchard."""

from datetime import date


def add(cursor, tree_id: int, picked_on: date, kilos: float‹, picker: str→¦?›) -> None:
    cursor.execute(
        "INSERT INTO harvests (tree_id, picked_on, kilos‹, picker→›) VALUES (%s, %s, %s‹, %s→›)",
        (tree_id, picked_on, kilos‹, picker→›),
    )


def kilos_of(cursor, tree_id: int) -> float:
    cursor.execute("SELECT sum(kilos) FROM harvests WHERE tree_id = %s", (tree_id,))
    return cursor.fetchone()[0] or 0.0

==== lock gates: a function of the shell library
kind: rename-function
open: bin/open-gate.sh, bin/close-gate.sh
--- lib/common.sh
# Functions of all gate scripts. Source this file.

GATE_DEV=${GATE_DEV:-/dev/ttyUSB0}

log() {
    printf '%s %s\n' "$(date +%T)" "$*" >> /var/log/gate.log
}

«fail→die»() {
    log "error: $*"
    printf '%s\n' "$*" >&2
    exit 1
}

send() {
    [ -c "$GATE_DEV" ] || ‹fail→die› "no device $GATE_DEV"
    printf '%s\r' "$1" > "$GATE_DEV"
}
--- bin/open-gate.sh
#!/bin/sh
# Opens a gate. The siren does not fail silently: it is checked first.
. "$(dirname "$0")/../lib/common.sh"

gate=$1
[ -n "$gate" ] || ‹fail→die› "which gate?"

send "SIREN 3"
sleep 3
send "OPEN $gate"
log "gate $gate is open"
--- bin/close-gate.sh
#!/bin/sh
. "$(dirname "$0")/../lib/common.sh"

failed=0
for gate in upper lower; do
    if ! send "CLOSE $gate"; then
        failed=$((failed + 1))
    fi
done

if [ "$failed" -gt 0 ]; then
    ‹fail→die› "$failed gates fail to close"
fi
log "all gates are closed"

==== a flag of the backup is spelt out
kind: shell
open: Makefile
--- tools/backup.sh
#!/bin/sh
# Copies the scans to the other building.
#
# Usage: backup.sh [--keep DAYS] [‹--dry→--dry-run›] FOLDER
set -eu

keep=30
dry=no
folder=

while [ $# -gt 0 ]; do
    case $1 in
        --keep)
            keep=$2
            shift 2
            ;;
        «--dry→--dry-run»)
            dry=yes
            shift
            ;;
        -*)
            echo "backup.sh: no option $1" >&2
            exit 2
            ;;
        *)
            folder=$1
            shift
            ;;
    esac
done

if [ "$dry" = yes ]; then
    echo "would copy $folder and keep it for $keep days"
else
    rsync -a --delete "$folder/" "vault:/scans/"
    ssh vault find /scans -mtime "+$keep" -delete
fi
--- Makefile
SCANS = /srv/scans

.PHONY: backup backup-test dry

backup:
	tools/backup.sh --keep 90 $(SCANS)

backup-test:
	tools/backup.sh ‹--dry→--dry-run› $(SCANS)

dry:
	tools/dehumidifier --dry --hours 4

==== the next option of a player
kind: half-typed
--- bin/play.sh
#!/bin/bash
# Plays a roll on the player piano.
set -euo pipefail

tempo=100
volume=80
device=/dev/midi1

while [ $# -gt 0 ]; do
    case "$1" in
        --tempo)
            tempo="$2"
            shift 2
            ;;
        --volume)
            volume="$2"
            shift 2
            ;;«→
        --device)
            dev»‹→ice="$2"
            shift 2
            ;;¦ice="$2"¦ice="$2"
            shift 2›
        *)
            break
            ;;
    esac
done

roll="${1:?which roll?}"

echo "playing $roll at $tempo beats"
aplaymidi --port "$device" --delay 0 "$roll" &
amixer --quiet set Master "$volume%"
wait

==== an argument of the image
kind: config
open: compose.yaml
--- Dockerfile
FROM python:3.12-slim AS base

ARG «MODEL→OCR_MODEL»=gothic-v2
ARG MODEL_DIR=/models

RUN apt-get update \
    && apt-get install -y --no-install-recommends curl tesseract-ocr \
    && rm -rf /var/lib/apt/lists/*

RUN mkdir -p "$MODEL_DIR" \
    && curl -fsSL "https://models.example/‹${MODEL}→${OCR_MODEL}›.traineddata" -o "$MODEL_DIR/‹$MODEL→$OCR_MODEL¦${OCR_MODEL}›.traineddata"

WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY . .

CMD ["python", "-m", "scribe", "--listen", "0.0.0.0:9000"]
--- compose.yaml
services:
  scribe:
    build:
      context: .
      args:
        ‹MODEL→OCR_MODEL›: kurrent-v1
    ports:
      - "9000:9000"
    environment:
      SCANNER_MODEL: fi-7160
    volumes:
      - scans:/scans

volumes:
  scans:

==== a target of the makefile
kind: config
open: .github/workflows/docs.yml
--- Makefile
PYTHON = .venv/bin/python
OUT = build/html

.PHONY: all ‹html→book› check clean

all: check ‹html→book›

«html→book»: $(OUT)/index.html

$(OUT)/index.html: $(wildcard chapters/*.md) template.html
	$(PYTHON) tools/render.py --template template.html --out $(OUT) chapters

check:
	$(PYTHON) tools/links.py chapters

clean:
	rm -rf build
--- .github/workflows/docs.yml
name: docs
on:
  push:
    branches: [main]
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Install
        run: python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
      - name: Make the html pages
        run: make check ‹html→book›
      - uses: actions/upload-artifact@v4
        with:
          name: html
          path: build/html

==== a variable of the makefile, and back again
kind: undo
expect: silence
do: edit, undo
--- Makefile
CC = arm-none-eabi-gcc
«FLAGS→CFLAGS» = -Os -Wall -mcpu=cortex-m0
OBJECTS = main.o relay.o clock.o

relay.elf: $(OBJECTS)
	$(CC) $(FLAGS) -T relay.ld -o $@ $(OBJECTS)

main.o: main.c relay.h
	$(CC) $(FLAGS) -c main.c

relay.o: relay.c relay.h
	$(CC) $(FLAGS) -c relay.c

clock.o: clock.c
	$(CC) $(FLAGS) -c clock.c

clean:
	rm -f $(OBJECTS) relay.elf

.PHONY: clean

==== ferries can be moored
kind: field-added
open: locales/de.json, locales/nl.json
--- locales/en.json
{
  "board.title": "Departures",
  "board.empty": "No more ferries today",
  "status.on_time": "On time",
  "status.late": "{minutes} min late",«→
  "status.moored": "Moored",»
  "status.cancelled": "Cancelled",
  "footer.weather": "Wind and waves"
}
--- locales/de.json
{
  "board.title": "Abfahrten",
  "board.empty": "Heute keine Fähren mehr",
  "status.on_time": "Pünktlich",
  "status.late": "{minutes} min verspätet",‹→
  "status.moored": "Angelegt",¦re:\n  "status\.moored": "[^"\n]*",¦@›
  "status.cancelled": "Fällt aus",
  "footer.weather": "Wind und Wellen"
}
--- locales/nl.json
{
  "board.title": "Vertrek",
  "board.empty": "Vandaag geen veren meer",
  "status.on_time": "Op tijd",
  "status.late": "{minutes} min vertraagd",‹→
  "status.moored": "Afgemeerd",¦re:\n  "status\.moored": "[^"\n]*",¦@›
  "status.cancelled": "Vervalt",
  "footer.weather": "Wind en golven"
}
--- src/Board.jsx
import { t } from "./texts";

export function Board({ ferries }) {
  if (ferries.length === 0) {
    return <p>{t("board.empty")}</p>;
  }
  return (
    <section>
      <h1>{t("board.title")}</h1>
      {ferries.map((ferry) => (
        <p key={ferry.id}>
          {ferry.name}: {t(`status.${ferry.status}`, { minutes: ferry.delay })}
        </p>
      ))}
    </section>
  );
}

==== the default rest between two soundings
kind: docs-follow-code
open: docs/sonar.md
--- sonar/cli.py
"""Sounds the depth of the lake from the command line."""

import argparse
import time

DEFAULT_REST = «30→45»
MAX_DEPTH = 30


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sonar")
    parser.add_argument("device", help="the serial port of the sounder")
    parser.add_argument(
        "--rest",
        type=float,
        default=DEFAULT_REST,
        help="seconds between two soundings (default: ‹30→45›)",
    )
    parser.add_argument("--depth", type=float, default=MAX_DEPTH, help="metres at most (default: 30)")
    return parser.parse_args(arguments)


def run(sounder, rest: float, times: int) -> list[float]:
    depths = []
    for _ in range(times):
        depths.append(sounder.sound())
        time.sleep(rest)
    return depths
--- docs/sonar.md
# sonar

| Option    | Meaning                           | Default |
|-----------|-----------------------------------|---------|
| `--rest`  | seconds between two soundings     | ‹30→45›      |
| `--depth` | metres, echoes below are left out | 30      |

The boat should not drift more than 30 m in an hour.
--- tests/test_cli.py
from sonar.cli import parse


def test_defaults():
    options = parse(["/dev/ttyS0"])
    assert options.device == "/dev/ttyS0"
    assert options.rest == ‹30→45›
    assert options.depth == 30

==== the samples of a glacier have a new address
kind: docs-follow-code
open: public/cores.js, docs/api.md
--- server/routes.js
import express from "express";
import { store } from "./store.js";

export const routes = express.Router();

routes.get("«/api/samples→/api/cores»", async (request, response) => {
  response.json(await store.all(request.query.year));
});

routes.get("«/api/samples→/api/cores»/:id", async (request, response) => {
  const found = await store.find(request.params.id);
  if (found === undefined) {
    response.status(404).json({ error: "no such core" });
    return;
  }
  response.json(found);
});

routes.get("/api/drills", async (_request, response) => {
  response.json(await store.drills());
});
--- public/cores.js
const list = document.querySelector("#cores");

async function show(year) {
  const response = await fetch(`‹/api/samples→/api/cores›?year=${year}`);
  const cores = await response.json();
  list.replaceChildren(
    ...cores.map((core) => {
      const item = document.createElement("li");
      item.textContent = `${core.name}, ${core.length} m`;
      return item;
    }),
  );
}

document.querySelector("#year").addEventListener("change", (event) => show(event.target.value));
show(new Date().getFullYear());
--- docs/api.md
# The interface

Every year we take some samples of the ice.

- `GET ‹/api/samples→/api/cores›`: all cores, or those of a `year`
- `GET ‹/api/samples→/api/cores›/:id`: one core
- `GET /api/drills`: the drills

==== a shell script says what it does
kind: unrelated
expect: silence
--- tools/rotate.sh
#!/bin/sh
# Turns the pictures of the scanner.
set -eu

source=/srv/scanner/in
target=/srv/scanner/out

turn() {
    degrees=$1
    file=$2
    convert "$file" -rotate "$degrees" "$target/$(basename "$file")"
}

for file in "$source"/*.tif; do
    [ -e "$file" ] || continue«→
    echo "turning $(basename "$file")"»
    case $file in
        *-left.tif) turn 90 "$file" ;;
        *-right.tif) turn 270 "$file" ;;
        *) cp "$file" "$target" ;;
    esac
done

for file in "$target"/*.tif; do
    [ -e "$file" ] || continue
    chmod 640 "$file"
done

==== the button of the tuner closes its menu
kind: unrelated
expect: silence
--- src/Tuner.jsx
import { useState } from "react";
import { bands } from "./bands";

export function Tuner({ onTune }) {
  const [band, setBand] = useState(bands[0]);
  const [open, setOpen] = useState(false);

  function choose(next) {
    setBand(next);«→
    setOpen(false);»
  }

  function tune(event) {
    onTune(band, Number(event.target.value));
  }

  return (
    <div className="tuner">
      <button onClick={() => setOpen(!open)}>{band.name}</button>
      {open && (
        <ul className="tuner-menu">
          {bands.map((entry) => (
            <li key={entry.name} onClick={() => choose(entry)}>
              {entry.name}
            </li>
          ))}
        </ul>
      )}
      <input type="range" min={band.low} max={band.high} onChange={tune} />
    </div>
  );
}
