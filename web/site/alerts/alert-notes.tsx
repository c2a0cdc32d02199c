import { ALERT_CONFIRM_HOURS, ALERT_MESSAGE_DAYS } from '#contract/alert-limits.ts';
import type { AlertNotice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

export function NoticeLine({ notice }: { notice: AlertNotice }) {
  if (!notice) return null;
  return (
    <p className={notice.isFault ? 'alert-notice fault' : 'alert-notice'} role={notice.isFault ? 'alert' : 'status'}>
      {notice.text}
    </p>
  );
}

export function StoredFacts({ translator: { t } }: { translator: Translator }) {
  return (
    <section className="alert-stored">
      <h2>{t('alerts.stored.title')}</h2>
      <ul>
        <li>{t('alerts.stored.what')}</li>
        <li>{t('alerts.stored.confirm', { hours: ALERT_CONFIRM_HOURS })}</li>
        <li>{t('alerts.stored.end')}</li>
        <li>{t('alerts.stored.messages', { days: ALERT_MESSAGE_DAYS })}</li>
        <li>{t('alerts.stored.quiet')}</li>
      </ul>
    </section>
  );
}
