import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountOf } from '#contract/amount-text.ts';
import { invoices } from '#contract/invoices.ts';
import { type NotedCharge, notedCharges } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { confirmEffect, type WaiverInput, waiverIn } from '../payments/effect.tsx';
import { chargesOf, type SummaryInvoice } from './sum-charges.ts';

type NoteValues = WaiverInput & {
  kind: 'credit' | 'debit';
  /** The kind of a charge and its line number, such as `Other:2`. */
  charge: string;
  amount: number | string;
  reason: string;
};

interface NoteDialogProps {
  invoice: SummaryInvoice;
  onClose: () => void;
  onDone: () => void;
}

export function NoteDialog({ invoice, onClose, onDone }: NoteDialogProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const form = useNoteForm({ invoice, setIsConfirming, onDone });
  return (
    <FormDialog
      form={form}
      title={t('shop-summary.note.title', { id: invoice.invoice_id })}
      isAsking={isConfirming}
      onClose={onClose}
    >
      {(close) => (
        <Form form={form} saveLabel={t('shop-summary.note.continue')} onCancel={close} withoutHint>
          <Stack gap="md">
            <Text size="sm">{t('shop-summary.note.about')}</Text>
            <SegmentedControl
              aria-label={t('shop-summary.note.kind')}
              data={(['credit', 'debit'] as const).map((kind) => ({ value: kind, label: nameOfNote(kind) }))}
              {...form.field('kind')}
            />
            <ChoiceField
              label={t('shop-summary.note.charge')}
              required
              data={notableCharges(invoice)}
              {...form.field('charge')}
            />
            <AmountField
              label={t('shop-summary.note.amount')}
              description={t('shop-summary.note.amountHint')}
              required
              {...form.field('amount')}
            />
            <TextInput label={t('shop-summary.note.reason')} required autoComplete="off" {...form.field('reason')} />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}

interface NoteFormOptions {
  invoice: SummaryInvoice;
  setIsConfirming: (isConfirming: boolean) => void;
  onDone: () => void;
}

function useNoteForm({ invoice, setIsConfirming, onDone }: NoteFormOptions): OfficeForm<NoteValues> {
  const recordOnce = useRecordOnce();
  const params = { id: invoice.invoice_id };
  const confirmNote = (values: NoteValues) =>
    confirmEffect({
      title: t('shop-summary.note.confirm', { kind: values.kind, amount: formatMoney(amountOf(values.amount)) }),
      sentence: t('shop-summary.note.sentence', { id: invoice.invoice_id }),
      confirmLabel: t('shop-summary.note.action', { kind: values.kind }),
      dryRun: (waived) =>
        api(invoices.note, {
          params,
          query: { dry_run: 'true' as const },
          body: { ...bodyOf(values), do_not_charge: [...waived] },
        }),
    });
  return useOfficeForm({
    initialValues: {
      kind: 'credit',
      charge: rentOf(invoice),
      amount: '',
      reason: '',
      do_not_charge: [],
    } as NoteValues,
    schema: invoices.note.body,
    toBody: bodyOf,
    ask: async (values) => {
      setIsConfirming(true);
      const consent = await confirmNote(values).finally(() => setIsConfirming(false));
      return consent && waiverIn(consent);
    },
    save: ({ do_not_charge, waive_reason, ...values }) => {
      const body = { ...bodyOf(values), do_not_charge, ...(waive_reason !== undefined && { waive_reason }) };
      return recordOnce((options) => api(invoices.note, { params, query: {}, body }, options));
    },
    fallback: t('shop-summary.note.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onDone();
    },
  });
}

function bodyOf({ kind, charge, amount, reason }: Omit<NoteValues, keyof WaiverInput>) {
  const [name = '', line = '0'] = charge.split(':');
  return { kind, charge: name as NotedCharge, ...(line !== '0' && { line: Number(line) }), amount, reason };
}

function rentOf(invoice: SummaryInvoice): string {
  return notableCharges(invoice).find(({ value }) => value.startsWith('Rent'))?.value ?? '';
}

function notableCharges(invoice: SummaryInvoice): { value: string; label: string }[] {
  return chargesOf(invoice)
    .filter(({ kind }) => (notedCharges as readonly string[]).includes(kind))
    .map(({ kind, line, name, amount }) => ({
      value: `${kind}:${line}`,
      label: t('shop-summary.note.option', {
        charge: name || word('charge', kind),
        amount: formatMoney(amount),
      }),
    }));
}

function nameOfNote(kind: NoteValues['kind']): string {
  return t('shop-summary.note.action', { kind });
}
