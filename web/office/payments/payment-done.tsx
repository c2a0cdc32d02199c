import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { payments } from '#contract/payments.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { SettlementText } from './settlement.tsx';

/** What was taken and what it settled, with the way to its receipt. */
export function PaymentDone({ answer }: { answer: Answer<typeof payments.byShop> }) {
  const { payment_id, shop_id, amount_paid } = answer.payment;
  return (
    <Alert color="leaf" icon={<IconCheck aria-hidden />} title={`Payment ${payment_id} of shop ${shop_id}`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {formatMoney(amount_paid)} <SettlementText effect={answer} />
        </Text>
        <Button
          component={Link}
          to={`/receipt/${payment_id}`}
          variant="default"
          leftSection={<IconReceipt size={18} aria-hidden />}
        >
          Receipt {payment_id}
        </Button>
      </Stack>
    </Alert>
  );
}
