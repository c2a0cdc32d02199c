import type { ReactNode } from 'react';
import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatDayMonth, formatShortDay } from '#contract/days.ts';
import { formatRange, formatRupees } from '#web/i18n/format.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';
import { ChangeSigns } from '../price-change.tsx';
import type { HistoryComparison } from './compare-history.ts';

interface ComparedWithProps {
  compared: HistoryComparison;
  translator: Translator;
}

export function ComparedWith({ compared, translator }: ComparedWithProps) {
  const { t } = translator;
  const { latest, previous, week, month, year, sameWeek, yearRange } = compared;
  const past = { latest, translator };
  return (
    <section className="compared-with" aria-labelledby="compared-with">
      <h2 id="compared-with">{t('chart.comparedWith')}</h2>
      <dl>
        <PastPrice title="chart.previousList" point={previous} {...past} />
        <PastPrice title="chart.weekAgo" point={week} {...past} />
        <PastPrice title="chart.monthAgo" point={month} {...past} />
        <PastPrice title="chart.yearAgo" point={year} {...past} />
        <Fact
          title={t('chart.sameWeek')}
          about={sameWeek && t('chart.sameWeekDays', { years: sameWeek.years, count: sameWeek.days })}
        >
          {sameWeek ? rangeOf(sameWeek, t) : t('chart.noList')}
        </Fact>
        <Fact title={t('chart.yearRange')} about={t('chart.yearDays', { count: yearRange.days })}>
          {t('chart.lowAndHigh', {
            low: formatRupees(cents(yearRange.low.minCents), t),
            lowDay: dayOf(yearRange.low, t),
            high: formatRupees(cents(yearRange.high.maxCents), t),
            highDay: dayOf(yearRange.high, t),
          })}
        </Fact>
      </dl>
    </section>
  );
}

interface PastPriceProps {
  title: SiteMessageKey;
  point: PricePoint | undefined;
  latest: PricePoint;
  translator: Translator;
}

function PastPrice({ title, point, latest, translator }: PastPriceProps) {
  const { t } = translator;
  if (!point) return <Fact title={t(title)}>{t('chart.noList')}</Fact>;
  return (
    <Fact title={t(title)} about={formatShortDay(fromDayNumber(point.day), t)}>
      {`${rangeOf(point, t)} `}
      <span className="trends">
        <ChangeSigns from={inCents(point)} to={inCents(latest)} translator={translator} />
      </span>
    </Fact>
  );
}

interface FactProps {
  title: string;
  about?: string | undefined;
  children: ReactNode;
}

function Fact({ title, about, children }: FactProps) {
  return (
    <div>
      <dt>
        {title}
        {about !== undefined && <small>{about}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function rangeOf({ minCents, maxCents }: Omit<PricePoint, 'day'>, t: Translator['t']): string {
  return `${t('money.currency')} ${formatRange(cents(minCents), cents(maxCents), t)}`;
}

function inCents({ minCents, maxCents }: PricePoint) {
  return { minCents: cents(minCents), maxCents: cents(maxCents) };
}

function dayOf({ day }: PricePoint, t: Translator['t']): string {
  return formatDayMonth(fromDayNumber(day), t);
}
