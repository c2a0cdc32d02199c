import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { alarms } from '#contract/alarms.ts';
import { type BulkAction, bulkActions } from '#contract/bulk-actions.ts';
import { mail } from '#contract/mail.ts';
import { marketDays } from '#contract/market-days.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { schedule } from '#contract/schedule.ts';
import { MAIL_SERVER } from '../../testing/centre-settings.ts';
import { openMailServer, readMail, type TestMailServer } from '../../testing/mail-server.ts';
import { openTestOffice, publishList, type TestOffice } from '../../testing/office.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { readAnchors } from '../audit/find-anchors.ts';
import { saveVerification } from '../ledger/queries.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { runSchedule } from '../schedule/start-schedule.ts';
import { mailAnchor, mailMissingList } from './daily-mails.ts';

const AUDITOR = 'auditor@example.com';

async function openOfficeWithMail(): Promise<{ office: TestOffice; server: TestMailServer }> {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const office = await openTestOffice();
  office.goTo('2026-11-20', '01:00:00.000');
  await office.let('A-1');
  return { office, server };
}

function contextOf(office: TestOffice, server: TestMailServer, to: string) {
  return scheduleContextOf(office, { SMTP_URL: server.url, MAIL_FROM: 'office@pola.example', ANCHOR_EMAIL: to });
}

let requests = 0;
function pass(office: TestOffice, server: TestMailServer, to = AUDITOR) {
  requests += 1;
  const requestId = `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`;
  const context = { actor: 'schedule', now: office.app.clock.now(), requestId };
  return mailAnchor(contextOf(office, server, to), context);
}

const runsOf = async (office: TestOffice, wanted: BulkAction = 'anchor') =>
  (await office.ask(bulkActions.listRuns, {}))
    .filter(({ action }) => action === wanted)
    .map(({ action, period, outcome }) => `${action} ${period} ${outcome}`);

test('the newest entry is mailed every night from half past one, and the text of the mail is accepted as an anchor', {
  tags: ['slow'],
}, async () => {
  const { office, server } = await openOfficeWithMail();
  const byHand = { generate_invoices: false, generate_day: 1, apply_fines: false, fines_day: 16, backup_days: 14 };
  await office.ask(schedule.set, { body: { ...byHand, daily_backup: false } });
  const night = async (day: string, time: string) => {
    office.goTo(day, time);
    await runSchedule(contextOf(office, server, AUDITOR));
  };
  await night('2026-11-20', '01:29:59.999');
  expect(server.taken).toEqual([]);
  await night('2026-11-20', '01:30:00.000');
  await night('2026-11-20', '23:59:59.000');
  expect(server.taken).toMatchObject([{ from: 'office@pola.example', to: AUDITOR }]);
  const [taken] = server.taken;
  if (!taken) throw new Error('no mail came');
  const { headers, text } = readMail(taken);
  expect(headers).toContain('Subject: Audit proof for Pola Economic Centre, 20 Nov 2026');
  expect(headers).toContain('Message-ID: <anchor-2026-11-20@pola.example>');
  const { anchors, damaged } = readAnchors(text);
  const newest = await office.app.database.reader
    .selectFrom('audit_head')
    .select(['hash', 'newest_id'])
    .executeTakeFirstOrThrow();
  expect(damaged).toEqual([]);
  expect(anchors).toMatchObject([{ entry: newest.newest_id, mac: newest.hash }, { mac: newest.hash.slice(0, 10) }]);
  expect((await verifyMarket(office.app.database, anchors)).differences).toEqual([]);
  await night('2026-11-21', '01:30:00.000');
  expect(server.taken).toHaveLength(2);
  expect(await runsOf(office)).toEqual(['anchor 2026-11-21 done', 'anchor 2026-11-20 done']);
});

test('several processes at the same time mail only one anchor', async () => {
  const { office, server } = await openOfficeWithMail();
  await Promise.all(Array.from({ length: 5 }, () => pass(office, server)));
  expect(server.taken).toHaveLength(1);
});

test('an anchor that the mail server refused is tried again after an hour', async () => {
  const { office, server } = await openOfficeWithMail();
  expect(await pass(office, server, 'refuse.auditor@example.com')).toEqual({
    failed: true,
    message: apiMessage('mail.delivery.refused', { reply: '550 No such mailbox' }),
  });
  office.app.clock.advance(3_600_000);
  expect(await pass(office, server)).toBeUndefined();
  office.app.clock.advance(1);
  expect(await pass(office, server)).toEqual({
    failed: false,
    message: apiMessage('mail.delivery.sent', { recipient: AUDITOR }),
  });
  expect(await runsOf(office)).toEqual(['anchor 2026-11-20 done']);
});

test('a mail that was handed over and never confirmed is not sent again', async () => {
  const { office, server } = await openOfficeWithMail();
  const end = await pass(office, server, 'swallow.auditor@example.com');
  expect(end).toEqual({
    failed: false,
    message: apiMessage('mail.anchor.unconfirmed'),
  });
  office.app.clock.advance(7_200_000);
  expect(await pass(office, server)).toBeUndefined();
  expect(server.taken).toHaveLength(1);
});

test('without ANCHOR_EMAIL nothing is mailed', async () => {
  const { office, server } = await openOfficeWithMail();
  expect(await pass(office, server, '')).toBeUndefined();
  expect([server.connections(), await runsOf(office)]).toEqual([0, []]);
});

const CHIEF = 'manager@example.com';

