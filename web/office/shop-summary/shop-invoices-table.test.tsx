import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { summaryAnswer, testPayment } from '../../testing/payments.ts';
import {
  fineAnswer,
  fineRemovedAnswer,
  invoiceRemovedAnswer,
  testFine,
  testSummaryInvoice,
} from '../../testing/shop-summary.ts';
import type { SummaryInvoice } from './sum-charges.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const november = testSummaryInvoice('2026-11', { printedtime: 0 });
const october = testSummaryInvoice('2026-10', { status: 'Partially Paid' });
const EFFECT = /1,980.00 still owed/;

beforeEach(() => signInAs('admin'));

function showInvoices(invoices: SummaryInvoice[], more: Parameters<typeof answerCalls>[0] = {}, at = '') {
  const Payments = [
    testPayment({ payment_date: '2026-10-20T05:30:00.000Z' as SummaryInvoice['createdAt'], amount_paid: 13_000.5 }),
  ];
  const summary = summaryAnswer({ Invoices: invoices, Payments });
  const sent = answerCalls({ [SUMMARY]: () => Response.json(summary), ...more });
  const { user } = openOffice(`/shop-summary/A12?tab=invoices${at}`);
  const open = async (id: string) => {
    const opener = await screen.findByRole('button', { name: `Details of ${id}` });
    await user.click(opener);
    await screen.findByRole('table', { name: `Charges on ${id}` });
    return opener;
  };
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const confirm = async (title: string, action: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await dialog.findByText(EFFECT);
    await user.click(dialog.getByRole('button', { name: action }));
  };
  return { user, open, press, confirm, calls: () => sent.map(({ call }) => call), sent };
}
const rowTexts = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const figures = (name: string) => screen.getByRole('region', { name }).textContent;

test('arrest is explained beside the statuses', { tags: ['slow'] }, async () => {
  const { press } = showInvoices([testSummaryInvoice('2026-10', { status: 'Arrears' })]);
  await press('About arrest and arrears');
  await screen.findByText(/An invoice marked as Arrest has the status Arrears/);
});

test('invoices are newest first, each with the amount due and its status; new ones are marked', {
  tags: ['slow'],
}, async () => {
  showInvoices([november, october]);
  const rows = rowTexts(await screen.findByRole('table', { name: 'Invoices' }));
  expect(rows[0]?.slice(1, -1)).toEqual([
    'Nov 2026INV-A12-202611',
    '11,800.00',
    '11,800.00',
    '0.00',
    '11,800.00',
    'UnpaidNewly Arrived',
  ]);
  expect(rows[1]?.at(-2)).toBe('Partially Paid');
});

test.each(['oct', 'INV-A12-202610', 'A12-202610-63', '2026-10', 'partially'])(
  'searching %s finds the October invoice',
  { tags: ['slow'] },
  async (text) => {
    showInvoices([november, october], {}, `&invoices-search=${text}`);
    await screen.findByText('1 of 2');
    screen.getByText('INV-A12-202610');
  },
);

test('a search without results, and a shop without invoices, show a message', async () => {
  showInvoices([november], {}, '&invoices-search=june');
  await screen.findByText('No results for “june”.');
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true);
});

test('headings sort the invoices, up, down, and back to newest first', { tags: ['slow'] }, async () => {
  const { user } = showInvoices([november, october]);
  const months = async () => rowTexts(await screen.findByRole('table', { name: 'Invoices' })).map((row) => row[1]);
  const sort = async () => user.click(screen.getByRole('button', { name: /^Month/ }));
  await screen.findByRole('table', { name: 'Invoices' });
  await sort();
  expect((await months())[0]).toContain('Oct');
  await sort();
  await sort();
  expect((await months())[0]).toContain('Nov');
});

test('a row opens and closes; its charges are shown with amount, paid, status and paid date', {
  tags: ['slow'],
}, async () => {
  const fined = { ...october, Fines: [testFine(october)] };
  const { user, open } = showInvoices([fined]);
  const opener = await open('INV-A12-202610');
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  expect(rowTexts(screen.getByRole('table', { name: 'Charges on INV-A12-202610' }))).toEqual([
    ['VAT', '1,800.00', '0.00', 'Unpaid', ''],
    ['Operation fee', '2,000.00', '0.00', 'Unpaid', ''],
    ['Rent', '8,000.00', '0.00', 'Unpaid', ''],
    ['Fine', '2,400.00', '400.00', 'Arrest', '18 Nov 2026'],
  ]);
  await user.click(opener);
  await waitFor(() => expect(screen.queryByRole('table', { name: /Charges on/ })).toBeNull());
});

