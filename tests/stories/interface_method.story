==== an abstract method and its subclasses
kind: interface-method
--- codec.py
from abc import ABC, abstractmethod


class Codec(ABC):
    @abstractmethod
    def encode(self, text): ...«→

    @abstractmethod
    def decode(self, data): ...»


class Utf8(Codec):
    def encode(self, text):
        return text.encode("utf-8")‹→

    def decode(self, data):
        return data.decode("utf-8")¦@¦re:\n\n    def decode\(self, data\):\n        .*›


class Latin1(Codec):
    def encode(self, text):
        return text.encode("latin-1")‹→

    def decode(self, data):
        return data.decode("latin-1")¦@¦re:\n\n    def decode\(self, data\):\n        .*›

==== a Java interface method
kind: interface-method
--- src/Shape.java
package draw;

public interface Shape {
    double area();«→

    double perimeter();»
}
--- src/Square.java
package draw;

public class Square implements Shape {
    private final double side;

    public Square(double side) {
        this.side = side;
    }

    @Override
    public double area() {
        return side * side;
    }‹→

    @Override
    public double perimeter() {
        return 4 * side;
    }¦@¦re:\n\n    @Override\n    public double perimeter\(\) \{\n.*\n    \}›
}

==== a Go interface with one implementation
kind: interface-method
--- cache/cache.go
package cache

type Cache interface {
	Get(key string) (string, bool)
	Put(key, value string)«→
	Delete(key string)»
}

type memory struct {
	values map[string]string
}

func (m *memory) Get(key string) (string, bool) {
	value, ok := m.values[key]
	return value, ok
}

func (m *memory) Put(key, value string) {
	m.values[key] = value
}‹→

func (m *memory) Delete(key string) {
	delete(m.values, key)
}¦@¦re:\n\nfunc \(m \*memory\) Delete\(key string\) \{\n(?:.*\n)?\}›

==== a Rust trait and two types
kind: interface-method
--- src/animal.rs
pub trait Animal {
    fn name(&self) -> String;«→
    fn legs(&self) -> u32;»
}

pub struct Dog;
pub struct Bird;

impl Animal for Dog {
    fn name(&self) -> String {
        "dog".into()
    }‹→

    fn legs(&self) -> u32 {
        4
    }¦@¦re:\n\n?    fn legs\(&self\) -> u32 \{\n.*\n    \}›
}

impl Animal for Bird {
    fn name(&self) -> String {
        "bird".into()
    }‹→

    fn legs(&self) -> u32 {
        2
    }¦@¦re:\n\n?    fn legs\(&self\) -> u32 \{\n.*\n    \}›
}

==== a parameter of a TypeScript interface method
kind: interface-method
--- src/store.ts
export interface Store {
  load(key: string): string | undefined;
  save(key: string, value: string«→, ttl: number»): void;
}

export class MemoryStore implements Store {
  private values = new Map<string, string>();

  load(key: string): string | undefined {
    return this.values.get(key);
  }

  save(key: string, value: string‹→, ttl: number›): void {
    this.values.set(key, value);
  }
}

==== a TypeScript interface method in another file
kind: interface-method
--- src/logger.ts
export interface Logger {
  info(text: string): void;
  warn(text: string): void;«→
  error(text: string): void;»
}
--- src/console.ts
import type { Logger } from "./logger";

export class ConsoleLogger implements Logger {
  info(text: string): void {
    console.info(text);
  }

  warn(text: string): void {
    console.warn(text);
  }‹→

  error(text: string): void {
    console.error(text);
  }¦@›
}

==== a pure virtual function in C++
kind: interface-method
--- src/node.hpp
#pragma once

#include <string>

class Node {
public:
    virtual ~Node() = default;
    virtual std::string text() const = 0;«→
    virtual int depth() const = 0;»
};

class Leaf : public Node {
public:
    explicit Leaf(std::string value) : value_(std::move(value)) {}
    std::string text() const override { return value_; }‹→
    int depth() const override { return 1; }¦@¦re:\n    int depth\(\) const override \{[^\n]*\}›

private:
    std::string value_;
};

