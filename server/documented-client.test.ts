/** @module-tag postgres */

import { expect, onTestFinished, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { PASSWORD, START } from './testing/accounts.ts';
import { openTestApp, type TestApp } from './testing/app-context.ts';
import {
  type DocumentedCall,
  type DocumentedRequest,
  documentedRoles,
  type Known,
} from './testing/documented/documented-call.ts';
import { ledgerCalls } from './testing/documented/ledger-calls.ts';
import { officeCalls } from './testing/documented/office-calls.ts';
import { formOf } from './testing/example-market.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function signIn(app: TestApp, role: string): Promise<string> {
  const payload = { email: `${role}@example.com`, password: PASSWORD };
  const answer = await app.send({ method: 'POST', url: '/api/admin/login', payload });
  return answer.json<{ token: string }>().token;
}

async function send(app: TestApp, row: string, { token, url, body, form }: DocumentedRequest & { token: string }) {
  const method = row.slice(0, row.indexOf(' ')) as 'GET';
  const authorization = `Bearer ${token}`;
  if (!form)
    return app.send({
      method,
      url,
      headers: { authorization },
      ...(body !== undefined && { payload: body as object }),
    });
  const { payload, headers } = await formOf(form, PIXEL);
  return app.send({ method, url, payload, headers: { ...headers, authorization } });
}

function contentOf(answer: Awaited<ReturnType<typeof send>>): unknown {
  return answer.headers['content-type'] === 'application/json; charset=utf-8' ? answer.json() : answer.body;
}

const calls: DocumentedCall[] = [...ledgerCalls, ...officeCalls];

async function openOldMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  app.clock.set(instantOf(Date.parse('2026-10-01T03:00:00.000Z')));
  const token = await signIn(app, 'superadmin');
  const post = async (url: string, body: object) => {
    const answer = await send(app, 'POST ', { token, url, body });
    expect(answer.statusCode, answer.body).toBe(201);
  };
  const terms = { shop_name: 'Old', location: 'Block O', rent_amount: 8000, vat_rate: 18, operation_fee: 0 };
  const person = { name: 'Kamala', contact: '1', address: '1', email: 'kamala@example.com' };
  await post('/api/shops', { shop_id: 'O-1', ...terms });
  await post('/api/tenants', { ...person, shop_id: 'O-1' });
  await post('/api/systemsetting/generate', { shop_id: 'O-1', month_year: '2026-10' });
  app.clock.set(START);
  return app;
}

test.for(documentedRoles.everybody)(
  'a client written from the specification does all that %s may do',
  { tags: ['slow'] },
  async (role) => {
    const app = await openOldMarket();
    const known: Known = { role, shop: 'A-12', freeShop: 'B-7', dueInvoice: 'INV-O-1-202610' };
    const token = await signIn(app, role);
    const superadmin = await signIn(app, 'superadmin');
    const credentials = { email: 'superadmin@example.com', password: PASSWORD };
    await send(app, 'POST ', { token: superadmin, url: '/api/admin/verify', body: credentials });
    const problems: string[] = [];
    for (const { row, way = '', by, request, answer: shape, learn } of calls) {
      const say = (problem: string) => problems.push(`${row} ${way}: ${problem}`);
      const mayDo = by.includes(role);
      const own = await send(app, row, { token, ...request(known) });
      if (!mayDo && own.statusCode !== 403) say(`${own.statusCode} instead of 403`);
      const answer = mayDo ? own : await send(app, row, { token: superadmin, ...request(known) });
      if (answer.statusCode > 201) say(`${answer.statusCode} ${answer.body}`);
      const content = contentOf(answer);
      const read = shape.safeParse(content);
      if (!read.success) say(read.error.message);
      else learn?.(content, known);
    }
    expect(problems.join('\n')).toBe('');
  },
);

test.for([
  ['POST /api/payments/by-shop/A-12', 'Amount and payment method are required.'],
  ['POST /api/payments/by-invoice/INV-O-1-202610', 'All fields are required. Please complete the form.'],
  ['POST /api/systemsetting/generate', 'Please select both year and month.'],
  ['POST /api/paymentscorrection/correct-payment/', 'All required fields must be filled.'],
  ['POST /api/vehicle-tickets', 'Please fill in all fields.'],
  ['POST /api/sanitation', 'Please enter the ticket price.'],
  ['POST /api/admin/register', 'Fill in all fields'],
  ['PUT /api/admin/change-password', 'Please fill in both fields'],
  ['PUT /api/settings/update-vat-rate', 'Please enter a valid VAT rate greater than 0.'],
] as const)('an empty body is answered with the sentence of the specification: %s', async ([row, sentence]) => {
  const app = await openOldMarket();
  const token = await signIn(app, 'superadmin');
  const answer = await send(app, row, { token, url: row.slice(row.indexOf(' ') + 1), body: {} });
  expect(answer.statusCode).toBe(400);
  const { message, details } = answer.json<{ message: string; details: { field: string }[] }>();
  expect(message).toContain(sentence);
  expect(details.length).toBeGreaterThan(0);
});

test('the summary of a shop is the shop, and has it as `shop` too', async () => {
  const app = await openOldMarket();
  const token = await signIn(app, 'superadmin');
  const answer = await send(app, 'GET ', { token, url: '/api/shops/shop-summary/O-1' });
  const { shop, ...flat } = answer.json<{ shop: object; shop_id: string; Invoices: unknown[] }>();
  expect(flat.shop_id).toBe('O-1');
  expect(flat.Invoices).toHaveLength(1);
  expect(shop).toEqual(flat);
});
