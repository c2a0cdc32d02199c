import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { lastTicketOnScreen, openShiftAtGate } from '../../testing/gate-app.tsx';

const rs20 = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Rs 20/ });
const countTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `K-${at + from}`);

const onLastTicket = (text: string | RegExp) => waitFor(() => lastTicketOnScreen().getByText(text));

function tap(times: number): void {
  const button = rs20();
  for (let count = 0; count < times; count += 1) {
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
  }
}

test('seven quick taps are seven tickets, each number is on the screen, and five more while sending hangs', async () => {
  const { server, gate } = await openShiftAtGate();
  tap(7);
  expect(await onLastTicket(countTo(7).join(' '))).toBeTruthy();
  lastTicketOnScreen().getByText('Rs 140');
  await screen.findByText('All sent');
  server.line = 'hangs';
  tap(5);
  await screen.findByText('12 tickets since 06:00');
  await screen.findByText('5 not sent yet');
  server.line = 'good';
  server.release();
  gate.nudge();
  await screen.findByText('All sent');
  expect(server.validNumbers()).toEqual(countTo(12));
  screen.getByRole('button', { name: /^Rs 20 12 tickets in this shift/ });
});

test('a quantity issues all numbers at once, and all or only the last can be cancelled', async () => {
  const { press, server, user } = await openShiftAtGate();
  await user.click(screen.getByRole('radio', { name: '5 tickets' }));
  await press('Rs 20 5 tickets, Rs 100');
  expect(await onLastTicket(countTo(5).join(' '))).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 ticket' }).checked).toBe(true);
  await press('Cancel tickets');
  await press('Only K-5');
  await press('Paid twice');
  expect(await onLastTicket('Cancelled')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '2 tickets' }));
  await press('Rs 20 2 tickets, Rs 40');
  await onLastTicket('K-6 K-7');
  await press('Cancel tickets');
  await press('All 2');
  await press('Issued by mistake');
  await waitFor(() => expect(server.validNumbers()).toEqual(countTo(4)));
  screen.getByText('4 tickets since 06:00');
});

test('Enter that is held down issues one ticket', async () => {
  await openShiftAtGate();
  const press = (repeat: boolean) => {
    const event = createEvent.keyDown(rs20(), { key: 'Enter', repeat });
    fireEvent(rs20(), event);
    if (!event.defaultPrevented) fireEvent.click(rs20());
  };
  for (const repeat of [false, true, true, true]) press(repeat);
  expect(await onLastTicket('K-1')).toBeTruthy();
  screen.getByText('1 ticket since 06:00');
});

test('taps that cannot be stored are counted in the message', async () => {
  const { store } = await openShiftAtGate();
  store.isFull = true;
  tap(3);
  await screen.findByText(/^3 tickets were not issued/);
  store.isFull = false;
  tap(1);
  expect(await onLastTicket('K-1')).toBeTruthy();
  expect(screen.queryByText(/not issued/)).toBeNull();
});

test('at the limit of taps that wait for the phone the buttons are off and say why', async () => {
  const { store } = await openShiftAtGate();
  const release = store.stall();
  tap(50);
  expect(rs20().disabled).toBe(true);
  screen.getByText('50 entries are still being saved. Wait a moment before you tap again.');
  release();
  await screen.findByText('50 tickets since 06:00');
  await waitFor(() => expect(rs20().disabled).toBe(false));
});

test('the next vehicle number can be typed before the ticket is stored, and one that is not stored is named', async () => {
  const { store, user, press, gate } = await openShiftAtGate({ mode: 'vehicle', prices: { Lorry: cents(10_000) } });
  const field = screen.getByLabelText<HTMLInputElement>('Vehicle number');
  await user.type(field, 'lg 1');
  const release = store.stall();
  await press(/^Lorry/);
  await user.type(field, 'lg 2');
  expect(field.value).toBe('LG 2');
  release();
  expect(await onLastTicket(/Lorry LG 1/)).toBeTruthy();
  expect(field.value).toBe('LG 2');
  store.isFull = true;
  await press(/^Lorry/);
  await screen.findByText(/not issued/);
  expect(field.value).toBe('LG 2');
  const releaseAgain = store.stall();
  await press(/^Lorry/);
  await user.type(field, 'lg 3');
  releaseAgain();
  await screen.findByText(/not issued .* LG 2$/);
  expect(field.value).toBe('LG 3');
  expect(gate.view().entries.filter(({ what }) => what === 'ticket')).toHaveLength(1);
});
