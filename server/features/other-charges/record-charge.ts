import { type Month, previousMonth } from '#billing/calendar.ts';
import { type Cents, toRupees, writeDecimal } from '#billing/money.ts';
import { toUnits } from '#billing/other-charges.ts';
import type { AuditEventType } from '#contract/audit.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import { type ApiMessage, type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ChargeBasis } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockTenancy, type TenancyOfShopRow } from '../tenants/queries.ts';
import { chooseMonth } from './choose-month.ts';
import {
  type ChargeKindRow,
  deleteTenancyCharge,
  endTenancyCharge,
  findChargeKind,
  insertTenancyCharge,
  listUnbilledCharges,
  type TenancyChargeRow,
} from './queries.ts';

export interface ChargeInput {
  tenancyId: number;
  kindId: number;
  note: string;
  month?: Month | undefined;
}

export async function addCharge(
  tx: Writer,
  context: ActionContext,
  { amount, ...input }: ChargeInput & { amount: Cents },
): Promise<TenancyChargeRow> {
  const place = await loadPlace(tx, context, { ...input, basis: 'fixed' });
  const charge = await insertCharge(tx, context, { place, note: input.note, columns: { cents: amount } });
  await auditCharge(tx, context, { place, charge, event: 'Other Charge Set', key: 'other-charges.audit.added' });
  return charge;
}

/** An earlier amount of the same kind ends before the first month of the new one. */
export async function setRecurring(
  tx: Writer,
  context: ActionContext,
  { amount, lastMonth, ...input }: ChargeInput & { amount: Cents; lastMonth?: Month | null | undefined },
): Promise<TenancyChargeRow> {
  const place = await loadPlace(tx, context, { ...input, basis: 'recurring' });
  const { tenancy, kind, month } = place;
  if (lastMonth && lastMonth < month) {
    const values = { first: { month } };
    throw badInput([{ field: 'last_month', message: apiMessage('other-charges.last_month', values) }]);
  }
  for (const earlier of await listUnbilledCharges(tx, tenancy.id)) {
    const isApart = (earlier.until_month ?? month) < month || (lastMonth ?? earlier.from_month) < earlier.from_month;
    if (earlier.charge_kind_id !== kind.id || isApart) continue;
    if (earlier.from_month < month) await endTenancyCharge(tx, earlier.id, previousMonth(month));
    else await deleteTenancyCharge(tx, earlier.id);
  }
  const columns = { cents: amount, until_month: lastMonth ?? null };
  const charge = await insertCharge(tx, context, { place, note: input.note, columns });
  await auditCharge(tx, context, { place, charge, event: 'Other Charge Set', key: 'other-charges.audit.recurring' });
  return charge;
}

export interface ChargePlace {
  tenancy: TenancyOfShopRow;
  kind: ChargeKindRow;
  month: Month;
}

/** Locks the shop, and returns the tenancy, kind and month of a new charge. */
export async function loadPlace(
  tx: Writer,
  context: ActionContext,
  { tenancyId, kindId, month, basis }: ChargeInput & { basis: ChargeBasis },
): Promise<ChargePlace> {
  const tenancy = await lockTenancy(tx, tenancyId);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  const kind = await findChargeKind(tx, kindId);
  if (!kind) throw new Refusal('charge_kind_not_found');
  const refuse = (key: ApiMessageKey, values: Record<string, string>) =>
    badInput([{ field: 'kind_id', message: apiMessage(key, values) }]);
  if (kind.is_archived === 1) throw refuse('other-charges.archived', { name: kind.name });
  if (kind.basis !== basis) throw refuse('other-charges.basis', { name: kind.name, basis: kind.basis });
  return { tenancy, kind, month: await chooseMonth(tx, context, { tenancy, month }) };
}

type OwnColumns = Pick<TenancyChargeRow, 'cents'> &
  Partial<Pick<TenancyChargeRow, 'until_month' | 'previous_reading' | 'current_reading'>>;

export function insertCharge(
  tx: Writer,
  context: ActionContext,
  { place, note, columns }: { place: ChargePlace; note: string; columns: OwnColumns },
): Promise<TenancyChargeRow> {
  return insertTenancyCharge(tx, {
    tenancy_id: place.tenancy.id,
    charge_kind_id: place.kind.id,
    from_month: place.month,
    note,
    until_month: null,
    previous_reading: null,
    current_reading: null,
    ...columns,
    invoice_id: null,
    recorded_at: context.now,
    recorded_by: context.actor,
  });
}

export async function auditCharge(
  tx: Writer,
  context: ActionContext,
  {
    place,
    charge,
    event,
    key,
  }: { place: ChargePlace; charge: TenancyChargeRow; event: AuditEventType; key: ApiMessageKey },
): Promise<void> {
  const { tenancy, kind, month } = place;
  await writeAudit(tx, context, {
    type: event,
    description: apiMessage(key, {
      name: kind.name,
      tenant: tenancy.name,
      month: { month },
      unit: kind.unit,
      reading: String(toUnits(charge.current_reading ?? 0)),
      previous: String(toUnits(charge.previous_reading ?? 0)),
    }),
    subject: { shopId: tenancy.written_shop_id, tenancyId: tenancy.id },
    newValue: writeDecimal(charge.cents),
    ...(charge.note !== '' && { reason: charge.note }),
  });
}

export function describeDone(
  key: 'other-charges.add.done' | 'other-charges.recurring.done' | 'other-charges.reading.done',
  charge: TenancyChargeRow,
): ApiMessage {
  const { name, unit, previous_reading: previous, current_reading: current } = charge;
  return apiMessage(key, {
    name,
    unit,
    amount: paperAmount(toRupees(charge.cents)),
    month: { month: charge.from_month },
    units: String(toUnits((current ?? 0) - (previous ?? 0))),
  });
}
