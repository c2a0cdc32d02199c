import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { vatRates } from '#contract/vat-rates.ts';
import { versionOf } from '#contract/version.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

async function openStreet(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  return office;
}

const set = (office: TestOffice, rent_due_day: number, fine_rate: number | string, from_month?: string) =>
  office.ask(rentRules.set, { body: { rent_due_day, fine_rate, ...(from_month !== undefined && { from_month }) } });

const rulesOf = async (office: TestOffice) =>
  (await office.ask(rentRules.list, { role: 'manager' })).map(
    ({ from_month, rent_due_day, fine_rate, state }) => `${from_month}: ${rent_due_day}, ${fine_rate}% ${state}`,
  );

const bill = async (office: TestOffice, month: string, shop = 'A-1') => {
  const { due_date, rent_due_day, fine_rate } = await office.generate(shop, month);
  return `${due_date}: ${rent_due_day}, ${fine_rate}%`;
};

const applyTo = (id: string) => ({ params: { id } });

const bulk = (office: TestOffice) => ({ body: { email: office.app.emailOf('admin'), password: PASSWORD } });

const paper = async (office: TestOffice, ...invoice_ids: string[]) =>
  (await office.ask(invoices.papers, { body: { invoice_ids } })).invoices.map(
    ({ rent_due_day, fine_rate }) => `${rent_due_day}, ${fine_rate}%`,
  );

test('until rules are set, rent is due on the 15th and the fine is 30%', async () => {
  const office = await openStreet();
  expect(await rulesOf(office)).toEqual([]);
  expect(await bill(office, '2026-11')).toBe('2026-11-15: 15, 30%');
});

test('rules apply to the invoices that are generated from then on, from their month on, also ahead and in later years', async () => {
  const office = await openStreet();
  expect(await bill(office, '2026-11')).toBe('2026-11-15: 15, 30%');
  expect((await set(office, 10, '12.5', '2026-12')).message).toBe(
    'From Dec 2026, rent is due by day 10 of the month, and the fine is 12.5%. Issued invoices do not change.',
  );
  await set(office, 28, 0, '2027-02');
  expect(await rulesOf(office)).toEqual(['2027-02: 28, 0% scheduled', '2026-12: 10, 12.5% scheduled']);
  expect(await bill(office, '2026-12')).toBe('2026-12-10: 10, 12.5%');
  office.goTo('2027-01-01');
  expect(await rulesOf(office)).toEqual(['2027-02: 28, 0% scheduled', '2026-12: 10, 12.5% current']);
  expect(await bill(office, '2027-01')).toBe('2027-01-10: 10, 12.5%');
  office.goTo('2028-06-01');
  expect(await bill(office, '2028-06')).toBe('2028-06-28: 28, 0%');
  expect(await rulesOf(office)).toEqual(['2027-02: 28, 0% current', '2026-12: 10, 12.5% replaced']);
  await office.expectCleanBooks();
});

test('an invoice of an earlier month that is generated late has the rules of its month, and 14 days', async () => {
  const office = await openStreet();
  await set(office, 10, 20, '2026-12');
  office.goTo('2027-01-20');
  expect(await bill(office, '2026-10')).toBe('2027-02-03: 15, 30%');
  expect(await bill(office, '2026-12')).toBe('2027-02-03: 10, 20%');
  office.goTo('2027-02-04');
  const fined = await office.pay('A-1', 23_600, '2027-02-04');
  expect(fined.new_fines.map(({ month_year, fine_amount }) => [month_year, fine_amount])).toEqual([
    ['2026-10', 2400],
    ['2026-12', 1600],
  ]);
  await office.expectCleanBooks();
});

test('an issued invoice does not change; one that is deleted and generated again has the rules of now', async () => {
  const office = await openStreet();
  await office.generate('A-1', '2026-11');
  await office.let('A-2');
  office.goTo('2026-11-05');
  await set(office, 20, 10);
  expect(await rulesOf(office)).toEqual(['2026-11: 20, 10% current']);
  expect(await bill(office, '2026-11', 'A-2')).toBe('2026-11-20: 20, 10%');
  office.goTo('2026-11-17');
  expect((await office.pay('A-1', 100, '2026-11-17')).new_fines.map(({ fine_amount }) => fine_amount)).toEqual([2400]);
  expect((await office.pay('A-2', 100, '2026-11-17')).new_fines).toEqual([]);
  expect(await paper(office, 'INV-A-1-202611', 'INV-A-2-202611')).toEqual(['15, 30%', '20, 10%']);
  await office.ask(invoices.remove, { ...applyTo('INV-A-1-202611'), body: {} });
  expect(await bill(office, '2026-11')).toBe('2026-12-01: 20, 10%');
  await office.expectCleanBooks();
});

