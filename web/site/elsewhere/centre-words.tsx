import { cents } from '#billing/money.ts';
import { writeAmount } from '#contract/figures.ts';
import { units } from '#contract/product-words.ts';
import type { CentrePrice } from '#contract/where-to-sell.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ARROWS } from '../price-change.tsx';

export function ageText(age: number, t: Translator['t']): string {
  if (age <= 0) return t('elsewhere.today');
  return age === 1 ? t('elsewhere.yesterday') : t('elsewhere.daysAgo', { count: age });
}

/** Returns the words of a unit. A unit of another centre that this market does not use is shown as it is. */
export function unitText(unit: string, t: Translator['t']): string {
  const known = units.find((one) => one === unit);
  return known ? t(`unit.${known}`) : `/ ${unit}`;
}

/** How much dearer or cheaper the middle of the range is than here, as arrow, amount and word. */
export function DifferenceText({ row, translator: { t } }: { row: CentrePrice; translator: Translator }) {
  const { differenceCents: difference } = row;
  if (difference === null) return <>{t('elsewhere.notCompared')}</>;
  const trend = difference === 0 ? 'same' : difference > 0 ? 'up' : 'down';
  const word = t(difference === 0 ? 'elsewhere.same' : difference > 0 ? 'elsewhere.dearer' : 'elsewhere.cheaper');
  const amount = difference === 0 ? '' : `${t('money.currency')} ${writeAmount(cents(Math.abs(difference)))}`;
  return <span className={`trend ${trend}`}>{[ARROWS[trend], amount, word].filter(Boolean).join(' ')}</span>;
}
