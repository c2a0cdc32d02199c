import type { Call } from '#contract/call.ts';
import type { Writer } from '../../db/connect.ts';
import { refuseUnproven } from '../../http/core/auth.ts';
import { isDryRun, type RequestContext } from '../../http/core/read-request.ts';
import { findTally, type NamedGiving } from './tally.ts';

/**
 * Names what a write loses, for the request that a second person reads. The amount is a lower bound of what is
 * measured. A sensitive write also needs the identity confirmed.
 */
export function nameGiving<C extends Call>(
  tx: Writer,
  { caller, context, query }: Pick<RequestContext<C>, 'caller' | 'context' | 'query'>,
  { isSensitive, ...named }: NamedGiving & { isSensitive: boolean },
): void {
  const tally = findTally(tx);
  if (isDryRun(query)) return;
  if (!caller || !tally) throw new Error(`what ${named.kind} loses is not measured`);
  if (isSensitive) refuseUnproven(caller, context.now);
  tally.named = named;
}
