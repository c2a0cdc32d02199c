import { Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { Form } from '#web/ui/form/form.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import type { CorrectionValues } from './use-correction.ts';
import type { FoundPayments } from './use-found-payments.ts';

interface CorrectionFormProps {
  form: OfficeForm<CorrectionValues>;
  found: FoundPayments | undefined;
}

/** Step 3: what is recorded, what it really was, and why. */
export function CorrectionForm({ form, found }: CorrectionFormProps) {
  const { field } = form;
  return (
    <Form form={form} saveLabel="Submit correction">
      <Group grow gap="md" align="flex-start">
        <TextInput label="Shop" value={found?.shopId ?? ''} readOnly variant="filled" tabIndex={-1} />
        <TextInput
          label="Date"
          value={found ? formatOfficeDay(found.date) : ''}
          readOnly
          variant="filled"
          tabIndex={-1}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AmountField
          label="Admin recorded amount, LKR"
          required
          readOnly
          variant="filled"
          tabIndex={-1}
          fixedDecimalScale
          {...field('admin_put_amount')}
        />
        <AmountField label="Actual amount, LKR" required {...field('actual_amount')} />
      </SimpleGrid>
      <TextInput
        label="Invoice ID"
        description="May be left out"
        autoComplete="off"
        placeholder="INV-A12-202611"
        {...field('invoice_id')}
      />
      <Textarea label="Reason" required maxLength={200} autosize minRows={2} {...field('edit_reason')} />
    </Form>
  );
}
