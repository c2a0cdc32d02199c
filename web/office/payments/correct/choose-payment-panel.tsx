import { Radio, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Payment } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import type { FoundPayments } from './use-found-payments.ts';

interface ChoosePaymentPanelProps {
  found: FoundPayments | undefined;
  chosenId: number | null;
  choose: (payment: Payment) => void;
}

export function ChoosePaymentPanel({ found, chosenId, choose }: ChoosePaymentPanelProps) {
  const list = useRef<HTMLDivElement>(null);
  const focusList = useEffectEvent(() => {
    if (chosenId === null) list.current?.querySelector('input')?.focus();
  });
  useEffect(() => {
    if (found) focusList();
  }, [found]);
  if (!found) return <Text c="dimmed">{t('payments.correct.choose.idle')}</Text>;
  const { shopId, date, payments } = found;
  const where = { shop: shopId, date: formatOfficeDay(date) };
  if (payments.length === 0) return <Text c="dimmed">{t('payments.correct.choose.none', where)}</Text>;
  const chooseId = (id: string) => {
    const payment = payments.find(({ payment_id }) => String(payment_id) === id);
    if (payment) choose(payment);
  };
  return (
    <Radio.Group
      label={t('payments.correct.choose.label', where)}
      value={chosenId === null ? '' : String(chosenId)}
      onChange={chooseId}
    >
      <Stack gap="xs" mt="xs" ref={list}>
        {payments.map((payment) => (
          <Radio
            key={payment.payment_id}
            value={String(payment.payment_id)}
            label={describe(payment)}
            description={payment.note}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function describe({ payment_id, corrected_amount, payment_method, invoice_id }: Payment): string {
  const parts = [
    t('payments.correct.choose.payment', { id: String(payment_id) }),
    formatMoney(corrected_amount),
    word('method', payment_method),
    invoice_id,
  ];
  return parts.filter(Boolean).join(' · ');
}
