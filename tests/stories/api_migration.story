==== os.path becomes pathlib
kind: api-migration
--- paths.py
import os
from pathlib import Path

ROOT = Path(__file__).parent


def config():
    return «os.path.join(ROOT, "config.toml")→ROOT / "config.toml"»


def logs():
    return ‹os.path.join(ROOT, "app.log")→ROOT / "app.log"›


def cache():
    return ‹os.path.join(ROOT, "cache")→ROOT / "cache"›


def exists(path):
    return os.path.exists(path)

==== unittest assertions become pytest's
kind: api-migration
--- test_stack.py
import unittest

from stack import Stack


class StackTest(unittest.TestCase):
    def test_push(self):
        stack = Stack()
        stack.push(3)
        «self.assertEqual(stack.size(), 1)→assert stack.size() == 1»
        ‹self.assertEqual(stack.top(), 3)→assert stack.top() == 3›

    def test_pop(self):
        stack = Stack([1, 2])
        ‹self.assertEqual(stack.pop(), 2)→assert stack.pop() == 2›
        self.assertTrue(stack.size())

==== percent formatting becomes an f-string
kind: api-migration
--- messages.py
def hello(name):
    return «"Hello, %s!" % name→f"Hello, {name}!"»


def goodbye(name):
    return ‹"Goodbye, %s." % name→f"Goodbye, {name}."›


def half(value):
    return value % 2

==== requests become httpx
kind: api-migration
--- api.py
import httpx
‹import requests
→›
BASE = "https://example.org"


def users():
    return «requests→httpx».get(f"{BASE}/users").json()


def groups():
    return ‹requests→httpx›.get(f"{BASE}/groups").json()


def create(name):
    return ‹requests→httpx›.post(f"{BASE}/users", json={"name": name}).json()

