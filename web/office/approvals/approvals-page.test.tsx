import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerApprovals, testApproval } from '../../testing/approvals.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, refuse, signInAs, WAITING_APPROVALS } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { importOf } from '../import-page.ts';
import { useWaiting } from './use-waiting.ts';

describe('approvals page', () => {
  const OPEN = 'GET /api/approvals?list=open';
  const ENDED = 'GET /api/approvals?list=ended';
  const APPROVE = 'POST /api/approvals/3/approve';
  const DECLINE = 'POST /api/approvals/3/decline';

  beforeAll(() => importOf('/approvals')());
  beforeEach(() => signInAs('manager'));

  function open(answers: Parameters<typeof answerCalls>[0] = {}) {
    const sent = answerCalls({
      [OPEN]: () => answerApprovals(testApproval()),
      [ENDED]: () => answerApprovals(),
      [WAITING_APPROVALS]: () => answerApprovals(testApproval()),
      ...answers,
    });
    return { sent, ...openOffice('/approvals') };
  }

  const approve = () => screen.findByRole('button', { name: 'Approve request 3' });

  test('the menu says how many requests wait, and the list what will be done', async () => {
    open();
    await screen.findByRole('link', { name: /^Approvals\s*1 request waiting$/ });
    const table = within(await screen.findByRole('table', { name: 'Open requests' }));
    table.getByText('Refund credit of Nimal Perera, shop A-2');
    table.getByText('Paid twice');
    screen.getByText('No earlier requests.');
  });

  test('approving shows what, how much, who and why, and needs the identity confirmed', {
    tags: ['slow'],
  }, async () => {
    const done = () => Response.json({ message: 'Approved.' });
    const { user, sent } = open(onceVerified({ [APPROVE]: done }));
    await user.click(await approve());
    const question = within(await screen.findByRole('dialog', { name: 'Approve request 3?' }));
    question.getByText(
      'Refund credit of Nimal Perera, shop A-2. Amount: LKR 30,000.00. Requested by kasun@example.com. Reason: Paid twice',
    );
    await user.click(question.getByRole('button', { name: 'Approve' }));
    await enterPassword(user);
    await screen.findByText('Approved.');
    await waitFor(() => expect(sent.filter(({ call }) => call === OPEN)).toHaveLength(2));
  });

  test('the list and the question show what was sent', async () => {
    const sent = [
      { field: 'payment method', value: 'Cheque' },
      { field: 'cheque date', value: '2027-11-30' },
    ];
    const { user } = open({ [OPEN]: () => answerApprovals(testApproval({ sent })) });
    await screen.findByText('payment method: Cheque · cheque date: 2027-11-30');
    await user.click(await approve());
    const question = within(await screen.findByRole('dialog', { name: 'Approve request 3?' }));
    question.getByText(/Reason: Paid twice\. Sent: payment method: Cheque · cheque date: 2027-11-30$/);
  });

  test('declining needs a reason', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [DECLINE]: () => Response.json({ message: 'Declined.' }) });
    await user.click(await screen.findByRole('button', { name: 'Decline request 3' }));
    const question = within(await screen.findByRole('dialog', { name: 'Decline request 3?' }));
    await user.click(question.getByRole('button', { name: 'Decline' }));
    question.getByText('Enter the reason.');
    await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Ask the tenant first');
    await user.click(question.getByRole('button', { name: 'Decline' }));
    await screen.findByText('Declined.');
    expect(sent.find(({ call }) => call === DECLINE)?.body).toEqual({ reason: 'Ask the tenant first' });
  });

  test('the requester sees the state, cannot decide, and carries an approved request out as it was sent', {
    tags: ['slow'],
  }, async () => {
    signInAs('admin');
    const SET = 'PUT /api/systemsetting/shop-balance/A-2';
    const body = { balance_amount: 5, reason: 'Paid twice', do_not_charge: [] };
    const request = {
      call: 'PUT /api/systemsetting/shop-balance/:id',
      params: { id: 'A-2' },
      body,
      version: '0'.repeat(16),
    };
    const { user, sent } = open({
      [OPEN]: () =>
        answerApprovals(
          testApproval({ is_own: true, state: 'approved', decided_by: 'mala@example.com', request }),
          testApproval({ id: 2, is_own: true }),
        ),
      [SET]: () => Response.json({ message: 'Balance set.' }),
    });
    await screen.findByText(/^Approved by mala@example.com/);
    expect(screen.queryByRole('button', { name: /^(Approve|Decline)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Carry out request 2' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Carry out request 3' }));
    const question = within(await screen.findByRole('dialog', { name: 'Carry out request 3?' }));
    await user.click(question.getByRole('button', { name: 'Carry out' }));
    await screen.findByText('Carried out.');
    const [put] = sent.filter(({ call }) => call === SET);
    expect(put?.body).toEqual(body);
    expect(put?.headers.get('if-match')).toBe(`"${'0'.repeat(16)}"`);
    expect(put?.headers.get('idempotency-key')).toBe('approval-3');
  });

  test('a cashier, who approves nothing, carries out an own request', async () => {
    signInAs('cashier');
    const request = { call: 'DELETE /api/payments/:id', params: { id: '7' }, body: {}, version: null };
    open({ [OPEN]: () => answerApprovals(testApproval({ is_own: true, state: 'approved', request })) });
    await screen.findByRole('button', { name: 'Carry out request 3' });
    screen.getByRole('link', { name: 'Approvals' });
  });

  test('a refusal is shown, and the list is loaded again', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [APPROVE]: () => refuse('own_approval') });
    await user.click(await approve());
    const question = within(await screen.findByRole('dialog', { name: 'Approve request 3?' }));
    await user.click(question.getByRole('button', { name: 'Approve' }));
    await screen.findByText('You cannot approve or decline your own request. Another person must do this.');
    await waitFor(() => expect(sent.filter(({ call }) => call === OPEN)).toHaveLength(2));
  });

  test.each([
    [
      'used',
      { used_at: testApproval().requested_at, decided_by: 'mala@example.com' },
      /^Approved by mala@example.com; carried out on/,
    ],
    ['declined', { decided_by: 'mala@example.com', decline_reason: 'No' }, 'Declined by mala@example.com: No'],
    ['expired', {}, 'Expired'],
  ] as const)('a request that is %s says so', async (state, more, text) => {
    open({ [OPEN]: () => answerApprovals(), [ENDED]: () => answerApprovals(testApproval({ state, ...more })) });
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: /request 3$/ })).toBeNull();
  });

  test('an editor has no such page, and nothing is counted', async () => {
    signInAs('editor');
    const { sent } = open();
    await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
    expect(screen.queryByRole('link', { name: /^Approvals/ })).toBeNull();
    expect(sent.filter(({ call }) => call.includes('/api/approvals'))).toEqual([]);
  });
});

