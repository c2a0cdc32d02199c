import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { bank } from '#contract/bank.ts';
import { answerBankLines, BANK_LINES, testBankLine, testBankPart } from '#web/testing/bank.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';

const MATCH = 'POST /api/bank/lines/11/match';
const RECORDED = [
  testBankPart,
  { ...testBankPart, id: 32, amount: 250.5, shop_id: 'B-7', name: 'Kamala Dias' },
  { ...testBankPart, id: 33, amount: -700, shop_id: 'C-9', name: 'Paid back' },
];
const PAYERS = [
  { tenancy_id: 5, shop_id: 'A-1', tenant_name: 'Nimal Perera', due: 449.5 },
  { tenancy_id: 6, shop_id: 'A-2', tenant_name: 'Sunil Bandara', due: 0 },
];
const payers = bank.lines.answer.shape.payers.parse(PAYERS);

beforeEach(() => signInAs('admin'));

async function openDialogOf(line = testBankLine({ proposals: [] })) {
  const matched = testBankLine({ state: 'matched', proposals: [] });
  const sent = answerCalls({
    [BANK_LINES]: () => answerBankLines([line], { recorded: RECORDED, payers }),
    [MATCH]: () => Response.json({ message: 'Line matched.', line: matched }),
  });
  const { user } = openOffice('/bank-accounts/1');
  await user.click(await screen.findByRole('button', { name: 'Choose…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What is this line?' }));
  const matches = () => sent.filter(({ call }) => call === MATCH).map(({ body }) => body);
  const match = () => dialog.getByRole('button', { name: 'Match' });
  return { user, dialog, matches, match, isOff: () => match().getAttribute('aria-disabled') === 'true' };
}

test('a line of two payments is matched only when the parts are its amount', { tags: ['slow'] }, async () => {
  const { user, dialog, matches, match, isOff } = await openDialogOf();
  expect(dialog.queryByRole('checkbox', { name: /Paid back/ })).toBeNull();
  expect(isOff()).toBe(true);
  await user.click(match());
  expect(matches()).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Payment 32, B-7 Kamala Dias · 12 Nov 2026 · LKR 250.50' }));
  dialog.getByText('Chosen: LKR 250.50 of LKR 700.00');
  const amount = dialog.getByRole('textbox', { name: 'Amount 1 (LKR)' });
  await user.clear(amount);
  await user.type(amount, '449.50');
  expect(isOff()).toBe(true);
  await user.type(dialog.getByRole('combobox', { name: 'Tenant 1' }), 'A-1');
  await user.click(await screen.findByRole('option', { name: 'A-1 Nimal Perera, due LKR\u00a0449.50' }));
  dialog.getByText('Chosen: LKR 700.00 of LKR 700.00');
  await user.click(match());
  await waitFor(() => expect(matches()).toHaveLength(1));
  expect(matches()[0]).toEqual({
    parts: [
      { kind: 'payment', id: 32 },
      { kind: 'new_payment', id: 5, amount: 449.5 },
    ],
  });
});

test('recorded money is found by shop, and another tenant begins with the rest', { tags: ['slow'] }, async () => {
  const { user, dialog } = await openDialogOf();
  await user.type(dialog.getByRole('textbox', { name: 'Recorded already' }), 'b-7');
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  await user.clear(dialog.getByRole('textbox', { name: 'Recorded already' }));
  await user.type(dialog.getByRole('textbox', { name: 'Recorded already' }), 'nobody');
  dialog.getByText('Nothing recorded fits.');
  await user.type(dialog.getByRole('combobox', { name: 'Tenant 1' }), 'A-1');
  await user.click(await screen.findByRole('option', { name: /^A-1 / }));
  const first = dialog.getByRole('textbox', { name: 'Amount 1 (LKR)' });
  await user.clear(first);
  await user.type(first, '500.25');
  await user.click(dialog.getByRole('button', { name: 'Add another tenant' }));
  expect(dialog.getByRole('textbox', { name: 'Amount 2 (LKR)' })).toHaveProperty('value', '199.75');
});

test('money that went out can only be money that was recorded', { tags: ['slow'] }, async () => {
  const { user, dialog, isOff } = await openDialogOf(testBankLine({ amount: -700, proposals: [] }));
  expect(dialog.queryByRole('group', { name: 'New payments' })).toBeNull();
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(dialog.getByRole('checkbox', { name: /Paid back/ }));
  expect(isOff()).toBe(false);
});
