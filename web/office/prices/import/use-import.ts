import { useRef, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { sentenceOf } from '#web/client.ts';
import { api } from '../../api.ts';
import { BadSource, type PriceSource } from './read-source.ts';

export type ImportReport = Answer<typeof prices.importCsv>;
/** Which product an item of the file means. */
export type Mapping = Readonly<Record<string, number>>;

/** What was checked, and what came of it. */
interface Checked {
  source: PriceSource;
  mapping: Mapping;
  report: ImportReport;
}

export interface Import {
  source: PriceSource | undefined;
  mapping: Mapping;
  /** Every item that some check of this file did not know, mapped since or not. */
  unknown: ImportReport['unmatched'];
  /** The last answer; it may be of another file or mapping than those chosen now. */
  report: ImportReport | undefined;
  /** The report is of exactly this file and mapping, so that writing does what it says. */
  isCurrent: boolean;
  state: 'open' | 'checking' | 'writing';
  failure: string | undefined;
  /** Takes a file or a pasted text and checks it at once. */
  choose: (reading: Promise<PriceSource>) => Promise<void>;
  map: (item: string, productId: number | null) => void;
  check: () => Promise<void>;
  write: () => Promise<void>;
  reset: () => void;
}

const NOT_CHECKED = 'The file could not be checked.';
const NOT_WRITTEN = 'The prices could not be written.';

/** Where an import stands. */
interface Standing {
  source: PriceSource | undefined;
  mapping: Mapping;
  checked: Checked | undefined;
  unknown: ImportReport['unmatched'];
  state: Import['state'];
  failure: string | undefined;
}

const NOTHING: Standing = {
  source: undefined,
  mapping: {},
  checked: undefined,
  unknown: [],
  state: 'open',
  failure: undefined,
};

/**
 * The steps of an import: choose, check without writing, map what is unknown, check again, write. Only what was checked
 * can be written.
 */
export function useImport(): Import {
  const [standing, setStanding] = useState(NOTHING);
  const { source, mapping, checked, unknown, state, failure } = standing;
  /** Counts what was asked for: an answer that is overtaken is dropped. */
  const turn = useRef(0);

  /** Starts something; what it finds counts only while nothing else was started. */
  const begin = (now: Partial<Standing>) => {
    const mine = ++turn.current;
    setStanding((before) => ({ ...before, failure: undefined, ...now }));
    return (found: (before: Standing) => Partial<Standing>) => {
      if (mine === turn.current) setStanding((before) => ({ ...before, state: 'open', ...found(before) }));
    };
  };
  const ask = async (asked: Omit<Checked, 'report'>, write: boolean) => {
    const settle = begin({ state: write ? 'writing' : 'checking', source: asked.source });
    try {
      const body = { csv: asked.source.csv, mapping: { ...asked.mapping }, write };
      const report = await api(prices.importCsv, { body });
      settle((before) => ({ checked: { ...asked, report }, unknown: merge(before.unknown, report.unmatched) }));
    } catch (error) {
      settle(() => ({ failure: sentenceOf(error, write ? NOT_WRITTEN : NOT_CHECKED) }));
    }
  };
  const choose = async (reading: Promise<PriceSource>) => {
    const settle = begin({ ...NOTHING, state: 'checking' });
    const mine = turn.current;
    try {
      const read = await reading;
      if (mine === turn.current) await ask({ source: read, mapping: NOTHING.mapping }, false);
    } catch (error) {
      settle(() => ({ failure: error instanceof BadSource ? error.message : NOT_CHECKED }));
    }
  };
  const map = (item: string, productId: number | null) =>
    setStanding((before) => {
      const { [item]: _, ...others } = before.mapping;
      return { ...before, mapping: productId === null ? others : { ...others, [item]: productId } };
    });
  const isCurrent = checked !== undefined && checked.source === source && checked.mapping === mapping;
  return {
    ...{ source, mapping, unknown, isCurrent, state, failure, choose, map },
    report: checked?.report,
    check: async () => source && ask({ source, mapping }, false),
    write: async () => (isCurrent && state === 'open' ? ask(checked, true) : undefined),
    reset: () => void begin(NOTHING),
  };
}

function merge(before: ImportReport['unmatched'], found: ImportReport['unmatched']): ImportReport['unmatched'] {
  return [...before, ...found.filter(({ item }) => before.every((known) => known.item !== item))];
}
