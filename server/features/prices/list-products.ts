import type { ListedPrice } from '#contract/prices.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { locateImage } from '../images/locate-image.ts';
import { listEveryProduct } from '../products/queries.ts';

/** A product as it stands in price lists. */
export interface ListedProduct {
  fields: ListedPrice['product'];
  /** Other names, which lists do not carry: a page that searches needs them once, not with each day. */
  aliases: string[];
  /** The same fields as the bytes of their JSON. */
  bytes: Buffer;
}

/** By product id, in list order; archived ones too, for what was published of them stays. */
export type ListedProducts = ReadonlyMap<number, ListedProduct>;

/**
 * The catalogue as price lists show it, read once in each edition: a day's list then needs the prices of that day alone,
 * which makes it several times cheaper than joining the same hundred products again.
 */
export function listedProducts({ database, config, responseCache }: AppContext): () => Promise<ListedProducts> {
  return memoizePerVersion(responseCache, async () => {
    const rows = await listEveryProduct(database.reader);
    return new Map(
      rows.map((row) => {
        const { id, name, name_si, name_ta, type, unit, code } = row;
        const fields = {
          id,
          name,
          name_si,
          name_ta,
          type,
          unit,
          image: locateImage(config.publicUrl, row.image_hash),
          code,
        };
        return [id, { fields, aliases: JSON.parse(row.aliases), bytes: Buffer.from(JSON.stringify(fields)) }];
      }),
    );
  });
}
