import type { OfficePath } from 'virtual:office/pages';

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

type Value = string | number;

/** The values that an address contains. Those that the path does not name are its query. */
type Values = Readonly<Record<string, Value | undefined>>;

type ValuesOf<Path extends string> = [NamesIn<Path>] extends [never]
  ? [values?: Values]
  : [values: Readonly<Record<NamesIn<Path>, Value>> & Values];

/**
 * Returns the address of a page of the office: `placeOf('/shop-summary/:shopId', { shopId, tab: 'invoices' })`. A value
 * that is undefined is left out of the query.
 */
export function placeOf<Path extends OfficePath>(path: Path, ...[values = {}]: ValuesOf<Path>): string {
  const named = new Set<string>();
  const parts = path.split('/').map((part) => {
    if (!part.startsWith(':')) return part;
    const name = part.slice(1);
    named.add(name);
    return encodeURIComponent(String(values[name]));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && !named.has(name)) query.set(name, String(value));
  return query.size === 0 ? parts.join('/') : `${parts.join('/')}?${query}`;
}