==== a renamed trait method
kind: rename-method
--- src/render.rs
pub trait Render {
    fn «draw→render»(&self) -> String;
}

pub struct Title(pub String);
pub struct Rule;

impl Render for Title {
    fn ‹draw→render›(&self) -> String {
        format!("# {}", self.0)
    }
}

impl Render for Rule {
    fn ‹draw→render›(&self) -> String {
        "---".to_string()
    }
}

pub fn page(parts: &[Box<dyn Render>]) -> String {
    parts.iter().map(|part| part.‹draw→render›()).collect()
}

==== pure virtual method added
kind: interface-method
--- src/codec.hpp
#pragma once

#include <cstdint>
#include <vector>

using Bytes = std::vector<std::uint8_t>;

class Codec {
public:
    virtual ~Codec() = default;
    virtual Bytes encode(const Bytes& input) = 0;
    virtual Bytes decode(const Bytes& input) = 0;
«→    virtual void reset() = 0;
»};
--- src/rle.hpp
#pragma once

#include "codec.hpp"

class RunLengthCodec : public Codec {
public:
    Bytes encode(const Bytes& input) override;
    Bytes decode(const Bytes& input) override;
‹→    void reset() override;
¦re:    void reset\(\) override.*\n¦@›};
--- src/rle.cpp
#include "rle.hpp"

Bytes RunLengthCodec::encode(const Bytes& input)
{
    Bytes out;
    for (std::size_t i = 0; i < input.size();) {
        std::size_t run = 1;
        while (i + run < input.size() && run < 255 && input[i + run] == input[i]) run++;
        out.push_back(static_cast<std::uint8_t>(run));
        out.push_back(input[i]);
        i += run;
    }
    return out;
}

Bytes RunLengthCodec::decode(const Bytes& input)
{
    Bytes out;
    for (std::size_t i = 0; i + 1 < input.size(); i += 2) out.insert(out.end(), input[i], input[i + 1]);
    return out;
}

==== method added to an interface with two implementations
kind: interface-method
--- storage/storage.go
package storage

import "context"

type Store interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, value []byte) error
«→	Delete(ctx context.Context, key string) error
»}
--- storage/memory.go
package storage

import (
	"context"
	"errors"
	"sync"
)

var ErrNotFound = errors.New("not found")

type Memory struct {
	mu   sync.Mutex
	data map[string][]byte
}

func (m *Memory) Get(ctx context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.data[key]
	if !ok {
		return nil, ErrNotFound
	}
	return value, nil
}

func (m *Memory) Put(ctx context.Context, key string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data[key] = value
	return nil
}
‹→
func (m *Memory) Delete(ctx context.Context, key string) error {
	panic("not implemented")
}
¦re:\n*func \(m \*Memory\) Delete\(ctx context\.Context, key string\) error \{\n[\s\S]*\}\n*¦@›
--- storage/file.go
package storage

import (
	"context"
	"os"
	"path/filepath"
)

type Dir struct{ root string }

func (d *Dir) Get(ctx context.Context, key string) ([]byte, error) {
	return os.ReadFile(filepath.Join(d.root, key))
}

func (d *Dir) Put(ctx context.Context, key string, value []byte) error {
	return os.WriteFile(filepath.Join(d.root, key), value, 0o600)
}
‹→
func (d *Dir) Delete(ctx context.Context, key string) error {
	return os.Remove(filepath.Join(d.root, key))
}
¦re:\n*func \(d \*Dir\) Delete\(ctx context\.Context, key string\) error \{\n[\s\S]*\}\n*¦@›

==== interface method added
kind: interface-method
--- src/main/java/org/example/log/Appender.java
package org.example.log;

public interface Appender {
    void append(String line);
«→
    void close();
»}
--- src/main/java/org/example/log/ConsoleAppender.java
package org.example.log;

public class ConsoleAppender implements Appender {
    @Override
    public void append(String line) {
        System.out.println(line);
    }
‹→
    @Override
    public void close() {
    }
¦re:\n*    @Override\n    public void close\(\) \{\n?[\s\S]*\}\n*¦@›}
--- src/main/java/org/example/log/MemoryAppender.java
package org.example.log;

