import { z } from 'zod';
import { call } from './call.ts';
import type { Centre } from './centre.ts';
import { type Language, languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayText, idInBody, idInPath, instant, optionalLine, paidIn, paragraph, rupeesOut } from './scalars.ts';
import { mailStates, reminderLevels, reminderWays } from './words.ts';

/** The maximum number of reminders in a call: enough for a letter to each tenancy of a market. */
export const MOST_REMINDED = 300;
/** The number of days before the same tenancy may be reminded again, at whatever level. */
export const DAYS_BETWEEN_REMINDERS = 14;
export const DAYS_TO_PAY = 14;
/** The maximum number of days that a reminder allows for payment. */
export const MOST_DAYS_TO_PAY = 90;

export const reminderPlaceholders = [
  'name',
  'shop',
  'amount',
  'since',
  'lastDay',
  'reference',
  'market',
  'phone',
] as const;
export type ReminderValues = Record<(typeof reminderPlaceholders)[number], string>;

/**
 * The maximum number of lines in the text of a reminder. With names of ordinary length the text and the address fill
 * one page of A4.
 */
const MOST_LINES = 30;
const LINE_LENGTH = 60;

/** Returns the first unknown placeholder or unmatched brace. */
function findUnknownPlaceholder(text: string): string | undefined {
  const known: readonly string[] = reminderPlaceholders;
  return text.match(/\{[^{}]*\}|[{}]/g)?.find((found) => !known.includes(found.slice(1, -1)));
}

function isOnePage(text: string): boolean {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / LINE_LENGTH)));
  return lines.reduce((sum, count) => sum + count, 0) <= MOST_LINES;
}

function withPlaceholders<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.refine((text) => findUnknownPlaceholder(text) === undefined, {
    error: ({ input }) =>
      inputMessage('input.reminders.placeholder', {
        found: findUnknownPlaceholder(String(input)) ?? '',
        known: reminderPlaceholders.map((name) => `{${name}}`).join(' '),
      }),
  });
}

/** Fills in the placeholders. Placeholders inside the values are not replaced. */
export function fillReminder(text: string, values: ReminderValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => values[name as keyof ReminderValues] ?? found);
}

/** Returns how the centre names itself in a reminder of this language, and the numbers to call. */
export function senderOf(
  { name, officePhones, hotline }: Pick<Centre, 'name' | 'officePhones' | 'hotline'>,
  language: Language,
): Pick<ReminderValues, 'market' | 'phone'> {
  return { market: name[language] || name.en, phone: officePhones.join(', ') || hotline };
}

const letter = z.object({
  subject: withPlaceholders(optionalLine(120).min(1, inputMessage('input.required'))),
  body: withPlaceholders(
    paragraph(1800)
      .refine((text) => text !== '', inputMessage('input.required'))
      .refine(isOnePage, inputMessage('input.reminders.too-long', { lines: MOST_LINES })),
  ),
});
export type ReminderLetter = z.output<typeof letter>;

const byLanguage = z.object({ en: letter, si: letter, ta: letter } satisfies Record<Language, z.ZodType>);
const texts = z.object({ friendly: byLanguage, formal: byLanguage, final: byLanguage });
export type ReminderTexts = z.output<typeof texts>;

const followUp = z.object({
  /** The day by which the tenant promised to pay, and the amount; both or neither. */
  promised_on: dayText.nullable(),
  promised_amount: paidIn.nullable(),
  note: optionalLine(400),
  next_step: optionalLine(200),
});

const reminder = z.object({
  reminder_id: z.int(),
  tenancy_id: z.int(),
  shop_id: z.string(),
  tenant_name: z.string(),
  level: z.enum(reminderLevels),
  way: z.enum(reminderWays),
  date: dayText,
  language: z.enum(languages),
  /** The amount that was overdue when the reminder was made. */
  amount_due: rupeesOut,
  last_day: dayText,
  recorded_by: z.string(),
  recorded_at: instant,
  subject: z.string(),
  /** The text as it was sent; empty once the personal data are erased. */
  text: z.string(),
  /** The state of the email; null for a letter. */
  mail_state: z.enum(mailStates).nullable(),
  promised_on: dayText.nullable(),
  promised_amount: rupeesOut.nullable(),
  promise_broken: z.boolean(),
  note: z.string(),
  next_step: z.string(),
});
export type Reminder = z.output<typeof reminder>;

