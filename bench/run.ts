import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { prepareDemo, startProduct } from '#scripts/demo/run-product.ts';
import { measureAuditLog } from './audit-log.ts';
import { measureBackup } from './backup.ts';
import { measureGrowth } from './growth.ts';
import { residentBytes, startBare } from './harness.ts';
import { sendRequest } from './http-client.ts';
import { measureLedgers } from './ledgers.ts';
import { measureHistory, measureRatios } from './ratios.ts';
import { writeReport } from './report.ts';
import { measureScreens } from './screens.ts';
import { median } from './statistics.ts';
import { measureTickets } from './tickets.ts';

/** `npm run bench`: processor time per request compared with a bare node:http server, and waiting times. */
const STARTS = 5;

const demo = await prepareDemo();
const product = await startProduct(demo.folder);
const bare = await startBare();
try {
  const ratios = await measureRatios({ product, bare, dataDir: demo.folder });
  const chart = await sendRequest(`${product.url}/api/prices/product/1/series?size`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  const history = await measureHistory({ product, dataDir: demo.folder });
  await wait(2000);
  const resident = residentBytes(product.pid);
  await product.stop();
  const notes = [
    `- start to ready: ${Math.round(await measureRestart())} ms (target 1000), median of ${STARTS}; the very first start ${Math.round(product.readyMs)} ms`,
    `- resident memory, idle after that data was read: ${Math.round(resident / 1024 / 1024)} MB (target 200)`,
    `- chart of 5 years before compression: ${(gunzipSync(chart.body).length / 1024).toFixed(1)} kB (target 64)`,
    history,
  ];
  writeReport({
    ratios,
    notes,
    ledgers: await measureLedgers(demo.folder),
    growth: await measureGrowth(demo.folder),
    office: await measureScreens(demo.folder),
    tickets: await measureTickets(demo.folder),
    auditLog: await measureAuditLog(demo.folder),
    backup: await measureBackup(demo.folder),
  });
} finally {
  await product.stop();
  await bare.stop();
  demo.remove();
}

async function measureRestart(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const again = await startProduct(demo.folder);
    times.push(again.readyMs);
    await again.stop();
  }
  return median(times);
}
