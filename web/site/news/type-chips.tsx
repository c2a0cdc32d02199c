import { inLanguage } from '#contract/languages.ts';
import type { NewsType } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { NEWS_TYPES, TypeSign } from './news-type.tsx';

interface TypeChipsProps {
  chosen: NewsType;
  pathOf: (type: NewsType) => string;
  choose?: ((type: NewsType) => void) | undefined;
  translator: Translator;
}

export function TypeChips({ chosen, pathOf, choose, translator: { language, t } }: TypeChipsProps) {
  return (
    <nav className="chips" aria-label={t('news.types')}>
      {NEWS_TYPES.map((type) => (
        <a
          key={type}
          href={inLanguage(language, pathOf(type))}
          aria-current={type === chosen ? 'true' : undefined}
          onClick={choose && onPlainClick(() => choose(type))}
        >
          <TypeSign type={type} />
          {t(`news.type.${type}`)}
        </a>
      ))}
    </nav>
  );
}
