/** @module-tag postgres */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import type { MailResult } from '#contract/mail.ts';
import { englishOf } from '#contract/messages/message.ts';
import { readConfig } from '../../config.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { type MailServerBehaviour, openMailServer, readMail, type TestMailServer } from '../../testing/mail-server.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { TAX_SETUP } from '../../testing/tax-setup.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { deleteOldRows } from '../schedule/start-schedule.ts';
import { queueInvoices } from './queue-mails.ts';
import { readMailServer } from './read-mail-server.ts';
import { LIMITS, mailOutbox } from './send-mails.ts';

type Manner = Parameters<typeof openMailServer>[0];

async function openPostOffice(manner: Manner = {}): Promise<{ app: TestApp; server: TestMailServer }> {
  const server = await openMailServer(manner);
  onTestFinished(() => server.close());
  return { server, app: await openDoor({ SMTP_URL: server.url, MAIL_FROM: 'Market <office@pola.example>' }) };
}

async function openDoor(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await openTestApp(environment);
  onTestFinished(() => app.close());
  return app;
}

async function post(app: TestApp, url: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await app.as('admin', { method: 'POST', url, payload, headers });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

const invoiceOf = (shopId: string) => `INV-${shopId}-202611`;

async function bill(app: TestApp, shop_id: string, email: string, name = 'Nimal Perera'): Promise<string> {
  const terms = { shop_name: 'Nimal Stores', location: 'Block A', rent_amount: 8000, vat_rate: 18 };
  await post(app, '/api/shops', { shop_id, ...terms, operation_fee: 2000.25 });
  await post(app, '/api/tenants', { shop_id, name, contact: '000 000 0000', address: 'Dambulla', email });
  await post(app, '/api/systemsetting/generate', { shop_id, month_year: '2026-11' });
  return invoiceOf(shop_id);
}

interface Sent {
  status: number;
  run: string;
  results: (Omit<MailResult, 'state'> & { state?: MailResult['state'] })[];
}

async function request(app: TestApp, ids: readonly string[], key: string | null = randomUUID(), again?: true) {
  const invoices = ids.map((invoice_id) => ({
    invoice_id,
    again,
    total_amount: 1,
    Shop: { Tenant: { email: 'x@y.example' } },
  }));
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
  return app.as('admin', { method: 'POST', url: '/api/email/send-email', payload: { invoices }, headers });
}

async function send(app: TestApp, ids: readonly string[], key?: string | null, again?: true) {
  const answer = await request(app, ids, key, again);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Sent>().results;
}

function patient(server: TestMailServer): TestMailServer {
  return { ...server, url: server.url.replaceAll('=800', '=20000') };
}

/** The emails of these tests are invoices and statements. */
const NO_REMINDERS = {
  renewReminder: () => Promise.reject(new Error('an invoice was loaded as a reminder')),
};

async function startSending(app: TestApp, server: TestMailServer, ids: readonly string[], limits = {}) {
  const config = readConfig({ SMTP_URL: server.url });
  const outbox = mailOutbox(
    { ...app, ...NO_REMINDERS, config, onFault: () => {} },
    { ...LIMITS, pausesMs: [1, 1], ...limits },
  );
  const context = { actor: 'admin@example.com', now: app.clock.now(), requestId: 'request-1' };
  const invoices = ids.map((invoice_id) => ({ invoice_id }));
  const source = { config, auditKeys: app.database.auditKeys };
  await app.database.write(async (tx) =>
    queueInvoices(tx, context, { server: await readMailServer(tx, source), invoices }),
  );
  outbox.wake();
  return outbox;
}

async function sendWith(app: TestApp, server: TestMailServer, ids: readonly string[], limits = {}) {
  const outbox = await startSending(app, server, ids, limits);
  const isOver = await outbox.waitUntil(async () =>
    (await mails(app)).every(({ state }) => state !== 'queued' && state !== 'sending'),
  );
  const stop = () => outbox.stop();
  return { isOver, stop, results: await mails(app) };
}

const mails = async (app: TestApp) =>
  (await app.database.reader.selectFrom('mails').selectAll().orderBy('id').execute()).map((row) => ({
    ...row,
    message: englishOf(restoreMessage(row.message)),
  }));
const noted = (app: TestApp) =>
  app.database.reader
    .selectFrom('audit_log')
    .select(['event_description', 'invoice_id', 'shop_id', 'new_value', 'user_actioned'])
    .where('event_type', '=', 'Invoice Mailed')
    .orderBy('id')
    .execute();

test('of a registered centre the tenant receives the tax invoice, and the second mail is a copy', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice();
  await app.as('admin', { method: 'PUT', url: '/api/tax/settings', payload: TAX_SETUP });
  const invoice = await bill(app, 'A-12', 'nimal@example.com');
  await send(app, [invoice]);
  await send(app, [invoice]);
  const mails = server.taken.map((taken) => readMail(taken));
  const pages = await Promise.all(mails.map(async ({ attachment }) => (await readPdfText(attachment)).join('')));
  expect(pages[0]).toMatch(/INVOICE\s*ORIGINAL/);
  expect(pages[1]).toMatch(/INVOICE\s*COPY ONLY/);
  expect(mails[0]?.text).toContain('Total including VAT: 11,800.30');
  expect(mails[0]?.text).toMatch(/To pay by 4 Dec 2026: 11,800\.30/);
});

