/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Day } from '#billing/calendar.ts';
import { type AuditEntry, audit, auditEventTypes, LARGEST_AUDIT_PAGE } from '#contract/audit.ts';
import type { Role } from '#contract/roles.ts';
import { colombo, openTestOffice, type TestOffice } from '../../testing/office.ts';
import { said } from '../../testing/said.ts';
import { verifyChain } from './verify-chain.ts';
import { type AuditEvent, writeAudit } from './write-audit.ts';

type Query = Record<string, string>;
type Event = [day: string, time: string, event: AuditEvent, by?: string];

async function openLog(events: readonly Event[]): Promise<TestOffice> {
  const office = await openTestOffice();
  await noteAll(office, events);
  return office;
}

async function noteAll(office: TestOffice, events: readonly Event[]): Promise<void> {
  await office.app.database.write(async (tx) => {
    for (const [day, time, event, by = 'kumari@example.com'] of events)
      await writeAudit(tx, { actor: by, now: colombo(day, time), requestId: 'request-1' }, event);
  });
}

async function read(office: TestOffice, query: Query = {}): Promise<{ rows: AuditEntry[]; total: number }> {
  const answer = await office.tell(audit.list, { role: 'manager', query });
  expect(answer.statusCode, answer.body).toBe(200);
  return { rows: audit.list.answer.parse(answer.json()), total: Number(answer.headers['x-total-count']) };
}

async function found(office: TestOffice, query: Query = {}): Promise<string[]> {
  const { rows, total } = await read(office, { start_date: '2026-10-01', end_date: '2026-10-31', ...query });
  expect(total).toBe(rows.length);
  return rows.map(({ event_description }) => event_description);
}

const PAID: AuditEvent = {
  type: 'Payment Made',
  description: said('Payment 7 by Cash'),
  subject: { shopId: 'A-12', tenancyId: null },
  invoiceId: 'INV-A-12-202610',
  newValue: '1500.5',
  reason: 'Rent of October',
};
const CORRECTED: AuditEvent = {
  type: 'Correction',
  description: said('Payment 7 corrected'),
  subject: { shopId: 'A-12', tenancyId: null },
  oldValue: '1500.5',
  newValue: '1400',
  reason: 'Counted again: 100% sure, ක්‍ෂේම',
};
const FINED: AuditEvent = {
  type: 'Fine Applied',
  description: said('Fine on INV-B-7'),
  subject: { shopId: 'B-7', tenancyId: null },
  newValue: '2400',
};
const TICKET: AuditEvent = { type: 'Ticket Issued', description: said('Ticket T20_4'), newValue: '20' };

const OCTOBER: readonly Event[] = [
  ['2026-10-02', '08:00:00.000', PAID],
  ['2026-10-02', '23:59:59.999', TICKET, 'tiketing@example.com'],
  ['2026-10-03', '00:00:00.000', CORRECTED],
  ['2026-10-01', '00:00:00.000', FINED, 'System'],
];

test('the log is read newest first, each entry with the values before and after, the reason and the person', async () => {
  const office = await openLog(OCTOBER);
  const { rows, total } = await read(office, { start_date: '2026-10-01', end_date: '2026-10-31' });
  expect(total).toBe(4);
  expect(rows.map(({ event_type }) => event_type)).toEqual([
    'Correction',
    'Ticket Issued',
    'Payment Made',
    'Fine Applied',
  ]);
  expect(rows[0]).toEqual({
    audit_id: expect.any(Number),
    shop_id: 'A-12',
    invoice_id: null,
    event_type: 'Correction',
    event_description: 'Payment 7 corrected',
    old_value: '1500.5',
    new_value: '1400',
    edit_reason: 'Counted again: 100% sure, ක්‍ෂේම',
    event_date: '2026-10-02T18:30:00.000Z',
    user_actioned: 'kumari@example.com',
  });
});

