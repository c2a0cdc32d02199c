import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { chosenLanguage } from '#web/i18n/choose-language.ts';
import { storeSession } from '#web/session.ts';
import {
  GATE_USER,
  gateSessionOf,
  lastTicketOnScreen,
  openGateScreen,
  openShiftAtGate,
} from '../../testing/gate-app.tsx';
import { FakeGateServer } from '../../testing/gate-server.ts';

const SUNITA = 'sunita@example.com';

test('one tap issues a ticket: the number is shown immediately, and the server has it', async () => {
  const { press, server } = await openShiftAtGate();
  await press(/^Rs 20/);
  await lastTicketOnScreen().findByText('K-1');
  await screen.findByText('All sent');
  expect(server.validNumbers()).toEqual(['K-1']);
  screen.getByText('1 ticket since 06:00');
});

test('a cancellation asks for the reason, then the number is struck out and not counted', async () => {
  const { press, server } = await openShiftAtGate();
  await press(/^Rs 20/);
  await press('Cancel ticket');
  await press('Keep ticket');
  await press('Cancel ticket');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Yes, cancel ticket' }).disabled).toBe(true);
  expect(server.heard).toEqual(['open', 'K-1']);
  await press('Wrong vehicle or price');
  await lastTicketOnScreen().findByText('Cancelled');
  await waitFor(() => expect(server.heard).toEqual(['open', 'K-1', 'void K-1']));
  expect(server.reasons).toEqual(['Wrong vehicle or price']);
  screen.getByText('0 tickets since 06:00');
});

test('an earlier ticket of the shift is cancelled in the list with a reason, also without network', {
  tags: ['slow'],
}, async () => {
  const { press, server, user, gate } = await openShiftAtGate();
  await press(/^Rs 20/);
  await lastTicketOnScreen().findByText('K-1');
  server.line = 'cut';
  await gate.issue({ subject: 'vehicle', vehicleType: 'Lorry', vehicleNumber: 'LG-4821' }, cents(10_000));
  await gate.issue({ subject: 'sanitation', price: 100 }, cents(10_000));
  await user.click(screen.getByText('Tickets in this shift'));
  const rows = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
  await waitFor(() =>
    expect(rows()).toEqual([
      'K-3 Sanitation Rs 10006:00 · Not sent yet',
      'K-2 Lorry LG-4821 Rs 10006:00 · Not sent yet',
      'K-1 Sanitation Rs 2006:00 · Sent',
    ]),
  );
  await press('Cancel K-1');
  await press('Keep ticket');
  await press('Cancel K-1');
  await press('Paid twice');
  await press('Cancel K-2');
  await user.type(screen.getByLabelText('Another reason'), ' Turned round ');
  await press('Yes, cancel ticket');
  await waitFor(() => expect(rows()[1]).toContain('Cancelled'));
  expect(rows()[2]).toContain('Cancelled');
  expect(screen.queryByRole('button', { name: 'Cancel K-2' })).toBeNull();
  screen.getByText('1 ticket since 06:00');
  server.line = 'good';
  gate.nudge();
  await waitFor(() => expect(server.validNumbers()).toEqual(['K-3']));
  expect(server.reasons).toEqual(['Paid twice', 'Turned round']);
});

test('the list has the newest 50 tickets of the shift', { tags: ['slow'] }, async () => {
  const { gate } = await openShiftAtGate();
  for (let count = 0; count < 51; count += 1) await gate.issue({ subject: 'sanitation', price: 20 }, cents(2000));
  await screen.findByText('The newest 50 tickets.');
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
  expect(screen.queryByRole('button', { name: 'Cancel K-1' })).toBeNull();
  screen.getByRole('button', { name: 'Cancel K-51' });
});

test('the same vehicle within 10 minutes is a warning, and another ticket can be issued', {
  tags: ['slow'],
}, async () => {
  const { press, user, gate } = await openShiftAtGate();
  await gate.updatePhone(() => ({ mode: 'vehicle', prices: { Lorry: cents(10_000) } }));
  const enter = async (number: string) => {
    await user.type(await screen.findByLabelText('Vehicle number'), number);
    await press(/^Lorry/);
  };
  await enter('lg-4821');
  await lastTicketOnScreen().findByText('K-1');
  await enter('lg4821');
  expect(screen.getByRole('alert').textContent).toBe('Lorry LG-4821 already has ticket K-1, issued at 06:00.');
  await press('Do not issue');
  lastTicketOnScreen().getByText('K-1');
  await user.clear(screen.getByLabelText('Vehicle number'));
  await enter('lg4821');
  await press('Issue another ticket');
  await lastTicketOnScreen().findByText('K-2');
});

