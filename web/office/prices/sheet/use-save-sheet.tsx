import { Alert, List, ScrollArea, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { prices } from '#contract/prices.ts';
import { CallError, isChangedMeanwhile, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { findUnread } from '#web/ui/form/unread-fields.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../../api.ts';
import { describeClosed } from '../closed-day.ts';
import { formatPair, lineName, showPair, toLine } from '../read-price.ts';
import { dropDraft, markNotAvailable } from './drafts.ts';
import type { Cell } from './move-between-cells.ts';
import {
  firstFault,
  planSave,
  type SavedSheet,
  type SavePlan,
  type SentRow,
  savedOf,
  versionOfReplaced,
} from './plan-save.ts';
import type { Sheet } from './store-sheet.ts';

export interface Saving {
  state: 'open' | 'checking' | 'saving' | 'saved';
  failure: string | undefined;
  save: () => void;
}

interface SaveOptions {
  date: Day;
  closed: ClosedDay;
  sheet: Sheet;
  show: (cell: Cell) => void;
  say: (message: string) => void;
  onSaved: (saved: SavedSheet) => void;
}

export function useSaveSheet({ date, closed, sheet, show, say, onSaved }: SaveOptions): Saving {
  const [state, setState] = useState<Saving['state']>('open');
  const [failure, setFailure] = useState<string>();
  const isBusy = useRef(false);

  const run = async (): Promise<'saved' | 'open'> => {
    // The sheet is not saved while the text of the date field cannot be read, because the prices would be saved for a
    // different day than the typed one.
    const [unread] = Object.values(findUnread(document.body));
    if (unread !== undefined) {
      setFailure(unread);
      return 'open';
    }
    sheet.checkAll();
    const fault = firstFault(sheet.rows());
    if (fault) {
      setFailure(t('prices.save.fixErrors'));
      show(fault);
      return 'open';
    }
    setState('checking');
    sheet.rebase((await api(prices.sheet, { params: { date } })).map(toLine));
    const plan = planSave(date, sheet.rows());
    if (plan.rows.length === 0) say(t('prices.save.nothingNew'));
    setState('open');
    if (plan.rows.length === 0 || !(await confirmSave({ date, closed, plan }))) return 'open';
    setState('saving');
    const currentOf = (id: number) => sheet.row(id).line.current;
    const ifMatch = versionOfReplaced(plan.rows, currentOf);
    const saved = await sendRows(plan.rows, ifMatch);
    // Somebody else has saved meanwhile, so the sheet is compared again. The question is asked again, with the other
    // person's prices beside the entered ones.
    if (saved === 'changed meanwhile') return run();
    const { message } = saved;
    dropDraft(date);
    markNotAvailable(date, sheet.rows());
    onSaved(savedOf(plan, { message, currentOf }));
    return 'saved';
  };

  const save = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(undefined);
    say('');
    let outcome: Saving['state'] = 'open';
    try {
      outcome = await run();
    } catch (error) {
      const refused = error instanceof RowsRefused ? error.refused : new Map<number, string>();
      setFailure(refused.size > 0 ? t('prices.save.fixErrors') : sentenceOf(error, t('prices.save.failed')));
      sheet.refuse(refused);
      const [first] = refused.keys();
      if (first !== undefined) show({ id: first, side: 'min' });
    }
    setState(outcome);
    isBusy.current = outcome === 'saved';
  };
  return { state, failure, save: () => void save() };
}

class RowsRefused extends Error {
  readonly refused: ReadonlyMap<number, string>;

  constructor(refused: ReadonlyMap<number, string>) {
    super('rows refused');
    this.refused = refused;
  }
}

async function sendRows(rows: SentRow[], ifMatch: string) {
  try {
    return await api(prices.updateMultiple, { body: rows }, { ifMatch });
  } catch (error) {
    if (isChangedMeanwhile(error)) return 'changed meanwhile';
    const refused = refusedRows(error, rows);
    throw refused.size > 0 ? new RowsRefused(refused) : error;
  }
}

/** The server identifies a row by its index in the request: `3.min_price`. */
function refusedRows(error: unknown, rows: readonly SentRow[]): Map<number, string> {
  const refused = new Map<number, string>();
  for (const { field, message } of error instanceof CallError ? error.details : []) {
    const row = rows[Number(/^(?:.*\.)?(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
    if (!row) continue;
    const id = Number(row.product_id);
    const before = refused.get(id);
    refused.set(id, before === undefined ? message : `${before} ${message}`);
  }
  return refused;
}

type Asked = Pick<SaveOptions, 'date' | 'closed'> & { plan: SavePlan };

function confirmSave({ date, closed, plan }: Asked): Promise<boolean> {
  const day = formatOfficeDay(date);
  const isRemoval = plan.rows.every(({ min_price }) => min_price === null);
  return confirm({
    title: t(closed ? 'prices.save.closedTitle' : 'prices.save.title', { day }),
    body: <SaveSummary closed={closed} plan={plan} />,
    action: t(isRemoval ? 'prices.save.removal' : 'prices.save.action', { count: plan.rows.length }),
    cancelLabel: t('prices.save.back'),
    isDoubtful: closed !== null || plan.warnings.length > 0 || plan.contested.length > 0,
  });
}

/** A summary of the save. It is the first part of the question, because the other parts may be long. */
function SaveSummary({ closed, plan }: Omit<Asked, 'date'>) {
  const { added, changed, cleared, contested, warnings, missing } = plan;
  return (
    <ScrollArea.Autosize
      mah="60vh"
      type="auto"
      viewportProps={{ tabIndex: 0, 'aria-label': t('prices.save.summary'), role: 'region' }}
    >
      <Stack gap="sm">
        {closed && (
          <Alert color="turmeric" p="xs">
            {describeClosed(closed)}
          </Alert>
        )}
        <Part title={t('prices.save.contested', { count: contested.length })} count={contested.length}>
          {contested.map(({ line, from, to }) => (
            <List.Item key={line.id}>
              {lineName(line)}: {showPair(from)} → <b>{showPair(to)}</b>
            </List.Item>
          ))}
        </Part>
        <Part title={t('prices.save.warnings', { count: warnings.length })} count={warnings.length}>
          {warnings.map(({ line, message }) => (
            <List.Item key={`${line.id} ${message}`}>
              {t('prices.save.warning', { product: lineName(line), warning: message })}
            </List.Item>
          ))}
        </Part>
        {added.length > 0 && <Text size="sm">{t('prices.save.added', { count: added.length })}</Text>}
        <Part title={t('prices.save.changed', { count: changed.length })} count={changed.length}>
          {changed.map(({ line, from, to }) => (
            <List.Item key={line.id}>
              {lineName(line)}: {formatPair(from)} → <b>{formatPair(to)}</b>
            </List.Item>
          ))}
        </Part>
        <Part title={t('prices.save.cleared', { count: cleared.length })} count={cleared.length}>
          {cleared.map((line) => (
            <List.Item key={line.id}>
              {line.current
                ? t('prices.save.clearedLine', { product: lineName(line), prices: formatPair(line.current) })
                : lineName(line)}
            </List.Item>
          ))}
        </Part>
        {missing > 0 && (
          <Text size="sm" c="dimmed">
            {t('prices.save.missing', { count: missing })}
          </Text>
        )}
      </Stack>
    </ScrollArea.Autosize>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <div>
      <Text size="sm" fw={700}>
        {title}
      </Text>
      <List size="sm">{children}</List>
    </div>
  );
}
