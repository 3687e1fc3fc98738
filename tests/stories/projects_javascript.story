==== console becomes the logger
kind: log-statements
--- lib/queue.js
const logger = require('./logger');

class Queue {
  constructor(handler) {
    this.handler = handler;
    this.jobs = [];
  }

  push(job) {
    «console.log→logger.debug»('push', job.id);
    this.jobs.push(job);
  }

  async run() {
    while (this.jobs.length > 0) {
      const job = this.jobs.shift();
      «console.log→logger.debug»('start', job.id);
      try {
        await this.handler(job);
        ‹console.log→logger.debug›('done', job.id);
      } catch (err) {
        console.error('job failed', err);
      }
    }
    ‹console.log→logger.debug›('queue is empty');
  }
}

module.exports = Queue;

==== require becomes import, in another project
kind: api-migration
--- src/server.js
«const express = require('express')→import express from 'express'»;
«const cors = require('cors')→import cors from 'cors'»;
‹const helmet = require('helmet')→import helmet from 'helmet'›;
‹const morgan = require('morgan')→import morgan from 'morgan'›;

const app = express();
app.use(cors());
app.use(helmet());
app.use(morgan('tiny'));

app.get('/', (req, res) => {
  res.send('Scripts may use require() here.');
});

app.listen(3000);

==== the dev server moves to another port
kind: constants-in-files
--- server/index.js
const http = require('http');
const { handle } = require('./handle');

const PORT = process.env.PORT || «3000→4000»;
const TIMEOUT_MS = 3000;

const server = http.createServer(handle);
server.setTimeout(TIMEOUT_MS);
server.listen(PORT, () => {
  console.log(`listening on ${PORT}`);
});
--- client/api.js
const BASE = 'http://localhost:‹3000→4000›/api';

export async function listTodos() {
  const res = await fetch(`${BASE}/todos`);
  return res.json();
}

export function autosave(fn) {
  return setInterval(fn, 3000);
}

==== an option is added and taken back
kind: silence
expect: silence
do: edit, pause 2, undo
--- src/debounce.js
export function debounce(fn, wait«→, immediate») {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), wait);
  };
}
--- src/main.js
import { debounce } from './debounce.js';

window.addEventListener('resize', debounce(layout, 100));
window.addEventListener('scroll', debounce(layout, 50));

function layout() {
  document.body.style.setProperty('--vh', `${window.innerHeight}px`);
}

==== http helper replaced by the json client
kind: api-migration
--- lib/observatory.js
const { request } = require('./request');
const { client } = require('./client');

const BASE = 'https://observatory.example.org/v2';

async function telescopes() {
  const list = await «request(`${BASE}/telescopes`, { json: true })→client.getJson(`${BASE}/telescopes`)»;
  return list.filter((entry) => entry.online);
}

async function targets(night) {
  const list = await «request(`${BASE}/targets/${night}`, { json: true })→client.getJson(`${BASE}/targets/${night}`)»;
  return list.map((entry) => entry.name);
}

async function seeing(site) {
  const data = await ‹request(`${BASE}/seeing/${site}`, { json: true })→client.getJson(`${BASE}/seeing/${site}`)›;
  return data.arcsec;
}

async function submit(plan) {
  // the request needs a body, which the client does not support yet
  const answer = await request(`${BASE}/plans`, { method: 'POST', body: plan });
  return answer.id;
}

async function schedule(planId) {
  const data = await ‹request(`${BASE}/plans/${planId}/schedule`, { json: true })→client.getJson(`${BASE}/plans/${planId}/schedule`)›;
  return data.slots;
}

module.exports = { telescopes, targets, seeing, submit, schedule };

==== exported helper of a subtitle tool renamed
kind: rename-function
--- src/timecode.js
function pad(value, width) {
  return String(value).padStart(width, '0');
}

