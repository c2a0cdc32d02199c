import { z } from 'zod';
import { addDays, type Day, dayNumber, type Instant, isDay, isInstant } from '#billing/calendar.ts';
import type { Entry } from '../read-price.ts';
import type { SheetRow } from './store-sheet.ts';

const MARKS = 'pola.not-available.';

/**
 * Stores in this tab which products were marked as not available. The server stores nothing for them, so they would
 * otherwise be listed as missing.
 */
export function markNotAvailable(date: Day, rows: readonly SheetRow[]): void {
  const ids = rows.flatMap(({ line, verdict }) => (verdict.kind === 'not-available' ? [line.id] : []));
  try {
    sessionStorage.setItem(MARKS + date, JSON.stringify(ids));
  } catch {
    // If the browser blocks storage, these products are listed as missing the next time the sheet is opened.
  }
}

export function readMarks(date: Day): ReadonlySet<number> {
  try {
    return new Set(z.array(z.int()).parse(JSON.parse(sessionStorage.getItem(MARKS + date) ?? '[]')));
  } catch {
    return new Set();
  }
}

export interface Draft {
  savedAt: Instant;
  entries: ReadonlyMap<number, Entry>;
}

const PREFIX = 'pola.price-sheet.';
const MAX_AGE_DAYS = 60;

const stored = z.object({
  savedAt: z.string().refine(isInstant),
  entries: z.record(
    z.string().regex(/^\d+$/),
    z.object({ min: z.string(), max: z.string(), isNotAvailable: z.boolean() }),
  ),
});

export function readDraft(date: Day): Draft | undefined {
  try {
    const read = stored.safeParse(JSON.parse(localStorage.getItem(PREFIX + date) ?? 'null'));
    if (!read.success) return undefined;
    const entries = Object.entries(read.data.entries).map(([id, entry]) => [Number(id), entry] as const);
    return entries.length === 0 ? undefined : { savedAt: read.data.savedAt, entries: new Map(entries) };
  } catch {
    return undefined;
  }
}

/** Stores a draft, or deletes an empty one. Returns false when this browser cannot store anything. */
export function saveDraft(date: Day, { savedAt, entries }: Draft): boolean {
  try {
    if (entries.size === 0) localStorage.removeItem(PREFIX + date);
    else localStorage.setItem(PREFIX + date, JSON.stringify({ savedAt, entries: Object.fromEntries(entries) }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(date: Day): void {
  try {
    localStorage.removeItem(PREFIX + date);
  } catch {
    // Without storage no draft exists.
  }
}

export function listDrafts(today: Day): { date: Day; draft: Draft }[] {
  return draftDays()
    .filter((date) => {
      const isDraftSaved = date >= addDays(today, -MAX_AGE_DAYS);
      if (!isDraftSaved) dropDraft(date);
      return isDraftSaved;
    })
    .toSorted((a, b) => dayNumber(b) - dayNumber(a))
    .flatMap((date) => {
      const draft = readDraft(date);
      return draft ? [{ date, draft }] : [];
    });
}

function draftDays(): Day[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
    return keys
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length))
      .filter(isDay);
  } catch {
    return [];
  }
}
