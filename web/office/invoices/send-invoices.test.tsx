import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pageOf, sentAnswer, testInvoices } from '../../testing/invoices.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';

beforeEach(() => signInAs('admin'));

const SEND = 'POST /api/email/send-email';
type Answer = (sent: Sent) => Response | Promise<Response>;

async function select(count: number, answer: Answer) {
  const rows = testInvoices(Math.min(10, count));
  const sent = answerCalls({
    'GET /api/invoices?page=1&limit=10': () => pageOf(rows, count),
    'GET /api/invoices?page=1&limit=200': () => pageOf(testInvoices(count), count),
    [SEND]: answer,
  });
  const { user } = openOffice('/invoices');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  if (count > 10) await user.click(screen.getByRole('button', { name: `Select all ${count}` }));
  await screen.findByText(`${count} selected`);
  await user.click(screen.getByRole('button', { name: 'Send Selected Invoices via Email' }));
  const title = `Are you sure you want to send the selected ${count} invoice(s) via email?`;
  await screen.findByText(title);
  return { user, sent, batches: () => sent.filter(({ call }) => call === SEND) };
}

async function send(count: number, answer: Answer) {
  const selected = await select(count, answer);
  await selected.user.click(screen.getByRole('button', { name: 'Send' }));
  return selected;
}
const sendsAll: Answer = ({ body }) => Response.json(sentAnswer(body));

test('answering no sends nothing', { tags: ['slow'] }, async () => {
  const { user, batches } = await select(2, sendsAll);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(batches()).toEqual([]);
  screen.getByText('2 selected');
});

test('a sent invoice is reported and deselected; a failed one shows the reason and remains selected', {
  tags: ['slow'],
}, async () => {
  const { batches } = await send(3, ({ body }) =>
    Response.json(sentAnswer(body, { 'A-2': 'The tenant has no email address.' })),
  );
  const shown = (role: 'status' | 'alert') => screen.queryAllByRole(role).map(({ textContent }) => textContent);
  await waitFor(() => expect(shown('status')).toContain('Invoice #INV-A-1-202611 sent to Shop #A-1 successfully.'));
  expect(shown('status')).toContain('Invoice #INV-A-3-202611 sent to Shop #A-3 successfully.');
  const failure = 'Failed to send Invoice #INV-A-2-202611 to Shop #A-2: The tenant has no email address.';
  await waitFor(() => expect(shown('alert')).toContain(failure));
  const toast = screen.getAllByRole('alert').find(({ textContent }) => textContent === failure);
  // A narrow toast must not break the number of the invoice over two lines.
  expect(toast && within(toast).getByText('INV-A-2-202611').style.whiteSpace).toBe('nowrap');
  within(screen.getByRole('list', { name: 'Invoices that were not sent' })).getByText(failure);
  screen.getByText('1 selected');
  expect(screen.getByRole('checkbox', { name: 'Select INV-A-2-202611' })).toHaveProperty('checked', true);
  expect(batches().map(({ body }) => body)).toEqual([
    { invoices: [1, 2, 3].map((number) => ({ invoice_id: `INV-A-${number}-202611` })) },
  ]);
});

test('the message of a sent invoice is shown for 2 seconds, and of a failed one for 4', {
  tags: ['slow'],
}, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await send(2, ({ body }) => Response.json(sentAnswer(body, { 'A-2': 'The mailbox is full.' })));
  const sent = / sent to Shop #A-1 successfully\.$/;
  const failure = / to Shop #A-2: The mailbox is full\.$/;
  await screen.findByText(sent);
  expect(await screen.findAllByText(failure)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1500);
  expect(screen.queryByText(sent)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(screen.queryByText(sent)).toBeNull());
  expect(screen.getAllByText(failure)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(screen.getAllByText(failure)).toHaveLength(1));
});

