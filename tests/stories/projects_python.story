==== phone joins the customer's dict and row mapping
kind: field-added
--- crm/models.py
from dataclasses import dataclass


@dataclass
class Customer:
    id: int
    email: str
    full_name: str«→
    phone: str»

    def to_dict(self) -> dict:
        return {
            "id": self.id,
            "email": self.email,
            "full_name": self.full_name,‹→
            "phone": self.phone,›
        }

    @classmethod
    def from_row(cls, row) -> "Customer":
        return cls(
            id=row["id"],
            email=row["email"],
            full_name=row["full_name"],‹→
            phone=row["phone"],¦
            phone=row.get("phone"),›
        )


@dataclass
class Supplier:
    id: int
    email: str
    full_name: str

    def to_dict(self) -> dict:
        return {"id": self.id, "email": self.email, "full_name": self.full_name}

==== default timeout in the docstring
kind: docs-follow-code
--- fetcher/http.py
import time

import requests

CACHE_TTL = 30


def fetch(url: str, timeout: float = «30→10», retries: int = 3) -> bytes:
    """Download a URL.

    Args:
        url: Where to download from.
        timeout: Seconds to wait for the server (default ‹30→10›).
        retries: How often to try again (default 3).
    """
    for attempt in range(retries):
        try:
            return requests.get(url, timeout=timeout).content
        except requests.ConnectionError:
            time.sleep(2**attempt)
    raise RuntimeError(f"gave up on {url}")


def fetch_archive(url: str, timeout: float = 30) -> bytes:
    """Download an archive.

    Args:
        url: Where to download from.
        timeout: Seconds to wait for the server (default 30).
    """
    return requests.get(url, timeout=timeout, stream=True).content

==== weather client becomes async
kind: async-propagation
--- weather/client.py
import httpx


class WeatherClient:
    def __init__(self, base_url: str):
        self._http = httpx.AsyncClient(base_url=base_url)

    «→async »def current(self, city: str) -> dict:
        resp = «→await »self._http.get("/v1/current", params={"q": city})
        resp.raise_for_status()
        return resp.json()
--- weather/routes.py
from fastapi import APIRouter

from weather.client import WeatherClient
from weather.history import History

router = APIRouter()
client = WeatherClient("https://api.weather.test")
history = History()


@router.get("/weather/{city}")
async def weather(city: str):
    data = ‹→await ›client.current(city)
    return {"city": city, "temp": data["temp_c"]}


@router.get("/compare")
async def compare(a: str, b: str):
    first = ‹→await ›client.current(a)
    second = ‹→await ›client.current(b)
    return first["temp_c"] - second["temp_c"]


@router.get("/history/{city}")
async def past(city: str):
    return history.current(city)
--- weather/history.py
class History:
    def __init__(self):
        self._rows = {}

    def current(self, city):
        return self._rows.get(city, [])

==== prints become logger calls, in another project
kind: log-statements
--- importer.py
import csv
import logging
from pprint import pprint

logger = logging.getLogger(__name__)


def import_products(path, repo):
    «print→logger.info»(f"importing {path}")
    count = 0
    with open(path, newline="") as f:
        for row in csv.DictReader(f):
            if not row["sku"]:
                «print→logger.info»(f"no sku in line {count}")
                continue
            repo.save(row)
            count += 1
    ‹print→logger.info¦re:logger\.\w+›(f"imported {count} products")
    return count


def import_prices(path, repo):
    ‹print→logger.info¦re:logger\.\w+›(f"importing prices from {path}")
    with open(path, newline="") as f:
        for row in csv.DictReader(f):
            repo.set_price(row["sku"], row["price"])
    ‹print→logger.info¦re:logger\.\w+›("prices done")


def debug_row(row):
    pprint(row)

==== third attribute in the constructor
kind: half-typed-line
--- retry.py
import random
import time


class RetryPolicy:
    def __init__(self, attempts=3, backoff=0.5, jitter=0.1):
        self.attempts = attempts
        self.backoff = backoff«→
        self.ji»‹→tter = jitter›

    def sleep(self, attempt):
        delay = self.backoff * 2**attempt
        time.sleep(delay + random.uniform(0, self.jitter))


class NoRetry:
    attempts = 1
    jitter = 0

==== res is a response
kind: rename-local
--- github.py
import requests

API = "https://api.github.com"


