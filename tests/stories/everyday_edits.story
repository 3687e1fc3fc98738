==== rename a loop variable in python
kind: rename-local
--- invoices.py
def total(invoices):
    result = 0
    for «inv→invoice» in invoices:
        if ‹inv→invoice›.paid:
            continue
        result += ‹inv→invoice›.amount
    return result


def first(invoices):
    for inv in invoices:
        return inv
==== rename a destructured variable in typescript
kind: rename-local
--- src/user.ts
export function greet(user: User): string {
  const { first, last: «surname→familyName» } = user;
  if (!‹surname→familyName›) {
    return first;
  }
  return `${first} ${‹surname→familyName›}`;
}

export function initials(surname: string): string {
  return surname[0];
}
==== rename a go receiver variable
kind: rename-local
--- queue.go
package queue

type Queue struct {
	items []int
}

func («this→q» *Queue) Push(item int) {
	‹this→q›.items = append(‹this→q›.items, item)
}

func (q *Queue) Len() int {
	return len(q.items)
}
==== rename a rust let binding
kind: rename-local
--- src/main.rs
fn main() {
    let «cfg→config» = Config::load("app.toml").unwrap();
    let server = Server::bind(&‹cfg→config›.address);
    println!("listening on {}", ‹cfg→config›.address);
    server.run();
}

fn check(cfg: &Config) -> bool {
    cfg.address.is_empty()
}
==== enum member added in typescript switch
kind: enum-member
--- src/status.ts
export enum Status {
  Open = "open",
  Closed = "closed",«→
  Archived = "archived",»
}

export function label(status: Status): string {
  switch (status) {
    case Status.Open:
      return "Open";
    case Status.Closed:
      return "Closed";‹→
    case Status.Archived:
      return "Archived";¦@›
  }
}
==== enum member added in java switch
kind: enum-member
--- src/Level.java
public enum Level {
    LOW,
    MEDIUM,
    HIGH,«→
    CRITICAL,»
}
--- src/Report.java
public class Report {
    String color(Level level) {
        switch (level) {
            case LOW:
                return "green";
            case MEDIUM:
                return "yellow";
            case HIGH:
                return "red";‹→
            case CRITICAL:
                return "red";¦@›
            default:
                throw new IllegalArgumentException();
        }
    }
}
==== python enum member and a dict table
kind: enum-member
--- shapes.py
from enum import Enum


class Shape(Enum):
    CIRCLE = "circle"
    SQUARE = "square"«→
    TRIANGLE = "triangle"»


SIDES = {
    Shape.CIRCLE: 0,
    Shape.SQUARE: 4,‹→
    Shape.TRIANGLE: 3,¦@›
}
==== c enum member and switch
kind: enum-member
--- op.c
enum op {
    OP_ADD,
    OP_SUB,«→
    OP_MUL,»
};

const char *op_name(enum op op)
{
    switch (op) {
    case OP_ADD:
        return "add";
    case OP_SUB:
        return "sub";‹→
    case OP_MUL:
        return "mul";¦@›
    }
    return "?";
}
==== rust enum variant and match
kind: enum-member
--- src/event.rs
pub enum Event {
    Open,
    Close,«→
    Pause,»
}

impl Event {
    pub fn name(&self) -> &'static str {
        match self {
            Event::Open => "open",
            Event::Close => "close",‹→
            Event::Pause => "pause",¦@›
        }
    }
}
==== interface method added in go
kind: interface-method
--- store.go
package store

type Store interface {
	Get(key string) (string, error)
	Put(key, value string) error«→
	Delete(key string) error»
}

type memory struct {
	data map[string]string
}

func (m *memory) Get(key string) (string, error) {
	return m.data[key], nil
}

func (m *memory) Put(key, value string) error {
	m.data[key] = value
	return nil
}
‹→
func (m *memory) Delete(key string) error {
	delete(m.data, key)
	return nil
}
¦@›
==== interface method added in java
kind: interface-method
--- Shape.java
public interface Shape {
    double area();«→
    double perimeter();»
}
--- Square.java
public class Square implements Shape {
    private final double side;

