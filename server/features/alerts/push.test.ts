import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { alerts } from '#contract/alerts.ts';
import { elapsedMs } from '../../clock.ts';
import { openTestAlerts, type TestAlerts } from '../../testing/alerts.ts';
import { IS_OPEN } from '../mail/queries.ts';
import { isPushEndpoint } from './check-address.ts';

const LIST = '2026-11-19';

async function openWithBrowser(name = 'good.1'): Promise<{ market: TestAlerts; key: string }> {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  const { key } = await market.subscribe({ channel: 'push', ...market.push.subscribe(name) });
  market.goTo(LIST);
  return { market, key: key ?? '' };
}

async function publishAndSend(market: TestAlerts): Promise<void> {
  await market.publish(LIST, { [market.tomato]: [180, 220] });
  await market.pass();
}

const stateOf = async ({ app }: TestAlerts) => {
  const columns = ['state', 'message', 'attempts'] as const;
  return app.database.reader.selectFrom('alert_messages').select(columns).execute();
};

test('a browser gets a message that only it can decrypt, signed with the key of the market', async () => {
  const { market, key } = await openWithBrowser();
  await publishAndSend(market);
  await market.pass();
  const [push, ...more] = market.push.taken;
  expect(more).toEqual([]);
  expect(push).toMatchObject({
    browser: 'good.1',
    ttl: '43200',
    payload: {
      title: 'Prices for 19 Nov 2026',
      body: 'Tomato: Rs. 180.00 to 220.00 per kg',
      url: `/product/${market.tomato}/chart`,
      manage: `/alerts/manage?key=${key}`,
      manageLabel: 'Change or stop alerts',
    },
    claims: { aud: market.push.origin, sub: 'mailto:office@pola.example' },
  });
});

test('the private key of web push is stored encrypted, made once, and never answered', async () => {
  const market = await openTestAlerts();
  const stored = async () => {
    const row = await market.app.database.reader
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'alerts')
      .executeTakeFirstOrThrow();
    return JSON.parse(row.value) as Record<string, string>;
  };
  const first = await stored();
  await market.set({ push_contact: 'other@pola.example' });
  expect(await stored()).toEqual({ ...first, push_contact: 'other@pola.example' });
  expect(Buffer.from(first.push_private_key ?? '', 'base64url').length).toBeGreaterThan(32);
  const answer = await market.app.as('superadmin', { method: 'GET', url: alerts.getSettings.path });
  expect(answer.body).not.toContain(first.push_private_key);
  const log = await market.app.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(first.push_private_key);
});

test.each(['gone.1', 'unknown.1'])(
  'the subscription of a browser that no longer exists (%s) is deleted',
  async (name) => {
    const { market, key } = await openWithBrowser(name);
    await publishAndSend(market);
    await market.post('/api/alerts/show', { key }, 'alert_not_found');
    expect(await stateOf(market)).toEqual([]);
  },
);

test('a browser that got another address receives the next list there, once, and only its own alerts move', async () => {
  const { market, key } = await openWithBrowser('gone.1');
  const { key: other } = await market.subscribe({ channel: 'push', ...market.push.subscribe('good.other') });
  const keys = [key, 'x'.repeat(32)];
  await market.post('/api/alerts/renew', { keys, ...market.push.subscribe('good.new') });
  market.goTo('2026-11-20');
  await market.publish('2026-11-20', { [market.tomato]: [180, 220] });
  await market.pass();
  const reached = market.push.taken.map(({ browser }) => browser);
  expect([reached.length, new Set(reached)]).toEqual([2, new Set(['good.new', 'good.other'])]);
  expect(await market.show(key)).toMatchObject({ address: `${market.push.origin}/good.new`, is_confirmed: true });
  expect(await market.show(other ?? '')).toMatchObject({ address: `${market.push.origin}/good.other` });
});

test('an alert whose old address ended while its message was sent remains at the new address', async () => {
  const { market, key } = await openWithBrowser('gone.1');
  const renewed = market.push.subscribe('good.new');
  market.push.onRequest(() => market.post('/api/alerts/renew', { keys: [key], ...renewed }));
  await publishAndSend(market);
  expect(await market.show(key)).toMatchObject({ address: renewed.address });
});

