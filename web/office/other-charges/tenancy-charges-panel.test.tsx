import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testCharges, testKind } from '../../testing/other-charges.ts';
import { testTenancyFile } from '../../testing/tenancies.ts';

describe('tenancy charges panel', () => {
  const READING = 'POST /api/tenancies/7/other-charges/reading';
  const MONTHLY = 'POST /api/tenancies/7/other-charges/recurring';

  beforeEach(() => signInAs('admin'));

  function open(answers: Parameters<typeof answerCalls>[0] = {}) {
    const cleaning = testKind({ kind_id: 2, name: 'Cleaning', basis: 'recurring', unit: '', rate: 0 });
    const sent = answerCalls({
      'GET /api/tenancies/7': () => Response.json(testTenancyFile()),
      'GET /api/tenancies/7/other-charges': () => Response.json(testCharges()),
      'GET /api/charge-kinds': () => Response.json([testKind(), cleaning]),
      ...answers,
    });
    return { sent, ...openOffice('/tenancy/7') };
  }

  const saved = () =>
    Response.json({ message: 'The charge is saved.', charge: testCharges().waiting[0] }, { status: 201 });

  test('charges that wait for a bill are listed with their reading', async () => {
    open();
    const panel = await screen.findByRole('region', { name: 'Other charges' });
    const table = await within(panel).findByRole('table', { name: 'Other charges' });
    for (const shown of ['Electricity', '120.5 kWh: 1,000 to 1,120.5 · Read twice', 'Nov 2026', '5,422.50'])
      expect(table.textContent).toContain(shown);
  });

  test('a reading continues from the last one, and its amount is shown before it is saved', {
    tags: ['slow'],
  }, async () => {
    const { user, sent } = open({ [READING]: saved });
    await user.click(await screen.findByRole('button', { name: 'Add charge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add charge' }));
    await user.selectOptions(
      await dialog.findByRole('combobox', { name: /^Charge type/ }),
      'Electricity (By meter reading)',
    );
    expect(dialog.getByRole('textbox', { name: /^Previous reading/ })).toHaveProperty('value', '1,120.5');
    await user.type(dialog.getByRole('textbox', { name: /^Reading/ }), '1140.75');
    expect((await dialog.findByRole('status')).textContent).toBe('20.25 kWh at LKR\u00a045.00: LKR\u00a0911.25');
    await user.click(dialog.getByRole('button', { name: 'Add charge' }));
    await screen.findByText('The charge is saved.');
    expect(sent.find(({ call }) => call === READING)?.body).toEqual({
      kind_id: 1,
      reading: 1140.75,
      previous_reading: 1120.5,
      month_year: '2026-11',
      note: '',
    });
  });

  test('a charge of each month has a first and perhaps a last month', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [MONTHLY]: saved });
    await user.click(await screen.findByRole('button', { name: 'Add charge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add charge' }));
    await user.click(await dialog.findByRole('button', { name: 'Add charge' }));
    await dialog.findByText('Choose a charge type.');
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Charge type/ }), 'Cleaning (Each month)');
    await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '300');
    await user.click(dialog.getByRole('button', { name: 'Add charge' }));
    await waitFor(() =>
      expect(sent.find(({ call }) => call === MONTHLY)?.body).toEqual({
        kind_id: 2,
        amount: 300,
        month_year: '2026-11',
        note: '',
      }),
    );
  });

  test('a charge is removed with a reason', { tags: ['slow'] }, async () => {
    const { user, sent } = open({
      'DELETE /api/other-charges/31': () => Response.json({ message: 'Charge removed.' }),
    });
    await user.click(await screen.findByRole('button', { name: /^Remove/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Electricity (LKR\u00a05,422.50)?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    within(dialog).getByText('Enter the reason.');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Read wrongly');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Charge removed.');
    expect(sent.filter(({ call }) => call.startsWith('DELETE')).map(({ body }) => body)).toEqual([
      { reason: 'Read wrongly' },
    ]);
  });
});

describe('charge kinds page', () => {
  const LIST = 'GET /api/charge-kinds';
  const ADD = 'POST /api/charge-kinds';

  beforeEach(() => signInAs('admin'));

  function open(answers: Parameters<typeof answerCalls>[0] = {}) {
    const sent = answerCalls({ [LIST]: () => Response.json([testKind()]), ...answers });
    return { sent, ...openOffice('/charge-kinds') };
  }

  const saved = (status: number) => () =>
    Response.json({ message: 'Charge type saved.', kind: testKind() }, { status });

  test('a kind by meter has a unit and a rate, and is added once', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [ADD]: saved(201) });
    expect((await screen.findByRole('table', { name: 'Charge types' })).textContent).toContain(
      'LKR\u00a045.00 per kWh',
    );
    await user.type(screen.getByRole('textbox', { name: /^Name$|^Name \*/ }), 'Water');
    await user.type(screen.getByRole('textbox', { name: /^Unit/ }), 'm3');
    await user.type(screen.getByRole('textbox', { name: /^Rate per unit/ }), '120.50');
    await user.click(screen.getByRole('checkbox', { name: 'VAT applies' }));
    await user.click(screen.getByRole('button', { name: 'Add charge type' }));
    await screen.findByText('Charge type saved.');
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
    await user.click(screen.getByRole('button', { name: 'Add charge type' }));
    await screen.findByText('Another charge type already has this name.');
  });

  test('a kind is edited in the same form, without a change of how it is charged', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ 'PUT /api/charge-kinds/1': saved(200) });
    await user.click(await screen.findByRole('button', { name: /^Edit/ }));
    await screen.findByRole('heading', { name: 'Edit Electricity' });
    const rate = screen.getByRole('textbox', { name: /^Rate per unit/ });
    await user.clear(rate);
    await user.type(rate, '50');
    await user.click(screen.getByRole('button', { name: 'Save charge type' }));
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
    const table = await screen.findByRole('table', { name: 'Charge types' });
    expect(within(table).queryByRole('button', { name: /^(Edit|Archive)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add charge type' })).toBeNull();
  });
});
