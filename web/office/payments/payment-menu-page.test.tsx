import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';

async function linksOf(role: 'admin' | 'manager' | 'cashier') {
  signInAs(role);
  answerCalls({});
  openOffice('/payments');
  await screen.findByRole('heading', { name: 'Payments' });
  const links = within(screen.getByRole('main')).getAllByRole('link');
  return links.map((link) => link.getAttribute('href'));
}

test('the menu links to the day, making, viewing, correcting and recording payments', async () => {
  expect(await linksOf('admin')).toEqual([
    '/my-day',
    '/make-payment',
    '/view-payments',
    '/correct-payment',
    '/record-payment',
    '/cheques',
    '/claims',
    '/rent-messages',
    '/electronic-payments',
    '/bank-accounts',
    '/cash-sessions',
    '/money-places',
  ]);
});

test('a manager, who may only read, sees only the links to the lists and to the places of money', async () => {
  expect(await linksOf('manager')).toEqual([
    '/view-payments',
    '/cheques',
    '/claims',
    '/rent-messages',
    '/electronic-payments',
    '/bank-accounts',
    '/cash-sessions',
    '/money-places',
  ]);
});

test('a cashier takes payments and corrects own ones', async () => {
  expect(await linksOf('cashier')).toEqual([
    '/my-day',
    '/make-payment',
    '/view-payments',
    '/correct-payment',
    '/record-payment',
    '/cheques',
    '/claims',
    '/rent-messages',
    '/electronic-payments',
    '/cash-sessions',
  ]);
});
