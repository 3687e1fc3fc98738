==== a key of every service
kind: yaml-json-keys
--- compose.yaml
services:
  web:
    image: shop/web
    restart: always«→
    mem_limit: 512m»
  worker:
    image: shop/worker
    restart: always‹→
    mem_limit: 512m›
  mail:
    image: shop/mail
    restart: always‹→
    mem_limit: 512m›

==== a renamed key of sibling entries
kind: yaml-json-keys
--- hosts.yml
hosts:
  - name: alpha
    «ip→address»: 10.0.0.1
  - name: beta
    ‹ip→address›: 10.0.0.2
  - name: gamma
    ‹ip→address›: 10.0.0.3

==== a key of JSON objects
kind: yaml-json-keys
--- fixtures/books.json
[
  { "title": "Emma", "pages": 474«→, "lang": "en"» },
  { "title": "Faust", "pages": 160‹→, "lang": "en"¦re:, "lang": "\w\w"› },
  { "title": "Nana", "pages": 420‹→, "lang": "en"¦re:, "lang": "\w\w"› }
]

==== a renamed JSON key and its reader
kind: yaml-json-keys
--- config.json
{
  "listen": { "«bind→host»": "127.0.0.1", "port": 80 }
}
--- load.py
import json


def address(path):
    with open(path) as file:
        listen = json.load(file)["listen"]
    return listen["‹bind→host›"], listen["port"]

==== a step name in a workflow
kind: yaml-json-keys
--- .github/workflows/build.yml
name: build
on: push
jobs:
  «compile→build»:
    runs-on: ubuntu-latest
    steps:
      - run: make compile
  publish:
    needs: ‹compile→build›
    runs-on: ubuntu-latest
    steps:
      - run: make publish

==== a value of sibling keys
kind: yaml-json-keys
--- k8s/deploy.yaml
spec:
  containers:
    - name: app
      imagePullPolicy: «Always→IfNotPresent»
    - name: proxy
      imagePullPolicy: ‹Always→IfNotPresent›
  restartPolicy: Always

==== a renamed column and its queries
kind: sql
--- schema.sql
CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    «cust→customer_id» INTEGER NOT NULL,
    placed DATE
);

CREATE INDEX orders_by_customer ON orders (‹cust→customer_id›);
--- queries.sql
SELECT id, placed
FROM orders
WHERE ‹cust→customer_id› = :customer;

SELECT ‹cust→customer_id›, count(*)
FROM orders
GROUP BY ‹cust→customer_id›;

==== a renamed table
kind: sql
--- schema.sql
CREATE TABLE «person→people» (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
);

CREATE TABLE mail (
    person INTEGER REFERENCES ‹person→people› (id),
    address TEXT
);

CREATE VIEW names AS SELECT name FROM ‹person→people›;

==== a new column in an insert
kind: sql
--- seed.sql
INSERT INTO users (name, mail«→, role») VALUES ('ann', 'ann@example.org'‹→, 'user'¦@¦re:, '\w*'›);

==== an alias in one query
kind: sql
--- report.sql
SELECT ‹c→cust›.name, count(*) AS orders
FROM customers «c→cust»
JOIN orders o ON o.customer_id = ‹c→cust›.id
GROUP BY ‹c→cust›.name;

SELECT c.name FROM cities c;

==== a column in SQL and Python
kind: sql
--- db/schema.sql
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    «txt→body» TEXT NOT NULL
);
--- db/notes.py
def add(connection, text):
    connection.execute("INSERT INTO notes (‹txt→body›) VALUES (?)", (text,))


def find(connection, word):
    return connection.execute("SELECT id FROM notes WHERE ‹txt→body› LIKE ?", (word,))

==== a misspelt word in comments
kind: typo
--- retry.py
# Calls are repeated until they «suceed→succeed».


def retry(call, times):
    """Return what the call returns when it ‹suceed→succeed›s."""
    for _ in range(times):
        if call():
            return True
    return False  # it did not ‹suceed→succeed›

==== a misspelt name in code
kind: typo
--- src/lenght.ts
export function «lenght→length»(text: string): number {
  return [...text].length;
}

export function longest(words: string[]): number {
  return Math.max(...words.map(‹lenght→length›));
}

==== a misspelt product name in prose
kind: typo
--- docs/intro.md
# Introduction

