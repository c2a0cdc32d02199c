import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';

/**
 * A message to the thread. `connection` is a number that the main thread chose. Rows are returned in pieces, and `more`
 * requests the next piece.
 */
export type ThreadQuestion =
  | { what: 'open'; connection: number; file: string }
  | { what: 'query'; connection: number; sql: string; parameters: SQLInputValue[] }
  | { what: 'more'; connection: number }
  | { what: 'close'; connection: number };

export type ThreadAnswer =
  | { connection: number; rows: Record<string, unknown>[]; isLast: boolean }
  | { connection: number; fault: { message: string; code: unknown; errcode: unknown } };

/**
 * The number of rows in a piece. The process unpacks a piece in a few milliseconds, during which it does nothing else.
 */
const ROWS_AT_ONCE = 500;

interface Connection {
  db: DatabaseSync;
  rest: Record<string, unknown>[];
}

const connections = new Map<number, Connection>();

function answer(asked: ThreadQuestion): Record<string, unknown>[] {
  const { connection } = asked;
  if (asked.what === 'open') {
    const db = new DatabaseSync(asked.file, { timeout: 5000 });
    connections.set(connection, { db, rest: [] });
    // The snapshot begins with the first read and not with `begin`, so one table is read here.
    db.exec('pragma query_only = on; pragma cache_size = -16000; begin; select count(*) from sqlite_master;');
    return [];
  }
  const open = connections.get(connection);
  if (!open) throw new Error(`connection ${connection} is not open`);
  if (asked.what === 'close') {
    connections.delete(connection);
    open.db.close();
    return [];
  }
  if (asked.what === 'query') open.rest = open.db.prepare(asked.sql).all(...asked.parameters);
  const rows = open.rest.slice(0, ROWS_AT_ONCE);
  open.rest = open.rest.slice(ROWS_AT_ONCE);
  return rows;
}

parentPort?.on('message', (asked: ThreadQuestion) => {
  const { connection } = asked;
  try {
    const rows = answer(asked);
    const isLast = (connections.get(connection)?.rest.length ?? 0) === 0;
    parentPort?.postMessage({ connection, rows, isLast } satisfies ThreadAnswer);
  } catch (error) {
    const { message, code, errcode } = error as Error & { code: unknown; errcode: unknown };
    parentPort?.postMessage({ connection, fault: { message, code, errcode } } satisfies ThreadAnswer);
  }
});
