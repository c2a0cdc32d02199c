import { expect, onTestFinished, test } from 'vitest';
import { centre } from '#contract/centre.ts';
import { invoices } from '#contract/invoices.ts';
import { weather } from '#contract/weather.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import type { TestApp } from '../../testing/app-context.ts';
import { BANK, CONTACT, HOME, PICTURE } from '../../testing/centre-settings.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { TOKEN_SECRET } from '../../testing/sign-in.ts';

const FEED = '/api/v1/feeds/si/publications.atom';
const superadmin = { role: 'superadmin' } as const;

async function openSecond(app: TestApp) {
  const database = connect(app);
  const config = readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' });
  const second = await buildApp({ config, clock: app.clock, database, tokenSecret: TOKEN_SECRET });
  onTestFinished(async () => {
    await second.close();
    await database.close();
  });
  return second;
}

const setName = (office: TestOffice, si: string) =>
  office.ask(centre.setContact, { ...superadmin, body: { ...CONTACT, name: { en: 'Keppetipola', si, ta: '' } } });

async function changesOf(office: TestOffice) {
  const log = (await office.auditLog()).filter(({ event_type }) => event_type === 'Centre Settings Changed');
  return log.map(({ old_value, new_value, user_actioned }) => ({ old_value, new_value, user_actioned }));
}

test('a new name is public at once, under a new ETag, here and in another process', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  const second = await openSecond(office.app);
  const read = (etag = '') => office.app.send({ url: FEED, headers: { 'if-none-match': etag } });
  const readThere = (etag = '') => second.inject({ url: FEED, headers: { 'if-none-match': etag } });
  const [before] = [await read(), await readThere()];
  const etag = String(before.headers.etag);
  expect((await read(etag)).statusCode).toBe(304);
  expect((await readThere(etag)).statusCode).toBe(304);
  await setName(office, 'කැප්පෙටිපොළ');
  const after = await read(etag);
  expect([after.statusCode, after.body.includes('<name>කැප්පෙටිපොළ</name>')]).toEqual([200, true]);
  await expect.poll(async () => (await readThere(etag)).statusCode).toBe(200);
  const there = await readThere(etag);
  expect([there.body, there.headers.etag]).toEqual([after.body, after.headers.etag]);
});

test('every reader has the new facts, in English where a translation is missing', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  await setName(office, '');
  const feed = await office.app.send({ url: FEED });
  expect(feed.body).toContain('<name>Keppetipola</name>');
  const papers = await office.ask(invoices.papers, { body: { invoice_ids: ['INV-A-1-202611'] } });
  expect(papers.centre.name).toBe('Keppetipola');
  expect((await office.app.send({ url: '/api/openapi.json' })).json().info.title).toBe('Keppetipola: the API');
  const told = await office.app.send({ url: weather.now.path });
  expect(told.json().place).toBe(CONTACT.place.en);
  expect((await office.ask(centre.getContact, superadmin)).name).toEqual({ en: 'Keppetipola', si: '', ta: '' });
});

test('the audit entry names each changed fact with its old and new value, and saving the same adds none', async () => {
  const office = await openTestOffice();
  await office.ask(centre.setContact, { ...superadmin, body: CONTACT });
  await office.ask(centre.setContact, { ...superadmin, body: CONTACT });
  const { services } = HOME;
  await office.ask(centre.setHome, { ...superadmin, body: { ...HOME, services: services.slice(0, 5) } });
  const [contact, home] = await changesOf(office);
  expect(contact).toEqual({
    old_value:
      'hotline: 000 000 1999; opening hours, opening time: 05:00; opening hours, closing time: 23:59; opening hours, text, English text: none',
    new_value:
      'hotline: 066 000 1234; opening hours, opening time: 04:30; opening hours, closing time: 22:00; opening hours, text, English text: Daily from 4.30 a.m.',
    user_actioned: office.app.emailOf('superadmin'),
  });
  expect(home?.old_value).toContain('services 6, title, English text: News in three languages; ');
  expect(home?.new_value).toContain('services 6, title, English text: none; ');
  expect(home?.new_value).toContain('mission 1, Sinhala text: සාධාරණ මිල');
  expect(await changesOf(office)).toHaveLength(2);
  await office.expectCleanBooks();
});

