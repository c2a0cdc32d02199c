import { expect, test } from 'vitest';
import { approvals } from '#contract/approvals.ts';
import { audit } from '#contract/audit.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

const REASON = 'The tenant paid twice';

async function openOffice(): Promise<TestOffice & { tenancy: { id: string } }> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.pay('A-1', 60_000, '2026-11-20');
  await office.ask(approvals.setLimit, { body: { amount: 20_000 }, role: 'superadmin' });
  const { Tenancies } = await office.summaryOf('A-1');
  return { ...office, tenancy: { id: String(Tenancies[0]?.tenancy_id) } };
}

const refund = (amount: number, reason = REASON) => ({
  action: 'credit_refunded' as const,
  amount,
  method: 'Cash' as const,
  reason,
});

const newest = async (office: TestOffice, role: 'superadmin' | 'admin' | 'manager' = 'manager') => {
  const [first] = await office.ask(approvals.list, { role });
  if (!first) throw new Error('no request');
  return first;
};

const idOf = ({ id }: { id: number }) => ({ id: String(id) });

test('above the limit the call is refused and stored as a request; up to it nothing changes', async () => {
  const office = await openOffice();
  await office.ask(tenancies.money, { params: office.tenancy, body: refund(20_000) });
  const refused = await office.refused(
    tenancies.money,
    { params: office.tenancy, body: refund(20_000.01) },
    'approval_required',
  );
  expect(refused.message).toMatch(/needs the approval of a second person/);
  expect((await office.summaryOf('A-1')).ShopBalance.balance_amount).toBe(40_000);
  expect(await newest(office)).toMatchObject({
    state: 'pending',
    amount: 20_000.01,
    reason: REASON,
    shop_id: 'A-1',
    is_own: false,
    request: null,
    what: 'Refund credit of Nimal Perera, shop A-1',
    requested_by: office.app.emailOf('admin'),
    expires_at: '2026-11-27T06:30:00.000Z',
  });
  await office.expectCleanBooks();
});

test('a manager approves, the requester sends the request again, and it is done once with both people in the log', async () => {
  const office = await openOffice();
  const sent = { params: office.tenancy, body: refund(30_000) };
  await office.refused(tenancies.money, sent, 'approval_required');
  await office.refused(tenancies.money, sent, 'approval_required');
  expect(await office.ask(approvals.list, { role: 'manager' })).toHaveLength(1);
  const params = idOf(await newest(office));
  await office.ask(approvals.approve, { params, role: 'manager' });
  const own = await newest(office, 'admin');
  expect(own).toMatchObject({ state: 'approved', is_own: true, decided_by: office.app.emailOf('manager') });
  expect(own.request).toMatchObject({ call: 'POST /api/tenancies/:id/money', body: sent.body });
  await office.ask(tenancies.money, { ...sent, key: 'once' });
  await office.ask(tenancies.money, { ...sent, key: 'once' });
  await office.refused(tenancies.money, sent, 'approval_required');
  expect((await office.summaryOf('A-1')).ShopBalance.balance_amount).toBe(30_000);
  const log = await office.ask(audit.list, { query: { limit: '500' }, role: 'manager' });
  const said = log.filter(({ event_type }) => event_type.startsWith('Approval'));
  expect(said.map(({ event_type, user_actioned }) => [event_type, user_actioned])).toEqual([
    ['Approval Requested', office.app.emailOf('admin')],
    ['Approval Used', office.app.emailOf('admin')],
    ['Approval Given', office.app.emailOf('manager')],
    ['Approval Requested', office.app.emailOf('admin')],
    ['Approval Limit Set', office.app.emailOf('superadmin')],
  ]);
  expect(said[1]?.event_description).toContain(office.app.emailOf('manager'));
  expect(said[2]?.event_description).toContain(office.app.emailOf('admin'));
  await office.expectCleanBooks();
});

