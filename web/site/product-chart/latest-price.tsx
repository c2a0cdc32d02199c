import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatDay, formatDayMonth } from '#contract/days.ts';
import type { Unit } from '#contract/product-words.ts';
import { formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';
import { ChangeSigns } from '../price-change.tsx';

interface LatestPriceProps {
  latest: PricePoint;
  previous: PricePoint | undefined;
  unit: Unit;
  translator: Translator;
}

export function LatestPrice({ latest, previous, unit, translator }: LatestPriceProps) {
  const { t } = translator;
  const date = fromDayNumber(latest.day);
  return (
    <section className="latest-price" aria-labelledby="latest-price">
      <h2 id="latest-price" className="unseen">
        {t('chart.latest')}
      </h2>
      <p className="price-figure">
        <span className="currency">{t('money.currency')}</span>
        {` ${formatRange(cents(latest.minCents), cents(latest.maxCents), t)} `}
        <span className="unit">{t(`unit.${unit}`)}</span>
      </p>
      <p className="latest-day">
        <time dateTime={date}>{formatDay(date, t)}</time>
      </p>
      {previous && (
        <p className="changes">
          <ChangeSigns from={inCents(previous)} to={inCents(latest)} translator={translator} />
          <span className="since">{t('change.since', { date: formatDayMonth(fromDayNumber(previous.day), t) })}</span>
        </p>
      )}
    </section>
  );
}

function inCents({ minCents, maxCents }: PricePoint) {
  return { minCents: cents(minCents), maxCents: cents(maxCents) };
}
