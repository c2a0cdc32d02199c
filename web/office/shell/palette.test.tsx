import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { testInvoice } from '../../testing/invoices.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testReceipt } from '../../testing/payments.ts';
import { testProduct } from '../../testing/products.ts';
import { testShop } from '../../testing/shops.ts';
import { testTenant } from '../../testing/tenants.ts';
import {
  actDestinations,
  amountDestinations,
  findDestinations,
  productDestinations,
  screensFor,
  shopDestinations,
  tenantDestinations,
} from './palette.tsx';

const beans = testProduct();
const WHERE = 'Find a screen, shop, tenant, invoice or product';

test.each(['bonch', 'BEANS', 'බෝං', 'போஞ்'])('typing %s finds the product', (typed) => {
  const found = findDestinations(productDestinations([beans]), typed);
  expect(found.map(({ to }) => to)).toEqual(['/product-summary/7']);
});

test.each(['a-2', 'nimal stores', 'ground floor', 'PERERA'])('typing %s finds the shop', (typed) => {
  const found = findDestinations(shopDestinations([testShop(), testShop({ shop_id: 'B-9', shop_name: 'x' })]), typed);
  expect(found.map(({ to }) => to)).toContain('/shop-summary/A-2');
});

test.each(['perera', '077 123', 'nimal@', 'a-2'])(
  "typing %s finds the tenant, and opens their shop's summary",
  (typed) => {
    const found = findDestinations(tenantDestinations([testTenant(), testTenant({ email: null, name: 'x' })]), typed);
    expect(found[0]).toMatchObject({ label: 'Nimal Perera', to: '/shop-summary/A-2' });
  },
);

test.each(['b 2', 'B-2', '#b2'])('typing %s puts the shop B2 before others with these letters', (typed) => {
  const all = [testShop({ shop_id: 'A2', location: 'Block B' }), testShop({ shop_id: 'B2' })];
  expect(findDestinations(shopDestinations(all), typed)[0]?.to).toBe('/shop-summary/B2');
});

test('the shop or product with exactly the typed id or name is before those that begin with or contain it', () => {
  const row = [testShop({ shop_id: 'BA-2' }), testShop({ shop_id: 'A-20' }), testShop({ shop_id: 'A-2' })];
  const found = findDestinations(shopDestinations(row), 'a-2');
  expect(found.map(({ to }) => to)).toEqual(['/shop-summary/A-2', '/shop-summary/A-20', '/shop-summary/BA-2']);
  const tomatoes = ['Tomato - cherry', 'Tomato'].map((name, id) => ({ ...beans, id, name, name_si: `${name} si` }));
  const labels = (typed: string) => findDestinations(productDestinations(tomatoes), typed).map(({ label }) => label);
  expect([labels('tomato'), labels('tomato si')]).toEqual(Array(2).fill(['Tomato', 'Tomato - cherry']));
});

test('a whole block of shops leaves room for a matching product', () => {
  const block = Array.from({ length: 40 }, (_, number) => testShop({ shop_id: `B-${number}` }));
  const found = findDestinations([...shopDestinations(block), ...productDestinations([beans])], 'b');
  expect(found.map(({ label }) => label)).toContain('Beans');
  expect(found).toHaveLength(9);
});

test.each([
  ['backup', 'superadmin', '/settings'],
  ['passkey', 'cashier', '/second-factor'],
  ['cash', 'cashier', '/my-day'],
  ['cash', 'admin', '/cash-sessions'],
  ['reminder', 'admin', '/settings/reminders'],
  ['reminder', 'manager', '/manager-dashboard'],
  ['opening times', 'superadmin', '/settings/contact'],
  ['penalty', 'admin', '/settings/rent-rules'],
  ['yearly', 'manager', '/reports'],
] as const)('the everyday word %s leads a %s to %s', (typed, role, to) => {
  expect(findDestinations(screensFor(role), typed).map((one) => one.to)).toContain(to);
});

