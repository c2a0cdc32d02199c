import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { approvals } from '#contract/approvals.ts';
import { dashboard } from '#contract/dashboard.ts';
import { payments } from '#contract/payments.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { tenancies } from '#contract/tenancies.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { countGiven } from './tally.ts';

const REASON = 'Agreed with the tenant';

/** Each shop has an unpaid October, whose fine of Rs. 2,400.00 falls due with the next payment. */
async function openStreet(limit: number | null, ...shops: string[]): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  for (const shop of shops) {
    await office.let(shop);
    await office.generate(shop, '2026-10');
  }
  office.goTo('2026-11-20');
  await office.ask(approvals.setLimit, { body: { amount: limit }, role: 'superadmin' });
  return office;
}

async function tenancyOf(office: TestOffice, shopId: string): Promise<number> {
  const { Tenancies } = await office.summaryOf(shopId);
  return Number(Tenancies[0]?.tenancy_id);
}

const paid = (shopId: string, amountPaid: number, paymentDate: string) => ({
  params: { shopId },
  body: { amountPaid, paymentDate, note: 'The bank received it on this day' },
});

async function requests(office: TestOffice): Promise<string[]> {
  const pending = await office.ask(approvals.list, { role: 'superadmin' });
  return pending.map(({ what, amount }) => `${what}: ${amount}`);
}

test('a payment that is dated before its fine loses the fine, so above the limit it needs an approval', async () => {
  const office = await openStreet(1000, 'A-1');
  await office.refused(payments.byShop, paid('A-1', 11_800, '2026-10-10'), 'approval_required');
  expect(await requests(office)).toEqual(['Record a payment of Nimal Perera, shop A-1, for 2026-10-10: 2400']);
  await office.ask(payments.byShop, paid('A-1', 11_800, '2026-11-20'));
  expect(await office.chargesOf('A-1')).toContain('2026-10 Fine 0 of 2400 Unpaid');
  await office.expectCleanBooks();
});

test('a payment of an earlier day that saves less than the limit, or nothing, is recorded', async () => {
  const office = await openStreet(2400, 'A-1', 'A-2');
  await office.ask(payments.byShop, paid('A-1', 11_800, '2026-10-10'));
  await office.ask(payments.byShop, paid('A-2', 1000, '2026-11-02'));
  await office.refused(payments.byShop, paid('A-2', 10_800, '2026-10-10'), 'approval_required');
});

test('a change that no call measures is refused while a limit is set', async () => {
  const { app, ask } = await openStreet(null);
  const context = { actor: app.emailOf('admin'), accountId: 1, now: app.clock.now(), requestId: '' };
  const count = () =>
    app.database.write((tx) => countGiven(tx, context, { cents: cents(1), shopId: 'A-1', tenant: 'Nimal Perera' }));
  await count();
  await ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  await expect(count()).rejects.toMatchObject({ code: 'not_allowed' });
});

test('without a limit a payment of any past day is recorded as documented', async () => {
  const office = await openStreet(null, 'A-1');
  await office.ask(payments.byShop, paid('A-1', 11_800, '2026-10-10'));
  expect((await office.summaryOf('A-1')).Tenancies[0]?.amount_due).toBe(0);
});

test('slices of a fine that payments of earlier days save count together', async () => {
  const office = await openStreet(2000, 'A-1');
  await office.ask(payments.byShop, paid('A-1', 6800, '2026-10-10'));
  await office.ask(payments.byShop, paid('A-1', 3000, '2026-10-11'));
  await office.refused(payments.byShop, paid('A-1', 2000, '2026-10-12'), 'approval_required');
});

test('a correction that raises a payment above the limit needs an approval, and one below it does not', async () => {
  const office = await openStreet(1000, 'A-1');
  const { payment } = await office.pay('A-1', 1, '2026-11-20');
  const corrected = (actual_amount: number, admin_put_amount: number) => ({
    body: {
      shop_id: 'A-1',
      payment_date: '2026-11-20',
      admin_put_amount,
      actual_amount,
      edit_reason: REASON,
      invoice_id: '',
      payment_id: String(payment.payment_id),
    },
  });
  await office.ask(payments.correct, corrected(900, 1));
  await office.refused(payments.correct, corrected(250_000, 900), 'approval_required');
  expect(await requests(office)).toEqual([`Raise payment ${payment.payment_id} of Nimal Perera, shop A-1: 249100`]);
  await office.expectCleanBooks();
});

/** Says that the tenant of the first shop has the others too. */
async function joinTenants(office: TestOffice, first: string, ...others: string[]): Promise<void> {
  const body = { same_tenant_as: await tenancyOf(office, first), reason: REASON };
  for (const shop of others)
    await office.ask(tenancies.changeTenant, { params: { id: String(await tenancyOf(office, shop)) }, body });
}

