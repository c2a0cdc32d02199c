import { Fieldset, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { addDays, monthOf } from '#billing/calendar.ts';
import { type CentreContact, centre } from '#contract/centre.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import { type Language, languages } from '#contract/languages.ts';
import { writeDay, writeMonth } from '#contract/messages/day-words.ts';
import { senderOf } from '#contract/reminders.ts';
import {
  fillRentMessage,
  type RentMessageSettings,
  type RentMessageValues,
  rentMessagePlaceholders,
  rentMessages,
} from '#contract/rent-messages.ts';
import { findOutsideGsm, measureSms } from '#contract/sms-length.ts';
import { type RentMessageOccasion, rentMessageOccasions } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField, type TypedAmount } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { EditableFor, LongTextField } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

export function RentMessageSettingsPage() {
  const load = useLoad('rent message settings', (signal) =>
    Promise.all([api(rentMessages.getSettings, {}, { signal }), api(centre.getContact, {}, { signal })]),
  );
  return (
    <Screen path="/settings/rent-messages" subtitle={t('rent-messages.form.subtitle')}>
      <AsyncState load={load} failure={t('rent-messages.form.failed')}>
        {([stored, contact]) => <SettingsForm stored={stored} contact={contact} onSaved={load.reload} />}
      </AsyncState>
    </Screen>
  );
}

type Values = Omit<RentMessageSettings, 'reminder_day' | 'part_cost'> & {
  reminder_day: TypedAmount;
  part_cost: TypedAmount;
};

interface SettingsFormProps {
  stored: RentMessageSettings;
  contact: CentreContact;
  onSaved: () => void;
}

function SettingsForm({ stored, contact, onSaved }: SettingsFormProps) {
  const isWriter = useMay('settings.write');
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: stored as Values,
    schema: rentMessages.setSettings.body,
    toBody,
    save: (values, seen) => api(rentMessages.setSettings, { body: toBody(values) }, seen),
    stored: {
      call: rentMessages.setSettings,
      object: stored,
      valuesOf: (settings) => settings as Values,
      objectOf: ({ settings }) => settings,
    },
    fallback: t('rent-messages.form.notSaved'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onSaved();
    },
  });
  return (
    <EditableFor isWriter={isWriter}>
      <Form form={form} saveLabel={t('rent-messages.form.save')} withoutHint={!isWriter}>
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <ChannelFields form={form} />
            <OccasionFields form={form} />
          </SimpleGrid>
          <TextFieldsOfOccasion form={form} contact={contact} />
        </Stack>
      </Form>
    </EditableFor>
  );
}

/** Text that is not a number becomes NaN or 0, which the schema refuses with the range of days. */
function toBody({ reminder_day, ...values }: Values) {
  return { ...values, reminder_day: Number(reminder_day) };
}

function ChannelFields({ form }: { form: OfficeForm<Values> }) {
  return (
    <Fieldset legend={t('rent-messages.form.channels')}>
      <Stack gap="sm">
        <Switch label={t('rent-messages.form.sms')} {...form.field('rent_sms_on', { type: 'checkbox' })} />
        <Switch label={t('rent-messages.form.email')} {...form.field('rent_email_on', { type: 'checkbox' })} />
        <AmountField
          label={t('rent-messages.form.cost')}
          description={t('rent-messages.form.costHint')}
          maw={320}
          {...form.field('part_cost')}
        />
      </Stack>
    </Fieldset>
  );
}

function OccasionFields({ form }: { form: OfficeForm<Values> }) {
  return (
    <Fieldset legend={t('rent-messages.form.occasions')}>
      <Stack gap="sm">
        <Switch label={t('rent-messages.form.bill')} {...form.field('bill_on', { type: 'checkbox' })} />
        <Switch label={t('rent-messages.form.reminder')} {...form.field('reminder_on', { type: 'checkbox' })} />
        <AmountField
          label={t('rent-messages.form.reminderDay')}
          decimals={0}
          maw={320}
          {...form.field('reminder_day')}
        />
        <Switch label={t('rent-messages.form.receipt')} {...form.field('receipt_on', { type: 'checkbox' })} />
      </Stack>
    </Fieldset>
  );
}

