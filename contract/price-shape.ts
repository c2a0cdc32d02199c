/** The days of the line beside a price, the day of the price included. */
export const SHAPE_DAYS = 30;
export const SHAPE_SIZE = { width: 60, height: 16 };

const STEP = SHAPE_SIZE.width / SHAPE_DAYS;
const HIGHEST = 1;
const LOWEST = SHAPE_SIZE.height - 1;
/** Prices that differ by less than this share fill only a part of the height, so that a calm month looks calm. */
const LEAST_SPAN = 0.2;
/**
 * The line joins prices with at most this number of days without a price between them, such as a closed weekend. In a
 * line this small each such day would otherwise be a hole.
 */
const JOINED_DAYS = 3;
/** A point this near to the line through its neighbours is omitted, because nobody can see it. In pixels. */
const TOLERANCE = 1;

interface Spot {
  x: number;
  y: number;
}

/**
 * Returns the SVG path of the prices of the last days, oldest first, in a box of SHAPE_SIZE. More than JOINED_DAYS days
 * without a price (null) are a gap. Empty if fewer than two days have a price.
 */
export function priceShape(prices: readonly (number | null)[]): string {
  const known = prices.filter((price) => price !== null);
  if (known.length < 2) return '';
  const low = Math.min(...known);
  const high = Math.max(...known);
  const span = Math.max(high - low, high * LEAST_SPAN, 1);
  const middle = (low + high) / 2;
  const y = (price: number) => Math.round((HIGHEST + LOWEST) / 2 - ((price - middle) / span) * (LOWEST - HIGHEST));
  const x = (at: number) => SHAPE_SIZE.width - 1 - STEP * (prices.length - 1 - at);
  let path = '';
  let from: Spot = { x: 0, y: 0 };
  for (const stretch of stretchesOf(prices, x, y)) {
    for (const [at, spot] of simplified(stretch).entries()) {
      path += `${at === 0 ? 'm' : ' '}${spot.x - from.x}${pairEnd(spot.y - from.y)}`;
      from = spot;
    }
    if (stretch.length === 1) path += 'h0';
  }
  return path;
}

function pairEnd(y: number): string {
  return y < 0 ? `${y}` : ` ${y}`;
}

function stretchesOf(
  prices: readonly (number | null)[],
  x: (at: number) => number,
  y: (price: number) => number,
): Spot[][] {
  const stretches: Spot[][] = [];
  let missing = JOINED_DAYS + 1;
  for (const [at, price] of prices.entries()) {
    if (price === null) missing += 1;
    else {
      if (missing > JOINED_DAYS) stretches.push([]);
      stretches.at(-1)?.push({ x: x(at), y: y(price) });
      missing = 0;
    }
  }
  return stretches;
}

/** Douglas and Peucker's method. */
function simplified(spots: readonly Spot[]): Spot[] {
  const first = spots[0];
  const last = spots.at(-1);
  if (!first || !last || spots.length < 3) return [...spots];
  let farthest = 0;
  let distance = 0;
  for (const [at, spot] of spots.entries()) {
    const line = first.y + ((last.y - first.y) * (spot.x - first.x)) / (last.x - first.x);
    const off = Math.abs(spot.y - line);
    if (off > distance) {
      farthest = at;
      distance = off;
    }
  }
  if (distance <= TOLERANCE) return [first, last];
  return [...simplified(spots.slice(0, farthest + 1)).slice(0, -1), ...simplified(spots.slice(farthest))];
}
