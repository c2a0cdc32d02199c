import { useEffect, useState } from 'react';
import type { Day, Instant } from '#billing/calendar.ts';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { Sheet } from './sheet.ts';
import { dropDraft, keepDraft, readDraft } from './sheet-draft.ts';
import type { SheetLine } from './sheet-line.ts';

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
