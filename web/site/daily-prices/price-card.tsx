import { memo } from 'react';
import { inLanguage } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import { centsOf, formatRange, formatShortDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf, ProductName } from '../product-name.tsx';
import { shownType } from './filter-prices.ts';
import { ProductPicture } from './product-picture.tsx';

/** Longer ranges use a smaller font on phones so that `1,200 – 1,450` fits on one line. */
const LONG_RANGE = 9;

export interface CardTexts {
  figureClass: string;
  range: string;
  date: string;
  shownDate: string;
}

export function textsOf(price: ShownPrice, { t }: Translator, shownDate = formatShortDay(price.date, t)): CardTexts {
  const range = formatRange(centsOf(price.min_price), centsOf(price.max_price), t);
  return {
    figureClass: range.length > LONG_RANGE ? 'price-figure long' : 'price-figure',
    range,
    date: price.date,
    shownDate,
  };
}

export const PriceCard = memo(function PriceCard({ price, speech }: { price: ShownPrice; speech: Translator }) {
  return <ProductCard product={price.product} texts={textsOf(price, speech)} speech={speech} />;
});

interface ProductCardProps {
  product: ShownPrice['product'];
  texts: CardTexts;
  speech: Translator;
}

export function ProductCard({ product, texts, speech: { language, t } }: ProductCardProps) {
  const type = shownType(product.type);
  return (
    <li className="price">
      <ProductPicture product={product} language={language} missing={t('prices.noImage')} />
      <h2>
        <ProductName product={product} language={language} />
      </h2>
      <p className="price-type">{t(`type.${type}`)}</p>
      <p className={texts.figureClass}>
        <span className="currency">{t('money.currency')}</span>
        {` ${texts.range} `}
        <span className="unit">{t(`unit.${product.unit}`)}</span>
      </p>
      <time dateTime={texts.date}>{texts.shownDate}</time>
      <a
        href={inLanguage(language, `/product/${product.id}/chart`)}
        aria-label={t('prices.historyOf', { name: nameOf(product, language).text })}
      >
        {t('prices.history')}
      </a>
    </li>
  );
}

/** Specification 1, section 2. */
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
