/**
 * Worked example: the rent of the corner shop A1 is about Rs. 32,000 in 2026 and 6% less in 2025; VAT is 15% until
 * December 2023, then 18%.
 */
import { type Month, monthInYear } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import names from '../assets/names.json' with { type: 'json' };
import { randomFrom } from '../random.ts';

export interface MonthlyTerms {
  rentCents: Cents;
  operationFeeCents: Cents;
  vatRateBasisPoints: number;
}

export interface ShopPlan {
  shopId: string;
  name: string;
  location: string;
  termsOf(month: Month): MonthlyTerms;
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
export const VAT_RAISED_IN = monthInYear(2024, 1);

export function planShops(seed: number): ShopPlan[] {
  return BLOCKS.flatMap((block, blockAt) =>
    Array.from({ length: SHOPS_PER_BLOCK }, (_, at) => planShop(seed, { block, blockAt, at })),
  );
}

function planShop(seed: number, { block, blockAt, at }: { block: string; blockAt: number; at: number }): ShopPlan {
  const shopId = `${block}${at + 1}`;
  const random = randomFrom(seed, 'shop', shopId);
  const place = at % SHOPS_PER_ROW;
  const size: Size =
    place === 0 || place === SHOPS_PER_ROW - 1 ? 'corner' : random.uniform() < 0.4 ? 'medium' : 'small';
  const level = SIZES[size].rentRupees * (1.06 - 0.02 * blockAt) * (0.95 + 0.1 * random.uniform());
  const first = names.shopFirstWords[at % names.shopFirstWords.length] ?? '';
  const second = names.shopSecondWords[(blockAt + at) % names.shopSecondWords.length] ?? '';
  return {
    shopId,
    name: `${first} ${second}`,
    location: `Block ${block}, row ${Math.floor(at / SHOPS_PER_ROW) + 1}, ${size}`,
    termsOf: (month) => termsOf(level, SIZES[size].feeRupees, month),
  };
}

function termsOf(levelRupees: number, feeRupees: number, month: Month): MonthlyTerms {
  const year = Number(month.slice(0, 4));
  const rentRupees = Math.round((levelRupees * (1 + YEARLY_RISE) ** (year - LEVEL_YEAR)) / ROUNDED_TO) * ROUNDED_TO;
  const fee = year < FEE_RAISED_IN ? feeRupees : feeRupees + FEE_RISE_RUPEES;
  return {
    rentCents: cents(rentRupees * 100),
    operationFeeCents: cents(fee * 100),
    vatRateBasisPoints: month < VAT_RAISED_IN ? 1500 : 1800,
  };
}

export function isRentEditedLate(seed: number, shopId: string, month: Month): boolean {
  return month.endsWith('-01') && randomFrom(seed, 'late rent', shopId, month).uniform() < 0.02;
}
