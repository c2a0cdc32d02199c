import { dayOf, type Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { listEveryProduct } from '../products/queries.ts';
import { PeerFault } from './centre-fault.ts';
import { productMapper } from './map-products.ts';
import { nextReading } from './plan-reading.ts';
import {
  type CentreRow,
  deleteOtherDays,
  deleteOtherPrices,
  deleteOtherProducts,
  findCentre,
  insertOtherPrices,
  listOtherDays,
  listOtherProducts,
  type OtherPrice,
  type OtherProductRow,
  putOtherDays,
  putOtherProducts,
  updateCentre,
} from './queries.ts';
import type { Reading } from './read-centre.ts';

/**
 * Stores what a reading found, in one transaction: the figures of each day as the centre has them now. The version of
 * the public data is raised only if something that readers see has changed.
 */
export async function storeReading(
  tx: Writer,
  reading: Reading,
  { id, now }: { id: number; now: Instant },
): Promise<void> {
  const centre = await findCentre(tx, id);
  // Removed while it was read.
  if (!centre) return;
  const hasNewProducts = await storeProducts(tx, centre, reading);
  const hasNewDays = await storeDays(tx, centre, reading);
  const hasNewLists = await storeLists(tx, centre, reading);
  const { identity, fault } = reading;
  const { name, name_si, name_ta, licence, listTime } = identity ?? { ...centre, listTime: centre.usual_time };
  const isRenamed = name !== centre.name || name_si !== centre.name_si || name_ta !== centre.name_ta;
  const days = await listOtherDays(tx, id);
  const today = days.find(({ date }) => date === dayOf(now));
  const usual_time = listTime ?? centre.usual_time;
  const faults = fault ? centre.faults + 1 : 0;
  await updateCentre(tx, id, {
    name,
    name_si,
    name_ta,
    licence,
    usual_time,
    fault: fault?.fault ?? null,
    fault_detail: fault?.detail ?? '',
    faults,
    last_change: reading.lastChange,
    // What follows a fault is asked for again as a whole.
    etags: fault ? '{}' : JSON.stringify(reading.etags),
    read_at: now,
    ...(!fault && { answered_at: now }),
    next_read_at: nextReading({
      now,
      usualTime: usual_time,
      hasToday: today !== undefined && today.state !== 'none' && today.is_stale === 0,
      toRead: days.filter(({ is_stale }) => is_stale === 1).length,
      faults,
    }),
  });
  const isChanged = hasNewProducts || hasNewDays || hasNewLists || isRenamed || licence !== centre.licence;
  if (isChanged) await raiseDataVersion(tx);
}

/** Stores the products that a centre has now, and maps them to those of this market. */
async function storeProducts(tx: Writer, centre: CentreRow, { products }: Reading): Promise<boolean> {
  const stored = await listOtherProducts(tx, centre.id);
  const known = new Map(stored.map((row) => [row.code, row]));
  const map = await loadMapper(tx);
  const theirs = products?.map(({ code, name, name_si, name_ta, unit, cpc, hs }) => ({
    centre_id: centre.id,
    code,
    name,
    name_si,
    name_ta,
    unit,
    cpc: cpc ?? null,
    hs: hs ?? null,
  }));
  const now = (theirs ?? stored).map((row) => ({ ...row, ...mappingOf(row, known.get(row.code), map) }));
  const changed = now.filter((row) => !isSameProduct(known.get(row.code), row));
  const codes = new Set(now.map(({ code }) => code));
  const gone = stored.filter(({ code }) => !codes.has(code));
  await putOtherProducts(
    tx,
    changed.map((row) => withoutId(row)),
  );
  await deleteOtherProducts(
    tx,
    gone.map(({ id }) => id),
  );
  return changed.length + gone.length > 0;
}

async function loadMapper(db: Reader) {
  return productMapper(await listEveryProduct(db));
}

type Named = Omit<OtherProductRow, 'id' | 'product_id' | 'mapped_by'>;

/** A person's word applies until the person says something else. */
function mappingOf(row: Named, before: OtherProductRow | undefined, map: ReturnType<typeof productMapper>) {
  if (before?.mapped_by !== 'person') return map(row);
  return { product_id: before.product_id, mapped_by: before.mapped_by };
}

const FIELDS = ['name', 'name_si', 'name_ta', 'unit', 'cpc', 'hs', 'product_id', 'mapped_by'] as const;

function isSameProduct(before: OtherProductRow | undefined, now: Omit<OtherProductRow, 'id'>): boolean {
  return before !== undefined && FIELDS.every((field) => before[field] === now[field]);
}

function withoutId(row: Omit<OtherProductRow, 'id'>): Omit<OtherProductRow, 'id'> {
  const { centre_id, code, name, name_si, name_ta, unit, cpc, hs, product_id, mapped_by } = row;
  return { centre_id, code, name, name_si, name_ta, unit, cpc, hs, product_id, mapped_by };
}

async function storeDays(tx: Writer, centre: CentreRow, { changedDays, goneDays }: Reading): Promise<boolean> {
  await putOtherDays(tx, changedDays);
  // A day whose list was withdrawn has no prices here either.
  const withoutList = changedDays.filter(({ state }) => state !== 'list').map(({ date }) => date);
  await deleteOtherPrices(tx, centre.id, [...goneDays, ...withoutList]);
  await deleteOtherDays(tx, centre.id, goneDays);
  return changedDays.length + goneDays.length > 0;
}

async function storeLists(tx: Writer, centre: CentreRow, reading: Reading): Promise<boolean> {
  const { lists } = reading;
  if (lists.size === 0) return false;
  const products = new Map((await listOtherProducts(tx, centre.id)).map(({ code, id }) => [code, id]));
  const days = new Map((await listOtherDays(tx, centre.id)).map((one) => [one.date, one]));
  for (const [date, items] of lists) {
    const day = days.get(date);
    const rows = items.map(({ code, min_price, max_price }): OtherPrice | undefined => {
      const other_product_id = products.get(code);
      return other_product_id === undefined
        ? undefined
        : { other_product_id, date, min_cents: min_price, max_cents: max_price };
    });
    if (!day || rows.includes(undefined)) {
      reading.fault = new PeerFault('bad_shape', `/api/v1/prices?date=${date}`);
      continue;
    }
    await deleteOtherPrices(tx, centre.id, [date]);
    await insertOtherPrices(
      tx,
      rows.flatMap((row) => row ?? []),
    );
    await putOtherDays(tx, [{ ...day, is_stale: 0 }]);
  }
  return true;
}
