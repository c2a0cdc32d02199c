/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { mail } from '#contract/mail.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { openMailServer, readMail, type TestMailServer } from '../../testing/mail-server.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

async function openOfficeWithMail(): Promise<{ office: TestOffice; server: TestMailServer }> {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const office = await openTestOffice({ SMTP_URL: server.url, MAIL_FROM: 'Market <office@pola.example>' });
  await billTwice(office);
  return { office, server };
}

async function billTwice(office: TestOffice): Promise<void> {
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-20');
  await office.generate('A-1', '2026-11');
}

const send = (office: TestOffice, body: { from?: string; to?: string; tenancy_id?: number } = {}, key?: string) =>
  office.ask(mail.sendStatement, { params: { id: 'a-1' }, body, ...(key !== undefined && { key }) });

async function mailed(office: TestOffice) {
  const entries = await office.auditLog();
  return entries.filter(({ event_type }) => event_type === 'Statement Mailed');
}

test('the tenant receives the statement of the period as PDF, and the log says so', { tags: ['slow'] }, async () => {
  const { office, server } = await openOfficeWithMail();
  const period = { from: '2026-11-01', to: '2026-11-20' };
  expect(await send(office, period)).toEqual({ success: true, message: 'Sent to nimal@example.com.', state: 'sent' });
  const [taken] = server.taken;
  if (!taken) throw new Error('no mail came');
  expect(taken).toMatchObject({ from: 'office@pola.example', to: 'nimal@example.com' });
  const { headers, text, attachment } = readMail(taken);
  expect(headers).toContain('To: Nimal Perera <nimal@example.com>');
  expect(headers).toContain('Subject: Statement of account, shop A-1, 20 Nov 2026');
  for (const line of [
    'Dear Nimal Perera,',
    'Please find attached the statement of account for shop A-1, Nimal Stores.',
    'Amount due on 20 Nov 2026: Rs. 23,600.00',
    'Pola Economic Centre',
  ])
    expect(text.split('\r\n')).toContain(line);
  const downloaded = await office.tell(shops.statementPdf, { params: { id: 'A-1' }, query: period });
  expect(await readPdfText(attachment)).toEqual(await readPdfText(downloaded.rawPayload));
  expect(await mailed(office)).toEqual([
    expect.objectContaining({
      shop_id: 'A-1',
      invoice_id: null,
      new_value: 'sent',
      user_actioned: 'admin@example.com',
    }),
  ]);
});

test('a repeated request with the same key sends one mail', async () => {
  const { office, server } = await openOfficeWithMail();
  expect(await send(office, {}, 'key-1')).toEqual(await send(office, {}, 'key-1'));
  expect(server.taken).toHaveLength(1);
  await send(office, {}, 'key-2');
  expect(server.taken).toHaveLength(2);
});

test("a former tenant's statement goes to the former tenant", async () => {
  const { office, server } = await openOfficeWithMail();
  const [nimal] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(nimal?.tenant_id) } });
  office.goTo('2026-11-21');
  const sunil = { name: 'Sunil Silva', contact: '000 111 1111', address: 'Kandy', email: 'sunil@example.com' };
  await office.ask(tenants.add, { body: { ...sunil, shop_id: 'A-1' } });
  await send(office, { tenancy_id: Number(nimal?.tenant_id) });
  await send(office);
  expect(server.taken.map(({ to }) => to)).toEqual(['nimal@example.com', 'sunil@example.com']);
});

test('without an address nothing is sent, and the refusal says what to do', async () => {
  const { office, server } = await openOfficeWithMail();
  const [nimal] = await office.ask(tenants.list, {});
  const { name = '', contact = '', address = '' } = nimal ?? {};
  const params = { id: String(nimal?.tenant_id) };
  await office.ask(tenants.edit, { params, body: { name, contact, address, email: '' } });
  const refusal = await office.refused(mail.sendStatement, { params: { id: 'A-1' }, body: {} }, 'tenant_has_no_email');
  expect(refusal.message).toBe(
    "The tenant has no email address. Add one to the tenant's details, then send the email.",
  );
  expect([server.connections(), await mailed(office)]).toEqual([0, []]);
});

test('without a mail server the result says that email is not set up', async () => {
  const office = await openTestOffice();
  await billTwice(office);
  const message = 'Email is not set up. A superadmin can enter the mail server under Settings.';
  expect(await send(office)).toEqual({ success: false, message, state: 'failed' });
  expect((await mailed(office)).map(({ new_value }) => new_value)).toEqual(['failed']);
});

test('a mailbox that does not exist is the result, with the reply of the mail server', async () => {
  const { office } = await openOfficeWithMail();
  await office.app.database.write((tx) =>
    tx.updateTable('tenancies').set({ email: 'refuse.nimal@example.com' }).execute(),
  );
  expect(await send(office)).toEqual({
    success: false,
    message: 'The mail server rejected the email: 550 No such mailbox',
    state: 'failed',
  });
});

test('only those who may write ledgers may send a statement', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.refused(mail.sendStatement, { params: { id: 'A-1' }, body: {}, role: 'manager' }, 'not_allowed');
});
