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

==== allocation checks are all written alike
kind: error-handling
--- src/image.c
#include "image.h"

#include <stdio.h>
#include <stdlib.h>

struct image *image_load(FILE *in)
{
    struct image *img = calloc(1, sizeof *img);
    if (img == NULL)
        «return NULL→die("out of memory")»;

    if (fscanf(in, "%d %d", &img->width, &img->height) != 2) {
        free(img);
        return NULL;
    }

    img->pixels = malloc((size_t)img->width * img->height);
    if (img->pixels == NULL)
        ‹return NULL→die("out of memory")›;

    img->palette = malloc(256 * 3);
    if (img->palette == NULL)
        ‹return NULL→die("out of memory")›;

    return img;
}
--- src/image.h
#ifndef IMAGE_H
#define IMAGE_H

#include <stdio.h>

struct image {
    int width, height;
    unsigned char *pixels, *palette;
};

struct image *image_load(FILE *in);
void die(const char *message);

#endif

==== function returns an error now
kind: return-type
--- conf/conf.go
package conf

import (
	"encoding/json"
	"os"
)

type Config struct {
	Listen string
	Debug  bool
}

func Load(path string) «*Config→(*Config, error)» {
	data, err := os.ReadFile(path)
	if err != nil {
		‹panic(err)→return nil, err¦@¦?›
	}
	var c Config
	if err := json.Unmarshal(data, &c); err != nil {
		‹panic(err)→return nil, err¦@¦?›
	}
	return ‹&c→&c, nil›
}
--- main.go
package main

import (
	"fmt"

	"example.org/svc/conf"
)

func main() {
	‹c→c, err¦@› := conf.Load("svc.json")
	fmt.Println(c.Listen)
}

==== errors are wrapped
kind: error-handling
--- deploy/deploy.go
package deploy

import (
	"fmt"
	"os"
	"os/exec"
)

func Deploy(version string) error {
	if err := os.MkdirAll("releases", 0o755); err != nil {
		«return err→return fmt.Errorf("deploy: %w", err)»
	}
	if err := exec.Command("tar", "xf", version+".tar.gz", "-C", "releases").Run(); err != nil {
		‹return err→return fmt.Errorf("deploy: %w", err)›
	}
	if err := os.Symlink("releases/"+version, "current"); err != nil {
		‹return err→return fmt.Errorf("deploy: %w", err)›
	}
	fmt.Println("deployed", version)
	return nil
}

==== then chain becomes await
kind: async
--- src/weather.js
export async function today(city) {
  const reply = await fetch(`/weather?city=${city}`);
  return reply.json();
}

export «→async »function banner(city) {
  const data = ‹→await ›today(city);
  return `${city}: ${data.sky}`;
}
--- src/page.js
import { banner } from "./weather.js";

export async function render(root, city) {
  root.textContent = ‹→await ›banner(city);
}

==== tuple annotation gets another part
kind: return-type
--- imaging/size.py
def thumbnail_size(width: int, height: int, limit: int) -> tuple[int, int«→, float»]:
    scale = min(1.0, limit / max(width, height))
    return ‹int(width * scale), int(height * scale)→int(width * scale), int(height * scale), scale¦re:int\(width \* scale\), int\(height \* scale\), .+¦@›


def crop_box(width: int, height: int) -> tuple[int, int, int, int]:
    edge = min(width, height)
    left = (width - edge) // 2
    top = (height - edge) // 2
    return left, top, left + edge, top + edge
--- imaging/thumbs.py
from imaging.size import crop_box, thumbnail_size


def make(image, limit: int = 256):
    ‹width, height→width, height, scale¦width, height, _¦@› = thumbnail_size(image.width, image.height, limit)
    return image.resize((width, height)).crop(crop_box(width, height))

==== exception class renamed where it is raised and caught
kind: error-handling
--- relay/errors.py
class RelayError(Exception):
    """Base of all errors of this package."""


class «BadFrame→InvalidFrame»(RelayError):
    """A frame that cannot be decoded."""


