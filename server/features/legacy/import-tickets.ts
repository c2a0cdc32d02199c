import { type Day, dayOf, type Instant, paymentInstant, timeOf } from '#billing/calendar.ts';
import { type Cents, cents, toRupees, writeDecimal } from '#billing/money.ts';
import { foldPlate } from '#contract/fold-text.ts';
import { sanitationPrices } from '#contract/tickets.ts';
import { countShiftSums } from '../tickets/shift-sum-queries.ts';
import type { Findings } from './findings.ts';
import { stopAt } from './findings.ts';
import { cleanLine, type ImportWorld, inChunks } from './import-world.ts';
import type { LegacyRow } from './legacy-tables.ts';

type TicketTable = 'sanitation' | 'vehicle_tickets';

/** Counts and sums of tickets by day and kind, or by day, hour and vehicle type. */
class Sums {
  readonly #sums = new Map<string, { day: Day; parts: string[]; tickets: number; cents: number }>();

  add(day: Day, parts: string[], amount: Cents): void {
    const key = [day, ...parts].join('\n');
    const sum = this.#sums.get(key) ?? { tickets: 0, cents: 0 };
    this.#sums.set(key, { day, parts, tickets: sum.tickets + 1, cents: sum.cents + amount });
  }

  [Symbol.iterator]() {
    return this.#sums.values();
  }
}

export async function importTickets(world: ImportWorld): Promise<void> {
  await importSanitation(world);
  await importVehicles(world);
  const { tx } = world;
  for (const chunk of inChunks(await countShiftSums(tx))) await tx.insertInto('shift_sums').values(chunk).execute();
}

/** Imports sanitation tickets with their ids. The tickets of each price are numbered from 1 in the order of issue. */
async function importSanitation(world: ImportWorld): Promise<void> {
  const { tx, market, findings } = world;
  const counts = new Map<Cents, number>();
  const sums = new Sums();
  const usual = sanitationPrices.map((price) => price * 100);
  const issued = market.rows('sanitation', {}, 'createdAt').filter((row) => {
    if (row.price > 0) return true;
    findings.add(['sanitation', row.id], 'not_positive', writeDecimal(row.price));
    return false;
  });
  for (const chunk of inChunks(issued)) {
    const rows = chunk.map((row) => {
      if (!usual.includes(row.price)) findings.add(['sanitation', row.id], 'unusual_price', writeDecimal(row.price));
      const count = (counts.get(row.price) ?? 0) + 1;
      counts.set(row.price, count);
      const issue = issueOf(findings, 'sanitation', row);
      sums.add(issue.issued_day, [String(toRupees(row.price))], row.price);
      return { ...issue, cents: row.price, count };
    });
    await tx.insertInto('sanitation_tickets').values(rows).execute();
  }
  for (const [amount, last] of counts)
    await tx
      .insertInto('sanitation_counts')
      .values({ cents: amount, last })
      .onConflict((conflict) => conflict.column('cents').doUpdateSet({ last }))
      .execute();
  await writeSums(world, 'sanitation', sums);
}

async function importVehicles(world: ImportWorld): Promise<void> {
  const { tx, market, findings } = world;
  const sums = new Sums();
  const arrivals = new Sums();
  const issued = market.rows('vehicle_tickets').filter((row) => {
    if (row.ticketPrice > 0) return true;
    findings.add(['vehicle_tickets', row.id], 'not_positive', writeDecimal(row.ticketPrice));
    return false;
  });
  for (const chunk of inChunks(issued)) {
    const rows = chunk.map((row) => {
      const place = { table: 'vehicle_tickets', key: row.id, column: 'vehicleNumber', most: 20 } as const;
      const vehicle_number = cleanLine(world, row.vehicleNumber, place);
      const issue = issueOf(findings, 'vehicle_tickets', row);
      sums.add(issue.issued_day, [row.vehicleType], row.ticketPrice);
      arrivals.add(issue.issued_day, [timeOf(issue.issued_at).slice(0, 2), row.vehicleType], row.ticketPrice);
      return {
        ...issue,
        cents: row.ticketPrice,
        vehicle_number,
        plate: foldPlate(vehicle_number),
        vehicle_type: row.vehicleType,
        tariff_cents: null,
      };
    });
    await tx.insertInto('vehicle_tickets').values(rows).execute();
  }
  await writeSums(world, 'vehicle', sums);
  const places = [...arrivals].map(({ day, parts: [hour = '', vehicle_type = ''], tickets }) => ({
    day,
    hour: Number(hour),
    vehicle_type,
    tickets,
    changed_at: null,
  }));
  for (const chunk of inChunks(places)) await tx.insertInto('arrivals').values(chunk).execute();
}

/**
 * Returns when and by whom a ticket was issued. The day is computed from the instant, because the day that the previous
 * system stored is in another time zone.
 */
function issueOf(findings: Findings, table: TicketTable, row: LegacyRow<TicketTable>) {
  const at = row.createdAt ?? row.updatedAt ?? instantOn(row.date);
  if (at === null) throw stopAt([table, row.id], 'no_date');
  if (row.createdAt === null) findings.add([table, row.id], 'missing_date', at);
  return {
    id: row.id,
    issued_day: dayOf(at),
    issued_at: at,
    issued_by: row.byWhom.trim(),
    issued_by_id: null,
    device_number: null,
    shift_id: null,
    voided_at: null,
    voided_by: null,
    void_reason: null,
    created_at: at,
    updated_at: row.updatedAt !== null && row.updatedAt > at ? row.updatedAt : at,
  };
}

function instantOn(day: Day | null): Instant | null {
  return day === null ? null : paymentInstant(day);
}

async function writeSums({ tx }: ImportWorld, subject: 'sanitation' | 'vehicle', sums: Sums): Promise<void> {
  const rows = [...sums].map(({ day, parts: [kind = ''], tickets, cents: sum }) => ({
    subject,
    day,
    kind,
    tickets,
    cents: cents(sum),
  }));
  for (const chunk of inChunks(rows)) await tx.insertInto('ticket_sums').values(chunk).execute();
}