test.each([
  ['si', 'මුදල්', '/my-day'],
  ['si', 'passkey', '/second-factor'],
  ['si', 'උපස්ථ', '/settings'],
  ['ta', 'காசு', '/my-day'],
  ['ta', 'நினைவூட்டல்', '/settings/reminders'],
  ['ta', 'backup', '/settings'],
] as const)('the everyday words are also in %s: %s', async (language, typed, to) => {
  await loadMessages('start', language);
  await loadMessages('office', language);
  setCurrentLanguage(language);
  expect(findDestinations(screensFor('superadmin'), typed).map((one) => one.to)).toContain(to);
  setCurrentLanguage('en');
});

test('a screen is listed once, and one that only an everyday word finds is after shops and products', () => {
  const limes = testProduct({ name: 'Lime', aliases: [] });
  const all = [...screensFor('superadmin'), ...productDestinations([limes])];
  const found = findDestinations(all, 'lim');
  expect(found[0]?.label).toBe('Lime');
  expect(found.at(-1)).toMatchObject({ to: '/settings', group: 'related' });
  const cash = findDestinations(all, 'cash').map(({ to }) => to);
  expect(new Set(cash).size).toBe(cash.length);
});

test.each([
  ['remind a1', 'Remind A1 Onions', '/manager-dashboard?search=A1'],
  ['pay a1', 'Pay for A1 Onions', '/make-payment?shop=A1'],
])('%s is done with the shop', (typed, label, to) => {
  const all = shopDestinations([testShop({ shop_id: 'A1', shop_name: 'Onions' })]);
  expect(actDestinations('admin', all, typed)).toEqual([expect.objectContaining({ label, to })]);
});

test('close leads to the day of the cashier, and not an editor, who has no drawer', () => {
  const of = (role: 'cashier' | 'editor') => findDestinations(screensFor(role), 'close').map(({ to }) => to);
  expect(of('cashier')).toContain('/my-day');
  expect(of('editor')).not.toContain('/my-day');
});

test.each([
  ['44,000', '/view-payments?amount=44000&year=all'],
  ['rs 12 500.50', '/view-payments?amount=12500.5&year=all'],
])('the amount %s finds its payments, in all years', (typed, to) => {
  expect(amountDestinations('manager', typed).map((one) => one.to)).toEqual([to]);
});

test.each(['b24', 'onions', '0', ''])('%s is not an amount', (typed) => {
  expect(amountDestinations('manager', typed)).toEqual([]);
});

test('the print window is not in the palette', () => {
  expect(screensFor('superadmin').map(({ to }) => to)).not.toContain('/print/invoices');
});

test.each([
  ['gate', 'tiketing', '/gate'],
  ['public', 'editor', '/'],
  ['backup', 'superadmin', '/settings'],
  ['active sessions', 'admin', '/admin-panel'],
] as const)('typing %s as %s opens %s', (typed, role, to) => {
  expect(findDestinations(screensFor(role), typed).map((found) => found.to)).toContain(to);
});

test('actions that a role may not do are not in the descriptions', () => {
  expect(findDestinations(screensFor('editor'), 'backup')).toEqual([]);
});

test('a role sees only the screens that it may open', () => {
  const offered = screensFor('tiketing').map(({ to }) => to);
  expect(offered).toContain('/vehicle-ticketing');
  expect(offered).not.toContain('/view-products');
  expect(offered.some((path) => path.includes(':'))).toBe(false);
});

const market = {
  'GET /api/products': () => Response.json([beans]),
  'GET /api/shops': () => Response.json([testShop({ tenant_name: null })]),
  'GET /api/tenants': () => Response.json([testTenant({ name: 'Sunil Silva' })]),
};

async function openPalette(role: Parameters<typeof signInAs>[0], answers: Parameters<typeof answerCalls>[0] = market) {
  signInAs(role);
  const sent = answerCalls(answers);
  const { user, address } = openOffice('/change-password');
  await screen.findByRole('heading', { level: 1, name: 'Change password' });
  await user.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('textbox', { name: WHERE });
  return { user, address, search, sent };
}

