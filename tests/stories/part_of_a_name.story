==== a plural is typed at the end of a name
kind: rename-parameter
--- orders.py
def ship(order«→s», carrier):
    for one in ‹order→orders›:
        carrier.pick_up(one)
    return len(‹order→orders›)


def cancel(order):
    order.state = "cancelled"

==== a prefix is typed before a name
kind: rename-local
--- src/poll.ts
export async function poll(url: string): Promise<number> {
  let «→retry»count = 0;
  while (!(await ready(url))) {
    ‹count→retrycount› += 1;
  }
  return ‹count→retrycount›;
}

export function total(count: number, price: number): number {
  return count * price;
}

==== the middle of a method name
kind: rename-method
--- src/Store.java
package shop;

public class Store {
    public Item find«By→With»Code(String code) {
        return items.get(code);
    }

    public int priceOf(String code) {
        return ‹findByCode→findWithCode›(code).price();
    }

    public boolean has(String code) {
        return ‹findByCode→findWithCode›(code) != null;
    }
}

==== a suffix of a class name
kind: rename-class
--- src/parser.rs
pub struct Token«→izer»<'a> {
    text: &'a str,
}

impl<'a> ‹Token→Tokenizer›<'a> {
    pub fn new(text: &'a str) -> Self {
        ‹Token→Tokenizer› { text }
    }

    pub fn first(&self) -> Option<&'a str> {
        self.text.split(' ').next()
    }
}

==== a pasted name
kind: rename-function
keys: paste
--- lib/net.go
package net

import "time"

func «dial→dialWithTimeout»(addr string) (*Conn, error) {
	return open(addr, 5*time.Second)
}

func Ping(addr string) error {
	conn, err := ‹dial→dialWithTimeout›(addr)
	if err != nil {
		return err
	}
	return conn.Close()
}

==== a word in the middle of a constant
kind: rename-constant
--- timeouts.py
MAX_«WAIT→DELAY»_S = 30


def sleep_for(attempt):
    return min(2**attempt, ‹MAX_WAIT_S→MAX_DELAY_S›)


def describe():
    return f"at most {‹MAX_WAIT_S→MAX_DELAY_S›} seconds"

==== a name is retyped from its middle
kind: rename-local
keys: backspace
--- src/stats.js
export function mean(values) {
  let s«→um» = 0;
  for (const value of values) {
    ‹s→sum› += value;
  }
  return ‹s→sum› / values.length;
}

export function deviation(values) {
  const m = mean(values);
  let s = 0;
  for (const value of values) {
    s += (value - m) ** 2;
  }
  return Math.sqrt(s / values.length);
}
