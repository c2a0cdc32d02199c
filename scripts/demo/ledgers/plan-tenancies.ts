import { addDays, addMonths, type Day, dayInMonth, type Month, monthOf } from '#billing/calendar.ts';
import type { PaymentMethod } from '#contract/words.ts';
import names from '../assets/names.json' with { type: 'json' };
import { pick, type Random, randomFrom } from '../random.ts';
import type { PaymentHabit } from './plan-payments.ts';

type EndOfTenancy = 'paid up' | 'in debt' | 'written off';

export interface Tenancy {
  name: string;
  contact: string;
  address: string;
  email: string;
  from: Day;
  until: Day | undefined;
  ending: EndOfTenancy;
  habit: PaymentHabit;
  method: PaymentMethod;
  stopsIn: Month | undefined;
  /** The first shop of a tenant who has several. */
  firstShopId?: string;
}

/** Shops let to the tenant of another shop, which is named after the colon. */
const FIRST_SHOPS: Record<string, string> = { A11: 'A10', C11: 'C10', C12: 'C10', E19: 'B7' };

type TenancyPattern =
  | { kind: 'steady'; habit?: PaymentHabit }
  | { kind: 'stopped'; months: number }
  | { kind: 'empty'; months: number; stoppedBefore?: number }
  | { kind: 'replaced'; times: number; ending: EndOfTenancy };

const PATTERNS: readonly TenancyPattern[] = [
  { kind: 'empty', months: 5, stoppedBefore: 4 },
  { kind: 'empty', months: 8, stoppedBefore: 3 },
  { kind: 'empty', months: 4 },
  { kind: 'empty', months: 3 },
  ...[4, 5, 6, 7, 9].map((months) => ({ kind: 'stopped' as const, months })),
  ...Array.from({ length: 6 }, () => ({ kind: 'steady' as const, habit: 'struggling' as const })),
  ...Array.from({ length: 2 }, () => ({ kind: 'replaced' as const, times: 1, ending: 'written off' as const })),
  ...Array.from({ length: 20 }, () => ({ kind: 'replaced' as const, times: 1, ending: 'paid up' as const })),
  ...Array.from({ length: 3 }, () => ({ kind: 'replaced' as const, times: 2, ending: 'paid up' as const })),
];

const HABITS: readonly (readonly [habit: PaymentHabit, share: number])[] = [
  ['prompt', 0.6],
  ['rounding', 0.12],
  ['late', 0.11],
  ['in part', 0.1],
  ['in advance', 0.07],
];
const METHODS: readonly (readonly [method: PaymentMethod, share: number])[] = [
  ['Cash', 0.56],
  ['Bank Transfer', 0.24],
  ['Cheque', 0.08],
  ['Card', 0.06],
  ['Online', 0.06],
];

interface TenancyOptions {
  seed: number;
  shopIds: readonly string[];
  from: Day;
  today: Day;
}

export function planTenancies({ seed, shopIds, from, today }: TenancyOptions): Tenancy[][] {
  const drawn = shopIds.map((shopId) => randomFrom(seed, 'fate', shopId).uniform());
  const rank = drawn.map((own) => drawn.filter((other) => other < own).length);
  const nameNext = peopleOf(seed);
  const planned = shopIds.map((shopId, at) => {
    const pattern = PATTERNS[rank[at] ?? PATTERNS.length] ?? { kind: 'steady' };
    const random = randomFrom(seed, 'tenancies', shopId);
    const spans = spansOf(pattern, { from, today }, random).filter(({ until }) => until === undefined || until > from);
    return spans.map((span) => ({
      ...nameNext(),
      habit: pickByShare(HABITS, random.uniform()),
      method: pickByShare(METHODS, random.uniform()),
      ...span,
      from: span.from > from ? span.from : from,
    }));
  });
  const newestOf = (shopId: string) => planned[shopIds.indexOf(shopId)]?.at(-1);
  return planned.map((tenancies, at) => {
    const firstShopId = FIRST_SHOPS[shopIds[at] ?? ''] ?? '';
    return letToTenantOf({ firstShopId, first: newestOf(firstShopId), tenancies });
  });
}