«Postgress→Postgres» stores the events. Install ‹Postgress→Postgres› first, then create a database.

To stop ‹Postgress→Postgres›, use `pg_ctl stop`.

==== a misspelt method in tests
kind: typo
--- client.go
package client

func (c *Client) «Recieve→Receive»() ([]byte, error) {
	return c.read()
}

func (c *Client) Next() ([]byte, error) {
	return c.‹Recieve→Receive›()
}

==== a column is renamed in the queries of a program
kind: sql
--- schema.sql
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  «amount→total_cents» INTEGER
);
--- db.py
def totals(connection, amount):
    query = "SELECT id, ‹amount→total_cents› FROM orders"
    return [row for row in connection.execute(query) if row[1] > amount]

==== column renamed in table and queries
kind: sql
--- db/schema.sql
create table reading (
    id integer primary key,
    meter text not null,
    «ts→taken_at» timestamp not null,
    value numeric not null
);

create index reading_by_time on reading (meter, ‹ts→taken_at›);

create view latest as
select meter, max(‹ts→taken_at›) as ‹ts→taken_at¦?›
from reading
group by meter;
--- db/report.sql
select meter, date(‹ts→taken_at›) as day, sum(value)
from reading
where ‹ts→taken_at› >= date('now', '-7 days')
group by meter, day
order by day;

==== config key renamed in file and code
kind: yaml-json-keys
--- config/default.yaml
server:
  host: localhost
  port: 4000
mail:
  «smtp_host→relay_host»: mail.example.org
  sender: noreply@example.org
--- config/production.yaml
server:
  host: 0.0.0.0
mail:
  ‹smtp_host→relay_host›: smtp.internal
--- app/mail.py
import smtplib


def send(config, message):
    mail = config["mail"]
    with smtplib.SMTP(mail["‹smtp_host→relay_host›"]) as smtp:
        smtp.send_message(message, from_addr=mail["sender"])

==== option renamed where it is passed
kind: yaml-json-keys
--- src/retry.js
export async function retry(task, { «tries→attempts» = 3, wait = 100 } = {}) {
  for (let i = 1; ; i++) {
    try {
      return await task();
    } catch (error) {
      if (i === ‹tries→attempts›) throw error;
      await new Promise((done) => setTimeout(done, wait * i));
    }
  }
}
--- src/upload.js
import { retry } from "./retry.js";

export function upload(file) {
  return retry(() => fetch("/files", { method: "PUT", body: file }), { ‹tries→attempts›: 5, wait: 500 });
}

export function ping() {
  return retry(() => fetch("/ping"), { ‹tries→attempts›: 1 });
}

==== YAML key in three services
kind: yaml-json-keys
language: yaml
--- deploy/stack.yaml
services:
  web:
    image: shop/web:2.1
    «restart→restart_policy»: always
    ports: ["80:80"]
  api:
    image: shop/api:2.1
    ‹restart→restart_policy›: always
  worker:
    image: shop/worker:2.1
    ‹restart→restart_policy›: always

==== environment variable renamed everywhere
kind: yaml-json-keys
language: python
--- app/settings.py
import os

DEBUG = os.environ.get("APP_DEBUG") == "1"
DATABASE = os.environ["«APP_DB→APP_DATABASE_URL»"]
SECRET = os.environ["APP_SECRET"]
--- .env.example
APP_DEBUG=1
‹APP_DB→APP_DATABASE_URL›=sqlite:///dev.db
APP_SECRET=change-me
--- docker-compose.yml
services:
  app:
    build: .
    environment:
      - ‹APP_DB→APP_DATABASE_URL›=postgres://db/app
      - APP_SECRET
  db:
    image: postgres:16
--- README.md
# App

| variable | meaning |
|---|---|
| `APP_DEBUG` | shows errors in the page |
| `‹APP_DB→APP_DATABASE_URL›` | address of the database |
| `APP_SECRET` | signs cookies |

==== SQL table renamed
kind: sql
language: sql
--- db/001_init.sql
create table «person→member» (
    id integer primary key,
    name text not null
);

create table loan (
    id integer primary key,
    ‹person→member¦?› integer not null references ‹person→member› (id)
);
--- db/queries.sql
select name from ‹person→member› order by name;

delete from ‹person→member› where id = 3;
