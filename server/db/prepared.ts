import type { CompiledQuery } from 'kysely';
import type { Reader } from './connect.ts';

/** The placeholder for the key while a query is built. */
const KEY = Object.freeze({});

/**
 * Returns a function that finds a row by a key. The query is built and compiled once for each engine, because for a
 * query of many columns this takes several times as long as running it. `build` may use the key only as a parameter of
 * the query.
 */
export function prepared<Key extends string | number, Row>(
  build: (db: Reader, key: Key) => { compile(): CompiledQuery<Row> },
): (db: Reader, key: Key) => Promise<Row | undefined> {
  const queries = new Map<unknown, CompiledQuery<Row>>();
  return async (db, key) => {
    const engine = db.getExecutor().adapter.constructor;
    const query = queries.get(engine) ?? build(db, KEY as unknown as Key).compile();
    queries.set(engine, query);
    const parameters = query.parameters.map((parameter) => (parameter === KEY ? key : parameter));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows[0];
  };
}
