/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { START } from '../../testing/accounts.ts';
import { textOf } from '../../testing/backup.ts';
import { makePeopledDatabase } from '../../testing/database.ts';
import { chooseOldCopies } from './choose-old-copies.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';
import { writeLiteral } from './write-backup.ts';

function seenBy(engine: 'sqlite' | 'postgres', text: string): string {
  let seen = '';
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at, engine === 'postgres');
    if (!text.startsWith('--', at) && !text.startsWith('/*', at)) seen += text.slice(at, end);
    at = end;
  }
  return seen;
}

function endOfPart(text: string, at: number, isNested: boolean): number {
  const after = (sign: string, from: number) => {
    const found = text.indexOf(sign, from);
    return found < 0 ? text.length : found + sign.length;
  };
  if (text[at] === "'") return after("'", at + 1);
  if (text.startsWith('--', at)) return after('\n', at) - 1;
  if (!text.startsWith('/*', at)) return at + 1;
  let end = at + 2;
  for (let depth = 1; depth > 0 && end < text.length; ) {
    const close = after('*/', end);
    const open = after('/*', end);
    const opens = isNested && open < close;
    depth += opens ? 1 : -1;
    end = opens ? open : close;
  }
  return end;
}

test('lines for one engine are hidden from the other', () => {
  const file = [onlySqlite('pragma x;'), onlyPostgres('set y;'), 'begin;'].join('\n');
  const words = (engine: 'sqlite' | 'postgres') => seenBy(engine, file).trim().split(/\s+/);
  expect(words('sqlite')).toEqual(['pragma', 'x;', 'begin;']);
  expect(words('postgres')).toEqual(['set', 'y;', 'begin;']);
});

test('text that would end the hidden part is not hidden', () => {
  for (const sql of ['a */ b', 'a /* b', 'a -- b', 'a\nb', 'a\rb']) {
    expect(() => onlySqlite(sql)).toThrow('cannot be hidden');
    expect(() => onlyPostgres(sql)).toThrow('cannot be hidden');
  }
});

test('each engine sees the whole of a backup in its own dialect and nothing of the other', async () => {
  const { database, remove } = await makePeopledDatabase();
  const text = await textOf(database, START);
  await remove();
  const ofSqlite = /autoincrement|pragma|\bstrict\b|sqlite_sequence|\bX'/;
  const ofPostgres = /bigint|identity|collate "C"|bytea|setval|set local|decode\(/;
  const bySqlite = seenBy('sqlite', text);
  const byPostgres = seenBy('postgres', text);
  expect(bySqlite).not.toMatch(ofPostgres);
  expect(byPostgres).not.toMatch(ofSqlite);
  const tables = Number(/: (\d+) tables/.exec(text)?.[1]);
  // PostgreSQL has one more table: `drawn_numbers`, which corresponds to SQLite's built-in `sqlite_sequence`.
  for (const [seen, own, made] of [
    [bySqlite, /autoincrement/, tables],
    [byPostgres, /identity/, tables + 1],
  ] as const) {
    expect(seen).toMatch(own);
    expect(seen.match(/create table /g)).toHaveLength(made);
    expect(seen).toMatch(/^\s*begin;$/m);
    expect(seen.trimEnd()).toMatch(/commit;$/);
    expect(seen).toContain('insert into "accounts"');
  }
});

test('bytes and carriage returns are written in the dialect of each engine', () => {
  const bytes = writeLiteral(new Uint8Array([0, 255]));
  expect([seenBy('sqlite', bytes).trim(), seenBy('postgres', bytes).trim()]).toEqual([
    "X'00ff'",
    "decode('00ff', 'hex')",
  ]);
  const lines = writeLiteral("a\r\n'b */ -- \ue0000;");
  const text = "replace('a\ue0001;\n''b */ -- \ue0000;', '\ue0001;', ";
  for (const [engine, name] of [
    ['sqlite', 'char(13)'],
    ['postgres', 'chr(13)'],
  ] as const) {
    const seen = seenBy(engine, lines);
    expect(seen.slice(0, text.length)).toBe(text);
    expect(seen.slice(text.length).replaceAll(/\s/g, '')).toBe(`${name})`);
  }
  expect([null, 5, -1, 0, "it's"].map(writeLiteral)).toEqual(['null', '5', '-1', '0', "'it''s'"]);
});

test('a text with every private-use character is written', () => {
  const signs = Array.from({ length: 0x1900 }, (_, at) => String.fromCharCode(0xe000 + at)).join('');
  expect(seenBy('sqlite', writeLiteral(`a\r${signs}`))).toContain(`replace('a\ue0000;${signs}', '\ue0000;', `);
});

test('a number that is not finite is refused, and a NUL does not prevent a backup', () => {
  expect(writeLiteral('a\0b')).toBe("'a\ufffdb'");
  expect(() => writeLiteral(Number.NaN)).toThrow('no literal');
});

const LAST = '2026-11-22' as Day;
const nights = (count: number, last: Day = LAST) => Array.from({ length: count }, (_, back) => addDays(last, -back));
const keptOf = (days: readonly Day[], firstDay: Day) => {
  const copies = days.map((day) => ({ name: day, day, time: undefined, position: undefined, isBad: false }));
  const old = new Set(chooseOldCopies(copies, firstDay).map((copy) => copy.day));
  return days.filter((day) => !old.has(day));
};

test('after three years, besides the last two weeks, the last copy of 4 weeks and of 12 months remains', () => {
  const kept = keptOf(nights(1100), addDays(LAST, -14));
  expect(kept.slice(0, 15)).toEqual(nights(15));
  expect(kept.slice(15)).toEqual([
    '2026-11-01',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ]);
});

test('a clock that is years ahead for a night leaves the newest seven copies and those of the weeks', () => {
  const days = ['2031-05-01' as Day, ...nights(9)];
  expect(keptOf(days, '2031-04-17' as Day)).toEqual(days.filter((day) => day !== '2026-11-16' && day !== '2026-11-14'));
});

test('deleting every night leaves the same copies as deleting once', () => {
  let kept: Day[] = [];
  for (const day of nights(400).toReversed()) kept = keptOf([day, ...kept], addDays(day, -14));
  expect(kept).toEqual(keptOf(nights(400), addDays(LAST, -14)));
});
