"""Names in TypeScript, TSX and JavaScript."""

import pytest

from nes_bindings.marked_texts import assert_groups

TYPESCRIPT = {
    "a local and another function's": """\
function f() {
  const [[a:total]] = 1;
  return [[a:total]] + x.total;
}
function g() {
  let [[b:total]] = 2;
  [[b:total]] += 1;
  return `${[[b:total]]}`;
}
""",
    "var is visible in the whole function, let in its block": """\
function f() {
  if (x) {
    var [[a:n]] = 1;
    let [[b:m]] = 2;
    use([[b:m]]);
  }
  use([[a:n]], [[c:m]]);
  let [[c:m]] = 3;
}
""",
    "a block hides the name around it": """\
let [[a:n]] = 1;
{
  let [[b:n]] = 2;
  use([[b:n]]);
}
for (let [[c:n]] = 0; [[c:n]] < 3; [[c:n]]++) use([[c:n]]);
for (const [[d:n]] of list) { use([[d:n]]); }
try {} catch ([[e:n]]) { use([[e:n]]); }
switch ([[a:n]]) { case 1: let [[f:n]] = 1; use([[f:n]]); }
use([[a:n]]);
""",
    "parameters, also in defaults, types and arrows": """\
function f([[a:x]]: number, y = [[a:x]]) { return [[a:x]]; }
const g = ([[b:x]]) => [[b:x]] + 1;
const h = [[c:x]] => { return [[c:x]]; };
type T = ([[d:x]]: string) => void;
function is([[e:x]]: unknown): [[e:x]] is string { return true; }
""",
    "functions are visible before they are declared": """\
[[a:run]]();
function [[a:run]](): void {}
const o = { run() {} };
o.run();
export { [[a:run]] };
""",
    "the own name of an expression": """\
const f = function [[a:loop]]() { return [[a:loop]](); };
const C = class [[b:Inner]] { copy() { return new [[b:Inner]](); } };
loop; Inner;
const g = function [[c:hidden]]() { const [[d:hidden]] = 1; return [[d:hidden]]; };
""",
    "overloads are one function": """\
function [[a:parse]](x: string): string;
function [[a:parse]](x: number): number;
function [[a:parse]](x: any) { return x; }
[[a:parse]](1);
""",
    "a class as a value and as a type": """\
class [[a:User]] {}
const u: [[a:User]] | null = new [[a:User]]();
class Admin extends [[a:User]] {}
const list: Array<[[a:User]]> = [];
const o = { User: 1 };
""",
    "types and values do not hide each other": """\
type [[a:Kind]] = string;
function f() {
  const [[b:Kind]] = 1;
  let x: [[a:Kind]];
  return [[b:Kind]];
}
""",
    "a type and a value of one scope are one name": """\
export interface [[a:Shape]] {}
export const [[a:Shape]] = {};
let s: [[a:Shape]] = [[a:Shape]];
""",
    "type parameters": """\
function f<[[a:T]] extends object>(x: [[a:T]]): [[a:T]] { return x; }
interface Box<[[b:T]]> { value: [[b:T]]; map<[[c:U]]>(f: (x: [[b:T]]) => [[c:U]]): Box<[[c:U]]>; }
type M<[[d:T]]> = { [[[e:K]] in keyof [[d:T]]]: [[d:T]][[[e:K]]] };
type E<[[f:T]]> = [[f:T]] extends Array<infer [[g:U]]> ? [[g:U]] : never;
""",
    "destructuring": """\
const { [[a:x]], y: [[b:z]], q: { [[c:w]] = 1 }, ...[[d:rest]] } = o;
use([[a:x]], [[b:z]], [[c:w]], [[d:rest]]);
const [[[e:one]], [[f:two]] = [[e:one]]] = list;
({ x: [[a:x]] } = p);
function f({ [[g:x]], k: [[h:v]] }) { return [[g:x]] + [[h:v]]; }
""",
    "the options of a function without types": """\
function f({ [[a+b:out]], k: [[c:v]], [[d+e:size]] = 1 } = {}) { return [[a:out]] + [[c:v]] + [[d:size]]; }
const g = ({ [[h+i:out]] }) => [[h:out]];
f({ [[b:out]]: 1, [[e:size]]: 2 });
g({ [[i:out]]: 1 });
list.map(({ [[z:out]] }) => [[z:out]]);
unknown({ out: 1 });
""",
    "a string of a union": """\
type Status = "[[a:open]]" | "closed" | null;
interface Order { status: Status; note: string; size?: "[[b:open]]" | "big"; }
function f(order: Order, { status = "[[a:open]]" }: Order): Status {
  if (order.status === "[[a:open]]" || order.note === "open" || "[[b:open]]" == order.size) { set("open"); }
  switch (status) { case "[[a:open]]": return "[[a:open]]"; }
  const all: Status[] = ["[[a:open]]", "closed"];
  const labels: Record<Status, string> = { [[a:open]]: "open", closed: "" };
  g("[[a:open]]", "open"); new Door("[[a:open]]");
  return order.status ?? "[[a:open]]";
}
function g(status: Status, text: string) { return text === "open" ? open : "open"; }
class Door { constructor(readonly status: Status) {} }
""",
    "a string that tells the parts of a union apart": """\
type Action = { type: "[[a:added]]"; text: string } | { type: "removed" };
interface Other { type: "added" }
function f(action: Action, other: Other): Action {
  if (other.type === "added" || action.text === "added") { f({ type: "[[a:added]]", text: "added" }, other); }
  switch (action.type) { case "[[a:added]]": return { type: "[[a:added]]", text: "added" }; }
  return { type: "removed" };
}
""",
    "the state of a component": """\
type Status = "[[a:open]]" | "closed";
class User { [[b:name]] = ""; }
function f() {
  const [status, setStatus] = useState<Status>("[[a:open]]");
  const [user, setUser] = React.useState(new User());
  const [other, setOther] = load<Status>("open");
  setStatus("[[a:open]]"); setOther("open"); setUser({ [[b:name]]: "open" }); other === "open";
  return status === "[[a:open]]" ? user.[[b:name]] : "open";
}
""",
    "the class of a checked value": """\
class Failure { [[a:code]] = 1; }
class Other { code = 2; }
function f(error: unknown) {
  if (error instanceof Failure && error) { use(error.[[a:code]]); }
  if (!(error instanceof Failure)) { return error.code; }
  return error.[[a:code]];
}
function g(error: unknown) {
  if (error instanceof Failure || x) { use(error.code); }
  if (!(error instanceof Failure)) { log(error); }
  return error.code;
}
""",
    "labels": """\
[[a:outer]]: for (;;) { [[b:inner]]: for (;;) { break [[a:outer]]; } }
const outer = 1;
""",
    "a shorthand is a variable and a property": """\
const [[a:name]] = 1;
const o = { [[a+b:name]] };
use(o.[[b:name]]);
const { [[c+b:name]] } = o;
""".replace("const { [[c+b:name]] } = o;", "function f() { const { [[c+b:name]] } = o; return [[c:name]]; }"),
    "strings and comments are no names": """\
const [[a:port]] = 1; // port
use("port", [[a:port]], 'port');
""",
    "fields and methods by this": """\
class A {
  [[a:total]] = 0;
  #[[z:n]] = 1;
  constructor(private [[b:id]]: string) { use([[b:id]], this.[[b:id]]); }
  [[c:add]](total: number) { this.[[a:total]] += total; return this.[[c:add]](this.#[[z:n]]); }
  get() { return [1].map(() => this.[[a:total]]); }
}
class B { total = 0; add() { return this.total; } }
""".replace("#[[z:n]]", "#n"),
    "members by annotations, constructors and returned types": """\
interface User { [[a:name]]: string; friend?: User; [[b:greet]](): void; }
class Other { [[c:name]] = ""; }
function f(u: User, v: User | null, list: User[], o: Other) {
  u.[[a:name]]; v!.[[a:name]]; v?.[[b:greet]](); u.friend?.[[a:name]]; o.[[c:name]];
  for (const one of list) one.[[a:name]];
  list.map((one) => one.[[a:name]]).filter(Boolean);
  list.find((x) => x.[[a:name]])?.[[a:name]];
  list[0].[[a:name]];
  new Other().[[c:name]];
  const other = new Other();
  other.[[c:name]];
  (u as any as Other).[[c:name]];
}
function load(): User { return { [[a:name]]: "", [[b:greet]]() {} }; }
load().[[a:name]];
async function fetchUser(): Promise<User> { return { [[a:name]]: "" }; }
async function main() { (await fetchUser()).[[a:name]]; const u = await fetchUser(); u.[[a:name]]; }
""",
    "object literals with a known type": """\
type Options = { [[a:port]]: number; nested: { [[b:host]]: string } };
const one: Options = { [[a:port]]: 1, nested: { [[b:host]]: "x" } };
function serve(options: Options, rest: Options[] = []) {
  const { [[c+a:port]], nested: { [[d+b:host]] } } = options; }
serve({ [[a:port]]: 2, nested: { [[b:host]]: "y" } }, [{ [[a:port]]: 3 }]);
const arrow = (): Options => ({ [[a:port]]: 4 });
const other = { [[e:port]]: 5 };
use(other.[[e:port]], one.nested.[[b:host]], other["[[e:port]]"]);
let value: Options["[[a:port]]"];
""",
    "inherited members": """\
interface Shape { [[a:area]](): number; }
abstract class Base implements Shape { abstract [[a:area]](): number; [[b:size]] = 1; }
class Square extends Base { [[a:area]]() { return this.[[b:size]] + super.[[b:size]]; } }
new Square().[[a:area]]();
interface More extends Shape {}
let m: More; m.[[a:area]]();
""",
    "enums": """\
enum [[e:Color]] { [[a:Red]], [[b:Green]] = [[a:Red]] + 1, "[[c:Blue]]" = 7 }
const c: [[e:Color]] = [[e:Color]].[[a:Red]];
switch (c) { case [[e:Color]].[[b:Green]]: break; case [[e:Color]]["[[c:Blue]]"]: break; }
type R = [[e:Color]].[[a:Red]];
enum Other { Red }
""",
    "namespaces": """\
namespace [[a:Api]] { export const [[b:limit]] = 1; export interface [[c:Item]] {} const inner = [[b:limit]]; }
[[a:Api]].[[b:limit]];
let item: [[a:Api]].[[c:Item]];
const limit = 1;
""",
    "unions": """\
interface Base { [[k:kind]]: string }
interface Circle extends Base { [[k:kind]]: "circle"; [[r:radius]]: number; [[o:origin]]: number }
interface Square extends Base { [[k:kind]]: "square"; side: number; [[p:origin]]: number }
type Shape = Circle | Square;
type Event = { [[t:type]]: "open"; [[a:by]]: string } | { [[t:type]]: "close"; [[a:by]]: string };
function f(shape: Shape, event: Event) {
  if (shape.[[k:kind]] === "circle") shape.[[r:radius]];
  event.[[a:by]];
  if (event.[[t:type]] === "open") event.[[a:by]];
}
const shapes: Shape[] = [{ [[k:kind]]: "circle", [[r:radius]]: 1, [[o:origin]]: 2 }];
shapes.push({ [[k:kind]]: "square", side: 1, [[p:origin]]: 2 });
""",
    "what the checks around a value leave of a union": """\
interface Circle { [[k:kind]]: "circle"; [[c:size]]: number; round?: boolean }
interface Ring { [[k:kind]]: "ring"; [[r:size]]: number; hole: number; round?: boolean }
type Shape = Circle | Ring;
function isRing(shape: Shape): shape is Ring { return shape.[[k:kind]] === "ring"; }
function behind(shape: Shape, shapes: Shape[]) {
  if (shape.[[k:kind]] === "circle") { return shape.[[c:size]]; }
  return shape.[[r:size]] + shapes.filter(isRing).length;
}
function branches(shape: Shape, state: { shape: Shape }) {
  if (state.shape.[[k:kind]] !== "circle") { use(state.shape.[[r:size]]); } else { use(state.shape.[[c:size]]); }
  if (isRing(shape)) { use(shape.[[r:size]]); } else if (shape.[[k:kind]] == "circle") { use(shape.[[c:size]]); }
  if ("hole" in shape && shape.[[r:size]] > 1) { return () => shape.[[r:size]]; }
  if ("hole" in shape) { return 1; } else { throw shape.[[c:size]]; }
}
function cases(shape: Shape) {
  switch (shape.[[k:kind]]) {
    case "circle": { use(shape.[[c:size]]); break; }
    case "ring": return shape.[[r:size]];
  }
  switch (shape.[[k:kind]]) { case "circle": return shape.[[c:size]]; default: return shape.[[r:size]]; }
}
function expressions(shape: Shape) {
  const one = shape.[[k:kind]] === "ring" ? shape.[[r:size]] : shape.[[c:size]];
  use(shape.[[k:kind]] === "ring" || shape.[[c:size]] > one);
  return !(shape.[[k:kind]] !== "ring") && shape.[[r:size]];
}
function otherwise(shape: Shape) {
  if (shape.[[k:kind]] === "ring") { use(shape.[[r:size]]); } else { return shape.[[c:size]]; }
  return shape.[[r:size]];
}
function both(shape: Shape, found: boolean) {
  if (found && shape.[[k:kind]] === "ring") { return shape.[[r:size]]; }
  if (!found || shape.[[k:kind]] === "ring") { return 0; }
  const inner = (shape: Ring) => shape.[[r:size]];
  return inner(null) + shape.[[c:size]];
}
""",
    "what the checks around a value do not tell": """\
interface Circle { kind: "circle"; [[a:size]]: number; round?: boolean }
interface Ring { kind: "ring"; [[a:size]]: number; hole: number }
type Shape = Circle | Ring;
function f(shape: Shape, other: Shape) {
  if (shape.kind === "circle") { log(shape); }
  if (other.kind === "circle") { return shape.[[a:size]]; }
  if ("round" in shape) { return 1; }
  switch (shape.kind) {
    case "circle":
    case "ring": return shape.[[a:size]];
  }
}
""",
    "a boolean that tells the parts of a union apart": """\
type Result = { ok: true; [[v:text]]: string } | { ok: false; [[e:text]]: string; code: number };
function f(result: Result): string {
  if (!result.ok) { return result.[[e:text]] + result.code; }
  return result.[[v:text]];
}
function g(result: Result) { return result.ok === true && result.[[v:text]]; }
""",
    "several parts of a union that are left": """\
type Step = { on: "a"; [[a:at]]: number } | { on: "b"; [[b:at]]: number } | { on: "c"; by: number };
function f(step: Step) {
  if (step.on === "a") return step.[[a:at]];
  return step.by + step.[[b:at]];
}
""",
    "parameters of a half-typed function are not visible in the rest": """\
if (x) {
  ([[a:total]]): void {
  }
use(total);
""",
    "parameters of a half-typed arrow are not visible in the rest": """\
function ([[a:total]]) => {
use(total)
""",
    "merged interfaces": """\
interface A { [[a:x]]: number }
interface A { y: number }
let a: A; a.[[a:x]];
""",
    "intersections and partial types": """\
interface A { [[a:x]]: number }
interface B { [[b:y]]: number }
type C = A & B;
function f(c: C, p: Partial<A>, o: Omit<A, "z">) { c.[[a:x]]; c.[[b:y]]; p.[[a:x]]; o.[[a:x]]; }
""",
    "a type of a value": """\
const [[a:config]] = { [[b:port]]: 1 } as const;
type Config = typeof [[a:config]];
let c: Config; c.[[b:port]];
""",
}

