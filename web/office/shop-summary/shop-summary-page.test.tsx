import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { storeSession } from '#web/session.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { summaryAnswer } from '../../testing/payments.ts';
import { testSummaryInvoice } from '../../testing/shop-summary.ts';
import { testShop } from '../../testing/shops.ts';

const A12 = 'GET /api/shops/shop-summary/A12';
const summary = (more: Parameters<typeof summaryAnswer>[0] = {}) => Response.json(summaryAnswer(more));
const idField = () => screen.findByLabelText<HTMLInputElement>('Shop ID');
const loadButton = () => screen.getByRole('button', { name: 'Load Summary' });
const owed = () => screen.findByRole('region', { name: 'Amount due and balance' });

beforeEach(() => signInAs('admin'));

test('the amount due and the balance are first, then the accounts, then the details, also on a phone', {
  tags: ['slow'],
}, async () => {
  answerCalls({ [A12]: () => summary({ total_owed: 23_980.5 }) });
  openOffice('/shop-summary/A12');
  const first = await owed();
  expect(first.textContent).toContain('Amount dueLKR 23,980.50');
  expect(first.textContent).toContain('Shop balanceLKR 0.00');
  const tabs = screen.getByRole('tablist', { name: 'Shop records' });
  const details = screen.getByRole('region', { name: 'Shop details' });
  expect(isBefore(first, tabs) && isBefore(tabs, details)).toBe(true);
  expect(isBefore(within(first).getByRole('button', { name: 'Make Payment' }), tabs)).toBe(true);
  const names = within(tabs)
    .getAllByRole('tab')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Invoices', 'Payments', 'Statement']);
});

test('the shop, its current rates and its tenant are shown', async () => {
  answerCalls({ [A12]: () => summary() });
  openOffice('/shop-summary/A12');
  await screen.findByRole('heading', { level: 1, name: 'A12 · Green Leaf Traders' });
  expect(screen.getByRole('link', { name: 'Tenancy details' }).getAttribute('href')).toBe('/tenancy/4');
  const shop = screen.getByRole('region', { name: 'Shop details' }).textContent;
  for (const shown of ['A12', 'Hall A', 'LKR 10,000.00', '18%', 'LKR 1,000.00']) expect(shop).toContain(shown);
  const tenant = screen.getByRole('region', { name: 'Tenant details' }).textContent;
  for (const shown of ['Nimal Perera', '077 000 0001', 'Dambulla', 'none']) expect(tenant).toContain(shown);
});

test.each([
  ['2026-10-15', '1 unpaid invoice, due since 15 Oct 2026'],
  ['2999-12-15', '1 unpaid invoice, due by 15 Dec 2999'],
])('an invoice due on %s is said beside the amount due: %s', { tags: ['slow'] }, async (due_date, sentence) => {
  const unpaid = testSummaryInvoice('2026-10', { due_date: day(due_date) });
  const paid = testSummaryInvoice('2026-09', { VATs: [], OperationFees: [], Rents: [] });
  answerCalls({ [A12]: () => summary({ total_owed: 11_800, Invoices: [unpaid, paid] }) });
  openOffice('/shop-summary/A12');
  await waitFor(async () => expect((await owed()).textContent).toContain(sentence));
});

test('cheques that count later are beside the amount due, with their day', { tags: ['slow'] }, async () => {
  const promised_cheques = [{ amount: 5000, counts_from: day('2999-12-01') }];
  answerCalls({ [A12]: () => summary({ total_owed: 11_800, promised_cheques }) });
  openOffice('/shop-summary/A12');
  expect((await owed()).textContent).toContain('Cheques that count laterLKR 5,000.00counts from 1 Dec 2999');
});

test('a shop without a tenant shows a message and offers to add one', { tags: ['slow'] }, async () => {
  answerCalls({ [A12]: () => summary({ Tenant: null }) });
  openOffice('/shop-summary/A12');
  await screen.findByText('This shop is vacant.');
  expect(screen.getByRole('link', { name: 'Add tenant' }).getAttribute('href')).toBe('/add-tenant?shop=A12');
});

test('credit and debt of the shop are distinguished in words', { tags: ['slow'] }, async () => {
  let balance = 250;
  const shown = () =>
    summary({ total_owed: 0, ShopBalance: { ...summaryAnswer().shop.ShopBalance, balance_amount: balance } });
  answerCalls({ [A12]: shown });
  const { user } = openOffice('/shop-summary/A12');
  expect((await owed()).textContent).toContain('LKR 250.00This credit will go towards future charges.');
  expect((await owed()).textContent).toContain('Nothing is due.');
  balance = -300;
  await user.click(loadButton());
  await waitFor(async () => expect((await owed()).textContent).toContain('LKR -300.00This debt'));
});

test('without a shop, the field has the focus; Enter loads the trimmed text', {
  tags: ['slow'],
}, async () => {
  answerCalls({ [A12]: () => summary() });
  const { user, address } = openOffice('/shop-summary');
  await waitFor(async () => expect(document.activeElement).toBe(await idField()));
  await user.type(await idField(), '  A12 {Enter}');
  await owed();
  expect(address()).toBe('/shop-summary/A12');
});

