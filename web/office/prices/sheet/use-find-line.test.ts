import { expect, test } from 'vitest';
import { line } from '#web/testing/price-lines.ts';
import { bestLine, findLines, lineFinder } from './use-find-line.ts';

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
