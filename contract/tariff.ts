import { z } from 'zod';
import { call } from './call.ts';
import { dayText, idInPath, instant, paidIn, rupeesOut } from './scalars.ts';
import type { VehicleType } from './tickets.ts';

const message = z.string();

function ofEachType<Price extends z.ZodType>(price: Price) {
  return { Lorry: price, Van: price, 'Three-Wheeler': price, Motorbike: price, Car: price } satisfies Record<
    VehicleType,
    Price
  >;
}

/** docs/rules.md, Gate. */
const tariffEntry = z.object({
  id: z.int(),
  valid_from: dayText,
  prices: z.object(ofEachType(rupeesOut)),
  set_by: z.string(),
  set_at: instant,
});
export type Tariff = z.output<typeof tariffEntry>;

export const NEWEST_TARIFFS = 100;

/** Returns the entry that was set last, which `If-Match` names. */
export function findNewestTariff(tariffs: readonly Tariff[]): Tariff | undefined {
  return tariffs.toSorted((one, other) => one.id - other.id).at(-1);
}

export const tariff = {
  set: call({
    method: 'PUT',
    path: '/api/gate/tariff',
    permission: 'tariff.write',
    writes: 'versioned',
    summary: 'Set the prices of vehicle tickets from a day on, by default today. Issued tickets do not change.',
    body: z.object({
      prices: z.object(ofEachType(paidIn)),
      /** Replaces future prices of the same day. */
      valid_from: dayText.optional(),
    }),
    versionFields: ['id'],
    answer: z.object({ message, tariff: tariffEntry }),
    refusals: [],
  }),
  list: call({
    method: 'GET',
    path: '/api/gate/tariffs',
    permission: 'tickets.write',
    summary:
      'List the prices of vehicle tickets, the latest day first, at most 100. The first entry that is valid from a day or earlier applies on that day.',
    answer: z.array(tariffEntry),
    refusals: [],
  }),
  cancel: call({
    method: 'DELETE',
    path: '/api/gate/tariffs/:id',
    permission: 'tariff.write',
    writes: 'once',
    summary: 'Cancel prices of vehicle tickets whose day is in the future.',
    params: z.object({ id: idInPath }),
    answer: z.object({ message }),
    refusals: ['tariff_not_found'],
  }),
};
