import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { message } from '#contract/messages/message.ts';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigFault, readConfig, warningsOf } from './config.ts';
import { connect, type Database } from './db/connect.ts';
import { keepNewFilesPrivate, makePrivate } from './db/data-folder.ts';
import { isUpToDate, tryWriting, UnknownSchema } from './db/migrate.ts';
import { RoleFault } from './db/open-to-serving-role.ts';
import { DataFolderFault, describeFileFault, requireDataFolder } from './db/require-data-folder.ts';
import { lockDataFolder } from './db/server-lock.ts';
import { isUnavailable } from './db/transaction.ts';
import { watchWrites } from './db/watch-writes.ts';
import { ONE_TIME_HOURS } from './features/accounts/register-account.ts';
import { ensureSuperadmin } from './features/accounts/superadmin.ts';
import { AuditKeyFault } from './features/audit/require-key.ts';
import { NoCopyBeforeUpdate, updateDatabase } from './features/backup/update-database.ts';
import { markInterrupted } from './features/bulk-actions/mark-interrupted.ts';
import { storeFirstCentre } from './features/centre/store-first-centre.ts';
import { beginSealing } from './features/ledger/begin-sealing.ts';
import { continueNumbers } from './features/numbers/continue-numbers.ts';
import { adoptKeys } from './features/restore/adopt-keys.ts';
import { startSchedule } from './features/schedule/start-schedule.ts';
import { CertificateWatch } from './features/server-state/watch-certificate.ts';
import { storeAssets } from './http/assets/earlier-assets.ts';
import { serveBuiltWeb, type WebBuild } from './http/assets/web-build.ts';
import type { ServerControl } from './http/core/app-context.ts';
import { loadTokenSecret } from './http/core/token-secret.ts';
import { describeRelease, release } from './release.ts';
import { reportLife } from './watchdog.ts';

/**
 * The longest time that stopping may take. It is shorter than the time that a service manager allows
 * (docs/operating.md).
 */
const STOP_WITHIN_MS = 9000;
const CLOSE_IDLE_EVERY_MS = 50;
/** How long a restore waits for a task of the schedule that is in progress. */
const PAUSE_WITHIN_MS = 60_000;
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** The number of this level in the lines of pino. */
const INFO = 30;

keepNewFilesPrivate();
await orStop(async () => {
  const config = readConfig();
  reportLife(config.watchdogMs, ({ message: fault }) =>
    console.error(`The server cannot report to systemd that it runs, so systemd will restart it: ${fault}`),
  );
  await start(config);
});

async function start(config: Config): Promise<void> {
  logStart(config);
  requireDataFolder(config.dataDir);
  const unlock = lockOrStop(config);
  let app: FastifyInstance | undefined;
  const database = openOrStop(config, (error) => {
    if (app) app.log.warn({ err: error }, 'a database connection was lost');
    else console.error(`A database connection was lost: ${error.message}`);
  });
  restrictToOwner(config.dataDir);
  const migrations = await migrateOrOnlyRead(database, config);
  await warnOfRole(database);
  await prepareMarket(database, config, { isWritable: migrations !== undefined });
  const tokenSecret = loadTokenSecret(config.tokenSecret, config.dataDir);
  const control: ServerControl = { pauseSchedule: async () => undefined, restart: async () => {} };
  const certificate = new CertificateWatch(config.publicUrl, systemClock);
  const built = await buildApp({
    config,
    clock: systemClock,
    database,
    tokenSecret,
    web: await webOf(config),
    control,
    certificate,
  });
  app = built;
  const address = await listenOrStop(built, config);
  storeAssetsForLater(built, config);
  const schedule = beginSchedule({ database, config, log: built.log });
  const stopWatching = watch(built, { certificate, database, dataDir: config.dataDir });
  if (process.argv.includes('--announce')) console.log(`Pola is ready on ${config.publicUrl ?? address}`);

  const close = async () => {
    // While the server stops, idle connections are closed immediately, and busy ones once they have been answered.
    const closing = setInterval(() => built.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
    void schedule.stop();
    stopWatching();
    await built.close();
    clearInterval(closing);
    await database.close();
    unlock();
  };
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await close();
    process.exit(0);
  };
  const onSignal = () => void stop();
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  control.pauseSchedule = schedule.pause;
  control.restart = async () => {
    if (isStopping) return;
    isStopping = true;
    const cutting = setTimeout(() => built.server.closeAllConnections(), STOP_WITHIN_MS).unref();
    await close();
    clearTimeout(cutting);
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    await start({ ...config, port: Number(new URL(address).port) });
  };
}

