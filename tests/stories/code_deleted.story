==== a removed function and its import
kind: code-deleted
--- util/strings.py
def upper_first(text):
    return text[:1].upper() + text[1:]
«

def reverse(text):
    return text[::-1]
→»

def repeat(text, times):
    return text * times
--- app.py
from util.strings import repeat‹, reverse→›, upper_first


def banner(title):
    return repeat("=", 20) + upper_first(title)

==== a removed export
kind: code-deleted
--- src/math/basic.ts
export function add(a: number, b: number): number {
  return a + b;
}
«
export function sub(a: number, b: number): number {
  return a - b;
}
→»
export function mul(a: number, b: number): number {
  return a * b;
}
--- src/math/index.ts
export { add, mul‹, sub→› } from "./basic";
export { sqrt } from "./roots";

==== a removed Go field
kind: code-deleted
--- conf.go
package conf

type Conf struct {
	Host ‹ →¦?›string
«	Debug bool
→»	Port ‹ →¦?›int
}

func Default() Conf {
	return Conf{
		Host: ‹ →¦?›"localhost",
‹		Debug: false,
→›		Port: ‹ →¦?›80,
	}
}

==== a removed variable is still used
kind: code-deleted
expect: silence
--- area.py
def area(width, height):
    factor = 2
    size = width * height
«    print(size)
→»    return size * factor

==== a removed menu entry and its handler
kind: code-deleted
--- src/menu.js
import { open, save‹, print→› } from "./actions.js";

export const menu = [
  { title: "Open", run: open },
  { title: "Save", run: save },
«  { title: "Print", run: print },
→»];

==== a removed C function and its prototype
kind: code-deleted
--- src/str.c
#include "str.h"

int str_len(const char *s)
{
    int n = 0;

    while (s[n])
        n++;
    return n;
}

«int str_hash(const char *s)
{
    return s[0] * 31 + s[1];
}

→»int str_cmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a - *b;
}
--- src/str.h
#pragma once

int str_len(const char *s);
‹int str_hash(const char *s);
→›int str_cmp(const char *a, const char *b);

==== a removed method and its call
kind: code-deleted
--- src/Door.java
package house;

public class Door {
    private boolean open;

    public void open() {
        open = true;
        ‹log();
        →›notifyAll();
    }

    public void close() {
        open = false;
        ‹log();
        →›notifyAll();
    }
«
    private void log() {
        System.out.println(open);
    }
→»}
