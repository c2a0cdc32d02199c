import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ServerState } from '#contract/server-state.ts';
import { NOT_ON_PHONES } from '#web/ui/phone-only.tsx';
import { testContact } from '../../testing/centre.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import {
  answerAlarms,
  answerCopies,
  answerElsewhere,
  answerRuns,
  answerSchedule,
  answerServer,
  running,
  testCopy,
  testRun,
  testSchedule,
} from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

const SCHEDULE = 'GET /api/settings/schedule';
const RUNS = 'GET /api/settings/runs';
const RELEASE = 'GET /api/settings/release';
const ALARMS = 'GET /api/settings/alarms';
const SERVER = 'GET /api/settings/server';
const COPIES = 'GET /api/backup/copies';
const ELSEWHERE = 'GET /api/backup/elsewhere';
const SHEET = 'GET /api/emergency-sheet';
const NO_SHEET = { state: 'never', printed_at: null, printed_by: null, changed: [] };

beforeAll(() => importOf('/settings')());
beforeEach(() => signInAs('superadmin'));

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    [SCHEDULE]: () => answerSchedule(testSchedule()),
    [RUNS]: () => answerRuns(testRun()),
    [COPIES]: () => answerCopies(testCopy()),
    [ELSEWHERE]: () => answerElsewhere(),
    [SHEET]: () => Response.json(NO_SHEET),
    [SERVER]: () => answerServer(),
    [ALARMS]: () => answerAlarms(),
    [RELEASE]: () => Response.json({ version: '1.2.3', commit: '0123456789abcdef', schema: '0042-last' }),
    ...answers,
  });
  return { sent, ...openOffice('/settings') };
}

const section = (name: string) => screen.findByRole('region', { name });
const cards = () =>
  [...document.querySelectorAll('[data-card-link]')].map((card) => card.querySelector('p')?.textContent);
const CENTRE = [
  'Contact and opening hours',
  'Home page',
  'Bank details',
  'Mail server',
  'Price alerts',
  'Rent messages',
  'Other centres',
  'Poster for the gate',
];
const MONEY = ['Generate invoices', 'Apply fines', 'Fine arrest action', 'Invoice arrest action'];

test.each([
  [
    'superadmin',
    [
      ...CENTRE,
      'VAT rate',
      'Due day and fine rate',
      'Reminder texts',
      'Charge types',
      'Tax',
      'VAT schedules',
      'System settings: one shop',
      ...MONEY,
      'Accounts',
      'Tokens for programs',
      'System logs',
      'Backup download',
    ],
  ],
  [
    'admin',
    [
      ...CENTRE,
      'VAT rate',
      'Due day and fine rate',
      'Reminder texts',
      'Charge types',
      'Tax',
      'VAT schedules',
      'System settings: one shop',
      ...MONEY,
      'Accounts',
      'System logs',
    ],
  ],
  ['manager', ['Charge types', 'VAT schedules', 'System settings: one shop', 'System logs']],
  ['editor', ['Charge types', 'VAT schedules', 'System settings: one shop']],
] as const)('the cards of a %s are those of the specification that the role may use', async (role, expected) => {
  signInAs(role);
  open();
  await section('Rates and shops');
  expect(cards()).toEqual(expected);
});

test('each card leads to its page', { tags: ['slow'] }, async () => {
  open();
  await section('Rates and shops');
  const targets = [...document.querySelectorAll('a[data-card-link]')].map((card) => card.getAttribute('href'));
  expect(targets).toEqual([
    '/settings/contact',
    '/settings/home-page',
    '/settings/bank',
    '/settings/mail-server',
    '/settings/alerts',
    '/settings/rent-messages',
    '/settings/other-centres',
    '/print/poster',
    '/update-vat-rate',
    '/settings/rent-rules',
    '/settings/reminders',
    '/charge-kinds',
    '/settings/tax',
    '/vat-schedules',
    '/system-setting',
    '/settings/generate-invoices',
    '/settings/apply-fines',
    '/settings/fine-arrest',
    '/settings/invoice-arrest',
    '/admin-panel',
    '/program-tokens',
    '/system-logs',
  ]);
});

