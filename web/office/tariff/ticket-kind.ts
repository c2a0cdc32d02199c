import type { PrintedTicket } from '#contract/documents/ticket-paper.ts';
import { type NamedVehicleType, vehicleTypeName } from '#contract/vehicle-type-names.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';

/** Returns the name of a type in the reader's language, or in English until the types are loaded. */
export function typeText(name: string, types: readonly NamedVehicleType[] | undefined): string {
  return vehicleTypeName(types, name, currentLanguage());
}

export function ticketKind({ vehicle }: PrintedTicket, types: readonly NamedVehicleType[] | undefined): string {
  return vehicle ? typeText(vehicle.type, types) : t('tickets.sanitation');
}
