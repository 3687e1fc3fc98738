==== a parameter in a numpy docstring
kind: docs-follow-code
--- scale.py
def scale(values, «factor→ratio»):
    """Scale the values.

    Parameters
    ----------
    values : list
        The numbers.
    ‹factor→ratio› : float
        What each one is multiplied by.
    """
    return [one * ‹factor→ratio› for one in values]

==== a default in the code and in the README
kind: docs-follow-code
--- worker/settings.py
import os

WORKER_TIMEOUT = int(os.environ.get("WORKER_TIMEOUT", "«30→45»"))
WORKER_COUNT = int(os.environ.get("WORKER_COUNT", "4"))
--- README.md
# Worker

| variable | default | meaning |
|---|---|---|
| `WORKER_TIMEOUT` | ‹30→45› | seconds until a job is stopped |
| `WORKER_COUNT` | 4 | processes |

==== a documented parameter of a Java method is removed
kind: docs-follow-code
--- src/Mail.java
public class Mail {
    /**
     * Sends a message.
     *
     * @param to the receiver
     * @param subject the first line
‹     * @param priority from 1 to 5
→›     */
    public void send(String to, String subject«, int priority→») {
        deliver(to, subject);
    }
}

==== a Rust doc comment has the name of the parameter
kind: docs-follow-code
--- src/retry.rs
/// Calls `task` until it succeeds, at most `‹count→attempts›` times.
pub fn retry<T>(task: impl Fn() -> Option<T>, «count→attempts»: usize) -> Option<T> {
    (0..‹count→attempts›).find_map(|_| task())
}

==== await spreads to a Rust caller
kind: async
--- src/main.rs
mod db;

async fn load(id: u32) -> User {
    let row = db::find(id)‹→.await›;
    User::from(row)
}
--- src/db.rs
pub «→async »fn find(id: u32) -> Row {
    POOL.query(id)
}

==== an async method of a Python class with two callers
kind: async
--- client.py
class Client:
    «→async »def fetch(self, path):
        return self.session.get(self.base + path)

    ‹→async ›def users(self):
        return ‹→await ›self.fetch("/users")

    ‹→async ›def orders(self):
        return ‹→await ›self.fetch("/orders")

==== an async function that a test calls
kind: async
--- src/price.js
export «→async »function price(item) {
  return rates.lookup(item.id) * item.count;
}
--- src/price.test.js
import { price } from "./price.js";

test("a price", ‹→async ›() => {
  expect(‹→await ›price({ id: 1, count: 2 })).toBe(20);
});

==== a log line becomes structured in Go
kind: log-statements
--- server/handler.go
package server

func (s *Server) create(r *Request) error {
	«log.Printf("create %s", r.ID)→slog.Info("create", "id", r.ID)»
	return s.store.Create(r)
}

func (s *Server) update(r *Request) error {
	‹log.Printf("update %s", r.ID)→slog.Info("update", "id", r.ID)›
	return s.store.Update(r)
}

func (s *Server) remove(r *Request) error {
	‹log.Printf("remove %s", r.ID)→slog.Info("remove", "id", r.ID)›
	return s.store.Remove(r)
}

==== console.error gets the error
kind: log-statements
--- src/api.ts
export async function loadUsers() {
  try {
    return await get("/users");
  } catch (error) {
    console.error("loadUsers failed"«→, error»);
  }
}

export async function loadOrders() {
  try {
    return await get("/orders");
  } catch (error) {
    console.error("loadOrders failed"‹→, error›);
  }
}

==== System.out becomes a logger in Java
kind: log-statements
--- src/Job.java
public class Job {
    private static final Logger LOG = Logger.getLogger("job");

    void start() {
        «System.out.println("starting")→LOG.info("starting")»;
        open();
    }

    void stop() {
        close();
        ‹System.out.println("stopped")→LOG.info("stopped")›;
    }
}

==== a half-typed import from a sibling module
kind: half-typed
--- app/orders.py
«→from app.users import »‹→find_user¦re:find_user.*›

def owner(order):
    return find_user(order.owner_id)
--- app/users.py
def find_user(user_id):
    return USERS[user_id]
--- app/invoices.py
from app.users import find_user

def payer(invoice):
    return find_user(invoice.payer_id)