test('ticket staff have no settings', async () => {
  signInAs('tiketing');
  const { sent } = open();
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
  expect(sent.filter(({ call }) => call.includes('/settings/'))).toEqual([]);
});

test('readers see the automatic tasks as sentences, and no backups', async () => {
  signInAs('manager');
  const { sent } = open({ [SCHEDULE]: () => answerSchedule(testSchedule({ apply_fines: true, fines_day: 16 })) });
  const panel = within(await section('Automatic tasks'));
  await panel.findByText('Fines are applied on day 16 of each month.');
  expect(panel.getAllByText(/\.$/).map(({ textContent }) => textContent)).toEqual([
    'Invoices are not generated automatically.',
    'Fines are applied on day 16 of each month.',
    'The database is backed up every day. Every backup is stored for 14 days. After that, only one backup a week and one a month are stored.',
  ]);
  expect(panel.queryByRole('switch')).toBeNull();
  expect(sent.map(({ call }) => call)).not.toContain(COPIES);
});

test('tasks that wait because the clock cannot be right are a warning with the reason', {
  tags: ['slow'],
}, async () => {
  open({ [SCHEDULE]: () => answerSchedule(testSchedule(), "The server's clock says 2035.") });
  expect((await screen.findByRole('alert', { name: 'Automatic tasks are paused' })).textContent).toContain(
    "The server's clock says 2035.",
  );
});

test('tasks that change accounts are confirmed before they are saved', { tags: ['slow'] }, async () => {
  const { user, sent } = open({
    'PUT /api/settings/schedule': ({ body }) =>
      Response.json({ message: 'Schedule saved.', schedule: body }, { status: 200 }),
  });
  await user.click(await screen.findByRole('switch', { name: /^Generate invoices every month/ }));
  const day = screen.getByRole('textbox', { name: 'Day of the month to generate invoices' });
  await user.clear(day);
  await user.type(day, '3');
  await user.click(screen.getByRole('button', { name: 'Save schedule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn on automatic tasks?' });
  expect(dialog.textContent).toContain('Invoices are generated on day 3 of each month.');
  expect(dialog.textContent).not.toContain('Fines');
  await user.click(within(dialog).getByRole('button', { name: 'Save schedule' }));
  await screen.findByText('Schedule saved.');
  expect(sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
    testSchedule({ generate_invoices: true, generate_day: 3 }),
  ]);
});

test('on a phone a setting is a sentence, until somebody changes it', { tags: ['slow'] }, async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media !== NOT_ON_PHONES,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const { user } = open();
  const panel = within(await section('Automatic tasks'));
  const change = await panel.findByRole('button', { name: 'Change' });
  expect(panel.queryByRole('switch')).toBeNull();
  await user.click(change);
  expect(panel.getAllByRole('switch').length).toBeGreaterThan(0);
  expect(panel.queryByRole('button', { name: 'Change' })).toBeNull();
});

