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
import { edited } from '../audit/edited.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type ChargeKindRow, insertChargeKind, listChargeKinds, updateChargeKind } from './queries.ts';

type Fields = Body<typeof otherCharges.changeKind>;

/** What the office enters about a kind of charge. How it is charged cannot be edited. */
type KindTerms = Omit<ChargeKindRow, 'id' | 'basis' | 'is_archived' | 'created_at' | 'updated_at'>;

const editedKind = edited<number, ChargeKindRow, ChargeKindRow, KindTerms>({
  lock: findKind,
  missing: 'charge_kind_not_found',
  labels: {
    name: 'name',
    name_si: 'name_si',
    name_ta: 'name_ta',
    is_vatable: 'is_vatable',
    unit: 'unit',
    rate_cents: 'rate',
  },
  logged: { rate_cents: writeDecimal },
  update: (tx, { now }, { before, after }) => updateChargeKind(tx, before.id, { ...after, updated_at: now }),
  changed: ({ name }) => ({
    type: 'Charge Kind Changed',
    description: apiMessage('other-charges.audit.kind_changed', { name }),
  }),
});

export async function addKind(
  tx: Writer,
  context: ActionContext,
  { basis, ...fields }: Body<typeof otherCharges.addKind>,
): Promise<ChargeKindRow> {
  claimName(await listChargeKinds(tx), fields.name);
  const row = await insertChargeKind(tx, {
    ...termsOf(fields, basis),
    basis,
    is_archived: 0,
    created_at: context.now,
    updated_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Charge Kind Added',
    description: apiMessage('other-charges.audit.kind_added', { name: row.name }),
    newValue: editedKind.describeAll(row),
  });
  return row;
}

export async function changeKind(
  tx: Writer,
  context: ActionContext,
  { id, fields }: { id: number; fields: Fields },
): Promise<ChargeKindRow> {
  const { row } = await editedKind.edit(tx, context, {
    key: id,
    async terms(before) {
      claimName(
        (await listChargeKinds(tx)).filter((kind) => kind.id !== id),
        fields.name,
      );
      return termsOf(fields, before.basis);
    },
  });
  return row;
}

export async function archiveKind(
  tx: Writer,
  context: ActionContext,
  { id, isArchived }: { id: number; isArchived: boolean },
): Promise<ChargeKindRow> {
  const before = await findKind(tx, id);
  if (!before) throw new Refusal('charge_kind_not_found');
  if ((before.is_archived === 1) === isArchived) return before;
  const row = await updateChargeKind(tx, id, { is_archived: Number(isArchived), updated_at: context.now });
  const key = isArchived ? 'other-charges.audit.kind_archived' : 'other-charges.audit.kind_restored';
  await writeAudit(tx, context, { type: 'Charge Kind Changed', description: apiMessage(key, { name: row.name }) });
  return row;
}

async function findKind(tx: Writer, id: number): Promise<ChargeKindRow | undefined> {
  return (await listChargeKinds(tx)).find((kind) => kind.id === id);
}

function claimName(others: readonly ChargeKindRow[], name: string): void {
  if (others.some((kind) => foldText(kind.name) === foldText(name))) throw new Refusal('charge_kind_exists');
}

function termsOf({ name, name_si, name_ta, is_vatable, unit, rate = cents(0) }: Fields, basis: ChargeBasis): KindTerms {
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
