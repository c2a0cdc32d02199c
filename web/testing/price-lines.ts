import { day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import type { Pair, SheetLine } from '../office/prices/read-price.ts';

export const TODAY = day('2026-11-20');
const YESTERDAY = day('2026-11-19');

export function pair(min: number, max: number): Pair {
  return { min: cents(min * 100), max: cents(max * 100) };
}

export function line(more: Partial<SheetLine> = {}): SheetLine {
  return {
    id: 1,
    name: 'Beans',
    nameSi: 'බෝංචි',
    nameTa: 'போஞ்சி',
    code: 'BEANS',
    aliases: ['green beans', 'bonchi'],
    unit: 'kg',
    current: null,
    last: { ...pair(380, 400), date: YESTERDAY },
    ...more,
  };
}

type SheetAnswer = Answer<typeof prices.sheet>[number];

export function sheetAnswer(more: Partial<SheetAnswer> = {}): SheetAnswer {
  return {
    product_id: 1,
    code: 'BEANS',
    name: 'Beans',
    name_si: 'බෝංචි',
    name_ta: 'போஞ்சி',
    aliases: ['green beans', 'bonchi'],
    type: 'vegetable',
    unit: 'kg',
    current: null,
    last: { date: YESTERDAY, min_price: 380, max_price: 400 },
    ...more,
  };
}
