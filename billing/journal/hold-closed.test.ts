import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../calendar.ts';
import { type JournalAccount, type JournalEntry, moving } from './entries.ts';
import { bookedDay, type ClosedJournal, type HeldEntry, holdClosed } from './hold-closed.ts';
import { addPostings, writeJournal } from './write-journal.ts';

const day = (text: string) => text as Day;
const SEPTEMBER_ENDS = day('2026-09-30');

const FINE: JournalEntry = {
  id: 'F12',
  day: day('2026-09-20'),
  text: 'fine of invoice 12',
  postings: moving('fines', 'receivables 7', 240_000),
};

const CLOSED = { lastDay: SEPTEMBER_ENDS, entries: [{ ...FINE, factId: 'F12', ofDay: null }] };
const held = (facts: readonly JournalEntry[], closed: ClosedJournal | null) =>
  [...holdClosed(facts, closed)].filter((entry) => entry !== undefined);
const openOf = (facts: readonly JournalEntry[]) => held(facts, CLOSED).slice(1);

test('without closed months the journal has the facts as they are', () => {
  expect(held([FINE], null)).toEqual([{ ...FINE, factId: 'F12', ofDay: null }]);
});

test('a fine that is lower after its month was closed is lowered on the first open day', () => {
  const lower = { ...FINE, postings: moving('fines', 'receivables 7', 120_000) };
  expect(held([lower], CLOSED)).toEqual([
    CLOSED.entries[0],
    {
      id: 'F12.1',
      factId: 'F12',
      ofDay: '2026-09-20',
      day: '2026-10-01',
      text: 'fine of invoice 12 changed (of 2026-09-20)',
      postings: [
        { account: 'receivables 7', cents: -120_000 },
        { account: 'fines', cents: 120_000 },
      ],
    },
  ]);
});

test('a fact that no longer exists is reversed on the first open day, and one that is the same changes nothing', () => {
  expect(openOf([])).toMatchObject([
    { id: 'F12.1', day: '2026-10-01', text: 'fine of invoice 12 changed (of 2026-09-20)' },
  ]);
  expect(openOf([{ ...FINE, day: day('2026-11-20'), text: 'another text' }])).toEqual([]);
});

test('a fact of a closed day that became known later says its own day, and one of an open day is as it is', () => {
  const late = { ...FINE, id: 'B5', text: 'bank line 5' };
  const open = { ...late, id: 'B6', day: day('2026-10-01') };
  expect(openOf([FINE, late, open])).toEqual([
    { ...late, day: '2026-10-01', text: 'bank line 5 (of 2026-09-20)', factId: 'B5', ofDay: '2026-09-20' },
    { ...open, factId: 'B6', ofDay: null },
  ]);
});

test('money belongs to its own day while its month is open, otherwise to that of its recording, in an open month', () => {
  const booked = (own: string, recorded: string, lastClosed: Day | null) =>
    bookedDay({ day: day(own), recorded: day(recorded) }, lastClosed);
  expect(booked('2026-09-01', '2026-10-04', null)).toBe('2026-09-01');
  expect(booked('2026-09-30', '2026-10-04', SEPTEMBER_ENDS)).toBe('2026-10-04');
  expect(booked('2026-09-29', '2026-09-30', SEPTEMBER_ENDS)).toBe('2026-10-01');
  expect(booked('2026-10-07', '2026-10-09', SEPTEMBER_ENDS)).toBe('2026-10-07');
  expect(bookedDay({ day: SEPTEMBER_ENDS }, SEPTEMBER_ENDS)).toBe('2026-10-01');
});

const MONTH_ENDS = ['2026-01-31', '2026-02-28', '2026-03-31'].map(day);
const FIRST = day('2026-01-01');

const fact = fc.record({
  id: fc.constantFrom('L1', 'L2', 'F1', 'S1B', 'T2026'),
  at: fc.nat(120),
  from: fc.constantFrom<JournalAccount>('drawers', 'bank', 'fines'),
  to: fc.constantFrom<JournalAccount>('receivables 1', 'bank 1', 'rent'),
  cents: fc.integer({ min: 1, max: 1000 }),
});

/** What is known of the facts at a time: any of them may have changed, moved, appeared or ended since the last time. */
const knowledge = fc.uniqueArray(fact, { selector: ({ id }) => id }).map((facts) =>
  facts.map(
    ({ id, at, from, to, cents }): JournalEntry => ({
      id,
      day: addDays(FIRST, at),
      text: id,
      postings: moving(from, to, cents),
    }),
  ),
);

const sorted = (entries: readonly HeldEntry[]) =>
  entries.toSorted((one, other) => (`${one.day} ${one.id}` < `${other.day} ${other.id}` ? -1 : 1));

function sumsOf(entries: readonly JournalEntry[]): Map<JournalAccount, number> {
  const sums = new Map<JournalAccount, number>();
  for (const entry of entries) addPostings(sums, entry);
  return new Map([...sums].filter(([, cents]) => cents !== 0));
}

test('whatever changes after a month was closed, its journal has the same bytes and all sums are those of now', () => {
  fc.assert(
    fc.property(fc.array(knowledge, { minLength: 4, maxLength: 4 }), (times) => {
      let closed: HeldEntry[] = [];
      const texts: string[] = [];
      const write = (entries: readonly HeldEntry[], to: Day) =>
        [...writeJournal(entries, { from: FIRST, to }, { format: 'hledger' })].join('');
      for (const [at, known] of times.entries()) {
        const lastDay = MONTH_ENDS[at - 1];
        const all = held(known, lastDay === undefined ? null : { lastDay, entries: closed });
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        expect(sumsOf(all)).toEqual(sumsOf(known));
        expect(MONTH_ENDS.slice(0, at).map((end) => write(all, end))).toEqual(texts);
        const ends = MONTH_ENDS[at];
        if (ends === undefined) return;
        closed = sorted(all.filter((entry) => entry.day <= ends));
        texts.push(write(all, ends));
      }
    }),
  );
});
