import { serverState } from '#contract/server-state.ts';
import { readFreeDays, weeksUntilFull } from '../../db/storage/disk-history.ts';
import { readDiskSpace } from '../../db/storage/disk-space.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';

export function serverStateRoutes(app: AppContext): void {
  const { database, config, certificate } = app;
  endpoint(app, serverState.get, async () => {
    const space = readDiskSpace(config.dataDir);
    const role = await database.servingRole();
    const weeks = space && weeksUntilFull(readFreeDays(config.dataDir), space.freeBytes);
    return {
      writes: database.storageFault() === undefined ? (database.writes.fault ?? 'taken') : 'refused',
      disk: space ? { free_bytes: space.freeBytes, size_bytes: space.sizeBytes } : null,
      full_in_weeks: weeks ?? null,
      certificate_days: certificate.daysLeft ?? null,
      database_role: role === 'rows' ? null : role,
    };
  });
}
