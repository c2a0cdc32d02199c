import { expect, test } from 'vitest';
import { line } from '#web/testing/price-lines.ts';
import { EMPTY, type Entry, NOT_AVAILABLE, type Side } from '../read-price.ts';
import { lineFinder } from './use-find-line.ts';
import { describePaste, readPaste } from './use-sheet-cells.ts';

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
  expect(paste('nil\tnil\n90\t120').entries).toEqual({ 1: typed('nil', 'nil'), 2: typed('90', '120') });
});

test('a dash means not available, and an empty line leaves its line unchanged', () => {
  expect(paste('-\t-\n\t\n90\t120').entries).toEqual({ 1: NOT_AVAILABLE, 3: typed('90', '120') });
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
