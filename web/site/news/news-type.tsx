import type { NewsType } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

/**
 * The icons, as SVG paths in the order of the chips (specification 1, section 2). An unknown type gets the icon of
 * `all`.
 */
const SIGNS: Record<NewsType, string> = {
  all: 'M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z',
  notice: 'M6 2h9l5 5v15H6zm8 1.5V8h4.5zM9 12h8v1.8H9zm0 4h8v1.8H9z',
  announcement: 'M3 9.5h4L16 4v16l-9-5.5H3zM6 15.5l1.5 5.5h3l-1.7-4.5zM18 8c2 1 3 2.4 3 4s-1 3-3 4z',
  news: 'M3 4h15v14.5a1.5 1.5 0 0 0 3 0V8h-1.5V6.5H22v12A2.5 2.5 0 0 1 19.5 21h-14A2.5 2.5 0 0 1 3 18.5zm3 3v5h5V7zm7 0v1.8h3V7zm0 3.5v1.8h3v-1.8zM6 14v1.8h10V14z',
  event: 'M7 2h2.5v2.5h5V2H17v2.5h4V21H3V4.5h4zM5 10v9h14v-9zm3 2.5h3v3H8z',
};

export const NEWS_TYPES = Object.keys(SIGNS) as NewsType[];

export function TypeSign({ type }: { type: NewsType }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path fill="currentColor" fillRule="evenodd" d={SIGNS[type] ?? SIGNS.all} />
    </svg>
  );
}

export function TypeLabel({ type, translator: { t } }: { type: NewsType; translator: Translator }) {
  return (
    <span className="news-label">
      <TypeSign type={type} />
      {t(`news.type.${type}`)}
    </span>
  );
}