def get_repo(owner, name, token=None):
    headers = {"Accept": "application/vnd.github+json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    «res→response» = requests.get(f"{API}/repos/{owner}/{name}", headers=headers, timeout=10)
    if ‹res→response›.status_code == 404:
        return None
    if ‹res→response›.status_code >= 400:
        raise RuntimeError(f"GitHub said {‹res→response›.status_code}: {‹res→response›.text}")
    return ‹res→response›.json()


def list_issues(owner, name):
    res = requests.get(f"{API}/repos/{owner}/{name}/issues", timeout=10)
    res.raise_for_status()
    return [issue for issue in res.json() if "pull_request" not in issue]

==== charge takes a currency
kind: change-signature
--- billing/gateway.py
import stripe


def charge(customer_id, amount«→, currency»):
    return stripe.PaymentIntent.create(
        customer=customer_id,
        amount=amount,
        currency=‹"eur"→currency›,
    )


def refund(intent_id, amount):
    return stripe.Refund.create(payment_intent=intent_id, amount=amount)
--- billing/invoices.py
from billing.gateway import charge, refund


def pay_invoice(invoice):
    currency = invoice.currency.lower()
    intent = charge(invoice.customer_id, invoice.total‹→, currency¦@›)
    invoice.mark_paid(intent.id, currency)


def cancel_invoice(invoice):
    refund(invoice.intent_id, invoice.total)
--- billing/subscriptions.py
from billing.gateway import charge


def renew(subscription):
    plan = subscription.plan
    charge(subscription.customer_id, plan.price‹→, plan.currency¦re:, .+¦@›)
    subscription.extend(plan.months)

==== qty of the order line is spelled out
kind: rename-field
--- shop/orders.py
from dataclasses import dataclass


@dataclass
class OrderLine:
    sku: str
    «qty→quantity»: int
    price: float

    @property
    def total(self) -> float:
        return self.‹qty→quantity› * self.price


@dataclass
class StockLevel:
    sku: str
    qty: int

    def is_low(self) -> bool:
        return self.qty < 5
--- shop/cart.py
from shop.orders import OrderLine


def to_lines(items) -> list[OrderLine]:
    return [OrderLine(sku=i["sku"], ‹qty→quantity›=i["qty"], price=i["price"]) for i in items]


def count(lines: list[OrderLine]) -> int:
    return sum(line.‹qty→quantity› for line in lines)

==== query parameter is renamed, keyword arguments follow
kind: rename-parameter
--- catalog/search.py
def search_books(query, «max→limit»=20, offset=0):
    hits = [book for book in all_books() if query.lower() in book.title.lower()]
    return hits[offset : offset + ‹max→limit›]


def longest_title(books):
    return max(len(book.title) for book in books)


def all_books():
    from catalog.store import BOOKS

    return BOOKS
--- catalog/views.py
from catalog.search import search_books


def search_view(request):
    page = max(1, int(request.GET.get("page", 1)))
    books = search_books(request.GET["q"], ‹max→limit›=10, offset=(page - 1) * 10)
    return {"books": books, "page": page}


def suggest_view(request):
    return [b.title for b in search_books(request.GET["q"], ‹max→limit›=5)]

==== helper is not used any more
kind: code-deleted
--- blog/slugs.py
from blog.text import collapse_spaces‹, strip_accents→›


def slugify(title: str) -> str:
    title = collapse_spaces(title)
«    title = strip_accents(title)
→»    return title.lower().replace(" ", "-")


def summary(body: str, length: int = 200) -> str:
    body = collapse_spaces(body)
    return body[:length]
--- blog/text.py
import re
import unicodedata


def collapse_spaces(text):
    return re.sub(r"\s+", " ", text).strip()


def strip_accents(text):
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()

==== recieve is a typo
kind: typo
keys: backspace
--- payments/inbox.py
import logging

log = logging.getLogger(__name__)


def «recieve→receive»_payment(message):
    log.info("payment %s", message["id"])
    return message["amount"]


def reject_payment(message):
    log.warning("rejected %s", message["id"])
--- payments/worker.py
from payments.inbox import ‹recieve_payment→receive_payment›, reject_payment


def run(queue):
    total = 0
    for message in queue:
        if message["amount"] <= 0:
            reject_payment(message)
            continue
        total += ‹recieve_payment→receive_payment›(message)
    return total

==== a docstring for a helper
kind: silence
expect: silence
--- stats.py
from statistics import median


def trimmed_mean(values, cut=0.1):
«→    """Mean of the values without the lowest and highest ones."""
»    values = sorted(values)
    k = int(len(values) * cut)
    kept = values[k : len(values) - k]
    return sum(kept) / len(kept)


def spread(values):
    return max(values) - min(values)


def center(values):
    return median(values)

==== a rename that is taken back
kind: silence
expect: silence
do: edit, undo
--- notify.py
from smtplib import SMTP


def «send→deliver»(to, subject, body):
    with SMTP("localhost") as smtp:
        smtp.sendmail("noreply@example.org", to, f"Subject: {subject}\n\n{body}")


def notify_all(users, subject, body):
    for user in users:
        send(user.email, subject, body)


def notify_admin(body):
    send("admin@example.org", "Alert", body)

==== page size, and another fifty
kind: silence
expect: silence
--- app/settings.py
DEBUG = False
PAGE_SIZE = «50→100»
MAX_CONNECTIONS = 50
THUMBNAIL_WIDTH = 320
--- app/pool.py
from app.settings import MAX_CONNECTIONS


class Pool:
    def __init__(self, size=MAX_CONNECTIONS):
        self.size = size
        self.idle = []

    def usage(self):
        return 100 - 100 * len(self.idle) // self.size

    def is_busy(self):
        return self.usage() > 50

==== accumulator renamed in the surge summary
kind: rename-local
--- tides.py
from dataclasses import dataclass


@dataclass
class Reading:
    station: str
    level: float
    total: float = 0.0


def daily_range(readings: list[Reading]) -> float:
    total = max(r.level for r in readings) - min(r.level for r in readings)
    return round(total, 2)


def surge_sum(readings: list[Reading], baseline: float) -> float:
    """Sum of everything above the baseline; the total is in metres."""
    «total→surge» = 0.0
    for reading in readings:
        excess = reading.level - baseline
        if excess > 0:
            ‹total→surge› += excess
            reading.total = ‹total→surge›
    if ‹total→surge› > 10:
        print(f"total surge high: {‹total→surge›:.1f}")
    return ‹total→surge›


def report(readings: list[Reading]) -> str:
    total = len(readings)
    return f"{total} readings, range {daily_range(readings)}"

==== parameter of a kiln ramp renamed
kind: rename-parameter
--- kiln/control.py
import time


class Kiln:
    def __init__(self, port):
        self.port = port
        self.target = None

    def ramp(self, «target→setpoint», rate=120):
        """Heat with the given rate.

        :param ‹target→setpoint›: temperature in degrees Celsius
        :param rate: degrees per hour
        """
        if ‹target→setpoint› > 1300:
            raise ValueError("target too hot for this kiln")
        self.target = ‹target→setpoint›
        while self.read() < ‹target→setpoint›:
            self.port.write(rate)
            time.sleep(5)

    def hold(self, target, minutes):
        self.target = target
        time.sleep(minutes * 60)

    def read(self):
        return float(self.port.readline())
--- kiln/programs.py
from kiln.control import Kiln


def bisque(kiln: Kiln) -> None:
    kiln.ramp(‹target→setpoint›=600, rate=80)
    kiln.hold(target=600, minutes=20)
    kiln.ramp(‹target→setpoint›=1000)


def glaze(kiln: Kiln) -> None:
    kiln.ramp(‹target→setpoint›=1220, rate=150)
    kiln.hold(target=1220, minutes=10)

==== row parser of a cargo manifest renamed
kind: rename-function
--- cargo/manifest.py
import csv
from pathlib import Path


class LegacyReader:
    def parse_row(self, row):
        return row.split("|")


def «parse_row→parse_manifest_row»(row: dict) -> dict:
    return {
        "container": row["container"].strip().upper(),
        "weight": float(row["weight"]),
        "hazard": row.get("hazard") or None,
    }


def read_manifest(path: Path) -> list[dict]:
    with path.open(newline="") as handle:
        return [‹parse_row→parse_manifest_row›(row) for row in csv.DictReader(handle)]


def read_legacy(path: Path) -> list[list[str]]:
    reader = LegacyReader()
    return [reader.parse_row(line) for line in path.read_text().splitlines()]
--- cargo/inspect.py
import logging

from cargo.manifest import LegacyReader, ‹parse_row→parse_manifest_row›

log = logging.getLogger(__name__)


def check(raw: dict) -> bool:
    try:
        entry = ‹parse_row→parse_manifest_row›(raw)
    except KeyError:
        log.warning("cannot parse row %r", raw)
        return False
    return entry["weight"] < 30_000


def check_legacy(line: str) -> bool:
    parts = LegacyReader().parse_row(line)
    return len(parts) == 3

==== quantity of a stock line spelled out
kind: rename-field
--- warehouse/models.py
from dataclasses import dataclass


@dataclass
class StockLine:
    sku: str
    «qty→quantity»: int
    bin: str = "A0"

    def is_empty(self) -> bool:
        return self.‹qty→quantity› <= 0


@dataclass
class Pallet:
    code: str
    qty: int

    def is_full(self) -> bool:
        return self.qty >= 48
--- warehouse/picking.py
from warehouse.models import Pallet, StockLine

QUERY = "SELECT sku, qty, bin FROM stock WHERE qty > 0"


def load(cursor) -> list[StockLine]:
    lines = []
    for row in cursor.execute(QUERY):
        lines.append(StockLine(sku=row[0], ‹qty→quantity›=row[1], bin=row[2]))
    return lines


def pick(line: StockLine, amount: int) -> int:
    taken = min(line.‹qty→quantity›, amount)
    line.‹qty→quantity› -= taken
    return taken


def stack(pallet: Pallet, amount: int) -> None:
    pallet.qty += amount
    if pallet.is_full():
        print(f"pallet {pallet.code} full")

==== quote needs the currency
kind: change-signature
--- freight/quotes.py
from decimal import Decimal

RATES = {"EUR": Decimal("1"), "CHF": Decimal("0.95"), "SEK": Decimal("11.3")}
ZONES = {"north": Decimal("4.20"), "south": Decimal("3.80")}


def quote(weight: Decimal, zone: str«→, currency: str») -> Decimal:
    base = weight * ZONES[zone]
    return base * RATES[«"EUR"→currency»]


def quote_label(amount: Decimal, currency: str) -> str:
    return f"{amount:.2f} {currency}"
--- freight/api.py
from decimal import Decimal

from freight.quotes import quote, quote_label


def handle_quote(request) -> dict:
    weight = Decimal(request.args["weight"])
    zone = request.args["zone"]
    currency = request.args.get("currency", "EUR")
    amount = quote(weight, zone‹→, currency¦, currency=currency›)
    return {"label": quote_label(amount, currency), "zone": zone}


def handle_batch(parcels: list, currency: str) -> list[str]:
    labels = []
    for parcel in parcels:
        amount = quote(parcel.weight, parcel.zone‹→, currency¦, currency=currency›)
        labels.append(quote_label(amount, currency))
    return labels

==== station loader becomes a coroutine
kind: async-propagation
--- weather/stations.py
import httpx

BASE = "https://stations.example.net"


class Cache:
    def load_station(self, code):
        return self.items.get(code)

    def __init__(self):
        self.items = {}


«→async »def load_station(client: httpx.AsyncClient, code: str) -> dict:
    response = «→await »client.get(f"{BASE}/stations/{code}")
    response.raise_for_status()
    return response.json()
--- weather/forecast.py
import httpx

from weather.stations import Cache, load_station

cache = Cache()


async def forecast(code: str) -> list[float]:
    async with httpx.AsyncClient() as client:
        station = cache.load_station(code)
        if station is None:
            station = ‹→await ›load_station(client, code)
            cache.items[code] = station
        return station["hourly"][:24]


async def compare(first: str, second: str) -> float:
    async with httpx.AsyncClient() as client:
        a = ‹→await ›load_station(client, first)
        b = ‹→await ›load_station(client, second)
    return a["temperature"] - b["temperature"]

==== berth gets a draught
kind: field-added
--- harbour/berth.py
class Berth:
    def __init__(self, name: str, length: float, crane: bool«→, draught: float»):
        self.name = name
        self.length = length
        self.crane = crane‹→
        self.draught = draught›

    def to_dict(self) -> dict:
        return {
            "name": self.name,
            "length": self.length,
            "crane": self.crane,‹→
            "draught": self.draught,›
        }

    @classmethod
    def from_dict(cls, data: dict) -> "Berth":
        return cls(data["name"], data["length"], data["crane"]‹→, data["draught"]¦re:, (draught=)?data(\["draught"\]|\.get\("draught".*\))¦@›)


class Ship:
    def __init__(self, name: str, length: float):
        self.name = name
        self.length = length

    def fits(self, berth: Berth) -> bool:
        return self.length <= berth.length

    def to_dict(self) -> dict:
        return {
            "name": self.name,
            "length": self.length,
        }

==== recipe parser gets its own exception
kind: error-handling
--- brewery/recipe.py
class RecipeError(Exception):
    pass


def parse_amount(text: str) -> float:
    number, _, unit = text.partition(" ")
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    return value / 1000 if unit == "g" else value


def parse_recipe(data: dict) -> dict:
    if "name" not in data:
        raise «ValueError→RecipeError»("recipe without a name")
    if not data.get("malts"):
        raise «ValueError→RecipeError»(f"{data['name']}: no malts")
    if not data.get("hops"):
        raise ‹ValueError→RecipeError›(f"{data['name']}: no hops")
    if data.get("boil", 60) < 15:
        raise ‹ValueError→RecipeError›(f"{data['name']}: boil too short")
    return {
        "name": data["name"],
        "malts": {k: parse_amount(v) for k, v in data["malts"].items()},
        "hops": {k: parse_amount(v) for k, v in data["hops"].items()},
    }


def load_all(items: list[dict]) -> list[dict]:
    recipes = []
    for item in items:
        try:
            recipes.append(parse_recipe(item))
        except ‹ValueError→RecipeError› as error:
            print(f"skipped: {error}")
    return recipes

==== prints of the seed importer become log lines
kind: log-statements
--- seedbank/importer.py
import logging
from pprint import pprint

from seedbank.store import fingerprint, save

log = logging.getLogger(__name__)


def import_lots(rows, dry_run=False):
    «print→log.info»("import started")
    count = 0
    for row in rows:
        key = fingerprint(row["species"], row["year"])
        if not row["viable"]:
            «print→log.info»("skipping lot " + key)
            continue
        if dry_run:
            ‹print→log.info›("would save lot " + key)
            pprint(row)
        else:
            save(key, row)
            ‹print→log.info›("saved lot " + key)
        count += 1
    ‹print→log.info›("import finished")
    return count


def describe(lot):
    # the print layout of the label is in labels.py
    return f"{lot['species']} ({lot['year']})"

==== default number of attempts documented
kind: docs-follow-code
--- sampler/bus.py
import time

CHANNELS = 3


def pull_samples(bus, channel, attempts=«3→5», wait=0.2):
    """Read one block of samples from the bus.

    Args:
        bus: an open bus
        channel: 0 to 2, the bus has 3 channels
        attempts: how often to try (default: ‹3→5›)
        wait: seconds between two attempts (default: 0.2)
    """
    if channel >= CHANNELS:
        raise IndexError(channel)
    for _ in range(attempts):
        block = bus.read(channel)
        if block:
            return block
        time.sleep(wait)
    raise TimeoutError(f"no samples on channel {channel}")
--- README.md
# sampler

Needs Python 3 and a bus with 3 channels.

| parameter | default | meaning |
|---|---|---|
| `channel` | | which channel to read |
| `attempts` | ‹3→5› | how often to try |
| `wait` | 0.2 | seconds between attempts |

==== cache client with a keyword for the lifetime
kind: api-migration
--- gallery/thumbs.py
from queue import Queue

from gallery.cache import cache
from gallery.images import render, sizes

jobs = Queue()


def thumb(image_id: int, width: int) -> bytes:
    key = f"thumb:{image_id}:{width}"
    data = cache.fetch(key)
    if data is None:
        data = render(image_id, width)
        cache.«put→set»(key, data, «→ttl=»3600)
    return data


def available(image_id: int) -> list[int]:
    key = f"sizes:{image_id}"
    found = cache.fetch(key)
    if found is None:
        found = sizes(image_id)
        cache.«put→set»(key, found, «→ttl=»600)
    return found


def enqueue(image_id: int) -> None:
    jobs.put((image_id, 320), True, 5)
    cache.‹put(f"queued:{image_id}", True, 60)→set(f"queued:{image_id}", True, ttl=60)›
--- gallery/albums.py
from gallery.cache import cache
from gallery.db import query


def album(album_id: int) -> dict:
    key = f"album:{album_id}"
    found = cache.fetch(key)
    if found is None:
        found = query("SELECT * FROM albums WHERE id = ?", album_id)
        cache.‹put(key, found, 300)→set(key, found, ttl=300)›
    return found


def cover(album_id: int) -> int:
    key = f"cover:{album_id}"
    found = cache.fetch(key)
    if found is None:
        found = album(album_id)["cover"]
        cache.‹put(key, found, 1800)→set(key, found, ttl=1800)›
    return found

==== a new function is begun
kind: silence
expect: silence
--- almanac.py
from datetime import date

EPOCH = date(2000, 1, 6)
SYNODIC = 29.530588853


def age(day: date) -> float:
    """Age of the moon in days."""
    return (day - EPOCH).days % SYNODIC


def illuminated(day: date) -> float:
    from math import cos, pi

    return (1 - cos(2 * pi * age(day) / SYNODIC)) / 2


def is_waxing(day: date) -> bool:
    return age(day) < SYNODIC / 2
«→

def »

==== one timeout is raised
kind: silence
expect: silence
--- telemetry/client.py
import socket

RETENTION_DAYS = 30


class Client:
    timeout = 30

    def __init__(self, host: str, port: int = 7011):
        self.host = host
        self.port = port
        self.sock = None

    def connect(self):
        self.sock = socket.create_connection((self.host, self.port), timeout=«30→45»)

    def send(self, frame: bytes):
        if len(frame) > 30:
            raise ValueError("frames have at most 30 bytes")
        self.sock.sendall(frame)

    def poll(self):
        self.sock.settimeout(30)
        return self.sock.recv(30)

==== the loader collects orders, the writer keeps its rows
kind: rename-local
--- pipeline/load.py
import csv
import logging
from pathlib import Path

log = logging.getLogger(__name__)


def load_orders(path: Path, min_total: float) -> list[dict]:
    """Read an export and drop the small orders."""
    «rows→orders» = []
    with path.open(newline="") as handle:
        for record in csv.DictReader(handle):
            record["total"] = float(record["total"])
            if record["total"] >= min_total:
                ‹rows→orders›.append(record)
    log.info("kept %d of %s", len(‹rows→orders›), path)
    return ‹rows→orders›


def write_rows(path: Path, rows: list[dict]) -> None:
    with path.open("w", newline="") as handle:
        writer = csv.DictWriter(handle, fieldnames=["id", "total"])
        writer.writeheader()
        for row in rows:
            writer.writerow(row)
    log.info("%d rows written", len(rows))

==== charge needs a currency and its callers pass it
kind: change-signature
--- billing/gateway.py
from dataclasses import dataclass

import requests

API = "https://pay.example.com/v1"


@dataclass
class Receipt:
    id: str
    amount_cents: int


class Gateway:
    def __init__(self, api_key: str) -> None:
        self._session = requests.Session()
        self._session.headers["Authorization"] = f"Bearer {api_key}"

    def charge(self, customer_id: str, amount_cents: int«→, currency: str») -> Receipt:
        payload = {
            "customer": customer_id,
            "amount": amount_cents,«→
            "currency": currency,»
        }
        response = self._session.post(f"{API}/charges", json=payload, timeout=10)
        response.raise_for_status()
        return Receipt(response.json()["id"], amount_cents)

    def cancel(self, charge_id: str) -> None:
        response = self._session.post(f"{API}/charges/{charge_id}/cancel", timeout=10)
        response.raise_for_status()
--- billing/settle.py
from dataclasses import dataclass

from billing.gateway import Gateway, Receipt


@dataclass
class Order:
    customer_id: str
    total_cents: int
    shipping_cents: int
    currency: str


def settle(gateway: Gateway, order: Order) -> Receipt:
    return gateway.charge(order.customer_id, order.total_cents‹→, order.currency¦re:, (currency=)?[\w."']+¦@›)


def settle_shipping(gateway: Gateway, order: Order) -> Receipt | None:
    if not order.shipping_cents:
        return None
    return gateway.charge(order.customer_id, order.shipping_cents‹→, order.currency¦re:, (currency=)?[\w."']+¦@›)

==== attempts becomes max_attempts, keyword arguments follow
kind: rename-parameter
--- jobs/retry.py
import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)


def run_with_retries(task: Callable[[], None], «attempts→max_attempts»: int = 3, delay: float = 0.5) -> bool:
    for number in range(1, ‹attempts→max_attempts› + 1):
        try:
            task()
            return True
        except OSError as error:
            log.warning("attempt %d of %d failed: %s", number, ‹attempts→max_attempts›, error)
            time.sleep(delay * number)
    return False


def count_failures(history: list[dict]) -> int:
    attempts = [entry for entry in history if entry["kind"] == "attempt"]
    return sum(1 for attempt in attempts if not attempt["ok"])
--- jobs/sync.py
from jobs.login import login
from jobs.retry import run_with_retries


def sync_inventory(client) -> None:
    login(client, attempts=2)
    if not run_with_retries(client.pull, ‹attempts→max_attempts›=5):
        raise RuntimeError("inventory could not be pulled")
    run_with_retries(client.push, ‹attempts→max_attempts›=2, delay=1.0)
--- jobs/login.py
def login(client, attempts: int = 1) -> None:
    for _ in range(attempts):
        if client.authenticate():
            return
    raise PermissionError("login failed")

==== a new dataclass field in both directions
kind: field-added
--- inventory/models.py
from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Warehouse:
    id: int
    name: str
    capacity: int«→
    region: str»

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Warehouse:
        return cls(
            id=row["id"],
            name=row["name"],
            capacity=row["capacity"],‹→
            region=row["region"],›
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "capacity": self.capacity,‹→
            "region": self.region,›
        }


@dataclass(frozen=True)
class Shelf:
    id: int
    warehouse_id: int
    capacity: int

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "warehouse_id": self.warehouse_id, "capacity": self.capacity}

==== fetching a profile awaits the client
kind: async-propagation
--- profiles/client.py
from typing import Any

import httpx

BASE = "https://profiles.internal"

client = httpx.AsyncClient(base_url=BASE, timeout=5.0)


«→async »def fetch_profile(user_id: int) -> dict[str, Any]:
    response = «→await »client.get(f"/users/{user_id}")
    response.raise_for_status()
    return response.json()


def profile_url(user_id: int) -> str:
    return f"{BASE}/users/{user_id}"
--- profiles/views.py
import asyncio

from fastapi import APIRouter

from profiles.client import fetch_profile, profile_url

router = APIRouter()


@router.get("/me/{user_id}")
async def show(user_id: int):
    profile = ‹→await ›fetch_profile(user_id)
    return {"name": profile["name"], "link": profile_url(user_id)}


@router.get("/compare/{left}/{right}")
async def compare(left: int, right: int):
    first, second = await asyncio.gather(fetch_profile(left), fetch_profile(right))
    return {"same_team": first["team"] == second["team"]}


@router.get("/team/{user_id}")
async def team(user_id: int):
    profile = ‹→await ›fetch_profile(user_id)
    return {"team": profile["team"]}

==== settings raise their own error
kind: error-handling
--- app/settings.py
import os


class SettingsError(Exception):
    """A setting is missing or cannot be used."""


def require(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise «ValueError→SettingsError»(f"{name} is not set")
    return value


def port() -> int:
    value = require("APP_PORT")
    if not value.isdigit():
        raise «ValueError→SettingsError»(f"APP_PORT is not a number: {value}")
    return int(value)


def database_url() -> str:
    url = require("DATABASE_URL")
    if not url.startswith("postgresql://"):
        raise ‹ValueError→SettingsError›("DATABASE_URL must be a postgresql URL")
    return url


def log_level() -> str:
    level = os.environ.get("LOG_LEVEL", "INFO").upper()
    if level not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        raise ‹ValueError→SettingsError›(f"unknown LOG_LEVEL: {level}")
    return level

==== aware timestamps instead of utcnow
kind: api-migration
--- audit/events.py
import json
from datetime import datetime, timedelta, timezone
from pathlib import Path


class AuditLog:
    def __init__(self, path: Path, keep_days: int = 30) -> None:
        self.path = path
        self.keep = timedelta(days=keep_days)
        self.opened_at = «datetime.utcnow()→datetime.now(timezone.utc)»

    def append(self, actor: str, action: str) -> None:
        entry = {
            "at": «datetime.utcnow()→datetime.now(timezone.utc)».isoformat(),
            "actor": actor,
            "action": action,
        }
        with self.path.open("a") as handle:
            handle.write(json.dumps(entry) + "\n")

    def prune(self) -> int:
        limit = ‹datetime.utcnow()→datetime.now(timezone.utc)› - self.keep
        lines = self.path.read_text().splitlines()
        kept = [line for line in lines if datetime.fromisoformat(json.loads(line)["at"]) >= limit]
        self.path.write_text("".join(line + "\n" for line in kept))
        return len(lines) - len(kept)

    def age(self) -> timedelta:
        return ‹datetime.utcnow()→datetime.now(timezone.utc)› - self.opened_at

==== defaultdict is used, so it is imported
kind: imports
--- reports/sales.py
from collections import Counter‹→, defaultdict›
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple


class Sale(NamedTuple):
    shop: str
    product: str
    amount: Decimal


def best_sellers(sales: Iterable[Sale], limit: int = 10) -> list[tuple[str, int]]:
    return Counter(sale.product for sale in sales).most_common(limit)


def revenue_by_shop(sales: Iterable[Sale]) -> dict[str, Decimal]:
    totals = «{}→defaultdict(Decimal)»
    for sale in sales:
        totals[sale.shop] += sale.amount
    return dict(totals)

==== the last handler of the dispatch table
kind: half-typed-line
--- orders/dispatch.py
import logging

log = logging.getLogger(__name__)


def handle_created(event: dict) -> None:
    log.info("order %s created", event["id"])


def handle_paid(event: dict) -> None:
    log.info("order %s paid", event["id"])


def handle_shipped(event: dict) -> None:
    log.info("order %s shipped", event["id"])


def handle_cancelled(event: dict) -> None:
    log.info("order %s cancelled: %s", event["id"], event.get("reason"))


HANDLERS = {
    "created": handle_created,
    "paid": handle_paid,
    "shipped": handle_shipped,«→
    "cancelled": ha»‹→ndle_cancelled,¦ndle_cancelled›
}


def dispatch(event: dict) -> None:
    handler = HANDLERS.get(event["type"])
    if handler is None:
        log.warning("no handler for %s", event["type"])
        return
    handler(event)

==== every order view counts its calls
kind: log-statements
--- shop/views.py
from shop import metrics
from shop.http import Request, Response, json_response
from shop.store import store


def create_order(request: Request) -> Response:«→
    metrics.increment("orders.create")»
    order = store.create(request.json())
    return json_response(order, status=201)


def list_orders(request: Request) -> Response:«→
    metrics.increment("orders.list")»
    page = int(request.args.get("page", "1"))
    return json_response(store.list(page=page))


def cancel_order(request: Request) -> Response:‹→
    metrics.increment("orders.cancel")›
    order = store.get(request.path["order_id"])
    order.cancel()
    return json_response(order)


def refund_order(request: Request) -> Response:‹→
    metrics.increment("orders.refund")›
    order = store.get(request.path["order_id"])
    order.refund(request.json()["amount"])
    return json_response(order)

==== the md5 helper is gone, also from the exports
kind: code-deleted
--- storage/hashing.py
import hashlib
from pathlib import Path

__all__ = [
    "file_digest",‹
    "legacy_digest",→›
    "short_digest",
]

CHUNK = 1 << 16


def file_digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as handle:
        while chunk := handle.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


«def legacy_digest(path: Path) -> str:
    return hashlib.md5(path.read_bytes()).hexdigest()


→»def short_digest(path: Path, length: int = 12) -> str:
    return file_digest(path)[:length]
--- storage/__init__.py
"""Content-addressed storage."""

from storage.blobs import BlobStore
from storage.hashing import file_digest, ‹legacy_digest, →›short_digest

__all__ = ["BlobStore", "file_digest", ‹"legacy_digest", →›"short_digest"]

==== one region gets more connections
kind: silence
expect: silence
--- infra/pools.py
from dataclasses import dataclass


@dataclass(frozen=True)
class Pool:
    max_connections: int
    idle_seconds: int
    read_only: bool = False


POOLS = {
    "eu-west-1": Pool(max_connections=50, idle_seconds=30),
    "eu-central-1": Pool(max_connections=«50→80», idle_seconds=30),
    "us-east-1": Pool(max_connections=50, idle_seconds=30),
    "us-west-2": Pool(max_connections=50, idle_seconds=60),
    "ap-south-1": Pool(max_connections=20, idle_seconds=60, read_only=True),
}


def pool_for(region: str) -> Pool:
    try:
        return POOLS[region]
    except KeyError:
        raise LookupError(f"no pool for {region}") from None

==== a new helper is written at the end of the module
kind: silence
expect: silence
--- text/naming.py
import re
import unicodedata

_WORD = re.compile(r"[A-Za-z0-9]+")


def ascii_fold(text: str) -> str:
    normal = unicodedata.normalize("NFKD", text)
    return normal.encode("ascii", "ignore").decode()


def slugify(text: str) -> str:
    return "-".join(word.lower() for word in _WORD.findall(ascii_fold(text)))


def initials(name: str) -> str:
    return "".join(part[0].upper() for part in name.split())«→


def shorten(text: str, width: int) -> str:
    if len(text) <= width:
        return text
    return text[: width - 1].rstrip() + "."»

==== invoice subtotal gets a clearer name
kind: rename-local
--- billing/invoice.py
from decimal import Decimal


def invoice_total(lines, vat_rate):
    «amount→subtotal» = Decimal("0")
    for line in lines:
        ‹amount→subtotal› += line.amount * line.quantity
    vat = ‹amount→subtotal› * vat_rate
    # rounded once, at the very end
    return round(‹amount→subtotal› + vat, 2)


def refund(amount, reason):
    if amount <= 0:
        raise ValueError("amount must be positive")
    return {"amount": amount, "reason": reason}


def describe(line):
    return f"{line.quantity} x {line.title}: {line.amount}"

==== pickup time parameter of the courier service
kind: rename-parameter
--- courier/pickups.py
from datetime import timedelta

from courier.calendar import next_workday


def schedule_pickup(address, «when→pickup_at», parcels=1):
    if ‹when→pickup_at›.weekday() >= 5:
        ‹when→pickup_at› = next_workday(‹when→pickup_at›)
    window = (‹when→pickup_at›, ‹when→pickup_at› + timedelta(hours=2))
    return {"address": address, "window": window, "parcels": parcels}


def cancel_pickup(pickup, when):
    """Cancel a pickup; free of charge when more than a day ahead."""
    fee = 0 if pickup["window"][0] - when > timedelta(days=1) else 5
    return {"pickup": pickup, "cancelled": when, "fee": fee}
--- courier/api.py
from courier.pickups import cancel_pickup, schedule_pickup


def post_pickup(request):
    return schedule_pickup(
        request.json["address"],
        ‹when→pickup_at›=request.parse_time("when"),
        parcels=request.json.get("parcels", 1),
    )


def delete_pickup(request, pickup):
    return cancel_pickup(pickup, when=request.now())

==== sensor reading field is in celsius
kind: rename-field
--- greenhouse/readings.py
from dataclasses import dataclass


@dataclass
class Reading:
    sensor: str
    «temp→celsius»: float
    humidity: float

    def is_frost(self):
        return self.‹temp→celsius› <= 0.0

    def fahrenheit(self):
        return self.‹temp→celsius› * 9 / 5 + 32


@dataclass
class Furnace:
    name: str
    temp: float

    def too_hot(self):
        return self.temp > 90
--- greenhouse/alerts.py
from greenhouse.readings import Furnace, Reading


def frost_alert(reading: Reading) -> str:
    if reading.is_frost():
        return f"{reading.sensor}: frost, temp is {reading.‹temp→celsius›:.1f}"
    return ""


def furnace_alert(furnace: Furnace) -> str:
    if furnace.too_hot():
        return f"{furnace.name}: temp is {furnace.temp:.1f}"
    return ""

==== badge rendering takes a scale
kind: change-signature
--- badges/render.py
TEMPLATE = '<svg width="{width}"><text fill="{color}">{label}</text></svg>'


def render_badge(label, color«→, scale»):
    width = (7 * len(label) + 10)«→ * scale»
    return TEMPLATE.format(width=width, label=label, color=color)


def render_button(label, color):
    return f'<button style="color: {color}">{label}</button>'
--- badges/views.py
from badges.render import render_badge, render_button

COLORS = {"passed": "green", "failed": "red"}


def build_badge(status, scale):
    return render_badge(status, COLORS.get(status, "grey")‹→, scale¦, scale=scale›)


def license_badge(project):
    return render_badge(project.license, "blue"‹→, 1¦re:, (scale=)?[\d.]+¦@›)


def retry_button():
    return render_button("retry", "red")

==== the rate client becomes asynchronous
kind: async-propagation
--- rates/client.py
import httpx

BASE_URL = "https://rates.example.com/v2"


«→async »def fetch_rates(currency):
    «with httpx.Client→async with httpx.AsyncClient»(timeout=5) as client:
        response = «→await »client.get(f"{BASE_URL}/{currency}")
    response.raise_for_status()
    return response.json()["rates"]
--- rates/service.py
from rates.client import fetch_rates


‹→async ›def convert(amount, source, target):
    rates = ‹→await ›fetch_rates(source)
    return round(amount * rates[target], 2)


async def report(currencies):
    lines = []
    for currency in currencies:
        rates = ‹→await ›fetch_rates(currency)
        lines.append(f"{currency}: {len(rates)} rates")
    return "\n".join(lines)


def format_rates(rates):
    return ", ".join(f"{name} {value:.4f}" for name, value in sorted(rates.items()))

==== contacts get a phone number
kind: field-added
--- crm/contact.py
from dataclasses import dataclass


@dataclass
class Contact:
    name: str
    email: str
    company: str«→
    phone: str»

    @classmethod
    def from_row(cls, row):
        return cls(
            name=row["name"],
            email=row["email"],
            company=row["company"],‹→
            phone=row["phone"],¦
            phone=row.get("phone"),¦
            phone=row.get("phone", ""),›
        )

    def to_dict(self):
        return {
            "name": self.name,
            "email": self.email,
            "company": self.company,‹→
            "phone": self.phone,›
        }


@dataclass
class Company:
    name: str
    email: str

    def to_dict(self):
        return {"name": self.name, "email": self.email}

==== metrics client with tags
kind: api-migration
--- checkout/handlers.py
from checkout import metrics, payments
from checkout.errors import CardDeclined, OutOfStock


def place_order(cart):
    «metrics.incr("orders.placed")→metrics.count("orders.placed", tags={})»
    try:
        charge = payments.charge(cart.total)
    except CardDeclined:
        ‹metrics.incr("orders.declined")→metrics.count("orders.declined", tags={})›
        raise
    except OutOfStock:
        ‹metrics.incr("orders.out_of_stock")→metrics.count("orders.out_of_stock", tags={})›
        raise
    metrics.timing("orders.duration", charge.seconds)
    return charge


def cancel_order(order, counter):
    counter.incr("cancelled")
    payments.refund(order.charge)
    ‹metrics.incr("orders.cancelled")→metrics.count("orders.cancelled", tags={})›

==== the importer logs instead of printing
kind: log-statements
--- importer/run.py
import csv
import logging
import sys

log = logging.getLogger(__name__)


def import_file(path, store):
    «print→log.info»(f"reading {path}")
    with open(path, newline="") as source:
        rows = list(csv.DictReader(source))
    ‹print→log.info›(f"{len(rows)} rows found")
    for row in rows:
        store.upsert(row["id"], row)
    store.commit()
    ‹print→log.info›(f"stored {len(rows)} rows")
    return len(rows)


def fingerprint(rows):
    # the footprint of the rows, for the reprint check
    return hash(tuple(sorted(row["id"] for row in rows)))


def main():
    if len(sys.argv) < 2:
        ‹print→log.error¦log.info¦log.warning¦?›("usage: run.py FILE...")
        return 2
    return 0

==== a defaultdict needs its import
kind: imports
--- airport/gates.py
import json
from collections import ‹→defaultdict, ¦#1›Counter‹→, defaultdict¦#1›
from datetime import datetime


def load(path):
    with open(path) as source:
        return json.load(source)


def airlines(flights):
    return Counter(flight["airline"] for flight in flights)


def by_gate(flights):
    gates = «{}→defaultdict(list)»
    for flight in flights:
        gates[flight["gate"]].append(flight["number"])
    return gates


def departed(flights, now=None):
    now = now or datetime.now()
    return [f for f in flights if datetime.fromisoformat(f["departure"]) < now]
--- airport/delays.py
from collections import defaultdict


def delays(flights):
    minutes = defaultdict(int)
    for flight in flights:
        minutes[flight["airline"]] += flight["delay"]
    return minutes

==== default polling interval in the docstring
kind: docs-follow-code
--- render/jobs.py
import time

from render.client import status


def poll(job_id, *, interval=«5→10», max_wait=300):
    """Wait until a render job is done.

    Args:
        job_id: The id that submit() returned.
        interval: Seconds between two requests. Defaults to ‹5→10›.
        max_wait: Seconds after which TimeoutError is raised. Defaults to 300.
    """
    started = time.monotonic()
    while time.monotonic() - started < max_wait:
        if status(job_id) == "done":
            return
        time.sleep(interval)
    raise TimeoutError(job_id)


def thumbnails(frames, count=5):
    """Pick frames for the preview.

    Args:
        frames: All frames of the job.
        count: How many to pick. Defaults to 5.
    """
    step = max(1, len(frames) // count)
    return frames[::step][:count]

==== last assignment of a constructor
kind: half-typed-line
--- mq/connection.py
import socket
import ssl


class Connection:
    def __init__(self, host, port, heartbeat, use_tls):
        self.host = host
        self.port = port
        self.heartbeat = heartbeat
        «→self.use»‹→_tls = use_tls›
        self._socket = None

    def open(self):
        raw = socket.create_connection((self.host, self.port))
        if self.use_tls:
            context = ssl.create_default_context()
            raw = context.wrap_socket(raw, server_hostname=self.host)
        self._socket = raw

    def close(self):
        if self._socket is not None:
            self._socket.close()
            self._socket = None

==== upload limit is known in three files
kind: constants-in-files
--- portal/settings.py
SECRET_NAME = "portal-session"
PAGE_SIZE = 25
MAX_UPLOAD_MB = «25→50»
ALLOWED_TYPES = ("image/png", "image/jpeg", "application/pdf")
SESSION_MINUTES = 25
--- portal/static/upload.js
const PAGE_SIZE = 25;
const MAX_UPLOAD_MB = ‹25→50›;

function tooLarge(file) {
  return file.size > MAX_UPLOAD_MB * 1024 * 1024;
}
--- tests/test_settings.py
from portal import settings


def test_page_size():
    assert settings.PAGE_SIZE == 25


def test_upload_limit():
    assert settings.MAX_UPLOAD_MB == ‹25→50›

==== a comment above a workaround
kind: silence
expect: silence
--- library/loans.py
from datetime import date, timedelta


def due_date(loan, member):
    days = 28 if member.is_student else 21
    due = loan.start + timedelta(days=days)
    «→# closed on Sundays, so the book is due on Monday
    »if due.weekday() == 6:
        due += timedelta(days=1)
    return due


def reminder_date(loan, member):
    reminder = due_date(loan, member) - timedelta(days=3)
    if reminder.weekday() == 6:
        reminder -= timedelta(days=1)
    return reminder


def overdue(loans, today=None):
    today = today or date.today()
    return [loan for loan in loans if loan.due < today]

==== wording of one error message
kind: silence
expect: silence
--- tickets/seats.py
class SeatTaken(Exception):
    pass


def reserve(plan, row, number, customer):
    if (row, number) in plan.taken:
        raise SeatTaken(f"seat {row}{number} is «taken→already reserved»")
    if customer.open_reservations >= plan.limit:
        raise ValueError(f"{customer.name} has too many reservations")
    plan.taken[(row, number)] = customer.id
    return plan


def release(plan, row, number):
    plan.taken.pop((row, number), None)


def free_seats(plan):
    return [seat for seat in plan.seats if seat not in plan.taken]

==== rename tried and undone
kind: silence
expect: silence
do: edit, undo
--- weather/wind.py
import math


def wind_vector(speed, degrees):
    «angle→radians» = math.radians(degrees)
    return speed * math.sin(angle), speed * math.cos(angle)


def wind_chill(celsius, speed):
    if celsius > 10 or speed < 4.8:
        return celsius
    factor = speed ** 0.16
    return 13.12 + 0.6215 * celsius - 11.37 * factor + 0.3965 * celsius * factor


def beaufort(speed):
    return round((speed / 3.01) ** (2 / 3))

==== a returned status is drawn and described
kind: enum-member
--- status.py
from enum import Enum


class OrderStatus(Enum):
    PENDING = "pending"
    PAID = "paid"
    SHIPPED = "shipped"«→
    RETURNED = "returned"»


class PaymentState(Enum):
    PENDING = "pending"
    PAID = "paid"
--- render.py
from status import OrderStatus, PaymentState

COLORS = {
    OrderStatus.PENDING: "grey",
    OrderStatus.PAID: "green",
    OrderStatus.SHIPPED: "blue",‹→
    OrderStatus.RETURNED: "red",¦re:\n    OrderStatus\.RETURNED: "\w+",¦@›
}

ICONS = {
    PaymentState.PENDING: "clock",
    PaymentState.PAID: "coin",
}


def describe(status):
    if status is OrderStatus.PENDING:
        return "Waiting for payment"
    elif status is OrderStatus.PAID:
        return "Paid, not shipped yet"
    elif status is OrderStatus.SHIPPED:
        return "On its way"‹→
    elif status is OrderStatus.RETURNED:
        return "Returned"¦re:\n    elif status is OrderStatus\.RETURNED:\n        return ".*"¦@›
    raise ValueError(f"unknown status {status}")

==== the default timeout is documented
kind: docs-follow-code
open: README.md
--- fetcher.py
import time
import urllib.request

CACHE_MINUTES = 30


def fetch(url, retries=3, timeout=«30→60»):
    """Fetch a page and return its bytes.

    url: the address
    retries: how often to try again (default 3)
    timeout: seconds before giving up (default ‹30→60›)
    """
    for attempt in range(retries + 1):
        try:
            with urllib.request.urlopen(url, timeout=timeout) as answer:
                return answer.read()
        except OSError:
            if attempt == retries:
                raise
            time.sleep(1)
--- README.md
# fetcher

A small helper to fetch pages.

- `retries`: how often to try again, 3 by default.
- `timeout`: seconds before giving up, ‹30→60› by default.

Pages are cached for 30 minutes.

==== a loader becomes async
kind: async-propagation
--- users.py
from db import database
from cache import cache


«→async »def load_user(user_id):
    row = «→await »database.fetch_one("select * from users where id = :id", {"id": user_id})
    if row is None:
        raise KeyError(user_id)
    return dict(row)


async def profile_page(request):
    user = ‹→await ›load_user(request.path_params["id"])
    cached = cache.load_user(user["id"])
    return {"user": user, "cached": cached is not None}


async def rename(request):
    form = await request.form()
    user = ‹→await ›load_user(form["id"])
    await database.execute(
        "update users set name = :name where id = :id",
        {"name": form["name"], "id": user["id"]},
    )
    return {"message": f"load_user({user['id']}) was renamed"}

==== the second attribute of a constructor
kind: half-typed-line
--- shapes.py
import math


class Circle:
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return math.pi * self.radius**2


class Rectangle:
    def __init__(self, width, height):
        self.width = width«→
        self.he»‹→ight = height›

    def area(self):
        return self.width * self.height

    def scaled(self, factor):
        return Rectangle(self.width * factor, self.height * factor)

==== a sum gets a better name
kind: rename-local
--- cart.py
def checkout(cart, shipping):
    «total→subtotal» = 0
    for item in cart.items:
        ‹total→subtotal› += item.price * item.quantity
    if ‹total→subtotal› > 50:
        shipping = 0
    return {
        "total": ‹total→subtotal› + shipping,
        "shipping": shipping,
    }


def report(carts):
    total = 0
    for cart in carts:
        total += cart.total
    print(f"total of all carts: {total}")
    return total

==== prices are shown with a currency
kind: change-signature
--- money.py
SYMBOLS = {"EUR": "€", "USD": "$"}


def format_price(amount«→, currency»):
    return f"{amount:,.2f} {«"€"→SYMBOLS[currency]»}"


def parse_price(text):
    return float(text.split()[0].replace(",", ""))
--- invoice.py
from money import format_price, parse_price


def invoice_lines(items, currency):
    lines = []
    for item in items:
        price = format_price(item.price‹→, currency¦, currency=currency›)
        lines.append(f"{item.name}: {price}")
    return lines


def footer(items, currency):
    total = sum(item.price for item in items)
    return "Total " + format_price(total‹→, currency¦, currency=currency›) + " (see format_price)"


def read_total(line):
    return parse_price(line)

==== the rate is a tax rate
kind: rename-parameter
--- pricing.py
def gross(net, «rate→tax_rate»):
    """Return the price with tax.

    :param net: the price without tax
    :param ‹rate→tax_rate›: the tax as a fraction
    """
    if ‹rate→tax_rate› < 0:
        raise ValueError("‹rate→tax_rate¦tax rate¦?› must not be negative")
    return round(net * (1 + ‹rate→tax_rate›), 2)


def interest(amount, rate, years):
    return amount * (1 + rate) ** years
--- invoice.py
from pricing import gross, interest


def invoice_total(lines):
    return sum(gross(line.net, ‹rate→tax_rate›=0.19) for line in lines)


def overdue(amount, years):
    return interest(amount, rate=0.03, years=years)


def books(lines):
    return [gross(line.net, ‹rate→tax_rate›=0.07) for line in lines]

==== naive times become aware
kind: api-migration
--- sessions.py
from datetime import datetime, timedelta«→, timezone»

LIFETIME = timedelta(hours=8)


class Session:
    def __init__(self, user):
        self.user = user
        self.created = datetime.«utcnow()→now(timezone.utc)»
        self.last_seen = ‹datetime.utcnow()→datetime.now(timezone.utc)›

    def touch(self):
        self.last_seen = ‹datetime.utcnow()→datetime.now(timezone.utc)›

    def expired(self):
        return ‹datetime.utcnow()→datetime.now(timezone.utc)› - self.last_seen > LIFETIME

    def __repr__(self):
        return f"<Session of {self.user} since {self.created:%H:%M} utc>"

==== a debug helper is removed
kind: code-deleted
--- simulation.py
‹import json
→›import random


class State:
    def __init__(self):
        self.position = 0
        self.steps = 0


«def dump_state(state):
    print(json.dumps(vars(state)))


→»def step(state):
    state.position += random.choice([-1, 1])
    state.steps += 1
‹    dump_state(state)
→›    return state


def run(count):
    state = State()
    for _ in range(count):
        step(state)
    return state.position

==== a defaultdict needs its import, in another project
kind: imports
--- words.py
import re
from collections import ‹Counter→Counter, defaultdict¦defaultdict, Counter›
from pathlib import Path


def count_words(path):
    text = Path(path).read_text(encoding="utf-8")
    return Counter(re.findall(r"\w+", text.lower()))


def by_first_letter(words):
    groups = «{}→defaultdict(list)»
    for word in words:
        groups[word[0]].append(word)
    return groups


def longest(words):
    return max(words, key=len)

==== a misspelling in the messages
kind: typo
--- upload.py
class UploadError(Exception):
    pass


def check(upload):
    if upload.size == 0:
        raise UploadError("An error «occured→occurred»: the file is empty")
    if upload.size > 10_000_000:
        raise UploadError("An error ‹occured→occurred›: the file is too large")
    if not upload.name.endswith((".png", ".jpg")):
        raise UploadError("An error ‹occured→occurred›: not an image")


def store(upload, folder):
    check(upload)
    target = folder / upload.name
    try:
        target.write_bytes(upload.data)
    except OSError as error:
        raise UploadError(f"An error ‹occured→occurred› while saving {target}") from error
    return target

==== prints become log messages
kind: log-statements
--- importer.py
import csv
import logging

logger = logging.getLogger(__name__)


def read_rows(path):
    «print→logger.info»(f"reading {path}")
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    «print→logger.info»(f"{len(rows)} rows read")
    return rows


def import_rows(rows, table):
    ‹print→logger.info¦logger.debug›(f"importing into {table.name}")
    for row in rows:
        table.insert(row)
    ‹print→logger.info¦logger.debug›(f"{len(rows)} rows imported")


def cleanup(table):
    removed = table.remove_duplicates()
    ‹print→logger.info¦logger.debug›(f"{removed} duplicates removed")

==== a local name was replaced everywhere
kind: silence
expect: silence
--- webhooks.py
import json


def parse(body):
    «data→payload» = json.loads(body)
    return «data→payload»["event"]


def save(path, data):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file)


def load(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    return data

==== one threshold is tuned, in another project
kind: silence
expect: silence
--- scoring.py
SPAM_THRESHOLD = «0.7→0.65»
LINE_WIDTH = 0.7
DECAY = 0.9


def is_spam(score):
    return score >= SPAM_THRESHOLD


def decayed(score, days):
    return score * DECAY**days


def plot(axis, scores):
    axis.plot(scores, linewidth=LINE_WIDTH)
    axis.set_title("Scores of the last 7 days")

==== the running sum of a statement becomes a balance
kind: rename-local
--- ledger/statement.py
"""Monthly statements for customer accounts."""
from decimal import Decimal

from ledger.models import Account, Entry


def closing_balance(account: Account, entries: list[Entry]) -> Decimal:
    «total→balance» = account.opening_balance
    for entry in entries:
        if entry.kind == "debit":
            ‹total→balance› -= entry.amount
        else:
            ‹total→balance› += entry.amount
    if ‹total→balance› < 0 and not account.overdraft_allowed:
        raise ValueError(f"account {account.number} is overdrawn: {‹total→balance›}")
    return ‹total→balance›.quantize(Decimal("0.01"))


def fee_total(entries: list[Entry]) -> Decimal:
    total = Decimal(0)
    for entry in entries:
        # only bank fees count towards the total
        if entry.category == "fee":
            total += entry.amount
    return total


def summary_line(account: Account, entries: list[Entry]) -> str:
    total = fee_total(entries)
    return f"{account.number}: total fees {total}"

==== a reminder's delta becomes its lead time
kind: rename-parameter
--- clinic/reminders.py
from datetime import timedelta

from clinic.models import Appointment, Patient, Reminder
from clinic.queue import enqueue

MAX_LEAD = timedelta(days=14)


def schedule_reminder(patient: Patient, appointment: Appointment, «delta→lead_time»: timedelta) -> Reminder:
    """Queue a reminder for an appointment.

    :param patient: who gets the message
    :param appointment: what the message is about
    :param ‹delta→lead_time›: how long before the appointment it is sent
    """
    if ‹delta→lead_time› > MAX_LEAD:
        raise ValueError("reminders are sent two weeks ahead at most")
    send_at = appointment.starts_at - ‹delta→lead_time›
    return enqueue(Reminder(patient.id, appointment.id, send_at))


def postpone(reminder: Reminder, delta: timedelta) -> Reminder:
    """Send a reminder later, by the given delta."""
    reminder.send_at += delta
    return reminder
--- clinic/booking.py
from datetime import timedelta

from clinic.reminders import postpone, schedule_reminder


def confirm(patient, appointment):
    appointment.confirmed = True
    first = schedule_reminder(patient, appointment, ‹delta→lead_time›=timedelta(hours=24))
    if appointment.is_surgery:
        schedule_reminder(patient, appointment, ‹delta→lead_time›=timedelta(days=7))
    return first


def snooze(reminder, hours):
    delta = timedelta(hours=hours)
    return postpone(reminder, delta=delta)

==== a sensor's loc is spelled out, beside a data frame
kind: rename-field
--- station/sensor.py
from dataclasses import dataclass


@dataclass
class Sensor:
    serial: str
    «loc→location»: str
    calibrated: bool = False

    def label(self) -> str:
        return f"{self.serial} @ {self.‹loc→location›}"

    def is_indoors(self) -> bool:
        return self.‹loc→location›.startswith("room-")
--- station/report.py
import pandas as pd

from station.sensor import Sensor


def readings_of(frame: pd.DataFrame, sensor: Sensor) -> pd.DataFrame:
    rows = frame.loc[frame["serial"] == sensor.serial]
    return rows.assign(place=sensor.‹loc→location›)


def drop_outliers(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.loc[frame["value"].between(-40, 85)]
--- tests/test_sensor.py
from station.sensor import Sensor


def test_label():
    sensor = Sensor(serial="T-17", ‹loc→location›="room-4")
    assert sensor.label() == "T-17 @ room-4"


def test_outdoors():
    assert not Sensor(serial="T-18", ‹loc→location›="roof").is_indoors()

==== prices are formatted with their currency
kind: change-signature
--- pricing/formatting.py
from decimal import Decimal


def format_price(amount: Decimal, locale: str«→, currency: str») -> str:
    """Render an amount the way the customer reads it."""
    digits = f"{amount:,.2f}"
    if locale.startswith("de"):
        digits = digits.replace(",", " ").replace(".", ",")
    return f"{digits} ‹EUR→{currency}¦?›"


def format_weight(amount: Decimal, locale: str) -> str:
    unit = "lb" if locale == "en_US" else "kg"
    return f"{amount:.1f} {unit}"
--- pricing/cart.py
from pricing.formatting import format_price, format_weight


def cart_lines(cart, locale, currency):
    lines = []
    for item in cart.items:
        price = format_price(item.total, locale‹→, currency›)
        weight = format_weight(item.weight, locale)
        lines.append(f"{item.title} ({weight}): {price}")
    lines.append("Total: " + format_price(cart.total, locale‹→, currency›))
    return lines
--- pricing/invoice.py
from pricing.formatting import format_price


def invoice_footer(invoice, locale):
    due = format_price(invoice.amount_due, locale‹→, invoice.currency¦re:, [\w.="]+¦@›)
    return f"Please pay {due} within {invoice.days} days ({invoice.currency})."

==== a shipment gets a carrier
kind: field-added
--- freight/shipment.py
from dataclasses import dataclass


@dataclass
class Shipment:
    number: str
    weight_kg: float
    destination: str«→
    carrier: str»

    def to_dict(self) -> dict:
        return {
            "number": self.number,
            "weight_kg": self.weight_kg,
            "destination": self.destination,‹→
            "carrier": self.carrier,›
        }

    @classmethod
    def from_dict(cls, data: dict) -> "Shipment":
        return cls(
            number=data["number"],
            weight_kg=float(data["weight_kg"]),
            destination=data["destination"],‹→
            carrier=data["carrier"],¦re:\n            carrier=data\.get\("carrier".*\),›
        )


@dataclass
class Pickup:
    number: str
    destination: str

    def to_dict(self) -> dict:
        return {
            "number": self.number,
            "destination": self.destination,
        }

==== loading a rate becomes asynchronous
kind: async-propagation
--- rates/service.py
from decimal import Decimal

from rates.db import pool


«→async »def load_rate(base: str, quote: str) -> Decimal:
    row = «→await »pool.fetchrow(
        "select rate from rates where base = $1 and quote = $2", base, quote
    )
    if row is None:
        raise LookupError(f"no rate for {base}/{quote}")
    return row["rate"]


def load_rate_table(path: str) -> dict[str, Decimal]:
    with open(path) as lines:
        pairs = (line.split(";") for line in lines)
        return {name: Decimal(rate) for name, rate in pairs}


‹→async ›def convert(amount: Decimal, base: str, quote: str) -> Decimal:
    if base == quote:
        return amount
    rate = ‹→await ›load_rate(base, quote)
    return (amount * rate).quantize(Decimal("0.01"))
--- rates/api.py
from fastapi import APIRouter

from rates.service import convert, load_rate, load_rate_table

router = APIRouter()
FALLBACK = load_rate_table("rates.csv")


@router.get("/rates/{base}/{quote}")
async def show_rate(base: str, quote: str):
    rate = ‹→await ›load_rate(base, quote)
    return {"base": base, "quote": quote, "rate": str(rate)}


@router.get("/convert")
async def show_conversion(amount: str, base: str, quote: str):
    result = ‹→await ›convert(amount, base, quote)
    return {"amount": str(result)}

==== the old checksum goes, and with it its import and its export
kind: code-deleted
--- archive/checksums.py
import hashlib
‹import zlib
→›from pathlib import Path

__all__ = ["sha256_of", ‹"crc32_of", →›"verify"]

CHUNK = 1 << 16


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


«def crc32_of(path: Path) -> str:
    value = 0
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            value = zlib.crc32(chunk, value)
    return f"{value:08x}"


→»def verify(path: Path, expected: str) -> bool:
    return sha256_of(path) == expected.lower()
--- archive/__init__.py
from archive.checksums import ‹crc32_of, →›sha256_of, verify
from archive.writer import ArchiveWriter

==== the cache client takes its lifetime by keyword
kind: api-migration
--- portal/cached.py
from portal.cache import cache
from portal.settings import settings


def cache_profile(user):
    data = {"name": user.name, "avatar": user.avatar_url}
    cache.«set→put»(f"profile:{user.id}", data, «→ttl=»300)
    return data


def cache_menu(menu):
    rows = [entry.as_dict() for entry in menu.entries]
    cache.‹set→put›("menu", rows, ‹→ttl=›3600)
    return rows


def visible_ids(groups):
    ids = set()
    for group in groups:
        ids |= set(group.member_ids)
    return ids


def cache_permissions(user, groups):
    names = sorted({group.name for group in groups})
    cache.‹set→put›(f"permissions:{user.id}", names, ‹→ttl=›60)
    settings.set("last_permissions_user", user.id, 1)
    return names


def profile(user):
    return cache.get(f"profile:{user.id}") or cache_profile(user)


def cache_search(query, hits):
    cache.‹set→put›(f"search:{query}", [hit.id for hit in hits], ‹→ttl=›30)

==== an importer logs instead of printing
kind: log-statements
--- catalog/importer.py
import csv
import logging

from catalog.hashing import fingerprint

logger = logging.getLogger(__name__)


def read_rows(path):
    with open(path, newline="") as stream:
        rows = list(csv.DictReader(stream))
    «print→logger.info»(f"read {len(rows)} rows from {path}")
    return rows


def import_products(path, store):
    seen = set()
    imported = 0
    for row in read_rows(path):
        key = fingerprint(row["sku"], row["vendor"])
        if key in seen:
            «print→logger.info»(f"skipping duplicate {row['sku']}")
            continue
        seen.add(key)
        store.upsert(row)
        imported += 1
    ‹print→logger.info›(f"imported {imported} products")
    return imported


def remove_stale(store, known):
    stale = [sku for sku in store.all_skus() if sku not in known]
    for sku in stale:
        ‹print→logger.info›(f"removing {sku}")
        store.delete(sku)
    ‹print→logger.info›(f"removed {len(stale)} stale products")

==== a counter is used before it is imported
kind: imports
--- survey/tally.py
"""Tally the answers of a survey."""
import json
from collections import ‹→Counter, ¦#1›defaultdict‹→, Counter¦#1›
from pathlib import Path


def load_answers(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def by_question(answers: list[dict]) -> dict[str, list[str]]:
    grouped = defaultdict(list)
    for answer in answers:
        grouped[answer["question"]].append(answer["choice"])
    return grouped


def most_common(answers: list[dict], question: str) -> str:
    choices = by_question(answers)[question]
    «return max(choices, key=choices.count)→return Counter(choices).most_common(1)[0][0]»

==== the last attribute of a constructor is begun
kind: half-typed-line
--- probes/tcp.py
import socket


class TcpProbe:
    """Checks that something listens on a port."""

    def __init__(self, host: str, port: int, timeout: float, retries: int):
        self.host = host
        self.port = port
        self.timeout = timeout«→
        self.ret»‹→ries = retries›

    def check(self) -> bool:
        for _ in range(self.retries):
            try:
                with socket.create_connection((self.host, self.port), self.timeout):
                    return True
            except OSError:
                continue
        return False

==== the default number of attempts is documented
kind: docs-follow-code
--- relay/delivery.py
import time

from relay.transport import post

BATCH = 3


def deliver(event: dict, url: str, attempts: int = «3→5», pause: float = 2.0) -> bool:
    """Post an event to a webhook.

    attempts: how often it is tried, ‹3→5› by default
    pause: seconds between two attempts, 2 by default
    """
    for attempt in range(attempts):
        if post(url, json=event, timeout=10).ok:
            return True
        time.sleep(pause * (attempt + 1))
    return False


def deliver_all(events: list[dict], url: str) -> int:
    """Post events in batches of 3."""
    sent = 0
    for start in range(0, len(events), BATCH):
        sent += sum(deliver(event, url) for event in events[start:start + BATCH])
    return sent

==== the wording of an error message
kind: silence
expect: silence
--- library/loans.py
from datetime import date, timedelta

from library.models import Book, Loan, Member

LIMIT = 5


class LoanError(Exception):
    pass


def lend(book: Book, member: Member, today: date) -> Loan:
    if book.reserved_for not in (None, member.id):
        raise LoanError(f"{book.title} is reserved")
    if len(member.loans) >= LIMIT:
        raise LoanError(f"{member.name} has «too many→reached the limit of» books")
    loan = Loan(book.id, member.id, due=today + timedelta(days=28))
    member.loans.append(loan)
    return loan


def extend(loan: Loan, times: int) -> Loan:
    # too many extensions are refused at the desk, not here
    if times > 2:
        raise LoanError("too many extensions")
    loan.due += timedelta(days=14)
    return loan

==== a rename is taken back, in another project
kind: silence
expect: silence
do: edit, pause 1, undo
--- greenhouse/irrigation.py
from greenhouse.valves import Valve


def water(valve: Valve, «litres→volume»: float, flow: float) -> float:
    """Open a valve until the given litres have run through."""
    minutes = litres / flow
    valve.open()
    valve.close_after(minutes)
    return minutes


def daily_need(beds, temperature: float) -> float:
    litres = sum(bed.area * 3.5 for bed in beds)
    if temperature > 28:
        litres *= 1.4
    return litres


def run(valve: Valve, beds, temperature: float) -> float:
    return water(valve, litres=daily_need(beds, temperature), flow=12.0)

