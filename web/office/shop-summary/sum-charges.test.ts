import { expect, test } from 'vitest';
import { testFine, testSummaryInvoice } from '../../testing/shop-summary.ts';
import { amountDueOf, chargedOf, chargesOf } from './sum-charges.ts';

const invoice = testSummaryInvoice('2026-10');

test('money covers VAT, operation fee, rent and fine in this order', () => {
  const fined = { ...invoice, Fines: [testFine(invoice)] };
  expect(chargesOf(fined).map(({ kind }) => kind)).toEqual(['VAT', 'OperationFee', 'Rent', 'Fine']);
});

test('charges and unpaid amounts add up to the cent', () => {
  const [vat, rent] = [invoice.VATs[0], invoice.Rents[0]];
  if (!vat || !rent) throw new Error('the fixture has its charges');
  const odd = {
    ...invoice,
    VATs: [{ ...vat, vat_amount: 0.1 }],
    OperationFees: [],
    Rents: [{ ...rent, rent_amount: 0.2, paid_amount: 0.1 }],
  };
  expect([chargedOf(odd), amountDueOf(odd)]).toEqual([0.3, 0.2]);
});
