/** A value over time as a curve: its geometry, round lines of a scale, and a summary in words. */

export interface Measured {
  readonly at: number;
  readonly value: number;
  /** How far the true value may be from the measured one. */
  readonly reach?: number;
}

export interface Spot extends Measured {
  readonly x: number;
  readonly y: number;
}

export interface Course {
  readonly spots: readonly Spot[];
  /** SVG paths of the line through the points, and of the band in which the true values may lie. */
  readonly line: string;
  readonly band: string;
  /** The values of the scale, and where their lines are. */
  readonly scale: readonly { readonly value: number; readonly y: number }[];
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const STEPS = [1, 2, 5] as const;
const FEWEST_LINES = 2;

/** A round step that divides a range into at most `most` parts. */
export function roundStep(range: number, most = 5): number {
  for (let tens = 0.01; ; tens *= 10)
    for (const step of STEPS) if (range / (step * tens) <= most) return Number((step * tens).toPrecision(6));
}

/** The curve in a box. Points are spaced by match, not by time, so that an evening of many matches gets its width. */
export function courseOf(points: readonly Measured[], box: Box, limits?: readonly [number, number]): Course {
  const lows = points.map(({ value, reach = 0 }) => value - reach);
  const highs = points.map(({ value, reach = 0 }) => value + reach);
  const values = points.map(({ value }) => value);
  // The wide intervals of the first matches are cut off: they would flatten everything after them.
  const [least, most] = limits ?? [Math.min(...values, ...lows.slice(-1)), Math.max(...values, ...highs.slice(-1))];
  const step = roundStep(Math.max(most - least, 0.01 * FEWEST_LINES));
  const [bottom, top] = limits ?? [Math.floor(least / step) * step, Math.ceil(most / step + 1e-9) * step];
  const y = (value: number): number => box.top + box.height * (1 - (value - bottom) / (top - bottom));
  const x = (place: number): number => box.left + (box.width * place) / Math.max(1, points.length - 1);
  const spots = points.map((point, place) => ({ ...point, x: x(place), y: y(point.value) }));
  const upper = highs.map((value, place) => [x(place), y(Math.min(top, value))] as const);
  const lower = lows.map((value, place) => [x(place), y(Math.max(bottom, value))] as const);
  return {
    spots,
    line: path(spots.map((spot) => [spot.x, spot.y])),
    band: points.some(({ reach }) => reach) ? `${path([...upper, ...lower.reverse()])}Z` : "",
    scale: linesFrom(bottom, top, step).map((value) => ({ value, y: y(value) })),
  };
}

/** An end of the scale this near to zero, as a share of the range, gets no label. */
const NEAR = 0.2;

/** The labels of a curve's scale: both ends of its range, and zero instead of an end that is near to it. */
export function scaleOf([least, most]: readonly [number, number]): number[] {
  if (least > 0 || most < 0) return [most, least];
  const ends = [most, least].filter((end) => Math.abs(end) / (most - least) >= NEAR);
  return [...ends, 0].sort((one, other) => other - one);
}

function linesFrom(bottom: number, top: number, step: number): number[] {
  const count = Math.round((top - bottom) / step);
  return Array.from({ length: count + 1 }, (_, place) => Number((bottom + place * step).toPrecision(10)));
}

const path = (places: readonly (readonly [number, number])[]): string =>
  places.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** The figures for a sentence about a curve; null if it has no points. */
export function outlineOf(
  points: readonly Measured[],
): { from: number; to: number; first: number; last: number; low: number; high: number } | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map(({ value }) => value);
  return {
    from: first.at,
    to: last.at,
    first: first.value,
    last: last.value,
    low: Math.min(...values),
    high: Math.max(...values),
  };
}
