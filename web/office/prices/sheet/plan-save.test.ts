import { expect, test } from 'vitest';
import { line, pair, TODAY } from '#web/testing/price-lines.ts';
import { judgeEntry } from '../judge-entry.ts';
import { EMPTY, type Entry, entryOf, NOT_AVAILABLE, type SheetLine } from '../read-price.ts';
import { countLines, firstFault, planSave } from './plan-save.ts';

const judged = (of: SheetLine, entry: Entry) => ({ line: of, verdict: judgeEntry(of, entry) });
const typed = (min: string, max: string): Entry => ({ ...EMPTY, min, max });
const plan = (of: SheetLine, entry: Entry) => planSave(TODAY, [judged(of, entry)]);

const open = line();
const published = line({ current: pair(390, 420) });

test('a new pair is sent in rupees under its product and day', () => {
  expect(plan(open, typed('380.50', '1,200'))).toMatchObject({
    rows: [{ product_id: 1, date: TODAY, min_price: 380.5, max_price: 1200 }],
    added: [{ line: open }],
    changed: [],
    cleared: [],
  });
});

test('a pair equal to the last one is sent too, because it is a price of today', () => {
  expect(plan(open, entryOf(open.last)).rows).toHaveLength(1);
});

test('an unchanged published pair is not sent again, however it is written', () => {
  expect(plan(published, entryOf(published.current)).rows).toEqual([]);
  expect(plan(published, typed('390.00', '420')).rows).toEqual([]);
});

test('a changed pair is sent, and listed with its earlier value', () => {
  expect(plan(published, typed('390', '425'))).toMatchObject({
    rows: [{ min_price: 390, max_price: 425 }],
    changed: [{ from: pair(390, 420), to: pair(390, 425) }],
    added: [],
  });
});

test('not available removes a published pair with both prices null, and sends nothing where there is none', () => {
  expect(plan(published, NOT_AVAILABLE)).toMatchObject({
    rows: [{ product_id: 1, date: TODAY, min_price: null, max_price: null }],
    cleared: [published],
  });
  expect(plan(open, NOT_AVAILABLE)).toMatchObject({ rows: [], cleared: [], missing: 0 });
});

test('an empty line is missing when nothing is published, and leaves a published price', () => {
  expect(plan(open, EMPTY)).toMatchObject({ rows: [], missing: 1 });
  expect(plan(published, EMPTY)).toMatchObject({ rows: [], cleared: [], missing: 0 });
});

test('warnings are listed only for the lines that are sent', () => {
  expect(plan(open, typed('38', '400')).warnings).toEqual([
    { line: open, message: 'Minimum price of 38 is less than half the last price (380).' },
  ]);
  const odd = line({ current: pair(38, 400) });
  expect(plan(odd, entryOf(odd.current)).warnings).toEqual([]);
});

test('an incomplete line is never sent, and is the first line to focus', () => {
  const lines = [judged(open, typed('380', '400')), judged(line({ id: 2 }), typed('380', ''))];
  expect(planSave(TODAY, lines).rows).toHaveLength(1);
  expect(firstFault(lines)).toEqual({ id: 2, side: 'max' });
  expect(firstFault(lines.slice(0, 1))).toBeUndefined();
});

test('the sheet is counted; a line that is being edited is not an error yet', () => {
  const rows = [typed('380', '400'), typed('38', '400'), typed('380', ''), NOT_AVAILABLE, EMPTY].map((entry) => ({
    ...judged(open, entry),
    isChecked: true,
  }));
  expect(countLines(rows)).toEqual({ filled: 2, unchanged: 1, notAvailable: 1, missing: 1, warnings: 1, faults: 1 });
  expect(countLines(rows.map((row) => ({ ...row, isChecked: false })))).toMatchObject({
    missing: 2,
    warnings: 0,
    faults: 0,
  });
});
