import type { Language } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import { nameOf } from '../product-name.tsx';
import { type ShownType, shownType } from './filter-prices.ts';

interface ProductPictureProps {
  product: ShownPrice['product'];
  language: Language;
  missing: string;
}

/** The box has its size before the picture arrives, so that nothing shifts. */
export function ProductPicture({ product, language, missing }: ProductPictureProps) {
  const { image, type } = product;
  if (image !== null)
    return <img className="picture" src={image} alt="" width="640" height="480" loading="lazy" decoding="async" />;
  const { text, lang } = nameOf(product, language);
  return (
    <span className={`picture missing ${CLASS_OF[shownType(type)]}`}>
      <b aria-hidden="true" lang={lang === language ? undefined : lang}>
        {firstLetter(text)}
      </b>
      <span>{missing}</span>
    </span>
  );
}

const CLASS_OF: Record<ShownType, string> = {
  fruit: 'type-fruit',
  vegetable: 'type-vegetable',
  rice: 'type-rice',
  potatoes: 'type-potatoes',
  'Leaf Vegetable': 'type-leaf',
  Grain: 'type-grain',
  Uncategorized: 'type-other',
};

/**
 * Returns the first letter with its vowel signs, and in Sinhala with what a joiner binds to it. Browsers differ in
 * Intl.Segmenter.
 */
export function firstLetter(name: string): string {
  return (/^\P{M}\p{M}*(?:\u200d\P{M}\p{M}*)*/u.exec(name)?.[0] ?? '').toLocaleUpperCase('en');
}
