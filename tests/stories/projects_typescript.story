==== refunded orders have a label and a colour
kind: enum-member
--- src/orderStatus.ts
export enum OrderStatus {
  Pending = 'pending',
  Paid = 'paid',
  Shipped = 'shipped',«→
  Refunded = 'refunded',»
}

export const STATUS_LABELS: Record<OrderStatus, string> = {
  [OrderStatus.Pending]: 'Pending',
  [OrderStatus.Paid]: 'Paid',
  [OrderStatus.Shipped]: 'Shipped',‹→
  [OrderStatus.Refunded]: 'Refunded',›
};

export enum InvoiceStatus {
  Open = 'open',
  Paid = 'paid',
}
--- src/statusColor.ts
import { OrderStatus } from './orderStatus';

export function statusColor(status: OrderStatus): string {
  switch (status) {
    case OrderStatus.Pending:
      return 'orange';
    case OrderStatus.Paid:
      return 'green';
    case OrderStatus.Shipped:
      return 'blue';‹→
    case OrderStatus.Refunded:
      return 'gray';¦re:\n    case OrderStatus\.Refunded:\n      return '\w*';¦@›
  }
}

==== stores must be able to remove
kind: interface-method
--- src/storage.ts
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;«→
  remove(key: string): void;»
}

export class MemoryStore implements KeyValueStore {
  private items = new Map<string, string>();

  get(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  set(key: string, value: string): void {
    this.items.set(key, value);
  }‹→

  remove(key: string): void {
    this.items.delete(key);
  }¦re:\n\n  remove\(key: string\): void \{[^}]*\}¦@›
}

export class BrowserStore implements KeyValueStore {
  constructor(private prefix: string) {}

  get(key: string): string | null {
    return localStorage.getItem(this.prefix + key);
  }

  set(key: string, value: string): void {
    localStorage.setItem(this.prefix + key, value);
  }‹→

  remove(key: string): void {
    localStorage.removeItem(this.prefix + key);
  }¦re:\n\n  remove\(key: string\): void \{[^}]*\}¦@›
}

export class Counter {
  private n = 0;

  set(key: string, value: number): void {
    this.n = value;
  }
}

==== avatar url from the api
kind: field-added
--- src/user.ts
export interface UserDto {
  id: number;
  display_name: string;
  created_at: string;
  avatar_url: string;
}

export interface User {
  id: number;
  displayName: string;
  createdAt: Date;«→
  avatarUrl: string;»
}

export function toUser(dto: UserDto): User {
  return {
    id: dto.id,
    displayName: dto.display_name,
    createdAt: new Date(dto.created_at),‹→
    avatarUrl: dto.avatar_url,›
  };
}

export interface Team {
  id: number;
  displayName: string;
}

export function toTeam(dto: { id: number; display_name: string }): Team {
  return {
    id: dto.id,
    displayName: dto.display_name,
  };
}

==== config is loaded asynchronously
kind: async-propagation
--- src/config.ts
import { readFile } from 'node:fs/promises';

export interface Config {
  port: number;
  dbUrl: string;
}

export «→async »function loadConfig(path: string): «Config→Promise<Config>» {
  return JSON.parse(«→await »readFile(path, 'utf8'));
}

export function defaultConfig(): Config {
  return { port: 8080, dbUrl: 'postgres://localhost/app' };
}
--- src/main.ts
import { loadConfig, defaultConfig } from './config';
import { createServer } from './server';

async function main() {
  const path = process.argv[2];
  const config = path ? ‹→await ›loadConfig(path) : defaultConfig();
  const server = await createServer(config);
  server.listen(config.port);
}

main();
--- src/migrate.ts
import { loadConfig } from './config';
import { migrate } from './db';

export async function runMigrations(path: string) {
  const { dbUrl } = ‹→await ›loadConfig(path);
  await migrate(dbUrl);
}

==== second state of the login form
kind: half-typed-line
--- src/LoginForm.tsx
import { useState } from 'react';

export function LoginForm({ onSubmit }: { onSubmit: (email: string, password: string) => void }) {
  const [email, setEmail] = useState('');«→
  const [password, set»‹→Password] = useState('');›

  return (
    <form onSubmit={() => onSubmit(email, password)}>
      <input type="email" value={email} onChange={(e) => setEmail(e.target.value)} />
      <input type="password" value={password} onChange={(e) => setPassword(e.target.value)} />
      <button>Log in</button>
    </form>
  );
}

==== memo is gone, so is its import
kind: code-deleted
--- src/CartSummary.tsx
import { useState‹, useMemo→› } from 'react';
import type { CartItem } from './types';

export function CartSummary({ items, total }: { items: CartItem[]; total: number }) {
  const [open, setOpen] = useState(false);
«  const sum = useMemo(() => items.reduce((s, i) => s + i.price, 0), [items]);
→»
  return (
    <section>
      <button onClick={() => setOpen(!open)}>{items.length} items</button>
      {open && items.map((item) => <p key={item.id}>{item.name}</p>)}
      <strong>{total}</strong>
    </section>
  );
}

==== a component gets a better name
kind: rename-class
--- src/components/Badge.tsx
interface Props {
  text: string;
  tone?: 'info' | 'warning';
}

export function «Badge→StatusBadge»({ text, tone = 'info' }: Props) {
  return <span className={`Badge Badge--${tone}`}>{text}</span>;
}
--- src/pages/Orders.tsx
import { ‹Badge→StatusBadge› } from '../components/Badge';
import type { Order } from '../types';

export function Orders({ orders }: { orders: Order[] }) {
  return (
    <ul>
      {orders.map((order) => (
        <li key={order.id}>
          {order.title}
          <‹Badge→StatusBadge› text={order.status} />
          {order.late && <‹Badge→StatusBadge› text="Late" tone="warning" />}
        </li>
      ))}
    </ul>
  );
}
--- src/pages/Achievements.tsx
import { Badge } from 'some-ui-kit';

export const Achievements = () => <Badge count={3} />;

==== strings of the schema are trimmed
kind: parallel-lines
--- src/schemas/address.ts
import { z } from 'zod';

export const addressSchema = z.object({
  street: z.string()«→.trim()»,
  houseNumber: z.number().int(),
  city: z.string()«→.trim()»,
  region: z.string()‹→.trim()›,
  country: z.string()‹→.trim()›,
  isDefault: z.boolean(),
});

export type Address = z.infer<typeof addressSchema>;

==== a hook is renamed
kind: rename-function
--- src/hooks/useUser.ts
import { useContext } from 'react';
import { AuthContext } from '../auth';

/** The user who is logged in. */
export function «useUser→useCurrentUser»() {
  const { user } = useContext(AuthContext);
  return user;
}

export function useUserId() {
  return ‹useUser→useCurrentUser›()?.id;
}
--- src/components/Header.tsx
import { ‹useUser→useCurrentUser› } from '../hooks/useUser';

export function Header() {
  const user = ‹useUser→useCurrentUser›();
  return <header>{user ? `Hello, ${user.name}` : 'Please log in'}</header>;
}
--- src/components/Settings.tsx
import { ‹useUser→useCurrentUser›, useUserId } from '../hooks/useUser';

export function Settings() {
  const me = ‹useUser→useCurrentUser›();
  const id = useUserId();
  if (!me) return null;
  return <a href={`/users/${id}`}>{me.email}</a>;
}

==== base url constant, but not the environment variable
kind: rename-constant
--- src/api/constants.ts
export const «API_URL→API_BASE_URL» = process.env.API_URL ?? 'http://localhost:4000';
export const API_TIMEOUT = 5000;
--- src/api/client.ts
import { ‹API_URL→API_BASE_URL›, API_TIMEOUT } from './constants';

export async function getJson<T>(path: string): Promise<T> {
  const res = await fetch(`${‹API_URL→API_BASE_URL›}${path}`, { signal: AbortSignal.timeout(API_TIMEOUT) });
  if (!res.ok) {
    throw new Error(`GET ${path}: ${res.status}`);
  }
  return res.json();
}

export function socketUrl(): string {
  return ‹API_URL→API_BASE_URL›.replace(/^http/, 'ws') + '/socket';
}

==== useRef needs its import
kind: imports
--- src/SearchBox.tsx
import { useEffect, useState‹→, useRef¦re:, useRef› } from 'react';
import { search } from './api';

export function SearchBox() {
  const [query, setQuery] = useState('');
  const [hits, setHits] = useState<string[]>([]);«→
  const inputRef = useRef<HTMLInputElement>(null);»

  useEffect(() => {
    if (query.length > 2) {
      search(query).then(setHits);
    }
  }, [query]);

  return (
    <>
      <input value={query} onChange={(e) => setQuery(e.target.value)} />
      <ul>{hits.map((h) => <li key={h}>{h}</li>)}</ul>
    </>
  );
}

==== a repository may find nothing
kind: return-type
--- src/repo/UserRepository.ts
import type { User } from '../types';

export interface UserRepository {
  findById(id: string): Promise<«User→User | null»>;
  findAll(): Promise<User[]>;
  save(user: User): Promise<User>;
}
--- src/repo/SqlUserRepository.ts
import type { User } from '../types';
import type { UserRepository } from './UserRepository';
import { db } from '../db';

