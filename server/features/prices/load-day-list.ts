import type { Day } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { versionOf } from '#contract/version.ts';
import type { Writer } from '../../db/connect.ts';
import { listEveryProduct } from '../products/queries.ts';
import { listDay, type StoredPriceRow } from './queries.ts';

export interface StoredDayList {
  rows: StoredPriceRow[];
  names: ReadonlyMap<number, string>;
  digest: string;
}

export async function loadDayList(tx: Writer, date: Day): Promise<StoredDayList> {
  const rows = await listDay(tx, date);
  if (rows.length === 0) {
    throw new Refusal('price_list_not_found', { message: apiMessage('refusals.price_list_not_found', { date }) });
  }
  const names = new Map((await listEveryProduct(tx)).map(({ id, name }) => [id, name]));
  return { rows, names, digest: digestOf(rows) };
}

export function digestOf(rows: readonly StoredPriceRow[]): string {
  const pairs = rows.map(({ product_id, date, min_cents, max_cents }) => [product_id, date, min_cents, max_cents]);
  return versionOf({ versionFields: ['pairs'] }, { pairs });
}

export function refuseChangedPreview(seen: string | undefined, digest: string): void {
  if (seen !== undefined && seen !== digest) throw new Refusal('preview_changed');
}
