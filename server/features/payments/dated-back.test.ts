/** @module-tag postgres */
import { expect, test } from 'vitest';
import { approvals } from '#contract/approvals.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { payments } from '#contract/payments.ts';
import { reports } from '#contract/reports.ts';
import type { Role } from '#contract/roles.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { readSheetTable, readWorkbook } from '../../testing/workbook.ts';

const TODAY = '2026-11-16';
const YESTERDAY = '2026-11-15';
const INVOICE = 'INV-A-1-202611';

/** The rent of Rs. 14,450.00 was due yesterday, so that the next payment brings a fine of Rs. 4,335.00. */
async function openLate(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  for (const shop of ['A-1', 'B-1']) await office.let(shop, { rent_amount: 14_450, operation_fee: 0, vat_rate: 0 });
  await office.generate('A-1', '2026-11');
  office.goTo(TODAY);
  return office;
}

type More = Partial<Record<'note' | 'waive_reason', string>>;

const paidFor = (paymentDate: string, { role = 'cashier', ...more }: { role?: Role } & More = {}) => ({
  params: { shopId: 'A-1' },
  body: { amountPaid: 14_450, paymentDate, ...more },
  role,
});

const letYesterday = (office: TestOffice, yesterday: boolean) =>
  office.ask(cash.setCashierDays, { body: { yesterday } });

const setLimit = (office: TestOffice, amount: number | null) =>
  office.ask(approvals.setLimit, { body: { amount }, role: 'superadmin' });

const waivedIn = async (office: TestOffice) =>
  (await office.auditLog()).filter(({ event_type }) => event_type === 'Fine Waived by Day');

test('a cashier cannot waive a fine of 4,335 by naming an earlier day, and today brings the fine', async () => {
  const office = await openLate();
  for (const day of [YESTERDAY, '2026-11-10']) {
    const { message } = await office.refused(payments.byShop, paidFor(day), 'payment_day_too_early');
    expect(message).toBe('You can record payments for today only. Ask the office to record this one.');
    const byInvoice = { ...paidFor(day), params: { reference: INVOICE } };
    await office.refused(payments.byInvoice, byInvoice, 'payment_day_too_early');
  }
  const { payment } = await office.ask(payments.byShop, paidFor(TODAY));
  expect(await office.chargesOf('A-1')).toContain('2026-11 Fine 0 of 4335 Unpaid');
  const params = { id: String(payment.payment_id) };
  const moved = { params, body: { paymentDate: YESTERDAY, reason: 'Paid yesterday' }, role: 'cashier' } as const;
  await office.refused(payments.replace, moved, 'payment_day_too_early');
  expect(await waivedIn(office)).toEqual([]);
  await office.expectCleanBooks();
});

test('a market may let cashiers name yesterday; the fine that this saves is then waived by the named day', async () => {
  const office = await openLate();
  await letYesterday(office, true);
  const { message } = await office.refused(payments.byShop, paidFor('2026-11-14'), 'payment_day_too_early');
  expect(message).toBe('You can record payments for today and yesterday only. Ask the office to record this one.');
  const answer = await office.ask(payments.byShop, paidFor(YESTERDAY, { note: 'By post' }));
  expect(answer.saved_fines).toEqual([{ invoice_id: INVOICE, month_year: '2026-11', saved_amount: 4335 }]);
  expect(await waivedIn(office)).toMatchObject([
    {
      shop_id: 'A-1',
      invoice_id: INVOICE,
      old_value: '4335.00',
      new_value: '0.00',
      edit_reason: 'By post',
      user_actioned: 'cashier@example.com',
    },
  ]);
  await office.expectCleanBooks();
});

test('while a limit is set, a cashier names no day that waives a fine, and the office needs a reason', async () => {
  const office = await openLate();
  await letYesterday(office, true);
  await setLimit(office, 10_000);
  const refused = await office.refused(payments.byShop, paidFor(YESTERDAY, { note: 'By post' }), 'not_allowed');
  expect(refused.message).toContain('This day waives a fine of LKR 4,335.00');
  const small = { ...paidFor(TODAY), body: { amountPaid: 1, paymentDate: TODAY } };
  await office.ask(payments.byShop, small);
  const silent = paidFor(YESTERDAY, { role: 'admin' });
  const { details } = await office.refused(payments.byShop, silent, 'invalid_input');
  expect(details).toEqual([
    { field: 'waive_reason', message: 'This day waives a fine of LKR 4,335.00. Enter a reason.' },
  ]);
  const preview = await office.ask(payments.byShop, { ...silent, query: { dry_run: 'true' } });
  expect(preview.saved_fines).toMatchObject([{ saved_amount: 4335 }]);
  await office.ask(payments.byShop, paidFor(YESTERDAY, { role: 'admin', waive_reason: 'The bank was closed' }));
  expect(await waivedIn(office)).toMatchObject([{ edit_reason: 'The bank was closed' }]);
  await office.expectCleanBooks();
});