import java.util.ArrayList;
import java.util.List;

public class MemoryAppender implements Appender {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void append(String line) {
        lines.add(line);
    }
‹→
    @Override
    public void close() {
    }
¦re:\n*    @Override\n    public void close\(\) \{\n?[\s\S]*\}\n*¦@¦#1›
    public List<String> lines() {
        return List.copyOf(lines);
    }
‹→
    @Override
    public void close() {
    }
¦re:\n*    @Override\n    public void close\(\) \{\n?[\s\S]*\}\n*¦@¦#1›}

==== abstract method must be implemented in both stores
kind: interface-method
--- archive/base.py
from abc import ABC, abstractmethod


class BlobStore(ABC):
    """Keeps bytes under a key."""

    @abstractmethod
    def put(self, key: str, data: bytes) -> None: ...

    @abstractmethod
    def get(self, key: str) -> bytes: ...
«→
    @abstractmethod
    def delete(self, key: str) -> None: ...
»

class BlobMissing(KeyError):
    pass
--- archive/memory.py
from archive.base import BlobMissing, BlobStore


class MemoryStore(BlobStore):
    def __init__(self) -> None:
        self._blobs: dict[str, bytes] = {}

    def put(self, key: str, data: bytes) -> None:
        self._blobs[key] = data

    def get(self, key: str) -> bytes:
        if key not in self._blobs:
            raise BlobMissing(key)
        return self._blobs[key]
‹→
    def delete(self, key: str) -> None:
        raise NotImplementedError
¦re:\n+    def delete\(self, key: str\) -> None:\n[\s\S]*¦@›
--- archive/disk.py
from pathlib import Path

from archive.base import BlobMissing, BlobStore


class DiskStore(BlobStore):
    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, key: str, data: bytes) -> None:
        (self._root / key).write_bytes(data)

    def get(self, key: str) -> bytes:
        path = self._root / key
        if not path.exists():
            raise BlobMissing(key)
        return path.read_bytes()
‹→
    def delete(self, key: str) -> None:
        raise NotImplementedError
¦re:\n+    def delete\(self, key: str\) -> None:\n[\s\S]*¦@›

==== trait method added
kind: interface-method
--- src/sink.rs
use std::io;

pub trait Sink {
    fn write_line(&mut self, line: &str) -> io::Result<()>;
«→    fn flush(&mut self) -> io::Result<()>;
»}

pub struct Stdout;

impl Sink for Stdout {
    fn write_line(&mut self, line: &str) -> io::Result<()> {
        println!("{line}");
        Ok(())
    }
‹→
    fn flush(&mut self) -> io::Result<()> {
        todo!()
    }
¦re:\n*    fn flush\(&mut self\) -> io::Result<\(\)> \{\n[\s\S]*\}\n*¦@›}

#[derive(Default)]
pub struct Lines(pub Vec<String>);

impl Sink for Lines {
    fn write_line(&mut self, line: &str) -> io::Result<()> {
        self.0.push(line.to_owned());
        Ok(())
    }
‹→
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
¦re:\n*    fn flush\(&mut self\) -> io::Result<\(\)> \{\n[\s\S]*\}\n*¦@›}

==== method added to an interface
kind: interface-method
--- src/cache/cache.ts
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
«→  has(key: string): boolean;
»}

export class MemoryCache<V> implements Cache<V> {
  private entries = new Map<string, V>();

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  set(key: string, value: V): void {
    this.entries.set(key, value);
  }
‹→
  has(key: string): boolean {
    return this.entries.has(key);
  }
¦re:\n*  has\(key: string\): boolean \{\n[\s\S]*\}\n*¦@›}
--- src/cache/session.ts
import type { Cache } from "./cache";

export class SessionCache implements Cache<string> {
  constructor(private storage: Storage, private prefix: string) {}

  get(key: string): string | undefined {
    return this.storage.getItem(this.prefix + key) ?? undefined;
  }

