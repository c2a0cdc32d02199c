import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Receipt } from '#contract/payments.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { testReceipt, testVoidMark } from '#web/testing/payments.ts';

const RECEIPT = 'GET /api/payments/31/receipt';
const PRINT = 'POST /api/payments/31/receipt/print';

beforeEach(() => {
  signInAs('admin');
  vi.stubGlobal('print', vi.fn());
});

function open(more: Partial<Receipt> = {}, print?: () => Response) {
  let printed = more.times_printed ?? 0;
  const papers: (string | null)[] = [];
  const sent = answerCalls({
    [RECEIPT]: () => Response.json(testReceipt(more)),
    [PRINT]:
      print ??
      (() => {
        printed += 1;
        return Response.json({ message: 'Printed.', times_printed: printed });
      }),
  });
  vi.stubGlobal('print', () => papers.push(screen.getByRole('article').textContent));
  return { ...openOffice('/receipt/31'), sent, papers };
}
const press = () => screen.findByRole('button', { name: 'Print' });

test('the first print is recorded and is not a copy; the second one is', async () => {
  const { user, papers, sent } = open();
  await user.click(await press());
  await waitFor(() => expect(papers).toHaveLength(1));
  expect(papers[0]).toContain('Receipt No. 31');
  expect(papers[0]).not.toContain('COPY');
  await user.click(await press());
  await waitFor(() => expect(papers).toHaveLength(2));
  expect(papers[1]).toContain('COPY');
  const keys = sent.filter(({ call }) => call === PRINT).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('a receipt that was printed before is marked as a copy', async () => {
  open({ times_printed: 1 });
  await screen.findByText('COPY');
});

test('a print that cannot be recorded does not happen', async () => {
  const { user, papers } = open({}, () => new Response('', { status: 502 }));
  await user.click(await press());
  await screen.findByText('Could not print the receipt. Try again.');
  expect(papers).toEqual([]);
});

test('a receipt that does not exist is reported', async () => {
  answerCalls({ [RECEIPT]: () => refuse('payment_not_found') });
  openOffice('/receipt/31');
  await screen.findByText('Could not load the receipt. Try again.');
  screen.getByText('Payment not found.');
});

test('a manager reads the receipt and cannot print it', async () => {
  signInAs('manager');
  open();
  await screen.findByRole('article', { name: 'Receipt 31' });
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('a void receipt opens, can be printed, links to the one that replaced it, and is not fixed again', async () => {
  open({ ...testVoidMark, replaced_by_payment_id: 32, settled: [] });
  const receipt = await screen.findByRole('article', { name: 'Receipt 31' });
  expect(receipt.textContent).toContain('VOID');
  expect(receipt.textContent).toContain('Reason: Paid by another shop');
  expect(screen.getByRole('link', { name: 'Replaced by payment 32' }).getAttribute('href')).toBe('/receipt/32');
  screen.getByRole('button', { name: 'Print' });
  expect(screen.queryByRole('button', { name: 'Fix payment' })).toBeNull();
});

test('from the receipt a wrong amount leads to the correction form, filled in', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Fix payment' }));
  await user.click(await screen.findByRole('button', { name: /^Wrong amount/ }));
  await waitFor(() => expect(address()).toBe('/correct-payment?shop=A12&date=2026-11-18&payment=31'));
});
