import { SegmentedControl } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { BulkActionResult } from '#contract/bulk-actions.ts';
import { officePages } from '#web/routes.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { loaded } from '#web/ui/use-load.ts';
import type { ActionText } from './describe-action.ts';
import { effectColumns, effectSheet, type Outcome, wordOf } from './effect-columns.tsx';

interface EffectTableProps {
  words: ActionText;
  results: readonly BulkActionResult[];
  isDone: boolean;
}

const STATUSES = ['success', 'skipped', 'failed'] as const;
const FIRST_SEEN: readonly BulkActionResult['status'][] = ['failed', 'success', 'skipped'];

/** Each shop, or invoice, and what becomes of it. */
export function EffectTable({ words, results, isDone }: EffectTableProps) {
  const [chosen, choose] = useAddressFilter('show');
  // What failed wants to be seen first, what was skipped last.
  const rows = useMemo(
    () =>
      results
        .map((result, at): Outcome => ({ ...result, at }))
        .sort((one, other) => FIRST_SEEN.indexOf(one.status) - FIRST_SEEN.indexOf(other.status)),
    [results],
  );
  const choices = STATUSES.map((status) => ({ status, count: rows.filter((row) => row.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => ({ value: status, label: `${wordOf(status, words, isDone)} ${count}` }));
  const shown = choices.some(({ value }) => value === chosen) ? chosen : '';
  const filter = useCallback(({ status }: Outcome) => shown === '' || status === shown, [shown]);
  const columns = useMemo(() => effectColumns(words, isDone, rows), [words, isDone, rows]);
  const title = officePages[words.path].title;
  return (
    <DataTable
      label={isDone ? 'Result' : 'Preview'}
      columns={columns}
      load={loaded(rows)}
      failure=""
      rowId={({ at }) => at}
      rowName={({ shop_id }) => shop_id}
      search="Search by shop, tenant, invoice or reason"
      furtherText={({ tenant_name, invoice_id, error }) => [tenant_name, invoice_id, error].join('\n')}
      filter={filter}
      {...(choices.length > 1 && {
        filters: (
          <SegmentedControl
            aria-label="Show"
            data={[{ value: '', label: `All ${rows.length}` }, ...choices]}
            value={shown}
            onChange={choose}
          />
        ),
      })}
      exportName={`${title}, ${isDone ? 'result' : 'preview'}`}
      exportColumns={effectSheet(words, isDone)}
      empty={{ text: words.nothing, next: words.first ?? 'Nothing in the books asks for it today.' }}
    />
  );
}
