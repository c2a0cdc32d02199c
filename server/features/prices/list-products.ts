import type { ListedPrice } from '#contract/prices.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { locateImage } from '../images/locate-image.ts';
import { listEveryProduct } from '../products/queries.ts';

export interface ListedProduct {
  fields: ListedPrice['product'];
  /** A page that searches needs them once, not with each day. */
  aliases: string[];
  /** The same fields as JSON bytes. */
  bytes: Buffer;
}

/** By product id, in list order, including archived ones, whose published prices stay. */
export type ListedProducts = ReadonlyMap<number, ListedProduct>;

/** The products of price lists, read once per cache version, so that a list reads only the prices of its day. */
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