test('of two approvers at once one approves, and of two servers that carry it out at once one does', async () => {
  const office = await openOffice();
  const sent = { params: office.tenancy, body: refund(30_000) };
  await office.refused(tenancies.money, sent, 'approval_required');
  const params = idOf(await newest(office));
  await office.tokenOf('superadmin');
  const decisions = await Promise.all([
    office.tell(approvals.approve, { params, role: 'manager' }),
    office.tell(approvals.approve, { params, role: 'superadmin' }),
  ]);
  expect(decisions.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const done = await Promise.all([office.tell(tenancies.money, sent), office.tell(tenancies.money, sent)]);
  expect(done.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
  expect((await office.summaryOf('A-1')).ShopBalance.balance_amount).toBe(30_000);
});

test('nobody approves a request of their own, and cashiers below a manager none at all', async () => {
  const office = await openOffice();
  await office.refused(tenancies.money, { params: office.tenancy, body: refund(30_000) }, 'approval_required');
  const params = idOf(await newest(office));
  await office.refused(approvals.approve, { params, role: 'admin' }, 'own_approval');
  await office.refused(approvals.decline, { params, body: { reason: 'No need' }, role: 'admin' }, 'own_approval');
  await office.refused(approvals.approve, { params, role: 'editor' }, 'not_allowed');
  await office.refused(approvals.approve, { params, role: 'tiketing' }, 'not_allowed');
  await office.refused(approvals.setLimit, { body: { amount: null }, role: 'admin' }, 'not_allowed');
});

test('a cashier sees only own requests, and carries out what was approved', async () => {
  const office = await openOffice();
  await office.refused(tenancies.money, { params: office.tenancy, body: refund(30_000) }, 'approval_required');
  const { payment } = await office.ask(payments.byShop, {
    params: { shopId: 'A-1' },
    body: { amountPaid: 25_000, paymentDate: '2026-11-20', paymentMethod: 'Cash' },
    role: 'cashier',
  });
  const voiding = { params: { id: String(payment.payment_id) }, body: { reason: REASON }, role: 'cashier' } as const;
  await office.refused(payments.remove, voiding, 'approval_required');
  const seen = () => office.ask(approvals.list, { query: { list: 'open' }, role: 'cashier' });
  const [own, ...others] = await seen();
  expect([own?.what, own?.is_own, others]).toEqual([
    `Void payment ${payment.payment_id} of Nimal Perera, shop A-1`,
    true,
    [],
  ]);
  const params = { id: String(own?.id) };
  await office.refused(approvals.approve, { params, role: 'cashier' }, 'not_allowed');
  await office.ask(approvals.approve, { params, role: 'manager' });
  expect((await seen())[0]).toMatchObject({ state: 'approved', request: { body: voiding.body } });
  await office.ask(payments.remove, voiding);
  expect(await seen()).toEqual([]);
  expect(await office.ask(approvals.list, { query: { list: 'to-decide' }, role: 'cashier' })).toEqual([]);
  expect(await office.ask(approvals.list, { query: { list: 'to-decide' }, role: 'manager' })).toHaveLength(1);
});

test('a declined request stays refused, with its reason, and an approval can be withdrawn until it is used', async () => {
  const office = await openOffice();
  const sent = { params: office.tenancy, body: refund(30_000) };
  await office.refused(tenancies.money, sent, 'approval_required');
  const params = idOf(await newest(office));
  await office.ask(approvals.approve, { params, role: 'manager' });
  await office.ask(approvals.decline, { params, body: { reason: 'Ask the tenant first' }, role: 'manager' });
  expect(await newest(office, 'admin')).toMatchObject({ state: 'declined', decline_reason: 'Ask the tenant first' });
  const again = await office.refused(approvals.approve, { params, role: 'manager' }, 'approval_ended');
  expect(again.message).toBe('This request can no longer be decided: it was declined.');
  await office.refused(tenancies.money, sent, 'approval_required');
  expect(await office.ask(approvals.list, { query: { list: 'ended' }, role: 'manager' })).toHaveLength(1);
  expect(await office.ask(approvals.list, { query: { list: 'open' }, role: 'manager' })).toHaveLength(1);
});

test('a request expires after 7 days, an approval after one', async () => {
  const office = await openOffice();
  const sent = { params: office.tenancy, body: refund(30_000) };
  await office.refused(tenancies.money, sent, 'approval_required');
  const params = idOf(await newest(office));
  office.goTo('2026-11-27', '12:00:00.001');
  expect(await newest(office)).toMatchObject({ state: 'expired' });
  await office.refused(approvals.approve, { params, role: 'manager' }, 'approval_ended');
  await office.refused(tenancies.money, sent, 'approval_required');
  await office.ask(approvals.approve, { params: idOf(await newest(office)), role: 'manager' });
  office.goTo('2026-11-28', '12:00:00.002');
  await office.refused(tenancies.money, sent, 'approval_required');
});

test('an approval is for exactly its request: another amount, reason or person, or a changed fine, needs its own', async () => {
  const office = await openOffice();
  const sent = { params: office.tenancy, body: refund(30_000) };
  await office.refused(tenancies.money, sent, 'approval_required');
  await office.ask(approvals.approve, { params: idOf(await newest(office)), role: 'manager' });
  const other = (body: typeof sent.body, role: 'admin' | 'superadmin' = 'admin') =>
    office.refused(tenancies.money, { params: office.tenancy, body, role }, 'approval_required');
  await other(refund(30_000.01));
  await other(refund(30_000, 'Another reason'));
  await other(refund(30_000), 'superadmin');
  await office.ask(tenancies.money, sent);
});

test('what is no longer possible is refused although it was approved', async () => {
  const office = await openOffice();
  const sent = { params: office.tenancy, body: refund(50_000) };
  await office.refused(tenancies.money, sent, 'approval_required');
  await office.ask(approvals.approve, { params: idOf(await newest(office)), role: 'manager' });
  await office.ask(tenancies.money, { params: office.tenancy, body: refund(20_000) });
  await office.refused(tenancies.money, sent, 'invalid_input');
  expect(await newest(office)).toMatchObject({ state: 'approved' });
});

test('whoever approves sees what was sent: the method and the day of a cheque, but no reason twice', async () => {
  const office = await openOffice();
  const { payment } = await office.pay('A-1', 25_000, '2026-11-20');
  const body = { paymentMethod: 'Cheque' as const, chequeDate: '2027-11-15', reason: REASON };
  await office.refused(payments.replace, { params: { id: String(payment.payment_id) }, body }, 'approval_required');
  expect((await newest(office)).sent).toEqual([
    { field: 'payment method', value: 'Cheque' },
    { field: 'cheque date', value: '2027-11-15' },
  ]);
});

test('an approved balance is refused when the balance changed meanwhile', async () => {
  const office = await openOffice();
  const sent = { params: { id: 'A-1' }, body: { balance_amount: 0, reason: 'Taken over wrongly' } };
  await office.refused(shops.setBalance, sent, 'approval_required');
  expect(await newest(office)).toMatchObject({ amount: 60_000 });
  await office.ask(approvals.approve, { params: idOf(await newest(office)), role: 'manager' });
  await office.pay('A-1', 100, '2026-11-20');
  await office.refused(shops.setBalance, sent, 'approval_required');
  expect(await newest(office)).toMatchObject({ amount: 60_100, state: 'pending' });
});

test('every way to give up money needs the approval', { tags: ['slow'] }, async () => {
  const office = await openOffice();
  office.goTo('2026-10-01');
  await office.let('B-2', { rent_amount: 100_000 });
  const { invoice_id: id } = await office.generate('B-2', '2026-10');
  office.goTo('2026-11-20');
  await office.ask(fines.apply, { params: { id } });
  const paid = await office.pay('B-2', 25_000, '2026-11-20', { paymentMethod: 'Cheque' });
  const payment = { id: String(paid.payment.payment_id) };
  const { Tenancies } = await office.summaryOf('B-2');
  const tenancy = { id: String(Tenancies[0]?.tenancy_id) };
  await office.ask(tenancies.money, {
    params: tenancy,
    body: { action: 'deposit_received', amount: 50_000, method: 'Cash' },
  });
  const reason = REASON;
  const writeOff = { action: 'debt_written_off' as const, amount: 30_000, reason };
  const payOut = { action: 'deposit_refunded' as const, amount: 15_000, method: 'Cash' as const, reason };
  const refusal = 'approval_required';
  await office.refused(payments.remove, { params: payment, body: { reason } }, refusal);
  await office.refused(payments.returnCheque, { params: payment, body: { reason } }, refusal);
  await office.refused(payments.replace, { params: payment, body: { paymentMethod: 'Cash', reason } }, refusal);
  await office.refused(
    payments.correct,
    {
      body: {
        shop_id: 'B-2',
        payment_date: '2026-11-20',
        admin_put_amount: 25_000,
        actual_amount: 4_999,
        edit_reason: reason,
        invoice_id: '',
        payment_id: payment.id,
      },
    },
    refusal,
  );
  await office.refused(fines.remove, { params: { id }, body: { reason } }, refusal);
  await office.refused(invoices.remove, { params: { id }, body: { reason } }, refusal);
  const note = { kind: 'credit' as const, charge: 'Rent' as const, amount: 20_000, reason };
  await office.refused(invoices.note, { params: { id }, body: note }, refusal);
  await office.refused(tenancies.money, { params: tenancy, body: writeOff }, refusal);
  await office.refused(tenancies.money, { params: tenancy, body: { ...payOut, amount: 30_000 } }, refusal);
  const ending = { last_day: '2026-11-20', actions: [payOut, { ...writeOff, amount: 10_000 }] };
  await office.refused(tenancies.end, { params: tenancy, body: ending }, refusal);
  const pending = await office.ask(approvals.list, { role: 'manager' });
  expect(pending.map(({ what, amount }) => `${what}: ${amount}`)).toEqual([
    'End the tenancy of Nimal Perera, shop B-2, with refunds or write-offs: 25000',
    'Refund deposit of Nimal Perera, shop B-2: 30000',
    'Write off debt of Nimal Perera, shop B-2: 30000',
    `Issue a credit note on invoice ${id} of Nimal Perera, shop B-2: 23600`,
    `Delete invoice ${id} of Nimal Perera, shop B-2: 150360`,
    `Delete the fine on invoice ${id} of Nimal Perera, shop B-2: 30000`,
    `Lower payment ${payment.id} of Nimal Perera, shop B-2: 20001`,
    `Void payment ${payment.id} of Nimal Perera, shop B-2, and record it again: 25000`,
    `Void payment ${payment.id} of Nimal Perera, shop B-2: cheque returned: 25000`,
    `Void payment ${payment.id} of Nimal Perera, shop B-2: 25000`,
  ]);
  await office.expectCleanBooks();
});

test('a payment waives no fine above the limit, and the reason for waiving a lower one is in the log', async () => {
  const office = await openOffice();
  office.goTo('2026-10-01');
  await office.let('B-2', { rent_amount: 100_000 });
  const { invoice_id: id } = await office.generate('B-2', '2026-10');
  office.goTo('2026-11-20');
  const waiving = { do_not_charge: [id], waive_reason: 'The bank was closed' };
  const body = { amountPaid: 1000, paymentDate: '2026-11-20', ...waiving };
  const refused = await office.refused(payments.byShop, { params: { shopId: 'B-2' }, body }, 'invalid_input');
  expect(refused.message).toMatch(/^Waiving more than LKR 20,000.00/);
  await office.ask(approvals.setLimit, { body: { amount: null }, role: 'superadmin' });
  await office.ask(payments.byShop, { params: { shopId: 'B-2' }, body });
  const waived = (await office.auditLog()).filter(({ event_type }) => event_type === 'Fine Removed');
  expect(waived.map(({ edit_reason }) => edit_reason)).toEqual(['The bank was closed']);
  await office.expectCleanBooks();
});

test('a preview needs no approval and stores no request', async () => {
  const office = await openOffice();
  const before = await everythingIn(office.app);
  const preview = { params: office.tenancy, query: { dry_run: 'true' as const }, body: refund(30_000) };
  await office.ask(tenancies.money, preview);
  expect(await everythingIn(office.app)).toEqual(before);
});
