import { Alert, Anchor, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { SettlementText } from '../payments/settlement.tsx';
import type { Notice } from './notice.ts';

/**
 * Says what was done and what it settled at once. It stays until it is closed: a toast would take the receipt away
 * before it is handed over. The focus goes to the receipt: the dialog in which the money was taken is gone, and the paper
 * is what comes next.
 */
export function NoticeBox({ notice, onClose }: { notice: Notice | undefined; onClose: () => void }) {
  const receipt = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (notice?.receiptOf !== undefined) receipt.current?.focus();
  }, [notice]);
  return (
    <div role="status">
      {notice && (
        <Alert
          role="group"
          color="leaf"
          icon={<IconCheck aria-hidden />}
          title={notice.sentence}
          withCloseButton
          closeButtonLabel="Close this message"
          onClose={onClose}
        >
          <Text size="sm" component="div">
            <SettlementText effect={notice.effect} />
          </Text>
          {notice.receiptOf !== undefined && (
            <Anchor ref={receipt} component={Link} to={`/receipt/${notice.receiptOf}`} fw={600}>
              Receipt {notice.receiptOf}
            </Anchor>
          )}
        </Alert>
      )}
    </div>
  );
}
