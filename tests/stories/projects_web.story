==== the main button is primary
kind: rename-class
open: index.html
--- style.css
.btn {
  padding: 0.5rem 1rem;
  border-radius: 4px;
}

.«btn-main→btn-primary» {
  background: #0057d8;
  color: white;
}

.‹btn-main→btn-primary›:hover {
  background: #0046ad;
}

.btn-main-nav {
  float: right;
}
--- index.html
<!doctype html>
<html lang="en">
  <head>
    <title>Shop</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <nav><a class="btn btn-main-nav" href="/">Home</a></nav>
    <main>
      <button class="btn ‹btn-main→btn-primary›">Buy</button>
      <button class="btn">Cancel</button>
      <a class="btn ‹btn-main→btn-primary›" href="/cart">Go to cart</a>
    </main>
  </body>
</html>

==== the accent colour becomes a variable
kind: parallel-lines
--- theme.css
:root {
  --accent: #2a6df4;
  --text: #222;
}

a {
  color: «#2a6df4→var(--accent)»;
}

.card {
  border: 1px solid #ddd;
}

.card h2 {
  color: «#2a6df4→var(--accent)»;
}

.tab.active {
  border-bottom: 2px solid ‹#2a6df4→var(--accent)›;
}

button {
  background: ‹#2a6df4→var(--accent)›;
  color: #fff;
}

==== a new paragraph on the page
kind: silence
expect: silence
--- about.html
<!doctype html>
<html lang="en">
  <head>
    <title>About us</title>
  </head>
  <body>
    <h1>About us</h1>
    <p>We repair bicycles.</p>«→
    <p>Our workshop is closed on Mondays.</p>»
    <footer>
      <a href="/contact.html">Contact</a>
    </footer>
  </body>
</html>

==== article instead of a div
kind: tag-pair
--- public/exhibits.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Exhibits</title>
    <link rel="stylesheet" href="exhibits.css">
  </head>
  <body>
    <main>
      <div class="intro">
        <p>Three rooms, open every day.</p>
      </div>
      <«div→article» class="exhibit" id="clocks">
        <h2>Clocks</h2>
        <div class="figure">
          <img src="clocks.jpg" alt="A wall of clocks">
        </div>
        <p>Tower clocks and pocket watches.</p>
      </‹div→article›>
      <div class="footer">
        <p>Closed on holidays.</p>
      </div>
    </main>
  </body>
</html>

==== class of the price table renamed
kind: css-class
--- public/prices.css
.table {
  width: 100%;
  border-collapse: collapse;
}

.«cell-big→cell-total» {
  font-weight: 600;
  text-align: right;
}

.‹cell-big→cell-total›:hover {
  background: #f5f5f5;
}

.cell-bigger {
  font-size: 1.4em;
}

@media (max-width: 40em) {
  .table .‹cell-big→cell-total› {
    text-align: left;
  }
}
--- public/prices.html
<!doctype html>
<html lang="en">
  <head>
    <title>Prices</title>
    <link rel="stylesheet" href="prices.css">
  </head>
  <body>
    <table class="table">
      <tr>
        <td>Day ticket</td>
        <td class="‹cell-big→cell-total›">12 €</td>
      </tr>
      <tr>
        <td>Season ticket</td>
        <td class="cell ‹cell-big→cell-total›">90 €</td>
      </tr>
      <tr>
        <td class="cell-bigger" colspan="2">Children are free</td>
      </tr>
    </table>
  </body>
</html>

==== misspelled custom property
kind: typo
--- public/theme.css
:root {
  --colour-accent: #0a6;
  --colour-«backgroud→background»: #fdfdf8;
  --colour-text: #222;
  --radius: 6px;
}

body {
  background: var(--colour-‹backgroud→background›);
  color: var(--colour-text);
}

.card {
  border: 1px solid var(--colour-accent);
  border-radius: var(--radius);
  background-color: #fff;
}

.card.inverted {
  background: var(--colour-text);
  color: var(--colour-‹backgroud→background›);
}

footer {
  border-top: 1px solid var(--colour-accent);
  outline-color: var(--colour-‹backgroud→background›);
}

==== panel becomes a section
kind: tag-pair
--- src/GreenhousePanel.tsx
import { Gauge } from './Gauge';
import { Switch } from './Switch';

interface Props {
  name: string;
  humidity: number;
  vents: { id: string; open: boolean }[];
  onToggle(id: string): void;
}

