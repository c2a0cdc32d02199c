import type { Tariff } from '#contract/tariff.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';

export function findCurrentTariff(tariffs: readonly Tariff[] | undefined): Tariff | undefined {
  return tariffs?.find(({ valid_from }) => valid_from <= browserToday());
}
