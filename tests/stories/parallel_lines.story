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
