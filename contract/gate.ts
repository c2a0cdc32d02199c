import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { guarded } from './money-effects.ts';
import { amountIn, dayText, instant, month, optionalLine, orNone, reasonIn, rupeesOut } from './scalars.ts';
import { deviceNumberIn, issuedAtIn, sanitationTicket, shiftIdIn, ticketNumberIn, vehicleTicket } from './tickets.ts';

/**
 * The expected cash is the opening cash plus the prices of the shift's tickets that are not void. The sums of an open
 * shift are null if the caller may not see the shifts of everybody: the cash is counted before they are shown.
 */
const shift = z.object({
  id: z.string(),
  byWhom: z.string(),
  device: z.string().nullable(),
  opened_at: instant,
  opening_cash: rupeesOut,
  ticket_count: z.int(),
  ticket_sum: rupeesOut.nullable(),
  expected_cash: rupeesOut.nullable(),
  closed_at: instant.nullable(),
  counted_cash: rupeesOut.nullable(),
  difference: rupeesOut.nullable(),
  reason: z.string(),
  /** How many papers of its tickets were printed again, as the phone stated; null if it did not. */
  copies_printed: z.int().nullable(),
});
export type Shift = z.output<typeof shift>;

const listedShift = shift.extend({
  /** The email of the person who closed the shift, if it was not the one who opened it. */
  closed_by_other: z.string().nullable(),
});
export type ListedShift = z.output<typeof listedShift>;

/** More copies than a phone can print in a shift. */
const MOST_COPIES = 100_000;

/** The maximum number of unknown shifts, and of incomplete ones, that are named; the newest are. */
export const MOST_UNKNOWN_SHIFTS = 100;

/**
 * Income from tickets: what is in a shift of the person who issued them, and what is to be counted without one. Tickets
 * without a shift that count as counted are in `in_shifts`.
 */
const income = z.object({ total: rupeesOut, in_shifts: rupeesOut, to_count: rupeesOut });
export type TicketIncome = z.output<typeof income>;
const person = z.object({ email: z.string(), name: z.string() });

/** Why somebody looks at a phone. */
const phoneRemarks = ['nothing', 'no-ticket', 'missing', 'beyond-closing'] as const;

/** The letters of a phone: who registered it, and what has arrived from it in the last 30 days. */
const gatePhone = z.object({
  phone: z.string().meta({ description: 'The device code, with which the numbers of its tickets begin' }),
  /** Both null if the letters were given earlier, or never by the office. */
  given_at: instant.nullable(),
  given_by: person.nullable(),
  /** The tickets of each kind that have arrived, void ones included. */
  sanitation: z.int(),
  vehicle: z.int(),
  /** The lowest and the highest of their numbers. */
  first_number: z.string().nullable(),
  last_number: z.string().nullable(),
  /** How many numbers have not arrived, without those that were noted. */
  missing: z.int(),
  /** When the last ticket, opening or closing of a shift arrived. */
  heard_at: instant.nullable(),
  /** The state of the last shift that the phone opened. */
  shift: z.enum(['none', 'open', 'closed']),
  /** Tickets above the last number that the phone stated when it closed their shift, by shift. */
  beyond_closing: z.array(
    z.object({
      ...person.shape,
      shift_id: z.string(),
      /** Null if the phone stated that it issued no ticket. */
      stated: z.string().nullable(),
      numbers: z.array(z.string()),
      amount: rupeesOut,
    }),
  ),
  needs_look: z.array(z.enum(phoneRemarks)),
});
export type GatePhone = z.output<typeof gatePhone>;

/** A vehicle that got tickets of several types in the last 30 days, with these tickets, the newest first. */
const changedType = z.object({
  vehicleNumber: z.string(),
  tickets: z.array(
    z.object({
      ...person.shape,
      number: z.string(),
      vehicleType: z.string(),
      ticketPrice: rupeesOut,
      issued_at: instant,
    }),
  ),
});
export type ChangedType = z.output<typeof changedType>;