    public Square(double side) {
        this.side = side;
    }

    @Override
    public double area() {
        return side * side;
    }‹→

    @Override
    public double perimeter() {
        return 4 * side;
    }¦@›
}
==== a field is added to a typescript class
kind: field-added
--- src/point.ts
export class Point {
  x: number;
  y: number;«→
  z: number;»

  constructor(x: number, y: number‹→, z: number¦@›) {
    this.x = x;
    this.y = y;‹→
    this.z = z;¦@›
  }
}
==== a field is added to a python dataclass with a serialiser
kind: field-added
--- person.py
from dataclasses import dataclass


@dataclass
class Person:
    name: str
    email: str«→
    phone: str»

    def to_dict(self):
        return {
            "name": self.name,
            "email": self.email,‹→
            "phone": self.phone,›
        }
==== css class is renamed, html follows
kind: css-html
--- style.css
.«btn-main→btn-primary» {
  color: white;
}

.‹btn-main→btn-primary›:hover {
  color: gray;
}
--- index.html
<!doctype html>
<link rel="stylesheet" href="style.css">
<a class="‹btn-main→btn-primary› large" href="/">Home</a>
<a class="main-btn" href="/">Old</a>
==== css custom property is renamed
kind: css-html
--- theme.css
:root {
  --«main-color→accent-color»: #336699;
  --text-color: #222;
}

a {
  color: var(--‹main-color→accent-color›);
}

.button {
  background: var(--‹main-color→accent-color›);
}
==== css unit changes in parallel declarations
kind: parallel-lines
--- layout.css
.small {
  padding: «4px→0.25rem»;
}

.medium {
  padding: 8px;
}

.card {
  padding: ‹4px→0.25rem›;
  margin: 0;
}
==== async is added in python
kind: async
--- client.py
«def fetch→async def fetch»(url):
    return get(url)


async def page(url):
    body = ‹fetch(url)→await fetch(url)›
    return body


async def pages(urls):
    return [‹fetch(u)→await fetch(u)› for u in urls]
==== async is added in typescript
kind: async
--- src/api.ts
export «function load→async function load»(id: string)‹: Item→: Promise<Item>¦@› {
  return items.get(id);
}

export async function show(id: string) {
  const item = ‹load(id)→await load(id)›;
  render(item);
}
==== a parameter is removed in go
kind: change-signature
--- log.go
package log

func Write(level int«, prefix string→», msg string) {
	output(level, msg)
}

func Info(msg string) {
	Write(1‹, "info"→›, msg)
}

func Warn(msg string) {
	Write(2‹, "warn"→›, msg)
}
==== a parameter is added in rust
kind: change-signature
--- src/lib.rs
fn connect(host: &str, port: u16«→, timeout: u64») -> Stream {
    Stream::open(host, port)
}

pub fn local() -> Stream {
    connect("localhost", 80‹→, 0¦re:, [\w:.()]+¦@›)
}

pub fn remote(host: &str) -> Stream {
    connect(host, 443‹→, 0¦re:, [\w:.()]+¦@›)
}
==== parameters are swapped in python
kind: change-signature
--- geometry.py
def area(«width, height→height, width»):
    return width * height


print(area(‹3, 4→4, 3¦@›))
print(area(‹w, h→h, w¦@›))
==== docs follow a renamed function
kind: docs-follow-code
--- README.md
# Tool

Call `‹load_config→read_config›()` first.
--- tool.py
def «load_config→read_config»():
    return {}


CONFIG = ‹load_config→read_config›()
==== a flag is renamed, help text and readme
kind: docs-follow-code
--- cli.py
import argparse