==== a half-typed import of a component
kind: half-typed
--- src/pages/Home.tsx
import { Header } from "../components/Header";
«→import { Footer }»‹→ from "../components/Footer";›

export function Home() {
  return (
    <>
      <Header />
      <Footer />
    </>
  );
}
--- src/pages/About.tsx
import { Header } from "../components/Header";
import { Footer } from "../components/Footer";

export function About() {
  return (
    <>
      <Header />
      <Footer />
    </>
  );
}

==== a half-typed Java assignment in a constructor
kind: half-typed
--- src/Range.java
public class Range {
    private final int low;
    private final int high;

    public Range(int low, int high) {
        this.low = low;
        «→this.high»‹→ = high;›
    }
}

==== a Python function returns a tuple instead of a value
kind: return-type
--- parse.py
def parse_header(line):
    name, value = line.split(":")
    return «name→name, value.strip()»


def headers(lines):
    return [parse_header(line) for line in lines]


def first(lines):
    ‹name→name, value¦@¦re:name, \w+› = parse_header(lines[0])
    return name

==== a deleted TypeScript type is no longer imported
kind: code-deleted
--- src/types.ts
export interface Draft {
  title: string;
}
«
export interface Legacy {
  text: string;
}
→»
export interface Post {
  title: string;
  body: string;
}
--- src/list.ts
import { Draft, ‹Legacy, →›Post } from "./types";

export function titles(posts: Post[], drafts: Draft[]): string[] {
  return [...posts, ...drafts].map((one) => one.title);
}

==== a deleted CSS variable is still used
kind: code-deleted
--- style.css
:root {
  --accent: #06c;
«  --shade: #eee;
→»}

.card {
  color: var(--accent);
‹  background: var(--shade);
→¦@›}

==== a deleted Go helper and its test
kind: code-deleted
--- text/trim.go
package text

import "strings"

