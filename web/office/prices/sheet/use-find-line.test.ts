import { describe, expect, test } from 'vitest';
import { line } from '#web/testing/price-lines.ts';
import { EMPTY, type Entry, NOT_AVAILABLE, type Side } from '../read-price.ts';
import { commandOf, lineFrom, nextWhere } from './move-between-cells.ts';
import { bestLine, findLines, lineFinder } from './use-find-line.ts';
import { describePaste, readPaste } from './use-sheet-cells.ts';

const longBeans = line({
  id: 1,
  name: 'Long beans',
  nameSi: 'මෑකරල්',
  nameTa: 'பயிற்றங்காய்',
  code: 'LONG',
  aliases: ['makaral'],
});
const beans = line({ id: 2 });
const pumpkin = line({ id: 3, name: 'Pumpkin', nameSi: 'වට්ටක්කා', nameTa: 'பூசணி', code: 'PUMP', aliases: ['wattakka'] });
const lanka = line({ id: 4, name: 'Big onion', nameSi: 'ලොකු ලූනු', nameTa: '', code: 'BIG', aliases: ['lunu'] });
const small = line({ id: 5, name: 'Red onion', nameSi: 'රතු ලූනු', nameTa: '', code: 'RED', aliases: ['lunu'] });
const lines = [longBeans, beans, pumpkin, lanka, small];

test.each([
  ['PUMPKIN', [3]],
  ['වට්ටක්කා', [3]],
  ['பூசணி', [3]],
  ['pump', [3]],
  ['wattak', [3]],
  ['beans', [1, 2]],
  ['  long   BEANS ', [1]],
  ['onion red', [5]],
  ['', [1, 2, 3, 4, 5]],
  ['turnip', []],
])('%j finds %j', (search, ids) => {
  expect(findLines(lines, search).map(({ id }) => id)).toEqual(ids);
});

test('invisible joiners of different keyboards are ignored', () => {
  expect(findLines(lines, 'වට්\u200dටක්කා')).toEqual([pumpkin]);
});

test('the found line is the one with exactly that name, else the first that begins with it, else the first match', () => {
  expect(bestLine(lines, 'beans')).toBe(beans);
  expect(bestLine(lines, 'red')).toBe(small);
  expect(bestLine(lines, 'oni')).toBe(lanka);
  expect(bestLine(lines, 'turnip')).toBeUndefined();
});

test('a name selects one line; a word that matches two selects none', () => {
  const find = lineFinder(lines);
  expect(find('Beans')).toBe(beans);
  expect(find(' bonchi ')).toBe(beans);
  expect(find('lunu')).toBeUndefined();
  expect(find('bean')).toBeUndefined();
});

const press = (key: string, more = {}) => ({
  key,
  hasModifier: false,
  hasShift: false,
  isAtStart: true,
  isAtEnd: true,
  ...more,
});

test.each([
  ['ArrowDown', 'max', { act: 'go', lines: 1, side: 'max' }],
  ['ArrowUp', 'min', { act: 'go', lines: -1, side: 'min' }],
  ['Enter', 'max', { act: 'go', lines: 1, side: 'home' }],
  ['PageDown', 'min', { act: 'go', lines: 10, side: 'min' }],
  ['ArrowRight', 'min', { act: 'go', lines: 0, side: 'max' }],
  ['ArrowLeft', 'max', { act: 'go', lines: 0, side: 'min' }],
  ['Escape', 'min', { act: 'restore' }],
  ['/', 'min', { act: 'find' }],
] as const)('%s in the %s column is a command', (key, side, command) => {
  expect(commandOf(press(key), side)).toEqual(command);
});

test.each([
  ['ArrowRight', 'max'],
  ['ArrowLeft', 'min'],
  ['Tab', 'min'],
  ['5', 'min'],
] as const)('%s in the %s column is the same in every field', (key, side) => {
  expect(commandOf(press(key), side)).toBeUndefined();
});

test('inside a figure the arrow keys move the caret, and keys with Ctrl work as usual', () => {
  expect(commandOf(press('ArrowRight', { isAtEnd: false }), 'min')).toBeUndefined();
  expect(commandOf(press('ArrowLeft', { isAtStart: false }), 'max')).toBeUndefined();
  expect(commandOf(press('Enter', { hasModifier: true }), 'min')).toBeUndefined();
  expect(commandOf(press('ArrowDown', { hasShift: true }), 'min')).toBeUndefined();
});

test('Shift+Enter goes back up, as in a spreadsheet', () => {
  expect(commandOf(press('Enter', { hasShift: true }), 'max')).toEqual({ act: 'go', lines: -1, side: 'home' });
});

test('steps end at the first and the last visible line', () => {
  const shown = [7, 3, 9];
  expect([lineFrom(shown, 7, 1), lineFrom(shown, 9, 1), lineFrom(shown, 7, -1), lineFrom(shown, 3, 10)]).toEqual([
    3, 9, 7, 9,
  ]);
});

test('the next line of a kind is searched below first, then from the top', () => {
  const isOdd = (id: number) => id % 2 === 1;
  expect(nextWhere([1, 2, 3, 4], 1, isOdd)).toBe(3);
  expect(nextWhere([1, 2, 3, 4], 3, isOdd)).toBe(1);
  expect(nextWhere([1, 2, 3, 4], undefined, isOdd)).toBe(1);
  expect(nextWhere([1, 2], 1, (id) => id > 5)).toBeUndefined();
});

