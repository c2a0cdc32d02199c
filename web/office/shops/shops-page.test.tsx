import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { shops } from '#contract/shops.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testShop } from '../../testing/shops.ts';

const LIST = 'GET /api/shops';
const REMOVE = 'DELETE /api/shops/A-2';

const market = [
  testShop({ shop_id: 'A-1', shop_name: 'Kandy Traders', location: 'Block B', tenant_name: 'Sunil Silva' }),
  testShop({ balance_amount: -1250.5, amount_due: 13_050.5 }),
  testShop({ shop_id: 'A-10', shop_name: 'Corner shop', location: 'East gate', tenant_name: null }),
];
const listed = { [LIST]: () => Response.json(market) };

beforeEach(() => signInAs('admin'));

async function ids() {
  const table = await screen.findByRole('table', { name: 'Shops' });
  return [...table.querySelectorAll('a[href^="/shop-summary/"]')].map((link) => link.textContent);
}

test('the menu links to the form, the import, the list and the summary', async () => {
  answerCalls({ 'GET /api/shops': () => Response.json([]) });
  openOffice('/shop-management');
  await screen.findByRole('link', { name: /^View shops/ });
  const cards = [...document.querySelectorAll('[data-card-link]')];
  expect(cards.map((card) => card.getAttribute('href'))).toEqual([
    '/add-shop',
    '/import-shops',
    '/view-shops',
    '/shop-summary',
    '/market-plan',
    '/walks',
  ]);
  await screen.findByText('No shops yet.');
});

test('the list is on the menu too, and a card is the only button that adds', async () => {
  answerCalls(listed);
  openOffice('/shop-management');
  expect(await ids()).toEqual(['A-1', 'A-2', 'A-10']);
  expect(screen.getAllByRole('link', { name: /^Add shop/ })).toHaveLength(1);
});

test.each(['manager', 'editor'] as const)(
  'a %s sees no buttons to add, edit or delete',
  { tags: ['slow'] },
  async (role) => {
    signInAs(role);
    answerCalls(listed);
    openOffice('/shop-management');
    const main = within(await screen.findByRole('main'));
    await main.findByText('View shops');
    expect(main.queryByText('Add shop')).toBeNull();
    openOffice('/view-shops');
    expect(await ids()).toHaveLength(3);
    expect(screen.queryByRole('link', { name: /^(Add|Edit)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  },
);

test('each shop shows its terms, its tenant, its amount due and its balance, and links to its summary and its form', async () => {
  answerCalls(listed);
  openOffice('/view-shops');
  expect(await ids()).toEqual(['A-1', 'A-2', 'A-10']);
  const row = within(screen.getByRole('link', { name: 'A-2' }).closest('tr') as HTMLElement);
  const cells = row.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells.slice(1, 9)).toEqual([
    'Nimal Stores',
    'Block A, ground floor',
    '12,500.00',
    '17.5',
    '1,000.50',
    'Nimal Perera',
    '13,050.50',
    '-1,250.50',
  ]);
  expect(row.getByRole('link', { name: 'A-2' }).getAttribute('href')).toBe('/shop-summary/A-2');
  expect(row.getByRole('link', { name: 'Edit A-2' }).getAttribute('href')).toBe('/edit-shop/A-2');
});

test('a shop without a tenant links to the form to add one', async () => {
  answerCalls(listed);
  openOffice('/view-shops');
  await ids();
  const link = screen.getByRole('link', { name: 'Add tenant to A-10' });
  expect(link.getAttribute('href')).toBe('/add-tenant?shop=A-10');
});

test.each([
  ['a-2', ['A-2']],
  ['KANDY', ['A-1']],
  ['east gate', ['A-10']],
  ['silva', ['A-1']],
])('searching %s finds it', async (search, found) => {
  answerCalls(listed);
  openOffice(`/view-shops?search=${encodeURIComponent(search)}`);
  expect(await ids()).toEqual(found);
});

test('a page has ten shops', { tags: ['slow'] }, async () => {
  const many = Array.from({ length: 23 }, (_, at) => testShop({ shop_id: `B-${at + 1}` }));
  answerCalls({ [LIST]: () => Response.json(many) });
  const { user } = openOffice('/view-shops');
  expect(await ids()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(await ids()).toEqual(['B-21', 'B-22', 'B-23']);
});

test('deleting names the shop and its former tenants, and reloads the list', { tags: ['slow'] }, async () => {
  let standing = market;
  const sent = answerCalls({
    [LIST]: () => Response.json(standing),
    [REMOVE]: () => {
      standing = market.filter(({ shop_id }) => shop_id !== 'A-2');
      return Response.json(shops.remove.answer.parse({ message: 'Shop deleted.' }));
    },
  });
  const { user } = openOffice('/view-shops');
  await user.click(await screen.findByRole('button', { name: 'Delete A-2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete shop A-2?' });
  expect(dialog.textContent).toContain('Shop Nimal Stores (A-2) and its tenant, Nimal Perera, will be deleted.');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Shop deleted.');
  await waitFor(async () => expect(await ids()).toEqual(['A-1', 'A-10']));
  expect(sent.map(({ call }) => call)).toEqual([LIST, REMOVE, LIST]);
});

test('nothing is deleted before the question is answered', { tags: ['slow'] }, async () => {
  const sent = answerCalls(listed);
  const { user } = openOffice('/view-shops');
  await user.click(await screen.findByRole('button', { name: 'Delete A-10' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete shop A-10?' });
  expect(dialog.textContent).not.toContain('tenant');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toHaveLength(1);
});

test('a shop with invoices or payments is not deleted, and the reason is shown for 4 seconds', {
  tags: ['slow'],
}, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answerCalls({ ...listed, [REMOVE]: () => refuse('shop_has_books') });
  const { user } = openOffice('/view-shops');
  await user.click(await screen.findByRole('button', { name: 'Delete A-2' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const sentence = 'This shop has invoices or payments and cannot be deleted.';
  await screen.findByText(sentence);
  expect(await ids()).toContain('A-2');
  await vi.advanceTimersByTimeAsync(3500);
  expect(screen.queryByText(sentence)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

test("a failed delete without a message from the server shows 'Failed to delete shop.'", {
  tags: ['slow'],
}, async () => {
  answerCalls({ ...listed, [REMOVE]: () => new Response('', { status: 500 }) });
  const { user } = openOffice('/view-shops');
  await user.click(await screen.findByRole('button', { name: 'Delete A-2' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Failed to delete shop.');
});

test('a list that cannot be loaded is reported, and Try again loads it', async () => {
  answerCalls({});
  const { user } = openOffice('/view-shops');
  await screen.findByText('Failed to fetch shops.');
  answerCalls(listed);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await ids()).toHaveLength(3);
});

test('a market without shops offers to add the first one, to roles that may', { tags: ['slow'] }, async () => {
  answerCalls({ [LIST]: () => Response.json([]) });
  openOffice('/view-shops');
  await screen.findByText('No shops yet.');
  expect(screen.getAllByRole('link', { name: 'Add shop' })).toHaveLength(2);
});
