import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ShopSummary } from '#contract/shops.ts';
import { answerCalls, findEnabledButton, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { octoberFine, summaryAnswer, testEffect, testPayment } from '../../testing/payments.ts';
import { balanceAnswer, testFine, testSummaryInvoice } from '../../testing/shop-summary.ts';
import { summarySheets } from './amount-due-panel.tsx';

describe('shop balance', () => {
  const SUMMARY = 'GET /api/shops/shop-summary/A12';
  const PUT = 'PUT /api/systemsetting/shop-balance/A12';
  const REHEARSAL = `${PUT}?dry_run=true`;
  const SETTLED = '1,980.00 still owed';
  const replies = {
    [SUMMARY]: () => Response.json(summaryAnswer()),
    [REHEARSAL]: () => Response.json(balanceAnswer()),
    [PUT]: () => Response.json(balanceAnswer()),
  };

  beforeEach(() => signInAs('admin'));

  async function showBalance(more: Parameters<typeof answerCalls>[0] = {}) {
    const sent = answerCalls({ ...replies, ...more });
    const { user } = openOffice('/shop-summary/A12');
    await user.click(await screen.findByRole('button', { name: 'Correct the balance' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Set shop balance');
    const enter = async (text: string) => {
      await user.clear(field);
      if (text !== '') await user.type(field, text);
      await user.click(screen.getByRole('button', { name: 'Update Balance' }));
    };
    const confirm = async (reason = 'Broken lamp') => {
      const dialog = await screen.findByRole('dialog', { name: 'Set the balance of shop A12?' });
      await within(dialog).findByText(SETTLED);
      if (reason !== '') await user.type(within(dialog).getByLabelText(/^Reason/), reason);
      await user.click(await findEnabledButton('Set balance', within(dialog)));
    };
    return { user, field, enter, confirm, bodies: (call: string) => sent.filter((one) => one.call === call) };
  }

  test('setting the balance asks with its effect, and shows what it covered immediately', {
    tags: ['slow'],
  }, async () => {
    const { enter, confirm, bodies, field } = await showBalance();
    await enter('10000.50');
    await screen.findByText('The balance of shop A12 will change from LKR 0.00 to LKR 10,000.50.');
    await confirm();
    const done = await screen.findByText('Shop balance updated. LKR 10,000.00 was used immediately to pay charges.');
    expect(done.closest('[role=status]')?.textContent).toContain(SETTLED);
    expect(bodies(REHEARSAL).map(({ body }) => body)).toEqual([{ balance_amount: 10_000.5, do_not_charge: [] }]);
    const reason = 'Broken lamp';
    expect(bodies(PUT).map(({ body }) => body)).toEqual([{ balance_amount: 10_000.5, reason, do_not_charge: [] }]);
    await waitFor(() => expect(bodies(SUMMARY)).toHaveLength(2));
    expect(field.value).toBe('0');
  });

  test('a typed balance that was not set asks before it is left', { tags: ['slow'] }, async () => {
    const { user, field } = await showBalance();
    await user.clear(field);
    await user.type(field, '500');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
  });

  test('the balance may be set below 0, with a reason, which is required', { tags: ['slow'] }, async () => {
    const { enter, confirm, bodies } = await showBalance();
    await enter('-300');
    await confirm('');
    await screen.findByText('Enter the reason.');
    expect(bodies(PUT)).toEqual([]);
    await confirm();
    await screen.findByText(/^Shop balance updated\./);
    expect(bodies(PUT)[0]?.body).toEqual({ balance_amount: -300, reason: 'Broken lamp', do_not_charge: [] });
  });

  test('a fine that the balance adds can be waived', { tags: ['slow'] }, async () => {
    const fined = { ...balanceAnswer(), ...testEffect({ new_fines: [octoberFine] }) };
    const { user, enter, confirm, bodies } = await showBalance({ [REHEARSAL]: () => Response.json(fined) });
    await enter('10000');
    await user.click(await screen.findByRole('checkbox', { name: /Waive the fine/ }));
    await waitFor(() => expect(bodies(REHEARSAL)).toHaveLength(2));
    await confirm();
    await screen.findByText(/^Shop balance updated\./);
    const body = { balance_amount: 10_000, reason: 'Broken lamp', do_not_charge: ['INV-A12-202610'] };
    expect(bodies(PUT)[0]?.body).toEqual(body);
  });

  test('text that is not a number is not sent', { tags: ['slow'] }, async () => {
    const { enter, field, bodies } = await showBalance();
    await enter('-');
    await screen.findByText('Enter an amount in rupees, such as 1250.50 or -300.');
    expect(document.activeElement).toBe(field);
    expect(bodies(REHEARSAL)).toEqual([]);
  });

  test('nothing is set before the figure was changed or before the question is answered', {
    tags: ['slow'],
  }, async () => {
    const { user, enter, bodies } = await showBalance();
    expect(screen.getByRole('button', { name: 'Update Balance' })).toHaveProperty('disabled', true);
    await enter('500');
    await screen.findByText(SETTLED);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies(PUT)).toEqual([]);
  });

  test("a failure shows the server's message, or 'Failed to update balance.', and the figure remains", {
    tags: ['slow'],
  }, async () => {
    let answer = () => refuse('shop_not_found');
    const { enter, confirm, field } = await showBalance({ [PUT]: () => answer() });
    await enter('500');
    await confirm();
    await screen.findByText('Shop not found.');
    answer = () => new Response('', { status: 500 });
    await enter('700');
    await confirm();
    await screen.findByText('Failed to update balance.');
    expect(field.value).toBe('700');
  });

  test('the field for the balance is closed until it is asked for, away from the payment', async () => {
    answerCalls(replies);
    const { user } = openOffice('/shop-summary/A12');
    const opener = await screen.findByRole('button', { name: 'Correct the balance' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByLabelText('Set shop balance')).toBeNull();
    const due = within(screen.getByRole('region', { name: 'Amount due and balance' }));
    due.getByRole('button', { name: 'Make Payment' });
    expect(due.queryByRole('button', { name: 'Correct the balance' })).toBeNull();
    await user.click(opener);
    await screen.findByLabelText('Set shop balance');
  });
});

const october = testSummaryInvoice('2026-10', { total_paid: 400, status: 'Partially Paid' });
const shop = summaryAnswer({
  shop_name: '=1+1',
  Invoices: [{ ...october, Fines: [testFine(october)] }],
  Payments: [testPayment({ amount_paid: 10_000.5, note: 'For October' })],
}).shop;

function firstRow(of: ShopSummary, name: string) {
  const [headings = [], row = []] = summarySheets(of).find(({ sheet }) => sheet === name)?.data ?? [];
  return Object.fromEntries(headings.map((heading, at) => [shownIn(heading), row[at] ?? null]));
}
function shownIn(cell: unknown): unknown {
  return typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
}
const money = (value: number) => ({ value, type: Number, format: '#,##0.00' });
const text = (value: string) => ({ value, type: String });

test('the workbook has the shop with tenant and balance, its invoices and its payments', () => {
  expect(summarySheets(shop).map(({ sheet }) => sheet)).toEqual(['Shop', 'Invoices', 'Payments']);
  const lines = summarySheets(shop)[0]?.data ?? [];
  const shown = new Map(lines.map(([name, value]) => [shownIn(name), value]));
  expect(shown.get('Shop ID')).toEqual(text('A12'));
  expect(shown.get('Rent amount')).toEqual(money(10_000));
  expect(shown.get('VAT rate (%)')).toEqual({ value: 18, type: Number });
  expect(shown.get('Name')).toEqual(text('Nimal Perera'));
  expect(shown.get('Email')).toBeNull();
  expect(shown.get('Amount due')).toEqual(money(11_980));
  expect(shown.get('Shop balance')).toEqual(money(0));
});

test('a shop called =1+1 remains text', () => {
  const lines = summarySheets(shop)[0]?.data ?? [];
  expect(lines.find(([name]) => shownIn(name) === 'Shop name')?.[1]).toEqual(text('=1+1'));
});

test('an invoice has its charges, its allocations and the payments by payment date as figures', () => {
  expect(firstRow(shop, 'Invoices')).toMatchObject({
    'Invoice ID': text('INV-A12-202610'),
    Month: text('2026-10'),
    Total: money(11_800),
    Paid: money(400),
    'Amount due': money(13_800),
    Due: { value: new Date('2026-10-15T00:00:00.000Z'), type: Date },
    Status: text('Partially Paid'),
    VAT: money(1800),
    Fine: money(2400),
    'Paid (by payment date)': money(10_000.5),
    'Remaining (by payment date)': money(1799.5),
    'Extra (by payment date)': money(0),
  });
});

test('a payment has its date as a date, its amount as a figure, and the sum below', () => {
  const row = firstRow(shop, 'Payments');
  expect(row).toMatchObject({ Amount: money(10_000.5), Method: text('Cash'), Note: text('For October') });
  expect(row.Date).toMatchObject({ type: Date });
  expect(summarySheets(shop)[2]?.data).toHaveLength(3);
});

test('a shop without a tenant, invoices and payments has a workbook too', () => {
  const empty = summaryAnswer({ Tenant: null, Invoices: [], Payments: [] }).shop;
  const lines = summarySheets(empty)[0]?.data ?? [];
  expect(lines.find(([name]) => shownIn(name) === 'Name')?.[1]).toEqual(text('Vacant'));
});

describe('system setting page', () => {
  const A12 = 'GET /api/shops/shop-summary/A12';

  beforeEach(() => signInAs('admin'));

  test('the shop of the system settings is typed, and is in the URL with the open tab', {
    tags: ['slow'],
  }, async () => {
    answerCalls({ [A12]: () => Response.json(summaryAnswer()) });
    const { user, address } = openOffice('/system-setting');
    await user.type(await screen.findByLabelText('Shop ID'), 'A12{Enter}');
    await screen.findByRole('region', { name: 'Amount due and balance' });
    await user.click(screen.getByRole('tab', { name: 'Payments' }));
    await waitFor(() => expect(address()).toBe('/system-setting?shop=A12&tab=payments'));
  });

  test('a pasted URL shows the shop, and a reload sends one more request', { tags: ['slow'] }, async () => {
    const sent = answerCalls({ [A12]: () => Response.json(summaryAnswer()) });
    const { user } = openOffice('/system-setting?shop=A12');
    await screen.findByRole('region', { name: 'Amount due and balance' });
    await user.click(screen.getByRole('button', { name: 'Load Summary' }));
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  test("a failure shows the server's message, else 'Failed to load shop summary.'", async () => {
    let answer = () => refuse('shop_not_found');
    answerCalls({ [A12]: () => answer() });
    const { user } = openOffice('/system-setting?shop=A12');
    await screen.findByText('Shop not found.');
    answer = () => new Response('', { status: 500 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Failed to load shop summary.');
  });
});
