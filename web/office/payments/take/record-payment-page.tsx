import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Screen } from '../../screen.tsx';
import { PaymentDone, PaymentForm } from './payment-form.tsx';
import { type PaymentAnswer, usePaymentForm } from './use-payment-form.ts';

/** The page “Record payment” (specification 1, section 2). */
export function RecordPaymentPage() {
  const [done, setDone] = useState<PaymentAnswer>();
  const payment = usePaymentForm({ screen: 'record', onPaid: setDone });
  return (
    <Screen path="/record-payment">
      <Stack maw={640} gap="md">
        <PaymentForm payment={payment} />
        <PaymentDone answer={done} />
      </Stack>
    </Screen>
  );
}
