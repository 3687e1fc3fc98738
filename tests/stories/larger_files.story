==== a field of a record in a larger module
kind: rename-field
--- library/loans.py
"""Loans of a small library: who has which book, and until when."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

LOAN_DAYS = 28
FINE_PER_DAY = 20


@dataclass
class Reader:
    name: str
    number: int
    fines: int = 0


@dataclass
class Loan:
    reader: Reader
    title: str
    «until→due»: date
    extended: int = 0


@dataclass
class Desk:
    loans: list[Loan] = field(default_factory=list)

    def lend(self, reader: Reader, title: str, today: date) -> Loan:
        if reader.fines > 500:
            raise ValueError(f"{reader.name} has to pay first")
        loan = Loan(reader, title, ‹until→due›=today + timedelta(days=LOAN_DAYS))
        self.loans.append(loan)
        return loan

    def extend(self, loan: Loan) -> None:
        if loan.extended >= 2:
            raise ValueError("a loan is extended twice at most")
        loan.‹until→due› += timedelta(days=LOAN_DAYS)
        loan.extended += 1

    def take_back(self, loan: Loan, today: date) -> int:
        """Return the fine; wait until the reader has paid it."""
        self.loans.remove(loan)
        late = (today - loan.‹until→due›).days
        fine = max(late, 0) * FINE_PER_DAY
        loan.reader.fines += fine
        return fine

    def overdue(self, today: date) -> list[Loan]:
        return [loan for loan in self.loans if loan.‹until→due› < today]

    def free_again(self, title: str) -> date | None:
        until = None
        for loan in self.loans:
            if loan.title == title and (until is None or loan.‹until→due› < until):
                until = loan.‹until→due›
        return until

==== a parameter of a component in a larger file
kind: rename-local
language: typescript
--- src/OrderList.tsx
import { useMemo, useState } from "react";
import { formatMoney } from "./money";
import type { Order, OrderState } from "./types";

interface Props {
  orders: Order[];
  onOpen: (order: Order) => void;
}

const STATES: OrderState[] = ["new", "paid", "sent"];

export function OrderList({ orders, onOpen }: Props) {
  const [«text→query», ‹setText→setQuery¦?›] = useState("");
  const [state, setState] = useState<OrderState | "all">("all");

  const visible = useMemo(() => {
    const words = ‹text→query›.toLowerCase().split(" ");
    return orders.filter((order) => {
      const text = `${order.customer} ${order.number}`.toLowerCase();
      return (state === "all" || order.state === state) && words.every((word) => text.includes(word));
    });
  }, [orders, ‹text→query›, state]);

  const total = visible.reduce((sum, order) => sum + order.total, 0);

  return (
    <section>
      <input type="text" value={‹text→query›} onChange={(event) => ‹setText→setQuery¦?›(event.target.value)} />
      <select value={state} onChange={(event) => setState(event.target.value as OrderState)}>
        {STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <ul>
        {visible.map((order) => (
          <li key={order.number} onClick={() => onOpen(order)}>
            {order.customer}: {formatMoney(order.total)}
          </li>
        ))}
      </ul>
      <footer>{formatMoney(total)}</footer>
    </section>
  );
}

export function Empty({ text }: { text: string }) {
  return <p>{text}</p>;
}

==== a method of a Go server with many handlers
kind: rename-method
--- server/server.go
package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

type Server struct {
	store Store
	mux   *http.ServeMux
}

func New(store Store) *Server {
	s := &Server{store: store, mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /notes", s.list)
	s.mux.HandleFunc("GET /notes/{id}", s.show)
	s.mux.HandleFunc("DELETE /notes/{id}", s.remove)
	return s
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mux.ServeHTTP(w, r)
}

func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	notes, err := s.store.List(r.Context())
	if err != nil {
		s.‹fail→writeError›(w, err)
		return
	}
	s.write(w, notes)
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		http.Error(w, "no number", http.StatusBadRequest)
		return
	}
	note, err := s.store.Find(r.Context(), id)
	if err != nil {
		s.‹fail→writeError›(w, err)
		return
	}
	s.write(w, note)
}

func (s *Server) remove(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	if err := s.store.Remove(r.Context(), id); err != nil {
		s.‹fail→writeError›(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) «fail→writeError»(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if errors.Is(err, ErrNotFound) {
		status = http.StatusNotFound
	}
	http.Error(w, "the request did fail", status)
}

func (s *Server) write(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

==== an argument of a Rust function with several callers
kind: change-signature
--- src/render.rs
use std::fmt::Write;

use crate::model::{Entry, Month};

pub struct Style {
    pub color: bool,
    pub width: usize,
}

fn heading(out: &mut String, text: &str«, level: usize→») {
    out.push_str("# ");
    out.push_str(text);
    out.push('\n');
}

fn rule(out: &mut String, width: usize) {
    for _ in 0..width {
        out.push('-');
    }
    out.push('\n');
}

fn entry(out: &mut String, entry: &Entry, style: &Style) {
    let mark = if entry.amount < 0 { '-' } else { '+' };
    if style.color {
        let _ = writeln!(out, "\x1b[1m{mark}\x1b[0m {} {}", entry.text, entry.amount);
    } else {
        let _ = writeln!(out, "{mark} {} {}", entry.text, entry.amount);
    }
}

pub fn month(month: &Month, style: &Style) -> String {
    let mut out = String::new();
    heading(&mut out, &month.name‹, 1→›);
    rule(&mut out, style.width);
    for one in &month.entries {
        entry(&mut out, one, style);
    }
    heading(&mut out, "Sum"‹, 2→›);
    let sum: i64 = month.entries.iter().map(|one| one.amount).sum();
    let _ = writeln!(out, "{sum}");
    out
}

pub fn year(months: &[Month], style: &Style) -> String {
    let mut out = String::new();
    heading(&mut out, "Year"‹, 1→›);
    for one in months {
        out.push_str(&month(one, style));
    }
    out
}

==== a state of a Java machine
kind: enum-member
--- src/main/java/lift/Lift.java
package lift;

import java.util.ArrayDeque;
import java.util.Deque;

public class Lift {
    public enum State {
        WAITING,
        MOVING,
        OPEN,«→
        BROKEN,»
    }

    private final Deque<Integer> calls = new ArrayDeque<>();
    private State state = State.WAITING;
    private int floor;

    public void call(int target) {
        if (!calls.contains(target)) {
            calls.add(target);
        }
    }

    public void tick() {
        switch (state) {
            case WAITING:
                if (!calls.isEmpty()) {
                    state = State.MOVING;
                }
                break;
            case MOVING:
                floor += Integer.signum(calls.peek() - floor);
                if (floor == calls.peek()) {
                    calls.poll();
                    state = State.OPEN;
                }
                break;
            case OPEN:
                state = State.WAITING;
                break;‹→
            case BROKEN:
                break;¦@¦re:\n            case BROKEN:(?:\n                .*)*›
        }
    }

    public String lamp() {
        return switch (state) {
            case WAITING -> "off";
            case MOVING -> "yellow";
            case OPEN -> "green";‹→
            case BROKEN -> "red";¦@¦re:\n            case BROKEN -> .*;›
        };
    }

    public int floor() {
        return floor;
    }
}

==== a helper of a C tokenizer
kind: rename-function
--- src/lexer.c
#include "lexer.h"

#include <ctype.h>
#include <string.h>

static const char *keywords[] = { "if", "else", "while", "return" };

static int «peek→current_char»(const struct lexer *lexer)
{
    return lexer->text[lexer->at];
}

static void advance(struct lexer *lexer)
{
    if (‹peek→current_char›(lexer) == '\n')
        lexer->line++;
    lexer->at++;
}

static void skip_blanks(struct lexer *lexer)
{
    while (isspace(‹peek→current_char›(lexer)))
        advance(lexer);
}

static int is_keyword(const char *word, int length)
{
    for (unsigned i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
        if (strlen(keywords[i]) == (size_t)length && !strncmp(keywords[i], word, length))
            return 1;
    return 0;
}

struct token lexer_next(struct lexer *lexer)
{
    struct token token = { .kind = TOKEN_END };

    skip_blanks(lexer);
    token.text = lexer->text + lexer->at;
    token.line = lexer->line;
    if (isalpha(‹peek→current_char›(lexer))) {
        while (isalnum(‹peek→current_char›(lexer)))
            advance(lexer);
        token.length = (int)(lexer->text + lexer->at - token.text);
        token.kind = is_keyword(token.text, token.length) ? TOKEN_KEYWORD : TOKEN_NAME;
    } else if (‹peek→current_char›(lexer)) {
        /* one peek is enough for every other token */
        advance(lexer);
        token.length = 1;
        token.kind = TOKEN_SIGN;
    }
    return token;
}

==== a key in a longer configuration
kind: yaml-json-keys
--- ci/pipeline.yml
stages:
  - build
  - test
  - deploy

variables:
  REGISTRY: registry.example.org
  RETRIES: 2

build-app:
  stage: build
  image: node:20
  script:
    - npm ci
    - npm run build
  timeout: 10m«→
  interruptible: true»

build-docs:
  stage: build
  image: python:3.12
  script:
    - mkdocs build
  timeout: 10m‹→
  interruptible: true›

unit-tests:
  stage: test
  image: node:20
  script:
    - npm test
  timeout: 20m‹→
  interruptible: true›

release:
  stage: deploy
  image: alpine:3
  script:
    - ./release.sh

==== an unrelated helper in a larger module
kind: unrelated
expect: silence
--- src/calendar.js
import { parseISO, toISO } from "./iso.js";

const DAY = 86_400_000;
const NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export function addDays(day, count) {
  return toISO(parseISO(day) + count * DAY);
}

export function weekday(day) {
  return NAMES[(new Date(parseISO(day)).getUTCDay() + 6) % 7];
}

export function weekOf(day) {
  const first = addDays(day, -NAMES.indexOf(weekday(day)));
  return Array.from({ length: 7 }, (_, at) => addDays(first, at));
}

export function isWeekend(day) {
  return ["Sat", "Sun"].includes(weekday(day));
}«→

export function monthOf(day) {
  return day.slice(0, 7);
}»

export function between(first, last) {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    days.push(day);
  }
  return days;
}

export function countWeekends(first, last) {
  return between(first, last).filter(isWeekend).length / 2;
}

==== repository method gets a limit, service and handler call it
kind: change-signature
language: python
--- library/repository.py
"""Rows of the library's database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True)
class Book:
    isbn: str
    title: str
    author: str
    year: int


