import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import longest from './longest-names.json' with { type: 'json' };

/**
 * Replaces the names in the database with very long ones. Call it before the first request. Each name ends with the id
 * of its row, because names must be unique.
 */
export function lengthenNames(dataDir: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'pola.db'));
  try {
    for (const [table, columns] of Object.entries(longest)) {
      const changes = Object.keys(columns).map((column) => `${column} = ? || ' ' || id`);
      database.prepare(`update ${table} set ${changes.join(', ')}`).run(...Object.values(columns));
    }
  } finally {
    database.close();
  }
}
