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
