import { type Language, nameInLanguage, type TranslatedNames } from './languages.ts';

export interface NamedVehicleType extends TranslatedNames {
  /** Earlier English names of the type, which older tickets contain. */
  former_names: readonly string[];
}

/**
 * Returns the vehicle type that has this English name, or else the one that had it earlier, because tickets store the
 * name.
 */
export function findVehicleType<Type extends NamedVehicleType>(
  types: readonly Type[] | undefined,
  name: string,
): Type | undefined {
  return types?.find((type) => type.name === name) ?? types?.find(({ former_names }) => former_names.includes(name));
}

/**
 * Returns the translated name of the vehicle type on a ticket. In English it is `name`, the name that the type had when
 * the ticket was issued.
 */
export function vehicleTypeName(
  types: readonly NamedVehicleType[] | undefined,
  name: string,
  language: Language,
): string {
  const type = findVehicleType(types, name);
  return type ? nameInLanguage({ ...type, name }, language) : name;
}

/** Sorts rows by the order of their types in the list, then by name; names without a type come last. */
export function inTypeOrder<Row>(
  types: readonly NamedVehicleType[],
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row[] {
  const placed = rows.map((row) => {
    const type = findVehicleType(types, nameOf(row));
    return { row, place: type ? types.indexOf(type) : types.length };
  });
  return placed
    .sort((one, other) => one.place - other.place || (nameOf(one.row) < nameOf(other.row) ? -1 : 1))
    .map(({ row }) => row);
}

/**
 * Returns true for a kind of sanitation ticket. Its name is the ticket's price, while the name of a vehicle type begins
 * with a letter.
 */
export function isSanitation(kind: string): boolean {
  return /^\d/.test(kind);
}
