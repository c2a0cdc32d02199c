/** @module-tag postgres */
import { expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { payments } from '#contract/payments.ts';
import { rentMessages } from '#contract/rent-messages.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenantPages } from '#contract/tenant-pages.ts';
import { tenants } from '#contract/tenants.ts';
import { serveBuiltWeb } from '../../http/assets/web-build.ts';
import { readMail } from '../../testing/mail-server.ts';
import { openTestMessages, shortOf } from '../../testing/rent-messages.ts';
import { GATEWAY_TERMS } from '../../testing/sms-gateway.ts';
import { deleteOldRows } from '../schedule/start-schedule.ts';

const NUMBER = '94771234567';
const NIMAL = { shop: 'A-1', contact: '077 123 4567' };
/** On PostgreSQL the lease of a server that died ends after 20 seconds. */
const LEASE_OVER_MS = 20_001;
const DAY_MS = 24 * 60 * 60_000;

test('by default nobody gets a message, and a person cannot send one', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.pass();
  await market.office.refused(rentMessages.send, { body: { occasion: 'bill' } }, 'rent_messages_off');
  expect([await market.list('open'), (await market.preview('bill')).messages]).toEqual([[], []]);
});

test('a preview shows each text with its parts and the cost, and what is sent is the same', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.let({ shop: 'A-2', contact: '071-765 4321', name: 'සුනිල්', language: 'si' });
  await market.let({ shop: 'A-3', contact: '011 234 5678', name: 'Fixed line' });
  for (const shop of ['A-1', 'A-2', 'A-3']) await market.office.generate(shop, '2026-10');
  await market.set({ rent_sms_on: true, part_cost: 0.65 });
  const preview = await market.preview('bill');
  expect(preview.messages.map(({ recipient, language }) => [recipient, language])).toEqual([
    [NUMBER, 'en'],
    ['94717654321', 'si'],
  ]);
  expect(preview.messages[0]?.text).toMatch(/: the bill of Oct 2026 for shop A-1 is Rs\. 11,800\.00, due /);
  expect(preview.messages[1]?.text).toContain('කඩ කාමර A-2');
  expect(preview.left_out).toMatchObject([
    { shop_id: 'A-3', reason: 'Without a mobile number or email address for messages' },
  ]);
  const parts = preview.messages.reduce((sum, one) => sum + one.parts, 0);
  expect([parts >= 3, preview.parts, Math.round(preview.cost * 100)]).toEqual([true, parts, parts * 65]);
  expect(market.gateway.taken).toEqual([]);
  expect(await market.send('bill')).toMatchObject({ queued: 2, left_out: [{ shop_id: 'A-3' }] });
  await market.drain();
  expect(market.gateway.taken.map(({ message }) => message)).toEqual(preview.messages.map(({ text }) => text));
  expect((await market.list('done')).map(shortOf)).toEqual(['94717654321, sent', `${NUMBER}, sent`]);
});

test('a number gets a message once: about all shops of its tenant, and not again', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.let({ ...NIMAL, shop: 'A-2', contact: '+94 77 123 4567' });
  await market.office.generate('A-1', '2026-10');
  await market.office.generate('A-2', '2026-10');
  await market.set({ rent_sms_on: true, bill_on: true });
  expect(await market.send('bill')).toMatchObject({ queued: 1, left_out: [] });
  expect(await market.send('bill')).toMatchObject({ queued: 0, left_out: [{ shop_id: 'A-1' }, { shop_id: 'A-2' }] });
  await market.pass();
  await market.drain();
  expect(market.gateway.taken).toMatchObject([{ to: NUMBER, message: expect.stringContaining('shop A-1, A-2') }]);
  expect(market.gateway.taken[0]?.message).toContain('Rs. 23,600.00');
});