test('an address to which an alert can move is checked like a new one, and keys of other channels move nothing', async () => {
  const market = await openTestAlerts();
  const email = await market.subscribed();
  const good = market.push.subscribe('good.new');
  await market.post('/api/alerts/renew', { keys: [email], ...good }, 'alert_not_found');
  const { key } = await market.subscribe({ channel: 'push', ...market.push.subscribe('good.1') });
  for (const wrong of [{ address: 'https://127.0.0.1/a' }, { auth: Buffer.alloc(15).toString('base64url') }])
    await market.post('/api/alerts/renew', { keys: [key], ...good, ...wrong }, 'invalid_input');
  expect(await market.show(key ?? '')).toMatchObject({ address: `${market.push.origin}/good.1` });
});

test('one address does not get more alerts by renewals than by subscribing', async () => {
  const market = await openTestAlerts();
  const keyOf = async (name: string) =>
    (await market.subscribe({ channel: 'push', ...market.push.subscribe(name) })).key ?? '';
  const target = market.push.subscribe('good.target');
  const keys = [await keyOf('good.1'), await keyOf('good.2'), await keyOf('good.3')];
  const copies = { channel: 'push', address: target.address } as const;
  const { database } = market.app;
  const { id: _, ...row } = await database.reader
    .selectFrom('alert_subscriptions')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow();
  const full = Array.from({ length: 8 }, (__, at) => ({ ...row, ...copies, token_hash: `full ${at}` }));
  await database.write((tx) => tx.insertInto('alert_subscriptions').values(full).execute());
  await market.post('/api/alerts/renew', { keys, ...target }, 'too_many_alerts');
  await market.post('/api/alerts/renew', { keys: keys.slice(0, 2), ...target });
  await market.post('/api/alerts/renew', { keys: keys.slice(0, 2), ...target });
});

test('a busy service gets the message again later, and it arrives once', async () => {
  const { market } = await openWithBrowser('busyonce.1');
  await publishAndSend(market);
  expect(await stateOf(market)).toEqual([{ state: 'queued', message: 'alerts.result.refused', attempts: 1 }]);
  market.app.clock.advance(60_000);
  await market.drain();
  expect([market.push.requests(), market.push.taken.length]).toEqual([2, 1]);
});

test('a service that is busy for long is asked four times', async () => {
  const { market } = await openWithBrowser('busy.1');
  await publishAndSend(market);
  for (let hour = 0; hour < 5; hour += 1) {
    market.app.clock.advance(60 * 60_000);
    await market.drain();
  }
  expect(market.push.requests()).toBe(4);
  expect(await stateOf(market)).toEqual([{ state: 'failed', message: 'alerts.result.refused', attempts: 3 }]);
});

test.each(['broken.1', 'refuse.1', 'moved.1'])(
  'an answer that may mean anything (%s) is not tried again, and no redirect is followed',
  async (name) => {
    const { market } = await openWithBrowser(name);
    await publishAndSend(market);
    market.app.clock.advance(60 * 60_000);
    await market.drain();
    expect(market.push.requests()).toBe(1);
    expect(await stateOf(market)).toEqual([{ state: 'failed', message: 'alerts.result.refused', attempts: 0 }]);
  },
);

test('a service that nobody reaches is asked again, because nothing was handed over', async () => {
  const { market } = await openWithBrowser();
  await market.push.close();
  await publishAndSend(market);
  expect(await stateOf(market)).toEqual([{ state: 'queued', message: 'alerts.result.unreachable', attempts: 1 }]);
});

test.each([
  'http://fcm.googleapis.com/a',
  'https://fcm.googleapis.com:8443/a',
  'https://fcm.googleapis.com@localhost/a',
  'https://fcm.googleapis.com.example.com/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://169.254.169.254/latest/meta-data',
  'https://notify.windows.com.example/a',
  'https://evilnotify.windows.com.lk/a',
  'file:///etc/passwd',
  'fcm.googleapis.com/a',
])('%s is refused as a push service', async (address) => {
  const market = await openTestAlerts();
  const { p256dh, auth } = market.push.subscribe('good.1');
  const alert = { channel: 'push', address, p256dh, auth, kind: 'daily', products: [market.tomato], language: 'en' };
  const { details } = await market.post<{ details: object[] }>('/api/alerts', alert, 'invalid_input');
  expect(details).toEqual([{ field: 'address', message: expect.stringContaining('cannot receive price alerts') }]);
});