func Clean(s string) string {
	return strings.TrimSpace(s)
}
«
func Squash(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
→»
--- text/trim_test.go
package text

import "testing"

func TestClean(t *testing.T) {
	if Clean(" a ") != "a" {
		t.Fatal("not clean")
	}
}

‹func TestSquash(t *testing.T) {
	if Squash("a  b") != "a b" {
		t.Fatal("not squashed")
	}
}
→¦@›

==== a timeout in three configuration files
kind: constants
--- deploy/dev.yaml
service: api
timeout: «30s→45s»
replicas: 1
--- deploy/prod.yaml
service: api
timeout: ‹30s→45s›
replicas: 4
--- deploy/test.yaml
service: api
timeout: ‹30s→45s›
replicas: 1

==== the Python version of a project
kind: constants
--- .github/workflows/test.yml
jobs:
  test:
    steps:
      - uses: actions/setup-python@v5
        with:
          python-version: "«3.11→3.12»"
--- Dockerfile
FROM python:‹3.11→3.12›-slim
COPY . /app
--- .python-version
‹3.11→3.12›

==== a bucket name in script and code
kind: constants
--- scripts/backup.sh
#!/bin/sh
set -eu
aws s3 sync data/ s3://«shop-backup→shop-archive»/daily
--- backup/restore.py
BUCKET = "‹shop-backup→shop-archive›"


def restore(day):
    return download(BUCKET, f"daily/{day}")

==== rename of a local in Ruby with a string
kind: rename-local
--- report.rb
def report(orders)
  «sum→total» = orders.map(&:price).sum
  puts "sum: #{‹sum→total›}"
  ‹sum→total› / orders.size
end

==== rename of a Java lambda parameter
kind: rename-local
--- src/Names.java
import java.util.List;

class Names {
    List<String> upper(List<String> names) {
        return names.stream()
            .filter(«s→name» -> !‹s→name›.isEmpty())
            .map(s -> s.toUpperCase())
            .toList();
    }
}

==== rename of a parameter of a Ruby method with keywords
kind: rename-parameter
--- mailer.rb
class Mailer
  def deliver(to:, «body:→text:»)
    Message.new(to, ‹body→text›).send
  end
end
--- signup.rb
Mailer.new.deliver(to: user.email, ‹body→text›: "Welcome")

==== rename of a Rust struct in three files
kind: rename-class
--- src/session.rs
pub struct «Session→UserSession» {
    pub token: String,
}

impl ‹Session→UserSession› {
    pub fn new(token: String) -> Self {
        ‹Session→UserSession› { token }
    }
}
--- src/login.rs
use crate::session::‹Session→UserSession›;

pub fn login(name: &str) -> ‹Session→UserSession› {
    ‹Session→UserSession›::new(format!("{name}-token"))
}
--- src/main.rs
mod login;
mod session;

// A session begins with the login.
fn main() {
    println!("{}", login::login("ann").token);
}

==== rename of a Java interface with its implementation
kind: rename-class
--- src/Repo.java
public interface «Repo→Repository» {
    void save(Item item);
}
--- src/MemoryRepo.java
public class MemoryRepo implements ‹Repo→Repository› {
    private final List<Item> items = new ArrayList<>();

    @Override
    public void save(Item item) {
        items.add(item);
    }
}

==== rename of a method through an instance in another file
kind: rename-method
--- queue.py
class Queue:
    def __init__(self):
        self.items = []

    def «add→push»(self, item):
        self.items.append(item)
--- main.py
from queue import Queue

queue = Queue()
queue.‹add→push›("first")

seen = set()
seen.add("first")

==== rename of a field in JSON tags stays
kind: rename-field
--- model/order.go
package model

type Order struct {
	ID    string `json:"id"`
	«Total→Amount» int    `json:"total"`
}

func (o *Order) Add(price int) {
	o.‹Total→Amount› += price
}

==== rename of a module constant used through its module
kind: rename-constant
--- limits.py
«MAX_ITEMS→MAX_ENTRIES» = 100
MAX_DEPTH = 5
--- reader.py
import limits


def read(entries):
    return entries[: limits.‹MAX_ITEMS→MAX_ENTRIES›]

==== rename of a Go package-level variable
kind: rename-constant
--- server/config.go
package server

var «defaultAddr→listenAddr» = ":8080"
--- server/server.go
package server

import "net/http"

func Run() error {
	return http.ListenAndServe(‹defaultAddr→listenAddr›, nil)
}

==== a parameter of a Ruby method is added
kind: change-signature
--- cart.rb
class Cart
  def add(item«→, count»)
    @items << item
  end
end

cart = Cart.new
cart.add(:apple‹→, 1¦@¦re:, .*›)

==== a parameter with a default is removed in TypeScript
kind: change-signature
--- src/format.ts
export function format(value: number, digits: number«, locale: string = "en"→»): string {
  return value.toFixed(digits);
}
--- src/table.ts
import { format } from "./format";

export const cells = [format(1.5, 2‹, "de"→›), format(2.5, 1)];

==== parameters of a Java method are reordered
kind: change-signature
--- src/Geometry.java
public class Geometry {
    static double scale(«double factor, Shape shape→Shape shape, double factor») {
        return shape.size() * factor;
    }

    static double twice(Shape shape) {
        return scale(‹2.0, shape→shape, 2.0›);
    }
}

==== a new handler belongs into the routes table
kind: parallel-lines
--- handlers.py
def handle_start(args):
    return start(args.name)


def handle_stop(args):
    return stop(args.name)


def handle_status(args):
    return status(args.name)
«→

def handle_reload(args):
    return reload(args.name)
»

HANDLERS = {
    "start": handle_start,
    "stop": handle_stop,
    "status": handle_status,‹→
    "reload": handle_reload,›
}

==== a new command belongs into the registry of another file
kind: parallel-lines
--- src/commands.ts
export const addCommand = {
  name: "add",
};

export const removeCommand = {
  name: "remove",
};
«→
export const renameCommand = {
  name: "rename",
};
»
--- src/registry.ts
import { addCommand, removeCommand‹→, renameCommand› } from "./commands";

export const commands = [addCommand, removeCommand‹→, renameCommand¦@›];

==== a new test function in a C table
kind: parallel-lines
--- tests.c
static void test_empty(void) { check(count("") == 0); }
static void test_one(void) { check(count("a") == 1); }
«→static void test_many(void) { check(count("abc") == 3); }
»
static void (*const tests[])(void) = {
    test_empty,
    test_one,‹→
    test_many,›
};

==== a Go handler is registered like its siblings
kind: parallel-lines
--- server.go
package main

import "net/http"

func handleUsers(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, users)
}

func handleOrders(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, orders)
}
«→
func handleItems(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, items)
}
»
func routes(mux *http.ServeMux) {
	mux.HandleFunc("/users", handleUsers)
	mux.HandleFunc("/orders", handleOrders)‹→
	mux.HandleFunc("/items", handleItems)›
}