test('who has paid when the message is to be sent is left out and named', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.let({ shop: 'A-2', contact: '0717654321' });
  await market.office.generate('A-1', '2026-10');
  await market.office.generate('A-2', '2026-10');
  await market.set({ rent_sms_on: true });
  await market.send('bill');
  await market.office.pay('A-1', 11_800, '2026-10-05');
  await market.office.pay('A-2', 1_800, '2026-10-05');
  await market.drain();
  expect(market.gateway.taken).toMatchObject([{ to: '94717654321', message: expect.stringContaining('10,000.00') }]);
  const [second, first] = await market.list('done');
  expect([second, first].flatMap((row) => row ?? []).map(shortOf)).toEqual([
    '94717654321, sent',
    `${NUMBER}, left_out, Nothing is due`,
  ]);
  expect(first?.tenancies).toMatchObject([{ shop_id: 'A-1', tenant_name: 'Nimal Perera' }]);
  expect(await market.list('failed')).toEqual([]);
});

test('from nine in the evening until five in the morning messages wait', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  market.office.goTo('2026-10-05', '21:00:00.000');
  await market.send('bill');
  await market.drain();
  market.office.goTo('2026-10-06', '04:59:59.999');
  await market.drain();
  expect([market.gateway.taken, (await market.list('open')).map(shortOf)]).toEqual([[], [`${NUMBER}, queued`]]);
  market.office.goTo('2026-10-06', '05:00:00.000');
  await market.drain();
  expect(market.gateway.taken).toHaveLength(1);
});

test('a message is sent only if the gateway took it; a failed one is listed, and sent again by a person', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  market.gateway.mood = 'refuses';
  await market.send('bill');
  await market.drain();
  const [failed] = await market.list('failed');
  expect(failed && shortOf(failed)).toBe(`${NUMBER}, failed, Rejected by the SMS gateway or push service`);
  expect(await market.list('done')).toEqual([]);
  await market.pass();
  await market.drain();
  expect(market.gateway.taken).toHaveLength(1);
  market.gateway.mood = 'taken';
  const params = { id: String(failed?.message_id) };
  await market.office.ask(rentMessages.again, { params });
  await market.drain();
  expect((await market.list('done')).map(shortOf)).toEqual([`${NUMBER}, sent`]);
  await market.office.refused(rentMessages.again, { params }, 'rent_message_not_failed');
});

test('a gateway that cannot be reached is tried again after a minute', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  await market.send('bill');
  const { address } = market.gateway;
  const point = (sms_address: string) =>
    market.app.database.write((tx) =>
      tx
        .updateTable('settings')
        .set({ value: JSON.stringify({ sms_address, ...GATEWAY_TERMS }) })
        .where('name', '=', 'alerts')
        .execute(),
    );
  await point('http://127.0.0.1:59999/');
  await market.drain();
  expect((await market.list('open')).map(shortOf)).toEqual([`${NUMBER}, queued`]);
  await point(address);
  market.app.clock.advance(59_999);
  await market.drain();
  expect(market.gateway.taken).toEqual([]);
  market.app.clock.advance(1);
  await market.drain();
  expect(market.gateway.taken).toHaveLength(1);
});

test('a message that was handed over when the server died is not confirmed, and never sent again by itself', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  market.gateway.mood = 'silent';
  await market.send('bill');
  market.outbox.wake();
  await expect.poll(() => market.gateway.taken.length).toBe(1);
  expect((await market.list('open')).map(shortOf)).toEqual([`${NUMBER}, sending`]);
  market.app.clock.advance(LEASE_OVER_MS);
  const next = market.openOutbox();
  await next.start();
  const unconfirmed = `${NUMBER}, unknown, Handed over, but not confirmed. Only a person sends it again`;
  expect((await market.list('failed')).map(shortOf)).toEqual([unconfirmed]);
  market.gateway.hangUp();
  await next.stop();
  await market.outbox.stop();
  expect((await market.list('failed')).map(shortOf)).toEqual([unconfirmed]);
  expect(market.gateway.taken).toHaveLength(1);
});