test('a tenant receives the invoice as text and as PDF, with the figures of the ledger', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'nimal@example.com');
  expect(await send(app, [invoice.toLowerCase()])).toEqual([
    { success: true, invoice_id: invoice, shop_id: 'A-12', message: 'Sent to nimal@example.com.', state: 'sent' },
  ]);
  const inSinhala = { url: '/api/email/mails', headers: { 'accept-language': 'si' } };
  expect((await app.as('admin', inSinhala)).json()).toMatchObject([{ message: 'යවා ඇත: nimal@example.com.' }]);
  const [taken] = server.taken;
  if (!taken) throw new Error('no mail came');
  expect(taken).toMatchObject({ from: 'office@pola.example', to: 'nimal@example.com' });
  const { headers, text, attachment } = readMail(taken);
  expect(headers).toContain('From: Market <office@pola.example>');
  expect(headers).toContain('To: Nimal Perera <nimal@example.com>');
  expect(headers).toContain(`Subject: Invoice ${invoice} for Nov 2026`);
  expect(headers).toContain('Date: Fri, 20 Nov 2026 03:00:00 +0000');
  for (const line of [
    'Rent Amount: 8,000.00',
    'Operation Fee: 2,000.25',
    'VAT (18%): 1,800.05',
    'Total Amount: Rs. 11,800.30',
    'Pay by 4 Dec 2026.',
    'Rent due before the 15th of the month, otherwise a 30% fine.',
  ])
    expect(text.split('\r\n')).toContain(line);
  const [page] = await readPdfText(attachment);
  expect(page).toContain('Rs. 11,800.30');
  expect(page).toContain('Nimal Perera');
  const downloaded = await app.as('admin', { method: 'GET', url: `/api/invoices/${invoice}/pdf` });
  expect([page]).toEqual(await readPdfText(downloaded.rawPayload));
});

test('each mail has a row with its own message id, and an audit entry', { tags: ['slow'] }, async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'nimal@example.com');
  await send(app, [invoice]);
  await send(app, [invoice]);
  const rows = await mails(app);
  const row = {
    recipient: 'nimal@example.com',
    state: 'sent',
    message: 'Sent to nimal@example.com.',
    requested_by: 'admin@example.com',
  };
  expect(rows).toEqual([expect.objectContaining(row), expect.objectContaining(row)]);
  expect(rows.map(({ changed_at }) => changed_at)).toEqual([app.clock.now(), app.clock.now()]);
  const named = server.taken.map((mail) => readMail(mail).headers.find((line) => line.startsWith('Message-ID:')));
  expect(named).toEqual(rows.map(({ message_id }) => `Message-ID: <${message_id}>`));
  expect(rows.map(({ message_id }) => message_id)).toEqual(
    rows.map(({ invoice_id, run_id }) => `invoice-${invoice_id}-${run_id}@pola.example`),
  );
  const entry = {
    event_description: `Invoice ${invoice}: Sent to nimal@example.com.`,
    invoice_id: invoice,
    shop_id: 'A-12',
    new_value: 'sent',
    user_actioned: 'admin@example.com',
  };
  expect(await noted(app)).toEqual([entry, entry]);
});

