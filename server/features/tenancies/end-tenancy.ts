import { type Day, dayOf, monthOf } from '#billing/calendar.ts';
import type { Ledger } from '#billing/ledger.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { LastBill, MoneyActionInput } from '#contract/tenancies.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hideEndedEntry } from '../directory/change-entry.ts';
import { generateInvoice } from '../invoices/generate-invoice.ts';
import { type LoadedLedger, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { numberOf, type RecomputedLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { describeTenant } from '../tenants/edited-tenant.ts';
import { lockTenancy, type TenancyOfShopRow, updateTenancy } from '../tenants/queries.ts';
import { changeMoney } from './change-money.ts';

interface EndInput {
  id: number;
  lastDay: Day;
  lastBill: LastBill;
  actions: readonly MoneyActionInput[];
  waiver?: Waiver | undefined;
}

interface EndedTenancy extends LoadedLedger {
  before: Ledger;
  addedFines: RecomputedLedger['addedFines'];
  invoiceNumber: string | undefined;
  others: readonly RecomputedLedger[];
}

/**
 * The last bill and the movements of money are optional: a debt may remain with the former tenant (docs/rules.md,
 * Tenancies).
 */
export async function endTenancy(tx: Writer, context: ActionContext, input: EndInput): Promise<EndedTenancy> {
  const tenancy = await lockTenancy(tx, input.id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  if (tenancy.ended_on !== null) throw new Refusal('tenancy_ended');
  refuseLastDay(tenancy, input.lastDay, dayOf(context.now));
  const opened = await loadLedgerForUpdate(tx, tenancy.written_shop_id, tenancy.id);
  const invoiceNumber = await billLastMonth(tx, context, { tenancy, input });
  const addedFines: RecomputedLedger['addedFines'] = [];
  const others: RecomputedLedger[] = [];
  for (const action of input.actions) {
    const changed = await changeMoney(tx, context, { tenancy, input: action, waiver: input.waiver });
    addedFines.push(...changed.addedFines);
    if (changed.other) others.push(changed.other);
  }
  await updateTenancy(tx, tenancy.id, { ended_on: input.lastDay, updated_at: context.now });
  await hideEndedEntry(tx, tenancy.id);
  await writeAudit(tx, context, {
    type: 'Tenant Removed',
    description: apiMessage('tenancies.audit.ended', {
      id: String(tenancy.id),
      name: tenancy.name,
      shop: tenancy.written_shop_id,
      day: input.lastDay,
    }),
    subject: { shopId: tenancy.written_shop_id, tenancyId: tenancy.id },
    oldValue: describeAll(describeTenant(tenancy)),
  });
  const after = await loadLedgerForUpdate(tx, tenancy.written_shop_id, tenancy.id);
  return { ...after, before: opened.ledger, addedFines, invoiceNumber, others };
}

function refuseLastDay({ started_on }: TenancyOfShopRow, lastDay: Day, today: Day): void {
  if (lastDay >= started_on && lastDay <= today) return;
  throw badInput([
    { field: 'last_day', message: apiMessage('tenancies.end.day_range', { first: started_on, last: today }) },
  ]);
}

async function billLastMonth(
  tx: Writer,
  context: ActionContext,
  { tenancy, input }: { tenancy: TenancyOfShopRow; input: EndInput },
): Promise<string | undefined> {
  if (input.lastBill === 'none') return undefined;
  const generated = await generateInvoice(tx, context, {
    shopId: tenancy.written_shop_id,
    month: monthOf(input.lastDay),
    tenancyId: tenancy.id,
    end: { lastDay: input.lastDay, isByDays: input.lastBill === 'days' },
  });
  return numberOf(generated, generated.invoiceId);
}