describe('paste prices', () => {
  const beans = line({ id: 1 });
  const leeks = line({ id: 2, name: 'Leeks', nameSi: 'ලීක්ස්', nameTa: 'லீக்ஸ்', code: 'LEEKS', aliases: [] });
  const radish = line({ id: 3, name: 'Radish', nameSi: 'රාබු', nameTa: 'முள்ளங்கி', code: 'RADISH', aliases: ['raabu'] });
  const lines = [beans, leeks, radish];

  function paste(text: string, side: Side = 'min', from = 0, held: Entry = EMPTY) {
    const target = { lines: lines.slice(from), side, enteredIn: () => held, findLine: lineFinder(lines) };
    const { entries, ...rest } = readPaste(text, target);
    return { entries: Object.fromEntries(entries), ...rest };
  }
  const typed = (min: string, max: string): Entry => ({ ...EMPTY, min, max });

  test('two columns fill minimum and maximum from the current line down', () => {
    expect(paste('380\t400\r\n90\t120.50\r\n').entries).toEqual({ 1: typed('380', '400'), 2: typed('90', '120.50') });
    expect(paste('380\t400', 'max', 1).entries).toEqual({ 2: typed('380', '400') });
  });

  test('a range in the last column of a table with names fills both prices', () => {
    const both = { 1: typed('240', '270'), 2: typed('90', '120') };
    expect(paste('Beans\tkg\t240 - 270\nLeeks\tkg\tRs. 90 to 120').entries).toEqual(both);
    expect(paste('Leeks\t90-120\nBeans\t240-270').entries).toEqual(both);
    expect(paste('Leeks\t90-120\nBeans\t-').entries).toEqual({ 1: NOT_AVAILABLE, 2: typed('90', '120') });
    expect(paste('Kohila\t50-60\nLeeks\t90-120')).toEqual({ entries: { 2: both[2] }, unknown: ['Kohila'], left: 0 });
  });

  test('one column fills the column it is pasted into and leaves the other', () => {
    expect(paste('400\n120', 'max', 0, typed('380', '')).entries).toEqual({
      1: typed('380', '400'),
      2: typed('380', '120'),
    });
    expect(paste('400', 'max', 0, NOT_AVAILABLE).entries).toEqual({ 1: typed('', '400') });
  });

  test('the marks of the keyboard mean the same in a pasted column', () => {
    expect(paste('.\n-\n100-120').entries).toEqual({
      1: typed('380', '400'),
      2: NOT_AVAILABLE,
      3: typed('100', '120'),
    });
  });

  test('figures are read without the characters that spreadsheets add', () => {
    expect(paste('Rs. 1,200.00\t"1,400.00"').entries).toEqual({ 1: typed('1,200.00', '1,400.00') });
    expect(paste('LKR 380 \t400/=\t').entries).toEqual({ 1: typed('380', '400') });
  });

  test('a heading does not use a line of the sheet', () => {
    expect(paste('Min\tMax\n380\t400').entries).toEqual({ 1: typed('380', '400') });
    expect(paste('Item\tMin\tMax\nLeeks\t90\t120').entries).toEqual({ 2: typed('90', '120') });
    expect(paste('අඩුම\tවැඩිම\n380\t400').entries).toEqual({ 1: typed('380', '400') });
    expect(paste('இழிவு விலை\tஉச்ச விலை\n380\t400').entries).toEqual({ 1: typed('380', '400') });
  });

  test('an invalid first cell still uses its line, so that no figure moves to another product', () => {
    expect(paste('38o\n90').entries).toEqual({ 1: typed('38o', ''), 2: typed('90', '') });
    expect(paste('min 38\n90').entries).toEqual({ 1: typed('min 38', ''), 2: typed('90', '') });
    expect(paste('nill\tnill\n90\t120').entries).toEqual({ 1: typed('nill', 'nill'), 2: typed('90', '120') });
  });

  test('a dash means not available, and an empty line leaves its line unchanged', () => {
    expect(paste('-\t-\n\t\n90\t120').entries).toEqual({ 1: NOT_AVAILABLE, 3: typed('90', '120') });
    expect(paste('nil\tnil\n90\t120').entries).toEqual({ 1: NOT_AVAILABLE, 2: typed('90', '120') });
    expect(paste('–\n380').entries).toEqual({ 1: NOT_AVAILABLE, 2: typed('380', '') });
  });

  test('with names, each pair is filled in the line of its name', () => {
    const text = '1\traabu\t50\t60\n2\tලීක්ස්\t90\t120\n3\tBEANS\t-\t-\n';
    expect(paste(text, 'max', 2)).toEqual({
      entries: { 1: NOT_AVAILABLE, 2: typed('90', '120'), 3: typed('50', '60') },
      unknown: [],
      left: 0,
    });
  });

  test('names without a line are reported, and their prices are dropped', () => {
    const pasted = readPaste('Kohila\tkg\t50\t60\nBeans\tkg\t380\t400', {
      lines,
      side: 'min',
      enteredIn: () => EMPTY,
      findLine: lineFinder(lines),
    });
    expect([...pasted.entries]).toEqual([[1, typed('380', '400')]]);
    expect(describePaste(pasted)).toBe('1 line pasted. Unknown products: Kohila.');
  });

  test('lines beyond the end of the sheet are reported', () => {
    const pasted = readPaste('1\t2\n3\t4', {
      lines: [radish],
      side: 'min',
      enteredIn: () => EMPTY,
      findLine: () => undefined,
    });
    expect(describePaste(pasted)).toBe(
      '1 line pasted. 1 line could not be pasted because there are no more rows in the price sheet.',
    );
  });

  test('an invalid figure is filled in unchanged, so that the line can show the error', () => {
    expect(paste('38o\t400').entries).toEqual({ 1: typed('38o', '400') });
  });
});
