import { z } from 'zod';
import { type Language, languages } from '#contract/languages.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { type ReminderLetter, type ReminderTexts, reminderPlaceholders } from '#contract/reminders.ts';
import type { ReminderLevel } from '#contract/words.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';
import { setting } from '../audit/setting.ts';

/** Returns the texts of a market that has not set its own. */
function firstTexts(): ReminderTexts {
  return { friendly: firstOf('friendly'), formal: firstOf('formal'), final: firstOf('final') };
}

const AS_WRITTEN = Object.fromEntries(reminderPlaceholders.map((name) => [name, `{${name}}`]));

function firstOf(level: ReminderLevel): Record<Language, ReminderLetter> {
  const write = (language: Language): ReminderLetter => ({
    subject: message(`reminders.first.${level}.subject`, AS_WRITTEN, language),
    body: message(`reminders.first.${level}.body`, AS_WRITTEN, language),
  });
  return { en: write('en'), si: write('si'), ta: write('ta') };
}

const letter = z.object({ subject: z.string(), body: z.string() });
const letters = z.object({ en: letter, si: letter, ta: letter } satisfies Record<Language, z.ZodType>);

export const reminderTexts = setting<ReminderTexts>({
  name: 'reminder-texts',
  schema: z.object({ friendly: letters, formal: letters, final: letters }),
  first: firstTexts,
  describe: describeTexts,
  changed: { type: 'Reminder Texts Changed', description: apiMessage('reminders.audit.texts') },
});

function describeTexts(texts: ReminderTexts): ChangeDescription {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([level, letters]) =>
      languages.map((language) => [`${level} ${language}`, `${letters[language].subject}\n${letters[language].body}`]),
    ),
  );
}
