import type { Ledger } from '../ledger.ts';
import { entriesOf, type LedgerEvent, type LedgerRules } from './events.ts';
import { type LedgerLines, oracleLedger } from './oracle.ts';

export function differencesFromOracle(rules: LedgerRules, events: readonly LedgerEvent[]): string {
  const ours = productLines(rules, rules.fold(entriesOf(rules, events)));
  const theirs = oracleLedger(events);
  if (ours.join('\n') === theirs.join('\n')) return '';
  const [here, there] = [new Set(ours), new Set(theirs)];
  return [
    ...ours.filter((line) => !there.has(line)).map((line) => `product: ${line}`),
    ...theirs.filter((line) => !here.has(line)).map((line) => `oracle:  ${line}`),
  ].join('\n');
}

function productLines(rules: LedgerRules, ledger: Ledger): LedgerLines {
  const moved = new Map<string, number>();
  for (const { invoiceId, kind, causeId, cents } of ledger.allocations) {
    const key = `${invoiceId} ${kind} by ${causeId}`;
    moved.set(key, (moved.get(key) ?? 0) + cents);
  }
  const lines = ledger.invoices.flatMap((invoice) => [
    `invoice ${invoice.id} ${invoice.month} due ${invoice.dueDay} ${rules.invoiceStatus(invoice)}`,
    ...invoice.charges.map((charge) => {
      const { kind, cents, paidCents, aroseAt } = charge;
      return `charge ${invoice.id} ${kind} ${cents} paid ${paidCents} ${rules.chargeStatus(charge)} since ${aroseAt}`;
    }),
  ]);
  const moves = [...moved].map(([key, amount]) => `to ${key}: ${amount}`);
  return [`left over ${ledger.balanceCents}`, ...lines, ...moves].sort();
}
