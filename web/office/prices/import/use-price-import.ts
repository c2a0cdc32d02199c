import { useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../../api.ts';
import { type TableImport, useTableImport } from '../../imports/use-import.ts';

export type ImportReport = Answer<typeof prices.importCsv>;
export type Mapping = Readonly<Record<string, number>>;

interface PriceExtra {
  mapping: Mapping;
  date: Day | null;
}

export interface PriceImport extends TableImport<ImportReport, PriceExtra> {
  needsDate: boolean;
  /** The unknown items that the checks of this file have found so far. */
  unknown: ImportReport['unmatched'];
  map: (item: string, productId: number | null) => void;
  accept: (item: string, productId: number) => Promise<void>;
  chooseDate: (date: Day | null) => void;
}

const NOTHING: PriceExtra = { mapping: {}, date: null };
const NOTHING_SEEN = { needsDate: false, unknown: [] as ImportReport['unmatched'] };

export function usePriceImport(): PriceImport {
  const [seen, setSeen] = useState(NOTHING_SEEN);
  const run = useTableImport<ImportReport, PriceExtra>({
    initial: NOTHING,
    notSaved: t('prices.import.notSaved'),
    async send({ csv, answers, extra: { mapping, date }, write }) {
      const body = { csv, mapping: { ...mapping }, answers, ...(date && { date }), write };
      const report = await api(prices.importCsv, { body });
      setSeen((before) => ({ ...before, unknown: merge(before.unknown, report.unmatched) }));
      return report;
    },
    onFailure: (error) => setSeen((before) => ({ ...before, needsDate: before.needsDate || isWithoutDate(error) })),
  });
  return {
    ...run,
    ...seen,
    choose: (reading) => {
      setSeen(NOTHING_SEEN);
      return run.choose(reading);
    },
    reset: () => {
      setSeen(NOTHING_SEEN);
      run.reset();
    },
    map: (item, productId) =>
      run.change(({ mapping, date }) => {
        const { [item]: _, ...others } = mapping;
        return { date, mapping: productId === null ? others : { ...others, [item]: productId } };
      }),
    accept: (item, productId) => run.check({ ...run.extra, mapping: { ...run.extra.mapping, [item]: productId } }),
    chooseDate: (date) => run.change((extra) => ({ ...extra, date })),
  };
}

function isWithoutDate(error: unknown): boolean {
  return error instanceof CallError && error.code === 'bad_csv' && error.details.some(({ field }) => field === 'date');
}

function merge(before: ImportReport['unmatched'], found: ImportReport['unmatched']): ImportReport['unmatched'] {
  return [...before, ...found.filter(({ item }) => before.every((known) => known.item !== item))];
}