test('tasks that change no money are saved without a question', { tags: ['slow'] }, async () => {
  const { user } = open({ 'PUT /api/settings/schedule': () => refuse('internal') });
  await user.click(await screen.findByRole('switch', { name: /^Back up the database every day/ }));
  await user.click(screen.getByRole('button', { name: 'Save schedule' }));
  await screen.findByText('Something went wrong. Try again.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['Day of the month to generate invoices', '29', 'Enter a day from 1 to 28, so that the date exists in every month.'],
  ['Day of the month to apply fines', '0', 'Enter a day from 1 to 28, so that the date exists in every month.'],
  ['Number of days to keep all backups', '366', 'Enter a number of days from 1 to 365.'],
])('%s cannot be %s', { tags: ['slow'] }, async (name, typed, sentence) => {
  const { user, sent } = open();
  const field = await screen.findByRole('textbox', { name });
  await user.clear(field);
  await user.type(field, typed);
  await user.click(screen.getByRole('button', { name: 'Save schedule' }));
  await screen.findByText(sentence);
  expect(sent.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
});

test('the newest runs show what, when, who, how many shops and how they ended', { tags: ['slow'] }, async () => {
  open({
    [RUNS]: () =>
      answerRuns(
        testRun({ id: '00000000-0000-4000-a000-000000000001', period: '2026-11', started_by: 'schedule' }),
        { ...running(7), id: '00000000-0000-4000-a000-000000000002' },
        testRun({ action: 'backup', period: '2026-11-20', total: 0, done: 0, summary: '98,765 rows.' }),
        testRun({
          action: 'anchor',
          period: '2026-11-20',
          total: 0,
          done: 0,
          summary: 'Sent.',
          id: '00000000-0000-4000-a000-000000000003',
        }),
        testRun({
          action: 'verify',
          period: '2026-11-20',
          total: 0,
          done: 0,
          summary: '2 shops.',
          id: '00000000-0000-4000-a000-000000000004',
        }),
      ),
  });
  const table = await screen.findByRole('table', { name: 'Runs' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Generate invoices, Nov 202620 Nov 2026, 07:00:00Automatic task144 of 144DoneInvoices generated: 141.',
    'Generate invoices20 Nov 2026, 07:00:00Kumari Perera7 of 144Running',
    'Daily backup, 20 Nov 202620 Nov 2026, 07:00:00Kumari PereraDone98,765 rows.',
    'Audit proof by email, 20 Nov 202620 Nov 2026, 07:00:00Kumari PereraDoneSent.',
    'Nightly verification, 20 Nov 202620 Nov 2026, 07:00:00Kumari PereraDone2 shops.',
  ]);
});

test('an interrupted run says to run it again: with a link for roles that may, without one for readers', {
  tags: ['slow'],
}, async () => {
  const summary = 'It was interrupted. What it had done stands; run it again for the rest.';
  const interrupted = () => answerRuns(testRun({ action: 'apply-fines', outcome: 'interrupted', summary }));
  open({ [RUNS]: interrupted });
  const link = await screen.findByRole('link', { name: 'Run again: Apply fines' });
  expect(link.getAttribute('href')).toBe('/settings/apply-fines');
  signInAs('manager');
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Run again/ })).toBeNull());
  screen.getByText(summary);
});

test('the last backup is shown with the time and the result of its verification', { tags: ['slow'] }, async () => {
  open();
  const alert = await screen.findByRole('alert', {
    name: 'The last backup was verified on 20 Nov 2026, 07:00:00',
  });
  expect(alert.textContent).toContain('Test restore: 98,765 rows, identical to the database.');
  const table = within(screen.getByRole('table', { name: 'Daily backups' }));
  expect(table.getAllByRole('row')[1]?.textContent).toBe('20 Nov 2026, 07:00:0012.3598,76520 Nov 2026, 07:00:00');
});

test('a backup that could not be verified is shown first', { tags: ['slow'] }, async () => {
  const proof = 'The copy has 98,764 rows in place of 98,765.';
  open({ [COPIES]: () => answerCopies(testCopy({ proven_at: null, proof }), testCopy({ name: 'before' })) });
  const alert = await screen.findByRole('alert', { name: 'The last backup could not be verified' });
  expect(alert.textContent).toContain(proof);
  screen.getByText('Not verified');
});

