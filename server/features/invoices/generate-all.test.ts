/** @module-tag postgres */
import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { openTestOffice, TERMS } from '../../testing/office.ts';

const generateAll = { body: {} };
const tenant_name = 'Nimal Perera';

test('every shop with a tenant gets the invoice of the month, and the others are named with the reason', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-02');
  for (const shopId of ['A-10', 'A-2', 'A-1']) await office.let(shopId);
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1' } });
  await office.generate('A-2', '2026-11');
  await office.generate('A-1', '2026-10');
  expect(await office.ask(invoices.generateAll, generateAll)).toEqual({
    message: 'Invoices generated: 2, skipped: 2, failed: 0.',
    count: 2,
    total_amount: 23_600,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    results: [
      { shop_id: 'A-1', tenant_name, status: 'success', invoice_id: 'INV-A-1-202611', amount: 11_800 },
      { shop_id: 'A-2', tenant_name, status: 'skipped', error: 'Shop A-2 already has invoice INV-A-2-202611.' },
      { shop_id: 'A-10', tenant_name, status: 'success', invoice_id: 'INV-A-10-202611', amount: 11_800 },
      { shop_id: 'B-1', tenant_name: null, status: 'skipped', error: 'This shop has no tenant.' },
    ],
  });
  expect((await office.summaryOf('A-10')).Invoices[0]).toMatchObject({ due_date: '2026-11-16', total_amount: 11_800 });
  await office.expectCleanBooks();
});

test('a second run processes only the remaining shops', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.ask(invoices.generateAll, generateAll);
  await office.let('A-2');
  const again = await office.ask(invoices.generateAll, generateAll);
  expect(again.message).toBe('Invoices generated: 1, skipped: 1, failed: 0.');
  const third = await office.ask(invoices.generateAll, generateAll);
  expect(third.results.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  expect((await office.summaryOf('A-1')).Invoices).toHaveLength(1);
});

test('the month follows the clock of Colombo: the last millisecond of November is November, the next is December', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  office.goTo('2026-11-30', '23:59:59.999');
  await office.ask(invoices.generateAll, generateAll);
  office.goTo('2026-12-01', '00:00:00.000');
  await office.ask(invoices.generateAll, generateAll);
  const { Invoices } = await office.summaryOf('A-1');
  expect(Invoices.map(({ month_year }) => month_year)).toEqual(['2026-12', '2026-11']);
});

test('a market without shops has nothing to generate', async () => {
  const office = await openTestOffice();
  expect(await office.ask(invoices.generateAll, generateAll)).toEqual({
    message: 'Invoices generated: 0, skipped: 0, failed: 0.',
    count: 0,
    total_amount: 0,
    results: [],
    digest: expect.any(String),
  });
});

test('when two people generate for all shops at once, each shop gets one invoice', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.let(shopId);
  const both = await Promise.all([
    office.ask(invoices.generateAll, generateAll),
    office.ask(invoices.generateAll, { ...generateAll, role: 'superadmin' }),
  ]);
  const made = both.flatMap(({ results }) => results).filter(({ status }) => status === 'success');
  expect(made.map(({ shop_id }) => shop_id).sort()).toEqual(['A-1', 'A-2', 'A-3']);
  for (const shopId of ['A-1', 'A-2', 'A-3']) {
    expect((await office.summaryOf(shopId)).Invoices).toHaveLength(1);
  }
  await office.expectCleanBooks();
});