test('a fine is of the rate of its invoice and refused until its due day of the month is over, in all places', async () => {
  const office = await openStreet();
  await set(office, 10, 12.5);
  await office.generate('A-1', '2026-11');
  office.goTo('2026-11-10', '23:59:59.999');
  await office.refused(fines.apply, applyTo('INV-A-1-202611'), 'rent_not_overdue');
  expect(await office.ask(fines.applyAll, { ...bulk(office), query: { dry_run: 'true' } })).toMatchObject({ count: 0 });
  office.goTo('2026-11-11', '00:00:00.000');
  const preview = await office.ask(fines.applyAll, { ...bulk(office), query: { dry_run: 'true' } });
  expect(preview).toMatchObject({ count: 1, total_amount: 1000, within_grace: 0 });
  expect((await office.ask(fines.apply, applyTo('INV-A-1-202611'))).fineAmount).toBe(1000);
  expect((await office.statementOf('A-1')).map(({ kind, charged }) => [kind, charged])).toEqual([
    ['invoice', 11_800],
    ['fine', 1000],
  ]);
  await office.expectCleanBooks();
});

test('an invoice that was generated late is within grace from the day after its due day of the month', async () => {
  const office = await openStreet();
  await set(office, 10, 12.5);
  office.goTo('2026-11-05');
  expect(await bill(office, '2026-11')).toBe('2026-11-19: 10, 12.5%');
  office.goTo('2026-11-11');
  const early = await office.ask(fines.applyAll, { ...bulk(office), query: { dry_run: 'true' } });
  expect(early).toMatchObject({ count: 0, within_grace: 1 });
  office.goTo('2026-11-20');
  expect(await office.ask(fines.applyAll, bulk(office))).toMatchObject({ count: 1, total_amount: 1000 });
});

test('an invoice with a fine rate of 0% is never fined, and says so', async () => {
  const office = await openStreet();
  await set(office, 15, 0);
  await office.generate('A-1', '2026-11');
  office.goTo('2026-11-20');
  const refused = await office.refused(fines.apply, applyTo('INV-A-1-202611'), 'no_fine_rate');
  expect(refused.message).toBe('The fine rate of this invoice is 0%, so no fine can be applied.');
  expect(await office.ask(fines.applyAll, bulk(office))).toMatchObject({ count: 0, within_grace: 0 });
  expect((await office.pay('A-1', 11_800, '2026-11-20')).new_fines).toEqual([]);
  await office.expectCleanBooks();
});

test('an invoice is arrested after its own due day and 30 days, a fine 30 days after it fell due', async () => {
  const office = await openStreet();
  await set(office, 28, 50);
  await office.generate('A-1', '2026-11');
  office.goTo('2026-11-29');
  await office.ask(fines.apply, applyTo('INV-A-1-202611'));
  office.goTo('2026-11-30');
  expect((await office.ask(invoices.arrest, bulk(office))).count).toBe(0);
  office.goTo('2026-12-01');
  expect((await office.ask(invoices.arrest, bulk(office))).count).toBe(1);
  await office.pay('A-1', 100, '2026-12-01');
  expect((await office.chargesOf('A-1')).filter((line) => line.includes('Fine'))).toEqual([
    '2026-11 Fine 0 of 4000 Arrest',
  ]);
  await office.expectCleanBooks();
});

test('rules change no VAT rate, and a VAT rate no rules', async () => {
  const office = await openStreet();
  await office.ask(vatRates.set, { body: { newVatRate: 15, valid_from: '2026-12-01' } });
  await set(office, 10, 20, '2026-12');
  office.goTo('2026-12-01');
  expect(await office.generate('A-1', '2026-12')).toMatchObject({ vat_rate: 15, fine_rate: 20, vat_amount: 1500 });
});

