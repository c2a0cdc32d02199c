import path from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { addDays, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import type { Role } from '#contract/roles.ts';
import { type AppOptions, buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { emailOf, quickHash, START } from './accounts.ts';
import { copyTestDatabase, makePeopledDatabase, type TestDatabase } from './database.ts';
import { signInForTest, TOKEN_SECRET } from './sign-in.ts';

export const EXAMPLE_CENTRE = path.resolve(import.meta.dirname, '../../contract/example-centre.json');

/** An address where no server listens, so that no test reaches the network. */
const NOBODY = 'http://127.0.0.1:9';

export interface TestApp {
  database: Database;
  dataDir: string;
  databaseUrl: string | undefined;
  send(request: InjectOptions): Promise<LightMyRequestResponse>;
  as(role: Role, request: InjectOptions): Promise<LightMyRequestResponse>;
  emailOf(role: Role): string;
  tokenOf(role: Role): Promise<string>;
  verifySessions(): Promise<void>;
  clock: { now(): Instant; set(instant: Instant): void; advance(ms: number): void };
  certificate: { daysLeft: number | undefined };
  close(): Promise<void>;
  freeze(): Promise<TestDatabase>;
}

export async function openTestApp(
  environment: Record<string, string> = {},
  frozen?: TestDatabase,
  web?: AppOptions['web'],
): Promise<TestApp> {
  const made = await (frozen ? copyTestDatabase(frozen) : makePeopledDatabase());
  let now = START;
  const clock = {
    now: () => now,
    set: (instant: Instant) => {
      now = instant;
    },
    advance: (ms: number) => {
      now = instantOf(Date.parse(now) + ms);
    },
  };
  const config = readConfig({
    DATA_DIR: made.dataDir,
    DATABASE_URL: made.databaseUrl ?? '',
    LOG_LEVEL: 'silent',
    WEATHER_URL: NOBODY,
    CENTRE_FILE: EXAMPLE_CENTRE,
    ...environment,
  });
  const certificate: TestApp['certificate'] = { daysLeft: undefined };
  const app = await buildApp({
    config,
    certificate,
    clock,
    database: made.database,
    tokenSecret: TOKEN_SECRET,
    hashPassword: quickHash,
    ...(web && { web }),
  });
  const tokens = new Map<Role, Promise<string>>();
  const send = (request: InjectOptions) => app.inject(request);
  const tokenOf = (role: Role) => {
    const token = tokens.get(role) ?? signInForTest(made.database, role, { at: now });
    tokens.set(role, token);
    return token;
  };
  return {
    ...made,
    clock,
    certificate,
    send,
    emailOf,
    tokenOf,
    async verifySessions() {
      await made.database.write((tx) => tx.updateTable('sessions').set({ verified_at: now }).execute());
    },
    as: async (role, request) =>
      send({ ...request, headers: { ...request.headers, authorization: `Bearer ${await tokenOf(role)}` } }),
    async close() {
      await app.close();
      await made.remove();
    },
    async freeze() {
      await app.close();
      await made.database.close();
      return made;
    },
  };
}

export const TEST_DAY = dayOf(START);
export const YESTERDAY = addDays(TEST_DAY, -1);
export const TOMORROW = addDays(TEST_DAY, 1);
