import { Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { type MarketDay, marketDays } from '#contract/market-days.ts';
import { prices } from '#contract/prices.ts';
import { versionOf } from '#contract/version.ts';
import type { MarketDayKind } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import type { Question } from '#web/ui/dialog/question.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { type DayValues, dayBodyOf, dayValuesOf, kindChoices, newDay, reasonsFor } from './map-day.ts';

interface DayDialogProps {
  edited: MarketDay | undefined;
  onClose: () => void;
  onSaved: (message: string, day: MarketDay) => void;
}

export function DayDialog({ edited, onClose, onSaved }: DayDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = async (question: Question) => {
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
  return (
    <FormDialog
      form={form}
      title={edited ? t('market-days.dialog.edit', { day: formatOfficeDay(edited.date) }) : t('market-days.dialog.add')}
      question={closeQuestion}
      isAsking={isAsking}
      onClose={onClose}
    >
      {() => (
        <Form form={form} saveLabel={t('market-days.dialog.save')} withoutHint>
          <DayFields form={form} isNew={!edited} />
        </Form>
      )}
    </FormDialog>
  );
}

function closeQuestion(): Question {
  return {
    title: t('market-days.dialog.close.title'),
    body: t('market-days.dialog.close.body'),
    action: t('market-days.dialog.close.action'),
    cancelLabel: t('market-days.dialog.close.stay'),
    isDangerous: true,
  };
}

function DayFields({ form, isNew }: { form: OfficeForm<DayValues>; isNew: boolean }) {
  const { inner, field } = form;
  const chooseKind = (kind: MarketDayKind) => inner.setValues({ kind, ...reasonsFor(kind, inner.values) });
  return (
    <Stack gap="md">
      <ChoiceField
        label={t('market-days.dialog.kind')}
        required
        data-autofocus={isNew || undefined}
        data={kindChoices()}
        {...field('kind')}
        onChange={chooseKind}
      />
      {isNew && <DayField label={t('market-days.dialog.date')} required {...field('date')} value={inner.values.date} />}
      <TextInput
        label={t('market-days.dialog.reason')}
        description={t('market-days.dialog.reasonHint')}
        required
        autoComplete="off"
        data-autofocus={!isNew || undefined}
        {...field('reason')}
      />
      <TextInput label={t('market-days.dialog.reasonSi')} lang="si" autoComplete="off" {...field('reason_si')} />
      <TextInput label={t('market-days.dialog.reasonTa')} lang="ta" autoComplete="off" {...field('reason_ta')} />
      <Text size="sm" c="dimmed">
        {t('market-days.dialog.translationHint')}
      </Text>
    </Stack>
  );
}

type Ask = (question: Question) => Promise<boolean>;

function useDayForm(
  edited: MarketDay | undefined,
  ask: Ask,
  onSaved: DayDialogProps['onSaved'],
): OfficeForm<DayValues> {
  const replaced = useRef<MarketDay>(undefined);
  const hasConsent = useRef(false);
  return useOfficeForm({
    initialValues: edited ? dayValuesOf(edited) : newDay,
    schema: marketDays.save.body,
    toBody: dayBodyOf,
    check: ({ date }): { date?: string } => (date === null ? { date: t('market-days.dialog.dateMissing') } : {}),
    async ask({ date, kind }) {
      if (date === null) return {};
      if (!edited) replaced.current = await findDayOf(date);
      if (replaced.current && !(await mayReplace(replaced.current, ask))) return undefined;
      const before = edited ?? replaced.current;
      const isClosing = kind !== 'open' && (!before || before.kind === 'open');
      const count = isClosing ? await loadPriceCount(date) : 0;
      hasConsent.current = count > 0 && (await mayClose({ date, count }, ask));
      return count > 0 && !hasConsent.current ? undefined : {};
    },
    save(values, seen) {
      const ifMatch = edited ? seen.ifMatch : versionOf(marketDays.save, replaced.current ?? {});
      const body = { ...dayBodyOf(values), ...(hasConsent.current && { despite_prices: true }) };
      return api(marketDays.save, { params: { date: values.date ?? '' }, body }, { ifMatch });
    },
    stored: {
      call: marketDays.save,
      object: edited ?? {},
      valuesOf: ({ date: _, ...values }: DayValues) => values,
      objectOf: ({ day }) => day,
      show: { kind: (kind: MarketDayKind) => t(`market-days.choice.${kind}`) },
    },
    fallback: t('market-days.dialog.failed'),
    onSaved: ({ message, day }) => onSaved(message, day),
  });
}

async function findDayOf(date: NonNullable<DayValues['date']>): Promise<MarketDay | undefined> {
  const found = await api(marketDays.calendar, { query: { from: date, to: date } }).catch(() => undefined);
  return found?.days[0];
}

/**
 * Returns the number of prices of a day, or 0 if they cannot be loaded. If it returns 0, the user is not asked to
 * confirm, and the server refuses to close a day that has prices.
 */
async function loadPriceCount(date: MarketDay['date']): Promise<number> {
  return (await api(prices.byDate, { params: { date } }).catch(() => [])).length;
}

function mayClose({ date, count }: { date: MarketDay['date']; count: number }, ask: Ask): Promise<boolean> {
  const day = formatOfficeDay(date);
  return ask({
    title: t('market-days.dialog.prices.title', { day }),
    body: t('market-days.dialog.prices.body', { count, day }),
    action: t('market-days.dialog.prices.action'),
    isDoubtful: true,
  });
}

function mayReplace(present: MarketDay, ask: Ask): Promise<boolean> {
  return ask({
    title: t('market-days.dialog.replace.title', { day: formatOfficeDay(present.date) }),
    body: t('market-days.dialog.replace.body', { kind: t(`market-days.kind.${present.kind}`), reason: present.reason }),
    action: t('market-days.dialog.replace.action'),
  });
}
