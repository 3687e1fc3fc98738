==== a required parameter is added
kind: change-signature
--- store.py
class Store:
    def __init__(self, path):
        self.path = path
        self.rows = []

    def add(self, row«→, author»):
        self.rows.append(row)


def fill(store):
    store.add("first"‹→, author¦@¦re:, \w+›)
    store.add("second"‹→, author¦@¦re:, \w+›)


def other(items):
    items = set(items)
    items.add("third")
    return items

==== a parameter is removed from the middle
kind: change-signature
--- render.py
def draw_box(canvas, x, y,« border,→» title):
    canvas.rect(x, y, 40, 10)
    canvas.text(x + 2, y + 2, title)


def draw_line(canvas, x, y, border, length):
    canvas.line(x, y, x + length, y, border)
--- main.py
from render import draw_box, draw_line


def paint(canvas):
    draw_box(canvas, 0, 0, ‹1, →›"Files")
    draw_box(canvas, 0, 20, ‹2, →›"Notes")
    draw_line(canvas, 0, 40, 1, 80)

==== two parameters change places
kind: change-signature
--- src/clamp.ts
export function clamp(«low: number, value: number→value: number, low: number», high: number): number {
  return Math.min(Math.max(value, low), high);
}
--- src/slider.ts
import { clamp } from "./clamp";

export function percent(position: number, width: number): number {
  return clamp(‹0, position / width→position / width, 0›, 1) * 100;
}

export function shift(value: number, by: number): number {
  return clamp(‹-10, value + by→value + by, -10›, 10);
}

==== a Go constructor gets a logger
kind: change-signature
--- worker/worker.go
package worker

import "log/slog"

type Worker struct {
	name string
	log  *slog.Logger
}

func New(name string«→, log *slog.Logger») *Worker {
	return &Worker{name: name‹→, log: log›}
}
--- worker/pool.go
package worker

import "log/slog"

type Pool struct {
	log     *slog.Logger
	workers []*Worker
}

func (p *Pool) Grow(names []string) {
	for _, name := range names {
		p.workers = append(p.workers, New(name‹→, p.log¦@›))
	}
}

==== a Go context becomes the first parameter
kind: change-signature
--- repo/users.go
package repo

import (
	"context"
	"database/sql"
)

type Users struct {
	db *sql.DB
}

func (u *Users) Count(«→ctx context.Context») (int, error) {
	var count int
	err := u.db.‹QueryRow(→QueryRowContext(ctx, ¦?›"SELECT count(*) FROM users").Scan(&count)
	return count, err
}

func (u *Users) Any(ctx context.Context) (bool, error) {
	count, err := u.Count(‹→ctx›)
	return count > 0, err
}

==== an argument is dropped in Rust
kind: change-signature
--- src/log.rs
pub fn warn(message: &str«, code: u32→») {
    eprintln!("warning: {message}");
}

pub fn fail(message: &str, code: u32) -> ! {
    eprintln!("error {code}: {message}");
    std::process::exit(1)
}
--- src/main.rs
mod log;

use log::{fail, warn};

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        fail("no file", 64)
    };
    if path.ends_with(".bak") {
        warn("this is a backup"‹, 3→›);
    }
    if path.starts_with('/') {
        warn("an absolute path"‹, 4→›);
    }
}

==== a parameter with a default is not needed at calls
kind: change-signature
expect: silence
--- export.py
import csv


def write_rows(path, rows«→, delimiter=","»):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows(rows)


def export_users(users):
    write_rows("users.csv", [(user.id, user.name) for user in users])


def export_groups(groups):
    write_rows("groups.csv", [(group.id,) for group in groups])

==== a Java method gets a second argument
kind: change-signature
--- src/Report.java
package report;

public class Report {
    private final StringBuilder out = new StringBuilder();

    private void heading(String text«→, int level») {
        out.append("# ").append(text).append("\n");
    }

    public String render(Data data) {
        heading("Summary"‹→, 1¦@¦re:, \w+›);
        out.append(data.summary());
        heading("Details"‹→, 1¦@¦re:, \w+›);
        out.append(data.details());
        return out.toString();
    }
}

