import { expect, test } from 'vitest';
import { csvCell, spreadsheetCell } from './csv-cell.ts';

test.each([
  ['Carrot', 'Carrot'],
  ['Carrot, local', '"Carrot, local"'],
  ['the "best"', '"the ""best"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', '=1+1'],
])('a cell that a program reads has quotes only where needed: %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
  'a cell for a spreadsheet that begins with %j is not a formula',
  (sign) => {
    expect(spreadsheetCell(`${sign}SUM("A1")`)).toBe(`"'${sign}SUM(""A1"")"`);
    expect(spreadsheetCell(`A${sign}1`)).toBe(csvCell(`A${sign}1`));
  },
);
