import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '#web/testing/office.tsx';
import { tariffList, testTariff, testTypes, testVehicle, typeList } from '#web/testing/tickets.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { importOf } from '../import-page.ts';

describe('tariff page', () => {
  const LIST = 'GET /api/gate/tariffs';
  const SET = 'PUT /api/gate/tariff';
  const OTHER = 'GET /api/vehicle-tickets/other-prices';
  const today = browserToday();
  const future = addDays(today, 3);
  const current = testTariff({ valid_from: addDays(today, -30) });
  const scheduled = testTariff({ id: 2, valid_from: future, prices: { ...current.prices, Lorry: 250 } });

  beforeAll(() => importOf('/ticket-tariff')());
  beforeEach(() => signInAs('admin'));

  function open(answers: Parameters<typeof answerCalls>[0] = {}) {
    const sent = answerCalls({
      [LIST]: () => tariffList(scheduled, current),
      [OTHER]: () => Response.json(vehicleTickets.otherPrices.answer.parse([])),
      ...answers,
    });
    return { sent, ...openOffice('/ticket-tariff') };
  }
  const NO_PASSES = Object.fromEntries(testTypes.map(({ name }) => [name, { day: null, month: null }]));
  const writes = (sent: Sent[]) => sent.filter(({ call }) => !call.startsWith('GET'));
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}(?!,)`) });

  test('the form begins with the current prices; one is changed, confirmed and set from today', {
    tags: ['slow'],
  }, async () => {
    const { user, sent } = open({
      [SET]: () =>
        Response.json({ message: 'The new ticket prices apply from now on.', tariff: testTariff({ id: 3 }) }),
    });
    const van = await field('Van');
    expect(van.value).toBe('100.5');
    await user.clear(van);
    await user.type(van, '120');
    await user.click(screen.getByRole('button', { name: 'Set prices' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set the prices of vehicle tickets?' });
    expect(dialog.textContent).toContain(
      'From now on: Lorry LKR\u00a0200.00, Van LKR\u00a0120.00, Three-Wheeler LKR\u00a050.00',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Set prices' }));
    await screen.findByText('The new ticket prices apply from now on.');
    expect(writes(sent).map(({ body }) => body)).toEqual([
      { prices: { ...current.prices, Van: 120 }, passes: NO_PASSES, valid_from: today },
    ]);
    await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
  });

  test('prices of passes are set beside those of tickets, and one of 0 is refused', { tags: ['slow'] }, async () => {
    const answer = { message: 'The new ticket prices apply from now on.', tariff: testTariff({ id: 3 }) };
    const { user, sent } = open({ [SET]: () => Response.json(answer) });
    const month = await screen.findByRole('textbox', { name: 'Lorry, Month pass' });
    await user.type(month, '0');
    await user.click(screen.getByRole('button', { name: 'Set prices' }));
    await screen.findByText('Enter a price above 0.');
    await user.clear(month);
    await user.type(month, '3000');
    await user.click(screen.getByRole('button', { name: 'Set prices' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set the prices of vehicle tickets?' });
    expect(dialog.textContent).toContain('Lorry, Month pass LKR\u00a03,000.00');
    await user.click(within(dialog).getByRole('button', { name: 'Set prices' }));
    await screen.findByText('The new ticket prices apply from now on.');
    const passes = { ...NO_PASSES, Lorry: { day: null, month: 3000 } };
    expect(writes(sent).map(({ body }) => body)).toEqual([{ prices: current.prices, passes, valid_from: today }]);
  });

  test('an empty price and a price of 0 are refused under their fields', { tags: ['slow'] }, async () => {
    const { user, sent } = open();
    await user.clear(await field('Lorry'));
    await user.clear(await field('Car'));
    await user.type(await field('Car'), '0');
    await user.click(screen.getByRole('button', { name: 'Set prices' }));
    expect(await screen.findAllByText('Enter a price above 0.')).toHaveLength(2);
    expect(writes(sent)).toEqual([]);
  });

  test('only prices of a future day can be cancelled, after a confirmation', { tags: ['slow'] }, async () => {
    let tariffs = [scheduled, current];
    const { user, sent } = open({
      [LIST]: () => tariffList(...tariffs),
      'DELETE /api/gate/tariffs/2': () => {
        tariffs = [current];
        return Response.json({ message: 'Ticket price change cancelled.' });
      },
    });
    const day = formatOfficeDay(future);
    const buttons = await screen.findAllByRole('button', { name: /^Cancel/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([`Cancel prices from ${day}`]);
    await user.click(buttons[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: `Cancel the prices from ${day}?` });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel price change' }));
    await screen.findByText('Ticket price change cancelled.');
    expect(writes(sent)).toHaveLength(1);
  });

  test('tickets at other prices are listed with both prices', async () => {
    const ticket = testVehicle({ ticketPrice: 90, tariff_price: 200, device_number: 'K-9' });
    open({ [OTHER]: () => Response.json(vehicleTickets.otherPrices.answer.parse([ticket])) });
    const table = within(await screen.findByRole('table', { name: 'Tickets not at the set price' }));
    const row = (await table.findByText('WP CAB-1234, Lorry')).closest('tr') as HTMLElement;
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(2, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(['90.00', '200.00']);
  });

  test('without prices, and when the lists cannot be loaded, the screen says so', { tags: ['slow'] }, async () => {
    open({ [LIST]: () => tariffList(), [OTHER]: () => refuse('internal') });
    await screen.findByText('No prices have been set yet.');
    await screen.findByText('Could not load the tickets.');
    expect((await field('Lorry')).value).toBe('');
  });

  test('managers and editors see the prices and cannot set them; gate staff do not see the page', {
    tags: ['slow'],
  }, async () => {
    signInAs('manager');
    open();
    await screen.findByRole('table', { name: 'Ticket prices' });
    expect(screen.queryByRole('button', { name: 'Set prices' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  });
});

describe('vehicle types page', () => {
  const ADD = 'POST /api/gate/vehicle-types';
  const ORDER = 'PUT /api/gate/vehicle-type-order';

  beforeEach(() => signInAs('admin'));

  function open(answers: Parameters<typeof answerCalls>[0] = {}) {
    const sent = answerCalls({ 'GET /api/gate/vehicle-types': () => typeList(), ...answers });
    return { sent, ...openOffice('/vehicle-types') };
  }
  const bodyOf = (sent: Sent[], call: string) => sent.find((one) => one.call === call)?.body;
  const saved = (status: number) => () =>
    Response.json({ message: 'Vehicle type saved.', vehicle_type: testTypes[0] }, { status });
  const namesIn = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td span')?.textContent);

  test('a type is added with its names and kind, and is offered', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [ADD]: saved(201) });
    await user.type(await screen.findByRole('textbox', { name: /^Name in English/ }), 'Tractor');
    await user.type(screen.getByRole('textbox', { name: 'Name in Tamil' }), 'உழவு இயந்திரம்');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Vehicle category/ }), 'Lorry');
    await user.click(screen.getByRole('button', { name: 'Add type' }));
    await screen.findByText('Vehicle type saved.');
    const names = { name: 'Tractor', name_si: '', name_ta: 'உழவு இயந்திரம்' };
    expect(bodyOf(sent, ADD)).toEqual({ ...names, vehicle_kind: 'lorry', is_offered: true });
  });

  test('a name that another type has is refused under its field', { tags: ['slow'] }, async () => {
    const { user } = open({ [ADD]: () => refuse('vehicle_type_exists') });
    await user.type(await screen.findByRole('textbox', { name: /^Name in English/ }), 'Lorry');
    await user.click(screen.getByRole('button', { name: 'Add type' }));
    await screen.findByText('Another vehicle type has this name, or had it before. Choose a different name.');
    expect(screen.getByRole('textbox', { name: /^Name in English/ }).getAttribute('aria-invalid')).toBe('true');
  });

  test('a type is edited in the same form, also to be no longer offered', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ 'PUT /api/gate/vehicle-types/2': saved(200) });
    await user.click(await screen.findByRole('button', { name: 'Edit Van' }));
    await screen.findByRole('heading', { name: 'Edit Van' });
    await user.click(screen.getByRole('checkbox', { name: /^Offered/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT /api/gate/vehicle-types/2')).toMatchObject({ name: 'Van', is_offered: false }),
    );
  });

  test('types are moved up and down with their buttons, which the first and the last do not all have', {
    tags: ['slow'],
  }, async () => {
    let types: VehicleType[] = testTypes;
    const { user, sent } = open({
      'GET /api/gate/vehicle-types': () => typeList(types),
      [ORDER]: ({ body }) => {
        const { vehicle_type_ids: ids } = body as { vehicle_type_ids: number[] };
        types = ids.flatMap((id) => testTypes.filter(({ vehicle_type_id }) => vehicle_type_id === id));
        return Response.json({ message: 'Order saved.', vehicle_type_ids: ids });
      },
    });
    const table = await screen.findByRole('table', { name: 'Vehicle types' });
    expect(screen.queryByRole('button', { name: 'Move up Lorry' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Move down Car' })).toBeNull();
    const up = screen.getByRole('button', { name: 'Move up Car' });
    up.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(namesIn(table)).toEqual(['Lorry', 'Van', 'Three-Wheeler', 'Car', 'Motorbike']));
    expect(bodyOf(sent, ORDER)).toEqual({ vehicle_type_ids: [1, 2, 3, 5, 4] });
  });

  test('a type with tickets is not deleted, and the refusal says what to do', { tags: ['slow'] }, async () => {
    const { user } = open({ 'DELETE /api/gate/vehicle-types/1': () => refuse('vehicle_type_used') });
    await user.click(await screen.findByRole('button', { name: 'Delete Lorry' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Lorry?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete type' }));
    await screen.findByText(/Mark it as no longer offered\.$/);
  });

  test('a manager sees the types, those that are no longer offered too, and changes none', async () => {
    signInAs('manager');
    const [first, ...others] = testTypes;
    const types = first ? [{ ...first, is_offered: false }, ...others] : [];
    open({ 'GET /api/gate/vehicle-types': () => typeList(types) });
    const table = await screen.findByRole('table', { name: 'Vehicle types' });
    within(table).getByText('No longer offered');
    expect(screen.queryByRole('button', { name: /^(Edit|Move|Delete|Add)/ })).toBeNull();
  });
});
