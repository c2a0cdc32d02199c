import { Switch } from '@mantine/core';
import { type CompareSettings, otherCentres } from '#contract/other-centres.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { SettingPanel } from '../setting-panel.tsx';

/** What readers start with when they compare centres, and whether this is the national page. */
export function ComparePanel() {
  const mayWrite = useMay('settings.write');
  const load = useLoad('comparing centres', (signal) => api(otherCentres.getSettings, {}, { signal }));
  return (
    <SettingPanel
      id="comparing"
      title={t('other-centres.compare.title')}
      about={t('other-centres.compare.about')}
      load={load}
      failure={t('other-centres.compare.failed')}
      mayChange={mayWrite}
      formHeight={260}
      form={(stored) => <CompareForm stored={stored} />}
      sentences={({ rupees_per_km, load_kg, is_national }) => [
        t('other-centres.compare.sentence', { rate: rupees_per_km, load: load_kg }),
        t(is_national ? 'other-centres.compare.national' : 'other-centres.compare.notNational'),
      ]}
    />
  );
}

type Values = { rupees_per_km: number | string; load_kg: number | string; is_national: boolean };

function CompareForm({ stored }: { stored: CompareSettings }) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: stored as Values,
    schema: otherCentres.setSettings.body,
    // The schema has checked that the load is a whole number.
    save: (values, seen) => api(otherCentres.setSettings, { body: values as CompareSettings }, seen),
    stored: {
      call: otherCentres.setSettings,
      object: stored,
      valuesOf: (object: CompareSettings): Partial<Values> => object,
      objectOf: ({ settings }) => settings,
    },
    fallback: t('other-centres.compare.saveFailed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('other-centres.compare.save')} withoutHint>
      <AmountField label={t('other-centres.compare.rate')} maw={320} {...form.field('rupees_per_km')} />
      <AmountField label={t('other-centres.compare.load')} decimals={0} maw={320} {...form.field('load_kg')} />
      <Switch
        label={t('other-centres.compare.isNational')}
        description={t('other-centres.compare.isNationalHint')}
        {...form.field('is_national', { type: 'checkbox' })}
      />
    </Form>
  );
}
