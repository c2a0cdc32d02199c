import { Fragment, type RefObject, useEffect, useRef } from 'react';
import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatShortDay } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import { formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';
import { ClosedReason } from '../closed-day.tsx';
import type { ClosedGapDay } from './closed-gaps.ts';

const FIRST_ROWS = 10;

interface PriceTableProps {
  points: readonly PricePoint[];
  gaps: ReadonlyMap<number, ClosedGapDay[]>;
  name: string;
  isWhole: boolean;
  wholePath: string;
  showWhole: () => void;
  translator: Translator;
}

export function PriceTable({ points, gaps, name, isWhole, wholePath, showWhole, translator }: PriceTableProps) {
  const { language, t } = translator;
  const newestFirst = points.toReversed();
  const shown = isWhole ? newestFirst : newestFirst.slice(0, FIRST_ROWS);
  const hidden = newestFirst.length - shown.length;
  const firstMore = useFocusOnMore(isWhole);
  return (
    <section className="figures" id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title">
        {t('chart.table')} <small>{t('chart.rows', { count: points.length })}</small>
      </h2>
      <table>
        <caption className="unseen">{t('chart.tableOf', { name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.date')}</th>
            <th scope="col">{t('chart.min')}</th>
            <th scope="col">{t('chart.max')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ day, minCents, maxCents }, index) => (
            <Fragment key={day}>
              <tr {...(index === FIRST_ROWS && { ref: firstMore, tabIndex: -1 })}>
                <th scope="row">{formatShortDay(fromDayNumber(day), t)}</th>
                <td>{formatRupees(cents(minCents), t)}</td>
                <td>{formatRupees(cents(maxCents), t)}</td>
              </tr>
              {gaps.get(day)?.map((gap) => (
                <ClosedRow key={gap.day} gap={gap} translator={translator} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <a className="button" href={`${inLanguage(language, wholePath)}#figures`} onClick={onPlainClick(showWhole)}>
          {t('chart.showRows', { count: hidden })}
        </a>
      )}
    </section>
  );
}

/** Focuses the first new row, because the pressed button no longer exists. */
function useFocusOnMore(isWhole: boolean): RefObject<HTMLTableRowElement | null> {
  const firstMore = useRef<HTMLTableRowElement>(null);
  const wasWhole = useRef(isWhole);
  useEffect(() => {
    if (isWhole && !wasWhole.current) firstMore.current?.focus({ preventScroll: true });
    wasWhole.current = isWhole;
  }, [isWhole]);
  return firstMore;
}

function ClosedRow({ gap: { day, closed }, translator }: { gap: ClosedGapDay; translator: Translator }) {
  const date = fromDayNumber(day);
  return (
    <tr className="closed-row">
      <th scope="row">{formatShortDay(date, translator.t)}</th>
      <td colSpan={2}>
        {`${translator.t('closed.word')}: `}
        <ClosedReason closed={closed} date={date} translator={translator} />
      </td>
    </tr>
  );
}
