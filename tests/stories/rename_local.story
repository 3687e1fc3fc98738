==== total of an order becomes revenue
kind: rename-local
--- billing.py
"""Sums up what customers owe."""

from decimal import Decimal


def invoice_sum(lines, rate):
    «total→revenue» = Decimal(0)
    for line in lines:
        if line.cancelled:
            continue
        ‹total→revenue› += line.price * line.count
    return ‹total→revenue› * (1 + rate)


def open_amount(payments):
    """Return the total that is still open."""
    total = Decimal(0)
    for payment in payments:
        total -= payment.value
    return total

==== the loop variable of one method
kind: rename-local
--- src/inventory.ts
import { Shelf, Box } from "./models";

export class Inventory {
  constructor(private readonly shelves: Shelf[]) {}

  weight(): number {
    let sum = 0;
    for (const «b→box» of this.boxes()) {
      sum += ‹b→box›.weight + ‹b→box›.lid.weight;
    }
    return sum;
  }

  heaviest(): Box | undefined {
    let best: Box | undefined;
    for (const b of this.boxes()) {
      if (best === undefined || b.weight > best.weight) {
        best = b;
      }
    }
    return best;
  }

  private boxes(): Box[] {
    return this.shelves.flatMap((shelf) => shelf.boxes);
  }
}

==== result shadowed in an inner block
kind: rename-local
--- store/load.go
package store

import (
	"encoding/json"
	"os"
)

// Load reads the entries of a file.
func Load(path string) ([]Entry, error) {
	«data→content», err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	if err := json.Unmarshal(‹data→content›, &entries); err != nil {
		return nil, err
	}
	return entries, nil
}

func Save(path string, entries []Entry) error {
	data, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

==== a new unrelated helper
kind: unrelated
expect: silence
--- text_tools.py
"""Small helpers for texts."""


def shorten(text, width):
    if len(text) <= width:
        return text
    return text[: width - 1] + "…"


«→def is_blank(text):
    return not text.strip()


»def indent(text, by=4):
    return "\n".join(" " * by + line for line in text.splitlines())
