import { z } from 'zod';
import { call } from './call.ts';
import { rupeesOut } from './scalars.ts';

/**
 * Where the money of the market is. `difference` is missing cash, below 0 a surplus. `nowhere` is what the records do
 * not explain.
 */
export const shownPlaces = [
  'drawer',
  'kept',
  'to_bank',
  'without_session',
  'cheques',
  'to_confirm',
  'bank',
  'gate_shift',
  'to_count',
  'gate_held',
  'gate_counted',
  'refund',
  'difference',
  'nowhere',
] as const;
export type ShownPlace = (typeof shownPlaces)[number];

const personSum = z.object({ email: z.string(), name: z.string(), amount: rupeesOut });

const placeSum = z.object({
  place: z.enum(shownPlaces),
  amount: rupeesOut,
  /** Of a place whose money a person has: that person's part. */
  people: z.array(personSum),
});
export type ShownPlaceSum = z.output<typeof placeSum>;

export const places = {
  now: call({
    method: 'GET',
    path: '/api/cash/places',
    permission: 'shifts.all',
    summary:
      'Get where all money is that the market has received: in drawers, at the gate, on the way to the bank, in the bank, ' +
      'paid back, missing, or nowhere. The sums of the places are what tenants and visitors paid and the office lent.',
    answer: z.object({
      from_tenants: rupeesOut,
      /** Tickets that are not void. */
      from_visitors: rupeesOut,
      /** Floats that were not left in a drawer, and opening cash that its keeper did not hold from an earlier shift. */
      from_office: rupeesOut,
      places: z.array(placeSum),
      /** The part of the bank by people who received or counted the money themselves and recorded that the bank has it. */
      by_own_word: z.array(personSum),
    }),
    refusals: [],
  }),
};