test('a ticket that the server rejects is listed until it is reported to the office', async () => {
  const { press, server } = await openShiftAtGate();
  server.refused.set('K-1', 'issued_too_early');
  await press(/^Rs 20/);
  await screen.findByText('The recorded time cannot be more than 48 hours ago.');
  screen.getByText(/Ask the office to record this entry manually/);
  await press('Mark as reported');
  await press('No');
  await press('Mark as reported');
  await press('Yes, remove entry');
  await waitFor(() => expect(screen.queryByText(/more than 48 hours/)).toBeNull());
});

test('a shift with a difference on the server asks for the reason again', async () => {
  const { press, server, user } = await openShiftAtGate();
  await press(/^Rs 20/);
  await screen.findByText('All sent');
  const [ticket] = server.tickets;
  if (ticket) ticket.isVoid = true;
  await press('Close shift');
  await user.type(screen.getByLabelText('Counted cash'), '20');
  await press('Save count of Rs 20');
  await screen.findByText('None');
  await press('Close shift');
  await user.type(await screen.findByLabelText('Why is there a difference?'), 'The office cancelled one');
  await press('Send reason');
  await screen.findByText('Sent.');
  screen.getByText('Rs 20 over');
});

test('a shift with a difference is not closed without a reason', async () => {
  const { press, server, user } = await openShiftAtGate();
  await press(/^Rs 100/);
  await press('Close shift');
  await user.type(screen.getByLabelText('Counted cash'), '80');
  await press('Save count of Rs 80');
  await screen.findByText('Rs 20 short');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close shift' }).disabled).toBe(true);
  await user.type(screen.getByLabelText('Why is there a difference?'), 'One paid 80');
  await press('Close shift');
  await screen.findByText('Sent.');
  expect([...server.shifts.values()]).toEqual([{ opening: 0, counted: 8000, reason: 'One paid 80' }]);
});

test('a vehicle needs its number and a price; both errors are shown before a ticket is issued', async () => {
  const { press, server, user } = await openShiftAtGate();
  await user.click(screen.getByRole('radio', { name: 'Vehicles' }));
  await press(/^Lorry/);
  expect(document.activeElement).toBe(screen.getByLabelText('Lorry'));
  await user.type(screen.getByLabelText('Lorry'), '100');
  await press('Save prices on this phone');
  await screen.findByText('Prices saved.');
  await press(/^Lorry Rs 100/);
  screen.getByText('Enter the vehicle number first.');
  await user.type(screen.getByLabelText('Vehicle number'), '!!!{Enter}');
  screen.getByText('Enter the vehicle number first.');
  await user.clear(screen.getByLabelText('Vehicle number'));
  await user.type(screen.getByLabelText('Vehicle number'), 'lg-4821{Enter}');
  screen.getByText('Choose the type of vehicle.');
  await press(/^Lorry Rs 100/);
  await lastTicketOnScreen().findByText(/Lorry LG-4821/);
  await screen.findByText('All sent');
  expect(server.tickets.map(({ cents }) => cents)).toEqual([10_000]);
  screen.getByRole('button', { name: 'LG-4821 Lorry' });
});

test('when the session has ended, tickets can still be issued, and signing in again sends the queue', async () => {
  const { press, server, user } = await openShiftAtGate();
  server.signedIn = undefined;
  await press(/^Rs 20/);
  await screen.findByText('1 not sent yet');
  await press('Sign in again to send 1 ticket');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials');
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'right');
  await press('Sign in');
  await screen.findByText('All sent');
  expect(server.validNumbers()).toEqual(['K-1']);
});

test("another person sees that a colleague's tickets wait, and does not send them", async () => {
  const { press, server } = await openShiftAtGate();
  server.line = 'cut';
  await press(/^Rs 20/);
  await screen.findByText('1 not sent yet');
  server.line = 'good';
  server.signedIn = SUNITA;
  storeSession(gateSessionOf(SUNITA));
  await screen.findByText(`1 ticket will be sent when ${GATE_USER} signs in on this phone.`);
  await press('Open shift with Rs 0');
  await press(/^Rs 100/);
  await waitFor(() => expect(server.validNumbers()).toEqual(['K-2']));
});