TSX = {
    "components and their attributes": """\
interface Props { [[a:label]]: string; onPress?: () => void }
export function [[b:Button]]({ [[c+a:label]] }: Props) { return <b title={[[c:label]]}>{[[c:label]]}</b>; }
const Bar = (props: Props) => <[[b:Button]] [[a:label]]={props.[[a:label]]}></[[b:Button]]>;
const x = <Bar [[a:label]]="x" {...y} />;
""",
}

JAVASCRIPT = {
    "the members of an object that is spread": """\
const defaults = { [[a:wait]]: 1, [[b:size]]: 2 };
const other = { wait: 3 };
const all = { ...defaults, [[b:size]]: 4 };
use(all.[[a:wait]], all.[[b:size]], other.wait);
""",
    "the members of merged objects": """\
const defaults = { [[a:wait]]: 1 };
const all = Object.assign({}, defaults, given);
const others = merge({}, defaults);
use(all.[[a:wait]], others.[[a?:wait]]);
""",
    "the options of a function with defaults": """\
const defaults = { [[a:wait]]: 1 };
function f(list, options) {
  const all = { ...defaults, ...options };
  return all.[[a:wait]];
}
function g(options) { return Object.assign({}, defaults, options).[[a:wait]]; }
function h(options) { return use(options); }
function k(options) { return { ...options }; }
f([], { [[a:wait]]: 2 });
g({ [[a:wait]]: 2 });
h({ wait: 2 });
k({ wait: 2 });
""",
    "this of a callback": """\
class Box {
  constructor() { this.[[a:size]] = 1; }
  all(list) {
    list.forEach(function (one) { use(this.[[a:size]]); }, this);
    list.forEach(function (one) { use(this.size); });
    return list.map(function (one) { return this.[[a:size]]; }.bind(this));
  }
}
""",
    "a class with fields": """\
class [[a:Store]] extends Base {
  [[b:items]] = [];
  [[c:add]](item) { this.[[b:items]].push(item); }
}
const s = new [[a:Store]]();
s.[[c:add]](1);
""",
    "members by assignment": """\
class Store {
  constructor() { this.[[a:items]] = []; }
  size() { return this.[[a:items]].length; }
}
function Queue() { this.[[b:items]] = []; }
Queue.prototype.[[c:add]] = function (one) { this.[[b:items]].push(one); return this.[[c:add]]; };
new Queue().[[c:add]](1);
const tools = {};
tools.[[d:run]] = function () {};
tools.[[d:run]]();
other.items = 1;
""",
    "types in comments": """\
class User { [[a:rename]]() {} }
/**
 * @param {User} user - the user
 * @param {string} rename
 * @returns {?User}
 */
function first(user, rename) { return user.[[a:rename]](); }
first().[[a:rename]]();
/** @type {User} */
const one = make();
one.[[a:rename]]();
""",
    "a class by a member of exports": """\
const { Store } = require("./store");
/** @param {Store} store */
function use(store) { store.[[a:add]](); new Store().[[a:add]](); }
--- store.js
class Store { [[a:add]]() {} }
/** @param {Store} other */
function copy(other) { other.[[a:add]](); }
exports.Store = Store;
""",
    "a module that is a class": """\
const [[d:Store]] = require("./store");
const Shop = require("./shop");
const util = require("./util");
new [[d:Store]]().[[a:add]]();
Shop.[[b:open]]();
new Shop().[[c:close]]();
--- store.js
class [[f:Store]] { [[a:add]]() {} }
module.exports = [[f:Store]];
--- util.js
const [[e:util]] = 1;
module.exports = { [[e:util]] };
--- shop.js
module.exports = class { static [[b:open]]() {} [[c:close]]() {} };
""",
    "an exported object": """\
const { [[a:port]] } = require("./config");
const config = require("./config");
use([[a:port]], config.[[a:port]], config.[[b:host]]);
--- config.js
const values = { [[a:port]]: 1, [[b:host]]: "x" };
module.exports = values;
""",
    "commonjs": """\
const { [[a:load]], save: [[b:store]] } = require("./io");
const fs = require("fs");
[[a:load]](); [[b:store]]();
--- io.js
function [[a:load]]() {}
function [[c:save]]() {}
module.exports = { [[a:load]], [[c:save]] };
""".replace("save: [[b:store]]", "[[c:save]]: [[b:store]]"),
}

