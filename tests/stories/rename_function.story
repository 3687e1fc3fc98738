==== a function used in two files
kind: rename-function
--- app/dates.py
"""Dates as people read them."""

from datetime import date


def «pretty→format_date»(day: date) -> str:
    return day.strftime("%d %B %Y")


def week_of(day: date) -> str:
    return f"{‹pretty→format_date›(day)}, week {day.isocalendar().week}"
--- app/views.py
from app.dates import ‹pretty→format_date›, week_of


def show_event(event):
    """A pretty page for an event."""
    return f"{event.title}: {‹pretty→format_date›(event.day)} ({week_of(event.day)})"
--- tests/test_dates.py
from datetime import date

from app.dates import ‹pretty→format_date›


def test_a_date():
    assert ‹pretty→format_date›(date(2024, 5, 1)) == "01 May 2024"

==== an exported TypeScript function with a re-export
kind: rename-function
--- src/money/parse.ts
/** Reads an amount such as "12,50". */
export function «parse→parseAmount»(text: string): number {
  return Math.round(Number(text.replace(",", ".")) * 100);
}
--- src/money/index.ts
export { ‹parse→parseAmount› } from "./parse";
export { format } from "./format";
--- src/form.ts
import { ‹parse→parseAmount›, format } from "./money";

export function readForm(data: FormData): string {
  const body = JSON.parse(String(data.get("json")));
  return format(‹parse→parseAmount›(body.amount));
}

==== a CommonJS helper
kind: rename-function
--- lib/slug.js
"use strict";