test('backups in the bucket are shown with time and result, and with a warning when they are late', {
  tags: ['slow'],
}, async () => {
  let state: Parameters<typeof answerElsewhere>[0] = {};
  open({ [ELSEWHERE]: () => answerElsewhere(state) });
  await screen.findByText(/^If this server is lost, its backups are lost with it\./);
  const at = testCopy().made_at;
  state = { is_set_up: true, last_at: at, proof: '412 kB, encrypted.' };
  cleanup();
  open({ [ELSEWHERE]: () => answerElsewhere(state) });
  const name = 'The last backup in another place is from 20 Nov 2026, 07:00:00';
  const known = await screen.findByRole('status', { name });
  expect(known.textContent).toContain('412 kB, encrypted.');
  expect(known.textContent).toContain('Only the person who has the key can test whether the backups can be restored');
  state = { ...state, restored_at: at, is_late: true, proof: 'The bucket answered 403.' };
  cleanup();
  open({ [ELSEWHERE]: () => answerElsewhere(state) });
  const late = await screen.findByRole('alert', { name: `${name}, more than 26 hours ago` });
  expect(late.textContent).toContain('The bucket answered 403.');
  expect(late.textContent).toContain('Last decrypted and restored on 20 Nov 2026, 07:00:00.');
  state = { is_set_up: true, is_late: true };
  cleanup();
  open({ [ELSEWHERE]: () => answerElsewhere(state) });
  await screen.findByRole('alert', { name: 'No backup is stored in another place yet' });
});

test('backups of another machine in the bucket are a warning, and a person can store those of this market beside them', {
  tags: ['slow'],
}, async () => {
  const newest = 'pola-2026-11-19-013000-9999-3f9a0c1d2e4b.sql.gz.age';
  const state = { is_set_up: true, last_at: testCopy().made_at, proof: 'Nothing was sent.' };
  const { sent, user } = open({
    [ELSEWHERE]: () => answerElsewhere({ ...state, foreign: { count: 1, newest } }),
    'POST /api/backup/elsewhere/accept': () => Response.json({ message: 'Stored beside them.' }),
  });
  const warning = await screen.findByRole('alert', { name: /^The last backup in another place is from/ });
  await user.click(within(warning).getByRole('button', { name: 'Store beside them' }));
  const question = await screen.findByRole('dialog', {
    name: 'Store the backups of this market beside the others?',
  });
  await user.click(within(question).getByRole('button', { name: 'Store beside them' }));
  await screen.findByText('Stored beside them.');
  expect(sent.find(({ call }) => call.startsWith('POST'))).toMatchObject({ body: { newest } });
});

test('the emergency sheet says what on it has changed since it was printed', { tags: ['slow'] }, async () => {
  const printed = { printed_at: testCopy().made_at, printed_by: 'kumari@example.com' };
  open({ [SHEET]: () => Response.json({ ...printed, state: 'changed', changed: ['Version', 'Copies elsewhere'] }) });
  const part = within(await section('Emergency sheet'));
  await part.findByText(/^Changed since it was printed: Version, Copies elsewhere\./);
  part.getByText('Last printed on 20 Nov 2026, 07:00:00 by kumari@example.com.');
  part.getByRole('button', { name: 'Open the sheet (PDF)' });
});

test('a file that this market did not make is listed, and is not the last backup', { tags: ['slow'] }, async () => {
  const file = testCopy({ is_own: false, rows: null, proven_at: null, proof: 'Not tested.' });
  open({ [COPIES]: () => answerCopies(file) });
  await screen.findByText('No daily backups yet.');
  screen.getByRole('table', { name: 'Daily backups' });
  expect(screen.queryByText('The last backup could not be verified')).toBeNull();
});

test('each part has an empty state', { tags: ['slow'] }, async () => {
  open({ [RUNS]: () => answerRuns(), [COPIES]: () => answerCopies() });
  await screen.findByText('No runs yet.');
  await screen.findByText('No daily backups yet.');
});

test('each part fails separately and can be tried again; the cards remain', { tags: ['slow'] }, async () => {
  let isDown = true;
  const { user } = open({
    [SCHEDULE]: () => refuse('internal'),
    [RUNS]: () => (isDown ? refuse('internal') : answerRuns(testRun())),
    [COPIES]: () => refuse('internal'),
  });
  const failure = (name: string) => screen.findByRole('alert', { name });
  await failure('Could not load the automatic tasks.');
  await failure('Could not load daily backups.');
  const runs = await failure('Could not load recent runs.');
  expect(cards()).toHaveLength(23);
  isDown = false;
  await user.click(within(runs).getByRole('button', { name: 'Try again' }));
  await waitFor(() => screen.getByRole('table', { name: 'Runs' }));
});

