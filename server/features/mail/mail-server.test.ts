import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Sending } from '#contract/call.ts';
import type { Language } from '#contract/languages.ts';
import { mail } from '#contract/mail.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { putSetting } from '../../db/settings.ts';
import { MAIL_SERVER } from '../../testing/centre-settings.ts';
import { openMailServer, readMail, type TestMailServer } from '../../testing/mail-server.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readDrawnGlyphs, shapeWithHarfBuzz } from '../../testing/pdf.ts';
import { mailSetting } from './read-mail-server.ts';

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

test('with settings of an earlier release, no missing price list is reported', async () => {
  const { office, body } = await openOffice();
  await save(office, body);
  await office.app.database.write(async (tx) => {
    const stored = await mailSetting.read(tx);
    const value = JSON.stringify({ ...stored, missing_list_to: undefined });
    await putSetting(tx, { name: 'mail-server', value, at: office.app.clock.now() });
  });
  const { password: _, ...same } = body;
  expect(await office.ask(mail.getServer, superadmin)).toMatchObject({ ...same, missing_list_to: '' });
  expect((await save(office, { ...same, missing_list_to: 'chief@example.com' })).settings).toMatchObject({
    missing_list_to: 'chief@example.com',
  });
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
    message: 'The mail server does not support the encryption you chose. Choose another encryption method or port.',
  });
  office.app.clock.advance(60_000);
  await save(office, { ...body, port: 9 });
  expect(await sendTest(office)).toMatchObject({
    success: false,
    message: 'Could not connect to the mail server. Check its name, the port and the encryption.',
    reply: expect.stringContaining('ECONNREFUSED'),
  });
});

/** Opens a program that is not a mail server. It says the first line when somebody connects, then one line for each. */
async function openOtherProgram([greeting = '', ...answers]: readonly string[]): Promise<number> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => {});
    socket.on('data', () => socket.write(left.shift() ?? ''));
    socket.write(greeting);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

test.each([
  ['SSH', ['SSH-2.0-OpenSSH_9.2 inside\r\n']],
  ['HTTP', ['HTTP/1.1 400 Bad Request\r\nServer: inside\r\n\r\n']],
  ['Redis', ['-ERR inside\r\n']],
  ['a program that greets like a mail server', ['220 ready\r\n', 'inside\r\n', 'inside\r\n']],
  ['one of whose lines has no code', ['421-busy\r\ninside\r\n421 busy\r\n']],
])('what %s says in place of a mail server is not shown', async (_, lines) => {
  const { office, body } = await openOffice();
  await save(office, { ...body, port: await openOtherProgram(lines) });
  expect(await sendTest(office)).toEqual({
    success: false,
    message: 'The program at this address is not a mail server. Check the name and the port.',
    reply: null,
  });
  expect(JSON.stringify(await office.auditLog())).not.toContain('inside');
});

test('nor is it in the result of an invoice that was to be sent there', async () => {
  const { office, body } = await openOffice();
  await save(office, { ...body, port: await openOtherProgram(['SSH-2.0-OpenSSH_9.2 inside\r\n']) });
  const sent = await mailInvoice(office);
  expect(sent).toMatchObject({ success: false });
  expect(JSON.stringify([sent, await office.auditLog()])).not.toContain('inside');
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
  ['missing_list_to', { missing_list_to: 'the manager' }],
])('a mail server with a bad %s is refused by that field', async (field, wrong) => {
  const { office, body } = await openOffice();
  const refusal = await office.refused(mail.setServer, { ...superadmin, body: { ...body, ...wrong } }, 'invalid_input');
  expect(refusal.details?.map((detail) => detail.field)).toEqual([field]);
});