test('Ctrl+K, a few letters and Enter open a product', { tags: ['slow'] }, async () => {
  const product = Response.json(beans);
  const { user, address, search } = await openPalette('editor', { ...market, 'GET /api/products/7': () => product });
  await user.type(search, 'bonchi');
  await screen.findByText('Beans');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/product-summary/7'));
});

test.each([
  ['nimal', 'A-2 Nimal Stores'],
  ['silva', 'Sunil Silva'],
])('Ctrl+K, %s and Enter open the summary of a shop', async (typed, label) => {
  const { user, address, search } = await openPalette('manager');
  await user.type(search, typed);
  await screen.findByText(label);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/shop-summary/A-2'));
});

test('shops and tenants are loaded once, when the palette is first opened', async () => {
  const { user, search, sent } = await openPalette('admin');
  await user.type(search, 'nimal');
  await screen.findByText('A-2 Nimal Stores');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: WHERE })).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  await user.clear(await screen.findByRole('textbox', { name: WHERE }));
  await screen.findByText('A-2 Nimal Stores');
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(Object.keys(market)));
});

test('an invoice is found by part of its number, and opens among those of its shop', { tags: ['slow'] }, async () => {
  const asked = 'GET /api/invoices?search=inv-a-2-2026&page=1&limit=8';
  const found = () => Response.json([testInvoice(2)]);
  const { user, address, search, sent } = await openPalette('manager', { ...market, [asked]: found });
  await user.click(search);
  await user.paste('inv-a-2-2026');
  await screen.findByText('INV-A-2-202611');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/shop-summary/A-2?tab=invoices&invoices-search=INV-A-2-202611'));
  expect(sent.filter(({ call }) => call.startsWith('GET /api/invoices')).map(({ call }) => call)).toEqual([asked]);
});

test('an invoice is found by the reference label of its payment', { tags: ['slow'] }, async () => {
  const asked = 'GET /api/invoices?search=A-2-202611-50&page=1&limit=8';
  const { user, search } = await openPalette('manager', { ...market, [asked]: () => Response.json([testInvoice(2)]) });
  await user.click(search);
  await user.paste('A-2-202611-50');
  await screen.findByText('INV-A-2-202611');
});

test('ticket staff do not see the tenants of the shops, and they are not requested', { tags: ['slow'] }, async () => {
  const { user, search, sent } = await openPalette('tiketing');
  await user.type(search, 'beans');
  await screen.findByText('Beans');
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/products']);
});

test('shops are found also while the products cannot be loaded', async () => {
  const { user, search } = await openPalette('editor', { ...market, 'GET /api/products': () => refuse('internal') });
  await user.type(search, 'a-2');
  await screen.findByText('A-2 Nimal Stores');
});

test('text typed right after Ctrl+K is saved until the palette has the focus', async () => {
  signInAs('editor');
  answerCalls({ ...market, 'GET /api/products/7': () => Response.json(beans) });
  const { user, address } = openOffice('/change-password');
  await screen.findByRole('heading', { level: 1, name: 'Change password' });
  await user.keyboard('{Control>}k{/Control}bonchu{Backspace}i{Enter}');
  await waitFor(() => expect(address()).toBe('/product-summary/7'));
  expect(screen.queryByDisplayValue(/bonch/)).toBeNull();
});

test('Enter waits for results that are still loading', { tags: ['slow'] }, async () => {
  const shopList = Promise.withResolvers<Response>();
  const nimalBeans = testProduct({ name: 'Nimal beans' });
  const { user, address, search } = await openPalette('manager', {
    ...market,
    'GET /api/products': () => Response.json([nimalBeans]),
    'GET /api/shops': () => shopList.promise,
  });
  await user.type(search, 'nimal');
  await screen.findByText('Nimal beans');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/change-password');
  shopList.resolve(Response.json([testShop({ tenant_name: null })]));
  await waitFor(() => expect(address()).toBe('/shop-summary/A-2'));
});

