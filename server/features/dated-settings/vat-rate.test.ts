import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { vatRates } from '#contract/vat-rates.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { runSchedule } from '../schedule/start-schedule.ts';

async function openStreet(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.let('A-2', { vat_rate: 15 });
  return office;
}

const set = (office: TestOffice, newVatRate: number | string, valid_from?: string) =>
  office.ask(vatRates.set, { body: { newVatRate, ...(valid_from !== undefined && { valid_from }) } });

const ratesOf = async (office: TestOffice) =>
  (await office.ask(shops.list, {})).map(({ shop_id, vat_rate }) => `${shop_id} ${vat_rate}`);

const events = async (office: TestOffice) =>
  (await office.auditLog())
    .filter(({ event_type }) => event_type === 'VAT Rate Changed')
    .map(({ old_value, new_value, user_actioned }) => [old_value, new_value, user_actioned]);

async function runWorkday(office: TestOffice): Promise<void> {
  await recordSignIn(office.app, office.app.clock.now());
  await runSchedule(scheduleContextOf(office));
}

test('a rate applies from the first of this month by default, immediately and to every shop', async () => {
  const office = await openStreet();
  const before = await office.generate('A-1', '2026-10');
  expect(await set(office, '17.5')).toMatchObject({
    message: 'The VAT rate for all shops is now 17.5%. 2 shops were changed.',
    shops_changed: 2,
    rate: { vat_rate: 17.5, valid_from: '2026-11-01', set_by: 'admin@example.com' },
  });
  expect(await ratesOf(office)).toEqual(['A-1 17.5', 'A-2 17.5']);
  expect(await office.generate('A-1', '2026-11')).toMatchObject({ vat_rate: 17.5, vat_amount: 1750 });
  const { Invoices } = await office.summaryOf('A-1');
  expect(Invoices[1]).toMatchObject({ vat_rate: 18, vat_amount: before.vat_amount });
  expect(await events(office)).toEqual([['15%, 18%', '17.5%', 'admin@example.com']]);
});

test('a scheduled rate applies to the shops from the first moment of its day in Colombo', async () => {
  const office = await openStreet();
  expect(await set(office, 20, '2026-12-01')).toMatchObject({
    message: 'The VAT rate for all shops will be 20% from 1 Dec 2026.',
    shops_changed: 0,
    rate: { applied_at: null },
  });
  office.goTo('2026-11-30', '23:59:59.999');
  expect(await office.generate('A-1', '2026-11')).toMatchObject({ vat_rate: 18 });
  office.goTo('2026-12-01', '00:00:00.000');
  // The invoice has the rate of the billed month, although it is generated later.
  expect(await office.generate('A-2', '2026-11')).toMatchObject({ vat_rate: 15 });
  expect(await office.generate('A-2', '2026-12')).toMatchObject({ vat_rate: 20 });
  expect(await ratesOf(office)).toEqual(['A-1 20', 'A-2 20']);
  const [rate] = await office.ask(vatRates.list, { role: 'manager' });
  expect(rate).toMatchObject({ valid_from: '2026-12-01', applied_at: '2026-11-30T18:30:00.000Z' });
  expect((await events(office)).at(-1)).toEqual(['15%, 18%', '20%', 'admin@example.com']);
});

test('a tenancy whose last day is the first of the rate is billed at it', async () => {
  const office = await openStreet();
  const { Tenancies } = await office.summaryOf('A-1');
  const tenancy_id = Number(Tenancies[0]?.tenancy_id);
  await office.ask(tenancies.end, { params: { id: String(tenancy_id) }, body: { last_day: '2026-11-01' } });
  await set(office, 20);
  const body = { shop_id: 'A-1', month_year: '2026-11', tenancy_id };
  expect((await office.ask(invoices.generate, { body })).invoice).toMatchObject({ vat_rate: 20 });
});

test('setting the current rate again changes nothing and adds no row, until a shop has another rate', async () => {
  const office = await openStreet();
  const first = await set(office, 17.5);
  const before = await office.auditLog();
  expect(await set(office, '17.50', '2026-11-20')).toEqual({
    message: 'The VAT rate for all shops is already 17.5%.',
    shops_changed: 0,
    rate: first.rate,
  });
  expect(await office.ask(vatRates.list, {})).toEqual([first.rate]);
  expect(await office.auditLog()).toEqual(before);
  await office.ask(shops.edit, { params: { id: 'A-2' }, body: { ...TERMS, vat_rate: 8 } });
  expect((await set(office, 17.5)).shops_changed).toBe(1);
  expect(await office.ask(vatRates.list, {})).toHaveLength(2);
});