test('a queued message survives the server', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  await market.send('bill');
  const next = market.openOutbox();
  await next.start();
  await expect.poll(() => market.gateway.taken.length).toBe(1);
  await next.stop();
  expect((await market.list('done')).map(shortOf)).toEqual([`${NUMBER}, sent`]);
});

test('who wants no messages gets none, not even one that waits, until somebody starts them again', async () => {
  const market = await openTestMessages();
  const id = await market.let(NIMAL);
  const params = { id: String(id) };
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  await market.send('bill');
  const choose = (is_opted_out: boolean) =>
    market.office.ask(rentMessages.setOptOut, { role: 'cashier', params, body: { is_opted_out } });
  await choose(true);
  await choose(true);
  await market.drain();
  expect(market.gateway.taken).toEqual([]);
  expect(await market.office.ask(rentMessages.ofTenancy, { params })).toMatchObject({
    is_opted_out: true,
    opted_out_on: '2026-10-05',
    opted_out_by: market.app.emailOf('cashier'),
    phone: NUMBER,
    messages: [{ state: 'left_out', reason: 'The tenant wants no messages' }],
  });
  expect((await market.preview('reminder')).left_out).toMatchObject([{ reason: 'The tenant wants no messages' }]);
  await choose(false);
  expect((await market.preview('reminder')).messages).toHaveLength(1);
  const query = { event_type: 'Rent Messages Ended' } as const;
  expect(await market.office.ask(audit.list, { role: 'manager', query })).toHaveLength(1);
});

test('a receipt is sent five minutes after the payment, once, unless it became void', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.office.pay('A-1', 100, '2026-10-05');
  market.app.clock.advance(60_000);
  await market.set({ rent_sms_on: true, receipt_on: true });
  market.app.clock.advance(60_000);
  await market.office.pay('A-1', 1_800, '2026-10-05');
  const { payment } = await market.office.pay('A-1', 500, '2026-10-05');
  await market.pass();
  await market.drain();
  expect(market.gateway.taken).toEqual([]);
  await market.office.ask(payments.remove, { params: { id: String(payment.payment_id) } });
  market.app.clock.advance(5 * 60_000);
  await market.pass();
  await market.drain();
  expect(market.gateway.taken.map(({ message }) => message)).toEqual([
    expect.stringMatching(/received Rs\. 1,800\.00 for shop A-1 on 5 Oct 2026.*Still due: Rs\. 9,900\.00\./),
  ]);
  expect((await market.list('done')).map(shortOf)).toEqual([
    `${NUMBER}, left_out, The payment is void`,
    `${NUMBER}, sent`,
  ]);
});

test('bills are reported when they are issued, and those of before are not', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.let({ shop: 'A-2', contact: '0717654321' });
  await market.office.generate('A-1', '2026-10');
  market.app.clock.advance(60_000);
  await market.set({ rent_sms_on: true, bill_on: true });
  market.app.clock.advance(60_000);
  await market.office.generate('A-2', '2026-10');
  for (let count = 0; count < 3; count += 1) {
    market.app.clock.advance(5 * 60_000 + 1);
    await market.pass();
    await market.drain();
  }
  expect(market.gateway.taken.map(({ to }) => to)).toEqual(['94717654321']);
});

test('a tenant whose two shops are billed some minutes apart gets one message about both', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.let({ ...NIMAL, shop: 'A-2' });
  await market.set({ rent_sms_on: true, bill_on: true });
  const passAfter = async (ms: number) => {
    market.app.clock.advance(ms);
    await market.pass();
    await market.drain();
  };
  await market.office.generate('A-1', '2026-10');
  await passAfter(4 * 60_000);
  await market.office.generate('A-2', '2026-10');
  await passAfter(60_000);
  await passAfter(4 * 60_000);
  expect(market.gateway.taken).toEqual([]);
  await passAfter(1);
  expect(market.gateway.taken).toMatchObject([{ to: NUMBER, message: expect.stringContaining('shop A-1, A-2') }]);
});