test('the first line is marked, also when it arrives late, and Enter opens it', { tags: ['slow'] }, async () => {
  const shopList = Promise.withResolvers<Response>();
  const { user, address, search } = await openPalette('manager', {
    ...market,
    'GET /api/shops': () => shopList.promise,
  });
  await user.type(search, 'nimal');
  const later = await screen.findByRole('button', { name: /^Sunil Silva/ });
  await waitFor(() => expect(later.hasAttribute('data-selected')).toBe(true));
  shopList.resolve(Response.json([testShop({ tenant_name: null })]));
  const first = await screen.findByRole('button', { name: /^A-2 Nimal Stores/ });
  expect([first, later].map((line) => line.hasAttribute('data-selected'))).toEqual([true, false]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/shop-summary/A-2'));
});

test('the arrow keys and Enter open a screen although nothing is typed', async () => {
  const { user, address } = await openPalette('editor');
  const [first] = screensFor('editor');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe(first?.to));
});

test('the open palette keeps the keyboard when a screen arrives late and its title takes the focus', async () => {
  const { user, search } = await openPalette('editor');
  await user.type(search, 'bon');
  act(() => screen.getByText('Change password', { selector: 'h1' }).focus());
  await user.keyboard('chi');
  screen.getByDisplayValue('bonchi');
});

test.each([
  ['pay b2', 'admin', ['/make-payment?shop=B2', '/make-payment?shop=B-20']],
  ['pay nimal', 'admin', ['/make-payment?shop=A-1']],
  ['statement B 2', 'manager', ['/shop-summary/B2?tab=statement', '/shop-summary/B-20?tab=statement']],
  ['pay b2', 'manager', []],
  ['pay', 'admin', []],
  ['pa b2', 'admin', []],
] as const)('%s, typed by a %s, acts on the shop', (typed, role, addresses) => {
  const all = shopDestinations([
    testShop({ shop_id: 'B-20', shop_name: 'x', tenant_name: null }),
    testShop({ shop_id: 'B2', shop_name: 'x', tenant_name: null }),
    testShop({ shop_id: 'A-1' }),
  ]);
  const found = findDestinations([...screensFor(role), ...actDestinations(role, all, typed)], typed);
  expect(found.filter(({ group }) => group === 'acts').map(({ to }) => to)).toEqual(addresses);
  if (addresses.length > 0) expect(found[0]?.to).toBe(addresses[0]);
});

test('the number of a receipt opens it', { tags: ['slow'] }, async () => {
  const receipt = () => Response.json(testReceipt({ payment_id: 4711 }));
  const { user, address, search } = await openPalette('manager', {
    ...market,
    'GET /api/invoices?search=4711&page=1&limit=8': () => Response.json([]),
    'GET /api/payments/4711/receipt': receipt,
  });
  await user.type(search, '4711');
  await screen.findByText('Receipt 4711');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/receipt/4711'));
});

test('the slash focuses the search of the page, whatever has the focus, and is typed where people type', async () => {
  signInAs('admin');
  answerCalls({ 'GET /api/shops': () => Response.json([testShop()]) });
  const { user } = openOffice('/view-shops');
  const field = await screen.findByRole('searchbox');
  screen.getByRole('link', { name: 'Add shop' }).focus();
  await user.keyboard('/');
  expect(document.activeElement).toBe(field);
  await user.keyboard('a/');
  expect(field).toHaveProperty('value', 'a/');
});

test('the slash opens the search of all pages where a page has none', async () => {
  signInAs('admin');
  answerCalls(market);
  const { user } = openOffice('/change-password');
  await screen.findByRole('heading', { level: 1, name: 'Change password' });
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('/');
  await screen.findByRole('textbox', { name: WHERE });
});

test('the question mark lists the keys', async () => {
  signInAs('admin');
  answerCalls({ 'GET /api/shops': () => Response.json([testShop()]) });
  const { user } = openOffice('/view-shops');
  await screen.findByRole('searchbox');
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keys' });
  expect([...dialog.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual([
    '/',
    'Ctrl K',
    'Enter',
    'Esc',
    '?',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull());
});
