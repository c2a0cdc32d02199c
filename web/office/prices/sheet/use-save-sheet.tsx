import { List, ScrollArea, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../../api.ts';
import { formatPair, toLine } from '../read-price.ts';
import type { Cell } from './move-between-cells.ts';
import { firstFault, planSave, type SavePlan, type SentRow } from './plan-save.ts';
import type { Sheet } from './store-sheet.ts';
import { dropDraft } from './use-drafted-sheet.ts';

const FAILED = 'Failed to update prices.';
const FIX_FIRST = 'Please fix the validation errors before submitting.';

export interface Saving {
  state: 'open' | 'checking' | 'saving' | 'saved';
  /** Why the last try did not save. */
  failure: string | undefined;
  save: () => void;
}

interface Wishes {
  date: Day;
  sheet: Sheet;
  /** Shows a cell that is in the way. */
  show: (cell: Cell) => void;
  /** Says something that is no failure. */
  say: (message: string) => void;
  onSaved: () => void;
}

/**
 * Saves a sheet: everything right? what stands there by now? is that what you mean? and then one request. However often it
 * is asked, it runs once; whatever fails, all that was typed stays.
 */
export function useSaveSheet({ date, sheet, show, say, onSaved }: Wishes): Saving {
  const [state, setState] = useState<Saving['state']>('open');
  const [failure, setFailure] = useState<string>();
  const isBusy = useRef(false);

  const run = async (): Promise<'saved' | 'open'> => {
    sheet.checkAll();
    const fault = firstFault(sheet.rows());
    if (fault) {
      setFailure(FIX_FIRST);
      show(fault);
      return 'open';
    }
    setState('checking');
    sheet.rebase((await api(prices.sheet, { params: { date } })).map(toLine));
    const plan = planSave(date, sheet.rows());
    if (plan.rows.length === 0) say('There is nothing new to save.');
    setState('open');
    if (plan.rows.length === 0 || !(await confirmSave(date, plan))) return 'open';
    setState('saving');
    const { message } = await sendRows(plan.rows);
    dropDraft(date);
    toastDone(message, 3);
    onSaved();
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
      setFailure(refused.size > 0 ? FIX_FIRST : sentenceOf(error, FAILED));
      sheet.refuse(refused);
      const [first] = refused.keys();
      if (first !== undefined) show({ id: first, side: 'min' });
    }
    setState(outcome);
    isBusy.current = outcome === 'saved';
  };
  return { state, failure, save: () => void save() };
}

/** The server found rows that are not right: what it says, by product. */
class RowsRefused extends Error {
  readonly refused: ReadonlyMap<number, string>;

  constructor(refused: ReadonlyMap<number, string>) {
    super('rows refused');
    this.refused = refused;
  }
}

async function sendRows(rows: SentRow[]) {
  try {
    return await api(prices.updateMultiple, { body: rows });
  } catch (error) {
    const refused = refusedRows(error, rows);
    throw refused.size > 0 ? new RowsRefused(refused) : error;
  }
}

/** The server names rows by their place in what was sent: `3.min_price`. */
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

/** Shows what saving will do, and asks; true when the person wants it. */
function confirmSave(date: Day, plan: SavePlan): Promise<boolean> {
  return confirm({
    title: `Save the prices of ${formatOfficeDay(date)}?`,
    body: <SaveSummary plan={plan} />,
    action: `Save ${pricesOf(plan.rows.length)}`,
    refrain: 'Back to the sheet',
    isDoubtful: plan.warnings.length > 0,
  });
}

function pricesOf(count: number): string {
  return count === 1 ? '1 price' : `${count} prices`;
}

/** What looks odd, before all that may be long; what becomes published, what changes and from what, what is taken away. */
function SaveSummary({ plan }: { plan: SavePlan }) {
  const { added, changed, cleared, warnings, missing } = plan;
  return (
    <ScrollArea.Autosize
      mah="60vh"
      type="auto"
      viewportProps={{ tabIndex: 0, 'aria-label': 'Summary', role: 'region' }}
    >
      <Stack gap="sm">
        <Part title={`${warnings.length} to look at once more:`} count={warnings.length}>
          {warnings.map(({ line, message }) => (
            <List.Item key={`${line.id} ${message}`}>
              {line.name}: {message}
            </List.Item>
          ))}
        </Part>
        {added.length > 0 && <Text size="sm">{pricesOf(added.length)} new.</Text>}
        <Part title={`${pricesOf(changed.length)} changed:`} count={changed.length}>
          {changed.map(({ line, from, to }) => (
            <List.Item key={line.id}>
              {line.name}: {formatPair(from)} → <b>{formatPair(to)}</b>
            </List.Item>
          ))}
        </Part>
        <Part title={`${pricesOf(cleared.length)} taken away, not available:`} count={cleared.length}>
          {cleared.map((line) => (
            <List.Item key={line.id}>
              {line.name}
              {line.current && `: ${formatPair(line.current)}`}
            </List.Item>
          ))}
        </Part>
        {missing > 0 && (
          <Text size="sm" c="dimmed">
            {missing === 1 ? '1 product has' : `${missing} products have`} no price and will not be on the list.
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
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">{children}</List>
    </div>
  );
}
