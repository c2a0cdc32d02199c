import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { offeredIn } from '#web/testing/fast-user.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { summaryAnswer } from '../../testing/payments.ts';
import { generatedAnswer } from '../../testing/shop-summary.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const GENERATE = 'POST /api/systemsetting/generate';

beforeEach(() => signInAs('admin'));

async function showForm(answer: () => Response = () => Response.json(generatedAnswer(), { status: 201 })) {
  const sent = answerCalls({ [SUMMARY]: () => Response.json(summaryAnswer()), [GENERATE]: () => answer() });
  const { user } = openOffice('/shop-summary/A12');
  await screen.findByRole('region', { name: 'Generate invoice' });
  const choose = async (label: 'Year' | 'Month', option: string) => {
    await user.selectOptions(screen.getByRole('combobox', { name: label }), option);
  };
  const generate = () => user.click(button());
  return { user, choose, generate, posts: () => sent.filter(({ call }) => call === GENERATE), sent };
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Generate Invoice' });

test('years go from 2020 to 2035, months from January to December', async () => {
  await showForm();
  const options = (name: string) => offeredIn(screen.getByRole('combobox', { name }));
  const years = options('Year');
  expect([years[0], years.at(-1), years.length]).toEqual(['2020', '2035', 16]);
  const months = options('Month');
  expect([months[0], months.at(-1), months.length]).toEqual(['January', 'December', 12]);
});

test('only months that can be billed can be chosen, and the form names them', { tags: ['slow'] }, async () => {
  const { choose } = await showForm();
  screen.getByText('Months from Jan 2025 to Dec 2026 can be billed.');
  const canBeChosen = (label: 'Year' | 'Month') => {
    const { options } = screen.getByRole<HTMLSelectElement>('combobox', { name: label });
    return [...options].filter(({ disabled }) => !disabled).map(({ text }) => text);
  };
  expect(canBeChosen('Year')).toEqual(['2025', '2026']);
  await choose('Year', '2025');
  expect(canBeChosen('Month')).toHaveLength(12);
});

test('the button is disabled until both year and month are chosen, and choosing one again keeps it', {
  tags: ['slow'],
}, async () => {
  const { choose } = await showForm();
  expect(button().disabled).toBe(true);
  await choose('Year', '2026');
  expect(button().disabled).toBe(true);
  await choose('Month', 'November');
  expect(button().disabled).toBe(false);
  await choose('Month', 'November');
  expect(button().disabled).toBe(false);
});

test('generating without both says to select them', { tags: ['slow'] }, async () => {
  const { choose, posts } = await showForm();
  await choose('Year', '2026');
  button().form?.requestSubmit();
  await screen.findByText('Please select both year and month.');
  expect(posts()).toEqual([]);
});

test('the invoice of the month is generated once, and what it covered is shown', { tags: ['slow'] }, async () => {
  const { choose, generate, posts, sent } = await showForm();
  await choose('Year', '2026');
  await choose('Month', 'November');
  await generate();
  const done = await screen.findByText('Invoice INV-A12-202611 generated.');
  expect(done.closest('[role=status]')?.textContent).toContain('1,980.00 still owed');
  expect(posts().map(({ body }) => body)).toEqual([{ shop_id: 'A12', month_year: '2026-11' }]);
  expect(posts()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(sent.filter(({ call }) => call === SUMMARY)).toHaveLength(2));
});

test('a failure is of the chosen month only', { tags: ['slow'] }, async () => {
  const { choose, generate } = await showForm(() => refuse('invoice_exists'));
  await choose('Year', '2026');
  await choose('Month', 'November');
  await generate();
  await screen.findByRole('alert');
  await choose('Month', 'December');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a retry after a lost answer has the same key, and another month a new one', { tags: ['slow'] }, async () => {
  let answer = () => Response.error();
  const { choose, generate, posts } = await showForm(() => answer());
  await choose('Year', '2026');
  await choose('Month', 'November');
  await generate();
  await screen.findByRole('alert');
  await generate();
  await waitFor(() => expect(posts()).toHaveLength(2));
  await choose('Month', 'December');
  answer = () => Response.json(generatedAnswer(), { status: 201 });
  await generate();
  await screen.findByText('Invoice INV-A12-202611 generated.');
  const [first, second, third] = posts().map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  ['a month that has its invoice', () => refuse('invoice_exists'), 'This shop already has an invoice for that month.'],
  ['an answer without an invoice', () => Response.json({ message: 'Done.' }), 'Unexpected response from server.'],
  ['an answer that is no JSON', () => new Response('<p>', { status: 200 }), 'Unexpected response from server.'],
  ['a failure without a word', () => new Response('', { status: 500 }), 'Failed to generate invoice.'],
])('%s shows its message', { tags: ['slow'] }, async (_, answer, sentence) => {
  const { choose, generate } = await showForm(answer);
  await choose('Year', '2026');
  await choose('Month', 'November');
  await generate();
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});
