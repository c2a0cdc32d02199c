import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Day, dayOf } from '#billing/calendar.ts';
import type { Sending } from '#contract/call.ts';
import { payments } from '#contract/payments.ts';
import { type PaymentMethod, paymentMethods } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { api } from '../../api.ts';
import { ReasonPanel, useReason } from '../../reason.tsx';
import { type Effect, EffectPanel, useEffectPreview } from '../effect.tsx';
import { describeFixable, type FixablePayment } from './fixable-payment.ts';
import { PlacePanel } from './place-panel.tsx';

export type Replacement = Sending<typeof payments.replace>['body'];
type Change = Omit<Replacement, 'reason' | 'do_not_charge'>;
export type ReplacedPart = 'place' | 'method' | 'date';

export function chooseReplacement(
  payment: FixablePayment,
  part: ReplacedPart,
  work: (replacement: Replacement) => Promise<boolean>,
): Promise<Replacement | undefined> {
  return openDialog<Replacement | undefined>(
    (answer) => <ReplaceDialog payment={payment} part={part} answer={answer} />,
    undefined,
    async (given) => given === undefined || work(given),
  );
}

interface ReplaceDialogProps {
  payment: FixablePayment;
  part: ReplacedPart;
  answer: (replacement: Replacement | undefined) => void;
}

function ReplaceDialog({ payment, part, answer }: ReplaceDialogProps) {
  const title = t(`payments.fix.${part}.title`);
  const [change, setChange] = useState<Change>();
  const [waived, setWaived] = useState<string[]>([]);
  const reason = useReason(true);
  const preview = useEffectPreview({
    key: change ? JSON.stringify(change) : '',
    // The reason is typed later.
    dryRun: (invoices) => previewReplacement(payment, { ...change, reason: title, do_not_charge: [...invoices] }),
    waived,
  });
  const choose = (chosen: Change | undefined) => {
    setChange(chosen);
    setWaived([]);
  };
  const isOff = !change || !preview.isCertain;
  const close = (isYes: boolean) => {
    if (!isYes) answer(undefined);
    else if (reason.check()) answer({ ...change, reason: reason.text, do_not_charge: waived });
  };
  const body = (
    <Stack gap="sm">
      <Text size="sm">
        {describeFixable(payment)} {t('payments.fix.sentence')}
      </Text>
      <PartField payment={payment} part={part} onChange={choose} />
      <EffectPanel preview={preview} idle={t('payments.fix.idle')} waiver={{ waived, onChange: setWaived }} />
      <ReasonPanel reason={reason} />
    </Stack>
  );
  return <ConfirmDialog question={{ title, body, action: t('payments.fix.action'), isOff }} answer={close} />;
}

interface PartFieldProps {
  payment: FixablePayment;
  part: ReplacedPart;
  onChange: (change: Change | undefined) => void;
}

function PartField({ payment, part, onChange }: PartFieldProps) {
  const [day, setDay] = useState<Day | null>(dayOf(payment.payment_date));
  const [method, setMethod] = useState<PaymentMethod>();
  if (part === 'place') return <PlacePanel payment={payment} onChange={onChange} />;
  if (part === 'date')
    return (
      <DayField
        label={t('payments.fix.date.label')}
        required
        latest={browserToday()}
        data-autofocus
        value={day}
        onChange={(chosen) => {
          setDay(chosen);
          const isOther = chosen !== null && chosen !== dayOf(payment.payment_date);
          onChange(isOther ? { paymentDate: chosen } : undefined);
        }}
      />
    );
  return (
    <ChoiceField
      label={t('payments.fix.method.label')}
      required
      data-autofocus
      placeholder={t('payments.fix.method.placeholder')}
      data={wordChoices(
        'method',
        paymentMethods.filter((one) => one !== payment.payment_method),
      )}
      value={method ?? ''}
      onChange={(paymentMethod) => {
        setMethod(paymentMethod);
        onChange({ paymentMethod });
      }}
    />
  );
}

async function previewReplacement({ payment_id }: FixablePayment, body: Replacement): Promise<Effect> {
  const params = { id: String(payment_id) };
  const { left, tenancy, new_fines, ...effect } = await api(payments.replace, {
    params,
    query: { dry_run: 'true' },
    body,
  });
  if (!left) return { ...tenancy };
  return { ...effect, new_fines: [...left.new_fines, ...new_fines], tenancies: [left, tenancy] };
}
