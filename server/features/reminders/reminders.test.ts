/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { readLankaQr } from '#billing/tax/read-lanka-qr.ts';
import type { Sending } from '#contract/call.ts';
import { dashboard } from '#contract/dashboard.ts';
import { invoices } from '#contract/invoices.ts';
import { type Language, languages } from '#contract/languages.ts';
import { mail } from '#contract/mail.ts';
import { payments } from '#contract/payments.ts';
import { reminders } from '#contract/reminders.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { readConfig } from '../../config.ts';
import { openMailServer, readMail } from '../../testing/mail-server.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { asDrawn, wordsIn } from '../../testing/paper-texts.ts';
import { readPdfPlaces, readPdfQr, readPdfText, readPdfTitle } from '../../testing/pdf.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { loadMail } from '../mail/load-mail.ts';
import { listRunMails } from '../mail/queries.ts';
import { renewReminder } from './renew-reminder.ts';

type SendInput = Sending<typeof reminders.send>['body'];

const KEY = '0123456789abcdef0123456789abcdef';
const WORDS = { level: 'friendly', way: 'letter', last_day: '2026-12-04' } as const;

/** Opens an office on 20 November, with a shop whose bill for September, Rs. 11,800.00, was due on the 15th. */
async function openWithDebt(environment: Record<string, string> = {}): Promise<TestOffice & { id: number }> {
  const office = await openTestOffice(environment);
  office.goTo('2026-09-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-09');
  office.goTo('2026-11-20');
  return { ...office, id: await tenancyOf(office, 'A-1') };
}

async function tenancyOf(office: TestOffice, shopId: string): Promise<number> {
  const [tenancy] = (await office.summaryOf(shopId)).Tenancies;
  if (!tenancy) throw new Error(`${shopId} has no tenancy`);
  return tenancy.tenancy_id;
}

const send = (office: TestOffice, ids: number[], more: Partial<SendInput> = {}, key?: string) =>
  office.ask(reminders.send, { body: { ...WORDS, tenancy_ids: ids, ...more }, ...(key !== undefined && { key }) });

const debtorOf = async (office: TestOffice) => (await office.ask(dashboard.arrears, {})).debtors[0];

test('a reminder says what is overdue, since when and until when to pay, and is recorded on the tenancy', async () => {
  const office = await openWithDebt();
  await office.generate('A-1', '2026-12');
  const { reminders: made, refused } = await send(office, [office.id]);
  expect(refused).toEqual([]);
  expect(made).toMatchObject([{ level: 'friendly', way: 'letter', date: '2026-11-20', amount_due: 11_800 }]);
  expect(made[0]?.subject).toBe('Reminder: rent for shop A-1');
  expect(made[0]?.text).toContain('Dear Nimal Perera,');
  expect(made[0]?.text).toContain('Rs. 11,800.00 is overdue for shop A-1. The oldest part was due on 15 Sep 2026.');
  expect(made[0]?.text).toContain('Please pay by 4 Dec 2026');
  expect(made[0]?.text).toContain('Payment reference: A-1-202612-31.');
  expect(await office.ask(reminders.list, { params: { id: String(office.id) } })).toEqual(made);
  expect((await office.auditLog()).at(-1)).toMatchObject({ event_type: 'Reminder Sent', shop_id: 'A-1' });
});

test('nobody is reminded of what is not yet overdue, nor who owes nothing or does not exist', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  for (const shopId of ['A-1', 'A-2']) await office.let(shopId);
  await office.generate('A-2', '2026-11');
  office.goTo('2026-11-15');
  const ids = [await tenancyOf(office, 'A-1'), await tenancyOf(office, 'A-2'), 999_999];
  const { reminders: made, refused, message } = await send(office, ids);
  expect(made).toEqual([]);
  expect(message).toBe('Reminders recorded: 0. Not recorded: 3.');
  expect(refused.map(({ shop_id, reason }) => `${shop_id}: ${reason}`)).toEqual([
    'A-1: Nothing is overdue.',
    'A-2: Nothing is overdue.',
    ': Tenancy not found in this shop.',
  ]);
  office.goTo('2026-11-16');
  expect((await send(office, ids)).reminders.map(({ shop_id }) => shop_id)).toEqual(['A-2']);
});

