import { Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import type { EqualPayment } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';

interface Questioned {
  equal_payment?: EqualPayment | undefined;
  old_cheque?: Day | undefined;
}

interface Acceptance {
  /** A box to tick for each thing that is unusual about a payment. */
  boxes: ReactNode;
  /** True while a box is not ticked. */
  isOpen: boolean;
}

/** Asks the user to accept a payment that equals another one, and a cheque that is too old. */
export function useAcceptance({ equal_payment, old_cheque }: Questioned = {}): Acceptance {
  const equal = equal_payment?.payment_id;
  const [another, setAnother] = useState<number>();
  const [old, setOld] = useState<Day>();
  const boxes = (
    <>
      {equal !== undefined && (
        <Checkbox
          label={t('payments.effect.another')}
          checked={another === equal}
          onChange={({ currentTarget }) => setAnother(currentTarget.checked ? equal : undefined)}
        />
      )}
      {old_cheque !== undefined && (
        <Checkbox
          label={t('payments.effect.acceptOld')}
          checked={old === old_cheque}
          onChange={({ currentTarget }) => setOld(currentTarget.checked ? old_cheque : undefined)}
        />
      )}
    </>
  );
  const isOpen = (equal !== undefined && another !== equal) || (old_cheque !== undefined && old !== old_cheque);
  return { boxes, isOpen };
}
