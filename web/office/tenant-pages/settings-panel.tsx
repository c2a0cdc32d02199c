import { Switch, Text } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { tenantPages } from '#contract/tenant-pages.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { SettingPanel } from '../setting-panel.tsx';

type Stored = Answer<typeof tenantPages.getSettings>;
type Values = Pick<Stored, 'is_on'>;

export function TenantPagesPanel() {
  const mayChange = useMay('settings.write');
  const load = useLoad('tenant pages', (signal) => api(tenantPages.getSettings, {}, { signal }));
  return (
    <SettingPanel
      id="tenant-pages"
      title={t('tenant-pages.settings.title')}
      about={t('tenant-pages.settings.about')}
      load={load}
      failure={t('tenant-pages.settings.loadFailed')}
      mayChange={mayChange}
      form={(stored) => <SettingForm stored={stored} onSaved={load.reload} />}
      sentences={(stored) => [
        t(stored.is_on ? 'tenant-pages.settings.isOn' : 'tenant-pages.settings.isOff'),
        ...describeUse(stored),
      ]}
    />
  );
}

function describeUse({ is_on, has_public_address, opened }: Stored): string[] {
  if (!is_on) return [];
  if (!has_public_address) return [t('tenant-pages.settings.noAddress')];
  return [t('tenant-pages.settings.opened', { count: opened.count, of: opened.of })];
}

function SettingForm({ stored, onSaved }: { stored: Stored; onSaved: () => void }) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: valuesOf(stored),
    schema: tenantPages.setSettings.body,
    toBody,
    save: (values, seen) => api(tenantPages.setSettings, { body: toBody(values) }, seen),
    stored: { call: tenantPages.setSettings, object: stored, valuesOf, objectOf: ({ settings }) => settings },
    fallback: t('tenant-pages.settings.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onSaved();
    },
  });
  const { value, ...field } = form.inner.getInputProps('is_on', { type: 'checkbox' });
  return (
    <Form form={form} saveLabel={t('tenant-pages.settings.save')} withoutHint>
      <Switch label={t('tenant-pages.settings.on')} {...field} />
      {describeUse(stored).map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Form>
  );
}

function valuesOf({ is_on }: Values): Values {
  return { is_on };
}

function toBody({ is_on }: Values): Values {
  return { is_on };
}
