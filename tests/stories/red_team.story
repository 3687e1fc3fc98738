==== half an edit: a lambda parameter in Python
kind: half-edit
--- report.py
def names(users):
    return sorted(users, key=lambda «u→user»: ‹u→user›.name)


def ages(users):
    return sorted(users, key=lambda u: u.age)

==== half an edit: a function literal in Go
kind: half-edit
--- report.go
package report

func mails(users []User) []string {
	return apply(users, func(«u→user» User) string { return ‹u→user›.Mail })
}

func names(users []User) []string {
	return apply(users, func(u User) string { return u.Name })
}

==== half an edit: a loop in one line
kind: half-edit
--- sum.js
function price(items) {
  let sum = 0;
  for (const «i→item» of items) sum += ‹i→item›.price;
  return sum;
}

function weight(items) {
  let sum = 0;
  for (const i of items) sum += i.weight;
  return sum;
}

==== half an edit: a comprehension
kind: half-edit
--- report.py
def names(users):
    return [‹u→user›.name for «u→user» in users]


def ages(users):
    return [u.age for u in users if u.age]

==== half an edit: a closure in Rust
kind: half-edit
--- report.rs
fn names(users: &[User]) -> Vec<String> {
    users.iter().map(|«u→user»| ‹u→user›.name.clone()).collect()
}

fn mails(users: &[User]) -> Vec<String> {
    users.iter().map(|u| u.mail.clone()).collect()
}

==== half an edit: a lambda in Java
kind: half-edit
--- Report.java
class Report {
    List<String> names(List<User> users) {
        return users.stream().map(«u→user» -> ‹u→user›.getName()).toList();
    }

    List<String> mails(List<User> users) {
        return users.stream().map(u -> u.getMail()).toList();
    }
}

==== half an edit: a block in Ruby
kind: half-edit
--- report.rb
def names(users)
  users.map { |«u→user»| ‹u→user›.name }
end

def mails(users)
  users.map { |u| u.mail }
end

==== a method of a client is replaced in each call
kind: half-edit
--- a.py
def first(client):
    return client.«fetch→load»("first", timeout=1)


def second(client):
    return client.‹fetch→load›("second", timeout=1)


def third(client):
    return client.‹fetch→load›("third", timeout=1)

==== a removed function and an option of its name
kind: removed-definition
expect: silence
--- text.js
function pad(text) {
  return ` ${text} `;
}

«function align(text) {
  return text.padStart(8);
}

→»function wrap(text) {
  return pad(text).split("\n");
}

const defaults = { align: "left", width: 80 };

module.exports = { pad, wrap, defaults };

==== a removed import and an attribute of its name
kind: removed-definition
expect: silence
--- Form.tsx
«import { title } from "./texts";
→»import { Input } from "./Input";

export function Form() {
  return (
    <form>
      <Input title="First name" />
      <Input title="Last name" />
    </form>
  );
}
--- texts.ts
export const title = "Form";
--- Input.tsx
export function Input({ title }: { title: string }) {
  return <input placeholder={title} />;
}

==== a removed Go function and a field of its name
kind: removed-definition
expect: silence
--- pool.go
package pool

«func size(a, b int) int {
	return a * b
}

→»type options struct {
	size int
	name string
}

func defaults() options {
	return options{size: 4, name: "pool"}
}

==== a removed Rust function and a field of its name
kind: removed-definition
expect: silence
--- pool.rs
«fn depth(a: u32) -> u32 {
    a + 1
}

→»pub struct Pool {
    depth: u32,
}

impl Pool {
    pub fn deeper(&self) -> Pool {
        Pool { depth: self.depth + 1 }
    }
}

==== a removed C function and a field of its name
kind: removed-definition
language: c
expect: silence
--- pool.c
«int depth(int a)
{
    return a + 1;
}

→»struct pool {
    int depth;
};

struct pool empty = { .depth = 0 };

==== a removed Python function and a keyword of its name
kind: removed-definition
expect: silence
--- mail.py
from smtp import deliver


«def subject(text):
    return text.title()


→»def send(text):
    deliver(text, subject="News")

==== a renamed function whose name is also a key
kind: removed-definition
--- colors.ts
export function «parse→parseColor»(text: string): number {
  return Number.parseInt(text.slice(1), 16);
}
--- fields.ts
import { ‹parse→parseColor› } from "./colors";

export const fields = [
  { key: "ink", parse: ‹parse→parseColor› },
  { key: "size", parse: Number },
];

export const ink = ‹parse→parseColor›("#000000");

==== a removed function that is still called beside an option of its name
kind: removed-definition
--- text.js
function pad(text) {
  return ` ${text} `;
}

«function align(text) {
  return text.padStart(8);
}

→»const defaults = { align: "left", width: 80 };

function wrap(text) {
  return pad(‹align(text)→text¦@›).split("\n");
}

module.exports = { pad, wrap, defaults };

==== a removed import that is still used in an attribute
kind: removed-definition
--- Form.tsx
«import { title } from "./texts";
→»import { Input } from "./Input";

export function Form() {
  return (
    <form>
      <Input label={‹title→"Form"¦@›} />
    </form>
  );
}
--- Input.tsx
export function Input({ label }: { label: string }) {
  return <input placeholder={label} />;
}

==== a removed Go function that is still called
kind: removed-definition
--- pool.go
package pool

«func size(a, b int) int {
	return a * b
}

→»type options struct {
	size int
	name string
}

func defaults() options {
	return options{size: ‹size(2, 2)→4¦@›, name: "pool"}
}

==== a removed Rust function that is still called in a macro
kind: removed-definition
--- pool.rs
«fn depth(a: u32) -> u32 {
    a + 1
}

→»pub fn show(level: u32) {
    println!("{}", ‹depth(level)→level¦@›);
}