test('without a mail server each result says that email is not set up', { tags: ['slow'] }, async () => {
  const app = await openDoor();
  const ids = [await bill(app, 'A-1', 'a@example.com'), await bill(app, 'A-2', 'b@example.com')];
  const message = 'Email is not set up. A superadmin can enter the mail server under Settings.';
  expect(await send(app, ids)).toEqual(
    ['A-1', 'A-2'].map((shop_id) => ({
      success: false,
      invoice_id: invoiceOf(shop_id),
      shop_id,
      message,
      state: 'failed',
    })),
  );
  expect((await mails(app)).map(({ state }) => state)).toEqual(['failed', 'failed']);
});

test('a tenant without an address and an unknown invoice fail with the reason, and the others are sent, also to a tenant who left', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice();
  const none = await bill(app, 'A-1', 'x@example.com');
  const good = await bill(app, 'A-2', 'good@example.com');
  const left = await bill(app, 'A-3', 'gone@example.com');
  await app.database.write((tx) =>
    tx.updateTable('tenancies').set({ email: null }).where('email', '=', 'x@example.com').execute(),
  );
  await app.database.write((tx) =>
    tx
      .updateTable('tenancies')
      .set({ ended_on: dayOf(app.clock.now()) })
      .where('email', '=', 'gone@example.com')
      .execute(),
  );
  const failed = (invoice_id: string, shop_id: string, message: string) => ({
    success: false,
    invoice_id,
    shop_id,
    message,
    state: 'failed',
  });
  expect(await send(app, [none, 'INV-Z-9-202611', good, left])).toEqual([
    failed(none, 'A-1', 'The tenant has no email address.'),
    failed('INV-Z-9-202611', 'Z-9', 'Invoice not found.'),
    { success: true, invoice_id: good, shop_id: 'A-2', message: 'Sent to good@example.com.', state: 'sent' },
    { success: true, invoice_id: left, shop_id: 'A-3', message: 'Sent to gone@example.com.', state: 'sent' },
  ]);
  expect(new Set(server.taken.map(({ to }) => to))).toEqual(new Set(['gone@example.com', 'good@example.com']));
});

test('an invoice that is requested twice is sent once', async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'nimal@example.com');
  expect(await send(app, [invoice, invoice.toLowerCase()])).toHaveLength(1);
  expect(server.taken).toHaveLength(1);
});

test('the same Idempotency-Key returns the first answer again and sends nothing, also while the first request runs', async () => {
  const { app, server } = await openPostOffice();
  const ids = [await bill(app, 'A-12', 'nimal@example.com'), await bill(app, 'A-13', 'refuse@example.com')];
  const key = 'batch-1';
  const [first, meanwhile] = await Promise.all([send(app, ids, key), send(app, ids, key)]);
  expect(meanwhile).toEqual(first);
  expect(await send(app, ids, key)).toEqual(first);
  expect(first.map(({ success }) => success)).toEqual([true, false]);
  expect(server.taken).toHaveLength(1);
  expect(await mails(app)).toHaveLength(2);
});

test('a line break in a name does not split a header', { tags: ['slow'] }, async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'nimal@example.com');
  const name = 'Nimal\r\nBcc: everybody@example.com\r\n\r\nPay me <b>now</b>';
  await app.database.write((tx) => tx.updateTable('tenancies').set({ name }).execute());
  await app.database.write((tx) => tx.updateTable('shops').set({ shop_name: name }).execute());
  expect(await send(app, [invoice])).toMatchObject([{ success: true }]);
  expect(server.taken).toMatchObject([{ to: 'nimal@example.com' }]);
  const [taken] = server.taken;
  const { headers, attachment } = readMail(taken ?? { from: '', to: '', raw: '' });
  const names = headers.map((line) => line.split(':')[0]);
  expect(new Set(names)).toEqual(
    new Set(['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type']),
  );
  expect(names).toHaveLength(7);
  expect(attachment.subarray(0, 4).toString()).toBe('%PDF');
});

