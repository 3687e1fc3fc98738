==== the value of a dict entry
kind: half-typed
--- user.py
class User:
    def __init__(self, name, mail, created_at):
        self.name = name
        self.mail = mail
        self.created_at = created_at

    def as_dict(self):
        return {
            "name": self.name,
            "mail": self.mail,«→
            "created_at": »‹→self.created_at,¦self.created_at›
        }

==== the right side of an assignment
kind: half-typed
--- src/options.ts
export class Options {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;

  constructor(values: Partial<Options>) {
    this.host = values.host ?? "localhost";
    this.port = values.port ?? 80;«→
    this.secure = »‹→values.secure ?? false;¦re:values\.secure(?: \?\? \w+)?;?›
  }
}

==== the body of the next case
kind: half-typed
--- src/Opener.java
package files;

public class Opener {
    Document open(String type, Path path) {
        switch (type) {
            case "text":
                return openText(path);
            case "image":
                return openImage(path);«→
            case "sound":»‹→
                return openSound(path);›
            default:
                throw new IllegalArgumentException(type);
        }
    }
}

==== the argument of a setter
kind: half-typed
--- form.go
package form

func (f *Form) Fill(user User) {
	f.SetName(user.Name)
	f.SetMail(user.Mail)«→
	f.SetPhone(»‹→user.Phone)¦user.Phone›
}

==== the rest of a match arm
kind: half-typed
--- src/unit.rs
pub fn seconds(unit: &str) -> Option<u64> {
    match unit {
        "second" => Some(SECOND),
        "minute" => Some(MINUTE),«→
        "hour" => »‹→Some(HOUR),¦Some(HOUR)›
        _ => None,
    }
}

==== half typed assignment in a constructor
kind: half-typed
--- broker/consumer.py
import time


class Consumer:
    def __init__(self, queue, handler, max_retries=3, backoff=0.5):
        self.queue = queue
        self.handler = handler
        self.max_retries = max_retries«→
        self.bac»‹→koff = backoff›

    def run(self):
        while True:
            message = self.queue.pop()
            if message is None:
                return
            self._deliver(message)

    def _deliver(self, message):
        for attempt in range(self.max_retries):
            try:
                self.handler(message)
                return
            except ConnectionError:
                time.sleep(self.backoff * 2**attempt)
        self.queue.dead_letter(message)

==== half typed field of an object literal
kind: half-typed
--- src/orders/dto.ts
import type { Order } from "./order";

export function toDto(order: Order) {
  return {
    id: order.id,
    customerName: order.customerName,
    totalCents: order.totalCents,«→
    shipp»‹→edAt: order.shippedAt,¦edAt: order.shippedAt›
  };
}
--- src/orders/order.ts
export interface Order {
  id: string;
  customerName: string;
  totalCents: number;
  shippedAt: Date | null;
}

==== half typed getter like the others
kind: half-typed
language: java
--- Person.java
public class Person {
    private final String name;
    private final String street;
    private final String city;

    public Person(String name, String street, String city) {
        this.name = name;
        this.street = street;«→
        this.cit»‹→y = city;¦y = city›
    }

    public String getName() {
        return name;
    }

    public String getStreet() {
        return street;
    }

    public String getCity() {
        return city;
    }
}

==== half typed struct literal field
kind: half-typed
language: go
--- mail/build.go
package mail

type Envelope struct {
	From    string
	To      []string
	Subject string
	Body    string
}

func Build(from string, to []string, subject, body string) Envelope {
	return Envelope{
		From:    from,
		To:      to,
		Subject: subject,«→
		Bod»‹→y:    body,¦y: body,¦y: body¦y:    body›
	}
}

==== half typed match arm
kind: half-typed
language: rust
--- src/level.rs
pub enum Level {
    Debug,
    Info,
    Warning,
    Error,
}

pub fn name(level: &Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warning => "warning",«→
        Level::Er»‹→ror => "error",¦ror => "error"›
    }
}

==== half typed import
kind: half-typed
language: typescript
--- src/app.ts
import { parseDate } from "./dates";«→
import { parseNu»‹→mber } from "./numbers";¦mber } from "./numbers"›

export function parseRow(cells: string[]) {
  return { day: parseDate(cells[0]), amount: parseNumber(cells[1]) };
}
--- src/dates.ts
export function parseDate(text: string): Date {
  return new Date(text);
}
--- src/numbers.ts
export function parseNumber(text: string): number {
  return Number(text.replace(",", "."));
}

==== the third line of a row
kind: half-typed-line
--- src/color.rs
pub fn mix(a: Color, b: Color) -> Color {
    let mut mixed = Color::default();
    mixed.red = (a.red + b.red) / 2;
    mixed.green = (a.green + b.green) / 2;«→
    mixed.blue»‹→ = (a.blue + b.blue) / 2;›
    mixed
}

pub struct Color {
    pub red: u16,
    pub green: u16,
    pub blue: u16,
}

pub fn gray(level: u16) -> Color {
    let mut color = Color::default();
    color.blue = level;
    color
}

==== half typed case of a reducer
kind: half-typed
--- src/reducer.ts
import type { Action, State } from './types';

export function reducer(state: State, action: Action): State {
  switch (action.type) {
    case 'setName':
      return { ...state, name: action.value };
    case 'setEmail':
      return { ...state, email: action.value };
    case 'setPhone':
      «→ret»‹→urn { ...state, phone: action.value };›
    default:
      return state;
  }
}

==== half typed number of a time, and its check
kind: half-typed
--- clock/parse.go
package clock

import (
	"errors"
	"strconv"
	"strings"
)

var errBad = errors.New("bad time")

func Parse(s string) (Time, error) {
	parts := strings.Split(s, ":")
	if len(parts) != 3 {
		return Time{}, errBad
	}
	hour, err := strconv.Atoi(parts[0])
	if err != nil {
		return Time{}, errBad
	}
	minute, err := strconv.Atoi(parts[1])
	if err != nil {
		return Time{}, errBad
	}
«→	second, e»‹→rr := strconv.Atoi(parts[2])›‹→
	if err != nil {
		return Time{}, errBad
	}›
	return Time{hour, minute, second}, nil
}

==== half typed release of the last member
kind: half-typed
--- src/session.c
#include <stdlib.h>
#include "session.h"

struct session {
	char *user;
	char *host;
	char *token;
};

void session_free(struct session *s)
{
	free(s->user);
	free(s->host);
	«→fr»‹→ee(s->token);›
	free(s);
}

==== half typed branch that differs from the others
kind: half-typed
expect: silence
--- tariff.py
def fee(kind, weight):
    if kind == "letter":
        return 1.2
    if kind == "parcel":
        return 7 + weight * 0.5
    if kind == "pallet":
        «→ret»
