import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pageOf, testInvoices } from '../../testing/invoices.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';

beforeEach(() => signInAs('admin'));

const TOTAL = 623;
function answerPages(failingPage?: number) {
  const answers: Parameters<typeof answerCalls>[0] = {};
  for (const limit of [10, 200]) {
    for (let page = 1; page <= 4; page += 1) {
      const from = (page - 1) * limit + 1;
      const count = Math.min(limit, TOTAL - from + 1);
      answers[`GET /api/invoices?page=${page}&limit=${limit}`] = () =>
        limit === 200 && page === failingPage ? refuse('internal') : pageOf(testInvoices(count, from), TOTAL);
    }
  }
  answers['GET /api/invoices?search=a-5&page=1&limit=10'] = () => pageOf(testInvoices(1, 5));
  return answerCalls(answers);
}
const tick = (name: string) => screen.findByRole('checkbox', { name });
const print = () => screen.findByRole('button', { name: 'Print Selected Invoices' });
const send = () => screen.findByRole('button', { name: 'Send Selected Invoices via Email' });

test('printing and sending are disabled until something is selected', { tags: ['slow'] }, async () => {
  answerPages();
  const { user } = openOffice('/invoices');
  for (const button of [await print(), await send()]) expect(button).toHaveProperty('disabled', true);
  await user.click(await tick('Select INV-A-3-202611'));
  screen.getByText('1 selected');
  for (const button of [await print(), await send()]) expect(button).toHaveProperty('disabled', false);
  await user.click(await tick('Select INV-A-3-202611'));
  screen.getByText('None selected');
  expect(await print()).toHaveProperty('disabled', true);
});

test('a selection remains over pages and searches, until it is cleared', { tags: ['slow'] }, async () => {
  answerPages();
  const { user } = openOffice('/invoices');
  await user.click(await tick('Select INV-A-3-202611'));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  // The first page stays visible until the second one has arrived.
  await tick('Select INV-A-11-202611');
  await user.click(await tick('Select all rows on this page'));
  screen.getByText('11 selected');
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  expect(await tick('Select INV-A-3-202611')).toHaveProperty('checked', true);
  expect(await tick('Select INV-A-4-202611')).toHaveProperty('checked', false);
  await user.type(screen.getByRole('searchbox'), 'a-5');
  await screen.findByText('1 in total');
  screen.getByText('11 selected');
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  screen.getByText('None selected');
});

test('the checkbox in the heading selects and clears only this page', { tags: ['slow'] }, async () => {
  answerPages();
  const { user } = openOffice('/invoices');
  await user.click(await tick('Select all rows on this page'));
  screen.getByText('10 selected');
  expect(await tick('Select INV-A-10-202611')).toHaveProperty('checked', true);
  await user.click(await tick('Select all rows on this page'));
  screen.getByText('None selected');
});

test('when the page is selected all filtered invoices are offered, at most 500', { tags: ['slow'] }, async () => {
  const sent = answerPages();
  const { user } = openOffice('/invoices');
  await tick('Select all rows on this page');
  expect(screen.queryByRole('button', { name: /^Select the first/ })).toBeNull();
  await user.click(await tick('Select all rows on this page'));
  await user.click(screen.getByRole('button', { name: 'Select the first 500 of 623' }));
  await screen.findByText('500 selected');
  expect(screen.queryByRole('button', { name: /^Select the first/ })).toBeNull();
  expect(sent.filter(({ call }) => call.endsWith('limit=200'))).toHaveLength(3);
  vi.stubGlobal('open', () => ({}));
  await user.click(await print());
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  await waitFor(() => expect(JSON.parse(sessionStorage.getItem('print-invoices') ?? '')).toHaveLength(500));
});

test('when the others cannot be loaded it says so, and the page remains selected', async () => {
  answerPages(2);
  const { user } = openOffice('/invoices');
  await user.click(await tick('Select all rows on this page'));
  await user.click(screen.getByRole('button', { name: 'Select the first 500 of 623' }));
  await screen.findByText('Failed to fetch invoices');
  screen.getByText('10 selected');
});
