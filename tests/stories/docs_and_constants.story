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
