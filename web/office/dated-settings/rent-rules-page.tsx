import { Card, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { addMonths, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { FIRST_RENT_RULES } from '#billing/rent-rules.ts';
import { amountOf } from '#contract/amount-text.ts';
import { type RentRulesOfMonth, rentRules } from '#contract/rent-rules.ts';
import { versionOf } from '#contract/version.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { DatedSettingPage, fromColumn, percentText, StateChip, setColumns, stateText } from './dated-setting-page.tsx';

export function RentRulesPage() {
  const load = useLoad('rent rules', (signal) => api(rentRules.list, {}, { signal }));
  const columns = useMemo(rulesColumns, []);
  return (
    <DatedSettingPage
      path="/settings/rent-rules"
      subtitle={t('rent-rules.page.subtitle')}
      load={load}
      form={<RentRulesForm rules={load.data ?? []} onTried={load.reload} />}
      columns={columns}
      rowId={({ from_month }) => from_month}
      rowName={(row) => t('rent-rules.table.row', rulesTexts(row))}
      isScheduled={({ state }) => state === 'scheduled'}
      cancel={cancelScheduledRules}
      texts={{
        label: t('rent-rules.table.label'),
        failure: t('rent-rules.table.failed'),
        search: t('rent-rules.table.search'),
        file: t('rent-rules.table.label'),
        empty: t('rent-rules.table.empty', rulesTexts()),
        emptyHint: t('rent-rules.table.emptyHint'),
      }}
      note={t('rent-rules.table.first', rulesTexts())}
    />
  );
}

function rulesColumns(): Column<RentRulesOfMonth>[] {
  return [
    { key: 'day', title: t('rent-rules.column.day'), kind: 'number', value: ({ rent_due_day }) => rent_due_day },
    { key: 'rate', title: t('rent-rules.column.rate'), kind: 'number', value: ({ fine_rate }) => fine_rate },
    {
      key: 'first',
      title: t('rent-rules.column.first'),
      value: ({ first_month_by_days }) => firstMonthText(first_month_by_days),
    },
    {
      key: 'cheques',
      title: t('rent-rules.column.cheques'),
      value: ({ cheques_on_their_day }) => chequesText(cheques_on_their_day),
    },
    fromColumn(t('rent-rules.column.from'), {
      day: ({ from_month }) => firstDayOf(from_month),
      text: ({ from_month }) => formatMonth(from_month),
    }),
    ...setColumns<RentRulesOfMonth>(),
    {
      key: 'status',
      title: t('vat-rates.column.status'),
      value: ({ state }) => stateText(state),
      render: ({ state }) => <StateChip state={state} />,
    },
  ];
}

function cancelScheduledRules(rules: RentRulesOfMonth): Promise<boolean> {
  const texts = rulesTexts(rules);
  return confirmAndCall(
    {
      title: t('rent-rules.cancel.title', texts),
      body: t('rent-rules.cancel.text', texts),
      action: t('rent-rules.cancel.action'),
      cancelLabel: t('rent-rules.cancel.keep'),
      isDangerous: true,
    },
    {
      call: () => api(rentRules.cancel, { params: { month: rules.from_month } }),
      failed: t('rent-rules.cancel.failed'),
    },
  );
}

type ShownRules = Pick<RentRulesOfMonth, 'rent_due_day' | 'fine_rate'>;

const FIRST_RULES: ShownRules = {
  rent_due_day: FIRST_RENT_RULES.rentDueDay,
  fine_rate: toPercent(FIRST_RENT_RULES.fineBasisPoints),
};

/**
 * Returns rent rules as values for the placeholders of texts; by default the rules that apply until the office sets its
 * own.
 */
function rulesTexts(rules: ShownRules & { from_month?: Month } = FIRST_RULES) {
  const { rent_due_day, fine_rate, from_month } = rules;
  const month = from_month === undefined ? '' : formatMonth(from_month);
  return { day: rent_due_day, rate: percentText(fine_rate), month };
}

type FirstMonth = 'same' | 'whole' | 'days';
type Cheques = 'same' | 'receipt' | 'day';
type Values = {
  rent_due_day: number | string;
  fine_rate: number | string;
  first_month: FirstMonth;
  cheques: Cheques;
  from_month: Month;
};

const MONTHS_TO_CHOOSE = 25;

interface RentRulesFormProps {
  rules: readonly RentRulesOfMonth[];
  onTried: () => void;
}

function RentRulesForm({ rules, onTried }: RentRulesFormProps) {
  const months = monthsToChoose();
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: {
      rent_due_day: '',
      fine_rate: '',
      first_month: 'same',
      cheques: 'same',
      from_month: monthOf(browserToday()),
    } as Values,
    schema: rentRules.set.body,
    ask: async (values) => ((await confirm(questionOf(values, rules))) ? {} : undefined),
    // The list is reloaded after a refusal, because somebody else has set rules, and after a failure, because the
    // answer may have been lost.
    save: (values) =>
      api(rentRules.set, { body: bodyOf(values) }, { ifMatch: versionOf(rentRules.set, { rules }) }).finally(onTried),
    fallback: t('rent-rules.form.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      form.clear();
    },
  });
  const current = rules.find(({ state }) => state === 'current');
  const now = rulesTexts(current);
  return (
    <Card component="section" aria-labelledby="new-rules" withBorder padding="md">
      <Title order={2} size="h4" id="new-rules" mb="sm">
        {t('rent-rules.form.title')}
      </Title>
      <Form form={form} saveLabel={t('rent-rules.form.save')} withoutHint>
        <AmountField
          decimals={0}
          label={t('rent-rules.form.day')}
          description={t('rent-rules.form.dayHint', now)}
          required
          autoFocus
          {...form.field('rent_due_day')}
        />
        <AmountField
          label={t('rent-rules.form.rate')}
          description={t('rent-rules.form.rateHint', now)}
          rightSection={
            <Text size="sm" c="dimmed" aria-hidden>
              %
            </Text>
          }
          required
          {...form.field('fine_rate')}
        />
        <ChoiceField
          label={t('rent-rules.form.first')}
          data={firstMonthChoices(current)}
          {...form.field('first_month')}
        />
        <ChoiceField
          label={t('rent-rules.form.cheques')}
          description={t('rent-rules.form.chequesHint')}
          data={chequeChoices(current)}
          {...form.field('cheques')}
        />
        <ChoiceField
          label={t('rent-rules.form.from')}
          data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
          required
          {...form.field('from_month')}
        />
      </Form>
    </Card>
  );
}

