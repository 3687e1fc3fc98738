==== a shell function gets a second argument
kind: change-signature
expect: silence
--- deploy.sh
#!/bin/sh
upload() {
  scp "$1" «"$HOST"→"$HOST:$DIR"»
}

upload build.tar

==== an exception gets its cause
kind: error-handling
expect: silence
--- load.py
def load(path):
    try:
        return json.loads(path.read_text())
    except ValueError as error:
        raise LoadError(f"bad file {path}")«→ from error»


def store(path, data):
    path.write_text(json.dumps(data))

==== a column is added to a select and its row
kind: sql
expect: silence
--- report.sql
SELECT name, «→city, »price
FROM orders
WHERE price > 10;

SELECT name, price
FROM offers;

==== a guard in one Go function
kind: unrelated
expect: silence
--- math.go
package math

func Half(n int) int {
«→	if n == 0 {
		return 0
	}
»	return n / 2
}

func Third(n int) int {
	return n / 3
}

==== a new helper beside unrelated ones
kind: unrelated
expect: silence
--- util.py
def first(items):
    return items[0]


def last(items):
    return items[-1]


«→def middle(items):
    return items[len(items) // 2]


»PAIRS = [(first, "first")]

==== one heading of a document
kind: unrelated
expect: silence
--- notes.md
# Notes

## «Install→Setup»

Install the tool with `pip install tool`.

## Use

Install plugins first.

==== one C error return gets a message
kind: unrelated
expect: silence
--- src/read.c
int read_all(FILE *in)
{
    if (in == NULL) {
        «→fprintf(stderr, "no file\n");
        »return -1;
    }
    if (ferror(in))
        return -1;
    return 0;
}

==== a debug flag of one Rust call
kind: unrelated
expect: silence
--- src/run.rs
fn run() {
    start("web", «false→true»);
    start("jobs", false);
    start("mail", false);
}

==== a static helper of two C++ classes
kind: change-signature
expect: silence
--- src/a.h
#pragma once

class A {
public:
    void run(int count = «1→2»);
};
--- src/a.cpp
#include "a.h"

void A::run(int count) {}

void start() {
    A a;
    a.run();
}

==== a private helper beside registered handlers
kind: unrelated
expect: silence
--- handlers.py
def handle_start(args):
    return load(args.name)


def handle_stop(args):
    return load(args.name)


«→def load(name):
    return NAMES[name]


»HANDLERS = {
    "start": handle_start,
    "stop": handle_stop,
}

==== a job with the name of a command
kind: unrelated
expect: silence
--- .github/workflows/ci.yml
on: push
jobs:
  «lint→style»:
    runs-on: ubuntu-latest
    steps:
      - name: lint
        run: make lint
  test:
    runs-on: ubuntu-latest
    steps:
      - run: make test

==== a key of one configuration file
kind: unrelated
expect: silence
--- config/web.yaml
host: example.org
port: 80«→
cache: true»
--- config/jobs.yaml
queue: main
workers: 4

==== an unchecked exception of a Java method
kind: unrelated
expect: silence
--- src/Stack.java
public class Stack {
    int pop()«→ throws IllegalStateException» {
        return items[--size];
    }

    int top() {
        int value = pop();
        push(value);
        return value;
    }
}

==== a default of a C++ method
kind: unrelated
expect: silence
--- src/timer.h
#pragma once

class Timer {
public:
    void start(int delay«→ = 10»);
};
--- src/timer.cpp
#include "timer.h"

void Timer::start(int delay) {
    wait(delay);
}
--- src/main.cpp
#include "timer.h"

int main() {
    Timer timer;
    timer.start(5);
}

==== a method of a header that no other class has
kind: unrelated
expect: silence
--- src/queue.h
#pragma once

class Queue {
public:
    void push(int value);«→
    bool empty() const { return size_ == 0; }»

private:
    int size_ = 0;
};

==== a column of one of two joined reports
kind: unrelated
expect: silence
--- report.sql
SELECT name, total«→, created_at»
FROM invoices
ORDER BY name;

SELECT name, total
FROM refunds
ORDER BY name;

==== one error of a Rust function is logged
kind: unrelated
expect: silence
--- src/run.rs
fn run(path: &Path) -> Result<(), Error> {
    let text = read(path)?;
    «→log::debug!("{} bytes", text.len());
    »let data = parse(&text)?;
    store(data)?;
    Ok(())
}

==== a protocol beside a class of another kind
kind: unrelated
expect: silence
--- shapes.py
from typing import Protocol


class Shape(Protocol):
    def area(self) -> float: ...

    def scale(self, factor: float) -> None: ...«→

    def draw(self) -> None: ...»


class Image:
    def scale(self, factor: float, mode: str) -> None:
        self.size *= factor

    def area(self) -> float:
        return self.width * self.height

==== a Docker stage keeps its name
kind: unrelated
expect: silence
--- Dockerfile
FROM «node:18→node:20» AS build
WORKDIR /app
RUN npm run build

FROM nginx
COPY --from=build /app/dist /srv

==== the flag of one of several calls
kind: unrelated
expect: silence
--- setup.py
register("users", admin=«False→True»)
register("orders", admin=False)
register("reports", admin=False)

==== a name in a union of other objects
kind: unrelated
expect: silence
--- src/event.ts
export type Event =
  | { name: string; at: number }«→
  | { name: string; until: number }»;

export function label(kind: string): string {
  switch (kind) {
    case "start":
      return "Start";
    case "end":
      return "End";
  }
  return kind;
}

==== the type of one of two equal fields
kind: unrelated
expect: silence
--- src/Box.java
public class Box {
    private «int→long» weight;
    private int width;
    private int height;

    int area() {
        return width * height;
    }
}

==== a message about the file of one function
kind: unrelated
expect: silence
--- store/open.go
package store

import "fmt"

func open(path string) (*File, error) {
	file, err := openFile(path)
	if err != nil {
		return nil, «err→fmt.Errorf("open %s: %w", path, err)»
	}
	return file, nil
}
