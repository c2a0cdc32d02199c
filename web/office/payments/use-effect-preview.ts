import { useState } from 'react';
import type { NewFine } from '#contract/money-effects.ts';
import { useLoad } from '#web/ui/use-load.ts';
import type { Effect } from './describe-effect.ts';

export type Rehearse = (spared: readonly string[]) => Promise<Effect>;

interface Rehearsal {
  /** The last effect that was worked out; stays on the screen while the next one is. */
  effect: Effect | undefined;
  /** Fines that the write would bring, with those that were spared: a choice that is made can be taken back. */
  fines: readonly NewFine[];
  /** True when `effect` is what would happen with the choices as they are now. */
  isCertain: boolean;
  isWorking: boolean;
  error: unknown;
  retry: () => void;
}

/** Works out what a write would do, again whenever the choice of spared fines changes; answers that come late are dropped. */
export function useRehearsal(rehearse: Rehearse, spared: readonly string[]): Rehearsal {
  const load = useLoad(spared.join(' '), () => rehearse(spared));
  const [last, setLast] = useState<{ effect: Effect; fines: readonly NewFine[] }>();
  const { data } = load;
  if (data !== undefined && data !== last?.effect) {
    const brought = new Set(data.new_fines.map(({ invoice_id }) => invoice_id));
    const kept = last?.fines.filter(({ invoice_id }) => spared.includes(invoice_id) && !brought.has(invoice_id)) ?? [];
    const fines = [...data.new_fines, ...kept].toSorted((a, b) => a.month_year.localeCompare(b.month_year));
    setLast({ effect: data, fines });
  }
  return {
    effect: last?.effect,
    fines: last?.fines ?? [],
    isCertain: data !== undefined && !load.isLoading,
    isWorking: load.isLoading,
    error: load.error,
    retry: load.reload,
  };
}
