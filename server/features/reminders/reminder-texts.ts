import { type Language, languages } from '#contract/languages.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { type ReminderLetter, type ReminderTexts, reminderPlaceholders } from '#contract/reminders.ts';
import type { ReminderLevel } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { findSetting, putSetting } from '../../db/settings.ts';
import { type ChangeDescription, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';

const TEXTS_SETTING = 'reminder-texts';

export async function readTexts(db: Reader): Promise<ReminderTexts> {
  const stored = await findSetting(db, TEXTS_SETTING);
  return stored ? (JSON.parse(stored.value) as ReminderTexts) : firstTexts();
}

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

export async function setTexts(tx: Writer, context: ActionContext, after: ReminderTexts): Promise<void> {
  const before = await readTexts(tx);
  const changes = describeChanges(describeTexts(before), describeTexts(after));
  if (!changes) return;
  await putSetting(tx, { name: TEXTS_SETTING, value: JSON.stringify(after), at: context.now });
  await writeAudit(tx, context, {
    type: 'Reminder Texts Changed',
    description: apiMessage('reminders.audit.texts'),
    ...changes,
  });
}

function describeTexts(texts: ReminderTexts): ChangeDescription {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([level, letters]) =>
      languages.map((language) => [`${level} ${language}`, `${letters[language].subject}\n${letters[language].body}`]),
    ),
  );
}
