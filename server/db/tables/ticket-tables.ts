import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { PassTerm, VehicleKind } from '#contract/words.ts';
import type { Timestamps } from '../timestamps.ts';

export interface TicketTables {
  gate_devices: GateDeviceRow;
  gate_shifts: GateShiftRow;
  gate_handovers: GateHandoverRow;
  sanitation_tickets: SanitationTicketRow;
  vehicle_tickets: VehicleTicketRow;
  pass_entries: PassEntryRow;
  sanitation_counts: SanitationCountRow;
  ticket_sums: TicketSumRow;
  shift_sums: ShiftSumRow;
  counting_starts: CountingStartRow;
  arrivals: ArrivalRow;
  device_numbers: DeviceNumberRow;
  noted_numbers: NotedNumberRow;
  vehicle_types: VehicleTypeRow;
  tariffs: TariffRow;
  tariff_prices: TariffPriceRow;
}

interface GateDeviceRow {
  id: Generated<number>;
  created_at: Instant;
  created_by: string;
  created_by_id: number | null;
  /** The secret with which the phone signs its ticket numbers; null for a phone that cannot sign. */
  secret: string | null;
}

interface GateShiftRow extends Timestamps {
  id: string;
  /**
   * The email that the account had when it opened the shift, for display. Rights depend on the id, which is null if it
   * is not known.
   */
  issued_by: string;
  issued_by_id: number | null;
  device: string | null;
  opened_at: Instant;
  opening_cents: Cents;
  closed_at: Instant | null;
  /** The email that the person who closed the shift had then, for display; null if it is open or this is not known. */
  closed_by: string | null;
  closed_by_id: number | null;
  /** The last ticket number that the phone had issued in the shift, as it stated at the closing; null if none. */
  last_number: string | null;
  /** 1 if the shift of a phone was closed without that statement, so that tickets may be unsent. */
  lacks_number: Generated<number>;
  /** How many papers of its tickets the phone printed again, as it stated at the closing; null if it did not. */
  copies_printed: number | null;
  counted_cents: Cents | null;
  reason: string;
  /** 1 if the counted cash is to be handed over: from the closing on, but not in shifts that earlier releases closed. */
  to_hand_over: Generated<number>;
  /** The part of the opening cash that the person took from counted cash of earlier shifts; the office lent the rest. */
  from_held_cents: Generated<Cents>;
}

/** Cash that another person received from its keeper, or a float that another person handed out to the keeper. */
interface GateHandoverRow {
  id: Generated<number>;
  /** The account of the person who held the cash before, or holds it now, and the email that it had then. */
  account_id: number;
  keeper: string;
  received_at: Instant;
  /** Who received the cash, or handed out the float. */
  received_by: string;
  received_by_id: number | null;
  /** What the keeper held before. What was neither received nor left of that and of the float is missing. */
  expected_cents: Cents;
  received_cents: Cents;
  /** What stays with the keeper, as opening cash of the next shift for example. */
  left_cents: Cents;
  reason: string;
  /** The float that the office handed out to the keeper; 0 if the keeper handed over cash. */
  given_cents: Generated<Cents>;
  banked_on: Day | null;
  banked_by: string | null;
  banked_by_id: number | null;
  /** An undone hand-over has no effect: the keeper holds the cash again. */
  undone_at: Instant | null;
  undone_by: string | null;
  undo_reason: string | null;
  /** The cash session into whose drawer the cash was received; null if the receiver had none open. */
  session_id: number | null;
}

interface IssuedTicket extends Timestamps {
  id: Generated<number>;
  cents: Cents;
  /** The day of issue in Colombo. The daily sums count the ticket on this day. */
  issued_day: Day;
  issued_at: Instant;
  issued_by: string;
  issued_by_id: number | null;
  /**
   * The number that the device gave to a ticket issued offline: its device code and its counter, without a hyphen. Null
   * for other tickets.
   */
  device_number: string | null;
  shift_id: string | null;
  voided_at: Instant | null;
  voided_by: string | null;
  void_reason: string | null;
}

interface SanitationTicketRow extends IssuedTicket {
  /** The serial number among the tickets of the same price. Numbers begin with 1 and have no gaps. */
  count: number;
}

interface VehicleTicketRow extends IssuedTicket {
  vehicle_number: string;
  /** The letters and digits of the vehicle number, for searches (foldPlate). */
  plate: Generated<string>;
  /** The type's English name when the ticket was issued. */
  vehicle_type: string;
  /** The price of the tariff, if another price was charged; otherwise null. */
  tariff_cents: Cents | null;
  /** How long the vehicle may enter with this ticket, and the last day; null for one entry. */
  pass_term: PassTerm | null;
  pass_until: Day | null;
}

/** An entry of a vehicle with a pass, for which nothing is paid. */
interface PassEntryRow {
  id: Generated<number>;
  /** The vehicle ticket that is the pass. */
  ticket_id: number;
  vehicle_type: string;
  entered_day: Day;
  entered_at: Instant;
  entered_by: string;
  entered_by_id: number | null;
  shift_id: string | null;
  created_at: Instant;
}

interface VehicleTypeRow extends Timestamps {
  id: Generated<number>;
  name: string;
  name_si: string;
  name_ta: string;
  vehicle_kind: VehicleKind;
  is_offered: number;
  list_order: number;
  /** A JSON list of former names. No other type, current or former, may have such a name. */
  former_names: string;
}

/** The tariff of a day. A later row of the same day replaces an earlier one. */
interface TariffRow {
  id: Generated<number>;
  valid_from: Day;
  set_by: string;
  set_at: Instant;
}

interface TariffPriceRow {
  id: Generated<number>;
  tariff_id: number;
  vehicle_type_id: number;
  cents: Cents;
  /** The price of a pass of each term; null if the market offers none. */
  day_cents: Cents | null;
  month_cents: Cents | null;
}

interface DeviceNumberRow {
  number: string;
}

/** A ticket number that is missing and of which nothing more is expected. A ticket that arrives later is still recorded. */
interface NotedNumberRow {
  number: string;
  /** The shift of the next ticket that arrived; null if that ticket has none. */
  shift_id: string | null;
  noted_at: Instant;
}

interface SanitationCountRow {
  cents: Cents;
  last: number;
}

interface TicketSumRow {
  subject: 'sanitation' | 'vehicle';
  day: Day;
  kind: string;
  tickets: number;
  cents: Cents;
}

/** The tickets of a person's shift on a day that are not void. */
interface ShiftSumRow {
  day: Day;
  /** The shift that the tickets name, whether it was opened or not; empty if they name none. */
  shift_id: string;
  issued_by: string;
  /** 0 if the account is not known. */
  issued_by_id: number;
  tickets: number;
  cents: Cents;
}

/** A day from which tickets without a shift are to be counted; null: all of them. The newest row applies. */
interface CountingStartRow {
  id: Generated<number>;
  since: Day | null;
  set_at: Instant;
  set_by: string;
}

interface ArrivalRow {
  day: Day;
  hour: number;
  vehicle_type: string;
  tickets: number;
  /** The last time that the number of tickets changed after the end of the day; null if it never did. */
  changed_at: Instant | null;
}
