/** @module-tag postgres */
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import type { TaxTotals } from '#billing/tax/tax-lines.ts';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { tax } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { CERTIFICATE } from '../../testing/tax-setup.ts';
import { issueNote } from './issue-note.ts';
import { findTaxDocument } from './queries.ts';

const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };

async function openBilled(more: object = CERTIFICATE): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await registerCentre(office);
  const terms = { ...TERMS, rent_amount: 25_000, operation_fee: 3500, shop_id: 'A12' };
  await office.ask(shops.add, { body: terms });
  await office.ask(tenants.add, { body: { ...PERSON, ...more, shop_id: 'A12', from: '2026-10-01' } });
  await office.generate('A12', '2026-10');
  office.goTo('2026-10-06');
  return office;
}

function totals(rupees: number): TaxTotals {
  const valueCents = cents(rupees * 100);
  const vatCents = cents(rupees * 18);
  return { valueCents, vatCents, totalCents: cents(valueCents + vatCents) };
}

/** Runs the action by itself, because no call of the API corrects an issued bill yet. */
function correct(office: TestOffice, corrected: TaxTotals) {
  const context: ActionContext = { actor: 'test', now: office.app.clock.now(), requestId: 'test' };
  return office.app.database.write(async (tx) => {
    const document = await findTaxDocument(tx, 1);
    if (!document) throw new Error('nothing was billed');
    return issueNote(tx, context, { document, corrected, reason: 'Rent agreed anew' });
  });
}

const documentsOf = (office: TestOffice) => office.ask(tax.documents, {});

test('rent lowered to 24,000.00 is a tax credit note over the difference', async () => {
  const office = await openBilled();
  await correct(office, totals(27_500));
  expect((await documentsOf(office))[0]).toMatchObject({
    title: 'TAX CREDIT NOTE',
    serial: '26OCT_POLACN_00001',
    value: 1000,
    vat: 180,
    total: 1180,
    original: { serial: '26OCT_POLA_00001', issued_on: '2026-10-01' },
    issued_on: '2026-10-06',
    reason: 'Rent agreed anew',
    prints: 0,
    lines: [
      {
        text: 'Correction: Rent of shop A12, October 2026; Operation fee of shop A12, October 2026',
        quantity: '1',
        value: 1000,
      },
    ],
  });
});

test('rent raised to 26,500.00 is a tax debit note over the difference', async () => {
  const office = await openBilled();
  await correct(office, totals(30_000));
  expect((await documentsOf(office))[0]).toMatchObject({
    title: 'TAX DEBIT NOTE',
    serial: '26OCT_POLADN_00001',
    value: 1500,
    vat: 270,
    total: 1770,
  });
});

test('the next correction starts from the notes before it, and a deletion credits only the rest', async () => {
  const office = await openBilled();
  await correct(office, totals(27_500));
  await correct(office, totals(28_000));
  await office.ask(invoices.remove, { params: { id: 'INV-A12-202610' }, body: {} });
  expect((await documentsOf(office)).map(({ serial, value }) => [serial, value])).toEqual([
    ['26OCT_POLACN_00002', 28_000],
    ['26OCT_POLADN_00001', 500],
    ['26OCT_POLACN_00001', 1000],
    ['26OCT_POLA_00001', 28_500],
  ]);
});

test('nothing is issued when nothing changes', async () => {
  const office = await openBilled();
  expect(await correct(office, totals(28_500))).toBeUndefined();
  expect(await documentsOf(office)).toHaveLength(1);
});

test('notes on an INVOICE have numbers of their own, counted by direction', async () => {
  const office = await openBilled({});
  await correct(office, totals(27_500));
  await correct(office, totals(27_000));
  await correct(office, totals(29_000));
  expect((await documentsOf(office)).map(({ title, serial }) => [title, serial])).toEqual([
    ['DEBIT NOTE', 'DN-A12-202610-1'],
    ['CREDIT NOTE', 'CN-A12-202610-2'],
    ['CREDIT NOTE', 'CN-A12-202610-1'],
    ['INVOICE', 'INV-A12-202610'],
  ]);
});

test('a note that is refused takes no serial', async () => {
  const office = await openBilled();
  const wrong = { valueCents: cents(-100), vatCents: cents(0), totalCents: cents(-100) };
  await expect(correct(office, wrong)).rejects.toThrow('corrected below 0');
  await correct(office, totals(27_500));
  expect((await documentsOf(office))[0]?.serial).toBe('26OCT_POLACN_00001');
});
