import { useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { inLanguage } from '#contract/languages.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';

export function DownloadButton({ date, speech: { language, t } }: { date: Day; speech: Translator }) {
  const [isBlocked, setIsBlocked] = useState(false);
  const address = inLanguage(language, `/print/prices/${date}`);
  return (
    <>
      <a
        className="button download"
        href={address}
        target="_blank"
        onClick={onPlainClick(() => setIsBlocked(window.open(address, '_blank') === null))}
        rel="noopener"
      >
        {t('prices.download')}
      </a>
      {isBlocked && (
        <p role="alert" className="warning">
          {t('prices.popupBlocked')}
        </p>
      )}
    </>
  );
}
