import { useState } from 'react';
import { inLanguage } from '#contract/languages.ts';
import type { NewsItem } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { CloseSign } from '../rotation/signs.tsx';
import { useIsAlive } from '../rotation/use-media.ts';
import { NewsList } from './news-list.tsx';
import { TypeSign } from './news-type.tsx';
import { useDialog } from './use-dialog.ts';

/** The number of publications in the panel (specification 1, section 9). */
const IN_PANEL = 5;

interface NewsPanelProps {
  publications: readonly NewsItem[];
  open: (publication: NewsItem) => void;
  translator: Translator;
}

export function NewsPanel({ publications, open, translator }: NewsPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useDialog(isOpen);
  const { language, t } = translator;
  const inside = (
    <>
      <TypeSign type="news" />
      <span className="news-tab-word">{t('news.panel')}</span>
      {!isOpen && publications.length > 0 && (
        <span className="news-dot">
          <span className="unseen"> {t('news.unseen')}</span>
        </span>
      )}
    </>
  );
  return (
    <>
      {useIsAlive() ? (
        <button type="button" className="news-tab" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {inside}
        </button>
      ) : (
        <a className="news-tab" href={inLanguage(language, '/news')}>
          {inside}
        </a>
      )}
      <dialog
        ref={dialog}
        className="news-panel"
        aria-labelledby="news-panel-title"
        closedby="any"
        onClose={() => setOpen(false)}
      >
        {isOpen && (
          <div className="dialog-inside">
            <div className="news-panel-head">
              <h2 id="news-panel-title">{t('news.panel')}</h2>
              <button
                type="button"
                className="dialog-close"
                aria-label={t('news.close')}
                onClick={() => setOpen(false)}
              >
                <CloseSign />
              </button>
            </div>
            {publications.length === 0 ? (
              <p>{t('news.noRecent')}</p>
            ) : (
              <NewsList
                publications={publications.slice(0, IN_PANEL)}
                heading="h3"
                open={open}
                translator={translator}
              />
            )}
            <a className="button" href={inLanguage(language, '/news')}>
              {t('news.all')}
            </a>
          </div>
        )}
      </dialog>
    </>
  );
}
