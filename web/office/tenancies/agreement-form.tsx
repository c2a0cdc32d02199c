import { Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type Language, languages } from '#contract/languages.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

interface AgreementPanelProps {
  file: TenancyFile;
  onSaved: () => void;
}

export function AgreementPanel({ file, onSaved }: AgreementPanelProps) {
  const mayWrite = useMay('books.write');
  const title = t('tenancies.agreement.title');
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {mayWrite && file.erased_at === null ? (
          <AgreementForm file={file} onSaved={onSaved} />
        ) : (
          <AgreementText file={file} />
        )}
      </Stack>
    </Paper>
  );
}

type AgreementValues = { agreement_number: string; agreement_note: string; language: Language };

function AgreementForm({ file, onSaved }: AgreementPanelProps) {
  const form: OfficeForm<AgreementValues> = useOfficeForm({
    initialValues: valuesOf(file),
    schema: tenancies.edit.body,
    save: (body, seen) => api(tenancies.edit, { params: { id: String(file.tenant_id) }, body }, seen),
    stored: {
      call: tenancies.edit,
      object: file,
      valuesOf,
      objectOf: ({ agreement }) => agreement,
      show: { language: nameLanguage },
    },
    fallback: t('tenancies.agreement.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onSaved();
    },
  });
  return (
    <Form form={form} saveLabel={t('tenancies.agreement.save')} withoutHint>
      <TextInput label={t('tenancies.agreement.number')} autoComplete="off" {...form.field('agreement_number')} />
      <TextInput label={t('tenancies.agreement.note')} autoComplete="off" {...form.field('agreement_note')} />
      <ChoiceField
        label={t('tenancies.agreement.language.label')}
        data={languages.map((value) => ({ value, label: nameLanguage(value) }))}
        {...form.field('language')}
      />
    </Form>
  );
}

function valuesOf({ agreement_number, agreement_note, language }: AgreementValues): AgreementValues {
  return { agreement_number, agreement_note, language };
}

function nameLanguage(language: Language): string {
  return word('language', language);
}

function AgreementText({ file: { agreement_number, agreement_note, language } }: { file: TenancyFile }) {
  const lines = [
    [t('tenancies.agreement.number'), agreement_number || t('tenancies.agreement.none')],
    [t('tenancies.agreement.note'), agreement_note || t('tenancies.agreement.none')],
    [t('tenancies.agreement.language.label'), nameLanguage(language)],
  ] as const;
  return (
    <dl style={{ margin: 0 }}>
      {lines.map(([name, text]) => (
        <div key={name}>
          <Text size="sm" c="dimmed" component="dt">
            {name}
          </Text>
          <Text size="sm" component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
    </dl>
  );
}