parser = argparse.ArgumentParser(description="Use --«verbose→debug» to see more")
parser.add_argument("--‹verbose→debug›", action="store_true")
args = parser.parse_args()
print(args.‹verbose→debug¦?›)
--- README.md
Run with `--‹verbose→debug›` to see more.
==== a port is changed in several files
kind: constants
--- server.js
const PORT = «3000→8080»;
app.listen(PORT);
--- README.md
The server listens on http://localhost:‹3000→8080›.
--- docker-compose.yml
services:
  web:
    build: .
    ports:
      - "‹3000:3000→8080:8080›"
==== log statements get a prefix
kind: log-statements
--- worker.js
function start(job) {
  console.log(«"start"→"[worker] start"»);
  job.run();
  console.log(«"done"→"[worker] done"»);
}

function stop(job) {
  console.log(‹"stop"→"[worker] stop"›);
  job.end();
}
==== prints become logger calls
kind: log-statements
--- sync.py
import logging

logger = logging.getLogger(__name__)


def sync(items):
    «print("syncing", len(items))→logger.info("syncing %d", len(items))»
    for item in items:
        push(item)
        ‹print("pushed", item)→logger.info("pushed %s", item)¦logger.info("pushed %d", item)¦@›
==== api migration with keyword
kind: api-migration
--- plot.py
import chart

chart.draw(«data, 800, 600→data, size=(800, 600)»)
chart.draw(‹points, 400, 300→points, size=(400, 300)›)
chart.draw(‹lines, w, h→lines, size=(w, h)›)
==== promise chain becomes await
kind: api-migration
--- src/load.ts
export async function load() {
  const a = «await fetch("/a").then((r) => r.json())→await getJson("/a")»;
  const b = ‹await fetch("/b").then((r) => r.json())→await getJson("/b")›;
  const c = ‹await fetch("/c").then((r) => r.json())→await getJson("/c")›;
  return [a, b, c];
}
==== unwrap becomes question mark
kind: error-handling
--- src/read.rs
fn read(path: &str) -> Result<Data, Error> {
    let text = std::fs::read_to_string(path)«.unwrap()→?»;
    let value = parse(&text)‹.unwrap()→?›;
    let data = convert(value)‹.unwrap()→?›;
    Ok(data)
}
==== errors are wrapped in go
kind: error-handling
--- load.go
package load

import "fmt"

func Load(path string) (*File, error) {
	data, err := read(path)
	if err != nil {
		return nil, «err→fmt.Errorf("read: %w", err)»
	}
	f, err := parse(data)
	if err != nil {
		return nil, ‹err→fmt.Errorf("parse: %w", err)¦re:fmt\.Errorf\("\w+: %w", err\)¦@›
	}
	return f, nil
}
==== the import of a removed helper
kind: code-deleted
--- text.py
import re
‹import string
→›

«def strip_punctuation(text):
    return text.translate(str.maketrans("", "", string.punctuation))


→»def words(text):
    return re.findall(r"\w+", text)
==== a class is renamed in java
kind: rename-class
--- Account.java
public class «Account→UserAccount» {
    private final String name;

    public ‹Account→UserAccount›(String name) {
        this.name = name;
    }

    static ‹Account→UserAccount› guest() {
        return new ‹Account→UserAccount›("guest");
    }
}
--- Bank.java
public class Bank {
    private ‹Account→UserAccount› owner = new ‹Account→UserAccount›("bank");
    String text = "Account";
}
==== a cpp method is renamed in header and source
kind: rename-method
--- stack.hpp
class Stack {
public:
    void «add→push»(int value);
    int pop();
};
--- stack.cpp
#include "stack.hpp"

void Stack::‹add→push›(int value) {
    items.push_back(value);
}
--- main.cpp
#include "stack.hpp"