/** Opens an office that reports missing lists to an address, on Friday 20 November 2026. */
async function openReportingOffice(to: string): Promise<{ office: TestOffice; server: TestMailServer }> {
  const opened = await openOfficeWithMail();
  const body = { ...MAIL_SERVER, missing_list_to: to };
  await opened.office.ask(mail.setServer, { role: 'superadmin', body });
  opened.office.goTo('2026-11-20', '08:00:00.000');
  return opened;
}

function report(office: TestOffice, server: TestMailServer) {
  const context = { actor: 'schedule', now: office.app.clock.now(), requestId: randomUUID() };
  return mailMissingList(contextOf(office, server, AUDITOR), context);
}

test('an open day without a price list is reported by email at the time of the alarms, once a day', {
  tags: ['slow'],
}, async () => {
  const { office, server } = await openReportingOffice(CHIEF);
  const byHand = { generate_invoices: false, generate_day: 1, apply_fines: false, fines_day: 16, backup_days: 14 };
  await office.ask(schedule.set, { body: { ...byHand, daily_backup: false } });
  await recordSignIn(office.app, office.app.clock.now());
  const look = async (day: string, time: string) => {
    office.goTo(day, time);
    const ended_at = office.app.clock.now();
    const verified = { ended_at, outcome: 'clean', faults: 0, summary: '' } as const;
    await office.app.database.write((tx) => saveVerification(tx, verified));
    await runSchedule(scheduleContextOf(office, { SMTP_URL: server.url, MAIL_FROM: 'office@pola.example' }));
    return server.taken.length;
  };
  expect(await look('2026-11-20', '07:59:59.999')).toBe(0);
  expect(await look('2026-11-20', '08:00:00.000')).toBe(1);
  expect(await look('2026-11-20', '08:01:00.000')).toBe(1);
  expect(await look('2026-11-20', '23:59:59.000')).toBe(1);
  expect(await look('2026-11-21', '07:59:59.000')).toBe(1);
  expect(await look('2026-11-21', '10:00:00.000')).toBe(2);
  await office.ask(alarms.set, { body: { list_by: '06:30', gate_silent_hours: 4 } });
  expect(await look('2026-11-23', '06:29:59.000')).toBe(2);
  expect(await look('2026-11-23', '06:30:00.000')).toBe(3);
  const [taken] = server.taken;
  if (!taken) throw new Error('no email came');
  expect(taken).toMatchObject({ from: 'office@pola.example', to: CHIEF });
  const { headers, text } = readMail(taken);
  expect(headers).toContain('Subject: No price list yet for 20 Nov 2026: Pola Economic Centre');
  expect(text).toMatch(/^The market should be open today, but no price list has been published\./);
  expect(await runsOf(office, 'missing-list')).toEqual([
    'missing-list 2026-11-23 done',
    'missing-list 2026-11-21 done',
    'missing-list 2026-11-20 done',
  ]);
  expect(await look('2026-12-20', '10:00:00.000'), 'the clock may be wrong').toBe(3);
});

test('several processes at the same time report a missing price list only once', async () => {
  const { office, server } = await openReportingOffice(CHIEF);
  await Promise.all(Array.from({ length: 5 }, () => report(office, server)));
  expect(server.taken).toHaveLength(1);
});

test('a day with a list and a closed day are not reported; an open day on a usually closed weekday is', async () => {
  const { office, server } = await openReportingOffice(CHIEF);
  await publishList(office, '2026-11-20');
  expect(await report(office, server)).toBeUndefined();
  const body = { kind: 'holiday', reason: 'Election day' } as const;
  await office.ask(marketDays.save, { params: { date: '2026-11-21' }, body });
  office.goTo('2026-11-21', '08:00:00.000');
  expect(await report(office, server)).toBeUndefined();
  await office.ask(marketDays.setWeek, { body: { open_weekdays: [1, 2, 3, 4, 5, 6] } });
  office.goTo('2026-11-22', '08:00:00.000');
  expect(await report(office, server)).toBeUndefined();
  expect(server.taken).toEqual([]);
  await office.ask(marketDays.save, {
    params: { date: '2026-11-22' },
    body: { kind: 'open', reason: 'Before the feast' },
  });
  expect(await report(office, server)).toMatchObject({ failed: false });
  expect(server.taken).toHaveLength(1);
});

test('without an address in the settings, which is the default, no missing price list is reported', async () => {
  const { office, server } = await openOfficeWithMail();
  expect((await office.ask(mail.getServer, { role: 'superadmin' })).missing_list_to).toBe('');
  office.goTo('2026-11-20', '08:00:00.000');
  expect(await report(office, server)).toBeUndefined();
  expect([server.connections(), await runsOf(office, 'missing-list')]).toEqual([0, []]);
});

test('a refused report is tried again after an hour, unless the list was published meanwhile', async () => {
  const { office, server } = await openReportingOffice('refuse.manager@example.com');
  expect(await report(office, server)).toMatchObject({ failed: true });
  office.app.clock.advance(3_600_000);
  expect(await report(office, server)).toBeUndefined();
  office.app.clock.advance(1);
  expect(await report(office, server)).toMatchObject({ failed: true });
  office.app.clock.advance(3_600_001);
  await publishList(office, '2026-11-20');
  expect(await report(office, server)).toBeUndefined();
  expect(await runsOf(office, 'missing-list')).toEqual(['missing-list 2026-11-20 failed']);
});