function «make→slugify»(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

module.exports = { ‹make→slugify› };
--- lib/posts.js
"use strict";

const { ‹make→slugify› } = require("./slug");

function permalink(post) {
  return `/posts/${post.year}/${‹make→slugify›(post.title)}`;
}

module.exports = { permalink };

==== an exported Go function in another package
kind: rename-function
--- internal/text/wrap.go
package text

import "strings"

// ‹Fold→Wrap› breaks a paragraph into lines.
func «Fold→Wrap»(paragraph string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(paragraph) {
		lines = appendWord(lines, word, width)
	}
	return lines
}
--- cmd/print/main.go
package main

import (
	"fmt"
	"os"

	"example.org/notes/internal/text"
)

func main() {
	for _, line := range text.‹Fold→Wrap›(os.Args[1], 72) {
		fmt.Println(line)
	}
}

==== a Rust function used through its module
kind: rename-function
--- src/path.rs
/// Joins two parts of a URL.
pub fn «concat→join_url»(base: &str, rest: &str) -> String {
    format!("{}/{}", base.trim_end_matches('/'), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins() {
        assert_eq!(‹concat→join_url›("a/", "b"), "a/b");
    }
}
--- src/main.rs
mod path;

use path::‹concat→join_url›;

fn main() {
    let parts = ["x", "y"].concat();
    println!("{}", ‹concat→join_url›("https://example.org", &parts));
}

==== a static C function with a forward declaration
kind: rename-function
--- src/main.c
#include <stdio.h>

static int «run→run_command»(int argc, char **argv);

int main(int argc, char **argv)
{
    if (argc < 2) {
        puts("nothing to run");
        return 2;
    }
    return ‹run→run_command›(argc - 1, argv + 1);
}

static int ‹run→run_command›(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        puts(argv[i]);
    return 0;
}

==== a shell function
kind: rename-function
--- deploy.sh
#!/usr/bin/env bash
set -euo pipefail

«say→log»() {
  printf '%s %s\n' "$(date +%T)" "$*" >&2
}

‹say→log› "building"
docker build -t app .
if ! docker push app; then
  ‹say→log› "the push failed"
  exit 1
fi
‹say→log› "done"

==== a private method
kind: rename-method
--- parser.py
class Parser:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def parse(self):
        items = []
        while self.at < len(self.text):
            items.append(self.‹_next→_read_token›())
        return items

    def «_next→_read_token»(self):
        start = self.at
        while self.at < len(self.text) and not self.text[self.at].isspace():
            self.at += 1
        self._skip()
        return self.text[start : self.at]

    def _skip(self):
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def peek(self):
        saved = self.at
        token = self.‹_next→_read_token›()
        self.at = saved
        return token

==== a method of one of two classes
kind: rename-method
--- storage.py
class MemoryStore:
    def __init__(self):
        self._rows = {}

    def «fetch→get_row»(self, key):
        return self._rows[key]


class WebClient:
    def __init__(self, base):
        self.base = base

    def fetch(self, path):
        return open_url(self.base + path)


def copy(store: MemoryStore, other: dict):
    for key in other:
        other[key] = store.‹fetch→get_row›(key)


def download(client: WebClient):
    return client.fetch("/index.html")

==== a Java method with its override
kind: rename-method
--- src/Shape.java
package draw;

public abstract class Shape {
    public abstract double «size→area»();

    public boolean isLargerThan(Shape other) {
        return ‹size→area›() > other.‹size→area›();
    }
}
--- src/Circle.java
package draw;

public class Circle extends Shape {
    private final double radius;

    public Circle(double radius) {
        this.radius = radius;
    }

    @Override
    public double ‹size→area›() {
        return Math.PI * radius * radius;
    }
}

==== a Go method and its caller
kind: rename-method
--- store/bucket.go
package store

type Bucket struct {
	objects map[string][]byte
}

func (b *Bucket) «Fetch→Read»(key string) ([]byte, bool) {
	data, ok := b.objects[key]
	return data, ok
}

func (b *Bucket) Size() int {
	return len(b.objects)
}
--- store/sync.go
package store

func Copy(from, to *Bucket, keys []string) int {
	copied := 0
	for _, key := range keys {
		if data, ok := from.‹Fetch→Read›(key); ok {
			to.objects[key] = data
			copied++
		}
	}
	return copied
}

==== a method of a TypeScript class
kind: rename-method
--- src/player.ts
export class Player {
  private position = 0;

  «go→seek»(seconds: number): void {
    this.position = Math.max(0, seconds);
  }

  rewind(): void {
    this.‹go→seek›(0);
  }

  skip(): void {
    this.‹go→seek›(this.position + 10);
  }
}
--- src/router.ts
export class Router {
  go(path: string): void {
    history.pushState({}, "", path);
  }
}

export function openHome(router: Router): void {
  router.go("/");
}

==== a Rust method in an impl block
kind: rename-method
--- src/stack.rs
pub struct Stack<T> {
    items: Vec<T>,
}

impl<T> Stack<T> {
    pub fn new() -> Self {
        Stack { items: Vec::new() }
    }

    pub fn «last→top»(&self) -> Option<&T> {
        self.items.last()
    }

    pub fn is_empty(&self) -> bool {
        self.‹last→top›().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Stack;

    #[test]
    fn empty() {
        let stack: Stack<u8> = Stack::new();
        assert!(stack.‹last→top›().is_none());
    }
}

==== a Ruby method
kind: rename-method
language: ruby
--- lib/basket.rb
class Basket
  def initialize
    @items = []
  end

  def «put→add_item»(item)
    @items << item
    self
  end

  def fill(items)
    items.each { |item| ‹put→add_item›(item) }
  end
end
--- lib/demo.rb
require_relative "basket"

basket = Basket.new
basket.‹put→add_item›("tea")
puts basket.inspect

==== a C++ member function with its declaration
kind: rename-method
--- src/socket.hpp
#pragma once

#include <string>

class Socket {
public:
    bool «send→write»(const std::string& text);
    void close();

private:
    int fd_ = -1;
};
--- src/socket.cpp
#include "socket.hpp"

#include <unistd.h>

bool Socket::‹send→write›(const std::string& text) {
    return ::write(fd_, text.data(), text.size()) >= 0;
}

void Socket::close() {
    ‹send→write›("bye\n");
    ::close(fd_);
}

==== a shell function has the name of a subcommand of git
kind: rename-function
--- build.sh
#!/bin/bash
«log→info»() {
  echo "[build] $1"
}

‹log→info› "compile"
make
‹log→info› "done"
git log --oneline -1

==== method renamed in header, source and test
kind: rename-method
--- src/ledger.hpp
#pragma once

#include <map>
#include <string>

class Ledger {
public:
    void deposit(const std::string& account, long cents);
    bool withdraw(const std::string& account, long cents);
    long «balance→balanceOf»(const std::string& account) const;

private:
    std::map<std::string, long> balances_;
};
--- src/ledger.cpp
#include "ledger.hpp"

void Ledger::deposit(const std::string& account, long cents)
{
    balances_[account] += cents;
}

bool Ledger::withdraw(const std::string& account, long cents)
{
    if (‹balance→balanceOf›(account) < cents) return false;
    balances_[account] -= cents;
    return true;
}

long Ledger::‹balance→balanceOf›(const std::string& account) const
{
    auto it = balances_.find(account);
    return it == balances_.end() ? 0 : it->second;
}
--- tests/ledger_test.cpp
#include <cassert>

#include "ledger.hpp"

int main()
{
    Ledger ledger;
    ledger.deposit("ann", 500);
    assert(ledger.‹balance→balanceOf›("ann") == 500);
    assert(ledger.withdraw("ann", 200));
    assert(ledger.‹balance→balanceOf›("ann") == 300);
    long balance = 0;
    return static_cast<int>(balance);
}

==== exported function renamed
kind: rename-function
--- lib/paths.js
import path from "node:path";

export function «resolve→resolveAsset»(name) {
  return path.resolve("public", name);
}

export function publicUrl(name) {
  return "/" + path.relative("public", ‹resolve→resolveAsset›(name));
}
--- lib/build.js
import { copyFile } from "node:fs/promises";
import { publicUrl, ‹resolve→resolveAsset› } from "./paths.js";

export async function build(names) {
  for (const name of names) {
    await copyFile(name, ‹resolve→resolveAsset›(name));
    console.log("copied", publicUrl(name));
  }
}

export const later = () => new Promise((resolve) => setTimeout(resolve, 100));

==== function renamed through a re-export
kind: rename-function
--- src/codec/base32.rs
const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

pub fn «to_text→encode»(data: &[u8]) -> String {
    let mut out = String::new();
    for chunk in data.chunks(5) {
        let mut bits = 0u64;
        for byte in chunk {
            bits = bits << 8 | u64::from(*byte);
        }
        for i in (0..8).rev() {
            out.push(ALPHABET[(bits >> (5 * i) & 31) as usize] as char);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty() {
        assert_eq!(‹to_text→encode›(b""), "");
    }
}
--- src/codec/mod.rs
mod base32;

pub use base32::‹to_text→encode›;
--- src/token.rs
use crate::codec::‹to_text→encode›;

pub fn token(seed: &[u8]) -> String {
    ‹to_text→encode›(seed).to_lowercase()
}

==== hook renamed in its imports and uses
kind: rename-function
--- src/hooks/useFetch.ts
import { useEffect, useState } from "react";

export function «useFetch→useRequest»<T>(url: string): { data: T | null; error: Error | null } {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetch(url, { signal: controller.signal })
      .then((reply) => reply.json())
      .then(setData)
      .catch(setError);
    return () => controller.abort();
  }, [url]);
  return { data, error };
}
--- src/pages/Team.tsx
import { ‹useFetch→useRequest› } from "../hooks/useFetch";

export function Team({ id }: { id: string }) {
  const { data, error } = ‹useFetch→useRequest›<{ name: string }>(`/api/teams/${id}`);
  if (error) return <p>{error.message}</p>;
  return <h1>{data?.name}</h1>;
}
--- src/pages/Members.tsx
import { ‹useFetch→useRequest› } from "../hooks/useFetch";

export function Members({ team }: { team: string }) {
  const { data } = ‹useFetch→useRequest›<string[]>(`/api/teams/${team}/members`);
  return (
    <ul>
      {data?.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

==== symbols of callbacks follow their method
kind: rename-function
--- app/controllers/orders_controller.rb
class OrdersController < ApplicationController
  before_action :‹set_order→load_order›, only: [:show]
  helper_method :totals

  def show
    render :show
  end

  private

  def «set_order→load_order»
    @order = Order.find(params[:id])
  end

  def totals
    { set_order: 1, kind: :set_order }
  end
end
