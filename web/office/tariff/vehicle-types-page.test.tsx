import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { VehicleType } from '#contract/tariff.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '#web/testing/office.tsx';
import { testTypes, typeList } from '#web/testing/tickets.ts';

const ADD = 'POST /api/gate/vehicle-types';
const ORDER = 'PUT /api/gate/vehicle-type-order';

beforeEach(() => signInAs('admin'));

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ 'GET /api/gate/vehicle-types': () => typeList(), ...answers });
  return { sent, ...openOffice('/vehicle-types') };
}
const bodyOf = (sent: Sent[], call: string) => sent.find((one) => one.call === call)?.body;
const saved = (status: number) => () =>
  Response.json({ message: 'The vehicle type was saved.', vehicle_type: testTypes[0] }, { status });
const namesIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td span')?.textContent);

test('a type is added with its names and kind, and is offered', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ [ADD]: saved(201) });
  await user.type(await screen.findByRole('textbox', { name: /^Name in English/ }), 'Tractor');
  await user.type(screen.getByRole('textbox', { name: 'Name in Tamil' }), 'உழவு இயந்திரம்');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Kind of vehicle/ }), 'Lorry');
  await user.click(screen.getByRole('button', { name: 'Add type' }));
  await screen.findByText('The vehicle type was saved.');
  const names = { name: 'Tractor', name_si: '', name_ta: 'உழவு இயந்திரம்' };
  expect(bodyOf(sent, ADD)).toEqual({ ...names, vehicle_kind: 'lorry', is_offered: true });
});

test('a name that another type has is refused under its field', { tags: ['slow'] }, async () => {
  const { user } = open({ [ADD]: () => refuse('vehicle_type_exists') });
  await user.type(await screen.findByRole('textbox', { name: /^Name in English/ }), 'Lorry');
  await user.click(screen.getByRole('button', { name: 'Add type' }));
  await screen.findByText('Another vehicle type has or had this name.');
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
      return Response.json({ message: 'The order was saved.', vehicle_type_ids: ids });
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
