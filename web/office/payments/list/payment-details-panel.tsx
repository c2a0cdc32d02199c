import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { payments, type Receipt } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatMonth } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { placeOf } from '../../place-of.ts';
import { AmountTable } from '../effect.tsx';
import { methodOf, type ShownPayment } from '../payment-table.tsx';

export function PaymentDetailsPanel({ payment }: { payment: ShownPayment }) {
  const id = String(payment.corrects_payment_id ?? payment.payment_id);
  const load = useLoad(`receipt ${id} ${payment.updatedAt}`, (signal) =>
    api(payments.receipt, { params: { id } }, { signal }),
  );
  return (
    <AsyncState load={load} failure={t('payments.details.failed')}>
      {(receipt) => <PaidParts receipt={receipt} />}
    </AsyncState>
  );
}

function PaidParts({ receipt }: { receipt: Receipt }) {
  const { settled, filled_debt, kept_as_credit, voided_at, payment_id } = receipt;
  const parts = [
    ...settled.map(({ charge, name = '', month_year, amount, invoice_id }) => ({
      name: t('payments.details.charge', {
        charge: name || word('charge', charge),
        month: formatMonth(month_year),
        invoice: invoice_id,
      }),
      amount,
    })),
    ...(filled_debt > 0 ? [{ name: t('payments.details.debt'), amount: filled_debt }] : []),
    ...(kept_as_credit > 0 ? [{ name: t('payments.details.credit'), amount: kept_as_credit }] : []),
  ];
  const id = String(payment_id);
  return (
    <Stack gap="xs" maw={520} py="xs">
      <Text size="sm" fw={700}>
        {t(voided_at === null ? 'payments.details.paid' : 'payments.details.void', { id })}
      </Text>
      <Text size="sm">
        {[methodOf(receipt), t('payments.details.receivedBy', { name: receipt.received_by })].join(' · ')}
      </Text>
      <AmountTable
        label={t('payments.effect.charges')}
        rows={parts.map(({ name, amount }, id) => ({ id, name, amount }))}
      />
      <LinkedPayments receipt={receipt} />
    </Stack>
  );
}

export function LinkedPayments({
  receipt: { replaces_payment_id, replaced_by_payment_id },
}: {
  receipt: Pick<Receipt, 'replaces_payment_id' | 'replaced_by_payment_id'>;
}) {
  const links = [
    { id: replaced_by_payment_id, key: 'payments.details.replacedBy' },
    { id: replaces_payment_id, key: 'payments.details.replaces' },
  ] as const;
  return links.map(
    ({ id, key }) =>
      id !== null && (
        <Anchor key={key} component={Link} to={placeOf('/receipt/:paymentId', { paymentId: id })} size="sm">
          {t(key, { id: String(id) })}
        </Anchor>
      ),
  );
}
