import { expect, test } from 'vitest';
import { bulkActions } from '#contract/bulk-actions.ts';
import { dashboard } from '#contract/dashboard.ts';
import { invoices } from '#contract/invoices.ts';
import { mail } from '#contract/mail.ts';
import { payments } from '#contract/payments.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { reports } from '#contract/reports.ts';
import { shops } from '#contract/shops.ts';
import { tax } from '#contract/tax.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { colombo, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { said } from '../../testing/said.ts';
import { scheduleContextOf } from '../../testing/schedule.ts';
import { CERTIFICATE, TAX_SETUP } from '../../testing/tax-setup.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { insertMails } from '../mail/queries.ts';
import { runSchedule } from '../schedule/start-schedule.ts';

const PERSON = { name: 'Nimal Perera', contact: '077 123 4567', address: 'Tank Road 5', email: 'nimal@example.com' };
const AGREEMENT = { agreement_number: 'L-17/2026', agreement_note: 'Brother of Sunil', language: 'si' } as const;
const REASON = 'The tenant asked for it';

interface Left {
  office: TestOffice;
  id: number;
  params: { id: string };
}

async function openLeftShop({ paid = 11_800 } = {}): Promise<Left> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.ask(tax.setSetup, { body: TAX_SETUP });
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1' } });
  const added = await office.ask(tenants.add, { body: { ...PERSON, ...CERTIFICATE, shop_id: 'A-1' } });
  const id = added.tenant.tenant_id;
  const params = { id: String(id) };
  await office.ask(tenancies.edit, { params, body: AGREEMENT });
  await office.generate('A-1', '2026-10');
  await sendMail(office, id);
  await office.pay('A-1', paid, '2026-10-01');
  office.goTo('2026-11-20');
  await office.ask(tenancies.end, { params, body: { last_day: '2026-11-20' } });
  return { office, id, params };
}

function sendMail({ app }: TestOffice, tenancyId: number): Promise<void> {
  const at = colombo('2026-10-02', '09:00:00.000');
  return app.database.write(async (tx) => {
    const ofTenant = tx.selectFrom('invoices').select('id').where('tenancy_id', '=', tenancyId);
    const { id: invoice_id } = await ofTenant.executeTakeFirstOrThrow();
    const sent = {
      run_id: 'run',
      recipient: PERSON.email,
      state: 'sent' as const,
      message: `Sent to ${PERSON.email}.`,
      period_from: null,
      period_to: null,
      leased_by: null,
      leased_until: null,
      changed_at: at,
      requested_at: at,
      requested_by: 'admin@example.com',
      request_id: 'request',
    };
    await insertMails(tx, [
      { ...sent, invoice_id, tenancy_id: null, message_id: `<bill-${tenancyId}@pola>` },
      { ...sent, invoice_id: null, tenancy_id: tenancyId, message_id: `<statement-${tenancyId}@pola>` },
    ]);
    const context = { actor: 'admin@example.com', now: app.clock.now(), requestId: 'request' };
    await writeAudit(tx, context, { type: 'Invoice Mailed', description: said('Mailed') });
  });
}

const erase = ({ office, params }: Left, role: 'admin' | 'superadmin' = 'admin') =>
  office.ask(tenancies.erasePersonalData, { params, body: { reason: REASON }, role });

const storedRows = ({ app }: TestOffice, table: 'tenancies' | 'mails' | 'invoices' | 'ledger_entries' | 'audit_log') =>
  app.database.reader.selectFrom(table).selectAll().orderBy('id').execute();

