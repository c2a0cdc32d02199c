import { Alert, Button, Group, Paper, Select, Stack, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { FIRST_INVOICE_YEAR, invoices, LAST_INVOICE_YEAR } from '#contract/invoices.ts';
import { sentenceOf, UnreadableAnswerError } from '#web/client.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';
import { monthChoices } from './month-choices.ts';
import type { Notice } from './notice.ts';

const yearChoices = Array.from({ length: LAST_INVOICE_YEAR - FIRST_INVOICE_YEAR + 1 }, (_, at) =>
  String(FIRST_INVOICE_YEAR + at),
);

interface GenerateInvoiceFormProps {
  shopId: string;
  onGenerated: (notice: Notice) => void;
}

/** Generates the invoice of the shop for a month. */
export function GenerateInvoiceForm({ shopId, onGenerated }: GenerateInvoiceFormProps) {
  const form = useGeneration(shopId, onGenerated);
  return (
    <Paper withBorder p="md" component="section" aria-label="Generate invoice" mb="md">
      <form onSubmit={form.submit} noValidate aria-busy={form.isBusy}>
        <Stack gap="sm">
          <Title order={3} size="h5">
            Generate invoice
          </Title>
          <Group gap="sm" grow>
            <Select
              label="Year"
              placeholder="Year"
              data={yearChoices}
              value={form.year}
              onChange={form.chooseYear}
              searchable
            />
            <Select
              label="Month"
              placeholder="Month"
              data={monthChoices}
              value={form.month}
              onChange={form.chooseMonth}
              searchable
            />
          </Group>
          {form.failure !== undefined && (
            <Alert color="red" role="alert" p="sm" icon={<IconAlertTriangle aria-hidden />}>
              {form.failure}
            </Alert>
          )}
          <Button type="submit" loading={form.isBusy} disabled={form.year === null || form.month === null}>
            Generate Invoice
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

function useGeneration(shopId: string, onGenerated: (notice: Notice) => void) {
  const { key, renew } = useFormKey();
  const [year, setYear] = useState<string | null>(null);
  const [month, setMonth] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const generate = async (month_year: string) => {
    setIsBusy(true);
    try {
      const body = { shop_id: shopId, month_year };
      const answer = await api(invoices.generate, { query: {}, body }, { idempotencyKey: key });
      if (!answer?.invoice) return setFailure('Unexpected response from server.');
      renew();
      onGenerated({ sentence: `${answer.invoice.invoice_id} generated.`, effect: answer });
    } catch (error) {
      if (error instanceof UnreadableAnswerError) setFailure('Unexpected response from server.');
      else setFailure(sentenceOf(error, 'Failed to generate invoice.'));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (year === null || month === null) setFailure('Please select both year and month.');
    else if (!isBusy) void generate(`${year}-${month}`);
  };
  // Another month is another form: its key must not be that of the month before.
  const choose = (set: (value: string | null) => void) => (value: string | null) => {
    set(value);
    renew();
  };
  return { year, month, chooseYear: choose(setYear), chooseMonth: choose(setMonth), submit, failure, isBusy };
}
