import { Checkbox, Stack, Switch, Table, Text, TextInput, Title } from '@mantine/core';
import { type AlertSettings, type AlertStatus, alerts } from '#contract/alerts.ts';
import type { Sending } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { EditableFor, LongTextField } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { CentrePage } from '../centre/centre-page.tsx';
import { useMay } from '../session/use-may.ts';

export function AlertSettingsPage() {
  const load = useLoad('alert settings', (signal) => api(alerts.getSettings, {}, { signal }));
  const status = useLoad('alert status', (signal) => api(alerts.getStatus, {}, { signal }));
  const reload = () => {
    load.reload();
    status.reload();
  };
  return (
    <CentrePage
      path="/settings/alerts"
      subtitle="alerts.page.subtitle"
      load={load}
      publicPath="/alerts"
      event="Alert Settings Changed"
    >
      {(stored) => (
        <Stack gap="lg" maw={760}>
          <AlertStatusPanel load={status} />
          <AlertSettingsForm stored={stored} onSaved={reload} />
        </Stack>
      )}
    </CentrePage>
  );
}

function AlertStatusPanel({ load }: { load: Load<AlertStatus> }) {
  return (
    <Stack component="section" gap="xs" aria-labelledby="alert-status">
      <Title order={2} size="h4" id="alert-status">
        {t('alerts.status.title')}
      </Title>
      <AsyncState load={load} failure={t('alerts.status.failed')}>
        {(status) => <Counts status={status} />}
      </AsyncState>
    </Stack>
  );
}

function Counts({ status: { channels, queued, sent, failures } }: { status: AlertStatus }) {
  const hasRoom = useHasRoom();
  return (
    <>
      <Table.ScrollContainer
        minWidth={320}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={t('alerts.status.channel')}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('alerts.status.channel')}</Table.Th>
              <Table.Th>{t('alerts.status.offered')}</Table.Th>
              {hasRoom && <Table.Th ta="right">{t('alerts.status.confirmed')}</Table.Th>}
              {hasRoom && <Table.Th ta="right">{t('alerts.status.unconfirmed')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {channels.map(({ channel, obstacle, confirmed, unconfirmed }) => (
              <Table.Tr key={channel}>
                <Table.Td>
                  {t(`alerts.channel.${channel}`)}
                  {!hasRoom && (
                    <Text size="xs" c="dimmed">
                      {t('alerts.status.confirmed')}: {confirmed} · {t('alerts.status.unconfirmed')}: {unconfirmed}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{t(obstacle === null ? 'alerts.status.yes' : `alerts.obstacle.${obstacle}`)}</Table.Td>
                {hasRoom && <Table.Td ta="right">{confirmed}</Table.Td>}
                {hasRoom && <Table.Td ta="right">{unconfirmed}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm">{t('alerts.status.messages', { queued, sent })}</Text>
      {failures.map(({ reason, count }) => (
        <Text key={reason} size="sm" c="red.9">
          {t('alerts.status.failure', { reason, count })}
        </Text>
      ))}
    </>
  );
}

type SettingsValues = Omit<AlertSettings, 'has_sms_headers'> & { sms_headers: string; areHeadersRemoved: boolean };

function AlertSettingsForm({ stored, onSaved }: { stored: AlertSettings; onSaved: () => void }) {
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
      <LongTextField
        label={t('alerts.form.headers')}
        description={t(hasHeaders ? 'alerts.form.headersStored' : 'alerts.form.headersNone')}
        rows={2}
        autoComplete="off"
        disabled={form.inner.values.areHeadersRemoved}
        {...form.field('sms_headers')}
      />
      {hasHeaders && (
        <Checkbox label={t('alerts.form.removeHeaders')} {...form.field('areHeadersRemoved', { type: 'checkbox' })} />
      )}
      <LongTextField
        label={t('alerts.form.body')}
        description={t('alerts.form.bodyHint')}
        rows={2}
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
