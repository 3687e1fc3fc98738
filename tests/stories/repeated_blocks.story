==== another property is taken from the options
kind: rename-parameter
--- lib/failure.js
import {escape} from './escape.js';

export const makeFailure = ({
	code,
	«command→escapedCommand»,
	timedOut,
}) => {
	const reason = timedOut ? 'timed out' : `exit code ${code}`;
	const text = `${reason}: ${‹command→escapedCommand›}`;
	return new Failure(text, ‹command→escapedCommand›);
};

export const run = ({command}) => spawn(command);

==== a property of a component
kind: rename-parameter
--- src/Badge.tsx
interface Props {
  name: string;
  title: string;
}

export function Badge({ «name→title» }: Props) {
  const initials = ‹name→title›.slice(0, 2);
  return <span className="badge">{initials}</span>;
}

export function Label({ name }: Props) {
  return <b>{name}</b>;
}

==== a logged block becomes one call
kind: code-deleted
--- handlers.py
import log


def create(request):
«    log.debug("enter create")
    try:
        return do_create(request)
    finally:
        log.debug("leave create")→    return do_create(request)»


def update(request):
‹    log.debug("enter update")
    try:
        return do_update(request)
    finally:
        log.debug("leave update")→    return do_update(request)›


def remove(request):
‹    log.debug("enter remove")
    try:
        return do_remove(request)
    finally:
        log.debug("leave remove")→    return do_remove(request)›

==== a flushed message in C
kind: code-deleted
--- report.c
#include <stdio.h>

void report_start(const char *name)
{
	printf("start %s\n", name);
«	fflush(stdout);
→»}

void report_step(const char *name, int step)
{
	printf("step %d of %s\n", step, name);
‹	fflush(stdout);
→›}

void report_end(const char *name)
{
	printf("end %s\n", name);
‹	fflush(stdout);
→›}

==== a vendor prefix in a style sheet
kind: code-deleted
--- card.css
.card {
«  -webkit-box-shadow: 0 1px 2px #0003;
→»  box-shadow: 0 1px 2px #0003;
}

.card.open {
  padding: 4px;
‹  -webkit-box-shadow: 0 1px 2px #0003;
→›  box-shadow: 0 1px 2px #0003;
}

.menu {
‹  -webkit-box-shadow: 0 1px 2px #0003;
→›  box-shadow: 0 1px 2px #0003;
}

==== the weight of one sponsor
kind: unrelated
expect: silence
--- sponsors.ts
export const sponsors = [
  {
    name: "Ann",
    weight: «40→45»,
  },
  {
    name: "Bob",
    weight: 12,
  },
  {
    name: "Cleo",
    weight: 40,
  },
  {
    name: "Dan",
    weight: 7,
  },
  {
    name: "Eve",
    weight: 31,
  },
];

==== a test that waits stays async
kind: unrelated
expect: silence
--- store.test.ts
import { load, parse } from "./store";

test("parses a row", «async →»() => {
  expect(parse("a")).toEqual({ a: 1 });
});

test("loads a row", async () => {
  const row = await load("a");
  expect(row).toEqual({ a: 1 });
});

==== a test that does not wait either
kind: parallel-lines
--- rows.test.ts
import { parse } from "./store";

test("parses a row", «async →»() => {
  expect(parse("a")).toEqual({ a: 1 });
});

test("parses an empty row", ‹async →›() => {
  expect(parse("")).toEqual({});
});

test("parses a long row", ‹async →›() => {
  expect(parse("a,b")).toEqual({ a: 1, b: 2 });
});

==== a lifetime that the block names
kind: unrelated
expect: silence
--- src/view.rs
pub struct Row<'a> {
    text: &'a str,
}

pub struct Page<'a> {
    rows: Vec<Row<'a>>,
}

«impl<'a> Row<'a> {→impl Row<'_> {»
    pub fn len(&self) -> usize {
        self.text.len()
    }
}

impl<'a> Page<'a> {
    pub fn first(&self) -> Option<&'a str> {
        self.rows.first().map(|row| row.text)
    }
}

==== an import that the next file does not need
kind: unrelated
expect: silence
open: handler.go
--- handler_test.go
package web

import (
	"net/http"«→
	"net/http/httptest"»
	"testing"
)

func TestHandler(t *testing.T) {
	Handler(nil, &http.Request{})
}
--- handler.go
package web

import (
	"net/http"
	"time"
)

func Handler(w http.ResponseWriter, r *http.Request) {
	time.Sleep(time.Second)
}

==== the package of the tests
kind: unrelated
expect: silence
open: queue.go
--- queue_test.go
package «queue→queue_test»

import "testing"

func TestPush(t *testing.T) {
	t.Skip("later")
}
--- queue.go
package queue

type Queue struct {
	items []string
}

==== a local of one function is unknown in the next
kind: unrelated
expect: silence
--- retry.go
package retry

import "time"

func waitLong(run func(time.Duration)) {
	pause := 3 * time.Second
	run(«3 * time.Second→pause»)
}

func waitShort(run func(time.Duration)) {
	run(3 * time.Second)
}
