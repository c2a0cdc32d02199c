import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { day } from '#billing/calendar.ts';
import { tenancies } from '#contract/tenancies.ts';
import { VERIFY } from '../../../testing/bulk-actions.ts';
import { enterPassword, onceVerified } from '../../../testing/confirm-identity.ts';
import { answerCalls, findEnabledButton, openOffice, refuse, type Sent, signInAs } from '../../../testing/office.tsx';
import { octoberFine } from '../../../testing/payments.ts';
import { endAnswer, testTenancyFile } from '../../../testing/tenancies.ts';

const FILE = 'GET /api/tenancies/7';
const END = 'POST /api/tenancies/7/end';
const PREVIEW = `${END}?dry_run=true`;
const SAVE = 'End tenancy';

beforeEach(() => {
  vi.setSystemTime('2026-11-20T06:30:00.000Z');
  signInAs('admin');
});

type Body = ReturnType<typeof tenancies.end.body.parse>;

/** Returns the server's preview. Before any step, Rs. 23,600.00 is due, and a deposit of Rs. 30,000.00 is held. */
function previewOf({ body }: Sent): Response {
  const { actions } = tenancies.end.body.parse(body) as Body;
  const cents = (name: string) =>
    actions.filter(({ action }) => action === name).reduce((sum, { amount }) => sum + amount, 0);
  const rupees = (name: string) => cents(name) / 100;
  return Response.json(
    endAnswer({
      amount_due: 23_600 - rupees('deposit_applied') - rupees('debt_written_off'),
      deposit_held: 30_000 - rupees('deposit_applied') - rupees('deposit_refunded'),
    }),
  );
}

const file = (more: Parameters<typeof testTenancyFile>[0] = {}) => ({
  [FILE]: () => Response.json(testTenancyFile(more)),
  [PREVIEW]: previewOf,
});
const after = () => screen.findByRole('region', { name: 'Afterwards' });
const save = async () => screen.findByRole('button', { name: SAVE });
const confirmEnd = async () => findEnabledButton(SAVE, within(await screen.findByRole('dialog')));

test('without any step the debt stays due, and the question names tenant, shop, last day and debt', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    ...file(),
    [END]: () => Response.json(endAnswer({ amount_due: 23_600, deposit_held: 30_000 })),
  });
  const { user, address } = openOffice('/end-tenancy/7');
  await waitFor(async () => expect((await after()).textContent).toContain('Still dueLKR 23,600.00'));
  await user.click(await save());
  const dialog = await screen.findByRole('dialog', { name: 'End the tenancy of Nimal Perera in shop A-2?' });
  expect(dialog.textContent).toContain('The last day of the tenancy is 20 Nov 2026.');
  await waitFor(() => expect(dialog.textContent).toContain('23,600.00 still owed'));
  await user.click(await confirmEnd());
  await waitFor(() => expect(address()).toBe('/tenancy/7'));
  expect(sent.find(({ call }) => call === END)?.body).toEqual({
    last_day: '2026-11-20',
    last_bill: 'none',
    actions: [],
    do_not_charge: [],
  });
});

test('a step proposes what is left, and they are sent in the order in which they are done', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({ ...file(), [END]: () => Response.json(endAnswer({ amount_due: 0, deposit_held: 0 })) });
  const { user } = openOffice('/end-tenancy/7');
  await waitFor(async () => expect((await after()).textContent).toContain('LKR 23,600.00'));
  await user.click(screen.getByRole('radio', { name: 'Bill the days up to the last day' }));
  await user.click(screen.getByRole('checkbox', { name: 'Apply the deposit to the amount due' }));
  expect(screen.getByRole('textbox', { name: 'Amount (LKR)' })).toHaveProperty('value', '23,600.00');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Agreed with the tenant');
  await waitFor(async () => expect((await after()).textContent).toContain('Deposit heldLKR 6,400.00'));
  await user.click(screen.getByRole('checkbox', { name: /^Refund the deposit/ }));
  await user.type(screen.getAllByRole('textbox', { name: 'Reason' })[1] as HTMLElement, 'Moved out');
  await waitFor(async () => expect((await after()).textContent).toContain('Deposit heldLKR 0.00'));
  await user.click(await save());
  await user.click(await confirmEnd());
  await waitFor(() => expect(sent.some(({ call }) => call === END)).toBe(true));
  expect(sent.find(({ call }) => call === END)?.body).toEqual({
    last_day: '2026-11-20',
    last_bill: 'days',
    actions: [
      { action: 'deposit_applied', amount: 23_600, reason: 'Agreed with the tenant' },
      { action: 'deposit_refunded', amount: 6400, method: 'Cash', reference: '', reason: 'Moved out' },
    ],
    do_not_charge: [],
  });
});