function «format→formatTimecode»(ms) {
  const hours = Math.floor(ms / 3600000);
  const minutes = Math.floor(ms / 60000) % 60;
  const seconds = Math.floor(ms / 1000) % 60;
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)},${pad(ms % 1000, 3)}`;
}

function parse(text) {
  const [h, m, s] = text.replace(',', '.').split(':').map(Number);
  return Math.round((h * 3600 + m * 60 + s) * 1000);
}

module.exports = { ‹format→formatTimecode›, parse };
--- src/srt.js
const util = require('node:util');
const { ‹format→formatTimecode›, parse } = require('./timecode');

function cue(index, start, end, text) {
  return [index, `${‹format→formatTimecode›(start)} --> ${‹format→formatTimecode›(end)}`, text, ''].join('\n');
}

function shift(line, offset) {
  const [start, end] = line.split(' --> ').map(parse);
  console.log(util.format('shift by %d ms', offset));
  return `${‹format→formatTimecode›(start + offset)} --> ${‹format→formatTimecode›(end + offset)}`;
}

module.exports = { cue, shift };

==== last of four bounds
kind: half-typed-line
--- src/bounds.js
export function bounds(points) {
  if (points.length === 0) {
    return null;
  }
  const minLat = Math.min(...points.map((p) => p.lat));
  const maxLat = Math.max(...points.map((p) => p.lat));
  const minLon = Math.min(...points.map((p) => p.lon));
«→  const maxLon = »‹→Math.max(...points.map((p) => p.lon));›
  return { minLat, maxLat, minLon, maxLon };
}

export function centre(box) {
  return {
    lat: (box.minLat + box.maxLat) / 2,
    lon: (box.minLon + box.maxLon) / 2,
  };
}

export function contains(box, point) {
  return (
    point.lat >= box.minLat && point.lat <= box.maxLat && point.lon >= box.minLon && point.lon <= box.maxLon
  );
}

==== wording of one message
kind: silence
expect: silence
--- src/turnstile.js
const STATES = ['locked', 'open', 'alarm'];

export class Turnstile {
  constructor(id) {
    this.id = id;
    this.state = STATES[0];
    this.message = 'Please insert your card';
  }

  card(valid) {
    if (!valid) {
      this.message = 'Card «not valid→expired or unknown»';
      return false;
    }
    this.state = 'open';
    this.message = 'Welcome';
    return true;
  }

  push() {
    if (this.state === 'locked') {
      this.message = 'Please insert your card';
      this.state = 'alarm';
      return false;
    }
    this.state = 'locked';
    this.message = 'Ticket not valid any more';
    return true;
  }
}

==== retry limit constant renamed
kind: rename-constant
--- lib/config.js
const «MAX_RETRIES→MAX_ATTEMPTS» = Number(process.env.MAX_RETRIES || 4);
const BACKOFF_MS = 250;

module.exports = { ‹MAX_RETRIES→MAX_ATTEMPTS›, BACKOFF_MS };
--- lib/webhook.js
const { ‹MAX_RETRIES→MAX_ATTEMPTS›, BACKOFF_MS } = require("./config");
const { post } = require("./http");

async function deliver(hook, event) {
  for (let attempt = 1; attempt <= ‹MAX_RETRIES→MAX_ATTEMPTS›; attempt++) {
    const response = await post(hook.url, event);
    if (response.ok) return attempt;
    await new Promise((done) => setTimeout(done, BACKOFF_MS * attempt));
  }
  // see MAX_RETRIES in the deployment settings
  throw new Error(`gave up on ${hook.url}`);
}

module.exports = { deliver };
--- lib/sms.js
const MAX_RETRIES = 2;

function shouldRetry(attempt) {
  return attempt < MAX_RETRIES;
}

module.exports = { shouldRetry };

==== errors go to the callback
kind: error-handling
--- tools/pack.js
const fs = require("fs");
const path = require("path");
const zlib = require("zlib");

function pack(folder, name, done) {
  const source = path.join(folder, name);
  fs.readFile(source, (err, data) => {
    if (err) «throw err→return done(err)»;
    zlib.gzip(data, (err, packed) => {
      if (err) ‹throw err→return done(err)›;
      fs.writeFile(`${source}.gz`, packed, (err) => {
        if (err) ‹throw err→return done(err)›;
        done(null, packed.length);
      });
    });
  });
}

function packSync(folder, name) {
  const source = path.join(folder, name);
  try {
    fs.writeFileSync(`${source}.gz`, zlib.gzipSync(fs.readFileSync(source)));
  } catch (err) {
    console.error(`could not pack ${source}`);
    throw err;
  }
}

module.exports = { pack, packSync };

==== chart margins get a fallback
kind: parallel-lines
--- charts/layout.js
const DEFAULT_MARGIN = 16;

function layout(options) {
  const margin = options.margin || {};
  return {
    title: options.title,
    top: margin.top«→ ?? DEFAULT_MARGIN»,
    right: margin.right«→ ?? DEFAULT_MARGIN»,
    bottom: margin.bottom‹→ ?? DEFAULT_MARGIN›,
    left: margin.left‹→ ?? DEFAULT_MARGIN›,
    legend: options.legend,
  };
}

function inner(box, width, height) {
  return {
    x: box.left,
    y: box.top,
    width: width - box.left - box.right,
    height: height - box.top - box.bottom,
  };
}

module.exports = { layout, inner };

==== unused date helper is removed
kind: code-deleted
--- src/format.js
function formatDate(date) {
  return date.toISOString().slice(0, 10);
}

«function formatLegacyDate(date) {
  return `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}`;
}

→»function formatTime(date) {
  return date.toISOString().slice(11, 16);
}

module.exports = { formatDate, ‹formatLegacyDate, →›formatTime };
--- src/agenda.js
const { formatDate, ‹formatLegacyDate, →›formatTime } = require("./format");

function agenda(meetings) {
  return meetings.map((meeting) => {
    const day = formatDate(meeting.start);
    const time = formatTime(meeting.start);
    return `${day} ${time} ${meeting.title}`;
  });
}

module.exports = { agenda };

==== a new helper is begun
kind: silence
expect: silence
--- src/recipes.js
const units = { g: 1, kg: 1000, mg: 0.001 };

function toGrams(value, unit) {
  return value * units[unit];
}

function scale(recipe, servings) {
  const factor = servings / recipe.servings;
  return recipe.items.map((item) => ({ ...item, value: item.value * factor }));
}

«→function estimateOvenMinutes(»

module.exports = { toGrams, scale };

==== the number of retries becomes a number of attempts
kind: rename-constant
--- lib/limits.js
'use strict';

const «MAX_RETRIES→MAX_ATTEMPTS» = 4;
const MAX_RETRIES_PER_HOST = 20;
const BACKOFF_MS = 250;

function backoff(attempt) {
  if (attempt >= ‹MAX_RETRIES→MAX_ATTEMPTS›) {
    return null;
  }
  return BACKOFF_MS * 2 ** attempt;
}

module.exports = { ‹MAX_RETRIES→MAX_ATTEMPTS›, MAX_RETRIES_PER_HOST, backoff };
--- lib/fetcher.js
'use strict';

const { ‹MAX_RETRIES→MAX_ATTEMPTS›, MAX_RETRIES_PER_HOST, backoff } = require('./limits');
const { HostCounter } = require('./hosts');

const failures = new HostCounter(MAX_RETRIES_PER_HOST);

async function fetchFeed(url) {
  for (let attempt = 0; attempt < ‹MAX_RETRIES→MAX_ATTEMPTS›; attempt++) {
    const response = await fetch(url);
    if (response.ok) {
      return response.text();
    }
    failures.add(new URL(url).host);
    await new Promise((resolve) => setTimeout(resolve, backoff(attempt)));
  }
  throw new Error(`giving up on ${url} after ${‹MAX_RETRIES→MAX_ATTEMPTS›} attempts`);
}

module.exports = { fetchFeed };

==== the weekly digest is dropped
kind: code-deleted
--- mail/messages.js
const { render } = require('./templates');
const { transport } = require('./transport');

async function sendWelcome(user) {
  const html = await render('welcome', { name: user.name });
  await transport.send({ to: user.email, subject: 'Welcome', html });
}

«async function sendDigest(user, posts) {
  const html = await render('digest', { name: user.name, posts });
  await transport.send({ to: user.email, subject: 'Your week', html });
}

→»async function sendReceipt(user, order) {
  const html = await render('receipt', { order });
  await transport.send({ to: user.email, subject: `Order ${order.id}`, html });
}

module.exports = { sendWelcome, ‹sendDigest, →›sendReceipt };
--- jobs/weekly.js
const cron = require('node-cron');
const { ‹sendDigest, →›sendReceipt } = require('../mail/messages');
const db = require('../db');

async function resendReceipts() {
  for (const order of await db.unsentReceipts()) {
    await sendReceipt(order.user, order);
  }
}

cron.schedule('0 3 * * 1', resendReceipts);

==== debug output goes to the logger
kind: log-statements
--- sync/calendar.js
import { log } from '../log.js';
import { remote } from './remote.js';

export async function pull(store) {
  const since = store.lastSync();
  «console.log→log.debug»('pulling changes since', since);
  const changes = await remote.changes(since);
  «console.log→log.debug»('got', changes.length, 'changes');
  for (const change of changes) {
    if (change.deleted) {
      ‹console.log→log.debug›('removing event', change.id);
      store.remove(change.id);
    } else {
      store.put(change.id, change.event);
    }
  }
}

export async function push(store) {
  const dirty = store.dirty();
  ‹console.log→log.debug›('pushing', dirty.length, 'events');
  for (const event of dirty) {
    try {
      await remote.save(event);
    } catch (error) {
      console.error('could not save event', event.id, error);
    }
  }
  ‹console.log→log.debug›('push finished');
}

==== a comment is added above a rule
kind: silence
expect: silence
--- rules/passwords.js
const common = require('./common.json');

function hasDigit(text) {
  return /\d/.test(text);
}

function check(password) {
  const problems = [];
  if (password.length < 12) {
    problems.push('at least twelve characters');
  }
  if (!hasDigit(password)) {
    problems.push('at least one digit');
  }«→
  // the list has the ten thousand most frequent ones»
  if (common.includes(password.toLowerCase())) {
    problems.push('not a common password');
  }
  return problems;
}

module.exports = { check };

==== a helper is renamed
kind: rename-function
--- text.js
function «slugify→toSlug»(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function shorten(title, max) {
  return title.length > max ? title.slice(0, max - 1) + "…" : title;
}

module.exports = { ‹slugify→toSlug›, shorten };
--- posts.js
const { ‹slugify→toSlug›, shorten } = require("./text");
const legacy = require("./legacy");

function postUrl(post) {
  return `/posts/${post.id}-${‹slugify→toSlug›(post.title)}`;
}

function oldUrl(post) {
  return "/archive/" + legacy.slugify(post.title);
}

function menuEntry(post) {
  return { url: postUrl(post), label: shorten(post.title, 20) };
}

module.exports = { postUrl, oldUrl, menuEntry };

==== writing needs its import
kind: imports
--- convert.js
import { ‹readFile→readFile, writeFile¦writeFile, readFile› } from "node:fs/promises";
import path from "node:path";

function toMarkdown(html) {
  return html
    .replace(/<h1>(.*?)<\/h1>/g, "# $1")
    .replace(/<b>(.*?)<\/b>/g, "**$1**");
}

export async function convert(source) {
  const html = await readFile(source, "utf8");
  const target = path.join("out", path.basename(source, ".html") + ".md");
«→  await writeFile(target, toMarkdown(html));
»  return target;
}

==== a new option is documented
kind: docs-follow-code
--- table.js
/**
 * Draws rows as a text table.
 *
 * @param {string[][]} rows the cells
 * @param {string} separator the text between two cells‹→
 * @param {boolean} header whether the first row is a header¦re:\n \* @param \{boolean\} (header|\[header(=false)?\])( .*)?¦@›
 * @returns {string} the table
 */
export function drawTable(rows, separator = " | "«→, header = false») {
  const lines = rows.map((row) => row.join(separator));
«→  if (header) {
    lines.splice(1, 0, "-".repeat(lines[0].length));
  }
»  return lines.join("\n");
}

/**
 * Reads a text table.
 *
 * @param {string} text the table
 * @param {string} separator the text between two cells
 * @returns {string[][]} the cells
 */
export function readTable(text, separator = " | ") {
  return text.split("\n").map((line) => line.split(separator));
}

==== a rename is taken back
kind: silence
expect: silence
do: edit, pause 2, undo
--- queue.js
export class Queue {
  constructor() {
    this.items = [];
  }

  push(«item→task») {
    this.items.push(item);
    return this.items.length;
  }

  shift() {
    const item = this.items.shift();
    return item ?? null;
  }

  get size() {
    return this.items.length;
  }
}

