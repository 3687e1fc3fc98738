==== a dataclass field reaches its serialisers
kind: field-added
--- library/book.py
from dataclasses import dataclass


@dataclass
class Book:
    title: str
    author: str
    year: int«→
    isbn: str»

    def to_dict(self):
        return {
            "title": self.title,
            "author": self.author,
            "year": self.year,‹→
            "isbn": self.isbn,›
        }

    @classmethod
    def from_dict(cls, data):
        return cls(
            title=data["title"],
            author=data["author"],
            year=data["year"],‹→
            isbn=data["isbn"],›
        )

==== a constructor parameter and its attribute
kind: field-added
--- sensor.py
class Sensor:
    def __init__(self, name, unit«→, scale»):
        self.name = name
        self.unit = unit‹→
        self.scale = scale›

    def __repr__(self):
        return f"Sensor({self.name!r}, {self.unit!r}‹→, {self.scale!r}›)"

==== an attribute is removed everywhere
kind: field-removed
--- profile.py
from dataclasses import dataclass


@dataclass
class Profile:
    name: str
«    fax: str
→»    phone: str

    def as_row(self):
        return [
            self.name,
‹            self.fax,
→›            self.phone,
        ]


def parse(row):
    return Profile(name=row[0], ‹fax=row[1], →›phone=row[2])

==== an interface property and its literals
kind: field-added
--- src/routes.ts
export interface Route {
  path: string;
  title: string;«→
  icon: string;»
}

export const routes: Route[] = [
  { path: "/", title: "Home"‹→, icon: "home"¦@¦re:, icon: "[^"]*"› },
  { path: "/mail", title: "Mail"‹→, icon: "mail"¦@¦re:, icon: "[^"]*"› },
];

==== a Go struct field and its literal
kind: field-added
--- event/event.go
package event

import "time"

type Event struct {
	ID   string
	Kind string
	At   time.Time«→
	User string»
}

func New(id, kind, user string) Event {
	return Event{
		ID:   id,
		Kind: kind,
		At:   time.Now(),‹→
		User: user,›
	}
}

==== a Rust struct field and its constructor
kind: field-added
--- src/task.rs
#[derive(Debug, Clone)]
pub struct Task {
    pub id: u64,
    pub title: String,«→
    pub done: bool,»
}

impl Task {
    pub fn new(id: u64, title: &str) -> Self {
        Task {
            id,
            title: title.to_string(),‹→
            done: false,¦@¦re:\n            done: \w+(?:\(\))?,›
        }
    }
}

==== a Java record component at its constructor calls
kind: field-added
--- src/Track.java
package music;

import java.util.List;

public record Track(String title, int seconds«→, String album») {
    public static List<Track> samples() {
        return List.of(
            new Track("Rain", 181‹→, ""¦@¦re:, ("[^"]*"|null)›),
            new Track("Wind", 203‹→, ""¦@¦re:, ("[^"]*"|null)›)
        );
    }
}

==== a C struct member and its initialiser
kind: field-added
--- src/widget.c
#include "widget.h"

struct widget {
    int x;
    int y;
    int width;«→
    int height;»
};

struct widget widget_make(int x, int y, int width, int height)
{
    struct widget w = {
        .x = x,
        .y = y,
        .width = width,‹→
        .height = height,›
    };
    return w;
}

==== the type of a field changes
kind: field-retyped
--- src/order.ts
export interface Order {
  id: «number→string»;
  lines: Line[];
}

export interface Line {
  id: number;
  count: number;
}

export function findOrder(orders: Order[], id: ‹number→string›): Order | undefined {
  return orders.find((order) => order.id === id);
}

==== a class attribute with a comparison and a hash
kind: field-added
--- point.py
class Point:
    def __init__(self, x, y«→, z»):
        self.x = x
        self.y = y‹→
        self.z = z›

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y‹→ and self.z == other.z›

    def __hash__(self):
        return hash((self.x, self.y‹→, self.z›))

==== a JavaScript class gets a property
kind: field-added
--- src/message.js
export class Message {
  constructor(sender, text«→, sentAt») {
    this.sender = sender;
    this.text = text;‹→
    this.sentAt = sentAt;›
  }

  toJSON() {
    return {
      sender: this.sender,
      text: this.text,‹→
      sentAt: this.sentAt,›
    };
  }
}

==== a removed Rust field
kind: field-removed
--- src/window.rs
pub struct Window {
    pub title: String,
«    pub opacity: f32,
→»    pub width: u32,
}

pub fn main_window() -> Window {
    Window {
        title: "Main".into(),
‹        opacity: 1.0,
→›        width: 800,
    }
}

pub fn dialog() -> Window {
    Window {
        title: "Dialog".into(),
‹        opacity: 0.9,
→›        width: 300,
    }
}

==== struct field added to the literals of the tests
kind: field-added
--- route/route.go
package route

import "net/http"

type Route struct {
	Method  string
	Path    string
	Handler http.HandlerFunc
}

func (r Route) Matches(req *http.Request) bool {
	return r.Method == req.Method && r.Path == req.URL.Path
}
--- route/table.go
package route

import "net/http"

var Table = []Route{
	{Method: "GET", Path: "/health", «→Name: "health", »Handler: health},
	{Method: "GET", Path: "/users", ‹→Name: "users", ›Handler: users},
	{Method: "GET", Path: "/orders", ‹→Name: "orders", ›Handler: orders},
}

func health(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }
func users(w http.ResponseWriter, _ *http.Request)  { w.Write([]byte("[]")) }
func orders(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("[]")) }

==== removed dataclass field leaves its keyword and its uses
kind: field-removed
--- clinic/models.py
from dataclasses import dataclass
from datetime import date


@dataclass
class Patient:
    number: int
    surname: str
    given_name: str
    born: date
«    fax: str = ""
→»    phone: str = ""