/** The income of the gate on the manager dashboard. A ticket that is void is income of nobody. */
export const gateIncome = z.object({
  today: income,
  month: income,
  /** Everybody who issued tickets this month. */
  people: z.array(z.object({ ...person.shape, today: income, month: income })),
  /**
   * Shifts that tickets of the last 30 days name and that their person has not opened, although the tickets were issued
   * more than 48 hours ago, so that no phone can open them any longer. The newest first.
   */
  unknown_shifts: z.array(
    z.object({ ...person.shape, shift_id: z.string(), count: z.int(), amount: rupeesOut, since: instant }),
  ),
  /**
   * Shifts of phones whose tickets may not all have arrived: open for more than 24 hours, or closed in the last 7 days
   * without the last number of the phone. The last to be opened first.
   */
  incomplete_shifts: z.array(
    z.object({
      ...person.shape,
      shift_id: z.string(),
      device: z.string(),
      opened_at: instant,
      /** Null while it is open. */
      closed_at: instant.nullable(),
      /** The name of the person who closed it; null if it is open. */
      closed_by: z.string().nullable(),
    }),
  ),
  /**
   * Tickets of the last 7 days that arrived after a higher number of the same phone, by person and phone, the last to arrive
   * first. Phones send in the order of numbers.
   */
  late_tickets: z.array(
    z.object({
      ...person.shape,
      numbers: z.array(z.string()),
      amount: rupeesOut,
      /** The longest time that one of them arrived after a higher number, in hours with one decimal. */
      hours: z.number(),
      /** How many of them have a price outside of those of the tickets before and after them. */
      other_prices: z.int(),
    }),
  ),
  /**
   * Tickets of the last 7 days whose price is that of the time that they name, and lower than the one at their arrival,
   * more than ten minutes later; by person. Those that are marked with another price are not among them.
   */
  earlier_prices: z.array(
    z.object({
      ...person.shape,
      numbers: z.array(z.string()),
      /** The longest time from the named time to the arrival, in hours with one decimal. */
      hours: z.number(),
      /** By how much they would have cost more at their arrival. */
      amount: rupeesOut,
    }),
  ),
  /** How many vehicles got tickets of several types in the last 30 days. */
  changed_types: z.int(),
  /** Those that need a look first. */
  phones: z.array(gatePhone),
});
export type GateIncome = z.output<typeof gateIncome>;

/** The income from the tickets of a month. A ticket that is void is income of nobody. */
const monthIncome = z.object({
  month,
  total: income,
  people: z.array(z.object({ ...person.shape, ...income.shape })),
});
export type MonthIncome = z.output<typeof monthIncome>;

/** Tickets without a shift that were issued before this day count as counted. Null: none of them. */
const counting = z.object({ from: dayText.nullable() });

const shiftSplit = z.array(
  z.object({
    kind: z.string().meta({ description: 'Price of sanitation tickets, 20 or 100, or a vehicle type' }),
    ticket_count: z.int(),
    ticket_sum: rupeesOut,
    void_count: z.int(),
  }),
);
export type ShiftSplit = z.output<typeof shiftSplit>;

const missingNumbers = z.object({
  /** The device code of the phone. */
  phone: z.string(),
  numbers: z.array(z.string().meta({ description: 'Ticket number of the phone, such as K-17' })),
  /** The shift of the next ticket that arrived; null if that ticket has none. */
  shift_id: z.string().nullable(),
  /** Who opened that shift, and when. */
  byWhom: z.string().nullable(),
  opened_at: instant.nullable(),
});
export type MissingNumbers = z.output<typeof missingNumbers>;

/** The maximum number of missing tickets that are noted by one call. */
export const MOST_NOTED = 200;

const message = z.string();

