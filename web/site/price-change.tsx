import type { Day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Comparison } from '#contract/comparisons.ts';
import { findTrend } from '#contract/price-trend.ts';
import type { ShownComparison } from '#contract/site.ts';
import { formatDayMonth, formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';

const ARROWS: Record<Comparison['trend'], string> = { up: '▲', down: '▼', same: '=', wider: '↔', narrower: '↔' };

export interface ChangeTexts {
  amount: string;
  /**
   * The text that names the day of the earlier price. It is empty if that day is the day of the previous list, which
   * the page mentions once for all prices.
   */
  since: string;
}

export function changeTexts(
  { changeCents, since }: ShownComparison,
  listBefore: Day | null,
  { t }: Translator,
): ChangeTexts {
  return {
    amount: changeCents === 0 ? '' : `${formatRupees(cents(Math.abs(changeCents)), t)} `,
    since: since === listBefore ? '' : ` ${t('change.since', { date: formatDayMonth(since, t) })}`,
  };
}

interface ChangeLineProps {
  comparison: Pick<ShownComparison, 'trend' | 'standing'>;
  texts: ChangeTexts;
  translator: Translator;
}

/** Shows a change as arrow, amount and word, so that it can be read without seeing the colour. */
export function ChangeLine({
  comparison: { trend, standing },
  texts: { amount, since },
  translator: { t },
}: ChangeLineProps) {
  return (
    <p className="change-line">
      <span className={`trend ${trend}`}>{`${ARROWS[trend]} ${amount}${t(`change.${trend}`)}${since}`}</span>
      {standing && (
        <span className="standing">
          <span className="in-full">{t(`change.${standing}`)}</span>
          <span className="in-short">{t(`change.${standing}Short`)}</span>
        </span>
      )}
    </p>
  );
}

interface ChangeSignProps {
  from: PriceRange;
  to: PriceRange;
  translator: Translator;
}
type PriceRange = Parameters<typeof findTrend>[0];

export function ChangeSign({ from, to, translator: { t } }: ChangeSignProps) {
  const trend = findTrend(to, from);
  const twice = Math.abs(to.minCents + to.maxCents - from.minCents - from.maxCents);
  const amount = twice === 0 ? '' : `${formatRupees(cents(Math.round(twice / 2)), t)} `;
  return <b className={`trend ${trend}`}>{`${ARROWS[trend]} ${amount}${t(`change.${trend}`)}`}</b>;
}