test('a download has person, agreement, invoices, payments, emails and log entries, and is recorded', async () => {
  const { office, id, params } = await openLeftShop();
  const data = await office.ask(tenancies.personalData, { params, role: 'manager' });
  const { audit_log, ...more } = data;
  expect(more).toEqual({
    downloaded_at: office.app.clock.now(),
    tenancy: {
      number: id,
      shop: 'A-1',
      shop_name: 'Nimal Stores',
      first_day: '2026-10-01',
      last_day: '2026-11-20',
      personal_data_erased_at: null,
    },
    person: {
      ...PERSON,
      is_vat_registered: true,
      taxpayer_number: '900000019',
      name_on_vat_certificate: CERTIFICATE.tax_name,
      address_on_vat_certificate: CERTIFICATE.tax_address,
    },
    agreement: { number: 'L-17/2026', note: 'Brother of Sunil', ends_on: null, language_of_documents: 'si' },
    invoices: [{ number: 'INV-A-1-202610', day: '2026-10-01', total: 11_800 }],
    payments: [
      {
        number: expect.any(Number),
        kind: 'payment',
        day: '2026-10-01',
        amount: 11_800,
        method: 'Cash',
        note: '',
        deleted_on: null,
      },
    ],
    reminders: [],
    claims: [],
    rent_messages: [],
    public_entry: null,
    walks: [],
    page_visits: [],
    emails: [
      {
        address: PERSON.email,
        time: colombo('2026-10-02', '09:00:00.000'),
        invoice: 'INV-A-1-202610',
        state: 'sent',
      },
      { address: PERSON.email, time: colombo('2026-10-02', '09:00:00.000'), invoice: null, state: 'sent' },
    ],
    shortened_lists: [],
    other_tenancies: [],
  });
  const named = audit_log.map(({ event }) => event);
  expect(named).toEqual(expect.arrayContaining(['Tenant Added', 'Tenant Changed', 'Payment Made', 'Tenant Removed']));
  expect(named.at(-1)).toBe('Personal Data Downloaded');
  expect(named).not.toContain('Shop Added');
  expect((await office.auditLog()).at(-1)).toMatchObject({
    event_type: 'Personal Data Downloaded',
    shop_id: 'A-1',
    user_actioned: office.app.emailOf('manager'),
  });
});

test('the download of a tenant says nothing about another tenant of the shop', async () => {
  const { office, params } = await openLeftShop();
  await office.ask(tenants.add, { body: { ...PERSON, name: 'Kamala Dias', shop_id: 'A-1' } });
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 100, '2026-11-20');
  const data = await office.ask(tenancies.personalData, { params });
  expect(JSON.stringify(data)).not.toContain('Kamala');
  expect([data.invoices.length, data.payments.length]).toEqual([1, 1]);
});

test('an editor may not download personal data', async () => {
  const { office, params } = await openLeftShop();
  await office.refused(tenancies.personalData, { params, role: 'editor' }, 'not_allowed');
});

test('erasing leaves no name, contact, address, email, tax registration or note in the tenancy and its mails', async () => {
  const left = await openLeftShop();
  const { office, id } = left;
  const before = {
    invoices: await storedRows(office, 'invoices'),
    entries: await storedRows(office, 'ledger_entries'),
    log: await storedRows(office, 'audit_log'),
  };
  await erase(left);
  expect(await storedRows(office, 'tenancies')).toMatchObject([
    {
      id,
      name: `Former tenant ${id}`,
      contact: '',
      address: '',
      email: null,
      erased_at: office.app.clock.now(),
      agreement_number: 'L-17/2026',
      agreement_note: '',
      is_vat_registered: 0,
      tin: '',
      tax_name: '',
      tax_address: '',
    },
  ]);
  expect(await storedRows(office, 'mails')).toMatchObject([
    { recipient: '', message: '', state: 'sent' },
    { recipient: '', message: '', state: 'sent' },
  ]);
  expect(await storedRows(office, 'invoices')).toEqual(before.invoices);
  expect(await storedRows(office, 'ledger_entries')).toEqual(before.entries);
  const log = await storedRows(office, 'audit_log');
  expect(log.slice(0, before.log.length)).toEqual(before.log);
  const [noted, ...more] = log.slice(before.log.length);
  expect(more).toEqual([]);
  expect(noted).toMatchObject({
    event_type: 'Personal Data Erased',
    event_description: `Tenancy ${id} in shop A-1: personal data erased`,
    shop_id: 'A-1',
    old_value: null,
    new_value: null,
    edit_reason: REASON,
  });
});

