import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Day, startOfDay } from '#billing/calendar.ts';
import type { TestApp } from './app-context.ts';

/**
 * Stores proven copies with the names of older releases, each with a small file, as if they had been sent to a bucket
 * too. Returns the names.
 */
export async function keepOldCopies({ database, dataDir }: TestApp, days: readonly Day[]): Promise<string[]> {
  const folder = path.join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true });
  const rows = days.map((day) => {
    const made_at = startOfDay(day);
    const name = `pola-${day}.sql.gz`;
    writeFileSync(path.join(folder, name), 'a copy');
    return { name, made_at, bytes: 6, row_count: 1, proven_at: made_at, proof: '', elsewhere_at: made_at };
  });
  await database.write((tx) => tx.insertInto('backup_copies').values(rows).execute());
  return rows.map(({ name }) => name);
}
