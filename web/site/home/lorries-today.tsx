import type { HomePageData } from '#contract/site.ts';
import { formatCount, formatMoment } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';

export function LorriesToday({ lorries, speech: { t } }: { lorries: HomePageData['lorries']; speech: Translator }) {
  if (lorries === null) return null;
  return (
    <p className="wrap lorries-today">
      <b>{t('home.lorries', { count: formatCount(lorries.count) })}</b>{' '}
      <time dateTime={lorries.asOf}>{t('home.lorriesAsOf', { time: formatMoment(lorries.asOf, t) })}</time>
    </p>
  );
}
