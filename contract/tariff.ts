import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import {
  dayText,
  idInBody,
  idInPath,
  instant,
  lineText,
  optionalLine,
  paidIn,
  rupeesOut,
  timestamps,
} from './scalars.ts';
import { vehicleKinds } from './words.ts';

const message = z.string();

const vehicleType = z.object({
  vehicle_type_id: z.int(),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  vehicle_kind: z.enum(vehicleKinds).meta({
    description: 'Decides the picture on gate phones. Types of the kind lorry are counted as lorries on public pages',
  }),
  is_offered: z.boolean().meta({ description: 'Whether new tickets can be issued for it' }),
  former_names: z.array(z.string()).meta({ description: 'Names on tickets that were issued before it was renamed' }),
  ...timestamps,
});
export type VehicleType = z.output<typeof vehicleType>;

const vehicleTypeFields = z.object({
  name: lineText(40)
    .transform((text) => text.charAt(0).toUpperCase() + text.slice(1))
    // The name is the heading of a column of arrivals.csv, so it needs Latin letters and must differ from `other`.
    .refine((text) => /^[A-Z][A-Za-z0-9 .()/&+-]*$/.test(text), inputMessage('input.tariff.type-name'))
    .meta({ description: 'In English, as tickets and files name it', examples: ['Tractor'] }),
  name_si: optionalLine(40).default(''),
  name_ta: optionalLine(40).default(''),
  vehicle_kind: z.enum(vehicleKinds),
  is_offered: z.boolean(),
});

const oneType = z.object({ id: idInPath });
const typeAnswer = z.object({ message, vehicle_type: vehicleType });

/** The tariff that applies from a day on (docs/rules.md, Gate). */
const tariffEntry = z.object({
  id: z.int(),
  valid_from: dayText,
  prices: z.record(z.string(), rupeesOut).meta({ description: 'By the English name of the vehicle type' }),
  passes: z
    .record(z.string(), z.object({ day: rupeesOut.nullable(), month: rupeesOut.nullable() }))
    .meta({ description: 'Prices of passes, by the English name of the vehicle type; null where none is offered' }),
  set_by: z.string(),
  set_at: instant,
});
export type Tariff = z.output<typeof tariffEntry>;

export const NEWEST_TARIFFS = 100;

/** Returns the entry that was set last. A call that sets a tariff must send the version of this entry in `If-Match`. */
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
      prices: z
        .record(z.string(), paidIn)
        .meta({ description: 'Of each vehicle type that is offered, by its English name' }),
      passes: z
        .record(z.string(), z.object({ day: paidIn.nullable().optional(), month: paidIn.nullable().optional() }))
        .meta({
          description:
            'Prices of passes, by type. Without it they remain as before; a type or term without a price has none',
        })
        .optional(),
      /** The first day of the tariff. Future prices from the same day are replaced. */
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
  listTypes: call({
    method: 'GET',
    path: '/api/gate/vehicle-types',
    permission: 'tickets.write',
    summary: 'List the vehicle types in the order of the office, with those that are no longer offered.',
    answer: z.array(vehicleType),
    refusals: [],
  }),
  addType: call({
    method: 'POST',
    path: '/api/gate/vehicle-types',
    writes: 'once',
    permission: 'tariff.write',
    summary: 'Add a vehicle type, as the last of the list. Without a price its tickets can be issued at any price.',
    body: vehicleTypeFields,
    answer: typeAnswer,
    status: 201,
    refusals: ['vehicle_type_exists'],
  }),
  changeType: call({
    method: 'PUT',
    path: '/api/gate/vehicle-types/:id',
    permission: 'tariff.write',
    summary: 'Change a vehicle type. Issued tickets keep the name that they were issued with.',
    params: oneType,
    body: vehicleTypeFields,
    writes: 'versioned',
    answer: typeAnswer,
    refusals: ['vehicle_type_not_found', 'vehicle_type_exists'],
  }),
  setTypeOrder: call({
    method: 'PUT',
    path: '/api/gate/vehicle-type-order',
    permission: 'tariff.write',
    summary: 'Set the order of the vehicle types in lists and on gate phones.',
    body: z.object({ vehicle_type_ids: z.array(idInBody).max(1000) }),
    writes: 'versioned',
    answer: z.object({ message, vehicle_type_ids: z.array(z.int()) }),
    refusals: [],
  }),
  removeType: call({
    method: 'DELETE',
    path: '/api/gate/vehicle-types/:id',
    writes: 'once',
    permission: 'tariff.write',
    summary: 'Delete a vehicle type that has neither tickets nor prices.',
    params: oneType,
    answer: z.object({ message }),
    refusals: ['vehicle_type_not_found', 'vehicle_type_used'],
  }),
};
