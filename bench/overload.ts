import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDemoOffice, prepareDemo } from '#scripts/demo/run-product.ts';
import { type Attack, faultsOf, measureOverload, type OverloadStep } from './overload/measure.ts';

/**
 * `npm run bench:overload` measures the server under attack. The exit code is 1 when the heaviest load exceeds a limit.
 * --check runs only that load. OVERLOAD_SECONDS is the duration of each load.
 */
const isCheck = process.argv.includes('--check');
const seconds = Number(process.env.OVERLOAD_SECONDS || (isCheck ? 60 : 20));
if (!(seconds >= 2)) throw new Error('OVERLOAD_SECONDS must be a number of seconds from 2.');
const HARDEST = { connections: 600, silent: 150 };
const CURVE = [
  { connections: 8, silent: 0 },
  { connections: 75, silent: 0 },
  { connections: 300, silent: 50 },
  HARDEST,
];

const demo = await prepareDemo();
try {
  const office = await openDemoOffice(demo.folder);
  try {
    const [shop] = await office.get<{ shop_id: string }[]>('/api/shops');
    const measure = (load: Omit<Attack, 'seconds'>, length = seconds) =>
      measureOverload(office, shop?.shop_id ?? '', { ...load, seconds: length });
    // This first load is not reported. After each load the complete list of payments is read. The first reported
    // figures must already include the memory that this takes.
    await measure({ connections: 8, silent: 0 }, 10);
    const steps = [await measure({ connections: 0, silent: 0 }, Math.min(seconds, 10))];
    for (const load of isCheck ? [HARDEST] : CURVE) steps.push(await measure(load));
    const table = describeSteps(steps);
    console.log(table);
    const last = steps.at(-1);
    if (last)
      console.log(`figures: pages p99 ${Math.round(last.pagesMs)} ms, payments p99 ${Math.round(last.paymentsMs)} ms`);
    const before = steps[0];
    const hardest = steps.at(-1);
    const faults = before && hardest ? faultsOf(hardest, before) : ['nothing was measured'];
    for (const fault of faults) console.log(`FAULT ${fault}`);
    if (!isCheck) writeFileSync(path.join(import.meta.dirname, 'overload.md'), report(table));
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await office.stop();
  }
} finally {
  demo.remove();
}

function describeSteps(steps: readonly OverloadStep[]): string {
  const head =
    '| attackers | never read | asked a second | of these answered | 503 | pages p99 | payments p99 | memory |';
  const rows = steps.map((step) => {
    const { '503': refused = 0, closed = 0, ...others } = step.answered;
    const served = Object.values(others).reduce((sum, count) => sum + count, 0);
    const perSecond = (count: number) => Math.round(count / seconds);
    return `| ${[
      step.connections,
      step.silent,
      perSecond(served + refused + closed),
      perSecond(served),
      perSecond(refused),
      `${step.pagesMs.toFixed(0)} ms`,
      `${step.paymentsMs.toFixed(0)} ms`,
      `${step.memoryMb.toFixed(0)} MB`,
    ].join(' | ')} |`;
  });
  return [head, '| --- | --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function report(table: string): string {
  return `# Overload

\`npm run bench:overload\`: attackers on one address ask for made-up addresses without pause, readers and staff on others ask for
40 cached pages and 4 payments a second; all on the same processors. ${seconds} seconds a row.

${table}
`;
}
