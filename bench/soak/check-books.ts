import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { connect } from '#server/db/connect.ts';

/** Rows that must be there once for each acknowledged write. */
export interface Rows {
  payments: number;
  sanitation: number;
  vehicles: number;
}

/** Counts them in a data folder that nobody serves now. */
export async function countRows(dataDir: string): Promise<Rows> {
  const database = connect({ databaseUrl: undefined, dataDir });
  const { reader } = database;
  try {
    const counted = await reader
      .selectNoFrom((count) => [
        count
          .selectFrom('facts')
          .select(({ fn }) => fn.countAll<number>().as('all'))
          .where('kind', '=', 'payment')
          .as('payments'),
        count
          .selectFrom('sanitation_tickets')
          .select(({ fn }) => fn.countAll<number>().as('all'))
          .as('sanitation'),
        count
          .selectFrom('vehicle_tickets')
          .select(({ fn }) => fn.countAll<number>().as('all'))
          .as('vehicles'),
      ])
      .executeTakeFirstOrThrow();
    const { payments, sanitation, vehicles } = counted;
    return { payments: Number(payments), sanitation: Number(sanitation), vehicles: Number(vehicles) };
  } finally {
    await database.close();
  }
}

/** `npm run verify-books` on a data folder, as somebody types it: what it said, and whether they are clean. */
export function verifyBooks(dataDir: string): { isClean: boolean; said: string } {
  const script = path.resolve(import.meta.dirname, '../../scripts/verify-books.ts');
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  return { isClean: status === 0, said: `${stdout}${stderr}`.trim() };
}
