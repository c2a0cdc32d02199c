import type { FastifyBaseLogger } from 'fastify';
import { message } from '#contract/messages/message.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { programFile } from '../../program-files.ts';
import { runInChild } from '../../run-in-child.ts';
import type { RunEnd } from '../bulk-actions/track-run.ts';
import type { VerificationTask } from './make-verification.ts';
import { saveVerification, type VerificationRow } from './queries.ts';
import type { MarketVerification } from './verify-market.ts';

interface Place {
  database: Database;
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'auditKeyFile'>;
  clock: Clock;
  log: FastifyBaseLogger;
}

const SHOWN = 3;

/** Verifies the market in a low-priority process and stores the result. A fault is logged as an error. */
export async function storeVerification({ database, config, clock, log }: Place): Promise<RunEnd> {
  const result = await verifyInChild(config);
  const { outcome, faults, summary } = result;
  await database.write((tx) => saveVerification(tx, { ...result, ended_at: clock.now() }));
  if (outcome === 'clean') log.info({ summary }, 'the verification found no fault');
  else log.error({ outcome, faults, summary }, 'the verification found faults');
  return { message: summary, failed: outcome === 'failed' };
}

async function verifyInChild({
  dataDir,
  databaseUrl,
  auditKeyFile,
}: Place['config']): Promise<Pick<VerificationRow, 'outcome' | 'faults' | 'summary'>> {
  const program = programFile('features/ledger/make-verification.ts');
  const task: VerificationTask = { dataDir, databaseUrl, auditKeyFile };
  const run = await runInChild<MarketVerification>(program, task);
  if ('failure' in run) return { outcome: 'failed', faults: 0, summary: run.failure };
  const { shops, entries, tickets, auditEntries, unproven, differences } = run.result;
  if (differences.length === 0) {
    const summary = message('ledger.verify.clean', { shops, entries, tickets, audit: auditEntries, unproven });
    return { outcome: 'clean', faults: 0, summary };
  }
  return { outcome: 'differs', faults: differences.length, summary: differences.slice(0, SHOWN).join('\n') };
}