test('the waived fine is on the day of the person, its sheet, the dashboard and in the report of the month', async () => {
  const office = await openLate();
  await office.ask(payments.byShop, paidFor('2026-11-10', { role: 'admin' }));
  const day = await office.ask(cash.day, { query: {} });
  expect(day.sums).toMatchObject({ saved_fines: 4335, total: 14_450 });
  expect(day.movements).toMatchObject([{ saved_fine: 4335, paid_on: '2026-11-10' }]);
  const sheet = await office.tell(cash.daySheet, { query: {} });
  const [page] = await readPdfText(sheet.rawPayload);
  expect(page).toContain('Fines waived by earlier days of payments: Rs. 4,335.00');
  expect(page?.replaceAll('\n', ' ')).toContain('dated 10 Nov 2026, waives a fine of 4,335.00');
  const { changes } = await office.ask(dashboard.morning, { role: 'manager' });
  expect(changes).toMatchObject([{ event_type: 'Fine Waived by Day', old_value: '4335.00', shop_id: 'A-1' }]);
  expect(await reportedIn(office, '11')).toEqual([4335]);
  expect(await reportedIn(office, '10')).toEqual([]);
});

async function reportedIn(office: TestOffice, month: string): Promise<unknown[]> {
  const query = { year: '2026', month, format: 'xlsx' } as const;
  const [sheet] = readWorkbook((await office.tell(reports.shopPayments, { query })).rawPayload);
  const rows = sheet ? readSheetTable(sheet) : [];
  return rows.slice(0, -1).flatMap((row) => row['Fines waived by earlier days'] ?? []);
}

test('a void payment waives nothing, and a replacement on the same day waives what its payment waived', async () => {
  const office = await openLate();
  const { payment } = await office.ask(payments.byShop, paidFor('2026-11-10', { role: 'admin' }));
  const changed = { paymentMethod: 'Card', reason: 'Wrong method' } as const;
  const params = { id: String(payment.payment_id) };
  const { payment: second } = await office.ask(payments.replace, { params, body: changed });
  expect(await waivedIn(office)).toHaveLength(1);
  expect((await office.ask(cash.day, { query: {} })).sums.saved_fines).toBe(4335);
  office.goTo('2026-11-17');
  await office.ask(payments.remove, { params: { id: String(second.payment_id) }, body: { reason: 'Twice' } });
  expect((await office.ask(cash.day, { query: {} })).sums.saved_fines).toBe(-4335);
  expect((await office.ask(cash.day, { query: { date: TODAY } })).sums.saved_fines).toBe(4335);
  expect(await reportedIn(office, '11')).toEqual([]);
  await office.expectCleanBooks();
});

test('a payment moved to an earlier day, or raised on it, waives the fine too', async () => {
  const office = await openLate();
  const { payment } = await office.pay('A-1', 1, TODAY);
  const params = { id: String(payment.payment_id) };
  const moved = await office.ask(payments.replace, {
    params,
    body: { paymentDate: '2026-11-10', reason: 'Paid before' },
  });
  expect(moved.saved_fines).toMatchObject([{ saved_amount: 0.3 }]);
  const raised = await office.correct('A-1', '2026-11-10', [1, 14_450]);
  expect(raised.saved_fines).toMatchObject([{ saved_amount: 4334.7 }]);
  expect((await waivedIn(office)).map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    ['4335.00', '4334.70'],
    ['4334.70', '0.00'],
  ]);
  expect((await office.ask(cash.day, { query: {} })).sums.saved_fines).toBe(4335);
  await office.expectCleanBooks();
});

test('a payment that was received in time and is moved to the right shop waives nothing', async () => {
  const office = await openLate();
  office.goTo('2026-11-10');
  await office.ask(payments.byShop, {
    params: { shopId: 'B-1' },
    body: { amountPaid: 14_450, paymentDate: '2026-11-10' },
  });
  office.goTo(TODAY);
  const { Payments } = await office.summaryOf('B-1');
  const params = { id: String(Payments[0]?.payment_id) };
  const changed = { paymentMethod: 'Card', reason: 'Wrong method' } as const;
  const { payment } = await office.ask(payments.replace, { params, body: changed });
  await office.ask(payments.replace, {
    params: { id: String(payment.payment_id) },
    body: { shop_id: 'A-1', reason: 'Wrong shop' },
  });
  expect(await office.chargesOf('A-1')).not.toContain('2026-11 Fine 0 of 4335 Unpaid');
  expect(await waivedIn(office)).toEqual([]);
});