test('the schedule applies a due rate even when no request is made', { tags: ['slow'] }, async () => {
  const office = await openStreet();
  await set(office, 20, '2026-12-01');
  office.goTo('2026-11-30', '23:59:00.000');
  await runWorkday(office);
  expect(await ratesOf(office)).toEqual(['A-1 18', 'A-2 15']);
  office.goTo('2026-12-01', '00:00:00.000');
  await runWorkday(office);
  expect(await ratesOf(office)).toEqual(['A-1 20', 'A-2 20']);
});

test('a later edit of one shop overrides it, also one in the first minute of its day', async () => {
  const office = await openStreet();
  await set(office, 20, '2026-12-01');
  office.goTo('2026-12-01', '00:00:00.000');
  const edit = { ...TERMS, vat_rate: 8 };
  await office.ask(shops.edit, { params: { id: 'A-2' }, body: edit });
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1', vat_rate: 5 } });
  await runWorkday(office);
  expect(await ratesOf(office)).toEqual(['A-1 20', 'A-2 8', 'B-1 5']);
});

test('of several rates that became due meanwhile, the one of the last day applies', { tags: ['slow'] }, async () => {
  const office = await openStreet();
  await set(office, 22, '2027-01-01');
  await set(office, 20, '2026-12-01');
  office.goTo('2027-01-05');
  await runWorkday(office);
  expect(await ratesOf(office)).toEqual(['A-1 22', 'A-2 22']);
  expect((await events(office)).slice(-2).map(([, value]) => value)).toEqual(['20%', '22%']);
});

test('a second rate for the same future day replaces the first; a scheduled rate can be cancelled, an applied one cannot', async () => {
  const office = await openStreet();
  await set(office, 20, '2026-12-01');
  const { rate } = await set(office, 21, '2026-12-01');
  expect((await office.ask(vatRates.list, {})).map(({ vat_rate }) => vat_rate)).toEqual([21]);
  await office.ask(vatRates.cancel, { params: { id: String(rate.id) } });
  expect(await office.ask(vatRates.list, {})).toEqual([]);
  const now = await set(office, 16);
  await office.refused(vatRates.cancel, { params: { id: String(now.rate.id) } }, 'vat_rate_not_found');
  expect(await ratesOf(office)).toEqual(['A-1 16', 'A-2 16']);
});

test('of simultaneous rates for one future day, one remains, and the list shows which rate applies', async () => {
  const office = await openStreet();
  await Promise.all([16, 17, 18, 19].map((rate) => set(office, rate, '2026-12-01')));
  expect(await office.ask(vatRates.list, {})).toHaveLength(1);
  await set(office, 20, '2026-11-15');
  await set(office, 21);
  const rates = await office.ask(vatRates.list, {});
  expect(rates.map(({ valid_from }) => valid_from)).toEqual(['2026-12-01', '2026-11-01', '2026-11-15']);
  expect(await ratesOf(office)).toEqual(['A-1 21', 'A-2 21']);
});

test('a preview of all invoices already uses the rate that is due', async () => {
  const office = await openStreet();
  await set(office, 20, '2026-12-01');
  office.goTo('2026-12-01', '00:00:00.000');
  const preview = await office.ask(invoices.generateAll, { query: { dry_run: 'true' }, body: {} });
  expect(preview.total_amount).toBe(24_000);
  expect(await office.ask(invoices.generateAll, { body: {} })).toEqual(preview);
});

const INVALID_RATE = 'Please enter a valid VAT rate greater than 0.';

test.each([
  ...([0, -1, '0.00', 'abc', null] as const).map((rate) => [rate, INVALID_RATE] as const),
  [101, 'The VAT rate cannot be more than 100%.'],
  [17.555, 'Enter the VAT rate with no more than 2 decimal places, such as 17.5.'],
] as const)('a VAT rate of %s is refused: %s', async (newVatRate, message) => {
  const office = await openStreet();
  const body = { newVatRate: newVatRate as number };
  const refused = await office.refused(vatRates.set, { body }, 'invalid_input');
  expect(refused).toMatchObject({ message, details: [{ field: 'newVatRate', message }] });
  expect(await ratesOf(office)).toEqual(['A-1 18', 'A-2 15']);
});

test.each([
  ['2026-10-31', 'an earlier month, whose invoices are issued'],
  ['2031-11-02', 'a day more than five years away'],
])('a rate from %s is refused: %s', async (valid_from) => {
  const office = await openStreet();
  const refused = await office.refused(vatRates.set, { body: { newVatRate: 18, valid_from } }, 'invalid_input');
  expect(refused.details).toEqual([{ field: 'valid_from', message: 'Enter a date from 2026-11-01 to 2031-11-01.' }]);
});
