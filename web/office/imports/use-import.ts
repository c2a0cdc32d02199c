import { useRef, useState } from 'react';
import type { z } from 'zod';
import type { importSummary } from '#contract/imports.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { BadSource, type TableSource } from './source-form.tsx';

export type ImportSummary = { [Name in keyof typeof importSummary]: z.output<(typeof importSummary)[Name]> };
export type ImportAnswers = Readonly<Record<string, string>>;

interface Sent<Extra> {
  /** The name of the file or sheet. */
  name: string;
  csv: string;
  answers: Record<string, string>;
  /** Further input of this kind of import, such as the products that the office chose for unknown items. */
  extra: Extra;
  write: boolean;
}

interface ImportOptions<Report, Extra> {
  initial: Extra;
  send: (sent: Sent<Extra>) => Promise<Report>;
  notSaved: string;
  /** Called with the error of each failed check, because the error may show which further input the file needs. */
  onFailure?: (error: unknown) => void;
}

interface Checked<Report, Extra> {
  source: TableSource;
  answers: ImportAnswers;
  extra: Extra;
  report: Report;
}

interface ImportState<Report, Extra> {
  source: TableSource | undefined;
  sheets: readonly TableSource[];
  answers: ImportAnswers;
  extra: Extra;
  checked: Checked<Report, Extra> | undefined;
  state: 'open' | 'checking' | 'writing';
  failure: string | undefined;
}

export interface TableImport<Report, Extra = undefined> {
  source: TableSource | undefined;
  sheets: readonly TableSource[];
  answers: ImportAnswers;
  extra: Extra;
  /** The last report. If `isCurrent` is false, it is about other input. */
  report: Report | undefined;
  isCurrent: boolean;
  state: 'open' | 'checking' | 'writing';
  failure: string | undefined;
  choose: (reading: Promise<TableSource[]>) => Promise<void>;
  answer: (id: string, value: string) => Promise<void>;
  /** Changes the further input without checking the file. */
  change: (next: (extra: Extra) => Extra) => void;
  /** Checks the file again. If `extra` is passed, it replaces the further input. */
  check: (extra?: Extra) => Promise<void>;
  write: () => Promise<void>;
  reset: () => void;
}

/** The steps of every import in the office: choose a file, see what the import would do, answer questions, save. */
export function useTableImport<Report, Extra>(options: ImportOptions<Report, Extra>): TableImport<Report, Extra> {
  const { send, notSaved, onFailure } = options;
  const empty: ImportState<Report, Extra> = {
    source: undefined,
    sheets: [],
    answers: {},
    extra: options.initial,
    checked: undefined,
    state: 'open',
    failure: undefined,
  };
  const [current, setCurrent] = useState(empty);
  const { source, sheets, answers, extra, checked, state, failure } = current;
  /** The number of the newest check; answers of earlier checks are dropped. */
  const turn = useRef(0);

  const begin = (now: Partial<ImportState<Report, Extra>>) => {
    const mine = ++turn.current;
    setCurrent((before) => ({ ...before, failure: undefined, ...now }));
    return (found: Partial<ImportState<Report, Extra>>) => {
      if (mine === turn.current) setCurrent((before) => ({ ...before, state: 'open', ...found }));
    };
  };
  const ask = async (now: Omit<Checked<Report, Extra>, 'report'>, write: boolean) => {
    const finish = begin({ state: write ? 'writing' : 'checking', sheets: [], ...now });
    try {
      const sent = { name: now.source.name, csv: now.source.csv, answers: { ...now.answers }, extra: now.extra, write };
      finish({ checked: { ...now, report: await send(sent) } });
    } catch (error) {
      onFailure?.(error);
      finish({ failure: sentenceOf(error, write ? notSaved : t('imports.notChecked')) });
    }
  };
  const choose = async (reading: Promise<TableSource[]>) => {
    const finish = begin({ ...empty, state: 'checking' });
    const mine = turn.current;
    try {
      const [read, ...others] = await reading;
      if (read && others.length > 0) finish({ sheets: [read, ...others] });
      else if (read && mine === turn.current) await ask({ source: read, answers: {}, extra: empty.extra }, false);
    } catch (error) {
      finish({ failure: error instanceof BadSource ? error.message : t('imports.notChecked') });
    }
  };
  const isCurrent =
    checked !== undefined && checked.source === source && checked.answers === answers && checked.extra === extra;
  return {
    source,
    sheets,
    answers,
    extra,
    isCurrent,
    state,
    failure,
    choose,
    report: checked?.report,
    answer: async (id, value) => source && ask({ source, answers: { ...answers, [id]: value }, extra }, false),
    change: (next) => setCurrent((before) => ({ ...before, extra: next(before.extra) })),
    check: async (changed = extra) => source && ask({ source, answers, extra: changed }, false),
    write: async () => (isCurrent && state === 'open' ? ask(checked, true) : undefined),
    reset: () => void begin(empty),
  };
}