function TextFieldsOfOccasion({ form, contact }: { form: OfficeForm<Values>; contact: CentreContact }) {
  const [occasion, setOccasion] = useState<RentMessageOccasion>('bill');
  const [language, setLanguage] = useState<Language>('en');
  const path = `${occasion}_text.${language}` as const;
  const faults = Object.entries(form.inner.errors).filter(([name]) => name.includes('_text.') && name !== path);
  return (
    <Stack gap="md" component="section" aria-labelledby="message-texts">
      <Title order={2} size="h4" id="message-texts">
        {t('rent-messages.form.texts')}
      </Title>
      <Group gap="md">
        <ChoiceField
          label={t('rent-messages.form.occasion')}
          data={rentMessageOccasions.map((value) => ({ value, label: t(`rent-messages.occasion.${value}`) }))}
          value={occasion}
          onChange={setOccasion}
        />
        <ChoiceField
          label={t('rent-messages.form.language')}
          data={languages.map((value) => ({ value, label: word('language', value) }))}
          value={language}
          onChange={setLanguage}
        />
      </Group>
      {faults.map(([name, sentence]) => (
        <Text key={name} size="sm" c="red">
          {describeFault(name, String(sentence))}
        </Text>
      ))}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" key={path}>
        <LongTextField
          label={t('rent-messages.form.text')}
          description={t('rent-messages.form.textHint', {
            list: rentMessagePlaceholders[occasion].map((name) => `{${name}}`).join(' '),
          })}
          lang={language}
          required
          rows={6}
          {...form.field(path)}
        />
        <TextPreview
          text={form.inner.getValues()[`${occasion}_text`][language]}
          values={sampleOf(contact, language)}
          lang={language}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** Names the text with a fault that is not on the screen. */
function describeFault(path: string, sentence: string): string {
  const occasion = rentMessageOccasions.find((one) => path.startsWith(`${one}_text.`));
  const language = languages.find((one) => path.endsWith(`.${one}`));
  if (!occasion || !language) return sentence;
  return t('rent-messages.form.otherFault', {
    occasion: t(`rent-messages.occasion.${occasion}`),
    language: word('language', language),
    sentence,
  });
}

interface TextPreviewProps {
  text: string;
  values: RentMessageValues;
  lang: Language;
}

function TextPreview({ text, values, lang }: TextPreviewProps) {
  const filled = fillRentMessage(text, values);
  const { alphabet, units, parts } = measureSms(filled);
  const outside = findOutsideGsm(filled);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('rent-messages.form.preview')}>
      <Text size="xs" c="dimmed" mb="xs">
        {t('rent-messages.form.preview')}
      </Text>
      <Text size="sm" lang={lang} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {filled}
      </Text>
      <Text size="sm" mt="sm">
        {t('rent-messages.form.length', { alphabet, units, parts })}
      </Text>
      {lang === 'en' && outside.length > 0 && (
        <Text size="sm" c="red.9">
          {t('rent-messages.form.outside', { list: outside.join(' ') })}
        </Text>
      )}
    </Paper>
  );
}

function sampleOf(contact: CentreContact, language: Language): RentMessageValues {
  const today = browserToday();
  return {
    name: t('rent-messages.form.sampleName', { language }),
    shop: 'A12',
    amount: paperAmount(23_600, language),
    total: paperAmount(23_600, language),
    reference: 'A12-202610-63',
    market: senderOf(contact, language).market,
    link: `${location.origin}/my/63-AAAAAAAAAAAAAAAAAAAAAA`,
    month: writeMonth(monthOf(today), language),
    dueDay: writeDay(addDays(today, 14), language),
    day: writeDay(today, language),
    receipt: '1204',
  };
}
