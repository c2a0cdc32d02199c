/**
 * Who rented which shop, from when to when, and how they pay. Most have been there all the time; some came after others,
 * a few have stopped paying, and four shops are empty, two of them with debts that nobody pays.
 */
import { addDays, addMonths, type Day, dayInMonth, type Month, monthOf } from '#billing/calendar.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import { type Random, randomFrom } from '../random.ts';
import type { Habit } from './habits.ts';
import { PEOPLE, STREETS, TOWNS } from './names-data.ts';

/** How a tenancy ended: everything paid, debts left behind, or debts that the market wrote off. */
export type Parting = 'settled' | 'in debt' | 'written off';

export interface Tenancy {
  name: string;
  contact: string;
  address: string;
  email: string;
  from: Day;
  /** The first day without them. */
  until: Day | undefined;
  parting: Parting;
  habit: Habit;
  method: PaymentMethod;
  /** From this month on they bring nothing. */
  stopsIn: Month | undefined;
}

/** What is remarkable about a shop's tenants; the months are counted back from today. */
type Fate =
  | { kind: 'steady'; habit?: Habit }
  | { kind: 'stopped'; months: number }
  | { kind: 'empty'; months: number; stoppedBefore?: number }
  | { kind: 'replaced'; times: number; parting: Parting };

/** One entry for so many shops; all others are steady. */
const FATES: readonly Fate[] = [
  { kind: 'empty', months: 5, stoppedBefore: 4 },
  { kind: 'empty', months: 8, stoppedBefore: 3 },
  { kind: 'empty', months: 4 },
  { kind: 'empty', months: 3 },
  ...[4, 5, 6, 7, 9].map((months) => ({ kind: 'stopped' as const, months })),
  ...Array.from({ length: 6 }, () => ({ kind: 'steady' as const, habit: 'struggling' as const })),
  ...Array.from({ length: 2 }, () => ({ kind: 'replaced' as const, times: 1, parting: 'written off' as const })),
  ...Array.from({ length: 20 }, () => ({ kind: 'replaced' as const, times: 1, parting: 'settled' as const })),
  ...Array.from({ length: 3 }, () => ({ kind: 'replaced' as const, times: 2, parting: 'settled' as const })),
];

const HABITS: readonly (readonly [habit: Habit, share: number])[] = [
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
  /** The day on which the books begin. */
  from: Day;
  today: Day;
}

/** The tenancies of each shop, oldest first, in the order of the shops. */
export function planTenancies({ seed, shopIds, from, today }: TenancyOptions): Tenancy[][] {
  const drawn = shopIds.map((shopId) => randomFrom(seed, 'fate', shopId).uniform());
  const rank = drawn.map((own) => drawn.filter((other) => other < own).length);
  const nameNext = peopleOf(seed);
  return shopIds.map((shopId, at) => {
    const fate = FATES[rank[at] ?? FATES.length] ?? { kind: 'steady' };
    const random = randomFrom(seed, 'tenancies', shopId);
    const spans = spansOf(fate, from, today, random).filter(({ until }) => until === undefined || until > from);
    return spans.map((span) => ({
      ...nameNext(),
      habit: pick(HABITS, random.uniform()),
      method: pick(METHODS, random.uniform()),
      ...span,
      from: span.from > from ? span.from : from,
    }));
  });
}

type Span = Pick<Tenancy, 'from' | 'until' | 'parting' | 'stopsIn'> & Partial<Pick<Tenancy, 'habit'>>;

function spansOf(fate: Fate, from: Day, today: Day, random: Random): Span[] {
  const stays = { from, until: undefined, parting: 'settled' as const, stopsIn: undefined };
  const monthsAgo = (months: number) => monthOf(addMonths(today, -months));
  switch (fate.kind) {
    case 'steady':
      return [{ ...stays, ...(fate.habit && { habit: fate.habit }) }];
    case 'stopped':
      return [{ ...stays, stopsIn: monthsAgo(fate.months) }];
    case 'empty': {
      const until = dayInMonth(monthsAgo(fate.months), 26);
      if (fate.stoppedBefore === undefined) return [{ ...stays, until }];
      return [{ ...stays, until, parting: 'in debt', stopsIn: monthsAgo(fate.months + fate.stoppedBefore) }];
    }
    case 'replaced':
      return replacedSpans(fate, from, today, random);
  }
}

/** One tenant after the other, with some empty weeks between them; the last has been there for a while. */
function replacedSpans(fate: Fate & { kind: 'replaced' }, from: Day, today: Day, random: Random): Span[] {
  const spans: Span[] = [];
  let begin = from;
  for (let at = 0; at < fate.times; at += 1) {
    const monthsAgo = 6 + Math.floor(((fate.times - at - 0.8 * random.uniform()) / fate.times) * 46);
    const leaves = monthOf(addMonths(today, -monthsAgo));
    const until = dayInMonth(leaves, 20 + Math.floor(random.uniform() * 8));
    const stopsIn = fate.parting === 'written off' ? monthOf(addMonths(until, -4)) : undefined;
    spans.push({ from: begin, until, parting: fate.parting, stopsIn });
    begin = addDays(until, 10 + Math.floor(random.uniform() * 50));
  }
  return [...spans, { from: begin, until: undefined, parting: 'settled', stopsIn: undefined }];
}

/** Of seven people, as many by the entry of PEOPLE. */
const SHARES = [0, 0, 0, 0, 1, 1, 2];

/** One person after the other, no two of the same name. */
function peopleOf(seed: number): () => Pick<Tenancy, 'name' | 'contact' | 'address' | 'email'> {
  const random = randomFrom(seed, 'people');
  const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(random.uniform() * items.length)] as Item;
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const people = PEOPLE[choose(SHARES)] ?? PEOPLE[0];
      if (!people) throw new Error('nobody lives here');
      const name = `${choose(people.first)} ${choose(people.family)}`;
      const address = `${1 + Math.floor(random.uniform() * 180)} ${choose(STREETS)}, ${choose(TOWNS)}`;
      if (taken.has(name)) continue;
      taken.add(name);
      const number = String(taken.size).padStart(4, '0');
      return {
        name,
        contact: `000 000 ${number}`,
        address,
        email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
      };
    }
  };
}

function pick<Item>(shares: readonly (readonly [Item, number])[], chance: number): Item {
  let sum = 0;
  for (const [item, share] of shares) {
    sum += share;
    if (chance < sum) return item;
  }
  return (shares[0] as readonly [Item, number])[0];
}
