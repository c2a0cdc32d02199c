const MOST_NUMBERS = 6;

/** Returns the numbers, or of a long list the first and the last. */
export function numberSpan({ numbers }: { numbers: readonly string[] }): string {
  if (numbers.length <= MOST_NUMBERS) return numbers.join(', ');
  return `${numbers[0]} ... ${numbers.at(-1)}`;
}
