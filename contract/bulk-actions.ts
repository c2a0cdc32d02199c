import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { dryRunQuery } from './money-effects.ts';
import { instant, orNone, rupeesOut } from './scalars.ts';

/** What the server does over the whole market, by hand or by schedule; each may be done again at any time. */
export const bulkActionNames = ['generate-invoices', 'apply-fines', 'fine-arrest', 'invoice-arrest', 'backup'] as const;
export type BulkAction = (typeof bulkActionNames)[number];

export const runIdIn = z.uuid({ error: inputMessage('input.uuid') });

/**
 * `dry_run=true` answers what the action would do, asks for no verification and changes nothing. `run_id`, chosen by
 * the sender, names the run, so that its progress can be asked for while it goes on. `preview_digest` says which preview was
 * looked at: when the action would do anything else by now, it is refused.
 */
export const bulkActionQuery = dryRunQuery.extend({
  run_id: orNone(runIdIn),
  preview_digest: orNone(z.string().regex(/^[0-9a-f]{64}$/, inputMessage('input.bulk-actions.digest'))),
});

/** What became of one shop, or of one invoice of it. */
const marketResult = z.object({
  shop_id: z.string(),
  tenant_name: z.string().nullable(),
  status: z.enum(['success', 'skipped', 'failed']),
  invoice_id: z.string().optional(),
  /** What was made of it: the bill of the month, the fine, or what is owed under arrest. */
  amount: rupeesOut.optional(),
  /** Why it was skipped, or failed. */
  error: z.string().optional(),
});
export type BulkActionResult = z.output<typeof marketResult>;

/** What each of these actions answers, and what its rehearsal does. */
export const bulkActionEffect = {
  message: z.string(),
  /** How many succeeded. */
  count: z.int(),
  /** The amounts of those, added up. */
  total_amount: rupeesOut,
  results: z.array(marketResult),
  /** SHA-256 of the results, hexadecimal: equal for equal results. */
  digest: z.string(),
};
export type BulkActionEffect = { [Key in keyof typeof bulkActionEffect]: z.output<(typeof bulkActionEffect)[Key]> };

/** One run of an action over the whole market, as it goes and how it ended. */
const run = z.object({
  id: z.string(),
  action: z.enum(bulkActionNames),
  /** The month or day that a scheduled run is for; null for one by hand. */
  period: z.string().nullable(),
  /** E-mail of who started it, or `schedule`. */
  started_by: z.string(),
  started_at: instant,
  ended_at: instant.nullable(),
  /** Shops done of all. */
  done: z.int(),
  total: z.int(),
  /** Interrupted: it has said nothing for some time, for its server was stopped. What it had done stands; run it again. */
  outcome: z.enum(['running', 'done', 'failed', 'interrupted']),
  /** How it ended, in a sentence. */
  summary: z.string(),
});
export type Run = z.output<typeof run>;

/** Runs that are listed. */
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
