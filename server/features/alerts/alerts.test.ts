/** @module-tag postgres */
import { expect, test } from 'vitest';
import { keyIn, openTestAlerts } from '../../testing/alerts.ts';
import { readMail } from '../../testing/mail-server.ts';
import { deleteOldRows } from '../schedule/start-schedule.ts';
import { queueDueAlerts } from './queue-due-alerts.ts';

test('an email address gets nothing but one confirmation until its link is confirmed', { tags: ['slow'] }, async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-19');
  const { key } = await market.subscribe({});
  expect(key).toBeNull();
  await market.drain();
  const [confirmation] = market.mailServer.taken.map((mail) => readMail(mail).text.replaceAll('\r\n', '\n'));
  expect(confirmation).toContain('Prices of Tomato, with each new price list');
  expect(confirmation).toMatch(/https:\/\/pola\.example\/alerts\/manage\?key=[\w-]{32}\n/);
  await market.publish('2026-11-19', { [market.tomato]: [180, 220] });
  await market.pass();
  expect(market.mailServer.taken).toHaveLength(1);
});

test('the prices of the chosen products are sent once with each list', { tags: ['slow'] }, async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  await market.publish('2026-11-18', { [market.tomato]: [100, 120] });
  await market.subscribed({ products: [market.tomato, market.carrot] });
  await market.pass();
  expect(market.mails()).toEqual([]);
  market.goTo('2026-11-19');
  await market.publish('2026-11-19', { [market.tomato]: [180, 220], [market.carrot]: [90, 90] });
  await market.pass();
  await market.pass();
  const [text = '', ...more] = market.mails();
  expect(more).toEqual([]);
  expect(text.split('\n').slice(0, 2)).toEqual(['Tomato: Rs. 180.00 to 220.00 per kg', 'Carrot: Rs. 90.00 per kg']);
  const { headers } = readMail(market.mailServer.taken.at(-1) ?? { from: '', to: '', raw: '' });
  expect(headers).toContain('Subject: Prices for 19 Nov 2026');
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(headers.some((line) => /^List-Unsubscribe: <https:\/\/pola\.example\/alerts\/manage\?key=/.test(line))).toBe(
    true,
  );
});

