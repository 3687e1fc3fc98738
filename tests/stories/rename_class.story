==== a class with its uses and a variable of a similar name
kind: rename-class
--- crm/models.py
from dataclasses import dataclass


@dataclass
class «Customer→Client»:
    name: str
    mail: str

    @classmethod
    def guest(cls) -> "‹Customer→Client›":
        return cls("guest", "")


@dataclass
class Order:
    customer: ‹Customer→Client›
    number: int
--- crm/orders.py
from crm.models import ‹Customer→Client›, Order


def new_order(customer: ‹Customer→Client›, number: int) -> Order:
    if not customer.mail:
        customer = ‹Customer→Client›.guest()
    return Order(customer, number)

==== a class that is imported and extended
kind: rename-class
--- src/base.ts
export abstract class «Widget→Component» {
  abstract render(): string;

  toString(): string {
    return this.render();
  }
}
--- src/button.ts
import { ‹Widget→Component› } from "./base";

export class Button extends ‹Widget→Component› {
  constructor(private readonly label: string) {
    super();
  }

  render(): string {
    return `<button>${this.label}</button>`;
  }
}

export function draw(parts: ‹Widget→Component›[]): string {
  return parts.map(String).join("");
}

==== a Java exception
kind: rename-class
--- src/main/java/net/FetchException.java
package net;

public class «FetchException→FetchFailure» extends Exception {
    private final int status;

    public ‹FetchException→FetchFailure›(String message, int status) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
--- src/main/java/net/Fetcher.java
package net;

public class Fetcher {
    public String fetch(String url) throws ‹FetchException→FetchFailure› {
        Response response = Http.get(url);
        if (response.code() >= 400) {
            throw new ‹FetchException→FetchFailure›("cannot fetch " + url, response.code());
        }
        return response.body();
    }
}

==== a Rust struct with its impl
kind: rename-class
--- src/clock.rs
use std::time::{Duration, Instant};

pub struct «Watch→Stopwatch» {
    started: Instant,
}

impl ‹Watch→Stopwatch› {
    pub fn start() -> Self {
        ‹Watch→Stopwatch› { started: Instant::now() }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
--- src/main.rs
mod clock;

use clock::‹Watch→Stopwatch›;

fn main() {
    let watch = ‹Watch→Stopwatch›::start();
    work();
    println!("Watch out: {:?}", watch.elapsed());
}

==== a C struct
kind: rename-class
--- src/net.h
#pragma once

struct «conn→connection» {
    int fd;
    int state;
};

int net_open(struct ‹conn→connection› *c, const char *host);
void net_close(struct ‹conn→connection› *c);
--- src/net.c
#include "net.h"

#include <unistd.h>

int net_open(struct ‹conn→connection› *c, const char *host)
{
    c->fd = dial(host);
    c->state = c->fd < 0 ? 0 : 1;
    return c->fd;
}

void net_close(struct ‹conn→connection› *c)
{
    close(c->fd);
    c->state = 0;
}

==== an exported JavaScript class
kind: rename-class
--- src/queue.js
export class «Queue→TaskQueue» {
  #tasks = [];

  add(task) {
    this.#tasks.push(task);
    return this;
  }

  static of(...tasks) {
    const queue = new ‹Queue→TaskQueue›();
    tasks.forEach((task) => queue.add(task));
    return queue;
  }
}
--- src/worker.js
import { ‹Queue→TaskQueue› } from "./queue.js";

const queue = new ‹Queue→TaskQueue›();

export function schedule(task) {
  queue.add(task);
}

==== a Go type and its constructor stays
kind: rename-type
--- internal/cfg/cfg.go
package cfg

import "time"

// ‹Opts→Options› are read from the file.
type «Opts→Options» struct {
	Addr    string
	Timeout time.Duration
}

func Default() ‹Opts→Options› {
	return ‹Opts→Options›{Addr: ":8080", Timeout: time.Second}
}

func (o *‹Opts→Options›) Validate() error {
	if o.Addr == "" {
		return ErrNoAddr
	}
	return nil
}

==== a TypeScript union type in two files
kind: rename-type
--- src/types.ts
export type «State→JobState» = "queued" | "running" | "done";

export interface Job {
  id: string;
  state: ‹State→JobState›;
}
--- src/jobs.ts
import type { Job, ‹State→JobState› } from "./types";

export function inState(jobs: Job[], state: ‹State→JobState›): Job[] {
  return jobs.filter((job) => job.state === state);
}

==== a typedef in C++
kind: rename-type
--- include/types.hpp
#pragma once

#include <string>
#include <vector>

using «Names→NameList» = std::vector<std::string>;

‹Names→NameList› split(const std::string& text, char by);
std::string join(const ‹Names→NameList›& names, char by);
--- src/types.cpp
#include "types.hpp"

#include <sstream>

‹Names→NameList› split(const std::string& text, char by) {
    ‹Names→NameList› parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, by);) {
        parts.push_back(part);
    }
    return parts;
}

std::string join(const ‹Names→NameList›& names, char by) {
    std::string text;
    for (const auto& name : names) {
        text += name + by;
    }
    return text;
}

==== a Python type alias
kind: rename-type
keys: backspace
--- graph.py
from collections.abc import Iterator

Edge«s→List» = list[tuple[str, str]]


def load(text: str) -> ‹Edges→EdgeList›:
    edges: ‹Edges→EdgeList› = []
    for line in text.splitlines():
        start, _, end = line.partition(" -> ")
        edges.append((start, end))
    return edges


def neighbours(edges: ‹Edges→EdgeList›, node: str) -> Iterator[str]:
    """Edges of one node."""
    return (end for start, end in edges if start == node)

==== class renamed with constructor and imports
kind: rename-class
--- src/main/java/org/example/cipher/Rot.java
package org.example.cipher;

public class «Rot→CaesarCipher» {
    private final int shift;

    public ‹Rot→CaesarCipher›(int shift) {
        this.shift = Math.floorMod(shift, 26);
    }

    public String apply(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            out.append(Character.isLetter(c) ? (char) ('a' + (c - 'a' + shift) % 26) : c);
        }
        return out.toString();
    }
}
--- src/main/java/org/example/Main.java
package org.example;

import org.example.cipher.‹Rot→CaesarCipher›;

public class Main {
    public static void main(String[] args) {
        ‹Rot→CaesarCipher› cipher = new ‹Rot→CaesarCipher›(Integer.parseInt(args[0]));
        System.out.println(cipher.apply(args[1]));
    }
}

==== class renamed in annotations, imports and tests
kind: rename-class
--- parser/tokens.py
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class «Tok→Token»:
    kind: str
    text: str
    line: int

    def same_kind(self, other: ‹Tok→Token›) -> bool:
        return self.kind == other.kind


END = ‹Tok→Token›("end", "", 0)
--- parser/scanner.py
from __future__ import annotations

import re
from collections.abc import Iterator

from parser.tokens import END, ‹Tok→Token›

WORD = re.compile(r"(?P<number>\d+)|(?P<name>\w+)|(?P<sign>[-+*/()])")


def scan(source: str) -> Iterator[‹Tok→Token›]:
    for number, line in enumerate(source.splitlines(), 1):
        for match in WORD.finditer(line):
            yield ‹Tok→Token›(match.lastgroup or "", match.group(), number)
    yield END
--- tests/test_scanner.py
from parser.scanner import scan
from parser.tokens import ‹Tok→Token›


def test_numbers():
    assert list(scan("1 2"))[:2] == [‹Tok→Token›("number", "1", 1), ‹Tok→Token›("number", "2", 1)]
