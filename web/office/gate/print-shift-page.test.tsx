import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { gate, type Shift } from '#contract/gate.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { testShift } from '../../testing/tickets.ts';
import { importOf } from '../pages.ts';

const closed_at = instantOf(Date.parse('2026-11-21T06:00:00.000Z'));
const closed = testShift({ closed_at, counted_cash: 1900, difference: -50, reason: 'Change for 100' });

beforeAll(() => importOf('/print/shift/:id')());
beforeEach(() => signInAs('manager'));

function open(shift: Shift) {
  const split = [
    { kind: '20', ticket_count: 10, ticket_sum: 200, void_count: 0 },
    { kind: 'Lorry', ticket_count: 2, ticket_sum: 1250, void_count: 1 },
  ];
  const answer = gate.shift.answer.parse({ shift, split, centre: { name: 'Pola Economic Centre' } });
  answerCalls({ [`GET /api/gate/shifts/${shift.id}`]: () => Response.json(answer) });
  const prints = vi.fn();
  vi.stubGlobal('print', prints);
  return { ...openOffice(`/print/shift/${shift.id}`), prints };
}

test('the slip of a closed shift is printed with split, sums, difference and two signature lines', async () => {
  const { prints } = open(closed);
  const slip = await screen.findByRole('article', { name: 'Shift slip of gate@example.com' });
  await waitFor(() => expect(prints).toHaveBeenCalledTimes(1));
  expect([...slip.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Pola Economic Centre',
    'Cash handover',
    'Shift 0198C7A2',
    'Cashier: gate@example.com',
    'Phone K',
    'Opened 21 Nov 2026, 00:30:12',
    'Closed 21 Nov 2026, 11:30:00',
    '10 × Sanitation Rs. 20200.00',
    '2 × Lorry (1 cancelled)1,250.00',
    'Opening cash500.00',
    'Expected1,950.00',
    'Counted1,900.00',
    'Short50.00',
    'Reason: Change for 100',
    'Handed over by',
    'Received by',
  ]);
});

test('an open shift has no slip', async () => {
  open(testShift({ closed_at: null, counted_cash: null, difference: null }));
  expect((await screen.findByRole('alert')).textContent).toBe('The shift is not closed yet.');
});
