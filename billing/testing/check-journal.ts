/** A checker of journals that knows nothing of how they are written. Returns what is wrong, line by line. */

interface Found {
  day: string;
  line: number;
  postings: { account: string; cents: number; asserted: number | undefined }[];
}

const ENTRY = /^(\d{4}-\d{2}-\d{2}) \* /;
const POSTING = /^ +([A-Z][\w:-]*) {2}(-?\d+\.\d{2}) LKR(?: = (-?\d+\.\d{2}) LKR)?$/;
const centsIn = (text: string) => Math.round(Number(text) * 100);

export function checkHledger(text: string): string[] {
  const { opened, entries, faults } = read(text, /^account (.+)$/);
  const sums = new Map<string, number>();
  for (const entry of inDayOrder(entries)) faults.push(...checkEntry(entry, { opened, sums }));
  return faults;
}

export function checkBeancount(text: string): string[] {
  const { opened, entries, faults } = read(text, /^\d{4}-\d{2}-\d{2} open (\S+) LKR$/);
  const sums = new Map<string, number>();
  const balances = [...text.matchAll(/^(\d{4}-\d{2}-\d{2}) balance (\S+) {2}(-?\d+\.\d{2}) LKR$/gm)];
  const left = inDayOrder(entries);
  for (const [, day = '', account = '', amount = ''] of balances.sort(([, one = ''], [, other = '']) =>
    one < other ? -1 : 1,
  )) {
    while (left[0] && left[0].day < day) faults.push(...checkEntry(left.shift() as Found, { opened, sums }));
    if ((sums.get(account) ?? 0) !== centsIn(amount)) faults.push(`${day} ${account} is not ${amount}`);
  }
  for (const entry of left) faults.push(...checkEntry(entry, { opened, sums }));
  return faults;
}

function read(text: string, open: RegExp): { opened: Set<string>; entries: Found[]; faults: string[] } {
  const opened = new Set<string>();
  const entries: Found[] = [];
  const faults: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const [, account] = open.exec(line) ?? [];
    const [, day] = ENTRY.exec(line) ?? [];
    const [, posted, amount, asserted] = POSTING.exec(line) ?? [];
    if (account !== undefined) opened.add(account);
    else if (day !== undefined) entries.push({ day, line: at + 1, postings: [] });
    else if (posted !== undefined)
      entries.at(-1)?.postings.push({
        account: posted,
        cents: centsIn(amount ?? ''),
        asserted: asserted === undefined ? undefined : centsIn(asserted),
      });
    else if (line !== '' && !/^(commodity|option) |^\S+ balance /.test(line))
      faults.push(`line ${at + 1} is not known: ${line}`);
  }
  return { opened, entries, faults };
}

function inDayOrder(entries: readonly Found[]): Found[] {
  return entries.toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

function checkEntry(
  { day, line, postings }: Found,
  { opened, sums }: { opened: ReadonlySet<string>; sums: Map<string, number> },
): string[] {
  const faults: string[] = [];
  if (postings.reduce((sum, { cents }) => sum + cents, 0) !== 0) faults.push(`line ${line} is not balanced`);
  for (const { account, cents, asserted } of postings) {
    if (!opened.has(account)) faults.push(`line ${line}: ${account} is not opened`);
    const sum = (sums.get(account) ?? 0) + cents;
    sums.set(account, sum);
    if (asserted !== undefined && asserted !== sum) faults.push(`${day} ${account} is not as asserted`);
  }
  return faults;
}