class Closed(RelayError):
    """The peer closed the connection."""
--- relay/frames.py
import struct

from relay.errors import ‹BadFrame→InvalidFrame›, Closed

HEADER = struct.Struct(">HI")


def read_frame(stream) -> bytes:
    head = stream.read(HEADER.size)
    if not head:
        raise Closed
    if len(head) < HEADER.size:
        raise ‹BadFrame→InvalidFrame›("short header")
    version, size = HEADER.unpack(head)
    if version != 1:
        raise ‹BadFrame→InvalidFrame›(f"version {version}")
    return stream.read(size)
--- relay/server.py
import logging

from relay import errors
from relay.frames import read_frame

log = logging.getLogger(__name__)


def serve(stream, handle):
    while True:
        try:
            handle(read_frame(stream))
        except errors.‹BadFrame→InvalidFrame› as error:
            log.warning("ignored: %s", error)
        except errors.Closed:
            return

==== function becomes async
kind: async
--- src/fetch.rs
use crate::error::Error;

pub «→async »fn fetch_feed(url: &str) -> Result<String, Error> {
    let reply = reqwest::get(url)‹→.await¦?›?;
    Ok(reply.text()‹→.await¦?›?)
}
--- src/update.rs
use crate::error::Error;
use crate::fetch::fetch_feed;

pub async fn update(urls: &[String]) -> Result<usize, Error> {
    let mut size = 0;
    for url in urls {
        let text = fetch_feed(url)‹→.await›?;
        size += text.len();
    }
    Ok(size)
}

pub async fn first(url: &str) -> Result<Option<String>, Error> {
    Ok(fetch_feed(url)‹→.await›?.lines().next().map(str::to_owned))
}
--- src/error.rs
pub type Error = Box<dyn std::error::Error>;

==== result instead of option
kind: return-type
--- src/pairs.rs
pub fn parse_pair(text: &str) -> «Option<(i32, i32)>→Result<(i32, i32), String>» {
    let (left, right) = text.split_once(',')?;
    let left = left.trim().parse().ok()?;
    let right = right.trim().parse().ok()?;
    ‹Some→Ok›((left, right))
}

pub fn first_word(text: &str) -> Option<&str> {
    let word = text.split_whitespace().next()?;
    Some(word)
}
--- src/main.rs
mod pairs;

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match pairs::parse_pair(&text) {
        ‹Some→Ok›((a, b)) => println!("{}", a + b),
        ‹None→Err(error)¦re:Err\(.+\)¦@› => eprintln!("not a pair"),
    }
}

==== unwrap becomes the question mark
kind: error-handling
--- src/backup.rs
use std::fs;
use std::io;
use std::path::Path;

pub fn backup(from: &Path, to: &Path) -> io::Result<u64> {
    fs::create_dir_all(to)«.unwrap()→?»;
    let mut total = 0;
    for entry in fs::read_dir(from)‹.unwrap()→?› {
        let entry = entry‹.unwrap()→?›;
        if entry.file_type()‹.unwrap()→?›.is_file() {
            total += fs::copy(entry.path(), to.join(entry.file_name()))‹.unwrap()→?›;
        }
    }
    Ok(total)
}

pub fn newest(dir: &Path) -> Option<String> {
    let mut names: Vec<_> = fs::read_dir(dir).ok()?.map(|e| e.unwrap().file_name()).collect();
    names.sort();
    names.pop()?.into_string().ok()
}

==== async function and those that call it
kind: async
--- src/profile/load.ts
import { db } from "../db";

export interface Profile {
  id: string;
  name: string;
}

export «→async »function loadProfile(id: string): ‹Profile→Promise<Profile>› {
  const row = ‹→await ¦?›db.profiles.get(id);
  return { id: row.id, name: row.name };
}
--- src/profile/routes.ts
import type { Request, Response } from "express";
import { loadProfile } from "./load";

