import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillDemoFolder, startProduct } from '../bench/servers.ts';
import { DEMO_PASSWORD } from './demo/fill-demo.ts';
import { type Counted, startCountingProxy } from './scan/counting-proxy.ts';
import { runSqlmap, runWapiti } from './scan/scanners.ts';
import { listReads, type Target, writes } from './scan/targets.ts';
import { installDebianPackages } from './setup/install.ts';

/**
 * `npm run scan [NAME]`: what two well-known scanners find on this machine, in a market of its own with five years of the demo:
 * sqlmap in every value of every address that the API reads and of what clerks send, wapiti on the public pages and the API
 * page. Prints what was asked and found; ends with 1 when a scanner found something or an answer was 500 or above. With a NAME
 * only the scanners called so.
 */
installDebianPackages('sqlmap', 'wapiti');
const scratch = mkdtempSync(path.join(tmpdir(), 'pola-scan-'));
const { folder, remove } = await fillDemoFolder();
const product = await startProduct(folder);
const proxy = await startCountingProxy(product.url);
let bad = 0;

try {
  const authorization = `Bearer ${await signIn()}`;
  await scanWithSqlmap('sqlmap addresses', listReads(), authorization);
  await scanWithSqlmap('sqlmap bodies', writes, authorization);
  if (isWanted('wapiti')) {
    const found = await runWapiti(proxy.url, scratch);
    tell('wapiti, public pages', proxy.take(), found);
  }
} finally {
  proxy.stop();
  await product.stop();
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = bad === 0 ? 0 : 1;

/** Without a name all are wanted; with one, those whose name has it. */
function isWanted(scanner: string): boolean {
  const [wanted] = process.argv.slice(2);
  return wanted === undefined || scanner.includes(wanted);
}

async function scanWithSqlmap(scanner: string, targets: readonly Target[], authorization: string): Promise<void> {
  if (!isWanted(scanner)) return;
  const found: string[] = [];
  for (const target of targets) found.push(...(await runSqlmap(proxy.url, target, authorization, scratch)));
  tell(`${scanner}, ${targets.length} calls`, proxy.take(), found);
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${product.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@example.com', password: DEMO_PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}

function tell(name: string, { requests, byStatus, faults, slowestMs }: Counted, found: string[]): void {
  bad += found.length + faults.length;
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`);
  console.log(`${name}: ${requests} requests (${statuses.join(', ')}), slowest ${slowestMs} ms, found ${found.length}`);
  for (const line of [...found, ...faults.slice(0, 20)]) console.log(`  ${line}`);
}