test('a tenancy is reminded again only after 14 days, at whatever level', async () => {
  const office = await openWithDebt();
  await send(office, [office.id]);
  office.goTo('2026-12-03');
  for (const level of ['friendly', 'formal', 'final'] as const) {
    const again = await send(office, [office.id], { level });
    expect(again.reminders).toEqual([]);
    expect(again.refused[0]?.reason).toBe('Reminded on 20 Nov 2026. Can be reminded again from 4 Dec 2026.');
  }
  office.goTo('2026-12-04');
  expect((await send(office, [office.id], { level: 'formal' })).reminders).toHaveLength(1);
});

test('a final reminder says that there was an earlier one, and without one is sent only on request', async () => {
  const office = await openWithDebt();
  const first = await send(office, [office.id], { level: 'final' });
  expect(first.reminders).toEqual([]);
  expect(first.refused[0]?.reason).toContain('there is no earlier reminder');
  expect((await send(office, [office.id], { level: 'formal' })).reminders).toHaveLength(1);
  office.goTo('2026-12-04');
  expect((await send(office, [office.id], { level: 'final' })).reminders).toMatchObject([{ level: 'final' }]);
});

test('a final reminder is sent to a tenant without an earlier one when the office asks for it', async () => {
  const office = await openWithDebt();
  const asked = { level: 'final', without_earlier: true } as const;
  expect((await send(office, [office.id], asked)).reminders).toMatchObject([{ level: 'final' }]);
});

test('a tenancy named twice, or a request repeated with its key, gets one reminder', async () => {
  const office = await openWithDebt();
  const first = await send(office, [office.id, office.id], {}, KEY);
  expect(first.reminders).toHaveLength(1);
  expect(await send(office, [office.id, office.id], {}, KEY)).toEqual(first);
  expect(await office.ask(reminders.list, { params: { id: String(office.id) } })).toHaveLength(1);
});

test('of people who remind at once one does, and after a payment of all none does', async () => {
  const office = await openWithDebt();
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(office, [office.id])));
  expect(answers.map(({ reminders: made }) => made.length).toSorted()).toEqual([0, 0, 0, 0, 1]);
  await office.pay('A-1', 20_000, '2026-11-20');
  expect((await send(office, [office.id], { level: 'final' })).refused[0]?.reason).toBe('Nothing is overdue.');
});

test('nobody is reminded of a deleted invoice', async () => {
  const office = await openWithDebt();
  office.goTo('2026-10-01');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-20');
  const [september] = (await office.summaryOf('A-1')).Invoices.filter(({ month_year }) => month_year === '2026-09');
  await office.ask(invoices.remove, { params: { id: september?.invoice_id ?? '' }, body: {} });
  const { reminders: made } = await send(office, [office.id]);
  expect(made.map(({ amount_due }) => amount_due)).toEqual([11_800]);
  expect(made[0]?.text).toContain('The oldest part was due on 15 Oct 2026.');
});

test('a negative balance without any unpaid charge is asked for, from the day on which it arose', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-10');
  await office.let('A-1');
  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -2500 } });
  office.goTo('2026-11-20');
  const { reminders: made } = await send(office, [await tenancyOf(office, 'A-1')]);
  expect(made).toMatchObject([{ amount_due: 2500 }]);
  expect(made[0]?.text).toContain('Rs. 2,500.00 is overdue for shop A-1. The oldest part was due on 10 Nov 2026.');
});

test('a negative balance is added to the unpaid charges', async () => {
  const office = await openWithDebt();
  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -2500 } });
  const { reminders: made } = await send(office, [office.id]);
  expect(made).toMatchObject([{ amount_due: 14_300 }]);
});

