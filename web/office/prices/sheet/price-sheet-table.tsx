import { ActionIcon, Button } from '@mantine/core';
import { memo, type ReactNode, useId, useSyncExternalStore } from 'react';
import type { Day } from '#billing/calendar.ts';
import { formatAmount } from '#web/i18n/format.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { unitLabel } from '../../products/map-product.ts';
import { isOld, isStillContested, notesOf, type RowNote, shortDay } from '../judge-entry.ts';
import { formatPair, lineName, type SheetLine, SIDES, type Side, showPair } from '../read-price.ts';
import classes from './price-sheet.module.css';
import type { Sheet, SheetRow } from './store-sheet.ts';
import type { LineActs } from './use-sheet-cells.ts';

interface SheetLineProps {
  sheet: Sheet;
  id: number;
  date: Day;
  acts: LineActs;
  isLocked: boolean;
}

/** Re-renders only when its own line changes. */
export const SheetLineRow = memo(function SheetLineRow({ sheet, id, date, acts, isLocked }: SheetLineProps) {
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

/** A plain input: 240 Mantine inputs take a slow phone a second. */
function Cell({ row, side, type, isLocked, notesId }: CellProps) {
  const { line, entry, verdict, isChecked } = row;
  const last = line.last && formatAmount(line.last[side]);
  return (
    <input
      className={classes.cell}
      data-cell={side}
      aria-label={t(`prices.row.${side}`, { product: lineName(line) })}
      aria-describedby={notesId}
      aria-invalid={(isChecked && verdict.fault?.side === side) || undefined}
      placeholder={entry.isNotAvailable ? '–' : (last ?? '')}
      inputMode="decimal"
      // With `next` a phone would move to the maximum itself and send no key.
      enterKeyHint="enter"
      autoComplete="off"
      value={entry[side]}
      readOnly={isLocked}
      onChange={(event) => type(line.id, side, event.currentTarget.value)}
    />
  );
}

/** The keys `.` and `-` for touch screens; Tab skips them. */
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
