import fastify from 'fastify';
import { readConfig } from '../config.ts';
import type { ScheduleWorld } from '../features/schedule/run-schedule.ts';
import type { Office } from './office.ts';

/** The world of a test's market, for the schedule to be kept in. */
export function worldOf({ door }: Office): ScheduleWorld {
  const config = readConfig({ DATA_DIR: door.dataDir, DATABASE_URL: door.databaseUrl ?? '', LOG_LEVEL: 'silent' });
  return { database: door.database, clock: door.clock, config, log: fastify().log };
}
