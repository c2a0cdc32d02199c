import { z } from 'zod';
import { type Day, dayOf, instantFrom, isDay, isInstant, isMonth } from '#billing/calendar.ts';
import { cents, MAX_CENTS, parseRupees, toRupees } from '#billing/money.ts';
import { plainAmount } from './amount-text.ts';
import { findInvisible, findUnprintable, tidyText } from './characters.ts';
import { inputMessage } from './messages/input-message.ts';

/**
 * Rupees in a request: a JSON number, or text as people write amounts (amount-text.ts). The schema returns Cents.
 * Nothing else is coerced: null, true, "1e3", 1e309 and 0.001 are refused.
 */
export const rupeesIn = hundredthsIn(inputMessage('input.amount', { max: toRupees(cents(MAX_CENTS)) })).meta({
  description: 'Rupees: a number, or text such as 1250.50 or 1,250.50; at most 2 decimals',
});

/** A figure with at most 2 decimals as a whole number of hundredths. */
function hundredthsIn(wrong: string) {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? inputMessage('input.required') : wrong;
  return z.union([z.number(), z.string()], { error }).transform((given, context) => {
    const hundredths = parseRupees(typeof given === 'string' ? plainAmount(given).replace(/\.$/, '') : String(given));
    if (hundredths !== undefined) return hundredths;
    context.issues.push({ code: 'custom', input: given, message: wrong });
    return z.NEVER;
  });
}

export const priceIn = rupeesIn.refine((amount) => amount > 0, inputMessage('input.above-zero'));

export const amountIn = rupeesIn.refine((amount) => amount >= 0, inputMessage('input.not-negative'));

export const paidIn = rupeesIn.refine((amount) => amount > 0, inputMessage('input.above-zero'));

/** A percentage from 0 to 100 with at most 2 decimals. The schema returns basis points: 17.5 is 1750. */
export const percentIn = hundredthsIn(inputMessage('input.percent'))
  .refine((hundredths) => hundredths >= 0 && hundredths <= 10_000, inputMessage('input.percent'))
  .transform(Number)
  .meta({ description: 'Percent: a number, or text such as 17.5; at most 2 decimals' });

export const rupeesOut = z.number().meta({ description: 'Rupees, at most 2 decimals' });

export const dayText = z
  .string()
  .refine(isDay, inputMessage('input.date'))
  .meta({ description: "A day of the market's calendar (Asia/Colombo), YYYY-MM-DD", examples: ['2026-11-20'] });

export const instant = z
  .string()
  .refine(isInstant, inputMessage('input.instant'))
  .meta({ description: 'An instant, ISO 8601 UTC with milliseconds', examples: ['2026-11-20T01:30:00.000Z'] });

export const month = z
  .string()
  .refine(isMonth, inputMessage('input.month'))
  .meta({ description: "A month of the market's calendar, YYYY-MM", examples: ['2026-11'] });

export const yearInPath = z
  .string()
  .regex(/^(19|2\d)\d\d$/, inputMessage('input.year'))
  .transform(Number)
  .meta({ description: 'A year that has price lists, from GET /api/v1/years', examples: ['2026'] });

export const dayOfMonthIn = z
  .int(inputMessage('input.day-of-month'))
  .min(1, inputMessage('input.day-of-month'))
  .max(28, inputMessage('input.day-of-month'));

const dateTime = z.iso.datetime({ offset: true, local: true, error: inputMessage('input.instant') });

/** A date and time in ISO 8601. A time without a zone is in Colombo time. */
export const instantIn = dateTime.transform(instantFrom);

/** A day. An instant is accepted too, and means the day in Colombo at that instant. */
export const dayOrInstantIn = z
  .string()
  .transform((text, context): Day => {
    const date = instantIn.safeParse(text).data;
    const day = date === undefined ? text : dayOf(date);
    if (isDay(day)) return day;
    context.issues.push({ code: 'custom', input: text, message: inputMessage('input.date-or-instant') });
    return z.NEVER;
  })
  .meta({
    description:
      'A day, YYYY-MM-DD, or a date and time, ISO 8601 and in Colombo without a zone, which stands for its day in Colombo',
  });

/** A shop's id: trimmed, 1 to 20 letters, digits and `-`; its case is ignored. */
export const shopIdIn = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{1,20}$/, inputMessage('input.shop-id'));

const INVOICE_ID = /^INV-[A-Z0-9-]{1,20}-\d{6}(-\d{1,2})?$/i;

/** An invoice's id: INV-{shop_id}-{YYYYMM}, with `-2` for a second tenancy of the month. */
export const invoiceIdIn = z.string().trim().regex(INVOICE_ID, inputMessage('input.invoice-id'));

