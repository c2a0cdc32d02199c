import { useState } from 'react';
import type { ChosenColumns, InvoiceColumnName } from '#contract/columns.ts';
import { session } from '#contract/session.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

export type Columns = ChosenColumns['invoices'];

export interface ColumnChoice {
  /** Null: the usual ones. */
  columns: readonly InvoiceColumnName[] | null;
  isLoading: boolean;
  isFailed: boolean;
  reload: () => void;
  choose: (columns: Columns) => void;
}

/** One after the other and only the newest, so that the last choice is the one that is stored. A page that opens waits for it. */
let saving: Promise<unknown> = Promise.resolve();
let newest: Columns = null;

export function useColumns(): ColumnChoice {
  const load = useLoad('columns', async (signal) => {
    await saving;
    return (await api(session.columns, {}, { signal })).columns.invoices;
  });
  const [chosen, setChosen] = useState<{ columns: Columns }>();
  const choose = (columns: Columns) => {
    setChosen({ columns });
    newest = columns;
    saving = saving.then(() => (newest === columns ? save(columns) : undefined));
  };
  return {
    columns: chosen ? chosen.columns : (load.data ?? null),
    isLoading: load.isLoading && !chosen,
    isFailed: load.error !== undefined && !chosen,
    reload: load.reload,
    choose,
  };
}

async function save(columns: Columns): Promise<void> {
  try {
    await api(session.setColumns, { body: { table: 'invoices', columns } });
  } catch (error) {
    const reason = sentenceOf(error, t('shared.call.unreached'));
    toastFailed(t('invoices.columns.notSaved', { reason }), 5);
  }
}
