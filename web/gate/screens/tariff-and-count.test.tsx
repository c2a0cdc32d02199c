import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Day, Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { lastTicketOnScreen, openGateScreen, openShiftAtGate } from '../../testing/gate-app.tsx';
import { FakeGateServer } from '../../testing/gate-server.ts';
import { parseCash, rupeesText } from './format-entry.ts';

const tariffOf = (id: number, valid_from: string, Lorry: number) => ({
  id,
  valid_from: valid_from as Day,
  set_by: 'admin@example.com',
  set_at: '2026-11-01T00:00:00.000Z' as Instant,
  prices: { Lorry, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 },
  passes: {},
});
const TONIGHT = '2026-11-20T18:29:00.000Z' as Instant;
const TOMORROW = '2026-11-20T18:30:00.000Z' as Instant;

async function openPricedGate() {
  const server = new FakeGateServer();
  server.tariffs = [tariffOf(2, '2026-11-21', 250), tariffOf(1, '2026-11-01', 200)];
  const opened = await openShiftAtGate({ mode: 'vehicle', prices: { Lorry: cents(7700) } }, server);
  await screen.findByRole('button', { name: /^Lorry Rs 200/ });
  return opened;
}

test("the office's prices replace those of the phone, which can no longer be set; the next ones are announced", async () => {
  const { user } = await openPricedGate();
  await user.click(screen.getByText('Settings'));
  expect(screen.queryByRole('button', { name: 'Save prices on this phone' })).toBeNull();
  const next = screen.getByRole('heading', { name: 'Vehicle ticket prices from 21 Nov 2026' }).parentElement;
  expect(within(next as HTMLElement).getByText('Lorry').nextSibling?.textContent).toBe('Rs 250');
});

test('offline at midnight the phone asks for the new price of the day, and does not issue at the price shown before', async () => {
  const { user, press, gate, server, clock } = await openPricedGate();
  server.line = 'cut';
  clock.now = TONIGHT;
  await user.type(screen.getByLabelText('Vehicle number'), 'LG-4821');
  clock.now = TOMORROW;
  await press(/^Lorry/);
  await screen.findByText('The price has changed. Check it and tap again.');
  screen.getByDisplayValue('LG-4821');
  const lorry = await screen.findByRole<HTMLButtonElement>('button', { name: 'Lorry Rs 250' });
  await waitFor(() => expect(lorry.disabled).toBe(false));
  await press('Lorry Rs 250');
  await lastTicketOnScreen().findByText('K-1');
  server.line = 'good';
  gate.nudge();
  await screen.findByText('All sent');
  expect(server.tickets.map(({ cents: price }) => price)).toEqual([25_000]);
});

test('prices that were cancelled meanwhile are removed from the phone', async () => {
  const { server, gate, clock } = await openPricedGate();
  server.tariffs = server.tariffs.slice(1);
  clock.now = TONIGHT;
  gate.nudge();
  await waitFor(() => expect(gate.view().phone.tariffs).toHaveLength(1));
});

test('before the count no sum is shown; afterwards the count stays, also when the page is opened again', async () => {
  const { user, press, gate } = await openShiftAtGate();
  await press(/^Rs 100/);
  await lastTicketOnScreen().findByText('K-1');
  const shift = screen.getByRole('region', { name: 'Shift' });
  expect(shift.textContent).toBe('1 ticket since 06:00Close shift');
  await press('Close shift');
  expect(screen.queryByText(/Expected|Rs 100/)).toBeNull();
  await user.type(screen.getByLabelText('Counted cash'), '80');
  await press('Save count of Rs 80');
  await screen.findByText('Rs 20 short');
  expect(screen.queryByRole('button', { name: 'Back to tickets' })).toBeNull();
  expect(screen.queryByLabelText('Counted cash')).toBeNull();
  await gate.countCash(cents(10_000));
  await gate.refresh();
  screen.getByText('Rs 20 short');
});

