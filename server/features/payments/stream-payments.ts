import { type Day, dayOf, type InstantRange, instantsOfMonths, monthInYear } from '#billing/calendar.ts';
import type { Query } from '#contract/call.ts';
import type { payments } from '#contract/payments.ts';
import type { Database } from '../../db/connect.ts';
import { readInPieces } from '../../db/read-in-pieces.ts';
import { StreamedJson } from '../../http/core/streamed-json.ts';
import { isOfPayments, movementsOn, presentCashDay } from '../cash/movements.ts';
import { listMoneyOn, listNamesByEmail } from '../cash/queries.ts';
import { presentListedPayment, presentMarkedPayment } from './present.ts';
import { listPaymentsById, listPaymentTimes, type PaymentRow, type PaymentTime } from './queries.ts';

/** Lists the payments of a month, of a year, or of a month of any year; with void ones only if they are wanted. */
export async function streamPayments(database: Database, { year, month, voided }: Query<typeof payments.list>) {
  const includesVoid = voided === 'true';
  const span = year ? spanOf(year, month) : undefined;
  const times = await database.snapshotApart((apart) => listPaymentTimes(apart, { span, includesVoid }));
  const ids = (year ? times : inMonthOfAnyYear(times, month)).map(({ id }) => id);
  const present = includesVoid ? presentMarkedPayment : presentListedPayment;
  const pieces = readInPieces(database, ids, { list: listPaymentsById, present });
  return StreamedJson.object({ success: true }, 'payments', { total: ids.length, pieces });
}

/**
 * Lists the payments that were recorded or voided on a day, newest first, each with the cash day to which it belongs.
 */
export async function streamReceived(database: Database, day: Day) {
  const found = await database.snapshot(async (db) => {
    const movements = movementsOn(await listMoneyOn(db, day), day).filter(({ kind }) => isOfPayments(kind));
    const names = await listNamesByEmail(db, [...new Set(movements.map(({ owner }) => owner))]);
    return movements.toReversed().map((movement) => presentCashDay(movement, names));
  });
  const days = new Map(found);
  const present = (row: PaymentRow) => ({ ...presentMarkedPayment(row), cash_day: days.get(row.id) });
  const pieces = readInPieces(database, [...days.keys()], { list: listPaymentsById, present });
  return StreamedJson.object({ success: true }, 'payments', { total: days.size, pieces });
}

function spanOf(year: string, month = '0'): InstantRange {
  const number = Number(month);
  return instantsOfMonths(monthInYear(year, number || 1), number === 0 ? 12 : 1);
}

function inMonthOfAnyYear(rows: PaymentTime[], month = '0'): PaymentTime[] {
  const number = Number(month);
  return number === 0 ? rows : rows.filter(({ effective_at }) => Number(dayOf(effective_at).slice(5, 7)) === number);
}
