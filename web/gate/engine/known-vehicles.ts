import { addDays, dayOf, type Instant } from '#billing/calendar.ts';
import { foldPlate } from '#contract/fold-text.ts';

/** A vehicle that had a ticket of this phone. */
export interface KnownVehicle {
  number: string;
  /** The type of its newest ticket; undefined for a number that an older version stored. */
  type?: string | undefined;
  /** The time of its newest ticket; undefined as the type is. */
  at?: Instant | undefined;
}

/** The most vehicles that a phone remembers, and for how long: those that come daily, weekly or once a month. */
const MOST_KNOWN = 400;
const KNOWN_DAYS = 35;
/** As many as fit beside each other on a small screen. */
const MOST_SHOWN = 6;

/** Returns the vehicles with a newer one, the newest first and each number once, without those of long ago. */
export function rememberVehicle(
  known: readonly KnownVehicle[],
  newest: Required<KnownVehicle> & { at: Instant },
): KnownVehicle[] {
  const plate = foldPlate(newest.number);
  const oldest = addDays(dayOf(newest.at), -KNOWN_DAYS);
  const others = known.filter(
    ({ number, at }) => foldPlate(number) !== plate && (at === undefined || dayOf(at) >= oldest),
  );
  return [newest, ...others].slice(0, MOST_KNOWN);
}

/**
 * Returns the vehicles whose number contains what was typed, however it is written; those that begin with it or whose
 * last letters or figures do are first. Without anything typed: the newest.
 */
export function matchVehicles(known: readonly KnownVehicle[], typed: string): KnownVehicle[] {
  const part = foldPlate(typed);
  if (part === '') return known.slice(0, MOST_SHOWN);
  const rank = ({ number }: KnownVehicle) => {
    const plate = foldPlate(number);
    if (plate.startsWith(part)) return 0;
    return number.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => foldPlate(word).startsWith(part)) ? 1 : 2;
  };
  return known
    .filter(({ number }) => foldPlate(number).includes(part))
    .map((vehicle) => ({ vehicle, rank: rank(vehicle) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ vehicle }) => vehicle)
    .slice(0, MOST_SHOWN);
}

export function findKnown(known: readonly KnownVehicle[], number: string): KnownVehicle | undefined {
  const plate = foldPlate(number);
  return plate === '' ? undefined : known.find((vehicle) => foldPlate(vehicle.number) === plate);
}