const notReminded = z.object({
  tenancy_id: z.int(),
  shop_id: z.string(),
  tenant_name: z.string(),
  reason: z.string(),
});
export type NotReminded = z.output<typeof notReminded>;

const message = z.string();
const idList = z
  .string()
  .regex(/^\d{1,12}(,\d{1,12})*$/, inputMessage('input.list'))
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .pipe(z.array(z.int().min(1)).max(MOST_REMINDED))
  .meta({ description: 'Ids with commas between them' });

export const reminders = {
  send: call({
    method: 'POST',
    path: '/api/reminders',
    permission: 'books.write',
    writes: 'once',
    summary:
      `Remind tenancies of what is overdue: as letters to print, by email, or as texts to copy. A tenancy with nothing ` +
      `overdue, or that was reminded in the last ${DAYS_BETWEEN_REMINDERS} days, is refused with a sentence, and the ` +
      'others are recorded. A final reminder needs an earlier one, or without_earlier.',
    body: z.object({
      level: z.enum(reminderLevels),
      way: z.enum(reminderWays),
      last_day: dayText,
      tenancy_ids: z.array(idInBody).min(1).max(MOST_REMINDED),
      /** True to send a final reminder, which says that there were earlier ones, to tenants who never had one. */
      without_earlier: z.boolean().optional(),
    }),
    answer: z.object({
      message,
      reminders: z.array(reminder),
      refused: z.array(notReminded),
    }),
    refusals: ['mail_queue_full'],
  }),
  list: call({
    method: 'GET',
    path: '/api/tenancies/:id/reminders',
    permission: 'books.read',
    summary: 'List the reminders of a tenancy, newest first.',
    params: z.object({ id: idInPath }),
    answer: z.array(reminder),
    refusals: ['tenancy_not_found'],
  }),
  follow: call({
    method: 'PUT',
    path: '/api/reminders/:id',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Change what followed a reminder: a promise to pay, a note and the next step.',
    params: z.object({ id: idInPath }),
    body: followUp,
    answer: z.object({ message, follow_up: followUp.extend({ promised_amount: rupeesOut.nullable() }) }),
    refusals: ['reminder_not_found', 'personal_data_erased'],
  }),
  current: call({
    method: 'GET',
    path: '/api/reminders/current',
    permission: 'books.read',
    summary:
      'Get recorded reminders as they would be written today. The text names what is overdue now; those who owe ' +
      'nothing now are left out and named.',
    query: z.object({ ids: idList }),
    answer: z.object({ reminders: z.array(reminder), left_out: z.array(notReminded) }),
    refusals: ['reminder_not_found'],
  }),
  letters: call({
    method: 'GET',
    path: '/api/reminders/letters',
    permission: 'books.read',
    summary:
      'Get recorded reminders as a PDF, a page each, to fold for envelopes with a window. Each names what is overdue ' +
      'now; those who owe nothing now are left out.',
    query: z.object({ ids: idList }),
    answer: z.string(),
    file: ['pdf'],
    refusals: ['reminder_not_found', 'nothing_overdue'],
  }),
  getTexts: call({
    method: 'GET',
    path: '/api/settings/reminders',
    permission: 'books.read',
    summary: 'Get the texts of reminders by level and language.',
    answer: texts,
    refusals: [],
  }),
  setTexts: call({
    method: 'PUT',
    path: '/api/settings/reminders',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Change the texts of reminders. Those recorded before keep theirs.',
    body: texts,
    answer: z.object({ message, texts }),
    refusals: [],
  }),
};