test('a name or an address with a line break is refused, and a stored one gets no mail', async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'nimal@example.com');
  const email = 'nimal@example.com\r\nBcc: everybody@example.com';
  const nimal = { name: 'Nimal', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };
  const [tenant] = await app.database.reader.selectFrom('tenancies').select('id').execute();
  for (const field of [{ email }, { name: email }, { contact: email }, { address: email }]) {
    const payload = { ...nimal, ...field };
    const refused = await app.as('admin', { method: 'PUT', url: `/api/tenants/${tenant?.id}`, payload });
    expect(refused.statusCode, refused.body).toBe(400);
  }
  await app.database.write((tx) => tx.updateTable('tenancies').set({ email }).execute());
  expect(await send(app, [invoice])).toMatchObject([{ success: false }]);
  expect(server.taken).toEqual([]);
});

test('a Sinhala and a Tamil name arrive in the text and in the header', { tags: ['slow'] }, async () => {
  const { app, server } = await openPostOffice();
  const ids = [await bill(app, 'A-1', 'a@example.com', 'ශ්‍රීයානි'), await bill(app, 'A-2', 'b@example.com', 'க்ஷத்ரியன்')];
  await send(app, ids);
  for (const [to, name] of [
    ['a@example.com', 'ශ්‍රීයානි'],
    ['b@example.com', 'க்ஷத்ரியன்'],
  ] as const) {
    const taken = server.taken.find((mail) => mail.to === to);
    expect(readMail(taken ?? { from: '', to: '', raw: '' }).text).toContain(`Dear ${name},`);
  }
});

const RESULTS: Record<MailServerBehaviour, { said: RegExp; state: string; comes: number }> = {
  good: { said: /^Sent to /, state: 'sent', comes: 1 },
  busyonce: { said: /^Sent to /, state: 'sent', comes: 1 },
  hanguponce: { said: /^Sent to /, state: 'sent', comes: 1 },
  refuse: { said: /^The mail server rejected the email: 550 .*No such mailbox/, state: 'failed', comes: 0 },
  busy: { said: /^The mail server rejected the email: 451 .*Mailbox busy/, state: 'failed', comes: 0 },
  stall: {
    said: /^The mail server could not be reached, or it closed the connection before/,
    state: 'failed',
    comes: 0,
  },
  hangup: {
    said: /^The mail server could not be reached, or it closed the connection before/,
    state: 'failed',
    comes: 0,
  },
  reject: { said: /^The mail server rejected the email: 554 .*Looks like spam/, state: 'failed', comes: 1 },
  swallow: { said: /^It is not known whether this email was sent/, state: 'unknown', comes: 1 },
  mute: {
    said: /^It is not known whether this email was sent\. Ask the tenant whether it arrived, or send it again\.$/,
    state: 'unknown',
    comes: 1,
  },
};

test('of 20 mails to an unreliable server each has one correct result, and none is sent twice', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice();
  const moods = Object.keys(RESULTS) as MailServerBehaviour[];
  const addresses = ['1', '2'].flatMap((number) => moods.map((mood) => `${mood}.${number}@example.com`));
  const ids: string[] = [];
  for (const [at, address] of addresses.entries()) ids.push(await bill(app, `A-${at + 1}`, address));
  const { isOver, results } = await sendWith(app, server, ids);
  expect(isOver).toBe(true);
  expect(results).toHaveLength(20);
  for (const [at, address] of addresses.entries()) {
    const { said, state, comes } = RESULTS[address.split('.')[0] as MailServerBehaviour];
    expect(results[at]).toMatchObject({ recipient: address, state, message: expect.stringMatching(said) });
    expect(
      server.taken.filter(({ to }) => to === address),
      address,
    ).toHaveLength(comes);
  }
  expect(await noted(app)).toHaveLength(20);
});

async function billAll(app: TestApp, count: number, moodOf: (at: number) => MailServerBehaviour): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 1; at <= count; at += 1) ids.push(await bill(app, `A-${at}`, `${moodOf(at)}.${at}@example.com`));
  return ids;
}