test('keys with which nothing could be encrypted are refused, instead of failing with each list', async () => {
  const market = await openTestAlerts();
  const good = market.push.subscribe('good.1');
  const point = Buffer.from(good.p256dh, 'base64url');
  const offCurve = Buffer.concat([point.subarray(0, 64), Buffer.from([(point.at(64) ?? 0) ^ 1])]);
  const alert = { channel: 'push', kind: 'daily', products: [market.tomato], language: 'en', ...good };
  for (const keys of [
    { p256dh: offCurve.toString('base64url') },
    { p256dh: point.subarray(0, 40).toString('base64url') },
    { auth: Buffer.alloc(15).toString('base64url') },
    { auth: Buffer.alloc(17).toString('base64url') },
  ]) {
    const { details } = await market.post<{ details: object[] }>('/api/alerts', { ...alert, ...keys }, 'invalid_input');
    expect(details, JSON.stringify(keys)).toEqual([{ field: 'address', message: expect.any(String) }]);
  }
  await market.subscribe(alert as Parameters<typeof market.subscribe>[0]);
});

test('the push services of all browsers are known', () => {
  for (const address of [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-pn1p.notify.windows.com/w/?token=a',
  ])
    expect(isPushEndpoint(address, []), address).toBe(true);
});

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

const MOST_SECONDS = 60;

type Channel = 'push' | 'email';
const channels: readonly Channel[] = ['push', 'email'];
const TITLE = 'alerts to many by %s are handed over within a minute of their time, each once';
test.each(channels)(TITLE, { tags: ['slow'] }, (channel) => alertMany(channel, 400));
test.each(channels)(`${TITLE} (10,000)`, { tags: ['nightly'] }, (channel) => alertMany(channel, 10_000));

async function alertMany(channel: Channel, messages: number): Promise<void> {
  const market = await openTestAlerts();
  const { database } = market.app;
  market.goTo('2026-11-18');
  await market.subscribe({ channel: 'push', ...market.push.subscribe('good.first') });
  const first = await database.reader.selectFrom('alert_subscriptions').selectAll().executeTakeFirstOrThrow();
  const { id: _, ...row } = first;
  for (let start = 0; start < messages; start += 500) {
    const rows = Array.from({ length: Math.min(500, messages - start) }, (__, at) => {
      const token_hash = `reader ${start + at}`;
      const name = `good.${start + at}`;
      if (channel === 'email') return { ...row, token_hash, channel, address: `${name}@example.com`, push_keys: '' };
      const { address, p256dh, auth } = market.push.subscribe(name);
      return { ...row, token_hash, address, push_keys: JSON.stringify({ p256dh, auth }) };
    });
    await database.write((tx) => tx.insertInto('alert_subscriptions').values(rows).execute());
  }
  await database.write((tx) => tx.deleteFrom('alert_subscriptions').where('id', '=', first.id).execute());
  market.goTo('2026-11-19');
  await market.publish('2026-11-19', { [market.tomato]: [180, 220] });
  const startedAt = elapsedMs();
  expect(await market.queue()).toBe(messages);
  const queuedAt = elapsedMs();
  market.app.clock.advance(6 * 60_000);
  while (!(await isDrained(market))) await market.drain().catch(() => undefined);
  const [queueing, sending] = [queuedAt - startedAt, elapsedMs() - queuedAt].map((ms) =>
    Number((ms / 1000).toFixed(1)),
  );
  console.log(`figures: ${messages} alerts by ${channel}: queued in ${queueing} s, handed over in ${sending} s`);
  const recipients =
    channel === 'email' ? market.mailServer.taken.map(({ to }) => to) : market.push.taken.map(({ browser }) => browser);
  expect([recipients.length, new Set(recipients).size]).toEqual([messages, messages]);
  expect(sending).toBeLessThan(MOST_SECONDS);
}

async function isDrained({ app }: Awaited<ReturnType<typeof openTestAlerts>>): Promise<boolean> {
  const open = app.database.reader.selectFrom('alert_messages').select('id').where(IS_OPEN).limit(1);
  return (await open.executeTakeFirst()) === undefined;
}
