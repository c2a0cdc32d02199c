import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { instantOf } from '#billing/calendar.ts';
import { message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Clock } from '../../clock.ts';
import { type Delivery, deliverMail, failedDelivery, NO_TIME } from './deliver-mail.ts';
import type { LetterSource } from './load-letter.ts';
import { MailConnection } from './open-connection.ts';
import type { Lease, ListedMailRow } from './queries.ts';
import {
  findMail,
  finishMail,
  freeOtherLeases,
  leaseMail,
  listLostMails,
  markSending,
  renewLeases,
} from './queries.ts';
import { type MailServerAddress, readMailServer } from './read-mail-server.ts';
import { recordMail } from './record-mail.ts';

export interface MailContext extends LetterSource {
  clock: Clock;
  onFault: (mailId: number | undefined, error: unknown) => void;
}

export interface MailLimits {
  lines: number;
  pausesMs: readonly number[];
  /** Below the minute after which proxies time out. */
  answerMs: number;
  mailMs: number;
  /** For mails that were handed over when the server stops. */
  graceMs: number;
}

export const LIMITS: MailLimits = { lines: 3, pausesMs: [500, 2000], answerMs: 50_000, mailMs: 60_000, graceMs: 5000 };

/** Renewed with each look. After it another process may send a queued mail; one that was being sent is unknown. */
const LEASE_MS = 20_000;
const LOOK_EVERY_MS = 5000;
const CHECK_EVERY_MS = 250;

/** The mail server may have been removed since the mail was queued. */
const NOT_SET_UP = failedDelivery('mail.delivery.not_set_up');

/** The process ends, or another one has the mail: nothing is handed over. */
class LeaseEnded extends Error {}

/**
 * Sends the queued mails of all processes. A mail is `sending` in the database before its first byte is handed over. If
 * its result is lost after that, it is `unknown`, and only a person sends it again.
 */
export class Outbox {
  readonly #world: MailContext;
  readonly #limits: MailLimits;
  readonly #owner = randomUUID();
  readonly #workers = new Set<Promise<void>>();
  readonly #graceOver = new AbortController();
  #isStopping = false;
  #isCalled = false;
  #loginRefused: Delivery | undefined;
  #changed = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(world: MailContext, limits: MailLimits = LIMITS) {
    this.#world = world;
    this.#limits = limits;
  }

  /** Takes up what dead processes left, now and every few seconds. */
  async start(): Promise<void> {
    const { database, onFault } = this.#world;
    // On SQLite the lock of the data folder excludes other processes.
    if (database.engine === 'sqlite') {
      await database.write((tx) => freeOtherLeases(tx, this.#owner));
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

  /** Mails that were not handed over remain queued, for the next process. */
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
    while (!this.#isStopping && this.#workers.size < this.#limits.lines) {
      const worker: Promise<void> = this.#work().finally(() => {
        this.#workers.delete(worker);
        if (this.#workers.size === 0) this.#loginRefused = undefined;
      });
      this.#workers.add(worker);
    }
  }

  /** Returns false when the time of an answer, or of this process, is over before. */
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
    let line: MailConnection | undefined;
    try {
      const address = await this.#findServer();
      line = address && new MailConnection(address);
      while (!this.#isStopping) {
        this.#isCalled = false;
        const id = await this.#world.database.write((tx) => leaseMail(tx, this.#lease()));
        if (id !== undefined) await this.#send(id, line);
        else if (!this.#isCalled) return;
      }
    } catch (error) {
      this.#world.onFault(undefined, error);
    } finally {
      line?.close();
    }
  }

  async #findServer(): Promise<MailServerAddress | undefined> {
    const { database, config } = this.#world;
    return (await readMailServer(database.reader, { config, auditKeys: database.auditKeys })).address;
  }

  async #send(id: number, line: MailConnection | undefined): Promise<void> {
    const { database, onFault } = this.#world;
    const row = await findMail(database.reader, id);
    if (!row) return;
    try {
      const delivery = line ? (this.#loginRefused ?? (await this.#deliver(row, line))) : NOT_SET_UP;
      if (delivery.isLoginRefused) this.#loginRefused = delivery;
      if (delivery === NO_TIME && this.#isStopping) await this.#release(row);
      else await this.#record(row, delivery);
    } catch (error) {
      if (error instanceof LeaseEnded) await this.#release(row);
      else onFault(id, error);
    }
    this.#notify();
  }

  async #deliver(row: ListedMailRow, line: MailConnection): Promise<Delivery> {
    const signal = AbortSignal.any([AbortSignal.timeout(this.#limits.mailMs), this.#graceOver.signal]);
    const { pausesMs } = this.#limits;
    try {
      const letter = await loadLetter(this.#world, row);
      if (!letter) return failedDelivery('refusals.invoice_not_found');
      return await deliverMail(line, letter, { signal, pausesMs, beforeHandOver: () => this.#beginSending(row) });
    } catch (error) {
      if (error instanceof LeaseEnded) throw error;
      this.#world.onFault(row.id, error);
      return failedDelivery('mail.delivery.not_composed');
    }
  }

  async #beginSending({ id, recipient }: ListedMailRow): Promise<void> {
    if (this.#isStopping) throw new LeaseEnded();
    const sending = { ...this.#lease(), message: message('mail.delivery.sending', { recipient }) };
    if (!(await this.#world.database.write((tx) => markSending(tx, id, sending)))) throw new LeaseEnded();
  }

  #release({ id, message: before }: ListedMailRow): Promise<boolean> {
    const { owner, now } = this.#lease();
    return this.#world.database.write((tx) => finishMail(tx, id, { owner, now, state: 'queued', message: before }));
  }

  /** If the audit log cannot be written, at least the mail says what happened. */
  async #record(row: ListedMailRow, { outcome: state, message: result }: Delivery): Promise<void> {
    const { database, onFault } = this.#world;
    const { owner, now } = this.#lease();
    try {
      await database.write((tx) =>
        recordMail(tx, this.#contextOf(row), { row, owner, result: { state, message: result } }),
      );
    } catch (error) {
      onFault(row.id, error);
      const unrecorded = message('mail.delivery.unrecorded', { result });
      await database.write((tx) => finishMail(tx, row.id, { owner, now, state, message: unrecorded }));
    }
  }

  async #finishLost({ isOnlyProcess }: { isOnlyProcess: boolean }): Promise<void> {
    const { database } = this.#world;
    const { owner, now } = this.#lease();
    const result = { state: 'unknown', message: message('mail.delivery.unknown') } as const;
    for (const { id, leased_by } of await listLostMails(database.reader, { owner, now, isOnlyProcess })) {
      await database.write(async (tx) => {
        const row = await findMail(tx, id);
        if (row?.state !== 'sending') return;
        await recordMail(tx, this.#contextOf(row), { row, owner: leased_by ?? '', result });
      });
    }
    this.#notify();
  }

  #lease(): Lease {
    const now = this.#world.clock.now();
    return { owner: this.#owner, now, until: instantOf(Date.parse(now) + LEASE_MS) };
  }

  #contextOf({ requested_by: actor, request_id: requestId }: ListedMailRow): ActionContext {
    return { actor, requestId, now: this.#world.clock.now() };
  }
}

async function loadLetter(world: MailContext, row: ListedMailRow) {
  const letters = await import('./load-letter.ts');
  return letters.loadLetter(world, row, world.clock.now());
}