function firstMonthChoices(current: RentRulesOfMonth | undefined): { value: FirstMonth; label: string }[] {
  const choice = firstMonthText(current?.first_month_by_days === true);
  return [
    { value: 'same', label: t('rent-rules.form.same', { choice }) },
    { value: 'whole', label: firstMonthText(false) },
    { value: 'days', label: firstMonthText(true) },
  ];
}

function chequeChoices(current: RentRulesOfMonth | undefined): { value: Cheques; label: string }[] {
  const choice = chequesText(current?.cheques_on_their_day === true);
  return [
    { value: 'same', label: t('rent-rules.form.same', { choice }) },
    { value: 'receipt', label: chequesText(false) },
    { value: 'day', label: chequesText(true) },
  ];
}

function monthsToChoose(): Month[] {
  const first = firstDayOf(monthOf(browserToday()));
  return Array.from({ length: MONTHS_TO_CHOOSE }, (_, later) => monthOf(addMonths(first, later)));
}

function bodyOf({ rent_due_day, first_month, cheques, ...others }: Values) {
  return {
    rent_due_day: amountOf(rent_due_day),
    ...others,
    ...(first_month !== 'same' && { first_month_by_days: first_month === 'days' }),
    ...(cheques !== 'same' && { cheques_on_their_day: cheques === 'day' }),
  };
}

function firstMonthText(isByDays: boolean): string {
  return t(isByDays ? 'rent-rules.first.days' : 'rent-rules.first.whole');
}

function chequesText(isOnTheirDay: boolean): string {
  return t(isOnTheirDay ? 'rent-rules.cheques.day' : 'rent-rules.cheques.receipt');
}

function questionOf(values: Values, rules: readonly RentRulesOfMonth[]) {
  const texts = rulesTexts({
    ...values,
    rent_due_day: amountOf(values.rent_due_day),
    fine_rate: amountOf(values.fine_rate),
  });
  const replaced = rules.find(({ from_month }) => from_month === values.from_month);
  const sentences = [
    t('rent-rules.confirm.text', texts),
    values.first_month === 'same' ? '' : t(`rent-rules.confirm.${values.first_month}`),
    values.cheques === 'same' ? '' : t(`rent-rules.confirm.cheques.${values.cheques}`),
    replaced ? t('rent-rules.confirm.replaced', rulesTexts(replaced)) : '',
  ];
  return {
    title: t('rent-rules.confirm.title', texts),
    body: sentences.filter(Boolean).join(' '),
    action: t('rent-rules.form.save'),
  };
}
