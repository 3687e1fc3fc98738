==== a default is given in typescript, calls stay
kind: unrelated
expect: silence
--- src/retry.ts
export function retry(times: number«→ = 3», delay: number = 100) {
  return run(times, delay);
}

retry(5, 200);
retry(2);
==== unrelated prose
kind: unrelated
expect: silence
--- notes.md
# Notes

Buy milk.
«→Call the bank about the account.
»
Read the account book.
==== a new function is typed
kind: unrelated
expect: silence
--- math_tools.py
def double(x):
    return x * 2


«→def triple(x):
    return x * 3


»def half(x):
    return x / 2
==== a string constant is changed once
kind: unrelated
expect: silence
--- greet.py
def greet():
    return "«Hello→Good morning»"


def leave():
    return "Goodbye"
==== add a type to each key
kind: unrelated
expect: silence
--- fields.ts
export interface Row {
  id: «any→string»;
  name: any;
  size: any;
}
==== docstring added
kind: unrelated
expect: silence
--- m.py
def add(a, b):
«→    """Return the sum."""
»    return a + b


def sub(a, b):
    return a - b
==== number changed
kind: unrelated
expect: silence
--- n.ts
export const width = «10→12»;
export const height = 10;
==== condition changed
kind: unrelated
expect: silence
--- c.go
package c

func f(a, b int) bool {
	if a «>→>=» b {
		return true
	}
	if b > 10 {
		return false
	}
	return a > 3
}
==== a new method in a class
kind: unrelated
expect: silence
--- cart.py
class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
«→
    def remove(self, item):
        self.items.remove(item)
»
    def total(self):
        return sum(item.price for item in self.items)
==== a new test, once more
kind: unrelated
expect: silence
--- cart.test.ts
import { add } from "./cart";

test("adds one", () => {
  expect(add([], 1)).toEqual([1]);
});
«→
test("adds two", () => {
  expect(add([1], 2)).toEqual([1, 2]);
});
»
==== a new go function
kind: unrelated
expect: silence
--- math.go
package math

func Max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
«→
func Min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
»
==== a json dependency is added
kind: unrelated
expect: silence
--- package.json
{
  "name": "shop",
  "dependencies": {
    "express": "4.18.2",«→
    "helmet": "7.1.0",»
    "pg": "8.11.3"
  },
  "devDependencies": {
    "jest": "29.7.0"
  }
}
==== a yaml step is added
kind: unrelated
expect: silence
--- ci.yml
jobs:
  test:
    steps:
      - uses: actions/checkout@v4
      - run: make test«→
      - run: make lint»
  docs:
    steps:
      - uses: actions/checkout@v4
      - run: make docs
==== a guard is added in rust
kind: unrelated
expect: silence
--- src/lib.rs
pub fn divide(a: i32, b: i32) -> Option<i32> {
«→    if b == 0 {
        return None;
    }
»    Some(a / b)
}

pub fn multiply(a: i32, b: i32) -> i32 {
    a * b
}
==== a variable is extracted
kind: unrelated
expect: silence
--- page.js
function render(user) {
«→  const name = user.first + " " + user.last;
»  return "<b>" + user.first + "</b>";
}

function footer(user) {
  return "<i>" + user.last + "</i>";
}
==== operator changed in one expression
kind: unrelated
expect: silence
--- calc.c
int area(int w, int h)
{
    return w «+→*» h;
}

int perimeter(int w, int h)
{
    return 2 * (w + h);
}
==== a css rule is added
kind: unrelated
expect: silence
--- site.css
h1 {
  font-size: 2rem;
}
«→
h2 {
  font-size: 1.5rem;
}
»
p {
  line-height: 1.4;
}
==== a log line is added once
kind: unrelated
expect: silence
--- srv.go
package srv

import "log"

func Start() error {
«→	log.Println("starting")
»	return listen()
}

func Stop() error {
	return shutdown()
}
==== a different string in one place
kind: unrelated
expect: silence
--- menu.ts
export const items = [
  { label: "«Open→Open file»", key: "o" },
  { label: "Close", key: "c" },
  { label: "Open recent", key: "r" },
];
==== sql condition
kind: unrelated
expect: silence
--- report.sql
SELECT name FROM users WHERE age > «18→21»;
SELECT name FROM orders WHERE total > 18;
==== shell command replaced
kind: unrelated
expect: silence
--- build.sh
set -e
«npm install→npm ci»
npm run build
echo "install done"
==== early return of one function
kind: unrelated
expect: silence
--- Auth.java
public class Auth {
    boolean allowed(User user) {
        «return user.isAdmin();→return user.isAdmin() || user.isOwner();»
    }

    boolean visible(User user) {
        return user.isActive();
    }
}
==== default parameter added, no calls change
kind: unrelated
expect: silence
--- fmt.py
def fmt(value, digits«→, unit=""»):
    return f"{value:.{digits}f}"


print(fmt(1.0, 2))
print(fmt(2.0, 3))
==== python type in docstring stays
kind: unrelated
expect: silence
--- m.py
def f(x):
    """Return a list."""
    return «list(x)→tuple(x)»
