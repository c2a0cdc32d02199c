import { Checkbox, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core';
import { type AlertSettings, alerts } from '#contract/alerts.ts';
import type { Sending } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { EditableFor } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

type SettingsValues = Omit<AlertSettings, 'has_sms_headers'> & { sms_headers: string; areHeadersRemoved: boolean };

export function AlertSettingsForm({ stored, onSaved }: { stored: AlertSettings; onSaved: () => void }) {
  const isWriter = useMay('settings.write');
  const form: OfficeForm<SettingsValues> = useOfficeForm({
    initialValues: valuesOf(stored),
    schema: alerts.setSettings.body,
    toBody: bodyOf,
    save: (values, seen) => api(alerts.setSettings, { body: bodyOf(values) }, seen),
    stored: {
      call: alerts.setSettings,
      object: stored,
      valuesOf: (settings) => valuesOf(settings as AlertSettings),
      objectOf: ({ settings }) => settings,
    },
    fallback: t('alerts.form.notSaved'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      const shown = { ...form.inner.getValues(), sms_headers: '', areHeadersRemoved: false };
      form.inner.setValues(shown);
      form.inner.resetDirty(shown);
      onSaved();
    },
  });
  return (
    <EditableFor isWriter={isWriter}>
      <Form form={form} saveLabel={t('alerts.form.save')} withoutHint={!isWriter}>
        <Stack gap="md">
          <Switch label={t('alerts.form.email')} {...form.field('email_on', { type: 'checkbox' })} />
          <Switch label={t('alerts.form.push')} {...form.field('push_on', { type: 'checkbox' })} />
          <TextInput
            label={t('alerts.form.contact')}
            description={t('alerts.form.contactHint')}
            autoComplete="off"
            {...form.field('push_contact')}
          />
          <GatewayFields form={form} hasHeaders={stored.has_sms_headers} />
        </Stack>
      </Form>
    </EditableFor>
  );
}

function valuesOf({ has_sms_headers: _, ...settings }: AlertSettings): SettingsValues {
  return { ...settings, sms_headers: '', areHeadersRemoved: false };
}

function bodyOf({
  sms_headers,
  areHeadersRemoved,
  ...settings
}: SettingsValues): Sending<typeof alerts.setSettings>['body'] {
  const given = areHeadersRemoved ? '' : sms_headers || undefined;
  return { ...settings, ...(given !== undefined && { sms_headers: given }) };
}

function GatewayFields({ form, hasHeaders }: { form: OfficeForm<SettingsValues>; hasHeaders: boolean }) {
  return (
    <>
      <Title order={2} size="h4">
        {t('alerts.form.gateway')}
      </Title>
      <Switch label={t('alerts.form.sms')} {...form.field('sms_on', { type: 'checkbox' })} />
      <TextInput label={t('alerts.form.address')} autoComplete="off" {...form.field('sms_address')} />
      <Textarea
        label={t('alerts.form.headers')}
        description={t(hasHeaders ? 'alerts.form.headersStored' : 'alerts.form.headersNone')}
        autosize
        minRows={2}
        autoComplete="off"
        disabled={form.inner.values.areHeadersRemoved}
        {...form.field('sms_headers')}
      />
      {hasHeaders && (
        <Checkbox label={t('alerts.form.removeHeaders')} {...form.field('areHeadersRemoved', { type: 'checkbox' })} />
      )}
      <Textarea
        label={t('alerts.form.body')}
        description={t('alerts.form.bodyHint')}
        autosize
        minRows={2}
        autoComplete="off"
        {...form.field('sms_body')}
      />
      <TextInput
        label={t('alerts.form.success')}
        description={t('alerts.form.successHint')}
        autoComplete="off"
        {...form.field('sms_success')}
      />
    </>
  );
}
