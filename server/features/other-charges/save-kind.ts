import { cents, writeDecimal } from '#billing/money.ts';
import type { Body } from '#contract/call.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { otherCharges } from '#contract/other-charges.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ChargeBasis } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { type ChangeDescription, describeAll, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type ChargeKindRow, insertChargeKind, listChargeKinds, updateChargeKind } from './queries.ts';

type Fields = Body<typeof otherCharges.changeKind>;

export async function addKind(
  tx: Writer,
  context: ActionContext,
  { basis, ...fields }: Body<typeof otherCharges.addKind>,
): Promise<ChargeKindRow> {
  claimName(await listChargeKinds(tx), fields.name);
  const row = await insertChargeKind(tx, {
    ...columnsOf(fields, basis),
    basis,
    is_archived: 0,
    created_at: context.now,
    updated_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Charge Kind Added',
    description: apiMessage('other-charges.audit.kind_added', { name: row.name }),
    newValue: describeAll(describeKind(row)),
  });
  return row;
}

export async function changeKind(
  tx: Writer,
  context: ActionContext,
  { id, fields }: { id: number; fields: Fields },
): Promise<ChargeKindRow> {
  const { before, others } = await loadKind(tx, id);
  claimName(others, fields.name);
  const after = { ...before, ...columnsOf(fields, before.basis) };
  const changes = describeChanges(describeKind(before), describeKind(after));
  if (!changes) return before;
  const row = await updateChargeKind(tx, id, { ...columnsOf(fields, before.basis), updated_at: context.now });
  await writeAudit(tx, context, {
    type: 'Charge Kind Changed',
    description: apiMessage('other-charges.audit.kind_changed', { name: row.name }),
    ...changes,
  });
  return row;
}

export async function archiveKind(
  tx: Writer,
  context: ActionContext,
  { id, isArchived }: { id: number; isArchived: boolean },
): Promise<ChargeKindRow> {
  const { before } = await loadKind(tx, id);
  if ((before.is_archived === 1) === isArchived) return before;
  const row = await updateChargeKind(tx, id, { is_archived: Number(isArchived), updated_at: context.now });
  const key = isArchived ? 'other-charges.audit.kind_archived' : 'other-charges.audit.kind_restored';
  await writeAudit(tx, context, { type: 'Charge Kind Changed', description: apiMessage(key, { name: row.name }) });
  return row;
}

async function loadKind(tx: Writer, id: number): Promise<{ before: ChargeKindRow; others: ChargeKindRow[] }> {
  const all = await listChargeKinds(tx);
  const before = all.find((kind) => kind.id === id);
  if (!before) throw new Refusal('charge_kind_not_found');
  return { before, others: all.filter((kind) => kind.id !== id) };
}

function claimName(others: readonly ChargeKindRow[], name: string): void {
  if (others.some((kind) => foldText(kind.name) === foldText(name))) throw new Refusal('charge_kind_exists');
}

function columnsOf({ name, name_si, name_ta, is_vatable, unit, rate = cents(0) }: Fields, basis: ChargeBasis) {
  const isMeter = basis === 'meter';
  if (isMeter && unit === '') {
    throw badInput([{ field: 'unit', message: apiMessage('other-charges.kind.needs_unit') }]);
  }
  if (isMeter && rate === 0) {
    throw badInput([{ field: 'rate', message: apiMessage('other-charges.kind.needs_rate') }]);
  }
  return {
    name,
    name_si,
    name_ta,
    is_vatable: Number(is_vatable),
    unit: isMeter ? unit : '',
    rate_cents: isMeter ? rate : cents(0),
  };
}

function describeKind(row: Pick<ChargeKindRow, 'name' | 'name_si' | 'name_ta' | 'unit'> & KindFigures) {
  const { name, name_si, name_ta, unit, is_vatable, rate_cents } = row;
  return { name, name_si, name_ta, is_vatable, unit, rate: writeDecimal(rate_cents) } satisfies ChangeDescription;
}

type KindFigures = Pick<ChargeKindRow, 'is_vatable' | 'rate_cents'>;