test('who gets no message although messages are on is named once, and can get one later by hand', async () => {
  const market = await openTestMessages();
  const id = await market.let({ shop: 'A-1', contact: '011 234 5678' });
  await market.set({ rent_sms_on: true, bill_on: true, receipt_on: true });
  market.app.clock.advance(60_000);
  await market.office.generate('A-1', '2026-10');
  await market.office.pay('A-1', 100, '2026-10-05');
  market.app.clock.advance(6 * 60_000);
  for (let count = 0; count < 2; count += 1) await market.pass();
  const listed = await market.list('done');
  expect(
    listed.map(({ occasion, state, reason, tenancies: [one] }) => [occasion, state, reason, one?.shop_id]),
  ).toEqual([
    ['receipt', 'left_out', 'Without a mobile number or email address for messages', 'A-1'],
    ['bill', 'left_out', 'Without a mobile number or email address for messages', 'A-1'],
  ]);
  const params = { id: String(listed[0]?.message_id) };
  await market.office.refused(rentMessages.again, { params }, 'rent_message_not_failed');
  const tenant = { name: 'Nimal Perera', contact: '077 123 4567', address: 'Dambulla' };
  await market.office.ask(tenants.edit, { params: { id: String(id) }, body: tenant });
  expect(await market.send('bill')).toMatchObject({ queued: 1 });
});

test('on its day of the month who owes something is reminded, once', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.let({ shop: 'A-2', contact: '0717654321' });
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true, reminder_on: true, reminder_day: 10 });
  const counts: number[] = [];
  for (const day of [
    '2026-10-09',
    '2026-10-10',
    '2026-10-11',
    '2026-10-12',
    '2026-11-09',
    '2026-11-10',
    '2026-11-14',
  ]) {
    market.office.goTo(day);
    await market.pass();
    await market.drain();
    counts.push(market.gateway.taken.length);
  }
  expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2]);
  expect(new Set(market.gateway.taken.map(({ to }) => to))).toEqual(new Set([NUMBER]));
});

test('a day that has passed when reminders are turned on is not made up for', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  market.office.goTo('2026-10-11');
  await market.set({ rent_sms_on: true, reminder_on: true, reminder_day: 10 });
  await market.pass();
  expect(await market.list('open')).toEqual([]);
});

test.each([
  ['bill_text', '{ammount}', '{ammount}'],
  ['reminder_text', 'Dear {name}, pay by {lastDay}', '{lastDay}'],
  ['receipt_text', 'Dear {name', '{'],
])('a misspelt placeholder in %s is refused with the known ones', async (field, written, found) => {
  const market = await openTestMessages();
  const before = await market.office.ask(rentMessages.getSettings, {});
  const body = { ...before, [field]: { en: written, si: 'x', ta: 'x' } };
  const { details } = await market.office.refused(
    rentMessages.setSettings,
    { role: 'superadmin', body },
    'invalid_input',
  );
  const sentence = expect.stringContaining(`${found} is not a known placeholder. The placeholders are: {name} {shop}`);
  expect(details).toEqual([{ field: `${field}.en`, message: sentence }]);
});

test('the link of the tenant page is in the message while there are pages', async () => {
  const market = await openTestMessages({ PUBLIC_URL: 'https://pola.example' });
  const id = await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  expect((await market.preview('bill')).messages[0]?.text).not.toContain('https');
  await market.office.ask(tenantPages.setSettings, { role: 'superadmin', body: { is_on: true } });
  const { address } = await market.office.ask(tenantPages.get, { params: { id: String(id) } });
  expect((await market.preview('bill')).messages[0]?.text.split('\n').at(-1)).toBe(address);
});

