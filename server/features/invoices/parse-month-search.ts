import { isMonth, type Month } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { monthNames, shortMonthNames } from '#contract/month-names.ts';

/** 2026-10, 2026/10, 10-2026, 10/2026, Oct 2026 or October 2026, also in Sinhala and Tamil. */
export function parseMonthSearch(search: string): Month | undefined {
  const [first = '', second = '', ...others] = foldText(search)
    .split(/[\s/.,-]+/)
    .filter((word) => word !== '');
  if (others.length > 0) return undefined;
  const [year, name] = /^\d{4}$/.test(first) ? [first, second] : [second, first];
  const number = /^\d{1,2}$/.test(name) ? name : (numberOf.get(name) ?? '');
  const month = `${year}-${number.padStart(2, '0')}`;
  return isMonth(month) ? month : undefined;
}

const numberOf = new Map(
  [...Object.values(monthNames), ...Object.values(shortMonthNames)].flatMap((names) =>
    names.map((name, at): [string, string] => [foldText(name).replace('.', ''), String(at + 1)]),
  ),
);