int main() {
    Stack stack;
    stack.‹add→push›(1);
    stack.‹add→push›(2);
    return stack.pop();
}
==== yaml keys over siblings
kind: yaml-json-keys
--- jobs.yml
jobs:
  build:
    «timeout→timeout-minutes»: 10
    steps: []
  test:
    ‹timeout→timeout-minutes›: 20
    steps: []
  lint:
    ‹timeout→timeout-minutes›: 5
    steps: []
==== sql column renamed
kind: sql
--- schema.sql
CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    «mail→email» TEXT NOT NULL
);

CREATE INDEX users_mail ON users (‹mail→email›);

SELECT id, ‹mail→email› FROM users WHERE ‹mail→email› LIKE '%@example.org';
==== shell variable is renamed
kind: rename-local
--- deploy.sh
#!/bin/sh
«DIR→TARGET»=/srv/app
mkdir -p "$‹DIR→TARGET›"
cp -r build/* "$‹DIR→TARGET›/"
echo "deployed to ${‹DIR→TARGET›}"
==== html tag pair
kind: tag-pair
--- page.html
<main>
  <«div→section» class="intro">
    <h1>Hello</h1>
    <p>Text</p>
  </‹div→section›>
  <div class="rest"></div>
</main>
==== return type changes from value to optional
kind: return-type
--- src/find.rs
fn find(name: &str) -> «User→Option<User>» {
    ‹load(name)→Some(load(name))¦@›
}

fn show(name: &str) {
    let user = find(name)‹→.unwrap()¦re:\?|\.unwrap\(\)|\.expect\(.*\)¦@›;
    print(user);
}
==== a comment typo is fixed
kind: typo
--- parse.c
/* «recieve→receive» one packet */
int next(void)
{
    /* ‹recieve→receive› the head */
    return 0;
}
==== Go: enum constant added and String method in another file
kind: enum-member
--- color.go
package paint

type Color int

const (
	Red Color = iota
	Green«→
	Blue»
)
--- names.go
package paint

func (c Color) String() string {
	switch c {
	case Red:
		return "Red"
	case Green:
		return "Green"‹→
	case Blue:
		return "Blue"¦@›
	}
	return "unknown"
}
==== TypeScript: union type member added
kind: enum-member
--- src/theme.ts
export type Theme = "light" | "dark"«→ | "auto"»;

export const labels: Record<Theme, string> = {
  light: "Light",
  dark: "Dark",‹→
  auto: "Auto",¦@›
};
==== Python: match statement gets the new member
kind: enum-member
--- state.py
from enum import Enum, auto


class State(Enum):
    IDLE = auto()
    RUNNING = auto()«→
    STOPPED = auto()»
--- view.py
from state import State


def icon(state: State) -> str:
    match state:
        case State.IDLE:
            return "idle.png"
        case State.RUNNING:
            return "running.png"‹→
        case State.STOPPED:
            return "stopped.png"¦@›
    raise ValueError(state)
==== TypeScript: interface method with two classes
kind: interface-method
--- src/cache.ts
export interface Cache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;«→
  clear(): void;»
}

export class MemoryCache implements Cache {
  private items = new Map<string, string>();

  get(key: string): string | undefined {
    return this.items.get(key);
  }

  set(key: string, value: string): void {
    this.items.set(key, value);
  }‹→

  clear(): void {
    this.items.clear();
  }¦@›
}

export class NoCache implements Cache {
  get(key: string): string | undefined {
    return undefined;
  }

  set(key: string, value: string): void {}‹→

  clear(): void {}¦@›
}
==== Rust: trait method with a changed signature
kind: interface-method
--- src/draw.rs
pub trait Draw {
    fn draw(&self, canvas: &mut Canvas«→, scale: f32»);
}

pub struct Circle;
pub struct Square;

impl Draw for Circle {
    fn draw(&self, canvas: &mut Canvas‹→, scale: f32›) {
        canvas.circle();
    }
}

impl Draw for Square {
    fn draw(&self, canvas: &mut Canvas‹→, scale: f32›) {
        canvas.square();
    }
}
==== Python: abstract method is renamed
kind: interface-method
--- base.py
from abc import ABC, abstractmethod


