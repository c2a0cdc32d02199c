import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { day, monthOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { DUMP_PIECE_BYTES, type DumpReport, imports } from '#contract/imports.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';

type DumpState = Answer<typeof imports.dump>;

beforeEach(() => signInAs('superadmin'));

const STATE = `GET ${imports.dump.path}`;
const BEGIN = `POST ${imports.beginDump.path}`;
const PIECE = `POST ${imports.sendDump.path}`;
const WRITE = `POST ${imports.writeDump.path}`;
const STOP = `POST ${imports.stopDump.path}`;

const nothing: DumpState = {
  stage: 'none',
  id: '',
  name: '',
  by: '',
  bytes: 0,
  received: 0,
  step: null,
  fault: null,
  report: null,
  is_market_empty: true,
  most_megabytes: 6000,
};
const receiving: DumpState = {
  ...nothing,
  stage: 'receiving',
  id: 'first',
  name: 'dump.sql',
  by: 'kumari@example.com',
  bytes: DUMP_PIECE_BYTES + 5,
};
const report: DumpReport = {
  hash: 'a1b2',
  notes: ['Tables that are not read: Sessions.'],
  tables: [
    { table: 'shops', read: 2, imported: 1, changed: 1, rejected: 0 },
    { table: 'payments', read: 4, imported: 3, changed: 0, rejected: 1 },
  ],
  finding_count: 1,
  findings: [{ table: 'payments', key: '64', code: 'orphan', outcome: 'rejected', detail: 'Z-99 5000.00' }],
  tenancy_count: 1,
  tenancies: [
    {
      shop_id: 'F-08',
      previous_shop_id: 'F 08',
      tenant: 'Nimal Perera',
      from: day('2026-06-25'),
      to: null,
      due: 798,
      balance: 0,
      previous_due: 798,
      previous_balance: 0,
      forgiven: 0,
      transferred: 0,
      adjustment: 0,
    },
  ],
  vat_by_month: [{ month: monthOf(day('2026-07-01')), vat: 198 }],
  accounts: [{ email: 'office@example.com', role: 'admin' }],
  unexplained_adjustments: 2,
  unexplained: [],
};
const checked: DumpState = { ...receiving, stage: 'checked', received: receiving.bytes, report };

const choose = async ({ user }: ReturnType<typeof openOffice>, bytes: number) =>
  user.upload(
    await screen.findByLabelText('Database dump from the previous system'),
    new File([new Uint8Array(bytes)], 'dump.sql'),
  );
const beginButton = () => screen.getByRole('button', { name: 'Import the market' });

test('a dump is sent in pieces, and imported when every statement of its report is confirmed', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    [STATE]: () => Response.json(nothing),
    [BEGIN]: () => Response.json(receiving),
    [PIECE]: ({ body }) => {
      const isFirst = (body as FormData).get('offset') === '0';
      return Response.json(isFirst ? { ...receiving, received: DUMP_PIECE_BYTES } : checked);
    },
    [WRITE]: () => Response.json({ ...checked, stage: 'written', is_market_empty: false }),
  });
  const office = openOffice('/import-market');
  await choose(office, DUMP_PIECE_BYTES + 5);
  within(await screen.findByRole('note', { name: 'Notes about this file' })).getByText(
    'Tables that are not read: Sessions.',
  );
  const pieces = sent.filter(({ call }) => call === PIECE).map(({ body }) => body as FormData);
  expect(pieces.map((form) => [form.get('id'), form.get('offset'), (form.get('piece') as File).size])).toEqual([
    ['first', '0', DUMP_PIECE_BYTES],
    ['first', String(DUMP_PIECE_BYTES), 5],
  ]);
  within(screen.getByRole('table', { name: 'Amounts due and balances, before and after' })).getByText(
    'F-08 (was F 08)',
  );
  within(screen.getByRole('table', { name: '1 finding' })).getByText('Z-99 5000.00');
  for (const claim of [
    '2 shops, 0 invoices, 3 payments and 0 products will be added.',
    'I have checked the 1 row that will not be imported.',
    'I have checked the 2 adjustments that nothing in the dump explains.',
    'I have compared the amounts due and the balances with those of the previous system.',
  ]) {
    expect(beginButton()).toHaveProperty('disabled', true);
    await office.user.click(screen.getByRole('checkbox', { name: claim }));
  }
  await office.user.click(beginButton());
  await screen.findByText('The market was imported');
  expect(sent.filter(({ call }) => call === WRITE).map(({ body }) => body)).toEqual([{ hash: 'a1b2' }]);
});

test('a dump whose amounts would change for an unknown reason cannot be imported', { tags: ['slow'] }, async () => {
  const unexplained = ['A-1, Nimal Perera: 0.00 before, 5.00 here'];
  answerCalls({ [STATE]: () => Response.json({ ...checked, report: { ...report, unexplained } }) });
  openOffice('/import-market');
  await screen.findByText('A-1, Nimal Perera: 0.00 before, 5.00 here');
  expect(screen.queryByRole('button', { name: 'Import the market' })).toBeNull();
});

test('the reason why nothing was imported is shown, and a file can be chosen again', async () => {
  const fault = 'The file is cut off. Create the dump again.';
  answerCalls({
    [STATE]: () => Response.json({ ...receiving, stage: 'failed', fault }),
    [BEGIN]: () => refuse('dump_too_large'),
  });
  const office = openOffice('/import-market');
  expect((await screen.findByRole('alert')).textContent).toContain(`dump.sql: ${fault}`);
  await choose(office, 5);
  await screen.findByText('The dump is larger than this server accepts.');
});

test('a file that is not being sent from this page can be continued, or stopped after a question', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    [STATE]: () => Response.json({ ...receiving, by: 'sunil@example.com' }),
    [STOP]: () => Response.json(nothing),
  });
  const { user } = openOffice('/import-market');
  await screen.findByText('dump.sql, sent by sunil@example.com');
  screen.getByText(/^The file is not being sent from this page\./);
  await user.click(screen.getByRole('button', { name: 'Stop the import' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Nothing has been imported. The file will be deleted from the server.');
  await user.click(within(dialog).getByRole('button', { name: 'Stop the import' }));
  await waitFor(() => expect(screen.queryByText('dump.sql, sent by sunil@example.com')).toBeNull());
  expect(sent.filter(({ call }) => call === STOP).map(({ body }) => body)).toEqual([{ id: 'first' }]);
});

test('a market that is not empty offers no file to choose', async () => {
  answerCalls({ [STATE]: () => Response.json({ ...nothing, is_market_empty: false }) });
  openOffice('/import-market');
  await screen.findByText('This market is not empty');
  expect(screen.queryByLabelText('Database dump from the previous system')).toBeNull();
});
