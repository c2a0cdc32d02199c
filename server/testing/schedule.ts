import fastify from 'fastify';
import type { Clock } from '../clock.ts';
import { readConfig } from '../config.ts';
import type { ScheduleContext } from '../features/schedule/run-schedule.ts';
import type { TestApp } from './app-context.ts';

type Scheduled = Pick<TestApp, 'database' | 'dataDir' | 'databaseUrl'> & { clock: Clock };

export function scheduleContextOf(
  { app }: { app: Scheduled },
  environment: Record<string, string> = {},
): ScheduleContext {
  const places = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '', LOG_LEVEL: 'silent' };
  const config = readConfig({ ...places, ...environment });
  return { database: app.database, clock: app.clock, config, log: fastify().log };
}
