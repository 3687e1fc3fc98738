==== a Python enum member reaches an if chain
kind: enum-member
--- status.py
from enum import Enum


class Status(Enum):
    OPEN = "open"
    CLOSED = "closed"«→
    PAUSED = "paused"»


def colour(status):
    if status is Status.OPEN:
        return "green"
    elif status is Status.CLOSED:
        return "red"‹→
    elif status is Status.PAUSED:
        return "yellow"¦@¦re:\n    elif status is Status\.PAUSED:\n        .*›
    raise ValueError(status)

==== a table in another file
kind: enum-member
--- app/level.py
from enum import Enum, auto


class Level(Enum):
    BRONZE = auto()
    SILVER = auto()
    GOLD = auto()«→
    PLATINUM = auto()»
--- app/discounts.py
from app.level import Level

DISCOUNT = {
    Level.BRONZE: 0,
    Level.SILVER: 5,
    Level.GOLD: 10,‹→
    Level.PLATINUM: 15,¦@¦re:\n    Level\.PLATINUM: .*,›
}


def discount(level: Level, price: int) -> int:
    return price * (100 - DISCOUNT[level]) // 100

==== a match statement
kind: enum-member
--- shapes.py
from enum import StrEnum


class Shape(StrEnum):
    CIRCLE = "circle"
    SQUARE = "square"«→
    TRIANGLE = "triangle"»


def corners(shape: Shape) -> int:
    match shape:
        case Shape.CIRCLE:
            return 0
        case Shape.SQUARE:
            return 4‹→
        case Shape.TRIANGLE:
            return 3¦@¦re:\n        case Shape\.TRIANGLE:\n            .*›

==== a TypeScript enum and its switch
kind: enum-member
--- src/theme.ts
export enum Theme {
  Light = "light",
  Dark = "dark",«→
  Sepia = "sepia",»
}

export function background(theme: Theme): string {
  switch (theme) {
    case Theme.Light:
      return "#fff";
    case Theme.Dark:
      return "#111";‹→
    case Theme.Sepia:
      return "#f4ecd8";¦@¦re:\n    case Theme\.Sepia:\n      .*›
  }
}

==== a union type and a record in another file
kind: enum-member
--- src/shape.ts
export type Fruit = "apple" | "pear"«→ | "plum"»;
--- src/prices.ts
import type { Fruit } from "./shape";

export const prices: Record<Fruit, number> = {
  apple: 120,
  pear: 140,‹→
  plum: 90,¦@¦re:\n  plum: .*,›
};

==== a Rust variant and two matches
kind: enum-member
--- src/command.rs
pub enum Command {
    Start,
    Stop,«→
    Pause,»
}

impl Command {
    pub fn name(&self) -> &'static str {
        match self {
            Command::Start => "start",
            Command::Stop => "stop",‹→
            Command::Pause => "pause",›
        }
    }

    pub fn parse(text: &str) -> Option<Command> {
        match text {
            "start" => Some(Command::Start),
            "stop" => Some(Command::Stop),‹→
            "pause" => Some(Command::Pause),›
            _ => None,
        }
    }
}

==== a Rust match in another file
kind: enum-member
--- src/token.rs
#[derive(Debug, PartialEq)]
pub enum Token {
    Plus,
    Minus,«→
    Times,»
    Number(f64),
}
--- src/eval.rs
use crate::token::Token;

pub fn precedence(token: &Token) -> u8 {
    match token {
        Token::Plus => 1,
        Token::Minus => 1,‹→
        Token::Times => 2,¦@¦re:\n        Token::Times => .*,›
        Token::Number(_) => 0,
    }
}

==== Go constants and a switch
kind: enum-member
--- level/level.go
package level

type Level int

const (
	Debug Level = iota
	Info
	Warn«→
	Fatal»
)

func (l Level) String() string {
	switch l {
	case Debug:
		return "debug"
	case Info:
		return "info"
	case Warn:
		return "warn"‹→
	case Fatal:
		return "fatal"›
	}
	return "unknown"
}

==== a Java enum and a switch expression
kind: enum-member
--- src/Season.java
package garden;

public enum Season {
    SPRING,
    SUMMER,
    AUTUMN«→,
    WINTER»;
}
--- src/Plan.java
package garden;

public class Plan {
    public static String work(Season season) {
        return switch (season) {
            case SPRING -> "sow";
            case SUMMER -> "water";
            case AUTUMN -> "harvest";‹→
            case WINTER -> "rest";¦@¦re:\n            case WINTER -> .*;›
        };
    }
}

==== a C enum and its names
kind: enum-member
--- src/color.c
#include "color.h"

enum color {
    COLOR_RED,
    COLOR_GREEN,«→
    COLOR_BLUE,»
};

const char *color_name(enum color color)
{
    switch (color) {
    case COLOR_RED:
        return "red";
    case COLOR_GREEN:
        return "green";‹→
    case COLOR_BLUE:
        return "blue";›
    }
    return "?";
}

==== a renamed enum member with a table
kind: rename-constant
--- src/state.ts
export enum State {
  Idle,
  «Busy→Working»,
  Done,
}

const labels: Record<State, string> = {
  [State.Idle]: "idle",
  [State.‹Busy→Working›]: "‹busy→working¦?›",
  [State.Done]: "done",
};

export function isActive(state: State): boolean {
  return state === State.‹Busy→Working›;
}

==== a removed enum member
kind: code-deleted
--- src/kind.rs
pub enum Kind {
    File,
    Folder,
«    Socket,
→»    Link,
}

pub fn letter(kind: &Kind) -> char {
    match kind {
        Kind::File => '-',
        Kind::Folder => 'd',
‹        Kind::Socket => 's',
→›        Kind::Link => 'l',
    }
}
