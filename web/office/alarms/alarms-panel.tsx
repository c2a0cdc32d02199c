import { TextInput } from '@mantine/core';
import { type AlarmSettings, alarms } from '#contract/alarms.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { SettingPanel } from '../setting-panel.tsx';

/** The time by which a price list is expected, and the hours after which a gate phone counts as silent. */
export function AlarmsPanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('alarms', (signal) => api(alarms.get, {}, { signal }));
  return (
    <SettingPanel
      id="alarms"
      title={t('alarms.panel.title')}
      about={t('alarms.panel.about')}
      load={load}
      failure={t('alarms.panel.failed')}
      mayChange={mayWrite}
      formHeight={160}
      form={(stored) => <AlarmsForm stored={stored} />}
      sentences={({ list_by, gate_silent_hours }) => [
        t('alarms.panel.list', { time: list_by }),
        t('alarms.panel.gate', { hours: gate_silent_hours }),
      ]}
    />
  );
}

type Values = { list_by: string; gate_silent_hours: number | string };

function AlarmsForm({ stored }: { stored: AlarmSettings }) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: stored as Values,
    schema: alarms.set.body,
    // The schema has checked that the hours are a whole number.
    save: (values, seen) => api(alarms.set, { body: values as AlarmSettings }, seen),
    stored: {
      call: alarms.set,
      object: stored,
      valuesOf: (object: AlarmSettings): Partial<Values> => object,
      objectOf: ({ settings }) => settings,
    },
    fallback: t('alarms.form.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('alarms.form.save')} withoutHint>
      <TextInput
        label={t('alarms.form.list')}
        description={t('alarms.form.listHint')}
        placeholder="08:00"
        autoComplete="off"
        maw={320}
        {...form.field('list_by')}
      />
      <AmountField
        label={t('alarms.form.gate')}
        description={t('alarms.form.gateHint')}
        decimals={0}
        maw={320}
        {...form.field('gate_silent_hours')}
      />
    </Form>
  );
}
