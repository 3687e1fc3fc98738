// Plot of the latency of each response, oldest to newest. Few responses are drawn as dots, many as a band
// with the median.

import { useState } from "preact/hooks";
import type { SuggestResponse } from "./insights";
import { toBuckets, latencyAxis, msLabel, axisPosition, quantile, type Axis, type Bucket } from "./latency";
import { reasonLabel } from "./tallies";
import { MAX_BUCKETS, MAX_DOTS } from "./limits";

const WIDTH = 380;
const HEIGHT = 132;
const LEFT_MARGIN = 46;
const RIGHT_MARGIN = 12;
const TOP_MARGIN = 8;
const BOTTOM_MARGIN = 22;

interface Scale {
  x(index: number): number;
  y(latency: number): number;
}

export function LatencyPlot({ responses }: { responses: readonly SuggestResponse[] }) {
  const [near, setNear] = useState<number | null>(null);
  const latencies = responses.map((one) => one.latency);
  const axis = latencyAxis(latencies);
  const scale: Scale = {
    x: (index) => LEFT_MARGIN + ((index + 0.5) / Math.max(1, responses.length)) * (WIDTH - LEFT_MARGIN - RIGHT_MARGIN),
    y: (latency) => HEIGHT - BOTTOM_MARGIN - axisPosition(latency, axis) * (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN),
  };
  const p50 = quantile(latencies, 0.5);
  const p99 = quantile(latencies, 0.99);
  const many = responses.length > MAX_DOTS;
  const pointed = near === null ? undefined : responses[near];

  function point(event: PointerEvent): void {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const index = Math.floor(((x - LEFT_MARGIN) / (WIDTH - LEFT_MARGIN - RIGHT_MARGIN)) * responses.length);
    setNear(index >= 0 && index < responses.length ? index : null);
  }

  return (
    <figure class="plot" data-testid="plot-latency">
      <figcaption>
        Latency{" "}
        <span>{pointed ? pointLabel(pointed, near!) : many ? "median, and the range from the minimum to p99" : ""}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby="plot-latency-title plot-latency-desc"
        onPointerMove={point}
        onPointerLeave={() => setNear(null)}
      >
        <title id="plot-latency-title">Latency of each response, oldest to newest</title>
        <desc id="plot-latency-desc">
          {`${responses.length} responses, half of them within ${msLabel(p50)}, 99 of 100 within ${msLabel(p99)}.`}
        </desc>
        <Grid axis={axis} scale={scale} responses={responses} />
        {many ? (
          <Band buckets={toBuckets(responses, MAX_BUCKETS)} scale={scale} />
        ) : (
          <Dots responses={responses} scale={scale} />
        )}
        <Level value={p50} label="p50" scale={scale} />
        {p99 !== p50 && <Level value={p99} label="p99" scale={scale} />}
        {pointed && (
          <g class="plot-pointed">
            <line x1={scale.x(near!)} x2={scale.x(near!)} y1={TOP_MARGIN} y2={HEIGHT - BOTTOM_MARGIN} />
            <circle cx={scale.x(near!)} cy={scale.y(pointed.latency)} r={5} />
          </g>
        )}
      </svg>
      <ul class="plot-legend">
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <circle class="dot full" cx="6" cy="6" r="3.5" />
          </svg>
          with a suggestion {responses.filter((one) => one.reason === null).length}
        </li>
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <circle class="dot empty" cx="6" cy="6" r="3" />
          </svg>
          empty {responses.filter((one) => one.reason !== null).length}
        </li>
      </ul>
    </figure>
  );
}

function Grid({
  axis,
  scale,
  responses,
}: {
  axis: Axis;
  scale: Scale;
  responses: readonly SuggestResponse[];
}) {
  const first = responses[0];
  const last = responses.at(-1);
  return (
    <g class="plot-grid">
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT_MARGIN} x2={WIDTH - RIGHT_MARGIN} y1={scale.y(tick)} y2={scale.y(tick)} />
          <text x={LEFT_MARGIN - 6} y={scale.y(tick)} text-anchor="end">
            {msLabel(tick)}
          </text>
        </g>
      ))}
      {first && (
        <text x={LEFT_MARGIN} y={HEIGHT - 8}>
          {clock(first.at)}
        </text>
      )}
      {last && last !== first && (
        <text x={WIDTH - RIGHT_MARGIN} y={HEIGHT - 8} text-anchor="end">
          {clock(last.at)}
        </text>
      )}
    </g>
  );
}

function Dots({ responses, scale }: { responses: readonly SuggestResponse[]; scale: Scale }) {
  return (
    <g>
      {responses.map(({ latency, reason }, index) => (
        <circle
          key={index}
          class={`dot ${reason === null ? "full" : "empty"}`}
          cx={scale.x(index)}
          cy={scale.y(latency)}
          r={reason === null ? 3.5 : 2.5}
        />
      ))}
    </g>
  );
}

function Band({ buckets, scale }: { buckets: readonly Bucket[]; scale: Scale }) {
  const middle = (bucket: Bucket) => scale.x((bucket.from + bucket.to) / 2);
  const upper = buckets.map((bucket) => `${middle(bucket)},${scale.y(bucket.p99)}`);
  const lower = buckets.toReversed().map((bucket) => `${middle(bucket)},${scale.y(bucket.min)}`);
  const line = buckets.map((bucket) => `${middle(bucket)},${scale.y(bucket.p50)}`);
  return (
    <g>
      <polygon class="plot-band" points={[...upper, ...lower].join(" ")} />
      <polyline class="plot-line" points={line.join(" ")} />
    </g>
  );
}

function Level({ value, label, scale }: { value: number | null; label: string; scale: Scale }) {
  if (value === null) return null;
  const y = scale.y(value);
  return (
    <g class={`plot-level ${label}`}>
      <line x1={LEFT_MARGIN} x2={WIDTH - RIGHT_MARGIN} y1={y} y2={y} />
      <text x={WIDTH - RIGHT_MARGIN} y={y - 8} text-anchor="end">
        {`${label} ${msLabel(value)}`}
      </text>
    </g>
  );
}

function pointLabel(response: SuggestResponse, index: number): string {
  const what = response.reason === null ? "a suggestion" : reasonLabel(response.reason);
  return `${index + 1}. ${clock(response.at)}: ${msLabel(response.latency)}, ${what}`;
}

export function clock(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour12: false });
}
