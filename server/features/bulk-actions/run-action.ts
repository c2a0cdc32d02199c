import { randomUUID } from 'node:crypto';
import type { BulkAction, BulkActionEffect } from '#contract/bulk-actions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { requireVerified } from '../session/require-verified.ts';
import { type BulkPass, countOf, shopsAtOnce } from './for-each-shop.ts';
import { findRun } from './queries.ts';
import { type RunEnd, trackRun } from './track-run.ts';

interface ActionRequest {
  query: {
    dry_run?: 'true' | 'false' | undefined;
    run_id?: string | undefined;
    preview_digest?: string | undefined;
  };
  body: { email?: string | undefined; password?: string | undefined };
  context: ActionContext;
  caller: Caller;
}

/** Runs an action for all shops. A dry run needs no confirmation and is not stored. */
export async function runAction<Effect extends Unworded<BulkActionEffect>>(
  app: AppContext,
  { query, body, context, caller }: ActionRequest,
  { action, work }: { action: BulkAction; work: (pass: BulkPass) => Promise<Effect> },
): Promise<Effect> {
  const { fastify, database, clock } = app;
  const onFailure: BulkPass['onFailure'] = (shopId, error) =>
    fastify.log.error(
      { err: error, action, shopId, requestId: context.requestId },
      'a shop failed in an action over the market',
    );
  const atOnce = shopsAtOnce(database);
  const dryRun = () => work({ keep: database.dryRun, atOnce, onShop: async () => {}, onFailure });
  if (query.dry_run === 'true') return dryRun();
  const run = { id: query.run_id ?? randomUUID(), action };
  // These checks come before requireVerified, because a refusal must not use up the confirmation.
  if (await findRun(database.reader, run.id)) throw new Refusal('run_exists');
  const { preview_digest } = query;
  if (preview_digest !== undefined && preview_digest !== (await dryRun()).digest) throw new Refusal('preview_changed');
  await requireVerified(app, context, { caller, ...body });
  const effect = await trackRun({ database, clock }, context, {
    run,
    work: (onShop) => work({ keep: database.write, atOnce, onShop, onFailure }),
    endOf: endOfAction,
  });
  if (!effect) throw new Error('a run by hand was not run');
  return effect;
}

export function endOfAction({ message, results }: Unworded<BulkActionEffect>): RunEnd {
  return { message, failed: countOf(results, 'failed') > 0 };
}