test('a server that stops leaves mails queued that it did not hand over, and the next one sends them', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice();
  const ids = await billAll(app, 6, (at) => (at < 4 ? 'mute' : 'good'));
  const outbox = await startSending(app, patient(server), ids, { graceMs: 100 });
  expect(await outbox.waitUntil(async () => server.taken.length === 3)).toBe(true);
  await outbox.stop();
  const states = async () => (await mails(app)).map(({ state }) => state);
  expect(await states()).toEqual([...Array(3).fill('unknown'), ...Array(3).fill('queued')]);
  const next = mailOutbox({ ...app, ...NO_REMINDERS, config: readConfig({ SMTP_URL: server.url }), onFault: () => {} });
  next.wake();
  await next.waitUntil(async () => !(await states()).some((state) => state === 'queued' || state === 'sending'));
  await next.stop();
  expect(await states()).toEqual([...Array(3).fill('unknown'), ...Array(3).fill('sent')]);
  const expected = ids.map((_, at) => `${at < 3 ? 'mute' : 'good'}.${at + 1}@example.com`);
  expect(server.taken).toHaveLength(6);
  expect(new Set(server.taken.map(({ to }) => to))).toEqual(new Set(expected));
});

test('several processes send each queued mail once', { tags: ['slow'] }, async () => {
  const { app, server } = await openPostOffice();
  const ids = await billAll(app, 12, () => 'good');
  const config = readConfig({ SMTP_URL: server.url });
  const others = [1, 2, 3].map(() => mailOutbox({ ...app, ...NO_REMINDERS, config, onFault: () => {} }));
  const sending = sendWith(app, server, ids);
  while (server.taken.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const other of others) other.wake();
  const { results } = await sending;
  await Promise.all(others.map((other) => other.stop()));
  expect(new Set(results.map(({ leased_by }) => leased_by)).size).toBeGreaterThan(1);
  expect(results.map(({ state }) => state)).toEqual(Array(12).fill('sent'));
  expect(new Set(server.taken.map(({ to }) => to)).size).toBe(12);
  expect(server.taken).toHaveLength(12);
});

async function abandon(app: TestApp, state: 'queued' | 'sending'): Promise<void> {
  const until = app.clock.now();
  app.clock.advance(1);
  await app.database.write((tx) =>
    tx.updateTable('mails').set({ state, leased_by: 'dead', leased_until: until }).execute(),
  );
}

test('the mail of a dead process is sent if it was not handed over, else it is unknown and waits for a person', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'good@example.com');
  const { results } = (await request(app, [invoice], 'batch-1')).json<Sent>();
  expect(results).toMatchObject([{ state: 'sent' }]);
  await abandon(app, 'queued');
  const outbox = mailOutbox({
    ...app,
    ...NO_REMINDERS,
    config: readConfig({ SMTP_URL: server.url }),
    onFault: () => {},
  });
  await outbox.start();
  await outbox.waitUntil(async () => (await mails(app))[0]?.state === 'sent');
  expect(server.taken).toHaveLength(2);
  await abandon(app, 'sending');
  await outbox.start();
  await outbox.stop();
  expect(await mails(app)).toMatchObject([{ state: 'unknown' }]);
  const unknown = {
    success: false,
    invoice_id: invoice,
    shop_id: 'A-12',
    state: 'unknown',
    message: 'It is not known whether this email was sent. Ask the tenant whether it arrived, or send it again.',
  };
  expect(await send(app, [invoice], 'batch-1')).toEqual([unknown]);
  expect(await send(app, [invoice], 'batch-2')).toEqual([unknown]);
  expect(server.taken).toHaveLength(2);
  expect(await send(app, [invoice], 'batch-3', true)).toMatchObject([{ success: true, state: 'sent' }]);
  expect(await send(app, [invoice], 'batch-1')).toEqual([unknown]);
  expect(await send(app, [invoice], 'batch-4')).toMatchObject([{ state: 'sent' }]);
  expect((await noted(app)).map(({ new_value }) => new_value)).toEqual(['sent', 'sent', 'unknown', 'sent', 'sent']);
});

