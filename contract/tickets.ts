import { z } from 'zod';
import { parseRupees, wholeRupees } from '#billing/money.ts';
import { call } from './call.ts';
import { foldPlate } from './fold-text.ts';
import { inputMessage } from './messages/input-message.ts';
import {
  dayText,
  instant,
  instantIn,
  lineText,
  optionalLine,
  orNone,
  paidIn,
  rupeesOut,
  screenLine,
  timestamps,
  wholeNumber,
} from './scalars.ts';
import { passTerms } from './words.ts';

const message = z.string();

/**
 * An offline device's number, such as `K-17`: the device code, assigned by the office, and the device's own count. V is
 * not a device code, because V17 is the vehicle ticket with the id 17.
 */
export const deviceNumberIn = z
  .string({ error: inputMessage('input.tickets.device-number') })
  .trim()
  .toUpperCase()
  .regex(/^(?!V-?\d)[A-Z]{1,4}-?[1-9]\d{0,8}$/, inputMessage('input.tickets.device-number'))
  .transform((text) => text.replace('-', ''))
  .meta({
    description: 'The number that an offline device gave: letters and a count, such as K-17',
    examples: ['K-17'],
  });

export const issuedAtIn = instantIn.meta({
  description:
    'When it was issued: ISO 8601, in Colombo without a zone, at most 48 hours ago; a clock 2 minutes ahead counts as now',
});

export const shiftIdIn = z.uuid(inputMessage('input.uuid')).toLowerCase();

const issuedOffline = {
  issued_at: issuedAtIn.optional(),
  device_number: deviceNumberIn.optional(),
  device_proof: z
    .string()
    .regex(/^[0-9a-f]{64}$/, inputMessage('input.tickets.device-proof'))
    .meta({ description: 'HMAC-SHA256, in hex, of the device number without hyphen under the secret of the device' })
    .optional(),
  shift_id: shiftIdIn.optional(),
};

const issued = {
  date: dayText,
  byWhom: z.string(),
  issued_at: instant,
  device_number: z.string().nullable(),
};

const income = { totalIncome: rupeesOut, ticketCount: z.int() };

const partOf = (maxLength: number) => orNone(screenLine(maxLength));

const paging = { page: orNone(wholeNumber(999_999)), limit: orNone(wholeNumber(500)) };

const period = { startDate: orNone(dayText), endDate: orNone(dayText) };

const NUMBER = String.raw`T\d{1,4}_[1-9]\d{0,8}|[A-Z]{1,4}-?[1-9]\d{0,8}`;
const numberOf = (pattern: string) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(new RegExp(`^(${pattern})$`), inputMessage('input.tickets.number'));

/** A ticket number: T20_5, V17, or that of a device, such as K-17 or K17. */
export const ticketNumberIn = numberOf(NUMBER);

const ticketInPath = z.object({
  id: numberOf(String.raw`[1-9]\d{0,14}|${NUMBER}`).meta({
    description: 'Id of the ticket, or its number: T20_5, V17, or of a device such as K-17',
  }),
});

/** `voided_at` is the time at which a phone cancelled the ticket offline. */
const voiding = z.object({ reason: optionalLine(200).optional(), voided_at: issuedAtIn.optional() });
const voidRefusals = ['ticket_not_found', 'void_not_allowed', 'issued_too_early', 'issued_in_future'] as const;

/** The prices of sanitation tickets, in rupees (specification 2, section 9). */
export const sanitationPrices = [20, 100] as const;
export type SanitationPrice = (typeof sanitationPrices)[number];

const NO_PRICE = inputMessage('input.tickets.sanitation-price-missing');

/** The price 20 or 100, as a number or as text. The message for a missing price is that of the specification. */
const sanitationPriceIn = z
  .union([z.number(), z.string().min(1, NO_PRICE)], { error: NO_PRICE })
  .transform((given, context) => {
    const cents = parseRupees(String(given));
    const price = sanitationPrices.find((one) => wholeRupees(one) === cents);
    if (price !== undefined) return price;
    context.issues.push({ code: 'custom', input: given, message: inputMessage('input.tickets.sanitation-price') });
    return z.NEVER;
  })
  .meta({ description: '20 or 100: a number, or the same as text' });