test.each<[string, Query, string[]]>([
  ['an event type', { event_type: 'Correction' }, ['Payment 7 corrected']],
  ['a type that the log does not have', { event_type: 'Shop Added' }, []],
  ['a shop, ignoring case', { shop_id: ' a-12 ' }, ['Payment 7 corrected', 'Payment 7 by Cash']],
  ['a part of a shop, which is another one', { shop_id: 'A-1' }, []],
  ['a shop and a type', { shop_id: 'A-12', event_type: 'Payment Made' }, ['Payment 7 by Cash']],
  ['a shop and a search', { shop_id: 'A-12', search: 'rent of' }, ['Payment 7 by Cash']],
  [
    'a day, from its midnight in Colombo to the last moment before the next',
    { start_date: '2026-10-02', end_date: '2026-10-02' },
    ['Ticket T20_4', 'Payment 7 by Cash'],
  ],
  ['a shop on a day', { start_date: '2026-10-03', end_date: '2026-10-03', shop_id: 'A-12' }, ['Payment 7 corrected']],
  ['the days from one on', { start_date: '2026-10-03' }, ['Payment 7 corrected']],
  ['the days to one, all of it', { end_date: '2026-10-01' }, ['Fine on INV-B-7']],
  ['words of the description', { search: 'PAYMENT 7' }, ['Payment 7 corrected', 'Payment 7 by Cash']],
  ['words of the reason', { search: 'counted' }, ['Payment 7 corrected']],
  ['a Sinhala word typed without its joiner', { search: 'ක්ෂේම' }, ['Payment 7 corrected']],
  ['an old value, which is the new one of another', { search: '1500' }, ['Payment 7 corrected', 'Payment 7 by Cash']],
  ['an invoice', { search: 'inv-a-12' }, ['Payment 7 by Cash']],
  ['who did it', { search: 'tiketing@' }, ['Ticket T20_4']],
  ['an event type by its words', { search: 'fine app' }, ['Fine on INV-B-7']],
  ['a search in a type', { search: 'payment', event_type: 'Correction' }, ['Payment 7 corrected']],
  ['a sign that stands for any letter in the database', { search: 'T20_' }, ['Ticket T20_4']],
  ['that sign where it stands for itself alone', { search: 'T20_4_' }, []],
  ['a sign that stands for any text in the database', { search: '100%' }, ['Payment 7 corrected']],
  ['a quote', { search: "' or 1=1 --" }, []],
  [
    'filters that are left empty',
    { event_type: '', shop_id: ' ', search: '', page: '', limit: '' },
    ['Payment 7 corrected', 'Ticket T20_4', 'Payment 7 by Cash', 'Fine on INV-B-7'],
  ],
])('the log is filtered by %s', async (_, query, expected) => {
  expect(await found(await openLog(OCTOBER), query)).toEqual(expected);
});

test('a page has ten entries; pages follow one another across days without a gap, and show the total', async () => {
  const events = Array.from({ length: 37 }, (_, at): Event => {
    const day = `2026-10-${String(1 + Math.floor(at / 5)).padStart(2, '0')}`;
    return [day, `10:00:00.00${at % 5}`, { ...TICKET, description: said(`Ticket T20_${at + 1}`) }];
  });
  const office = await openLog(events);
  const newestFirst = events.map(([, , { description }]) => description).toReversed();
  for (const filter of [{}, { event_type: 'Ticket Issued' }, { search: 't20_' }]) {
    const pages = await Promise.all(
      ['1', '2', '3', '4', '5'].map((page) => read(office, { end_date: '2026-10-31', page, ...filter })),
    );
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 10, 7, 0]);
    expect(pages.map(({ total }) => total)).toEqual([37, 37, 37, 37, 37]);
    expect(pages.flatMap(({ rows }) => rows.map((row) => row.event_description))).toEqual(newestFirst);
    const { rows } = await read(office, { end_date: '2026-10-31', page: '2', limit: '30', ...filter });
    expect(rows.map((row) => row.event_description)).toEqual(newestFirst.slice(30));
  }
  const { rows } = await read(office, { end_date: '2026-10-31', limit: String(LARGEST_AUDIT_PAGE) });
  expect(rows).toHaveLength(37);
});

test('a search that reads many days in parts finds each entry once, on every page', async () => {
  const events = Array.from({ length: 23 }, (_, at): Event => {
    const day = `2026-10-${String(1 + Math.floor(at / 4)).padStart(2, '0')}`;
    return [day, `10:00:00.00${at % 4}`, { ...TICKET, description: said(`Ticket T20_${at + 1}`) }];
  });
  const office = await openLog(events);
  // A search reads fewer days at a time if they have many entries, so the stored counts are multiplied by 600.
  await office.app.database.write((tx) =>
    tx
      .updateTable('audit_counts')
      .set(({ eb }) => ({ entries: eb('entries', '*', 600) }))
      .execute(),
  );
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => read(office, { search: 'ticket t20', page })));
  expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23]);
  expect(pages.flatMap(({ rows }) => rows.map((row) => row.event_description))).toEqual(
    events.map(([, , { description }]) => description).toReversed(),
  );
});

test('a search finds entries of the same minute in the order of recording, the newest first', async () => {
  const events = Array.from({ length: 12 }, (_, at): Event => {
    return ['2026-10-05', '10:00:00.000', { ...TICKET, description: said(`Ticket T20_${at + 1}`) }];
  });
  const { rows } = await read(await openLog(events), { search: 'ticket t20', page: '2' });
  expect(rows.map(({ event_description }) => event_description)).toEqual(['Ticket T20_2', 'Ticket T20_1']);
});

