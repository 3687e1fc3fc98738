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
