import { addDays, addMonths, monthOf } from '#billing/calendar.ts';
import { BACKUP_END } from '#contract/backup.ts';
import type { Answer } from '#contract/call.ts';
import { type ReportName, reportNames, type reports } from '#contract/reports.ts';
import { type Errand, pick } from './errand.ts';
import type { Market } from './market.ts';

/** What the office looks up: invoices, shops, payments, reports, tickets, the audit log, a backup. */
export function readOffice(market: Market): Errand[] {
  return [...readBooks(market), ...readTickets(market), ...fetchFiles(market)];
}

function reader(market: Market, token: string) {
  return (what: string, aMinute: number, address: (at: number) => string): Errand => ({
    what,
    aMinute,
    run: (at) => market.ask(address(at), { token }),
  });
}

function readBooks(market: Market): Errand[] {
  const { today, shopIds, tokens } = market;
  const read = reader(market, tokens.manager);
  const [year] = today.split('-');
  const shop = (at: number) => pick(shopIds, at);
  const back = (at: number) => addMonths(today, -(at % 48));
  return [
    read('invoice list', 40, () => '/api/invoices?page=1&limit=10'),
    read('invoice list, a search', 20, (at) => `/api/invoices?search=${shop(at)}&page=1&limit=10`),
    read('invoice list, far back', 15, (at) => `/api/invoices?sort=total_amount&order=desc&page=${1 + at}&limit=50`),
    read('invoice list of a month', 15, (at) => `/api/invoices?month_year=${monthOf(back(at))}&status=paid`),
    read('dashboard of a year', 15, () => `/api/summery/summary?year=${year}`),
    read('dashboard of a month', 10, (at) => `/api/summery/summary?year=${year}&month=${1 + (at % 12)}`),
    read('arrears', 6, () => '/api/summery/arrears'),
    read("manager's morning", 10, () => '/api/summery/morning'),
    read('shop summary', 40, (at) => `/api/shops/shop-summary/${shop(at)}`),
    read('statement', 12, (at) => `/api/shops/${shop(at)}/statement`),
    read('shops', 10, () => '/api/shops'),
    read('tenants', 6, () => '/api/tenants'),
    read(
      'payments of a month',
      8,
      (at) => `/api/payments/payments?year=${back(at).slice(0, 4)}&month=${1 + (at % 12)}`,
    ),
    read('runs', 4, () => '/api/settings/runs'),
    read('audit log', 15, (at) => `/api/audit?page=${1 + (at % 50)}`),
    read('audit log of a shop', 8, (at) => `/api/audit?shop_id=${shop(at)}&event_type=Payment+Made`),
    read('audit log, a search', 4, (at) => `/api/audit?search=${shop(at)}`),
    read('price sheet', 6, () => `/api/prices/sheet/${today}`),
    read('who am I', 20, () => '/api/admin/session'),
    read('whole market verified', 0.2, () => '/api/books/verify'),
  ];
}

function readTickets(market: Market): Errand[] {
  const { today, tokens } = market;
  const read = reader(market, tokens.tiketing);
  const date = (at: number) => addDays(today, -(at % 40));
  return [
    read('sanitation cards', 15, () => '/api/sanitation/breakdown'),
    read('sanitation tickets of a day', 10, (at) => `/api/sanitation/by-date?date=${date(at)}&page=1&limit=20`),
    read('vehicles of a day', 10, (at) => `/api/vehicle-tickets/by-date?date=${date(at)}&page=1&limit=20`),
    read('vehicle income', 10, (at) => `/api/vehicle-tickets/${pick(['daily', 'monthly'], at)}-income`),
    read('ticket checked', 20, (at) => `/api/gate/check/${pick(['T20_', 'T100_', 'V'], at)}${1 + at}`),
    read('shifts', 6, () => '/api/gate/shifts'),
  ];
}

function fetchFiles(market: Market): Errand[] {
  const { today, invoiceIds, tokens } = market;
  const [year, month] = today.split('-');
  const token = tokens.admin;
  const fetchPdf = async (address: string, asked = {}) => {
    const { body } = await market.ask(address, asked);
    if (body.toString('latin1', 0, 5) !== '%PDF-') throw new Error(`${address} gave no PDF`);
  };
  const address = (name: ReportName, format: string) =>
    `/api/${name}/monthly-income?year=${year}&month=${month}&format=${format}`;
  return [
    {
      what: 'report as PDF by a ticket',
      aMinute: 3,
      async run(at) {
        const made = { method: 'POST', token } as const;
        const { ticket } = await market.tell<Answer<typeof reports.ticket>>('/api/report/ticket', made);
        await fetchPdf(`${address(pick(reportNames, at), 'pdf')}&ticket=${ticket}`);
      },
    },
    {
      what: 'report as spreadsheet',
      aMinute: 3,
      async run(at) {
        const { body } = await market.ask(address(pick(reportNames, at), 'xlsx'), { token });
        if (body.toString('latin1', 0, 2) !== 'PK') throw new Error('gave no spreadsheet');
      },
    },
    {
      what: 'invoice as PDF',
      aMinute: 6,
      run: (at) => fetchPdf(`/api/invoices/${pick(invoiceIds, at)}/pdf`, { token }),
    },
    {
      what: 'backup downloaded',
      aMinute: 1 / 3,
      async run() {
        const { body } = await market.ask('/api/backup/backup', { token: tokens.superadmin });
        if (!body.subarray(-400).includes(BACKUP_END)) throw new Error('the backup was cut off');
      },
    },
  ];
}