test("every entry that the office makes is read in the reader's language; the text of an older release stays", async () => {
  const office = await openLog([['2026-10-02', '08:00:00.000', PAID]]);
  await office.let('A-1');
  await office.pay('A-1', 500, '2026-11-20');
  const inLanguage = async (language: string) => {
    const headers = { 'accept-language': language };
    const url = '/api/audit?limit=50';
    const answer = await office.app.as('manager', { url, headers });
    return audit.list.answer.parse(answer.json()).map(({ event_description }) => event_description);
  };
  const english = await inLanguage('en');
  const sinhala = await inLanguage('si-LK, en;q=0.5');
  expect(sinhala).toHaveLength(english.length);
  expect(sinhala.filter((text) => !/[\u0d80-\u0dff]/.test(text))).toEqual(['Payment 7 by Cash']);
  expect(english.join()).not.toMatch(/[\u0d80-\u0dff]/);
});

test('the types to choose from are those of the specification, then the other types in the log', async () => {
  const office = await openLog([
    ['2026-10-02', '08:00:00.000', TICKET],
    ['2026-10-02', '08:00:01.000', { ...TICKET, type: 'Balance Set' }],
    ['2026-10-03', '08:00:01.000', TICKET],
  ]);
  const known = ['Payment Made', 'Invoice Generated', 'Fine Applied', 'Correction', 'Account Registered'];
  expect(await office.ask(audit.eventTypes, { role: 'manager' })).toEqual([...known, 'Balance Set', 'Ticket Issued']);
  await office.app.database.write((tx) =>
    tx
      .insertInto('audit_counts')
      .values({ day: '2020-01-01' as Day, event_type: 'A Type of Long Ago', entries: 1 })
      .execute(),
  );
  expect((await office.ask(audit.eventTypes, { role: 'manager' })).at(-1)).toBe('A Type of Long Ago');
  expect((await read(office, { event_type: 'A Type of Long Ago' })).rows).toEqual([]);
  await office.refused(audit.list, { role: 'manager', query: { event_type: 'correction' } }, 'invalid_input');
  expect(new Set(auditEventTypes).size).toBe(auditEventTypes.length);
});

test.each<[string, string, Query]>([
  ['end_date', 'The end date cannot be before the start date.', { start_date: '2026-10-02', end_date: '2026-10-01' }],
  ['start_date', 'Enter the start date as a valid date in the format YYYY-MM-DD.', { start_date: '2026-02-30' }],
  ['page', 'The page must be at least 1.', { page: '0' }],
  ['limit', 'The limit can be at most 500.', { limit: '501' }],
  ['search', 'The search text can have at most 60 characters.', { search: 'x'.repeat(61) }],
  [
    'event_type',
    '“Payment made” is not an event type of the log. GET /api/audit/event-types lists them.',
    { event_type: 'Payment made' },
  ],
  ['shop_id', 'The shop ID contains characters that are not allowed.', { shop_id: 'A\u0000' }],
])('a query of the log with a wrong %s is refused: %s', async (field, message, query) => {
  const office = await openTestOffice();
  const refused = await office.refused(audit.list, { role: 'manager', query }, 'invalid_input');
  expect(refused.details).toEqual([{ field, message }]);
});

test.each<[Role, number]>([
  ['superadmin', 200],
  ['admin', 200],
  ['manager', 200],
  ['editor', 403],
  ['tiketing', 403],
])('the answer to the %s is %i', async (role, status) => {
  const office = await openTestOffice();
  expect((await office.tell(audit.list, { role })).statusCode).toBe(status);
});

test('every action counts its entry, a failed action counts none, and a wrong count is found', async () => {
  const office = await openLog(OCTOBER);
  const { database } = office.app;
  const failing = database.write(async (tx) => {
    await writeAudit(tx, { actor: 'x', now: colombo('2026-10-02', '09:00:00.000'), requestId: 'r' }, TICKET);
    throw new Error('refused at last');
  });
  await expect(failing).rejects.toThrow('refused at last');
  expect((await verifyChain(database.reader, database.auditKeys)).differences).toEqual([]);
  await database.write((tx) =>
    tx.updateTable('audit_counts').set({ entries: 5 }).where('event_type', '=', 'Ticket Issued').execute(),
  );
  await database.write((tx) => tx.deleteFrom('audit_counts').where('event_type', '=', 'Correction').execute());
  const { differences } = await verifyChain(database.reader, database.auditKeys);
  expect(differences).toHaveLength(2);
  expect(new Set(differences)).toEqual(
    new Set([
      '2026-10-02 Ticket Issued: the stored count of audit entries is 5, but the actual count is 1',
      '2026-10-03 Correction: the stored count of audit entries is 0, but the actual count is 1',
    ]),
  );
});

test('the log can also be searched by the name of the person', async () => {
  const office = await openLog(OCTOBER);
  await office.app.tokenOf('tiketing');
  const named = { username: 'Nuwan Silva' };
  await office.app.database.write((tx) =>
    tx.updateTable('accounts').set(named).where('email', '=', 'tiketing@example.com').execute(),
  );
  expect(await found(office, { search: 'nuwan' })).toEqual(['Ticket T20_4']);
});
