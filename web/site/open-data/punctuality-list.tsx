import type { Punctuality } from '#contract/punctuality.ts';
import type { Translate } from '#web/i18n/translate.ts';

/** How punctual and complete the lists were, in words. */
export function PunctualityList({ figures, t }: { figures: Punctuality; t: Translate }) {
  const { days, lists, closed, missing, usual_time, share_percent, corrections } = figures;
  return (
    <ul className="rules">
      <li>{t('openData.punctual.lists', { days, lists, closed, missing })}</li>
      {usual_time !== null && <li>{t('openData.punctual.time', { time: usual_time })}</li>}
      {share_percent !== null && <li>{t('openData.punctual.share', { percent: share_percent })}</li>}
      <li>{t('openData.punctual.corrections', { count: corrections })}</li>
    </ul>
  );
}