==== required on each field of a form
kind: parallel-lines
--- form.html
<form>
  <input name="first"«→ required»>
  <input name="last"‹→ required›>
  <input name="email"‹→ required›>
</form>

==== datetime.utcnow becomes timezone aware
kind: api-migration
--- events.py
from datetime import datetime, timezone


def created(event):
    event.created = «datetime.utcnow()→datetime.now(timezone.utc)»


def updated(event):
    event.updated = ‹datetime.utcnow()→datetime.now(timezone.utc)›
    event.count += 1

==== fetch becomes a client with a method
kind: api-migration
--- src/api.js
import { client } from "./client.js";

export const users = () => «fetch("/users").then((r) => r.json())→client.get("/users")»;
export const orders = () => ‹fetch("/orders").then((r) => r.json())→client.get("/orders")›;
export const items = () => ‹fetch("/items").then((r) => r.json())→client.get("/items")›;

==== assertEquals with changed arguments
kind: api-migration
--- src/MathTest.java
class MathTest {
    @Test
    void adds() {
        «assertEquals(3, sum(1, 2))→assertThat(sum(1, 2)).isEqualTo(3)»;
    }

    @Test
    void multiplies() {
        ‹assertEquals(6, product(2, 3))→assertThat(product(2, 3)).isEqualTo(6)›;
    }
}

==== strcpy becomes strlcpy
kind: api-migration
--- src/name.c
void set_first(struct person *p, const char *first)
{
    «strcpy(p->first, first)→strlcpy(p->first, first, sizeof(p->first))»;
}

void set_last(struct person *p, const char *last)
{
    ‹strcpy(p->last, last)→strlcpy(p->last, last, sizeof(p->last))›;
}

==== the start tag follows the end tag
kind: tag-pair
--- page.html
<main>
  <‹div→section› class="news">
    <h2>News</h2>
    <div>Today</div>
  </«div→section»>
</main>

==== a wrapper element of a component
kind: tag-pair
--- src/List.tsx
export function List({ items }: Props) {
  return (
    <«div→ul» className="list">
      {items.map((item) => (
        <div key={item.id}>{item.name}</div>
      ))}
    </‹div→ul›>
  );
}

==== a class of a button in a style sheet
kind: css-html
--- style.css
.btn {
  padding: 4px;
}

.«btn-main→btn-primary» {
  background: blue;
}

.‹btn-main→btn-primary›:hover {
  background: navy;
}
--- index.html
<button class="btn ‹btn-main→btn-primary›">Save</button>
<button class="btn">Cancel</button>

==== a data attribute that a script reads
kind: css-html
--- index.html
<ul>
  <li data-«item→entry»="1">One</li>
  <li data-‹item→entry›="2">Two</li>
</ul>
--- app.js
document.querySelectorAll("[data-‹item→entry›]").forEach((li) => {
  li.onclick = () => select(li.dataset.‹item→entry¦?›);
});

==== a column in an update and an index
kind: sql
--- schema.sql
CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    «mail→email» TEXT NOT NULL
);

CREATE INDEX users_by_mail ON users (‹mail→email›);
--- queries.sql
SELECT id, ‹mail→email› FROM users WHERE id = 1;
UPDATE users SET ‹mail→email› = 'a@example.org' WHERE id = 1;
SELECT mail FROM archive;

==== a missing import of a Rust collection
kind: missing-import
--- src/index.rs
use std::collections::HashMap;

pub fn index(words: &[String]) -> HashMap<String, usize> {
    words.iter().cloned().zip(0..).collect()
}
--- src/unique.rs
‹→use std::collections::HashSet;
¦re:use std::collections::HashSet;\n+›pub fn unique(words: &[String]) -> usize {
    let seen: «Vec<&String>→HashSet<&String>» = words.iter().collect();
    seen.len()
}
--- src/other.rs
use std::collections::HashSet;

pub fn none() -> HashSet<String> {
    HashSet::new()
}

==== an import follows a renamed module file
kind: moved-import
--- src/a.ts
import { open } from "./«util→files»";

open("a");
--- src/b.ts
import { close } from "./‹util→files›";

close("b");
--- src/files.ts
export function open(name: string) {}
export function close(name: string) {}
