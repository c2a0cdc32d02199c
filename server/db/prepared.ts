import type { CompiledQuery, QueryResult } from 'kysely';
import type { Reader, Writer } from './connect.ts';
import { writesSealedTable } from './seal/watch-changes.ts';

type Value = string | number | null;

/** Takes the place of a value while a query is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Returns a function that finds a row by a key. The query is built and compiled once for each engine, because for a
 * query of many columns this takes several times as long as running it. `build` may use the key only as a parameter of
 * the query.
 */
export function prepared<Key extends string | number, Row>(
  build: (db: Reader, key: Key) => { compile(): CompiledQuery<Row> },
): (db: Reader, key: Key) => Promise<Row | undefined> {
  const run = compiledOnce<Reader, { key: Key }, Row>((db, { key }) => build(db, key));
  return async (db, key) => (await run(db, { key })).rows[0];
}

/**
 * Returns a function that writes the same columns each time. As in `prepared`, the statement is compiled once, and may
 * use the values only as parameters. Throws for a sealed table, because the changes of those are seen while a statement
 * is built.
 */
export function preparedWrite<Values extends Readonly<Record<keyof Values, Value>>>(
  build: (tx: Writer, values: Values) => { compile(): CompiledQuery<unknown> },
): (tx: Writer, values: Values) => Promise<QueryResult<unknown>> {
  return compiledOnce<Writer, Values, unknown>(build);
}

function compiledOnce<Db extends Reader, Values extends Readonly<Record<keyof Values, Value>>, Row>(
  build: (db: Db, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const queries = new Map<unknown, CompiledQuery<Row>>();
  return (db, values) => {
    const engine = db.getExecutor().adapter.constructor;
    const query = queries.get(engine) ?? compile(build, { db, values });
    queries.set(engine, query);
    const parameters = query.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one,
    );
    return db.executeQuery<Row>({ ...query, parameters });
  };
}

function compile<Db extends Reader, Values extends object, Row>(
  build: (db: Db, values: Values) => { compile(): CompiledQuery<Row> },
  { db, values }: { db: Db; values: Values },
): CompiledQuery<Row> {
  const placeholders = Object.keys(values).map((name) => [name, new Placeholder(name)]);
  const query = build(db, Object.fromEntries(placeholders) as Values).compile();
  if (writesSealedTable(query.query)) throw new Error(`a sealed table cannot be written by: ${query.sql}`);
  return query;
}