test('a letter that is printed after a payment asks for the rest, and none is printed when nothing is overdue', async () => {
  const office = await openWithDebt();
  office.goTo('2026-09-01');
  await office.let('B-2');
  await office.generate('B-2', '2026-09');
  office.goTo('2026-11-20');
  const other = await tenancyOf(office, 'B-2');
  const { reminders: made } = await send(office, [office.id, other]);
  const query = { ids: made.map(({ reminder_id }) => reminder_id).join(',') };
  office.goTo('2026-11-22');
  await office.pay('A-1', 8000, '2026-11-22');
  await office.pay('B-2', 20_000, '2026-11-22');
  const due = (await debtorOf(office))?.overdue ?? 0;
  const now = await office.ask(reminders.current, { query });
  expect(now.left_out).toMatchObject([{ shop_id: 'B-2', tenant_name: 'Nimal Perera', reason: 'Nothing is overdue.' }]);
  expect(now.reminders).toMatchObject([{ shop_id: 'A-1', amount_due: due, date: '2026-11-22' }]);
  expect(due).toBeLessThan(11_800);
  const pages = await readPdfText((await office.tell(reminders.letters, { query })).rawPayload);
  expect(pages).toHaveLength(1);
  expect(wordsIn(pages[0] ?? '')).toContain(wordsIn(now.reminders[0]?.text ?? ''));
  expect(pages[0]).toContain('22 Nov 2026');
  expect(pages[0]).not.toContain('11,800.00');
  expect((await office.ask(reminders.list, { params: { id: String(office.id) } }))[0]).toMatchObject({
    amount_due: 11_800,
  });

  await office.pay('A-1', 20_000, '2026-11-22');
  await office.refused(reminders.letters, { query }, 'nothing_overdue');
  expect((await office.ask(reminders.current, { query })).reminders).toEqual([]);
});

test('a letter that is printed again without a change has its recorded day and text', async () => {
  const office = await openWithDebt();
  const { reminders: made } = await send(office, [office.id]);
  office.goTo('2026-11-22');
  const texts = await office.ask(reminders.getTexts, {});
  texts.friendly.en = { subject: 'Another subject', body: 'Another text' };
  await office.ask(reminders.setTexts, { body: texts });
  const query = { ids: String(made[0]?.reminder_id) };
  expect((await office.ask(reminders.current, { query })).reminders).toEqual(made);
});

test('the last day to pay is from today to 90 days on', async () => {
  const office = await openWithDebt();
  for (const last_day of ['2026-11-19', '2027-02-19']) {
    const { details } = await office.refused(
      reminders.send,
      { body: { ...WORDS, last_day, tenancy_ids: [office.id] } },
      'invalid_input',
    );
    expect(details).toMatchObject([
      { field: 'last_day', message: 'The last day to pay must be from 20 Nov 2026 to 18 Feb 2027.' },
    ]);
  }
  expect((await send(office, [office.id], { last_day: '2026-11-20' })).reminders).toHaveLength(1);
});

test('a promise is broken when its day has passed and less was paid since, and a payment corrects it', async () => {
  const office = await openWithDebt();
  await office.pay('A-1', 1000, '2026-09-15');
  const { reminders: made } = await send(office, [office.id]);
  const reminder = made[0];
  if (!reminder) throw new Error('no reminder');
  office.goTo('2026-11-21');
  const promise = { promised_on: '2026-11-25', promised_amount: '5000', note: 'Called', next_step: 'Call again' };
  const params = { id: String(reminder.reminder_id) };
  await office.ask(reminders.follow, { params, body: promise });
  expect(await debtorOf(office)).toMatchObject({
    overdue: 10_800,
    reminder_level: 'friendly',
    reminded_on: '2026-11-20',
    promised_on: '2026-11-25',
    promised_amount: 5000,
    promise_broken: false,
  });
  office.goTo('2026-11-26');
  expect(await debtorOf(office)).toMatchObject({ promise_broken: true });
  await office.pay('A-1', 4999.99, '2026-11-26');
  expect(await debtorOf(office)).toMatchObject({ promise_broken: true });
  await office.pay('A-1', 0.01, '2026-11-21');
  expect(await debtorOf(office)).toMatchObject({ promise_broken: false });
  expect((await office.auditLog()).map(({ event_type }) => event_type)).toContain('Reminder Followed Up');
});

test('a promise that a payment fulfilled is broken when the payment is deleted', async () => {
  const office = await openWithDebt();
  const { reminders: made } = await send(office, [office.id]);
  const params = { id: String(made[0]?.reminder_id) };
  const promise = { promised_on: '2026-11-25', promised_amount: '5000', note: '', next_step: '' };
  await office.ask(reminders.follow, { params, body: promise });
  const { payment } = await office.pay('A-1', 5000, '2026-11-20');
  office.goTo('2026-11-26');
  expect(await debtorOf(office)).toMatchObject({ promise_broken: false });
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: { reason: 'Bounced' } });
  expect(await debtorOf(office)).toMatchObject({ promise_broken: true });
  const [listed] = await office.ask(reminders.list, { params: { id: String(office.id) } });
  expect(listed).toMatchObject({ promise_broken: true });
});

