/** @module-tag sqlite-only */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { PASSWORD } from './testing/accounts.ts';
import { openTestOffice, type TestOffice } from './testing/office.ts';

interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  body?: object;
  role?: Role;
  headers?: Record<string, string>;
}

interface Difference {
  /** The row of docs/departures.md. */
  subject: string;
  ask: Ask;
  /** What the specification says of the request, as a status, and what the product answers. */
  documented: number;
  answered: [status: number, code?: string];
}

const post = (url: string, body: object, role?: Role): Ask => ({ method: 'POST', url, body, ...(role && { role }) });
const priceOf = (more: object) =>
  post('/api/prices/update-multiple', [{ product_id: 1, date: '2026-11-20', min_price: 10, max_price: 20, ...more }]);
const paying = (more: object = {}) => ({ amountPaid: 100, paymentDate: '2026-11-20', paymentMethod: 'Cash', ...more });
const account = { username: 'Ruwan', email: 'ruwan@example.com', role: 'editor' };

/** Requests that section 7 of a specification allows, in order, in a market with the let shop A-1 and the vacant B-1. */
const walk: readonly Difference[] = [
  {
    subject: 'Roles',
    ask: post('/api/payments/by-shop/A-1', paying(), 'tiketing'),
    documented: 200,
    answered: [403, 'not_allowed'],
  },
  {
    subject: 'Reports, email',
    ask: { url: '/api/report/monthly-income?month=11&year=2026', headers: { accept: 'text/html' } },
    documented: 200,
    answered: [401],
  },
  {
    subject: 'Confirming identity',
    ask: post('/api/settings/apply-fines', {}),
    documented: 200,
    answered: [403, 'verification_required'],
  },
  {
    subject: 'Passwords',
    ask: post('/api/admin/register', { ...account, password: '123' }),
    documented: 201,
    answered: [400, 'invalid_input'],
  },
  {
    subject: 'Shop without a tenant',
    ask: post('/api/systemsetting/generate', { shop_id: 'B-1', month_year: '2026-11' }),
    documented: 201,
    answered: [409, 'shop_has_no_tenant'],
  },
  {
    subject: 'Months to bill',
    ask: post('/api/systemsetting/generate', { shop_id: 'A-1', month_year: '2030-01' }),
    documented: 201,
    answered: [400, 'invalid_input'],
  },
  {
    subject: 'Shops with ledger entries',
    ask: { method: 'DELETE', url: '/api/shops/A-1' },
    documented: 200,
    answered: [409],
  },
  { subject: 'Prices', ask: priceOf({ min_price: 0 }), documented: 200, answered: [400] },
  { subject: 'Prices', ask: priceOf({ date: '2026-11-21' }), documented: 200, answered: [400] },
  {
    subject: 'Fields and parameters of a call',
    ask: post('/api/sanitation', { price: 20, colour: 'red' }),
    documented: 200,
    answered: [400, 'invalid_input'],
  },
  {
    subject: 'Correction with an unknown invoice',
    ask: post('/api/paymentscorrection/correct-payment', {
      shop_id: 'A-1',
      admin_put_amount: 700,
      actual_amount: 650,
      edit_reason: '',
      payment_date: '2026-11-20',
      invoice_id: 'INV-A-1-202001',
    }),
    documented: 200,
    answered: [404, 'invoice_not_found'],
  },
];

async function openMarket(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.pay('A-1', 700, '2026-11-20');
  const send = (url: string, payload: object) => office.app.as('superadmin', { method: 'POST', url, payload });
  const terms = { shop_name: 'Vacant', location: 'Block B', rent_amount: 8000, vat_rate: 18, operation_fee: 0 };
  expect((await send('/api/shops', { shop_id: 'B-1', ...terms })).statusCode).toBe(201);
  expect((await send('/api/products', { name: 'Carrot', type: 'vegetable' })).statusCode).toBe(201);
  return office;
}

const subjects = readFileSync('docs/departures.md', 'utf8')
  .split('\n')
  .flatMap((line) => /^\| ([^|]+?) \|/.exec(line)?.[1] ?? []);

test('a documented request is answered differently exactly where docs/departures.md has a row', {
  tags: ['slow'],
}, async () => {
  const { app } = await openMarket();
  for (const { subject, ask, documented, answered } of walk) {
    const { method = 'GET', url, body, role = 'superadmin', headers } = ask;
    const request = { method, url, ...(body && { payload: body }), ...(headers && { headers }) };
    const answer = headers ? await app.send(request) : await app.as(role, request);
    const [status, code] = answered;
    expect(answer.statusCode, `${subject}: ${answer.body.slice(0, 300)}`).toBe(status);
    expect(answer.statusCode, `${subject} is as documented, so its row goes`).not.toBe(documented);
    if (code !== undefined) expect(answer.json<{ code: string }>().code, subject).toBe(code);
    expect(subjects, `the row of ${method} ${url}`).toContain(subject);
  }
});

test('the eleventh wrong password in a row waits, as "Wrong passwords" says', { tags: ['slow'] }, async () => {
  const { app } = await openMarket();
  const tried = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const payload = { email: app.emailOf('editor'), password: `${PASSWORD}${attempt}` };
    tried.push((await app.send({ method: 'POST', url: '/api/admin/login', payload })).statusCode);
  }
  expect(tried).toEqual([...Array<number>(10).fill(401), 429]);
  expect(subjects).toContain('Wrong passwords');
});