test('two people who change different parts do not refuse each other', async () => {
  const office = await openTestOffice();
  await Promise.all([
    office.ask(centre.setContact, { ...superadmin, body: CONTACT }),
    office.ask(centre.setHome, { ...superadmin, body: HOME }),
    office.ask(centre.setBank, { ...superadmin, body: BANK }),
  ]);
  expect((await office.ask(centre.getContact, superadmin)).hotline).toBe(CONTACT.hotline);
  expect((await office.ask(centre.getHome, superadmin)).homeText).toEqual(HOME.homeText);
  expect(await office.ask(centre.getBank, superadmin)).toEqual(BANK);
});

test('bank details are on the papers at once, and need the identity confirmed within five minutes', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  await office.ask(centre.setBank, { ...superadmin, body: BANK });
  const papers = await office.ask(invoices.papers, { body: { invoice_ids: ['INV-A-1-202611'] } });
  expect(papers.centre).toMatchObject({ bank: BANK.bankText, vat_registration: '' });
  expect(await changesOf(office)).toEqual([
    expect.objectContaining({
      old_value: expect.stringMatching(/^bank details: .+; VAT registration number: .+/),
      new_value: `bank details: ${BANK.bankText}; VAT registration number: none`,
    }),
  ]);
  const token = await office.tokenOf('superadmin');
  office.app.clock.advance(5 * 60_000 + 1);
  const late = await office.app.send({
    method: 'PUT',
    url: centre.setBank.path,
    payload: { ...BANK, bankText: 'Another account' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect([late.statusCode, late.json().code]).toEqual([403, 'verification_required']);
});

test('a slide shows a stored picture; an unknown one is refused', async () => {
  const office = await openTestOffice();
  const { image } = await office.ask(centre.addPicture, { ...superadmin, body: { picture: PICTURE } });
  const slide = (hash: string) => ({ image: hash, alt: { en: 'Leeks', si: 'ලීක්ස්', ta: '' } });
  await office.ask(centre.setHome, { ...superadmin, body: { ...HOME, slides: [slide(image)] } });
  expect((await office.app.send({ url: `/images/${image}.webp` })).statusCode).toBe(200);
  const unknown = { ...HOME, slides: [slide(image), slide('0'.repeat(64))] };
  const refused = await office.refused(centre.setHome, { ...superadmin, body: unknown }, 'invalid_input');
  expect(refused.details).toEqual([expect.objectContaining({ field: 'slides.1.image' })]);
});

test.each([
  ['hotline', { hotline: 'call us' }],
  ['officePhones.6', { officePhones: Array(7).fill('066 000 0000') }],
  ['name.en', { name: { en: '', si: 'පොළ', ta: '' } }],
  ['email', { email: 'office' }],
  ['openingHours.opens', { openingHours: { ...CONTACT.openingHours, opens: '24:00' } }],
  ['socialLinks.0.url', { socialLinks: [{ name: 'x', url: 'javascript:alert(1)' }] }],
  ['socialLinks.0.url', { socialLinks: [{ name: 'x', url: 'https://example.com/a page' }] }],
  ['hotline', { hotline: '000 000 0001 / 000 000 0002' }],
])('contact details with a bad %s are refused by that field', async (field, wrong) => {
  const office = await openTestOffice();
  const body = { ...CONTACT, ...wrong };
  const { details } = await office.refused(centre.setContact, { ...superadmin, body }, 'invalid_input');
  const named = field === 'officePhones.6' ? 'officePhones' : field;
  expect(details?.map((detail) => detail.field)).toEqual([named]);
});
