import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Day, day, type Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Pass } from '#contract/passes.ts';
import { lastTicketOnScreen, openShiftAtGate } from '../../testing/gate-app.tsx';
import { FakeGateServer } from '../../testing/gate-server.ts';
import { testPass } from '../../testing/tickets.ts';

const PRICED = { mode: 'vehicle', prices: { Lorry: cents(10_000), Van: cents(5000) } } as const;
const plate = () => screen.getByLabelText<HTMLInputElement>('Vehicle number');

function tariffWithPasses(from: Day) {
  return {
    id: 1,
    valid_from: from,
    prices: { Lorry: 100, Van: 50, 'Three-Wheeler': 30, Motorbike: 20, Car: 20 },
    passes: { Lorry: { day: 180, month: 3000 }, Van: { day: null, month: 1500 } },
    set_by: 'admin@example.com',
    set_at: '2026-11-01T00:00:00.000Z' as Instant,
  };
}

async function openPassGate(passes: Pass[] = []) {
  const server = new FakeGateServer();
  server.tariffs = [tariffWithPasses(day('2026-11-01'))];
  server.passes = passes;
  const opened = await openShiftAtGate({ mode: 'vehicle' }, server);
  await waitFor(() => expect(opened.gate.view().phone.tariffs).toHaveLength(1));
  return opened;
}

test('a vehicle of the last weeks is completed by a tap and its type is marked; Enter issues its ticket, offline too', async () => {
  const { user, press, server, gate, clock } = await openShiftAtGate(PRICED);
  await user.type(plate(), 'nw lb-4455');
  await press(/^Van/);
  await lastTicketOnScreen().findByText('K-1');
  clock.now = '2026-12-10T00:30:00.000Z' as Instant;
  server.line = 'cut';
  await user.type(plate(), 'lb44');
  await press('NW LB-4455 Van');
  expect(plate().value).toBe('NW LB-4455');
  screen.getByRole('button', { name: /^Van as last time/ });
  expect(screen.queryByRole('button', { name: /^Lorry as last time/ })).toBeNull();
  await user.type(plate(), '{Enter}');
  await lastTicketOnScreen().findByText(/Van NW LB-4455/);
  expect(gate.view().entries.filter(({ what }) => what === 'ticket')).toHaveLength(2);
});

test('a second ticket on the same day is asked about hours later, and one tap issues it; the next day nothing is asked', async () => {
  const { user, press, clock, server } = await openShiftAtGate(PRICED);
  await user.type(plate(), 'LB-1');
  await press(/^Lorry/);
  await lastTicketOnScreen().findByText('K-1');
  server.line = 'cut';
  clock.now = '2026-11-20T12:00:00.000Z' as Instant;
  await user.type(plate(), 'lb 1');
  await press(/^Lorry/);
  expect(screen.getByRole('alert').textContent).toBe('Lorry LB-1 already has ticket K-1, issued at 06:00.');
  await press('Issue another ticket');
  await lastTicketOnScreen().findByText('K-2');
  clock.now = '2026-11-21T00:30:00.000Z' as Instant;
  await user.type(plate(), 'lb 1');
  await press(/^Lorry/);
  await lastTicketOnScreen().findByText('K-3');
});

test('signing out forgets the vehicles and passes of the phone; the queue remains', async () => {
  const { user, press, gate, server } = await openPassGate([testPass()]);
  await user.type(plate(), 'LB-1');
  await press(/^Lorry/);
  await lastTicketOnScreen().findByText('K-1');
  server.line = 'cut';
  await gate.signOut();
  const { phone, entries } = gate.view();
  expect([phone.vehicles, phone.passes]).toEqual([[], []]);
  expect(entries.filter(({ what }) => what === 'ticket')).toHaveLength(1);
});

