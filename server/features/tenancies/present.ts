import { depositHeld } from '#billing/deposit.ts';
import { totalDebt } from '#billing/ledger.ts';
import { cents, toPercent, toRupees } from '#billing/money.ts';
import type { MoneyEffect } from '#contract/money-effects.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { describeEntry } from '../audit/stored-message.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';
import { presentEffect } from '../ledger/present.ts';
import type { LedgerEntryRow } from '../ledger/queries.ts';
import type { RecomputedLedger } from '../ledger/recompute-ledger.ts';
import { editedAgreement } from '../tenants/edited-tenant.ts';
import { presentTenant } from '../tenants/present.ts';
import type { TenancyOfShopRow } from '../tenants/queries.ts';
import type { TenancyEventRow, TermSetRow } from './queries.ts';

interface FileParts {
  tenancy: TenancyOfShopRow;
  opened: LoadedLedger;
  terms: readonly TermSetRow[];
  history: readonly TenancyEventRow[];
  sameTenant: readonly TenancyOfShopRow[];
}

export function presentTenancyFile({ tenancy, opened, terms, history, sameTenant }: FileParts): Unworded<TenancyFile> {
  return {
    ...presentTenant(tenancy, tenancy.written_shop_id),
    shop_name: tenancy.shop_name,
    ...editedAgreement.termsOf(tenancy),
    ...presentTenancyMoney(opened),
    erased_at: tenancy.erased_at,
    last_billed_month: opened.ledger.invoices.at(-1)?.month ?? null,
    Terms: terms.map(presentTerm),
    Deposits: opened.rows.flatMap(presentDeposit).toReversed(),
    History: history.map((row) => ({
      audit_id: row.id,
      event_type: row.event_type,
      event_description: describeEntry(row),
      old_value: row.old_value,
      new_value: row.new_value,
      edit_reason: row.edit_reason,
      event_date: row.event_date,
      user_actioned: row.user_actioned,
    })),
    SameTenant: sameTenant.map(presentSameTenant),
  };
}

export function presentSameTenant({ id, written_shop_id, name }: TenancyOfShopRow): TenancyFile['SameTenant'][number] {
  return { tenancy_id: id, shop_id: written_shop_id, tenant_name: name };
}

/**
 * Returns the effects of a change. For a transfer they include the payments and fines in the ledger of the other
 * tenancy.
 */
export function presentMoneyChange(changed: RecomputedLedger, others: readonly RecomputedLedger[]): MoneyEffect {
  const effect = presentEffect(changed);
  const further = others.map(presentEffect);
  return {
    ...effect,
    settled: [...effect.settled, ...further.flatMap(({ settled }) => settled)],
    new_fines: [...effect.new_fines, ...further.flatMap(({ new_fines }) => new_fines)],
  };
}

export function presentTenancyMoney({ ledger, rows }: LoadedLedger) {
  return {
    balance_amount: toRupees(ledger.balanceCents),
    amount_due: toRupees(totalDebt(ledger)),
    deposit_held: toRupees(depositHeld(rows)),
  };
}

const TERMS = { rent: 'rent', 'operation fee': 'operation_fee', 'VAT rate': 'vat_rate' } as const;

function presentTerm({ term, valid_from, amount, reason, set_at, set_by }: TermSetRow): TenancyFile['Terms'][number] {
  const shown = term === 'VAT rate' ? toPercent(amount) : toRupees(cents(amount));
  return { term: TERMS[term], valid_from, amount: shown, reason, set_at, set_by };
}

const DEPOSITS: Partial<Record<LedgerEntryRow['kind'], TenancyFile['Deposits'][number]['action']>> = {
  'deposit received': 'deposit_received',
  'deposit applied': 'deposit_applied',
  'deposit refunded': 'deposit_refunded',
};

function presentDeposit(row: LedgerEntryRow): TenancyFile['Deposits'] {
  const action = DEPOSITS[row.kind];
  if (!action) return [];
  const { id: entry_id, method, note, recorded_by } = row;
  return [{ entry_id, action, amount: toRupees(row.cents), method, note, date: row.effective_at, recorded_by }];
}
