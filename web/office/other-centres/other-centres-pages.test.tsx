import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
// The pages are imported in advance, because the office imports its pages lazily.
import './centres-page.tsx';
import './products-page.tsx';

const at = instantOf(Date.UTC(2026, 10, 20, 3));
const centre = (centre_id: number, name: string, fields: object = {}) => ({
  centre_id,
  key: '7b7f1a04-2f0c-4f8e-9d5c-0d7a1f2b3c4d',
  address: `https://${name.toLowerCase()}.example`,
  name,
  name_si: '',
  name_ta: '',
  licence: '',
  distance_km: 120,
  usual_time: '05:00',
  fault: null,
  answered_at: at,
  next_read_at: at,
  newest_day: '2026-11-20',
  days_to_read: 0,
  prices: 930,
  products: 93,
  unmapped: 2,
  ...fields,
});

const SETTINGS = { is_national: false, rupees_per_km: 150, load_kg: 1000 };
const centres = [
  centre(1, 'Keppetipola'),
  centre(2, 'Meegoda', { fault: 'It did not answer in time (/api/v1/days).', newest_day: null }),
];

const answers = {
  'GET /api/other-centres': () => Response.json(centres),
  'GET /api/settings/other-centres': () => Response.json(SETTINGS, { headers: { etag: '"0123456789abcdef"' } }),
  'POST /api/other-centres': ({ body }: { body: unknown }) =>
    Response.json({ message: 'Centre added.', centre: centre(3, 'Dambulla'), body }),
};

beforeEach(() => signInAs('superadmin'));

const rowOf = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Other centres' });
  return within(within(table).getByRole('link', { name }).closest('tr') as HTMLElement);
};

test('each centre has its own state, in words', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/settings/other-centres');
  (await rowOf('Keppetipola')).getByText('Up to date');
  (await rowOf('Meegoda')).getByText('It did not answer in time (/api/v1/days).');
});

test('a centre is added by its address; an empty distance is not known', { tags: ['slow'] }, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/settings/other-centres');
  await user.click(await screen.findByRole('button', { name: 'Add centre' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Address/ }), 'https://dambulla.example');
  await user.click(dialog.getByRole('button', { name: 'Add centre' }));
  await screen.findByText('Centre added.');
  expect(sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { address: 'https://dambulla.example', distance_km: null },
  ]);
});

test('an admin who is not superadmin reads the state and changes nothing', { tags: ['slow'] }, async () => {
  signInAs('admin');
  answerCalls(answers);
  openOffice('/settings/other-centres');
  await rowOf('Keppetipola');
  expect(screen.queryByRole('button', { name: 'Add centre' })).toBeNull();
  await screen.findByText('This is the page of one market.');
});

test('products that were not found come first', { tags: ['slow'] }, async () => {
  const product = (id: number, name: string, product_id: number | null, mapped_by: string) => ({
    other_product_id: id,
    code: `C-${id}`,
    name,
    name_si: '',
    name_ta: '',
    unit: 'kg',
    product_id,
    mapped_by,
  });
  answerCalls({
    'GET /api/other-centres/1/products': () =>
      Response.json({
        name: 'Keppetipola',
        products: [product(1, 'Carrot', 7, 'name'), product(2, 'Yam', null, 'none')],
      }),
    'GET /api/products': () => Response.json([]),
  });
  openOffice('/settings/other-centres/1');
  const table = await screen.findByRole('table');
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent).toContain('Yam');
  expect(first?.textContent).toContain('not found');
  expect(second?.textContent).toContain('Carrot');
});
