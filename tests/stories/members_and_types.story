==== a discriminant of a shape union reaches its switch
kind: enum-member
--- src/shape.ts
export type Shape =
  | { kind: "circle"; radius: number }
  | { kind: "square"; size: number }«→
  | { kind: "triangle"; base: number; height: number }»;

export function area(shape: Shape): number {
  switch (shape.kind) {
    case "circle":
      return Math.PI * shape.radius ** 2;
    case "square":
      return shape.size ** 2;‹→
    case "triangle":
      return (shape.base * shape.height) / 2;¦@¦re:\n    case "triangle":\n      .*›
  }
}

==== an action of a reducer in another file
kind: enum-member
--- src/actions.ts
export interface Add {
  type: "add";
  text: string;
}

export interface Remove {
  type: "remove";
  id: number;
}

export interface Toggle {
  type: "toggle";
  id: number;
}

export type Action = Add | Remove«→ | Toggle»;
--- src/reducer.ts
import type { Action } from "./actions";
import type { State } from "./state";

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "add":
      return { ...state, items: [...state.items, action.text] };
    case "remove":
      return { ...state, items: state.items.filter((_, i) => i !== action.id) };‹→
    case "toggle":
      return state;¦@¦re:\n    case "toggle":\n      .*›
    default:
      return state;
  }
}

==== a member of an IntEnum with a dict of labels
kind: enum-member
--- priority.py
from enum import IntEnum


class Priority(IntEnum):
    LOW = 1
    NORMAL = 2
    HIGH = 3«→
    URGENT = 4»


LABELS = {
    Priority.LOW: "low",
    Priority.NORMAL: "normal",
    Priority.HIGH: "high",‹→
    Priority.URGENT: "urgent",›
}

==== a string literal type and its guard
kind: enum-member
--- src/level.ts
export type Level = "debug" | "info" | "warn"«→ | "error"»;

const LEVELS: Level[] = ["debug", "info", "warn"‹→, "error"›];

export function isLevel(text: string): text is Level {
  return LEVELS.includes(text as Level);
}

==== a command enum in Java with a map
kind: enum-member
--- src/Command.java
package app;

public enum Command {
    START,
    STOP,
    STATUS«→,
    RELOAD»
}
--- src/Dispatcher.java
package app;

import java.util.EnumMap;
import java.util.Map;

class Dispatcher {
    private final Map<Command, Handler> handlers = new EnumMap<>(Command.class);

    Dispatcher() {
        handlers.put(Command.START, new StartHandler());
        handlers.put(Command.STOP, new StopHandler());
        handlers.put(Command.STATUS, new StatusHandler());‹→
        handlers.put(Command.RELOAD, new ReloadHandler());¦@›
    }
}

==== a structural protocol gets a method
kind: interface-method
--- storage/base.py
from typing import Protocol


class Storage(Protocol):
    def read(self, key: str) -> bytes: ...

    def write(self, key: str, data: bytes) -> None: ...«→

    def delete(self, key: str) -> None: ...»
--- storage/disk.py
from pathlib import Path


class DiskStorage:
    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, key: str) -> bytes:
        return (self.root / key).read_bytes()

    def write(self, key: str, data: bytes) -> None:
        (self.root / key).write_bytes(data)‹→

    def delete(self, key: str) -> None:
        (self.root / key).unlink()¦@¦re:\n\n    def delete\(self, key: str\) -> None:\n        .*›

==== an interface method loses its parameter
kind: interface-method
--- src/clock.ts
export interface Clock {
  now(«zone: string→»): number;
}

export class SystemClock implements Clock {
  now(‹zone: string→›): number {
    return Date.now();
  }
}

export class FixedClock implements Clock {
  constructor(private readonly at: number) {}

  now(‹zone: string→›): number {
    return this.at;
  }
}

==== a field of a TypeScript interface and its mapper
kind: field-added
--- src/user.ts
export interface User {
  id: number;
  name: string;
  email: string;«→
  phone: string;»
}

export function fromRow(row: any): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,‹→
    phone: row.phone,›
  };
}

==== a field of a Go struct in a scan
kind: field-added
--- store/user.go
package store

type User struct {
	ID    int
	Name  string
	Email string«→
	Phone string»
}

func scanUser(rows Rows) (User, error) {
	var u User
	err := rows.Scan(&u.ID, &u.Name, &u.Email‹→, &u.Phone›)
	return u, err
}

==== a field of a Python class with slots and repr
kind: field-added
--- point.py
class Point:
    __slots__ = ("x", "y"‹→, "z"›)

    def __init__(self, x, y«→, z»):
        self.x = x
        self.y = y‹→
        self.z = z›

    def __repr__(self):
        return f"Point({self.x}, {self.y}‹→, {self.z}¦?›)"

