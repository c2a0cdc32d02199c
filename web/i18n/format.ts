import { type Day, dayOf, type Instant, timeOf, weekdayOf } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { Translate } from './translate.ts';

/**
 * Figures and days as readers see them. All of it is made here, from the catalogues and from en-LK grouping, which every
 * browser has: what a phone's own locale data would say about Sinhala dates differs from phone to phone, and then the
 * server's page and the phone's would disagree.
 */
const WHOLE = new Intl.NumberFormat('en-LK', { maximumFractionDigits: 0 });
const TWO_DECIMALS = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

type MonthNumber = '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12';
type WeekdayNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A count as `1,038`. */
export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** Rupees of the wire as cents; a double such as 1800.05 is the nearest to its two decimals, so rounding restores them. */
export function centsOf(rupees: number): Cents {
  return cents(Math.round(rupees * 100));
}

/** An amount without its currency: `1,200`, with decimals only when it has some: `1,200.50`. */
export function formatAmount(amount: Cents): string {
  return amount % 100 === 0 ? WHOLE.format(amount / 100) : TWO_DECIMALS.format(amount / 100);
}

/** An amount with its currency: `Rs. 1,200`. */
export function formatRupees(amount: Cents, t: Translate): string {
  return `${t('money.currency')} ${formatAmount(amount)}`;
}

/** An amount with its currency and always two decimals, as on paper: `Rs. 1,200.00`. */
export function formatExactRupees(amount: Cents, t: Translate): string {
  return `${t('money.currency')} ${TWO_DECIMALS.format(amount / 100)}`;
}

/** The two ends of a price without the currency: `120 – 150`, or `120` when they are the same. */
export function formatRange(min: Cents, max: Cents, t: Translate): string {
  if (min === max) return formatAmount(min);
  const write = min % 100 === 0 && max % 100 === 0 ? WHOLE : TWO_DECIMALS;
  return t('money.range', { min: write.format(min / 100), max: write.format(max / 100) });
}

/** A share of the whole as `16%`; small ones with a decimal, `0.4%`, for nothing changed is another message. */
export function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent < 0.95 ? Math.max(percent, 0.1).toFixed(1) : formatCount(Math.round(percent))}%`;
}

/** A day in full: `Friday, 20 November 2026`. */
export function formatDay(date: Day, t: Translate): string {
  return t('date.full', { ...partsOf(date, t), weekday: t(`weekday.${weekdayOf(date) as WeekdayNumber}`) });
}

/** A day in short: `20 Nov 2026`. */
export function formatShortDay(date: Day, t: Translate): string {
  return t('date.short', { ...partsOf(date, t), month: t(`monthShort.${monthNumber(date)}`) });
}

/** A moment by the market's clock: `20 Nov 2026, 05:42`. */
export function formatMoment(instant: Instant, t: Translate): string {
  return `${formatShortDay(dayOf(instant), t)}, ${timeOf(instant).slice(0, 5)}`;
}

/** A day without its weekday: `20 November 2026`. */
export function formatPlainDay(date: Day, t: Translate): string {
  return t('date.short', partsOf(date, t));
}

/** A day without its year, for the axis of a chart: `20 Nov`. */
export function formatDayMonth(date: Day, t: Translate): string {
  return t('date.dayMonth', { ...partsOf(date, t), month: t(`monthShort.${monthNumber(date)}`) });
}

/** A month with its year, for the axis of a chart: `Nov 2026`. */
export function formatMonthYear(date: Day, t: Translate): string {
  return t('date.monthYear', { ...partsOf(date, t), month: t(`monthShort.${monthNumber(date)}`) });
}

function partsOf(date: Day, t: Translate): { year: string; month: string; day: string } {
  return { year: date.slice(0, 4), month: t(`month.${monthNumber(date)}`), day: String(Number(date.slice(8))) };
}

function monthNumber(date: Day): MonthNumber {
  return date.slice(5, 7) as MonthNumber;
}
