import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { day, startOfDay } from '#billing/calendar.ts';
import { tenancies } from '#contract/tenancies.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testCharges } from '../../testing/other-charges.ts';
import { oneShop } from '../../testing/shops.ts';
import { testTenancyFile } from '../../testing/tenancies.ts';

const FILE = 'GET /api/tenancies/7';
const ERASE = 'POST /api/tenancies/7/erase-personal-data';
const ERASE_BUTTON = { name: 'Erase personal data' };
const DOWNLOAD_BUTTON = { name: 'Download personal data' };
const SETTLED = { ended_on: day('2026-11-20'), amount_due: 0, deposit_held: 0 };

beforeEach(() => signInAs('admin'));

const file = (more: Parameters<typeof testTenancyFile>[0] = SETTLED) => ({
  [FILE]: () => Response.json(testTenancyFile(more)),
  [`${FILE}/other-charges`]: () => Response.json(testCharges({ waiting: [] })),
  'GET /api/shops/without-tenants': () => Response.json([oneShop()]),
});

async function askToErase(answers: Parameters<typeof answerCalls>[0]) {
  const sent = answerCalls({ ...file(), ...answers });
  const { user } = openOffice('/tenancy/7');
  await user.click(await screen.findByRole('button', ERASE_BUTTON));
  const form = within(await screen.findByRole('dialog', ERASE_BUTTON));
  return { sent, user, form };
}

async function confirmErasing({ user, form }: Awaited<ReturnType<typeof askToErase>>) {
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked for it');
  await user.click(form.getByRole('button', ERASE_BUTTON));
  const question = within(await screen.findByRole('dialog', { name: 'Erase the personal data of Nimal Perera?' }));
  await user.click(question.getByRole('button', ERASE_BUTTON));
}

test('the dialog says what is erased and what remains, and erases after a reason, a confirmation and the identity', {
  tags: ['slow'],
}, async () => {
  let stored = testTenancyFile(SETTLED);
  const asked = await askToErase({
    ...onceVerified({
      [ERASE]: () => {
        stored = { ...stored, name: 'Former tenant 7', erased_at: startOfDay(day('2026-12-01')) };
        return Response.json(tenancies.erasePersonalData.answer.parse({ message: 'Personal data erased.' }));
      },
    }),
    [FILE]: () => Response.json(stored),
  });
  asked.form.getByText(/name, contact, address, email, VAT registration and agreement note/);
  asked.form.getByText(/Ledger entries, issued invoices and tax documents, and the audit log/);
  await confirmErasing(asked);
  await enterPassword(asked.user);
  await screen.findByText('Personal data erased.');
  await screen.findByText(/was erased on 1 Dec 2026/);
  expect(screen.queryByRole('button', ERASE_BUTTON)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit tenant' })).toBeNull();
  const requests = asked.sent.filter(({ call }) => call === ERASE);
  expect(requests.map(({ body }) => body)).toEqual([{ reason: 'Asked for it' }, { reason: 'Asked for it' }]);
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('without a reason, or without the identity, nothing is erased', { tags: ['slow'] }, async () => {
  const { sent, user, form } = await askToErase(onceVerified({ [ERASE]: () => refuse('internal') }));
  await user.click(form.getByRole('button', ERASE_BUTTON));
  expect(form.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true');
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked for it');
  await user.click(form.getByRole('button', ERASE_BUTTON));
  const question = within(await screen.findByRole('dialog', { name: /^Erase the personal data of/ }));
  await user.click(question.getByRole('button', ERASE_BUTTON));
  await screen.findByLabelText(/^Password/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText(/^Password/)).toBeNull());
  await screen.findByText('Enter your email and password again to continue.');
  expect(sent.filter(({ call }) => call === ERASE)).toHaveLength(1);
});

test('a refusal says what to do first', { tags: ['slow'] }, async () => {
  await confirmErasing(await askToErase({ [ERASE]: () => refuse('deposit_held') }));
  const sentence = 'A deposit is still held. Refund or apply it before you erase the personal data.';
  await screen.findByText(sentence);
});

test('erasing is offered for ended tenancies to people who may change them', { tags: ['slow'] }, async () => {
  answerCalls(file({ ended_on: null }));
  openOffice('/tenancy/7');
  await screen.findByRole('button', DOWNLOAD_BUTTON);
  expect(screen.queryByRole('button', ERASE_BUTTON)).toBeNull();
});

test.each([
  ['a manager', 'manager', 1],
  ['an editor', 'editor', 0],
] as const)('what is offered to %s', async (_, role, downloads) => {
  signInAs(role);
  answerCalls(file());
  openOffice('/tenancy/7');
  await screen.findByRole('heading', { level: 1, name: 'Nimal Perera' });
  expect(screen.queryAllByRole('button', DOWNLOAD_BUTTON)).toHaveLength(downloads);
  expect(screen.queryByRole('button', ERASE_BUTTON)).toBeNull();
});

test('the download is saved as a JSON file', { tags: ['slow'] }, async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((saved) => `blob:file-${files.push(saved as Blob)}`);
  // The link is not followed: the test browser would leave the page in which other test files run too.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const data = tenancies.personalData.answer.parse({
    downloaded_at: startOfDay(day('2026-12-01')),
    other_tenancies: [],
    tenancy: {
      number: 7,
      shop: 'A-2',
      shop_name: 'Nimal Stores',
      first_day: '2026-10-01',
      last_day: null,
      personal_data_erased_at: null,
    },
    person: {
      name: 'Nimal Perera',
      contact: '077 123 4567',
      address: 'Dambulla',
      email: null,
      is_vat_registered: false,
      taxpayer_number: '',
      name_on_vat_certificate: '',
      address_on_vat_certificate: '',
    },
    agreement: { number: '', note: '', ends_on: null, language_of_documents: 'en' },
    invoices: [],
    payments: [],
    emails: [],
    reminders: [],
    claims: [],
    rent_messages: [],
    public_entry: null,
    walks: [],
    page_visits: [],
    audit_log: [],
    shortened_lists: [],
  });
  answerCalls({ ...file(), [`${FILE}/personal-data`]: () => Response.json(data) });
  const { user } = openOffice('/tenancy/7');
  await user.click(await screen.findByRole('button', DOWNLOAD_BUTTON));
  await screen.findByText('Personal data downloaded.');
  expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(data);
});

test('a failed download is reported', { tags: ['slow'] }, async () => {
  answerCalls({ ...file(), [`${FILE}/personal-data`]: () => new Response('', { status: 500 }) });
  const { user } = openOffice('/tenancy/7');
  await user.click(await screen.findByRole('button', DOWNLOAD_BUTTON));
  await screen.findByText('Could not download the personal data.');
});