==== a field is removed from a Java class
kind: field-removed
--- src/Account.java
public class Account {
    private final String owner;
«    private final String nickname;
→»    private long balance;

    public Account(String owner‹, String nickname→›) {
        this.owner = owner;
‹        this.nickname = nickname;
→›        this.balance = 0;
    }

    public String owner() {
        return owner;
    }
}

==== a field of a Rust struct is removed
kind: field-removed
--- src/config.rs
pub struct Config {
    pub host: String,
    pub port: u16,
«    pub verbose: bool,
→»}

impl Config {
    pub fn local() -> Self {
        Config {
            host: "localhost".to_string(),
            port: 8080,
‹            verbose: false,
→›        }
    }
}

==== a parameter and its field get another type
kind: field-retyped
--- src/timer.ts
export class Timer {
  private delay: «number→Duration»;

  constructor(delay: ‹number→Duration›) {
    this.delay = delay;
  }

  get value(): ‹number→Duration› {
    return this.delay;
  }
}

==== a Go field gets another type
kind: field-retyped
--- cache/entry.go
package cache

type Entry struct {
	Key  string
	Size «int→int64»
}

func NewEntry(key string, size ‹int→int64›) *Entry {
	return &Entry{Key: key, Size: size}
}

func total(count int) int {
	return count
}

==== a Java field with getter and setter gets another type
kind: field-retyped
--- src/Person.java
public class Person {
    private «int→long» id;
    private int age;

    public Person(‹int→long› id, int age) {
        this.id = id;
        this.age = age;
    }

    public ‹int→long› getId() {
        return id;
    }

    public void setId(‹int→long› id) {
        this.id = id;
    }

    public int getAge() {
        return age;
    }
}

==== a Rust field with a getter
kind: field-retyped
--- src/item.rs
pub struct Item {
    name: String,
    price: «u32→u64»,
}

impl Item {
    pub fn new(name: String, price: ‹u32→u64›) -> Self {
        Item { name, price }
    }

    pub fn price(&self) -> ‹u32→u64› {
        self.price
    }

    pub fn size(&self) -> u32 {
        3
    }
}

==== a Python attribute with a property
kind: field-retyped
--- job.py
class Job:
    _delay: «int→float»
    name: str

    def __init__(self, name: str) -> None:
        self.name = name
        self._delay = 0

    @property
    def delay(self) -> ‹int→float›:
        return self._delay

    def count(self) -> int:
        return 3

==== an enum of strings and its parser
kind: enum-member
--- src/color.rs
pub enum Color {
    Red,
    Green,«→
    Blue,»
}

impl std::str::FromStr for Color {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "red" => Ok(Color::Red),
            "green" => Ok(Color::Green),‹→
            "blue" => Ok(Color::Blue),›
            _ => Err(text.to_string()),
        }
    }
}

==== an interface method and an object literal
kind: interface-method
--- src/logger.ts
export interface Logger {
  info(text: string): void;
  warn(text: string): void;«→
  error(text: string): void;»
}

export const silent: Logger = {
  info() {},
  warn() {},‹→
  error() {},¦@›
};

==== a Ruby attribute is added
kind: field-added
--- user.rb
class User
  attr_reader :name, :email«→, :phone»

  def initialize(name, email‹→, phone›)
    @name = name
    @email = email‹→
    @phone = phone›
  end
end

==== a Go struct field and its JSON copy
kind: field-added
--- api/user.go
package api

type User struct {
	Name  string
	Email string«→
	Phone string»
}

type UserJSON struct {
	Name  string `json:"name"`
	Email string `json:"email"`‹→
	Phone string `json:"phone"`¦?›
}

func toJSON(u User) UserJSON {
	return UserJSON{
		Name:  u.Name,
		Email: u.Email,‹→
		Phone: u.Phone,¦@›
	}
}

==== a prop of a React component with a default
kind: field-added
--- src/Button.tsx
interface ButtonProps {
  label: string;
  onClick: () => void;«→
  disabled: boolean;»
}

export function Button({ label, onClick‹→, disabled› }: ButtonProps) {
  return <button onClick={onClick}>{label}</button>;
}

==== a column of a dataclass and its query
kind: field-added
--- db.py
from dataclasses import dataclass


@dataclass
class User:
    id: int
    name: str
    email: str«→
    phone: str»


def insert(db, user: User):
    db.execute(
        "INSERT INTO users (id, name, email‹→, phone¦?›) VALUES (?, ?, ?‹→, ?¦?›)",
        (user.id, user.name, user.email‹→, user.phone›),
    )

==== a Rust struct field with a builder
kind: field-added
--- src/request.rs
pub struct Request {
    url: String,
    method: String,«→
    body: String,»
}

impl Request {
    pub fn new(url: String, method: String‹→, body: String›) -> Self {
        Request { url, method‹→, body› }
    }
}
