import { dayOf, type Instant } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { CentreFault, OpenCentre, OtherCentre, OtherProduct, UnionRow } from '#contract/other-centres.ts';
import type { CentrePrice } from '#contract/where-to-sell.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import {
  type CentreRow,
  countOtherProducts,
  countStored,
  listCentres,
  listDaysOn,
  type OtherProductRow,
} from './queries.ts';

export function wordFault(fault: CentreFault, detail: string): ApiMessage {
  return apiMessage(`other-centres.fault.${fault}`, { detail });
}

type PresentedCentre = Omit<OtherCentre, 'fault'> & { fault: ApiMessage | null };

export async function presentCentres(db: Reader, centres: readonly CentreRow[]): Promise<PresentedCentre[]> {
  const stored = await countStored(db);
  const products = await countOtherProducts(db);
  return centres.map((row) => {
    const { prices, newest, stale } = stored.get(row.id) ?? { prices: 0, newest: null, stale: 0 };
    return {
      centre_id: row.id,
      key: row.market_key,
      address: row.address,
      name: row.name,
      name_si: row.name_si,
      name_ta: row.name_ta,
      licence: row.licence,
      distance_km: row.distance_km,
      usual_time: row.usual_time,
      fault: row.fault && wordFault(row.fault, row.fault_detail),
      answered_at: row.answered_at,
      next_read_at: row.next_read_at,
      newest_day: newest,
      days_to_read: stale,
      prices,
      ...(products.get(row.id) ?? { products: 0, unmapped: 0 }),
    };
  });
}

export function presentOtherProduct({
  id,
  code,
  name,
  name_si,
  name_ta,
  unit,
  product_id,
  mapped_by,
}: OtherProductRow): OtherProduct {
  return { other_product_id: id, code, name, name_si, name_ta, unit, product_id, mapped_by };
}

export async function presentOpenCentres(db: Reader, now: Instant): Promise<OpenCentre[]> {
  const stored = await countStored(db);
  const today = new Map((await listDaysOn(db, dayOf(now))).map((one) => [one.centre_id, one]));
  return (await listCentres(db)).map((row) => {
    const { date, state, reason } = today.get(row.id) ?? {};
    return {
      key: row.market_key,
      name: row.name,
      name_si: row.name_si,
      name_ta: row.name_ta,
      ...centreSource(row),
      distance_km: row.distance_km,
      answered_at: row.answered_at,
      is_answering: row.fault === null,
      newest_day: stored.get(row.id)?.newest ?? null,
      today: date === undefined || state === undefined ? null : { date, state, reason: reason ?? null },
    };
  });
}

/** Every figure of another centre is shown with where it is from and under which terms. */
export function centreSource({
  address,
  licence,
}: Pick<CentreRow, 'address' | 'licence'>): Pick<UnionRow, 'source' | 'licence'> {
  return { source: address, licence: licence === '' ? null : licence };
}

export function presentPair(pair: {
  min_cents: Parameters<typeof toRupees>[0];
  max_cents: Parameters<typeof toRupees>[0];
}) {
  return { min_price: toRupees(pair.min_cents), max_price: toRupees(pair.max_cents) };
}

/** Where the figures of this market are from: the form of `centreSource`. */
export function ownSource({
  centre,
  config,
}: Pick<AppContext, 'centre' | 'config'>): Pick<UnionRow, 'source' | 'licence'> {
  const source = config.publicUrl ?? '';
  if (centre.facts.dataLicence !== '') return { source, licence: centre.facts.dataLicence };
  return { source, licence: source === '' ? null : `${source}/open-data` };
}

/** A price of the side-by-side page for programs. */
export function presentCentrePrice(price: CentrePrice) {
  const { name, date, age, unit, minCents, maxCents, distanceKm, source, licence, isAnswering, closedToday } = price;
  return {
    centre: name.en,
    is_here: price.centreId === 0,
    date,
    age_days: age,
    unit,
    min_price: toRupees(cents(minCents)),
    max_price: toRupees(cents(maxCents)),
    distance_km: distanceKm,
    is_answering: isAnswering,
    closed_today: closedToday?.en ?? null,
    source,
    licence,
  };
}
