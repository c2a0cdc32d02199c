import { CloseButton, Group, Kbd, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { isMeantFor, isSaveKey } from '#web/ui/form/form-keys.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { SheetLine } from '../read-price.ts';
import { focusCell, nextWhere } from './move-between-cells.ts';
import classes from './price-sheet.module.css';
import { DraftLine, SheetFooter } from './price-sheet-panel.tsx';
import { SheetRow } from './price-sheet-table.tsx';
import type { SheetRow as Row, Sheet } from './store-sheet.ts';
import { useDraftedSheet } from './use-drafted-sheet.ts';
import { useFindLine } from './use-find-line.ts';
import { useSaveSheet } from './use-save-sheet.tsx';
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

/** Stays in sight above the lines: the search, the keys, and what the columns are. */
function SheetHead({ children }: { children: ReactNode }) {
  return (
    <div className={classes.bar}>
      <Group gap="md">
        {children}
        <Text component="p" className={classes.keys ?? ''} m={0}>
          <Kbd size="xs">.</Kbd> as last time · <Kbd size="xs">-</Kbd> not available · <Kbd size="xs">Enter</Kbd> down ·{' '}
          <Kbd size="xs">Tab</Kbd> to maximum · <Kbd size="xs">Esc</Kbd> restore · <Kbd size="xs">/</Kbd> find ·{' '}
          <Kbd size="xs">Ctrl Z</Kbd> undo · <Kbd size="xs">Ctrl S</Kbd> save
        </Text>
      </Group>
      {/* For eyes only: each cell says its own product and side. */}
      <div className={classes.head} aria-hidden>
        <span>#</span>
        <span>Product</span>
        <span>Unit</span>
        <span>Last price</span>
        <span>Minimum</span>
        <span>Maximum</span>
        <span />
        <span />
      </div>
    </div>
  );
}

interface FindLineProps {
  box: RefObject<HTMLInputElement | null>;
  value: string;
  onSearch: (text: string) => void;
  /** Goes to the line most likely meant, in the whole sheet. */
  onJump: () => void;
  /** Goes into the lines that fit. */
  onEnter: () => void;
}

/** Finds a product by any of its names: the sheet narrows while one types, and Enter jumps to the line. */
function FindLine({ box, value, onSearch, onJump, onEnter }: FindLineProps) {
  const onKeyDown = (event: React.KeyboardEvent) => {
    const act = { Enter: onJump, ArrowDown: onEnter, Escape: () => onSearch('') }[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label="Find a product"
      placeholder="Find: name, code or other name"
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value !== '' && <CloseButton size="sm" aria-label="Show all products" onClick={() => onSearch('')} />
      }
      style={{ flex: '0 1 20rem' }}
    />
  );
}