class Handler(ABC):
    @abstractmethod
    def «process→handle»(self, event): ...
--- mail.py
from base import Handler


class MailHandler(Handler):
    def ‹process→handle›(self, event):
        send(event)


class Other:
    def process(self, event):
        pass
==== Java: a field is added, constructor and toString
kind: field-added
--- Person.java
public class Person {
    private final String name;
    private final int age;«→
    private final String city;»

    public Person(String name, int age‹→, String city¦@›) {
        this.name = name;
        this.age = age;‹→
        this.city = city;¦@›
    }
}
==== Rust: a struct field is added, literals follow
kind: field-added
--- src/config.rs
pub struct Config {
    pub host: String,
    pub port: u16,«→
    pub retries: u32,»
}

impl Default for Config {
    fn default() -> Self {
        Config {
            host: "localhost".into(),
            port: 8080,‹→
            retries: 3,¦re:\n            retries: \w+,¦@›
        }
    }
}
==== Python: attribute removed from init, uses are jumps
kind: field-removed
--- counter.py
class Counter:
    def __init__(self):
        self.value = 0«
        self.step = 1→»

    def reset(self):
        self.value = 0
‹        self.step = 1
→¦@›
    def next(self):
        self.value += 1
==== Go: parameter context added
kind: change-signature
--- users.go
package users

func find(«→ctx context.Context, »id int) (*User, error) {
	return db.Get(id)
}

func Show(ctx context.Context, id int) error {
	u, err := find(‹→ctx, ›id)
	if err != nil {
		return err
	}
	return render(u)
}

func Delete(ctx context.Context, id int) error {
	u, err := find(‹→ctx, ›id)
	if err != nil {
		return err
	}
	return db.Delete(u)
}
==== Python: keyword parameter renamed, callers by keyword in another file
kind: rename-parameter
--- net.py
def fetch(url, «retries→attempts»=3):
    for _ in range(‹retries→attempts›):
        yield url
--- app.py
from net import fetch

fetch("a", ‹retries→attempts›=5)


def other(retries):
    return retries
==== TypeScript: parameter removed
kind: change-signature
--- src/format.ts
export function format(value: number«, locale: string→»): string {
  return value.toFixed(2);
}
--- src/page.ts
import { format } from "./format";

export const price = format(12‹, "en"→›);
export const total = format(sum(1, 2)‹, "de"→›);
==== C: function gets a parameter, header and calls
kind: change-signature
--- buf.h
int buf_write(struct buf *b, const char *data«→, int len»);
--- buf.c
#include "buf.h"

int buf_write(struct buf *b, const char *data‹→, int len›)
{
    return append(b, data);
}
--- main.c
#include "buf.h"

int main(void)
{
    struct buf b;
    buf_write(&b, "hello"‹→, 5¦@›);
    return 0;
}
==== jsdoc parameter renamed
kind: docs-follow-code
--- math.js
/**
 * Clamp a value.
 * @param {number} ‹val→value› the value
 * @param {number} max the limit
 */
export function clamp(«val→value», max) {
  return ‹val→value› > max ? max : ‹val→value›;
}
==== python docstring parameter renamed
kind: docs-follow-code
--- tools.py
def resize(image, «w→width», height):
    """Resize an image.

    :param image: the image
    :param ‹w→width›: its width
    :param height: its height
    """
    return image.scale(‹w→width›, height)
==== version in package and docs
kind: constants
--- setup.py
VERSION = "«2.3.1→2.4.0»"
--- README.md
# Tool

Version ‹2.3.1→2.4.0›. Needs Python 3.11.
--- docs/conf.py
release = "‹2.3.1→2.4.0›"
==== an environment variable in three files
kind: constants
--- app/settings.py
import os

TOKEN = os.environ["«APP_TOKEN→SERVICE_TOKEN»"]
--- docker-compose.yml
services:
  app:
    environment:
      - ‹APP_TOKEN→SERVICE_TOKEN›=secret
