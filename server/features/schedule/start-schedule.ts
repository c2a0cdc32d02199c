import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { addDays, type Day, dayOf, type Instant, instantOf, timeOf } from '#billing/calendar.ts';
import { ALERT_MESSAGE_DAYS } from '#contract/alert-limits.ts';
import type { BulkAction } from '#contract/bulk-actions.ts';
import { apiMessage, englishOf } from '#contract/messages/message.ts';
import { RENT_MESSAGE_DAYS } from '#contract/rent-messages.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader } from '../../db/connect.ts';
import { probeWrites } from '../../db/watch-writes.ts';
import { deleteOldKeys, hasOldKeys } from '../../http/idempotency/idempotency-keys.ts';
import { alarmSetting, listDueAt } from '../alarms/read-alarms.ts';
import { oldestPending } from '../alerts/change-subscription.ts';
import { deleteOldAlerts, hasOldAlerts } from '../alerts/queries.ts';
import { queueDueAlerts } from '../alerts/queue-due-alerts.ts';
import type { Timeouts } from '../backup/bucket.ts';
import { isWithoutCopies } from '../backup/copies-here.ts';
import { storeCopy } from '../backup/store-copy.ts';
import { isDueElsewhere, SendFault, sendCopy } from '../backup/store-elsewhere.ts';
import { type BulkPass, shopsAtOnce } from '../bulk-actions/for-each-shop.ts';
import { silentSince } from '../bulk-actions/present.ts';
import { isRunAlive } from '../bulk-actions/queries.ts';
import { endOfAction } from '../bulk-actions/run-action.ts';
import { type RunContext, type RunEnd, trackRun } from '../bulk-actions/track-run.ts';
import { deleteOldPictures, hasOldPictures } from '../claims/queries.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { hasDueRates } from '../dated-settings/queries.ts';
import { applyFines } from '../fines/apply-fines.ts';
import { generateAll } from '../invoices/generate-all.ts';
import { findLastVerification } from '../ledger/queries.ts';
import { storeVerification } from '../ledger/store-verification.ts';
import { mailAnchor, mailMissingList } from '../mail/daily-mails.ts';
import { deleteMailsBefore, hasMailsBefore } from '../mail/queries.ts';
import { readDueCentres } from '../other-centres/run-readings.ts';
import { countDueCheques } from '../payments/count-cheques.ts';
import { deleteOldRentMessages, hasOldRentMessages } from '../rent-messages/queries.ts';
import { queueDueMessages } from '../rent-messages/queue-messages.ts';
import { SESSION_LIFETIME_SECONDS } from '../session/limit-sessions.ts';
import { deleteSessionsBefore, hasSessionsBefore } from '../session/queries.ts';
import { deletePageDaysBefore, hasPageDaysBefore } from '../tenant-links/queries.ts';
import { deleteOldWalkPictures, hasOldWalkPictures } from '../walks/queries.ts';
import { doubtClock } from './doubt-clock.ts';
import { listDueTasks } from './list-tasks.ts';
import { type StoredSchedule, scheduleSetting } from './read-schedule.ts';

const LOOK_EVERY_MS = 60_000;

/**
 * Starts the schedule and returns the function that stops it and waits for the task in progress. An interrupted run
 * continues at the next start.
 */
