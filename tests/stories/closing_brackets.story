==== an object is frozen
kind: closing-bracket
--- src/table.ts
export const defaults = «→Object.freeze(»{
  retries: 3,
  headers: { accept: "text/plain" },
}‹→)›;

export function retries(): number {
  return defaults.retries;
}

==== a component is wrapped in memo
kind: closing-bracket
--- src/row.jsx
import { memo } from "react";

export const Row = «→memo(»({ item }) => {
  const label = item.name.trim();
  return <li className="row">{label}</li>;
}‹→)›;

export const Head = ({ title }) => {
  return <h2>{title}</h2>;
};

==== a list becomes a tuple
kind: closing-bracket
--- shop/kinds.py
"""Kinds of goods."""

KINDS = «[→(»
    "book",
    "record",  # (also tapes)
    "map",
‹]→)›


def is_kind(name):
    return name in KINDS

==== the result of a function is an option
kind: closing-bracket
--- src/find.rs
pub fn find(name: &str) -> Option<Entry> {
    let found = lookup(name);
    «→Some(»Entry {
        name: found.name,
        size: found.size(),
    }‹→)›
}

==== an argument is appended to a slice
kind: closing-bracket
--- store/load.go
package store

func load() []Item {
	items := read()
	items = «→append(items, »Item{
		Name: "last",
		Tags: []string{"a"},
	}‹→)›
	return items
}

==== a bracket inside a line closes there
expect: silence
kind: closing-bracket
--- src/sum.js
export function sum(values) {
  const total = values.reduce((a, b) => a + b, «0→Number(start)»);
  return { total };
}