export function GreenhousePanel({ name, humidity, vents, onToggle }: Props) {
  return (
    <div className="page">
      <«div→section» className="panel" aria-label={name}>
        <header>
          <h3>{name}</h3>
        </header>
        <div className="panel-body">
          <Gauge value={humidity} unit="%" />
          {vents.map((vent) => (
            <div key={vent.id}>
              <Switch checked={vent.open} onChange={() => onToggle(vent.id)} />
            </div>
          ))}
        </div>
      </‹div→section›>
      <div className="hint">Values are refreshed every minute.</div>
    </div>
  );
}

==== style of the selected departure renamed
kind: css-class
--- src/Departures.module.css
.list {
  list-style: none;
  padding: 0;
}

.row {
  display: flex;
  gap: 1rem;
}

.«active→selected» {
  background: #ffd54a;
}

.row.‹active→selected› {
  font-weight: 600;
}
--- src/Departures.tsx
import styles from './Departures.module.css';

interface Departure {
  line: string;
  time: string;
  active: boolean;
}

interface Props {
  departures: Departure[];
  current: string;
}

export function Departures({ departures, current }: Props) {
  const shown = departures.filter((departure) => departure.active);
  return (
    <ul className={styles.list}>
      {shown.map((departure) => (
        <li
          key={departure.line}
          className={departure.line === current ? `${styles.row} ${styles.‹active→selected›}` : styles.row}
        >
          <b>{departure.line}</b>
          <time>{departure.time}</time>
        </li>
      ))}
      {shown.length === 0 && <li className={styles.‹active→selected›}>No active departures</li>}
    </ul>
  );
}

==== the card title becomes a heading
kind: css-class
--- static/cards.css
.card {
  border: 1px solid #ddd;
  border-radius: 6px;
  padding: 1rem;
}

.«card-title→card-heading» {
  font-size: 1.25rem;
  margin: 0 0 0.5rem;
}

.card:hover .‹card-title→card-heading› {
  text-decoration: underline;
}

.wildcard-title {
  font-style: italic;
}
--- static/index.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Guides</title>
    <link rel="stylesheet" href="cards.css">
  </head>
  <body>
    <article class="card">
      <h2 class="‹card-title→card-heading›">Getting started</h2>
      <p>Install the agent and connect your first host.</p>
    </article>
    <article class="card">
      <h2 class="‹card-title→card-heading› wide">Alerts</h2>
      <p>Be told when a host stops answering.</p>
    </article>
    <p class="wildcard-title">More guides soon.</p>
  </body>
</html>

==== the site navigation is a nav
kind: tag-pair
--- templates/layout.html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>{{ title }}</title>
  </head>
  <body>
    <«div→nav» class="site-nav">
      <div class="site-nav-brand">
        <a href="/">Harbor</a>
      </div>
      <ul>
        <li><a href="/docs">Docs</a></li>
        <li><a href="/pricing">Pricing</a></li>
      </ul>
    </‹div→nav›>
    <div class="content">
      {{ content }}
    </div>
  </body>
</html>

==== a wrapper becomes a section
kind: tag-pair
--- src/components/Agenda.tsx
import { Talk } from "../types";

export function Agenda({ talks }: { talks: Talk[] }) {
  return (
    <«div→section» className="agenda">
      <h2>Agenda</h2>
      {talks.map((talk) => (
        <div key={talk.id} className="agenda-item">
          <time>{talk.start}</time>
          <div className="agenda-title">{talk.title}</div>
        </div>
      ))}
      {talks.length === 0 && <div>No talks yet</div>}
    </‹div→section›>
  );
}

export function AgendaLink() {
  return (
    <div className="agenda-link">
      <a href="#agenda">Agenda</a>
    </div>
  );
}

==== the label prop is a caption
kind: rename-parameter
--- src/components/Stat.tsx
interface StatProps {
  «label→caption»: string;
  value: number;
  unit?: string;
}

export function Stat({ ‹label→caption›, value, unit }: StatProps) {
  return (
    <figure className="stat">
      <strong>
        {value}
        {unit}
      </strong>
      <figcaption>{‹label→caption›}</figcaption>
    </figure>
  );
}
--- src/pages/Energy.tsx
import { Button } from "../components/Button";
import { Stat } from "../components/Stat";

