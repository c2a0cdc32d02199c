import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { bank } from '#contract/bank.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';

const IMPORT = 'POST /api/bank/accounts/1/statements';
const STATEMENTS = 'GET /api/bank/accounts/1/statements';
const REMOVE = 'POST /api/bank/statements/4/remove';
const CSV = 'Date,Description,Credit,Balance\n2026-11-12,Inward CEFT,700,1700\n';

beforeEach(() => signInAs('admin'));

const report = {
  written: false,
  lines: 1,
  accepted: 1,
  added: 1,
  unchanged: 0,
  questions: [] as object[],
  notes: ['Lines that are not movements are left out: 3.'],
  faulty: 0,
  faults: [] as object[],
  opening: 1000,
  closing: 1700,
  first_day: '2026-11-12',
  last_day: '2026-11-12',
  in: { count: 1, amount: 700 },
  out: { count: 0, amount: 0 },
  rows: [{ line: 2, day: '2026-11-12', text: 'Inward CEFT', amount: 700, status: 'added' }],
};

const stored = bank.statements.answer.parse([
  {
    statement_id: 4,
    name: 'november.csv',
    first_day: '2026-11-01',
    last_day: '2026-11-12',
    added: 1,
    imported_at: '2026-11-13T04:00:00.000Z',
    imported_by: 'Kumari',
  },
]);

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ [STATEMENTS]: () => Response.json([]), ...answers });
  const { user } = openOffice('/bank-accounts/1/import');
  const paste = async () => {
    await user.click(await screen.findByRole('textbox', { name: 'Or paste a table' }));
    await user.paste(CSV);
    await user.click(screen.getByRole('button', { name: 'Check the pasted table' }));
  };
  return {
    sent,
    user,
    paste,
    bodies: (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body),
  };
}

test('a statement is shown with its balances before a line is saved', { tags: ['slow'] }, async () => {
  const { user, paste, bodies } = open({
    [IMPORT]: ({ body }) => Response.json({ ...report, written: (body as { write: boolean }).write }),
  });
  await paste();
  await screen.findByRole('button', { name: 'Add 1 line' });
  for (const text of ['LKR 1,000.00', 'LKR 1,700.00', 'Lines that are not movements are left out: 3.'])
    expect(screen.getAllByText(text)).not.toEqual([]);
  within(screen.getByRole('table', { name: 'What will be saved' })).getByText('Inward CEFT');
  expect(bodies(IMPORT)).toMatchObject([{ csv: CSV, write: false }]);
  await user.click(screen.getByRole('button', { name: 'Add 1 line' }));
  await screen.findByText('1 line added');
  expect(screen.getByRole('link', { name: 'Match the lines' }).getAttribute('href')).toBe('/bank-accounts/1');
  expect(bodies(IMPORT).at(-1)).toMatchObject({ csv: CSV, write: true });
});

test.each([
  ['a file whose lines are stored', { added: 0, unchanged: 1 }, 'Every line of this file is stored already.'],
  [
    'a file with a faulty line',
    { faulty: 1, faults: [{ line: 3, reason: 'The day of this line cannot be read.', text: '' }] },
    undefined,
  ],
])('%s cannot be saved', { tags: ['slow'] }, async (_, more, sentence) => {
  const { paste } = open({ [IMPORT]: () => Response.json({ ...report, ...more }) });
  await paste();
  const save = await screen.findByRole('button', { name: /^Add \d lines?$/ });
  expect(save).toHaveProperty('disabled', true);
  if (sentence !== undefined) screen.getByText(sentence);
  else screen.getByText('The day of this line cannot be read.');
});

test('a statement that was imported into the wrong account is removed with a reason; a refusal is shown', {
  tags: ['slow'],
}, async () => {
  let isUsed = true;
  let rows: object[] = stored;
  const { user, bodies } = open({
    [STATEMENTS]: () => Response.json(rows),
    [REMOVE]: () => {
      if (isUsed) return refuse('bank_statement_used');
      rows = [];
      return Response.json({ message: 'Statement removed.' });
    },
  });
  await screen.findByText('november.csv: 1 Nov 2026 – 12 Nov 2026, 1 line, by Kumari');
  const remove = async () => {
    await user.click(screen.getByRole('button', { name: 'Remove november.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove statement' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Of another account');
    await user.click(dialog.getByRole('button', { name: 'Remove statement' }));
  };
  await remove();
  await screen.findByText('A line of this statement was matched, so it cannot be removed.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('november.csv: 1 Nov 2026 – 12 Nov 2026, 1 line, by Kumari');
  isUsed = false;
  await remove();
  await screen.findByText('Statement removed.');
  await waitFor(() => expect(screen.queryByText(/^november\.csv/)).toBeNull());
  expect(bodies(REMOVE)).toEqual([{ reason: 'Of another account' }, { reason: 'Of another account' }]);
});
