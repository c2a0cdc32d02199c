import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { bank, type Reconciliation } from '#contract/bank.ts';
import { testBankAccount, testBankLine, testBankPart } from '#web/testing/bank.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';

const MONTH = browserToday().slice(0, 7);
const PATH = `GET /api/bank/accounts/1/months/${MONTH}`;

beforeEach(() => signInAs('manager'));

const nothing = { count: 0, amount: 0 };

function open(found: Partial<Reconciliation>) {
  const answer = {
    account: testBankAccount(),
    month: MONTH,
    opening: 1000,
    closing: 1700,
    in: { count: 1, amount: 700 },
    out: nothing,
    matched: { count: 1, amount: 700 },
    ignored: [],
    open: [],
    changed: [],
    other_payer: [],
    by_amount: [],
    gaps: [],
    books: 1700,
    unexplained: 0,
    outstanding: [],
    ...found,
  };
  answerCalls({ [PATH]: () => Response.json(bank.month.answer.parse(answer)) });
  return openOffice('/bank-accounts/1/month');
}

const listUnder = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  return within(heading.parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
};

test('a month in which bank and ledgers agree says so, and lists nothing', async () => {
  open({});
  await screen.findByText('Bank and ledgers agree.');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

test('a difference is explained line by line: open, changed, of another tenant, and not on a statement', {
  tags: ['slow'],
}, async () => {
  const match = {
    parts: [testBankPart],
    books_amount: 650,
    ignored_as: null,
    note: '',
    at: '2026-11-13T04:00:00.000Z' as NonNullable<Reconciliation['changed'][number]['match']>['at'],
    by: 'Kumari',
  };
  open({
    books: 950,
    open: [testBankLine({ text: 'CDM', proposals: [] })],
    changed: [testBankLine({ line_id: 12, state: 'matched', proposals: [], match })],
    other_payer: [testBankLine({ line_id: 13, text: 'CEFT B-2', state: 'matched', proposals: [], match })],
    by_amount: [
      {
        ...testBankLine({ line_id: 14, text: 'CEFT 123', state: 'matched', proposals: [], match }),
        recorded_by: ['Kumari'],
        is_own: true,
      },
    ],
    outstanding: [{ ...testBankPart, id: 40, amount: 90 }],
  });
  await screen.findByText('Difference: LKR 750.00. The lines below explain it.');
  expect(await listUnder('Not matched')).toEqual(['12 Nov 2026 · CDM · LKR 700.00']);
  expect(await listUnder('Changed after they were matched')).toEqual([
    '12 Nov 2026 · Inward CEFT A-1 · LKR 700.00 · Recorded now: LKR 650.00',
  ]);
  expect(await listUnder('Matched to another tenant than the text names')).toEqual([
    '12 Nov 2026 · CEFT B-2 · Payment 31, A-1 Nimal Perera, LKR 700.00',
  ]);
  expect(await listUnder('Matched by amount only')).toEqual([
    '12 Nov 2026 · CEFT 123 · Payment 31, A-1 Nimal Perera, LKR 700.00 · recorded and matched by the same person: Kumari',
  ]);
  expect(await listUnder('Recorded, but not on a statement')).toEqual([
    'Payment 40, A-1 Nimal Perera · 12 Nov 2026 · LKR 90.00',
  ]);
});

test('missing lines are named with the balances around them, and what nothing explains is an amount', {
  tags: ['slow'],
}, async () => {
  const day = testBankLine().day;
  open({
    books: 1500,
    unexplained: 200,
    gaps: [
      { day, expected: 1000, found: 1200 },
      { day, expected: 1900, found: null },
    ],
  });
  await screen.findByText('Difference: LKR 200.00. Not explained: LKR 200.00.');
  screen.getByText('Before 12 Nov 2026: the balance was LKR 1,000.00 and is then LKR 1,200.00.');
  screen.getByText('Within 12 Nov 2026.');
});

test('without balances of the bank there is no verdict', async () => {
  open({ opening: null, closing: null, books: null, unexplained: null });
  await screen.findByText('The files of this account state no balances for this month.');
  expect(screen.queryByRole('status')).toBeNull();
});