--- README.md
Set `‹APP_TOKEN→SERVICE_TOKEN›` first.
==== a limit that the readme repeats
kind: constants
--- client.go
package client

const MaxRetries = «3→5»
--- README.md
The client tries `MaxRetries = ‹3→5›` times.
==== an underscore for each attribute
kind: parallel-lines
--- win.py
class Window:
    def __init__(self, left, top, width, height):
        self.«left→_left» = left
        self.‹top→_top› = top
        self.‹width→_width› = width
        self.‹height→_height› = height
==== double quotes instead of single ones
kind: parallel-lines
--- names.js
const a = «'red'→"red"»;
const b = ‹'green'→"green"›;
const c = ‹'blue'→"blue"›;
==== assignment of a constructor
kind: half-typed
--- user.js
class User {
  constructor(name, mail, age) {
    this.name = name;
    this.mail = mail;
    «→this.»‹→age = age;›
  }
}
==== the rest of a python import
kind: half-typed
--- a.py
from project.models import Order
from project.models import Customer


def load() -> Order:
    return Order(Customer())
--- b.py
«→from project.»‹→models import Order¦re:models import \w+›


def other() -> Order:
    return Order(None)
==== assertEqual to assert
kind: api-migration
--- test_sum.py
class TestSum:
    def test_one(self):
        «self.assertEqual(add(1, 2), 3)→assert add(1, 2) == 3»

    def test_two(self):
        ‹self.assertEqual(add(2, 2), 4)→assert add(2, 2) == 4›

    def test_three(self):
        ‹self.assertEqual(add(-1, 1), 0)→assert add(-1, 1) == 0›
==== var becomes const
kind: api-migration
--- old.js
«var→const» fs = require("fs");
‹var→const› path = require("path");
‹var→const› http = require("http");
==== format strings
kind: api-migration
--- report.py
def line(name, count):
    return «"{}: {}".format(name, count)→f"{name}: {count}"»


def total(label, value):
    return ‹"{}: {}".format(label, value)→f"{label}: {value}"›
==== a comparison becomes errors.Is in go
kind: api-migration
--- io.go
package io

import "errors"

func read() error {
	err := next()
	if «err == EOF→errors.Is(err, EOF)» {
		return nil
	}
	err = last()
	if ‹err == EOF→errors.Is(err, EOF)› {
		return nil
	}
	return err
}
==== moment to dayjs
kind: api-migration
--- src/dates.ts
import «moment→dayjs» from "‹moment→dayjs›";

export const now = () => ‹moment→dayjs›().format("YYYY");
export const parse = (text: string) => ‹moment→dayjs›(text);
==== the import of a removed call
kind: code-deleted
--- mail.py
import smtplib
‹import time
→›

def send(message):
    server = smtplib.SMTP("localhost")
«    time.sleep(1)
→»    server.send(message)
==== typescript class with imports
kind: rename-class
--- src/http.ts
export class «Client→HttpClient» {
  get(url: string) {
    return fetch(url);
  }
}
--- src/index.ts
export { ‹Client→HttpClient› } from "./http";
--- src/app.ts
import { ‹Client→HttpClient› } from "./http";

const client = new ‹Client→HttpClient›();
client.get("/Client");
==== python class with type hints
kind: rename-class
--- shop.py
class «Item→Product»:
    name: str


def cheapest(items: "list[‹Item→Product›]") -> "‹Item→Product›":
    return min(items)


def make() -> ‹Item→Product›:
    """Item of the day."""
    return ‹Item→Product›()
==== a rust struct with its impl
kind: rename-class
--- src/shape.rs
pub struct «Rect→Rectangle» {
    w: u32,
    h: u32,
}

