/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { readRows } from '../imports/read-table.ts';
import { bankAmountIn, readStatement } from './read-statement.ts';

const TODAY = day('2026-11-30');

const read = async (csv: string, answers = {}) => readStatement(await readRows(csv), answers, TODAY);

/** The same three movements, in the shapes in which banks send them. */
const shapes: Record<string, string> = {
  'debit and credit with an opening line and a summary line': `Demo Bank PLC,,,,,
Account 0001234567,,,,,
Post Date,Effective Date,Narration,Withdrawal (Dr),Deposit (Cr),Balance
,,Opening Balance,,,"1,00,000.00"
02/11/2026,02/11/2026,Inward Ceft Transfer A12-202611-60,,"18,500.00","1,18,500.00"
03/11/2026,03/11/2026,Transfer charges,25.00,,"1,18,475.00"
13/11/2026,13/11/2026,CDM,,"20,000.00","1,38,475.00"
,,Closing Balance,,,"1,38,475.00"
Total,,,25.00,"38,500.00",`,
  'newest first, with time': `Date,Description,Debit,Credit,Balance
2026-11-13 09:12:44,CDM,,20000.00,138475.00
2026-11-03 17:00:01,Transfer charges,25.00,,118475.00
2026-11-02 08:30:00,Inward Ceft Transfer A12-202611-60,,18500.00,118500.00`,
  'one signed amount, minus after the number': `Transaction Date;Details;Amount;Running Balance
02.11.2026;Inward Ceft Transfer A12-202611-60;18,500.00;118,500.00
03.11.2026;Transfer charges;25.00-;118,475.00
13.11.2026;CDM;20,000.00;138,475.00`,
  'an amount with Dr and Cr': `Txn Date|Particulars|Transaction Amount|Balance
02-Nov-2026|Inward Ceft Transfer A12-202611-60|18,500.00 Cr|118,500.00 Cr
03-Nov-2026|Transfer charges|25.00 Dr|118,475.00 Cr
13-Nov-2026|CDM|20,000.00 Cr|138,475.00 Cr`,
  'an amount with a column that says which': `Date,Narrative,Amount,Dr/Cr,Balance
02/11/2026,Inward Ceft Transfer A12-202611-60,18500.00,CR,118500.00
03/11/2026,Transfer charges,25.00,DR,118475.00
13/11/2026,CDM,20000.00,CR,138475.00`,
  'month before day': `Date,Description,Debit,Credit,Balance
11/02/2026,Inward Ceft Transfer A12-202611-60,0.00,18500.00,118500.00
11/03/2026,Transfer charges,25.00,0.00,118475.00
11/13/2026,CDM,0.00,20000.00,138475.00`,
  'a narration on two lines, and a footer': `Date\tRemarks\tPaid out\tPaid in\tBalance
02 Nov 2026\tInward Ceft Transfer\t\t18,500.00\t118,500.00
\tA12-202611-60\t\t\t
03 Nov 2026\tTransfer charges\t(25.00)\t\t118,475.00
13 Nov 2026\tCDM\t\t20,000.00\t138,475.00
\tClosing Balance\t\t\t138,475.00
This statement was made by a computer and needs no signature.\t\t\t\t`,
  'Sinhala headings': `දිනය,විස්තරය,හර,බැර,ශේෂය
2026-11-02,Inward Ceft Transfer A12-202611-60,,18500.00,118500.00
2026-11-03,Transfer charges,25.00,,118475.00
2026-11-13,CDM,,20000.00,138475.00`,
  'balances on the last line only': `Date,Description,Debit,Credit,Balance
02/11/26,Inward Ceft Transfer A12-202611-60,,"18,500.00",
03/11/26,Transfer charges,25.00,,
13/11/26,CDM,,"20,000.00","138,475.00"`,
  'numbers of the bank': `Tran Date,Tran Id,Description,Debit,Credit,Balance
02/11/2026,S1001,Inward Ceft Transfer A12-202611-60,-,18500.00,118500.00
03/11/2026,S1002,Transfer charges,25.00,-,118475.00
13/11/2026,S1003,CDM,-,20000.00,138475.00`,
};

test.each(Object.entries(shapes))('a statement with %s is read', async (_, csv) => {
  const { statement, faults, questions } = await read(csv);
  expect({ faults, questions }).toEqual({ faults: [], questions: [] });
  expect(statement.lines.map((line) => [line.day, line.cents, line.text, line.balance])).toEqual([
    ['2026-11-02', 1_850_000, 'Inward Ceft Transfer A12-202611-60', 11_850_000],
    ['2026-11-03', -2500, 'Transfer charges', 11_847_500],
    ['2026-11-13', 2_000_000, 'CDM', 13_847_500],
  ]);
  expect(statement).toMatchObject({ opening: 10_000_000, closing: 13_847_500 });
});

test('numbers that repeat are what the payer wrote, and stay in the text', async () => {
  const { statement } = await read(`Date,Reference,Description,Credit
02/11/2026,RENT,Online transfer,100.00
03/11/2026,RENT,Online transfer,100.00`);
  expect(statement.lines.map(({ number, text }) => [number, text])).toEqual([
    ['', 'Online transfer RENT'],
    ['', 'Online transfer RENT'],
  ]);
});

test('a line whose day or amount cannot be read is named, and one that does not add up too', async () => {
  const broken = await read(`Date,Description,Debit,Credit,Balance
31/02/2026,Inward,,100.00,100.00
03/11/2026,Inward,,1OO.00,200.00`);
  expect(broken.faults).toMatchObject([
    { kind: 'day', line: 2 },
    { kind: 'amount', line: 3 },
  ]);
  const missing = await read(`Date,Description,Debit,Credit,Balance
02/11/2026,Inward,,100.00,100.00
04/11/2026,Inward,,100.00,300.00`);
  expect(missing.faults).toEqual([{ kind: 'balance', line: 3, expected: 20_000, found: 30_000 }]);
});

test('a file without amounts is not a statement without movements', async () => {
  await expect(read('Date,Description\n02/11/2026,Inward')).rejects.toMatchObject({ code: 'bad_csv' });
});

test.each([
  ['1,25,000.00', 12_500_000],
  ['1,500.00 Dr', -150_000],
  ['1,500.00CR', 150_000],
  ['(25.50)', -2550],
  ['25.50-', -2550],
  ['-25.50', -2550],
  ['Rs. 1,500/-', 150_000],
  ['12 500.00 x', undefined],
])('%s is %s cents', (written, expected) => expect(bankAmountIn(written)).toBe(expected));
