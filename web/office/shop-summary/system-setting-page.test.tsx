import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { summaryAnswer } from '../../testing/payments.ts';

const A12 = 'GET /api/shops/shop-summary/A12';

beforeEach(() => signInAs('admin'));

test('the shop of the system settings is typed, and is in the URL with the open tab', { tags: ['slow'] }, async () => {
  answerCalls({ [A12]: () => Response.json(summaryAnswer()) });
  const { user, address } = openOffice('/system-setting');
  await user.type(await screen.findByLabelText('Shop ID'), 'A12{Enter}');
  await screen.findByRole('region', { name: 'Amount due and balance' });
  await user.click(screen.getByRole('tab', { name: 'Invoices' }));
  await waitFor(() => expect(address()).toBe('/system-setting?shop=A12&tab=invoices'));
});

test('a pasted URL shows the shop, and a reload sends one more request', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [A12]: () => Response.json(summaryAnswer()) });
  const { user } = openOffice('/system-setting?shop=A12');
  await screen.findByRole('region', { name: 'Amount due and balance' });
  await user.click(screen.getByRole('button', { name: 'Load Summary' }));
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("a failure shows the server's message, else 'Failed to load shop summary.'", async () => {
  let answer = () => refuse('shop_not_found');
  answerCalls({ [A12]: () => answer() });
  const { user } = openOffice('/system-setting?shop=A12');
  await screen.findByText('Shop not found.');
  answer = () => new Response('', { status: 500 });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Failed to load shop summary.');
});
