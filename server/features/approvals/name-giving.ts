import type { Writer } from '../../db/connect.ts';
import type { WriteRequest } from '../../http/core/app-context.ts';
import { refuseUnproven } from '../../http/core/auth.ts';
import { isDryRun } from '../../http/core/read-request.ts';
import { findTally, type NamedGiving } from './tally.ts';

/** Who makes a write, and whether it is a preview. */
export type NamingRequest = Pick<WriteRequest, 'caller' | 'context' | 'query'>;

/**
 * Names what a write loses, for the request that a second person reads. The amount is a lower bound of what is
 * measured. A sensitive write also needs the identity confirmed.
 */
export function nameGiving(
  tx: Writer,
  { caller, context, query }: NamingRequest,
  { isSensitive, ...named }: NamedGiving & { isSensitive: boolean },
): void {
  const tally = findTally(tx);
  if (isDryRun(query)) return;
  if (!caller || !tally) throw new Error(`what ${named.kind} loses is not measured`);
  if (isSensitive) refuseUnproven(caller, context.now);
  tally.named = named;
}