test.each([
  ['a line break', 'Tomato\r\nBcc: everybody@example.com\r\n\r\nPay <b>now</b>'],
  ['a long text', 'Tomato '.repeat(300)],
  ['Sinhala and a direction mark', 'තක්කාලි \u202e https://evil.example'],
])(
  '%s in the name of a product changes no header of a mail and not the way out',
  { tags: ['slow'] },
  async (_, name) => {
    const market = await openTestAlerts();
    market.goTo('2026-11-18');
    await market.publish('2026-11-18', { [market.tomato]: [100, 120] });
    const key = await market.subscribed({ kind: 'above', limit: 150 });
    await market.app.database.write((tx) => tx.updateTable('products').set({ name }).execute());
    market.goTo('2026-11-19');
    await market.publish('2026-11-19', { [market.tomato]: [180, 220] });
    await market.pass();
    const { headers } = readMail(market.mailServer.taken.at(-1) ?? { from: '', to: '', raw: '' });
    expect(
      headers.map((line) => line.split(':')[0]).toSorted((one, other) => (one ?? '').localeCompare(other ?? '')),
    ).toEqual([
      'Auto-Submitted',
      'Content-Transfer-Encoding',
      'Content-Type',
      'Date',
      'From',
      'List-Unsubscribe',
      'List-Unsubscribe-Post',
      'Message-ID',
      'MIME-Version',
      'Subject',
      'To',
    ]);
    expect(headers).toContain(`List-Unsubscribe: <https://pola.example/alerts/manage?key=${key}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  },
);

test('a limit is reported when the price crosses it, and not on each day above', { tags: ['slow'] }, async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-10');
  await market.subscribed({ kind: 'above', limit: 200 });
  await market.subscribed({ kind: 'below', limit: '150.50' });
  const days: [string, [number, number]][] = [
    ['2026-11-11', [160, 180]],
    ['2026-11-12', [180, 200]],
    ['2026-11-13', [190, 201]],
    ['2026-11-14', [220, 260]],
    ['2026-11-15', [150.5, 170]],
    ['2026-11-16', [150, 170]],
    ['2026-11-17', [205, 210]],
  ];
  const reported: string[] = [];
  for (const [day, pair] of days) {
    market.goTo(day);
    await market.publish(day, { [market.tomato]: pair });
    await market.pass();
    reported.push(...market.mails().map((text) => `${day}: ${text.split('\n')[0]}`));
  }
  expect(reported).toEqual([
    '2026-11-13: Tomato: Rs. 190.00 to 201.00 per kg',
    '2026-11-16: Tomato: Rs. 150.00 to 170.00 per kg',
    '2026-11-17: Tomato: Rs. 205.00 to 210.00 per kg',
  ]);
});

test('between nine in the evening and five in the morning nothing is sent, except what somebody waits for', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  await market.subscribed();
  market.goTo('2026-11-19', '20:56:00.000');
  await market.publish('2026-11-19', { [market.tomato]: [180, 220] });
  await market.pass();
  expect(market.mails()).toEqual([]);
  market.goTo('2026-11-20', '04:59:59.999');
  await market.subscribe({ address: 'other@example.com' });
  await market.drain();
  expect(market.mailServer.taken.at(-1)?.to).toBe('other@example.com');
  expect(market.mails()).toEqual([]);
  market.goTo('2026-11-20', '05:00:00.000');
  await market.drain();
  expect(market.mails()).toEqual([expect.stringMatching(/^Tomato: Rs\. 180\.00 to 220\.00/)]);
});

test('of the lists of an evening and an early morning only the newest is sent after the quiet hours', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  await market.subscribed();
  await market.subscribed({ kind: 'above', limit: 200 });
  for (const [day, time, pair] of [
    ['2026-11-19', '21:30:00.000', [180, 220]],
    ['2026-11-20', '04:00:00.000', [240, 260]],
  ] as const) {
    market.goTo(day, time);
    await market.publish(day, { [market.tomato]: [...pair] });
    await market.pass();
  }
  expect(market.mails()).toEqual([]);
  market.goTo('2026-11-20', '05:00:00.000');
  await market.pass();
  expect(market.mails()).toEqual([
    expect.stringMatching(/^Tomato: Rs\. 180\.00 to 220\.00/),
    expect.stringMatching(/^Tomato: Rs\. 240\.00 to 260\.00/),
  ]);
  await market.publish('2026-11-20', { [market.tomato]: [240, 250] });
  await market.pass();
  expect(market.mails()).toEqual([expect.stringMatching(/240\.00 to 250\.00/)]);
});

test('a price that was reported and then corrected is sent once more, with what was reported before', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  await market.subscribed({ products: [market.tomato, market.carrot] });
  market.goTo('2026-11-19');
  await market.publish('2026-11-19', { [market.tomato]: [180, 220], [market.carrot]: [90, 95] });
  await market.pass();
  market.mails();
  await market.publish('2026-11-19', { [market.tomato]: [18, 22] });
  await market.pass();
  await market.pass();
  const [text = '', ...more] = market.mails();
  expect(more).toEqual([]);
  expect(text.split('\n').slice(0, 2)).toEqual([
    'Tomato: Rs. 18.00 to 22.00 per kg (previously reported: Rs. 180.00 to 220.00)',
    'Carrot: Rs. 90.00 to 95.00 per kg',
  ]);
  await market.publish('2026-11-19', { [market.tomato]: null });
  market.goTo('2026-11-20');
  await market.pass();
  expect(market.mails()).toEqual([
    expect.stringMatching(/^Tomato: no price \(previously reported: Rs\. 18\.00 to 22\.00\)\n/),
  ]);
});

test('a correction within five minutes changes the message, and one that undoes a crossing removes it', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  await market.publish('2026-11-18', { [market.tomato]: [100, 120] });
  await market.subscribed();
  await market.subscribed({ kind: 'above', limit: 200 });
  market.goTo('2026-11-19');
  await market.publish('2026-11-19', { [market.tomato]: [180, 2200] });
  await market.queue();
  market.app.clock.advance(4 * 60_000);
  await market.publish('2026-11-19', { [market.tomato]: [180, 200] });
  await market.pass();
  expect(market.mails()).toEqual([expect.stringMatching(/^Tomato: Rs\. 180\.00 to 200\.00/)]);
});

test('an old list that is published late is not reported', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-10');
  await market.subscribed();
  market.goTo('2026-11-19');
  await market.publish('2026-11-17', { [market.tomato]: [180, 220] });
  await market.pass();
  expect(market.mails()).toEqual([]);
  await market.publish('2026-11-18', { [market.tomato]: [180, 220] });
  await market.pass();
  expect(market.mails()).toHaveLength(1);
});

test('thousands are queued in slices, each once, however often and by how many it is tried', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  const key = await market.subscribed();
  const { database, clock } = market.app;
  const first = await database.reader.selectFrom('alert_subscriptions').selectAll().executeTakeFirstOrThrow();
  const { id: _, ...row } = first;
  const rows = Array.from({ length: 30 }, (__, at) => ({ ...row, token_hash: `${key} ${at}`, address: `${at}@x.lk` }));
  await database.write((tx) => tx.insertInto('alert_subscriptions').values(rows).execute());
  market.goTo('2026-11-19');
  await market.publish('2026-11-19', { [market.tomato]: [180, 220] });
  const counts = await Promise.all([1, 2, 3].map(() => queueDueAlerts(database, clock.now(), 4)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(31);
  const queued = await database.reader.selectFrom('alert_messages').select('occasion').execute();
  expect(queued.filter(({ occasion }) => occasion === 'list 2026-11-19')).toHaveLength(31);
});

test('a subscription can be seen, changed and ended by its link, and nothing of it remains', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  const key = await market.subscribed({ address: ' Good@Example.com ' });
  expect(await market.show(key)).toEqual({
    channel: 'email',
    address: 'good@example.com',
    kind: 'daily',
    limit: null,
    language: 'en',
    products: [{ id: market.tomato, name: 'Tomato', name_si: '', name_ta: '' }],
    is_confirmed: true,
    createdAt: '2026-11-18T02:30:00.000Z',
    messages: [{ occasion: 'confirm', state: 'sent', changed_at: '2026-11-18T02:30:00.000Z' }],
  });
  const wish = { kind: 'above', limit: 200, products: [market.carrot], language: 'ta' };
  await market.post('/api/alerts/change', { key, ...wish });
  expect(await market.show(key)).toMatchObject({ ...wish, products: [{ id: market.carrot }] });
  await market.post('/api/alerts/end', { key });
  await market.post('/api/alerts/show', { key }, 'alert_not_found');
  await market.post('/api/alerts/end', { key }, 'alert_not_found');
  const { reader } = market.app.database;
  expect(await reader.selectFrom('alert_subscriptions').selectAll().execute()).toEqual([]);
  expect(await reader.selectFrom('alert_messages').selectAll().execute()).toEqual([]);
});

test('what is not confirmed within 48 hours cannot be confirmed any longer and is deleted', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  await market.subscribe({});
  const key = await market.subscribed({ address: 'other@example.com' });
  const [first] = market.mailServer.taken;
  const forgotten = keyIn(readMail(first ?? { from: '', to: '', raw: '' }).text);
  market.goTo('2026-11-20', '08:00:00.001');
  await market.post('/api/alerts/confirm', { key: forgotten }, 'alert_not_found');
  await deleteOldRows(market.app.database, market.app.clock.now());
  const rows = await market.app.database.reader.selectFrom('alert_subscriptions').select('address').execute();
  expect(rows).toEqual([{ address: 'other@example.com' }]);
  expect((await market.show(key)).messages).toHaveLength(1);
  market.goTo('2026-12-19');
  await deleteOldRows(market.app.database, market.app.clock.now());
  expect((await market.show(key)).messages).toEqual([]);
});

test('a stranger cannot fill an inbox: three unconfirmed per address, ten sign-ups an hour per network', {
  tags: ['slow'],
}, async () => {
  const market = await openTestAlerts();
  const alert = { channel: 'email', kind: 'daily', products: [market.tomato], language: 'en' };
  for (let count = 0; count < 3; count += 1) await market.subscribe({});
  for (const address of ['GOOD@example.com', 'good+4@example.com', 'good+a+b@example.com'])
    await market.post('/api/alerts', { ...alert, address }, 'too_many_alerts');
  for (let count = 0; count < 4; count += 1) await market.subscribe({ address: `${count}+good@example.com` });
  market.app.clock.advance(60 * 60_000);
  for (let count = 0; count < 4; count += 1) await market.subscribe({ address: `other${count}@example.com` });
  for (let count = 0; count < 6; count += 1) await market.subscribe({ address: `good${count}@example.com` });
  await market.post('/api/alerts', { ...alert, address: 'good9@example.com' }, 'too_many_tries');
  market.app.clock.advance(60 * 60_000);
  await market.subscribe({ address: 'good9@example.com' });
});

test('no address is written into the audit log or the status', async () => {
  const market = await openTestAlerts();
  market.goTo('2026-11-18');
  await market.subscribed({ address: 'refuse.me@example.com' }).catch(() => undefined);
  await market.subscribed();
  const entries = await market.app.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(entries)).not.toContain('good@example.com');
  const status = await market.app.as('admin', { method: 'GET', url: '/api/settings/alerts/status' });
  expect(status.body).not.toContain('@example.com');
  expect(status.json()).toMatchObject({
    channels: [
      { channel: 'email', obstacle: null, confirmed: 1, unconfirmed: 1 },
      { channel: 'push', obstacle: null },
      { channel: 'sms', obstacle: 'off' },
    ],
    failures: [{ reason: 'Rejected by the SMS gateway or push service', count: 1 }],
  });
});

test.each([
  ['without a mail server', { SMTP_URL: '' }, 'no_mail_server'],
  ['without a public address', { PUBLIC_URL: '' }, 'no_public_address'],
])('%s alerts by email are not offered', async (_, environment, obstacle) => {
  const market = await openTestAlerts(environment);
  const alert = { channel: 'email', address: 'good@example.com', kind: 'daily', products: [1], language: 'en' };
  await market.post('/api/alerts', alert, 'alert_channel_off');
  const status = await market.app.as('admin', { method: 'GET', url: '/api/settings/alerts/status' });
  expect(status.json().channels[0]).toMatchObject({ channel: 'email', obstacle });
});
