import type { Translator } from '#web/i18n/translate.ts';

/** The style sheet shows it only on a copy served by the service worker. */
export function KeptNote({ speech: { t } }: { speech: Translator }) {
  return (
    <aside className="kept-note">
      <b>{t('offline.kept')}</b> <span id="kept-at" />
    </aside>
  );
}