test('a tenant stops messages on the tenant page, and the office sees who did', async () => {
  const market = await openTestMessages({ PUBLIC_URL: 'https://pola.example' }, serveBuiltWeb);
  const id = await market.let(NIMAL);
  const params = { id: String(id) };
  await market.office.generate('A-1', '2026-10');
  await market.office.ask(tenantPages.setSettings, { role: 'superadmin', body: { is_on: true } });
  const { address } = await market.office.ask(tenantPages.get, { params });
  const path = new URL(address ?? 'https://pola.example/').pathname;
  const show = async () => (await market.app.send({ url: path })).body;
  expect(await show()).not.toContain('Stop messages');
  await market.set({ rent_sms_on: true });
  expect(await show()).toContain('Stop messages');
  const choose = async (url: string, payload: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await market.app.send({ method: 'POST', url, headers, payload })).statusCode;
  };
  expect(await choose(`${path}/messages`, 'messages=maybe')).toBe(400);
  expect(await choose(`${path.slice(0, -1)}/messages`, 'messages=off')).toBe(404);
  expect(await choose(`${path}/messages`, 'messages=off')).toBe(303);
  expect(await show()).toContain('You get no messages from the market office.');
  const file = () => market.office.ask(rentMessages.ofTenancy, { params });
  expect(await file()).toMatchObject({ is_opted_out: true, opted_out_by: 'tenant' });
  expect(await choose(`${path}/messages`, 'messages=on')).toBe(303);
  expect(await file()).toMatchObject({ is_opted_out: false });
});

test('a tenant with an email address gets an email too', async () => {
  const market = await openTestMessages();
  await market.let({ ...NIMAL, email: 'good@example.com' });
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true, rent_email_on: true });
  expect(await market.send('bill')).toMatchObject({ queued: 2 });
  await market.drain();
  expect(market.gateway.taken).toHaveLength(1);
  const [mail] = market.mailServer.taken;
  const { headers, text } = readMail(mail ?? { from: '', to: '', raw: '' });
  expect(mail?.to).toBe('good@example.com');
  expect(headers.find((line) => line.startsWith('Subject: '))).toMatch(/: bill for shop A-1$/);
  expect(text).toContain(market.gateway.taken[0]?.message.split('\n')[0]);
});

test('a text that is too long is not cut, it fails with the reason', async () => {
  const market = await openTestMessages();
  await market.let({ ...NIMAL, name: 'සු'.repeat(60) });
  await market.office.generate('A-1', '2026-10');
  const long = '{name} '.repeat(12);
  await market.set({ rent_sms_on: true, bill_text: { en: long, si: long, ta: long } });
  await market.send('bill');
  await market.drain();
  expect(market.gateway.taken).toEqual([]);
  expect((await market.list('failed')).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^The text has \d+ parts; the maximum is 10$/),
  ]);
});

test('messages are deleted after 400 days', async () => {
  const market = await openTestMessages();
  await market.let(NIMAL);
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  await market.send('bill');
  await market.drain();
  const { database, clock } = market.app;
  const counts: number[] = [];
  for (const ms of [400 * DAY_MS, 1]) {
    clock.advance(ms);
    await deleteOldRows(database, clock.now());
    counts.push((await database.reader.selectFrom('rent_messages').select('id').execute()).length);
  }
  expect(counts).toEqual([1, 0]);
});

test('erasing a tenant deletes the messages, which the download of personal data has before', async () => {
  const market = await openTestMessages();
  const id = await market.let(NIMAL);
  const params = { id: String(id) };
  await market.office.generate('A-1', '2026-10');
  await market.set({ rent_sms_on: true });
  await market.send('bill');
  await market.drain();
  await market.office.pay('A-1', 11_800, '2026-10-05');
  await market.office.ask(tenancies.end, { params, body: { last_day: '2026-10-05' } });
  const { rent_messages } = await market.office.ask(tenancies.personalData, { params, role: 'superadmin' });
  expect(rent_messages).toMatchObject([{ about: 'bill', way: 'sms', to: NUMBER, state: 'sent' }]);
  await market.office.ask(tenancies.erasePersonalData, {
    params,
    body: { reason: 'Asked for it' },
    role: 'superadmin',
  });
  expect(await market.app.database.reader.selectFrom('rent_messages').selectAll().execute()).toEqual([]);
});
