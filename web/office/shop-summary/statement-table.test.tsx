import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addMonths, day, firstDayOf, monthOf } from '#billing/calendar.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { summaryAnswer } from '../../testing/payments.ts';
import { balanceAnswer, testLine, testStatement, testSummaryInvoice } from '../../testing/shop-summary.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const STATEMENT = 'GET /api/shops/A12/statement';
const lines = [
  testLine(),
  testLine({
    kind: 'payment',
    text: 'Payment in cash',
    invoice_id: null,
    payment_id: 31,
    charged: null,
    paid: 10_000,
    balance: -1800,
  }),
  testLine({
    kind: 'balance',
    text: 'Balance set by the office',
    invoice_id: null,
    charged: null,
    paid: 50.5,
    balance: -1749.5,
  }),
];

beforeEach(() => signInAs('manager'));

function showStatement(more: Parameters<typeof answerCalls>[0] = {}, at = '') {
  const sent = answerCalls({
    [SUMMARY]: () => Response.json(summaryAnswer({ Invoices: [testSummaryInvoice()] })),
    [STATEMENT]: () => Response.json(testStatement(lines)),
    ...more,
  });
  return { ...openOffice(`/shop-summary/A12?tab=statement${at}`), sent };
}
async function rows() {
  const table = await screen.findByRole('table', { name: 'Statement' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
}

test('the statement resembles that of a bank, newest line first, with the running balance', {
  tags: ['slow'],
}, async () => {
  showStatement();
  expect(await rows()).toEqual([
    '1 Nov 2026Balance set by the officepaid 50.5050.501,749.50',
    '1 Nov 2026Payment in cashpaid 10,000.0010,000.001,800.00',
    '1 Nov 2026Invoice of Nov 2026charged 11,800.0011,800.0011,800.00',
  ]);
});

test('the number of an invoice is on one line', { tags: ['slow'] }, async () => {
  showStatement({ [STATEMENT]: () => Response.json(testStatement([testLine({ text: 'Invoice INV-A12-202611' })])) });
  expect((await screen.findByText('INV-A12-202611')).style.whiteSpace).toBe('nowrap');
  screen.getByRole('button', { name: 'Invoice INV-A12-202611' });
});

test('a credit is marked, and a balance of zero has no mark', { tags: ['slow'] }, async () => {
  showStatement({
    [STATEMENT]: () => Response.json(testStatement([testLine({ balance: 0 }), testLine({ balance: 50.5 })])),
  });
  const table = await screen.findByRole('table', { name: 'Statement' });
  const balances = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastElementChild?.textContent);
  expect(balances).toEqual(['50.50 CR', '0.00']);
});

test('it can be read oldest first, and the order is in the URL', { tags: ['slow'] }, async () => {
  const { user, address } = showStatement();
  await rows();
  await user.click(screen.getByRole('radio', { name: 'Oldest first' }));
  await waitFor(async () => expect((await rows())[0]).toContain('Invoice of Nov 2026'));
  expect(address()).toBe('/shop-summary/A12?tab=statement&statement-order=oldest');
  await user.click(screen.getByRole('radio', { name: 'Newest first' }));
  await waitFor(async () => expect((await rows())[0]).toContain('Balance set by the office'));
  expect(address()).toBe('/shop-summary/A12?tab=statement');
});

test('a payment links to its receipt, and an invoice to itself among the invoices', { tags: ['slow'] }, async () => {
  const { user, address } = showStatement();
  await rows();
  expect(screen.getByRole('link', { name: 'Payment in cash' }).getAttribute('href')).toBe('/receipt/31');
  await user.click(screen.getByRole('button', { name: 'Invoice of Nov 2026' }));
  await screen.findByRole('button', { name: 'Details of INV-A12-202611' });
  expect(address()).toBe('/shop-summary/A12?invoices-search=INV-A12-202611');
});

test('a statement that cannot be loaded is reported, and Try again loads it', { tags: ['slow'] }, async () => {
  let answer = () => new Response('', { status: 500 });
  const { user } = showStatement({ [STATEMENT]: () => answer() });
  await screen.findByText('Could not load the statement.');
  answer = () => Response.json(testStatement(lines));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(3);
});

test('a shop without movements shows a message', async () => {
  showStatement({ [STATEMENT]: () => Response.json(testStatement([])) });
  await screen.findByText('No activity yet.');
});

test('a balance that is set while the statement is open is shown immediately', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const set = 'PUT /api/systemsetting/shop-balance/A12';
  const { user, sent } = showStatement({
    [`${set}?dry_run=true`]: () => Response.json(balanceAnswer()),
    [set]: () => Response.json(balanceAnswer()),
  });
  await rows();
  await user.click(screen.getByRole('button', { name: 'Correct the balance' }));
  await user.type(await screen.findByLabelText('Set shop balance'), '5');
  await user.click(screen.getByRole('button', { name: 'Update Balance' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/still owed/);
  await user.type(dialog.getByLabelText(/^Reason/), 'Taken over');
  await user.click(dialog.getByRole('button', { name: 'Set balance' }));
  await screen.findByText(/^Shop balance updated\./);
  await waitFor(() => expect(sent.filter(({ call }) => call === STATEMENT)).toHaveLength(2));
  expect(await rows()).toHaveLength(3);
});

test('of a void payment only the amount is struck through, and it links to its receipt', {
  tags: ['slow'],
}, async () => {
  showStatement({
    [STATEMENT]: () =>
      Response.json(
        testStatement([
          testLine(),
          testLine({
            kind: 'payment',
            text: 'Payment 31, Cash (void): Paid twice',
            payment_id: 31,
            invoice_id: null,
            charged: null,
            paid: null,
            voided: 500,
            balance: -11_800,
          }),
        ]),
      ),
  });
  const link = await screen.findByRole('link', { name: 'Payment 31, Cash (void): Paid twice' });
  expect(link.getAttribute('href')).toBe('/receipt/31');
  expect(link.closest('s')).toBeNull();
  expect(screen.getByText('500.00').tagName).toBe('S');
  expect(screen.getAllByText('VOID')).not.toEqual([]);
  expect(link.closest('tr')?.lastElementChild?.textContent).toContain('11,800.00');
});

const TODAY = browserToday();
const MONTH = firstDayOf(monthOf(TODAY));

test.each([
  ['This month', 'month', MONTH],
  ['Last 3 months', 'quarter', addMonths(MONTH, -2)],
  ['This year', 'year', `${TODAY.slice(0, 4)}-01-01`],
])(
  '%s is in the URL, and the statement opens and closes with its balances',
  { tags: ['slow'] },
  async (label, period, from) => {
    const days = { from: day(from), to: TODAY, opening_balance: -500, closing_balance: -1749.5 };
    const { user, address } = showStatement({
      [`${STATEMENT}?from=${from}&to=${TODAY}`]: () => Response.json(testStatement(lines, days)),
    });
    await rows();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), label);
    await waitFor(async () => expect(await rows()).toHaveLength(5));
    expect(address()).toBe(`/shop-summary/A12?tab=statement&statement-period=${period}`);
    const shown = await rows();
    expect(shown[0]).toBe(`Closing balance on ${formatOfficeDay(TODAY)}1,749.50`);
    expect(shown.at(-1)).toBe(`Opening balance on ${formatOfficeDay(day(from))}500.00`);
  },
);

