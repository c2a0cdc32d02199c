import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { type Cents, cents, parseRupees, writeDecimal } from '#billing/money.ts';
import { type PaymentMethod, paymentMethods } from '#contract/words.ts';
import { type Findings, stopAt, stopAtUnknown } from './findings.ts';
import type { LegacyMarket } from './legacy-market.ts';
import { type LegacyRow, sameId } from './legacy-tables.ts';

/** The actor of an entry if no audit row says who recorded it. */
export const UNKNOWN_ACTOR = 'legacy';
const SAME_EVENT_MS = 2000;

interface Recorded {
  cents: Cents;
  day: Day;
  recordedAt: Instant;
  recordedBy: string;
  reason: string;
  /** The id of the payment in the previous system; null for a payment that only an audit row mentions. */
  paymentId: number | null;
  method: PaymentMethod;
  /** The payment day that was entered, if it was after the day of recording; otherwise null. */
  dated: Day | null;
  /** The id of the invoice that the payment names. */
  invoiceId: string | null;
}

export type PlannedMoney =
  | (Recorded & { kind: 'payment'; deleted: { at: Instant; by: string; reason: string } | null })
  | (Recorded & { kind: 'correction'; corrects: number })
  | (Recorded & { kind: 'adjustment' });

interface AuditEvent extends LegacyRow<'audit_trail'> {
  isUsed: boolean;
}

/**
 * Returns the payments of a shop in the order of recording. The audit rows say who recorded each payment, which
 * payments are corrections of others, and which payments were deleted.
 */
export function planMoney(market: LegacyMarket, shopId: string, findings: Findings): PlannedMoney[] {
  const events = [...market.rows('audit_trail', { shop: shopId })].map(
    (row): AuditEvent => ({ ...row, isUsed: false }),
  );
  const rows = [...market.rows('payments', { shop: shopId })].map((row) => readPayment(row, findings));
  const planned: PlannedMoney[] = [];
  /** The day of each payment, and its amount with the corrections so far. */
  const amounts = new Map<number, { day: Day; cents: number }>();
  for (const row of rows.toSorted(byRecording)) {
    const corrected = row.method === 'Correction Made' ? takeCorrection(events, row) : undefined;
    if (corrected) {
      planned.push(planCorrection({ row, corrected, amounts, findings }));
      continue;
    }
    const event = takePayment(events, row);
    if (row.cents <= 0) {
      findings.add(['payments', row.paymentId], 'not_positive', writeDecimal(row.cents));
      continue;
    }
    amounts.set(row.paymentId, { day: row.day, cents: row.cents });
    planned.push({ ...row, kind: 'payment', recordedBy: event?.user_actioned ?? UNKNOWN_ACTOR, deleted: null });
  }
  return [...planned, ...planDeleted(events)].toSorted(byRecording);
}

function byRecording(one: Pick<Recorded, 'recordedAt'>, other: Pick<Recorded, 'recordedAt'>): number {
  if (one.recordedAt === other.recordedAt) return 0;
  return one.recordedAt < other.recordedAt ? -1 : 1;
}

type ReadPayment = Recorded & { paymentId: number };

function readPayment(row: LegacyRow<'payments'>, findings: Findings): ReadPayment {
  const { payment_id: paymentId } = row;
  const recordedAt = row.createdAt ?? row.updatedAt ?? row.payment_date;
  if (recordedAt === null) throw stopAt(['payments', paymentId], 'no_date');
  const method = paymentMethods.find((one) => one === row.payment_method);
  if (!method) throw stopAtUnknown(['payments', paymentId, 'payment_method'], row.payment_method, paymentMethods);
  const recordedOn = dayOf(recordedAt);
  const given = row.payment_date === null ? recordedOn : dayOf(row.payment_date);
  const isFuture = given > recordedOn;
  if (row.payment_date === null) findings.add(['payments', paymentId], 'missing_date');
  if (isFuture) findings.add(['payments', paymentId], 'future_date', given);
  return {
    cents: row.amount_paid,
    day: isFuture ? recordedOn : given,
    recordedAt,
    recordedBy: UNKNOWN_ACTOR,
    reason: '',
    paymentId,
    method,
    dated: isFuture ? given : null,
    invoiceId: row.invoice_id,
  };
}

function isSameTime(event: AuditEvent, at: Instant): boolean {
  return event.event_date !== null && Math.abs(Date.parse(event.event_date) - Date.parse(at)) <= SAME_EVENT_MS;
}

const RECEIVED = /^Payment of (-?[\d.]+) received via (.+)$/;
export const CORRECTED = /^Corrected payment: actual=(-?[\d.]+), admin_put=(-?[\d.]+), difference=(-?[\d.]+)/;

