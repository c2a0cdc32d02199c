import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { instantOf } from '#billing/calendar.ts';
import type { ApiMessage } from '#contract/messages/message.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader, Writer } from '../../db/connect.ts';
import { type Delivery, NO_TIME } from './deliver-mail.ts';
import type { HandOver } from './open-connection.ts';
import {
  finishMail,
  freeOtherLeases,
  type Lease,
  listLostMails,
  markSending,
  type OutgoingTable,
  renewLeases,
} from './queries.ts';

export interface OutboxWorld {
  database: Database;
  clock: Clock;
  onFault: (id: number | undefined, error: unknown) => void;
}

export interface OutboxLimits {
  lines: number;
  pausesMs: readonly number[];
  /**
   * The maximum time for which a request waits for results. It is shorter than the minute after which proxies time out.
   */
  answerMs: number;
  mailMs: number;
  /** The time in which a delivery that is in progress can finish when the server stops. */
  graceMs: number;
}

export interface OutgoingRow {
  id: number;
  message: string;
}

export interface OutgoingQueue<Row extends OutgoingRow> {
  table: OutgoingTable;
  lease(tx: Writer, lease: Lease): Promise<readonly number[]>;
  find(db: Reader, id: number): Promise<(Row & { state: string }) | undefined>;
  openLine(): Promise<OutgoingLine<Row>>;
  sendingNote(row: Row): string;
  unknownNote: ApiMessage;
  notComposed: Delivery;
  record(tx: Writer, row: Row, result: Delivery & { owner: string }): Promise<unknown>;
  unrecordedNote(result: Delivery): string;
  rest(): void;
}

export interface OutgoingLine<Row> {
  deliver(row: Row, handOver: HandOver): Promise<Delivery>;
  close(): void;
}

/**
 * The length of a lease. Each check of the queue renews it. After a lease has expired, another process may send an
 * email that is still queued. An email that was being sent then gets the state `unknown`.
 */
const LEASE_MS = 20_000;
const LOOK_EVERY_MS = 5000;
const CHECK_EVERY_MS = 250;

/**
 * Thrown when the process ends or another process has taken over the email, so that the mail server receives nothing.
 */
class LeaseEnded extends Error {}

/**
 * Sends queued emails. An email is `sending` in the database before its first byte is handed over. If its result is
 * lost after that, it is `unknown`, and only a person sends it again.
 */