test('a promise has a day and an amount', async () => {
  const office = await openWithDebt();
  const { reminders: made } = await send(office, [office.id]);
  const params = { id: String(made[0]?.reminder_id) };
  for (const half of [
    { promised_on: '2026-11-25', promised_amount: null },
    { promised_on: null, promised_amount: '10' },
  ]) {
    const body = { ...half, note: '', next_step: '' };
    const { details } = await office.refused(reminders.follow, { params, body }, 'invalid_input');
    expect(details?.[0]?.message).toBe('Enter both a date and an amount for the promise.');
  }
  const nothing = { promised_on: '2026-11-25', promised_amount: '0', note: '', next_step: '' };
  const { details } = await office.refused(reminders.follow, { params, body: nothing }, 'invalid_input');
  expect(details?.map(({ field }) => field)).toEqual(['promised_amount']);
});

test('a new promise is for today or later, and a note can be added after its day', async () => {
  const office = await openWithDebt();
  const { reminders: made } = await send(office, [office.id]);
  const params = { id: String(made[0]?.reminder_id) };
  const promise = { promised_on: '2026-11-21', promised_amount: '5000', note: '', next_step: '' };
  office.goTo('2026-11-22');
  const { details } = await office.refused(reminders.follow, { params, body: promise }, 'invalid_input');
  expect(details).toEqual([
    { field: 'promised_on', message: 'The day of a promise must be today, 22 Nov 2026, or later.' },
  ]);
  expect(await debtorOf(office)).toMatchObject({ promised_on: null, promise_broken: false });
  const today = { ...promise, promised_on: '2026-11-22' };
  await office.ask(reminders.follow, { params, body: today });
  expect(await debtorOf(office)).toMatchObject({ promise_broken: false });
  office.goTo('2026-11-23');
  await office.ask(reminders.follow, { params, body: { ...today, note: 'Called again' } });
  expect(await debtorOf(office)).toMatchObject({ promised_on: '2026-11-22', promise_broken: true });
});

test('texts are stored, and one with a placeholder that nobody fills in is refused in words', async () => {
  const office = await openWithDebt();
  const texts = await office.ask(reminders.getTexts, {});
  expect(texts.formal.si.body).toContain('{amount}');
  const changed = structuredClone(texts);
  changed.friendly.en = { subject: 'Shop {shop} of {market}', body: '{name}: {amount} since {since}, {phone}' };
  await office.ask(reminders.setTexts, { body: changed });
  expect(await office.ask(reminders.getTexts, {})).toEqual(changed);
  expect((await send(office, [office.id])).reminders[0]?.text).toMatch(/^Nimal Perera: Rs\. 11,800\.00 since 15 Sep/);
  for (const [body, found] of [
    ['Dear {nmae}', '{nmae}'],
    ['Dear {name', '{'],
  ] as const) {
    const wrong = { ...changed, final: { ...changed.final, ta: { subject: 'x', body } } };
    const { details } = await office.refused(reminders.setTexts, { body: wrong }, 'invalid_input');
    expect(details).toMatchObject([
      {
        field: 'final.ta.body',
        message: `${found} is not a known placeholder. The placeholders are: {name} {shop} {amount} {since} {lastDay} {reference} {market} {phone}.`,
      },
    ]);
  }
  const long = { ...changed, final: { ...changed.final, ta: { subject: 'x', body: 'x\n'.repeat(31).trim() } } };
  const { details } = await office.refused(reminders.setTexts, { body: long }, 'invalid_input');
  expect(details?.[0]?.message).toBe('The text must fit on one page: at most 30 lines.');
});