@dataclass(frozen=True)
class Loan:
    isbn: str
    member: int
    due: date


class Repository:
    def __init__(self, path: str) -> None:
        self._db = sqlite3.connect(path)
        self._db.row_factory = sqlite3.Row

    def close(self) -> None:
        self._db.close()

    def book(self, isbn: str) -> Book | None:
        row = self._db.execute("select * from book where isbn = ?", (isbn,)).fetchone()
        return Book(**row) if row else None

    def books_by(self, author: str«→, limit: int») -> list[Book]:
        rows = self._db.execute("select * from book where author = ? order by year", (author,))
        return [Book(**row) for row in rows]

    def loans_of(self, member: int) -> list[Loan]:
        rows = self._db.execute("select * from loan where member = ?", (member,))
        return [Loan(row["isbn"], row["member"], date.fromisoformat(row["due"])) for row in rows]

    def overdue(self, today: date) -> Iterator[Loan]:
        for row in self._db.execute("select * from loan where due < ?", (today.isoformat(),)):
            yield Loan(row["isbn"], row["member"], date.fromisoformat(row["due"]))

    def lend(self, isbn: str, member: int, today: date) -> Loan:
        due = today + timedelta(days=28)
        self._db.execute("insert into loan values (?, ?, ?)", (isbn, member, due.isoformat()))
        self._db.commit()
        return Loan(isbn, member, due)