impl ‹Rect→Rectangle› {
    pub fn new(w: u32, h: u32) -> ‹Rect→Rectangle¦Self› {
        ‹Rect→Rectangle› { w, h }
    }
}
==== shadowed local in javascript
kind: rename-local
--- calc.js
function sum(list) {
  let «t→total» = 0;
  for (const x of list) {
    ‹t→total› += x;
  }
  const names = list.map((t) => t.name);
  return [‹t→total›, names];
}
==== a local variable in c
kind: rename-local
--- count.c
int count(const char *s)
{
    int «n→length» = 0;
    while (*s++)
        ‹n→length›++;
    return ‹n→length›;
}

int twice(int n)
{
    return n * 2;
}
==== a ruby method and its call
kind: rename-method
--- account.rb
class Account
  def «balance_of→balance»(user)
    @data[user]
  end

  def show(user)
    puts ‹balance_of→balance›(user)
  end
end
==== python module constant
kind: rename-constant
--- conf.py
«TIMEOUT→TIMEOUT_S» = 30


def wait():
    sleep(‹TIMEOUT→TIMEOUT_S›)
--- job.py
from conf import ‹TIMEOUT→TIMEOUT_S›

print(‹TIMEOUT→TIMEOUT_S›)
==== go exported function used in another package
kind: rename-function
--- text/text.go
package text

func «Clean→Normalize»(s string) string {
	return s
}
--- main.go
package main

import "example.org/app/text"

func main() {
	println(text.‹Clean→Normalize›("x"))
}
==== a rust function becomes async
kind: async
--- src/get.rs
«fn load→async fn load»(id: u32) -> Item {
    db(id)
}

async fn page(id: u32) -> Page {
    let item = load(id)‹→.await›;
    Page::new(item)
}
==== callers become async in javascript
kind: async
--- api.js
«function read→async function read»(id) {
  return db.get(id);
}

‹function show→async function show¦?›(id) {
  const item = ‹read(id)→await read(id)›;
  print(item);
}
==== add id to each call
kind: log-statements
--- job.go
package job

func run(id int) {
	log.Printf(«"start"→"start %d", id»)
	step()
	log.Printf(‹"end"→"end %d", id›)
}
==== id renamed with label and script
kind: css-html
--- form.html
<label for="‹mail→email›">Mail</label>
<input id="«mail→email»" type="text">
<p>Send mail</p>
--- form.js
const field = document.getElementById("‹mail→email›");
==== image version in sibling services
kind: yaml-json-keys
--- compose.yaml
services:
  web:
    image: shop:«1.4→1.5»
  worker:
    image: shop:‹1.4→1.5›
  db:
    image: postgres:15
==== table renamed in queries
kind: sql
--- db.sql
CREATE TABLE «user→account» (
    id INTEGER PRIMARY KEY
);

