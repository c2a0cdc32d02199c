import { memo, type ReactNode } from 'react';
import type { Day } from '#billing/calendar.ts';
import { formatShortDay } from '#contract/days.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import type { ShownComparison, ShownPrice } from '#contract/site.ts';
import { formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { picturePath } from '#web/path.ts';
import { ChangeLine, changeText } from '../price-change.tsx';
import { PriceShape } from '../price-shape.tsx';
import { nameOf, ProductName } from '../product-name.tsx';
import { CardShareLink } from '../share/share-link.tsx';
import { type ShownType, shownType } from './filter-prices.ts';

interface ProductPictureProps {
  product: ShownPrice['product'];
  language: Language;
  missing: string;
}

/** The picture of a product. Its size is known before it loads, so that nothing shifts. */
export function ProductPicture({ product, language, missing }: ProductPictureProps) {
  const { image, type } = product;
  if (image !== null)
    return (
      <img
        className="picture"
        src={picturePath(image)}
        alt=""
        width="640"
        height="480"
        loading="lazy"
        decoding="async"
      />
    );
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
 * Returns the first letter with its vowel signs and, in Sinhala, with the letters that a joiner binds to it.
 * Intl.Segmenter is not used, because its results differ between browsers.
 */
export function firstLetter(name: string): string {
  return (/^\P{M}\p{M}*(?:\u200d\P{M}\p{M}*)*/u.exec(name)?.[0] ?? '').toLocaleUpperCase('en');
}

/** A range of more characters than this has a smaller font on phones, so that `1,200 – 1,450` fits on one line. */
const LONG_RANGE = 9;

export interface CardTexts {
  figureClass: string;
  range: string;
  date: string;
  shownDate: string;
}

/** The class says whether a price is cheaper than usual (filter-prices.ts), and whether the words of a standing are shown. */
export function cardClassOf(comparison: ShownComparison | undefined): string {
  return `price${comparison?.isCheap ? ' low' : ''}${comparison?.standing ? ' marked' : ''}`;
}

export interface CardParts extends CardTexts {
  cardClass: string;
  /** The change and the shape: everything that comes from the comparison. */
  change: ReactNode;
}

export function cardTextsOf(
  price: ShownPrice,
  { t }: Translator,
  shownDate = formatShortDay(price.date, t),
): CardTexts {
  const range = formatRange(price.minCents, price.maxCents, t);
  return {
    figureClass: range.length > LONG_RANGE ? 'price-figure long' : 'price-figure',
    range,
    date: price.date,
    shownDate,
  };
}

interface PriceCardProps extends Partial<StarProps> {
  price: ShownPrice;
  comparison: ShownComparison | undefined;
  listBefore: Day | null;
  translator: Translator;
}

interface StarProps {
  isFavourite: boolean;
  toggle: (id: number) => void;
}

export const PriceCard = memo(function PriceCard({
  price,
  comparison,
  listBefore,
  translator,
  ...star
}: PriceCardProps) {
  const change = comparison && (
    <>
      <ChangeLine
        comparison={comparison}
        text={changeText(comparison, listBefore, translator)}
        translator={translator}
      />
      {comparison.shape !== '' && <PriceShape path={comparison.shape} />}
    </>
  );
  return (
    <ProductCard
      product={price.product}
      parts={{ ...cardTextsOf(price, translator), cardClass: cardClassOf(comparison), change }}
      translator={translator}
      {...star}
    />
  );
});

interface ProductCardProps extends Partial<StarProps> {
  product: ShownPrice['product'];
  parts: CardParts;
  translator: Translator;
}

export function ProductCard({ product, parts, translator, isFavourite = false, toggle }: ProductCardProps) {
  const { language, t } = translator;
  const type = shownType(product.type);
  const name = nameOf(product, language).text;
  return (
    <li className={parts.cardClass}>
      <ProductPicture product={product} language={language} missing={t('prices.noImage')} />
      <h2>
        <ProductName product={product} language={language} />
      </h2>
      <p className="price-type">{t(`type.${type}`)}</p>
      <p className={parts.figureClass}>
        <span className="currency">{t('money.currency')}</span>
        {` ${parts.range} `}
        <span className={`unit per-${product.unit}`}>{t(`unit.${product.unit}`)}</span>
      </p>
      {parts.change}
      <time dateTime={parts.date}>{parts.shownDate}</time>
      <a href={inLanguage(language, `/product/${product.id}/chart`)} aria-label={t('prices.historyOf', { name })}>
        {t('prices.history')}
      </a>
      <button
        type="button"
        className="star"
        aria-pressed={isFavourite}
        aria-label={t('prices.star', { name })}
        onClick={() => toggle?.(product.id)}
      />
      <CardShareLink product={product} translator={translator} />
    </li>
  );
}

/** The keys of the placeholder cards. Specification 1, section 2, requires this number of cards. */
const SKELETONS = ['1', '2', '3', '4', '5', '6', '7', '8'];

export function SkeletonCards() {
  return (
    <ul className="prices" aria-hidden="true">
      {SKELETONS.map((key) => (
        <li key={key} className="price skeleton">
          <span className="picture" />
          <span className="bone name" />
          <span className="bone figure" />
          <span className="bone foot" />
        </li>
      ))}
    </ul>
  );
}