export const sanitationTicket = z.object({
  id: z.int(),
  customId: z.string(),
  price: rupeesOut,
  ...issued,
  createdAtSriLanka: z.string().meta({ description: 'dd/MM/yyyy, HH:mm:ss in Colombo' }),
  ...timestamps,
});
export type SanitationTicket = z.output<typeof sanitationTicket>;

const monthIncome = z.object({ year: z.int(), month: z.int().min(1).max(12), ...income });
const priceQuery = orNone(z.enum(['20', '100']).transform((text) => Number(text) as SanitationPrice));

export const sanitationTickets = {
  issue: call({
    method: 'POST',
    path: '/api/sanitation',
    permission: 'tickets.write',
    writes: 'once',
    summary: 'Issue a sanitation ticket.',
    body: z.object({ price: sanitationPriceIn, ...issuedOffline }),
    answer: z.object({ message, ticketId: z.string(), ticket: sanitationTicket }),
    status: 201,
    refusals: ['device_of_other', 'device_number_used', 'issued_too_early', 'issued_in_future'],
  }),
  byDate: call({
    method: 'GET',
    path: '/api/sanitation/by-date',
    permission: 'tickets.write',
    scope: 'tickets',
    summary: 'List sanitation tickets, newest first: all, or those of a day or period. Void tickets are excluded.',
    query: z.object({
      date: orNone(dayText),
      ...period,
      price: priceQuery,
      byWhom: partOf(254),
      ...paging,
    }),
    answer: z.object({ count: z.int(), totalIncome: rupeesOut, tickets: z.array(sanitationTicket) }),
    refusals: [],
  }),
  dailyIncome: call({
    method: 'GET',
    path: '/api/sanitation/daily-income',
    permission: 'tickets.write',
    scope: 'tickets',
    summary: 'List income per day, newest first. The first entry is always today.',
    query: z.object({ price: priceQuery, byWhom: partOf(254) }),
    answer: z.array(z.object({ date: dayText, ...income })),
    refusals: [],
  }),
  monthlyIncome: call({
    method: 'GET',
    path: '/api/sanitation/monthly-income',
    permission: 'tickets.write',
    scope: 'tickets',
    summary: 'List income per month, newest first, optionally within a period and for one ticket price.',
    query: z.object({ ...period, price: priceQuery, byWhom: partOf(254) }),
    answer: z.array(monthIncome),
    refusals: [],
  }),
  breakdown: call({
    method: 'GET',
    path: '/api/sanitation/breakdown',
    permission: 'tickets.write',
    scope: 'tickets',
    summary:
      'Get the totals of the sanitation dashboard: today, this month, and all months by ticket price, newest first.',
    answer: z.object({
      today: z.object({ all: z.object(income), price20: z.object(income), price100: z.object(income) }),
      this_month: z.object({ all: z.object(income), price20: z.object(income), price100: z.object(income) }),
      months: z.array(monthIncome.extend({ count20: z.int(), count100: z.int() })),
    }),
    refusals: [],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/sanitation/:id',
    permission: 'tickets.write',
    writes: 'once',
    summary:
      'Cancel a sanitation ticket: one of your own while your shift is open, or any as a manager. `id` is the id, the number (T20_5, V17) or the device number (K-17). It is stored as void and excluded from lists and totals.',
    params: ticketInPath,
    body: voiding,
    answer: z.object({ message }),
    refusals: voidRefusals,
  }),
};

