import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Answer } from '#contract/call.ts';
import { type DumpReport, type DumpStep, imports } from '#contract/imports.ts';
import { apiMessage, type Words } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { isDiskFull } from '../../db/transaction.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { endpoint } from '../../http/endpoint.ts';
import { programFile } from '../../program-files.ts';
import { runInChild } from '../../run-in-child.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { appendPiece, freeBytesOf, mostUnpackedBytes } from '../imports/file-in-pieces.ts';
import { LegacyFault } from './findings.ts';
import type { DumpTask } from './import-dump.ts';
import { findEarlier, listFilledTables, refuseFilledMarket } from './import-market.ts';

const MEGABYTE = 1024 * 1024;
const PROGRAM = 'features/legacy/import-dump.ts';
/** The options of `npm run import:legacy`, with which a dump of any size needs less than 300 MB. */
const LITTLE_MEMORY = ['--max-semi-space-size=2', '--heap-growing-percent=25'];

/**
 * A dump that a person uploads, and the state of its import. It is only in memory, so it is lost when the server stops.
 */
interface Run {
  id: string;
  /**
   * The name, size and date of the file. When a person selects the same file again, an interrupted upload continues.
   */
  key: string;
  name: string;
  by: string;
  bytes: number;
  received: number;
  isReceiving: boolean;
  stage: Exclude<Answer<typeof imports.dump>['stage'], 'none'>;
  step: DumpStep | null;
  fault: Words | string | null;
  report: Unworded<DumpReport> | null;
  child: AbortController;
  /** The dry run or the import while it runs. */
  work: Promise<void>;
}

export function legacyRoutes(app: AppContext): void {
  const dumps = new DumpImport(app);
  endpoint(app, imports.dump, () => dumps.state());
  endpoint(app, imports.beginDump, ({ body, context }) => dumps.begin(body, context));
  endpoint(app, imports.sendDump, ({ body, upload, context }) => dumps.receive({ ...body, piece: upload }, context));
  endpoint(app, imports.writeDump, ({ body, context }) => dumps.write(body.hash, context));
  endpoint(app, imports.stopDump, ({ body }) => dumps.stop(body.id));
  app.fastify.addHook('preClose', () => dumps.close());
}

/** Imports a dump of the previous system, one dump at a time. The dry run and the import run in a separate process. */
class DumpImport {
  readonly #app: Pick<AppContext, 'database' | 'config' | 'fastify'>;
  readonly #folder: string;
  #run: Run | undefined;