export function startSchedule(world: ScheduleContext): () => Promise<void> {
  const stops = [
    lookAgain(() => runSchedule(world), world.log),
    // A long upload must not delay the other tasks.
    lookAgain(() => sendDueCopy(world), world.log),
    // Centres that do not answer must not delay the other tasks either.
    lookAgain(() => readDueCentres(world), world.log),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function lookAgain(look: () => Promise<void>, log: FastifyBaseLogger): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'the schedule could not be read'))
      .finally(() => {
        looking = undefined;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

export interface ScheduleContext extends RunContext {
  config: Config;
  log: FastifyBaseLogger;
  /** The time limits for requests to the bucket of backups; undefined for the defaults. */
  timeouts?: Timeouts;
}

const COPY_TIME = '01:30:00';

type Due = { action: BulkAction; period: string; isAgain?: boolean };

/**
 * Runs the tasks that are due. Across all processes, each task runs only once a month or day. A monthly task that
 * missed its day runs later in the same month.
 */
export async function runSchedule(world: ScheduleContext): Promise<void> {
  const { database, clock, log } = world;
  const now = clock.now();
  const stored = await scheduleSetting.read(database.reader);
  const doubt = await doubtClock(database.reader, now);
  if (doubt === undefined) {
    await attempt(log, 'the VAT rate that is due could not be applied', async () => {
      if (!(await hasDueRates(database.reader, dayOf(now)))) return;
      await database.write((tx) => applyDueRates(tx, contextAt(now)));
    });
    await attempt(log, 'a cheque whose day has come could not be counted', () =>
      countDueCheques(world, contextAt(now)),
    );
    await attempt(log, 'alerts could not be queued', async () => {
      await queueDueAlerts(database, now);
    });
    await attempt(log, 'rent messages could not be queued', () => queueDueMessages(world, contextAt(now)));
    await attempt(log, 'old rows could not be deleted', () => deleteOldRows(database, now));
  }
  await attempt(log, 'the market could not be verified', async () => {
    if (timeOf(now) < COPY_TIME || (await wasVerifiedOn(database.reader, dayOf(now)))) return;
    await verify(world, contextAt(now));
  });
  await attempt(log, 'the anchor could not be mailed', async () => {
    const end = timeOf(now) < COPY_TIME ? undefined : await mailAnchor(world, contextAt(now));
    if (end?.failed) log.error({ summary: englishOf(end.message) }, 'the anchor could not be mailed');
  });
  await attempt(log, 'a missing price list could not be reported', async () => {
    if (doubt !== undefined || now < listDueAt(await alarmSetting.read(database.reader), dayOf(now))) return;
    const end = await mailMissingList(world, contextAt(now));
    if (end?.failed) log.error({ summary: englishOf(end.message) }, 'a missing price list could not be reported');
  });
  const isBeingVerified = await isRunAlive(database.reader, {
    action: 'verify',
    period: dayOf(now),
    silentSince: silentSince(now),
  });
  const dues = [...listDue(stored, now), ...(await listMissingCopy(world, stored, now))];
  for (const due of dues) {
    if (due.action === 'backup' && isBeingVerified) continue;
    if (doubt !== undefined && due.action !== 'backup') {
      log.error({ ...due, doubt }, 'a scheduled run waits, because the clock cannot be right');
      continue;
    }
    const keepDays = doubt === undefined ? stored.schedule.backup_days : undefined;
    await attempt(log, `${due.action} of ${due.period} failed`, () => run(world, contextAt(now), { due, keepDays }));
  }
}

async function wasVerifiedOn(db: Reader, day: Day): Promise<boolean> {
  const last = await findLastVerification(db);
  return last !== undefined && dayOf(last.ended_at) === day;
}

function verify(world: ScheduleContext, context: ActionContext): Promise<RunEnd | undefined> {
  return trackRun<RunEnd>(world, context, {
    run: { id: context.requestId, action: 'verify', period: dayOf(context.now) },
    work: () => storeVerification(world),
    endOf: (end) => end,
  });
}

function listDue(stored: StoredSchedule, now: Instant): Due[] {
  const today = dayOf(now);
  const dues: Due[] = listDueTasks(stored, today).map(({ action, period }) => ({ action, period }));
  if (stored.schedule.daily_backup && timeOf(now) >= COPY_TIME) dues.push({ action: 'backup', period: today });
  return dues;
}

/**
 * Returns the copy of today if this market has none that exists, whatever the time and although one was made today: the
 * market was moved here, and the copies are on the other machine.
 */
async function listMissingCopy(
  { database, config }: ScheduleContext,
  { schedule }: StoredSchedule,
  now: Instant,
): Promise<Due[]> {
  const isMissing = schedule.daily_backup && (await isWithoutCopies(database.reader, config, now));
  return isMissing ? [{ action: 'backup', period: dayOf(now), isAgain: true }] : [];
}

async function run(
  world: ScheduleContext,
  context: ActionContext,
  { due, keepDays }: { due: Due; keepDays: number | undefined },
): Promise<void> {
  const { database, log } = world;
  const pass = (onShop: BulkPass['onShop']): BulkPass => ({
    keep: database.write,
    atOnce: shopsAtOnce(database),
    onShop,
    onFailure: (shopId, error) => log.error({ err: error, ...due, shopId }, 'a shop failed in a scheduled run'),
  });
  const end = await trackRun<RunEnd>(world, context, {
    run: { id: context.requestId, ...due },
    work: async (onShop) => {
      switch (due.action) {
        case 'generate-invoices':
          return endOfAction(await generateAll(database.reader, context, pass(onShop)));
        case 'apply-fines':
          return endOfAction(await applyFines(database.reader, context, pass(onShop)));
        default:
          return storeDailyBackup(world, context, { keepDays, onShop });
      }
    },
    endOf: (result) => result,
  });
  if (end) log.info({ ...due, summary: englishOf(end.message) }, 'a scheduled run ended');
}

/** Stores a daily copy. If it fails, the list of copies contains the reason. */
async function storeDailyBackup(
  world: ScheduleContext,
  context: ActionContext,
  { keepDays, onShop }: { keepDays: number | undefined; onShop: BulkPass['onShop'] },
): Promise<RunEnd> {
  await onShop(0, 1);
  try {
    const { summary } = await storeCopy(world, context, { day: dayOf(context.now), keepDays });
    await onShop(1, 1);
    return { message: summary, failed: false };
  } catch (error) {
    world.log.error({ err: error }, 'the daily copy failed');
    await probeWrites(world.database, world.clock);
    return { message: apiMessage('schedule.backup.unverified'), failed: true };
  }
}

/**
 * Stores today's verified backup in the bucket, once a day across all processes. After a failure it tries again an hour
 * later.
 */
export async function sendDueCopy(world: ScheduleContext): Promise<void> {
  const { database, clock, log } = world;
  const now = clock.now();
  const day = dayOf(now);
  const { schedule } = await scheduleSetting.read(database.reader);
  if (!(schedule.daily_backup && (await isDueElsewhere(world, day)))) return;
  const keepDays = (await doubtClock(database.reader, now)) === undefined ? schedule.backup_days : undefined;
  const context = contextAt(now);
  await attempt(log, 'the backup could not be stored elsewhere', async () => {
    const end = await trackRun<RunEnd>(world, context, {
      run: { id: context.requestId, action: 'backup-elsewhere', period: day, isAgain: true },
      work: async (onShop) => {
        await onShop(0, 1);
        const stored = await storeElsewhere(world, context, { day, keepDays });
        await onShop(1, 1);
        return stored;
      },
      endOf: (result) => result,
    });
    if (end) log.info({ summary: englishOf(end.message) }, 'the backup was sent elsewhere');
  });
}

async function storeElsewhere(
  world: ScheduleContext,
  context: ActionContext,
  copy: { day: Day; keepDays: number | undefined },
): Promise<RunEnd> {
  try {
    const { summary } = await sendCopy(world, context, copy);
    return { message: summary, failed: false };
  } catch (error) {
    world.log.error({ err: error }, 'the backup could not be stored elsewhere');
    await probeWrites(world.database, world.clock);
    if (error instanceof SendFault && typeof error.sentence !== 'string')
      return { message: error.sentence, failed: true };
    const reason = error instanceof Error ? error.message : String(error);
    return { message: apiMessage('backup.elsewhere.failed', { reason }), failed: true };
  }
}

function contextAt(at: Instant): ActionContext {
  return { actor: 'schedule', now: at, requestId: randomUUID() };
}

async function attempt(log: FastifyBaseLogger, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, failure);
  }
}

