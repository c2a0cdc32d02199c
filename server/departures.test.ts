/** @module-tag sqlite-only */

import type { InjectOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { listCalls } from '#contract/every-call.ts';
import { openTestApp } from './testing/app-context.ts';
import { exampleOf, requestOf } from './testing/call.ts';
import { comparableAnswer, withoutDrawn } from './testing/comparable-answer.ts';
import { type ExampleMarket, makeExampleMarket } from './testing/example-market.ts';
import { openTestOffice, type TestOffice } from './testing/office.ts';
import { readPdfText } from './testing/pdf.ts';
import { signInForTest } from './testing/sign-in.ts';
import { startWeatherService } from './testing/weather-service.ts';
import { readWorkbook } from './testing/workbook.ts';

/** These tests cover the rows of docs/departures.md that no other test covers. */

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

/** Time zones of the server, with the minutes by which local time is ahead of UTC at the end of November. */
const ZONES: [zone: string, minutes: number][] = [
  ['UTC', 0],
  ['Pacific/Kiritimati', 840],
  ['America/New_York', -300],
];
/** The last moment of November in Colombo, and the first moment of December. */
const MOMENTS = [
  { moment: '2026-11-30T18:29:59.999Z' as Instant, context: '/api/settings/apply-fines' },
  { moment: '2026-11-30T18:30:00.000Z' as Instant, context: '/api/generateInvoices/generate-all' },
] as const;

test('every call has the same answer in any time zone of the server, also around midnight in Colombo', {
  tags: ['slow'],
}, async () => {
  const answers: unknown[][] = [];
  const before = process.env.TZ;
  try {
    for (const [zone, minutes] of ZONES) {
      process.env.TZ = zone;
      expect(0 - new Date(MOMENTS[0].moment).getTimezoneOffset()).toBe(minutes);
      answers.push(await answerEverything());
    }
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
  const [first = [], ...others] = answers;
  expect(first.length).toBeGreaterThan(MOMENTS.length * 40);
  for (const other of others) expect(other).toEqual(first);
});

async function answerEverything(): Promise<unknown[]> {
  const weather = await startWeatherService('2026-11-20T03:00');
  onTestFinished(() => weather.close());
  const app = await openTestApp({ WEATHER_URL: weather.url });
  onTestFinished(() => app.close());
  const market: ExampleMarket = { ...(await makeExampleMarket(app)), app, weather, role: 'superadmin' };
  const answers: unknown[] = [];
  for (const { moment, context } of MOMENTS) {
    app.clock.set(moment);
    const token = await signInForTest(app.database, 'superadmin', { at: moment, verifiedAt: moment });
    const send = async (request: InjectOptions & { url: string }) => {
      const answer = await app.send({ ...request, headers: { authorization: `Bearer ${token}` } });
      expect(answer.statusCode, `${request.url} ${answer.body.slice(0, 500)}`).toBeLessThan(300);
      answers.push([
        moment,
        withoutDrawn(request.url),
        comparableAnswer(answer),
        withoutDrawn(await readFileContent(answer.rawPayload)),
      ]);
    };
    await send({ method: 'POST', url: '/api/sanitation', payload: { price: 20 } });
    await send({ method: 'POST', url: context, payload: {} });
    for (const { name, entry } of listCalls()) {
      if (entry.method === 'GET' && name !== 'weather.now') await send(requestOf(entry, exampleOf(name, market)));
    }
  }
  return answers;
}

async function readFileContent(file: Buffer): Promise<string> {
  if (file.subarray(0, 4).toString() === '%PDF') return (await readPdfText(file)).join('\n');
  if (file.subarray(0, 2).toString() === 'PK') return JSON.stringify(readWorkbook(file).map(({ rows }) => rows));
  return '';
}
