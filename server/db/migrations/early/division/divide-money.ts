import type { Instant } from '#billing/calendar.ts';

/** An entry of a shop's ledger as migration 0008 finds it; amounts in whole cents. */
export interface MoneyEntry {
  id: number;
  kind: string;
  effective_at: Instant;
  cents: number;
  payment_id: number | null;
}

export interface Transfer {
  from: number;
  to: number;
  cents: number;
  at: Instant;
  /** The entry that needs the money. */
  causeId: number;
  /** It leaves before the payment that brings it is allocated. */
  isBefore: boolean;
}

/**
 * Returns the balance of each tenancy and the transfers between them, so that every allocation of the undivided ledger
 * remains. `entries` are not voided and in the order of their effect; `owners` names the tenancy of each entry.
 *
 * After each entry all balances have the sign of the shop's balance, as in one ledger: while a charge is unpaid nobody
 * has credit.
 */
export function divideMoney(
  entries: readonly MoneyEntry[],
  owners: ReadonlyMap<number, number>,
  allocations: readonly { invoice_id: number; cause_id: number; cents: number }[],
): { balances: Map<number, number>; transfers: Transfer[] } {
  const balances = new Map<number, number>();
  const transfers: Transfer[] = [];
  const paidBy = Map.groupBy(allocations, ({ cause_id }) => cause_id);
  const corrections = Map.groupBy(entries, ({ payment_id }) => payment_id);
  const add = (tenancy: number, amount: number) => balances.set(tenancy, (balances.get(tenancy) ?? 0) + amount);
  const ownerOf = (id: number) => {
    const owner = owners.get(id);
    if (owner === undefined) throw new Error(`no tenancy of entry ${id}`);
    return owner;
  };
  for (const entry of entries) {
    const owner = ownerOf(entry.id);
    const money = moneyOf(entry, corrections.get(entry.id) ?? []);
    add(owner, money);
    for (const { invoice_id, cents } of paidBy.get(entry.id) ?? []) add(ownerOf(invoice_id), -cents);
    for (;;) {
      const [from, credit] = find(balances, (balance) => balance > 0);
      const [to, debt] = find(balances, (balance) => balance < 0);
      if (from === undefined || to === undefined) break;
      const cents = Math.min(credit, -debt);
      add(from, -cents);
      add(to, cents);
      transfers.push({
        from,
        to,
        cents,
        at: entry.effective_at,
        causeId: entry.id,
        isBefore: from === owner && money > 0,
      });
    }
  }
  return { balances, transfers };
}

function moneyOf({ kind, cents }: MoneyEntry, corrections: readonly MoneyEntry[]): number {
  if (kind === 'payment') return corrections.reduce((sum, correction) => sum + correction.cents, cents);
  return kind === 'balance' ? cents : 0;
}

function find(
  balances: ReadonlyMap<number, number>,
  isWanted: (balance: number) => boolean,
): [tenancy: number, balance: number] | [undefined, 0] {
  for (const [tenancy, balance] of balances) if (isWanted(balance)) return [tenancy, balance];
  return [undefined, 0];
}
