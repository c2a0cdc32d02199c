import IconCheck from 'virtual:icons/check';
import IconReceipt from 'virtual:icons/receipt';
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { amountOf } from '#contract/amount-text.ts';
import { latestChequeDay } from '#contract/cheques.ts';
import { isCheque, offeredMethods } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField, type DayFieldProps } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { placeOf } from '../../place-of.ts';
import { EffectPanel, SettledTable, useEffectPreview } from '../effect.tsx';
import { useAllowedDays } from '../use-allowed-days.ts';
import type { Payer } from './choose-tenancy.ts';
import {
  type PaymentAnswer,
  type PaymentFormState,
  type PaymentScreen,
  type PaymentTarget,
  validateReference,
} from './use-payment-form.ts';

const SAVE_LABELS = {
  make: 'payments.make.save',
  record: 'payments.record.save',
  summary: 'payments.summary.save',
} as const satisfies Record<PaymentScreen, string>;

interface PaymentFormProps {
  payment: PaymentFormState;
  payer?: Payer | undefined;
  /** The field in which the shop is chosen. */
  children?: ReactNode;
}

export function PaymentForm({ payment, payer, children }: PaymentFormProps) {
  const { screen, form, target } = payment;
  const { bounds } = useAllowedDays();
  const isOff = screen === 'make' && target.reference === '';
  return (
    <Form form={form} saveLabel={t(SAVE_LABELS[screen])}>
      {screen === 'record' ? <ReferenceField payment={payment} /> : children}
      {screen !== 'record' && !isOff && <AmountDue payment={payment} payer={payer} />}
      <Group grow gap="md" align="flex-start">
        <AmountField
          key={screen === 'record' ? undefined : target.reference}
          label={screen === 'record' ? t('payments.form.amountPaid.label') : t('payments.form.amount.label')}
          required
          disabled={isOff}
          autoFocus={screen === 'make' && !isOff}
          data-autofocus={screen === 'summary' || undefined}
          {...form.field('amountPaid')}
        />
        <ChoiceField
          label={t('payments.form.method.label')}
          required
          data={wordChoices('method', offeredMethods)}
          disabled={isOff}
          {...form.field('paymentMethod')}
        />
      </Group>
      {isCheque(form.inner.values.paymentMethod) && !isOff && (
        <ChequeFields
          number={form.field('chequeNumber')}
          bank={form.field('chequeBank')}
          day={{ ...form.field('chequeDate'), value: form.inner.values.chequeDate }}
        />
      )}
      <Group grow gap="md" align="flex-start">
        {screen === 'record' && <TypeSelect payment={payment} />}
        <DayField
          label={t('payments.form.date.label')}
          required
          {...bounds}
          {...(screen !== 'record' && { latest: browserToday(), tooLate: t('payments.form.date.future') })}
          disabled={isOff}
          {...form.field('paymentDate')}
          value={form.inner.values.paymentDate}
        />
      </Group>
      <TextInput label={t('payments.form.note.label')} autoComplete="off" disabled={isOff} {...form.field('note')} />
      <Preview payment={payment} />
    </Form>
  );
}

interface ChequeFieldsProps {
  number: TextInputProps;
  bank: TextInputProps;
  day: Pick<DayFieldProps, 'value' | 'onChange' | 'error'>;
}

export function ChequeFields({ number, bank, day }: ChequeFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <TextInput label={t('payments.form.cheque.number.label')} required autoComplete="off" {...number} />
      <TextInput label={t('payments.form.cheque.bank.label')} autoComplete="off" {...bank} />
      <DayField
        label={t('payments.form.cheque.date.label')}
        latest={latestChequeDay(browserToday())}
        tooLate={t('payments.form.cheque.date.tooLate')}
        {...day}
      />
    </SimpleGrid>
  );
}

function ReferenceField({ payment: { form, target, cleared } }: PaymentFormProps) {
  const putBack = (reference: string) => {
    form.inner.setFieldValue('referenceId', reference);
    cleared.set('');
    form.inner.getInputNode('referenceId')?.focus();
  };
  return (
    <div>
      <TextInput
        label={t('payments.form.reference.label')}
        description={t('payments.form.reference.description', { type: target.type })}
        required
        autoFocus
        autoComplete="off"
        {...form.field('referenceId')}
      />
      <Group gap="xs" role="status">
        {cleared.reference !== '' && form.inner.values.referenceId === '' && (
          <>
            <Text size="sm">{t('payments.form.reference.cleared', { reference: cleared.reference })}</Text>
            <Button variant="default" size="compact-sm" onClick={() => putBack(cleared.reference)}>
              {t('payments.form.reference.putBack')}
            </Button>
          </>
        )}
      </Group>
    </div>
  );
}

