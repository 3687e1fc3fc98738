==== a column is renamed in the schema
kind: rename-field
--- schema.sql
CREATE TABLE members (
    id      SERIAL PRIMARY KEY,
    «mail→email»    TEXT NOT NULL,
    name    TEXT NOT NULL,
    joined  DATE NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX members_unique ON members (‹mail→email›);

CREATE TABLE outbox (
    id    SERIAL PRIMARY KEY,
    mail  TEXT NOT NULL,
    sent  BOOLEAN NOT NULL DEFAULT false
);

CREATE VIEW recent_members AS
SELECT m.id, m.name, m.‹mail→email›
FROM members m
WHERE m.joined > now() - interval '30 days';

==== a newer node in all jobs
kind: constants-in-files
--- .github/workflows/ci.yml
name: CI
on: [push]

jobs:
  lint:
    runs-on: ubuntu-latest
    timeout-minutes: 18
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: «18→20»
      - run: npm ci && npm run lint

  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ‹18→20›
      - run: npm ci && npm test

  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ‹18→20›
      - run: npm ci && npm run build

==== the usage text follows the option
kind: docs-follow-code
--- backup.sh
#!/usr/bin/env bash
# Back up a directory to the server.
set -euo pipefail

usage() {
    echo "Usage: backup.sh [‹--target→--dest› DIR] [--verbose] SOURCE"
    echo
    echo "  ‹--target→--dest› DIR   where to put the copy"
    echo "  --verbose      list the files"
}

target=/srv/backup
verbose=

while [[ $# -gt 0 ]]; do
    case "$1" in
        «--target→--dest») target="$2"; shift 2 ;;
        --verbose) verbose=-v; shift ;;
        --help) usage; exit 0 ;;
        *) break ;;
    esac
done

rsync -a $verbose "$1" "$target"

==== image of the ingest service updated
kind: constants-in-files
--- deploy/ingest.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ingest
spec:
  replicas: 2
  template:
    spec:
      initContainers:
        - name: migrate
          image: registry.example.net/ingest:‹1.14.2→1.15.0›
          args: ["migrate"]
      containers:
        - name: ingest
          image: registry.example.net/ingest:«1.14.2→1.15.0»
          ports:
            - containerPort: 8080
        - name: proxy
          image: registry.example.net/proxy:1.14.2
--- deploy/cleanup.yaml
apiVersion: batch/v1
kind: CronJob
metadata:
  name: cleanup
spec:
  schedule: "14 2 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: cleanup
              image: registry.example.net/ingest:‹1.14.2→1.15.0›
              args: ["cleanup", "--days", "30"]

==== timestamps with a time zone
kind: parallel-lines
--- schema/shipments.sql
-- All timestamps are stored in UTC.
CREATE TABLE shipment (
    id           BIGINT PRIMARY KEY,
    reference    TEXT NOT NULL,
    created_at   «TIMESTAMP→TIMESTAMPTZ» NOT NULL,
    packed_at    «TIMESTAMP→TIMESTAMPTZ»,
    shipped_at   ‹TIMESTAMP→TIMESTAMPTZ›,
    delivered_at ‹TIMESTAMP→TIMESTAMPTZ›,
    due_on       DATE
);

CREATE INDEX shipment_reference ON shipment (reference);

CREATE VIEW late_shipment AS
SELECT id, reference, due_on
FROM shipment
WHERE delivered_at IS NULL
  AND due_on < CURRENT_DATE;

COMMENT ON COLUMN shipment.created_at IS 'TIMESTAMP of the first scan';

==== heading of a manual renamed
kind: docs-follow-code
--- docs/manual.md
# Spectrometer manual

