import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatDay } from '#contract/days.ts';
import type { Unit } from '#contract/product-words.ts';
import { formatRange, formatRupees } from '#web/i18n/format.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';

interface LatestPriceProps {
  latest: PricePoint;
  previous: PricePoint | undefined;
  unit: Unit;
  translator: Translator;
}

export function LatestPrice({ latest, previous, unit, translator: { t } }: LatestPriceProps) {
  const date = fromDayNumber(latest.day);
  return (
    <section className="latest-price" aria-labelledby="latest-price">
      <h2 id="latest-price">{t('chart.latest')}</h2>
      <p className="price-figure">
        <span className="currency">{t('money.currency')}</span>
        {` ${formatRange(cents(latest.minCents), cents(latest.maxCents), t)} `}
        <span className="unit">{t(`unit.${unit}`)}</span>
      </p>
      <p>
        <time dateTime={date}>{formatDay(date, t)}</time>
      </p>
      {previous && (
        <>
          <p className="changes">
            <Change from={previous.minCents} to={latest.minCents} words={MIN_WORDS} t={t} />
            <Change from={previous.maxCents} to={latest.maxCents} words={MAX_WORDS} t={t} />
          </p>
          <p className="since">{t('chart.since', { date: formatDay(fromDayNumber(previous.day), t) })}</p>
        </>
      )}
    </section>
  );
}

interface ChangeWords {
  up: SiteMessageKey;
  down: SiteMessageKey;
  same: SiteMessageKey;
}
const MIN_WORDS: ChangeWords = { up: 'chart.minUp', down: 'chart.minDown', same: 'chart.minSame' };
const MAX_WORDS: ChangeWords = { up: 'chart.maxUp', down: 'chart.maxDown', same: 'chart.maxSame' };

interface ChangeProps {
  from: number;
  to: number;
  words: ChangeWords;
  t: Translator['t'];
}

function Change({ from, to, words, t }: ChangeProps) {
  const change = to - from;
  if (change === 0)
    return (
      <span className="change">
        <b>= </b>
        {t(words.same)}
      </span>
    );
  const amount = formatRupees(cents(Math.abs(change)), t);
  return change > 0 ? (
    <span className="change up">
      <b>▲ </b>
      {t(words.up, { amount })}
    </span>
  ) : (
    <span className="change down">
      <b>▼ </b>
      {t(words.down, { amount })}
    </span>
  );
}