interface SecondShop {
  firstShopId: string;
  first: Tenancy | undefined;
  tenancies: Tenancy[];
}

/** Returns the tenancies with the newest one let to the tenant of another shop, if both are let now. */
function letToTenantOf({ firstShopId, first, tenancies }: SecondShop): Tenancy[] {
  const second = tenancies.at(-1);
  if (!first || !second || first.until !== undefined || second.until !== undefined) return tenancies;
  if (first.from > second.from) return tenancies;
  const { name, contact, address, email } = first;
  return [...tenancies.slice(0, -1), { ...second, name, contact, address, email, firstShopId }];
}

type Span = Pick<Tenancy, 'from' | 'until' | 'ending' | 'stopsIn'> & Partial<Pick<Tenancy, 'habit'>>;

function spansOf(pattern: TenancyPattern, { from, today }: { from: Day; today: Day }, random: Random): Span[] {
  const stays = { from, until: undefined, ending: 'paid up' as const, stopsIn: undefined };
  const monthsAgo = (months: number) => monthOf(addMonths(today, -months));
  switch (pattern.kind) {
    case 'steady':
      return [{ ...stays, ...(pattern.habit && { habit: pattern.habit }) }];
    case 'stopped':
      return [{ ...stays, stopsIn: monthsAgo(pattern.months) }];
    case 'empty': {
      const until = dayInMonth(monthsAgo(pattern.months), 26);
      if (pattern.stoppedBefore === undefined) return [{ ...stays, until }];
      return [{ ...stays, until, ending: 'in debt', stopsIn: monthsAgo(pattern.months + pattern.stoppedBefore) }];
    }
    case 'replaced':
      return replacedSpans(pattern, { from, today }, random);
  }
}

function replacedSpans(
  pattern: TenancyPattern & { kind: 'replaced' },
  { from, today }: { from: Day; today: Day },
  random: Random,
): Span[] {
  const spans: Span[] = [];
  let begin = from;
  for (let at = 0; at < pattern.times; at += 1) {
    const monthsAgo = 6 + Math.floor(((pattern.times - at - 0.8 * random.uniform()) / pattern.times) * 46);
    const leaves = monthOf(addMonths(today, -monthsAgo));
    const until = dayInMonth(leaves, 20 + Math.floor(random.uniform() * 8));
    const stopsIn = pattern.ending === 'written off' ? monthOf(addMonths(until, -4)) : undefined;
    spans.push({ from: begin, until, ending: pattern.ending, stopsIn });
    begin = addDays(until, 10 + Math.floor(random.uniform() * 50));
  }
  return [...spans, { from: begin, until: undefined, ending: 'paid up', stopsIn: undefined }];
}

const LANGUAGES = [0, 0, 0, 0, 1, 1, 2];

function peopleOf(seed: number): () => Pick<Tenancy, 'name' | 'contact' | 'address' | 'email'> {
  const random = randomFrom(seed, 'people');
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const { first, family } = names.people[pick(LANGUAGES, random)] ?? { first: [], family: [] };
      const name = `${pick(first, random)} ${pick(family, random)}`;
      const address = `${1 + Math.floor(random.uniform() * 180)} ${pick(names.streets, random)}, ${pick(names.towns, random)}`;
      if (taken.has(name)) continue;
      taken.add(name);
      const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
      return { name, contact: `000 000 ${String(taken.size).padStart(4, '0')}`, address, email };
    }
  };
}

function pickByShare<Item>(shares: readonly (readonly [Item, number])[], chance: number): Item {
  let sum = 0;
  for (const [item, share] of shares) {
    sum += share;
    if (chance < sum) return item;
  }
  return (shares[0] as readonly [Item, number])[0];
}
