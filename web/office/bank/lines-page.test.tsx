import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BankLine } from '#contract/bank.ts';
import { answerBankLines, BANK_LINES as LINES, testBankPart as PART, testBankLine } from '#web/testing/bank.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';

const MATCH = 'POST /api/bank/lines/11/match';

const MATCHED = testBankLine({
  state: 'matched',
  proposals: [],
  match: {
    parts: [PART],
    books_amount: 650,
    ignored_as: null,
    note: '',
    at: '2026-11-13T04:00:00.000Z' as NonNullable<BankLine['match']>['at'],
    by: 'Kumari',
  },
});

const rowOf = (text: string) => screen.findByRole('region', { name: new RegExp(text) });

test('Enter accepts a proposal, the focus is on the next line, and the matched one says what it is', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  const sent = answerCalls({
    [LINES]: () => answerBankLines([testBankLine({}), testBankLine({ line_id: 12, text: 'CDM', proposals: [] })]),
    [MATCH]: () => Response.json({ message: 'Line matched.', line: MATCHED }),
  });
  const { user } = openOffice('/bank-accounts/1');
  const first = await rowOf('Inward CEFT A-1');
  await user.keyboard('{ArrowDown}{Enter}');
  await within(first).findByText('Payment 31, A-1 Nimal Perera');
  expect(sent.find(({ call }) => call === MATCH)?.body).toEqual({ parts: [{ kind: 'payment', id: 31 }] });
  expect(within(await rowOf('CDM')).getByRole('button', { name: 'Choose…' })).toBe(document.activeElement);
  within(first).getByText('Recorded now: LKR 650.00');
});

test('after a match the numbers follow, its money is offered no more, and undoing brings its proposal back', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  const other = testBankLine({ line_id: 12, text: 'Cheque deposit' });
  const opened = testBankLine({ proposals: [] });
  answerCalls({
    [LINES]: () => answerBankLines([testBankLine({}), other]),
    [MATCH]: () => Response.json({ message: 'Line matched.', line: MATCHED }),
    'POST /api/bank/lines/11/undo': () => Response.json({ message: 'Line opened again.', line: opened }),
  });
  const { user } = openOffice('/bank-accounts/1');
  const first = await rowOf('Inward CEFT A-1');
  const second = within(await rowOf('Cheque deposit'));
  const proposal = { name: 'Payment 31, A-1 Nimal Perera' };
  const shown = () => screen.getByText(/lines? to match/).textContent;
  const before = shown();
  second.getByRole('button', proposal);
  await user.click(within(first).getByRole('button', proposal));
  await within(first).findByRole('button', { name: 'Undo' });
  expect(second.queryByRole('button', proposal)).toBe(null);
  expect(shown()).not.toBe(before);
  await user.click(within(first).getByRole('button', { name: 'Undo' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Another payment');
  await user.click(dialog.getAllByRole('button').at(-1) ?? document.body);
  await within(first).findByRole('button', proposal);
  second.getByRole('button', proposal);
  expect(shown()).toBe(before);
});

test('Enter never accepts a proposal that a person must check; its digit does', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const proposals = [{ reason: 'recorded', is_question: true, parts: [PART] }] as const;
  const sent = answerCalls({
    [LINES]: () =>
      answerBankLines([testBankLine({ proposals: proposals.map((one) => ({ ...one, parts: [...one.parts] })) })]),
    [MATCH]: () => Response.json({ message: 'Line matched.', line: MATCHED }),
  });
  const { user } = openOffice('/bank-accounts/1');
  await rowOf('Inward CEFT A-1');
  await user.keyboard('{ArrowDown}{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'What is this line?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent.some(({ call }) => call === MATCH)).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  await user.keyboard('{ArrowDown}1');
  await waitFor(() => expect(sent.some(({ call }) => call === MATCH)).toBe(true));
});

test('who may only read sees the lines without a way to match them', async () => {
  signInAs('manager');
  answerCalls({ [LINES]: () => answerBankLines([testBankLine({})]) });
  openOffice('/bank-accounts/1');
  const row = within(await rowOf('Inward CEFT A-1'));
  expect(row.getByRole('button', { name: 'Payment 31, A-1 Nimal Perera' }).hasAttribute('disabled')).toBe(true);
  expect(row.queryByRole('button', { name: 'Not of tenants…' })).toBe(null);
  expect(screen.queryByRole('link', { name: 'Import statement' })).toBe(null);
});