test('without a shop, the shops that this person opened last are shown, and all shops', {
  tags: ['slow'],
}, async () => {
  answerCalls({
    [A12]: () => summary(),
    'GET /api/shops': () => Response.json([testShop({ shop_id: 'B-7' }), testShop({ shop_id: 'C-3' })]),
  });
  openOffice('/shop-summary/A12');
  await owed();
  cleanup();
  openOffice('/shop-summary');
  await screen.findByRole('link', { name: 'B-7' });
  const recent = () => screen.queryByRole('navigation', { name: 'Recent shops' });
  expect([...(recent()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
    '/shop-summary/A12',
  ]);
  expect(screen.getByRole('link', { name: 'C-3' }).getAttribute('href')).toBe('/shop-summary/C-3');
  cleanup();
  storeSession({ token: 't', role: 'manager', name: 'Nimal', email: 'nimal@example.com', mustChangePassword: false });
  openOffice('/shop-summary');
  await screen.findByRole('link', { name: 'B-7' });
  expect(recent()).toBeNull();
});

test('the button loads the shop too', { tags: ['slow'] }, async () => {
  answerCalls({ [A12]: () => summary() });
  const { user, address } = openOffice('/shop-summary');
  await user.type(await idField(), 'A12');
  await user.click(loadButton());
  await owed();
  expect(address()).toBe('/shop-summary/A12');
});

test.each([
  ['   ', 'Enter a shop ID.'],
  ['A 12', 'A shop ID must be 1 to 20 letters, digits or hyphens.'],
])('%j is not a shop ID, and no request is sent', async (typed, sentence) => {
  const sent = answerCalls({ 'GET /api/shops': () => Response.json([]) });
  const { user } = openOffice('/shop-summary');
  await user.type(await idField(), `${typed}{Enter}`);
  await screen.findByText(sentence);
  expect(document.activeElement).toBe(await idField());
  expect(sent.filter(({ call }) => call.includes('shop-summary'))).toHaveLength(0);
});

test('loading the shop that is shown reloads its accounts', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [A12]: () => summary() });
  const { user } = openOffice('/shop-summary/A12');
  await owed();
  await user.click(loadButton());
  await waitFor(() => expect(sent).toHaveLength(2));
});

test('an unknown shop is not found', async () => {
  answerCalls({ [A12]: () => refuse('shop_not_found') });
  openOffice('/shop-summary/A12');
  expect((await screen.findByRole('alert')).textContent).toContain('Shop not found.');
});

test("a failure shows the server's message, else 'Failed to fetch shop summary.'; Try again loads it", {
  tags: ['slow'],
}, async () => {
  let answer = () => refuse('not_ready');
  answerCalls({ [A12]: () => answer() });
  const { user } = openOffice('/shop-summary/A12');
  const again = () => screen.findByRole('button', { name: 'Try again' });
  await screen.findByText('The service is not ready. Try again in a moment.');
  answer = () => new Response('', { status: 502 });
  await user.click(await again());
  await screen.findByText('Failed to fetch shop summary.');
  answer = () => summary();
  await user.click(await again());
  await owed();
});

test('without a connection the message says what failed and why', async () => {
  answerCalls({});
  openOffice('/shop-summary/A12');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to fetch shop summary.');
  expect(alert.textContent).toContain('Could not reach the server.');
});

test('Back opens the screen before', { tags: ['slow'] }, async () => {
  answerCalls({ [A12]: () => summary() });
  const { user, address } = openOffice('/shop-summary/A12');
  await owed();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(address()).toBe('/'));
});

test('the open tab is in the URL, and a pasted URL opens it', { tags: ['slow'] }, async () => {
  answerCalls({ [A12]: () => summary({ Invoices: [testSummaryInvoice()] }) });
  const { user, address } = openOffice('/shop-summary/A12?tab=payments');
  await screen.findByRole('table', { name: 'Payments' });
  await user.click(screen.getByRole('tab', { name: 'Invoices' }));
  await screen.findByRole('table', { name: 'Invoices' });
  expect(address()).toBe('/shop-summary/A12');
});

test.each(['manager', 'editor'] as const)(
  'a %s reads the ledger and sees no buttons that change it',
  { tags: ['slow'] },
  async (role) => {
    signInAs(role);
    answerCalls({ [A12]: () => summary({ Invoices: [testSummaryInvoice()] }) });
    const { user } = openOffice('/shop-summary/A12?tab=payments');
    await owed();
    screen.getByRole('button', { name: 'Export Summary' });
    screen.getByRole('link', { name: 'Receipt payment 30' });
    await user.click(screen.getByRole('tab', { name: 'Invoices' }));
    await user.click(await screen.findByRole('button', { name: 'Details of INV-A12-202611' }));
    await screen.findByText('Payments received until the next invoice');
    const office = within(screen.getByRole('main'));
    const writing = /Make Payment|Update Balance|Generate Invoice|Delete|Apply Fine|Correct|Edit|Add/;
    expect(office.queryAllByRole('button', { name: writing })).toEqual([]);
    expect(office.queryAllByRole('link', { name: writing })).toEqual([]);
  },
);

function isBefore(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
