import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { apiMessage } from '#contract/messages/message.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { pageOf, papersOf, testInvoices } from '../../testing/invoices.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';
import { testTaxDocument } from '../../testing/tax.ts';
import { idsToPrint, openPrintWindow } from './print-job.ts';
import { printSelected } from './print-selected.ts';

beforeEach(() => {
  signInAs('admin');
  sessionStorage.clear();
  vi.stubGlobal('print', vi.fn());
});

const LIST = 'GET /api/invoices?page=1&limit=10';
const PAPERS = 'POST /api/invoices/papers';
const markOf = (number: number) => `PATCH /api/invoices/INV-A-${number}-202611/print`;
const idsOf = (count: number) => testInvoices(count).map(({ invoice_id }) => invoice_id);
const marked = () => Response.json({ message: 'Invoice marked as printed.', printedtime: 1 });
const marksOf = (sent: Sent[]) => sent.filter(({ call }) => call.startsWith('PATCH'));

async function pressPrint(open: () => object | null) {
  const opened = vi.fn(open);
  vi.stubGlobal('open', opened);
  const sent = answerCalls({ [LIST]: () => pageOf(testInvoices(10)) });
  const { user } = openOffice('/invoices');
  await user.click(await screen.findByRole('checkbox', { name: 'Select INV-A-10-202611' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select INV-A-2-202611' }));
  await user.click(screen.getByRole('button', { name: 'Print Selected Invoices' }));
  await screen.findByText('Are you sure you want to print?');
  return { user, opened, sent };
}

test('after a question a window of the office opens, and reads from storage what to print, in natural order', {
  tags: ['slow'],
}, async () => {
  const { user, opened } = await pressPrint(() => ({}));
  expect(opened).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith('/print/invoices', '_blank'));
  expect(JSON.parse(sessionStorage.getItem('print-invoices') ?? '')).toEqual(['INV-A-2-202611', 'INV-A-10-202611']);
});

test('the button of a row prints that invoice, whatever is selected', { tags: ['slow'] }, async () => {
  const { user, opened } = await pressPrint(() => ({}));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Print INV-A-7-202611' }));
  await screen.findByText(/^1 invoice will be printed/);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(idsToPrint()).toEqual(['INV-A-7-202611']);
  screen.getByText('2 selected');
});

const MONTH = browserToday().slice(0, 7);
const OF_MONTH = 'GET /api/invoices?';

/**
 * Opens the list of invoices and presses the button that prints those of a month. `answer` is returned for their
 * request.
 */
async function printMonth(month: string, answer: () => Response) {
  const opened = vi.fn(() => ({}));
  vi.stubGlobal('open', opened);
  const filter = month === MONTH ? '' : `?month=${month}`;
  const list = month === MONTH ? LIST : `${OF_MONTH}month_year=${month}&page=1&limit=10`;
  const sent = answerCalls({
    [list]: () => pageOf(testInvoices(10)),
    [`${OF_MONTH}month_year=${month}&page=1&limit=200`]: answer,
  });
  const { user } = openOffice(`/invoices${filter}`);
  await user.click(await screen.findByRole('button', { name: /^Print all for / }));
  return { user, opened, sent };
}

test.each([[MONTH], ['2026-03']])(
  'all invoices of a month are printed without selecting them: %s',
  {
    tags: ['slow'],
  },
  async (month) => {
    const { user, opened } = await printMonth(month, () => pageOf(testInvoices(12)));
    await screen.findByText(/^12 invoices will be printed/);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(opened).toHaveBeenCalledOnce());
    expect(idsToPrint()).toHaveLength(12);
  },
);

test.each([
  ['no invoices', () => pageOf([]), /^No invoices for /],
  ['more than a print can take', () => pageOf(testInvoices(500), 501), /^You can print at most 500/],
  ['no answer', () => refuse('internal'), /./],
])('a month with %s prints nothing, and says why', { tags: ['slow'] }, async (_, answer, sentence) => {
  const { opened } = await printMonth(MONTH, answer);
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(sentence),
    ),
  );
  expect(opened).not.toHaveBeenCalled();
});

test('answering no prints nothing', { tags: ['slow'] }, async () => {
  const { user, opened } = await pressPrint(() => ({}));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened).not.toHaveBeenCalled();
});

test('a window that the browser blocks is reported', { tags: ['slow'] }, async () => {
  const { user } = await pressPrint(() => null);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await screen.findByText('Popup blocked! Please allow popups for printing.');
});

test.each([
  ['nothing', 0, 'Please select at least one invoice to print.'],
  ['more than a print can take', 501, 'You can print at most 500 invoices at a time.'],
])('printing %s is answered immediately', { tags: ['slow'] }, async (_, count, sentence) => {
  answerCalls({ [LIST]: () => pageOf([]) });
  openOffice('/invoices');
  await screen.findByText('No invoices yet.');
  await act(() => printSelected(idsOf(count)));
  await screen.findByText(sentence);
});

test('the list is loaded again when another window has printed', { tags: ['slow'] }, async () => {
  const { sent } = await pressPrint(() => ({}));
  const lists = () => sent.filter(({ call }) => call === LIST);
  expect(lists()).toHaveLength(1);
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    dispatchEvent(new StorageEvent('storage', { key: 'invoices-printed' }));
  });
  await waitFor(() => expect(lists()).toHaveLength(2));
});

