import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { invoiceColumnNames } from '#contract/columns.ts';
import { mail, type StoredMail } from '#contract/mail.ts';
import { pageOf, sentAnswer, testInvoice } from '../../testing/invoices.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';

describe('columns panel', () => {
  beforeEach(() => signInAs('manager'));

  const USUAL = ['Invoice ID', 'Shop ID', 'Tenant', 'Month', 'Status', 'Total Amount', 'Amount due'];

  /** The columns of specification 1, section 2, to the letter. */
  const SPECIFIED = [
    'Invoice ID',
    'Shop ID',
    'Month',
    'Rent Amount',
    'Operation Fee',
    'VAT',
    'Previous Balance',
    'Total Fines',
    'Fines Prev Month',
    'Total Arrears',
    'Total Amount',
    'Status',
    'Total Paid',
    'Prev Total Paid',
    'Prev Payment Date',
    'Created At',
    'Shop Name',
    'Tenant',
  ];

  const READ = 'GET /api/admin/columns';
  const SAVE = 'PUT /api/admin/columns';

  /** Answers calls like a server that stores the chosen columns. */
  function serve(
    stored: { invoices: string[] | null } = { invoices: null },
    more: Parameters<typeof answerCalls>[0] = {},
  ) {
    return answerCalls({
      'GET /api/invoices?page=1&limit=10': () => pageOf([testInvoice(1)]),
      [READ]: () => Response.json({ columns: stored }),
      [SAVE]: ({ body }) => {
        stored.invoices = (body as { columns: string[] | null }).columns;
        return Response.json({ message: 'Columns saved.', columns: stored });
      },
      ...more,
    });
  }

  const chosenIn = (sent: ReturnType<typeof serve>) =>
    sent.filter(({ call }) => call === SAVE).map(({ body }) => (body as { columns: string[] | null }).columns);

  async function open() {
    const office = openOffice('/invoices');
    const table = await screen.findByRole('table', { name: 'Invoices' });
    // On a phone, the columns are behind the filters.
    const filters = screen.queryByRole('button', { name: 'Filters' });
    if (filters) await office.user.click(filters);
    await office.user.click(screen.getByRole('button', { name: 'Columns' }));
    const boxes = within(await screen.findByRole('group', { name: 'Columns' }));
    return { ...office, table, boxes };
  }

  const headings = () =>
    [...screen.getByRole('table', { name: 'Invoices' }).querySelectorAll('th')]
      .map(({ textContent }) => textContent?.replace(' (LKR)', ''))
      .slice(1);

  test('all columns of the specification, in its order, and what is due', { tags: ['slow'] }, async () => {
    const sent = serve();
    const { user, boxes } = await open();
    expect(headings()).toEqual(USUAL);
    expect(boxes.getAllByRole('checkbox', { checked: true })).toHaveLength(USUAL.length);
    await user.click(screen.getByRole('button', { name: 'All columns' }));
    await waitFor(() => expect(chosenIn(sent)).toEqual([[...invoiceColumnNames]]));
    expect(headings().filter((heading) => heading !== 'Amount due')).toEqual(SPECIFIED);
    const cells = within(screen.getByRole('row', { name: /INV-A-1-/ })).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual([
      'INV-A-1-202611',
      'A-1',
      'Nov 2026',
      '8,000.00',
      '2,000.00',
      '1,800.00',
      '100.00',
      '2,400.00',
      '1,200.00',
      '5,900.00',
      '20,000.00',
      'UnpaidNewly Arrived',
      '300.00',
      '11,500.00',
      '700.00',
      '18 Oct 2026',
      '1 Nov 2026',
      'Shop number 1',
      'Nimal Perera',
    ]);
    await user.click(screen.getByRole('button', { name: 'Details of INV-A-1-202611' }));
    expect(screen.getByRole('table', { name: 'Invoices' }).querySelectorAll('dt')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('button', { name: 'Default columns' }));
    await waitFor(() => expect(chosenIn(sent).at(-1)).toBeNull());
    expect(headings()).toEqual(USUAL);
  });

  test('a column is ticked by keyboard, and is there on the next visit, on a phone too', {
    tags: ['slow'],
  }, async () => {
    const stored = { invoices: null };
    const sent = serve(stored);
    const { user, boxes } = await open();
    boxes.getByRole('checkbox', { name: 'Rent Amount' }).focus();
    await user.keyboard(' ');
    boxes.getByRole('checkbox', { name: 'Tenant' }).focus();
    await user.keyboard(' ');
    const wanted = ['Invoice ID', 'Shop ID', 'Month', 'Rent Amount', 'Total Amount', 'Status', 'Amount due'];
    expect(headings()).toEqual(wanted);
    const names = ['invoice_id', 'shop_id', 'month_year', 'rent_amount', 'total_amount', 'status', 'amount_due'];
    await waitFor(() => expect(stored.invoices).toEqual(names));
    expect(chosenIn(sent).at(-1)).toEqual(names);
    cleanup();
    const { innerWidth } = window;
    Object.assign(window, { innerWidth: 390 });
    onTestFinished(() => void Object.assign(window, { innerWidth }));
    await open();
    expect(headings()).toEqual(wanted);
  });

  test('the usual columns ticked by hand are the usual ones, and one column must remain', {
    tags: ['slow'],
  }, async () => {
    const stored = { invoices: ['status'] };
    const sent = serve(stored);
    const { user, boxes } = await open();
    const status = boxes.getByRole('checkbox', { name: 'Status' });
    await user.click(status);
    await screen.findByText('At least one column must be shown.');
    expect(status).toHaveProperty('checked', true);
    expect([headings(), chosenIn(sent)]).toEqual([['Status'], []]);
    for (const name of USUAL.filter((one) => one !== 'Status')) await user.click(boxes.getByRole('checkbox', { name }));
    await waitFor(() => expect(stored.invoices).toBeNull());
    expect(headings()).toEqual(USUAL);
  });

  test('a choice that is not saved is reported and remains for now', { tags: ['slow'] }, async () => {
    serve(undefined, { [SAVE]: () => refuse('internal') });
    const { user, boxes } = await open();
    await user.click(boxes.getByRole('checkbox', { name: 'VAT' }));
    await screen.findByText(/^Could not save the columns\. Your choice applies/);
    expect(headings()).toContain('VAT');
    expect(boxes.getByRole('checkbox', { name: 'VAT' })).toHaveProperty('checked', true);
  });

  test('choices made while one is being saved are saved after it, the newest only', { tags: ['slow'] }, async () => {
    let finish = () => {};
    const first = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const sent = serve(undefined, {
      [SAVE]: async ({ body }) => {
        await first;
        return Response.json({ message: '', columns: { invoices: (body as { columns: string[] }).columns } });
      },
    });
    const { user, boxes } = await open();
    for (const name of ['VAT', 'Total Paid', 'Shop Name']) await user.click(boxes.getByRole('checkbox', { name }));
    expect(chosenIn(sent)).toHaveLength(1);
    finish();
    await waitFor(() => expect(chosenIn(sent)).toHaveLength(2));
    expect(chosenIn(sent)[1]).toEqual(expect.arrayContaining(['vat_amount', 'total_paid', 'shop_name']));
  });

  test('a choice that cannot be loaded is reported, and loads when it is tried again', { tags: ['slow'] }, async () => {
    let tries = 0;
    serve(undefined, {
      [READ]: () => {
        tries += 1;
        return tries === 1 ? refuse('internal') : Response.json({ columns: { invoices: ['shop_id'] } });
      },
    });
    const { user } = await open();
    expect(headings()).toEqual(USUAL);
    screen.getByText(/Could not load the columns you chose\./);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(headings()).toEqual(['Shop ID']));
  });
});

