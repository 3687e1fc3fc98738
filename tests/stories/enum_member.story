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

==== enumerator gets its name and its case
kind: enum-member
--- src/valve.h
#ifndef VALVE_H
#define VALVE_H

#include <stdbool.h>

typedef enum {
    VALVE_CLOSED,
    VALVE_OPENING,
    VALVE_OPEN,
    VALVE_CLOSING,
«→    VALVE_STUCK,
»} valve_state;

const char *valve_state_name(valve_state state);
bool valve_moves(valve_state state);

#endif
--- src/valve.c
#include "valve.h"

const char *valve_state_name(valve_state state)
{
    switch (state) {
    case VALVE_CLOSED:
        return "closed";
    case VALVE_OPENING:
        return "opening";
    case VALVE_OPEN:
        return "open";
    case VALVE_CLOSING:
        return "closing";
‹→    case VALVE_STUCK:
        return "stuck";
¦re:    case VALVE_STUCK:\n        return .*\n¦@›    }
    return "?";
}

bool valve_moves(valve_state state)
{
    return state == VALVE_OPENING || state == VALVE_CLOSING;
}

==== iota constant gets its name and case
kind: enum-member
--- internal/job/status.go
package job

import "fmt"

type Status int

const (
	StatusQueued Status = iota
	StatusRunning
	StatusDone
	StatusFailed
«→	StatusCancelled
»)

func (s Status) String() string {
	switch s {
	case StatusQueued:
		return "queued"
	case StatusRunning:
		return "running"
	case StatusDone:
		return "done"
	case StatusFailed:
		return "failed"
‹→	case StatusCancelled:
		return "cancelled"
¦re:	case StatusCancelled:\n		return .*\n¦@›	}
	return fmt.Sprintf("Status(%d)", int(s))
}

func (s Status) Final() bool {
	return s == StatusDone || s == StatusFailed
}

==== enum constant gets its branch
kind: enum-member
--- src/main/java/org/example/parcel/Size.java
package org.example.parcel;

public enum Size {
    SMALL,
    MEDIUM,
    LARGE«→,
    BULKY»
}
--- src/main/java/org/example/parcel/Tariff.java
package org.example.parcel;

public final class Tariff {
    private Tariff() {}

    public static int cents(Size size) {
        switch (size) {
            case SMALL:
                return 390;
            case MEDIUM:
                return 590;
            case LARGE:
                return 990;
‹→            case BULKY:
                return 1990;
¦re:            case BULKY:\n                return .*;\n¦@›            default:
                throw new IllegalArgumentException("size " + size);
        }
    }

    public static String label(Size size) {
        return size.name().toLowerCase();
    }
}

==== enum member gets its label and its branch
kind: enum-member
--- fleet/state.py
"""States of a rental vehicle and what the desk shows for them."""

from enum import Enum


class VehicleState(Enum):
    AVAILABLE = "available"
    RENTED = "rented"
    CLEANING = "cleaning"
«→    IN_REPAIR = "in_repair"
»

STATE_LABELS = {
    VehicleState.AVAILABLE: "Ready to go",
    VehicleState.RENTED: "On the road",
    VehicleState.CLEANING: "Being cleaned",
‹→    VehicleState.IN_REPAIR: "In repair",
¦re:    VehicleState\.IN_REPAIR: ".*",\n¦@›}


def colour_of(state: VehicleState) -> str:
    match state:
        case VehicleState.AVAILABLE:
            return "green"
        case VehicleState.RENTED:
            return "blue"
        case VehicleState.CLEANING:
            return "grey"
‹→        case VehicleState.IN_REPAIR:
            return "red"
¦re:        case VehicleState\.IN_REPAIR:\n            return .*\n¦@›

def is_free(state: VehicleState) -> bool:
    return state is VehicleState.AVAILABLE
--- fleet/board.py
from fleet.state import STATE_LABELS, VehicleState, colour_of


def render_row(plate: str, state: VehicleState) -> str:
    return f"{plate:10} {STATE_LABELS[state]:20} {colour_of(state)}"