INSERT INTO ‹user→account› (id) VALUES (1);
SELECT id FROM ‹user→account›;
==== a link target repeated
kind: docs-follow-code
--- guide.md
See [the site](https://«old→new».example.org/docs).

More at https://‹old→new›.example.org/faq.
==== a parameter of a C function, its prototype and its calls
kind: change-signature
--- buf.h
int buf_write(struct buf *b, const char *data‹→, int len›);
--- buf.c
#include "buf.h"

int buf_write(struct buf *b, const char *data«→, int len»)
{
    return append(b, data);
}
--- main.c
#include "buf.h"

int main(void)
{
    struct buf b;
    buf_write(&b, "hello"‹→, 5¦@›);
    return 0;
}
==== a parameter of a C prototype and the calls
kind: change-signature
--- buf.h
int buf_write(struct buf *b, const char *data«→, int len»);
--- main.c
#include "buf.h"

int main(void)
{
    struct buf b;
    buf_write(&b, "hello"‹→, 5¦@›);
    return 0;
}
==== typescript property in interface and object literals
kind: rename-field
--- src/types.ts
export interface Order {
  id: string;
  «amount→total»: number;
}
--- src/orders.ts
import { Order } from "./types";

export function make(id: string): Order {
  return { id, ‹amount→total›: 0 };
}

export function add(order: Order, amount: number): void {
  order.‹amount→total› += amount;
}
==== python attribute used in template string
kind: rename-field
--- user.py
class User:
    def __init__(self, name):
        self.«nick→nickname» = name

    def greet(self):
        return f"Hi {self.‹nick→nickname›}"

    def reset(self, nick):
        self.‹nick→nickname› = nick
==== go struct field in other file
kind: rename-field
--- user.go
package app

type User struct {
	Name string
	«Mail→Email» string
}
--- mailer.go
package app

func Send(u *User) {
	deliver(u.‹Mail→Email›)
}

type Box struct{ Mail int }

func Count(b Box) int { return b.Mail }
==== java method with overloads elsewhere
kind: rename-method
--- Stack.java
class Stack {
    void «put→push»(int x) { items.add(x); }
    int pop() { return items.removeLast(); }
}
--- Main.java
class Main {
    void run(Stack stack, Map<String, Integer> map) {
        stack.‹put→push›(1);
        map.put("a", 2);
        stack.‹put→push›(3);
    }
}
==== python function imported with alias
kind: rename-function
--- util.py
def «norm→normalize»(text):
    return text.strip()
--- a.py
from util import ‹norm→normalize› as clean

print(clean(" a "))
--- b.py
import util

print(util.‹norm→normalize›(" b "))
norm = 3
==== javascript function in commonjs exports
kind: rename-function
--- lib.js
function «calc→compute»(a) {
  return a * 2;
}

module.exports = { ‹calc→calc: compute¦compute› };
--- main.js
const lib = require("./lib");
lib.run(2);
==== a python method gets a parameter that its caller has
kind: change-signature
--- repo.py
class Repo:
    def save(self, item«→, user»):
        self.items.append(item)

    def save_all(self, items, user):
        for item in items:
            self.save(item‹→, user›)
==== a parameter of a typescript constructor
kind: change-signature
--- src/svc.ts
export class Service {
  constructor(private db: Db«→, private log: Logger») {}
}
--- src/main.ts
import { Service } from "./svc";

const db = new Db();
const log = new Logger();
export const service = new Service(db‹→, log›);
==== two env variables, same prefix
kind: parallel-lines
--- conf.sh
export «DB_HOST→APP_DB_HOST»=localhost
export «DB_PORT→APP_DB_PORT»=5432
export ‹DB_NAME→APP_DB_NAME›=shop
==== add trailing commas in a list of tuples
kind: parallel-lines
--- rows.py
ROWS = [
    ("a", 1«→, True»),
    ("b", 2«→, True»),
    ("c", 3‹→, True›),
    ("d", 4‹→, True›),
]
==== optional fields of an interface
kind: parallel-lines
--- opts.ts
interface Options {
  host«→?»: string;
  port«→?»: number;
  user‹→?›: string;
  path‹→?›: string;
}
==== pub fields in rust
kind: parallel-lines
--- src/m.rs
struct Point {
    «→pub »x: f64,
    «→pub »y: f64,
    ‹→pub ›z: f64,
}
==== a function that a sibling imports in typescript
kind: missing-import
--- src/a.ts
import { readConfig } from "./config";

export const a = readConfig("a");
--- src/config.ts
export function readConfig(name: string) {
  return name;
}
--- src/b.ts
‹→import { readConfig } from "./config";
›import { other } from "./other";

export const b = other(«"b"→readConfig("b")»);
==== go doc comment follows function name
kind: docs-follow-code
--- parse.go
package parse

// ‹ParseLine→ReadLine› reads one line.
func «ParseLine→ReadLine»(s string) string {
	return s
}
==== variable no longer used
kind: code-deleted
--- v.js
function f(items) {
‹  const count = items.length;
→¦@›
  const first = items[0];
«  console.log(count);
→»  return first;
}