test('after closing, the split by kind is shown and the slip is printed', async () => {
  const { user, press, gate, server } = await openShiftAtGate();
  server.line = 'cut';
  await gate.issue({ subject: 'sanitation', price: 20 }, cents(2000));
  await gate.issue({ subject: 'vehicle', vehicleType: 'Lorry', vehicleNumber: 'LG-1' }, cents(20_000));
  const [wrong] = await gate.issue({ subject: 'vehicle', vehicleType: 'Lorry', vehicleNumber: 'LG-2' }, cents(20_000));
  await gate.cancelTickets([wrong?.order ?? 0], 'Paid twice');
  await press('Close shift');
  await user.type(screen.getByLabelText('Counted cash'), '220');
  await press('Save count of Rs 220');
  await press('Close shift');
  const summary = within(await screen.findByRole('region', { name: 'Shift closed' }));
  expect(summary.getByText('1 × Sanitation Rs 20').nextSibling?.textContent).toBe('Rs 20');
  expect(summary.getByText('1 × Lorry (1 cancelled)').nextSibling?.textContent).toBe('Rs 200');
  vi.stubGlobal('print', () => undefined);
  await press('Print slip');
  const slip = await waitFor(() => {
    const found = document.querySelector('article');
    if (!found) throw new Error('no slip');
    return [...found.querySelectorAll('p')].map((line) =>
      [...line.children].map((part) => part.textContent).join(' | '),
    );
  });
  expect(slip).toEqual(
    expect.arrayContaining([
      'Cash handover',
      'Amounts from this phone, not sent yet',
      'Cashier: nimal@example.com',
      'Phone K',
      '1 × Lorry (1 cancelled) | 200.00',
      'Expected | 220.00',
      'Counted | 220.00',
      'Difference | 0.00',
      'Handed over by',
      'Received by',
    ]),
  );
});

test('a valid ticket that was checked before on this phone is marked with the time', async () => {
  const { gate, press } = await openShiftAtGate();
  await press(/^Rs 20/);
  await screen.findByText('All sent');
  expect(await gate.check('K-1')).toMatchObject({ answer: { state: 'valid' }, before: undefined });
  history.replaceState(null, '', '/gate/check/K-1');
  dispatchEvent(new Event('popstate'));
  await screen.findByText('VALID');
  screen.getByText('Already checked on this phone: 20 Nov 2026, 06:00:00');
});

test('without network "All sent" is not green', async () => {
  await openGateScreen();
  const bar = (await screen.findByText('All sent')).closest('.queue');
  expect(bar?.className).toBe('queue sent');
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  dispatchEvent(new Event('offline'));
  await waitFor(() => expect(bar?.className.trim()).toBe('queue'));
  screen.getByText('You are offline.');
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
  dispatchEvent(new Event('online'));
});

test('the scan button is there only when the browser can read codes', async () => {
  history.replaceState(null, '', '/gate/check');
  const { user } = await openGateScreen();
  await screen.findByRole('button', { name: 'Check' });
  expect(screen.queryByRole('button', { name: 'Scan QR code' })).toBeNull();
  Object.assign(globalThis, { BarcodeDetector: class {} });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.reject(new Error('denied')) },
  });
  await user.type(screen.getByLabelText('Ticket number'), 'K');
  await user.click(screen.getByRole('button', { name: 'Scan QR code' }));
  await screen.findByText(/Could not open the camera/);
  await user.click(screen.getByRole('button', { name: 'Enter the number instead' }));
  screen.getByLabelText('Ticket number');
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
});

test('amounts have cents only when they are not 0', () => {
  expect([2000, 125_000, 2050].map((amount) => rupeesText(cents(amount)))).toEqual(['Rs 20', 'Rs 1,250', 'Rs 20.50']);
});

test.each([
  ['500', 50_000],
  [' 1,250.50 ', 125_050],
  ['0', 0],
  ['-5', undefined],
  ['five', undefined],
  ['1.005', undefined],
])('%j in the field is %j cents', (text, amount) => {
  expect(parseCash(text)).toBe(amount);
});

test('one ticket, two tickets', () => {
  expect([0, 1, 2].map((count) => t('gate-app.shift.tickets', { count }))).toEqual([
    '0 tickets',
    '1 ticket',
    '2 tickets',
  ]);
});
