import { inLanguage } from '#contract/languages.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import type { ShownType } from './filter-prices.ts';
import { type PricesChoice, pricesPath } from './prices-address.ts';

interface TypeFilterProps {
  types: readonly ShownType[];
  choice: PricesChoice;
  chooseType: (type: string) => void;
  speech: Translator;
}

export function TypeFilter({ types, choice, chooseType, speech: { language, t } }: TypeFilterProps) {
  const link = (type: string, text: string) => (
    <a
      key={type}
      href={inLanguage(language, pricesPath({ ...choice, type }))}
      aria-current={type === choice.type ? 'true' : undefined}
      onClick={onPlainClick(() => chooseType(type))}
    >
      {text}
    </a>
  );
  return (
    <nav className="chips types" aria-label={t('prices.types')}>
      {link('', t('prices.allTypes'))}
      {types.map((type) => link(type, t(`type.${type}`)))}
    </nav>
  );
}