export class Outbox<Row extends OutgoingRow> {
  readonly #world: OutboxWorld;
  readonly #queue: OutgoingQueue<Row>;
  readonly #limits: OutboxLimits;
  readonly #write: Database['write'];
  readonly #owner = randomUUID();
  readonly #workers = new Set<Promise<void>>();
  readonly #graceOver = new AbortController();
  #isStopping = false;
  #isCalled = false;
  #changed = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(world: OutboxWorld, queue: OutgoingQueue<Row>, limits: OutboxLimits) {
    this.#world = world;
    this.#queue = queue;
    this.#write = gatherWrites(world.database);
    this.#limits = limits;
  }

  /**
   * Handles the emails of dead processes, now and every few seconds: sends those that are queued and marks those that
   * were being sent.
   */
  async start(): Promise<void> {
    const { database, onFault } = this.#world;
    // On SQLite the lock of the data folder excludes other processes, so all other leases belong to dead processes.
    if (database.engine === 'sqlite') {
      await database.write((tx) => freeOtherLeases(tx, this.#lease()));
      await this.#finishLost({ isOnlyProcess: true });
    }
    const look = async () => {
      if (this.#workers.size > 0) await database.write((tx) => renewLeases(tx, this.#lease()));
      await this.#finishLost({ isOnlyProcess: false });
      this.wake();
    };
    this.#timer = setInterval(() => void look().catch((error: unknown) => onFault(undefined, error)), LOOK_EVERY_MS);
    this.#timer.unref();
    await look();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    this.#notify();
    const grace = setTimeout(() => this.#graceOver.abort(), this.#limits.graceMs);
    await Promise.all(this.#workers);
    clearTimeout(grace);
  }

  wake(): void {
    this.#isCalled = true;
    this.#startWorker();
  }

  #startWorker(): void {
    if (this.#isStopping || this.#workers.size >= this.#limits.lines) return;
    const worker: Promise<void> = this.#work().finally(() => {
      this.#workers.delete(worker);
      if (this.#workers.size === 0) this.#queue.rest();
    });
    this.#workers.add(worker);
  }

  async waitUntil(isOver: () => Promise<boolean>): Promise<boolean> {
    const signal = AbortSignal.timeout(this.#limits.answerMs);
    for (;;) {
      const { promise } = this.#changed;
      if (await isOver()) return true;
      if (signal.aborted || this.#isStopping) return false;
      await Promise.race([promise, wait(CHECK_EVERY_MS, undefined, { ref: false })]);
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #work(): Promise<void> {
    let line: OutgoingLine<Row> | undefined;
    try {
      line = await this.#queue.openLine();
      while (!this.#isStopping) {
        this.#isCalled = false;
        const ids = await this.#write((tx) => this.#queue.lease(tx, this.#lease()));
        if (ids.length === 0 && !this.#isCalled) return;
        if (ids.length > 0) this.#startWorker();
        for (const id of ids) await this.#send(id, line);
      }
    } catch (error) {
      this.#world.onFault(undefined, error);
    } finally {
      line?.close();
    }
  }

  async #send(id: number, line: OutgoingLine<Row>): Promise<void> {
    const { database, onFault } = this.#world;
    const row = await this.#queue.find(database.reader, id);
    if (!row) return;
    try {
      const delivery = await this.#deliver(row, line);
      if (delivery === NO_TIME && this.#isStopping) await this.#release(row);
      else await this.#record(row, delivery);
    } catch (error) {
      if (error instanceof LeaseEnded) await this.#release(row);
      else onFault(id, error);
    }
    this.#notify();
  }

  async #deliver(row: Row, line: OutgoingLine<Row>): Promise<Delivery> {
    const signal = AbortSignal.any([AbortSignal.timeout(this.#limits.mailMs), this.#graceOver.signal]);
    try {
      return await line.deliver(row, { signal, beforeHandOver: () => this.#beginSending(row) });
    } catch (error) {
      if (error instanceof LeaseEnded) throw error;
      this.#world.onFault(row.id, error);
      return this.#queue.notComposed;
    }
  }

  async #beginSending(row: Row): Promise<void> {
    if (this.#isStopping) throw new LeaseEnded();
    const sending = { ...this.#lease(), message: this.#queue.sendingNote(row) };
    if (!(await this.#write((tx) => markSending(tx, row.id, sending)))) throw new LeaseEnded();
  }

  #release({ id, message: before }: Row): Promise<boolean> {
    return this.#write((tx) => finishMail(tx, id, { ...this.#lease(), state: 'queued', message: before }));
  }

  /** If that fails, only the state and a note are stored in the row of the email. */
  async #record(row: Row, result: Delivery): Promise<void> {
    const { onFault } = this.#world;
    try {
      await this.#write((tx) => this.#queue.record(tx, row, { ...result, owner: this.#owner }));
    } catch (error) {
      onFault(row.id, error);
      const finished = { state: result.outcome, message: this.#queue.unrecordedNote(result) };
      await this.#write((tx) => finishMail(tx, row.id, { ...this.#lease(), ...finished }));
    }
  }

  async #finishLost({ isOnlyProcess }: { isOnlyProcess: boolean }): Promise<void> {
    const { database } = this.#world;
    const result = { outcome: 'unknown', message: this.#queue.unknownNote } as const;
    for (const { id, leased_by } of await listLostMails(database.reader, { ...this.#lease(), isOnlyProcess })) {
      await database.write(async (tx) => {
        const row = await this.#queue.find(tx, id);
        if (row?.state !== 'sending') return;
        await this.#queue.record(tx, row, { ...result, owner: leased_by ?? '' });
      });
    }
    this.#notify();
  }

  #lease(): Lease {
    const now = this.#world.clock.now();
    return { table: this.#queue.table, owner: this.#owner, now, until: instantOf(Date.parse(now) + LEASE_MS) };
  }
}

interface Waiting {
  run: (tx: Writer) => Promise<unknown>;
  done: (results: ReadonlyMap<Waiting, unknown>) => void;
  alone: () => Promise<void>;
}

/**
 * Writes that are requested while another is in progress share the next transaction, because a commit is expensive. If
 * that transaction fails, each write is retried in its own.
 */
function gatherWrites({ write }: Pick<Database, 'write'>): Database['write'] {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      await writeTogether(write, together);
    }
    isWriting = false;
  };
  return <Result>(action: (tx: Writer) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      const one: Waiting = {
        run: action,
        done: (results) => resolve(results.get(one) as Result),
        alone: () => write(action).then(resolve, reject),
      };
      waiting.push(one);
      if (!isWriting) void writeAll();
    });
}

async function writeTogether(write: Database['write'], together: readonly Waiting[]): Promise<void> {
  try {
    const results = await write(async (tx) => {
      const made = new Map<Waiting, unknown>();
      for (const one of together) made.set(one, await one.run(tx));
      return made;
    });
    for (const one of together) one.done(results);
  } catch {
    for (const one of together) await one.alone();
  }
}
