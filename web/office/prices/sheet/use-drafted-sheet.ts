import { useEffect, useState } from 'react';
import type { Day, Instant } from '#billing/calendar.ts';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { NOT_AVAILABLE, type SheetLine } from '../read-price.ts';
import { dropDraft, readDraft, readMarks, saveDraft } from './drafts.ts';
import { Sheet } from './store-sheet.ts';

export interface DraftedSheet {
  sheet: Sheet;
  restored: Instant | undefined;
  isDraftSaved: boolean;
  discard: () => void;
}

export function useDraftedSheet(date: Day, lines: readonly SheetLine[]): DraftedSheet {
  const [{ sheet, restored }, setBegun] = useState(() => begin(date, lines));
  const [isDraftSaved, setIsDraftSaved] = useState(true);
  useEffect(() => {
    let before = JSON.stringify([...sheet.entered()]);
    return sheet.subscribe(() => {
      const entries = sheet.entered();
      const after = JSON.stringify([...entries]);
      if (after === before) return;
      before = after;
      setIsDraftSaved(saveDraft(date, { savedAt: browserNow(), entries }));
    });
  }, [date, sheet]);
  useUnsavedGuard(() => !isDraftSaved && sheet.entered().size > 0);
  const discard = () => {
    dropDraft(date);
    setBegun(begin(date, lines));
  };
  return { sheet, restored, isDraftSaved, discard };
}

function begin(date: Day, lines: readonly SheetLine[]): Pick<DraftedSheet, 'sheet' | 'restored'> {
  const draft = readDraft(date);
  const marked = readMarks(date);
  const marks = lines.filter(({ id, current }) => current === null && marked.has(id));
  const entries = new Map([...marks.map(({ id }) => [id, NOT_AVAILABLE] as const), ...(draft?.entries ?? [])]);
  const sheet = new Sheet(lines, entries);
  return { sheet, restored: sheet.entered().size > 0 ? draft?.savedAt : undefined };
}
