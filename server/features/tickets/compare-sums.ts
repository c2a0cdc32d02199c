import { toRupees, wholeRupees, writeDecimal } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import { sanitationPrices } from '#contract/tickets.ts';
import type { Database, Reader } from '../../db/connect.ts';
import { listWrongArrivals } from '../arrivals/queries.ts';
import {
  countTickets,
  listSkippedCounts,
  listSums,
  listTicketCounts,
  type SumPlace,
  type TicketSum,
} from './queries.ts';
import { countShiftSums, listShiftSums, type ShiftSum } from './shift-sum-queries.ts';

export interface TicketVerification {
  tickets: number;
  differences: string[];
}

/**
 * Compares the stored sums with the tickets, without writing. The ticket numbers of each price must count from 1
 * without gaps, except for numbers skipped after a restore.
 */
export function compareSums(database: Pick<Database, 'snapshotApart'>): Promise<TicketVerification> {
  return database.snapshotApart(async (db) => {
    const fresh = new Map((await countTickets(db)).map((sum) => [placeOf(sum), sum]));
    const stored = new Map((await listSums(db)).map((sum) => [placeOf(sum), sum]));
    const wrongSums = [...compare(fresh, stored), ...(await compareShifts(db))];
    const skipped = await listSkippedCounts(db);
    const counts = await listTicketCounts(db);
    const uncounted = sanitationPrices.filter((price) => counts.every(({ cents }) => cents !== wholeRupees(price)));
    const noCount = uncounted.map((price) => describeCount({ price, count: '-', tickets: '-', newest: '-' }));
    const wrongCounts = counts.flatMap(({ cents, last, tickets, newest }) => {
      const skips = skipped.filter(({ price }) => price === toRupees(cents));
      const missing = skips.reduce((sum, { from, to }) => sum + to - from, 0);
      const begin = skips.reduceRight((number, { from, to }) => (to === number ? from : number), last);
      return last - missing === tickets && begin === newest
        ? []
        : [
            describeCount({
              price: toRupees(cents),
              count: String(last),
              tickets: String(tickets),
              newest: String(newest),
            }),
          ];
    });
    const wrongArrivals = (await listWrongArrivals(db)).map(({ day, hour, vehicle_type, ...of }) =>
      message('tickets.verify.sum', {
        place: `arrivals ${vehicle_type} of ${day} at ${hour}`,
        stored: `${of.stored} ${of.stored_at ?? ''}`.trim(),
        found: `${of.found} ${of.found_at ?? ''}`.trim(),
      }),
    );
    const tickets = [...fresh.values()].reduce((total, sum) => total + sum.tickets, 0);
    return { tickets, differences: [...wrongSums, ...noCount, ...wrongCounts, ...wrongArrivals] };
  });
}

function compare(fresh: ReadonlyMap<string, TicketSum>, stored: ReadonlyMap<string, TicketSum>): string[] {
  const places = [...new Set([...fresh.keys(), ...stored.keys()])].toSorted((one, other) => (one < other ? -1 : 1));
  return places.flatMap((place) => {
    const wanted = describe(fresh.get(place));
    const found = describe(stored.get(place));
    return wanted === found ? [] : [message('tickets.verify.sum', { place, stored: found, found: wanted })];
  });
}

async function compareShifts(db: Reader): Promise<string[]> {
  const byShift = (sums: readonly ShiftSum[]) => new Map(sums.map((sum) => [shiftPlaceOf(sum), sum]));
  return compare(byShift(await countShiftSums(db)), byShift(await listShiftSums(db)));
}

function shiftPlaceOf({ shift_id, issued_by, issued_by_id, day }: ShiftSum): string {
  return `shift ${shift_id || '-'} of ${issued_by}, account ${issued_by_id || '-'}, on ${day}`;
}

function describeCount(values: { price: number; count: string; tickets: string; newest: string }): string {
  return message('tickets.verify.count', values);
}

function placeOf({ subject, day, kind }: SumPlace): string {
  return `${subject} ${kind} of ${day}`;
}

function describe(sum: TicketSum | undefined): string {
  return sum ? `${sum.tickets} for ${writeDecimal(sum.cents)}` : message('audit.value.none');
}
