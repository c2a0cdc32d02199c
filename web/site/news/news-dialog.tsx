import { useState } from 'react';
import type { NewsItem } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { CloseSign } from '../rotation/signs.tsx';
import { cutText, isLong } from './cut-text.ts';
import { NewsHead, NewsPicture, NewsText } from './news-parts.tsx';
import { useDialog } from './use-dialog.ts';

interface NewsDialogProps {
  publication: NewsItem | undefined;
  close: () => void;
  translator: Translator;
}

export function NewsDialog({ publication, close, translator }: NewsDialogProps) {
  const dialog = useDialog(publication !== undefined);
  return (
    <dialog ref={dialog} className="news-dialog" aria-labelledby="news-dialog-topic" closedby="any" onClose={close}>
      {publication && (
        <div className="dialog-inside">
          <button type="button" className="dialog-close" aria-label={translator.t('news.close')} onClick={close}>
            <CloseSign />
          </button>
          <Whole publication={publication} translator={translator} />
        </div>
      )}
    </dialog>
  );
}

function Whole({ publication, translator }: { publication: NewsItem; translator: Translator }) {
  const [isWhole, setWhole] = useState(false);
  const { topic, description } = publication;
  const { language, t } = translator;
  return (
    <>
      <NewsPicture publication={publication} translator={translator} />
      <NewsHead publication={publication} translator={translator} />
      <h2 id="news-dialog-topic">
        <NewsText translated={topic} language={language} />
      </h2>
      <p className="news-whole">
        <NewsText translated={description} language={language}>
          {isWhole ? description.text : cutText(description.text)}
        </NewsText>
      </p>
      {isLong(description.text) && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'news.showLess' : 'news.readMore')}
        </button>
      )}
    </>
  );
}
