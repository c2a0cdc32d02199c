import { useAddress } from '#web/ui/address/use-address.ts';
import { yearsAround } from '#web/ui/address/use-period.ts';
import { browserYear } from '#web/ui/format/browser-clock.ts';

const YEARS_AHEAD = 3;
const YEARS_BACK = 10;

/** Returns the year of the address, by default the present one, and its setter. */
export function useYear(): [year: string, choose: (year: string) => void] {
  const { get, change } = useAddress();
  const asked = get('year');
  const year = /^(19[0-9]{2}|2[0-9]{3})$/.test(asked) ? asked : browserYear();
  return [year, (chosen) => change({ year: chosen === browserYear() ? undefined : chosen, page: undefined })];
}

/** Newest first, always with the one shown. */
export function calendarYearChoices(shown: string): string[] {
  const years = yearsAround({ back: YEARS_BACK, ahead: YEARS_AHEAD });
  return years.includes(shown) ? years : [...years, shown].toSorted().toReversed();
}
