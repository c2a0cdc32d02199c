import path from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { readFreeDays, weeksUntilFull } from '../../db/storage/disk-history.ts';
import { readDiskSpace } from '../../db/storage/disk-space.ts';
import type { AppContext } from '../../http/core/app-context.ts';

/** Of a larger disk only this much counts for the share, because a tenth of a large disk is room for years. */
const LARGEST_BYTES = 50e9;
const DAYS_OF_WEEK = 7;

/** Measures the disks of the data folder and of the copies, which may be another one. */
export function measureDisk({ config: { dataDir } }: AppContext, registry: Registry): void {
  const registers = [registry];
  const places = { data: dataDir, copies: path.join(dataDir, 'backups') };
  const spaceOf = (place: keyof typeof places) =>
    readDiskSpace(places[place]) ?? (place === 'copies' ? readDiskSpace(dataDir) : undefined);
  const ofPlaces = (name: string, help: string, read: (space: { freeBytes: number; sizeBytes: number }) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['place'],
      registers,
      collect() {
        this.reset();
        for (const place of ['data', 'copies'] as const) {
          const space = spaceOf(place);
          if (space) this.set({ place }, read(space));
        }
      },
    });
  ofPlaces(
    'pola_disk_free_bytes',
    'Free space on the disk of the data folder and on that of the daily copies.',
    ({ freeBytes }) => freeBytes,
  );
  ofPlaces(
    'pola_disk_free_ratio',
    'The free share of these disks, of which at most 50 GB count.',
    ({ freeBytes, sizeBytes }) => Math.min(1, freeBytes / Math.min(sizeBytes, LARGEST_BYTES)),
  );
  const known = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.remove();
        const value = read();
        if (value !== undefined) this.set(value);
      },
    });
  known(
    'pola_disk_full_in_days',
    'In how many days the disk of the data folder is full, if it fills as in the last 8 weeks. Only while it fills, with seven days or more.',
    () => {
      const space = spaceOf('data');
      const weeks = space && weeksUntilFull(readFreeDays(dataDir), space.freeBytes);
      return weeks === undefined ? undefined : weeks * DAYS_OF_WEEK;
    },
  );
}
