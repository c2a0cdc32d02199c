import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { summaryAnswer } from '../../testing/payments.ts';
import { balanceAnswer, statementAnswer, testLine, testSummaryInvoice } from '../../testing/shop-summary.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const STATEMENT = 'GET /api/shops/A12/statement';
const lines = [
  testLine(),
  testLine({
    kind: 'payment',
    text: 'Payment in cash',
    invoice_id: null,
    payment_id: 31,
    charged: null,
    paid: 10_000,
    balance: -1800,
  }),
  testLine({
    kind: 'balance',
    text: 'Balance set by the office',
    invoice_id: null,
    charged: null,
    paid: 50.5,
    balance: -1749.5,
  }),
];

beforeEach(() => signInAs('manager'));

function showStatement(more: Parameters<typeof answerCalls>[0] = {}, at = '') {
  const sent = answerCalls({
    [SUMMARY]: () => Response.json(summaryAnswer({ Invoices: [testSummaryInvoice()] })),
    [STATEMENT]: () => Response.json(statementAnswer(lines)),
    ...more,
  });
  return { ...openOffice(`/shop-summary/A12?tab=statement${at}`), sent };
}
async function rows() {
  const table = await screen.findByRole('table', { name: 'Statement' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
}

test('the statement resembles that of a bank, newest line first, with the running balance', async () => {
  showStatement();
  expect(await rows()).toEqual([
    '1 Nov 2026Balance set by the officepaid LKR 50.50LKR 50.50LKR -1,749.50',
    '1 Nov 2026Payment in cashpaid LKR 10,000.00LKR 10,000.00LKR -1,800.00',
    '1 Nov 2026Invoice of Nov 2026charged LKR 11,800.00LKR 11,800.00LKR -11,800.00',
  ]);
});

test('it can be read oldest first, and the order is in the URL', async () => {
  const { user, address } = showStatement();
  await rows();
  await user.click(screen.getByRole('radio', { name: 'Oldest first' }));
  await waitFor(async () => expect((await rows())[0]).toContain('Invoice of Nov 2026'));
  expect(address()).toBe('/shop-summary/A12?tab=statement&statement-order=oldest');
  await user.click(screen.getByRole('radio', { name: 'Newest first' }));
  await waitFor(async () => expect((await rows())[0]).toContain('Balance set by the office'));
  expect(address()).toBe('/shop-summary/A12?tab=statement');
});

test('a payment links to its receipt, and an invoice to itself among the invoices', async () => {
  const { user, address } = showStatement();
  await rows();
  expect(screen.getByRole('link', { name: 'Payment in cash' }).getAttribute('href')).toBe('/receipt/31');
  await user.click(screen.getByRole('button', { name: 'Invoice of Nov 2026' }));
  expect(await screen.findByRole('button', { name: 'Details of INV-A12-202611' })).toBeTruthy();
  expect(address()).toBe('/shop-summary/A12?tab=invoices&invoices-search=INV-A12-202611');
});

test('a statement that cannot be loaded is reported, and Try again loads it', async () => {
  let answer = () => new Response('', { status: 500 });
  const { user } = showStatement({ [STATEMENT]: () => answer() });
  expect(await screen.findByText('Could not load the statement.')).toBeTruthy();
  answer = () => Response.json(statementAnswer(lines));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(3);
});

test('a shop without movements shows a message', async () => {
  showStatement({ [STATEMENT]: () => Response.json(statementAnswer([])) });
  expect(await screen.findByText('No activity yet.')).toBeTruthy();
});

test('a balance that is set while the statement is open is shown immediately', async () => {
  signInAs('admin');
  const set = 'PUT /api/systemsetting/shop-balance/A12';
  const { user, sent } = showStatement({
    [`${set}?dry_run=true`]: () => Response.json(balanceAnswer()),
    [set]: () => Response.json(balanceAnswer()),
  });
  await rows();
  await user.type(screen.getByLabelText('Set shop balance'), '5');
  await user.click(screen.getByRole('button', { name: 'Update Balance' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/still owed/);
  await user.click(dialog.getByRole('button', { name: 'Set balance' }));
  await screen.findByText('Shop balance updated.');
  await waitFor(() => expect(sent.filter(({ call }) => call === STATEMENT)).toHaveLength(2));
  expect(await rows()).toHaveLength(3);
});
