import IconAlertTriangle from 'virtual:icons/alert-triangle';
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FIRST_INVOICE_YEAR, invoices, LAST_INVOICE_YEAR } from '#contract/invoices.ts';
import { sentenceOf, UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { formatMonth, monthChoices } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import type { TenancyOfShop } from '../payments/take/choose-tenancy.ts';
import type { Notice } from './notice-panel.tsx';

const yearChoices = Array.from({ length: LAST_INVOICE_YEAR - FIRST_INVOICE_YEAR + 1 }, (_, at) =>
  String(FIRST_INVOICE_YEAR + at),
);

interface GenerateInvoiceFormProps {
  shopId: string;
  tenancyId: number | undefined;
  /** The months that can be billed; others are disabled. Undefined for a shop that has never had a tenant. */
  months: TenancyOfShop['months_to_bill'] | undefined;
  onGenerated: (notice: Notice) => void;
}

export function GenerateInvoiceForm(props: GenerateInvoiceFormProps) {
  const form = useGeneration(props);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('shop-summary.generate.title')} mb="md">
      <form onSubmit={form.submit} noValidate aria-busy={form.isBusy}>
        <Stack gap="sm">
          <Title order={2} size="h5">
            {t('shop-summary.generate.title')}
          </Title>
          <Group gap="sm" grow preventGrowOverflow={false}>
            <ChoiceField
              label={t('ui.period.year')}
              placeholder={t('ui.period.year')}
              data={yearChoices.map((year) => ({ value: year, label: year, disabled: isOutside(year, props.months) }))}
              value={form.year}
              onChange={form.chooseYear}
            />
            <ChoiceField
              label={t('ui.period.month')}
              placeholder={t('ui.period.month')}
              data={monthChoices().map((choice) => ({
                ...choice,
                disabled: form.year !== null && isOutside(monthText(form.year, choice.value), props.months),
              }))}
              value={form.month}
              onChange={form.chooseMonth}
            />
          </Group>
          {props.months && (
            <Text size="sm" c="dimmed">
              {t('shop-summary.generate.months', {
                first: formatMonth(props.months.first),
                last: formatMonth(props.months.last),
              })}
            </Text>
          )}
          {form.failure !== undefined && (
            <Alert color="red" role="alert" p="sm" icon={<IconAlertTriangle aria-hidden />}>
              {form.failure}
            </Alert>
          )}
          <Button type="submit" loading={form.isBusy} disabled={form.year === null || form.month === null}>
            {t('shop-summary.generate.save')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

function useGeneration({ shopId, tenancyId, onGenerated }: GenerateInvoiceFormProps) {
  const { key, renew } = useFormKey();
  const [year, setYear] = useState<string | null>(null);
  const [month, setMonth] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const generate = async (month_year: string) => {
    setIsBusy(true);
    try {
      const body = { shop_id: shopId, month_year, ...(tenancyId !== undefined && { tenancy_id: tenancyId }) };
      const answer = await api(invoices.generate, { query: {}, body }, { idempotencyKey: key });
      if (!answer?.invoice) return setFailure(t('shop-summary.generate.unexpected'));
      renew();
      onGenerated({ sentence: t('shop-summary.generate.done', { id: answer.invoice.invoice_id }), effect: answer });
    } catch (error) {
      if (error instanceof UnreadableAnswerError) setFailure(t('shop-summary.generate.unexpected'));
      else setFailure(sentenceOf(error, t('shop-summary.generate.failed')));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (year === null || month === null) setFailure(t('shop-summary.generate.missing'));
    else if (!isBusy) void generate(monthText(year, month));
  };
  // Another month means another invoice, so the failure is cleared and a new key is made.
  const choose = (set: (value: string | null) => void) => (value: string | null) => {
    set(value);
    setFailure(undefined);
    renew();
  };
  return { year, month, chooseYear: choose(setYear), chooseMonth: choose(setMonth), submit, failure, isBusy };
}

function monthText(year: string, month: string): string {
  return `${year}-${month.padStart(2, '0')}`;
}

/** Returns true for a year or a month outside the range that can be billed. */
function isOutside(text: string, months: GenerateInvoiceFormProps['months']): boolean {
  if (!months) return false;
  return text < months.first.slice(0, text.length) || text > months.last.slice(0, text.length);
}
