import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Day, dayNumber, isDay } from '#billing/calendar.ts';
import { readDiskSpace } from './disk-space.ts';

/** The free space of the disk of a data folder on a day. */
export interface FreeOnDay {
  day: Day;
  freeBytes: number;
}

const MOST_DAYS = 56;
/** With fewer days, one large file would decide. */
const FEWEST_DAYS = 7;
const LONGEST_WEEKS = 520;

const fileOf = (dataDir: string) => path.join(dataDir, 'free-space.json');

/** Returns the free space of the last days, oldest first. The disk is that of this machine, so it is a file and no row. */
export function readFreeDays(dataDir: string): FreeOnDay[] {
  try {
    const found: unknown = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'));
    return Array.isArray(found) ? found.filter(isFreeOnDay) : [];
  } catch {
    return [];
  }
}

function isFreeOnDay(value: unknown): value is FreeOnDay {
  if (typeof value !== 'object' || value === null || !('day' in value) || !('freeBytes' in value)) return false;
  return typeof value.day === 'string' && isDay(value.day) && Number.isFinite(value.freeBytes);
}

/** Records the free space once a day. A file that cannot be written is left as it was. */
export function recordFreeSpace(dataDir: string, day: Day): void {
  const known = readFreeDays(dataDir);
  const space = readDiskSpace(dataDir);
  if (space === undefined || known.at(-1)?.day === day) return;
  const days = [...known.filter((one) => one.day < day), { day, freeBytes: space.freeBytes }].slice(-MOST_DAYS);
  const unfinished = `${fileOf(dataDir)}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(days), { mode: 0o600, flush: true });
  renameSync(unfinished, fileOf(dataDir));
}

/**
 * Returns in how many weeks the disk is full if it fills as it did on these days, by a line of least squares. Undefined
 * with fewer than seven days, and when the disk does not fill, or not within ten years.
 */
export function weeksUntilFull(days: readonly FreeOnDay[], freeBytes: number): number | undefined {
  if (days.length < FEWEST_DAYS) return undefined;
  const at = days.map(({ day }) => dayNumber(day));
  const free = days.map((one) => one.freeBytes);
  const meanAt = mean(at);
  const meanFree = mean(free);
  const spread = at.reduce((sum, one) => sum + (one - meanAt) ** 2, 0);
  const together = at.reduce((sum, one, index) => sum + (one - meanAt) * ((free[index] ?? 0) - meanFree), 0);
  const lostEachDay = -together / spread;
  if (lostEachDay <= 0) return undefined;
  const weeks = freeBytes / lostEachDay / 7;
  return weeks > LONGEST_WEEKS ? undefined : weeks;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
