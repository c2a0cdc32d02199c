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

export type ImportAnswers = Readonly<Record<string, string>>;

interface Checked {
  source: PriceSource;
  mapping: Mapping;
  answers: ImportAnswers;
  date: Day | null;
  report: ImportReport;
}

export interface Import {
  source: PriceSource | undefined;
  sheets: readonly PriceSource[];
  mapping: Mapping;
  date: Day | null;
  needsDate: boolean;
  /** The unknown items found by all checks of this file so far. */
  unknown: ImportReport['unmatched'];
  /** The last report, which may be of another file or mapping. */
  report: ImportReport | undefined;
  isCurrent: boolean;
  state: 'open' | 'checking' | 'writing';
  failure: string | undefined;
  choose: (reading: Promise<PriceSource[]>) => Promise<void>;
  answer: (id: string, value: string) => Promise<void>;
  map: (item: string, productId: number | null) => void;
  accept: (item: string, productId: number) => Promise<void>;
  chooseDate: (date: Day | null) => void;
  check: () => Promise<void>;
  write: () => Promise<void>;
  reset: () => void;
}

interface ImportState {
  source: PriceSource | undefined;
  sheets: readonly PriceSource[];
  mapping: Mapping;
  answers: ImportAnswers;
  date: Day | null;
  needsDate: boolean;
  checked: Checked | undefined;
  unknown: ImportReport['unmatched'];
  state: Import['state'];
  failure: string | undefined;
}

const INITIAL: ImportState = {
  source: undefined,
  sheets: [],
  mapping: {},
  answers: {},
  date: null,
  needsDate: false,
  checked: undefined,
  unknown: [],
  state: 'open',
  failure: undefined,
};

export function useImport(): Import {
  const [current, setCurrent] = useState(INITIAL);
  const { source, sheets, mapping, answers, date, needsDate, checked, unknown, state, failure } = current;
  /** The number of the newest check; answers of earlier checks are dropped. */
  const turn = useRef(0);

  const begin = (now: Partial<ImportState>) => {
    const mine = ++turn.current;
    setCurrent((before) => ({ ...before, failure: undefined, ...now }));
    return (found: (before: ImportState) => Partial<ImportState>) => {
      if (mine === turn.current) setCurrent((before) => ({ ...before, state: 'open', ...found(before) }));
    };
  };
  const ask = async (
    { source: read, mapping: mapped, answers: given, date: day }: Omit<Checked, 'report'>,
    write: boolean,
  ) => {
    const now = { source: read, mapping: mapped, answers: given };
    const finish = begin({ state: write ? 'writing' : 'checking', sheets: [], ...now });
    try {
      const body = { csv: read.csv, mapping: { ...mapped }, answers: { ...given }, ...(day && { date: day }), write };
      const report = await api(prices.importCsv, { body });
      finish((before) => ({
        checked: { ...now, date: day, report },
        unknown: merge(before.unknown, report.unmatched),
      }));
    } catch (error) {
      finish((before) => ({
        needsDate: before.needsDate || isWithoutDate(error),
        failure: sentenceOf(error, t(write ? 'prices.import.notSaved' : 'prices.import.notChecked')),
      }));
    }
  };
  const choose = async (reading: Promise<PriceSource[]>) => {
    const finish = begin({ ...INITIAL, state: 'checking' });
    const mine = turn.current;
    try {
      const [read, ...others] = await reading;
      if (read && others.length > 0) finish(() => ({ sheets: [read, ...others] }));
      else if (read && mine === turn.current) await ask({ ...INITIAL, source: read }, false);
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
    checked !== undefined &&
    checked.source === source &&
    checked.mapping === mapping &&
    checked.answers === answers &&
    checked.date === date;
  return {
    source,
    sheets,
    mapping,
    date,
    needsDate,
    unknown,
    isCurrent,
    state,
    failure,
    choose,
    map,
    report: checked?.report,
    accept: async (item, productId) =>
      source && ask({ source, mapping: { ...mapping, [item]: productId }, answers, date }, false),
    answer: async (id, value) => source && ask({ source, mapping, answers: { ...answers, [id]: value }, date }, false),
    chooseDate: (chosen) => setCurrent((before) => ({ ...before, date: chosen })),
    check: async () => source && ask({ source, mapping, answers, date }, false),
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
