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

==== own words: a message of one Python function
kind: own-words
expect: silence
--- store.py
def save_order(order, path):
    try:
        path.write_text(order.dump())
    except OSError as error:
        raise StoreError("could not write «→the order to »the disk") from error


def save_invoice(invoice, path):
    try:
        path.write_text(invoice.dump())
    except OSError as error:
        raise StoreError("could not write the disk") from error

==== own words: a called function gets the name of its caller
kind: own-words
expect: silence
--- load.ts
export function loadTeam(text: string) {
  const raw = JSON.parse(text);
  return parse«→Team»(raw, true);
}

export function loadUser(text: string) {
  const raw = JSON.parse(text);
  return parse(raw, true);
}

==== own words: a cast to the returned type
kind: own-words
expect: silence
--- convert.rs
pub fn to_small(value: f64) -> u8 {
    value.round()« → as u8»
}

pub fn to_large(value: f64) -> u64 {
    value.round()
}

==== own words: an alias beside an address
kind: own-words
--- Orders.tsx
import { useQuery } from "./query";

export function Orders() {
  const { data«→: orders», isLoading } = useQuery("/orders");
  if (isLoading) return <p>loading</p>;
  return <ul>{‹data→orders›.map((one) => <li key={one.id}>{one.name}</li>)}</ul>;
}

export function Invoices() {
  const { data, isLoading } = useQuery("/invoices");
  if (isLoading) return <p>loading</p>;
  return <p>{data.length}</p>;
}

==== own words: a message of two functions about one thing
kind: own-words
--- load.go
package conf

func loadTeam(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read «→team »file: %w", err)
	}
	return data, nil
}

func saveTeam(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read ‹→team ›file: %w", err)
	}
	return data, nil
}

==== own words: a word that is about neither function
kind: own-words
--- load.go
package conf

func loadTeam(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read «→the »file: %w", err)
	}
	return data, nil
}

func loadUser(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read ‹→the ›file: %w", err)
	}
	return data, nil
}

==== own words: an argument that each call gets
kind: own-words
--- app.py
def load_user(db, key):
    return db.get(«→"v1", »key)


def load_team(db, key):
    return db.get(‹→"v1", ›key)

==== an alias in the parameter of a component
kind: alias
--- Card.tsx
export function Card({ title«→: heading», body }: { title: string; body: string }) {
  return (
    <section>
      <h2>{‹title→heading›}</h2>
      <p title="body">{body}</p>
    </section>
  );
}

export function Note({ title, body }: { title: string; body: string }) {
  return <p title={title}>{body}</p>;
}

==== an alias in a pattern of Rust
kind: alias
--- shape.rs
fn area(shape: &Rect) -> f64 {
    let Rect { w«→: width», h } = shape;
    ‹w→width› * h
}

fn edge(shape: &Rect) -> f64 {
    let Rect { w, h } = shape;
    2.0 * (w + h)
}

==== contrast: a step of one case in JavaScript
kind: contrast
expect: silence
--- zoom.js
export function zoom(level, key) {
  switch (key) {
    case "in":
      level += 10;
      break;
    case "out":
      level «+=→-=» 10;
      break;
    default:
      level = 100;
  }
  return level;
}

==== contrast: one arm of a match in Rust
kind: contrast
expect: silence
--- step.rs
pub fn step(y: i32, key: Key) -> i32 {
    match key {
        Key::Up => y «+→-» 1,
        Key::Down => y + 1,
        Key::Stay => y,
    }
}

==== contrast: a call in both branches gets an argument
kind: contrast
--- draw.py
def draw(canvas, shape, bold):
    if shape.kind == "line":
        canvas.stroke(shape.points«→, bold»)
    elif shape.kind == "curve":
        canvas.stroke(shape.points‹→, bold›)
    else:
        canvas.fill(shape.points)

==== contrast: the function that both branches call is replaced
kind: contrast
--- notify.ts
export function notify(kind: string, text: string) {
  if (kind === "mail") {
    outbox.«push→enqueue»(text);
    count += 1;
  } else if (kind === "chat") {
    outbox.‹push→enqueue›(text);
    count += 1;
  }
}

==== contrast: an operator of two loops
kind: contrast
--- fill.c
void fill(int *a, int *b, int n)
{
    for (int i = 0; i «<=→<» n; i++)
        a[i] = 0;
    for (int i = 0; i ‹<=→<› n; i++)
        b[i] = 0;
}

==== derive: a type that owns a text is not copied
kind: derive
expect: silence
--- types.rs
#[derive(Debug, Clone«→, Copy»)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Clone)]
pub struct Label {
    pub text: String,
}

==== derive: types of numbers are copied
kind: derive
--- types.rs
#[derive(Debug, Clone«→, Copy»)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Clone)]
pub struct Label {
    pub text: String,
}

#[derive(Debug, Clone‹→, Copy›)]
pub struct Frame {
    pub size: Size,
    pub border: f32,
}

==== derive: a trait that every type can have
kind: derive
--- types.rs
#[derive(Debug, Clone«→, PartialEq»)]
pub struct Size {
    pub width: u32,
}

#[derive(Debug, Clone‹→, PartialEq›)]
pub struct Label {
    pub text: String,
    pub weight: f64,
}
