import type { ListedPrice } from '#contract/prices.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { locateImage } from '../images/locate-image.ts';
import { listEveryProduct } from '../products/queries.ts';

export interface ListedProduct {
  fields: ListedPrice['product'];
  aliases: string[];
  bytes: Buffer;
}

/** Products in list order, including archived products, whose prices remain public. */
export type ListedProducts = ReadonlyMap<number, ListedProduct>;

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
