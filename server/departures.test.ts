/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { openTestOffice, type TestOffice } from './testing/office.ts';

/** Tests of the rows of docs/departures.md that no other test covers. */

const KAMAL = { name: 'Kamal Silva', contact: '000 000 0001', address: 'Matale', email: 'kamal@example.com' };

async function openMarket(): Promise<{ office: TestOffice; post: ReturnType<typeof sender> }> {
  const office = await openTestOffice();
  return { office, post: sender(office) };
}

function sender({ app }: TestOffice) {
  return async (url: string, payload: object) => {
    await app.tokenOf('superadmin');
    await app.verifySessions();
    const answer = await app.as('superadmin', { method: 'POST', url, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
}

async function changeHands({ office, post }: Awaited<ReturnType<typeof openMarket>>) {
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  const [nimal] = (await office.app.as('admin', { url: '/api/tenants' })).json<{ tenant_id: number }[]>();
  await office.app.as('admin', { method: 'DELETE', url: `/api/tenants/${nimal?.tenant_id}` });
  return { nimal: nimal?.tenant_id, letAgain: () => post('/api/tenants', { ...KAMAL, shop_id: 'A-1' }) };
}

test('a new password has at least eight characters and is not often guessed', async () => {
  const { post } = await openMarket();
  const account = { username: 'Ruwan', email: 'ruwan@example.com', role: 'editor' };
  for (const [password, status] of [
    ['ka6!pWz', 400],
    ['password1', 400],
    ['ka6!pWz-', 201],
  ] as const)
    expect([password, (await post('/api/admin/register', { ...account, password })).status]).toEqual([
      password,
      status,
    ]);
});

test('the second invoice of a shop for a month has another id', async () => {
  const market = await openMarket();
  const { letAgain } = await changeHands(market);
  market.office.goTo('2026-11-20');
  await market.post('/api/systemsetting/generate', { shop_id: 'A-1', month_year: '2026-11', tenancy_id: 1 });
  await letAgain();
  const again = await market.post('/api/systemsetting/generate', { shop_id: 'A-1', month_year: '2026-11' });
  expect(again.invoice.invoice_id).toBe('INV-A-1-202611-2');
});

test('money for a vacant shop pays the debt of the tenant who left', async () => {
  const market = await openMarket();
  const { nimal } = await changeHands(market);
  const paid = await market.post('/api/payments/by-shop/A-1', { amountPaid: 100, paymentDate: '2026-11-20' });
  expect([paid.status, paid.payment.tenancy_id]).toEqual([200, nimal]);
});

test('a correction that names an invoice that there is not is refused', async () => {
  const { office, post } = await openMarket();
  await office.let('A-1');
  await office.pay('A-1', 700, '2026-11-20');
  const corrected = await post('/api/paymentscorrection/correct-payment', {
    shop_id: 'A-1',
    admin_put_amount: 700,
    actual_amount: 650,
    edit_reason: '',
    payment_date: '2026-11-20',
    invoice_id: 'INV-A-1-202001',
  });
  expect([corrected.status, corrected.code]).toEqual([404, 'invoice_not_found']);
});

test('a price of 0 and one of tomorrow are refused', async () => {
  const { office, post } = await openMarket();
  const { productId } = await post('/api/products', { name: 'Carrot', type: 'vegetable' });
  const row = { product_id: productId, date: '2026-11-20', min_price: 10, max_price: 20 };
  const publish = async (more: object) => (await post('/api/prices/update-multiple', [{ ...row, ...more }])).status;
  expect([await publish({}), await publish({ min_price: 0 }), await publish({ date: '2026-11-21' })]).toEqual([
    200, 400, 400,
  ]);
  expect((await office.app.send({ url: '/api/prices/by-date/2026-11-20' })).json()).toHaveLength(1);
});

test('the weather is answered while its service is away', async () => {
  const { office } = await openMarket();
  const answer = await office.app.send({ url: '/api/weather' });
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ state: expect.any(String) })]);
});
