import { createHash } from 'node:crypto';
import { test } from 'vitest';

interface Swept {
  name: string;
  code?: string;
}

/**
 * Makes a test for each row. In every run about one in `oneOf` rows is tested, chosen by the hash of its name. The
 * tests of the other rows are tagged `slow`. A sample is enough, because a fault in code that all calls share appears
 * in any of them.
 */
export function sweep<Row extends Swept>(
  { rows, oneOf }: { rows: readonly Row[]; oneOf: number },
  title: string,
  check: (row: Row) => Promise<void>,
): void {
  sweepInTiers({ rows, oneOf }, title, check, { sampled: [], others: ['slow'] });
}

/** Makes tests like `sweep`, but tags the tests of the sample `slow` and the others `nightly`. */
export function slowSweep<Row extends Swept>(
  { rows, oneOf }: { rows: readonly Row[]; oneOf: number },
  title: string,
  check: (row: Row) => Promise<void>,
): void {
  sweepInTiers({ rows, oneOf }, title, check, { sampled: ['slow'], others: ['nightly'] });
}

/**
 * Makes a test for each seed. Every run includes the first seed; the others are tagged `slow`. `%d` in the title is the
 * seed.
 */
export function testSeeds(
  [first, ...others]: readonly number[],
  title: string,
  check: (seed: number) => Promise<void>,
): void {
  if (first !== undefined) test.each([first])(title, check);
  test.each(others)(title, { tags: ['slow'] }, check);
}

function sweepInTiers<Row extends Swept>(
  { rows, oneOf }: { rows: readonly Row[]; oneOf: number },
  title: string,
  check: (row: Row) => Promise<void>,
  tags: { sampled: string[]; others: string[] },
): void {
  // The hash includes the title, so that each sweep samples different calls.
  const isSampled = ({ name, code = '' }: Row) => numberOf(`${title} ${name} ${code}`) % oneOf === 0;
  test.each(rows.filter(isSampled))(title, { tags: tags.sampled }, check);
  test.each(rows.filter((row) => !isSampled(row)))(title, { tags: tags.others }, check);
}

function numberOf(text: string): number {
  return createHash('md5').update(text).digest().readUInt32BE();
}