async function readMails(language: Language) {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const office = await openTestOffice({ SMTP_URL: server.url, MAIL_FROM: 'Market <office@pola.example>' });
  office.goTo('2026-11-20');
  await office.let('A-1');
  const [tenant] = await office.ask(tenants.list, {});
  const params = { id: String(tenant?.tenant_id) };
  await office.ask(tenancies.edit, { params, body: { agreement_number: '', agreement_note: '', language } });
  const { invoice_id } = await office.generate('A-1', '2026-11');
  await office.ask(mail.sendInvoices, { body: { invoices: [{ invoice_id }] } });
  await office.ask(mail.sendStatement, { params: { id: 'A-1' }, body: {} });
  return server.taken.map((taken) => {
    const { headers, text, attachment } = readMail(taken);
    return { subject: subjectIn(headers), lines: text.split(/\r?\n/), attachment };
  });
}

/** Returns the decoded subject. Mail headers encode text that is not Latin, in several parts. */
function subjectIn(headers: readonly string[]): string {
  const subject = headers.find((header) => header.startsWith('Subject: '))?.slice('Subject: '.length) ?? '';
  return subject
    .replaceAll('?= =?', '?==?')
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'))
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    );
}

test.each([
  {
    language: 'en',
    invoice: 'Invoice INV-A-1-202611 for Nov 2026',
    statement: 'Statement of account, shop A-1, 20 Nov 2026',
    lines: ['Dear Nimal Perera,', 'Rent Amount: 8,000.00', 'Pay by 4 Dec 2026.', 'Pola Economic Centre'],
    result: 'Amount due on 20 Nov 2026: Rs. 11,800.00',
  },
  {
    language: 'si',
    invoice: '2026 නොවැම්බර් බිල්පත, අංක INV-A-1-202611',
    statement: 'ගිණුම් ප්‍රකාශය, කඩ කාමරය A-1, 2026 නොවැම්බර් 20',
    lines: ['ගරු Nimal Perera,', 'කුලිය: 8,000.00', '2026 දෙසැම්බර් 4 දින හෝ ඊට පෙර ගෙවන්න.', 'Pola Economic Centre'],
    result: '2026 නොවැම්බර් 20 දිනට ගෙවිය යුතු මුදල: රු. 11,800.00',
  },
  {
    language: 'ta',
    invoice: 'கட்டணப்பட்டியல் INV-A-1-202611: 2026 நவம்பர்',
    statement: 'கணக்குக் கூற்று, கடை A-1, 2026 நவம்பர் 20',
    lines: [
      'மதிப்புக்குரிய Nimal Perera,',
      'வாடகை: 8,000.00',
      '2026 டிசெம்பர் 4 அன்று அல்லது அதற்கு முன் செலுத்தவும்.',
      'Pola Economic Centre',
    ],
    result: '2026 நவம்பர் 20 அன்று செலுத்த வேண்டிய தொகை: ரூ. 11,800.00',
  },
] as const)("a tenant's emails are in the language of the tenancy: $language", { tags: ['slow'] }, async (expected) => {
  const [invoice, statement] = await readMails(expected.language);
  expect([invoice?.subject, statement?.subject]).toEqual([expected.invoice, expected.statement]);
  for (const line of expected.lines) expect(invoice?.lines).toContain(line);
  expect(statement?.lines).toContain(expected.lines[0]);
  expect(statement?.lines).toContain(expected.result);
});

test.each([
  ['si', 'Sinhala', 'NotoSansSinhala-Regular', 'බදුකරු'],
  ['ta', 'Tamil', 'NotoSansTamil-Regular', 'வாடகைதாரர்'],
] as const)(
  'the PDFs attached are in that language too: %s',
  { tags: ['slow'] },
  async (language, face, font, tenant) => {
    for (const { attachment } of await readMails(language))
      expect(readDrawnGlyphs(attachment, font).join()).toContain(shapeWithHarfBuzz(tenant, face).join());
  },
);

test('a password that could be read on the network is not sent, and the test email says what to choose', async () => {
  const { office, server, body } = await openOffice();
  const elsewhere = { ...body, host: '0.0.0.0' };
  await save(office, elsewhere);
  const { message } = await sendTest(office);
  expect(message).toBe(
    'The connection to the mail server is not protected, so the password was not sent. A superadmin can choose TLS or STARTTLS under Settings, Mail server.',
  );
  expect(server.taken).toEqual([]);
  await save(office, { ...elsewhere, security: 'open' });
  expect((await sendTest(office)).success).toBe(true);
});
