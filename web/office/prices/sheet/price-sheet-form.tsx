import IconSearch from 'virtual:icons/search';
import { ActionIcon, Button, CloseButton, Group, Kbd, Text, TextInput } from '@mantine/core';
import {
  Fragment,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Day } from '#billing/calendar.ts';
import { writeAmount } from '#contract/figures.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { isMeantFor, isSaveKey } from '#web/ui/form/form-keys.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { unitLabel } from '../../products/map-product.ts';
import { isOld, isStillContested, notesOf, type RowNote, shortDay } from '../judge-entry.ts';
import { formatPair, lineName, type SheetLine, SIDES, type Side, showPair } from '../read-price.ts';
import { focusCell, nextWhere } from './move-between-cells.ts';
import type { SavedSheet } from './plan-save.ts';
import classes from './price-sheet.module.css';
import { DraftLine, SheetFooter } from './price-sheet-panel.tsx';
import type { Sheet, SheetRow } from './store-sheet.ts';
import { useDraftedSheet } from './use-drafted-sheet.ts';
import { useFindLine } from './use-find-line.ts';
import { useSaveSheet } from './use-save-sheet.tsx';
import { type LineActs, useSheetCells } from './use-sheet-cells.ts';

interface PriceSheetProps {
  date: Day;
  lines: readonly SheetLine[];
  closed: ClosedDay;
  /** True if the search gets the focus, instead of the first line without prices. */
  startsAtFind: boolean;
  onSaved: (saved: SavedSheet) => void;
}

export function PriceSheet({ date, lines, closed, startsAtFind, onSaved }: PriceSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState('');
  const { sheet, restored, isDraftSaved, discard } = useDraftedSheet(date, lines);
  const finding = useFindLine(form, lines);
  const { shown, search, show } = finding;
  const saving = useSaveSheet({ date, closed, sheet, show, say: setStatus, onSaved });
  const isLocked = saving.state === 'saving' || saving.state === 'saved';
  const { acts, current, listeners } = useSheetCells({ sheet, form, find: finding.find, say: setStatus, isLocked });
  useSaveKey(form, saving.save);
  useFirstFocus(form, sheet, startsAtFind ? finding.props.box : undefined);

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

/**
 * Focuses `first` if there is one, otherwise the first line that lacks prices. That line is not focused on touch
 * screens or if another element has the focus.
 */
function useFirstFocus(
  form: RefObject<HTMLFormElement | null>,
  sheet: Sheet,
  first: RefObject<HTMLInputElement | null> | undefined,
): void {
  useEffect(() => {
    if (first) return first.current?.focus();
    const isIdle = document.activeElement === document.body || document.activeElement?.tagName === 'H1';
    const missing = sheet.rows().find(({ verdict }) => verdict.kind === 'missing');
    if (isIdle && missing && matchMedia('(pointer: fine)').matches) {
      focusCell(form.current, { id: missing.line.id, side: 'min' });
    }
  }, [form, sheet, first]);
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
      {/* Screen readers skip these headings, because each cell is labelled with its product and column. */}
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

interface SheetLineProps {
  sheet: Sheet;
  id: number;
  date: Day;
  acts: LineActs;
  isLocked: boolean;
}

/** A line of the sheet. It renders again only when the line itself changes. */
const SheetLineRow = memo(function SheetLineRow({ sheet, id, date, acts, isLocked }: SheetLineProps) {
  const row = useSyncExternalStore(sheet.subscribe, () => sheet.row(id));
  const notesId = useId();
  const notes = notesOf(row, date);
  const { line } = row;
  const isEnglish = currentLanguage() === 'en';
  return (
    <li className={classes.row} data-line={id} data-kind={kindOf(row)}>
      <span className={classes.product}>
        <span className={classes.name}>{lineName(line)}</span>
        <span lang={isEnglish ? 'si' : 'en'} className={classes.translated}>
          {isEnglish ? line.nameSi : line.name}
        </span>
      </span>
      <span className={classes.unit}>{unitLabel(line.unit)}</span>
      <span className={classes.last}>
        <LastPrice line={line} date={date} />
      </span>
      {SIDES.map((side) => (
        <Cell key={side} row={row} side={side} type={acts.type} isLocked={isLocked} notesId={notesId} />
      ))}
      <QuickButtons line={line} acts={acts} isLocked={isLocked} />
      <Notes id={notesId} notes={notes}>
        {isStillContested(row) && !isLocked && (
          <Button size="compact-xs" variant="default" onClick={() => acts.takeStored(id)}>
            {t('prices.row.takeStored', { product: lineName(line), prices: showPair(line.current) })}
          </Button>
        )}
      </Notes>
    </li>
  );
});

function kindOf({ verdict, isChecked, refusal }: SheetRow): string {
  if (refusal !== undefined || (isChecked && verdict.fault)) return 'bad';
  if (isChecked && verdict.warnings.length > 0) return 'odd';
  return verdict.isAsLast ? 'as-last' : verdict.kind;
}

function LastPrice({ line: { last }, date }: { line: SheetLine; date: Day }) {
  if (!last) return t('prices.row.noLast');
  return (
    <>
      <span>{formatPair(last)}</span>{' '}
      <time dateTime={last.date} data-old={isOld(last.date, date) || undefined}>
        {shortDay(last.date, date)}
      </time>
    </>
  );
}

interface CellProps {
  row: SheetRow;
  side: Side;
  type: LineActs['type'];
  isLocked: boolean;
  notesId: string;
}

/** A plain input is used, because a slow phone needs a second for 240 inputs of Mantine. */
function Cell({ row, side, type, isLocked, notesId }: CellProps) {
  const { line, entry, verdict, isChecked } = row;
  const last = line.last && writeAmount(line.last[side]);
  return (
    <input
      className={classes.cell}
      data-cell={side}
      aria-label={t(`prices.row.${side}`, { product: lineName(line) })}
      aria-describedby={notesId}
      aria-invalid={(isChecked && verdict.fault?.side === side) || undefined}
      placeholder={entry.isNotAvailable ? '–' : (last ?? '')}
      inputMode="decimal"
      // With the value `next`, a phone would move the focus to the maximum by itself, without a key event.
      enterKeyHint="enter"
      autoComplete="off"
      value={entry[side]}
      readOnly={isLocked}
      onChange={(event) => type(line.id, side, event.currentTarget.value)}
    />
  );
}

/** Buttons for the keys `.` and `-` on touch screens; Tab skips them. */
function QuickButtons({ line, acts, isLocked }: { line: SheetLine; acts: LineActs; isLocked: boolean }) {
  const common = { variant: 'default', tabIndex: -1, className: classes.quick ?? '' } as const;
  return (
    <span className={classes.buttons}>
      <ActionIcon
        {...common}
        aria-label={
          line.last
            ? t('prices.row.takeLast', { product: lineName(line), prices: formatPair(line.last) })
            : t('prices.row.noLastOf', { product: lineName(line) })
        }
        disabled={isLocked || !line.last}
        onClick={() => acts.takeLast(line.id)}
      >
        .
      </ActionIcon>
      <ActionIcon
        {...common}
        aria-label={t('prices.row.notAvailable', { product: lineName(line) })}
        disabled={isLocked}
        onClick={() => acts.markNotAvailable(line.id)}
      >
        –
      </ActionIcon>
    </span>
  );
}

function Notes({ id, notes, children }: { id: string; notes: readonly RowNote[]; children: ReactNode }) {
  return (
    <span id={id} className={classes.notes}>
      {notes.map(({ tone, text }) => (
        <span key={text} data-tone={tone}>
          {text}
        </span>
      ))}
      {children}
    </span>
  );
}
