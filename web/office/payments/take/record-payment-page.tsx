import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#contract/call.ts';
import type { payments } from '#contract/payments.ts';
import { Screen } from '../../shell/screen.tsx';
import { PaymentDone } from '../payment-done.tsx';
import { RecordPaymentForm } from '../record-payment-form.tsx';

/** A payment by the number on the paper that came with it: of a shop, or of an invoice. */
export function RecordPaymentPage() {
  const [done, setDone] = useState<Answer<typeof payments.byShop>>();
  return (
    <Screen path="/record-payment">
      <Stack maw={640} gap="md">
        <RecordPaymentForm onPaid={setDone} />
        {done && <PaymentDone answer={done} />}
      </Stack>
    </Screen>
  );
}
