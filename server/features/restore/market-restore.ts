import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Answer, Body } from '#contract/call.ts';
import { apiMessage, type Words } from '#contract/messages/message.ts';
import type { RestoreStep, restore } from '#contract/restore.ts';
import type { ActionContext } from '../../action-context.ts';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { isDiskFull } from '../../db/transaction.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { programFile } from '../../program-files.ts';
import { runInChild } from '../../run-in-child.ts';
import { findHead } from '../audit/queries.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { BadBackup } from '../backup/bad-backup.ts';
import { identitiesIn } from '../backup/encrypt-copy.ts';
import { judgeOrigin } from '../backup/judge-origin.ts';
import { appendPiece, mostUnpackedBytes } from '../imports/file-in-pieces.ts';
import { findEarlier, listFilledTables } from '../legacy/import-market.ts';
import { dropKeys, findRestored, keepKeys } from './adopt-keys.ts';
import { type ChosenKeys, chooseKeys, chooseNumbers, type RestoreAnswers } from './choose-keys.ts';
import { readPlace } from './read-bucket.ts';
import { type CheckedBackup, type CheckTask, RUN_FOLDER, type WriteTask } from './restore-task.ts';
import type { RestoreTask } from './run-restore.ts';

const MEGABYTE = 1024 * 1024;
const PROGRAM = 'features/restore/run-restore.ts';
/** The options with which a backup of any size needs less than 300 MB. */
const LITTLE_MEMORY = ['--max-semi-space-size=2', '--heap-growing-percent=25'];
const SENT = 'sent';

type State = Answer<typeof restore.state>;

/** A backup that a person restores. It is only in memory, so it is lost when the server stops. */
interface Run {
  id: string;
  /** The name, size and date of the file. When a person selects the same file again, an interrupted upload continues. */
  key: string;
  name: string;
  by: string;
  bytes: number;
  received: number;
  isReceiving: boolean;
  stage: Exclude<State['stage'], 'none'>;
  step: RestoreStep | null;
  fault: Words | string | null;
  identities: string[];
  mostBytes: number;
  checked: CheckedBackup | null;
  child: AbortController;
  /** The check or the replacement while it runs. */
  work: Promise<void>;
}

/** Restores one backup at a time. Checking and replacing run in a separate process. */
export class MarketRestore {
  readonly #app: Pick<AppContext, 'database' | 'config' | 'fastify' | 'maintenance'>;
  readonly #folder: string;
  #run: Run | undefined;