function openWindow(count: number, marks: Parameters<typeof answerCalls>[0] = {}) {
  vi.stubGlobal('open', () => ({}));
  openPrintWindow(idsOf(count));
  const prints: number[] = [];
  vi.stubGlobal('print', () => prints.push(screen.getAllByRole('article', { name: /^Invoice / }).length));
  const all = Object.fromEntries(idsOf(count).map((id) => [`PATCH /api/invoices/${id}/print`, marked]));
  const sent = answerCalls({ [PAPERS]: () => Response.json(papersOf(testInvoices(count))), ...all, ...marks });
  return { ...openOffice('/print/invoices'), sent, prints };
}

test('the print window shows a sheet for each invoice, prints once, and marks each one as printed', {
  tags: ['slow'],
}, async () => {
  const { sent, prints } = openWindow(12);
  await screen.findByText('12 of 12 invoices marked as printed.');
  expect(prints).toEqual([12]);
  expect(sent.find(({ call }) => call === PAPERS)?.body).toEqual({ invoice_ids: idsOf(12) });
  expect(new Set(marksOf(sent).map(({ call }) => call)).size).toBe(12);
  for (const { body, headers } of marksOf(sent)) {
    expect(body).toEqual({ printed: true });
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  }
  expect(marksOf(sent)).toHaveLength(12);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(localStorage.getItem('invoices-printed')).toBeTruthy();
});

test('the invoices that could not be marked are counted and named, and only they are marked again under the same key', async () => {
  let failing = true;
  const fails = () => (failing ? refuse('internal') : marked());
  const { user, sent, prints } = openWindow(6, { [markOf(2)]: fails, [markOf(5)]: fails });
  await screen.findByText('2 invoices could not be marked as printed');
  screen.getByText('INV-A-2-202611, INV-A-5-202611');
  screen.getByText('4 of 6 invoices marked as printed.');
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Mark as printed' }));
  await screen.findByText('6 of 6 invoices marked as printed.');
  expect(screen.queryByRole('alert')).toBeNull();
  const keys = marksOf(sent)
    .filter(({ call }) => call === markOf(2))
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(prints).toEqual([6]);
});

test('printing again prints the same sheets and counts once more', { tags: ['slow'] }, async () => {
  const { user, sent, prints } = openWindow(1);
  await screen.findByText('1 of 1 invoices marked as printed.');
  await user.click(screen.getByRole('button', { name: 'Print again' }));
  await waitFor(() => expect(marksOf(sent)).toHaveLength(2));
  expect(prints).toEqual([1, 1]);
  expect(new Set(marksOf(sent).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
});

test('the window cannot be closed without a question while invoices are being marked', async () => {
  let answer: (noted: Response) => void = () => {};
  const late = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  openWindow(1, { [markOf(1)]: () => late });
  await screen.findByText('Marking invoices as printed: 0 of 1. Please keep this window open.');
  const leaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await waitFor(() => expect(leaving()).toBe(true));
  answer(marked());
  await screen.findByText('1 of 1 invoices marked as printed.');
  await waitFor(() => expect(leaving()).toBe(false));
});

test('a window opened without a selection says to select, and links to the list', async () => {
  answerCalls({});
  openOffice('/print/invoices');
  await screen.findByText('Please select at least one invoice to print.');
  expect(screen.getByRole('link', { name: 'Go to invoices' }).getAttribute('href')).toBe('/invoices');
});

test('an invoice that was deleted meanwhile is named, and nothing is printed or marked', async () => {
  const gone = () =>
    refuse('invoice_not_found', { message: apiMessage('invoices.papers.not_found', { number: 'INV-A-1-202611' }) });
  const { sent, prints } = openWindow(2, { [PAPERS]: gone });
  await screen.findByText('Failed to fetch invoices');
  screen.getByText('Invoice INV-A-1-202611 not found.');
  expect(prints).toEqual([]);
  expect(marksOf(sent)).toEqual([]);
});

test('a tax invoice is printed once as the original, and again only as a copy', async () => {
  const [invoice] = testInvoices(1);
  const marks = { upper: 'ORIGINAL', lower: "SUPPLIER'S COPY" };
  const document = { ...testTaxDocument({ invoice_id: invoice?.invoice_id ?? '' }), marks, code: null };
  answerCalls({
    [PAPERS]: () => Response.json({ ...papersOf(testInvoices(1)), tax_documents: [document] }),
    [markOf(1)]: marked,
  });
  sessionStorage.setItem('print-invoices', JSON.stringify([invoice?.invoice_id]));
  const printed: (string | null)[] = [];
  vi.stubGlobal('print', () => {
    const sheet = screen.getByRole('article', { name: 'TAX INVOICE 26OCT_POLA_00001' });
    printed.push(sheet.querySelector('header')?.textContent ?? null);
  });
  const { user } = openOffice('/print/invoices');
  const again = await screen.findByRole('button', { name: 'Print again' });
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
  await waitFor(() => expect(printed).toHaveLength(1));
  await screen.findByText(/marked as printed/i);
  await user.click(again);
  await waitFor(() => expect(printed).toEqual(['TAX INVOICEORIGINAL', 'TAX INVOICECOPY ONLY']));
});
