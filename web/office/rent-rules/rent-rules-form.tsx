import { Card, Text, Title } from '@mantine/core';
import { addMonths, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
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
import { api } from '../api.ts';
import { rulesTexts } from './rules-texts.ts';

type Values = { rent_due_day: number | string; fine_rate: number | string; from_month: Month };

const MONTHS_TO_CHOOSE = 25;

interface RentRulesFormProps {
  rules: readonly RentRulesOfMonth[];
  onTried: () => void;
}

export function RentRulesForm({ rules, onTried }: RentRulesFormProps) {
  const months = monthsToChoose();
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: { rent_due_day: '', fine_rate: '', from_month: monthOf(browserToday()) } as Values,
    schema: rentRules.set.body,
    ask: async (values) => ((await confirm(questionOf(values, rules))) ? {} : undefined),
    // What others set meanwhile is listed after the refusal; after a failure only the answer may have been lost.
    save: (values) =>
      api(rentRules.set, { body: bodyOf(values) }, { ifMatch: versionOf(rentRules.set, { rules }) }).finally(onTried),
    fallback: t('rent-rules.form.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      form.clear();
    },
  });
  const now = rulesTexts(rules.find(({ state }) => state === 'current'));
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
          label={t('rent-rules.form.from')}
          data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
          required
          {...form.field('from_month')}
        />
      </Form>
    </Card>
  );
}

function monthsToChoose(): Month[] {
  const first = firstDayOf(monthOf(browserToday()));
  return Array.from({ length: MONTHS_TO_CHOOSE }, (_, later) => monthOf(addMonths(first, later)));
}

function bodyOf({ rent_due_day, ...others }: Values) {
  return { rent_due_day: amountOf(rent_due_day), ...others };
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
    replaced ? t('rent-rules.confirm.replaced', rulesTexts(replaced)) : '',
  ];
  return {
    title: t('rent-rules.confirm.title', texts),
    body: sentences.filter(Boolean).join(' '),
    action: t('rent-rules.form.save'),
  };
}
