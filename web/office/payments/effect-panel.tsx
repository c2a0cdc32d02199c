import { Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Day } from '#billing/calendar.ts';
import { payments } from '#contract/payments.ts';
import { sentenceOf } from '#web/client.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { SettlementText } from './settlement.tsx';
import { describeFine } from './describe-effect.ts';

const PAUSE_MS = 300;
/** Room for what it usually says, so that the button below stays under the pointer when the answer comes. */
const HEIGHT = 132;

/** A payment that is being entered, as far as it is known. */
export interface EnteredPayment {
  /** Empty while it is not known. */
  shopId: string;
  /** In rupees; a text while it is no number yet. */
  amount: number | string;
  date: Day | null;
}

/** Says, while a payment is entered, what it would settle; asks the server after a breath, and forgets late answers. */
export function PaymentPreview({ shopId, amount, date }: EnteredPayment) {
  const isKnown = shopId !== '' && Number(amount) > 0 && date !== null;
  const key = isKnown ? `${shopId} ${amount} ${date}` : '';
  const [asked] = useDebouncedValue(key, PAUSE_MS);
  const load = useLoad(asked, async (signal) => {
    if (asked === '' || date === null) return undefined;
    return api(payments.preview, { body: { shop_id: shopId, amountPaid: amount, paymentDate: date } }, { signal });
  });
  const isOld = asked !== key || load.isLoading;
  const effect = isOld ? undefined : load.data;
  return (
    <Paper
      withBorder
      p="sm"
      mih={HEIGHT}
      role="status"
      aria-label="What this payment settles"
      aria-busy={isKnown && isOld}
    >
      <Text size="sm" fw={600}>
        What this payment settles
      </Text>
      <Text size="sm" component="div" {...(!effect && { c: 'dimmed' })}>
        {effect && <SettlementText effect={effect} />}
        {effect?.new_fines.map((fine) => (
          <div key={fine.invoice_id}>{describeFine(fine)}, charged unless you choose otherwise before confirming</div>
        ))}
        {!isKnown && 'Shown as soon as shop, amount and date are known.'}
        {isKnown && isOld && 'Working it out…'}
        {isKnown && !isOld && load.error !== undefined && sentenceOf(load.error, 'It could not be worked out.')}
      </Text>
    </Paper>
  );
}
