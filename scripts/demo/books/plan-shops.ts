/**
 * The places of the demo market and what they cost: 144 shops in six blocks, the bigger ones at the corners.
 *
 * Worked example: A1 is a corner shop; its rent of 2026 is Rs. 32,000.00 before its own difference, in 2025 it was 6 %
 * less, rounded to Rs. 12.50; VAT is 15 % up to December 2023 and 18 % from January 2024 on.
 */
import type { Month } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { randomFrom } from '../random.ts';
import { SHOP_FIRST_WORDS, SHOP_SECOND_WORDS } from './names-data.ts';

/** What a shop costs a month. */
export interface Terms {
  rentCents: Cents;
  operationFeeCents: Cents;
  vatRateBasisPoints: number;
}

export interface ShopPlan {
  shopId: string;
  name: string;
  location: string;
  /** Its terms in a month; rent rises every January. */
  termsOf(month: Month): Terms;
}

const BLOCKS = ['A', 'B', 'C', 'D', 'E', 'F'];
const SHOPS_PER_BLOCK = 24;
const SHOPS_PER_ROW = 8;

const SIZES = {
  small: { rentRupees: 13_500, feeRupees: 1500 },
  medium: { rentRupees: 19_800, feeRupees: 2000 },
  corner: { rentRupees: 32_000, feeRupees: 3000 },
};
type Size = keyof typeof SIZES;

const LEVEL_YEAR = 2026;
const YEARLY_RISE = 0.06;
const ROUNDED_TO = 12.5;
const FEE_RAISED_IN = 2024;
const FEE_RISE_RUPEES = 500;
const VAT_RAISED_IN = '2024-01';

/** Every shop of the market, by its id as people count. */
export function planShops(seed: number): ShopPlan[] {
  return BLOCKS.flatMap((block, blockAt) =>
    Array.from({ length: SHOPS_PER_BLOCK }, (_, at) => planShop(seed, block, blockAt, at)),
  );
}

function planShop(seed: number, block: string, blockAt: number, at: number): ShopPlan {
  const shopId = `${block}${at + 1}`;
  const random = randomFrom(seed, 'shop', shopId);
  const place = at % SHOPS_PER_ROW;
  const size: Size =
    place === 0 || place === SHOPS_PER_ROW - 1 ? 'corner' : random.uniform() < 0.4 ? 'medium' : 'small';
  const level = SIZES[size].rentRupees * (1.06 - 0.02 * blockAt) * (0.95 + 0.1 * random.uniform());
  const first = SHOP_FIRST_WORDS[at % SHOP_FIRST_WORDS.length] ?? '';
  const second = SHOP_SECOND_WORDS[(blockAt + at) % SHOP_SECOND_WORDS.length] ?? '';
  return {
    shopId,
    name: `${first} ${second}`,
    location: `Block ${block}, row ${Math.floor(at / SHOPS_PER_ROW) + 1}, ${size}`,
    termsOf: (month) => termsOf(level, SIZES[size].feeRupees, month),
  };
}

function termsOf(levelRupees: number, feeRupees: number, month: Month): Terms {
  const year = Number(month.slice(0, 4));
  const rentRupees = Math.round((levelRupees * (1 + YEARLY_RISE) ** (year - LEVEL_YEAR)) / ROUNDED_TO) * ROUNDED_TO;
  const fee = year < FEE_RAISED_IN ? feeRupees : feeRupees + FEE_RISE_RUPEES;
  return {
    rentCents: cents(rentRupees * 100),
    operationFeeCents: cents(fee * 100),
    vatRateBasisPoints: month < VAT_RAISED_IN ? 1500 : 1800,
  };
}
