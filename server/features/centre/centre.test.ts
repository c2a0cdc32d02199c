import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { centre } from '#contract/centre.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import { invoices } from '#contract/invoices.ts';
import { openData } from '#contract/open-data.ts';
import { weather } from '#contract/weather.ts';
import { buildApp } from '../../app.ts';
import { ConfigFault, readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import { parseCentre } from '../../http/cache/current-centre.ts';
import { START } from '../../testing/accounts.ts';
import type { TestApp } from '../../testing/app-context.ts';
import { BANK, CONTACT, HOME, PICTURE } from '../../testing/centre-settings.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { TOKEN_SECRET } from '../../testing/sign-in.ts';
import { openCentre } from './open-centre.ts';
import { storeFirstCentre } from './store-first-centre.ts';

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
  const before = await read();
  await readThere();
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
      'hotline: 000 000 2999; opening hours, opening time: 05:00; opening hours, closing time: 23:59; opening hours, text, English text: none',
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

test.each(['', 'YWJ', 'YWJj YWJj', 'YWJj\n', 'YQ==YWJj', 'Y===', '===='])(
  '%j is not a picture in base64',
  async (text) => {
    const office = await openTestOffice();
    const { details } = await office.refused(
      centre.addPicture,
      { ...superadmin, body: { picture: text } },
      'invalid_input',
    );
    expect(details?.map(({ field }) => field)).toEqual(['picture']);
  },
);

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

test('a market shows no phone number, address, email or account that nobody has entered', async () => {
  const office = await openTestOffice({ CENTRE_FILE: '' });
  const facts = await office.ask(centre.getContact, superadmin);
  expect(facts).toMatchObject({ hotline: '', officePhones: [], branchPhones: [], email: '', socialLinks: [] });
  expect(await office.ask(centre.getBank, superadmin)).toEqual({ bankText: '', vatRegistration: '' });
  const dataset = JSON.stringify((await office.app.send({ url: openData.datapackage.path })).json());
  expect(dataset).not.toContain('email');
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  const papers = await office.ask(invoices.papers, { body: { invoice_ids: ['INV-A-1-202611'] } });
  const [invoice] = papers.invoices;
  const text = JSON.stringify(invoice && invoicePaper(invoice, papers.centre));
  expect(text).not.toMatch(/Payments to|VAT Registration|Management office/);
});

test('example details of earlier releases are no longer shown; those that somebody entered remain', () => {
  const { facts } = parseCentre(
    JSON.stringify({
      facts: { hotline: '000 000 1999', officePhones: ['000 000 0001', '066 228 5181'], email: 'office@pola.example' },
      file: null,
    }),
  );
  expect(facts).toMatchObject({ hotline: '', officePhones: ['066 228 5181'], email: '' });
});

async function openMarket(file?: string) {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  const write = (text: string, name = 'centre.json') => writeFileSync(path.join(made.dataDir, name), text);
  if (file !== undefined) write(file);
  const start = async (environment: Record<string, string> = {}) => {
    const config = readConfig({ DATA_DIR: made.dataDir, ...environment });
    const context = { actor: 'first start', now: START, requestId: 'first-start' };
    const isAsStored = await storeFirstCentre(made.database, context, config);
    return { isAsStored, facts: (await openCentre(made.database.reader, config)).facts };
  };
  return { made, write, start };
}

test('the first start stores the file, with the example for what it does not name', async () => {
  const { made, start } = await openMarket('{"hotline":"066 228 5181","name":{"en":"Keppetipola"}}');
  const { isAsStored, facts } = await start();
  expect(isAsStored).toBe(true);
  expect(facts.hotline).toBe('066 228 5181');
  expect(facts.name).toEqual({ en: 'Keppetipola', si: 'Keppetipola', ta: 'Keppetipola' });
  expect(facts.place.en).toBe('Dambulla');
  const entries = made.database.reader.selectFrom('audit_log').select(['event_type', 'user_actioned']);
  expect(await entries.execute()).toEqual([{ event_type: 'Centre Settings Changed', user_actioned: 'first start' }]);
});

test('later starts do not read the file, and say when it has changed', async () => {
  const { made, write, start } = await openMarket('{"hotline":"066 000 0001"}');
  await start();
  expect((await start()).isAsStored).toBe(true);
  write('{"hotline":"066 000 0002"}');
  const changed = await start();
  expect([changed.isAsStored, changed.facts.hotline]).toEqual([false, '066 000 0001']);
  write('not json');
  expect((await start()).facts.hotline).toBe('066 000 0001');
  const { count } = await made.database.reader
    .selectFrom('audit_log')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test('of two processes that start at once one stores the facts', async () => {
  const { made, start } = await openMarket('{"hotline":"066 000 0001"}');
  expect((await Promise.all([start(), start()])).map(({ isAsStored }) => isAsStored)).toEqual([true, true]);
  expect(await made.database.reader.selectFrom('audit_log').select('id').execute()).toHaveLength(1);
});

test('a file named in the environment takes precedence over the one in the data folder', async () => {
  const { made, write, start } = await openMarket('{"hotline":"066 000 0001"}');
  write('{"hotline":"066 000 0002"}', 'other.json');
  const { facts } = await start({ CENTRE_FILE: path.join(made.dataDir, 'other.json') });
  expect(facts.hotline).toBe('066 000 0002');
});

async function faultsOf(start: () => Promise<unknown>): Promise<string[]> {
  const fault = await start().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof ConfigFault)) throw fault;
  return fault.faults;
}

test.each([
  ['not json', ['centre file: it is not valid JSON']],
  [
    '{"email":"nobody","latitude":91,"hotline":"none"}',
    [
      'centre file, hotline: Enter one phone number, such as 011 000 0000.',
      'centre file, email: Enter an email address, such as name@example.com.',
      'centre file, latitude: The latitude can be at most 90.',
    ],
  ],
  [
    '{"socialLinks":[{"name":"x","url":"javascript:alert(1)"}]}',
    ['centre file, socialLinks.0.url: Enter an address that begins with http:// or https://.'],
  ],
])('a first centre file that says %s is refused with its faults', async (text, faults) => {
  const { start } = await openMarket(text);
  expect(await faultsOf(start)).toEqual(faults);
});

test('a first centre file that cannot be read is refused', async () => {
  const { start } = await openMarket();
  expect(await faultsOf(() => start({ CENTRE_FILE: '/nowhere/centre.json' }))).toEqual([
    'CENTRE_FILE /nowhere/centre.json cannot be read',
  ]);
});
