import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigFault, readConfig, warningsOf } from './config.ts';
import { connect } from './db/connect.ts';
import { reportDivision } from './db/division/report-division.ts';
import { migrate } from './db/migrate.ts';
import { lockDataFolder } from './db/server-lock.ts';
import { ensureSuperadmin } from './features/accounts/ensure-superadmin.ts';
import { markInterrupted } from './features/bulk-actions/mark-interrupted.ts';
import { startSchedule } from './features/schedule/start-schedule.ts';
import { serveBuiltWeb } from './http/assets/web-build.ts';
import { loadTokenSecret } from './http/core/token-secret.ts';

/** The service manager would kill the process after this time. */
const STOP_WITHIN_MS = 9000;
const CLOSE_IDLE_EVERY_MS = 50;

await start(await orStop(async () => readConfig()));

/** Starts the server: database, schema, a first account, then the port. */
async function start(config: Config): Promise<void> {
  for (const warning of warningsOf(config)) console.warn(warning);
  const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
  if (!unlock)
    stopWith(`Another Pola server already works on ${config.dataDir}. Stop it first, or choose another DATA_DIR.`);
  const database = connect(config, (error) => console.error(`A database connection was lost: ${error.message}`));
  const migrations = await migrate(database);
  if (migrations.includes('0008-tenancies'))
    for (const line of await reportDivision(database.reader)) console.log(line);
  const context = { actor: 'first start', now: systemClock.now(), requestId: 'first-start' };
  const firstLogin = await orStop(() => ensureSuperadmin(database, context, config.superadmin));
  // Shown at once: it is stored already, also when the start fails later.
  if (firstLogin) {
    console.log(
      `\nFirst superadmin: ${firstLogin.email}  one-time password: ${firstLogin.password}\nIt is shown only now, and must be changed at the first login.\n`,
    );
  }
  // No other process can work on this data folder, so runs of the last one were interrupted.
  if (config.databaseUrl === undefined) await markInterrupted(database);
  const tokenSecret = loadTokenSecret(config.tokenSecret, config.dataDir);
  const web = process.argv.includes('--dev')
    ? (await import('./http/assets/web-development.ts')).serveDevelopmentWeb
    : serveBuiltWeb;
  const app = await buildApp({ config, clock: systemClock, database, tokenSecret, web });
  await listenOrStop(app, config);
  const stopSchedule = config.keepsSchedule
    ? startSchedule({ database, clock: systemClock, config, log: app.log })
    : () => {};

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    // Idle connections are closed at once, the others after their request.
    setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
    stopSchedule();
    await app.close();
    await database.close();
    unlock();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

async function listenOrStop(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      stopWith(`Port ${port} of ${host} is taken. Stop what uses it, or choose another PORT.`);
    throw error;
  }
}

/** A configuration error stops the start with its own lines. */
async function orStop<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigFault) stopWith(error.message);
    throw error;
  }
}

function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}
