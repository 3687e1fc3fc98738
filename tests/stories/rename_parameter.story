==== keyword arguments follow their parameter
kind: rename-parameter
--- mailer.py
"""Sends the mails of the shop."""

from smtplib import SMTP


def send_mail(receiver, subject, «body→text»):
    message = f"Subject: {subject}\n\n{‹body→text›}"
    with SMTP("localhost") as smtp:
        smtp.sendmail("shop@example.org", receiver, message)


def page(title, body):
    return f"<h1>{title}</h1><main>{body}</main>"
--- orders.py
from mailer import page, send_mail


def confirm(order):
    send_mail(order.customer.mail, subject="Your order", ‹body→text›=str(order))


def show(order):
    return page("Order", body=order.as_html())

==== a parameter of one of two functions
kind: rename-parameter
--- src/geometry.ts
export interface Point {
  x: number;
  y: number;
}

export function scale(«point→p»: Point, factor: number): Point {
  return { x: ‹point→p›.x * factor, y: ‹point→p›.y * factor };
}

export function move(point: Point, dx: number, dy: number): Point {
  return { x: point.x + dx, y: point.y + dy };
}

==== shorthand property keeps its key
kind: rename-parameter
--- src/users.ts
import { db } from "./db";

export async function createUser(«name→fullName»: string, mail: string) {
  if (!‹name→fullName›.trim()) {
    throw new Error("a name is required");
  }
  return db.users.insert({ ‹name→name: fullName›, mail });
}

export async function findUser(name: string) {
  return db.users.findFirst({ where: { name } });
}

==== shorthand in JavaScript with two keys
kind: rename-parameter
--- lib/session.js
const store = require("./store");

function open(user, «ttl→seconds») {
  const session = { user, ‹ttl→ttl: seconds›, created: Date.now() };
  store.put(session.user, session, ‹ttl→seconds› * 1000);
  return session;
}

function refresh(session, ttl) {
  session.ttl = ttl;
  return session;
}

module.exports = { open, refresh };

==== a Go parameter with its doc comment
kind: rename-parameter
--- queue/queue.go
package queue

import "context"

// Push appends ‹msg→job› to the queue.
func (q *Queue) Push(ctx context.Context, «msg→job» Message) error {
	if ‹msg→job›.Empty() {
		return ErrEmpty
	}
	return q.store.Append(ctx, ‹msg→job›)
}

// Drop removes msg from the queue.
func (q *Queue) Drop(ctx context.Context, msg Message) error {
	return q.store.Remove(ctx, msg.ID)
}

==== a Rust parameter with a format string
kind: rename-parameter
--- src/greet.rs
pub fn greet(«name→guest»: &str, polite: bool) -> String {
    if polite {
        format!("Welcome, {}!", ‹name→guest›)
    } else {
        format!("Hi {‹name→guest›}")
    }
}

pub fn part(name: &str) -> String {
    format!("Goodbye, {}", name)
}

==== a Java setter's parameter
kind: rename-parameter
--- src/Timer.java
package tools;

public class Timer {
    private long delay;
    private Runnable task;

    public Timer(long «delay→millis», Runnable task) {
        if (‹delay→millis› < 0) {
            throw new IllegalArgumentException("negative delay");
        }
        this.delay = ‹delay→millis›;
        this.task = task;
    }

    public void setDelay(long delay) {
        this.delay = delay;
    }
}

==== a parameter with a docstring entry
kind: rename-parameter
--- resize.py
from PIL import Image


def thumbnail(path, «size→edge»=128):
    """Return a small copy of a picture.

    :param path: the file to read
    :param ‹size→edge›: the longer side in pixels
    """
    image = Image.open(path)
    image.thumbnail((‹size→edge›, ‹size→edge›))
    return image


def file_size(path):
    size = path.stat().st_size
    return f"{size / 1024:.1f} KiB"

==== destructured property of a React component
kind: rename-parameter
language: typescript
--- src/Badge.tsx
import React from "react";

type BadgeProps = {
  «label→text»: string;
  count: number;
};

export function Badge({ ‹label→text¦text: label›, count }: BadgeProps) {
  return (
    <span className="badge">
      {‹label→text¦?›} <b>{count}</b>
    </span>
  );
}
--- src/Header.tsx
import React from "react";
import { Badge } from "./Badge";

export const Header = () => (
  <header>
    <label htmlFor="q">Search</label>
    <Badge ‹label→text›="Inbox" count={3} />
  </header>
);

==== a parameter of a C function and its prototype
kind: rename-parameter
--- src/list.c
#include "list.h"

#include <stdlib.h>

void list_push(struct list *list, int «value→item»)
{
    struct node *node = malloc(sizeof(*node));

    node->value = ‹value→item›;
    node->next = list->head;
    list->head = node;
}

int list_contains(const struct list *list, int value)
{
    for (struct node *node = list->head; node; node = node->next)
        if (node->value == value)
            return 1;
    return 0;
}
--- src/list.h
#pragma once

struct list;

void list_push(struct list *list, int ‹value→item¦?›);
int list_contains(const struct list *list, int value);