- [Setup](#setup)
- [‹Calibration→Wavelength calibration›](#‹calibration→wavelength-calibration›)
- [Measuring](#measuring)
- [Troubleshooting](#troubleshooting)

## Setup

Mount the fibre and connect the lamp. A calibration is needed once per day.

## «Calibration→Wavelength calibration»

1. Switch on the neon lamp and wait ten minutes.
2. Run `spectro calibration --lamp neon`.
3. Compare the lines with the table in `calibration.csv`.

## Measuring

Choose an integration time between 10 ms and 2 s.

## Troubleshooting

If the lines are shifted, repeat the [procedure](#‹calibration→wavelength-calibration›).
If the signal is weak, clean the fibre.

==== backups are kept longer
kind: silence
expect: silence
--- bin/backup.sh
#!/bin/sh
set -eu

# Nightly backup of the choir archive.
KEEP=«7→14»
SOURCE=/srv/archive
TARGET=/mnt/backup

stamp=$(date +%Y-%m-%d)
mkdir -p "$TARGET/$stamp"
rsync -a --delete "$SOURCE/" "$TARGET/$stamp/"

if [ "$(df --output=pcent "$TARGET" | tail -n 1 | tr -dc 0-9)" -gt 87 ]; then
    echo "disk is filling up" >&2
fi

ls -1d "$TARGET"/20* | sort -r | tail -n +"$((KEEP + 1))" | while read -r old; do
    rm -rf "$old"
done

chmod 750 "$TARGET/$stamp"

==== the service moves to another port
kind: constants-in-files
--- config/app.yaml
server:
  host: 0.0.0.0
  port: «8080→8090»
  read_timeout: 10s
database:
  host: postgres
  port: 5432
  pool: 20
cache:
  host: redis
  port: 6379
  max_bytes: 80800
--- Dockerfile
FROM golang:1.22 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -o /out/app ./cmd/app

FROM gcr.io/distroless/static
COPY --from=build /out/app /app
COPY config/app.yaml /etc/app.yaml
EXPOSE ‹8080→8090›
ENTRYPOINT ["/app", "--config", "/etc/app.yaml"]
--- README.md
# Parcel service

Tracks parcels and tells customers where they are.

## Running

```sh
docker build -t parcel .
docker run --rm -p ‹8080→8090›:‹8080→8090› parcel
curl http://localhost:‹8080→8090›/healthz
```

The database is expected at `postgres:5432`.

==== the deploy flag is called stage, also in the docs
kind: docs-follow-code
--- deploy.sh
#!/usr/bin/env bash
set -euo pipefail

usage() {
  echo "usage: deploy.sh ‹--env→--stage› NAME [--tag TAG]" >&2
  exit 2
}

stage=""
tag="latest"
while [[ $# -gt 0 ]]; do
  case "$1" in
    «--env→--stage»)
      stage="$2"
      shift 2
      ;;
    --tag)
      tag="$2"
      shift 2
      ;;
    *) usage ;;
  esac
done
[[ -n "$stage" ]] || usage

docker run --rm --env "STAGE=$stage" "registry.example.com/deployer:$tag"
--- README.md
# Deploying

A release goes out in two steps. First to staging:

```sh
./deploy.sh ‹--env→--stage› staging --tag v1.4.0
```

Check the dashboard for ten minutes, then go on to production:

```sh
./deploy.sh ‹--env→--stage› production --tag v1.4.0
```

Without `--tag` the newest image is used.

==== received is spelled right everywhere
kind: typo
--- migrations/0007_shipments.sql
CREATE TABLE shipments (
    id          bigserial PRIMARY KEY,
    order_id    bigint NOT NULL REFERENCES orders (id),
    sent_at     timestamptz NOT NULL DEFAULT now(),
    «recieved_at→received_at» timestamptz
);

CREATE INDEX shipments_open_idx
    ON shipments (order_id)
    WHERE ‹recieved_at→received_at› IS NULL;

CREATE VIEW shipment_times AS
SELECT
    order_id,
    sent_at,
    ‹recieved_at→received_at›,
    ‹recieved_at→received_at› - sent_at AS duration
FROM shipments
WHERE ‹recieved_at→received_at› IS NOT NULL;

==== one deployment is scaled up
kind: silence
expect: silence
--- values.yaml
defaults:
  image: registry.example.com/shop
  pullPolicy: IfNotPresent

web:
  replicas: 2
  resources:
    cpu: 500m
    memory: 512Mi

api:
  replicas: «2→6»
  resources:
    cpu: 500m
    memory: 512Mi

worker:
  replicas: 2
  resources:
    cpu: 250m
    memory: 256Mi

==== a new release of the api image
kind: constants-in-files
open: k8s/migrate-job.yaml
--- k8s/api-deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: api
          image: registry.example.com/pay/api:«1.14.2→1.15.0»
          ports:
            - containerPort: 8080
        - name: log-shipper
          image: registry.example.com/infra/shipper:1.14.2
--- k8s/migrate-job.yaml
apiVersion: batch/v1
kind: Job
metadata:
  name: api-migrate
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: migrate
          image: registry.example.com/pay/api:‹1.14.2→1.15.0›
          command: ["./api", "migrate"]

==== the surname column is renamed
kind: rename-field
--- db/schema.sql
CREATE TABLE members (
    id          integer PRIMARY KEY,
    first_name  text NOT NULL,
    «surname→last_name»     text NOT NULL,
    joined      date NOT NULL
);

CREATE INDEX members_by_name ON members (‹surname→last_name›, first_name);

CREATE TABLE coaches (
    id          integer PRIMARY KEY,
    surname     text NOT NULL,
    sport       text NOT NULL
);

CREATE VIEW new_members AS
SELECT m.id, m.first_name, m.‹surname→last_name›
FROM members AS m
WHERE m.joined > date('now', '-30 days')
ORDER BY m.‹surname→last_name›;

CREATE VIEW swim_coaches AS
SELECT c.id, c.surname
FROM coaches AS c
WHERE c.sport = 'swimming';

==== the backup target variable
kind: rename-local
--- scripts/backup.sh
#!/usr/bin/env bash
set -euo pipefail

LOG_DIR=/var/log/backup
«DIR→TARGET_DIR»="/mnt/backup/$(date +%F)"

usage() {
    echo "usage: $0 [DIR...]" >&2
    exit 2
}

[ $# -gt 0 ] || usage

mkdir -p "$‹DIR→TARGET_DIR›" "$LOG_DIR"
for source in "$@"; do
    name=$(basename "$source")
    tar -czf "${‹DIR→TARGET_DIR›}/${name}.tar.gz" "$source" 2>>"$LOG_DIR/errors.log"
done

# keep the last ten backups
ls -1d /mnt/backup/* | head -n -10 | xargs -r rm -rf
du -sh "$‹DIR→TARGET_DIR›" >>"$LOG_DIR/sizes.log"

==== a product name is misspelled
kind: typo
--- README.md
# Fleet tools

Small tools for our «Kubernets→Kubernetes» clusters.

## Requirements

- Python 3.10 or newer
- access to a ‹Kubernets→Kubernetes› cluster, see [access](docs/access.md)
- the `kubectl` command

## Usage

List the pods that restarted during the last hour:

```sh
fleet restarts --since 1h
```

The ‹Kubernets→Kubernetes› context is taken from `KUBECONFIG`. Use `--context` to choose
another one.

==== a sentence added to the changelog
kind: silence
expect: silence
--- CHANGELOG.md
# Changelog

## Unreleased

- The exporter writes UTF-8 files.
- Rooms can be booked for several days.
«→- Fixed a crash when a calendar has no events.»

## 2.3.0

- New layout of the week view.
- Faster search.

## 2.2.1

- Fixed the time zone of reminders.

==== a newer database
kind: constants-in-files
open: ci.yml
--- docker-compose.yml
services:
  web:
    build: .
    ports:
      - "8015:8015"
    depends_on:
      - db
  db:
    image: postgres:«15→16»
    environment:
      POSTGRES_PASSWORD: secret
    volumes:
      - data:/var/lib/postgresql/data

volumes:
  data:
--- ci.yml
name: tests
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    services:
      db:
        image: postgres:‹15→16›
        env:
          POSTGRES_PASSWORD: secret
    steps:
      - uses: actions/checkout@v4
      - run: make test
--- README.md
# Library

The catalogue of a small library, about 15 thousand books.

The data is kept in PostgreSQL ‹15→16›. Start everything with
`docker compose up`.

==== the health port moves
kind: constants-in-files
--- deploy.sh
#!/bin/sh
set -eu

NAME=shop
HEALTH_PORT=«8081→9091»
LIMIT=8081

docker build -t "$NAME" .
docker run -d --name "$NAME" --memory "${LIMIT}m" -p "$HEALTH_PORT:$HEALTH_PORT" "$NAME"

sleep 5
curl --fail "http://localhost:$HEALTH_PORT/health"
echo "$NAME is up"
--- config.yml
server:
  host: 0.0.0.0
  port: 8080
health:
  path: /health
  port: ‹8081→9091›
cache:
  entries: 5000
  seconds: 600
log:
  level: info

==== a column is renamed
kind: sql
--- schema.sql
CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL,
    «total→amount» NUMERIC(10, 2) NOT NULL,
    created DATE NOT NULL
);

CREATE TABLE invoices (
    id INTEGER PRIMARY KEY,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    total NUMERIC(10, 2) NOT NULL
);

CREATE INDEX orders_index ON orders (‹total→amount›);

CREATE VIEW large_orders AS
SELECT o.id, o.‹total→amount›, o.created
FROM orders o
WHERE o.‹total→amount› > 1000;

CREATE VIEW open_invoices AS
SELECT i.id, i.total
FROM invoices i
WHERE i.total > 0;

==== a sentence is reworded
kind: silence
expect: silence
--- guide.md
# Garden guide

Water the tomatoes in the morning. The leaves should stay «dry→free of water».

## Soil

Use a mix of compost and sand. In dry summers a layer of straw helps to keep
the water in the soil.

## Harvest

- Tomatoes from July
- Beans from August
- Keep the seeds dry and cool

==== the version of Node in all jobs
kind: constants-in-files
--- .github/workflows/ci.yml
name: ci
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 18
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: «18→20»
      - run: npm ci
      - run: npm test
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ‹18→20›
      - run: npm ci
      - run: npm run lint
  docs:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ‹18→20›
      - run: npx typedoc
--- Dockerfile
FROM node:‹18→20¦?›-alpine
WORKDIR /app
COPY . .
RUN npm ci --omit=dev
CMD ["node", "server.js"]

==== an option of a backup script gets a longer name
kind: docs-follow-code
--- backup.sh
#!/bin/sh
# Usage: backup.sh [--‹dest→target› DIR] [--keep DAYS]
set -eu

target=/var/backups
keep=14

while [ $# -gt 0 ]; do
    case "$1" in
        --«dest→target») target=$2; shift 2 ;;
        --keep) keep=$2; shift 2 ;;
        *) echo "unknown option $1" >&2; exit 2 ;;
    esac
done

tar -czf "$target/home-$(date +%F).tar.gz" /home
find "$target" -name 'home-*.tar.gz' -mtime "+$keep" -delete
--- README.md
# Backups

Run the script once a day, as root:

    ./backup.sh --‹dest→target› /mnt/nas --keep 30

| option | |
|---|---|
| `--‹dest→target›` | the folder of the archives |
| `--keep` | after how many days an archive is deleted |

To get a file back, use `tar -xzf` with the archive, then `cp` to the dest folder.

==== a misspelled product name in a guide
kind: typo
--- docs/install.md
# Installation

You need a «Kuberentes→Kubernetes» cluster with at least three nodes.

1. Create a namespace: `kubectl create namespace metrics`
2. Install the chart: `helm install metrics ./chart -n metrics`
3. Wait until all pods run: `kubectl get pods -n metrics`

## Upgrades

Every release supports the last three versions of ‹Kuberentes→Kubernetes›.
Read the notes of the release before you upgrade the chart.

## Troubleshooting

- The pods stay pending: the ‹Kuberentes→Kubernetes› scheduler found no node with enough memory.
- The dashboard is empty: check that the collector has access to the cluster.

==== a common table expression gets a better name
kind: rename-local
--- reports/occupancy.sql
-- Occupancy of the rooms, per month
with «data→nights» as (
    select room_id,
           date_trunc('month', night) as month,
           count(*) as sold
    from reservation_nights
    where cancelled_at is null
    group by room_id, date_trunc('month', night)
),
capacity as (
    select id as room_id, data ->> 'floor' as floor, beds
    from rooms
)
select capacity.floor,
       ‹data→nights›.month,
       sum(‹data→nights›.sold) as sold,
       sum(capacity.beds) as beds
from ‹data→nights›
join capacity on capacity.room_id = ‹data→nights›.room_id
group by capacity.floor, ‹data→nights›.month
order by ‹data→nights›.month, capacity.floor;

==== one service of several gets another replica
kind: silence
expect: silence
--- deploy/stack.yaml
services:
  web:
    image: registry.example.org/shop/web:3.2
    deploy:
      replicas: «2→3»
      resources:
        limits:
          memory: 512M
  worker:
    image: registry.example.org/shop/worker:3.2
    deploy:
      replicas: 2
      resources:
        limits:
          memory: 512M
  scheduler:
    image: registry.example.org/shop/scheduler:3.2
    deploy:
      replicas: 2
      update_config:
        parallelism: 2

