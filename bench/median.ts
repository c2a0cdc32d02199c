/** The middle of some measurements. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The measurement that such a part of all is below: 0.99 gives what only one in a hundred exceeds. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
