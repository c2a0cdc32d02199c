import { isNamedIn, payerOf } from '#billing/bank/propose.ts';
import { isCheque } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
import { loadKnownPayers } from './load-known-money.ts';
import { statementLine } from './load-lines.ts';
import { listEarlierPayers, listParts, type MatchPartRow } from './part-queries.ts';
import type { BankLineRow } from './queries.ts';

/** A matched line for which only its amount speaks. */
export interface LineByAmount {
  row: BankLineRow;
  /** The emails of those who recorded the payments. */
  recordedBy: string[];
  isOwn: boolean;
}

/**
 * Returns the matched lines with a payment that was recorded before, whose text names neither its tenant nor a payer known
 * from an earlier match.
 */
export async function listByAmount(db: Reader, rows: readonly BankLineRow[]): Promise<LineByAmount[]> {
  const matchIds = rows.flatMap(({ match_id, cents }) => (match_id !== null && cents > 0 ? [match_id] : []));
  if (matchIds.length === 0) return [];
  const parts = Map.groupBy((await listParts(db, matchIds)).filter(isRecordedTransfer), ({ match_id }) => match_id);
  const { payers } = await loadKnownPayers(db);
  const earlier = Map.groupBy(await listEarlierPayers(db), ({ text }) => payerOf(text));
  const found: LineByAmount[] = [];
  for (const row of rows) {
    const known = earlier.get(payerOf(row.text) || NOBODY) ?? [];
    const unnamed = (parts.get(row.match_id ?? 0) ?? []).filter(({ tenancy_id, match_id }) => {
      const payer = payers.find(({ tenancy }) => tenancy === tenancy_id);
      if (payer && isNamedIn(statementLine(row), payer)) return false;
      return !known.some((one) => one.tenancy_id === tenancy_id && one.match_id < match_id);
    });
    await takeTurns();
    if (unnamed.length === 0) continue;
    const recordedBy = [...new Set(unnamed.flatMap(({ recorded_by }) => recorded_by ?? []))];
    found.push({ row, recordedBy, isOwn: recordedBy.some((email) => email === row.matched_by) });
  }
  return found;
}

/** No text has this payer. */
const NOBODY = '\n';

function isRecordedTransfer({ kind, is_new, method }: MatchPartRow): boolean {
  return kind === 'payment' && is_new === 0 && method !== null && !isCheque(method);
}
