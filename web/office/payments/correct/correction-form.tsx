import { Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { amountOf } from '#contract/amount-text.ts';
import { t } from '#web/i18n/t.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import type { CorrectionValues } from './use-correction.ts';
import type { FoundPayments } from './use-found-payments.ts';

interface CorrectionFormProps {
  form: OfficeForm<CorrectionValues>;
  found: FoundPayments | undefined;
}

export function CorrectionForm({ form, found }: CorrectionFormProps) {
  const { field } = form;
  const recorded = form.inner.values.admin_put_amount;
  return (
    <Form form={form} saveLabel={t('payments.correct.submit')}>
      <Group grow gap="md" align="flex-start">
        <TextInput
          label={t('payments.correct.shop')}
          value={found?.shopId ?? ''}
          readOnly
          variant="filled"
          tabIndex={-1}
        />
        <TextInput
          label={t('payments.correct.date')}
          value={found ? formatOfficeDay(found.date) : ''}
          readOnly
          variant="filled"
          tabIndex={-1}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('payments.correct.recorded')}
          required
          readOnly
          variant="filled"
          tabIndex={-1}
          value={recorded === '' ? '' : formatFigure(amountOf(recorded))}
          error={field('admin_put_amount').error}
        />
        <AmountField label={t('payments.correct.actual')} required {...field('actual_amount')} />
      </SimpleGrid>
      <TextInput
        label={t('payments.correct.invoice')}
        description={t('payments.correct.optional')}
        autoComplete="off"
        placeholder="INV-A12-202611"
        {...field('invoice_id')}
      />
      <Textarea label={t('payments.correct.reason')} required autosize minRows={2} {...field('edit_reason')} />
    </Form>
  );
}
