import { connect, type DatabaseAddress } from '../../db/connect.ts';
import { isUpToDate } from '../../db/migrate.ts';
import type { LastNumbers } from '../../db/storage/issued-numbers.ts';
import { readLastNumbers } from './queries.ts';

interface Known {
  used: LastNumbers;
  /** True if no number was assigned after the copy was made. */
  isNewest: boolean;
  ask: ((question: string) => Promise<string>) | undefined;
}

/**
 * Records where each series of numbers continues at the next start after a restore: after the highest number that the
 * copy or the data folder contains, or that a person entered. If the last number is unknown, 1,000 numbers are skipped,
 * or 20 device codes. Returns the lines to print.
 */
export async function planNumbers(address: DatabaseAddress, { used, isNewest, ask }: Known): Promise<string[]> {
  const database = connect(address);
  try {
    const { numbers } = database.auditKeys;
    const hasFile = numbers.exists();
    const copied = (await isUpToDate(database)) ? await readLastNumbers(database.reader, database.engine) : {};
    const list = listOf(copied);
    const isKnown = isNewest || hasFile || Object.keys(used).length > 0;
    const said = isKnown || !ask ? used : await askForEach(copied, ask);
    const { last } = numbers.read();
    numbers.replace({ last: highest(last, said), skips: !isNewest && !hasFile });
    const lines = list === '' ? [] : [`The last numbers of the copy: ${list}.`];
    if (isNewest) return [...lines, 'Numbers continue after those of the copy.'];
    if (hasFile)
      return [...lines, `Numbers continue after the last ones given out: ${listOf(highest(copied, last, said))}.`];
    const rest = 'Numbers that were not given continue 1,000 later (phones 20), because some may have been used since.';
    return [...lines, rest, 'Restore again with --used NAME=NUMBER or --nothing-since to choose others.'];
  } finally {
    await database.close();
  }
}

async function askForEach(copied: LastNumbers, ask: (question: string) => Promise<string>): Promise<LastNumbers> {
  const said: [string, number][] = [];
  for (const [name, last] of Object.entries(copied)) {
    const answer = await askForNumber(
      `Last ${name} that was used (${last} in the copy; Enter if unknown): `,
      last,
      ask,
    );
    if (answer !== undefined) said.push([name, answer]);
  }
  return Object.fromEntries(said);
}

async function askForNumber(
  question: string,
  least: number,
  ask: (question: string) => Promise<string>,
): Promise<number | undefined> {
  for (;;) {
    const answer = (await ask(question)).trim();
    if (answer === '') return undefined;
    if (/^\d{1,9}$/.test(answer) && Number(answer) >= least) return Number(answer);
  }
}

function highest(...lists: readonly LastNumbers[]): LastNumbers {
  const found = new Map<string, number>();
  for (const [name, number] of lists.flatMap((list) => Object.entries(list)))
    found.set(name, Math.max(number, found.get(name) ?? 0));
  return Object.fromEntries(found);
}

function listOf(numbers: LastNumbers): string {
  return Object.entries(numbers)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ');
}
