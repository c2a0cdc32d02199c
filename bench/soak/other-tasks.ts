import { BACKUP_END } from '#contract/backup.ts';
import type { Answer } from '#contract/call.ts';
import { type ReportName, reportNames, type reports } from '#contract/reports.ts';
import { confirmIdentity, type SoakMarket, signInToSoak } from './market.ts';
import { pickAt, type SoakRequest, type Task, task, type Visitor, WHOLE_MARKET_MS } from './visitor.ts';

export async function expectPdf(visitor: Visitor, address: string, request: SoakRequest = {}): Promise<void> {
  const { body } = await visitor.ask(address, request);
  if (body.toString('latin1', 0, 5) !== '%PDF-') throw new Error(`${address} gave no PDF`);
}

export function fileTasks(market: SoakMarket): Task[] {
  const { today, invoiceIds, tokens } = market;
  const [year, month] = today.split('-');
  const token = tokens.admin;
  const address = (name: ReportName, format: string) =>
    `/api/${name}/monthly-income?year=${year}&month=${month}&format=${format}`;
  return [
    task('report as PDF by a download token', 3, async (at) => {
      const request = { method: 'POST', token } as const;
      const { ticket } = await market.askJson<Answer<typeof reports.ticket>>('/api/report/ticket', request);
      await expectPdf(market, `${address(pickAt(reportNames, at), 'pdf')}&ticket=${ticket}`);
    }),
    task('report as spreadsheet', 3, async (at) => {
      const { body } = await market.ask(address(pickAt(reportNames, at), 'xlsx'), { token });
      if (body.toString('latin1', 0, 2) !== 'PK') throw new Error('gave no spreadsheet');
    }),
    task('invoice as PDF', 6, (at) => expectPdf(market, `/api/invoices/${pickAt(invoiceIds, at)}/pdf`, { token })),
    task('backup downloaded', 1 / 3, async () => {
      await confirmIdentity(market);
      const { body } = await market.ask('/api/backup/backup', { token: tokens.superadmin, mostMs: WHOLE_MARKET_MS });
      if (!body.subarray(-400).includes(BACKUP_END)) throw new Error('the backup was cut off');
    }),
  ];
}

export function sessionTasks(market: SoakMarket): Task[] {
  return [
    task('sign in and out', 4, async (at) => {
      const token = await signInToSoak(market, pickAt(['manager', 'admin', 'superadmin', 'tiketing'], at));
      await market.ask('/api/admin/session', { token });
      await market.ask('/api/admin/logout', { method: 'POST', token });
      await market.ask('/api/admin/session', { token, expected: [401] });
    }),
    task('wrong password', 13, (at) => {
      const body = { email: 'editor@example.com', password: `guess-${at}` };
      return market.ask('/api/admin/login', { method: 'POST', body, expected: [401, 429] });
    }),
  ];
}

export function rejectedTasks(market: SoakMarket): Task[] {
  const { shopIds, tokens, today } = market;
  const body = { amountPaid: 100, paymentDate: today };
  const payment = (what: string, perMinute: number, request: SoakRequest): Task =>
    task(what, perMinute, (at) =>
      market.ask(`/api/payments/by-shop/${pickAt(shopIds, at)}`, { method: 'POST', ...request }),
    );
  return [
    task('shops without a token', 10, () => market.ask('/api/shops', { expected: [401] })),
    payment('payment by an editor', 5, { token: tokens.editor, body, expected: [403] }),
    payment('invalid JSON', 5, { token: tokens.admin, body: '{"amountPaid":', expected: [400] }),
    payment('amount below zero', 5, { token: tokens.admin, body: { ...body, amountPaid: -1 }, expected: [400] }),
  ];
}

export function hangUpTasks(market: SoakMarket): Task[] {
  const { tokens, years, today } = market;
  const news = { type: 'notice', topic: 'never sent', description: 'x'.repeat(4000) };
  const report = `/api/report3/monthly-income?year=${today.slice(0, 4)}&month=${today.slice(5, 7)}`;
  return [
    task('hangs up within the request', 10, (at) =>
      market.hangUp('/home-dailyprice', { afterMs: 300, atBytes: 5 + (at % 30) }),
    ),
    task('hangs up within the body', 6, () => {
      const request = { method: 'POST', token: tokens.editor, body: news } as const;
      return market.hangUp('/api/publications', { ...request, afterMs: 500, atBytes: 2000 });
    }),
    task('hangs up on a year of prices', 6, (at) =>
      market.hangUp(`/api/v1/years/${pickAt(years, at)}/prices.json?cut=${at}`, { afterMs: at % 200 }),
    ),
    task('hangs up on a report', 1, (at) => market.hangUp(report, { token: tokens.manager, afterMs: 50 + (at % 100) })),
    task('hangs up on the backup', 0.5, async (at) => {
      await confirmIdentity(market);
      await market.hangUp('/api/backup/backup', { token: tokens.superadmin, afterMs: 200 + ((at * 317) % 1500) });
    }),
  ];
}
