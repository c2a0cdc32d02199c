import { expect, test } from 'vitest';
import { alerts } from '#contract/alerts.ts';
import { openTestAlerts, type TestAlerts } from '../../testing/alerts.ts';
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
      manageLabel: 'Change or end',
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
  expect(details).toEqual([{ field: 'address', message: expect.stringContaining('not supported') }]);
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