const TEXTS = '/api/settings/reminders';
const CONTACT = 'GET /api/settings/centre/contact';
const letter = { subject: 'Shop {shop}', body: 'Dear {name}, {amount}' };
const signed = { subject: 'Shop {shop}', body: '{name} {market} {phone}' };
const texts = { en: letter, si: letter, ta: letter };

test('the texts of reminders have a preview, and an unknown placeholder is refused before saving', {
  tags: ['slow'],
}, async () => {
  const stored = { friendly: texts, formal: texts, final: texts };
  const sent = answerCalls({
    [CONTACT]: () => Response.json(testContact()),
    [`GET ${TEXTS}`]: () => Response.json(stored),
    [`PUT ${TEXTS}`]: ({ body }) => Response.json({ message: 'Saved.', texts: body }),
  });
  const { user } = openOffice('/settings/reminders');
  const preview = within(await section('Preview'));
  preview.getByText('Dear Nimal Perera, Rs. 23,600.00');
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  await user.clear(subject);
  await user.type(subject, 'Pay {{amuont}');
  await user.click(screen.getByRole('button', { name: 'Save texts' }));
  await screen.findByText(/^\{amuont\} is not a known placeholder\. The placeholders are: \{name\}/);
  expect(sent.some(({ call }) => call.startsWith('PUT '))).toBe(false);
  await user.clear(subject);
  await user.type(subject, 'Pay {{amount}');
  preview.getByText('Pay Rs. 23,600.00');
  await user.click(screen.getByRole('button', { name: 'Save texts' }));
  await screen.findByText('Saved.');
  expect(sent.find(({ call }) => call.startsWith('PUT '))?.body).toMatchObject({
    friendly: { en: { subject: 'Pay {amount}' }, si: letter },
  });
});

test('the preview of a letter has a name of its language, and the name and numbers of the centre', async () => {
  const name = { en: 'Pola Centre', si: 'පොළ මධ්‍යස්ථානය', ta: '' };
  const officePhones = ['066 228 5181', '066 228 5182'];
  const stored = { en: signed, si: signed, ta: signed };
  answerCalls({
    [CONTACT]: () => Response.json(testContact({ name, officePhones })),
    [`GET ${TEXTS}`]: () => Response.json({ friendly: stored, formal: stored, final: stored }),
  });
  const { user } = openOffice('/settings/reminders');
  const language = await screen.findByRole('combobox', { name: 'Language' });
  const expected = {
    English: 'Nimal Perera Pola Centre 066 228 5181, 066 228 5182',
    Sinhala: 'නිමල් පෙරේරා පොළ මධ්‍යස්ථානය 066 228 5181, 066 228 5182',
    // The centre has no Tamil name, so the letter has the English one.
    Tamil: 'நிமல் பெரேரா Pola Centre 066 228 5181, 066 228 5182',
  };
  for (const [option, body] of Object.entries(expected)) {
    await user.selectOptions(language, option);
    within(await section('Preview')).getByText(body);
  }
});

test('a card shows the current setting, and the setup list can be shown again', { tags: ['slow'] }, async () => {
  const steps = [
    { step: 'contact', is_done: true, is_confirmed: false, detail: '066 228 5181' },
    { step: 'visitors', is_done: true, is_confirmed: true, detail: null },
    { step: 'mail', is_done: false, is_confirmed: false, detail: null },
  ];
  const { sent, user } = open({
    'GET /api/setup': () => Response.json({ is_put_away: true, is_new: false, steps }),
    'POST /api/setup': () => Response.json({ message: 'Setup list saved.' }),
  });
  const stateOf = (name: string) =>
    screen.getByText(name).closest('[data-card-link]')?.querySelector('p:last-child')?.textContent;
  await screen.findByText('066 228 5181');
  expect(['Home page', 'Mail server', 'Tax'].map(stateOf)).toEqual([
    'Set',
    'Not set yet',
    'Enter VAT registration details and set up tax invoices',
  ]);
  await user.click(screen.getByRole('button', { name: 'Show the setup list on the dashboard' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /api/setup')?.body).toEqual({
      is_put_away: false,
      confirmed: ['visitors'],
    }),
  );
});

