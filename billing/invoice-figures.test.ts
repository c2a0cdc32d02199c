import { expect, test } from 'vitest';
import { listFigures } from './invoice-figures.ts';

const invoice = {
  ...{ rent_amount: 8000, operation_fee: 2000, vat_rate: 17.5, vat_amount: 1750.04 },
  ...{ total_arrears: 5900, fines: 2400, previous_balance: 0 },
};
const lastOf = (previous_balance: number) => listFigures({ ...invoice, previous_balance }).at(-1);

test('the amounts of an invoice stand in the order in which they are added, VAT with its rate', () => {
  expect(listFigures(invoice)).toEqual([
    ['Rent Amount', 8000],
    ['Operation Fee', 2000],
    ['VAT (17.5%)', 1750.04],
    ['Total Arrears', 5900],
    ['Total Fines', 2400],
    ['Previous Balance', 0],
  ]);
});

test('a balance in favour of the shop is said to be taken off and a debt to be added, and neither reads below 0', () => {
  expect(lastOf(150.5)).toEqual(['Previous Balance, in your favour (taken off)', 150.5]);
  expect(lastOf(-150.5)).toEqual(['Previous Balance, owed (added)', 150.5]);
});
