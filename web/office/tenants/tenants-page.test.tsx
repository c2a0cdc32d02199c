import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { testTenant } from '../../testing/tenants.ts';

const LIST = 'GET /api/tenants';
const FORMER = 'GET /api/tenants?former=true';

const market = [
  testTenant({ tenant_id: 3, name: 'Sunil Silva', contact: '071 555', email: null, shop_id: 'A-1', tenant_ref: 6 }),
  testTenant(),
  testTenant({
    tenant_id: 9,
    tenant_ref: 8,
    name: 'Fathima Nazeer',
    contact: '072 999',
    email: 'fathima@example.com',
    shop_id: 'A-10',
    Shop: { shop_id: 'A-10', shop_name: 'Corner shop', location: 'East gate', rent_amount: 9000 },
  }),
];
const listed = { [LIST]: () => Response.json(market) };

beforeEach(() => signInAs('admin'));

async function names() {
  const table = within(await screen.findByRole('table', { name: 'Tenants' }));
  return market.map(({ name }) => name).filter((name) => table.queryByText(name) !== null);
}

test('the menu links to the form and to the list', async () => {
  answerCalls({ 'GET /api/tenants': () => Response.json([]) });
  openOffice('/tenant-management');
  await screen.findByRole('link', { name: /^View tenants/ });
  const cards = [...document.querySelectorAll('[data-card-link]')];
  expect(cards.map((card) => card.getAttribute('href'))).toEqual(['/add-tenant', '/view-tenants']);
});

test.each(['manager', 'editor'] as const)(
  'a %s sees no links to add, edit or end',
  { tags: ['slow'] },
  async (role) => {
    signInAs(role);
    answerCalls(listed);
    openOffice('/tenant-management');
    const main = within(await screen.findByRole('main'));
    await main.findByText('View tenants');
    expect(main.queryByText('Add tenant')).toBeNull();
    openOffice('/view-tenants');
    expect(await names()).toHaveLength(3);
    expect(screen.queryByRole('link', { name: /^(Add|Edit)/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /^End/ })).toBeNull();
  },
);

test("each tenant shows contact details, and links to their shop's summary and to the form", {
  tags: ['slow'],
}, async () => {
  answerCalls(listed);
  openOffice('/view-tenants');
  const link = await screen.findByRole('link', { name: 'A-2' });
  expect(link.getAttribute('href')).toBe('/shop-summary/A-2');
  const row = within(link.closest('tr') as HTMLElement);
  for (const text of ['7', 'nimal@example.com', '12 Kandy Road, Dambulla', 'Nimal Stores']) {
    row.getByText(text);
  }
  expect(row.getAllByText('077 123 4567').length).toBeGreaterThan(0);
  expect(row.getByRole('link', { name: 'Edit Nimal Perera' }).getAttribute('href')).toBe('/edit-tenant/7');
});

test('the other shops of a tenant are named, whatever the names', {
  tags: ['slow'],
}, async () => {
  const second = testTenant({ tenant_id: 12, shop_id: 'B-7', name: 'Perera and Sons' });
  answerCalls({ [LIST]: () => Response.json([testTenant(), second]) });
  openOffice('/view-tenants');
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')?.textContent;
  expect(await rowOf('Nimal Perera')).toContain('B-7');
  expect(await rowOf('Perera and Sons')).toContain('A-2');
});

test.each([
  ['9', ['Fathima Nazeer', 'Sunil Silva']],
  ['SUNIL', ['Sunil Silva']],
  ['071', ['Sunil Silva']],
  ['fathima@', ['Fathima Nazeer']],
  ['a-10', ['Fathima Nazeer']],
  ['east gate', ['Fathima Nazeer']],
])('searching %s finds the tenant', async (search, found) => {
  answerCalls(listed);
  openOffice(`/view-tenants?search=${encodeURIComponent(search)}`);
  expect(found).toEqual(expect.arrayContaining(await names()));
  expect((await names()).length).toBeGreaterThan(0);
});

test('a page has ten tenants', { tags: ['slow'] }, async () => {
  const many = Array.from({ length: 12 }, (_, at) => testTenant({ tenant_id: at + 1, shop_id: `B-${at + 1}` }));
  answerCalls({ [LIST]: () => Response.json(many) });
  const { user } = openOffice('/view-tenants');
  await screen.findByRole('link', { name: 'B-10' });
  expect(screen.queryByRole('link', { name: 'B-11' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByRole('link', { name: 'B-11' });
});

test('a name leads to the tenancy, and ending it to its screen', { tags: ['slow'] }, async () => {
  answerCalls(listed);
  openOffice('/view-tenants');
  const name = await screen.findByRole('link', { name: 'Nimal Perera' });
  expect(name.getAttribute('href')).toBe('/tenancy/7');
  const end = screen.getByRole('link', { name: 'End tenancy Nimal Perera' });
  expect(end.getAttribute('href')).toBe('/end-tenancy/7');
});

test('former tenants are in a list of their own, in the address, with their days and what they owe', {
  tags: ['slow'],
}, async () => {
  const left = testTenant({ name: 'Kamal Silva', ended_on: day('2026-10-31'), amount_due: 19_800 });
  answerCalls({ ...listed, [FORMER]: () => Response.json([left]) });
  const { user, address } = openOffice('/view-tenants');
  await names();
  await user.click(screen.getByRole('radio', { name: 'Former tenants' }));
  expect(address()).toBe('/view-tenants?former=true');
  const row = (await screen.findByRole('link', { name: 'Kamal Silva' })).closest('tr') as HTMLElement;
  for (const text of ['1 Jan 2025', '31 Oct 2026', '19,800.00']) within(row).getByText(text);
  expect(within(row).getByRole('link', { name: 'A-2' }).getAttribute('href')).toBe('/shop-summary/A-2?tenancy=7');
  expect(within(row).queryByRole('link', { name: /^End/ })).toBeNull();
});

test('a market without former tenants says when they will appear', async () => {
  answerCalls({ [FORMER]: () => Response.json([]) });
  openOffice('/view-tenants?former=true');
  await screen.findByText('Tenants appear here after their tenancy ends.');
});

test('a list that cannot be loaded is reported, and Try again loads it', async () => {
  answerCalls({});
  const { user } = openOffice('/view-tenants');
  await screen.findByText('Failed to fetch tenants.');
  answerCalls(listed);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await names()).toHaveLength(3);
});

test('a market without tenants offers to add the first one, to roles that may', async () => {
  answerCalls({ [LIST]: () => Response.json([]) });
  openOffice('/view-tenants');
  await screen.findByText('No tenants yet.');
  expect(screen.getAllByRole('link', { name: 'Add tenant' })).toHaveLength(2);
});
