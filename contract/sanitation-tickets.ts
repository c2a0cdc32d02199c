import { z } from 'zod';
import { parseRupees } from '#billing/money.ts';
import { call } from './call.ts';
import { dayText, idInPath, orNone, rupeesOut, timestamps } from './scalars.ts';
import { income, issued, issuedOffline, paging, partOf, period, voiding } from './tickets.ts';

/** Prices of a sanitation ticket in rupees (specification 2, section 9). */
export const sanitationPrices = [20, 100] as const;
export type SanitationPrice = (typeof sanitationPrices)[number];

const NO_PRICE = 'Please enter the ticket price.';

/** 20 or 100, as a number or as the same text; nothing else, "Please enter the ticket price." when there is none. */
const priceIn = z
  .union([z.number(), z.string().min(1, NO_PRICE)], { error: NO_PRICE })
  .transform((given, context) => {
    const cents = parseRupees(String(given));
    const price = sanitationPrices.find((one) => one * 100 === cents);
    if (price !== undefined) return price;
    context.issues.push({ code: 'custom', input: given, message: 'A sanitation ticket costs 20 or 100 rupees.' });
    return z.NEVER;
  })
  .meta({ description: '20 or 100: a number, or the same as text' });

export const sanitationTicket = z.object({
  id: z.int(),
  /** T{price}_{n}, n counting each price without gap. */
  customId: z.string(),
  price: rupeesOut,
  ...issued,
  createdAtSriLanka: z.string().meta({ description: 'dd/MM/yyyy, HH:mm:ss in Colombo' }),
  ...timestamps,
});
export type SanitationTicket = z.output<typeof sanitationTicket>;

const monthIncome = z.object({ year: z.int(), month: z.int().min(1).max(12), ...income });
const message = z.string();
const price = orNone(
  z.enum(['20', '100'], { error: 'Choose 20 or 100.' }).transform((text) => Number(text) as SanitationPrice),
);

export const sanitationTickets = {
  issue: call({
    method: 'POST',
    path: '/api/sanitation',
    permission: 'tickets.write',
    summary: 'Issue a sanitation ticket.',
    body: z.object({ price: priceIn, ...issuedOffline }),
    answer: z.object({ message, ticketId: z.string(), ticket: sanitationTicket }),
    status: 201,
    refusals: ['device_number_used', 'issued_too_early', 'issued_in_future'],
  }),
  byDate: call({
    method: 'GET',
    path: '/api/sanitation/by-date',
    permission: 'tickets.write',
    summary:
      'Sanitation tickets, newest first: of a day, of a period, or the newest 10,000; void ones are not among them.',
    query: z.object({
      date: orNone(dayText),
      ...period,
      price,
      byWhom: partOf(254),
      ...paging,
    }),
    /** `count` and `totalIncome` are of all that fit, `tickets` at most the newest 10,000 of them unless a day is asked. */
    answer: z.object({ count: z.int(), totalIncome: rupeesOut, tickets: z.array(sanitationTicket) }),
    refusals: [],
  }),
  dailyIncome: call({
    method: 'GET',
    path: '/api/sanitation/daily-income',
    permission: 'tickets.write',
    summary: "Income of each day, newest first; the first is always today's.",
    query: z.object({ price }),
    answer: z.array(z.object({ date: dayText, ...income })),
    refusals: [],
  }),
  monthlyIncome: call({
    method: 'GET',
    path: '/api/sanitation/monthly-income',
    permission: 'tickets.write',
    summary: 'Income of each month, newest first, within exact days and of one price where asked.',
    query: z.object({ ...period, price }),
    answer: z.array(monthIncome),
    refusals: [],
  }),
  breakdown: call({
    method: 'GET',
    path: '/api/sanitation/breakdown',
    permission: 'tickets.write',
    summary: 'All months with their tickets of each price, newest first, and what the six cards show; in one answer.',
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
    summary: 'Take back a sanitation ticket: it leaves lists and sums and stays as void.',
    params: z.object({ id: idInPath }),
    body: voiding,
    answer: z.object({ message }),
    refusals: ['ticket_not_found'],
  }),
};
