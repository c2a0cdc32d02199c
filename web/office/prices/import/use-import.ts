import { useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../../api.ts';
import { BadSource, type PriceSource } from './read-source.ts';

export type ImportReport = Answer<typeof prices.importCsv>;
export type Mapping = Readonly<Record<string, number>>;

interface Checked {
  source: PriceSource;
  mapping: Mapping;
  date: Day | null;
  report: ImportReport;
}

export interface Import {
  source: PriceSource | undefined;
  mapping: Mapping;
  date: Day | null;
  needsDate: boolean;
  /** In any check of this file. */
  unknown: ImportReport['unmatched'];
  /** May be of another file or mapping. */
  report: ImportReport | undefined;
  isCurrent: boolean;
  state: 'open' | 'checking' | 'writing';
  failure: string | undefined;
  choose: (reading: Promise<PriceSource>) => Promise<void>;
  map: (item: string, productId: number | null) => void;
  accept: (item: string, productId: number) => Promise<void>;
  chooseDate: (date: Day | null) => void;
  check: () => Promise<void>;
  write: () => Promise<void>;
  reset: () => void;
}

interface ImportState {
  source: PriceSource | undefined;
  mapping: Mapping;
  date: Day | null;
  needsDate: boolean;
  checked: Checked | undefined;
  unknown: ImportReport['unmatched'];
  state: Import['state'];
  failure: string | undefined;
}

const INITIAL: ImportState = {
  source: undefined,
  mapping: {},
  date: null,
  needsDate: false,
  checked: undefined,
  unknown: [],
  state: 'open',
  failure: undefined,
};

export function useImport(): Import {
  const [current, setCurrent] = useState(INITIAL);
  const { source, mapping, date, needsDate, checked, unknown, state, failure } = current;
  /** Overtaken answers are dropped. */
  const turn = useRef(0);

  const begin = (now: Partial<ImportState>) => {
    const mine = ++turn.current;
    setCurrent((before) => ({ ...before, failure: undefined, ...now }));
    return (found: (before: ImportState) => Partial<ImportState>) => {
      if (mine === turn.current) setCurrent((before) => ({ ...before, state: 'open', ...found(before) }));
    };
  };
  const ask = async (asked: Omit<Checked, 'report'>, write: boolean) => {
    const { source: read, mapping: mapped, date: day } = asked;
    const finish = begin({ state: write ? 'writing' : 'checking', source: read, mapping: mapped });
    try {
      const body = { csv: read.csv, mapping: { ...mapped }, ...(day && { date: day }), write };
      const report = await api(prices.importCsv, { body });
      finish((before) => ({ checked: { ...asked, report }, unknown: merge(before.unknown, report.unmatched) }));
    } catch (error) {
      finish((before) => ({
        needsDate: before.needsDate || isWithoutDate(error),
        failure: sentenceOf(error, t(write ? 'prices.import.notSaved' : 'prices.import.notChecked')),
      }));
    }
  };
  const choose = async (reading: Promise<PriceSource>) => {
    const finish = begin({ ...INITIAL, state: 'checking' });
    const mine = turn.current;
    try {
      const read = await reading;
      if (mine === turn.current) await ask({ source: read, mapping: INITIAL.mapping, date: null }, false);
    } catch (error) {
      finish(() => ({ failure: error instanceof BadSource ? error.message : t('prices.import.notChecked') }));
    }
  };
  const map = (item: string, productId: number | null) =>
    setCurrent((before) => {
      const { [item]: _, ...others } = before.mapping;
      return { ...before, mapping: productId === null ? others : { ...others, [item]: productId } };
    });
  const isCurrent =
    checked !== undefined && checked.source === source && checked.mapping === mapping && checked.date === date;
  return {
    ...{ source, mapping, date, needsDate, unknown, isCurrent, state, failure, choose, map },
    report: checked?.report,
    accept: async (item, productId) =>
      source && ask({ source, mapping: { ...mapping, [item]: productId }, date }, false),
    chooseDate: (chosen) => setCurrent((before) => ({ ...before, date: chosen })),
    check: async () => source && ask({ source, mapping, date }, false),
    write: async () => (isCurrent && state === 'open' ? ask(checked, true) : undefined),
    reset: () => void begin(INITIAL),
  };
}

function isWithoutDate(error: unknown): boolean {
  return error instanceof CallError && error.code === 'bad_csv' && error.details.some(({ field }) => field === 'date');
}

function merge(before: ImportReport['unmatched'], found: ImportReport['unmatched']): ImportReport['unmatched'] {
  return [...before, ...found.filter(({ item }) => before.every((known) => known.item !== item))];
}
