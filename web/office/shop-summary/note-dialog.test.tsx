import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { summaryAnswer, testEffect } from '../../testing/payments.ts';
import { testSummaryInvoice } from '../../testing/shop-summary.ts';

const NOTE = 'POST /api/invoices/INV-A12-202611/note';
const PREVIEW = `${NOTE}?dry_run=true`;

beforeEach(() => signInAs('admin'));

test('a credit note on another charge is shown with its effect before it is issued', { tags: ['slow'] }, async () => {
  const invoice = testSummaryInvoice();
  const [fee] = invoice.OperationFees;
  if (!fee) throw new Error('no fee');
  const { operation_fee_id: _, operation_amount: __, ...paid } = fee;
  const line = { line: 2, name: 'Electricity', name_si: '', name_ta: '', quantity: 120, unit: 'kWh', is_vatable: true };
  const electricity = { ...paid, ...line, other_charge_id: 5, other_amount: 5400 };
  const Invoices = [{ ...invoice, OtherCharges: [electricity] }];
  const effect = {
    message: 'Credit note recorded.',
    vat_amount: 18,
    tax_serial: null,
    ...testEffect(),
  };
  const sent = answerCalls({
    'GET /api/shops/shop-summary/A12': () => Response.json(summaryAnswer({ Invoices })),
    [PREVIEW]: () => Response.json(effect),
    [NOTE]: () => Response.json(effect),
  });
  const { user } = openOffice('/shop-summary/A12?tab=invoices');
  await user.click(await screen.findByRole('button', { name: 'Details of INV-A12-202611' }));
  await user.click(await screen.findByRole('button', { name: 'Credit or debit note' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Note on INV-A12-202611' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Charge/ }), 'Electricity, LKR 5,400.00');
  await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '100');
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Read wrongly');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  const question = within(await screen.findByRole('dialog', { name: 'Issue a credit note of LKR 100.00?' }));
  await user.click(await question.findByRole('button', { name: 'Credit note' }));
  await screen.findByText('Credit note recorded.');
  const body = { kind: 'credit', charge: 'Other', line: 2, amount: 100, reason: 'Read wrongly', do_not_charge: [] };
  expect(sent.filter(({ call }) => call.startsWith('POST')).map((one) => one.body)).toEqual([body, body]);
});

test('what was entered for a note is not lost by one press of Escape', async () => {
  answerCalls({
    'GET /api/shops/shop-summary/A12': () => Response.json(summaryAnswer({ Invoices: [testSummaryInvoice()] })),
  });
  const { user } = openOffice('/shop-summary/A12?tab=invoices');
  await user.click(await screen.findByRole('button', { name: 'Details of INV-A12-202611' }));
  await user.click(await screen.findByRole('button', { name: 'Credit or debit note' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Note on INV-A12-202611' }));
  await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '100');
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Stay' }));
  expect(dialog.getByRole('textbox', { name: /^Amount/ })).toHaveProperty('value', '100');
});
