import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { dryRunQuery } from './money-effects.ts';
import { instant, orNone, rupeesOut } from './scalars.ts';
import { shopOutcomes } from './words.ts';

export const bulkActionNames = [
  'generate-invoices',
  'apply-fines',
  'fine-arrest',
  'invoice-arrest',
  'backup',
  'backup-elsewhere',
  'anchor',
  'missing-list',
  'verify',
] as const;
export type BulkAction = (typeof bulkActionNames)[number];

export const runIdIn = z.uuid({ error: inputMessage('input.uuid') });

/**
 * `dry_run=true` returns the preview, needs no password and changes nothing. `run_id`, chosen by the client, identifies
 * the run, so that its progress can be read. `preview_digest` identifies the preview that the user saw. If the result
 * would now differ from that preview, the action is refused.
 */
export const bulkActionQuery = dryRunQuery.extend({
  run_id: orNone(runIdIn),
  preview_digest: orNone(z.string().regex(/^[0-9a-f]{64}$/, inputMessage('input.bulk-actions.digest'))),
});

/** The result for one shop, or for one of its invoices. */
const marketResult = z.object({
  shop_id: z.string(),
  tenant_name: z.string().nullable(),
  status: z.enum(shopOutcomes),
  invoice_id: z.string().optional(),
  /** The amount that the action concerns: the total of the new invoice, the fine, or the debt under arrest. */
  amount: rupeesOut.optional(),
  error: z.string().optional(),
});
export type BulkActionResult = z.output<typeof marketResult>;

export const bulkActionEffect = {
  message: z.string(),
  count: z.int(),
  total_amount: rupeesOut,
  results: z.array(marketResult),
  /** The SHA-256 of the results, hexadecimal; equal for equal results. */
  digest: z.string(),
};
export type BulkActionEffect = { [Key in keyof typeof bulkActionEffect]: z.output<(typeof bulkActionEffect)[Key]> };

const run = z.object({
  id: z.string(),
  action: z.enum(bulkActionNames),
  /** The month or day of a scheduled run; null for a run that a person started. */
  period: z.string().nullable(),
  /** The email of the account that started the run, or `schedule`. */
  started_by: z.string(),
  started_at: instant,
  ended_at: instant.nullable(),
  done: z.int(),
  total: z.int(),
  /**
   * `interrupted` means that the run made no progress for some time, because the server stopped. The changes made until
   * then remain, and the action can be run again.
   */
  outcome: z.enum(['running', 'done', 'failed', 'interrupted']),
  summary: z.string(),
});
export type Run = z.output<typeof run>;

export const NEWEST_RUNS = 50;

export const bulkActions = {
  listRuns: call({
    method: 'GET',
    path: '/api/settings/runs',
    permission: 'books.read',
    summary: `List the newest ${NEWEST_RUNS} runs of bulk actions, manual and scheduled.`,
    answer: z.array(run),
    refusals: [],
  }),
  getRun: call({
    method: 'GET',
    path: '/api/settings/runs/:id',
    permission: 'books.read',
    summary: 'Get the progress of a run.',
    params: z.object({ id: runIdIn }),
    answer: run,
    refusals: ['run_not_found'],
  }),
};
