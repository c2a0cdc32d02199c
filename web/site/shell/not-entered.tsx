import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';

interface NotEnteredProps {
  what: SiteMessageKey;
  translator: Translator;
}

/** The place of a detail that the office has not entered. The style sheet shows it only in a browser of staff. */
export function NotEntered({ what, translator: { t } }: NotEnteredProps) {
  return (
    <a className="not-entered" href="/settings/contact" rel="nofollow">
      {t('shell.notEntered', { what: t(what) })}
    </a>
  );
}
