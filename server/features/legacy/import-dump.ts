import { constants, setPriority } from 'node:os';
import { json } from 'node:stream/consumers';
import { toRupees } from '#billing/money.ts';
import { type DumpReport, type DumpStep, MOST_FINDINGS_SHOWN, MOST_TENANCIES_SHOWN } from '#contract/imports.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { products } from '#contract/products.ts';
import type { ActionContext } from '../../action-context.ts';
import { connect, type DatabaseAddress } from '../../db/connect.ts';
import { progressSender } from '../../send-progress.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { starterProducts } from '../products/starter-catalogue/products.ts';
import { dumpFault, LegacyFault } from './findings.ts';
import { importMarket, type MarketReport, refuseFilledMarket, sumDue } from './import-market.ts';
import type { ShopReport, TenancyReport } from './import-shops.ts';
import { type StagedDump, stageDump } from './stage-dump.ts';

/** The task. It is read as JSON from standard input. */
export interface DumpTask extends DatabaseAddress {
  file: string;
  /** The file of the temporary database. It is beside the dump, because the usual folder may be a small memory disk. */
  place: string;
  bytes: number;
  /** The maximum size of the unpacked dump. */
  mostBytes: number;
  write: boolean;
  context: ActionContext;
}

/**
 * Imports a dump, or tries to. Runs as a separate process (routes.ts), which ends with the server. It sends its steps as
 * messages and prints the report as JSON.
 * If it fails, it prints the reason to standard error and has written nothing. Sentences are stored messages, because
 * the reader's language is only known when they are shown.
 */
async function main(): Promise<DumpReport> {
  setPriority(constants.priority.PRIORITY_LOW);
  const { file, place, bytes, mostBytes, write, context, ...address } = (await json(process.stdin)) as DumpTask;
  const send = progressSender<DumpStep>();
  const database = connect(address);
  let staged: StagedDump | undefined;
  try {
    await refuseFilledMarket(database.reader);
    const onProgress = (done: number) => send({ step: 'reading', done, total: bytes });
    staged = await stageDump(file, { place, onProgress, mostBytes });
    const catalogue = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
    const input = {
      staged,
      write,
      answers: [],
      resetPasswords: false,
      acceptAdjustments: true,
      catalogue,
      onProgress: send,
    };
    const report = await importMarket(database, context, input);
    if (report.outcome === 'again') throw dumpFault('again');
    return present(report);
  } finally {
    staged?.close();
    await database.close();
  }
}

function present(report: MarketReport): DumpReport {
  const { hash, notes, tables, findings, shops, accounts, vatByMonth, unexplained } = report;
  const tenancies = shops.flatMap((shop) => shop.tenancies.map((tenancy) => presentTenancy(shop, tenancy)));
  return {
    hash,
    notes: notes.map(storeMessage),
    tables,
    finding_count: findings.length,
    findings: findings.slice(0, MOST_FINDINGS_SHOWN),
    tenancy_count: tenancies.length,
    tenancies: tenancies.slice(0, MOST_TENANCIES_SHOWN),
    vat_by_month: vatByMonth.map(({ month, vat }) => ({ month, vat: toRupees(vat) })),
    accounts: accounts.map(({ email, role }) => ({ email, role })),
    unexplained_adjustments: shops.filter((shop) => shop.unexplained !== 0).length,
    unexplained: unexplained.map(storeMessage),
  };
}

function presentTenancy({ shopId, importedAs }: ShopReport, tenancy: TenancyReport): DumpReport['tenancies'][number] {
  const { name, from, to, ours, legacy, forgiven, transferredIn, adjustment } = tenancy;
  return {
    shop_id: importedAs,
    previous_shop_id: shopId,
    tenant: name,
    from,
    to,
    due: toRupees(sumDue(ours)),
    balance: toRupees(ours.balance),
    previous_due: toRupees(sumDue(legacy)),
    previous_balance: toRupees(legacy.balance),
    forgiven: toRupees(forgiven),
    transferred: toRupees(transferredIn),
    adjustment: toRupees(adjustment),
  };
}

/** Returns why nothing was imported. SQLite's code 13 and ENOSPC mean that the disk is full. */
function reasonOf(fault: unknown): string {
  if (fault instanceof LegacyFault) return storeMessage(fault.words);
  if (!(fault instanceof Error)) return String(fault);
  const isFull =
    ('errcode' in fault && (Number(fault.errcode) & 0xff) === 13) || ('code' in fault && fault.code === 'ENOSPC');
  return isFull ? storeMessage(apiMessage('imports.dump.fault.full')) : fault.message.replaceAll('\n', ' ');
}

process.once('disconnect', () => process.exit(1));
try {
  process.stdout.write(JSON.stringify(await main()));
} catch (fault) {
  console.error(reasonOf(fault));
  process.exitCode = 1;
} finally {
  process.removeAllListeners('disconnect');
  if (process.connected) process.disconnect?.();
}
