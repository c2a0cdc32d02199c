import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openTestAlerts, type TestAlerts } from '../../testing/alerts.ts';

interface Gateway {
  address: string;
  taken: { type: string; secret: string; body: string }[];
}

async function openGateway(answer = '{"status":"accepted"}'): Promise<Gateway> {
  const taken: Gateway['taken'] = [];
  const server = createServer(async (request, response) => {
    const { 'content-type': type = '', 'x-api-key': secret } = request.headers;
    taken.push({ type, secret: String(secret), body: await text(request) });
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, taken };
}

const JSON_BODY = '{"to":"{to}","message":"{text}"}';

async function openWithGateway(sms_body: string, answer?: string): Promise<{ market: TestAlerts; gateway: Gateway }> {
  const market = await openTestAlerts();
  const gateway = await openGateway(answer);
  const sms_headers = 'X-Api-Key: a "secret"';
  await market.set({ sms_on: true, sms_address: gateway.address, sms_body, sms_success: 'accepted', sms_headers });
  market.goTo('2026-11-18');
  return { market, gateway };
}

const phone = (market: TestAlerts) => ({
  channel: 'sms',
  address: '077 123-4567',
  kind: 'above',
  limit: 200,
  products: [market.tomato],
  language: 'en',
});

test('by default no phone is called', async () => {
  const market = await openTestAlerts();
  await market.post('/api/alerts', phone(market), 'alert_channel_off');
});

test('a number is confirmed by the code that was sent to it, and then reported to', async () => {
  const { market, gateway } = await openWithGateway(JSON_BODY);
  const { key } = await market.post<{ key: string }>('/api/alerts', phone(market));
  await market.drain();
  const [first] = gateway.taken;
  expect(first).toMatchObject({ type: 'application/json', secret: 'a "secret"' });
  const { to, message } = JSON.parse(first?.body ?? '') as { to: string; message: string };
  expect([to, message]).toEqual(['94771234567', expect.stringMatching(/: your code for price alerts is \d{6}$/)]);
  await market.post(
    '/api/alerts/confirm',
    { key, code: '000000' === message.slice(-6) ? '1' : '000000' },
    'alert_code_wrong',
  );
  await market.post('/api/alerts/confirm', { key, code: message.slice(-6) });
  market.goTo('2026-11-19');
  await market.publish('2026-11-19', { [market.tomato]: [180, 220] });
  await market.pass();
  expect(
    JSON.parse(gateway.taken[1]?.body ?? '')
      .message.split('\n')
      .slice(0, 2),
  ).toEqual(['Tomato: above Rs. 200.00 on 19 Nov 2026', 'Tomato: Rs. 180.00 to 220.00 per kg']);
});

test('after five wrong codes the right one is refused too', async () => {
  const { market, gateway } = await openWithGateway(JSON_BODY);
  const { key } = await market.post<{ key: string }>('/api/alerts', phone(market));
  await market.drain();
  const code = (JSON.parse(gateway.taken[0]?.body ?? '').message as string).slice(-6);
  for (let count = 0; count < 5; count += 1)
    await market.post('/api/alerts/confirm', { key, code: 'x' }, 'alert_code_wrong');
  await market.post('/api/alerts/confirm', { key, code }, 'alert_code_wrong');
});

test('a gateway of form fields gets them escaped, and an answer without the text of success is a failure', async () => {
  const { market, gateway } = await openWithGateway('user=pola&to={to}&text={text}', 'no credit left');
  await market.post('/api/alerts', { ...phone(market), language: 'ta' });
  await market.drain();
  const fields = new URLSearchParams(gateway.taken[0]?.body);
  expect([fields.get('user'), fields.get('to')]).toEqual(['pola', '94771234567']);
  expect(fields.get('text')).toMatch(/விலை அறிவிப்புக் குறியீடு \d{6}$/);
  const rows = await market.app.database.reader.selectFrom('alert_messages').select(['state', 'message']).execute();
  expect(rows).toEqual([{ state: 'failed', message: 'alerts.result.refused' }]);
});

test.each(['+1 212 555 0100', '0112345678', '0712', 'abc'])(
  '%s is refused as a mobile number in Sri Lanka',
  async (address) => {
    const { market } = await openWithGateway(JSON_BODY);
    await market.post('/api/alerts', { ...phone(market), address }, 'invalid_input');
  },
);