/** An invoice's id in a path. One that no invoice can have is as unknown as any other. */
export const invoiceIdInPath = z.string().trim().max(60, inputMessage('input.invoice-id'));

/**
 * Matches a payment reference: a shop, a month, sometimes the number of a second tenancy, and two check digits. Dashes
 * are optional.
 */
const REFERENCE = /^[A-Z0-9][A-Z0-9 ./-]*20\d\d[ ./-]*(0[1-9]|1[0-2])[ ./-]*(\d{1,2}[ ./-]*)?\d{2}$/i;

/** An invoice's id, or the payment reference that is printed on the invoice: `A12-202610-63`. */
export const invoiceOrReferenceIn = z
  .string()
  .trim()
  .max(60, inputMessage('input.invoice-or-reference'))
  .regex(new RegExp(`${INVOICE_ID.source}|${REFERENCE.source}`, 'i'), inputMessage('input.invoice-or-reference'));

const WHOLE_TEXT = /^[1-9]\d{0,14}$/;

/** A whole number above 0. */
export const idInPath = z
  .string()
  .regex(WHOLE_TEXT, inputMessage('input.id'))
  .transform(Number)
  .meta({ description: 'Id, a whole number above 0' });

/** An id in a body. Text is accepted too, because a client built to the specification may send it. */
export const idInBody = z.union([z.int().min(1), z.string().regex(WHOLE_TEXT).transform(Number)], {
  error: inputMessage('input.id'),
});

/** The id of a tenancy; by default the current one. */
export const tenancyIn = { tenancy_id: idInBody.optional() };

/**
 * A single line of text that can be printed on documents: NFC, trimmed, with plain spaces, not empty, and without
 * control or invisible characters.
 */
export function lineText(maxLength: number) {
  return optionalLine(maxLength).min(1, inputMessage('input.required'));
}

export function optionalLine(maxLength: number) {
  return screenLine(maxLength)
    .refine((text) => findInvisible(text) === undefined, { error: nameInvisible, abort: true })
    .refine((text) => findUnprintable(text).length === 0, { error: nameUnprintable });
}

/** A single line of text that is shown only on screens. It may contain characters that the fonts of documents lack. */
export function screenLine(maxLength: number) {
  return z
    .string()
    .overwrite(tidyText)
    .max(maxLength)
    .refine((text) => !hasUnfitCharacter(text, false), { error: inputMessage('input.characters'), abort: true });
}

/** An email address, or an empty text for none. */
export function emailOrEmpty(maxLength: number) {
  return screenLine(maxLength).refine(
    (text) => text === '' || z.email().safeParse(text).success,
    inputMessage('input.email'),
  );
}

function nameInvisible({ input }: { input?: unknown }): string {
  return inputMessage('input.invisible', { code: findInvisible(String(input)) ?? '' });
}

function nameUnprintable({ input }: { input?: unknown }): string {
  return inputMessage('input.unprintable', { characters: findUnprintable(String(input)).join(' ') });
}

export const reasonIn = lineText(200).min(3);

/** Text of several lines; may be empty. Line breaks become `\n`, because a form sends `\r\n` and JSON `\n`. */
export function paragraph(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !hasUnfitCharacter(text, true), inputMessage('input.characters'))
    .transform((text) => text.replaceAll(/\r\n?/g, '\n'));
}

/** Returns true for a control character, or for half of a surrogate pair, which a database would replace. */
function hasUnfitCharacter(text: string, linesAllowed: boolean): boolean {
  if (!text.isWellFormed()) return true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const lineBreakOrTab = code === 10 || code === 13 || code === 9;
    if ((code < 32 && !(linesAllowed && lineBreakOrTab)) || code === 127) return true;
  }
  return false;
}

/** A number from 1 to `most`. */
export function wholeNumber(most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, inputMessage('input.whole-number'))
    .transform(Number)
    .pipe(z.int().min(1).max(most));
}

/** An optional value; an empty text means none. A wrong value is refused with the message of its schema. */
export function orNone<Schema extends z.ZodType>(schema: Schema) {
  const none = z.literal('').transform(() => undefined);
  return z.union([none, schema], { error: ({ errors }) => errors[1]?.[0]?.message }).optional();
}

export const timestamps = { createdAt: instant, updatedAt: instant };

/** Set when the same request was recorded just before and had no Idempotency-Key. It is then not recorded again. */
export const repeatedMark = { repeated: z.literal(true).optional() };

/** A time of a day in Colombo, such as 08:00. */
export const timeOfDayIn = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, inputMessage('input.centre.time'));
