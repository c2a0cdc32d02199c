import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MarketDayKind } from '#contract/market-days.ts';
import { type MarketDay, marketDays } from '#contract/market-days.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { bodyOf, type DayValues, KIND_WORDS, kindChoices, newDay, reasonsFor, valuesOf } from './map-day.ts';

interface DayDialogProps {
  /** The day that is edited; none to add one. */
  edited: MarketDay | undefined;
  onClose: () => void;
  onSaved: (message: string, day: MarketDay) => void;
}

/** Says why a day is closed, or that it is open. */
export function DayDialog({ edited, onClose, onSaved }: DayDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = async (question: Parameters<typeof confirm>[0]) => {
    setIsAsking(true);
    try {
      return await confirm(question);
    } finally {
      setIsAsking(false);
    }
  };
  const form = useDayForm(edited, ask, (message, day) => {
    onSaved(message, day);
    onClose();
  });
  const close = async () => {
    if (form.state === 'saving') return;
    if (!form.inner.isDirty() || (await ask(CLOSE))) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={<Text fw={600}>{edited ? `Edit ${formatOfficeDay(edited.date)}` : 'Add a day'}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
      // Escape is the question's while one is asked above this dialog.
      closeOnEscape={!isAsking}
    >
      <Form form={form} saveLabel="Save day" withoutHint>
        <DayFields form={form} isNew={!edited} />
      </Form>
    </Modal>
  );
}

const CLOSE = {
  title: 'Close without saving?',
  body: 'What you have entered here is lost.',
  action: 'Close',
  refrain: 'Stay here',
  isDangerous: true,
};

function DayFields({ form, isNew }: { form: OfficeForm<DayValues>; isNew: boolean }) {
  const { inner, field } = form;
  const chooseKind = (kind: MarketDayKind) => inner.setValues({ kind, ...reasonsFor(kind, inner.values) });
  return (
    <Stack gap="md">
      <Select
        label="What the day is"
        required
        data-autofocus={isNew || undefined}
        data={kindChoices}
        allowDeselect={false}
        {...field('kind')}
        onChange={(kind) => kind && chooseKind(kind)}
      />
      {isNew && <DayField label="Date" required {...field('date')} value={inner.values.date} />}
      <TextInput
        label="Reason"
        description="Readers see it where the list would be"
        required
        autoComplete="off"
        data-autofocus={!isNew || undefined}
        {...field('reason')}
      />
      <TextInput label="Reason in Sinhala" lang="si" autoComplete="off" {...field('reason_si')} />
      <TextInput label="Reason in Tamil" lang="ta" autoComplete="off" {...field('reason_ta')} />
      <Text size="sm" c="dimmed">
        Where Sinhala or Tamil is missing, its readers are given the English reason.
      </Text>
    </Stack>
  );
}

type Ask = (question: Parameters<typeof confirm>[0]) => Promise<boolean>;

function useDayForm(
  edited: MarketDay | undefined,
  ask: Ask,
  onSaved: DayDialogProps['onSaved'],
): OfficeForm<DayValues> {
  return useOfficeForm({
    initialValues: edited ? valuesOf(edited) : newDay,
    schema: marketDays.save.body,
    toBody: bodyOf,
    check: ({ date }): { date?: string } => (date === null ? { date: 'Choose a date.' } : {}),
    ask: async ({ date }) => (edited || date === null || (await mayReplace(date, ask)) ? {} : undefined),
    save: (values) => api(marketDays.save, { params: { date: values.date ?? '' }, body: bodyOf(values) }),
    fallback: 'Failed to save the day.',
    onSaved: ({ message, day }) => onSaved(message, day),
  });
}

/** A day that somebody entered before is not overwritten unseen. When that cannot be found out, saving will tell. */
async function mayReplace(date: NonNullable<DayValues['date']>, ask: Ask): Promise<boolean> {
  const found = await api(marketDays.calendar, { query: { from: date, to: date } }).catch(() => undefined);
  const standing = found?.days[0];
  if (!standing) return true;
  return ask({
    title: `Replace ${formatOfficeDay(date)}?`,
    body: `It is in the calendar already: ${KIND_WORDS[standing.kind].name}, “${standing.reason}”.`,
    action: 'Replace',
  });
}