test('the last month is offered for billing only while it is not billed', async () => {
  answerCalls(file({ last_billed_month: '2026-11' }));
  openOffice('/end-tenancy/7');
  await screen.findByText('The last billed month is Nov 2026.');
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a write-off needs a reason and the confirmed identity', { tags: ['slow'] }, async () => {
  const sent = answerCalls({
    ...file(),
    ...onceVerified({ [END]: () => Response.json(endAnswer({ amount_due: 0, deposit_held: 30_000 })) }),
  });
  const { user, address } = openOffice('/end-tenancy/7');
  await user.click(await screen.findByRole('checkbox', { name: 'Write off the amount due' }));
  await user.click(await save());
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  screen.getByText('Enter the reason.');
  expect(document.activeElement).toBe(reason);
  await user.type(reason, 'Decided by the board');
  await user.click(await save());
  await user.click(await confirmEnd());
  await enterPassword(user);
  await waitFor(() => expect(address()).toBe('/tenancy/7'));
  const writes = sent.map(({ call }) => call).filter((call) => call === END || call === VERIFY);
  expect(writes).toEqual([END, VERIFY, END]);
  expect(sent.find(({ call }) => call === END)?.body).toMatchObject({
    actions: [{ action: 'debt_written_off', amount: 23_600, reason: 'Decided by the board' }],
  });
});

test('a fine that the deposit causes can be waived before the tenancy ends', { tags: ['slow'] }, async () => {
  const withFine = { ...endAnswer({ amount_due: 3000, deposit_held: 0 }), new_fines: [octoberFine] };
  const sent = answerCalls({
    ...file(),
    [PREVIEW]: ({ body }) =>
      (body as { do_not_charge: string[] }).do_not_charge.length > 0
        ? Response.json(endAnswer({ amount_due: 0, deposit_held: 0 }))
        : Response.json(withFine),
    [END]: () => Response.json(endAnswer({ amount_due: 0, deposit_held: 0 })),
  });
  const { user } = openOffice('/end-tenancy/7');
  await user.click(await screen.findByRole('checkbox', { name: 'Apply the deposit to the amount due' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Agreed with the tenant');
  await screen.findByText(/Fine of 3,000.00 .* unless you waive it/);
  await user.click(await save());
  await user.click(await screen.findByRole('checkbox', { name: 'Waive the fine on INV-A12-202610' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('0.00 still owed');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'The bank was closed');
  await user.click(await confirmEnd());
  await waitFor(() => expect(sent.some(({ call }) => call === END)).toBe(true));
  expect(sent.find(({ call }) => call === END)?.body).toMatchObject({
    do_not_charge: ['INV-A12-202610'],
    waive_reason: 'The bank was closed',
  });
});

test.each(['30 Sep 2026', '21 Nov 2026'])(
  '%j is not a last day, and nothing is sent',
  { tags: ['slow'] },
  async (typed) => {
    const sent = answerCalls(file());
    const { user } = openOffice('/end-tenancy/7');
    const field = await screen.findByRole('textbox', { name: 'Last day' });
    await user.clear(field);
    await user.type(field, typed);
    await user.tab();
    await user.click(await save());
    await screen.findByText('Choose a day from 1 Oct 2026 to 20 Nov 2026.');
    expect(sent.some(({ call }) => call === END)).toBe(false);
  },
);

test('a refusal is shown, and the input stays', { tags: ['slow'] }, async () => {
  answerCalls({ ...file(), [END]: () => refuse('tenancy_ended') });
  const { user } = openOffice('/end-tenancy/7');
  await waitFor(async () => expect((await after()).textContent).toContain('LKR 23,600.00'));
  await user.click(await save());
  await user.click(await confirmEnd());
  await screen.findByText('This tenancy has already ended.');
});

test('an ended tenancy cannot end again: its file is offered', async () => {
  answerCalls(file({ ended_on: day('2026-11-10') }));
  openOffice('/end-tenancy/7');
  await screen.findByText('This tenancy ended on 10 Nov 2026.');
  expect(screen.getByRole('link', { name: 'Tenancy details' }).getAttribute('href')).toBe('/tenancy/7');
});
