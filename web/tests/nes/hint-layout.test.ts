import { describe, expect, it } from "vitest";
import { isVisible, placeHint } from "../../src/nes/display/hint-layout";

const viewport = { left: 1060, right: 1700, top: 400, bottom: 1000 };

describe("a hint without free space", () => {
  it("is placed below its line, at the right edge of the viewport", () => {
    const placed = placeHint(52, { top: 500, bottom: 520 }, viewport);
    expect(placed.verticalWidgetRange).toEqual({ start: 525, endExclusive: 577 });
    expect(placed.horizontalWidgetRange).toEqual({ start: 1325, endExclusive: 1700 });
    expect(isVisible(placed, viewport)).toBe(true);
  });

  it("is placed above the last visible line", () => {
    const placed = placeHint(52, { top: 980, bottom: 1000 }, viewport);
    expect(placed.verticalWidgetRange).toEqual({ start: 923, endExclusive: 975 });
  });

  it("is placed below if neither position is visible", () => {
    const low = { ...viewport, bottom: 440 };
    expect(placeHint(52, { top: 410, bottom: 430 }, low).verticalWidgetRange.start).toBe(435);
  });

  it("is never wider than the text", () => {
    const narrow = { ...viewport, right: 1200 };
    expect(placeHint(52, { top: 500, bottom: 520 }, narrow).horizontalWidgetRange.start).toBe(1060);
    const none = { ...viewport, right: 1060 };
    expect(placeHint(52, { top: 500, bottom: 520 }, none).horizontalWidgetRange).toEqual({
      start: 1060,
      endExclusive: 1060,
    });
  });
});

it("free space outside of the viewport does not count", () => {
  const down = { start: 500, endExclusive: 552 };
  const seen = (start: number, endExclusive: number, place = down) =>
    isVisible({ horizontalWidgetRange: { start, endExclusive }, verticalWidgetRange: place }, viewport);
  expect(seen(1300, 1700)).toBe(true);
  expect(seen(300, 700)).toBe(false);
  expect(seen(1300, 1700, { start: 960, endExclusive: 1012 })).toBe(false);
  expect(seen(1300, 1700, { start: Number.NaN, endExclusive: Number.NaN })).toBe(false);
});