test('when another person signs in while tickets are sent, no more are sent', async () => {
  const { press, server, gate } = await openShiftAtGate();
  server.line = 'cut';
  await press(/^Rs 20/);
  await screen.findByText('1 not sent yet');
  await press(/^Rs 20/);
  await screen.findByText('2 not sent yet');
  server.line = 'good';
  server.onTicket = () => {
    server.signedIn = SUNITA;
    storeSession(gateSessionOf(SUNITA));
  };
  gate.nudge();
  await screen.findByText(`1 ticket will be sent when ${GATE_USER} signs in on this phone.`);
  expect(server.validNumbers()).toEqual(['K-1']);
});

test('signing out shows what is not sent yet, and leaves it on the phone', async () => {
  const { press, server, user } = await openShiftAtGate();
  server.line = 'cut';
  await press(/^Rs 20/);
  await screen.findByText('1 not sent yet');
  await user.click(screen.getByText('Settings'));
  await press('Sign out');
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText(/1 ticket has not been sent yet/);
  await user.click(dialog.getByRole('button', { name: 'Sign out' }));
  await screen.findByText(/1 ticket will be sent when nimal@example.com signs in/);
  expect(localStorage.getItem('token')).toBeNull();
});

test('before a shift is opened, the keeper sees what the office says that the keeper holds', async () => {
  const holding = new FakeGateServer();
  holding.held = 5200.5;
  await openGateScreen({}, holding);
  await screen.findByText(/^You hold Rs.5,200\.50 of counted cash and floats of the office\./);
});

test('a new phone gets its code automatically; a failure shows the reason and a Try again button', async () => {
  const cut = new FakeGateServer();
  cut.line = 'cut';
  const { press, server } = await openGateScreen({ deviceCode: null }, cut);
  await screen.findByText(/Could not get a code for this phone/);
  server.line = 'good';
  await press('Get a code for this phone');
  await screen.findByRole('button', { name: /Open shift/ });
  expect(server.devices).toBe(1);
});

test('a temporary password must be changed before tickets are issued', async () => {
  await openGateScreen();
  storeSession(gateSessionOf(GATE_USER, true));
  await screen.findByRole('heading', { level: 2, name: 'Set your own password' });
  expect(screen.queryByRole('button', { name: /Open shift/ })).toBeNull();
});

test('the language changes with one tap, also without network, and keeps what was typed', async () => {
  const { press, server, user } = await openShiftAtGate();
  server.line = 'cut';
  await user.click(screen.getByText('Vehicles'));
  await user.type(await screen.findByLabelText('Vehicle number'), 'wp 1');
  await press('සිංහල');
  await screen.findByRole('button', { name: /^ලොරිය/ });
  screen.getByDisplayValue('WP 1');
  expect(chosenLanguage()).toBe('si');
  await press('English');
  await screen.findByRole('button', { name: /^Lorry/ });
});

test('after sign-in the gate is in the language of the account, and another choice is saved there', async () => {
  const { gate, server, user, press } = await openGateScreen();
  await gate.signOut();
  server.language = 'ta';
  await user.type(await screen.findByLabelText('Email'), GATE_USER);
  await user.type(screen.getByLabelText('Password'), 'right');
  await press('Sign in');
  await screen.findByText('ஆரம்பக் காசு');
  expect(chosenLanguage()).toBe('ta');
  await press('English');
  await screen.findByText('Opening cash');
  await waitFor(() => expect(server.language).toBe('en'));
});

test('after a change of email the shift is still there, and who gets the freed email does not see it', async () => {
  const { press, server, gate } = await openShiftAtGate();
  await press(/^Rs 20/);
  await screen.findByText('All sent');
  storeSession({ ...gateSessionOf(GATE_USER), account: '7' });
  await screen.findByText('1 ticket since 06:00');
  server.signedIn = SUNITA;
  storeSession({ ...gateSessionOf(SUNITA), account: '7' });
  await screen.findByText('1 ticket since 06:00');
  await press(/^Rs 20/);
  await waitFor(() => expect(server.validNumbers()).toEqual(['K-1', 'K-2']));
  server.signedIn = GATE_USER;
  storeSession({ ...gateSessionOf(GATE_USER), account: '8' });
  await screen.findByRole('button', { name: 'Open shift with Rs 0' });
  expect(gate.view().entries.map(({ by }) => by)).toEqual(['7', '7', '7']);
});
