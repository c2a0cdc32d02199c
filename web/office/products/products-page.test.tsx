import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testProduct } from '../../testing/products.ts';

const LIST = 'GET /api/products';

const catalogue = [
  testProduct({ id: 1, name: 'Leeks', aliases: [], code: 'LEEKS', name_si: 'ලීක්ස්', name_ta: 'லீக்ஸ்' }),
  testProduct({ id: 2 }),
  testProduct({ id: 3, name: 'Mango', aliases: [], code: 'MANGO', name_si: '', name_ta: '', type: 'fruit' }),
];

beforeEach(() => signInAs('editor'));
afterEach(() => setCurrentLanguage('en'));

async function names() {
  const table = await screen.findByRole('table', { name: 'Products' });
  return [...table.querySelectorAll('a[href^="/product-summary/"]')].map((link) => link.textContent);
}

test('products are in the order of the morning list, each with links to its summary and its form', async () => {
  answerCalls({ [LIST]: () => Response.json(catalogue) });
  openOffice('/view-products');
  expect(await names()).toEqual(['Leeks', 'Beans', 'Mango']);
  expect(screen.getByRole('link', { name: 'Beans' }).getAttribute('href')).toBe('/product-summary/2');
  expect(screen.getByRole('link', { name: 'Edit Beans' }).getAttribute('href')).toBe('/edit-product/2');
});

test.each(['2', 'beans', 'බෝංචි', 'போஞ்சி', 'Bonchi'])('searching %s finds Beans', { tags: ['slow'] }, async (search) => {
  answerCalls({ [LIST]: () => Response.json(catalogue) });
  openOffice(`/view-products?search=${encodeURIComponent(search)}`);
  expect(await names()).toEqual(['Beans']);
});

test('names come in the language of the reader first, in English where they are not translated', {
  tags: ['slow'],
}, async () => {
  answerCalls({ [LIST]: () => Response.json(catalogue) });
  setCurrentLanguage('si');
  openOffice('/view-products');
  const table = await screen.findByRole('table');
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows[0]).toMatch(/ලීක්ස්.*Leeks.*லீக்ஸ்.*LEEKS/);
  expect(rows[2]).toMatch(/^3Mango.*Mango.*MANGO/);
});

test('the type filters the list, and is in the URL', async () => {
  answerCalls({ [LIST]: () => Response.json(catalogue) });
  openOffice('/view-products?type=fruit');
  expect(await names()).toEqual(['Mango']);
});

test('deleting asks, names the product and what remains, and reloads the list', { tags: ['slow'] }, async () => {
  let remaining = catalogue;
  const sent = answerCalls({
    [LIST]: () => Response.json(remaining),
    'DELETE /api/products/2': () => {
      remaining = catalogue.filter(({ id }) => id !== 2);
      return Response.json({ message: 'Product deleted. Its price history is still available.', archived: true });
    },
  });
  const { user } = openOffice('/view-products');
  await user.click(await screen.findByRole('button', { name: 'Delete Beans' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Beans?' });
  expect(dialog.textContent).toContain('If the product has prices, its price history will not be deleted');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Product deleted. Its price history is still available.');
  await waitFor(async () => expect(await names()).toEqual(['Leeks', 'Mango']));
  expect(sent.map(({ call }) => call)).toEqual([LIST, 'DELETE /api/products/2', LIST]);
});

test('nothing is deleted before the question is answered', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [LIST]: () => Response.json(catalogue) });
  const { user } = openOffice('/view-products');
  await user.click(await screen.findByRole('button', { name: 'Delete Beans' }));
  await screen.findByRole('dialog', { name: 'Delete Beans?' });
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toHaveLength(1);
});

test("a failed delete shows the reason, or 'Failed to delete product.'", { tags: ['slow'] }, async () => {
  let answer = () => refuse('product_not_found');
  answerCalls({ [LIST]: () => Response.json(catalogue), 'DELETE /api/products/2': () => answer() });
  const { user } = openOffice('/view-products');
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Beans' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
  };
  await remove();
  await screen.findByText('Product not found.');
  answer = () => new Response('', { status: 500 });
  await remove();
  await screen.findByText('Failed to delete product.');
});

test('a list that cannot be loaded is reported, and Try again loads it', { tags: ['slow'] }, async () => {
  answerCalls({});
  const { user } = openOffice('/view-products');
  await screen.findByText('Failed to fetch products.');
  answerCalls({ [LIST]: () => Response.json(catalogue) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await names()).toHaveLength(3);
});

test('an empty catalogue offers to add the first product', async () => {
  answerCalls({ [LIST]: () => Response.json([]) });
  openOffice('/view-products');
  await screen.findByText('No products yet.');
  expect(screen.getAllByRole('link', { name: 'Add product' })).toHaveLength(2);
});

test('a deleted product is restored from the view of deleted products', { tags: ['slow'] }, async () => {
  let deleted = [testProduct()];
  const sent = answerCalls({
    [LIST]: () => Response.json([]),
    [`${LIST}?archived=true`]: () => Response.json(deleted),
    'POST /api/products/7/restore': () => {
      deleted = [];
      return Response.json({ message: 'Product restored.', product: testProduct() });
    },
  });
  const { user, address } = openOffice('/view-products');
  await user.click(await screen.findByRole('radio', { name: 'Deleted products' }));
  await user.click(await screen.findByRole('button', { name: 'Restore Beans' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore Beans?' }));
  await user.click(dialog.getByRole('button', { name: 'Restore' }));
  await screen.findByText('Product restored.');
  await screen.findByText('No deleted products.');
  expect(address()).toBe('/view-products?view=deleted');
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});