export function Energy({ today, month }: { today: number; month: number }) {
  return (
    <main>
      <Stat ‹label→caption›="Today" value={today} unit="kWh" />
      <Stat ‹label→caption›="This month" value={month} unit="kWh" />
      <Button label="Download" href="/energy.csv" />
      <label htmlFor="from">From</label>
      <input id="from" type="date" />
    </main>
  );
}

==== the banner class follows the stylesheet
kind: css-class
--- styles/site.css
:root {
  --accent: #2a6f4e;
}

.«banner→hero» {
  padding: 4rem 1rem;
  background: var(--accent);
}

.‹banner→hero› h1 {
  font-size: 3rem;
}

.banner-cookie {
  position: fixed;
  bottom: 0;
}

@media (max-width: 40rem) {
  .‹banner→hero› {
    padding: 2rem 1rem;
  }
}
--- index.html
<!DOCTYPE html>
<html lang="en">
  <head>
    <title>Riverside Orchard</title>
    <link rel="stylesheet" href="styles/site.css">
  </head>
  <body>
    <header class="‹banner→hero› wide">
      <h1>Riverside Orchard</h1>
      <img src="img/banner.jpg" alt="A banner of apples">
    </header>
    <div class="banner-cookie">We use no cookies.</div>
  </body>
</html>

==== price tag class on the menu page
kind: css-class
open: menu.css
--- menu.html
<!DOCTYPE html>
<html lang="en">
  <head>
    <title>Menu</title>
    <link rel="stylesheet" href="menu.css">
  </head>
  <body>
    <h1>Menu</h1>
    <ul class="dishes">
      <li>Lentil soup <span class="«price→dish-price»">6.50</span></li>
      <li>Ravioli <span class="‹price→dish-price›">11.00</span></li>
      <li>Plum cake <span class="‹price→dish-price›">4.20</span></li>
    </ul>
    <p>Every price includes service.</p>
  </body>
</html>
--- menu.css
.dishes {
  list-style: none;
}

.dishes .‹price→dish-price› {
  float: right;
  font-weight: bold;
}

.price-note {
  color: #777;
}

==== steps are an ordered list
kind: tag-pair
--- docs/assembly.html
<article>
  <h2>Assembly</h2>
  <p>You need:</p>
  <ul>
    <li>a screwdriver</li>
    <li>two clamps</li>
  </ul>
  <p>Proceed as follows:</p>
  <«ul→ol» class="steps">
    <li>Lay out the side panels.</li>
    <li>
      Insert the dowels:
      <ul>
        <li>four at the top</li>
        <li>four at the bottom</li>
      </ul>
    </li>
    <li>Press the panels together.</li>
  </‹ul→ol›>
  <p>Let the glue dry over night.</p>
</article>

==== a card's title becomes a heading in the style sheet
kind: css-class
--- src/cards/Card.module.css
.card {
  border: 1px solid var(--line);
  border-radius: 8px;
}

.«cardTitle→cardHeading» {
  font-size: 1.25rem;
  margin: 0 0 0.5rem;
}

.card:hover .‹cardTitle→cardHeading› {
  text-decoration: underline;
}

.cardTitleIcon {
  width: 1rem;
}
--- src/cards/Card.tsx
import styles from "./Card.module.css";

export interface CardProps {
  cardTitle: string;
  text: string;
  icon?: string;
}

export function Card({ cardTitle, text, icon }: CardProps) {
  return (
    <article className={styles.card}>
      <h3 className={styles.‹cardTitle→cardHeading›}>
        {icon && <img className={styles.cardTitleIcon} src={icon} alt="" />}
        {cardTitle}
      </h3>
      <p>{text}</p>
    </article>
  );
}

==== a wrapper becomes a section, in another project
kind: tag-pair
--- src/pages/Opening.tsx
import { Hours } from "../components/Hours";

export function Opening({ days }: { days: string[] }) {
  return (
    <main>
      <div className="banner">
        <h1>Opening hours</h1>
      </div>
      <«div→section» className="days">
        {days.map((day) => (
          <div key={day} className="day">
            <span>{day}</span>
            <Hours day={day} />
          </div>
        ))}
        <div className="note">Closed on holidays</div>
      </‹div→section›>
      <div className="footer">
        <a href="/contact">Contact</a>
      </div>
    </main>
  );
}

