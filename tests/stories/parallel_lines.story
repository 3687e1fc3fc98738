==== constants of a series
kind: parallel-lines
--- units.py
KILO = 10**3
MEGA = 10**6
GIGA = 10**9«→
TERA = 10**12»‹→
PETA = 10**15¦?›

BINARY = {
    "kilo": 2**10,
    "mega": 2**20,
    "giga": 2**30,‹→
    "tera": 2**40,›
}

==== one more field of three in every line
kind: parallel-lines
--- src/theme.ts
export const colors = {
  primary: { light: "#4af", dark: "#159"«→, text: "#fff"» },
  danger: { light: "#f66", dark: "#a11"‹→, text: "#fff"› },
  success: { light: "#6c6", dark: "#161"‹→, text: "#fff"› },
};

==== a prefix for every key
kind: parallel-lines
--- metrics.py
def snapshot(pool):
    return {
        "«→pool.»size": pool.size,
        "‹→pool.›free": pool.free,
        "‹→pool.›waiting": pool.waiting,
    }

==== a trailing call on each line
kind: parallel-lines
--- setup.js
const name = form.get("name")«→.trim()»;
const mail = form.get("mail")‹→.trim()›;
const city = form.get("city")‹→.trim()›;
save({ name, mail, city });

==== types for three parameters
kind: parallel-lines
--- area.py
def rectangle(width«→: float», height‹→: float›):
    return width * height


def box(width‹→: float¦?›, height‹→: float¦?›, depth‹→: float¦?›):
    return width * height * depth

==== visibility of every constant
kind: parallel-lines
--- src/keys.rs
«→pub »const ENTER: u32 = 13;
‹→pub ›const ESCAPE: u32 = 27;
‹→pub ›const SPACE: u32 = 32;

fn is_known(key: u32) -> bool {
    matches!(key, ENTER | ESCAPE | SPACE)
}

==== final on the fields
kind: parallel-lines
--- src/Pair.java
package util;

public class Pair {
    private «→final »String left;
    private ‹→final ›String right;

    public Pair(String left, String right) {
        this.left = left;
        this.right = right;
    }
}

==== two lines changed by hand
kind: parallel-lines
--- limits.go
package limits

const (
	MaxUsers  = «100→1_000»
	MaxGroups = «100→1_000»
	MaxRoles  = ‹100→1_000›
)

==== a JSON tag on each field
kind: parallel-lines
--- api/user.go
package api

type User struct {
	ID    string «→`json:"id"`»
	Name  string ‹→`json:"name"`›
	Email string ‹→`json:"email"`›
}

==== the body of the next arm
kind: half-typed
--- loaders.py
from db import load_group, load_team, load_user


def load(kind, key):
    if kind == "user":
        return load_user(key)
    elif kind == "group":
        return load_group(key)«→
    elif kind == "team":»‹→
        return load_team(key)›
    raise ValueError(kind)

==== quotes in a list
kind: parallel-lines
--- config.js
module.exports = {
  extends: [«'eslint:recommended'→"eslint:recommended"»],
  plugins: [‹'react'→"react"›],
  root: true,
};

==== print becomes log.info
kind: log-statements
--- migrate.py
import logging

log = logging.getLogger(__name__)


def create_tables(db):
    «print→log.info»("creating tables")
    db.execute("CREATE TABLE users (id INTEGER)")
    ‹print→log.info›("created tables")


def create_indexes(db):
    ‹print→log.info›("creating indexes")
    db.execute("CREATE INDEX by_id ON users (id)")

==== a log statement at the start of each handler
kind: log-statements
--- src/handlers.ts
import { log } from "./log";

export function onOpen(file: File) {
  log.debug("onOpen", file.name);
  openFile(file);
}

export function onClose(file: File) {«→
  log.debug("onClose", file.name);»
  closeFile(file);
}

export function onSave(file: File) {‹→
  log.debug("onSave", file.name);›
  saveFile(file);
}

==== structured arguments of a logger
kind: log-statements
--- server/serve.go
package server

import "log/slog"

func (s *Server) run() {
	slog.Info(«"started on "+s.addr→"started", "addr", s.addr»)
	s.loop()
	slog.Info(‹"stopped on "+s.addr→"stopped", "addr", s.addr›)
}

==== println becomes a macro of the log crate
kind: log-statements
--- src/sync.rs
use log::info;

