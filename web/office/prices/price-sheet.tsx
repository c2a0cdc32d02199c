import { Text } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { isMeantFor, isSaveKey } from '#web/ui/form/form-keys.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { focusCell } from './cells.ts';
import { DraftLine } from './draft-line.tsx';
import { FindLine } from './find-line.tsx';
import classes from './price-sheet.module.css';
import type { SheetRow as Row, Sheet } from './sheet.ts';
import { SheetFooter } from './sheet-footer.tsx';
import { SheetHead } from './sheet-head.tsx';
import type { SheetLine } from './sheet-line.ts';
import { nextWhere } from './sheet-moves.ts';
import { SheetRow } from './sheet-row.tsx';
import { useDraftedSheet } from './use-drafted-sheet.ts';
import { useFindLine } from './use-find-line.ts';
import { useSaveSheet } from './use-save-sheet.ts';
import { useSheetCells } from './use-sheet-cells.ts';

/** The sheet of a day: every product in the market's order, filled by keyboard and saved at once. */
export function PriceSheet({ date, lines }: { date: Day; lines: readonly SheetLine[] }) {
  const form = useRef<HTMLFormElement>(null);
  const [said, setSaid] = useState('');
  const { sheet, restored, isKept, discard } = useDraftedSheet(date, lines);
  const finding = useFindLine(form, lines);
  const { shown, search, show } = finding;
  const redirect = useRedirect();
  const saving = useSaveSheet({ date, sheet, show, say: setSaid, onSaved: () => redirect('/daily-price', 2) });
  const isLocked = saving.state === 'saving' || saving.state === 'saved';
  const { acts, current, listeners } = useSheetCells({ sheet, form, find: finding.find, say: setSaid, isLocked });
  useSaveKey(form, saving.save);
  useFirstFocus(form, sheet);

  const jump = (holds: (row: Row) => boolean) => {
    const ids = lines.map(({ id }) => id);
    const next = nextWhere(ids, current.current, (id) => holds(sheet.row(id)));
    if (next !== undefined) show({ id: next, side: 'min' });
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    saving.save();
  };
  const places = useMemo(() => new Map(lines.map(({ id }, at) => [id, at + 1])), [lines]);
  return (
    <form ref={form} className={classes.sheet} noValidate onSubmit={submit} {...listeners}>
      <SheetHead>
        <FindLine {...finding.props} />
      </SheetHead>
      <ol className={classes.rows} aria-label={`Prices of ${formatOfficeDay(date)}`}>
        {shown.map(({ id }) => (
          <SheetRow key={id} {...{ sheet, id, date, acts, isLocked }} place={places.get(id) ?? 0} />
        ))}
      </ol>
      {shown.length === 0 && <Text py="lg">No product answers to “{search}”.</Text>}
      <SheetFooter {...{ date, sheet, saving, said, isKept, jump }}>
        {restored !== undefined && !isLocked && <DraftLine date={date} savedAt={restored} discard={discard} />}
      </SheetFooter>
    </form>
  );
}

/**
 * The sheet opens in the first line that is still missing, so that one can type at once, and after a break goes on where
 * one was. Not where a keyboard would pop up from the screen, and not when the person is busy elsewhere already.
 */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, sheet: Sheet): void {
  useEffect(() => {
    const isIdle = document.activeElement === document.body || document.activeElement?.tagName === 'H1';
    const missing = sheet.rows().find(({ verdict }) => verdict.kind === 'missing');
    if (isIdle && missing && matchMedia('(pointer: fine)').matches) {
      focusCell(form.current, { id: missing.line.id, side: 'min' });
    }
  }, [form, sheet]);
}

/** Ctrl+S saves from anywhere on the screen. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || !form.current || !isMeantFor(form.current, event.target)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
