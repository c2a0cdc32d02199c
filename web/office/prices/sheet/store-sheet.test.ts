import { describe, expect, test, vi } from 'vitest';
import { line, pair, TODAY } from '#web/testing/price-lines.ts';
import { judgeEntry } from '../judge-entry.ts';
import { EMPTY, type Entry, entryOf, NOT_AVAILABLE, type SheetLine } from '../read-price.ts';
import { countLines, firstFault, planSave } from './plan-save.ts';
import { Sheet } from './store-sheet.ts';

const typed = (min: string, max = ''): Entry => ({ ...EMPTY, min, max });
const lines = [line({ id: 1 }), line({ id: 2, current: pair(90, 120) }), line({ id: 3 })];

test('a sheet starts with the published prices, and none of them counts as entered', () => {
  const sheet = new Sheet(lines);
  expect(sheet.rows().map(({ entry }) => entry)).toEqual([EMPTY, typed('90', '120'), EMPTY]);
  expect(sheet.entered().size).toBe(0);
});

test('typing in one line does not replace the object of any other row, so that it is not rendered again', () => {
  const sheet = new Sheet(lines);
  const [, second, third] = sheet.rows();
  const heard = vi.fn();
  sheet.subscribe(heard);
  sheet.type(1, typed('3'));
  expect(heard).toHaveBeenCalledOnce();
  expect(sheet.row(1).entry).toEqual(typed('3'));
  expect([sheet.row(2), sheet.row(3)]).toEqual([second, third]);
  expect(sheet.row(2)).toBe(second);
});

test('the counts are computed once for all readers, until something changes', () => {
  const sheet = new Sheet(lines);
  expect(sheet.counts()).toBe(sheet.counts());
  expect(sheet.counts()).toMatchObject({ filled: 1, missing: 2 });
  sheet.type(1, NOT_AVAILABLE);
  expect(sheet.counts()).toMatchObject({ filled: 1, notAvailable: 1, missing: 1 });
});

test('Escape restores a line to its state when it got the focus', () => {
  const sheet = new Sheet(lines);
  sheet.type(2, typed('5', '120'));
  sheet.leave(2);
  sheet.type(2, typed('50', '120'));
  sheet.type(2, typed('500', '120'));
  expect(sheet.restore(2)).toBe(true);
  expect(sheet.row(2).entry).toEqual(typed('5', '120'));
  expect(sheet.restore(2)).toBe(false);
});

test('undo reverts line after line, and a paste as a whole', () => {
  const sheet = new Sheet(lines);
  sheet.type(1, typed('3'));
  sheet.type(1, typed('38'));
  sheet.leave(1);
  sheet.fill(
    new Map([
      [2, typed('1', '2')],
      [3, typed('3', '4')],
    ]),
  );
  expect(sheet.undo()).toBe(2);
  expect([sheet.row(2).entry, sheet.row(3).entry]).toEqual([typed('90', '120'), EMPTY]);
  expect(sheet.undo()).toBe(1);
  expect(sheet.row(1).entry).toEqual(EMPTY);
  expect(sheet.undo()).toBeUndefined();
});

test('a draft is restored line by line; a deleted product is skipped', () => {
  const sheet = new Sheet(
    lines,
    new Map([
      [1, typed('38', '40')],
      [99, typed('1', '2')],
    ]),
  );
  expect(sheet.entered()).toEqual(new Map([[1, typed('38', '40')]]));
  expect(sheet.row(1).isChecked).toBe(true);
});

test('newer prices of the server replace those below unchanged lines; typed prices remain and are compared with them', () => {
  const sheet = new Sheet(lines);
  sheet.type(1, typed('380', '400'));
  sheet.rebase(lines.map((one) => ({ ...one, current: pair(70, 80) })));
  expect(sheet.row(1)).toMatchObject({ entry: typed('380', '400'), line: { current: pair(70, 80) } });
  expect(sheet.row(3).entry).toEqual(typed('70', '80'));
  expect([...sheet.entered().keys()]).toEqual([1]);
});

test('a line of a product that was archived meanwhile retains its figures', () => {
  const sheet = new Sheet(lines);
  sheet.type(3, typed('1', '2'));
  sheet.rebase(lines.slice(0, 2));
  expect(sheet.row(3).entry).toEqual(typed('1', '2'));
});

test("the server's message on a line disappears when the line is changed", () => {
  const sheet = new Sheet(lines);
  sheet.refuse(new Map([[1, 'This product is not in the catalogue.']]));
  expect(sheet.row(1)).toMatchObject({ refusal: 'This product is not in the catalogue.', isChecked: true });
  sheet.type(1, typed('3'));
  expect(sheet.row(1).refusal).toBeUndefined();
});

test('a request for a line that is not on the sheet throws', () => {
  expect(() => new Sheet(lines).row(99)).toThrow(RangeError);
});

describe('plan save', () => {
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
});
