import { addDays, fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatShortDay } from '#contract/days.ts';
import { writeCount } from '#contract/figures.ts';
import { inLanguage } from '#contract/languages.ts';
import type { ChartPageData, ShownOutlook } from '#contract/site.ts';
import { type Horizon, horizons } from '#contract/words.ts';
import { formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';

interface OutlookPanelProps {
  data: ChartPageData;
  translator: Translator;
}

const WEEK_DAYS = 7;

export function OutlookPanel({ data: { product, days, outlook }, translator }: OutlookPanelProps) {
  const { language, t } = translator;
  const latest = fromDayNumber(days.at(-1) ?? 0);
  const week = formatShortDay(addDays(latest, WEEK_DAYS), t);
  const title = (horizon: Horizon) =>
    horizon === 'next_list' ? t('outlook.next_list') : t('outlook.weekOf', { date: week });
  const { silent } = outlook.next_list;
  const isSilent = silent !== null && silent === outlook.seven_days.silent;
  return (
    <section className="outlook" aria-labelledby="outlook">
      <h2 id="outlook">{t('outlook.panel')}</h2>
      {isSilent ? (
        <p>{t(`outlook.silent.${silent}`)}</p>
      ) : (
        <dl>
          {horizons.map((horizon) => (
            <div key={horizon}>
              <dt>{title(horizon)}</dt>
              <RangeOrReason outlook={outlook[horizon]} translator={translator} />
            </div>
          ))}
        </dl>
      )}
      {!isSilent && (
        <p>
          {t('outlook.from', { date: formatShortDay(latest, t) })} {t('outlook.how.middle')}
        </p>
      )}
      <p>
        {t('outlook.noAdvice')}{' '}
        <a href={inLanguage(language, `/how-right?product=${product.id}`)}>{t('outlook.title')}</a>
      </p>
    </section>
  );
}

function RangeOrReason({ outlook, translator: { t } }: { outlook: ShownOutlook; translator: Translator }) {
  const { range, silent, lastYear } = outlook;
  if (range === null) return <dd>{silent !== null && t(`outlook.silent.${silent}`)}</dd>;
  const from = formatRupees(cents(range.from), t);
  const to = formatRupees(cents(range.to), t);
  const results = lastYear.held + lastYear.missed;
  return (
    <dd>
      <p className="sentence">{t('outlook.sentence', { from, to })}</p>
      {results > 0 && <p>{t('outlook.lastYear', { held: writeCount(lastYear.held), results: writeCount(results) })}</p>}
    </dd>
  );
}