interface Watched {
  certificate: CertificateWatch;
  database: Database;
  dataDir: string;
}

/** Watches the certificate, and whether the database accepts writes. Returns a function that ends both. */
function watch({ log }: FastifyInstance, { certificate, database, dataDir }: Watched): () => void {
  certificate.start(log);
  const stopWatchingWrites = watchWrites(database, { dataDir, clock: systemClock });
  return () => {
    stopWatchingWrites();
    certificate.stop();
  };
}

async function prepareMarket(
  database: Database,
  config: Config,
  { isWritable }: { isWritable: boolean },
): Promise<void> {
  const context = { actor: 'first start', now: systemClock.now(), requestId: 'first-start' };
  if (isWritable) await adoptKeys(database, config);
  await beginSealingOrStop(database, { onlyReads: !isWritable });
  if (isWritable)
    for (const { name, from, to } of await continueNumbers(database, { ...context, actor: 'start' }))
      console.warn(
        `The database is older than the numbers given out: ${name} continues after ${to} instead of ${from}.`,
      );
  const firstLogin = await orStop(() => ensureSuperadmin(database, context, config.superadmin));
  // The password is shown immediately. It is already stored, and nobody would know it if the start failed later.
  if (firstLogin) {
    console.log(
      `\nFirst superadmin: ${firstLogin.email}  one-time password: ${firstLogin.password}\nIt is shown only now, and must be changed at the first login, within ${ONE_TIME_HOURS} hours.\n`,
    );
  }
  if (isWritable && !(await orStop(() => storeFirstCentre(database, context, config))))
    console.warn('The centre file has changed since it was read at the first start. Change the centre under Settings.');
  // No other process can be using this data folder, so runs that are still marked as running were interrupted.
  if (config.databaseUrl === undefined && isWritable) await markInterrupted(database);
}

async function webOf(config: Config): Promise<(fastify: FastifyInstance) => Promise<WebBuild>> {
  if (process.argv.includes('--dev')) return (await import('./http/assets/web-development.ts')).serveDevelopmentWeb;
  return (fastify) => serveBuiltWeb(fastify, config.dataDir);
}

function storeAssetsForLater({ log }: FastifyInstance, { dataDir }: Config): void {
  storeAssets(dataDir, systemClock.now()).catch((fault: unknown) =>
    log.warn({ fault: messageOf(fault) }, 'the files of pages are not stored for those who load them after an update'),
  );
}

interface Schedule {
  stop: () => Promise<void>;
  pause: ServerControl['pauseSchedule'];
}

function beginSchedule({ database, config, log }: Omit<Parameters<typeof startSchedule>[0], 'clock'>): Schedule {
  const begin = () =>
    config.keepsSchedule ? startSchedule({ database, clock: systemClock, config, log }) : async () => {};
  let stop = begin();
  const resume = () => {
    stop = begin();
  };
  const pause = async () => {
    const hasEnded = await Promise.race([stop().then(() => true), wait(PAUSE_WITHIN_MS, false, { ref: false })]);
    if (hasEnded) return resume;
    resume();
    return undefined;
  };
  return { stop: () => stop(), pause };
}