test('the page says which release the server runs, for a manager too', async () => {
  signInAs('manager');
  open();
  await screen.findByText('Pola 1.2.3 (commit 01234567, schema 0042-last)');
});

const serverLines = async () => (await section('Server')).textContent;

test('of a server without further rights in its database the page says nothing', async () => {
  open({ [SERVER]: () => answerServer({ database_role: null }) });
  await screen.findByText('Free disk space: 12.3 GB of 40 GB');
  expect(await serverLines()).not.toContain('PostgreSQL');
});

test('the page says how much of the disk is free, for a manager too', async () => {
  signInAs('manager');
  open();
  await screen.findByText('Free disk space: 12.3 GB of 40 GB');
  expect(await serverLines()).toBe(
    'ServerFree disk space: 12.3 GB of 40 GBThe disk is not filling, or fewer than seven days are known.',
  );
});

test.each<[string, Partial<ServerState>, string | RegExp, 'alert' | 'none']>([
  ['a disk that is full in three weeks', { full_in_weeks: 3.4 }, 'At this rate it is full in about 3 weeks.', 'alert'],
  ['a disk that is full in days', { full_in_weeks: 0.4 }, 'At this rate it is full in less than a week.', 'alert'],
  ['a disk that is full in a year', { full_in_weeks: 52 }, 'At this rate it is full in about 52 weeks.', 'none'],
  ['a full disk', { writes: 'full' }, 'The disk of the server is full', 'alert'],
  ['refused writes', { writes: 'refused' }, 'The server cannot record anything at the moment', 'alert'],
  ['a disk of unknown size', { disk: null }, 'The free disk space is unknown.', 'none'],
  ['a certificate', { certificate_days: 60 }, 'The certificate of the public address is valid for 60 days.', 'none'],
  ['its last day', { certificate_days: 1 }, 'The certificate of the public address is valid for 1 day.', 'alert'],
  ['the rights of an owner', { database_role: 'owner' }, /with a role that may change tables\.$/, 'alert'],
  ['those of a superuser', { database_role: 'superuser' }, /on PostgreSQL as a superuser\.$/, 'alert'],
  ['one that expired', { certificate_days: -2 }, /^The certificate of the public address has expired/, 'alert'],
])('the page shows %s', async (_, state, sentence, kind) => {
  open({ [SERVER]: () => answerServer(state) });
  const found = await screen.findByText(sentence);
  expect(found.closest('[role="alert"]') === null ? 'none' : 'alert').toBe(kind);
});

test('cashiers can be allowed to record payments for yesterday', { tags: ['slow'] }, async () => {
  const address = '/api/settings/cashier-days';
  const { user, sent } = open({
    [`GET ${address}`]: () => Response.json({ yesterday: false }),
    [`PUT ${address}`]: () => Response.json({ message: 'The setting is saved.', settings: { yesterday: true } }),
  });
  const panel = within(await section('Days of cashiers'));
  await user.click(await panel.findByRole('switch', { name: 'Cashiers may also record payments for yesterday' }));
  await user.click(panel.getByRole('button', { name: 'Save setting' }));
  await screen.findByText('The setting is saved.');
  expect(sent.find(({ call }) => call === `PUT ${address}`)?.body).toEqual({ yesterday: true });
});

test('a list beside the settings leads to each part, also to one that loads late', async () => {
  open();
  await section('Daily backups');
  const list = screen.getByRole('navigation', { name: 'On this page' });
  const names = () => [...list.querySelectorAll('a')].map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toContain('Daily backups'));
  expect(names()).toEqual([...document.querySelectorAll('main h2')].map(({ textContent }) => textContent));
  const targets = [...list.querySelectorAll('a')].map((link) => link.hash.slice(1));
  expect(new Set(targets).size).toBe(targets.length);
  expect(targets.map((id) => document.getElementById(id)?.tagName)).toEqual(targets.map(() => 'H2'));
});
