import { CloseButton, Group, Kbd, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { t } from '#web/i18n/t.ts';
import { isMeantFor, isSaveKey } from '#web/ui/form/form-keys.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { SheetLine } from '../read-price.ts';
import { focusCell, nextWhere } from './move-between-cells.ts';
import type { SavedSheet } from './plan-save.ts';
import classes from './price-sheet.module.css';
import { DraftLine, SheetFooter } from './price-sheet-panel.tsx';
import { SheetLineRow } from './price-sheet-table.tsx';
import type { Sheet, SheetRow } from './store-sheet.ts';
import { useDraftedSheet } from './use-drafted-sheet.ts';
import { useFindLine } from './use-find-line.ts';
import { useSaveSheet } from './use-save-sheet.tsx';
import { useSheetCells } from './use-sheet-cells.ts';

interface PriceSheetProps {
  date: Day;
  lines: readonly SheetLine[];
  closed: ClosedDay;
  onSaved: (saved: SavedSheet) => void;
}

export function PriceSheet({ date, lines, closed, onSaved }: PriceSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState('');
  const { sheet, restored, isDraftSaved, discard } = useDraftedSheet(date, lines);
  const finding = useFindLine(form, lines);
  const { shown, search, show } = finding;
  const saving = useSaveSheet({ date, closed, sheet, show, say: setStatus, onSaved });
  const isLocked = saving.state === 'saving' || saving.state === 'saved';
  const { acts, current, listeners } = useSheetCells({ sheet, form, find: finding.find, say: setStatus, isLocked });
  useSaveKey(form, saving.save);
  useFirstFocus(form, sheet);

  const jump = (holds: (row: SheetRow) => boolean) => {
    const ids = lines.map(({ id }) => id);
    const next = nextWhere(ids, current.current, (id) => holds(sheet.row(id)));
    if (next !== undefined) show({ id: next, side: 'min' });
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    saving.save();
  };
  return (
    <form ref={form} className={classes.sheet} noValidate onSubmit={submit} {...listeners}>
      <SheetHead>
        <FindLine {...finding.props} />
      </SheetHead>
      <ol className={classes.rows} aria-label={t('prices.sheet.label', { day: formatOfficeDay(date) })}>
        {shown.map(({ id }) => (
          <SheetLineRow key={id} sheet={sheet} id={id} date={date} acts={acts} isLocked={isLocked} />
        ))}
      </ol>
      {shown.length === 0 && <Text py="lg">{t('prices.sheet.noMatch', { search })}</Text>}
      <SheetFooter date={date} sheet={sheet} saving={saving} status={status} isDraftSaved={isDraftSaved} jump={jump}>
        {restored !== undefined && !isLocked && <DraftLine date={date} savedAt={restored} discard={discard} />}
      </SheetFooter>
    </form>
  );
}

/** Not on touch screens, nor when something else has the focus. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, sheet: Sheet): void {
  useEffect(() => {
    const isIdle = document.activeElement === document.body || document.activeElement?.tagName === 'H1';
    const missing = sheet.rows().find(({ verdict }) => verdict.kind === 'missing');
    if (isIdle && missing && matchMedia('(pointer: fine)').matches) {
      focusCell(form.current, { id: missing.line.id, side: 'min' });
    }
  }, [form, sheet]);
}

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

const KEYS = [
  ['.', 'last'],
  ['-', 'none'],
  ['Enter', 'down'],
  ['Tab', 'max'],
  ['Esc', 'restore'],
  ['/', 'find'],
  ['Ctrl Z', 'undo'],
  ['Ctrl S', 'save'],
] as const;

function SheetHead({ children }: { children: ReactNode }) {
  return (
    <div className={classes.bar}>
      <Group gap="md">
        {children}
        <Text component="p" className={classes.keys ?? ''} m={0}>
          {KEYS.map(([key, meaning]) => (
            <Fragment key={key}>
              <Kbd size="xs">{key}</Kbd> {t(`prices.sheet.key.${meaning}`)} {meaning === 'save' ? '' : '· '}
            </Fragment>
          ))}
        </Text>
      </Group>
      {/* Each cell is labelled with its product and side. */}
      <div className={classes.head} aria-hidden>
        <span>{t('prices.sheet.head.product')}</span>
        <span>{t('prices.sheet.head.unit')}</span>
        <span>{t('prices.sheet.head.last')}</span>
        <span>{t('prices.sheet.head.min')}</span>
        <span>{t('prices.sheet.head.max')}</span>
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
  onJump: () => void;
  onEnter: () => void;
}

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
      aria-label={t('prices.sheet.find')}
      placeholder={t('prices.sheet.findHint')}
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value !== '' && <CloseButton size="sm" aria-label={t('prices.sheet.showAll')} onClick={() => onSearch('')} />
      }
      style={{ flex: '0 1 20rem' }}
    />
  );
}
