import { expect, test } from 'vitest';
import { csvText, isAsciiText, writeCsv } from './csv-line.ts';

test.each([
  ['EXAMPLE TRADERS', 'EXAMPLE TRADERS'],
  ['=SUM(A1:A9)', 'SUM(A1:A9)'],
  ['+94 11 000 0000', '94 11 000 0000'],
  [' =-@+ Traders ', 'Traders'],
  ['Traders = Sons', 'Traders = Sons'],
  ['Traders\r\nand\tSons', 'Traders and Sons'],
  ['Café', 'Cafe'],
  ['Traders – Sons', 'Traders ? Sons'],
  ['பொல Traders', '?? Traders'],
  ['\u200dTraders\u0000', 'Traders'],
])('the text %j is the cell "%s"', (text, cell) => {
  expect(csvText(text)).toBe(cell);
});

test.each([
  ['EXAMPLE TRADERS', true],
  ['', true],
  ['Café', false],
  ['පොළ', false],
  ['two\nlines', false],
])('%j is ASCII on one line: %s', (text, expected) => {
  expect(isAsciiText(text)).toBe(expected);
});

test('a file has CRLF after every line and quotes only where needed', () => {
  const rows = [['1', 'Silva, Perera and Sons', 'the "Old" market', 'shop A12'], ['2'], ['two\nlines']];
  expect(writeCsv('No,Name', rows)).toBe(
    'No,Name\r\n1,"Silva, Perera and Sons","the ""Old"" market",shop A12\r\n2\r\n"two\nlines"\r\n',
  );
  expect(writeCsv('No,Name', [])).toBe('No,Name\r\n');
});