test('credit that is moved to other shops of the same tenant counts as given up', async () => {
  const office = await openStreet(10_000, 'A-1', 'B-1', 'B-2');
  await office.pay('A-1', 60_000, '2026-11-20');
  const from = { id: String(await tenancyOf(office, 'A-1')) };
  await joinTenants(office, 'A-1', 'B-1', 'B-2');
  const moved = async (shop: string) => ({
    params: from,
    body: {
      action: 'credit_transferred' as const,
      amount: 9_999,
      to_tenancy_id: await tenancyOf(office, shop),
      reason: REASON,
    },
  });
  await office.ask(tenancies.money, await moved('B-1'));
  await office.refused(tenancies.money, await moved('B-2'), 'approval_required');
  expect(await requests(office)).toEqual(['Transfer credit or debt of Nimal Perera, shop A-1: 9999']);
  await office.expectCleanBooks();
});

test('a debt that is moved to another shop counts as given up', async () => {
  const office = await openStreet(5000, 'A-1', 'B-1');
  await joinTenants(office, 'A-1', 'B-1');
  const params = { id: String(await tenancyOf(office, 'A-1')) };
  const body = { action: 'debt_transferred' as const, amount: 11_800, to_tenancy_id: await tenancyOf(office, 'B-1') };
  await office.refused(tenancies.money, { params, body }, 'approval_required');
});

test('a deposit that pays a debt needs a reason, counts as given up, and is on the manager dashboard', async () => {
  const office = await openStreet(1000, 'A-1');
  const params = { id: String(await tenancyOf(office, 'A-1')) };
  const act = (action: 'deposit_received' | 'deposit_applied', amount: number, more: object = { reason: REASON }) => ({
    params,
    body: { action, amount, ...more },
  });
  await office.ask(tenancies.money, act('deposit_received', 5000, { method: 'Cash' }));
  await office.refused(tenancies.money, act('deposit_applied', 600, {}), 'invalid_input');
  await office.ask(tenancies.money, act('deposit_applied', 600));
  await office.refused(tenancies.money, act('deposit_applied', 500), 'approval_required');
  expect(await requests(office)).toEqual(['Apply deposit of Nimal Perera, shop A-1, to the amount due: 500']);
  const { changes } = await office.ask(dashboard.morning, { role: 'manager' });
  expect(changes).toMatchObject([{ event_type: 'Deposit Applied', new_value: '600.00', edit_reason: REASON }]);
  await office.expectCleanBooks();
});

test('a payment that is recorded again for an earlier day counts with the fine that it saves', async () => {
  const office = await openStreet(11_000, 'A-1');
  const { payment } = await office.pay('A-1', 10_000, '2026-11-20');
  const params = { id: String(payment.payment_id) };
  await office.refused(
    payments.replace,
    { params, body: { paymentDate: '2026-10-10', reason: REASON } },
    'approval_required',
  );
  const [request] = await requests(office);
  expect(request).toBe(`Void payment ${payment.payment_id} of Nimal Perera, shop A-1, and record it again: 11860`);
});

test('an approved payment of an earlier day is recorded once', async () => {
  const office = await openStreet(1000, 'A-1');
  const sent = paid('A-1', 11_800, '2026-10-10');
  await office.refused(payments.byShop, sent, 'approval_required');
  const [request] = await office.ask(approvals.list, { role: 'manager' });
  await office.ask(approvals.approve, { params: { id: String(request?.id) }, role: 'manager' });
  await office.ask(payments.byShop, { ...sent, key: 'once' });
  expect((await office.summaryOf('A-1')).Tenancies[0]?.amount_due).toBe(0);
  await office.expectCleanBooks();
});

/** A cheque of Rs. 11,800.00 is received before the due day of October, and counts from its own day. */
async function receiveCheque(chequeDate: string): Promise<{ office: TestOffice; params: { id: string } }> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  const rules = { rent_due_day: 15, fine_rate: 30, cheques_on_their_day: true };
  await office.ask(rentRules.set, { body: rules });
  office.goTo('2026-10-10');
  const cheque = { paymentMethod: 'Cheque', chequeDate } as const;
  const { payment } = await office.pay('A-1', 11_800, '2026-10-10', cheque);
  office.goTo('2026-10-20');
  await office.ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  return { office, params: { id: String(payment.payment_id) } };
}

test('a cheque that does not count yet is money that was received, so voiding it needs an approval', async () => {
  const { office, params } = await receiveCheque('2026-12-01');
  await office.refused(payments.remove, { params, body: { reason: REASON } }, 'approval_required');
  expect(await requests(office)).toEqual([`Void payment ${params.id} of Nimal Perera, shop A-1: 11800`]);
});

test('an earlier day on a cheque also loses the fine that its own day brings', async () => {
  const { office, params } = await receiveCheque('2026-12-01');
  for (const chequeDate of ['2026-12-02', '2026-10-12'])
    await office.refused(payments.replace, { params, body: { chequeDate, reason: REASON } }, 'approval_required');
  const again = `Void payment ${params.id} of Nimal Perera, shop A-1, and record it again`;
  expect(new Set(await requests(office))).toEqual(new Set([`${again}: 11800`, `${again}: 14200`]));
});
