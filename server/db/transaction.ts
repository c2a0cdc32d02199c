import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Tables } from './tables/tables.ts';

/**
 * PostgreSQL's codes for serialization failure and deadlock. Nothing was written, so the transaction can be repeated.
 */
const LOST_RACES = new Set(['40001', '40P01']);
const TRIES = 5;
/** SQLite's code when another process, such as an import beside the server, holds the write lock. */
const BUSY = 5;
const BUSY_PAUSE_MS = 20;
/**
 * The number of tries. The pauses between them add up to about ten seconds. Reads continue during the pauses; waiting
 * inside the engine would block them.
 */
const BUSY_TRIES = 500;

/**
 * Runs an action, and repeats it after a serialization failure or deadlock: at most five runs with growing pauses. It
 * is also repeated for ten seconds while another process writes to SQLite. Then throws the last error.
 */
export async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let lost = 0, busy = 0; ; ) {
    try {
      return await run();
    } catch (error) {
      if (isBusy(error) && busy < BUSY_TRIES) {
        busy += 1;
        await wait(BUSY_PAUSE_MS);
      } else if (LOST_RACES.has(codeOf(error)) && lost < TRIES - 1) {
        lost += 1;
        await wait(5 * 2 ** lost);
      } else {
        throw error;
      }
    }
  }
}

export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === BUSY;
}

/** Returns true if a row was refused because its unique key is already taken, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const sqliteCode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return codeOf(error) === '23505' || sqliteCode === 2067 || sqliteCode === 1555;
}

/**
 * PostgreSQL's codes for: connection lost, out of resources, read-only (a standby), shutting down or starting, system
 * error; a lock, a statement or a pause within a transaction took too long.
 */
const UNAVAILABLE_ON_POSTGRES = /^(08...|53...|25006|25P03|55P03|57014|57P0[1-3]|58...)$/;
/** SQLite's codes for: busy, read-only (a failing disk), I/O error, disk full, cannot open. */
const UNAVAILABLE_ON_SQLITE = new Set([5, 8, 10, 13, 14]);
/** Errors of files: the disk or a quota is full, the file system is read-only, the disk fails. */
const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);
/** The codes of SQLite, of PostgreSQL and of files for a full disk. */
const FULL_ON_SQLITE = 13;
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const NETWORK_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** Messages of pg's errors that have no code: the connection ended during a query or could not be opened. */
const UNAVAILABLE_IN_WORDS =
  /^(connection terminated|timeout exceeded when trying to connect|client has encountered a connection error)/i;

/** Thrown for writes that are refused before they begin. */
export class Unavailable extends Error {}

/**
 * Returns true when the same request may succeed later: the disk is full, the server is unreachable, or the transaction
 * conflicted with others five times. Nothing was written, or it is unknown whether it was.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    error instanceof Unavailable ||
    LOST_RACES.has(code) ||
    UNAVAILABLE_ON_POSTGRES.test(code) ||
    UNAVAILABLE_ON_SQLITE.has(primaryCodeOf(error)) ||
    NETWORK_ERRORS.has(code) ||
    DISK_ERRORS.has(code) ||
    UNAVAILABLE_IN_WORDS.test(error.message)
  );
}

export function isDiskFull(error: unknown): boolean {
  return FULL.has(codeOf(error)) || primaryCodeOf(error) === FULL_ON_SQLITE;
}

/** Returns true for a failed write of a file, as opposed to one of the database. */
export function isFileFault(error: unknown): boolean {
  return DISK_ERRORS.has(codeOf(error));
}

/** Returns SQLite's primary result code; 0 for other errors. */
function primaryCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A shared transaction is committed after this number of actions, or after the time below. */
const MOST_ACTIONS = 16;
const LONGEST_MS = 20;

interface Waiting {
  run: (tx: Transaction<Tables>) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface Transactions {
  /** Runs the steps in one transaction, and repeats them if it conflicts with another one. */
  inTransaction: (steps: (tx: Transaction<Tables>) => Promise<void>) => Promise<void>;
  /** Called after the actions since the last savepoint have been undone, and before another action runs. */
  undone: () => void;
  /** Returns milliseconds of a clock that is never set back. */
  elapsedMs: () => number;
}

/**
 * Returns a function that runs actions one after the other. Actions that are waiting at the same time share a
 * transaction and its commit. The commit waits for the disk and writes each changed page once. If an action fails, only
 * its changes are undone, and the caller gets the error after the commit. If the commit fails, so do all its actions.
 * The HTTP layer limits the number of waiting actions.
 */
export function shareCommits({
  inTransaction,
  undone,
  elapsedMs,
}: Transactions): <Result>(run: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result> {
  const waiting: Waiting[] = [];
  let isRunning = false;
  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push({ run, resolve: resolve as Waiting['resolve'], reject });
      if (!isRunning) void runAll();
    });

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await runTogether();
    isRunning = false;
  }

  async function runTogether(): Promise<void> {
    const actions: Waiting[] = [];
    let answers: (() => void)[] = [];
    let isFirst = true;
    try {
      await inTransaction(async (tx) => {
        answers = [];
        const began = elapsedMs();
        for (let at = 0; at < MOST_ACTIONS && (at === 0 || elapsedMs() - began < LONGEST_MS); at += 1) {
          const action = actions[at] ?? waiting.shift();
          if (!action) break;
          actions[at] = action;
          isFirst = at === 0;
          answers.push(isFirst ? await answerOf(action, tx) : await answerApart(action, tx));
        }
        isFirst = false;
      });
    } catch (error) {
      // If no transaction can begin, no waiting action can run. If the first action fails, the transaction is rolled
      // back, and the other actions that ran in an earlier attempt are queued again.
      const failed = actions.length === 0 ? waiting.splice(0) : actions.splice(0, isFirst ? 1 : MOST_ACTIONS);
      waiting.unshift(...actions);
      for (const { reject } of failed) reject(error);
      return;
    }
    for (const answer of answers) answer();
  }

  async function answerApart(action: Waiting, tx: Transaction<Tables>): Promise<() => void> {
    await sql`savepoint action`.execute(tx);
    try {
      const answer = await answerOf(action, tx);
      await sql`release action`.execute(tx);
      return answer;
    } catch (error) {
      // When the disk is full, SQLite itself ends the transaction. This statement then fails, and so do all actions.
      await sql`rollback to action`.execute(tx).catch(() => {
        throw error;
      });
      await sql`release action`.execute(tx);
      undone();
      return () => action.reject(error);
    }
  }

  async function answerOf({ run, resolve }: Waiting, tx: Transaction<Tables>): Promise<() => void> {
    const value = await run(tx);
    return () => resolve(value);
  }
}