/**
 * Returns an amount rounded to the nearest cent, because the previous system wrote sums such as 0.30000000000000004.
 */
export function loggedAmount(text: string | undefined): Cents | undefined {
  const number = Number(text);
  return text === undefined || !Number.isFinite(number) ? undefined : parseRupees(number.toFixed(2));
}

function takePayment(events: AuditEvent[], { recordedAt, cents: amount }: ReadPayment): AuditEvent | undefined {
  const found = events.find(
    (event) =>
      !event.isUsed &&
      isSameTime(event, recordedAt) &&
      loggedAmount(RECEIVED.exec(event.event_description)?.[1]) === amount,
  );
  if (found) found.isUsed = true;
  return found;
}

interface Correction {
  event: AuditEvent;
  /** The payment's amount before this correction, according to the audit row. */
  before: Cents | undefined;
}

function takeCorrection(events: AuditEvent[], { recordedAt, cents: amount }: ReadPayment): Correction | undefined {
  for (const event of events) {
    const [, , before, difference] = CORRECTED.exec(event.event_description) ?? [];
    if (event.isUsed || !isSameTime(event, recordedAt) || loggedAmount(difference) !== amount) continue;
    event.isUsed = true;
    return { event, before: loggedAmount(before) };
  }
  return undefined;
}

function planCorrection({
  row,
  corrected: { event, before },
  amounts,
  findings,
}: {
  row: ReadPayment;
  corrected: Correction;
  amounts: Map<number, { day: Day; cents: number }>;
  findings: Findings;
}): PlannedMoney {
  const known = { ...row, recordedBy: event.user_actioned, reason: event.edit_reason ?? '' };
  const found = [...amounts].find(([, payment]) => payment.day === row.day && payment.cents === before);
  if (!found || found[1].cents + row.cents < 0) {
    findings.add(['payments', row.paymentId], 'correction_without_payment', writeDecimal(row.cents));
    return { ...known, kind: 'adjustment' };
  }
  found[1].cents += row.cents;
  return { ...known, kind: 'correction', corrects: found[0] };
}

const DELETED = /^Payment ID \d+ deleted by /;

/**
 * The audit log contains the row of a deleted payment. If a payment was deleted together with its invoice, the log
 * contains only the entry that it was received.
 */
function planDeleted(events: readonly AuditEvent[]): PlannedMoney[] {
  const deleted: PlannedMoney[] = [];
  for (const event of events) {
    const row = DELETED.test(event.event_description) ? readDeleted(event.old_value) : undefined;
    if (!row || event.event_date === null) continue;
    const made = events.find(
      (one) =>
        !one.isUsed &&
        isSameTime(one, row.recordedAt) &&
        loggedAmount(RECEIVED.exec(one.event_description)?.[1]) === row.cents,
    );
    if (made) made.isUsed = true;
    const { event_date: at, user_actioned: by, edit_reason: reason } = event;
    deleted.push({
      ...row,
      kind: 'payment',
      recordedBy: made?.user_actioned ?? UNKNOWN_ACTOR,
      deleted: { at, by, reason: reason ?? '' },
    });
  }
  for (const event of events) {
    const [, amount, via] = RECEIVED.exec(event.event_description) ?? [];
    const paid = loggedAmount(amount);
    const method = paymentMethods.find((one) => one === via);
    if (event.isUsed || event.event_date === null || paid === undefined || paid <= 0 || !method) continue;
    deleted.push({
      kind: 'payment',
      cents: paid,
      day: dayOf(event.event_date),
      recordedAt: event.event_date,
      recordedBy: event.user_actioned,
      reason: '',
      paymentId: null,
      method,
      dated: null,
      invoiceId: null,
      deleted: { at: event.event_date, by: UNKNOWN_ACTOR, reason: '' },
    });
  }
  return deleted;
}

function readDeleted(text: string | null): ReadPayment | undefined {
  const row = readJson(text);
  const paid = loggedAmount(String(row?.amount_paid));
  const method = paymentMethods.find((one) => one === row?.payment_method);
  const at = readInstant(row?.payment_date);
  const recordedAt = readInstant(row?.createdAt);
  if (paid === undefined || paid <= 0 || !method || !at || !recordedAt) return undefined;
  return {
    cents: cents(paid),
    day: dayOf(at),
    recordedAt,
    recordedBy: UNKNOWN_ACTOR,
    reason: '',
    paymentId: Number(row?.payment_id),
    method,
    dated: null,
    invoiceId: typeof row?.invoice_id === 'string' ? sameId(row.invoice_id) : null,
  };
}

/** Returns the row that an audit entry stored as JSON; undefined if there is none. */
export function readJson(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function readInstant(value: unknown): Instant | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : instantOf(ms);
}