  constructor(app: AppContext) {
    this.#app = app;
    this.#folder = path.join(app.config.dataDir, 'moving-in');
    // A server that was killed may have left a dump, which contains password hashes.
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async state(): Promise<Unworded<Answer<typeof imports.dump>>> {
    const { stage, id, name, by, bytes, received, step, fault, report } = this.#run ?? NO_RUN;
    const { reader } = this.#app.database;
    return {
      stage,
      id,
      name,
      by,
      bytes,
      received,
      step,
      fault,
      report,
      is_market_empty: (await findEarlier(reader)) === undefined && (await listFilledTables(reader)).length === 0,
      most_megabytes: this.#app.config.dumpMegabytes,
    };
  }

  async begin({ name, bytes, modified }: { name: string; bytes: number; modified: number }, { actor }: ActionContext) {
    const max = this.#app.config.dumpMegabytes;
    if (bytes > max * MEGABYTE)
      throw new Refusal('dump_too_large', { message: apiMessage('refusals.dump_too_large.of', { max: String(max) }) });
    const key = `${name} ${bytes} ${modified}`;
    const last = this.#run;
    if (last?.key === key && last.stage === 'receiving') return this.state();
    if (last && last.stage !== 'failed' && last.stage !== 'written') throw new Refusal('import_running');
    const run: Run = {
      id: randomUUID(),
      key,
      name,
      by: actor,
      bytes,
      received: 0,
      isReceiving: false,
      stage: 'receiving',
      step: null,
      fault: null,
      report: null,
      child: new AbortController(),
      work: Promise.resolve(),
    };
    this.#run = run;
    const filled = await this.#whyNotEmpty();
    if (filled) await this.#fail(run, filled);
    else if (bytes === 0) await this.#fail(run, apiMessage('imports.dump.fault.empty'));
    else if ((await freeBytesOf(this.#app.config.dataDir)) < bytes)
      await this.#fail(run, apiMessage('imports.dump.fault.full'));
    return this.state();
  }

  /** Returns why this market takes no dump, so that none is sent in vain; undefined if it takes one. */
  async #whyNotEmpty(): Promise<Words | undefined> {
    try {
      await refuseFilledMarket(this.#app.database.reader);
      return undefined;
    } catch (fault) {
      if (fault instanceof LegacyFault) return fault.words;
      throw fault;
    }
  }

  async receive(
    { id, offset, piece }: { id: string; offset: number; piece: Buffer | undefined },
    context: ActionContext,
  ) {
    const run = this.#run;
    if (run?.id !== id || run.stage !== 'receiving' || run.isReceiving || offset !== run.received || !piece)
      return this.state();
    run.isReceiving = true;
    try {
      await appendPiece(this.#fileOf(run), piece, run.received);
      run.received += piece.length;
      if (run.received > run.bytes) await this.#fail(run, apiMessage('imports.dump.fault.changed'));
    } catch (error) {
      if (!isDiskFull(error)) this.#app.fastify.log.error({ err: error }, 'a dump could not be stored');
      await this.#fail(run, apiMessage(`imports.dump.fault.${isDiskFull(error) ? 'full' : 'storage'}`));
    } finally {
      run.isReceiving = false;
    }
    // The import may have been stopped while the piece was being written.
    if (this.#run !== run) await this.#deleteDump(run);
    else if (run.stage === 'receiving' && run.received === run.bytes) this.#start(run, 'checking', context);
    return this.state();
  }

  async write(hash: string, context: ActionContext) {
    const run = this.#run;
    if (run?.stage === 'checked' && run.report?.hash === hash) this.#start(run, 'writing', context);
    return this.state();
  }

  /**
   * Ends the process of the import. If the process has already committed, the import remains; otherwise everything is
   * rolled back.
   */
  async stop(id: string) {
    const run = this.#run;
    if (run?.id !== id) return this.state();
    run.child.abort();
    await run.work;
    if (run.stage !== 'written' && this.#run === run) {
      this.#run = undefined;
      await this.#deleteDump(run);
    }
    return this.state();
  }

  async close(): Promise<void> {
    this.#run?.child.abort();
    await this.#run?.work;
    if (this.#run) await this.#deleteDump(this.#run);
  }

  #start(run: Run, stage: 'checking' | 'writing', context: ActionContext): void {
    run.stage = stage;
    run.step = null;
    run.work = this.#work(run, context);
  }

  /** Runs the process for the dry run or the import. Never throws. */
  async #work(run: Run, context: ActionContext): Promise<void> {
    const { dataDir, databaseUrl, auditKeyFile } = this.#app.config;
    const isWriting = run.stage === 'writing';
    const task: DumpTask = {
      dataDir,
      databaseUrl,
      auditKeyFile,
      file: this.#fileOf(run),
      place: this.#stagedOf(run),
      bytes: run.bytes,
      mostBytes: await mostUnpackedBytes(dataDir),
      write: isWriting,
      context,
    };
    try {
      const made = await runInChild<DumpReport, DumpStep>(programFile(PROGRAM), task, {
        onStep: (step) => {
          run.step = step;
        },
        signal: run.child.signal,
        flags: LITTLE_MEMORY,
      });
      // If the process was ended while it was committing, the market may have been imported.
      const isWritten = isWriting && (await findEarlier(this.#app.database.reader))?.hash === run.report?.hash;
      if ('result' in made) run.report = inAnyLanguage(made.result);
      if (isWritten) await this.#deleteDump(run);
      if (isWritten) run.stage = 'written';
      else if ('result' in made) run.stage = 'checked';
      else await this.#fail(run, restoreMessage(made.failure));
    } catch (error) {
      this.#app.fastify.log.error({ err: error }, 'the import of a dump failed');
      await this.#fail(run, apiMessage('imports.dump.fault.storage'));
    }
  }

  async #fail(run: Run, fault: Words | string): Promise<void> {
    await this.#deleteDump(run);
    run.stage = 'failed';
    run.fault = fault;
  }

  #fileOf({ id }: Run): string {
    return path.join(this.#folder, id);
  }

  #stagedOf(run: Run): string {
    return `${this.#fileOf(run)}.staged`;
  }

  async #deleteDump(run: Run): Promise<void> {
    try {
      for (const file of [this.#fileOf(run), this.#stagedOf(run)]) await rm(file, { force: true });
    } catch (error) {
      this.#app.fastify.log.error({ err: error }, 'the dump could not be deleted: it contains password hashes');
    }
  }
}

const NO_RUN = {
  stage: 'none',
  id: '',
  name: '',
  by: '',
  bytes: 0,
  received: 0,
  step: null,
  fault: null,
  report: null,
} as const;

/** Restores the sentences of a report, which the process of the import has stored as text. */
function inAnyLanguage(report: DumpReport): Unworded<DumpReport> {
  return {
    ...report,
    notes: report.notes.map(restoreMessage),
    unexplained: report.unexplained.map(restoreMessage),
  };
}