--- library/service.py
from __future__ import annotations

from datetime import date

from library.repository import Book, Loan, Repository


class Service:
    def __init__(self, repository: Repository) -> None:
        self.repository = repository

    def shelf(self, author: str) -> list[str]:
        return [f"{book.title} ({book.year})" for book in self.repository.books_by(author‹→, 20¦re:, (limit=)?\w+¦@›)]

    def newest(self, author: str) -> Book | None:
        books = self.repository.books_by(author‹→, 20¦re:, (limit=)?\w+¦@›)
        return books[-1] if books else None

    def lend(self, isbn: str, member: int, today: date) -> Loan:
        if len(self.repository.loans_of(member)) >= 8:
            raise PermissionError("too many loans")
        if self.repository.book(isbn) is None:
            raise LookupError(isbn)
        return self.repository.lend(isbn, member, today)
--- tests/test_service.py
from datetime import date

import pytest

from library.repository import Repository
from library.service import Service


@pytest.fixture
def service(tmp_path):
    return Service(Repository(str(tmp_path / "library.db")))


def test_unknown_book(service):
    with pytest.raises(LookupError):
        service.lend("123", 1, date(2024, 1, 1))

==== setting renamed in class, command line and tests
kind: rename-class
language: python
--- feedr/options.py
"""Options of the feed reader."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass
class Options:
    folder: Path = Path("feeds")
    «interval→refresh_minutes»: int = 30
    timeout: float = 10.0
    proxy: str | None = None
    keep_days: int = 14

    def validate(self) -> None:
        if self.‹interval→refresh_minutes› < 1:
            raise ValueError("interval must be positive")
        if self.timeout <= 0:
            raise ValueError("timeout must be positive")
        if self.keep_days < 0:
            raise ValueError("keep_days must not be negative")


def load(path: Path) -> Options:
    data = tomllib.loads(path.read_text())
    known = {field.name for field in fields(Options)}
    unknown = sorted(data.keys() - known)
    if unknown:
        raise ValueError(f"unknown options: {', '.join(unknown)}")
    options = Options(**data)
    options.validate()
    return options
--- feedr/loop.py
from __future__ import annotations

import time

from feedr.fetch import fetch_all
from feedr.options import Options


def run(options: Options, rounds: int | None = None) -> None:
    done = 0
    while rounds is None or done < rounds:
        started = time.monotonic()
        fetch_all(options.folder, timeout=options.timeout)
        done += 1
        pause(started, options.‹interval→refresh_minutes› * 60)


def pause(started: float, interval: float) -> None:
    left = started + interval - time.monotonic()
    if left > 0:
        time.sleep(left)
--- feedr/fetch.py
from __future__ import annotations

import urllib.request
from pathlib import Path


def fetch_all(folder: Path, timeout: float) -> int:
    count = 0
    for entry in sorted(folder.glob("*.url")):
        address = entry.read_text().strip()
        with urllib.request.urlopen(address, timeout=timeout) as reply:
            entry.with_suffix(".xml").write_bytes(reply.read())
        count += 1
    return count
--- tests/test_options.py
import pytest

from feedr.options import Options, load


def test_defaults_are_valid():
    Options().validate()


def test_interval_must_be_positive():
    with pytest.raises(ValueError):
        Options(‹interval→refresh_minutes›=0).validate()


def test_file(tmp_path):
    path = tmp_path / "feedr.toml"
    path.write_text("timeout = 3.5\n")
    assert load(path).timeout == 3.5
    assert load(path).‹interval→refresh_minutes› == 30

==== one more option in parser, help and dispatch
kind: parallel-lines
language: python
--- cli/commands.py
"""The command line of the note keeper."""

from __future__ import annotations

import argparse
import sys

from cli import store


def cmd_add(args: argparse.Namespace) -> int:
    store.add(args.title, sys.stdin.read())
    return 0


def cmd_list(args: argparse.Namespace) -> int:
    for title in store.titles():
        print(title)
    return 0


def cmd_show(args: argparse.Namespace) -> int:
    text = store.text(args.title)
    if text is None:
        print(f"no such note: {args.title}", file=sys.stderr)
        return 1
    print(text)
    return 0


«→def cmd_remove(args: argparse.Namespace) -> int:
    return 0 if store.remove(args.title) else 1


»COMMANDS = {
    "add": cmd_add,
    "list": cmd_list,
    "show": cmd_show,
‹→    "remove": cmd_remove,
›}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="notes")
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument("title", nargs="?")
    args = parser.parse_args(argv)
    return COMMANDS[args.command](args)
--- cli/store.py
from __future__ import annotations

from pathlib import Path

ROOT = Path.home() / ".notes"


def titles() -> list[str]:
    return sorted(path.stem for path in ROOT.glob("*.txt"))


def text(title: str) -> str | None:
    path = ROOT / f"{title}.txt"
    return path.read_text() if path.exists() else None


def add(title: str, body: str) -> None:
    (ROOT / f"{title}.txt").write_text(body)


def remove(title: str) -> bool:
    path = ROOT / f"{title}.txt"
    if not path.exists():
        return False
    path.unlink()
    return True

==== reducer action renamed
kind: rename-function
--- src/todo/actions.ts
export interface Todo {
  id: string;
  text: string;
  done: boolean;
}

export type Action =
  | { type: "added"; text: string }
  | { type: "«toggled→completed»"; id: string }
  | { type: "removed"; id: string }
  | { type: "cleared" };

let counter = 0;

export function nextId(): string {
  counter += 1;
  return `t${counter}`;
}
--- src/todo/reducer.ts
import { nextId, type Action, type Todo } from "./actions";

export function reducer(todos: Todo[], action: Action): Todo[] {
  switch (action.type) {
    case "added":
      return [...todos, { id: nextId(), text: action.text, done: false }];
    case "‹toggled→completed›":
      return todos.map((todo) => (todo.id === action.id ? { ...todo, done: !todo.done } : todo));
    case "removed":
      return todos.filter((todo) => todo.id !== action.id);
    case "cleared":
      return todos.filter((todo) => !todo.done);
  }
}
--- src/todo/TodoList.tsx
import { useReducer, useState } from "react";
import { reducer } from "./reducer";

export function TodoList() {
  const [todos, dispatch] = useReducer(reducer, []);
  const [text, setText] = useState("");
  const open = todos.filter((todo) => !todo.done).length;

  return (
    <section>
      <h2>{open} open</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          dispatch({ type: "added", text });
          setText("");
        }}
      >
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </form>
      <ul>
        {todos.map((todo) => (
          <li key={todo.id}>
            <input
              type="checkbox"
              checked={todo.done}
              onChange={() => dispatch({ type: "‹toggled→completed›", id: todo.id })}
            />
            {todo.text}
            <button onClick={() => dispatch({ type: "removed", id: todo.id })}>Remove</button>
          </li>
        ))}
      </ul>
      <button onClick={() => dispatch({ type: "cleared" })}>Clear</button>
    </section>
  );
}

==== function arguments reordered
kind: change-signature
--- src/geo/bounds.ts
export interface Point {
  x: number;
  y: number;
}

export interface Box {
  min: Point;
  max: Point;
}

export function contains(«point: Point, box: Box→box: Box, point: Point»): boolean {
  return (
    point.x >= box.min.x &&
    point.x <= box.max.x &&
    point.y >= box.min.y &&
    point.y <= box.max.y
  );
}

export function union(a: Box, b: Box): Box {
  return {
    min: { x: Math.min(a.min.x, b.min.x), y: Math.min(a.min.y, b.min.y) },
    max: { x: Math.max(a.max.x, b.max.x), y: Math.max(a.max.y, b.max.y) },
  };
}

export function overlap(a: Box, b: Box): boolean {
  return contains(‹a.min, b→b, a.min›) || contains(‹a.max, b→b, a.max›);
}
--- src/geo/select.ts
import { contains, type Box, type Point } from "./bounds";

export interface Shape {
  id: string;
  anchor: Point;
}

export function select(shapes: Shape[], frame: Box): string[] {
  return shapes.filter((shape) => contains(‹shape.anchor, frame→frame, shape.anchor›)).map((shape) => shape.id);
}

==== context value gets a new entry
kind: field-added
--- src/theme/ThemeContext.tsx
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

export interface ThemeValue {
  dark: boolean;
  toggle: () => void;
  fontSize: number;
«→  language: string;
»}

const ThemeContext = createContext<ThemeValue>({
  dark: false,
  toggle: () => {},
  fontSize: 16,
‹→  language: "",
¦re:  language: .*,\n¦@›});

export function useTheme(): ThemeValue {
  return useContext(ThemeContext);
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [dark, setDark] = useState(false);
  const [fontSize] = useState(16);
  const value = useMemo(() => ({ dark, fontSize, toggle: () => setDark((d) => !d) }), [dark, fontSize]);
  return <ThemeContext.Provider value={value}>{children}</ThemeContext.Provider>;
}
--- src/theme/Toolbar.tsx
import { useTheme } from "./ThemeContext";

export function Toolbar() {
  const { dark, toggle, fontSize } = useTheme();
  return (
    <nav style={{ fontSize }}>
      <button onClick={toggle}>{dark ? "Light" : "Dark"}</button>
    </nav>
  );
}

==== type renamed across a package
kind: rename-class
--- sched/task.go
package sched

import (
	"errors"
	"time"
)

var ErrPast = errors.New("time is in the past")

// ‹Task→Job› is something that is done at a time.
type «Task→Job» struct {
	Name string
	At   time.Time
	Run  func() error
}

// Due reports whether the task has to be run.
func (t *‹Task→Job›) Due(now time.Time) bool {
	return !t.At.After(now)
}

// Delay moves the task to a later time.
func (t *‹Task→Job›) Delay(d time.Duration) {
	t.At = t.At.Add(d)
}
--- sched/heap.go
package sched

import "container/heap"

type taskHeap []*‹Task→Job›

func (h taskHeap) Len() int           { return len(h) }
func (h taskHeap) Less(i, j int) bool { return h[i].At.Before(h[j].At) }
func (h taskHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *taskHeap) Push(x any)        { *h = append(*h, x.(*‹Task→Job›)) }

func (h *taskHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

var _ heap.Interface = (*taskHeap)(nil)
--- sched/scheduler.go
package sched

import (
	"container/heap"
	"time"
)

type Scheduler struct {
	tasks taskHeap
	now   func() time.Time
}

func (s *Scheduler) Add(task *‹Task→Job›) error {
	if task.At.Before(s.now()) {
		return ErrPast
	}
	heap.Push(&s.tasks, task)
	return nil
}

func (s *Scheduler) RunDue() error {
	for len(s.tasks) > 0 && s.tasks[0].Due(s.now()) {
		task := heap.Pop(&s.tasks).(*‹Task→Job›)
		if err := task.Run(); err != nil {
			return err
		}
	}
	return nil
}
--- cmd/cron/main.go
package main

import (
	"fmt"
	"time"

	"example.org/cron/sched"
)

func main() {
	s := &sched.Scheduler{}
	task := &sched.‹Task→Job›{Name: "hello", At: time.Now(), Run: func() error {
		fmt.Println("hello")
		return nil
	}}
	if err := s.Add(task); err != nil {
		fmt.Println(err)
	}
}

==== method gets a parameter, implementations and mock follow
kind: interface-method
--- payment/gateway.go
package payment

import "errors"

var ErrDeclined = errors.New("declined")

type Gateway interface {
	Charge(account string, cents int64) (string, error)
	Refund(id string«→, cents int64») error
}
--- payment/stripe.go
package payment

import (
	"bytes"
	"encoding/json"
	"net/http"
)

type Stripe struct {
	client *http.Client
	key    string
	base   string
}

func (s *Stripe) Charge(account string, cents int64) (string, error) {
	body, err := json.Marshal(map[string]any{"account": account, "amount": cents})
	if err != nil {
		return "", err
	}
	reply, err := s.client.Post(s.base+"/charges", "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer reply.Body.Close()
	if reply.StatusCode == http.StatusPaymentRequired {
		return "", ErrDeclined
	}
	var out struct{ ID string }
	return out.ID, json.NewDecoder(reply.Body).Decode(&out)
}

func (s *Stripe) Refund(id string‹→, cents int64›) error {
	reply, err := s.client.Post(s.base+"/refunds/"+id, "application/json", nil)
	if err != nil {
		return err
	}
	return reply.Body.Close()
}
--- payment/mock.go
package payment

type Mock struct {
	Charged  map[string]int64
	Refunded []string
}

func (m *Mock) Charge(account string, cents int64) (string, error) {
	m.Charged[account] += cents
	return "id-" + account, nil
}

func (m *Mock) Refund(id string‹→, cents int64›) error {
	m.Refunded = append(m.Refunded, id)
	return nil
}
--- order/cancel.go
package order

import "example.org/shop/payment"

type Order struct {
	ID      string
	Charge  string
	Cents   int64
	Refunds int
}

func Cancel(g payment.Gateway, o *Order) error {
	if err := g.Refund(o.Charge‹→, o.Cents¦re:, .+¦@›); err != nil {
		return err
	}
	o.Refunds++
	return nil
}

==== error enum variant renamed
kind: rename-function
language: rust
--- src/error.rs
use std::fmt;
use std::io;

#[derive(Debug)]
pub enum Error {
    Io(io::Error),
    «Syntax→Parse» { line: usize, what: &'static str },
    Unknown(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => write!(f, "{error}"),
            Error::‹Syntax→Parse› { line, what } => write!(f, "line {line}: {what}"),
            Error::Unknown(name) => write!(f, "unknown name {name}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}
--- src/reader.rs
use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::error::Error;

pub type Table = HashMap<String, f64>;

pub fn read(path: &Path) -> Result<Table, Error> {
    let text = fs::read_to_string(path)?;
    let mut table = Table::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((name, value)) = line.split_once('=') else {
            return Err(Error::‹Syntax→Parse› { line: line_number, what: "expected =" });
        };
        let value = value
            .trim()
            .parse()
            .map_err(|_| Error::‹Syntax→Parse› { line: line_number, what: "expected a number" })?;
        table.insert(name.trim().to_string(), value);
    }
    Ok(table)
}

pub fn lookup(table: &Table, name: &str) -> Result<f64, Error> {
    table.get(name).copied().ok_or_else(|| Error::Unknown(name.to_string()))
}
--- src/main.rs
mod error;
mod reader;

use std::path::Path;
use std::process::ExitCode;

use error::Error;

fn main() -> ExitCode {
    let table = match reader::read(Path::new("table.txt")) {
        Ok(table) => table,
        Err(Error::‹Syntax→Parse› { line, .. }) => {
            eprintln!("Syntax error in line {line}");
            return ExitCode::from(2);
        }
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for (name, value) in &table {
        println!("{name} {value}");
    }
    ExitCode::SUCCESS
}

==== builder setter renamed with its field
kind: parallel-lines
language: rust
--- src/request.rs
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct Request {
    url: String,
    timeout: Duration,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

pub struct RequestBuilder {
    url: String,
    timeout: Option<Duration>,
    headers: Vec<(String, String)>,
    «data→body»: Option<Vec<u8>>,
}

impl RequestBuilder {
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            timeout: None,
            headers: Vec::new(),
            ‹data→body›: None,
        }
    }

    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_string(), value.to_string()));
        self
    }

    pub fn body(mut self, data: Vec<u8>) -> Self {
        self.‹data→body› = Some(data);
        self
    }

    pub fn build(self) -> Request {
        Request {
            url: self.url,
            timeout: self.timeout.unwrap_or(Duration::from_secs(30)),
            headers: self.headers,
            body: self.‹data→body›,
        }
    }
}

==== constructor parameter removed in C++
kind: change-signature
language: cpp
--- src/logger.hpp
#pragma once

#include <fstream>
#include <mutex>
#include <string>

enum class Level { Debug, Info, Warning, Error };

class Logger {
public:
    Logger(std::string name, Level level«, bool colour→»);

    void log(Level level, const std::string& message);
    void setLevel(Level level) { level_ = level; }
    const std::string& name() const { return name_; }

private:
    std::string name_;
    Level level_;
    std::ofstream out_;
    std::mutex mutex_;
};
--- src/logger.cpp
#include "logger.hpp"

#include <iostream>

namespace {

const char* text(Level level)
{
    switch (level) {
    case Level::Debug: return "debug";
    case Level::Info: return "info";
    case Level::Warning: return "warning";
    case Level::Error: return "error";
    }
    return "?";
}

}  // namespace

Logger::Logger(std::string name, Level level‹, bool colour→›)
    : name_(std::move(name)), level_(level), out_(name_ + ".log")
{
}

void Logger::log(Level level, const std::string& message)
{
    if (level < level_) return;
    std::lock_guard lock(mutex_);
    out_ << text(level) << ": " << message << '\n';
}
--- src/main.cpp
#include "logger.hpp"

int main(int argc, char** argv)
{
    Logger logger("app", argc > 1 ? Level::Debug : Level::Info‹, true→›);
    logger.log(Level::Info, "started");
    for (int i = 1; i < argc; i++) logger.log(Level::Debug, argv[i]);
    return 0;
}

==== enum class value renamed
kind: enum-member
language: cpp
--- src/token.hpp
#pragma once

#include <string>
#include <vector>

enum class Kind {
    Number,
    Name,
    «Plus→Add»,
    Minus,
    Star,
    Slash,
    End,
};

struct Token {
    Kind kind;
    std::string text;
};

std::vector<Token> scan(const std::string& source);
--- src/scan.cpp
#include "token.hpp"

#include <cctype>
#include <stdexcept>

std::vector<Token> scan(const std::string& source)
{
    std::vector<Token> tokens;
    for (std::size_t i = 0; i < source.size();) {
        char c = source[i];
        if (std::isspace(static_cast<unsigned char>(c))) {
            i++;
            continue;
        }
        if (std::isdigit(static_cast<unsigned char>(c))) {
            std::size_t end = i;
            while (end < source.size() && std::isdigit(static_cast<unsigned char>(source[end]))) end++;
            tokens.push_back({Kind::Number, source.substr(i, end - i)});
            i = end;
            continue;
        }
        switch (c) {
        case '+': tokens.push_back({Kind::‹Plus→Add›, "+"}); break;
        case '-': tokens.push_back({Kind::Minus, "-"}); break;
        case '*': tokens.push_back({Kind::Star, "*"}); break;
        case '/': tokens.push_back({Kind::Slash, "/"}); break;
        default: throw std::runtime_error("unexpected character");
        }
        i++;
    }
    tokens.push_back({Kind::End, ""});
    return tokens;
}
--- src/parse.cpp
#include "token.hpp"

// Sums are parsed here, Plus and Minus bind weaker than Star and Slash.
double parseSum(const std::vector<Token>& tokens, std::size_t& at);

static double parseProduct(const std::vector<Token>& tokens, std::size_t& at)
{
    double value = std::stod(tokens[at++].text);
    while (tokens[at].kind == Kind::Star || tokens[at].kind == Kind::Slash) {
        bool multiply = tokens[at++].kind == Kind::Star;
        double next = std::stod(tokens[at++].text);
        value = multiply ? value * next : value / next;
    }
    return value;
}

double parseSum(const std::vector<Token>& tokens, std::size_t& at)
{
    double value = parseProduct(tokens, at);
    while (tokens[at].kind == Kind::‹Plus→Add› || tokens[at].kind == Kind::Minus) {
        bool add = tokens[at++].kind == Kind::‹Plus→Add›;
        double next = parseProduct(tokens, at);
        value = add ? value + next : value - next;
    }
    return value;
}

==== password hashing calls move to another library
kind: api-migration
language: python
--- portal/security.py
import hashlib
import hmac
import secrets


def hash_value(algorithm: str, data: bytes) -> str:
    return hashlib.new(algorithm, data).hexdigest()


def fingerprint(path: str) -> str:
    with open(path, "rb") as file:
        return «hashlib.sha256(file.read()).hexdigest()→hash_value("sha256", file.read())»


def cache_key(url: str, body: bytes) -> str:
    return ‹hashlib.sha256(url.encode() + body).hexdigest()→hash_value("sha256", url.encode() + body)›


def etag(text: str) -> str:
    return '"' + ‹hashlib.sha256(text.encode()).hexdigest()→hash_value("sha256", text.encode())› + '"'


def sign(key: bytes, data: bytes) -> str:
    return hmac.new(key, data, hashlib.sha256).hexdigest()


def token() -> str:
    return secrets.token_urlsafe(32)
--- portal/sessions.py
import hashlib
import time

from portal.security import token


class Sessions:
    def __init__(self, lifetime: float = 3600) -> None:
        self._lifetime = lifetime
        self._open: dict[str, tuple[str, float]] = {}

    def start(self, user: str) -> str:
        secret = token()
        self._open[secret] = (user, time.time() + self._lifetime)
        return secret

    def user(self, secret: str) -> str | None:
        user, until = self._open.get(secret, (None, 0.0))
        return user if until > time.time() else None