export const gate = {
  addDevice: call({
    method: 'POST',
    path: '/api/gate/devices',
    permission: 'tickets.write',
    writes: 'once',
    summary:
      'Assign a device code to a gate phone, so that it can number tickets offline. With `signed` it gets a secret, and ' +
      'only numbers with its signature are accepted; without, only tickets of this account.',
    body: z.object({ signed: z.boolean().optional() }),
    answer: z.object({ message, device: z.object({ letters: z.string(), secret: z.string().nullable() }) }),
    status: 201,
    refusals: [],
  }),
  openShift: call({
    method: 'POST',
    path: '/api/gate/shifts',
    permission: 'tickets.write',
    writes: 'once',
    summary:
      'Open a shift with the opening cash. The device chooses the shift ID, so repeating the call has no further effect.',
    body: z.object({
      id: shiftIdIn,
      opening_cash: amountIn,
      opened_at: issuedAtIn.optional(),
      device: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{1,4}$/, inputMessage('input.tickets.device-code'))
        .optional(),
    }),
    answer: z.object({ message, shift }),
    status: 201,
    refusals: ['shift_exists', 'issued_too_early', 'issued_in_future'],
  }),
  closeShift: call({
    method: 'POST',
    path: '/api/gate/shifts/:id/close',
    permission: 'tickets.write',
    writes: 'once',
    summary:
      'Close a shift with the counted cash. A difference requires a reason. A phone states the last number that it issued ' +
      'in the shift, or null, so that unsent tickets are noticed, and how many tickets it printed again. Repeating the call ' +
      'has no further effect.',
    params: z.object({ id: shiftIdIn }),
    body: z.object({
      counted_cash: amountIn,
      closed_at: issuedAtIn.optional(),
      reason: optionalLine(200).optional(),
      last_number: deviceNumberIn.nullable().optional(),
      copies_printed: z.int().min(0).max(MOST_COPIES).optional(),
    }),
    answer: z.object({ message, shift, split: shiftSplit }),
    refusals: ['shift_not_found', 'shift_closed', 'difference_unexplained', 'issued_too_early', 'issued_in_future'],
  }),
  shift: call({
    method: 'GET',
    path: '/api/gate/shifts/:id',
    permission: 'tickets.write',
    summary:
      'Get a shift with its tickets by kind. Ticket staff see only their own, and its sums and kinds after it was closed.',
    params: z.object({ id: shiftIdIn }),
    answer: z.object({ shift, split: shiftSplit, centre: z.object({ name: z.string() }) }),
    refusals: ['shift_not_found'],
  }),
  shifts: call({
    method: 'GET',
    path: '/api/gate/shifts',
    permission: 'tickets.write',
    summary:
      'List the shifts of a day, or the newest 200, newest first. Ticket staff see only their own, and the sums of a shift ' +
      'after it was closed.',
    query: z.object({
      date: orNone(dayText),
      open: orNone(z.enum(['true', 'false'])),
    }),
    answer: z.array(listedShift),
    refusals: [],
  }),
  income: call({
    method: 'GET',
    path: '/api/gate/income',
    permission: 'shifts.all',
    scope: 'tickets',
    summary:
      'Get the income from the tickets of a month, by default this one, by the person who issued them: what is in ' +
      'shifts, and what is to be counted.',
    query: z.object({ month: orNone(month) }),
    answer: monthIncome,
    refusals: [],
  }),
  phones: call({
    method: 'GET',
    path: '/api/gate/phones',
    permission: 'shifts.all',
    summary:
      'List the letters that were given to gate phones in the last 30 days, and earlier ones with a remark: who registered ' +
      'the phone, which numbers arrived, how many are missing, and when it was last heard of. Those with a remark come first.',
    answer: z.array(gatePhone),
    refusals: [],
  }),
  changedTypes: call({
    method: 'GET',
    path: '/api/gate/changed-types',
    permission: 'shifts.all',
    summary:
      'List the vehicles that got tickets of several types in the last 30 days: their types, prices and persons, those ' +
      'with the newest ticket first. Void tickets are excluded.',
    answer: z.array(changedType),
    refusals: [],
  }),
  missing: call({
    method: 'GET',
    path: '/api/gate/missing-numbers',
    permission: 'shifts.all',
    summary:
      'List the ticket numbers of the last 30 days that did not arrive, although a later one did, by phone and shift, ' +
      'without those that were noted.',
    answer: z.array(missingNumbers),
    refusals: [],
  }),
  noteMissing: call({
    method: 'POST',
    path: '/api/gate/missing-numbers',
    permission: 'tickets.void-all',
    writes: 'once',
    summary:
      "Note missing ticket numbers with their shift and a reason, so that they raise no alarm. Not those of the caller's own " +
      'tickets.',
    body: z.object({ numbers: z.array(deviceNumberIn).min(1).max(MOST_NOTED), reason: reasonIn }),
    answer: z.object({ message }),
    refusals: ['number_not_missing'],
  }),
  getCounting: call({
    method: 'GET',
    path: '/api/settings/counting',
    permission: 'shifts.all',
    summary: 'Get the day from which tickets without a shift are to be counted.',
    answer: counting,
    refusals: [],
  }),
  setCounting: call({
    method: 'PUT',
    path: '/api/settings/counting',
    permission: 'books.write',
    writes: 'versioned',
    summary:
      'Set the day from which tickets without a shift are to be counted, at the latest today. Earlier own tickets count ' +
      'towards the approval limit.',
    body: counting,
    answer: z.object({ message, settings: counting }),
    refusals: [...guarded],
  }),
  check: call({
    method: 'GET',
    path: '/api/gate/check/:number',
    permission: 'tickets.write',
    summary:
      'Check whether a ticket is valid, void or unknown by its number: T20_5, V17, or a device number such as K-17.',
    params: z.object({ number: ticketNumberIn }),
    answer: z.object({
      state: z.enum(['valid', 'void', 'unknown']),
      number: z.string(),
      sanitation: sanitationTicket.nullable(),
      vehicle: vehicleTicket.nullable(),
      voided_at: instant.nullable(),
      void_reason: z.string().nullable(),
      centre: z.object({ name: z.string() }),
    }),
    refusals: [],
  }),
};
