import { isMonth, type Month } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { monthNames, shortMonthNames } from '#contract/month-names.ts';

/** 2026-10, 2026/10, 10-2026, 10/2026, Oct 2026 or October 2026, also in Sinhala and Tamil. */
export function parseMonthSearch(search: string): Month | undefined {
  const [first = '', second = '', ...others] = foldText(search)
    .split(/[\s/.,–-]+/)
    .filter((word) => word !== '');
  if (others.length > 0) return undefined;
  const [year, name] = /^\d{4}$/.test(first) ? [first, second] : [second, first];
  const month = `${year}-${numberOfMonth(name).padStart(2, '0')}`;
  return isMonth(month) ? month : undefined;
}

const numbers = new Map(
  [...Object.values(monthNames), ...Object.values(shortMonthNames)].flatMap((names) =>
    names.map((name, at): [string, string] => [foldText(name).replace('.', ''), String(at + 1)]),
  ),
);

const SHORTEST_BEGINNING = 3;

/** A name may be cut short, such as Sept. */
function numberOfMonth(name: string): string {
  if (/^\d{1,2}$/.test(name)) return name;
  const exact = numbers.get(name);
  if (exact !== undefined || name.length < SHORTEST_BEGINNING) return exact ?? '';
  const begun = new Set([...numbers].filter(([whole]) => whole.startsWith(name)).map(([, number]) => number));
  return begun.size === 1 ? ([...begun][0] ?? '') : '';
}