test('own dates begin with the days that are shown; a period that ends before it begins is not asked for', {
  tags: ['slow'],
}, async () => {
  const { user, address, sent } = showStatement(
    { [`${STATEMENT}?from=${MONTH}&to=${TODAY}`]: () => Response.json(testStatement(lines)) },
    '&statement-period=month',
  );
  await rows();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Custom dates');
  await screen.findByLabelText('To');
  expect(address()).toBe(
    `/shop-summary/A12?tab=statement&statement-period=own&statement-from=${MONTH}&statement-to=${TODAY}`,
  );
  const before = sent.length;
  await user.clear(screen.getByLabelText('To'));
  await user.type(screen.getByLabelText('To'), '2 Jan 2020');
  await user.tab();
  await screen.findByText('The end date cannot be before the start date.');
  expect(sent.slice(before).map(({ call }) => call)).not.toContain(`${STATEMENT}?from=${MONTH}&to=2020-01-02`);
});

test('the tenancy in the URL is the one whose statement is shown', async () => {
  const former = testStatement(lines.slice(0, 1), { tenancy_id: 3 });
  showStatement({ [`${STATEMENT}?tenancy_id=3`]: () => Response.json(former) }, '&tenancy=3');
  expect(await rows()).toHaveLength(1);
});

test('printing shows the paper only to the printer, also when the browser itself prints', {
  tags: ['slow'],
}, async () => {
  const { user } = showStatement();
  await rows();
  const printed: (string | null)[] = [];
  vi.stubGlobal('print', () => {
    act(() => void dispatchEvent(new Event('beforeprint')));
    printed.push(screen.getByRole('article', { name: /^Statement of account, shop A12/ }).textContent);
    act(() => void dispatchEvent(new Event('afterprint')));
  });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('Amount due on 20 Nov 2026: Rs. 1,749.50');
  expect(screen.queryByRole('article', { name: /^Statement of account/ })).toBeNull();
});

test('the PDF of the period is saved under the name of the shop', async () => {
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file-1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const days = { from: day('2026-11-01'), to: day('2026-11-20') };
  const { user } = showStatement(
    {
      [`${STATEMENT}?from=2026-11-01&to=2026-11-20`]: () => Response.json(testStatement(lines, days)),
      [`${STATEMENT}/pdf?tenancy_id=1&from=2026-11-01&to=2026-11-20`]: () =>
        new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
    },
    '&statement-period=own&statement-from=2026-11-01&statement-to=2026-11-20',
  );
  await rows();
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(saved).toEqual(['Statement A12 2026-11-20.pdf']));
});

const EMAIL = 'POST /api/shops/A12/statement/email';

test.each([
  [true, 'Sent to nimal@example.com.'],
  [false, 'Email is not set up on this server.'],
])(
  'the statement is emailed after a question, and the result is shown: sent %s',
  { tags: ['slow'] },
  async (success, message) => {
    signInAs('admin');
    const { user, sent } = showStatement({ [EMAIL]: () => Response.json({ success, message }) });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Email' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send this statement to Nimal Perera?' }));
    dialog.getByText('The statement will be sent as a PDF to nimal@example.com.');
    await user.click(dialog.getByRole('button', { name: 'Send email' }));
    await screen.findByText(message);
    const [request] = sent.filter(({ call }) => call === EMAIL);
    expect(request?.body).toEqual({ tenancy_id: 1 });
    expect(request?.headers.get('idempotency-key')).toBeTruthy();
  },
);

test('a tenant without an address is not asked about, and a reader has no button to send', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  const { user, sent } = showStatement({
    [STATEMENT]: () => Response.json(testStatement(lines, { tenant_email: null })),
  });
  await rows();
  await user.click(screen.getByRole('button', { name: 'Email' }));
  await screen.findByText(/^Nimal Perera has no email address\./);
  expect(sent.filter(({ call }) => call === EMAIL)).toEqual([]);
  cleanup();
  signInAs('manager');
  showStatement();
  await rows();
  expect(screen.queryByRole('button', { name: 'Email' })).toBeNull();
});