test('after erasing, tenancy, arrears, statement, reprints, reports, backup and verification work', {
  tags: ['slow'],
}, async () => {
  const left = await openLeftShop();
  const { office, id, params } = left;
  office.goTo('2026-12-01');
  await erase(left);
  const file = await office.ask(tenancies.get, { params });
  expect(file).toMatchObject({ name: `Former tenant ${id}`, erased_at: office.app.clock.now(), contact: '' });
  expect(file.History.map(({ event_type }) => event_type)).toEqual(['Personal Data Erased']);
  expect((await office.ask(dashboard.arrears, {})).debtors).toEqual([]);
  expect((await office.ask(shops.statement, { params: { id: 'A-1' } })).tenant_name).toBe(`Former tenant ${id}`);
  const printed = await office.tell(invoices.pdf, { params: { id: 'INV-A-1-202610' } });
  expect((await readPdfText(printed.rawPayload)).join(' ')).toContain(CERTIFICATE.tax_name);
  const roll = await office.ask(reports.rentRoll, { query: { month: '2026-10' } });
  expect(JSON.stringify(roll)).toContain(`Former tenant ${id}`);
  const former = await office.ask(tenants.list, { query: { former: 'true' } });
  expect(former).toMatchObject([{ name: `Former tenant ${id}`, email: null }]);
  const [payment] = (await office.ask(tenancies.personalData, { params })).payments;
  const receipt = await office.ask(payments.receipt, { params: { id: String(payment?.number) } });
  expect(receipt.tenant_name).toBe(`Former tenant ${id}`);
  await office.refused(mail.sendStatement, { params: { id: 'A-1' }, body: {} }, 'tenant_has_no_email');
  office.goTo('2026-12-02', '02:00:00.000');
  await runSchedule(scheduleContextOf(office));
  expect(await office.ask(bulkActions.listRuns, {})).toContainEqual(
    expect.objectContaining({ action: 'backup', outcome: 'done' }),
  );
  await office.expectCleanBooks();
});

test('erasing is final: nothing can be entered again, and a second time is refused', async () => {
  const left = await openLeftShop();
  const { office, params } = left;
  await erase(left);
  await office.refused(tenants.edit, { params, body: PERSON }, 'personal_data_erased');
  await office.refused(tenancies.edit, { params, body: AGREEMENT }, 'personal_data_erased');
  await office.refused(tenancies.erasePersonalData, { params, body: { reason: REASON } }, 'personal_data_erased');
});

test('a request that is repeated with its key gets the first answer', async () => {
  const { office, params } = await openLeftShop();
  const request = { params, body: { reason: REASON }, key: 'form-1' };
  const first = await office.ask(tenancies.erasePersonalData, request);
  expect(await office.ask(tenancies.erasePersonalData, request)).toEqual(first);
});

test.each([
  ['an amount due', 11_799],
  ['a credit', 11_801],
])('a former tenant with %s is not erased', async (_, paid) => {
  const { office, params } = await openLeftShop({ paid });
  await office.refused(tenancies.erasePersonalData, { params, body: { reason: REASON } }, 'tenancy_not_settled');
  expect(await storedRows(office, 'tenancies')).toMatchObject([PERSON]);
});

test('another tenant of the same name and contact is not touched', async () => {
  const left = await openLeftShop();
  const { office, id } = left;
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1' } });
  await office.ask(tenants.add, { body: { ...PERSON, shop_id: 'B-1' } });
  await office.generate('B-1', '2026-11');
  const [, other] = await storedRows(office, 'tenancies');
  await sendMail(office, id + 1);
  await erase(left);
  expect((await storedRows(office, 'tenancies'))[1]).toEqual(other);
  const recipients = (await storedRows(office, 'mails')).map((row) => 'recipient' in row && row.recipient);
  expect(recipients).toEqual(['', '', PERSON.email, PERSON.email]);
});

test('the personal data of a former tenant whose cheque counts later is not erased before', async () => {
  const { office, params } = await openLeftShop();
  const rules = { rent_due_day: 15, fine_rate: 30, cheques_on_their_day: true };
  await office.ask(rentRules.set, { body: rules });
  const cheque = { paymentMethod: 'Cheque', chequeDate: '2026-12-01' } as const;
  const { payment } = await office.pay('A-1', 500, '2026-11-20', cheque);
  const erasing = { params, body: { reason: REASON } };
  await office.refused(tenancies.erasePersonalData, erasing, 'tenancy_not_settled');
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: { reason: 'Given back' } });
  await office.ask(tenancies.erasePersonalData, erasing);
});
