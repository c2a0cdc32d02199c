import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closings } from '#contract/closings.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';

const MONTH = 'GET /api/months/2026-10';
const CHANGES = 'GET /api/months/2026-10/changes';
const LIST = 'GET /api/closings';
const CLOSE = 'POST /api/months/2026-10/close';
const REOPEN = 'POST /api/closings/4/reopen';

const CLOSING = {
  closing_id: 4,
  month: '2026-10',
  first_day: null,
  last_day: '2026-10-31',
  closed_at: '2026-11-02T04:00:00.000Z',
  closed_by: 'admin@example.com',
  rests: [{ part: 'printed', open: 2, open_amount: 23_600 }],
  entries: 17,
  reopened_at: null,
  reopened_by: null,
  reason: null,
};

const FIGURES = {
  month: '2026-10',
  state: 'open',
  closing: null,
  first_open_day: '2026-10-01',
  parts: [
    { part: 'generated', count: 3, amount: 35_400, open: 0, open_amount: null },
    { part: 'printed', count: 1, amount: null, open: 2, open_amount: 23_600 },
    { part: 'overdue', count: 1, amount: null, open: 1, open_amount: 11_800 },
  ],
  collected: [{ method: 'Cash', count: 2, amount: 23_600 }],
  bank_accounts: [{ account_id: 1, name: 'Rent account', open_lines: 2, unexplained: 0 }],
};

const CHANGE = { id: 'F30.1', day: '2026-10-01', of_day: '2026-09-20', text: 'fine changed', amount: 2400 };

function answers(figures: object, list: object[] = []) {
  return answerCalls({
    [MONTH]: () => Response.json(closings.month.answer.parse(figures)),
    [CHANGES]: () => Response.json(closings.changes.answer.parse([CHANGE])),
    [LIST]: () => Response.json(closings.list.answer.parse(list)),
    [CLOSE]: () => Response.json({ message: 'Oct 2026 is closed.', closing: CLOSING }),
    [REOPEN]: () => Response.json({ message: 'Oct 2026 is open again.', closing: CLOSING }),
  });
}

const PAGE = '/month-end?year=2026&month=10';

test('a month is closed once each part that is not done is ticked, and sends their numbers', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  const sent = answers(FIGURES);
  const { user } = openOffice(PAGE);
  const link = await screen.findByRole('link', { name: 'Bills not printed, sent or seen: 2' });
  expect(link.getAttribute('href')).toContain('/invoices');
  await screen.findByText('F30.1');
  await user.click(screen.getByRole('button', { name: 'Close month' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: 'Bills not printed, sent or seen: 2, LKR\u00a023,600.00' }));
  await user.click(dialog.getByRole('button', { name: 'Close month' }));
  expect(sent.filter(({ call }) => call === CLOSE)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Overdue bills: 1, LKR\u00a011,800.00' }));
  await user.click(dialog.getByRole('button', { name: 'Close month' }));
  await screen.findByText('Oct 2026 is closed.');
  expect(sent.filter(({ call }) => call === CLOSE).map(({ body }) => body)).toEqual([
    { rests: { printed: 2, overdue: 1 } },
  ]);
});

test('a closed month says who closed it, and a superadmin reopens the last closing with a reason', {
  tags: ['slow'],
}, async () => {
  signInAs('superadmin');
  const sent = answers({ ...FIGURES, state: 'closed', closing: CLOSING, first_open_day: '2026-11-01' }, [CLOSING]);
  const { user } = openOffice(PAGE);
  await screen.findByText(/admin@example.com closed this month/);
  expect(screen.queryByRole('button', { name: 'Close month' })).toBe(null);
  await user.click(await screen.findByRole('button', { name: /Reopen/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'A bill was forgotten');
  await user.click(dialog.getByRole('button', { name: 'Reopen' }));
  await screen.findByText('Oct 2026 is open again.');
  expect(sent.filter(({ call }) => call === REOPEN).map(({ body }) => body)).toEqual([
    { reason: 'A bill was forgotten' },
  ]);
});

test('open lines are named beside the bank, and what was not done is named as such in the list', async () => {
  signInAs('manager');
  answers(FIGURES, [CLOSING]);
  openOffice(PAGE);
  await screen.findByText('The open lines are the whole difference between bank and ledgers.');
  await screen.findByText('Bills not printed, sent or seen: 2', { selector: 'td *, td' });
});

test('a manager sees the month, and neither closes nor reopens', { tags: ['slow'] }, async () => {
  signInAs('manager');
  answers(FIGURES, [CLOSING]);
  openOffice(PAGE);
  await screen.findByText('This month is open.');
  expect(screen.queryByRole('button', { name: 'Close month' })).toBe(null);
  expect(screen.queryByRole('button', { name: /Reopen/ })).toBe(null);
});
