import type { Answer } from '#contract/call.ts';
import { electronic } from '#contract/electronic.ts';
import { gate } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { SettingPanel } from '../setting-panel.tsx';

type Stored = Answer<typeof electronic.getSettings>;

const DAYS = {
  confirmation: { get: electronic.getSettings, set: electronic.setSettings },
  counting: { get: gate.getCounting, set: gate.setCounting },
} as const;

/**
 * Sets the day from which electronic payments are to be confirmed, or tickets without a shift to be counted. What is
 * earlier counts as confirmed or counted.
 */
export function FirstDayPanel({ what }: { what: keyof typeof DAYS }) {
  const mayWrite = useMay('books.write');
  const load = useLoad(`first day, ${what}`, (signal) => api(DAYS[what].get, {}, { signal }));
  return (
    <SettingPanel
      id={what}
      title={t(`cash.${what}.title`)}
      about={t(`cash.${what}.about`)}
      load={load}
      failure={t('cash.settings.loadFailed')}
      mayChange={mayWrite}
      form={(stored) => <FirstDayForm what={what} stored={stored} />}
      sentences={({ from }) => [
        from === null ? t(`cash.${what}.isAll`) : t(`cash.${what}.isFrom`, { day: formatOfficeDay(from) }),
      ]}
    />
  );
}

function FirstDayForm({ what, stored }: { what: keyof typeof DAYS; stored: Stored }) {
  const { set } = DAYS[what];
  const form: OfficeForm<Stored> = useOfficeForm({
    initialValues: stored,
    schema: set.body,
    save: (body, seen) => api(set, { body }, seen),
    stored: { call: set, object: stored, valuesOf: (one) => one, objectOf: ({ settings }) => settings },
    // Both forms of the settings may have the same values, which make the usual key.
    restoreKey: `first day, ${what}`,
    fallback: t('cash.settings.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('cash.settings.save')} withoutHint>
      <DayField
        label={t(`cash.${what}.from`)}
        latest={browserToday()}
        clearable
        {...form.field('from')}
        value={form.inner.values.from}
      />
    </Form>
  );
}
