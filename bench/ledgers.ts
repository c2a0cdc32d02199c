import { dayOf, monthOf } from '#billing/calendar.ts';
import { type Office, proofOf } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { removeInvoice } from '#server/features/invoices/remove-invoice.ts';
import {
  inOffice,
  listShopIds,
  measureOnCopy,
  measureReads,
  measureSteadily,
  measureTime,
  median,
  onCopy,
  runScript,
  timesOf,
  type WaitingWork,
} from './harness.ts';
import { measureLongLedgers, measurePaymentCost, pay } from './payments.ts';

const ROUNDS = 5;
const GENERATIONS = 3;
const VERIFICATIONS = 3;

export async function measureLedgers(folder: string): Promise<WaitingWork[]> {
  return [
    ...(await measureOnCopy(folder, async (copy) => [await inOffice(copy, measureSummaries)])),
    // The ledgers are verified on the same copy after the payments, so that the payments are verified too.
    ...(await measureOnCopy(folder, async (copy) => [
      await inOffice(copy, measurePayments),
      await measureVerification(copy),
    ])),
    ...(await measureOnCopy(folder, (copy) =>
      inOffice(copy, async (office) => measurePaymentCost(office, await listShopIds(office))),
    )),
    ...(await measureOnCopy(folder, measureLongLedgers)),
    ...(await measureOnCopy(folder, async () => [await measureGenerations(folder)])),
    ...(await measureOnCopy(folder, (copy) => inOffice(copy, (office) => measureReads(office, 'ledgers', ROUNDS)))),
  ];
}

async function measureSummaries(office: Office): Promise<WaitingWork> {
  const shopIds = await listShopIds(office);
  const times = await timesOf(1, shopIds.length, (at) => office.get(`/api/shops/shop-summary/${shopIds[at]}`));
  const note = `median over ${times.length} shops, slowest ${Math.max(...times).toFixed(1)}`;
  return { what: 'shop summary', ms: median(times), targetMs: 30, note };
}

async function measurePayments(office: Office): Promise<WaitingWork> {
  const shopIds = await listShopIds(office);
  return measureSteadily('payment with FULL durability, p99', 50, (at) => pay(office, shopIds, at));
}

async function measureVerification(folder: string): Promise<WaitingWork> {
  let note = '';
  const times = await timesOf(VERIFICATIONS, 1, async () => {
    const { isDone, output } = runScript('verify-books.ts', folder);
    if (!isDone) throw new Error(`the ledgers are not clean: ${output}`);
    note = `${output.split(' audit')[0]} audit entries`;
  });
  return { what: 'verify-books of the whole market', ms: median(times), targetMs: 5000, note };
}

async function measureGenerations(folder: string): Promise<WaitingWork> {
  const times: number[] = [];
  let generated = 0;
  const generate = async (office: Office) => {
    const address = '/api/generateInvoices/generate-all';
    const { results } = await office.post<{ results: { status: string }[] }>(address, proofOf('admin'));
    generated = results.filter(({ status }) => status === 'success').length;
  };
  for (let round = 0; round < GENERATIONS; round += 1) {
    await onCopy(folder, async (copy) => {
      await deleteThisMonth(copy);
      await inOffice(copy, async (office) => times.push(await measureTime(() => generate(office))));
    });
  }
  if (generated < 100) throw new Error(`only ${generated} invoices were generated`);
  const note = `${generated} invoices, the password checked with it`;
  return { what: 'generate-all for 144 shops', ms: median(times), targetMs: 500, note };
}

/** Deletes the invoices of this month. The database must not be in use by a server. */
export async function deleteThisMonth(dataDir: string): Promise<void> {
  const database = connect({ databaseUrl: undefined, dataDir });
  const at = systemClock.now();
  try {
    const invoices = await database.reader
      .selectFrom('invoices')
      .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
      .select('invoices.number')
      .where('invoices.month', '=', monthOf(dayOf(at)))
      .where('ledger_entries.voided_at', 'is', null)
      .execute();
    const context = { actor: 'bench', now: at, requestId: 'bench' };
    for (const { number } of invoices) await database.write((tx) => removeInvoice(tx, context, { number }));
  } finally {
    await database.close();
  }
}
