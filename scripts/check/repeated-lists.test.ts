import { expect, it } from 'vitest';
import { readSources } from './read-sources.ts';
import { findRepeatedLists } from './repeated-lists.ts';

const WORDS = `export const units = ['kg', 'bundle', 'fruit', 'nut'] as const;
const methods = { Cash: { onPage: true }, 'Bank Transfer': {}, Card: {} };`;

function faultsIn(path: string, text: string): string[] {
  const files = [
    { path: 'contract/words.ts', text: WORDS },
    { path, text },
  ];
  return findRepeatedLists(readSources(files)).map((one) => `${one.path} ${one.sentence.split(' of ')[0]}`);
}

it.each([
  ["const all = ['kg', 'bundle', 'fruit', 'nut'];", 'units'],
  ["export const ORDER = ['nut', 'kg', 'fruit'] as const;", 'units'],
  ["const heavy: readonly string[] = ['kg', 'nut', 'bundle'];", 'units'],
  ["const known = new Set(['kg', 'bundle', 'fruit']);", 'units'],
  ["const three = ['kg', 'bundle', 'nut'] as const satisfies readonly string[];", 'units'],
  ["const body = z.object({ unit: z.enum(['kg', 'bundle', 'fruit', 'nut']) });", 'units'],
  ["const given = ['Cash', 'Card', 'Bank Transfer'];", 'methods'],
])('a list whose members are all in another list is reported: %s', (text, name) => {
  expect(faultsIn('web/office/a.ts', text)).toEqual([`web/office/a.ts every member is in ${name}`]);
});

it.each([
  "const two = ['kg', 'bundle'];",
  "const others = ['kg', 'bundle', 'litre'];",
  "const derived = units.filter((unit) => unit !== 'nut');",
  'const numbers = [1, 2, 3];',
  "const months = ['01', '02', '03']; const wet = ['01', '02', '03'];",
  'const keys = { kg: 1, bundle: 2, fruit: 3 };',
  "const sorted = ['id', 'shop', 'paid']; const columns = ['id', 'shop', 'paid', 'created'];",
])('allowed: %s', (text) => {
  expect(faultsIn('web/office/a.ts', text)).toEqual([]);
});

it('a test may write a list again', () => {
  expect(faultsIn('web/office/a.test.ts', "const all = ['kg', 'bundle', 'fruit', 'nut'];")).toEqual([]);
});