==== callbacks become arrow functions
kind: api-migration
--- src/list.js
export function names(users) {
  return users.map(«function (user) {→(user) => {»
    return user.name;
  });
}

export function adults(users) {
  return users.filter(‹function (user) {→(user) => {›
    return user.age >= 18;
  });
}

export function byAge(users) {
  return users.sort(‹function (a, b) {→(a, b) => {›
    return a.age - b.age;
  });
}

==== require becomes import
kind: api-migration
--- src/server.js
«const http = require("http")→import http from "http"»;
‹const path = require("path")→import path from "path"›;
‹const express = require("express")→import express from "express"›;

const app = express();
app.use(express.static(path.join(process.cwd(), "public")));
http.createServer(app).listen(3000);

==== jQuery becomes the DOM
kind: api-migration
--- src/menu.js
const menu = «$("#menu")→document.querySelector("#menu")»;
const button = ‹$("#toggle")→document.querySelector("#toggle")›;
const panel = ‹$(".panel")→document.querySelector(".panel")›;

export { menu, button, panel };

==== ioutil becomes os
kind: api-migration
--- files/files.go
package files

import (
‹	"io/ioutil"
→›	"os"
)

func Read(path string) (string, error) {
	data, err := «ioutil→os».ReadFile(path)
	return string(data), err
}

func Copy(from, to string) error {
	data, err := ‹ioutil→os›.ReadFile(from)
	if err != nil {
		return err
	}
	return ‹ioutil→os›.WriteFile(to, data, 0o644)
}

func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

==== errors.New becomes fmt.Errorf
kind: api-migration
--- parse/parse.go
package parse

import (
‹	"errors"
→›	"fmt"
	"strconv"
)

func Port(text string) (int, error) {
	port, err := strconv.Atoi(text)
	if err != nil {
		return 0, «errors.New("bad port")→fmt.Errorf("bad port: %w", err)»
	}
	return port, nil
}

func Rate(text string) (float64, error) {
	rate, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, ‹errors.New("bad rate")→fmt.Errorf("bad rate: %w", err)›
	}
	return rate, nil
}

==== try becomes the question mark
kind: api-migration
--- src/read.rs
use std::fs;
use std::io;

pub fn both(a: &str, b: &str) -> io::Result<String> {
    let first = «try!(fs::read_to_string(a))→fs::read_to_string(a)?»;
    let second = ‹try!(fs::read_to_string(b))→fs::read_to_string(b)?›;
    Ok(first + &second)
}

==== Date becomes Instant
kind: api-migration
--- src/Log.java
package log;

import java.time.Instant;
‹import java.util.Date;
→›
public class Log {
    private «Date→Instant» opened = «new Date()→Instant.now()»;
    private ‹Date→Instant› written;

    public void write(String line) {
        written = ‹new Date()→Instant.now()›;
        System.out.println(written + " " + line);
    }

    public ‹Date→Instant› opened() {
        return opened;
    }
}

==== raw pointers become unique pointers
kind: api-migration
--- src/scene.cpp
#include "scene.hpp"

#include <memory>

void Scene::build() {
    «Node* root = new Node("root")→auto root = std::make_unique<Node>("root")»;
    ‹Node* child = new Node("child")→auto child = std::make_unique<Node>("child")›;
    attach(root, child);
}

==== sprintf becomes snprintf
kind: api-migration
--- src/label.c
#include <stdio.h>

static char label[64];

const char *label_count(int count)
{
    «sprintf(label, →snprintf(label, sizeof(label), »"%d items", count);
    return label;
}

const char *label_size(long bytes)
{
    ‹sprintf(label, →snprintf(label, sizeof(label), ›"%ld bytes", bytes);
    return label;
}

==== a wrapper around a call
kind: api-migration
--- src/save.ts
import { retry } from "./retry";
import { api } from "./api";

export async function saveUser(user: User) {
  await «api.put("/user", user)→retry(() => api.put("/user", user))»;
}

export async function saveGroup(group: Group) {
  await ‹api.put("/group", group)→retry(() => api.put("/group", group))›;
}

==== HTTP status constants instead of numbers
kind: api-migration
--- api/errors.go
package api

import "net/http"

func notFound(w http.ResponseWriter, what string) {
	«http.Error(w, what+" not found", 404)→writeError(w, 404, what+" not found")»
}

func badRequest(w http.ResponseWriter, err error) {
	‹http.Error(w, err.Error(), 400)→writeError(w, 400, err.Error())›
}

func conflict(w http.ResponseWriter, name string) {
	‹http.Error(w, name+" exists", 409)→writeError(w, 409, name+" exists")›
}

func writeError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write([]byte(`{"error": "` + message + `"}`))
}

==== unittest asserts become plain asserts
kind: api-migration
--- tests/test_basket.py
from shop.basket import Basket


class TestBasket:
    def setup_method(self):
        self.basket = Basket()

    def test_starts_empty(self):
        «self.assertEqual(self.basket.count(), 0)→assert self.basket.count() == 0»

    def test_adds(self):
        self.basket.add("apple", 3)
        ‹self.assertEqual(self.basket.count(), 3)→assert self.basket.count() == 3›

    def test_removes(self):
        self.basket.add("pear", 2)
        self.basket.remove("pear")
        ‹self.assertEqual(self.basket.items(), [])→assert self.basket.items() == []›

    def test_total(self):
        self.basket.add("apple", 2, price=30)
        ‹self.assertEqual(self.basket.total(), 60)→assert self.basket.total() == 60›
--- shop/basket.py
class Basket:
    def __init__(self):
        self._items = []

    def add(self, name, count=1, price=0):
        self._items.append((name, count, price))

    def remove(self, name):
        self._items = [item for item in self._items if item[0] != name]

    def items(self):
        return list(self._items)

    def count(self):
        return sum(count for _, count, _ in self._items)

    def total(self):
        return sum(count * price for _, count, price in self._items)

==== querySelector instead of getElementById
kind: api-migration
language: javascript
--- public/app.js
const list = «document.getElementById("list")→document.querySelector("#list")»;
const form = ‹document.getElementById("form")→document.querySelector("#form")›;
const status = ‹document.getElementById("status")→document.querySelector("#status")›;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const item = document.createElement("li");
  item.textContent = form.elements.text.value;
  list.append(item);
  status.textContent = `${list.children.length} items`;
});

==== printf becomes a log macro
kind: api-migration
language: c
--- src/daemon.c
#include <stdio.h>
#include <unistd.h>

#include "log.h"

static int reload(const char *path)
{
    if (access(path, R_OK) != 0) {
        «fprintf(stderr, "cannot read %s\n", path)→log_error("cannot read %s", path)»;
        return -1;
    }
    return 0;
}

int run(const char *path, int rounds)
{
    if (rounds < 1) {
        ‹fprintf(stderr, "bad number of rounds: %d\n", rounds)→log_error("bad number of rounds: %d", rounds)›;
        return 1;
    }
    for (int i = 0; i < rounds; i++) {
        if (reload(path) != 0) {
            ‹fprintf(stderr, "round %d of %d failed\n", i, rounds)→log_error("round %d of %d failed", i, rounds)›;
            return 1;
        }
    }
    return 0;
}