export const vehicleTicket = z.object({
  id: z.int(),
  vehicleNumber: z.string(),
  vehicleType: z.string().meta({ description: 'English name of the type as it was when the ticket was issued' }),
  ticketPrice: rupeesOut,
  /** The tariff's price, if another price was charged. */
  tariff_price: rupeesOut.nullable(),
  pass: z.enum(passTerms).nullable().meta({ description: 'Null if the ticket is for one entry' }),
  pass_until: dayText.nullable().meta({ description: 'The last day of the pass' }),
  ...issued,
  time: z.string(),
  ...timestamps,
});
export type VehicleTicket = z.output<typeof vehicleTicket>;

/** The message for a missing field, whichever it is (specification 2, section 5). */
const FILL_ALL = inputMessage('input.tickets.vehicle-fields');

export const vehicleNumberIn = z
  .string({ error: FILL_ALL })
  .trim()
  .min(1, FILL_ALL)
  .pipe(lineText(20))
  // A vehicle number without letters and digits could not be found by a search.
  .refine((text) => foldPlate(text) !== '', FILL_ALL)
  .transform((text) => text.toUpperCase());

export const vehicleTickets = {
  issue: call({
    method: 'POST',
    path: '/api/vehicle-tickets',
    permission: 'tickets.write',
    writes: 'once',
    summary:
      "Issue a vehicle ticket. Ticket staff are refused a price other than the tariff's; for a ticket that a phone issued earlier, other than one of the last 48 hours.",
    body: z.object({
      vehicleNumber: vehicleNumberIn,
      vehicleType: z
        .string({ error: FILL_ALL })
        .min(1, FILL_ALL)
        .meta({ description: 'English name of a vehicle type', examples: ['Lorry'] }),
      ticketPrice: z.union([z.number(), z.string().min(1, FILL_ALL)], { error: FILL_ALL }).pipe(paidIn),
      pass: z
        .enum(passTerms)
        .meta({ description: 'Makes the ticket a pass, with which the vehicle enters again without paying' })
        .optional(),
      ...issuedOffline,
    }),
    answer: z.object({ message, ticketId: z.int(), ticket: vehicleTicket }),
    status: 201,
    refusals: ['price_differs', 'device_of_other', 'device_number_used', 'issued_too_early', 'issued_in_future'],
  }),
  byDate: call({
    method: 'GET',
    path: '/api/vehicle-tickets/by-date',
    permission: 'tickets.write',
    scope: 'tickets',
    summary: 'List vehicle tickets, newest first: all, or those of a day. Void tickets are excluded.',
    query: z.object({
      date: orNone(dayText),
      byWhom: partOf(254),
      vehicleNumber: partOf(20),
      ...paging,
    }),
    answer: z.object({ total: z.int(), totalIncome: rupeesOut, page: z.int(), tickets: z.array(vehicleTicket) }),
    refusals: [],
  }),
  otherPrices: call({
    method: 'GET',
    path: '/api/vehicle-tickets/other-prices',
    permission: 'tickets.any-price',
    scope: 'tickets',
    summary: "List the newest 200 valid vehicle tickets whose price differs from the tariff's.",
    answer: z.array(vehicleTicket),
    refusals: [],
  }),
  dailyIncome: call({
    method: 'GET',
    path: '/api/vehicle-tickets/daily-income',
    permission: 'tickets.write',
    scope: 'tickets',
    summary: 'List income per day, newest first. The first entry is always today.',
    answer: z.array(z.object({ date: dayText, ...income })),
    refusals: [],
  }),
  monthlyIncome: call({
    method: 'GET',
    path: '/api/vehicle-tickets/monthly-income',
    permission: 'tickets.write',
    scope: 'tickets',
    summary: 'List income per month, newest first.',
    answer: z.array(z.object({ year: z.int(), month: z.int().min(1).max(12), ...income })),
    refusals: [],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/vehicle-tickets/:id',
    permission: 'tickets.write',
    writes: 'once',
    summary:
      'Cancel a vehicle ticket: one of your own while your shift is open, or any as a manager. `id` is the id, the number (T20_5, V17) or the device number (K-17). It is stored as void and excluded from lists and totals.',
    params: ticketInPath,
    body: voiding,
    answer: z.object({ message }),
    refusals: voidRefusals,
  }),
};
