import { type Day, dayOf, type Instant, timeOf, weekdayOf } from '#billing/calendar.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import type { Translate } from './translate.ts';

/**
 * Numbers are grouped as in en-LK in every language. Locale data for Sinhala differs between phones, so the server and
 * the phone would format the same number differently.
 */
const WHOLE = new Intl.NumberFormat('en-LK', { maximumFractionDigits: 0 });
const TWO_DECIMALS = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

type MonthNumber = '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12';
type WeekdayNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export function formatTitle(subject: string, centre: string): string {
  return `${subject} · ${centre}`;
}

export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** Converts rupees to cents. A double such as 1800.05 is not exact, but rounding restores the two decimals. */
export function centsOf(rupees: number): Cents {
  return cents(Math.round(rupees * 100));
}

/** Returns an amount such as `1,200`, with decimals only if there are any: `1,200.50`. */
export function formatAmount(amount: Cents): string {
  return amount % 100 === 0 ? formatWhole(toRupees(amount)) : TWO_DECIMALS.format(toRupees(amount));
}

/**
 * Returns a whole number with thousands separators. A price page writes hundreds of small numbers, and Intl would take
 * ten times as long.
 */
function formatWhole(amount: number): string {
  if (amount < 0 || amount >= 1_000_000) return WHOLE.format(amount);
  const rest = String(amount % 1000);
  return amount < 1000 ? rest : `${Math.floor(amount / 1000)},${rest.padStart(3, '0')}`;
}

function formatTwoDecimals(amount: number): string {
  return TWO_DECIMALS.format(amount);
}

/** Returns an amount such as `Rs. 1,200`. */
export function formatRupees(amount: Cents, t: Translate): string {
  return `${t('money.currency')} ${formatAmount(amount)}`;
}

export function formatExactRupees(amount: Cents, t: Translate): string {
  return `${t('money.currency')} ${TWO_DECIMALS.format(toRupees(amount))}`;
}

/** Returns a range such as `120 – 150`, or only `120` if both ends are equal. */
export function formatRange(min: Cents, max: Cents, t: Translate): string {
  if (min === max) return formatAmount(min);
  const write = min % 100 === 0 && max % 100 === 0 ? formatWhole : formatTwoDecimals;
  return t('money.range', { min: write(toRupees(min)), max: write(toRupees(max)) });
}

/** Returns a day such as `Friday, 20 November 2026`. */
export function formatDay(date: Day, t: Translate): string {
  return t('date.full', { ...partsOf(date, t), weekday: t(`weekday.${weekdayOf(date) as WeekdayNumber}`) });
}

export function formatShortDay(date: Day, t: Translate): string {
  return t('date.short', { ...partsOf(date, t), month: t(`monthShort.${monthNumber(date)}`) });
}

export function formatMoment(instant: Instant, t: Translate): string {
  return `${formatShortDay(dayOf(instant), t)}, ${timeOf(instant).slice(0, 5)}`;
}

export function formatPlainDay(date: Day, t: Translate): string {
  return t('date.short', partsOf(date, t));
}

/** Returns a day such as `20 Nov`. */
export function formatDayMonth(date: Day, t: Translate): string {
  return t('date.dayMonth', { ...partsOf(date, t), month: t(`monthShort.${monthNumber(date)}`) });
}

/** Returns a month such as `Nov 2026`. */
export function formatMonthYear(date: Day, t: Translate): string {
  return t('date.monthYear', { ...partsOf(date, t), month: t(`monthShort.${monthNumber(date)}`) });
}

function partsOf(date: Day, t: Translate): { year: string; month: string; day: string } {
  return { year: date.slice(0, 4), month: t(`month.${monthNumber(date)}`), day: String(Number(date.slice(8))) };
}

function monthNumber(date: Day): MonthNumber {
  return date.slice(5, 7) as MonthNumber;
}
