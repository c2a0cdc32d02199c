import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Day, Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { fastUser } from '../../testing/fast-user.ts';
import { lastTicketOnScreen, openShiftAtGate } from '../../testing/gate-app.tsx';
import { FakeGateServer } from '../../testing/gate-server.ts';
import { testTypes } from '../../testing/tickets.ts';
import { Field } from './field.tsx';

describe('vehicle types', () => {
  const [lorry] = testTypes;
  const tractor = {
    ...lorry,
    vehicle_type_id: 6,
    name: 'Tractor',
    name_si: '',
    name_ta: 'உழவு இயந்திரம்',
    vehicle_kind: 'other',
  } as VehicleType;
  const LATER = '2026-11-20T01:30:00.000Z' as Instant;

  afterEach(() => setCurrentLanguage('en'));

  async function openVehicles(server = new FakeGateServer()) {
    const opened = await openShiftAtGate(
      { mode: 'vehicle', prices: { Lorry: cents(7700), Tractor: cents(5000) } },
      server,
    );
    await screen.findByRole('button', { name: /^Lorry/ });
    return opened;
  }
  const typeButtons = () =>
    screen
      .getAllByRole('button')
      .filter((button) => button.classList.contains('type'))
      .map((button) => button.querySelector('span')?.textContent);

  test("the types have the office's order; a type that it adds is issued after the next contact", async () => {
    const server = new FakeGateServer();
    server.vehicleTypes = [tractor, ...testTypes];
    const { user, press } = await openVehicles(server);
    expect(typeButtons()).toEqual(['Tractor', 'Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car']);
    await user.type(screen.getByLabelText('Vehicle number'), 'LG-4821');
    await press('Tractor Rs 50');
    await lastTicketOnScreen().findByText(/Tractor LG-4821/);
  });

  test('a type that is no longer offered disappears at the next contact; without one the last known types stay', async () => {
    const { server, gate, clock } = await openVehicles();
    server.vehicleTypes = [...testTypes.slice(1), { ...testTypes[0], is_offered: false } as VehicleType];
    server.line = 'cut';
    clock.now = LATER;
    gate.nudge();
    expect(typeButtons()).toHaveLength(5);
    server.line = 'good';
    await waitFor(() => {
      gate.nudge();
      expect(typeButtons()).toEqual(['Van', 'Three-Wheeler', 'Motorbike', 'Car']);
    });
  });

  test('the names are those of the language, and English where it has none', async () => {
    const server = new FakeGateServer();
    server.vehicleTypes = [...testTypes, tractor];
    const { gate } = await openVehicles(server);
    setCurrentLanguage('ta');
    await gate.refresh();
    await waitFor(() => expect(typeButtons().slice(-2)).toEqual(['கார்', 'உழவு இயந்திரம்']));
    setCurrentLanguage('si');
    await gate.refresh();
    await waitFor(() => expect(typeButtons().slice(-2)).toEqual(['මෝටර් රථය', 'Tractor']));
  });

  test('a type without a price of the office has one that is set on the phone', async () => {
    const server = new FakeGateServer();
    server.vehicleTypes = [...testTypes, tractor];
    const prices = { Lorry: 200, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
    server.tariffs = [
      {
        id: 1,
        valid_from: '2026-11-01' as Day,
        prices,
        passes: {},
        set_by: 'admin@example.com',
        set_at: '2026-11-01T00:00:00.000Z' as Instant,
      },
    ];
    const { user } = await openVehicles(server);
    screen.getByRole('button', { name: 'Lorry Rs 200' });
    screen.getByRole('button', { name: 'Tractor Rs 50' });
    await user.click(screen.getByText('Settings'));
    const own = screen.getByRole('heading', { name: 'Prices entered on this phone' }).closest('form');
    expect(within(own as HTMLElement).getAllByRole('textbox')).toHaveLength(1);
  });

  test('a phone that has never reached the server says that the types are missing', async () => {
    const server = new FakeGateServer();
    server.line = 'cut';
    await openShiftAtGate({ mode: 'vehicle' }, server);
    await screen.findByText('No vehicle types yet. They will load when this phone is online.');
  });
});

function ReasonField() {
  const [reason, setReason] = useState('');
  return <Field label="Reason" value={reason} most={20} onType={setReason} />;
}

test('a pasted text that is too long stays, is not submitted and says why', async () => {
  const user = fastUser();
  render(<ReasonField />);
  const field = screen.getByLabelText<HTMLInputElement>('Reason');
  await user.click(field);
  await user.paste('Not this lorry but the van behind it');
  expect(field.value).toBe('Not this lorry but the van behind it');
  expect([field.validity.valid, screen.getByText('At most 20 characters.').className]).toEqual([false, 'field-fault']);
  await user.clear(field);
  await user.paste('Not this lorry');
  expect(field.validity.valid).toBe(true);
});
