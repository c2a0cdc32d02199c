import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testKind } from '../../testing/other-charges.ts';

const LIST = 'GET /api/charge-kinds';
const ADD = 'POST /api/charge-kinds';

beforeEach(() => signInAs('admin'));

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ [LIST]: () => Response.json([testKind()]), ...answers });
  return { sent, ...openOffice('/charge-kinds') };
}

const saved = (status: number) => () =>
  Response.json({ message: 'Kind of charge saved.', kind: testKind() }, { status });

test('a kind by meter has a unit and a rate, and is added once', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ [ADD]: saved(201) });
  expect((await screen.findByRole('table', { name: 'Kinds of charges' })).textContent).toContain('LKR 45.00 per kWh');
  await user.type(screen.getByRole('textbox', { name: /^Name$|^Name \*/ }), 'Water');
  await user.type(screen.getByRole('textbox', { name: /^Unit/ }), 'm3');
  await user.type(screen.getByRole('textbox', { name: /^Rate per unit/ }), '120.50');
  await user.click(screen.getByRole('checkbox', { name: 'VAT is charged on it' }));
  await user.click(screen.getByRole('button', { name: 'Add kind of charge' }));
  await screen.findByText('Kind of charge saved.');
  expect(sent.find(({ call }) => call === ADD)?.body).toMatchObject({
    name: 'Water',
    basis: 'meter',
    unit: 'm3',
    rate: 120.5,
    is_vatable: false,
  });
});

test('a name that another kind has is refused under its field', { tags: ['slow'] }, async () => {
  const refusal = () => refuse('charge_kind_exists');
  const { user } = open({ [ADD]: refusal });
  await user.type(await screen.findByRole('textbox', { name: /^Name$|^Name \*/ }), 'Electricity');
  await user.click(screen.getByRole('button', { name: 'Add kind of charge' }));
  await screen.findByText('Another kind of charge already has this name.');
});

test('a kind is edited in the same form, without a change of how it is charged', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ 'PUT /api/charge-kinds/1': saved(200) });
  await user.click(await screen.findByRole('button', { name: /^Edit/ }));
  await screen.findByRole('heading', { name: 'Edit Electricity' });
  const rate = screen.getByRole('textbox', { name: /^Rate per unit/ });
  await user.clear(rate);
  await user.type(rate, '50');
  await user.click(screen.getByRole('button', { name: 'Save kind of charge' }));
  await waitFor(() => expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ rate: 50 }));
});

test('a kind is archived', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ 'PUT /api/charge-kinds/1/archived': saved(200) });
  await user.click(await screen.findByRole('button', { name: /^Archive/ }));
  await waitFor(() => expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ is_archived: true }));
});

test('a manager sees the kinds and changes none', async () => {
  signInAs('manager');
  open();
  const table = await screen.findByRole('table', { name: 'Kinds of charges' });
  expect(within(table).queryByRole('button', { name: /^(Edit|Archive)/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add kind of charge' })).toBeNull();
});
