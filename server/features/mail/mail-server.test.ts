import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Sending } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { MAIL_SERVER } from '../../testing/centre-settings.ts';
import { openMailServer, readMail, type TestMailServer } from '../../testing/mail-server.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

const PASSWORD = 'a secret of the mail server';
const superadmin = { role: 'superadmin' } as const;
type ServerBody = Sending<typeof mail.setServer>['body'];

async function openOffice(
  manner: Parameters<typeof openMailServer>[0] = { password: PASSWORD },
  environment: (server: TestMailServer) => Record<string, string> = () => ({}),
): Promise<{ office: TestOffice; server: TestMailServer; body: ServerBody }> {
  const server = await openMailServer(manner);
  onTestFinished(() => server.close());
  const office = await openTestOffice(environment(server));
  return { office, server, body: { ...MAIL_SERVER, port: Number(new URL(server.url).port) } };
}

const save = (office: TestOffice, body: ServerBody) => office.ask(mail.setServer, { ...superadmin, body });
const sendTest = (office: TestOffice) => office.ask(mail.testServer, superadmin);

async function mailInvoice(office: TestOffice) {
  await office.let('A-1');
  const { invoice_id } = await office.generate('A-1', '2026-11');
  return (await office.ask(mail.sendInvoices, { body: { invoices: [{ invoice_id }] } })).results[0];
}

test('the saved server sends the next email, without a restart', async () => {
  const { office, server, body } = await openOffice();
  const none = await mailInvoice(office);
  expect(none?.message).toBe('Email is not set up. A superadmin can enter the mail server under Settings.');
  await save(office, body);
  const invoices = [{ invoice_id: 'INV-A-1-202611' }];
  const { results } = await office.ask(mail.sendInvoices, { body: { invoices } });
  expect(results[0]?.state).toBe('sent');
  expect(server.taken).toMatchObject([{ from: 'office@market.example', to: 'nimal@example.com' }]);
});

test('the password is in no answer, no audit entry and no row, also not after a change', async () => {
  const { office, body } = await openOffice();
  await save(office, body);
  await save(office, { ...body, password: 'another secret' });
  const { password: _, ...same } = body;
  const saved = await save(office, { ...same, user: 'chief' });
  expect(saved.settings).toEqual({
    ...same,
    user: 'chief',
    has_password: true,
    operator: { server: null, sender: null },
  });
  expect(await office.ask(mail.getServer, superadmin)).toEqual(saved.settings);
  const rows = JSON.stringify(await everythingIn(office.app));
  for (const secret of [PASSWORD, 'another secret']) expect(rows).not.toContain(secret);
  const log = (await office.auditLog()).filter(({ event_type }) => event_type === 'Mail Server Changed');
  expect(log.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    [
      expect.stringMatching(/mail server: none; .*; password: none$/),
      expect.stringMatching(/mail server: 127.0.0.1; .*; password: stored$/),
    ],
    ['password: stored', 'password: a new password'],
    ['username: clerk', 'username: chief'],
  ]);
  expect((await save(office, { ...same, password: '' })).settings.has_password).toBe(false);
  await office.expectCleanBooks();
});

test('with another audit key the password is unknown, and is asked for again', async () => {
  const { office, body } = await openOffice();
  await save(office, body);
  writeFileSync(path.join(office.app.dataDir, 'audit-key'), 'another key of this market, of 32 characters');
  office.app.database.auditKeys.forget();
  expect((await office.ask(mail.getServer, superadmin)).has_password).toBe(false);
});

test('what the environment sets has precedence, and is shown without its password', { tags: ['slow'] }, async () => {
  const { office, server } = await openOffice({ password: 'hidden' }, ({ url }) => ({
    SMTP_URL: url.replace('smtp://', 'smtp://clerk:hidden@'),
    MAIL_FROM: 'Operator <operator@market.example>',
  }));
  const { settings } = await save(office, { ...MAIL_SERVER, host: 'nowhere.example' });
  const { host } = new URL(server.url);
  expect(settings.operator).toEqual({ server: host, sender: 'Operator <operator@market.example>' });
  expect(settings.host).toBe('nowhere.example');
  expect((await mailInvoice(office))?.state).toBe('sent');
  expect(server.taken).toMatchObject([{ from: 'operator@market.example' }]);
});

test('a test email goes to the own address, with the answer of the server', async () => {
  const { office, server, body } = await openOffice();
  await save(office, body);
  const own = office.app.emailOf('superadmin');
  const result = await sendTest(office);
  expect(result).toEqual({
    success: true,
    message: `The mail server accepted the test email to ${own}.`,
    reply: expect.stringMatching(/^250 /),
  });
  expect(server.taken).toMatchObject([{ to: own }]);
  const [taken] = server.taken;
  expect(taken && readMail(taken).headers).toContain('Subject: Test email from Pola Economic Centre');
  const log = (await office.auditLog()).filter(({ event_type }) => event_type === 'Mail Server Tested');
  expect(log).toHaveLength(1);
});

test('a failed test email says in words what is wrong', async () => {
  const { office, body } = await openOffice();
  expect((await sendTest(office)).message).toMatch(/^Email is not set up/);
  await save(office, { ...body, password: 'a wrong one' });
  expect(await sendTest(office)).toEqual({
    success: false,
    message: 'The mail server rejected the username or password. A superadmin can correct them under Settings.',
    reply: '535 Wrong password',
  });
  await save(office, { ...body, security: 'starttls' });
  expect(await sendTest(office)).toMatchObject({
    success: false,
    message: "The mail server's certificate is not trusted for this name. Check the name of the mail server.",
  });
  await save(office, { ...body, security: 'tls' });
  expect(await sendTest(office)).toMatchObject({
    success: false,
    message: 'The mail server cannot encrypt as chosen. Choose another encryption or port.',
  });
  office.app.clock.advance(60_000);
  await save(office, { ...body, port: 9 });
  expect(await sendTest(office)).toMatchObject({
    success: false,
    message: 'There is no connection to the mail server. Check its name, the port and the encryption.',
    reply: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a sixth test email within a minute is refused', async () => {
  const { office } = await openOffice();
  for (let count = 0; count < 5; count += 1) await sendTest(office);
  await office.refused(mail.testServer, superadmin, 'too_many_tries');
  office.app.clock.advance(60_000);
  await sendTest(office);
});

test.each([
  ['host', { host: 'smtp://mail.example' }],
  ['host', { host: 'smtp.example.com:587' }],
  ['port', { port: 0 }],
  ['security', { security: 'ssl' as 'tls' }],
  ['sender', { sender: 'the office' }],
])('a mail server with a bad %s is refused by that field', async (field, wrong) => {
  const { office, body } = await openOffice();
  const refusal = await office.refused(mail.setServer, { ...superadmin, body: { ...body, ...wrong } }, 'invalid_input');
  expect(refusal.details?.map((detail) => detail.field)).toEqual([field]);
});
