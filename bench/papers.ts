import { median } from './median.ts';
import type { Office } from './office.ts';

/** A screen or a paper of the office, and how long it may take. */
interface Paper {
  what: string;
  address: string;
  targetMs: number;
}

const ROUNDS = 5;

/** The papers that are measured, on that day: the invoice list, the dashboard, and the three reports. */
function papersOf(today: string): Paper[] {
  const [year, month] = today.split('-');
  const asked = `month=${month}&year=${year}`;
  return [
    { what: 'invoice list, first page of 10', address: '/api/invoices?page=1&limit=10', targetMs: 100 },
    { what: 'invoice list, a search', address: `/api/invoices?search=a1&page=1&limit=10`, targetMs: 100 },
    { what: 'dashboard, a year', address: `/api/summery/summary?year=${year}`, targetMs: 50 },
    { what: 'arrears list', address: '/api/summery/arrears', targetMs: 50 },
    { what: 'rent payment summary, xlsx', address: `/api/report/monthly-income?${asked}&format=xlsx`, targetMs: 1000 },
    { what: 'rent payment summary, PDF', address: `/api/report/monthly-income?${asked}`, targetMs: 1000 },
    { what: 'remaining dues, PDF', address: `/api/report2/monthly-income?${asked}`, targetMs: 1000 },
    { what: 'shop payment summary, PDF', address: `/api/report3/monthly-income?${asked}`, targetMs: 1000 },
  ];
}

/** How long each paper takes, as the median of five, after one that warms up. */
export async function measurePapers(office: Office) {
  const figures = [];
  for (const { what, address, targetMs } of papersOf(office.today)) {
    await office.fetch(address);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      await office.fetch(address);
      times.push(performance.now() - start);
    }
    figures.push({ what, ms: median(times), targetMs, note: `median of ${ROUNDS}` });
  }
  return figures;
}