/**
 * Selects whether the payment is for a shop or for an invoice. Another type clears the reference (specification 1,
 * section 4), which one button puts back.
 */
function TypeSelect({ payment: { form, cleared } }: PaymentFormProps) {
  const { onChange, ...field } = form.field('type');
  const choose = (type: PaymentTarget['type']) => {
    onChange(type);
    const { referenceId } = form.inner.values;
    if (referenceId.trim() === '') return;
    cleared.set(referenceId);
    form.inner.setFieldValue('referenceId', '');
  };
  const types: { value: PaymentTarget['type']; label: string }[] = [
    { value: 'shop', label: t('payments.form.type.shop') },
    { value: 'invoice', label: t('payments.form.type.invoice') },
  ];
  return (
    <ChoiceField
      label={t('payments.form.type.label')}
      description={form.inner.values.type === 'invoice' ? t('payments.form.type.invoiceAbout') : undefined}
      data={types}
      {...field}
      onChange={choose}
    />
  );
}

/** Shows the amount due. Its height is reserved, so that nothing moves when it appears. */
function AmountDue({ payment: { form }, payer }: PaymentFormProps) {
  const payInFull = (amount: number) => {
    form.inner.setFieldValue('amountPaid', amount.toFixed(2));
    form.inner.getInputNode('amountPaid')?.focus();
  };
  return (
    <Group gap="xs" mih={26}>
      {payer && (
        <Text size="sm">
          {t(payer.due > 0 ? 'payments.form.due' : 'payments.form.nothingDue', {
            tenant: payer.tenant,
            shop: payer.shopId,
            amount: formatMoney(payer.due),
          })}
        </Text>
      )}
      {payer && payer.due > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => payInFull(payer.due)}>
          {t('payments.form.payInFull')}
        </Button>
      )}
    </Group>
  );
}

/** The usual height of the preview, which is reserved so that the button does not move under the pointer. */
const PREVIEW_HEIGHT = 152;

function Preview({ payment: { form, target, dryRun } }: PaymentFormProps) {
  const { amountPaid, paymentDate, paymentMethod, chequeNumber, chequeDate } = form.inner.values;
  const isKnown = validateReference(target) === undefined && amountOf(amountPaid) > 0 && paymentDate !== null;
  const { type, reference, tenancyId } = target;
  const facts = [type, reference, tenancyId, amountPaid, paymentDate, paymentMethod, chequeNumber, chequeDate];
  const key = isKnown ? facts.join(' ') : '';
  const preview = useEffectPreview({ key, dryRun });
  const title = t('payments.preview.title');
  return (
    <Paper withBorder p="sm" mih={PREVIEW_HEIGHT} component="section" aria-label={title}>
      <Text size="sm" fw={700}>
        {title}
      </Text>
      <EffectPanel preview={preview} idle={t('payments.preview.idle')} />
    </Paper>
  );
}

/** Shows what was recorded. The region exists before the payment, so that screen readers announce the payment. */
export function PaymentDone({ answer }: { answer: PaymentAnswer | undefined }) {
  return <div role="status">{answer && <PaidPanel answer={answer} />}</div>;
}

function PaidPanel({ answer }: { answer: PaymentAnswer }) {
  const { payment_id, shop_id, amount_paid } = answer.payment;
  const id = String(payment_id);
  return (
    <Alert role="group" color="leaf" icon={<IconCheck aria-hidden />} title={t('payments.form.done')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" component="div" w="100%" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Text size="sm" fw={700}>
            {t('payments.done.title', { id, shop: shop_id, amount: formatMoney(amount_paid) })}
          </Text>
          <SettledTable effect={answer} />
        </Text>
        <Button
          component={Link}
          to={placeOf('/receipt/:paymentId', { paymentId: id })}
          variant="default"
          leftSection={<IconReceipt size={18} aria-hidden />}
        >
          {t('payments.done.receipt', { id })}
        </Button>
      </Stack>
    </Alert>
  );
}
