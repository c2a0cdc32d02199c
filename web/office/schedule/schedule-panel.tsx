import { Alert, Switch } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { type Schedule, schedule } from '#contract/schedule.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { SettingPanel } from '../setting-panel.tsx';
import classes from './schedule-form.module.css';

export function SchedulePanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('schedule', (signal) => api(schedule.get, {}, { signal }));
  return (
    <SettingPanel
      id="schedule"
      title={t('schedule.panel.title')}
      load={load}
      failure={t('schedule.panel.failed')}
      mayChange={mayWrite}
      formHeight={260}
      notice={({ paused }) =>
        paused !== null && (
          <Alert color="red" title={t('schedule.panel.paused')}>
            {paused}
          </Alert>
        )
      }
      form={({ paused: _, ...stored }) => <ScheduleForm stored={stored} />}
      sentences={({ paused: _, ...stored }) => scheduleSentences(stored)}
    />
  );
}

type Values = { [Key in keyof Schedule]: Schedule[Key] extends boolean ? boolean : number | string };

export function ScheduleForm({ stored }: { stored: Schedule }) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: stored as Values,
    schema: schedule.set.body,
    ask: async (values) => ((await mayBegin(stored, values)) ? {} : undefined),
    // The schema has checked that these are whole numbers.
    save: (values, seen) => api(schedule.set, { body: values as Schedule }, seen),
    stored: {
      call: schedule.set,
      object: stored,
      valuesOf: (object: Schedule): Partial<Values> => object,
      objectOf: (saved) => saved.schedule,
    },
    fallback: t('schedule.form.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('schedule.form.save')} withoutHint>
      <Task
        form={form}
        isOn="generate_invoices"
        label={t('schedule.form.invoices')}
        about={t('schedule.form.invoicesHint')}
        number="generate_day"
        numberLabel={t('schedule.form.invoicesDay')}
      />
      <Task
        form={form}
        isOn="apply_fines"
        label={t('schedule.form.fines')}
        about={t('schedule.form.finesHint')}
        number="fines_day"
        numberLabel={t('schedule.form.finesDay')}
      />
      <Task
        form={form}
        isOn="daily_backup"
        label={t('schedule.form.backup')}
        about={t('schedule.form.backupHint')}
        number="backup_days"
        numberLabel={t('schedule.form.backupDays')}
      />
    </Form>
  );
}

interface TaskProps {
  form: OfficeForm<Values>;
  isOn: 'generate_invoices' | 'apply_fines' | 'daily_backup';
  label: string;
  about: string;
  number: 'generate_day' | 'fines_day' | 'backup_days';
  numberLabel: string;
}

function Task({ form, isOn, label, about, number, numberLabel }: TaskProps) {
  return (
    <div className={classes.task}>
      <Switch label={label} description={about} {...form.field(isOn, { type: 'checkbox' })} />
      <AmountField
        aria-label={numberLabel}
        description={t(number === 'backup_days' ? 'schedule.form.days' : 'schedule.form.day')}
        inputWrapperOrder={['description', 'input', 'error']}
        decimals={0}
        w={150}
        {...form.field(number)}
      />
    </div>
  );
}

async function mayBegin(before: Schedule, after: Values): Promise<boolean> {
  const body = newlyAutomatic(before, after as Schedule, browserToday());
  if (body === undefined) return true;
  return confirm({ title: t('schedule.confirm.title'), body, action: t('schedule.form.save') });
}

function scheduleSentences(schedule: Schedule): string[] {
  const { generate_invoices, generate_day, apply_fines, fines_day, daily_backup, backup_days } = schedule;
  return [
    generate_invoices ? t('schedule.text.invoices', { day: generate_day }) : t('schedule.text.noInvoices'),
    apply_fines ? t('schedule.text.fines', { day: fines_day }) : t('schedule.text.noFines'),
    daily_backup ? t('schedule.text.backup', { days: backup_days }) : t('schedule.text.noBackup'),
  ];
}

/**
 * Returns the question to ask if saving would make the server begin to generate invoices or fines automatically;
 * otherwise undefined.
 */
function newlyAutomatic(before: Schedule, after: Schedule, today: Day): string | undefined {
  const invoices = after.generate_invoices && !before.generate_invoices;
  const fines = after.apply_fines && !before.apply_fines;
  const [invoicesTask, finesTask] = scheduleSentences(after);
  const tasks = [invoices && invoicesTask, fines && finesTask].filter((one) => typeof one === 'string');
  if (tasks.length === 0) return undefined;
  const number = Number(today.slice(-2));
  const isToday = (invoices && after.generate_day === number) || (fines && after.fines_day === number);
  const text = t('schedule.confirm.text', { tasks: tasks.join(' ') });
  return isToday ? `${text} ${t('schedule.confirm.firstToday')}` : text;
}
