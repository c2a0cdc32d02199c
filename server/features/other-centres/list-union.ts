import type { Day } from '#billing/calendar.ts';
import type { UnionRow } from '#contract/other-centres.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { takeTurns } from '../../turns.ts';
import { findProductByCode } from '../open-data/queries.ts';
import { readMarketKey } from '../open-data/read-market-key.ts';
import { listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { centreSource, ownSource, presentPair } from './present.ts';
import { listCentres, listUnion } from './queries.ts';

/** Returns a loader of the prices of a day at all centres, this market first. */
export function unionLoader(app: AppContext): (date: Day, code: string | undefined) => Promise<UnionRow[]> {
  const { centre, database } = app;
  const db = database.reader;
  const products = listedProducts(app);
  const readBook = priceBook(app);
  return async (date, code) => {
    const asked = code === undefined ? undefined : await findProductByCode(db, code);
    if (code !== undefined && !asked) throw new Refusal('product_not_found');
    const listed = await products();
    const named = (id: number) => {
      const { code, name, name_si, name_ta } = listed.get(id)?.fields ?? {};
      return code === undefined
        ? undefined
        : { code, name: name ?? '', name_si: name_si ?? '', name_ta: name_ta ?? '' };
    };
    const rows: UnionRow[] = [];
    const own = {
      centre: centre.facts.name.en,
      centre_key: await readMarketKey(db),
      ...ownSource(app),
    };
    for (const row of (await readBook()).listDay(date)) {
      const names = named(row.product_id);
      if (!names || (asked && asked.id !== row.product_id)) continue;
      const unit = listed.get(row.product_id)?.fields.unit ?? '';
      rows.push({ ...names, centre_code: names.code, date, unit, ...presentPair(row), ...own });
    }
    const places = new Map([...listed.keys()].map((id, at) => [id, at]));
    rows.sort((one, other) => one.code.localeCompare(other.code));
    const centres = new Map((await listCentres(db)).map((row) => [row.id, row]));
    const theirs = (await listUnion(db, date, asked?.id)).toSorted(
      (one, other) =>
        one.centre_id - other.centre_id ||
        (places.get(one.product_id ?? 0) ?? 0) - (places.get(other.product_id ?? 0) ?? 0),
    );
    for (const row of theirs) {
      const centre = centres.get(row.centre_id);
      const names = row.product_id === null ? undefined : named(row.product_id);
      if (!centre || !names) continue;
      await takeTurns();
      rows.push({
        ...names,
        centre_code: row.code,
        date,
        unit: row.unit,
        ...presentPair(row),
        centre: centre.name,
        centre_key: centre.market_key,
        ...centreSource(centre),
      });
    }
    return rows;
  };
}
