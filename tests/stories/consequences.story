==== a function returns a pair
kind: return-type
--- geo.py
def locate(text):
    city, _, country = text.partition(", ")
    return city«→, country»


def greeting(text):
    city‹→, country¦, _› = locate(text)
    return f"Hello, {city}!"


def sort_key(text):
    place‹→, country¦, _¦re:, \w+› = locate(text)
    return place.lower()

==== an optional result in TypeScript
kind: return-type
--- src/lookup.ts
import { users, type User } from "./data";

export function findUser(id: string): User«→ | undefined» {
  return users.find((user) => user.id === id)‹!→¦?›;
}

export function mailOf(id: string): string | undefined {
  return findUser(id)‹.→?.›mail;
}

==== a Go function also returns an error
kind: return-type
--- conf/conf.go
package conf

import (
	"os"
	"strings"
)

func Load(path string) «map[string]string→(map[string]string, error)» {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil‹→, err›
	}
	values := map[string]string{}
	for _, line := range strings.Split(string(data), "\n") {
		key, value, _ := strings.Cut(line, "=")
		values[key] = value
	}
	return values‹→, nil›
}

func Keys(path string) int {
	values‹→, err¦, _¦@› := Load(path)
	return len(values)
}

==== a Rust function returns a result
kind: return-type
--- src/level.rs
pub fn parse_level(text: &str) -> «u8→Result<u8, String>» {
    match text {
        "low" => ‹1→Ok(1)›,
        "high" => ‹2→Ok(2)›,
        _ => ‹0→Err(format!("no level: {text}"))¦Ok(0)¦@¦re:Err\(.*\)›,
    }
}

==== a Java method returns an Optional
kind: return-type
--- src/Registry.java
package plugins;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

public class Registry {
    private final Map<String, Plugin> plugins = new HashMap<>();

    public «Plugin→Optional<Plugin>» find(String name) {
        return ‹plugins.get(name)→Optional.ofNullable(plugins.get(name))¦@›;
    }

    public void add(Plugin plugin) {
        plugins.put(plugin.name(), plugin);
    }
}

==== async reaches the caller in Python
kind: async
--- client.py
import asyncio


«→async »def fetch(session, path):
    async with session.get(path) as response:
        return await response.json()


async def fetch_user(session, name):
    data = ‹→await ›fetch(session, f"/users/{name}")
    return data["user"]


async def fetch_team(session, team):
    data = ‹→await ›fetch(session, f"/teams/{team}")
    return data["members"]


def parse(text):
    return text.split()

==== a caller that is not async yet
kind: async
--- src/load.ts
import { readFile } from "node:fs/promises";

export «→async »function loadText(path: string): ‹string→Promise<string>› {
  return ‹→await ¦?›readFile(path, "utf8");
}

export async function loadJson(path: string): Promise<unknown> {
  return JSON.parse(‹→await ›loadText(path));
}

export async function loadLines(path: string): Promise<string[]> {
  const text = ‹→await ›loadText(path);
  return text.split("\n");
}

==== await at the second of two calls
kind: async
--- src/seed.js
import { db } from "./db.js";

export async function seed() {
  «→await »db.insert("users", { name: "ann" });
  ‹→await ›db.insert("users", { name: "bob" });
  ‹→await ›db.insert("groups", { name: "admins" });
}

==== a test becomes async
kind: async
--- test/mail.test.js
import { test, expect } from "vitest";
import { send } from "../src/mail.js";

test("sends a mail", async () => {
  const result = «→await »send("ann@example.org", "Hi");
  expect(result.ok).toBe(true);
});

test("rejects an empty text", async () => {
  const result = ‹→await ›send("ann@example.org", "");
  expect(result.ok).toBe(false);
});

==== an async Rust function
kind: async
--- src/fetch.rs
use crate::http::{Client, Error};

pub «→async »fn fetch(client: &Client, path: &str) -> Result<String, Error> {
    client.get(path).await
}

pub async fn titles(client: &Client) -> Result<Vec<String>, Error> {
    let text = fetch(client, "/titles")‹→.await›?;
    Ok(text.lines().map(String::from).collect())
}

pub async fn authors(client: &Client) -> Result<Vec<String>, Error> {
    let text = fetch(client, "/authors")‹→.await›?;
    Ok(text.lines().map(String::from).collect())
}

==== wrapped errors in Go
kind: error-handling
--- store/open.go
package store

import (
	"fmt"
	"os"
)

func Open(path string) (*Store, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, «err→fmt.Errorf("open store: %w", err)»
	}
	header, err := readHeader(file)
	if err != nil {
		return nil, ‹err→fmt.Errorf("read header: %w", err)¦@¦re:fmt\.Errorf\("[^"]*%w", err\)›
	}
	return &Store{file: file, header: header}, nil
}

==== another error type at every raise
kind: error-handling
--- validate.py
class ValidationError(ValueError):
    pass


def check_name(name):
    if not name:
        raise «ValueError→ValidationError»("a name is needed")
    if len(name) > 40:
        raise ‹ValueError→ValidationError›("the name is too long")


def check_age(age):
    if age < 0:
        raise ‹ValueError→ValidationError›("an age is not negative")

==== the cause of a raised error
kind: error-handling
--- convert.py
class ConvertError(Exception):
    pass


def to_int(text):
    try:
        return int(text)
    except ValueError as error:
        raise ConvertError(text)«→ from error»


def to_float(text):
    try:
        return float(text)
    except ValueError as error:
        raise ConvertError(text)‹→ from error›

==== expect instead of unwrap
kind: error-handling
--- src/setup.rs
use std::{env, fs};

pub fn setup() -> (String, String) {
    let home = env::var("HOME").«unwrap()→expect("HOME is set")»;
    let user = env::var("USER").‹unwrap()→expect("USER is set")¦@¦re:expect\(".*"\)›;
    (home, user)
}

==== a catch with its error
kind: error-handling
--- src/files.js
import fs from "node:fs";

export function readOr(path, other) {
  try {
    return fs.readFileSync(path, "utf8");
  } catch «→(error) »{
    ‹→console.warn(error);
    ¦?›return other;
  }
}

export function sizeOr(path, other) {
  try {
    return fs.statSync(path).size;
  } catch ‹→(error) ›{
    return other;
  }
}
