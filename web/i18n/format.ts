import { type Cents, toRupees } from '#billing/money.ts';
import { writeAmount, writeFigure, writeWhole } from '#contract/figures.ts';
import type { Translate } from './translate.ts';

export function formatTitle(subject: string, centre: string): string {
  return `${subject} · ${centre}`;
}

/** Returns an amount such as `Rs. 1,200`. */
export function formatRupees(amount: Cents, t: Translate): string {
  return `${t('money.currency')} ${writeAmount(amount)}`;
}

export function formatExactRupees(amount: Cents, t: Translate): string {
  return `${t('money.currency')} ${writeFigure(toRupees(amount))}`;
}

/** Returns a range such as `120 – 150`, or only `120` if both ends are equal. */
export function formatRange(min: Cents, max: Cents, t: Translate): string {
  if (min === max) return writeAmount(min);
  const write = min % 100 === 0 && max % 100 === 0 ? writeWhole : writeFigure;
  return t('money.range', { min: write(toRupees(min)), max: write(toRupees(max)) });
}