PROJECT = {
    "the options of a class with defaults": """\
--- a.js
const defaults = { width: 1, [[a:wait]]: 2 };
export class Chart {
  constructor(element, options) {
    this.options = Object.assign({}, defaults, options);
  }
  draw() { return this.options.[[a:wait]]; }
}
--- b.js
import { Chart } from './a.js';
const chart = new Chart(element, { [[a:wait]]: 3 });
use({ wait: 4 });
""",
    "imports and exports": """\
import { [[a:load]], save as [[b:store]] } from "./io";
import * as io from "./io.js";
[[a:load]](); [[b:store]](); io.[[a:load]]();
--- io.ts
export function [[a:load]]() { return [[a:load]]; }
export const save = 1;
--- other.ts
import { load } from "./elsewhere";
load();
""",
    "through index files": """\
import { [[a:load]], [[b:User]], [[c:write]] } from "./lib";
[[a:load]](); let u: [[b:User]]; [[c:write]]();
--- lib/index.ts
export { [[a:load]] } from "./io";
export * from "./user";
export { save as [[c:write]] } from "./io";
--- lib/io.ts
export const [[a:load]] = () => 1;
export const save = () => 1;
--- lib/user.ts
export interface [[b:User]] { name: string }
""",
    "a default export of the same name": """\
import [[a:Store]] from "./store";
new [[a:Store]]().[[b:add]]();
--- store.ts
export default class [[a:Store]] { [[b:add]]() {} }
--- other.ts
import Shop from "@/store";
new Shop().[[b:add]]();
""",
    "members of imported types": """\
import type { User, Role } from "./user";
import { load, users, config } from "./user";
function f(u: User, r: Role) { u.[[a:name]]; r.users[0].[[a:name]]; r.[[b:lead]]?.[[a:name]]; }
load().[[a:name]];
users.map((one) => one.[[a:name]]);
const made: User = { [[a:name]]: "x" };
config.[[c:port]];
class Admin implements User { [[a:name]] = ""; }
--- user.ts
export interface User { [[a:name]]: string }
export interface Role { users: User[]; [[b:lead]]?: User; }
export function load(): User { return { [[a:name]]: "y" }; }
export const users: User[] = [];
export const config = { [[c:port]]: 1 };
class Hidden { name = 1; }
""",
    "arguments of imported functions": """\
import { serve, Client } from "./serve";
serve({ [[a:port]]: 1 });
new Client({ [[a:port]]: 2 });
--- serve.ts
interface Options { [[a:port]]: number }
export function serve(options: Options) { return options.[[a:port]]; }
export class Client { constructor(private options: Options) { this.options.[[a:port]]; } }
""",
    "what signals, references and maps hold": """\
import { active, names, byId } from "./state";
active.value?.[[a:name]];
active.peek()?.[[a:name]];
names.value.map((one) => one.[[a:name]]);
byId.get("x")?.[[a:name]];
--- state.ts
import { signal, computed, type Signal } from "@preact/signals";
interface Item { [[a:name]]: string }
export const active: Signal<Item | null> = signal(null);
export const all = signal<Item[]>([]);
export const names = computed(() => all.value.filter((one) => one.[[a:name]]));
export const byId = new Map<string, Item>();
for (const one of [...all.value]) one.[[a:name]];
class Signal2<T> { value: T }
let other: Signal2<Item>; other.value.name;
""",
    "callbacks of imported functions": """\
import { each, on } from "./each";
import { Child } from "./child";
each((item) => item.[[a:name]]);
on({ done: (item) => item.[[a:name]] });
class Grandchild extends Child { show() { return this.find().[[a:name]]; } [[b:save]]() {} }
--- each.ts
import type { Item } from "./item";
export function each(f: (item: Item) => void) {}
export function on(options: { done: (item: Item) => void }) {}
--- item.ts
export interface Item { [[a:name]]: string }
export interface Saved { [[b:save]](): void }
--- child.ts
import type { Item, Saved } from "./item";
export class Child implements Saved { find(): Item { return null; } [[b:save]]() {} }
""",
    "modules that import each other": """\
import { [[a:Scope]] } from "./internal";
export interface State { scope: [[a:Scope]] }
--- internal.ts
export * from "./main";
export * from "./scope";
--- scope.ts
import { State } from "./internal";
export interface [[a:Scope]] { state: State }
""",
    "an import beside an export of the same name": """\
import { User } from "./api";
let u: User; u.[[a:name]];
--- api.ts
import type { User } from "./user";
export type { User } from "./user";
--- user.ts
export interface User { [[a:name]]: string }
""",
    "a string of a union that an imported component takes": """\
import { Button, type Size } from "./button";
const x = <Button size="[[a:small]]" label="small" />;
const y = (size: Size) => (size !== "[[a:small]]" ? <Button size={"[[a:small]]"} label={"small"} /> : "small");
--- button.tsx
export type Size = "[[a:small]]" | "large";
type Props = { size: Size; label: string };
export function Button({ size = "[[a:small]]", label }: Props) { return size; }
""",
    "the options of an exported function": """\
import { load } from "./load";
load({ [[b:out]]: 1 });
--- load.js
exports.load = ({ [[a+b:out]] }) => [[a:out]];
app.load = ({ [[c:out]] }) => [[c:out]];
""",
    "attributes of an imported component": """\
import { Button } from "./button";
const x = <Button [[a:label]]="x" />;
--- button.tsx
type Props = { [[a:label]]: string };
export function Button(props: Props) { return props.[[a:label]]; }
""",
}


@pytest.mark.parametrize("name", TYPESCRIPT)
def test_typescript(name: str) -> None:
    assert_groups(TYPESCRIPT[name], "main.ts", "typescript")


@pytest.mark.parametrize("name", TSX)
def test_tsx(name: str) -> None:
    assert_groups(TSX[name], "main.tsx", "typescriptreact")


@pytest.mark.parametrize("name", JAVASCRIPT)
def test_javascript(name: str) -> None:
    assert_groups(JAVASCRIPT[name], "main.js", "javascript")


@pytest.mark.parametrize("name", PROJECT)
def test_several_texts(name: str) -> None:
    assert_groups(PROJECT[name], "main.tsx" if "component" in name else "main.ts", "")