test('a pass of another gate is recognised without network, and its vehicle enters without paying', async () => {
  const { user, press, server, gate } = await openPassGate([testPass()]);
  await waitFor(() => expect(gate.view().phone.passes).toHaveLength(1));
  server.line = 'cut';
  await user.type(plate(), 'nwlb 4455');
  screen.getByText('NW LB-4455 has a month pass until 4 Dec 2026. Nothing is paid.');
  expect(screen.queryByRole('button', { name: /^Lorry/ })).toBeNull();
  await press('Let in');
  await screen.findByText('NW LB-4455 entered at 06:00 with pass V17.');
  expect(plate().value).toBe('');
  await screen.findByText('1 not sent yet');
  await user.type(plate(), 'nwlb 4455');
  screen.getByText('It entered today at 06:00.');
  server.line = 'good';
  gate.nudge();
  await screen.findByText('All sent');
  expect(server.entries).toEqual([
    { pass: 'V17', vehicleNumber: 'NW LB-4455', entered_at: '2026-11-20T00:30:00.000Z', shift_id: expect.any(String) },
  ]);
  expect(server.tickets).toEqual([]);
  screen.getByText('0 tickets since 06:00');
});

test('a pass is sold at its own price and lets the vehicle in from then on, until it is cancelled, all without network', async () => {
  const { user, press, server, gate } = await openPassGate();
  server.line = 'cut';
  await user.type(plate(), 'LB-7');
  await user.click(screen.getByRole('radio', { name: 'Month pass' }));
  expect(screen.queryByRole('button', { name: /^Car/ })).toBeNull();
  await press('Lorry Rs 3,000');
  await lastTicketOnScreen().findByText('Lorry LB-7, month pass');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Ticket' }).checked).toBe(true);
  await user.type(plate(), 'LB-7');
  await press('Let in');
  await press('Cancel ticket');
  await press('Issued by mistake');
  await user.type(plate(), 'LB-7');
  expect(screen.queryByRole('button', { name: 'Let in' })).toBeNull();
  server.line = 'good';
  gate.nudge();
  await screen.findByText('All sent');
  expect(server.heard).toEqual(['open', 'K-1', 'void K-1']);
  expect(JSON.parse(server.tickets[0]?.body ?? '')).toMatchObject({ ticketPrice: 3000, pass: 'month' });
  expect(server.entries).toMatchObject([{ pass: 'K-1' }]);
});

test('an entry that the server rejects is listed with its reason, and a ticket can be issued in spite of a pass', async () => {
  const { user, press, server, gate } = await openPassGate([testPass()]);
  await waitFor(() => expect(gate.view().phone.passes).toHaveLength(1));
  server.refused.set('enter V17', 'pass_not_valid');
  await user.type(plate(), 'NW LB-4455');
  await press('Let in');
  await screen.findByText('This pass is not valid for the vehicle now.');
  screen.getByText('Entry of NW LB-4455 with pass V17');
  await user.type(plate(), 'NW LB-4455');
  await press('Issue a ticket instead');
  await press(/^Lorry Rs 100/);
  await lastTicketOnScreen().findByText(/Lorry NW LB-4455/);
});

test('a pass that has ended or begins later is none, and a market without passes shows nothing of them', async () => {
  const ended = testPass({ valid_until: day('2026-11-19') });
  const later = testPass({ issued_at: '2026-11-20T18:30:00.000Z' as Instant });
  const { user, gate } = await openPassGate([ended, later]);
  await waitFor(() => expect(gate.view().phone.passes).toHaveLength(2));
  await user.type(plate(), 'NW LB-4455');
  expect(screen.queryByRole('button', { name: 'Let in' })).toBeNull();
  await gate.updatePhone(() => ({ tariffs: [] }));
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Month pass' })).toBeNull());
});

test('a pass is printed with its last day', async () => {
  vi.stubGlobal('print', () => undefined);
  const { press, user } = await openPassGate();
  await user.type(plate(), 'LB-7');
  await user.click(screen.getByRole('radio', { name: 'Day pass' }));
  await press('Lorry Rs 180');
  await lastTicketOnScreen().findByText('Lorry LB-7, day pass');
  await press('Print');
  const paper = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.paper');
    expect(found).not.toBeNull();
    return found as HTMLElement;
  });
  within(paper).getByText('Pass until 20 Nov 2026');
});