def render(vehicles):
    for plate, state in vehicles:
        print(render_row(plate, state))

==== variant gets an arm in every match
kind: enum-member
--- src/event.rs
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Opened,
    Message(String),
    Closed,
«→    Pinged,
»}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Opened => write!(f, "opened"),
            Event::Message(text) => write!(f, "message {text}"),
            Event::Closed => write!(f, "closed"),
‹→            Event::Pinged => write!(f, "pinged"),
¦re:            Event::Pinged => .*\n¦@›        }
    }
}
--- src/session.rs
use crate::event::Event;

#[derive(Default)]
pub struct Session {
    open: bool,
    log: Vec<String>,
}

impl Session {
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Opened => self.open = true,
            Event::Message(text) => self.log.push(text),
            Event::Closed => self.open = false,
‹→            Event::Pinged => {}
¦re:            Event::Pinged => .*\n¦@›        }
    }

    pub fn is_open(&self) -> bool {
        self.open
    }
}

==== variant removed
kind: enum-member
--- src/unit.rs
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Metre,
    Foot,
«    Fathom,
→»    Mile,
}

impl Unit {
    pub fn metres(self) -> f64 {
        match self {
            Unit::Metre => 1.0,
            Unit::Foot => 0.3048,
‹            Unit::Fathom => 1.8288,
→›            Unit::Mile => 1609.344,
        }
    }

    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Metre => "m",
            Unit::Foot => "ft",
‹            Unit::Fathom => "ftm",
→›            Unit::Mile => "mi",
        }
    }
}

pub const ALL: [Unit; ‹4→3¦?¦@›] = [Unit::Metre, Unit::Foot, ‹Unit::Fathom, →›Unit::Mile];

==== union member gets its case and its label
kind: enum-member
--- src/tickets/priority.ts
export enum Priority {
  Low = "low",
  Normal = "normal",
  High = "high",
«→  Critical = "critical",
»}

export const PRIORITY_LABEL: Record<Priority, string> = {
  [Priority.Low]: "Low",
  [Priority.Normal]: "Normal",
  [Priority.High]: "High",
‹→  [Priority.Critical]: "Critical",
¦re:  \[Priority\.Critical\]: .*,\n¦@›};

export function dueHours(priority: Priority): number {
  switch (priority) {
    case Priority.Low:
      return 120;
    case Priority.Normal:
      return 48;
    case Priority.High:
      return 8;
‹→    case Priority.Critical:
      return 1;
¦re:    case Priority\.Critical:\n      return .*;\n¦@›  }
}
--- src/tickets/badge.tsx
import { Priority, PRIORITY_LABEL } from "./priority";

const colours: Record<Priority, string> = {
  [Priority.Low]: "grey",
  [Priority.Normal]: "blue",
  [Priority.High]: "orange",
‹→  [Priority.Critical]: "red",
¦re:  \[Priority\.Critical\]: .*,\n¦@›};

export function PriorityBadge({ priority }: { priority: Priority }) {
  return <span style={{ color: colours[priority] }}>{PRIORITY_LABEL[priority]}</span>;
}

==== enum member removed
kind: enum-member
--- src/player/mode.ts
export enum RepeatMode {
  Off,
  One,
  All,
«  Shuffle,
→»}

export function nextMode(mode: RepeatMode): RepeatMode {
  switch (mode) {
    case RepeatMode.Off:
      return RepeatMode.One;
    case RepeatMode.One:
      return RepeatMode.All;
    case RepeatMode.All:
      return ‹RepeatMode.Shuffle→RepeatMode.Off¦@›;
‹    case RepeatMode.Shuffle:
      return RepeatMode.Off;
→¦@›  }
}

export const ICONS: Record<RepeatMode, string> = {
  [RepeatMode.Off]: "repeat-off",
  [RepeatMode.One]: "repeat-one",
  [RepeatMode.All]: "repeat",
‹  [RepeatMode.Shuffle]: "shuffle",
→¦@›};
