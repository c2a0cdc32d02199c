import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Product } from '#contract/products.ts';
import type { PageFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';
import { ShareLink } from '../share/share-link.tsx';
import { ShareMenu } from '../share/share-menu.tsx';
import { pictureOfProduct, shareProduct } from '../share/share-text.ts';

interface ProductShareProps {
  product: Product;
  latest: PricePoint;
  frame: PageFrame;
  speech: Translator;
}

export function ProductShare({ product, latest, frame, speech }: ProductShareProps) {
  const price = {
    product,
    date: fromDayNumber(latest.day),
    minCents: cents(latest.minCents),
    maxCents: cents(latest.maxCents),
  };
  const messageFrom = (origin: string) => shareProduct(price, origin, speech);
  return (
    <div className="share-bar" id="share">
      <ShareLink subject={product.id} message={messageFrom(frame.publicUrl ?? '')} frame={frame} speech={speech} />
      <a className="button" href={pictureOfProduct(product.id, speech.language)} download>
        {speech.t('share.picture')}
      </a>
      <ShareMenu find={() => messageFrom(frame.publicUrl ?? location.origin)} speech={speech} />
    </div>
  );
}