  constructor(app: AppContext) {
    this.#app = app;
    this.#folder = path.join(app.config.dataDir, RUN_FOLDER);
    // A server that was killed may have left a backup, which contains password hashes.
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async state(): Promise<Unworded<State>> {
    const { stage, id, name, by, bytes, received, step, fault, checked } = this.#run ?? NO_RUN;
    return {
      stage,
      id,
      name,
      by,
      bytes,
      received,
      step,
      fault,
      report: checked && (await this.#report(checked)),
      is_market_empty: await this.isEmpty(),
      most_megabytes: Math.floor((await mostUnpackedBytes(this.#app.config.dataDir)) / MEGABYTE),
    };
  }

  async begin({ name, bytes, modified, identity }: Body<typeof restore.begin>, { actor }: ActionContext) {
    const key = `${name} ${bytes} ${modified}`;
    const identities = identitiesIn(identity ?? '');
    const last = this.#run;
    if (last?.key === key && last.stage === 'receiving' && identities.length > 0) last.identities = identities;
    const run = await this.#open({ key, name, bytes, identities, by: actor });
    if (bytes === 0 && run) await this.#fail(run, apiMessage('restore.fault.empty'));
    else if (run && bytes > run.mostBytes)
      await this.#fail(run, apiMessage('restore.fault.too_large', { megabytes: Math.floor(run.mostBytes / MEGABYTE) }));
    return this.state();
  }

  /** Fetches the backup itself, instead of receiving it. */
  async fetch({ name, identity, ...given }: Body<typeof restore.fetch>, context: ActionContext) {
    const identities = identitiesIn(identity ?? '');
    const run = await this.#open({ key: '', name, bytes: 0, identities, by: context.actor });
    if (!run) return this.state();
    try {
      const bucket = { place: readPlace(given), name };
      run.stage = 'fetching';
      run.work = this.#check(run, context, bucket);
    } catch (fault) {
      if (!(fault instanceof BadBackup)) throw fault;
      await this.#fail(run, fault.words);
    }
    return this.state();
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
      await appendPiece(path.join(this.#folder, SENT), piece, offset);
      run.received += piece.length;
      if (run.received > run.bytes) await this.#fail(run, apiMessage('restore.fault.while_sent'));
    } catch (error) {
      if (!isDiskFull(error)) this.#app.fastify.log.error({ err: error }, 'a backup could not be stored');
      await this.#fail(run, apiMessage(`restore.fault.${isDiskFull(error) ? 'full' : 'storage'}`));
    } finally {
      run.isReceiving = false;
    }
    // The run may have been stopped while the piece was being written.
    if (this.#run !== run) await this.#deleteFiles();
    else if (run.stage === 'receiving' && run.received === run.bytes) {
      run.stage = 'checking';
      run.work = this.#check(run, context, null);
    }
    return this.state();
  }

  /** Starts to replace the market. If a key or a number is wrong, the state says so and nothing is started. */
  async write(answers: RestoreAnswers & { id: string }, context: ActionContext) {
    const run = this.#run;
    if (run?.id !== answers.id || run.stage !== 'checked' || !run.checked) return this.state();
    const { checked } = run;
    const { config, database } = this.#app;
    try {
      const keys = chooseKeys(answers, { checked, keyring: database.auditKeys, tokenSecret: config.tokenSecret });
      const numbers = chooseNumbers(answers, { checked, issued: database.auditKeys.numbers.read().last });
      run.stage = 'writing';
      run.fault = null;
      run.work = this.#replace(run, context, { ...taskOf(run.id, checked), keys, numbers });
    } catch (fault) {
      if (!(fault instanceof BadBackup)) throw fault;
      run.fault = fault.words;
    }
    return this.state();
  }

  /** Ends the process. If it has already replaced the market, that remains; otherwise everything is as before. */
  async stop(id: string) {
    const run = this.#run;
    if (run?.id !== id) return this.state();
    run.child.abort();
    await run.work;
    if (this.#run === run) await this.#forget();
    return this.state();
  }

  async close(): Promise<void> {
    this.#run?.child.abort();
    await this.#run?.work;
    await this.#forget();
  }

  /** Begins a run; returns undefined while another one is in progress. In a market with data it fails at once. */
  async #open(started: Pick<Run, 'key' | 'name' | 'bytes' | 'identities' | 'by'>): Promise<Run | undefined> {
    const last = this.#run;
    if (last && last.stage !== 'failed') return undefined;
    const run: Run = {
      ...started,
      id: randomUUID(),
      received: 0,
      isReceiving: false,
      stage: 'receiving',
      step: null,
      fault: null,
      mostBytes: await mostUnpackedBytes(this.#app.config.dataDir),
      checked: null,
      child: new AbortController(),
      work: Promise.resolve(),
    };
    this.#run = run;
    if (await this.isEmpty()) {
      makePrivateFolder(this.#folder);
      return run;
    }
    await this.#fail(run, apiMessage('restore.fault.not_empty'));
    return undefined;
  }

  /** Never throws. */
  async #check(run: Run, context: ActionContext, bucket: CheckTask['bucket']): Promise<void> {
    const { identities, mostBytes } = run;
    const made = await this.#work<CheckedBackup>(run, context, {
      kind: 'check',
      file: SENT,
      name: run.name,
      bucket,
      identities,
      mostBytes,
    });
    run.identities = [];
    if (!made) return;
    run.checked = made;
    run.stage = 'checked';
    run.step = null;
  }

  /** Never throws. While it runs, and until the server has started anew, no other write is taken. */
  async #replace(run: Run, context: ActionContext, replacement: Replacement): Promise<void> {
    const { maintenance, config, fastify } = this.#app;
    maintenance.isRestoring = true;
    const resume = maintenance.control ? await maintenance.control.pauseSchedule() : () => {};
    if (!resume) await this.#fail(run, apiMessage('restore.fault.busy'));
    else if (await this.#isReplaced(run, context, replacement)) {
      fastify.log.info({ id: run.id }, 'the market was restored, and the server starts anew');
      await this.#deleteFiles();
      // The answers to requests that are in progress are sent before the server closes.
      setImmediate(() => void maintenance.control?.restart());
      return;
    }
    dropKeys(config.dataDir);
    resume?.();
    maintenance.isRestoring = false;
  }

  /** Returns whether the database now contains the backup. Never throws. */
  async #isReplaced(run: Run, context: ActionContext, { keys, ...task }: Replacement): Promise<boolean> {
    try {
      await appendPiece(path.join(this.#folder, 'staged/audit-key'), Buffer.from(keys.stagedKey), 0);
      keepKeys(this.#app.config.dataDir, { id: run.id, auditKey: keys.auditKey, tokenSecret: keys.tokenSecret });
      await this.#work<null>(run, context, { ...task, renewsKey: keys.renewsKey });
      // If the process was ended while it was committing, the market may have been replaced.
      return (await findRestored(this.#app.database.reader))?.id === run.id;
    } catch (error) {
      this.#app.fastify.log.error({ err: error }, 'a backup could not be restored');
      await this.#fail(run, apiMessage('restore.fault.storage'));
      return false;
    }
  }

  /** Runs a task in a process of its own. If it fails, marks the run as failed and returns undefined. */
  async #work<Result>(run: Run, context: ActionContext, task: Unplaced): Promise<Result | undefined> {
    const { dataDir, databaseUrl, databaseOwnerUrl, auditKeyFile } = this.#app.config;
    // Accounts of the empty market have no id in the backup.
    const { actor, now, requestId } = context;
    const placed = {
      ...task,
      dataDir,
      databaseUrl,
      databaseOwnerUrl,
      auditKeyFile,
      folder: this.#folder,
      context: { actor, now, requestId },
    };
    try {
      const made = await runInChild<Result, RestoreStep>(programFile(PROGRAM), placed, {
        onStep: (step) => {
          run.step = step;
        },
        signal: run.child.signal,
        flags: LITTLE_MEMORY,
      });
      if ('result' in made) return made.result;
      await this.#fail(run, restoreMessage(made.failure));
    } catch (error) {
      this.#app.fastify.log.error({ err: error }, 'a backup could not be read');
      await this.#fail(run, apiMessage('restore.fault.storage'));
    }
    return undefined;
  }

  async #fail(run: Run, fault: Words | string): Promise<void> {
    await this.#deleteFiles();
    run.stage = 'failed';
    run.step = null;
    run.fault = fault;
    run.identities = [];
    run.checked = null;
  }

  async #forget(): Promise<void> {
    this.#run = undefined;
    await this.#deleteFiles();
  }

  async #deleteFiles(): Promise<void> {
    try {
      await rm(this.#folder, { recursive: true, force: true });
    } catch (error) {
      this.#app.fastify.log.error({ err: error }, 'the backup could not be deleted: it contains password hashes');
    }
  }

  async isEmpty(): Promise<boolean> {
    const { reader } = this.#app.database;
    return (
      (await findEarlier(reader)) === undefined &&
      (await findRestored(reader)) === undefined &&
      (await listFilledTables(reader)).length === 0
    );
  }

  async #report({ keyId, probe: _, signed, ...known }: CheckedBackup): Promise<NonNullable<State['report']>> {
    const { config, database } = this.#app;
    const own = database.auditKeys.find()?.id ?? (await findHead(database.reader))?.key_id;
    return {
      ...known,
      signature: {
        origin: judgeOrigin(signed, database.auditKeys.find()),
        fingerprint: signed.signature?.keyId ?? '',
      },
      audit_key: { fingerprint: keyId, is_here: keyId === '' || keyId === own },
      is_token_secret_set: config.tokenSecret !== undefined,
    };
  }
}

type Unplaced = {
  [Kind in RestoreTask['kind']]: Omit<Extract<RestoreTask, { kind: Kind }>, Placed>;
}[RestoreTask['kind']];
type Placed = 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl' | 'auditKeyFile' | 'folder' | 'context';
type Replacement = Omit<WriteTask, Placed | 'renewsKey'> & { keys: ChosenKeys };

function taskOf(id: string, { made_at: made, rows, counts }: CheckedBackup) {
  return { kind: 'write' as const, id, made, rows, counts };
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
  checked: null,
} as const;