    @property
    def display(self) -> str:
        return f"{self.surname}, {self.given_name}"


@dataclass
class Practice:
    name: str
    fax: str
--- clinic/intake.py
from datetime import date

from clinic.models import Patient, Practice


def from_form(form: dict[str, str], number: int) -> Patient:
    return Patient(
        number=number,
        surname=form["surname"].strip(),
        given_name=form["given_name"].strip(),
        born=date.fromisoformat(form["born"]),
‹        fax=form.get("fax", ""),
→›        phone=form.get("phone", ""),
    )


def letterhead(practice: Practice) -> str:
    return f"{practice.name}\nFax {practice.fax}"

==== struct field added to its constructor
kind: field-added
--- src/crawler.rs
use std::collections::HashSet;
use std::time::Duration;

pub struct Crawler {
    start: String,
    seen: HashSet<String>,
    delay: Duration,
«→    max_depth: usize,
»}

impl Crawler {
    pub fn new(start: &str) -> Self {
        Self {
            start: start.to_string(),
            seen: HashSet::new(),
            delay: Duration::from_millis(250),
‹→            max_depth: 0,
¦re:            max_depth.*,\n¦@›        }
    }

    pub fn start(&self) -> &str {
        &self.start
    }

    pub fn visit(&mut self, url: &str) -> bool {
        std::thread::sleep(self.delay);
        self.seen.insert(url.to_string())
    }
}

==== required field added to a type
kind: field-added
--- src/catalog/product.ts
export interface Product {
  sku: string;
  title: string;
  priceCents: number;
«→  stock: number;
»}

export function emptyProduct(): Product {
  return {
    sku: "",
    title: "",
    priceCents: 0,
‹→    stock: 0,
¦re:    stock: .*,\n¦@›  };
}
--- src/catalog/product.test.ts
import { formatPrice } from "./format";
import type { Product } from "./product";

const lamp: Product = {
  sku: "L-1",
  title: "Lamp",
  priceCents: 4900,
‹→  stock: 0,
¦re:  stock: .*,\n¦@›};

const chair: Product = { sku: "C-1", title: "Chair", priceCents: 12900‹→, stock: 0¦re:, stock: .+¦@› };

test("formats prices", () => {
  expect(formatPrice(lamp)).toBe("49.00");
  expect(formatPrice(chair)).toBe("129.00");
});
--- src/catalog/format.ts
import type { Product } from "./product";

export function formatPrice(product: Product): string {
  return (product.priceCents / 100).toFixed(2);
}

==== component prop added
kind: field-added
language: typescriptreact
--- src/Avatar.tsx
interface AvatarProps {
  name: string;
  url: string;
«→  size: number;
»}

export function Avatar({ name, url‹→, size› }: AvatarProps) {
  return <img src={url} alt={name} />;
}
--- src/Header.tsx
import { Avatar } from "./Avatar";

export function Header({ user }: { user: { name: string; url: string } }) {
  return (
    <header>
      <Avatar name={user.name} url={user.url}‹→ size={32}¦re: size=.+¦@› />
    </header>
  );
}

==== the keys of a dictionary get the new type
kind: field-retyped
--- store.py
from dataclasses import dataclass


@dataclass
class Parcel:
    id: «int→str»
    weight: float


class Store:
    def __init__(self) -> None:
        self.parcels: dict[‹int→str›, Parcel] = {}

    def add(self, parcel: Parcel) -> None:
        self.parcels[parcel.id] = parcel

    def find(self, id: ‹int→str›) -> Parcel | None:
        return self.parcels.get(id)

    def remove(self, id: ‹int→str›) -> None:
        del self.parcels[id]

    def heavier(self, weight: float) -> list[Parcel]:
        return [one for one in self.parcels.values() if one.weight > weight]
