import type { Answer } from '#contract/call.ts';
import type { openData } from '#contract/open-data.ts';
import type { ListedPrice } from '#contract/prices.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { locateImage } from '../images/locate-image.ts';
import { listEveryProduct } from '../products/queries.ts';

export interface ListedProduct {
  fields: ListedPrice['product'];
  aliases: string[];
  /** The fields as JSON. */
  bytes: Buffer;
  /** The names of the open data as JSON, without the closing brace: the prices of a day follow in the same object. */
  openBytes: Buffer;
}

type NamedProduct = Answer<typeof openData.productPrices>['product'];

/** Products in list order, including archived products, whose prices remain public. */
export type ListedProducts = ReadonlyMap<number, ListedProduct>;

/** The names of a product in the open data. */
export function presentNames({ code, name, name_si, name_ta, type, unit }: NamedProduct): NamedProduct {
  return { code, name, name_si, name_ta, type, unit };
}

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
        const bytes = Buffer.from(JSON.stringify(fields));
        const openBytes = Buffer.from(JSON.stringify(presentNames(row)).slice(0, -1));
        return [id, { fields, aliases: JSON.parse(row.aliases), bytes, openBytes }];
      }),
    );
  });
}
