import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type LastVerification, ledger } from '#contract/ledger.ts';
import { ARREARS, arrearsAnswer, MORNING, morningAnswer } from '../../testing/dashboard.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import {
  answerAlarms,
  answerCopies,
  answerElsewhere,
  answerRuns,
  answerSchedule,
  answerServer,
  testSchedule,
} from '../../testing/settings.ts';

const LAST_VERIFICATION = 'GET /api/books/last-verification';

function verificationAnswer(more: Partial<LastVerification> | null = {}): Response {
  const clean = { ended_at: '2026-11-19T20:00:00.000Z', outcome: 'clean', faults: 0, summary: '144 shops' };
  return Response.json(ledger.lastVerification.answer.parse({ result: more && { ...clean, ...more } }));
}

beforeEach(() => signInAs('manager'));

const FAULTS = {
  outcome: 'differs',
  faults: 2,
  summary: 'A-1: rows of invoices were changed directly in the database\nshops 3 was changed directly in the database',
} as const;

function openSettings(answer: () => Response) {
  answerCalls({
    'GET /api/settings/schedule': () => answerSchedule(testSchedule()),
    'GET /api/settings/runs': () => answerRuns(),
    'GET /api/backup/copies': () => answerCopies(),
    'GET /api/backup/elsewhere': () => answerElsewhere(),
    'GET /api/settings/approval-limit': () => Response.json({ amount: null }),
    'GET /api/settings/alarms': () => answerAlarms(),
    'GET /api/settings/cash-sessions': () => Response.json({ sessions: false }),
    'GET /api/settings/cashier-days': () => Response.json({ yesterday: false }),
    'GET /api/settings/confirmation': () => Response.json({ from: null }),
    'GET /api/settings/counting': () => Response.json({ from: null }),
    'GET /api/settings/release': () => Response.json({ version: '1.2.3', commit: 'unknown', schema: '' }),
    'GET /api/settings/server': () => answerServer(),
    'GET /api/settings/tenant-pages': () =>
      Response.json({ is_on: false, has_public_address: true, opened: { count: 0, of: 0 } }),
    [LAST_VERIFICATION]: answer,
  });
  openOffice('/settings');
}

function openDashboard(answer: () => Response) {
  answerCalls({
    [MORNING]: () => morningAnswer(),
    [ARREARS]: () => arrearsAnswer([]),
    [LAST_VERIFICATION]: answer,
  });
  openOffice('/manager-dashboard');
}

test('the settings show when the market was last verified and what was checked', async () => {
  openSettings(() => verificationAnswer());
  const result = await screen.findByText(/^No differences found on 20 Nov 2026/);
  screen.getByText('144 shops');
  expect(result.closest('[role="alert"]')).toBeNull();
});

test('the settings name the differences, and what to do', async () => {
  openSettings(() => verificationAnswer(FAULTS));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^2 differences found on 20 Nov 2026/);
  expect(alert.textContent).toContain('A-1: rows of invoices were changed directly in the database');
  expect(alert.textContent).toContain('Ask the person who runs the server');
});

test('a verification that could not be completed is not shown as clean', async () => {
  openSettings(() => verificationAnswer({ outcome: 'failed', summary: 'the disk is full' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^The verification on .* could not be completed.*the disk is full/);
});

test('before the first night the settings say so', async () => {
  openSettings(() => verificationAnswer(null));
  await screen.findByText('Not verified yet.');
});

test('a failed request shows an error and can be repeated', async () => {
  openSettings(() => refuse('internal'));
  await screen.findByText('Could not load the last verification.');
});

test('the manager dashboard warns of differences, and is silent without them', async () => {
  openDashboard(() => verificationAnswer(FAULTS));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^2 differences found/);
});

test('the manager dashboard says nothing of a clean verification', async () => {
  openDashboard(() => verificationAnswer());
  await screen.findByText('owed by 61 tenants');
  expect(screen.queryByText(/differences found/)).toBeNull();
});