describe('open mails', () => {
  beforeEach(() => signInAs('admin'));

  const SEND = 'POST /api/email/send-email';
  const OPEN = 'GET /api/email/mails?open=true';
  const AT = '2026-11-20T06:30:00.000Z';

  function testMail(more: Partial<StoredMail>): StoredMail {
    const about = { mail_id: 1, invoice_id: 'INV-A-1-202611', shop_id: 'A-1', recipient: 'nimal@example.com' };
    const result = { state: 'unknown', message: 'It is not known whether this email was sent.' };
    const [stored] = mail.list.answer.parse([
      { ...about, ...result, requested_by: 'kumari@example.com', createdAt: AT, updatedAt: AT, ...more },
    ]);
    if (!stored) throw new Error('no mail');
    return stored;
  }

  function open(mails: () => StoredMail[], more: Parameters<typeof answerCalls>[0] = {}) {
    const sent = answerCalls({
      'GET /api/invoices?page=1&limit=10': () => pageOf([testInvoice(1)]),
      [OPEN]: () => Response.json(mails()),
      [SEND]: ({ body }) => Response.json(sentAnswer(body)),
      ...more,
    });
    return { ...openOffice('/invoices'), sent };
  }

  test('an email of an unknown result is sent again only after a confirmation, and then leaves the list', {
    tags: ['slow'],
  }, async () => {
    let mails = [testMail({})];
    const { user, sent } = open(() => mails);
    const list = await screen.findByRole('list', { name: 'Emails with an unknown result' });
    expect(list.textContent).toContain('Invoice INV-A-1-202611 to nimal@example.com');
    await user.click(within(list).getByRole('button', { name: 'Send INV-A-1-202611 again' }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('the tenant receives the invoice twice');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.filter(({ call }) => call === SEND)).toEqual([]);

    await user.click(within(list).getByRole('button', { name: 'Send INV-A-1-202611 again' }));
    mails = [];
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Emails with an unknown result' })).toBeNull());
    const requests = sent.filter(({ call }) => call === SEND);
    expect(requests.map(({ body }) => body)).toEqual([{ invoices: [{ invoice_id: 'INV-A-1-202611', again: true }] }]);
    expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('emails that wait are counted until they were sent', { tags: ['slow'] }, async () => {
    let mails = [testMail({ state: 'queued' }), testMail({ mail_id: 2, state: 'sending' })];
    open(() => mails);
    await screen.findByText('2 emails are waiting to be sent.');
    mails = [];
    await waitFor(() => expect(screen.queryByText(/waiting to be sent/)).toBeNull(), { timeout: 60_000 });
  });

  test('a manager sees unknown results, and a statement leads to its shop', async () => {
    signInAs('manager');
    open(() => [testMail({}), testMail({ mail_id: 2, invoice_id: null })]);
    const statement = await screen.findByRole('link', { name: 'Statement for shop A-1 to nimal@example.com' });
    expect(statement.getAttribute('href')).toBe('/shop-summary/A-1');
    expect(screen.queryByRole('button', { name: /^Send / })).toBeNull();
  });

  test.each([
    ['queued', 'Queued'],
    ['sending', 'Sending'],
    ['sent', 'Sent'],
    ['failed', 'Failed'],
    ['unknown', 'Unknown'],
  ] as const)('the open row of an invoice shows an email that is %s', { tags: ['slow'] }, async (state, word) => {
    const ofInvoice = 'GET /api/email/mails?invoice_id=INV-A-1-202611';
    const { user } = open(() => [], { [ofInvoice]: () => Response.json([testMail({ state, message: 'A message.' })]) });
    await user.click(await screen.findByRole('button', { name: 'Details of INV-A-1-202611' }));
    const list = await screen.findByRole('list', { name: 'Emails for invoice INV-A-1-202611' });
    expect(list.textContent).toMatch(new RegExp(`: ${word}\\. A message\\.$`));
  });
});
