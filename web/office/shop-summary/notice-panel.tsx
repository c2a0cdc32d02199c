import IconCheck from 'virtual:icons/check';
import { Alert, Anchor, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { type Effect, SettledTable } from '../payments/effect.tsx';
import { placeOf } from '../place-of.ts';

export interface Notice {
  sentence: string;
  effect: Effect;
  /** The id of a payment whose receipt can be printed. */
  receiptOf?: number;
}

/**
 * A message that remains, unlike a toast, because the receipt is needed afterwards. Its link takes over the focus of
 * the closed dialog.
 */
export function NoticePanel({ notice, onClose }: { notice: Notice | undefined; onClose: () => void }) {
  const receipt = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (notice?.receiptOf !== undefined) receipt.current?.focus();
  }, [notice]);
  return (
    // The region itself has no box, so that there is no gap while it is empty.
    <div role="status" style={{ display: 'contents' }}>
      {notice && (
        <Alert
          role="group"
          color="leaf"
          icon={<IconCheck aria-hidden />}
          title={notice.sentence}
          withCloseButton
          closeButtonLabel={t('shop-summary.notice.close')}
          onClose={onClose}
        >
          <Text size="sm" component="div" style={{ fontVariantNumeric: 'tabular-nums' }}>
            <SettledTable effect={notice.effect} />
          </Text>
          {notice.receiptOf !== undefined && (
            <Anchor
              ref={receipt}
              component={Link}
              to={placeOf('/receipt/:paymentId', { paymentId: notice.receiptOf })}
              fw={700}
            >
              {t('payments.done.receipt', { id: String(notice.receiptOf) })}
            </Anchor>
          )}
        </Alert>
      )}
    </div>
  );
}
