import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDemoOffice, prepareDemo, proofOf } from './demo/run-product.ts';
import { addUp, type Counted, startCountingProxy } from './scan/counting-proxy.ts';
import { runSqlmap, runWapiti } from './scan/scanners.ts';
import { listReads, type Target, writes } from './scan/targets.ts';
import { ensureScanners } from './setup/programs.ts';

/**
 * `npm run scan [NAME]`: what two well-known scanners find on this machine, in a market of its own with five years of the demo:
 * sqlmap in every value of every address that the API reads and of what clerks send, wapiti on the public pages and the API
 * page. Prints what was asked and found; ends with 1 when a scanner found something, an answer was 500 or above, or a call was
 * never accepted, because then only its checks were attacked. With a NAME only the scanners called so.
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
    tell('wapiti, public pages', proxy.take(), found);
  }
} finally {
  proxy.stop();
  await office.stop();
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = bad === 0 ? 0 : 1;

/** Without a name all are wanted; with one, those whose name has it. */
function isWanted(scanner: string): boolean {
  const [wanted] = process.argv.slice(2);
  return wanted === undefined || scanner.includes(wanted);
}

/** Makes a payment and a run, and returns their ids. */
async function makeWhatTheDemoLacks(): Promise<Record<string, string>> {
  const paid = { amountPaid: 10, paymentDate: office.today };
  const { payment } = await office.post<{ payment: { payment_id: number } }>('/api/payments/by-shop/A1', paid);
  const run = randomUUID();
  await office.post(`/api/generateInvoices/generate-all?run_id=${run}`, proofOf('superadmin'));
  return { 'payments.id': String(payment.payment_id), 'bulkActions.id': run };
}

async function scanWithSqlmap(scanner: string, targets: readonly Target[]): Promise<void> {
  if (!isWanted(scanner)) return;
  const found: string[] = [];
  const counts: Counted[] = [];
  for (const target of targets) {
    found.push(...(await runSqlmap(proxy.url, target, office.authorization, scratch)));
    const counted = proxy.take();
    counts.push(counted);
    const isAccepted = [200, 201].some((status) => counted.byStatus[status] !== undefined);
    if (!isAccepted) found.push(`${target.method} ${target.address} was never accepted: give it good values`);
  }
  tell(`${scanner}, ${targets.length} calls`, addUp(counts), found);
}

function tell(name: string, { requests, byStatus, faults, slowestMs }: Counted, found: string[]): void {
  bad += found.length + faults.length;
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`);
  console.log(`${name}: ${requests} requests (${statuses.join(', ')}), slowest ${slowestMs} ms, found ${found.length}`);
  for (const line of [...found, ...faults.slice(0, 20)]) console.log(`  ${line}`);
}