function Count() {
  return <p>waiting: {useWaiting()}</p>;
}

test('each page that is opened counts the waiting requests again', async () => {
  signInAs('manager');
  let waiting = [testApproval()];
  answerCalls({ [WAITING_APPROVALS]: () => answerApprovals(...waiting) });
  const { router } = showScreen(<Count />, { path: '/page/:name', at: '/page/one' });
  await screen.findByText('waiting: 1');
  waiting = [...waiting, testApproval({ id: 4 })];
  await act(() => router.navigate('/page/two'));
  await screen.findByText('waiting: 2');
});

describe('limit panel', () => {
  const GET = 'GET /api/settings/approval-limit';
  const SET = 'PUT /api/settings/approval-limit';

  beforeAll(() => importOf('/settings')());
  beforeEach(() => signInAs('superadmin'));

  const panel = async () => within(await screen.findByRole('region', { name: 'Approval by a second person' }));

  test('a superadmin sets the amount, and an empty field turns it off', { tags: ['slow'] }, async () => {
    const settings = { amount: 50_000 };
    const sent = answerCalls({
      [GET]: () => Response.json({ amount: null }),
      ...onceVerified({ [SET]: () => Response.json({ message: 'Limit saved.', settings }) }),
    });
    const { user } = openOffice('/settings');
    const field = await (await panel()).findByRole('textbox', { name: 'Approval needed above (LKR)' });
    expect(field).toHaveProperty('value', '');
    await user.type(field, '50000');
    await user.click((await panel()).getByRole('button', { name: 'Save limit' }));
    await enterPassword(user);
    await screen.findByText('Limit saved.');
    await user.clear(field);
    await user.click((await panel()).getByRole('button', { name: 'Save limit' }));
    await waitFor(() =>
      expect(sent.filter(({ call }) => call === SET).map(({ body }) => body)).toEqual([
        { amount: 50_000 },
        { amount: 50_000 },
        { amount: null },
      ]),
    );
  });

  test.each([
    [null, 'No approval by a second person is needed.'],
    [20_000, 'Above LKR 20,000.00, approval by a second person is needed.'],
  ])('others read it: %s', async (amount, sentence) => {
    signInAs('admin');
    answerCalls({ [GET]: () => Response.json({ amount }) });
    openOffice('/settings');
    await (await panel()).findByText(sentence);
    expect((await panel()).queryByRole('textbox')).toBeNull();
  });
});
