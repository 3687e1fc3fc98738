==== the closing tag
kind: tag-pair
--- index.html
<!doctype html>
<html lang="en">
  <body>
    <div class="menu">
      <a href="/">Home</a>
    </div>
    <«div→main» class="page">
      <h1>News</h1>
      <div>First</div>
    </‹div→main›>
  </body>
</html>

==== the opening tag
kind: tag-pair
--- list.html
<section>
  <‹ul→ol› class="steps">
    <li>Open the box</li>
    <li>Read the manual</li>
  </«ul→ol»>
  <ul>
    <li>Paper</li>
  </ul>
</section>

==== the closing tag of a component
kind: tag-pair
language: typescript
--- src/Page.tsx
import { Box, Card } from "./ui";

export function Page() {
  return (
    <«Box→Card» title="News">
      <p>Nothing happened today.</p>
      <Box>Advertisement</Box>
    </‹Box→Card›>
  );
}

==== a class in the stylesheet and the page
kind: css-html
--- css/style.css
.btn {
  padding: 4px 8px;
}

.«btn-main→btn-primary» {
  background: teal;
}

.‹btn-main→btn-primary›:hover {
  background: darkcyan;
}
--- index.html
<!doctype html>
<main>
  <button class="btn ‹btn-main→btn-primary›">Save</button>
  <button class="btn">Cancel</button>
</main>

==== a class of the page and its rule
kind: css-html
--- shop.html
<!doctype html>
<link rel="stylesheet" href="shop.css">
<ul class="«items→products»">
  <li>Tea</li>
</ul>
<p>Many items are sold out.</p>
--- shop.css
.‹items→products› {
  list-style: none;
}

.‹items→products› li {
  padding: 0.5rem;
}

==== a custom property
kind: css-html
--- theme.css
:root {
  --«accent→brand»: #c33;
  --text: #222;
}

a {
  color: var(--‹accent→brand›);
}

button {
  border: 1px solid var(--‹accent→brand›);
  accent-color: auto;
}

==== a class in CSS and in a component
kind: css-html
--- src/card.css
.«cardTitle→card-title» {
  font-weight: 600;
}
--- src/Card.jsx
import "./card.css";

export function Card({ title, children }) {
  return (
    <article>
      <h2 className="‹cardTitle→card-title›">{title}</h2>
      {children}
    </article>
  );
}

==== the id that a label names
kind: css-html
--- login.html
<form>
  <label for="‹user→login-name›">Name</label>
  <input id="«user→login-name»" name="user">
  <label for="pass">Password</label>
  <input id="pass" type="password">
</form>

==== an id that a script looks up
kind: css-html
--- page.html
<!doctype html>
<div id="«out→result»"></div>
<script src="page.js"></script>
--- page.js
const box = document.getElementById("‹out→result›");

export function show(text) {
  box.textContent = text;
}

==== vendor prefixes of a property
kind: parallel-lines
--- print.css
.page {
  margin-top: «1cm→2cm»;
  margin-right: ‹1cm→2cm›;
  margin-bottom: ‹1cm→2cm›;
  margin-left: ‹1cm→2cm›;
}

==== class renamed in style sheet and page
kind: css-html
--- site/style.css
body {
  margin: 0;
  font-family: sans-serif;
}

.«hero→banner» {
  padding: 4rem 1rem;
  background: #203040;
  color: white;
}

.‹hero→banner› h1 {
  font-size: 3rem;
}

.‹hero→banner›:hover {
  background: #304050;
}

.footer {
  padding: 1rem;
}
--- site/index.html
<!doctype html>
<html lang="en">
  <head>
    <title>Our hero product</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <section class="‹hero→banner› wide">
      <h1>Hello</h1>
      <p>The hero of every kitchen.</p>
    </section>
    <section class="footer">
      <a href="/imprint">Imprint</a>
    </section>
  </body>
</html>

==== custom property renamed
kind: css-html
--- css/theme.css
:root {
  --«main→accent»: #0a7d55;
  --main-width: 60rem;
  --text: #222;
}

a {
  color: var(--‹main→accent›);
}

main {
  max-width: var(--main-width);
  color: var(--text);
}
--- css/forms.css
button {
  border: 1px solid var(--‹main→accent›);
  background: var(--‹main→accent›);
  color: white;
}

input:focus {
  outline-color: var(--‹main→accent›);
}

==== id renamed with its label, link and script
kind: css-html
--- site/search.html
<header>
  <a href="#‹query→search-box›">Skip to search</a>
</header>
<form>
  <label for="‹query→search-box›">Search</label>
  <input id="«query→search-box»" name="query" type="search">
</form>
<script src="search.js"></script>
--- site/search.js
const box = document.getElementById("‹query→search-box›");

box.addEventListener("input", () => {
  const query = box.value.trim();
  history.replaceState(null, "", query ? `?query=${query}` : "?");
});

==== keyframes renamed
kind: css-html
--- css/spinner.css
@keyframes «spin→rotate» {
  from {
    transform: rotate(0deg);
  }
  to {
    transform: rotate(360deg);
  }
}

.spinner {
  width: 2rem;
  animation: ‹spin→rotate› 1s linear infinite;
}

.busy::after {
  content: "";
  animation: ‹spin→rotate› 2s linear infinite;
}