export class SqlUserRepository implements UserRepository {
  async findById(id: string): Promise<‹User→User | null›> {
    return db.one('select * from users where id = $1', [id]);
  }

  async findAll(): Promise<User[]> {
    return db.many('select * from users');
  }

  async save(user: User): Promise<User> {
    return db.one('insert into users values ($1, $2) returning *', [user.id, user.name]);
  }
}
--- src/repo/FakeUserRepository.ts
import type { User } from '../types';
import type { UserRepository } from './UserRepository';

export class FakeUserRepository implements UserRepository {
  users: User[] = [];

  async findById(id: string): Promise<‹User→User | null›> {
    return this.users.find((u) => u.id === id)!;
  }

  async findAll(): Promise<User[]> {
    return this.users;
  }

  async save(user: User): Promise<User> {
    this.users.push(user);
    return user;
  }
}

==== a heading is reworded
kind: silence
expect: silence
--- src/EmptyState.tsx
interface Props {
  onCreate: () => void;
  onImport: () => void;
}

export function EmptyState({ onCreate, onImport }: Props) {
  return (
    <div className="empty">
      <h2>«Nothing here→No projects yet»</h2>
      <p>Create your first project, or import one.</p>
      <button onClick={onCreate}>Create project</button>
      <button onClick={onImport}>Import project</button>
    </div>
  );
}

==== a todo comment in a reducer
kind: silence
expect: silence
--- src/cartReducer.ts
import type { CartItem } from './types';

type Action = { type: 'add'; item: CartItem } | { type: 'remove'; id: string } | { type: 'clear' };

export function cartReducer(items: CartItem[], action: Action): CartItem[] {
  switch (action.type) {
    case 'add':
      «→// TODO: merge with an equal item
      »return [...items, action.item];
    case 'remove':
      return items.filter((item) => item.id !== action.id);
    case 'clear':
      return [];
  }
}

==== cache class of an audio editor renamed
kind: rename-class
--- src/trackCache.ts
export interface TrackCacheEntry {
  id: string;
  peaks: Float32Array;
}

export class «TrackCache→WaveformCache» {
  private static shared: ‹TrackCache→WaveformCache› | undefined;
  private entries = new Map<string, TrackCacheEntry>();

  static instance(): ‹TrackCache→WaveformCache› {
    ‹TrackCache→WaveformCache›.shared ??= new ‹TrackCache→WaveformCache›();
    return ‹TrackCache→WaveformCache›.shared;
  }

  get(id: string): TrackCacheEntry | undefined {
    return this.entries.get(id);
  }

  put(entry: TrackCacheEntry): void {
    this.entries.set(entry.id, entry);
  }
}
--- src/timeline.ts
import { ‹TrackCache→WaveformCache›, TrackCacheEntry } from './trackCache';

export class Timeline {
  constructor(private readonly cache: ‹TrackCache→WaveformCache› = ‹TrackCache→WaveformCache›.instance()) {}

  peaks(id: string): Float32Array {
    const entry: TrackCacheEntry | undefined = this.cache.get(id);
    if (!entry) {
      throw new Error(`no waveform for track ${id}`);
    }
    return entry.peaks;
  }
}

==== a lot can be quarantined
kind: enum-member
--- src/lots.ts
export enum LotState {
  Received = 'received',
  Released = 'released',
  Scrapped = 'scrapped',«→
  Quarantined = 'quarantined',»
}

export enum OrderState {
  Received = 'received',
  Shipped = 'shipped',
}

export const LOT_LABELS: Record<LotState, string> = {
  [LotState.Received]: 'Received',
  [LotState.Released]: 'Released',
  [LotState.Scrapped]: 'Scrapped',‹→
  [LotState.Quarantined]: 'Quarantined',¦re:\s*\[LotState\.Quarantined\]: .*›
};

export const ORDER_LABELS: Record<OrderState, string> = {
  [OrderState.Received]: 'Received',
  [OrderState.Shipped]: 'Shipped',
};
--- src/lotColor.ts
import { LotState } from './lots';

export function lotColor(state: LotState): string {
  switch (state) {
    case LotState.Received:
      return 'blue';
    case LotState.Released:
      return 'green';
    case LotState.Scrapped:
      return 'gray';‹→
    case LotState.Quarantined:
      return 'orange';¦re:\s*case LotState\.Quarantined:\s*return '\w*';¦@›
  }
}

==== exporters can be cancelled
kind: interface-method
--- src/export/exporter.ts
export interface Exporter {
  readonly format: string;
  start(path: string): void;
  progress(): number;«→
  cancel(): void;»
}

export interface Importer {
  readonly format: string;
  start(path: string): void;
}
--- src/export/pdfExporter.ts
import { Exporter } from './exporter';

export class PdfExporter implements Exporter {
  readonly format = 'pdf';
  private done = 0;

  start(path: string): void {
    console.log(`writing ${path}`);
    this.done = 1;
  }

  progress(): number {
    return this.done;
  }‹→

  cancel(): void {
    this.done = 0;
  }¦re:\s*(public )?cancel\(\)(: void)? \{[\s\S]*\}¦@›
}
--- src/export/svgExporter.ts
import { Exporter } from './exporter';

export class SvgExporter implements Exporter {
  readonly format = 'svg';
  private percent = 0;

  start(path: string): void {
    this.percent = path.endsWith('.svg') ? 100 : 0;
  }

  progress(): number {
    return this.percent / 100;
  }‹→

  cancel(): void {
    this.percent = 0;
  }¦re:\s*(public )?cancel\(\)(: void)? \{[\s\S]*\}¦@›
}
--- src/export/svgImporter.ts
import { Importer } from './exporter';

export class SvgImporter implements Importer {
  readonly format = 'svg';

  start(path: string): void {
    console.log(`reading ${path}`);
  }
}

==== blocked seats become a set
kind: return-type
--- src/seating.ts
export interface Hall {
  rows: { name: string; broken: string[] }[];
}

export function blockedSeats(hall: Hall): «string[]→Set<string>» {
  const seats = hall.rows.flatMap((row) => row.broken.map((seat) => `${row.name}${seat}`));
  return «seats→new Set(seats)»;
}

export function rowNames(hall: Hall): string[] {
  return hall.rows.map((row) => row.name);
}
--- src/booking.ts
import { blockedSeats, Hall, rowNames } from './seating';

export function canBook(hall: Hall, seat: string): boolean {
  const blocked = blockedSeats(hall);
  if (blocked.‹includes→has›(seat)) {
    return false;
  }
  const names = rowNames(hall);
  return names.includes(seat[0]);
}

export function summary(hall: Hall): string {
  const blocked = blockedSeats(hall);
  const names = rowNames(hall);
  return `${names.length} rows, ${blocked.‹length→size›} seats blocked`;
}

==== pump levels are read asynchronously
kind: async-propagation
--- src/levels.ts
import { Bus } from './bus';

export interface Level {
  tank: string;
  litres: number;
}

export «→async »function readLevels(bus: Bus): «Level[]→Promise<Level[]>» {
  const frames = «→await »bus.query('levels');
  return frames.map((frame) => ({ tank: frame.name, litres: frame.value }));
}
--- src/alarm.ts
import { Bus } from './bus';
import { readLevels } from './levels';
import { notify } from './notify';

class Simulator {
  readLevels() {
    return [{ tank: 'demo', litres: 100 }];
  }
}

export async function checkLevels(bus: Bus, minimum: number): Promise<void> {
  const levels = ‹→await ›readLevels(bus);
  for (const level of levels) {
    if (level.litres < minimum) {
      await notify(`tank ${level.tank} is low`);
    }
  }
}

export async function totalLitres(bus: Bus): Promise<number> {
  const all = ‹→await ›readLevels(bus);
  return all.reduce((sum, level) => sum + level.litres, 0);
}

export function demo(): number {
  const simulator = new Simulator();
  const levels = simulator.readLevels();
  return levels.length;
}

==== a helper is used and must be imported
kind: imports
--- src/geo.ts
export interface Point {
  lat: number;
  lon: number;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.lat - b.lat, a.lon - b.lon) * 60;
}

export function bearing(a: Point, b: Point): number {
  return (Math.atan2(b.lon - a.lon, b.lat - a.lat) * 180) / Math.PI;
}

