import { type Day, dayOf, type Instant, type Month } from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import type { RentMessageMeans } from '#contract/rent-messages.ts';
import type { RentMessageChannel, RentMessageOccasion } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { mobileOf } from '../alerts/check-address.ts';
import { loadPromisedCheques } from '../ledger/promised-cheques.ts';
import { loadTenancyPayments } from '../tax/load-papers.ts';
import { loadPageAddresses, type PageSource } from '../tenant-links/page-link.ts';
import { dueOfTenancy, listTenanciesById, type TenancyOfShopRow } from '../tenants/queries.ts';
import { findReportedPayment, listOptOuts, loadUnpaid } from './queries.ts';

/** What a message is about. */
export interface MessageSubject {
  occasion: RentMessageOccasion;
  month: Month | null;
  payment_id: number | null;
}

/** What a message says of one tenancy. */
export interface MessageFacts {
  tenancy: TenancyOfShopRow;
  amountCents: Cents;
  /** Everything that is due, less the cheques that were received and count later. */
  totalCents: Cents;
  dueDay: Day | null;
  /** The day of a payment. */
  day: Day | null;
  reference: string;
  link: string;
}

export type LeftOutReason =
  `rent-messages.left_out.${'nothing_due' | 'void' | 'opted_out' | 'no_recipient' | 'already'}`;

export interface LeftOutTenancy {
  tenancy: TenancyOfShopRow;
  reason: LeftOutReason;
}

export interface LoadedFacts {
  facts: MessageFacts[];
  leftOut: LeftOutTenancy[];
}

/** Loads what is true now of each tenancy. Those with nothing to be said, or that want no messages, are left out. */
export async function loadFacts(
  db: Reader,
  source: PageSource,
  { subject, tenancyIds, now }: { subject: MessageSubject; tenancyIds: readonly number[]; now: Instant },
): Promise<LoadedFacts> {
  const tenancies = tenancyIds.length === 0 ? [] : await listTenanciesById(db, tenancyIds);
  const optedOut = await listOptOuts(db, tenancyIds);
  const amountOf = await loadAmounts(db, subject, tenancyIds);
  const loaded: LoadedFacts = { facts: [], leftOut: [] };
  const totals = await loadTotals(db, tenancies);
  const ways = await loadTenancyPayments(db, totals, dayOf(now));
  const pages = await loadPageAddresses(db, source, tenancyIds);
  for (const tenancy of tenancies) {
    const totalCents = totals.get(tenancy.id) ?? cents(0);
    const about = amountOf(tenancy.id, totalCents);
    if (tenancy.erased_at !== null || optedOut.has(tenancy.id))
      loaded.leftOut.push({ tenancy, reason: 'rent-messages.left_out.opted_out' });
    else if (!about)
      loaded.leftOut.push({
        tenancy,
        reason: subject.occasion === 'receipt' ? 'rent-messages.left_out.void' : 'rent-messages.left_out.nothing_due',
      });
    else
      loaded.facts.push({
        tenancy,
        totalCents,
        ...about,
        reference: ways.get(tenancy.id)?.reference ?? tenancy.written_shop_id,
        link: pages.get(tenancy.id) ?? '',
      });
  }
  return loaded;
}

type About = Pick<MessageFacts, 'amountCents' | 'dueDay' | 'day'>;

/** Returns a function that returns what a message says of a tenancy; undefined if there is nothing to say. */
async function loadAmounts(
  db: Reader,
  { occasion, month, payment_id }: MessageSubject,
  tenancyIds: readonly number[],
): Promise<(tenancyId: number, totalCents: Cents) => About | undefined> {
  if (occasion === 'receipt') {
    const payment = payment_id === null ? undefined : await findReportedPayment(db, payment_id);
    return (id) =>
      payment?.tenancy_id === id
        ? { amountCents: payment.cents, dueDay: null, day: dayOf(payment.effective_at) }
        : undefined;
  }
  const unpaid = await loadUnpaid(db, tenancyIds, occasion === 'bill' ? month : null);
  if (occasion === 'bill')
    return (id, totalCents) => {
      const bill = unpaid.get(id);
      return bill && totalCents > 0 ? { amountCents: bill.cents, dueDay: bill.due_day, day: null } : undefined;
    };
  return (id, totalCents) =>
    totalCents > 0 ? { amountCents: totalCents, dueDay: unpaid.get(id)?.due_day ?? null, day: null } : undefined;
}

async function loadTotals(db: Reader, tenancies: readonly TenancyOfShopRow[]): Promise<Map<number, Cents>> {
  const promised = await loadPromisedCheques(
    db,
    tenancies.map(({ id }) => id),
  );
  return new Map(
    tenancies.map((tenancy) => {
      const cheques = sumCents((promised.get(tenancy.id) ?? []).map((one) => one.cents));
      return [tenancy.id, cents(Math.max(0, dueOfTenancy(tenancy) - cheques))];
    }),
  );
}

/** The fewest digits of a telephone number. */
const FEWEST_DIGITS = 9;

/**
 * Returns where messages to a tenant go: the first mobile number of Sri Lanka among the contacts, because a gateway
 * charges much more for others, or the email address. The stand-in of a gateway takes any number, because those of the
 * demo belong to nobody.
 */
export function recipientOf(
  { contact, email }: Pick<TenancyOfShopRow, 'contact' | 'email'>,
  channel: RentMessageChannel,
  gateway: RentMessageMeans['gateway'],
): string | undefined {
  if (channel === 'email') return email ?? undefined;
  const numbers = contact.split(/[,;/]/);
  if (gateway !== 'stand_in') return numbers.map(mobileOf).find((number) => number !== undefined);
  return numbers.map((number) => number.replaceAll(/\D/g, '')).find(({ length }) => length >= FEWEST_DIGITS);
}
