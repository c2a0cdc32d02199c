import { NumberInput, Switch } from '@mantine/core';
import { type Schedule, schedule } from '#contract/schedule.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { api } from '../api.ts';
import classes from '../settings/settings.module.css';
import { newlyAutomatic } from './describe-schedule.ts';

type Values = { [Key in keyof Schedule]: Schedule[Key] extends boolean ? boolean : number | string };

/** Turns on and off what the server does by itself; asks before it begins to touch money. */
export function ScheduleForm({ stored }: { stored: Schedule }) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: stored as Values,
    schema: schedule.set.body,
    ask: async (values) => ((await mayBegin(stored, values)) ? {} : undefined),
    // The schema has seen by now that these are whole numbers.
    save: (values) => api(schedule.set, { body: values as Schedule }),
    fallback: 'Failed to save what the server does by itself.',
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel="Save schedule" withoutHint>
      <Task
        form={form}
        isOn="generate_invoices"
        label="Generate invoices every month"
        about="For every shop that has a tenant"
        number="generate_day"
        numberLabel="On day of the month, for invoices"
      />
      <Task
        form={form}
        isOn="apply_fines"
        label="Apply fines every month"
        about="On all rent that is past its due day"
        number="fines_day"
        numberLabel="On day of the month, for fines"
      />
      <Task
        form={form}
        isOn="daily_backup"
        label="Copy the database every day"
        about="Each copy is restored once, to prove that it can be"
        number="backup_days"
        numberLabel="Copies are kept for so many days"
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
      <NumberInput
        aria-label={numberLabel}
        description={SHORT[number]}
        inputWrapperOrder={['description', 'input', 'error']}
        allowDecimal={false}
        clampBehavior="none"
        w={150}
        {...form.field(number)}
      />
    </div>
  );
}

const SHORT = { generate_day: 'Day of the month', fines_day: 'Day of the month', backup_days: 'Days they are kept' };

async function mayBegin(before: Schedule, after: Values): Promise<boolean> {
  const begins = newlyAutomatic(before, after as Schedule, browserToday());
  if (begins === undefined) return true;
  return confirm({ title: 'Let the server do this by itself?', body: begins, action: 'Save schedule' });
}
