import { dayOf } from '#billing/calendar.ts';
import { depositHeld } from '#billing/deposit.ts';
import { totalDebt } from '#billing/ledger.ts';
import { type Cents, cents, toRupees, writeDecimal } from '#billing/money.ts';
import type { AuditEventType } from '#contract/audit.ts';
import { writeFigure } from '#contract/figures.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { isGiving, type MoneyActionInput } from '#contract/tenancies.ts';
import type { TenancyAction } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import { badInput } from '../../http/core/read-request.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, type LoadedLedger, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { insertLedgerEntry, linkLedgerEntries } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { lockTenancies, type TenancyOfShopRow } from '../tenants/queries.ts';

interface Rule {
  kind: LedgerEntryKind;
  /** The sign of the stored amount. The amount in the request is always positive. */
  sign: 1 | -1;
  event: AuditEventType;
  limit?: (opened: LoadedLedger) => Cents;
  needs?: 'method' | 'to_tenancy_id';
}

const credit = ({ ledger }: LoadedLedger) => cents(Math.max(0, ledger.balanceCents));
const debt = ({ ledger }: LoadedLedger) => totalDebt(ledger);
const deposit = ({ rows }: LoadedLedger) => depositHeld(rows);
const depositForDebt = (opened: LoadedLedger) => cents(Math.min(deposit(opened), debt(opened)));

const RULES: Record<TenancyAction, Rule> = {
  deposit_received: { kind: 'deposit received', sign: 1, event: 'Deposit Received', needs: 'method' },
  deposit_applied: { kind: 'deposit applied', sign: 1, event: 'Deposit Applied', limit: depositForDebt },
  deposit_refunded: {
    kind: 'deposit refunded',
    sign: 1,
    event: 'Deposit Refunded',
    limit: deposit,
    needs: 'method',
  },
  credit_refunded: { kind: 'refund', sign: -1, event: 'Credit Refunded', limit: credit, needs: 'method' },
  debt_written_off: { kind: 'write-off', sign: 1, event: 'Debt Written Off', limit: debt },
  debt_transferred: {
    kind: 'transfer',
    sign: 1,
    event: 'Balance Transferred',
    limit: debt,
    needs: 'to_tenancy_id',
  },
  credit_transferred: {
    kind: 'transfer',
    sign: -1,
    event: 'Balance Transferred',
    limit: credit,
    needs: 'to_tenancy_id',
  },
};

export const moneyKinds = [...new Set(Object.values(RULES).map(({ kind }) => kind))];

export interface ChangedMoney extends RecomputedLedger {
  other: RecomputedLedger | undefined;
}

export async function changeMoney(
  tx: Writer,
  context: ActionContext,
  { tenancy, input, waiver }: { tenancy: TenancyOfShopRow; input: MoneyActionInput; waiver?: Waiver | undefined },
): Promise<ChangedMoney> {
  const rule = RULES[input.action];
  const needed = [rule.needs, isGiving(input.action) ? ('reason' as const) : undefined];
  const missing = needed.find((name) => name !== undefined && !input[name]);
  if (missing) throw badInput([{ field: missing, message: apiMessage(`tenancies.money.needs_${missing}`) }]);
  const other = input.to_tenancy_id === undefined ? undefined : await findOther(tx, tenancy, input.to_tenancy_id);
  const opened = await loadLedgerForUpdate(tx, tenancy.written_shop_id, tenancy.id);
  const limit = rule.limit?.(opened);
  if (limit !== undefined && input.amount > limit) {
    throw badInput([
      { field: 'amount', message: apiMessage('tenancies.money.too_much', { amount: writeFigure(toRupees(limit)) }) },
    ]);
  }
  const signed = cents(rule.sign * input.amount);
  const entryId = await insertMoney(tx, context, { opened, input, signed });
  const received =
    other && rule.kind === 'transfer'
      ? await receive(tx, context, { other, input, signed, entryId, waiver })
      : undefined;
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver });
  await audit(tx, context, { opened, input, event: rule.event });
  return { ...recomputed, other: received };
}

async function findOther(tx: Writer, tenancy: TenancyOfShopRow, otherId: number): Promise<TenancyOfShopRow> {
  if (otherId === tenancy.id) throw new Refusal('tenancy_not_found');
  const locked = await lockTenancies(tx, [tenancy.id, otherId]);
  const own = locked.find(({ id }) => id === tenancy.id);
  const other = locked.find(({ id }) => id === otherId);
  if (!own || !other) throw new Refusal('tenancy_not_found');
  if (own.tenant_id !== other.tenant_id) throw new Refusal('other_tenant');
  return other;
}

function insertMoney(
  tx: Writer,
  context: ActionContext,
  {
    opened,
    input,
    signed,
    linked,
  }: { opened: LoadedLedger; input: MoneyActionInput; signed: Cents; linked?: number | undefined },
): Promise<number> {
  return insertLedgerEntry(tx, context, {
    tenancy: opened.tenancy,
    kind: RULES[input.action].kind,
    effective_at: effectiveAt(opened, context),
    cents: signed,
    method: input.method ?? null,
    note: [input.reference, input.reason].filter(Boolean).join('; '),
    ...(linked !== undefined && { linked_id: linked }),
  });
}

async function receive(
  tx: Writer,
  context: ActionContext,
  {
    other,
    input,
    signed,
    entryId,
    waiver,
  }: {
    other: TenancyOfShopRow;
    input: MoneyActionInput;
    signed: Cents;
    entryId: number;
    waiver: Waiver | undefined;
  },
): Promise<RecomputedLedger> {
  const opened = await loadLedgerForUpdate(tx, other.written_shop_id, other.id);
  const half = await insertMoney(tx, context, { opened, input, signed: cents(-signed), linked: entryId });
  await linkLedgerEntries(tx, entryId, half);
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver });
  await audit(tx, context, { opened, input, event: 'Balance Transferred' });
  return recomputed;
}

async function audit(
  tx: Writer,
  context: ActionContext,
  { opened, input, event }: { opened: LoadedLedger; input: MoneyActionInput; event: AuditEventType },
): Promise<void> {
  const { tenancy, shop } = opened;
  await writeAudit(tx, context, {
    type: event,
    description: apiMessage(`tenancies.audit.${input.action}`, {
      name: tenancy.name,
      shop: shop.shop_id,
      method: input.method ?? '',
      day: dayOf(context.now),
    }),
    subject: subjectOf(opened),
    newValue: writeDecimal(input.amount),
    ...(input.reason && { reason: input.reason }),
  });
}
