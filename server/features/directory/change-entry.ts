import type { Body } from '#contract/call.ts';
import type { DirectoryEntry, directory } from '#contract/directory.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { badInput } from '../../http/core/read-request.ts';
import { type ChangeDescription, describeAll, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { refuseErased } from '../tenants/edited-tenant.ts';
import { findTenancy, lockTenancy, type TenancyOfShopRow } from '../tenants/queries.ts';
import { deleteEntry, findEntry, findExistingProducts, markWithdrawn, putEntry } from './queries.ts';

const NO_ENTRY = { trade_name: '', product_ids: [], recorded_at: null, recorded_by: null };

export async function loadEntry(db: Reader, id: number): Promise<DirectoryEntry> {
  const tenancy = await findTenancy(db, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  return describeEntry(db, tenancy);
}

/** Locks the tenancy, because an entry that does not exist yet cannot be locked. */
export async function lockEntry(tx: Writer, id: number): Promise<DirectoryEntry | undefined> {
  const tenancy = await lockTenancy(tx, id);
  return tenancy && describeEntry(tx, tenancy);
}

async function describeEntry(db: Reader, tenancy: TenancyOfShopRow): Promise<DirectoryEntry> {
  const row = await findEntry(db, tenancy.id);
  if (!row) return { ...NO_ENTRY, state: 'none', withdrawn_at: null, withdrawn_by: null };
  const { tenancy_id: _, ...entry } = row;
  const agreed = tenancy.ended_on === null ? 'agreed' : 'ended';
  return { ...entry, state: entry.withdrawn_at === null ? agreed : 'withdrawn' };
}

type Agreement = Body<typeof directory.agree> & { id: number };

/** Records that the tenant agrees. Every recording names who recorded it and when, also if only the goods changed. */
export async function recordAgreement(
  tx: Writer,
  context: ActionContext,
  { id, trade_name, product_ids: given }: Agreement,
): Promise<void> {
  const tenancy = await lockTenancy(tx, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  refuseErased(tenancy);
  if (tenancy.ended_on !== null) throw new Refusal('tenancy_ended');
  const product_ids = [...new Set(given)].sort((one, other) => one - other);
  await refuseUnknownProducts(tx, product_ids);
  const before = await describeEntry(tx, tenancy);
  await putEntry(tx, { tenancy_id: id, trade_name, product_ids, recorded_at: context.now, recorded_by: context.actor });
  await raiseDataVersion(tx);
  const after = await describeEntry(tx, tenancy);
  await writeAudit(tx, context, {
    type: 'Directory Entry Agreed',
    description: apiMessage('directory.audit.agreed', { shop: tenancy.written_shop_id, name: trade_name }),
    subject: { shopId: tenancy.written_shop_id, tenancyId: id },
    ...(before.state === 'none'
      ? { newValue: describeAll(valuesOf(after)) }
      : describeChanges(valuesOf(before), valuesOf(after))),
  });
}

async function refuseUnknownProducts(tx: Writer, ids: readonly number[]): Promise<void> {
  const known = new Set(await findExistingProducts(tx, ids));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown === -1) return;
  throw badInput([{ field: `product_ids.${unknown}`, message: apiMessage('directory.agree.unknown') }]);
}

function valuesOf({ state, trade_name, product_ids }: DirectoryEntry): ChangeDescription {
  return { state, trade_name, product_ids: product_ids.join(', ') };
}

/** Withdraws the agreement. The entry is then on no public page. Once withdrawn, it stays so until it is agreed again. */
export async function withdrawAgreement(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const tenancy = await lockTenancy(tx, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  const { state } = await describeEntry(tx, tenancy);
  if (state === 'none' || state === 'withdrawn') return;
  await markWithdrawn(tx, { tenancyId: id, at: context.now, by: context.actor });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Directory Entry Withdrawn',
    description: apiMessage('directory.audit.withdrawn', { shop: tenancy.written_shop_id }),
    subject: { shopId: tenancy.written_shop_id, tenancyId: id },
  });
}

/** Deletes the entry of a tenancy together with its personal data. */
export async function eraseEntry(tx: Writer, id: number): Promise<void> {
  if (await deleteEntry(tx, id)) await raiseDataVersion(tx);
}

/** Makes public pages forget the entry of a tenancy that ends, if it has one. */
export async function hideEndedEntry(tx: Writer, id: number): Promise<void> {
  if (await findEntry(tx, id)) await raiseDataVersion(tx);
}