export function formatBearing(degrees: number): string {
  return `${Math.round((degrees + 360) % 360)}°`;
}
--- src/route.ts
import { bearing, distance‹→, formatBearing¦#1›, Point‹→, formatBearing¦#1› } from './geo';

export interface Leg {
  from: Point;
  to: Point;
}

export function legLength(leg: Leg): string {
  return `${distance(leg.from, leg.to).toFixed(1)} nm`;
}

export function legCourse(leg: Leg): string {
  const course = bearing(leg.from, leg.to);
  return «String(course)→formatBearing(course)»;
}

export function describe(legs: Leg[]): string {
  return legs.map((leg) => legLength(leg)).join(', ');
}

==== due date of a loan renamed
kind: rename-field
--- src/types.ts
export interface Loan {
  id: number;
  reader: string;
  «dueAt→returnBy»: Date;
}

export interface Invoice {
  id: number;
  amount: number;
  dueAt: Date;
}
--- src/loans.ts
import { Invoice, Loan } from './types';

const DAY = 24 * 60 * 60 * 1000;

export function createLoan(id: number, reader: string, days: number): Loan {
  return { id, reader, ‹dueAt→returnBy›: new Date(Date.now() + days * DAY) };
}

export function isOverdue(loan: Loan, now: Date): boolean {
  return loan.‹dueAt→returnBy› < now;
}

export function extend(loan: Loan, days: number): Loan {
  return { ...loan, ‹dueAt→returnBy›: new Date(loan.‹dueAt→returnBy›.getTime() + days * DAY) };
}

export function fine(loan: Loan, now: Date): Invoice {
  const late = Math.ceil((now.getTime() - loan.‹dueAt→returnBy›.getTime()) / DAY);
  return { id: loan.id, amount: late * 0.2, dueAt: new Date(now.getTime() + 14 * DAY) };
}

export function remind(invoice: Invoice): string {
  return `Please pay before ${invoice.dueAt.toDateString()}`;
}

==== a sanitizer is no longer called
kind: code-deleted
--- src/frames.ts
import { checksum } from './crc';
import { parseHeader‹, sanitizeLabel→› } from './text';

export interface Frame {
  kind: number;
  label: string;
  payload: Uint8Array;
}

const HEADER = 16;

export function decode(bytes: Uint8Array): Frame {
  const header = parseHeader(bytes.subarray(0, HEADER));
  const payload = bytes.subarray(HEADER);
  if (checksum(payload) !== header.crc) {
    throw new Error('bad checksum');
  }
  return {
    kind: header.kind,
    label: «sanitizeLabel(header.label)→header.label»,
    payload,
  };
}
--- src/text.ts
export interface Header {
  kind: number;
  label: string;
  crc: number;
}

export function parseHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const label = new TextDecoder().decode(bytes.subarray(8));
  return { kind: view.getUint32(0), crc: view.getUint32(4), label };
}

export function sanitizeLabel(label: string): string {
  return label.replace(/[^\w -]/g, '').trim();
}
--- src/menu.ts
import { sanitizeLabel } from './text';

export function menuItem(title: string): string {
  return `<li>${sanitizeLabel(title)}</li>`;
}

==== the theme is no longer passed to the legend
kind: change-signature
--- src/chart/legend.ts
export interface Item {
  label: string;
  color: string;
}

export type Theme = 'light' | 'dark';

export function drawLegend(ctx: CanvasRenderingContext2D, items: Item[]«, theme: Theme→»): void {
  items.forEach((item, index) => {
    ctx.fillStyle = item.color;
    ctx.fillRect(8, 8 + index * 16, 10, 10);
    ctx.fillText(item.label, 24, 16 + index * 16);
  });
}

export function drawTitle(ctx: CanvasRenderingContext2D, title: string, theme: Theme): void {
  ctx.fillStyle = theme === 'dark' ? '#eee' : '#222';
  ctx.fillText(title, 8, 12);
}
--- src/chart/bars.ts
import { drawLegend, drawTitle, Item, Theme } from './legend';

export function bars(ctx: CanvasRenderingContext2D, items: Item[], theme: Theme): void {
  drawTitle(ctx, 'Yield per field', theme);
  drawLegend(ctx, items‹, theme→›);
}

export function stacked(ctx: CanvasRenderingContext2D, groups: Item[][], theme: Theme): void {
  drawTitle(ctx, 'Yield per year', theme);
  for (const group of groups) {
    drawLegend(ctx, group‹, theme→›);
  }
}

==== a comment is written
kind: silence
expect: silence
--- src/irrigation.ts
export interface Zone {
  id: number;
  minutes: number;
  moisture: number;
}

export function plan(zones: Zone[], rain: number): Zone[] {
  if (rain > 8) {
    return [];
  }
«→  // Dry zones come first, so that they get water before the tank is empty.
»  const sorted = [...zones].sort((a, b) => a.moisture - b.moisture);
  return sorted.filter((zone) => zone.moisture < 40);
}

export function duration(zones: Zone[]): number {
  const sorted = [...zones].sort((a, b) => b.minutes - a.minutes);
  return sorted.slice(0, 4).reduce((sum, zone) => sum + zone.minutes, 0);
}

==== a rename is undone
kind: silence
expect: silence
do: edit, undo
--- src/ferry.ts
export interface Sailing {
  departure: string;
  capacity: number;
  booked: number;
}

export function freePlaces(«sailing→trip»: Sailing): number {
  return Math.max(0, sailing.capacity - sailing.booked);
}

export function describe(sailing: Sailing): string {
  const free = freePlaces(sailing);
  if (free === 0) {
    return `${sailing.departure}: full`;
  }
  return `${sailing.departure}: ${free} places`;
}

export function best(sailings: Sailing[]): Sailing | undefined {
  return sailings.find((sailing) => freePlaces(sailing) > 0);
}

==== the state pair of a menu gets a better name
kind: rename-local
--- src/components/UserMenu.tsx
import { useEffect, useRef, useState } from "react";
import { Menu } from "./Menu";

interface UserMenuProps {
  name: string;
  onSignOut: () => void;
}

export function UserMenu({ name, onSignOut }: UserMenuProps) {
  const [«open→isOpen», «setOpen→setIsOpen»] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const close = (event: MouseEvent) => {
      if (!root.current?.contains(event.target as Node)) ‹setOpen→setIsOpen›(false);
    };
    document.addEventListener("click", close);
    return () => document.removeEventListener("click", close);
  }, []);

  return (
    <div ref={root} className="user-menu">
      <button aria-expanded={‹open→isOpen›} onClick={() => ‹setOpen→setIsOpen›(!‹open→isOpen›)}>
        {name}
      </button>
      <Menu open={‹open→isOpen›} label="open the account menu">
        <button onClick={onSignOut}>Sign out</button>
      </Menu>
    </div>
  );
}

==== a failed deployment needs a label and a colour
kind: enum-member
--- src/deployments/status.ts
export type DeploymentStatus = "queued" | "running" | "succeeded"«→ | "failed"»;

export const STATUS_LABELS: Record<DeploymentStatus, string> = {
  queued: "Queued",
  running: "Running",
  succeeded: "Succeeded",‹→
  failed: "Failed",›
};

export function isFinished(status: DeploymentStatus): boolean {
  return status !== "queued" && status !== "running";
}
--- src/deployments/StatusBadge.tsx
import { STATUS_LABELS, type DeploymentStatus } from "./status";

const COLORS: Record<DeploymentStatus, string> = {
  queued: "gray",
  running: "blue",
  succeeded: "green",‹→
  failed: "red",¦re:\s+failed: "[^"]+",¦@›
};

interface Props {
  status: DeploymentStatus;
}

export function StatusBadge({ status }: Props) {
  return <span style={{ color: COLORS[status] }}>{STATUS_LABELS[status]}</span>;
}

==== both stores implement delete
kind: interface-method
--- src/storage/store.ts
export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;«→
  delete(key: string): Promise<void>;»
}
--- src/storage/memory.ts
import type { KeyValueStore } from "./store";

export class MemoryStore implements KeyValueStore {
  private readonly entries = new Map<string, string>();

  async get(key: string): Promise<string | undefined> {
    return this.entries.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    this.entries.set(key, value);
  }‹→

  async delete(key: string): Promise<void> {
    this.entries.delete(key);
  }¦re:\s+async delete\(key: string\): Promise<void> \{[\s\S]*\}¦@›
}
--- src/storage/redis.ts
import type { RedisClientType } from "redis";
import type { KeyValueStore } from "./store";

export class RedisStore implements KeyValueStore {
  constructor(
    private readonly client: RedisClientType,
    private readonly prefix = "app:",
  ) {}

  async get(key: string): Promise<string | undefined> {
    return (await this.client.get(this.prefix + key)) ?? undefined;
  }

  async set(key: string, value: string): Promise<void> {
    await this.client.set(this.prefix + key, value);
  }‹→

  async delete(key: string): Promise<void> {
    await this.client.del(this.prefix + key);
  }¦re:\s+async delete\(key: string\): Promise<void> \{[\s\S]*\}¦@›
}

==== money is formatted in its currency
kind: change-signature
--- src/lib/money.ts
const LOCALE = "en-GB";

export function formatMoney(cents: number«→, currency: string»): string {
  return new Intl.NumberFormat(LOCALE, {
    style: "currency",
    currency«: "EUR"→»,
  }).format(cents / 100);
}

export function formatPercent(ratio: number): string {
  return new Intl.NumberFormat(LOCALE, { style: "percent" }).format(ratio);
}
--- src/cart/CartSummary.tsx
import { formatMoney, formatPercent } from "../lib/money";

interface Cart {
  subtotalCents: number;
  shippingCents: number;
  taxRate: number;
  currency: string;
}

