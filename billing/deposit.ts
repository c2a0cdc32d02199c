/** The deposit of a tenancy (docs/rules.md, Tenancies). */
import type { LedgerEntry } from './ledger-entries.ts';
import { type Cents, cents } from './money.ts';

/**
 * Returns the deposit that is held: deposits received less those applied and refunded. Void entries must not be passed.
 */
export function depositHeld(entries: readonly { kind: LedgerEntry['kind']; cents: Cents }[]): Cents {
  let held = 0;
  for (const { kind, cents: amount } of entries) {
    if (kind === 'deposit received') held += amount;
    if (kind === 'deposit applied' || kind === 'deposit refunded') held -= amount;
  }
  return cents(held);
}