test('a second change for the same month replaces the first, and a scheduled one can be cancelled', async () => {
  const office = await openStreet();
  await set(office, 10, 20, '2026-12');
  await set(office, 12, 25, '2026-12');
  expect(await rulesOf(office)).toEqual(['2026-12: 12, 25% scheduled']);
  await set(office, 5, 5);
  await office.refused(rentRules.cancel, { params: { month: '2026-11' } }, 'rent_rules_not_found');
  await office.ask(rentRules.cancel, { params: { month: '2026-12' } });
  await office.refused(rentRules.cancel, { params: { month: '2026-12' } }, 'rent_rules_not_found');
  expect(await rulesOf(office)).toEqual(['2026-11: 5, 5% current']);
  const audited = (await office.auditLog()).filter(({ event_type }) => event_type === 'Rent Rules Changed');
  expect(audited.map(({ old_value, new_value }) => `${old_value} to ${new_value}`)).toEqual([
    '15, 30% to 10, 20%',
    '10, 20% to 12, 25%',
    '15, 30% to 5, 5%',
    '12, 25% to 5, 5%',
  ]);
  await office.expectCleanBooks();
});

test('setting the rules that already apply in this month changes nothing', async () => {
  const office = await openStreet();
  const before = await everythingIn(office.app);
  expect((await set(office, 15, 30)).message).toBe(
    'Rent is already due by day 15 of the month, and the fine is already 30%.',
  );
  expect(await everythingIn(office.app)).toEqual(before);
});

test('of simultaneous changes of one month one remains, and of two people the second sees the first', async () => {
  const office = await openStreet();
  await Promise.all([10, 11, 12, 13].map((day) => set(office, day, 20, '2026-12')));
  const rules = await office.ask(rentRules.list, {});
  expect(rules).toHaveLength(1);
  const payload = { rent_due_day: 20, fine_rate: 5, from_month: '2027-01' };
  const put = { method: 'PUT', url: rentRules.set.path, payload } as const;
  const headers = { 'if-match': versionOf(rentRules.set, { rules }) };
  expect((await office.app.as('admin', { ...put, headers })).statusCode).toBe(200);
  const second = await office.app.as('superadmin', { ...put, headers });
  expect([second.statusCode, second.json().current.rules[0]]).toEqual([412, expect.objectContaining(payload)]);
});

test.each([
  [{ rent_due_day: 29, fine_rate: 30 }, 'Enter a day from 1 to 28, so that the date exists in every month.'],
  [{ rent_due_day: 0, fine_rate: 30 }, 'Enter a day from 1 to 28, so that the date exists in every month.'],
  [{ rent_due_day: 1.5, fine_rate: 30 }, 'Enter a day from 1 to 28, so that the date exists in every month.'],
  [
    { rent_due_day: 1, fine_rate: 100.01 },
    'Enter the fine rate as a percentage from 0 to 100 with no more than 2 decimal places, such as 17.5.',
  ],
  [
    { rent_due_day: 1, fine_rate: '12.345' },
    'Enter the fine rate as a percentage from 0 to 100 with no more than 2 decimal places, such as 17.5.',
  ],
  [{ rent_due_day: 1, fine_rate: 30, from_month: '2026-10' }, 'Choose a month from Nov 2026 to Nov 2031.'],
  [{ rent_due_day: 1, fine_rate: 30, from_month: '2031-12' }, 'Choose a month from Nov 2026 to Nov 2031.'],
])('%j is refused', async (body, message) => {
  const office = await openStreet();
  const refused = await office.refused(rentRules.set, { body }, 'invalid_input');
  expect(refused.details?.map((detail) => detail.message)).toEqual([message]);
  expect(await rulesOf(office)).toEqual([]);
});

test('from when post-dated cheques count is set with the rules, stays when it is not named, and is in the log', async () => {
  const office = await openStreet();
  const body = { rent_due_day: 10, fine_rate: 20 };
  await office.ask(rentRules.set, { body: { ...body, cheques_on_their_day: true, from_month: '2026-12' } });
  await office.ask(rentRules.set, { body: { ...body, fine_rate: 25, from_month: '2027-01' } });
  const rules = await office.ask(rentRules.list, { role: 'manager' });
  expect(rules.map(({ from_month, cheques_on_their_day }) => [from_month, cheques_on_their_day])).toEqual([
    ['2027-01', true],
    ['2026-12', true],
  ]);
  expect((await office.auditLog()).find(({ event_type }) => event_type === 'Rent Rules Changed')).toMatchObject({
    old_value: '15, 30%',
    new_value: '10, 20%, cheques count from their day',
  });
});
