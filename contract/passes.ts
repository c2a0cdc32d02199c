import { z } from 'zod';
import { call } from './call.ts';
import { dayText, instant, rupeesOut } from './scalars.ts';
import { issuedAtIn, shiftIdIn, ticketNumberIn, vehicleNumberIn } from './tickets.ts';
import { passTerms } from './words.ts';

const pass = z.object({
  number: z.string().meta({ description: 'Number of the ticket that is the pass: V17' }),
  device_number: z.string().nullable(),
  vehicleNumber: z.string(),
  vehicleType: z.string(),
  term: z.enum(passTerms),
  price: rupeesOut,
  issued_at: instant,
  byWhom: z.string(),
  valid_until: dayText.meta({ description: 'The last day; the first one is that of issue' }),
  entries: z.int().meta({ description: 'Entries with the pass, without the one at which it was issued' }),
  last_entry: instant.nullable(),
});
export type Pass = z.output<typeof pass>;

/** The most passes that are listed; those that end last. */
export const MOST_PASSES = 2000;

export const passes = {
  list: call({
    method: 'GET',
    path: '/api/gate/passes',
    permission: 'tickets.write',
    scope: 'tickets',
    summary: 'List the passes of vehicles that are valid today, the one that ends last first, at most 2,000.',
    answer: z.array(pass),
    refusals: [],
  }),
  enter: call({
    method: 'POST',
    path: '/api/gate/pass-entries',
    permission: 'tickets.write',
    writes: 'once',
    summary:
      'Record the entry of a vehicle with a pass, for which nothing is paid. The pass is named by the number of its ticket; ' +
      'it has to be of this vehicle, and valid at the time of the entry.',
    body: z.object({
      pass: ticketNumberIn,
      vehicleNumber: vehicleNumberIn,
      entered_at: issuedAtIn.optional(),
      shift_id: shiftIdIn.optional(),
    }),
    answer: z.object({ message: z.string(), entry: z.object({ id: z.int(), pass: z.string(), entered_at: instant }) }),
    status: 201,
    refusals: ['ticket_not_found', 'pass_not_valid', 'issued_too_early', 'issued_in_future'],
  }),
};
