import type { Insertable } from 'kysely';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import type { Database, Writer } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import { insertDevice } from '#server/features/gate/queries.ts';
import { CHUNK } from '#server/features/prices/queries.ts';
import {
  DEMO_PHONES,
  type DemoTickets,
  type ToldShift,
  type ToldTicket,
  type ToldVehicle,
  tellTickets,
} from './tell-tickets.ts';

type Issued = Omit<Insertable<Tables['vehicle_tickets']>, 'vehicle_number' | 'vehicle_type' | 'cents'>;

/**
 * Fills the demo with thirteen months of tickets, their sums and the shifts of the last two weeks, in one transaction and
 * without a log entry each, as the older history of the books. A market that has tickets is left as it is.
 */
export async function fillTickets(database: Database, options: DemoTickets): Promise<void> {
  const standing = await database.reader.selectFrom('ticket_sums').select('day').limit(1).execute();
  if (standing.length > 0) return;
  const { sanitation, vehicles, shifts } = tellTickets(options);
  await database.write(async (tx) => {
    const context = { actor: 'demo', now: options.now, requestId: 'demo' };
    for (const _ of DEMO_PHONES) await insertDevice(tx, context);
    const last = new Map<Cents, number>();
    const sanitationRows = sanitation.map((ticket) => {
      const price = cents(ticket.price * 100);
      const count = (last.get(price) ?? 0) + 1;
      last.set(price, count);
      return { ...issueOf(ticket), cents: price, count };
    });
    const vehicleRows = vehicles.map((ticket) => ({
      ...issueOf(ticket),
      ...{ cents: centsOf(ticket), vehicle_number: ticket.vehicleNumber, vehicle_type: ticket.vehicleType },
    }));
    await inChunks(sanitationRows, (rows) => tx.insertInto('sanitation_tickets').values(rows).execute());
    await inChunks(vehicleRows, (rows) => tx.insertInto('vehicle_tickets').values(rows).execute());
    for (const [price, count] of last) {
      await tx.updateTable('sanitation_counts').set({ last: count }).where('cents', '=', price).execute();
    }
    await writeSums(tx, [
      ...sanitation.map((one) => ({
        told: one,
        subject: 'sanitation' as const,
        kind: String(one.price),
        cents: cents(one.price * 100),
      })),
      ...vehicles.map((one) => ({
        told: one,
        subject: 'vehicle' as const,
        kind: one.vehicleType,
        cents: centsOf(one),
      })),
    ]);
    const numbers = [...sanitation, ...vehicles].flatMap(({ deviceNumber }) => deviceNumber ?? []);
    await inChunks(numbers, (chunk) =>
      tx
        .insertInto('device_numbers')
        .values(chunk.map((number) => ({ number })))
        .execute(),
    );
    await tx
      .insertInto('gate_shifts')
      .values(shifts.map((shift) => shiftRow(shift, vehicles)))
      .execute();
  });
}

function issueOf({ at, day, by, deviceNumber, shiftId, voided }: ToldTicket): Issued {
  return {
    ...{ issued_day: day, issued_at: at, issued_by: by, device_number: deviceNumber, shift_id: shiftId },
    ...{ voided_at: voided?.at ?? null, voided_by: voided ? by : null, void_reason: voided?.reason ?? null },
    ...{ created_at: at, updated_at: voided?.at ?? at },
  };
}

interface Counted {
  told: ToldTicket;
  subject: 'sanitation' | 'vehicle';
  kind: string;
  cents: Cents;
}

async function writeSums(tx: Writer, tickets: readonly Counted[]): Promise<void> {
  const standing = tickets.filter(({ told }) => told.voided === null);
  const places = Map.groupBy(standing, ({ subject, kind, told }) => `${subject} ${told.day} ${kind}`);
  const sums = [...places.values()].flatMap((ofPlace) => {
    const [first] = ofPlace;
    if (!first) return [];
    const sum = { tickets: ofPlace.length, cents: sumCents(ofPlace.map((one) => one.cents)) };
    return [{ subject: first.subject, day: first.told.day, kind: first.kind, ...sum }];
  });
  await inChunks(sums, (rows) => tx.insertInto('ticket_sums').values(rows).execute());
}

function shiftRow(shift: ToldShift, vehicles: readonly ToldVehicle[]): Insertable<Tables['gate_shifts']> {
  const its = vehicles.filter(({ shiftId, voided }) => shiftId === shift.id && voided === null);
  const counted = (difference: number) =>
    sumCents([cents((shift.openingRupees + difference) * 100), ...its.map(centsOf)]);
  return {
    ...{ id: shift.id, issued_by: shift.by, device: DEMO_PHONES[0], opened_at: shift.openedAt },
    opening_cents: cents(shift.openingRupees * 100),
    closed_at: shift.closed?.at ?? null,
    counted_cents: shift.closed ? counted(shift.closed.difference) : null,
    reason: shift.closed?.reason ?? '',
    ...{ created_at: shift.openedAt, updated_at: shift.closed?.at ?? shift.openedAt },
  };
}

function centsOf({ rupees }: ToldVehicle): Cents {
  return cents(rupees * 100);
}

async function inChunks<Row>(rows: readonly Row[], write: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) await write(rows.slice(at, at + CHUNK));
}