==== a C function returns through a pointer
kind: change-signature
--- src/parse.c
#include "parse.h"

int parse_port(const char *text«→, int *port»)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (*end || value < 1 || value > 65535)
        return -1;
    return 0;
}

int parse_host(const char *text)
{
    return *text ? 0 : -1;
}
--- src/parse.h
#pragma once

#include <stdlib.h>

int parse_port(const char *text‹→, int *port›);
int parse_host(const char *text);

==== an options object gets positional parameters
kind: change-signature
--- lib/notify.js
function notify(«title, text→{ title, text }») {
  const note = document.createElement("div");
  note.append(title, text);
  document.body.append(note);
}

export function welcome(user) {
  notify(‹"Welcome", user.name→{ title: "Welcome", text: user.name }›);
}

export function warn(message) {
  notify(‹"Careful", message→{ title: "Careful", text: message }›);
}

==== a flag is given at one call and then at the other
kind: change-signature
--- fetch.py
import requests

BASE = "https://api.example.org"


def users():
    return requests.get(f"{BASE}/users"«→, timeout=10»).json()


def groups():
    return requests.get(f"{BASE}/groups"‹→, timeout=10›).json()


def rename(group, name):
    return requests.post(f"{BASE}/groups/{group}"‹→, timeout=10¦?›, json={"name": name}).json()

==== self is added to what becomes a method
kind: change-signature
--- shapes.py
class Square:
    def __init__(self, side):
        self.side = side

    def area(«→self»):
        return ‹side→self.side› * ‹side→self.side›

    def scaled(self, factor):
        return Square(self.side * factor)

==== an unused parameter of a TypeScript callback is dropped
kind: change-signature
--- src/events.ts
type Listener = (name: string«, time: number→») => void;

const listeners: Listener[] = [];

export function on(listener: Listener): void {
  listeners.push(listener);
}

export function emit(name: string): void {
  for (const listener of listeners) {
    listener(name‹, Date.now()→›);
  }
}

==== a keyword-only parameter at all calls
kind: change-signature
--- scaling.py
def scale(image, width, *, «→keep_ratio, »resample="nearest"):
    return image.resize(width, resample)
--- gallery.py
from scaling import scale


def small(image):
    return scale(image, 120‹→, keep_ratio=True¦@¦re:, keep_ratio=\w+›)


