import fastify from 'fastify';
import type { Instant } from '#billing/calendar.ts';
import type { Clock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { writeAudit } from '../features/audit/write-audit.ts';
import type { ScheduleContext } from '../features/schedule/start-schedule.ts';
import type { TestApp } from './app-context.ts';
import { said } from './said.ts';

type Scheduled = Pick<TestApp, 'database' | 'dataDir' | 'databaseUrl'> & { clock: Clock };

export function scheduleContextOf(
  { app }: { app: Scheduled },
  environment: Record<string, string> = {},
): ScheduleContext {
  const places = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '', LOG_LEVEL: 'silent' };
  const config = readConfig({ ...places, ...environment });
  return { database: app.database, clock: app.clock, config, log: fastify().log };
}

export function recordSignIn({ database }: Pick<TestApp, 'database'>, now: Instant): Promise<void> {
  const context = { actor: 'clerk@example.com', now, requestId: 'sign-in' };
  return database.write((tx) => writeAudit(tx, context, { type: 'Signed In', description: said('Signed in') }));
}
