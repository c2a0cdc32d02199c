import { takeTurns } from '../turns.ts';
import type { Database, Reader } from './connect.ts';

const ROWS_AT_ONCE = 200;

/**
 * Returns rows in the order of their ids, 200 at a time, all of one consistent state. Other requests run in between,
 * and while a client reads slowly, only one piece is in memory.
 */
export async function* readInPieces<Row extends { id: number }, Shown>(
  database: Pick<Database, 'openSnapshot'>,
  ids: readonly number[],
  { list, present }: { list: (db: Reader, ids: readonly number[]) => Promise<Row[]>; present: (row: Row) => Shown },
): AsyncGenerator<Shown[]> {
  const snapshot = await database.openSnapshot();
  try {
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      const wanted = ids.slice(at, at + ROWS_AT_ONCE);
      const rows = new Map((await list(snapshot.reader, wanted)).map((row) => [row.id, row]));
      yield wanted.flatMap((id) => rows.get(id) ?? []).map(present);
      await takeTurns();
    }
  } finally {
    await snapshot.close();
  }
}
