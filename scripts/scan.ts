import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDemoOffice, prepareDemo, proofOf } from './demo/run-product.ts';
import { type Counted, startCountingProxy } from './scan/counting-proxy.ts';
import { runSqlmap, runWapiti } from './scan/scanners.ts';
import { listReads, type Target, writes } from './scan/targets.ts';
import { ensureScanners } from './setup/programs.ts';

/**
 * `npm run scan [NAME]` runs sqlmap on calls that read and on some that write, and wapiti on the public pages. The exit
 * code is 1 if there is a finding, a response with status 500 or above, or a call that the server never accepted.
 */
ensureScanners();
const scratch = mkdtempSync(path.join(tmpdir(), 'pola-scan-'));
const { folder, remove } = await prepareDemo();
const office = await openDemoOffice(folder, 'superadmin');
const proxy = await startCountingProxy(office.server.url);
let bad = 0;

try {
  await scanWithSqlmap('sqlmap addresses', listReads(await makeWhatTheDemoLacks()));
  await scanWithSqlmap('sqlmap bodies', writes);
  if (isWanted('wapiti')) {
    const found = await runWapiti(proxy.url, scratch);
    report('wapiti, public pages', proxy.take(), found);
  }
} finally {
  proxy.stop();
  await office.stop();
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = bad === 0 ? 0 : 1;

function isWanted(scanner: string): boolean {
  const [wanted] = process.argv.slice(2);
  return wanted === undefined || scanner.includes(wanted);
}

async function makeWhatTheDemoLacks(): Promise<Record<string, string>> {
  const paid = { amountPaid: 10, paymentDate: office.today };
  const { payment } = await office.post<{ payment: { payment_id: number } }>('/api/payments/by-shop/A1', paid);
  const run = randomUUID();
  await office.post(`/api/generateInvoices/generate-all?run_id=${run}`, proofOf('superadmin'));
  const { run_id } = await office.post<{ run_id: string }>('/api/email/send-email', {
    invoices: [{ invoice_id: 'INV-A1-202610' }],
  });
  const [shift] = await office.get<{ id: string }[]>('/api/gate/shifts');
  return {
    'payments.id': String(payment.payment_id),
    'bulkActions.id': run,
    'mail.id': run_id,
    'gate.id': shift?.id ?? '',
  };
}

async function scanWithSqlmap(scanner: string, targets: readonly Target[]): Promise<void> {
  if (!isWanted(scanner)) return;
  const found: string[] = [];
  for (const target of targets) {
    const before = proxy.accepted();
    found.push(...(await runSqlmap(proxy.url, target, { authorization: office.authorization, scratch })));
    if (proxy.accepted() === before)
      found.push(`${target.method} ${target.address} was never accepted: give it good values`);
  }
  report(`${scanner}, ${targets.length} calls`, proxy.take(), found);
}

function report(name: string, { requests, byStatus, faults, slowestMs }: Counted, found: string[]): void {
  bad += found.length + faults.length;
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`);
  console.log(`${name}: ${requests} requests (${statuses.join(', ')}), slowest ${slowestMs} ms, found ${found.length}`);
  for (const line of [...found, ...faults.slice(0, 20)]) console.log(`  ${line}`);
}