def large(image):
    return scale(image, 1600‹→, keep_ratio=True¦@¦re:, keep_ratio=\w+¦#1›, resample="cubic"‹→, keep_ratio=True¦@¦re:, keep_ratio=\w+¦#1›)

==== three parameters are rotated
kind: change-signature
--- src/draw.ts
function drawText(«text: string, x: number, y: number→x: number, y: number, text: string»): void {
  canvas.fillText(text, x, y);
}

drawText(‹"Score", 10, 20→10, 20, "Score"›);
drawText(‹"Lives", 10, 40→10, 40, "Lives"›);

==== a third value is unpacked
kind: return-type
--- stats.py
def bounds(values):
    return min(values), max(values)«→, len(values)»


def show(values):
    low, high‹→, count¦@¦re:, \w+› = bounds(values)
    print(low, high)

==== prototype follows the definition
kind: change-signature
--- src/sensor.c
#include "sensor.h"

#include <stdint.h>

static int32_t last[SENSOR_COUNT];

int sensor_read(int channel, int32_t *value«→, unsigned timeout_ms»)
{
    if (channel < 0 || channel >= SENSOR_COUNT)
        return -1;
    *value = last[channel];
    return 0;
}

void sensor_store(int channel, int32_t value)
{
    last[channel] = value;
}
--- src/sensor.h
#ifndef SENSOR_H
#define SENSOR_H

#include <stdint.h>

#define SENSOR_COUNT 4

int sensor_read(int channel, int32_t *value‹→, unsigned timeout_ms›);
void sensor_store(int channel, int32_t value);

#endif
--- src/main.c
#include <stdio.h>

#include "sensor.h"

int main(void)
{
    int32_t value;

    for (int channel = 0; channel < SENSOR_COUNT; channel++) {
        if (sensor_read(channel, &value‹→, 100¦re:, .+¦@›) == 0)
            printf("%d: %d\n", channel, (int)value);
    }
    return 0;
}

==== context becomes the first parameter
kind: change-signature
--- repo/users.go
package repo

import (
	"context"
	"database/sql"
)

type Users struct{ db *sql.DB }

func (u *Users) Find(«→ctx context.Context, »id int64) (string, error) {
	var name string
	err := u.db.‹QueryRow(→QueryRowContext(ctx, ¦?›"select name from users where id = $1", id).Scan(&name)
	return name, err
}

func (u *Users) Count(ctx context.Context) (int, error) {
	var n int
	err := u.db.QueryRowContext(ctx, "select count(*) from users").Scan(&n)
	return n, err
}
--- web/users.go
package web

import (
	"net/http"
	"strconv"

	"example.org/app/repo"
)

type Server struct{ users *repo.Users }

func (s *Server) showUser(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	name, err := s.users.Find(‹→r.Context(), ¦ctx, ¦@›id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Write([]byte(name))
}

==== record component added
kind: change-signature
--- src/main/java/org/example/trip/Stop.java
package org.example.trip;

public record Stop(String name, double lat, double lon«→, int minutes») {
    public Stop {
        if (lat < -90 || lat > 90) {
            throw new IllegalArgumentException("lat");
        }
    }
}
--- src/test/java/org/example/trip/TripTest.java
package org.example.trip;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TripTest {
    private final Stop harbour = new Stop("Harbour", 53.54, 9.98‹→, 0¦re:, \d+¦@›);
    private final Stop museum = new Stop("Museum", 53.55, 10.0‹→, 0¦re:, \d+¦@›);

    @Test
    void namesAreJoined() {
        assertEquals("Harbour - Museum", new Trip(List.of(harbour, museum)).title());
    }
}
--- src/main/java/org/example/trip/Trip.java
package org.example.trip;

import java.util.List;
import java.util.stream.Collectors;

public record Trip(List<Stop> stops) {
    public String title() {
        return stops.stream().map(Stop::name).collect(Collectors.joining(" - "));
    }
}

==== parameter added in the middle of the signature
kind: change-signature
--- press/render.py
from pathlib import Path


def render(template: Path, «→context: dict[str, str], »target: Path, *, strict: bool = False) -> None:
    text = template.read_text()
    target.write_text(text)


def copy(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes())
--- press/site.py
from pathlib import Path

from press.render import copy, render


def build(root: Path, out: Path) -> None:
    render(root / "index.html", ‹→{}, ¦re:\w+, ¦@›out / "index.html")
    render(root / "about.html", ‹→{}, ¦re:\w+, ¦@›out / "about.html", strict=True)
    copy(root / "logo.png", out / "logo.png")

==== parameter removed from a function
kind: change-signature
--- src/mail/template.ts
export function fillTemplate(template: string, values: Record<string, string>«, strict: boolean→»): string {
  return template.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}
--- src/mail/send.ts
import { fillTemplate } from "./template";
import { transport } from "./transport";

export async function sendWelcome(to: string, name: string) {
  const text = fillTemplate("Welcome {name}!", { name }‹, true→›);
  await transport.sendMail({ to, text, subject: "Welcome" });
}

export async function sendInvoice(to: string, name: string, amount: string) {
  const text = fillTemplate(
    "Dear {name}, you owe us {amount}.",
    { name, amount }‹,
    false→›,
  );
  await transport.sendMail({ to, text, subject: "Invoice" });
}

==== the logger of a caller has another name
kind: change-signature
--- retry.ts
import type { Logger } from "./logger";

export function retry(task: () => void«→, logger: Logger»): void {
  task();
}
--- jobs.ts
import type { Logger } from "./logger";
import { retry } from "./retry";

export function run(log: Logger, task: () => void): void {
  retry(task‹→, log›);
}
--- logger.ts
export interface Logger {
  info(text: string): void;
}

==== a constant of the body becomes a default
kind: add-parameter
--- thumbs.py
def thumbnail(image, «→edge=256»):
    ratio = ‹256→edge› / max(image.width, image.height)
    return image.resize((int(image.width * ratio), int(image.height * ratio)))
