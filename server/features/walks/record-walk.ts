import { dayOf } from '#billing/calendar.ts';
import type { Body } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { walks } from '#contract/walks.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { nextTurn } from '../../turns.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, prepareImage } from '../images/store-image.ts';
import { lockShop } from '../shops/queries.ts';
import { findCurrentTenancy } from '../tenants/queries.ts';
import { readEventTime } from '../tickets/read-event-time.ts';
import { findWalkByKey, insertWalk, lockWalk, markHandled } from './queries.ts';

/** Draws a sent picture anew, without what the camera noted. Call it before a transaction. */
export async function prepareWalkPicture(base64: string | undefined): Promise<EncodedImage | undefined> {
  if (base64 === undefined) return undefined;
  const sent = Buffer.from(base64, 'base64');
  await nextTurn();
  return prepareImage(sent);
}

type WalkInput = Omit<Body<typeof walks.record>, 'picture'> & { image: EncodedImage | undefined };

/** Records an entry, unless its key is known already. Entries of two phones are both recorded. */
export async function recordWalk(
  tx: Writer,
  context: ActionContext,
  { entry_key, shop_id, state, note, seen_at, image }: WalkInput,
): Promise<number> {
  const shop = await lockShop(tx, shop_id);
  if (!shop) throw new Refusal('shop_not_found');
  const known = await findWalkByKey(tx, entry_key);
  if (known !== undefined) return known;
  const seen = readEventTime(context, seen_at);
  const tenancy = await findCurrentTenancy(tx, shop.id);
  const id = await insertWalk(tx, {
    entry_key,
    shop_id: shop.id,
    tenancy_id: tenancy?.id ?? null,
    day: dayOf(seen),
    seen_at: seen,
    state,
    note,
    picture: image?.bytes ?? null,
    recorded_at: context.now,
    recorded_by: context.actor,
  });
  await writeAudit(tx, context, {
    type: 'Walk Recorded',
    description: apiMessage('walks.audit.recorded', { shop: shop.shop_id, state }),
    subject: { shopId: shop.shop_id, tenancyId: tenancy?.id ?? null },
    ...(note !== '' && { newValue: note }),
  });
  return id;
}

export async function handleDifference(
  tx: Writer,
  context: ActionContext,
  { id, sentence }: { id: number; sentence: string },
): Promise<void> {
  const walk = await lockWalk(tx, id);
  if (!walk) throw new Refusal('walk_not_found');
  if (walk.handled_at !== null) throw new Refusal('walk_handled');
  await markHandled(tx, { id, handled_at: context.now, handled_by: context.actor, sentence });
  await writeAudit(tx, context, {
    type: 'Walk Difference Handled',
    description: apiMessage('walks.audit.handled', { shop: walk.shop_id }),
    subject: { shopId: walk.shop_id, tenancyId: walk.tenancy_id },
    newValue: sentence,
  });
}
