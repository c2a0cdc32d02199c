import { useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { ShareLink } from '../share/share-link.tsx';
import { ROWS_PER_PICTURE, shareList } from '../share/share-text.ts';

interface ListToolsProps {
  date: Day;
  frame: PageFrame;
  speech: Translator;
}

export function ListTools({ date, frame, speech }: ListToolsProps) {
  const { language, t } = speech;
  return (
    <div className="list-tools">
      <ShareLink
        subject="list"
        message={shareList(date, frame.publicUrl ?? '', speech)}
        frame={frame}
        speech={speech}
      />
      <a className="button download" href={`/price-list/${language}/${date}.pdf`} download>
        {t('prices.download')}
      </a>
    </div>
  );
}

export function ListFiles({ date, rows, speech: { language, t } }: { date: Day; rows: number; speech: Translator }) {
  const [isBlocked, setIsBlocked] = useState(false);
  const address = inLanguage(language, `/print/prices/${date}`);
  return (
    <div className="list-files">
      <a
        className="button"
        href={address}
        target="_blank"
        onClick={onPlainClick(() => setIsBlocked(window.open(address, '_blank') === null))}
        rel="noopener"
      >
        {t('print.print')}
      </a>
      <span>{t('share.pictures')}</span>
      {Array.from({ length: Math.ceil(rows / ROWS_PER_PICTURE) }, (_, at) => at + 1).map((number) => (
        <a
          key={number}
          className="number"
          href={`/share/${language}/${date}/${number}.png`}
          download
          aria-label={t('share.pictureNumber', { number })}
        >
          {number}
        </a>
      ))}
      {isBlocked && (
        <p role="alert" className="warning">
          {t('prices.popupBlocked')}
        </p>
      )}
    </div>
  );
}
