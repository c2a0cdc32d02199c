import fastify from 'fastify';
import { readConfig } from '../config.ts';
import type { ScheduleContext } from '../features/schedule/run-schedule.ts';
import type { TestOffice } from './office.ts';

export function scheduleContextOf({ app }: TestOffice): ScheduleContext {
  const config = readConfig({ DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '', LOG_LEVEL: 'silent' });
  return { database: app.database, clock: app.clock, config, log: fastify().log };
}
