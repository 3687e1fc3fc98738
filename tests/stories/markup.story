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