export async function showProfile(req: Request, res: Response) {
  const profile = ‹→await ›loadProfile(req.params.id);
  res.json({ profile });
}

export async function showName(req: Request, res: Response) {
  const { name } = ‹→await ›loadProfile(req.params.id);
  res.send(name);
}
--- src/db.ts
export const db = {
  profiles: {
    get(id: string) {
      return { id, name: "n" };
    },
  },
};

==== return type may be undefined now
kind: return-type
--- src/users/find.ts
export interface User {
  id: string;
  email: string;
  locale: string;
}

const users = new Map<string, User>();

export function findUser(id: string): User«→ | undefined» {
  return users.get(id);
}
--- src/users/greet.ts
import { findUser } from "./find";

export function greet(id: string): string {
  const user = findUser(id);
  return `Hello ${‹user.email→user?.email¦@›}`;
}

==== returned tuple gets a third part
kind: return-type
language: python
--- net/split.py
def split_address(text: str) -> tuple[str, int]:
    host, _, port = text.partition(":")
    return host, int(port or 80)«→, bool(port)»


def join_address(host: str, port: int) -> str:
    return f"{host}:{port}"
--- net/connect.py
import socket

from net.split import split_address


def connect(text: str) -> socket.socket:
    ‹host, port→host, port, explicit¦host, port, _¦@› = split_address(text)
    return socket.create_connection((host, port), timeout=5)

==== Go function gets an error result
kind: return-type
language: go
--- money/parse.go
package money

import (
	"strconv"
	"strings"
)

func Parse(text string) «int64→(int64, error)» {
	text = strings.ReplaceAll(text, ",", ".")
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return ‹0→0, err›
	}
	return ‹int64(value * 100)→int64(value * 100), nil›
}

func Format(cents int64) string {
	return strconv.FormatFloat(float64(cents)/100, 'f', 2, 64)
}

==== Java method returns a list now
kind: return-type
language: java
--- Finder.java
import java.util.List;
import java.util.Optional;

public class Finder {
    private final List<String> names;

    public Finder(List<String> names) {
        this.names = names;
    }

    public «String→Optional<String>» find(String prefix) {
        for (String name : names) {
            if (name.startsWith(prefix)) {
                return ‹name→Optional.of(name)›;
            }
        }
        return ‹null→Optional.empty()›;
    }

    public String first() {
        return names.get(0);
    }
}

==== Rust function becomes fallible
kind: return-type
language: rust
--- src/load.rs
use std::fs;
use std::io;

pub struct Config {
    pub name: String,
    pub lines: usize,
}

pub fn load(path: &str) -> «Config→io::Result<Config>» {
    let text = fs::read_to_string(path).unwrap();
    let name = path.to_string();
    ‹Config { name, lines: text.lines().count() }→Ok(Config { name, lines: text.lines().count() })›
}

==== try with the new error type
kind: error-handling
language: python
--- sync/jobs.py
from sync.errors import SyncError


def pull(remote):
    try:
        return remote.fetch()
    except «OSError→SyncError» as error:
        print("pull failed:", error)
        return None


def push(remote, data):
    try:
        remote.store(data)
    except ‹OSError→SyncError› as error:
        print("push failed:", error)


def check(remote):
    try:
        return remote.ping()
    except ‹OSError→SyncError› as error:
        print("check failed:", error)
        return False

==== getter in a class becomes async
kind: async
language: typescript
--- src/settings.ts
export class Settings {
  constructor(private readonly storage: { read(key: string): Promise<string | null> }) {}

  async theme(): Promise<string> {
    return (await this.storage.read("theme")) ?? "light";
  }

  «→async »fontSize(): ‹number→Promise<number>› {
    return Number(‹→await ¦?›this.storage.read("fontSize"));
  }
}
--- src/main.ts
import { Settings } from "./settings";

export async function apply(settings: Settings, root: HTMLElement) {
  root.dataset.theme = await settings.theme();
  root.style.fontSize = `${‹→await ›settings.fontSize()}px`;
}