test('an email carries the recorded text, and without a mail server or address nothing is recorded', async () => {
  const bare = await openWithDebt();
  expect((await send(bare, [bare.id], { way: 'email' })).refused[0]?.reason).toMatch(/^Email is not set up/);
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const office = await openWithDebt({ SMTP_URL: server.url });
  const { reminders: made } = await send(office, [office.id], { way: 'email' });
  expect(made).toMatchObject([{ way: 'email', mail_state: 'queued' }]);
  // This call queues a statement. The outbox then sends the reminder too.
  await office.ask(mail.sendStatement, { params: { id: 'A-1' }, body: {} });
  const params = { id: String(office.id) };
  await expect
    .poll(async () => (await office.ask(reminders.list, { params }))[0]?.mail_state, { timeout: 10_000 })
    .toBe('sent');
  const letter = server.taken.map(readMail).find(({ headers }) => headers.includes(`Subject: ${made[0]?.subject}`));
  expect(letter?.text).toContain('Rs. 11,800.00 is overdue for shop A-1.');
  expect(await office.auditLog()).toContainEqual(
    expect.objectContaining({ event_type: 'Reminder Sent', new_value: 'sent' }),
  );
});

test('an email that waited is sent with the amount of the moment, and not at all when nothing is overdue', async () => {
  const office = await openWithDebt({ SMTP_URL: 'smtp://127.0.0.1:9' });
  office.goTo('2026-09-01');
  await office.let('B-2');
  await office.generate('B-2', '2026-09');
  office.goTo('2026-11-20');
  await send(office, [office.id, await tenancyOf(office, 'B-2')], { way: 'email' });
  await office.pay('A-1', 5000, '2026-11-20');
  await office.pay('B-2', 20_000, '2026-11-20');
  const { overdue = 0 } = (await debtorOf(office)) ?? {};
  const { database } = office.app;
  const rows = await database.reader.selectFrom('mails').select(['id', 'run_id']).orderBy('id').execute();
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const listed = await listRunMails(database.reader, rows[0]?.run_id ?? '');
  const source = { database, config, renewReminder };
  const load = () => Promise.all(listed.map((row) => loadMail(source, row, office.app.clock.now())));
  const [first, second] = await load();
  if (!first || 'notSent' in first) throw new Error('the first reminder was not composed');
  const sent = readMail({ from: first.from, to: first.to, raw: first.content.toString() });
  expect(overdue).toBeLessThan(11_800);
  expect(sent.text).toContain(`Rs. ${overdue.toLocaleString('en', { minimumFractionDigits: 2 })} is overdue`);
  expect(second).toEqual({ notSent: 'reminders.refused.nothing_due' });
  const [recorded] = await office.ask(reminders.list, { params: { id: String(office.id) } });
  expect(recorded?.amount_due).toBe(overdue);
  expect(sent.text).toContain(recorded?.text.split('\n')[2]);
  await load();
  const renewals = (await office.auditLog()).filter(({ old_value }) => old_value === 'Rs. 11,800.00');
  expect(renewals).toMatchObject([{ event_type: 'Reminder Sent', shop_id: 'A-1' }]);
});

test('an email that failed does not count, and a tenant without an address is refused', async () => {
  const office = await openWithDebt({ SMTP_URL: 'smtp://127.0.0.1:9' });
  expect((await send(office, [office.id], { way: 'email' })).reminders).toHaveLength(1);
  await office.app.database.write((tx) => tx.updateTable('mails').set({ state: 'failed' }).execute());
  expect((await send(office, [office.id], { way: 'email' })).reminders).toHaveLength(1);
  expect((await send(office, [office.id], { way: 'email' })).reminders).toEqual([]);
  const params = { id: String(office.id) };
  const body = { name: 'Nimal Perera', contact: '000 111 2222', address: 'Kandy', email: '' };
  await office.ask(tenants.edit, { params, body });
  office.goTo('2026-12-20');
  const later = { way: 'email', last_day: '2026-12-31' } as const;
  expect((await send(office, [office.id], later)).refused[0]?.reason).toBe(
    'No email address is stored for this tenant.',
  );
});