function logStart(config: Config): void {
  logRelease(config);
  for (const warning of warningsOf(config)) console.warn(warning);
}

/** Writes the first line of the log, in the form of the others. */
function logRelease({ logLevel }: Config): void {
  if (logLevel !== 'info' && logLevel !== 'debug') return;
  const line = { level: INFO, time: Date.parse(systemClock.now()), pid: process.pid, ...release };
  console.log(JSON.stringify({ ...line, msg: describeRelease() }));
}

async function warnOfRole(database: Database): Promise<void> {
  const role = await database.servingRole();
  if (role === null || role === 'rows') return;
  const rights = role === 'superuser' ? 'is a superuser of PostgreSQL' : 'may change the tables of the database';
  console.warn(
    `The role of DATABASE_URL ${rights}. The server only needs to read and write rows: set DATABASE_OWNER_URL (docs/operating.md, Roles of PostgreSQL).`,
  );
}

function lockOrStop({ databaseUrl, dataDir }: Config): () => void {
  if (databaseUrl !== undefined) return () => {};
  return (
    lockDataFolder(dataDir) ??
    stopWith(`Another Pola server already works on ${dataDir}. Stop it first, or choose another DATA_DIR.`)
  );
}

function openOrStop(config: Config, onLost: (error: Error) => void): Database {
  try {
    return connect(config, onLost);
  } catch (error) {
    if (isUnavailable(error)) stopWith(`The database in ${config.dataDir} cannot be opened: ${messageOf(error)}.`);
    throw error;
  }
}

async function beginSealingOrStop(database: Database, { onlyReads }: { onlyReads: boolean }): Promise<void> {
  try {
    const context = { actor: 'start', now: systemClock.now(), requestId: 'start' };
    const differences = await beginSealing(database, context);
    for (const difference of differences) console.error(difference);
    if (differences.length > 0) console.error(message('ledger.seals.kept', { count: differences.length }));
  } catch (error) {
    if (error instanceof AuditKeyFault) stopWith(error.message);
    // A standby of PostgreSQL cannot lock rows, and the primary has already begun sealing.
    if (onlyReads && isUnavailable(error)) return;
    throw error;
  }
}

function restrictToOwner(dataDir: string): void {
  try {
    makePrivate(dataDir);
  } catch (error) {
    console.warn(`Other accounts of this computer may be able to read ${dataDir}: ${messageOf(error)}.`);
  }
}

/**
 * If the disk is full or read-only and no migration is needed, returns undefined. The server then starts anyway, so
 * that the public can still see prices.
 */
async function migrateOrOnlyRead(database: Database, config: Config): Promise<string[] | undefined> {
  try {
    const say = (line: string) => console.log(line);
    const migrations = await updateDatabase(database, { config, clock: systemClock, say });
    await tryWriting(database, systemClock.now());
    return migrations;
  } catch (error) {
    if (error instanceof UnknownSchema || error instanceof NoCopyBeforeUpdate || error instanceof RoleFault)
      stopWith(`Pola cannot start: ${error.message}.`);
    if (!isUnavailable(error)) throw error;
    if (!(await isUpToDate(database)))
      stopWith(`The database takes no writes (${messageOf(error)}), but this release has to change it first.`);
    console.warn(
      `The database takes no writes (${messageOf(error)}). Everything can be read, and nothing can be changed. If the disk is full, make room, then start Pola again.`,
    );
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function listenOrStop(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      const taken = { port, address: host, ...(error as { port?: number; address?: string }) };
      const name = taken.port === port ? 'PORT' : 'METRICS_ADDRESS';
      stopWith(`Port ${taken.port} of ${taken.address} is taken. Stop what uses it, or choose another ${name}.`);
    }
    throw error;
  }
}

async function orStop<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigFault || error instanceof DataFolderFault) stopWith(error.message);
    stopWith(describeFileFault(error) ?? raise(error));
  }
}

function raise(error: unknown): never {
  throw error;
}

function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}
