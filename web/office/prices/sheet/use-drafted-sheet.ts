import { useEffect, useState } from 'react';
import { z } from 'zod';
import { addDays, type Day, dayNumber, type Instant, isDay, isInstant } from '#billing/calendar.ts';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import type { Entry, SheetLine } from '../read-price.ts';
import { Sheet } from './store-sheet.ts';

export interface DraftedSheet {
  sheet: Sheet;
  /** When the draft was kept with which this sheet began; undefined when it began without one. */
  restored: Instant | undefined;
  /** False when this browser keeps no drafts, so that leaving the page loses what was entered. */
  isKept: boolean;
  /** Throws the draft away and begins with what is published. */
  discard: () => void;
}

/** The sheet of a day, taken up where it was left on this machine, and kept there with every key. */
export function useDraftedSheet(date: Day, lines: readonly SheetLine[]): DraftedSheet {
  const [{ sheet, restored }, setBegun] = useState(() => begin(date, lines));
  const [isKept, setIsKept] = useState(true);
  useEffect(() => {
    let before = JSON.stringify([...sheet.entered()]);
    return sheet.subscribe(() => {
      const entries = sheet.entered();
      const after = JSON.stringify([...entries]);
      if (after === before) return;
      before = after;
      setIsKept(keepDraft(date, { savedAt: browserNow(), entries }));
    });
  }, [date, sheet]);
  useUnsavedGuard(() => !isKept && sheet.entered().size > 0);
  const discard = () => {
    dropDraft(date);
    setBegun({ sheet: new Sheet(lines), restored: undefined });
  };
  return { sheet, restored, isKept, discard };
}

function begin(date: Day, lines: readonly SheetLine[]): Pick<DraftedSheet, 'sheet' | 'restored'> {
  const draft = readDraft(date);
  const sheet = new Sheet(lines, draft?.entries);
  return { sheet, restored: sheet.entered().size > 0 ? draft?.savedAt : undefined };
}

/** A sheet that was begun and not saved yet, as kept on this machine. */
export interface Draft {
  savedAt: Instant;
  /** By product id: only lines that differ from what is published. */
  entries: ReadonlyMap<number, Entry>;
}

const PREFIX = 'pola.price-sheet.';
/** Nobody comes back to a sheet older than this; the place is limited. */
const KEPT_DAYS = 60;

const stored = z.object({
  savedAt: z.string().refine(isInstant),
  entries: z.record(
    z.string().regex(/^\d+$/),
    z.object({ min: z.string(), max: z.string(), isNotAvailable: z.boolean() }),
  ),
});

/** The draft of a day; undefined when there is none that can be read. */
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

/** Keeps a draft, or drops it when nothing is left of it; false when this browser does not keep anything. */
export function keepDraft(date: Day, { savedAt, entries }: Draft): boolean {
  try {
    if (entries.size === 0) localStorage.removeItem(PREFIX + date);
    else localStorage.setItem(PREFIX + date, JSON.stringify({ savedAt, entries: Object.fromEntries(entries) }));
    return true;
  } catch {
    return false;
  }
}

/** Forgets the draft of a day: it was saved, or thrown away. */
export function dropDraft(date: Day): void {
  try {
    localStorage.removeItem(PREFIX + date);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The days that have a draft, newest first; those too old to matter are forgotten on the way. */
export function listDrafts(today: Day): { date: Day; draft: Draft }[] {
  return draftDays()
    .filter((date) => {
      const isKept = date >= addDays(today, -KEPT_DAYS);
      if (!isKept) dropDraft(date);
      return isKept;
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