test('letters are one page each in the order asked for, with the address and the text', async () => {
  const office = await openWithDebt();
  office.goTo('2026-09-01');
  await office.let('B-2');
  await office.generate('B-2', '2026-09');
  office.goTo('2026-11-20');
  const { reminders: made } = await send(office, [await tenancyOf(office, 'B-2'), office.id]);
  const query = { ids: made.map(({ reminder_id }) => reminder_id).join(',') };
  const answer = await office.tell(reminders.letters, { query });
  expect(answer.headers['content-type']).toBe('application/pdf');
  const pages = await readPdfText(answer.rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Reminder: rent for shop B-2');
  expect(pages[1]).toContain('Rs. 11,800.00 is overdue for shop A-1');
  expect(pages[1]).toContain('Payment reference: A-1-202609-');
  expect(pages.join()).not.toContain('LANKAQR');
  expect(await readPdfTitle(answer.rawPayload)).toBe('Reminder: rent for shop B-2 + 1');
});

const NAMES: Record<Language, string> = {
  en: 'Nimal Perera and Brothers, Wholesale Vegetables, Fruits and Grains (Private) Limited',
  si: 'ශ්‍රී ලංකා ක්ෂේම වෙළෙන්දන්ගේ සංගමය, දඹුල්ල ශාඛාව',
  ta: 'ஸ்ரீதரன் க்ஷத்ரியன் சகோதரர்கள் மரக்கறி மொத்த வியாபாரிகள் சங்கம்',
};

async function letTo(office: TestOffice, shop_id: string, { name, language }: { name: string; language: Language }) {
  await office.ask(shops.add, { body: { ...TERMS, shop_id } });
  const person = { name, contact: '000 000 0000', address: 'Temple Road, Dambulla', email: 'nimal@example.com' };
  await office.ask(tenants.add, { body: { ...person, shop_id, from: '2020-01-01' } });
  const id = await tenancyOf(office, shop_id);
  const agreement = { agreement_number: '', agreement_note: '', language };
  await office.ask(tenancies.edit, { params: { id: String(id) }, body: agreement });
  return id;
}

/** The window of the envelope below the small line with the sender, in millimetres of the page. */
const WINDOW = { left: 19.9, right: 110, top: 49, bottom: 90 };
/** What letters need below their base line. */
const DESCENT = 1;

test.each<[Language, string, string, string]>([
  [
    'en',
    'Nimal Perera',
    'Nimal Stores',
    'No. 12, Left Bank, Stage Two, Old Town Road, Bulagala, Dambulla, Matale District, 21100',
  ],
  [
    'en',
    'Wickramasinghe Arachchige Don Nimal Perera and Brothers, Wholesale Vegetables, Fruits and Grains, Dambulla (Pvt) Ltd',
    'Nimal and Brothers Wholesale Vegetables, Fruits and Grains of the Central Hills',
    'No. 12/345 C, Upper Floor of the Building behind the Bo Tree, Left Bank, Stage Two, Old Town Road, Bulagala Junction, Dambulla, Matale District, Central Province, Sri Lanka, Post Code 21100 or 21106',
  ],
  [
    'si',
    `${NAMES.si}, ${NAMES.si}`,
    'නිමල් සහ සහෝදරයෝ තොග එළවළු පලතුරු සහ ධාන්‍ය වෙළෙන්දෝ',
    'අංක 12/345 සී, බෝධිය පිටුපස ගොඩනැගිල්ලේ ඉහළ මහල, වම් ඉවුර, දෙවන අදියර, පරණ නගර පාර, බුලාගල හන්දිය, දඹුල්ල, මාතලේ දිස්ත්‍රික්කය, මධ්‍යම පළාත, ශ්‍රී ලංකාව',
  ],
  [
    'ta',
    NAMES.ta,
    'நிமால் சகோதரர்கள் மொத்த மரக்கறி பழங்கள் தானியங்கள் வியாபாரிகள்',
    'இல. 12/345 சி, அரச மரத்தின் பின்னால் உள்ள கட்டிடத்தின் மேல் மாடி, இடது கரை, இரண்டாம் கட்டம், பழைய நகர வீதி, புலாகல சந்தி, தம்புள்ளை, மாத்தளை மாவட்டம்',
  ],
])(
  'name, shop and address of a letter are in the window of the envelope, however long: %s, %s',
  async (language, name, shop_name, address) => {
    const office = await openTestOffice();
    office.goTo('2026-09-01');
    await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1', shop_name } });
    const person = { name, contact: '000 000 0000', address, email: '' };
    await office.ask(tenants.add, { body: { ...person, shop_id: 'A-1', from: '2020-01-01' } });
    const id = await tenancyOf(office, 'A-1');
    const agreement = { agreement_number: '', agreement_note: '', language };
    await office.ask(tenancies.edit, { params: { id: String(id) }, body: agreement });
    await office.generate('A-1', '2026-09');
    office.goTo('2026-11-20');
    const { reminders: made } = await send(office, [id]);
    const query = { ids: String(made[0]?.reminder_id) };
    const places = await readPdfPlaces((await office.tell(reminders.letters, { query })).rawPayload);
    const inside = places.filter(
      ({ left, right, bottom }) =>
        left >= WINDOW.left && right <= WINDOW.right && bottom > WINDOW.top && bottom <= WINDOW.bottom - DESCENT,
    );
    // The order of signs within a word depends on the face, and so does where a word is divided.
    const shown = inside.map(({ text }) => text).join('');
    const lettersIn = (text: string) => [...text.replaceAll(/[\s,\p{M}]/gu, '')].sort().join('');
    expect(lettersIn(shown)).toBe(lettersIn(asDrawn([name, 'A-1', shop_name, address].join(''))));
  },
);

test('30 debtors get one PDF in their three languages, and nobody who paid or was just reminded', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  await registerCentre(office, { registered_from: null });
  const ids: number[] = [];
  for (let at = 0; at < 32; at += 1) {
    const language = languages[at % 3] ?? 'en';
    ids.push(await letTo(office, `D-${at + 1}`, { name: at < 6 ? NAMES[language] : `Tenant ${at + 1}`, language }));
    await office.generate(`D-${at + 1}`, '2026-09');
  }
  // After this shorter amount a line has room for the year of a day, so that the day could be broken there.
  await office.pay('D-3', 8000, '2026-09-01');
  const [reminded = 0, paid = 0] = ids.slice(-2);
  office.goTo('2026-11-07');
  await send(office, [reminded]);
  office.goTo('2026-11-20');
  await office.pay('D-32', 20_000, '2026-11-20');
  const { reminders: made, refused } = await send(office, ids, { level: 'formal' });
  expect(refused.map(({ tenancy_id, reason }) => [tenancy_id, reason])).toEqual([
    [reminded, 'Reminded on 7 Nov 2026. Can be reminded again from 21 Nov 2026.'],
    [paid, 'Nothing is overdue.'],
  ]);
  expect(made.map(({ shop_id }) => shop_id)).toEqual(Array.from({ length: 30 }, (_, at) => `D-${at + 1}`));
  const query = { ids: made.map(({ reminder_id }) => reminder_id).join(',') };
  const pdf = (await office.tell(reminders.letters, { query })).rawPayload;
  const pages = await readPdfText(pdf);
  expect(pages).toHaveLength(30);
  for (const [at, { language, subject, text, tenant_name }] of made.entries()) {
    const page = wordsIn(pages[at] ?? '');
    expect(language).toBe(languages[at % 3]);
    for (const written of [subject, text, tenant_name]) expect(page).toContain(wordsIn(asDrawn(written)));
    const amount = at === 2 ? '3,800' : '11,800';
    expect(pages[at]).toMatch(new RegExp(`${amount}\\.00.*D-${at + 1}-202609-\\d\\d`, 's'));
    expect(pages[at]).not.toMatch(/, 2026\s*\n/);
  }
  expect(pages[1]).toContain('LANKAQR');
  for (const page of [1, 2, 3, 30]) {
    const read = readLankaQr((await readPdfQr(pdf, 200, page)) ?? '');
    expect(read).toMatchObject({
      isRead: true,
      payment: {
        amountCents: page === 3 ? 380_000 : 1_180_000,
        reference: expect.stringMatching(`^D-${page}-202609-`),
        merchant: { template: '002817056001MERCHANT00000001T001' },
      },
    });
  }
});

test('the personal data of a tenant contain the reminders, and erasing removes their words', async () => {
  const office = await openWithDebt();
  await send(office, [office.id]);
  const params = { id: String(office.id) };
  const data = await office.ask(tenancies.personalData, { params, role: 'superadmin' });
  expect(data.reminders).toMatchObject([{ level: 'friendly', amount_due: 11_800, day: '2026-11-20' }]);
  await office.pay('A-1', 11_800, '2026-09-15');
  await office.ask(tenants.remove, { params });
  await office.ask(tenancies.erasePersonalData, { params, body: { reason: 'Asked for it' }, role: 'superadmin' });
  const [erased] = await office.ask(reminders.list, { params });
  expect(erased).toMatchObject({ subject: '', text: '', amount_due: 11_800 });
});