/** The number of days for which a session is stored after it ended. Its address and user agent are personal data. */
const SESSION_RETENTION_DAYS = 90;
/** The number of days for which emails are stored. The audit log keeps the result of each email longer. */
const MAIL_RETENTION_DAYS = 400;
/** The maximum number of rows of each kind to delete in a pass, so that no pass blocks the database for long. */
const MOST_ROWS = 1000;
const DAY_SECONDS = 24 * 60 * 60;

/** The number of days for which the visits of a tenant's page are counted. */
const PAGE_DAYS = 400;

export async function deleteOldRows({ reader, write }: Database, now: Instant): Promise<void> {
  // A session ends at most SESSION_LIFETIME_SECONDS after it began.
  const age = SESSION_RETENTION_DAYS * DAY_SECONDS + SESSION_LIFETIME_SECONDS;
  const began = secondsBefore(now, age);
  if (await hasSessionsBefore(reader, began)) await write((tx) => deleteSessionsBefore(tx, began, MOST_ROWS));
  if (await hasOldKeys(reader, now)) await write((tx) => deleteOldKeys(tx, now, MOST_ROWS));
  const mailed = secondsBefore(now, MAIL_RETENTION_DAYS * DAY_SECONDS);
  if (await hasMailsBefore(reader, mailed)) await write((tx) => deleteMailsBefore(tx, mailed, MOST_ROWS));
  const before = { message: secondsBefore(now, ALERT_MESSAGE_DAYS * DAY_SECONDS), pending: oldestPending(now) };
  if (await hasOldAlerts(reader, before)) await write((tx) => deleteOldAlerts(tx, before, MOST_ROWS));
  const written = secondsBefore(now, RENT_MESSAGE_DAYS * DAY_SECONDS);
  if (await hasOldRentMessages(reader, written)) await write((tx) => deleteOldRentMessages(tx, written, MOST_ROWS));
  const opened = addDays(dayOf(now), -PAGE_DAYS);
  if (await hasPageDaysBefore(reader, opened)) await write((tx) => deletePageDaysBefore(tx, opened));
  if (await hasOldPictures(reader, now)) await write((tx) => deleteOldPictures(tx, now));
  if (await hasOldWalkPictures(reader, now)) await write((tx) => deleteOldWalkPictures(tx, now));
}

function secondsBefore(now: Instant, seconds: number): Instant {
  return instantOf(Date.parse(now) - seconds * 1000);
}
