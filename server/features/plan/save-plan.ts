import { apiMessage, message } from '#contract/messages/message.ts';
import { overlaps } from '#contract/plan/lay-out.ts';
import type { PlanPart } from '#contract/plan.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { badInput } from '../../http/core/read-request.ts';
import { type ChangeDescription, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { presentPlanPart } from './load-plan.ts';
import { deletePlanParts, insertPlanParts, listPlanParts, listShopsOfPlan } from './queries.ts';

/** Replaces the parts of the plan. Parts that are as before keep their rows. The caller has locked the data version. */
export async function savePlan(tx: Writer, context: ActionContext, parts: readonly PlanPart[]): Promise<void> {
  const shops = new Map((await listShopsOfPlan(tx)).map((shop) => [shop.shop_id.toLowerCase(), shop]));
  const known = parts.map((part, at) => {
    if ((part.kind === 'stall') !== (part.shop_id !== null)) throw wrongPart(at, apiMessage('plan.save.kind'));
    if (part.shop_id === null) return part;
    const shop = shops.get(part.shop_id.toLowerCase());
    if (!shop) throw wrongPart(at, apiMessage('plan.save.unknown', { shop: part.shop_id }));
    return { ...part, shop_id: shop.shop_id, text: '' };
  });
  refuseOverlaps(known);
  const before = await listPlanParts(tx);
  const left = new Map(before.map((row) => [JSON.stringify(presentPlanPart(row)), row.id]));
  const added = known.filter((part) => !left.delete(JSON.stringify(part)));
  if (added.length === 0 && left.size === 0) return;
  await deletePlanParts(tx, [...left.values()]);
  await insertPlanParts(
    tx,
    added.map((part) => ({ ...part, shop_id: shops.get(part.shop_id?.toLowerCase() ?? '')?.id ?? null })),
  );
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Plan Changed',
    description: apiMessage('plan.audit.changed'),
    ...describeChanges(...describeParts(before.map(presentPlanPart), known)),
  });
}

/** Stalls that people placed may touch, but not overlap. A shop has one place. */
function refuseOverlaps(parts: readonly PlanPart[]): void {
  const stalls = parts.flatMap((part, at) => (part.shop_id === null ? [] : [{ ...part, shop_id: part.shop_id, at }]));
  const byLeft = stalls.toSorted((one, other) => one.x - other.x);
  const seen = new Set<string>();
  for (const [index, one] of byLeft.entries()) {
    if (seen.has(one.shop_id)) throw wrongPart(one.at, apiMessage('plan.save.twice', { shop: one.shop_id }));
    seen.add(one.shop_id);
    for (let next = index + 1; next < byLeft.length; next += 1) {
      const other = byLeft[next];
      if (!other || other.x >= one.x + one.width) break;
      if (overlaps(one, other))
        throw wrongPart(one.at, apiMessage('plan.save.overlap', { one: one.shop_id, other: other.shop_id }));
    }
  }
}

function wrongPart(at: number, sentence: ReturnType<typeof apiMessage>) {
  return badInput([{ field: `parts.${at}`, message: sentence }]);
}

/** The log names each part that changed, with its place and size. */
function describeParts(
  before: readonly PlanPart[],
  after: readonly PlanPart[],
): [before: ChangeDescription, after: ChangeDescription] {
  const [was, is] = [before, after].map(placesOf);
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  const all = (places: ChangeDescription = {}) =>
    Object.fromEntries([...names].map((name) => [name, places[name] ?? null]));
  return [all(was), all(is)];
}

function placesOf(parts: readonly PlanPart[]): ChangeDescription {
  const places = new Map<string, string>();
  for (const { kind, shop_id, text, x, y, width, height } of parts) {
    const name = message(`plan.audit.${kind}`, { name: shop_id ?? text });
    const place = `${x}, ${y}, ${width} × ${height}`;
    places.set(name, [places.get(name), place].filter((one) => one !== undefined).join(' / '));
  }
  return Object.fromEntries(places);
}
