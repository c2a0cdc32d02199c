import { dayOf } from '#billing/calendar.ts';
import { formatShortDay } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import type { NewsItem, TranslatedText } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { picturePath } from '#web/path.ts';
import { TypeLabel } from './news-type.tsx';

interface TextProps {
  translated: TranslatedText;
  language: Language;
  children?: string;
}

export function NewsText({ translated, language, children = translated.text }: TextProps) {
  return translated.language === language ? children : <span lang={translated.language}>{children}</span>;
}

export function NewsPicture({ publication, translator: { t } }: { publication: NewsItem; translator: Translator }) {
  if (publication.image === null) return <span className="news-picture none">{t('news.noImage')}</span>;
  return (
    <img
      className="news-picture"
      src={picturePath(publication.image)}
      alt=""
      width="640"
      height="360"
      loading="lazy"
      decoding="async"
    />
  );
}

export function NewsHead({ publication, translator }: { publication: NewsItem; translator: Translator }) {
  const date = dayOf(publication.createdAt);
  return (
    <p className="news-head">
      <TypeLabel type={publication.type} translator={translator} />
      <time dateTime={date}>{formatShortDay(date, translator.t)}</time>
    </p>
  );
}
