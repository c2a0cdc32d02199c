import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { tenants } from '#contract/tenants.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testTenant } from '../../testing/tenants.ts';

const LIST = 'GET /api/tenants';
const REMOVE = 'DELETE /api/tenants/7';

const market = [
  testTenant({ tenant_id: 3, name: 'Sunil Silva', contact: '071 555', email: null, shop_id: 'A-1' }),
  testTenant(),
  testTenant({
    tenant_id: 9,
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
  answerCalls({});
  openOffice('/tenant-management');
  const links = await within(await screen.findByRole('main')).findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/add-tenant', '/view-tenants']);
});

test.each(['manager', 'editor'] as const)('a %s sees no buttons to add, edit or delete', async (role) => {
  signInAs(role);
  answerCalls(listed);
  openOffice('/tenant-management');
  const main = within(await screen.findByRole('main'));
  await main.findByText('View tenants');
  expect(main.queryByText('Add tenant')).toBeNull();
  openOffice('/view-tenants');
  expect(await names()).toHaveLength(3);
  expect(screen.queryByRole('link', { name: /^(Add|Edit)/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test("each tenant shows contact details, and links to their shop's summary and to the form", async () => {
  answerCalls(listed);
  openOffice('/view-tenants');
  const link = await screen.findByRole('link', { name: 'A-2' });
  expect(link.getAttribute('href')).toBe('/shop-summary/A-2');
  const row = within(link.closest('tr') as HTMLElement);
  for (const text of ['7', 'nimal@example.com', '12 Kandy Road, Dambulla', 'Nimal Stores']) {
    expect(row.getByText(text)).toBeTruthy();
  }
  expect(row.getAllByText('077 123 4567').length).toBeGreaterThan(0);
  expect(row.getByRole('link', { name: 'Edit Nimal Perera' }).getAttribute('href')).toBe('/edit-tenant/7');
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

test('a page has ten tenants', async () => {
  const many = Array.from({ length: 12 }, (_, at) => testTenant({ tenant_id: at + 1, shop_id: `B-${at + 1}` }));
  answerCalls({ [LIST]: () => Response.json(many) });
  const { user } = openOffice('/view-tenants');
  await screen.findByRole('link', { name: 'B-10' });
  expect(screen.queryByRole('link', { name: 'B-11' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByRole('link', { name: 'B-11' })).toBeTruthy();
});

test('deleting ends the tenancy: it names tenant, shop and what remains, and reloads the list', async () => {
  let standing = market;
  const sent = answerCalls({
    [LIST]: () => Response.json(standing),
    [REMOVE]: () => {
      standing = market.filter(({ tenant_id }) => tenant_id !== 7);
      return Response.json(
        tenants.remove.answer.parse({ message: 'Tenancy ended. The invoices and payments are still available.' }),
      );
    },
  });
  const { user } = openOffice('/view-tenants');
  await user.click(await screen.findByRole('button', { name: 'Delete Nimal Perera' }));
  const dialog = await screen.findByRole('dialog', { name: "End Nimal Perera's tenancy?" });
  expect(dialog.textContent).toContain('Nimal Perera will be removed and shop A-2 will become vacant.');
  expect(dialog.textContent).toContain("The shop's invoices, payments, fines and balance will not be deleted.");
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(within(dialog).getByRole('button', { name: 'End tenancy' }));
  expect(await screen.findByText('Tenancy ended. The invoices and payments are still available.')).toBeTruthy();
  await waitFor(async () => expect(await names()).toEqual(['Sunil Silva', 'Fathima Nazeer']));
  expect(sent.map(({ call }) => call)).toEqual([LIST, REMOVE, LIST]);
});

test('no tenancy ends before the question is answered', async () => {
  const sent = answerCalls(listed);
  const { user } = openOffice('/view-tenants');
  await user.click(await screen.findByRole('button', { name: 'Delete Nimal Perera' }));
  await screen.findByRole('dialog', { name: "End Nimal Perera's tenancy?" });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toHaveLength(1);
});

test("a failed delete shows the reason, or 'Failed to delete tenant.'", async () => {
  let answer = () => refuse('tenant_not_found');
  answerCalls({ ...listed, [REMOVE]: () => answer() });
  const { user } = openOffice('/view-tenants');
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Nimal Perera' }));
    await user.click(await screen.findByRole('button', { name: 'End tenancy' }));
  };
  await remove();
  expect(await screen.findByText('Tenant not found.')).toBeTruthy();
  answer = () => new Response('', { status: 500 });
  await remove();
  expect(await screen.findByText('Failed to delete tenant.')).toBeTruthy();
});

test('a list that cannot be loaded is reported, and Try again loads it', async () => {
  answerCalls({});
  const { user } = openOffice('/view-tenants');
  expect(await screen.findByText('Failed to fetch tenants.')).toBeTruthy();
  answerCalls(listed);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await names()).toHaveLength(3);
});

test('a market without tenants offers to add the first one, to roles that may', async () => {
  answerCalls({ [LIST]: () => Response.json([]) });
  openOffice('/view-tenants');
  expect(await screen.findByText('No tenants yet.')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Add tenant' })).toHaveLength(2);
});
