import { useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { confirmSave } from './confirm-save.tsx';
import { firstFault, planSave, type SentRow } from './plan-save.ts';
import type { Sheet } from './sheet.ts';
import { dropDraft } from './sheet-draft.ts';
import { toLine } from './sheet-line.ts';
import type { Cell } from './sheet-moves.ts';

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
