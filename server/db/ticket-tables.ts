import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { VehicleType } from '#contract/tickets.ts';
import type { Timestamps } from './timestamps.ts';

/** Tickets of the market's facilities and its gate. */
export interface TicketTables {
  gate_devices: GateDeviceRow;
  gate_shifts: GateShiftRow;
  sanitation_tickets: SanitationTicketRow;
  vehicle_tickets: VehicleTicketRow;
  sanitation_counts: SanitationCountRow;
  ticket_sums: TicketSumRow;
  device_numbers: DeviceNumberRow;
}

/** A phone of the gate; its letters are its id written with letters. */
interface GateDeviceRow {
  id: Generated<number>;
  created_at: Instant;
  created_by: string;
}

interface GateShiftRow extends Timestamps {
  /** As the device made it. */
  id: string;
  /** E-mail of whose shift it is. */
  issued_by: string;
  /** Letters of the phone. */
  device: string | null;
  opened_at: Instant;
  opening_cents: Cents;
  closed_at: Instant | null;
  counted_cents: Cents | null;
  reason: string;
}

interface IssuedTicket extends Timestamps {
  id: Generated<number>;
  cents: Cents;
  /** The Colombo day of issue: the day of its sums. */
  issued_day: Day;
  issued_at: Instant;
  issued_by: string;
  /** Letters and count of the device that issued it offline, without a hyphen. */
  device_number: string | null;
  shift_id: string | null;
  /** A ticket that was taken back keeps its row. */
  voided_at: Instant | null;
  voided_by: string | null;
  void_reason: string | null;
}

interface SanitationTicketRow extends IssuedTicket {
  /** Counts the tickets of its price from 1 on, without gap. */
  count: number;
}

interface VehicleTicketRow extends IssuedTicket {
  vehicle_number: string;
  vehicle_type: VehicleType;
}

/** The numbers that devices gave, of either kind of ticket. */
interface DeviceNumberRow {
  number: string;
}

interface SanitationCountRow {
  cents: Cents;
  /** The count of the newest ticket of this price. */
  last: number;
}

/** What the standing tickets of a day bring, kept equal to them in the transaction of each. */
interface TicketSumRow {
  subject: 'sanitation' | 'vehicle';
  day: Day;
  /** `20`, `100`, or the type of the vehicle. */
  kind: string;
  tickets: number;
  cents: Cents;
}
