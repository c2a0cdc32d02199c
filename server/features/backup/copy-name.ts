import { type Day, dayOf, type Instant, instantFrom, isDay, startOfDay, timeOf } from '#billing/calendar.ts';

/** The last entry of the audit log that a copy contains. */
export interface LogPosition {
  /** The number of the entry; 0 if the log is empty. */
  entry: number;
  /** The first digits of its hash, which includes the hashes of all entries before it. */
  hash: string;
}

export interface CopyName {
  name: string;
  day: Day;
  /** The time in Colombo as HHMMSS; undefined in names of releases before 0.4. */
  time: string | undefined;
  /** Undefined in names of releases before 0.4. */
  position: LogPosition | undefined;
}

const HASH_DIGITS = 12;
/** Matches `pola-2026-11-12-013000-1500-3f9a0c1d2e4b.sql.gz`, and `pola-2026-11-12.sql.gz` of releases before 0.4. */
const NAME = /^pola-(\d{4}-\d{2}-\d{2})(?:-(\d{6})-(\d{1,15})-([0-9a-f]{12}))?\.sql\.gz$/;

/** Returns the position of the entry with this number and full hash. */
export function positionOf(entry: number, hash: string): LogPosition {
  return { entry, hash: hash.slice(0, HASH_DIGITS).padEnd(HASH_DIGITS, '0') };
}

/**
 * Returns the name of a copy of the data of this time. Copies of different seconds or logs have different names, so
 * storing one replaces no other.
 */
export function copyName(at: Instant, { entry, hash }: LogPosition): string {
  return `pola-${dayOf(at)}-${timeOf(at).replaceAll(':', '')}-${entry}-${hash}.sql.gz`;
}

/** Reads the name of a copy of this release or of an older one. Returns undefined for the name of any other file. */
export function readCopyName(name: string): CopyName | undefined {
  const [, day = '', time, entry, hash = ''] = NAME.exec(name) ?? [];
  if (!isDay(day)) return undefined;
  return { name, day, time, position: entry === undefined ? undefined : { entry: Number(entry), hash } };
}

/** Returns the time of the data in a copy, to the second. For a name without a time it is the beginning of the day. */
export function timeInName({ day, time }: CopyName): Instant {
  if (time === undefined) return startOfDay(day);
  return instantFrom(`${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}`);
}

/** Sorts copies by time, the oldest first. */
export function byTime(one: CopyName, other: CopyName): number {
  const keyOf = ({ day, time = '', position, name }: CopyName) =>
    `${day} ${time.padEnd(6)} ${String(position?.entry ?? 0).padStart(15, '0')} ${name}`;
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

/**
 * Returns the newest copy, or both candidates if it contains fewer log entries than an older one. Then the copies belong
 * to two machines or the market was set back, and only a person can decide.
 */
export function findNewestCopy<Copy extends CopyName>(
  copies: readonly Copy[],
): { newest: Copy | undefined; longer: Copy | undefined } {
  const newest = copies.toSorted(byTime).at(-1);
  const entries = newest?.position?.entry ?? Number.POSITIVE_INFINITY;
  const longest = copies.toSorted((one, other) => (one.position?.entry ?? 0) - (other.position?.entry ?? 0)).at(-1);
  return { newest, longer: (longest?.position?.entry ?? 0) > entries ? longest : undefined };
}