test('more than 50 invoices are accepted, sent after the answer, and followed by the run', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice();
  const ids = await billAll(app, 50, () => 'good');
  const answer = await request(app, [...ids, 'INV-Z-9-202611']);
  expect(answer.statusCode).toBe(202);
  const { run_id, results } = answer.json<{ run_id: string } & Sent>();
  expect(results.map(({ invoice_id }) => invoice_id)).toEqual([...ids, 'INV-Z-9-202611']);
  expect(results.slice(0, 50).every(({ success }) => success)).toBe(true);
  expect(results[50]).toMatchObject({ success: false, message: 'Invoice not found.' });
  const readRun = async () => (await app.as('manager', { url: `/api/email/runs/${run_id}` })).json();
  while ((await readRun()).done < 50) await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await readRun()).results.every(({ state }: MailResult) => state === 'sent')).toBe(true);
  expect(server.taken).toHaveLength(50);
});

test('a double click of a client without keys sends each mail once', { tags: ['slow'] }, async () => {
  const { app, server } = await openPostOffice();
  const ids = await billAll(app, 3, () => 'good');
  const answers = await Promise.all([request(app, ids, null), request(app, ids, null)]);
  expect(answers.map((answer) => answer.json().repeated).sort()).toEqual([true, undefined]);
  expect(answers[0]?.json().results).toEqual(answers[1]?.json().results);
  expect(server.taken).toHaveLength(3);
});

test('mails with a result are deleted after 400 days', async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'good@example.com');
  await sendWith(app, server, [invoice]);
  app.clock.advance(400 * 24 * 3_600_000);
  await deleteOldRows(app.database, app.clock.now());
  expect(await mails(app)).toHaveLength(1);
  app.clock.advance(1);
  await deleteOldRows(app.database, app.clock.now());
  expect(await mails(app)).toEqual([]);
});

test('a temporary refusal at the greeting is retried, on one connection for many mails', {
  tags: ['slow'],
}, async () => {
  const { app, server } = await openPostOffice({ refusedGreetings: 2 });
  const ids: string[] = [];
  for (const at of [1, 2, 3, 4, 5, 6, 7]) ids.push(await bill(app, `A-${at}`, `good.${at}@example.com`));
  const { results } = await sendWith(app, patient(server), ids);
  expect(results.map(({ state }) => state)).toEqual(Array(7).fill('sent'));
  expect(server.taken).toHaveLength(7);
  expect(server.connections()).toBeLessThanOrEqual(5);
});

test.each([
  ['greets nobody', { isSilent: true }],
  ['refuses every greeting', { refusedGreetings: 99 }],
])('a server that %s is reported as such', async (_, manner) => {
  const { app, server } = await openPostOffice(manner);
  const {
    results: [result],
  } = await sendWith(app, server, [await bill(app, 'A-1', 'good@example.com')]);
  expect(result).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/could not be reached|rejected the email: 421/),
  });
  expect(server.connections()).toBe(3);
});

test('an unreachable server is reported as unreachable', async () => {
  const { app, server } = await openPostOffice();
  await server.close();
  const {
    results: [result],
  } = await sendWith(app, server, [await bill(app, 'A-1', 'good@example.com')]);
  expect(result?.message).toMatch(/^The mail server could not be reached/);
});

test('a refused login is not repeated', { tags: ['slow'] }, async () => {
  const { app, server } = await openPostOffice({ refusesLogin: true });
  const ids: string[] = [];
  for (const at of [1, 2, 3, 4, 5, 6]) ids.push(await bill(app, `A-${at}`, `good.${at}@example.com`));
  const { results } = await sendWith(app, server, ids);
  expect(new Set(results.map(({ message }) => message))).toEqual(
    new Set(['The mail server rejected the username or password. A superadmin can correct them under Settings.']),
  );
  expect(server.connections()).toBeLessThanOrEqual(3);
});

test('a mail that was sent remains sent, although its row could not be stored', async () => {
  const { app, server } = await openPostOffice();
  const invoice = await bill(app, 'A-12', 'nimal@example.com');
  await app.database.write((tx) => tx.deleteFrom('audit_head').execute());
  expect((await sendWith(app, server, [invoice])).results).toMatchObject([
    { state: 'sent', message: 'Sent to nimal@example.com. This result could not be saved in the system logs.' },
  ]);
  expect(server.taken).toHaveLength(1);
});