==== a filtered list is memoized
kind: imports
--- src/plants/PlantList.tsx
import { ‹→useMemo, ¦#1›useState‹→, useMemo¦#1› } from "react";
import type { Plant } from "./plant";

export function PlantList({ plants }: { plants: Plant[] }) {
  const [query, setQuery] = useState("");
  const visible = «plants.filter((plant) => plant.name.includes(query));→useMemo(() => plants.filter((plant) => plant.name.includes(query)), [plants, query]);»

  return (
    <div>
      <input value={query} onChange={(event) => setQuery(event.target.value)} />
      <ul>
        {visible.map((plant) => (
          <li key={plant.id}>{plant.name}</li>
        ))}
      </ul>
    </div>
  );
}

==== a block of links becomes a nav
kind: tag-pair
--- public/index.html
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>River Rowing Club</title>
</head>
<body>
  <header>
    <div class="logo"><img src="logo.svg" alt="River Rowing Club"></div>
    <«div→nav» class="links">
      <div class="group">
        <a href="/boats">Boats</a>
        <a href="/courses">Courses</a>
      </div>
      <div class="group">
        <a href="/join">Join</a>
      </div>
    </‹div→nav›>
  </header>
  <div class="intro">
    <p>We row on Tuesdays and Saturdays.</p>
  </div>
</body>
</html>

==== the main button's class follows the design system
kind: css-class
--- site/buttons.css
.btn {
  padding: 0.5rem 1rem;
  border-radius: 4px;
}

.«btn-main→btn-primary» {
  background: #1b5e8c;
  color: white;
}

.‹btn-main→btn-primary›:hover {
  background: #174f75;
}

.btn-main-menu {
  position: absolute;
  right: 1rem;
}
--- site/order.html
<!doctype html>
<html lang="en">
<head>
  <link rel="stylesheet" href="buttons.css">
  <title>Order a bread basket</title>
</head>
<body>
  <button class="btn btn-main-menu" type="button">Menu</button>
  <form action="/order" method="post">
    <label>Pieces <input name="pieces" type="number" min="1"></label>
    <button class="btn ‹btn-main→btn-primary›" type="submit">Order</button>
    <button class="btn" type="reset">Clear</button>
  </form>
  <a class="btn ‹btn-main→btn-primary›" href="/catalog">See all baskets</a>
</body>
</html>

==== an accent color becomes the brand color
kind: rename-constant
--- styles/theme.css
:root {
  --«accent→brand»: #b3382c;
  --accent-soft: #f3d9d6;
  --text: #222;
  --line: #ddd;
}

a {
  color: var(--‹accent→brand›);
}

/* the accent of a quote is its left border */
blockquote {
  border-left: 4px solid var(--‹accent→brand›);
  background: var(--accent-soft);
}

.badge {
  color: white;
  background: var(--‹accent→brand›);
}

table.accent th {
  border-bottom: 2px solid var(--line);
}

==== the card title is a heading
kind: css-class
open: index.html
--- style.css
.card {
  border: 1px solid #ccc;
  padding: 1rem;
}

.«card-title→card-heading» {
  font-size: 1.25rem;
  margin: 0;
}

.card:hover .‹card-title→card-heading› {
  color: teal;
}

.card-text {
  color: #444;
}
--- index.html
<!DOCTYPE html>
<html lang="en">
  <body>
    <div class="card">
      <h2 class="‹card-title→card-heading›">Apples</h2>
      <p class="card-text">The card title says it all.</p>
    </div>
    <div class="card">
      <h2 class="‹card-title→card-heading› wide">Pears</h2>
      <p class="card-text">From the garden.</p>
    </div>
  </body>
</html>

==== the menu is shown by a script
kind: css-class
--- menu.css
.menu {
  display: none;
}

.menu.«open→is-open» {
  display: block;
}

.menu.‹open→is-open› .entry {
  padding: 0.5rem;
}

.entry {
  cursor: pointer;
}
--- menu.js
const menu = document.querySelector(".menu");
const button = document.querySelector("#menu-button");

button.addEventListener("click", () => {
  menu.classList.toggle("‹open→is-open›");
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    menu.classList.remove("‹open→is-open›");
  }
});

export function visit(url) {
  window.open(url);
}

==== a division becomes a section
kind: tag-pair
--- about.html
<!DOCTYPE html>
<html lang="en">
  <body>
    <«div→section» class="about">
      <h2>About us</h2>
      <div class="photo">
        <img src="team.jpg" alt="The team" />
      </div>
      <p>We bake bread since 1950.</p>
    </‹div→section›>
    <div class="footer">
      <p>Open every day</p>
    </div>
  </body>
</html>

