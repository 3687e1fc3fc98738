// Computations of the latency plot: quantiles, buckets for many points, and a logarithmic axis.

import type { SuggestResponse } from "./insights";

/** The value below which this share of the values lies; null if there are none. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (place - low);
}

export interface Bucket {
  /** Index of the first and of the last response, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly p50: number;
  readonly p99: number;
  readonly min: number;
  readonly empty: number;
  readonly at: number;
}

/** At most `maxBuckets` buckets, each of the same number of responses. */
export function toBuckets(responses: readonly SuggestResponse[], maxBuckets: number): Bucket[] {
  const size = Math.max(1, Math.ceil(responses.length / maxBuckets));
  const buckets: Bucket[] = [];
  for (let from = 0; from < responses.length; from += size) {
    const part = responses.slice(from, from + size);
    const latencies = part.map((one) => one.latency);
    buckets.push({
      from,
      to: from + part.length - 1,
      p50: quantile(latencies, 0.5)!,
      p99: quantile(latencies, 0.99)!,
      min: Math.min(...latencies),
      empty: part.filter((one) => one.reason !== null).length,
      at: part[0]!.at,
    });
  }
  return buckets;
}

export interface Axis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** Powers of ten around the values, with intermediate ticks if there is space. */
export function latencyAxis(values: readonly number[]): Axis {
  let low = Infinity;
  let high = 0;
  for (const value of values) {
    const positive = Math.max(value, 0.1);
    if (positive < low) low = positive;
    if (positive > high) high = positive;
  }
  if (high === 0) [low, high] = [1, 100];
  const min = 10 ** Math.floor(Math.log10(low));
  const max = Math.max(10 ** Math.ceil(Math.log10(high)), min * 10);
  const ticks: number[] = [];
  const between = Math.log10(max / min) <= 2 ? [1, 2, 5] : [1];
  for (let power = min; power <= max * 1.0001; power *= 10) {
    for (const step of between) if (power * step <= max * 1.0001) ticks.push(round(power * step));
  }
  return { min, max, ticks };
}

/** 0 at the start of the axis, 1 at its end. */
export function axisPosition(value: number, axis: Axis): number {
  const clamped = Math.min(axis.max, Math.max(axis.min, value));
  return Math.log(clamped / axis.min) / Math.log(axis.max / axis.min);
}

export function msLabel(value: number | null): string {
  if (value === null) return "–";
  if (value >= 1000) return `${round(Math.round(value / 100) / 10)} s`;
  return `${value >= 10 ? Math.round(value) : round(Math.round(value * 10) / 10)} ms`;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
