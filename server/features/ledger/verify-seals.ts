import { message } from '#contract/messages/message.ts';
import type { Reader } from '../../db/connect.ts';
import { readLedgerRows, type Seals, sealAllRows, sealOf } from '../../db/seal/ledger-seals.ts';
import { ledgerTables, type Sealer, subjectOfLedger } from '../../db/seal/sealed-tables.ts';

export async function verifyRowSeals(db: Reader, sealer: Sealer, logged: Seals): Promise<string[]> {
  const differences: string[] = [];
  const seen = new Set<string>();
  for await (const { subject, seal } of sealAllRows(db, sealer)) {
    seen.add(subject);
    const wanted = logged.get(subject);
    if (wanted === seal) continue;
    differences.push(message(wanted ? 'ledger.seals.changed' : 'ledger.seals.unknown', { row: subject }));
  }
  for (const [subject, seal] of logged) {
    if (seal !== null && !seen.has(subject) && !subject.startsWith('ledger ')) {
      differences.push(message('ledger.seals.deleted', { row: subject }));
    }
  }
  return differences;
}

/** Names the tables of a ledger that differ from the seal in the log, or the seal itself. */
export async function verifyLedgerSeal(
  db: Reader,
  sealer: Sealer,
  { tenancyId, logged }: { tenancyId: number; logged: Seals },
): Promise<string[]> {
  const wanted = logged.get(subjectOfLedger(tenancyId));
  if (!wanted) return [message('ledger.seals.unknown', { row: subjectOfLedger(tenancyId) })];
  const rows = await readLedgerRows(db, tenancyId);
  const actual = sealer.sealLedger(tenancyId, rows).split('.');
  const parts = wanted.split('.');
  const changed = ledgerTables.filter((_, index) => actual[index] !== parts[index]);
  if (changed.length > 0) return changed.map((table) => message('ledger.seals.table', { table }));
  return sealOf(rows) === wanted ? [] : [message('ledger.seals.table', { table: 'tenancies' })];
}