pub fn sync(items: &[Item]) {
    «println→info»!("syncing {} items", items.len());
    for item in items {
        item.sync();
        ‹println→info›!("synced {}", item.name);
    }
}

==== console.log with a prefix
kind: log-statements
--- src/cache.js
export function load(key) {
  console.log("«→[cache] »load", key);
  return table.get(key);
}

export function drop(key) {
  console.log("‹→[cache] ›drop", key);
  table.delete(key);
}

==== string concatenation in log calls becomes placeholders
kind: log-statements
--- src/main/java/org/example/pay/Payments.java
package org.example.pay;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class Payments {
    private static final Logger log = LoggerFactory.getLogger(Payments.class);

    public void charge(String account, long cents) {
        log.info(«"charging " + account→"charging {}", account»);
        try {
            Gateway.charge(account, cents);
        } catch (GatewayException e) {
            log.error(‹"failed for " + account→"failed for {}", account›);
            throw e;
        }
        log.info(‹"charged " + cents→"charged {}", cents›);
    }
}

==== prints become log calls
kind: log-statements
--- tools/reindex.py
import logging
import sys
from pathlib import Path

log = logging.getLogger(__name__)


def reindex(root: Path, force: bool = False) -> int:
    count = 0
    for path in sorted(root.rglob("*.md")):
        if path.stat().st_size == 0:
            «print("skipping empty file", path)→log.info("skipping empty file %s", path)»
            continue
        if not force and is_fresh(path):
            ‹print("already indexed", path)→log.info("already indexed %s", path)›
            continue
        add_to_index(path)
        ‹print("indexed", path)→log.info("indexed %s", path)›
        count += 1
    return count


def is_fresh(path: Path) -> bool:
    index = path.with_suffix(".idx")
    return index.exists() and index.stat().st_mtime > path.stat().st_mtime


def add_to_index(path: Path) -> None:
    path.with_suffix(".idx").write_text(path.read_text().lower())


if __name__ == "__main__":
    reindex(Path(sys.argv[1]))

==== console calls become logger calls
kind: log-statements
--- src/sync/sync.ts
import { logger } from "../logger";
import { pull, push } from "./remote";

export async function sync(since: Date): Promise<number> {
  «console→logger».info("sync started", { since });
  const incoming = await pull(since);
  ‹console→logger›.info("pulled", { count: incoming.length });
  try {
    await push(incoming);
  } catch (error) {
    ‹console→logger›.error("push failed", { error });
    throw error;
  }
  ‹console→logger›.info("sync finished");
  return incoming.length;
}
--- src/sync/remote.ts
export async function pull(since: Date): Promise<string[]> {
  const reply = await fetch(`/changes?since=${since.toISOString()}`);
  return reply.json();
}

export async function push(items: string[]): Promise<void> {
  await fetch("/changes", { method: "POST", body: JSON.stringify(items) });
}
--- src/logger.ts
export const logger = {
  info(message: string, data: object = {}) {
    console.log(JSON.stringify({ level: "info", message, ...data }));
  },
  error(message: string, data: object = {}) {
    console.log(JSON.stringify({ level: "error", message, ...data }));
  },
};

==== closing tag follows
kind: parallel-lines
--- site/article.html
<main>
  <«div→article» class="story">
    <h2>Morning</h2>
    <div class="text">
      <p>It rained.</p>
    </div>
  </‹div→article›>
  <div class="aside">
    <p>See also</p>
  </div>
</main>

==== attribute added to all inputs
kind: parallel-lines
--- site/form.html
<form action="/signup" method="post">
  <label>Name <input name="name" type="text"«→ required»></label>
  <label>Mail <input name="mail" type="email"‹→ required›></label>
  <label>City <input name="city" type="text"‹→ required›></label>
  <label>Phone <input name="phone" type="tel"‹→ required›></label>
  <button type="submit">Send</button>
</form>

==== vendor prefixed property changes with the plain one
kind: parallel-lines
--- css/print.css
.figure {
  -webkit-mask-image: url("«fade→soft-fade».svg");
  mask-image: url("‹fade→soft-fade›.svg");
  opacity: 0.9;
}

.caption {
  transition: opacity 0.2s;
}

==== an attribute in front of the next fields
kind: parallel-lines
--- src/Form.java
class Form {
    «→@NotNull(groups = Save.class) »private String title;
    «→@NotNull(groups = Save.class) »private String author;
    ‹→@NotNull(groups = Save.class) ›private String language;

    void clear() {
        title = null;
    }
}