export function CartSummary({ cart }: { cart: Cart }) {
  return (
    <dl>
      <dt>Subtotal</dt>
      <dd>{formatMoney(cart.subtotalCents‹→, cart.currency¦re:, [\w."']+¦@›)}</dd>
      <dt>Shipping</dt>
      <dd>{formatMoney(cart.shippingCents‹→, cart.currency¦re:, [\w."']+¦@›)}</dd>
      <dt>Tax</dt>
      <dd>{formatPercent(cart.taxRate)}</dd>
    </dl>
  );
}

==== reading the config becomes async
kind: async-propagation
--- src/config.ts
import { «readFileSync→readFile» } from "node:«fs→fs/promises»";
import { parse } from "yaml";

export interface Config {
  port: number;
  databaseUrl: string;
}

export «→async »function loadConfig(path: string): «Config→Promise<Config>» {
  const text = «readFileSync→await readFile»(path, "utf8");
  const raw = parse(text) as Partial<Config>;
  if (!raw.databaseUrl) throw new Error(`${path}: databaseUrl is missing`);
  return { port: raw.port ?? 3000, databaseUrl: raw.databaseUrl };
}
--- src/main.ts
import { loadConfig } from "./config";
import { connect } from "./db";
import { createServer } from "./server";

async function main(): Promise<void> {
  const config = ‹→await ›loadConfig(process.argv[2] ?? "config.yaml");
  const db = await connect(config.databaseUrl);
  const server = createServer(db);
  server.listen(config.port);

  process.on("SIGHUP", async () => {
    const next = ‹→await ›loadConfig(process.argv[2] ?? "config.yaml");
    await db.reconnect(next.databaseUrl);
  });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});

==== the dto is renamed, the legacy one is not
kind: rename-class
--- src/accounts/dto.ts
export interface «UserDto→AccountDto» {
  id: string;
  email: string;
  createdAt: string;
}

export interface LegacyUserDto {
  uid: number;
  mail: string;
}

export function fromLegacy(legacy: LegacyUserDto): ‹UserDto→AccountDto› {
  return { id: String(legacy.uid), email: legacy.mail, createdAt: new Date(0).toISOString() };
}
--- src/accounts/client.ts
import { fromLegacy, type LegacyUserDto, type ‹UserDto→AccountDto› } from "./dto";

export class AccountClient {
  constructor(private readonly baseUrl: string) {}

  async byId(id: string): Promise<‹UserDto→AccountDto›> {
    const response = await fetch(`${this.baseUrl}/accounts/${id}`);
    return (await response.json()) as ‹UserDto→AccountDto›;
  }

  async byLegacyId(uid: number): Promise<‹UserDto→AccountDto›> {
    const response = await fetch(`${this.baseUrl}/v1/users/${uid}`);
    return fromLegacy((await response.json()) as LegacyUserDto);
  }
}

==== parseDate says which dates it parses
kind: rename-function
--- src/lib/dates.ts
const ISO = /^\d{4}-\d{2}-\d{2}$/;

export function «parseDate→parseIsoDate»(value: string): Date {
  if (!ISO.test(value)) {
    throw new RangeError(`not an ISO date: ${value}`);
  }
  return new Date(`${value}T00:00:00Z`);
}

export function daysBetween(from: string, to: string): number {
  const ms = ‹parseDate→parseIsoDate›(to).getTime() - ‹parseDate→parseIsoDate›(from).getTime();
  return Math.round(ms / 86_400_000);
}
--- src/import/bookings.ts
import { ‹parseDate→parseIsoDate› } from "../lib/dates";
import type { SheetReader } from "./sheet";

export interface Booking {
  guest: string;
  arrival: Date;
  departure: Date;
  bookedOn: Date;
}

export function readBookings(sheet: SheetReader): Booking[] {
  return sheet.rows().map((row) => ({
    guest: row.text("guest"),
    arrival: ‹parseDate→parseIsoDate›(row.text("arrival")),
    departure: ‹parseDate→parseIsoDate›(row.text("departure")),
    bookedOn: sheet.parseDate(row, "booked_on"),
  }));
}

==== a button that can be disabled
kind: field-added
--- src/components/IconButton.tsx
import type { ReactNode } from "react";
import "./IconButton.css";

interface IconButtonProps {
  icon: ReactNode;
  label: string;
  onClick: () => void;«→
  disabled?: boolean;»
}

export function IconButton({ icon, label, onClick‹→, disabled¦, disabled = false› }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      onClick={onClick}‹→
      disabled={disabled}¦@›
    >
      {icon}
    </button>
  );
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="toolbar">{children}</div>;
}

==== the session module reads through the storage wrapper
kind: api-migration
--- src/session.ts
import { storage } from "./storage";

export interface Session {
  token: string;
  userId: string;
  theme: string;
}

export function currentSession(): Session | null {
  const token = «localStorage.getItem→storage.read»("token");
  const userId = «localStorage.getItem→storage.read»("userId");
  const theme = ‹localStorage.getItem→storage.read›("theme") ?? "light";
  return token && userId ? { token, userId, theme } : null;
}

export function isExpired(now = Date.now()): boolean {
  const expiresAt = ‹localStorage.getItem→storage.read›("expiresAt");
  return expiresAt !== null && Number(expiresAt) < now;
}

export function draftOf(formId: string): string {
  return sessionStorage.getItem(`draft:${formId}`) ?? "";
}

==== useMemo comes from react too
kind: imports
--- src/products/ProductList.tsx
import { ‹useState→useState, useMemo¦useMemo, useState› } from "react";
import { ProductCard } from "./ProductCard";
import type { Product } from "./types";

interface Props {
  products: Product[];
}

export function ProductList({ products }: Props) {
  const [query, setQuery] = useState("");
  const visible = «products.filter((product) => product.name.includes(query))→useMemo(
    () => products.filter((product) => product.name.includes(query)),
    [products, query],
  )»;

  return (
    <>
      <input value={query} onChange={(event) => setQuery(event.target.value)} />
      <ul>
        {visible.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </ul>
    </>
  );
}

==== the outer div becomes a section
kind: tag-pair
--- src/pages/Billing.tsx
import { InvoiceTable } from "../components/InvoiceTable";
import { PlanPicker } from "../components/PlanPicker";
import type { Account } from "../types";

export function Billing({ account }: { account: Account }) {
  return (
    <main className="page">
      <«div→section» className="billing">
        <h1>Billing</h1>
        <div className="billing-plan">
          <PlanPicker selected={account.plan} />
        </div>
        <div className="billing-history">
          <h2>Invoices</h2>
          <InvoiceTable accountId={account.id} />
        </div>
      </‹div→section›>
      <div className="page-footer">
        <a href="/help/billing">Help</a>
      </div>
    </main>
  );
}

==== every call checks the response
kind: error-handling
--- lib/catalog.js
const BASE = process.env.CATALOG_URL ?? "http://localhost:4000";

class CatalogError extends Error {
  constructor(response) {
    super(`${response.url}: ${response.status}`);
    this.status = response.status;
  }
}

async function getProduct(id) {
  const response = await fetch(`${BASE}/products/${id}`);«→
  if (!response.ok) throw new CatalogError(response);»
  return response.json();
}

async function searchProducts(query) {
  const response = await fetch(`${BASE}/products?q=${encodeURIComponent(query)}`);«→
  if (!response.ok) throw new CatalogError(response);»
  return response.json();
}

async function getCategory(slug) {
  const response = await fetch(`${BASE}/categories/${slug}`);‹→
  if (!response.ok) throw new CatalogError(response);›
  return response.json();
}

async function getPrices(ids) {
  const response = await fetch(`${BASE}/prices?ids=${ids.join(",")}`);‹→
  if (!response.ok) throw new CatalogError(response);›
  return response.json();
}

module.exports = { CatalogError, getProduct, searchProducts, getCategory, getPrices };

==== a coupon check tells its reason
kind: return-type
--- src/checkout/coupons.ts
import type { Cart, Coupon } from "./types";

export type CouponCheck = { ok: true } | { ok: false; reason: string };

export function checkCoupon(coupon: Coupon, cart: Cart, now: Date): «boolean→CouponCheck» {
  if (coupon.expiresAt < now) {
    return «false→{ ok: false, reason: "expired" }»;
  }
  if (cart.totalCents < coupon.minTotalCents) {
    return ‹false→{ ok: false, reason: "total too low" }¦re:\{ ok: false, reason: (?!"expired")["'`][^\n]+["'`] \}¦@›;
  }
  if (coupon.usedBy.includes(cart.customerId)) {
    return ‹false→{ ok: false, reason: "already used" }¦re:\{ ok: false, reason: (?!"expired")["'`][^\n]+["'`] \}¦@›;
  }
  return ‹true→{ ok: true }›;
}
--- src/checkout/apply.ts
import { checkCoupon } from "./coupons";
import type { Cart, Coupon } from "./types";

export function applyCoupon(cart: Cart, coupon: Coupon): Cart {
  if (!checkCoupon(coupon, cart, new Date())‹→.ok¦@›) {
    return cart;
  }
  return { ...cart, totalCents: Math.max(0, cart.totalCents - coupon.discountCents) };
}

==== the upload limit names its unit
kind: rename-constant
--- src/uploads/limits.ts
const MB = 1024 * 1024;

export const «MAX_UPLOAD→MAX_UPLOAD_BYTES» = Number(process.env.MAX_UPLOAD ?? 5 * MB);
export const MAX_UPLOADS_PER_DAY = 200;

export function fits(size: number): boolean {
  return size <= ‹MAX_UPLOAD→MAX_UPLOAD_BYTES›;
}
--- src/uploads/route.ts
import { Router } from "express";
import multer from "multer";
import { ‹MAX_UPLOAD→MAX_UPLOAD_BYTES›, MAX_UPLOADS_PER_DAY } from "./limits";
import { countToday, saveUpload } from "./store";

const upload = multer({ limits: { fileSize: ‹MAX_UPLOAD→MAX_UPLOAD_BYTES› } });

export const uploads = Router();

uploads.post("/", upload.single("file"), async (req, res) => {
  if ((await countToday(req.ip)) >= MAX_UPLOADS_PER_DAY) {
    res.status(429).json({ error: "too many uploads" });
    return;
  }
  const saved = await saveUpload(req.file!.buffer);
  res.status(201).json({ id: saved.id, limit: ‹MAX_UPLOAD→MAX_UPLOAD_BYTES› });
});

==== a comment explains the debounce
kind: silence
expect: silence
--- src/hooks/useDebounced.ts
import { useEffect, useState } from "react";

const DEFAULT_DELAY = 250;

export function useDebounced<T>(value: T, delay = DEFAULT_DELAY): T {
  const [debounced, setDebounced] = useState(value);
«→
  // The timer restarts on every change, so only the last value of a burst is kept.»
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);

  return debounced;
}

export function useThrottled<T>(value: T, delay = DEFAULT_DELAY): T {
  const [throttled, setThrottled] = useState(value);

  useEffect(() => {
    const timer = setInterval(() => setThrottled(value), delay);
    return () => clearInterval(timer);
  }, [value, delay]);

  return throttled;
}

==== a rename that was taken back
kind: silence
expect: silence
do: edit, pause 2, undo
--- src/geo/distance.ts
const EARTH_RADIUS_KM = 6371;

export interface Point {
  lat: number;
  lon: number;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

export function distanceKm(from: Point, to: Point): number {
  const «dLat→deltaLat» = radians(to.lat - from.lat);
  const dLon = radians(to.lon - from.lon);
  const a =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(a));
}

==== one menu entry gets another label
kind: silence
expect: silence
--- src/nav/items.ts
export interface NavItem {
  path: string;
  label: string;
  icon: string;
  adminOnly?: boolean;
}

export const NAV_ITEMS: NavItem[] = [
  { path: "/", label: "Home", icon: "home" },
  { path: "/orders", label: "Orders", icon: "box" },
  { path: "/customers", label: "«Customers→Clients»", icon: "users" },
  { path: "/reports", label: "Reports", icon: "chart" },
  { path: "/settings", label: "Settings", icon: "cog", adminOnly: true },
];

export function visibleItems(isAdmin: boolean): NavItem[] {
  return NAV_ITEMS.filter((item) => isAdmin || !item.adminOnly);
}

==== fare function renamed across modules
kind: rename-function
--- src/pricing/fare.ts
import { Zone } from "./zones";

const BASE_CENTS = 240;

export function «calcFare→computeFare»(from: Zone, to: Zone, reduced: boolean): number {
  const zones = Math.abs(from.ring - to.ring) + 1;
  const cents = BASE_CENTS + (zones - 1) * 90;
  return reduced ? Math.round(cents / 2) : cents;
}

export function calcFareLegacy(zones: number): number {
  return zones * 150;
}
--- src/tickets/quote.ts
import { ‹calcFare→computeFare›, calcFareLegacy } from "../pricing/fare";
import { metrics } from "../metrics";
import type { Zone } from "../pricing/zones";

export function quote(from: Zone, to: Zone, adults: number, children: number): number {
  metrics.mark("calcFare");
  const adult = ‹calcFare→computeFare›(from, to, false);
  const child = ‹calcFare→computeFare›(from, to, true);
  return adults * adult + children * child;
}

export function quoteOldTicket(zones: number): number {
  return calcFareLegacy(zones);
}

==== date of birth spelled out on the patient
kind: rename-field
--- src/clinic/types.ts
export interface Patient {
  id: string;
  name: string;
  «dob→birthDate»: string;
}

export interface Guardian {
  name: string;
  dob: string;
  phone: string;
}
--- src/clinic/format.ts
import type { Guardian, Patient } from "./types";

export function age(patient: Patient, today: Date): number {
  const born = new Date(patient.‹dob→birthDate›);
  const years = today.getFullYear() - born.getFullYear();
  return today.getMonth() < born.getMonth() ? years - 1 : years;
}

export function patientLine(patient: Patient): string {
  return `${patient.name} (dob ${patient.‹dob→birthDate›})`;
}

export function guardianLine(guardian: Guardian): string {
  return `${guardian.name} (dob ${guardian.dob}), ${guardian.phone}`;
}

==== shipments can be returned
kind: enum-member
--- src/shipping/status.ts
export enum ShipmentStatus {
  Packed = "packed",
  InTransit = "in_transit",
  Delivered = "delivered",«→
  Returned = "returned",»
}

export const STATUS_LABELS: Record<ShipmentStatus, string> = {
  [ShipmentStatus.Packed]: "Packed",
  [ShipmentStatus.InTransit]: "In transit",
  [ShipmentStatus.Delivered]: "Delivered",‹→
  [ShipmentStatus.Returned]: "Returned",›
};
--- src/shipping/icons.ts
import { ShipmentStatus } from "./status";

export function statusIcon(status: ShipmentStatus): string {
  switch (status) {
    case ShipmentStatus.Packed:
      return "box";
    case ShipmentStatus.InTransit:
      return "truck";
    case ShipmentStatus.Delivered:
      return "check";‹→
    case ShipmentStatus.Returned:
      return "undo";¦re:\n    case ShipmentStatus\.Returned:\n      return "[^"]*";¦@›
  }
}

export function isPacked(status: ShipmentStatus): boolean {
  return status === ShipmentStatus.Packed;
}

==== a method of the tile source interface is renamed
kind: interface-method
--- src/map/tile-source.ts
export interface TileSource {
  «fetch→load»(x: number, y: number, zoom: number): Promise<Uint8Array>;
  attribution(): string;
}

export class HttpTileSource implements TileSource {
  constructor(private readonly baseUrl: string) {}

  async ‹fetch→load›(x: number, y: number, zoom: number): Promise<Uint8Array> {
    const response = await fetch(`${this.baseUrl}/${zoom}/${x}/${y}.pbf`);
    return new Uint8Array(await response.arrayBuffer());
  }

  attribution(): string {
    return "© OpenStreetMap contributors";
  }
}
--- src/map/viewport.ts
import type { TileSource } from "./tile-source";

export class Viewport {
  constructor(private readonly source: TileSource) {}

  async draw(x: number, y: number, zoom: number): Promise<number> {
    const tile = await this.source.‹fetch→load›(x, y, zoom);
    return tile.byteLength;
  }

  async style(url: string): Promise<unknown> {
    const response = await fetch(url);
    return response.json();
  }
}

==== parsed prices carry their currency
kind: return-type
--- src/shop/price.ts
export interface Money {
  amount: number;
  currency: string;
}

export function parsePrice(text: string): «number→Money» {
  const match = /^([\d.]+)\s*([A-Z]{3})$/.exec(text.trim());
  if (!match) {
    throw new Error(`not a price: ${text}`);
  }
  return ‹Number(match[1])→{ amount: Number(match[1]), currency: match[2] }›;
}

export function parseWeight(text: string): number {
  const match = /^([\d.]+)\s*kg$/.exec(text.trim());
  if (!match) {
    throw new Error(`not a weight: ${text}`);
  }
  return Number(match[1]);
}

==== loading a profile becomes asynchronous
kind: async-propagation
--- src/account/profile.ts
import { db } from "../db";

export interface Profile {
  id: string;
  displayName: string;
  locale: string;
}

export «→async »function loadProfile(id: string): «Profile→Promise<Profile>» {
  return db.profiles.get(id);
}
--- src/account/greeting.ts
import { loadProfile, type Profile } from "./profile";

export async function greet(userId: string): Promise<string> {
  const profile = ‹→await ›loadProfile(userId);
  return `Hello, ${profile.displayName}!`;
}

export ‹→async ›function localeOf(userId: string): ‹string→Promise<string>› {
  const profile = ‹→await ›loadProfile(userId);
  return profile.locale;
}

export function initials(profile: Profile): string {
  return profile.displayName
    .split(" ")
    .map((word) => word[0])
    .join("");
}

==== markers are no longer animated
kind: change-signature
--- src/tour/markers.ts
export interface Position {
  lat: number;
  lng: number;
}

export function addMarker(layer: Marker[], at: Position, color: string«, animated: boolean→»): void {
  layer.push({ at, color });
}

export function addRoute(layer: Route[], stops: Position[], color: string, animated: boolean): void {
  layer.push({ stops, color, animated });
}

export type Marker = { at: Position; color: string };
export type Route = { stops: Position[]; color: string; animated: boolean };
--- src/tour/city-tour.ts
import { addMarker, addRoute, type Marker, type Position, type Route } from "./markers";

export function cityTour(stops: Position[]): { markers: Marker[]; routes: Route[] } {
  const markers: Marker[] = [];
  const routes: Route[] = [];
  addMarker(markers, stops[0], "green"‹, true→›);
  for (const stop of stops.slice(1)) {
    addMarker(markers, stop, "grey"‹, false→›);
  }
  addRoute(routes, stops, "blue", true);
  return { markers, routes };
}

==== the clock module has moved
kind: imports
open: src/jobs/cleanup.ts, src/jobs/digest.ts
--- src/time/clock.ts
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export function startOfDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
--- src/jobs/backup.ts
import { systemClock } from "«../util/clock→../time/clock»";
import { copyAll } from "../util/files";

export async function backup(target: string): Promise<void> {
  const stamp = systemClock.now().toISOString();
  await copyAll("data", `${target}/${stamp}`);
}
--- src/jobs/cleanup.ts
import { startOfDay, systemClock } from "‹../util/clock→../time/clock›";
import { listFiles, remove } from "../util/files";

export async function cleanup(folder: string): Promise<void> {
  const today = startOfDay(systemClock.now());
  for (const file of await listFiles(folder)) {
    if (file.modified < today) await remove(file.path);
  }
}
--- src/jobs/digest.ts
import { type Clock } from "‹../util/clock→../time/clock›";
import { send } from "../util/mail";

export async function digest(clock: Clock, lines: string[]): Promise<void> {
  await send(`Digest ${clock.now().toDateString()}`, lines.join("\n"));
}

==== a loop result named after its meaning
kind: rename-local
keys: backspace
--- src/quiz/score.ts
import type { Answer, Question } from "./types";

export function score(questions: Question[], answers: Map<string, Answer>): number {
  let «result→points» = 0;
  for (const question of questions) {
    const answer = answers.get(question.id);
    if (!answer) continue;
    if (answer.choice === question.correct) {
      ‹result→points› += question.weight;
    } else if (question.penalty) {
      ‹result→points› = Math.max(0, ‹result→points› - question.penalty);
    }
  }
  return ‹result→points›;
}

export function grade(points: number, maximum: number): string {
  const result = points / maximum;
  if (result >= 0.9) return "A";
  if (result >= 0.75) return "B";
  return result >= 0.5 ? "C" : "F";
}

==== request becomes one method per verb
kind: api-migration
--- src/admin/users-api.ts
import { client, queue } from "./client";

export interface User {
  id: string;
  email: string;
}

export function listUsers(): Promise<User[]> {
  return «client.request("GET", "/users")→client.get("/users")»;
}

export function getUser(id: string): Promise<User> {
  return ‹client.request("GET", `/users/${id}`)→client.get(`/users/${id}`)›;
}

export function createUser(user: User): Promise<User> {
  return ‹client.request("POST", "/users", user)→client.post("/users", user)›;
}

export function listRoles(): Promise<string[]> {
  return ‹client.request("GET", "/roles")→client.get("/roles")›;
}

export function enqueueExport(): Promise<void> {
  return queue.request("GET", "/exports");
}

==== bookings carry notes
kind: field-added
--- src/hotel/booking.ts
export interface Booking {
  id: string;
  guest: string;
  room: number;
  nights: number;«→
  notes: string;»
}

export interface BookingRow {
  booking_id: string;
  guest: string;
  room: number;
  nights: number;
  notes: string;
}

export function fromRow(row: BookingRow): Booking {
  return {
    id: row.booking_id,
    guest: row.guest,
    room: row.room,
    nights: row.nights,‹→
    notes: row.notes,›
  };
}

export function toRow(booking: Booking): BookingRow {
  return {
    booking_id: booking.id,
    guest: booking.guest,
    room: booking.room,
    nights: booking.nights,‹→
    notes: booking.notes,›
  };
}

==== one timeout is raised, in another project
kind: silence
expect: silence
--- src/sync/remote.ts
import { http } from "../http";

export async function pull(repository: string): Promise<Uint8Array> {
  const response = await http.get(`/repos/${repository}/archive`, { timeout: «30_000→120_000» });
  return response.bytes();
}

export async function head(repository: string): Promise<string> {
  const response = await http.get(`/repos/${repository}/head`, { timeout: 5_000 });
  return response.text();
}

export async function push(repository: string, pack: Uint8Array): Promise<void> {
  await http.post(`/repos/${repository}/pack`, pack, { retries: 3 });
}

==== renamed parameter taken back
kind: silence
expect: silence
do: edit, undo
--- src/audio/volume.ts
export function clampVolume(«level→gain»: number): number {
  return Math.min(1, Math.max(0, level));
}

export function toDecibel(level: number): number {
  return level === 0 ? -Infinity : 20 * Math.log10(level);
}

export class Mixer {
  private levels = new Map<string, number>();

  set(channel: string, level: number): void {
    this.levels.set(channel, clampVolume(level));
  }

  mute(channel: string): void {
    this.levels.set(channel, 0);
  }
}

==== an interval parser is renamed across files
kind: rename-function
--- src/time/interval.ts
const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400 };

export function «parseDuration→parseInterval»(text: string): number {
  const match = /^(\d+)([smhd])$/.exec(text.trim());
  if (!match) {
    throw new Error(`not an interval: ${text}`);
  }
  return Number(match[1]) * UNITS[match[2]];
}

export function parseIntervals(list: string): number[] {
  return list.split(",").map((part) => ‹parseDuration→parseInterval›(part));
}
--- src/jobs/schedule.ts
import { ‹parseDuration→parseInterval› } from "../time/interval";
import { Clock } from "./clock";

export interface Job {
  name: string;
  every: string;
}

export function nextRun(job: Job, clock: Clock): number {
  return clock.now() + ‹parseDuration→parseInterval›(job.every);
}
--- src/video/player.ts
export class Player {
  private length = 0;

  load(manifest: { duration: string }) {
    this.length = this.parseDuration(manifest.duration);
  }

  private parseDuration(iso: string): number {
    return Number(iso.replace(/^PT(\d+)S$/, "$1"));
  }
}

==== an order can be refunded
kind: enum-member
--- src/orders/status.ts
export type OrderStatus =
  | "pending"
  | "paid"
  | "shipped"«→
  | "refunded"»;

export const statusLabel: Record<OrderStatus, string> = {
  pending: "Pending",
  paid: "Paid",
  shipped: "Shipped",‹→
  refunded: "Refunded",›
};

export const statusColor: Record<OrderStatus, string> = {
  pending: "orange",
  paid: "blue",
  shipped: "green",‹→
  refunded: "gray",¦re:\n  refunded: "\w+",¦@›
};

export type ParcelStatus = "pending" | "shipped" | "lost";

export const parcelLabel: Record<ParcelStatus, string> = {
  pending: "Waiting for pickup",
  shipped: "On its way",
  lost: "Lost",
};

==== every blob store can delete
kind: interface-method
--- src/blobs/store.ts
export interface BlobStore {
  read(key: string): Promise<Uint8Array>;
  write(key: string, data: Uint8Array): Promise<void>;«→
  remove(key: string): Promise<void>;»
}
--- src/blobs/memory.ts
import type { BlobStore } from "./store";

export class MemoryStore implements BlobStore {
  private readonly blobs = new Map<string, Uint8Array>();

  async read(key: string): Promise<Uint8Array> {
    const data = this.blobs.get(key);
    if (!data) throw new Error(`no blob ${key}`);
    return data;
  }

  async write(key: string, data: Uint8Array): Promise<void> {
    this.blobs.set(key, data);
  }‹→

  async remove(key: string): Promise<void> {
    this.blobs.delete(key);
  }¦re:\n\n  async remove\(key: string\): Promise<void> \{[^}]*\}¦@›
}
--- src/blobs/disk.ts
import { readFile, writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BlobStore } from "./store";

export class DiskStore implements BlobStore {
  constructor(private readonly root: string) {}

  async read(key: string): Promise<Uint8Array> {
    return readFile(join(this.root, key));
  }

  async write(key: string, data: Uint8Array): Promise<void> {
    await writeFile(join(this.root, key), data);
  }‹→

  async remove(key: string): Promise<void> {
    await rm(join(this.root, key));
  }¦re:\n\n  async remove\(key: string\): Promise<void> \{[^}]*(\{[^}]*\}[^}]*)?\}¦@›
}

==== a missing session is undefined instead of null
kind: return-type
--- src/auth/sessions.ts
import { decode } from "./token";

export interface Session {
  userId: string;
  expires: number;
}

const sessions = new Map<string, Session>();

export function findSession(token: string): Session | «null→undefined» {
  const id = decode(token);
  if (!id) {
    return ‹null→undefined›;
  }
  const session = sessions.get(id);
  if (!session || session.expires < Date.now()) {
    return ‹null→undefined›;
  }
  return session;
}

export function findDevice(agent: string): string | null {
  const match = /\(([^;)]+)/.exec(agent);
  return match ? match[1] : null;
}
--- src/auth/guard.ts
import { findDevice, findSession } from "./sessions";

export function requireUser(token: string, agent: string): string {
  const session = findSession(token);
  if (session === ‹null→undefined›) {
    throw new Error("not signed in");
  }
  const device = findDevice(agent);
  if (device === null) {
    console.warn("unknown device");
  }
  return session.userId;
}

==== reading the settings becomes asynchronous
kind: async-propagation
--- src/settings.ts
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

export interface Settings {
  region: string;
  bucket: string;
}

export «function readSettings(path: string): Settings→async function readSettings(path: string): Promise<Settings>» {
  const text = «readFileSync→await readFile»(path, "utf8");
  return JSON.parse(text) as Settings;
}

export function readBanner(path: string): string {
  return readFileSync(path, "utf8").trim();
}
--- src/upload.ts
import { readBanner, readSettings } from "./settings";
import { Client } from "./client";

export async function upload(files: string[]): Promise<void> {
  const settings = ‹→await ›readSettings("upload.json");
  const client = new Client(settings.region);
  for (const file of files) {
    await client.put(settings.bucket, file);
  }
}

export async function listUploads(): Promise<string[]> {
  console.log(readBanner("banner.txt"));
  const { region, bucket } = ‹→await ›readSettings("upload.json");
  return new Client(region).list(bucket);
}

==== analytics events are captured with one object
kind: api-migration
--- src/checkout/events.ts
import { analytics‹, track→¦?› } from "../analytics";
import type { Cart } from "./cart";

export function cartOpened(userId: string, cart: Cart) {
  «track("cart_opened", userId, { items: cart.items.length });→analytics.capture({ event: "cart_opened", userId, properties: { items: cart.items.length } });»
}

export function couponApplied(userId: string, code: string) {
  «track("coupon_applied", userId, { code });→analytics.capture({ event: "coupon_applied", userId, properties: { code } });»
}

export function addressEntered(userId: string, country: string) {
  ‹track("address_entered", userId, { country });→analytics.capture({ event: "address_entered", userId, properties: { country } });›
}

export function orderPlaced(userId: string, cart: Cart) {
  const total = cart.total();
  ‹track("order_placed", userId, { total });→analytics.capture({ event: "order_placed", userId, properties: { total } });›
}

export function trackingLink(parcel: string): string {
  return `https://parcels.example.com/track/${parcel}`;
}

==== an invoice's due becomes its due date
kind: rename-field
--- src/billing/invoice.ts
export interface Invoice {
  id: string;
  amount: number;
  «due→dueDate»: Date;
}

export interface Task {
  title: string;
  due: Date;
}

export function createInvoice(id: string, amount: number, days: number): Invoice {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return { id, amount, ‹due→dueDate›: date };
}

export function isOverdue(invoice: Invoice, today: Date): boolean {
  return invoice.‹due→dueDate› < today;
}

export function followUp(invoice: Invoice): Task {
  const due = new Date();
  return { title: `Payment due for ${invoice.id}`, due };
}
--- src/billing/reminders.ts
import { Invoice, Task, isOverdue } from "./invoice";

export function reminderText(invoice: Invoice): string {
  const day = invoice.‹due→dueDate›.toLocaleDateString();
  return `Your payment of ${invoice.amount} was due on ${day}.`;
}

export function soonestTask(tasks: Task[]): Task | undefined {
  return [...tasks].sort((a, b) => a.due.getTime() - b.due.getTime())[0];
}

export function overdue(invoices: Invoice[]): Invoice[] {
  return invoices.filter((invoice) => isOverdue(invoice, new Date()));
}

==== form values are trimmed
kind: parallel-lines
--- src/signup/form.ts
import type { Applicant } from "./applicant";

export interface FormValues {
  firstName: string;
  lastName: string;
  email: string;
  street: string;
  city: string;
  newsletter: boolean;
}

export function toApplicant(values: FormValues): Applicant {
  return {
    firstName: values.firstName«→.trim()»,
    lastName: values.lastName«→.trim()»,
    email: values.email‹→.trim()›,
    street: values.street‹→.trim()›,
    city: values.city‹→.trim()›,
    newsletter: values.newsletter,
  };
}

export function isEmpty(values: FormValues): boolean {
  return !values.firstName && !values.lastName && !values.email;
}

==== a misspelled word in comments and messages
kind: typo
--- src/csv/writer.ts
export interface CsvOptions {
  delimiter: string;
  quote: string;
}

/** Writes rows as text, with a «seperator→separator» between the cells. */
export function writeCsv(rows: string[][], options: CsvOptions): string {
  const { delimiter, quote } = options;
  if (delimiter.length !== 1) {
    throw new Error("the ‹seperator→separator› must be one character");
  }
  if (delimiter === quote) {
    throw new Error("quote and ‹seperator→separator› must differ");
  }
  // cells that contain the ‹seperator→separator› are quoted
  const cell = (text: string) =>
    text.includes(delimiter) || text.includes(quote)
      ? quote + text.split(quote).join(quote + quote) + quote
      : text;
  return rows.map((row) => row.map(cell).join(delimiter)).join("\n");
}

==== the label of a menu entry
kind: silence
expect: silence
--- src/menu/entries.ts
export interface Entry {
  id: string;
  label: string;
  route: string;
  roles: string[];
}

export const entries: Entry[] = [
  { id: "members", label: "«Members→People»", route: "/members", roles: ["admin", "staff"] },
  { id: "courses", label: "Courses", route: "/courses", roles: ["admin", "staff"] },
  { id: "payments", label: "Payments", route: "/payments", roles: ["admin"] },
];

export function entriesFor(role: string): Entry[] {
  return entries.filter((entry) => entry.roles.includes(role));
}

// Members without a course do not see the payments.
export function firstRoute(role: string): string {
  return entriesFor(role)[0]?.route ?? "/members";
}

==== one timeout among several equal numbers
kind: silence
expect: silence
--- src/devices/limits.ts
export const limits = {
  connectSeconds: 30,
  idleSeconds: «30→45»,
  maxDevices: 30,
  historyDays: 30,
};

export function isIdle(lastSeen: number, now: number): boolean {
  return now - lastSeen > limits.idleSeconds * 1000;
}

export function isStale(lastSeen: number, now: number): boolean {
  const days = (now - lastSeen) / 86_400_000;
  return days > limits.historyDays;
}

export function describe(): string {
  return `at most ${limits.maxDevices} devices, kept for ${limits.historyDays} days`;
}

==== a hexagon joins the shapes
kind: enum-member
--- shapes.ts
export enum Shape {
  Circle = "circle",
  Square = "square",
  Triangle = "triangle",«→
  Hexagon = "hexagon",»
}

export interface Figure {
  shape: Shape;
  size: number;
}
--- area.ts
import { Figure, Shape } from "./shapes";

export function area(figure: Figure): number {
  const s = figure.size;
  switch (figure.shape) {
    case Shape.Circle:
      return Math.PI * s * s;
    case Shape.Square:
      return s * s;
    case Shape.Triangle:
      return (Math.sqrt(3) / 4) * s * s;‹→
    case Shape.Hexagon:
      return ((3 * Math.sqrt(3)) / 2) * s * s;¦re:\n    case Shape\.Hexagon:\n      return .*;¦@›
  }
}
--- labels.ts
import { Shape } from "./shapes";

export const labels: Record<Shape, string> = {
  [Shape.Circle]: "Circle",
  [Shape.Square]: "Square",
  [Shape.Triangle]: "Triangle",‹→
  [Shape.Hexagon]: "Hexagon",›
};

export const hint = "Choose a circle, square or triangle";

==== storages can delete
kind: interface-method
--- storage.ts
export interface KeyValueStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;«→
  delete(key: string): void;»
}

export class MemoryStore implements KeyValueStore {
  private items = new Map<string, string>();

  get(key: string): string | undefined {
    return this.items.get(key);
  }

  set(key: string, value: string): void {
    this.items.set(key, value);
  }‹→

  delete(key: string): void {
    this.items.delete(key);
  }¦re:\n\n  (public )?delete\(key: string\)(: void)? \{\n(.|\n)*\n  \}¦@›
}
--- browser-store.ts
import { KeyValueStore } from "./storage";

export class BrowserStore implements KeyValueStore {
  constructor(private prefix: string) {}

  get(key: string): string | undefined {
    return localStorage.getItem(this.prefix + key) ?? undefined;
  }

  set(key: string, value: string): void {
    localStorage.setItem(this.prefix + key, value);
  }‹→

  delete(key: string): void {
    localStorage.removeItem(this.prefix + key);
  }¦re:\n\n  (public )?delete\(key: string\)(: void)? \{\n(.|\n)*\n  \}¦@›
}

==== products have a stock
kind: field-added
--- types.ts
export interface Product {
  id: string;
  name: string;
  price: number;«→
  stock: number;»
}

export interface Category {
  id: string;
  name: string;
}

export type Row = Record<string, string>;
--- mapper.ts
import { Category, Product, Row } from "./types";

export function toProduct(row: Row): Product {
  return {
    id: row.id,
    name: row.name,
    price: Number(row.price),‹→
    stock: Number(row.stock),¦re:\n    stock: .*row\.stock.*,¦@›
  };
}

export function toCategory(row: Row): Category {
  return {
    id: row.id,
    name: row.name,
  };
}
--- fixtures.ts
import { Category, Product } from "./types";

export const lamps: Category = { id: "c1", name: "Lamps" };

export const deskLamp: Product = {
  id: "p1",
  name: "Desk lamp",
  price: 39,‹→
  stock: 10,¦re:\n  stock: \d+,¦@›
};

export const floorLamp: Product = {
  id: "p2",
  name: "Floor lamp",
  price: 89,‹→
  stock: 10,¦re:\n  stock: \d+,¦@›
};

==== settings are read asynchronously
kind: async-propagation
--- settings.ts
import { «readFileSync→readFile» } from "«node:fs→node:fs/promises»";

export interface Settings {
  theme: string;
  language: string;
}

export «→async »function loadSettings(path: string): «Settings→Promise<Settings>» {
  const text = «readFileSync→await readFile»(path, "utf8");
  return JSON.parse(text) as Settings;
}
--- main.ts
import { loadSettings } from "./settings";
import { startServer } from "./server";

async function main(path: string): Promise<void> {
  const settings = ‹→await ›loadSettings(path);
  console.log(`theme: ${settings.theme}`);
  await startServer(settings);
}

async function reload(path: string): Promise<string> {
  const { language } = ‹→await ›loadSettings(path);
  return language;
}

process.on("SIGHUP", () => reload("settings.json"));
main("settings.json");

==== a user may be missing
kind: return-type
--- user-repo.ts
export interface User {
  id: string;
  name: string;
}

export interface UserRepo {
  find(id: string): Promise<«User→User | null»>;
  create(name: string): Promise<User>;
}
--- memory-repo.ts
import { User, UserRepo } from "./user-repo";

export class MemoryUserRepo implements UserRepo {
  private users: User[] = [];

  async find(id: string): Promise<‹User→User | null¦null | User›> {
    const user = this.users.find((u) => u.id === id);
    return user‹!→ ?? null¦?›;
  }

  async create(name: string): Promise<User> {
    const user = { id: String(this.users.length), name };
    this.users.push(user);
    return user;
  }
}
--- http-repo.ts
import { User, UserRepo } from "./user-repo";

export class HttpUserRepo implements UserRepo {
  constructor(private base: string) {}

  async find(id: string): Promise<‹User→User | null¦null | User›> {
    const response = await fetch(`${this.base}/users/${id}`);
    return response.json();
  }

  async create(name: string): Promise<User> {
    const response = await fetch(`${this.base}/users`, { method: "POST", body: name });
    return response.json();
  }
}

==== dates need no locale
kind: change-signature
--- dates.ts
const DEFAULT_LOCALE = "en-GB";

export function formatDate(date: Date«, locale: string→»): string {
  return date.toLocaleDateString(«locale→DEFAULT_LOCALE»);
}

export function formatTime(date: Date, locale: string): string {
  return date.toLocaleTimeString(locale);
}
--- report.ts
import { formatDate, formatTime } from "./dates";

interface Entry {
  at: Date;
  text: string;
}

export function heading(today: Date): string {
  return `Report of ${formatDate(today‹, "en-GB"→›)}`;
}

export function line(entry: Entry, locale: string): string {
  const day = formatDate(entry.at‹, locale→›);
  const time = formatTime(entry.at, locale);
  return `${day} ${time}: ${entry.text}`;
}

==== the client gets another name
kind: rename-class
--- client.ts
export class «HttpClient→ApiClient» {
  constructor(private base: string) {}

  async get(path: string): Promise<unknown> {
    const response = await fetch(this.base + path);
    if (!response.ok) {
      throw new Error(`‹HttpClient→ApiClient¦?›: ${response.status}`);
    }
    return response.json();
  }
}

export class HttpClientOptions {
  timeout = 1000;
}
--- weather.ts
import { ‹HttpClient→ApiClient›, HttpClientOptions } from "./client";

export class Weather {
  private client: ‹HttpClient→ApiClient›;

  constructor(base: string, readonly options = new HttpClientOptions()) {
    this.client = new ‹HttpClient→ApiClient›(base);
  }

  today(city: string): Promise<unknown> {
    return this.client.get(`/today/${city}`);
  }
}

==== buttons wait while busy
kind: parallel-lines
--- Toolbar.tsx
interface Props {
  busy: boolean;
  onSave(): void;
  onCopy(): void;
  onPrint(): void;
  onDelete(): void;
}

export function Toolbar({ busy, onSave, onCopy, onPrint, onDelete }: Props) {
  return (
    <div className="toolbar">
      <button onClick={onSave}«→ disabled={busy}»>Save</button>
      <button onClick={onCopy}«→ disabled={busy}»>Copy</button>
      <button onClick={onPrint}‹→ disabled={busy}›>Print</button>
      <button onClick={onDelete}‹→ disabled={busy}›>Delete</button>
      <a href="/help">Help</a>
      <span>{busy ? "Working…" : "Ready"}</span>
    </div>
  );
}

==== from jest to vitest
kind: api-migration
--- cart.test.ts
«→import { expect, test, vi } from "vitest";
»import { Cart } from "./cart";
import * as mailer from "./mailer";

test("sends a mail", () => {
  const send = «jest→vi».fn();
  const cart = new Cart(send);
  cart.checkout();
  expect(send).toHaveBeenCalled();
});

test("does not send without items", () => {
  const send = ‹jest→vi›.fn();
  new Cart(send).clear();
  expect(send).not.toHaveBeenCalled();
});

test("uses the mailer by default", () => {
  const spy = ‹jest→vi›.spyOn(mailer, "send");
  new Cart().checkout();
  expect(spy).toHaveBeenCalledTimes(1);
  ‹jest→vi›.restoreAllMocks();
});

==== the plural of a limit
kind: rename-constant
--- limits.ts
export const «MAX_RETRY→MAX_RETRIES» = 5;
export const MAX_RETRY_DELAY = 2000;
export const TIMEOUT = 1000;

export function delay(attempt: number): number {
  return Math.min(100 * 2 ** attempt, MAX_RETRY_DELAY);
}

export function isLast(attempt: number): boolean {
  return attempt >= ‹MAX_RETRY→MAX_RETRIES›;
}
--- request.ts
import { delay, ‹MAX_RETRY→MAX_RETRIES› } from "./limits";

export async function request(url: string): Promise<Response> {
  let last: unknown;
  for (let attempt = 0; attempt < ‹MAX_RETRY→MAX_RETRIES›; attempt++) {
    try {
      return await fetch(url);
    } catch (error) {
      last = error;
      await new Promise((done) => setTimeout(done, delay(attempt)));
    }
  }
  throw last;
}

==== the server moves to another port
kind: constants-in-files
open: client.ts
--- server.ts
import http from "node:http";

const PORT = «3000→4000»;
const IDLE_MS = 3000;

const server = http.createServer((request, response) => {
  response.end(`You asked for ${request.url}`);
});

server.setTimeout(IDLE_MS);
server.listen(PORT, () => {
  console.log(`Listening on port ${PORT}`);
});
--- client.ts
const BASE = "http://localhost:‹3000→4000›";
const RETRY_MS = 3000;

export async function ask(path: string): Promise<string> {
  const response = await fetch(BASE + path);
  return response.text();
}

export function askLater(path: string): void {
  setTimeout(() => ask(path), RETRY_MS);
}
--- README.md
# Echo

Start it with `npm start`, then open http://localhost:‹3000→4000› in the
browser. It has answered 3000 requests so far.

==== another type has the field too
kind: silence
expect: silence
--- models.ts
export interface Draft {
  «title→headline»: string;
  body: string;
}

export interface Book {
  title: string;
  pages: number;
}

export function shelfLabel(book: Book): string {
  return `${book.title} (${book.pages} pages)`;
}

export function sortBooks(books: Book[]): Book[] {
  return [...books].sort((a, b) => a.title.localeCompare(b.title));
}

==== a placeholder is reworded
kind: silence
expect: silence
--- SearchBox.tsx
import { useState } from "react";

interface Props {
  onSearch(text: string): void;
}

export function SearchBox({ onSearch }: Props) {
  const [text, setText] = useState("");

  return (
    <form onSubmit={() => onSearch(text)}>
      <input
        value={text}
        placeholder="«Search→Find a recipe»"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit">Go</button>
    </form>
  );
}

==== the argument of a generic type in several signatures
kind: api-migration
--- store.ts
export interface Store<T> {
  get(): T;
}

type ReadonlyStore<T> = Pick<Store<T>, "get">;

export function useStore<S extends Holder<«Store→ReadonlyStore»<unknown>>>(api: S): S;

export function useStore<S extends Holder<«Store→ReadonlyStore»<unknown>>, U>(api: S, pick: (s: S) => U): U;

export function useStore<S extends Holder<‹Store→ReadonlyStore›<unknown>>, U>(api: S, pick: (s: S) => U, again: boolean): U;
