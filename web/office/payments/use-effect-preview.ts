import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { NewFineEffect } from '#contract/money-effects.ts';
import { useLoad } from '#web/ui/use-load.ts';
import type { Effect } from './describe-effect.ts';

/** The fines of these invoices are waived. */
export type DryRun<Shown extends Effect = Effect> = (waivedInvoices: readonly string[]) => Promise<Shown>;

interface EffectPreviewOptions<Shown extends Effect> {
  /** Everything the dry run depends on; empty while unknown. */
  key: string;
  dryRun: DryRun<Shown>;
  waived?: readonly string[];
}

export interface EffectPreview<Shown extends Effect = Effect> {
  /** Of this key; stays while other waived fines are calculated. */
  effect: Shown | undefined;
  /** With waived ones, so that a choice can be reversed. */
  fines: readonly NewFineEffect[];
  /** `effect` is of the current choices. */
  isCertain: boolean;
  isWorking: boolean;
  error: unknown;
  retry: () => void;
}

const PAUSE_MS = 300;
const NONE: readonly string[] = [];

/** Recalculates after a pause when `key` changes, at once when the waived fines change. Drops late answers. */
export function useEffectPreview<Shown extends Effect>({
  key,
  dryRun,
  waived = NONE,
}: EffectPreviewOptions<Shown>): EffectPreview<Shown> {
  const [asked] = useDebouncedValue(key, PAUSE_MS);
  const load = useLoad(`${asked} ${waived.join(' ')}`, async () => (asked === '' ? undefined : dryRun(waived)));
  const [last, setLast] = useState<{ asked: string; effect: Shown; fines: readonly NewFineEffect[] }>();
  const { data } = load;
  if (data !== undefined && data !== last?.effect) {
    const current = new Set(data.new_fines.map(({ invoice_id }) => invoice_id));
    const before = last?.asked === asked ? last.fines : [];
    const waivedFines = before.filter(({ invoice_id }) => waived.includes(invoice_id) && !current.has(invoice_id));
    const fines = [...data.new_fines, ...waivedFines].toSorted((a, b) => a.month_year.localeCompare(b.month_year));
    setLast({ asked, effect: data, fines });
  }
  const isWorking = key !== '' && (asked !== key || load.isLoading);
  const shown = last?.asked === key ? last : undefined;
  return {
    effect: shown?.effect,
    fines: shown?.fines ?? [],
    isCertain: data !== undefined && !isWorking,
    isWorking,
    error: isWorking || key === '' ? undefined : load.error,
    retry: load.reload,
  };
}
