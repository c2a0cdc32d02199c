import { z } from 'zod';
import { call } from './call.ts';
import { dayText, idInPath, lineText, orNone, paidIn, rupeesOut, timestamps } from './scalars.ts';
import { income, issued, issuedOffline, paging, partOf, voiding } from './tickets.ts';

/** Vehicle types of the specification (part 2, section 9), in the order they are offered. */
export const vehicleTypes = ['Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car'] as const;
export type VehicleType = (typeof vehicleTypes)[number];

export const vehicleTicket = z.object({
  id: z.int(),
  vehicleNumber: z.string(),
  vehicleType: z.enum(vehicleTypes),
  ticketPrice: rupeesOut,
  ...issued,
  /** HH:mm:ss in Colombo. */
  time: z.string(),
  ...timestamps,
});
export type VehicleTicket = z.output<typeof vehicleTicket>;

const message = z.string();
/** One sentence for whatever is missing (specification 2, section 5). */
const FILL_ALL = 'Please fill in all fields.';

export const vehicleTickets = {
  issue: call({
    method: 'POST',
    path: '/api/vehicle-tickets',
    permission: 'tickets.write',
    summary: 'Issue a vehicle ticket.',
    body: z.object({
      vehicleNumber: z
        .string({ error: FILL_ALL })
        .trim()
        .min(1, FILL_ALL)
        .pipe(lineText(20))
        .transform((text) => text.toUpperCase()),
      vehicleType: z.enum(vehicleTypes, {
        error: ({ input }) => (input ? `Choose one of: ${vehicleTypes.join(', ')}.` : FILL_ALL),
      }),
      ticketPrice: z.union([z.number(), z.string().min(1, FILL_ALL)], { error: FILL_ALL }).pipe(paidIn),
      ...issuedOffline,
    }),
    answer: z.object({ message, ticketId: z.int(), ticket: vehicleTicket }),
    status: 201,
    refusals: ['device_number_used', 'issued_too_early', 'issued_in_future'],
  }),
  byDate: call({
    method: 'GET',
    path: '/api/vehicle-tickets/by-date',
    permission: 'tickets.write',
    summary: 'Vehicle tickets, newest first: of a day, or the newest 10,000; void ones are not among them.',
    query: z.object({
      date: orNone(dayText),
      byWhom: partOf(254),
      vehicleNumber: partOf(20),
      ...paging,
    }),
    /** `total` and `totalIncome` are of all that fit, `tickets` at most the newest 10,000 of them unless a day is asked. */
    answer: z.object({ total: z.int(), totalIncome: rupeesOut, page: z.int(), tickets: z.array(vehicleTicket) }),
    refusals: [],
  }),
  dailyIncome: call({
    method: 'GET',
    path: '/api/vehicle-tickets/daily-income',
    permission: 'tickets.write',
    summary: "Income of each day, newest first; the first is always today's.",
    answer: z.array(z.object({ date: dayText, ...income })),
    refusals: [],
  }),
  monthlyIncome: call({
    method: 'GET',
    path: '/api/vehicle-tickets/monthly-income',
    permission: 'tickets.write',
    summary: 'Income of each month, newest first.',
    answer: z.array(z.object({ year: z.int(), month: z.int().min(1).max(12), ...income })),
    refusals: [],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/vehicle-tickets/:id',
    permission: 'tickets.write',
    summary: 'Take back a vehicle ticket: it leaves lists and sums and stays as void.',
    params: z.object({ id: idInPath }),
    body: voiding,
    answer: z.object({ message }),
    refusals: ['ticket_not_found'],
  }),
};
