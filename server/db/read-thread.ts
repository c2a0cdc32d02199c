import { Worker } from 'node:worker_threads';
import { type CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, type QueryResult } from 'kysely';
import { limitWork } from '../limit-work.ts';
import { programFile } from '../program-files.ts';
import { takeTurns } from '../turns.ts';
import type { ThreadAnswer, ThreadQuestion } from './read-in-thread.ts';
import { bind, sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables/tables.ts';

/** An idle thread ends after this time, because it holds some megabytes of memory. */
const IDLE_MS = 60_000;
const AT_ONCE = { running: 8, waiting: 64 };

interface Pending {
  resolve: (answered: Extract<ThreadAnswer, { rows: unknown }>) => void;
  reject: (error: Error) => void;
}

/**
 * Reads SQLite in a separate thread, because a slow statement in the main thread would delay every other request. The
 * thread starts when it is needed, and ends when nothing was read for a minute.
 */
export class ReadThread {
  readonly #file: string;
  readonly #inTurn = limitWork(AT_ONCE);
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #ending: NodeJS.Timeout | undefined;
  #lastConnection = 0;
  #open = 0;
  #asked = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get use(): { busy: number; idle: number; waiting: number } {
    return { busy: this.#open, idle: AT_ONCE.running - this.#open, waiting: this.#asked - this.#open };
  }

  /** Reads one consistent state. Throws not_ready when too many reads are running or waiting. */
  async read<Result>(read: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    this.#asked += 1;
    try {
      return await this.#readInTurn(read);
    } finally {
      this.#asked -= 1;
    }
  }

  #readInTurn<Result>(read: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      this.#lastConnection += 1;
      const connection = this.#lastConnection;
      this.#open += 1;
      clearTimeout(this.#ending);
      try {
        await this.#ask({ what: 'open', connection, file: this.#file });
        const dialect = sqliteDialect(() => new ThreadDriver((query) => this.#query(connection, query)));
        return await read(new Kysely<Tables>({ dialect }));
      } finally {
        await this.#ask({ what: 'close', connection }).catch(() => undefined);
        this.#open -= 1;
        if (this.#open === 0) this.#ending = setTimeout(() => this.close(), IDLE_MS).unref();
      }
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#ending);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #query(connection: number, { sql, parameters }: CompiledQuery): Promise<Record<string, unknown>[]> {
    let piece = await this.#ask({ what: 'query', connection, sql, parameters: parameters.map(bind) });
    const { rows } = piece;
    while (!piece.isLast) {
      await takeTurns();
      piece = await this.#ask({ what: 'more', connection });
      for (const row of piece.rows) rows.push(row);
    }
    return rows;
  }

  #ask(asked: ThreadQuestion): Promise<Extract<ThreadAnswer, { rows: unknown }>> {
    return new Promise((resolve, reject) => {
      this.#pending.set(asked.connection, { resolve, reject });
      const worker = this.#start();
      // A thread with a pending request keeps the process running; an idle one does not.
      worker.ref();
      worker.postMessage(asked);
    });
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(programFile('db/read-in-thread.ts'));
    this.#worker = worker;
    worker.on('message', (answered: ThreadAnswer) => {
      const pending = this.#pending.get(answered.connection);
      this.#pending.delete(answered.connection);
      if (this.#pending.size === 0) worker.unref();
      if ('rows' in answered) pending?.resolve(answered);
      else pending?.reject(Object.assign(new Error(answered.fault.message), answered.fault));
    });
    const onEnd = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    };
    worker.on('error', onEnd);
    worker.on('exit', () => onEnd(new Error('the thread that reads the database ended')));
    return worker;
  }
}

/** A driver that sends the statements of one reader to the thread, one after the other. */
class ThreadDriver extends DummyDriver {
  readonly #query: (query: CompiledQuery) => Promise<Record<string, unknown>[]>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(query: (query: CompiledQuery) => Promise<Record<string, unknown>[]>) {
    super();
    this.#query = query;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
        const running = this.#last.then(() => this.#query(query));
        this.#last = running.catch(() => undefined);
        return { rows: (await running) as Row[] };
      },
      streamQuery() {
        throw new Error('the thread that reads the database streams nothing');
      },
    };
  }
}
