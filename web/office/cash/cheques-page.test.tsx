import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { cash, type ReceivedCheque } from '#contract/cash.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';

const TODAY = browserToday();
const LIST = 'GET /api/cash/cheques?state=pending';
const CLEAR = 'POST /api/cash/cheques/cleared';

function testCheque(more: Partial<ReceivedCheque> = {}): ReceivedCheque {
  return {
    payment_id: 31,
    is_deposit: false,
    shop_id: 'A12',
    tenancy_id: 1,
    tenant_name: 'Nimal Perera',
    cheque_number: '004512',
    cheque_bank: 'HNB',
    cheque_date: TODAY,
    amount: 700.5,
    received_on: TODAY,
    received_by: 'Kumari',
    deposited_on: null,
    cleared_on: null,
    cleared_by: null,
    returned_on: null,
    stage: 'due',
    returned_in_a_year: 0,
    ...more,
  };
}

const CHEQUES = [testCheque(), testCheque({ payment_id: 32, cheque_number: null, amount: 300 })];

function answerList(cheques: readonly ReceivedCheque[]): Response {
  const pending = { count: 612, amount: 1_000_000.5 };
  return Response.json(cash.cheques.answer.parse({ cheques, pending }));
}

test('the office marks several pending cheques as cleared on a day', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const sent = answerCalls({
    [LIST]: () => answerList(CHEQUES),
    [CLEAR]: () => Response.json({ message: '2 cheques are recorded as cleared.', ...pendingAnswer() }),
  });
  const { user } = openOffice('/cheques');
  const sum = (await screen.findByText('LKR 1,000,000.50')).parentElement;
  expect(sum?.textContent).toBe('Cheques not cleared: LKR 1,000,000.50 (612 cheques)');
  await screen.findByText('No number');
  for (const tick of screen.getAllByRole('checkbox').slice(1)) await user.click(tick);
  const [bar] = screen.getAllByRole('button', { name: 'Mark as cleared' });
  if (bar) await user.click(bar);
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark 2 cheques as cleared?' }));
  await user.click(dialog.getByRole('button', { name: 'Mark as cleared' }));
  await screen.findByText('2 cheques are recorded as cleared.');
  expect(sent.find(({ call }) => call === CLEAR)?.body).toEqual({ payment_ids: [31, 32], cleared_on: TODAY });
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
});

function pendingAnswer() {
  return { cheques: CHEQUES, pending: { count: 610, amount: 999_000 } };
}

test('a cashier sees the cheques, and marks none', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  answerCalls({ [LIST]: () => answerList(CHEQUES) });
  openOffice('/cheques');
  await screen.findByText('004512');
  expect(screen.queryByRole('button', { name: /Mark as cleared/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('link', { name: '004512' }).getAttribute('href')).toBe('/receipt/31');
});

test('a cleared cheque is marked as pending again', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const sent = answerCalls({
    'GET /api/cash/cheques?state=cleared': () => answerList([testCheque({ cleared_on: TODAY })]),
    [CLEAR]: () => Response.json({ message: '1 cheque is pending again.', ...pendingAnswer() }),
  });
  const { user } = openOffice('/cheques?state=cleared');
  await user.click(await screen.findByRole('button', { name: /^Mark as pending/ }));
  await screen.findByText('1 cheque is pending again.');
  expect(sent.find(({ call }) => call === CLEAR)?.body).toEqual({ payment_ids: [31], cleared_on: null });
});

const DEPOSIT = 'POST /api/cash/cheques/deposited';

test('the list says what is next; cheques are marked as paid in, and not', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const cheques = [
    testCheque({ returned_in_a_year: 2 }),
    testCheque({ payment_id: 32, stage: 'unanswered', deposited_on: TODAY }),
  ];
  const sent = answerCalls({
    [LIST]: () => answerList(cheques),
    [DEPOSIT]: () => Response.json({ message: 'The change is saved.', ...pendingAnswer() }),
  });
  const { user } = openOffice('/cheques');
  await screen.findByRole('cell', { name: 'To pay in' });
  expect(screen.getAllByText('2 cheques returned in a year')).toHaveLength(1);
  for (const tick of screen.getAllByRole('checkbox').slice(1)) await user.click(tick);
  const [bar] = screen.getAllByRole('button', { name: 'Record as paid in' });
  if (bar) await user.click(bar);
  const dialog = within(await screen.findByRole('dialog', { name: 'Record 2 cheques as paid in?' }));
  await user.click(dialog.getByRole('button', { name: 'Record as paid in' }));
  await screen.findByText('The change is saved.');
  await user.click(await screen.findByRole('button', { name: /^Record as not paid in/ }));
  const bodies = () => sent.filter(({ call }) => call === DEPOSIT).map(({ body }) => body);
  await waitFor(() =>
    expect(bodies()).toEqual([
      { payment_ids: [31, 32], deposited_on: TODAY },
      { payment_ids: [32], deposited_on: null },
    ]),
  );
});

test('the list is narrowed to the cheques with the same next step', { tags: ['slow'] }, async () => {
  signInAs('admin');
  answerCalls({
    [LIST]: () => answerList([testCheque(), testCheque({ payment_id: 32, cheque_number: '7', stage: 'overdue' })]),
  });
  const { user, address } = openOffice('/cheques');
  await screen.findByText('004512');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Next' }), 'To pay in, late');
  await waitFor(() => expect(screen.queryByText('004512')).toBeNull());
  screen.getByText('7');
  expect(address()).toContain('next=overdue');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Next' }), 'Whatever is next');
  await screen.findByText('004512');
});

test('nothing is done with a returned cheque', { tags: ['slow'] }, async () => {
  signInAs('admin');
  answerCalls({
    'GET /api/cash/cheques?state=returned': () => answerList([testCheque({ returned_on: TODAY, stage: 'returned' })]),
  });
  openOffice('/cheques?state=returned');
  await screen.findByText('004512');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Cheque returned|^Record as|^Mark as/ })).toBeNull();
});

test('cheques in hand have a list of their own, in which they are marked as paid in', { tags: ['slow'] }, async () => {
  signInAs('admin');
  answerCalls({ 'GET /api/cash/cheques?state=in_hand': () => answerList(CHEQUES) });
  const { user } = openOffice('/cheques?state=in_hand');
  await screen.findByText('004512');
  expect(screen.getByRole('combobox', { name: 'Cheque status' })).toHaveProperty('value', 'in_hand');
  expect(screen.queryByRole('combobox', { name: 'Next' })).toBeNull();
  const [, first] = screen.getAllByRole('checkbox');
  if (first) await user.click(first);
  await screen.findByText('1 cheque selected');
  screen.getAllByRole('button', { name: 'Record as paid in' });
});

test('an empty list of cheques that were paid in says so', { tags: ['slow'] }, async () => {
  signInAs('admin');
  answerCalls({ 'GET /api/cash/cheques?state=paid_in': () => answerList([]) });
  openOffice('/cheques?state=paid_in');
  await screen.findByText('No cheques paid in that the bank has not answered.');
});

test('a cheque that counts from its day says so in the list', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const later = testCheque({ payment_id: 33, stage: 'later', counts_from: day('2999-12-01') });
  answerCalls({ [LIST]: () => answerList([...CHEQUES, later]) });
  openOffice('/cheques');
  expect(await screen.findAllByText('counts from 1 Dec 2999')).toHaveLength(1);
});