test('a long selection is sent ten at a time, shows its progress, and is summed up in one message', {
  tags: ['slow'],
}, async () => {
  const waiting: (() => void)[] = [];
  const { batches } = await send(
    23,
    ({ body }) => new Promise((resolve) => waiting.push(() => resolve(Response.json(sentAnswer(body))))),
  );
  for (const [done, left] of [
    [0, 23],
    [10, 13],
    [20, 3],
  ] as const) {
    await screen.findByText(`${done} of 23 processed`);
    screen.getByText(`${left} selected`);
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.();
  }
  await screen.findByText('23 of 23 invoices sent.');
  expect(screen.queryByText(/^Invoice #/)).toBeNull();
  await screen.findByText('None selected');
  const sizes = batches().map(({ body }) => (body as { invoices: unknown[] }).invoices.length);
  expect(sizes).toEqual([10, 10, 3]);
});

test('many failures do not cover the screen: a few messages, and every failure in the list', {
  tags: ['slow'],
}, async () => {
  const reason = 'Email is not set up on this server.';
  const refused = Object.fromEntries(testInvoices(12).map(({ shop_id }) => [shop_id, reason]));
  const { user } = await send(12, ({ body }) => Response.json(sentAnswer(body, refused)));
  await screen.findByText('12 invoices were not sent');
  const list = screen.getByRole('list', { name: 'Invoices that were not sent' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(12);
  const toasts = screen.getAllByText(/^Failed to send Invoice #/).filter((text) => !list.contains(text));
  expect(toasts).toHaveLength(5);
  expect(screen.queryByText(/\d invoices sent\./)).toBeNull();
  screen.getByText('12 selected');
  const notice = screen.getAllByRole('alert').find((alert) => alert.contains(list)) ?? list;
  await user.click(within(notice).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('list', { name: 'Invoices that were not sent' })).toBeNull();
});

test('sending that is stopped ends after the current batch; the rest remains selected', {
  tags: ['slow'],
}, async () => {
  let answer: () => void = () => {};
  const { user, batches } = await send(
    23,
    ({ body }) =>
      new Promise((resolve) => {
        answer = () => resolve(Response.json(sentAnswer(body)));
      }),
  );
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  answer();
  await screen.findByText('10 of 23 invoices sent.');
  screen.getByText('13 selected');
  expect(batches()).toHaveLength(1);
});

test.each([
  ['no results', () => Response.json({ sent: 2 })],
  ['results that are no list', () => Response.json({ results: 'all of them' })],
  ['the page of a proxy', () => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } })],
])('an answer with %s is invalid, and nothing is deselected', { tags: ['slow'] }, async (_, answer) => {
  await send(2, answer);
  await screen.findByText('Failed to send invoices. Invalid response format.');
  screen.getByText('2 selected');
});

test.each([
  ["the server's words", () => refuse('internal'), 'Something went wrong. Try again.'],
  ['no words', () => new Response('', { status: 502 }), 'Unknown error'],
  [
    'the connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Could not reach the server. Check your connection and try again.',
  ],
])('a failed sending is reported with %s', { tags: ['slow'] }, async (_, answer, reason) => {
  await send(2, answer);
  await screen.findByText(`An error occurred while sending the email: ${reason}`);
  screen.getByText('2 selected');
});

test('invoices that were sent before a failure remain sent: they are deselected and counted', {
  tags: ['slow'],
}, async () => {
  let batch = 0;
  await send(15, (sent) => {
    batch += 1;
    return batch === 1 ? sendsAll(sent) : refuse('internal');
  });
  await screen.findByText(/^An error occurred while sending the email:/);
  screen.getByText('10 of 15 invoices sent.');
  screen.getByText('5 selected');
});

test('a lost answer is requested again under the same key, so that nothing is sent twice', {
  tags: ['slow'],
}, async () => {
  let tries = 0;
  const { batches } = await send(2, (sent) => {
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError('Failed to fetch')) : sendsAll(sent);
  });
  await screen.findByText('None selected');
  expect(batches()).toHaveLength(2);
  expect(new Set(batches().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('a batch without an answer uses its key until there is one, and the next batch gets a new key', {
  tags: ['slow'],
}, async () => {
  let tries = 0;
  const { user, batches } = await send(3, ({ body }) => {
    tries += 1;
    if (tries <= 2) return Promise.reject(new TypeError('Failed to fetch'));
    return Response.json(sentAnswer(body, { 'A-1': 'Full.', 'A-2': 'Full.', 'A-3': 'Full.' }));
  });
  for (const [name, count] of [
    ['An error occurred while sending the email: Could not reach the server. Check your connection and try again.', 2],
    ['3 invoices were not sent', 3],
    ['3 invoices were not sent', 4],
  ] as const) {
    await screen.findByText(name);
    await waitFor(() => expect(batches()).toHaveLength(count));
    if (count === 4) break;
    await user.click(screen.getByRole('button', { name: 'Send Selected Invoices via Email' }));
    await user.click(await screen.findByRole('button', { name: 'Send' }));
  }
  const keys = batches().map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[2]);
});
