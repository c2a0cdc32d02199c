import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { syncToDisk } from '../../db/sync-to-disk.ts';
import { type Checked, openBackup } from './check-backup.ts';
import { insertOfOneRow } from './insert-rows.ts';
import { parseBackup } from './parse-backup.ts';

/** What creating the schema, inserting rows and setting counters need. SQLite refuses everything else. */
const ALLOWED = new Set([
  constants.SQLITE_ALTER_TABLE,
  constants.SQLITE_CREATE_INDEX,
  constants.SQLITE_CREATE_TABLE,
  constants.SQLITE_DELETE,
  constants.SQLITE_DROP_INDEX,
  constants.SQLITE_DROP_TABLE,
  constants.SQLITE_INSERT,
  constants.SQLITE_READ,
  constants.SQLITE_REINDEX,
  constants.SQLITE_SELECT,
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_UPDATE,
]);
/** SQLite runs this pragma itself when a column with a check is added. */
const PRAGMA = 'quick_check';
/** The functions of check constraints, and those with which SQLite alters a table. */
const FUNCTIONS = new Set(['glob', 'length', 'like', 'lower', 'printf', 'substr']);
const ALTERING = /^sqlite_(?:rename|drop)_\w+$/;

function authorize(action: number, first: string | null, second: string | null): number {
  const isAllowed =
    ALLOWED.has(action) ||
    (action === constants.SQLITE_PRAGMA && first === PRAGMA) ||
    (action === constants.SQLITE_FUNCTION && (FUNCTIONS.has(second ?? '') || ALTERING.test(second ?? '')));
  return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

/** Loads a checked backup into a new file. */
export async function loadSqlite(place: string, file: string, checked: Checked): Promise<void> {
  // No journal and no foreign key checks are needed while the file is loaded: an unfinished file is deleted, and the
  // keys are checked at the end.
  const db = new DatabaseSync(place, { enableForeignKeyConstraints: false });
  try {
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -64000;');
    db.setAuthorizer(authorize);
    let insert: { table: string; statement: StatementSync } | undefined;
    for await (const step of parseBackup(openBackup(file), checked)) {
      if (typeof step === 'string') {
        db.exec(step);
        continue;
      }
      const { table, rows } = step;
      if (insert?.table !== table) insert = { table, statement: db.prepare(insertOfOneRow(step)) };
      for (const row of rows) insert.statement.run(...row);
    }
    db.setAuthorizer(null);
    const broken = db.prepare('pragma foreign_key_check').get();
    if (broken) throw new Error(`a row of ${broken.table} refers to a missing row of ${broken.parent}`);
  } finally {
    db.close();
  }
  syncToDisk(place);
}
