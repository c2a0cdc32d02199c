import { Modal, NavLink, Stack, Text } from '@mantine/core';
import {
  IconBan,
  IconBuildingStore,
  IconCalendar,
  IconCash,
  IconCoins,
  IconReceiptRefund,
  type TablerIcon,
} from '@tabler/icons-react';
import { t } from '#web/i18n/t.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { describePayment } from '../payment-table.tsx';
import { describeFixable, type FixablePayment } from './fixable-payment.ts';

const CHOICES = [
  { choice: 'amount', icon: IconCoins },
  { choice: 'place', icon: IconBuildingStore },
  { choice: 'method', icon: IconCash },
  { choice: 'date', icon: IconCalendar },
  { choice: 'cheque', icon: IconReceiptRefund },
  { choice: 'void', icon: IconBan },
] as const satisfies { choice: string; icon: TablerIcon }[];

export type FixChoice = (typeof CHOICES)[number]['choice'];

export function chooseFix(payment: FixablePayment): Promise<FixChoice | undefined> {
  return openDialog<FixChoice | undefined>(
    (answer) => <FixChoiceDialog payment={payment} answer={answer} />,
    undefined,
  );
}

interface FixChoiceDialogProps {
  payment: FixablePayment;
  answer: (choice: FixChoice | undefined) => void;
}

function FixChoiceDialog({ payment, answer }: FixChoiceDialogProps) {
  const choices = CHOICES.filter(({ choice }) => choice !== 'cheque' || payment.payment_method === 'Cheque');
  return (
    <Modal
      opened
      centered
      onClose={() => answer(undefined)}
      closeOnClickOutside={false}
      title={<Text fw={600}>{t('payments.fix.title', { payment: describePayment(payment) })}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <Text size="sm" mb="sm">
        {describeFixable(payment)}
      </Text>
      <Stack gap={4}>
        {choices.map(({ choice, icon: Shape }, at) => (
          <NavLink
            key={choice}
            component="button"
            type="button"
            data-autofocus={at === 0 || undefined}
            leftSection={<Shape size={20} aria-hidden />}
            label={t(`payments.fix.${choice}.title`)}
            description={t(`payments.fix.${choice}.about`)}
            onClick={() => answer(choice)}
          />
        ))}
      </Stack>
    </Modal>
  );
}