test('allocations and payments by payment date are side by side, each with its heading', {
  tags: ['slow'],
}, async () => {
  const fined = { ...october, total_paid: 400, Fines: [testFine(october)] };
  const { open } = showInvoices([november, fined]);
  await open('INV-A12-202610');
  expect(figures('Payments applied')).toContain('Invoice chargesLKR 14,200.00PaidLKR 400.00Amount dueLKR 13,800.00');
  // Rs. 13,000.50 was received in October. Of this, 11,800.00 pays the bill and 400.00 the fine, so 800.50 is extra.
  expect(figures('Payments received until the next invoice')).toContain(
    'TotalLKR 11,800.00PaidLKR 13,000.50RemainingLKR 0.00ExtraLKR 800.50',
  );
});

test('the table shows which payment paid which charge, and what credit and a set balance paid', {
  tags: ['slow'],
}, async () => {
  const base = { date: october.createdAt, amount: 100 };
  const Allocations: SummaryInvoice['Allocations'] = [
    { ...base, charge: 'VAT', source: 'payment', payment_id: 31 },
    { ...base, charge: 'OperationFee', source: 'credit', payment_id: null },
    { ...base, charge: 'Rent', source: 'balance', payment_id: null },
  ];
  const { open } = showInvoices([{ ...october, Allocations }]);
  await open('INV-A12-202610');
  const table = screen.getByRole('table', { name: 'Payments applied to INV-A12-202610' });
  expect(rowTexts(table)).toEqual([
    ['1 Oct 2026', 'Payment 31', 'VAT', '100.00'],
    ['1 Oct 2026', 'Shop credit', 'Operation fee', '100.00'],
    ['1 Oct 2026', 'Balance set by the office', 'Rent', '100.00'],
  ]);
  expect(within(table).getByRole('link', { name: 'Payment 31' }).getAttribute('href')).toBe('/receipt/31');
});

test('an invoice without payments shows a message, beside its due day and the rule of the fine', {
  tags: ['slow'],
}, async () => {
  const { open } = showInvoices([november]);
  await open('INV-A12-202611');
  screen.getByText('No payments applied yet.');
  const rule = screen.getByText(/Rent due before the 15th of the month, otherwise a 30% fine./);
  expect(rule.textContent).toContain('Due 15 Nov 2026');
});

const FINE = '/api/systemsetting/fine';

