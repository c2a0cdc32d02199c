/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addMonths, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { taxPeriodOf } from '#billing/tax/tax-period.ts';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { tax } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import { vatRates } from '#contract/vat-rates.ts';
import { diceOf } from '../../testing/dice.ts';
import { openTestOffice, TERMS } from '../../testing/office.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { testSeeds } from '../../testing/sweep.ts';
import { CERTIFICATE } from '../../testing/tax-setup.ts';

const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
const FIRST = '2026-10' as Month;
const MONTHS = 24;

const monthAt = (at: number) => monthOf(addMonths(firstDayOf(FIRST), at));

testSeeds(
  [1, 2, 3],
  'over 24 random months with a change of rate the schedules equal the ledger, history %d',
  async (seed) => {
    const dice = diceOf(seed);
    const office = await openTestOffice();
    office.goTo('2026-10-01');
    await registerCentre(office, {
      period_by: seed === 3 ? 'invoice' : 'supply',
      unregistered: seed === 2 ? 'bulk' : 'rows',
    });
    const names = ['A1', 'A2', 'A3', 'A4'];
    for (const [at, shop_id] of names.entries()) {
      const terms = { ...TERMS, rent_amount: 8000 + dice(99_999) / 100, operation_fee: dice(2) * 1234.56, shop_id };
      await office.ask(shops.add, { body: terms });
      const body = { ...PERSON, ...(at % 2 === 0 && CERTIFICATE), shop_id, from: '2026-10-01' };
      await office.ask(tenants.add, { body });
    }
    const standing = new Map<string, string>();
    for (let at = 0; at < MONTHS; at += 1) {
      office.goTo(`${monthAt(at)}-${String(1 + dice(27)).padStart(2, '0')}`);
      if (at === 9) await office.ask(vatRates.set, { body: { newVatRate: 17.5 } });
      for (const shop of names) {
        const late = Math.max(0, at - dice(3));
        for (const month of [monthAt(late), monthAt(at)]) {
          if (standing.has(`${shop} ${month}`) || dice(4) === 0) continue;
          standing.set(`${shop} ${month}`, (await office.generate(shop, month)).invoice_id);
        }
      }
      const [key, id] = [...standing][dice(standing.size || 1)] ?? [];
      if (key === undefined || id === undefined || dice(2) === 0) continue;
      await office.ask(invoices.remove, { params: { id }, body: {} });
      standing.delete(key);
    }
    for (let at = 0; at < MONTHS; at += 1) {
      const { code: period } = taxPeriodOf(firstDayOf(monthAt(at)), 'month');
      const schedules = await office.ask(tax.schedules, { params: { period } });
      expect(schedules, period).toMatchObject({ is_equal: true, output: schedules.ledger });
    }
    await office.expectCleanBooks();
  },
);

test('144 bills have 144 consecutive serials', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await registerCentre(office);
  const names = Array.from({ length: 144 }, (_, at) => `S${at + 1}`);
  for (const shop_id of names) {
    await office.ask(shops.add, { body: { ...TERMS, shop_id } });
    await office.ask(tenants.add, { body: { ...PERSON, ...CERTIFICATE, shop_id, from: '2026-10-01' } });
  }
  await office.tell(invoices.generateAll, { body: {} });
  const documents = await office.ask(tax.documents, {});
  expect(documents.map(({ serial }) => serial).toReversed()).toEqual(
    names.map((_, at) => `26OCT_POLA_${String(at + 1).padStart(5, '0')}`),
  );
});