  set(key: string, value: string): void {
    this.storage.setItem(this.prefix + key, value);
  }
‹→
  has(key: string): boolean {
    return this.storage.getItem(this.prefix + key) !== null;
  }
¦re:\n*  has\(key: string\): boolean \{\n[\s\S]*\}\n*¦@›}

==== interface method gets another parameter
kind: interface-method
--- src/notify/channel.ts
export interface Channel {
  readonly name: string;
  send(to: string, body: string«→, urgent: boolean»): Promise<void>;
}
--- src/notify/sms.ts
import type { Channel } from "./channel";

export class SmsChannel implements Channel {
  readonly name = "sms";

  constructor(private readonly token: string) {}

  async send(to: string, body: string‹→, urgent: boolean¦, _urgent: boolean›): Promise<void> {
    await fetch("https://sms.example/send", {
      method: "POST",
      headers: { authorization: this.token },
      body: JSON.stringify({ to, body }),
    });
  }
}
--- src/notify/mail.ts
import type { Channel } from "./channel";
import { transport } from "./transport";

export class MailChannel implements Channel {
  readonly name = "mail";

  async send(to: string, body: string‹→, urgent: boolean¦, _urgent: boolean›): Promise<void> {
    await transport.sendMail({ to, text: body, subject: "Notice" });
  }
}
--- src/notify/notify.ts
import type { Channel } from "./channel";

export async function notifyAll(channels: Channel[], to: string, body: string) {
  for (const channel of channels) {
    await channel.send(to, body‹→, false¦re:, .+¦@›);
  }
}

==== abstract class gets a method in Java
kind: interface-method
language: java
--- Exporter.java
import java.util.List;

public abstract class Exporter {
    public abstract String header();

    public abstract String row(List<String> cells);
«→
    public abstract String footer();
»
    public String export(List<List<String>> rows) {
        StringBuilder out = new StringBuilder(header());
        for (List<String> row : rows) {
            out.append(row(row));
        }
        return out.toString();
    }
}
--- CsvExporter.java
import java.util.List;

public class CsvExporter extends Exporter {
    @Override
    public String header() {
        return "";
    }

    @Override
    public String row(List<String> cells) {
        return String.join(",", cells) + "\n";
    }
‹→
    @Override
    public String footer() {
        return "";
    }
¦re:\n*    @Override\n    public String footer\(\) \{\n?[\s\S]*\}\n*¦@›}

==== trait method gets a parameter
kind: interface-method
language: rust
--- src/shape.rs
pub trait Shape {
    fn area(&self) -> f64;
    fn scale(&mut self, factor: f64«→, keep_centre: bool»);
}

pub struct Square {
    pub side: f64,
}

pub struct Disc {
    pub radius: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.side * self.side
    }

    fn scale(&mut self, factor: f64‹→, keep_centre: bool¦, _keep_centre: bool›) {
        self.side *= factor;
    }
}

impl Shape for Disc {
    fn area(&self) -> f64 {
        3.14 * self.radius * self.radius
    }

    fn scale(&mut self, factor: f64‹→, keep_centre: bool¦, _keep_centre: bool›) {
        self.radius *= factor;
    }
}
--- src/main.rs
mod shape;

use shape::{Disc, Shape, Square};

fn main() {
    let mut shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square { side: 2.0 }), Box::new(Disc { radius: 1.0 })];
    for shape in &mut shapes {
        shape.scale(1.5‹→, false¦re:, .+¦@›);
        println!("{}", shape.area());
    }
}

==== protocol method renamed in Python
kind: interface-method
language: python
--- plugins/api.py
from typing import Protocol


class Plugin(Protocol):
    name: str

    def «run→execute»(self, text: str) -> str: ...

    def describe(self) -> str: ...
--- plugins/upper.py
class Upper:
    name = "upper"

    def ‹run→execute›(self, text: str) -> str:
        return text.upper()

    def describe(self) -> str:
        return "makes capitals"
--- plugins/host.py
from plugins.api import Plugin


class Host:
    def __init__(self, plugins: list[Plugin]) -> None:
        self.plugins = plugins

    def run(self, text: str) -> str:
        for plugin in self.plugins:
            text = plugin.‹run→execute›(text)
        return text
