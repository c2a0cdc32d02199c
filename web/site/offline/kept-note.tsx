import type { Translator } from '#web/i18n/translate.ts';

/** Shown by the style sheet alone, on a copy that the service worker gives while there is no connection. */
export function KeptNote({ speech: { t } }: { speech: Translator }) {
  return (
    <aside className="kept-note">
      <b>{t('offline.kept')}</b> <span id="kept-at" />
    </aside>
  );
}