test('an invoice without a fine offers to apply one; the question names the amount, and it is done once', {
  tags: ['slow'],
}, async () => {
  const { open, press, confirm, calls, sent } = showInvoices([november], {
    [`POST ${FINE}/apply/INV-A12-202611?dry_run=true`]: () => Response.json(fineAnswer()),
    [`POST ${FINE}/apply/INV-A12-202611`]: () => Response.json(fineAnswer()),
  });
  await open('INV-A12-202611');
  expect(screen.queryByRole('button', { name: 'Delete Fine' })).toBeNull();
  await press('Apply Fine');
  await screen.findByText(/^A fine of LKR 2,400.00 will be charged: 30% of the unpaid rent for Nov 2026/);
  await confirm('Apply a fine to INV-A12-202611?', 'Apply Fine');
  await screen.findByText('Fine applied.');
  await waitFor(() => expect(calls().at(-1)).toBe(SUMMARY));
  const applied = sent.find(({ call }) => call === `POST ${FINE}/apply/INV-A12-202611`);
  expect(applied?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('on a slow connection a change of the ledger is shown as in progress until it is done', {
  tags: ['slow'],
}, async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { open, press, confirm } = showInvoices([november], {
    [`POST ${FINE}/apply/INV-A12-202611?dry_run=true`]: () => Response.json(fineAnswer()),
    [`POST ${FINE}/apply/INV-A12-202611`]: () => promise,
  });
  await open('INV-A12-202611');
  await press('Apply Fine');
  await confirm('Apply a fine to INV-A12-202611?', 'Apply Fine');
  await screen.findByText("Updating the shop's account…", {}, { timeout: 3000 });
  resolve(Response.json(fineAnswer()));
  await screen.findByText('Fine applied.');
  await waitFor(() => expect(screen.queryByText("Updating the shop's account…")).toBeNull());
});

test('a fine that may not be applied shows the reason before it can be confirmed', { tags: ['slow'] }, async () => {
  const { open, press } = showInvoices([november], {
    [`POST ${FINE}/apply/INV-A12-202611?dry_run=true`]: () => refuse('rent_not_overdue'),
  });
  await open('INV-A12-202611');
  await press('Apply Fine');
  await screen.findByText('The rent is not overdue.');
});

test('an invoice with a fine offers to delete it, with a reason', { tags: ['slow'] }, async () => {
  const { user, open, press, confirm, sent } = showInvoices([{ ...october, Fines: [testFine(october)] }], {
    [`DELETE ${FINE}/INV-A12-202610?dry_run=true`]: () => Response.json(fineRemovedAnswer()),
    [`DELETE ${FINE}/INV-A12-202610`]: () => Response.json(fineRemovedAnswer()),
  });
  await open('INV-A12-202610');
  expect(screen.queryByRole('button', { name: 'Apply Fine' })).toBeNull();
  await press('Delete Fine');
  await screen.findByText(/^Are you sure you want to delete this fine\?/);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Was ill');
  await confirm('Delete the fine on INV-A12-202610?', 'Delete Fine');
  await screen.findByText('Fine deleted.');
  const removed = sent.find(({ call }) => call === `DELETE ${FINE}/INV-A12-202610`);
  expect(removed?.body).toEqual({ reason: 'Was ill', do_not_charge: [] });
});

test.each([
  [november, 'Apply Fine', `POST ${FINE}/apply/INV-A12-202611`, 'Failed to apply fine.'],
  [
    { ...november, Fines: [testFine(november)] },
    'Delete Fine',
    `DELETE ${FINE}/INV-A12-202611`,
    'Failed to delete fine.',
  ],
])('%#: a fine that cannot be changed shows a message', { tags: ['slow'] }, async (invoice, action, call, sentence) => {
  const answer = action === 'Apply Fine' ? fineAnswer() : fineRemovedAnswer();
  const { user, open, press } = showInvoices([invoice], {
    [`${call}?dry_run=true`]: () => Response.json(answer),
    [call]: () => new Response('', { status: 500 }),
  });
  await open('INV-A12-202611');
  await press(action);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(EFFECT);
  if (action === 'Delete Fine') await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Was ill');
  await user.click(dialog.getByRole('button', { name: action }));
  await screen.findByText(sentence);
});

const DELETE = 'DELETE /api/systemsetting/invoice/INV-A12-202611';

test('deleting an invoice asks, naming what is deleted and what remains, and reloads the accounts', {
  tags: ['slow'],
}, async () => {
  const { user, press, confirm, calls, sent } = showInvoices([november], {
    [`${DELETE}?dry_run=true`]: () => Response.json(invoiceRemovedAnswer()),
    [DELETE]: () => Response.json(invoiceRemovedAnswer()),
  });
  await press('Delete INV-A12-202611');
  await screen.findByText(/payments will not be deleted. You can then generate a new invoice for Nov 2026/);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Made by mistake');
  await confirm('Delete INV-A12-202611?', 'Delete');
  await screen.findByText('Invoice deleted successfully.');
  await waitFor(() => expect(calls()).toEqual([SUMMARY, `${DELETE}?dry_run=true`, DELETE, SUMMARY]));
  expect(sent[2]?.body).toEqual({ reason: 'Made by mistake', do_not_charge: [] });
});

test("an invoice that cannot be deleted shows the reason, or 'Failed to delete invoice.'", {
  tags: ['slow'],
}, async () => {
  let answer = () => refuse('invoice_not_found');
  const { user, press, confirm } = showInvoices([november], {
    [`${DELETE}?dry_run=true`]: () => Response.json(invoiceRemovedAnswer()),
    [DELETE]: () => answer(),
  });
  await press('Delete INV-A12-202611');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Made by mistake');
  await confirm('Delete INV-A12-202611?', 'Delete');
  await screen.findByText('Invoice not found.');
  answer = () => new Response('', { status: 500 });
  await press('Delete INV-A12-202611');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Made by mistake');
  await confirm('Delete INV-A12-202611?', 'Delete');
  await screen.findByText('Failed to delete invoice.');
});
