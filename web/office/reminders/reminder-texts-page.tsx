import { Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays } from '#billing/calendar.ts';
import { type CentreContact, centre } from '#contract/centre.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import { type Language, languages } from '#contract/languages.ts';
import { writeDay } from '#contract/messages/day-words.ts';
import {
  DAYS_TO_PAY,
  fillReminder,
  type ReminderTexts,
  type ReminderValues,
  reminderPlaceholders,
  reminders,
  senderOf,
} from '#contract/reminders.ts';
import { type ReminderLevel, reminderLevels } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';

export function ReminderTextsPage() {
  const load = useLoad('reminder texts', (signal) =>
    Promise.all([api(reminders.getTexts, {}, { signal }), api(centre.getContact, {}, { signal })]),
  );
  return (
    <Screen path="/settings/reminders" subtitle={t('reminders.texts.subtitle')}>
      <AsyncState load={load} failure={t('reminders.texts.failed')}>
        {([stored, contact]) => <TextsForm stored={stored} contact={contact} onSaved={load.reload} />}
      </AsyncState>
    </Screen>
  );
}

interface TextsFormProps {
  stored: ReminderTexts;
  contact: CentreContact;
  onSaved: () => void;
}

function TextsForm({ stored, contact, onSaved }: TextsFormProps) {
  const [level, setLevel] = useState<ReminderLevel>('friendly');
  const [language, setLanguage] = useState<Language>('en');
  const form: OfficeForm<ReminderTexts> = useOfficeForm({
    initialValues: stored,
    schema: reminders.setTexts.body,
    save: (values, seen) => api(reminders.setTexts, { body: values }, seen),
    stored: {
      call: reminders.setTexts,
      object: stored,
      valuesOf: (texts) => texts as ReminderTexts,
      objectOf: ({ texts }) => texts,
    },
    fallback: t('reminders.texts.notSaved'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onSaved();
    },
  });
  const faults = Object.entries(form.inner.errors).filter(([path]) => !path.startsWith(`${level}.${language}.`));
  return (
    <Form form={form} saveLabel={t('reminders.texts.save')}>
      <Stack gap="md">
        <Group gap="md">
          <ChoiceField
            label={t('reminders.texts.level')}
            data={reminderLevels.map((value) => ({ value, label: t(`reminders.level.${value}`) }))}
            value={level}
            onChange={setLevel}
          />
          <ChoiceField
            label={t('reminders.texts.language')}
            data={languages.map((value) => ({ value, label: word('language', value) }))}
            value={language}
            onChange={setLanguage}
          />
        </Group>
        {faults.map(([path, sentence]) => (
          <Text key={path} size="sm" c="red">
            {describeFault(path, String(sentence))}
          </Text>
        ))}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" key={`${level} ${language}`}>
          <Stack gap="md">
            <TextInput
              label={t('reminders.texts.subject')}
              lang={language}
              required
              autoComplete="off"
              {...form.field(`${level}.${language}.subject`)}
            />
            <LongTextField
              label={t('reminders.texts.body')}
              description={t('reminders.texts.hint', {
                list: reminderPlaceholders.map((name) => `{${name}}`).join(' '),
              })}
              lang={language}
              required
              rows={12}
              {...form.field(`${level}.${language}.body`)}
            />
          </Stack>
          <Preview
            letter={form.inner.getValues()[level][language]}
            values={sampleOf(contact, language)}
            lang={language}
          />
        </SimpleGrid>
      </Stack>
    </Form>
  );
}

/**
 * Returns the message for an error in a text of another level or language. That text is not on the screen, so the
 * message names the level and the language.
 */
function describeFault(path: string, sentence: string): string {
  const level = reminderLevels.find((one) => path.startsWith(`${one}.`));
  const language = languages.find((one) => path.includes(`.${one}.`));
  if (!level || !language) return sentence;
  return t('reminders.texts.otherFault', {
    level: t(`reminders.level.${level}`),
    language: word('language', language),
    sentence,
  });
}

interface PreviewProps {
  letter: ReminderTexts['final']['en'];
  values: ReminderValues;
  lang: Language;
}

function Preview({ letter: { subject, body }, values, lang }: PreviewProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={t('reminders.texts.preview')} lang={lang}>
      <Text size="xs" c="dimmed" mb="xs">
        {t('reminders.texts.preview')}
      </Text>
      <Text fw={700} mb="sm">
        {fillReminder(subject, values)}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {fillReminder(body, values)}
      </Text>
    </Paper>
  );
}

function sampleOf(contact: CentreContact, language: Language): ReminderValues {
  const today = browserToday();
  return {
    name: t('reminders.texts.sampleName', { language }),
    shop: 'A12',
    amount: paperAmount(23_600, language),
    since: writeDay(addDays(today, -45), language),
    lastDay: writeDay(addDays(today, DAYS_TO_PAY), language),
    reference: 'A12-202610-63',
    ...senderOf(contact, language),
  };
}
