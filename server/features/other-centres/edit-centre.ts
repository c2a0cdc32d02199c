import { apiMessage } from '#contract/messages/message.ts';
import { MOST_CENTRES } from '#contract/other-centres.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { lockDataVersion, raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { readMarketKey } from '../open-data/read-market-key.ts';
import { findProduct } from '../products/queries.ts';
import type { PeerIdentity } from './peer-answers.ts';
import {
  type CentreRow,
  deleteCentre,
  findCentre,
  findCentreByKey,
  findOtherProduct,
  insertCentre,
  listCentres,
  type OtherProductRow,
  setMapping,
  updateCentre,
} from './queries.ts';

const FIRST_TIME = '08:00';

export async function getCentre(db: Reader, id: number): Promise<CentreRow> {
  const centre = await findCentre(db, id);
  if (!centre) throw new Refusal('other_centre_not_found');
  return centre;
}

interface AddedCentre {
  address: string;
  identity: PeerIdentity;
  distance_km: number | null;
}

/**
 * Adds a centre that has answered with its key. If the key is known, the centre has moved: it gets the new address, and
 * its figures stay. Returns its id.
 */
export async function addCentre(
  tx: Writer,
  context: ActionContext,
  { address, identity, distance_km }: AddedCentre,
): Promise<{ id: number; isKnown: boolean }> {
  // Two people may add the same centre at the same time.
  await lockDataVersion(tx);
  if (identity.key === (await readMarketKey(tx))) throw new Refusal('other_centre_is_own');
  const known = await findCentreByKey(tx, identity.key);
  if (known) {
    const km = distance_km ?? known.distance_km;
    await updateCentre(tx, known.id, { address, distance_km: km, etags: '{}', faults: 0, next_read_at: context.now });
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: 'Other Centre Changed',
      description: apiMessage('other-centres.audit.moved', { centre: known.name }),
      oldValue: known.address,
      newValue: address,
    });
    return { id: known.id, isKnown: true };
  }
  if ((await listCentres(tx)).length >= MOST_CENTRES) throw new Refusal('other_centres_too_many');
  const id = await insertCentre(tx, {
    market_key: identity.key,
    address,
    name: identity.name,
    name_si: identity.name_si,
    name_ta: identity.name_ta,
    licence: identity.licence,
    distance_km,
    usual_time: identity.listTime ?? FIRST_TIME,
    fault: null,
    fault_detail: '',
    faults: 0,
    last_change: 0,
    etags: '{}',
    answered_at: null,
    read_at: null,
    next_read_at: context.now,
    added_at: context.now,
    added_by: context.actor,
  });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Other Centre Added',
    description: apiMessage('other-centres.audit.added', { centre: identity.name }),
    newValue: address,
  });
  return { id, isKnown: false };
}

export async function changeDistance(
  tx: Writer,
  context: ActionContext,
  { id, distance_km }: { id: number; distance_km: number | null },
): Promise<void> {
  await lockDataVersion(tx);
  const centre = await getCentre(tx, id);
  if (centre.distance_km === distance_km) return;
  await updateCentre(tx, id, { distance_km });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Other Centre Changed',
    description: apiMessage('other-centres.audit.distance', { centre: centre.name }),
    oldValue: describeDistance(centre.distance_km),
    newValue: describeDistance(distance_km),
  });
}

function describeDistance(km: number | null): string {
  return km === null ? '' : `${km} km`;
}

/** Makes the next reading due. */
export async function readSoon(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const centre = await getCentre(tx, id);
  await updateCentre(tx, id, { next_read_at: context.now });
  await writeAudit(tx, context, {
    type: 'Other Centre Changed',
    description: apiMessage('other-centres.audit.read', { centre: centre.name }),
  });
}

/** Removes a centre with all that was read from it. It can be added again, and is then read from the beginning. */
export async function removeCentre(tx: Writer, context: ActionContext, id: number): Promise<void> {
  await lockDataVersion(tx);
  const centre = await getCentre(tx, id);
  await deleteCentre(tx, id);
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Other Centre Removed',
    description: apiMessage('other-centres.audit.removed', { centre: centre.name }),
    oldValue: centre.address,
  });
}

/** Records what a person says of a product. `null` says that no product of this market is the same. */
export async function mapProduct(
  tx: Writer,
  context: ActionContext,
  asked: { centreId: number; otherProductId: number; productId: number | null },
): Promise<OtherProductRow> {
  await lockDataVersion(tx);
  const centre = await getCentre(tx, asked.centreId);
  const before = await findOtherProduct(tx, centre.id, asked.otherProductId);
  if (!before) throw new Refusal('other_product_not_found');
  const product = asked.productId === null ? undefined : await findProduct(tx, asked.productId);
  if (asked.productId !== null && !product) throw new Refusal('product_not_found');
  const mapping = { product_id: asked.productId, mapped_by: 'person' as const };
  if (before.product_id === mapping.product_id && before.mapped_by === mapping.mapped_by) return before;
  await setMapping(tx, before.id, mapping);
  await raiseDataVersion(tx);
  const old = before.product_id === null ? undefined : await findProduct(tx, before.product_id);
  await writeAudit(tx, context, {
    type: 'Other Centre Changed',
    description: apiMessage('other-centres.audit.mapped', { product: before.name, centre: centre.name }),
    oldValue: old?.name ?? '',
    newValue: product?.name ?? '',
  });
  return { ...before, ...mapping };
}
